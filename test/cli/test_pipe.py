#!/usr/bin/env python3
"""Drives `quickmarch pipe` from outside: every request, its refusals, handles, limits, and bad lines.

The program is found in the variable QUICKMARCH. Ends with "N passed, M failed".
"""
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import each

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("QUICKMARCH", str(ROOT / "build" / "release" / "quickmarch"))


class Pipe:
    """One running pipe; ask() sends a request and reads its answer."""

    def __init__(self):
        self.process = subprocess.Popen([PROGRAM, "pipe"], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.hello = json.loads(self.process.stdout.readline())
        self.count = 0

    def send(self, line):
        self.process.stdin.write(line if isinstance(line, bytes) else line.encode() + b"\n")
        self.process.stdin.flush()

    def read(self):
        line = self.process.stdout.readline()
        assert line.endswith(b"\n"), line
        return json.loads(line)

    def line(self, line):
        self.send(line)
        return self.read()

    def ask(self, do, **members):
        self.count += 1
        answer = self.line(json.dumps({"id": self.count, "do": do, **members}))
        assert answer["id"] == self.count, answer
        return answer

    def good(self, do, **members):
        answer = self.ask(do, **members)
        assert answer["ok"] is True, answer
        return answer

    def bad(self, kind, do, **members):
        answer = self.ask(do, **members)
        assert answer["ok"] is False and answer["error"]["kind"] == kind, answer
        assert answer["error"]["message"] and isinstance(answer["error"]["diagnostics"], list), answer
        assert set(answer) == {"id", "ok", "error"}, answer
        return answer["error"]

    def close(self):
        self.process.stdin.close()
        self.process.stdout.close()
        return self.process.wait(timeout=20)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        try:
            self.process.stdin.close()
            self.process.wait(timeout=20)
        except Exception:  # it may be gone already, or hang
            self.process.kill()


SMALL = {
    "quickmarch": "scenario", "version": 1, "title": "Small", "rules": "hexmelee",
    "board": {"space": "hex", "rows": ["........", "..oo....", "........", "....s...", "........"],
              "legend": {"o": "pit", "s": "slippery"}},
    "sides": ["Red", "Blue"],
    "figures": [
        {"name": "Ada", "side": "Red", "str": 12, "dex": 12, "at": "0202", "facing": "NE", "items": ["broadsword"],
         "ready": "broadsword"},
        {"name": "Bo", "side": "Red", "str": 10, "dex": 10, "at": "0103", "facing": "NE"},
        {"name": "Cai", "side": "Blue", "str": 11, "dex": 11, "at": "0803", "facing": "NW"}],
    "end": {"turns": 3}}


def begun(pipe, **modes):
    """A game in which Ada is to move."""
    scenario = pipe.good("load", scenario=SMALL)["scenario"]
    game = pipe.good("new", scenario=scenario, seed=3, **modes)["game"]
    answer = pipe.good("play", game=game, order="next", tape=[[6, 5, 4]])
    assert answer["played"] == "done" and answer["actor"] == "Ada", answer
    return scenario, game


def test_hello(pipe):
    hello = pipe.hello
    assert hello["quickmarch"] == "pipe" and hello["protocol"] == 1, hello
    assert "hexmelee" in [family["name"] for family in hello["families"]], hello
    assert hello["limits"]["line"] == 1 << 20 and hello["version"] == hello["library"], hello


def test_shipped(pipe):
    for name in ("skirmish", "chase", "brawl"):
        answer = pipe.good("load", path=name)
        assert answer["family"] == "hexmelee" and len(answer["figures"]) >= 5, answer
        assert pipe.good("validate", path=f"scenarios/{name}.json")["valid"] is True
        assert pipe.good("board", scenario=answer["scenario"])["text"].count("\n") > 20
    assert pipe.good("load", path="scenarios/skirmish.json")["scenario"] == "s4"


def test_load_errors(pipe):
    assert "figures[0]" in json.dumps(pipe.bad("input", "load", scenario={**SMALL, "figures": [{"name": "Ada"}]}))
    pipe.bad("file", "load", path="no-such-scenario")
    pipe.bad("request", "load")
    pipe.bad("request", "load", path="skirmish", scenario=SMALL)
    pipe.bad("request", "load", scenario="skirmish")
    pipe.bad("request", "load", path=3)
    pipe.bad("input", "load", path="skirmish", set=["no_such_setting=1"])
    pipe.bad("request", "load", path="skirmish", set="landing_hex=free")
    changed = pipe.good("load", path="skirmish", set=["landing_hex=free"])
    assert "landing_hex=free" in changed["rules"], changed
    assert changed["hash"] != pipe.good("load", path="skirmish")["hash"]


def test_questions(pipe):
    scenario, game = begun(pipe)
    state = pipe.good("state", game=game)["state"]
    assert state["turn"] == 1 and state["actor"] == "Ada" and state["figures"]["Ada"]["at"] == "0202", state
    verdict = pipe.good("judge", game=game, order="Ada full 0302 jump 0502")["verdict"]
    assert verdict["verdict"] in ("legal", "illegal"), verdict
    verdict = pipe.good("judge", game=game, order="Cai still")["verdict"]
    assert verdict["verdict"] == "illegal" and verdict["reasons"][0]["reason"] == "not-on-move", verdict
    assert pipe.good("judge", scenario=scenario, order="next")["verdict"]["verdict"] == "legal"
    reach = pipe.good("reach", game=game, figure="Ada")["reach"]
    assert {"0203", "0302"} & {place["at"] for place in reach["places"]}, reach
    threat = pipe.good("threat", game=game, figure="Ada")["threat"]
    assert threat == {"figure": "Ada", "places": ["0201", "0303"]}, threat  # beside the pit in its front
    options = pipe.good("options", game=game)
    assert options["count"] == len(options["options"]["options"]) > 50, options["count"]
    for order in options["options"]["options"][::40]:
        assert pipe.good("judge", game=game, order=order)["verdict"]["verdict"] == "legal", order
    ways = pipe.good("plan", game=game, figure="Ada", goal="0405")["plan"]["ways"]
    assert ways and ways[0]["cost"] >= 3, ways
    sight = pipe.good("see", game=game, a="Ada", b="Cai")["sight"]
    assert sight["hostile"] is True and sight["distance"] == 6, sight
    street = pipe.good("new", scenario=pipe.good("load", path="scenarios/warband-street.json")["scenario"], seed=3)["game"]
    pipe.good("play", game=street, order="remove Hild")
    for do, members in (("reach", {"figure": "Hild"}), ("plan", {"figure": "Hild", "goal": "5,5"}), ("options", {"figure": "Hild"}), ("see", {"a": "Hild", "b": "Mouse"}), ("see", {"a": "Mouse", "b": "Hild"}), ("draw", {"reach": "Hild"})):
        error = pipe.bad("gone", do, game=street, **members)
        assert "Hild is out of play" in error["message"], error
    clause = pipe.good("rules", rulebook="hexmelee", clause="HX-12")["clause"]
    assert clause["clause"] == "HX-12" and "jump" in clause["text"], clause
    assert pipe.good("rules", game=game)["rulebook"]["family"] == "hexmelee"


def test_odds(pipe):
    _, game = begun(pipe)
    odds = pipe.good("odds", game=game, order="Ada step 0203")["odds"]
    assert abs(odds["sum"] - 1) < 1e-12 and len(odds["outcomes"]) == 1, odds
    slip = pipe.good("odds", game=game, order="Ada full 0504")
    assert slip["verdict"]["verdict"] == "legal" and len(slip["verdict"]["checks"]) == 1, slip
    chances = [outcome["chance"] for outcome in slip["odds"]["outcomes"]]
    assert len(chances) == 2 and abs(sum(chances) - 1) < 1e-12, chances
    assert abs(max(chances) - slip["verdict"]["chance"]) < 1e-9, slip
    assert pipe.good("odds", game=game, order="Cai still")["odds"] is None
    pipe.bad("request", "odds", game=game, order="Ada step 0203", policy="lucky")


def test_play(pipe):
    _, game = begun(pipe)
    before = pipe.good("state", game=game)["state"]
    refused = pipe.good("play", game=game, order="Ada step 0801")
    assert refused["played"] == "refused" and refused["verdict"]["verdict"] == "illegal", refused
    assert pipe.good("state", game=game)["state"] == before
    done = pipe.good("play", game=game, order="Ada step 0203 face S", state=True)
    assert done["played"] == "done" and done["wanted"] is None, done
    assert done["state"]["figures"]["Ada"]["at"] == "0203" and done["state"]["figures"]["Ada"]["facing"] == "S", done
    assert [event["event"] for event in done["events"]][0] == "moved", done["events"]
    assert pipe.good("undo", game=game)["undone"] == 1
    after = pipe.good("state", game=game)["state"]
    assert after == before, after
    assert pipe.bad("dice", "undo", game=game)
    assert pipe.good("undo", game=game, past_dice=True)["turn"] == 0


def test_asked_dice(pipe):
    _, game = begun(pipe, dice="asked")
    waiting = pipe.good("play", game=game, order="Ada full 0504")
    assert waiting["played"] == "waiting" and waiting["wanted"]["what"] == "roll", waiting
    assert waiting["wanted"]["dice"] == 3 and waiting["wanted"]["sides"] == 6, waiting
    pipe.bad("pending", "play", game=game, order="Ada still")
    pipe.bad("dice", "answer", game=game, dice=[1, 2])
    pipe.bad("dice", "answer", game=game, dice=[1, 2, 7])
    pipe.bad("dice", "answer", game=game, option=1)
    pipe.bad("request", "answer", game=game)
    assert pipe.good("withdraw", game=game)["wanted"] is None
    pipe.bad("pending", "withdraw", game=game)
    pipe.bad("pending", "answer", game=game, dice=[1, 2, 3])
    pipe.good("play", game=game, order="Ada full 0504")
    done = pipe.good("answer", game=game, dice=[6, 6, 6], state=True)
    assert done["played"] == "done" and done["state"]["figures"]["Ada"]["position"] == "prone", done
    assert any(event["event"] == "roll" and event["dice"] == [6, 6, 6] for event in done["events"]), done


def test_asked_places(pipe):
    """A choice among places: options are told and answered as places are written, in a game, its log and a tape."""
    scene = json.loads((ROOT / "cases" / "warband" / "falling.json").read_text(encoding="utf-8"))["scenario"]
    for figure, at in (("Ada", "17,3.5@3"), ("Bo", "17.5,3.7")):
        next(one for one in scene["figures"] if one["name"] == figure)["at"] = at
    scenario = pipe.good("load", scenario=scene, set=["fall_crowded=ask"])["scenario"]
    game = pipe.good("new", scenario=scenario, dice="asked", choices="asked")["game"]
    for _ in range(3):
        pipe.good("play", game=game, order="next")
    pipe.good("play", game=game, order="Ada move jump 20,3.5@4")
    wanted = pipe.good("answer", game=game, dice=[9])["wanted"]
    assert wanted["choice"] == "land" and wanted["side"] == "red" and wanted["automatic"] == "17.5,2.696", wanted
    assert wanted["options"] == ["17.5,2.696", "18.216,2.996", "17.5,4.704"], wanted
    pipe.bad("dice", "answer", game=game, option="17.5,2.7")
    pipe.bad("dice", "answer", game=game, option=4)
    pipe.good("answer", game=game, option="17.5,4.704")
    done = pipe.good("answer", game=game, dice=[9], state=True)
    assert done["state"]["figures"]["Ada"]["at"] == "17.5,4.704", done
    log = pipe.good("log", game=game)["log"]
    assert log["entries"][3]["choices"] == ["17.5,4.704"], log["entries"]
    assert pipe.good("replay", log=log)["replay"]["divergence"] == "same"
    again = pipe.good("new", scenario=scenario)["game"]
    for _ in range(3):
        pipe.good("play", game=again, order="next")
    taped = pipe.good("play", game=again, order="Ada move jump 20,3.5@4", tape=[[9], "18.216,2.996", [9]], state=True)
    assert taped["state"]["figures"]["Ada"]["at"] == "18.216,2.996", taped
    pipe.good("undo", game=again, past_dice=True)
    odds = pipe.good("odds", game=again, order="Ada move jump 20,3.5@4", measured=True)["odds"]
    assert odds["had_choices"] and any("17.5,2.696" in one["what"] for one in odds["outcomes"]), odds


def test_tape(pipe):
    _, game = begun(pipe)
    log = pipe.good("log", game=game)["log"]
    pipe.bad("dice", "play", game=game, order="Ada full 0504", tape=[[1, 2]])
    pipe.bad("dice", "play", game=game, order="Ada full 0504", tape=[[1, 2, 3], [4]])
    pipe.bad("request", "play", game=game, order="Ada full 0504", tape="123")
    assert pipe.good("log", game=game)["log"] == log, "a tape that does not fit left a trace"
    assert pipe.good("play", game=game, order="Ada full 0504", tape=[])["played"] == "waiting"
    assert pipe.good("withdraw", game=game)["wanted"] is None
    done = pipe.good("play", game=game, order="Ada full 0504", tape=[[1, 2, 3]], state=True)
    assert done["played"] == "done" and done["state"]["figures"]["Ada"]["position"] == "standing", done


def test_log_and_replay(pipe):
    _, game = begun(pipe)
    pipe.good("play", game=game, order="Ada full 0504", tape=[[1, 2, 3]])
    pipe.good("play", game=game, order="Bo step 0202")
    state = pipe.good("state", game=game)["state"]
    log = pipe.good("log", game=game)["log"]
    replay = pipe.good("replay", log=log)
    assert replay["replay"]["divergence"] == "same" and replay["replay"]["replayed"] == 3, replay
    assert "game" not in replay and replay["state"] == state, replay
    kept = pipe.good("replay", log=log, keep=True)["game"]
    assert pipe.good("state", game=kept)["state"] == state
    assert pipe.good("play", game=kept, order="Cai still")["played"] == "done"
    with tempfile.TemporaryDirectory() as folder:
        path = str(Path(folder) / "game.json")
        pipe.good("log", game=game, path=path)
        assert pipe.good("replay", path=path)["replay"]["divergence"] == "same"
        assert pipe.good("validate", path=path)["kind"] == "log"
        pipe.bad("file", "log", game=game, path=str(Path(folder) / "none" / "game.json"))
    log["entries"][1]["order"] = "Ada full 0801"
    assert "entry 2" in pipe.bad("input", "replay", log=log)["message"]


def test_side(pipe):
    _, game = begun(pipe)
    red = pipe.good("state", game=game, side="Red")["state"]
    assert red["figures"]["Ada"]["at"] == "0202", red
    pipe.bad("request", "state", game=game, side="Green")
    pipe.bad("request", "play", game=game, order="Ada still", side="Green")
    assert pipe.good("state", game=game)["state"]["actor"] == "Ada"


def test_side_orders(pipe):
    """A side orders, answers and takes back for its own figures alone."""
    _, game = begun(pipe, dice="asked")
    assert "not a figure of Blue" in pipe.bad("side", "play", game=game, order="Ada still", side="Blue")["message"]
    pipe.bad("side", "play", game=game, order="place Ada 0101", side="Red")
    assert pipe.good("play", game=game, order="Ada half 0801", side="Red")["played"] == "refused"
    assert pipe.good("play", game=game, order="Ada full 0504", side="Red")["played"] == "waiting"
    pipe.bad("side", "answer", game=game, dice=[1, 1, 1], side="Blue")
    pipe.bad("side", "withdraw", game=game, side="Blue")
    pipe.bad("pending", "play", game=game, order="Ada still", side="Red")
    assert pipe.good("withdraw", game=game, side="Red")["actor"] == "Ada"
    pipe.good("play", game=game, order="Ada still", side="Red")
    pipe.bad("side", "undo", game=game, side="Blue")
    pipe.bad("side", "undo", game=game, side="Red", count=2)  # "next" is nobody's
    assert pipe.good("undo", game=game, side="Red")["undone"] == 1
    pipe.good("play", game=game, order="Ada full 0504", side="Red")
    assert pipe.good("answer", game=game, dice=[6, 6, 6], side="Red")["wanted"] is None
    pipe.bad("dice", "undo", game=game, side="Red")
    assert pipe.good("undo", game=game, side="Red", past_dice=True)["actor"] == "Ada"


def test_side_log(pipe):
    _, game = begun(pipe)
    log = pipe.good("log", game=game, side="Blue")["log"]
    assert log["projection"] == "Blue" and log["entries"] == [{"order": "next", "dice": [[6, 5, 4]]}], log
    assert not {"seed", "drawn", "state"} & set(log), log
    pipe.bad("side", "log", game=game, side="Blue", path="/tmp/never-written.json")
    pipe.bad("request", "log", game=game, side="Green")
    assert "Blue may know" in json.dumps(pipe.bad("input", "replay", log=log))


def test_side_batch(pipe):
    """A batch for a side: everything in it is for that side, and nothing that is the game master's."""
    _, game = begun(pipe)
    requests = [{"do": "state", "game": game}, {"do": "state", "game": game, "side": "Red"}, {"do": "log", "game": game},
                {"do": "state", "game": game, "side": "Blue"}, {"do": "play", "game": game, "order": "Cai still"},
                {"do": "modes", "game": game, "dice": "asked"}, {"do": "unload", "game": game}, {"do": "new", "scenario": "s1"},
                {"do": "load", "path": "skirmish"}, {"do": "quit"}, {"do": "replay", "log": {}}, {"do": "validate", "path": "x"}]
    answers = pipe.good("batch", side="Red", requests=requests)["answers"]
    assert [answer["ok"] for answer in answers] == [True] * 3 + [False] * 9, answers
    assert {answer["error"]["kind"] for answer in answers[3:]} == {"side"}, answers
    assert answers[2]["log"]["projection"] == "Red", answers[2]
    assert pipe.good("batch", side="Green", requests=requests[:1])["answers"][0]["error"]["kind"] == "request"
    pipe.bad("request", "batch", side=1, requests=[])


def test_assume(pipe):
    """Orders played before a question, on a copy."""
    scenario, game = begun(pipe)
    before = pipe.good("log", game=game)["log"]
    state = pipe.good("state", game=game, assume=["Ada half 0203 0303", "Bo still"])["state"]
    assert state["figures"]["Ada"]["at"] == "0303" and state["actor"] == "Cai", state
    assert pipe.good("judge", game=game, side="Blue", assume=["Ada still", "Bo still"], order="Cai still")["verdict"]["verdict"] == "legal"
    assert pipe.good("odds", game=game, assume=["Ada still"], order="Bo still")["odds"]["sum"] == 1
    for do, members in (("reach", {"figure": "Bo"}), ("threat", {"figure": "Bo"}), ("plan", {"figure": "Bo", "goal": "0203"}), ("options", {}), ("see", {"a": "Ada", "b": "Bo"}),
                        ("board", {}), ("draw", {})):
        assert pipe.good(do, game=game, assume=["Ada half 0203"], **members) != pipe.good(do, game=game, **members), do
    assert "takes dice" in pipe.bad("dice", "state", scenario=scenario, assume=["next"])["message"]
    assert "not Cai's turn" in pipe.bad("order", "state", game=game, assume=["Cai still"])["message"]
    pipe.bad("order", "state", game=game, assume=["Ada fly"])
    pipe.bad("request", "state", game=game, assume="Ada still")
    pipe.bad("request", "state", game=game, assume=[7])
    pipe.bad("request", "state", game=game, assume=["Ada still"] * 251)
    pipe.bad("request", "play", game=game, order="Ada still", assume=[])
    assert pipe.good("log", game=game)["log"] == before


def test_members(pipe):
    _, game = begun(pipe)
    pipe.bad("request", "state", game=game, colour="red")
    pipe.bad("request", "state")
    pipe.bad("request", "state", game=game, scenario="s1")
    pipe.bad("request", "play", game=game)
    pipe.bad("order", "play", game=game, order="Ada hlaf 0203")
    pipe.bad("request", "reach", game=game, figure="Nobody")
    pipe.bad("request", "plan", game=game, figure="Ada", goal="9999")
    pipe.bad("request", "modes", game=game, dice="loaded")
    pipe.bad("request", "undo", game=game, count=0)
    assert "did you mean 'play'" in pipe.bad("request", "paly")["message"]
    pipe.good("modes", game=game, dice="asked", choices="automatic")


def test_handles(pipe):
    scenario, game = begun(pipe)
    for handle in ("s99", "g1", "", "s", "s1x", "s18446744073709551617"):
        pipe.bad("handle", "new", scenario=handle)
    pipe.bad("handle", "state", game="g99")
    pipe.bad("handle", "unload", scenario=scenario)
    pipe.good("unload", game=game)
    pipe.bad("handle", "state", game=game)
    pipe.good("unload", scenario=scenario)
    pipe.bad("handle", "new", scenario=scenario)
    again = pipe.good("load", scenario=SMALL)["scenario"]
    assert again != scenario, "a handle was used twice"
    limit = pipe.hello["limits"]["games"]
    for _ in range(limit):
        pipe.good("new", scenario=again)
    pipe.bad("limit", "new", scenario=again)
    for _ in range(pipe.hello["limits"]["scenarios"] - 1):
        pipe.good("load", scenario=SMALL)
    pipe.bad("limit", "load", scenario=SMALL)


def test_batch(pipe):
    _, game = begun(pipe)
    requests = [{"id": "a", "do": "state", "game": game}, {"id": "b", "do": "fly"}, {"id": "c", "do": "see", "game": game, "a": "Ada", "b": "Bo"}]
    answers = pipe.good("batch", requests=requests)["answers"]
    assert [(answer["id"], answer["ok"]) for answer in answers] == [("a", True), ("b", False), ("c", True)], answers
    answers = pipe.good("batch", requests=requests, stop=True)["answers"]
    assert [answer["id"] for answer in answers] == ["a", "b"], answers
    assert pipe.good("batch", requests=[])["answers"] == []
    nested = pipe.good("batch", requests=[{"do": "batch", "requests": []}])["answers"][0]
    assert nested["ok"] is False and nested["id"] is None, nested
    pipe.bad("request", "batch", requests=[{}] * (pipe.hello["limits"]["batch"] + 1))
    pipe.bad("request", "batch")


def test_bad_lines(pipe):
    for line in (b"{\n", b"\x00\n", b"\xff\xfe\n", b"nul\n", b'{"id":1,"id":2,"do":"quit"}\n', b"[" * 5000 + b"\n"):
        pipe.send(line)
        answer = pipe.read()
        assert answer["id"] is None and answer["ok"] is False and answer["error"]["kind"] == "json", (line[:20], answer)
    for line in (b"[]\n", b"3\n", b'"quit"\n', b"{}\n", b'{"do":7}\n', b'{"do":null}\n'):
        pipe.send(line)
        answer = pipe.read()
        assert answer["ok"] is False and answer["error"]["kind"] == "request", (line, answer)
    pipe.send(b"\n   \r\n")
    assert pipe.line(json.dumps({"id": {"any": [1, "x"]}, "do": "state"}))["id"] == {"any": [1, "x"]}
    limit = pipe.hello["limits"]["line"]
    pipe.send(b'{"id":1,"do":"' + b"x" * limit + b'"}\n')
    answer = pipe.read()
    assert answer["id"] is None and answer["error"]["kind"] == "line", answer
    fits = b'{"id":5,"do":"validate","path":"' + b"y" * (limit - 34) + b'"}\n'
    assert len(fits) - 1 == limit
    pipe.send(fits)
    assert pipe.read()["id"] == 5
    pipe.good("load", scenario=SMALL)


def test_quit(pipe):
    assert pipe.good("quit")
    assert pipe.process.wait(timeout=20) == 0
    other = Pipe()
    assert other.close() == 0, "the end of the input is no error"
    last = Pipe()
    last.send(b'{"id":1,"do":"validate","path":"scenarios/skirmish.json"}')
    last.process.stdin.close()
    assert last.read()["valid"] is True, "a last line without its end is a line"
    last.process.stdout.close()
    assert last.process.wait(timeout=20) == 0


def gist(answer):
    """What of an answer the session in the documentation must have right: texts and hashes may change, this may not."""
    verdict = answer.get("verdict") or {}
    return {"members": sorted(answer), "id": answer.get("id"), "ok": answer.get("ok"), "played": answer.get("played"),
            "error": (answer.get("error") or {}).get("kind"), "verdict": verdict.get("verdict"), "checks": len(verdict.get("checks", [])),
            "events": [event["event"] for event in answer.get("events", [])], "wanted": (answer.get("wanted") or {}).get("what"),
            "answers": [gist(one) for one in answer.get("answers", [])]}


def test_events_once(pipe):
    """An answer has only what happened since the one before."""
    scenario = pipe.good("load", scenario=SMALL)["scenario"]
    game = pipe.good("new", scenario=scenario, dice="asked")["game"]
    first = pipe.good("play", game=game, order="next")
    then = pipe.good("answer", game=game, dice=[6, 5, 4])
    assert [e["event"] for e in first["events"]] == ["turn"] and "turn" not in [e["event"] for e in then["events"]], (first, then)


def test_seed_of_64_bits(pipe):
    scenario = pipe.good("load", scenario=SMALL)["scenario"]
    for seed, kept in ((0, "0"), (7, "7"), ("18446744073709551615", "18446744073709551615"), ("7", "7")):
        game = pipe.good("new", scenario=scenario, seed=seed)["game"]
        assert pipe.good("log", game=game)["log"]["seed"] == kept
    for seed in (-1, "18446744073709551616", "", "x", 1.5, True):
        pipe.bad("request", "new", scenario=scenario, seed=seed)


def test_quit_in_batch(pipe):
    answer = pipe.good("batch", requests=[{"id": 1, "do": "quit"}, {"id": 2, "do": "load", "path": "skirmish"}, 5])
    assert [(one["id"], one["ok"]) for one in answer["answers"]] == [(1, True), (2, False), (None, False)], answer
    assert answer["answers"][1]["error"]["kind"] == "quit"
    assert pipe.process.wait(timeout=20) == 0


def test_set_has_a_field(pipe):
    error = pipe.bad("input", "load", path="skirmish", set=["landing_hex=free", "landing_hx=free"])
    assert [one["field"] for one in error["diagnostics"]] == ["set[1]"], error


def test_draw(pipe):
    scenario, game = begun(pipe)
    svg = pipe.good("draw", game=game, reach="Ada", threat="all", order="Ada half 0201", width=200, title="X", grey=True)["svg"]
    assert svg.startswith("<") and svg.rstrip().endswith("</svg>"), svg[:200]
    assert pipe.good("draw", scenario=scenario, legend=False)["svg"]
    pipe.bad("request", "draw", game=game, reach="Nobody")
    pipe.bad("request", "draw", game=game, width=1)
    pipe.bad("order", "draw", game=game, order="Ada fly")


def test_document(pipe):
    """The session in the documentation is what the program says."""
    text = (ROOT / "docs" / "formats" / "pipe.md").read_text(encoding="utf-8")
    session = text.split("<!-- session -->")[1].split("```")[1].split("\n")[1:]
    requests = [line[2:] for line in session if line.startswith("> ")]
    expected = [json.loads(line[2:]) for line in session if line.startswith("< ")]
    run = subprocess.run([PROGRAM, "pipe"], cwd=ROOT, input="\n".join(requests) + "\n", capture_output=True, text=True, timeout=60)
    got = [json.loads(line) for line in run.stdout.split("\n")[:-1]]
    assert len(got) == len(expected) > 10, (len(got), len(expected))
    for line, wanted in zip(got, expected):
        assert gist(line) == gist(wanted), f"the session in pipe.md differs:\n  {line}\n  {wanted}"


if __name__ == "__main__":
    sys.exit(each.main(globals(), Pipe))
