"""Where a round base can be on a table, and whether it can walk straight from one place to another: by brute force.

Written from the definitions alone. A place passes at a level when its centre keeps its radius from everything tall, is
not inside what is low, lies over a surface of that height and keeps off figures. A straight piece is cut wherever any
of these can change; between two cuts nothing changes, so one look at every cut and every stretch decides it, on all
levels at once.

`ease` is how far (in units) a base may be inside of what it should keep off: half a unit for what a person draws.
Everything is in units (1/1000 inch).
"""

import ctypes
import math
import os

import numpy as np
from shapely.geometry import Polygon
from shapely.ops import unary_union

WALKABLE, SHEER, IMPASSABLE = 1, 2, 4
PASS, PASS_ONLY, BLOCK = 0, 1, 2
SLACK = 0.5
BAND = 0.1          # around the slack: what happens only in there decides nothing
NEVER = 1e30
KINDS = ('tall', 'low', 'surface', 'needed')  # of outlines, in the order of table_shapes.c
POINTER, LONG = ctypes.c_void_p, ctypes.c_long


def library():
    """The functions of table_shapes.c, which is named by the variable TABLE_SHAPES."""
    found = ctypes.CDLL(os.environ['TABLE_SHAPES'])
    some = [POINTER, LONG, POINTER]                       # points, how many of them, edges
    pieces = [POINTER] + some + [LONG, POINTER, LONG]     # … from points to others, how many edges, their radii
    found.shapes_distances.argtypes = found.shapes_nearest.argtypes = found.shapes_inside.argtypes = \
        some + [LONG, POINTER]
    found.shapes_reaches.argtypes = some + [LONG, ctypes.c_double, ctypes.c_bool, POINTER]
    found.shapes_walled.argtypes = some + [POINTER, LONG, POINTER, LONG, POINTER]
    found.shapes_stretches.argtypes = pieces + [POINTER, POINTER]
    found.shapes_meets.argtypes = pieces + [POINTER]
    found.shapes_crossings.argtypes = [POINTER] + some + [LONG, POINTER]
    found.shapes_walk.argtypes = [POINTER, POINTER, LONG] + [POINTER] * 5 + [LONG, POINTER, POINTER, LONG, POINTER,
                                                                             POINTER, LONG, POINTER, LONG,
                                                                             ctypes.c_double]
    for function in (found.shapes_distances, found.shapes_nearest, found.shapes_inside, found.shapes_reaches,
                     found.shapes_walled, found.shapes_stretches, found.shapes_meets, found.shapes_crossings, found.shapes_walk):
        function.restype = None
    return found


SHAPES = library()


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


def numbers(values, width):
    """As the functions of table_shapes.c take them."""
    return np.ascontiguousarray(values, float).reshape(-1, width)


def radii_of(radius):
    """Radii, and whether each edge has its own."""
    radii = np.ascontiguousarray(radius, float).reshape(-1)
    return radii, int(np.ndim(radius) > 0)


def distances(points, edges):
    """Of each point from each edge."""
    if not len(edges):
        return np.full((len(points), 1), NEVER)
    points, edges = numbers(points, 2), numbers(edges, 4)
    found = np.empty((len(points), len(edges)))
    SHAPES.shapes_distances(points.ctypes.data, len(points), edges.ctypes.data, len(edges), found.ctypes.data)
    return found


def nearest(points, edges):
    """Of each point from the nearest edge."""
    points, edges = numbers(points, 2), numbers(edges, 4)
    found = np.empty(len(points))
    SHAPES.shapes_nearest(points.ctypes.data, len(points), edges.ctypes.data, len(edges), found.ctypes.data)
    return found


def inside(points, edges):
    """By counting crossings to the right; on the edge it may say either."""
    points, edges = numbers(points, 2), numbers(edges, 4)
    found = np.empty(len(points), bool)
    SHAPES.shapes_inside(points.ctypes.data, len(points), edges.ctypes.data, len(edges), found.ctypes.data)
    return found


def reaches(points, edges, ease, within):
    """Whether points are inside an outline (or outside), or miss it by at most `ease`; below 0: and by that much."""
    points, edges = numbers(points, 2), numbers(edges, 4)
    found = np.empty(len(points), bool)
    SHAPES.shapes_reaches(points.ctypes.data, len(points), edges.ctypes.data, len(edges), ease, within,
                          found.ctypes.data)
    return found


def walled(points, edges, radii, masks):
    """On which levels points are nearer to walls than these allow."""
    points, edges = numbers(points, 2), numbers(edges, 4)
    radii, masks = np.ascontiguousarray(radii, float), np.ascontiguousarray(masks, bool)
    found = np.zeros((len(points), masks.shape[1]), bool)
    SHAPES.shapes_walled(points.ctypes.data, len(points), edges.ctypes.data, radii.ctypes.data, len(edges),
                         masks.ctypes.data, masks.shape[1], found.ctypes.data)
    return found


def stretches(a, b, edges, radius):
    """Where each piece a-b runs within `radius` of each edge, as parts from t0 to t1 (none: t0 > t1)."""
    assert len(a) == len(b)
    a, b, edges, (radii, each) = numbers(a, 2), numbers(b, 2), numbers(edges, 4), radii_of(radius)
    t0, t1 = np.empty((len(a), len(edges))), np.empty((len(a), len(edges)))
    SHAPES.shapes_stretches(a.ctypes.data, b.ctypes.data, len(a), edges.ctypes.data, len(edges), radii.ctypes.data,
                            each, t0.ctypes.data, t1.ctypes.data)
    return t0, t1


def meets(a, b, edges, radius):
    """Whether pieces come within `radius` of any edge, not at their ends alone."""
    assert len(a) == len(b)
    a, b, edges, (radii, each) = numbers(a, 2), numbers(b, 2), numbers(edges, 4), radii_of(radius)
    found = np.empty(len(a), bool)
    SHAPES.shapes_meets(a.ctypes.data, b.ctypes.data, len(a), edges.ctypes.data, len(edges), radii.ctypes.data, each,
                        found.ctypes.data)
    return found


def crossings(a, b, edges):
    """The part of the line a-b at which it crosses each edge; -NEVER where it does not."""
    a, b, edges = numbers(a, 2), numbers(b, 2), numbers(edges, 4)
    found = np.empty((len(a), len(edges)))
    SHAPES.shapes_crossings(a.ctypes.data, b.ctypes.data, len(a), edges.ctypes.data, len(edges), found.ctypes.data)
    return found


def bits(rows):
    """Rows of booleans as numbers, the first the lowest bit."""
    assert rows.shape[1] <= 64
    return (rows.astype(np.uint64) << np.arange(rows.shape[1], dtype=np.uint64)).sum(axis=1, dtype=np.uint64)


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
        ok = ~walled(points, self.edges, self.radii - ease, self.masks)
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
        still = np.hypot(*(b - a).T) < 1e-9
        if np.any(still):
            ends[still] = state[still] & self.passes(a[still], ease)
            parts[still] = ends[still].any(axis=1)
        if not np.all(still):
            ends[~still], parts[~still] = self.walk_some(a[~still], b[~still], state[~still], ease)
        return ends, parts

    def walk_some(self, a, b, state, ease):
        outlines = self.outlines(ease)
        edges = np.vstack([shape.edges for shape, _ in outlines] + [np.zeros((0, 4))])
        owners = np.repeat(np.arange(len(outlines)), [len(shape.edges) for shape, _ in outlines]).astype(np.int64)
        kinds = np.array([KINDS.index(kind) for _, kind in outlines], np.int64)
        shapes = bits(np.array([shape.mask for shape, _ in outlines], bool).reshape(-1, self.count))
        a, b, states, parts = numbers(a, 2), numbers(b, 2), bits(state), np.zeros(len(a))
        walls, radii, masks, steps = numbers(self.edges, 4), self.radii - ease, bits(self.masks), bits(self.next)
        SHAPES.shapes_walk(a.ctypes.data, b.ctypes.data, len(a), states.ctypes.data, parts.ctypes.data,
                           walls.ctypes.data, radii.ctypes.data, masks.ctypes.data, len(walls),
                           edges.ctypes.data, owners.ctypes.data, len(edges), kinds.ctypes.data, shapes.ctypes.data,
                           len(outlines), steps.ctypes.data, self.count, ease)
        return (states[:, None] >> np.arange(self.count, dtype=np.uint64) & np.uint64(1)).astype(bool), parts

    def outlines(self, ease):
        return [(s, 'tall') for s in self.tall] + [(s, 'low') for s in self.lows(ease)] + \
            [(s, 'surface') for s in self.surface] + [(s, 'needed') for s in self.needed]

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
            open_ = np.nonzero(~meets(a, b, edges, radii))[0]
        flat = not self.outlines(ease) or (used.sum() == 1 and used[0] and not self.matters(ease))
        if flat and always.all():
            ends[open_] = state[open_]
        elif len(open_):
            ends[open_] = self.walk_pieces(a[open_], b[open_], state[open_], ease)[0]
        return ends

    def matters(self, ease):
        """Whether anything but walls matters on the ground."""
        return any(s.mask[0] for s in self.lows(ease)) or any(s.mask[0] for s in self.needed)
