#!/usr/bin/env python3
"""The tests of the program once more, in a locale that writes one half as 0,5: nothing we read or print may follow it.

A locale is taken from `locale -a`, or made with localedef in a folder of its own. Run from the top of the tree with the
program in the variable QUICKMARCH. The last line is "N passed, M failed"; without any such locale the reason is printed.
"""
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = os.path.abspath(os.environ.get("QUICKMARCH", str(ROOT / "build" / "release" / "quickmarch")))
SCRIPTS = ["test_cli.py", "test_pipe.py", "test_play.py", "test_draw_cli.py", "test_golden.py", "test_schemas.py"]
LIKELY = ("de_", "fr_", "es_", "it_", "pl_", "nl_", "ru_", "sv_", "tr_")
ASK = "import locale; locale.setlocale(locale.LC_ALL, ''); print(locale.localeconv()['decimal_point'])"
# Numbers with places, read from a file and printed: in text, as JSON, as SVG.
ANSWERS = [["odds", "skirmish", "next", "--sample", "50"],
           ["judge", "skirmish", "Grim full 1203", "--after", "next", "--json"],
           ["odds", "chase", "Mara full 0506 0606 jump 0806", "--after", "next", "--dice", "2,6,3,5,3,1", "--json"],
           ["reach", "skirmish", "Ada", "--after", "next", "--json"], ["draw", "skirmish", "-o", "-"],
           ["rules", "--toml", "hexmelee"], ["rules", "--toml", "tiles"],
           ["reach", "tiles-pass", "Una", "--after", "next", "--json"], ["draw", "tiles-pass", "-o", "-", "--threat", "Odo"],
           ["judge", "tiles-pass", "Una move 1005", "--after", "next"],
           ["odds", "tiles-pass", "resolve", "--set", "undeclared=stand", "--after", "next", "--after", "Una move 1005", "--json"]]


def has_comma(surroundings):
    done = subprocess.run([sys.executable, "-c", ASK], env=surroundings, capture_output=True, text=True)
    return done.returncode == 0 and done.stdout.strip() == ","


def installed():
    """An installed locale with a decimal comma, as variables; or None."""
    try:
        names = subprocess.run(["locale", "-a"], capture_output=True, text=True).stdout.split()
    except FileNotFoundError:
        return None
    for name in sorted((n for n in names if n.startswith(LIKELY)), key=lambda n: "utf" not in n.lower()):
        surroundings = {**os.environ, "LC_ALL": name, "LANG": name}
        if has_comma(surroundings):
            return surroundings
    return None


def made(folder):
    """The same, made for the purpose."""
    target = os.path.join(folder, "de_DE.UTF-8")
    try:
        subprocess.run(["localedef", "-i", "de_DE", "-f", "UTF-8", target], capture_output=True, timeout=60)
    except (FileNotFoundError, subprocess.TimeoutExpired):
        return None
    surroundings = {**os.environ, "LOCPATH": folder, "LC_ALL": "de_DE.UTF-8", "LANG": "de_DE.UTF-8"}
    return surroundings if has_comma(surroundings) else None


def same_answers(surroundings):
    """Byte for byte what the program says with a decimal point."""
    plain = {**os.environ, "LC_ALL": "C.UTF-8", "LANG": "C.UTF-8"}
    for arguments in ANSWERS:
        one, other = (subprocess.run([PROGRAM, *arguments], cwd=ROOT, env=env, capture_output=True)
                      for env in (plain, surroundings))
        if (one.returncode, one.stdout) != (other.returncode, other.stdout) or one.returncode != 0:
            print(f"differs: {' '.join(arguments)}: {one.returncode} {other.returncode} {one.stderr.decode()[:300]}")
            return False
    return True


def main():
    os.chdir(ROOT)
    passed = failed = 0
    with tempfile.TemporaryDirectory() as folder:
        surroundings = installed() or made(folder)
        if surroundings is None:
            print("skipped: no locale with a decimal comma is installed, and localedef cannot make one")
            print("0 passed, 0 failed")
            return 0
        print(f"locale: {surroundings['LC_ALL']}{' (made)' if 'LOCPATH' in surroundings else ''}")
        for script in SCRIPTS:
            done = subprocess.run([sys.executable, f"test/cli/{script}"], env=surroundings, capture_output=True, text=True,
                                  encoding="utf-8", errors="replace")
            count = re.search(r"^(\d+) passed, (\d+) failed$", done.stdout, re.M)
            good, bad = (int(count[1]), int(count[2])) if count else (1, 0)
            if done.returncode != 0:
                print(f"--- {script}\n{done.stdout[-3000:]}{done.stderr[-3000:]}")
                bad = max(bad, 1)
            passed, failed = passed + good, failed + bad
        good = same_answers(surroundings)
    passed, failed = passed + good, failed + (not good)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
