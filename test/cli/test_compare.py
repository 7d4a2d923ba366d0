#!/usr/bin/env python3
"""quickmarch compare with orders, from outside: text, JSON, pictures and refusals, on hexes, tiles and tables.

Run from the top of the tree with the program in the variable QUICKMARCH. The last line is "N passed, M failed".
"""
import json
import os
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as tree
from pathlib import Path

import test_schemas

ROOT = Path(__file__).resolve().parent.parent.parent
PROGRAM = os.path.abspath(os.environ.get("QUICKMARCH", "build/release/quickmarch"))
SVG = "{http://www.w3.org/2000/svg}"
NEXT3 = ["--after", "next"] * 3
EDITIONS = ["warband-2025", "warband", "warband-later"]
CHASE = ["--scenario", "warband-chase", *NEXT3]
RUN = ["--order", "Corvin run 16,7@3"]  # with a treasure: barred by the edition of 2026
JUMP = ["--order", "Anouk move 16,5@3 jump 17.5,5@4"]
ICE = ["hexmelee", "--set", "terrain.slippery.save_dice=4", "--scenario", "skirmish", "--after", "next",
       "--order", "Grim full 1203 1103"]
LOGS = ROOT / "test" / "golden" / "logs"
# A rulebook of each family beside its own, and logs of games.
FAMILIES = {
    "hexmelee": (["hexmelee", "test/golden/readings-movement.toml", "test/golden/readings-fight.toml"],
                 ["skirmish-random.json", "crowded-typed.json"]),
    "tiles": (["tiles", "test/golden/readings-intercept.toml", "test/golden/readings-together.toml"],
              ["tiles-pass-hidden.json", "tiles-crowded-intercept.json"]),
    "warband": (EDITIONS, ["warband-street-2025.json", "warband-chase-typed.json"]),
}
ASPECTS = ["verdict", "cost", "end", "hits", "chance", "checks", "reasons", "warnings", "clauses", "way", "odds"]


def run(*arguments, stdin=""):
    done = subprocess.run([PROGRAM, "compare", *map(str, arguments)], cwd=ROOT, input=stdin, capture_output=True,
                          text=True, encoding="utf-8", timeout=300, env={**os.environ, "TERM": "xterm"})
    return done.returncode, done.stdout, done.stderr


class Compare(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def path(self, name, text=None):
        path = os.path.join(self.folder.name, name)
        if text is not None:
            Path(path).write_text(text, encoding="utf-8")
        return path

    def good(self, *arguments, **more):
        code, out, err = run(*arguments, **more)
        self.assertEqual((code, err), (0, ""), arguments)
        return out

    def value(self, *arguments):
        return json.loads(self.good(*arguments, "--json"))

    def bad(self, *arguments, says, **more):
        code, out, err = run(*arguments, **more)
        self.assertEqual(code, 2, f"{arguments}: {out}{err}")
        self.assertIn(says, err, arguments)
        self.assertNotIn("orders differ", out)


class Text(Compare):
    def test_columns(self):
        out = self.good(*EDITIONS, *CHASE, *RUN, *JUMP)
        lines = out.splitlines()
        self.assertTrue(all(len(line) <= 100 for line in lines), max(lines, key=len))
        self.assertFalse([line for line in lines if line != line.rstrip()])
        self.assertIn("1. Corvin run 16,7@3\n  differs: verdict", out)
        head = next(line for line in lines if line.split() == EDITIONS)
        verdict = next(line for line in lines if line.startswith("* verdict"))
        columns = [head.index(name + " ") for name in EDITIONS[:2]]
        self.assertEqual([verdict[column:].split()[0] for column in columns], ["legal", "illegal"])
        self.assertIn("(WB-10)", out)
        self.assertRegex(out, r"\* cost +3\.5\" of 6\" +2\" of 6\"")
        self.assertRegex(out, r"(?m)^2 of 2 orders differ: verdict in 1, ")
        self.assertRegex(out, r"warband-2025 → warband: \d+ settings differ")

    def test_odds(self):
        out = self.good(*ICE)
        self.assertIn("how it can end", out)
        self.assertRegex(out, r"\* Grim: at 1203, facing NW, prone +50 %  1/2 +84\.1 %  545/648")
        self.assertRegex(out, r"(?m)^  all of it +100 % +100 %$")
        self.assertIn("1 of 1 order differs: chance in 1, checks in 1, odds in 1", out)
        self.assertNotIn("\033", out)
        self.assertIn("\033", self.good(*ICE, "--color", "always"))

    def test_same(self):
        out = self.good("warband", "warband", *CHASE, *JUMP)
        self.assertIn("  the same: legal\n", out)
        self.assertIn("0 of 1 order differs\n", out)
        self.assertNotIn("* ", out)

    def test_eight_rulebooks(self):
        out = self.good(*["warband", "warband-2025"] * 4, *CHASE, *JUMP)
        self.assertTrue(all(len(line) <= 100 for line in out.splitlines()))

    def test_faces(self):
        out = self.good("hexmelee", "hexmelee", "--scenario", "skirmish", "--order", "next")
        self.assertIn("too many to list", out)
        self.assertIn("--sample", out)

    def test_with_cases(self):
        cases = sorted((ROOT / "cases" / "hexmelee").rglob("*.json"))[0]
        out = self.good("hexmelee", "--set", "landing_hex=free", "--cases", cases, "--scenario", "skirmish",
                        "--order", "next")
        self.assertLess(out.index("landing_hex: paid → free"), out.index("1. next"))

    def test_position_is_one(self):
        """The --after orders are played by the first rulebook, also where the other would refuse them."""
        after = [*CHASE, "--after", "Corvin run 16,7@3"]
        out = self.good("warband-2025", "warband", *after, *JUMP)
        self.assertIn("Anouk move 16,5@3", out)
        self.bad("warband", "warband-2025", *after, *JUMP, says="cannot be played")


class Sources(Compare):
    def test_orders_from_a_file(self):
        file = self.path("orders.txt", "# two orders\n\n  Corvin run 16,7@3\r\nAnouk move 16,5@3 jump 17.5,5@4")
        out = self.good(*EDITIONS, *CHASE, "--orders", file)
        self.assertEqual(out, self.good(*EDITIONS, *CHASE, *RUN, *JUMP))
        self.assertEqual(out, self.good(*EDITIONS, *CHASE, *RUN, "--orders", "-", stdin=JUMP[1]))
        only = self.good(*EDITIONS, *CHASE, "--orders", file, "--only", "2")
        self.assertIn("\n2. Anouk", only)
        self.assertNotIn("Corvin run", only)

    def test_own_file(self):
        house = self.path("house.toml", 'extends = "warband"\n[settings]\nrun_token = "free"\n')
        answer = self.value("warband-2025", "warband", house, *CHASE, *RUN)["orders"][0]
        self.assertEqual([v["verdict"]["verdict"] for v in answer["verdicts"]], ["legal", "illegal", "legal"])
        self.assertRegex(self.good("warband-2025", "warband", house, *CHASE, *RUN),
                         r"(?m)^ +warband-2025 +warband +house$")

    def test_logs(self):
        """Every order of a game in its own position; the sums are 1; a rulebook beside itself never differs."""
        lost = 0
        for books, logs in FAMILIES.values():
            for log in logs:
                answer = self.value(*books, "--orders", LOGS / log)
                lost += answer["summary"]["no_such_position"]
                self.assertGreater(answer["summary"]["differ"], 0, log)
                self.assertEqual([one["number"] for one in answer["orders"]],
                                 list(range(1, answer["summary"]["orders"] + 1)))
                self.assertEqual(answer["summary"]["differ"], sum(bool(one["differs"]) for one in answer["orders"]))
                for one in answer["orders"]:
                    self.check_order(one, len(books))
            same = self.value(books[0], books[0], "--orders", LOGS / logs[0])["summary"]
            self.assertEqual(same["differ"], 0, logs[0])
        self.assertGreater(lost, 0)

    def check_order(self, one, books):
        self.assertEqual(len(one["verdicts"]), books)
        for book, verdict in enumerate(one["verdicts"]):
            chances = [ending["chances"][book] for ending in one["odds"]]
            if verdict["sum"] is None:
                self.assertFalse([chance for chance in chances if chance is not None], one["order"])
            else:
                self.assertAlmostEqual(sum(chances), 1, places=6, msg=one["order"])
                for ending in one["odds"]:
                    fraction = ending["fractions"][book]
                    if fraction:
                        top, bottom = map(int, fraction.split("/"))
                        self.assertAlmostEqual(top / bottom, ending["chances"][book], places=8)
        known = [v["verdict"] for v in one["verdicts"] if v["verdict"]]
        self.assertEqual("verdict" in one["differs"], len({v["verdict"] for v in known}) > 1, one["order"])
        legal = [v for v in known if v["verdict"] == "legal"]
        costs = {(v.get("cost"), v.get("allowance"), v.get("approximate")) for v in legal}
        self.assertEqual("cost" in one["differs"], len(costs) > 1, one["order"])
        self.assertEqual("odds" in one["differs"], any(ending["differs"] for ending in one["odds"]) or
                         (any(v["sum"] is not None for v in one["verdicts"]) and
                          any("too_many" in v for v in one["verdicts"])), one["order"])

    def test_log_agrees_with_judge(self):
        """Under the log's own rules the answers are those it was played by: every order is legal."""
        answer = self.value("warband-2025", "warband", "--orders", LOGS / "warband-street-2025.json")
        for one in answer["orders"]:
            self.assertIn(one["verdicts"][0]["verdict"]["verdict"], ("legal", "cannot-judge"), one["order"])

    def test_log_text(self):
        log = LOGS / "tiles-crowded-intercept.json"
        books = FAMILIES["tiles"][0]
        brief, whole = self.good(*books, "--orders", log), self.good(*books, "--orders", log, "--all")
        self.assertNotIn("the same:", brief)
        self.assertIn("the same:", whole)
        self.assertIn("whose rules know no such position", whole)
        self.assertIn("in a position that not all of these rules know", brief)
        self.assertTrue(all(len(line) <= 100 for line in whole.splitlines()))

    def test_position_at_the_end_of_a_log(self):
        out = self.good("warband", "warband-later", "--scenario", LOGS / "warband-chase.json", "--order", "next")
        self.assertIn("1. next", out)


class Json(Compare):
    def test_schema(self):
        checker = test_schemas.Checker()
        schema = checker.files["compare.schema.json"]
        for arguments in ([*EDITIONS, *CHASE, *RUN, *JUMP], ICE, ["hexmelee", "--set", "landing_hex=free"],
                          [*ICE, "-o", self.path("x.svg")], [*ICE, "-o", "-"],
                          ["hexmelee", "hexmelee", "--scenario", "skirmish", "--order", "next"],
                          [*FAMILIES["tiles"][0], "--orders", LOGS / "tiles-crowded-intercept.json"]):
            self.assertEqual(list(checker.check(self.value(*arguments), schema, "compare.schema.json")), [])
        wrong = self.value(*ICE)
        wrong["orders"][0]["odds"][0]["chances"] = [2, 0]
        self.assertTrue(list(checker.check(wrong, schema, "compare.schema.json")))

    def test_answers(self):
        answer = self.value(*EDITIONS, *CHASE, *RUN, *JUMP)
        self.assertEqual(answer["rulebooks"], EDITIONS)
        self.assertTrue(answer["scenario"].endswith("warband-chase.json"))
        self.assertEqual([pair["to"] for pair in answer["pairs"]], EDITIONS[1:])
        first = answer["orders"][0]
        self.assertEqual(first["differs"], ["verdict", "clauses"])
        self.assertEqual([v["rulebook"] for v in first["verdicts"]], EDITIONS)
        self.assertEqual(first["verdicts"][1]["verdict"]["reasons"][0]["clauses"], ["WB-10"])
        self.assertEqual([v["sum"] for v in first["verdicts"]][:2], [1, None])
        self.assertIn("cost", answer["orders"][1]["differs"])
        self.assertEqual((answer["summary"]["orders"], answer["summary"]["differ"]), (2, 2))
        self.assertEqual({name for name in answer["summary"]} - set(ASPECTS), {"orders", "differ", "no_such_position"})

    def test_as_judge_and_odds(self):
        """The same words as the commands for one rulebook have, and for a game master who measures."""
        for measured in ([], ["--measured"]):
            self.as_judge_and_odds(measured)

    def as_judge_and_odds(self, measured):
        answer = self.value(*EDITIONS, *CHASE, *JUMP, *measured)["orders"][0]
        costs = ["unmeasured" in told["verdict"] for told in answer["verdicts"]]
        self.assertEqual(costs, [False, not measured, not measured])
        for book, name in enumerate(EDITIONS):
            asked = subprocess.run([PROGRAM, "odds", "warband-chase", JUMP[1], *NEXT3, "--rules", name, "--json", *measured],
                                   cwd=ROOT, capture_output=True, text=True, encoding="utf-8")
            odds = json.loads(asked.stdout)
            self.assertEqual(answer["verdicts"][book]["verdict"], odds["verdict"])
            if "outcomes" in odds.get("odds", {}):
                told = {}
                for outcome in odds["odds"]["outcomes"]:
                    told[outcome["what"]] = told.get(outcome["what"], 0) + outcome["chance"]
                here = {e["what"]: e["chances"][book] for e in answer["odds"] if e["chances"][book]}
                self.assertEqual(set(here), set(told))
                for what, chance in told.items():
                    self.assertAlmostEqual(here[what], chance, places=8)


class Picture(Compare):
    def words(self, path):
        root = tree.parse(path).getroot()
        ids = [node.get("id") for node in root.iter() if node.get("id")]
        self.assertEqual(len(ids), len(set(ids)), "an id comes twice")
        return root, ["".join(node.itertext()) for node in root.iter(SVG + "text")]

    def test_table(self):
        path = self.path("x.svg")
        self.good(*EDITIONS, *CHASE, *RUN, *JUMP, "-o", path)
        root, words = self.words(path)
        self.assertEqual(root.get("width"), "444mm")
        for name in EDITIONS:
            self.assertEqual(words.count(name), 2, name)  # a plan for each order
        self.assertEqual(words.count("Over the roofs to the jetty"), 1)
        self.assertEqual(words.count("Corvin run 16,7@3"), 1)
        self.assertTrue(any(word.startswith("Illegal. ≠") for word in words))
        self.assertTrue(any(word.startswith("Corvin carries Ledger") for word in words))
        self.assertIn("≠ is not the same in all plans of the row.", words)
        self.assertEqual(words.count("A"), 2 * 3 + 1)  # badge and caption of each jump, and the legend
        plans = [node for node in root.iter(SVG + "g") if (node.get("transform") or "").startswith("translate")]
        self.assertEqual(len(plans), 6)

    def test_measured(self):
        """The picture is measured as well."""
        paths = [self.path("x.svg"), self.path("y.svg")]
        for path, measured in zip(paths, ([], ["--measured"])):
            self.good("warband", "warband-2025", *CHASE, *JUMP, "-o", path, *measured)
        plain, measured = ([word for word in self.words(path)[1] if "of 6" in word] for path in paths)
        self.assertIn("without what is measured", plain[0])
        self.assertNotIn("without what is measured", measured[0])

    def test_hexes(self):
        path = self.path("x.svg")
        self.good(*ICE, "-o", path)
        _, words = self.words(path)
        self.assertTrue({"hexmelee", "with --set", "where it can end instead", "What can happen", "50 %", "84.1 %"} <=
                        set(words))
        self.assertIn("Grim: at 1203, facing NW, prone (545 of 648) ≠", words)
        self.assertEqual(self.good(*ICE, "-o", "-"), Path(path).read_text(encoding="utf-8"))
        self.good(*ICE, "-o", path, "--grey", "--width", "200")
        root, _ = self.words(path)
        self.assertEqual(root.get("width"), "200mm")

    def test_tiles(self):
        stand = self.path("stand.toml", 'family = "tiles"\n[settings]\nundeclared = "stand"\n')
        off = self.path("off.toml", 'extends = "stand.toml"\n[settings]\ntie = "standoff"\n')
        path = self.path("x.svg")
        after = []
        for order in ("next", "Una move 0905", "Nan move 0905", "Rolf beside Una"):
            after += ["--after", order]
        out = self.good(stand, off, "--scenario", "tiles-pass", *after, "--order", "resolve", "-o", path)
        self.assertRegex(out, r"\* Rolf: at 0605 +- +100 %")
        _, words = self.words(path)
        self.assertTrue({"Una 4 = 4 Nan: Una wins", "Una 4 = 4 Nan: neither"} <= set(words))

    def test_game(self):
        """Of a game only orders that differ are drawn, and not more than fit."""
        path = self.path("x.svg")
        log = LOGS / "tiles-crowded-intercept.json"
        books = FAMILIES["tiles"][0]
        lost = [one for one in self.value(*books, "--orders", log)["orders"]
                if any(v["verdict"] is None for v in one["verdicts"])]
        self.bad(*books, "--orders", log, "-o", path, says="at most 12 orders")
        self.assertFalse(os.path.exists(path))
        self.bad(*books, "--orders", log, "-o", path, "--only", lost[0]["number"], says="nothing to draw")
        differ = [one["number"] for one in self.value(*books, "--orders", log)["orders"] if one["differs"]][:2]
        self.good(*books, "--orders", log, "-o", path, "--only", differ[0], "--only", differ[1])
        self.assertEqual(self.words(path)[1].count("readings-together"), 2)


class Refusals(Compare):
    def test_bad(self):
        some = [*EDITIONS, *CHASE]
        out = self.path("x.svg")
        empty, comments = self.path("empty.txt", ""), self.path("comments.txt", "# nothing\n\n")
        typo = self.path("typo.txt", "# one\nnext\n\nAnouk flly 3,4\n")
        log, other = LOGS / "warband-chase.json", LOGS / "skirmish-random.json"
        for arguments, says in (
                ([*EDITIONS, "--scenario", "skirmish", *RUN], "the scenario is for hexmelee"),
                (["warband", "hexmelee", *CHASE, *RUN], "warband is of the family warband and hexmelee of hexmelee"),
                ([*some], "go together"), ([*EDITIONS, *RUN], "go together"), ([*EDITIONS, "-o", out], "go together"),
                ([*EDITIONS, "--after", "next"], "go together"),
                (["warband", *CHASE, *RUN], "second rulebook"),
                ([*EDITIONS, "--measured"], "go together"),
                ([*some, *JUMP, "--measured", "--side", "Bailiffs"], "--measured is for the game master"),
                ([*some, "--order", "Anouk flies"], '"flies" is no order'),
                ([*some, "--order", "Nobody move 3,4"], "Nobody"),
                ([*some, "--orders", empty], "there are no orders in"),
                ([*some, "--orders", comments], "there are no orders in"),
                ([*some, "--orders", typo], "typo.txt:4:7: error"),
                ([*some, "--orders", self.path("no.txt")], "no.txt"),
                ([*some, "--orders", ROOT / "scenarios" / "skirmish.json"], "is no list of orders"),
                ([*EDITIONS, "--scenario", "nosuch", *RUN], "no shipped scenario"),
                ([*EDITIONS, "--scenario", "-", *RUN], "standard input"),
                ([*EDITIONS, "--orders", other], "the scenario is for hexmelee"),
                ([*EDITIONS, "--orders", log, "--scenario", "warband-chase"], "--scenario does not go with it"),
                ([*EDITIONS, "--orders", log, *RUN], "--order does not go with it"),
                ([*EDITIONS, "--orders", log, "--after", "next"], "--after does not go with it"),
                ([*EDITIONS, "--orders", log, "--only", "0"], "the number of an order, from 1 to 1"),
                ([*some, *RUN, "--only", "2"], "from 1 to 1"),
                ([*some, *RUN, "--after", "Corvin run 90,90"], "cannot be played"),
                ([*some, *RUN, "--grey"], "-o X.svg"), ([*some, *RUN, "-o", out, "--width", "179"], "from 180 to 2000"),
                ([*some, *RUN, "-o", self.path("no/x.svg")], "cannot be written"),
                (["warband"] * 9, "too many arguments")):
            self.bad(*arguments, says=says)
        self.assertFalse(os.path.exists(out))

    def test_json_error(self):
        code, out, _ = run(*EDITIONS, *CHASE, "--order", "Anouk flies", "--json")
        self.assertEqual((code, json.loads(out)["error"]), (2, "input"))


if __name__ == "__main__":
    program = unittest.main(exit=False, verbosity=1, argv=sys.argv)
    failed = len(program.result.failures) + len(program.result.errors)
    print(f"{program.result.testsRun - failed} passed, {failed} failed")
    sys.exit(1 if failed else 0)
