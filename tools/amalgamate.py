#!/usr/bin/env python3
"""Makes the one-file form of the library: amalgamate.py ROOT FOLDER writes FOLDER/quickmarch.h and FOLDER/quickmarch.c

The header is all public headers, each once, in the order they need one another. The source is every file of src/,
layer by layer, with the internal headers where they are first included (files without an include guard: wherever they
are included).

Files that never met now share one translation unit. What a .c file defines at file scope (static functions and
variables, types, tags, enumeration constants) and another one defines too is renamed to NAME_of_FILE in each .c file
that defines it; macros of a .c file are undefined at its end. Renaming goes by tokens, so strings, comments and members
stay as they are; a preprocessor trick (#define name other) would rename members of shared structs as well, which is why
it is not used.
"""
import re
import sys
from collections import Counter
from pathlib import Path

LAYERS = ["base", "dice", "space", "game", "rules", "io"]
TOKEN = re.compile(r"""
    (?P<comment>/\*.*?\*/|//[^\n]*)
  | (?P<text>"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')
  | (?P<directive>^[ \t]*\#(?:\\\n|/\*.*?\*/|[^\n])*)
  | (?P<word>[A-Za-z_]\w*)
  | (?P<number>\.?[0-9][\w.]*)
  | (?P<space>\s+)
  | (?P<mark>->|\.\.\.|.)
""", re.X | re.S | re.M)
INCLUDE = re.compile(r'[ \t]*#[ \t]*include[ \t]*"([^"]+)"')
DEFINE = re.compile(r"^[ \t]*#[ \t]*define[ \t]+(\w+)", re.M)
GUARD = re.compile(r"\A(?:\s|/\*.*?\*/|//[^\n]*)*#[ \t]*ifndef[ \t]+(\w+)\s*#[ \t]*define[ \t]+\1\b", re.S)
KEYWORDS = set("""auto break case char const continue default do double else enum extern float for goto if inline int
    long register restrict return short signed sizeof static struct switch typedef union unsigned void volatile while
    _Alignas _Alignof _Bool _Noreturn _Static_assert bool""".split())


def tokens(text):
    """(kind, text) of every token, nothing left out."""
    return [(match.lastgroup, match.group()) for match in TOKEN.finditer(text)]


def declarations(text):
    """The tokens of each declaration or definition at file scope, without comments and directives. Bodies of functions
    and initialisers are left out; bodies of struct, union and enum stay."""
    current, depth, skipping = [], 0, 0
    for kind, word in tokens(text):
        if kind in ("comment", "space", "directive"):
            continue
        if skipping:
            skipping += (word == "{") - (word == "}")
            if skipping == 0 and is_function(current):
                yield current
                current = []
            continue
        if word == "{" and depth == 0 and current and not is_type_body(current):
            if current == ["extern", '"C"']:
                current = []
                continue
            skipping = 1
            continue
        depth += (word == "{") - (word == "}")
        if depth < 0:  # the end of extern "C"
            depth = 0
            continue
        if word == ";" and depth == 0:
            yield current
            current = []
        else:
            current.append(word)
    if current:
        yield current


def is_type_body(current):
    return any(word in ("struct", "union", "enum") for word in current[-2:])


def is_function(current):
    return bool(current) and current[-1] == ")" and "=" not in current


def defined_names(text):
    """The names a file brings into file scope other than those with external linkage."""
    names = set()
    for words in declarations(text):
        flat, level = [], 0  # the declaration without the bodies of its types
        kind = None
        for index, word in enumerate(words):
            if word == "{":
                if level == 0:
                    tag = words[index - 1]
                    kind = tag if tag in ("struct", "union", "enum") else words[index - 2]
                    if tag != kind:
                        names.add(tag)
                level += 1
            elif word == "}":
                level -= 1
            elif level == 0:
                flat.append(word)
            elif kind == "enum" and level == 1 and words[index - 1] in ("{", ","):
                names.add(word)
        if "typedef" in flat or "static" in flat:
            names |= declared_names(flat)
    # A name with our prefix is one thing everywhere: a struct a header declares and a source completes, for example.
    return {name for name in names
            if re.fullmatch(r"[A-Za-z_]\w*", name) and not name.lower().startswith("qm_") and name not in KEYWORDS}


def declared_names(flat):
    """The names that a declaration without bodies declares: in `static int a = 1, b[2]` they are a and b."""
    names, level, done = set(), 0, False
    for index, word in enumerate(flat):
        following = flat[index + 1] if index + 1 < len(flat) else ";"
        if word in "([":
            if not done and word == "(" and following == "*" and index + 2 < len(flat):
                names.add(flat[index + 2])  # a pointer to a function
                done = True
            level += 1
        elif word in ")]":
            level -= 1
        elif level:
            continue
        elif word == "=":
            done = True
        elif word == ",":
            done = False
        elif not done and re.fullmatch(r"[A-Za-z_]\w*", word) and word != "__attribute__":
            pointer = following == "(" and index + 2 < len(flat) and flat[index + 2] == "*"
            if following in ("(", "[", "=", ",", ";") and not pointer:
                names.add(word)
                done = True
    return names


def rename(text, mapping):
    """The text with words replaced, but not after . or -> and not where a struct names its members."""
    if not mapping:
        return text
    parts = tokens(text)
    solid = [index for index, (kind, _) in enumerate(parts) if kind not in ("comment", "space")]
    out = [word for _, word in parts]
    bodies = []  # for every open brace: is it the body of a struct or union?
    for position, index in enumerate(solid):
        kind, word = parts[index]
        before = [parts[solid[position - back]][1] if position >= back else "" for back in (1, 2)]
        after = parts[solid[position + 1]][1] if position + 1 < len(solid) else ""
        if word == "{":
            bodies.append(before[0] in ("struct", "union") or before[1] in ("struct", "union"))
        elif word == "}" and bodies:
            bodies.pop()
        elif kind == "directive":
            if not INCLUDE.match(word):
                out[index] = re.sub(r"(\"(?:\\.|[^\"\\\n])*\")|(?<![\w.])(?<!->)([A-Za-z_]\w*)",
                                    lambda match: match.group(1) or mapping.get(match.group(2), match.group(2)), word)
        elif kind == "word" and word in mapping and before[0] not in (".", "->"):
            if not (bodies and bodies[-1] and after in (";", ",", "[", ":", ")")):
                out[index] = mapping[word]
    return "".join(out)


def order(path):
    layer = path.parts[0]
    return LAYERS.index(layer) if layer in LAYERS else len(LAYERS), path.as_posix()


class Maker:
    def __init__(self, root):
        self.include, self.source = root / "include", root / "src"
        self.seen = set()

    def expand(self, text, public):
        """The text with our own includes replaced by what they name; in the source, public ones are in the header."""
        lines = []
        for line in text.splitlines():
            match = INCLUDE.match(line)
            if not match:
                lines.append(line)
            elif match.group(1).startswith("quickmarch/"):
                if public:
                    lines += self.header(self.include / match.group(1), True)
            else:
                lines += self.header(self.source / match.group(1), public)
        return lines

    def header(self, path, public):
        text = path.read_text(encoding="utf-8")
        if GUARD.match(text):
            if path in self.seen:
                return []
            self.seen.add(path)
        return self.expand(text, public)

    def public(self):
        lines = ["/* Quickmarch in one header: all public headers, put together by tools/amalgamate.py. */"]
        for path in sorted(self.include.rglob("*.h")):
            lines += self.header(path, True)
        return lines

    def clashes(self, files):
        """For each .c file the names it has to give up, with their replacements."""
        names = {path: defined_names(text) for path, text in files.items()}
        count = Counter(name for group in names.values() for name in group)
        for path in list(self.include.rglob("*.h")) + list(self.source.rglob("*.h")):
            text = path.read_text(encoding="utf-8")
            count.update(defined_names(text) | set(DEFINE.findall(text)))
        return {path: {name: f"{name}_of_{'_'.join(path.with_suffix('').parts)}" for name in group if count[name] > 1}
                for path, group in names.items()}

    def private(self):
        files = {path.relative_to(self.source): path.read_text(encoding="utf-8") for path in self.source.rglob("*.c")}
        files = {path: files[path] for path in sorted(files, key=order)}
        mapping = self.clashes(files)
        features = sorted({line for text in files.values()
                           for line in re.findall(r"^#define _\w+_SOURCE\b[^\n]*", text, re.M)})
        lines = ["/* Quickmarch in one file, put together by tools/amalgamate.py. Compile it as C17 (-std=c17, which",
                 " * in gcc also turns contraction of floating-point expressions off); it needs only the C library. */"]
        for line in features:
            lines += [f"#ifndef {line.split()[1]}", line, "#endif"]
        # In one file clang takes inline functions of headers for functions that somebody forgot to use.
        lines += ["#ifdef __clang__", "#pragma STDC FP_CONTRACT OFF",
                  '#pragma clang diagnostic ignored "-Wunused-function"', "#endif", '#include "quickmarch.h"']
        for path, text in files.items():
            text = re.sub(r"^#define _\w+_SOURCE\b[^\n]*\n", "", text, flags=re.M)
            lines += ["", f"/* {'=' * 20} {path.as_posix()} {'=' * 20} */"]
            lines += self.expand(rename(text, mapping[path]), False)
            lines += [f"#undef {name}" for name in dict.fromkeys(DEFINE.findall(text))]
        return lines, sum(len(names) for names in mapping.values())


def main():
    root, folder = Path(sys.argv[1]), Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    maker = Maker(root)
    header = maker.public()
    source, renamed = maker.private()
    (folder / "quickmarch.h").write_text("\n".join(header) + "\n", encoding="utf-8")
    (folder / "quickmarch.c").write_text("\n".join(source) + "\n", encoding="utf-8")
    print(f"amalgamation: {len(source)} lines of source, {renamed} names made distinct")
    return 0


if __name__ == "__main__":
    sys.exit(main())
