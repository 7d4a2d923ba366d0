/* Reach over several links, and over links past things: landings on a crack before something that cannot be walked on,
 * landings that are left again at once, take-offs in a line with the source, narrow beams, figures in the way of
 * flights, drops for nothing past a corner and areas that cost something on both sides of a drop. Every number is
 * reckoned by hand.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/angle.h"
#include "support/reaching.h"

static const qm__link_rules jumps = {.jump_most = 3000, .jumps = true}, drops = {.jump_most = 3000, .drops = true},
                            flights = {.jump_most = 3000, .jumps = true, .drops = true};

static double plan(double x, double y) {
    return qm__root(x * x + y * y);
}

/* ---------------------------------------------------------------------------------------------------------- landings
 */

/* Two platforms, and on all of the second one's near half something no higher than a step. Only the crack along its
 * border can be landed on. If it can be walked on, ways go on over it; if not they end there, and nobody sees the far
 * edge of the platform past it. */
static void test_landing_before_something_low(void **state) {
    (void)state;
    for (int walkable = 0; walkable <= 1; walkable++) {
        scene s;
        begin(&s, 20000, 14000);
        box(&s, 2000, 4000, 2000, 6000, 0, 3000, QM__PRISM_WALKABLE);
        box(&s, 6000, 4000, 3000, 6000, 0, 3000, QM__PRISM_WALKABLE);
        box(&s, 6000, 4000, 1500, 6000, 3000, 3400, walkable ? QM__PRISM_WALKABLE : 0);
        prepare(&s);
        prepare_links(&s, &flights);
        const qm__spot beyond = {10500, 7000, 0};
        double nearest;
        reach_from(&s, (qm__spot){3500, 7000, 1}, 8000, NULL, true);
        assert_near(qm__reach_cost(s.reach, (qm__spot){6000, 7000, 1}), 2500, 0.01);
        if (walkable) {
            assert_near(qm__reach_cost(s.reach, (qm__spot){6750, 7000, 2}), 3250, 0.01);
            assert_near(qm__reach_cost(s.reach, beyond), 7000, 0.01);
        } else { /* along the crack it is more than 8" */
            assert_true(qm__reach_cost(s.reach, (qm__spot){8000, 7000, 1}) < 0);
            assert_true(qm__reach_cost(s.reach, beyond) < 0);
        }
        assert_true(has(&s.regions, beyond, &nearest) == (walkable == 1));
        finish(&s);
    }
}

/* Over to a platform and back from the same edge: as light from a mirror. */
static void test_landing_is_the_next_takeoff(void **state) {
    (void)state;
    scene s;
    begin(&s, 12000, 12000);
    box(&s, 2000, 2000, 2000, 2200, 0, 3000, QM__PRISM_WALKABLE);
    box(&s, 2000, 7800, 2000, 2200, 0, 3000, QM__PRISM_WALKABLE);
    box(&s, 6000, 2000, 2000, 8000, 0, 3000, QM__PRISM_WALKABLE);
    prepare(&s);
    prepare_links(&s, &jumps);
    reach_from(&s, (qm__spot){3000, 3000, 1}, 10000, NULL, true);
    assert_near(qm__reach_cost(s.reach, (qm__spot){3000, 9000, 1}), plan(6000, 6000), 0.5);
    /* The longest jump is only just too short for what lies farther along the edge: nothing is cheaper than straight.
     */
    assert_near(qm__reach_cost(s.reach, (qm__spot){3000, 9500, 1}), plan(6000, 6500), 0.5);
    assert_near(qm__reach_cost(s.reach, (qm__spot){3500, 9000, 1}), plan(5500, 6000), 0.5);
    for (double x = 2500; x <= 4000; x += 125) {
        for (double y = 8000; y <= 9750; y += 125) {
            assert_true(qm__reach_cost(s.reach, (qm__spot){x, y, 1}) > plan(9000 - x, y - 3000) - 0.5);
        }
    }
    finish(&s);
}

/* A low stair beside a platform, and a railing at its far end: whoever walks keeps off the end of that, in line with
 * the edge, by half a circle all around; whoever flies passes over it and lands just behind. */
static void test_landing_behind_the_end_of_a_railing(void **state) {
    (void)state;
    scene s;
    begin(&s, 14000, 12000);
    box(&s, 6000, 4000, 4000, 4000, 0, 1500, QM__PRISM_WALKABLE);
    box(&s, 4500, 4000, 1500, 4000, 0, 500, QM__PRISM_WALKABLE);
    s.t->corners[7].rail = 300;
    prepare(&s);
    prepare_links(&s, &drops);
    reach_from(&s, (qm__spot){7000, 4000, qm__level_at(s.levels, 1500)}, 6000, NULL, true);
    assert_near(qm__reach_cost(s.reach, (qm__spot){3600, 3500, 0}), plan(3400, 500), 0.5);
    finish(&s);
}

/* A platform that hangs over the ground is in the way of who comes down, not of who walks: flights over a brook land
 * before its corner and ways go on straight below it. */
static void test_landing_before_an_overhang(void **state) {
    (void)state;
    scene s;
    const qm__area_price prices[1] = {{.once = 300}};
    begin(&s, 14000, 12000);
    s.walker.centre = true;
    box(&s, 4000, 1000, 4000, 2000, 0, 2300, QM__PRISM_WALKABLE);
    box(&s, 5000, 6000, 3000, 2000, 2100, 2300, QM__PRISM_WALKABLE);
    add_area(&s, 0, 3600, 14000, 1400);
    prepare(&s);
    prepare_links(&s, &drops);
    reach_from(&s, (qm__spot){5300, 2500, 1}, 6000, prices, true);
    assert_near(qm__reach_cost(s.reach, (qm__spot){4600, 6700, 0}), plan(700, 4200), 0.5);
    finish(&s);
}

/* A brook narrower than what lies between the places of a landing that are looked at. */
static void test_landing_across_a_narrow_brook(void **state) {
    (void)state;
    scene s;
    const qm__area_price prices[1] = {{.entry = 700}};
    begin(&s, 14000, 12000);
    s.walker.centre = true;
    box(&s, 2000, 2000, 4000, 6000, 0, 3000, QM__PRISM_WALKABLE);
    add_area(&s, 0, 4100, 14000, 300);
    prepare(&s);
    prepare_links(&s, &drops);
    reach_from(&s, (qm__spot){4000, 7000, 1}, 8000, prices, true);
    assert_near(qm__reach_cost(s.reach, (qm__spot){6500, 4250, 0}), plan(2500, 2750) + 700, 0.5);
    assert_near(qm__reach_cost(s.reach, (qm__spot){6500, 4450, 0}), plan(2500, 2550), 0.5);
    /* landing right behind it is cheaper than walking through: a place counts as in it from half a unit on */
    assert_near(qm__reach_cost(s.reach, (qm__spot){9000, 4000, 0}), plan(2500, 2899.5) + plan(2500, 100.5), 0.5);
    finish(&s);
}

/* On a ridge between an edge and something low that cannot be walked on one lands, and gets no farther: nor back. */
static void test_landing_on_a_ridge(void **state) {
    (void)state;
    scene s;
    const qm__area_price prices[1] = {{.entry = 300}};
    double nearest;
    begin(&s, 14000, 14000);
    s.walker.centre = true;
    box(&s, 2000, 4000, 2000, 6000, 0, 3000, QM__PRISM_WALKABLE);
    box(&s, 6000, 4000, 3000, 6000, 0, 3000, QM__PRISM_WALKABLE);
    box(&s, 6000, 4000, 1500, 6000, 3000, 3400, 0);
    add_area(&s, 0, 7600, 14000, 300);
    s.t->areas[0].top = 5000;
    prepare(&s);
    prepare_links(&s, &jumps);
    reach_from(&s, (qm__spot){3500, 7000, 1}, 6000, prices, true);
    assert_near(qm__reach_cost(s.reach, (qm__spot){6000, 7000, 1}), 2500, 0.5);
    for (double y = 5000; y <= 9000; y += 500) {
        assert_false(has(&s.regions, (qm__spot){5000, y, 1}, &nearest));
        assert_false(has(&s.regions, (qm__spot){6700, y, 1}, &nearest));
    }
    finish(&s);
}

/* The foot of a face ends where the surface does: nothing goes on beside it. */
static void test_landing_up_to_an_edge(void **state) {
    (void)state;
    scene s;
    double nearest;
    begin(&s, 11000, 9500);
    s.walker.radius = 315;
    s.walker.height = 1600;
    box(&s, 5000, 3500, 1600, 2800, 0, 1500, QM__PRISM_WALKABLE);
    box(&s, 2800, 3400, 2200, 2800, 0, 2400, QM__PRISM_WALKABLE);
    prepare(&s);
    prepare_links(
        &s, &(qm__link_rules){
                .jump_most = 3000, .leeway = 400, .climbs = true, .jumps = true, .drops = true, .drop_to_foot = true});
    reach_from(&s, (qm__spot){4049, 4770, qm__level_at(s.levels, 2400)}, 6000, NULL, true);
    assert_true(has(&s.regions, (qm__spot){5500, 6250, 1}, &nearest));
    for (double x = 5500; x <= 9500; x += 500) { /* the ray from the corner over the end of the foot */
        assert_false(has(&s.regions, (qm__spot){x, 6300 + (x - 5298.7) * 100 / 298.7 + 4, 1}, &nearest));
    }
    finish(&s);
}

/* From a place on the edge itself: along it, and over when the jump is not too long any more. */
static void test_takeoff_in_line(void **state) {
    (void)state;
    scene s;
    begin(&s, 12000, 12000);
    box(&s, 2000, 2000, 2000, 7000, 0, 3000, QM__PRISM_WALKABLE);
    box(&s, 6000, 2000, 2000, 7000, 0, 3000, QM__PRISM_WALKABLE);
    prepare(&s);
    prepare_links(&s, &jumps);
    reach_from(&s, (qm__spot){4000, 3000, 1}, 8000, NULL, true);
    assert_near(qm__reach_cost(s.reach, (qm__spot){6000, 5000, 1}), plan(2000, 2000), 0.5);
    /* a jump of 3" brings it along by the root of 5 */
    const double along = 1000 * qm__root(5);
    assert_near(qm__reach_cost(s.reach, (qm__spot){6000, 7000, 1}), 3000 + 4000 - along, 0.5);
    assert_near(qm__reach_cost(s.reach, (qm__spot){6000, 8500, 1}), 3000 + 5500 - along, 0.5);
    finish(&s);
}

/* ------------------------------------------------------------------------------------------------------- on the way */

/* A slit between two walls, 0.02" wider than the base: what is seen of the edge behind it is 0.05" long. Ways that go
 * on through it are straight; others bend around the end of a wall. */
static void test_narrow_beam(void **state) {
    (void)state;
    scene s;
    begin(&s, 16000, 10000);
    box(&s, 2000, 2000, 4000, 6000, 0, 3000, QM__PRISM_WALKABLE);
    box(&s, 4000, 2000, 500, 2400, 3000, 6000, 0);
    box(&s, 4000, 5420, 500, 2580, 3000, 6000, 0);
    box(&s, 8000, 2000, 4000, 6000, 0, 3000, QM__PRISM_WALKABLE);
    prepare(&s);
    prepare_links(&s, &jumps);
    reach_from(&s, (qm__spot){2600, 4910, 1}, 9000, NULL, true);
    assert_near(qm__reach_cost(s.reach, (qm__spot){10000, 4910, 1}), 7400, 0.5);
    assert_near(qm__reach_cost(s.reach, (qm__spot){10000, 4940, 1}), plan(7400, 30), 0.5);
    assert_near(qm__reach_cost(s.reach, (qm__spot){10000, 4880, 1}), plan(7400, 30), 0.5);
    /* tangents of 1902.656 and 5507.849 to the circle around the wall's end, and 0.190338 of its radius between */
    assert_near(qm__reach_cost(s.reach, (qm__spot){10000, 6000, 1}), 7505.674, 0.5);
    assert_near(qm__reach_cost(s.reach, (qm__spot){10000, 3820, 1}), 7505.674, 0.5);
    finish(&s);
}

/* Somebody on the platform hides a part of its edge, and flights from what is left of it have to keep off him. The best
 * take-off is farther back along the edge than the last place that is seen: the flight just touches him. */
static void test_flight_past_a_figure(void **state) {
    (void)state;
    scene s;
    begin(&s, 12000, 12000);
    box(&s, 2000, 3000, 3000, 6000, 0, 3000, QM__PRISM_WALKABLE);
    s.bodies[0] = (qm__body){.x = 4500, .y = 5000, .z = 3000, .radius = 500, .height = 2000, .manner = QM__BLOCK};
    s.crowd.count = 1;
    prepare(&s);
    prepare_links(&s, &drops);
    reach_from(&s, (qm__spot){3500, 7000, 1}, 5000, NULL, true);
    /* straight along his tangent, in a triangle of 3, 4 and 5 */
    assert_near(qm__reach_cost(s.reach, (qm__spot){5500, 5500, 0}), 2500, 0.5);
    /* 20, 21 and 29: from 5000, 5925 on; landing at 5500, 5500 and walking back would cost 2600 */
    assert_near(qm__reach_cost(s.reach, (qm__spot){5500, 5400, 0}), plan(1500, 1075) + 725, 1);
    finish(&s);
}

static int price_nothing(const void *context, const qm__links *links, uint32_t number,
                         qm__link_price out[QM__BANDS_MAX]) {
    (void)context, (void)links, (void)number;
    out[0] = (qm__link_price){.up_to = 1e9, .chance = 1};
    return 1;
}

/* Drops for nothing, past the face of a tower to the arc around its far corner (4000, 8000). Right along the face one
 * lands where the arc begins, or as far on as a line may come into what keeps off the corner, by 0.25: at an angle of
 * 0.0316. A take-off farther from the face costs more than the 200 straight to the rim, but leads on: turned by t more
 * the line leaves 4000 t of the rim aside. So 500 t are gained for some 40000 t², the most by t = 1/160. */
static void test_drop_for_nothing_around_a_corner(void **state) {
    (void)state;
    scene s;
    begin(&s, 12000, 12000);
    box(&s, 2000, 2000, 4000, 2000, 0, 3000, QM__PRISM_WALKABLE);
    box(&s, 2000, 4000, 2000, 4000, 0, 6000, 0);
    prepare(&s);
    prepare_links(&s, &(qm__link_rules){.jump_most = 4600, .drops = true});
    s.pricing = price_nothing;
    reach_from(&s, (qm__spot){4500, 3800, qm__level_at(s.levels, 3000)}, 3000, NULL, true);
    assert_near(qm__reach_cost(s.reach, (qm__spot){4500, 8000, 0}), 200, 0.01);
    const double least = 200 + 250 * QM__PI - 500 * 0.0316 - 500 / 160.0 + 40000 / 160.0 / 160.0;
    assert_near(qm__reach_cost(s.reach, (qm__spot){4000, 8500, 0}), least, 1);
    assert_near(qm__reach_cost(s.reach, (qm__spot){3000, 8500, 0}), least + 1000, 1);
    finish(&s);
}

/* The same over a yard between two wings, to the arc around the far corner of one of them (4000, 7000), and back from
 * there into the yard: 1000 to the rim, and from the place of the arc that is nearest. */
static void test_drop_for_nothing_and_back(void **state) {
    (void)state;
    scene s;
    begin(&s, 14000, 14000);
    box(&s, 2000, 2000, 6000, 2000, 0, 3000, QM__PRISM_WALKABLE);
    box(&s, 2000, 4000, 2000, 3000, 0, 3000, QM__PRISM_WALKABLE);
    prepare(&s);
    prepare_links(&s, &(qm__link_rules){.jump_most = 4600, .drops = true});
    s.pricing = price_nothing;
    reach_from(&s, (qm__spot){7000, 3000, qm__level_at(s.levels, 3000)}, 2500, NULL, true);
    static const qm__xy along[3] = {{12 / 13.0, 5 / 13.0}, {15 / 17.0, 8 / 17.0}, {0.8, 0.6}};
    for (int i = 0; i < 3; i++) {
        const qm__xy goal = qm__along((qm__xy){4000, 7000}, along[i], 1300);
        double nearest;
        assert_near(qm__reach_cost(s.reach, (qm__spot){goal.x, goal.y, 0}), 1000 + 1300 - 500, 1);
        assert_true(has(&s.regions, (qm__spot){goal.x, goal.y, 0}, &nearest));
    }
    finish(&s);
}

/* -------------------------------------------------------------------------------------------------------------- areas
 */

/* The edge goes on into an area that costs something to enter; the landing lies behind the area. Taking off right at
 * its border is cheaper than entering it for the straight way. */
static void test_takeoff_at_the_border_of_an_area(void **state) {
    (void)state;
    scene s;
    const qm__area_price prices[1] = {{.entry = 300}};
    begin(&s, 12000, 12000);
    box(&s, 2000, 2000, 4000, 6000, 0, 3000, QM__PRISM_WALKABLE);
    add_area(&s, 3000, 5000, 6000, 800);
    s.t->areas[0].top = 5000;
    prepare(&s);
    prepare_links(&s, &drops);
    reach_from(&s, (qm__spot){4000, 3000, 1}, 6000, prices, true);
    assert_near(qm__reach_cost(s.reach, (qm__spot){6500, 6400, 0}), 2500 + plan(500, 1900), 1);
    /* where that gains less than 300 the area is entered */
    assert_near(qm__reach_cost(s.reach, (qm__spot){6500, 5500, 0}), plan(2500, 2500) + 300, 1);
    finish(&s);
}

/* Straight drops into an area that costs something once: at the end of the face it has to be paid for, too. */
static void test_drop_into_an_area(void **state) {
    (void)state;
    scene s;
    const qm__area_price prices[1] = {{.once = 1500}};
    double nearest;
    begin(&s, 16000, 16000);
    box(&s, 4000, 4000, 4000, 4000, 0, 2000, QM__PRISM_WALKABLE);
    add_area(&s, 8500, 5000, 3500, 7000);
    prepare(&s);
    prepare_links(&s, &(qm__link_rules){.drops = true, .drop_to_foot = true, .jump_most = 1000});
    reach_from(&s, (qm__spot){7000, 7000, 1}, 3200, prices, true);
    assert_near(qm__reach_cost(s.reach, (qm__spot){8500, 7000, 0}), 1500 + 1500, 0.01);
    assert_true(has(&s.regions, (qm__spot){8550, 7000, 0}, &nearest));
    assert_false(has(&s.regions, (qm__spot){8700, 8600, 0}, &nearest));
    assert_true(qm__reach_cost(s.reach, (qm__spot){8500, 8000, 0}) < 0);
    reach_from(&s, (qm__spot){7000, 7000, 1}, 6000, prices, true);
    assert_near(qm__reach_cost(s.reach, (qm__spot){8500, 8000, 0}), plan(1000, 1000) + 500 + 1500, 0.01);
    assert_agree(&s, &s.regions, 6000);
    finish(&s);
}

/* An area in the shape of a U, to be entered for a price each time, beside a platform: straight on through both of its
 * arms it is paid for twice. */
static void test_entering_twice(void **state) {
    (void)state;
    scene s;
    const qm__area_price prices[1] = {{.entry = 1000}};
    begin(&s, 16000, 12000);
    box(&s, 1000, 6000, 2000, 2000, 0, 3000, QM__PRISM_WALKABLE);
    s.t->areas[s.t->table.area_count++] =
        (qm__area){.name = "U", .polygon = {.first_ring = s.t->table.ring_count, .ring_count = 1}};
    tabletop_ring(s.t,
                  (int32_t[]){4000, 2000, 12000, 2000, 12000, 10000, 10000, 10000, 10000, 4000, 6000, 4000, 6000, 10000,
                              4000, 10000},
                  8);
    prepare(&s);
    prepare_links(&s, &drops);
    reach_from(&s, (qm__spot){2500, 7000, 1}, 11000, prices, true);
    assert_near(qm__reach_cost(s.reach, (qm__spot){3500, 7000, 0}), 1000, 1);
    assert_near(qm__reach_cost(s.reach, (qm__spot){5000, 7000, 0}), 2500 + 1000, 1);
    assert_near(qm__reach_cost(s.reach, (qm__spot){8000, 7000, 0}), 5500 + 1000, 1);
    assert_near(qm__reach_cost(s.reach, (qm__spot){11000, 7000, 0}), 8500 + 2000, 1);
    for (double cost = 3000; cost <= 11000; cost += 2000) {
        qm__regions regions;
        assert_true(qm__reach_regions(s.reach, cost, s.memory, s.memory_size, &regions));
        assert_agree(&s, &regions, cost);
    }
    finish(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_landing_before_something_low),
        cmocka_unit_test(test_landing_is_the_next_takeoff),
        cmocka_unit_test(test_landing_behind_the_end_of_a_railing),
        cmocka_unit_test(test_landing_before_an_overhang),
        cmocka_unit_test(test_landing_across_a_narrow_brook),
        cmocka_unit_test(test_landing_on_a_ridge),
        cmocka_unit_test(test_landing_up_to_an_edge),
        cmocka_unit_test(test_takeoff_in_line),
        cmocka_unit_test(test_narrow_beam),
        cmocka_unit_test(test_flight_past_a_figure),
        cmocka_unit_test(test_drop_for_nothing_around_a_corner),
        cmocka_unit_test(test_drop_for_nothing_and_back),
        cmocka_unit_test(test_takeoff_at_the_border_of_an_area),
        cmocka_unit_test(test_drop_into_an_area),
        cmocka_unit_test(test_entering_twice),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
