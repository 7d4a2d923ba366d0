#!/usr/bin/env python3
"""Runs the benchmarks and counts instructions beside the times: bench.py FOLDER_OF_PROGRAMS

Times depend on the machine and on what else it does; instructions, counted by callgrind for the workload alone, do not.
"""
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

# program, workload, function to count in, rounds
COUNTED = [
    ("bench_hexmelee", "replay", "replay", 3),
    ("bench_hexmelee", "random", "random_play", 1),
    ("bench_hexmelee", "judge", "judge_alone", 1),
    ("bench_hexmelee", "reach", "reach_of", 1),
    ("bench_hexmelee", "reach-risk", "reach_of", 1),
    ("bench_odds", "odds", "odds", 200),
    ("bench_tiles", "phase", "resolve", 20),
    ("bench_tiles", "contact", "resolve", 20),
    ("bench_tiles", "reach", "reach_of", 5),
    ("bench_tiles", "odds", "odds", 100),
    ("bench_volley", "volley-able", "reckon", 20),
    ("bench_volley", "volley-own", "reckon", 5),
    ("bench_table", "walk", "ask_walk", 1),
    ("bench_table", "bodies", "ask_bodies", 1),
    ("bench_table", "figures", "ask_walk", 1),
    ("bench_table", "cold", "ask_cold", 1),
    ("bench_table", "reach-6", "ask_reach_short", 1),
    ("bench_table", "reach-10", "ask_reach_long", 1),
    ("bench_table", "links-6", "ask_reach_short_links", 1),
    ("bench_table", "links-10", "ask_reach_long_links", 1),
    ("bench_table", "cost", "ask_cost", 5),
    ("bench_table", "sight", "ask_sight", 5),
    ("bench_table", "drawn", "ask_drawn", 5),
    ("bench_muster", "foot", "ask_muster", 1),
    ("bench_warband", "drawn", "ask_drawn", 5),
    ("bench_warband", "routed", "ask_routed", 5),
    ("bench_warband", "checked", "ask_checked", 5),
    ("bench_warband", "odds", "ask_odds", 5),
    ("bench_warband", "reach", "ask_reach", 1),
    ("bench_warband", "plan", "ask_near", 1),
    ("bench_warband", "replay", "ask_here", 1),
    ("bench_warband", "logs", "ask_shipped", 1),
    ("bench_squad", "drawn", "ask_drawn", 5),
    ("bench_squad", "placed", "ask_placed", 5),
    ("bench_squad", "sight", "ask_sight", 5),
    ("bench_squad", "see", "ask_see", 5),
    ("bench_squad", "forecast", "ask_forecast", 5),
    ("bench_squad", "play", "ask_play", 5),
    ("bench_squad", "logs", "ask_shipped", 1),
]


def count(program, workload, function, rounds):
    """(instructions, units) of one workload."""
    with tempfile.TemporaryDirectory() as folder:
        run = subprocess.run(
            ["valgrind", "--tool=callgrind", f"--callgrind-out-file={folder}/out", f"--toggle-collect={function}",
             str(program), workload, str(rounds)], capture_output=True, text=True, check=True)
    collected = re.search(r"Collected : (\d+)", run.stderr)
    return int(collected.group(1)), int(run.stdout.split()[-1])


def main():
    folder = Path(sys.argv[1])
    for program in sorted(folder.iterdir()):
        subprocess.run([str(program)], check=True)
    if not shutil.which("valgrind"):
        print("valgrind is not here: no instructions counted")
        return
    print("instructions, counted by callgrind:")
    for name, workload, function, rounds in COUNTED:
        instructions, units = count(folder / name, workload, function, rounds)
        print(f"  {workload:<11} {instructions / units:12.0f} for each of {units}")


main()
