"""The cheapest walks among zones that cost something, by brute force: table_walks' graph with the zones in it.

Walks also bend around zones that they avoid (polygons around grown corners), and at points where the borders of zones
turn, cross each other, the lines that keep off walls, or edges of surfaces. With prices by the inch there are points
all along the borders as well. What is found is a walk, so its price is an upper bound of the least one; `refined`
slides its points along the borders and brings it down to the least one of its kind.

The search goes over (node, zones paid for once). An entry is paid when a walk comes in from outside; whatever might be
called one is one here, and only who is more than the slack inside is inside.
"""

import heapq
import math

import numpy as np

import table_prices as tp
import table_space as ts
import table_walks as tw

DEEP, SOME = 0.6, 1e-3          # how far inside is surely in, and how far may be
APART = 450                     # units between points on borders


class Curve:
    """A straight or round part of the border of a zone, of a wall's parallel, or of a surface."""

    def __init__(self, a=None, b=None, centre=None, radius=0.0, first=0.0, turn=0.0):
        self.a, self.b, self.centre, self.radius, self.first, self.turn = a, b, centre, radius, first, turn

    def at(self, part):
        part = np.asarray(part, float)[..., None]
        if self.centre is None:
            return np.asarray(self.a) * (1 - part) + np.asarray(self.b) * part
        angle = self.first + self.turn * part
        return np.asarray(self.centre) + self.radius * np.concatenate([np.cos(angle), np.sin(angle)], axis=-1)

    def length(self):
        return math.dist(self.a, self.b) if self.centre is None else self.radius * abs(self.turn)

    def has(self, points):
        """Of points on the line or circle those on this part of it."""
        if self.centre is None:
            a, d = np.asarray(self.a), np.subtract(self.b, self.a)
            t = (points - a) @ d / max(float(d @ d), 1e-300)
            return points[(t > -1e-6) & (t < 1 + 1e-6)]
        angle = np.arctan2(points[:, 1] - self.centre[1], points[:, 0] - self.centre[0])
        turn = np.mod(angle - self.first, 2 * math.pi)
        return points[(turn < abs(self.turn) + 1e-6) | (turn > 2 * math.pi - 1e-6)]


def line_line(one, two):
    d, e = np.subtract(one.b, one.a), np.subtract(two.b, two.a)
    bottom = d[0] * e[1] - d[1] * e[0]
    if abs(bottom) < 1e-9:
        return np.zeros((0, 2))
    f = np.subtract(two.a, one.a)
    return np.array([np.asarray(one.a) + d * (f[0] * e[1] - f[1] * e[0]) / bottom])


def line_circle(line, circle):
    a, d = np.subtract(line.a, circle.centre), np.subtract(line.b, line.a)
    u = d / max(math.hypot(*d), 1e-300)
    foot = a - u * float(a @ u)
    rest = circle.radius ** 2 - float(foot @ foot)
    if rest < -1e-3 * circle.radius:
        return np.zeros((0, 2))
    by = math.sqrt(max(rest, 0))
    return np.array([np.asarray(circle.centre) + foot + u * by, np.asarray(circle.centre) + foot - u * by])


def circle_circle(one, two):
    d = np.subtract(two.centre, one.centre)
    far = math.hypot(*d)
    if far < 1e-9:
        return np.zeros((0, 2))
    along = (far * far + one.radius ** 2 - two.radius ** 2) / (2 * far)
    rest = one.radius ** 2 - along ** 2
    if rest < -1e-3 * one.radius:
        return np.zeros((0, 2))
    by = math.sqrt(max(rest, 0))
    u = d / far
    middle = np.asarray(one.centre) + u * along
    side = np.array([-u[1], u[0]]) * by
    return np.array([middle + side, middle - side])


def meet(one, two):
    if one.centre is None and two.centre is None:
        found = line_line(one, two)
    elif one.centre is None or two.centre is None:
        found = line_circle(one, two) if one.centre is None else line_circle(two, one)
    else:
        found = circle_circle(one, two)
    if len(found):
        found = one.has(found)
    return two.has(found) if len(found) else found


def ring_curves(edges_of_rings, radius):
    """The parallel at a distance to the right of rings, and arcs around corners that turn left."""
    found = []
    for edges in edges_of_rings:
        for k in range(len(edges)):
            x0, y0, x1, y1 = edges[k]
            length = math.hypot(x1 - x0, y1 - y0)
            nx, ny = (y1 - y0) / length * radius, -(x1 - x0) / length * radius
            found.append(Curve((x0 + nx, y0 + ny), (x1 + nx, y1 + ny)))
            before = edges[k - 1]
            ux, uy, vx, vy = before[2] - before[0], before[3] - before[1], x1 - x0, y1 - y0
            if radius > 0 and ux * vy - uy * vx > 0:
                turn = math.atan2(ux * vy - uy * vx, ux * vx + uy * vy)
                found.append(Curve(centre=(x0, y0), radius=radius, first=math.atan2(-ux, uy), turn=turn))
    return found


class Graph(tw.Graph):
    """The graph of a space with zones."""

    def __init__(self, space, zones, apart=APART):
        super().__init__(space)
        self.zones, self.apart = zones, apart
        self.slides = {}                       # number among self.xy: (curve, part) of a point on a border
        self.costly = any(zone.factor > 1000 for zone in zones)
        self.zone_edges = [zone.edges for zone in zones if zone.radius]

    def special(self, x, y, radius, mask):
        found = super().special(x, y, radius, mask)
        here = np.array([x, y])
        for edges in self.zone_edges:
            a, ab = edges[:, :2], edges[:, 2:] - edges[:, :2]
            t = np.clip(np.sum((here - a) * ab, axis=1) / np.sum(ab * ab, axis=1), 0, 1)
            to = a + t[:, None] * ab - here
            gap = np.hypot(to[:, 0], to[:, 1])
            for k in np.nonzero(np.abs(gap - radius - self.space.walker['radius']) < 3)[0]:
                found.append(math.atan2(to[k, 1], to[k, 0]))
        return found

    # ------------------------------------------------------------------------------------------- points of zones

    def turning_points(self):
        points = super().turning_points()
        self.curves = [self.zone_curves(zone) for zone in self.zones]
        for number, zone in enumerate(self.zones):
            bends = self.put_points(zone, self.border_points(number))
            if zone.entry:
                self.put_inside(zone, bends)
            if zone.factor > 1000:
                self.put_along(zone, number)
        return points

    def zone_curves(self, zone):
        return ring_curves([ts.ring_edges(ring) for ring in zone.rings], zone.radius)

    def wall_curves(self):
        """What keeps off walls: lines on both sides, circles around their ends."""
        found = []
        space, seen = self.space, set()
        for (x0, y0, x1, y1), radius, mask in zip(space.edges, space.radii, space.masks):
            if not np.any(mask & self.used):
                continue
            length = math.hypot(x1 - x0, y1 - y0)
            if length > 0:
                nx, ny = (y1 - y0) / length * radius, -(x1 - x0) / length * radius
                for side in (1, -1):
                    found.append(Curve((x0 + side * nx, y0 + side * ny), (x1 + side * nx, y1 + side * ny)))
            for x, y in ((x0, y0), (x1, y1)):
                if (x, y, radius) not in seen:
                    seen.add((x, y, radius))
                    found.append(Curve(centre=(x, y), radius=radius, first=0.0, turn=2 * math.pi))
        return found

    def border_points(self, number):
        """Where the border of a zone turns and crosses others."""
        zone = self.zones[number]
        own = self.curves[number]
        others = [curve for k, curves in enumerate(self.curves) if k > number for curve in curves]
        if not hasattr(self, 'walls'):
            self.walls = self.wall_curves()
        found = [zone.edges[:, :2]] if not zone.radius else []
        surfaces = [Curve(tuple(e[:2]), tuple(e[2:])) for shape in self.space.surface for e in shape.edges]
        for k, curve in enumerate(own):
            for other in own[k + 1:] + others + self.walls + (surfaces if zone.partial else []):
                points = meet(curve, other)
                if len(points):
                    found.append(points)
        if zone.partial:
            found += [shape.edges[:, :2] for shape in self.space.surface]
        return np.vstack(found) if found else np.zeros((0, 2))

    def put_points(self, zone, points):
        """Adds nodes: those on the border of the zone, or on edges of surfaces under it."""
        if not len(points):
            return points
        depth = zone.depth(points)
        keep = np.abs(depth) < 1e-3
        if zone.partial:
            keep |= depth > 0
        points = points[keep]
        points = points[np.unique(np.round(points, 3), axis=0, return_index=True)[1]]
        for point in points:
            self.put(point)
        return points

    def put_inside(self, zone, points):
        """Beside points of the border: where a walk bends that stays in the zone."""
        turns = np.arange(32) * math.pi / 16
        ring = np.column_stack([np.cos(turns), np.sin(turns)])
        for point in points:
            out = ring[zone.depth(point + ring) < 0].sum(axis=0)
            if math.hypot(*out) < 1e-6:
                continue
            looks = point - out / math.hypot(*out) * np.array([0.65, 1, 2, 4])[:, None]
            good = np.nonzero(zone.depth(looks) > DEEP + 0.01)[0]
            if len(good):
                self.put(looks[good[0]])

    def put(self, point, slide=None):
        if slide:
            self.slides[len(self.xy)] = slide
        self.xy.append(np.asarray(point, float))
        self.before.append((0.0, 0.0))
        self.after.append((0.0, 0.0))

    def put_along(self, zone, number):
        curves = list(self.curves[number])
        if zone.partial:
            curves += [Curve(tuple(e[:2]), tuple(e[2:])) for shape in self.space.surface for e in shape.edges]
        for curve in curves:
            count = max(1, math.ceil(curve.length() / self.apart))
            parts = (np.arange(count) + 0.5) / count
            points = curve.at(parts)
            depth = zone.depth(points)
            keep = np.abs(depth) < 1e-3 if curve in self.curves[number] else depth > 0
            for part, point in zip(parts[keep], points[keep]):
                self.put(point, (curve, float(part)))

    def build(self, start, level, goals, goal_levels):
        before = list(self.space.corners)
        for zone, curves in zip(self.zones, [self.zone_curves(zone) for zone in self.zones]):
            for curve in curves:
                if curve.centre is not None:
                    self.space.corners.append((*curve.centre, curve.radius, curve.first, curve.first + curve.turn,
                                               zone.on))
        self.of_zones = {id(corner) for corner in self.space.corners[len(before):]}
        try:
            super().build(start, level, goals, goal_levels)
        finally:
            self.space.corners = before

    def around(self, corner):
        first = len(self.xy)
        super().around(corner)
        if self.costly and id(corner) in self.of_zones:
            for k in range(first, len(self.xy)):
                self.before[k] = self.after[k] = (0.0, 0.0)

    # ------------------------------------------------------------------------------------------------------- search

    def search(self, start_in):
        """The price of the cheapest walk found to each goal; None where there is none."""
        self.start_in = start_in
        joins = self.edges()
        i, j, length = (np.array(column) for column in zip(*joins)) if joins else (np.zeros(0, int),) * 3
        a, b = self.nodes[i], self.nodes[j]
        straight = np.hypot(*(b - a).T)
        cost = length + tp.weights(self.zones, a, b, SOME) - straight
        going = [tp.most_entries(zone, a, b, DEEP, SOME) if zone.once or zone.entry else None for zone in self.zones]
        coming = [tp.most_entries(zone, b, a, DEEP, SOME) if zone.once or zone.entry else None for zone in self.zones]
        around = [[] for _ in self.nodes]
        for k in range(len(i)):
            for one, two, ways in ((i[k], j[k], going), (j[k], i[k], coming)):
                met = sum(1 << n for n, w in enumerate(ways) if w is not None and self.zones[n].once and w.meets[k])
                entered = sum(zone.entry * int(w.count[k]) for zone, w in zip(self.zones, ways) if w is not None)
                around[one].append((int(two), float(cost[k]) + entered, met))
        paid = sum(1 << n for n, zone in enumerate(self.zones) if start_in[n] and zone.once)
        return self.settle(around, float(self.once(paid)), (0, paid))

    def once(self, bits):
        return sum(zone.once for n, zone in enumerate(self.zones) if bits >> n & 1)

    def settle(self, around, begin, first):
        best, queue, self.parents = {first: begin}, [(begin, first)], {first: None}
        done, ends = {}, {}
        prices = [self.once(bits) for bits in range(1 << len(self.zones))]
        while queue:
            cost, label = heapq.heappop(queue)
            node, paid = label
            # A label is of no use when another here has paid for at least as much and costs no more.
            if cost > best[label] or any(other & paid == paid for other in done.get(node, ())):
                continue
            done.setdefault(node, []).append(paid)
            if 0 < node <= self.goals:
                ends.setdefault(node, label)
                continue
            for other, length, met in around[node]:
                new, price = (other, paid | met), cost + length + prices[met & ~paid]
                if price < best.get(new, math.inf):
                    best[new] = price
                    self.parents[new] = label
                    heapq.heappush(queue, (price, new))
        self.ends = ends
        return [best[ends[1 + k]] if 1 + k in ends else None for k in range(self.goals)]

    def found(self, goal):
        """The nodes of the walk found to a goal."""
        label, nodes = self.ends[1 + goal], []
        while label is not None:
            nodes.append(label[0])
            label = self.parents[label]
        return nodes[::-1]

    # -------------------------------------------------------------------------------------------------- refining

    def refined(self, goal):
        """The price of the walk found to a goal, after its points on borders have been moved to where it is least."""
        nodes = self.found(goal)
        points = np.array([self.nodes[n] for n in nodes])
        slides = [self.slides.get(int(self.origin[n]) - self.loose) for n in nodes]
        masks = [self.node_masks[n] for n in nodes]
        span = {k: self.apart / max(s[0].length(), 1e-9) for k, s in enumerate(slides) if s}
        parts = {k: s[1] for k, s in enumerate(slides) if s}
        for turn in range(12):
            for k in parts:
                looks = np.clip(parts[k] + span[k] * np.linspace(-1, 1, 9), 0, 1)
                at = slides[k][0].at(looks)
                one, two = np.tile(points[k - 1], (9, 1)), np.tile(points[k + 1], (9, 1))
                price = tp.weights(self.zones, one, at, SOME) + tp.weights(self.zones, at, two, SOME)
                ends = self.space.piece_legal(one, at, np.tile(masks[k - 1], (9, 1)), tw.TIGHT)
                ends = self.space.piece_legal(at, two, ends, tw.TIGHT)
                price = np.where((ends & masks[k + 1]).any(axis=1), price, math.inf)
                choice = int(np.argmin(price))
                if price[choice] < math.inf:
                    parts[k], points[k] = float(looks[choice]), at[choice]
                span[k] *= 0.6
        return tp.priced(self.zones, points, self.start_in, DEEP, SOME)[0]


def cheapest(space, zones, start, level, goals, goal_levels, start_in, apart=APART):
    """Prices from a place to others, and the graph they were found in."""
    graph = Graph(space, zones, apart)
    graph.build(start, level, goals, goal_levels)
    return graph.search(start_in), graph
