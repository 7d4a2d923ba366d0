"""Plays the golden games of tiles through `quickmarch pipe`; record.py has what is the same for every family.

Declarations are drawn by weights that look for meetings: towards foes, onto tiles that others of the side have just
declared, areas of several tiles, foes ignored, runs. Now and then a figure jockeys or acts, an order is taken back.
"""
import random
from pathlib import Path

from record import FOLDER, begin, edit_due, end, gap, typed

# name: scenario, rulebook, how it is played, first seed to try, most orders. The typed game has typed dice and edits and stops
# while an order waits; the hidden one stops while declarations are hidden.
GAMES = {
    "tiles-skirmish": ("tiles-skirmish", None, "goals", 11, 200),
    "tiles-pass": ("tiles-pass", None, "goals", 21, 220),
    "tiles-pass-together": ("tiles-pass", "readings-together.toml", "goals", 22, 220),
    "tiles-pass-hidden": ("tiles-pass", None, "hidden", 23, 60),
    "tiles-crowded": ("test/golden/tiles-crowded.json", None, "goals", 31, 240),
    "tiles-crowded-together": ("test/golden/tiles-crowded.json", "readings-together.toml", "goals", 32, 240),
    "tiles-crowded-intercept": ("test/golden/tiles-crowded.json", "readings-intercept.toml", "goals", 33, 240),
    "tiles-crowded-typed": ("test/golden/tiles-crowded.json", None, "typed", 34, 120),
}
LEAST = 30  # entries of a game worth keeping
WEIGHTS = {"move": 20, "beside": 8, "keep": 4, "intercept": 10, "avoid": 6, "stay": 1, "stand": 10, "withdraw": 30}
EDITS = ["set Gerd condition prone", "place Hugo 0801", "set Cora condition down", "remove Cora"]


def foes_of(figure, state, sides):
    friends = {"Blue": ("Blue", "Green"), "Green": ("Blue", "Green")}.get(sides[figure], (sides[figure],))
    return [name for name, f in state["figures"].items()
            if f["at"] and f["condition"] != "down" and sides[name] not in friends]


def declaration(dice, options, state, sides, wanted):
    """One of the options of a figure, or something larger made of them. `wanted`: tiles named by its side in this phase."""
    figure = options[0].split()[0]
    groups = {}
    for option in options:
        groups.setdefault(option.split()[1], []).append(option)
    kind = dice.choices(sorted(groups), [WEIGHTS.get(name, 1) for name in sorted(groups)])[0]
    few = [groups[kind][dice.randrange(len(groups[kind]))] for _ in range(4)]
    foes = foes_of(figure, state, sides)
    same = [option for option in groups[kind] if any(f" {place}" in option for place in wanted)]
    if kind == "move" and same and dice.random() < 0.45:
        order = same[dice.randrange(len(same))]
    elif kind in ("move", "intercept") and foes:
        order = min(few, key=lambda option: min(gap(option.split()[2], state["figures"][foe]["at"]) for foe in foes))
    else:
        order = few[0]
    if kind == "intercept":
        order += "".join(sorted({" " + option.split()[2] for option in few} - {" " + order.split()[2]}))
        order += f" for {foes[dice.randrange(len(foes))]}" if foes and dice.random() < 0.2 else ""
    if kind in ("beside", "keep", "avoid") and dice.random() < 0.3:
        order += " run"
    if kind == "avoid" and dice.random() < 0.3:
        order = " ".join(order.split()[:5])
    if kind == "move" and dice.random() < 0.15 and "run" not in order and len(groups[kind]) > 1:
        way = [option for option in groups[kind] if "run" not in option]
        order = f"{figure} move {way[0].split()[2]} {order.split()[2]}" if way else order
    if kind != "withdraw" and foes and dice.random() < 0.2:
        order += f" ignore {foes[dice.randrange(len(foes))]}"
    return order, groups[kind][0]


def next_order(pipe, dice, game, state, sides, wanted):
    """What is ordered next; a legal order."""
    def legal(order):
        return pipe.good("judge", game=game, order=order)["verdict"]["verdict"] != "illegal"

    names = sorted(name for name, f in state["figures"].items() if f["at"])
    figure = state["actor"] or names[dice.randrange(len(names))]
    if state["actor"] is None and dice.random() < (0.85 if state["phase"] == "announcing" else 0.5):
        options = [option for option in pipe.good("options", game=game, figure=figure)["options"]["options"]
                   if option.split()[0] == figure]
        if options and state["phase"] == "announcing":
            return declaration(dice, options, state, sides, wanted)[1]
        if options:
            return options[dice.randrange(len(options))]
    options = pipe.good("options", game=game)["options"]["options"]
    if state["actor"] is None:
        return options[-1]
    order, plain = declaration(dice, options, state, sides, wanted)
    return order if legal(order) else plain


def record(pipe, scenario, rulebook, how, seed, most):
    """Plays one game and gives its log."""
    loaded, game = begin(pipe, scenario, rulebook and Path(FOLDER) / rulebook, how, seed)
    sides = {figure["name"]: figure["side"] for figure in loaded["figures"]}
    dice = random.Random(seed)
    wanted = {side: [] for side in sides.values()}
    for given in range(1, most + 1):
        state = pipe.good("state", game=game)["state"]
        if state["ended"]:
            break
        actor = state["actor"]
        order = edit_due(pipe, game, how, given, EDITS, 17) or next_order(pipe, dice, game, state, sides, wanted[sides[actor]] if actor else [])
        answer = pipe.good("play", game=game, order=order)
        if order in ("resolve", "next"):
            wanted = {side: [] for side in sides.values()}
        elif actor and order.split()[1] == "move":
            wanted[sides[actor]].append(order.split()[-1 if order.split()[-1].isdigit() else 2])
        if how == "typed":
            answer = typed(pipe, dice, game, answer, stop=given >= most * 3 // 4)
            if answer["played"] == "waiting":
                break
        if given % 40 == 0:
            pipe.good("undo", game=game, count=2, past_dice=True)
        if how == "hidden" and given > most // 2 and state["phase"] == "declaring" and sides[actor or "Una"] == "Red":
            break
    return end(pipe, loaded, game)
