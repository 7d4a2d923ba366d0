#!/usr/bin/env python3
"""Hidden stays hidden: two games that differ only in what one side has declared give the other side the same bytes, in answer to
every request of `quickmarch pipe`, every command with --side, and at the screen of `quickmarch play`.

The program is found in the variable QUICKMARCH. Ends with "N passed, M failed".
"""
import json
import os
import pty
import select
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import each

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("QUICKMARCH", str(ROOT / "build" / "release" / "quickmarch"))
ENVIRONMENT = {**os.environ, "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8", "TERM": "xterm"}

FAMILY = "tiles"
SCENARIO = str(ROOT / "scenarios" / "tiles-skirmish.json")
KINDS = {"move", "beside", "keep", "intercept", "avoid", "stay"}
REVEAL = "resolve"


def last_words(figure):
    """What a figure says to be done with declaring."""
    return [f"{figure} stay"]


def notation(a, b, here, there):
    """Orders to ask about, whether they make sense or not: a of the asking side, b of the other."""
    return [f"{a} move {here} {there} run ignore {b}", f"{a} beside {b}", f"{a} keep 3 from {b}",
            f"{a} intercept {here} {there} for {b}", f"{a} avoid 4 from {b}", f"{a} stay", f"{a} jockey {here}",
            f"{a} withdraw {here} away {b}", REVEAL, "next", f"{a} fly", f"{a} move 9999", ""]


class Pipe:
    """One running pipe; every answer that a side gets is kept as the bytes it came in."""

    def __init__(self):
        self.process = subprocess.Popen([PROGRAM, "pipe"], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.process.stdout.readline()
        self.told = []

    def line(self, request):
        self.process.stdin.write(json.dumps(request).encode() + b"\n")
        self.process.stdin.flush()
        return self.process.stdout.readline()

    def ask(self, do, side=None, keep=False, **members):
        request = {"do": do, **members, **({"side": side} if side else {})}
        answer = self.line(request)
        if keep:
            self.told.append((json.dumps(request), answer))
        return json.loads(answer)

    def good(self, do, **members):
        answer = self.ask(do, **members)
        assert answer["ok"] is True, (do, members, answer)
        return answer

    def close(self):
        self.process.stdin.close()
        self.process.stdout.close()
        return self.process.wait(timeout=20)


class Table:
    """A game in which the second side declares; `variant` tells what its first figure declares."""

    def __init__(self, variant):
        self.pipe = Pipe()
        loaded = self.pipe.good("load", path=SCENARIO)
        self.sides = loaded["sides"]
        self.figures = {side: [f["name"] for f in loaded["figures"] if f["side"] == side] for side in self.sides}
        self.pipe.good("new", scenario="s1", seed=5)
        self.asking, self.hiding = self.sides[0], self.sides[1]
        self.mine, self.theirs = self.figures[self.asking], self.figures[self.hiding]
        for _ in range(5):
            if self.declarations(self.mine[0]):
                break
            self.pipe.good("play", game="g1", order="next")
        self.choices = self.declarations(self.theirs[0])
        assert len(self.choices) > 2, "there is nothing to choose from"
        self.declared = self.choices[variant]

    def declarations(self, figure):
        options = self.pipe.good("options", game="g1", figure=figure)["options"]["options"]
        return [order for order in options if order.split()[1] in KINDS]

    def play(self, side, order):
        answer = self.pipe.good("play", game="g1", side=side, order=order)
        assert answer["played"] == "done", (order, answer)
        return answer

    def place(self, figure):
        return self.pipe.good("state", game="g1")["state"]["figures"][figure]["at"]

    def ask(self, do, **members):
        return self.pipe.ask(do, side=self.asking, keep=True, game="g1", **members)

    def ask_all(self):
        """Every request, for the asking side."""
        a, b = self.mine[0], self.theirs[0]
        orders = notation(a, b, self.place(a), self.place(b)) + notation(b, a, self.place(b), self.place(a))
        orders += self.choices[:6]
        for figure in [None, *self.mine, *self.theirs, "Nobody"]:
            self.ask("options", **({"figure": figure} if figure else {}))
        for figure in [*self.mine, *self.theirs]:
            self.ask("reach", figure=figure)
            self.ask("reach", figure=figure, risk=False)
            self.ask("threat", figure=figure)
            self.ask("plan", figure=figure, goal=self.place(a))
            self.ask("see", a=figure, b=a)
            self.ask("draw", reach=figure, threat=figure)
        for order in orders:
            self.ask("judge", order=order)
            self.ask("odds", order=order)
            self.ask("draw", order=order)
            self.ask("judge", order=REVEAL, assume=[order])
            self.ask("play", order=order, tape=[])
            self.ask("play", order=order, tape=[[1], [2], [3]])
        self.ask("state")
        self.ask("board")
        self.ask("draw", threat="all")
        self.ask("rules", clause="no such clause")
        self.ask("log")
        self.ask("log", path="/nowhere/at/all.json")
        self.ask("answer", dice=[1])
        self.ask("answer", option=1)
        self.ask("withdraw")
        for wrong in self.choices[:3]:  # for a figure of the other side
            answer = self.ask("play", order=wrong)
            assert answer["ok"] is False and answer["error"]["kind"] == "side", answer
        self.ask_bound()

    def ask_bound(self):
        """The requests that no side may give, in a batch for the side."""
        requests = [{"do": "modes", "game": "g1"}, {"do": "load", "path": SCENARIO}, {"do": "new", "scenario": "s1"},
                    {"do": "unload", "game": "g1"}, {"do": "validate", "path": SCENARIO}, {"do": "quit"},
                    {"do": "replay", "path": SCENARIO}, {"do": "batch", "requests": []}, {"do": "log", "game": "g1"},
                    {"do": "state", "game": "g1", "side": self.hiding}, {"do": "state", "game": "g1"}]
        answers = self.pipe.ask("batch", side=self.asking, keep=True, requests=requests)["answers"]
        assert [answer["ok"] for answer in answers] == [False] * 8 + [True, False, True], answers
        assert all(answer["error"]["kind"] == "side" for answer in answers[:7]), answers


def compare(one, other):
    assert len(one.pipe.told) == len(other.pipe.told)
    for (request, answer), (_, second) in zip(one.pipe.told, other.pipe.told):
        assert answer == second, f"the other side's declaration shows in the answer to {request}:\n{answer}\n{second}"
    return len(one.pipe.told)


def both(run):
    """Runs the same with two declarations; gives both tables."""
    tables = []
    for variant in (0, -1):
        table = Table(variant)
        run(table)
        tables.append(table)
        table.pipe.close()
    return tables


def test_pipe(folder):
    def run(table):
        table.ask_all()
        table.play(table.hiding, table.declared)
        table.ask_all()
        answer = table.ask("undo")
        assert answer["ok"] is False and answer["error"]["kind"] == "side", answer
        mine = table.declarations(table.mine[0])[0]
        table.play(table.asking, mine)
        table.ask_all()
        assert table.declared not in repr(table.ask("log")) and mine in repr(table.ask("log"))
        table.whole = table.pipe.good("log", game="g1")["log"]["entries"]
        assert table.ask("undo")["undone"] == 1
        table.ask_all()
        table.pipe.good("undo", game="g1", side=table.hiding)
        table.ask_all()
        table.play(table.hiding, table.declared)
        table.play(table.asking, mine)
        table.ask_all()
        assert any(entry.get("order") == table.declared for entry in table.pipe.good("log", game="g1")["log"]["entries"])
        assert table.declared in repr(table.pipe.good("log", game="g1", side=table.hiding))
    one, other = both(run)
    assert one.declared != other.declared and one.whole != other.whole
    print(f"answers compared: {compare(one, other)}")


def test_order_of_declaring(folder):
    """The same declarations in another order, and with some taken back and given anew, give the other side the same bytes."""
    def run_with(arrange):
        table = Table(0)
        declared = {figure: table.declarations(figure)[-1] for figure in table.theirs}
        other = table.declarations(table.theirs[0])[1]
        mine = [table.declarations(figure)[0] for figure in table.mine]
        play = lambda figure, order=None: table.play(table.hiding, order or declared[figure])
        back = lambda count=1: table.pipe.good("undo", game="g1", side=table.hiding, count=count)
        arrange(table, play, back, lambda: [table.play(table.asking, order) for order in mine[:2]], other)
        table.ask_all()
        table.log = table.ask("log")["log"]["entries"]
        answer = table.ask("undo", count=2)
        assert answer["undone"] == 2, answer
        table.ask_all()
        table.pipe.close()
        return table

    def plain(table, play, back, own, other):
        for figure in table.theirs[:2]:
            play(figure)
        own()

    def swapped(table, play, back, own, other):
        own()
        for figure in reversed(table.theirs[:2]):
            play(figure)

    def anew(table, play, back, own, other):
        play(table.theirs[0], other)
        back()
        play(table.theirs[1])
        play(table.theirs[0], other)
        own()
        back(2)
        play(table.theirs[1])
        play(table.theirs[0])

    tables = [run_with(arrange) for arrange in (plain, swapped, anew)]
    assert [entry.get("hidden") for entry in tables[0].log[-2:]] == tables[0].theirs[:2], tables[0].log
    print(f"answers compared: {sum(compare(tables[0], table) for table in tables[1:])}")


def test_reveal(folder):
    """Once all have declared and it is resolved, everybody knows."""
    def run(table):
        table.play(table.hiding, table.declared)
        for figure in table.theirs[1:]:
            for order in last_words(figure):
                table.play(table.hiding, order)
        for figure in table.mine:
            for order in last_words(figure):
                table.play(table.asking, order)
        if table.pipe.good("state", game="g1")["state"]["actor"] is None:
            table.pipe.good("play", game="g1", side=table.asking, order=REVEAL)
        assert table.declared in repr(table.ask("log")), "it is not revealed"
        answer = table.ask("undo", count=2)
        assert answer["ok"] is False, answer
    one, other = both(run)
    assert one.pipe.told != other.pipe.told


def test_assumptions(folder):
    """A question against given declarations of the other side, which the game does not notice."""
    def run(table):
        table.play(table.hiding, table.declared)
        before = table.pipe.line({"do": "log", "game": "g1"})
        assumed = [table.choices[1]]
        answer = table.ask("state", assume=assumed)
        assert answer["ok"], answer
        rest = [order for figure in table.theirs[1:] + table.mine for order in last_words(figure)]
        answer = table.ask("odds", order=REVEAL, assume=assumed + rest)
        assert answer["ok"] and answer["verdict"]["verdict"] == "legal", answer
        table.ask("draw", order=REVEAL, assume=assumed + rest)
        for wrong in [["fly"], [f"{table.mine[0]} move 9999"], "stay", [1]]:
            assert table.ask("judge", order=REVEAL, assume=wrong)["ok"] is False
        assert table.pipe.line({"do": "log", "game": "g1"}) == before, "the game has changed"
    compare(*both(run))


def test_commands(folder):
    """Commands on a saved game: with --side they tell what the side may know."""
    written = []

    def run(table):
        table.play(table.hiding, table.declared)
        place = Path(folder) / str(len(written))
        place.mkdir()
        table.pipe.good("log", game="g1", path=str(place / "game.json"))
        a, b = table.mine[0], table.theirs[0]
        ask = ["--side", table.asking]
        commands = [["judge", "game.json", order, *ask, *more] for order in notation(a, b, table.place(a), table.place(b))
                    for more in ([], ["--json"])]
        commands += [[do, "game.json", *what, *ask, *more] for what in ([a], [b]) for more in ([], ["--json"])
                     for do in ("reach", "options", "see")]
        commands += [["odds", "game.json", REVEAL, *ask, "--after", table.choices[1]], ["plan", "game.json", a, table.place(b), *ask],
                     ["draw", "game.json", "-o", "-", *ask], ["options", "game.json", *ask], ["play", "game.json", "--json", *ask],
                     ["play", "game.json", *ask], ["judge", "game.json", "next", "--side", "Nobody"]]
        shown = []
        for command in commands:
            done = subprocess.run([PROGRAM, *command], cwd=place, env=ENVIRONMENT, stdin=subprocess.DEVNULL, capture_output=True,
                                  timeout=60)
            assert done.returncode in (0, 1, 2, 3), (command, done)
            shown.append((command, done.returncode, done.stdout, done.stderr))
        written.append(shown)
    both(run)
    for one, other in zip(*written):
        assert one == other, f"it shows in {one[0]}:\n{one}\n{other}"


def script(lines, *arguments):
    done = subprocess.run([PROGRAM, "play", SCENARIO, *arguments, "--script"], cwd=ROOT, env=ENVIRONMENT, capture_output=True,
                          input="\n".join(lines) + "\n", timeout=60, text=True, encoding="utf-8")
    assert done.returncode in (0, 1), done.stderr
    return done.stdout


def test_screen(folder):
    """At one keyboard: what the second side sees does not depend on what the first has declared; questions and all."""
    seen = []
    for variant in (1, -1):
        table = Table(variant)
        first, second = table.figures[table.sides[0]], table.figures[table.sides[1]]
        declared = table.declarations(first[0])[variant]
        rest = [order for figure in first for order in last_words(figure)][1:]
        questions = ["log", "figures", "board", "options", f"judge {REVEAL}", f"reach {second[0]}", f"threat {first[0]}", f"see {second[0]} {first[0]}",
                     f"judge {first[0]} stay", f"{first[0]} stay", "undo", f"save {folder}/x.json", f"assume {first[0]} stay",
                     f"judge {REVEAL}", "help", "rest", "odds resolve"]
        nexts = ["next"] * sum(1 for entry in table.pipe.good("log", game="g1")["log"]["entries"])
        table.pipe.close()
        text = script([*nexts, "log", declared, *rest, *questions, "quit"], "--seed", "5")
        mark = f"{table.sides[1]} is at the screen."
        assert text.count(mark) == 1 and f"declared: {declared}" in text.split(mark)[0], text[-3000:]
        seen.append(text.split(mark)[1])
        assert "hidden" in seen[-1] and declared not in seen[-1].replace(f"judge {declared}", ""), seen[-1]
    assert seen[0] == seen[1]


def test_program_declares(folder):
    """What the program declares for its own side is hidden from the one at the keyboard."""
    table = Table(0)
    nexts = ["next"] * len(table.pipe.good("log", game="g1")["log"]["entries"])
    table.pipe.close()
    text = script([*nexts, "log", "quit"], "--seed", "5", "--side", table.hiding)
    for figure in table.mine:
        assert f"* {figure} has declared; it is hidden" in text and f"{figure}: hidden" in text, text[-2000:]
        assert not any(f"{figure} {kind}" in text for kind in KINDS), text[-2000:]


def test_turns(folder):
    """Several turns at one keyboard, with a break in the middle of declaring."""
    table = Table(0)
    names = table.figures[table.sides[0]] + table.figures[table.sides[1]]
    table.pipe.close()
    stay = [order for figure in names for order in last_words(figure)]
    turn = [*stay, REVEAL, "next", *stay, REVEAL, "next"]  # all may withdraw in the miscellaneous phase, so all say that they do not
    saved = f"{folder}/game.json"
    text = script(["screen off", "next", *turn, *turn, *stay[:len(table.mine)], f"save {saved}", "quit"], "--seed", "5")
    assert "turn 3" in text and "Everything is in the file, what is hidden too." in text, text[-2000:]
    mark = f"{table.sides[1]} is at the screen."
    assert text.count(mark) == 5, text[-2000:]
    done = subprocess.run([PROGRAM, "play", saved, "--script"], cwd=ROOT, env=ENVIRONMENT, capture_output=True, timeout=60, text=True,
                          encoding="utf-8", input="\n".join(["log", *stay[len(table.mine):], REVEAL, "log", "quit"]) + "\n")
    assert done.returncode == 0 and done.stdout.count(mark) == 1, done.stdout[-2000:]
    before, _, after = done.stdout.partition(f"> {REVEAL}\n")
    assert before.count(": hidden") == len(table.mine) and after and "hidden" not in after, done.stdout[-2000:]


def test_waiting(folder):
    """When the resolution has begun and waits for a roll there is no way back for a side."""
    table = Table(0)
    pipe, rest = table.pipe, [order for figure in table.theirs[1:] + table.mine for order in last_words(figure)]
    for order in table.choices:
        odds = pipe.good("odds", game="g1", order=REVEAL, assume=[order, *rest])["odds"]
        if len(odds["outcomes"]) > 1:
            break
    else:
        raise AssertionError("no declaration leads to a roll")
    table.play(table.hiding, order)
    for figure in table.theirs[1:] + table.mine:
        for words in last_words(figure):
            table.play(table.hiding if figure in table.theirs else table.asking, words)
    pipe.good("modes", game="g1", dice="asked")
    answer = table.ask("play", order=REVEAL)
    assert answer["played"] == "waiting" and answer["wanted"]["what"] == "roll", answer
    assert table.ask("withdraw")["error"]["kind"] == "side" and table.ask("undo")["error"]["kind"] == "side"
    assert pipe.ask("undo", game="g1", side=table.hiding)["error"]["kind"] == "side"
    while answer["wanted"]:
        who = answer["wanted"]["side"] or table.asking
        if answer["wanted"]["side"]:
            stranger = table.asking if who == table.hiding else table.hiding
            assert pipe.ask("answer", game="g1", dice=[1] * answer["wanted"]["dice"], side=stranger)["error"]["kind"] == "side"
        answer = pipe.good("answer", game="g1", dice=[1] * answer["wanted"]["dice"], side=who)
    assert order in repr(table.ask("log")), "it is not revealed"
    pipe.close()


class Terminal:
    """The program on a terminal of its own."""

    def __init__(self, *arguments):
        self.text = ""
        self.pid, self.file = pty.fork()
        if self.pid == 0:
            os.chdir(ROOT)
            os.execve(PROGRAM, [PROGRAM, "play", *arguments], ENVIRONMENT)

    def until(self, *parts, seconds=20):
        """Reads until one of the parts has come; gives what has come since the last time."""
        end = time.monotonic() + seconds
        start = len(self.text)
        while not any(part in self.text[start:] for part in parts):
            ready, _, _ = select.select([self.file], [], [], max(0, end - time.monotonic()))
            assert ready, f"waited for {parts} in vain; got:\n{self.text[start:][-2000:]}"
            self.text += os.read(self.file, 65536).decode("utf-8", "replace")
        return self.text[start:]

    def type(self, line):
        os.write(self.file, (line + "\n").encode())

    def close(self):
        os.write(self.file, b"quit\n")
        try:
            os.write(self.file, b"\n")
            while os.read(self.file, 65536):
                pass
        except OSError:
            pass
        os.waitpid(self.pid, 0)
        os.close(self.file)


CLEAR = "\x1b[3J"


def test_terminal(folder):
    """The screen is cleared, with what scrolled off it, before the other side comes to it; a declaration may be taken back."""
    table = Table(0)
    nexts = len(table.pipe.good("log", game="g1")["log"]["entries"])
    declared = table.declarations(table.mine[0])[0]
    table.pipe.close()
    words = [declared, *[order for figure in table.mine for order in last_words(figure)][1:]]
    terminal = Terminal(SCENARIO, "--seed", "5", "--color", "never")
    prompt = "> "
    for _ in range(nexts):
        terminal.until(prompt)
        terminal.type("next")
    terminal.until(f"Hand over to {table.asking}; press Enter")
    terminal.type(words[0])
    text = terminal.until("only Enter here; type it again")  # nothing typed is lost without a word
    assert prompt not in text, text
    terminal.type("")
    for word in words:
        text = terminal.until(prompt)
        assert CLEAR not in text
        terminal.type(word)
    text = terminal.until("'undo' takes back your last order")
    assert "declared: " in text and CLEAR not in text, text
    terminal.type("log")
    terminal.until("only Enter or 'undo' here")
    terminal.type("undo")
    terminal.until(prompt)
    terminal.type(words[-1])
    terminal.until("'undo' takes back your last order")
    terminal.type("")
    terminal.until(f"Hand over to {table.hiding}; press Enter")
    assert CLEAR in terminal.text
    terminal.type("")
    terminal.until(prompt)
    terminal.type("log")
    text = terminal.until("hidden")
    after = terminal.text[terminal.text.rindex(CLEAR):]
    assert declared not in after and "declared: " not in after, after
    for command, says in (("undo! 1", "which only that side may do"), ("undo! 99", "which only that side may do"),
                          ("undo", "only your own declarations"), ("figures", "declared")):
        terminal.type(command)
        terminal.until(says)
    terminal.close()


def known():
    done = subprocess.run([PROGRAM, "rules"], cwd=ROOT, capture_output=True, text=True, encoding="utf-8", timeout=60)
    return any(line.split()[:1] == [FAMILY] for line in done.stdout.splitlines()) or FAMILY in done.stdout.split()


def main():
    if not known() or not Path(SCENARIO).exists():
        print(f"skipped: this program has no family '{FAMILY}', or {SCENARIO} is missing\n0 passed, 0 failed")
        return 0
    return each.main(globals(), tempfile.TemporaryDirectory)


if __name__ == "__main__":
    sys.exit(main())
