#!/usr/bin/env python3
"""An independent, slow judge of unit moves of squad on open ground, compared with the program on random units.

Models on round and rectangular bases go one or two straight legs, some turn, some fly; enemies and friends stand about. The oracle
knows distances of convex bases alone: of a base that slides straight the distance from another is convex over its way, so
its least is found by narrowing. What comes nearer than a hair to a limit is drawn again. Every kind of refusal must come up.
"""
import json
import math
import os
import random
import subprocess
import unittest
from collections import Counter

PROGRAM = os.environ.get("QUICKMARCH", "build/debug/quickmarch")
TABLES = int(os.environ.get("QM_SQUAD_TABLES", "250" if not os.environ.get("QM_TEST_LONG") else "8000"))
HAIR = 0.004
WIDE, DEEP = 24.0, 18.0
INCH, NEAR, SPREAD, MOVE = 1.0, 2.0, 6.0, 6.0


# ------------------------------------------------------------------------------------------------------------- bases

def corners(base):
    """Of a rectangle; a round base is a point with a radius."""
    if base["r"]:
        return [(base["x"], base["y"])]
    turn = math.radians(base["f"])
    out = []
    for along, aside in ((1, 1), (1, -1), (-1, -1), (-1, 1)):
        x, y = along * base["l"] / 2, aside * base["w"] / 2
        out.append((base["x"] + x * math.cos(turn) - y * math.sin(turn), base["y"] + x * math.sin(turn) + y * math.cos(turn)))
    return out


def point_segment(p, a, b):
    dx, dy = b[0] - a[0], b[1] - a[1]
    square = dx * dx + dy * dy
    t = 0 if square == 0 else max(0, min(1, ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / square))
    return math.hypot(p[0] - a[0] - t * dx, p[1] - a[1] - t * dy)


def depth(ps, qs):
    """How far two convex shapes are apart along the best of their edge normals; negative: they overlap by that."""
    best = -math.inf
    for shape in (ps, qs):
        for i in range(len(shape)):
            a, b = shape[i], shape[(i + 1) % len(shape)]
            if a == b:
                continue
            length = math.hypot(b[0] - a[0], b[1] - a[1])
            n = ((b[1] - a[1]) / length, (a[0] - b[0]) / length)
            mine = [p[0] * n[0] + p[1] * n[1] for p in ps]
            theirs = [q[0] * n[0] + q[1] * n[1] for q in qs]
            best = max(best, min(theirs) - max(mine), min(mine) - max(theirs))
    return best


def gap(a, b):
    """Between base edges; negative where they overlap."""
    ps, qs = corners(a), corners(b)
    if len(ps) > 1 or len(qs) > 1:
        apart = depth(ps, qs)
        if apart <= 0:
            return apart - a["r"] - b["r"]
    least = min(min(point_segment(p, qs[i], qs[(i + 1) % len(qs)]) for p in ps for i in range(len(qs))),
                min(point_segment(q, ps[i], ps[(i + 1) % len(ps)]) for q in qs for i in range(len(ps))))
    return least - a["r"] - b["r"]


def at(base, place):
    return {**base, "x": place[0], "y": place[1]}


def least_on_way(base, to, other):
    """The least gap while a base slides straight: a convex function, narrowed from both sides."""
    def here(t):
        return gap(at(base, (base["x"] + (to[0] - base["x"]) * t, base["y"] + (to[1] - base["y"]) * t)), other)
    low, high = 0.0, 1.0
    for _ in range(60):
        a, b = low + (high - low) / 3, high - (high - low) / 3
        if here(a) <= here(b):
            high = b
        else:
            low = a
    return min(here((low + high) / 2), here(0), here(1))


def least_in_turn(base, facing, other):
    """The least gap while a base turns where it is, the shorter way: of facings a quarter of a degree apart."""
    turn = (facing - base["f"] + 180) % 360 - 180
    steps = math.ceil(abs(turn) * 4) or 1
    return min(gap({**base, "f": base["f"] + turn * i / steps}, other) for i in range(steps + 1))


# ------------------------------------------------------------------------------------------------------------ judging

class Doubt(Exception):
    """Something is too near to a limit to compare."""


def within(value, limit):
    if abs(value - limit) < HAIR:
        raise Doubt
    return value < limit


def off_table(base):
    xs, ys = zip(*corners(base))
    r = base["r"]
    return within(min(xs) - r, 0) or within(min(ys) - r, 0) or within(WIDE, max(xs) + r) or within(DEEP, max(ys) + r)


def judge_leg(base, to, start, enemies):
    """The reasons that a leg may be refused for."""
    out = set()
    if off_table(at(base, to)):
        out.add("off-table")
    for enemy in enemies:
        out |= judge_near(base, start, enemy, least_on_way(base, to, enemy))
    return out


def judge_turn(base, facing, start, enemies):
    """The same for a turn."""
    out = set()
    for enemy in enemies:
        out |= judge_near(base, start, enemy, least_in_turn(base, facing, enemy))
    return out


def judge_near(base, start, enemy, least):
    """What is wrong with coming so near to an enemy."""
    least = max(least, 0)
    if not within(least, INCH):
        return set()
    if not within(max(gap(start, enemy), 0), INCH):
        return {"near-enemy"}
    return {"nearer-to-enemy"} if within(least, max(gap(base, enemy), 0) - HAIR / 2) else set()


def judge_path(model, legs, enemies, others):
    """The sets of reasons that may be given, each as a whole; and where it ends."""
    base, cost = dict(model), 0.0
    for kind, value in legs:
        if kind == "face":
            reasons = set() if model["fly"] or base["r"] else judge_turn(base, value, model, enemies)
            if reasons:
                return [{reason} for reason in reasons], base
            base["f"] = value
            continue
        reasons = set() if model["fly"] else judge_leg(base, value, model, enemies)
        if not base["r"] and reasons == {"off-table"}:  # a rectangle's corners are looked at where it ends
            reasons = set()
        if reasons:
            return [{reason} for reason in reasons], base
        cost += math.hypot(value[0] - base["x"], value[1] - base["y"])
        base = at(base, value)
    landing = near_end(base, model, enemies) if model["fly"] else set()
    if landing:
        return [{reason} for reason in landing], base
    reasons = set()
    if not within(cost, MOVE):
        reasons.add("too-far")
    if not base["r"]:
        turn = abs((base["f"] - model["f"] + 180) % 360 - 180)
        if within(179.9, turn):
            raise Doubt
        cost += math.radians(turn) * math.hypot(base["w"], base["l"]) / 2
        if turn > 0 and not within(cost, MOVE):
            return [reasons | {"too-far-turning"}], base
    stopped = {"off-table"} if off_table(base) else set()
    if not stopped:
        stopped = {"figure" for other in others if within(gap(base, other), 0)}
    return [reasons | {stop} for stop in stopped] or [reasons], base


def near_end(base, model, enemies):
    """Where one ends that flies, whatever its legs lead over."""
    out = set()
    for enemy in enemies:
        here, began = max(gap(base, enemy), 0), max(gap(model, enemy), 0)
        if not within(began, INCH):
            out |= {"near-enemy"} if within(here, INCH) else set()
        elif within(here, began - HAIR):
            out.add("nearer-to-enemy")
    return out


def judge(unit, orders, enemies, others):
    """All reasons that may be told, as lists of names in order of the alphabet."""
    found, ends, good = [[]], [dict(m) for m in unit], True
    for number, legs in orders:
        choices, ends[number] = judge_path(unit[number], legs, enemies, others)
        good = good and choices == [set()]
        found = [have + sorted(choice) for have in found for choice in choices]
    if not good:
        return [sorted(each) for each in found]
    overlaps = [1 for i in range(len(ends)) for k in range(i) if within(gap(ends[i], ends[k]), 0)]
    if overlaps:
        return [["ends-on-friend"] * len(overlaps)]
    apart = [[max(gap(a, b), 0) for b in ends] for a in ends]
    reached, grew = {0}, True
    while grew:
        more = {k for i in reached for k in range(len(ends)) if within(apart[i][k], NEAR)} - reached
        reached, grew = reached | more, bool(more)
    reasons = [] if len(reached) == len(ends) else ["not-coherent"]
    if not within(max(map(max, apart)), SPREAD):
        reasons.append("too-spread")
    return [sorted(reasons)]


# ------------------------------------------------------------------------------------------------------------- drawing

def draw_base(rng, x, y):
    rounded = rng.random() < 0.7
    return {"x": round(x, 3), "y": round(y, 3), "r": rng.choice([0.3, 0.5]) if rounded else 0,
            "w": rng.choice([0.8, 1.2]), "l": rng.choice([1.0, 1.6]), "f": rng.randrange(0, 360, 15), "fly": rng.random() < 0.3}


def place_around(rng, centre, spread, count, taken):
    out = []
    for _ in range(200):
        if len(out) == count:
            return out
        base = draw_base(rng, centre[0] + rng.uniform(-spread, spread), centre[1] + rng.uniform(-spread, spread))
        inside = all(1.2 < v < most - 1.2 for v, most in ((base["x"], WIDE), (base["y"], DEEP)))
        if inside and all(gap(base, other) > 0.05 for other in taken + out):
            out.append(base)
    return None


def draw_table(rng):
    centre = (rng.uniform(4, WIDE - 4), rng.uniform(4, DEEP - 4))
    unit = place_around(rng, centre, 1.6, rng.randint(2, 4), [])
    enemies = unit and place_around(rng, (centre[0] + rng.uniform(-4, 4), centre[1] + rng.uniform(-4, 4)), 3, 2, unit)
    others = enemies and place_around(rng, centre, 4, 2, unit + enemies)
    return (unit, enemies, others) if others else None


def draw_order(rng, unit):
    by = (rng.gauss(0, 2.6), rng.gauss(0, 2.6))
    orders = []
    for number in rng.sample(range(len(unit)), rng.randint(max(1, len(unit) - 1), len(unit))):
        model, legs = unit[number], []
        x, y = model["x"] + by[0] + rng.gauss(0, 0.35), model["y"] + by[1] + rng.gauss(0, 0.35)
        if rng.random() < 0.3:
            legs.append(("via", (round((model["x"] + x) / 2 + rng.gauss(0, 0.7), 3), round((model["y"] + y) / 2 + rng.gauss(0, 0.7), 3))))
        if rng.random() < 0.2:
            legs.append(("face", rng.randrange(0, 360, 15)))
        legs.append(("via", (round(x, 3), round(y, 3))))
        if rng.random() < 0.2:
            legs.append(("face", rng.randrange(0, 360, 15)))
        orders.append((number, legs))
    return orders


# ------------------------------------------------------------------------------------------------------------ comparing

def entry(name, base):
    out = {"name": name, "at": f"{base['x']:.3f},{base['y']:.3f}", "facing": base["f"], "movement": MOVE, "fly": base["fly"]}
    return {**out, "radius": base["r"]} if base["r"] else {**out, "width": base["w"], "length": base["l"]}


def scenario(unit, enemies, others):
    def troop(name, side, bases):
        return {"name": name, "side": side, "figures": [entry(f"{name[0]}{i}", base) for i, base in enumerate(bases)]}
    return {"quickmarch": "scenario", "version": 1, "title": "Open", "rules": "squad",
            "board": {"space": "table", "width": WIDE, "depth": DEEP}, "sides": ["red", "blue"],
            "units": [troop("Men", "red", unit), troop("Foes", "blue", enemies), troop("Pals", "red", others)],
            "end": {"last_standing": False}}


def flies_over(unit, orders, enemies):
    """Whether somebody flies straight over an enemy's inch."""
    ways = [(unit[number], legs[-1][1]) for number, legs in orders if unit[number]["fly"] and len(legs) == 1]
    return any(least_on_way(model, to, enemy) < INCH / 2 for model, to in ways for enemy in enemies)


def notation(orders):
    words = ["Men move"]
    for number, legs in orders:
        words.append(f"M{number}")
        words += [f"face {value}" if kind == "face" else f"via {value[0]:.3f},{value[1]:.3f}" for kind, value in legs]
    return " ".join(words)


class SquadMoves(unittest.TestCase):
    def test_open_ground(self):
        rng, counts, compared, doubts = random.Random(20260725), Counter(), 0, 0
        with subprocess.Popen([PROGRAM, "pipe"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as pipe:
            pipe.stdout.readline()  # the greeting

            def ask(**request):
                pipe.stdin.write(json.dumps(request) + "\n")
                pipe.stdin.flush()
                answer = json.loads(pipe.stdout.readline())
                self.assertTrue(answer["ok"], answer)
                return answer
            for _ in range(TABLES):
                drawn = draw_table(rng)
                if not drawn:
                    continue
                unit, enemies, others = drawn
                loaded = ask(do="load", scenario=scenario(unit, enemies, others))["scenario"]
                for _ in range(6):
                    orders = draw_order(rng, unit)
                    if any(not (0 <= v[0] <= WIDE and 0 <= v[1] <= DEEP) for _, legs in orders for k, v in legs if k == "via"):
                        continue
                    try:
                        expected = judge(unit, orders, enemies, others)
                    except Doubt:
                        doubts += 1
                        continue
                    text = notation(orders)
                    verdict = ask(do="judge", scenario=loaded, assume=["next"], order=text)["verdict"]
                    told = sorted(reason["reason"] for reason in verdict.get("reasons", []))
                    self.assertIn(told, expected, f"{text}\n{json.dumps(scenario(unit, enemies, others))}")
                    compared += 1
                    counts.update(set(told) or {"legal"})
                    counts["flown over"] += not told and flies_over(unit, orders, enemies)
                ask(do="unload", scenario=loaded)
            pipe.stdin.close()
        print(f"compared {compared}, in doubt {doubts}: " + ", ".join(f"{k} {v}" for k, v in sorted(counts.items())))
        for name in ("legal", "near-enemy", "nearer-to-enemy", "not-coherent", "too-spread", "too-far", "too-far-turning",
                     "ends-on-friend", "figure", "off-table", "flown over"):
            self.assertGreaterEqual(counts[name], 5, name)


if __name__ == "__main__":
    unittest.main()
