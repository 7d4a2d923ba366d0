/* Reach on foot: hand-made cases whose answers are known, the cost of places against the shortest walk to each of them,
 * and regions against costs, on thousands of random tables with shared walls, exact gaps, crates to step onto and
 * figures.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/angle.h"
#include "support/reaching.h"

static double total_area(const qm__regions *regions, int level) {
    double sum = 0;
    for (uint32_t i = 0; i < regions->ring_count; i++) {
        const qm__reach_ring *const ring = &regions->rings[i];
        const qm__xy *const p = regions->points + ring->first;
        double area = 0;
        for (uint32_t k = 0; k < ring->count; k++) {
            area += qm__cross(qm__minus(p[k], p[0]), qm__minus(p[(k + 1) % ring->count], p[0])) / 2;
        }
        assert_true(ring->hole ? area < 0 : area > 0);
        sum += ring->level == level ? area : 0;
    }
    return sum;
}

static uint32_t rings_of(const qm__regions *regions, bool hole) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < regions->ring_count; i++) {
        count += regions->rings[i].hole == hole;
    }
    return count;
}

/* -------------------------------------------------------------------------------------------------------- hand-made */

static void test_open_ground(void **state) {
    (void)state;
    scene s;
    begin(&s, 40000, 40000);
    prepare(&s);
    reach_from(&s, (qm__spot){20000, 20000, 0}, 6000, NULL, true);
    assert_int_equal(s.regions.ring_count, 1);
    assert_near(total_area(&s.regions, 0), QM__PI * 6000 * 6000, 2 * QM__PI * 6000 * 5);
    for (uint32_t i = 0; i < s.regions.point_count; i++) {
        assert_near(qm__apart(s.regions.points[i], (qm__xy){20000, 20000}), 6000, 1);
    }
    assert_near(qm__reach_cost(s.reach, (qm__spot){23000, 16000, 0}), 5000, 1e-6);
    assert_near(qm__reach_cost(s.reach, (qm__spot){26000, 20000, 0}), 6000, 1e-6);
    assert_true(qm__reach_cost(s.reach, (qm__spot){26001, 20000, 0}) < 0);
    /* at the border of the table the disc is cut off */
    reach_from(&s, (qm__spot){500, 20000, 0}, 6000, NULL, true);
    assert_near(total_area(&s.regions, 0), QM__PI * 6000 * 6000 / 2, 2 * QM__PI * 6000 * 5);
    assert_near(qm__reach_cost(s.reach, (qm__spot){500, 26000, 0}), 6000, 1e-6);
    assert_true(qm__reach_cost(s.reach, (qm__spot){400, 20000, 0}) < 0);
    finish(&s);
}

/* Behind a box: the way bends around its corners on arcs. */
static void test_one_box(void **state) {
    (void)state;
    scene s;
    begin(&s, 40000, 40000);
    box(&s, 19000, 21000, 2000, 1000, 0, 5000, 0);
    prepare(&s);
    reach_from(&s, (qm__spot){20000, 20000, 0}, 6000, NULL, true);
    assert_int_equal(rings_of(&s.regions, false), 1);
    assert_int_equal(rings_of(&s.regions, true), 1); /* the box itself, grown */
    /* straight up behind the box: along a tangent, a quarter of an arc and a bit, the same on both sides */
    const double cost = qm__reach_cost(s.reach, (qm__spot){20000, 22500, 0});
    assert_true(cost > 2500 && cost < 6000);
    double nearest;
    assert_true(has(&s.regions, (qm__spot){20000, 23000, 0}, &nearest));
    assert_false(has(&s.regions, (qm__spot){20000, 21500, 0}, &nearest));
    assert_false(has(&s.regions, (qm__spot){20000, 25990, 0}, &nearest)); /* the detour is missing there */
    finish(&s);
}

/* A low solid that cannot be stood on: no region runs into it from its corners, nor out behind it. */
static void test_low_solid(void **state) {
    (void)state;
    for (int whole = 0; whole <= 1; whole++) {
        scene s;
        begin(&s, 24000, 18000);
        s.walker.whole = whole;
        box(&s, 12000, 8000, 3500, 1000, 0, 1000, 0);
        prepare(&s);
        reach_from(&s, (qm__spot){12500, 11500, 0}, 7000, NULL, true);
        assert_agree(&s, &s.regions, 7000);
        double nearest;
        assert_false(has(&s.regions, (qm__spot){13500, 8500, 0}, &nearest));
        finish(&s);
    }
}

/* The thin tip of something low that nobody walks on: ways bend around it, none leads into it. */
static void test_thin_tip(void **state) {
    (void)state;
    scene s;
    begin(&s, 20000, 20000);
    add_prism(&s, (int32_t[]){10000, 10000, 4000, 10800, 4000, 9200}, 3, 0, 500, 0);
    prepare(&s);
    reach_from(&s, (qm__spot){11000, 13000, 0}, 8000, NULL, true);
    double nearest;
    for (int x = 4500; x < 10000; x += 100) {
        const double half = (10000 - x) * 800.0 / 6000;
        assert_false(has(&s.regions, (qm__spot){x, 10000, 0}, &nearest));
        assert_false(has(&s.regions, (qm__spot){x, 10000 + half - 2, 0}, &nearest));
        assert_false(has(&s.regions, (qm__spot){x, 10000 - half + 2, 0}, &nearest));
    }
    /* around the tip: what is left of 8000 there is walked along its far side */
    const double tip = qm__root(1000.0 * 1000 + 3000.0 * 3000);
    assert_near(qm__reach_cost(s.reach, (qm__spot){7000, 9600, 0}), tip + qm__root(3000.0 * 3000 + 400.0 * 400), 0.01);
    assert_true(has(&s.regions, (qm__spot){7000, 9590, 0}, &nearest));
    finish(&s);
}

/* A low wall right on the edge of a pit: between the two a centre can be on a line without width. From its end one does
 * not see into the pit. */
static void test_wall_on_the_edge_of_a_pit(void **state) {
    (void)state;
    scene s;
    double nearest;
    begin(&s, 12000, 12000);
    box(&s, 1000, 1500, 5000, 6500, 0, 3500, QM__PRISM_WALKABLE);
    tabletop_hole(s.t, (int32_t[]){3000, 3000, 4000, 3000, 4000, 6500, 3000, 6500}, 4);
    box(&s, 4000, 3000, 200, 3500, 3500, 3900, 0);
    prepare(&s);
    const int32_t level = qm__level_at(s.levels, 3500);
    reach_from(&s, (qm__spot){4000, 3000, level}, 2000, NULL, true);
    assert_true(has(&s.regions, (qm__spot){3500, 2500, level}, &nearest));
    assert_true(has(&s.regions, (qm__spot){4500, 3500, level}, &nearest));
    assert_false(has(&s.regions, (qm__spot){3500, 3500, level}, &nearest));
    assert_false(has(&s.regions, (qm__spot){3100, 4000, level}, &nearest));
    assert_false(has(&s.regions, (qm__spot){4100, 3500, level}, &nearest));
    finish(&s);
}

/* The same where the wall fills the corner of a roof, which is no ground then: slanting, so that the wall is thinner
 * than the slack where one looks beside the corner. */
static void test_wall_in_the_corner_of_a_roof(void **state) {
    (void)state;
    scene s;
    double nearest;
    begin(&s, 12000, 12000);
    add_prism(&s, (int32_t[]){2390, 3230, 5030, 5210, 3950, 6650, 1310, 4670}, 4, 0, 3500, QM__PRISM_WALKABLE);
    add_prism(&s, (int32_t[]){2390, 3230, 5030, 5210, 4790, 5530, 2150, 3550}, 4, 3500, 3900, 0);
    prepare(&s);
    const int32_t level = qm__level_at(s.levels, 3500);
    reach_from(&s, (qm__spot){2390, 3230, level}, 2000, NULL, true);
    assert_false(has(&s.regions, (qm__spot){1500, 2500, level}, &nearest));
    assert_false(has(&s.regions, (qm__spot){3500, 3500, level}, &nearest));
    assert_false(has(&s.regions, (qm__spot){2500, 3600, level}, &nearest));
    /* along the edge to the wall's end, and on */
    assert_near(qm__reach_cost(s.reach, (qm__spot){1850, 3950, level}), 900, 0.01);
    assert_true(has(&s.regions, (qm__spot){1900, 4000, level}, &nearest));
    finish(&s);
}

/* From where no base can be, nothing is in reach: no level, off the table, inside of a solid, no number. */
static void test_nowhere(void **state) {
    (void)state;
    scene s;
    begin(&s, 20000, 20000);
    box(&s, 9000, 9000, 2000, 2000, 0, 5000, 0);
    prepare(&s);
    const double none = 0;
    const qm__spot froms[] = {
        {5000, 5000, -1}, {5000, 5000, 7}, {-3000, 5000, 0}, {10000, 10000, 0}, {none / none, 5000, 0}};
    for (size_t i = 0; i < sizeof froms / sizeof froms[0]; i++) {
        reach_from(&s, froms[i], 6000, NULL, true);
        assert_int_equal(s.regions.ring_count, 0);
        assert_true(qm__reach_cost(s.reach, (qm__spot){5000, 6000, 0}) < 0);
    }
    reach_from(&s, (qm__spot){5000, 5000, 0}, 6000, NULL, true);
    assert_true(qm__reach_cost(s.reach, (qm__spot){5000, 6000, -1}) < 0);
    qm__walked walked;
    qm__walk_find(s.walks, &(qm__walk_ask){.from = {5000, 5000, 0}, .to = {none / none, 5000, 0}, .limit = 1e9},
                  s.walk_scratch, NULL, &walked);
    assert_false(walked.found);
    finish(&s);
}

/* A gap exactly as wide as the base can be passed, one that is a unit narrower cannot. */
static void test_exact_gap(void **state) {
    (void)state;
    for (int32_t narrower = 0; narrower <= 1; narrower++) {
        scene s;
        begin(&s, 20000, 20000);
        box(&s, 0, 9000, 9500, 1000, 0, 5000, 0);
        box(&s, 10500 - narrower, 9000, 9500 + narrower, 1000, 0, 5000, 0);
        prepare(&s);
        reach_from(&s, (qm__spot){10000, 7000, 0}, 6000, NULL, true);
        const qm__spot beyond = {10000, 12000, 0};
        double nearest;
        assert_int_equal(qm__reach_cost(s.reach, beyond) >= 0, !narrower);
        assert_int_equal(has(&s.regions, beyond, &nearest), !narrower);
        if (!narrower) {
            assert_near(qm__reach_cost(s.reach, beyond), 5000, 1e-3);
            assert_true(has(&s.regions, (qm__spot){11500, 11200, 0}, &nearest)); /* around the corner */
        }
        finish(&s);
    }
}

/* Four walls around a yard: nothing gets in, and nothing out. */
static void test_courtyard(void **state) {
    (void)state;
    scene s;
    begin(&s, 30000, 30000);
    box(&s, 10000, 10000, 8000, 500, 0, 4000, 0);
    box(&s, 10000, 17500, 8000, 500, 0, 4000, 0);
    box(&s, 10000, 10500, 500, 7000, 0, 4000, 0);
    box(&s, 17500, 10500, 500, 7000, 0, 4000, 0);
    prepare(&s);
    reach_from(&s, (qm__spot){14000, 14000, 0}, 12000, NULL, true);
    assert_int_equal(s.regions.ring_count, 1);
    assert_near(total_area(&s.regions, 0), 6000.0 * 6000, 4 * 6000 * 5);
    assert_true(qm__reach_cost(s.reach, (qm__spot){9000, 14000, 0}) < 0);
    reach_from(&s, (qm__spot){5000, 5000, 0}, 30000, NULL, true);
    double nearest;
    assert_false(has(&s.regions, (qm__spot){14000, 14000, 0}, &nearest));
    assert_true(has(&s.regions, (qm__spot){20000, 20000, 0}, &nearest));
    assert_int_equal(rings_of(&s.regions, true), 1);
    finish(&s);
}

/* A crate that is stepped onto and off, beside one that is too high. */
static void test_crates(void **state) {
    (void)state;
    scene s;
    begin(&s, 30000, 30000);
    box(&s, 14000, 12000, 3000, 2000, 0, 500, QM__PRISM_WALKABLE);
    box(&s, 17000, 12000, 2000, 2000, 0, 501, QM__PRISM_WALKABLE);
    prepare(&s);
    assert_int_equal(qm__level_count(s.levels), 3);
    reach_from(&s, (qm__spot){15000, 10000, 0}, 6000, NULL, true);
    assert_near(total_area(&s.regions, 1), 3000.0 * 2000, 2 * 5000 * 6); /* wholly, edge to edge */
    assert_near(total_area(&s.regions, 2), 2000.0 * 2000,
                2 * 4000 * 6); /* by one unit more, from the crate beside it */
    assert_near(qm__reach_cost(s.reach, (qm__spot){15000, 13000, 1}), 3000, 1e-6);
    assert_near(qm__reach_cost(s.reach, (qm__spot){15000, 15500, 0}), 5500, 1e-6); /* straight over it */
    assert_true(qm__reach_cost(s.reach, (qm__spot){15000, 13000, 0}) < 0);
    double nearest;
    assert_true(has(&s.regions, (qm__spot){15000, 15900, 0}, &nearest));
    finish(&s);
}

/* Two crates with a crack of a unit between them, which is no gap: their tops are reached whole, and the ground ends at
 * their fronts, also from a start right at the mouth of the crack and from the top of one of them. */
static void test_crack_between_crates(void **state) {
    (void)state;
    const qm__spot starts[] = {{16999, 3000, 0}, {17000, 3000, 0}, {17001, 3000, 0}, {17002, 3000, 0},
                               {17002, 2999, 0}, {17000, 3001, 1}, {17000, 4000, 1}, {18000, 4000, 1},
                               {17001, 5000, 1}, {17000, 4500, 0}};
    scene s;
    begin(&s, 30000, 26000);
    box(&s, 15000, 3000, 2000, 2000, 0, 500, QM__PRISM_WALKABLE);
    box(&s, 17001, 3000, 1999, 3000, 0, 500, QM__PRISM_WALKABLE);
    prepare(&s);
    for (size_t i = 0; i < sizeof starts / sizeof starts[0]; i++) {
        double nearest;
        reach_from(&s, starts[i], 6000, NULL, true);
        assert_near(total_area(&s.regions, 1), 2000.0 * 2000 + 1999.0 * 3000 + 2000, 20000 * 5);
        assert_true(has(&s.regions, (qm__spot){16000, 4000, 1}, &nearest));
        assert_true(has(&s.regions, (qm__spot){18000, 5500, 1}, &nearest));
        assert_false(has(&s.regions, (qm__spot){18000, 2500, 1}, &nearest));
        assert_false(has(&s.regions, (qm__spot){16000, 4000, 0}, &nearest));
        assert_false(has(&s.regions, (qm__spot){18000, 5500, 0}, &nearest));
        assert_true(has(&s.regions, (qm__spot){16000, 5500, 0}, &nearest));
        assert_true(has(&s.regions, (qm__spot){17000, 2000, 0}, &nearest));
    }
    finish(&s);
}

/* A start right beside the mouth of a crack of a unit, on the higher of two crates, whose front is at y = 3000: the
 * slack holds it there down to x = 16999.5, and from there on the lower one, so every ray that is below 3000.5 by then
 * leads onto that. One that is not leads nowhere, for the ground there is too near to the higher crate. */
static void test_beside_a_mouth(void **state) {
    (void)state;
    scene s;
    double nearest;
    begin(&s, 30000, 26000);
    box(&s, 15834, 559, 1165, 2441, 0, 500, QM__PRISM_WALKABLE);
    box(&s, 17000, 561, 1824, 2996, 0, 1000, QM__PRISM_WALKABLE);
    prepare(&s);
    reach_from(&s, (qm__spot){17001, 3001, 2}, 579, NULL, true);
    assert_near(qm__reach_cost(s.reach, (qm__spot){16701, 2601, 1}), 500, 1e-6); /* 3 to the left, 4 down */
    assert_true(has(&s.regions, (qm__spot){16701, 2601, 1}, &nearest) && nearest > 50);
    assert_true(has(&s.regions, (qm__spot){16601, 2701, 1}, &nearest) && nearest > 50);
    assert_true(has(&s.regions, (qm__spot){16991, 2501, 1}, &nearest) && nearest > 5);
    assert_true(has(&s.regions, (qm__spot){16501, 2990, 1}, &nearest) && nearest > 5);
    assert_false(has(&s.regions, (qm__spot){16701, 3010, 0}, &nearest));
    assert_false(has(&s.regions, (qm__spot){16701, 2601, 0}, &nearest));
    finish(&s);
}

/* A start before the fronts of two crates, the second of them a unit farther back, and a crack of a unit between: what
 * goes over its mouth is on the first one, not on the ground in it. */
static void test_before_a_mouth(void **state) {
    (void)state;
    scene s;
    double nearest;
    begin(&s, 30000, 26000);
    box(&s, 13500, 10499, 1500, 2500, 0, 500, QM__PRISM_WALKABLE);
    box(&s, 15001, 10500, 1000, 1500, 0, 500, QM__PRISM_WALKABLE);
    prepare(&s);
    reach_from(&s, (qm__spot){15002, 10499, 0}, 4000, NULL, true);
    assert_near(qm__reach_cost(s.reach, (qm__spot){14162, 11759, 1}), 1514.33, 0.01); /* root of 840² + 1260² */
    assert_true(has(&s.regions, (qm__spot){14162, 11759, 1}, &nearest) && nearest > 50);
    assert_false(has(&s.regions, (qm__spot){14162, 11759, 0}, &nearest));
    assert_true(has(&s.regions, (qm__spot){13000, 10490, 0}, &nearest));
    finish(&s);
}

/* What is beyond a crack begins at its far side: who leaves it by its mouth has not been there. From (15001, 4006) a
 * ray that goes 2 down for 1 to the right comes into the crack at (15004, 4000) and out of it at (15004.5, 3999); one
 * that goes 1 down for 2 to the right is on the higher crate at (15005, 4004). */
static void test_out_of_a_mouth(void **state) {
    (void)state;
    scene s;
    double nearest;
    begin(&s, 30000, 26000);
    box(&s, 13000, 3999, 2004, 1000, 0, 500, QM__PRISM_WALKABLE);
    box(&s, 15005, 3999, 1500, 3000, 0, 1000, QM__PRISM_WALKABLE);
    prepare(&s);
    reach_from(&s, (qm__spot){15001, 4006, 1}, 3000, NULL, true);
    assert_false(has(&s.regions, (qm__spot){15301, 3406, 2}, &nearest));
    assert_false(has(&s.regions, (qm__spot){15251, 3506, 2}, &nearest));
    assert_true(has(&s.regions, (qm__spot){15013, 4000, 2}, &nearest));
    assert_near(qm__reach_cost(s.reach, (qm__spot){15401, 4306, 2}), 500, 1e-6); /* 4 to the right, 3 up */
    assert_true(has(&s.regions, (qm__spot){15401, 4306, 2}, &nearest) && nearest > 50);
    finish(&s);
}

/* A crate before a longer and higher one, with a crack of a unit between: its corner has no border to meet, but who
 * comes over the crack there turns on the other side of it, and may go anywhere from there. */
static void test_turn_behind_a_crack(void **state) {
    (void)state;
    scene s;
    double nearest;
    for (int width = 600; width <= 1400; width += 400) { /* of the crate: the place has to be known for short ones */
        begin(&s, 30000, 26000);
        box(&s, 16000 - width, 4000, width, width, 0, 500, QM__PRISM_WALKABLE);
        box(&s, 15000, 4001 + width, 3000, 2000, 0, 1000, QM__PRISM_WALKABLE);
        prepare(&s);
        reach_from(&s, (qm__spot){15900, 3900 + width, 1}, 2000, NULL, true);
        /* root of 100² + 101², then of 400² + 300² */
        assert_near(qm__reach_cost(s.reach, (qm__spot){16400, 4301 + width, 2}), 142.13 + 500, 0.01);
        assert_true(has(&s.regions, (qm__spot){16400, 4301 + width, 2}, &nearest));
        assert_true(has(&s.regions, (qm__spot){17000, 4010 + width, 2}, &nearest));
        finish(&s);
    }
}

/* Two low crates of which one stands back by a unit: in the notch between them ways turn at its corner, though what is
 * beyond is nearer to that than feelers are long. */
static void test_notch_of_a_unit(void **state) {
    (void)state;
    scene s;
    begin(&s, 30000, 26000);
    box(&s, 1500, 10500, 2000, 3000, 0, 500, 0);
    box(&s, 1499, 13500, 2000, 1000, 0, 500, 0);
    prepare(&s);
    reach_from(&s, (qm__spot){6500, 9500, 0}, 6000, NULL, true); /* 3000 to the left and 4000 up, then 1 more */
    assert_near(qm__reach_cost(s.reach, (qm__spot){3499, 13500, 0}), 5001, 1e-6);
    reach_from(&s, (qm__spot){3499, 13500, 0}, 6000, NULL, true);
    assert_near(qm__reach_cost(s.reach, (qm__spot){6500, 9500, 0}), 5001, 1e-6);
    finish(&s);
}

/* A gallery at one level above the ground: the two know nothing of each other without a step. */
static void test_two_levels(void **state) {
    (void)state;
    scene s;
    begin(&s, 30000, 30000);
    box(&s, 10000, 10000, 6000, 6000, 2000, 3000, QM__PRISM_WALKABLE);
    prepare(&s);
    reach_from(&s, (qm__spot){13000, 13000, 1}, 10000, NULL, true);
    assert_near(total_area(&s.regions, 1), 6000.0 * 6000, 24000 * 5);
    assert_near(total_area(&s.regions, 0), 0, 0);
    reach_from(&s, (qm__spot){13000, 13000, 0}, 6000, NULL, true); /* beneath it */
    assert_near(total_area(&s.regions, 0), QM__PI * 6000 * 6000, 2 * QM__PI * 6000 * 5);
    assert_near(total_area(&s.regions, 1), 0, 0);
    finish(&s);
}

/* Too little memory is told, never half an answer; a crowd that is passed through is cut out only where ends are asked
 * for. */
static void test_refusals(void **state) {
    (void)state;
    scene s;
    begin(&s, 30000, 30000);
    s.bodies[s.crowd.count++] =
        (qm__body){.x = 16000, .y = 15000, .radius = 500, .height = 1500, .manner = QM__PASS_ONLY};
    prepare(&s);
    const qm__reach_ask ask = {.from = {13000, 15000, 0}, .budget = 6000, .crowd = &s.crowd, .may_end = true};
    assert_null(qm__reach_make(s.grounds, &ask, s.scratch, 100));
    assert_null(qm__reach_make(s.grounds, &ask, NULL, 0));
    s.reach = qm__reach_make(s.grounds, &ask, s.scratch, s.scratch_size);
    assert_non_null(s.reach);
    assert_false(qm__reach_regions(s.reach, 6000, s.memory, 5000, &s.regions));
    double nearest;
    reach_from(&s, ask.from, 6000, NULL, true);
    assert_int_equal(rings_of(&s.regions, true), 1);
    assert_near(total_area(&s.regions, 0), QM__PI * (6000.0 * 6000 - 1000.0 * 1000), 2 * QM__PI * 7000 * 5);
    assert_false(has(&s.regions, (qm__spot){16000, 15000, 0}, &nearest));
    assert_true(has(&s.regions, (qm__spot){18000, 15000, 0}, &nearest)); /* straight through */
    reach_from(&s, ask.from, 6000, NULL, false);
    assert_int_equal(s.regions.ring_count, 1);
    assert_true(has(&s.regions, (qm__spot){16000, 15000, 0}, &nearest));
    finish(&s);
}

/* An area that costs something once: ways lead around it, or pay and have less. */
static void test_area(void **state) {
    (void)state;
    scene s;
    const qm__area_price prices[1] = {{.once = 2000}};
    begin(&s, 30000, 30000);
    add_area(&s, 14000, 12000, 2000, 6000);
    prepare(&s);
    reach_from(&s, (qm__spot){12000, 15000, 0}, 6000, prices, true);
    double nearest;
    assert_near(qm__reach_cost(s.reach, (qm__spot){13400, 15000, 0}), 1400, 1e-3);
    assert_near(qm__reach_cost(s.reach, (qm__spot){15000, 15000, 0}), 3000 + 2000, 1e-3);
    assert_near(qm__reach_cost(s.reach, (qm__spot){15900, 15000, 0}), 3900 + 2000, 1e-3);
    assert_true(has(&s.regions, (qm__spot){15990, 15000, 0}, &nearest));
    assert_false(has(&s.regions, (qm__spot){16010, 15000, 0}, &nearest));
    assert_true(has(&s.regions, (qm__spot){12000, 20990, 0}, &nearest)); /* elsewhere the whole budget */
    finish(&s);
}

/* Regions against costs and tracing, on a grid over a box: outside of a band along the borders they agree. */
static uint32_t disagreements(scene *s, double budget, qm__xy low, qm__xy high, double step, double band) {
    uint32_t count = 0;
    for (int level = 0; level < qm__level_count(s->levels); level++) {
        for (double x = low.x; x < high.x; x += step) {
            for (double y = low.y; y < high.y; y += step) {
                const qm__spot spot = {x, y, level};
                double nearest;
                const bool inside = has(&s->regions, spot, &nearest);
                const double cost = qm__reach_cost(s->reach, spot);
                const bool wanted =
                    cost >= 0 && cost <= budget && qm__stands(s->levels, &s->crowd, spot, QM__CARE, NULL);
                count += nearest > band * band && inside != wanted;
            }
        }
    }
    return count;
}

/* Around a corner of an area that costs something there is soon too little left to pay for it: what is paid for from
 * the start, straight ahead, has no holes there. */
static void test_area_paid_on_an_arc(void **state) {
    (void)state;
    for (int entry = 0; entry < 2; entry++) {
        scene s;
        const qm__area_price prices[1] = {{.once = entry ? 0 : 2000, .entry = entry ? 2000 : 0}};
        begin(&s, 17000, 15000);
        add_area(&s, 1500, 6000, 2500, 5500);
        prepare(&s);
        reach_from(&s, (qm__spot){11500, 9000, 0}, 10309, prices, true);
        assert_near(qm__reach_cost(s.reach, (qm__spot){4000, 9000, 0}), 7500 + 2000, 1e-3);
        assert_int_equal(disagreements(&s, 10309, (qm__xy){3300, 5400}, (qm__xy){4700, 7000}, 23, 6), 0);
        finish(&s);
    }
}

/* A tower on the edge of a terrace, a bridge that begins at that edge: on the edge itself three levels meet, one of
 * which has nothing but its border there. */
static void test_bridge_at_an_edge(void **state) {
    (void)state;
    scene s;
    begin(&s, 12000, 17000);
    s.walker = (qm__walker){.radius = 1000, .height = 1200, .step = 1000, .free_step = 1000};
    box(&s, 5000, 3000, 4000, 5000, 0, 1000, QM__PRISM_WALKABLE);
    box(&s, 5000, 4000, 2000, 3000, 0, 1600, QM__PRISM_WALKABLE);
    box(&s, 2000, 5000, 3000, 1000, 1400, 1600, QM__PRISM_WALKABLE);
    prepare(&s);
    reach_from(&s, (qm__spot){9500, 11000, 0}, 9203, NULL, true);
    double nearest;
    assert_true(has(&s.regions, (qm__spot){4000, 5500, 2}, &nearest));
    assert_false(has(&s.regions, (qm__spot){4000, 5500, 1}, &nearest)); /* no such surface there */
    assert_int_equal(disagreements(&s, 9203, (qm__xy){1000, 1000}, (qm__xy){11000, 12000}, 237, 6), 0);
    finish(&s);
}

/* Starts on an edge, and a unit or two from a corner at which levels fork. */
static void test_start_at_a_fork(void **state) {
    (void)state;
    static const int32_t starts[][2] = {{13001, 8000}, {13000, 7000}, {13001, 7001}, {13002, 5000},
                                        {13999, 6999}, {14001, 7001}, {14000, 7002}, {12999, 5001}};
    scene s;
    begin(&s, 20000, 12000);
    s.walker = (qm__walker){.radius = 250, .height = 1200, .step = 1000, .free_step = 1000};
    box(&s, 13000, 5000, 4000, 3000, 0, 1500, QM__PRISM_WALKABLE);
    box(&s, 11000, 5000, 2000, 2000, 0, 1500, QM__PRISM_WALKABLE);
    box(&s, 13000, 5000, 1000, 2000, 2300, 2500, QM__PRISM_WALKABLE);
    box(&s, 16000, 8000, 2000, 1000, 0, 700, QM__PRISM_WALKABLE);
    prepare(&s);
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++) {
        for (int level = 0; level < qm__level_count(s.levels); level++) {
            const qm__spot from = {starts[i][0], starts[i][1], level};
            if (qm__passes(s.levels, NULL, from, QM__CARE, NULL)) {
                reach_from(&s, from, 5400, NULL, true);
                assert_int_equal(disagreements(&s, 5400, (qm__xy){8003, 1007}, (qm__xy){19000, 11000}, 313, 6), 0);
            }
        }
    }
    finish(&s);
}

/* From a terrace a walk goes on both under a slab and onto it. */
static void test_above_and_below(void **state) {
    (void)state;
    scene s;
    begin(&s, 14000, 16000);
    s.walker = (qm__walker){.radius = 250, .height = 1500, .step = 1000, .free_step = 1000};
    box(&s, 4000, 11000, 4000, 2000, 1500, 1700, QM__PRISM_WALKABLE);
    box(&s, 7499, 9000, 1000, 4000, 0, 900, QM__PRISM_WALKABLE);
    prepare(&s);
    reach_from(&s, (qm__spot){9500, 12000, 0}, 5000, NULL, true);
    double nearest;
    const int top = qm__level_at(s.levels, 1700);
    assert_true(has(&s.regions, (qm__spot){6000, 12000, top}, &nearest));
    assert_false(has(&s.regions, (qm__spot){8300, 12000, 0}, &nearest));
    assert_int_equal(disagreements(&s, 5000, (qm__xy){3000, 7000}, (qm__xy){13000, 15000}, 211, 6), 0);
    finish(&s);
}

/* Mud costs twice its length: the region ends sooner there, and never has what costs too much. */
static void test_mud(void **state) {
    (void)state;
    for (int bodies = 0; bodies < 2; bodies++) {
        scene s;
        const qm__area_price prices[1] = {{.factor = 2000}};
        begin(&s, 24000, 18000);
        add_area(&s, 11000, 3000, 3000, 4000);
        for (int i = 0; i < 2 * bodies; i++) {
            s.bodies[s.crowd.count++] = (qm__body){
                .x = 9000 + 1500 * i, .y = 7800 - 3000 * i, .radius = 500, .height = 1500, .manner = QM__BLOCK};
        }
        prepare(&s);
        reach_from(&s, (qm__spot){8500, 5500, 0}, 8000, prices, true);
        assert_true(s.regions.approximate);
        double nearest;
        if (!bodies) {
            assert_near(qm__reach_cost(s.reach, (qm__spot){12000, 5500, 0}), 3500 + 1500, 1);
            assert_true(has(&s.regions, (qm__spot){13000, 5500, 0}, &nearest));
        }
        assert_false(has(&s.regions, (qm__spot){15500, 5500, 0}, &nearest));
        assert_true(has(&s.regions, (qm__spot){8500, 13000, 0}, &nearest));
        for (uint32_t i = 0; i < s.regions.point_count; i++) {
            assert_true(s.regions.points[i].x > 499 && s.regions.points[i].y > 499);
        }
        assert_int_equal(disagreements(&s, 8000, (qm__xy){500, 500}, (qm__xy){18000, 15000}, 250, 12), 0);
        finish(&s);
    }
}

/* A low wall that is stepped onto: what is seen past its corner and what is seen over it meet without a slit. */
static void test_no_slits(void **state) {
    (void)state;
    scene s;
    begin(&s, 24000, 18000);
    s.walker = (qm__walker){.radius = 500, .height = 1500, .step = 1000, .free_step = 1000};
    box(&s, 10000, 3000, 500, 4500, 0, 1000, QM__PRISM_WALKABLE);
    prepare(&s);
    reach_from(&s, (qm__spot){8500, 5500, 0}, 8000, NULL, true);
    assert_int_equal(s.regions.ring_count, 3);
    assert_int_equal(rings_of(&s.regions, true), 1); /* the wall, at the height of the ground */
    assert_near(total_area(&s.regions, 1), 500.0 * 4500, 5000 * 2);
    for (uint32_t i = 0; i < s.regions.ring_count; i++) {
        const qm__reach_ring *const ring = &s.regions.rings[i];
        for (uint32_t k = 0; ring->hole && k < ring->count; k++) {
            const qm__xy p = s.regions.points[ring->first + k];
            assert_true(p.x > 9995 && p.x < 10505 && p.y > 2995 && p.y < 7505);
        }
    }
    finish(&s);
}

/* Counts places of a level, inside of the regions by more than 12 units, where no base can be. */
static int places_of_none(const scene *s, int level) {
    int count = 0;
    for (int32_t x = 7; x < s->t->table.width; x += 61) {
        for (int32_t y = 11; y < s->t->table.depth; y += 67) {
            const qm__spot spot = {x, y, level};
            double nearest;
            count += has(&s->regions, spot, &nearest) && nearest > 12 * 12 &&
                     !qm__stands(s->levels, s->crowd.count ? &s->crowd : NULL, spot, 1, NULL);
        }
    }
    return count;
}

/* What stops a base on one side of a step only: a railing that stands on the shore itself, a solid that is one step
 * high from the other side, at the end of the budget too, and a figure wider than what is kept off it. */
static void test_stopped_beyond_a_step(void **state) {
    (void)state;
    for (int kind = 0; kind < 3; kind++) {
        scene s;
        begin(&s, 13000, 18000);
        s.walker = (qm__walker){.radius = 250, .height = 1200, .step = 1000, .free_step = 1000};
        qm__spot from = {11750, 9000, 0};
        double budget = 5404;
        if (kind == 0) {
            box(&s, 8500, 5500, 3500, 3500, 0, 1000, QM__PRISM_WALKABLE);
            s.t->corners[1].rail = 300; /* along x = 12000 */
        } else if (kind == 1) {
            s.walker.radius = 1000;
            box(&s, 7000, 11000, 3000, 3000, 0, 1000, QM__PRISM_WALKABLE);
            box(&s, 9000, 13000, 3000, 3000, 0, 2000, QM__PRISM_WALKABLE);
            from = (qm__spot){10998, 13000, 2}, budget = 2454;
        } else {
            s.walker.radius = 500;
            box(&s, 10000, 4000, 2000, 3500, 0, 3000, QM__PRISM_WALKABLE);
            box(&s, 9000, 4500, 1000, 2500, 0, 2000, QM__PRISM_WALKABLE);
            box(&s, 8000, 4500, 1000, 2500, 0, 1000, QM__PRISM_WALKABLE);
            s.bodies[s.crowd.count++] = (qm__body){
                .x = 9000, .y = 7000, .z = 1000, .width = 1000, .length = 3000, .height = 800, .manner = QM__BLOCK};
            from = (qm__spot){6500, 9000, 0}, budget = 9499;
        }
        prepare(&s);
        reach_from(&s, from, budget, NULL, true);
        for (int level = 0; level < qm__level_count(s.levels); level++) {
            assert_int_equal(places_of_none(&s, level), 0);
        }
        finish(&s);
    }
}

/* A floor under a slab that is too low for it: its corners, which ways on the ground touch, lead onto no such floor. */
static void test_low_ceiling(void **state) {
    (void)state;
    scene s;
    begin(&s, 22000, 13000);
    s.walker = (qm__walker){.radius = 500, .height = 1900, .step = 500, .free_step = 500, .whole = true};
    box(&s, 15000, 9000, 5000, 4000, 2000, 2200, QM__PRISM_WALKABLE);
    box(&s, 17000, 10000, 1000, 2000, 0, 500, QM__PRISM_WALKABLE);
    prepare(&s);
    reach_from(&s, (qm__spot){13807, 9966, 0}, 11312, NULL, true);
    assert_true(total_area(&s.regions, qm__level_at(s.levels, 500)) == 0);
    finish(&s);
}

/* A floor that ends one unit before what is kept off the wall under its end: there is no stepping down between the two,
 * also not from where a way bends at that end. */
static void test_thin_barrier(void **state) {
    (void)state;
    scene s;
    begin(&s, 12000, 15000);
    s.walker = (qm__walker){.radius = 630, .height = 1200, .step = 1000, .free_step = 1000};
    box(&s, 5745, 5850, 3412, 4460, 1200, 1400, QM__PRISM_WALKABLE);
    box(&s, 5745, 5850, 250, 4460, 0, 1200, 0);
    box(&s, 5116, 2591, 1392, 4354, 0, 400, QM__PRISM_WALKABLE);
    prepare(&s);
    reach_from(&s, (qm__spot){5747, 5850, qm__level_at(s.levels, 1400)}, 4683, NULL, true);
    assert_int_equal(disagreements(&s, 4683, (qm__xy){800, 1000}, (qm__xy){5900, 11000}, 97, 6), 0);
    finish(&s);
}

/* A roof that stands out beside another one by just as much as a place at its corner sees around itself: no ray slips
 * out there. */
static void test_narrow_ledge(void **state) {
    (void)state;
    scene s;
    begin(&s, 16000, 14000);
    s.walker = (qm__walker){.radius = 500, .height = 1900};
    box(&s, 1000, 6759, 1610, 1208, 0, 3000, QM__PRISM_WALKABLE);
    box(&s, 1002, 6569, 4145, 1126, 0, 3000, QM__PRISM_WALKABLE);
    box(&s, 1002, 1716, 1126, 5979, 0, 3000, QM__PRISM_WALKABLE);
    box(&s, 4021, 1716, 1126, 5979, 0, 3000, QM__PRISM_WALKABLE);
    prepare(&s);
    const int level = qm__level_at(s.levels, 3000);
    reach_from(&s, (qm__spot){4970, 5886, level}, 4334, NULL, true);
    for (uint32_t i = 0; i < s.regions.point_count; i++) {
        assert_true(s.regions.points[i].x > 999);
    }
    finish(&s);
}

/* Stairs: rays that start inside of the circle around a corner which stands on the lower levels only are not stopped by
 * it where they leave it; and rays along the line between two steps do not slip out at its end. */
static void test_stairs(void **state) {
    (void)state;
    scene s;
    begin(&s, 16000, 22000);
    s.walker = (qm__walker){.radius = 500, .height = 1900, .step = 500, .free_step = 500};
    box(&s, 6000, 11500, 1000, 2500, 400, 800, QM__PRISM_WALKABLE);
    box(&s, 5000, 11500, 1000, 2500, 0, 400, QM__PRISM_WALKABLE);
    prepare(&s);
    double nearest;
    reach_from(&s, (qm__spot){6050, 13990, qm__level_at(s.levels, 800)}, 7003, NULL, true);
    assert_true(has(&s.regions, (qm__spot){4394, 14013, 0}, &nearest));
    assert_near(qm__reach_cost(s.reach, (qm__spot){4394, 14013, 0}), 1656, 1);
    finish(&s);

    begin(&s, 18000, 14000);
    s.walker = (qm__walker){.radius = 500, .height = 1900, .step = 500};
    box(&s, 7500, 5500, 500, 2000, 800, 1200, QM__PRISM_WALKABLE);
    box(&s, 7000, 5500, 500, 2000, 400, 800, QM__PRISM_WALKABLE);
    box(&s, 6500, 5500, 500, 2000, 0, 400, QM__PRISM_WALKABLE);
    s.t->corners[8 + 2].rail = 1200; /* of the lowest one, along y = 7500 */
    prepare(&s);
    reach_from(&s, (qm__spot){7002, 5629, qm__level_at(s.levels, 800)}, 16221, NULL, true);
    assert_near(total_area(&s.regions, qm__level_at(s.levels, 1200)), 500.0 * 2000, 5000);
    finish(&s);
}

/* ----------------------------------------------------------------------------------------------------------- random */

/* The cost of a place against the shortest walk to it. */
static void compare_cost(scene *s, const qm__spot *from, double budget, qm__spot spot, tally *t, uint32_t seed) {
    const double cost = qm__reach_cost(s->reach, spot);
    const qm__walk_ask ask = {.from = *from, .to = spot, .crowd = &s->crowd, .prices = s->prices, .limit = budget + 10};
    qm__walked walked;
    qm__walk_find(s->walks, &ask, s->walk_scratch, NULL, &walked);
    assert_false(walked.exhausted);
    t->costs++;
    const double wanted = walked.found && walked.cost <= budget ? walked.cost : -1;
    if (cost < 0     ? wanted >= 0 && wanted < budget - 0.01
        : wanted < 0 ? cost < budget - 0.01
                     : cost - wanted > 0.01 || wanted - cost > 0.01) {
        t->first_cost = t->off_costs++ ? t->first_cost : seed;
    }
    t->reached += cost >= 0;
}

static void run_random(uint32_t first, uint32_t count, bool crowds, bool areas, tally *t) {
    for (uint32_t seed = first; seed < first + count; seed++) {
        scene s;
        uint64_t at = 5000;
        make_random(&s, seed);
        if (crowds) {
            add_crowd(&s, seed);
        }
        if (areas) {
            add_areas(&s, seed);
        }
        prepare(&s);
        qm__spot from, spot;
        const double budget = 1000 + (double)qm__random_below(seed, &at, 9000);
        if (random_spot(&s, seed, &at, &from)) {
            reach_from(&s, from, budget, s.prices, true);
            for (int i = 0; i < 60; i++) {
                if (random_spot(&s, seed, &at, &spot)) {
                    if (i < 25) {
                        compare_cost(&s, &from, budget, spot, t, seed);
                    }
                    compare_place(&s, budget, spot, t, seed);
                }
            }
        }
        finish(&s);
    }
}

static void test_random_terrain(void **state) {
    (void)state;
    tally t = {0};
    run_random(0, 900, false, false, &t);
    check(&t);
}

static void test_random_crowds(void **state) {
    (void)state;
    tally t = {0};
    run_random(100000, 500, true, false, &t);
    check(&t);
}

static void test_random_areas(void **state) {
    (void)state;
    tally t = {0};
    run_random(200000, 500, true, true, &t);
    check(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_open_ground),
        cmocka_unit_test(test_one_box),
        cmocka_unit_test(test_low_solid),
        cmocka_unit_test(test_thin_tip),
        cmocka_unit_test(test_wall_on_the_edge_of_a_pit),
        cmocka_unit_test(test_wall_in_the_corner_of_a_roof),
        cmocka_unit_test(test_nowhere),
        cmocka_unit_test(test_exact_gap),
        cmocka_unit_test(test_courtyard),
        cmocka_unit_test(test_crates),
        cmocka_unit_test(test_crack_between_crates),
        cmocka_unit_test(test_beside_a_mouth),
        cmocka_unit_test(test_before_a_mouth),
        cmocka_unit_test(test_out_of_a_mouth),
        cmocka_unit_test(test_turn_behind_a_crack),
        cmocka_unit_test(test_notch_of_a_unit),
        cmocka_unit_test(test_two_levels),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_area),
        cmocka_unit_test(test_area_paid_on_an_arc),
        cmocka_unit_test(test_bridge_at_an_edge),
        cmocka_unit_test(test_start_at_a_fork),
        cmocka_unit_test(test_above_and_below),
        cmocka_unit_test(test_mud),
        cmocka_unit_test(test_no_slits),
        cmocka_unit_test(test_stopped_beyond_a_step),
        cmocka_unit_test(test_low_ceiling),
        cmocka_unit_test(test_thin_barrier),
        cmocka_unit_test(test_narrow_ledge),
        cmocka_unit_test(test_stairs),
        cmocka_unit_test(test_random_terrain),
        cmocka_unit_test(test_random_crowds),
        cmocka_unit_test(test_random_areas),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
