#!/usr/bin/env python3
"""Commands on a table, with the program that has the toy families in it: validate, judge, see, reach, plan, refusals.

Run from the top of the tree with that program in the variable QUICKMARCH_TOY. The last line is "N passed, M failed".
"""
import json
import math
import os
import random
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = os.path.abspath(os.environ.get("QUICKMARCH_TOY", str(ROOT / "build" / "debug" / "test" / "quickmarch_toy")))
CORPUS = ROOT / "test" / "corpus" / "table"

YARD = {
    "quickmarch": "scenario", "version": 1, "title": "Yard", "rules": "ramble",
    "board": {
        "width": 44, "depth": 60,
        "prisms": [
            {"name": "house", "box": [10, 10, 16, 18], "top": 3},
            {"name": "porch", "box": [16, 10, 19, 18], "top": 0.75},
            {"name": "wall", "box": [4, 8, 9.5, 9], "top": 3, "walkable": False},
        ],
        "zones": [{"name": "brook", "box": [20, 30, 24, 60], "kind": "brook"}],
    },
    "sides": ["red", "blue"],
    "figures": [
        {"name": "Ada", "side": "red", "at": "6,6", "facing": 90},
        {"name": "Bo", "side": "blue", "at": "12.5,14@3"},
        {"name": "Cy", "side": "blue", "at": "18,40"},
    ],
}

WORKS = {
    "quickmarch": "scenario", "version": 1, "title": "Works", "rules": "ramble",
    "board": {
        "width": 44, "depth": 40,
        "prisms": [
            {"name": "house", "box": [10, 10, 16, 18], "top": 3},
            {"name": "barn", "box": [19, 10, 25, 18], "top": 3},
            {"name": "annex", "box": [10, 21.001, 16, 25], "top": 3},
            {"name": "rock", "at": [[30, 10], [34, 13.2], [31.1, 17], [28.3, 14.2]], "top": 2},
            {"name": "tower", "box": [2, 30, 6, 34], "top": 4, "climbable": False},
        ],
        "ladders": [{"foot": [13, 9.5], "head": [13, 10, 3]}],
    },
    "sides": ["red", "blue"],
    "figures": [
        {"name": "Ada", "side": "red", "at": "11,8", "move": 8},
        {"name": "Bo", "side": "blue", "at": "40,30"},
    ],
}


def run(*arguments):
    return subprocess.run([PROGRAM, *map(str, arguments)], cwd=ROOT, capture_output=True, text=True, encoding="utf-8",
                          timeout=60)


class Table(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.yard = os.path.join(cls.folder.name, "yard.json")
        Path(cls.yard).write_text(json.dumps(YARD), encoding="utf-8")
        cls.works = os.path.join(cls.folder.name, "works.json")
        Path(cls.works).write_text(json.dumps(WORKS), encoding="utf-8")

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def write(self, name, scenario):
        path = os.path.join(self.folder.name, name)
        Path(path).write_text(scenario if isinstance(scenario, str) else json.dumps(scenario), encoding="utf-8")
        return path

    def file(self, name, scenario):
        path = os.path.join(self.folder.name, name + ".json")
        Path(path).write_text(json.dumps(scenario), encoding="utf-8")
        return path

    def answer(self, *arguments, status=0):
        done = run(*arguments)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done.stdout

    def judge(self, order, status=0, after="next"):
        return json.loads(self.answer("judge", self.yard, "--json", "--after", after, order, status=status))

    def test_corpus(self):
        """The names of the files say what must become of them."""
        paths = sorted(CORPUS.iterdir())
        self.assertGreaterEqual(len(paths), 30)
        done = run("validate", "--json", *paths)
        for path, answer in zip(paths, json.loads(done.stdout)):
            self.assertEqual(answer["valid"], path.name.startswith("good_"), f"{path}: {answer['diagnostics']}")
            for fault in answer["diagnostics"]:
                self.assertTrue(fault["message"] and fault["file"] and fault["line"] and fault["column"], path)

    def test_places_below_zero(self):
        """A word that begins with a minus and a digit is a place and no option, wherever a place can stand."""
        for arguments in (("plan", self.yard, "Ada", "-1,5"), ("plan", self.yard, "Ada", "--", "-1,5"),
                          ("plan", "--color", "never", self.yard, "Ada", "-0.25,5"),
                          ("reach", self.yard, "Ada", "--at", "-1,5"), ("reach", self.yard, "Ada", "--at=-1,5")):
            answer = self.answer(*arguments, status=1)
            self.assertIn("Ada would leave the table at -", answer)
            self.assertIn("nearest place to stand: 0.5,5\n", answer)
        done = run("plan", self.yard, "-1,5", "Ada")
        self.assertEqual(done.returncode, 2)
        self.assertIn("there is no figure named '-1,5'", done.stderr)
        done = run("plan", self.yard, "Ada", "-q")
        self.assertEqual(done.returncode, 2)
        self.assertIn("unknown option '-q'", done.stderr)

    def test_faults_point_at_the_corner(self):
        done = run("validate", CORPUS / "bad_crosses.json")
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertIn("bad_crosses.json:4:66: error: board.prisms[1].at[0]: prism 2: the edge from corner 1 of its outline "
                      "crosses or touches the edge from corner 3 at 22,22", done.stdout + done.stderr)

    def test_bad_tables(self):
        """Status 2, and on standard error one line with the file, line and column, the part, the place and what is wrong."""
        square = '"at": [[1, 1], [4, 1], [4, 4], [1, 4]]'
        wrong = [
            (square, '"at": [[1, 1], [4, 4], [4, 1], [1, 4]]', "3:38: error: board.prisms[0].at[0]: wall: the edge from "
             "corner 1 of its outline crosses or touches the edge from corner 3 at 2.5,2.5"),
            (square, '"at": [[1, 1], [4, 4], [2, 2]]', "3:38: error: board.prisms[0].at[0]: wall: its outline has no area: all "
             "its corners lie on one line, from 1,1"),
            (square, '"at": [[1, 1], [4, 1]]', "3:38: error: board.prisms[0].at[0]: wall: its outline has fewer than three "
             "corners"),
            (square, '"at": [[1, 1], [4, 1], [4, 1], [4, 4]]', "3:54: error: board.prisms[0].at[2]: wall: corners 2 and 3 of its "
             "outline are in the same place, 4,1"),
            (square, '"at": [[1, 1], [4.0001, 4], [4, 9]]', "3:47: error: board.prisms[0].at[1][0]: wall: 4.0001 has more than 3 "
             "decimal places"),
            (square, '"at": [[1, 1], [10000.001, 4], [4, 9]]', "3:47: error: board.prisms[0].at[1][0]: wall: 10000.001 lies "
             "beyond ±10,000 inches"),
            (square, '"box": [1, 1, 1e400, 4]', "3:45: error: board.prisms[0].box[2]: wall: 1e400 is too large"),
            (square, '"box": [1, 1, NaN, 4]', "3:45: error: expected a value, but found 'NaN'"),
            (square, square + ', "colour": "red"', "3:71: error: board.prisms[0].colour: wall: unknown name"),
            (square, square + ', "holes": [[[2, 2], [9, 2], [9, 3]]]', "3:90: error: board.prisms[0].holes[0][1]: wall: its hole "
             "1 is not inside its outline at 9,2"),
            (square, square + ', "rails": [1, 1, 1, 1, 1]', "3:80: error: board.prisms[0].rails: wall: must be a list with one "
             "entry for each edge of the outline, which has 4"),
            ('"top": 3}', '"top": 3, "bottom": 4}', "3:91: error: board.prisms[0].bottom: wall: its bottom, 4\", is not below "
             "its top, 3\""),
            ('"head": [4, 2, 3]', '"head": [4, 2, 2.5]', "4:56: error: board.ladders[0].head: rope: its head at 4,2@2.5 touches "
             "no surface: the highest one there lies at 3\""),
            ('"top": 0}', '"top": 0, "bottom": 2}', "5:72: error: board.zones[0].bottom: fog: its bottom, 2\", is above its "
             "top, 0\""),
            ('"at": "8,8"', '"at": "3,3"', "7:51: error: figures[0].at: Ada: cannot stand at 3,3: wall is in the way of Ada at "
             "3,3 (WK-03)"),
            ('"at": "8,8"', '"at": "8,8", "facing": 360', "7:68: error: figures[0].facing: \"360\" is no direction: write "
             "degrees from 0 to below 360"),
            ('"Bo"', '"Ada"', "8:12: error: figures[1].name: there is another figure or item \"Ada\""),
        ]
        good = ('{"quickmarch": "scenario", "version": 1, "rules": "ramble",\n "board": {"width": 20, "depth": 20,\n'
                '  "prisms": [{"name": "wall", ' + square + ', "top": 3}],\n'
                '  "ladders": [{"name": "rope", "foot": [5, 2], "head": [4, 2, 3]}],\n'
                '  "zones": [{"name": "fog", "box": [9, 9, 11, 11], "top": 0}]},\n "sides": ["red", "blue"],\n'
                ' "figures": [{"name": "Ada", "side": "red", "at": "8,8"},\n'
                '  {"name": "Bo", "side": "blue", "at": "12,8"}]}\n')
        self.answer("validate", self.write("good.json", good))
        for part, instead, message in wrong:
            self.assertIn(part, good)
            path = self.write("wrong.json", good.replace(part, instead))
            done = run("validate", path)
            self.assertEqual(done.returncode, 2, instead)
            self.assertIn(f"{path}:{message}", done.stdout + done.stderr)
        many = good.replace("[{\"name\": \"wall\"", "[" + '{"box": [1, 1, 2, 2], "top": 1}, ' * 1000 + '{"name": "wall"')
        done = run("validate", self.write("many.json", many))
        self.assertEqual(done.returncode, 2)
        self.assertIn("3:13: error: board.prisms: has 1001 prisms; a table has at most 1000", done.stdout + done.stderr)

    def test_a_straight_walk(self):
        verdict = self.judge("Ada walk via 6,7.5 face 45")
        self.assertEqual((verdict["verdict"], verdict["cost"], verdict["allowance"]), ("legal", 1.5, 6))
        self.assertEqual(verdict["way"], ["6,6", "6,7.5"])

    def test_what_is_in_the_way_is_named(self):
        verdict = self.judge("Ada walk via 6,12", status=1)
        reason = verdict["reasons"][0]
        self.assertEqual((reason["reason"], reason["solid"], reason["leg"]), ("in-the-way", "wall", 1))
        x, y = map(float, reason["at"].split(","))
        self.assertAlmostEqual(x, 6, delta=0.0011)
        self.assertAlmostEqual(y, 7.5, delta=0.0011)

    def test_too_far_tells_both_numbers(self):
        verdict = self.judge("Ada walk via 13,6", status=1)
        reason = verdict["reasons"][0]
        self.assertEqual((reason["reason"], reason["needed"], reason["had"]), ("too-far", 7, 6))
        self.assertIn('Ada needs 7" and has 6"', reason["text"])

    def test_the_shortest_way_goes_around(self):
        """Around the left end of the wall, with two rounded corners; typed back in it is legal again."""
        verdict = self.judge("Ada place 5,7.25", after="next")
        self.assertEqual(verdict["verdict"], "legal")
        after = ["--after", "Ada place 5,7.25", "--after", "next"]
        text = self.answer("judge", self.yard, "--json", *after, "Ada walk 5,9.75")
        verdict = json.loads(text)
        # The tangent to the circle of 0.5 around (4, 8), the arc from there to its leftmost point, and half of the inch
        # along the end of the wall; then the same mirrored.
        away = math.hypot(1, 0.75)
        tangent = math.sqrt(away * away - 0.25)
        arc = 0.5 * (math.pi - math.acos(0.5 / away) - math.atan2(0.75, 1))
        self.assertAlmostEqual(verdict["cost"], 2 * tangent + 2 * arc + 1, delta=0.002)
        self.assertGreater(len(verdict["way"]), 4)
        drawn = "Ada walk " + " ".join("via " + place for place in verdict["way"][1:])
        again = json.loads(self.answer("judge", self.yard, "--json", *after, drawn))
        self.assertAlmostEqual(again["cost"], verdict["cost"], delta=0.003)

    def test_steps_up_to_a_roof_need_a_way(self):
        verdict = self.judge("Ada walk 12,12@3", status=1)
        self.assertEqual(verdict["reasons"][0]["reason"], "no-way")
        verdict = self.judge("Ada walk 12,12", status=1)
        self.assertEqual(verdict["reasons"][0]["reason"], "in-the-way")
        self.assertEqual(verdict["reasons"][0]["solid"], "house")

    def test_a_brook_costs_an_inch(self):
        after = ["--after", "Cy place 18,35", "--after", "next", "--after", "Ada pass", "--after", "Bo pass"]
        across = json.loads(self.answer("judge", self.yard, "--json", *after, "Cy walk via 22,35"))
        self.assertEqual(across["cost"], 5)

    def test_see(self):
        text = self.answer("see", self.yard, "Ada", "--json", "--after", "Cy place 30,6")
        seen = {answer["b"]: answer for answer in json.loads(text)}
        self.assertEqual(seen["Cy"]["seen"], "yes")
        self.assertEqual(seen["Cy"]["fraction"], 1)
        self.assertAlmostEqual(seen["Cy"]["distance"], 23, delta=0.0006)
        self.assertAlmostEqual(seen["Bo"]["distance"], math.hypot(math.hypot(6.5, 8) - 1, 3), delta=0.0006)
        self.assertIn(seen["Bo"]["seen"], ("in part", "no"))
        self.assertIn(seen["Bo"]["solid"], ("house", "wall"))
        self.assertIn("not seen (wall and house are in between), in front, at the side of Bo,",
                      self.answer("see", self.yard, "Ada", "Bo"))

    def area(self, rings):
        total = 0
        for ring in rings:
            at = ring["at"]
            total += sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(at, at[1:] + at[:1])) / 2
        return total

    def test_reach(self):
        answer = json.loads(self.answer("reach", self.yard, "Cy", "--json", "--after", "Cy place 36,20"))
        self.assertEqual(answer["figure"], "Cy")
        rings = answer["regions"]
        self.assertTrue(all(ring["cost"] == 6 for ring in rings))
        self.assertAlmostEqual(self.area(rings), math.pi * 36, delta=0.4)
        text = self.answer("reach", self.yard, "Cy", "--after", "Cy place 36,20")
        self.assertIn("Cy can end its movement here:\n  height 0: 11", text)
        self.assertRegex(text, r"from 30(\.00\d)?,14(\.00\d)? to (42|41\.99\d),(26|25\.99\d)\n")

    def test_reach_map(self):
        """Six inches around Cy, in characters of half an inch by one: a row for each inch of y, from the far side."""
        text = self.answer("reach", self.yard, "Cy", "--map", "--after", "Cy place 36,20")
        rows = [line[5:-1] for line in text.splitlines() if re.match(r"[ \d]{4}\|", line)]
        self.assertEqual(len(rows), 60)
        for y in range(60):
            for x in range(88):
                away = math.hypot(x / 2 + 0.25 - 36, 59.5 - y - 20)
                if abs(away - 6) > 0.01 and rows[y][x] not in "BCy":
                    self.assertEqual(rows[y][x] == "~", away < 6, (x, y))
        self.assertIn("BCy", rows[39] + rows[40])
        self.assertIn("~ by moving, ? only with a check", text)
        text = self.answer("reach", self.works, "Ada", "--map", "--ascii")
        self.assertRegex(text, r"\n  10\|.{20}\?~{10}3 ", "the roof: by the ladder, or climbing with a check")

    def test_all_that_hide_and_the_arcs(self):
        sight = json.loads(self.answer("see", self.yard, "Ada", "Bo", "--json"))
        self.assertEqual([(one["solid"], one["hides"]) for one in sight["hiders"]][0], ("wall", 1))
        self.assertEqual([one["solid"] for one in sight["hiders"]], ["wall", "house"])
        self.assertEqual((sight["arcs"], sight["relation"]), (["front"], "side"))
        for place, arcs, words in (("6,16", ["front"], "in front"), ("16,6", ["right"], "to its right"),
                                   ("1,6", ["left"], "to its left"), ("6,1", ["rear"], "behind it"),
                                   ("7.2,7.2", ["front", "right"], "in front and to its right")):
            after = ["--after", "Cy place " + place]
            self.assertEqual(json.loads(self.answer("see", self.yard, "Ada", "Cy", "--json", *after))["arcs"], arcs)
            self.assertIn(", " + words + ",", self.answer("see", self.yard, "Ada", "Cy", *after))

    def test_what_a_place_costs(self):
        self.assertEqual(self.answer("reach", self.yard, "Ada", "--at", "9,2"), "Ada can end its movement at 9,2 for 5\".\n")
        self.assertEqual(json.loads(self.answer("reach", self.yard, "Ada", "--at", "9,2", "--json")),
                         {"figure": "Ada", "at": "9,2", "cost": 5, "chance": 1, "best_chance": 1,
                          "ways": [{"checks": 0, "cost": 5, "chance": 1}]})
        self.assertEqual(self.answer("reach", self.yard, "Ada", "--at", "30,30", status=1),
                         "Ada cannot end its movement at 30,30 now.\n")
        self.assertEqual(json.loads(self.answer("reach", self.yard, "Ada", "--at", "6,8.5", "--json", status=1)),
                         {"figure": "Ada", "at": "6,8.5", "cost": None,
                          "why": "wall is in the way of Ada at 6,8.5 (WK-03)", "stands": ["6,9.5", "6,7.5"]})
        self.assertIn("is no place", run("reach", self.yard, "Ada", "--at", "0304").stderr)

    def test_the_nearest_place_to_stand(self):
        words = ("  house is in the way of Ada at 12,12 (WK-03)\n"
                 "  nearest places to stand: 12,9.5 or 12,12@3\n")
        after = ["--after", "Cy place 9.5,12"]
        self.assertEqual(self.answer("plan", self.yard, "Ada", "12,12", *after, status=1),
                         "Ada has no way to 12,12 in one order if its turn came now.\n" + words)
        plan = json.loads(self.answer("plan", self.yard, "Ada", "12,12", "--json", *after, status=1))
        self.assertEqual((plan["ways"], plan["stands"]), ([], ["12,9.5", "12,12@3"]))
        verdict = json.loads(self.answer("judge", self.yard, "--json", *after, "--after", "next", "Ada walk 12,12", status=1))
        self.assertEqual(verdict["stands"], ["12,9.5", "12,12@3"])
        for place in verdict["stands"]:
            self.answer("judge", self.yard, *after, "Ada place " + place)
        self.assertEqual(self.answer("judge", self.yard, *after, "--after", "next", "Ada walk 12,12", status=1),
                         "Ada walk 12,12: illegal\n" + words)
        self.assertIn("nearest place to stand: 43.5,12\n", self.answer("judge", self.yard, "Ada place 50,12", status=1))
        self.assertIn("wall cannot be stood on at 6,8.5@3 (WK-05)\n", self.answer("judge", self.yard, "Ada place 6,8.5@3", status=1))
        self.assertIn("on foot to 11,12@3", self.answer("judge", self.yard, "--after", "next", "Ada walk 11,12@3", status=1))

    def test_who_would_stand_on_a_seam_is_told_whose_it_is(self):
        crates = [{"name": "crate", "box": [8, 4, 10, 10], "top": 0.5, "walkable": False},
                  {"name": "chest", "box": [10, 4, 12, 10], "top": 0.5, "walkable": False}]
        path = self.write("seam.json", dict(YARD, board={"width": 24, "depth": 18, "prisms": crates},
                                            figures=[{"name": "Ada", "side": "red", "at": "4,7", "move": 40}]))
        for place in ("9,7", "10,7"):
            self.assertIn("crate is in the way of Ada", self.answer("plan", path, "Ada", place, status=1))

    def test_who_never_walks_is_told_so(self):
        cart = json.loads(json.dumps(YARD))
        cart["figures"].append({"name": "Cart", "side": "red", "at": "30,20", "width": 2, "length": 4})
        path = self.file("cart", cart)
        words = "  Cart stands on a rectangle and stays where it is (WK-07)\n"
        self.assertEqual(self.answer("plan", path, "Cart", "32,20", status=1),
                         "Cart has no way to 32,20 in one order if its turn came now.\n" + words)
        self.assertEqual(self.answer("reach", path, "Cart"), "Cart can get nowhere now.\n" + words)

    def test_a_way_of_many_points_can_be_typed(self):
        """Eight quarter turns around walls: more points than an order of any other family has legs."""
        maze = json.loads(json.dumps(YARD))
        maze["board"] = {"width": 30, "depth": 20, "prisms": [
            {"name": "wall %d" % i, "box": [4 + 3 * i, -1 if i % 2 else 3, 4.5 + 3 * i, 17 if i % 2 else 21], "top": 3}
            for i in range(5)]}
        maze["figures"] = [{"name": "Ada", "side": "red", "at": "2,10", "move": 100}]
        path = self.file("maze", maze)
        verdict = json.loads(self.answer("judge", path, "--json", "--after", "next", "Ada walk 18,10"))
        self.assertGreater(len(verdict["way"]), 65)
        typed = "Ada walk " + " ".join("via " + place for place in verdict["way"][1:])
        again = json.loads(self.answer("judge", path, "--json", "--after", "next", typed))
        self.assertEqual(again["way"], verdict["way"])
        self.assertLessEqual(again["cost"], verdict["cost"])
        for legs, words in ((256, "cost: "), (257, "an order has at most 256 legs")):
            done = run("judge", path, "--after", "next", "Ada walk" + " via 2,10.1 via 2,10" * 128 + " via 2,10.1" * (legs - 256))
            self.assertIn(words, done.stdout + done.stderr)

    def test_a_way_that_takes_all_movement_can_be_typed(self):
        """Around walls to random places: with just what the way costs, it is legal again leg by leg."""
        scene = json.loads(json.dumps(YARD))
        scene["board"] = {"width": 30, "depth": 20, "prisms": [
            {"name": "slab", "at": [[9, 2], [12, 3.5], [11, 9.2], [8.5, 8]], "top": 3},
            {"name": "wall", "box": [14, -1, 14.5, 12], "top": 3}, {"name": "post", "box": [17, 5, 17.2, 5.2], "top": 3}]}
        chance = random.Random("typed")
        bent = 0
        for _ in range(40):
            x, y = round(chance.uniform(18, 24), 3), round(chance.uniform(1, 15), 3)
            scene["figures"] = [{"name": "Ada", "side": "red", "at": "7,%s" % round(chance.uniform(1, 11), 3), "move": 100}]
            path = self.file("turns", scene)
            verdict = json.loads(self.answer("judge", path, "--json", "--after", "next", "Ada walk %s,%s" % (x, y)))
            bent += len(verdict["way"]) > 5
            scene["figures"][0]["move"] = verdict["cost"]
            typed = "Ada walk " + " ".join("via " + place for place in verdict["way"][1:])
            for order in ("Ada walk %s,%s" % (x, y), typed):
                self.answer("judge", self.file("turns", scene), "--json", "--after", "next", order)
        self.assertGreater(bent, 30)

    def test_where_movement_ends(self):
        for order, at in (("Ada walk via 6,0.5 via 12,0.5", "6.5,0.5"), ("Ada walk 13,6", "12,6")):
            reason = json.loads(self.answer("judge", self.yard, "--json", "--after", "next", order, status=1))["reasons"][0]
            self.assertEqual((reason["reason"], reason["at"], reason["had"]), ("too-far", at, 6))

        # A brook takes an inch as it is entered, at 19.5: what is left is walked in it.
        after = ["--after", "next", "--after", "Ada pass", "--after", "Bo pass"]
        for order in ("Cy walk via 26,40", "Cy walk 26,40", "Cy walk 22,40 via 26,40"):
            reason = json.loads(self.answer("judge", self.yard, "--json", *after, order, status=1))["reasons"][0]
            self.assertEqual((reason["needed"], reason["at"]), (9, "23,40"), order)

    def test_pipe(self):
        lines = [{"do": "load", "path": str(self.yard)},
                 {"do": "reach", "scenario": "s1", "figure": "Ada", "at": "9,2"},
                 {"do": "reach", "scenario": "s1", "figure": "Ada", "at": "0304"},
                 {"do": "plan", "scenario": "s1", "figure": "Ada", "goal": "12,12"},
                 {"do": "draw", "scenario": "s1", "see": "Ada", "target": "Bo"},
                 {"do": "draw", "scenario": "s1", "see": "Ada"},
                 {"do": "draw", "scenario": "s1", "see": "Ada", "target": "Ada"},
                 {"do": "draw", "scenario": "s1", "reach": "Ada", "by": "risk"},
                 {"do": "draw", "scenario": "s1", "reach": "Ada", "by": "chance"}]
        done = subprocess.run([PROGRAM, "pipe"], input="".join(json.dumps(line) + "\n" for line in lines),
                              capture_output=True, text=True, timeout=60)
        answers = [json.loads(line) for line in done.stdout.splitlines()][-len(lines):]
        self.assertEqual(answers[1]["reach"], {"figure": "Ada", "at": "9,2", "cost": 5, "chance": 1, "best_chance": 1,
                                               "ways": [{"checks": 0, "cost": 5, "chance": 1}]})
        self.assertIn("is no place", answers[2]["error"]["message"])
        self.assertEqual(answers[3]["plan"]["stands"], ["9.5,12", "12,9.5", "12,12@3"])
        self.assertIn("Ada does not see Bo", answers[4]["svg"])
        self.assertIn("go together", answers[5]["error"]["message"])
        self.assertIn("two figures", answers[6]["error"]["message"])
        self.assertIn(">Ada moves 6&quot;: no check<", answers[7]["svg"])
        self.assertIn('"by" is "cost" or "risk"', answers[8]["error"]["message"])

    def test_reach_onto_a_porch(self):
        after = ["--after", "Cy place 22,14"]
        rings = json.loads(self.answer("reach", self.yard, "Cy", "--json", *after))["regions"]
        heights = {ring["height"] for ring in rings}
        self.assertEqual(heights, {0, 0.75})
        porch = [ring for ring in rings if ring["height"] == 0.75]
        self.assertTrue(all(16.49 <= x <= 19.01 for ring in porch for x, _ in ring["at"]))

    def test_plan(self):
        answer = json.loads(self.answer("plan", self.yard, "Ada", "9,4", "--json"))
        self.assertEqual(answer["goal"], "9,4")
        self.assertEqual(answer["ways"][0]["order"], "Ada walk 9,4")
        self.assertAlmostEqual(answer["ways"][0]["cost"], math.sqrt(13), delta=0.001)
        self.assertIn("has no way to 30,30", self.answer("plan", self.yard, "Ada", "30,30", status=1))
        self.assertIn("is no place", run("plan", self.yard, "Ada", "0304").stderr)

    def judge_link(self, start, order, status=0):
        return json.loads(self.answer("judge", self.works, "--json", "--after", "Ada place " + start, "--after", "next",
                                      "Ada walk " + order, status=status))

    def refused(self, start, order):
        reason = self.judge_link(start, order, status=1)["reasons"][0]
        return reason["reason"], reason.get("needed"), reason.get("had"), reason.get("solid", reason.get("other"))

    def test_links(self):
        climb = self.judge_link("11,8", "11,9.5 climb 11,10@3 11,11@3")
        self.assertEqual((climb["cost"], climb["way"]), (5.5, ["11,8", "11,9.5", "11,10@3", "11,11@3"]))
        self.assertAlmostEqual(climb["chance"], 2 / 3, delta=1e-6)
        self.assertEqual([(check["target"], check["leg"]) for check in climb["checks"]], [(4, 2)])
        ladder = self.judge_link("13,9.5", "ladder 13,10@3")
        self.assertEqual((ladder["cost"], ladder["chance"], ladder["checks"]), (3, 1, []))
        self.assertEqual(self.judge_link("16,12@3", "jump 19,12@3")["cost"], 3)
        self.assertEqual(self.judge_link("16,12@3", "drop 16.5,12")["cost"], 0)

    def test_links_that_are_not_there(self):
        self.assertEqual(self.refused("11,9.2", "climb 11,10@3")[:2], ("take-off", 0.3))
        self.assertEqual(self.refused("11,9.5", "climb 11.25,10@3")[:3], ("sideways", 0.25, 0))
        self.assertEqual(self.refused("4,29.5", "climb 4,30@4"), ("sheer", None, None, "tower"))
        self.assertEqual(self.refused("11,3", "11,9.5 climb 11,10@3")[:3], ("too-far", 9.5, 8))
        self.assertEqual(self.refused("12,9.5", "ladder 12,10@3")[:2], ("ladder-away", 1))
        self.assertEqual(self.refused("13,18@3", "jump 13,21.001@3")[:3], ("too-long", 3.001, 3))
        self.assertEqual(self.refused("16.5,12", "jump 16,12@3")[:3], ("too-high-up", 3, 1))
        self.assertEqual(self.refused("16,12@3", "drop 16.75,12")[:2], ("landing", 0.25))
        self.assertEqual(self.refused("16,12@3", "jump 18,12")[0], "no-link")

    def test_links_of_a_figure(self):
        told = json.loads(self.answer("reach", self.works, "Ada", "--links", "--json"))
        self.assertEqual(told["figure"], "Ada")
        self.assertEqual({link["leg"] for link in told["links"]}, {"climb", "ladder", "jump", "drop"})
        self.assertIn({"leg": "ladder", "from": {"a": "13,9.5"}, "to": {"a": "13,10@3"}, "rise": 3, "least": 0.5,
                       "most": 0.5, "below": 0}, told["links"])
        self.assertIn({"leg": "jump", "from": {"a": "16,10@3", "b": "16,18@3"}, "to": {"a": "19,18@3", "b": "19,10@3"},
                       "rise": 0, "least": 3, "most": 3, "gap": 3, "below": 0, "solid": "house"}, told["links"])
        self.assertFalse([link for link in told["links"] if link.get("solid") == "tower" and link["leg"] == "climb"])
        text = self.answer("reach", self.works, "Ada", "--links")
        self.assertEqual(len(text.splitlines()), len(told["links"]) + 1)
        self.assertTrue(text.startswith(f"Ada could take {len(told['links'])} links:\n"), text[:80])
        self.assertIn('\n  ladder +3" from 13,9.5 to 13,10@3, length 0.5"\n', text)
        self.assertIn('\n  jump level from 16,10@3 - 16,18@3 to 19,18@3 - 19,10@3, length 3", gap 3", ground below at 0", house\n',
                      text)
        for more in (["--at", "3,3"], ["--map"]):
            done = run("reach", self.works, "Ada", "--links", *more)
            self.assertEqual((done.returncode, done.stdout), (2, ""))
        picture = self.answer("draw", self.works, "-o", "-", "--links", "Ada")
        for words in ("can be climbed", "can be jumped off", "can be dropped off", "Where Ada could climb, jump and drop"):
            self.assertIn(words, picture)

    def test_links_by_pipe(self):
        lines = [{"do": "load", "path": self.works}, {"do": "reach", "scenario": "s1", "figure": "Ada", "links": True},
                 {"do": "reach", "scenario": "s1", "figure": "Ada", "links": True, "at": "3,3"},
                 {"do": "draw", "scenario": "s1", "links": "Ada"}]
        done = subprocess.run([PROGRAM, "pipe"], cwd=ROOT, capture_output=True, text=True, encoding="utf-8", timeout=60,
                              input="".join(json.dumps(line) + "\n" for line in lines))
        links, refused, drawn = map(json.loads, done.stdout.splitlines()[-3:])
        self.assertEqual(links["reach"], json.loads(self.answer("reach", self.works, "Ada", "--links", "--json")))
        self.assertFalse(refused["ok"])
        self.assertIn("can be climbed", drawn["svg"])

    def test_odds_of_a_climb(self):
        text = self.answer("odds", self.works, "--after", "next", "Ada walk 11,9.5 climb 11,10@3 11,11@3")
        self.assertRegex(text, r"66\.7 % +2/3 +Ada: at 11,11@3\n +33\.3 % +1/3 +Ada: at 11,9\.5\n")

    def test_falls_with_given_dice(self):
        for order, die, ends in (("11,9.5 climb 11,10@3 11,12@3", 4, "11,12@3"), ("11,9.5 climb 11,10@3 11,12@3", 5, "11,9.5"),
                                 ("16,12@3 jump 19,12@3", 6, "16.5,12"), ("16,12@3 jump 19,12@3", 1, "19,12@3")):
            start = "11,8" if order.startswith("11") else "15,12@3"
            played = ["--after", "Ada place " + start, "--after", "next", "--after", "Ada walk " + order, "--dice", die]
            # Who is there already has no way to go.
            ways = json.loads(self.answer("plan", self.works, "Ada", ends, "--json", *played))["ways"]
            self.assertEqual(ways[0]["cost"], 0, (order, die))

    def test_plan_short_or_safe(self):
        ways = json.loads(self.answer("plan", self.works, "Ada", "11,11@3", "--json"))["ways"]
        self.assertEqual([way["order"] for way in ways],
                         ["Ada walk 11,9.5 climb 11,10@3 11,11@3", "Ada walk 13,9.5 ladder 13,10@3 11,11@3"])
        self.assertEqual([way["cost"] for way in ways], [5.5, 7.736])
        self.assertEqual(ways[1]["chance"], 1)
        self.assertEqual(json.loads(self.answer("plan", self.works, "Ada", "4,32@4", "--json", status=1))["ways"], [])

    def test_what_is_approximate_says_so(self):
        """A price by the inch: judge, plan and reach tell it where it matters, in words and as JSON."""
        mire = dict(YARD, board={"width": 40, "depth": 20, "zones": [
            {"name": "mire", "at": [[6, 4], [10, 4], [11, 9], [6, 10]], "kind": "mud"}]},
            figures=[{"name": "Ada", "side": "red", "at": "4,6", "move": 12}])
        path = self.write("mire.json", mire)
        note = "approximate: some ground costs by the inch; the cheapest way costs at most 0.5 % less"
        self.assertIn(note, self.answer("judge", path, "--after", "next", "Ada walk 12,7"))
        self.assertIn(note, self.answer("judge", path, "--after", "next", "Ada walk 18,7", status=1))
        self.assertIn(note, self.answer("plan", path, "Ada", "12,7", "--after", "next"))
        self.assertIn("a little beyond a border may be in reach too", self.answer("reach", path, "Ada", "--after", "next"))
        for answer in (self.answer("judge", path, "--json", "--after", "next", "Ada walk 12,7"),
                       self.answer("reach", path, "Ada", "--json", "--after", "next")):
            self.assertIs(json.loads(answer)["approximate"], True)
        way, = json.loads(self.answer("plan", path, "Ada", "12,7", "--json", "--after", "next"))["ways"]
        self.assertIs(way["approximate"], True)
        self.assertNotIn("cut", way)
        drawn = self.answer("judge", path, "--after", "next", "Ada walk via 8,6")
        self.assertNotIn("approximate", drawn + self.answer("plan", path, "Ada", "4,9", "--after", "next"))

    def test_four_links_in_a_row_are_found(self):
        """Up, over two gaps and down again, among many edges that could be leapt from: the limit of walks is not met."""
        works = dict(YARD, board={"width": 24, "depth": 18, "prisms": [
            {"at": [[5, 7], [9, 7.7], [5.3, 10]], "top": 1}, {"box": [10, 11, 14, 13], "bottom": 3, "top": 3.25},
            {"box": [7, 10, 11, 13], "top": 2}, {"at": [[12, 2], [14, 2.7], [12.3, 5]], "top": 3},
            {"box": [18, 3, 22, 5], "bottom": 2, "top": 2.25, "rail": 0.5},
            {"box": [15, 2, 19, 7], "holes": [[[16, 3], [18, 3], [18, 6], [16, 6]]], "top": 3}]},
            figures=[{"name": "Ada", "side": "red", "at": "9,2", "move": 14, "radius": 1, "agility": 6}])
        path = self.write("leaps.json", works)
        way, = json.loads(self.answer("plan", path, "Ada", "21,6", "--json"))["ways"]
        self.assertEqual(way["cost"], 13.894)
        self.assertNotIn("cut", way)
        self.assertIn('for 13.894"', self.answer("reach", path, "Ada", "--at", "21,6"))
        self.answer("judge", path, "--after", "next", way["order"])

    def test_a_search_that_met_a_limit_says_so(self):
        """More hops from pillar to pillar than a search follows: a way with jumps is told, and that there may be a better one."""
        pillar = [{"box": [round(4.8 + 1.2 * i, 1), 8, round(5.2 + 1.2 * i, 1), 10], "top": 5, "climbable": False}
                  for i in range(13)]
        row = dict(YARD, board={"width": 40, "depth": 20, "prisms": [
            {"box": [2, 8, 4, 10], "top": 5, "climbable": False}, *pillar]},
            figures=[{"name": "Ada", "side": "red", "at": "3,9@5", "move": 30}])
        path = self.write("row.json", row)
        limit = "the search met a limit: there may be a better way"
        self.assertNotIn(limit, self.answer("plan", path, "Ada", "7.4,9@5", "--after", "next"))
        self.assertIn(limit, self.answer("plan", path, "Ada", "17,9@5", "--after", "next"))
        way, = json.loads(self.answer("plan", path, "Ada", "17,9@5", "--json", "--after", "next"))["ways"]
        self.assertIs(way["cut"], True)
        row["rules"] = {"extends": "ramble", "settings": {"jump": 1}}
        path = self.write("hops.json", row)
        done = run("plan", path, "Ada", "17,9@5", "--after", "next")
        self.assertEqual(done.returncode, 2, done.stdout)
        self.assertIn("the search met a limit before it found a way: there may be one", done.stderr)
        self.assertEqual(json.loads(run("plan", path, "Ada", "17,9@5", "--json", "--after", "next").stdout)["error"],
                         "limit")

    def test_plans_can_be_typed(self):
        """On a rock without a straight edge, from all sides."""
        count = 0
        for start, goal in (("29,9", "31,13@2"), ("35,12", "31.1,13.333@2"), ("32,18", "31.5,14@2"), ("27,15", "30,14@2"),
                            ("31,13@2", "33.456,10.5"), ("31,13@2", "29.123,17.001")):
            after = ["--after", "Ada place " + start, "--after", "next"]
            for way in json.loads(self.answer("plan", self.works, "Ada", goal, "--json", *after))["ways"]:
                verdict = json.loads(self.answer("judge", self.works, "--json", *after, way["order"]))
                self.assertEqual((verdict["verdict"], verdict["cost"]), ("legal", way["cost"]))
                count += 1
        self.assertGreaterEqual(count, 6)

    def test_reach_onto_a_roof(self):
        rings = json.loads(self.answer("reach", self.works, "Ada", "--json"))["regions"]
        self.assertEqual({ring["height"] for ring in rings}, {0, 3})
        roof = [ring for ring in rings if ring["height"] == 3]
        self.assertAlmostEqual(max(y for ring in roof for _, y in ring["at"]), 13.5, delta=0.006)

    def test_draw(self):
        picture = self.answer("draw", self.yard, "-o", "-", "--reach", "Ada")
        self.assertTrue(picture.startswith("<?xml") or picture.startswith("<svg"), picture[:80])
        self.assertIn("Yard", picture)

    def test_draw_by_cost_and_by_risk(self):
        open_ground = ["draw", self.yard, "-o", "-", "--reach", "Cy", "--after", "Cy place 36,20"]
        self.assertIn(">Cy: up to 6&quot;<", self.answer(*open_ground))
        self.assertIn(">Cy moves 6&quot;: no check<", self.answer(*open_ground, "--by", "risk"))
        roofs = ["draw", self.works, "-o", "-", "--reach", "Ada"]
        self.assertIn("one check<", self.answer(*roofs))
        self.assertNotIn("check", self.answer(*roofs, "--by", "cost"))
        done = run(*roofs, "--by", "chance")
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn("'--by' is one of: cost risk; not 'chance'", done.stderr)

    def test_reach_by_risk(self):
        text = self.answer("reach", self.works, "Ada")
        self.assertRegex(text, r"^Ada can end its movement here:\n without a check, up to [\d.]+\":\n  height 0: ")
        self.assertIn("\n with one check at most, up to ", text)
        rings = json.loads(self.answer("reach", self.works, "Ada", "--json"))["regions"]
        self.assertLess({ring["checks"] for ring in rings}, {0, 1, 2})
        self.assertTrue(any(ring["checks"] == 1 and ring["height"] > 0 for ring in rings))

    def test_draw_refusals(self):
        for arguments, words in ((["--see", "Ada"], "go together"), (["--see", "Ada", "--target", "Ada"], "two figures"),
                                 (["--threat", "all"], "hexes or tiles")):
            done = run("draw", self.yard, "-o", "-", *arguments)
            self.assertEqual((done.returncode, done.stdout), (2, ""), arguments)
            self.assertIn(words, done.stderr)

    def test_bad_notation(self):
        for order, words in (("Ada walk 7,7.1234", "at most three decimals"), ("Ada walk 0304", "is no place of a table"),
                             ("Ada walk via 7,7 face N", "write degrees")):
            done = run("judge", self.yard, order)
            self.assertEqual(done.returncode, 2, done.stdout)
            self.assertIn(words, done.stderr)


if __name__ == "__main__":
    program = unittest.main(exit=False, verbosity=0)
    bad = len(program.result.failures) + len(program.result.errors)
    print(f"{program.result.testsRun - bad} passed, {bad} failed")
    sys.exit(1 if bad else 0)
