"""Random tables: what a unit could shoot at another, against plain geometry.

The oracle has discs, upright boxes and vectors, and works out for every weapon of every model whether it could shoot,
at which range, at whom, and what covers each target; nothing is shared with the library but how much one model sees of
another, which test_table_sight.py looks after. The program of the variable QUICKMARCH answers the same tables. Where
something lies so near to a limit that doubles could tell it either way, the table is drawn anew. What is hard must come
up often enough: the counts are printed and required.

QM_AIM_TABLES says how many tables (250), QM_TEST_LONG=1 means 5000; QM_AIM_TABLE=N runs and prints table N alone.
"""

import collections
import json
import math
import os
import random
import subprocess
import sys

TABLES, TABLES_LONG = 250, 5000
CLOSE = 0.003   # inches: nearer to a limit nothing is asked, unless it lies there exactly
SLACK = 0.0005
WEAPONS = {'rifle': (12, 24, 1, 0), 'repeater': (12, 24, 2, 0), 'machine_gun': (18, 36, 4, 0), 'pistol': (6, 12, 1, 0),
           'longbow': (15, 30, 1, 1)}   # short, long, attacks, indirect
MOUNTS = {'hull': (1, 0, 0.5, 'front'), 'turret': (0, 0, 1.5, 'front left rear right'), 'left': (0, 1, 0, 'left'),
          'right': (0, -1, 0, 'right'), 'rear': (-1, 0, 0, 'rear')}   # forward, left, barrel, arcs
TURNS = {'front': 0, 'left': 90, 'rear': 180, 'right': 270}
COVERS = {'hedge': 1, 'wall': 2, 'bunker': 3, 'exposed': -1, 'light_woodland': 1, 'dense_woodland': 2, None: 0}
# At least so many tables of a thousand.
REQUIRED = {'short': 400, 'long': 200, 'point blank': 20, 'not-seen': 20, 'out-of-range': 100, 'out-of-arc': 60,
            'target-in-melee': 15, 'fights-target': 15, 'mounted': 250, 'solid cover': 60, 'zone cover': 150,
            'negative cover': 20, 'unit range': 300, 'heights': 80, 'some cannot': 40, 'corners': 50,
            'between arcs': 2}


class Near(Exception):
    """Something lies too near to a limit."""


def within(distance, limit):
    """At the limit is within; beside it, within nothing is asked."""
    if abs(distance - limit) < CLOSE and abs(distance - limit) > 1e-9:
        raise Near
    return distance <= limit + SLACK


# ------------------------------------------------------------------------------------------------------------ tables

class Table:
    def __init__(self, seed):
        self.rnd = rnd = random.Random(seed)
        self.prisms, self.zones, self.units = [], [], []
        self.between = False   # somebody is between two arcs of a mount
        self.prisms.append({'name': 'hill', 'box': [1, 1, 9, 9], 'top': 3})
        bx, by = rnd.choice(((rnd.randrange(2, 8), rnd.randrange(2, 8)), (rnd.randrange(10, 34), rnd.randrange(10, 34)),
                             (rnd.randrange(10, 34), rnd.randrange(10, 34))))   # where the enemy is
        for i in range(rnd.randrange(5)):
            x, y = rnd.randrange(10, 34), rnd.randrange(10, 34)
            w, d = rnd.choice(((6, 0.5), (0.5, 6), (3, 3)))
            if i < 3:   # around the enemy
                w, d = rnd.choice(((6, 0.5), (0.5, 6)))
                side = rnd.choice((-1.5, 2))
                x, y = (bx - 2, by + side) if w > d else (bx + side, by - 2)
            if min(x, y) < 9.5 or max(x, y) > 33:
                continue
            self.prisms.append({'name': 'piece %d' % i, 'box': [x, y, x + w, y + d],
                                'top': rnd.choice((0.5, 0.75, 1, 4)),
                                'kind': rnd.choice(('hedge', 'wall', 'bunker', 'hedge'))})
        for i in range(rnd.randrange(3)):
            x, y = max(0, min(bx + rnd.randrange(-8, 4), 30)), max(0, min(by + rnd.randrange(-8, 4), 30))
            self.zones.append({'name': 'zone %d' % i, 'box': [x, y, x + 9, y + 9],
                               'kind': rnd.choice(('light_woodland', 'dense_woodland', 'exposed'))})
        self.settings = {'range_from': rnd.choice(('model', 'model', 'unit')),
                         'band_by': rnd.choice(('model', 'model', 'unit')),
                         'measure': rnd.choice(('space', 'space', 'plan')),
                         'arcs': rnd.choice(('quarters', 'corners')),
                         'close_negative': rnd.choice(('stays', 'gone')),
                         'engaged_shoots': 'others', 'cover_near': rnd.choice((2, 2, 4))}
        self.usual = rnd.choice(tuple(WEAPONS))
        tank = rnd.random() < 0.4
        self.red = [self.model('red', rnd.randrange(10, 30), rnd.randrange(10, 30), tank)]
        if rnd.random() < 0.15:   # right before them
            self.red[0].update(x=round(bx + 3 + rnd.random() * 3, 3), y=round(by + rnd.random(), 3))
        if tank and rnd.random() < 0.15:   # between the arcs of a turret
            away = rnd.uniform(5, 12)
            self.red[0].update(x=round(bx + rnd.choice((-1, 1)) * away, 3), y=round(by + rnd.choice((-1, 1)) * away, 3))
        if not tank:
            for _ in range(rnd.randrange(5)):
                self.red.append(self.beside(self.red[0], 'red'))
        self.blue = [self.model('blue', bx, by, False)]
        if rnd.random() < 0.08:
            self.touch(self.red[0], self.blue[0])
        for _ in range(rnd.randrange(4)):
            self.blue.append(self.beside(self.blue[0], 'blue'))
        self.guard = self.model('red', 38, 1, False)
        if rnd.random() < 0.06:
            self.touch(self.blue[0], self.guard)

    def model(self, side, x, y, tank):
        rnd = self.rnd
        m = {'x': x + rnd.randrange(0, 1000) / 1000, 'y': y + rnd.randrange(0, 1000) / 1000, 'z': 0, 'side': side,
             'r': 0.5, 'h': rnd.choice((1, 1.5, 2)), 'facing': 0, 'guns': []}
        if side == 'red':
            m['guns'] = [(self.usual if rnd.random() < 0.7 else rnd.choice(tuple(WEAPONS)), 'none')]
            if rnd.random() < 0.3:
                m['guns'].append((rnd.choice(tuple(WEAPONS)), 'none'))
        if tank:
            m.update(r=0, w=3, l=5, h=2.5, facing=rnd.choice((0, 90, 180, 270)))
            m['guns'] = [(rnd.choice(tuple(WEAPONS)), rnd.choice(tuple(MOUNTS))) for _ in range(rnd.choice((1, 2, 3)))]
        return m

    def beside(self, other, side):
        m = self.model(side, 0, 0, False)
        m['x'] = round(other['x'] + self.rnd.uniform(-5, 5), 3)
        m['y'] = round(other['y'] + self.rnd.uniform(-5, 5), 3)
        return m

    @staticmethod
    def touch(a, b):
        """Puts b right of a, in contact."""
        b['x'] = round(a['x'] + (a['r'] or (a['l'] if a['facing'] % 180 == 0 else a['w']) / 2) + b['r'], 3)
        b['y'] = a['y']

    def fits(self):
        """Everybody on the table, on one level, apart from each other and from what is tall."""
        everybody = self.red + self.blue + [self.guard]
        for m in everybody:
            half = m['r'] or 2.5
            if not (half < m['x'] < 40 - half and half < m['y'] < 40 - half):
                return False
            m['z'] = 3 if all(1 <= m[k] <= 9 for k in 'xy') else 0
            for p in self.prisms:
                gap = box_gap(m, p['box'])
                if m['z'] == 0 and gap < CLOSE or m['z'] == 3 and p['name'] != 'hill' and gap < CLOSE:
                    return False
            if m['z'] == 3 and not all(1 + half < m[k] < 9 - half for k in 'xy'):
                return False
        for i, a in enumerate(everybody):
            for b in everybody[:i]:
                gap = gap_of(a, b)
                if gap < -1e-9 or 1e-9 < gap < CLOSE:
                    return False
        return True

    def scenario(self):
        def figure(m):
            out = {'at': '%g,%g' % (m['x'], m['y']) + ('@3' if m['z'] else ''), 'facing': m['facing'], 'height': m['h']}
            out.update({'width': m['w'], 'length': m['l']} if m['r'] == 0 else {'radius': 0.5})
            for i, (weapon, mount) in enumerate(m['guns']):
                out['weapon' + ('_%d' % (i + 1) if i else '')] = weapon
                out['mount' + ('_%d' % (i + 1) if i else '')] = mount
            return out
        units = [{'name': name, 'side': models[0]['side'], 'figures': [figure(m) for m in models]}
                 for name, models in (('Red', self.red), ('Blue', self.blue), ('Guard', [self.guard]))]
        for unit, models in zip(units, (self.red, self.blue, [self.guard])):
            for i, (entry, m) in enumerate(zip(unit['figures'], models)):
                m['name'] = entry['name'] = '%s-%d' % (unit['name'], i + 1)
        board = {'space': 'table', 'width': 40, 'depth': 40, 'prisms': self.prisms, 'zones': self.zones}
        return {'quickmarch': 'scenario', 'version': 1, 'rules': {'extends': 'squad', 'settings': self.settings},
                'board': board, 'sides': ['red', 'blue'], 'units': units}


# ---------------------------------------------------------------------------------------------------------- geometry

def extent(m):
    """The box of a rectangular base, or None."""
    if m['r']:
        return None
    w, d = (m['l'], m['w']) if m['facing'] % 180 == 0 else (m['w'], m['l'])
    return [m['x'] - w / 2, m['y'] - d / 2, m['x'] + w / 2, m['y'] + d / 2]


def point_box(x, y, box):
    return math.hypot(max(box[0] - x, 0, x - box[2]), max(box[1] - y, 0, y - box[3]))


def box_gap(m, box):
    own = extent(m)
    if own is None:
        return point_box(m['x'], m['y'], box) - m['r']
    dx, dy = max(own[0] - box[2], box[0] - own[2]), max(own[1] - box[3], box[1] - own[3])
    return math.hypot(max(dx, 0), max(dy, 0)) if dx > 0 or dy > 0 else max(dx, dy)


def gap_of(a, b):
    if a['r'] and b['r']:
        return math.hypot(a['x'] - b['x'], a['y'] - b['y']) - a['r'] - b['r']
    if not a['r']:
        a, b = b, a
    return box_gap(a, extent(b)) if a['r'] else box_gap(a, extent(b))


def distance(table, a, b):
    plan = max(gap_of(a, b), 0)
    return plan if table.settings['measure'] == 'plan' else math.hypot(plan, a['z'] - b['z'])


def muzzles(m, mount):
    """(point, arc) for each arc that the mount covers."""
    forward, left, barrel, arcs = MOUNTS[mount]
    c, s = round(math.cos(math.radians(m['facing']))), round(math.sin(math.radians(m['facing'])))
    x, y = m['x'] + forward * c - left * s, m['y'] + forward * s + left * c
    for arc in arcs.split():
        turn = math.radians(m['facing'] + TURNS[arc])
        yield (x + barrel * math.cos(turn), y + barrel * math.sin(turn)), arc


def in_arc(table, m, point, arc, target):
    """The arc is a wedge around its middle: how far is the target's middle from it?"""
    front = math.degrees(math.atan2(m['w'], m['l'])) if table.settings['arcs'] == 'corners' else 45
    half = math.radians(front if arc in ('front', 'rear') else 90 - front)
    turn = math.radians(m['facing'] + TURNS[arc])
    dx, dy = target['x'] - point[0], target['y'] - point[1]
    along, aside = dx * math.cos(turn) + dy * math.sin(turn), abs(dy * math.cos(turn) - dx * math.sin(turn))
    outside = aside * math.cos(half) - along * math.sin(half)   # from the nearer border
    if outside > 0 and along * math.cos(half) + aside * math.sin(half) < 0:
        outside = math.hypot(along, aside)
    if abs(outside - target['r']) < CLOSE:
        raise Near
    return outside < target['r']


def crosses(prism, a, b):
    """Whether a segment in space goes through a box, open."""
    low, high = 0.0, 1.0
    box = (prism['box'][0], prism['box'][2]), (prism['box'][1], prism['box'][3]), (0, prism['top'])
    for (least, most), p, q in zip(box, a, b):
        if abs(q - p) < 1e-9:
            if abs(p - least) < CLOSE or abs(p - most) < CLOSE:
                raise Near
            if not least < p < most:
                return False
            continue
        one, other = sorted(((least - p) / (q - p), (most - p) / (q - p)))
        low, high = max(low, one), min(high, other)
    if abs(high - low) * math.dist(a, b) < CLOSE:
        raise Near
    return low < high


# ------------------------------------------------------------------------------------------------------------- rules

def best_cover(covers):
    """(bonus, where) of those a model is in: the best; a malus only where there is nothing else."""
    good = [c for c in covers if c[0] > 0]
    if good:
        return max(good, key=lambda c: c[0])
    return min(covers, key=lambda c: c[0]) if covers else (0, None)


def cover_of(table, target, lines):
    """lines: (eye, attacks) of those who could shoot at it."""
    covers = []
    for zone in table.zones:
        inside = -box_gap(target, zone['box'])
        if abs(inside) < CLOSE:
            raise Near
        if inside > 0 and target['z'] == 0:
            covers.append((COVERS[zone['kind']], zone['name']))
    for prism in table.prisms:
        bonus = COVERS[prism.get('kind')]
        reach = table.settings['cover_near']
        near = [b for b in table.blue if bonus and within(prism_distance(table, prism, b), reach)]
        if near:
            to = (target['x'], target['y'], target['z'])
            over = sum(n for eye, n in lines if crosses(prism, eye, to))
            if 2 * over > sum(n for _, n in lines):
                covers.append((bonus, prism['name']))
    return best_cover(covers)


def prism_distance(table, prism, m):
    plan = max(box_gap(m, prism['box']), 0)
    if table.settings['measure'] == 'plan':
        return plan
    return math.hypot(plan, max(0 - m['z'], 0, m['z'] - prism['top']))


def eye(m):
    return m['x'], m['y'], m['z'] + m['h']


def muzzle_distance(table, m, point, b):
    plan = max(math.hypot(point[0] - b['x'], point[1] - b['y']) - b['r'], 0)
    return plan if table.settings['measure'] == 'plan' else math.hypot(plan, m['z'] - b['z'])


class Gun:
    """A weapon of a model, on its mount: what it could do."""

    def __init__(self, table, m, weapon, mount, attacks):
        self.table, self.m, self.mount, self.attacks = table, m, mount, attacks
        self.short, self.long, _, self.indirect = WEAPONS[weapon]

    def distances(self, models):
        """By model, from the arc in which the nearest is nearest; None = in no arc."""
        if self.mount == 'none':
            return {id(b): distance(self.table, self.m, b) for b in models}
        ends = list(muzzles(self.m, self.mount))
        used = [end for end in ends if any([in_arc(self.table, self.m, *end, b) for b in self.table.blue])]
        if not used:
            used = [end for end in ends if any([self.between(end, other) for other in ends if other != end])]
            self.table.between |= bool(used)
        found = [{id(b): muzzle_distance(self.table, self.m, point, b) for b in models} for point, _ in used]
        found.sort(key=lambda d: min(d.values()))
        if len(found) > 1 and abs(min(found[0].values()) - min(found[1].values())) < CLOSE:
            raise Near
        return found[0] if found else None

    def between(self, a, b):
        """No gap between arcs: seen from the end of each barrel a model is in the arc of the other."""
        return any([in_arc(self.table, self.m, a[0], b[1], m) and in_arc(self.table, self.m, b[0], a[1], m)
                    for m in self.table.blue])

    def aim(self, sees, unit_distance):
        """(valid targets, distance of the band), or why not."""
        set_ = self.table.settings
        seen = [b for b in self.table.blue if self.indirect or sees[self.m['name'], b['name']]]
        if not seen:
            return 'not-seen'
        distances = self.distances(seen)
        if distances is None:
            return 'out-of-arc'
        nearest = min(distances.values())
        inside = [b for b in seen if within(distances[id(b)], self.long)]
        if set_['range_from'] == 'unit':
            inside = seen if within(unit_distance, self.long) else []
        if not inside:
            return 'out-of-range'
        return inside, unit_distance if set_['band_by'] == 'unit' else nearest, nearest


def guns_of(table):
    """By weapon, those of one model on one mount taken together."""
    guns = collections.OrderedDict()
    for m in table.red:
        for weapon, mount in m['guns']:
            key = weapon, m['name'], mount
            guns[key] = guns.get(key, 0) + WEAPONS[weapon][2]
    by_weapon = {}
    models = {m['name']: m for m in table.red}
    for (weapon, name, mount), attacks in guns.items():
        by_weapon.setdefault(weapon, []).append(Gun(table, models[name], weapon, mount, attacks))
    return by_weapon


def contact(a, b):
    return abs(gap_of(a, b)) < 1e-6 and a['z'] < b['z'] + b['h'] and b['z'] < a['z'] + a['h']


def weapon_answer(table, weapon, guns, sees, kinds):
    if any(contact(table.guard, b) for b in table.blue):
        return {'why': 'target-in-melee'}
    if any(contact(m, b) for m in table.red for b in table.blue):
        return {'why': 'fights-target'}
    all_distances = [g.distances(table.blue) for g in guns]
    unit_distance = min([min(d.values()) for d in all_distances if d is not None], default=None)
    aims = [g.aim(sees, unit_distance) for g in guns]
    good = [(g, a) for g, a in zip(guns, aims) if not isinstance(a, str)]
    if not good:
        order = ['not-seen', 'out-of-arc', 'out-of-range']
        return {'why': max(aims, key=order.index)} | barred(guns, aims, set())
    far = [(g, a) for g, a in good if not within(a[1], g.short)]
    near = [(g, a) for g, a in good if (g, a) not in far]
    valid = {b['name']: b for _, a in good for b in a[0]}
    close = 0
    covers = {}
    for name, b in valid.items():
        lines = [(eye(g.m), g.attacks) for g, a in good if b in a[0]]
        covers[name] = cover_of(table, b, lines)[0]
    for g, a in good:
        lost = [c for c in covers.values() if c > 0 or c < 0 and table.settings['close_negative'] == 'gone']
        if within(a[1], 3) and lost:
            close += g.attacks
    kinds.update(['short'] * bool(near) + ['long'] * bool(far) + ['point blank'] * bool(close))
    if len(good) < len(guns):
        kinds.add('some cannot')
    models = [{g.m['name'] for g, _ in some} for some in (near, far)]
    others = {g.m['name'] for g in guns} - models[0] - models[1]
    return {'short_models': len(models[0]), 'short_dice': sum(g.attacks for g, _ in near),
            'long_models': len(models[1]), 'long_dice': sum(g.attacks for g, _ in far),
            'close_dice': close, 'other_models': len(others),
            'targets': len(valid), 'nearest': min(a[2] for _, a in good)} | barred(guns, aims, models[0] | models[1])


def barred(guns, aims, shooting):
    """How many models that do not shoot are kept back by what: of several guns that of the one nearest to shooting."""
    order = ['not-seen', 'out-of-arc', 'out-of-range']
    worst = {}
    for gun, aim in zip(guns, aims):
        name = gun.m['name']
        if name not in shooting:
            worst[name] = max(worst.get(name, 'not-seen'), aim, key=order.index)
    names = {'not-seen': 'unsighted', 'out-of-arc': 'out_of_arc', 'out-of-range': 'out_of_range'}
    return {names[why]: list(worst.values()).count(why) for why in order} if worst else {}


def expected(table, sees, kinds):
    weapons = {weapon: weapon_answer(table, weapon, guns, sees, kinds) for weapon, guns in guns_of(table).items()}
    models = {}
    for b in table.blue:
        lines = [(eye(m), sum(WEAPONS[w][2] for w, _ in m['guns'])) for m in table.red if sees[m['name'], b['name']]]
        cover, where = cover_of(table, b, lines)
        models[b['name']] = {'cover': cover, 'where': where, 'distance': min(distance(table, m, b) for m in table.red),
                             'seers': sum(sees[m['name'], b['name']] for m in table.red)}
        if cover:
            kinds.add('zone cover' if where.startswith('zone') else 'solid cover')
        if cover < 0:
            kinds.add('negative cover')
    for answer in weapons.values():
        if 'why' in answer:
            kinds.add(answer['why'])
    return weapons, models


# --------------------------------------------------------------------------------------------------------- comparing

class Program:
    def __init__(self):
        self.process = subprocess.Popen([os.environ['QUICKMARCH'], 'pipe'], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, text=True, encoding='utf-8')
        self.process.stdout.readline()

    def ask(self, **request):
        self.process.stdin.write(json.dumps(request) + '\n')
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def close(self):
        self.process.stdin.close()
        return self.process.wait()


def differences(told, weapons, models):
    found = []
    for answer in told['weapons']:
        want = weapons.pop(answer['weapon'])
        if 'why' in want or 'why' in answer:
            got = answer.get('why', {}).get('reason')
            if got != want.get('why'):
                found.append('%s: %s, expected %s' % (answer['weapon'], got, want.get('why', want)))
            continue
        for key, value in want.items():
            if abs(answer[key] - value) > (0.002 if key == 'nearest' else 0):
                found.append('%s: %s %s, expected %s' % (answer['weapon'], key, answer[key], value))
    found += ['%s is not told' % weapon for weapon in weapons]
    for answer in told['models']:
        want = models.pop(answer['figure'])
        where = answer.get('solid', answer.get('zone'))
        if (answer['cover'], where) != (want['cover'], want['where']) and not (
                answer['cover'] == want['cover'] and where and want['where']):   # of two alike either may be named
            found.append('%s: cover %s of %s, expected %s of %s' % (answer['figure'], answer['cover'], where,
                                                                    want['cover'], want['where']))
        if answer['seers'] != want['seers'] or abs(answer['distance'] - want['distance']) > 0.002:
            found.append('%s: %s, expected %s' % (answer['figure'], answer, want))
    return found


def drawn(number):
    """A table that fits, from a seed of its own."""
    attempt = 0
    while True:
        table = Table('aim %d %d' % (number, attempt))
        attempt += 1
        if table.fits():
            yield table


def run_table(program, number, counts):
    for table in drawn(number):
        scenario = table.scenario()
        loaded = program.ask(id=1, do='load', scenario=scenario)
        if not loaded['ok']:
            raise SystemExit('table %d: %s' % (number, loaded))
        handle = loaded['scenario']
        sees = {}
        try:
            for m in table.red:
                for b in table.blue:
                    sight = program.ask(id=2, do='see', scenario=handle, a=m['name'], b=b['name'])
                    fraction = (sight.get('sight') or {}).get('fraction')
                    if fraction is None:   # a unit of one has the name of its unit: ask for the pair all the same
                        raise SystemExit('table %d: %s' % (number, sight))
                    if abs(fraction - 1 / 3) < 1e-4:
                        raise Near
                    sees[m['name'], b['name']] = fraction > 1 / 3
            kinds = set()
            weapons, models = expected(table, sees, kinds)
        except Near:
            program.ask(id=3, do='unload', scenario=handle)
            continue
        told = program.ask(id=4, do='see', scenario=handle, a='Red', b='Blue')
        program.ask(id=5, do='unload', scenario=handle)
        found = differences(told['unit_sight'], weapons, models)
        if any(mount != 'none' for m in table.red for _, mount in m['guns']):
            kinds.add('mounted')
            kinds.update(['between arcs'] * table.between)
            kinds.update(['corners'] * (table.settings['arcs'] == 'corners'))
        kinds.update(['unit range'] * (table.settings['range_from'] == 'unit'))
        kinds.update(['heights'] * (len({m['z'] for m in table.red + table.blue}) > 1))
        counts.update(kinds)
        return found, scenario


def main():
    alone = os.environ.get('QM_AIM_TABLE')
    count = int(os.environ.get('QM_AIM_TABLES', TABLES_LONG if os.environ.get('QM_TEST_LONG') else TABLES))
    program, counts, failed = Program(), collections.Counter(), 0
    for number in [int(alone)] if alone else range(count):
        found, scenario = run_table(program, number, counts)
        failed += bool(found)
        for text in found[:5]:
            print('table %d: %s' % (number, text))
        if alone:
            print(json.dumps(scenario, indent=1))
    if program.close() != 0:
        raise SystemExit('the program has failed')
    print('%d tables, %d differ; %s' % (count, failed, ', '.join('%s %d' % item for item in sorted(counts.items()))))
    scarce = [] if alone else [kind for kind, least in REQUIRED.items() if counts[kind] < least * count // 1000]
    for kind in scarce:
        print('too few tables with: %s (%d)' % (kind, counts[kind]))
    sys.exit(1 if failed or scarce else 0)


if __name__ == '__main__':
    main()
