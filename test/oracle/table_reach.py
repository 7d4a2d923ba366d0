"""A reach looked at densely: its regions against its costs at hundreds of places, and its costs against the oracle's.

Places are chosen where reach goes wrong: inside solids that cannot be stood on, beside corners and in their shadow, on
both sides of shores, on other levels, on both sides of the border of the regions, and all over. Where the oracle says
that no base can be, nothing may be in reach; elsewhere a place must be in the regions of a cost exactly when it costs
no more, unless their border, which is flattened, is as near as that.

The oracle's cost of a place comes from the graph of its shortest walks, whose nodes know what they cost: the cheapest
straight piece from a node to the place that can be walked. Only nodes that would make the told cost wrong are tried.
"""

import math

import numpy as np

import table_space as ts
import table_tables as tt
from table_answers import LONGER, place

BORDER = 5.5            # units: regions are flattened to 5
RASTER = 10             # places along each side of what is in reach
INSIDE, CORNERS, SHORES, EDGES = 3, 16, 6, 16
BESIDE, OFF = 48, 7.0   # pieces of the border, and how far beside it (units)
COSTS = 150             # places of which the cost is held against the oracle's


class Places:
    """Places of a table that are worth looking at, for a base that starts somewhere with a budget."""

    def __init__(self, trial, start, budget):
        self.random, self.space, self.case = trial.random, trial.ending, trial.case
        self.start, self.budget = start, budget
        self.heights = trial.heights
        self.found = []

    def all(self):
        self.raster()
        self.solids()
        self.corners()
        self.shores()
        self.edges()
        return list(dict.fromkeys(self.found))

    def add(self, x, y, level):
        table = self.case['table']
        if 0 <= x <= table['width'] and 0 <= y <= table['depth']:
            self.found.append((round(float(x)), round(float(y)), int(level)))

    def raster(self):
        """On the ground, on every level where a base can be, and sometimes on one where it cannot."""
        r, table, far = self.random, self.case['table'], 1.05 * self.budget
        low = [max(0.0, v - far) for v in self.start]
        high = [min(side, v + far) for side, v in zip((table['width'], table['depth']), self.start)]
        cells = [(i, j) for i in range(RASTER) for j in range(RASTER)]
        points = np.array([[low[k] + (high[k] - low[k]) * (cell[k] + r.random()) / RASTER for k in (0, 1)]
                           for cell in cells])
        for (x, y), row in zip(np.round(points), self.space.passes(np.round(points), BORDER)):
            self.add(x, y, 0)
            for level in np.nonzero(row[1:])[0]:
                self.add(x, y, level + 1)
            if r.random() < 0.2:
                self.add(x, y, r.randrange(len(self.heights)))

    def solids(self):
        """Inside solids: on the ground, at their top, and at any level."""
        r = self.random
        for prism in self.case['table']['prisms']:
            ring = np.array(prism['rings'][0], float)
            edges = ts.rings_edges(prism['rings'])
            low, high = ring.min(axis=0), ring.max(axis=0)
            points = np.array([[r.uniform(low[k], high[k]) for k in (0, 1)] for _ in range(2 * INSIDE)])
            for x, y in points[ts.inside(points, edges)][:INSIDE]:
                self.add(x, y, 0)
                if prism['top'] in self.heights:
                    self.add(x, y, self.heights.index(prism['top']))
                self.add(x, y, r.randrange(len(self.heights)))

    def corners(self):
        """Just off corners, and behind them as seen from the start, on both sides of what they hide."""
        r, known = self.random, self.space.corners
        for x, y, radius, first, last, mask in r.sample(known, min(len(known), CORNERS)):
            level = int(r.choice(np.nonzero(mask)[0]))
            turn = r.choice((first, last, r.uniform(first, last)))
            far = radius + r.choice((6, 7, 10, 40, 150, -7, -40))
            self.add(x + far * math.cos(turn), y + far * math.sin(turn), level)
            apart = math.dist(self.start, (x, y))
            if apart > radius:
                ux, uy = (x - self.start[0]) / apart, (y - self.start[1]) / apart
                along = r.uniform(0, max(self.budget - apart, radius))
                aside = r.choice((-1, 1)) * (radius * (apart + along) / apart + r.choice((-40, -8, 8, 40)))
                self.add(x + along * ux - aside * uy, y + along * uy + aside * ux, level)

    def beside(self, edges, offs, level):
        r = self.random
        x0, y0, x1, y1 = r.choice(edges)
        length = math.hypot(x1 - x0, y1 - y0)
        if length > 0:
            t, off = r.choice((0, 0.5, 1, r.random(), r.random())), r.choice(offs) * r.choice((-1, 1)) / length
            self.add(x0 + t * (x1 - x0) + off * (y1 - y0), y0 + t * (y1 - y0) - off * (x1 - x0), level)

    def shores(self):
        walker = self.case['walker']
        keep = 0 if walker['centre'] else walker['radius']
        for area in self.case['table']['areas']:
            levels = [k for k, z in enumerate(self.heights) if area['bottom'] <= z <= area['top']]
            edges = ts.rings_edges(area['rings'])
            for _ in range(SHORES if levels else 0):
                self.beside(edges, (keep - 8, keep + 8, keep + 60, 8), self.random.choice(levels))

    def edges(self):
        """On both sides of where something low or walkable ends."""
        shapes = self.space.low_wide + self.space.surface
        for _ in range(EDGES if shapes else 0):
            shape = self.random.choice(shapes)
            level = int(self.random.choice(np.nonzero(shape.mask)[0]))
            self.beside(shape.edges, (6, 8, 30, 200), self.random.choice((level, level, 0)))


class Looks:
    """One reach, compared at all of these places."""

    def __init__(self, trial, start, level, budget, graphs):
        self.trial, self.start, self.level, self.budget = trial, start, level, budget
        self.graphs = graphs  # of the walks from there: (what was paid for areas, graph)
        self.limits = (budget, max(50, round(budget * trial.random.uniform(0.3, 0.97))))
        self.begin = place(start, trial.heights[level])

    def differ(self, what, spot, detail):
        words = (self.begin, tt.milli(self.budget), place(spot[:2], self.trial.heights[int(spot[2])]))
        self.trial.differ(what, 'reach %s %d 1 / cost %s' % words, detail)

    def question(self, spots):
        words = ['compare', str(len(self.limits))] + [str(tt.milli(v)) for v in self.limits]
        words += [str(BESIDE), str(tt.milli(OFF)), str(len(spots))]
        words += [place((x, y), self.trial.heights[k]) for x, y, k in spots]
        return ' '.join(words)

    def check(self, answer):
        trial = self.trial
        if answer[1] != '1':
            return trial.differ('regions', 'reach %s %d 1' % (self.begin, tt.milli(self.budget)), 'not made')
        width = 4 + 2 * len(self.limits)
        rows = np.array(answer[3:], dtype=np.int64).reshape(-1, width).astype(float)
        spots = np.column_stack([rows[:, :2] / 1e6, rows[:, 2]])
        level = rows[:, 2].astype(int)
        each = np.arange(len(rows))
        cost = rows[:, 3] / 1e6
        well = trial.ending.passes(spots[:, :2], -BORDER)[each, level]
        ill = ~trial.ending.passes(spots[:, :2], BORDER)[each, level]
        never = ill
        if trial.ending.bodies:
            never = ~trial.passing.passes(spots[:, :2], BORDER)[each, level]
        for k in np.nonzero(never & (cost >= 0))[0][:2]:
            self.differ('reach cost of nowhere', spots[k], 'told %.3f, where no base can be' % cost[k])
        for n, limit in enumerate(self.limits):
            within, apart = rows[:, 4 + 2 * n] > 0, rows[:, 5 + 2 * n] / 1e6
            clear = (apart < 0) | (apart > BORDER)
            wanted = (cost >= 0) & (cost <= limit)
            trial.count['region compared, in'] += int(np.sum(clear & well & wanted))
            trial.count['region compared, out'] += int(np.sum(clear & well & ~wanted))
            trial.count['region compared, no place'] += int(np.sum(clear & ill))
            for k in np.nonzero(clear & ((well & (within != wanted)) | (ill & within)))[0][:2]:
                self.differ('region and cost', spots[k], '%s the regions of %d by %.3f, costs %.3f%s' % (
                    'in' if within[k] else 'out of', limit, apart[k], cost[k], ', where no base can be' * bool(ill[k])))
        self.costs(spots[well], cost[well])

    # ------------------------------------------------------------------------------------- costs against the oracle's

    def costs(self, spots, told):
        """Of some of the places, whether a cheaper way is there, and whether one as cheap is."""
        trial = self.trial
        pick = list(range(len(spots)))
        trial.random.shuffle(pick)
        pick = sorted(pick, key=lambda k: told[k] < 0)[:COSTS] + [k for k in pick if told[k] < 0][:COSTS // 4]
        pick = list(dict.fromkeys(pick))
        spots, told = spots[pick], told[pick]
        if not len(spots):
            return
        trial.count['reach cost compared'] += len(spots)
        tried = 0
        good = told < 0
        for paid, graph in self.graphs:
            dearest = np.where(told < 0, self.budget - LONGER, told + LONGER)
            i, j, total = graph.last_pieces(spots[:, :2], dearest - paid)
            total += paid
            tried += len(i)
            legal = graph.joined(i, spots[j, :2], graph.groups(spots[:, :2], spots[:, 2].astype(int))[j])
            for k in np.nonzero(legal)[0]:
                spot = j[k]
                good[spot] |= told[spot] >= 0
                if told[spot] < 0 or total[k] < told[spot] - LONGER:
                    self.differ('reach cost', spots[spot], 'told %.3f, oracle %.3f' % (told[spot], total[k]))
                    break
        trial.count['last pieces tried'] += tried
        for k in np.nonzero(~good)[0][:4]:
            spot = ((float(spots[k, 0]), float(spots[k, 1])), int(spots[k, 2]))
            walk = trial.asked(self.start, self.level, spot)
            if walk is None or told[k] < walk - LONGER:
                self.differ('reach cost', spots[k], 'told %.3f, oracle none, walk %s' % (told[k], walk))
