"""Plays the golden games of squad through `quickmarch pipe`; record.py has what is the same for every family.

Options of squad are the plain ones: a unit as it stands in eight directions, one model over a link, all weapons at one target.
What is more is made up here and judged: units that walk towards enemies, several models over links in one move, split fire.
"""
import math

from record import place, record_table, written

# name: scenario, rulebook, how it is played, first seed to try, most orders. The typed game has typed dice and edits and stops
# while an order waits.
GAMES = {
    "squad-crossing": ("squad-crossing", None, "goals", 11, 200),
    "squad-crossing-models": ("squad-crossing", "test/golden/readings-models.toml", "goals", 12, 200),
    "squad-crowded": ("test/golden/squad-crowded.json", None, "goals", 21, 200),
    "squad-crowded-models": ("test/golden/squad-crowded.json", "test/golden/readings-models.toml", "goals", 22, 200),
    "squad-crowded-volleys": ("test/golden/squad-crowded.json", "test/golden/readings-volleys.toml", "goals", 23, 200),
    "squad-crowded-typed": ("test/golden/squad-crowded.json", None, "typed", 24, 80),
}
LEAST = 40  # entries of a game worth keeping
WEIGHTS = {"climb": 12, "leap": 30, "drop": 20, "move": 8, "charge": 12, "shoot": 14, "hold": 2, "next": 1}
EDITS = ["place Cats-1 12,2", "set Wolves-2 lost 1", "set Storm-1 facing 45", "remove Wolves-4", "place Wolves-4 11,8@3.5",
         "set Shields-1 done true"]


def group(option):
    """What an option is for: the last thing its way does, or its kind."""
    words = option.split()
    ways = [word for word in words if word in ("climb", "leap", "drop")]
    return ways[-1] if ways else words[0] if words[0] == "next" else words[1]


def standing(state, wanted):
    """Models on the table that are wanted, by name, with their places."""
    return {name: place(figure["at"]) for name, figure in state["figures"].items() if not figure["out"] and wanted(figure)}


def walk(dice, state, unit):
    """The unit as it stands, towards an enemy and a little aside, as far as one may hope to get."""
    models = standing(state, lambda figure: figure["unit"] == unit)
    side = next(figure["side"] for figure in state["figures"].values() if figure["unit"] == unit)
    foes = sorted(standing(state, lambda figure: figure["side"] != side).values())
    models = {name: at for name, at in models.items() if not state["figures"][name]["gone"]}
    if not foes or not models:
        return None
    x, y, _ = next(iter(models.values()))
    to = foes[dice.randrange(len(foes))]
    angle = math.atan2(to[1] - y, to[0] - x) + dice.uniform(-0.6, 0.6)
    far = dice.uniform(1, 5.8)
    by = (far * math.cos(angle), far * math.sin(angle))
    turn = f" face {dice.randrange(0, 360, 15)}" if dice.random() < 0.3 else ""
    legs = [f"{name} {written(at[0] + by[0], at[1] + by[1], at[2])}{turn}" for name, at in models.items()]
    return f"{unit} move " + " ".join(legs)


def together(dice, unit, links):
    """Several models over links in one move, from options that take one each."""
    first = links[dice.randrange(len(links))]
    taken, legs = set(), []
    for option in [first] + dice.sample(links, min(len(links), 8)):
        words = option.split()[2:]
        if words[0] not in taken and len(taken) < 3 and group(option) == group(first):
            taken.add(words[0])
            legs += words
    return f"{unit} move " + " ".join(legs)


def split(dice, unit, weapons, targets):
    """Each kind of weapon at a target of its own."""
    if len(weapons) < 2 or len(targets) < 2:
        return None
    pairs = [f"with {weapon} at {targets[dice.randrange(len(targets))]}" for weapon in weapons]
    return f"{unit} shoot " + " ".join(pairs)


def draw(dice, options):
    groups = {}
    for option in options:
        groups.setdefault(group(option), []).append(option)
    names = sorted(groups)
    name = dice.choices(names, [WEIGHTS.get(name, 1) for name in names])[0]
    return groups[name][dice.randrange(len(groups[name]))]


def next_order(pipe, dice, game, state, weapons):
    """What is ordered next; a legal order. Which unit of the side in turn acts is drawn too, as far as that is free."""
    side = next((f["side"] for f in state["figures"].values() if f["unit"] == state["actor"]), None)
    units = sorted({f["unit"] for f in state["figures"].values() if f["side"] == side and not f["out"]}) or [None]
    unit = units[dice.randrange(len(units))] if dice.random() < 0.5 else state["actor"]
    options = pipe.good("options", game=game, **({"figure": unit} if unit else {}))["options"]["options"]
    if not options:
        unit = state["actor"]
        options = pipe.good("options", game=game)["options"]["options"]
    order = draw(dice, options)
    links = [option for option in options if group(option) in ("climb", "leap", "drop")]
    made = None
    for _ in range(4):
        what = dice.random()
        if links and what < 0.35:
            made = together(dice, unit, links)
        elif group(order) == "move" or what < 0.5:
            made = walk(dice, state, unit) if unit else None
        elif group(order) == "shoot":
            made = split(dice, unit, weapons[unit], [o.split()[-1] for o in options if group(o) == "shoot"])
        if made and pipe.good("judge", game=game, order=made)["verdict"]["verdict"] == "legal":
            return made
    return order


def weapons_of(scenario):
    """The kinds of weapons with a range of every unit, as the file has them."""
    ranged = ("bow", "crossbow", "longbow", "rifle", "repeater", "machine_gun", "pistol")
    found = {}
    for unit in scenario["units"]:
        entries = [unit, *unit.get("figures", [])]
        entries += [scenario.get("templates", {}).get(entry.get("template"), {}) for entry in entries]
        found[unit["name"]] = sorted({entry[field] for entry in entries for field in ("weapon", "weapon_2", "weapon_3", "weapon_4")
                                      if entry.get(field) in ranged})
    return found


def record(pipe, *game):
    """Plays one game and gives its log."""
    return record_table(pipe, game, weapons_of, next_order, EDITS, every=7)
