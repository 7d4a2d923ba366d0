"""Runs every function test_* of a script with a thing of its own, such as a folder or a running program, and counts."""


def main(names, surroundings):
    """names: the globals of the script; surroundings: makes what a test is given, as a context that clears it away."""
    passed = failed = 0
    for name, test in list(names.items()):
        if not name.startswith("test_"):
            continue
        with surroundings() as thing:
            try:
                test(thing)
                passed += 1
            except Exception as error:  # each test is told of by itself
                failed += 1
                print(f"{name}: {type(error).__name__}: {str(error)[:3500]}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0
