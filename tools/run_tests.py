#!/usr/bin/env python3
"""Builds the named CMake presets, runs their tests and sums up: run_tests.py [--timeout SECONDS] PRESET...

The last line is "N passed, M failed". A cmocka program counts with each of its tests, the case runner with each of its
cases ("cases: N passed, M failed"), anything else as one test. The output of a failing test is shown in full.
The exit status is 0 only if something ran in every preset and nothing failed.
"""
import argparse
import os
import re
import subprocess
import sys
import time
import xml.etree.ElementTree as ET

CMOCKA = re.compile(r"^\[ +(PASSED|FAILED) +\] (?:.*: )?(\d+) test\(s\)", re.M)
CASES = re.compile(r"^cases: (\d+) passed, (\d+) failed", re.M)
WIDE = str(1 << 24)


def count(output, succeeded):
    """How many tests of one ctest test passed and failed."""
    passed = failed = 0
    for word, number in CMOCKA.findall(output):
        if word == "PASSED":
            passed += int(number)
        else:
            failed += int(number)
    for good, bad in CASES.findall(output):
        passed += int(good)
        failed += int(bad)
    if not succeeded and failed == 0:
        failed = 1  # it crashed, or said nothing about what failed
    if succeeded and passed == 0:
        passed = 1
    return passed, failed


def steady():
    """A command prefix that turns address randomisation off where that is allowed: the thread sanitizer of some
    compilers cannot map its memory on kernels that randomise more bits than it knows."""
    prefix = ["setarch", "-R"]
    try:
        return prefix if subprocess.run(prefix + ["true"], stderr=subprocess.DEVNULL).returncode == 0 else []
    except FileNotFoundError:
        return []


def build(preset):
    for command in (["cmake", "--preset", preset], ["cmake", "--build", "--preset", preset]):
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
        if done.returncode != 0:
            print(done.stdout)
            return False
    return True


def run(preset, timeout):
    """Runs the tests of one built preset; returns (passed, failed)."""
    folder = os.path.join("build", preset)
    report = os.path.abspath(os.path.join(folder, "tests.xml"))
    if os.path.exists(report):
        os.remove(report)
    command = steady() if preset == "tsan" else []
    command += ["ctest", "--test-dir", folder, "-j", str(os.cpu_count() or 2), "--output-junit", report,
                "--timeout", str(timeout), "--test-output-size-passed", WIDE, "--test-output-size-failed", WIDE]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
    if not os.path.exists(report):
        print(done.stdout)
        return 0, 1
    passed = failed = 0
    for case in ET.parse(report).getroot().iter("testcase"):
        succeeded = case.get("status") == "run"
        output = case.findtext("system-out") or ""
        good, bad = count(output, succeeded)
        passed += good
        failed += bad
        if bad or not succeeded:
            print(f"--- {preset}: {case.get('name')} failed ---\n{output.rstrip()}\n---")
    if done.returncode != 0 and failed == 0:
        print(done.stdout)
        failed = 1
    if passed + failed == 0:
        print(f"{preset}: no tests ran")
        failed = 1
    return passed, failed


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--timeout", type=int, default=2400, help="seconds for one test")
    parser.add_argument("presets", nargs="+")
    options = parser.parse_args()
    os.chdir(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    total = [0, 0]
    for preset in options.presets:
        start = time.monotonic()
        print(f"{preset}: building", flush=True)
        if build(preset):
            built = time.monotonic()
            print(f"{preset}: testing", flush=True)
            passed, failed = run(preset, options.timeout)
            print(f"{preset}: {passed} good, {failed} bad, built in {built - start:.0f} s, "
                  f"tested in {time.monotonic() - built:.0f} s", flush=True)
        else:
            print(f"{preset}: does not build", flush=True)
            passed, failed = 0, 1
        total[0] += passed
        total[1] += failed
    print(f"{total[0]} passed, {total[1]} failed")
    return 1 if total[1] or not total[0] else 0


if __name__ == "__main__":
    sys.exit(main())
