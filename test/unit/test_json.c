/* Tests of the JSON reader, the values it makes and the JSON writer. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "io/json.h"
#include "io/json_write.h"

/* What one reading gave; freed by done(). */
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
    r->result = qm__json_read(copy, length, "t.json", &r->arena, &r->list, &r->root);
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

/* ------------------------------------------------------------------------------------------------- corpus */

static char *read_file(const char *path, size_t *length) {
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    const size_t room = (size_t)1 << 20;
    char *bytes = malloc(room);
    assert_non_null(bytes);
    *length = fread(bytes, 1, room, file);
    assert_true(*length < room);
    fclose(file);
    return bytes;
}

static void check_corpus_file(const char *name) {
    char path[1024];
    snprintf(path, sizeof path, "%s/corpus/json/%s", QM_TEST_DATA, name);
    size_t length;
    char *bytes = read_file(path, &length);
    reading *r = read_bytes(bytes, length);
    if (name[0] == 'y' && r->result != QM_OK) {
        fail_msg("%s is valid but was refused: %s", name, r->list.items[0].message);
    }
    if (name[0] == 'n') {
        if (r->result != QM_ERROR_INPUT) {
            fail_msg("%s is not valid but was accepted", name);
        }
        assert_true(r->list.items[0].line >= 1 && r->list.items[0].column >= 1);
        assert_true(strlen(r->list.items[0].message) > 10);
    }
    done(r);
    free(bytes);
}

static void corpus_is_judged_rightly(void **state) {
    (void)state;
    DIR *directory = opendir(QM_TEST_DATA "/corpus/json");
    assert_non_null(directory);
    int valid = 0, invalid = 0, either = 0;
    for (const struct dirent *entry = readdir(directory); entry; entry = readdir(directory)) {
        const char *name = entry->d_name;
        if (strlen(name) < 2 || name[1] != '_') {
            continue;
        }
        valid += name[0] == 'y';
        invalid += name[0] == 'n';
        either += name[0] == 'i';
        check_corpus_file(name);
    }
    closedir(directory);
    print_message("corpus: %d valid, %d not valid, %d either\n", valid, invalid, either);
    assert_true(valid >= 75 && invalid >= 150 && either >= 10);
}

/* Every beginning and every one-byte change of a text that has everything in it: no crash, and errors have places. */
static void damaged_text_is_survived(void **state) {
    (void)state;
    static const char text[] = "{\"a\\u00e9\": [1, -2.5e+3, true, null, \"\\ud83d\\ude00\\n\"], \"b\": {\"c\": {}}, "
                               "\"\xC3\xA9\": \"\xF0\x9F\x98\x80\"}";
    const size_t length = sizeof text - 1;
    for (size_t n = 0; n < length; n++) {
        reading *r = read_bytes(text, n);
        assert_int_equal(r->result, QM_ERROR_INPUT);
        done(r);
    }
    char changed[sizeof text];
    for (size_t at = 0; at < length; at++) {
        for (int byte = 0; byte < 256; byte += at % 3 == 0 ? 1 : 7) {
            memcpy(changed, text, sizeof text);
            changed[at] = (char)byte;
            done(read_bytes(changed, length));
        }
    }
}

/* --------------------------------------------------------------------------------------- places and words */

static void expect_error(const char *text, uint32_t line, uint32_t column, const char *words) {
    reading *r = read_text(text);
    assert_int_equal(r->result, QM_ERROR_INPUT);
    assert_true(r->list.count >= 1);
    const qm_diagnostic *first = &r->list.items[0];
    if (!strstr(first->message, words)) {
        fail_msg("%s: wanted '%s', got '%s'", text, words, first->message);
    }
    assert_string_equal(first->file, "t.json");
    assert_int_equal(first->line, line);
    assert_int_equal(first->column, column);
    done(r);
}

static void errors_say_what_was_expected(void **state) {
    (void)state;
    expect_error("[1 2]", 1, 4, "expected ',' or ']' after an array element, but found '2'");
    expect_error("{\"a\": 1\n  \"b\": 2}", 2, 3, "expected ',' or '}' after an object member, but found '\"'");
    expect_error("[1,\n2,\n]", 3, 1, "expected a value, but found ']'");
    expect_error("{\"a\" 1}", 1, 6, "expected ':' after the name of a member");
    expect_error("{a: 1}", 1, 2, "expected a name in quotes or '}', but found 'a'");
    expect_error("{\"a\": 1,}", 1, 9, "expected a name in quotes after ','");
    expect_error("", 1, 1, "expected a value, but found the end of the text");
    expect_error("[True]", 1, 2, "expected a value, but found 'True'");
    expect_error("[\"\xC3\xA9\xF0\x9F\x98\x80\" x]", 1, 7, "but found 'x'");
    expect_error("{} x", 1, 4, "expected nothing more after the value");
    expect_error("[01]", 1, 2, "superfluous zero");
    expect_error("[1.]", 1, 4, "expected a digit after the decimal point, but found ']'");
    expect_error("[-]", 1, 3, "expected a digit after '-'");
    expect_error("[1e]", 1, 4, "expected a digit in the exponent");
    expect_error("\"abc", 1, 5, "expected the closing quote of the string, but found the end of the text");
    expect_error("\"ab\ncd\"", 1, 4, "expected the closing quote of the string, but found the end of the line");
    expect_error("\"a\tb\"", 1, 3, "the control character U+0009 must be written as an escape");
    expect_error("\"\\q\"", 1, 3, "after a backslash, but found 'q'");
    expect_error("\"\\u12x4\"", 1, 6, "four hexadecimal digits");
    expect_error("\"a\\ud83d\"", 1, 3, "surrogate pair");
    expect_error("\"a\\udc00\"", 1, 3, "U+dc00 is no character of its own");
    expect_error("\xEF\xBB\xBF{}", 1, 1, "byte order mark");
    expect_error("[\n\"\xC3\xA9\xFF\"]", 2, 3, "the byte 0xff is not valid UTF-8");
    expect_error("{\"a\": 1,\n \"a\": 2}", 2, 2, "'a' is given twice in this object, first at line 1, column 2");
}

static void all_duplicates_are_reported(void **state) {
    (void)state;
    reading *r = read_text("{\"a\":1,\"a\":{\"b\":1,\"b\":2},\"a\":3}");
    assert_int_equal(r->list.errors, 3);
    done(r);
}

/* A text made of a beginning, a piece repeated and an end. */
static reading *read_repeated(const char *begin, const char *piece, size_t times, const char *end) {
    qm_text text = qm_text_growing(NULL);
    qm_text_add(&text, begin);
    for (size_t i = 0; i < times; i++) {
        qm_text_add(&text, piece);
    }
    qm_text_add(&text, end);
    assert_false(text.truncated);
    reading *r = read_bytes(text.data, text.length);
    qm_text_free(&text);
    return r;
}

static void limits_hold(void **state) {
    (void)state;
    reading *r = read_repeated("[", " ", QM__JSON_SIZE_MAX - 2, "]");
    assert_int_equal(r->result, QM_OK);
    done(r);
    r = read_repeated("[", " ", QM__JSON_SIZE_MAX - 1, "]");
    assert_int_equal(r->result, QM_ERROR_INPUT);
    assert_non_null(strstr(r->list.items[0].message, "the limit is 16777216"));
    done(r);
    r = read_repeated("[", "0,", QM__JSON_VALUES_MAX - 2, "0]");
    assert_int_equal(r->result, QM_OK);
    assert_int_equal(r->root->count, QM__JSON_VALUES_MAX - 1);
    done(r);
    r = read_repeated("[", "0,", QM__JSON_VALUES_MAX - 1, "0]");
    assert_int_equal(r->result, QM_ERROR_INPUT);
    assert_non_null(strstr(r->list.items[0].message, "more than 1000000 values"));
    done(r);
    r = read_repeated("", "[", 1000000, "");
    assert_non_null(strstr(r->list.items[0].message, "nested deeper than 64"));
    assert_int_equal(r->list.items[0].column, 65);
    done(r);
}

static void large_objects_stay_quick(void **state) {
    (void)state;
    enum { MEMBERS = 200000 };
    qm_text text = qm_text_growing(NULL);
    qm_text_add_char(&text, '{');
    for (int i = 0; i < MEMBERS; i++) {
        qm_text_addf(&text, "%s\"m%d\":%d", i > 0 ? "," : "", i, i);
    }
    qm_text_add_char(&text, '}');
    reading *r = read_bytes(text.data, text.length);
    assert_int_equal(r->result, QM_OK);
    assert_int_equal(r->root->count, MEMBERS);
    for (int i = 0; i < MEMBERS; i += 997) {
        char key[32];
        int64_t number;
        snprintf(key, sizeof key, "m%d", i);
        assert_true(qm__value_int(qm__value_get(r->root, key), &number));
        assert_int_equal(number, i);
    }
    assert_null(qm__value_get(r->root, "m200000"));
    done(r);
    qm_text_free(&text);
}

/* ------------------------------------------------------------------------------------------------- values */

static void tree_has_places_and_order(void **state) {
    (void)state;
    reading *r = read_text("{\"b\": [10,\n  \"x\\u0000y\"],\n \"a\": {\"k\": true}, \"n\": null}");
    assert_int_equal(r->result, QM_OK);
    const qm__value *root = r->root;
    assert_int_equal(root->kind, QM__OBJECT);
    assert_int_equal(root->count, 3);
    assert_string_equal(root->first->key, "b");
    assert_string_equal(root->first->next->key, "a");
    const qm__value *b = qm__value_get(root, "b");
    assert_int_equal(b->key_column, 2);
    assert_int_equal(b->column, 7);
    const qm__value *x = qm__value_at(b, 1);
    assert_int_equal(x->line, 2);
    assert_int_equal(x->column, 3);
    assert_int_equal(x->length, 3);
    assert_memory_equal(x->text, "x\0y", 4);
    assert_null(qm__value_at(b, 2));
    const qm__value *a = qm__value_get(root, "a");
    assert_int_equal(a->key_line, 3);
    assert_int_equal(a->key_column, 2);
    assert_true(qm__value_get(a, "k")->truth);
    assert_int_equal(qm__value_get(root, "n")->kind, QM__NULL);
    assert_null(qm__value_get(root, "missing"));
    assert_null(qm__value_get(b, "k"));
    assert_null(qm__value_get(NULL, "k"));

    qm_diagnostics list = qm_diagnostics_make(NULL);
    assert_null(qm__value_text(x, "t.json", "b[1]", &list));
    assert_null(qm__value_text(a, "t.json", "a", &list));
    assert_null(qm__value_text(NULL, "t.json", "z", &list));
    assert_int_equal(list.count, 3);
    assert_non_null(strstr(list.items[0].message, "U+0000"));
    assert_int_equal(list.items[0].line, 2);
    assert_string_equal(list.items[0].field, "b[1]");
    assert_non_null(strstr(list.items[1].message, "must be a string, not object"));
    qm_diagnostics_free(&list);
    done(r);
}

static void expect_scaled(const char *text, int places, bool good, int64_t wanted) {
    reading *r = read_text(text);
    assert_int_equal(r->result, QM_OK);
    int64_t number = 77;
    char out[64];
    if (qm__value_decimal(r->root, places, &number) != good || number != (good ? wanted : 77)) {
        fail_msg("%s with %d places gave %lld", text, places, (long long)number);
    }
    assert_true((qm__value_decimal_fault(r->root, places, out) == NULL) == good);
    done(r);
}

static void numbers_are_exact(void **state) {
    (void)state;
    expect_scaled("0", 0, true, 0);
    expect_scaled("-0", 0, true, 0);
    expect_scaled("12", 0, true, 12);
    expect_scaled("1e3", 0, true, 1000);
    expect_scaled("1.5e1", 0, true, 15);
    expect_scaled("1500e-2", 0, true, 15);
    expect_scaled("2.0", 0, true, 2);
    expect_scaled("2.5", 0, false, 0);
    expect_scaled("9223372036854775807", 0, true, INT64_MAX);
    expect_scaled("9223372036854775808", 0, false, 0);
    expect_scaled("-9223372036854775808", 0, true, INT64_MIN);
    expect_scaled("-9223372036854775809", 0, false, 0);
    expect_scaled("7.25", 3, true, 7250);
    expect_scaled("-0.001", 3, true, -1);
    expect_scaled("0.0005", 3, false, 0);
    expect_scaled("1.2500", 3, true, 1250);
    expect_scaled("1.2501", 3, false, 0);
    expect_scaled("9223372036854775.807", 3, true, INT64_MAX);
    expect_scaled("9223372036854775.808", 3, false, 0);
    expect_scaled("1e999999999999999999999", 3, false, 0);
    expect_scaled("1e-999999999999999999999", 3, false, 0);
    expect_scaled("0e999999999999999999999", 3, true, 0);
    expect_scaled("100000000000000000000e-20", 3, true, 1000);
    expect_scaled("\"12\"", 0, false, 0);
    expect_scaled("true", 0, false, 0);

    reading *r = read_text("[1.2345, 1e30, \"a\", 1.5]");
    char out[64];
    assert_string_equal(qm__value_decimal_fault(qm__value_at(r->root, 0), 3, out), "has more than 3 decimal places");
    assert_string_equal(qm__value_decimal_fault(qm__value_at(r->root, 1), 3, out), "is too large");
    assert_string_equal(qm__value_decimal_fault(qm__value_at(r->root, 2), 3, out), "must be a number, not string");
    assert_string_equal(qm__value_decimal_fault(qm__value_at(r->root, 3), 0, out), "must be a whole number");
    done(r);
}

/* An allocator that refuses after a number of requests. */
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
    qm_text text = qm_text_growing(NULL);
    qm_text_add(&text, "{\"first\":[]");
    for (int i = 0; i < 2000; i++) {
        qm_text_addf(&text, ",\"m%d\":[\"text %d\",{}]", i, i);
    }
    qm_text_add(&text, "}");
    bool succeeded = false;
    for (int requests = 0; !succeeded; requests++) {
        int left = requests;
        const qm_allocator allocator = {refusing_resize, &left};
        qm__arena arena;
        qm__arena_init(&arena, &allocator);
        qm__value *root;
        const qm_result result = qm__json_read(text.data, text.length, NULL, &arena, NULL, &root);
        assert_true(result == QM_OK || result == QM_ERROR_MEMORY);
        assert_true((result == QM_OK) == (root != NULL));
        succeeded = result == QM_OK;
        qm__arena_free(&arena);
        assert_true(requests < 1000);
    }
    qm_text_free(&text);
}

/* ------------------------------------------------------------------------------------------------- writer */

static void write_sample(qm_text *out, bool pretty) {
    qm__json_writer w = qm__json_write_to(out, pretty);
    qm__json_object_begin(&w);
    qm__json_key(&w, "verdict");
    qm__json_string(&w, "legal");
    qm__json_key(&w, "list");
    qm__json_array_begin(&w);
    qm__json_int(&w, -5);
    qm__json_decimal(&w, 7.25, 1);
    qm__json_bool(&w, true);
    qm__json_null(&w);
    qm__json_array_begin(&w);
    qm__json_array_end(&w);
    qm__json_object_begin(&w);
    qm__json_object_end(&w);
    qm__json_array_end(&w);
    qm__json_key(&w, "q");
    qm__json_double(&w, 0.1);
    qm__json_object_end(&w);
    assert_false(w.misused);
    assert_int_equal(w.depth, 0);
}

static void writer_places_commas(void **state) {
    (void)state;
    qm_text out = qm_text_growing(NULL);
    write_sample(&out, false);
    assert_string_equal(out.data, "{\"verdict\":\"legal\",\"list\":[-5,7.3,true,null,[],{}],\"q\":0.1}");
    qm_text_clear(&out);
    write_sample(&out, true);
    assert_string_equal(out.data,
                        "{\n  \"verdict\": \"legal\",\n  \"list\": [\n    -5,\n    7.3,\n    true,\n    null,\n"
                        "    [],\n    {}\n  ],\n  \"q\": 0.1\n}");
    qm_text_clear(&out);

    qm__json_writer w = qm__json_write_to(&out, false);
    qm__json_array_end(&w);
    assert_true(w.misused);
    w = qm__json_write_to(&out, false);
    for (int i = 0; i < QM__JSON_WRITE_DEPTH_MAX; i++) {
        qm__json_array_begin(&w);
    }
    assert_false(w.misused);
    qm__json_array_begin(&w);
    assert_true(w.misused);
    qm_text_free(&out);
}

static void writer_escapes(void **state) {
    (void)state;
    qm_text out = qm_text_growing(NULL);
    qm__json_writer w = qm__json_write_to(&out, false);
    qm__json_bytes(&w, "\"\\/\b\f\n\r\t\x01\x7F\0z", 12);
    assert_string_equal(out.data, "\"\\\"\\\\/\\b\\f\\n\\r\\t\\u0001\\u007f\\u0000z\"");
    reading *r = read_bytes(out.data, out.length);
    assert_int_equal(r->root->length, 12);
    assert_memory_equal(r->root->text, "\"\\/\b\f\n\r\t\x01\x7F\0z", 12);
    done(r);
    qm_text_clear(&out);
    w = qm__json_write_to(&out, false);
    qm__json_string(&w, "\xC3\xA9\xFF\xE2\x82!");
    assert_string_equal(out.data, "\"\xC3\xA9\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD!\"");
    qm_text_clear(&out);
    w = qm__json_write_to(&out, false);
    qm__json_string(&w, NULL);
    assert_string_equal(out.data, "null");
    qm_text_free(&out);
}

static void expect_double(double value, const char *wanted) {
    char array[64];
    qm_text out = qm_text_over(array, sizeof array);
    qm__json_writer w = qm__json_write_to(&out, false);
    qm__json_double(&w, value);
    assert_string_equal(array, wanted);
}

static void doubles_read_back_the_same(void **state) {
    (void)state;
    expect_double(0, "0");
    expect_double(-0.0, "-0.0");
    expect_double(1, "1");
    expect_double(-12.5, "-12.5");
    expect_double(1.0 / 216.0, "0.004629629629629629");
    expect_double(100, "100");
    expect_double(1e17, "1e17");
    expect_double(12345678901234567.0, "12345678901234568");
    expect_double(0.00001, "0.00001");
    expect_double(1.5e-7, "1.5e-7");
    expect_double(1.7976931348623157e308, "1.7976931348623157e308");
    expect_double((double)INFINITY, "null");
    expect_double((double)NAN, "null");
    for (uint64_t i = 0; i < 20000; i++) {
        uint64_t bits = qm__random_at(4, i);
        double value;
        memcpy(&value, &bits, sizeof value);
        if (i % 2 == 0) {
            value = (double)(bits >> 11) / 9007199254740992.0;
        }
        if (value - value != 0) {
            continue;
        }
        char array[64];
        qm_text out = qm_text_over(array, sizeof array);
        qm__json_writer w = qm__json_write_to(&out, false);
        qm__json_double(&w, value);
        assert_false(out.truncated);
        assert_true(strtod(array, NULL) == value);
        reading *r = read_text(array);
        assert_int_equal(r->result, QM_OK);
        done(r);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(corpus_is_judged_rightly),
        cmocka_unit_test(damaged_text_is_survived),
        cmocka_unit_test(errors_say_what_was_expected),
        cmocka_unit_test(all_duplicates_are_reported),
        cmocka_unit_test(limits_hold),
        cmocka_unit_test(large_objects_stay_quick),
        cmocka_unit_test(tree_has_places_and_order),
        cmocka_unit_test(numbers_are_exact),
        cmocka_unit_test(refused_memory_is_reported),
        cmocka_unit_test(writer_places_commas),
        cmocka_unit_test(writer_escapes),
        cmocka_unit_test(doubles_read_back_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
