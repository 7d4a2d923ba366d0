"""Where a round base can be on a table, and whether it can walk straight from one place to another: by brute force.

Written from the definitions alone. A place passes at a level when its centre keeps its radius from everything tall, is
not inside what is low, lies over a surface of that height and keeps off figures. A straight piece is cut wherever any
of these can change; between two cuts nothing changes, so one look at every cut and every stretch decides it, on all
levels at once.

`ease` is how far (in units) a base may be inside of what it should keep off: half a unit for what a person draws.
Everything is in units (1/1000 inch).
"""

import math

import numpy as np
from shapely.geometry import Polygon
from shapely.ops import unary_union

WALKABLE, SHEER, IMPASSABLE = 1, 2, 4
PASS, PASS_ONLY, BLOCK = 0, 1, 2
SLACK = 0.5
BAND = 0.1          # around the slack: what happens only in there decides nothing
NEVER = 1e30


# ------------------------------------------------------------------------------------------------ shapes in the plane

def ring_edges(ring):
    points = np.asarray(ring, float)
    return np.hstack([points, np.roll(points, -1, axis=0)])


def rings_edges(rings):
    return np.vstack([ring_edges(ring) for ring in rings])


def ring_area(ring):
    x, y = np.asarray(ring, float).T
    return 0.5 * float(np.sum(x * np.roll(y, -1) - np.roll(x, -1) * y))


def turned_right(rings):
    """The outer ring counter-clockwise, holes clockwise: the inside lies to the left."""
    return [list(ring) if (ring_area(ring) > 0) == (i == 0) else list(ring)[::-1] for i, ring in enumerate(rings)]


def distances(points, edges):
    """Of each point from each edge."""
    if not len(edges):
        return np.full((len(points), 1), NEVER)
    a, ab = edges[:, :2], edges[:, 2:] - edges[:, :2]
    square = np.maximum(np.sum(ab * ab, axis=1), 1e-300)
    ap = points[:, None, :] - a[None]
    t = np.clip(np.sum(ap * ab[None], axis=2) / square, 0, 1)
    d = ap - t[:, :, None] * ab[None]
    return np.hypot(d[:, :, 0], d[:, :, 1])


def inside(points, edges):
    """By counting crossings to the right; on the edge it may say either."""
    x, y = points[:, 0:1], points[:, 1:2]
    x0, y0, x1, y1 = edges.T
    straddles = (y0[None] > y) != (y1[None] > y)
    with np.errstate(divide='ignore', invalid='ignore'):
        cross = x0 + (y - y0) * (x1 - x0) / (y1 - y0)
    return np.sum(straddles & (x < cross), axis=1) % 2 == 1


def reaches(points, edges, ease, within):
    """Whether points are inside an outline (or outside), or miss it by at most `ease`; below 0: and by that much."""
    near = distances(points, edges).min(axis=1)
    there = inside(points, edges) == within
    return there | (near <= ease) if ease >= 0 else there & (near >= -ease)


def stretches(a, b, edges, radius):
    """Where each piece a-b runs within `radius` of each edge, as parts from t0 to t1 (none: t0 > t1)."""
    ab = edges[:, 2:] - edges[:, :2]
    length = np.hypot(ab[:, 0], ab[:, 1])
    with np.errstate(divide='ignore', invalid='ignore'):
        u = np.where(length[:, None] > 0, ab / length[:, None], [1.0, 0.0])
    d = b - a
    px, py = a[:, None, 0] - edges[None, :, 0], a[:, None, 1] - edges[None, :, 1]
    ax, ay = px * u[:, 0] + py * u[:, 1], py * u[:, 0] - px * u[:, 1]
    dx = d[:, 0:1] * u[:, 0] + d[:, 1:2] * u[:, 1]
    dy = d[:, 1:2] * u[:, 0] - d[:, 0:1] * u[:, 1]
    with np.errstate(divide='ignore', invalid='ignore'):
        y0, y1 = (-radius - ay) / dy, (radius - ay) / dy
        x0, x1 = -ax / dx, (length - ax) / dx
    flat, upright = np.abs(dy) < 1e-12, np.abs(dx) < 1e-12
    y0, y1 = np.where(flat, np.where(np.abs(ay) < radius, -NEVER, NEVER), np.minimum(y0, y1)), \
        np.where(flat, np.where(np.abs(ay) < radius, NEVER, -NEVER), np.maximum(y0, y1))
    within = (ax >= 0) & (ax <= length)
    x0, x1 = np.where(upright, np.where(within, -NEVER, NEVER), np.minimum(x0, x1)), \
        np.where(upright, np.where(within, NEVER, -NEVER), np.maximum(x0, x1))
    low, high = np.maximum(y0, x0), np.minimum(y1, x1)
    t0, t1 = np.where(low < high, low, NEVER), np.where(low < high, high, -NEVER)
    square = np.maximum(np.sum(d * d, axis=1)[:, None], 1e-300)
    for shift in (0.0, length):
        cx = ax - shift
        half, rest = cx * dx + ay * dy, cx * cx + ay * ay - radius * radius
        root = half * half - square * rest
        hit = root > 0
        root = np.sqrt(np.where(hit, root, 0))
        t0 = np.where(hit, np.minimum(t0, (-half - root) / square), t0)
        t1 = np.where(hit, np.maximum(t1, (-half + root) / square), t1)
    return t0, t1


def crossings(a, b, edges):
    """The part of the line a-b at which it crosses each edge; -NEVER where it does not."""
    d = b - a
    side = []
    for k in (0, 2):
        side.append(d[:, 0:1] * (edges[None, :, k + 1] - a[:, 1:2]) - d[:, 1:2] * (edges[None, :, k] - a[:, 0:1]))
    straddles = (side[0] > 0) != (side[1] > 0)
    with np.errstate(divide='ignore', invalid='ignore'):
        s = side[0] / (side[0] - side[1])
        x = edges[None, :, 0] + s * (edges[None, :, 2] - edges[None, :, 0]) - a[:, 0:1]
        y = edges[None, :, 1] + s * (edges[None, :, 3] - edges[None, :, 1]) - a[:, 1:2]
        t = (x * d[:, 0:1] + y * d[:, 1:2]) / np.sum(d * d, axis=1)[:, None]
    return np.where(straddles, t, -NEVER)


def gathered(ufunc, keys, rows, count, width):
    """Rows of booleans brought together by key."""
    out = np.zeros((count, width), bool)
    if len(keys):
        order = np.argsort(keys, kind='stable')
        keys, rows = keys[order], rows[order]
        first = np.nonzero(np.concatenate([[True], keys[1:] != keys[:-1]]))[0]
        out[keys[first]] = ufunc.reduceat(rows, first, axis=0)
    return out


def union_rings(polygons, closing):
    """The rings of a union, turned right; gaps narrower than `closing` are closed."""
    union = unary_union([Polygon(rings[0], rings[1:]) for rings in polygons])
    if closing:
        union = union.buffer(closing / 2, join_style=2).buffer(-closing / 2, join_style=2)
    parts = getattr(union, 'geoms', [union])
    found = []
    for part in parts:
        if part.area > 0:
            found.append(turned_right([list(part.exterior.coords)[:-1]] +
                                      [list(hole.coords)[:-1] for hole in part.interiors]))
    return found


# ---------------------------------------------------------------------------------------------- what a table forbids

def body_corners(body):
    angle = body['facing'] * 2 * math.pi / 65536
    c, s = math.cos(angle), math.sin(angle)
    half_l, half_w = body['length'] / 2, body['width'] / 2
    return [(body['x'] + c * i * half_l - s * j * half_w, body['y'] + s * i * half_l + c * j * half_w)
            for i, j in ((1, 1), (-1, 1), (-1, -1), (1, -1))]


def body_keeps(body, walker, z, ending):
    """How far a base at height z keeps from the edge of a body's base; None: it does not block there."""
    r, h = walker['radius'], walker['height']
    meets = body['column'] or (z < body['z'] + body['height'] and body['z'] < z + h)
    if body['manner'] == PASS_ONLY:
        return r if ending and meets else None
    if body['manner'] != BLOCK:
        return None
    apart = abs(z - body['z'])
    if apart == 0 and body['margin'] > 0:
        return r + body['margin']
    least = body['margin'] - SLACK  # in space; what is kept in plan has the slack taken off again
    if least > apart:
        return r + math.sqrt(least ** 2 - apart ** 2) + SLACK
    return r if meets else None


class Shape:
    """A closed outline with the levels on which it matters."""

    def __init__(self, edges, mask):
        self.edges, self.mask = edges, np.asarray(mask, bool)


class Space:
    """A table for one walker among some bodies: everything that can stop it, as walls (edges to keep a distance from),
    outlines to stay out of by the whole base (tall), by the centre (low), and surfaces to be on."""

    def __init__(self, table, walker, bodies=(), ending=False, avoid=()):
        self.table, self.walker, self.bodies = table, walker, bodies
        self.ending, self.avoid = ending, avoid
        self.heights = sorted({0} | {p['top'] for p in table['prisms'] if p['flags'] & WALKABLE})
        self.count = len(self.heights)
        z = np.array(self.heights)
        self.next = (np.abs(z[:, None] - z[None]) <= walker['step']) & ~np.eye(self.count, dtype=bool)
        self.wall_edges, self.wall_radii, self.wall_masks, self.wall_owners = [], [], [], []
        self.tall, self.low, self.surface, self.needed = [], [], [], []
        self.corners = []  # (x, y, radius, from angle, to angle, mask) that walks can bend around
        self.low_narrow, self.low_wide = [], []
        self.collect()
        self.edges = np.array(self.wall_edges, float).reshape(-1, 4)
        self.radii = np.array(self.wall_radii, float)
        self.masks = np.array(self.wall_masks, bool).reshape(-1, self.count)

    def mask(self, test):
        return np.array([bool(test(z)) for z in self.heights])

    def wall(self, edge, radius, mask, owner):
        if np.any(mask):
            self.wall_edges.append(tuple(edge))
            self.wall_radii.append(radius)
            self.wall_masks.append(mask)
            self.wall_owners.append(owner)

    def is_tall(self, prism, z):
        floor = z if prism['flags'] & IMPASSABLE else z + self.walker['step']
        return prism['bottom'] < z + self.walker['height'] and prism['top'] > floor

    def is_low(self, prism, z):
        return not self.is_tall(prism, z) and prism['bottom'] < z + self.walker['height'] and prism['top'] > z

    def outline(self, rings, radius, mask, owner):
        """Walls along the rings of a solid, and corners where it can be walked around."""
        for ring in rings:
            edges = ring_edges(ring)
            for edge in edges:
                self.wall(edge, radius, mask, owner)
            if not np.any(mask):
                continue
            for k in range(len(edges)):
                before, after = edges[k - 1], edges[k]
                ux, uy, vx, vy = before[2] - before[0], before[3] - before[1], after[2] - after[0], after[3] - after[1]
                if ux * vy - uy * vx > 0:
                    first = math.atan2(-ux, uy)
                    turn = math.atan2(ux * vy - uy * vx, ux * vx + uy * vy)
                    self.corners.append((after[0], after[1], radius, first, first + turn, mask))

    def collect(self):
        table, walker = self.table, self.walker
        r, w, d = walker['radius'], table['width'], table['depth']
        everywhere = np.ones(self.count, bool)
        for edge in ring_edges([(0, 0), (w, 0), (w, d), (0, d)]):
            self.wall(edge, r, everywhere, ('border', 0))
        lows = [[] for _ in self.heights]
        for number, prism in enumerate(table['prisms']):
            rings = turned_right(prism['rings'])
            tall = self.mask(lambda z: self.is_tall(prism, z))
            if np.any(tall):
                self.tall.append(Shape(rings_edges(rings), tall))
                self.outline(rings, r, tall, ('prism', number))
            for level, z in enumerate(self.heights):
                if self.is_low(prism, z):
                    lows[level].append(rings)
            if prism['flags'] & WALKABLE:
                self.surface.append(Shape(rings_edges(rings), self.mask(lambda z: z == prism['top'])))
            self.railings(number, prism)
        for level, polygons in enumerate(lows):
            if polygons:
                only = np.arange(self.count) == level
                self.low_narrow += [Shape(rings_edges(rings), only) for rings in union_rings(polygons, 0.9)]
                self.low_wide += [Shape(rings_edges(rings), only) for rings in union_rings(polygons, 0)]
        self.low = self.low_narrow
        if walker['whole']:
            self.rims()
        for number, body in enumerate(self.bodies):
            self.put_body(number, body)
        for number in self.avoid:
            self.put_area(table['areas'][number])

    def railings(self, number, prism):
        for ring, rails in zip(prism['rings'], prism['rails']):
            for edge, rail in zip(ring_edges(ring), rails):
                if rail:
                    low, high = prism['top'], prism['top'] + rail
                    mask = self.mask(lambda z: low < z + self.walker['height'] and high > z + self.walker['step'])
                    self.wall(edge, self.walker['radius'], mask, ('prism', number))
                    if np.any(mask):
                        for x, y in (edge[:2], edge[2:]):
                            self.corners.append((x, y, self.walker['radius'], 0.0, 2 * math.pi, mask))

    def rims(self):
        """Whole support: the borders of the union of what is near enough in height are walls."""
        step = self.walker['step']
        for level, z in enumerate(self.heights):
            if z - step <= 0 <= z + step:
                continue
            polygons = [turned_right(p['rings']) for p in self.table['prisms']
                        if p['flags'] & WALKABLE and abs(p['top'] - z) <= step]
            only = np.arange(self.count) == level
            edges = []
            for rings in union_rings(polygons, 1.001):
                edges.append(rings_edges(rings))
                self.outline([ring[::-1] for ring in rings], self.walker['radius'], only, ('rim', 0))
            self.needed.append(Shape(np.vstack(edges), only))

    def put_body(self, number, body):
        keeps = [body_keeps(body, self.walker, z, self.ending) for z in self.heights]
        for keep in {k for k in keeps if k is not None}:
            mask = np.array([k == keep for k in keeps])
            owner = ('body', number)
            if body['radius']:
                x, y, radius = body['x'], body['y'], body['radius'] + keep
                self.wall((x, y, x, y), radius, mask, owner)
                self.corners.append((x, y, radius, 0.0, 2 * math.pi, mask))
            else:
                rings = [body_corners(body)]
                self.tall.append(Shape(rings_edges(rings), mask))
                self.outline(rings, keep, mask, owner)

    def put_area(self, area):
        """An area to be kept out of."""
        rings = turned_right(area['rings'])
        mask = self.mask(lambda z: area['bottom'] <= z <= area['top'])
        if self.walker['centre']:
            shape = [Shape(rings_edges(rings), mask)]
            self.low_narrow, self.low_wide = self.low_narrow + shape, self.low_wide + shape
            self.low = self.low_narrow
        elif np.any(mask):
            self.tall.append(Shape(rings_edges(rings), mask))
            self.outline(rings, self.walker['radius'], mask, ('area', 0))

    def lows(self, ease):
        return self.low_narrow if ease < SLACK else self.low_wide

    # ------------------------------------------------------------------------------------------------- single places

    def passes(self, points, ease):
        """On which levels each point passes."""
        points = np.asarray(points, float).reshape(-1, 2)
        near = distances(points, self.edges) < self.radii - ease
        ok = ~((near.astype(np.float32) @ self.masks.astype(np.float32)) > 0)
        x, y = points[:, 0], points[:, 1]
        ok &= ((x >= 0) & (y >= 0) & (x <= self.table['width']) & (y <= self.table['depth']))[:, None]
        for shape in self.tall:
            ok &= ~(inside(points, shape.edges)[:, None] & shape.mask)
        for shape in self.lows(ease):
            ok &= ~(~reaches(points, shape.edges, ease, False)[:, None] & shape.mask)
        held = np.zeros(ok.shape, bool)
        held[:, 0] = True
        for shape in self.surface:
            held |= reaches(points, shape.edges, ease, True)[:, None] & shape.mask
        for shape in self.needed:
            held &= inside(points, shape.edges)[:, None] | ~shape.mask
        return ok & held

    # -------------------------------------------------------------------------------------------- straight pieces

    def outlines(self, ease):
        return [(s, 'tall') for s in self.tall] + [(s, 'low') for s in self.lows(ease)] + \
            [(s, 'surface') for s in self.surface] + [(s, 'needed') for s in self.needed]

    def walk_pieces(self, a, b, state, ease):
        """Walks straight pieces from sets of levels (rows of booleans). The sets at the ends and how far each came."""
        a, b, state = np.asarray(a, float), np.asarray(b, float), np.array(state, bool)
        ends, parts = np.zeros_like(state), np.zeros(len(a))
        step = 2000
        still = np.hypot(*(b - a).T) < 1e-9
        if np.any(still):
            ends[still] = state[still] & self.passes(a[still], ease)
            parts[still] = ends[still].any(axis=1)
        moving = np.nonzero(~still)[0]
        for low in range(0, len(moving), step):
            chosen = moving[low:low + step]
            ends[chosen], parts[chosen] = self.walk_some(a[chosen], b[chosen], state[chosen], ease)
        return ends, parts

    def cuts(self, a, b, outlines, ease):
        t0, t1 = stretches(a, b, self.edges, self.radii - ease)
        cuts = [t0, t1]
        near = cross = None
        if outlines:
            edges = np.vstack([shape.edges for shape, _ in outlines])
            near, cross = stretches(a, b, edges, ease), crossings(a, b, edges)
            cuts += [near[0], near[1]]
        cuts = np.hstack(cuts)
        cuts[(cuts <= 0) | (cuts >= 1)] = 1.0
        cuts.sort(axis=1)
        most = int((cuts < 1).sum(axis=1).max()) if cuts.size else 0
        cuts = np.hstack([np.zeros((len(a), 1)), cuts[:, :most], np.ones((len(a), 1))])
        looks = np.empty((len(a), 2 * cuts.shape[1] - 1))
        looks[:, ::2], looks[:, 1::2] = cuts, (cuts[:, :-1] + cuts[:, 1:]) / 2
        return looks, (t0, t1), near, cross

    def walk_some(self, a, b, state, ease):
        outlines = self.outlines(ease)
        looks, walls, near, cross = self.cuts(a, b, outlines, ease)
        count, most = looks.shape
        i, j = np.nonzero((walls[0] < 1) & (walls[1] > 0) & (walls[0] < walls[1]))
        hit = (looks[i] > walls[0][i, j][:, None]) & (looks[i] < walls[1][i, j][:, None])
        ok = np.ones((count, most, self.count), bool)
        for level in range(self.count):
            pick = self.masks[j, level]
            ok[:, :, level] = ~gathered(np.logical_or, i[pick], hit[pick], count, most)
        if outlines:
            self.look(outlines, looks, near, cross, ok)
        if np.any(self.next):
            return self.follow(ok, looks, state)
        return self.follow_flat(ok, looks, state)

    def look(self, outlines, looks, near, cross, ok):
        """Takes away what outlines forbid at each look."""
        count, most = looks.shape
        shapes = len(outlines)
        owner = np.repeat(np.arange(shapes), [len(shape.edges) for shape, _ in outlines])
        i, j = np.nonzero(cross > 0)
        within = gathered(np.logical_xor, i * shapes + owner[j], cross[i, j][:, None] > looks[i], count * shapes, most)
        i, j = np.nonzero((near[0] <= 1) & (near[1] >= 0) & (near[0] <= near[1]))
        near_by = (looks[i] >= near[0][i, j][:, None]) & (looks[i] <= near[1][i, j][:, None])
        close = gathered(np.logical_or, i * shapes + owner[j], near_by, count * shapes, most)
        within, close = within.reshape(count, shapes, most), close.reshape(count, shapes, most)
        held = np.zeros(ok.shape, bool)
        held[:, :, 0] = True
        for k, (shape, kind) in enumerate(outlines):
            for level in np.nonzero(shape.mask)[0]:
                if kind == 'tall':
                    ok[:, :, level] &= ~within[:, k]
                elif kind == 'low':
                    ok[:, :, level] &= ~within[:, k] | close[:, k]
                elif kind == 'needed':
                    ok[:, :, level] &= within[:, k]
                else:
                    held[:, :, level] |= within[:, k] | close[:, k]
        ok &= held

    def follow_flat(self, ok, looks, state):
        alive = state[:, None, :] & np.logical_and.accumulate(ok, axis=1)
        return alive[:, -1], self.farthest(alive, looks)

    def follow(self, ok, looks, state):
        links = self.next.astype(np.float32)
        alive = np.zeros(ok.shape, bool)
        for k in range(ok.shape[1]):
            state = state & ok[:, k]
            for _ in range(self.count - 1):
                more = state | (((state.astype(np.float32) @ links) > 0) & ok[:, k])
                if np.array_equal(more, state):
                    break
                state = more
            alive[:, k] = state
        return state, self.farthest(alive, looks)

    @staticmethod
    def farthest(alive, looks):
        some = alive.any(axis=2)
        last = some.shape[1] - 1 - np.argmax(some[:, ::-1], axis=1)
        # A stretch that is walked is walked to its end.
        last = np.minimum(last + (last % 2), some.shape[1] - 1)
        return np.where(some.any(axis=1), looks[np.arange(len(looks)), last], 0.0)

    def connected(self, level):
        """Levels that steps can lead to from one."""
        found = np.arange(self.count) == level
        for _ in range(self.count):
            found = found | ((found @ self.next.astype(int)) > 0)
        return found

    def piece_legal(self, a, b, state, ease):
        """As walk_pieces, only the sets at the ends; quick about what is blocked on all levels."""
        a, b, state = np.asarray(a, float), np.asarray(b, float), np.asarray(state, bool)
        ends = np.zeros_like(state)
        open_ = np.arange(len(a))
        used = np.zeros(self.count, bool)
        for level in np.nonzero(state.any(axis=0))[0]:
            used |= self.connected(level)
        always = self.masks[:, used].all(axis=1)
        if np.any(always):
            edges, radii = self.edges[always], self.radii[always] - ease
            step = max(1, 300000 // len(edges))
            good = []
            for low in range(0, len(a), step):
                t0, t1 = stretches(a[low:low + step], b[low:low + step], edges, radii)
                with np.errstate(invalid='ignore'):
                    good.append(~np.any((t0 < 1) & (t1 > 0) & (t0 < t1), axis=1))
            open_ = np.nonzero(np.concatenate(good))[0] if good else open_[:0]
        flat = not self.outlines(ease) or (used.sum() == 1 and used[0] and not self.matters(ease))
        if flat and always.all():
            ends[open_] = state[open_]
        elif len(open_):
            ends[open_] = self.walk_pieces(a[open_], b[open_], state[open_], ease)[0]
        return ends

    def matters(self, ease):
        """Whether anything but walls matters on the ground."""
        return any(s.mask[0] for s in self.lows(ease)) or any(s.mask[0] for s in self.needed)
