"""Random small volleys: the odds of the library against every way the dice can fall.

The oracle throws every die of a stage in every way, gives out the hits as the readings say, throws every die to ignore
and to save, and goes on with who is left; all in exact fractions, with everything held jointly and nothing shared with
the library. The program of the variable SQUAD_VOLLEY_DRIVER answers the same volleys; chances must agree to 2e-13, and
those of the library add up to 1 within 1e-12. What is hard must come up often enough: the counts are printed and
required.

QM_VOLLEYS says how many volleys (1000), QM_TEST_LONG=1 means 20000; QM_VOLLEY=N runs and prints volley N alone.
"""

import collections
import functools
import itertools
import os
import random
import subprocess
import sys
from fractions import Fraction

VOLLEYS, VOLLEYS_LONG = 1000, 20000
STATES = 20000
DICE, HITS = 4, 6      # of one volley at most
SHOWN = 5
CLOSE, WHOLE = 2e-13, 1e-12
ONE_BY_ONE, ALL_FIRST, SPREAD = range(3)
AUTOMATIC, UNIFORM, FIRST, LAST = range(4)
EXTRA, MORE_AP, REROLL = 1, 2, 3
RULES = ('assignment', 'policy', 'all_hits_first', 'as_declared', 'recheck_end', 'by_shooter', 'ignore_by_hit',
         'one_hits', 'one_saves')
# At least so many volleys of a thousand.
REQUIRED = {'one by one': 250, 'all first': 200, 'spread': 200, 'automatic': 300, 'uniform': 100, 'first': 100,
            'last': 100, 'several groups': 400, 'several units': 300, 'looks': 300, 'became possible': 25,
            'target lost': 40,
            'never made': 50, 'extra hits': 200, 'more AP': 200, 'extra and more AP': 60, 'misses again': 100,
            'saves again': 100, 'ignored': 150, 'several abilities to ignore': 80, 'wounds': 300,
            'dead at the start': 50,
            'nobody left': 200, 'mixed saves': 300, 'models alike': 80,
            'alike but apart': 60, 'accuracy over 9': 50, 'accuracy under 1': 50,
            'save over 9': 80, 'save under 1': 80, 'hit on a dead model': 80}


# ------------------------------------------------------------------------------------------------------------ volleys

class Maker:
    """A volley drawn from a seed."""

    def __init__(self, seed):
        self.rnd = random.Random(seed)
        self.kinds = set()
        rnd = self.rnd
        self.rules = {name: rnd.randrange(2) for name in RULES}
        self.rules['assignment'] = rnd.choice((0, 0, 1, 2))
        self.rules['policy'] = rnd.choice((0, 0, 0, 1, 2, 3))
        self.look = rnd.random() < 0.5
        self.plain = rnd.choice((0, 0, 0, 1, 2))   # how many kinds of models, seen alike: what is merged; 0 = anything
        self.units = [self.unit() for _ in range(rnd.choice((1, 2, 2, 3)))]
        self.dice, self.hits = DICE, HITS
        self.groups = [self.group() for _ in range(rnd.choice((1, 2, 2, 3)))]

    def model(self):
        rnd = self.rnd
        return {'wounds': rnd.choice((0, 1, 1, 1, 1, 2, 2, 3)), 'save': rnd.choice((-2, 2, 3, 4, 5, 6, 7, 8, 9, 12)),
                'ignore': rnd.choice((0, 0, 0, 2, 3, 5)), 'again': int(rnd.random() < 0.2)}

    def unit(self):
        count = self.rnd.choice((1, 2, 2, 3, 3, 4))
        if self.plain:
            kinds = [self.model() for _ in range(self.plain)]
            return [self.rnd.choice(kinds) for _ in range(count)]
        common = self.model()
        return [dict(common, wounds=self.model()['wounds']) if self.rnd.random() < 0.3 else self.model()
                for _ in range(count)]

    def ability(self):
        rnd = self.rnd
        what = rnd.choice((0, 0, 0, EXTRA, EXTRA, MORE_AP, MORE_AP, REROLL))
        return (what, rnd.choice((1, 2, 3, 5, 9)), rnd.choice((1, 1, 2))) if what else (0, 0, 0)

    def masks(self, chance):
        return [1 << self.rnd.randrange(len(unit)) if self.look and self.rnd.random() < chance else 0
                for unit in self.units]

    def batch(self, target, barred):
        rnd = self.rnd
        dice = min(rnd.choice((1, 1, 2, 3)), self.dice)
        abilities = [self.ability() for _ in range(3)] + [(0, 0, 0)] * 3
        rnd.shuffle(abilities)
        each = 1 + sum(amount for what, _, amount in abilities if what == EXTRA)
        dice = min(dice, self.hits // each)
        self.dice, self.hits = self.dice - dice, self.hits - dice * each
        return {'dice': dice, 'accuracy': rnd.choice((0, 2, 4, 5, 6, 8, 9, 11)), 'ap': rnd.choice((0, 1, 2, 3)),
                'abilities': abilities,
                'valid': [1 if self.plain else int(rnd.random() < 0.8) for _ in self.units[target]],
                'cover': [0 if self.plain else rnd.choice((0, 0, 0, 1, 2, -1)) for _ in self.units[target]],
                'barred': self.masks(barred), 'needed': self.masks(0.15)}

    def group(self):
        target = self.rnd.randrange(len(self.units))
        barred = self.rnd.choice((0, 0.7))
        return {'unit': target, 'batches': [self.batch(target, barred) for _ in range(self.rnd.choice((1, 1, 2)))]}

    def text(self):
        words = [STATES] + [self.rules[name] for name in RULES] + [int(self.look), len(self.units)]
        for unit in self.units:
            words.append(len(unit))
            for model in unit:
                words += [model['wounds'], model['save'], model['ignore'], model['again']]
        words.append(len(self.groups))
        for group in self.groups:
            words += [group['unit'], len(group['batches'])]
            for batch in group['batches']:
                words += [batch['dice'], batch['accuracy'], batch['ap']]
                words += itertools.chain(*batch['abilities'])
                words += itertools.chain(*zip(batch['valid'], batch['cover']))
                words += itertools.chain(*zip(batch['barred'], batch['needed']))
        return ' '.join(map(str, words))


# ------------------------------------------------------------------------------------------------------------- oracle

TENTH = Fraction(1, 10)


class Oracle:
    """All ways a volley can go. A world: wounds of the models of each unit, hits and unsaved hits of each unit."""

    def __init__(self, volley):
        self.v, self.rules, self.kinds = volley, volley.rules, volley.kinds
        self.start = tuple(tuple(model['wounds'] for model in unit) for unit in volley.units)
        self.declared = [self.possible(group, self.start) for group in volley.groups]
        self.settle = functools.lru_cache(None)(self.settle)
        self.die = functools.lru_cache(None)(self.die)
        self.stopped = functools.lru_cache(None)(self.stopped)

    # -------------------------------------------------------------------------------------------------- who can shoot

    def possible(self, group, wounds):
        """The batches (by number) that can be shot when these live, whoever they may then hit."""
        found = []
        for number, batch in enumerate(group['batches']):
            able = True
            for unit, barred, needed in zip(wounds, batch['barred'], batch['needed']):
                living = {model for model, left in enumerate(unit) if left > 0}
                if any(barred >> model & 1 for model in living):
                    able = False
                if needed and not any(needed >> model & 1 for model in living):
                    able = False
            if able:
                found.append(number)
        return found

    def shooting(self, number, wounds):
        """The batches of a group that shoot now."""
        group = self.v.groups[number]
        keeps = not self.v.look or (self.rules['as_declared'] and self.declared[number])
        batches = self.declared[number] if keeps else self.possible(group, wounds)
        living = wounds[group['unit']]
        return [batch for batch in batches
                if any(left > 0 and valid for left, valid in zip(living, group['batches'][batch]['valid']))]

    # ----------------------------------------------------------------------------------------------------------- dice

    def die(self, group, number):
        """What a die of a batch can do: {APs of its hits, its own first: chance}."""
        batch = self.v.groups[group]['batches'][number]
        ways = collections.Counter()
        again = any(what == REROLL for what, _, _ in batch['abilities'])
        for face in range(1, 11):
            hits = self.face(batch, face)
            if hits or not again:
                ways[hits] += TENTH
                continue
            for second in range(1, 11):
                ways[self.face(batch, second)] += TENTH * TENTH
        return dict(ways)

    def face(self, batch, face):
        if face == 10 or (face > batch['accuracy'] and not (face == 1 and self.rules['one_hits'])):
            return ()
        ap = batch['ap'] + sum(m for what, on, m in batch['abilities'] if what == MORE_AP and face <= on)
        extra = sum(m for what, on, m in batch['abilities'] if what == EXTRA and face <= on)
        return (ap,) + (batch['ap'],) * extra

    def stopped(self, unit, model, ignore, needed):
        """The chance that a hit costs no wound, face by face."""
        value = self.v.units[unit][model]
        good = [face for face in range(1, 10) if face <= needed or (face == 1 and self.rules['one_saves'])]
        chance = Fraction(0)
        for face in range(1, 11):
            if face <= ignore:
                chance += TENTH
                continue
            for save in range(1, 11):
                if save in good:
                    chance += TENTH ** 2
                elif value['again']:
                    chance += TENTH ** 2 * sum(TENTH for second in range(1, 11) if second in good)
        return chance

    # ---------------------------------------------------------------------------------------------------------- stages

    def stage(self, wounds, numbers):
        """What groups that throw together do: {(wounds, hits, unsaved): chance}."""
        sources = []
        for number in numbers:
            group = self.v.groups[number]
            shooting = self.shooting(number, wounds)
            living = wounds[group['unit']]
            seen = {m for b in shooting for m, ok in enumerate(group['batches'][b]['valid']) if ok and living[m] > 0}
            for b in shooting:
                batch = group['batches'][b]
                own = {m for m, ok in enumerate(batch['valid']) if ok and living[m] > 0}
                valid = own if self.rules['by_shooter'] else seen
                best = max(self.v.units[group['unit']][m]['ignore'] for m in seen)
                sources.append((number, b, tuple(sorted(valid)), best))
        threads = [source for source in sources for _ in range(self.batch(source)['dice'])]
        ends = collections.Counter()
        orders = collections.Counter()
        for thrown in itertools.product(*(self.die(number, b).items() for number, b, _, _ in threads)):
            chance = Fraction(1)
            hits = []
            for source, (aps, part) in zip(threads, thrown):
                chance *= part
                hits += [(source, ap) for ap in aps]
            if self.rules['assignment'] != ONE_BY_ONE:
                place = {source: i for i, source in enumerate(sources)}
                hits.sort(key=lambda hit: (place[hit[0]], -hit[1]))
            orders[tuple(hits)] += chance
        for hits, chance in orders.items():
            made = [0] * len(wounds)
            for source, _ in hits:
                made[self.v.groups[source[0]]['unit']] += 1
            for (after, unsaved), part in self.resolve(wounds, hits).items():
                ends[after, tuple(made), unsaved] += chance * part
        return ends

    def batch(self, source):
        return self.v.groups[source[0]]['batches'][source[1]]

    def resolve(self, wounds, hits):
        if self.rules['assignment'] == ONE_BY_ONE:
            return self.settle(wounds, hits)
        ends = collections.Counter()
        for given, chance in self.assign(wounds, hits):
            for end, part in self.save_all(wounds, given).items():
                ends[end] += chance * part
        return ends

    def danger(self, source, ap, model):
        """The chance that a hit given to this model costs a wound."""
        unit = self.v.groups[source[0]]['unit']
        value = self.v.units[unit][model]
        ignore = value['ignore'] if self.rules['ignore_by_hit'] or value['ignore'] == source[3] else 0
        return 1 - self.stopped(unit, model, ignore, value['save'] - ap + self.batch(source)['cover'][model])

    def takers(self, options, lost, wounded):
        policy = self.rules['policy']
        if policy == UNIFORM:
            return {model: Fraction(1, len(options)) for model in options}
        if policy == FIRST:
            return {min(options): 1}
        if policy == LAST:
            return {max(options): 1}
        return {min(options, key=lambda model: (lost[model], wounded[model], model)): 1}

    def settle(self, wounds, hits):
        """Hits one by one: {(wounds, unsaved by unit): chance}."""
        if not hits:
            return {(wounds, (0,) * len(wounds)): Fraction(1)}
        (source, ap), rest = hits[0], hits[1:]
        unit = self.v.groups[source[0]]['unit']
        options = [model for model in source[2] if wounds[unit][model] > 0]
        if not options:
            self.kinds.add('nobody left')
            return self.settle(wounds, rest)
        danger = {model: self.danger(source, ap, model) for model in options}
        lost = {model: danger[model] if wounds[unit][model] == 1 else Fraction(0) for model in options}
        ends = collections.Counter()
        for model, share in self.takers(options, lost, danger).items():
            for end, part in self.settle(wounds, rest).items():
                ends[end] += share * (1 - danger[model]) * part
            if danger[model] == 0:
                continue
            hurt = list(wounds[unit])
            hurt[model] -= 1
            after = wounds[:unit] + (tuple(hurt),) + wounds[unit + 1:]
            for (end, unsaved), part in self.settle(after, rest).items():
                more = unsaved[:unit] + (unsaved[unit] + 1,) + unsaved[unit + 1:]
                ends[end, more] += share * danger[model] * part
        return dict(ends)

    def assign(self, wounds, hits):
        """Every way all hits may be given: [({(unit, model): dangers, in order of size}, chance)]."""
        ways = [({}, Fraction(1))]
        for source, ap in hits:
            unit = self.v.groups[source[0]]['unit']
            following = {}
            for given, chance in ways:
                options = list(source[2])
                if self.rules['assignment'] == SPREAD:
                    fewest = min(len(given.get((unit, model), ())) for model in options)
                    options = [model for model in options if len(given.get((unit, model), ())) == fewest]
                danger = {model: self.danger(source, ap, model) for model in options}
                lost, wounded = {}, {}
                for model in options:
                    before = self.unsaved(given.get((unit, model), ()))
                    left = wounds[unit][model]
                    lost[model] = before.get(left - 1, Fraction(0)) * danger[model]
                    wounded[model] = sum(part for n, part in before.items() if n < left) * danger[model]
                for model, share in self.takers(options, lost, wounded).items():
                    more = dict(given)
                    more[unit, model] = tuple(sorted(more.get((unit, model), ()) + (danger[model],)))
                    key = tuple(sorted(more.items()))
                    following[key] = (more, following.get(key, (more, 0))[1] + chance * share)
            ways = list(following.values())
        return ways

    @staticmethod
    def unsaved(dangers):
        """How many of some hits are not stopped: {number: chance}."""
        numbers = {0: Fraction(1)}
        for danger in dangers:
            following = collections.Counter()
            for number, chance in numbers.items():
                following[number] += chance * (1 - danger)
                following[number + 1] += chance * danger
            numbers = following
        return numbers

    def save_all(self, wounds, given):
        ends = {(wounds, (0,) * len(wounds)): Fraction(1)}
        for (unit, model), dangers in given.items():
            following = collections.Counter()
            for (world, unsaved), chance in ends.items():
                for number, part in self.unsaved(dangers).items():
                    if part == 0:
                        continue
                    hurt = list(world[unit])
                    if number > hurt[model]:
                        self.kinds.add('hit on a dead model')
                    hurt[model] = max(0, hurt[model] - number)
                    after = world[:unit] + (tuple(hurt),) + world[unit + 1:]
                    more = unsaved[:unit] + (unsaved[unit] + number,) + unsaved[unit + 1:]
                    following[after, more] += chance * part
            ends = following
        return ends

    # ---------------------------------------------------------------------------------------------------- the sequence

    def next_group(self, wounds, shot, at):
        """The group that shoots now and where the order has been gone through to, or None."""
        count = len(self.v.groups)
        if not self.rules['recheck_end']:
            for number in range(count):
                if number not in shot and self.shooting(number, wounds):
                    return number, 0
            return None
        while at < 2 * count:
            number = at % count
            at += 1
            if number not in shot and self.shooting(number, wounds):
                return number, at
        return None

    def ends(self):
        """{(wounds, hits, unsaved): chance} when all is over."""
        none = (0,) * len(self.start)
        under_way = {((self.start, none, none), frozenset(), 0): Fraction(1)}
        at_start = [n for n in range(len(self.v.groups)) if self.shooting(n, self.start)]
        finals = collections.Counter()
        first = self.rules['all_hits_first']
        while under_way:
            following = collections.Counter()
            for (world, shot, at), chance in under_way.items():
                if first:
                    numbers, after_at = at_start, len(self.v.groups)
                else:
                    found = self.next_group(world[0], shot, at)
                    numbers, after_at = ([found[0]], found[1]) if found else ([], 0)
                    if found and found[0] not in at_start:
                        self.kinds.add('became possible')
                if not numbers:
                    finals[world] += chance
                    if len(shot) < len(self.v.groups):
                        self.kinds.add('never made')
                    if not shot >= set(at_start):
                        self.kinds.add('target lost')
                    continue
                for (wounds, hits, unsaved), part in self.stage(world[0], numbers).items():
                    after = (wounds, tuple(map(sum, zip(world[1], hits))), tuple(map(sum, zip(world[2], unsaved))))
                    following[after, shot | set(numbers), after_at] += chance * part
            under_way, first = following, False
        return finals

    def answer(self):
        """The four spreads of each unit and in all, each a dictionary."""
        everyone = list(range(len(self.start)))
        answer = []
        finals = self.ends()
        for units in [[unit] for unit in everyone] + [everyone]:
            spreads = [collections.Counter() for _ in range(4)]
            for (wounds, hits, unsaved), chance in finals.items():
                spreads[0][sum(hits[u] for u in units)] += chance
                spreads[1][sum(unsaved[u] for u in units)] += chance
                spreads[2][sum(sum(self.start[u]) - sum(wounds[u]) for u in units)] += chance
                lost = sum(1 for u in units for a, b in zip(self.start[u], wounds[u]) if a > 0 and b == 0)
                spreads[3][lost] += chance
            answer += spreads
        return answer


# -------------------------------------------------------------------------------------------------------------- kinds

def note_kinds(volley):
    """What a volley has in it."""
    kinds, rules = volley.kinds, volley.rules
    kinds.add(('one by one', 'all first', 'spread')[rules['assignment']])
    kinds.add(('automatic', 'uniform', 'first', 'last')[rules['policy']])
    models = [model for unit in volley.units for model in unit]
    batches = [batch for group in volley.groups for batch in group['batches'] if batch['dice']]
    whats = [{what for what, _, _ in batch['abilities']} for batch in batches]
    for name, is_so in {
            'several groups': len(volley.groups) > 1,
            'several units': len({group['unit'] for group in volley.groups}) > 1,
            'looks': volley.look,
            'extra hits': any(EXTRA in what for what in whats),
            'more AP': any(MORE_AP in what for what in whats),
            'extra and more AP': any({EXTRA, MORE_AP} <= what for what in whats),
            'misses again': any(REROLL in what for what in whats),
            'saves again': any(model['again'] for model in models),
            'ignored': any(model['ignore'] for model in models),
            'several abilities to ignore': any(len({m['ignore'] for m in unit} - {0}) > 1 for unit in volley.units),
            'wounds': any(model['wounds'] > 1 for model in models),
            'dead at the start': any(model['wounds'] == 0 for model in models),
            'mixed saves': any(len({model['save'] for model in unit}) > 1 for unit in volley.units),
            'models alike': volley.plain == 1 and any(len(unit) > 1 for unit in volley.units),
            'alike but apart': volley.plain == 2 and any(a == c != b and a['wounds'] for unit in volley.units
                                                         for a, b, c in itertools.combinations(unit, 3)),
            'accuracy over 9': any(batch['accuracy'] > 9 for batch in batches),
            'accuracy under 1': any(batch['accuracy'] < 1 for batch in batches),
            'save over 9': any(model['save'] > 9 for model in models),
            'save under 1': any(model['save'] < 1 for model in models)}.items():
        if is_so:
            kinds.add(name)


# ---------------------------------------------------------------------------------------------------------- comparing

def spreads_of(line):
    words = [int(word) for word in line.split()]
    if words[0] != 0:
        return None
    spreads, at = [], 1
    while at < len(words):
        spreads.append([word / 1e15 for word in words[at + 1:at + 1 + words[at]]])
        at += 1 + words[at]
    return spreads


def difference(volley, line):
    """What is wrong with the library's answer, or None."""
    theirs = spreads_of(line)
    ours = Oracle(volley).answer()
    if theirs is None:
        return 'refused: ' + line
    if len(theirs) != len(ours):
        return '%d spreads instead of %d' % (len(theirs), len(ours))
    for number, (a, b) in enumerate(zip(theirs, ours)):
        name = '%s of %d' % (('hits', 'unsaved', 'wounds', 'models')[number % 4], number // 4)
        if abs(sum(a) - 1) > WHOLE:
            return '%s: add up to %r' % (name, sum(a))
        for n in range(max(len(a), max(b) + 1)):
            one = a[n] if n < len(a) else 0.0
            if abs(one - float(b.get(n, 0))) > CLOSE:
                return '%s: %d has %.15f instead of %.15f' % (name, n, one, float(b.get(n, 0)))
    return None


def answers(volleys):
    text = '\n'.join(volley.text() for volley in volleys) + '\n'
    done = subprocess.run([os.environ['SQUAD_VOLLEY_DRIVER']], input=text, capture_output=True, text=True, check=True)
    lines = done.stdout.splitlines()
    assert len(lines) == len(volleys), (len(lines), len(volleys), done.stderr)
    return lines


def main():
    only = os.environ.get('QM_VOLLEY')
    usual = VOLLEYS_LONG if os.environ.get('QM_TEST_LONG') == '1' else VOLLEYS
    seeds = [int(only)] if only else range(int(os.environ.get('QM_VOLLEYS', usual)))
    volleys = [Maker(seed) for seed in seeds]
    counts, wrong = collections.Counter(), 0
    for seed, volley, line in zip(seeds, volleys, answers(volleys)):
        note_kinds(volley)
        fault = difference(volley, line)
        counts.update(volley.kinds)
        if fault:
            wrong += 1
            if wrong <= SHOWN:
                print('volley %d: %s\n  %s %s' % (seed, fault, volley.rules, 'looks' if volley.look else ''))
        if only:
            print(volley.text(), volley.units, volley.groups, line, sep='\n')
    few = 0
    for name, wanted in REQUIRED.items():
        short = not only and counts[name] < wanted * len(volleys) // 1000
        few += short
        print('  %6d %s%s' % (counts[name], name, ': too few' if short else ''))
    print('%d volleys, %d differ' % (len(volleys), wrong))
    return 1 if wrong or few else 0


if __name__ == '__main__':
    sys.exit(main())
