"""What tests of random tables share: which tables to run, running them side by side, and telling what differs.

A test hands over its class Trial: Trial(driver, seed).run() gives an object with `count` (of answers), `case` (with its
`kinds`), `differences` (seed, what, question, detail) and `figures` (the greatest of each is kept).
"""

import collections
import concurrent.futures
import functools
import os

from table_answers import Driver

SHOWN = 10  # differences printed in full
WORKERS = 2


class Result:
    def __init__(self):
        self.count, self.kinds = collections.Counter(), collections.Counter()
        self.differences, self.figures = [], {}

    def add(self, count, kinds, differences, figures):
        self.count.update(count)
        self.kinds.update(kinds)
        self.differences += differences
        for name, value in figures.items():
            self.figures[name] = max(self.figures.get(name, 0.0), value)


def batch(trial, seeds):
    driver, result = Driver(), Result()
    for seed in seeds:
        one = trial(driver, seed).run()
        result.add(one.count, one.case['kinds'], one.differences, one.figures)
    if driver.process:
        driver.process.stdin.close()
        driver.process.wait()
    return result


def run(trial, seeds, step):
    """All tables, so many at a time."""
    result = Result()
    with concurrent.futures.ProcessPoolExecutor(WORKERS) as pool:
        for one in pool.map(functools.partial(batch, trial), [seeds[k:k + step] for k in range(0, len(seeds), step)]):
            result.add(one.count, one.kinds, one.differences, one.figures)
    return result


def chosen(name, usual, long):
    """The tables to run, and whether everything is to be told: QM_name_TABLE=N,M, QM_name_TABLES, QM_TEST_LONG."""
    only = os.environ.get('QM_%s_TABLE' % name)
    if only:
        first, _, end = only.partition(',')
        return range(int(first), int(end) if end else int(first) + 1), True
    default = long if os.environ.get('QM_TEST_LONG') == '1' else usual
    return range(int(os.environ.get('QM_%s_TABLES' % name, default))), False


def show(differences, everything, text):
    for seed, what, question, detail in differences[:None if everything else SHOWN]:
        print('--- table %d: %s\n%s\n%s' % (seed, what, question, detail))
        print(text(seed))
    for what, number in collections.Counter(what for _, what, _, _ in differences).most_common():
        seeds = sorted({seed for seed, kind, _, _ in differences if kind == what})
        print('%d differences: %s, in %d tables: %s' % (number, what, len(seeds), seeds[:15]))


def unknown(differences, seeds, known):
    """How many differences are not in the list of known ones, and how many of that list are gone."""
    bad = sum(what not in known.get(seed, ()) for seed, what, _, _ in differences)
    for seed in known:
        if seed in seeds and not any(seed == other for other, _, _, _ in differences):
            print('table %d does not differ any more: take it off the list' % seed)
            bad += 1
    return bad


def too_few(result, kinds, answers, tables, required, of):
    """Prints how often each kind of table and answer came up; how many of them too seldom (so many of `of` are wanted)."""
    bad = 0
    for name, wanted in list(kinds.items()) + list(answers.items()):
        number = result.kinds[name] if name in kinds else result.count[name]
        short = required and number < wanted * tables // of
        print('  %6d %s%s' % (number, name, ': too few' if short else ''))
        bad += short
    return bad
