"""A table that is moved, turned, mirrored or told in another order gives the same answers.

Random tables (table_tables.py) are put into the middle of a larger one, so that its borders are out of play, and asked
about standing, straight pieces, drawn paths, walks, reach, nearest places and falls: what is below, where one comes to
rest, how near an edge is. The same questions are asked of the table moved by whole units, turned by quarters, mirrored,
and with its prisms in another order (table_images.py). Yes and no must be the same, lengths and costs equal within 1e-5
units (a hundred-millionth of an inch; sums of turned coordinates round otherwise), but how near an edge is within one.
For links, routes and reach over them there is test_table_links_invariance.py.

The driver is named by the variable TABLE_DRIVER. QM_ORACLE_TABLES says how many tables (300), QM_TEST_LONG=1 means
3000; QM_ORACLE_TABLE=N,M runs tables N to M-1.
"""

import collections
import concurrent.futures
import math
import os
import random
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import table_images as ti  # noqa: E402
import table_space as ts  # noqa: E402
import table_tables as tt  # noqa: E402
from table_answers import Driver, Failure, place  # noqa: E402

TABLES, TABLES_LONG = 300, 3000
EQUAL = 10                # millionths of a unit
EDGE = 1000000            # the same of how near an edge is: it is cut to within a unit where something begins beside it
WORKERS = 2
SHOWN = 10
FAR = 10 ** 6


class Questions:
    """Questions about an embedded table, to be asked of its images."""

    def __init__(self, case, seed):
        self.random, self.case = random.Random('asked %d' % seed), case
        self.space = ts.Space(case['table'], case['walker'], case['bodies'])
        self.heights = self.space.heights
        points = [self.point() for _ in range(60)]
        self.spots = []
        for point, row in zip(points, self.space.passes(points, 0.0)):
            for level, ok in enumerate(row):
                if ok:
                    self.spots.append((point, self.heights[level]))
        self.random.shuffle(self.spots)
        self.points = points
        self.falls = [self.edge_place() for _ in range(8)]

    def edge_place(self):
        """A point of an edge of a surface, the way outwards, and a height to fall from; or any point, straight down."""
        r, tops = self.random, [p for p in self.case['table']['prisms'] if p['flags'] & ts.WALKABLE]
        if not tops or r.random() < 0.2:
            return self.point(), (0, 0), r.choice(self.heights) + r.choice((0, 1, 500)), r.choice((0, 0, 1000))
        prism = r.choice(tops)
        (x0, y0, x1, y1), t = r.choice(ts.rings_edges(ts.turned_right(prism['rings']))), r.choice((0, 0.5, r.random()))
        at = round(x0 + t * (x1 - x0)), round(y0 + t * (y1 - y0))
        return at, (int(y1 - y0), int(x0 - x1)), prism['top'], r.choice((0, 0, 500, 1000))

    def point(self):
        r, space = self.random, self.space
        if r.random() < 0.6 and len(space.edges) > 4:
            k = r.randrange(4, len(space.edges))
            x0, y0, x1, y1 = space.edges[k]
            length, t = math.hypot(x1 - x0, y1 - y0), r.choice((0, 1, 0.5, r.random()))
            far = space.radii[k] + r.choice((0, 0, 1, -1))
            nx, ny = ((y1 - y0) / length, (x0 - x1) / length) if length else r.choice(((1, 0), (0, 1), (0.6, 0.8)))
            return (round(x0 + t * (x1 - x0) + nx * far), round(y0 + t * (y1 - y0) + ny * far))
        side = self.case['table']['width'] - 2 * ti.ROOM
        return (ti.ROOM + r.randint(0, side), ti.ROOM + r.randint(0, side))

    def asked(self, put):
        """The questions with every point mapped."""
        r = random.Random('these')
        lines = ['stand %s 500' % place(put(*p), r.choice(self.heights)) for p in self.points]
        for p in self.points[:20]:
            lines.append('below %s' % place(put(*p), r.choice(self.heights) + r.choice((0, -1, 400))))
        for at, out, z, margin in self.falls:
            here, there = put(*at), put(at[0] + out[0], at[1] + out[1])
            way = there[0] - here[0], there[1] - here[1]
            lines.append('fall %s %s %d %d' % (place(here, z), place(way), margin, tt.milli(5000)))
        if not self.spots:
            return lines
        for p, z in self.spots[:10]:
            lines.append('edge %s %d %d' % (place(put(*p), z), r.choice((1, 1000, 2001)), tt.milli(4000)))
        for (a, z), b in zip(self.spots[:12], self.points):
            lines.append('trace %s %s 500' % (place(put(*a), z), place(put(*b))))
        for k, (a, z) in enumerate(self.spots[:6]):
            path = [a] + self.points[k:k + 3]
            lines.append('path %s %d %s' % (place(put(*a), z), len(path), ' '.join(place(put(*p)) for p in path)))
        (start, z), goals = self.spots[0], self.spots[1:]
        for k, (goal, height) in enumerate(goals[:6]):
            lines.append('walk %d %s %s %d' % (k % 2, place(put(*start), z), place(put(*goal), height), tt.milli(FAR)))
        lines.append('reach %s %d 1' % (place(put(*start), z), tt.milli(8000)))
        lines += ['cost %s' % place(put(*goal), height) for goal, height in goals[:12]]
        lines += ['nearest %s 0 %d' % (place(put(*p), r.choice(self.heights)), tt.milli(4000)) for p in self.points[:4]]
        return lines


def essence(question, answer):
    """What of an answer must not change: (yes and no, lengths in millionths)."""
    kind = answer[0]
    if kind == 'stand':
        return (answer[2], answer[10]), ()
    if kind == 'trace':
        return (answer[1], answer[3]), (int(answer[11]),) if answer[1] == '0' else ()
    if kind == 'path':
        return (answer[1], answer[2], answer[4] if answer[1] == '1' else ''), (int(answer[5]),)
    if kind == 'walk':
        return tuple(answer[1:4]), (int(answer[4]),) if answer[1] == '1' else ()
    if kind == 'cost':
        return (answer[1][0] == '-',), (int(answer[1]),)
    if kind == 'below':
        return (min(int(answer[1]), 0), answer[2]), ()
    if kind == 'fall':
        # Who was in the way of the first of several places that are equally near depends on how the table is turned.
        return (*answer[1:4], answer[4] != '0', answer[6]), (int(answer[5]),)
    if kind == 'edge':
        return (answer[1][0] == '-',), (int(answer[1]),)
    if kind == 'nearest':
        words = question.split()
        far = math.dist((int(answer[2]) / 1e6, int(answer[3]) / 1e6), (int(words[1]) / 1e3, int(words[2]) / 1e3))
        return (answer[1],), (round(far * 1e6),) if answer[1] == '1' else ()
    return tuple(answer), ()


def run(seeds):
    driver, count, differences = Driver(), collections.Counter(), []
    for seed in seeds:
        case, side = ti.embedded(tt.make(seed))
        questions = Questions(case, seed)
        try:
            driver.tell(case)
            lines = questions.asked(lambda x, y: (x, y))
            first = [essence(q, a) for q, a in zip(lines, driver.ask(lines))]
            for image in ti.images(side, len(case['table']['prisms']), seed):
                driver.tell(ti.placed(case, image.put, image.turn, image.order))
                there = questions.asked(image.put)
                for q, q2, one, answer in zip(lines, there, first, driver.ask(there)):
                    two = essence(q2, answer)
                    count[q.split()[0]] += 1
                    equal = EDGE if q.startswith('edge') else EQUAL
                    if one[0] != two[0] or any(abs(a - b) > equal for a, b in zip(one[1], two[1])):
                        differences.append((seed, image.name, q, one, q2, two))
        except Failure as failure:
            differences.append((seed, 'driver', str(failure), '', '', ''))
    if driver.process:
        driver.process.stdin.close()
        driver.process.wait()
    return count, differences


def main():
    only = os.environ.get('QM_ORACLE_TABLE')
    default = TABLES_LONG if os.environ.get('QM_TEST_LONG') == '1' else TABLES
    seeds = range(int(os.environ.get('QM_ORACLE_TABLES', default)))
    if only:
        first, _, end = only.partition(',')
        seeds = range(int(first), int(end) if end else int(first) + 1)
    count, differences = collections.Counter(), []
    with concurrent.futures.ProcessPoolExecutor(WORKERS) as pool:
        for one, more in pool.map(run, [seeds[k:k + 10] for k in range(0, len(seeds), 10)]):
            count.update(one)
            differences += more
    for seed, name, question, one, there, two in differences[:None if only else SHOWN]:
        print('--- table %d, %s\n%s: %s\n%s: %s' % (seed, name, question, one, there, two))
        print(tt.text(ti.embedded(tt.make(seed))[0]))
    by_kind = collections.Counter((name, question.split()[0]) for _, name, question, _, _, _ in differences)
    for (name, kind), number in by_kind.most_common():
        print('%d differences: %s, %s' % (number, kind, name))
    print('%d tables, 6 images of each: %s' % (len(seeds), ', '.join('%d %s' % (n, k) for k, n in count.most_common())))
    return 1 if differences else 0


if __name__ == '__main__':
    sys.exit(main())
