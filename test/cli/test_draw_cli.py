#!/usr/bin/env python3
"""quickmarch draw from outside: files, refusals, and the pictures of the documentation."""
import copy
import json
import os
import re
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as tree
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tools"))
import draw_pictures  # noqa: E402
import gallery_moves  # noqa: E402

PROGRAM = str(Path(os.environ.get("QUICKMARCH", "quickmarch")).resolve())
SVG = "{http://www.w3.org/2000/svg}"


def draw(*arguments, **more):
    return subprocess.run([PROGRAM, "draw", *arguments], cwd=ROOT, capture_output=True, text=True, encoding="utf-8",
                          check=False, **more)


def said(*arguments, **more):
    """All that a picture says, in one line."""
    done = draw(*arguments, "-o", "-", **more)
    return " ".join("".join(node.itertext()) for node in tree.fromstring(done.stdout).iter(SVG + "text"))


class Draw(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def test_file_and_standard_output_agree(self):
        done = draw("skirmish", "-o", self.path("a.svg"), "--threat", "all")
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))
        text = Path(self.path("a.svg")).read_text(encoding="utf-8")
        self.assertEqual(draw("skirmish", "-o", "-", "--threat", "all").stdout, text)
        self.assertEqual(os.listdir(self.folder.name), ["a.svg"])
        root = tree.fromstring(text)
        self.assertEqual((root.tag, root.get("width")), (SVG + "svg", "148mm"))
        words = {"".join(node.itertext()) for node in root.iter(SVG + "text")}
        self.assertTrue({"Ada", "Grim", "Skirmish at the broken wall", "front of Red"} <= words)

    def test_options(self):
        done = draw("skirmish", "-o", "-", "--seed", "8", "--after", "next", "--order", "Ada full 0505 jump 0706",
                    "--title", "A & <B>", "--width", "105", "--no-legend", "--labels", "none", "--outcomes", "0")
        self.assertEqual(done.returncode, 0, done.stderr)
        root = tree.fromstring(done.stdout)
        self.assertEqual(root.get("width"), "105mm")
        words = {"".join(node.itertext()) for node in root.iter(SVG + "text")}
        self.assertTrue({"A & <B>", "Ada full 0505 jump 0706"} <= words)
        self.assertFalse({"broken", "0101", "What can happen"} & words)

    def test_after_moves_figures(self):
        before, after = draw("skirmish", "-o", "-"), draw("skirmish", "-o", "-", "--after", "place Ada 0101")
        self.assertEqual((before.returncode, after.returncode), (0, 0), after.stderr)
        self.assertNotEqual(before.stdout, after.stdout)

    def test_refusals_write_nothing(self):
        out = self.path("x.svg")
        for arguments in (["skirmish"], ["skirmish", "-o", out, "--reach", "Nobody"],
                          ["skirmish", "-o", out, "--threat", "Nobody"], ["skirmish", "-o", out, "--width", "59"],
                          ["skirmish", "-o", out, "--width", "2001"], ["skirmish", "-o", out, "--labels", "some"],
                          ["skirmish", "-o", out, "--order", "Ada flies"],
                          ["skirmish", "-o", out, "--after", "Ada flies"],
                          ["skirmish", "-o", out, "--rolled", "3"],
                          ["skirmish", "-o", out, "--order", "next", "--rolled", "3,x"],
                          ["skirmish", "-o", out, "--order", "next", "--rolled", "3"],
                          ["skirmish", "-o", out, "--order", "next", "--rolled", "3,4,5,6,1,2,3,4,5"],
                          ["skirmish", "-o", out, "--after", "next", "--order", "Ada pass", "--rolled", "3"],
                          ["no-such-scenario", "-o", out], ["skirmish", "-o", self.path("no/such/folder.svg")]):
            done = draw(*arguments)
            self.assertEqual((done.returncode, done.stdout), (2, ""), arguments)
            self.assertTrue(done.stderr, arguments)
            self.assertEqual(os.listdir(self.folder.name), [], arguments)


class Pictures(unittest.TestCase):
    def test_documentation_is_up_to_date(self):
        found = [*draw_pictures.faults(PROGRAM), *draw_pictures.page_faults(draw_pictures.pages(PROGRAM))]
        self.assertEqual(found, [], "run tools/draw_pictures.py QUICKMARCH")

    def test_a_stale_picture_is_found(self):
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "old.svg").write_text("<svg/>")
            Path(folder, "left.svg").write_text("<svg/>")
            skirmish = draw_pictures.Picture(["skirmish"])
            commands = {"old.svg": skirmish, "new.svg": skirmish}
            self.assertEqual(list(draw_pictures.faults(PROGRAM, Path(folder), commands)),
                             ["left.svg: no command draws it", "old.svg: is not what is drawn now",
                              "new.svg: is missing"])

    def test_a_stale_page_is_found(self):
        with tempfile.TemporaryDirectory() as folder:
            page = Path(folder, "page.md")
            stale = ["page.md: is not what is written now"]
            self.assertEqual(list(draw_pictures.page_faults({page: "said"})), stale)
            page.write_text("said", encoding="utf-8", newline="\n")
            self.assertEqual(list(draw_pictures.page_faults({page: "said"})), [])
            self.assertEqual(list(draw_pictures.page_faults({page: "said\n"})), stale)

    def test_a_changed_case_makes_the_page_stale(self):
        cases = gallery_moves.load()[:2]
        written = gallery_moves.page(PROGRAM, cases)
        for member in ("text", "case", "orders"):
            other = copy.deepcopy(cases)
            if member == "orders":
                other[0]["orders"][-1]["order"] = "Ada move 5,6.8"
            else:
                other[0][member] += " now"
            self.assertNotEqual(gallery_moves.page(PROGRAM, other), written, member)

    def test_what_became_of_an_order_on_a_table(self):
        scene = json.dumps(next(case for case in gallery_moves.load() if case["case"] == "a landing missed")["scenario"])
        order = ["--after", "next", "--after", "next", "--after", "next", "--order", "Ada move 5,4@3 drop 7,4 8,4"]
        plain = said("-", *order, input=scene)
        fallen = said("-", *order, "--rolled", "9,13", input=scene)
        for words in ("falls 3", "What happens with these dice", "Ada is stunned", "fall, with these dice"):
            self.assertIn(words, fallen)
            self.assertNotIn(words, plain)
        for faces, words in (("9", "too few"), ("9,13,4", "left over"), ("21,3", "does not fit")):
            done = draw("-", "-o", "-", *order, "--rolled", faces, input=scene)
            self.assertEqual((done.returncode, done.stdout), (2, ""), faces)
            self.assertIn(words, done.stderr)
        self.assertIn("What happens with these dice", said("-", *order, "--seed", "3", input=scene))

    def test_a_figure_ends_where_it_came_to(self):
        """The base at the end and the dark line are those of an order that leads there; the rest is told apart."""
        cases = {case["case"]: case for case in gallery_moves.load()}
        moving = ["--after", "next"] * 3
        for case, place in (("a climb that fails", "3.5,4"), ("an engage move is intercepted", "4.398,2.58")):
            scene, asked = json.dumps(cases[case]["scenario"]), gallery_moves.arguments(cases[case])
            there = draw("-", "-o", "-", "--order", f"Ada move {place}", "--width", "105", "--no-legend", "--title",
                         asked[asked.index("--title") + 1], *moving, input=scene).stdout
            came = draw(*asked, "-o", "-", input=scene).stdout
            for shown in (r'<circle [^>]*stroke-dasharray="5 3"/>', r'<path [^>]*stroke="#1a1a1a" stroke-width="4" [^>]*marker-end[^>]*>'):
                self.assertEqual(re.findall(shown, came), re.findall(shown, there), case)
                self.assertEqual(len(re.findall(shown, came)), 1, case)
            self.assertIn("#666666", came)
            self.assertNotIn("#666666", there)
            asked.remove("--no-legend")
            self.assertIn("ordered, but not gone", said(*asked, input=scene))
        case = cases["a landing missed"]
        asked = ["-", "-o", "-", "--order", "Ada move 5,4@3 drop 7,4 8,4", *moving, "--set", "fall_ends_move=unhurt_goes_on"]
        for faces, ends in (("9,13", 0), ("9,3", 1), ("12", 1)):  # hurt where it fell, gone on from there, landed well
            came = draw(*asked, "--rolled", faces, input=json.dumps(case["scenario"])).stdout
            self.assertEqual(len(re.findall(r'<circle [^>]*stroke-dasharray="5 3"/>', came)), 2 * ends, faces)  # and in the legend
            self.assertEqual("#666666" in came, faces != "12", faces)

    def test_a_legend_names_only_tones_that_are_seen(self):
        """Greta gets to no place by moving with several checks where she does not with one."""
        legend = said("warband-street", "--reach", "Greta", *["--after", "next"] * 3)
        for words, seen in (("moves 6\": one check", True), ("moves 6\": more checks", False), ("runs 9\": more checks", True)):
            self.assertEqual("Greta " + words in legend, seen, words)

    def test_a_choice_of_the_order_shown(self):
        case = next(case for case in gallery_moves.load() if case["case"] == "an engage move is intercepted")
        scene, asked = json.dumps(case["scenario"]), gallery_moves.arguments(case)
        self.assertIn("--choose", asked)
        self.assertIn("Dag steps into the path", said(*asked, input=scene))
        asked[asked.index("--choose") + 1] = "wait"
        self.assertNotIn("steps into", said(*asked, input=scene))
        asked[asked.index("--choose") + 1] = "fly"
        self.assertIn("--choose names no option", draw(*asked, "-o", "-", input=scene).stderr)


if __name__ == "__main__":
    unittest.main()
