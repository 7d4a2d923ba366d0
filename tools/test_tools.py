#!/usr/bin/env python3
"""Tests of the tools themselves: a check that cannot fail checks nothing."""
import subprocess
import tempfile
import unittest
from pathlib import Path

import amalgamate
import check_layers
import check_symbols
import check_words
import run_tests


def tree(folder, files):
    for name, text in files.items():
        path = Path(folder) / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return Path(folder)


class Amalgamation(unittest.TestCase):
    def test_names_at_file_scope(self):
        text = '''
            #include "base/x.h"
            typedef struct item { int size; struct item *next; } item;
            typedef int (*callback)(int first, int second);
            enum { LOW, HIGH = LOW + 3, };
            enum colour { RED, BLUE };
            static const int table[] = {1, 2}, other = 3;
            static item *find(const item *list, int size) { static int inner; int local = inner; return 0; }
            static void (*hook)(void);
            int qm__public(void) { return 0; }
            static const struct { int a; } pairs[] = {{1}, {2}};
        '''
        self.assertEqual(amalgamate.defined_names(text), {"item", "callback", "LOW", "HIGH", "colour", "RED", "BLUE",
                                                          "table", "other", "find", "hook", "pairs"})

    def test_rename_leaves_members_strings_and_comments(self):
        text = 'struct s { int size; char t[%s]; }; /* size */ int f(void) { a->size = %s + b.size; p("size"); }\n'
        self.assertEqual(amalgamate.rename(text % ("size", "size"), {"size": "X"}), text % ("X", "X"))

    def test_clashing_files_compile_together(self):
        source = '''
            #include "base/shared.h"
            #define LIMIT %(n)d
            #define TWICE(x) (helper(x) * 2)
            typedef struct box { int helper; int value; } box;
            enum { FIRST = %(n)d };
            static const int table[] = {FIRST, LIMIT};
            static int helper(int x) { return x + table[0]; }
            int qm_%(name)s(qm_shared *s) {
                box b = {.helper = s->helper, .value = LIMIT};
                return helper(b.helper) + b.value + TWICE(1);
            }
        '''
        with tempfile.TemporaryDirectory() as folder:
            root = tree(folder, {
                "include/quickmarch/a.h": "#ifndef A_H\n#define A_H\nint qm_one(struct qm_shared *);\n#endif\n"
                                          .replace("int", "struct qm_shared;\nint", 1),
                "src/base/shared.h": "#ifndef S_H\n#define S_H\ntypedef struct qm_shared { int helper; } qm_shared;\n"
                                     "int qm_one(qm_shared *s);\nint qm_two(qm_shared *s);\n#endif\n",
                "src/base/one.c": source % {"n": 1, "name": "one"},
                "src/dice/two.c": source % {"n": 2, "name": "two"},
            })
            maker = amalgamate.Maker(root)
            (root / "quickmarch.h").write_text("\n".join(maker.public()) + "\n")
            (root / "quickmarch.c").write_text("\n".join(maker.private()[0]) + "\n")
            (root / "main.c").write_text("#include \"src/base/shared.h\"\nint main(void) { qm_shared s = {5};\n"
                                         "return !(qm_one(&s) == 11 && qm_two(&s) == 15); }\n")
            subprocess.run(["cc", "-std=c17", "-Wall", "-Werror", "quickmarch.c", "main.c", "-o", "main"],
                           cwd=root, check=True)
            subprocess.run([str(root / "main")], check=True)


class Layers(unittest.TestCase):
    def faults(self, files):
        with tempfile.TemporaryDirectory() as folder:
            return check_layers.check(tree(folder, files))

    def test_good_tree(self):
        self.assertEqual([], self.faults({
            "include/quickmarch/base.h": "", "src/base/a.h": "", "src/space/hex.h": "", "src/rules/registry.h": "",
            "src/rules/one/one.h": "",
            "src/rules/one/a.c": '#include "rules/one/one.h"\n#include "space/hex.h"\n#include "base/a.h"\n',
            "src/rules/registry.c": '#include "rules/one/one.h"\n#include "rules/registry.h"\n',
            "src/io/a.c": '#include "rules/registry.h"\n#include "quickmarch/base.h"\n#include <stdio.h>\n',
            "apps/cli/cli.h": "", "apps/cli/a.c": '#include "cli.h"\n#include "quickmarch/base.h"\n'}))

    def test_each_fault(self):
        headers = {"src/base/a.h": "", "src/dice/a.h": "", "src/space/hex.h": "", "src/space/tile_way.h": "",
                   "src/game/a.h": "", "src/rules/one/a.h": "", "src/rules/two/a.h": "", "src/io/a.h": ""}
        for file, line in [("src/base/x.c", '"dice/a.h"'), ("src/space/x.c", '"dice/a.h"'),
                           ("src/dice/x.c", '"space/hex.h"'),
                           ("src/game/x.c", '"rules/one/a.h"'), ("src/game/x.c", '"io/a.h"'),
                           ("src/rules/one/x.c", '"rules/two/a.h"'), ("src/rules/one/x.c", '"io/a.h"'),
                           ("src/rules/one/x.c", '"space/hex.h"\n#include "space/tile_way.h"'),
                           ("src/io/x.c", '"rules/one/a.h"'), ("apps/cli/x.c", '"base/a.h"'),
                           ("apps/cli/x.c", '"../../src/base/a.h"'), ("examples/x.c", '"base/a.h"'),
                           ("src/base/x.c", "<math.h>"), ("src/base/x.c", '"base/none.h"'), ("src/base/x.c", '"a.h"')]:
            with self.subTest(file=file, line=line):
                self.assertEqual(1, len(self.faults({**headers, file: f"#include {line}\n"})))


class Symbols(unittest.TestCase):
    def test_faults(self):
        good = """
            #include "a.h"
            #include <string.h>
            static const char *const names[] = {"a", "b"};
            QM_API const char *qm_name(int i) { return names[i]; }
            QM_API unsigned long qm_length(const char *s) { return strlen(s); }
        """
        bad = """
            #include "a.h"
            #include <stdlib.h>
            double sin(double);
            static int counter;
            static int started = 1;
            void *qm__make(double x) { counter += started++; return sin(x) > counter ? malloc(5) : 0; }
            QM_API void qm_extra(void) { }
            QM_API void stray(void) { }
        """
        with tempfile.TemporaryDirectory() as folder:
            root = tree(folder, {
                "include/quickmarch/a.h": "QM_API const char *qm_name(int i);\n"
                                          "QM_API unsigned long qm_length(const char *s);\n",
                "src/base/a.h": '#define QM_API __attribute__((visibility("default")))\n',
                "src/base/good.c": good, "src/game/bad.c": bad})
            for name in ("base/good.c", "game/bad.c"):
                subprocess.run(["cc", "-w", "-fPIC", "-fvisibility=hidden", "-fno-builtin", "-c", "-I", "src/base",
                                f"src/{name}", "-o", f"{Path(name).name}.o"], cwd=root, check=True)
            subprocess.run(["ar", "rc", "good.a", "good.c.o"], cwd=root, check=True)
            subprocess.run(["ar", "rc", "all.a", "good.c.o", "bad.c.o"], cwd=root, check=True)
            subprocess.run(["cc", "-shared", "good.c.o", "-o", "good.so"], cwd=root, check=True)
            subprocess.run(["cc", "-shared", "good.c.o", "bad.c.o", "-o", "all.so"], cwd=root, check=True)
            self.assertEqual([], list(check_symbols.check_objects(root, root / "good.a")))
            self.assertEqual([], list(check_symbols.check_exports(root, root / "good.so")))
            self.assertEqual({"exported, but not a public name: stray",
                              "exported, but not declared in include/: qm_extra"},
                             set(check_symbols.check_exports(root, root / "all.so")))
            self.assertEqual({"src/game/bad.c: may not use sin", "src/game/bad.c: may not use malloc",
                              "src/game/bad.c: writable variable counter in .bss",
                              "src/game/bad.c: writable variable started in .data"},
                             set(check_symbols.check_objects(root, root / "all.a")))


class Words(unittest.TestCase):
    def test_faults(self):
        self.assertEqual([], list(check_words.faults_of("a.c", b"int a; /* mkstemp XXXXXX */\n")))
        for text in (b"/* TO" b"DO */\n", b"x\tx\n", b"no end", b"see /wo" b"rk/main\n", b"a\r\n"):
            self.assertEqual(1, len(list(check_words.faults_of("a.c", text))), text)
        self.assertEqual([], list(check_words.faults_of("Makefile", b"\ttab\n")))


class Counting(unittest.TestCase):
    def test_counts(self):
        cmocka = "[==========] 3 test(s) run.\n[  PASSED  ] 2 test(s).\n"
        self.assertEqual((2, 0), run_tests.count(cmocka, True))
        failed = "[  FAILED  ] 1 test(s), listed below:\n[  FAILED  ] a\n"
        self.assertEqual((2, 1), run_tests.count(cmocka + failed, False))
        self.assertEqual((2, 1), run_tests.count(cmocka + "[  FAILED  ] group: 1 test(s), listed below:\n", False))
        self.assertEqual((2, 1), run_tests.count(cmocka, False))
        self.assertEqual((4, 1), run_tests.count("cases: 4 passed, 1 failed\n", False))
        self.assertEqual((1, 0), run_tests.count("", True))
        self.assertEqual((0, 1), run_tests.count("", False))


if __name__ == "__main__":
    unittest.main()
