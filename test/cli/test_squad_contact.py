#!/usr/bin/env python3
"""Units of squad whose first model is a casualty, and who is told to be in contact after a charge.

Run from the top of the tree with the program in the variable QUICKMARCH. The last line is "N passed, M failed".
"""
import json
import os
import subprocess
import sys
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = os.path.abspath(os.environ.get("QUICKMARCH", str(ROOT / "build" / "debug" / "quickmarch")))
FIELD = {
    "quickmarch": "scenario", "version": 1, "rules": "squad", "board": {"space": "table", "width": 24, "depth": 24},
    "sides": ["Red", "Blue"],
    "units": [
        {"name": "Rifles", "side": "Red", "radius": 0.5, "weapon": "rifle", "at": ["4,5", "6,5", "8,5"]},
        {"name": "Boars", "side": "Blue", "radius": 0.5, "at": ["11,5", "13,5"]},
    ],
}


def ask(*requests):
    """What the pipe answers to the requests, on the field with a game."""
    first = [{"do": "load", "scenario": FIELD}, {"do": "new", "scenario": "s1", "seed": 1},
             {"do": "play", "game": "g1", "order": "next"}]
    text = "".join(json.dumps(line) + "\n" for line in first + [{"game": "g1", **request} for request in requests])
    done = subprocess.run([PROGRAM, "pipe"], cwd=ROOT, capture_output=True, text=True, encoding="utf-8", input=text, timeout=60)
    return [json.loads(line) for line in done.stdout.splitlines()[1 + len(first):]]


class Contact(unittest.TestCase):
    def test_options_of_a_unit_without_its_first_model(self):
        """The unit acts on: by its name, by those who are left, and by the name of the casualty."""
        removed, unit, mate, gone = ask({"do": "play", "order": "remove Rifles-1"}, {"do": "options"},
                                        {"do": "options", "figure": "Rifles-2"}, {"do": "options", "figure": "Rifles-1"})
        self.assertTrue(removed["ok"], removed)
        kinds = {option.split()[1] for option in unit["options"]["options"]}
        self.assertEqual(kinds, {"hold", "move", "charge", "shoot"})
        self.assertEqual(unit["options"]["options"], mate["options"]["options"])
        self.assertEqual(unit["options"]["options"], gone["options"]["options"])
        self.assertFalse([option for option in unit["options"]["options"] if "Rifles-1" in option])

    def test_questions_by_the_name_of_such_a_unit(self):
        """They are about the first model that is left."""
        asked = ask({"do": "play", "order": "remove Rifles-1"}, {"do": "reach", "figure": "Rifles"},
                    {"do": "reach", "figure": "Rifles-2"}, {"do": "plan", "figure": "Rifles", "goal": "6,6"},
                    {"do": "see", "a": "Rifles", "b": "Boars"})
        self.assertTrue(all(answer["ok"] for answer in asked), asked)
        self.assertEqual(asked[1]["reach"], asked[2]["reach"])
        self.assertEqual(asked[3]["plan"]["figure"], "Rifles-2")
        self.assertEqual(asked[3]["plan"]["ways"][0]["order"], "Rifles move Rifles-2 6,6")

    def test_no_moves_are_listed_when_none_is_left(self):
        answers = ask({"do": "play", "order": "Rifles shoot at Boars"}, {"do": "play", "order": "Rifles move Rifles-1 4,6"},
                      {"do": "play", "order": "Boars hold"}, {"do": "options", "figure": "Rifles"})
        self.assertTrue(all(answer["ok"] for answer in answers), answers)
        self.assertEqual(answers[-1]["options"]["options"], [])

    def test_contact_is_told_of_the_model_that_touches(self):
        played, = ask({"do": "play", "order": "Rifles charge Boars Rifles-1 via 6,5 Rifles-2 via 8,5 Rifles-3 via 10,5"})
        told = [(event["figure"], event["other"]) for event in played["events"] if event["event"] == "contact"]
        self.assertEqual(told, [("Rifles-3", "Boars-1")])

    def test_contact_is_told_of_each(self):
        played, = ask({"do": "play", "order": "Rifles charge Boars Rifles-1 via 8,5 Rifles-2 via 9,5 Rifles-3 11,6"})
        self.assertEqual(played["played"], "done", played)
        told = [(event["figure"], event["other"]) for event in played["events"] if event["event"] == "contact"]
        self.assertEqual(told, [("Rifles-3", "Boars-1")])
        played, = ask({"do": "play", "order": "Rifles charge Boars Rifles-1 via 8,5.4 Rifles-2 via 10,5 Rifles-3 11,6"})
        self.assertEqual(played["played"], "done", played)
        told = [(event["figure"], event["other"]) for event in played["events"] if event["event"] == "contact"]
        self.assertEqual(told, [("Rifles-2", "Boars-1"), ("Rifles-3", "Boars-1")])


def main():
    result = unittest.main(exit=False, verbosity=1).result
    failed = len(result.failures) + len(result.errors)
    print(f"{result.testsRun - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
