"""Shortest walks of a round base on a table, by brute force: a visibility graph with polygons around corners.

Around each corner stands a polygon whose sides touch the circle of the base's radius, so every walk along the graph is
a legal one and its length an upper bound of the shortest (an arc is counted as an arc). Sides that could squeeze
through a gap of exactly the base's width are put there. Where levels meet, walks also bend at points: where a border
turns, crosses another one, or meets the line that keeps off a wall.
"""

import heapq
import math

import numpy as np

from table_space import NEVER, crossings, distances, stretches

TIGHT = 1e-5              # ease of the walks looked for here
TURN = math.radians(6.0)  # of one side of a polygon around a corner
LOOKS, PROBE = 24, 0.05   # directions looked at around a turning point, and how far


class Graph:
    """The visibility graph of a space, from one start to any number of goals."""

    def __init__(self, space):
        self.space = space
        self.xy, self.before, self.after, self.chain = [], [], [], []
        self.borders = np.zeros((0, 4))
        self.used = np.ones(space.count, bool)

    def special(self, x, y, radius, mask):
        """Directions from a corner towards what is just one base's width away, and towards points on its circle."""
        space, found = self.space, []
        pick = (space.masks & mask).any(axis=1)
        if not np.any(pick):
            return found
        edges = space.edges[pick]
        a, ab = edges[:, :2], edges[:, 2:] - edges[:, :2]
        square = np.maximum(np.sum(ab * ab, axis=1), 1e-300)
        t = np.clip(np.sum((np.array([x, y]) - a) * ab, axis=1) / square, 0, 1)
        to = a + t[:, None] * ab - np.array([x, y])
        gap = np.hypot(to[:, 0], to[:, 1])
        for k in np.nonzero(np.abs(gap - radius - space.radii[pick]) < 3)[0]:
            found.append(math.atan2(to[k, 1], to[k, 0]))
        to = self.loose_points - np.array([x, y])
        for k in np.nonzero(np.abs(np.hypot(to[:, 0], to[:, 1]) - radius) < 3)[0]:
            found.append(math.atan2(to[k, 1], to[k, 0]))
        return found

    def around(self, corner):
        """The polygon around a corner: its sides touch the circle at `angles`, its corners are the nodes."""
        x, y, radius, first, last, mask = corner
        mask = mask & self.used
        if not np.any(mask) or radius <= 0:
            return
        full = last - first > 6.28
        sides = max(1, math.ceil((last - first) / TURN - 1e-9))
        angles = [first + (last - first) * k / sides for k in range(sides + 1)]
        for angle in self.special(x, y, radius, mask):
            angle = first + (angle - first) % (2 * math.pi)
            if first < angle < last and min(abs(angle - other) for other in angles) > 1e-4:
                angles.append(angle)
        angles = np.array(sorted(angles))
        half = (angles[1:] - angles[:-1]) / 2
        middle = angles[:-1] + half
        far = radius / np.cos(half)
        nodes = np.column_stack([x + far * np.cos(middle), y + far * np.sin(middle)])
        base = len(self.xy)
        for k in range(len(nodes)):
            self.xy.append(nodes[k])
            self.before.append((math.sin(angles[k]), -math.cos(angles[k])))
            self.after.append((-math.sin(angles[k + 1]), math.cos(angles[k + 1])))
            if k + 1 < len(nodes) or full:
                other = base + (k + 1) % len(nodes)
                self.chain.append((base + k, other, radius * (half[k] + half[(k + 1) % len(half)])))

    def turning_points(self):
        """Where borders turn, cross each other, or meet the line that keeps off a wall."""
        space = self.space
        shapes = [s for s in space.low + space.surface if np.any(s.mask & self.used)]
        if not shapes:
            return np.zeros((0, 2))
        edges = np.unique(np.round(np.vstack([s.edges for s in shapes]), 6), axis=0)
        self.borders = edges
        found = [edges[:, :2]]
        a, b = edges[:, :2], edges[:, 2:]
        t = crossings(a, b, edges)
        s = crossings(a, b, edges).T
        both = (t > 0) & (t < 1) & (s > -NEVER)
        i, j = np.nonzero(both)
        found.append(a[i] + (b - a)[i] * t[i, j][:, None])
        pick = (space.masks & self.used).any(axis=1)
        for ease in (0.0, TIGHT / 2):
            for t in stretches(a, b, space.edges[pick], space.radii[pick] - ease):
                i, j = np.nonzero((t > 0) & (t < 1))
                found.append(a[i] + (b - a)[i] * t[i, j][:, None])
        points = np.vstack(found)
        return points[np.unique(np.round(points, 3), axis=0, return_index=True)[1]]

    def build(self, start, level, goals, goal_levels):
        """All nodes: start, goals, corners, turning points."""
        space = self.space
        self.used = space.connected(level)
        points = self.turning_points()
        loose = self.loose_points = np.vstack([[start], np.reshape(goals, (-1, 2)), points])
        for corner in space.corners:
            self.around(corner)
        xy = np.vstack([loose, np.reshape(self.xy, (-1, 2))])
        count = len(loose)
        masks = space.passes(xy, TIGHT) & self.used
        masks[0] = self.group(masks[0], level)
        for k, goal_level in enumerate(goal_levels):
            masks[1 + k] = self.group(masks[1 + k], goal_level)
        self.nodes, self.masks, self.goals = xy, masks, len(goals)
        self.loose = count
        zero = np.zeros((count, 2))
        self.d_before = np.vstack([zero, np.reshape(self.before, (-1, 2))])
        self.d_after = np.vstack([zero, np.reshape(self.after, (-1, 2))])
        self.split()
        self.trim()

    def trim(self):
        """Drops turning points that nothing bends around: where no direction is blocked, or half of them and more.
        Around the others, before and after are the first and the last direction known to be blocked; a step too high
        blocks, too. Between an open direction and a blocked one nothing is known: a walk can leave along the circle
        that begins there."""
        first = 1 + self.goals
        chosen = np.nonzero(self.origin < self.loose)[0]
        chosen = chosen[chosen >= first]
        if not len(chosen):
            return
        angles = self.directions(self.nodes[chosen])
        count = angles.shape[1]
        ring = PROBE * np.stack([np.cos(angles), np.sin(angles)], axis=2)
        at = (self.nodes[chosen][:, None] + ring).reshape(-1, 2)
        ok = self.space.passes(at, TIGHT).reshape(len(chosen), count, -1) & self.node_masks[chosen][:, None]
        wide = ok | ((ok.astype(np.float32) @ self.space.next.astype(np.float32)) > 0)
        blocked = np.zeros((len(chosen), 2 * count), bool)
        shut = ~ok.any(axis=2)
        blocked[:, ::2] = shut
        blocked[:, 1::2] = ~(wide & np.roll(ok, -1, axis=1)).any(axis=2) & (shut == np.roll(shut, -1, axis=1))
        after = np.hstack([angles[:, 1:], angles[:, :1] + 2 * math.pi])
        turns = np.empty(blocked.shape)
        turns[:, ::2], turns[:, 1::2] = angles, (angles + after) / 2
        # Floors above each other that meet in a point are looked at as one: no direction of theirs is known to be open.
        near = (self.space.next | np.eye(self.space.count, dtype=bool)).astype(np.float32)
        stacked = ((ok.astype(np.float32) @ (1 - near)) * ok > 0).any(axis=(1, 2))
        keep = np.ones(len(self.nodes), bool)
        for node, row, turn, several in zip(chosen, blocked, turns, stacked):
            if several:
                continue
            begins = np.nonzero(row & ~np.roll(row, 1))[0]
            if not np.any(row):
                keep[node] = False
            elif len(begins) == 1:
                low = turn[begins[0]]
                high = low + (turn[np.nonzero(row & ~np.roll(row, -1))[0][0]] - low) % (2 * math.pi)
                if high - low > math.radians(310):
                    continue  # so narrow that another direction may have been missed
                keep[node] = high - low < math.pi - 1e-9
                self.d_before[node] = (math.cos(low), math.sin(low))
                self.d_after[node] = (math.cos(high), math.sin(high))
        self.nodes, self.node_masks, self.origin = self.nodes[keep], self.node_masks[keep], self.origin[keep]
        self.d_before, self.d_after = self.d_before[keep], self.d_after[keep]

    def directions(self, points):
        """Directions to look into from each point: all around, and along the borders that meet there."""
        angles = np.tile(np.arange(LOOKS) * 2 * math.pi / LOOKS, (len(points), 1))
        more = np.zeros((len(points), 8))
        edges = self.borders
        i, j = np.nonzero(distances(points, edges) < 2e-3) if len(edges) else ([], [])
        used = [0] * len(points)
        for point, edge in zip(i, j):
            turn = math.atan2(edges[edge, 3] - edges[edge, 1], edges[edge, 2] - edges[edge, 0])
            for angle in (turn % (2 * math.pi), (turn + math.pi) % (2 * math.pi)):
                if used[point] < 8 and not np.any(np.abs(more[point, :used[point]] - angle) < 1e-9):
                    more[point, used[point]] = angle
                    used[point] += 1
        return np.sort(np.hstack([angles, more]), axis=1)

    def group(self, mask, level):
        """The levels of a point that are one place with the given one."""
        found = (np.arange(len(mask)) == level) & mask
        for _ in range(len(mask)):
            found = found | (((found @ self.space.next.astype(int)) > 0) & mask)
        return found

    def split(self):
        """A point on levels far apart is several nodes; one that passes nowhere is none."""
        keep, masks = [], []
        for k in range(len(self.nodes)):
            if k <= self.goals:
                keep.append(k)
                masks.append(self.masks[k])
                continue
            left = self.masks[k].copy()
            while np.any(left):
                group = self.group(left, int(np.argmax(left)))
                keep.append(k)
                masks.append(group)
                left &= ~group
        self.origin = np.array(keep)
        self.node_masks = np.array(masks)
        self.nodes = self.nodes[self.origin]
        self.d_before, self.d_after = self.d_before[self.origin], self.d_after[self.origin]

    def taut(self, nodes, dx, dy):
        """Whether straight pieces from nodes pass their corner without cutting into it."""
        one = dx * self.d_before[nodes, 1:2] - dy * self.d_before[nodes, 0:1]
        two = dx * self.d_after[nodes, 1:2] - dy * self.d_after[nodes, 0:1]
        slack = 1e-6 * (np.hypot(dx, dy) + 1)
        return ((one >= -slack) & (two >= -slack)) | ((one <= slack) & (two <= slack))

    def pairs(self):
        """Pairs of nodes that a taut walk could join: a straight piece that passes a corner without cutting into it."""
        x, y = self.nodes[:, 0], self.nodes[:, 1]
        dx, dy = x[None] - x[:, None], y[None] - y[:, None]
        length = np.hypot(dx, dy)
        taut = self.taut(slice(None), dx, dy)
        taut &= taut.T
        alive = self.node_masks.any(axis=1)
        taut &= alive[:, None] & alive[None]
        goals = np.zeros(len(x), bool)
        goals[1:1 + self.goals] = True
        taut &= ~(goals[:, None] & goals[None])
        taut &= length > 1e-6
        i, j = np.nonzero(np.triu(taut, 1))
        return i, j, length[i, j]

    def edges(self):
        """(i, j, length) of all legal joins."""
        i, j, length = self.pairs()
        ends = self.space.piece_legal(self.nodes[i], self.nodes[j], self.node_masks[i], TIGHT)
        good = (ends & self.node_masks[j]).any(axis=1)
        joins = [(int(a), int(b), float(c)) for a, b, c in zip(i[good], j[good], length[good])]
        where = {}
        for node, origin in enumerate(self.origin):
            where.setdefault(int(origin) - self.loose, []).append(node)
        chain = [(u, v, arc) for a, b, arc in self.chain for u in where.get(a, ()) for v in where.get(b, ())]
        if chain:
            u, v, arc = (np.array(column) for column in zip(*chain))
            ends = self.space.piece_legal(self.nodes[u], self.nodes[v], self.node_masks[u], TIGHT)
            good = (ends & self.node_masks[v]).any(axis=1)
            joins += [(int(a), int(b), float(c)) for a, b, c in zip(u[good], v[good], arc[good])]
        at = {}
        for node in range(1 + self.goals, len(self.nodes)):
            at.setdefault((round(self.nodes[node][0], 4), round(self.nodes[node][1], 4)), []).append(node)
        for same in at.values():
            joins += [(u, v, 0.0) for u in same for v in same
                      if u < v and np.any(self.node_masks[u] & self.node_masks[v])]
        return joins

    def lengths(self):
        """The length of the shortest walk found to each goal; None where there is none."""
        around = [[] for _ in self.nodes]
        for a, b, length in self.edges():
            around[a].append((b, length))
            around[b].append((a, length))
        best, queue, self.came = [math.inf] * len(self.nodes), [(0.0, 0)], [-1] * len(self.nodes)
        best[0] = 0.0
        while queue:
            cost, node = heapq.heappop(queue)
            if cost > best[node] or (0 < node <= self.goals):
                continue
            for other, length in around[node]:
                if cost + length < best[other]:
                    best[other] = cost + length
                    self.came[other] = node
                    heapq.heappush(queue, (cost + length, other))
        self.best = np.array(best)
        return [best[1 + k] if best[1 + k] < math.inf else None for k in range(self.goals)]

    def last_pieces(self, points, dearest):
        """Taut straight pieces from nodes to other points that would cost no more than so much there, if they can be
        walked: (node, point, cost)."""
        nodes = np.nonzero(self.best < math.inf)[0]
        nodes = nodes[(nodes == 0) | (nodes > self.goals)]
        dx, dy = points[None, :, 0] - self.nodes[nodes, 0:1], points[None, :, 1] - self.nodes[nodes, 1:2]
        cost = self.best[nodes][:, None] + np.hypot(dx, dy)
        i, j = np.nonzero((cost <= dearest[None]) & self.taut(nodes, dx, dy))
        return nodes[i], j, cost[i, j]

    def joined(self, nodes, points, groups):
        """Which straight pieces from nodes to points, as one of their levels, can be walked."""
        ends = self.space.piece_legal(self.nodes[nodes], points, self.node_masks[nodes], TIGHT)
        return (ends & groups).any(axis=1)

    def groups(self, points, levels):
        """The levels that are one place with the given one, of each point."""
        masks = self.space.passes(points, TIGHT) & self.used
        return np.array([self.group(mask, level) for mask, level in zip(masks, levels)])

    def way(self, goal):
        """The points of the walk found to a goal."""
        node, points = 1 + goal, []
        while node >= 0:
            points.append(tuple(float(v) for v in self.nodes[node]))
            node = self.came[node]
        return points[::-1]


def shortest(space, start, level, goals, goal_levels):
    """Lengths from a place to others, and the graph they were found in."""
    graph = Graph(space)
    graph.build(start, level, goals, goal_levels)
    return graph.lengths(), graph


def same_place_lengths(space, start, level, goals, goal_levels):
    """As `shortest`, with goals at the start itself costing nothing."""
    lengths, graph = shortest(space, start, level, goals, goal_levels)
    for k, (goal, goal_level) in enumerate(zip(goals, goal_levels)):
        if math.hypot(goal[0] - start[0], goal[1] - start[1]) < 1e-6 and goal_level == level and \
                space.passes([start], TIGHT)[0, level]:
            lengths[k] = 0.0
    return lengths, graph
