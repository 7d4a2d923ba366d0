#!/usr/bin/env python3
"""Shooting through the faces of the program: who sees whom, verdicts, forecasts as text, JSON and picture, a volley with
typed dice and the defender's choices, and the same through the pipe.

Run from the top of the tree with the program in the variable QUICKMARCH. The last line is "N passed, M failed".
"""
import contextlib
import json
import os
import subprocess
import sys
import tempfile
import xml.etree.ElementTree
from pathlib import Path

import each

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = os.path.abspath(os.environ.get("QUICKMARCH", str(ROOT / "build" / "debug" / "quickmarch")))
SCENE = {
    "quickmarch": "scenario", "version": 1, "rules": "squad",
    "board": {"space": "table", "width": 48, "depth": 48,
              "prisms": [{"name": "hedge", "box": [18, 14, 26, 14.5], "top": 0.75, "kind": "hedge"}]},
    "sides": ["red", "blue"], "templates": {"man": {"accuracy": 6, "save": 7}},
    "units": [
        {"name": "Rifles", "side": "red", "template": "man", "facing": 90, "weapon": "rifle",
         "at": ["20,5", "21.5,5", "23,5"], "figures": [{"name": "Ann", "weapon": "machine_gun"}, {"name": "Bo"}, {}]},
        {"name": "Orks", "side": "blue", "template": "man", "facing": 270, "at": ["20,16", "21.5,16", "20,18"]},
        {"name": "Boars", "side": "blue", "template": "man", "facing": 270, "at": ["30,31", "31.5,31"]}]}
AFTER = ("--after", "next")


def run(folder, *arguments, text=None, status=0):
    done = subprocess.run([PROGRAM, *map(str, arguments)], cwd=folder, capture_output=True, text=True, encoding="utf-8",
                          input=text, timeout=120)
    assert done.returncode == status, done.stdout + done.stderr
    return done.stdout


def has(text, *parts):
    for part in parts:
        assert part in text, f"{part!r} is not in {text}"


@contextlib.contextmanager
def place():
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "fight.json").write_text(json.dumps(SCENE), encoding="utf-8")
        yield folder


def test_see_tells_bands_sight_and_cover(folder):
    has(run(folder, "see", "fight.json", "Rifles", "Orks"), 'Rifles → Orks: nearest 10.016", in front, enemy',
        "machine_gun: 1 model, 4 dice at short range; 2 can be hit",
        'Orks-1: 10.016", 46.3 % seen by Ann (hedge is in between), enough by 3, cover +1 (hedge)',
        "(Orks-1 and hedge are in between), enough by nobody")
    has(run(folder, "see", "fight.json", "Rifles"), "Rifles → Orks", "Rifles → Boars", "rifle: cannot shoot: ", "(SQ-13)",
        "machine_gun: 1 model, 4 dice at long range")
    has(run(folder, "see", "fight.json", "Ann", "Orks-3"), "not enough to shoot")
    assert "can be hit" not in run(folder, "see", "fight.json", "Orks", "Boars")


def test_see_doubts_no_weapon_that_needs_no_sight(folder):
    scene = json.loads(json.dumps(SCENE))
    scene["board"]["prisms"].append({"name": "wall", "box": [10, 10, 40, 10.5], "top": 6})
    for weapon, told in (("longbow", "3 can be hit, the nearest at 10"), ("rifle", "cannot shoot: no model of Rifles")):
        scene["units"][0].update(weapon=weapon, figures=[{}, {}, {}])
        Path(folder, "wall.json").write_text(json.dumps(scene), encoding="utf-8")
        out = run(folder, "see", "wall.json", "Rifles", "Orks")
        has(out, told)
        assert "for the players to decide" not in out


def test_shots_that_wait_tell_why_and_no_chance(folder):
    """What they come to hangs on the others, and odds tell it."""
    order = ("Rifles shoot with machine_gun at Orks with rifle at Boars", *AFTER)
    out = run(folder, "judge", "fight.json", *order)
    has(out, 'warning: Boars is ', "rifle reaches 24", "Bo and 1 more to hit Boars with rifle: 2d10, each needs 6 or less",
        "[6 Accuracy, impossible now, waits] (SQ-21, SQ-29)")
    verdict = json.loads(run(folder, "judge", "fight.json", *order, "--json"))
    assert ["chance" in check for check in verdict["checks"]] == [True, False]
    assert [warning["reason"] for warning in verdict["warnings"]] == ["out-of-range"]


def test_see_of_one_model_and_in_the_terminal(folder):
    out = run(folder, "see", "fight.json", "Ann", "Orks")
    has(out, "Ann → Orks-1", "Ann → Orks-2", "Ann → Orks-3")
    script = ["see Rifles Orks", "next", "see", "see Bo Orks", "remove Orks-1", "see Orks", "see Bo Orks", "quit"]
    out = run(folder, "play", "fight.json", "--script", text="\n".join(script) + "\n")
    assert out.count("Rifles → Orks: nearest") == 3 and out.count("Rifles → Boars: nearest") == 1, out
    has(out, "rifle: cannot shoot: Boars is", ", cover +1 (hedge)", "Orks-3, ")
    rest = out[out.rindex("Rifles → Orks"):]
    assert "Orks-1" not in rest and "Orks-2, " in rest, out


def test_units_that_are_lost_see_nothing(folder):
    script = ["next", "remove Boars-1", "remove Boars-2", "see Boars Rifles", "see Boars", "see Rifles Boars", "quit"]
    out = run(folder, "play", "fight.json", "--script", text="\n".join(script) + "\n")
    assert out.count("Boars is out of play.\n") == 3 and "nearest -" not in out and "makes no sense" not in out, out


def test_auto_goes_on_between_typed_dice_until_the_order_is_carried_out(folder):
    scene = json.loads(json.dumps(SCENE))
    scene["units"][2]["at"] = ["20,8.5", "21.5,8.5"]
    scene["units"][2]["save"] = 3
    Path(folder, "near.json").write_text(json.dumps(scene), encoding="utf-8")
    script = ["next", "Rifles shoot with machine_gun at Boars", "1 1 1 10", "auto", "1", "1", "1", "quit"]
    out = run(folder, "play", "near.json", "--script", "--dice", "type", text="\n".join(script) + "\n")
    assert out.count("who takes the hit?") == 1 and out.count("takes a hit with AP") == 3, out


def test_see_tells_what_is_in_doubt(folder):
    doubt = ("--set", "sight_doubt=0.4")
    out = run(folder, "see", "fight.json", "Rifles", "Orks", *doubt)
    has(out, "2 can be hit, the nearest at", "; whether 2 of them can is for the players to decide", ", in doubt for 3")
    sight = json.loads(run(folder, "see", "fight.json", "Rifles", "Orks", "--json", *doubt))
    assert sight["weapons"][1]["doubtful"] == 2 and sight["models"][0]["doubters"] == 3, sight
    assert sight["models"][0]["seers"] == 0


def test_see_counts_a_model_with_two_weapons_of_a_kind_once(folder):
    scene = json.loads(json.dumps(SCENE))
    scene["units"][0].update({"weapon_2": "rifle", "mount": "hull", "mount_2": "left"})
    Path(folder, "mounts.json").write_text(json.dumps(scene), encoding="utf-8")
    has(run(folder, "see", "mounts.json", "Rifles", "Orks"), "rifle: 2 models, 2 dice at short range, 1 cannot shoot (1 with nobody in an arc); ")


def test_who_sees_most_is_told_of_each_weapon(folder):
    told = run(folder, "see", "squad-crossing", "Rifles")
    has(told, '3 can be hit, the nearest at 20.016"; Rifles-1 sees most, 88.2 % of Raid-1\n',
        'Carts-1: 20.616", seen by nobody (mill, yard wall, mill porch and Carts-2 are in between)\n')
    weapon = json.loads(run(folder, "see", "squad-crossing", "Rifles", "Carts", "--json"))["weapons"][0]
    assert (weapon["best"], weapon["best_of"], weapon["best_fraction"] > 0.48) == ("Rifles-4", "Carts-2", True), weapon


def test_a_wrong_place_is_no_reason_to_warn_of_a_torn_unit(folder):
    scene = json.loads(json.dumps(SCENE))
    scene["units"][0]["facing"] = 360
    Path(folder, "wrong.json").write_text(json.dumps(scene), encoding="utf-8")
    done = subprocess.run([PROGRAM, "validate", "wrong.json"], cwd=folder, capture_output=True, text=True, timeout=60)
    assert "is no direction" in done.stdout + done.stderr and "begins" not in done.stdout + done.stderr, done


def test_see_in_json(folder):
    sight = json.loads(run(folder, "see", "fight.json", "Rifles", "Orks", "--json"))
    best = sight["weapons"][1].pop("best_fraction")
    assert 0.463 < best < 0.464 and sight["models"][0]["fraction"] == best
    assert sight["weapons"][1] == {"weapon": "machine_gun", "nearest": 10.016, "short_models": 1, "short_dice": 4,
                                   "long_models": 0, "long_dice": 0, "close_dice": 0, "other_models": 0, "targets": 2,
                                   "best": "Ann", "best_of": "Orks-1"}
    assert sight["models"][0]["best"] == "Ann" and sight["models"][0]["solid"] == "hedge"
    assert [[hider.get("solid", hider.get("figure")) for hider in model["hiders"]] for model in sight["models"]] == [
        ["hedge"], ["hedge"], ["Orks-1", "hedge"]], sight["models"]
    every = [json.loads(run(folder, "see", "fight.json", model["best"], model["figure"], "--json"))["hiders"]
             for model in sight["models"]]
    assert every == [model["hiders"] for model in sight["models"]]
    pair = json.loads(run(folder, "see", "fight.json", "Ann", "Orks-1", "--json"))
    assert pair["visible"] == "yes" and pair["best"] == "Ann"
    every = json.loads(run(folder, "see", "fight.json", "Rifles", "--json"))
    assert [one["b"] for one in every] == ["Orks", "Boars"] and every[1]["weapons"][0]["why"]["weapons"] == "rifle"


def test_a_refused_volley_names_distance_and_weapon(folder):
    has(run(folder, "judge", "fight.json", "Rifles shoot with rifle at Boars", *AFTER, status=1),
        'Boars is 25.942" from Rifles-3; rifle reaches 24" (SQ-13)')


def test_checks_tell_who_shoots_what_at_whom(folder):
    order = "Rifles shoot with rifle at Boars with machine_gun at Orks"
    has(run(folder, "judge", "fight.json", order, *AFTER), "check: Ann to hit Orks with machine_gun: 4d10,",
        "check: Bo and 1 more to hit Boars with rifle: 2d10,")
    checks = json.loads(run(folder, "judge", "fight.json", order, *AFTER, "--json"))["checks"]
    assert [(one["figure"], one.get("more", 0), one["other_unit"], one["weapons"]) for one in checks] == [
        ("Ann", 0, "Orks", "machine_gun"), ("Bo", 1, "Boars", "rifle")]


def test_a_chance_close_to_one_is_not_told_as_certain(folder):
    scene = json.loads(json.dumps(SCENE))
    scene["units"][0]["figures"][0]["accuracy"] = 9
    Path(folder, "sharp.json").write_text(json.dumps(scene), encoding="utf-8")
    order = "Rifles shoot with machine_gun at Orks"
    has(run(folder, "judge", "sharp.json", order, *AFTER), "each needs 9 or less [9 Accuracy], at least one with >99.9 %")
    has(run(folder, "odds", "sharp.json", order, *AFTER), "        0     <0.1 %    100.0 %", "    >99.9 %")
    assert json.loads(run(folder, "judge", "sharp.json", order, *AFTER, "--json"))["checks"][0]["chance"] == 0.9999


def test_outcomes_say_who_is_gone_and_who_is_wounded(folder):
    order = "Rifles shoot with machine_gun at Boars"
    has(run(folder, "odds", "fight.json", order, *AFTER), " Boars-1: off the table\n",
        " Boars-1, Boars-2: off the table\n")
    scene = json.loads(json.dumps(SCENE))
    scene["units"][2]["figures"] = [{"wounds": 3}, {"wounds": 1}]
    Path(folder, "tough.json").write_text(json.dumps(scene), encoding="utf-8")
    out = run(folder, "odds", "tough.json", order, *AFTER)
    has(out, " Boars-1: 2 of its wounds lost\n", " Boars-1: off the table\n")
    assert "lost 1" not in out and "true" not in out, out


def test_shots_that_wait_are_told(folder):
    has(run(folder, "judge", "fight.json", "Rifles shoot with rifle at Boars with machine_gun at Orks", *AFTER),
        "[6 Accuracy, impossible now, waits]", "SQ-20")


def test_the_forecast_as_text_json_and_picture(folder):
    out = run(folder, "odds", "fight.json", "Rifles shoot at Orks", *AFTER, "-o", "chart.svg")
    has(out, "Orks: hits,", "Orks: unsaved hits,", "Orks: wounds lost,", "Orks: models lost,", "at least")
    assert out.count("choices answered by the policy 'automatic'") == 1, out
    out = run(folder, "odds", "fight.json", "Rifles shoot at Orks", *AFTER, "--limit", 2)
    has(out, "choices answered by the policy 'automatic'; its outcomes one by one are too many: raise --limit")
    xml.etree.ElementTree.parse(os.path.join(folder, "chart.svg"))
    told = json.loads(run(folder, "odds", "fight.json", "Rifles shoot at Orks", *AFTER, "--json"))["forecast"]
    assert [spread["name"] for spread in told["spreads"]] == ["hits", "unsaved hits", "wounds lost", "models lost"]
    for spread in told["spreads"]:
        assert abs(sum(spread["chances"]) - 1) < 1e-6 and spread["at_least"][0] == 1


def rows_of_ten(wounds):
    """Ten with guns at ten who differ in Saves and in wounds."""
    def place(x, i):
        return f"{x + 1.2 * (i % 2):g},{3 + 1.3 * (i // 2):g}"
    red = [{"at": place(5, i), "weapon": ("machine_gun", "rifle")[i % 2], "accuracy": 5 + i % 3} for i in range(10)]
    blue = [{"at": place(15, i), "save": 4 + 2 * (i % 3), "wounds": wounds[i % 2]} for i in range(10)]
    return {**SCENE, "rules": {"extends": "squad", "settings": {"models_block": "none", "hit_assignment": "spread"}},
            "board": {"space": "table", "width": 40, "depth": 24},
            "units": [{"name": "R", "side": "red", "template": "man", "facing": 0, "figures": red},
                      {"name": "O", "side": "blue", "template": "man", "facing": 180, "figures": blue}]}


def test_a_volley_at_ten_who_differ_is_forecast_exactly(folder):
    Path(folder, "ten.json").write_text(json.dumps(rows_of_ten((1, 2))), encoding="utf-8")
    told = json.loads(run(folder, "odds", "ten.json", "R shoot at O", *AFTER, "--json"))["forecast"]
    hits = 4 * (2 * .5 + 2 * .7 + .6) + 2 * .6 + 2 * .5 + .7
    assert abs(told["spreads"][0]["mean"] - hits) < 1e-6 and len(told["spreads"]) == 4, told


def test_a_volley_that_can_go_too_many_ways_is_told_alike_everywhere_and_sampled(folder):
    scene = rows_of_ten((2, 3))
    Path(folder, "many.json").write_text(json.dumps(scene), encoding="utf-8")
    told = "come about in too many ways to be forecast exactly"
    has(run(folder, "odds", "many.json", "R shoot at O", *AFTER), "R shoot at O: legal", told, "--sample N")
    has(run(folder, "play", "--script", "many.json", text="next\nodds R shoot at O\nquit\n"), told)
    answer = json.loads(run(folder, "odds", "many.json", "R shoot at O", *AFTER, "--json"))
    assert answer["verdict"]["verdict"] == "legal" and answer["forecast"]["too_many"], answer
    requests = [{"do": "load", "scenario": scene}, {"do": "new", "scenario": "s1"},
                {"do": "play", "game": "g1", "order": "next"},
                {"do": "odds", "game": "g1", "order": "R shoot at O", "svg": True}]
    piped = json.loads(run(folder, "pipe", text="\n".join(map(json.dumps, requests))).splitlines()[-1])
    assert piped["ok"] and piped["forecast"] == answer["forecast"] and "svg" not in piped, piped
    has(run(folder, "odds", "many.json", "R shoot at O", *AFTER, "--sample", 50), "O: hits, ", "100.0 %   ± 0.0 %")


def test_a_sampled_forecast_is_the_exact_one_within_its_error(folder):
    order = ("odds", "fight.json", "Rifles shoot with machine_gun at Orks with rifle at Boars", *AFTER, "--json")
    for house in ((), ("--rules", "house.toml")):
        Path(folder, "house.toml").write_text('extends = "squad"\n[settings]\nhit_assignment = "all_first"\n')
        exact = json.loads(run(folder, *order, *house))["forecast"]["spreads"]
        sampled = json.loads(run(folder, *order, *house, "--sample", 3000))["sampled"]["forecast"]["spreads"]
        assert [(s["name"], s.get("unit")) for s in exact] == [(s["name"], s.get("unit")) for s in sampled], sampled
        for one, other in zip(exact, sampled):
            for i, share in enumerate(other["at_least"]):
                assert abs(share - one["at_least"][i]) <= 2 * other["at_least_error"][i] + 0.003, (one, other)


def test_a_volley_under_two_rulebooks_is_compared_by_its_forecast(folder):
    Path(folder, "ten.json").write_text(json.dumps(rows_of_ten((1, 2))), encoding="utf-8")
    Path(folder, "ours.toml").write_text('extends = "squad"\n[weapons.machine_gun]\nap = 3\n', encoding="utf-8")
    asked = ("compare", "squad", "ours.toml", "--scenario", "ten.json", "--order", "R shoot at O", *AFTER)
    out = run(folder, *asked)
    has(out, "differs: odds", "what it can come to", "O: models lost, 3 or more")
    assert "too many to list" not in out and "O: models lost, 11 or more" not in out, out


def test_help_of_an_order_lists_the_legs_it_takes(folder):
    out = run(folder, "play", "--script", "fight.json", text="help shoot\nhelp move\nquit\n")
    has(out, "LEG is with WEAPONS | at UNIT\n", "for instance: Rifles shoot at Boars")
    move = out[out.index("Moves: each"):]
    has(move, "climb PLACE")
    assert "at UNIT" not in move, move


def test_lines_of_sight_between_units_are_drawn(folder):
    def lines(*who):
        svg = run(folder, "draw", "fight.json", "--see", who[0], "--target", who[1], "-o", "-")
        return svg, svg.count('stroke="#9a1f6b" stroke-width="4" stroke-dasharray="14 6"/>') - 1  # one is in the legend
    svg, count = lines("Rifles", "Orks")
    assert count == 4, count  # the best to each ork, and that of Rifles-3 to Orks-2
    has(svg, "Ann sees 46.3 % of Orks-1", "Bo sees 46.3 % of Orks-2", "Rifles-3 sees 24.7 % of Orks-3")
    assert svg.count(" % seen<") == 3, svg
    svg, count = lines("Rifles-3", "Orks")
    assert count == 3 and "Rifles-3 sees 46.3 % of Orks-2" in svg, svg
    svg, count = lines("Ann", "Orks-1")
    assert count == 1 and svg.count(" % seen<") == 1, svg
    for who in ("Rifles", "Ann"):
        run(folder, "draw", "fight.json", "--see", who, "--target", "Rifles", "-o", "-", status=2)


def test_lines_of_fire_are_drawn(folder):
    def arrows(order):
        svg = run(folder, "draw", "fight.json", *AFTER, "--order", order, "-o", "-")
        paths = [line for line in svg.splitlines() if 'stroke="#9a1f6b" stroke-width="4"' in line and "L" in line]
        return svg, [("dotted" if "dasharray" in line else "whole") for line in paths]
    svg, found = arrows("Rifles shoot with rifle at Boars with machine_gun at Orks")
    assert sorted(found) == ["dotted", "dotted", "whole"], found
    has(svg, "shoots; the nearest it may hit", "cannot shoot now, and waits")
    svg, found = arrows("Rifles shoot at Orks")
    assert found == ["whole"] * 3 and "and waits" not in svg, found
    assert arrows("Rifles move to 22,8")[1] == []


def test_a_volley_with_typed_dice(folder):
    script = ["next", "Rifles shoot with machine_gun at Orks", "1 1 10 10", "Orks-2", "10", "7", "quit"]
    out = run(folder, "play", "fight.json", "--dice", "type", "--script", text="\n".join(script) + "\n")
    has(out, "Orks-1  (the automatic answer)", "Orks-2 with Save 7 takes a hit with AP 2 (SQ-24)",
        "Orks-2 is in the cover of hedge: Save +1 (SQ-26)", "Orks-2 fails its Save with a 10, by 3 (SQ-29)",
        "Orks-2 is a casualty (SQ-27, SQ-28)")


def test_the_automatic_answer_to_all_that_is_asked(folder):
    script = ["auto", "next", "Rifles shoot at Orks", "", "auto", "quit"]
    out = run(folder, "play", "fight.json", "--seed", "1", "--script", text="\n".join(script) + "\n", status=1)
    has(out, "Nobody is asked to choose now.", "'auto' takes the automatic answer", "The game was not saved.")
    assert out.count("choice>") == 2 and out.count("takes a hit") > 1, out


def test_through_the_pipe(folder):
    requests = [{"do": "load", "path": os.path.join(folder, "fight.json")},
                {"do": "new", "scenario": "s1", "dice": "asked", "choices": "asked"},
                {"do": "play", "game": "g1", "order": "next"},
                {"do": "see", "game": "g1", "a": "Rifles", "b": "Orks"},
                {"do": "odds", "game": "g1", "order": "Rifles shoot at Orks", "svg": True},
                {"do": "play", "game": "g1", "order": "Rifles shoot with rifle at Orks"},
                {"do": "answer", "game": "g1", "dice": [1, 10]},
                {"do": "answer", "game": "g1", "option": "Orks-2"},
                {"do": "answer", "game": "g1", "dice": [8], "state": True}]
    lines = "".join(json.dumps(request) + "\n" for request in requests)
    answers = [json.loads(line) for line in run(folder, "pipe", text=lines).splitlines()[1:]]
    assert all(answer["ok"] for answer in answers), answers
    assert answers[3]["unit_sight"]["b"] == "Orks" and "<svg" in answers[4]["svg"]
    assert answers[5]["wanted"]["roll"] == "hit" and answers[5]["events"][0]["weapons"] == "rifle"
    wanted = answers[6]["wanted"]
    assert (wanted["choice"], wanted["side"], wanted["automatic"]) == ("take-hit", "blue", "Orks-1")
    assert wanted["options"] == ["Orks-1", "Orks-2"]
    has(wanted["text"], f"Rifles has hit Orks with AP {wanted['value']}: who takes the hit?")
    assert answers[8]["state"]["figures"]["Orks-2"]["out"] is True


def test_terms_of_hits_and_saves_are_told_with_their_clauses(folder):
    scene = json.loads(json.dumps(SCENE))
    scene["units"][0]["figures"][0].update(pierce=2, extra_hit=1)
    scene["templates"]["man"]["save"] = 12
    order = "Rifles shoot with machine_gun at Orks"
    requests = [{"do": "load", "scenario": scene}, {"do": "new", "scenario": "s1", "dice": "asked"},
                {"do": "play", "game": "g1", "order": "next"},
                {"do": "play", "game": "g1", "order": order, "tape": [[1, 2, 6, 10], "Orks-1"]},
                {"do": "answer", "game": "g1", "dice": [10]}]
    lines = "".join(json.dumps(request) + "\n" for request in requests)
    answers = [json.loads(line) for line in run(folder, "pipe", text=lines).splitlines()[1:]]
    assert all(answer["ok"] for answer in answers), answers
    check = answers[3]["verdict"]["checks"][0]
    assert [(term["term"], term.get("by"), term.get("on")) for term in check["terms"][1:]] == [
        ("extra hits", 1, 1), ("more AP", 1, 2)], check
    has(answers[3]["verdict"]["why"][1], "[6 Accuracy, extra hits +1 on 1 or less, more AP +1 on 2 or less]")
    events = {event["event"]: event for event in answers[3]["events"]}
    assert events["roll"]["total"] == 3 and events["roll"]["text"].count("[6 Accuracy]: 3 do") == 1, events
    assert (events["hits"]["value"], events["extra-hits"]["value"], events["more-ap"]["value"]) == (4, 1, 2), events
    assert (events["takes-hit"]["value"], events["takes-hit"]["needed"]) == (3, 12), events
    terms = [("Save", 12, "SQ-26"), ("AP", -3, "SQ-26"), ("cover", 1, "SQ-26"), ("a 10 fails", -1, "SQ-29")]
    for told in (answers[3]["wanted"], answers[4]["events"][0]):
        assert [(term["term"], term["amount"], *term["clauses"]) for term in told["terms"]] == terms, told
        has(told["text"], "against 9 [12 Save, -3 AP, +1 cover, -1 a 10 fails]")


def test_weapons_without_attacks_and_mounts_without_arcs_are_refused(folder):
    for table, row, values, message in (
            ("weapons", "stick", {"short": 6, "long": 12},
             "weapons.stick.long 12 and weapons.stick.attacks 0 contradict each other: it has a range and no attacks"),
            ("weapons", "stick", {"short": 12.001, "long": 12, "attacks": 1},
             "weapons.stick.short 12.001 and weapons.stick.long 12 contradict each other: its short range is longer"),
            ("mounts", "box", {"forward": 1},
             "mounts.box: it names no arc: of in_front, in_left, in_right and in_rear at least one must be true")):
        scene = dict(SCENE, rules={"extends": "squad", table: {row: values}})
        Path(folder, "slip.json").write_text(json.dumps(scene), encoding="utf-8")
        done = subprocess.run([PROGRAM, "validate", "slip.json"], cwd=folder, capture_output=True, text=True, timeout=120)
        assert done.returncode == 2 and message in done.stdout + done.stderr, done
        text = "".join(f"{key} = {value}\n" for key, value in values.items())
        Path(folder, "slip.toml").write_text(f'extends = "squad"\n[{table}.{row}]\n{text}', encoding="utf-8")
        done = subprocess.run([PROGRAM, "validate", "slip.toml"], cwd=folder, capture_output=True, text=True, timeout=120)
        assert done.returncode == 2 and message in done.stdout + done.stderr, done
    even = 'extends = "squad"\n[weapons.stick]\nshort = 12\nlong = 12\nattacks = 1\n'
    Path(folder, "slip.toml").write_text(even, encoding="utf-8")
    run(folder, "validate", "slip.toml")


def test_a_rectangle_is_drawn_turned_where_it_ends(folder):
    scene = json.loads(json.dumps(SCENE))
    scene["units"][0] = {"name": "Cart", "side": "red", "template": "man", "facing": 0, "width": 2, "length": 4,
                         "at": ["20,5"]}
    Path(folder, "cart.json").write_text(json.dumps(scene), encoding="utf-8")

    def end(order):
        svg = run(folder, "draw", "cart.json", *AFTER, "--set", "turning=free", "--order", order, "-o", "-")
        paths = [line for line in svg.splitlines() if 'stroke-dasharray="5 3" d="' in line]
        assert len(paths) == 1, svg
        points = [tuple(map(float, one.split())) for one in paths[0].split(' d="M')[1].split("Z")[0].split("L")]
        return [max(p[axis] for p in points) - min(p[axis] for p in points) for axis in (0, 1)]
    wide, tall = end("Cart move Cart-1 22,5")
    assert abs(wide - 2 * tall) < 0.5, (wide, tall)
    assert max(abs(a - b) for a, b in zip(end("Cart move Cart-1 22,5 face 90"), (tall, wide))) < 0.5


def test_rest_counts_units_and_the_pipe_one_die(folder):
    out = run(folder, "play", "--script", "fight.json", text="next\nRifles hold\noptions\nquit\n")
    has(out, "rest: the 2 units of blue that are still to act do nothing")
    requests = [{"do": "load", "scenario": SCENE}, {"do": "new", "scenario": "s1", "dice": "asked"},
                {"do": "play", "game": "g1", "order": "next"},
                {"do": "play", "game": "g1", "order": "Rifles shoot with machine_gun at Orks",
                 "tape": [[1, 10, 10, 10], "Orks-1"]},
                {"do": "answer", "game": "g1", "dice": [0]}]
    has(run(folder, "pipe", text="\n".join(map(json.dumps, requests))), "wanted is 1 die of 1 to ")


def test_a_tape_has_room_for_a_long_volley(folder):
    scene = json.loads(json.dumps(SCENE))
    scene["rules"] = {"extends": "squad", "settings": {"models_block": "none"}}
    scene["units"] = [
        {"name": "Guns", "side": "red", "template": "man", "facing": 90, "weapon": "machine_gun",
         "at": ["%g,%g" % (20 + 1.1 * (i % 4), 2 + 1.1 * (i // 4)) for i in range(24)]},
        {"name": "Ogre", "side": "blue", "template": "man", "facing": 270, "wounds": 3, "ignore": 2, "reroll_saves": True,
         "at": ["21,13.5"]}]
    tape = [[1] * 64, [1] * 32] + 96 * [[10], [9], [1]]
    requests = [{"do": "load", "scenario": scene}, {"do": "new", "scenario": "s1"},
                {"do": "play", "game": "g1", "order": "next"},
                {"do": "play", "game": "g1", "order": "Guns shoot at Ogre", "tape": tape}]
    head, *answers = map(json.loads, run(folder, "pipe", text="\n".join(map(json.dumps, requests))).splitlines())
    assert answers[3]["ok"] and answers[3]["played"] == "done" and len(tape) <= head["limits"]["tape"], answers[3]


if __name__ == "__main__":
    sys.exit(each.main(globals(), place))
