"""Zones that cost something, and steps: the library against table_prices and table_cheapest on random tables.

Every way that the library offers is priced by the oracle piece by piece (once, for each entry, by the inch) and must
cost what is told; it must not be dearer than the cheapest one that the oracle finds by more than 0.002", with prices by
the inch by more than 0.5 %, and must then say that it is approximate. Since the way is a legal one it cannot be too
cheap. Costs of a reach are held against both sides. Straight pieces are priced on their own: along borders, through
corners, from inside. Steps are held against the levels that lie along a path.

The driver (table_driver.c) is named by the variable TABLE_DRIVER. QM_PRICES_TABLES says how many tables (400),
QM_TEST_LONG=1 means 6000; QM_PRICES_TABLE=N,M runs tables N to M-1 and tells everything about differences.
"""

import collections
import math
import os
import random
import sys
import time

os.environ.setdefault('OMP_NUM_THREADS', '1')
import numpy as np

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import table_cheapest as tc  # noqa: E402
import table_prices as tp  # noqa: E402
import table_runs as runs  # noqa: E402
import table_space as ts  # noqa: E402
import table_tables as tt  # noqa: E402
import test_table_oracle as basis  # noqa: E402
from table_answers import LONGER, Failure, Way, place  # noqa: E402

TABLES, TABLES_LONG = 400, 6000
COUNTED = 600             # tables of which the counts below are told
KNOWN = {}                # differences that are known and not mended yet, by table: one that is gone must leave the list
WALKS, PROBES, PIECES, STEPS = 4, 8, 14, 8
NEARLY = 0.005            # a price by the inch may be so much from the least one
CRACK = 4.0               # units: changes of level nearer together are not looked at
MET = 0.4                 # units inside: a zone may be told as met, though nothing is paid by the inch yet
IN = (ts.SLACK - ts.BAND - 0.06, ts.SLACK + ts.BAND + 0.06)  # surely not in, surely in (arcs are looked at in chords)
# Of 600 tables, at least so many must show each hard kind …
WANTED = {'priced by once': 100, 'priced by entry': 100, 'priced by inch': 200, 'priced by mixed': 100,
          'priced by all': 100, 'touching zones': 60, 'overlapping zones': 60, 'zones at a corner': 30,
          'same zone twice': 30, 'zone in a zone': 30, 'gap between zones of exactly the base': 30,
          'zone at a wall': 80, 'zone not convex': 250, 'zone with a hole': 60, 'zone on some levels': 100,
          'on the grid': 300, 'off the grid': 80}
# … and of the questions asked of them, so many must have come out in each way.
WANTED_ANSWERS = {'piece along a border': 900, 'piece through a corner': 900, 'piece past a corner': 900,
                  'piece from inside': 900, 'piece dearer': 2500, 'spans of pieces': 1000, 'spans of circles': 1200,
                  'paths with steps': 100, 'paths with free steps': 100, 'steps told': 200, 'start in a zone': 500,
                  'goal in a zone': 700, 'end in several zones': 200, 'way that pays, once': 150,
                  'way that pays, entry': 100, 'way that pays, mixed': 120, 'way that pays, inch': 300,
                  'way that pays, all': 130, 'way that bends, once': 70, 'way that bends, entry': 90,
                  'way that bends, mixed': 90, 'way that bends, inch': 300, 'way that bends, all': 140,
                  'way told as approximate': 600, 'reach cost, once': 1000, 'reach cost, entry': 1000,
                  'reach cost, mixed': 1000, 'reach cost, inch': 2000, 'reach cost, all': 1000}


class Trial(basis.Trial):
    """All questions about one table."""

    def __init__(self, driver, seed):
        self.driver, self.seed = driver, seed
        self.case = tp.make(seed)
        self.random = random.Random('price questions %d' % seed)
        self.count = collections.Counter()
        self.figures = {'longer': 0.0, 'dearer': 0.0}
        self.differences = []
        table, walker, bodies = self.case['table'], self.case['walker'], self.case['bodies']
        self.radius = walker['radius']
        self.passing = ts.Space(table, walker, bodies)
        self.ending = ts.Space(table, walker, bodies, ending=True)
        self.heights = self.passing.heights
        self.zones = [tp.Zone(area, walker, self.passing) for area in table['areas']]
        self.inch = any(zone.factor > 1000 for zone in self.zones)

    def run(self):
        try:
            self.driver.tell(self.case)
            self.driver.ask([tp.text(self.case)])
            self.pieces()
            self.steps()
            self.walks()
        except Failure as failure:
            self.differ('driver', '', str(failure))
        return self

    # ------------------------------------------------------------------------------------------------------- places

    def in_zone(self):
        """A point inside a zone."""
        zone, r = self.random.choice(self.zones), self.random
        (x0, y0), (x1, y1) = zone.box
        points = [(round(r.uniform(x0, x1)), round(r.uniform(y0, y1))) for _ in range(12)]
        return max(points, key=lambda p: zone.depth([p])[0])

    def at_border(self):
        """A point on the border of a zone, or a little beside it."""
        zone, r = self.random.choice(self.zones), self.random
        x0, y0, x1, y1 = zone.edges[r.randrange(len(zone.edges))]
        t, length = r.choice((0, 0.5, 1, r.random())), math.hypot(x1 - x0, y1 - y0)
        far = zone.radius + r.choice((0, 0, 0, 1, -1, 2, -2, 40))
        return (round(x0 + t * (x1 - x0) + (y1 - y0) / length * far),
                round(y0 + t * (y1 - y0) - (x1 - x0) / length * far))

    def somewhere(self):
        return self.random.choice((self.anywhere, self.anywhere, self.touching, self.near_border, self.in_zone,
                                   self.in_zone, self.at_border))()

    def sure_of(self, spots):
        """Those places of which it is sure in which zones they are."""
        points = np.array([p for p, _ in spots], float).reshape(-1, 2)
        good = np.ones(len(points), bool)
        for zone in self.zones:
            depth = zone.depth(points)
            good &= (depth < 1e-6) | (depth > 0.9)
            if zone.partial:
                for shape in self.passing.surface:
                    good &= ts.nearest(points, shape.edges) > 2
        return [spot for spot, keep in zip(spots, good) if keep]

    def zones_at(self, point, level):
        return [bool(zone.on[level] and zone.depth([point])[0] > ts.SLACK) for zone in self.zones]

    # ----------------------------------------------------------------------------------------------- straight pieces

    def piece(self):
        """Two points, and what is hard about the piece between them."""
        r, zone = self.random, self.random.choice(self.zones)
        x0, y0, x1, y1 = zone.edges[r.randrange(len(zone.edges))]
        length = math.hypot(x1 - x0, y1 - y0)
        ux, uy = (x1 - x0) / length, (y1 - y0) / length
        kind = r.choice(('along a border', 'through a corner', 'past a corner', 'from inside', 'anywhere', 'nowhere'))
        if kind == 'along a border':
            far = zone.radius + r.choice((0, 0, 0, 2, -2))
            low, high = r.choice(((0, 0), (300, 300), (-300, 200), (0, -400)))
            ax, ay = x0 - ux * low + uy * far, y0 - uy * low - ux * far
            a, b = (ax, ay), (ax + ux * (length + low + high), ay + uy * (length + low + high))
        elif kind in ('through a corner', 'past a corner'):
            angle, size = r.choice((0, 0.5, 1, 1.5, r.uniform(0, 2))) * math.pi, r.randint(200, 4000)
            by = zone.radius if kind == 'past a corner' else 0
            cx, cy = x0 - math.sin(angle) * by, y0 + math.cos(angle) * by
            a = (cx - math.cos(angle) * size, cy - math.sin(angle) * size)
            b = (cx + math.cos(angle) * size / 2, cy + math.sin(angle) * size / 2)
        elif kind == 'from inside':
            a, b = self.in_zone(), self.somewhere()
        else:
            a = b = self.somewhere()
            if kind == 'anywhere':
                b = self.somewhere()
        if r.random() < 0.5:
            a, b = b, a
        return (round(a[0]), round(a[1])), (round(b[0]), round(b[1])), kind

    def pieces(self):
        r, areas = self.random, self.case['table']['areas']
        asked, questions = [], []
        for _ in range(PIECES):
            a, b, kind = self.piece()
            level = r.randrange(len(self.heights))
            factors = [area['factor'] or r.choice((0, 1000, 1500, 3000)) for area in areas]
            asked.append((a, b, kind, level, factors))
            questions.append('price %s %s %s' % (' '.join(str(f) for f in factors), place(a, self.heights[level]),
                                                 place(b)))
        for one, question, answer in zip(asked, questions, self.driver.ask(questions)):
            self.check_price(*one, question, answer)
        self.spans(asked)

    def check_price(self, start, end, kind, level, factors, question, answer):
        self.count['piece ' + kind] += 1
        zones, a, b = list(self.zones), np.array([start], float), np.array([end], float)
        length = math.dist(start, end)
        least, most = (self.weighed(a, b, level, factors, by) if length else 0.0 for by in (0.6, 0.4))
        told = int(answer[1]) / 1e6
        if not least - 1 <= told <= most + 1:
            self.differ('drawn price', question, 'oracle %.3f to %.3f, told %.3f' % (least, most, told))
        if least > length + 1:
            self.count['piece dearer'] += 1
        at, along = int(answer[2]), int(answer[3])
        for n, zone in enumerate(zones):
            depth, on = float(zone.depth(a)[0]), bool(zone.on[level])
            if not MET < depth < 0.6 and bool(at >> n & 1) != (on and depth > ts.SLACK):
                self.differ('areas at', question, 'zone %d, depth %.3f: %s' % (n, depth, ' '.join(answer)))
            met = [on and bool((run[0] < 1).any()) for run in zone.near(a, b, (0.6, MET), level)] if length else []
            if met and met[0] == met[1] and bool(along >> n & 1) != met[0]:
                self.differ('areas along', question, 'zone %d is met: %s; told %s' % (n, met[0], ' '.join(answer)))

    def weighed(self, a, b, level, factors, by):
        kept = [zone.factor for zone in self.zones]
        for zone, factor in zip(self.zones, factors):
            zone.factor = factor
        price = float(tp.weights(self.zones, a, b, by, level)[0])
        for zone, factor in zip(self.zones, kept):
            zone.factor = factor
        return price

    def spans(self, asked):
        """Where pieces and circles come into a zone and out of it; heights are not looked at."""
        r = self.random
        for a, b, kind, _, _ in asked[:6]:
            number = r.randrange(len(self.zones))
            radius = r.choice((0, 0, self.radius, 2 * self.radius + 1))
            if radius == 0 and a == b:
                continue
            question = 'spans %d %s %s %d' % (number, place(a), place(b), tt.milli(radius))
            values = [int(v) for v in self.driver.ask([question])[0][1:]]
            ends, within = [v / 1e6 for v in values[::2]], values[1::2]
            self.count['spans of circles' if radius else 'spans of pieces'] += 1
            size = 6.2831853 if radius else 1.0
            length = radius if radius else math.dist(a, b)
            looks = np.linspace(0, size, 800)
            if radius:
                points = np.column_stack([a[0] + radius * np.cos(looks), a[1] + radius * np.sin(looks)])
            else:
                points = np.array(a) + (np.array(b, float) - np.array(a)) * looks[:, None]
            depth = self.zones[number].depth(points)
            told = np.array(within)[np.minimum(np.searchsorted(ends, looks), len(ends) - 1)]
            near = np.min(np.abs(looks[:, None] - np.array(ends)[None]), axis=1) * length < 0.01
            bad = ((depth > 0.6) & (told == 0) | (depth < 0.4) & (told == 1)) & ~near
            if bad.any():
                k = int(np.argmax(bad))
                self.differ('spans', question, 'at %.6f the depth is %.3f: %s' % (looks[k], depth[k], values))

    # ----------------------------------------------------------------------------------------------------------- steps

    def levels_along(self, points, level):
        """(along, from, to) of all changes of level on a path; None where it is not plain."""
        space, along, before, found = self.passing, 0.0, self.heights[level], []
        for a, b in zip(points, points[1:]):
            length = math.dist(a, b)
            if length < 1e-6:
                continue
            one, two = np.array([a], float), np.array([b], float)
            cuts = [t for shape in space.surface + space.low for t in ts.crossings(one, two, shape.edges)[0]]
            cuts += [t for shape in space.surface for ends in ts.stretches(one, two, shape.edges, 3) for t in ends[0]]
            cuts = sorted([0.0, 1.0] + [float(t) for t in cuts if 0 < t < 1])
            for low, high in zip(cuts, cuts[1:]):
                if (high - low) * length < 0.01:
                    continue
                middle = one + (two - one) * (low + high) / 2
                levels = np.nonzero(space.passes(middle, 0.05)[0])[0]
                if len(levels) != 1:
                    return None
                z = self.heights[levels[0]]
                if z != before:
                    found.append((along + low * length, before, z))
                before = z
            along += length
        ends = [along_ for along_, _, _ in found]
        return None if any(two - one < CRACK for one, two in zip([0.0] + ends, ends) if two > 0) else found

    def step_path(self):
        """A path over something that can be stepped upon."""
        r = self.random
        shape = r.choice(self.passing.surface)
        middle = (shape.edges[:, :2].min(axis=0) + shape.edges[:, :2].max(axis=0)) / 2
        points = []
        for _ in range(r.choice((2, 2, 3, 4))):
            if r.random() < 0.3:
                points.append(self.somewhere())
            else:
                far, a = r.uniform(0, 5000), r.choice((0, 0.5, 1, 1.5, r.uniform(0, 2))) * math.pi
                points.append((round(middle[0] + far * math.cos(a)), round(middle[1] + far * math.sin(a))))
        return points

    def steps(self):
        if not self.passing.surface or not np.any(self.passing.next):
            return
        for _ in range(STEPS):
            points = self.step_path()
            levels = np.nonzero(self.passing.passes([points[0]], 0.0)[0])[0]
            if len(levels):
                self.check_steps(points, int(levels[0]))

    def check_steps(self, points, level):
        question = 'steps %s %d %s' % (place(points[0], self.heights[level]), len(points),
                                       ' '.join(place(p) for p in points))
        answer = self.driver.ask([question])[0]
        if answer[1] != '1':
            return
        walker, changes = self.case['walker'], self.levels_along(points, level)
        if changes is None or any(abs(up - low) > walker['step'] for _, low, up in changes):
            self.count['steps not plain'] += 1
            return
        wanted = [(along, low, up) for along, low, up in changes if abs(up - low) > walker['free_step']]
        values = [int(v) for v in answer[2:]]
        told = [values[k:k + 5] for k in range(1, len(values), 5)]
        self.count['paths with steps' if wanted else 'paths with free steps' if changes else 'paths without'] += 1
        self.count['steps told'] += len(told)
        if [tuple(s[2:4]) for s in told] != [(low, up) for _, low, up in wanted] or values[0] != len(told):
            self.differ('steps', question, 'oracle %s; told %s' % (wanted, ' '.join(answer)))
            return
        for step in told:
            a, b = np.array(points[step[0]], float), np.array(points[step[0] + 1], float)
            at = a + (b - a) * step[1] / 1e6
            prism = self.case['table']['prisms'][step[4]] if step[4] >= 0 else None
            if not prism or prism['top'] != max(step[2:4]) or \
                    ts.distances(at[None], ts.rings_edges(prism['rings'])).min() > 1.0:
                self.differ('step place', question, 'at %s: %s' % (at, ' '.join(answer)))

    # ----------------------------------------------------------------------------------------------------------- walks

    def most(self, least):
        """What may be told where the oracle knows a way for this much."""
        return least * (1 + NEARLY) + LONGER if self.inch else least + LONGER

    def not_too_dear(self, what, question, cost, best):
        self.count[what + ' by the inch'] += self.inch
        if cost <= self.most(best):
            return
        self.differ(what + ' too dear', question, 'told %.3f, oracle %.3f (%s)' % (cost, best, self.case['mode']))

    def walks(self):
        spots = self.sure_of(self.standing(WALKS + PROBES + 5, 0.0))
        if len(spots) < 2:
            return
        (start, level), spots = self.beginning(spots)
        self.start_in = self.zones_at(start, level)
        goals, levels = [p for p, _ in spots], [k for _, k in spots]
        best, self.graph = tc.cheapest(self.passing, self.zones, start, level, goals, levels, self.start_in)
        best = [0.0 + sum(z.once for z, there in zip(self.zones, self.start_in) if there)
                if p == start and k == level else cost for (p, k), cost in zip(spots, best)]
        # Ways that cost more than their length first.
        numbers = list(range(len(spots)))
        self.random.shuffle(numbers)
        numbers.sort(key=lambda k: best[k] is not None and best[k] < math.dist(start, goals[k]) + 1)
        begin, cold = place(start, self.heights[level]), self.random.random() < 0.3
        chosen = numbers[:WALKS]
        questions = ['walk %d %s %s %d' % (cold, begin, place(goals[k], self.heights[levels[k]]), tt.milli(10 ** 6))
                     for k in chosen]
        for k, question, answer in zip(chosen, questions, self.driver.ask(questions)):
            self.check_walk(start, level, spots[k], question, answer, best[k], k)
        self.reach_priced(start, level, spots, best)

    def check_walk(self, start, level, spot, question, answer, best, number):
        self.count['answers'] += 1
        if answer[3] == '1':
            self.differ('walk exhausted', question, '')
            return
        if answer[1] != '1':
            self.count['walk none'] += 1
            if best is not None:
                self.differ('walk not found', question, 'oracle: %.3f' % best)
            return
        values = [int(v) for v in answer[4:]]
        way, cost = Way(values), values[0] / 1e6
        fault = self.fault(way, start, level, spot)
        if fault:
            self.differ('way', question, '%s: %s' % (fault, ' '.join(answer)[:3000]))
            return
        self.check_told(way, cost, question, answer, start, spot)
        if best is None:
            self.count['walk only by slack'] += 1
            return
        self.tally(way, cost, start, spot, best)
        if self.inch and cost > best * 1.002 and cost <= self.most(best):
            best = min(best, self.graph.refined(number))
        if self.inch:
            self.figures['dearer'] = max(self.figures['dearer'], (cost - best) / max(best, 1000))
        else:
            self.figures['longer'] = max(self.figures['longer'], cost - best)
        self.not_too_dear('walk', question, cost, best)
        if self.heights[1:]:
            points = way.points
            self.check_steps(points, level)

    def fault(self, way, start, level, spot):
        fault = super().fault(way, start, level, spot)
        return None if fault and fault.startswith('points are') and self.short_enough(way) else fault

    @staticmethod
    def short_enough(way):
        """Points may be longer by the same for each bend as for each turn."""
        typed = sum(math.dist(a, b) for a, b in zip(way.points, way.points[1:]))
        return typed <= way.length + LONGER * (way.turning() / (2 * math.pi) + len(way.pieces))

    def tally(self, way, cost, start, spot, best):
        mode = self.case['mode']
        if cost > way.length + 1:
            self.count['way that pays, ' + mode] += 1
        if way.length > math.dist(start, spot[0]) + 1 and any(z.once or z.entry or z.factor > 1000 for z in self.zones):
            self.count['way that bends, ' + mode] += 1
        if any(self.start_in):
            self.count['start in a zone'] += 1
        if any(self.zones_at(*spot)):
            self.count['goal in a zone'] += 1
        if sum(self.start_in) > 1 or sum(self.zones_at(*spot)) > 1:
            self.count['end in several zones'] += 1

    def check_told(self, way, cost, question, answer, start, spot):
        """What the way costs, by the oracle's own count; and whether it says that it is approximate."""
        if len(way.pieces) == 0:
            return
        flat = [start] + way.flat()[1:]
        least, sure = tp.priced_least(self.zones, flat, self.start_in, IN[1], -0.1)
        most, may = tp.priced(self.zones, flat, self.start_in, IN[1], IN[0])
        _, may = tp.priced(self.zones, flat, self.start_in, IN[1], MET) if may != way.areas else (0, may)
        rest = 10 * (way.length - sum(math.dist(a, b) for a, b in zip(flat, flat[1:])))
        if not least - 1 <= cost <= most + rest + 1:
            self.differ('way cost', question, 'oracle %.3f to %.3f: %s' % (least, most, ' '.join(answer)[:3000]))
        if sure & ~way.areas or way.areas & ~may:
            self.differ('way areas', question, 'surely %d, at most %d: %s' % (sure, may, ' '.join(answer)[:3000]))
        inch = sum(1 << n for n, zone in enumerate(self.zones) if zone.factor > 1000)
        if answer[2] != '1' and sure & inch or answer[2] == '1' and not inch:
            self.differ('approximate', question, ' '.join(answer)[:3000])
        if answer[2] == '1':
            self.count['way told as approximate'] += 1
        typed, _ = tp.priced_least(self.zones, way.points, self.start_in, IN[1], -0.1)
        if typed > self.most(cost) + 2 * LONGER * (way.turning() / (2 * math.pi) + len(way.pieces)):
            self.differ('typed price', question, 'points cost %.3f, the way %.3f' % (typed, cost))

    # ----------------------------------------------------------------------------------------------------------- reach

    def reach_priced(self, start, level, spots, best):
        known = sorted(c for c in best if c is not None)
        budget = (round(known[-1 - len(known) // 4]) if known else 5000) + self.random.choice((-100, 0, 300, 777))
        budget = max(budget, 100)
        ask = 'reach %s %d %d' % (place(start, self.heights[level]), tt.milli(budget), 1)
        questions = [ask] + ['cost %s' % place(p, self.heights[k]) for p, k in spots]
        questions.append('nearly %d' % tt.milli(budget))
        answers = self.driver.ask(questions)
        if answers[0][1] != '1':
            self.differ('reach', ask, 'not made')
            return
        if answers[-1][1] != '1':
            self.differ('regions', ask, 'not made')
        elif answers[-1][2] == '1' and not self.inch or answers[-1][2] != '1' and self.slowed(spots, best, budget):
            self.differ('regions approximate', ask, ' '.join(answers[-1]))
        may_end = self.ending.passes([p for p, _ in spots], 0.0)
        for n, (spot, question, answer) in enumerate(zip(spots, questions[1:-1], answers[1:-1])):
            if may_end[n, spot[1]]:
                self.check_reached(start, level, spot, n, '%s / %s' % (ask, question), int(answer[1]) / 1e6, best[n],
                                   budget)

    def slowed(self, spots, best, budget):
        """Whether a place in a zone with a price by the inch is surely in reach."""
        return any(cost is not None and cost < budget - 10 and
                   any(there and zone.factor > 1000 for there, zone in zip(self.zones_at(*spot), self.zones))
                   for spot, cost in zip(spots, best))

    def check_reached(self, start, level, spot, number, question, cost, best, budget):
        self.count['reach cost, ' + self.case['mode']] += 1
        if cost < 0:
            if best is not None and self.most(best) < budget:
                self.differ('reach cost', question, 'told out of reach, oracle %.3f of %d' % (best, budget))
            return
        if cost > budget + 0.5:
            self.differ('reach cost', question, 'told %.3f beyond the budget %d' % (cost, budget))
        if best is not None:
            self.not_too_dear('reach', question, cost, best)
        if best is None or self.most(cost) < best or not self.inch and cost < best - LONGER:
            walk = self.asked(start, level, spot)
            if best is not None and self.inch:
                best = min(best, self.graph.refined(number))
            least = min((v for v in (walk, best) if v is not None), default=None)
            if least is None or self.most(cost) < least:
                self.differ('reach too cheap', question, 'told %.3f, oracle %s, walk %s' % (cost, best, walk))


# ------------------------------------------------------------------------------------------------------------- all

def text(seed):
    case = tp.make(seed)
    return tt.text(case) + tp.text(case)


def main():
    began = time.monotonic()
    seeds, everything = runs.chosen('PRICES', TABLES, TABLES_LONG)
    result = runs.run(Trial, seeds, 12)
    runs.show(result.differences, everything, text)
    print('%d tables in %.0f s: ways exceed the cheapest by %.4f units at most; with prices by the inch by %.3f %%'
          % (len(seeds), time.monotonic() - began, result.figures['longer'], 100 * result.figures['dearer']))
    # A short run (under sanitizers) has too little of the rare kinds to count them.
    bad = runs.unknown(result.differences, seeds, KNOWN) + runs.too_few(
        result, WANTED, WANTED_ANSWERS, len(seeds), not everything and len(seeds) >= TABLES, COUNTED)
    return 1 if bad else 0


if __name__ == '__main__':
    sys.exit(main())
