"""Random tables for the oracle of links: roofs near each other, storeys, yards, terraces, stairs, with what makes links
hard: gaps of exactly what may be jumped, landings with something on them, railings, crates at the feet of faces.

A table is made from its seed alone; what was built on purpose is noted in `kinds`. A case is a table as in table_tables
with ladders, the rules of links and their prices. Everything is in units (1/1000 inch).
"""

import math
import random

import numpy as np

import table_space as ts
from table_tables import box, crosses_itself, prism

WALKABLE, SHEER = ts.WALKABLE, ts.SHEER
WIDTH, DEPTH = 11000, 9500
JUMP, FREE, RISE = 3000, 1000, 1000
GOALS, SPOTS = 3, 24
DRAWN = 8         # spots that are asked for where not all are
TURNS = ((1, 0), (0.8, 0.6), (0.6, -0.8), (12 / 13, 5 / 13))


class Maker:
    """One table in the making. Houses are noted as (x, y, w, d, top): where one would like to stand."""

    def __init__(self, seed):
        self.random = r = random.Random('links %d' % seed)
        self.seed, self.kinds = seed, set()
        self.prisms, self.areas, self.ladders, self.bodies, self.houses = [], [], [], [], []
        self.beside = []  # places in plan that are asked for as well
        self.grid = r.choice((500, 100, 100, 1))
        step = r.choice((500, 500, 500, 1000, 0))
        self.walker = {'radius': r.choice((500, 500, 630, 315)), 'height': 1600, 'step': step,
                       'free_step': r.choice((0, step)), 'whole': r.random() < 0.16, 'centre': r.random() < 0.4}
        self.r = self.walker['radius']
        self.upright = r.random() < 0.5
        self.rules = {'jump': JUMP, 'rise': RISE, 'clearance': r.choice((0, 0, 1000)),
                      'leeway': r.choice((0, 0, 0, 400)), 'to_foot': r.random() < 0.15, 'free_gap': FREE,
                      'low': seed % 5 == 4, 'drop_free': False, 'chances': r.choice(((0.5, 0.75, 0.8), (0.9, 0.75, 0.6)))}

    def size(self, low, high):
        return max(self.grid, round(self.random.uniform(low, high) / self.grid) * self.grid)

    def shift(self, low, high):
        return round(self.random.uniform(low, high) / self.grid) * self.grid

    def flags(self, sheer=0.35):
        return WALKABLE | (SHEER if self.random.random() < sheer else 0)

    def rails(self, count=4):
        if self.random.random() > 0.2:
            return [[0] * count]
        self.kinds.add('railing')
        return [[self.random.choice((0, 0, 300, 500, 501, 900)) for _ in range(count)]]

    def house(self, x, y, w, d, top, bottom=0, flags=None, rails=None):
        rings = [box(x, y, w, d)]
        self.prisms.append(prism(rings, bottom, top, self.flags() if flags is None else flags, rails or self.rails()))
        self.houses.append((x, y, w, d, top))

    def gap(self):
        """The width of a gap between rims: what is jumped for nothing, what is risky, and the limits of both."""
        r = self.random
        inner = 2 * self.r if self.walker['whole'] else 0  # centres stay so far from both rims
        apart = 100 if self.grid > 1 else 1
        short, wide = (300, FREE, apart), (FREE, JUMP, apart)
        gap, kind = r.choice(((r.randrange(*short), 'short gap'), (r.randrange(*short), 'short gap'),
                              (FREE, 'exact gap'), (FREE, 'exact gap'), (FREE + 1, 'gap a unit too wide'),
                              (r.randrange(*wide), 'wide gap'), (r.randrange(*wide), 'wide gap'),
                              (JUMP, 'exact gap'), (JUMP + 1, 'gap a unit too wide')))
        self.kinds.add(kind)
        return max(gap - inner, 100)

    def tops(self):
        top = self.random.choice((1500, 2300, 3500))
        return top, self.random.choice((top, top, top + 800, top + 1000, max(top - 800, 1500)))

    # ------------------------------------------------------------------------------------------------------- scenes

    def pair(self):
        """Two roofs across a gap."""
        r = self.random
        w, d, gap = self.size(1800, 3200), self.size(1800, 4000), self.gap()
        x, y = self.shift(300, 1500), self.shift(800, 3500)
        one, two = self.tops()
        self.house(x, y, w, d, one)
        x2, y2, w2, d2 = x + w + gap, max(y + self.shift(-1500, 1500), 0), self.size(1800, 3200), self.size(1800, 3500)
        self.house(x2, y2, w2, d2, two)
        if r.random() < 0.6:
            self.block_landing(x2, max(y, y2), min(y + d, y2 + d2), two)
        if r.random() < 0.3 and max(y, y2) + 400 < min(y + d, y2 + d2):
            self.between(x + w, gap, max(y, y2), min(one, two))

    def block_landing(self, x, low, high, top):
        """Something at the rim where one would land: low, tall, or a figure."""
        r = self.random
        if high - low < 600:
            return
        at, long = r.choice(((low, high - low), (r.randint(low, high - 500), r.randint(300, high - low))))
        what = r.choice(('low', 'low', 'tall', 'tall', 'figure', 'figure', 'figure'))
        if what == 'figure':
            self.bodies.append(self.figure(x + r.randint(0, 600), (low + high) // 2 + r.randint(-400, 400), top))
        else:
            deep = r.choice((200, 400, 700))
            rise = min(400, self.walker['step']) or 200 if what == 'low' else r.choice((900, 2650))
            self.prisms.append(prism([box(x + r.choice((0, 0, 150)), at, deep, long)], top, top + rise, 0))
        self.kinds.add('landing built up')

    def between(self, x, gap, y, below):
        """Something low in the gap."""
        top = self.random.choice((400, 700, below - 600, below - 400))
        if gap > 150 and top > 0:
            self.prisms.append(prism([box(x, y, self.random.choice((gap, gap // 2)), 900)], 0, top, self.flags()))
            self.kinds |= {'touching prisms', 'shared edge'}

    def yard(self):
        """A roof with a hole in it."""
        r = self.random
        t, gap = self.size(1500, 2500), self.gap()
        w, d, t2 = 2 * t + gap, self.size(4500, 7000), self.size(1200, 1800)
        x, y = self.shift(300, 1200), self.shift(500, 1800)
        top = r.choice((1500, 2300, 3500))
        hole = box(x + t, y + t2, gap, d - 2 * t2)
        self.prisms.append(prism([box(x, y, w, d), hole], 0, top, self.flags(0.5), [[0] * 4, self.rails()[0]]))
        self.houses += [(x, y, t, d, top), (x + t + gap, y, t, d, top)]
        self.kinds.add('hole')
        if r.random() < 0.6:
            self.block_landing(x + t + gap, y + t2, y + d - t2, top)

    def bent(self):
        """A U or an L: over the notch is the short way."""
        r = self.random
        t, gap, top = self.size(1500, 2200), self.gap(), r.choice((1500, 2300, 3500))
        w, d, back = 2 * t + gap, self.size(3000, 5500), self.size(1000, 1500)
        x, y = self.shift(300, 1500), self.shift(600, 2500)
        ring = [(0, 0), (t, 0), (t, d - back), (t + gap, d - back), (t + gap, 0), (w, 0), (w, d), (0, d)]
        if r.random() < 0.4:
            ring = [(0, 0), (t, 0), (t, d - back), (w, d - back), (w, d), (0, d)]
        self.prisms.append(prism([[(x + a, y + b) for a, b in ring]], 0, top, self.flags(), self.rails(len(ring))))
        self.houses += [(x, y, t, d, top), (x + t + gap, y if len(ring) == 8 else y + d - back, t, d, top)]
        self.kinds.add('not convex')
        if r.random() < 0.6:
            self.block_landing(x + t + gap, y, y + d - back, top)

    def ell(self):
        """An L or a Z of a roof from which drops cost nothing: from an inner corner they lead slantwise along one arm,
        past its end. Nobody else is there: who lands beside a figure for nothing and turns away from it is told too
        much."""
        r = self.random
        w, d, t, t2 = self.size(3600, 4500), self.size(3500, 5500), self.size(1000, 3000), self.size(1000, 2500)
        x, y, top = self.shift(1000, 4500), self.shift(1200, 3000), r.choice((1500, 2300, 3500))
        ring = [(0, 0), (w, 0), (w, t2), (t, t2), (t, d), (0, d)]
        if t > 1200 and r.random() < 0.4:
            ring[3:] = [(t, t2), (t, d), (t - w, d), (t - w, d - t2), (0, d - t2)]
            x += max(w - t - x + 200, 0)
        flags = WALKABLE | (SHEER if r.random() < 0.6 else 0)
        self.prisms.append(prism([[(x + a, y + b) for a, b in ring]], 0, top, flags, self.rails(len(ring))))
        self.houses += [(x, y, t, t2, top), (x, y, w, t2, top)]
        self.beside = [(x + a + far * math.cos(turn), y + b + far * math.sin(turn))
                       for a, b, first in ((w, t2, 0), (t, d, 0), (w, 0, -math.pi / 2))
                       for far in (900, 2200) for turn in (first + r.uniform(-0.3, 1.8), first + r.uniform(0, 0.5))]
        self.rules.update(drop_free=True, to_foot=False, low=r.random() < 0.3)
        self.kinds |= {'not convex', 'slantwise drops'}

    def storeys(self):
        """Storeys in one line, or a floor on walls above a hall."""
        r = self.random
        w, d, x, y = self.size(2000, 3500), self.size(2000, 3500), self.shift(700, 5000), self.shift(1000, 4000)
        if r.random() < 0.5:
            lower = r.choice((700, 1200))
            self.house(x, y, w, d, lower, 0, self.flags(0.4))
            self.house(x, y, w, d, r.choice((1500, 2300)), lower, self.flags(0.2))
            self.kinds |= {'flush storeys', 'touching prisms'}
        else:
            high = 1600 + r.choice((0, 200, 700))
            self.prisms += [prism([box(x, y, 200, d)], 0, high, 0), prism([box(x, y + d - 200, w, 200)], 0, high, 0)]
            out = r.choice((0, 0, 600))
            self.house(x, y - out, w, d + out, high + 200, high)
            self.kinds |= {'stacked floors', 'touching prisms', 'shared edge'}

    def terrace(self):
        """A lower roof at the wall of a higher one."""
        r = self.random
        w, d, x, y = self.size(1800, 3000), self.size(1800, 3500), self.shift(700, 3000), self.shift(1000, 4000)
        low = r.choice((1100, 1500, 2300))
        self.house(x, y, w, d, low + r.choice((900, 1100, 1700)))
        self.house(x + w, y + r.choice((0, 0, self.grid)), self.size(1500, 2500), d, low)
        self.kinds |= {'touching prisms', 'shared edge'}

    def stairs(self):
        """Steps up to a platform, and another roof in a jump's reach."""
        r = self.random
        rise = self.walker['step']
        if not rise:
            return self.terrace()
        w, d, x, y = self.size(600, 1000), self.size(1500, 2500), self.shift(300, 1500), self.shift(1000, 4000)
        n = 3 if rise == 500 else 2
        for k in range(n):
            width = w if k < n - 1 else self.size(1500, 2500)
            rails = [[0, 0, 0, r.choice((0, 300))]]
            bottom = r.choice((0, 0, k * rise))
            self.prisms.append(prism([box(x + k * w, y, width, d)], bottom, (k + 1) * rise, WALKABLE, rails))
        self.houses.append((x + (n - 1) * w, y, width, d, n * rise))
        gap = self.gap()
        self.house(x + (n - 1) * w + width + gap, y + self.shift(-800, 800), self.size(1500, 2500), d,
                   n * rise + r.choice((0, 0, 300, 800)))
        self.kinds |= {'stairs', 'touching prisms', 'shared edge'}

    def bridge(self):
        """Two roofs and a bridge that is broken in the middle, or whole."""
        r = self.random
        w, d, gap = self.size(1500, 2200), self.size(2000, 3500), self.gap()
        stub, top = self.size(500, 1200), r.choice((2000, 2300))
        x, y, inset = self.shift(200, 800), self.shift(1500, 4000), self.size(300, 700)
        far = x + w + 2 * stub + gap
        self.house(x, y, w, d, top)
        self.house(far, y, w, d, top)
        wide = max(d - 2 * inset, 600)
        self.prisms += [prism([box(x + w, y + inset, stub, wide)], top - 200, top, WALKABLE),
                        prism([box(far - stub, y + inset, stub, wide)], top - 200, top, WALKABLE)]
        self.kinds |= {'stacked floors', 'touching prisms', 'shared edge'}

    # ------------------------------------------------------------------------------------------------------- extras

    def balcony(self):
        x, y, w, d, top = self.random.choice(self.houses)
        if top >= 2300:
            ring = box(x + self.shift(0, w / 2), y - 800, 900, 800)
            self.prisms.append(prism([ring], top - 1300, top - 1200, WALKABLE))
        else:
            self.prisms.append(prism([box(x + self.shift(0, w / 2), y - 700, 800, 700)], top + 1700, top + 1900, 0))
        self.kinds.add('balcony')

    def crate(self):
        r = self.random
        x, y, w, d, top = r.choice(self.houses)
        low = r.choice((min(self.walker['step'], 400) or 300, 600, 1400))
        self.prisms.append(prism([box(x + w, y + self.shift(0, d / 2), self.size(300, 1200), self.size(400, 1500))], 0,
                                 low, r.choice((0, WALKABLE))))
        self.kinds |= {'crate at a face', 'touching prisms', 'shared edge'}

    def split(self):
        """A house becomes two storeys in one line, of which one may be sheer."""
        r = random.Random('storeys %d' % self.seed)
        whole = [p for p in self.prisms if p['flags'] & WALKABLE and p['bottom'] == 0 and p['top'] >= 1500]
        if whole and r.random() < 0.12:
            upper, lower = r.choice(whole), r.choice((700, 1200))
            rings = [list(ring) for ring in upper['rings']]
            self.prisms.append(prism(rings, 0, lower, WALKABLE | r.choice((0, 0, SHEER))))
            upper['bottom'] = lower
            self.kinds |= {'flush storeys', 'touching prisms'}

    def chimney(self):
        r = self.random
        x, y, w, d, top = r.choice(self.houses)
        self.prisms.append(prism([box(x + self.shift(100, w / 2), y + self.shift(0, d / 2), self.size(200, 800),
                                      self.size(200, 800))], top, top + r.choice((400, 2650)), 0))

    def free_shape(self):
        """A polygon of any shape, off the grid."""
        r = self.random
        for _ in range(20):
            n, cx, cy = r.randint(3, 6), r.randint(2000, WIDTH - 2000), r.randint(2000, DEPTH - 2000)
            turns = sorted(r.uniform(0, 2 * math.pi) for _ in range(n))
            ring = [(round(cx + f * math.cos(t)), round(cy + f * math.sin(t))) for t in turns
                    for f in [r.uniform(800, 2200)]]
            if not crosses_itself(ring):
                self.prisms.append(prism([ring], 0, r.choice((1500, 2300)), self.flags()))
                self.houses.append((cx - 700, cy - 700, 1400, 1400, self.prisms[-1]['top']))
                self.kinds.add('free polygon')
                return

    def ladder(self):
        r = self.random
        x, y, w, d, top = r.choice(self.houses)
        at = x + self.shift(w / 4, 3 * w / 4)
        inner = self.r if self.walker['whole'] else r.choice((0, 200, self.r))
        self.ladders.append((at, y - self.r - r.choice((0, 50)), 0, at, y + inner, top))

    def area(self):
        r = self.random
        x, y = r.randint(1000, WIDTH - 4000), r.randint(1000, DEPTH - 4000)
        once, entry = r.choice(((500, 0), (1500, 0), (0, 700), (0, 300)))
        self.areas.append({'rings': [box(x, y, r.randint(800, 3500), r.randint(800, 3500))], 'bottom': 0,
                           'top': r.choice((0, 0, 10000)), 'once': once, 'entry': entry, 'factor': 0})
        self.kinds.add('price once' if once else 'price of entry')

    def figure(self, x, y, z):
        r = self.random
        manner = r.choice((ts.BLOCK, ts.BLOCK, ts.BLOCK, ts.PASS_ONLY))
        margin = r.choice((0, 0, 0, 0, 500)) if manner == ts.BLOCK else 0
        if margin:
            self.kinds.add('figure with a margin')
        return {'x': x, 'y': y, 'z': z, 'radius': r.choice((500, 315)), 'width': 0, 'length': 0, 'facing': 0,
                'height': r.choice((1200, 2000)), 'manner': manner, 'column': 0, 'margin': margin}

    # --------------------------------------------------------------------------------------------------------- whole

    SCENES = (('pair', 6), ('yard', 3), ('bent', 3), ('storeys', 2), ('terrace', 2), ('stairs', 3), ('bridge', 3))
    EXTRAS = (('balcony', 0.2), ('crate', 0.25), ('chimney', 0.2), ('free_shape', 0.15), ('ladder', 0.45),
              ('ladder', 0.2), ('area', 0.22))

    def build(self):
        r = self.random
        names, weights = zip(*self.SCENES)
        getattr(self, 'ell' if self.seed % 20 in self.ELLS else r.choices(names, weights)[0])()
        if r.random() < 0.06 and self.seed % 20 not in self.ELLS:
            getattr(self, r.choices(names, weights)[0])()
            self.kinds.add('two scenes')
        for name, share in self.EXTRAS:
            if r.random() < share:
                getattr(self, name)()
        self.split()
        self.turn()
        whole = all(v % 100 == 0 for p in self.prisms for ring in p['rings'] for xy in ring for v in xy)
        self.kinds.add('on the grid' if whole else 'off the grid')
        if self.walker['whole']:
            self.kinds.add('whole support')
        self.kinds |= {name for name in ('leeway', 'clearance', 'to_foot', 'low') if self.rules[name]}
        self.kinds.add('step of %d' % self.walker['step'])
        order = list(range(len(self.prisms)))
        r.shuffle(order)
        self.prisms = [self.prisms[k] for k in order]

    def turn(self):
        """Everything turned about the middle, or with x and y exchanged."""
        c, s = self.random.choice(TURNS) if self.random.random() < 0.3 else (1, 0)
        if s:
            self.kinds.add('turned')

        def at(x, y):
            x, y = (y, x) if self.upright else (x, y)
            u, v = x - WIDTH / 2, y - DEPTH / 2
            return round(WIDTH / 2 + c * u - s * v), round(DEPTH / 2 + s * u + c * v)
        for thing in self.prisms + self.areas:
            thing['rings'] = [[at(*p) for p in ring] for ring in thing['rings']]
        for body in self.bodies:
            body['x'], body['y'] = at(body['x'], body['y'])
        self.ladders = [(*at(l[0], l[1]), l[2], *at(l[3], l[4]), l[5]) for l in self.ladders]
        self.houses = [[*map(lambda p: at(*p), box(x, y, w, d)), top] for x, y, w, d, top in self.houses]
        self.beside = [at(*p) for p in self.beside]

    def case(self):
        table = {'width': WIDTH, 'depth': DEPTH, 'prisms': self.prisms, 'areas': self.areas}
        return {'table': table, 'walker': self.walker, 'bodies': self.bodies, 'ladders': self.ladders,
                'rules': self.rules, 'limit': 13000, 'kinds': self.kinds}

    def on_house(self, space, house):
        """A place on a house where the base stands."""
        (a, b, _, d), top = house[:4], house[4]
        level = space.heights.index(top)
        for _ in range(40):
            u, v = self.random.random(), self.random.random()
            p = round(a[0] + u * (b[0] - a[0]) + v * (d[0] - a[0])), round(a[1] + u * (b[1] - a[1]) + v * (d[1] - a[1]))
            if space.passes([p], 0)[0, level]:
                return (*p, top)
        return None

    def somewhere(self, space):
        for _ in range(60):
            p = self.random.randint(0, WIDTH), self.random.randint(0, DEPTH)
            levels = np.nonzero(space.passes([p], 0)[0])[0]
            if len(levels):
                return (*p, space.heights[self.random.choice(list(levels))])
        return None

    def figures(self, space):
        for _ in range(self.random.choice((0, 0, 1, 2))):
            at = self.somewhere(space)
            if at:
                self.bodies.append(self.figure(*at))


    # Of tables with these last digits, by twenties (all others stay as they were before there was such a thing).
    RECTANGLES, INCHES, ZONES, ELLS = (2, 7, 12, 17), (1, 4, 11, 14), (5, 8, 15, 18), (19,)

    def rectangles(self, space):
        """All figures become turned rectangles; there is one at least."""
        r = self.random = random.Random('rectangles %d' % self.seed)
        at = None if self.bodies else self.somewhere(space)
        self.bodies += [self.figure(*at)] if at else []
        for body in self.bodies:
            facing = r.choice((0, 16384, r.randrange(65536), r.randrange(65536)))
            body.update(radius=0, width=r.choice((500, 800)), length=r.choice((1000, 1500)), facing=facing)
            self.kinds.add('rectangular figure')

    def inches(self):
        """An area, on all levels, with a price by the inch."""
        r = random.Random('inches %d' % self.seed)
        x, y = r.randint(500, WIDTH - 4000), r.randint(500, DEPTH - 4000)
        self.areas.append({'rings': [box(x, y, r.randint(1000, 4000), r.randint(1000, 4000))], 'bottom': 0,
                           'top': 10000, 'once': 0, 'entry': 0, 'factor': r.choice((1500, 2000, 3000))})
        self.kinds.add('price by the inch')


    def zones(self):
        """Brooks in the way of everything, on the ground or on all levels, that cost something once or each time."""
        r = random.Random('zones %d' % self.seed)
        for across in (False, True):
            at, wide, price = r.randint(1000, WIDTH - 3000), r.choice((300, 1000, 2000)), r.choice((300, 700, 1500))
            ring = box(at, 0, wide, DEPTH) if across else box(0, at, WIDTH, wide)
            once = r.random() < 0.5
            self.areas.append({'rings': [ring], 'bottom': 0, 'top': r.choice((0, 0, 10000)), 'factor': 0,
                               'once': price if once else 0, 'entry': 0 if once else price})
            self.kinds.add('price once' if once else 'price of entry')


def on_surface(case, x, y, z):
    if not (0 <= x <= WIDTH and 0 <= y <= DEPTH):
        return False
    return z == 0 or any(p['top'] == z and p['flags'] & WALKABLE and ts.reaches(
        np.array([[x, y]], float), ts.rings_edges(p['rings']), 0, True)[0] for p in case['table']['prisms'])


def in_solid(case, x, y, z):
    """Whether a solid fills a place: a table with a ladder there is refused."""
    for p in case['table']['prisms']:
        at, edges = np.array([[x, y]], float), ts.rings_edges(p['rings'])
        if p['bottom'] <= z < p['top'] and ts.inside(at, edges)[0] and ts.distances(at, edges).min() > ts.SLACK:
            return True
    return False


def make(seed):
    """A case with a start, goals, and places whose cost is asked; None when nobody can stand where he should."""
    maker = Maker(seed)
    maker.build()
    case = maker.case()
    case['ladders'] = [l for l in case['ladders'] if all(
        on_surface(case, *end) and not in_solid(case, *end) for end in (l[:3], l[3:]))]
    if seed % 20 not in maker.ELLS:
        maker.figures(ts.Space(case['table'], case['walker'], case['bodies'], ending=True))
    if seed % 20 in maker.RECTANGLES:
        maker.rectangles(ts.Space(case['table'], case['walker'], case['bodies'], ending=True))
    if seed % 20 in maker.INCHES:
        maker.inches()
    if seed % 20 in maker.ZONES:
        maker.zones()
    space = ts.Space(case['table'], case['walker'], case['bodies'], ending=True)
    houses = maker.houses[:2] + [maker.random.choice(maker.houses)]
    start = maker.on_house(space, houses[0]) if maker.random.random() < 0.8 else maker.somewhere(space)
    goals = [maker.on_house(space, houses[1]), maker.on_house(space, houses[-1]), maker.somewhere(space)]
    case['start'], case['goals'] = start, [g for g in goals[:GOALS] if g]
    case['spots'] = [s for s in (maker.somewhere(space) for _ in range(SPOTS)) if s]
    case['spots'] += [(*p, 0) for p in maker.beside if space.passes([p], 0)[0, space.heights.index(0)]]
    return case if start and case['goals'] else None


def drawn(case, seed):
    """The case with fewer questions, so that more tables can be asked: one goal, some spots, and what is spent at most.
    Where something costs by the inch, searches of long ways take long."""
    r, slow = random.Random('questions %d' % seed), 'price by the inch' in case['kinds']
    return dict(case, goals=r.sample(case['goals'], 1), spots=r.sample(case['spots'], min(len(case['spots']), DRAWN)),
                limit=r.choice((5000, 7000) if slow else (5000, 7000, 9000, 13000)))


# ---------------------------------------------------------------------------------------------------- for the driver

def polygon_words(rings, rails=None):
    words = [len(rings)]
    for k, ring in enumerate(rings):
        words.append(len(ring))
        for n, (x, y) in enumerate(ring):
            words += [x, y, rails[k][n] if rails else 0]
    return words


def text(case):
    """A case as the driver reads it."""
    table, walker, rules = case['table'], case['walker'], case['rules']
    out = [1, table['width'], table['depth'], len(table['prisms'])]
    for p in table['prisms']:
        out += [p['bottom'], p['top'], p['flags']] + polygon_words(p['rings'], p['rails'])
    out.append(len(table['areas']))
    for a in table['areas']:
        out += [a['bottom'], a['top'], a['once'], a['entry'], a['factor']] + polygon_words(a['rings'])
    out += [len(case['ladders'])] + [v for l in case['ladders'] for v in l]
    out += [walker[k] for k in ('radius', 'height', 'step', 'free_step', 'whole', 'centre')]
    out += [rules[k] for k in ('jump', 'rise', 'clearance', 'leeway', 'to_foot', 'low')]
    climb, jump, drop = (round(c * 1000) for c in rules['chances'])
    out += [climb, 1000, rules['free_gap'], jump, drop, rules['drop_free'], len(case['bodies'])]
    figure = ('x', 'y', 'z', 'radius', 'width', 'length', 'facing', 'height', 'manner', 'margin')
    out += [b[k] for b in case['bodies'] for k in figure]
    return ' '.join(str(int(v)) for v in out) + '\n'
