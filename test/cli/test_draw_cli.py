#!/usr/bin/env python3
"""quickmarch draw from outside: files, refusals, and the pictures of the documentation."""
import os
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as tree
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tools"))
import draw_pictures  # noqa: E402
import gallery  # noqa: E402

PROGRAM = str(Path(os.environ.get("QUICKMARCH", "quickmarch")).resolve())
SVG = "{http://www.w3.org/2000/svg}"


def draw(*arguments):
    return subprocess.run([PROGRAM, "draw", *arguments], cwd=ROOT, capture_output=True, text=True, encoding="utf-8")


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
        found = [*draw_pictures.faults(PROGRAM), *draw_pictures.page_faults()]
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
            self.assertEqual(list(draw_pictures.page_faults(page)), ["page.md: is not what is written now"])
            page.write_text(gallery.page(), encoding="utf-8", newline="\n")
            self.assertEqual(list(draw_pictures.page_faults(page)), [])
            page.write_text(gallery.page() + "\n", encoding="utf-8", newline="\n")
            self.assertEqual(list(draw_pictures.page_faults(page)), ["page.md: is not what is written now"])


if __name__ == "__main__":
    unittest.main()
