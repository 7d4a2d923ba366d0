"""A second, slow implementation of the hexmelee rules, for comparison with the library.

It shares no code with the library and is written for plainness, not speed: distances on cube coordinates, lines of
sight by clipping against every hex around with exact fractions, ways by carrying every way that is not beaten in all
respects, odds by running an order again for everything its rolls can come to. What counts as an option, and which of
several ways is meant, is laid down in docs/rules/hexmelee-options.md; this file follows that page and the clauses
(HX-..), nothing else.

Use: table_of(scenario, state) from two JSON values (a scenario file without templates, and the program's own report of
the state), then Table.sight, Options, action_options, reach, odds_of.
"""

from fractions import Fraction
from functools import lru_cache

# ----------------------------------------------------------------------------------------------------------- settings

DEFAULTS = {
    'save_dex': 'as_written', 'auto_results': 'none',
    'auto_pass_2': 2, 'auto_fail_2': 12, 'auto_pass_3': 5, 'auto_fail_3': 16, 'auto_pass_4': 8, 'auto_fail_4': 20,
    'auto_pass_5': 11, 'auto_fail_5': 22, 'auto_pass_8': 20, 'auto_fail_8': 28,
    'running_mov': 2, 'running_in_armour': 'adds', 'slow_mov': 1, 'slow_option': 'one_hex',
    'slow_cost': 'ignored', 'crawl_mov': 2, 'crawl_when_slowed': 'one', 'stop_when': 'engaged',
    'shoot_hexes': 1, 'ready_hexes': 2, 'strike_part': 2, 'late_engaged': 'by_distance', 'kneeling_engages': 'yes',
    'engager': 'any', 'landing_hex': 'paid', 'jump_dice_1': 2, 'jump_dice_2': 5, 'jump_dice_3': 8, 'jump_dice_more': 3,
    'jump_wider': 'no', 'wall_height_max': 0, 'jump_line': 'row', 'flight_engages': 'no', 'land_on_body': 'roll',
    'missed_hex': 'both', 'missed_wall': 'prone', 'deep_pit': 200, 'grab_dice': 3, 'pull_up_dice': 4,
    'pull_up_price': 1, 'pull_up_cost': 'choice', 'pull_up_tries': 'each_turn', 'pulled_up': 'prone',
    'hanging': 'helpless', 'fall_metres': 5,
    'fall_dice': 1, 'fall_rounding': 'started', 'fall_armour': 2, 'fall_growth': 'linear', 'fall_action': 'as_prone',
    'fallen_engaged': 'yes', 'pit_landing': 'share', 'fall_on_hurts': 'no', 'rope': 'any', 'climb_metres': 1,
    'shallow_exit': 'ordinary', 'pit_adjacent': 'figure', 'pit_engagement': 'shallow', 'wall_walk': 'no',
    'pickup_mov': 3, 'pickup_cost': 'extra', 'snatch_dice': 3, 'pickup_bars': 'both', 'pickup_engaged': 'earlier',
    'pickup_jump': 'no', 'turn_when': 'own_move', 'turn_engages': 'at_once', 'missile_arc': 'front',
    'rear_only': 'attacked', 'engagement': 'threatened', 'moving_front': 'travel', 'side_bonus': 2, 'rear_bonus_dex': 4,
    'rear_bonus': 'melee', 'kneel_bonus': 2, 'kneel_penalty': -2, 'regular': 'melee', 'prone_bonus': 4,
    'position_bonus': 'add', 'through_friends': 'no', 'body_stop': 'must', 'body_dice': 3, 'body_jump_mov': 3,
    'body_jump_cost': 'hex', 'body_jump_miss': 'body', 'crawl_body_roll': 'no', 'same_hex': 'none', 'stand_under': 'no',
    'stand_then': 'nothing', 'crawl_position': 'as_before', 'step_hexes': 1, 'pace_hexes': 2, 'distance_by': 'mixed',
    'delay': True, 'delay_until': 'phase', 'delay_resume': 'rest', 'delay_engaged': 'over', 'shift_new_foes': 'exact',
    'crawl_shift': 'yes', 'shift_body': 'yes', 'disengage': 'off',
    'attack_dice': 3, 'hit_at': 5, 'miss_at': 16, 'guard_dice': 4, 'guard_hit_at': 5, 'guard_miss_at': 20,
    'thrown_dex': -1, 'missile_hexes': 6, 'missile_dex': -1, 'weak_weapon': 'barred', 'weak_weapon_dex': -1,
    'figures_block_shots': 'no', 'sight_height': 0, 'pick_up_from': 'front', 'engaged_shot': 'no', 'engaged_dodge': 'no',
    'engaged_drop': 'no', 'prone_shot': 'yes', 'helpless_side': 'rear', 'change_then': 'nothing',
    'wound_hits': 5, 'wound_dex': -2, 'wound_fall_hits': 8, 'weak_str': 3, 'weak_dex': -3, 'unconscious_str': 1,
    'death': 'zero', 'initiative': 'figure', 'chase_slot': 'hold', 'chase_delay': 'allowed', 'chase_ring': 'initiative',
    'delay_order': 'initiative',
}

ARMOUR = {'none': (10, 0, 0), 'cloth': (10, 1, -1), 'leather': (8, 2, -2), 'chain': (6, 3, -3),
          'half-plate': (6, 4, -4), 'plate': (6, 5, -5)}                    # MOV of a human in it, hits stopped, DEX
SHIELDS = {'none': (0, 0), 'small': (1, 0), 'large': (2, -1)}     # hits stopped, DEX
WEAPONS = {'dagger': ('thrown', 0), 'rapier': ('melee', 9), 'club': ('thrown', 9), 'hammer': ('thrown', 10),
           'shortsword': ('melee', 11), 'mace': ('melee', 11), 'broadsword': ('melee', 12),
           'morningstar': ('melee', 13), 'two-handed-sword': ('melee', 14), 'battleaxe': ('melee', 15),
           'spear': ('pole', 11), 'halberd': ('pole', 13),
           'small-bow': ('missile', 9), 'horse-bow': ('missile', 10), 'longbow': ('missile', 11),
           'light-crossbow': ('missile', 12), 'heavy-crossbow': ('missile', 15)}
LOADS = ((4, 99, 0), (6, 8, 0), (8, 6, -1), (10, 4, -2))          # times STR, MOV at most, DEX
OPEN = dict(what='open', cost=1, dex=0, dex_into=0, save_dice=0, hits_passing=0, hits_stopping=0, depth=0, height=0,
            blocks_sight=False)
TERRAIN = {'open': {}, 'rough': {'cost': 2}, 'broken': {'dex': -2}, 'slippery': {'save_dice': 3},
           'shadow': {'dex': -6, 'dex_into': -4}, 'fire': {'hits_passing': 2, 'hits_stopping': 4},
           'pit': {'what': 'pit', 'depth': 300}, 'shallow-pit': {'what': 'pit', 'depth': 150},
           'wall': {'what': 'wall', 'height': 100}, 'solid': {'what': 'solid', 'blocks_sight': True}}

# ----------------------------------------------------------------------------------------------------------- geometry

NAMES = {'columns': ('N', 'NE', 'SE', 'S', 'SW', 'NW'), 'rows': ('NE', 'E', 'SE', 'SW', 'W', 'NW')}


@lru_cache(maxsize=None)
def line_along(v):
    """The cubes met by the line from the origin to v, ends left out: ((cube, 'through' or 'edge', (from, to)) ...).

    A hex is the set of points p with (p - centre) . step <= 1/2 for its six steps. Every hex that could be near is
    tried: the line is clipped against it. Left goes before right."""
    reach = max(map(abs, v))
    found = []
    for a in range(-reach, reach + 1):
        for b in range(max(-reach, -reach - a), min(reach, reach - a) + 1):
            cube = (a, b, -a - b)
            low, high, edge = Fraction(0), Fraction(1), False
            for step in Board.STEPS['rows']:
                start, slope = -Board.dot2(step, cube), Board.dot2(step, v)      # inside while start + t * slope <= 1
                if slope == 0:
                    if start > 1:
                        low, high = Fraction(1), Fraction(0)
                    elif start == 1:
                        edge = True
                elif slope > 0:
                    high = min(high, Fraction(1 - start, slope))
                else:
                    low = max(low, Fraction(1 - start, slope))
            if low < high and cube != (0, 0, 0) and cube != v:
                right = v[0] * cube[1] - v[1] * cube[0] > 0         # the a axis points right, the b axis down
                found.append((low, right, cube, 'edge' if edge else 'through', high))
    return tuple((cube, how, (low, high)) for low, _, cube, how, high in sorted(found))


class Board:
    """Hexes by (column, row) from 1. Inside, each has cube coordinates (a, b, c) with a + b + c = 0."""

    # Clockwise from the first name, as cube steps: flat tops start at N, pointy tops at NE.
    STEPS = {'columns': ((0, -1, 1), (1, -1, 0), (1, 0, -1), (0, 1, -1), (-1, 1, 0), (-1, 0, 1)),
             'rows': ((1, -1, 0), (1, 0, -1), (0, 1, -1), (-1, 1, 0), (-1, 0, 1), (0, -1, 1))}

    def __init__(self, columns, rows, layout, shove):
        self.columns, self.rows, self.layout, self.shove = columns, rows, layout, shove
        self.names = NAMES[layout]
        self.cube = {}
        for column in range(1, columns + 1):
            for row in range(1, rows + 1):
                self.cube[column, row] = self._cube_of(column, row)
        self.at = {cube: hex_ for hex_, cube in self.cube.items()}
        self.hexes = sorted(self.cube)
        self.around = {hex_: [self._beside(hex_, d) for d in range(6)] for hex_ in self.hexes}

    def _cube_of(self, column, row):
        along, across = (column, row) if self.layout == 'columns' else (row, column)
        shoved = along % 2 == (1 if self.shove == 'odd' else 0)
        height = 2 * across + (1 if shoved else 0)       # in half hexes; grows down (columns) or right (rows)
        rest = (height - along + (1 if (height - along) % 2 else 0)) // 2
        if self.layout == 'columns':
            return (along, rest, -along - rest)                      # a: column; b: down
        return (rest, along, -along - rest)                          # b: row; a: right

    def _beside(self, hex_, direction):
        a, b, c = self.cube[hex_]
        x, y, z = self.STEPS[self.layout][direction]
        return self.at.get((a + x, b + y, c + z))

    def next(self, hex_, direction):
        return self.around[hex_][direction]

    def neighbours(self, hex_):
        return [n for n in self.around[hex_] if n]

    def distance(self, one, two):
        (a, b, c), (x, y, z) = self.cube[one], self.cube[two]
        return max(abs(a - x), abs(b - y), abs(c - z))

    def direction(self, one, two):
        """From a hex to an adjacent one, or None."""
        around = self.around[one]
        return around.index(two) if two and two in around else None

    def relative(self, hex_, facing, other):
        """0 ahead, 1 and 5 front, 2 and 4 side, 3 rear; None if not adjacent."""
        d = self.direction(hex_, other)
        return None if d is None else (d - facing) % 6

    def in_front(self, hex_, facing, other):
        return self.relative(hex_, facing, other) in (0, 1, 5)

    @staticmethod
    def dot2(u, v):
        """Twice the scalar product in the plane of two cube vectors (steps have length 1)."""
        return sum(x * y for x, y in zip(u, v))

    def vector(self, one, two):
        return tuple(y - x for x, y in zip(self.cube[one], self.cube[two]))

    def in_front_half(self, hex_, facing, other):
        return self.dot2(self.STEPS[self.layout][facing], self.vector(hex_, other)) >= 0

    def bearings(self, one, two):
        """The direction(s) nearest to the line from one hex to the other."""
        if one == two:
            return []
        v = self.vector(one, two)
        dots = [self.dot2(step, v) for step in self.STEPS[self.layout]]
        return [d for d in range(6) if dots[d] == max(dots)]

    def met_by_line(self, one, two):
        """What lies between: a list of (hex, how, span) with how 'through' or 'edge', ordered along the line, left
        before right, the ends left out."""
        a, b, c = self.cube[one]
        line = line_along(self.vector(one, two))
        met = ((self.at.get((a + x, b + y, c + z)), how, span) for (x, y, z), how, span in line)
        return [entry for entry in met if entry[0]]

    def label(self, hex_):
        digits = 3 if max(self.columns, self.rows) > 99 else 2
        return '%0*d%0*d' % (digits, hex_[0], digits, hex_[1])

    def read(self, label):
        half = len(label) // 2
        return int(label[:half]), int(label[half:])


# --------------------------------------------------------------------------------------------------------------- dice

@lru_cache(maxsize=None)
def totals(dice, sides=6):
    """Weights of the totals of so many dice, by adding die after die."""
    weights = {0: 1}
    for _ in range(dice):
        after = {}
        for total, weight in weights.items():
            for face in range(1, sides + 1):
                after[total + face] = after.get(total + face, 0) + weight
        weights = after
    return weights


def chance_at_most(dice, cut):
    return Fraction(sum(w for t, w in totals(dice).items() if t <= cut), 6 ** dice)


# ------------------------------------------------------------------------------------------------------- the position

class Figure:
    """One figure: what its sheet says and how it is now. Defaults are those of a figure at the start of a game."""

    def __init__(self, name, **values):
        self.name = name
        self.side = ''
        self.str, self.dex, self.mov = 12, 12, 10
        self.armour, self.shield, self.running, self.load = 'none', 'none', False, 0
        self.at, self.facing, self.position, self.condition = None, 0, 'standing', 'well'
        self.move, self.acted, self.hexes, self.spent = 'due', False, 0, 0
        self.hits = self.fatigue = self.turn_hits = self.last_hits = 0
        self.ready, self.climbing, self.climbed, self.under = None, None, 0, 0
        self.hanging = None     # 1 + the direction of the rim it hangs at
        self.chasing = None
        self.marks = set()      # of MARKS
        for key, value in values.items():
            setattr(self, key, value)

    @property
    def well(self):
        return self.condition == 'well' and self.at is not None

    @property
    def lies(self):
        return self.condition != 'well' or self.position == 'prone'

    @property
    def low(self):
        return self.position in ('kneeling', 'squatting', 'sitting')


class Item:
    def __init__(self, name, weapon=None, rope=0, holder=None, at=None, broken=False):
        self.name, self.weapon, self.rope = name, weapon, rope
        self.holder, self.at, self.broken = holder, at, broken


class Table:
    """A board with figures and items, under settings: everything the rules look at."""

    def __init__(self, board, cells, figures, items=(), settings=None, friends=()):
        self.board = board
        self.ground = {hex_: dict(OPEN, **cells.get(hex_, {})) for hex_ in board.hexes}
        self.figures = {f.name: f for f in figures}
        self.items = {i.name: i for i in items}
        self.set = dict(DEFAULTS, **(settings or {}))
        self.friends = {frozenset(pair) for pair in friends}
        high = self.set['sight_height']
        for ground in self.ground.values():
            if high and ground['what'] == 'wall' and ground['height'] >= high:
                ground['blocks_sight'] = True
        self.pit = self._connected()
        self.lines_matter = self.set['figures_block_shots'] == 'yes' or \
            any(g['blocks_sight'] or g['dex_into'] for g in self.ground.values())

    def _connected(self):
        """Number of the connected pit (or wall) of each hex of one."""
        numbers, count = {}, 0
        for start in self.board.hexes:
            what = self.ground[start]['what']
            if what not in ('pit', 'wall') or start in numbers:
                continue
            count += 1
            todo = [start]
            while todo:
                hex_ = todo.pop()
                if hex_ not in numbers and self.ground[hex_]['what'] == what:
                    numbers[hex_] = count
                    todo += self.board.neighbours(hex_)
        return numbers

    def hostile(self, one, two):
        return one.side != two.side and frozenset((one.side, two.side)) not in self.friends

    def deep(self, hex_):
        return self.ground[hex_]['what'] == 'pit' and self.ground[hex_]['depth'] > self.set['deep_pit']

    def weapon(self, name):
        """('melee' | 'pole' | 'thrown' | 'missile', STR needed) of an item that is a whole weapon, else None."""
        item = self.items.get(name)
        if item is None or item.broken or item.weapon in (None, 'none', ''):
            return None
        return WEAPONS[item.weapon]

    def striking(self, figure):
        """The melee weapon in its hand, or None for bare hands."""
        weapon = self.weapon(figure.ready)
        return figure.ready if weapon and weapon[0] != 'missile' else None

    def others(self, hex_, figure, lying):
        """Those besides the figure who stand or kneel in a hex, or lie there. Who hangs or climbs is off the floor."""
        return [f for f in self.figures.values()
                if f.at == hex_ and f is not figure and f.lies == lying and not f.hanging and not f.climbing]

    # -------------------------------------------------------------------------------------------------------- numbers

    def strength(self, figure):
        return figure.str - figure.hits - figure.fatigue

    def load_band(self, figure):
        for index, (times, most, dex) in enumerate(LOADS):
            if figure.load < times * figure.str or (index > 0 and figure.load == times * figure.str):
                return most, dex
        return 1, LOADS[-1][2]

    def mov(self, figure):
        """HX-02: armour, then Running, then the load."""
        bare, worn = ARMOUR['none'][0], ARMOUR[figure.armour][0]
        mov = figure.mov - (bare - worn)
        if figure.running and (self.set['running_in_armour'] == 'adds' or figure.armour == 'none'):
            mov += self.set['running_mov']
        return max(0, min(mov, self.load_band(figure)[0]))

    def crawl(self, figure):
        """HX-04"""
        if self.mov(figure) > self.set['slow_mov']:
            return self.set['crawl_mov']
        return min(self.set['crawl_mov'], 1 if self.set['crawl_when_slowed'] == 'one' else 0)

    def edex(self, figure, at=None):
        dex = figure.dex + ARMOUR[figure.armour][2] + SHIELDS[figure.shield][1] + self.load_band(figure)[1]
        if at or figure.at:
            dex += self.ground[at or figure.at]['dex']
        if figure.last_hits >= self.set['wound_hits']:
            dex += self.set['wound_dex']
        if self.strength(figure) <= self.set['weak_str']:
            dex += self.set['weak_dex']
        return dex

    def save_dex(self, figure, at):
        return self.edex(figure, at) if self.set['save_dex'] == 'effective' else figure.dex

    def save_cut(self, dice, target):
        """The highest total that passes."""
        if self.set['auto_results'] == 'bands' and 'auto_pass_%d' % dice in self.set:
            target = max(target, self.set['auto_pass_%d' % dice])
            target = min(target, self.set['auto_fail_%d' % dice] - 1)
        return target

    def save_chance(self, dice, target):
        return Fraction(1) if dice == 0 else chance_at_most(dice, self.save_cut(dice, target))

    # ----------------------------------------------------------------------------------------------------- engagement

    def floor(self, figure, at=None):
        """The pit a figure is down in; None for normal level, and for one who hangs at the rim."""
        at = at or figure.at
        return None if figure.hanging or self.ground[at]['what'] != 'pit' else self.pit[at]

    def rim_between(self, one, two, one_at=None, two_at=None):
        a, b = self.floor(one, one_at), self.floor(two, two_at)
        if a == b or self.set['pit_engagement'] == 'all':
            return False
        if self.set['pit_engagement'] == 'none':
            return True
        return bool((a and self.deep(one_at or one.at)) or (b and self.deep(two_at or two.at)))

    def can_engage(self, figure):
        """HX-48"""
        if not figure.well or figure.position == 'prone' or figure.hanging:
            return False
        if figure.low and self.set['kneeling_engages'] == 'no':
            return False
        if self.set['rear_only'] == 'all' and figure.marks & {'crawled', 'grabbed'}:
            return False
        return self.set['engager'] == 'any' or self.striking(figure) is not None

    def engages(self, one, two, at=None, facings=None):
        """HX-29: whether one engages two, if that were at `at` and could face any of `facings`."""
        moved = at is not None and at != two.at
        at = at or two.at
        facings = (two.facing,) if facings is None else facings
        if not at or not one.at or one is two or not (one.at == at or self.board.in_front(one.at, one.facing, at)) or \
                not self.hostile(one, two) or not self.can_engage(one):
            return False
        if two.condition != 'well' or (two.position == 'prone' and self.set['fallen_engaged'] == 'no'):
            return False
        if one.at == at:
            return self.set['same_hex'] == 'engaged'
        if self.set['engagement'] == 'mutual' and not any(self.board.in_front(at, f, one.at) for f in facings):
            return False
        if moved:
            hanging, two.hanging = two.hanging, None
            apart = self.rim_between(one, two, None, at)
            two.hanging = hanging
            return not apart
        return not self.rim_between(one, two)

    def engagers(self, figure, at=None, facings=None):
        return {f.name for f in self.figures.values() if self.engages(f, figure, at, facings)}

    # ---------------------------------------------------------------------------------------------- sight and attacks

    def line(self, one, two):
        """(blocking hexes, blocking figures, whether seen only in part, worst DEX of poor light) between two hexes."""
        blocks, figures, partly, light = [], [], False, 0
        if self.board.distance(one, two) < 2 or not self.lines_matter:
            return blocks, figures, partly, light
        met = self.board.met_by_line(one, two)
        groups, edges = [], {}
        for hex_, how, span in met:
            if how == 'through':
                groups.append((span, [hex_]))
            else:
                edges.setdefault(span, []).append(hex_)
        groups = sorted(groups + list(edges.items()))

        def obstacles(hex_):
            upright = []
            if self.set['figures_block_shots'] == 'yes':
                upright = [f.name for f in self.figures.values() if f.at == hex_ and not f.hanging and not f.lies]
            ground = self.ground[hex_]
            return hex_, ground['blocks_sight'], upright, ground['dex'] if ground['dex_into'] else 0

        for _, group in groups:
            found = [obstacles(h) for h in group]
            open_ = [o for o in found if not o[1] and not o[2]]
            if open_:
                partly = partly or len(open_) < len(found)
                light = min(light, max(o[3] for o in open_))
            else:
                blocks += [o[0] for o in found if o[1]]
                figures += [name for o in found for name in o[2]]
        return blocks, figures, partly, light

    def beside_pit(self, hex_, pit_figure):
        if self.board.distance(hex_, pit_figure.at) <= 1:
            return True
        if self.set['pit_adjacent'] == 'figure':
            return False
        return any(self.pit.get(n) == self.pit[pit_figure.at] for n in self.board.neighbours(hex_))

    def side_seen(self, attacker, target):
        """Where an adjacent attacker is as the target sees it: 'front' 'side' 'rear'; None if it is not adjacent."""
        relative = self.board.relative(target.at, target.facing, attacker.at)
        if relative is None:
            return None
        if target.marks & {'crawled', 'grabbed'} or (target.hanging and self.set['hanging'] == 'helpless'):
            return 'rear'
        return ('front', 'front', 'side', 'rear', 'side', 'front')[relative]

    def attack(self, attacker, target, mode, item):
        """(number to hit, dice, chance) of a blow, throw or shot; None where it cannot be made."""
        number, rules = self.edex(attacker), self.set
        distance = self.board.distance(attacker.at, target.at)
        prone = attacker.lies or (attacker.hanging and rules['hanging'] == 'prone')
        down = target.lies or (target.hanging and rules['hanging'] == 'prone')
        regular = mode == 'blow' or (mode == 'throw' and rules['regular'] == 'not_missile')
        light = 0
        if mode == 'blow':
            if distance > 1 or (distance == 1 and not self.board.in_front(attacker.at, attacker.facing, target.at)):
                return None                                          # HX-26
            if self.rim_between(attacker, target):
                return None
        else:
            if rules['missile_arc'] == 'front' and \
                    not self.board.in_front_half(attacker.at, attacker.facing, target.at):
                return None
            if not self._shot_over_rim(attacker, target):
                return None                                          # HX-19
            blocks, figures, _, light = self.line(attacker.at, target.at)
            if blocks or figures:
                return None
        if prone and (regular or (mode == 'shot' and rules['prone_shot'] == 'no')):
            return None                                              # HX-33
        place = self._place_bonus(attacker, target, mode, distance)  # HX-31
        position = 0
        if regular:
            position = rules['prone_bonus'] if down else rules['kneel_bonus'] if target.low else 0
            if attacker.low and not prone:
                number += rules['kneel_penalty']                     # HX-32
        if rules['position_bonus'] == 'highest' and place and position:
            number += max(place, position)
        else:
            number += place + position
        if mode == 'throw':
            number += distance * rules['thrown_dex']
        elif mode == 'shot':
            number += distance // rules['missile_hexes'] * rules['missile_dex']
        # Poor light: what the attacker's own place costs is in its eDEX; only worse light beyond it adds.
        here = self.ground[attacker.at]['dex'] if self.ground[attacker.at]['dex_into'] else 0
        worst = min(self.ground[target.at]['dex_into'], light)
        number += min(0, worst - here)
        needed = self.weapon(item)[1] if item else 0
        if needed > attacker.str:
            if rules['weak_weapon'] == 'barred':
                return None
            number += (needed - attacker.str) * rules['weak_weapon_dex']
        guarded = target.condition == 'well' and ('defending' if mode == 'blow' else 'dodging') in target.marks
        dice = rules['guard_dice' if guarded else 'attack_dice']
        hit, miss = (rules['guard_hit_at'], rules['guard_miss_at']) if guarded else (rules['hit_at'], rules['miss_at'])
        return number, dice, chance_at_most(dice, max(hit, min(number, miss - 1)))

    def _shot_over_rim(self, attacker, target):
        a, b = self.floor(attacker), self.floor(target)
        if a == b:
            return True
        if b and self.deep(target.at) and not self.beside_pit(attacker.at, target):
            return False
        if a and self.deep(attacker.at):
            level = bool(target.hanging) or self.ground[target.at]['what'] == 'open'
            return level and self.beside_pit(target.at, attacker)
        return True

    def _place_bonus(self, attacker, target, mode, distance):
        if mode != 'blow' and self.set['rear_bonus'] == 'melee':
            return 0
        if target.condition != 'well' and self.set['helpless_side'] == 'rear':
            side = 'rear'
        elif target.marks & {'crawled', 'grabbed'} or (target.hanging and self.set['hanging'] == 'helpless'):
            side = 'rear'
        elif distance <= 1:
            side = self.side_seen(attacker, target)
        else:
            side = 'rear' if self.board.bearings(target.at, attacker.at) == [(target.facing + 3) % 6] else 'front'
        if side == 'rear':
            return self.set['rear_bonus_dex']
        return self.set['side_bonus'] if side == 'side' and mode == 'blow' else 0

    def ready_mode(self, figure, distance):
        weapon = self.weapon(figure.ready)
        if weapon and weapon[0] == 'missile':
            return 'shot'
        return 'throw' if weapon and weapon[0] == 'thrown' and distance > 1 else 'blow'

    def sight(self, one, two):
        """What `see` reports of a pair of figures that are both on the board."""
        board = self.board
        distance = board.distance(one.at, two.at)
        blocks, figures, partly, _ = self.line(one.at, two.at)
        answer = {
            'distance': distance,
            'seen': 'no' if blocks or figures else 'in part' if partly else 'yes',
            'in_front': board.in_front(one.at, one.facing, two.at) if distance == 1 else
            board.in_front_half(one.at, one.facing, two.at),
            'relation': self.side_seen(one, two) or 'none',
            'engages': self.engages(one, two), 'engaged': self.engages(two, one), 'hostile': self.hostile(one, two),
            'blocks': blocks, 'blockers': figures, 'attack': None,
        }
        helpless = (one.hanging and self.set['hanging'] == 'helpless') or one.climbing
        if one.well and not helpless and two.condition != 'dead' and answer['hostile']:
            mode = self.ready_mode(one, distance)
            answer['attack'] = self.attack(one, two, mode, self.striking(one) if mode == 'blow' else one.ready)
        return answer


# ----------------------------------------------------------------------------------------------------------- movement

UNLIMITED = 10 ** 6


class Entry:
    """What going from one hex to another comes to."""

    def __init__(self, to, direction, cost, hexes):
        self.to, self.direction, self.cost, self.hexes = to, direction, cost, hexes
        self.checks = []        # (what, dice, target) in the order they are rolled
        self.stops = False      # movement is over there
        self.engaged = False    # ... because the figure is engaged
        self.passing = False    # it cannot end there
        self.whole = False      # takes a full move of its own
        self.span = ()          # hexes jumped over
        self.body = False       # a jump over a body
        self.landing = cost     # of the hex entered alone


class Way:
    """One way from the start: where it ends and what it has cost."""

    def __init__(self, hex_, facing):
        self.hex, self.facing, self.spent, self.hexes = hex_, facing, 0, 0
        self.checks, self.chance, self.hits = 0, Fraction(1), 0
        self.stopped = self.passing = self.whole = self.engaged = self.jumped = False
        self.entries = ()

    def on(self, entry, chance, hits=0):
        way = Way(entry.to, entry.direction)
        way.hits = self.hits + (hits if self.entries else 0)         # of the ground left behind, if it was entered
        way.spent, way.hexes = self.spent + entry.cost, self.hexes + entry.hexes
        way.checks, way.chance = self.checks + len(entry.checks), self.chance * chance
        way.stopped, way.passing, way.whole, way.engaged = entry.stops, entry.passing, entry.whole, entry.engaged
        way.jumped = self.jumped or bool(entry.span)
        way.entries = self.entries + (entry,)
        return way

    def merit(self):
        return self.spent, self.hexes, self.checks, self.jumped, self.hits, -self.chance

    def beats(self, other):
        return all(a <= b for a, b in zip(self.merit(), other.merit()))


class Mover:
    """One figure about to move with an order of one kind."""

    def __init__(self, table, figure, kind):
        self.table, self.figure, self.kind, self.set = table, figure, kind, table.set
        self.crawling = figure.position != 'standing' and kind != 'rise'
        mov = table.mov(figure)
        self.allowance = table.crawl(figure) if self.crawling else mov
        self.barred = self.crawling and self.allowance == 0
        self.slow = not self.barred and (self.allowance <= 1 if self.crawling else mov <= self.set['slow_mov'])
        self.shift = kind == 'shift'
        self.moved = kind == 'resume' and figure.hexes > 0
        self.known = {}
        self.hexes_most, self.mov_most = self._left(kind)

    def limits(self, kind):
        """Hexes and MOV that a kind of move allows in all (HX-41 to HX-45); MOV must be at hand in any case."""
        step, pace = self.set['step_hexes'], self.set['pace_hexes']
        few = {'step': step, 'shift': step, 'pace': pace}.get(kind)
        by = self.set['distance_by']
        halved = kind in ('half', 'delay', 'rise') or (kind == 'resume' and self.set['delay_resume'] == 'half')
        most = (self.allowance + 1) // 2 if halved else self.allowance
        if few is not None:
            return (UNLIMITED, min(few, self.allowance)) if by == 'mov' else (few, self.allowance)
        return (most, self.allowance) if by == 'hexes' else (UNLIMITED, most)

    def _left(self, kind):
        hexes, mov = self.limits(kind)
        if kind == 'resume':
            hexes, mov = hexes - self.figure.hexes, mov - self.figure.spent
        if self.slow:                                                # HX-03: one hex, whatever MOV there is
            hexes = 0 if self.moved else 1
            mov = UNLIMITED if self.set['slow_cost'] == 'ignored' else max(mov, 1)
        if 'held' in self.figure.marks:
            return 0, 0
        return max(hexes, 0), max(mov, 0)

    def end_hits(self, way):
        """HX-02: hits that are certain if the movement ends with this way."""
        if not way.entries and self.kind == 'resume':
            return 0
        return way.hits + self.table.ground[way.hex]['hits_stopping']

    def end_chance(self, way):
        """That it ends on its feet: every check goes well and no certain hit brings it down."""
        hits, figure, rules = self.end_hits(way), self.figure, self.set
        lower = 1 if rules['death'] == 'below' else 0
        out = self.table.strength(figure) - hits <= rules['unconscious_str'] - lower
        falls = figure.turn_hits + hits >= rules['wound_fall_hits'] and \
            (figure.position != 'prone' or self.kind == 'rise')
        return Fraction(0) if hits and (out or falls) else way.chance

    def fits(self, way):
        return way.hexes <= self.hexes_most and way.spent <= self.mov_most

    # ----------------------------------------------------------------------------------------------------- one hex on

    def front(self, direction):
        """The ways a figure in mid-move could face."""
        return range(6) if self.set['moving_front'] == 'any' else (direction,)

    def stopped_by(self, hex_, direction):
        """Whether the figure, coming into a hex in a direction, must stop there (HX-05)."""
        table, figure = self.table, self.figure
        if table.engagers(figure, hex_, self.front(direction)):
            return True
        return self.set['stop_when'] == 'engaging' and any(
            foe.well and table.hostile(figure, foe) and table.board.in_front(hex_, direction, foe.at) and
            not table.rim_between(figure, foe, hex_) for foe in table.figures.values())

    def engaged_above(self, hex_, direction):
        """Whether an enemy engages the figure flying over a hex, at the level of the rim whatever is below."""
        table = self.table
        level = table.ground[hex_]
        table.ground[hex_] = dict(OPEN)
        try:
            foes = table.engagers(self.figure, hex_, self.front(direction))
            return any(table.figures[foe].at != hex_ for foe in foes)
        finally:
            table.ground[hex_] = level

    def _meet(self, entry):
        """Footing, bodies and enemies in the hex entered."""
        table, to = self.table, entry.to
        dex = table.save_dex(self.figure, to)
        if table.ground[to]['save_dice'] and not self.crawling:
            entry.checks.append(('ground', table.ground[to]['save_dice'], dex))
        if table.others(to, self.figure, True):
            if self.set['body_dice'] and (not self.crawling or self.set['crawl_body_roll'] == 'yes'):
                entry.checks.append(('body', self.set['body_dice'], dex))
            if self.set['body_stop'] == 'must' or entry.span:
                entry.stops = True
        if self.stopped_by(to, entry.direction):
            entry.engaged = entry.stops = True

    def walk(self, from_, direction, fresh):
        table = self.table
        to = table.board.next(from_, direction)
        if not to:
            return None
        here, there = table.ground[from_], table.ground[to]
        if there['what'] == 'solid':
            return None
        if here['what'] == 'pit' and there['what'] == 'pit':
            if abs(here['depth'] - there['depth']) > self.set['deep_pit']:
                return None
        elif table.deep(from_) or table.deep(to):
            return None                                              # HX-18; into a deep pit one does not walk
        if there['what'] == 'wall' and self.set['wall_walk'] == 'no':
            return None
        entry = Entry(to, direction, there['cost'], 1)
        if here['what'] == 'pit' and there['what'] != 'pit' and self.set['shallow_exit'] == 'full_turn':
            if not fresh or self.shift:
                return None
            entry.whole = entry.stops = True
            entry.cost = max(self.allowance, 1)
        self._meet(entry)
        upright = table.others(to, self.figure, False)
        if upright:                                                  # HX-34
            foes = any(table.hostile(self.figure, f) for f in upright)
            if self.set['through_friends'] == 'no' or entry.stops or foes:
                return None
            entry.passing = True
        return entry

    def jumps(self, from_):
        table = self.table
        if self.crawling or self.slow or self.shift or table.ground[from_]['what'] == 'pit':
            return
        widest = 3
        if self.set['jump_wider'] == 'three_more':
            while self.set['jump_dice_3'] + (widest - 2) * self.set['jump_dice_more'] <= 16 and widest < 16:
                widest += 1
        if not any(table.ground[n]['what'] in ('pit', 'wall') or table.others(n, self.figure, True)
                   for n in table.board.neighbours(from_)):
            return                                                   # nothing beside it to jump over
        for to in table.board.hexes:
            width = table.board.distance(from_, to) - 1
            if 1 <= width <= widest and table.ground[to]['what'] == 'open':
                entry = self.jump(from_, to, width)
                if entry:
                    yield entry

    def _span(self, from_, to, width):
        """The hexes flown over, in order, and the direction of the flight; None where there is no such line."""
        board = self.table.board
        rows = [d for d in range(6) if 0 in board.vector(from_, to) and self._along(from_, d, width + 1) == to]
        if rows:
            return [self._along(from_, rows[0], i) for i in range(1, width + 1)], rows[0]
        if self.set['jump_line'] == 'row':
            return None
        span = []
        for i in range(1, width + 1):
            met = [h for h, _, _ in board.met_by_line(from_, to) if board.distance(from_, h) == i]
            if not met:
                return None
            solid = [h for h in met if self.table.ground[h]['what'] in ('pit', 'wall')]
            bodies = [h for h in met if self.table.others(h, self.figure, True)]
            span.append((solid or bodies or met)[0])
        direction = board.direction(span[-1], to)
        return None if direction is None else (span, direction)

    def _along(self, hex_, direction, count):
        for _ in range(count):
            hex_ = self.table.board.next(hex_, direction) if hex_ else None
        return hex_

    def jump(self, from_, to, width):
        """HX-11, HX-12, HX-36"""
        table, rules = self.table, self.set
        found = self._span(from_, to, width)
        if not found or table.ground[to]['what'] != 'open' or table.others(to, self.figure, False):
            return None
        span, direction = found
        obstacles = all(table.ground[h]['what'] in ('pit', 'wall') for h in span)
        bodies = width == 1 and table.ground[span[0]]['what'] == 'open' and \
            table.others(span[0], self.figure, True) and not table.others(span[0], self.figure, False)
        if not obstacles and not bodies:
            return None
        if table.others(to, self.figure, True) and rules['land_on_body'] == 'no':
            return None
        landing = table.ground[to]['cost'] if rules['landing_hex'] == 'paid' else 0
        if obstacles:
            for hex_ in span:
                if rules['wall_height_max'] and table.ground[hex_]['what'] == 'wall' and \
                        table.ground[hex_]['height'] > rules['wall_height_max']:
                    return None
                if table.others(hex_, self.figure, False) and not table.deep(hex_):
                    return None
            dice = rules['jump_dice_%d' % width] if width <= 3 else \
                rules['jump_dice_3'] + (width - 3) * rules['jump_dice_more']
            check = ('jump', dice, table.strength(self.figure) + table.save_dex(self.figure, from_))
            cost = width + landing
        else:
            check = ('jump-body', rules['body_dice'], table.save_dex(self.figure, from_))
            cost = rules['body_jump_mov'] + (landing if rules['body_jump_cost'] == 'hex' else 0)
        if rules['flight_engages'] == 'yes' and any(self.engaged_above(h, direction) for h in span):
            return None
        entry = Entry(to, direction, cost, width + 1)
        entry.span, entry.body, entry.landing = tuple(span), not obstacles, landing
        if check[1]:
            entry.checks.append(check)
        self._meet(entry)
        return entry

    # ------------------------------------------------------------------------------------------------------- all ways

    def entries(self, from_, fresh):
        """(entry, chance) of everything that can be done next."""
        if (from_, fresh) not in self.known:
            found = [e for e in (self.walk(from_, d, fresh) for d in range(6)) if e] + list(self.jumps(from_))
            self.known[from_, fresh] = [(e, self.chance(e)) for e in found]
        return self.known[from_, fresh]

    def chance(self, entry):
        chance = Fraction(1)
        for _, dice, target in entry.checks:
            chance *= self.table.save_chance(dice, target)
        return chance

    def ways(self, keep_all=False):
        """Every way within the limits that no other way to the same hex beats in MOV, hexes, checks, chance, hits and
        not jumping at once; ways on which the figure could still go on are held apart from those that end there, and
        engaged ends from others. keep_all: literally every way."""
        start = Way(self.figure.at, self.figure.facing)
        kept = {(start.hex, False, False): [start]}
        if self.barred:
            return [start]
        todo = [start]
        while todo:
            way = todo.pop(0)
            if not keep_all and not any(w is way for w in kept[way.hex, way.stopped, way.engaged]):
                continue
            if way.stopped:
                continue
            fresh = not way.entries and not self.moved
            for entry, chance in self.entries(way.hex, fresh):
                onward = way.on(entry, chance, self.table.ground[way.hex]['hits_passing'])
                if not self.fits(onward):
                    continue
                key = onward.hex, onward.stopped, onward.engaged
                rivals = kept.setdefault(key, [])
                if not keep_all:
                    if any(w.beats(onward) for w in rivals):
                        continue
                    rivals[:] = [w for w in rivals if not onward.beats(w)]
                rivals.append(onward)
                todo.append(onward)
        return [w for ways in kept.values() for w in ways]


def by_checks(way):
    """The order in which the way of an option is chosen."""
    return way.checks, way.hits, way.spent, way.hexes, -way.chance


def by_cost(mover):
    """The order in which the cheapest way of a reach is chosen."""
    return lambda way: (way.spent, -mover.end_chance(way), way.checks, way.hits)


# ------------------------------------------------------------------------------------------------ movement: the lists

EVERYWHERE = range(6)


def smallest_kind(mover, way, more=0):
    """The kind of move that covers a way and `more` MOV besides."""
    for kind in ('step', 'pace', 'half'):
        hexes, mov = mover.limits(kind)
        if not way.whole and way.hexes <= hexes and way.spent + more <= mov:
            return kind
    if mover.slow and not way.whole and mover.set['slow_cost'] == 'ignored':
        return 'step'
    return 'full'


def ends_of(mover):
    """All ways worth having to each hex the movement can end in, the start left out."""
    ends = {}
    for way in mover.ways():
        if not way.passing and way.hex != mover.figure.at and (not way.whole or mover.kind == 'full'):
            ends.setdefault(way.hex, []).append(way)
    return ends


def shift_keeps(table, figure, hex_, facing):
    """HX-47"""
    before, after = table.engagers(figure), table.engagers(figure, hex_, (facing,))
    return before <= after if table.set['shift_new_foes'] == 'at_least' else before == after


def shifting(table, figure, kind):
    """A mover for a shift; kind 'rise' for one that follows standing up (HX-46)."""
    mover = Mover(table, figure, kind)
    mover.shift = True
    mover.hexes_most, mover.mov_most = mover._left('shift')
    return mover


def shift_ends(table, figure, kind):
    """{hex: (ways, facings)} of every shift."""
    found = {}
    for hex_, ways in ends_of(shifting(table, figure, kind)).items():
        facings = [f for f in EVERYWHERE if shift_keeps(table, figure, hex_, f)]
        if facings and not (table.set['shift_body'] == 'no' and table.others(hex_, figure, True)):
            found[hex_] = ways, facings
    return found


def can_rise(table, figure):
    """Whether nobody is on top of it or on its feet in the same hex (stand_under)."""
    return table.set['stand_under'] == 'yes' or not any(
        f is not figure and f.at == figure.at and not f.hanging and
        (f.under > figure.under or not (f.lies or f.climbing)) for f in table.figures.values())


class Options:
    """The orders of the movement phase for the figure on move: {(kind, end, facing, extra): way or None}."""

    def __init__(self, table, figure):
        self.table, self.figure, self.set, self.found = table, figure, table.set, {}
        if figure.well:
            self.engaged = bool(table.engagers(figure))
            self._list()

    def add(self, kind, way=None, facings=EVERYWHERE, extra=()):
        for facing in facings:
            self.found[kind, way.hex if way else self.figure.at, facing, extra] = way

    def _list(self):
        figure = self.figure
        shifts = figure.position == 'standing' or self.set['crawl_shift'] == 'yes'
        if figure.move == 'delayed':
            if 'asked' not in figure.marks:                          # at its own turn to act there is nobody to wait for
                self.add('wait', facings=(None,))
            self.add('resume')
            if 'held' in figure.marks:
                return
            if not self.engaged:
                self._go('resume')
            elif self.set['delay_engaged'] == 'shift' and figure.hexes == 0 and shifts:
                self._shift('shift')
            return
        if figure.hanging or figure.climbing:
            self._off_the_floor()
            return
        self.add('still')
        if not self.engaged:
            self._go('full')
        elif shifts:
            self._shift('shift')
        if figure.position != 'standing' and can_rise(self.table, figure):
            self._rise()
        self._climb()

    def _shift(self, kind):
        for ways, facings in shift_ends(self.table, self.figure, kind).values():
            self.add(kind, min(ways, key=by_checks), facings)

    def _go(self, kind):
        mover = Mover(self.table, self.figure, kind)
        ends = ends_of(mover)
        for ways in ends.values():
            way = min(ways, key=by_checks)
            self.add(smallest_kind(mover, way) if kind == 'full' else kind, way)
        if kind == 'full':
            self._delay(ends)
        self._pick_up(mover, kind)

    def _delay(self, ends):
        chased = any(f.chasing == self.figure.name and f.well for f in self.table.figures.values())
        if not self.set['delay'] or (chased and self.set['chase_delay'] == 'barred'):
            return
        short = Mover(self.table, self.figure, 'delay')
        self.add('delay')
        for ways in ends.values():
            way = min(ways, key=by_checks)
            if not short.fits(way):
                way = min(ways, key=lambda w: (w.spent, w.checks, w.hits, w.hexes, -w.chance))
            if short.fits(way) and not way.whole:
                self.add('delay', way)

    def _pick_up(self, mover, kind):
        """HX-22, HX-23: what lies where the movement could end, on a way that neither jumps nor ends engaged."""
        for item in self.table.items.values():
            if item.holder or not item.at or 'grabbed' in self.figure.marks:
                continue
            ways = [w for w in mover.ways() if w.hex == item.at and not w.passing and not w.engaged and not w.whole and
                    not (w.jumped and self.set['pickup_jump'] == 'no')]
            if not ways:
                continue
            way = min(ways, key=by_checks)
            entered = way.entries[-1].landing if way.entries else 0
            price = self.set['pickup_mov']
            if self.set['pickup_cost'] == 'included':
                price = max(0, price - entered)
            end = way if way.entries else None
            if way.spent + price <= mover.mov_most and (not mover.slow or price <= mover.allowance):
                self.add(smallest_kind(mover, way, price) if kind == 'full' else kind, end, extra=('grab', item.name))
            self.add(smallest_kind(mover, way) if kind == 'full' else kind, end, extra=('snatch', item.name))

    def _rise(self):
        self.add('rise')
        if self.figure.position == 'prone':
            return
        for item in self.table.items.values():
            if item.holder == self.figure.name and item.name != self.figure.ready and self.table.weapon(item.name):
                self.add('rise', extra=('ready', item.name))
        if self.engaged:
            self._shift('rise')
        else:
            self._go('rise')

    def _off_the_floor(self):
        self.add('still', facings=(None,))
        self.add('let-go', facings=(None,))
        if self.figure.hanging:
            rim = self.table.board.next(self.figure.at, self.figure.hanging - 1)
            if not self.table.others(rim, self.figure, False):
                self.add('pull-up', facings=(None,))
        else:
            self._climb()

    def _climb(self):
        """HX-18"""
        table, figure = self.table, self.figure
        if not table.deep(figure.at) or figure.position != 'standing' or figure.hanging:
            return
        metres = -(-table.ground[figure.at]['depth'] // 100)
        for rim in table.board.neighbours(figure.at):
            last = figure.climbed + self.set['climb_metres'] >= metres
            if table.ground[rim]['what'] != 'open' or (figure.climbing and figure.climbing != rim) or \
                    (last and table.others(rim, figure, False)):
                continue
            if any(self._rope_serves(item, metres) for item in table.items.values()):
                self.add('climb', facings=(None,), extra=(table.board.label(rim),))

    def _rope_serves(self, item, metres):
        table, figure = self.table, self.figure
        rims = [h for h in table.board.neighbours(figure.at) if table.ground[h]['what'] == 'open']
        if item.broken or item.rope < metres:
            return False
        if not item.holder:
            return False
        if item.holder == figure.name:
            return self.set['rope'] == 'any'
        holder = table.figures[item.holder]
        return holder.well and not holder.hanging and not holder.climbing and holder.at in rims and \
            not table.hostile(figure, holder)


def reach(table, figure, phase):
    """{hex: (cost, checks, chance, sure cost or -1, best chance, {whether it stops there}, hits)} of the next movement."""
    if not figure.well:
        return {}
    stay = {figure.at: (0, 0, Fraction(1), 0, Fraction(1), {False}, 0)}
    if figure.hanging or figure.climbing or 'held' in figure.marks or (phase == 'movement' and figure.move == 'done'):
        return stay
    delayed = phase == 'movement' and figure.move == 'delayed'
    rises = figure.low and not delayed and can_rise(table, figure)
    if table.engagers(figure):
        if delayed and (table.set['delay_engaged'] == 'over' or figure.hexes > 0):
            return stay
        if not rises and figure.position != 'standing' and table.set['crawl_shift'] == 'no':
            return stay
        mover = shifting(table, figure, 'rise' if rises else 'shift')
        ends = {hex_: ways for hex_, (ways, _) in shift_ends(table, figure, mover.kind).items()}
    else:
        mover = Mover(table, figure, 'resume' if delayed else 'rise' if rises else 'full')
        ends = ends_of(mover)
    ends[figure.at] = [Way(figure.at, figure.facing)]
    order = by_cost(mover)
    for hex_, ways in ends.items():
        cheapest = min(ways, key=order)
        sure = [w.spent for w in ways if w.checks == 0 and mover.end_hits(w) == 0]
        stay[hex_] = (cheapest.spent, cheapest.checks, mover.end_chance(cheapest), min(sure) if sure else -1,
                      max(map(mover.end_chance, ways)),
                      {w.stopped for w in ways if order(w)[:2] == order(cheapest)[:2]}, mover.end_hits(cheapest))
    return stay


# ------------------------------------------------------------------------------------------------------------ actions

def action_options(table, figure):
    """Every order of the action phase that is open to the figure whose turn it is, as tuples of words."""
    rules, options = table.set, {('pass',)}
    marks = figure.marks
    if not figure.well:
        return set()
    if 'barred' in marks or ('grabbed' in marks and rules['pickup_bars'] == 'both') or \
            ('fell' in marks and rules['fall_action'] == 'none') or \
            ('rose' in marks and 'rose-low' not in marks and rules['stand_then'] == 'nothing') or \
            ('changed' in marks and rules['change_then'] == 'nothing') or \
            (figure.hanging and rules['hanging'] == 'helpless') or figure.climbing:
        return options
    engaged = bool(table.engagers(figure))
    slow = figure.hexes <= 1 and table.mov(figure) <= rules['slow_mov']
    late = rules['late_engaged'] == 'free' and engaged and not marks & {'engaged-move', 'met'}

    def within(moved, limit):
        return moved <= limit or (slow and (limit >= 1 or rules['slow_option'] == 'any')) or late

    rose = 'rose' in marks and 'rose-low' not in marks               # then stand_then is 'act': as if it had not moved
    hexes = 0 if rose else figure.spent if rules['distance_by'] == 'mov' else figure.hexes
    moved = 0 if rose else figure.hexes if rules['distance_by'] == 'hexes' else figure.spent
    mov = table.crawl(figure) if 'crawled' in marks else table.mov(figure)
    half = within(moved, max(1, -(-mov // rules['strike_part'])))
    weapon = table.weapon(figure.ready)
    ranks = ('standing', 'kneeling', 'squatting', 'sitting', 'prone')
    lower = [word for word, position in (('kneel', 'kneeling'), ('prone', 'prone'))
             if ranks.index(position) > ranks.index(figure.position)]
    for foe in table.figures.values():
        if not foe.at or foe.condition == 'dead' or not table.hostile(figure, foe):
            continue
        if half and table.attack(figure, foe, 'blow', table.striking(figure)):
            options.add(('attack', foe.name))
        if weapon and weapon[0] == 'missile' and within(hexes, rules['shoot_hexes']) and \
                (not engaged or rules['engaged_shot'] == 'yes') and table.attack(figure, foe, 'shot', figure.ready):
            options |= {('shoot', foe.name)} | {('shoot', foe.name, 'then', word) for word in lower}
        if weapon and weapon[0] == 'thrown' and half and table.attack(figure, foe, 'throw', figure.ready):
            options.add(('throw', figure.ready, 'at', foe.name))
    if half and (not engaged or rules['engaged_dodge'] == 'yes'):
        options.add(('dodge',))
    blade = table.striking(figure)
    if half and blade and (table.weapon(blade)[1] <= figure.str or rules['weak_weapon'] != 'barred'):
        options.add(('defend',))
    if half and (not engaged or rules['engaged_drop'] == 'yes'):
        options |= {('drop', word) for word in lower}
    if within(hexes, rules['ready_hexes']):
        options |= _things_at_hand(table, figure)
    if rules['disengage'] == 'action' and engaged and half and figure.position == 'standing' and not figure.hanging:
        mover = Mover(table, figure, 'step')
        for direction in range(6):
            entry = mover.walk(figure.at, direction, False)
            if entry and not entry.passing:
                options |= {('disengage', entry.to, facing) for facing in range(6)}
    return options


def _things_at_hand(table, figure):
    options = set()
    for item in table.items.values():
        if item.holder == figure.name:
            if item.name != figure.ready and table.weapon(item.name):
                options.add(('ready', item.name))
        elif item.holder is None and item.at:
            near = item.at == figure.at or (table.set['pick_up_from'] == 'front' and
                                            table.board.in_front(figure.at, figure.facing, item.at))
            if near and not table.rim_between(figure, Figure('', at=item.at), None, item.at):
                options.add(('pick-up', item.name))
    return options


# --------------------------------------------------------------------------------------------------------------- odds

class Wanted(Exception):
    """A roll beyond those given; its argument is a list of what can come of it, each with its chance."""


class Trial:
    """An order carried out once, with given results of its rolls."""

    def __init__(self, table, figure, given):
        self.table, self.set, self.given = table, table.set, list(given)
        self.sheet = figure
        self.at, self.position, self.condition = figure.at, figure.position, figure.condition
        self.hits, self.fatigue, self.turn_hits, self.hanging = figure.hits, figure.fatigue, figure.turn_hits, None

    def roll(self, dice, sides=6):
        if not self.given:
            raise Wanted([(total, Fraction(weight, sides ** dice)) for total, weight in totals(dice, sides).items()])
        return self.given.pop(0)

    def save(self, dice, target):
        if dice == 0:
            return True
        if not self.given:
            chance = self.table.save_chance(dice, target)
            raise Wanted([(passed, p) for passed, p in ((True, chance), (False, 1 - chance)) if p])
        return self.given.pop(0)

    def left(self):
        return self.sheet.str - self.hits - self.fatigue

    def suffer(self, hits=0, fatigue=0):
        """Hits and fatigue with what follows; a figure that goes out lets go of a rim and falls."""
        if self.condition == 'dead' or hits + fatigue <= 0:
            return
        self.hits, self.fatigue, self.turn_hits = self.hits + hits, self.fatigue + fatigue, self.turn_hits + hits
        lower = 1 if self.set['death'] == 'below' else 0
        now = 'dead' if self.left() <= -lower else \
            'unconscious' if self.left() <= self.set['unconscious_str'] - lower else 'well'
        worse = ('well', 'unconscious', 'dead')
        if worse.index(now) > worse.index(self.condition):
            self.condition, self.position = now, 'prone'
        elif not (hits and self.condition == 'well' and self.turn_hits >= self.set['wound_fall_hits']):
            return
        self.position = 'prone'
        if self.hanging is not None:
            self.hanging = None
            self.fall(self.table.ground[self.at]['depth'])

    def fall(self, centimetres):
        """HX-16, HX-17, HX-20"""
        part = self.set['fall_metres'] * 100
        parts = -(-centimetres // part) if self.set['fall_rounding'] == 'started' else centimetres // part
        growth = {'linear': parts, 'triangular': parts * (parts + 1) // 2, 'doubling': 2 ** (parts - 1) if parts else 0}
        dice = min(16, growth[self.set['fall_growth']] * self.set['fall_dice'])
        self.position = 'prone'
        if dice and self.condition != 'dead':
            stops = ARMOUR[self.sheet.armour][1] + SHIELDS[self.sheet.shield][0]
            self.suffer(hits=max(0, self.roll(dice) - min(stops, self.set['fall_armour'])))

    def pull_up(self, rim):
        """HX-15. False: it still hangs, or has fallen."""
        while True:
            if self.save(self.set['pull_up_dice'], self.left()):
                self.at, self.hanging, self.position = rim, None, self.set['pulled_up']
                return True
            price = self.set['pull_up_price']
            if self.set['pull_up_cost'] == 'hit':
                self.suffer(hits=price)
            else:
                self.suffer(fatigue=price)
            if self.hanging is None or self.set['pull_up_tries'] == 'each_turn':
                return False

    def missed(self, entry, take_off):
        """HX-13, HX-14"""
        table, last = self.table, entry.span[-1]
        if table.deep(last) and self.save(self.set['grab_dice'], table.save_dex(self.sheet, take_off)):
            self.at, self.hanging = last, table.board.direction(last, entry.to)
            self.pull_up(entry.to)
            return
        if len(entry.span) > 1 and not (self.set['missed_hex'] == 'walls' and table.ground[last]['what'] == 'pit'):
            last = entry.span[self.roll(1, len(entry.span)) - 1]
        self.at = last
        if table.ground[last]['what'] == 'wall':
            if self.set['missed_wall'] == 'prone':
                self.position = 'prone'
        else:
            self.fall(table.ground[last]['depth'])

    def go(self, entries):
        """A way, until it is done or the figure is down."""
        for entry in entries:
            take_off = self.at
            for what, dice, target in entry.checks:
                if what in ('ground', 'body'):
                    self.at = entry.to
                if self.save(dice, target):
                    continue
                if what == 'jump':
                    self.missed(entry, take_off)
                elif what == 'jump-body':
                    self.at = entry.span[0] if self.set['body_jump_miss'] == 'body' else entry.to
                    self.position = 'prone'
                else:
                    self.position = 'prone'
                return
            self.at = entry.to

    def end(self):
        return self.at, self.position, self.condition, self.hits, self.fatigue, self.hanging is not None


def odds_of(table, figure, entries, position=None):
    """How likely each end of a way is, by running it again for everything that can come of each roll."""
    results, todo = {}, [((), Fraction(1))]
    while todo:
        given, chance = todo.pop()
        trial = Trial(table, figure, given)
        if position:
            trial.position = position
        try:
            trial.go(entries)
        except Wanted as wanted:
            todo += [(given + (result,), chance * p) for result, p in wanted.args[0]]
            continue
        results[trial.end()] = results.get(trial.end(), 0) + chance
    return results


# --------------------------------------------------------------------------------------------------- from the program

MARKS = ('crawled', 'grabbed', 'barred', 'jumped', 'fell', 'dodging', 'defending', 'asked', 'rose', 'rose-low',
         'changed', 'engaged-move', 'held', 'met')


def table_of(scenario, state):
    """The position that a scenario file and the program's report of a state describe."""
    drawn = scenario['board']
    board = Board(len(drawn['rows'][0]), len(drawn['rows']), drawn['orientation'], drawn['shove'])
    cells = {}
    for row, signs in enumerate(drawn['rows'], 1):
        for column, sign in enumerate(signs, 1):
            kind = drawn['legend'].get(sign, 'open')
            if isinstance(kind, str):
                cells[column, row] = TERRAIN[kind]
            else:
                cells[column, row] = dict(TERRAIN[kind['terrain']], **{k: v for k, v in kind.items() if k != 'terrain'})
    figures = []
    for sheet in scenario['figures']:
        now = state['figures'][sheet['name']]
        figure = Figure(sheet['name'], side=sheet['side'])
        for key in ('str', 'dex', 'mov', 'armour', 'shield', 'running', 'load'):
            if key in sheet:
                setattr(figure, key, sheet[key])
        for key in ('position', 'condition', 'hits', 'fatigue', 'move', 'acted', 'hexes', 'spent', 'turn_hits',
                    'last_hits', 'under', 'ready', 'chasing'):
            setattr(figure, key, now[key])
        figure.at = board.read(now['at']) if now['at'] else None
        figure.facing = board.names.index(now['facing'])
        figure.hanging = None if now['hanging'] in (None, 'none') else 1 + board.names.index(now['hanging'])
        figure.climbed = now['climbed']
        figure.climbing = board.read(now['climbing']) if now['climbing'] else None
        figure.marks = {mark for bit, mark in enumerate(MARKS) if now['flags'] >> bit & 1}
        figures.append(figure)
    items = []
    sheets = [item for figure in scenario['figures'] for item in figure['items']] + scenario['items']
    for sheet in sheets:
        now = state['items'][sheet['name']]
        items.append(Item(sheet['name'], sheet.get('weapon'), sheet.get('rope', 0), now['holder'] or None,
                          board.read(now['at']) if now['at'] else None, now['broken']))
    friends = [(side['name'], ally) for side in scenario['sides'] for ally in side.get('allies', ())]
    settings = scenario['rules'].get('settings')
    return Table(board, cells, figures, items, settings, friends)
