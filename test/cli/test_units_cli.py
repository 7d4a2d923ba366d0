#!/usr/bin/env python3
"""Units through every face of the program, with the one that has the toy families in it: judge, odds with forecasts, options,
draw, play, pipe, check, validate, logs.

Run from the top of the tree with that program in the variable QUICKMARCH_TOY. The last line is "N passed, M failed".
"""
import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = os.path.abspath(os.environ.get("QUICKMARCH_TOY", str(ROOT / "build" / "debug" / "test" / "quickmarch_toy")))

PARADE = {
    "quickmarch": "scenario", "version": 1, "title": "Parade", "rules": "drill", "board": {"size": [8, 6]},
    "sides": ["Red", "Blue"],
    "templates": {"guard": {"pace": 2, "facing": "E"}},
    "figures": [{"name": "Max", "side": "Blue", "at": "0803"}],
    "units": [
        {"name": "Rifles", "side": "Red", "template": "guard", "at": ["0101", "0102", "0103"],
         "figures": [{"name": "Ann", "weapon": "pistol"}, {"name": "Bo"}, {}]},
        {"name": "Blues", "side": "Blue", "count": 2, "at": ["0701", "0702"], "facing": "W"},
    ],
}
AFTER = ["--after", "next", "--after", "Max rest"]


def run(*arguments, text=None):
    return subprocess.run([PROGRAM, *map(str, arguments)], cwd=ROOT, capture_output=True, text=True, encoding="utf-8",
                          input=text, timeout=60)


class Units(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.parade = cls.write(cls, "parade.json", PARADE)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def write(self, name, content):
        path = os.path.join(self.folder.name, name)
        Path(path).write_text(json.dumps(content), encoding="utf-8")
        return path

    def good(self, *arguments, text=None, status=0):
        done = run(*arguments, text=text)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done.stdout

    def test_judge_tells_every_part(self):
        out = self.good("judge", self.parade, "Rifles march Ann 0201 0301 face N shift E", *AFTER)
        self.assertEqual(out.splitlines(), [
            "Rifles march Ann 0201 0301 face N shift E: legal (DR-02)",
            "  Ann: 2 of 2 to 0301, facing N",
            "  Bo: 1 of 2 to 0202, facing E (found for it)",
            "  Rifles-3: 1 of 2 to 0203, facing E (found for it)",
            "  way of Ann: 0101 0201 0301",
        ])
        answer = json.loads(self.good("judge", self.parade, "Rifles march Ann 0201 shift E", "--json", *AFTER))
        self.assertEqual([part["figure"] for part in answer["parts"]], ["Ann", "Bo", "Rifles-3"])
        self.assertEqual(answer["parts"][0]["way"], ["0101", "0201"])
        self.assertEqual(answer["way"], [])
        refused = self.good("judge", self.parade, "Rifles march Max 0802", *AFTER, status=1)
        self.assertIn("Max is of Max, not of Rifles (DR-01)", refused)

    def test_names_are_suggested(self):
        done = run("judge", self.parade, "Rifels rest", *AFTER)
        self.assertEqual(done.returncode, 2)
        self.assertIn('did you mean "Rifles"?', done.stderr)

    def test_a_unit_may_be_named_where_a_figure_is(self):
        self.assertEqual(self.good("options", self.parade, "Rifles", *AFTER), self.good("options", self.parade, *AFTER))
        answer = json.loads(self.good("options", self.parade, "Rifles", "--json", *AFTER))
        self.assertEqual(answer["figure"], "Rifles")
        self.assertIn("Rifles volley at Blues", answer["options"])
        self.assertIn("Ann", self.good("see", self.parade, "Rifles", "Blues", *AFTER))

    def test_odds_have_charts(self):
        out = self.good("odds", self.parade, "Rifles volley at Blues", *AFTER)
        self.assertIn("Rifles: hits, 2.67 on average\n             exactly   at least\n        0      2.1 %    100.0 %", out)
        self.assertIn("Blues: figures lost, 1.83 on average\n", out)
        self.assertIn("\n3 outcomes, 7 rolls walked", out)
        few = self.good("odds", self.parade, "Rifles volley at Blues", "--limit", 2, *AFTER)
        self.assertIn("at least", few)
        self.assertIn("its outcomes one by one are too many: raise --limit", few)
        self.assertNotIn("exactly", self.good("odds", self.parade, "Rifles rest", *AFTER))

    def test_odds_as_json(self):
        answer = json.loads(self.good("odds", self.parade, "Rifles volley at Blues", "--json", *AFTER))
        hits, lost = answer["forecast"]["spreads"]
        self.assertEqual((hits["name"], hits["unit"], hits["low"]), ("hits", "Rifles", 0))
        self.assertAlmostEqual(sum(hits["chances"]), 1, 6)
        self.assertAlmostEqual(lost["at_least"][2], answer["odds"]["outcomes"][0]["chance"], 6)
        few = json.loads(self.good("odds", self.parade, "Rifles volley at Blues", "--limit", 2, "--json", *AFTER))
        self.assertTrue(few["odds"]["too_many"])
        self.assertEqual(few["forecast"], answer["forecast"])
        plain = json.loads(self.good("odds", self.parade, "Rifles rest", "--json", *AFTER))
        self.assertNotIn("forecast", plain)

    def test_sampling_agrees(self):
        answer = json.loads(self.good("odds", self.parade, "Rifles volley at Blues", "--json", "--sample", 20000, *AFTER))
        self.assertNotIn("forecast", answer)
        self.assertAlmostEqual(answer["sampled"]["outcomes"][0]["share"], 41 / 48, delta=0.02)

    def test_the_chart_is_drawn(self):
        path = os.path.join(self.folder.name, "volley.svg")
        self.assertIn("at least", self.good("odds", self.parade, "Rifles volley at Blues", "-o", path, *AFTER))
        svg = Path(path).read_text(encoding="utf-8")
        self.assertIn("Rifles volley at Blues", svg)
        self.assertEqual(self.good("odds", self.parade, "Rifles volley at Blues", "-o", "-", *AFTER), svg)
        done = run("odds", self.parade, "Rifles rest", "-o", path, *AFTER)
        self.assertEqual(done.returncode, 2)
        self.assertIn("no forecast that could be drawn", done.stderr)
        done = run("odds", self.parade, "Rifles volley at Blues", "-o", path, "--sample", 5, *AFTER)
        self.assertEqual(done.returncode, 2)

    def test_draw_shows_every_part(self):
        svg = self.good("draw", self.parade, "--order", "Rifles march Ann 0201 Bo 0202", "-o", "-", *AFTER)
        self.assertIn("Ann: 1 of 2 to 0201, facing E", svg)
        self.assertIn("Bo: 1 of 2 to 0202, facing E", svg)

    def test_play_calls_units(self):
        log = os.path.join(self.folder.name, "game.json")
        script = "next\nrest\nhelp volley\nodds volley at Blues\nmarch Ann 0201\nundo\nRifles march shift E\nBlues rest\nquit\n"
        out = self.good("play", self.parade, "--script", "--save", log, "--seed", 1, text=script)
        self.assertIn("Rifles of Red is to act", out)
        self.assertIn("UNIT volley at UNIT {LEG}", out)
        self.assertIn("Blues: figures lost, 1.83 on average", out)
        self.assertIn("Bo comes to 0202", out)
        saved = json.loads(Path(log).read_text(encoding="utf-8"))
        self.assertEqual([unit["name"] for unit in saved["scenario"]["units"]], ["Rifles", "Blues"])
        self.assertIn("Rifles march shift E", [entry.get("order") for entry in saved["entries"]])
        self.good("replay", log)

    def test_pipe(self):
        requests = [
            {"id": 1, "do": "load", "scenario": PARADE},
            {"id": 2, "do": "new", "scenario": "s1", "choices": "automatic"},
            {"id": 3, "do": "play", "game": "g1", "order": "next"},
            {"id": 4, "do": "play", "game": "g1", "order": "Max rest", "state": True},
            {"id": 5, "do": "odds", "game": "g1", "order": "Rifles volley at Blues", "svg": True},
            {"id": 6, "do": "odds", "game": "g1", "order": "Rifles rest", "svg": True},
            {"id": 7, "do": "play", "game": "g1", "order": "Blues rest", "side": "Red"},
            {"id": 8, "do": "options", "game": "g1", "figure": "Rifles"},
            {"id": 9, "do": "judge", "game": "g1", "order": "Rifles march Ann 0201"},
        ]
        out = self.good("pipe", text="".join(json.dumps(request) + "\n" for request in requests))
        answers = {answer["id"]: answer for answer in map(json.loads, out.splitlines()[1:])}
        self.assertIn({"name": "Rifles-3", "side": "Red", "unit": "Rifles"}, answers[1]["figures"])
        self.assertEqual(answers[4]["state"]["actor"], "Rifles")
        self.assertEqual(answers[4]["state"]["figures"]["Bo"]["unit"], "Rifles")
        self.assertEqual(answers[5]["forecast"]["spreads"][1]["unit"], "Blues")
        self.assertTrue(answers[5]["svg"].startswith("<?xml"))
        self.assertNotIn("forecast", answers[6])
        self.assertNotIn("svg", answers[6])
        self.assertIn("Blues is not a figure of Red", answers[7]["error"]["message"])
        self.assertEqual(answers[8]["options"]["figure"], "Rifles")
        self.assertEqual(answers[9]["verdict"]["parts"][0]["end"], "0201")

    def test_cases_name_parts(self):
        cases = {"quickmarch": "cases", "version": 1, "scenario": PARADE, "cases": [{
            "case": "a march", "figures": {"Rifles-3": {"pace": 1}},
            "orders": ["next", "Max rest", {"order": "Rifles march shift E", "expect": {
                "actor": "Blues", "parts": {"Rifles-3": {"end": "0203", "allowance": 1, "chosen": True}, "Max": None}}}]}]}
        self.assertIn("1 passed, 0 failed", self.good("check", self.write("cases.json", cases)))
        cases["cases"][0]["orders"][2]["expect"]["parts"]["Rifles-3"]["end"] = "0103"
        self.assertIn("end of Rifles-3 is 0203, expected 0103",
                      self.good("check", self.write("cases.json", cases), status=1))

    def test_validate_points_at_the_place(self):
        text = json.dumps(dict(PARADE, units=None), indent=1).replace(
            "null", '[\n{"name": "Rifles", "side": "Red",\n "at": ["0101",\n  "0909"]}]')
        path = os.path.join(self.folder.name, "bad.json")
        Path(path).write_text(text, encoding="utf-8")
        done = run("validate", path)
        line = text[:text.index('"0909"')].count("\n") + 1
        self.assertEqual(done.returncode, 2)
        self.assertIn(f"bad.json:{line}:3: error: units[0].at: 0909 is off the board", done.stdout + done.stderr)

    def test_corpus(self):
        paths = sorted((ROOT / "test" / "corpus" / "units").iterdir())
        done = run("validate", "--json", *paths)
        self.assertGreaterEqual(len(paths), 9)
        for path, answer in zip(paths, json.loads(done.stdout), strict=True):
            self.assertEqual(answer["valid"], path.name.startswith("good_"), f"{path}: {answer['diagnostics']}")
            for fault in answer["diagnostics"]:
                self.assertTrue(fault["message"] and fault["field"] and fault["line"] and fault["column"], path)

    def test_rules_tell_units(self):
        self.assertIn("UNIT volley at UNIT {LEG}", self.good("rules", "drill"))
        facts = json.loads(self.good("rules", "drill", "--json"))
        kinds = {kind["name"]: kind for kind in facts["orders"]}
        self.assertTrue(kinds["volley"]["unit"])
        self.assertFalse(kinds["salute"]["unit"])
        self.assertEqual(kinds["arm"]["arguments"][1]["table"], "weapons")
        self.assertNotIn("unit", json.loads(self.good("rules", "pave", "--json"))["orders"][0])


if __name__ == "__main__":
    program = unittest.main(exit=False, verbosity=0)
    bad = len(program.result.failures) + len(program.result.errors)
    print(f"{program.result.testsRun - bad} passed, {bad} failed")
    sys.exit(1 if bad else 0)
