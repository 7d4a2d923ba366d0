"""Zones that cost something: where a base is in them, and what straight pieces cost. Random tables with such zones.

Written from the definitions alone. A base is in a zone when it is inside by more than the slack: its centre is (then
the zone is the polygon itself), or some part of the base (then it is the polygon grown by the radius), on levels from
the zone's bottom to its top. A straight piece is cut wherever that can change, and the middle of each stretch decides.
`by` is how far inside a base must be; what lies between two such measures may count as in or out.
"""

import math

import numpy as np

import table_space as ts
import table_tables as tt

NONE = 9.0                # a part that no piece has


def merged(cuts, within, joint):
    """Runs of stretches that are in: parts from begins to ends, one column a run; shorter gaps than `joint` close."""
    count, most = within.shape
    begins, ends = np.full((count, most), NONE), np.full((count, most), NONE)
    number, rows = np.full(count, -1), np.arange(count)
    last = np.full(count, -NONE)
    for k in range(most):
        here = within[:, k] & (cuts[:, k + 1] > cuts[:, k])
        new = here & (cuts[:, k] - last > joint)
        number[new] += 1
        begins[rows[new], number[new]] = cuts[new, k]
        ends[rows[here], number[here]] = cuts[here, k + 1]
        last[here] = cuts[here, k + 1]
    used = max(1, int(number.max(initial=-1)) + 1)
    return begins[:, :used], ends[:, :used]


class Zone:
    """A zone for one walker; `on` are the levels on which it lies."""

    def __init__(self, area, walker, space):
        self.once, self.entry, self.factor = area['once'], area['entry'], area['factor']
        self.rings = ts.turned_right(area['rings'])
        self.edges = ts.rings_edges(self.rings)
        self.radius = 0 if walker['centre'] else walker['radius']
        self.on = space.mask(lambda z: area['bottom'] <= z <= area['top'])
        self.partial = not self.on.all()
        self.space = space
        low, high = self.edges[:, :2].min(axis=0), self.edges[:, :2].max(axis=0)
        self.box = low - self.radius - 2, high + self.radius + 2

    def depth(self, points):
        """How far inside points are; negative outside. Levels are not looked at."""
        points = np.asarray(points, float).reshape(-1, 2)
        near, there = ts.nearest(points, self.edges), ts.inside(points, self.edges)
        return np.where(there, near, -near) + self.radius

    def near(self, a, b, bys, levels=None):
        """For each `by` the parts (begins, ends) of pieces in which the base is in by more; on one level, if given."""
        count = len(a)
        found = [(np.full((count, 1), NONE), np.full((count, 1), NONE)) for _ in bys]
        low, high = np.minimum(a, b), np.maximum(a, b)
        chosen = np.nonzero(np.all((high >= self.box[0]) & (low <= self.box[1]), axis=1))[0]
        for k in range(0, len(chosen), 20000):
            rows = chosen[k:k + 20000]
            for n, (begins, ends) in enumerate(self.look(a[rows], b[rows], bys, levels)):
                extra = begins.shape[1] - found[n][0].shape[1]
                if extra > 0:
                    found[n] = tuple(np.hstack([one, np.full((count, extra), NONE)]) for one in found[n])
                found[n][0][rows, :begins.shape[1]] = begins
                found[n][1][rows, :begins.shape[1]] = ends
        return found

    def look(self, a, b, bys, levels):
        cross = ts.crossings(a, b, self.edges)
        cuts, close = [cross], []
        for by in bys:
            far = abs(self.radius - by)
            close.append(ts.stretches(a, b, self.edges, far))
            cuts += list(close[-1])
        partial = self.partial and levels is None
        surfaces = self.space.surface if partial else ()
        for shape in surfaces:
            cuts += list(ts.stretches(a, b, shape.edges, 1e-3))
        cuts = np.hstack(cuts)
        cuts[(cuts <= 0) | (cuts >= 1)] = 1.0
        cuts.sort(axis=1)
        most = int((cuts < 1).sum(axis=1).max(initial=0))
        cuts = np.hstack([np.zeros((len(a), 1)), cuts[:, :most], np.ones((len(a), 1))])
        middles = (cuts[:, :-1] + cuts[:, 1:]) / 2
        within = (np.sum(cross[:, None] > middles[:, :, None], axis=2) % 2) == 1
        on = self.levels_at(a, b, middles) if partial else None
        joint = 0.05 / np.maximum(np.hypot(*(b - a).T), 1e-9)
        found = []
        for number, (by, (t0, t1)) in enumerate(zip(bys, close)):
            beside = np.any((middles[:, :, None] > t0[:, None]) & (middles[:, :, None] < t1[:, None]), axis=2)
            there = within | beside if self.radius - by > 0 else within & ~beside
            if levels is not None:
                there = there & bool(self.on[levels])
            elif partial:
                there = there & on[number > 0]
            found.append(merged(cuts, there, joint))
        return found

    def levels_at(self, a, b, parts):
        """Whether the zone lies on the surface there: surely, and on some surface that meets there."""
        count, most = parts.shape
        points = (a[:, None] + (b - a)[:, None] * parts[:, :, None]).reshape(-1, 2)
        z = np.zeros(len(points))
        sure, some = np.ones(len(points), bool), np.zeros(len(points), bool)
        heights = np.array(self.space.heights)
        touched = []
        for shape in self.space.surface:
            top = float(heights[shape.mask][0])
            near = ts.nearest(points, shape.edges) <= 2e-3
            z = np.where(ts.inside(points, shape.edges) & ~near, np.maximum(z, top), z)
            touched.append((near, top))
        on = self.on[np.searchsorted(heights, z)]
        sure, some = on.copy(), on.copy()
        for near, top in touched:
            here = bool(self.on[np.searchsorted(heights, top)])
            sure &= here | ~near
            some |= here & near
        return sure.reshape(count, most), some.reshape(count, most)


class Entries:
    """How straight pieces go through a zone: for a base that is in it at first and for one that is not, how often it
    comes in, and whether it is in at the end. What runs along the border counts as suits best."""

    def __init__(self, strict, lenient, joint):
        begins, ends = lenient
        real = np.zeros(begins.shape, bool)
        for k in range(strict[0].shape[1]):
            middle = (strict[0][:, k:k + 1] + strict[1][:, k:k + 1]) / 2
            real |= (begins <= middle) & (middle <= ends) & (middle <= 1)
        first, last = (begins <= joint) & (begins <= 1), (ends >= 1 - joint) & (begins <= 1)
        self.meets = real.any(axis=1)
        self.inner = np.sum(real & ~first, axis=1)
        self.first = np.any(real & first, axis=1)     # in from the first moment
        self.held = np.any(first, axis=1)             # a base that is in stays so at first
        self.last = np.any(real & last, axis=1)
        self.through = np.any(first & last & ~real, axis=1)

    def times(self, k, was_in):
        """(how often it comes in, whether it is in at the end) on piece k."""
        times = int(self.inner[k]) + (0 if was_in and self.held[k] else int(self.first[k]))
        return times, bool(self.last[k]) or (was_in and bool(self.through[k]))


def entries(zone, a, b, strict, lenient):
    one, two = zone.near(a, b, (strict, lenient))
    return Entries(one, two, 0.05 / np.maximum(np.hypot(*(b - a).T), 1e-9)[:, None])


class Most:
    """How often straight pieces come into a zone at most: whatever may be an entry is one. A base that is `deep` in at
    first (by more than the first measure) has not come in from outside."""

    def __init__(self, deep, some, joint):
        begins, ends = some
        runs = np.zeros(begins.shape, int)
        for k in range(deep[0].shape[1]):
            middle = (deep[0][:, k:k + 1] + deep[1][:, k:k + 1]) / 2
            runs += (begins <= middle) & (middle <= ends) & (middle <= 1)
        self.meets = (begins <= 1).any(axis=1)
        begins_deep = ((deep[0] <= joint) & (deep[0] <= 1)).any(axis=1)
        self.count = np.sum(np.where(begins <= 1, np.maximum(runs, 1), 0), axis=1) - begins_deep


def most_entries(zone, a, b, deep, some):
    one, two = zone.near(a, b, (deep, some))
    return Most(one, two, 1e-9)


def weights(zones, a, b, by, levels=None):
    """The length of straight pieces, each stretch of it times the dearest factor there (in thousandths)."""
    length = np.hypot(*(b - a).T)
    runs = [(max(z.factor, 1000) / 1000, *z.near(a, b, (by,), levels)[0]) for z in zones if z.factor > 1000]
    if not runs:
        return length
    cuts = np.hstack([np.zeros((len(a), 1))] + [side for _, begins, ends in runs for side in (begins, ends)])
    cuts = np.sort(np.where((cuts <= 0) | (cuts >= 1), 1.0, cuts), axis=1)
    most = int((cuts < 1).sum(axis=1).max(initial=0))
    cuts = np.hstack([np.zeros((len(a), 1)), cuts[:, :most], np.ones((len(a), 1))])
    middles, sizes = (cuts[:, :-1] + cuts[:, 1:]) / 2, cuts[:, 1:] - cuts[:, :-1]
    dearest = np.ones(middles.shape)
    for factor, begins, ends in runs:
        within = np.any((middles[:, :, None] > begins[:, None]) & (middles[:, :, None] < ends[:, None]), axis=2)
        dearest = np.where(within, np.maximum(dearest, factor), dearest)
    return length * np.sum(dearest * sizes, axis=1)


def priced(zones, points, start_in, deep, some):
    """What a path of straight pieces costs at most, from a start in some zones, and the zones that it may meet."""
    a, b = moving(points)
    cost, met = float(np.sum(weights(zones, a, b, some))), 0
    for number, zone in enumerate(zones):
        pieces = most_entries(zone, a, b, deep, some)
        if start_in[number] or bool(pieces.meets.any()):
            met |= 1 << number
            cost += zone.once
        cost += zone.entry * int(pieces.count.sum())
    return cost, met


def moving(points):
    points = np.asarray(points, float)
    a, b = points[:-1], points[1:]
    there = np.hypot(*(b - a).T) > 1e-9
    return a[there], b[there]


def priced_least(zones, points, start_in, strict, lenient):
    """The same, at least."""
    a, b = moving(points)
    cost, met = float(np.sum(weights(zones, a, b, strict))), 0
    for number, zone in enumerate(zones):
        pieces = entries(zone, a, b, strict, lenient)
        inside = start_in[number]
        if inside or bool(pieces.meets.any()):
            met |= 1 << number
            cost += zone.once
        for k in range(len(a)):
            times, inside = pieces.times(k, inside)
            cost += times * zone.entry
    return cost, met


# ------------------------------------------------------------------------------------------------------ random tables

class PriceMaker(tt.Maker):
    """A table with few solids and some zones. `mode` says what the zones cost."""

    FEATURES = (('block', 2), ('turned', 2), ('star', 2), ('bent', 2), ('shared', 2), ('row', 1), ('diagonal', 1),
                ('squeeze', 2), ('overlap', 1), ('stairs', 4), ('crates', 4), ('platform', 3), ('yard', 1),
                ('bridge', 1))
    MODES = ('once', 'entry', 'inch', 'inch', 'mixed', 'all')
    RELATIONS = ('touching zones', 'touching zones', 'overlapping zones', 'overlapping zones', 'zones at a corner',
                 'zone in a zone', 'gap between zones of exactly the base', 'zone at a wall', 'free',
                 'free')

    def __init__(self, seed):
        super().__init__('prices %d' % seed)
        self.mode = self.MODES[seed % len(self.MODES)]
        self.walker['whole'] = False
        self.kinds.add('priced by ' + self.mode)

    def outline(self):
        """The ring of a zone from (0, 0) to (w, d), and these."""
        r = self.random
        w, d = self.size(1500, 6000), self.size(1500, 6000)
        shape = r.random()
        if shape < 0.35:
            return [tt.box(0, 0, w, d)], w, d
        if shape < 0.5:
            return [[(0, 0), (w, 0), (0, d)]], w, d
        t = self.size(500, 1200)
        w, d = max(w, 3 * t), max(d, 3 * t)
        self.kinds.add('zone not convex')
        if shape < 0.63:
            return [[(0, 0), (w, 0), (w, t), (t, t), (t, d), (0, d)]], w, d
        if shape < 0.8:
            return [[(0, 0), (w, 0), (w, d), (w - t, d), (w - t, t), (t, t), (t, d), (0, d)]], w, d
        if shape < 0.88:
            self.kinds.add('zone with a hole')
            return [tt.box(0, 0, w, d), tt.box(t, t, w - 2 * t, d - 2 * t)], w, d
        for _ in range(20):
            n = r.randint(4, 7)
            turns = sorted(r.uniform(0, 2 * math.pi) for _ in range(n))
            ring = [(self.snap(w / 2 + r.uniform(0.3, 1) * w / 2 * math.cos(t)),
                     self.snap(d / 2 + r.uniform(0.3, 1) * d / 2 * math.sin(t))) for t in turns]
            if not tt.crosses_itself(ring):
                return [ring], w, d
        return [tt.box(0, 0, w, d)], w, d

    def beside(self, w, d):
        """Where a zone of this size goes."""
        r = self.random
        relation = r.choice(self.RELATIONS) if self.areas else r.choice(('free', 'free', 'zone at a wall'))
        if relation == 'zone at a wall' and self.prisms:
            ring = r.choice(self.prisms)['rings'][0]
            self.kinds.add(relation)
            return max(p[0] for p in ring), min(p[1] for p in ring)
        if relation == 'free' or not self.areas:
            return self.corner(w, d)
        ring = r.choice(self.areas)['rings'][0]
        x0, x1 = min(p[0] for p in ring), max(p[0] for p in ring)
        y0, y1 = min(p[1] for p in ring), max(p[1] for p in ring)
        self.kinds.add(relation)
        along = r.choice((0, 0, self.snap((y1 - y0) / 3)))
        if relation == 'touching zones':
            return r.choice(((x1, y0 + along), (x0 - w, y0 + along), (x0 + along, y1), (x0, y0 - d)))
        if relation == 'zones at a corner':
            return r.choice(((x1, y1), (x0 - w, y1), (x1, y0 - d)))
        if relation == 'gap between zones of exactly the base':
            return x1 + 2 * self.walker['radius'] + r.choice((0, 0, 1, -1)), y0 + along
        if relation == 'zone in a zone':
            return x0, y0
        return x0 + self.snap((x1 - x0) / 2), y0 + self.snap((y1 - y0) / r.choice((1, 2, 3)))

    def zone(self):
        r = self.random
        rings, w, d = self.outline()
        if self.areas and r.random() < 0.12:
            rings, x, y = r.choice(self.areas)['rings'], 0, 0
            self.kinds.add('same zone twice')
        else:
            x, y = self.beside(w, d)
            turn = r.randrange(4)
            rings = [[(w - a if turn & 1 else a, d - b if turn & 2 else b) for a, b in ring] for ring in rings]
        rings = [[(a + x, b + y) for a, b in ring] for ring in rings]
        area = {'rings': rings, 'bottom': 0, 'top': 10000, 'once': 0, 'entry': 0, 'factor': 0}
        tops = [p['top'] for p in self.prisms if p['flags'] & ts.WALKABLE]
        if tops and all(p['bottom'] == 0 for p in self.prisms if p['flags'] & ts.WALKABLE) and r.random() < 0.4:
            area['bottom'], area['top'] = r.choice(((0, 0), (0, 0), (1, 10000), (min(tops), min(tops))))
            self.kinds.add('zone on some levels')
        if self.mode in ('once', 'mixed', 'all') and r.random() < (1 if self.mode == 'once' else 0.6):
            area['once'] = r.choice((200, 500, 1000, 2000, 6000))
        if self.mode in ('entry', 'mixed', 'all') and r.random() < (1 if self.mode == 'entry' else 0.6):
            area['entry'] = r.choice((200, 500, 1000, 2000, 6000))
        if self.mode in ('inch', 'all') and r.random() < (0.9 if self.mode == 'inch' else 0.7):
            area['factor'] = r.choice((1100, 1500, 2000, 2000, 3000, 10000))
        self.areas.append(area)

    def make(self):
        r = self.random
        names, weights_ = zip(*self.FEATURES)
        for _ in range(r.choice((0, 1, 1, 2))):
            getattr(self, r.choices(names, weights_)[0])()
        for _ in range(r.choice((1, 2, 2, 3, 3) if 'inch' in self.mode else (1, 2, 3, 3, 4))):
            self.zone()
        if r.random() < 0.2:
            self.figures()
        table = {'width': self.width, 'depth': self.depth, 'prisms': self.prisms, 'areas': self.areas}
        return {'table': table, 'walker': self.walker, 'bodies': self.bodies, 'kinds': self.kinds, 'mode': self.mode}


def make(seed):
    return PriceMaker(seed).make()


def text(case):
    """The line that tells the driver the prices."""
    words = ['prices', len(case['table']['areas'])]
    for area in case['table']['areas']:
        words += [area['once'], area['entry'], area['factor']]
    return ' '.join(str(w) for w in words) + '\n'
