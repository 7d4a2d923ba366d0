"""Plays the golden games of warband through `quickmarch pipe`; record.py has what is the same for every family.

Orders are drawn by weights that look for trouble: climbs, drops, jumps that nobody has measured, treasure, enemies in reach.
Where options leave something out, because it would tell too much or is one of too many, it is made up here.
"""

from record import place, record_table, written

# name: scenario, rulebook, how it is played, first seed to try, most orders. The typed game has typed dice and edits and stops
# while an order waits.
GAMES = {
    "warband-street": ("warband-street", None, "goals", 11, 240),
    "warband-street-2025": ("warband-street", "rulebooks/warband-2025.toml", "goals", 12, 240),
    "warband-ruin": ("warband-ruin", None, "goals", 21, 240),
    "warband-ruin-heavy": ("warband-ruin", "test/golden/readings-heavy.toml", "goals", 22, 240),
    "warband-chase": ("warband-chase", None, "goals", 31, 240),
    "warband-chase-2025": ("warband-chase", "rulebooks/warband-2025.toml", "goals", 32, 240),
    "warband-chase-typed": ("warband-chase", None, "typed", 33, 100),
}
LEAST = 40  # entries of a game worth keeping
WEIGHTS = {"climb": 10, "ladder": 20, "jump": 25, "drop": 30, "fly": 12, "run": 4, "via": 4, "stay": 1, "reload": 20, "engage": 6,
           "take": 40, "leave": 3, "next": 4}
EDITS = ["place Anouk 15.6,5@3", "set Anouk condition dazed", "give Strongbox Bastian", "set Bastian condition incapacitated",
         "place Keel 37.8,8@6", "set Keel condition stunned", "place Dela 19,13", "set Snap condition incapacitated"]


def group(option):
    """What an option is for: the last thing its way does, or its kind."""
    words = option.split()
    ways = [word for word in words if word in ("climb", "ladder", "jump", "drop", "fly")]
    return ways[-1] if ways else words[0] if words[0] == "next" else words[1]


def jump(dice, option, prisms):
    """From the edge where an option climbs or drops, to another roof near it."""
    words = option.split()
    x, y, _ = place(words[-3])
    roofs = []
    for prism in prisms:
        xs, ys = zip(*prism["at"])  # nearly all are boxes, and to a box around another one a jump is refused
        if prism.get("walkable", True):
            near = (min(max(x, min(xs)), max(xs)), min(max(y, min(ys)), max(ys)))
            gap = ((near[0] - x) ** 2 + (near[1] - y) ** 2) ** 0.5
            if 0.5 < gap < 3.4:
                roofs.append(written(*near, prism["top"]))
    return " ".join(words[:-2] + ["jump", roofs[dice.randrange(len(roofs))]]) if roofs else None


def towards(figure, state):
    """A walk to the nearest treasure that lies about, as far as one may hope to get."""
    x, y, z = place(state["figures"][figure]["at"])
    lying = [place(item["at"]) for item in state["items"].values() if item.get("at")]
    if not lying:
        return None
    to = min(lying, key=lambda at: (at[0] - x) ** 2 + (at[1] - y) ** 2 + 9 * (at[2] - z) ** 2)
    far = ((to[0] - x) ** 2 + (to[1] - y) ** 2) ** 0.5
    part = min(1, 3.5 / far) if far else 1
    return f"{figure} move {written(x + (to[0] - x) * part, y + (to[1] - y) * part, z)}"


def draw(dice, options):
    groups = {}
    for option in options:
        groups.setdefault(group(option), []).append(option)
    names = sorted(groups)
    name = dice.choices(names, [WEIGHTS.get(name, 1) for name in names])[0]
    return groups[name][dice.randrange(len(groups[name]))]


def next_order(pipe, dice, game, state, prisms):
    """What is ordered next; a legal order."""
    options = pipe.good("options", game=game)["options"]["options"]
    order = draw(dice, options)
    words = order.split()
    edges = [option for option in options if len(option.split()) > 4 and option.split()[-2] in ("climb", "drop")
             and "@" in option.split()[-3]]
    jumps = [made for made in (jump(dice, option, prisms) for option in edges) if made]
    made = None
    if jumps and dice.random() < 0.6:
        made = jumps[dice.randrange(len(jumps))]
    elif words[0] != "next" and words[1] in ("move", "run", "stay") and dice.random() < 0.4:
        made = towards(words[0], state)
    if made and pipe.good("judge", game=game, order=made)["verdict"]["verdict"] == "legal":
        return made
    return order


def record(pipe, *game):
    """Plays one game and gives its log."""
    return record_table(pipe, game, lambda scenario: scenario["board"]["prisms"], next_order, EDITS, every=9)
