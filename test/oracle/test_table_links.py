"""Routes over walks and links on random small tables: the library against the brute force of table_links.

Each table comes from its own seed. Every route that the library offers is gone through piece by piece by the oracle's own
reading of the rules and must be legal, its cost the sum of its pieces; so it cannot be too cheap. For every way of the
oracle the library must have a route that is no less likely and no dearer by more than 0.002" (TOLERANCE). What is hard must
come up often enough: the counts of each kind are printed and required.

The driver (links_driver.c) is named by the variable TABLE_LINKS_DRIVER. QM_ORACLE_LINKS says how many tables (100),
QM_TEST_LONG=1 means 2000; QM_ORACLE_LINK=N,M runs tables N to M-1 and tells everything about differences.
"""

import collections
import concurrent.futures
import math
import os
import random
import subprocess
import sys
import time

import numpy as np

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import table_links as tl  # noqa: E402

TABLES, TABLES_LONG = 100, 2000
WORKERS = 2
TOLERANCE = 2.0           # units
QUESTIONS = 3
SHOWN = 10
# Of 100 tables, at least so many must show each kind.
WANTED = {'climb': 20, 'ladder': 8, 'jump': 15, 'drop': 30, 'short jump': 4, 'several risks': 10, 'walk alone': 5,
          'blocked landing': 2, 'flush storeys': 10, 'railing': 15, 'exact gap': 10, 'gap a unit too wide': 5,
          'balcony': 8, 'crate at a face': 10, 'turned': 10, 'two or more routes': 10, 'no route': 5}


# ----------------------------------------------------------------------------------------------------------- tables

class Maker:
    """A random table with roofs near each other."""

    def __init__(self, seed):
        self.random = random.Random('links %d' % seed)
        self.kinds = collections.Counter()
        self.prisms, self.ladders, self.bodies = [], [], []
        self.r = self.random.choice([500, 500, 630, 315])

    def whole(self, low, high, grid=50):
        return self.random.randrange(low, high + 1, grid if self.random.random() < 0.8 else 1)

    def add(self, x, y, w, d, bottom, top, flags=tl.WALKABLE, rails=None):
        ring = [(x, y), (x + w, y), (x + w, y + d), (x, y + d)]
        self.prisms.append({'ring': ring, 'bottom': bottom, 'top': top, 'flags': flags, 'rails': rails or [0] * 4})
        return x, y, w, d, top

    def rails(self):
        if self.random.random() > 0.25:
            return None
        self.kinds['railing'] += 1
        return [self.random.choice([0, 0, 300, 500, 501, 900]) for _ in range(4)]

    def tower(self):
        rnd = self.random
        flags = tl.WALKABLE | (tl.SHEER if rnd.random() < 0.35 else 0)
        w, d = self.whole(1500, 4500), self.whole(1500, 4500)
        x, y = self.whole(1200, 6000), self.whole(1200, 5500)
        top = rnd.choice([1500, 2300, 3500, 4300])
        if rnd.random() < 0.3:
            self.kinds['flush storeys'] += 1
            lower = 700 if top == 1500 else rnd.choice([700, 1200])
            self.add(x, y, w, d, 0, lower, flags if rnd.random() < 0.5 else tl.WALKABLE)
            return self.add(x, y, w, d, lower, top, flags, self.rails())
        return self.add(x, y, w, d, 0, top, flags, self.rails())

    def neighbour(self, of):
        rnd = self.random
        x, y, w, d, top = of
        gap = rnd.choice([1000, 1001, 2000, 3000, 3001, rnd.randrange(400, 3200)])
        self.kinds['exact gap'] += gap in (1000, 3000)
        self.kinds['gap a unit too wide'] += gap in (1001, 3001)
        w2, d2 = self.whole(1200, 3500), self.whole(1200, 3500)
        other = rnd.choice([top, top, {1500: 2300, 2300: 1500, 3500: 4300, 4300: 3500}[top], rnd.choice([1500, 2300, 3500])])
        if rnd.random() < 0.5:
            at = x + w + gap, y + self.whole(-1500, 1500)
        else:
            at = x + self.whole(-1500, 1500), y + d + gap
        at = max(at[0], 0), max(at[1], 0)
        flags = tl.WALKABLE | (tl.SHEER if rnd.random() < 0.35 else 0)
        return self.add(at[0], at[1], w2, d2, 0, other, flags, self.rails())

    def extras(self, houses):
        rnd = self.random
        if rnd.random() < 0.25:
            self.kinds['balcony'] += 1
            x, y, w, d, top = rnd.choice(houses)
            if top >= 3500:
                self.add(x + self.whole(0, w // 2), y - 800, 900, 800, 2200, 2300)
            else:
                self.add(x + self.whole(0, w // 2), y - 700, 800, 700, top + 1700, top + 1900, 0)
        if rnd.random() < 0.3:
            self.kinds['crate at a face'] += 1
            x, y, w, d, top = rnd.choice(houses)
            self.add(x + w, y + self.whole(0, d // 2), self.whole(300, 1200), self.whole(400, 1500), 0, rnd.choice([600, 1400]), 0)
        if rnd.random() < 0.25:
            x, y, w, d, top = rnd.choice(houses)
            self.add(x + self.whole(100, w // 2), y + self.whole(0, d // 2), self.whole(200, 800), self.whole(200, 800), top, top + 2650, 0)
        if rnd.random() < 0.25:
            self.kinds['turned'] += 1
            x, y = self.whole(2000, 9000), self.whole(2000, 8000)
            a, b = rnd.choice([(300, 400), (600, 800), (500, 1200), (713, 391)])
            k = rnd.choice([1, 2])
            ring = [(x, y), (x + k * a, y + k * b), (x + k * a - b, y + k * b + a), (x - b, y + a)]
            if min(p for p, _ in ring) >= 0:
                self.prisms.append({'ring': ring, 'bottom': 0, 'top': rnd.choice([1500, 3500]), 'flags': tl.WALKABLE, 'rails': [0] * 4})
        if rnd.random() < 0.4:
            x, y, w, d, top = rnd.choice(houses)
            at = self.whole(x + 300, x + w - 300)
            self.ladders.append((at, y - self.r - rnd.choice([0, 50]), 0, at, y + rnd.choice([0, 200, self.r]), top))

    def figures(self, space):
        rnd = self.random
        for _ in range(rnd.choice([0, 0, 1, 2, 3])):
            z = rnd.choice(space.heights)
            x, y = self.place(space, z)
            if x is None:
                continue
            self.bodies.append((x, y, z, rnd.choice([500, 315]), rnd.choice([1200, 2000])))
            space.bodies = self.bodies

    def place(self, space, z):
        """A place at a height where the base stands, often near an edge."""
        rnd = self.random
        tops = [s for s in space.solids if s.top == z and s.flags & tl.WALKABLE] if z else []
        for _ in range(60):
            if tops:
                s = rnd.choice(tops)
                low, high = s.a.min(axis=0), s.a.max(axis=0)
                x, y = rnd.randint(int(low[0]), int(high[0])), rnd.randint(int(low[1]), int(high[1]))
            else:
                x, y = rnd.randint(0, space.width), rnd.randint(0, space.depth)
            if space.places(z, [[x, y]])[0]:
                return x, y
        return None, None


def make(seed):
    maker = Maker(seed)
    houses = [maker.tower()]
    for _ in range(maker.random.choice([0, 1, 1, 2])):
        houses.append(maker.neighbour(maker.random.choice(houses)))
    maker.extras(houses)
    rnd = maker.random
    case = {'size': (12000, 11000), 'walker': (maker.r, 1600, 500), 'prisms': maker.prisms, 'bodies': [],
            'ladders': maker.ladders, 'clearance': rnd.choice([0, 0, 1000]), 'jump': 3000, 'rise': 1000, 'free_gap': 1000,
            'chances': (0.5, 0.75, 0.8), 'limit': 11000}
    space = tl.Space(case)
    case['ladders'] = [l for l in case['ladders'] if on_surface(space, l)]
    maker.figures(space)
    case['bodies'] = maker.bodies
    space = tl.Space(case)
    questions = []
    for _ in range(QUESTIONS):
        ends = []
        for _ in range(2):
            z = rnd.choice(space.heights + [0])
            x, y = maker.place(space, z)
            ends.append((x, y, z))
        if ends[0][0] is not None and ends[1][0] is not None:
            questions.append(tuple(ends))
    return case, questions, maker.kinds


def on_surface(space, ladder):
    def has(x, y, z):
        if not (0 <= x <= space.width and 0 <= y <= space.depth):
            return False
        return z == 0 or any(s.top == z and s.flags & tl.WALKABLE and s.depth(np.array([[x, y]], float))[0] >= 0
                             for s in space.solids)
    return has(*ladder[:3]) and has(*ladder[3:])


def text(case, questions):
    out = [1, *case['size'], len(case['prisms'])]
    for p in case['prisms']:
        out += [p['bottom'], p['top'], p['flags'], len(p['ring'])]
        for (x, y), rail in zip(p['ring'], p['rails']):
            out += [x, y, rail]
    out += [len(case['ladders'])] + [v for l in case['ladders'] for v in l]
    out += [*case['walker'], case['jump'], case['rise'], case['clearance'], 0]
    out += [round(case['chances'][0] * 1000), 1000, case['free_gap'], round(case['chances'][1] * 1000), round(case['chances'][2] * 1000)]
    out += [len(case['bodies'])] + [v for b in case['bodies'] for v in (*b, 2)]
    out += [len(questions)] + [v for a, b in questions for v in (*a, *b, case['limit'])]
    return ' '.join(str(int(v)) for v in out) + '\n'


# ------------------------------------------------------------------------------------------------------- the library

Piece = collections.namedtuple('Piece', 'kind z a b centre radius sweep')
Route = collections.namedtuple('Route', 'cost chance exact pieces')
KINDS = {0: 'walk', 1: 'climb', 2: 'ladder', 3: 'jump', 4: 'drop'}


def read_routes(line):
    numbers = [int(v) for v in line.split()]
    at, routes = 1, []
    for _ in range(numbers[0]):
        cost, chance, exact, count = numbers[at] / 1e6, numbers[at + 1] / 1e6, numbers[at + 2], numbers[at + 3]
        at += 4
        pieces = []
        for _ in range(count):
            kind, z = numbers[at:at + 2]
            v = [x / 1e6 for x in numbers[at + 2:at + 10]]
            at += 10
            pieces.append(Piece(KINDS[kind], z, np.array(v[0:2]), np.array(v[2:4]), np.array(v[4:6]), v[6], v[7]))
        routes.append(Route(cost, chance, bool(exact), pieces))
    return routes


class Driver:
    def __init__(self):
        self.process = subprocess.Popen([os.environ['TABLE_LINKS_DRIVER']], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, case, questions):
        self.process.stdin.write(text(case, questions))
        self.process.stdin.flush()
        counts = [int(v) for v in self.process.stdout.readline().split()]
        return counts, [read_routes(self.process.stdout.readline()) for _ in questions]

    def close(self):
        self.process.stdin.close()
        self.process.wait()


# ---------------------------------------------------------------------------------------------------------- checking

def edge_under(space, p, z):
    """Edges of tops at a height under a point: their outward directions."""
    found = []
    for s in space.solids:
        if s.top == z and s.flags & tl.WALKABLE:
            d = tl.point_segments(p[None], s.a, s.b)[0]
            found += [s.out[k] for k in range(len(s.a)) if d[k] < 0.5]
    return found


def check_link(space, piece, z):
    """What is wrong with a link; None when it is legal. Also its cost and which risk it takes."""
    case, length = space.case, float(np.hypot(*(piece.b - piece.a)))
    a, b = piece.a[None], piece.b[None]
    if not (space.places(z, a)[0] and space.places(piece.z, b)[0]):
        return 'an end cannot be stood on', 0, -1
    if piece.kind == 'ladder':
        ends = {(l[0], l[1], l[2], l[3], l[4], l[5]) for l in case['ladders']} | {(l[3], l[4], l[5], l[0], l[1], l[2]) for l in case['ladders']}
        here = (*np.round(piece.a), z, *np.round(piece.b), piece.z)
        return (None if here in ends else 'no such ladder'), abs(z - piece.z), -1
    if piece.kind == 'climb':
        top, low, edge, foot = (z, piece.z, a, b) if z > piece.z else (piece.z, z, b, a)
        outs = [o for o in edge_under(space, edge[0], top) if np.hypot(*(edge[0] + o * space.r - foot[0])) < 0.5]
        good = any(space.climbs(top, low, edge, o[None])[0] for o in outs)
        return (None if good else 'not climbable'), top - low + space.r, 0
    if length > case['jump'] + 0.001:
        return 'too long', length, 1
    for out in edge_under(space, piece.a, z):
        below = space.drop_beyond(z, a, out[None])[0]
        near = [space.drop_beyond(z, a + np.array([[-out[1], out[0]]]) * k, out[None])[0] for k in (-2, 2)]
        for deep in {below, *near}:
            jump = piece.z > deep + space.step
            if (deep >= 0 and z - deep > space.step and float((b - a)[0] @ out) >= -1 and jump == (piece.kind == 'jump') and
                    (piece.z - z <= case['rise'] if jump else z - piece.z > space.step) and
                    space.flights(z, piece.z, a, b)[0]):
                risk = (1 if length > case['free_gap'] + 1e-3 else -1) if jump else 2
                return None, length, risk
    return 'no such flight', length, 1


def check_walk(space, piece, z):
    if piece.radius <= 0:
        length = float(np.hypot(*(piece.b - piece.a)))
        return (None if space.walk(z, piece.a, piece.b)[0] else 'cannot be walked'), length
    first = math.atan2(*(piece.a - piece.centre)[::-1])
    angles = first + np.linspace(0, piece.sweep, max(3, int(abs(piece.sweep) * 60)))
    p = piece.centre[None] + piece.radius * np.stack([np.cos(angles), np.sin(angles)], axis=1)
    good = space.places(z, p).all() and np.hypot(*(p[-1] - piece.b)) < 0.01
    return (None if good else 'cannot be walked around'), piece.radius * abs(piece.sweep)


def check_route(space, route, start, goal):
    """What is wrong with a route, or None; and how many risks of each kind it takes."""
    at, z, total, risks = np.array(start[:2], float), start[2], 0.0, [0, 0, 0]
    for piece in route.pieces:
        if np.hypot(*(piece.a - at)) > 0.01:
            return 'it does not hang together', risks
        if piece.kind == 'walk':
            wrong, cost = check_walk(space, piece, z)
            if not wrong and piece.z != z:
                wrong = 'it changes its height'
        else:
            wrong, cost, risk = check_link(space, piece, z)
            if risk >= 0:
                risks[risk] += 1
        if wrong:
            return '%s: %s from %s to %s' % (piece.kind, wrong, piece.a, piece.b), risks
        total += cost
        at, z = piece.b, piece.z
    chance = math.prod(c ** n for c, n in zip(space.case['chances'], risks))
    if np.hypot(*(at - np.array(goal[:2]))) > 0.01 or z != goal[2]:
        return 'it ends elsewhere', risks
    if abs(total - route.cost) > 0.01:
        return 'it costs %.3f, not %.3f' % (total, route.cost), risks
    if chance < route.chance - 1e-5:
        return 'its chance is %.4f, not %.4f' % (chance, route.chance), risks
    return None, risks


def kinds_of(routes, risks, space):
    kinds = set()
    for route, risk in zip(routes, risks):
        kinds |= {p.kind for p in route.pieces if p.kind != 'walk'}
        for p in route.pieces:
            if p.kind == 'jump' and np.hypot(*(p.b - p.a)) <= 1000.001:
                kinds.add('short jump')
            if p.kind in ('jump', 'drop') and any(
                    abs(np.hypot(p.b[0] - b[0], p.b[1] - b[1]) - space.r - b[3]) < 1 for b in space.bodies):
                kinds.add('blocked landing')
            if p.kind in ('jump', 'drop') and not edge_under(space, p.b, p.z):
                a, b, _ = space.edges(p.z + space.step, p.z + space.h + 4000)
                if p.kind == 'jump' and len(a):
                    kinds.add('blocked landing')
        if sum(risk) > 1:
            kinds.add('several risks')
        if all(p.kind == 'walk' for p in route.pieces):
            kinds.add('walk alone')
    if len(routes) > 1:
        kinds.add('two or more routes')
    if not routes:
        kinds.add('no route')
    return kinds


def compare(seed, driver, loud=False):
    case, questions, kinds = make(seed)
    if not questions:
        return [], collections.Counter(), 0.0
    started = time.time()
    counts, answers = driver.ask(case, questions)
    spent = time.time() - started
    space, problems, seen = tl.Space(case), [], collections.Counter(k for k, n in kinds.items() if n)
    for (start, goal), routes, truth in zip(questions, answers, tl.pareto(case, questions)):
        checked = [check_route(space, route, start, goal) for route in routes]
        for (wrong, _), route in zip(checked, routes):
            if wrong:
                problems.append('%s to %s: a route of %.3f: %s' % (start, goal, route.cost, wrong))
        for cost, chance, way in truth:
            ours = min((r.cost for r in routes if r.chance >= chance - 1e-5), default=math.inf)
            if ours > cost + TOLERANCE and cost <= case['limit'] - 1:
                problems.append('%s to %s: %.3f at %.4f, where %.3f can be had: %s' % (start, goal, ours, chance, cost, way))
        for kind in kinds_of(routes, [risk for _, risk in checked], space):
            seen[kind] += 1
        seen['not exact'] += sum(not r.exact for r in routes)
        seen['questions'] += 1
        if loud:
            print(seed, start, goal, 'links', counts)
            print('  ours  ', [(round(r.cost, 2), round(r.chance, 4), r.exact, [p.kind for p in r.pieces]) for r in routes])
            print('  oracle', [(round(c, 2), round(p, 4)) for c, p, _ in truth])
    return ['table %d, %s' % (seed, p) for p in problems], seen, spent


def batch(first, last, loud=False):
    driver = Driver()
    problems, seen, spent = [], collections.Counter(), 0.0
    for seed in range(first, last):
        found, kinds, took = compare(seed, driver, loud)
        problems += found
        spent += took
        seen['tables'] += 1
        for kind, n in kinds.items():
            seen[kind] += n if kind in ('questions', 'not exact') else 1
    driver.close()
    return problems, seen, spent


def main():
    if os.environ.get('QM_ORACLE_LINK'):
        first, last = map(int, os.environ['QM_ORACLE_LINK'].split(','))
        problems, seen, spent = batch(first, last, True)
        print('\n'.join(problems), dict(seen), spent)
        return 1 if problems else 0
    tables = int(os.environ.get('QM_ORACLE_LINKS') or (TABLES_LONG if os.environ.get('QM_TEST_LONG') == '1' else TABLES))
    step = max(1, math.ceil(tables / 20))
    problems, seen, spent = [], collections.Counter(), 0.0
    with concurrent.futures.ProcessPoolExecutor(WORKERS) as pool:
        for found, kinds, took in pool.map(batch, range(0, tables, step), [min(f + step, tables) for f in range(0, tables, step)]):
            problems += found
            seen += kinds
            spent += took
    print('%d tables, %d questions, %.1f s in the library' % (seen['tables'], seen['questions'], spent))
    for kind, wanted in WANTED.items():
        print('  %-22s %d' % (kind, seen[kind]))
        if tables >= TABLES and seen[kind] < wanted * tables / TABLES: # a short run has too little of the rare kinds
            problems.append('only %d tables with: %s' % (seen[kind], kind))
    print('  %-22s %d routes' % ('not exact', seen['not exact']))
    print('\n'.join(problems[:SHOWN]))
    print('%d problems' % len(problems))
    return 1 if problems else 0


if __name__ == '__main__':
    sys.exit(main())
