#!/usr/bin/env python3
"""Whether this machine and WebAssembly give the same bits: check_bits.py ROOT

Builds the table's geometry twice, with the machine's compiler and with clang for WebAssembly (no library, no emulation of
one), lets both answer the same long run of random questions, and compares a hash over every answer.
QM_TEST_LONG=1 asks ten times as much.
"""
import os
import subprocess
import sys
import tempfile
from pathlib import Path

FLAGS = ["-std=c17", "-O2", "-ffp-contract=off", "-fno-math-errno"]
SEEDS, TABLES = 8, 40


def sources(root):
    base = [root / "src/base" / name for name in ("angle.c", "arena.c", "hash.c", "random.c", "sort.c")]
    return [str(path) for path in base + sorted((root / "src/space/table").glob("*.c"))]


def main(root):
    here = root / "test/wasm"
    seeds = SEEDS * (10 if os.environ.get("QM_TEST_LONG") == "1" else 1)
    include = [f"-I{root}/src", f"-I{root}/include"]
    with tempfile.TemporaryDirectory() as folder:
        native, wasm = f"{folder}/bits", f"{folder}/bits.wasm"
        subprocess.run([os.environ.get("CC", "cc"), *FLAGS, *include, str(here / "bits.c"), *sources(root), "-o", native],
                       check=True)
        subprocess.run(["clang", "--target=wasm32", "-nostdlib", "-fno-builtin", "-U__SIZEOF_INT128__", *FLAGS,
                        f"-I{here}/include", *include, str(here / "bits.c"), str(here / "library.c"), *sources(root),
                        "-Wl,--no-entry", "-Wl,--export=bits", "-Wl,--export=forget", "-Wl,-z,stack-size=4194304", "-o", wasm],
                       check=True)
        there = subprocess.run(["node", str(here / "run.mjs"), wasm, "1", str(seeds), str(TABLES)], check=True,
                               capture_output=True, text=True).stdout.split()
        ours = [subprocess.run([native, str(seed), str(TABLES)], check=True, capture_output=True, text=True).stdout.strip()
                for seed in range(1, seeds + 1)]
    different = [seed for seed in range(seeds) if ours[seed] != there[seed]]
    for seed in different:
        print(f"seed {seed + 1}: {ours[seed]} here, {there[seed]} in WebAssembly")
    if len(set(ours)) < seeds:
        print("different seeds give the same number: the run asks nothing")
        return 1
    print(f"wasm: {seeds * TABLES} tables, {'the same bits' if not different else f'{len(different)} seeds differ'}")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]).resolve()))
