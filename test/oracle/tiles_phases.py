"""Random phases of movement on tiles, each drawn from its own seed: a scenario and everybody's declaration.

People are put close together and sent to the same few tiles, after each other, away from each other and into areas
that others watch, so that most phases have something to settle.
"""

import random

import tiles_resolver as tr

SHIFTING = ('diagonals', 'tempo', 'loser', 'tie', 'follow', 'cross', 'friends_pass', 'avoid_view', 'meet')
WITHDRAWING = {'withdraw_then', 'withdraw_partial', 'withdraw_run', 'directly_away'}
# What a phase is about where these settings are other than the standard: so that they come to matter.
THEMES = {
    'intercept': {'intercept_choice', 'interceptors', 'intercept_pick', 'prey_stops', 'intercept_stops',
                  'intercept_chain', 'intercept_inside', 'intercept_contest', 'ignore_intercept', 'intercept_run'},
    'avoid': {'avoid_distance', 'avoid_view', 'avoid_mutual', 'avoid_adjacent', 'avoid_run', 'pursuit'},
    'contest': {'tie', 'many', 'loser', 'ignore_reflex'},
    'ignore': {'ignore_intercept', 'ignore_reflex'},
    'walls': {'corners', 'through_walls'},
    'ground': {'last_point', 'mode_fail'},
    'prone': {'prone_movement'},
}
WEIGHTS = {'hot': 44, 'step': 9, 'file': 10, 'beside': 12, 'keep': 5, 'avoid': 12, 'intercept': 9, 'stay': 3}
THEME_WEIGHTS = {'intercept': {'intercept': 45}, 'avoid': {'avoid': 45, 'beside': 25, 'keep': 12},
                 'contest': {'hot': 100}}
SIGNS = {'r': 'rough', '#': 'block', 'c': 'cliff', 'w': 'water', 'g': 'gap'}
NAMES = ('Ada', 'Brok', 'Cor', 'Dun', 'Eli', 'Fay', 'Gus', 'Hal', 'Ivo', 'Jan', 'Kim', 'Lou')


def draw_settings(rnd):
    """Standard settings in six of ten phases, else one to four others."""
    if rnd.random() < 0.6:
        return {}
    names = list(tr.SETTINGS) + list(SHIFTING)
    chosen = {rnd.choice(names) for _ in range(rnd.randint(1, 4))}
    return {name: rnd.choice(tr.SETTINGS[name][1:]) for name in sorted(chosen)}


class Drawing:
    """A phase in the making."""

    def __init__(self, seed):
        self.rnd = rnd = random.Random(seed)
        self.seed = seed
        self.settings = draw_settings(rnd)
        self.misc = rnd.random() < (0.7 if WITHDRAWING & set(self.settings) else 0.04)
        self.themes = {name for name, about in THEMES.items() if about & set(self.settings)}
        if rnd.random() < 0.2:
            self.themes.add(rnd.choice(sorted(THEMES)))
        self.sides = ['Red', 'Blue', 'Green'][:rnd.choice((2, 2, 2, 3))]
        self.draw_board()
        self.labels = {}
        if rnd.random() < 0.1:
            self.labels['slug'] = {'movement': rnd.randint(2, 7), 'open': rnd.randint(-1, 2),
                                   'climb': rnd.randint(-1, 1), 'swim': rnd.randint(-2, 1),
                                   'leap': rnd.randint(0, 1), 'climb_dice': 0,
                                   'swim_dice': rnd.randint(0, 2), 'leap_dice': rnd.randint(-1, 1)}
        self.figures, self.orders = [], {}
        self.draw_figures()
        rules = {'extends': 'tiles', 'settings': self.settings, 'modes': self.modes, 'labels': self.labels}
        sides = [{'name': side} for side in self.sides]
        if len(sides) == 3 and rnd.random() < 0.2:
            sides[0]['allies'] = [self.sides[2]]
        self.scenario = {
            'quickmarch': 'scenario', 'version': 1, 'title': 'random phase %d' % seed,
            'rules': {name: value for name, value in rules.items() if value}, 'board': self.board,
            'sides': sides, 'figures': self.figures, 'end': {'last_standing': False},
        }
        self.setting = tr.Setting(self.scenario, {})
        self.phase = tr.Phase(self.setting, tr.Script())
        self.people = [f for f in self.phase.figures if f.condition != 'down']
        self.hot = self.hot_tiles()
        for figure in self.people:
            order = self.draw_withdrawal(figure) if self.misc else self.draw_order(figure)
            self.orders[figure.name] = order

    # ---- board and figures

    def draw_board(self):
        rnd = self.rnd
        self.columns, self.rows = rnd.randint(5, 10), rnd.randint(5, 10)
        kinds = rnd.choice(('', 'r', 'rr#', 'rr##cwg', 'rrr#cwwg'))
        share = rnd.choice((0, 0.05, 0.1, 0.2)) if kinds else 0
        if 'ground' in self.themes:
            kinds, share = 'rrrcwg', rnd.choice((0.2, 0.4))
        elif 'walls' in self.themes:
            kinds, share = rnd.choice(('#', 'rr#')), 0.15
        self.ground = {(c, r): rnd.choice(kinds) if rnd.random() < share else '.'
                       for r in range(1, self.rows + 1) for c in range(1, self.columns + 1)}
        self.modes = {}
        if any(sign in 'cwg' for sign in kinds) and rnd.random() < 0.3:
            self.modes = {mode: {'cost': rnd.randint(1, 3), 'difficulty': rnd.randint(0, 2)}
                          for mode in tr.MODES if rnd.random() < 0.6}
        walls = []
        for _ in range(20 if 'walls' in self.themes else rnd.choice((0, 0, 1, 2, 4, 8))):
            column, row, side = rnd.randint(1, self.columns), rnd.randint(1, self.rows), rnd.choice('NESW')
            outside = {'N': row == 1, 'S': row == self.rows, 'W': column == 1, 'E': column == self.columns}
            if not outside[side]:
                walls.append({'at': [tr.name_tile((column, row))], 'side': side})
        rows = [''.join(self.ground[c, r] for c in range(1, self.columns + 1)) for r in range(1, self.rows + 1)]
        self.board = {'space': 'tile', 'rows': rows,
                      'legend': {sign: kind for sign, kind in SIGNS.items() if any(sign in row for row in rows)}}
        if walls:
            self.board['walls'] = walls

    def draw_figures(self):
        rnd = self.rnd
        area = self.columns * self.rows
        number = rnd.randint(4, max(4, min(12, area // 5)))
        tiles = [t for t in self.ground if self.ground[t] != '#']
        anchors = {side: rnd.choice(tiles) for side in self.sides}
        spread = rnd.choice((2, 3, 3, 4))
        taken = {}
        lopsided = 'contest' in self.themes and rnd.random() < 0.6
        for n in range(number):
            side = self.sides[0 if lopsided and n % 4 else n % len(self.sides)]
            place = None
            for _ in range(40):
                tile = rnd.choice(tiles)
                near = [s for t, s in taken.items() if max(abs(t[0] - tile[0]), abs(t[1] - tile[1])) == 1 and s != side]
                far = max(abs(anchors[side][0] - tile[0]), abs(anchors[side][1] - tile[1])) > spread
                if tile in taken or (far and rnd.random() < 0.9):
                    continue
                if bool(near) != self.misc and rnd.random() < 0.97:
                    continue
                place = tile
                break
            if place is None:
                place = rnd.choice([t for t in tiles if t not in taken])
            taken[place] = side
            self.figures.append(self.draw_figure(NAMES[n], side, place))

    def draw_figure(self, name, side, tile):
        rnd = self.rnd
        sheet = {'name': name, 'side': side, 'at': tr.name_tile(tile), 'reflex': rnd.randint(1, 4)}
        if rnd.random() < 0.15:
            sheet['label'] = rnd.choice(['polyped'] + 3 * list(self.labels))
        if rnd.random() < 0.15:
            sheet['movement'] = rnd.randint(2, 5)
        if rnd.random() < 0.1:
            sheet['fleet'] = True
        if rnd.random() < 0.15:
            sheet['armour'] = rnd.choice(('light', 'heavy'))
        for mode in tr.MODES:
            sheet[mode] = rnd.choice((0, 1, 1, 2, 2, 3))
        fate = rnd.random()
        if fate < 0.06:
            sheet['condition'] = 'prone' if fate < 0.03 else 'down'
        elif 'prone' in self.themes and fate < 0.5:
            sheet['condition'] = 'prone'
        if rnd.random() < 0.1:
            sheet['acted'] = True
        return sheet

    # ---- declarations

    def distance(self, one, two):
        return self.setting.board.distance(one, two)

    def hot_tiles(self):
        """One to three tiles that many can reach, best with equal movement left."""
        rnd = self.rnd
        scores = {}
        for tile in self.ground:
            if self.ground[tile] == '#':
                continue
            left = [f.left - self.distance(tile, f.at) for f in self.people if tile != f.at]
            left = [number for number in left if number >= 0]
            scores[tile] = len(left) + 1.5 * max(map(left.count, left), default=0) + 2 * rnd.random()
        best = sorted(scores, key=lambda t: -scores[t])[:6]
        return rnd.sample(best, 1 if 'contest' in self.themes else rnd.choice((1, 1, 2, 3)))

    def rivals(self, figure):
        """Mostly: ends that others declared and would reach with as much movement left as this figure."""
        if self.rnd.random() < 0.3:
            return []
        ends = []
        for other in self.people:
            order = self.orders.get(other.name, {})
            if order.get('kind') == 'move' and len(order['tiles']) == 1 and not order.get('run'):
                end = tr.read_tile(order['tiles'][0])
                if 0 <= other.left - self.distance(end, other.at) == figure.left - self.distance(end, figure.at):
                    ends.append(end)
        return ends

    def near(self, tile, least, most):
        return [t for t in self.ground if least <= self.distance(t, tile) <= most and self.ground[t] != '#'] or [tile]

    def draw_order(self, figure):
        rnd = self.rnd
        weights = dict(WEIGHTS)
        for theme in self.themes:
            weights.update(THEME_WEIGHTS.get(theme, {}))
        kind = rnd.choices(list(weights), list(weights.values()))[0]
        others = [f for f in self.people if f is not figure]
        foes = figure.foes
        order = {'kind': 'stay'}
        if kind == 'hot' or (kind in ('avoid', 'intercept') and not foes) or not others:
            order = self.to_tile(figure, rnd.choice(self.rivals(figure) or self.hot))
        elif kind == 'step':
            order = self.to_tile(figure, rnd.choice(self.near(figure.at, 1, figure.left + 1)))
        elif kind == 'file':
            friends = [f for f in figure.friends if self.distance(f.at, figure.at) <= figure.left]
            order = self.to_tile(figure, rnd.choice(friends).at if friends else rnd.choice(self.hot))
        elif kind in ('beside', 'keep') and self.wooed(figure) and rnd.random() < 0.7:
            order = dict(rnd.choice(self.wooed(figure)))
        elif kind == 'beside':
            order = {'kind': 'beside', 'other': self.somebody(figure, others).name}
        elif kind == 'keep':
            order = {'kind': 'keep', 'distance': rnd.randint(1, 5), 'other': self.somebody(figure, others).name}
        elif kind == 'avoid':
            order = self.avoiding(figure)
        elif kind == 'intercept':
            order = self.watching(figure)
        return self.adorned(figure, order)

    def wooed(self, figure):
        """The answers to those who go by a relation to this figure already: the same relation to them."""
        return [{key: f.name if key == 'other' else value for key, value in self.orders[f.name].items()
                 if key in ('kind', 'distance', 'other')}
                for f in self.people if f is not figure and self.orders.get(f.name, {}).get('other') == figure.name]

    def somebody(self, figure, others):
        """Preferably one who avoids this figure already, or a foe."""
        rnd = self.rnd
        shy = [f for f in others if figure.name in self.orders.get(f.name, {}).get('from', ())]
        if shy and rnd.random() < 0.8:
            return rnd.choice(shy)
        return rnd.choice(figure.foes) if figure.foes and rnd.random() < 0.7 else rnd.choice(others)

    def to_tile(self, figure, tile):
        rnd = self.rnd
        if tile == figure.at:
            tile = rnd.choice(self.near(figure.at, 1, 3))
        if tile == figure.at:
            return {'kind': 'stay'}
        tiles = [tr.name_tile(tile)]
        if rnd.random() < 0.12 and self.settings.get('path') != 'cheapest':
            via = rnd.choice(self.near(figure.at, 1, 2))
            if via not in (figure.at, tile):
                tiles.insert(0, tr.name_tile(via))
        return {'kind': 'move', 'tiles': tiles}

    def avoiding(self, figure):
        rnd = self.rnd
        chasers = [f.name for f in figure.foes if self.orders.get(f.name, {}).get('other') == figure.name]
        names = [f.name for f in figure.foes]
        if 'avoid' in self.themes:
            chasers += [f.name for f in figure.foes if figure.name in self.orders.get(f.name, {}).get('from', ())]
        chosen = set(chasers) | set(rnd.sample(names, min(len(names), rnd.choice((1, 1, 2, 3)))))
        order = {'kind': 'avoid', 'distance': rnd.randint(2, 6), 'from': sorted(chosen)}
        if rnd.random() < 0.2:
            order['tiles'] = [tr.name_tile(t) for t in rnd.sample(self.near(figure.at, 0, 3), 2)]
        return order

    def watching(self, figure):
        """An area between the figure and its foes, every tile of it next to one it can get to."""
        rnd = self.rnd
        ends = self.phase.map(figure, 'free', figure.at, 0, figure.normal).ends()
        reach = {t for end in ends for t in self.setting.board.adjacent[end] if self.ground[t] != '#'} - {figure.at}
        if not reach:
            return {'kind': 'stay'}
        about = 'intercept' in self.themes
        centre = rnd.choice(self.hot if about and rnd.random() < 0.5 else [f.at for f in figure.foes] + self.hot)
        area = sorted(reach, key=lambda t: (self.distance(t, centre), rnd.random()))[:rnd.randint(6 if about else 2, 9)]
        area = [t for t in area if not any(f.at == t for f in figure.foes) or rnd.random() < 0.3] or area
        order = {'kind': 'intercept', 'area': sorted(tr.name_tile(t) for t in area)}
        if rnd.random() < 0.25:
            order['for'] = sorted(f.name for f in rnd.sample(figure.foes, min(len(figure.foes), rnd.randint(1, 2))))
        return order

    def adorned(self, figure, order):
        """With running and ignoring, where they may be."""
        rnd = self.rnd
        kind = order['kind']
        may_run = {'stay': False, 'intercept': self.settings.get('intercept_run') == 'yes',
                   'avoid': self.settings.get('avoid_run') != 'no',
                   'withdraw': self.settings.get('withdraw_run') == 'yes'}.get(kind, True)
        if may_run and not figure.acted and figure.condition == 'up' and rnd.random() < 0.2:
            order['run'] = True
        close = [f.name for f in figure.foes if self.distance(f.at, figure.at) <= 4]
        if kind not in ('stay', 'withdraw') and close and rnd.random() < (0.5 if 'ignore' in self.themes else 0.15):
            order['ignore'] = sorted(rnd.sample(close, min(len(close), rnd.choice((1, 1, 2, 4)))))
        return order

    def draw_withdrawal(self, figure):
        """Mostly to a tile that can be had by stepping away from the foes named, perhaps one that others want too."""
        rnd = self.rnd
        close = [f for f in figure.foes if f.at in self.setting.board.adjacent[figure.at]]
        if rnd.random() < (0.1 if close else 0.4):
            return {'kind': 'stay'}
        figure.away = close if rnd.random() < 0.75 else rnd.sample(close, min(len(close), 1))
        ends = set(self.phase.map(figure, 'free', figure.at, 0, figure.left).costs) - {figure.at}
        self.setting.cache.clear()
        shared = sorted(ends & {tr.read_tile(o['tiles'][-1]) for o in self.orders.values() if o['kind'] == 'withdraw'})
        if shared and rnd.random() < 0.5:
            end = rnd.choice(shared)
        elif ends and rnd.random() < 0.9:
            end = rnd.choice(sorted(ends))
        else:
            end = rnd.choice(self.near(figure.at, 1, 4))
        if end == figure.at:
            return {'kind': 'stay'}
        order = dict(self.to_tile(figure, end), kind='withdraw')
        if figure.away:
            order['from'] = sorted(f.name for f in figure.away)
        return self.adorned(figure, order)


def draw(seed):
    """(scenario, orders by name, whether it is the miscellaneous phase)"""
    drawing = Drawing(seed)
    return drawing.scenario, drawing.orders, drawing.misc
