"""The gallery of moves: what its page and pictures are made of.

A case file whose cases each have a scenario of their own; the last order of a case is the one that is shown, with its
dice if it has any. A case gives a picture, named after it, and a section of the page: the order, the picture, its text,
its clauses and what the program says. Two cases in a row whose names differ only in the edition at their end are one
section with the pictures side by side. So the page cannot say anything that is not checked. draw_pictures.py draws the
pictures and writes the page.
"""
import re
import subprocess

import gallery
from gallery import ROOT, filled, orders, rolled, scenario, slug, title

CASES = ROOT / "cases" / "warband" / "gallery.json"
PAGE = ROOT / "docs" / "rules" / "warband-gallery.md"
EDITION = re.compile(r" in (20\d\d)$")
SHOWN_PLAYED = {"jump-measured"}  # without dice, yet only carrying it out tells what becomes of it

OPENING = """<!-- Made by: tools/draw_pictures.py, from cases/warband/gallery.json -->
# A gallery of moves

Each kind of move, in {count} pictures. Clauses and settings are [warband.md](warband.md). Every situation is a case of
[cases/warband/gallery.json](../../cases/warband/gallery.json), which `quickmarch check` runs; every picture is drawn by
`quickmarch draw` from that case, and below it stands what `quickmarch judge` says of the order.

Units have a Move of 6", need 10 or more for a check, and have bases an inch across, unless something else is said. The
rules are those of 2026 where no edition is named. Tables are seen from above, a number on a solid is its height; `@3`
is a height of 3". A dark line is the way of an order, broken where it climbs, jumps or drops; a letter is a check, told
below the board. Red and dotted is what is refused, with a cross where it fails. A red arrow is a fall, with the dice
named; a blue one the step of somebody who answers; grey and dotted is what was not gone of the order. Where dice are
named or an order is carried out, the picture has measured everything; below it stands what a player is told before.
[How to read a picture](../pictures/README.md#how-to-read-a-picture) has the other signs.
"""


def load():
    """The cases of the gallery."""
    return gallery.load(CASES)


def picture_name(case):
    return f"warband-{slug(case)}.svg"


def before(case):
    return case.get("edit", []) + orders(case)[:-1]


def asked(case):
    """What both `draw` and `judge` are told of the position: the scenario comes on standard input."""
    found = []
    for order in before(case):
        found += ["--after", order]
    for name, value in case.get("settings", {}).items():
        found += ["--set", f"{name}={value}"]
    return found


def played(case):
    """How the last order is carried out for the picture, as options; none: it is only judged."""
    last = case["orders"][-1]
    if rolled(case):
        chosen = [word for option in last.get("choices", []) for word in ("--choose", option)]
        return ["--measured", "--rolled", ",".join(map(str, rolled(case))), *chosen]
    if SHOWN_PLAYED & set(last["expect"].get("events", [])):
        return ["--measured", "--seed", "1"]
    return []


def arguments(case):
    """What `draw` is asked with the case's scenario on standard input."""
    shown = played(case)
    return ["-", "--title", title(case), "--order", orders(case)[-1], "--width", "105", "--no-legend", "--outcomes",
            "0" if shown else "4", *asked(case), *shown]


def said(program, case):
    """What the program says of the order, without the points of its way, which the picture shows."""
    done = subprocess.run([program, "judge", "-", orders(case)[-1], *asked(case)], cwd=ROOT, input=scenario(case),
                          check=False, text=True, stdout=subprocess.PIPE)
    if done.returncode not in (0, 1):
        raise ValueError(f"{case['case']}: judge ends with {done.returncode}")
    return "\n".join(line for line in done.stdout.splitlines() if not line.startswith("  way: "))


def situation(case):
    """The order, under which settings, and what was thrown."""
    found = f"`{orders(case)[-1]}`"
    for name, value in case.get("settings", {}).items():
        found += f", with `{name} = {value}`"
    dice = rolled(case)
    return found + (f"; {'die' if len(dice) == 1 else 'dice'}: {' '.join(map(str, dice))}" if dice else "") + "."


def linked(text):
    """The text with every clause leading to what it says."""
    return re.sub(r"\bWB-(\d\d)\b", r"[WB-\1](warband.md#wb-\1)", text)


def clauses(case):
    return linked(", ".join(case["clauses"]))


def block(program, case):
    return f"```text\n{said(program, case)}\n```"


def picture(case):
    return f"![{title(case)}](../pictures/{picture_name(case)})"


def one(program, case):
    """A section of one case."""
    return [filled(situation(case)), "", picture(case), "", filled(f"{case['text']} ({clauses(case)})"), "",
            block(program, case), ""]


def two(program, pair):
    """A section of the same order in two editions."""
    years = [EDITION.search(case["case"]).group(1) for case in pair]
    found = [filled(situation(pair[0])), "", f"| {years[0]} | {years[1]} |", "| --- | --- |",
             f"| {picture(pair[0])} | {picture(pair[1])} |", ""]
    for year, case in zip(years, pair):
        found += [filled(f"**{year}.** {case['text']} ({clauses(case)})"), "", block(program, case), ""]
    return found


def sections(cases):
    """The cases of each section with its name."""
    found = []
    for case in cases:
        stem = EDITION.sub("", title(case))
        if found and found[-1][0] == stem:
            found[-1][1].append(case)
        else:
            found.append((stem, [case]))
    return found


def page(program, cases=None):
    """The page, made from the cases and what the program says of them."""
    cases = load() if cases is None else cases
    listed = sections(cases)
    heads = [re.sub("[^a-z0-9 -]", "", f"{i}. {name}".lower()).replace(" ", "-")
             for i, (name, _) in enumerate(listed, 1)]
    parts = [OPENING.format(count=len(cases)),
             "\n".join(f"{i}. [{name}](#{head})" for i, ((name, _), head) in enumerate(zip(listed, heads), 1)) + "\n"]
    for i, (name, group) in enumerate(listed, 1):
        body = one(program, group[0]) if len(group) == 1 else two(program, group)
        parts.append("\n".join([f"## {i}. {name}", "", *body]))
    return "\n".join(parts)
