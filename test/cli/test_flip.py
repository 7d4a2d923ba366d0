#!/usr/bin/env python3
"""Every setting of every shipped rulebook is shown by a case, each of its words too, and every clause is covered.

Cases of tables take milliseconds, and there are some hundred thousand pairs of a case and a value: those are flipped
with QM_TEST_LONG=1 alone.
"""
import json
import os
import subprocess
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
PROGRAM = str(Path(os.environ.get("QUICKMARCH", "quickmarch")).resolve())
LONG = os.environ.get("QM_TEST_LONG") == "1"


def check(*arguments):
    return subprocess.run([PROGRAM, "check", *arguments], cwd=ROOT, capture_output=True, text=True, encoding="utf-8",
                          check=False)


class Shown(unittest.TestCase):
    def shown(self, *arguments):
        done = check(*arguments, "--flip", "--strict")
        self.assertEqual((done.returncode, done.stderr), (0, ""), done.stdout)

    def test_what_is_only_told_shows_a_setting(self):
        """Neither verdict nor state differs, but what happens or is said does."""
        for name, settings in (("a caster that ran casts less easily", {"run_shooting", "run_casting"}),
                               ("difficult ground is no cover", {"terrain.cover", "terrain.no_shooting"}),
                               # rows with one number each, which contradict each other if all have the same
                               ("a fall is an injury roll; eleven and less does nothing", {"injuries.from"})):
            done = check(*("cases/warband/" + file for file in ("running.json", "flags.json", "falling.json")),
                         "--filter", name, "--flip", "--json")
            found = {each["setting"] for each in json.loads(done.stdout)["settings"] if each["shown"]}
            self.assertLessEqual(settings, found, name)

    def test_cells(self):
        self.shown("cases/hexmelee", "cases/tiles")

    @unittest.skipUnless(LONG, "takes minutes: QM_TEST_LONG=1")
    def test_tables(self):
        for rules in ("warband", "warband-2025", "warband-later"):
            with self.subTest(rules):
                self.shown("cases/warband", "--rules", rules)

    @unittest.skipUnless(LONG, "takes minutes: QM_TEST_LONG=1")
    def test_clauses(self):
        done = check("cases", "--coverage")
        self.assertEqual(done.returncode, 0, done.stdout)


if __name__ == "__main__":
    unittest.main()
