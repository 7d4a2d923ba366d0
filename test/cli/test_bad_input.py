#!/usr/bin/env python3
"""A tour of bad input, as a user would meet it: every file that is not what it should be, and every place that cannot be
written. Each must give a message that names the file and the fault, the documented exit status, and no half-written file.

Run from the top of the tree with the program in the variable QUICKMARCH. The last line is "N passed, M failed".
"""
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = os.path.abspath(os.environ.get("QUICKMARCH", str(ROOT / "build" / "release" / "quickmarch")))
MIB = 1 << 20
SMALL = {
    "quickmarch": "scenario", "version": 1, "title": "Small", "rules": "hexmelee",
    "board": {"rows": ["....", ".P..", "...."], "legend": {"P": "pit"}}, "sides": ["red", "blue"],
    "figures": [{"name": "Ada", "side": "red", "str": 12, "dex": 12, "at": "0101"},
                {"name": "Bo", "side": "blue", "str": 11, "dex": 11, "at": "0403"}]}


def powerless():
    """A command prefix under which permissions hold: whoever runs this as root may read and write everything."""
    if os.geteuid() != 0:
        return []
    prefix = ["setpriv", "--bounding-set=-dac_override,-dac_read_search"]
    try:
        done = subprocess.run(prefix + [PROGRAM, "version"], capture_output=True)
        return prefix if done.returncode == 0 else None
    except FileNotFoundError:
        return None


class Tour(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.dir = Path(self.folder.name)
        self.write("small.json", SMALL)

    def write(self, name, content):
        if not isinstance(content, (str, bytes)):
            content = json.dumps(content)
        (self.dir / name).write_bytes(content.encode() if isinstance(content, str) else content)
        return name

    def run_in(self, *arguments, stdin=b"", prefix=(), **more):
        done = subprocess.run([*prefix, PROGRAM, *arguments], cwd=self.dir, input=stdin, timeout=60,
                              capture_output="stdout" not in more, **more)
        self.assertGreaterEqual(done.returncode, 0, f"{arguments}: ended by signal {-done.returncode}")
        return done.returncode, (done.stdout or b"").decode(), (done.stderr or b"").decode()

    def bad(self, *arguments, says, **more):
        """Refused with status 2, on standard error alone, and with what was to be said."""
        code, out, err = self.run_in(*arguments, **more)
        self.assertEqual(code, 2, f"{arguments}: {out}{err}")
        self.assertEqual(out, "", arguments)
        for part in says if isinstance(says, tuple) else (says,):
            self.assertIn(part, err, arguments)
        self.assertLess(len(err), 2000, "more than a person reads")
        return err

    def everywhere(self, name, says):
        """Every command that reads a scenario, and validate."""
        before = self.listing()
        self.bad("validate", name, says=(name, says))
        self.bad("judge", name, "next", says=(name, says))
        self.bad("play", name, "--script", says=(name, says))
        self.bad("draw", name, "-o", "out.svg", says=(name, says))
        self.assertEqual(self.listing(), before, "a file was left behind")

    def listing(self):
        return sorted(path.name for path in self.dir.iterdir())

    def log(self, *settings):
        code, out, err = self.run_in("play", "small.json", "--script", "--save", "log.json", *settings, stdin=b"next\nquit\n")
        self.assertEqual(code, 0, out + err)
        return "log.json"


class Files(Tour):
    def test_huge(self):
        self.write("huge.json", '{"quickmarch": "scenario", "text": "' + "x" * (20 * MIB) + '"}')
        self.everywhere("huge.json", "more than 16777216 bytes")
        self.bad("replay", "huge.json", says="16777216")
        self.bad("check", "huge.json", says="16777216")
        self.bad("judge", "-", "next", stdin=b" " * (17 * MIB), says=("<stdin>", "more than"))

    def test_large_but_allowed(self):
        self.write("large.json", {**SMALL, "text": "x" * (15 * MIB)})
        self.assertEqual(self.run_in("judge", "large.json", "next")[0], 0)

    def test_huge_rulebook(self):
        self.write("huge.toml", 'family = "hexmelee"\n' + "# x\n" * (MIB // 2))
        self.bad("validate", "huge.toml", says=("huge.toml", "1048576"))
        self.bad("judge", "small.json", "next", "--rules", "huge.toml", says=("huge.toml", "1048576"))

    def test_deep(self):
        for name, text in (("arrays", "[" * 100000), ("objects", '{"a":' * 100000),
                           ("inside", json.dumps(SMALL)[:-1] + ', "x": ' + "[" * 1000 + "]" * 1000 + "}")):
            self.write(f"{name}.json", text)
            self.everywhere(f"{name}.json", "nested deeper than 64")
        self.write("deep.toml", 'family = "hexmelee"\ntext = ' + "[" * 5000 + "\n")
        self.bad("validate", "deep.toml", says="deep.toml:2:")

    def test_garbage(self):
        self.write("garbage.bin", bytes(range(256)) * 40)
        for command in (["validate", "garbage.bin"], ["judge", "garbage.bin", "next"], ["replay", "garbage.bin"],
                        ["check", "garbage.bin"], ["judge", "small.json", "next", "--rules", "garbage.bin"]):
            self.bad(*command, says=("garbage.bin:", "error: "))
        self.write("random.json", bytes((i * 167 + 13) % 251 for i in range(5000)))
        self.bad("validate", "random.json", says="random.json:1:1: error: ")
        self.write("wide.json", json.dumps(SMALL).encode("utf-16"))
        self.everywhere("wide.json", "not valid UTF-8")
        self.write("latin.json", json.dumps({**SMALL, "title": "Gr\xfcn"}, ensure_ascii=False).encode("latin-1"))
        self.everywhere("latin.json", "0xfc")

    def test_directory(self):
        (self.dir / "folder.json").mkdir()
        self.everywhere("folder.json", "this is a directory")
        self.bad("replay", "folder.json", says="this is a directory")
        self.bad("judge", "small.json", "next", "--rules", "folder.json", says="folder.json")

    def test_not_there(self):
        self.everywhere("nosuch.json", "error: ")
        self.bad("replay", "nosuch.json", says="nosuch.json")

    def test_unreadable(self):
        prefix = powerless()
        if prefix is None:
            self.skipTest("run by root, and setpriv cannot take that power away")
        (self.dir / "small.json").chmod(0)
        for command in (["validate", "small.json"], ["judge", "small.json", "next"], ["replay", "small.json"]):
            self.bad(*command, prefix=prefix, says="small.json: error: the file cannot be read")

    def test_empty(self):
        self.write("empty.json", "")
        self.write("blank.json", " \n\t\n")
        self.bad("validate", "empty.json", says="empty.json:1:1: error: the file is empty")
        self.bad("validate", "blank.json", says="the file is empty")
        for command in ("judge", "draw", "replay", "check"):
            more = {"judge": ["next"], "draw": ["-o", "out.svg"]}.get(command, [])
            self.bad(command, "empty.json", *more, says=("empty.json:1:1", "found the end of the text"))
        self.bad("judge", "-", "next", says="<stdin>")
        self.bad("judge", "small.json", "next", "--rules", "empty.json", says="needs \"family\" or \"extends\"")
        self.assertFalse((self.dir / "out.svg").exists())

    def test_line_ends(self):
        """CRLF is as good as LF, and lines are counted the same; a carriage return alone is no line."""
        self.write("crlf.json", json.dumps(SMALL, indent=1).replace("\n", "\r\n"))
        self.assertEqual(self.run_in("validate", "crlf.json")[0], 0)
        self.write("house.toml", 'family = "hexmelee"\r\n\r\n[settings]\r\ndeep_pit = 100\r\n')
        self.assertEqual(self.run_in("validate", "house.toml")[0], 0)
        self.write("wrong.toml", 'family = "hexmelee"\r\n\r\n[settings]\r\ndeep_pitt = 100\r\n')
        self.bad("validate", "wrong.toml", says="wrong.toml:4:1: error: settings.deep_pitt: ")
        self.write("old.toml", 'family = "hexmelee"\r[settings]\rdeep_pit = 100\r')
        self.bad("validate", "old.toml", says=("old.toml:1:20", "a carriage return without a line feed"))
        code, out, err = self.run_in("play", "small.json", "--script", stdin=b"screen off\r\nnext\r\nquit\r\n")
        self.assertEqual(code, 0, err)
        self.assertIn("turn 1 begins", out)

    def test_byte_order_mark(self):
        self.write("marked.json", b"\xef\xbb\xbf" + json.dumps(SMALL).encode())
        self.everywhere("marked.json", "byte order mark; save it as UTF-8 without one")
        self.write("marked.toml", b'\xef\xbb\xbffamily = "hexmelee"\n')
        self.bad("validate", "marked.toml", says=("marked.toml:1:1", "byte order mark"))

    def test_kinds_mixed_up(self):
        self.bad("replay", "small.json", says=('"scenario"', '"log" is wanted'))
        self.bad("check", "small.json", says=('"scenario"', '"cases" is wanted'))
        self.write("house.toml", 'family = "hexmelee"\n')
        self.bad("judge", "house.toml", "next", says="this is a rulebook")
        self.bad("judge", "small.json", "next", "--rules", "small.json", says="small.json")
        self.write("later.json", {**SMALL, "version": 2})
        self.everywhere("later.json", "version")
        self.write("none.json", {"a": 1})
        self.bad("validate", "none.json", says="this is no file of ours")


class Rulebooks(Tour):
    def test_circles(self):
        self.write("a.toml", 'extends = "b"\n')
        self.write("b.toml", 'extends = "c.toml"\n')
        self.write("c.toml", 'extends = "a"\n')
        chain = "a.toml extends b.toml extends c.toml extends a.toml"
        self.bad("validate", "a.toml", says=("c.toml:1:11", chain))
        self.bad("judge", "small.json", "next", "--rules", "a.toml", says=chain)
        self.write("table.json", {**SMALL, "rules": "a.toml"})
        self.bad("judge", "table.json", "next", says=chain)
        self.write("self.toml", 'extends = "self"\n')
        self.bad("validate", "self.toml", says="self.toml extends self.toml")

    def test_missing(self):
        self.write("missing.toml", 'extends = "nowhere"\n')
        self.bad("validate", "missing.toml", says=("missing.toml:1:11", 'there is no rulebook "nowhere"'))
        self.bad("judge", "small.json", "next", "--rules", "nowhere", says="nowhere")
        self.write("table.json", {**SMALL, "rules": {"extends": "nowhere"}})
        self.bad("judge", "table.json", "next", says=("table.json:1:", "nowhere"))
        self.write("roster.json", {**SMALL, "rosters": ["nowhere.json"]})
        self.bad("judge", "roster.json", "next", says=("roster.json:1:", "nowhere.json"))

    def test_too_many(self):
        for i in range(12):
            self.write(f"n{i}.toml", f'extends = "n{i + 1}"\n')
        self.write("n12.toml", 'family = "hexmelee"\n')
        self.bad("validate", "n0.toml", says="more than 8 rulebooks")
        self.assertEqual(self.run_in("validate", "n5.toml")[0], 0)

    def test_log_of_other_rules(self):
        """It is replayed by its own rules; under others the first difference is named, with status 1."""
        self.write("house.toml", 'extends = "hexmelee"\n[settings]\ninitiative = "side"\n')
        self.log("--rules", "house.toml")
        self.assertEqual(self.run_in("replay", "log.json")[0], 0)
        code, out, err = self.run_in("replay", "log.json", "--rules", "hexmelee", "--set", "initiative_die=8")
        self.assertIn(code, (0, 1), err)
        self.assertIn("rules", out)
        log = json.loads((self.dir / "log.json").read_text())
        self.write("edited.json", {**log, "rules": "hexmelee 1"})
        code, out, err = self.run_in("replay", "edited.json")
        self.assertEqual(code, 0, out + err)
        self.assertIn("under other rules than it was played by", out)
        self.write("unknown.json", {**log, "scenario": {**log["scenario"], "rules": {"family": "nosuch"}}})
        self.bad("replay", "unknown.json", says="nosuch")


class Corpus(unittest.TestCase):
    def test_good_and_bad(self):
        """In test/corpus the names say what must become of a file."""
        for kind in ("scenario", "rulebook", "roster", "log"):
            paths = sorted((ROOT / "test" / "corpus" / kind).iterdir())
            self.assertGreaterEqual(len(paths), 9, kind)
            done = subprocess.run([PROGRAM, "validate", "--json", *paths], capture_output=True, timeout=60)
            for path, answer in zip(paths, json.loads(done.stdout)):
                self.assertEqual(answer["valid"], path.name.startswith("good_"), f"{path}: {answer['diagnostics']}")
                for fault in answer["diagnostics"]:
                    self.assertTrue(fault["message"] and fault["file"], path)


class Writing(Tour):
    def saves(self, target, status, says, **more):
        """Both programs that write files: nothing else may appear in the folder, and what was there stays."""
        code, out, err = self.run_in("draw", "small.json", "-o", target, **more)
        self.assertEqual((code, out), (status, ""), err)
        self.assertIn(says, err)
        code, out, err = self.run_in("play", "small.json", "--script", "--save", target, stdin=b"next\nquit\n", **more)
        self.assertEqual(code, status, out + err)
        self.assertIn(says, out + err)

    def test_no_folder(self):
        before = self.listing()
        self.saves("none/x", 2, "none/x: error: the file cannot be written (is the folder there?)")
        self.assertEqual(self.listing(), before)

    def test_onto_a_folder(self):
        (self.dir / "x").mkdir()
        self.saves("x", 2, "x: error: writing the file failed; nothing was changed")
        self.assertEqual(self.listing(), ["small.json", "x"])

    def test_read_only_folder(self):
        prefix = powerless()
        if prefix is None:
            self.skipTest("run by root, and setpriv cannot take that power away")
        locked = self.dir / "locked"
        locked.mkdir()
        (locked / "old").write_text("old")
        locked.chmod(0o555)
        self.addCleanup(locked.chmod, 0o755)
        self.saves("locked/new", 2, "locked/new: error: the file cannot be written", prefix=prefix)
        self.saves("locked/old", 2, "locked/old: error: the file cannot be written", prefix=prefix)
        self.assertEqual((locked / "old").read_text(), "old")
        self.assertEqual(os.listdir(locked), ["old"])

    def test_full_device(self):
        if not os.path.exists("/dev/full"):
            self.skipTest("there is no /dev/full here")
        os.symlink("/dev/full", self.dir / "full")  # by a link, so that a mistake here harms the link alone
        self.saves("full", 2, "full: error: writing the file failed; nothing was changed")
        self.assertEqual(os.readlink(self.dir / "full"), "/dev/full", "a device was replaced by a file")
        self.assertEqual(self.listing(), ["full", "small.json"])
        with open("/dev/full", "wb") as full:
            for command in (["rules", "hexmelee"], ["judge", "small.json", "next"], ["draw", "small.json", "-o", "-"],
                            ["options", "small.json", "--json"], ["man"], ["play", "small.json", "--script"], ["pipe"]):
                code, _, err = self.run_in(*command, stdout=full, stderr=subprocess.PIPE)
                self.assertEqual(code, 2, f"{command}: {err}")

    def test_null_device(self):
        os.symlink("/dev/null", self.dir / "null")
        self.saves("null", 0, "")
        self.assertEqual(os.readlink(self.dir / "null"), "/dev/null", "a device was replaced by a file")
        self.assertEqual(self.listing(), ["null", "small.json"])

    def test_file_too_large(self):
        """A file that breaks off in the middle of writing: what was there before is there still."""
        ulimit = ["sh", "-c", 'trap "" XFSZ; ulimit -f 1; exec "$0" "$@"']
        for old in (b"", b"the old picture"):
            self.write("x.svg", old)
            code, _, err = self.run_in("draw", "small.json", "-o", "x.svg", prefix=ulimit)
            self.assertEqual(code, 2, err)
            self.assertIn("nothing was changed", err)
            self.assertEqual((self.dir / "x.svg").read_bytes(), old)
        self.assertEqual(self.listing(), ["small.json", "x.svg"])

    def test_replaced(self):
        for old in (b"", b"old"):
            self.write("x.svg", old)
            self.assertEqual(self.run_in("draw", "small.json", "-o", "x.svg")[0], 0)
            self.assertTrue((self.dir / "x.svg").read_bytes().endswith(b"</svg>\n"))
        self.assertEqual(self.listing(), ["small.json", "x.svg"])

    def test_reader_that_goes_away(self):
        """A program at the end of the pipe that has read enough ends ours by the signal, without a word."""
        for command in (["rules", "hexmelee"], ["rules", "--toml", "hexmelee"], ["draw", "skirmish", "-o", "-"],
                        ["options", "skirmish", "--after", "next"]):
            reading, writing = os.pipe()
            os.close(reading)
            process = subprocess.Popen([PROGRAM, *command], cwd=ROOT, stdout=writing, stderr=subprocess.PIPE)
            os.close(writing)
            err = process.communicate(timeout=60)[1]
            self.assertIn(process.returncode, (-signal.SIGPIPE, 2), command)
            self.assertLess(len(err.splitlines()), 2, err)
        if shutil.which("head"):
            done = subprocess.run(f"'{PROGRAM}' rules hexmelee | head -1", shell=True, capture_output=True, text=True)
            self.assertEqual((done.returncode, done.stderr, done.stdout.count("\n")), (0, "", 1))


def main():
    os.chdir(ROOT)
    result = unittest.main(exit=False, verbosity=1).result
    for test, reason in result.skipped:
        print(f"skipped: {test}: {reason}")
    failed = len(result.failures) + len(result.errors)
    print(f"{result.testsRun - failed - len(result.skipped)} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
