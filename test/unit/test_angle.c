/* Angles, against series in long doubles (the C library's own functions are not linked, and would not be more exact),
 * and against their own mirror images, to the last bit. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <float.h>

#include "base/angle.h"
#include "base/random.h"
#include "base/root.h"

enum { MANY = 1000000, SEED = 20 };

#define PI_LONG 3.14159265358979323846264338327950288L

/* Long doubles of the x87 and of 128 bits can judge doubles; where they are doubles themselves, accuracy is not judged.
 */
static const int judges = LDBL_MANT_DIG > DBL_MANT_DIG;

static long double magnitude(long double value) {
    return value < 0 ? -value : value;
}

/* From low to high, evenly. */
static double random_between(uint64_t index, double low, double high) {
    return low + (high - low) * ((double)(qm__random_at(SEED, index) >> 11) / 9007199254740992.0);
}
/* Of all sizes from 2^-low to 2^low, both signs. */
static double random_size(uint64_t index, int low) {
    double value = random_between(index, 1, 2);
    const uint64_t bits = qm__random_at(SEED + 1, index);
    const int power = (int)(bits % (uint64_t)(2 * low + 1)) - low;
    for (int i = 0; i < (power < 0 ? -power : power); i++) {
        value = power < 0 ? value / 2 : value * 2;
    }
    return bits >> 63 ? -value : value;
}

/* Cosine and sine by their series, the argument brought to at most pi/4 first. */
static void turn_long(long double radians, long double *cosine, long double *sine) {
    const int quarters = (int)(radians / (PI_LONG / 2) + (radians < 0 ? -0.5L : 0.5L));
    const long double rest = radians - (long double)quarters * (PI_LONG / 2);
    long double term = 1, sums[2] = {0, 0};
    for (int n = 0; n < 30; n++) {
        sums[n & 1] += n & 2 ? -term : term;
        term = term * rest / (long double)(n + 1);
    }
    const long double all[4] = {sums[0], -sums[1], -sums[0], sums[1]};
    *cosine = all[quarters & 3];
    *sine = all[(quarters + 3) & 3];
}

static long double turn_error(qm__turn turn, long double radians) {
    long double cosine, sine;
    turn_long(radians, &cosine, &sine);
    const long double c = magnitude(turn.cos - cosine), s = magnitude(turn.sin - sine);
    return c > s ? c : s;
}

/* How far an angle in radians is from that of (x, y): what remains of the vector's direction when it is turned back. */
static long double angle_error(double x, double y, long double radians) {
    long double cosine, sine;
    turn_long(radians, &cosine, &sine);
    return magnitude((y * cosine - x * sine) / (x * cosine + y * sine));
}

static void turns_are_near(void **state) {
    (void)state;
    long double worst = 0;
    for (uint64_t i = 0; judges && i < MANY; i++) {
        const double parts = i < QM__PARTS ? (double)i : random_between(i, -QM__PARTS, QM__PARTS);
        const long double error = turn_error(qm__turn_of(parts), (long double)parts * (PI_LONG / 32768));
        worst = error > worst ? error : worst;
    }
    assert_true(worst < 2e-16L);
    worst = 0;
    for (uint64_t i = 0; judges && i < MANY; i++) {
        const double radians = random_between(i, -10, 10);
        const long double error = turn_error(qm__turn_of_radians(radians), radians);
        worst = error > worst ? error : worst;
    }
    assert_true(worst < 3e-16L);
}

static void angles_are_near(void **state) {
    (void)state;
    long double worst = 0, worst_parts = 0;
    for (uint64_t i = 0; judges && i < MANY; i++) {
        const int sizes = i % 4 == 0 ? 60 : 4;
        const double x = random_size(2 * i, sizes), y = random_size(2 * i + 1, sizes);
        const double angle = qm__angle_of(x, y);
        const long double error = angle_error(x, y, angle) / magnitude(angle);
        worst = error > worst ? error : worst;
        const long double parts = qm__parts_of(x, y);
        assert_true(parts >= 0 && parts < QM__PARTS);
        const long double parts_error = angle_error(x, y, parts * (PI_LONG / 32768)) * (32768 / PI_LONG);
        worst_parts = parts_error > worst_parts ? parts_error : worst_parts;
    }
    assert_true(worst < 4e-16L);
    assert_true(worst_parts < 1e-11L);
}

static void turn_is(qm__turn turn, double cosine, double sine) {
    assert_true(turn.cos == cosine);
    assert_true(turn.sin == sine);
}

static void eighths_are_exact(void **state) {
    (void)state;
    const double h = 0.70710678118654757;
    const double axes[8][2] = {{1, 0}, {h, h}, {0, 1}, {-h, h}, {-1, 0}, {-h, -h}, {0, -1}, {h, -h}};
    for (int round = -5; round <= 5; round++) {
        for (int k = 0; k < 8; k++) {
            turn_is(qm__turn_of(round * 65536.0 + k * 8192.0), axes[k][0], axes[k][1]);
        }
    }
    turn_is(qm__turn_of(2147483648.0), 1, 0);
    turn_is(qm__turn_of(-2147483648.0), 1, 0);
    for (int k = 0; k < 8; k++) {
        for (double size = 1e-290; size < 1e300; size *= 1e59) {
            assert_true(qm__parts_of(axes[k][0] * size, axes[k][1] * size) == k * 8192.0);
            const double radians = (k > 4 ? k - 8 : k) * QM__PI / 4;
            assert_true(qm__angle_of(axes[k][0] * size, axes[k][1] * size) == radians);
        }
    }
}

/* All eight images of one argument. */
static void turns_mirror(double parts) {
    const qm__turn turn = qm__turn_of(parts);
    turn_is(qm__turn_of(-parts), turn.cos, -turn.sin);
    turn_is(qm__turn_of(16384 + parts), -turn.sin, turn.cos);
    turn_is(qm__turn_of(16384 - parts), turn.sin, turn.cos);
    turn_is(qm__turn_of(32768 + parts), -turn.cos, -turn.sin);
    turn_is(qm__turn_of(32768 - parts), -turn.cos, turn.sin);
    turn_is(qm__turn_of(49152 + parts), turn.sin, -turn.cos);
    turn_is(qm__turn_of(49152 - parts), -turn.sin, -turn.cos);
    turn_is(qm__turn_of(65536 + parts), turn.cos, turn.sin);
    turn_is(qm__turn_of(parts - 65536.0 * 32767), turn.cos, turn.sin);
}

static void turns_have_octants(void **state) {
    (void)state;
    for (int i = 0; i <= 8192; i++) {
        turns_mirror(i);
        turns_mirror(i + 1.0 / 1024); /* sums with quarters and with whole turns stay exact */
    }
    turns_mirror(8192 - 1.0 / (1 << 20));
    turns_mirror(8192 + 1.0 / (1 << 20));
    for (uint64_t i = 0; i < 100000; i++) {
        const double radians = random_between(i, 0, 10);
        const qm__turn turn = qm__turn_of_radians(radians);
        turn_is(qm__turn_of_radians(-radians), turn.cos, -turn.sin);
    }
}

static void angles_have_octants(void **state) {
    (void)state;
    for (uint64_t i = 0; i < 200000; i++) {
        const double a = random_between(2 * i, 0, 1000), b = random_between(2 * i + 1, 0, 1000);
        const double x = a > b ? a : b, y = a > b ? b : a; /* the first octant */
        const double parts = qm__parts_of(x, y), angle = qm__angle_of(x, y);
        assert_true(parts <= 8192 && angle <= QM__PI / 4);
        assert_true(qm__parts_of(y, x) == 16384 - parts);
        assert_true(qm__parts_of(-y, x) == 16384 + parts);
        assert_true(qm__parts_of(-x, y) == 32768 - parts);
        assert_true(qm__parts_of(-x, -y) == 32768 + parts);
        assert_true(qm__parts_of(-y, -x) == 49152 - parts);
        assert_true(qm__parts_of(y, -x) == 49152 + parts);
        assert_true(qm__parts_of(x, -y) == (parts > 0 ? 65536 - parts : 0));
        assert_true(qm__angle_of(x, -y) == -angle);
        assert_true(qm__angle_of(y, -x) == -qm__angle_of(y, x));
        assert_true(qm__angle_of(-y, -x) == -qm__angle_of(-y, x));
        assert_true(qm__angle_of(-x, -y) == -qm__angle_of(-x, y));
    }
}

static void extremes_are_kept(void **state) {
    (void)state;
    assert_true(qm__parts_of(0, 0) == 0 && qm__angle_of(0, 0) == 0);
    assert_true(qm__parts_of(-0.0, -0.0) == 0 && qm__angle_of(-0.0, -0.0) == 0);
    assert_true(qm__angle_of(-1, 0) == QM__PI && qm__angle_of(-1, -0.0) == QM__PI);
    assert_true(qm__angle_of(-1, -1e-200) == -QM__PI);
    assert_true(qm__angle_of(1, 1e-200) == 1e-200 && qm__angle_of(1, -1e-200) == -1e-200);
    assert_true(qm__angle_of(1e300, 1e-290) == 0 && qm__angle_of(-1e300, 1e-290) == QM__PI);
    assert_true(qm__angle_of(1e-290, 1e300) == QM__PI / 2);
    assert_true(qm__parts_of(1, -1e-200) == 0); /* 65536 is no direction of its own */
    assert_true(qm__parts_of(1, -0.0) == 0 && qm__parts_of(-1, -0.0) == 32768);
    assert_true(qm__parts_of(1e7, -1e-3) < 65536 && qm__parts_of(1e7, -1e-3) > 65535.9999);
    const qm__turn small = qm__turn_of(1e-200);
    assert_true(small.cos == 1 && small.sin > 0 && small.sin < 1e-203);
    turn_is(qm__turn_of_radians(0), 1, 0);
}

/* There and back, and cos² + sin² = 1. */
static void turns_come_back(void **state) {
    (void)state;
    for (int parts = 0; parts < QM__PARTS; parts++) {
        const qm__turn turn = qm__turn_of(parts);
        const double back = qm__parts_of(turn.cos, turn.sin) - parts;
        assert_true(back < 2e-11 && back > -2e-11);
        const double length = qm__root(turn.cos * turn.cos + turn.sin * turn.sin) - 1;
        assert_true(length < 3e-16 && length > -3e-16);
        assert_true((int)(qm__parts_of(turn.cos * 12345, turn.sin * 12345) + 0.5) % QM__PARTS == parts);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(turns_are_near),      cmocka_unit_test(angles_are_near),
        cmocka_unit_test(eighths_are_exact),   cmocka_unit_test(turns_have_octants),
        cmocka_unit_test(angles_have_octants), cmocka_unit_test(extremes_are_kept),
        cmocka_unit_test(turns_come_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
