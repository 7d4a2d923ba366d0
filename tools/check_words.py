#!/usr/bin/env python3
"""Checks the text of the tree: check_words.py ROOT

No notes to self, no paths of somebody's machine, a newline at the end of every file, no tabs and no carriage returns
in C.
Test inputs (test/data, test/corpus, test/golden) are left alone: they are what they are.
"""
import re
import shutil
import subprocess
import sys
from pathlib import Path

# Written in two halves, so that this file passes its own check.
NOTES = re.compile(r"\b(" + "|".join(["TO" "DO", "FIX" "ME", "XX" "X", "HA" "CK"]) + r")\b")
PLACES = re.compile("|".join(["/wo" "rk/", "/ro" "ot/", "/tm" "p/q", "/ho" "me/"]))
INPUTS = ("test/data/", "test/corpus/", "test/golden/")


def tree(root):
    """Paths of the files of the tree, relative to it: those git knows or would add; without git, all but build/."""
    if shutil.which("git") and (root / ".git").exists():
        listing = subprocess.run(["git", "-C", str(root), "ls-files", "-z", "-co", "--exclude-standard"],
                                 stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        if listing.returncode == 0:
            return sorted(name for name in listing.stdout.split("\0") if name)
    return sorted(path.relative_to(root).as_posix() for path in root.rglob("*")
                  if path.is_file() and path.relative_to(root).parts[0] not in ("build", ".git"))


def faults_of(name, content):
    """What is wrong with one file."""
    if b"\0" in content or not content:
        return
    text = content.decode("utf-8", errors="replace")
    code = name.endswith((".c", ".h", ".inc", ".def"))
    if not text.endswith("\n"):
        yield f"{name}: no newline at the end"
    for number, line in enumerate(text.split("\n"), 1):
        note, place = NOTES.search(line), PLACES.search(line)
        if note:
            yield f"{name}:{number}: {note.group()}"
        if place:
            yield f"{name}:{number}: a path of one machine: {place.group()}"
        if code and ("\t" in line or "\r" in line):
            yield f"{name}:{number}: a tab or carriage return"


def main():
    root, faults = Path(sys.argv[1]), []
    for name in tree(root):
        path = root / name
        if path.is_file() and not name.startswith(INPUTS):
            faults += faults_of(name, path.read_bytes())
    print("\n".join(faults) if faults else "words: nothing to complain about")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
