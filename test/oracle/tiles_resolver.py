"""A second, slow resolver of simultaneous movement on tiles, written from docs/rules/tiles-resolution.md alone.

It shares nothing with the program, so that an error of one does not hide in the other: figures decide by plain search
over (tile, parity of diagonals), a phase is run again for every script of dice, and chances are fractions. The sections
named in comments are those of that page; where page and program differ, the page decides. What the page leaves to
people (the game master, an owner) is taken as equally likely, as the program's policy `uniform` does.
"""

import collections
import functools
import json
from fractions import Fraction
from math import comb

SETTINGS = {
    'diagonals': ('one', 'orthogonal', 'alternate'), 'tempo': ('steps', 'extent'), 'last_point': ('blocked', 'enter'),
    'path': ('declared', 'cheapest'), 'intercept_choice': ('declared', 'on_trigger'),
    'avoid_distance': ('at_least', 'exact'), 'avoid_view': ('ends', 'beat'), 'loser': ('stops', 'next_best'),
    'tie': ('reflex', 'standoff', 'ask'), 'friends_pass': ('yes', 'no'), 'straight': ('first', 'no'),
    'through_walls': ('no', 'yes'), 'corners': ('one_blocked', 'free', 'none_blocked'),
    'meet': ('both_stop', 'mover_stops'), 'cross': ('free', 'conflict'), 'follow': ('yes', 'no'),
    'pursuit': ('at_contact', 'from_start'), 'many': ('leaders', 'all_roll'), 'avoid_mutual': ('starts', 'beat'),
    'avoid_adjacent': ('stuck', 'away'), 'interceptors': ('all', 'nearest'), 'intercept_pick': ('nearest', 'ask'),
    'prey_stops': ('reached', 'always'), 'intercept_stops': ('yes', 'no'), 'intercept_chain': ('yes', 'no'),
    'intercept_inside': ('no', 'yes'), 'intercept_contest': ('no', 'yes'), 'ignore_intercept': ('goes_on', 'halts'),
    'intercept_run': ('no', 'yes'), 'avoid_run': ('yes', 'no'), 'mode_fail': ('stays', 'enters'),
    'withdraw_then': ('goes_on', 'stops'), 'withdraw_partial': ('yes', 'no'), 'withdraw_run': ('no', 'yes'),
    'directly_away': ('farther', 'straight'), 'prone_movement': (1, 0, 2), 'ignore_reflex': (4, 0, 2),
}
STANDARD = {name: words[0] for name, words in SETTINGS.items()}

# Ground: what a tile counts, whether it impedes, whether it is barred, its mode.
GROUND = {
    'open': (1, False, False, None), 'rough': (2, True, False, None), 'block': (1, False, True, None),
    'cliff': (1, False, False, 'climb'), 'water': (1, False, False, 'swim'), 'gap': (1, False, False, 'leap'),
}
MODES = {'climb': (2, 1), 'swim': (2, 1), 'leap': (2, 1)}                   # cost, difficulty
LABELS = {'biped': {'movement': 4}, 'polyped': {'movement': 3, 'climb': -1, 'climb_dice': 1}}    # costs and dice added
ARMOUR = {'none': 0, 'light': -1, 'heavy': -4}                              # shift of every die when swimming
POINT = 6                                                                   # a die of this or more is a point
SIDES = 10
ROLL_MOST = 8                                                               # who roll against each other at once


def read_tile(name):
    return int(name[:2]), int(name[2:])


def name_tile(tile):
    return '%02d%02d' % tile


class TooMany(Exception):
    """More leaves than were allowed."""


# --------------------------------------------------------------------------------------------------------------- dice

class Script:
    """Dice for one run of a phase: the first throws as told, the rest take their first outcome and are noted down."""

    def __init__(self, told=()):
        self.told, self.taken, self.chance = told, [], Fraction(1)

    def throw(self, weights):
        """An outcome by its number; outcomes of no weight never come."""
        possible = [n for n, weight in enumerate(weights) if weight]
        if len(possible) == 1:
            return possible[0]
        depth = len(self.taken)
        number = self.told[depth] if depth < len(self.told) else 0
        self.taken.append((number, len(possible)))
        self.chance *= Fraction(weights[possible[number]], sum(weights))
        return possible[number]

    def pick(self, things):
        """One of several, each equally likely. The order of the list must not matter to anybody."""
        things = list(things)
        return things[self.throw([1] * len(things))] if len(things) > 1 else things[0]

    def next(self):
        """The script after this one, or None."""
        taken = list(self.taken)
        while taken and taken[-1][0] + 1 == taken[-1][1]:
            taken.pop()
        if not taken:
            return None
        return tuple(number for number, _ in taken[:-1]) + (taken[-1][0] + 1,)


@functools.lru_cache(None)
def points(dice, hits):
    """In how many of the 10^dice throws there are 0, 1, ... points, if `hits` faces of a die are a point."""
    return tuple(comb(dice, k) * hits ** k * (SIDES - hits) ** (dice - k) for k in range(dice + 1))


def hits_of(shift):
    return max(0, min(SIDES, SIDES - POINT + 1 + shift))


def duel_weights(pools):
    """How likely each of several pools (dice, hits) has more points than every other, in one round."""
    weights = []
    for one, (dice, hits) in enumerate(pools):
        total = Fraction(0)
        for k, ways in enumerate(points(dice, hits)):
            chance = Fraction(ways, SIDES ** dice)
            for two, other in enumerate(pools):
                if two != one:
                    chance *= Fraction(sum(points(*other)[:k]), SIDES ** other[0])
            total += chance
        weights.append(total)
    return weights if any(weights) else [Fraction(1)] * len(pools)


# -------------------------------------------------------------------------------------------------------------- board

class Edge:
    """A step from a tile to a neighbour with no wall on the common edge; `sides`: the tiles beside a diagonal, and how
    many of the two sides walls and barred ground block anyway."""

    def __init__(self, to, diagonal, sides, blocked):
        self.to, self.diagonal, self.sides, self.blocked = to, diagonal, sides, blocked


class Board:
    def __init__(self, board, settings):
        self.settings = settings
        legend = dict({'.': 'open'}, **board.get('legend', {}))
        self.ground = {}
        for row, line in enumerate(board['rows'], 1):
            for column, sign in enumerate(line, 1):
                self.ground[column, row] = legend[sign]
        self.walls = set()
        for wall in board.get('walls', ()):
            along, down = {'N': (0, -1), 'E': (1, 0), 'S': (0, 1), 'W': (-1, 0)}[wall['side']]
            for name in wall['at']:
                column, row = read_tile(name)
                self.walls.add(frozenset(((column, row), (column + along, row + down))))
        self.most = {'one_blocked': 1, 'none_blocked': 0, 'free': 2}[settings['corners']]    # blocked sides of a corner
        self.near = {tile: list(self.around(tile)) for tile in self.ground}
        self.adjacent = {tile: {t for t in self.near[tile] if not self.parted(tile, t)} for tile in self.ground}
        self.edges = {tile: self.edges_of(tile) for tile in self.ground}

    def around(self, tile):
        column, row = tile
        for along in (-1, 0, 1):
            for down in (-1, 0, 1):
                straight = along == 0 or down == 0
                there = column + along, row + down
                if there != tile and there in self.ground and (straight or self.settings['diagonals'] != 'orthogonal'):
                    yield there

    def distance(self, one, two):
        along, down = abs(one[0] - two[0]), abs(one[1] - two[1])
        if self.settings['diagonals'] == 'one':
            return max(along, down)
        if self.settings['diagonals'] == 'orthogonal':
            return along + down
        return max(along, down) + min(along, down) // 2

    @staticmethod
    def crow(one, two):
        return (one[0] - two[0]) ** 2 + (one[1] - two[1]) ** 2

    def wall(self, one, two):
        return bool(self.walls) and frozenset((one, two)) in self.walls

    def corner(self, one, two):
        """The two tiles beside a diagonal step, each with whether a wall closes that side."""
        for via in ((two[0], one[1]), (one[0], two[1])):
            yield via, self.wall(one, via) or self.wall(via, two)

    def parted(self, one, two):
        if self.settings['through_walls'] == 'yes':
            return False
        if one[0] == two[0] or one[1] == two[1]:
            return self.wall(one, two)
        return all(closed for _, closed in self.corner(one, two))

    def barred(self, tile):
        return GROUND[self.ground[tile]][2]

    def edges_of(self, tile):
        edges = []
        for to in self.near[tile]:
            if self.barred(to):
                continue
            if tile[0] == to[0] or tile[1] == to[1]:
                if not self.wall(tile, to):
                    edges.append(Edge(to, False, (), 0))
                continue
            sides = [(via, closed or self.barred(via)) for via, closed in self.corner(tile, to)]
            edges.append(Edge(to, True, tuple(via for via, blocked in sides if not blocked),
                              sum(blocked for _, blocked in sides)))
        return [edge for edge in edges if edge.blocked <= self.most]


@functools.lru_cache(4)
def board_of(text, diagonals, through_walls, corners):
    """The board of a scenario (its JSON as text); the one asked for last is often asked for again."""
    return Board(json.loads(text), {'diagonals': diagonals, 'through_walls': through_walls, 'corners': corners})


# ------------------------------------------------------------------------------------------------------------ figures

class Step:
    """What a figure wants: to go over `path` (its target is the last tile of it) for `cost`, of which some is paid."""

    def __init__(self, path, cost):
        self.path, self.cost, self.paid, self.checked, self.sinks = path, cost, 0, False, False

    @property
    def target(self):
        return self.path[-1]

    @property
    def begun(self):
        return self.paid > 0 or self.checked


class Figure:
    def __init__(self, number, sheet, order, phase):
        self.number, self.name, self.side = number, sheet['name'], sheet['side']
        self.phase, self.order = phase, order
        self.at = self.start = read_tile(sheet['at'])
        self.condition = sheet.get('condition', 'up')
        self.acted = sheet.get('acted', False)
        self.adds = phase.setting.labels[sheet.get('label', 'biped')]
        base = sheet.get('movement', 0) or self.adds['movement']
        self.normal = base + (1 if sheet.get('fleet') else 0)
        if self.condition == 'prone':
            self.normal = phase.settings['prone_movement']
        self.left = self.normal + (base // 2 if order.get('run') else 0)
        if order.get('run'):
            self.acted = True
        self.costs = {ground: self.ground_cost(ground) for ground in GROUND}
        self.reflex = sheet.get('reflex', 0)
        self.pools = {mode: max(0, sheet.get(mode, 0) + self.adds.get(mode + '_dice', 0)) for mode in MODES}
        self.shift = ARMOUR[sheet.get('armour', 'none')]
        self.kind = order['kind']
        self.going = self.kind in ('move', 'withdraw', 'beside', 'keep', 'avoid')
        self.alert = self.kind == 'intercept'
        self.moved = False           # has stepped in this phase
        self.beset = False           # began next to minded foes
        self.odd = 0                 # parity of the diagonal steps taken
        self.step = None
        self.way, self.on = [], 0    # the laid way of a declared tile, and how much of it has been gone
        self.end, self.reaches = None, False
        self.goal = None             # the tile chosen before
        self.first = None            # the first tile of a step chosen in an earlier beat and not taken yet
        self.plan = None
        self.entitled = set()
        self.lost = False            # lost once and takes the next best
        self.barred = None           # the tile it lost
        self.fled = None             # who got away from it
        self.prey = None
        self.called = False

    def links(self, figures, hostile):
        """Who is a foe, ignored, named; once for all, as nobody changes sides or falls."""
        up = [f for f in figures if f.condition != 'down' and f is not self]
        self.foes = [f for f in up if hostile(self.side, f.side)]
        self.friends = [f for f in up if f not in self.foes]
        by_name = {f.name: f for f in figures}
        self.ignored = [f for f in self.foes if f.name in self.order.get('ignore', ())]
        self.minds = [f for f in self.foes if f not in self.ignored]
        self.other = by_name.get(self.order.get('other'))
        self.named = [f for f in self.foes if f.name in self.order.get('from', ())]
        self.away = [f for f in self.named if f not in self.ignored] if self.kind == 'withdraw' or (
            self.kind == 'avoid' and self.phase.settings['avoid_adjacent'] == 'away') else []

    def minded(self):
        if self.called and self.phase.settings['intercept_stops'] == 'no':
            return [f for f in self.minds if f is self.prey]
        return self.minds

    def ground_cost(self, ground):
        counts, impeding, _, mode = GROUND[ground]
        if mode:
            counts = self.phase.modes[mode][0] + self.adds.get(mode, 0)
        elif not impeding:
            counts += self.adds.get('open', 0)
        return max(1, counts)

    def cost(self, tile, diagonal, odd):
        """Section 1: what a step onto a tile costs after `odd` diagonals."""
        counts = self.costs[self.phase.board.ground[tile]]
        return counts + 1 if diagonal and odd and self.phase.settings['diagonals'] == 'alternate' else counts

    def calls_for_check(self, tile):
        mode = GROUND[self.phase.board.ground[tile]][3]
        return mode is not None and self.phase.modes[mode][1] > 0

    def __repr__(self):
        return self.name


# --------------------------------------------------------------------------------------------------------------- maps

class Map:
    """The states (tile, parity, spent) a figure can come to from a tile, each as cheaply as can be. `budget` None: cost
    is not limited."""

    def __init__(self, figure, kind, start, odd, budget, open_to, fresh):
        phase = figure.phase
        board, settings = phase.board, phase.settings
        self.start = (start, odd, 0)
        foes = set() if kind == 'bare' else {f.at for f in figure.foes}
        friends = set() if kind == 'bare' else {f.at for f in figure.friends}
        minded = set() if kind == 'bare' else {f.at for f in figure.minded()}
        self.held = friends - {start}
        closed = foes | (friends - set(open_to) if settings['friends_pass'] == 'no' else set())
        if figure.barred is not None:
            closed.add(figure.barred)
        alternate = settings['diagonals'] == 'alternate'
        clamp = settings['last_point'] == 'enter' and budget is not None
        most = board.most
        self.parents = collections.defaultdict(list)
        self.best = {}               # (tile, parity) -> least spent
        queue = collections.defaultdict(set)
        queue[0].add((start, odd))
        while queue:
            spent = min(queue)
            for tile, parity in queue.pop(spent):
                least = self.best.setdefault((tile, parity), spent)
                if least < spent:
                    continue
                free = kind != 'free' or not phase.watched(figure, tile) or phase.shakes_off(figure, tile)
                for edge in board.edges[tile]:
                    to = edge.to
                    if to in closed:
                        continue
                    if edge.diagonal and edge.blocked + sum(via in minded for via in edge.sides) > most:
                        continue
                    if not free and not phase.leads_on(figure, tile, to, fresh and tile == start):
                        continue
                    cost = figure.cost(to, edge.diagonal, parity)
                    if budget is not None and spent + cost > budget:
                        if not clamp or not GROUND[board.ground[to]][1] or spent >= budget:
                            continue
                        cost = budget - spent
                    turned = parity ^ 1 if alternate and edge.diagonal else parity
                    known = self.best.get((to, turned))
                    if known is not None and known < spent + cost:
                        continue
                    self.parents[to, turned, spent + cost].append((tile, parity, spent))
                    queue[spent + cost].add((to, turned))
        self.costs = {}
        for (tile, _), spent in self.best.items():
            self.costs[tile] = min(spent, self.costs.get(tile, spent))
        self.marked = {}

    def ends(self):
        """Tiles on which the figure could end, with what they cost."""
        return {tile: cost for tile, cost in self.costs.items() if tile not in self.held}

    def towards(self, goal):
        """Of each state on a cheapest way to the goal, the states that come next on one."""
        if goal not in self.marked:
            after = collections.defaultdict(set)
            fresh = [(goal, odd, self.costs[goal]) for odd in (0, 1) if self.best.get((goal, odd)) == self.costs[goal]]
            seen = set(fresh)
            while fresh:
                state = fresh.pop()
                for before in self.parents.get(state, ()):
                    after[before].add(state)
                    if before not in seen:
                        seen.add(before)
                        fresh.append(before)
            self.marked[goal] = after
        return self.marked[goal]


class Plan:
    """A cheapest way to a goal, laid only as far as somebody asks."""

    def __init__(self, figure, map_, goal):
        self.figure, self.goal, self.after = figure, goal, map_.towards(goal)
        self.states = [map_.start]

    def tile(self, number):
        """The tile after `number` others, or None behind the end."""
        while len(self.states) <= number + 1:
            here = self.states[-1]
            if here[0] == self.goal:
                return None
            self.states.append(self.figure.phase.turn_of(self.figure, here, self.after[here], self.goal))
        return self.states[number + 1][0]


# ---------------------------------------------------------------------------------------------------------- the phase

class Conflict:
    def __init__(self, kind, members, tile=None):
        self.kind, self.members, self.tile = kind, list(members), tile
        self.winner, self.standoff = None, False
        self.fugitive = None
        self.held = list(members)    # who does not step because of it

    def __repr__(self):
        where = ' over ' + name_tile(self.tile) if self.tile else ''
        return '%s%s: %s' % (self.kind, where, ', '.join('%s (%d left)' % (f, f.left) for f in self.members))


class Phase:
    """One run of `resolve`: figures, declarations and a script of dice."""

    def __init__(self, setting, dice):
        self.setting, self.dice = setting, dice
        self.settings, self.modes = setting.settings, setting.modes
        self.board, self.cache = setting.board, setting.cache
        self.figures = [Figure(n, sheet, setting.orders.get(sheet['name'], {'kind': 'stay'}), self)
                        for n, sheet in enumerate(setting.figures)]
        for figure in self.figures:
            figure.links(self.figures, setting.hostile)
        self.up = [f for f in self.figures if f.condition != 'down']
        for figure in self.figures:
            if figure.condition == 'down':
                figure.going = figure.alert = False
        self.frozen = ()
        self.seen = set()            # hard situations that came up
        self.paths = {}              # the tiles of each figure's last step
        self.account = []

    def say(self, text, *values):
        self.account.append(text % values)

    # ---- section 1

    def watched(self, figure, tile):
        adjacent = self.board.adjacent[tile]
        return any(f.at in adjacent for f in figure.minded())

    def beside(self, one, two):
        return two.at in self.board.adjacent[one.at]

    def holder(self, figure, tile):
        """The friend who holds a tile, for one figure."""
        for friend in figure.friends:
            if friend.at == tile:
                return friend
        return None

    def straightest(self, tiles, tile):
        if self.settings['straight'] == 'no' or len(tiles) < 2:
            return tiles
        least = min(self.board.crow(t, tile) for t in tiles)
        return [t for t in tiles if self.board.crow(t, tile) == least]

    def edge(self, one, two):
        for edge in self.board.edges[one]:
            if edge.to == two:
                return edge
        return None

    def passable(self, figure, edge):
        """Whether the corner of a step lets the figure pass, as figures stand now."""
        minded = {f.at for f in figure.minded()}
        return edge.blocked + sum(via in minded for via in edge.sides) <= self.board.most

    def price(self, figure, path, budget):
        """What a chain of steps from the figure's tile costs, or None if it is not affordable."""
        here, odd, spent = figure.at, figure.odd, 0
        for tile in path:
            edge = self.edge(here, tile)
            cost = figure.cost(tile, edge.diagonal, odd)
            if spent + cost > budget:
                if self.settings['last_point'] != 'enter' or not GROUND[self.board.ground[tile]][1] or spent >= budget:
                    return None
                cost = budget - spent
            spent, odd, here = spent + cost, odd ^ edge.diagonal, tile
        return spent

    # ---- section 2

    def map(self, figure, kind, start, odd, budget, open_to=(), fresh=True):
        """`fresh`: unless the figure has stepped, the map begins where its movement begins."""
        fresh = fresh and not figure.moved
        key = (figure.number, kind, start, odd, budget, tuple(open_to), fresh, figure.called,
               figure.prey and figure.prey.number, len(figure.away), figure.barred, tuple(f.at for f in self.up))
        if key not in self.cache:
            self.cache[key] = Map(figure, kind, start, odd, budget, open_to, fresh)
        return self.cache[key]

    def turn_of(self, figure, here, states, goal):
        """The next state on a cheapest way: the tile chosen before, the straightest towards its end, by die."""
        by_tile = {state[0]: state for state in states}
        if len(by_tile) == 1:
            return next(iter(by_tile.values()))
        if here[0] == figure.at and figure.first in by_tile:
            return by_tile[figure.first]
        return by_tile[self.dice.pick(self.straightest(sorted(by_tile), goal))]

    def lay(self, figure):
        """The way of a declared tile."""
        names = figure.order['tiles']
        if self.settings['path'] == 'cheapest':
            names = names[-1:]
        names = [read_tile(name) for name in names]
        figure.end = names[-1]
        if not self.lay_on(figure, names, 'free', True) and \
                not (self.as_cheap(figure, names) and self.lay_on(figure, names, 'free')) and \
                not self.lay_on(figure, names, 'bold'):
            self.lay_on(figure, names, 'bare')
        self.say('%s lays its way: %s%s', figure, ' '.join(map(name_tile, figure.way)) or '-',
                 '' if figure.reaches else ' (cut off)')

    def as_cheap(self, figure, names):
        """Whether the free map has a way to the only tile named that costs no more than the bold map's."""
        if len(names) > 1:
            return False
        free, bold = (self.map(figure, kind, figure.at, figure.odd, None, tuple(names)).costs.get(names[0])
                      for kind in ('free', 'bold'))
        return free is not None and free <= bold

    def lay_on(self, figure, names, kind, limited=False):
        here, odd, spent, way = figure.at, figure.odd, 0, []
        for name in names:
            budget = figure.left - spent if limited else None
            found = self.map(figure, kind, here, odd, budget, (name,), not way)
            if name not in found.costs:
                return False
            plan = Plan(figure, found, name)
            while True:
                tile = plan.tile(len(plan.states) - 1)
                if tile is None:
                    break
                if self.price(figure, way + [tile], figure.left) is None:
                    figure.way = way         # cut off
                    return True
                way = way + [tile]
            here, odd = plan.states[-1][0], plan.states[-1][1]
            spent += found.costs[name]
        figure.way, figure.reaches = way, True
        return True

    # ---- section 8

    def shakes_off(self, figure, tile):
        """With `meet = mover_stops` its own tile keeps no going figure from stepping on, but where it began to one that
        may step away."""
        return self.settings['meet'] == 'mover_stops' and tile == figure.at and \
            not (figure.away and tile == figure.start)

    def may_stay_next_to(self, figure, tile, begins):
        """Whether a figure does not stop on a tile next to minded foes, because it may step away from there."""
        if not figure.away:
            return False
        adjacent = self.board.adjacent[tile]
        minded = [f for f in figure.minded() if f.at in adjacent]
        if not any(f in figure.away for f in minded):
            return False
        return begins or all(f in figure.away for f in minded)

    def step_away(self, figure, tile, to):
        if not figure.away:
            return False
        adjacent, distance = self.board.adjacent[tile], self.board.distance
        group = [f for f in figure.away if f.at in adjacent]
        if not group:
            return False
        if self.settings['withdraw_partial'] == 'no':
            group = group + [f for f in figure.minded() if f.at in adjacent and f not in group]
        if self.settings['directly_away'] == 'farther':
            return all(distance(to, f.at) > distance(tile, f.at) for f in group)
        return any((2 * tile[0] - f.at[0], 2 * tile[1] - f.at[1]) == to and
                   all(g is f or distance(to, g.at) >= distance(tile, g.at) for g in group) for f in group)

    def leads_on(self, figure, tile, to, begins):
        """On the free map: whether a step leads on from a watched tile."""
        return self.may_stay_next_to(figure, tile, begins) and self.step_away(figure, tile, to)

    # ---- section 3

    def stop(self, figure, why):
        if figure.going or figure.alert:
            self.say('%s stops: %s', figure, why)
        figure.going = figure.alert = False
        figure.step, figure.left = None, 0

    def stops(self, looked_at, stepped=()):
        """Of these figures, those next to minded foes stop; who stepped and withdraws, perhaps when clear of them."""
        for figure in looked_at:
            if not (figure.going or figure.alert):
                continue
            if self.watched(figure, figure.at):
                if not self.may_stay_next_to(figure, figure.at, not figure.moved):
                    self.stop(figure, 'next to a foe')
            elif figure in stepped and figure.beset and figure.kind == 'withdraw':
                if self.settings['withdraw_then'] == 'stops':
                    self.stop(figure, 'clear of its foes')

    def is_active(self, figure):
        return figure.going and figure not in self.frozen

    # ---- section 4

    def decide(self, figure):
        """The step a going figure wants, or None."""
        if figure.step is not None and figure.step.begun:
            return figure.step
        figure.plan = None
        if figure.fled:
            return self.towards(figure, self.apart(figure))
        if figure.lost and figure.kind in ('move', 'withdraw'):
            return self.towards(figure, self.next_best(figure))
        if figure.called:
            return self.towards(figure, self.to_prey(figure))
        if figure.kind in ('move', 'withdraw'):
            if figure.on >= len(figure.way):
                return None
            path = [figure.way[figure.on]]
            cost = self.price(figure, path, figure.left)
            return None if cost is None else Step(path, cost)
        if figure.kind == 'avoid':
            return self.towards(figure, self.refuge(figure))
        return self.towards(figure, self.relation(figure))

    def towards(self, figure, choice):
        """The first step to a tile chosen on a map."""
        goal, found = choice
        if goal is None:
            return None
        figure.goal = goal
        if goal == figure.at:
            return None
        figure.plan = Plan(figure, found, goal)
        path = [figure.plan.tile(0)]
        return Step(path, self.price(figure, path, figure.left))

    def ends(self, figure, kind='free'):
        """Tiles on which a figure could end, with what they cost; and the map."""
        found = self.map(figure, kind, figure.at, figure.odd, figure.left)
        return found.ends(), found

    def choose(self, figure, tiles, costs, tile, listed=()):
        """Of tiles the cheapest, then in the stated order, chosen before, straightest towards a tile, by die."""
        if not tiles:
            return None
        least = min(costs[t] for t in tiles)
        tiles = [t for t in tiles if costs[t] == least]
        for name in listed:
            if read_tile(name) in tiles:
                return read_tile(name)
        if figure.goal in tiles:
            return figure.goal
        return self.dice.pick(self.straightest(sorted(tiles), tile))

    def relation(self, figure):
        costs, found = self.ends(figure)
        other = figure.other.at

        def gap(tile):
            if figure.kind == 'keep':
                return abs(figure.order['distance'] - self.board.distance(tile, other))
            return 0 if other in self.board.adjacent[tile] else max(1, self.board.distance(tile, other) - 1)

        least = min(map(gap, costs), default=0)
        return self.choose(figure, [t for t in costs if gap(t) == least], costs, other), found

    def expected(self, figure, foe):
        if foe.kind == 'avoid' and figure in foe.named:
            return foe.start if self.settings['avoid_mutual'] == 'starts' else foe.at
        if self.settings['avoid_view'] == 'ends' and foe.going and not foe.called and not foe.lost \
                and foe.kind in ('move', 'withdraw'):
            return foe.way[-1] if foe.way else foe.at
        return foe.at

    def refuge(self, figure):
        costs, found = self.ends(figure)
        places = [self.expected(figure, foe) for foe in figure.named]
        if not places:
            return None, found
        room = {tile: min(self.board.distance(tile, place) for place in places) for tile in costs}
        wanted = figure.order['distance']
        exact = self.settings['avoid_distance'] == 'exact'
        good = [t for t in costs if (room[t] == wanted if exact else room[t] >= wanted)]
        if not good:
            most = max(room.values(), default=0)
            good = [t for t in costs if room[t] == most]
        return self.choose(figure, good, costs, figure.at, figure.order.get('tiles', ())), found

    def to_prey(self, figure):
        """Beside the prey, by the free map or else by the bold one."""
        for kind in ('free', 'bold'):
            costs, found = self.ends(figure, kind)
            tiles = [t for t in costs if figure.prey.at in self.board.adjacent[t]]
            if tiles:
                break
        return self.choose(figure, tiles, costs, figure.prey.at), found

    def nearest(self, figure, tiles, costs, tile):
        least = min((self.board.distance(t, tile) for t in tiles), default=0)
        return self.choose(figure, [t for t in tiles if self.board.distance(t, tile) == least], costs, tile)

    def next_best(self, figure):
        """Section 6: having lost a tile, as near as can be to the end declared."""
        costs, found = self.ends(figure)
        return self.nearest(figure, costs, costs, figure.end), found

    def apart(self, figure):
        """Section 6: having lost as a pursuer, as near to the other as that one allows."""
        costs, found = self.ends(figure)
        tile = figure.fled.at
        if figure.kind == 'beside':
            tiles = [t for t in costs if t not in self.board.adjacent[tile]]
        else:
            tiles = [t for t in costs if self.board.distance(t, tile) > figure.order['distance']]
        return self.nearest(figure, tiles, costs, tile), found

    def closed_step(self, figure, one, two):
        if any(f.at == two for f in figure.foes):
            return True
        if not self.passable(figure, self.edge(one, two)):
            return True
        return bool(figure.away) and one == figure.at and self.watched(figure, one) and \
            not self.shakes_off(figure, one) and not self.step_away(figure, one, two)

    def closed(self, figure, path):
        here = figure.at
        for number, tile in enumerate(path):
            if number > 0 and self.watched(figure, here):
                return True
            if self.closed_step(figure, here, tile):
                return True
            here = tile
        return False

    def further(self, figure, path):
        """The tile that follows on the figure's way behind a path from where it is."""
        if not figure.lost and not figure.called and figure.kind in ('move', 'withdraw'):
            number = figure.on + len(path)
            return figure.way[number] if number < len(figure.way) else None
        return None if figure.step.begun else figure.plan.tile(len(path))

    def beyond(self, figure, path, in_way):
        """The path, led on behind all friends in the way that hold its target; None if the figure cannot pass."""
        budget = figure.left + (figure.step.paid if figure.step else 0)
        path = list(path)
        while self.holder(figure, path[-1]) in in_way:
            if not self.goes_over(figure, path[-1]):
                return None
            tile = self.further(figure, path)
            if tile is None or self.closed_step(figure, path[-1], tile):
                return None
            path.append(tile)
            if figure.calls_for_check(tile):
                return None
        return path if self.price(figure, path, budget) is not None else None

    def goes_over(self, figure, tile):
        return self.settings['friends_pass'] == 'yes' and not self.watched(figure, tile) \
            and not figure.calls_for_check(tile)

    def pass_friends(self, movers):
        """Who is blocked, and the steps of the others, led on behind friends in the way."""
        blocked = {f for f in movers if f in self.yielding or self.closed(f, f.step.path)}
        in_way = {f for f in self.up if f not in movers} | blocked
        grown = True
        while grown:
            grown = False
            for figure in movers:
                if figure not in in_way and self.beyond(figure, figure.step.path, in_way) is None:
                    in_way.add(figure)
                    blocked.add(figure)
                    grown = True
        for figure in movers:
            if figure not in blocked:
                self.lead(figure, self.beyond(figure, figure.step.path, in_way))
        return blocked, in_way

    def lead(self, figure, path):
        if path != figure.step.path:
            self.say('%s passes %s to %s', figure, ' '.join(map(name_tile, path[:-1])), name_tile(path[-1]))
            figure.step.path = path
            figure.step.cost = self.price(figure, path, figure.left + figure.step.paid)

    def checks(self, wanting):
        """Those whose step leads onto ground with a mode make their check; gives those that still want something."""
        due = []
        for figure in wanting:
            step, friend = figure.step, self.holder(figure, figure.step.target)
            if figure not in self.yielding and len(step.path) == 1 and not step.checked and figure.calls_for_check(step.target) \
                    and not self.closed(figure, step.path) and (friend is None or friend in wanting):
                due.append(figure)
        return [figure for figure in wanting if figure not in due or self.check(figure)]

    def check(self, figure):
        """One check; False if the figure stops."""
        step = figure.step
        mode = GROUND[self.board.ground[step.target]][3]
        ways = points(figure.pools[mode], hits_of(figure.shift if mode == 'swim' else 0))
        need = self.modes[mode][1]
        passed = self.dice.throw([sum(ways[:need]), sum(ways[need:])]) == 1
        self.say('%s checks to %s into %s: %s', figure, mode, name_tile(step.target), passed)
        step.checked = True
        if passed:
            return True
        if self.settings['mode_fail'] == 'enters':
            step.sinks = True
            return True
        self.stop(figure, 'failed its check')
        return False

    # ---- section 5

    def beat(self):
        """One beat of all active figures: whether anything happened (a step, a payment, a failed check), the conflicts
        found, and the steps taken."""
        wanting = []
        for figure in self.up:
            if self.is_active(figure):
                figure.step = self.decide(figure)
                if figure.step:
                    wanting.append(figure)
        number = len(wanting)
        self.yielding = self.agree(wanting)
        wanting = self.checks(wanting)
        failed = len(wanting) < number
        for figure in wanting:
            figure.first = figure.step.path[0]
        blocked, in_way = self.pass_friends(wanting)
        wanting = [f for f in wanting if f not in blocked]
        extent = self.settings['tempo'] == 'extent'
        movers = [f for f in wanting if extent or f.step.cost - f.step.paid == 1]
        self.cross(movers, in_way)
        payers = [f for f in wanting if not extent and f.step.cost - f.step.paid > 1]
        movers = [f for f in movers if f not in payers]
        conflicts = self.conflicts(movers)
        held = {f for c in conflicts for f in c.held}
        payers = [f for f in payers if f not in held]
        for figure in payers:
            figure.step.paid += 1
            figure.left -= 1
            self.say('%s pays towards %s', figure, name_tile(figure.step.target))
        steps = self.carry_out(self.follow([f for f in movers if f not in held]))
        return bool(payers or steps or failed), conflicts, steps

    def agree(self, wanting):
        """Of two who go by the same relation to each other, and would miss each other if both stepped, one is blocked."""
        extent, yielding = self.settings['tempo'] == 'extent', set()

        def goes(figure):
            return figure in wanting and (extent or figure.step.cost - figure.step.paid == 1)

        def holds(figure, here, there):
            if figure.kind == 'beside':
                return there in self.board.adjacent[here]
            return self.board.distance(here, there) == figure.order['distance']

        for one in wanting:
            if one.kind not in ('beside', 'keep') or one.lost or one.called:
                continue
            two = one.other
            if one.number > two.number or two.kind != one.kind or two.other is not one or two.lost or two.called:
                continue
            if one.kind == 'keep' and one.order['distance'] != two.order['distance']:
                continue
            if not goes(one) or not goes(two) or holds(one, one.step.target, two.step.target):
                continue
            alone = [f for f, g in ((one, two), (two, one)) if holds(f, f.step.target, g.at)]
            if len(alone) == 2 and one.left != two.left:
                alone = [max(alone, key=lambda f: f.left)]
            if alone:
                stepper = self.dice.pick(alone)
                yielding.add(two if stepper is one else one)
        return yielding

    def cross(self, movers, in_way):
        """Friends who would meet in one tile pass over it, if they go on beyond."""
        if self.settings['cross'] == 'conflict':
            return
        led = []
        for tile in {f.step.target for f in movers}:
            group = [f for f in movers if f.step.target == tile]
            if len(group) < 2 or any(one in two.foes for one in group for two in group):
                continue
            for figure in group:
                if not self.goes_over(figure, tile):
                    continue
                further = self.further(figure, figure.step.path)
                if further is None or self.closed_step(figure, tile, further) or figure.calls_for_check(further):
                    continue
                path = figure.step.path + [further]
                if self.price(figure, path, figure.left + figure.step.paid) is None:
                    continue
                path = self.beyond(figure, path, in_way)
                if path is not None:
                    led.append((figure, path))
        for figure, path in led:
            self.lead(figure, path)

    def conflicts(self, movers):
        found = self.over_tiles(movers) + self.pursuits(movers)
        if self.settings['tempo'] == 'extent':
            found += self.crossed_ways(movers, found)
        for conflict in found:
            self.seen |= {'contested'} if conflict.kind != 'ways' else set()
            self.say('conflict: %s', conflict)
        return found

    def declared_end(self, figure):
        """The tile a figure declared as its end, as long as it goes there."""
        return figure.end if figure.kind in ('move', 'withdraw') and not figure.lost and not figure.called else None

    def over_tiles(self, movers):
        found = []
        for tile in sorted({f.step.target for f in movers}):
            group = [f for f in movers if f.step.target == tile]
            if len(group) == 1 and not self.contested(group[0], tile):
                continue
            found.append(Conflict('tile', group, tile))
        return found

    def contested(self, figure, tile):
        arrives = figure.reaches and figure.on + len(figure.step.path) == len(figure.way)
        if tile != self.declared_end(figure) or not arrives or tile in figure.entitled:
            return False
        return any(f is not figure and f.reaches and self.is_active(f) and self.declared_end(f) == tile
                   for f in self.up)

    def nearness(self, figure):
        """How near a figure wants to come to another, as (other, nearness), if it goes by a relation."""
        if not self.is_active(figure) or figure.lost or figure.called or figure.kind not in ('beside', 'keep'):
            return None
        return figure.other, 1 if figure.kind == 'beside' else figure.order['distance']

    def shuns(self, fugitive, pursuer, nearness):
        if not self.is_active(fugitive) or fugitive.lost or fugitive.called:
            return False
        if fugitive.kind == 'avoid':
            return pursuer in fugitive.named and fugitive.order['distance'] > nearness
        return fugitive.kind == 'keep' and fugitive.other is pursuer and fugitive.order['distance'] > nearness

    def pairs(self):
        for pursuer in self.up:
            wish = self.nearness(pursuer)
            if wish and self.shuns(wish[0], pursuer, wish[1]):
                yield pursuer, wish[0], wish[1]

    def pursuit(self, pursuer, fugitive):
        conflict = Conflict('pursuit', (pursuer, fugitive))
        conflict.fugitive = fugitive
        return conflict

    def pursuits(self, movers):
        found = []
        for pursuer, fugitive, nearness in self.pairs():
            if pursuer not in movers:
                continue
            target, there = pursuer.step.target, fugitive.step.target if fugitive in movers else fugitive.at
            near = there in self.board.adjacent[target] if pursuer.kind == 'beside' else \
                self.board.distance(target, there) <= nearness
            if near:
                found.append(self.pursuit(pursuer, fugitive))
        return found

    def crossed_ways(self, movers, known):
        chased = {frozenset(c.members) for c in known if c.kind == 'pursuit'}
        found = {}
        for mover in movers:
            for foe in mover.foes:
                pair = frozenset((mover, foe))
                if not self.is_active(foe) or foe not in mover.minded() or mover not in foe.minded() or pair in chased:
                    continue
                target = mover.step.target
                if foe.at in self.board.adjacent[target]:
                    continue
                if self.declared_end(foe):
                    ahead = foe.way[foe.on:]
                else:
                    ahead = [foe.step.target] if foe in movers else []
                if any(t == target or t in self.board.adjacent[target] for t in ahead):
                    if pair not in found:
                        found[pair] = Conflict('ways', sorted(pair, key=lambda f: f.number))
                        found[pair].held = []
                    found[pair].held.append(mover)
        return list(found.values())

    def follow(self, movers):
        """Strikes out those whose target is held by a friend who does not leave it."""
        going = list(movers)
        while True:
            held = [f for f in going if self.holder(f, f.step.target) is not None and
                    (self.settings['follow'] == 'no' or self.holder(f, f.step.target) not in going)]
            if not held:
                return going
            going = [f for f in going if f not in held]

    def carry_out(self, movers):
        """All step at once; those who leave the side of a foe they ignore are struck at."""
        steps = []
        before = {f: f.at for f in self.up}
        for figure in movers:
            friend = self.holder(figure, figure.step.target)
            if friend is not None:
                self.seen.add('file')
            steps.append((figure, figure.at, figure.step.target))
            self.paths[figure] = list(figure.step.path)
        sinking = []
        for figure, old, new in steps:
            step, here = figure.step, old
            for tile in step.path:
                figure.odd ^= self.edge(here, tile).diagonal if self.settings['diagonals'] == 'alternate' else 0
                here = tile
            figure.left -= step.cost - step.paid
            figure.on += len(step.path)
            figure.at, figure.step, figure.first, figure.moved = new, None, None, True
            figure.entitled.clear()
            self.say('%s steps to %s', figure, name_tile(new))
            if step.sinks:
                sinking.append(figure)
        for figure, old, new in steps:
            for foe in figure.ignored:
                if before[foe] in self.board.adjacent[old] and before[foe] not in self.board.adjacent[new] \
                        and not foe.acted and foe.condition != 'prone':
                    foe.acted = True
                    self.say('%s is struck at by %s', figure, foe)
        for figure in sinking:
            self.stop(figure, 'failed its check')
        return steps

    def run_beats(self):
        """Beats until nothing moves any more."""
        while True:
            progress, conflicts, steps = self.beat()
            if progress:
                stepped = [step[0] for step in steps]
                for figure in stepped:
                    if not self.watched(figure, figure.at):
                        figure.away = []     # section 8: it is clear, and steps away no more
                if self.settings['ignore_intercept'] == 'halts':
                    self.halt_beside(steps)
                self.stops(stepped if self.settings['meet'] == 'mover_stops' else self.up, stepped)
                self.call(steps)
            elif conflicts:
                self.settle(conflicts)
            else:
                return

    def halt_beside(self, steps):
        """Those who ignore an alert interceptor and enter its area right beside it."""
        halted = [step[0] for figure in self.up if figure.alert for step in steps
                  if step[0].going and figure in step[0].ignored and self.enters(figure, step)
                  and self.beside(figure, step[0])]
        for figure in halted:
            self.stop(figure, 'halted on the spot')

    # ---- section 6

    def reflex(self, members):
        members, pools = list(members), []
        while len(members) > ROLL_MOST:
            members.remove(self.dice.pick(members))
        for figure in members:
            lowered = self.settings['ignore_reflex'] if any(f in figure.ignored for f in members) else 0
            pools.append((figure.reflex, hits_of(-lowered)))
        winner = members[self.dice.throw(duel_weights(pools))]
        self.say('%s wins the Reflex roll', winner)
        return winner

    def find_winner(self, conflict):
        most = max(f.left for f in conflict.members)
        top = [f for f in conflict.members if f.left == most]
        if len(top) == 1:
            conflict.winner = top[0]
            return
        self.seen.add('tie')
        if conflict.kind == 'tile':
            tie = self.settings['tie']
            if tie == 'ask':
                tie = self.dice.pick(('reflex', 'standoff'))
            if tie == 'standoff':
                conflict.standoff = True
                return
        conflict.winner = self.reflex(conflict.members if self.settings['many'] == 'all_roll' else top)

    def settle(self, conflicts):
        for conflict in conflicts:
            self.find_winner(conflict)
        full = set()
        for figure in self.up:
            own = [c for c in conflicts if figure in c.members]
            if own and all(c.winner is figure for c in own):
                full.add(figure)
        for conflict in conflicts:
            if conflict.kind == 'tile' and conflict.winner in full:
                conflict.winner.entitled.add(conflict.tile)
        none = not full and not any(c.standoff for c in conflicts)
        losses = collections.defaultdict(list)
        for conflict in conflicts:
            if conflict.standoff or none or conflict.winner in full:
                for figure in conflict.members:
                    if figure is not conflict.winner:
                        losses[figure].append(conflict)
        for figure in list(losses):
            self.lose(figure, losses[figure])

    def lose(self, figure, conflicts):
        conflict = conflicts[0]
        if self.settings['loser'] == 'stops' or figure.lost or figure.called or len(conflicts) > 1 \
                or conflict.kind == 'ways' or figure is conflict.fugitive:
            self.stop(figure, 'lost (%s)' % conflict)
            return
        self.say('%s lost (%s) and takes the next best', figure, conflict)
        figure.lost, figure.barred, figure.fled = True, conflict.tile, conflict.fugitive
        figure.step = figure.goal = figure.first = None

    # ---- section 7

    def catches(self, figure, foe):
        """Whether an interceptor can get next to a foe by a way on the bold map within its movement."""
        ends = self.map(figure, 'bold', figure.at, figure.odd, figure.left).ends()
        return any(foe.at in self.board.adjacent[tile] for tile in ends)

    def enters(self, figure, step):
        """Whether a step enters the area of an interceptor."""
        foe, old, _ = step
        area = figure.order['area']
        if foe not in figure.foes or (figure.order.get('for') and foe.name not in figure.order['for']):
            return False
        if all(name_tile(tile) not in area for tile in self.paths[foe]) or (foe.called and self.settings['intercept_chain'] == 'no'):
            return False
        return name_tile(old) not in area or self.settings['intercept_inside'] == 'yes'

    def pick_prey(self, figure, steps):
        """The foe an alert interceptor goes for, or None."""
        foes = [step[0] for step in steps if self.enters(figure, step) and self.catches(figure, step[0])]
        if not foes:
            return None
        if self.settings['intercept_pick'] == 'nearest':
            least = min(self.board.distance(f.at, figure.at) for f in foes)
            foes = [f for f in foes if self.board.distance(f.at, figure.at) == least]
        prey = self.dice.pick(foes)
        if self.settings['intercept_choice'] == 'on_trigger' and self.dice.pick((False, True)):
            return None
        return prey

    def call(self, steps):
        going = {}
        for figure in self.up:
            if figure.alert:
                prey = self.pick_prey(figure, steps)
                if prey:
                    going[figure] = prey
        if self.settings['interceptors'] == 'nearest':
            going = {f: p for f, p in going.items() if self.board.distance(f.at, p.at) ==
                     min(self.board.distance(g.at, p.at) for g in going if going[g] is p)}
        if self.settings['intercept_contest'] == 'yes':
            going = {f: p for f, p in going.items() if f.left > p.left or
                     (f.left == p.left and self.reflex([f, p]) is f)}
        if going:
            self.interrupt(going)

    def interrupt(self, going):
        """The called ones move while time stands still for everybody else; then their prey halts."""
        self.seen.add('interrupt')
        frozen, self.frozen = self.frozen, [f for f in self.up if f not in going]
        for figure, prey in going.items():
            self.say('%s is called against %s', figure, prey)
            figure.alert, figure.called, figure.going, figure.prey, figure.goal = False, True, True, prey, None
        self.run_beats()
        self.frozen = frozen
        for figure in going:
            figure.going = False
        for figure, prey in going.items():
            reached = self.beside(figure, prey) or self.settings['prey_stops'] == 'always'
            if reached and (figure not in prey.ignored or self.settings['ignore_intercept'] == 'halts'):
                self.stop(prey, 'halted by %s' % figure)

    # ---- all of it

    def run(self):
        for figure in self.up:
            figure.beset = self.watched(figure, figure.at)
        self.stops(self.up)
        for figure in self.up:
            if figure.kind in ('move', 'withdraw') and figure.going:
                self.lay(figure)
        if self.settings['pursuit'] == 'from_start':
            conflicts = [self.pursuit(one, two) for one, two, _ in self.pairs()]
            if conflicts:
                self.seen.add('contested')
                self.settle(conflicts)
        self.run_beats()
        return tuple(sorted((f.name, name_tile(f.at), f.acted) for f in self.figures))


class Setting:
    """A scenario and its declarations, ready to be resolved with any dice."""

    def __init__(self, scenario, orders):
        rules = scenario['rules']
        self.settings = dict(STANDARD, **rules.get('settings', {}))
        self.labels = dict(LABELS, **rules.get('labels', {}))
        rows = rules.get('modes', {})
        self.modes = {mode: (rows.get(mode, {}).get('cost', cost), rows.get(mode, {}).get('difficulty', difficulty))
                      for mode, (cost, difficulty) in MODES.items()}
        self.board = board_of(json.dumps(scenario['board']), *(self.settings[name] for name in (
            'diagonals', 'through_walls', 'corners')))
        self.figures, self.orders = scenario['figures'], orders
        self.sides = {side['name']: side.get('allies', ()) for side in scenario['sides']}
        self.cache = {}

    def hostile(self, one, two):
        return one != two and two not in self.sides[one] and one not in self.sides[two]

    def run(self, told=()):
        phase = Phase(self, Script(told))
        return phase.run(), phase

    def distribution(self, most):
        """Final positions and acted flags -> exact chance; the hard situations that came up; how many leaves."""
        chances, seen, told, leaves = collections.defaultdict(Fraction), set(), (), 0
        while told is not None:
            leaves += 1
            if leaves > most:
                raise TooMany
            end, phase = self.run(told)
            chances[end] += phase.dice.chance
            seen |= phase.seen
            told = phase.dice.next()
        assert sum(chances.values()) == 1
        return dict(chances), seen, leaves


# ----------------------------------------------------------------------------------------------------------- notation

def order_text(name, order):
    """A declaration as the program reads it."""
    kind, words = order['kind'], [name, order['kind']]
    if kind in ('move', 'withdraw'):
        words += order['tiles']
    elif kind == 'beside':
        words += [order['other']]
    elif kind == 'keep':
        words += [str(order['distance']), 'from', order['other']]
    elif kind == 'intercept':
        words += order['area'] + [word for foe in order.get('for', ()) for word in ('for', foe)]
    elif kind == 'avoid':
        words += [str(order['distance'])] + [word for foe in order['from'] for word in ('from', foe)]
        words += order.get('tiles', [])
    if kind == 'withdraw':
        words += [word for foe in order.get('from', ()) for word in ('away', foe)]
    if order.get('run'):
        words.append('run')
    words += [word for foe in order.get('ignore', ()) for word in ('ignore', foe)]
    return ' '.join(words)


if __name__ == '__main__':
    import sys
    with open(sys.argv[1], encoding='utf-8') as file:
        told = json.load(file)
    for ending, chance in Setting(told['scenario'], told['orders']).distribution(10000)[0].items():
        print(chance, ending)
