"""The gallery of conflicts: what its page and pictures are made of.

A case file whose cases each have a scenario of their own and end with the order that moves everybody. A case gives a
picture, named after it, and a section of the page: what was declared, the picture, and its text. So the page cannot
say anything that is not checked. draw_pictures.py draws the pictures and writes the page.
"""
import json
import re
import textwrap
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CASES = ROOT / "cases" / "tiles" / "gallery.json"
PAGE = ROOT / "docs" / "rules" / "tiles-gallery.md"
WIDTH = 128

OPENING = """<!-- Made by: tools/draw_pictures.py, from cases/tiles/gallery.json -->
# A gallery of conflicts

What happens when everybody moves at once, in {count} pictures. The procedure is
[tiles-resolution.md](tiles-resolution.md), clauses and settings are [tiles.md](tiles.md). Every situation is a case of
[cases/tiles/gallery.json](../../cases/tiles/gallery.json), which `quickmarch check` runs, and every picture is drawn by
`quickmarch draw` from that case.

Figures move 4 tiles, and one more if fleet, unless something else is said. Steps with the same number happen together;
a label such as `Ada 3 > 2 Brok` tells how many tiles each had left when it was settled.
[How to read a picture](../pictures/README.md#how-to-read-a-picture) has the other signs.
"""


def load(path=CASES):
    """The cases of the gallery."""
    return json.loads(path.read_text(encoding="utf-8"))["cases"]


def title(case):
    return case["case"][0].upper() + case["case"][1:]


def slug(case):
    return re.sub("[^a-z0-9]+", "-", case["case"].lower()).strip("-")


def picture_name(case):
    return f"tiles-{slug(case)}.svg"


def orders(case):
    return [order if isinstance(order, str) else order["order"] for order in case["orders"]]


def rolled(case):
    """The faces of all dice of the last order, as they come."""
    last = case["orders"][-1]
    return [face for roll in (last.get("dice", []) if isinstance(last, dict) else []) for face in roll]


def arguments(case):
    """What `draw` is asked with the case's scenario on standard input."""
    *before, last = orders(case)
    found = ["-", "--title", title(case), "--order", last]
    for order in before:
        found += ["--after", order]
    for name, value in case.get("settings", {}).items():
        found += ["--set", f"{name}={value}"]
    dice = rolled(case)
    return found + (["--rolled", ",".join(map(str, dice))] if dice else [])


def scenario(case):
    return json.dumps(case["scenario"])


def declared(case):
    """The declarations that are resolved in the end, and what is not ordinary about those who made them."""
    given = orders(case)[:-1]
    last_phase = len(given) - given[::-1].index("next")
    figures = {figure["name"]: figure for figure in case["scenario"]["figures"]}
    for order in given[last_phase:]:
        figure = figures[order.split()[0]]
        notes = [f"movement {figure['movement']}"] if "movement" in figure else []
        notes += ["fleet"] if figure.get("fleet") else []
        notes += [f"Reflex {figure['reflex']}"] if rolled(case) and "reflex" in figure else []
        yield f"`{order}`" + (f" ({', '.join(notes)})" if notes else "")


def situation(case):
    """What was declared, under which settings, and what was thrown."""
    found = f"Declared: {', '.join(declared(case))}."
    for name, value in case.get("settings", {}).items():
        found += f" Setting: `{name} = {value}`."
    return found + (f" Dice: {' '.join(map(str, rolled(case)))}." if rolled(case) else "")


def filled(text):
    return textwrap.fill(text, WIDTH, break_long_words=False, break_on_hyphens=False)


def linked(text):
    """The text with every clause leading to what it says."""
    return re.sub(r"\bTL-(\d\d)\b", r"[TL-\1](tiles.md#tl-\1)", text)


def section(number, case):
    name = title(case)
    return "\n".join([f"## {number}. {name}", "", filled(situation(case)), "",
                      f"![{name}](../pictures/{picture_name(case)})", "", filled(linked(case["text"])), ""])


def page(cases=None):
    """The page, made from the cases."""
    cases = load() if cases is None else cases
    heads = [re.sub("[^a-z0-9 -]", "", f"{i}. {title(case)}".lower()).replace(" ", "-")
             for i, case in enumerate(cases, 1)]
    contents = [f"{i}. [{title(case)}](#{head})" for i, (case, head) in enumerate(zip(cases, heads), 1)]
    parts = [OPENING.format(count=len(cases)), "\n".join(contents) + "\n"]
    return "\n".join(parts + [section(i, case) for i, case in enumerate(cases, 1)])
