"""Links, routes over walks and links, and reach with links on random small tables: the library against brute force.

Each table comes from its own seed. Every link that the library tells is looked at by samples of its curves, and links
that are legal along sampled edges are asked for: none may be missing. Every route offered is gone through piece by
piece by the oracle's own reading of the rules and must be legal, its cost the sum of its pieces; so it cannot be too
cheap. For every way of the oracle the library must have a route that is no less likely and no dearer by more than
0.002" (TOLERANCE); a reach costs what the cheapest route does, and its regions have no ground that no base can be on.
What is hard must come up often enough: the counts of each kind are printed and required.

The driver (links_driver.c) is named by the variable TABLE_LINKS_DRIVER. QM_ORACLE_LINKS says how many tables (500),
QM_TEST_LONG=1 means 10000; most are asked a few questions that are drawn, QM_ORACLE_ALL=1 asks all;
QM_ORACLE_LINK=N,M runs tables N to M-1 and tells everything about differences; QM_ORACLE_REACH=0 leaves out reach.
Links are also asked for with figures in the way, and in whole units (table_links_asks).
"""

import collections
import concurrent.futures
import math
import os
import sys
import time

import numpy as np

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import table_links as tl  # noqa: E402
import table_links_asks as asks  # noqa: E402
import table_links_checks as checks  # noqa: E402
import table_links_tables as made  # noqa: E402
import table_links_ways as ways  # noqa: E402
import table_space as ts  # noqa: E402

TABLES, TABLES_LONG = 500, 10000
ALL = 40         # every so many tables are asked for all places, the others for some that are drawn
WORKERS = 2
TOLERANCE = 2.0  # units
REACH = 3.0      # units: a reach sees landings in short pieces (0, 12, 26)
INCH = 0.005     # of a cost: where something costs by the inch, ways are as near as that to the best
COARSE = 500.0   # units: … and a reach takes links at places, which is coarse; how often it is no nearer is told
# Tables with places whose cost in a reach differs by more than that and is not mended yet, or in whose regions a base
# cannot end everywhere; the same for one in which a price by the inch makes it dearer than COARSE allows. They are shown;
# a table that is right must leave these lists.
KNOWN = set()
KNOWN_REGION = set()
KNOWN_INCH = set()
# Tables that once differed, or do, many of them farther on: all places are asked for, and they are run in any case.
ONCE = (123, 126, 142, 174, 182, 232, 245, 257, 264, 330, 337, 402, 445, 475, 480, 484, 499, 586, 710, 728, 764, 964,
        1001, 1028, 1199, 1201, 1221, 1231, 1285, 1333, 1359, 1491, 1549, 1594, 1695, 1702, 1720, 1823, 1920, 1951)
NEAR = 8.0       # units: regions are flattened, and cut at a cost
INWARDS = 12.0   # units: so far within their borders regions are looked at
BUDGET = 7000    # units: of a reach, or less
CHEAP = 2        # spots of a table that cost less than the oracle thinks, for which a route is asked
SHOWN = 10
# So many of 100 tables must show each kind.
WANTED = {'climb up': 4, 'climb down': 8, 'ladder': 4, 'jump': 26, 'short jump': 14, 'drop': 30, 'several risks': 8,
          'blocked landing': 7, 'landing beside a figure': 1, 'two or more routes': 15, 'walk alone': 19,
          'no route': 3, 'steps on the way': 2, 'area on the way': 3, 'passed a figure': 2,
          'figure with a margin': 5, 'landing built up': 15, 'slantwise drops': 4, 'flush storeys': 2,
          'stacked floors': 8, 'railing': 12, 'exact gap': 12, 'gap a unit too wide': 8, 'balcony': 8, 'crate at a face': 10, 'turned': 10,
          'touching prisms': 30, 'shared edge': 30, 'not convex': 6, 'hole': 8, 'free polygon': 5, 'on the grid': 12,
          'off the grid': 30, 'whole support': 8, 'leeway': 10, 'to_foot': 6, 'low': 13, 'clearance': 15,
          'step of 0': 8, 'step of 1000': 8, 'stairs': 5, 'price once': 8, 'price of entry': 8,
          'price by the inch': 13, 'rectangular figure': 13, 'whole ends': 159, 'link clear of figures': 300,
          'link stopped by a figure': 200}
# At most so many of 100 questions of routes may be answered as not exact, of 100 tables have a reach that is too dear by
# the inch, and of 100 links of routes have no whole ends: what is not exact is not compared.
MOST = {'not exact': ('questions', 9), 'reach by the inch too dear': ('tables', 20), 'no whole ends': ('whole ends', 1)}
SUMS = ('questions', 'not exact', 'spots', 'places at borders', 'links', 'asked', 'flights', 'whole ends', 'no whole ends',
        'link clear of figures', 'link stopped by a figure')


class Compared:
    """One table: what is wrong, and what was seen."""

    def __init__(self, seed, case, driver):
        self.seed, self.case, self.driver = seed, case, driver
        self.problems, self.seen = [], collections.Counter(dict.fromkeys(case['kinds'], 1))
        self.routes_of, self.whole = checks.RouteCheck(case), asks.WholeEnds(case, driver)
        self.lines = []
        self.near = INCH if 'price by the inch' in case['kinds'] else 0.0

    def wrong(self, text, *args):
        self.problems.append('table %d: %s' % (self.seed, text % args))

    def all(self):
        links = self.driver.open(self.case)
        check = checks.LinkCheck(self.case, links, self.driver, self.seed)
        crowded = asks.Crowded(self.case, links, self.driver, self.seed)
        for text in check.all() + crowded.all():
            self.wrong('%s', text)
        self.seen.update(crowded.seen)
        self.seen['links'] += len(links)
        self.seen['flights'] += check.seen['flights looked at']
        self.seen['asked'] += sum(n for what, n in check.seen.items() if 'asked' in what)
        truth, upper = ways.answers(self.case)
        cheapest = [self.routes(goal, true) for goal, true in zip(self.case['goals'], truth)]
        if os.environ.get('QM_ORACLE_REACH') != '0':
            self.reach(cheapest, truth, upper)
        self.seen.update(self.whole.seen)
        self.driver.shut()

    def ask_routes(self, goal):
        """Routes to a place, each one checked."""
        case, start = self.case, self.case['start']
        line = self.driver.ask(['1 %s %s %d' % (checks.spot(start), checks.spot(goal), case['limit'])])[0]
        routes, exact = checks.read_routes(line), checks.read_exact(line)
        for route in routes:
            wrong, risks = self.routes_of.check(route, start, goal)
            if wrong:
                self.wrong('%s to %s: a route of %.3f: %s', start, goal, route.cost, wrong)
            for kind in self.kinds_of(route, risks):
                self.seen[kind] += 1
        for text in self.whole.check(routes, start):
            self.wrong('%s to %s: in whole units the %s', start, goal, text)
        for a, b in zip(routes, routes[1:]):
            if not (a.cost < b.cost and a.chance < b.chance):
                self.wrong('%s to %s: routes of %.3f and %.3f are not in order', start, goal, a.cost, b.cost)
        self.seen['not exact'] += not exact
        self.seen['questions'] += 1
        return routes, exact

    def routes(self, goal, truth):
        """The cheapest cost of a goal, and whether it is known to be, after all of its routes have been compared."""
        case, start = self.case, self.case['start']
        routes, exact = self.ask_routes(goal)
        for cost, chance, way in truth:
            ours = min((r.cost for r in routes if r.chance >= chance - 1e-5), default=math.inf)
            if ours > cost * (1 + self.near) + TOLERANCE and cost <= case['limit'] * (1 - self.near) - 1 and exact:
                self.wrong('%s to %s: %.3f at %.4f, where %.3f can be had: %s', start, goal, ours, chance, cost, way)
        self.seen['two or more routes'] += len(routes) > 1
        self.seen['no route'] += not routes
        names = [(round(r.cost, 2), round(r.chance, 4), [checks.NAMES[p.kind] for p in r.pieces]) for r in routes]
        self.lines.append('%s to %s\n  ours   %s\n  oracle %s' % (
            start, goal, names, [(round(c, 2), round(p, 4)) for c, p, _ in truth]))
        return min((r.cost for r in routes), default=math.inf), exact

    def kinds_of(self, route, risks):
        kinds, z, rules = set(), self.case['start'][2], self.routes_of.rules
        for p in route.pieces:
            name = checks.NAMES[p.kind]
            if p.kind == tl.CLIMB:
                name += ' up' if p.z > z else ' down'
            if p.kind:
                kinds.add(name)
            elif p.z != z:
                kinds.add('steps on the way')
            if p.kind == tl.JUMP and np.hypot(*(p.b - p.a)) <= self.case['rules']['free_gap'] + 0.001:
                kinds.add('short jump')
            if p.kind in (tl.JUMP, tl.DROP):
                kinds |= self.landing(p)
            if not p.kind and any(b['manner'] == ts.PASS_ONLY and ts.stretches(
                    p.a[None], p.b[None], tl.body_edges(b), b['radius'] + 1)[1].max() > 0
                    for b in self.case['bodies']):
                kinds.add('passed a figure')
            z = p.z
        if sum(risks) > 1:
            kinds.add('several risks')
        if not any(p.kind for p in route.pieces):
            kinds.add('walk alone')
        if rules.table['areas'] and self.routes_of.areas(route, self.case['start'], 0):
            kinds.add('area on the way')
        return kinds

    def landing(self, piece):
        """Whether something stands on the landing, so that one comes down beside it."""
        kinds, rules = set(), self.routes_of.rules
        for b in rules.bodies:
            if abs(ts.distances(piece.b[None], tl.body_edges(b)).min() - rules.r - b['radius']) < 1:
                kinds |= {'blocked landing', 'landing beside a figure'}
        if piece.kind == tl.JUMP and not checks.edges_at(rules, piece.b, piece.z):
            kinds.add('blocked landing')
        return kinds

    # --------------------------------------------------------------------------------------------------------- reach

    def reach(self, cheapest, truth, upper):
        case = self.case
        budget = min(BUDGET, case['limit'])
        places = case['goals'] + case['spots']
        bounds = [min((t[0] for t in true), default=math.inf) for true in truth] + [bound for bound, _ in upper]
        line = self.driver.ask(['2 %s %d %d %d %s' % (checks.spot(case['start']), budget, budget - 1000, len(places),
                                                      ' '.join(map(checks.spot, places)))])[0]
        words = [int(v) for v in line.split()]
        if not words[0]:
            return self.wrong('no reach could be made')
        costs = [v / 1e6 for v in words[1:1 + len(places)]]
        cheap = []
        for k, (place, cost, bound) in enumerate(zip(places, costs, bounds)):
            if bound <= budget - self.coarse(budget) - 1 and not 0 <= cost <= bound + self.coarse(bound) + REACH:
                way = upper[k - len(truth)][1]() if k >= len(truth) else 'a goal'
                self.wrong('reach: %s to %s costs %.3f, where %.3f can be had: %s',
                           case['start'], place, cost, bound, way)
                cheap.append((math.inf, k))
            if k < len(cheapest):
                self.same(place, cost, *cheapest[k], budget)
            elif 0 <= cost < bound - 5:
                cheap.append((bound - cost, k))
            self.seen['spots'] += 1
        for _, k in sorted(cheap, reverse=True)[:CHEAP if len(case['goals']) > 1 else 1]:
            routes, exact = self.ask_routes(places[k])
            self.same(places[k], costs[k], min((r.cost for r in routes), default=math.inf), exact, budget)
        self.regions(words[1 + len(places):], places, costs, budget - 1000)

    def coarse(self, cost):
        return COARSE + self.near * cost if self.near and math.isfinite(cost) else 0.0

    def same(self, place, cost, route, exact, budget):
        coarse = self.coarse(route)
        self.seen['reach by the inch too dear'] += coarse > 0 and cost > route * (1 + self.near) + REACH
        if (cost >= 0 or route < budget - coarse - 0.5) and \
                not (route * (1 - self.near) - REACH if exact else 0) <= cost <= route + coarse + REACH:
            self.wrong('reach: %s to %s costs %.3f, a route %.3f', self.case['start'], place, cost, route)

    def regions(self, words, places, costs, limit):
        if words[0] < 0:
            return self.wrong('no regions could be made')
        rings, at = [], 1
        for _ in range(words[0]):
            z, count = words[at:at + 2]
            points = np.array(words[at + 2:at + 2 + 2 * count], float).reshape(-1, 2) / 1e6
            rings.append((z, ts.ring_edges(points)))
            at += 2 + 2 * count
        for place, cost in zip(places, costs):
            if 0 <= cost and abs(cost - limit) < NEAR + self.near * limit:
                continue
            there = [edges for z, edges in rings if z == place[2]]
            p = np.array([place[:2]], float)
            within = bool(there) and bool(ts.inside(p, np.vstack(there))[0])
            if within != (0 <= cost <= limit) and not (there and ts.distances(p, np.vstack(there)).min() <= NEAR):
                self.wrong('region: %s costs %.3f and is %s', place, cost, 'inside' if within else 'outside')
        self.forbidden(rings)

    def forbidden(self, rings):
        """Places just inside of regions, beside the corners and edges of their rings, are such that the base can end
        there."""
        space = ts.Space(self.case['table'], self.case['walker'], self.case['bodies'], ending=True)
        for z in {z for z, _ in rings}:
            edges = np.vstack([own for height, own in rings if height == z])
            a, ab = edges[:, :2], edges[:, 2:] - edges[:, :2]
            lengths = np.hypot(*ab.T)[:, None]
            inwards = INWARDS * np.hstack([-ab[:, 1:], ab[:, :1]]) / np.maximum(lengths, 1e-9)
            points = np.vstack([a + inwards, a + ab / 2 + inwards])
            points = points[ts.inside(points, edges)]
            points = points[ts.nearest(points, edges) > NEAR] if len(points) else points
            if len(points):
                for place in points[~space.passes(points, 1)[:, space.heights.index(z)]][:2]:
                    self.wrong('region: no base can end at %.3f, %.3f on %d', *place, z)
            self.seen['places at borders'] += len(points)


def batch(first, last, loud=False):
    everything = os.environ.get('QM_ORACLE_ALL') == '1'
    driver = checks.Driver()
    problems, seen = [], collections.Counter()
    for seed in range(first, last):
        case = made.make(seed)
        seen['tables'] += 1
        if not case:
            continue
        if not everything and seed % ALL and seed not in ONCE:
            case = made.drawn(case, seed)
        begun = time.process_time()
        compared = Compared(seed, case, driver)
        try:
            compared.all()
        except RuntimeError as failure:
            compared.wrong('%s', failure)
            driver = checks.Driver()
        problems += compared.problems
        for kind, n in compared.seen.items():
            seen[kind] += n if kind in SUMS else n > 0
        if loud:
            print('table %d, %.1f s, %s' % (seed, time.process_time() - begun, sorted(case['kinds'])))
            print('\n'.join(compared.lines + compared.problems))
    driver.end()
    return problems, seen


def main():
    if os.environ.get('QM_ORACLE_LINK'):
        first, last = map(int, os.environ['QM_ORACLE_LINK'].split(','))
        problems, seen = batch(first, last, True)
        print(dict(seen), len(problems), 'problems')
        return 1 if problems else 0
    usual = TABLES_LONG if os.environ.get('QM_TEST_LONG') == '1' else TABLES
    tables = int(os.environ.get('QM_ORACLE_LINKS') or usual)
    step = max(1, math.ceil(tables / 35))
    problems, seen = [], collections.Counter()
    with concurrent.futures.ProcessPoolExecutor(WORKERS) as pool:
        parts = [(f, min(f + step, tables)) for f in range(0, tables, step)] + [(f, f + 1) for f in ONCE if f >= tables]
        for found, kinds in pool.map(batch, *zip(*parts)):
            problems += found
            seen += kinds
    print('%d tables: %d links, %d of their flights, %d links asked for;' % tuple(
        seen[k] for k in ('tables', 'links', 'flights', 'asked')))
    print('%d questions of routes (%d not exact), %d costs of places (too dear by the inch in %d tables);' % tuple(
        seen[k] for k in ('questions', 'not exact', 'spots', 'reach by the inch too dear')))
    print('%d links of routes without whole ends' % seen['no whole ends'])
    for kind, wanted in WANTED.items():
        print('  %-24s %d' % (kind, seen[kind]))
        # A short run has too little of what is rare.
        if tables >= TABLES and seen[kind] < math.floor(wanted * tables / 100):
            problems.append('only %d tables with: %s' % (seen[kind], kind))
    problems += ['too many: %s, %d of %d' % (kind, seen[kind], seen[of]) for kind, (of, most) in MOST.items()
                 if tables >= TABLES and seen[kind] * 100 > most * seen[of]]
    known = [text for text in problems if text.startswith('table ') and (int(text.split(':')[0][6:]) in KNOWN_INCH or (
        int(text.split(':')[0][6:]) in {'reach': KNOWN, 'region': KNOWN_REGION}.get(text.split(': ')[1], ())))]
    problems = [text for text in problems if text not in known]
    for seed in sorted(KNOWN | KNOWN_REGION | KNOWN_INCH if os.environ.get('QM_ORACLE_REACH') != '0' else ()):
        if (seed < tables or seed in ONCE) and not any(text.startswith('table %d:' % seed) for text in known):
            problems.append('table %d does not differ any more: take it off the list' % seed)
    print('\n'.join(['known: ' + text for text in known] + problems[:SHOWN]))
    print('%d problems' % len(problems))
    return 1 if problems else 0


if __name__ == '__main__':
    sys.exit(main())
