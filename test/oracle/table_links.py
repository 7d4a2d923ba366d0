"""Climbs, ladders, jumps and drops by their definitions.

`Rules` says of single links whether they are legal, twice: `MUST` is so strict that whatever passes has to be offered,
`MAY` so lax that whatever does not pass must not be.
"""

import numpy as np

import table_space as ts
from table_prices import Zone

MUST, MAY = 0.1, 0.7  # units: so much nearer than allowed is still allowed
CLIMB, LADDER, JUMP, DROP = 1, 2, 3, 4


def body_edges(body):
    """The outline of a figure's base; of a round one its centre, from which its radius is kept."""
    if body['radius']:
        return np.array([[body['x'], body['y'], body['x'], body['y']]], float)
    return ts.ring_edges(ts.body_corners(body))


def body_near(body, p, keep):
    """Which points are nearer to a figure's base than that."""
    edges = body_edges(body)
    near = ts.nearest(p, edges) < body['radius'] + keep
    return near if body['radius'] else near | ts.inside(p, edges)


def body_apart(body, a, b, looks=24):
    """How near straight pieces come to a figure's base, about."""
    p = (a[:, None] + np.linspace(0, 1, looks)[None, :, None] * (b - a)[:, None]).reshape(-1, 2)
    return ts.nearest(p, body_edges(body)).reshape(len(a), looks).min(axis=1) - body['radius']


class Edge:
    """An edge of a walkable top: the surface lies to the left."""

    def __init__(self, prism, z, a, b, rail):
        self.prism, self.z, self.a, self.b, self.rail = prism, z, np.array(a, float), np.array(b, float), rail
        self.length = float(np.hypot(*(self.b - self.a)))
        self.u = (self.b - self.a) / self.length
        self.out = np.array([self.u[1], -self.u[0]])


def edges_of(number, prism):
    found = []
    for k, (ring, rails) in enumerate(zip(prism['rings'], prism['rails'])):
        for n, rail in enumerate(rails):
            a, b = ring[n], ring[(n + 1) % len(ring)]
            found.append(Edge(number, prism['top'], a, b, rail) if (ts.ring_area(ring) > 0) == (k == 0) else
                         Edge(number, prism['top'], b, a, rail))
    return found


class Rules:
    """A table with the rules of links for a walker."""

    def __init__(self, case, avoid=()):
        self.case, self.table, self.walker, self.rules = case, case['table'], case['walker'], case['rules']
        self.r, self.h, self.step = self.walker['radius'], self.walker['height'], self.walker['step']
        self.inner = self.r if self.walker['whole'] else 0  # so far inside of a rim is where one leaves or lands
        self.bodies = [b for b in case['bodies'] if b['manner'] == ts.BLOCK]
        self.space = ts.Space(self.table, self.walker, case['bodies'], avoid=avoid)
        self.ends = ts.Space(self.table, self.walker, case['bodies'], ending=True, avoid=avoid)
        self.bare = ts.Space(self.table, self.walker)
        self.avoided = [ts.Shape(ts.rings_edges(self.table['areas'][n]['rings']), ()) for n in avoid]
        self.heights = self.space.heights
        self.shapes = [ts.rings_edges(p['rings']) for p in self.table['prisms']]
        self.boxes = [(shape[:, :2].min(axis=0) - 1, shape[:, :2].max(axis=0) + 1) for shape in self.shapes]
        self.edges = [edge for n, p in enumerate(self.table['prisms']) if p['flags'] & ts.WALKABLE
                      for edge in edges_of(n, p)]
        self.layers = {}
        self.zones = [Zone(area, self.walker, self.space) for area in self.table['areas'] if area['factor']]

    def places(self, z, p, ease, space=None):
        return (space or self.space).passes(p, ease)[:, self.heights.index(z)]

    def layer(self, low, high):
        """Edges of solids and railings that reach into the open interval of heights, and the outlines of the solids."""
        if (low, high) not in self.layers:
            edges, outlines = [np.zeros((0, 4))], []
            for prism, shape in zip(self.table['prisms'], self.shapes):
                if prism['top'] > low and prism['bottom'] < high:
                    edges.append(shape)
                    outlines.append(shape)
                for ring, rails in zip(prism['rings'], prism['rails']):
                    for edge, rail in zip(ts.ring_edges(ring), rails):
                        if rail and prism['top'] + rail > low and prism['top'] < high:
                            edges.append(edge[None])
            self.layers[low, high] = np.vstack(edges), outlines
        return self.layers[low, high]

    def air(self, p, q, low, high, ease):
        """Whether discs moving from p to q are free of what reaches into the heights."""
        edges, outlines = self.layer(low, high)
        good = np.ones(len(p), bool)
        if len(edges):
            good &= ~ts.meets(p, q, edges, self.r - ease)
        for shape in outlines:
            good &= ~ts.inside(p, shape)
        return good

    def free_of_bodies(self, p, q, low, high, ease):
        """The same for the bodies that block; margins are kept when it is strict."""
        good = np.ones(len(p), bool)
        for b in self.bodies:
            if b['z'] + b['height'] > low and b['z'] < high:
                keep = self.r + (b['margin'] if ease == MUST else 0) - ease
                good &= ~ts.meets(p, q, body_edges(b), b['radius'] + keep) & ~body_near(b, p, keep)
        return good

    def has(self, number, p, by=0.5):
        """Whether points are in the closed footprint of a prism, or within the slack of it."""
        low, high = self.boxes[number]
        if not np.any(np.all((p >= low) & (p <= high), axis=1)):
            return np.zeros(len(p), bool)
        return ts.reaches(p, self.shapes[number], by, True)

    def beyond(self, z, p, out):
        """What is just outside of points on edges at z: the highest surface below, -1 where there is no drop."""
        inner, outer = p - out, p + out
        found = np.zeros(len(p))
        order = sorted(range(len(self.shapes)), key=lambda n: self.table['prisms'][n]['top'])
        for n in order:
            prism = self.table['prisms'][n]
            if prism['flags'] & ts.WALKABLE and 0 < prism['top'] < z:
                found = np.where(self.has(n, outer), prism['top'], found)
        for n in order:
            prism = self.table['prisms'][n]
            if prism['bottom'] <= z < prism['top']:
                found = np.where(self.has(n, outer) | self.has(n, inner), -1, found)
            elif prism['bottom'] <= z == prism['top']:
                found = np.where(self.has(n, outer), -1, found)
        x, y = outer[:, 0], outer[:, 1]
        off = (x < 0) | (y < 0) | (x > self.table['width']) | (y > self.table['depth'])
        return np.where(off, -1, found)

    def belows(self, edge, p, ease=MUST):
        """The possible answers of `beyond` at points of an edge, up to two units to both sides: rows of three. There is
        no taking off over a railing higher than a step."""
        s = (p - edge.a) @ edge.u
        inner = min(1.0, edge.length / 2) if ease == MUST else -2
        if ease == MUST and edge.rail > self.step:
            return np.full((len(p), 3), -1.0)
        shifted = [np.clip(s + k, inner, edge.length - inner) for k in (-2, 0, 2)]
        at = edge.a[None] + np.concatenate(shifted)[:, None] * edge.u[None]
        return self.beyond(edge.z, at, edge.out[None]).reshape(3, -1).T

    def face_holds(self, low, z, p, out):
        """Whether something climbable is behind the face at all heights from a step above the foot to the top."""
        inner, at = p - out, np.full(len(p), float(low + self.step))
        for _ in self.shapes:
            for n, prism in enumerate(self.table['prisms']):
                if not prism['flags'] & ts.SHEER and prism['bottom'] < z:
                    hit = (prism['bottom'] <= at) & (prism['top'] > at)
                    if hit.any():
                        at = np.where(hit & self.has(n, inner), prism['top'], at)
        return at >= z

    def climbs(self, edge, low, s_foot, s_top, ease, crowd=True):
        """Whether the face under an edge can be climbed between a foot and a place above (parts in units along it)."""
        z, space = edge.z, self.space if crowd else self.bare
        rim = edge.a[None] + np.asarray(s_top)[:, None] * edge.u[None]
        foot = edge.a[None] + np.asarray(s_foot)[:, None] * edge.u[None] + edge.out[None] * self.r
        top, above = rim - edge.out[None] * self.inner, rim + edge.out[None] * self.r
        good = np.abs(np.asarray(s_foot) - s_top) <= self.rules['leeway'] + ease
        good &= self.places(z, top, ease, space) & self.places(low, foot, ease, space)
        if not good.any():
            return good
        if ease == MUST:
            below = self.belows(edge, rim)
            good &= (below >= 0).all(axis=1) & (z - below > self.step).all(axis=1)
        for p in (foot - edge.out[None] * self.r, rim):
            holds = self.face_holds(low, z, p, edge.out[None])
            if ease == MAY:  # at sharp corners there is little behind the face
                holds |= self.face_holds(low, z, p + 5 * edge.u[None], edge.out[None]) | \
                    self.face_holds(low, z, p - 5 * edge.u[None], edge.out[None])
            good &= holds
        good &= self.air(foot, above, low + self.step, z + self.h, ease) & \
            self.air(top, above, z + self.step, z + self.h, ease)
        if crowd and ease == MUST:
            good &= self.free_of_bodies(foot, above, low, z + self.h, ease) & \
                self.free_of_bodies(top, above, z, z + self.h, ease)
        return good

    def flights(self, z, to, a, b, ease, crowd=True):
        """Whether flights are free: what is at most a step or the clearance above the take-off is passed over."""
        over, high = z + max(self.rules['clearance'], self.step, to - z), max(z, to) + self.h
        good = self.air(a, b, over, high, ease)
        if to < z:
            good &= self.air(b, b, to + self.step, high, ease)
        if crowd:
            good &= self.free_of_bodies(a, b, over, high, ease)
            if to < z and ease == MUST:
                good &= self.free_of_bodies(b, b, to, high, ease)
        return good

    def lands(self, to, a, b):
        """Whether flights come down at the first places where the base can be, or where it could walk to from there; or
        beside a body that takes the first places. What is behind other bodies is not landed on."""
        level, n = self.heights.index(to), 60
        good = self.enters_nothing(to, a, b)
        others = np.vstack([self.space.edges[len(self.bare.edges):]] + [shape.edges for shape in self.avoided])
        wide = max((body['radius'] + body['margin'] for body in self.bodies), default=0)
        pick = np.nonzero(ts.meets(a, b, others, self.r + 600 + wide))[0]
        if len(pick):
            p = (a[pick, None] + np.linspace(0, 1, n)[None, :, None] * (b - a)[pick, None]).reshape(-1, 2)
            open_ = self.bare.passes(p, MUST)[:, level].reshape(-1, n)
            free = self.space.passes(p, MUST)[:, level].reshape(-1, n)
            open_[:, -1] = free[:, -1] = True
            first = n - 1 - np.argmin(open_[:, ::-1], axis=1)  # the last place that is not open
            first = np.where(open_.all(axis=1), -1, first)
            after = np.arange(n)[None] > first[:, None]
            clear = (free | ~after).all(axis=1)
            begin = self.begins(a[pick], b[pick], first / (n - 1), 1 / (n - 1), level)
            good[pick] &= clear | self.beside(a[pick], b[pick], begin, after, free, level)
        return good

    def begins(self, a, b, shut, apart, level):
        """The first places of flights, between a part of each that is shut and one that is open. A figure may stand so
        near behind them that the next sample would be beside it."""
        low, high = np.maximum(shut, 0.0), shut + apart
        for _ in range(10):
            middle = (low + high) / 2
            open_ = self.bare.passes(a + middle[:, None] * (b - a), MUST)[:, level]
            low, high = np.where(open_, low, middle), np.where(open_, middle, high)
        return a + high[:, None] * (b - a)

    def enters_nothing(self, to, a, b, n=200):
        """Whether what is walked after the first places of flights comes neither into nor out of an area with a price
        of entry, and is not in one with a price by the inch."""
        good, level = np.ones(len(a), bool), self.heights.index(to)
        for area in self.table['areas']:
            if not area['entry'] + area['factor'] or not area['bottom'] <= to <= area['top']:
                continue
            met = ts.meets(a, b, ts.rings_edges(area['rings']), self.r + 1)
            pick = np.nonzero(met | self.in_area(area, b))[0]
            p = (a[pick, None] + np.linspace(0, 1, n)[None, :, None] * (b - a)[pick, None])
            there = self.in_area(area, p.reshape(-1, 2)).reshape(-1, n)
            # The last sample that must not come after the first places.
            other = there if area['factor'] else there != there[:, -1:]
            count = np.cumsum(other[:, ::-1], axis=1)
            most = 2 if area['factor'] else 1
            last = n - 1 - np.argmax(count >= most, axis=1)
            left = np.nonzero(count[:, -1] >= most)[0]
            for part in (0.0, 0.5, 0.25, 0.75):  # mostly one of these tells
                look = last[left] + (part * (n - 1 - last[left])).astype(int)
                left = left[self.bare.passes(p[left, look], MUST)[:, level]] if len(left) else left
            if len(left):
                open_ = self.bare.passes(p[left].reshape(-1, 2), MUST)[:, level].reshape(-1, n)
                good[pick[left]] &= ~(open_ | (np.arange(n)[None] < last[left][:, None])).all(axis=1)
        return good

    def beside(self, a, b, begin, after, free, level):
        """Whether one body takes all of the first places, and what comes after it is free."""
        n, good = free.shape[1], np.zeros(len(a), bool)
        for body in self.bodies:
            keep = ts.body_keeps(body, self.walker, self.heights[level], False)
            if keep is None:
                continue
            p = a[:, None] + np.linspace(0, 1, n)[None, :, None] * (b - a)[:, None]
            covers = body_near(body, p.reshape(-1, 2), keep - MUST).reshape(len(a), n)
            good |= body_near(body, begin, keep - MUST) & (free | covers | ~after).all(axis=1)
        return good

    def under(self, z, to, a, b, by):
        """The lowest and the highest of the highest surfaces, no higher than the higher end, under a flight: by samples
        from where it leaves the surface of its take-off up to where it is over the height of its landing for good; and
        how far that is."""
        p = a[None] + np.linspace(0, 1, 1500)[:, None] * (b - a)[None]
        rim = min(1.0, np.hypot(*(b - a)) / 4)
        p = p[(np.hypot(*(p - b).T) > rim) & (np.hypot(*(p - a).T) > rim)]
        found = np.zeros(len(p))
        for n in sorted(range(len(self.shapes)), key=lambda n: self.table['prisms'][n]['top']):
            prism = self.table['prisms'][n]
            if prism['flags'] & ts.WALKABLE and 0 < prism['top'] <= max(z, to):
                found = np.where(self.has(n, p, by), prism['top'], found)
        first = np.argmax(found != z) if (found != z).any() else len(p)
        other = np.nonzero(found != to)[0]
        if not len(other) or other[-1] < first:
            return to, to, 0.0
        before = found[first:other[-1] + 1]
        return min(before), max(before), np.hypot(*(p[other[-1]] - (p[first] if self.inner else a)))

    def least_drop(self):
        """What lies below a rim that is jumped from is lower by more than this."""
        return 0 if self.rules['low'] else self.step

    def by_level(self, kind):
        """Whether flights of a kind have first landings on each level by itself, though one could step there."""
        return kind == DROP or (kind == JUMP and self.rules['low'])

    def jumpable(self, z, to, below):
        """Which kind of flight leads to a height over a rim with this below it; 0 = none."""
        step = self.least_drop()
        if below < 0 or z - below <= step:
            return 0
        if to > below + step:
            return JUMP if to - z <= self.rules['rise'] else 0
        return DROP if min(z - below, z - to) > self.step else 0

    def risk(self, kind, length):
        """Which risk a link takes: 0 climb, 1 jump, 2 drop; -1 none."""
        if kind == JUMP:
            return -1 if length <= self.rules['free_gap'] + 1e-6 else 1
        return {CLIMB: 0, LADDER: -1, DROP: 2}[kind]

    # --------------------------------------------------------------------------------------------------------- areas

    def in_area(self, area, p):
        """Whether bases are in an area, in plan; touching its border is not being in it."""
        edges = ts.rings_edges(area['rings'])
        return ts.reaches(p, edges, -ts.SLACK if self.walker['centre'] else self.r - ts.SLACK, True)

    def inches(self, a, b, ease=0.0):
        """What straight walks pay by the inch, besides their length, with what is met by at most `ease` left out."""
        total = np.zeros(len(a))
        for zone in self.zones:
            (begins, ends), = zone.near(a, b, (ts.SLACK + ease,))
            total += (zone.factor / 1000 - 1) * np.hypot(*(b - a).T) * np.sum(ends - begins, axis=1)
        return total

    def link_entries(self, z, to, a, b):
        """What links pay for coming into areas: they land in one and have not taken off in it."""
        total = np.zeros(len(a))
        for area in self.table['areas']:
            if area['entry'] and area['bottom'] <= to <= area['top']:
                here = self.in_area(area, a) & (area['bottom'] <= z <= area['top'])
                total += area['entry'] * (self.in_area(area, b) & ~here)
        return total

    def entries(self, area, z, to, a, b):
        """How often straight walks come into an area from outside; at most, where steps lead to levels on which it does
        not lie."""
        count = np.zeros(len(a), int)
        on = [area['bottom'] <= self.heights[k] <= area['top'] for k in np.nonzero(
            self.space.connected(self.heights.index(z)))[0]]
        if not len(a) or not any(on) or z == to and not area['bottom'] <= z <= area['top']:
            return count
        pick = np.nonzero(ts.meets(a, b, ts.rings_edges(area['rings']), self.r) | self.in_area(area, a))[0]
        for part in np.array_split(pick, max(1, len(pick) // 500)):
            p = a[part, None, :] + np.linspace(0, 1, 81)[None, :, None] * (b - a)[part, None, :]
            there = self.in_area(area, p.reshape(-1, 2)).reshape(len(part), 81)
            count[part] = np.sum(there[:, 1:] & ~there[:, :-1], axis=1) + (z != to and not all(on) and there.any(axis=1))
        return count
