"""Random phases of movement on tiles: the odds of `resolve` by the program against the resolver in tiles_resolver.py.

Each phase is drawn from its own seed (tiles_phases.py), declared through `quickmarch pipe`, and the whole distribution
of where everybody ends and who has acted is compared as exact fractions. What is hard must come up often enough: the
shares of contested, interrupted, even and filing phases are printed and required. Phases with too many outcomes are
left out, and may be few.

The program is named by the variable QUICKMARCH. QM_ORACLE_PHASES says how many phases (10000), QM_TEST_LONG=1 means
100000; QM_ORACLE_PHASE=N,M runs phases N to M and tells everything about them.
"""

import collections
import concurrent.futures
import json
import os
import sys
import tempfile
import time
from fractions import Fraction

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import tiles_phases as tp  # noqa: E402
import tiles_resolver as tr  # noqa: E402
from test_hexmelee_oracle import Failure, Program  # noqa: E402

PHASES = 10000
PHASES_LONG = 100000
LEAVES = 200           # a phase with more is left out
LEFT_OUT = 0.05        # at most so many
REFUSED = 0.05         # declarations that the program may refuse, at most
SHOWN = 20             # failures printed in full
WORKERS = 2
SHARES = {'contested': 0.40, 'interrupt': 0.10, 'tie': 0.10, 'file': 0.05}
TOLD = {'contested': 'a contested tile or a pursuit', 'interrupt': 'an interrupt', 'tie': 'a tie',
        'file': 'a file, swap or ring'}


# -------------------------------------------------------------------------------------------------------- the program

class Game:
    """A phase declared in the program, up to its `resolve`."""

    def __init__(self, program, scenario, orders, misc):
        self.program, self.orders, self.refused = program, dict(orders), []
        self.scenario = program.need(do='load', scenario=scenario)['scenario']
        self.game = None
        try:
            self.game = program.need(do='new', scenario=self.scenario, seed=1, choices='automatic')['game']
            self.advance('declaring')
            for figure in scenario['figures']:
                if figure.get('acted'):
                    self.play('set %s acted true' % figure['name'])
            if misc:
                for name in orders:
                    self.play('%s stay' % name)
                self.play('resolve')
                self.advance('miscellaneous')
            self.declare(orders)
        except Failure:
            self.close()
            raise

    def close(self):
        if self.program.process.poll() is None:
            if self.game:
                self.program.ask(do='unload', game=self.game)
            self.program.ask(do='unload', scenario=self.scenario)

    def play(self, order):
        answer = self.program.need(do='play', game=self.game, order=order)
        if answer['played'] != 'done':
            raise Failure('%s: %s, %s' % (order, answer['played'], answer['verdict']['why']))

    def state(self):
        return self.program.need(do='state', game=self.game)['state']

    def advance(self, phase):
        for _ in range(12):
            if self.state()['phase'] == phase:
                return
            self.play('next')
        raise Failure('the phase %s does not come' % phase)

    def declare(self, orders):
        """Declares for all; what is refused becomes a stay."""
        texts = {name: tr.order_text(name, order) for name, order in orders.items()}
        requests = [{'do': 'play', 'game': self.game, 'order': text} for text in texts.values()]
        for (name, text), answer in zip(texts.items(), self.program.need_all(requests)):
            if answer['played'] != 'done':
                self.refused.append('%s: %s' % (text, '; '.join(answer['verdict']['why'])))
                self.orders[name] = {'kind': 'stay'}
                self.play('%s stay' % name)

    def odds(self):
        """Everybody's end and whether it has acted -> exact chance (a float where the program has no fraction); None if
        there are too many outcomes."""
        state = self.state()['figures']
        odds = self.program.need(do='odds', game=self.game, order='resolve', policy='uniform')['odds']
        if odds is None:
            raise Failure('resolve is not legal')
        if odds['too_many']:
            return None, odds
        chances = collections.defaultdict(Fraction)
        for outcome in odds['outcomes']:
            chance = Fraction(outcome['fraction']) if 'fraction' in outcome else outcome['chance']
            chances[read_outcome(state, outcome['what'])] += chance
        return dict(chances), odds


def read_outcome(state, text):
    """The ends that an outcome tells in words such as "Ada: at 0308, acted; Brok, Cor: acted"."""
    ends = {name: [fields['at'], fields['acted']] for name, fields in state.items()}
    for line in text.replace(';', '\n').split('\n'):
        names, _, rest = line.strip().partition(': ')
        for name in ends.keys() & set(names.split(', ')):
            for words in map(str.split, rest.split(',')):
                if words[0] == 'at':
                    ends[name][0] = words[1]
                elif words[0] == 'acted':
                    ends[name][1] = words[-1] not in ('no', 'false')
    return tuple(sorted((name, at, acted) for name, (at, acted) in ends.items()))


# ---------------------------------------------------------------------------------------------------------- comparing

def same(ours, theirs):
    """Equal as fractions; to nine places where the program has none."""
    for end in set(ours) | set(theirs):
        one, two = ours.get(end, 0), theirs.get(end, 0)
        if one != two and not (isinstance(two, float) and abs(one - two) < 1e-8):
            return False
    return True


def told(chances):
    """A distribution in lines, the most likely end first; who has acted is marked."""
    lines = []
    for end, chance in sorted(chances.items(), key=lambda item: (-item[1], item[0])):
        ends = ('%s %s%s' % (name, at, '!' if acted else '') for name, at, acted in end)
        lines.append('  %s: %s' % (chance, ' '.join(ends)))
    return '\n'.join(lines)


def compare(program, seed, counts):
    scenario, orders, misc = tp.draw(seed)
    game = Game(program, scenario, orders, misc)
    try:
        counts['declarations'] += len(orders)
        counts['refused'] += len(game.refused)
        try:
            ours, seen, leaves = tr.Setting(scenario, game.orders).distribution(LEAVES)
        except tr.TooMany:
            counts['left out'] += 1
            return
        theirs, _ = game.odds()
    finally:
        game.close()
    if theirs is None:
        counts['left out'] += 1
        return
    counts['compared'] += 1
    counts['leaves'] += leaves
    counts['uncertain'] += len(ours) > 1
    for name in seen:
        counts[name] += 1
    if not same(ours, theirs):
        raise Failure(report(seed, scenario, game.orders, 'resolver:\n%s\nprogram:\n%s' % (told(ours), told(theirs))))


def report(seed, scenario, orders, message):
    """Writes a failing phase to a file and names it."""
    path = os.path.join(tempfile.gettempdir(), 'tiles-oracle-%d.json' % seed)
    with open(path, 'w', encoding='utf-8') as out:
        json.dump({'scenario': scenario, 'orders': orders}, out, indent=1)
    texts = '; '.join(tr.order_text(name, order) for name, order in orders.items())
    return 'phase %d (%s, settings %s): %s\n%s' % (seed, path, scenario['rules'].get('settings', {}), texts, message)


def run_phases(compare, path, seeds):
    """Compares phases one after the other; returns the failures and the counts."""
    counts, failures = collections.Counter(), []
    program = Program(path)
    for seed in seeds:
        try:
            compare(program, seed, counts)
        except Failure as failure:
            failures.append('phase %d: %s' % (seed, failure))
            if program.process.poll() is not None:
                program = Program(path)
    program.close()
    return failures, counts


def check_shares(counts, phases, failures):
    """The phases must be hard enough, and nearly all of them compared."""
    for name, least in SHARES.items():
        share = counts[name] / max(counts['compared'], 1)
        print('%s: %.1f %% of the phases, at least %.0f %% wanted' % (TOLD[name], 100 * share, 100 * least))
        if share < least:
            failures.append('too few phases have %s' % TOLD[name])
    for name, all_, most in (('left out', phases, LEFT_OUT), ('refused', counts['declarations'], REFUSED)):
        share = counts[name] / max(all_, 1)
        print('%s: %d of %d, %.1f %%, at most %.0f %% wanted' % (name, counts[name], all_, 100 * share, 100 * most))
        if share > most:
            failures.append('too many are %s' % name)


def check_defaults(path):
    """What the resolver takes for granted must be what the program's rulebook says."""
    program = Program(path)
    rulebook = program.need(do='rules', rulebook='tiles')['rulebook']
    program.close()
    theirs = {setting['name']: setting['default'] for setting in rulebook['settings']}
    wrong = ['%s is %s by default, not %s' % (name, theirs.get(name), value) for name, value in tr.STANDARD.items()
             if theirs.get(name) != value]
    tables = {table['name']: table['rows'] for table in rulebook['tables']}
    for name, (cost, difficulty) in tr.MODES.items():
        if tables['modes'][name] != {'cost': cost, 'difficulty': difficulty}:
            wrong.append('the mode %s is %s' % (name, tables['modes'][name]))
    for name, row in tr.LABELS.items():
        if {column: value for column, value in tables['labels'][name].items() if value} != row:
            wrong.append('the label %s is %s' % (name, tables['labels'][name]))
    for name, shift in tr.ARMOUR.items():
        if tables['armour'][name]['swim'] != shift:
            wrong.append('the armour %s is %s' % (name, tables['armour'][name]))
    return wrong


# ------------------------------------------------------------------------------------------------------------ telling

def tell(program, seed):
    """Everything about one phase: what it is, what both make of it, and how."""
    scenario, orders, misc = tp.draw(seed)
    print('phase %d%s: %s' % (seed, ' (miscellaneous)' if misc else '', json.dumps(scenario)))
    game = Game(program, scenario, orders, misc)
    for text in game.refused:
        print('refused: %s' % text)
    for name, order in game.orders.items():
        print('  ' + tr.order_text(name, order))
    print(program.need(do='board', game=game.game)['text'])
    setting = tr.Setting(scenario, game.orders)
    ours, seen, leaves = setting.distribution(100 * LEAVES)
    print('resolver, %d leaves, %s:\n%s' % (leaves, ', '.join(sorted(seen)) or 'nothing hard', told(ours)))
    script, shown = (), 0
    while script is not None and shown < 4:
        end, phase = setting.run(script)
        print('account, chance %s:\n  %s' % (phase.dice.chance, '\n  '.join(phase.account)))
        script, shown = phase.dice.next(), shown + 1
    theirs, odds = game.odds()
    print('program:\n%s' % ('too many outcomes' if theirs is None else told(theirs)))
    for outcome in odds['outcomes'][:4]:
        print('account, chance %s:\n  %s' % (outcome.get('fraction', outcome['chance']),
                                             '\n  '.join(event['text'] for event in outcome['events'])))
    game.close()
    print('the same' if theirs is not None and same(ours, theirs) else 'NOT THE SAME')


def main():
    path = os.environ.get('QUICKMARCH')
    if not path:
        print('QUICKMARCH must name the program')
        return 2
    if os.environ.get('QM_ORACLE_PHASE'):
        numbers = [int(number) for number in os.environ['QM_ORACLE_PHASE'].split(',')]
        program = Program(path)
        for seed in range(numbers[0], numbers[-1] + 1):
            tell(program, seed)
        program.close()
        return 0
    phases = PHASES_LONG if os.environ.get('QM_TEST_LONG') == '1' else PHASES
    phases = int(os.environ.get('QM_ORACLE_PHASES', phases))
    counts, failures, start = collections.Counter(), check_defaults(path), time.time()
    with concurrent.futures.ProcessPoolExecutor(WORKERS) as pool:
        parts = [range(1 + n, 1 + phases, WORKERS) for n in range(WORKERS)]
        for failed, counted in pool.map(run_phases, [compare] * WORKERS, [path] * WORKERS, parts):
            failures += failed
            counts += counted
    wrong = len(failures)
    if phases >= 1000:
        check_shares(counts, phases, failures)
    for failure in failures[:SHOWN]:
        print(failure)
    if len(failures) > SHOWN:
        print('and %d more' % (len(failures) - SHOWN))
    print('%.0f s; %s' % (time.time() - start, ', '.join('%s %d' % item for item in sorted(counts.items()))))
    print('%d passed, %d failed' % (phases - wrong, len(failures)))
    return 1 if failures else 0


if __name__ == '__main__':
    sys.exit(main())
