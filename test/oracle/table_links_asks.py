"""Links that are asked for by name: with figures in the way, and with ends in whole units as a person types them.

A link of the table that no figure comes near must be one among figures too, and one with a figure in its air must not.
The ends in whole units of a link of a route must lie beside its own, be places where the base can be, no farther apart
than its price holds for, and make a link when asked for. That there are none is checked by asking for all of them.
"""

import collections
import itertools
import random

import numpy as np

import table_links as tl
import table_links_checks as checks
from table_links import CLIMB, LADDER, MAY, MUST

NEAR = 2.0    # units: whole ends lie beside their own by so much
FAR = 3.1     # units: … or by as much, if there are none right beside them
AIM = 900     # units: flights past figures come as near as that
PAIRS = 60    # ends of a link that are looked at


class Crowded:
    """Links among figures."""

    def __init__(self, case, links, driver, seed):
        self.case, self.links, self.driver = case, links, driver
        self.rules, self.random = tl.Rules(case), random.Random('crowd %d' % seed)
        self.problems, self.seen = [], collections.Counter()

    def all(self):
        for link in self.random.sample(self.links, len(self.links)) if self.rules.bodies else ():
            if link.kind != LADDER:
                self.look(link)
        return self.problems

    def look(self, link):
        """Asks for some flights of a link, those that come near a figure first."""
        off, on = (checks.points_of(curve, 8) for curve in (link.off, link.on))
        pairs = [(a, b) for a in off for b in on if np.hypot(*(b - a)) <= self.rules.rules['jump']]
        if link.kind == CLIMB:
            pairs = list(zip(off, on))
        pairs = self.random.sample(pairs, min(len(pairs), PAIRS))
        if not pairs:
            return
        a, b = (np.array(points) for points in zip(*pairs))
        near = np.min([tl.body_apart(body, a, b) for body in self.rules.bodies], axis=0)
        order = [k for k in np.argsort(near) if near[k] < AIM + self.rules.r]
        chosen = order[:2] + [k for k in order[2:] if near[k] > self.rules.r + 1][:2]
        must, may = self.judged(link, a, b)
        ends = [('%s %d' % (checks.milli(*a[k]), link.z), '%s %d' % (checks.milli(*b[k]), link.to)) for k in chosen]
        alone = self.ask(link, 0, ends)
        for k, pair, bare, told in zip(chosen, ends, alone, self.ask(link, 1, ends)):
            if bare and must[k]:
                self.note(told, 'clear of figures', link, pair)
            elif bare and not may[k]:
                self.note(not told, 'stopped by a figure', link, pair)
            elif told and not bare:
                self.note(False, 'none without figures', link, pair)

    def ask(self, link, crowded, ends):
        told = self.driver.ask(['4 %d %d %s %s' % (link.kind, crowded, *pair) for pair in ends])
        return [line.split()[0] == '1' for line in told]

    def note(self, good, what, link, pair):
        self.seen['link ' + what] += 1
        if not good:
            self.problems.append('a %s from %s to %s: %s, but told otherwise' % (checks.NAMES[link.kind], *pair, what))

    def judged(self, link, a, b):
        """Which are surely free of figures, with room at both ends; which may be."""
        rules, z, to = self.rules, link.z, link.to
        must = rules.places(z, a, MUST) & rules.places(to, b, MUST)
        if link.kind == CLIMB:
            (top, foot), low, high = ((a, b) if z > to else (b, a)), min(z, to), max(z, to)
            must &= rules.free_of_bodies(foot, foot, low, high + rules.h, MUST)
            must &= rules.free_of_bodies(top, foot, high, high + rules.h, MUST)
            return must, np.ones(len(a), bool)
        over, high = z + max(rules.rules['clearance'], rules.step, to - z), max(z, to) + rules.h
        must &= rules.free_of_bodies(a, b, min(z, to), high, MUST)
        return must, rules.free_of_bodies(a, b, over, high, MAY)


class WholeEnds:
    """The links of routes in whole units."""

    def __init__(self, case, driver):
        self.case, self.driver, self.rules = case, driver, tl.Rules(case)
        self.seen = collections.Counter()

    def check(self, routes, start):
        """What is wrong with the ends of the links of the routes that were told last."""
        words, at, wrong = [int(v) for v in self.driver.ask(['5'])[0].split()], 1, []
        for route in routes:
            z = start[2]
            for piece in route.pieces:
                if piece.kind:
                    found, good = words[at:at + 2]
                    a, b = np.array(words[at + 2:at + 6], float).reshape(2, 2) / 1e6
                    wrong += self.link(piece, z, found, good, a, b, words[at + 6] / 1e6)
                    at += 7
                z = piece.z
        return ['%s from %s to %s: %s' % (checks.NAMES[piece.kind], piece.a, piece.b, text) for piece, text in wrong]

    def link(self, piece, z, found, good, a, b, most):
        rules, length = self.rules, float(np.hypot(*(piece.b - piece.a)))
        space = rules.ends if rules.risk(piece.kind, length - 0.002) >= 0 else rules.space
        self.seen['whole ends' if found else 'no whole ends'] += 1
        if not found:
            other = self.other(piece, z, space, most)
            return [(piece, 'has whole ends: %s' % (other,))] if other else []
        apart = max(np.hypot(*(a - piece.a)), np.hypot(*(b - piece.b)))
        if not good:
            return [(piece, 'is none between %s and %s' % (a, b))]
        if np.any(np.round([a, b]) != [a, b]) or apart > FAR or (
                apart > NEAR and self.other(piece, z, space, most)):
            return [(piece, 'has the ends %s and %s' % (a, b))]
        if not self.fits(a, b, z, piece.z, space, most, MAY):
            return [(piece, 'cannot be from %s to %s' % (a, b))]
        return []

    def fits(self, a, b, z, to, space, most, ease):
        return round(float(np.hypot(*(b - a)))) <= most + 1e-6 and self.rules.places(z, a[None], ease, space)[0] and \
            self.rules.places(to, b[None], ease, space)[0]

    def other(self, piece, z, space, most):
        """Whole ends right beside a link, that are good when asked for; None if there are none."""
        around = [[np.array([x, y]) for x in (np.floor(p[0]), np.ceil(p[0])) for y in (np.floor(p[1]), np.ceil(p[1]))]
                  for p in (piece.a, piece.b)]
        pairs = [(a, b) for a, b in itertools.product(*around) if self.fits(a, b, z, piece.z, space, most, MUST)]
        told = self.driver.ask(['4 %d 1 %s %d %s %d' % (piece.kind, checks.milli(*a), z, checks.milli(*b), piece.z)
                                for a, b in pairs])
        return next((pair for pair, line in zip(pairs, told) if line.split()[0] == '1'), None)
