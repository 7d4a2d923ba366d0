"""Falls on random tables against an oracle made of whole shapes (table_falls.py).

Asked are the surface under a point, where one who goes over an edge (or straight down) comes to rest, among figures
that stand where he would, and how far the nearest edge with a drop is. What the library tells must lie between what the
strict and the lax reading of the definitions allow; how often the two are close together is counted, with all that is
hard, and required.

The driver (table_driver.c) is named by the variable TABLE_DRIVER. QM_FALLS_TABLES says how many tables (2000),
QM_TEST_LONG=1 means 20000; QM_FALLS_TABLE=N,M runs tables N to M-1.
"""

import collections
import math
import os
import random
import sys

import numpy as np
from shapely.geometry import MultiPoint, Point

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import table_falls as tf  # noqa: E402
import table_runs as runs  # noqa: E402
import table_space as ts  # noqa: E402
import table_tables as tt  # noqa: E402
from table_answers import Failure, place  # noqa: E402

TABLES, TABLES_LONG = 2000, 20000
BELOWS, FALLS, EDGES = 6, 2, 1
LIMIT = 4000
NEAR = 0.2       # units: facets of circles, and rounding
EQUAL = 0.5      # units: places whose distances differ by no more are equally near
TIGHT = 2.0      # units: the two readings are close together
EDGE_NEAR = 2.0  # units: an edge is cut where something begins beside it to within a unit; samples
# So many of 1000 tables must show each kind.
KINDS = {'railing': 150, 'hole': 80, 'stacked floors': 250, 'overlapping': 80, 'touching prisms': 450,
         'shared edge': 400, 'on the grid': 400, 'off the grid': 150, 'whole support': 60,
         'figures in contact': 60, 'impassable': 25, 'gap of exactly the base': 150,
         'rectangular figure': 100, 'low crate': 120, 'free polygon': 250}
ANSWERS = {'ground below': 1000, 'top below': 700, 'nothing below': 20, 'landed': 1000, 'landed on a roof': 60,
           'straight down': 250, 'pushed by a figure': 200, 'past a full ledge': 5, 'several landings': 60,
           'nowhere to land': 20, 'landing known to two units': 900, 'edge': 500, 'no edge': 60,
           'edge not at the foot': 20, 'edge farther than one with a railing': 15, 'edge known to four units': 450}


class Trial:
    """One table with its questions."""

    def __init__(self, driver, seed):
        self.driver, self.seed, self.random = driver, seed, random.Random('falls %d' % seed)
        self.case = tt.make(seed)
        self.count, self.differences, self.figures = collections.Counter(), [], {}
        self.tops = [p for p in self.case['table']['prisms'] if p['flags'] & ts.WALKABLE]
        self.falls = [self.fall() for _ in range(FALLS)]
        self.case['bodies'] += [body for fall in self.falls for body in self.in_the_way(fall)]
        self.truth = tf.Falls(self.case)

    def wrong(self, what, question, detail):
        self.differences.append((self.seed, what, question, detail))

    # ------------------------------------------------------------------------------------------------------- questions

    def point(self):
        r = self.random
        return r.randint(0, self.case['table']['width']), r.randint(0, self.case['table']['depth'])

    def on_edge(self):
        """A point of an edge of a top, the way outwards, and the top."""
        r, prism = self.random, self.random.choice(self.tops)
        edges = ts.rings_edges(ts.turned_right(prism['rings']))
        (x0, y0, x1, y1), t = edges[r.randrange(len(edges))], r.choice((0, 0.5, r.random(), r.random()))
        return (round(x0 + t * (x1 - x0)), round(y0 + t * (y1 - y0))), (int(y1 - y0), int(x0 - x1)), prism

    def fall(self):
        r = self.random
        if not self.tops or r.random() < 0.2:
            at, way, z = self.point(), (0, 0), r.choice([100] + [p['top'] for p in self.tops]) + r.choice((0, 1, 1500))
        else:
            at, way, prism = self.on_edge()
            z = prism['top']
            if r.random() < 0.2:  # beyond the edge, as after a jump too short
                at = tuple(round(a + w / math.hypot(*way) * r.randint(1, 900)) for a, w in zip(at, way))
        length = math.hypot(*way) or 1
        return {'from': at, 'way': way, 'out': (way[0] / length, way[1] / length), 'z': z,
                'margin': r.choice((0, 0, 500, 1000)), 'limit': LIMIT}

    def in_the_way(self, fall):
        """Figures about where one would land."""
        r, near = self.random, self.case['walker']['radius']
        for _ in range(r.choice((0, 1, 1, 2))):
            x, y = (round(a + o * near + r.randint(-600, 600)) for a, o in zip(fall['from'], fall['out']))
            lower = [p['top'] for p in self.tops if p['top'] < fall['z']]
            body = {'x': x, 'y': y, 'z': r.choice([0, 0] + lower), 'radius': r.choice((315, 500)), 'width': 0,
                    'length': 0, 'facing': 0, 'height': 1500,
                    'manner': r.choice((ts.BLOCK, ts.BLOCK, ts.PASS_ONLY, ts.PASS)), 'column': 0, 'margin': 0}
            if r.random() < 0.3:
                body.update(radius=0, width=600, length=1200, facing=r.choice((0, 8192, r.randrange(65536))))
                self.case['kinds'].add('rectangular figure')
            yield body

    def run(self):
        try:
            self.driver.tell(self.case)
            for _ in range(BELOWS):
                self.ask_below()
            for fall in self.falls:
                self.ask_fall(fall)
            for _ in range(EDGES if self.tops else 0):
                self.ask_edge()
        except Failure as failure:
            self.wrong('driver', str(failure), '')
        return self

    # --------------------------------------------------------------------------------------------------- what is below

    def ask_below(self):
        r = self.random
        at = self.point()
        if self.tops and r.random() < 0.7:
            at, way, _ = self.on_edge()
            by = r.choice((0, 0, 0.3, -0.3, 1, -1, 300)) / math.hypot(*way)
            at = at[0] + by * way[0], at[1] + by * way[1]
        z = r.choice([0] + [p['top'] for p in self.tops]) + r.choice((0, 0, -1, 700))
        question = 'below %s' % place(at, z)
        surface, height = (int(v) for v in self.driver.ask([question])[0][1:])
        truth, sure = self.truth.sure_below(round(at[0], 3), round(at[1], 3), z)
        if not sure:
            return
        self.count['nothing below' if truth is None else 'top below' if truth else 'ground below'] += 1
        there = surface < 0 or (self.truth.prisms[surface]['top'] == height and
                                self.truth.shapes[surface].distance(Point(at)) <= ts.SLACK + ts.BAND)
        if (surface == -3) != (truth is None) or (truth is not None and height != truth) or not there:
            self.wrong('below', question, 'told %d at %d, is %s' % (surface, height, truth))

    # ------------------------------------------------------------------------------------------------------------ falls

    def ask_fall(self, fall):
        question = 'fall %s %s %d %d' % (place(fall['from'], fall['z']), place(fall['way']), fall['margin'],
                                         tt.milli(fall['limit']))
        told = [int(v) for v in self.driver.ask([question])[0][1:]]
        found, z, height, pushed, distance, equal = told[:6]
        landings = [(told[k] / 1e6, told[k + 1] / 1e6) for k in range(6, 6 + 2 * equal, 2)]
        wrong = self.check_fall(fall, found, z, height, pushed, distance / 1e6, landings)
        if wrong:
            self.wrong('fall', question, '%s; told %s' % (wrong, told))

    def check_fall(self, fall, found, z, height, pushed, distance, landings):
        """Goes down from surface to surface; what is wrong, or None."""
        x, y = (a + o for a, o in zip(fall['from'], fall['out']))
        at, passed = fall['z'], []
        while True:
            lower, sure = self.truth.sure_below(x, y, at - 1)
            if not sure:
                return None
            if lower is None:
                self.count['nowhere to land'] += not found
                return 'there is nothing to land on' if found else None
            at = lower
            surface = self.truth.surface(x, y, at)
            least, most = self.truth.nearest(fall, surface, at, True)
            passed.append((at, surface))
            if found and z == at:
                break
            if most < fall['limit'] - NEAR:
                return 'there is a place %.3f away at %d' % (most, at)
        if height != fall['z'] - at:
            return 'its height is %d' % height
        self.count_fall(fall, passed, landings, most - least)
        if not least - NEAR <= distance <= most + NEAR:
            return 'it is %.3f to %.3f away' % (least, most)
        return self.check_landings(fall, passed[-1], distance, landings) or \
            self.check_pushed(fall, passed, pushed, distance)

    def check_landings(self, fall, last, distance, landings):
        """Whether all are places, equally near, in order, and no other one is as near."""
        (z, surface), here = last, Point(fall['from'])
        lax = self.truth.places(fall, surface, z, tf.MAY, True)
        for p in landings:
            if lax.distance(Point(p)) > NEAR:
                return 'nobody stands at %s' % (p,)
            if not -1e-5 <= math.dist(p, fall['from']) - distance <= EQUAL + 1e-5:
                return '%s is %f away' % (p, math.dist(p, fall['from']))
        turns = [math.atan2(p[1] - here.y, p[0] - here.x) % (2 * math.pi) for p in landings]
        if not landings or (distance > 1 and any(b < a - 1e-6 for a, b in zip(turns, turns[1:]))):
            return 'landings are not in order'
        if len(landings) < 8 and distance > 1:
            beside = 3 + math.sqrt(distance)  # what is half a unit farther may lie so far along a straight border
            near = self.truth.places(fall, surface, z, tf.EXACT, True).intersection(
                tf.grown(here, distance + EQUAL - NEAR))
            for part in getattr(near, 'geoms', [near]):
                if not part.is_empty and part.distance(MultiPoint(landings)) > beside:
                    return 'there is another landing at %s' % part.representative_point()
        return None

    def count_fall(self, fall, passed, landings, loose):
        self.count['landed'] += 1
        self.count['landed on a roof'] += passed[-1][0] > 0
        self.count['straight down'] += fall['way'] == (0, 0)
        self.count['past a full ledge'] += len(passed) > 1
        self.count['several landings'] += len(landings) > 1
        self.count['landing known to two units'] += loose <= TIGHT

    def check_pushed(self, fall, passed, pushed, distance):
        """Whether the one who is said to be in the way was, and whether nobody was when nobody is."""
        blamed = pushed == 0
        for z, surface in passed:
            least, most = self.truth.nearest(fall, surface, z, False)
            if pushed == 0 and z == passed[-1][0] and distance > most + NEAR:
                return 'somebody must have been in the way: %.3f without figures' % most
            if pushed and least < math.inf:
                bare = self.truth.places(fall, surface, z, tf.MAY, False)
                first = bare.intersection(tf.grown(Point(fall['from']), min(most, fall['limit']) + EQUAL + NEAR))
                shape = self.truth.bodies(z, fall['margin'], 0).get(pushed - 1)
                blamed |= shape is not None and shape.distance(first) < 1
        self.count['pushed by a figure'] += pushed > 0
        return None if blamed else 'figure %d was not in the way' % (pushed - 1)

    # ------------------------------------------------------------------------------------------------- the nearest edge

    def ask_edge(self):
        r = self.random
        prism = r.choice(self.tops)
        z = prism['top']
        floor = self.truth.floor_at(z, 0, 0).intersection(self.truth.ground)
        ring = np.array(prism['rings'][0], float)
        for _ in range(20):
            x, y = (r.randint(int(ring[:, k].min()), int(ring[:, k].max())) for k in (0, 1))
            if floor.contains(Point(x, y).buffer(2)):
                break
        else:
            return
        drop = r.choice((1, 1000, 1001, z, z // 2 + 1))
        question = 'edge %s %d %d' % (place((x, y), z), drop, tt.milli(LIMIT))
        told = int(self.driver.ask([question])[0][1]) / 1e6
        told = told if told >= 0 else math.inf
        least, most = (self.truth.edge_distance(x, y, z, drop, LIMIT, ease) for ease in (tf.MAY, tf.MUST))
        self.count['edge' if told < math.inf else 'no edge'] += 1
        self.count['edge known to four units'] += told < math.inf and most - least <= 2 * EDGE_NEAR
        self.count_edge(x, y, z, told)
        if not least - EDGE_NEAR <= told <= most + EDGE_NEAR and min(told, most) < LIMIT - EDGE_NEAR:
            self.wrong('edge', question, 'told %.3f, is %.3f to %.3f' % (told, least, most))

    def count_edge(self, x, y, z, told):
        edges = [(edge, rail) for p in self.tops if p['top'] == z for ring, rails in zip(p['rings'], p['rails'])
                 for edge, rail in zip(ts.ring_edges(ring), rails)]
        near = ts.distances(np.array([[x, y]], float), np.array([edge for edge, _ in edges]))[0]
        self.count['edge not at the foot'] += told < math.inf and np.abs(near - told).min() > EDGE_NEAR
        self.count['edge farther than one with a railing'] += any(
            rail and d < told - EDGE_NEAR for d, (_, rail) in zip(near, edges)) and told < math.inf


def main():
    seeds, everything = runs.chosen('FALLS', TABLES, TABLES_LONG)
    result = runs.run(Trial, seeds, 20)
    runs.show(result.differences, everything, lambda seed: tt.text(Trial(None, seed).case))
    print('%d tables: %d differences' % (len(seeds), len(result.differences)))
    few = runs.too_few(result, KINDS, ANSWERS, len(seeds), len(seeds) >= TABLES, 1000)
    return 1 if few or result.differences else 0


if __name__ == '__main__':
    sys.exit(main())
