"""Random tables: what the library sees, against the oracle in table_sight.py.

Each table is drawn from its own seed: 1 to 10 prisms, figures, and questions. The program of the variable
TABLE_SIGHT_DRIVER answers them; fractions, what each blocker hides by itself, the hull of what is seen and straight
lines are compared. Fractions past solids alone must agree to 1e-7, past round bodies to 1e-4. On some tables a grid of
200 x 200 rays is shot as well. Every table is also asked turned, mirrored, moved and with its prisms in another order:
that must change nothing by more than 2e-9. What is hard must come up often enough: the counts are printed and required.

QM_SIGHT_TABLES says how many tables (2000), QM_TEST_LONG=1 means 20000; QM_SIGHT_TABLE=N,M runs tables N to M-1.
"""

import collections
import concurrent.futures
import copy
import math
import os
import random
import subprocess
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import table_sight as ts  # noqa: E402

TABLES = 2000
TABLES_LONG = 20000
CHUNK = 50             # tables for one run of the program
SHOWN = 10             # failures printed in full
SIDE = 20000           # of the table, in units
RAYS = 200
SAMPLED_EVERY = 25     # tables
EXACT, ROUND, SAME = 1e-7, 1e-4, 2e-9
# At least so many tables of a thousand.
REQUIRED = {'touching': 150, 'shared edge': 150, 'collinear': 80, 'stacked': 80, 'eye on a top plane': 80,
            'eye in a wall plane': 80, 'one third': 80, 'hole': 80, 'non-convex': 150, 'figure as a blocker': 150,
            'rectangle as a blocker': 20, 'on the grid': 300, 'off the grid': 300, 'partly seen': 300, 'eye inside': 20,
            'target inside': 20, 'sampled': 30, 'line stopped': 100}


# ------------------------------------------------------------------------------------------------------------- tables

class Maker:
    """A table drawn from a seed."""

    def __init__(self, seed):
        self.rnd = random.Random(seed)
        self.kinds = set()
        self.on_grid = self.rnd.random() < 0.5
        self.kinds.add('on the grid' if self.on_grid else 'off the grid')
        self.scene = {'prisms': [], 'bodies': []}
        self.questions = []
        self.thirds = []

    def place(self, low=0, high=SIDE):
        value = self.rnd.randint(low, high)
        return value // 500 * 500 if self.on_grid else value

    def size(self, low=500, high=5000):
        return max(self.place(low, high), 500)

    def heights(self):
        bottom = self.rnd.choice((0, 0, 0, 0, 1000, 3000))
        return bottom, bottom + self.rnd.choice((100, 500, 1000, 1500, 2000, 3000, 6000))

    def prism(self, rings, bottom, top, flags=1):
        rings = [[(int(x), int(y)) for x, y in ring] for ring in rings]
        self.scene['prisms'].append({'rings': rings, 'bottom': bottom, 'top': top, 'flags': flags})

    def box(self):
        x, y = self.place(), self.place()
        return [x, y, x + self.size(), y + self.size()]

    def draw(self):
        count = self.rnd.randint(1, 10)
        while len(self.scene['prisms']) < count:
            kind = self.rnd.choices(
                (self.plain, self.turned, self.bent, self.holed, self.touching, self.shared, self.wall, self.stack),
                (3, 2, 2, 1, 1, 1, 1, 1))[0]
            kind()
        del self.scene['prisms'][count:]
        for _ in range(self.rnd.randint(2, 8)):
            self.body()
        for _ in range(3):
            self.question()
        for _ in range(2):
            self.line()
        if self.rnd.random() < 0.15:
            self.third()

    def plain(self):
        x0, y0, x1, y1 = self.box()
        self.prism([ring(x0, y0, x1, y1)], *self.heights(), 8 if self.rnd.random() < 0.08 else 1)

    def turned(self):
        """Any convex polygon."""
        x, y, r = self.place(), self.place(), self.size(600, 3000)
        count, turn = self.rnd.randint(3, 8), self.rnd.random()
        self.prism([[(x + round(r * math.cos(2 * math.pi * (i / count + turn))),
                      y + round(r * math.sin(2 * math.pi * (i / count + turn)))) for i in range(count)]],
                   *self.heights())

    def bent(self):
        """An L or a U."""
        x, y = self.place(), self.place()
        a, b, c = self.size(1500, 6000), self.size(1500, 6000), 500
        corners = [(0, 0), (a, 0), (a, b), (a - c, b), (a - c, c), (0, c)] if self.rnd.random() < 0.5 else \
            [(0, 0), (a, 0), (a, b), (a - c, b), (a - c, c), (c, c), (c, b), (0, b)]
        if self.rnd.random() < 0.4:
            corners = [(p - 0.4 * q, q + 0.3 * p) for p, q in corners]
        if self.rnd.random() < 0.5:
            corners = [(-q, p) for p, q in corners]
        self.prism([[(x + round(p), y + round(q)) for p, q in corners]], *self.heights())

    def holed(self):
        x0, y0, x1, y1 = self.box()
        x1, y1 = max(x1, x0 + 2000), max(y1, y0 + 2000)
        self.prism([ring(x0, y0, x1, y1), ring(x0 + 400, y0 + 300, x1 - 500, y1 - 700)], *self.heights())

    def touching(self):
        """Two boxes that touch along a part of a side, or in a corner."""
        x0, y0, x1, y1 = self.box()
        heights = self.heights()
        self.prism([ring(x0, y0, x1, y1)], *heights)
        y2 = y1 if self.rnd.random() < 0.3 else self.place(y0, y1)
        heights = heights if self.rnd.random() < 0.5 else self.heights()
        self.prism([ring(x1, y2, x1 + self.size(), y2 + self.size())], *heights)

    def shared(self):
        """Two boxes, or two halves of a turned one, that share a whole side."""
        heights = self.heights()
        x0, y0, x1, y1 = self.box()
        if self.rnd.random() < 0.5:
            self.prism([ring(x0, y0, x1, y1)], *heights)
            self.prism([ring(x0, y1, x1, y1 + self.size())], *heights)
            return
        corners = [(x0, y0), (x1, y0 + 700), (x1 - 300, y1 + 900), (x0 - 400, y1)]
        self.prism([corners[:3]], *heights)
        self.prism([[corners[0]] + corners[2:]], *heights)

    def wall(self):
        """Thin walls on one line."""
        x, y, bottom = self.place(), self.place(), 0
        for _ in range(self.rnd.randint(2, 3)):
            length = self.size(500, 3000)
            self.prism([ring(x, y, x + length, y + 200)], bottom, bottom + self.rnd.choice((1000, 2000, 4000)))
            x += length + self.rnd.choice((0, 0, 500, 1000))

    def stack(self):
        x0, y0, x1, y1 = self.box()
        z = 0
        for _ in range(self.rnd.randint(2, 3)):
            top = z + self.rnd.choice((200, 1000, 3000))
            self.prism([ring(x0, y0, x1, y1)], z, top)
            z = top + self.rnd.choice((0, 0, 2000))

    def surface(self, x, y):
        """A height at which something can stand here."""
        tops = [0] + [p['top'] for p in self.scene['prisms'] if p['flags'] & 1 and inside(p, x, y)]
        return self.rnd.choice(tops)

    def body(self):
        x, y = self.place(), self.place()
        if self.rnd.random() < 0.4 and self.scene['bodies']:     # near another one, often in contact
            other = self.rnd.choice(self.scene['bodies'])
            x, y = int(other['x'] + self.rnd.choice((-1000, 0, 1000))), int(other['y'] + self.rnd.choice((-1000, 1000)))
        body = {'x': x, 'y': y, 'z': self.surface(x, y), 'radius': self.rnd.choice((492, 500, 630, 1000, 2500)),
                'width': 0, 'length': 0, 'facing': 0, 'height': self.rnd.choice((500, 1000, 1500, 2500))}
        if self.rnd.random() < 0.25:
            body.update(radius=0, width=self.size(500, 3000), length=self.size(500, 5000),
                        facing=self.rnd.choice((0, 16384, 8192, self.rnd.randrange(65536))))
        self.scene['bodies'].append(body)

    def question(self):
        bodies, prisms = self.scene['bodies'], self.scene['prisms']
        looker, target = self.rnd.sample(range(len(bodies)), 2)
        eye = [bodies[looker]['x'], bodies[looker]['y'], bodies[looker]['z'] + bodies[looker]['height']]
        prism = self.rnd.choice(prisms)
        how = self.rnd.random()
        if how < 0.15:
            eye[2] = prism['top']
        elif how < 0.35:
            corner, after = self.rnd.choice(list(zip(prism['rings'][0], prism['rings'][0][1:])))
            part = self.rnd.choice((-2, -1, -1, 0, 1, 2, 3, 3))
            eye[:2] = [corner[0] + part * (after[0] - corner[0]), corner[1] + part * (after[1] - corner[1])]
            if self.rnd.random() < 0.4:   # the target's centre in the plane too
                bodies[target]['x'] = corner[0] + (1 - part) * (after[0] - corner[0])
                bodies[target]['y'] = corner[1] + (1 - part) * (after[1] - corner[1])
        elif how < 0.4:
            eye[2] = self.rnd.randint(1, 8000)
        self.questions.append((eye, target, looker))

    def line(self):
        if self.rnd.random() < 0.3:
            a, b = [self.place(), self.place(), 700], [self.place(), self.place(), 700]
        else:
            a = [self.place(), self.place(), self.rnd.randint(0, 6000)]
            b = [self.place(), self.place(), self.rnd.randint(0, 6000)]
        self.questions.append((a, b))

    def third(self):
        """Far from everything: a wall, or two that overlap, hide exactly two thirds of a figure."""
        x, y, r = self.place() + 10 * SIDE, self.place(), 6 * self.rnd.randint(60, 200)
        distance, number = 2 * self.rnd.randint(2000, 8000), len(self.scene['bodies'])
        self.scene['bodies'].append({'x': x, 'y': y, 'z': 0, 'radius': r, 'width': 0, 'length': 0, 'facing': 0,
                                     'height': 1500})
        half = y - distance // 2
        if self.rnd.random() < 0.5:
            self.prism([ring(x - 3000, half, x + r // 6, half + 100)], 0, 4000)
        else:
            self.prism([ring(x - 3000, half - 100, x, half + 100)], 0, 4000)
            self.prism([ring(x - r // 2, half, x + r // 6, half + 300)], 0, 4000)
        if self.rnd.random() < 0.5:
            self.scene['prisms'].insert(0, self.scene['prisms'].pop())
        self.thirds.append(len(self.questions))
        self.questions.append(([x, y - distance, 1500], number, -1))


def ring(x0, y0, x1, y1):
    return [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]


def inside(prism, x, y):
    result = False
    for points in prism['rings']:
        for (ax, ay), (bx, by) in zip(points, points[1:] + points[:1]):
            if (ay > y) != (by > y) and x < ax + (bx - ax) * (y - ay) / (by - ay):
                result = not result
    return result


# -------------------------------------------------------------------------------------------------------------- kinds

def kinds_of(maker):
    """What is hard about a table, found in what came out, not in how it was drawn."""
    kinds, prisms = set(maker.kinds), maker.scene['prisms']
    sides = [[side for points in p['rings'] for side in zip(points, points[1:] + points[:1])] for p in prisms]
    for i, prism in enumerate(prisms):
        if len(prism['rings']) > 1:
            kinds.add('hole')
        if not ts.is_convex(prism['rings'][0]):
            kinds.add('non-convex')
        for j in range(i):
            kinds |= kinds_of_pair(prism, prisms[j], sides[i], sides[j])
    for question in maker.questions:
        if len(question) == 3:
            kinds |= kinds_of_question(maker, question, sides)
    if maker.thirds:
        kinds.add('one third')
    return kinds


def on_line(a, b, p):
    return (b[0] - a[0]) * (p[1] - a[1]) == (b[1] - a[1]) * (p[0] - a[0])


def kinds_of_pair(one, other, one_sides, other_sides):
    kinds = set()
    heights_meet = one['bottom'] <= other['top'] and other['bottom'] <= one['top']
    if one['rings'][0] == other['rings'][0]:
        kinds.add('stacked')
    for a, b in one_sides:
        for c, d in other_sides:
            if heights_meet and {a, b} == {c, d}:
                kinds.add('shared edge')
            if on_line(a, b, c) and on_line(a, b, d):
                kinds.add('collinear')
            if heights_meet and on_line(a, b, c) and min(a[0], b[0]) <= c[0] <= max(a[0], b[0]) and \
                    min(a[1], b[1]) <= c[1] <= max(a[1], b[1]):
                kinds.add('touching')
    return kinds


def kinds_of_question(maker, question, sides):
    kinds, eye = set(), question[0]
    target = maker.scene['bodies'][question[1]]
    for prism, its in zip(maker.scene['prisms'], sides):
        if eye[2] == prism['top']:
            kinds.add('eye on a top plane')
        if any(on_line(a, b, eye) for a, b in its):
            kinds.add('eye in a wall plane')
        if inside(prism, eye[0], eye[1]) and prism['bottom'] < eye[2] < prism['top']:
            kinds.add('eye inside')
        if inside(prism, target['x'], target['y']) and prism['bottom'] <= target['z'] < prism['top']:
            kinds.add('target inside')
    return kinds


# ------------------------------------------------------------------------------------------------------ the program

def tell(scene, questions):
    """A scene and questions as the program reads them."""
    words = [SIDE, SIDE, len(scene['prisms'])]
    for prism in scene['prisms']:
        words += [prism['bottom'], prism['top'], prism['flags'], len(prism['rings'])]
        for points in prism['rings']:
            words.append(len(points))
            words += [v for p in points for v in p]
    words.append(len(scene['bodies']))
    for body in scene['bodies']:
        words += [body[key] for key in ('x', 'y', 'z', 'radius', 'width', 'length', 'facing', 'height')]
    words.append(len(questions))
    for question in questions:
        words += [1, *question[0], question[1], question[2]] if len(question) == 3 else [2, *question[0], *question[1]]
    return ' '.join(str(word) for word in words) + '\n'


def ask(text):
    done = subprocess.run([os.environ['TABLE_SIGHT_DRIVER']], input=text, stdout=subprocess.PIPE, text=True, check=True)
    return [[int(word) for word in line.split()] for line in done.stdout.splitlines()]


class Change:
    """The same table told otherwise: mirrored, turned by quarters, moved, its prisms in another order."""

    def __init__(self, rnd, scene, questions):
        self.mirror, self.quarters = rnd.random() < 0.5, rnd.randrange(4)
        self.by = rnd.randint(-9, 9) * 1000 + rnd.randint(-500, 500), rnd.randint(-9000, 9000)
        self.order = list(range(len(scene['prisms'])))
        rnd.shuffle(self.order)
        self.scene = copy.deepcopy(scene)
        for prism in self.scene['prisms']:
            prism['rings'] = [[self.to(*p) for p in points] for points in prism['rings']]
        self.scene['prisms'] = [self.scene['prisms'][i] for i in self.order]
        for body in self.scene['bodies']:
            body['x'], body['y'] = self.to(body['x'], body['y'])
            facing = 32768 - body['facing'] if self.mirror else body['facing']
            body['facing'] = (facing + 16384 * self.quarters) % 65536
        self.questions = [([*self.to(*q[0][:2]), q[0][2]], q[1], q[2]) if len(q) == 3 else
                          ([*self.to(*q[0][:2]), q[0][2]], [*self.to(*q[1][:2]), q[1][2]]) for q in questions]

    def to(self, x, y):
        if self.mirror:
            x = -x
        for _ in range(self.quarters):
            x, y = -y, x
        return x + self.by[0], y + self.by[1]

    def faults(self, question, plain, changed):
        """What is not the same."""
        if len(question) == 2:
            same = (plain[0] == -9) == (changed[0] == -9)
            return [] if same else ['a line is %s, changed %s' % (plain, changed)]
        hull = [10**9 - changed[2], 10**9 - changed[1]] if self.mirror and changed[0] else changed[1:3]
        there = [plain[0], *plain[1:5]], [changed[0], *hull, *changed[3:5]]
        faults = [] if max(abs(a - b) for a, b in zip(*there)) <= SAME * 1e9 else ['seen %s, changed %s' % there]
        back = {(kind, self.order[number] if kind == 'prism' else number): value
                for (kind, number), value in blockers(changed).items()}
        hides = blockers(plain), back
        for name in hides[0].keys() | hides[1].keys():
            if abs(hides[0].get(name, 0) - hides[1].get(name, 0)) > SAME:
                faults.append('%s %d hides %s, changed %s' % (*name, hides[0].get(name), hides[1].get(name)))
        return faults


def blockers(answer):
    rest = answer[5:]
    return {('body', body) if prism == -3 else ('prism', prism): hides / 1e9
            for prism, body, hides in zip(rest[::3], rest[1::3], rest[2::3])}


# ------------------------------------------------------------------------------------------------------- comparing

def compare_sight(scene, question, answer, sample, worst):
    """Faults of one answer, and the kinds that show in it."""
    faults, kinds = [], set()
    fraction, hides, shape = ts.seen(scene, *question)
    told, told_hides = answer[0] / 1e9, blockers(answer)
    is_round = any(k == 'body' and scene['bodies'][n]['radius'] for k, n in hides)
    worst['round' if is_round else 'exact'] = max(worst['round' if is_round else 'exact'], abs(told - fraction))
    if abs(told - fraction) > (ROUND if is_round else EXACT):
        faults.append('seen %.9f, the oracle %.9f' % (told, fraction))
    for name in hides.keys() | told_hides.keys():
        limit = ROUND if name[0] == 'body' and scene['bodies'][name[1]]['radius'] else EXACT
        if abs(hides.get(name, 0) - told_hides.get(name, 0)) > limit:
            faults.append('%s %d hides %s, the oracle %s' % (*name, told_hides.get(name), hides.get(name)))
    order = list(told_hides.values())
    if any(a < b - SAME for a, b in zip(order, order[1:])):
        faults.append('blockers are out of order')
    if shape:
        faults += hull_faults(*shape, [v / 1e9 for v in answer[1:5]], 1e-2 if is_round else 1e-6)
    kinds |= {'partly seen'} if 0.001 < fraction < 0.999 else set()
    for kind, number in hides:
        if kind == 'body' and hides[kind, number] > 0.001:
            kinds.add('figure as a blocker' if scene['bodies'][number]['radius'] else 'rectangle as a blocker')
    if sample:
        kinds.add('sampled')
        shot, bound = ts.sampled(scene, *question, RAYS)
        worst['sampled'] = max(worst['sampled'], abs(shot - told))
        if abs(shot - told) > bound:
            faults.append('seen %.9f, by rays %.6f' % (told, shot))
    return faults, kinds


def hull_faults(view, left, hull, slack):
    """The hull must hold what is seen without its thinnest parts, and lie within what is seen and a little more."""
    def bounds(shape):
        if shape.is_empty:
            return None
        x0, y0, x1, y1 = shape.bounds
        width, height = 2 * view.half, view.high - view.low
        return (view.half - x1) / width, (view.half - x0) / width, (y0 - view.low) / height, (y1 - view.low) / height
    if left.area <= 1e-6 * view.area:
        return []
    faults, thick, whole = [], bounds(left.buffer(-1e-3)), bounds(left)
    if thick and not (hull[0] <= thick[0] + slack and hull[1] >= thick[1] - slack and
                      hull[2] <= thick[2] + slack and hull[3] >= thick[3] - slack):
        faults.append('hull %s, at least %s' % (hull, thick))
    if not (hull[0] >= whole[0] - slack and hull[1] <= whole[1] + slack and
            hull[2] >= whole[2] - slack and hull[3] <= whole[3] + slack):
        faults.append('hull %s, at most %s' % (hull, whole))
    return faults


def compare_line(scene, question, answer):
    inside_of, clear = ts.line(scene, *question)
    if clear and answer[0] != -9:
        return ['a line is stopped by %d, the oracle says it is clear' % answer[0]], set()
    if inside_of and answer[0] == -9:
        return ['a line is free, the oracle says it meets prism %d' % inside_of[0][1]], set()
    return [], {'line stopped'} if inside_of else set()


def compare(seed, maker, plain, change, changed, worst):
    faults, kinds = [], kinds_of(maker)
    for i, question in enumerate(maker.questions):
        if len(question) == 3:
            sample = seed % SAMPLED_EVERY == 0 and i == 0
            found, more = compare_sight(maker.scene, question, plain[i], sample, worst)
            if i in maker.thirds and plain[i][0] not in (333333333, 333333334):
                found.append('a third is %d' % plain[i][0])
        else:
            found, more = compare_line(maker.scene, question, plain[i])
        found += change.faults(question, plain[i], changed[i])
        kinds |= more
        faults += ['table %d, question %d %s: %s' % (seed, i, question, fault) for fault in found]
    return faults, kinds


def run(seeds):
    """Counts, faults and the worst differences of some tables."""
    makers, changes, text = [], [], []
    for seed in seeds:
        maker = Maker(seed)
        maker.draw()
        change = Change(maker.rnd, maker.scene, maker.questions)
        makers.append(maker)
        changes.append(change)
        text += [tell(maker.scene, maker.questions), tell(change.scene, change.questions)]
    answers = iter(ask(''.join(text)))
    counts, faults, worst = collections.Counter(), [], collections.Counter()
    for seed, maker, change in zip(seeds, makers, changes):
        plain = [next(answers) for _ in maker.questions]
        changed = [next(answers) for _ in maker.questions]
        found, kinds = compare(seed, maker, plain, change, changed, worst)
        counts.update(kinds)
        counts['questions'] += len(maker.questions)
        faults += found
    return counts, faults, worst


def main():
    tables = int(os.environ.get('QM_SIGHT_TABLES') or (TABLES_LONG if os.environ.get('QM_TEST_LONG') else TABLES))
    first, last = (int(n) for n in (os.environ.get('QM_SIGHT_TABLE') or '0,%d' % tables).split(','))
    started = time.monotonic()
    chunks = [range(i, min(i + CHUNK, last)) for i in range(first, last, CHUNK)]
    counts, faults, worst = collections.Counter(), [], collections.Counter()
    with concurrent.futures.ProcessPoolExecutor(2) as pool:
        for more_counts, more_faults, more_worst in pool.map(run, chunks):
            counts.update(more_counts)
            faults += more_faults
            worst |= more_worst
    for fault in faults[:SHOWN]:
        print(fault)
    print('%d tables, %d questions, %d faults, %.1f s; worst differences: solids %.1e, round bodies %.1e, rays %.1e' %
          (last - first, counts['questions'], len(faults), time.monotonic() - started, worst['exact'], worst['round'],
           worst['sampled']))
    rare = [kind for kind, least in REQUIRED.items() if counts[kind] * 1000 < least * (last - first)]
    print(', '.join('%s %d' % (kind, counts[kind]) for kind in REQUIRED))
    if rare and last - first >= 200:
        print('too few:', ', '.join(rare))
        return 1
    return 1 if faults else 0


if __name__ == '__main__':
    sys.exit(main())
