"""Random phases of movement on tiles: what must not matter to `resolve` does not matter.

The program is asked for the odds of a phase, and of the same phase with the figures listed in another order, with the
sides swapped and renamed, on the board in a mirror, and on the board turned by a quarter. Mapped back, all of them must
be the same distribution as exact fractions. Nothing here knows the rules.

The program is named by the variable QUICKMARCH. QM_SYMMETRY_PHASES says how many phases (1500), QM_TEST_LONG=1 means
15000; QM_SYMMETRY_PHASE=N,M runs just phases N to M.
"""

import collections
import concurrent.futures
import copy
import os
import random
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import tiles_phases as tp  # noqa: E402
from test_hexmelee_oracle import Failure  # noqa: E402
from test_tiles_oracle import Game, SHOWN, WORKERS, report, run_phases, same, told  # noqa: E402
from tiles_resolver import name_tile, read_tile  # noqa: E402

PHASES = 1500
PHASES_LONG = 15000
LEFT_OUT = 0.05
FIRST = 1000001        # other phases than those of the oracle
TURNED = {'N': 'E', 'E': 'S', 'S': 'W', 'W': 'N'}
MIRRORED = {'N': 'N', 'E': 'W', 'S': 'S', 'W': 'E'}


class Change:
    """A phase told otherwise: tiles are mapped, and what comes out is mapped back. This one tells it as it is."""

    def __init__(self, scenario, orders, rnd):
        self.scenario, self.orders, self.rnd = copy.deepcopy(scenario), copy.deepcopy(orders), rnd
        self.columns, self.rows = len(scenario['board']['rows'][0]), len(scenario['board']['rows'])
        self.apply()

    def apply(self):
        """Changes scenario and orders."""

    def back(self, tile):
        return tile

    def move_all(self, to, rows, sides):
        """Puts everything with a place elsewhere; `rows` is the new drawing."""
        board = self.scenario['board']
        board['rows'] = rows
        for wall in board.get('walls', ()):
            wall['at'] = [to(name) for name in wall['at']]
            wall['side'] = sides[wall['side']]
        for figure in self.scenario['figures']:
            figure['at'] = to(figure['at'])
        for order in self.orders.values():
            for key in ('tiles', 'area'):
                if key in order:
                    order[key] = [to(name) for name in order[key]]

    def mapped_back(self, chances):
        return {tuple((name, self.back(at), acted) for name, at, acted in end): chance
                for end, chance in chances.items()}


class Listed(Change):
    """The figures in another order, and so their declarations."""

    def apply(self):
        self.rnd.shuffle(self.scenario['figures'])
        names = list(self.orders)
        self.rnd.shuffle(names)
        self.orders = {name: self.orders[name] for name in names}


class Renamed(Change):
    """The sides listed the other way round, under other names."""

    def apply(self):
        sides = self.scenario['sides']
        names = {side['name']: 'Side%d' % number for number, side in enumerate(reversed(sides))}
        for side in sides:
            side['name'] = names[side['name']]
            if 'allies' in side:
                side['allies'] = [names[ally] for ally in side['allies']]
        sides.reverse()
        for figure in self.scenario['figures']:
            figure['side'] = names[figure['side']]


class Mirrored(Change):
    def apply(self):
        self.move_all(self.back, [row[::-1] for row in self.scenario['board']['rows']], MIRRORED)

    def back(self, tile):
        column, row = read_tile(tile)
        return name_tile((self.columns + 1 - column, row))


class Turned(Change):
    """A quarter turn clockwise."""

    def apply(self):
        rows = self.scenario['board']['rows']
        turned = [''.join(rows[row][column] for row in reversed(range(self.rows))) for column in range(self.columns)]
        self.move_all(self.there, turned, TURNED)

    def there(self, tile):
        column, row = read_tile(tile)
        return name_tile((self.rows + 1 - row, column))

    def back(self, tile):
        column, row = read_tile(tile)
        return name_tile((row, self.rows + 1 - column))


def odds_of(program, scenario, orders, misc):
    game = Game(program, scenario, orders, misc)
    try:
        return game.odds()[0], sorted(text.split(':')[0].split()[0] for text in game.refused)
    finally:
        game.close()


def compare(program, seed, counts):
    scenario, orders, misc = tp.draw(seed)
    plain, refused = odds_of(program, scenario, orders, misc)
    if plain is None:
        counts['left out'] += 1
        return
    counts['compared'] += 1
    counts['uncertain'] += len(plain) > 1
    rnd = random.Random(seed)
    for kind in (Listed, Renamed, Mirrored, Turned):
        change = kind(scenario, orders, rnd)
        chances, others = odds_of(program, change.scenario, change.orders, misc)
        if others != refused:
            raise Failure('%s: refused are %s, and before %s' % (kind.__name__, others, refused))
        if chances is None or not same(plain, change.mapped_back(chances)):
            shown = 'too many' if chances is None else told(change.mapped_back(chances))
            raise Failure('%s: %s' % (kind.__name__, report(seed, scenario, orders, 'as it is:\n%s\nchanged:\n%s' % (
                told(plain), shown))))


def main():
    path = os.environ.get('QUICKMARCH')
    if not path:
        print('QUICKMARCH must name the program')
        return 2
    phases = PHASES_LONG if os.environ.get('QM_TEST_LONG') == '1' else PHASES
    phases = int(os.environ.get('QM_SYMMETRY_PHASES', phases))
    seeds = range(FIRST, FIRST + phases)
    if os.environ.get('QM_SYMMETRY_PHASE'):
        numbers = [int(number) for number in os.environ['QM_SYMMETRY_PHASE'].split(',')]
        seeds = range(numbers[0], numbers[-1] + 1)
    counts, failures, start = collections.Counter(), [], time.time()
    with concurrent.futures.ProcessPoolExecutor(WORKERS) as pool:
        parts = [seeds[n::WORKERS] for n in range(WORKERS)]
        for failed, counted in pool.map(run_phases, [compare] * WORKERS, [path] * WORKERS, parts):
            failures += failed
            counts += counted
    wrong = len(failures)
    if counts['left out'] > LEFT_OUT * len(seeds) and len(seeds) >= 100:
        failures.append('%d of %d phases have too many outcomes' % (counts['left out'], len(seeds)))
    for failure in failures[:SHOWN]:
        print(failure)
    if len(failures) > SHOWN:
        print('and %d more' % (len(failures) - SHOWN))
    print('%.0f s; %s' % (time.time() - start, ', '.join('%s %d' % item for item in sorted(counts.items()))))
    print('%d passed, %d failed' % (len(seeds) - wrong, len(failures)))
    return 1 if failures else 0


if __name__ == '__main__':
    sys.exit(main())
