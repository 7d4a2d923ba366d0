#!/usr/bin/env python3
"""Checks the symbols of the library: check_symbols.py [--complete] ROOT STATIC SHARED

 - The shared library exports nothing but functions that the public headers declare with QM_API. Declared functions that
   it lacks are listed; with --complete they are a fault.
 - No object has a writable variable (tables of pointers that the loader fills in and then protects are fine).
 - No object needs anything beyond a short list of the C library: no libm, nothing that depends on the locale, no
   printing, no sorting whose order of equals differs between C libraries; memory only in base/, files only in io/.
"""
import re
import subprocess
import sys
from pathlib import Path

ANYWHERE = set("""
    memcpy memmove memset memcmp bcmp memchr strlen strcmp strncmp strchr strrchr strstr strspn strcspn bsearch
    __assert_fail __stack_chk_fail _GLOBAL_OFFSET_TABLE_ __memcpy_chk __memmove_chk __memset_chk
""".split())
IN = {
    "base": set("malloc calloc realloc free".split()),
    "io": set("""fopen fdopen fclose fread fwrite fflush fseek ftell ferror feof fputs fputc getc fgetc ungetc
                 rename remove open close read write fsync unlink mkstemp opendir readdir closedir stat fstat
                 __errno_location""".split()),
}
WRITABLE = (".data", ".bss", ".tdata", ".tbss", "*COM*")


def run(*command):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


def declared(root):
    """The functions the public headers declare with QM_API."""
    names = set()
    for header in (root / "include").rglob("*.h"):
        text = re.sub(r"/\*.*?\*/|//[^\n]*", " ", header.read_text(encoding="utf-8"), flags=re.S)
        text = re.sub(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*|__attribute__\(\(.*?\)\)\)", " ", text, flags=re.M)
        names |= set(re.findall(r"\bQM_API\b[^;{(]*?\b(\w+)\s*\(", text))
    return names


def exported_by(shared):
    return {line.split()[-1] for line in run("nm", "-D", "--defined-only", shared).splitlines()}


def check_exports(root, shared):
    public = declared(root)
    for name in sorted(exported_by(shared)):
        if not re.fullmatch(r"qm_[a-z]\w*", name):
            yield f"exported, but not a public name: {name}"
        elif name not in public:
            yield f"exported, but not declared in include/: {name}"


def members(root, static):
    """(name of the layer, name of the source, its undefined symbols, its symbols with their sections) of each object.

    An archive keeps only the last part of an object's name, so the source is found by its name."""
    sources = {}
    for path in (root / "src").rglob("*.c"):
        sources.setdefault(path.name, []).append(path.relative_to(root / "src").as_posix())
    blocks = re.split(r"^(\S+):\s+file format .*$", run("objdump", "-t", static), flags=re.M)[1:]
    seen = {}
    for member, table in zip(blocks[::2], blocks[1::2]):
        base = member.removesuffix(".o")
        paths = sources.get(base, [])
        index = seen[base] = seen.get(base, -1) + 1
        # Objects of equal name are archived in the order of their sorted sources.
        path = sorted(paths)[index] if index < len(paths) else base
        undefined, defined = [], []
        for line in table.splitlines():
            match = re.match(r"[0-9a-f]+ (.{7}) (\S+)\t[0-9a-f]+\s+(?:\.hidden\s+)?(\S+)$", line)
            if not match:
                continue
            flags, section, name = match.groups()
            if section == "*UND*":
                undefined.append(name)
            elif "O" in flags or section == "*COM*":
                defined.append((name, section))
        yield path, undefined, defined


def check_objects(root, static):
    count = 0
    for path, undefined, defined in members(root, static):
        count += 1
        allowed = ANYWHERE | IN.get(path.split("/")[0], set())
        for name in undefined:
            if not name.startswith("qm_") and name not in allowed:
                yield f"src/{path}: may not use {name}"
        for name, section in defined:
            if section.startswith(WRITABLE) and not section.startswith(".data.rel.ro"):
                yield f"src/{path}: writable variable {name} in {section}"
    if count == 0:
        yield f"{static}: no objects"


def main():
    complete = "--complete" in sys.argv
    root, static, shared = [Path(word) for word in sys.argv[1:] if word != "--complete"]
    faults = list(check_exports(root, shared)) + list(check_objects(root, static))
    missing = [f"declared in include/, but not in the library: {name}"
               for name in sorted(declared(root) - exported_by(shared))]
    if complete:
        faults += missing
    else:
        print("".join(f"{line}\n" for line in missing), end="")
    print("\n".join(faults) if faults else "symbols: only public names exported, no globals, no stray calls")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
