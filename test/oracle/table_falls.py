"""Falls by their definition: the surface under a point, where one who goes over an edge comes to rest, and how far the
nearest edge with a drop is.

Everything is made of whole shapes: where a base can stand is a surface less what is tall, grown by the base's radius,
less what is low, less figures, grown likewise; the landing is the point of that shape nearest to the take-off. Each
shape is made twice: `MUST` is so strict that whatever lies in it has to be taken, `MAY` so lax that whatever does not
must not be. Edges are looked at by samples, and what is seen of them along straight lines over the surface.
"""

import math

import numpy as np
from shapely.geometry import LineString, Point, Polygon, box
from shapely.ops import unary_union
from shapely.prepared import prep

import table_space as ts

# Units: so much nearer than allowed is still allowed. Circles are facets: so as not to be too near, exactly is a little
# more.
EXACT, MUST, MAY = -0.05, 0.1, 0.7
ROUND = 128           # facets of a quarter of a circle
SHARP = 10.0          # units: for so much less than allowed one is seldom that much nearer
SEAM = 1.0            # units: tops no farther apart are one surface
FAR = 60000.0
BESIDE = 2.0          # units: so far along an edge something may begin earlier or later
STEP = 25.0           # units between samples of an edge


def grown(shape, by):
    return shape.buffer(by, ROUND)


def moved_border(shape, by):
    """Grown or shrunk with its corners kept."""
    return shape.buffer(by, join_style=2)


class Falls:
    """A table for one walker."""

    def __init__(self, case):
        self.case, self.table, self.walker = case, case['table'], case['walker']
        self.space = ts.Space(self.table, self.walker)
        self.prisms = self.table['prisms']
        self.shapes = [Polygon(p['rings'][0], p['rings'][1:]) for p in self.prisms]
        self.outlines = [ts.rings_edges(p['rings']) for p in self.prisms]
        self.ground = box(0, 0, self.table['width'], self.table['depth'])
        self.cores = {}

    # ---------------------------------------------------------------------------------------------------- what is below

    def below(self, x, y, z, by):
        """The height of the highest surface at or below z under a point; None off the table."""
        at = Point(x, y)
        if z < 0 or max(-x, -y, x - self.table['width'], y - self.table['depth']) > by:
            return None
        return max([0] + [p['top'] for p, shape in zip(self.prisms, self.shapes)
                          if p['flags'] & ts.WALKABLE and p['top'] <= z and shape.distance(at) <= by])

    def sure_below(self, x, y, z):
        """The same, and whether the slack decides nothing."""
        strict, lax = (self.below(x, y, z, ts.SLACK + by) for by in (-ts.BAND, ts.BAND))
        return strict, strict == lax

    def surface(self, x, y, z):
        """All tops of a height that are one with that under a point."""
        tops = [shape for p, shape in zip(self.prisms, self.shapes) if p['flags'] & ts.WALKABLE and p['top'] == z]
        if z == 0:
            return unary_union([self.ground] + tops)
        found = [shape for shape in tops if shape.distance(Point(x, y)) <= ts.SLACK + ts.BAND]
        rest = [shape for shape in tops if shape not in found]
        while True:
            more = [shape for shape in rest if any(shape.distance(other) <= SEAM for other in found)]
            if not more:
                return unary_union(found)
            found, rest = found + more, [shape for shape in rest if shape not in more]

    # ----------------------------------------------------------------------------------------- where a base can stand

    def core(self, z, ease):
        """What is forbidden at a height, whatever the surface and whoever is there."""
        if (z, ease) not in self.cores:
            r, walker = self.walker['radius'], self.walker
            tall = [shape for p, shape in zip(self.prisms, self.shapes) if self.space.is_tall(p, z)]
            for p in self.prisms:
                for ring, rails in zip(p['rings'], p['rails']):
                    for edge, rail in zip(ts.ring_edges(ring), rails):
                        if rail and p['top'] < z + walker['height'] and p['top'] + rail > z + walker['step']:
                            tall.append(LineString([edge[:2], edge[2:]]))
            low = unary_union([shape for p, shape in zip(self.prisms, self.shapes) if self.space.is_low(p, z)])
            if ease < MAY:  # the seam between two of them is inside, too
                low = moved_border(moved_border(low, 0.55), -0.55)
            parts = [grown(unary_union(tall), r - ease), moved_border(low, -max(ease, 0))]
            if walker['whole'] and not z - walker['step'] <= 0 <= z + walker['step']:
                parts.append(grown(box(-FAR, -FAR, FAR, FAR).difference(self.floor(z, ease)), r - ease))
            self.cores[z, ease] = unary_union(parts)
        return self.cores[z, ease]

    def floor(self, z, ease):
        """All that a whole base may rest on."""
        tops = [shape for p, shape in zip(self.prisms, self.shapes)
                if p['flags'] & ts.WALKABLE and abs(p['top'] - z) <= self.walker['step']]
        by = 0.6 if ease == MAY else 0.4
        return moved_border(moved_border(unary_union(tops), by), -by)

    def bodies(self, z, margin, ease):
        """The shapes that bodies forbid, by their number."""
        found = {}
        for number, body in enumerate(self.case['bodies']):
            apart = body['z'] >= z + self.walker['height'] or z >= body['z'] + body['height']
            if apart and not body['column']:
                continue
            blocking = dict(body, manner=ts.BLOCK, margin=margin, z=z)  # kept off in plan, whatever its height
            keep = ts.body_keeps(blocking, self.walker, z, True)
            if keep and body['manner'] != ts.PASS:
                shape = Point(body['x'], body['y']) if body['radius'] else Polygon(ts.body_corners(body))
                found[number] = grown(shape, body['radius'] + keep - ease)
        return found

    def places(self, fall, surface, z, ease, crowd):
        """Where one who falls may come to rest on a surface."""
        (x, y), out, r = fall['from'], fall['out'], self.walker['radius'] - ease
        shape = moved_border(surface, ts.SLACK + ts.BAND) if ease == MAY else surface
        shape = shape.intersection(box(r, r, self.table['width'] - r, self.table['depth'] - r))
        reach = fall['limit'] + 10
        shape = shape.intersection(box(x - reach, y - reach, x + reach, y + reach)).difference(self.core(z, ease))
        if out != (0, 0):
            by = 0.4 if ease == MAY else max(ease, 0)
            a, along = (x - by * out[0], y - by * out[1]), (-out[1], out[0])
            ends = [(a[0] + s * FAR * along[0], a[1] + s * FAR * along[1]) for s in (1, -1)]
            shape = shape.intersection(Polygon(ends + [(p[0] + FAR * out[0], p[1] + FAR * out[1]) for p in ends[::-1]]))
        if crowd:
            shape = shape.difference(unary_union(list(self.bodies(z, fall['margin'], ease).values())))
        return shape

    def nearest(self, fall, surface, z, crowd):
        """The bounds of how far the nearest place is, infinite where there may be or surely is none: no more than to
        where all distances are kept exactly, and hardly more than to where a little less is (gaps of just the base)."""
        here = Point(fall['from'])
        exact, strict, lax = (shape.distance(here) if not shape.is_empty else math.inf for shape in (
            self.places(fall, surface, z, ease, crowd) for ease in (EXACT, MUST, MAY)))
        return lax, min(exact, strict + SHARP)

    # ------------------------------------------------------------------------------------------------ the nearest edge

    def floor_at(self, z, by, inner):
        """The surface at a height that can be gone over: `by` wider, and what rises from it narrower by `inner`."""
        tops = [shape for p, shape in zip(self.prisms, self.shapes) if p['flags'] & ts.WALKABLE and p['top'] == z]
        rising = [shape for p, shape in zip(self.prisms, self.shapes) if p['bottom'] <= z < p['top']]
        surface = unary_union(tops + ([self.ground] if z == 0 else []))
        return moved_border(surface, by).difference(moved_border(unary_union(rising), -inner))

    def beyond(self, number, at, out):
        """What is just outside of points of an edge of a top: the highest surface below; -1 where there is no drop."""
        z = self.prisms[number]['top']
        outer, inner = at + out, at - out
        found, slack = np.zeros(len(at)), ts.SLACK
        band = box(*(at.min(axis=0) - 3), *(at.max(axis=0) + 3))
        beside = [k for k in range(len(self.prisms)) if box(*self.shapes[k].bounds).intersects(band)]
        for k in sorted(beside, key=lambda k: self.prisms[k]['top']):
            prism = self.prisms[k]
            if prism['flags'] & ts.WALKABLE and 0 < prism['top'] < z:
                found = np.where(ts.reaches(outer, self.outlines[k], slack, True), prism['top'], found)
        for k in beside:
            prism = self.prisms[k]
            if k == number:
                found = np.where(ts.inside(outer, self.outlines[k]), -1, found)
            elif prism['bottom'] <= z <= prism['top']:
                found = np.where(ts.reaches(outer, self.outlines[k], slack, True), -1, found)
                if prism['top'] > z:
                    found = np.where(ts.reaches(inner, self.outlines[k], slack, True), -1, found)
        off = np.any((outer < -slack) | (outer > np.array([self.table['width'], self.table['depth']]) + slack), axis=1)
        return np.where(off, -1, found)

    def rails(self, z, ease):
        """Railings of a height; lax: without their last units."""
        found = []
        for p in self.prisms:
            for ring, rails in zip(p['rings'], p['rails']) if p['flags'] & ts.WALKABLE and p['top'] == z else ():
                for edge, rail in zip(ts.ring_edges(ring), rails):
                    length = math.hypot(edge[2] - edge[0], edge[3] - edge[1])
                    by = 1.5 / length if ease == MAY else 0
                    if rail and by < 0.5:
                        a, b = edge[:2], edge[2:]
                        found.append(LineString([a + by * (b - a), b - by * (b - a)]))
        return found

    def samples(self, edge, x, y):
        """Parts of an edge that are looked at: evenly, at the foot of the point, behind all corners, and beside all
        that crosses it or begins there."""
        a, b = edge[:2], edge[2:]
        ab, length = b - a, math.hypot(*(b - a))
        p = np.array([x, y], float)
        parts = [np.linspace(0, 1, 2 + int(length / STEP)), [np.clip((p - a) @ ab / length ** 2, 0, 1)]]
        corners = np.vstack([ts.rings_edges(prism['rings'])[:, :2] for prism in self.prisms])
        d = corners - p
        across = d[:, 0] * ab[1] - d[:, 1] * ab[0]
        with np.errstate(divide='ignore', invalid='ignore'):
            hit = (d[:, 0] * (p[1] - a[1]) - d[:, 1] * (p[0] - a[0])) / across
        border = ts.ring_edges(self.ground.exterior.coords[:-1])
        cross = ts.crossings(a[None], b[None], np.vstack(self.outlines + [border]))[0]
        hit = np.concatenate([hit[np.isfinite(hit)], (corners - a) @ ab / length ** 2, cross])
        for by in (-3.0, -0.75, 0, 0.75, 3.0):
            parts.append(hit + by / length)
        parts = np.concatenate(parts)
        return np.unique(parts[(parts >= 0) & (parts <= 1)])

    def edge_distance(self, x, y, z, drop, limit, ease):
        """How far the nearest sample of an edge with such a drop and no railing is that can be gone to straight."""
        here, best = Point(x, y), math.inf
        floor = prep(self.floor_at(z, 0.4, 0.4) if ease == MUST else self.floor_at(z, 0.9, 0.9))
        rails = self.rails(z, ease)
        for number, prism in enumerate(self.prisms):
            if not (prism['flags'] & ts.WALKABLE and prism['top'] == z):
                continue
            for k, ring in enumerate(prism['rings']):
                left = (ts.ring_area(ring) > 0) == (k == 0)
                for edge, rail in zip(ts.ring_edges(ring), prism['rails'][k]):
                    line = LineString([edge[:2], edge[2:]])
                    if not rail and here.distance(line) <= min(best, limit):
                        edge = edge if left else edge[[2, 3, 0, 1]]
                        best = min(best, self.seen(number, edge, here, drop, floor, rails, ease, best))
        return best if best <= limit else math.inf

    def seen(self, number, edge, here, drop, floor, rails, ease, best):
        x, y = here.x, here.y
        parts = self.samples(edge, x, y)
        ab = edge[2:] - edge[:2]
        length = math.hypot(*ab)
        at = edge[:2] + parts[:, None] * ab
        far = np.hypot(at[:, 0] - x, at[:, 1] - y)
        keep = far < best
        if not keep.any():
            return math.inf
        at, parts, far = at[keep], parts[keep], far[keep]
        out = np.array([ab[1], -ab[0]]) / length
        falls = []
        for by in (-BESIDE, 0, BESIDE):
            shifted = edge[:2] + np.clip(parts + by / length, 0, 1)[:, None] * ab
            under = self.beyond(number, shifted, out)
            falls.append((under >= 0) & (self.prisms[number]['top'] - under >= drop))
        good = np.all(falls, axis=0) if ease == MUST else np.any(falls, axis=0)
        order = np.nonzero(good)[0][np.argsort(far[good])]
        for k in order:
            line = LineString([(x, y), tuple(at[k])])
            if (far[k] < 1e-6 or floor.covers(line)) and not any(
                    line.distance(rail) <= 0.3 if ease == MUST else line.crosses(rail) for rail in rails):
                return far[k]
        return math.inf
