"""What the library tells about links, routes and reach, checked against the rules of table_links: every link's geometry
by samples of its curves, that none is missing along an edge, every piece of a route, every cost.

The driver (links_driver.c) is named by the variable TABLE_LINKS_DRIVER.
"""

import collections
import math
import os
import random
import subprocess

import numpy as np
from shapely.geometry import Polygon
from shapely.ops import unary_union

import table_links as tl
import table_links_tables as made
import table_space as ts
from table_links import CLIMB, DROP, JUMP, LADDER, MAY, MUST

NAMES = {0: 'walk', CLIMB: 'climb', LADDER: 'ladder', JUMP: 'jump', DROP: 'drop'}
Curve = collections.namedtuple('Curve', 'a b centre radius')
Link = collections.namedtuple('Link', 'number kind some z to rise prism below off on least most gap')
Piece = collections.namedtuple('Piece', 'kind z a b centre radius sweep')
Route = collections.namedtuple('Route', 'cost chance exact pieces')
LOOKED_AT = 6             # points of a curve of a link
LOOKS, ASKED = 40, 24     # links of a table that are looked at by samples; links of a kind asked for
CARE = 0.25               # units: a flight that is longer than allowed by no more is no longer, with the slack
GOOD = 7                  # the fault that is none


# ------------------------------------------------------------------------------------------------------- the library

def milli(*values):
    return ' '.join(str(int(round(v * 1000))) for v in values)


def spot(place):
    return '%s %d' % (milli(*place[:2]), place[2])


def read_links(line):
    words = [int(v) for v in line.split()]
    links, at = [], 1
    for number in range(words[0]):
        kind, some, z, to, rise, prism, below = words[at:at + 7]
        v = [x / 1e6 for x in words[at + 7:at + 24]]
        curves = [Curve(*np.array(v[k:k + 6]).reshape(3, 2), v[k + 6]) for k in (0, 7)]
        links.append(Link(number, kind, some, z, to, rise, prism, below, *curves, *v[14:17]))
        at += 24
    return links


def read_exact(line):
    """Whether the library says that there are no better routes, or none."""
    return line.split()[1] == '1'


def read_routes(line):
    words = [int(v) for v in line.split()]
    at, routes = 2, []
    for _ in range(words[0]):
        cost, chance, exact, count = words[at] / 1e6, words[at + 1] / 1e6, words[at + 2], words[at + 3]
        at += 4
        pieces = []
        for _ in range(count):
            v = [x / 1e6 for x in words[at + 2:at + 10]]
            pieces.append(Piece(words[at], words[at + 1], *np.array(v[:6]).reshape(3, 2), v[6], v[7]))
            at += 10
        routes.append(Route(cost, chance, bool(exact), pieces))
    return routes


class Driver:
    """The C program: a case, its links, then questions in batches."""

    def __init__(self):
        self.process = subprocess.Popen([os.environ['TABLE_LINKS_DRIVER']], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, text=True)

    def open(self, case):
        return read_links(self.ask([made.text(case)])[0])

    def ask(self, questions):
        answers = []
        for first in range(0, len(questions), 20):  # no more than fits into the pipes
            some = questions[first:first + 20]
            self.process.stdin.write('\n'.join(some) + '\n')
            self.process.stdin.flush()
            answers += [self.process.stdout.readline() for _ in some]
        if answers and not answers[-1]:
            raise RuntimeError('the driver ended with %s' % self.process.wait())
        return answers

    def shut(self):
        self.process.stdin.write('0\n')

    def end(self):
        self.process.stdin.close()
        self.process.wait()


# ------------------------------------------------------------------------------------------------------------- links

def points_of(curve, count):
    if curve.radius <= 0:
        return curve.a[None] + np.linspace(0, 1, count)[:, None] * (curve.b - curve.a)[None]
    first = math.atan2(*(curve.a - curve.centre)[::-1])
    sweep = (math.atan2(*(curve.b - curve.centre)[::-1]) - first) % (2 * math.pi) or 2 * math.pi
    angles = first + np.linspace(0, 1, count) * sweep
    return curve.centre[None] + curve.radius * np.stack([np.cos(angles), np.sin(angles)], axis=1)


def length_of(curve):
    p = points_of(curve, 60)
    return float(np.hypot(*(p[1:] - p[:-1]).T).sum())


def edges_at(rules, p, z, prism=None, near=1.0):
    """Edges of tops at a height whose rim a base at a point is at; with whole support: is one radius inside of."""
    found = []
    for edge in rules.edges:
        if edge.z == z and prism in (None, edge.prism):
            rim = p + edge.out * rules.inner
            if ts.distances(rim[None], np.array([[*edge.a, *edge.b]]))[0, 0] <= near:
                found.append(edge)
    return found


class LinkCheck:
    """One table's links against samples; problems are texts."""

    def __init__(self, case, links, driver, seed):
        self.case, self.links, self.driver, self.seed = case, links, driver, seed
        self.rules, self.problems, self.seen = tl.Rules(case), [], collections.Counter()
        self.random = random.Random('asked %s' % seed)

    def wrong(self, link, text, *args):
        self.problems.append('link %d (%s %d to %d, off %s %s, on %s %s): %s' % (
            link.number, NAMES[link.kind], link.z, link.to, link.off.a, link.off.b, link.on.a, link.on.b, text % args))

    def all(self):
        for link in self.links:
            if link.rise != link.to - link.z:
                self.wrong(link, 'its rise is %d', link.rise)
        for link in self.random.sample(self.links, min(len(self.links), LOOKS)):
            off, on = points_of(link.off, LOOKED_AT), points_of(link.on, LOOKED_AT)
            bare = self.rules.bare
            if not self.rules.places(link.z, off, MAY, bare).all():
                self.wrong(link, 'one cannot be on all of its take-off')
            if not self.rules.places(link.to, on, MAY, bare).all():
                self.wrong(link, 'one cannot be on all of its landing')
            self.seen[NAMES[link.kind] + ' links'] += 1
            if link.kind == CLIMB:
                self.climb(link, off, on)
            elif link.kind == LADDER:
                self.ladder(link)
            else:
                self.flights(link, off, on)
        self.missing_climbs()
        self.missing_flights()
        return self.problems

    def ladder(self, link):
        ladder = self.case['ladders'][link.prism] if 0 <= link.prism < len(self.case['ladders']) else None
        ends = ladder and ((ladder[:3], ladder[3:]) if link.rise > 0 else (ladder[3:], ladder[:3]))
        if not ends or (*link.off.a, link.z) != ends[0] or (*link.on.a, link.to) != ends[1]:
            self.wrong(link, 'there is no such ladder')

    def climb(self, link, off, on):
        rules = self.rules
        top, foot, z, low = (on, off, link.to, link.z) if link.rise > 0 else (off, on, link.z, link.to)
        edges = edges_at(rules, points_of(link.on if link.rise > 0 else link.off, 3)[1], z, link.prism)
        slide = rules.r + rules.inner
        if not edges:
            return self.wrong(link, 'its top is on no edge of its solid')
        good = np.zeros(len(top), bool)
        for edge in edges:
            s_top, s_foot = (top - edge.a) @ edge.u, (foot - edge.a) @ edge.u
            if not rules.rules['leeway']:
                good |= rules.climbs(edge, low, s_foot, s_top, MAY, crowd=False)
            else:
                aside = np.clip(s_foot, s_top.min(), s_top.max())
                good |= rules.climbs(edge, low, s_foot, aside, MAY, crowd=False) | (link.some == 1)
        if not good.all():
            self.wrong(link, 'it cannot be climbed everywhere')
        if abs(link.least - slide) > 0.01:
            self.wrong(link, 'its slide is %.3f, not %.3f', link.least, slide)
        if abs(link.most - slide - rules.rules['leeway']) > 0.01:
            self.wrong(link, 'it goes at most %.3f', link.most)

    def flights(self, link, off, on):
        rules, most = self.rules, self.rules.rules['jump']
        a, b = np.repeat(off, len(on), axis=0), np.tile(on, (len(off), 1))
        length = np.hypot(*(b - a).T)
        self.extent(link)
        middle = points_of(link.off, 3)[1]
        edges = edges_at(rules, middle, link.z, link.prism)
        if not edges and not (rules.inner and link.off.radius):
            return self.wrong(link, 'it takes off from no edge of its solid')
        below = {float(v) for e in edges for v in rules.belows(e, middle[None] + e.out[None] * rules.inner, MAY)[0]}
        foot = link.kind == DROP and rules.rules['to_foot']
        if edges and link.below not in below and not (foot and link.below == link.to):
            self.wrong(link, 'below is %d, not one of %s', link.below, below)
        if rules.jumpable(link.z, link.to, link.below) != link.kind:
            self.wrong(link, 'it is not of its kind, with %d below', link.below)
        if foot:
            a, b, length = off, on, np.hypot(*(on - off).T)
            if np.any(np.abs(length - rules.r - rules.inner) > 0.01):
                self.wrong(link, 'it does not lead to the foot')
        if link.kind == JUMP:
            self.gap(link)
        pick = (length <= min(most, link.most) + 1e-3) & (length >= 1)
        for e in edges:
            pick &= (b - a) @ e.out >= 1
        if pick.any():
            self.clear(link, a[pick], b[pick])

    def clear(self, link, a, b):
        rules = self.rules
        may = rules.flights(link.z, link.to, a, b, MAY, crowd=False)
        must = rules.flights(link.z, link.to, a, b, MUST, crowd=False)
        ours = np.ones(len(a), bool)
        if link.some:
            self.seen['links of which some are clear'] += 1
            told = self.driver.ask(['3 %d 0 %s' % (link.number, milli(*p, *q)) for p, q in zip(a, b)])
            ours = np.array([int(v) for v in told], bool)
        for k in np.nonzero((ours & ~may) | (must & ~ours))[0][:1]:
            self.wrong(link, 'from %s to %s is told to be %s', a[k], b[k], 'clear' if ours[k] else 'not clear')
        self.seen['flights looked at'] += len(a)

    def gap(self, link):
        """The stretch of a jump without a surface under it: no less than the solid that is left and the surface that is
        landed on are apart, and no more than the shortest flight."""
        low, prisms = 0.0, self.case['table']['prisms']
        if link.to and link.to != link.z:
            parts = [Polygon(p['rings'][0], p['rings'][1:]) for p in prisms
                     if p['flags'] & ts.WALKABLE and p['top'] == link.to]
            left = prisms[link.prism]['rings']
            low = Polygon(left[0], left[1:]).distance(unary_union(parts))
        if not low - 0.6 <= link.gap <= link.least + 0.6:
            self.wrong(link, 'its gap is %.3f, which should be from %.3f to %.3f', link.gap, low, link.least)

    def extent(self, link):
        """Its shortest and its longest flight."""
        count = 40
        a, b = points_of(link.off, count), points_of(link.on, count)
        d = np.hypot(a[:, None, 0] - b[None, :, 0], a[:, None, 1] - b[None, :, 1])
        most = self.rules.rules['jump']
        apart = max(length_of(link.off), length_of(link.on)) / (count - 1)
        if link.least > d.min() + 0.01 or link.least < d.min() - apart - 0.01:
            self.wrong(link, 'its shortest flight is %.3f, not %.3f', link.least, d.min())
        if link.least > most + CARE + 0.01 or link.most > most + 0.01:
            self.wrong(link, 'it is longer than allowed: %.3f', link.least)
        if not self.rules.rules['to_foot'] and not link.some and \
                not min(most, d.max()) - 0.01 <= link.most <= min(most, d.max() + apart + 0.02 * self.rules.r) + 0.01:
            self.wrong(link, 'its longest flight is %.3f, not %.3f', link.most, min(most, d.max()))

    # --------------------------------------------------------------------------------------------------- none missing

    def ask(self, questions, what):
        """Asks for links (kind, from, to, must there be one) and compares."""
        told = self.driver.ask(['4 %d 0 %s %s' % (kind, spot(a), spot(b)) for kind, a, b, _ in questions])
        for (kind, a, b, must), line in zip(questions, told):
            good, fault, link, distance, *below = (int(v) for v in line.split())
            self.seen['%s asked for, %s' % (what, 'legal' if must else 'not')] += 1
            if bool(good) != must:
                where = '(%.3f %.3f %d) to (%.3f %.3f %d)' % (*a, *b)
                self.problems.append('a %s from %s is %s: fault %d, link %d, %.3f' % (
                    NAMES[kind], where, 'missing' if must else 'not legal', fault, link, distance / 1e6))
            elif good and kind in (JUMP, DROP):
                self.below(self.links[link], np.array(a[:2]), np.array(b[:2]), below)

    def below(self, link, a, b, told):
        """What lies below a flight, with and without the slack of surfaces; samples are a few units apart."""
        gap = told[2] / 1e6
        lax, strict = (self.rules.under(link.z, link.to, a, b, by) for by in (0.5, -0.5))
        low, high = sorted((lax[2], strict[2]))
        if tuple(told[:2]) in (lax[:2], strict[:2]) and low - 6 < gap < high + 6 and \
                not (link.kind == JUMP and link.gap > gap + 3):
            return
        self.wrong(link, 'below the flight from %s to %s is told to be %s', a, b, told)

    def missing_climbs(self):
        rules, questions = self.rules, []
        for edge in self.random.sample(rules.edges, min(len(rules.edges), 16)):
            for low in rules.heights:
                if edge.z - low > rules.step:
                    s = np.array(sorted(self.random.uniform(0, edge.length) for _ in range(4)))
                    aside = self.random.choice((0, 0.9, -0.9)) * rules.rules['leeway']
                    foot = s + aside
                    must, may = (rules.climbs(edge, low, foot, s, ease, False) for ease in (MUST, MAY))
                    must &= (foot >= 0) & (foot <= edge.length)
                    for k in np.nonzero(must | (~may & (self.random.random() < 0.2)))[0]:
                        top = edge.a + s[k] * edge.u - edge.out * rules.inner
                        ground = edge.a + foot[k] * edge.u + edge.out * rules.r
                        ends = [(*top, edge.z), (*ground, low)]
                        questions.append((CLIMB, *ends[::self.random.choice((1, -1))], bool(must[k])))
        self.ask(self.random.sample(questions, min(len(questions), ASKED)), 'climbs')

    def missing_flights(self):
        rules, r, found = self.rules, self.random, []
        for edge in r.sample(rules.edges, len(rules.edges)):
            if len(found) >= ASKED:
                break
            s = np.array([r.uniform(0, edge.length) for _ in range(3)])
            a = edge.a[None] + s[:, None] * edge.u[None] - edge.out[None] * rules.inner
            good = rules.places(edge.z, a, MUST, rules.bare)
            below = rules.belows(edge, a + edge.out[None] * rules.inner)
            good &= (below.min(axis=1) == below.max(axis=1)) & (below[:, 1] >= 0)
            good &= edge.z - below[:, 1] > rules.least_drop()
            for k in np.nonzero(good)[0]:
                turn = r.uniform(-1.4, 1.4)
                if rules.rules['to_foot'] and r.random() < 0.5:
                    turn = 0.0
                way = math.cos(turn) * edge.out + math.sin(turn) * edge.u
                found += self.landings(edge, a[k], way, below[k, 1], turn == 0)
        self.ask(found, 'flights')

    def landings(self, edge, a, way, below, straight):
        """Where a line from a take-off first comes to a place to land on, of all heights: as questions."""
        rules, found = self.rules, []
        t = np.linspace(1, rules.rules['jump'], 120)
        passes = rules.bare.passes(a[None] + t[:, None] * way[None], MUST)
        for level, to in enumerate(rules.heights):
            kind = rules.jumpable(edge.z, to, below)
            entries = np.nonzero(passes[1:, level] & ~passes[:-1, level])[0]
            if not kind or not len(entries):
                continue
            low, high = t[entries[0]], t[entries[0] + 1]
            for _ in range(2):
                fine = np.linspace(low, high, 80)
                first = np.argmax(rules.bare.passes(a[None] + fine[:, None] * way[None], MUST)[:, level])
                low, high = fine[max(first - 1, 0)], fine[first]
            found.append((high, kind, to))
        if not found:
            return []
        firsts = [one for one in found if rules.by_level(one[1])] or [min(found)]
        return [question for one in firsts
                for question in self.landing(edge, a, way, below, straight, *one, t, passes)]

    def landing(self, edge, a, way, below, straight, high, kind, to, t, passes):
        """The questions of one of them, if it is certain that it is a first place."""
        rules, own = self.rules, self.rules.by_level(kind)
        over = np.array([z == to if own else z >= to or (z >= to - rules.step and rules.jumpable(edge.z, z, below) > 0)
                         for z in rules.heights])
        if high * (way @ edge.out) < rules.inner + 1:
            return []  # not over the rim
        just = np.clip(high - np.array([1.5, 2, 3, 4, 6, 8, 12, 16, 24]), 5, None)
        before = rules.bare.passes(a[None] + just[just < high - 1][:, None] * way[None], MUST)
        if passes[(t > 5) & (t < high - 1)][:, over].any() or before[:, over].any():
            return []  # over places that are landed on, or walked to, before
        if kind == DROP and rules.rules['to_foot'] and not (straight and abs(high - rules.r - rules.inner) < 0.5):
            return []
        b = a + high * way
        must, may = (rules.flights(edge.z, to, a[None], b[None], ease, False)[0] for ease in (MUST, MAY))
        if not must and may:
            return []
        found = [(kind, (*a, edge.z), (*b, to), bool(must))]
        return found + self.chosen(edge, a, way, found[0], high, t, passes) if must else found

    def chosen(self, edge, a, way, first, high, t, passes):
        """A spot behind the first landing of a line, where the line comes to nothing that it could step from, or to."""
        rules, (kind, _, (*_, to), _) = self.rules, first
        most = rules.rules['jump']
        at = self.random.choice((self.random.uniform(high, most), most, most + 1))
        near = [abs(z - to) <= rules.step and z != to for z in rules.heights]
        if at < high + 3 or passes[(t > 5) & (t < at)][:, near].any():
            return []
        b = a + at * way
        foot, far = kind == DROP and rules.rules['to_foot'], at > most
        must, may = (bool(rules.flights(edge.z, to, a[None], b[None], ease, False)[0]) and not foot and not far and
                     bool(rules.places(to, b[None], ease, rules.bare)[0]) for ease in (MUST, MAY))
        self.seen['chosen spots %s' % ('legal' if must else 'not')] += 1
        return [(kind, (*a, edge.z), (*b, to), must)] if must or not may else []


# ------------------------------------------------------------------------------------------------------------ routes

class RouteCheck:
    """Whether routes are legal and cost what they say."""

    def __init__(self, case):
        self.case, self.rules = case, tl.Rules(case)

    def link(self, piece, z):
        """What is wrong with a link (None: nothing), and its cost and risk."""
        rules, length = self.rules, float(np.hypot(*(piece.b - piece.a)))
        height, to = abs(z - piece.z), piece.z
        risk = rules.risk(piece.kind, length - ts.SLACK)  # lengths are rounded to a unit
        space = rules.ends if risk >= 0 else rules.space
        if not (rules.places(z, piece.a[None], MAY, space)[0] and rules.places(to, piece.b[None], MAY, space)[0]):
            return 'an end cannot be stood on', 0, risk
        if piece.kind == LADDER:
            here = (*np.round(piece.a), z, *np.round(piece.b), to)
            ends = [tuple(l) for l in self.case['ladders']] + [tuple(l[3:] + l[:3]) for l in self.case['ladders']]
            return (None if here in ends else 'no such ladder'), height, risk
        if piece.kind == CLIMB:
            top, foot = (piece.a, piece.b) if z > to else (piece.b, piece.a)
            for e in edges_at(rules, top, max(z, to)):
                s_foot, s_top = (foot - e.a) @ e.u, (top - e.a) @ e.u
                if abs((foot - e.a) @ e.out - rules.r) < 1 and rules.climbs(e, min(z, to), [s_foot], [s_top], MAY)[0]:
                    return None, height + rules.r + rules.inner + abs(s_foot - s_top), risk
            return 'not climbable', height + length, risk
        free = piece.kind == DROP and rules.rules['drop_free']
        return self.flight(piece, z, length), 0 if free else length, risk

    def flight(self, piece, z, length):
        rules, a, b = self.rules, piece.a[None], piece.b[None]
        if length > rules.rules['jump'] + ts.SLACK:
            return 'too long'
        edges = edges_at(rules, piece.a, z)
        if rules.inner and not edges:  # around a corner that the base only touches
            edges = [e for e in rules.edges if abs(e.z - z) <= rules.step and
                     abs(ts.distances(a, np.array([[*e.a, *e.b]]))[0, 0] - rules.r) < 1]
        for edge in edges:
            belows = set(rules.belows(edge, a + edge.out[None] * rules.inner, MAY)[0])
            if piece.kind == DROP and rules.rules['to_foot']:
                belows.add(piece.z)
            for below in belows:
                if rules.jumpable(z, piece.z, below) != piece.kind or (b - a)[0] @ edge.out < -1:
                    continue
                if piece.kind == DROP and rules.rules['to_foot'] and \
                        np.hypot(*((b - a)[0] - edge.out * (rules.r + rules.inner))) > 1:
                    continue
                if rules.flights(z, piece.z, a, b, MAY)[0]:
                    return None
        return 'no such flight'

    def walk(self, piece, z):
        space = self.rules.space
        level, end = space.heights.index(z), space.heights.index(piece.z)
        if piece.radius <= 0:
            state = np.zeros((1, space.count), bool)
            state[0, level] = True
            good = self.steps(piece.a, level, end) if np.hypot(*(piece.b - piece.a)) < 1e-9 else \
                space.walk_pieces(piece.a[None], piece.b[None], state, MAY)[0][0, end]
            return (None if good else 'cannot be walked'), float(np.hypot(*(piece.b - piece.a)))
        p = self.around(piece, max(3, int(abs(piece.sweep) * 60)))
        good = (space.passes(p, MAY) & space.connected(level)).any(axis=1).all() and \
            space.connected(level)[end] and np.hypot(*(p[-1] - piece.b)) < 0.01
        return (None if good else 'cannot be walked around'), piece.radius * abs(piece.sweep)

    def steps(self, at, level, end):
        """Whether steps lead from one level to another on the spot, over levels on which the base can be there."""
        space, found = self.rules.space, set()
        here, queue = space.passes(at[None], MAY)[0], [level]
        while queue:
            one = queue.pop()
            if here[one] and one not in found:
                found.add(one)
                queue += list(np.nonzero(space.next[one])[0])
        return end in found

    @staticmethod
    def around(piece, count):
        first = math.atan2(*(piece.a - piece.centre)[::-1])
        angles = first + np.linspace(0, piece.sweep, count)
        return piece.centre[None] + piece.radius * np.stack([np.cos(angles), np.sin(angles)], axis=1)

    def areas(self, route, start, ease, sure=False):
        """What areas cost on a route, with what is met by at most `ease` left out. Where a piece can be on several
        levels, that is met which lies on any of them; if `sure`, on all."""
        total = 0
        for area in self.case['table']['areas']:
            there, z = [self.inside(area, np.array([start[:2]], float), start[2], ease)], start[2]
            for piece in route.pieces:
                p = piece.b[None]
                if not piece.kind:
                    p = self.around(piece, 60) if piece.radius > 0 else \
                        piece.a[None] + np.linspace(0, 1, 200)[:, None] * (piece.b - piece.a)[None]
                    there.append(self.on_the_way(area, p, z, ease, sure))
                there.append(self.inside(area, p[-1:], piece.z, ease))
                z = piece.z
            there = np.concatenate(there)
            total += area['once'] * bool(there.any()) + area['entry'] * int(np.sum(there[1:] & ~there[:-1]))
        return total + self.inches(route, ease)

    def on_the_way(self, area, p, z, ease, sure):
        """Which places of a walk that begins at a height are in an area: it can go over low solids."""
        space = self.rules.space
        can = space.passes(p, MAY) & space.connected(space.heights.index(z))
        met = np.stack([self.inside(area, p, height, ease) for height in space.heights], axis=1)
        return (met | ~can).all(axis=1) & can.any(axis=1) if sure else (met & can).any(axis=1)

    def inches(self, route, ease):
        """What is paid by the inch: arcs in 200 chords. A walk may run right along the border."""
        total = 0.0
        for piece in route.pieces if self.rules.zones else ():
            if not piece.kind:
                p = self.around(piece, 201) if piece.radius > 0 else np.array([piece.a, piece.b])
                total += float(self.rules.inches(p[:-1], p[1:], ease).sum())
        return total

    def inside(self, area, p, z, ease):
        if not area['bottom'] <= z <= area['top']:
            return np.zeros(len(p), bool)
        by = -ts.SLACK if self.case['walker']['centre'] else self.rules.r - ts.SLACK
        return ts.reaches(p, ts.rings_edges(area['rings']), by - ease, True)

    def check(self, route, start, goal):
        """What is wrong with a route, or None; and how many risks of each kind it takes."""
        at, z, total, risks, either = np.array(start[:2], float), start[2], 0.0, [0, 0, 0], 0
        for piece in route.pieces:
            if np.hypot(*(piece.a - at)) > 0.01:
                return 'it does not hang together', risks
            if piece.kind:
                wrong, cost, risk = self.link(piece, z)
                if risk >= 0:
                    risks[risk] += 1
                over = float(np.hypot(*(piece.b - piece.a))) - self.case['rules']['free_gap']
                either += piece.kind == JUMP and abs(over) < ts.SLACK
            else:
                wrong, cost = self.walk(piece, z)
            if wrong:
                return '%s: %s from %s %d to %s %d' % (NAMES[piece.kind], wrong, piece.a, z, piece.b, piece.z), risks
            total += cost
            at, z = piece.b, piece.z
        chance = math.prod(c ** n for c, n in zip(self.case['rules']['chances'], risks))
        if np.hypot(*(at - np.array(goal[:2]))) > 0.01 or z != goal[2]:
            return 'it ends elsewhere', risks
        near = 1.0 if self.rules.zones else 0.01  # arcs are looked at in chords
        rest = [abs(total + self.areas(route, start, ease, sure) - route.cost) for ease in (0.0, 0.3, -0.3)
                for sure in (False, True)]
        if all(one > near for one in rest):
            return 'it costs %.3f and %d, not %.3f' % (total, self.areas(route, start, 0, False), route.cost), risks
        # Jumps of just what is free may be told as either.
        if all(abs(chance * self.case['rules']['chances'][1] ** n - route.chance) > 1e-5
               for n in range(-either, either + 1)):
            return 'its chance is %.4f, not %.4f' % (chance, route.chance), risks
        return None, risks
