#!/usr/bin/env python3
"""Tests of the program from outside: every command, exit statuses, JSON, bad input, help and generated files.

Run from the top of the tree with the program in the variable QUICKMARCH. The last line is "N passed, M failed".
With --update the generated files (manual page, completion scripts, rulebook, rules page) are written anew instead.
"""
import json
import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

PROGRAM = os.path.abspath(os.environ.get("QUICKMARCH", "build/release/quickmarch"))
GENERATED = {
    "docs/man/quickmarch.1": ["man"],
    "apps/cli/completion/quickmarch.bash": ["completion", "bash"],
    "apps/cli/completion/_quickmarch": ["completion", "zsh"],
    "apps/cli/completion/quickmarch.fish": ["completion", "fish"],
}
MINE = ["judge", "reach", "odds", "plan", "see", "options", "rules", "check", "compare", "replay", "validate", "help",
        "version", "completion", "man"]
ARENA = {
    "quickmarch": "scenario", "version": 1, "title": "Test arena", "rules": "hexmelee",
    "board": {"space": "hex", "orientation": "columns", "rows": ["......", "..s...", "......", "...o..", "......"],
              "legend": {".": "open", "s": "slippery", "o": "pit"}},
    "sides": ["Red", "Blue"],
    "figures": [
        {"name": "Ada", "side": "Red", "str": 12, "dex": 12, "at": "0102", "facing": "SE"},
        {"name": "Brok", "side": "Blue", "str": 12, "dex": 10, "at": "0603", "facing": "NW"},
    ],
}
# Ada rolls highest and moves first.
MOVING = ["--after", "next"] * 3  # to the movement phase of warband
ADA_FIRST = ["--after", "next", "--dice", "6,1"]


def generated():
    """Generated files and what prints them: a rulebook and a page for every family the program has."""
    files = dict(GENERATED)
    for family in json.loads(run("version", "--json")[1])["families"]:
        files[f"rulebooks/{family}.toml"] = ["rules", "--toml", family]
        files[f"docs/rules/{family}.md"] = ["rules", "--markdown", family]
    return files


def run(*arguments, stdin="", env=None):
    """Exit status, standard output and standard error."""
    surroundings = {**os.environ, "NO_COLOR": "", "TERM": "xterm", **(env or {})}
    done = subprocess.run([PROGRAM, *map(str, arguments)], input=stdin, capture_output=True, text=True,
                          env=surroundings, timeout=120, encoding="utf-8")
    return done.returncode, done.stdout, done.stderr


class Cli(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.dir = Path(cls.folder.name)
        cls.arena = cls.write("arena.json", ARENA)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    @classmethod
    def write(cls, name, content):
        path = cls.dir / name
        path.write_text(content if isinstance(content, str) else json.dumps(content, indent=1), encoding="utf-8")
        return str(path)

    def good(self, *arguments, status=0, **more):
        code, out, err = run(*arguments, **more)
        self.assertEqual(code, status, f"{arguments}: {out}{err}")
        return out

    def value(self, *arguments, status=0):
        return json.loads(self.good(*arguments, "--json", status=status))

    def bad(self, *arguments, says, **more):
        code, out, err = run(*arguments, **more)
        self.assertEqual(code, 2, f"{arguments}: {out}{err}")
        self.assertIn(says, err, arguments)
        return err


class Help(Cli):
    def test_overview(self):
        out = self.good("--help")
        self.assertEqual(out, self.good("help"))
        for name in MINE + ["play", "pipe", "draw"]:
            self.assertRegex(out, rf"(?m)^  {name} ")

    def test_nothing_is_usage(self):
        code, out, err = run()
        self.assertEqual((code, out), (2, ""))
        self.assertIn("Usage:", err)

    def test_every_command_has_help(self):
        for name in MINE + ["play", "pipe", "draw"]:
            out = self.good(name, "--help")
            self.assertEqual(out, self.good("help", name))
            self.assertIn(f"Usage: quickmarch {name}", out)
            self.assertIn("Options:", out)
            self.assertIn("Examples:", out, name)

    def test_every_example_works(self):
        shipped = any(Path("cases").rglob("*.json"))
        for name in MINE + ["play", "pipe", "draw"]:
            if name in ("check", "compare") and not shipped:
                continue  # they are about the shipped cases
            text = self.good(name, "--help").split("Examples:\n")[1]
            for line in text.strip().split("\n"):
                command = re.sub(r"\bquickmarch (?=[a-z])", f"'{PROGRAM}' ", line.strip())
                command = command.replace("/tmp/game.json", str(self.dir / "game.json"))
                done = subprocess.run(command, shell=True, capture_output=True, text=True, stdin=subprocess.DEVNULL,
                                      timeout=300)
                self.assertEqual(done.returncode, 0, f"{line}\n{done.stdout[-500:]}{done.stderr}")

    def test_unknown_names_get_a_suggestion(self):
        self.bad("jugde", says="did you mean 'judge'?")
        self.bad("help", "comprae", says="did you mean 'compare'?")
        self.bad("judge", "--jsno", says="did you mean '--json'?")
        self.bad("qqqqqqqq", says="unknown command")
        self.bad("judge", "-Z", says="unknown option '-Z'")

    def test_usage_errors(self):
        self.bad("judge", says="too few arguments")
        self.bad("judge", "a", "b", "c", says="too many arguments: 'c'")
        self.bad("judge", self.arena, "next", "--json=yes", says="takes no value")
        self.bad("judge", self.arena, "next", "--seed", says="needs a value")
        self.bad("judge", self.arena, "next", "--seed", "x1", says="whole number")
        self.bad("judge", self.arena, "next", "--seed", "18446744073709551616", says="whole number")
        self.bad("judge", self.arena, "next", "--color", "sometimes", says="auto always never")
        self.bad("completion", "tcsh", says="bash, zsh or fish")

    def test_version(self):
        self.assertRegex(self.good("version"), r"^quickmarch \d+\.\d+\.\d+\n")
        self.assertEqual(self.good("--version"), self.good("version"))
        self.assertEqual(list(self.value("version")["families"]), ["hexmelee", "squad", "tiles", "warband"])

    def test_generated_files(self):
        self.assertIn("docs/rules/tiles.md", generated())
        for path, arguments in generated().items():
            committed = Path(path)
            self.assertTrue(committed.is_file(), path)
            self.assertEqual(committed.read_text(encoding="utf-8"), self.good(*arguments),
                             f"{path} is not what the program prints: run test_cli.py --update")

    def test_bash_completion(self):
        script = self.good("completion", "bash")
        ask = script + "\nCOMP_WORDS=(quickmarch od); COMP_CWORD=1; _quickmarch; echo ${COMPREPLY[@]}\n" \
                       "COMP_WORDS=(quickmarch odds s --pol); COMP_CWORD=3; _quickmarch; echo ${COMPREPLY[@]}\n" \
                       "COMP_WORDS=(quickmarch odds --policy un); COMP_CWORD=3; _quickmarch; echo ${COMPREPLY[@]}\n" \
                       "COMP_WORDS=(quickmarch judge skir); COMP_CWORD=2; _quickmarch; echo ${COMPREPLY[@]}\n"
        done = subprocess.run(["bash", "-c", ask], capture_output=True, text=True)
        self.assertEqual(done.stdout.split("\n")[:4], ["odds", "--policy", "uniform", "skirmish"], done.stderr)


class Judge(Cli):
    def test_legal(self):
        out = self.good("judge", self.arena, "Ada half 0202", *ADA_FIRST)
        self.assertRegex(out, r"^Ada half 0202: legal \(.*HX-43")
        self.assertIn("cost: 1 of 5", out)

    def test_illegal_is_status_1(self):
        self.assertIn("illegal", self.good("judge", self.arena, "Brok half 0503", *ADA_FIRST, status=1))

    def test_json(self):
        verdict = self.value("judge", self.arena, "Ada half 0202", *ADA_FIRST)
        self.assertEqual(verdict["verdict"], "legal")
        self.assertEqual(verdict["cost"], 1)
        self.assertEqual(verdict["rules"]["rulebook"], "hexmelee")
        self.assertIn("HX-43", [citation["clause"] for citation in verdict["citations"]])
        verdict = self.value("judge", self.arena, "Brok half 0503", *ADA_FIRST, status=1)
        self.assertEqual(verdict["verdict"], "illegal")
        self.assertTrue(verdict["reasons"])

    def test_explain(self):
        out = self.good("judge", self.arena, "Ada half 0202", "--explain", *ADA_FIRST)
        self.assertIn("\nHX-43  ", out)

    def test_standard_input(self):
        self.assertIn("legal", self.good("judge", "-", "next", stdin=json.dumps(ARENA)))

    def test_colour(self):
        self.assertNotIn("\033", self.good("judge", self.arena, "next"))
        self.assertIn("\033", self.good("judge", self.arena, "next", "--color", "always", env={"NO_COLOR": "1"}))

    def test_seed_decides_dice(self):
        firsts = set()
        for seed in range(12):
            arguments = ("options", self.arena, "--after", "next", "--seed", seed)
            self.assertEqual(self.good(*arguments), self.good(*arguments))
            firsts.add(self.good(*arguments).split()[0])
        self.assertEqual(firsts, {"Ada", "Brok"})

    def test_dice_must_fit(self):
        self.bad("judge", self.arena, "Ada still", "--after", "next", "--dice", "6", says="--dice has too few")
        self.bad("judge", self.arena, "Ada still", "--after", "next", "--dice", "6,1,1", says="left over")
        self.bad("judge", self.arena, "Ada still", "--after", "next", "--dice", "7,1", says="dice")
        self.bad("judge", self.arena, "Ada still", "--after", "next", "--dice", "six", says="list of faces")

    def test_rules_and_settings(self):
        order = ("judge", self.arena, "Ada full 0501", *ADA_FIRST)
        self.good(*order, status=0)
        self.good(*order, "--set", "crawl_mov=1", status=0)
        self.assertEqual(self.value(*order, "--set", "crawl_mov=3")["rules"]["settings"], {"crawl_mov": 3})
        house = self.write("house.toml", 'extends = "hexmelee"\n[settings]\ncrawl_mov = 3\n')
        self.assertEqual(self.value(*order, "--rules", house)["rules"]["settings"], {"crawl_mov": 3})
        both = self.value(*order, "--rules", house, "--set", "landing_hex=free")["rules"]["settings"]
        self.assertEqual(both, {"crawl_mov": 3, "landing_hex": "free"})

    def test_bad_settings(self):
        self.bad("judge", self.arena, "next", "--set", "nosuch=1", says="--set: error: nosuch")
        self.bad("judge", "warband-street", "next", "--set", "natural_fail=12", "--set", "natural_pass=10",
                 says="--set: error: settings.natural_fail: natural_fail 12 and natural_pass 10 contradict each other")
        self.good("judge", "warband-street", "next", "--set", "natural_pass=3", "--set", "natural_fail=2")  # only in between
        self.bad("judge", self.arena, "next", "--set", "landing_hex=fre", says="landing_hex")
        self.bad("judge", self.arena, "next", "--set", "crawl_mov=9999", says="crawl_mov")
        self.bad("judge", self.arena, "next", "--rules", "nosuch", says="nosuch")
        fixed = self.write("fixed.json", {**ARENA, "rules": {"extends": "hexmelee", "settings": {"crawl_mov": 4}}})
        self.bad("judge", fixed, "next", "--set", "crawl_mov=3", says="settles crawl_mov itself")

    def test_bad_orders(self):
        err = self.bad("judge", self.arena, "Ada hlaf 0202", says='did you mean "half"')
        self.assertRegex(err, r"order 'Ada hlaf 0202':1:5: error:")
        self.bad("judge", self.arena, "", says="error")
        self.bad("judge", self.arena, "Nobody half 0202", says="Nobody")
        self.bad("judge", self.arena, "Ada half 9999", says="9999")
        self.bad("judge", self.arena, "next", "--after", "Ada still", says="cannot be played")

    def test_bad_files(self):
        self.bad("judge", "nosuch", "next", says="nosuch: error: there is no such file")
        self.bad("judge", str(self.dir), "next", says="error")
        self.bad("judge", "rulebooks/hexmelee.toml", "next", says="this is a rulebook")
        broken = self.write("broken.json", '{"quickmarch": "scenario",\n "version": 1,\n "rules": }')
        self.assertRegex(self.bad("judge", broken, "next", says="error"), r"broken\.json:3:\d+: error:")
        figures = [dict(ARENA["figures"][0]), {**ARENA["figures"][1], "at": "0102", "name": "Ada"}]
        twice = self.write("twice.json", {**ARENA, "figures": figures})
        self.assertRegex(self.bad("judge", twice, "next", says="figures[1]"),
                         r"twice\.json:\d+:\d+: error: figures\[1\]")
        answer = json.loads(run("judge", broken, "next", "--json")[1])
        self.assertEqual(answer["error"], "input")
        self.assertEqual(answer["diagnostics"][0]["line"], 3)

    def test_shipped_name(self):
        self.assertEqual(self.good("judge", "skirmish", "next"), self.good("judge", "scenarios/skirmish.json", "next"))


class Questions(Cli):
    def test_reach(self):
        out = self.good("reach", self.arena, "Ada", *ADA_FIRST)
        self.assertRegex(out, r"^Ada can get to \d+ places")
        places = {place["at"]: place for place in self.value("reach", self.arena, "Ada", *ADA_FIRST)["places"]}
        self.assertEqual(places["0202"]["cost"], 1)
        self.assertNotIn("0603", places)
        self.assertEqual(len(places), int(re.search(r"\d+", out).group()))

    def test_reach_nowhere(self):
        """Where there are no regions, JSON tells the reasons that the text does, each with its clauses."""
        stunned, dazed = ([*MOVING, "--after", f"set Otto condition {how}"] for how in ("stunned", "dazed"))
        for scenario, figure, after, clauses in (("warband-street", "Otto", stunned, ["WB-02"]), ("warband-street", "Otto", dazed, ["WB-03"]),
                                                 ("warband-street", "Otto", [], []), ("squad-crossing", "Rifles-1", [], [])):
            lines = self.good("reach", scenario, figure, *after).splitlines()
            self.assertEqual(lines[0], f"{figure} can get nowhere now.")
            answer = self.value("reach", scenario, figure, *after)
            self.assertEqual(answer["regions"], [])
            told = answer["reasons"] + [answer[key] for key in ("left_out",) if key in answer]
            self.assertEqual([f"  {reason['text']}" for reason in told], lines[1:])
            self.assertEqual([clause for reason in answer["reasons"] for clause in reason["clauses"]], clauses)
        self.assertNotIn("reasons", self.value("reach", "warband-street", "Otto", *MOVING))
        there = self.value("reach", "warband-street", "Otto", "--at", "40,20", *stunned, status=1)
        self.assertEqual((there["cost"], [reason["reason"] for reason in there["reasons"]]), (None, ["stunned"]))

    def test_reach_map(self):
        out = self.good("reach", self.arena, "Ada", "--map", *ADA_FIRST)
        self.assertIn("____", out)
        self.assertIn("cost of getting there", out)
        self.good("reach", self.arena, "Ada", "--map", "--ascii", *ADA_FIRST).encode("ascii")

    def test_threat(self):
        """The places a figure threatens: a front on hexes, what an interceptor could watch on tiles."""
        answer = self.value("reach", self.arena, "Ada", "--threat")
        self.assertEqual((answer["figure"], len(answer["places"])), ("Ada", 3))
        self.assertEqual(self.good("reach", self.arena, "Ada", "--threat"),
                         f"Ada: 3 hexes it has in its front\n  {' '.join(answer['places'])}\n")
        tiles = self.value("reach", "tiles-pass", "Odo", "--threat")["places"]
        text = self.good("reach", "tiles-pass", "Odo", "--threat")
        self.assertTrue(text.startswith(f"Odo: {len(tiles)} tiles it could watch as an interceptor\n"), text)
        self.assertEqual(text.split("\n", 1)[1].split(), tiles)
        board = self.good("reach", "tiles-pass", "Odo", "--threat", "--map", "--ascii")
        figures = {figure["at"] for figure in self.value("play", "tiles-pass")["state"]["figures"].values()}
        self.assertEqual(board.count("(+)"), len(set(tiles) - figures))
        # every one of them can be declared, and a tile beyond them cannot
        for tile in tiles[::7]:
            self.good("judge", "tiles-pass", f"Odo intercept {tile}", "--after", "next")
        self.good("judge", "tiles-pass", "Odo intercept 1408", "--after", "next", status=1)
        self.bad("reach", "tiles-pass", "Nobody", "--threat", says="Nobody")

    def test_where_an_avoider_ends(self):
        asked = ("judge", "tiles-pass", "Pia avoid 8 from Rolf from Kara", "--after", "next")
        verdict = self.value(*asked)
        self.assertEqual(verdict["end"]["at"], verdict["way"][-1])
        self.assertIn(verdict["end"]["from"], ("Rolf", "Kara"))
        self.assertIn(f"would end at {verdict['end']['at']}, {verdict['end']['distance']} tiles from {verdict['end']['from']}\n",
                      self.good(*asked))
        self.assertNotIn("end", self.value("judge", "tiles-pass", "Pia move 0903", "--after", "next"))
        spent = self.value("judge", "tiles-pass", "Una move 1503", "--after", "next")
        self.assertEqual(spent["end"], {"at": spent["way"][-1], "why": "movement"})
        self.assertIn("would end at 1203, as far as its movement goes",
                      self.good("judge", "tiles-pass", "Una move 1503", "--after", "next"))

    def test_tiles_off_the_board(self):
        """Judged, refused and cited, whereas what is no name of a tile is bad input."""
        text = self.good("judge", "tiles-pass", "Pia move 9903", "--after", "next", status=1)
        self.assertEqual(text, "Pia move 9903: illegal\n  there is no tile 9903 on this board (TL-09)\n")
        verdict = self.value("judge", "tiles-pass", "Pia intercept 9903", "--after", "next", status=1)
        self.assertEqual([reason["reason"] for reason in verdict["reasons"]], ["area-off-board"])
        self.assertEqual([cited["clause"] for cited in verdict["citations"]], ["TL-12"])
        for name in ["99030", "0003", "9900", "99a3"]:
            self.bad("judge", "tiles-pass", f"Pia move {name}", "--after", "next", says=name)

    def test_plan(self):
        ways = self.value("plan", self.arena, "Ada", "0501", *ADA_FIRST)["ways"]
        self.assertTrue(ways)
        costs, chances = [w["cost"] for w in ways], [w["chance"] for w in ways]
        self.assertEqual((costs, chances), (sorted(costs), sorted(chances)))
        self.assertEqual(self.value("judge", self.arena, ways[0]["order"], *ADA_FIRST)["cost"], costs[0])
        self.assertIn("from the shortest to the safest", self.good("plan", self.arena, "Ada", "0501", *ADA_FIRST))
        self.assertIn("no way", self.good("plan", self.arena, "Ada", "0404", *ADA_FIRST, status=1))
        self.bad("plan", self.arena, "Ada", "9999", says="no place")
        self.bad("plan", self.arena, "Adda", "0501", says="did you mean 'Ada'?")

    def test_obstacles_are_told_where_they_are(self):
        """Whatever is in the way of a flight is told where it is, not where the flight was to end."""
        table = self.write("flights.json", {
            "quickmarch": "scenario", "version": 1, "rules": "warband", "sides": ["red", "blue"],
            "board": {"space": "table", "width": 30, "depth": 20,
                      "prisms": [{"name": "wall", "box": [10, 2, 12, 8], "top": 3}, {"name": "roof", "box": [2, 12, 10, 18], "top": 2}]},
            "figures": [{"name": "Ada", "side": "red", "at": "8,5", "move": 8, "radius": 0.5, "flying": True},
                        {"name": "Abe", "side": "red", "at": "9,15@2", "radius": 0.5},
                        {"name": "Bo", "side": "blue", "at": "11.3,15", "radius": 0.5, "height": 2.5},
                        {"name": "Cy", "side": "blue", "at": "8,10", "radius": 0.5}]})
        for order, says in (("Ada move fly 14,5", "wall is in the way of the flight of Ada at 9.501,5 "),
                            ("Ada move fly 8,11.2", "Cy is in the way of the flight of Ada at 8,10 "),
                            ("Abe move 10,15@2 drop 12.6,15", "Abe cannot jump over Bo at 11.3,15, ")):
            self.assertIn(says, self.good("judge", table, order, *MOVING, status=1))

    def test_ways_of_many_points_can_be_ordered_leg_by_leg(self):
        """Around three walls, with just what the way costs: the way that is told is legal and costs no more."""
        scene = {"quickmarch": "scenario", "version": 1, "rules": "warband", "sides": ["red", "blue"],
                 "board": {"space": "table", "width": 30, "depth": 30, "prisms": [
                     {"name": "w%d" % i, "box": [8 + 4 * i, 4 if i % 2 else -1, 9 + 4 * i, 31 if i % 2 else 10], "top": 4} for i in range(3)]},
                 "figures": [{"name": "Ada", "side": "red", "at": "5,1", "move": 40, "radius": 0.5},
                             {"name": "Bo", "side": "blue", "at": "29,29", "radius": 0.5}]}
        told = self.value("judge", self.write("zigzag.json", scene), "Ada move 20,1", *MOVING)
        self.assertGreater(len(told["way"]), 64)
        scene["figures"][0]["move"] = told["cost"]
        typed = "Ada move " + " ".join("via " + place for place in told["way"][1:])
        again = self.value("judge", self.write("zigzag.json", scene), typed, *MOVING)
        self.assertEqual((again["verdict"], again["way"]), ("legal", told["way"]))
        back = "Ada move" + " via 5,1.1 via 5,1" * 128
        self.assertIn("cost: 25.6", self.good("judge", self.write("zigzag.json", scene), back, *MOVING))
        self.bad("judge", self.write("zigzag.json", scene), back + " via 5,1.1", *MOVING, says="at most 256 legs")

    def test_places_that_are_offered_can_be_moved_to(self):
        """Whoever cannot stand somewhere is told places where its move could end: clear of enemies, not merely beside them."""
        table = self.write("near.json", {
            "quickmarch": "scenario", "version": 1, "rules": "warband", "sides": ["red", "blue"],
            "board": {"space": "table", "width": 30, "depth": 20, "prisms": [{"name": "roof", "box": [2, 10, 8, 16], "top": 3}]},
            "figures": [{"name": "Ada", "side": "red", "at": "5,5", "radius": 0.5}, {"name": "Abe", "side": "red", "at": "8,13@3", "radius": 0.5},
                        {"name": "Bo", "side": "blue", "at": "9,5", "radius": 0.5}, {"name": "Cy", "side": "blue", "at": "9.5,13", "radius": 0.5}]})
        for order in ("Ada move 8.5,5", "Ada move 8,5", "Abe move drop 9.2,13"):  # the second is refused for contact alone
            verdict = self.value("judge", table, order, *MOVING, status=1)
            self.assertTrue(verdict["stands"], order)
            for place in verdict["stands"]:
                self.good("judge", table, order.rsplit(" ", 1)[0] + " " + place, *MOVING)
        for question in (["plan", table, "Ada", "8.5,5"], ["reach", table, "Ada", "--at", "8.5,5"]):
            self.assertIn("nearest place to stand: 7.999,5\n", self.good(*question, *MOVING, status=1))
        self.assertIn("nearest place to stand: 8,5\n", self.good("judge", table, "place Ada 8.5,5", status=1))

    def test_plan_tells_what_failing_leads_to(self):
        asked = ["plan", "warband-chase", "Anouk", "18,1"] + MOVING
        way = self.value(*asked)["ways"][0]
        judged = self.value("judge", "warband-chase", way["order"], *MOVING)
        self.assertEqual(len(way["risks"]), way["checks"])
        for risk, check in zip(way["risks"], judged["checks"], strict=True):
            fails = risk.pop("fails")
            self.assertEqual(risk, check)
            self.assertAlmostEqual(sum(one["chance"] for one in fails), 1)
            self.assertTrue(all(one["events"] for one in fails))
        self.assertIn("if it fails: Anouk lands badly (WB-27); Anouk falls 3\"", self.good(*asked))

    def test_plan_without_a_way(self):
        """What is lacking is told: of a goal out of reach, of one for which a run would do, and before the phase."""
        plan = self.value("plan", "warband-chase", "Anouk", "40,5", *MOVING, status=1)
        self.assertEqual([reason["reason"] for reason in plan["reasons"]], ["too-far-run-difficult"])
        self.assertEqual(self.value("judge", "warband-chase", plan["tried"], *MOVING, status=1)["reasons"],
                         plan["reasons"])
        plan = self.value("plan", "warband-chase", "Corvin", "14,1", *MOVING, status=1)
        self.assertEqual([reason["reason"] for reason in plan["reasons"]], ["too-far", "run-treasure"])
        self.assertIn("the first turn has not begun", self.good("plan", "warband-chase", "Anouk", "18,1", status=1))
        self.assertRegex(self.good("plan", "warband-chase", "Anouk", "18,1", *MOVING),  # its whole side is on move
                         r"^Anouk has \d+ ways? to 18,1, from the shortest")
        self.assertEqual(self.good("reach", "warband-chase", "Anouk", "--rules", "2025"),
                         "Anouk can get nowhere now.\n  the first turn has not begun: next begins it\n")
        self.assertIn("Anouk has had its move of this turn (WB-01)\n",
                      self.good("reach", "warband-chase", "Anouk", *MOVING, "--after", "Anouk stay"))
        self.assertIn("Anouk needs ", self.good("reach", "warband-chase", "Anouk", "--at", "40,5", *MOVING, status=1))

    def test_see(self):
        self.assertRegex(self.good("see", self.arena, "Ada", "Brok"),
                         r"^Ada → Brok: distance 5, seen, in front.*, enemy")
        self.assertEqual(self.value("see", self.arena, "Ada", "Brok")["distance"], 5)
        self.assertEqual([sight["b"] for sight in self.value("see", self.arena, "Ada")], ["Brok"])
        self.bad("see", self.arena, "Ada", "Ada", says="two different figures")
        self.bad("see", self.arena, "Nobody", says="no figure named 'Nobody'")

    def test_out_of_play(self):
        table, gone = "warband-street", ["--after", "remove Hild"]
        for question in (["see", table, "Hild"], ["see", table, "Hild", "Mouse"], ["see", table, "Mouse", "Hild"], ["reach", table, "Hild"],
                         ["reach", table, "Hild", "--at", "5,5"], ["reach", table, "Hild", "--links"], ["reach", table, "Hild", "--threat"],
                         ["plan", table, "Hild", "5,5"], ["options", table, "Hild"], ["draw", table, "--reach", "Hild", "-o", "-"],
                         ["draw", table, "--see", "Hild", "--target", "Mouse", "-o", "-"]):
            self.bad(*question, *gone, says="Hild: error: The figure is out of play.")
        self.assertNotIn("Hild", self.good("see", table, "Mouse", *gone))
        begun = [*gone, "--after", "next", "--after", "next", "--after", "next"]
        for question in ("judge", "odds"):
            self.assertIn("Hild is not on the table", self.good(question, table, "Hild move 5,5", *begun, status=1))

    def test_what_takes_running(self):
        listed = self.good("reach", "tiles-skirmish", "Ada", "--after", "next")
        self.assertRegex(listed, r"(?m)^  0805 +6 +100 %  running$")
        self.assertNotRegex(listed, r"(?m)^  0305 .*running")
        self.assertIn("r only at a run, which spends the action", self.good("reach", "tiles-skirmish", "Ada", "--after", "next", "--map"))
        places = {place["at"]: place for place in self.value("reach", "tiles-skirmish", "Ada", "--after", "next")["places"]}
        self.assertTrue(places["0805"]["effort"])
        self.assertNotIn("effort", places["0305"])
        self.assertTrue(all(("effort" in place) == (place["cost"] > 4) for place in places.values()), places)
        self.assertNotIn("running", self.good("reach", "tiles-skirmish", "Ada", "--after", "next", "--after", "Ada act"))
        self.assertNotIn("r only", self.good("reach", self.arena, "Ada", "--after", "next", "--map"))

    def test_a_wall_in_between(self):
        place = ["--after", "place Ada 0404", "--after", "place Brok 0604"]
        self.assertIn("not seen (a wall is in between, at 0504)", self.good("see", "tiles-skirmish", "Ada", "Brok", *place))
        self.assertIs(self.value("see", "tiles-skirmish", "Ada", "Brok", *place)["wall"], True)
        place = ["--after", "place Ada 0309", "--after", "place Brok 0509"]  # barred ground between them
        self.assertIn("not seen (0409 is in between)", self.good("see", "tiles-skirmish", "Ada", "Brok", *place))

    def test_options_are_legal(self):
        options = self.good("options", self.arena, *ADA_FIRST).strip().split("\n")
        self.assertEqual(len(options), int(self.good("options", self.arena, "--count", *ADA_FIRST)))
        answer = self.value("options", self.arena, *ADA_FIRST)
        self.assertEqual(answer["options"], options)
        self.assertEqual(self.value("options", self.arena, "--count", *ADA_FIRST),
                         {"figure": "Ada", "count": len(options)})
        for option in options[:: max(1, len(options) // 10)]:
            self.good("judge", self.arena, option, *ADA_FIRST)

    def test_after_in_sequence(self):
        self.assertIn("Brok", self.good("options", self.arena, *ADA_FIRST, "--after", "Ada still"))


class Odds(Cli):
    SLIP = ("Ada full 0202 0302", *ADA_FIRST)

    def test_exact(self):
        out = self.good("odds", self.arena, *self.SLIP)
        self.assertIn("2 outcomes", out)
        self.assertRegex(out, r"\d+ %  +\d+/\d+ +Ada: at 0302")
        odds = self.value("odds", self.arena, *self.SLIP)["odds"]
        self.assertAlmostEqual(sum(outcome["chance"] for outcome in odds["outcomes"]), 1, places=9)
        self.assertEqual(odds["policy"], "automatic")

    def test_wrong_settings(self):
        """What is wrong with --set, and what would be right."""
        for setting, words in (("premeasur=yes", '(did you mean "premeasure"?)'), ("premeasure=maybe", "it is no, yes, jumps or engaging"),
                               ("jump_most=99", "99 is above 20 inches; it is 0 to 20"), ("jump_most", "write name=value"),
                               ("jump_length_in_all=3", "(there are jump_most, jump_rise, ")):
            self.bad("judge", "warband-street", "next", "--set", setting, says=words)

    def test_ends(self):
        """How and where a unit ends, of a jump down: landed well, and fallen unhurt at the same place."""
        order = ("Otto move 4,2@3 drop 4,1", "--after", "next", "--after", "next", "--after", "next")
        out = self.good("odds", "warband-street", *order)
        self.assertRegex(out, r"standing +\d+ % +\d+/\d+ +at 4,1\nfallen ")
        odds = self.value("odds", "warband-street", *order)["odds"]
        self.assertEqual([end["end"] for end in odds["ends"]], ["standing", "fallen", "dazed", "stunned", "incapacitated"])
        self.assertAlmostEqual(sum(end["chance"] for end in odds["ends"]), 1, places=9)
        for end in odds["ends"]:
            if end["end"] != "incapacitated":
                self.assertAlmostEqual(sum(place["chance"] for place in end["places"]), end["chance"], places=9)
        self.assertNotIn("ends", self.value("odds", self.arena, *self.SLIP)["odds"])
        self.assertIn(" Corvin: at 16.492,7, stunned, 1 of its wounds lost\n",
                      self.good("odds", "warband-chase", "Corvin move 16,7@3 drop 16.492,7", *order[1:]))

    def test_policy(self):
        for policy in ("automatic", "uniform", "first", "last"):
            self.assertEqual(self.value("odds", self.arena, *self.SLIP, "--policy", policy)["odds"]["policy"], policy)
        self.bad("odds", self.arena, *self.SLIP, "--policy", "best", says="automatic uniform first last")

    def test_sample_agrees(self):
        exact = {o["what"]: o["chance"] for o in self.value("odds", self.arena, *self.SLIP)["odds"]["outcomes"]}
        for policy in ("automatic", "last"):
            sampled = self.value("odds", self.arena, *self.SLIP, "--sample", 4000, "--policy", policy)["sampled"]
            self.assertEqual(sum(outcome["count"] for outcome in sampled["outcomes"]), 4000)
            self.assertEqual(len(sampled["outcomes"]), len(exact))
            for outcome, chance in zip(sampled["outcomes"], sorted(exact.values(), reverse=True)):
                self.assertLess(abs(outcome["share"] - chance), 0.05)
                self.assertGreater(outcome["error"], 0)
        self.assertIn("±", self.good("odds", self.arena, *self.SLIP, "--sample", 100))

    def test_illegal_order(self):
        self.assertIn("illegal", self.good("odds", self.arena, "Brok still", *ADA_FIRST, status=1))
        answer = self.value("odds", self.arena, "Brok still", *ADA_FIRST, status=1)
        self.assertEqual(answer["verdict"]["verdict"], "illegal")

    def test_left_to_a_person(self):
        """Told under a policy, with the status of judge; and never guessed in an order of --after."""
        figures = [{"name": "Ada", "side": "Red", "at": "0102"}, {"name": "Grim", "side": "Blue", "at": "0502"}]
        tie = [self.write("tie.json", {
            "quickmarch": "scenario", "version": 1, "rules": {"family": "tiles", "settings": {"tie": "ask"}},
            "board": {"space": "tile", "size": [5, 3]}, "sides": ["Red", "Blue"], "figures": figures})]
        edits = ["next", "Ada move 0302", "Grim move 0302"]
        tie += [word for order in edits for word in ("--after", order)]
        self.good("judge", tie[0], "resolve", *tie[1:], status=3)
        told = self.good("odds", tie[0], "resolve", *tie[1:], status=3)
        self.assertIn("choices answered by the policy 'automatic'", told)
        self.good("odds", tie[0], "resolve", *tie[1:], "--sample", "10", "--json", status=3)
        code, out, err = run("options", *tie, "--after", "resolve")
        self.assertEqual((code, out), (3, ""), err)
        self.assertIn("the game master must say: Ada and Grim are even", err)
        self.assertIn("give --choose reflex or standoff", err)
        self.good("options", *tie, "--after", "resolve", "--choose", "standoff", "--count")

    def test_too_many(self):
        self.bad("odds", self.arena, *self.SLIP, "--limit", 1, says="--sample")
        self.assertTrue(json.loads(run("odds", self.arena, *self.SLIP, "--limit", 1, "--json")[1])["too_many"])
        self.bad("odds", self.arena, *self.SLIP, "--limit", 0, says="whole number")


class Rules(Cli):
    def test_families(self):
        self.assertIn("hexmelee", self.good("rules"))
        self.assertEqual(self.value("rules")["families"][0]["family"], "hexmelee")

    def test_editions(self):
        out = self.good("rules", "--editions")
        for word in ("  warband\n", "    2026  built in  rulebooks/warband.toml\n", "    2025  Warband, edition of 2025  rulebooks/warband-2025.toml",
                     " settings changed)", "Gaps are measured first", "    later  "):
            self.assertIn(word, out)
        self.assertIn(out, self.good("rules"))
        listed = self.value("rules", "--editions")["editions"]
        self.assertEqual(self.value("rules")["editions"], listed)
        self.assertEqual({one["family"] for one in listed}, {family["family"] for family in self.value("rules")["families"]})
        self.assertEqual([one["edition"] for one in listed if one["family"] == "warband"], ["2026", "2025", "later"])
        for one in listed:
            self.assertEqual(self.value("rules", one["file"])["family"], one["family"])
        identity = {name: self.value("rules", name)["identity"] for name in ("2025", "warband-2025", "2026", "warband-2026", "warband", "later")}
        self.assertEqual(identity["2025"], self.value("rules", "rulebooks/warband-2025.toml")["identity"])
        self.assertEqual(identity["warband-2025"], identity["2025"])
        self.assertEqual({identity["2026"], identity["warband-2026"], identity["warband"]}, {"warband 1"})
        self.assertIn("run_bonus=3", identity["later"])
        for one, other in (("2025", "2026"), ("warband-2025", "warband"), ("rulebooks/warband-2025.toml", "2026")):
            self.assertIn("  free_gap: 0 → 1\n", self.good("compare", one, other, "--cases", "cases/warband/running.json"))
        self.good("judge", "warband-street", "next", "--rules", "2025")
        self.bad("compare", "2024", "2025", says="2024: error: editions are warband-2026 warband-2025 warband-later")
        self.bad("rules", "warband", "--editions", says="name none")

    def test_editions_in_files(self):
        """What rulebooks are called on the command line they may be called in files."""
        duel = {"quickmarch": "scenario", "version": 1, "sides": ["red", "blue"], "board": {"space": "table", "width": 20, "depth": 20},
                "figures": [{"name": "Ada", "side": "red", "move": 6, "agility": 10, "at": "5,5"}]}
        for name in ("2025", "warband-2025", "2026", "warband-2026", "later", "warband-later"):
            identity = self.value("rules", name)["identity"]
            mine = self.write("named.toml", f'extends = "{name}"\n')
            self.assertEqual(self.value("rules", mine)["identity"], identity)
            for rules in (name, {"extends": name}, "named"):
                scenario = self.write("named.json", {**duel, "rules": rules})
                self.assertIn(f"rules: {identity[:200]}", self.good("play", scenario, stdin="quit\n"), rules)
        scenario = self.write("named.json", {**duel, "rules": "2024"})
        self.bad("validate", scenario, says="no built-in family (hexmelee, squad, tiles, warband) and no edition")
        self.write("tiles-later.toml", 'extends = "tiles"\n')
        scenario = self.write("named.json", {**duel, "rules": "later"})
        self.bad("validate", scenario, says='"later" is an edition of tiles and of warband: write tiles-later or warband-later')
        (self.dir / "tiles-later.toml").unlink()

    def test_two_of_one_edition(self):
        folder = self.dir / "rulebooks"
        folder.mkdir()
        (folder / "mine.toml").write_text('extends = "warband-2025"\ntitle = "Mine"\n', encoding="utf-8")
        (folder / "warband-2025.toml").write_text(Path("rulebooks/warband-2025.toml").read_text(encoding="utf-8"), encoding="utf-8")
        done = subprocess.run([PROGRAM, "rules", "2025"], cwd=folder.parent, capture_output=True, text=True, encoding="utf-8", timeout=60)
        self.assertEqual(done.returncode, 2)
        self.assertIn('"2025" is the edition of rulebooks/mine.toml and of rulebooks/warband-2025.toml: name one of the two', done.stderr)

    def test_family(self):
        out = self.good("rules", "hexmelee")
        for word in ("HX-01", "HX-48", "Readings", "Facts", "landing_hex = paid", "weapons", "Orders"):
            self.assertIn(word, out)
        self.assertNotIn("\n* ", out)
        answer = self.value("rules", "hexmelee")
        self.assertEqual(answer["family"], "hexmelee")
        self.assertGreater(len(answer["settings"]), 100)

    def test_what_differs_is_marked(self):
        house = self.write("own.toml", 'extends = "hexmelee"\n[settings]\nlanding_hex = "free"\n'
                                       '[weapons.dagger]\ndamage = "2d"\n')
        out = self.good("rules", house)
        self.assertIn("* landing_hex = free  (standard: paid", out)
        self.assertIn("2d6*", out)
        self.assertIn("* landing_hex = free", self.good("rules", "hexmelee", "--set", "landing_hex=free"))

    def test_rulebook_file_round_trip(self):
        path = self.write("full.toml", self.good("rules", "--toml", "hexmelee", "--set", "landing_hex=free"))
        self.assertEqual(self.value("rules", path)["identity"], "hexmelee 1 landing_hex=free")

    def test_clause(self):
        out = self.good("rules", "hx-12")
        for word in ("HX-12", "jump_dice_1 = 2", "rolls", "reasons", "nothing-to-jump"):
            self.assertIn(word, out)
        answer = self.value("rules", "HX-12")
        self.assertEqual(answer["clause"], "HX-12")
        self.assertIn("jump", [roll["name"] for roll in answer["rolls"]])
        self.assertIsInstance(answer["cases"], list)

    def test_setting(self):
        out = self.good("rules", "free_gap")
        for words in ("free_gap  (warband, Readings)", "need no check", "0 to 20 inches", "standard: 1", "in warband-2025: 0", "WB-21  "):
            self.assertIn(words, out)
        self.assertNotIn("here:", out)
        for words in ("standard: 1", "here: 0", "in warband-2026: 1"):
            self.assertIn(words, self.good("rules", "2025", "free_gap"))
        self.assertIn("here: 2\n", self.good("rules", "warband", "free_gap", "--set", "free_gap=2"))
        shared = self.good("rules", "climb_slide")
        self.assertIn("climb_slide  (squad", shared)
        self.assertIn("climb_slide  (warband", shared)
        self.assertNotIn("squad", self.good("rules", "warband", "climb_slide"))
        answer, = self.value("rules", "2025", "free_gap")["settings"]
        self.assertEqual((answer["family"], answer["setting"]["value"], answer["setting"]["default"]), ("warband", 0, 1))
        self.assertIn({"edition": "2026", "value": 1}, answer["editions"])
        self.assertEqual([one["family"] for one in self.value("rules", "climb_slide")["settings"]], ["squad", "warband"])
        self.bad("rules", "fregap", says="did you mean free_gap?")
        self.bad("rules", "warband", "fregap", says="warband has no setting or table 'fregap'; did you mean free_gap?")
        self.bad("rules", "hexmelee", "free_gap", says="hexmelee has no setting or table 'free_gap'")
        self.bad("rules", "nosuch", "free_gap", says="nosuch")
        self.bad("rules", "free_gap", "--toml", says="is a setting")

    def test_table(self):
        """A table is found by its name and by those of its columns, each with what it means."""
        out = self.good("rules", "warband", "terrain")
        for words in ("warband terrain. Kinds of ground", "  drowns      true|false\n", "is the end of a unit", "difficult  true ",
                      "under [terrain.NAME]"):
            self.assertIn(words, out)
        self.assertEqual(self.good("rules", "drowns"), out)
        self.assertIn(out[len("warband "):], self.good("rules", "warband"))
        self.assertRegex(self.good("rules", "warband", "drowns", "--set", "terrain.difficult.drowns=true"), r"  difficult .*true\*")
        found = self.value("rules", "cover")
        self.assertEqual([table["family"] for table in found["tables"]], ["squad", "warband"])
        self.assertIn(found["tables"][1]["table"], self.value("rules", "warband")["tables"])
        self.assertEqual(found["tables"][1]["table"]["rows"]["difficult"]["difficult"], True)
        self.assertEqual([column["name"] for column in found["tables"][0]["table"]["columns"]], ["difficult", "road", "cover"])
        self.bad("rules", "warband", "terain", says="did you mean terrain?")
        self.bad("rules", "terrain", "--toml", says="is a setting or a table")

    def test_every_setting(self):
        """Each of every family is found by its name, as the rulebook has it, and completed."""
        completed = {shell: set(re.findall(r"[\w-]+", self.good("completion", shell))) for shell in ("bash", "zsh", "fish")}
        taken = {"hexmelee", "squad", "tiles", "warband"} | {one.get("edition") for one in self.value("rules")["editions"]}
        for family in ("hexmelee", "squad", "tiles", "warband"):
            settings = self.value("rules", family)["settings"]
            for setting in settings[::7] + settings[-1:]:
                self.assertEqual(self.value("rules", family, setting["name"])["settings"][0]["setting"], setting)
            names = {one["name"] for one in settings + self.value("rules", family)["tables"]}
            self.assertFalse(names & taken)
            for shell, words in completed.items():
                self.assertEqual(names - words, set(), shell)

    def test_page(self):
        page = self.good("rules", "--markdown", "hexmelee")
        self.assertIn('<a id="hx-12"></a>', page)
        for anchor in set(re.findall(r"\(#([a-z0-9-]+)\)", page)):
            self.assertIn(f'<a id="{anchor}"></a>', page)
        columns = 0
        for line in page.split("\n"):
            bars = len(re.findall(r"(?<!\\)\|", line))
            self.assertTrue(not bars or not columns or bars == columns, line)
            columns = bars

    def test_bad(self):
        self.bad("rules", "nosuch", says="nosuch")
        self.bad("rules", "--toml", says="name a family")
        self.bad("rules", "HX-12", "--toml", says="is a clause")
        cyclic = self.write("a.toml", 'extends = "b.toml"\n')
        self.write("b.toml", 'extends = "a.toml"\n')
        self.bad("rules", cyclic, says="error")
        wrong = self.write("wrong.toml", 'family = "hexmelee"\n[settings]\nlanding_hx = "free"\ncrawl_mov = 999\n')
        err = self.bad("rules", wrong, says="landing_hx")
        self.assertRegex(err, r"wrong\.toml:4:\d+: error: settings\.crawl_mov|wrong\.toml:4:\d+: error: .*crawl_mov")


class Cases(Cli):
    def cases(self, name="cases.json", **change):
        cases = [
            {"case": "turn-not-begun", "clauses": ["HX-06"], "orders": [
                {"order": "Ada half 0202", "expect": {"verdict": "illegal", "cites": ["HX-06"]}}]},
            {"case": "ada-walks", "clauses": ["HX-43"], "outside": ["HX-06"], "orders": [
                {"order": "next", "dice": [[6, 1]]},
                {"order": "Ada half 0202",
                 "expect": {"verdict": "legal", "cost": 1, "allowance": 5, "cites": ["HX-43"], **change}}]},
        ]
        return self.write(name, {"quickmarch": "cases", "version": 1, "scenario": "arena.json", "cases": cases})

    def test_pass(self):
        out = self.good("check", self.cases())
        self.assertEqual(out, "cases: 2 passed, 0 failed\n")
        self.assertIn("passed ada-walks", self.good("check", self.cases(), "-v"))

    def test_fail_tells_every_mismatch(self):
        path = self.cases("failing.json", cost=7, allowance=9)
        out = self.good("check", path, status=1)
        self.assertRegex(out, r"failing\.json:\d+: FAILED ada-walks\n")
        self.assertIn("expected 7", out)
        self.assertIn("expected 9", out)
        self.assertTrue(out.endswith("cases: 1 passed, 1 failed\n"))
        answer = self.value("check", path, status=1)
        self.assertEqual((answer["passed"], answer["failed"]), (1, 1))
        self.assertEqual(len(answer["cases"][1]["mismatches"]), 2)

    def test_folder_and_filter(self):
        folder = self.dir / "many"
        folder.mkdir(exist_ok=True)
        (folder / "one.json").write_text(Path(self.cases()).read_text().replace("arena.json", "../arena.json"))
        (folder / "arena.json").write_text(json.dumps(ARENA))
        self.assertEqual(self.good("check", folder), "cases: 2 passed, 0 failed\n")
        self.assertEqual(self.good("check", folder, "-k", "walks"), "cases: 1 passed, 0 failed\n")
        self.bad("check", folder, "-k", "nothing-like-it", says="the filter fits none")

    def test_other_rules(self):
        out = self.good("check", self.cases(), "--rules", "hexmelee", "--set", "crawl_mov=3")
        self.assertIn("2 passed", out)
        self.bad("check", self.cases(), "--set", "crawl_mov=3", says="--rules")

    def test_coverage(self):
        out = self.good("check", self.cases(), "--coverage", "-v", status=1)
        self.assertRegex(out, r"HX-06  Initiative: bites in 1, outside in 1\n"
                              r" +bites: turn-not-begun\n +outside: ada-walks")
        self.assertRegex(out, r"HX-43 .*NOT COVERED: no case just outside")
        self.assertIn("coverage: 1 of 48 clauses covered", out)
        clauses = {c["clause"]: c for c in self.value("check", self.cases(), "--coverage", status=1)[0]["clauses"]}
        self.assertTrue(clauses["HX-06"]["covered"])
        self.assertFalse(clauses["HX-43"]["covered"])

    def test_flip(self):
        out = self.good("check", self.cases(), "--flip", "-v", status=1)
        self.assertRegex(out, r"(?m)^crawl_mov: no value changes any case")
        self.assertRegex(out, r"(?m)^flip: \d+ settings and columns")
        settings = {s["setting"]: s for s in self.value("check", self.cases(), "--flip", status=1)["settings"]}
        self.assertFalse(settings["crawl_mov"]["shown"])
        allowed = self.good("check", self.cases(), "--flip", "--allow", "crawl_mov", status=1)
        self.assertIn("crawl_mov: no value changes any case (allowed)", allowed)

    def test_bad(self):
        self.bad("check", "nosuch.json", says="nosuch.json")
        broken = self.write("brokencases.json",
                            '{"quickmarch": "cases", "version": 1, "cases": [{"case": "x", "ordrs": []}]}')
        err = self.bad("check", broken, self.cases(), says="ordrs")
        self.assertIn("brokencases.json:1:", err)
        self.assertIn("cases: 2 passed", run("check", broken, self.cases())[1])


class Compare(Cli):
    def test_settings_and_cases(self):
        cases = Cases.cases.__get__(self)("compared.json")
        out = self.good("compare", "hexmelee", "--set", "landing_hex=free", "--set", "weapons.dagger.damage=2d",
                        "--cases", cases)
        self.assertIn("landing_hex: paid → free", out)
        self.assertIn("weapons.dagger.damage: 1d6-1 → 2d6", out)
        self.assertIn("0 of 2 cases differ", out)

    def test_flipping_verdict(self):
        slow = self.write("slow.json", {"quickmarch": "cases", "version": 1, "scenario": "arena.json", "cases": [
            {"case": "far", "orders": [{"order": "next", "dice": [[6, 1]]},
                                       {"order": "Ada half 0501", "expect": {"cost": 4}}]}]})
        armour = ("--set", "armour.none.mov=3")
        out = self.good("compare", "hexmelee", *armour, "--cases", slow)
        self.assertIn("legal → illegal", out)
        self.assertIn("no longer holds", out)
        self.assertIn("1 verdicts flip", out)
        pair = self.value("compare", "hexmelee", *armour, "--cases", slow)["pairs"][0]
        self.assertEqual(pair["settings"], [{"name": "armour.none.mov", "from": "10", "to": "3"}])
        self.assertEqual(pair["summary"]["verdicts"], 1)
        self.assertEqual(pair["cases"][0]["answers"][0]["verdict"], ["legal", "illegal"])

    def test_bad(self):
        self.bad("compare", "hexmelee", says="second rulebook")
        self.bad("compare", "hexmelee", "nosuch", says="nosuch")
        self.bad("compare", "hexmelee", "hexmelee", "--order", "next", says="go together")


class Reviewed(Cli):
    """Answers that must not mislead."""

    def test_odds_of_faces(self):
        self.bad("odds", "skirmish", "next", says="every face counts")
        code, out, err = run("odds", "skirmish", "next", "--json")
        self.assertEqual((code, json.loads(out)["because"]), (2, "faces"), err)
        self.good("odds", "skirmish", "next", "--sample", "10")

    def test_clauses(self):
        self.bad("rules", "HX-99", says="there is no clause 'HX-99'; did you mean HX-")
        for shell in ("bash", "zsh", "fish"):
            self.assertIn("HX-12", self.good("completion", shell))

    def test_clauses_of_checks(self):
        """A check cites what calls for it and what says how checks are made, before it is rolled and after."""
        for order, clauses in (("Anouk move 16,5@3 jump 17.5,5@4", ["WB-21", "WB-13"]),
                               ("Anouk run 16,3@3 drop 16.348,2.652 18,1", ["WB-24", "WB-26", "WB-13"])):
            answer = self.value("odds", "warband-chase", order, *MOVING)
            self.assertEqual([check["clauses"] for check in answer["verdict"]["checks"]], [clauses])
            rolls = [event for outcome in answer["odds"]["outcomes"] for event in outcome["events"]
                     if event["event"] == "roll" and event["roll"] in ("jump", "drop")]
            self.assertTrue(rolls)
            self.assertTrue(all(roll["clauses"] == clauses for roll in rolls), rolls)

    def test_grammar(self):
        text, page = self.good("rules", "hexmelee"), self.good("rules", "--markdown", "hexmelee")
        for words in ("FIGURE throw ITEM at FIGURE", "FIGURE climb HEX"):
            self.assertIn(words, text)
            self.assertIn(words, page)
        self.assertIn("FIGURE drop kneel|prone", text)
        rules = json.loads(self.good("rules", "hexmelee", "--json"))
        orders = {order["name"]: order for order in rules["orders"]}
        self.assertEqual(orders["drop"]["arguments"], [{"keyword": "", "operand": "word", "words": ["kneel", "prone"], "optional": False}])
        self.assertIn("prone", {f["name"]: f for f in rules["figure_state"]}["position"]["words"])
        self.assertTrue({f["name"]: f for f in rules["figure_fields"]}["str"]["required"])

    def test_draw_json(self):
        with tempfile.TemporaryDirectory() as folder:
            path = str(Path(folder) / "x.svg")
            answer = json.loads(self.good("draw", "skirmish", "-o", path, "--json", "--width", "200"))
            self.assertEqual(answer, {"file": path, "width": 200, "bytes": Path(path).stat().st_size})
        self.assertIn("</svg>", json.loads(self.good("draw", "skirmish", "-o", "-", "--json"))["svg"])

    def test_compare_tells_inches(self):
        """Costs on tables are told in inches, as everywhere."""
        asked = ["compare", "2026", "2025", "--cases", "cases/warband/running.json"]
        self.assertIn('illegal → legal, cost 0" → 3"\n', self.good(*asked))
        differ = self.value(*asked)["pairs"][0]["cases"]
        self.assertIn([0, 3], [answer["cost"] for case in differ for answer in case["answers"]])

    def test_compare_by_clause(self):
        text = self.good("compare", "hexmelee", "--set", "landing_hex=free")
        self.assertLess(text.index("by the clauses they show"), text.index("cases that come out otherwise"))
        self.assertIn("--all shows them", text)
        self.assertNotIn("--all shows them", self.good("compare", "hexmelee", "--set", "landing_hex=free", "--all"))
        pair = json.loads(self.good("compare", "hexmelee", "--set", "landing_hex=free", "--json"))["pairs"][0]
        self.assertEqual(len(pair["cases"]), pair["summary"]["differ"])
        self.assertIn("HX-11", [one["clause"] for one in pair["clauses"]])

    def test_json_by_name(self):
        with tempfile.TemporaryDirectory() as folder:
            for text, says in (("[1, 2", ".json:1:"), ("  [a]\n", "expected a value"), ("[1]", "no file of ours"), ("x = 1", "expected a value")):
                path = Path(folder) / "x.json"
                path.write_text(text, encoding="utf-8")
                self.bad("validate", path, says=says)

    def test_cases_names(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "cases.json"
            scenario = json.loads(Path("scenarios/skirmish.json").read_text(encoding="utf-8"))
            path.write_text(json.dumps({"quickmarch": "cases", "version": 1, "scenario": scenario, "cases": [
                {"case": "x", "clauses": ["HX-112"], "orders": [{"order": "next", "expect": {"state": {"Ada": {"hit": 1}}}}]}]}, indent=1),
                encoding="utf-8")
            code, out, err = run("validate", path)
            self.assertEqual(code, 2, out)
            self.assertRegex(err, r'cases.json:\d+:\d+: error: cases\[0\].clauses\[0\]: hexmelee has no clause "HX-112" \(did you mean')
            self.assertRegex(err, r'expect.state.Ada.hit: .*\(did you mean "hits"')

    def test_no_stop_before_semicolon(self):
        code, out, err = run("judge", "skirmish", "next", "--after", "next", "--dice", "1")
        self.assertEqual(code, 2)
        self.assertNotIn(".;", err)


class Files(Cli):
    def log(self, name="game.json", lines="next\nquit\n"):
        path = self.dir / name
        path.unlink(missing_ok=True)
        self.good("play", self.arena, "--script", "--save", path, stdin=lines)
        return str(path)

    def test_replay(self):
        log = self.log()
        out = self.good("replay", log, "--orders")
        self.assertIn("same: 1 of 1 entries replayed", out)
        self.assertIn("1  next", out)
        answer = self.value("replay", log)
        self.assertEqual(answer["divergence"], "same")
        self.assertEqual(answer["state"]["turn"], 1)
        self.assertIn("same", self.good("replay", "-", stdin=Path(log).read_text()))

    def test_log_as_a_table(self):
        log = self.log()
        actor = self.value("replay", log)["state"]["actor"]
        self.assertTrue(self.good("options", log).startswith(actor))
        self.assertIn("legal", self.good("judge", log, f"{actor} still"))

    def test_replay_under_other_rules(self):
        actor = self.value("replay", self.log())["state"]["actor"]
        goal = {"Ada": "0501", "Brok": "0202"}[actor]
        log = self.log(lines=f"next\n{actor} full {goal}\nquit\n")
        self.assertEqual(self.value("replay", log)["entries"], 2)
        armour = ("--rules", "hexmelee", "--set", "armour.none.mov=2")
        out = self.good("replay", log, *armour, status=1)
        self.assertRegex(out, r"differs at entry 2 of 2, '.* full .*illegal")
        answer = self.value("replay", log, *armour, status=1)
        self.assertEqual((answer["divergence"], answer["at"], answer["other_rules"]), ("illegal", 2, True))

    def test_damaged_log(self):
        log = json.loads(Path(self.log()).read_text())
        text = json.dumps(log)
        damaged = re.sub(r'("(?:state|hash|after)": ")([0-9a-f]{8})', lambda m: m.group(1) + "00000000", text)
        self.assertNotEqual(text, damaged, "the log records no hash of a state")
        path = self.write("damaged.json", damaged)
        code, out, err = run("replay", path)
        self.assertIn(code, (1, 2), out + err)
        self.assertTrue(out + err)

    def test_replay_bad(self):
        self.bad("replay", "nosuch.json", says="nosuch.json")
        self.bad("replay", self.arena, says="arena.json")

    def test_validate(self):
        house = self.write("fine.toml", 'extends = "hexmelee"\n')
        cases = Cases.cases.__get__(self)("valid.json")
        roster = self.write("roster.json", {"quickmarch": "roster", "version": 1, "rules": "hexmelee",
                                            "templates": {"guard": {"str": 12, "dex": 12}}})
        out = self.good("validate", self.arena, house, cases, self.log(), roster)
        self.assertEqual([line.rsplit(": ")[1] for line in out.strip().split("\n")],
                         ["OK (scenario)", "OK (rulebook)", "OK (cases)", "OK (log)", "OK (roster)"])

    def test_validate_shipped(self):
        shipped = sorted(str(path) for folder in ("scenarios", "rulebooks", "cases") for path in Path(folder).rglob("*")
                         if path.suffix in (".json", ".toml"))
        self.assertTrue(shipped)
        self.good("validate", *shipped)

    def test_validate_bad(self):
        wrong = self.write("wrongfile.json", {**ARENA, "sides": ["Red", "Red"], "fgures": []})
        err = self.bad("validate", wrong, says="sides[1]")
        self.assertIn("fgures", err)
        answer = json.loads(run("validate", wrong, self.arena, "--json")[1])
        self.assertEqual([entry["valid"] for entry in answer], [False, True])
        self.assertGreaterEqual(len(answer[0]["diagnostics"]), 2)
        self.bad("validate", self.write("text.txt", "hello\n"), says="text.txt")
        self.bad("validate", self.write("empty.json", ""), says="empty.json")
        self.bad("validate", self.write("other.json", "{}"), says="other.json")
        self.bad("validate", self.write("deep.json", '{"quickmarch":' + "[" * 5000), says="deep.json")
        self.bad("validate", "nosuch", says="nosuch")

    def test_validate_warband(self):
        """What would come to nothing or to something unmeant at once: treasure without a place, the stunned in deep water, results without a number."""
        table = {"quickmarch": "scenario", "version": 1, "rules": "warband-later", "sides": ["red", "blue"],
                 "board": {"space": "table", "width": 30, "depth": 20, "zones": [{"name": "lake", "box": [2, 2, 8, 8], "kind": "water"}]},
                 "figures": [{"name": "Ada", "side": "red", "at": "20,5"}, {"name": "Bo", "side": "blue", "at": "5,5"}]}
        self.good("validate", self.write("lake.json", table))
        table["figures"][1]["condition"] = "stunned"
        self.bad("validate", self.write("lake.json", table), says="Bo: is in ground where the dazed and the stunned are incapacitated")
        table["figures"][1]["at"] = "12,5"
        table["items"] = [{"name": "gem"}]
        code, out, err = run("validate", self.write("lake.json", table))
        self.assertEqual((code, "gem: lies in the corner" in out + err), (0, True), out + err)
        rules = self.write("injuries.toml", 'quickmarch = "rulebook"\nversion = 1\nextends = "warband"\n[injuries.scratched]\nresult = "staggered"\n')
        self.bad("validate", rules, says="a new row needs the column from")

    def test_output_that_cannot_be_written(self):
        if not os.path.exists("/dev/full"):
            self.skipTest("no /dev/full here")
        with open("/dev/full", "w") as full:
            done = subprocess.run([PROGRAM, "rules", "hexmelee"], stdout=full, stderr=subprocess.PIPE, text=True)
        self.assertEqual(done.returncode, 2)
        self.assertIn("could not be written", done.stderr)


def update():
    for path, arguments in generated().items():
        code, out, err = run(*arguments)
        if code != 0:
            sys.exit(f"{path}: {err}")
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        Path(path).write_text(out, encoding="utf-8")
        print(f"wrote {path}")


def main():
    os.chdir(Path(__file__).resolve().parents[2])
    if sys.argv[1:] == ["--update"]:
        return update()
    program = unittest.main(exit=False, verbosity=1)
    result = program.result
    failed = len(result.failures) + len(result.errors)
    print(f"{result.testsRun - failed - len(result.skipped)} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
