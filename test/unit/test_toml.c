/* Tests of the reader of rulebook files (the TOML subset). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/toml.h"

typedef struct reading {
    qm__arena arena;
    qm_diagnostics list;
    qm__value *root;
    qm_result result;
} reading;

static reading *read_bytes(const char *text, size_t length) {
    reading *r = calloc(1, sizeof *r);
    assert_non_null(r);
    qm__arena_init(&r->arena, NULL);
    r->list = qm_diagnostics_make(NULL);
    /* A copy of the exact size, so that the address sanitizer sees a read past the end. */
    char *copy = malloc(length > 0 ? length : 1);
    assert_non_null(copy);
    if (length > 0) {
        memcpy(copy, text, length);
    }
    r->result = qm__toml_read(copy, length, "r.toml", &r->arena, &r->list, &r->root);
    free(copy);
    assert_true((r->result == QM_OK) == (r->root != NULL));
    assert_true((r->result == QM_OK) == (r->list.errors == 0));
    return r;
}

static reading *read_text(const char *text) {
    return read_bytes(text, strlen(text));
}

static void done(reading *r) {
    qm__arena_free(&r->arena);
    qm_diagnostics_free(&r->list);
    free(r);
}

static const char sample[] = "# a house rule\n"
                             "family = \"hexmelee\"   # which game\r\n"
                             "extends = \"basic\"\n"
                             "\n"
                             "[run]\n"
                             "factor = 0.5\n"
                             "\"odd name\" = true\n"
                             "\t12 = -3\n"
                             "[armour.leather]\n"
                             "stops = 2\n"
                             "tags = [ \"light\", # a comment\n"
                             "  \"caf\\u00E9\\t\\U0001F600\",\n"
                             "]\n"
                             "[armour]\n"
                             "default = \"leather\"\n"
                             "[ armour . \"chain mail\" ]\n"
                             "cost = { gold = +3, weight = 1.25, none = {} }\n"
                             "rows = [[1, 2], [], [false]]";

static void sample_is_read(void **state) {
    (void)state;
    reading *r = read_text(sample);
    assert_int_equal(r->result, QM_OK);
    assert_string_equal(qm__value_get(r->root, "family")->text, "hexmelee");
    const qm__value *run = qm__value_get(r->root, "run");
    int64_t number;
    assert_true(qm__value_decimal(qm__value_get(run, "factor"), 3, &number));
    assert_int_equal(number, 500);
    assert_int_equal(qm__value_get(run, "factor")->line, 6);
    assert_int_equal(qm__value_get(run, "factor")->column, 10);
    assert_int_equal(qm__value_get(run, "factor")->key_column, 1);
    assert_true(qm__value_get(run, "odd name")->truth);
    assert_true(qm__value_int(qm__value_get(run, "12"), &number));
    assert_int_equal(number, -3);
    const qm__value *armour = qm__value_get(r->root, "armour");
    assert_int_equal(armour->count, 3);
    assert_int_equal(armour->key_line, 14);
    const qm__value *tags = qm__value_get(qm__value_get(armour, "leather"), "tags");
    assert_int_equal(tags->count, 2);
    assert_string_equal(qm__value_at(tags, 1)->text, "caf\xC3\xA9\t\xF0\x9F\x98\x80");
    assert_int_equal(qm__value_at(tags, 1)->line, 12);
    const qm__value *mail = qm__value_get(armour, "chain mail");
    const qm__value *cost = qm__value_get(mail, "cost");
    assert_true(qm__value_int(qm__value_get(cost, "gold"), &number));
    assert_int_equal(number, 3);
    assert_string_equal(qm__value_get(cost, "gold")->text, "3");
    assert_true(qm__value_decimal(qm__value_get(cost, "weight"), 3, &number));
    assert_int_equal(number, 1250);
    assert_int_equal(qm__value_get(cost, "none")->count, 0);
    assert_int_equal(qm__value_get(mail, "rows")->count, 3);
    done(r);
    r = read_text("");
    assert_int_equal(r->root->count, 0);
    done(r);
    r = read_text("#only a comment");
    assert_int_equal(r->root->count, 0);
    done(r);
}

static void expect_error(const char *text, uint32_t line, uint32_t column, const char *words) {
    reading *r = read_text(text);
    assert_int_equal(r->result, QM_ERROR_INPUT);
    const qm_diagnostic *first = &r->list.items[0];
    if (r->list.count != 1 || !strstr(first->message, words) || first->line != line || first->column != column) {
        fail_msg("%s: wanted one error at %u:%u with '%s', got %zu, first %u:%u '%s'", text, line, column, words,
                 r->list.count, first->line, first->column, first->message);
    }
    assert_string_equal(first->file, "r.toml");
    done(r);
}

static void errors_say_what_was_expected(void **state) {
    (void)state;
    expect_error("a 1", 1, 3, "expected '=' after the name, but found '1'");
    expect_error("a =", 1, 4, "expected a value");
    expect_error("= 1", 1, 1, "expected a name");
    expect_error("a = 1 2", 1, 7, "expected the end of the line, but found '2'");
    expect_error("a.b = 1", 1, 2, "dotted names are for [headers] only");
    expect_error(
        "a = yes", 1, 5,
        "expected a value (a string in double quotes, a number, true, false, [array] or {table}), but found 'yes'");
    expect_error("a = True", 1, 5, "but found 'True'");
    expect_error("a = truely", 1, 5, "but found 'truely'");
    expect_error("a = 'x'", 1, 5, "double quotes");
    expect_error("a = \"\"\"x\"\"\"", 1, 5, "strings over several lines");
    expect_error("a = \"x", 1, 7, "closing quote");
    expect_error("a = \"x\n[b]", 1, 7, "closing quote");
    expect_error("a = \"\\/\"", 1, 7, "after a backslash");
    expect_error("a = \"\\ud83d\\ude00\"", 1, 6, "no character of its own");
    expect_error("a = \"\\U00110000\"", 1, 6, "no character of its own");
    expect_error("a = 1979-05-27", 1, 9, "dates and times");
    expect_error("a = 07:32:00", 1, 7, "dates and times");
    expect_error("a = 1_000", 1, 6, "underscores");
    expect_error("a = 1e5", 1, 6, "exponent");
    expect_error("a = 0x1F", 1, 6, "expected the end of the number");
    expect_error("a = 1.2.3", 1, 8, "expected the end of the number");
    expect_error("a = 012", 1, 5, "superfluous zero");
    expect_error("a = -012.5", 1, 6, "superfluous zero");
    expect_error("a = 1.", 1, 7, "a digit after the decimal point");
    expect_error("a = .5", 1, 5, "expected a value");
    expect_error("a = +", 1, 6, "a digit after the sign");
    expect_error("a = inf", 1, 5, "expected a value");
    expect_error("a = [1 2]", 1, 8, "expected ',' or ']' after an array element");
    expect_error("a = [1,,2]", 1, 8, "expected a value");
    expect_error("a = [1,", 1, 8, "expected a value or ']' in the array");
    expect_error("a = { b = 1, }", 1, 14, "expected a name");
    expect_error("a = { b = 1\n}\nc = 1", 1, 12, "on the same line");
    expect_error("a = { b = 1, b = 2 }", 1, 14, "'b' is given twice, first at line 1, column 7");
    expect_error("[[a]]\nb = 1", 1, 2, "arrays of tables");
    expect_error("[]", 1, 2, "expected a name");
    expect_error("[a", 1, 3, "expected '.' or ']' in the header");
    expect_error("[a.]", 1, 4, "expected a name");
    expect_error("[a] b = 1", 1, 5, "expected the end of the line");
    expect_error("# bad \x01\n", 1, 7, "U+0001 is not allowed in a comment");
    expect_error("a = 1\rb = 2", 1, 6, "expected the end of the line");
    expect_error("\xEF\xBB\xBF", 1, 1, "byte order mark");
    expect_error("a = 1\nb = \"\xC3\xA9\xE9\"", 2, 7, "0xe9 is not valid UTF-8");
}

static void duplicates_name_both_places(void **state) {
    (void)state;
    expect_error("a = 1\n  a = 2", 2, 3, "'a' is given twice, first at line 1, column 1");
    expect_error("a = 1\n\"a\" = 2", 2, 1, "'a' is given twice");
    expect_error("[t]\nx = 1\n[t]\nx = 2", 3, 2, "the table 't' is given twice, first at line 1, column 2");
    expect_error("[a.b]\n[a]\n[a]", 3, 2, "the table 'a' is given twice, first at line 2, column 2");
    expect_error("a = 1\n[a]", 2, 2, "'a' is no table that can be added to; it was given at line 1, column 1");
    expect_error("a = 1\n[a.b]", 2, 2, "'a' is no table");
    expect_error("a = { b = 1 }\n[a.c]", 2, 2, "'a' is no table");
    expect_error("[a.b]\n[a]\nb = 1", 3, 1, "'b' is given twice, first at line 1, column 4");
}

static void all_errors_are_found(void **state) {
    (void)state;
    reading *r = read_text("a 1\nb = 'x'\nc = 3\n[t\nd = 1\nd = 1\n[u]\ne = [1,\n  oops,\n  2, 3,\n]\nf = yes\nf = 2");
    static const uint32_t lines[] = {1, 2, 4, 6, 9, 12};
    assert_int_equal(r->list.count, sizeof lines / sizeof lines[0]);
    for (size_t i = 0; i < r->list.count; i++) {
        assert_int_equal(r->list.items[i].line, lines[i]);
    }
    done(r);
    /* An array that was never closed does not swallow the line that shows it. */
    r = read_text("a = [1, 2\nb = no\n");
    assert_int_equal(r->list.count, 2);
    assert_int_equal(r->list.items[0].line, 2);
    assert_non_null(strstr(r->list.items[0].message, "expected ',' or ']'"));
    assert_non_null(strstr(r->list.items[1].message, "but found 'no'"));
    done(r);
}

static void limits_hold(void **state) {
    (void)state;
    char text[256] = "a = ";
    for (int i = 0; i < QM__TOML_DEPTH_MAX; i++) {
        strcat(text, "[");
    }
    char closed[512];
    strcpy(closed, text);
    for (int i = 0; i < QM__TOML_DEPTH_MAX; i++) {
        strcat(closed, "]");
    }
    reading *r = read_text(closed);
    assert_int_equal(r->result, QM_OK);
    done(r);
    strcat(text, "[");
    expect_error(text, 1, 5 + QM__TOML_DEPTH_MAX, "nested deeper than 16");
    expect_error("[a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a]", 1, 34, "at most 16 parts");
    char *huge = malloc(QM__TOML_SIZE_MAX + 1);
    assert_non_null(huge);
    memset(huge, '\n', QM__TOML_SIZE_MAX + 1);
    r = read_bytes(huge, QM__TOML_SIZE_MAX);
    assert_int_equal(r->result, QM_OK);
    done(r);
    r = read_bytes(huge, QM__TOML_SIZE_MAX + 1);
    assert_non_null(strstr(r->list.items[0].message, "the limit is 1048576"));
    done(r);
    memset(huge, '[', QM__TOML_SIZE_MAX);
    memcpy(huge, "a=", 2);
    r = read_bytes(huge, QM__TOML_SIZE_MAX);
    assert_int_equal(r->list.count, 1);
    done(r);
    /* Every line wrong: the list keeps its limit and counts the rest. */
    for (size_t i = 0; i + 1 < QM__TOML_SIZE_MAX; i += 2) {
        memcpy(huge + i, "?\n", 2);
    }
    r = read_bytes(huge, QM__TOML_SIZE_MAX);
    assert_int_equal(r->list.count, QM_DIAGNOSTICS_MAX);
    assert_int_equal(r->list.errors, QM__TOML_SIZE_MAX / 2);
    done(r);
    /* Every line an array that fails: recovery must not look at the rest of the file each time. */
    for (size_t i = 0; i + 4 < QM__TOML_SIZE_MAX; i += 4) {
        memcpy(huge + i, "a=[\n", 4);
    }
    r = read_bytes(huge, QM__TOML_SIZE_MAX);
    assert_int_equal(r->result, QM_ERROR_INPUT);
    done(r);
    free(huge);
}

static void damaged_text_is_survived(void **state) {
    (void)state;
    const size_t length = sizeof sample - 1;
    for (size_t n = 0; n < length; n++) {
        done(read_bytes(sample, n));
    }
    char changed[sizeof sample];
    for (size_t at = 0; at < length; at++) {
        for (int byte = (int)(at % 5); byte < 256; byte += 5) {
            memcpy(changed, sample, sizeof sample);
            changed[at] = (char)byte;
            done(read_bytes(changed, length));
        }
    }
}

static void *refusing_resize(void *user, void *block, size_t old_size, size_t new_size) {
    int *left = user;
    (void)old_size;
    if (new_size == 0) {
        free(block);
        return NULL;
    }
    if (*left == 0) {
        return NULL;
    }
    (*left)--;
    return realloc(block, new_size);
}

static void refused_memory_is_reported(void **state) {
    (void)state;
    bool succeeded = false;
    for (int requests = 0; !succeeded; requests++) {
        int left = requests;
        const qm_allocator allocator = {refusing_resize, &left};
        qm__arena arena;
        qm__arena_init(&arena, &allocator);
        qm__value *root;
        const qm_result result = qm__toml_read(sample, sizeof sample - 1, NULL, &arena, NULL, &root);
        assert_true(result == QM_OK || result == QM_ERROR_MEMORY);
        assert_true((result == QM_OK) == (root != NULL));
        succeeded = result == QM_OK;
        qm__arena_free(&arena);
        assert_true(requests < 100);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sample_is_read),
        cmocka_unit_test(errors_say_what_was_expected),
        cmocka_unit_test(duplicates_name_both_places),
        cmocka_unit_test(all_errors_are_found),
        cmocka_unit_test(limits_hold),
        cmocka_unit_test(damaged_text_is_survived),
        cmocka_unit_test(refused_memory_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
