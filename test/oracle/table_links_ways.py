"""Routes over walks and links by brute force.

`Graph` samples rims, feet of faces and every line on which one can land, joins all samples that can be walked, and
finds the cheapest way for every count of risky links. The samples of the best ways are then moved about on their lines
until nothing is gained (`Way`). Every way found is legal by the strict reading of table_links, so its cost is an upper
bound of the cheapest one.
"""

import copy
import math

import numpy as np

import table_space as ts
import table_walks as tw
from table_links import CLIMB, DROP, JUMP, LADDER, MUST, Rules

FINE = 50.0           # units between places that are tried along a line, to find where it begins and ends to be free
COARSE = 500.0        # units between samples that become nodes
TURN = math.radians(10.0)
GRAZE = 0.02          # of its length a flight leads outwards at least: what runs along a rim is not asked for
RISKS = 3             # risky links in a way, at most


# ------------------------------------------------------------------------------------------------------------- nodes

class Line:
    """A straight line on which samples lie, at a height."""

    def __init__(self, a, u, length, z):
        self.a, self.u, self.length, self.z = np.asarray(a, float), np.asarray(u, float), float(length), z

    def at(self, s):
        return self.a[None] + np.atleast_1d(np.asarray(s, float))[:, None] * self.u[None]


def runs(good, s, test):
    """The stretches of a line where samples are good, their ends found by halving."""
    ends, found = [], []
    flips = np.nonzero(good[1:] != good[:-1])[0]
    if len(flips):
        inner, outer = np.where(good[flips], s[flips], s[flips + 1]), np.where(good[flips], s[flips + 1], s[flips])
        for _ in range(9):
            middle = (inner + outer) / 2
            ok = test(middle)
            inner, outer = np.where(ok, middle, inner), np.where(ok, outer, middle)
        ends = list(inner)
    if good[0]:
        ends = [s[0]] + ends
    if good[-1]:
        ends = ends + [s[-1]]
    for k in range(0, len(ends) - 1, 2):
        found.append((ends[k], ends[k + 1]))
    return found


def sample(line, test, apart=COARSE):
    """Places along a line that become samples: on the lines of a common grid, and the ends of what is free."""
    s = np.linspace(0, line.length, max(2, math.ceil(line.length / FINE) + 1))
    good = test(line.at(s))
    if not good.any():
        return []
    found = []
    axis = 0 if abs(line.u[0]) >= abs(line.u[1]) else 1
    begin, rate = line.a[axis], line.u[axis]
    for low, high in runs(good, s, lambda x: test(line.at(x))):
        found += [low, high]
        first, last = sorted((begin + low * rate, begin + high * rate))
        found += [(k * apart - begin) / rate for k in range(math.ceil(first / apart), math.floor(last / apart) + 1)]
    return sorted({min(max(x, 0.0), line.length) for x in found})


class Graph:
    """All samples of a table, and what joins them: from one start to its goals and spots."""

    def __init__(self, rules, start, goals):
        self.rules, self.limit = rules, rules.case['limit']
        self.xy, self.z, self.line, self.s, self.turn, self.known = [], [], [], [], [], {}
        self.links = []  # (from, to, length in plan, kind, edge)
        self.start = self.add(start[:2], start[2])
        self.goals = [self.add(g[:2], g[2]) for g in goals]
        self.rims, self.spare = [], []
        self.climbs()
        self.takeoffs()
        self.ladders()
        self.corners()
        self.landings()
        self.flights()
        self.walks()

    def add(self, xy, z, line=None, s=0.0, turn=(0, 0, 0, 0)):
        """A sample; one that was there already when it is to be moved on the same line, or on none."""
        key = round(float(xy[0]), 3), round(float(xy[1]), 3), z, turn
        key += (*np.round(line.a, 3), *np.round(line.u, 6)) if line else ()
        if key in self.known:
            return self.known[key]
        self.known[key] = len(self.xy)
        self.xy.append((float(xy[0]), float(xy[1])))
        self.z.append(z)
        self.line.append(line)
        self.s.append(s)
        self.turn.append(turn)
        return len(self.xy) - 1

    def climbs(self):
        rules, leeway = self.rules, self.rules.rules['leeway']
        for edge in rules.edges:
            for low in rules.heights:
                if edge.z - low <= rules.step:
                    continue
                top_line = Line(edge.a - edge.out * rules.inner, edge.u, edge.length, edge.z)
                foot_line = Line(edge.a + edge.out * rules.r, edge.u, edge.length, low)

                def legal(s_foot, s_top):
                    return rules.climbs(edge, low, np.atleast_1d(s_foot), np.atleast_1d(s_top), MUST)
                for s in sample(top_line, lambda p: legal((p - top_line.a) @ edge.u, (p - top_line.a) @ edge.u)):
                    top = self.add(top_line.at(s)[0], edge.z, top_line, s)
                    self.rim(top, edge)
                    for aside in ((0, leeway, -leeway) if leeway else (0,)):
                        if aside == 0 or (0 <= s + aside <= edge.length and legal(s + aside, s)[0]):
                            foot = self.add(foot_line.at(s + aside)[0], low, foot_line, s + aside)
                            self.links += [(foot, top, self.slide(aside), CLIMB, edge),
                                           (top, foot, self.slide(aside), CLIMB, edge)]

    def slide(self, aside):
        """What a climb goes in plan: the slide onto the edge, and the way sideways."""
        return self.rules.r + self.rules.inner + abs(aside)

    def rim(self, node, edge):
        """Notes a place to take off from, where it is certain what is below."""
        p = np.array([self.xy[node]]) + edge.out[None] * self.rules.inner
        belows = set(self.rules.belows(edge, p)[0])
        below = min(belows)
        if len(belows) == 1 and below >= 0 and edge.z - below > self.rules.least_drop():
            self.rims.append((node, edge, below))

    def takeoffs(self):
        rules = self.rules
        for edge in rules.edges:
            line = Line(edge.a - edge.out * rules.inner, edge.u, edge.length, edge.z)

            def legal(p):
                return rules.places(edge.z, p, MUST) & (rules.beyond(edge.z, p + edge.out[None] * rules.inner,
                                                                     edge.out[None]) >= 0)
            for s in sample(line, legal):
                self.rim(self.add(line.at(s)[0], edge.z, line, s), edge)

    def ladders(self):
        rules = self.rules
        for fx, fy, fz, hx, hy, hz in rules.case['ladders']:
            if rules.places(fz, [[fx, fy]], MUST)[0] and rules.places(hz, [[hx, hy]], MUST)[0]:
                foot, head = self.add((fx, fy), fz), self.add((hx, hy), hz)
                self.links += [(foot, head, 0.0, LADDER, None), (head, foot, 0.0, LADDER, None)]

    def corners(self):
        """What walks bend around, and landings on the arcs around corners."""
        space = self.rules.space
        for x, y, radius, first, last, mask in space.corners:
            sides = max(1, math.ceil((last - first) / TURN - 1e-9))
            angles = first + (last - first) * np.arange(sides + 1) / sides
            middle, far = (angles[1:] + angles[:-1]) / 2, radius / math.cos((last - first) / sides / 2)
            p = np.column_stack([x + far * np.cos(middle), y + far * np.sin(middle)])
            exact = np.column_stack([x + radius * np.cos(angles), y + radius * np.sin(angles)])[::2]
            good, landing = space.passes(p, MUST) & mask, space.passes(exact, MUST) & mask
            for k, level in zip(*np.nonzero(good)):
                self.add(p[k], space.heights[level], None, 0.0, (math.sin(angles[k]), -math.cos(angles[k]),
                                                                 -math.sin(angles[k + 1]), math.cos(angles[k + 1])))
            self.spare += [(exact[k], space.heights[level], None, 0.0) for k, level in zip(*np.nonzero(landing))]
        points = tw.Graph(space).turning_points()
        if len(points):
            for k, level in zip(*np.nonzero(space.passes(points, MUST))):
                self.add(points[k], space.heights[level])

    def landings(self):
        """Lines on which one can come down: beside walls, on rims, at the edges of what is low."""
        space, lines = self.rules.space, {}
        for edge, radius, mask in zip(space.edges, space.radii, space.masks):
            length = math.hypot(edge[2] - edge[0], edge[3] - edge[1])
            if length:
                u = (edge[2:] - edge[:2]) / length
                for side in (radius, -radius):
                    a = edge[:2] + side * np.array([u[1], -u[0]])
                    lines.setdefault((*np.round(a, 3), *np.round(u, 6), length),
                                     [a, u, np.zeros(space.count, bool)])[2] |= mask
        for shape in space.low + space.surface:
            for edge in shape.edges:
                length = math.hypot(edge[2] - edge[0], edge[3] - edge[1])
                u = (edge[2:] - edge[:2]) / length
                lines.setdefault((*np.round(edge[:2], 3), *np.round(u, 6), length),
                                 [edge[:2], u, np.zeros(space.count, bool)])[2] |= shape.mask
        near = np.array([self.xy[node] for node, _, _ in self.rims]).reshape(-1, 2)
        for key, (a, u, mask) in lines.items():
            b = a + u * key[4]
            if not len(near) or ts.distances(near, np.array([[*a, *b]])).min() > self.rules.rules['jump']:
                continue
            for level in np.nonzero(mask)[0]:
                line = Line(a, u, key[4], space.heights[level])
                for s in sample(line, lambda p: space.passes(p, MUST)[:, level]):
                    self.spare.append((line.at(s)[0], line.z, line, s))

    def flights(self):
        """Jumps and drops from rims to every place where one can land; those that nobody lands on are left out."""
        rules, most = self.rules, self.rules.rules['jump']
        places = [(np.array(self.xy[n]), self.z[n], n) for n in range(len(self.xy))] + \
            [(p, z, None) for p, z, _, _ in self.spare]
        at, z = np.array([p for p, _, _ in places]), np.array([v for _, v, _ in places])
        taken = {}
        for node, edge, below in self.rims:
            here = np.array(self.xy[node])
            for to in rules.heights:
                kind = rules.jumpable(edge.z, to, below)
                if not kind:
                    continue
                d = at - here[None]
                length = np.hypot(d[:, 0], d[:, 1])
                pick = (z == to) & (length <= most + 1e-6) & (d @ edge.out >= np.maximum(1, GRAZE * length))
                if kind == DROP and rules.rules['to_foot']:
                    pick &= np.hypot(*(d - edge.out * (rules.r + rules.inner)).T) < 1e-3
                pick = np.nonzero(pick)[0]
                if not len(pick):
                    continue
                a = np.repeat(here[None], len(pick), axis=0)
                good = rules.flights(edge.z, to, a, at[pick], MUST)
                good[good] = self.comes_down(kind, to, a[good], at[pick][good])
                for k in pick[good]:
                    if places[k][2] is None:
                        if k not in taken:
                            p, height, line, s = self.spare[k - (len(places) - len(self.spare))]
                            taken[k] = self.add(p, height, line, s)
                        target = taken[k]
                    else:
                        target = places[k][2]
                    self.links.append((node, target, float(length[k]), kind, edge))

    def comes_down(self, kind, to, a, b):
        """Whether flights come down where one lands. Of those that cost nothing these are the first places alone: a
        little before none could have landed on this level."""
        good = self.rules.lands(to, a, b)
        if kind == DROP and self.rules.rules['drop_free']:
            level, length = self.rules.heights.index(to), np.hypot(*(b - a).T)
            for before in (1.5, *np.linspace(10, self.rules.rules['jump'], 120)):
                p = a + (b - a) * np.maximum(1 - before / length, 0)[:, None]
                good &= ~self.rules.bare.passes(p, MUST)[:, level] | (before >= length)
        return good

    def walks(self):
        """The cost of walking from each sample to each other one; those at the same place are looked at once."""
        space, full = self.rules.space, np.array(self.xy, float)
        level = np.array([self.rules.heights.index(z) for z in self.z])
        keys = np.column_stack([np.round(full, 3), level, np.array(self.turn)])
        _, chosen, number = np.unique(keys, axis=0, return_index=True, return_inverse=True)
        number = number.reshape(-1)
        xy, level, turn = full[chosen], level[chosen], np.array(self.turn)[chosen]
        far = np.where(np.isin(chosen, [self.start, *self.goals]), 9000, 4500)
        goal = np.isin(chosen, self.goals)
        cost = np.full((len(xy), len(xy)), np.inf)
        np.fill_diagonal(cost, 0)
        group = np.array([np.argmax(space.connected(v)) for v in range(space.count)])
        for g in set(group):
            at = np.nonzero(group[level] == g)[0]
            i, j, length = taut(xy[at], turn[at], far[at], goal[at])
            i, j = at[i], at[j]
            state = np.zeros((len(i), space.count), bool)
            state[np.arange(len(i)), level[i]] = True
            good = narrowed(space, g).piece_legal(xy[i], xy[j], state, MUST)[np.arange(len(i)), level[j]]
            i, j, length = i[good], j[good], length[good]
            length += self.rules.inches(xy[i], xy[j])
            cost[i, j] = length + self.entries(level, xy, i, j)
            cost[j, i] = length + self.entries(level, xy, j, i)
        self.xy, self.cost = full, cost[np.ix_(number, number)]

    def entries(self, level, xy, i, j):
        """What walks pay for coming into areas."""
        total = np.zeros(len(i))
        for area in self.rules.table['areas']:
            if area['entry']:
                for k, m in set(zip(level[i], level[j])):
                    pick = np.nonzero((level[i] == k) & (level[j] == m))[0]
                    total[pick] += area['entry'] * self.rules.entries(
                        area, self.rules.heights[k], self.rules.heights[m], xy[i[pick]], xy[j[pick]])
        return total

    def link_costs(self):
        """What the links cost."""
        a, b = (np.array([link[k] for link in self.links], int) for k in (0, 1))
        length, kind = (np.array([link[k] for link in self.links], float) for k in (2, 3))
        z = np.array(self.z, float)
        length = np.where((kind == DROP) & self.rules.rules['drop_free'], 0, length)
        cost = length + np.where((kind == CLIMB) | (kind == LADDER), np.abs(z[a] - z[b]), 0)
        for one, two in {(self.z[i], self.z[k]) for i, k in zip(a, b)}:
            pick = np.nonzero((z[a] == one) & (z[b] == two))[0]
            cost[pick] += self.rules.link_entries(one, two, self.xy[a[pick]], self.xy[b[pick]])
        return cost

    # ------------------------------------------------------------------------------------------------------ cheapest

    def layers(self):
        """For every count of risks (climbs, jumps, drops): the cost of all samples and where they were come from."""
        n, walk = len(self.xy), self.cost.copy()
        risky = [[], [], []]
        self.safe = {}
        stands = np.zeros(n, bool)
        for z in self.rules.heights:
            pick = np.nonzero(np.array(self.z) == z)[0]
            if len(pick):
                stands[pick] = self.rules.places(z, self.xy[pick], MUST, self.rules.ends)
        for number, (link, cost) in enumerate(zip(self.links, self.link_costs())):
            kind = self.rules.risk(link[3], link[2])
            if kind >= 0:
                if stands[link[0]] and stands[link[1]]:
                    risky[kind].append((link[0], link[1], cost, number))
            elif cost < walk[link[0], link[1]]:
                walk[link[0], link[1]] = cost
                self.safe[link[0], link[1]] = number
        risky = [np.array(r, float).reshape(-1, 4) for r in risky]
        found = {}
        for total in range(RISKS + 1):
            for c in range(total + 1):
                for j in range(total - c + 1):
                    key = (c, j, total - c - j)
                    cost, back, how = np.full(n, np.inf), np.full(n, -1), np.full(n, -1)
                    if total == 0:
                        cost[self.start] = 0
                    for k in range(3):
                        less = tuple(v - (i == k) for i, v in enumerate(key))
                        if key[k] and less in found and len(risky[k]):
                            enter(cost, back, how, found[less][0], risky[k], self.limit)
                    if np.isfinite(cost).any():
                        settle(cost, back, how, walk, self.limit)
                        found[key] = cost, back, how
        return found

    def trace(self, found, key, node):
        """The samples of the way to a sample, and the numbers of the links between them (-1: walked)."""
        nodes, hops = [node], []
        for _ in range(1000):
            _, back, how = found[key]
            before, link = int(back[node]), int(how[node])
            if before < 0:
                break
            hops.append(link if link >= 0 else self.safe.get((before, node), -1))
            if link >= 0:
                risk = self.rules.risk(self.links[link][3], self.links[link][2])
                key = tuple(v - (i == risk) for i, v in enumerate(key))
            node = before
            nodes.append(node)
        return nodes[::-1], hops[::-1]


def taut(xy, turn, far, goal):
    """Pairs that a taut walk could join: a straight piece that passes a corner without cutting into it."""
    x, y = xy.T
    dx, dy = x[None] - x[:, None], y[None] - y[:, None]
    length = np.hypot(dx, dy)
    one, two = dx * turn[:, 1:2] - dy * turn[:, 0:1], dx * turn[:, 3:4] - dy * turn[:, 2:3]
    slack = 1e-6 * (length + 1)
    good = ((one >= -slack) & (two >= -slack)) | ((one <= slack) & (two <= slack))
    good &= good.T & (length <= np.maximum(far[:, None], far[None])) & ~(goal[:, None] & goal[None])
    i, j = np.nonzero(np.triu(good, 1))
    return i, j, length[i, j]


def narrowed(space, level):
    """A space with only what matters on a level and those that steps lead to from it: quicker."""
    used, part = space.connected(level), copy.copy(space)
    pick = (space.masks & used).any(axis=1)
    part.edges, part.radii, part.masks = space.edges[pick], space.radii[pick], space.masks[pick]
    for name in ('tall', 'low_narrow', 'low_wide', 'low', 'surface', 'needed'):
        setattr(part, name, [shape for shape in getattr(space, name) if np.any(shape.mask & used)])
    return part


def enter(cost, back, how, old, links, limit):
    through = old[links[:, 0].astype(int)] + links[:, 2]
    for k in np.argsort(through, kind='stable'):
        to = int(links[k, 1])
        if through[k] > limit:
            break
        if through[k] < cost[to]:
            cost[to], back[to], how[to] = through[k], links[k, 0], links[k, 3]


def settle(cost, back, how, walk, limit):
    """Spreads costs over what is walked until nothing changes."""
    fresh = np.nonzero(cost <= limit)[0]
    while len(fresh):
        through = cost[fresh, None] + walk[fresh]
        best = np.argmin(through, axis=0)
        least = through[best, np.arange(len(cost))]
        better = np.nonzero((least < cost - 1e-9) & (least <= limit))[0]
        cost[better], back[better], how[better] = least[better], fresh[best[better]], -1
        fresh = better


# ---------------------------------------------------------------------------------------------------------- refining

class Way:
    """A way over samples, which can be moved along their lines."""

    def __init__(self, graph, nodes, hops):
        self.graph, self.nodes = graph, nodes
        self.hops = [graph.links[h] if h >= 0 else None for h in hops]
        self.risks = [graph.rules.risk(h[3], h[2]) if h else -1 for h in self.hops]
        self.s = np.array([graph.s[n] for n in nodes])
        self.free = [i for i, n in enumerate(nodes) if graph.line[n] is not None and 0 < i < len(nodes) - 1]

    def at(self, i, s):
        line = self.graph.line[self.nodes[i]]
        return line.at(s) if i in self.free else np.repeat(self.graph.xy[self.nodes[i]][None], len(s), axis=0)

    def costs(self, moved):
        """What it costs with samples moved so (rows); infinite when it is not legal."""
        g, rules = self.graph, self.graph.rules
        total = np.zeros(len(moved))
        for i, hop in enumerate(self.hops):
            z, to = g.z[self.nodes[i]], g.z[self.nodes[i + 1]]
            a, b = self.at(i, moved[:, i]), self.at(i + 1, moved[:, i + 1])
            length = np.hypot(*(b - a).T)
            if hop is None:
                state = np.zeros((len(a), rules.space.count), bool)
                state[:, rules.heights.index(z)] = True
                good = rules.space.piece_legal(a, b, state, MUST)[:, rules.heights.index(to)]
                total += rules.inches(a, b)
                for area in rules.table['areas']:
                    if area['entry']:
                        total += area['entry'] * rules.entries(area, z, to, a, b)
            elif hop[3] == LADDER:
                good, length = np.ones(len(a), bool), abs(z - to)
            elif hop[3] == CLIMB:
                good = self.climb(hop[4], z, to, a, b)
                length = g.slide((b - a) @ hop[4].u) + abs(z - to)
            else:
                good = self.flight(hop, z, to, a, b, length, self.risks[i])
            if hop is not None and hop[3] == DROP and rules.rules['drop_free']:
                length = 0
            if hop is not None:
                total += rules.link_entries(z, to, a, b)
            if hop is not None and self.risks[i] >= 0:
                good &= rules.places(z, a, MUST, rules.ends) & rules.places(to, b, MUST, rules.ends)
            total = np.where(good, total + length, np.inf)
        return total

    def climb(self, edge, z, to, a, b):
        top, foot = (a, b) if z > to else (b, a)
        return self.graph.rules.climbs(edge, min(z, to), (foot - edge.a) @ edge.u, (top - edge.a) @ edge.u, MUST)

    def flight(self, hop, z, to, a, b, length, risk):
        rules, edge = self.graph.rules, hop[4]
        most = rules.rules['free_gap'] if risk < 0 else rules.rules['jump']
        below = rules.belows(edge, a + edge.out[None] * rules.inner)
        good = np.array([all(rules.jumpable(z, to, v) == hop[3] for v in row) for row in below])
        good &= (length <= most + 1e-6) & ((b - a) @ edge.out >= np.maximum(1, GRAZE * length))
        if hop[3] == DROP and rules.rules['to_foot']:
            good &= np.hypot(*(b - a - edge.out * (rules.r + rules.inner)).T) < 1e-3
        good &= rules.places(z, a, MUST) & rules.places(to, b, MUST) & rules.flights(z, to, a, b, MUST)
        good[good] = self.graph.comes_down(hop[3], to, a[good], b[good])
        return good

    def moves(self):
        """Samples that are moved together: each one, both ends of a link, and all of them."""
        rows, line = [], lambda i: self.graph.line[self.nodes[i]]
        for i in self.free:
            rows.append({i: 1.0})
        for i, hop in enumerate(self.hops):
            if hop is not None and i in self.free and i + 1 in self.free:
                rows.append({i: 1.0, i + 1: 1.0 if line(i).u @ line(i + 1).u >= 0 else -1.0})
        if len(self.free) > 2:
            rows.append({i: 1.0 if line(self.free[0]).u @ line(i).u >= 0 else -1.0 for i in self.free})
        moves = np.zeros((len(rows), len(self.nodes)))
        for row, move in zip(moves, rows):
            row[list(move)] = list(move.values())
        return np.vstack([moves, -moves])

    def refine(self):
        best = float(self.costs(self.s[None])[0])
        moves, step = self.moves(), COARSE / 2
        longest = np.array([self.graph.line[n].length if self.graph.line[n] else 0 for n in self.nodes])
        rounds = 0
        while step > 0.3 and math.isfinite(best) and len(moves) and rounds < 60:
            tried = np.clip(self.s[None] + moves * step, 0, longest[None])
            costs = self.costs(tried)
            k = int(np.argmin(costs))
            rounds += 1
            if costs[k] < best - 1e-6:
                best, self.s = float(costs[k]), tried[k]
            else:
                step /= 2
        return best

    def told(self):
        names = {CLIMB: 'climb', LADDER: 'ladder', JUMP: 'jump', DROP: 'drop'}
        text = []
        for i, node in enumerate(self.nodes):
            p = self.at(i, self.s[i:i + 1])[0]
            text.append('(%.1f %.1f %d)' % (p[0], p[1], self.graph.z[node]))
            if i < len(self.hops):
                text.append(names[self.hops[i][3]] if self.hops[i] else '-')
        return ' '.join(text)


# ----------------------------------------------------------------------------------------------------------- answers

def answers(case):
    """For each goal the Pareto set (cost, chance, the way), as far as it has at most RISKS risky links; and for each
    spot an upper bound of its cost, with what tells the way."""
    areas = [n for n, a in enumerate(case['table']['areas']) if a['once']]
    sets = [[] for _ in case['goals'] + case['spots']]
    for taken in range(1 << len(areas)):
        avoid = [n for k, n in enumerate(areas) if not taken >> k & 1]
        extra = sum(case['table']['areas'][n]['once'] for k, n in enumerate(areas) if taken >> k & 1)
        rules = Rules(case, avoid)
        if avoid and not rules.places(case['start'][2], [case['start'][:2]], MUST)[0]:
            continue
        graph = Graph(rules, case['start'], case['goals'] + case['spots'])
        found = graph.layers()
        for entries, node in zip(sets, graph.goals):
            for key, layer in found.items():
                if layer[0][node] + extra <= case['limit']:
                    entries.append((layer[0][node] + extra, extra, key, graph, found, node))
    goals = len(case['goals'])
    return [pareto(case, entries) for entries in sets[:goals]], [cheapest(entries) for entries in sets[goals:]]


def cheapest(entries):
    """The least cost, and a function that tells the way."""
    if not entries:
        return math.inf, lambda: ''
    cost, _, key, graph, found, node = min(entries, key=lambda e: e[0])
    return cost, lambda: Way(graph, *graph.trace(found, key, node)).told()


def pareto(case, entries):
    best = []
    for cost, extra, key, graph, found, node in sorted(entries, key=lambda e: e[0]):
        chance = math.prod(c ** n for c, n in zip(case['rules']['chances'], key))
        if not any(old[1] >= chance - 1e-12 for old in best):
            way = Way(graph, *graph.trace(found, key, node))
            best.append((min(cost, way.refine() + extra), chance, way.told()))
    return best
