#!/usr/bin/env python3
"""Units of several models through the faces of the program: rounds of two sides in the terminal, dice and choices asked for
through the pipe, a move that is broken off and ordered anew, files with faults, logs that replay.

Run from the top of the tree with the program in the variable QUICKMARCH. The last line is "N passed, M failed".
"""
import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = os.path.abspath(os.environ.get("QUICKMARCH", str(ROOT / "build" / "debug" / "quickmarch")))
CROSS = ("Rifles move Rifles-1 14.5,9.9 Rifles-2 16,9.9 Rifles-3 17.5,9.9 Rifles-4 19,9.9 Rifles-5 14.75,8.2 "
         "Rifles-6 16.25,8.2 Rifles-7 17.75,8.2")  # over the hedge


def run(*arguments, text=None):
    return subprocess.run([PROGRAM, *map(str, arguments)], cwd=ROOT, capture_output=True, text=True, encoding="utf-8",
                          input=text, timeout=120)


class Squad(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def good(self, *arguments, text=None, status=0):
        done = run(*arguments, text=text)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done.stdout

    def test_the_verdict_names_model_distance_and_clause(self):
        out = self.good("judge", "squad-crossing", "Rifles move Rifles-1 14,9.75", "--after", "next", status=1)
        self.assertIn('Rifles-1 would end 4.958" from Rifles-2, the nearest of the others, and 2" is the most (SQ-02)', out)
        self.assertIn('Rifles-1 and Rifles-7 would end 6.957" apart, and 6" is the most (SQ-03)', out)
        out = self.good("judge", "squad-crossing", CROSS, "--after", "next")
        self.assertIn('Rifles-5: 5.45" of 6" to 14.75,8.2', out)
        self.assertIn("1d10 against 6 [6 Initiative], 60 % (SQ-07, SQ-29)", out)

    def test_how_far_the_movement_of_a_rectangle_suffices(self):
        after = ("--after", "next", "--after", "Guard hold")
        out = self.good("judge", "squad-crossing", "Carts move Carts-1 via 6,24 via 12,24", *after, status=1)
        self.assertIn('Carts-1 needs 8" of movement and has 7", which suffice up to 11,24 (SQ-01)', out)

    def test_how_far_movement_suffices_where_heights_count(self):
        walls = self.path("walls.json")
        cases = json.loads((ROOT / "cases/squad/obstacles.json").read_text(encoding="utf-8"))
        Path(walls).write_text(json.dumps(cases["scenario"]), encoding="utf-8")
        for order, *told in (
                ("Ann 5,8.75 Bo 6.5,11 Cy 8,8.75", 'Bo needs 8" of movement and has 6", which suffice up to 6.5,9 (SQ-01)'),
                ("Ann via 5,8.75 via 5,11 Bo 6.5,8.75 Cy 8,8.75", 'Ann needs 8" of movement and has 6", which suffice up to 5,9 '),
                ("Ann 5,13 Bo 6.5,11.5 Cy 8,11.5", "up to 5,9 ", "up to 6.5,9 ", "up to 8,9 ")):
            out = self.good("judge", walls, "Rifles move " + order, "--after", "next", "--set", "low_height=counts", status=1)
            for words in told:
                self.assertIn(words, out)
        after = [word for order in ("next", "place Ann 25,7.5", "place Bo 26.5,7", "place Cy 28,7") for word in ("--after", order)]
        for counts in ("free", "counts"):
            out = self.good("judge", walls, "Rifles move Ann 25,12@2 Bo 26.5,7 Cy 28,7", *after, "--set", "climb_from=any",
                            "--set", f"low_height={counts}", status=1)
            self.assertIn('Ann needs 6.5" of movement and has 6", which suffice up to 25,11.5@2 (SQ-01)', out)

    def test_a_check_tells_where_it_is_rolled(self):
        down = "Guard move " + " ".join(f"Guard-{i} {x},11@4 climb {x},10.508" for i, x in ((1, 7), (2, 8.5), (3, 10)))
        out = self.good("judge", "squad-crossing", down, "--after", "next", "--set", "coherency_reach=9")
        self.assertIn("check: Guard-1 to climb at 7,11@4: 1d10 against 6", out)
        self.assertNotIn("SQ-07", out)

    def test_where_a_climb_would_begin(self):
        out = self.good("judge", "squad-crossing", "Guard move Guard-3 climb 5.508,12", "--after", "next", status=1)
        self.assertIn('Guard-3 is 4" from where that begins: 6,12@4', out)

    def test_a_round_in_the_terminal(self):
        log = self.path("game.json")
        script = ["next", CROSS, "Rifles hold", "Raid hold", "Guard hold", "Bows hold", "Guns hold", "Carts move Carts-1 via 6,22 face 260",
                  "Carts hold", "next", f"save {log}", "quit"]
        out = self.good("play", "squad-crossing", "--seed", "4", "--script", text="\n".join(script) + "\n")
        for part in ("round 1 begins", "Rifles-1 goes to 14.5,9.9", "it is the turn of Raiders", "Carts-1 turns to 260", "round 2 begins"):
            self.assertIn(part, out)
        replayed = json.loads(self.good("replay", log, "--json"))
        self.assertEqual(replayed["divergence"], "same")

    def pipe(self, *requests):
        lines = "".join(json.dumps(request) + "\n" for request in requests)
        answers = [json.loads(line) for line in self.good("pipe", text=lines).splitlines()[1:]]
        self.assertEqual([answer for answer in answers if not answer["ok"]], [])
        return answers

    def test_dice_and_choices_through_the_pipe(self):
        game = {"game": "g1"}
        answers = self.pipe(
            {"do": "load", "path": "squad-crossing"},
            {"do": "new", "scenario": "s1", "dice": "asked", "choices": "asked"},
            {"do": "play", **game, "order": "next"},
            {"do": "play", **game, "order": CROSS},
            {"do": "answer", **game, "dice": [9]},
            {"do": "answer", **game, "option": "anew"},
            {"do": "judge", **game, "order": "Rifles move Rifles-1 14,8.5 Rifles-2 15.5,8"},
            {"do": "play", **game, "order": "Rifles move Rifles-1 14,7 Rifles-2 15.5,7 Rifles-3 17,7 Rifles-4 18.5,7 Rifles-5 14.75,5.5"
                                            " Rifles-6 16.25,5.5 Rifles-7 17.75,5.5", "state": True},
            {"do": "undo", **game, "count": 1})
        self.assertEqual(answers[3]["played"], "waiting")
        self.assertEqual((answers[3]["wanted"]["roll"], answers[3]["wanted"]["dice"]), ("obstacle", 1))
        self.assertEqual(answers[4]["wanted"]["choice"], "shorten")
        self.assertIn("broken-off", [event.get("event") for event in answers[5]["events"]])
        self.assertEqual({reason["reason"] for reason in answers[6]["verdict"]["reasons"]}, {"too-far"})
        self.assertEqual(answers[7]["played"], "done")
        self.assertEqual(answers[8]["undone"], 1)

    def spaced(self, *places):
        """A scenario of one unit on bases an inch across."""
        path = self.path("spaced.json")
        board = {"space": "table", "width": 24, "depth": 12}
        units = [{"name": "Rifles", "side": "red", "radius": 0.5, "at": list(places)}]
        with open(path, "w", encoding="utf-8") as file:
            json.dump({"quickmarch": "scenario", "version": 1, "rules": "squad", "board": board, "sides": ["red", "blue"],
                       "units": units, "end": {"last_standing": False}}, file)
        answer = json.loads(self.good("validate", path, "--json"))[0]
        self.assertTrue(answer["valid"])
        return [(found["severity"], found["message"]) for found in answer["diagnostics"]]

    def test_a_unit_that_begins_apart_is_warned_of(self):
        self.assertEqual(self.spaced("5,5", "8,5"), [])  # just 2"
        self.assertEqual(self.spaced("5,5", "8.001,5"), [
            ("warning", 'Rifles-1: begins 2.001" from Rifles-2 of its unit, and 2" is the most (SQ-02): its first move must mend that')])
        self.assertEqual(self.spaced("5,5", "7.5,5", "10,5", "12,5"), [])  # just 6"
        self.assertEqual(self.spaced("5,5", "7.5,5", "10,5", "12.001,5"), [
            ("warning", 'Rifles-4: begins 6.001" from Rifles-1 of its unit, and 6" is the most (SQ-03): its first move must mend that')])

    def test_reach_of_a_rectangular_base_is_not_told_as_none(self):
        turn = ["--after", "next", "--after", "Rifles hold"]
        asked = ["squad-crossing", "Carts-1", *turn]
        self.assertNotIn("nowhere", self.good("reach", *asked))
        self.assertIn("regions are told for round bases alone", self.good("reach", *asked))
        self.assertEqual(json.loads(self.good("reach", *asked, "--json")), {"figure": "Carts-1", "regions": [], "untold": True})
        told = json.loads(self.good("reach", *asked, "--at", "6,22", "--json"))  # of one place what a way there costs is
        self.assertEqual((told["cost"], told["ways"]), (4, [{"checks": 0, "cost": 4, "chance": 1}]))
        self.assertIn("Carts-1 can end its movement at 6,22 for 4\".", self.good("reach", *asked, "--at", "6,22"))
        told = json.loads(self.good("reach", *asked, "--at", "30,22", "--json", status=1))
        self.assertEqual((told["cost"], told["untold"]), (None, True))
        self.assertIn("not every way is looked for", self.good("reach", *asked, "--at", "30,22", status=1))
        self.assertIn("can get nowhere now", self.good("reach", "squad-crossing", "Carts-1", "--after", "next"))

    def test_regions_tell_what_they_leave_out(self):
        note = "checks of those who walk, at low obstacles and for difficult ground, are not told of regions"
        asked = ["squad-crossing", "Rifles-1", "--after", "next"]
        map = self.good("reach", *asked, "--map")
        self.assertIn(note, map)
        self.assertIn("~ by moving, ? only with a check on the way", map)  # nobody runs
        self.assertEqual(json.loads(self.good("reach", *asked, "--json"))["left_out"]["reason"], "region-checks")
        self.assertIn(note, self.good("draw", "squad-crossing", "--after", "next", "--reach", "Rifles-1", "-o", "-"))
        self.assertNotIn(note, self.good("reach", *asked, "--at", "14,6"))  # which tells them
        self.assertNotIn(note, self.good("plan", *asked[:2], "14,6", *asked[2:]))

    def test_goals(self):
        asked = ["--after", "next", "--json"]
        verdict = json.loads(self.good("judge", "squad-crossing", "Rifles move to 17,8 Rifles-1 14,6", *asked))
        chosen = {part["figure"]: part.get("chosen", False) for part in verdict["parts"]}
        self.assertEqual(chosen, {f"Rifles-{i}": i != 1 for i in range(1, 8)})
        # what is found can be typed back, model by model
        named = " ".join(f"{part['figure']} {part['end']}" for part in verdict["parts"])
        again = json.loads(self.good("judge", "squad-crossing", "Rifles move " + named, *asked))
        self.assertEqual([part["end"] for part in again["parts"]], [part["end"] for part in verdict["parts"]])
        # one model cannot leave the others behind: they come along
        plan = json.loads(self.good("plan", "squad-crossing", "Rifles-1", "14,9.5", *asked))
        self.assertEqual([way["order"] for way in plan["ways"]], ["Rifles move Rifles-1 14,9.5 to 14,9.5"])
        self.assertIn("Guard move to ", self.good("options", "squad-crossing", "Guard", "--after", "next"))
        refused = self.good("judge", "squad-crossing", "Rifles move to 30,9", "--after", "next", status=1)
        self.assertRegex(refused, r"Rifles-\d needs [0-9.]+\" of movement to get to 30,9 and has 6\".*\(SQ-01\)")

    def scene(self, name, prisms, **unit):
        path = self.path(name)
        Path(path).write_text(json.dumps({
            "quickmarch": "scenario", "version": 1, "rules": "squad", "sides": ["red", "blue"],
            "board": {"space": "table", "width": 60, "depth": 40, "prisms": prisms},
            "units": [{"name": "A", "side": "red", "radius": 0.5, **unit}, {"name": "B", "side": "blue", "at": ["50,20"]}]}),
            encoding="utf-8")
        return path

    def test_options_mend_a_unit(self):
        """One that cannot be mended comes nearer together; one that can is placed together, also over links after a fall."""
        apart = self.scene("apart.json", [], at=["10,10", "30,10"], movement=6)
        self.assertEqual(self.good("options", apart, "A", "--after", "next").splitlines(),
                         ["A hold", "A move A-1 16,10", "A move A-2 24,10"])
        for at, orders in (("25.001,10", ["A move A-1 16,10", "A move A-2 19.001,10"]),  # twice 6" and 2" suffice for 14"
                           ("25,10", ["A move A-1 16,10 A-2 19,10"])):
            both = self.scene("both.json", [], at=["10,10", at], movement=6)
            self.assertEqual(self.good("options", both, "A", "--after", "next").splitlines(), ["A hold", *orders])
        torn = self.scene("torn.json", [{"name": "west", "box": [5, 5, 12, 15], "top": 6},
                                        {"name": "east", "box": [14, 5, 21, 15], "top": 6}],
                          at=["11,8@6", "11,9.5@6", "11,11@6"], movement=8)
        out = self.good("play", torn, "--script", "--dice", "type",
                        text="next\nA move A-1 12,8@6 leap 14,8@6 A-2 11.5,9.5@6 A-3 11,11@6\n9\n9\n1\n1\n1\nanew\n")
        self.assertRegex(out.split("may mend that")[1], r"1  A move to [0-9.,]+ ")

    def test_a_way_that_comes_nearer_is_named_by_its_end(self):
        out = self.good("judge", "squad-crossing", "Rifles move Rifles-2 via 16,5", "--after", "next", "--after", "place Bows-5 15.5,5.5",
                        status=1)
        self.assertIn("Rifles-2 is within 1\" of Bows-5 and its way to 16,5 would bring it nearer, to 0\"", out)

    def test_who_is_cut_short_at_a_low_obstacle_has_not_climbed(self):
        wall = self.scene("wall.json", [{"name": "wall", "box": [13, 5, 13.5, 15], "top": 1.5}], at=["10,10"], movement=6)
        out = self.good("play", wall, "--script", "--dice", "type", text="next\nA move A-1 16,10\n9\n1\n")
        self.assertIn("A-1 gets no farther than 14,10 (SQ-01)", out)
        self.assertNotIn("SQ-09", out)

    def test_refused_charges_tell_distances_as_they_are_measured(self):
        tower = self.scene("tower.json", [{"name": "tower", "box": [45, 15, 55, 25], "top": 4}], at=["42,20"], movement=6)
        scene = json.loads(Path(tower).read_text(encoding="utf-8"))
        scene["units"][1].update(at=["50,20@4"], radius=0.5)
        Path(tower).write_text(json.dumps(scene), encoding="utf-8")
        for measure, told in (("space", '8.062"'), ("plan", '7"')):
            out = self.good("judge", tower, "A charge B", "--after", "next", "--set", f"measure={measure}", status=1)
            self.assertIn(f"A-1 is nearest, {told} from B-1, and may move 6\"", out)

    def test_terms_of_checks_that_are_sure(self):
        for initiative, setting, told in ((-3, "passes=1", "[-3 Initiative, +4 a 1 passes], 10 %"),
                                          (-3, "passes=0", "[-3 Initiative, +3 nothing passes], 0 %"),
                                          (1, "passes=3", "[1 Initiative, +2 the lowest faces pass], 30 %"),
                                          (12, "passes=1", "[12 Initiative, -3 a 10 fails], 90 %"),
                                          (12, "fails=8", "[12 Initiative, -5 the highest faces fail], 70 %")):
            wall = self.scene("wall.json", [{"name": "wall", "box": [13, 5, 13.5, 15], "top": 2}], at=["12,10"], initiative=initiative)
            out = self.good("judge", wall, "A move A-1 14,10", "--after", "next", "--set", f"check_{setting}")
            self.assertIn(told, out)
        both = run("judge", wall, "A move A-1 14,10", "--after", "next", "--set", "check_passes=10", "--set", "check_fails=10")
        self.assertIn("check_passes 10 and check_fails 10 contradict each other: some dice would pass and fail", both.stdout + both.stderr)

    def test_a_unit_shot_at_is_named_after_at(self):
        wall = self.scene("wall.json", [{"name": "wall", "box": [13, 5, 13.5, 15], "top": 2}], at=["12,10"])
        done = run("judge", wall, "A shoot B", "--after", "next")
        self.assertIn('there is no figure "B": that is a unit, which is named after "at"', done.stdout + done.stderr)

    def test_what_is_told_of_slips(self):
        wall = self.scene("wall.json", [{"name": "wall", "box": [13, 5, 13.5, 15], "top": 2}], at=["12,10", "12,20"])
        for order, told in (("A", "expected what to do: move, charge, shoot or hold"),
                            ("A shoot B", 'there is no figure "B": that is a unit'),
                            ("remove A", 'there is no figure "A": that is a unit')):
            done = run("judge", wall, order, "--after", "next")
            self.assertEqual((done.returncode, told in done.stderr), (2, True), done.stderr)
        done = run("judge", wall, "A hold", "--after", "next", "--set", "check_passes=0")
        self.assertEqual((done.returncode, done.stderr.count("its first move must mend that")), (0, 1), done.stderr)

    def test_one_unit_is_one_that_is_still_to_act(self):
        """To end the move that is given anew, and the turn, takes two orders."""
        wall = self.scene("wall.json", [{"name": "wall", "box": [13, 5, 13.5, 15], "top": 2}], at=["12,10"])
        out = self.good("play", wall, "--script", "--dice", "type", text="next\nA move A-1 via 18,10\n7\nanew\n")
        self.assertIn("to be ordered anew", out)
        self.assertNotIn("  rest:", out)

    def test_an_order_stands_once_a_die_has_fallen(self):
        scene = json.loads(Path(self.scene("wall.json", [{"name": "wall", "box": [13, 5, 13.5, 15], "top": 2}],
                                           at=["12,10"])).read_text(encoding="utf-8"))
        requests = [{"do": "load", "scenario": scene},
                    {"do": "new", "scenario": "s1", "seed": 1, "dice": "asked", "choices": "asked"},
                    {"do": "play", "game": "g1", "order": "next"},
                    {"do": "play", "game": "g1", "order": "A move A-1 via 18,10"},
                    {"do": "answer", "game": "g1", "dice": [7]}, {"do": "withdraw", "game": "g1"}]
        done = run("pipe", text="".join(json.dumps(request) + "\n" for request in requests))
        self.assertIn("dice have fallen: the order stands", done.stdout.splitlines()[-1], done.stdout)

    def flyers(self):
        cases = json.loads((ROOT / "cases/squad/flying.json").read_text(encoding="utf-8"))
        for model, at in zip(cases["scenario"]["units"][1]["figures"], ("5,11", "6.5,11")):
            model["at"] = at
        path = self.path("flyers.json")
        Path(path).write_text(json.dumps(cases["scenario"]), encoding="utf-8")
        return path

    def test_flights_tell_how_far_and_how_near(self):
        after = ("--after", "next")
        out = self.good("judge", self.flyers(), "Rifles move Ann 5,12.5 Bo 10,10 Cy 11.5,10", *after, status=1)
        self.assertIn('Ann would come too near to Dag at 5,12.5, as near as 0.5", and must stay more than 1" away (SQ-05)', out)
        out = self.good("judge", self.flyers(), "Rifles move Cy 14.001,6", *after, status=1)
        self.assertIn('Cy needs 6.001" of movement and has 6", which suffice up to 14,6 (SQ-01)', out)
        out = self.good("judge", self.flyers(), "Rifles move Ann 5,8.2", *after, status=1)
        self.assertIn("wall is in the way of Ann at 5,8.2", out)
        self.assertIn("nearest places to stand: 5,7.5 or 5,8.2@6", out)

    def test_plans_leap_where_that_is_no_worse_than_jumping_down(self):
        gaps = self.path("gaps.json")
        cases = json.loads((ROOT / "cases/squad/gaps.json").read_text(encoding="utf-8"))
        for unit in cases["scenario"]["units"]:
            unit["movement"] = 4  # nothing is left over, so that every check matters
        Path(gaps).write_text(json.dumps(cases["scenario"]), encoding="utf-8")
        down, over = "Solo move Sol 8,7@2.5 drop 8.5,7 11,7@2", "Solo move Sol 8,7@2.5 leap 10,7@2 11,7@2"
        for (model, goal, *setting), orders in {
                ("Sol", "11,7@2"): [down, over],
                ("Sol", "11,7@2", "--set", "low_height=counts"): [over],
                ("Dot", "11,17@2"): ["Duo move Dot 8,17@2.5 leap 10,17@2 11,17@2"]}.items():
            plan = json.loads(self.good("plan", gaps, model, goal, "--after", "next", "--json", *setting))
            self.assertEqual([way["order"] for way in plan["ways"]], orders)
            self.assertEqual({way["chance"] for way in plan["ways"]}, {0.6})

    def alone(self, at, *prisms):
        """A scenario of one model, with Movement and Initiative 6, among boxes: their sides and how high they are."""
        path = self.path("alone.json")
        solids = [{"name": f"block {i}", "box": box, "top": top, "kind": "wall"} for i, (box, top) in enumerate(prisms)]
        board = {"space": "table", "width": 24, "depth": 24, "prisms": solids}
        unit = {"name": "Solo", "side": "red", "radius": 0.5, "movement": 6, "initiative": 6, "figures": [{"name": "Sol", "at": at}]}
        with open(path, "w", encoding="utf-8") as file:
            json.dump({"quickmarch": "scenario", "version": 1, "rules": "squad", "board": board, "sides": ["red", "blue"],
                       "units": [unit], "end": {"last_standing": False}}, file)
        return path

    def test_plans_leap_from_low_edges(self):
        low = self.alone("7,7@1.5", ([4, 4, 8, 10], 1.5), ([10, 4, 14, 10], 1.5))
        over = "Solo move Sol 8,7@1.5 leap 10,7@1.5 13,7@1.5"

        def ways(goal, *setting):
            plan = json.loads(self.good("plan", low, "Sol", goal, "--after", "next", "--json", *setting))
            return [(way["order"], way["cost"], way["chance"]) for way in plan["ways"]]

        self.assertEqual(ways("13,7@1.5"), [(over, 6, 0.6)])  # on foot both checks must go well
        self.assertEqual(self.good("reach", low, "Sol", "--at", "13,7@1.5", "--after", "next"),
                         'Sol can end its movement at 13,7@1.5 for 6" with one check: 60 % to get there.\n')
        # without a check where it steps down, and where enough is left after one that fails
        self.assertEqual(ways("13,7@1.5", "--set", "step_down=free"), [("Solo move Sol 13,7@1.5", 6, 0.6), (over, 6, 0.6)])
        self.assertEqual(ways("11,7@1.5"), [("Solo move Sol 11,7@1.5", 4, 0.84)])
        self.good("plan", low, "Sol", "13.001,7@1.5", "--after", "next", status=1)

    def test_what_a_place_costs_is_what_its_way_costs(self):
        wall = self.alone("7,5", ([3, 8, 11, 9], 1))
        for place, setting, told in (
                ("7,7", "low_height=free", '7,7 for 2".'),
                ("7,11", "low_height=free", '7,11 for 6" with one check: 60 % to get there.'),
                ("7,10", "low_height=counts", '7,10 for 6" with one check: 60 % to get there.')):
            out = self.good("reach", wall, "Sol", "--at", place, "--after", "next", "--set", setting)
            self.assertEqual(out, f"Sol can end its movement at {told}\n")
            plan = json.loads(self.good("plan", wall, "Sol", place, "--after", "next", "--set", setting, "--json"))
            costs = json.loads(self.good("reach", wall, "Sol", "--at", place, "--after", "next", "--set", setting, "--json"))
            judged = json.loads(self.good("judge", wall, plan["ways"][0]["order"], "--after", "next", "--set", setting, "--json"))
            self.assertEqual((costs["cost"], costs["chance"]), (plan["ways"][0]["cost"], plan["ways"][0]["chance"]))
            self.assertEqual((costs["cost"], costs["chance"]), (judged["cost"], judged["chance"]))
        self.good("reach", wall, "Sol", "--at", "7,10.001", "--after", "next", "--set", "low_height=counts", status=1)

    def test_no_option_is_listed_twice(self):
        # the leaps onto two blocks side by side both land where the blocks meet
        row = self.alone("8,7@3", ([5, 5, 11, 9], 3), ([8, 10, 11, 12], 3), ([5, 10, 8, 12], 3))
        orders = json.loads(self.good("options", row, "Solo", "--after", "next", "--json"))["options"]
        self.assertIn("Solo move Sol 8,9@3 leap 8,10@3", orders)
        self.assertEqual(len(orders), len(set(orders)))

    def test_reach_and_plans_of_flights(self):
        after = ("--after", "next")
        out = self.good("reach", self.flyers(), "Ann", *after)
        self.assertIn("height 6:", out)  # on the wall
        self.assertIn("from 6.562,9 to 10.196,10.878", out)  # and behind it
        self.assertEqual(self.good("reach", self.flyers(), "Ann", "--at", "5,8.25@6", *after),
                         'Ann can end its movement at 5,8.25@6 for 2.25".\n')
        self.good("reach", self.flyers(), "Ann", "--at", "5,12", *after, status=1)  # Dag is there
        out = self.good("plan", self.flyers(), "Cy", "10,10", *after)
        self.assertIn("cost 4.472       100 %  0 checks  Rifles move Cy 10,10 to 10,10", out)
        out = self.good("plan", self.flyers(), "Cy", "10,14", *after, status=1)
        self.assertIn('Cy needs 8.246" of movement and has 6"', out)

    def test_files_with_faults(self):
        table = {"quickmarch": "scenario", "version": 1, "title": "t", "rules": "squad", "sides": ["a", "b"],
                 "board": {"space": "table", "width": 20, "depth": 20}}
        for change, says in (({"weapon": "riffle"}, 'did you mean "rifle"'),
                             ({"length": 3}, "needs a width too"), ({"eyes": 2}, "are higher than its height"),
                             ({"mount": "hull"}, "has no weapon on it"), ({"lost": 1}, "has no wounds left"),
                             ({"at": ["5,5", "5.2,5"]}, "error: units[0].at: U-1: cannot stand at 5,5: "),
                             ({"at": ["5,5", "5.2,5"]}, "the nearest place is 4.216,5"),
                             ({"width": 2, "length": 3, "at": ["5,5", "6,5"]}, "U-2 is in the way of U-1")):
            with self.subTest(change):
                unit = {"name": "U", "side": "a", "at": ["5,5", "7,5"], **change}
                path = self.path("bad.json")
                Path(path).write_text(json.dumps({**table, "units": [unit]}), encoding="utf-8")
                done = run("validate", path)
                self.assertEqual(done.returncode, 2)
                self.assertIn(says, done.stdout + done.stderr)

    def test_random_games_replay(self):
        for seed in ("1", "2"):
            log = self.path(f"{seed}.json")
            # numbers of options; where there is none of that number, Enter goes on
            script = "\n".join(["screen off"] + ["", "1", "3", "2", "5", ""] * 12 + [f"save {log}", "quit"]) + "\n"
            self.assertIn("Saved to", run("play", "squad-crossing", "--seed", seed, "--script", text=script).stdout)
            self.assertEqual(json.loads(self.good("replay", log, "--json"))["divergence"], "same")


if __name__ == "__main__":
    program = unittest.main(exit=False, verbosity=1)
    bad = len(program.result.failures) + len(program.result.errors)
    print(f"{program.result.testsRun - bad} passed, {bad} failed")
    sys.exit(1 if bad else 0)
