# The front door. Everything is built by CMake (see CMakePresets.json); this names the common errands.

.DEFAULT_GOAL := help
.PHONY: help play test test-long bench clean

SCENARIO ?=
TEST_PRESETS := debug asan
# The thread sanitizer is for the tests with threads.
ifneq ($(wildcard test/unit/test_*thread*.c),)
TEST_PRESETS += tsan
endif

help:
	@echo 'make play        build the program and play a skirmish in the terminal (SCENARIO=file for another one)'
	@echo 'make test        build and run all tests, also under sanitizers; ends with the line "N passed, M failed"'
	@echo 'make test-long   the same with large random counts'
	@echo 'make bench       build and run the benchmarks, with instructions counted by callgrind'
	@echo 'make clean       remove build/'
	@echo
	@echo 'play, test and bench first install the Debian packages they need and do not find (tools/setup.sh).'

play:
	@tools/setup.sh play
	@cmake --preset release >/dev/null
	@cmake --build --preset release
	@build/release/quickmarch play $(SCENARIO)

test:
	@tools/setup.sh test
	@python3 tools/run_tests.py $(TEST_PRESETS)

test-long:
	@tools/setup.sh test
	@QM_TEST_LONG=1 python3 tools/run_tests.py --timeout 7200 $(TEST_PRESETS)

bench:
	@tools/setup.sh bench
	@cmake --preset bench >/dev/null
	@cmake --build --preset bench
	@python3 tools/bench.py build/bench/bench

clean:
	rm -rf build
