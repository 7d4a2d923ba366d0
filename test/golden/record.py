"""Plays the golden games through `quickmarch pipe`, and plays their logs again order by order. The games here are those of
hexmelee; record_tiles.py has those of tiles.

Recording chooses orders here, not in the program: either any option alike, or by weights that look for trouble (jumps,
ropes, things lying about, fights), so that a few short games meet nearly everything that can happen. Replaying answers
every roll and choice with what the log has, through `play` and `answer`: another way into the library than
`quickmarch replay` takes, and one that shows the events.
"""
import json
import os
import random
import subprocess
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "test" / "golden"
PROGRAM = os.path.abspath(os.environ.get("QUICKMARCH", str(ROOT / "build" / "release" / "quickmarch")))

# name: scenario, rulebook, how orders are chosen, first seed to try, most orders. The last game is played with typed dice, takes
# orders back and stops in the middle of one.
GAMES = {
    "skirmish-random": ("skirmish", None, "random", 11, 120),
    "skirmish-goals": ("skirmish", None, "goals", 12, 200),
    "chase-goals": ("chase", None, "goals", 21, 200),
    "chase-movement": ("chase", "readings-movement.toml", "goals", 22, 200),
    "brawl-goals": ("brawl", None, "goals", 31, 200),
    "brawl-fight": ("brawl", "readings-fight.toml", "goals", 32, 200),
    "crowded-goals": ("test/golden/crowded.json", None, "goals", 41, 250),
    "crowded-movement": ("test/golden/crowded.json", "readings-movement.toml", "goals", 42, 250),
    "crowded-fight": ("test/golden/crowded.json", "readings-fight.toml", "goals", 43, 250),
    "crowded-typed": ("test/golden/crowded.json", None, "typed", 44, 120),
}

WEIGHTS = {"still": 2, "step": 3, "pace": 3, "half": 8, "full": 8, "shift": 6, "rise": 8, "delay": 5, "resume": 8, "wait": 2,
           "pull-up": 5, "let-go": 2, "climb": 40, "turn": 1, "attack": 40, "shoot": 30, "throw": 15, "dodge": 3, "defend": 3,
           "drop": 5, "ready": 3, "pick-up": 8, "disengage": 25, "pass": 1, "jump": 14, "grab": 20, "snatch": 20, "change": 12}
LEAST = 80  # entries of a game worth keeping
EDITS = ["place Lutz 1108 face NW", "set Kuno hits 1", "lay line 0102", "give line Bruno", "remove Mina"]


class Pipe:
    """One running pipe. A request that is refused is a mistake of ours."""

    def __init__(self):
        self.process = subprocess.Popen([PROGRAM, "pipe"], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.hello = json.loads(self.process.stdout.readline())

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait(timeout=20)

    def ask(self, do, **members):
        self.process.stdin.write(json.dumps({"do": do, **members}).encode() + b"\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def good(self, do, **members):
        answer = self.ask(do, **members)
        if not answer["ok"]:
            raise RuntimeError(f"{do} {members}: {answer['error']}")
        return answer


def group(option):
    """What an option is for: its kind, or what is special about its way."""
    words = option.split()
    if words[0] in ("next", "resolve", "chase", "unchase", "place", "set", "give", "lay", "remove"):
        return words[0]
    for word in ("jump", "grab", "snatch"):
        if word in words:
            return word
    return "change" if words[1] == "rise" and "ready" in words else words[1]


def gap(a, b):
    return abs(int(a[:2]) - int(b[:2])) + abs(int(a[2:]) - int(b[2:]))


def nearer(dice, options, state, sides):
    """Of a few options drawn, the one that ends nearest to an enemy."""
    actor = options[0].split()[0]
    foes = [f["at"] for name, f in state["figures"].items()
            if f["at"] and f["condition"] == "well" and sides[name] != sides[actor]]
    drawn = [options[dice.randrange(len(options))] for _ in range(4)]

    def left(option):
        places = [word for word in option.split() if word.isdigit()]
        return min((gap(places[-1], foe) for foe in foes), default=0) if places else 99

    return min(drawn, key=left)


def choose(dice, how, options, state, sides):
    if how == "random" or len(options) == 1:
        return options[dice.randrange(len(options))]
    groups = {}
    for option in options:
        groups.setdefault(group(option), []).append(option)
    names = sorted(groups)
    pick = dice.random() * sum(WEIGHTS.get(name, 1) for name in names)
    for name in names:
        pick -= WEIGHTS.get(name, 1)
        if pick < 0:
            break
    return nearer(dice, groups[name], state, sides)


def chase(dice, state, sides):
    """Now and then somebody begins or ends a chase; who is to act does not matter for that."""
    names = sorted(name for name, f in state["figures"].items() if f["condition"] == "well" and f["at"])
    hunter = names[dice.randrange(len(names))]
    if state["figures"][hunter]["chasing"]:
        return f"unchase {hunter}"
    prey = [name for name in names if sides[name] != sides[hunter]]
    return f"chase {hunter} {prey[dice.randrange(len(prey))]}" if prey else None


def typed(pipe, dice, game, answer, stop):
    """Answers what a waiting order wants; with stop, only the first half of it."""
    count = 0
    while answer["played"] == "waiting" and not (stop and count > 0):
        wanted = answer["wanted"]
        if wanted["what"] == "roll":
            faces = {"ok": False, "error": {"kind": "dice"}}
            while not faces["ok"] and faces["error"]["kind"] == "dice":  # pools in which nobody leads are rolled again
                faces = pipe.ask("answer", game=game, dice=[dice.randint(1, wanted["sides"]) for _ in range(wanted["dice"])])
            answer = faces
        else:
            answer = pipe.good("answer", game=game, option=dice.randint(1, len(wanted["options"])))
        count += 1
    return answer


def begin(pipe, scenario, rulebook, how, seed):
    """Loads a scenario, with a rulebook of one's own or None, and begins a game: what loading told, and the game."""
    loaded = pipe.good("load", path=scenario, **({"rules": str(rulebook.relative_to(ROOT))} if rulebook else {}))
    modes = {"dice": "asked", "choices": "asked"} if how == "typed" else {"choices": "random"}
    return loaded, pipe.good("new", scenario=loaded["scenario"], seed=seed, **modes)["game"]


def end(pipe, loaded, game):
    """The log of a game, which is unloaded with its scenario."""
    log = pipe.good("log", game=game)["log"]
    pipe.good("unload", game=game)
    pipe.good("unload", scenario=loaded["scenario"])
    return log


def edit_due(pipe, game, how, given, edits, every):
    """Of the edits the typed game has one at each so many orders, where it is legal; None = none now."""
    due = how == "typed" and given % every == 0 and given // every <= len(edits)
    order = edits[given // every - 1] if due else None
    return order if order and pipe.good("judge", game=game, order=order)["verdict"]["verdict"] == "legal" else None


def record(pipe, scenario, rulebook, how, seed, most):
    """Plays one game and gives its log."""
    loaded, game = begin(pipe, scenario, rulebook and FOLDER / rulebook, how, seed)
    sides = {figure["name"]: figure["side"] for figure in loaded["figures"]}
    dice = random.Random(seed)
    given = 0
    while given < most:
        state = pipe.good("state", game=game)["state"]
        if state["ended"]:
            break
        order = chase(dice, state, sides) if state["turn"] and dice.random() < 0.04 else None
        if how == "typed" and given and given % 7 == 0 and given // 7 <= len(EDITS):
            order = EDITS[given // 7 - 1]
        if order and pipe.good("judge", game=game, order=order)["verdict"]["verdict"] != "legal":
            order = None
        if not order:
            options = pipe.good("options", game=game)["options"]["options"] or ["next"]
            order = choose(dice, how, options, state, sides)
        answer = pipe.good("play", game=game, order=order)
        given += 1
        if how == "typed":
            last = given >= most * 3 // 4 and answer["played"] == "waiting" and answer["wanted"]["dice"] == 3
            answer = typed(pipe, dice, game, answer, stop=last)
            if answer["played"] == "waiting":
                break
            if given % 40 == 0:
                pipe.good("undo", game=game, count=2, past_dice=True)
    return end(pipe, loaded, game)


def place(text):
    """Inches of a place on a table, from "12,3.5@2"."""
    ground, _, height = text.partition("@")
    x, y = ground.split(",")
    return float(x), float(y), float(height or 0)


def written(x, y, z):
    """The other way round."""
    def number(value):
        return f"{round(value, 3):g}"
    return f"{number(x)},{number(y)}" + (f"@{number(z)}" if z else "")


def record_table(pipe, game, known, next_order, edits, every):
    """Plays one game on a table and gives its log. `known` makes of the scenario what next_order has to know of it; of the edits the typed
    game has one at each so many orders, where it is legal."""
    scenario, rulebook, how, seed, most = game
    loaded, game = begin(pipe, scenario, rulebook and ROOT / rulebook, how, seed)
    facts = known(pipe.good("log", game=game)["log"]["scenario"])
    dice = random.Random(seed)
    for given in range(1, most + 1):
        state = pipe.good("state", game=game)["state"]
        if state["ended"]:
            break
        order = edit_due(pipe, game, how, given, edits, every) or next_order(pipe, dice, game, state, facts)
        answer = pipe.good("play", game=game, order=order)
        if how == "typed":
            answer = typed(pipe, dice, game, answer, stop=given >= most * 3 // 4)
            if answer["played"] == "waiting":
                break
        if given % 40 == 0:
            pipe.good("undo", game=game, count=2, past_dice=True)
    return end(pipe, loaded, game)


def record_all(pipe, required, games, play, least):
    """Every game of a family, each with the seed out of a few that adds most to what the games before it have shown; after that more seeds
    until everything required is there."""
    best = {}

    def missing(name=None, shown=()):
        others = set().union(*(b[1] for key, b in best.items() if key != name))
        return len(required - others - set(shown))

    for offset in range(0, 4000, 100):
        for name, (scenario, rulebook, how, seed, most) in games.items():
            if offset >= 600 and missing() == 0:
                return {key: best[key][0] for key in games}
            try:
                log = play(pipe, scenario, rulebook, how, seed + offset, most)
                _, shown = retrace(pipe, log)
            except RuntimeError as error:  # a fault of the program: it is told, and another seed taken
                print(f"{name}, seed {seed + offset}: {error}")
                continue
            if len(log["entries"]) >= least and (name not in best or missing(name, shown) < missing()):
                best[name] = (log, {key for key in shown if shown[key]})
    raise RuntimeError("no seeds were found that show everything; missing: "
                       + ", ".join(sorted(required - set().union(*(b[1] for b in best.values())))))


def text_of(log):
    """A log as it is kept: one line for each entry, so that a diff can be read."""
    parts = []
    for name, value in log.items():
        if name == "entries":
            lines = ",\n    ".join(json.dumps(entry) for entry in value)
            parts.append(f'  "entries": [\n    {lines}\n  ]')
        else:
            parts.append(f"  {json.dumps(name)}: {json.dumps(value)}")
    return "{\n" + ",\n".join(parts) + "\n}\n"


def count_events(answer, seen):
    for event in answer["events"]:
        name = event["event"]
        seen[f"roll {event['roll']} {event.get('outcome', '')}".rstrip() if name == "roll" else name] += 1


def retrace(pipe, log):
    """Plays the entries of a log with its dice and choices; gives the log made by that, and what happened how often."""
    loaded = pipe.good("load", scenario=log["scenario"])
    game = pipe.good("new", scenario=loaded["scenario"], seed=int(log["seed"]), dice="asked", choices="asked")["game"]
    seen = Counter()
    for entry in log["entries"]:
        if "undo" in entry:
            pipe.good("undo", game=game, count=entry["undo"], past_dice=True)
            seen["undo"] += 1
            continue
        dice, choices = list(entry.get("dice", [])), list(entry.get("choices", []))
        answer = pipe.good("play", game=game, order=entry["order"])
        seen["order " + group(entry["order"])] += 1
        count_events(answer, seen)
        while answer["played"] == "waiting" and (dice if answer["wanted"]["what"] == "roll" else choices):
            if answer["wanted"]["what"] == "roll":
                answer = pipe.good("answer", game=game, dice=dice.pop(0))
            else:
                seen["choice " + answer["wanted"]["choice"]] += 1
                answer = pipe.good("answer", game=game, option=choices.pop(0))
            count_events(answer, seen)
        if answer["played"] == "refused" or dice or choices:
            raise RuntimeError(f"{entry['order']}: {answer['played']}, left over: {dice} {choices}")
        seen["waiting"] += answer["played"] == "waiting"
    seen["game over"] += pipe.good("state", game=game)["state"]["ended"]
    again = pipe.good("log", game=game)["log"]
    pipe.good("unload", game=game)
    pipe.good("unload", scenario=loaded["scenario"])
    return again, seen
