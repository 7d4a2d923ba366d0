#!/usr/bin/env python3
"""Draws the pictures of the documentation: draw_pictures.py QUICKMARCH [--check]

Every picture in docs/pictures/ is made by one command: those listed here, and one for each case of the galleries, whose
pages are written as well (gallery.py, gallery_moves.py). With --check nothing is written: the status is 1 if a picture is not what its
command draws now, or has no command, or if a page is another. Run it from anywhere; QUICKMARCH is the program. The
pictures of tables are drawn by the one with the toy families in it: the variable QUICKMARCH_TOY names it, else it is
test/quickmarch_toy beside the program.
"""
import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import gallery
import gallery_moves


class Picture(NamedTuple):
    """What `draw` is asked for."""
    arguments: list
    scenario: str = ""  # on standard input
    toy: bool = False  # of a toy family


ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "docs" / "pictures"
MILL = "test/data/draw/table.json"
PICTURES = {
    "skirmish.svg": Picture(["scenarios/skirmish.json", "--seed", "8", "--after", "next", "--reach", "Ada",
                             "--order", "Ada full 0703 jump 0706"]),
    "chase.svg": Picture(["scenarios/chase.json", "--seed", "1", "--after", "next", "--reach", "Finn",
                          "--order", "Finn full 0603 jump 0803 0903 1004 1104 jump 1404 1504"]),
    "threat.svg": Picture(["scenarios/skirmish.json", "--threat", "all", "--grey", "--width", "105",
                           "--title", "Who threatens what, in grey"]),
    "table-reach.svg": Picture([MILL, "--reach", "Brok", "--by", "cost",
                                "--title", "Where Brok can go from the bridge"], toy=True),
    "table-way.svg": Picture([MILL, "--after", "next", "--order", "Ada walk 7.75,8.5 climb 7.75,9@3 7.5,10@3",
                              "--see", "Ada", "--target", "Dag", "--title", "A climb, and what Ada sees of Dag"],
                             toy=True),
    "table-links.svg": Picture([MILL, "--links", "Ada", "--title", "All that Ada could climb, jump and drop off"],
                               toy=True),
    "reach-street.svg": Picture(["scenarios/warband-street.json", *["--after", "next"] * 3, "--reach", "Otto",
                                 "--title", "Where Otto can go: down from the roof, over the bridge"]),
    "reach-chase.svg": Picture(["scenarios/warband-chase.json", "--rules", "warband-2025", *["--after", "next"] * 3,
                                "--reach", "Anouk", "--title", "Where Anouk can go, jumps measured"]),
    "reach-ruin.svg": Picture(["scenarios/warband-ruin.json", *["--after", "next"] * 8, "--reach", "Wail",
                               "--title", "Where Wail can go, through walls"]),
    "reach-flight.svg": Picture(["scenarios/warband-ruin.json", *["--after", "next"] * 3, "--reach", "Hawk",
                                 "--title", "Where Hawk can go, on the wing"]),
}


def all_pictures():
    """Those listed, and those of the galleries."""
    return PICTURES | {made.picture_name(case): Picture(made.arguments(case), gallery.scenario(case))
                       for made in (gallery, gallery_moves) for case in made.load()}


def pages(program):
    """The pages of the galleries, and what is written on them."""
    return {gallery.PAGE: gallery.page(), gallery_moves.PAGE: gallery_moves.page(program)}


def toy_of(program):
    """The program with the toy families."""
    return os.environ.get("QUICKMARCH_TOY") or str(Path(program).parent / "test" / "quickmarch_toy")


def drawn(program, picture):
    """The picture that a command draws, as bytes."""
    command = [toy_of(program) if picture.toy else program, "draw", *picture.arguments, "-o", "-"]
    return subprocess.run(command, cwd=ROOT, check=True, input=picture.scenario.encode(),
                          stdout=subprocess.PIPE).stdout


def faults(program, folder=FOLDER, pictures=None):
    """What is wrong with the pictures of a folder."""
    pictures = all_pictures() if pictures is None else pictures
    for name in sorted({path.name for path in folder.glob("*.svg")} - set(pictures)):
        yield f"{name}: no command draws it"
    for name, picture in pictures.items():
        path = folder / name
        if not path.is_file():
            yield f"{name}: is missing"
        elif path.read_bytes() != drawn(program, picture):
            yield f"{name}: is not what is drawn now"


def page_faults(written):
    """What is wrong with the pages of the galleries."""
    for page, text in written.items():
        if not page.is_file() or page.read_text(encoding="utf-8") != text:
            yield f"{page.name}: is not what is written now"


def main():
    if len(sys.argv) not in (2, 3) or sys.argv[2:] not in ([], ["--check"]):
        print(__doc__.strip(), file=sys.stderr)
        return 2
    program = str(Path(sys.argv[1]).resolve())
    if len(sys.argv) == 3:
        found = [*faults(program), *page_faults(pages(program))]
        print("\n".join(found + ["run tools/draw_pictures.py"]) if found else "pictures: up to date")
        return 1 if found else 0
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, picture in all_pictures().items():
        (FOLDER / name).write_bytes(drawn(program, picture))
    for page, text in pages(program).items():
        page.write_text(text, encoding="utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
