#!/usr/bin/env python3
"""Drives `quickmarch play`: scripts on standard input, one session on a real terminal (a pty), and whole games to their end.

The program is found in the variable QUICKMARCH. Ends with "N passed, M failed".
"""
import json
import os
import pty
import re
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
    "items": [{"name": "mace", "weapon": "mace", "at": "0505"}],
    "end": {"turns": 3}}


class Folder:
    """A folder with the small scenario in it, gone at the end."""

    def __init__(self):
        self.folder = tempfile.TemporaryDirectory()
        self.small = str(Path(self.folder.name) / "small.json")
        Path(self.small).write_text(json.dumps(SMALL), encoding="utf-8")

    def path(self, name):
        return str(Path(self.folder.name) / name)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.folder.cleanup()


def run(lines, *arguments, status=0, environment=None):
    """Plays a script; gives what was printed. Status 1 is due where something is refused on purpose; a tuple where chance decides."""
    done = subprocess.run([PROGRAM, "play", *arguments, "--script"], cwd=ROOT, env=environment or ENVIRONMENT, timeout=120,
                          input="\n".join(lines) + "\n", capture_output=True, text=True, encoding="utf-8")
    assert done.returncode in (status if isinstance(status, tuple) else (status,)), (done.returncode, done.stderr[-500:], done.stdout[-500:])
    return done.stdout


def begin(*lines):
    """A script that begins the small game with Ada to move, without drawings."""
    return ["screen off", "dice type", "next", "6 5 4", "dice roll", *lines]


def has(text, *parts):
    for part in parts:
        assert part in text, f"'{part}' is missing in:\n{text[-3000:]}"


def lacks(text, *parts):
    for part in parts:
        assert part not in text, f"'{part}' is in:\n{text[-3000:]}"


def test_without_terminal(folder):
    for scenario in ([], ["chase"], ["scenarios/brawl.json"]):
        done = subprocess.run([PROGRAM, "play", *scenario], cwd=ROOT, env=ENVIRONMENT, stdin=subprocess.DEVNULL, capture_output=True,
                              text=True, encoding="utf-8", timeout=60)
        assert done.returncode == 0, done.stderr
        has(done.stdout, "sides:", "ground:", "before the first turn", "'next'", "This is no terminal", "--script")
        lacks(done.stdout, "\x1b")


def test_board(folder):
    text = run(["board"], folder.small)
    has(text, "\\____/", "↗Ad ", "_R__", "↖Ca ", "oooo", "__!_", "mace at 0505", "R Red", "0101", "o pit (depth 300 cm)")
    plain = run(["board"], folder.small, environment={**ENVIRONMENT, "LC_ALL": "C", "LANG": "C"})
    has(plain, "9Ad ", "7Ca ", "digit of a keypad")
    assert plain.isascii(), "an ASCII terminal got other characters"
    rows = run(["board"], "chase")
    has(rows, "|→Ot  |", ".' '.", "zone (*): gate")
    colored = run(["board"], folder.small, "--color", "always")
    has(colored, "\x1b[0;1;31m", "\x1b[0m")
    assert re.sub(r"\x1b\[[0-9;]*m", "", colored) == text, "colour changed more than colours"


def test_turn_and_options(folder):
    text = run(begin("options", "options full", "options attack", "options fly", "999", "figures"), folder.small, status=1)
    has(text, "turn 1, movement: Ada of Red is to act", "Ada still", "('options full':", "numbers of the options",
        "'attack' is not possible now", "There is no kind of order and no figure 'fly'", "There is no option 999", "STR 12/12 DEX 12")
    assert len(text.split("\n")) < 200, "the options are not grouped"
    number = re.search(r"^ +(\d+)  Ada step 0203", text, re.M).group(1)
    text = run(begin(f"{number} face NE"), folder.small)
    has(text, "* Ada step 0203 face NE: legal", "Ada moves to 0203", "Ada faces NE", "Bo of Red is to act")


def test_pictures(folder):
    plain, reach = folder.path("now.svg"), folder.path("ada.svg")
    text = run(begin(f"draw {plain}", f"draw {reach} Ada", "draw", "draw Ada", f"draw {plain} Nobody", f"draw {plain} Ada Bo",
                     f"draw {folder.small}", "draw " + "x" * 1500), folder.small)
    has(text, f"Drawn to {plain}.\n", f"Drawn to {reach}, with the reach of Ada.\n", "There is no figure named 'Nobody'",
        "is the game itself", "That name is too long")
    assert text.count("It is 'draw FILE' or 'draw FILE FIGURE'") == 3, text
    with open(plain, encoding="utf-8") as one, open(reach, encoding="utf-8") as other:
        first, second = one.read(), other.read()
    assert first.startswith("<?xml") or first.startswith("<svg"), first[:80]
    assert len(second) > len(first), "the reach is not drawn"
    log = folder.path("game.json")
    has(run(begin(f"save {log}", f"draw {log}"), folder.small), f"{log} is the game itself")
    has(run(begin("draw " + folder.path("none/x.svg")), folder.small, status=2), "none/x.svg")
    text = run(["next", "next", "next", "set Hild condition incapacitated", f"draw {plain} Hild", f"draw {plain} Otto"],
               "warband-street")
    has(text, "Hild is out of play.", f"Drawn to {plain}, with the reach of Otto.")
    text = run(["dice type", "next", f"draw {plain}", f"draw {reach} Ada", "6 5 4"], folder.small)
    has(text, f"Drawn to {plain}.", "An order waits for an answer first.")


def test_notation(folder):
    text = run(begin("Ada hlaf 0203", "step 9999", "step 0203 fcae S", "Cai still", "step 0801", "Ada step 0203"), folder.small, status=1)
    has(text, "  Ada hlaf 0203\n      ^ ", 'did you mean "half"', "  step 9999\n       ^ ", "illegal", "not Cai's turn", "HX-06",
        "  step 0203 fcae S\n            ^ ", "Ada moves to 0203")
    text = run(begin("step 0203"), folder.small)
    has(text, "* Ada step 0203: legal (HX-41)", "cost: 1 of 1")


def test_questions(folder):
    text = run(begin("judge full 0504", "odds full 0504", "odds step 0203", "reach", "reach Nobody", "plan 0504", "plan 9", "0504",
                     "see Cai", "see Ada Bo", "rules HX-12", "rules HX-99", "rules", "judge", "see"), folder.small)
    has(text, "check: Ada", "74.1 %", "prone", "100 %", "cost in MOV", "There is no figure named 'Nobody'", "way 1", "is no place",
        "enemies", "friends", "HX-12 Roll for a jump", "There is no clause 'HX-99'", "An order is missing", "It is 'see A B'")
    text = run(begin("way 1", "plan 0405", "way 1"), folder.small)
    has(text, "There is no such way", "Ada moves to 0405")


def test_nobody_to_act_and_out_of_play(folder):
    text = run(["next", "next", "remove Hild", "see Brand", "see Hild", "see Brand Hild", "see Brand Brand", "reach Hild", "plan Hild 5,5",
                "threat Hild"], "scenarios/warband-street.json")
    has(text, "Brand sees Fang, 2.178\" away", "Brand does not see Mouse, how far is not measured yet", "Name two different figures")
    assert text.count("Hild is out of play.") == 5, text
    assert "Brand sees Brand" not in text and "Brand does not see Brand" not in text, text
    text = run(["next", "next", "next", "reach Brand 3,3 far", "threat Brand now", "plan Brand 5,5 fast", "see Brand Hild Otto"],
               "scenarios/warband-street.json")
    has(text, "'3,3 far' is too much. It is 'reach' or 'reach FIGURE'.", "'now' is too much. It is 'threat' or 'threat FIGURE'.",
        "'fast' is too much. It is 'plan PLACE' or 'plan FIGURE PLACE'.", "'Otto' is too much. It is 'see A B'")
    lacks(text, "Brand can end", "away")
    text = run(["next", "next", "reach Brand", "next", "reach Mouse"], "scenarios/warband-street.json")
    has(text, "Brand can get nowhere now.\n  this is the engage phase", "Mouse can get nowhere now.\n  it is not the turn of Mouse's side\n")


def test_going_on_too_soon(folder):
    text = run(["next", "next", "next", "Hild stay", "next", "undo", "rest", "next"], "scenarios/warband-street.json")
    assert text.count("4 figures of Watch have not acted; 'undo' takes it back") == 1, text
    assert text.count("not acted") == 1, text


def test_options_of_a_figure(folder):
    text = run(["options Hawk", "next", "next", "next", "options Sable", "options Warden", "options Nobody", "threat Sable", "help", "remove Sable",
                "options Sable"], "scenarios/warband-ruin.json")
    has(text, "Hawk has nothing to choose from now", "  Sable move 20,8.008 climb 20,8.5@1.75\n", "Warden has nothing to choose from now",
        "There is no kind of order and no figure 'Nobody'", "In Warband nobody threatens places.", "Sable: The figure is out of play.")
    assert "threat [FIGURE]" not in text, text


def test_assume_and_log(folder):
    text = run(begin("assume Ada half 0203", "judge Bo still", "see Bo Cai", "assume Cai half 0703", "assume nothing", "log",
                     "judge Bo still", "assume next", "hand Blue", "Ada still", "log"), folder.small)
    has(text, "as if these had been ordered:\nAda half 0203\n", "legal (HX-38", "Nothing is assumed.", "  1  next\n", "not Cai's turn",
        "not Bo's turn", "Nothing is hidden from anybody here now.", "  2  Ada still\n")
    lacks(run(["help"], folder.small), "hand [SIDE]")  # nothing can be hidden in this family


def test_typed_dice(folder):
    text = run(begin("dice type", "full 0504", "1 2", "1 2 7", "nonsense", "666"), folder.small, status=1)
    has(text, "type 3 faces of 1 to 6", "'1 2' does not fit", "'1 2 7' does not fit", "6 6 6 = 18", "slips", "Bo of Red")
    text = run(begin("dice type", "full 0504", "judge still", "undo", "full 0504", "roll", "dice"), folder.small)
    has(text, "An order waits for an answer first", "Taken back: 1 order", "Ada moves to 0504", "Dice are typed in")
    text = run(["dice loaded", "confirm perhaps", "screen maybe"], folder.small)
    has(text, "'dice type' or 'dice roll'", "'confirm on'", "'screen on'")


def test_dice_option(folder):
    text = run(["next", "6 5 4"], folder.small, "--dice", "type")
    has(text, "type 3 faces", "6 5 4", "Ada of Red is to act")
    same = [run(["screen off", "next"], folder.small, "--seed", "11") for _ in range(2)]
    assert same[0] == same[1], "a seed gives the same dice every time"


def test_choice(folder):
    game = json.loads(json.dumps(SMALL))
    game["board"]["rows"] = ["...o....", "..o.....", "........", "........", "........"]
    Path(folder.small).write_text(json.dumps(game), encoding="utf-8")
    lines = begin("dice type", "full jump 0501", "6 6 6 6 6", "1 1 1", "try", "6 6 6 6", "tea", "fatigue")
    text = run(lines, folder.small, status=1)
    has(text, "jumps too short", "catches the rim", "what does it cost?", "1  hit", "2  fatigue", "'tea' is none of the options",
        "takes 1 fatigue", "Bo of Red is to act")
    has(run(lines[:-2] + ["2"], folder.small), "takes 1 fatigue")


def test_confirm(folder):
    text = run(begin("confirm on", "full 0504", "odds", "n", "full 0504", "", "confirm off"), folder.small)
    has(text, "Go ahead? [Y/n/odds]", "Not done.", "Ada to ", "Orders are carried out at once", "Bo of Red is to act")
    assert text.count("Go ahead?") == 3, text


def test_undo(folder):
    text = run(begin("step 0203", "undo", "undo", "undo!", "undo", "undo x", "undo 0"), folder.small)
    has(text, "Taken back: 1 order", "Dice have fallen since", "before the first turn", "There is nothing to take back", "It is 'undo'")


def test_edits(folder):
    text = run(begin("place Cai 0303 face N", "set Cai hits 4", "give mace Bo", "set Cai hits nine", "place Cai 9999", "figures"),
               folder.small, status=1)
    has(text, "Cai is put at 0303", "Bo gets mace", "STR 7/11", "  set Cai hits nine\n")


def test_save_and_resume(folder):
    saved = folder.path("game.json")
    text = run(begin("step 0203 face S", f"save {saved}", "quit"), folder.small)
    has(text, "Saved to", "quickmarch play")
    lacks(text, "was not saved")
    text = run(["figures", "undo", "figures"], saved)
    has(text, "turn 1, movement: Bo of Red is to act", "0203 S", "Taken back: 1 order", "0202 NE")
    text = run(["quit"], saved)
    lacks(text, "was not saved")
    assert subprocess.run([PROGRAM, "replay", saved], cwd=ROOT, capture_output=True, timeout=60).returncode == 0
    text = run(["save", "save /no/such/folder/x.json", "next", "quit"], folder.small, status=2)
    has(text, "Save to which file?", "/no/such/folder/x.json", "The game was not saved")


def test_autosave(folder):
    saved = folder.path("auto.json")
    text = run(begin("step 0203"), folder.small, "--save", saved)
    has(text, "Saved; go on with")
    assert json.loads(Path(saved).read_text(encoding="utf-8"))["quickmarch"] == "log"
    has(run(["figures"], saved), "Bo of Red is to act")
    text = run(["next"], folder.small)
    has(text, "The input has ended; the game was not saved")


def test_end_of_game(folder):
    text = run(begin("set Cai condition dead", "still", "next", "", "options"), folder.small, status=1)
    has(text, "The game is over. Red wins!", "'undo', 'save FILE' and 'quit' are left")
    text = run(begin("set Cai condition dead", "undo", "figures"), folder.small)
    has(text, "Ada of Red is to act")


def test_bad_use(folder):
    for arguments in (["no-such-scenario"], [folder.small, "--dice", "loaded"], [folder.small, "--side", "Green"],
                      [folder.small, "--seed", "x"], [folder.small, "--fast"], [folder.small, "another"]):
        done = subprocess.run([PROGRAM, "play", *arguments, "--script"], cwd=ROOT, input="", capture_output=True, text=True, timeout=60)
        assert done.returncode == 2 and done.stderr, (arguments, done)
    broken = folder.path("broken.json")
    Path(broken).write_text('{"quickmarch": "scenario", "version": 1,\n "rules": "hexmelee", "sides": 3}', encoding="utf-8")
    done = subprocess.run([PROGRAM, "play", broken, "--script"], cwd=ROOT, input="", capture_output=True, text=True, timeout=60)
    assert done.returncode == 2 and "broken.json:2:" in done.stderr, done.stderr
    text = run(["x" * 5000, "\x00", "help", "help orders", "# a remark", "   ", "?"], folder.small)
    has(text, "too long", "options [KIND]", "Legs of a movement", "snatch")


def test_program_plays(folder):
    """The other side is played by the program: the whole game comes to its end, whatever we pick."""
    for scenario, side in (("skirmish", "Red"), ("brawl", "Wolves"), ("chase", "Runners")):
        text = run(["screen off"] + ["", "1"] * 400, scenario, "--side", side, "--seed", "4", status=(0, 1))
        has(text, "The game is over.")


def test_program_plays_units(folder):
    """Its units move and shoot, and what it is asked gets the automatic answer: a hit goes to the one who can bear it."""
    lines = ["screen off", "next"] + ["auto"] * 3 + [line for unit in ("Raid", "Bows", "Carts") for line in [f"{unit} hold"] + ["auto"] * 4]
    text = run(lines, "squad-crossing", "--side", "Raiders", "--seed", "4", status=(0, 1))
    for told in (r"\* (Rifles|Guns|Guard) shoot at ", r"\* (Rifles|Guns|Guard) move "):
        assert re.search(told, text), text
    duel = folder.path("duel.json")
    unit = {"radius": 0.5, "accuracy": 9, "save": 1}
    Path(duel).write_text(json.dumps({
        "quickmarch": "scenario", "version": 1, "title": "duel", "rules": "squad",
        "board": {"space": "table", "width": 30, "depth": 20}, "sides": ["A", "B"], "units": [
            {"name": "R", "side": "A", **unit, "weapon": "rifle", "figures": [{"name": "R1", "at": "5,10"}]},
            {"name": "O", "side": "B", **unit, "figures": [{"name": "O1", "at": "15,10"}, {"name": "O2", "at": "15,12", "wounds": 4}]}]}),
                          encoding="utf-8")
    text = run(["screen off", "dice type", "next", "R shoot at O", "1", "10"], duel, "--side", "A", "--seed", "4")
    has(text, "O2 with Save 1 takes a hit")


def test_undo_against_the_program(folder):
    """Taking back our order takes back what the program has played since, or it would only play it again."""
    text = run(["screen off", "dice type", "next", "6 4 5", "dice roll", "step 0203", "undo"], folder.small, "--side", "Red")
    has(text, "* Cai ", "Bo of Red is to act", "Taken back: 2 orders")
    assert text.rindex("Ada of Red is to act") > text.index("Bo of Red is to act"), text


def test_random_games(folder):
    """Whole games with numbers picked at random, undoing now and then; the log replays."""
    seed = 12345
    saved = folder.path("random.json")
    for scenario in ("skirmish", "chase", "brawl"):
        lines = ["screen off"]
        for _ in range(700):
            seed = (seed * 1103515245 + 12345) & 0x7FFFFFFF
            lines.append(str(1 + (seed >> 8) % 40) if seed >> 16 & 3 else "1")
            if (seed >> 4) % 29 == 0:
                lines.append("undo!" if seed >> 20 & 1 else "undo")
            lines.append("")
        text = run(lines + ["save " + saved], scenario, "--seed", str(seed % 1000), status=(0, 1))
        has(text, "Saved to")
        done = subprocess.run([PROGRAM, "replay", saved], cwd=ROOT, capture_output=True, text=True, timeout=60)
        assert done.returncode == 0, done.stdout + done.stderr


class Terminal:
    """The program on a terminal of its own."""

    def __init__(self, *arguments):
        self.text = ""
        pid, self.file = pty.fork()
        if pid == 0:
            os.chdir(ROOT)
            os.execve(PROGRAM, [PROGRAM, "play", *arguments], ENVIRONMENT)
        self.pid = pid

    def until(self, part, seconds=20):
        end = time.monotonic() + seconds
        start = len(self.text)
        while part not in self.text[start:]:
            ready, _, _ = select.select([self.file], [], [], max(0, end - time.monotonic()))
            if not ready:
                raise AssertionError(f"waited for '{part}' in vain; got:\n{self.text[start:][-2000:]}")
            try:
                self.text += os.read(self.file, 65536).decode("utf-8", "replace")
            except OSError:
                break
        assert part in self.text[start:], f"'{part}' never came:\n{self.text[start:][-2000:]}"

    def type(self, line):
        os.write(self.file, (line + "\n").encode())

    def status(self):
        try:
            while os.read(self.file, 65536):
                pass
        except OSError:
            pass
        _, status = os.waitpid(self.pid, 0)
        os.close(self.file)
        return os.waitstatus_to_exitcode(status)


def test_terminal(folder):
    saved = folder.path("pty.json")
    terminal = Terminal(folder.small, "--seed", "3")
    terminal.until("> ")
    assert "\x1b[" in terminal.text, "a terminal gets colour"
    terminal.type("dice type")
    terminal.until("Dice are typed in")
    terminal.type("")
    terminal.until("dice> ")
    terminal.type("6 5 4")
    terminal.until("Ada> ")
    terminal.type("dice roll")
    terminal.until("rolls the dice")
    terminal.type("full 0504")
    terminal.until("Go ahead?")
    terminal.type("n")
    terminal.until("Not done.")
    terminal.type("step 0203")
    terminal.until("Bo> ")
    terminal.type("quit")
    terminal.until("Save the game first?")
    terminal.type(saved)
    terminal.until("Saved to")
    assert terminal.status() == 0
    has(run(["figures"], saved), "Bo of Red is to act")


def test_terminal_ends(folder):
    terminal = Terminal(folder.small)
    terminal.until("> ")
    terminal.type("next")
    terminal.until("> ")
    os.write(terminal.file, b"\x04")
    terminal.until("the game was not saved")
    assert terminal.status() == 0


def test_script_status(folder):
    run(begin("quit"), folder.small, status=0)
    run(begin("judge Bo still", "judge 999", "options fly", "help nothing", "quit"), folder.small, status=0)  # questions refuse nothing
    run(begin("Bo still", "quit"), folder.small, status=1)  # not its turn
    run(begin("Ada fly", "quit"), folder.small, status=1)
    run(begin("999", "quit"), folder.small, status=1)
    run(["dice type", "next"], folder.small, status=1)  # the input ends while the order waits
    run(["dice type", "next", "4", "6 5 4", "quit"], folder.small, status=1)
    run(begin("Ada fly", "save /no/such/folder/x.json", "quit"), folder.small, status=2)


def test_help_and_why(folder):
    text = run(["screen off", "help attack", "help jump", "dice type", "next", "options", "4"], folder.small, status=1)
    has(text, "FIGURE attack FIGURE [with ITEM]", "for instance: Ada attack Cai with Ada-broadsword", "jump HEX",
        "An order waits for an answer", "'4' does not fit: 3 faces of 1 to 6 are needed.")
    text = run(begin("help half", "help attack"), folder.small)
    has(text, "LEG is HEX | jump HEX", "now, for instance: Ada half ")


def test_safer_way_is_marked(folder):
    """The list shows the cheapest way; where `plan` knows a safer one it says so, and `plan` has it."""
    for seed in ("1", "2", "3", "4"):
        text = run(["screen off", "next", "options full"], "chase", "--seed", seed, status=0)
        marked = re.findall(r"([\d.]+) %, safer: plan (\d{4})", text)
        if marked:
            ways = run(["screen off", "next", f"plan {marked[0][1]}"], "chase", "--seed", seed, status=0)
            chances = [float(chance) for chance in re.findall(r"way \d .*?([\d.]+) %", ways)]
            assert max(chances) > float(marked[0][0]), (marked[0], ways)
            return
    raise AssertionError("no option of the chase has a safer way")


def test_other_rules_and_saving(folder):
    log, old = folder.path("log.json"), folder.path("old.json")
    run(begin("Ada still", "quit"), folder.small, "--save", log, status=0)
    text = Path(log).read_text(encoding="utf-8")
    other = re.sub(r'"rules": "hexmelee \d+', '"rules": "hexmelee 999', text).replace('"Ada still"', '"Bo still"')
    Path(old).write_text(other, encoding="utf-8")
    run(["quit"], old, "--save", old, status=2)
    run(["save " + old, "quit"], old, status=2)
    assert Path(old).read_text(encoding="utf-8") == other, "the rest of the log must not be lost"
    run(["save " + folder.path("new.json"), "quit"], old, status=0)
    done = subprocess.run([PROGRAM, "play", old], cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0 and "hexmelee 999" in done.stderr and "stops before this entry" in done.stderr, done.stderr
    Path(old).write_text(text.replace('"rules": "hexmelee', '"rules": "chess'), encoding="utf-8")
    for command in ("play", "replay", "validate"):
        done = subprocess.run([PROGRAM, command, old], cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60)
        assert done.returncode == 2 and "chess" in done.stderr, (command, done.stderr)


def test_position_as_json(folder):
    done = subprocess.run([PROGRAM, "play", folder.small, "--json"], cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                          timeout=60)
    assert done.returncode == 0 and json.loads(done.stdout)["state"]["turn"] == 0, done
    done = subprocess.run([PROGRAM, "play", folder.small, "--seed", "5"], cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True,
                          text=True, timeout=60)
    named = re.search(r"After 'next' \(with --seed 5\) (\w+) is to act, and could for instance:\n  (.*)\n", done.stdout)
    assert named, done.stdout
    has(run(["screen off", "next", named.group(2)], folder.small, "--seed", "5", status=0), f"* {named.group(2)}: legal")


def test_many_figures(folder):
    """Everything that happens is told, however many take part."""
    path = folder.path("crowd.json")
    figures = [{"name": f"F{i}", "side": ("Red", "Blue")[i % 2], "str": 10, "dex": 10, "at": f"{i % 10 * 2 + 1:02}{i // 10 * 2 + 1:02}"}
               for i in range(60)]
    Path(path).write_text(json.dumps({**SMALL, "board": {"size": [20, 12]}, "figures": figures, "items": []}), encoding="utf-8")
    lacks(run(["screen off", "next"], path), "more events")


YARD = {
    "quickmarch": "scenario", "version": 1, "title": "Yard", "rules": "tiles",
    "board": {"space": "tile", "rows": [".......", "..r....", "....w.."], "legend": {"r": "rough", "w": "water"}},
    "sides": ["Red", "Blue"],
    "figures": [{"name": "Ada", "side": "Red", "at": "0101"}, {"name": "Bo", "side": "Red", "at": "0103"},
                {"name": "Cy", "side": "Blue", "at": "0702"}],
    "end": {"turns": 3}}


def test_tiles(folder):
    """A session on tiles: rest, threat, where an avoider ends, an account by beats, no words of other games."""
    path = folder.path("yard.json")
    Path(path).write_text(json.dumps(YARD), encoding="utf-8")
    text = run(["help", "next", "help", "judge Bo avoid 9 from Cy", "threat", "reach", "see Ada Cy", "Ada move 0202", "Bo move 0202",
                "board", "Cy move 0602 run", "resolve"], path, "--seed", "1")
    has(text, "sides: R Red  B Blue; p prone, u down; & several in the tile", "carry it out, such as: Ada move ",
        "would end at 0103, 6 tiles from Cy", " tiles it could watch as an interceptor", "(cost in tiles; ",
        "rest: the 2 figures of Red that are still to act do nothing", "Ada and Bo both want 0202", "r rough (counts 2 tiles)",
        "w water (mode swim)", "  beat 1\n    Cy enters 0602, tiles left: 5\n", "the melee phase begins")
    lacks(text, "hex", "half", "MOV", "kneeling", "front", "ends at", "beat 9")
    account = text.split("* resolve: legal")[1]
    assert len(re.findall(r"^  beat \d+$", account, re.M)) == len(re.findall(r"^  beat \d+\n    ", account, re.M)), account
    # the board is shown at the start, to each side as it begins to declare, for help's sake, and when it has changed
    assert text.count("sides: R Red") == 1 + 2 + 3 + 1, text.count("sides: R Red")
    text = run(["next", "rest", "rest", "resolve", "next", "rest", "rest", "log"], path)
    has(text, "* Ada stay: legal", "* Bo stay: legal", "* Cy stay: legal", "Blue is at the screen.", "turn 1, miscellaneous")
    assert text.count("Bo stay: legal") == 2, text
    text = run(["rest", "next", "rest now", "Ada stay", "rest", "rest", "rest"], path)
    has(text, "Nobody of Red could rest now.", "It is 'rest' alone", "* Bo stay: legal", "Nobody of Blue could rest now.")
    text = run(["help", "rest", "next", "rest"], folder.small, "--seed", "2")
    has(text, "Nobody of Red could rest now.", "threat [FIGURE]     the hexes it has in its front")
    lacks(text, "  rest ")


def test_tiles_running(folder):
    """Places that take a run are marked, and the legend says so only where there are any."""
    path = folder.path("yard.json")
    Path(path).write_text(json.dumps(YARD), encoding="utf-8")
    has(run(["next", "reach Ada"], path), "5r!", "r at a run, which spends the action, ")
    text = run(["next", "Ada act", "reach Ada"], path)
    has(text, "(cost in tiles; ? with a check")
    lacks(text, "at a run")


def test_tiles_refusals(folder):
    """What is wrong is said, and how it is put right."""
    path = folder.path("yard.json")
    Path(path).write_text(json.dumps(YARD), encoding="utf-8")
    text = run(["Ada stay", "next", "Ada move 9999", "Ada move 0804", "Adda move 0102", "Ada moev 0102", "Ada intercept 0702", "Ada stay",
                "Ada move 0102", "resolve", "next", "Cy stay", "Bo stay 0101", "Bo avoid 3", "Bo beside Bo", "Bo withdraw 0101",
                "threat Zoe"], path, status=1)
    has(text, "the first turn has not begun: next begins it", "there is no tile 9999 on this board (TL-09)",
        "there is no tile 0804 on this board (TL-09)", 'did you mean "Ada"?', 'did you mean "move"?', "Ada cannot get next to 0702 with a normal movement",
        "Ada has declared; undo takes that back", "Bo has not declared; still to declare: 2", "declarations are resolved first",
        "Cy is not a figure of Red", "a tile, 0101, does not belong to stay",
        "at least one foe to avoid must be named", "Bo cannot name itself", "withdrawing in the miscellaneous one",
        "There is no figure named 'Zoe'")


if __name__ == "__main__":
    sys.exit(each.main(globals(), Folder))
