/* Tests of src/base: results, text, diagnostics, arena, generator, hashes, UTF-8, names. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/decimal.h"
#include "base/hash.h"
#include "base/name.h"
#include "base/random.h"
#include "base/sort.h"
#include "base/text.h"
#include "base/utf8.h"

/* An allocator that checks the sizes it is told and refuses after a number of requests. */
typedef struct ledger {
    size_t bytes;
    size_t requests_left;
} ledger;

static void *ledger_resize(void *user, void *block, size_t old_size, size_t new_size) {
    ledger *book = user;
    if (new_size == 0) {
        if (block) {
            assert_int_equal(((size_t *)block)[-2], old_size);
            book->bytes -= old_size;
            free((size_t *)block - 2);
        }
        return NULL;
    }
    if (book->requests_left == 0) {
        return NULL;
    }
    book->requests_left--;
    size_t *grown = malloc(new_size + 2 * sizeof(size_t));
    assert_non_null(grown);
    grown[0] = new_size;
    if (block) {
        assert_int_equal(((size_t *)block)[-2], old_size);
        memcpy(grown + 2, block, old_size < new_size ? old_size : new_size);
        free((size_t *)block - 2);
    }
    book->bytes += new_size - old_size;
    return grown + 2;
}

static void results_have_names(void **state) {
    (void)state;
    assert_string_equal(qm_version(), QM_VERSION);
    assert_string_equal(qm_result_name(QM_OK), "ok");
    assert_string_equal(qm_result_name(QM_ERROR_USAGE), "usage");
    assert_string_equal(qm_result_name((qm_result)1000), "unknown");
    for (int r = QM_OK; r <= QM_ERROR_USAGE; r++) {
        assert_true(strlen(qm_result_name((qm_result)r)) > 0);
        assert_true(strlen(qm_result_text((qm_result)r)) > 0);
    }
}

static void text_grows(void **state) {
    (void)state;
    ledger book = {.requests_left = 100};
    const qm_allocator allocator = {ledger_resize, &book};
    qm_text text = qm_text_growing(&allocator);
    assert_string_equal(text.data, "");
    for (int i = 0; i < 1000; i++) {
        qm_text_add(&text, "abc");
    }
    assert_int_equal(text.length, 3000);
    assert_int_equal(strlen(text.data), 3000);
    qm_text_clear(&text);
    assert_string_equal(text.data, "");
    qm_text_add_int(&text, INT64_MIN);
    qm_text_add_char(&text, ' ');
    qm_text_add_int(&text, INT64_MAX);
    assert_string_equal(text.data, "-9223372036854775808 9223372036854775807");
    qm_text_free(&text);
    assert_int_equal(book.bytes, 0);
    assert_string_equal(text.data, "");

    qm_text zero = {0};
    qm_text_add(&zero, "");
    assert_string_equal(zero.data, "");
    qm_text_add(&zero, "x");
    assert_string_equal(zero.data, "x");
    qm_text_free(&zero);
}

static void text_keeps_what_fits(void **state) {
    (void)state;
    char array[6];
    qm_text text = qm_text_over(array, sizeof array);
    qm_text_add(&text, "12345");
    assert_false(text.truncated);
    qm_text_add(&text, "");
    assert_false(text.truncated);
    qm_text_add(&text, "6");
    assert_true(text.truncated);
    assert_string_equal(array, "12345");
    qm_text_clear(&text);
    assert_false(text.truncated);
    /* A code point is not split, and nothing is added after the hole. */
    qm_text_add(&text, "123\xE2\x82\xAC");
    qm_text_add(&text, "4");
    assert_string_equal(array, "123");
    qm_text_clear(&text);
    qm_text_add(&text, "12\xE2\x82\xAC");
    assert_string_equal(array, "12\xE2\x82\xAC");
    qm_text_clear(&text);
    qm_text_add(&text, "1234");
    qm_text_add_char(&text, '\xC3');
    qm_text_add_char(&text, '\xA9');
    assert_string_equal(array, "1234");

    qm_text none = qm_text_over(NULL, 0);
    qm_text_add(&none, "x");
    assert_true(none.truncated);
    assert_string_equal(none.data, "");
    qm_text one = qm_text_over(array, 1);
    qm_text_add(&one, "x");
    assert_true(one.truncated);
    assert_string_equal(one.data, "");
}

static void text_survives_refused_memory(void **state) {
    (void)state;
    ledger book = {.requests_left = 1};
    const qm_allocator allocator = {ledger_resize, &book};
    qm_text text = qm_text_growing(&allocator);
    for (int i = 0; i < 100; i++) {
        qm_text_add(&text, "0123456789");
    }
    assert_true(text.truncated);
    assert_int_equal(text.length, 63);
    assert_int_equal(strlen(text.data), 63);
    qm_text_free(&text);
    assert_int_equal(book.bytes, 0);
}

static void expect_decimal(double value, int places, const char *wanted) {
    char array[512];
    qm_text text = qm_text_over(array, sizeof array);
    qm_text_add_decimal(&text, value, places);
    assert_string_equal(array, wanted);
}

static void expect_percent(double chance, int places, const char *wanted) {
    char array[64];
    qm_text text = qm_text_over(array, sizeof array);
    qm_text_add_percent(&text, chance, places);
    assert_string_equal(array, wanted);
}

static void percents_claim_no_certainty(void **state) {
    (void)state;
    expect_percent(0, 1, "0");
    expect_percent(1, 1, "100");
    expect_percent(0.972, 1, "97.2");
    expect_percent(0.5, 1, "50");
    expect_percent(0.0005, 1, "0.1");
    expect_percent(0.00049, 1, "<0.1");
    expect_percent(1e-300, 1, "<0.1");
    expect_percent(0.99949, 1, "99.9");
    expect_percent(0.9995, 1, ">99.9");
    expect_percent(1 - 1e-9, 1, ">99.9");
    expect_percent(0.1 + 0.2 + 0.3 + 0.4 - 1e-16, 1, "100"); /* a sum that is one but for its rounding */
    expect_percent(0.00004, 2, "<0.01");
    expect_percent(0.99996, 2, ">99.99");
    expect_percent(0.9999, 2, "99.99");
    expect_percent(0.004, 0, "<1");
    expect_percent(0.996, 0, ">99");
    expect_percent(0.1245, 1, "12.5"); /* its hundredfold lies just below the half */
}

static void decimals_are_exact(void **state) {
    (void)state;
    expect_decimal(0, 3, "0");
    expect_decimal(-0.0, 3, "0");
    expect_decimal(7.2, 3, "7.2");
    expect_decimal(-7.25, 1, "-7.3");
    expect_decimal(0.125, 2, "0.13");
    expect_decimal(-0.125, 2, "-0.13");
    expect_decimal(1.005, 2, "1"); /* the double lies just below */
    expect_decimal(0.5, 0, "1");
    expect_decimal(1.5, 0, "2");
    expect_decimal(0.49999999999999994, 0, "0");
    expect_decimal(9.9996, 3, "10");
    expect_decimal(-0.0004, 3, "0");
    expect_decimal(0.0005, 3, "0.001");
    expect_decimal(1e-9, 9, "0.000000001");
    expect_decimal(4.9e-10, 9, "0");
    expect_decimal(5e-324, 9, "0");
    expect_decimal(1.0 / 3.0, 9, "0.333333333");
    expect_decimal(123456789.987654321, 9, "123456789.987654328");
    expect_decimal(18446744073709549568.0, 3, "18446744073709549568");
    expect_decimal(1e22, 3, "10000000000000000000000");
    expect_decimal((double)INFINITY, 3, "inf");
    expect_decimal(-(double)INFINITY, 3, "-inf");
    expect_decimal((double)NAN, 3, "nan");
    expect_decimal(1.23456, -4, "1");
    expect_decimal(1.0123456789, 99, "1.012345679");
}

static void decimals_agree_with_the_c_library(void **state) {
    (void)state;
    for (uint64_t i = 0; i < 20000; i++) {
        const double value = (double)(int64_t)(qm__random_at(1, i) >> 20) / 4294967296.0;
        const int places = (int)(i % 10);
        char wanted[64];
        snprintf(wanted, sizeof wanted, "%.*f", places, value);
        if (strchr(wanted, '.')) {
            size_t end = strlen(wanted);
            while (wanted[end - 1] == '0') {
                wanted[--end] = '\0';
            }
            if (wanted[end - 1] == '.') {
                wanted[end - 1] = '\0';
            }
        }
        expect_decimal(value, places, wanted);
    }
}

/* The digits as text the C library can read. */
static void digits_text(double value, char out[64], size_t *count) {
    char digits[QM__DOUBLE_DIGITS];
    int point;
    *count = qm__double_digits(value, digits, &point);
    assert_in_range(*count, 1, 17);
    assert_true(digits[*count - 1] != '0' && digits[0] != '0');
    snprintf(out, 64, "0.%.*se%d", (int)*count, digits, point);
}

static void expect_digits(double value, const char *wanted) {
    char out[64];
    size_t count;
    digits_text(value, out, &count);
    assert_string_equal(out, wanted);
}

static void shortest_digits(void **state) {
    (void)state;
    expect_digits(1.0, "0.1e1");
    expect_digits(0.1, "0.1e0");
    expect_digits(0.3, "0.3e0");
    expect_digits(0.1 + 0.2, "0.30000000000000004e0");
    expect_digits(5e-324, "0.5e-323");
    expect_digits(2.2250738585072014e-308, "0.22250738585072014e-307");
    expect_digits(1.7976931348623157e308, "0.17976931348623157e309");
    expect_digits(9007199254740993.0, "0.9007199254740992e16");
    expect_digits(1e23, "0.1e24");
    expect_digits(9.5e-3, "0.95e-2");
    for (uint64_t i = 0; i < 20000; i++) {
        uint64_t bits = qm__random_at(2, i) >> 1;
        if (i % 5 == 0) {
            bits &= UINT64_C(0x7FF0000000000000); /* powers of two: the uneven gap */
        }
        double value;
        memcpy(&value, &bits, sizeof value);
        if (!(value > 0) || value > 1.7976931348623157e308) {
            continue;
        }
        char out[64], shorter[64];
        size_t count;
        digits_text(value, out, &count);
        assert_true(strtod(out, NULL) == value);
        /* No shorter rounding reads back. */
        if (count > 1) {
            snprintf(shorter, sizeof shorter, "%.*e", (int)count - 2, value);
            assert_false(strtod(shorter, NULL) == value);
        }
    }
}

static void expect_text(qm_text *text, const char *wanted) {
    assert_string_equal(text->data, wanted);
    qm_text_clear(text);
}

static void formats(void **state) {
    (void)state;
    char array[128];
    qm_text text = qm_text_over(array, sizeof array);
    qm_text_addf(&text, "%s has %d of %u, %i%% %c", "Ada", -3, 7U, 12, '!');
    expect_text(&text, "Ada has -3 of 7, 12% !");
    qm_text_addf(&text, "[%5d|%-5d|%05d|%.3d|%5.2d|%x|%04x]", 42, 42, -42, 7, 7, 255U, 10U);
    expect_text(&text, "[   42|42   |-0042|007|   07|ff|000a]");
    qm_text_addf(&text, "[%5s|%-5s|%.2s|%*s|%.*s]", "ab", "ab", "abc", 4, "x", 1, "yz");
    expect_text(&text, "[   ab|ab   |ab|   x|y]");
    qm_text_addf(&text, "%ld %lld %zu %lu %llx", -5L, INT64_C(-9000000000) + 0LL, (size_t)77, 8UL, 0xFFFFFFFFFFULL);
    expect_text(&text, "-5 -9000000000 77 8 ffffffffff");
    qm_text_addf(&text, "[%3s|%-3s|%.2s]", "\xC3\xA9", "\xC3\xA9", "a\xC3\xA9");
    expect_text(&text, "[  \xC3\xA9|\xC3\xA9  |a]");
    qm_text_addf(&text, "%d %d", INT32_MIN, INT32_MAX);
    expect_text(&text, "-2147483648 2147483647");
    /* A string without a terminating zero, bounded by its precision. */
    const char three[3] = {'a', 'b', 'c'};
    qm_text_addf(&text, "%.*s", 3, three);
    expect_text(&text, "abc");
}

static void diagnostics_collect(void **state) {
    (void)state;
    ledger book = {.requests_left = 1000};
    const qm_allocator allocator = {ledger_resize, &book};
    qm_diagnostics list = qm_diagnostics_make(&allocator);
    char file[] = "a.json";
    assert_true(qm_diagnostics_add(&list, QM_SEVERITY_ERROR, file, 12, 7, "figures[2].at", "is off the board"));
    file[0] = 'b';
    assert_true(qm_diagnostics_add(&list, QM_SEVERITY_WARNING, NULL, 0, 0, NULL, "hm"));
    assert_true(qm__report(&list, QM_SEVERITY_ERROR, "", 3, 0, "", "%d is below %d", 1, 2));
    assert_int_equal(list.count, 3);
    assert_int_equal(list.errors, 2);
    char array[128];
    qm_text text = qm_text_over(array, sizeof array);
    qm_diagnostic_print(&list.items[0], &text);
    expect_text(&text, "a.json:12:7: error: figures[2].at: is off the board");
    qm_diagnostic_print(&list.items[1], &text);
    expect_text(&text, "warning: hm");
    qm_diagnostic_print(&list.items[2], &text);
    expect_text(&text, "3: error: 1 is below 2");
    for (int i = 0; i < QM_DIAGNOSTICS_MAX; i++) {
        assert_int_equal(qm_diagnostics_add(&list, QM_SEVERITY_ERROR, "f", 1, 1, "", "m"), i < QM_DIAGNOSTICS_MAX - 3);
    }
    assert_int_equal(list.count, QM_DIAGNOSTICS_MAX);
    assert_int_equal(list.dropped, 3);
    assert_int_equal(list.errors, QM_DIAGNOSTICS_MAX + 2);
    qm_diagnostics_clear(&list);
    assert_int_equal(list.errors + list.count + list.dropped, 0);
    qm_diagnostics_free(&list);
    assert_int_equal(book.bytes, 0);
    assert_false(qm_diagnostics_add(NULL, QM_SEVERITY_ERROR, "", 0, 0, "", "m"));

    book.requests_left = 1;
    list = qm_diagnostics_make(&allocator);
    assert_false(qm_diagnostics_add(&list, QM_SEVERITY_ERROR, "", 0, 0, "", "m"));
    assert_int_equal(list.errors, 1);
    assert_int_equal(list.dropped, 1);
    qm_diagnostics_free(&list);
    assert_int_equal(book.bytes, 0);
}

static void arena_gives_zeroed_aligned_memory(void **state) {
    (void)state;
    ledger book = {.requests_left = 1000};
    const qm_allocator allocator = {ledger_resize, &book};
    qm__arena arena;
    qm__arena_init(&arena, &allocator);
    unsigned char *pieces[600];
    for (size_t i = 0; i < 600; i++) {
        const size_t size = i * 7 % 5000;
        pieces[i] = qm__arena_alloc(&arena, size);
        assert_non_null(pieces[i]);
        assert_int_equal((uintptr_t)pieces[i] % QM__ARENA_ALIGNMENT, 0);
        for (size_t k = 0; k < size; k++) {
            assert_int_equal(pieces[i][k], 0);
        }
        memset(pieces[i], (int)(i % 255) + 1, size);
    }
    for (size_t i = 0; i < 600; i++) {
        for (size_t k = 0; k < i * 7 % 5000; k++) {
            assert_int_equal(pieces[i][k], i % 255 + 1);
        }
    }
    assert_string_equal(qm__arena_string(&arena, "abcdef", 3), "abc");
    assert_memory_equal(qm__arena_copy(&arena, "ab\0c", 4), "ab\0c", 4);
    assert_non_null(qm__arena_alloc(&arena, (size_t)1 << 20));
    assert_false(arena.failed);
    assert_null(qm__arena_alloc(&arena, SIZE_MAX - 8));
    assert_null(qm__arena_array(&arena, SIZE_MAX / 2, 4));
    assert_null(qm__arena_string(&arena, "", SIZE_MAX));
    assert_true(arena.failed);
    assert_true(arena.total == book.bytes);
    qm__arena_free(&arena);
    assert_int_equal(book.bytes, 0);
    assert_false(arena.failed);

    book.requests_left = 0;
    assert_null(qm__arena_alloc(&arena, 1));
    assert_true(arena.failed);
    qm__arena_free(&arena);
}

static void random_is_the_same_everywhere(void **state) {
    (void)state;
    /* Frozen: recorded games depend on these. */
    assert_true(qm__random_at(0, 0) == UINT64_C(0xC9077E8C29DC077D));
    assert_true(qm__random_at(1, 0) == UINT64_C(0xD544A2FC0A92DAA3));
    assert_true(qm__random_at(UINT64_MAX, UINT64_MAX) == UINT64_C(0x8F6757CE562D4994));
    uint64_t index = 5;
    assert_int_equal(qm__random_below(7, &index, 0), 0);
    assert_int_equal(qm__random_below(7, &index, 1), 0);
    assert_int_equal(index, 7);
}

static void random_is_even(void **state) {
    (void)state;
    enum { SIDES = 6, DRAWS = 600000 };
    uint32_t counts[SIDES] = {0}, pairs[SIDES * SIDES] = {0};
    uint64_t index = 0;
    uint32_t last = 0;
    for (int i = 0; i < DRAWS; i++) {
        const uint32_t face = qm__random_below(42, &index, SIDES);
        assert_true(face < SIDES);
        counts[face]++;
        pairs[last * SIDES + face]++;
        last = face;
    }
    for (int i = 0; i < SIDES; i++) {
        assert_in_range(counts[i], 98500, 101500);
    }
    for (int i = 0; i < SIDES * SIDES; i++) {
        assert_in_range(pairs[i], 16000, 17350);
    }
    /* With n above half the range nearly every second draw is rejected: the index shows it, and all stay below n. */
    const uint32_t n = UINT32_C(0x80000001);
    index = 0;
    for (int i = 0; i < 1000; i++) {
        assert_true(qm__random_below(42, &index, n) < n);
    }
    assert_in_range(index, 1800, 2200);
    /* One bit of the seed or of the index changes about half of the bits of the number. */
    uint64_t changed = 0;
    for (uint64_t i = 0; i < 1000; i++) {
        for (int bit = 0; bit < 64; bit++) {
            const uint64_t a = qm__random_at(i, i), flip = UINT64_C(1) << bit;
            for (uint64_t x = a ^ qm__random_at(i ^ flip, i); x != 0; x &= x - 1) {
                changed++;
            }
            for (uint64_t x = a ^ qm__random_at(i, i ^ flip); x != 0; x &= x - 1) {
                changed++;
            }
        }
    }
    assert_in_range(changed / 1280, 3180, 3220);
}

static void hashes_are_the_same_everywhere(void **state) {
    (void)state;
    unsigned char bytes[300];
    for (size_t i = 0; i < sizeof bytes; i++) {
        bytes[i] = (unsigned char)(i * 37 + 11);
    }
    /* Frozen: golden hashes depend on these. */
    assert_true(qm__hash("", 0, 0) == UINT64_C(0x25888019F4C10346));
    assert_true(qm__hash(bytes, 21, 1) == UINT64_C(0x205BA62ED3DD9C0D));
    assert_true(qm__hash(bytes, 299, 2) == UINT64_C(0x4E53C843E5D3173C));
    /* Each length, each byte and the seed matter. */
    uint64_t seen[300];
    for (size_t n = 0; n < 300; n++) {
        seen[n] = qm__hash(bytes, n, 0);
        assert_true(qm__hash(bytes, n, 1) != seen[n]);
        for (size_t k = 0; k < n; k++) {
            assert_true(seen[k] != seen[n]);
            bytes[k] ^= 1;
            assert_true(qm__hash(bytes, n, 0) != seen[n]);
            bytes[k] ^= 1;
        }
    }
    /* Alignment does not matter. */
    unsigned char moved[308];
    memcpy(moved + 3, bytes, 300);
    assert_true(qm__hash(moved + 3, 299, 0) == seen[299]);
    assert_true(qm__hash("\0", 1, 0) != qm__hash("\0\0", 2, 0));
    for (uint64_t i = 0; i < 10000; i++) {
        const uint64_t a = qm__random_at(8, i), b = qm__random_at(9, i);
        assert_true(qm__fold(a, b) == qm__fold_portable(a, b));
    }
    assert_true(qm__fold(UINT64_MAX, UINT64_MAX) == qm__fold_portable(UINT64_MAX, UINT64_MAX));
    /* The published values of 64-bit FNV-1a. */
    assert_true(qm__hash_text(QM__HASH_TEXT_START, "a", 1) == UINT64_C(0xAF63DC4C8601EC8C));
    assert_true(qm__hash_text(QM__HASH_TEXT_START, "foobar", 6) == UINT64_C(0x85944171F73967E8));
    const uint64_t foo = qm__hash_text(QM__HASH_TEXT_START, "foo", 3);
    assert_true(qm__hash_text(foo, "bar", 3) == UINT64_C(0x85944171F73967E8));
}

static void utf8_refuses_what_is_not(void **state) {
    (void)state;
    static const char *const good[] = {
        "", "a", "\xC2\x80", "\xE0\xA0\x80", "\xED\x9F\xBF", "\xEF\xBF\xBF", "\xF0\x90\x80\x80", "\xF4\x8F\xBF\xBF"};
    static const char *const bad[] = {"\x80",
                                      "\xC0\x80",
                                      "\xC1\xBF",
                                      "\xC2",
                                      "\xC2\x41",
                                      "\xE0\x9F\xBF",
                                      "\xED\xA0\x80",
                                      "\xE2\x82",
                                      "\xF0\x8F\xBF\xBF",
                                      "\xF4\x90\x80\x80",
                                      "\xF5\x80\x80\x80",
                                      "\xFF",
                                      "\xF0\x90\x80\x41"};
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        assert_true(qm__utf8_valid(good[i], strlen(good[i])));
    }
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        assert_false(qm__utf8_valid(bad[i], strlen(bad[i])));
        assert_int_equal(qm__utf8_valid_length(bad[i], strlen(bad[i])), 0);
    }
    assert_int_equal(qm__utf8_valid_length("ab\xC3\xA9\xFFz", 6), 4);
    assert_int_equal(qm__utf8_count("a\xC3\xA9\xF0\x9F\x98\x80z", 8), 4);
    for (uint32_t code = 0; code <= 0x110000; code++) {
        char out[4];
        uint32_t back = 0;
        const size_t size = qm__utf8_encode(code, out);
        const bool allowed = code <= 0x10FFFF && (code < 0xD800 || code > 0xDFFF);
        assert_true((size > 0) == allowed);
        if (allowed) {
            assert_int_equal(qm__utf8_decode(out, size, &back), size);
            assert_int_equal(back, code);
            assert_int_equal(qm__utf8_decode(out, size - 1, &back), 0);
        }
    }
    assert_int_equal(qm__utf8_boundary("a\xE2\x82\xAC", 4), 4);
    assert_int_equal(qm__utf8_boundary("a\xE2\x82\xAC", 3), 1);
    assert_int_equal(qm__utf8_boundary("a\xE2\x82\xAC", 2), 1);
    assert_int_equal(qm__utf8_boundary("", 0), 0);
}

static void names_are_guessed(void **state) {
    (void)state;
    assert_true(qm__same("a", "a"));
    assert_false(qm__same("a", "A"));
    assert_true(qm__same(NULL, NULL));
    assert_false(qm__same(NULL, ""));
    assert_int_equal(qm__name_distance("leather", "laether", 3), 1);
    assert_int_equal(qm__name_distance("kitten", "sitting", 5), 3);
    assert_int_equal(qm__name_distance("kitten", "sitting", 2), 3);
    assert_int_equal(qm__name_distance("run-factor", "Run_Factor", 2), 0);
    assert_int_equal(qm__name_distance("", "abc", 5), 3);
    static const char *const list[] = {"armour", "weapons", "figures", "figure"};
    assert_string_equal(qm__closest("armor", list, 4), "armour");
    assert_string_equal(qm__closest("figurs", list, 4), "figures");
    assert_string_equal(qm__closest("wepaons", list, 4), "weapons");
    assert_null(qm__closest("terrain", list, 4));
    assert_null(qm__closest("x", list, 4));
    assert_null(qm__closest("", list, 4));
    assert_null(qm__closest("armour", list, 0));
    char endless[200];
    memset(endless, 'a', sizeof endless - 1);
    endless[sizeof endless - 1] = '\0';
    assert_null(qm__closest(endless, list, 4));
}

static int by_value(const void *a, const void *b) {
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static void sorting_orders_any_count(void **state) {
    (void)state;
    uint64_t index = 0;
    for (uint32_t count = 0; count < 300; count++) {
        uint32_t items[300], sum = 0, sorted_sum = 0;
        for (uint32_t i = 0; i < count; i++) {
            items[i] = qm__random_below(7, &index, 50); /* many are equal */
            sum += items[i];
        }
        qm__sort(items, count, sizeof *items, by_value);
        for (uint32_t i = 0; i < count; i++) {
            assert_true(i == 0 || items[i - 1] <= items[i]);
            sorted_sum += items[i];
        }
        assert_int_equal(sum, sorted_sum);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(results_have_names),
        cmocka_unit_test(text_grows),
        cmocka_unit_test(text_keeps_what_fits),
        cmocka_unit_test(text_survives_refused_memory),
        cmocka_unit_test(decimals_are_exact),
        cmocka_unit_test(percents_claim_no_certainty),
        cmocka_unit_test(decimals_agree_with_the_c_library),
        cmocka_unit_test(shortest_digits),
        cmocka_unit_test(formats),
        cmocka_unit_test(diagnostics_collect),
        cmocka_unit_test(arena_gives_zeroed_aligned_memory),
        cmocka_unit_test(random_is_the_same_everywhere),
        cmocka_unit_test(random_is_even),
        cmocka_unit_test(hashes_are_the_same_everywhere),
        cmocka_unit_test(utf8_refuses_what_is_not),
        cmocka_unit_test(names_are_guessed),
        cmocka_unit_test(sorting_orders_any_count),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
