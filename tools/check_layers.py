#!/usr/bin/env python3
"""Checks who includes whom: check_layers.py ROOT

base <- dice, space <- game <- rules/x <- io <- apps. A layer includes itself, the layers to its left and the public
headers; a family one kind of space and no other family; io only the registry of the families; apps and examples nothing
but public headers (and their own). Headers that bring in locale or libm are banned in the library.
"""
import re
import sys
from pathlib import Path

INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*([<"])([^>"]+)[>"]', re.M)
MAY = {
    "base": {"base"},
    "dice": {"base", "dice"},
    "space": {"base", "space"},
    "game": {"base", "dice", "space", "game"},
    "rules": {"base", "dice", "space", "game"},
    "io": {"base", "dice", "space", "game", "io"},
}
BANNED = {"math.h", "tgmath.h", "complex.h", "fenv.h", "locale.h", "ctype.h", "wchar.h", "wctype.h", "time.h"}


def space_of(target):
    """The kind of space a header is about, or None."""
    match = re.match(r"(?:space|quickmarch)/(hex|tile|table)(?:s?[._/])", target)
    return match.group(1) if match else None


def source_fault(path, target):
    """What is wrong with a file of src/ including a header, or None. Both are given relative to src/ or include/."""
    if target.startswith("quickmarch/"):
        return None
    layer, parts = path.split("/")[0], target.split("/")
    if layer not in MAY:
        return f"src/{layer} is not a layer"
    if len(parts) < 2:
        return "name the layer: \"base/arena.h\""
    if parts[0] in MAY[layer]:
        return None
    if layer == "rules" and parts[0] == "rules":
        family = path.split("/")[1] if path.count("/") > 1 else None
        if family is None:
            own = path == "rules/registry.c" or target == "rules/registry.h"
            return None if own else "only registry.c sees families"
        own = target == "rules/registry.h" or (parts[1] == family and len(parts) > 2)
        return None if own else f"family {family} may not see {target}"
    if layer == "io" and target == "rules/registry.h":
        return None
    return f"layer {layer} may not see {parts[0]}"


def check(root):
    faults, spaces = [], {}
    for top in ("include", "src", "apps", "examples"):
        for file in sorted((root / top).rglob("*")):
            if file.suffix not in (".c", ".h", ".inc", ".def") or not file.is_file():
                continue
            name = file.relative_to(root).as_posix()
            for mark, target in INCLUDE.findall(file.read_text(encoding="utf-8")):
                fault = None
                if mark == "<":
                    if top in ("include", "src") and target in BANNED:
                        fault = "is banned in the library"
                    elif target.startswith("quickmarch/") and top != "examples":
                        fault = "write our own headers in quotes"
                elif target.startswith("quickmarch/"):
                    if not (root / "include" / target).is_file():
                        fault = "does not exist"
                elif top == "src":
                    fault = source_fault(file.relative_to(root / "src").as_posix(), target)
                    if not fault and not (root / "src" / target).is_file():
                        fault = "does not exist"
                elif top != "apps" or not (file.parent / target).resolve().is_relative_to(file.parent.resolve()) \
                        or not (file.parent / target).is_file():
                    fault = "only public headers may be seen here"
                if fault:
                    faults.append(f'{name}: "{target}": {fault}')
                family = re.match(r"src/rules/(\w+)/", name)
                if family and space_of(target):
                    spaces.setdefault(family.group(1), set()).add(space_of(target))
    for family, kinds in sorted(spaces.items()):
        if len(kinds) > 1:
            faults.append(f"src/rules/{family}: sees more than one space: {', '.join(sorted(kinds))}")
    return faults


def main():
    faults = check(Path(sys.argv[1]))
    print("\n".join(faults) if faults else "layers: every include points the right way")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
