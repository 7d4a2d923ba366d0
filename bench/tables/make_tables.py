#!/usr/bin/env python3
"""Makes the tables of the benchmarks: make_tables.py [FOLDER]   (without one: beside this file)

streets.json  44" x 60", 30 prisms: six buildings of two storeys (hollow ones with floors and doors, solid ones with
              terraces, a tower with a gallery), a bridge, a balcony, low walls, crates, and 24 figures on all levels.
warband.json  the same streets and places for the family warband: rubble and pond are difficult ground.
squad.json    the same for the family squad: the figures are units of one model each, and there are three units of ten.
boxes.json    44" x 60", 30 boxes strewn over a flat field, half of them turned, with passages of all widths between.

All come out the same on every machine: streets is drawn by hand below, boxes by a generator of its own, and all
places are rounded to 1/1000 inch.
"""
import json
import math
import sys
from pathlib import Path

WIDTH, DEPTH = 44, 60


def near(value):
    """A length as files have it: at most three decimals."""
    rounded = round(value, 3)
    return int(rounded) if rounded == int(rounded) else rounded


def turned(x, y, width, depth, degrees):
    """A box about (x, y), turned to the left."""
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    w, d = width / 2, depth / 2
    return [[near(x + c * u - s * v), near(y + s * u + c * v)] for u, v in ((-w, -d), (w, -d), (w, d), (-w, d))]


def round_about(x, y, radius, corners):
    """A regular polygon with a flat side to the right."""
    return [[near(x + radius * math.cos(math.pi * (2 * n + 1) / corners)),
             near(y + radius * math.sin(math.pi * (2 * n + 1) / corners))] for n in range(corners)]


def prism(name, where, bottom, top, **more):
    shape = {"box": where} if not isinstance(where[0], list) else {"at": where}
    return {"name": name, **shape, "bottom": bottom, "top": top, **more}


# ------------------------------------------------------------------------------------------------------- streets

def buildings():
    tower = round_about(33, 30, 3, 8)
    return [
        prism("hall", [4, 36, 16, 50], 0, 3),
        prism("hall-upper", [6, 39, 13, 49], 3, 6, rail=0.5),
        prism("store-walls", [[28, 38], [40, 38], [40, 52], [28, 52], [28, 46.5], [28.5, 46.5], [28.5, 51.5],
                              [39.5, 51.5], [39.5, 38.5], [28.5, 38.5], [28.5, 44], [28, 44]], 0, 3, walkable=False),
        prism("store-floor", [28, 38, 40, 52], 3, 3.25, holes=[[[36.5, 48.5], [39, 48.5], [39, 51], [36.5, 51]]],
              climbable=False),
        prism("store-upper", [[28, 38], [40, 38], [40, 52], [28, 52], [28, 45.5], [28.5, 45.5], [28.5, 51.5],
                              [39.5, 51.5], [39.5, 38.5], [28.5, 38.5], [28.5, 43], [28, 43]], 3.25, 6, walkable=False),
        prism("store-roof", [27.5, 37.5, 40.5, 52.5], 6, 6.25, climbable=False),
        prism("tavern", [[4, 8], [16, 8], [16, 14], [10, 14], [10, 22], [4, 22]], 0, 3),
        prism("tavern-upper", [4, 8, 9.5, 16], 3, 6),
        prism("balcony", [16, 9, 17.5, 13], 2.75, 3, rails=[0.75, 0.75, 0.75, 0]),
        prism("ruin-walls", [[29, 8], [40, 8], [40, 20], [32, 20], [32, 19.5], [39.5, 19.5], [39.5, 8.5], [29.5, 8.5],
                             [29.5, 12], [29, 12]], 0, 6, walkable=False),
        prism("ruin-floor", [[34, 8.5], [39.5, 8.5], [39.5, 19.5], [36, 19.5], [34, 14]], 3, 3.25),
        prism("tower", tower, 0, 6),
        prism("gallery", round_about(33, 30, 4.75, 8), 2.75, 3, holes=[tower], climbable=False),
        prism("house", [3, 25, 12, 32], 0, 3),
        prism("house-upper", turned(7.5, 28.5, 6, 4.5, 12), 3, 5.5),
    ]


def streets():
    prisms = buildings() + [
        prism("bridge", [16, 43, 28, 45.5], 2.75, 3, rails=[0.75, 0, 0.75, 0], climbable=False),
        prism("wall-south", [18.5, 14, 19, 23], 0, 1),
        prism("wall-bend", [[18, 47], [24, 47], [24, 52], [23.5, 52], [23.5, 47.5], [18, 47.5]], 0, 1),
        prism("wall-east", turned(38, 24.5, 7, 0.5, 20), 0, 0.75),
        prism("wall-north", turned(12, 55, 8, 0.5, -8), 0, 1),
        prism("crate-a", [24, 17, 26, 19], 0, 1.5),
        prism("crate-b", turned(27.5, 17, 2, 2, 30), 0, 1.5),
        prism("crate-c", [24.25, 17.25, 25.75, 18.75], 1.5, 3),
        prism("crate-d", turned(15, 33.5, 2.5, 1.5, 65), 0, 2),
        prism("crates", [[33, 55], [37, 55], [37, 56.5], [35, 56.5], [35, 58], [33, 58]], 0, 2),
        prism("fountain", round_about(22, 30, 2, 8), 0, 0.75, walkable=False, impassable=True),
        prism("obelisk", round_about(21.5, 37, 0.6, 6), 0, 4, walkable=False, climbable=False),
        prism("statue", turned(22.5, 9, 1, 1, 45), 0, 3.5, walkable=False, climbable=False),
        prism("stage", [19, 0, 28, 4.5], 0, 0.5),
        prism("hedge", [[26, 23.5], [31, 22.5], [31, 23.5], [26, 24.5]], 0, 1.5, walkable=False, sight="clear"),
    ]
    ladders = [("hall-ladder", [3, 41, 0], [4.25, 41, 3]), ("hall-roof-ladder", [13.75, 46, 3], [12.75, 46, 6]),
               ("store-ladder", [37, 50, 0], [36, 50, 3.25]), ("store-roof-ladder", [41.25, 45, 0], [40.25, 45, 6.25]),
               ("ruin-ladder", [33, 12, 0], [34.5, 12, 3.25]), ("tower-ladder", [33, 25, 0], [33, 26, 3]),
               ("tower-top-ladder", [36.5, 30, 3], [35.25, 30, 6]), ("tavern-ladder", [11, 18, 0], [9.75, 18, 3])]
    zones = [{"name": "rubble", "at": [[30, 9], [39, 9], [36, 18], [31, 18]], "kind": "mud"},
             {"name": "pond", "at": round_about(13, 3.5, 2.5, 12), "kind": "brook"}]
    places = [
        # the ground
        (22, 7), (20.5, 11), (23, 12), (17.5, 18), (21, 20), (27.5, 15), (31.5, 15), (35, 17), (26, 27), (14, 29),
        (18, 33), (28.5, 35), (22, 40), (26.5, 48), (32, 42), (36, 46), (10, 52.5), (30, 56),
        # floors, roofs and the bridge
        (21, 44.25, 3), (14.5, 38, 3), (33, 47, 3.25), (7, 20, 3), (36.5, 12, 3.25), (33, 28.5, 6)]
    figures = [{"name": f"F{n + 1}", "side": "Red" if n % 2 == 0 else "Blue", "at": place_text(place)}
               for n, place in enumerate(places)]
    return scenario("Streets", "A small town: buildings of two storeys, a bridge, walls to step over, crates to climb.",
                    prisms, [{"name": name, "foot": foot, "head": head} for name, foot, head in ladders], zones,
                    figures)


def place_text(place):
    return f"{place[0]},{place[1]}" + (f"@{place[2]}" if len(place) > 2 else "")


def warband():
    """The streets with units of warband; every third goes farther than most, every fourth is more agile."""
    table = streets()
    for zone in table["board"]["zones"]:
        zone["kind"] = "difficult"
    figures = [{**figure, "move": 8 if n % 3 == 2 else 6, "agility": 8 if n % 4 == 1 else 10}
               for n, figure in enumerate(table["figures"])]
    return {**table, "rules": "warband", "figures": figures}


def squad():
    """The streets with units of squad: low solids are barricades, others walls."""
    table = streets()
    board = {**table["board"], "zones": [{**zone, "kind": "difficult"} for zone in table["board"]["zones"]]}
    board["prisms"] = [{**prism, "kind": "barricade" if prism["top"] <= 2 else "wall"} for prism in board["prisms"]]
    del board["ladders"]  # the family has none
    units = [{"name": figure["name"], "side": figure["side"], "figures": [{"at": figure["at"]}]} for figure in table["figures"]]
    for name, side, weapon, x, y in (("Rifles", "Red", "machine_gun", 2, 1), ("Orks", "Blue", "rifle", 17, 54),
                                     ("Boars", "Blue", "rifle", 20, 24)):
        places = [{"at": place_text((near(x + i % 5 * 1.2), near(y + i // 5 * 1.2)))} for i in range(10)]
        units.append({"name": name, "side": side, "weapon": weapon, "weapon_2": "pistol", "save": 7, "figures": places})
    table = {**table, "rules": "squad", "board": board, "units": units}
    del table["figures"]
    return table


# --------------------------------------------------------------------------------------------------------- boxes

class Strewn:
    """A generator that is the same everywhere: xorshift, whole numbers."""

    def __init__(self, seed):
        self.state = seed

    def below(self, limit):
        self.state ^= self.state << 13 & 0xFFFFFFFFFFFFFFFF
        self.state ^= self.state >> 7
        self.state ^= self.state << 17 & 0xFFFFFFFFFFFFFFFF
        return (self.state >> 33) % limit

    def between(self, low, high):
        return low + self.below(high - low + 1)


def point_segment(p, a, b):
    ab = (b[0] - a[0], b[1] - a[1])
    part = ((p[0] - a[0]) * ab[0] + (p[1] - a[1]) * ab[1]) / (ab[0] ** 2 + ab[1] ** 2)
    part = min(max(part, 0), 1)
    return math.hypot(p[0] - a[0] - part * ab[0], p[1] - a[1] - part * ab[1])


def inside(p, ring):
    """In a convex ring that runs counter-clockwise."""
    return all((b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]) >= 0
               for a, b in zip(ring, ring[1:] + ring[:1]))


def apart(one, other):
    """The distance of two boxes; 0 when one has a corner of the other inside (none is so thin that they cross)."""
    if any(inside(p, other) for p in one) or any(inside(p, one) for p in other):
        return 0
    return min(min(point_segment(p, a, b) for p in ring for a, b in zip(line, line[1:] + line[:1]))
               for ring, line in ((one, other), (other, one)))


def boxes():
    strewn, rings, prisms = Strewn(88172645463325252), [], []
    while len(prisms) < 30:
        width, depth = strewn.between(1500, 8000) / 1000, strewn.between(1500, 6000) / 1000
        x, y = strewn.between(4000, 40000) / 1000, strewn.between(4000, 56000) / 1000
        degrees = strewn.between(1, 89) if len(prisms) % 2 else 0
        ring = turned(x, y, width, depth, degrees)
        border = min(min(px, py, WIDTH - px, DEPTH - py) for px, py in ring)
        if border < 0.2 or any(apart(ring, other) < 0.2 for other in rings):
            continue
        rings.append(ring)
        where = ring if degrees else [*ring[0], *ring[2]]
        prisms.append(prism(f"box-{len(prisms) + 1}", where, 0, 3, walkable=False))
    figures = [{"name": "Ada", "side": "Red", "at": "2,2"}, {"name": "Brok", "side": "Blue", "at": "42,58"}]
    return scenario("Boxes", "Thirty boxes strewn over a flat field.", prisms, [], [], figures)


# --------------------------------------------------------------------------------------------------------- files

def scenario(title, text, prisms, ladders, zones, figures):
    assert len(prisms) == 30
    board = {"space": "table", "width": WIDTH, "depth": DEPTH, "prisms": prisms}
    board |= {key: value for key, value in (("ladders", ladders), ("zones", zones)) if value}
    return {"quickmarch": "scenario", "version": 1, "title": title, "text": text, "rules": "ramble", "board": board,
            "sides": ["Red", "Blue"], "figures": figures}


def lines(value, depth=0):
    """JSON with one entry of a list a line."""
    pad = "  " * (depth + 1)
    if isinstance(value, dict) and depth < 2:
        members = [f"{pad}{json.dumps(key)}: {lines(item, depth + 1)}" for key, item in value.items()]
        return "{\n" + ",\n".join(members) + "\n" + "  " * depth + "}"
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return "[\n" + ",\n".join(pad + json.dumps(item) for item in value) + "\n" + "  " * depth + "]"
    return json.dumps(value)


def main():
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parent)
    for name, table in (("streets", streets()), ("warband", warband()), ("squad", squad()),
                        ("boxes", boxes())):
        (folder / f"{name}.json").write_text(lines(table) + "\n", encoding="utf-8")


main()
