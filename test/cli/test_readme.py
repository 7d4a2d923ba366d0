#!/usr/bin/env python3
"""The README tells the truth: its example is examples/hello.c, its output is what that prints, its sessions are what the program
answers, its links lead somewhere, and its house rule is a good rulebook. Run from the root of the tree, with the program in QUICKMARCH
and the one with the toy families in QUICKMARCH_TOY."""
import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

README = Path("README.md").read_text(encoding="utf-8")
PROGRAM = os.environ["QUICKMARCH"]
TOY = os.environ.get("QUICKMARCH_TOY") or str(Path(PROGRAM).parent / "test" / "quickmarch_toy")


def blocks(language):
    return re.findall(rf"^```{language}\n(.*?)^```$", README, flags=re.M | re.S)


class Readme(unittest.TestCase):
    def test_example_is_the_example(self):
        self.assertEqual(blocks("c")[0], Path("examples/hello.c").read_text(encoding="utf-8"))

    def test_output_is_what_it_prints(self):
        hello = Path(PROGRAM).resolve().parent / "example_hello"
        if not hello.exists():
            self.skipTest("the examples are not built here")
        printed = subprocess.run([str(hello)], capture_output=True, text=True, check=True).stdout
        self.assertIn("prints\n\n```\n" + printed + "```\n", README)

    def test_sessions(self):
        """What follows a line that begins with $ (and goes on while lines are indented) is what it prints."""
        sessions = re.findall(r"^\$ (.*\n(?: {4}.*\n)*)((?:(?!\$ |```).*\n)*)", README, flags=re.M)
        self.assertGreaterEqual(len(sessions), 3)
        for typed, printed in sessions:
            command = re.sub(r"\bquickmarch (?=[a-z])", f"'{PROGRAM}' ", typed)
            command = re.sub(r"\S+/quickmarch_toy\b", f"'{TOY}'", command)
            done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, encoding="utf-8",
                                  env={**os.environ, "LC_ALL": "C.UTF-8", "NO_COLOR": "1"}, timeout=60)
            self.assertEqual((done.stdout, done.stderr), (printed, ""), typed)

    def test_links_lead_somewhere(self):
        for target in re.findall(r"\]\(([^)#]+)\)", README):
            self.assertTrue(Path(target).exists(), target)

    def test_every_command_is_listed(self):
        listed = set(re.findall(r"^quickmarch (\w+)", README, flags=re.M))
        for command in listed:
            done = subprocess.run([PROGRAM, command, "--help"], capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, command)

    def test_house_rule(self):
        with tempfile.TemporaryDirectory() as folder:
            house = Path(folder) / "house.toml"
            house.write_text(blocks("toml")[0], encoding="utf-8")
            self.assertEqual(subprocess.run([PROGRAM, "validate", str(house)], capture_output=True).returncode, 0)
            done = subprocess.run([PROGRAM, "compare", "hexmelee", str(house)], capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn("landing_hex", done.stdout)


if __name__ == "__main__":
    result = unittest.main(exit=False, verbosity=0).result
    bad = len(result.failures) + len(result.errors)
    print(f"{result.testsRun - bad} passed, {bad} failed")
    sys.exit(1 if bad else 0)
