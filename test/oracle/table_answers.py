"""The table's driver (table_driver.c) from Python: questions, answers, and the ways that it tells.

The driver is named by the variable TABLE_DRIVER.
"""

import math
import os
import subprocess

import numpy as np

import table_space as ts
import table_tables as tt

# Units: a way may be so much longer than the shortest one, and its points than the way (but for rounding: not at all).
LONGER, TYPED = 2.0, 1e-5


class Failure(Exception):
    pass


class Driver:
    """The C program with the table's geometry: questions in, answers out."""

    def __init__(self):
        self.process = None

    def start(self):
        self.process = subprocess.Popen([os.environ['TABLE_DRIVER']], text=True, stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE)

    def ask(self, questions):
        if self.process is None:
            self.start()
        try:
            self.process.stdin.write(''.join(q if q.endswith('\n') else q + '\n' for q in questions))
            self.process.stdin.flush()
        except BrokenPipeError:
            pass
        answers = []
        for question in questions:
            for _ in range(4 if question.startswith('table') else 1):
                line = self.process.stdout.readline()
                if not line:
                    code = self.process.wait()
                    self.process = None
                    raise Failure('the driver ended with %s at: %s' % (code, question.strip()[:200]))
                answers.append(line.split())
        return answers

    def tell(self, case):
        for answer in self.ask([tt.text(case)]):
            if answer[1] != '1':
                raise Failure('refused: %s' % ' '.join(answer))


def place(point, z=None):
    words = '%d %d' % (tt.milli(point[0]), tt.milli(point[1]))
    return words if z is None else '%s %d' % (words, z)


def area_met(a, b, edges, radius, centre):
    """Whether straight pieces surely meet an area, and whether they may."""
    begins = ts.inside(a, edges)
    if not centre:
        hit = []
        for by in (-ts.BAND, ts.BAND):
            t0, t1 = ts.stretches(a, b, edges, radius - ts.SLACK + by)
            hit.append(bool(np.any((t0 < 1) & (t1 > 0) & (t0 < t1))) or bool(begins.any()))
        return hit[0], hit[1]
    by = ts.SLACK + ts.BAND
    t0, t1 = ts.stretches(a, b, edges, by)
    cross = ts.crossings(a, b, edges)
    cuts = np.sort(np.clip(np.hstack([np.zeros((len(a), 1)), t0, t1, np.ones((len(a), 1))]), 0, 1), axis=1)
    looks = np.hstack([cuts, (cuts[:, 1:] + cuts[:, :-1]) / 2])[:, :, None]
    within = np.sum(cross[:, None] > looks, axis=2) % 2 == 1
    close = np.any((looks >= t0[:, None]) & (looks <= t1[:, None]), axis=2)
    return bool(np.any(within & ~close)), bool(np.any(within | close))


class Way:
    """A way as the driver tells it."""

    def __init__(self, values):
        self.areas, self.length, self.cut, count = values[1], values[2] / 1e6, values[3], values[4]
        at, self.pieces = 5, []
        for _ in range(count):
            self.pieces.append([v / 1e6 for v in values[at:at + 9]] + [values[at + 9]])
            at += 10
        points = values[at + 1:at + 1 + 3 * values[at]]
        self.points = [(points[k] / 1e6, points[k + 1] / 1e6) for k in range(0, len(points), 3)]

    def flat(self):
        """The pieces as points, arcs in steps of a degree."""
        points = [tuple(self.pieces[0][:2])] if self.pieces else []
        for x0, y0, x1, y1, cx, cy, radius, sweep, _, _ in self.pieces:
            if radius > 0:
                first, steps = math.atan2(y0 - cy, x0 - cx), max(1, math.ceil(abs(sweep) / 0.0175))
                turns = [first + sweep * k / steps for k in range(1, steps)]
                points += [(cx + radius * math.cos(turn), cy + radius * math.sin(turn)) for turn in turns]
            points.append((x1, y1))
        return points

    def measured(self):
        return sum(abs(p[7]) * p[6] if p[6] > 0 else math.dist(p[0:2], p[2:4]) for p in self.pieces)

    def turning(self):
        return sum(abs(p[7]) for p in self.pieces if p[6] > 0)

    def fault(self, start, start_level, spot, trial):
        """What is wrong with it as a walk from a place to another; None when all is well."""
        if self.cut:
            return 'cut'
        if not self.pieces:
            return None if math.dist(start, spot[0]) < 1e-3 else 'no pieces'
        if math.dist(self.pieces[0][:2], start) > 1e-3 or math.dist(self.pieces[-1][2:4], spot[0]) > 1e-3:
            return 'does not lead from the start to the end'
        for one, two in zip(self.pieces, self.pieces[1:]):
            if math.dist(one[2:4], two[0:2]) > 1e-3:
                return 'pieces do not join'
        for x0, y0, x1, y1, cx, cy, radius, sweep, length, _ in self.pieces:
            if radius > 0 and (abs(math.dist((x0, y0), (cx, cy)) - radius) > 0.01 or
                               abs(math.dist((x1, y1), (cx, cy)) - radius) > 0.01):
                return 'an arc is not on its circle'
        if abs(self.measured() - self.length) > 1e-2:
            return 'is %f long' % self.measured()
        ease = ts.SLACK + ts.BAND
        levels, piece, part = trial.follow(self.flat(), start_level, ease + 0.06)
        if not levels[spot[1]]:
            return 'pieces cannot be walked (chord %d, part %f)' % (piece, part)
        if not self.points:
            return 'has no points'
        if any(v != round(v) for p in self.points[1:-1] for v in p):
            return 'points are not whole'
        levels, piece, part = trial.follow(self.points, start_level, ease)
        if not levels[spot[1]]:
            return 'points cannot be walked (piece %d, part %f)' % (piece, part)
        typed = sum(math.dist(a, b) for a, b in zip(self.points, self.points[1:]))
        ends = math.dist(self.points[0], start) + math.dist(self.points[-1], spot[0])
        if typed > self.length + ends + TYPED:
            return 'points are %f long' % typed
        return None
