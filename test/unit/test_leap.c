/* Leaps against thousands of take-offs tried one by one, and apparent sources against the costs that they stand for. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/angle.h"
#include "base/random.h"
#include "space/table/leap.h"

static void assert_near(double a, double b, double by) {
    assert_true(a - b <= by && b - a <= by);
}

static double between(uint64_t seed, uint64_t *at, int32_t low, int32_t high) {
    return low + (double)qm__random_below(seed, at, (uint32_t)(high - low + 1));
}

/* What getting to a place costs, from first principles: along the circle to where the tangent leaves it, and on. */
static double way_from(const qm__fan *fan, double paid, qm__xy at) {
    const double apart = qm__apart(fan->centre, at);
    if (fan->radius <= 0) {
        return paid + apart;
    }
    const double way = qm__root(apart * apart - fan->radius * fan->radius);
    const double seen = qm__angle_of(at.x - fan->centre.x, at.y - fan->centre.y);
    const double off = qm__angle_of(way, fan->radius); /* between the ray and the line to the centre */
    double turn = fan->turn * (seen + fan->turn * off - fan->from);
    while (turn < -1e-6) {
        turn += 2 * QM__PI;
    }
    while (turn >= 2 * QM__PI - 1e-6) {
        turn -= 2 * QM__PI;
    }
    return paid + fan->radius * turn + way;
}

typedef struct scene {
    qm__fan fan;
    qm__leap leap;
    qm__xy on_a, on_b;
} scene;

/* A source below a take-off along +x, and a landing above it. */
static scene strew(uint64_t seed, uint64_t *at) {
    scene s = {.fan = {.centre = {between(seed, at, -4000, 4000), between(seed, at, -4000, -900)}, .turn = 1}};
    const int kind = (int)qm__random_below(seed, at, 4);
    if (kind == 0) {
        s.fan.radius = between(seed, at, 100, 800);
        s.fan.turn = qm__random_below(seed, at, 2) ? 1 : -1;
        s.fan.from = QM__PI / 2 - s.fan.turn * 3;
    }
    s.leap = (qm__leap){.cost = between(seed, at, 0, 3000),
                        .a = {between(seed, at, -2000, 0), 0},
                        .u = {1, 0},
                        .length = between(seed, at, 0, 3000),
                        .fixed = between(seed, at, 0, 500),
                        .per_unit = between(seed, at, 0, 2) / 2,
                        .most = between(seed, at, 500, 3000),
                        .slide = kind == 1 ? 500 : 0};
    const double height = s.leap.slide > 0 ? 500 : between(seed, at, 100, 1500);
    s.on_a = (qm__xy){between(seed, at, -3000, 3000), height};
    s.on_b = (qm__xy){s.on_a.x + between(seed, at, 50, 2500),
                      s.leap.slide > 0 ? height : height + between(seed, at, -90, 900)};
    return s;
}

static double length_of(const qm__leap *leap, qm__xy off, qm__xy on) {
    const double aside = on.x - off.x;
    return leap->slide > 0 ? leap->slide + (aside < 0 ? -aside : aside) : qm__apart(off, on);
}

static void test_best_take_off(void **state) {
    enum { SCENES = 3000, TRIED = 4000 };
    int reached = 0, limited = 0, inside = 0;
    uint64_t at = 0;
    (void)state;
    for (int n = 0; n < SCENES; n++) {
        scene s = strew(71, &at);
        s.leap.fan = &s.fan;
        const qm__xy on = qm__along(s.on_a, qm__minus(s.on_b, s.on_a), between(71, &at, 0, 100) / 100);
        double best = 1e30;
        for (int i = 0; i <= TRIED; i++) {
            const qm__xy off = {s.leap.a.x + s.leap.length * i / TRIED, 0};
            const double length = length_of(&s.leap, off, on);
            if (length <= s.leap.most) {
                best = qm__least(best, way_from(&s.fan, s.leap.cost, off) + s.leap.fixed + s.leap.per_unit * length);
            }
        }
        qm__xy off = {0, 0};
        const double cost = qm__leap_cost(&s.leap, on, &off);
        if (cost < 0) {
            assert_true(best > 1e29);
            continue;
        }
        reached++;
        const double length = length_of(&s.leap, off, on);
        assert_true(length <= s.leap.most + 0.3);
        assert_true(off.x >= s.leap.a.x - 1e-9 && off.x <= s.leap.a.x + s.leap.length + 1e-9);
        assert_near(cost, way_from(&s.fan, s.leap.cost, off) + s.leap.fixed + s.leap.per_unit * length, 1e-6);
        assert_true(cost <= best + 2e-3);
        if (best < 1e29) { /* steps of less than a unit */
            assert_true(cost > best - 1.6);
        }
        limited += length > s.leap.most - 1e-3;
        inside += length < s.leap.most - 1 && off.x > s.leap.a.x + 1 && off.x < s.leap.a.x + s.leap.length - 1;
    }
    assert_true(reached > 1000);
    assert_true(limited > 100);
    assert_true(inside > 200);
}

/* Exactly the longest leap is one; a unit more is none. */
static void test_longest(void **state) {
    const qm__fan fan = {.centre = {0, -1000}, .turn = 1};
    const qm__leap leap = {
        .fan = &fan, .cost = 7, .a = {-500, 0}, .u = {1, 0}, .length = 1000, .fixed = 100, .most = 1000};
    qm__xy off;
    (void)state;
    assert_near(qm__leap_cost(&leap, (qm__xy){200, 1000}, &off), 7 + qm__root(1000 * 1000 + 200 * 200) + 100, 1e-6);
    assert_near(off.x, 200, 1e-9);
    assert_true(qm__leap_cost(&leap, (qm__xy){200, 1001}, &off) < 0);
    assert_true(qm__leap_cost(&leap, (qm__xy){1500, 0}, &off) > 0);
    assert_near(off.x, 500, 1e-9);
    assert_true(qm__leap_cost(&leap, (qm__xy){1501, 0}, &off) < 0);
}

/* Short stretches look as if they came from one point, wherever the leap is not at a limit on part of them only. */
static void test_apparent_sources(void **state) {
    enum { SCENES = 4000 };
    int found = 0, near = 0;
    uint64_t at = 0;
    (void)state;
    for (int n = 0; n < SCENES; n++) {
        scene s = strew(72, &at);
        s.leap.fan = &s.fan;
        s.on_b = qm__along(s.on_a, qm__unit(qm__minus(s.on_b, s.on_a)), 100);
        double costs[5];
        bool good = true;
        for (int i = 0; i < 5; i++) {
            qm__xy off;
            costs[i] = qm__leap_cost(&s.leap, qm__along(s.on_a, qm__minus(s.on_b, s.on_a), i / 4.0), &off);
            good = good && costs[i] >= 0;
        }
        qm__xy source;
        double paid;
        if (!good || !qm__apparent_source(s.on_a, s.on_b, (double[]){costs[0], costs[2], costs[4]}, &source, &paid)) {
            continue;
        }
        found++;
        double off = 0;
        for (int i = 0; i < 5; i++) {
            const qm__xy p = qm__along(s.on_a, qm__minus(s.on_b, s.on_a), i / 4.0);
            const double wrong = paid + qm__apart(source, p) - costs[i];
            off = qm__most(off, wrong < 0 ? -wrong : wrong);
        }
        assert_true(off < 15);
        near += off < QM__LEAP_OFF;
    }
    assert_true(found > 1500);
    assert_true(near > found * 9 / 10);
}

/* From a point that is there: itself. Equal costs: far off. What is not convex, or too steep: none. */
static void test_apparent_exactly(void **state) {
    const qm__xy a = {100, 50}, b = {700, 50}, middle = {400, 50}, from = {250, 900};
    qm__xy source;
    double paid;
    (void)state;
    const double costs[3] = {30 + qm__apart(from, a), 30 + qm__apart(from, middle), 30 + qm__apart(from, b)};
    assert_true(qm__apparent_source(a, b, costs, &source, &paid));
    assert_near(source.x, from.x, 1e-6);
    assert_near(source.y, from.y, 1e-6);
    assert_near(paid, 30, 1e-6);
    assert_true(qm__apparent_source(a, b, (double[]){5, 5, 5}, &source, &paid));
    assert_near(paid + qm__apart(source, middle), 5, 0.3);
    assert_near(source.y - 50, QM__APPARENT_FAR, 1);
    assert_false(qm__apparent_source(a, b, (double[]){5, 9, 5}, &source, &paid));
    assert_false(qm__apparent_source(a, b, (double[]){5, 306, 607}, &source, &paid));
    assert_false(qm__apparent_source(a, a, (double[]){5, 5, 5}, &source, &paid));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_best_take_off),
        cmocka_unit_test(test_longest),
        cmocka_unit_test(test_apparent_sources),
        cmocka_unit_test(test_apparent_exactly),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
