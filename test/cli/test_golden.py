#!/usr/bin/env python3
"""Golden games: recorded logs must replay to the last state, damaged ones must be refused, and playthroughs must read as
they did.

Run from the top of the tree with the program in the variable QUICKMARCH. The last line is "N passed, M failed".
With --update everything is recorded anew, with --update FAMILY the games of that family, with --update playthroughs no game;
test/golden/README.md says when that is right, and when it is refused.
"""
import hashlib
import json
import os
import re
import subprocess
import sys
import tempfile
import unittest
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
GOLDEN = ROOT / "test" / "golden"
sys.dont_write_bytecode = True
sys.path.insert(0, str(GOLDEN))
import record  # noqa: E402
import record_squad  # noqa: E402
import record_tiles  # noqa: E402
import record_warband  # noqa: E402

LOGS = GOLDEN / "logs"
RECORDED = GOLDEN / "recorded.txt"
RECORDERS = {"hexmelee": record, "tiles": record_tiles, "warband": record_warband, "squad": record_squad}
OTHER_RULES = {"hexmelee": "test/golden/readings-movement.toml", "tiles": "test/golden/readings-together.toml",
               "warband": "rulebooks/warband-2025.toml", "squad": "test/golden/readings-models.toml"}

# What the games of a family must contain together: orders, rolls with their outcome, and events.
REQUIRED = {"hexmelee": {
    "jumps": ["order jump", "jumped", "roll jump pass", "roll jump fail", "missed-jump", "on-wall", "roll missed-hex"],
    "the rim": ["roll grab-rim pass", "roll grab-rim fail", "grabbed-rim", "hangs-on", "order pull-up", "roll pull-up pass",
                "roll pull-up fail", "pulled-up", "order let-go", "let-go", "choice pull-up-cost"],
    "falls and pits": ["in-pit", "fell-down", "roll fall", "order climb", "climbed", "climbed-out"],
    "bodies": ["roll body pass", "roll body fail", "stumbled", "roll jump-body pass", "jumped-body"],
    "things": ["order grab", "picked-up", "order snatch", "snatched", "not-snatched", "order pick-up", "took-up", "readied"],
    "delays": ["order delay", "delayed", "order resume", "resumed", "order wait", "waited", "delay-over"],
    "moves": ["order still", "order step", "order pace", "order half", "order full", "order shift", "shifted", "stopped",
              "crawled", "order rise", "rose", "rose-low", "changed-weapon", "slipped", "burned"],
    "chases": ["order chase", "chase", "order unchase", "chase-over"],
    "attacks": ["order attack", "strikes", "order shoot", "shoots", "order throw", "throws", "hit", "hit-double", "missed",
                "roll attack drop", "weapon-dropped", "roll attack break", "weapon-broken", "roll damage"],
    "actions": ["dodges", "defends", "kneels", "lies-down", "order disengage", "got-away", "passed"],
    "hurts": ["hurt", "unhurt", "fell-wounded", "unconscious", "dead"],
    "the table": ["undo", "waiting", "game over", "placed", "set", "given", "laid", "removed"],
}, "tiles": {
    "declaring": ["order stay", "order move", "order beside", "order keep", "order intercept", "order avoid", "order stand",
                  "order withdraw", "declared", "ran", "via", "area", "watches-for", "avoids",
                  "leaves", "ignores"],
    "revealing": ["revealed-stay", "revealed-move", "revealed-beside", "revealed-keep", "revealed-intercept", "revealed-avoid",
                  "revealed-stand", "revealed-withdraw"],
    "moving": ["beat", "goal", "refuge", "stepped", "passed", "paid", "stopped", "clear", "strike", "blocked", "short", "stood",
               "failed", "roll way", "roll climb pass", "roll swim pass", "roll leap pass"],
    "conflicts": ["conflict", "claim", "pursuit", "ways", "alone", "tie", "won", "lost", "standoff", "next-best", "roll reflex",
                  "choice tie"],
    "interceptors": ["called", "halted", "let-pass", "choice call"],
    "phases": ["turn", "announcing", "declaring", "melee", "miscellaneous", "turn-over", "order jockey", "jockeyed", "order act",
               "acted"],
    "the table": ["undo", "waiting", "game over", "placed", "set", "removed"],
}, "warband": {
    "turns": ["turn", "engage-phase", "move-phase", "shoot-phase", "melee-phase", "turn-over", "recovered-dazed",
              "recovered-staggered", "recovered-well"],
    "moving": ["order move", "order run", "order stay", "walked", "runs", "ended", "met-difficult", "stayed", "flew"],
    "climbing": ["climbed", "roll climb pass", "roll climb fail", "climb-failed", "laddered"],
    "jumping": ["jumped", "jump-measured", "roll jump pass", "roll jump fail", "jump-failed", "jump-too-long", "dropped",
                "roll drop pass", "roll drop fail", "drop-failed"],
    "falling": ["fell", "roll injury", "injury-bonus", "unhurt", "hurt-dazed", "hurt-stunned", "hurt-out", "at-ledge",
                "roll ledge pass", "roll ledge fail"],
    "engaging": ["order engage", "engages", "roll engage half", "roll engage full", "roll engage long", "engage-range", "contact",
                 "fell-short", "intercepted", "choice intercept"],
    "treasure": ["order take", "took", "left", "treasure-dropped", "order reload", "reloaded"],
    "the table": ["undo", "waiting", "game over", "placed", "set", "given", "removed"],
}, "squad": {
    "rounds": ["round", "round-over", "turn", "order hold", "held", "unit-lost", "apart", "cut-off"],
    "moving": ["order move", "moves", "walked", "turned", "ended", "stopped-short", "lapsed-short", "broken-off", "choice shorten",
               "made-room"],
    "charging": ["order charge", "charges", "contact"],
    "crossing": ["roll obstacle pass", "roll obstacle fail", "roll ground pass", "roll ground fail", "cross-failed",
                 "cross-failed-model", "ground-failed", "ground-failed-model"],
    "climbing": ["climbed", "roll climb pass", "roll climb fail", "climb-failed", "climb-failed-model", "no-climb",
                 "lapsed-climb"],
    "leaping": ["leapt", "roll leap pass", "roll leap fail", "leap-failed", "fell", "choice mend", "mending"],
    "dropping": ["dropped", "roll drop pass", "roll drop fail", "fall-failed", "fall-failed-model", "roll save pass",
                 "roll save fail", "saved"],
    "shooting": ["order shoot", "shoots", "long-range", "point-blank", "shots-lost", "not-made", "roll hit", "roll hit-again",
                 "hits", "extra-hits", "hits-wasted", "takes-hit", "choice take-hit"],
    "saves": ["roll ignore pass", "roll ignore fail", "hit-ignored", "in-cover", "cover-ground", "roll stop pass",
              "roll stop fail", "roll stop-again pass", "roll stop-again fail", "hit-stopped", "failed-by", "failed-ten",
              "wounded", "casualty"],
    "the table": ["undo", "waiting", "game over", "placed", "set", "removed"],
}}


def run(*arguments, stdin=None, env=None):
    done = subprocess.run([record.PROGRAM, *map(str, arguments)], cwd=ROOT, input=stdin, capture_output=True, timeout=60,
                          env=env)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def read_logs():
    return {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in sorted(LOGS.glob("*.json"))}


def behaviour(logs):
    """A digest of the positions and rules alone: what a log says about itself in words is no behaviour."""
    told = [[name, log["rules"], log["state"], [[entry.get("order"), entry.get("dice"), entry.get("state")]
                                                for entry in log["entries"]]] for name, log in sorted(logs.items())]
    return hashlib.sha256(json.dumps(told).encode()).hexdigest()


def family_of(log):
    return log["rules"].split()[0]


def of_family(family, logs):
    return {name: log for name, log in logs.items() if family_of(log) == family}


def rules_version(family):
    return json.loads(run("version", "--json")[1])["families"][family]


def note(family, logs):
    return f"{family} {rules_version(family)} {behaviour(of_family(family, logs))}\n"


def names_in(required):
    return {name for names in required.values() for name in names}


def playthrough(script):
    """What `quickmarch play --script` prints for the commands in a file; its first line is the arguments."""
    first, commands = script.read_text(encoding="utf-8").split("\n", 1)
    surroundings = {**os.environ, "LC_ALL": "C.UTF-8", "NO_COLOR": "1", "TERM": "dumb"}
    code, out, err = run("play", *first.lstrip("# ").split(), "--script", stdin=commands.encode(), env=surroundings)
    return f"{out}{err}exit status {code}\n"


class Logs(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.logs = read_logs()

    def test_recorded_under_this_version(self):
        lines = RECORDED.read_text().splitlines(keepends=True)
        self.assertEqual([line.split()[0] for line in lines], list(RECORDERS))
        for line in lines:
            family, version, _ = line.split()
            self.assertEqual(int(version), rules_version(family),
                             f"the rules version was raised: record anew with test_golden.py --update {family}")
            self.assertEqual(line, note(family, self.logs),
                             "the logs are not those recorded for this rules version; see test/golden/README.md")
            for name, log in of_family(family, self.logs).items():
                self.assertEqual(log["rules"].split()[1], version, name)

    def test_replay(self):
        self.assertEqual(set(self.logs), {name for recorder in RECORDERS.values() for name in recorder.GAMES})
        for name, log in self.logs.items():
            code, out, err = run("replay", LOGS / f"{name}.json", "--json")
            self.assertEqual(code, 0, f"{name}: behaviour has changed under the same rules version: raise "
                                      f"rules_version and record anew.\n{out[:600]}{err}")
            answer = json.loads(out)
            self.assertEqual((answer["divergence"], answer["replayed"], answer["other_rules"]),
                             ("same", len(log["entries"]), False), name)

    def test_order_by_order(self):
        """The same through another door, which also tells what happened."""
        for family, required in REQUIRED.items():
            seen = Counter()
            with record.Pipe() as pipe:
                for name, log in of_family(family, self.logs).items():
                    again, shown = record.retrace(pipe, log)
                    seen += shown
                    self.assertEqual([e.get("state") for e in again["entries"]], [e.get("state") for e in log["entries"]], name)
                    self.assertEqual((again["state"], again["rules"]), (log["state"], log["rules"]), name)
                    self.assertLessEqual(len(log["entries"]), 260)
            for subject, names in required.items():
                print(f"{subject}: " + ", ".join(f"{name} {seen[name]}" for name in names))
            missing = [name for name in names_in(required) if seen[name] == 0]
            self.assertFalse(missing, f"the games of {family} no longer show this")

    def test_rules_differ(self):
        for family in RECORDERS:
            books = {log["rules"] for log in of_family(family, self.logs).values()}
            self.assertEqual(len(books), 3, f"{family}: the default rules and two others")

    def test_hidden_at_the_end(self):
        """A game that stops while declarations are hidden: the log for a side has its own ones, and not those of the others."""
        log = self.logs["tiles-pass-hidden"]
        sides = {figure["name"]: figure["side"] for figure in log["scenario"]["figures"]}
        with record.Pipe() as pipe:
            game = pipe.good("replay", log=log, keep=True)["game"]
            for side in ("Blue", "Red"):
                entries = pipe.good("log", game=game, side=side)["log"]["entries"]
                self.assertEqual(len(entries), len(log["entries"]))
                hidden = {entry["hidden"] for entry in entries if "hidden" in entry}
                self.assertTrue(hidden, side)
                self.assertNotIn(side, {sides[name] for name in hidden})
                given = [entry["order"] for entry in log["entries"]]
                begun = max(i for i, order in enumerate(given) if order in ("next", "resolve")) + 1
                known = given[:begun] + [order for order in given[begun:] if order.split()[0] not in hidden]
                self.assertEqual([entry["order"] for entry in entries[:-len(hidden)]], known)  # what is hidden comes last

    def test_other_rules_diverge(self):
        """Under other rules the first difference is the answer: status 1, the entry, its order, and what is different."""
        for name, log in self.logs.items():
            family = family_of(log)
            rules = family if "=" in log["rules"] else OTHER_RULES[family]
            code, out, err = run("replay", LOGS / f"{name}.json", "--rules", rules)
            self.assertEqual((code, err), (1, ""), f"{name}: {out}")
            match = re.search(r"differs at entry (\d+) of (\d+), '(.*?)': (.+) \((illegal|dice|state|unreadable)\); "
                              r"the rules are not those of the log", out)
            self.assertTrue(match, out)
            entry = log["entries"][int(match[1]) - 1]
            self.assertEqual(match[3], entry.get("order", match[3]), name)
            answer = json.loads(run("replay", LOGS / f"{name}.json", "--rules", rules, "--json")[1])
            self.assertEqual((answer["at"], answer["other_rules"], answer["replayed"]),
                             (int(match[1]), True, int(match[1]) - 1), name)


class Damage(unittest.TestCase):
    """A damaged log is refused: as a difference (1) where it can be played, as bad input (2) where it cannot be read."""

    def setUp(self):
        self.log = json.loads((LOGS / "skirmish-goals.json").read_text(encoding="utf-8"))
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def refused(self, status, says, text=None):
        path = Path(self.folder.name) / "damaged.json"
        path.write_text(json.dumps(self.log) if text is None else text, encoding="utf-8")
        code, out, err = run("replay", path)
        self.assertEqual(code, status, out + err)
        self.assertRegex(out + err, says)
        self.assertIn("damaged.json", out + err)
        self.assertEqual(run("validate", path)[0], 2, "validate takes it for good")
        return out + err

    def entry(self, wanted):
        """The first entry of which this holds, and its number from 1."""
        return next((i + 1, e) for i, e in enumerate(self.log["entries"]) if wanted(e))

    def test_face_changed(self):
        """A face that makes no difference (a check that is passed all the same) is not noticed: states are compared."""
        noticed = 0
        for at, entry in enumerate(self.log["entries"][:60], 1):
            for roll in entry.get("dice", [])[:1]:
                face, roll[0] = roll[0], roll[0] % 6 + 1
                path = Path(self.folder.name) / "face.json"
                path.write_text(json.dumps(self.log), encoding="utf-8")
                code, out, err = run("replay", path)
                self.assertIn(code, (0, 1), out + err)
                if code:
                    noticed += 1
                    self.assertIn(f"differs at entry {at} of ", out)
                roll[0] = face
        self.assertGreaterEqual(noticed, 5)

    def test_face_impossible(self):
        at, entry = self.entry(lambda e: e.get("dice"))
        entry["dice"][0][0] = 7
        self.refused(1, rf"differs at entry {at} of .*dice")

    def test_order_removed(self):
        del self.log["entries"][4]
        self.refused(1, r"differs at entry [5-9] of ")

    def test_order_doubled(self):
        self.log["entries"].insert(5, self.log["entries"][4])
        self.refused(1, r"differs at entry 6 of ")

    def test_order_misspelt(self):
        self.log["entries"][4]["order"] += "x"
        self.refused(1, r"differs at entry 5 of ")

    def test_hash_changed(self):
        for at in (1, len(self.log["entries"])):
            log = json.loads(json.dumps(self.log))
            entry = log["entries"][at - 1]
            entry["state"] = f"{int(entry['state'], 16) ^ 1:016x}"
            self.refused(1, rf"differs at entry {at} of .*state", json.dumps(log))

    def test_last_hash_changed(self):
        self.log["state"] = "0" * 16
        self.refused(1, r"ends in another state")

    def test_truncated(self):
        whole = json.dumps(self.log, indent=1)
        for part in (0, 1, len(whole) // 3, len(whole) - 2):
            self.refused(2, r"damaged\.json:\d+:\d+: error: ", whole[:part])

    def test_other_version(self):
        self.log["version"] = 2
        self.refused(2, r"version")

    def test_other_kind(self):
        self.log["quickmarch"] = "cases"
        self.refused(2, r"cases|log")

    def test_unknown_member(self):
        self.log["notes"] = "x"
        self.refused(2, r"notes: unknown name")

    def test_members_missing(self):
        for name in ("entries", "seed", "drawn", "scenario"):
            log = {key: value for key, value in self.log.items() if key != name}
            self.refused(2, name, json.dumps(log))

    def test_rules_of_another_version(self):
        """A warning and a replay, not a refusal: the log is from another version of the rules."""
        self.log["rules"] = self.log["rules"].replace(" ", " 99", 1)
        path = Path(self.folder.name) / "old.json"
        path.write_text(json.dumps(self.log), encoding="utf-8")
        code, out, err = run("replay", path)
        self.assertEqual(code, 0, out + err)
        self.assertIn("under other rules", out)


class Playthroughs(unittest.TestCase):
    def test_read_as_before(self):
        scripts = sorted(GOLDEN.glob("playthrough-*.script"))
        self.assertEqual(len(scripts), 5)
        for script in scripts:
            expected = script.with_suffix(".txt").read_bytes().decode()
            self.assertMultiLineEqual(playthrough(script), expected, f"{script.name}: if this is meant, --update")


def update(family, same_version):
    """Records the games of one family anew."""
    logs = read_logs() if LOGS.is_dir() else {}
    before = {line.split()[0]: line for line in RECORDED.read_text().splitlines(keepends=True)} if RECORDED.exists() else {}
    recorder = RECORDERS[family]
    with record.Pipe() as pipe:
        made = record.record_all(pipe, names_in(REQUIRED[family]), recorder.GAMES, recorder.record, recorder.LEAST)
    same = before.get(family, "").split()[:2] == [family, str(rules_version(family))]
    if same and before[family] != note(family, made) and not same_version:
        changed = [name for name in of_family(family, logs) if run("replay", LOGS / f"{name}.json")[0] != 0]
        if changed:
            sys.exit(f"refused: {', '.join(changed)} no longer replay under rules version {rules_version(family)}. Raise "
                     "rules_version first; or, if no version with these rules was ever published, say --same-version.")
    LOGS.mkdir(exist_ok=True)
    for name in of_family(family, logs):
        (LOGS / f"{name}.json").unlink()
    for name, log in made.items():
        (LOGS / f"{name}.json").write_text(record.text_of(log), encoding="utf-8")
    before[family] = note(family, made)
    RECORDED.write_text("".join(before[name] for name in RECORDERS if name in before))
    print(f"recorded {len(made)} games under {before[family].rsplit(' ', 1)[0]}")


def update_all(words):
    families = [word for word in words if not word.startswith("--")] or list(RECORDERS)
    for family in families if families != ["playthroughs"] else []:
        update(family, "--same-version" in words)
    for script in GOLDEN.glob("playthrough-*.script"):
        script.with_suffix(".txt").write_bytes(playthrough(script).encode())
    return 0


def main():
    os.chdir(ROOT)
    if "--update" in sys.argv[1:]:
        return update_all(sys.argv[1:])
    result = unittest.main(exit=False, verbosity=1).result
    failed = len(result.failures) + len(result.errors)
    print(f"{result.testsRun - failed - len(result.skipped)} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
