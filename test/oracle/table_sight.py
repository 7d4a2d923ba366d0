"""A second, slow way to how much of a target is seen on the table, for comparison with the library.

It shares neither code nor method with the library. `seen` cuts every solid into convex pieces (strips between the x of
its corners), clips each piece to the view, projects the corners of what is left on the target's rectangle, takes their
convex hull, and lets shapely unite the hulls. It is exact for solids; round bodies are 720-gons, which is right to
1e-5 of what they hide. `sampled` shoots a grid of rays at the rectangle and asks each of them, through true polygons
and true cylinders, whether it is stopped: with N x N rays every shadow of a convex piece is right to 2 / N of the
rectangle (half a cell along each of its four borders).

A scene is a dictionary: `prisms` (bottom, top, flags, rings: lists of corners, the first ring is the outer one) and
`bodies` (x, y, z, radius, width, length, facing, height), all in units of 1/1000 inch.
"""

import math

import numpy as np
from shapely.geometry import LineString, MultiPoint, Point, Polygon, box
from shapely.ops import unary_union

CLEAR = 8
ROUND = 720            # corners of a round body
NEAREST = 1e-7         # depth at which a view begins


# --------------------------------------------------------------------------------------------------------- footprints

def body_corners(body, view=None):
    """The base of a body as a convex polygon. A round one has many small sides where the eye of a view is close to its
    border, and corners where it matters: at the tangents and in the plane of the target's rectangle."""
    x, y = body['x'], body['y']
    if body['radius']:
        r, angles = body['radius'], [2 * math.pi * i / ROUND for i in range(ROUND)]
        if view:
            distance, towards = math.dist(view.eye[:2], (x, y)), math.atan2(view.eye[1] - y, view.eye[0] - x)
            if distance < 2 * r:
                angles = [math.pi * i * abs(i) / ROUND ** 2 + towards for i in range(1 - ROUND, ROUND + 1)]
            if distance > r:
                angles += [towards + math.acos(r / distance), towards - math.acos(r / distance)]
            before = (1 - view.frame((x, y))[0]) * view.distance
            if abs(before) < r:
                ahead = math.atan2(view.f[1], view.f[0])
                angles += [ahead + math.acos(before / r), ahead - math.acos(before / r)]
            angles = sorted({a % (2 * math.pi) for a in angles})
        return [(x + r * math.cos(a), y + r * math.sin(a)) for a in angles]
    angle = 2 * math.pi * body['facing'] / 65536
    front, left = (math.cos(angle), math.sin(angle)), (-math.sin(angle), math.cos(angle))
    length, width = body['length'] / 2, body['width'] / 2
    return [(x + front[0] * length * a + left[0] * width * b, y + front[1] * length * a + left[1] * width * b)
            for a, b in ((1, 1), (-1, 1), (-1, -1), (1, -1))]


def convex_pieces(rings):
    """A polygon with holes, cut into convex pieces."""
    if len(rings) == 1 and is_convex(rings[0]):
        return [rings[0]]
    whole = Polygon(rings[0], rings[1:])
    low, high = whole.bounds[1] - 1, whole.bounds[3] + 1
    places = sorted({x for ring in rings for x, _ in ring})
    pieces = []
    for left, right in zip(places, places[1:]):
        part = whole.intersection(box(left, low, right, high))
        for piece in getattr(part, 'geoms', [part]):
            if piece.geom_type == 'Polygon' and piece.area > 0:
                pieces.append(list(piece.convex_hull.exterior.coords)[:-1])
    return pieces


def is_convex(ring):
    turns = set()
    for i in range(len(ring)):
        (ax, ay), (bx, by), (cx, cy) = ring[i - 2], ring[i - 1], ring[i]
        cross = (bx - ax) * (cy - by) - (by - ay) * (cx - bx)
        if cross:
            turns.add(cross > 0)
    return len(turns) == 1


def clip(points, inside):
    """A convex polygon cut by a half plane, given as a function that is at least 0 in it."""
    values, cut = [inside(p) for p in points], []
    for i, (p, value) in enumerate(zip(points, values)):
        before, before_value = points[i - 1], values[i - 1]
        if (before_value < 0 < value) or (value < 0 < before_value):
            part = before_value / (before_value - value)
            cut.append(tuple(a + (b - a) * part for a, b in zip(before, p)))
        if value >= 0:
            cut.append(p)
    return cut


# --------------------------------------------------------------------------------------------------------------- view

class View:
    """From an eye to the rectangle of a target: None for `distance` when the eye is above or inside of it."""

    def __init__(self, eye, target):
        self.eye = eye
        dx, dy = target['x'] - eye[0], target['y'] - eye[1]
        self.distance = math.hypot(dx, dy)
        corners = body_corners(target)
        inside = self.distance <= target['radius'] + 1e-6 if target['radius'] else \
            min((bx - ax) * (eye[1] - ay) - (by - ay) * (eye[0] - ax)
                for (ax, ay), (bx, by) in zip(corners, corners[1:] + corners[:1])) >= -1e-3
        if inside:
            self.distance = None
            return
        self.f = (dx / self.distance, dy / self.distance)
        self.half = float(target['radius']) or max(
            abs((x - target['x']) * -self.f[1] + (y - target['y']) * self.f[0]) for x, y in corners)
        self.low = target['z'] - eye[2]
        self.high = self.low + target['height']
        self.area = 2 * self.half * target['height']

    def frame(self, point):
        """(depth, 1 at the rectangle; distance to the left)."""
        x, y = point[0] - self.eye[0], point[1] - self.eye[1]
        return (x * self.f[0] + y * self.f[1]) / self.distance, y * self.f[0] - x * self.f[1]

    def passes_by(self, body):
        """Whether a body is well out of the way."""
        depth, across = self.frame((body['x'], body['y']))
        reach = body['radius'] or body['width'] + body['length']
        return not -reach < depth * self.distance < self.distance + reach or abs(across) > self.half + reach

    def shadow(self, piece, bottom, top):
        """The shadow of a convex piece on the rectangle, or None."""
        half, low, high = self.half, self.low, self.high
        points = [self.frame(p) for p in piece]
        if max(s for _, s in points) < -half or min(s for _, s in points) > half:
            return None
        for inside in (lambda p: p[0] - NEAREST, lambda p: 1 - p[0],
                       lambda p: p[1] + half * p[0], lambda p: half * p[0] - p[1]):
            points = clip(points, inside)
            if len(points) < 3:
                return None
        seen = [(s / t, (z - self.eye[2]) / t) for t, s in points for z in (bottom, top)]
        hull = MultiPoint(seen).convex_hull
        if hull.geom_type != 'Polygon':
            return None
        points = list(hull.exterior.coords)[:-1]
        for inside in (lambda p: p[1] - low, lambda p: high - p[1]):
            points = clip(points, inside)
            if len(points) < 3:
                return None
        shadow = Polygon(points)
        return shadow.buffer(0) if shadow.area > 0 else None


def throwers(scene, view, skipped):
    """(('prism' or 'body', number), convex pieces, bottom, top) of all that can hide."""
    for number, prism in enumerate(scene['prisms']):
        if not prism['flags'] & CLEAR:
            if 'pieces' not in prism:
                prism['pieces'] = convex_pieces(prism['rings'])
            yield ('prism', number), prism['pieces'], prism['bottom'], prism['top']
    for number, body in enumerate(scene['bodies']):
        if number not in skipped and not view.passes_by(body):
            yield ('body', number), [body_corners(body, view)], body['z'], body['z'] + body['height']


def seen(scene, eye, target, skipped):
    """The fraction seen, what each thrower hides by itself, and the view with what is seen of its rectangle or None."""
    view = View(eye, scene['bodies'][target])
    if view.distance is None:
        return 1.0, {}, None
    hides, shadows = {}, []
    for name, pieces, bottom, top in throwers(scene, view, {target, skipped}):
        shape = [s for s in (view.shadow(piece, bottom, top) for piece in pieces) if s is not None]
        if shape:
            shape = unary_union(shape)
            hides[name] = shape.area / view.area
            shadows.append(shape)
    whole = box(-view.half, view.low, view.half, view.high)
    left = whole.difference(unary_union(shadows)) if shadows else whole
    return left.area / view.area, hides, (view, left)


# ----------------------------------------------------------------------------------------------------------- sampling

def passages(view, places, rings):
    """For rays at `places` the depths at which they pass edges of a polygon: an array padded with infinity."""
    found = []
    for ring in rings:
        points = [view.frame(p) for p in ring]
        for (t1, s1), (t2, s2) in zip(points, points[1:] + points[:1]):
            side1, side2 = s1 - places * t1, s2 - places * t2
            with np.errstate(divide='ignore', invalid='ignore'):
                part = side1 / (side1 - side2)
                depth = np.where((side1 > 0) != (side2 > 0), t1 + part * (t2 - t1), np.inf)
            found.append(np.where(depth > 0, depth, np.inf))
    found = np.sort(np.array(found), axis=0)
    odd = np.isfinite(found).sum(axis=0) % 2 == 1        # such rays begin inside
    first = np.where(odd, 0.0, np.inf)
    return np.sort(np.vstack([first, found]), axis=0)


def disc_passages(view, places, body):
    depth, across = view.frame((body['x'], body['y']))
    cx, cy, d = depth * view.distance, across, view.distance
    a, b, c = d * d + places * places, cx * d + cy * places, cx * cx + cy * cy - body['radius'] ** 2
    square = b * b - a * c
    root = np.sqrt(np.maximum(square, 0))
    near, far = (b - root) / a, (b + root) / a
    there = (square > 0) & (far > 0)
    return np.array([np.where(there, np.maximum(near, 0), np.inf), np.where(there, far, np.inf)])


def sampled(scene, eye, target, skipped, count):
    """The fraction seen, by count x count rays, and by how much it may be wrong."""
    view = View(eye, scene['bodies'][target])
    if view.distance is None:
        return 1.0, 0.0
    middle = (np.arange(count) + 0.5) / count
    places, heights = view.half * (2 * middle - 1), view.low + (view.high - view.low) * middle
    hidden, borders = np.zeros((count, count), bool), 0
    for name, pieces, bottom, top in throwers(scene, view, {target, skipped}):
        low, high = bottom - eye[2], top - eye[2]
        body = scene['bodies'][name[1]] if name[0] == 'body' else None
        if body and body['radius']:
            depths = disc_passages(view, places, body)
        else:
            depths = passages(view, places, scene['prisms'][name[1]]['rings'] if not body else pieces)
        before = hidden.sum()
        with np.errstate(divide='ignore', invalid='ignore'):
            ends = np.array([low / heights, high / heights])
        level = np.where(heights == 0, low < 0 < high, True)
        enter = np.where(heights == 0, 0, ends.min(axis=0))[None, :]
        leave = np.where(heights == 0, np.where(level, np.inf, -1), ends.max(axis=0))[None, :]
        for i in range(0, len(depths) - 1, 2):
            start, end = depths[i][:, None], np.minimum(depths[i + 1], 1)[:, None]
            hidden |= np.maximum(np.maximum(start, enter), 0) < np.minimum(end, leave)
        borders += len(pieces) if hidden.sum() > before else 0
    return 1 - hidden.mean(), 2 / count * max(borders, 1)


# -------------------------------------------------------------------------------------------------------------- lines

def line(scene, a, b):
    """For a straight line in space: the solids that it passes well inside of, with the parts where it enters, and
    whether it stays well clear of everything."""
    inside, clear = [], True
    length = math.dist(a, b)
    for number, prism in enumerate(scene['prisms']):
        if prism['flags'] & CLEAR:
            continue
        shape = Polygon(prism['rings'][0], prism['rings'][1:])
        clear = clear and not line_parts(shape.buffer(2, join_style=2), prism['bottom'] - 2, prism['top'] + 2, a, b)
        for start, end in line_parts(shape.buffer(-2, join_style=2), prism['bottom'] + 2, prism['top'] - 2, a, b):
            if (end - start) * length > 4:
                inside.append((start, number))
    return sorted(inside), clear


def line_parts(shape, bottom, top, a, b):
    """The parts of a line, 0 to 1, within a shape in plan and between two heights."""
    low, high = 0.0, 1.0
    if a[2] == b[2]:
        if not bottom < a[2] < top:
            return []
    else:
        ends = sorted(((bottom - a[2]) / (b[2] - a[2]), (top - a[2]) / (b[2] - a[2])))
        low, high = max(low, ends[0]), min(high, ends[1])
    plan = math.dist(a[:2], b[:2])
    if shape.is_empty or low >= high:
        return []
    if not plan:
        return [(low, high)] if shape.contains(Point(a[:2])) else []
    met = LineString([a[:2], b[:2]]).intersection(shape)
    parts = []
    for piece in getattr(met, 'geoms', [met]):
        if piece.geom_type == 'LineString' and not piece.is_empty:
            ends = sorted(math.dist(a[:2], p) / plan for p in (piece.coords[0], piece.coords[-1]))
            start, end = max(low, ends[0]), min(high, ends[1])
            if start < end:
                parts.append((start, end))
    return parts
