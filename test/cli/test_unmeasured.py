#!/usr/bin/env python3
"""What may not be measured before an order is given is not told before, by anything: two tables that differ only in such a
distance (a gap just narrow enough and one just too wide, an enemy just near enough and one just too far) give the same answers to
every question, but for the place itself that differs. Where measuring is free, they do not.

The program is found in the variable QUICKMARCH. Ends with "N passed, M failed".
"""
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import each

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("QUICKMARCH", str(ROOT / "build" / "release" / "quickmarch"))
ENVIRONMENT = {**os.environ, "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8", "TERM": "xterm", "COLUMNS": "200"}
LEFT_OUT = "jumps across are left out here, as nobody may measure them before they are declared (WB-22)"
OPEN = "warband-2025"  # an edition in which jumps may be measured …
ALL = "premeasure=yes"  # … and with this engaging, too


def show(number):
    """A number as places are told."""
    return f"{number:.3f}".rstrip("0").rstrip(".")


class Table:
    """A table, and its coordinates that are not the same on the other one; places beyond `border` moved with it."""

    def __init__(self, folder, name, scenario, places, phases, border=None):
        self.path = str(Path(folder) / f"{name}.json")
        Path(self.path).write_text(json.dumps(scenario))
        self.places = {show(value): token for token, value in places.items()}
        self.steps = [word for _ in range(phases) for word in ("--after", "next")]
        self.phases, self.border, self.around = phases, border, ""

    def moved(self, place):
        beyond = round(float(place.group(1)) - self.border, 3)
        return f"FAR+{show(beyond)},{place.group(2)}" if beyond >= 0 else place.group(0)

    def blank(self, text):
        if self.border:
            text = re.sub(r"(?<![\d.,])(\d+(?:\.\d+)?),(\d)", self.moved, text)
        for value in sorted(self.places, key=len, reverse=True):
            text = re.sub(rf"(?<![\d.]){re.escape(value)}(?![\d.]*\d)", self.places[value], text)
        return text.replace(self.path, "TABLE")

    def plain(self, text):
        """A picture without its coordinates: what it shows, and every text in it. Of reach, links and options only what is above
        the ground: how far the walls are apart down there can be walked, and measured."""
        if self.border:
            text = re.sub(r'"?Ada (move|run)[^\n"]* drop [\d.]+,[\d.]+["\n],?', "", text)
            text = re.sub(r"\n +(\d+  Ada|move:|run:) [^\n]*", "", text)  # the numbered list of 'play'
            text = re.sub(r"could take \d+ links|\n  (climb|drop) [^\n]*", "", text)
            # why there is no way, where that is a matter of how far it is on foot down there; in JSON and in words
            text = re.sub(r'"reasons":\[\{.*?\}\],"tried":"[^"]* drop [^"]*"', "", text)
            text = re.sub(r"the shortest way found would be [^\n]* drop [^\n]*\n(  [^\n]*\n)+", "", text)
            text = re.sub(r'\{"leg":"(climb|drop)","from":\{[^{}]*\},"to":\{[^{}]*\},[^{}]*\},?', "", text)
        text = re.sub(r"\n {5}0 +5\b[^\n]*(\n[ \d]{4}[|+][^\n]*)+", "", text)  # the plan of 'play': where all are, places are told
        text = re.sub(r'"count":\d+', "", text)
        text = re.sub(r"\n *height 0: [^\n]*", "", text)
        text = re.sub(r'\{"height":0,[^{}]*\}', "", text)
        if "<svg" in text:
            text = text.replace('\\"', '"')  # lines are broken as wide as coordinates are
            text = re.sub(r'</text>(\\n|\n)<text x="[^"]*" y="[^"]*" font-size="[^"]*">', " ", text)
            text = re.sub(r'=\\?"[^"\\]*\d[^"\\]*\\?"', "", text)
        return self.blank(text)

    def run(self, *command, given=None, steps=True):
        name, *rest = command
        done = subprocess.run([PROGRAM, name, self.path, *rest, *(self.steps if steps else [])], cwd=ROOT, env=ENVIRONMENT,
                              capture_output=True, timeout=60, input=(given or "").encode())
        assert done.returncode in (0, 1, 2, 3), (command, done)
        return done.returncode, self.plain(done.stdout.decode()), self.plain(done.stderr.decode())

    def pipe(self, requests, rules=None, settings=(), answers=None, **modes):
        """The answers as they are; with `answers` what is wanted of them."""
        load = {"do": "load", "path": self.path, "set": list(settings)}
        lines = [{**load, "rules": rules} if rules else load, {"do": "new", "scenario": "s1", "seed": 5, **modes}]
        lines += [{"do": "play", "game": "g1", "order": "next"}] * self.phases
        lines += [{**request, "game": "g1"} for request in requests]
        done = subprocess.run([PROGRAM, "pipe"], cwd=ROOT, env=ENVIRONMENT, capture_output=True, timeout=60,
                              input="".join(json.dumps(line) + "\n" for line in lines).encode())
        # the first line greets; the handles of what was loaded carry a hash of the table
        told = done.stdout.decode().split("\n")[3 + self.phases:]
        assert len(told) == len(requests) + 1, done
        return [json.loads(line) for line in told[:-1]] if answers else [self.plain(line) for line in told]


def side(name, figures, **more):
    return [{"name": who, "side": name, "move": 6, "agility": 10, "at": at, **more} for who, at in figures.items()]


EDGE, LANE = 16.37, 12.41


def gap(folder, width, rise=0.0, phases=3, **figure):
    """Two roofs a gap apart, a third behind, and a balcony aside; Ada is at the edge, an enemy far away."""
    far, top = round(EDGE + width, 3), round(9.07 + rise, 3)
    past = [round(far + more, 3) for more in (3.61, 5.13, 7.17, 11.19)]  # all that is beyond the gap moves with it
    scenario = {
        "quickmarch": "scenario", "version": 1, "rules": "warband",
        "board": {"space": "table", "width": 50, "depth": 30, "prisms": [
            {"name": "house", "box": [10.11, 10.13, EDGE, 18.17], "top": 9.07},
            {"name": "barn", "box": [far, 10.13, past[1], 18.17], "top": top},
            {"name": "annexe", "box": [past[2], 10.13, past[3], 18.17], "top": 9.07},
            {"name": "balcony", "box": [12.11, 7.19, 14.23, 10.13], "top": 1.53}],
            "ladders": [{"name": "ladder", "foot": [9.51, 12.41], "head": [10.61, 12.41, 9.07]}]},
        "sides": ["red", "blue"],
        "figures": side("red", {"Ada": f"{EDGE},{LANE}@9.07"}, **figure) + side("red", {"Abe": "2.03,28.07"}) +
        side("blue", {"Bo": "3.03,2.09"}),
        "end": {"last_standing": False}}
    table = Table(folder, f"gap{width}-{rise}", scenario, {}, phases, far)
    table.landing = f"{show(far)},{LANE}@{show(top)}"
    table.behind = f"{show(past[0])},13.71@{show(top)}"
    foot = f"{show(round(past[1] + 0.492, 3))},{LANE}"  # beside the far side of the far roof, which is left from there alone
    table.feet = [f"climb {foot}", f"ladder {foot}", f"climb {foot}@1"]
    table.edge, table.next = f"{show(past[1])},{LANE}@{show(top)}", f"{show(past[2])},{LANE}@9.07"
    return table


def gap_orders(t):
    to, behind, edge = t.landing, t.behind, t.edge
    ways = [f"jump {to}", f"jump {to} {behind}", f"jump {to} {edge}", f"jump {to} {edge} jump {t.next}", f"via {to}", to,
            f"climb {to}", f"drop {to}", f"ladder {to}", f"fly {to}", f"jump {to} via {behind}", f"15.31,13.27@9.07 jump {to}", f"15.31,13.27@9.07 drop {to}",
            f"15.31,13.27@9.07 {EDGE},{LANE}@9.07 jump {to}", f"jump {to} drop {edge.split('@')[0]}", f"jump {to} climb {edge.split('@')[0]}",
            f"jump {to} jump {EDGE},{LANE}@9.07", f"jump {behind}", f"jump {to} climb {behind}", f"jump {to} {to}", f"jump {to} drop {edge}",
            f"jump {to} " + " ".join([behind, edge] * 3), f"climb {behind}", f"drop {behind}", "climb 13.11,19.43", *t.feet]
    backwards = f"{EDGE},13.11@9.07 jump 12.11,{LANE}@9.07"  # no edge leads there but those of the roofs beyond
    return [f"Ada {kind} {way}" for kind in ("move", "run") for way in [*ways, backwards]]


def duel(folder, distance, phases=2, hidden=False, watcher=3.11, name="duel", mud=False, **figure):
    """Ada and an enemy that she would touch after so much movement, straight ahead, across mud or not; another one beside the way."""
    at = round(4.09 + distance + 0.984, 3)
    scenario = {
        "quickmarch": "scenario", "version": 1, "rules": "warband",
        "board": {"space": "table", "width": 60, "depth": 30,
                  "prisms": [{"name": "screen", "box": [8.03, 1.01, 8.13, 7.07], "top": 6}] if hidden else [],
                  "zones": [{"name": "mud", "box": [5.71, 0, 6.31, 30], "kind": "difficult"}] if mud else []},
        "sides": ["red", "blue"],
        "figures": side("red", {"Ada": "4.09,4.07"}, **figure) + side("red", {"Abe": "2.03,28.07"}) +
        side("blue", {"Bo": f"{show(at)},4.07", "Cy": f"7.51,{show(4.07 + watcher)}", "Dee": "55.03,25.09"}),
        "end": {"last_standing": False}}
    table = Table(folder, f"{name}{distance}-{watcher}-{phases}", scenario,
                  {"BO": at, "TOUCH": at - 0.984, "WATCHER": 4.07 + watcher}, phases)
    table.landing, table.around = f"{show(at - 0.984)},4.07", "via 7.03,8.11 via 9.03,8.11 " if hidden else ""
    return table


def duel_orders(t):
    to = t.landing
    if t.around:  # the shortest way touches the enemy somewhere else on each table
        return [f"Ada engage Bo {t.around}{leg}" for leg in (f"via {to}", to, f"jump {to}", f"climb {to}", f"{to} {to}")]
    ways = ["", f"via {to}", to, "via 7.03,4.07", f"via 7.03,4.07 via {to}", "climb 7.03,4.07@3", f"jump {to}", f"drop {to}", f"climb {to}", f"{to} {to}",
            f"5.03,1.11 {to}"]
    return [f"Ada engage Bo {way}".strip() for way in ways] + [f"Ada {kind} {to}" for kind in ("move", "run")] + ["Ada engage Dee", "Ada engage Cy"]


QUESTIONS = [("reach", "Ada"), ("options", "Ada"), ("options",), ("see", "Ada"), ("see", "Bo", "Ada"), ("reach", "Ada", "--links")]


def asked(t, orders):
    """Everything that can be asked by commands before the order is given, with the answers."""
    commands = [(do, order, *form) for order in orders[:5] for do in ("judge", "odds") for form in ((), ("--json",))]
    commands += [("odds", orders[0], "--policy", policy) for policy in ("first", "last", "uniform")]
    commands += [("odds", orders[0], "--sample", "50"), ("draw", "-o", "-", "--order", orders[0])]
    commands += [("draw", "-o", "-", "--order", orders[0], *dice, *form) for dice in (("--rolled", "20"), ("--rolled", "9,8"), ("--seed", "3"))
                 for form in ((), ("--side", "red"))]
    commands += [(*question, *form) for question in QUESTIONS for form in ((), ("--json",))
                 if question[0] != "options" or not t.around]
    commands += [("reach", "Ada", "--at", t.landing, *form) for form in ((), ("--json",))]
    commands += [("plan", "Ada", t.landing, *form) for form in ((), ("--json",))]
    commands += [("draw", "-o", "-", "--reach", "Ada"), ("draw", "-o", "-", "--see", "Ada", "--target", "Bo")]
    return [(t.blank(" ".join(command)), t.run(*command)) for command in commands]


def piped(t, orders, rules=None, settings=()):
    requests = [{"do": do, "order": order, **form} for order in orders for do in ("judge", "odds", "draw")
                for form in ({}, {"side": "red"})]
    requests += [{"do": "odds", "order": orders[0], "policy": policy} for policy in ("first", "last", "uniform")]
    requests += [{"do": "odds", "order": orders[0], "side": "red", "measured": True}]
    requests += [{"do": do, "figure": "Ada", **form} for do in ("reach", "options")[:1 if t.around else 2]
                 for form in ({}, {"side": "red"})]
    requests += [{"do": "reach", "figure": "Ada", "links": True}, {"do": "draw", "reach": "Ada"}, {"do": "draw", "see": "Ada", "target": "Bo"}]
    requests += [{"do": "reach", "figure": "Ada", "at": t.landing}, {"do": "plan", "figure": "Ada", "goal": t.landing},
                 {"do": "see", "a": "Ada", "b": "Bo"}, {"do": "see", "a": "Bo", "b": "Ada"}, {"do": "state"}]
    requests += [{"do": "judge", "order": order, "assume": ["Abe stay"]} for order in orders[:3]]
    # what could be learnt by supposing: the order itself, the next phase, and edits
    requests += [{"do": do, "a": "Ada", "b": "Bo", "assume": [order], **form} for order in [*orders[:12], "next"]
                 for do in ("see",) for form in ({}, {"side": "red"}) if order != "next" or t.phases < 3]
    requests += [{"do": "see", "a": "Ada", "b": "Bo", "side": "red", "assume": [f"Ada place {t.landing}"]}]
    # and by dice that are known not to fit
    requests += [{"do": "play", "order": order, "side": "red", "tape": [[10]] * 9} for order in orders[:4]]
    return list(zip([t.blank(json.dumps(request)) for request in requests], t.pipe(requests, rules, settings)))


def played(t, orders):
    """The screen, with every question that can be typed there."""
    lines = ["next"] * t.phases + ["reach Ada", "see Ada Bo", "see Ada", "figures", "board", f"plan Ada {t.landing}", "help"]
    lines += [f"{do} {order}" for order in orders for do in ("judge", "odds", "assume")] + ["quit"]
    return [("play", t.run("play", "--script", "--seed", "5", given="\n".join(lines) + "\n", steps=False))]


def everything(t, orders, commands, settings):
    """By the pipe; where no setting is changed on the screen too, and if wanted by every command."""
    return piped(t, orders, settings=settings) + (asked(t, orders) if commands else []) + (
        played(t, orders) if not settings else [])


def same(pair, orders, commands=False, settings=()):
    """The same answers on both tables; how many."""
    one, other = (everything(table, orders(table), commands, settings) for table in pair)
    assert len(one) == len(other)
    for (question, answer), (second, reply) in zip(one, other):
        assert question == second, (question, second)
        assert answer == reply, f"the distance shows in the answer to {question}:\n{answer}\n{reply}"
    return len(one)


def differ(pair, orders, rules=None, settings=()):
    """Which questions tell the two tables apart."""
    one, other = (piped(table, orders(table)[:1], rules, settings) for table in pair)
    return {json.loads(question)["do"] for (question, answer), (_, reply) in zip(one, other) if answer != reply}


def test_gaps(folder):
    """Just narrow enough to be jumped and just too wide, just free and just not, and far from either."""
    count = sum(same([gap(folder, width) for width in widths], gap_orders, commands)
                for widths, commands in (((3, 3.001), True), ((1, 1.001), False), ((2.1, 4.3), False)))
    print(f"answers compared: {count}")


def test_heights(folder):
    """Landings that are too high, and lower ones, by so much too that one might jump down to them."""
    count = 0
    for rise, move in ((1.5, 6), (-0.9, 6), (-5.3, 3)):  # with more movement she could climb down, cross the ground and climb up
        for widths in ((2.9, 3.1), (1, 1.001)):
            count += same([gap(folder, width, rise=rise, move=move) for width in widths], lambda t: gap_orders(t)[:13])
    print(f"answers compared: {count}")


def test_gaps_by_other_readings(folder):
    readings = ["jump_measure=gap", "jump_distance=space", "jump_short=falls", "narrow_rise=climb_only", "check_places=any",
                "across_down=step", "jump_cost=free", "fall_ends_move=unhurt_goes_on", "jump_height=either"]
    count = 0
    for reading in readings:
        for widths in ((3, 3.001), (1, 1.001)):
            pair = [gap(folder, width, rise=1.2 if "narrow" in reading else 0) for width in widths]
            count += same(pair, lambda t: gap_orders(t)[:8], settings=[reading])
    print(f"answers compared: {count}")


def test_engaging(folder):
    """An enemy just near enough to be engaged and just too far, seen and not seen, and beyond any range."""
    count = 0
    for near, far in ((9, 9.001), (6, 6.001), (3, 3.001), (5.3, 21.7)):
        count += same([duel(folder, distance) for distance in (near, far)], duel_orders, near == 9)
    for near, far in ((9, 9.001), (7.2, 21.7)):
        count += same([duel(folder, distance, hidden=True, watcher=15.11, name="around") for distance in (near, far)], duel_orders)
    pair = [duel(folder, distance, mud=True, name="mud") for distance in (7, 7.001)]
    count += same(pair, duel_orders)
    for far, rules in ((7, ()), (9, ("--set", "difficult_loss=0")), (0, ("--set", "difficult_loss=11"))):  # what the ground leaves
        told = pair[0].run("judge", "Ada engage Bo", *rules)[1]
        assert f'measured only when it is done; at most {far}"' in told, told
    print(f"answers compared: {count}")


def test_before_and_after_engaging(folder):
    """From the beginning of a turn on nothing tells how far enemies are; in the move phase it may be measured."""
    orders = lambda t: ["Ada engage Bo", f"Ada move {t.landing}"]
    for phases in (0, 1, 2, 5):
        same([duel(folder, distance, phases=phases) for distance in (9, 9.001)], orders)
    moving = differ([duel(folder, distance, phases=3) for distance in (9, 9.001)], lambda t: [f"Ada move {t.landing}"])
    assert "see" in moving, moving


def test_steppers(folder):
    """Whether somebody could step into the way is not told either."""
    pair = [duel(folder, 8, watcher=watcher, name="step") for watcher in (2.9, 3.3)]
    one, other = ([t.run("odds", "Ada engage Bo", "--policy", "first", "--measured") for t in pair])
    assert one != other, "the tables do not differ"
    print(f"answers compared: {same(pair, lambda t: ['Ada engage Bo', f'Ada engage Bo via {t.landing}'])}")


def test_open(folder):
    """Where measuring is free, and for a game master, the same tables are told apart."""
    gaps = [gap(folder, width) for width in (3, 3.001)]
    duels = [duel(folder, distance) for distance in (9, 9.001)]
    found = differ(gaps, gap_orders, OPEN)
    assert {"judge", "odds", "reach", "plan", "draw"} <= found, found
    assert not differ(duels, duel_orders, OPEN), "jumps alone are measured there"
    found = differ(duels, duel_orders, OPEN, (ALL,))
    assert {"judge", "odds", "options", "see", "draw"} <= found, found
    for pair, order in ((gaps, gap_orders(gaps[0])[0]), (duels, "Ada engage Bo")):
        answers = [t.run("odds", order if pair is duels else gap_orders(t)[0], "--measured") for t in pair]
        assert answers[0] != answers[1], answers
        answers = [t.run("odds", order if pair is duels else gap_orders(t)[0], "--measured", "--side", "red") for t in pair]
        assert answers[0] == answers[1] and answers[0][0] == 2, answers


def test_one_of_them(folder):
    """Where jumps may be measured and the way of one that engages may not, nothing tells that; and the other way round."""
    jumps, engaging = ["premeasure=jumps"], ["premeasure=engaging"]
    gaps = [gap(folder, width) for width in (3, 3.001)]
    duels = [duel(folder, distance) for distance in (9, 9.001)]
    before = [duel(folder, distance, phases=1, name="before") for distance in (9, 9.001)]
    count = same(duels, duel_orders, settings=jumps) + same(before, duel_orders, settings=jumps)
    count += same([duel(folder, 8, watcher=watcher, name="aside") for watcher in (2.9, 3.3)], lambda t: ["Ada engage Bo"], settings=jumps)
    count += same(gaps, gap_orders, settings=engaging)
    found = differ(gaps, gap_orders, settings=jumps)
    assert {"judge", "odds", "reach", "plan", "draw"} <= found, found
    found = differ(duels, duel_orders, settings=engaging)
    assert {"judge", "odds", "options", "see", "draw"} <= found, found
    # an enemy on the other roof: by how much the jump is too long for the way, or too long by itself, is told to none of them
    across = []
    for width in (2.9, 3, 3.001):
        table = gap(folder, width, phases=2)
        scenario = json.loads(Path(table.path).read_text())
        scenario["figures"][2]["at"] = f"{show(round(table.border + 2.984, 3))},{LANE}@9.07"
        Path(table.path).write_text(json.dumps(scenario))
        across.append(table)
    over = lambda t: [f"Ada engage Bo jump {t.landing} {show(round(t.border + 2, 3))},{LANE}@9.07"]
    for do in ("judge", "odds"):  # how far he is may be seen, and the jump is the same to both
        told = [table.run(do, over(table)[0], *form, "--set", "premeasure=engaging") for table in across for form in ((), ("--json",))]
        assert told[0::2] == told[:1] * 3 and told[1::2] == told[1:2] * 3, told
        assert do == "odds" or ("legal (" in told[0][1] and "measured only when it is done" in told[0][1]), told
    assert "jumps across are left out" in gaps[0].run("reach", "Ada", "--set", "premeasure=engaging")[1]
    assert "jumps across are left out" not in gaps[0].run("reach", "Ada", "--set", "premeasure=jumps")[1]
    print(f"answers compared: {count}")


def take_back(t, orders, **form):
    """What becomes of taking back what was ordered last; dice are asked for."""
    back = [{"do": "withdraw"}, {"do": "undo"}, {"do": "undo", "past_dice": True}]
    answers = t.pipe([{"do": "play", "order": order} for order in orders] + [{**one, **form} for one in back], answers=True,
                     dice="asked")
    assert all(answer["ok"] for answer in answers[:len(orders)]), answers
    return answers[len(orders) - 1], [answer["ok"] for answer in answers[len(orders):]]


def test_taking_back(folder):
    """A distance that has been told cannot be told for nothing: the order stands, whatever it waits for; a game master alone
    takes it back, and that is in the log."""
    for width, waits in ((2.5, True), (3.5, True), (0.9, False)):
        t = gap(folder, width)
        jump = f"Ada move jump {t.landing}"
        told, refused = take_back(t, [jump], side="red")
        assert refused == [False, False, False], (width, refused)
        assert bool(told["wanted"]) == waits and (not waits or told["wanted"]["measured"] is True), told
        assert take_back(t, [jump])[1] == [False, False, True], width
    t = gap(folder, 2.5)
    told, refused = take_back(t, [f"Ada move drop {EDGE + 1.2:.2f},{LANE}"], side="red")  # nothing is measured before the die
    assert "measured" not in told["wanted"] and refused[0] is True, (told, refused)


def test_taking_back_engaging(folder):
    for distance in (4, 30):
        t = duel(folder, distance)
        assert take_back(t, ["Ada engage Bo"], side="red")[1] == [False, False, False], distance
        assert take_back(t, ["Ada engage Bo"])[1] == [False, False, True], distance
    t = duel(folder, 7, hidden=True, watcher=15.11, name="around")  # the roll comes before anything is measured
    told, refused = take_back(t, [f"Ada engage Bo {t.around}via {t.landing}"], side="red")
    assert "measured" not in told["wanted"] and refused[0] is True, (told, refused)
    t = duel(folder, 7)  # the phase in which one may measure has begun
    assert take_back(t, ["next"])[1] == [False, False, True]
    assert take_back(t, ["Abe engage Bo", "next"], side="red")[1] == [False, False, False]
    given = "\n".join(["next", "next", "next", "undo", "undo!", "quit"]) + "\n"
    told = t.run("play", "--script", "--seed", "5", given=given, steps=False)[1]
    assert "something was measured" in told and "Taken back: 1 order" in told, told


def test_measured(folder):
    """A game master who measures is told all, by every question and command; a side is not."""
    near, far = gap(folder, 3), gap(folder, 3.001)
    jump = [f"Ada move jump {t.landing}" for t in (near, far)]
    requests = [[{"do": "judge", "order": order}, {"do": "odds", "order": order}, {"do": "reach", "figure": "Ada", "at": t.landing},
                 {"do": "plan", "figure": "Ada", "goal": t.landing}, {"do": "options", "figure": "Ada"}]
                for t, order in zip((near, far), jump)]
    told = [t.pipe([{**request, "measured": True} for request in asked_for], answers=True)
            for t, asked_for in zip((near, far), requests)]
    verdict, beyond = told[0][0]["verdict"], told[1][0]["verdict"]
    assert verdict["cost"] == 3 and "unmeasured" not in verdict and "warnings" not in verdict, verdict
    warning = beyond["warnings"][0]
    assert beyond["verdict"] == "legal" and beyond["chance"] == 0 and warning["reason"] == "sure-jump-long", beyond
    assert (warning["needed"], warning["had"], warning["value"]) == (3.001, 3, 9.07), warning
    chances = [{end["end"]: end["chance"] for end in answers[1]["odds"]["ends"]} for answers in told]
    assert chances[0]["standing"] == 0.55 and chances[1]["standing"] == 0, chances
    assert [answers[2]["reach"]["cost"] == 3 for answers in told] == [True, False], told[1][2]
    assert [any(" jump " in way["order"] for way in answers[3]["plan"]["ways"]) for answers in told] == [True, False], told[1][3]
    over = [[order for order in answers[4]["options"]["options"] if " jump " in order and order.endswith("@9.07")] for answers in told]
    assert over[0] and not over[1], over  # onto the balcony there are others
    for answer in near.pipe([{**request, "measured": True, "side": "red"} for request in requests[0]], answers=True):
        assert not answer["ok"] and "game master" in json.dumps(answer), answer
    for command in (("judge", jump[1]), ("odds", jump[1])):
        assert "fails by itself" not in far.run(*command)[1] and "fails by itself" in far.run(*command, "--measured")[1], command
    drawn = ("draw", "-o", "-", "--order", jump[1], "--rolled", "20")
    status, picture, complaint = far.run(*drawn)
    assert status == 2 and not picture and "a game master adds --measured" in complaint, complaint
    picture = far.run(*drawn, "--measured")[1]
    assert "3.001" in picture and "What happens with these dice" in picture, picture
    assert "What happens" not in far.run(*drawn[:-2], "--seed", "1")[1]
    assert "What happens" in far.run(*drawn[:-2], "--seed", "1", "--measured")[1]
    assert "3.001" in far.pipe([{"do": "draw", "order": jump[1], "measured": True}])[0]
    for command in (("plan", "Ada", near.landing), ("options", "Ada"), ("reach", "Ada", "--links")):
        told, measured = near.run(*command)[1], near.run(*command, "--measured")[1]
        assert "jump" not in told.replace("jump down", "").replace(LEFT_OUT, "") and "jump" in measured.replace(LEFT_OUT, ""), command
    status, _, complaint = near.run("reach", "Ada", "--measured", "--side", "red")
    assert status == 2 and "game master" in complaint, complaint
    engaging = duel(folder, 7)
    assert 'distance 7"' in engaging.run("see", "Ada", "Bo", "--measured")[1], engaging.run("see", "Ada", "Bo", "--measured")
    sight = engaging.pipe([{"do": "see", "a": "Ada", "b": "Bo", "measured": True}], answers=True)[0]["sight"]
    assert sight["distance"] == 7, sight
    # what follows a jump is too dear: it is judged as it would be given, and that is a warning
    wide = gap(folder, 2.1)
    late = wide.run("judge", f"Ada move jump {wide.landing} {wide.edge}", "--measured")[1]
    assert "legal" in late and "warning: Ada needs 7.23" in late, late


def test_treasure(folder):
    """That an enemy is too near to take a treasure is told, not how near, nor which of two is nearer."""
    def hoard(name, near, other):
        figures = side("red", {"Ada": "20.03,5.07"}) + side("blue", {"Bo": f"{near},5.07", "Cy": f"20.03,{other}"})
        table = Table(folder, name, {"quickmarch": "scenario", "version": 1, "rules": "warband", "sides": ["red", "blue"], "figures": figures,
                                     "board": {"space": "table", "width": 40, "depth": 20},
                                     "items": [{"name": "gem", "at": "20.03,5.07"}]}, {"BO": near, "CY": other}, 1)
        table.landing = "24.11,9.13"
        return table
    pair = [hoard("one", 21.73, 7.35), hoard("other", 22.39, 6.71)]
    print(f"answers compared: {same(pair, lambda t: ['Ada take gem'], commands=True)}")
    one, other = ([t.run("judge", "Ada take gem", "--rules", OPEN, "--set", ALL, *form) for form in ((), ("--json",))] for t in pair)
    assert 'Bo is too near to gem, 1.208" away' in one[0][1] and 'Cy is too near to gem, 1.148" away' in other[0][1], (one, other)
    for rules in ("warband", OPEN):
        assert "too near to gem: enemies" in pair[0].run("judge", "Ada take gem", "--rules", rules)[1]
    assert '"needed":' in one[1][1] and '"needed":' not in pair[0].run("judge", "Ada take gem", "--json")[1]


def test_onto_an_ally(folder):
    """A jump onto an ally who can be passed is refused over a free gap as over any other; where gaps are measured, the free one is taken."""
    pair = [gap(folder, width) for width in (0.9, 1.5)]
    for table in pair:
        scenario = json.loads(Path(table.path).read_text())
        scenario["figures"][1]["at"] = f"{show(table.border + 0.3)},{LANE}@9.07"  # so that he is clear of the take-off
        Path(table.path).write_text(json.dumps(scenario))
    order = lambda t: f"Ada move jump {t.landing} {t.behind}"
    near, far = (t.run("judge", order(t)) for t in pair)
    assert near == far and "could not stop where the jump lands" in near[1], (near, far)
    near, far = (t.run("judge", order(t), "--set", "premeasure=yes") for t in pair)
    assert "legal (" in near[1] and "could not stop where the jump lands" in far[1], (near, far)
    done = subprocess.run([PROGRAM, "rules", "warband", "occupied_top"], env=ENVIRONMENT, capture_output=True, timeout=60).stdout.decode()
    assert "premeasure" in done, done


def test_labels(folder):
    """A picture names a jump without its rise, which may be too much, as without its length; a climb of the same order keeps its height."""
    scenario = {"quickmarch": "scenario", "version": 1, "rules": "warband",
                "board": {"space": "table", "width": 22, "depth": 10, "prisms": [
                    {"name": "wall", "box": [10, 2, 10.8, 8], "top": 3}, {"name": "roof", "box": [11.7, 2, 20, 8], "top": 4.5}]},
                "sides": ["red", "blue"], "figures": side("red", {"Ada": "8.5,5"}, radius=0.5) + side("blue", {"Bo": "2,8"})}
    table = Table(folder, "labels", scenario, {}, 3)
    order = ["--order", "Ada move 9.5,5 climb 10,5@3 10.8,5@3 jump 11.7,5@4.5", "-o", "-", *table.steps]
    for command in (["draw", table.path], ["draw", table.path, "--side", "red"], ["compare", "2026", "later", "--scenario", table.path]):
        done = subprocess.run([PROGRAM, *command, *order], cwd=ROOT, env=ENVIRONMENT, capture_output=True, timeout=60)
        labels = set(re.findall(r">((?:climb|jump)(?: [+−][^<]*)?)</text>", done.stdout.decode()))
        assert labels == {"climb +3&quot;", "jump"}, (command, labels, done.stderr)


def test_left_out(folder):
    """Reach, plans and their pictures say that they have no jumps across, wherever those may not be measured: beside a gap and where there
    is none, whether there is another way or not. Nothing says so where measuring is free, or there are no jumps."""
    flat = Table(folder, "flat", {"quickmarch": "scenario", "version": 1, "rules": "warband", "sides": ["red", "blue"],
                                  "board": {"space": "table", "width": 30, "depth": 20},
                                  "figures": side("red", {"Ada": "5,5"}) + side("blue", {"Bo": "25,15"})}, {}, 3)
    gaps = [gap(folder, width) for width in (0.9, 2, 5)]
    for table, place in [(flat, "8,5"), (flat, "5,19")] + [(t, place) for t in gaps for place in (t.landing, f"{EDGE},15@9.07")]:
        for command in (("plan", "Ada", place), ("reach", "Ada", "--at", place), ("reach", "Ada"), ("reach", "Ada", "--map"),
                        ("reach", "Ada", "--links"), ("draw", "-o", "-", "--reach", "Ada"), ("draw", "-o", "-", "--links", "Ada")):
            ask = lambda *more: subprocess.run([PROGRAM, command[0], table.path, *command[1:], *table.steps, *more], cwd=ROOT,
                                               env=ENVIRONMENT, capture_output=True, timeout=60).stdout.decode()
            plain = lambda *more: " ".join(re.sub(r"<[^>]*>", " ", ask(*more)).split())
            assert plain().count(LEFT_OUT) == 1, (command, plain())
            for free in (("--measured",), ("--rules", OPEN), ("--set", "jump_most=0")):
                assert LEFT_OUT not in plain(*free), (command, free)
            if command[0] != "draw" and "--map" not in command:
                assert json.loads(ask("--json"))["left_out"]["reason"] == "plan-unmeasured", command
                assert "left_out" not in json.loads(ask("--json", "--measured")), command


def test_words(folder):
    """What is told instead."""
    jump, engaging = gap(folder, 2.5), duel(folder, 7)
    told = jump.run("judge", gap_orders(jump)[0])[1]
    assert "without what is measured only when it is done" in told, told
    told = engaging.run("judge", "Ada engage Bo")[1]
    assert 'measured only when it is done; at most 9"' in told, told
    told = engaging.run("odds", "Ada engage Bo")[1]
    assert "supposing that every distance suffices" in told, told
    verdict = json.loads(engaging.run("judge", "Ada engage Bo", "--json")[1])
    assert verdict["unmeasured"] == "whole" and "cost" not in verdict, verdict
    verdict = json.loads(jump.run("odds", gap_orders(jump)[0], "--json")[1])
    assert verdict["verdict"]["unmeasured"] == "part" and verdict["odds"]["supposed"] is True, verdict
    seen = json.loads(engaging.run("see", "Ada", "Bo", "--json")[1])
    assert '"unmeasured": true' in json.dumps(seen) and '"distance"' not in json.dumps(seen), seen


if __name__ == "__main__":
    sys.exit(each.main(globals(), tempfile.TemporaryDirectory))
