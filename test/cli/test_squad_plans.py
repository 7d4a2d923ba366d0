#!/usr/bin/env python3
"""Plans of squad: ways around what is rolled for beside those that cross it, and how likely each is to arrive.

Run from the top of the tree with the program in the variable QUICKMARCH. The last line is "N passed, M failed".
"""
import json
import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = os.path.abspath(os.environ.get("QUICKMARCH", str(ROOT / "build" / "debug" / "quickmarch")))


def box(name, *corners, **more):
    return {"name": name, "box": list(corners), **more}


def field(prisms=(), zones=(), at=("10,10",), **model):
    """Ann's unit on the left, of movement 6 and Initiative 6, and enemies far away."""
    return {"quickmarch": "scenario", "version": 1, "rules": "squad", "sides": ["red", "blue"],
            "board": {"space": "table", "width": 60, "depth": 40, "prisms": list(prisms), "zones": list(zones)},
            "units": [{"name": "A", "side": "red", "at": list(at), "movement": 6, "initiative": 6, "radius": 0.5, **model},
                      {"name": "B", "side": "blue", "at": ["50,10"]}]}


class Plans(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def ask(self, scene, *arguments, status=0):
        path = os.path.join(self.folder.name, "scene.json")
        Path(path).write_text(json.dumps(scene), encoding="utf-8")
        question, *rest = arguments
        done = subprocess.run([PROGRAM, question, path, *rest, "--after", "next", "--json"], cwd=ROOT, capture_output=True,
                              text=True, encoding="utf-8", timeout=120)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return json.loads(done.stdout)

    def ways(self, scene, goal, *settings):
        """(cost, chance, checks, order) of each way, all of which have the odds that they tell."""
        out = []
        for way in self.ask(scene, "plan", "A-1", goal, *settings)["ways"]:
            odds = self.ask(scene, "odds", way["order"], *settings)["odds"]
            there = sum(outcome["chance"] for outcome in odds["outcomes"]
                        if re.search(rf"A-1: at {re.escape(goal)}(, |; |$)", outcome["what"]))
            self.assertAlmostEqual(way["chance"], there, places=9, msg=way["order"])
            out.append((way["cost"], round(way["chance"], 9), way["checks"], way["order"]))
        return out

    def test_of_many_ways_to_fail_the_likeliest_are_told(self):
        """Five models save after a bad fall in 32 ways: text tells eight and what the others come to, JSON tells all."""
        asked = [PROGRAM, "plan", "squad-crossing", "Guard-1", "5,12", "--after", "next"]
        run = lambda *more: subprocess.run([*asked, *more], cwd=ROOT, capture_output=True, text=True, encoding="utf-8",
                                           timeout=120, check=True).stdout
        lines = run().splitlines()
        told = lines[lines.index("      if it fails: Guard comes down badly (SQ-11, SQ-12)") + 1:]
        self.assertEqual([line.split(" %")[0].strip() for line in told], ["32.8", *["8.2"] * 5, "2", "2", "22.2"])
        self.assertEqual(told[-1].strip(), "22.2 % in 24 more ways (all of them in JSON)")
        fails = json.loads(run("--json"))["ways"][0]["risks"][0]["fails"]
        self.assertEqual(len(fails), 32)
        self.assertAlmostEqual(sum(one["chance"] for one in fails), 1, places=12)

    def test_around_a_low_obstacle(self):
        """It is passed along its corners, at the foot of them."""
        wall = field([box("wall", 13, 9.5, 13.5, 11, top=2)])
        over, around = (5.5, 0.6, 1, "A move A-1 15.5,10"), (5.603, 1, 0, "A move A-1 13,9.5 13.5,9.5 15.5,10")
        self.assertEqual(self.ways(wall, "15.5,10"), [over, around])
        self.assertEqual(self.ways(field([box("wall", 13, 8, 13.5, 12, top=2)]), "15.5,10"), [over])
        self.assertEqual([way[3] for way in self.ways(wall, "15.5,10", "--set", "low_height=counts")], [around[3]])

    def test_around_difficult_ground(self):
        """The base keeps off it, so the way bends around circles of its radius."""
        for y, cost in ((9.9, (5.64, 5.66)), (10.4, (5.5, 5.52))):
            bog = field(zones=[box("bog", 13, y, 13.5, 12, kind="difficult")])
            across, around = self.ways(bog, "15.5,10")
            self.assertEqual(across, (5.5, 0.6, 1, "A move A-1 15.5,10"))
            self.assertEqual(around[1:3], (1, 0))
            self.assertTrue(cost[0] <= around[0] <= cost[1], around)
        touching = field(zones=[box("bog", 13, 10.5, 13.5, 12, kind="difficult")])
        self.assertEqual(self.ways(touching, "15.5,10"), [(5.5, 1, 0, "A move A-1 15.5,10")])
        self.assertEqual(self.ways(field(zones=[box("bog", 13, 9.9, 13.5, 12, kind="difficult")], strider=True), "15.5,10"),
                         [(5.5, 1, 0, "A move A-1 15.5,10")])

    def test_around_one_of_two(self):
        two = field([box("low wall", 12, 9.5, 12.5, 13, top=1), box("hedge", 14, 7, 14.5, 10.25, top=2)])
        self.assertEqual(self.ways(two, "15.5,10"),
                         [(5.5, 0.36, 2, "A move A-1 15.5,10"), (5.539, 0.6, 1, "A move A-1 14,10.25 14.5,10.25 15.5,10"),
                          (5.769, 1, 0, "A move A-1 12,9.5 12.5,9.5 14,10.25 14.5,10.25 15.5,10")])

    def test_what_is_met_on_the_way_around_is_gone_around_as_well(self):
        """Beside the wall lies another: around the first alone the second is crossed."""
        hidden = field([box("wall", 13, 9.5, 13.5, 11, top=2), box("sill", 12.9, 9, 13.6, 9.5, top=1)])
        self.assertEqual(self.ways(hidden, "15.5,10")[-1][1:3], (1, 0))

    def test_what_a_failed_check_leaves_may_suffice(self):
        """Up to 4" the loss of 2" keeps nobody from arriving; a climb that is halved to just its height is made."""
        wall = field([box("wall", 13, 8, 13.5, 12, top=2)])
        self.assertEqual(self.ways(wall, "14,10"), [(4, 1, 1, "A move A-1 14,10")])
        self.assertEqual(self.ways(wall, "14.001,10"), [(4.001, 0.6, 1, "A move A-1 14.001,10")])
        tower = [box("tower", 13, 8, 16, 12, top=4)]
        self.assertEqual(self.ways(field(tower, at=("12.5,10",), movement=8), "13,10@4"),
                         [(4, 1, 1, "A move A-1 climb 13,10@4")])
        self.assertEqual(self.ways(field(tower, at=("12.5,10",), movement=7.999), "13,10@4"),
                         [(4, 0.6, 1, "A move A-1 climb 13,10@4")])

    def test_saves_after_a_jump_down(self):
        """Who is hurt by the fall does not arrive if it is the end of him; Saves of the others do not matter."""
        tower = [box("tower", 8, 8, 12, 14, top=4)]
        for more, chance in (({}, 0.6 + 0.4 * 0.7), ({"wounds": 2}, 1.0), ({"reroll_saves": True}, 0.6 + 0.4 * 0.91)):
            scene = field(tower, at=("11,10@4", "12.5,11.5"), save=7, **more)
            self.assertEqual([way[1] for way in self.ways(scene, "12.5,10")], [round(chance, 9)])


if __name__ == "__main__":
    program = unittest.main(exit=False, argv=sys.argv)
    ran, bad = program.result.testsRun, len(program.result.failures) + len(program.result.errors)
    print(f"{ran - bad} passed, {bad} failed")
    sys.exit(1 if bad else 0)
