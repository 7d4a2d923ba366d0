/* Routes whose flights have to lead past something: the best take-off and landing both lie where the flight just
 * touches it. What they cost is found by trying all pairs of a fine net.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/routing.h"

enum { WEST = 10000, EAST = 12000, BANK = 3000, DEPTH = 20000, TALL = 6000, NET = 1000, ZOOM = 60 };
static const double slack = 0.25 * 6; /* units: a flight may keep a quarter less, which counts for more at its ends */

/* Something that a flight passes on one side: its centre lies to the left of it (+1) or to the right (-1). */
typedef struct thing {
    qm__xy at;
    double keep, side;
} thing;

/* From a start on the western roof over the gap to a goal on the eastern one. */
typedef struct crossing {
    qm__xy start, goal;
    thing things[4];
    int count;
} crossing;

static double cost_of(const crossing *c, double s, double t) {
    const qm__xy off = {WEST, s}, on = {EAST, t}, u = qm__unit(qm__minus(on, off));
    if (qm__apart(off, on) > 3000) {
        return 1e9;
    }
    for (int i = 0; i < c->count; i++) {
        if (qm__cross(u, qm__minus(c->things[i].at, off)) * c->things[i].side < c->things[i].keep) {
            return 1e9;
        }
    }
    return qm__apart(c->start, off) + qm__apart(off, on) + qm__apart(on, c->goal);
}

/* The least that any take-off with any landing costs: a net over both, then finer ones around the best pair. */
static double least_of(const crossing *c) {
    double best = 1e9, s = DEPTH / 2, t = DEPTH / 2;
    for (double span = DEPTH / 2; span > 0.5; span *= 4.0 / ZOOM) {
        const int net = span == DEPTH / 2 ? NET : ZOOM;
        const double around_s = s, around_t = t;
        for (int i = -net; i <= net; i++) {
            for (int k = -net; k <= net; k++) {
                const double x = around_s + span * i / net, y = around_t + span * k / net, cost = cost_of(c, x, y);
                if (cost < best) {
                    best = cost, s = x, t = y;
                }
            }
        }
    }
    assert_true(best < 1e9);
    return best;
}

static tabletop *two_banks(void) {
    tabletop *t = tabletop_new(30000, DEPTH);
    tabletop_box(t, 2000, 0, WEST, DEPTH, 0, BANK, WALKABLE);
    tabletop_box(t, EAST, 0, 20000, DEPTH, 0, BANK, WALKABLE);
    return t;
}

static const qm__link_rules jumps_only = {.jump_most = 3000, .rise_most = 1000, .jumps = true};

/* The cheapest route costs what is least, whatever the hand on which the things are passed. */
static void check(tabletop *t, const qm__crowd *crowd, const crossing *ways, int count) {
    asking a;
    double least = 1e9;
    for (int i = 0; i < count; i++) {
        least = qm__least(least, least_of(&ways[i]));
    }
    prepare(&a, t, &jumps_only);
    for (int back = 0; back < 2; back++) { /* and the same the other way round */
        const qm__xy from = back ? ways->goal : ways->start, to = back ? ways->start : ways->goal;
        assert_int_equal(find(&a, crowd, &ordinary, from.x, from.y, BANK, to.x, to.y, BANK, 90000), 1);
        assert_true(a.routes[0].exact);
        assert_true(a.routes[0].cost <= least + 0.05);
        assert_true(a.routes[0].cost >= least - slack);
    }
    release(&a);
}

static void a_corner_between_two_roofs_is_touched(void **state) {
    (void)state;
    static const qm__xy starts[] = {{8000, 10000}, {9500, 9500}, {4000, 7000}, {9900, 14000}};
    static const qm__xy goals[] = {{14000, 5000}, {12500, 8000}, {18000, 9000}, {12100, 4000}};
    for (int i = 0; i < 4; i++) {
        tabletop *t = two_banks();
        tabletop_prism(t, (int32_t[]){11000, 6500, 11800, 19000, 10200, 19000}, 3, 0, TALL, 0);
        const crossing south = {starts[i], goals[i], {{{11000, 6500}, 500, 1}}, 1};
        check(t, NULL, &south, 1);
    }
}

static void a_figure_between_two_roofs_is_touched_on_the_better_side(void **state) {
    (void)state;
    static const qm__xy starts[] = {{8000, 7000}, {8000, 8600}, {9000, 8000}, {6000, 12000}};
    static const qm__xy goals[] = {{14000, 8500}, {15000, 8100}, {13000, 8001}, {12300, 6000}};
    const qm__body figure = {.x = 11000, .y = 8000, .z = BANK, .radius = 400, .height = 2000, .manner = QM__BLOCK};
    const qm__crowd crowd = {.bodies = &figure, .count = 1, .self = 1};
    for (int i = 0; i < 4; i++) {
        tabletop *t = two_banks();
        const crossing ways[2] = {{starts[i], goals[i], {{{11000, 8000}, 900, 1}}, 1},
                                  {starts[i], goals[i], {{{11000, 8000}, 900, -1}}, 1}};
        tabletop_box(t, 10700, 7700, 11300, 8300, 0, BANK, 0);
        check(t, &crowd, ways, 2);
    }
}

static void a_flight_between_two_things_touches_one_or_both(void **state) {
    (void)state;
    static const qm__xy starts[] = {{8000, 10000}, {8000, 4000}, {9500, 7400}, {9500, 12000}};
    static const qm__xy goals[] = {{14000, 5000}, {14000, 10000}, {12500, 7400}, {12500, 11500}};
    for (int i = 0; i < 4; i++) {
        tabletop *t = two_banks();
        tabletop_prism(t, (int32_t[]){10700, 8000, 11500, 19500, 10100, 19500}, 3, 0, TALL, 0);
        tabletop_prism(t, (int32_t[]){11300, 6700, 10500, 500, 11900, 500}, 3, 0, TALL, 0);
        const crossing between = {starts[i], goals[i], {{{10700, 8000}, 500, 1}, {{11300, 6700}, 500, -1}}, 2};
        check(t, NULL, &between, 1);
    }
}

/* A low figure stands where one would land: one flies over it, and lands behind it or, if that is too far, beside it.
 */
static void a_rectangle_at_the_landing_is_landed_beside(void **state) {
    (void)state;
    static const struct {
        int32_t x;
        uint16_t facing;
        double behind; /* landing straight behind it; 0 = that is too far */
    } cases[] = {{12200, 0, 12900}, {12200, 8192, 12700 + 282.843}, {12400, 0, 0}};
    for (int i = 0; i < 3; i++) {
        const qm__body figure = {.x = cases[i].x,
                                 .y = 8000,
                                 .z = BANK,
                                 .width = 400,
                                 .length = 400,
                                 .facing = cases[i].facing,
                                 .height = 900,
                                 .manner = QM__BLOCK};
        const qm__crowd crowd = {.bodies = &figure, .count = 1, .self = 1};
        asking a;
        qm__spot off, on;
        prepare(&a, two_banks(), &jumps_only);
        assert_int_equal(find(&a, &crowd, &ordinary, 9000, 8000, BANK, 13500, 8000, BANK, 90000), 1);
        const qm__route *route = &a.routes[0];
        const qm__piece *flight = &route->way.pieces[1];
        assert_true(route->exact && flight->link >= 0);
        assert_true(qm__link_whole(a.links, &crowd, flight, 3000, true, &off, &on));
        if (cases[i].behind > 0) {
            assert_true(qm__apart(flight->to, (qm__xy){cases[i].behind, 8000}) < 1);
            assert_true(route->cost > 4500 - 0.01 && route->cost < 4500.01);
        } else {
            assert_true(route->cost > 4500 + 10);
            assert_true(flight->to.y < 7900 || flight->to.y > 8100);
        }
        release(&a);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_corner_between_two_roofs_is_touched),
        cmocka_unit_test(a_figure_between_two_roofs_is_touched_on_the_better_side),
        cmocka_unit_test(a_flight_between_two_things_touches_one_or_both),
        cmocka_unit_test(a_rectangle_at_the_landing_is_landed_beside),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
