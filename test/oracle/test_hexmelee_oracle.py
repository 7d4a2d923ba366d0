"""Random hexmelee games, every answer of the program against the oracle in hexmelee.py.

Each board is drawn from its own seed: terrain, sides, figures in all conditions, weapons in hand and on the ground,
and a random choice of readings. A few orders are played on it, chosen from the program's own options; before each of
them the program is asked, through `quickmarch pipe`, for options, reach, sights and odds, and all of it is compared
with what the oracle finds. What is hard must come up often enough: the shares of engaged, blocked and jumping figures
are printed and required.

The program is named by the variable QUICKMARCH. QM_ORACLE_BOARDS says how many boards (400), QM_TEST_LONG=1 means 12000;
QM_ORACLE_BOARD=N,M runs just those. A failing board is written to a file that the message names, with the orders that
led to the difference.
"""

import collections
import concurrent.futures
import copy
import json
import os
import random
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import hexmelee as hm  # noqa: E402

BOARDS = 400
BOARDS_LONG = 12000
ORDERS = 4             # played on each board at most
SHOWN = 20             # failures printed in full
SHARES = {'engaged': 0.40, 'blocked': 0.25, 'jumping': 0.20}

# ---------------------------------------------------------------------------------------------------------- scenarios

READINGS = {
    'save_dex': ('as_written', 'effective'), 'auto_results': ('none', 'bands'),
    'running_in_armour': ('adds', 'unarmoured_only'),
    'slow_option': ('one_hex', 'any'), 'slow_cost': ('ignored', 'counts'), 'crawl_when_slowed': ('one', 'zero'),
    'stop_when': ('engaged', 'engaging'), 'late_engaged': ('by_distance', 'free'), 'kneeling_engages': ('yes', 'no'),
    'engager': ('any', 'armed'), 'landing_hex': ('paid', 'free'), 'jump_wider': ('no', 'three_more'),
    'wall_height_max': (0, 150), 'jump_line': ('row', 'any'), 'flight_engages': ('no', 'yes'),
    'land_on_body': ('roll', 'no'),
    'missed_hex': ('both', 'walls'), 'missed_wall': ('prone', 'standing'), 'deep_pit': (200, 100),
    'pull_up_cost': ('choice', 'fatigue', 'hit'), 'pull_up_tries': ('each_turn', 'at_once'),
    'pulled_up': ('prone', 'kneeling', 'standing'), 'hanging': ('helpless', 'prone'),
    'fall_rounding': ('started', 'full'), 'fall_growth': ('linear', 'triangular', 'doubling'),
    'fall_action': ('as_prone', 'none'), 'fallen_engaged': ('yes', 'no'),
    'rope': ('any', 'helper'), 'shallow_exit': ('ordinary', 'full_turn'), 'pit_adjacent': ('figure', 'pit'),
    'pit_engagement': ('shallow', 'none', 'all'), 'wall_walk': ('no', 'yes'), 'pickup_cost': ('extra', 'included'),
    'pickup_bars': ('both', 'roll'), 'pickup_engaged': ('earlier', 'no'), 'pickup_jump': ('no', 'yes'),
    'turn_when': ('own_move', 'any_time'), 'missile_arc': ('front', 'any'), 'rear_only': ('attacked', 'all'),
    'engagement': ('threatened', 'mutual'), 'moving_front': ('travel', 'any'), 'rear_bonus': ('melee', 'any'),
    'regular': ('melee', 'not_missile'), 'position_bonus': ('add', 'highest'), 'through_friends': ('no', 'yes'),
    'body_stop': ('must', 'may'), 'body_jump_cost': ('hex', 'all'), 'body_jump_miss': ('body', 'landing'),
    'crawl_body_roll': ('no', 'yes'), 'same_hex': ('none', 'engaged'), 'stand_under': ('no', 'yes'),
    'stand_then': ('nothing', 'act'), 'crawl_position': ('as_before', 'down'), 'distance_by': ('mixed', 'hexes', 'mov'),
    'delay': (True, False), 'delay_resume': ('rest', 'half'), 'delay_until': ('phase', 'turn'),
    'delay_engaged': ('over', 'shift'), 'shift_new_foes': ('exact', 'at_least'), 'crawl_shift': ('yes', 'no'),
    'shift_body': ('yes', 'no'), 'disengage': ('off', 'action'), 'weak_weapon': ('barred', 'penalty'),
    'figures_block_shots': ('no', 'yes'), 'sight_height': (0, 100, 200), 'pick_up_from': ('front', 'own'), 'engaged_shot': ('no', 'yes'),
    'engaged_dodge': ('no', 'yes'), 'engaged_drop': ('no', 'yes'), 'prone_shot': ('yes', 'no'),
    'helpless_side': ('rear', 'facing'), 'change_then': ('nothing', 'act'), 'death': ('zero', 'below'),
}

LEGEND = {
    'r': 'rough', 'b': 'broken', 's': 'slippery', 'd': 'shadow', 'f': 'fire', 'O': 'pit', 'o': 'shallow-pit',
    'W': 'wall', '@': 'solid', 'Q': {'terrain': 'pit', 'depth': 200}, 'X': {'terrain': 'pit', 'depth': 720},
    'V': {'terrain': 'wall', 'height': 250}, 'R': {'terrain': 'rough', 'cost': 3},
}
STRIPS = 'OOOOooWWWVQXX'     # laid in rows of one to three hexes, so that there is something to jump
SPOTS = 'rbsssddfR@'


def draw_board(rnd):
    columns, rows = rnd.randint(5, 14), rnd.randint(5, 14)
    board = hm.Board(columns, rows, rnd.choice(('columns', 'rows')), rnd.choice(('odd', 'even')))
    signs = {hex_: '.' for hex_ in board.hexes}
    area = columns * rows
    for _ in range(rnd.randint(0, area // 6)):
        sign, hex_, along = rnd.choice(STRIPS), rnd.choice(board.hexes), rnd.randrange(6)
        for _ in range(rnd.choice((1, 1, 2, 2, 3, 4))):
            if hex_:
                signs[hex_] = sign if rnd.random() < 0.9 else rnd.choice(STRIPS)
                hex_ = board.next(hex_, along)
    for _ in range(rnd.randint(0, area // 7)):
        hex_ = rnd.choice(board.hexes)
        for spot in [hex_] + (board.neighbours(hex_) if rnd.random() < 0.2 else []):
            if signs[spot] == '.':
                signs[spot] = rnd.choice(SPOTS)
    return board, signs


def draw_settings(rnd):
    share = rnd.choice((0, 0.1, 0.2, 0.5))
    return {name: rnd.choice(words[1:]) for name, words in READINGS.items() if rnd.random() < share}


def draw_figure(rnd, board, signs, number, side, centre, spread, figures):
    """A figure somewhere near the middle of things, or None where there is no room."""
    upright = {f['at'] for f in figures if f.get('condition', 'well') == 'well' and f.get('position') != 'prone'}
    figure = {'name': 'F%d' % number, 'side': side, 'str': rnd.randint(8, 15), 'dex': rnd.randint(7, 15)}
    if rnd.random() < 0.3:
        figure['mov'] = rnd.choice((1, 2, 4, 6, 8, 12))
    if rnd.random() < 0.4:
        figure['armour'] = rnd.choice(tuple(hm.ARMOUR))
    if rnd.random() < 0.3:
        figure['shield'] = rnd.choice(tuple(hm.SHIELDS))
    if rnd.random() < 0.2:
        figure['running'] = True
    if rnd.random() < 0.3:
        figure['load'] = figure['str'] * rnd.choice((3, 4, 5, 6, 7, 8, 9, 10, 11)) + rnd.choice((-1, 0, 0, 1))
    fate = rnd.random()
    if fate < 0.08:
        figure['condition'] = rnd.choice(('unconscious', 'dead'))
    elif fate < 0.18:
        figure['position'] = 'prone'
    elif fate < 0.28:
        figure['position'] = rnd.choice(('kneeling', 'kneeling', 'squatting', 'sitting'))
    lies = fate < 0.18
    if rnd.random() < 0.25 and fate >= 0.08:
        figure['hits'] = rnd.randint(1, figure['str'] - 3)
        if rnd.random() < 0.3:
            figure['fatigue'] = rnd.randint(0, 2)
        if figure['hits'] + figure.get('fatigue', 0) >= figure['str'] - 1:
            figure.pop('fatigue', None)
    room = [h for h in board.hexes if signs[h] != '@' and (lies or h not in upright)
            and board.distance(h, centre) <= rnd.choice(spread)]
    room = [h for h in room if signs[h] in '.rbsdfR' or rnd.random() < 0.3]
    if not room:
        return None
    figure['at'] = rnd.choice(room)
    figure['facing'] = board.names[rnd.randrange(6)]
    return figure


def face_someone(rnd, board, figures):
    """Half of all look at the nearest enemy, as people do."""
    for figure in figures:
        foes = [f for f in figures if f['side'] != figure['side'] and f['at'] != figure['at']]
        if foes and rnd.random() < 0.85:
            nearest = min(foes, key=lambda f: board.distance(f['at'], figure['at']))
            figure['facing'] = board.names[rnd.choice(board.bearings(figure['at'], nearest['at']))]


def hang_some(rnd, board, signs, settings, figures):
    """Some of those in a deep pit hang at its rim."""
    depths = {'O': 300, 'o': 150, 'Q': 200, 'X': 720}
    for figure in figures:
        deep = depths.get(signs[figure['at']], 0) > settings.get('deep_pit', 200)
        if not deep or 'condition' in figure or rnd.random() < 0.5:
            continue
        rims = [d for d, beside in enumerate(board.around[figure['at']]) if beside and signs[beside] in '.rbsdfRWV']
        if rims:
            figure['hanging'] = board.names[rnd.choice(rims)]
            figure.pop('position', None)


def draw_scenario(seed):
    rnd = random.Random(seed)
    board, signs = draw_board(rnd)
    settings = draw_settings(rnd)
    sides = ['Red', 'Blue', 'Green', 'Gold'][:rnd.choice((2, 2, 2, 3, 4))]
    centre = rnd.choice(board.hexes)
    spread = (1, 2, 2) if rnd.random() < 0.85 else (1, 2, 3, 4, 12)     # a throng, or people here and there
    figures = []
    for number in range(rnd.choice((4, 5, 6, 7, 8, 9, 9, 10, 10, 11, 11, 12, 12))):
        figure = draw_figure(rnd, board, signs, number + 1, sides[number % len(sides)], centre, spread, figures)
        if figure:
            figures.append(figure)
    face_someone(rnd, board, figures)
    hang_some(rnd, board, signs, settings, figures)
    items = []
    for figure in figures:
        figure['items'] = []
        for number in range(rnd.choice((0, 1, 1, 1, 2))):
            name = '%s-%d' % (figure['name'].lower(), number)
            figure['items'].append({'name': name, 'weapon': rnd.choice(tuple(hm.WEAPONS))})
            if number == 0 and rnd.random() < 0.85:
                figure['ready'] = name
        if rnd.random() < 0.1:
            figure['items'].append({'name': figure['name'].lower() + '-rope', 'rope': rnd.randint(1, 9)})
    for number in range(rnd.choice((0, 0, 1, 2, 3))):
        place = rnd.choice([h for h in board.hexes if signs[h] != '@'])
        items.append({'name': 'thing-%d' % number, 'weapon': rnd.choice(tuple(hm.WEAPONS)), 'at': board.label(place)})
    if rnd.random() < 0.2:
        place = rnd.choice([h for h in board.hexes if signs[h] != '@'])
        items.append({'name': 'line', 'rope': rnd.randint(2, 9), 'at': board.label(place)})
    for figure in figures:
        figure['at'] = board.label(figure['at'])
    friends = [{'name': name} for name in sides]
    if len(sides) > 2 and rnd.random() < 0.3:
        friends[0]['allies'] = [sides[-1]]
    rows = [''.join(signs[column, row] for column in range(1, board.columns + 1)) for row in range(1, board.rows + 1)]
    return {
        'quickmarch': 'scenario', 'version': 1, 'title': 'random board %d' % seed, 'rules': {'family': 'hexmelee',
                                                                                           'settings': settings},
        'board': {'orientation': board.layout, 'shove': board.shove, 'rows': rows,
                  'legend': {sign: kind for sign, kind in LEGEND.items() if any(sign in row for row in rows)}},
        'sides': friends, 'figures': figures, 'items': items, 'end': {'last_standing': False},
    }


# -------------------------------------------------------------------------------------------------------- the program

def brief(value):
    text = json.dumps(value)
    return text if len(text) < 800 else text[:800] + ' ...'


class Program:
    """`quickmarch pipe`: one request a line, one answer a line."""

    def __init__(self, path):
        self.process = subprocess.Popen([path, 'pipe'], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                                        encoding='utf-8')
        self.hello = json.loads(self.process.stdout.readline())

    def ask(self, **request):
        self.process.stdin.write(json.dumps(request) + '\n')
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            raise Failure('the program ended (status %s) on the request %s' % (self.process.wait(), brief(request)))
        return json.loads(line)

    def need(self, **request):
        answer = self.ask(**request)
        if not answer['ok']:
            raise Failure('the request %s failed: %s' % (brief(request), brief(answer['error'])))
        return answer

    def need_all(self, requests):
        answers = self.need(do='batch', requests=requests)['answers']
        for request, answer in zip(requests, answers):
            if not answer['ok']:
                raise Failure('the request %s failed: %s' % (brief(request), brief(answer['error'])))
        return answers

    def close(self):
        self.process.stdin.close()
        self.process.wait()


class Failure(Exception):
    """The program and the oracle disagree."""


# ----------------------------------------------------------------------------------------------------- reading orders

MOVES = ('still', 'step', 'pace', 'half', 'full', 'shift', 'rise', 'delay', 'resume', 'wait', 'pull-up', 'let-go',
         'climb')


class Order:
    """An order of movement taken apart: its legs, and (kind, end, facing, extra) as the oracle names an option."""

    def __init__(self, table, figure, text):
        words = text.split()
        self.legs, self.extra, self.face = [], (), None
        self.kind, rest = words[1], words[2:]
        while rest:
            word = rest.pop(0)
            if word == 'face':
                self.face = table.board.names.index(rest.pop(0))
            elif word in ('grab', 'snatch', 'ready'):
                self.extra = (word, rest.pop(0))
            elif word == 'jump':
                self.legs.append(('jump', table.board.read(rest.pop(0))))
            elif self.kind == 'climb':
                self.extra = (word,)
            else:
                self.legs.append(('walk', table.board.read(word)))
        self.end = self.legs[-1][1] if self.legs else figure.at

    def way(self, mover):
        """The way of its legs as the oracle weighs them, or None where it cannot be gone."""
        figure = mover.figure
        way = hm.Way(figure.at, figure.facing)
        for what, to in self.legs:
            fresh = not way.entries and not mover.moved
            entries = [] if way.stopped else [e for e in mover.entries(way.hex, fresh)
                                              if e[0].to == to and bool(e[0].span) == (what == 'jump')]
            if not entries:
                return None
            way = way.on(*entries[0], mover.table.ground[way.hex]['hits_passing'])
        return way if mover.fits(way) and not way.passing else None

    def key(self, figure, way):
        if self.kind in ('wait', 'pull-up', 'let-go', 'climb') or figure.hanging or figure.climbing:
            return self.kind, figure.at, None, self.extra
        facing = self.face if self.face is not None else way.facing if way else figure.facing
        return self.kind, self.end, facing, self.extra


def show(table, key):
    kind, end, facing, extra = key
    face = () if facing is None else ('face', table.board.names[facing])
    return ' '.join((kind, table.board.label(end)) + face + extra)


def difference(what, ours, theirs, shown=str):
    """Raises if two sets differ; the oracle's first."""
    missing, extra = sorted(map(shown, ours - theirs)), sorted(map(shown, theirs - ours))
    if missing or extra:
        raise Failure('%s: the program lacks %d: %s; and has %d more: %s' % (
            what, len(missing), ', '.join(missing[:12]) or '-', len(extra), ', '.join(extra[:12]) or '-'))


# ---------------------------------------------------------------------------------------------------------- comparing

class Comparison:
    def __init__(self, table, scenario, state, counts):
        self.table, self.scenario, self.state, self.counts = table, scenario, state, counts

    def mover_of(self, figure, kind):
        if kind == 'shift' or (kind == 'rise' and self.table.engagers(figure)):
            return hm.shifting(self.table, figure, kind)
        return hm.Mover(self.table, figure, kind if kind in ('rise', 'resume', 'delay') else 'full')

    def movement(self, figure, texts):
        """Options of the movement phase: the same ends and facings, each by a way as good as the oracle's."""
        table, theirs = self.table, {}
        ours = hm.Options(table, figure).found
        movers = {}
        for text in texts:
            order = Order(table, figure, text)
            if order.kind not in movers:
                movers[order.kind] = self.mover_of(figure, order.kind)
            way = order.way(movers[order.kind])
            if way is None:
                raise Failure('%s: the oracle finds no such way' % text)
            key = order.key(figure, way)
            if key in theirs:
                raise Failure('%s: listed twice' % text)
            theirs[key] = way, text
        if any(way and way.jumped for way in ours.values()):
            self.counts['jumping'] += 1
        if table.set['distance_by'] == 'hexes':      # what is listed is legal, but it need not be all
            return [(text, way) for way, text in theirs.values()]
        difference('options of %s' % figure.name, set(ours), set(theirs), lambda key: show(table, key))
        for key, best in ours.items():
            way, text = theirs[key]
            if best and hm.by_checks(way)[:3] != hm.by_checks(best)[:3]:
                raise Failure('%s: %d checks, %d hits, %d MOV, and the best way has %d checks, %d hits, %d MOV' % (
                    text, way.checks, way.hits, way.spent, best.checks, best.hits, best.spent))
        return [(text, way) for way, text in theirs.values()]

    def actions(self, figure, texts):
        theirs = set()
        for text in texts:
            words = tuple(text.split()[1:])
            if words[0] == 'disengage':
                order = Order(self.table, figure, text)
                direction = self.table.board.direction(figure.at, order.end)
                words = ('disengage', order.end, direction if order.face is None else order.face)
            theirs.add(words)
        if len(theirs) != len(texts):
            raise Failure('%s has an action listed twice: %s' % (figure.name, texts))
        difference('actions of %s' % figure.name, hm.action_options(self.table, figure), theirs, str)
        self.counts['actions'] += 1

    def options(self, figure, answer):
        texts = answer['options']
        moves = [t for t in texts if t.split()[1] in MOVES]
        acts = [t for t in texts if t not in set(moves)]
        self.counts['options'] += len(texts)
        found = []
        asked = figure.move == 'delayed' and 'asked' not in figure.marks     # delayed, and asked now whether it goes on
        if self.state['phase'] == 'movement' or figure.move == 'delayed':
            found = self.movement(figure, moves)
        elif moves:
            raise Failure('%s moves in the action phase: %s' % (figure.name, moves[:5]))
        if self.state['phase'] == 'action' and not asked:
            self.actions(figure, acts)
        elif acts:
            raise Failure('%s acts where it is to move: %s' % (figure.name, acts[:5]))
        return found

    def turning(self, figure, answer):
        """Out of its turn a figure can at most turn."""
        ours = set()
        moving = self.state['phase'] == 'movement' and self.table.set['turn_when'] == 'any_time'
        if moving and figure.well and not figure.hanging:
            names = self.table.board.names
            ours = {'%s turn %s' % (figure.name, name) for name in names if name != names[figure.facing]}
        difference('options of %s out of its turn' % figure.name, ours, set(answer['options']))

    def reach(self, figure, answer):
        board = self.table.board
        ours = hm.reach(self.table, figure, self.state['phase'])
        theirs = {board.read(place['at']): place for place in answer['places']}
        if self.table.set['distance_by'] == 'hexes':
            if not set(theirs) <= set(ours):
                difference('reach of %s' % figure.name, set(ours), set(theirs), board.label)
            return set(ours)
        difference('reach of %s' % figure.name, set(ours), set(theirs), board.label)
        for hex_, (cost, checks, chance, sure, best, stops, hits) in ours.items():
            place = theirs[hex_]
            got = place['cost'], -1 if place['sure_cost'] is None else place['sure_cost']
            same = got == (cost, sure) and abs(place['chance'] - chance) < 1e-6 and \
                abs(place['best_chance'] - best) < 1e-6 and bool(place['stops']) in stops
            if not same or (place['checks'] == 0) != (checks == 0) or place['checks'] < checks or \
                    (place['checks'] == checks and place.get('hits', 0) != hits):
                raise Failure('reach of %s at %s: the oracle has cost %d, checks %d, sure %d, chance %.6f, best %.6f, '
                              'stops %s, hits %d; the program %s' % (figure.name, board.label(hex_), cost, checks, sure,
                                                                     chance, best, sorted(stops), hits,
                                                                     json.dumps(place)))
        self.counts['places'] += len(ours)
        return set(ours)

    def shares(self, figure, reached):
        """How hard the situation of the figure on move is."""
        self.counts['moves'] += 1
        if self.table.engagers(figure):
            self.counts['engaged'] += 1
        alone = copy.copy(self.table)
        alone.figures = {figure.name: figure}
        if set(hm.reach(alone, figure, self.state['phase'])) - reached:
            self.counts['blocked'] += 1

    def sight(self, one, two, answer):
        ours = self.table.sight(one, two)
        for key in ('distance', 'in_front', 'engages', 'engaged', 'hostile', 'seen', 'relation'):
            if answer[key] != ours[key]:
                raise Failure('%s sees %s: %s is %s for the program, %s for the oracle' % (
                    one.name, two.name, key, answer[key], ours[key]))
        attack = answer.get('attack')
        got = None
        if attack:
            got = sum(term['amount'] for term in attack['terms']), attack['dice'], attack['chance']
        if (got is None) != (ours['attack'] is None) or \
                (got and (got[:2] != ours['attack'][:2] or abs(got[2] - ours['attack'][2]) > 1e-9)):
            raise Failure('%s attacks %s: (number, dice, chance) is %s for the program, %s for the oracle' % (
                one.name, two.name, got, ours['attack']))
        self.counts['sights'] += 1
        self.counts['attacks'] += got is not None


# ------------------------------------------------------------------------------------------------------------ a board

STAYING = ('still', 'shift', 'rise', 'attack', 'defend', 'pass', 'ready', 'drop', 'pull-up', 'climb')


def play_board(program, seed, counts):
    """Loads a random scenario, asks about it, plays a few orders and asks again after each."""
    rnd = random.Random(seed * 7919 + 1)
    scenario = draw_scenario(seed)
    loaded = program.need(do='load', scenario=scenario)['scenario']
    game = program.need(do='new', scenario=loaded, seed=seed, choices='automatic')['game']
    played = []
    try:
        hurry = rnd.randrange(8, 40) if rnd.random() < 0.4 else 0        # orders given unexamined, to get to actions
        for turn in range(hurry):
            texts = program.need(do='options', game=game)['options']['options']
            stay = [t for t in texts if t.split()[-1] == 'next' or t.split()[1] in STAYING]
            if not texts:
                break
            order = rnd.choice(stay if stay and rnd.random() < 0.8 else texts)
            program.need(do='play', game=game, order=order)
            played.append(order)
        for turn in range(ORDERS):
            state = program.need(do='state', game=game)['state']
            if state['ended']:
                break
            if state['actor'] is None:
                program.need(do='play', game=game, order='next')
                played.append('next')
                state = program.need(do='state', game=game)['state']
            if state['actor'] is None:
                break
            choice = compare_position(program, game, scenario, state, rnd, counts, turn == 0)
            program.need(do='play', game=game, order=choice)
            played.append(choice)
    except Failure as failure:
        raise Failure(report(seed, scenario, played, str(failure))) from None
    finally:
        if program.process.poll() is None:
            program.ask(do='unload', game=game)
            program.ask(do='unload', scenario=loaded)


def compare_position(program, game, scenario, state, rnd, counts, first):
    """Compares all answers about one position; returns an order to play."""
    table = hm.table_of(scenario, state)
    compared = Comparison(table, scenario, state, counts)
    actor = table.figures[state['actor']]
    present = [f for f in table.figures.values() if f.at]
    others = [f for f in present if f is not actor]
    asked = [actor] + rnd.sample(others, min(len(others), 2 if first else 0))
    pairs = [(a, b) for a in present for b in present if a is not b]
    if not first:
        pairs = rnd.sample(pairs, min(len(pairs), 12))
    turner = rnd.choice(others) if others else None
    requests = [{'do': 'options', 'game': game, 'figure': actor.name}]
    requests += [{'do': 'reach', 'game': game, 'figure': f.name} for f in asked]
    requests += [{'do': 'see', 'game': game, 'a': a.name, 'b': b.name} for a, b in pairs]
    if turner:
        requests.append({'do': 'options', 'game': game, 'figure': turner.name})
    answers = program.need_all(requests)
    listed = answers.pop(0)['options']
    for figure in asked:
        reached = compared.reach(figure, answers.pop(0)['reach'])
        if figure is actor and state['phase'] == 'movement':
            compared.shares(figure, reached)
    for one, two in pairs:
        compared.sight(one, two, answers.pop(0)['sight'])
    if turner:
        compared.turning(turner, answers.pop(0)['options'])
    ways = compared.options(actor, listed)
    compare_odds(program, game, compared, actor, ways, rnd)
    counts['positions'] += 1
    return pick(rnd, actor, listed['options'], ways)


def pick(rnd, actor, texts, ways):
    """An order to go on with: now and then anything, more often something that leads to more of the hard situations."""
    if rnd.random() < 0.5:
        good = [t for t, w in ways if w and (w.jumped or w.engaged or w.checks)]
        good += [t for t in texts if t.split()[1] in ('attack', 'delay', 'shift', 'rise', 'disengage', 'pull-up')]
        if good:
            return rnd.choice(good)
    return rnd.choice(texts)


def odds_ways(table, figure, ways):
    """Orders whose odds the oracle can tell: some check on the way, on foot, no burning ground, nobody to fall upon."""
    found = []
    for text, way in ways:
        if not way or not 1 <= way.checks <= 2 or set(text.split()) & {'snatch', 'grab', 'face'}:
            continue
        if figure.position != 'standing' and text.split()[1] != 'rise':
            continue
        hexes = [h for e in way.entries for h in (e.to,) + e.span] + [figure.at]
        burning = any(table.ground[h]['hits_passing'] or table.ground[h]['hits_stopping'] for h in hexes)
        if not burning and not any(table.others(h, figure, lying) for e in way.entries if not e.body for h in e.span
                                   for lying in (False, True)):
            found.append((text, way))
    return found


def read_outcome(table, figure, text):
    """What became of the figure, from words such as "Ada: at 0308, prone, hits 3"."""
    at, position, condition, hits, fatigue, hanging = (figure.at, figure.position, figure.condition, figure.hits,
                                                       figure.fatigue, False)
    for line in text.replace(';', '\n').split('\n'):
        name, _, rest = line.strip().partition(': ')
        for part in rest.split(',') if name == figure.name else ():
            words = part.split()
            if words[0] == 'at':
                at = table.board.read(words[1])
            elif words[0] in ('standing', 'kneeling', 'squatting', 'sitting', 'prone'):
                position = words[0]
            elif words[0] in ('unconscious', 'dead'):
                condition = words[0]
            elif words[0] == 'hits':
                hits = int(words[1])
            elif words[0] == 'fatigue':
                fatigue = int(words[1])
            elif words[0] == 'hanging':
                hanging = words[1] != 'none'
    return at, position, condition, hits, fatigue, hanging


def compare_odds(program, game, compared, figure, ways, rnd):
    table = compared.table
    chosen = odds_ways(table, figure, ways)
    for text, way in rnd.sample(chosen, min(len(chosen), 2)):
        odds = program.need(do='odds', game=game, order=text)['odds']
        ours = hm.odds_of(table, figure, way.entries, 'standing')
        theirs = {}
        for outcome in odds['outcomes']:
            end = read_outcome(table, figure, outcome['what'])
            theirs[end] = theirs.get(end, 0) + outcome['chance']
        if odds['too_many']:
            compared.counts['odds too many'] += 1
            continue
        for end in set(ours) | set(theirs):
            if abs(ours.get(end, 0) - theirs.get(end, 0)) > 1e-8:
                raise Failure('odds of %s: %s has %.9f for the program, %.9f for the oracle' % (
                    text, (table.board.label(end[0]),) + end[1:], theirs.get(end, 0), ours.get(end, 0)))
        compared.counts['odds'] += 1


def report(seed, scenario, played, message):
    """Writes a failing board to a file and names it."""
    path = os.path.join(tempfile.gettempdir(), 'hexmelee-oracle-%d.json' % seed)
    with open(path, 'w', encoding='utf-8') as out:
        json.dump(scenario, out, indent=1)
    return 'board %d (%s, after: %s): %s' % (seed, path, '; '.join(played) or 'nothing', message)


def run_boards(path, boards):
    """Plays boards one after the other; returns how many passed, the failures and the counts."""
    counts, passed, failures = collections.Counter(), 0, []
    program = Program(path)
    for seed in boards:
        try:
            play_board(program, seed, counts)
            passed += 1
        except Failure as failure:
            failures.append(str(failure))
            if program.process.poll() is not None:
                program = Program(path)
    program.close()
    return passed, failures, counts


def check_shares(counts, failures):
    """The boards must be hard enough."""
    for name, least in SHARES.items():
        share = counts[name] / max(counts['moves'], 1)
        print('%s: %.1f %% of the figures on move, at least %.0f %% wanted' % (name, 100 * share, 100 * least))
        if share < least:
            failures.append('too few situations are %s' % name)


def check_oracle():
    """The oracle against itself: on small boards the ways it keeps are as good as all ways there are."""
    for seed in range(1, 400):
        scenario = draw_scenario(seed)
        if len(scenario['board']['rows']) * len(scenario['board']['rows'][0]) > 42:
            continue
        state = {'figures': {}, 'items': {}}
        fresh = {'condition': 'well', 'position': 'standing', 'hits': 0, 'fatigue': 0, 'move': 'due', 'acted': False,
                 'hexes': 0, 'spent': 0, 'turn_hits': 0, 'last_hits': 0, 'under': 0, 'ready': None, 'chasing': None,
                 'hanging': None, 'climbed': 0, 'climbing': None, 'flags': 0}
        for sheet in scenario['figures']:
            state['figures'][sheet['name']] = {key: sheet.get(key, value) for key, value in fresh.items()}
            state['figures'][sheet['name']].update(at=sheet['at'], facing=sheet['facing'])
            sheet['mov'] = min(sheet.get('mov', 10), 3)
            sheet['armour'] = 'none'
            for item in sheet['items']:
                state['items'][item['name']] = {'holder': sheet['name'], 'at': None, 'broken': False}
        for item in scenario['items']:
            state['items'][item['name']] = {'holder': None, 'at': item['at'], 'broken': False}
        table = hm.table_of(scenario, state)
        for figure in table.figures.values():
            found = []
            for keep_all in (False, True):
                ends = {}
                mover = hm.Mover(table, figure, 'full')
                for way in mover.ways(keep_all):
                    if not way.passing:
                        for number, key in enumerate((hm.by_checks, hm.by_cost(mover))):
                            known = ends.get((number, way.hex))
                            ends[number, way.hex] = key(way) if known is None else min(known, key(way))
                found.append(ends)
            if found[0] != found[1]:
                return ['the oracle loses a way of %s on board %d' % (figure.name, seed)]
    return []


def main():
    path = os.environ.get('QUICKMARCH')
    if not path:
        print('QUICKMARCH must name the program')
        return 2
    usual = BOARDS_LONG if os.environ.get('QM_TEST_LONG') == '1' else BOARDS
    boards = list(range(1, 1 + int(os.environ.get('QM_ORACLE_BOARDS') or usual)))
    if os.environ.get('QM_ORACLE_BOARD'):
        boards = [int(number) for number in os.environ['QM_ORACLE_BOARD'].split(',')]
    counts, passed, failures, start = collections.Counter(), 0, check_oracle(), time.time()
    workers = min(os.cpu_count() or 1, 8)
    with concurrent.futures.ProcessPoolExecutor(workers) as pool:
        parts = [boards[n::workers] for n in range(workers)]
        for some, failed, counted in pool.map(run_boards, [path] * workers, parts):
            passed += some
            failures += failed
            counts += counted
    if len(boards) >= BOARDS:
        check_shares(counts, failures)
    for failure in failures[:SHOWN]:
        print(failure)
    if len(failures) > SHOWN:
        print('and %d more' % (len(failures) - SHOWN))
    print('%.0f s; %s' % (time.time() - start, ', '.join('%s %d' % item for item in sorted(counts.items()))))
    print('%d passed, %d failed' % (passed, len(failures)))
    return 1 if failures else 0


if __name__ == '__main__':
    sys.exit(main())
