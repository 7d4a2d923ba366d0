"""Routes over walks, climbs, ladders, jumps and drops by brute force: rims and the lines beside walls are sampled, all
samples that see each other are joined, and the cheapest way for every count of risky links is found in that graph. Then
the samples of the best ways are moved about on their lines until nothing is gained.

Every way found is legal by this module's own reading of the rules, so its cost is an upper bound of the cheapest. All
solids are convex here, and no two surfaces are within a step of each other, so that walking keeps to one height.
"""

import math

import numpy as np

WALKABLE, SHEER = 1, 2
EASE = 0.3        # units: so much nearer than allowed is still allowed
FINE = 25.0       # units between places that are tried along a line, to find where it begins and ends to be free
COARSE = 250.0    # units between samples that become nodes
TURN = math.radians(9.0)
RISKS = 4         # risky links in a way, at most


# --------------------------------------------------------------------------------------------------------- geometry

def point_segments(p, a, b):
    """Distances of points (n) from segments (m)."""
    ab = b - a
    square = np.maximum(np.sum(ab * ab, axis=1), 1e-300)
    ap = p[:, None, :] - a[None, :, :]
    t = np.clip(np.sum(ap * ab[None], axis=2) / square[None], 0, 1)
    d = ap - t[:, :, None] * ab[None]
    return np.sqrt(np.sum(d * d, axis=2))


def cross(u, v):
    return u[..., 0] * v[..., 1] - u[..., 1] * v[..., 0]


def pairs_distance(p, q, a, b):
    """Distances of segments p-q (n) from segments a-b (m)."""
    def from_ends(x, y, s):  # of a point s (m) from the segments x-y (n)
        xy = y - x
        square = np.maximum(np.sum(xy * xy, axis=1), 1e-300)
        xs = s[None, :, :] - x[:, None, :]
        t = np.clip(np.sum(xs * xy[:, None, :], axis=2) / square[:, None], 0, 1)
        d = xs - t[:, :, None] * xy[:, None, :]
        return np.sqrt(np.sum(d * d, axis=2))

    best = np.minimum(point_segments(p, a, b), point_segments(q, a, b))
    best = np.minimum(best, np.minimum(from_ends(p, q, a), from_ends(p, q, b)))
    pq, ab = q - p, b - a
    c_side = cross(pq[:, None, :], a[None] - p[:, None, :])
    d_side = cross(pq[:, None, :], b[None] - p[:, None, :])
    p_side = cross(ab[None], p[:, None, :] - a[None])
    q_side = cross(ab[None], q[:, None, :] - a[None])
    return np.where((c_side * d_side < 0) & (p_side * q_side < 0), 0.0, best)


class Solid:
    """A convex prism."""

    def __init__(self, ring, bottom, top, flags, rails):
        ring = [tuple(map(float, p)) for p in ring]
        area = sum(ring[i - 1][0] * p[1] - p[0] * ring[i - 1][1] for i, p in enumerate(ring))
        rails = list(rails)
        if area < 0:
            ring = ring[::-1]
            rails = rails[::-1][1:] + rails[::-1][:1]
        self.a = np.array(ring)
        self.b = np.roll(self.a, -1, axis=0)
        d = self.b - self.a
        self.u = d / np.hypot(d[:, 0], d[:, 1])[:, None]
        self.out = np.stack([self.u[:, 1], -self.u[:, 0]], axis=1)
        self.length = np.hypot(d[:, 0], d[:, 1])
        self.bottom, self.top, self.flags, self.rails = bottom, top, flags, rails

    def depth(self, p):
        """How far inside points are; negative outside."""
        return np.min(-np.einsum('nkd,kd->nk', p[:, None, :] - self.a[None], self.out), axis=1)

    def part(self, p, q, by):
        """The parts of segments p-q inside, grown by `by`: from, to (empty when from > to)."""
        h_p = np.einsum('nkd,kd->nk', p[:, None, :] - self.a[None], self.out) - by
        h_q = np.einsum('nkd,kd->nk', q[:, None, :] - self.a[None], self.out) - by
        low, high = np.zeros(len(p)), np.ones(len(p))
        for k in range(len(self.a)):
            x, y = h_p[:, k], h_q[:, k]
            with np.errstate(divide='ignore', invalid='ignore'):
                t = x / (x - y)
            low = np.where((x > 0) & (y > 0), 2.0, np.where((x > 0) & (y <= 0), np.maximum(low, t), low))
            high = np.where((x <= 0) & (y > 0), np.minimum(high, t), high)
        return low, high


class Space:
    """A table as a walker sees it."""

    def __init__(self, case):
        self.case = case
        self.width, self.depth = case['size']
        self.r, self.h, self.step = case['walker']
        self.solids = [Solid(**s) for s in case['prisms']]
        self.bodies = case['bodies']
        self.heights = sorted({0} | {s.top for s in self.solids if s.flags & WALKABLE})

    def edges(self, low, high):
        """Edges of solids and railings that reach into the open interval of heights, and those solids."""
        a, b, inside = [], [], []
        for s in self.solids:
            solid = s.top > low and s.bottom < high
            if solid:
                inside.append(s)
            for k in range(len(s.a)):
                rail = s.rails[k] > 0 and s.top + s.rails[k] > low and s.top < high
                if solid or rail:
                    a.append(s.a[k])
                    b.append(s.b[k])
        return np.array(a).reshape(-1, 2), np.array(b).reshape(-1, 2), inside

    def air(self, p, q, low, high):
        """Whether discs moving from p to q are free of what reaches into the heights."""
        a, b, inside = self.edges(low, high)
        good = np.ones(len(p), bool)
        if len(a):
            for i in range(0, len(p), 4000):
                part = slice(i, i + 4000)
                good[part] &= np.min(pairs_distance(p[part], q[part], a, b), axis=1) >= self.r - EASE
        for s in inside:
            good &= s.depth(p) <= EASE
        return good

    def keep(self, body, z):
        """How far from a figure's centre the walker's centre stays at a height; 0 = any."""
        x, y, z_b, radius, height = body
        return self.r + radius if z < z_b + height and z_b < z + self.h else 0

    def free_of_bodies(self, z, p, q):
        good = np.ones(len(p), bool)
        for body in self.bodies:
            keep = self.keep(body, z)
            if keep:
                c = np.array([[body[0], body[1]]], float)
                pq = q - p
                t = np.clip(np.sum((c - p) * pq, axis=1) / np.maximum(np.sum(pq * pq, axis=1), 1e-300), 0, 1)
                d = c - p - t[:, None] * pq
                good &= np.hypot(d[:, 0], d[:, 1]) >= keep - EASE
        return good

    def supported(self, z, p, q):
        if z == 0:
            return np.ones(len(p), bool)
        parts = [s.part(p, q, EASE) for s in self.solids if s.top == z and s.flags & WALKABLE]
        reach = np.zeros(len(p))
        for _ in parts:
            for low, high in parts:
                reach = np.where((low <= reach + 1e-9) & (low <= high), np.maximum(reach, high), reach)
        begins = np.zeros(len(p), bool)
        for low, high in parts:
            begins |= (low <= 1e-9) & (high >= 0)
        return begins & (reach >= 1 - 1e-9)

    def on_table(self, p):
        keep = self.r - EASE
        return (p[:, 0] >= keep) & (p[:, 1] >= keep) & (p[:, 0] <= self.width - keep) & (p[:, 1] <= self.depth - keep)

    def walk(self, z, p, q):
        """Whether straight pieces at a height can be walked (p = q: whether the base can be there)."""
        p, q = np.asarray(p, float).reshape(-1, 2), np.asarray(q, float).reshape(-1, 2)
        return (self.on_table(p) & self.on_table(q) & self.supported(z, p, q) & self.free_of_bodies(z, p, q) &
                self.air(p, q, z + self.step, z + self.h))

    def places(self, z, p):
        return self.walk(z, p, p)

    def drop_beyond(self, z, p, out):
        """What is just outside of points on edges at z: the highest surface below, or -1 where there is no drop."""
        inside, outside = p - out, p + out
        found = np.zeros(len(p))
        for s in self.solids:
            near = s.depth(outside) >= -0.5
            if s.bottom <= z and s.top > z:
                found = np.where(near | (s.depth(inside) >= -0.5), -1, found)
            elif s.bottom <= z and s.top == z:
                found = np.where(near, -1, found)
        for s in sorted(self.solids, key=lambda s: s.top):
            if s.flags & WALKABLE and 0 < s.top < z:
                found = np.where((found >= 0) & (s.depth(outside) >= -0.5), s.top, found)
        off = (outside[:, 0] < 0) | (outside[:, 1] < 0) | (outside[:, 0] > self.width) | (outside[:, 1] > self.depth)
        return np.where(off, -1, found)

    def face_holds(self, low, z, p, out):
        """Whether something climbable is behind the face at all heights from a step above the foot to the top."""
        inside = p - out
        at = np.full(len(p), float(low + self.step))
        for _ in self.solids:
            for s in self.solids:
                if not s.flags & SHEER:
                    at = np.where((s.depth(inside) >= -0.5) & (s.bottom <= at) & (s.top > at), s.top, at)
        return at >= z

    def climbs(self, z, low, p, out):
        """Whether a face can be climbed at points of its edge, from a foot at the height `low`."""
        foot = p + out * self.r
        return (self.places(z, p) & self.places(low, foot) & self.face_holds(low, z, p, out) &
                self.air(foot, foot, low + self.step, z + self.h) & self.air(p, foot, z + self.step, z + self.h))

    def flights(self, z, to, a, b):
        """Whether flights are free: what is no higher than a step or the clearance above the take-off is passed over."""
        over = z + max(self.case['clearance'], self.step, to - z)
        good = self.air(a, b, over, max(z, to) + self.h)
        if to < z:
            good &= self.air(b, b, to + self.step, z + self.h)
        for x, y, z_b, radius, height in self.bodies:
            if z_b + height > over and z_b < max(z, to) + self.h:
                c = np.array([[x, y]], float)
                ab = b - a
                t = np.clip(np.sum((c - a) * ab, axis=1) / np.maximum(np.sum(ab * ab, axis=1), 1e-300), 0, 1)
                d = c - a - t[:, None] * ab
                good &= np.hypot(d[:, 0], d[:, 1]) >= self.r + radius - EASE
        return good


# ------------------------------------------------------------------------------------------------------------ nodes

def runs(good, s, test):
    """The stretches of a line where samples are good, their ends found by halving."""
    found, at = [], 0
    while at < len(s):
        if not good[at]:
            at += 1
            continue
        end = at
        while end + 1 < len(s) and good[end + 1]:
            end += 1
        low, high = s[at], s[end]
        for side in (0, 1):
            inner, outer = (s[at], s[at - 1] if at else None) if side == 0 else (s[end], s[end + 1] if end + 1 < len(s) else None)
            if outer is not None:
                for _ in range(12):
                    middle = (inner + outer) / 2
                    inner, outer = (middle, outer) if test(middle) else (inner, middle)
            low, high = (inner, high) if side == 0 else (low, inner)
        found.append((low, high))
        at = end + 1
    return found


class Line:
    """A straight line on which samples lie, at a height; `test` says where they may."""

    def __init__(self, a, u, length, z):
        self.a, self.u, self.length, self.z = np.asarray(a, float), np.asarray(u, float), length, z

    def at(self, s):
        return self.a[None] + np.atleast_1d(np.asarray(s, float))[:, None] * self.u[None]


def sample(line, test):
    """Places along a line that become samples: on the lines of a common grid, and the ends of what is free."""
    s = np.unique(np.concatenate([np.arange(0, line.length, FINE), [line.length]]))
    good = test(line.at(s))
    if not good.any():
        return []
    found = []
    for low, high in runs(good, s, lambda x: bool(test(line.at(x))[0])):
        found += [low, high]
        axis = 0 if abs(line.u[0]) >= abs(line.u[1]) else 1
        begin, rate = line.a[axis], line.u[axis]
        first, last = sorted((begin + low * rate, begin + high * rate))
        for k in range(math.ceil(first / COARSE), math.floor(last / COARSE) + 1):
            found.append((k * COARSE - begin) / rate)
    return sorted(set(x for x in found if 0 <= x <= line.length))


class Graph:
    """All samples of a space, and what joins them."""

    def __init__(self, space, questions):
        self.space = space
        self.xy, self.z, self.line, self.s, self.mate = [], [], [], [], []
        self.rims, self.links, self.by_ends = [], [], None
        self.ends = [(self.add(start[:2], start[2]), self.add(goal[:2], goal[2])) for start, goal in questions]
        self.corners()
        self.edges()
        self.ladders()
        self.xy = np.array(self.xy, float)
        self.walks()
        self.flights()

    def add(self, xy, z, line=None, s=0.0):
        self.xy.append((float(xy[0]), float(xy[1])))
        self.z.append(z)
        self.line.append(line)
        self.s.append(s)
        self.mate.append(-1)
        return len(self.xy) - 1

    def corners(self):
        space = self.space
        for z in space.heights:
            a, b, _ = space.edges(z + space.step, z + space.h)
            points = [(x, y, space.r) for x, y in {tuple(p) for p in a} | {tuple(p) for p in b}]
            points += [(x, y, space.keep(body, z)) for body in space.bodies for x, y in [body[:2]] if space.keep(body, z)]
            for x, y, radius in sorted(points):
                sides = round(2 * math.pi / TURN)
                angles = np.arange(sides) * TURN
                ring = np.stack([np.cos(angles), np.sin(angles)], axis=1) * radius / math.cos(TURN / 2) + [[x, y]]
                for p in ring[space.places(z, ring)]:
                    self.add(p, z)
                exact = np.stack([np.cos(angles), np.sin(angles)], axis=1) * radius + [[x, y]]
                for p in exact[space.places(z, exact)][::2]:
                    self.add(p, z)
            if z:
                tops = [s for s in space.solids if s.top == z and s.flags & WALKABLE]
                points = [p for s in tops for p in s.a]
                for i, s in enumerate(tops):
                    for other in tops[i + 1:]:
                        points += crossings(s, other)
                points = np.array(points).reshape(-1, 2)
                for p in points[space.places(z, points)]:
                    self.add(p, z)

    def edges(self):
        """Samples on rims, at the feet of faces, and beside everything that can be landed behind; and climbs."""
        space = self.space
        for solid in space.solids:
            for k in range(len(solid.a)):
                out = solid.out[k]
                if solid.flags & WALKABLE and solid.top >= 0:
                    z = solid.top
                    line = Line(solid.a[k], solid.u[k], solid.length[k], z)
                    for s in sample(line, lambda p: space.places(z, p) & (space.drop_beyond(z, p, out[None]) >= 0)):
                        self.rim(self.add(line.at(s)[0], z, line, s), out)
                    for low in space.heights:
                        if z - low > space.step:
                            self.climb(line, low, out)
                for z in space.heights:
                    if solid.top + solid.rails[k] > z + space.step:
                        for side in (1, -1):
                            line = Line(solid.a[k] + side * out * space.r, solid.u[k], solid.length[k], z)
                            for s in sample(line, lambda p: space.places(z, p)):
                                self.add(line.at(s)[0], z, line, s)

    def rim(self, node, out):
        p = np.array([self.xy[node]])
        u = np.array([-out[1], out[0]])
        z = self.z[node]
        below = {float(x) for shift in (-2, 0, 2) for x in self.space.drop_beyond(z, p + u[None] * shift, out[None])}
        for b in sorted(below):
            if b >= 0 and z - b > self.space.step:
                self.rims.append((node, out, b))

    def climb(self, line, low, out):
        space, z = self.space, line.z
        foot_line = Line(line.a + out * space.r, line.u, line.length, low)
        for s in sample(line, lambda p: space.climbs(z, low, p, out[None])):
            top, foot = self.add(line.at(s)[0], z, line, s), self.add(foot_line.at(s)[0], low, foot_line, s)
            self.mate[top], self.mate[foot] = foot, top
            cost = z - low + space.r
            self.links.append((foot, top, cost, 'climb', out))
            self.links.append((top, foot, cost, 'climb', out))
            below = space.drop_beyond(z, np.array([self.xy[top]]), out[None])[0]
            if below >= 0 and z - below > space.step:
                self.rims.append((top, out, below))

    def ladders(self):
        space = self.space
        for fx, fy, fz, hx, hy, hz in space.case['ladders']:
            if space.places(fz, [[fx, fy]])[0] and space.places(hz, [[hx, hy]])[0]:
                foot, head = self.add((fx, fy), fz), self.add((hx, hy), hz)
                self.links.append((foot, head, hz - fz, 'ladder', None))
                self.links.append((head, foot, hz - fz, 'ladder', None))

    def walks(self):
        n = len(self.xy)
        self.cost = np.full((n, n), np.inf)
        z = np.array(self.z)
        for height in self.space.heights:
            at = np.nonzero(z == height)[0]
            i, j = np.triu_indices(len(at), 1)
            p, q = self.xy[at[i]], self.xy[at[j]]
            length = np.hypot(*(q - p).T)
            near = length <= self.space.case['limit']
            i, j, p, q, length = i[near], j[near], p[near], q[near], length[near]
            good = self.space.walk(height, p, q)
            self.cost[at[i[good]], at[j[good]]] = length[good]
            self.cost[at[j[good]], at[i[good]]] = length[good]

    def flights(self):
        """Jumps and drops from rims to every sample where one can land."""
        space, case = self.space, self.space.case
        z = np.array(self.z)
        for node, out, below in self.rims:
            here = self.xy[node]
            for to in space.heights:
                jump = to > below + space.step
                if to - self.z[node] > case['rise'] if jump else self.z[node] - to <= space.step:
                    continue
                at = np.nonzero(z == to)[0]
                d = self.xy[at] - here[None]
                length = np.hypot(d[:, 0], d[:, 1])
                pick = (length <= case['jump'] + 1e-6) & (d @ out >= 1)
                at, length = at[pick], length[pick]
                if not len(at):
                    continue
                a = np.repeat(here[None], len(at), axis=0)
                good = space.flights(self.z[node], to, a, self.xy[at])
                for k in np.nonzero(good)[0]:
                    self.links.append((node, int(at[k]), float(length[k]), 'jump' if jump else 'drop', out))

    def risk(self, kind, length):
        """Which risk a link takes (0 climb, 1 jump, 2 drop; -1 none), None when it may not be taken."""
        case = self.space.case
        if kind == 'climb':
            return 0 if case['chances'][0] < 1 else -1
        if kind == 'ladder':
            return -1
        if kind == 'jump':
            return -1 if length <= case['free_gap'] + 1e-6 else 1
        return 2

    def cheapest(self, question):
        """For every count of risks (climbs, jumps, drops): the cost of the goal and the way to it."""
        start, goal = self.ends[question]
        n, limit = len(self.xy), self.space.case['limit']
        risky, safe = [[], [], []], []
        for link in self.links:
            kind = self.risk(link[3], link[2])
            (safe if kind < 0 else risky[kind]).append(link)
        arrays = [arrays_of(r) for r in risky]
        safe = arrays_of(safe)
        layers, found = {}, {}
        for total in range(RISKS + 1):
            for c in range(total + 1):
                for j in range(total - c + 1):
                    key = (c, j, total - c - j)
                    cost = np.full(n, np.inf)
                    before = np.full((n, 2), -1)
                    if total == 0:
                        cost[start] = 0
                    for k in range(3):
                        if key[k]:
                            less = tuple(v - (i == k) for i, v in enumerate(key))
                            enter(cost, before, layers[less][0], arrays[k], k)
                    self.settle(cost, before, safe, limit)
                    layers[key] = (cost, before)
                    if cost[goal] <= limit:
                        found[key] = cost[goal], trace(layers, key, goal)
        return found

    def settle(self, cost, before, safe, limit):
        done = np.zeros(len(cost), bool)
        for _ in range(len(cost)):
            node = int(np.argmin(np.where(done, np.inf, cost)))
            if done[node] or cost[node] > limit:
                return
            done[node] = True
            through = cost[node] + self.cost[node]
            better = through < cost
            cost[better] = through[better]
            before[better] = (node, -1)
            if len(safe[0]):
                for k in np.nonzero(safe[0] == node)[0]:
                    to = safe[1][k]
                    if cost[node] + safe[2][k] < cost[to]:
                        cost[to] = cost[node] + safe[2][k]
                        before[to] = (node, 10 + k)


def trace(layers, key, node):
    """The nodes of the way that leads to a node."""
    way = [node]
    for _ in range(1000):
        back, how = layers[key][1][node]
        if back < 0:
            break
        if 0 <= how < 3:
            key = tuple(v - (i == how) for i, v in enumerate(key))
        node = int(back)
        way.append(node)
    return way[::-1]


def arrays_of(links):
    return (np.array([l[0] for l in links], int), np.array([l[1] for l in links], int),
            np.array([l[2] for l in links], float))


def enter(cost, before, old, links, kind):
    if not len(links[0]):
        return
    through = old[links[0]] + links[2]
    for k in np.argsort(through, kind='stable'):
        if not through[k] < np.inf:
            break
        if through[k] < cost[links[1][k]]:
            cost[links[1][k]] = through[k]
            before[links[1][k]] = (links[0][k], kind)


def crossings(s, t):
    found = []
    for k in range(len(s.a)):
        for m in range(len(t.a)):
            d = cross(s.u[k], t.u[m])
            if abs(d) > 1e-9:
                x = cross(t.a[m] - s.a[k], t.u[m]) / d
                y = cross(t.a[m] - s.a[k], s.u[k]) / d
                if -1 <= x <= s.length[k] + 1 and -1 <= y <= t.length[m] + 1:
                    found.append(s.a[k] + s.u[k] * x)
    return found


# -------------------------------------------------------------------------------------------------------- refining

class Way:
    """A way over samples, which can be moved along their lines."""

    def __init__(self, graph, nodes):
        self.graph, self.nodes = graph, nodes
        if graph.by_ends is None:
            graph.by_ends = {}
            for link in graph.links:
                graph.by_ends.setdefault((link[0], link[1]), []).append(link)
        kinds, self.hops = graph.by_ends, []
        for a, b in zip(nodes, nodes[1:]):
            walk = graph.cost[a, b]
            links = [l for l in kinds.get((a, b), []) if not walk <= l[2]]
            self.hops.append(min(links, key=lambda l: l[2]) if links else None)
        self.risks = [graph.risk(h[3], h[2]) if h else -1 for h in self.hops]
        self.s = [graph.s[n] for n in nodes]
        self.free = [i for i, n in enumerate(nodes) if graph.line[n] is not None and 0 < i < len(nodes) - 1]

    def at(self, s):
        g = self.graph
        return [g.line[n].at(x)[0] if g.line[n] is not None else np.array(g.xy[n]) for n, x in zip(self.nodes, s)]

    def cost(self, s):
        """What it costs with samples moved so; infinite when it is not legal."""
        g, space = self.graph, self.graph.space
        p, total = self.at(s), 0.0
        for n, x in zip(self.nodes, s):
            if g.line[n] is not None and not 0 <= x <= g.line[n].length:
                return math.inf
        for i, hop in enumerate(self.hops):
            z, to = g.z[self.nodes[i]], g.z[self.nodes[i + 1]]
            a, b = p[i][None], p[i + 1][None]
            length = float(np.hypot(*(b - a)[0]))
            if hop is None:
                if not space.walk(z, a, b)[0]:
                    return math.inf
                total += length
            elif hop[3] == 'climb':
                edge, out = (a, hop[4][None]) if z > to else (b, hop[4][None])
                if abs(length - space.r) > 1e-6 or not space.climbs(max(z, to), min(z, to), edge, out)[0]:
                    return math.inf
                total += abs(z - to) + space.r
            elif hop[3] == 'ladder':
                total += abs(z - to)
            else:
                if not self.flight(hop, z, to, a, b, length, self.risks[i]):
                    return math.inf
                total += length
        return total

    def flight(self, hop, z, to, a, b, length, risk):
        space = self.graph.space
        below = space.drop_beyond(z, a, hop[4][None])[0]
        most = space.case['free_gap'] if risk < 0 else space.case['jump']
        if below < 0 or z - below <= space.step or length > most + 1e-6 or float((b - a)[0] @ hop[4]) < 1:
            return False
        if (to > below + space.step) != (hop[3] == 'jump'):
            return False
        return bool(space.places(z, a)[0] and space.places(to, b)[0] and space.flights(z, to, a, b)[0])

    def moves(self):
        """Samples that are moved together: each one, both ends of a link, and all from one on."""
        found = []
        for i in self.free:
            found.append([(i, 1.0)])
        for i, hop in enumerate(self.hops):
            if hop is not None and i in self.free and i + 1 in self.free:
                u, v = self.graph.line[self.nodes[i]].u, self.graph.line[self.nodes[i + 1]].u
                found.append([(i, 1.0), (i + 1, 1.0 if u @ v >= 0 else -1.0)])
        if len(self.free) > 2:
            u = self.graph.line[self.nodes[self.free[0]]].u
            found.append([(i, 1.0 if u @ self.graph.line[self.nodes[i]].u >= 0 else -1.0) for i in self.free])
        return found

    def refine(self):
        best = self.cost(self.s)
        moves, step = self.moves(), COARSE / 2
        while step > 0.2 and math.isfinite(best):
            gained = False
            for move in moves:
                for sign in (1, -1):
                    s = list(self.s)
                    for i, k in move:
                        line = self.graph.line[self.nodes[i]]
                        s[i] = min(max(s[i] + sign * k * step, 0), line.length)
                    cost = self.cost(s)
                    if cost < best - 1e-6:
                        best, self.s, gained = cost, s, True
            if not gained:
                step /= 2
        return best


# ---------------------------------------------------------------------------------------------------------- answers

def pareto(case, questions):
    """For each question the Pareto set of costs and chances, as far as it has at most RISKS risky links."""
    graph = Graph(Space(case), questions)
    climb, jump, drop = case['chances']
    answers = []
    for question in range(len(questions)):
        best = []
        for (c, j, d), (cost, nodes) in sorted(graph.cheapest(question).items(), key=lambda item: item[1][0]):
            chance = climb ** c * jump ** j * drop ** d
            if not any(old[0] <= cost and old[1] >= chance - 1e-12 for old in best):
                best.append((cost, chance, nodes))
        answers.append([(min(cost, Way(graph, nodes).refine()), chance,
                         [tuple(map(float, graph.xy[n])) + (graph.z[n],) for n in nodes]) for cost, chance, nodes in best])
    return answers
