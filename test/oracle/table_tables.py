"""Random tables for the oracles: 1 to 10 prisms, some of free shape, most of them as people draw them.

A table is made from its seed alone. What is hard on purpose is noted in `kinds`: walls that are shared, boxes that
touch at a corner, gaps of exactly a base's width, floors above each other, figures in contact. Everything is in units
(1/1000 inch); `text` writes a table as the driver reads it, `mapped` moves and turns one.
"""

import math
import random

from table_space import BLOCK, IMPASSABLE, PASS, PASS_ONLY, SHEER, WALKABLE

INCH = 1000
RADII = (250, 394, 492, 500, 630, 787, 1000)


def prism(rings, bottom, top, flags=0, rails=None):
    return {'rings': rings, 'bottom': bottom, 'top': top, 'flags': flags,
            'rails': rails or [[0] * len(ring) for ring in rings]}


def box(x, y, w, d):
    return [(x, y), (x + w, y), (x + w, y + d), (x, y + d)]


def crosses_itself(ring):
    """Whether a ring touches or crosses itself, in whole numbers."""
    n = len(ring)

    def side(a, b, c):
        v = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
        return (v > 0) - (v < 0)
    for i in range(n):
        a, b = ring[i], ring[(i + 1) % n]
        if a == b or side(a, b, ring[(i + 2) % n]) == 0:
            return True
        for j in range(i + 2, n):
            if (j + 1) % n == i:
                continue
            c, d = ring[j], ring[(j + 1) % n]
            if side(a, b, c) * side(a, b, d) <= 0 and side(c, d, a) * side(c, d, b) <= 0:
                return True
    return False


class Maker:
    """One table in the making."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.kinds = set()
        r = self.random
        self.grid = r.choice((1000, 500, 500, 1))
        self.kinds.add('on the grid' if self.grid > 1 else 'off the grid')
        self.width, self.depth = (r.randint(12, 22) * INCH for _ in range(2))
        step = r.choice((0, 500, 1000, 1000))
        self.walker = {'radius': r.choice(RADII), 'height': max(r.choice((1000, 1500, 1900)), step + 200), 'step': step,
                       'free_step': r.choice((0, step)), 'whole': r.random() < 0.12, 'centre': r.random() < 0.4}
        self.prisms, self.areas, self.bodies = [], [], []

    def snap(self, value):
        return int(round(value / self.grid)) * self.grid

    def size(self, low, high):
        return max(self.snap(self.random.uniform(low, high)), self.grid)

    def corner(self, w, d):
        """A place for something of this size, on the table."""
        r = self.random
        return (self.snap(r.uniform(0, max(self.width - w, 0))), self.snap(r.uniform(0, max(self.depth - d, 0))))

    def height(self):
        return self.random.choice((1500, 2000, 3000, 3000, 5000))

    def flags(self):
        return (WALKABLE if self.random.random() < 0.6 else 0) | (SHEER if self.random.random() < 0.2 else 0)

    def gap(self):
        by, kind = self.random.choice(((0, 'gap of exactly the base'), (0, 'gap of exactly the base'),
                                       (-1, 'gap a unit too narrow'), (1, 'gap a unit wider')))
        self.kinds.add(kind)
        return 2 * self.walker['radius'] + by

    def add(self, *prisms):
        self.prisms += prisms

    # --------------------------------------------------------------------------------------------------- free shapes

    def block(self):
        w, d = self.size(1000, 5000), self.size(1000, 5000)
        x, y = self.corner(w, d)
        self.add(prism([box(x, y, w, d)], 0, self.height(), self.flags()))

    def turned(self):
        """A box turned by any angle: off the grid."""
        r = self.random
        w, d, a = r.randint(1000, 5000), r.randint(500, 3000), r.uniform(0, math.pi)
        cx, cy = r.randint(0, self.width), r.randint(0, self.depth)
        c, s = math.cos(a), math.sin(a)
        ring = [(round(cx + c * i * w / 2 - s * j * d / 2), round(cy + s * i * w / 2 + c * j * d / 2))
                for i, j in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
        self.add(prism([ring], 0, self.height(), self.flags()))

    def star(self):
        r = self.random
        for _ in range(20):
            n = r.randint(3, 8)
            cx, cy = r.randint(1000, self.width - 1000), r.randint(1000, self.depth - 1000)
            turns = sorted(r.uniform(0, 2 * math.pi) for _ in range(n))
            far = [r.uniform(500, 4000) for _ in range(n)]
            ring = [(self.snap(cx + f * math.cos(t)), self.snap(cy + f * math.sin(t))) for f, t in zip(far, turns)]
            if not crosses_itself(ring):
                self.kinds.add('free polygon')
                self.add(prism([ring], r.choice((0, 0, 0, 2500)), 3000, self.flags()))
                return
        self.block()

    def bent(self):
        """An L or a U."""
        r = self.random
        t = self.size(500, 1500)
        w, d = 2 * t + self.size(1000, 3000), 2 * t + self.size(1000, 3000)
        if r.random() < 0.4:
            w = 2 * t + self.gap()
        x, y = self.corner(w, d)
        if r.random() < 0.5:
            ring = [(0, 0), (w, 0), (w, t), (t, t), (t, d), (0, d)]
        else:
            ring = [(0, 0), (w, 0), (w, d), (w - t, d), (w - t, t), (t, t), (t, d), (0, d)]
        if r.random() < 0.5:
            ring = [(w - a, d - b) for a, b in ring]
        self.kinds.add('not convex')
        self.add(prism([[(x + a, y + b) for a, b in ring]], 0, r.choice((400, 900, 3000)), self.flags()))

    def yard(self):
        r = self.random
        t = self.size(500, 1500)
        w, d = 2 * t + self.size(1500, 4000), 2 * t + self.size(1500, 4000)
        x, y = self.corner(w, d)
        self.kinds.add('hole')
        self.add(prism([box(x, y, w, d), box(x + t, y + t, w - 2 * t, d - 2 * t)[::r.choice((1, -1))]], 0,
                       r.choice((500, 1000, 3000)), self.flags() | WALKABLE))

    # --------------------------------------------------------------------------------------------- as people draw them

    def shared(self):
        """Rooms that share walls, wholly or in part."""
        r = self.random
        w, d = self.size(1500, 4000), self.size(1500, 4000)
        x, y = self.corner(2 * w, 2 * d)
        top = self.height()
        self.add(prism([box(x, y, w, d)], 0, top, self.flags()))
        w2, d2 = self.size(1000, 3000), self.size(1000, 3000)
        offset = r.choice((0, 0, self.snap(d / 2)))
        self.add(prism([box(x + w, y + offset, w2, d if offset == 0 else d2)], 0, r.choice((top, top, 2000)),
                       self.flags()))
        self.kinds |= {'touching prisms', 'shared edge'}

    def row(self):
        """Boxes with their fronts in one line."""
        r = self.random
        w, d = self.size(1000, 2500), self.size(800, 2000)
        x, y = self.corner(4 * w, d)
        gap = r.choice((0, 0, self.gap(), self.snap(2500)))
        upright = r.random() < 0.5
        for k in range(r.randint(2, 3)):
            at = x + k * (w + gap)
            ring = box(at, y, w, d)
            self.add(prism([[(b, a) for a, b in ring] if upright else ring], 0, 3000, self.flags()))
        self.kinds.add('collinear walls')
        if gap == 0:
            self.kinds |= {'touching prisms', 'shared edge'}

    def diagonal(self):
        """Boxes that touch at a corner."""
        w, d = self.size(1000, 3000), self.size(1000, 3000)
        x, y = self.corner(2 * w, 2 * d)
        self.add(prism([box(x, y, w, d)], 0, self.height(), self.flags()))
        w2, d2 = self.size(1000, 3000), self.size(1000, 3000)
        self.add(prism([box(x + w, y + d, w2, d2)], 0, self.height(), self.flags()))
        self.kinds |= {'touching prisms', 'touching at a corner'}

    def squeeze(self):
        """Two boxes, or a box and the table's border, with a gap between."""
        r = self.random
        w, d, gap = self.size(1000, 3000), self.size(1000, 3000), self.gap()
        x, y = self.corner(2 * w + gap, d)
        if r.random() < 0.3:
            self.add(prism([box(gap, y, w, d)], 0, 3000, self.flags()))
            return
        first = box(x, y, w, d)
        second = box(x + w + gap, y + self.snap(r.uniform(-d, d)), w, d)
        for ring in (first, second):
            self.add(prism([ring], 0, 3000, self.flags()))

    def overlap(self):
        r = self.random
        w, d = self.size(1500, 3500), self.size(1500, 3500)
        x, y = self.corner(w, d)
        top = r.choice((500, 1000, 3000))
        self.add(prism([box(x, y, w, d)], 0, top, self.flags()))
        self.add(prism([box(x + self.snap(w / 2), y + self.snap(d / 2), w, d)], 0, r.choice((top, 2000)), self.flags()))
        self.kinds.add('overlapping')

    def room(self):
        """Walls with a door below a roof."""
        r = self.random
        t = r.choice((100, 250, 500))
        w, d = self.size(3000, 6000), self.size(3000, 6000)
        x, y = self.corner(w, d)
        top = self.walker['height'] + r.choice((0, 100, 500))
        door = r.choice((self.gap(), 2500))
        left = self.snap((w - door) / 2) if self.grid == 1 else max(t, (w - door) // 2)
        right = left + door
        walls = [(x, y), (x + left, y), (x + left, y + t), (x + t, y + t), (x + t, y + d - t), (x + w - t, y + d - t),
                 (x + w - t, y + t), (x + right, y + t), (x + right, y), (x + w, y), (x + w, y + d), (x, y + d)]
        if left > t and right < w - t:
            self.add(prism([walls], 0, top))
        else:
            self.add(prism([box(x, y + d - t, w, t)], 0, top), prism([box(x, y, t, d - t)], 0, top))
            self.kinds |= {'touching prisms', 'shared edge'}
        self.add(prism([box(x, y, w, d)], top, top + 200, WALKABLE))
        self.kinds |= {'stacked floors', 'touching prisms'}

    def bridge(self):
        r = self.random
        w, d, span = self.size(1500, 2500), self.size(2000, 3000), self.size(2000, 4000)
        x, y = self.corner(2 * w + span, d)
        top = self.walker['height'] + r.choice((200, 400))
        inset = self.snap(d / 4)
        for at in (x, x + w + span):
            self.add(prism([box(at, y, w, d)], 0, top, WALKABLE))
        over = r.choice((0, 0, self.snap(500)))
        self.add(prism([box(x + w - over, y + inset, span + 2 * over, d - 2 * inset)], top - 200, top, WALKABLE))
        self.kinds |= {'stacked floors', 'touching prisms', 'shared edge'}

    def balcony(self):
        r = self.random
        w, d = self.size(2000, 4000), self.size(2000, 4000)
        x, y = self.corner(w + 2000, d)
        top = self.walker['height'] + 300
        self.add(prism([box(x, y, w, d)], 0, top, WALKABLE))
        out = self.size(1000, 2000)
        lift = r.choice((0, 0, self.walker['step'], self.walker['step'] + 1))
        self.add(prism([box(x + w, y, out, d)], top - 200 + lift, top + lift, WALKABLE))
        self.kinds |= {'stacked floors', 'touching prisms', 'shared edge'}

    def stairs(self):
        r = self.random
        w, d, n = self.size(600, 1500), self.size(1500, 3000), r.randint(2, 4)
        rise = max(self.walker['step'], 200) + r.choice((0, 0, 0, 0, -100, 1))
        x, y = self.corner(w * (n + 2), d)
        upright = r.random() < 0.5
        for k in range(n):
            ring = box(x + k * w, y, w, d)
            if k == n - 1:
                ring = box(x + k * w, y - self.snap(500), 2 * w, d + self.snap(1000))
            ring = [(b, a) for a, b in ring] if upright else ring
            rails = [[0] * 4]
            if r.random() < 0.3:
                rails[0][r.randrange(4)] = r.choice((300, 1200))
                self.kinds.add('railing')
            self.add(prism([ring], r.choice((0, 0, k * rise)), (k + 1) * rise, WALKABLE, rails))
        self.kinds |= {'stairs', 'touching prisms', 'shared edge'}

    def crates(self):
        r = self.random
        w, d = self.size(800, 2500), self.size(800, 2500)
        x, y = self.corner(2 * w, d)
        top = max(self.walker['step'], 100) - r.choice((0, 0, 50))
        flags = r.choice((0, WALKABLE))
        self.add(prism([box(x, y, w, d)], 0, top, flags))
        if r.random() < 0.5:
            self.add(prism([box(x + w, y, w, d)], 0, top, r.choice((flags, flags, WALKABLE))))
            self.kinds |= {'touching prisms', 'shared edge'}
        self.kinds.add('low crate')

    def platform(self):
        """A walkable top with railings, and a step onto it."""
        r = self.random
        w, d = self.size(2500, 5000), self.size(2500, 5000)
        x, y = self.corner(w, d)
        top = max(self.walker['step'], 200) * r.choice((1, 2))
        rails = [[r.choice((0, 0, 300, 1000, 1500)) for _ in range(4)]]
        if not any(rails[0]):
            rails[0][r.randrange(4)] = self.walker['step'] + 500
        self.add(prism([box(x, y, w, d)], 0, top, WALKABLE, rails))
        self.kinds.add('railing')
        if r.random() < 0.6:
            tread = box(x + self.snap(w / 4), y - self.snap(1000), self.snap(w / 2) or 500, self.snap(1000))
            self.add(prism([tread], 0, top // 2, WALKABLE))
            self.kinds |= {'touching prisms', 'shared edge'}

    def pool(self):
        w, d = self.size(1500, 4000), self.size(1500, 4000)
        x, y = self.corner(w, d)
        self.add(prism([box(x, y, w, d)], 0, 10, IMPASSABLE))
        self.kinds.add('impassable')

    # --------------------------------------------------------------------------------------------- zones and figures

    def zone(self):
        r = self.random
        w, d = self.size(1500, 6000), self.size(1500, 6000)
        x, y = self.corner(w, d)
        rings = [box(x, y, w, d)] if r.random() < 0.7 else [[(x, y), (x + w, y), (x, y + d)]]
        once = r.choice((500, 1000, 2000, 6000))
        self.areas.append({'rings': rings, 'bottom': 0, 'top': r.choice((0, 0, 1000, 10000)), 'once': once})
        self.kinds.add('zone with a price')

    def figure(self, x, y, z=0):
        r = self.random
        body = {'x': x, 'y': y, 'z': z, 'radius': r.choice(RADII), 'width': 0, 'length': 0, 'facing': 0,
                'height': r.choice((800, 1500)), 'manner': r.choice((BLOCK, BLOCK, BLOCK, BLOCK, PASS_ONLY, PASS)),
                'column': int(r.random() < 0.1), 'margin': 0}
        if body['manner'] == BLOCK and r.random() < 0.2:
            body['margin'] = r.choice((500, 1000))
            self.kinds.add('figure with a margin')
        if body['manner'] != BLOCK:
            self.kinds.add('passable figure')
        if r.random() < 0.15:
            body.update(radius=0, width=r.choice((1000, 2000)), length=r.choice((1000, 3000)),
                        facing=r.choice((0, 16384, 8192, r.randrange(65536))))
            self.kinds.add('rectangular figure')
        return body

    def figures(self):
        r = self.random
        heights = [0] + [p['top'] for p in self.prisms if p['flags'] & WALKABLE]
        for _ in range(r.choice((0, 1, 2, 3))):
            x, y = self.corner(0, 0)
            body = self.figure(x, y, r.choice(heights))
            self.bodies.append(body)
            if body['radius'] and r.random() < 0.5:
                other = self.figure(0, 0, body['z'])
                other.update(radius=r.choice(RADII), width=0, length=0, facing=0)
                gap = r.choice((0, 0, 2 * self.walker['radius']))
                reach = body['radius'] + other['radius'] + gap
                way = r.choice(((1, 0), (0, 1), (-1, 0), (0.6, 0.8)))
                other['x'], other['y'] = body['x'] + round(reach * way[0]), body['y'] + round(reach * way[1])
                self.bodies.append(other)
                self.kinds.add('figures in contact' if gap == 0 else 'gap of exactly the base')
        boxes = [p for p in self.prisms if len(p['rings'][0]) == 4 and p['rings'][0][0][1] == p['rings'][0][1][1]]
        if boxes and r.random() < 0.4:
            ring = r.choice(boxes)['rings'][0]
            body = self.figure(0, 0)
            body.update(radius=r.choice(RADII), width=0, length=0, facing=0)
            gap = r.choice((0, 2 * self.walker['radius']))
            x0, x1 = min(p[0] for p in ring), max(p[0] for p in ring)
            body['x'], body['y'] = x1 + body['radius'] + gap, ring[0][1] + r.randint(0, 1000)
            if r.random() < 0.5:
                body['x'] = x0 - body['radius'] - gap
            self.bodies.append(body)
            self.kinds.add('figure touching a wall' if gap == 0 else 'gap of exactly the base')

    FEATURES = (('block', 2), ('turned', 3), ('star', 4), ('bent', 3), ('yard', 2), ('shared', 3), ('row', 3),
                ('diagonal', 2), ('squeeze', 3), ('overlap', 2), ('room', 3), ('bridge', 2), ('balcony', 2),
                ('stairs', 4), ('crates', 3), ('platform', 3), ('pool', 1))
    MOST = 10  # prisms

    def make(self):
        r = self.random
        names, weights = zip(*self.FEATURES)
        wanted = r.randint(1, self.MOST)
        while len(self.prisms) < wanted:
            prisms, kinds = list(self.prisms), set(self.kinds)
            getattr(self, r.choices(names, weights)[0])()
            if len(self.prisms) > 10:
                self.prisms, self.kinds = prisms, kinds
        for _ in range(r.choice((0, 0, 0, 1, 2))):
            self.zone()
        if r.random() < 0.65:
            self.figures()
        if self.walker['whole']:
            self.kinds.add('whole support')
        order = list(range(len(self.prisms)))
        r.shuffle(order)
        self.prisms = [self.prisms[k] for k in order]
        table = {'width': self.width, 'depth': self.depth, 'prisms': self.prisms, 'areas': self.areas}
        return {'table': table, 'walker': self.walker, 'bodies': self.bodies, 'kinds': self.kinds}


class Cracked(Maker):
    """A table of low solids in rows, some of them with cracks that are no gaps between; rows keep apart."""

    def cracked(self):
        r = self.random
        x, y = self.corner(8000, 6000)
        top = r.choice((500, self.walker['step'], self.walker['step'], 1000))
        upright, flags = r.random() < 0.5, r.choice((0, WALKABLE, WALKABLE))
        rows, cracks = [], False
        for _ in range(r.randint(2, 3)):
            w, d, off = self.size(800, 3000), self.size(800, 3000), r.choice((0, 0, self.snap(500), 1, -1))
            ring = [(a, max(b, 0)) for a, b in box(x, y + off, w, d)]
            rows.append(prism([[(b, a) for a, b in ring] if upright else ring], 0, max(top, 100), flags))
            gap = r.choice((0, 1, 1, 1, 2))
            cracks |= gap == 1
            x += w + gap
            top = r.choice((top, top, top + self.walker['step']))
        if not any(self.near(one, other) for one in rows for other in self.prisms):
            self.add(*rows)
            self.kinds |= {'touching prisms', 'crack of a unit'} if cracks else {'touching prisms'}

    @staticmethod
    def near(one, other):
        low, high = ([f(p[k] for p in prism['rings'][0]) for f in (min, max) for k in (0, 1)] for prism in (one, other))
        return all(low[k] <= high[k + 2] + 100 and high[k] <= low[k + 2] + 100 for k in (0, 1))

    FEATURES = (('cracked', 1),)
    MOST = 4


CRACKED = 500000  # the first number of such tables


def make(seed):
    return (Cracked if seed >= CRACKED else Maker)(seed).make()


# ---------------------------------------------------------------------------------------------------- for the driver

def text(case):
    """The lines that tell the driver about a table, its walker, bodies and prices."""
    table, walker = case['table'], case['walker']
    words = ['table', table['width'], table['depth'], len(table['prisms']), len(table['areas'])]
    for p in table['prisms']:
        words += ['\n', p['flags'], p['bottom'], p['top'], len(p['rings'])]
        for ring, rails in zip(p['rings'], p['rails']):
            words += ['', len(ring)]
            for (x, y), rail in zip(ring, rails):
                words += [x, y, rail]
    for a in table['areas']:
        words += ['\n', a['bottom'], a['top'], len(a['rings'])]
        for ring in a['rings']:
            words += ['', len(ring)]
            for x, y in ring:
                words += [x, y]
    words += ['\nwalker'] + [int(walker[k]) for k in ('radius', 'height', 'step', 'free_step', 'whole', 'centre')]
    words += [(1 << len(table['areas'])) - 1, '\ncrowd', len(case['bodies']), 65535]
    for b in case['bodies']:
        words += ['\n', milli(b['x']), milli(b['y'])]
        words += [b[k] for k in ('z', 'radius', 'width', 'length', 'facing', 'height', 'manner', 'column', 'margin')]
    words += ['\nprices', len(table['areas'])]
    for a in table['areas']:
        words += [a['once'], 0, 0]
    return ' '.join(str(w) for w in words) + '\n'


def milli(value):
    return int(round(value * 1000))


# -------------------------------------------------------------------------------------------------- the same elsewhere

def mapped(case, point, turn, order=None, size=None):
    """The same table with every point mapped; `turn` maps a facing."""
    def rings(shape):
        return [[point(x, y) for x, y in ring] for ring in shape]
    table = case['table']
    numbers = order or range(len(table['prisms']))
    prisms = [dict(table['prisms'][k], rings=rings(table['prisms'][k]['rings'])) for k in numbers]
    areas = [dict(a, rings=rings(a['rings'])) for a in table['areas']]
    bodies = []
    for b in case['bodies']:
        x, y = point(b['x'], b['y'])
        bodies.append(dict(b, x=x, y=y, facing=turn(b['facing'])))
    width, depth = size or (table['width'], table['depth'])
    return dict(case, table={'width': width, 'depth': depth, 'prisms': prisms, 'areas': areas}, bodies=bodies)
