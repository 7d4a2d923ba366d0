#!/usr/bin/env python3
"""The schemas in docs/formats against every file in the tree, and against files that are wrong in one place.

A small checker for the part of JSON Schema that our schemas use; a keyword it does not know is an error, so that none is
silently passed over. What a schema refuses the program must refuse too: `quickmarch validate` runs over the same wrong files.

Run from the top of the tree with the program in the variable QUICKMARCH. The last line is "N passed, M failed".
"""
import copy
import json
import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = os.path.abspath(os.environ.get("QUICKMARCH", str(ROOT / "build" / "release" / "quickmarch")))
FORMATS = ROOT / "docs" / "formats"
KINDS = ("scenario", "roster", "cases", "log")
NOTES = {"$schema", "title", "description", "$defs"}
TYPES = {"object": dict, "array": list, "string": str, "boolean": bool, "null": type(None)}


class UnknownKeyword(Exception):
    pass


def is_type(value, name):
    if name in ("number", "integer"):
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            return False
        return name == "number" or value == int(value)
    return isinstance(value, TYPES[name])


def same(a, b):
    """Equal as JSON: 1 and true are not."""
    return a == b and isinstance(a, bool) == isinstance(b, bool)


class Checker:
    def __init__(self, folder=FORMATS):
        self.files = {path.name: json.loads(path.read_text(encoding="utf-8")) for path in folder.glob("*.schema.json")}

    def refer(self, name, file):
        target, _, inner = name.partition("#")
        file = target or file
        schema = self.files[file]
        for part in inner.strip("/").split("/") if inner else []:
            schema = schema[part]
        return schema, file

    def check(self, value, schema, file, at="$"):
        """Yields what is wrong with the value."""
        for word, given in schema.items():
            if word in NOTES:
                continue
            rule = getattr(self, "rule_" + word.replace("$", "").lower(), None)
            if rule is None:
                raise UnknownKeyword(word)
            yield from rule(value, given, schema, file, at)

    def good(self, value, schema, file):
        return next(self.check(value, schema, file), None) is None

    def rule_ref(self, value, given, schema, file, at):
        yield from self.check(value, *self.refer(given, file), at)

    def rule_type(self, value, given, schema, file, at):
        names = given if isinstance(given, list) else [given]
        if not any(is_type(value, name) for name in names):
            yield f"{at}: is no {' or '.join(names)}"

    def rule_const(self, value, given, schema, file, at):
        if not same(value, given):
            yield f"{at}: is not {given!r}"

    def rule_enum(self, value, given, schema, file, at):
        if not any(same(value, word) for word in given):
            yield f"{at}: is none of {given}"

    def rule_minimum(self, value, given, schema, file, at):
        if is_type(value, "number") and value < given:
            yield f"{at}: is below {given}"

    def rule_maximum(self, value, given, schema, file, at):
        if is_type(value, "number") and value > given:
            yield f"{at}: is above {given}"

    def rule_maxlength(self, value, given, schema, file, at):
        if isinstance(value, str) and len(value) > given:
            yield f"{at}: is longer than {given}"

    def rule_pattern(self, value, given, schema, file, at):
        if isinstance(value, str) and not re.search(given.replace("$", r"\Z"), value, re.ASCII):
            yield f"{at}: does not match {given}"

    def rule_minitems(self, value, given, schema, file, at):
        if isinstance(value, list) and len(value) < given:
            yield f"{at}: has fewer than {given}"

    def rule_maxitems(self, value, given, schema, file, at):
        if isinstance(value, list) and len(value) > given:
            yield f"{at}: has more than {given}"

    def rule_items(self, value, given, schema, file, at):
        for i, item in enumerate(value if isinstance(value, list) else []):
            yield from self.check(item, given, file, f"{at}[{i}]")

    def rule_required(self, value, given, schema, file, at):
        for name in given:
            if isinstance(value, dict) and name not in value:
                yield f"{at}: {name} is missing"

    def rule_properties(self, value, given, schema, file, at):
        for name, inner in given.items():
            if isinstance(value, dict) and name in value:
                yield from self.check(value[name], inner, file, f"{at}.{name}")

    def rule_additionalproperties(self, value, given, schema, file, at):
        for name, inner in value.items() if isinstance(value, dict) else []:
            if name in schema.get("properties", {}):
                continue
            if given is False:
                yield f"{at}: unknown name {name}"
            elif given is not True:
                yield from self.check(inner, given, file, f"{at}.{name}")

    def rule_propertynames(self, value, given, schema, file, at):
        for name in value if isinstance(value, dict) else []:
            yield from self.check(name, given, file, f"{at}: the name {name}")

    def rule_allof(self, value, given, schema, file, at):
        for inner in given:
            yield from self.check(value, inner, file, at)

    def rule_anyof(self, value, given, schema, file, at):
        if not any(self.good(value, inner, file) for inner in given):
            yield f"{at}: matches none of {len(given)}"

    def rule_oneof(self, value, given, schema, file, at):
        count = sum(self.good(value, inner, file) for inner in given)
        if count != 1:
            yield f"{at}: fits {count} of the {len(given)} forms"


def words_of(schema):
    """Every keyword in a schema, also where no value leads to."""
    for word, given in schema.items():
        yield word
        if word in ("properties", "$defs"):
            for inner in given.values():
                yield from words_of(inner)
        elif word in ("oneOf", "anyOf", "allOf"):
            for inner in given:
                yield from words_of(inner)
        elif isinstance(given, dict) and word in ("items", "additionalProperties", "propertyNames"):
            yield from words_of(given)


def change(value, path, new):
    """A copy with one member replaced; `...` takes it away."""
    value = copy.deepcopy(value)
    inner = value
    for step in path[:-1]:
        inner = inner[step]
    if new is ...:
        del inner[path[-1]]
    else:
        inner[path[-1]] = new
    return value


SCENARIO = {
    "quickmarch": "scenario", "version": 1, "title": "t", "rules": {"extends": "hexmelee", "settings": {"deep_pit": 300}},
    "board": {"rows": ["....", ".P..", "...."], "legend": {"P": {"terrain": "pit", "depth": 400}},
              "ground": [{"terrain": "rough", "at": ["0401"]}]},
    "sides": ["red", {"name": "blue", "allies": []}],
    "templates": {"guard": {"str": 11, "dex": 11, "items": ["dagger", {"name": "pin", "weapon": "dagger"}]}},
    "figures": [{"name": "Ada", "side": "red", "template": "guard", "at": "0101"},
                {"name": "Bo", "side": "blue", "template": "guard", "items": [], "at": "0403"}],
    "items": [{"name": "axe", "weapon": "club", "at": "0303"}],
    "end": {"turns": 5, "zones": [{"name": "hill", "places": ["0401"], "turns": 2}]}}
ROSTER = {"quickmarch": "roster", "version": 1, "title": "t", "rules": "hexmelee",
          "templates": {"guard": {"str": 11, "dex": 11, "items": ["dagger"]}}}
CASES = {"quickmarch": "cases", "version": 1, "scenario": SCENARIO, "cases": [
    {"case": "c", "text": "t", "clauses": ["HX-06"], "outside": [], "settings": {"deep_pit": 100},
     "figures": {"Ada": {"dex": 12}}, "edit": ["set Ada hits 1"],
     "orders": [{"order": "next", "dice": [[6, 1]],
                 "expect": {"verdict": "legal", "turn": 1, "actor": "Ada", "events": ["turn"], "state": {"Ada": {"hits": 1}},
                            "chance": "1/1"}}]}]}

TILES = {
    "quickmarch": "scenario", "version": 1, "title": "t", "rules": {"extends": "tiles", "settings": {"tie": "ask"}},
    "board": {"space": "tile", "rows": ["....", ".r..", "...."], "legend": {"r": "rough"},
              "walls": [{"at": ["0101", "0203"], "side": "E"}, {"at": ["0301"], "side": "S"}]},
    "sides": ["red", "blue"], "templates": {"runner": {"fleet": True, "reflex": 5}},
    "figures": [{"name": "Ada", "side": "red", "template": "runner", "at": "0101"},
                {"name": "Bo", "side": "blue", "condition": "prone", "at": "0403"}]}
TILES_WRONG = [
    (["board", "walls"], {}), (["board", "walls", 0], "0101"), (["board", "walls", 0, "at"], ...),
    (["board", "walls", 0, "at"], "0101"), (["board", "walls", 0, "at", 0], 101), (["board", "walls", 0, "side"], ...),
    (["board", "walls", 0, "side"], "NE"), (["board", "walls", 0, "edge"], "E"),
    (["board", "space"], "tiles"), (["board", "rows"], ...), (["figures", 0, "at"], []), (["templates", "runner"], [])]

SCENARIO_WRONG = [
    (["quickmarch"], "senario"), (["version"], 2), (["version"], True), (["rules"], ...), (["rules"], 7),
    (["rules", "settings"], []), (["rules", "weapons"], 3), (["sides"], ...), (["sides"], "red"), (["sides"], []),
    (["sides"], ["s%d" % i for i in range(9)]), (["sides", 1, "alies"], []), (["figures"], ...), (["figures"], []),
    (["figures", 0, "name"], ...), (["figures", 0, "name"], "9a"), (["figures", 0, "name"], "a" * 32),
    (["figures", 0, "at"], {}), (["figures", 0, "items"], "dagger"), (["templates"], []), (["templates", "guard"], 1),
    (["items"], {}), (["items", 0, "name"], "a b"), (["board", "rows"], ...), (["board", "size"], [4, 3]),
    (["board", "rows", 0], 4), (["board", "legend", "PP"], "pit"), (["board", "legend", "P"], {"depth": 3}),
    (["board", "ground", 0, "at", 0], "401"), (["board", "ground", 0, "at"], ...), (["board", "orientation"], "cols"),
    (["board", "shove"], 1), (["board", "space"], "square"), (["board", "colour"], "red"), (["end", "turns"], 0),
    (["board", "walls"], {}), (["board", "walls"], [{"at": ["0101"], "side": "NE"}]), (["board", "walls"], [{"side": "E"}]),
    (["board", "walls"], [{"at": ["0101"]}]), (["board", "walls"], [{"at": "0101", "side": "E"}]),
    (["end", "turns"], 10000), (["end", "turns"], 1.5), (["end", "last_standing"], "yes"), (["end", "zones"], {}),
    (["end", "zones", 0, "places"], ...), (["end", "zones", 0, "turns"], 256), (["end", "zones", 0, "hexes"], 1),
    (["end", "turn"], 3), (["rosters"], "x.json"), (["figrues"], []), (["title"], 5)]
ROSTER_WRONG = [
    (["quickmarch"], "scenario"), (["version"], "1"), (["version"], ...), (["templates"], []), (["templates", "guard"], []),
    (["templates", "guard", "items"], {}), (["templates", "guard", "str"], []), (["figures"], []), (["rules"], {})]
CASES_WRONG = [
    (["quickmarch"], "case"), (["version"], 0), (["cases"], ...), (["cases"], {}), (["cases", 0, "case"], ...),
    (["cases", 0, "orders"], ...), (["cases", 0, "orders"], []), (["cases", 0, "orders"], ["next"] * 65),
    (["cases", 0, "ordrs"], []), (["cases", 0, "clauses"], "HX-06"), (["cases", 0, "settings"], []),
    (["cases", 0, "settings", "deep_pit"], []), (["cases", 0, "figures", "Ada"], 3), (["cases", 0, "edit"], "next"),
    (["cases", 0, "orders", 0], 5), (["cases", 0, "orders", 0, "order"], ...), (["cases", 0, "orders", 0, "dice"], [6, 1]),
    (["cases", 0, "orders", 0, "dice"], [[0, 1]]), (["cases", 0, "orders", 0, "dice"], [[]]),
    (["cases", 0, "orders", 0, "choices"], "hit"), (["cases", 0, "orders", 0, "expect", "verdict"], "maybe"),
    (["cases", 0, "orders", 0, "expect", "turns"], 1), (["cases", 0, "orders", 0, "expect", "chance"], "often"),
    (["cases", 0, "orders", 0, "expect", "chance"], 2), (["cases", 0, "orders", 0, "expect", "events"], "turn"),
    (["cases", 0, "orders", 0, "expect", "state"], []), (["cases", 0, "orders", 0, "expect", "state", "Ada"], 1),
    (["cases", 0, "orders", 0, "expect", "actor"], 1),
    (["cases", 0, "orders", 0, "expect", "hits"], "2"), (["cases", 0, "orders", 0, "expect", "ended"], "no"),
    (["cases", 0, "orders", 0, "expect", "checks"], [{"dices": 2}]), (["scenario"], 4)]
LOG_WRONG = [
    (["quickmarch"], "logs"), (["version"], 2), (["rules"], ...), (["rules"], {}), (["seed"], ...), (["seed"], 42),
    (["seed"], "4x"), (["seed"], "-1"), (["drawn"], ...), (["drawn"], ""), (["entries"], ...), (["entries"], {}),
    (["entries", 0], "next"), (["entries", 0, "order"], ...), (["entries", 0, "order"], 7), (["entries", 0, "dice"], 6),
    (["entries", 0, "dice", 0], 6),
    (["entries", 0, "dice", 0, 0], "6"), (["entries", 0, "dice", 0, 0], 0), (["entries", 0, "choices"], "hit"),
    (["entries", 0, "state"], 5), (["entries", 0, "state"], "XYZ"), (["entries", 0, "waiting"], "yes"),
    (["entries", 0, "note"], ""),
    (["entries", 0, "undo"], 1), (["entries", 0], {"undo": 0}), (["state"], 5), (["state"], "12"), (["dice_from"], "cup"),
    (["dice_from"], 1), (["library"], 1), (["scenario_hash"], 1), (["scenario"], ...), (["scenario"], []), (["notes"], "")]


class Schemas(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.checker = Checker()
        cls.folder = tempfile.TemporaryDirectory()
        log = ROOT / "test" / "golden" / "logs" / "chase-goals.json"
        cls.log = json.loads(log.read_text(encoding="utf-8"))
        cls.log["entries"] = cls.log["entries"][:1]
        cls.log["state"] = cls.log["entries"][0]["state"]

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def faults(self, kind, value):
        file = f"{kind}.schema.json"
        return list(self.checker.check(value, self.checker.files[file], file))

    def validate(self, values):
        """What the program says of each of these values, as files."""
        paths = []
        for i, value in enumerate(values):
            paths.append(str(Path(self.folder.name) / f"{i}.json"))
            Path(paths[-1]).write_text(json.dumps(value), encoding="utf-8")
        done = subprocess.run([PROGRAM, "validate", "--json", *paths], capture_output=True, timeout=60)
        return [entry["valid"] for entry in json.loads(done.stdout)]

    def test_keywords(self):
        known = {name for name in dir(Checker) if name.startswith("rule_")}
        self.assertEqual(set(self.checker.files), {f"{kind}.schema.json" for kind in (*KINDS, "projection", "compare")})
        for name, schema in self.checker.files.items():
            for word in words_of(schema):
                self.assertTrue(word in NOTES or "rule_" + word.replace("$", "").lower() in known, f"{name}: {word}")
        with self.assertRaises(UnknownKeyword):
            list(self.checker.check(1, {"exclusiveMinimum": 3}, "log.schema.json"))

    def test_checker(self):
        """The checker itself, on small schemas."""
        for schema, value, good in [
                ({"type": "integer"}, 3, True), ({"type": "integer"}, 3.0, True), ({"type": "integer"}, 3.5, False),
                ({"type": "integer"}, True, False), ({"type": ["string", "null"]}, None, True), ({"const": 1}, True, False),
                ({"enum": ["a"]}, "b", False), ({"minimum": 2}, 1, False), ({"maximum": 2}, 3, False),
                ({"maxLength": 2}, "abc", False),
                ({"pattern": "^a$"}, "a\n", False), ({"minItems": 1}, [], False), ({"maxItems": 1}, [1, 2], False),
                ({"items": {"type": "string"}}, ["a", 1], False), ({"required": ["a"]}, {}, False),
                ({"properties": {"a": {"const": 1}}, "additionalProperties": False}, {"a": 1}, True),
                ({"properties": {"a": {"const": 1}}, "additionalProperties": False}, {"b": 1}, False),
                ({"additionalProperties": {"type": "string"}}, {"b": 1}, False),
                ({"propertyNames": {"pattern": "^a"}}, {"b": 1}, False),
                ({"allOf": [{"minimum": 1}, {"maximum": 2}]}, 3, False),
                ({"oneOf": [{"minimum": 1}, {"maximum": 2}]}, 1, False),
                ({"oneOf": [{"type": "string"}, {"type": "null"}]}, None, True)]:
            self.assertEqual(self.checker.good(value, schema, "log.schema.json"), good, (schema, value))

    def test_every_file_in_the_tree(self):
        counts = dict.fromkeys(KINDS, 0)
        for folder in ("scenarios", "rosters", "cases", "examples", "bench", "test"):
            for path in sorted((ROOT / folder).rglob("*.json")):
                if "corpus" in path.parts and not path.name.startswith("good_"):
                    continue
                value = json.loads(path.read_text(encoding="utf-8"))
                kind = value.get("quickmarch") if isinstance(value, dict) else None
                if kind in KINDS:
                    counts[kind] += 1
                    self.assertEqual(self.faults(kind, value), [], path)
        print("files: " + ", ".join(f"{kind} {count}" for kind, count in counts.items()))
        for kind in KINDS:
            self.assertGreater(counts[kind], 0, kind)

    def wrong(self, kind, base, changes):
        self.assertEqual(self.faults(kind, base), [], kind)
        values = [change(base, path, new) for path, new in changes]
        valid = self.validate([base, *values])
        self.assertTrue(valid[0], "the program refuses what is right")
        by_schema = [change for change, value in zip(changes, values) if not self.faults(kind, value)]
        by_program = [change for change, taken in zip(changes, valid[1:]) if taken]
        self.assertEqual(by_schema, [], "the schema accepts this")
        self.assertEqual(by_program, [], "the program accepts this")

    def test_wrong_scenarios(self):
        self.wrong("scenario", SCENARIO, SCENARIO_WRONG)

    def test_wrong_tiles(self):
        self.wrong("scenario", TILES, TILES_WRONG)

    def test_answers_of_tiles(self):
        """States, logs and projections of a game with walls and hidden declarations."""
        path = Path(self.folder.name) / "tiles.json"
        path.write_text(json.dumps(TILES), encoding="utf-8")
        requests = [{"do": "load", "path": str(path)}, {"do": "new", "scenario": "s1"}, {"do": "play", "game": "g1", "order": "next"},
                    {"do": "play", "game": "g1", "order": "Ada intercept 0201 0202"}, {"do": "state", "game": "g1", "side": "red"},
                    {"do": "state", "game": "g1", "side": "blue"}, {"do": "log", "game": "g1"}, {"do": "log", "game": "g1", "side": "blue"}]
        done = subprocess.run([PROGRAM, "pipe"], input="\n".join(map(json.dumps, requests)), capture_output=True, text=True,
                              encoding="utf-8", timeout=60)
        answers = [json.loads(line) for line in done.stdout.splitlines()][1:]
        self.assertTrue(all(answer["ok"] for answer in answers), answers)
        own, others = (answer["state"]["figures"]["Ada"] for answer in answers[4:6])
        self.assertEqual((own["declared"], own["what"], own["tile1"], own["tile2"]), (True, "intercept", "0201", "0202"))
        self.assertTrue(others["declared"] and not {"what", "tile1", "tile2"} & set(others), others)
        log, seen = answers[6]["log"], answers[7]["log"]
        self.assertEqual(self.faults("log", log), [])
        self.assertEqual(self.faults("scenario", log["scenario"]), [])
        self.assertEqual(log["scenario"]["board"]["walls"], TILES["board"]["walls"])
        self.assertEqual(self.faults("projection", seen), [])
        self.assertEqual(seen["entries"][-1], {"hidden": "Ada"})

    def test_wrong_rosters(self):
        self.wrong("roster", ROSTER, ROSTER_WRONG)

    def test_wrong_cases(self):
        self.wrong("cases", CASES, CASES_WRONG)

    def test_logs_for_a_side(self):
        """They have a schema of their own, and cannot be read."""
        requests = [{"do": "load", "path": "skirmish"}, {"do": "new", "scenario": "s1"}, {"do": "play", "game": "g1", "order": "next"},
                    {"do": "log", "game": "g1", "side": "Red"}]
        done = subprocess.run([PROGRAM, "pipe"], input="\n".join(map(json.dumps, requests)), capture_output=True, text=True,
                              encoding="utf-8", timeout=60)
        log = json.loads(done.stdout.splitlines()[-1])["log"]
        log["entries"].append({"hidden": "Ada"})
        self.assertEqual(self.faults("projection", log), [])
        self.assertNotEqual(self.faults("log", log), [])
        for key in ("seed", "drawn", "state"):
            self.assertNotEqual(self.faults("projection", {**log, key: "1"}), [], key)
        for entry in ({"hidden": 1}, {"hidden": "Ada", "order": "Ada pass"}, {"order": "next", "state": "0" * 16}):
            self.assertNotEqual(self.faults("projection", {**log, "entries": [entry]}), [], entry)
        path = Path(self.folder.name) / "red.json"
        path.write_text(json.dumps(log), encoding="utf-8")
        for command in (["validate"], ["replay"], ["play", "--json"], ["judge", "next"]):
            done = subprocess.run([PROGRAM, command[0], str(path), *command[1:]], capture_output=True, text=True, encoding="utf-8",
                                  timeout=60)
            self.assertIn(done.returncode, (1, 2), command)
            self.assertIn("it cannot be played again", done.stdout + done.stderr, command)

    def test_wrong_logs(self):
        self.wrong("log", self.log, LOG_WRONG)


def main():
    os.chdir(ROOT)
    result = unittest.main(exit=False, verbosity=1).result
    failed = len(result.failures) + len(result.errors)
    print(f"{result.testsRun - failed - len(result.skipped)} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
