/* Dice: distributions against the enumeration of every throw, notation, and the table of sums. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "dice/sums.h"
#include "quickmarch/dice.h"

static double absolute(double x) {
    return x < 0.0 ? -x : x;
}

static void assert_near(double a, double b, double slack) {
    if (!(absolute(a - b) <= slack)) {
        fail_msg("%.17g is not %.17g", a, b);
    }
}

/* What every distribution promises. */
static void assert_sound(const qm_dist *dist) {
    assert_in_range(dist->count, 1, QM_DIST_MAX);
    double sum = 0.0;
    uint64_t weights = 0;
    for (uint32_t i = 0; i < QM_DIST_MAX; i++) {
        assert_true(dist->p[i] >= 0.0);
        assert_true(i < dist->count || (dist->p[i] <= 0.0 && dist->w[i] == 0));
        if (dist->exact) {
            assert_near(dist->p[i], (double)dist->w[i] / (double)dist->total, 1e-15);
        }
        sum += dist->p[i];
        weights += dist->w[i];
    }
    assert_near(sum, 1.0, 1e-12);
    assert_true(dist->p[0] > 0.0 && dist->p[dist->count - 1] > 0.0);
    assert_int_equal(weights, dist->total);
    assert_int_equal(dist->exact, dist->total != 0);
}

/* ------------------------------------------------------------------------------------------- every throw counted */

static void sort(int *values, int count) {
    for (int i = 1; i < count; i++) {
        for (int j = i; j > 0 && values[j - 1] > values[j]; j--) {
            const int swap = values[j];
            values[j] = values[j - 1];
            values[j - 1] = swap;
        }
    }
}

static int read_throw(const qm_dice_spec *spec, const int *faces) {
    int sorted[16], result = spec->add;
    memcpy(sorted, faces, sizeof sorted);
    sort(sorted, spec->count);
    for (int i = 0; i < spec->count; i++) {
        const bool high = spec->kind == QM_DICE_KEEP_HIGH && i >= spec->count - spec->keep;
        const bool low = spec->kind == QM_DICE_KEEP_LOW && i < spec->keep;
        if (spec->kind == QM_DICE_POOL) {
            result += sorted[i] >= spec->at_least;
        } else if (spec->kind == QM_DICE_SUM || high || low) {
            result += sorted[i];
        }
    }
    return result;
}

static void assert_enumerated(const qm_dice_spec *spec) {
    enum { ZERO = 64 };
    uint64_t ways[256] = {0}, total = 0;
    int faces[16] = {0};
    for (int i = 0; i < spec->count; i++) {
        faces[i] = 1;
    }
    for (int die = 0; die < spec->count;) {
        ways[ZERO + read_throw(spec, faces)]++;
        total++;
        for (die = 0; die < spec->count && ++faces[die] > spec->sides; die++) {
            faces[die] = 1;
        }
    }
    qm_dist dist;
    assert_int_equal(qm_dist_dice(spec, &dist), QM_OK);
    assert_sound(&dist);
    assert_true(dist.exact);
    for (int x = -ZERO; x < 128; x++) {
        const qm_chance chance = qm_dist_exactly(&dist, x);
        assert_int_equal(chance.ways * total, ways[ZERO + x] * chance.total);
    }
}

static void every_small_throw(void **state) {
    (void)state;
    for (int sides = 2; sides <= 7; sides++) {
        for (int count = 1; count <= 5; count++) {
            qm_dice_spec spec = {QM_DICE_SUM, (uint16_t)count, (uint16_t)sides, 0, 0, count - 3};
            assert_enumerated(&spec);
            for (int keep = 1; keep <= count; keep++) {
                spec = (qm_dice_spec){QM_DICE_KEEP_HIGH, (uint16_t)count, (uint16_t)sides, (uint16_t)keep, 0, keep};
                assert_enumerated(&spec);
                spec.kind = QM_DICE_KEEP_LOW;
                spec.add = -20;
                assert_enumerated(&spec);
            }
            for (int face = 1; face <= sides; face++) {
                spec = (qm_dice_spec){QM_DICE_POOL, (uint16_t)count, (uint16_t)sides, 0, (uint16_t)face, 0};
                assert_enumerated(&spec);
            }
        }
    }
}

/* Throws that cannot be counted one by one still keep the promises, and the doubles agree with a known mean. */
static void big_throws(void **state) {
    (void)state;
    qm_dist dist;
    for (int count = 1; count <= QM_DICE_COUNT_MAX; count++) {
        for (int sides = 2; sides <= QM_DICE_SIDES_MAX; sides++) {
            if (count * (sides - 1) + 1 <= QM_DIST_MAX) {
                assert_int_equal(qm_dist_sum(count, sides, 0, &dist), QM_OK);
                assert_sound(&dist);
                assert_int_equal(dist.count, count * (sides - 1) + 1);
                assert_near(qm_dist_mean(&dist), count * (sides + 1) / 2.0, 1e-9);
            } else {
                assert_int_equal(qm_dist_sum(count, sides, 0, &dist), QM_ERROR_LIMIT);
            }
        }
        assert_int_equal(qm_dist_pool(count, 10, 7, &dist), QM_OK);
        assert_sound(&dist);
        assert_near(qm_dist_mean(&dist), count * 0.4, 1e-10);
    }
    assert_int_equal(qm_dist_sum(24, 6, 0, &dist), QM_OK);
    assert_true(dist.exact);
    assert_int_equal(dist.total, 4738381338321616896u);
    /* the last powers that fit 64 bits, and the first that do not */
    assert_int_equal(qm_dist_sum(40, 3, 0, &dist), QM_OK);
    assert_true(dist.exact);
    assert_int_equal(dist.total, 12157665459056928801u);
    assert_int_equal(qm_dist_sum(41, 3, 0, &dist), QM_OK);
    assert_false(dist.exact);
    assert_int_equal(qm_dist_sum(63, 2, 0, &dist), QM_OK);
    assert_true(dist.exact);
    assert_int_equal(qm_dist_sum(64, 2, 0, &dist), QM_OK);
    assert_false(dist.exact);
    assert_int_equal(qm_dist_sum(25, 6, 0, &dist), QM_OK);
    assert_false(dist.exact);
    for (uint32_t i = 0; i < dist.count; i++) {
        assert_near(dist.p[i], dist.p[dist.count - 1 - i], 1e-15);
    }
}

static void keeping_of_many(void **state) {
    (void)state;
    qm_dist kept, sum, low;
    for (int count = 2; count <= QM_DICE_COUNT_MAX; count += 7) {
        assert_int_equal(qm_dist_keep_high(count, 6, 1, &kept), QM_OK);
        assert_sound(&kept);
        double all_below_six = 1.0;
        for (int i = 0; i < count; i++) {
            all_below_six *= 5.0 / 6.0;
        }
        assert_near(qm_dist_at_most(&kept, 5).p, all_below_six, 1e-12);
        /* the highest and all others make up the sum of all */
        if (count <= 25) {
            assert_int_equal(qm_dist_keep_low(count, 6, count - 1, &low), QM_OK);
            assert_sound(&low);
            assert_near(qm_dist_mean(&kept) + qm_dist_mean(&low), count * 3.5, 1e-9);
            assert_int_equal(qm_dist_keep_high(count, 6, count, &kept), QM_OK);
            assert_int_equal(qm_dist_sum(count, 6, 0, &sum), QM_OK);
            assert_int_equal(kept.exact, sum.exact);
            for (uint32_t i = 0; i < sum.count; i++) {
                assert_int_equal(kept.w[i], sum.w[i]);
                assert_near(kept.p[i], sum.p[i], 1e-14);
            }
        }
    }
}

/* ------------------------------------------------------------------------------------------------ combinations */

static bool is_not(int32_t outcome, const void *user) {
    return outcome != *(const int32_t *)user;
}

static bool never(int32_t outcome, const void *user) {
    (void)outcome;
    (void)user;
    return false;
}

/* Two dice, the higher wins, ties rolled again: 15 of 30 each way. */
static void again_until_decided(void **state) {
    (void)state;
    const int32_t tie = 0;
    qm_dist a, b;
    assert_int_equal(qm_dist_sum(1, 6, 0, &a), QM_OK);
    assert_int_equal(qm_dist_negate(&a, &b), QM_OK);
    assert_int_equal(b.low, -6);
    assert_int_equal(qm_dist_add(&a, &b, &a), QM_OK);
    assert_int_equal(a.low, -5);
    assert_int_equal(qm_dist_exactly(&a, 0).ways, 6);
    assert_int_equal(qm_dist_given(&a, is_not, &tie, &b), QM_OK);
    assert_sound(&b);
    assert_int_equal(b.total, 30);
    assert_int_equal(qm_dist_at_least(&b, 1).ways, 15);
    assert_int_equal(qm_dist_exactly(&b, 0).ways, 0);
    const qm_dist before = b;
    assert_int_equal(qm_dist_given(&a, never, NULL, &b), QM_ERROR_USAGE);
    assert_memory_equal(&before, &b, sizeof b);
    const int32_t lowest = -5;
    assert_int_equal(qm_dist_given(&a, is_not, &lowest, &b), QM_OK);
    assert_int_equal(b.low, -4);
    assert_sound(&b);
}

static void adding(void **state) {
    (void)state;
    qm_dist a, b, c, d;
    assert_int_equal(qm_dist_sum(2, 6, 1, &a), QM_OK);
    assert_int_equal(qm_dist_sum(3, 6, -4, &b), QM_OK);
    assert_int_equal(qm_dist_add(&a, &b, &c), QM_OK);
    assert_int_equal(qm_dist_sum(5, 6, -3, &d), QM_OK);
    assert_memory_equal(&c, &d, sizeof d);
    /* weights are reduced before they are given up: a die of equal weights costs nothing beyond its sides */
    assert_int_equal(qm_dist_sum(24, 6, 0, &a), QM_OK);
    assert_int_equal(qm_dist_pool(24, 6, 4, &b), QM_OK);
    assert_int_equal(b.total, a.total);
    assert_int_equal(qm_dist_add(&b, &b, &c), QM_OK);
    assert_true(c.exact);
    assert_sound(&c);
    assert_int_equal(qm_dist_sum(24, 6, 0, &a), QM_OK);
    assert_int_equal(qm_dist_sum(1, 6, 0, &b), QM_OK);
    assert_int_equal(qm_dist_add(&a, &b, &c), QM_OK);
    assert_false(c.exact);
    assert_sound(&c);
    assert_int_equal(qm_dist_sum(25, 6, 0, &d), QM_OK);
    for (uint32_t i = 0; i < d.count; i++) {
        assert_near(c.p[i], d.p[i], 1e-14);
    }
    assert_int_equal(qm_dist_add(&a, &a, &c), QM_ERROR_LIMIT);
    assert_int_equal(qm_dist_shift(&a, INT32_MAX, &c), QM_ERROR_LIMIT);
    assert_int_equal(qm_dist_constant(INT32_MIN, &a), QM_OK);
    assert_int_equal(qm_dist_negate(&a, &c), QM_ERROR_LIMIT);
    assert_int_equal(qm_dist_shift(&a, -1, &c), QM_ERROR_LIMIT);
    assert_int_equal(qm_dist_shift(&a, 1, &c), QM_OK);
    assert_int_equal(c.low, INT32_MIN + 1);
}

static void refusals(void **state) {
    (void)state;
    qm_dist d, before;
    assert_int_equal(qm_dist_constant(7, &d), QM_OK);
    before = d;
    assert_int_equal(qm_dist_sum(0, 6, 0, &d), QM_ERROR_USAGE);
    assert_int_equal(qm_dist_sum(101, 2, 0, &d), QM_ERROR_USAGE);
    assert_int_equal(qm_dist_sum(1, 1, 0, &d), QM_ERROR_USAGE);
    assert_int_equal(qm_dist_sum(1, 129, 0, &d), QM_ERROR_USAGE);
    assert_int_equal(qm_dist_sum(26, 6, 0, &d), QM_ERROR_LIMIT);
    assert_int_equal(qm_dist_sum(1, 6, INT32_MAX, &d), QM_ERROR_LIMIT);
    assert_int_equal(qm_dist_keep_high(3, 6, 4, &d), QM_ERROR_USAGE);
    assert_int_equal(qm_dist_keep_high(3, 6, 0, &d), QM_ERROR_USAGE);
    assert_int_equal(qm_dist_keep_low(50, 6, 26, &d), QM_ERROR_LIMIT);
    assert_int_equal(qm_dist_pool(0, 6, 3, &d), QM_ERROR_USAGE);
    assert_int_equal(qm_dist_sum(1, 6, 0, NULL), QM_ERROR_USAGE);
    assert_int_equal(qm_dist_keep_low(2, 6, 1, NULL), QM_ERROR_USAGE);
    assert_int_equal(qm_dist_dice(NULL, &d), QM_ERROR_USAGE);
    const qm_dice_spec empty = {QM_DICE_SUM, 0, 0, 0, 0, 0};
    assert_int_equal(qm_dist_dice(&empty, &d), QM_ERROR_USAGE);
    assert_memory_equal(&d, &before, sizeof d);
    assert_int_equal(qm_dist_pool(3, 6, 0, &d), QM_OK);
    assert_int_equal(d.low, 3);
    assert_int_equal(d.count, 1);
    assert_int_equal(qm_dist_pool(3, 6, 7, &d), QM_OK);
    assert_int_equal(d.low, 0);
    assert_int_equal(d.count, 1);
}

/* ------------------------------------------------------------------------------------------------------ chances */

static void assert_prints(qm_chance chance, const char *expected) {
    char array[64];
    qm_text text = qm_text_over(array, sizeof array);
    qm_chance_print(chance, &text);
    assert_string_equal(array, expected);
}

static void chances(void **state) {
    (void)state;
    qm_dist d;
    assert_int_equal(qm_dist_sum(2, 6, 0, &d), QM_OK);
    assert_prints(qm_dist_exactly(&d, 6), "5/36");
    assert_prints(qm_dist_exactly(&d, 7), "1/6");
    assert_prints(qm_dist_at_most(&d, 1), "0");
    assert_prints(qm_dist_at_most(&d, 12), "1");
    assert_prints(qm_dist_at_least(&d, INT32_MIN), "1");
    assert_prints(qm_dist_at_least(&d, INT32_MAX), "0");
    assert_prints(qm_dist_at_most(&d, INT32_MIN), "0");
    assert_prints(qm_dist_at_least(&d, 12), "1/36");
    assert_near(qm_dist_mean(&d), 7.0, 0.0);
    for (int32_t x = 0; x < 15; x++) {
        const qm_chance most = qm_dist_at_most(&d, x), least = qm_dist_at_least(&d, x + 1);
        assert_int_equal(most.ways + least.ways, 36);
    }
    assert_int_equal(qm_dist_sum(50, 3, 0, &d), QM_OK);
    assert_false(d.exact);
    assert_near(qm_dist_at_most(&d, 150).p, 1.0, 0.0);
    assert_prints(qm_dist_exactly(&d, 100), "about 0.06884");
}

/* ----------------------------------------------------------------------------------------------------- notation */

static void assert_reads(const char *text, qm_dice_spec expected, const char *printed) {
    qm_dice_spec spec;
    qm_dice_error error;
    assert_int_equal(qm_dice_parse(text, &spec, &error), QM_OK);
    assert_int_equal(spec.kind, expected.kind);
    assert_int_equal(spec.count, expected.count);
    assert_int_equal(spec.sides, expected.sides);
    assert_int_equal(spec.keep, expected.keep);
    assert_int_equal(spec.at_least, expected.at_least);
    assert_int_equal(spec.add, expected.add);
    assert_null(qm_dice_complaint(&spec));
    char array[64];
    qm_text out = qm_text_over(array, sizeof array);
    qm_dice_print(&spec, &out);
    assert_string_equal(array, printed);
    if (strcmp(text, printed) != 0) {
        assert_reads(printed, expected, printed);
    }
}

static void notation(void **state) {
    (void)state;
    assert_reads("2d6+1", (qm_dice_spec){QM_DICE_SUM, 2, 6, 0, 0, 1}, "2d6+1");
    assert_reads("1d-1", (qm_dice_spec){QM_DICE_SUM, 1, 6, 0, 0, -1}, "1d6-1");
    assert_reads("2d+1", (qm_dice_spec){QM_DICE_SUM, 2, 6, 0, 0, 1}, "2d6+1");
    assert_reads("d", (qm_dice_spec){QM_DICE_SUM, 1, 6, 0, 0, 0}, "1d6");
    assert_reads("d20", (qm_dice_spec){QM_DICE_SUM, 1, 20, 0, 0, 0}, "1d20");
    assert_reads("4d6kh3", (qm_dice_spec){QM_DICE_KEEP_HIGH, 4, 6, 3, 0, 0}, "4d6kh3");
    assert_reads("4dkl3-2", (qm_dice_spec){QM_DICE_KEEP_LOW, 4, 6, 3, 0, -2}, "4d6kl3-2");
    assert_reads("5d10>=6", (qm_dice_spec){QM_DICE_POOL, 5, 10, 0, 6, 0}, "5d10>=6");
    assert_reads("100d2+10000", (qm_dice_spec){QM_DICE_SUM, 100, 2, 0, 0, 10000}, "100d2+10000");
    assert_reads("1d128-10000", (qm_dice_spec){QM_DICE_SUM, 1, 128, 0, 0, -10000}, "1d128-10000");
    assert_reads("100d6kh25", (qm_dice_spec){QM_DICE_KEEP_HIGH, 100, 6, 25, 0, 0}, "100d6kh25");
    assert_reads("100d128>=128", (qm_dice_spec){QM_DICE_POOL, 100, 128, 0, 128, 0}, "100d128>=128");
}

static void assert_refused(const char *text, size_t at, const char *part) {
    const qm_dice_spec before = {QM_DICE_POOL, 9, 9, 0, 9, 0};
    qm_dice_spec spec = before;
    qm_dice_error error = {99, NULL};
    assert_int_equal(qm_dice_parse(text, &spec, &error), QM_ERROR_INPUT);
    assert_memory_equal(&spec, &before, sizeof spec);
    assert_int_equal(error.at, at);
    assert_non_null(strstr(error.message, part));
    assert_int_equal(qm_dice_parse(text, &spec, NULL), QM_ERROR_INPUT);
}

static void notation_refused(void **state) {
    (void)state;
    assert_refused("", 0, "a d is missing");
    assert_refused("2", 1, "a d is missing");
    assert_refused("2D6", 1, "a d is missing");
    assert_refused(" 2d6", 0, "a d is missing");
    assert_refused("-1d6", 0, "a d is missing");
    assert_refused("0d6", 0, "starts with 1 to 9");
    assert_refused("02d6", 0, "starts with 1 to 9");
    assert_refused("101d6", 0, "at most 100 dice");
    assert_refused("99999999999999999999d6", 0, "at most 100 dice");
    assert_refused("4294967298d6", 0, "at most 100 dice"); /* 2 if it wrapped */
    assert_refused("2d1", 2, "2 to 128 sides");
    assert_refused("2d0", 2, "starts with 1 to 9");
    assert_refused("1d129", 2, "2 to 128 sides");
    assert_refused("26d6", 3, "too many different outcomes");
    assert_refused("26d", 3, "too many different outcomes");
    assert_refused("2d6+", 4, "a number is missing");
    assert_refused("2d6+-1", 4, "a number is missing");
    assert_refused("2d6+0", 4, "starts with 1 to 9");
    assert_refused("2d6+10001", 4, "at most 10000");
    assert_refused("2d6+1 ", 5, "should end here");
    assert_refused("2d6+1+1", 5, "should end here");
    assert_refused("4d6k3", 3, "should end here");
    assert_refused("4d6kh", 5, "a number is missing");
    assert_refused("4d6kh5", 5, "more dice are kept");
    assert_refused("4d6kh0", 5, "starts with 1 to 9");
    assert_refused("4d6+1kh3", 5, "should end here");
    assert_refused("5d10>=11", 6, "no die has that face");
    assert_refused("5d10>=6+1", 7, "should end here");
    assert_refused("5d10>6", 4, "should end here");
    qm_dice_spec spec;
    assert_int_equal(qm_dice_parse(NULL, &spec, NULL), QM_ERROR_USAGE);
    assert_int_equal(qm_dice_parse("2d6", NULL, NULL), QM_ERROR_USAGE);
}

static void complaints(void **state) {
    (void)state;
    const qm_dice_spec wrong[] = {
        {QM_DICE_SUM, 0, 6, 0, 0, 0},       {QM_DICE_SUM, 101, 2, 0, 0, 0},     {QM_DICE_SUM, 1, 1, 0, 0, 0},
        {QM_DICE_SUM, 1, 129, 0, 0, 0},     {QM_DICE_SUM, 2, 6, 1, 0, 0},       {QM_DICE_SUM, 2, 6, 0, 1, 0},
        {QM_DICE_SUM, 26, 6, 0, 0, 0},      {QM_DICE_SUM, 1, 6, 0, 0, 10001},   {QM_DICE_SUM, 1, 6, 0, 0, -10001},
        {QM_DICE_KEEP_HIGH, 4, 6, 0, 0, 0}, {QM_DICE_KEEP_LOW, 4, 6, 5, 0, 0},  {QM_DICE_KEEP_LOW, 4, 6, 3, 2, 0},
        {QM_DICE_POOL, 4, 6, 0, 0, 0},      {QM_DICE_POOL, 4, 6, 0, 7, 0},      {QM_DICE_POOL, 4, 6, 0, 5, 1},
        {QM_DICE_POOL, 4, 6, 1, 5, 0},      {QM_DICE_KEEP_HIGH, 50, 6, 26, 0, 0},
    };
    qm_dist dist;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_non_null(qm_dice_complaint(&wrong[i]));
        assert_int_equal(qm_dist_dice(&wrong[i], &dist), QM_ERROR_USAGE);
    }
    assert_non_null(qm_dice_complaint(NULL));
}

/* ---------------------------------------------------------------------------------------------- table of sums */

static void table_of_sums(void **state) {
    (void)state;
    uint64_t ways[5 * QM__SUM_DICE_MAX + 7] = {1};
    uint64_t total = 1;
    for (int n = 0; n <= QM__SUM_DICE_MAX; n++) {
        uint64_t at_most = 0;
        for (int sum = -3; sum <= 6 * n + 3; sum++) {
            const uint64_t expected = sum < n || sum > 6 * n ? 0 : ways[sum - n];
            at_most += expected;
            assert_int_equal(qm__sum_weight(n, sum), expected);
            assert_int_equal(qm__sum_at_most(n, sum), at_most);
        }
        assert_int_equal(qm__sum_total(n), total);
        assert_int_equal(qm__sum_at_most(n, INT32_MAX), total);
        total *= 6;
        for (int i = 5 * n + 5; i >= 0; i--) {
            for (int face = 1; face < 6 && face <= i; face++) {
                ways[i] += ways[i - face];
            }
        }
    }
    assert_int_equal(qm__sum_total(QM__SUM_DICE_MAX), 2821109907456u);
    assert_int_equal(qm__sum_at_most(QM__SUM_DICE_MAX + 1, 50), 0);
    assert_int_equal(qm__sum_weight(QM__SUM_DICE_MAX + 1, 50), 0);
    assert_int_equal(qm__sum_total(-1), 0);
    assert_int_equal(qm__sum_at_most(3, INT32_MIN), 0);
    assert_int_equal(qm__sum_weight(3, INT32_MAX), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_small_throw), cmocka_unit_test(big_throws), cmocka_unit_test(keeping_of_many),
        cmocka_unit_test(again_until_decided), cmocka_unit_test(adding), cmocka_unit_test(refusals),
        cmocka_unit_test(chances), cmocka_unit_test(notation), cmocka_unit_test(notation_refused),
        cmocka_unit_test(complaints), cmocka_unit_test(table_of_sums),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
