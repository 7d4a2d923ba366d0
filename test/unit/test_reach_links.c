/* Reach over links: climbs, drops and jumps in hand-made cases whose answers are known, and on random tables against
 * the cheapest route to each place.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/angle.h"
#include "support/reaching.h"

/* -------------------------------------------------------------------------------------------------------- hand-made */

/* Bands below the budget: a landing that lies beyond one takes nothing away from it. */
static void test_bands_with_links(void **state) {
    (void)state;
    scene s;
    begin(&s, 24000, 20000);
    box(&s, 3000, 15000, 3000, 3000, 0, 1001, QM__PRISM_WALKABLE);
    prepare(&s);
    prepare_links(&s, &(qm__link_rules){.jump_most = 3000, .climbs = true, .jumps = true, .drops = true});
    reach_from(&s, (qm__spot){5000, 10000, 0}, 12000, NULL, true);
    for (double cost = 1500; cost <= 12000; cost += 1500) {
        qm__regions regions;
        assert_true(qm__reach_regions(s.reach, cost, s.memory, s.memory_size, &regions));
        assert_agree(&s, &regions, cost);
    }
    finish(&s);
}

/* Climbing a block: straight up the face, and around on top of it. */
static void test_climb(void **state) {
    (void)state;
    scene s;
    begin(&s, 30000, 30000);
    box(&s, 12000, 12000, 6000, 6000, 0, 2000, QM__PRISM_WALKABLE);
    prepare(&s);
    prepare_links(&s, &(qm__link_rules){.climbs = true});
    reach_from(&s, (qm__spot){15000, 10500, 0}, 6000, NULL, true);
    /* 1000 to the foot, 500 onto the edge, 2000 up: 2500 are left on top */
    assert_near(qm__reach_cost(s.reach, (qm__spot){15000, 12000, 1}), 3500, 0.01);
    assert_near(qm__reach_cost(s.reach, (qm__spot){15000, 14000, 1}), 5500, 0.01);
    /* slantwise: the whole way is one straight line, but for the climb */
    assert_near(qm__reach_cost(s.reach, (qm__spot){16500, 13000, 1}), 2500 + qm__root(1500.0 * 1500 + 2000.0 * 2000),
                0.01);
    double nearest;
    assert_true(has(&s.regions, (qm__spot){15000, 14490, 1}, &nearest));
    assert_false(has(&s.regions, (qm__spot){15000, 14510, 1}, &nearest));
    /* with less to go the disc around the image of the start ends on the edge itself */
    reach_from(&s, (qm__spot){15000, 10500, 0}, 5000, NULL, true);
    const double half = qm__root(2500.0 * 2500 - 1010.0 * 1010);
    assert_true(has(&s.regions, (qm__spot){15000 + half - 8, 12010, 1}, &nearest));
    assert_false(has(&s.regions, (qm__spot){15000 + half + 8, 12010, 1}, &nearest));
    finish(&s);
}

/* Whoever stands below a rim is flown over: one lands right behind, be the base round or a rectangle. */
static void test_landing_behind_a_figure(void **state) {
    (void)state;
    for (int rectangle = 0; rectangle <= 1; rectangle++) {
        scene s;
        begin(&s, 20000, 20000);
        box(&s, 2000, 2000, 4000, 4000, 0, 3000, QM__PRISM_WALKABLE);
        s.bodies[0] = (qm__body){.x = 4000,
                                 .y = 7000,
                                 .radius = rectangle ? 0 : 500,
                                 .width = rectangle ? 2000 : 0,
                                 .length = rectangle ? 1000 : 0,
                                 .facing = 16384,
                                 .height = 1000,
                                 .manner = QM__BLOCK};
        s.crowd.count = 1;
        prepare(&s);
        prepare_links(&s, &(qm__link_rules){.jump_most = 3000, .drops = true});
        reach_from(&s, (qm__spot){4000, 5000, 1}, 6000, NULL, true);
        assert_near(qm__reach_cost(s.reach, (qm__spot){4000, 8000.5, 0}), 3000.5, 0.5);
        assert_near(qm__reach_cost(s.reach, (qm__spot){4000, 8500, 0}), 3500, 0.5);
        assert_near(qm__reach_cost(s.reach, (qm__spot){4300, 9000, 0}), qm__root(300.0 * 300 + 4000.0 * 4000), 0.5);
        assert_true(qm__reach_cost(s.reach, (qm__spot){4000, 7999, 0}) < 0);
        finish(&s);
    }
}

/* A long figure that takes nothing of the foot, though a circle around it would: nobody lands behind it. */
static void test_drop_before_a_long_figure(void **state) {
    (void)state;
    scene s;
    begin(&s, 14000, 9000);
    box(&s, 2000, 2000, 2000, 5000, 0, 3000, QM__PRISM_WALKABLE);
    s.bodies[0] = (qm__body){
        .x = 6300, .y = 4500, .width = 200, .length = 3000, .facing = 16384, .height = 1000, .manner = QM__BLOCK};
    s.crowd.count = 1;
    prepare(&s);
    prepare_links(&s, &(qm__link_rules){.jump_most = 3000, .drops = true});
    reach_from(&s, (qm__spot){3500, 4500, 1}, 7000, NULL, true);
    assert_near(qm__reach_cost(s.reach, (qm__spot){5700, 4500, 0}), 2200, 0.5);
    /* around its end, 500 off its corners at 6000: two tangents, 200 along it, and both arcs */
    assert_near(qm__reach_cost(s.reach, (qm__spot){7500, 4500, 0}), 3047.95 + 200 + 1791.65 + 939.94, 0.5);
    finish(&s);
}

/* What links cost when they can fail: as above, but nothing for the length of a flight. */
static int price_risk(const void *context, const qm__links *links, uint32_t number, qm__link_price out[QM__BANDS_MAX]) {
    price_link(context, links, number, out);
    out[0].per_unit = links->items[number].kind == QM__LINK_JUMP;
    out[0].chance = 0.5;
    return 1;
}

/* Whoever stands at a foot takes some of it: where that ends, drops end too, and ways bend. */
static void test_drop_beside_a_figure(void **state) {
    (void)state;
    scene s;
    begin(&s, 20000, 20000);
    box(&s, 4000, 4000, 6000, 2500, 0, 3000, QM__PRISM_WALKABLE);
    s.bodies[0] = (qm__body){.x = 4100, .y = 7000, .radius = 500, .height = 1000, .manner = QM__BLOCK};
    s.crowd.count = 1;
    prepare(&s);
    prepare_links(&s, &(qm__link_rules){.jump_most = 3000, .drops = true, .drop_to_foot = true});
    reach_from(&s, (qm__spot){8000, 6000, 1}, 7000, NULL, true);
    /* the figure is kept off by 1000: of the foot, at x = 3500, it takes what lies above y = 7000 - 800 */
    const double drop = qm__root(4000.0 * 4000 + 200.0 * 200) + 500;
    assert_near(qm__reach_cost(s.reach, (qm__spot){2000, 6600, 0}), drop + qm__root(1500.0 * 1500 + 400.0 * 400), 0.5);
    assert_near(qm__reach_cost(s.reach, (qm__spot){2600, 6400, 0}), drop + qm__root(900.0 * 900 + 200.0 * 200), 0.5);
    finish(&s);
}

/* Whoever can be passed is in the way of a drop that can fail: it lands beside, and the rest is walked. */
static void test_risky_drop_beside_a_friend(void **state) {
    (void)state;
    scene s;
    begin(&s, 20000, 20000);
    box(&s, 4000, 3000, 4000, 4000, 0, 3000, QM__PRISM_WALKABLE);
    s.bodies[0] = (qm__body){.x = 3000, .y = 5000, .radius = 500, .height = 1000, .manner = QM__PASS_ONLY};
    s.crowd.count = 1;
    prepare(&s);
    prepare_links(&s, &(qm__link_rules){.jump_most = 3000, .drops = true, .drop_to_foot = true});
    reach_from(&s, (qm__spot){6000, 5000, 1}, 6000, NULL, true);
    assert_near(qm__reach_cost(s.reach, (qm__spot){2000, 5000, 0}), 4000, 0.5);
    /* of the foot, at x = 3500, the friend takes what is nearer to y = 5000 than the root of 1000² - 500² */
    s.pricing = price_risk;
    reach_from(&s, (qm__spot){6000, 5000, 1}, 6000, NULL, true);
    const double aside = qm__root(750000.0);
    assert_near(qm__reach_cost(s.reach, (qm__spot){2000, 5000, 0}),
                qm__root(2000.0 * 2000 + aside * aside) + qm__root(1500.0 * 1500 + aside * aside), 0.5);
    finish(&s);
}

/* A flight that lands beside a figure leads outwards over the rim that it leaves: not back over the roof. */
static void test_flight_beside_a_figure_outwards(void **state) {
    (void)state;
    scene s;
    begin(&s, 20000, 20000);
    box(&s, 4000, 4000, 4000, 1000, 0, 2000, QM__PRISM_WALKABLE);
    s.bodies[0] = (qm__body){.x = 2800, .y = 5600, .radius = 500, .height = 1000, .manner = QM__BLOCK};
    s.crowd.count = 1;
    prepare(&s);
    prepare_links(&s, &(qm__link_rules){.jump_most = 2000, .drops = true});
    s.pricing = price_risk;
    /* right behind the figure: from the rim at y = 5000 one would fly inwards; the one at x = 4000 is 1500 away */
    reach_from(&s, (qm__spot){5500, 5000, 1}, 3000, NULL, true);
    assert_near(qm__reach_cost(s.reach, (qm__spot){2800, 4599.5, 0}), 1500, 0.5);
    finish(&s);
}

/* Whoever stands on a rim drops for nothing to all that is near enough. */
static void test_drop_for_nothing(void **state) {
    (void)state;
    scene s;
    begin(&s, 20000, 20000);
    box(&s, 5500, 1000, 5000, 3000, 3000, 3250, QM__PRISM_WALKABLE);
    prepare(&s);
    prepare_links(&s, &(qm__link_rules){.jump_most = 3000, .drops = true});
    s.pricing = price_risk;
    reach_from(&s, (qm__spot){10500, 3500, 1}, 3000, NULL, true);
    for (int y = 1000; y <= 4000; y += 90) {
        assert_near(qm__reach_cost(s.reach, (qm__spot){11000, y, 0}), 0, 0.5);
        assert_near(qm__reach_cost(s.reach, (qm__spot){12000, y, 0}), 1000, 0.5);
    }
    finish(&s);
}

/* An L of a roof: from its inner corner one drops along its longer arm, past the corner at which that ends. The foot of
 * the edge is straight up to there and then an arc, and each place of both costs the same, so ways lead off square to
 * it: also between those that are square to the straight foot and those off the arc. */
static void test_drop_past_an_outer_corner(void **state) {
    (void)state;
    scene s;
    begin(&s, 20000, 20000);
    add_prism(&s, (int32_t[]){2000, 2000, 6000, 2000, 6000, 4000, 5000, 4000, 5000, 7000, 2000, 7000}, 6, 0, 2000,
              QM__PRISM_WALKABLE);
    prepare(&s);
    prepare_links(&s, &(qm__link_rules){.jump_most = 3000, .drops = true});
    s.pricing = price_risk;
    reach_from(&s, (qm__spot){3863, 4226, 1}, 6000, NULL, true);
    /* 1137 to the edge at x = 5000; from there all of the foot and of the arc up to 0.38 is near enough */
    for (int i = 0; i <= 38; i++) {
        const qm__turn turn = qm__turn_of_radians(i * 0.01);
        assert_near(qm__reach_cost(s.reach, (qm__spot){7500, 7000 - 10 * i, 0}), 1137 + 2000, 0.5);
        assert_near(qm__reach_cost(s.reach, (qm__spot){5000 + 2500 * turn.cos, 7000 + 2500 * turn.sin, 0}), 1137 + 2000,
                    1);
    }
    finish(&s);
}

/* A rim begins where a step leads up to it, and is seen edge-on from there: its corner belongs to both levels. */
static void test_drop_from_beside_a_step(void **state) {
    (void)state;
    scene s;
    begin(&s, 20000, 20000);
    box(&s, 2000, 2000, 4000, 3000, 0, 500, QM__PRISM_WALKABLE);
    box(&s, 4000, 4000, 3000, 4000, 0, 1000, QM__PRISM_WALKABLE);
    prepare(&s);
    prepare_links(&s, &(qm__link_rules){.jump_most = 3000, .drops = true});
    s.pricing = price_risk;
    reach_from(&s, (qm__spot){2500, 3000, 1}, 6000, NULL, true);
    /* 1500 and 2000 to the corner of both, then 500 and up to 2958 flown */
    assert_near(qm__reach_cost(s.reach, (qm__spot){3500, 7500, 0}), 2500, 0.5);
    assert_near(qm__reach_cost(s.reach, (qm__spot){3000, 7500, 0}), 3000, 0.5);
    finish(&s);
}

/* A flight over a crate that is too low to land on comes down right behind it, and a step leads back onto it. */
static void test_drop_and_back_onto_a_crate(void **state) {
    (void)state;
    scene s;
    begin(&s, 20000, 20000);
    box(&s, 2000, 2000, 3000, 6000, 0, 1000, QM__PRISM_WALKABLE);
    box(&s, 6000, 3000, 3000, 4000, 0, 500, QM__PRISM_WALKABLE);
    prepare(&s);
    prepare_links(&s, &(qm__link_rules){.jump_most = 3000, .drops = true});
    s.pricing = price_risk;
    reach_from(&s, (qm__spot){4000, 6500, 2}, 3000, NULL, true);
    assert_near(qm__reach_cost(s.reach, (qm__spot){6500, 6800, 1}), 1000 + 200, 0.5);
    finish(&s);
}

/* A roof with a slot, all of the base upon it: from around one of its corners the way goes on straight along the rim,
 * and leaves it over the slot. A pillar stands beside the rim before that. */
static void test_jump_from_around_a_corner(void **state) {
    (void)state;
    scene s;
    begin(&s, 18000, 16000);
    s.walker.whole = true;
    add_prism(&s,
              (int32_t[]){2000, 2000, 15000, 2000, 15000, 12000, 10000, 12000, 10000, 6000, 6000, 6000, 6000, 12000,
                          2000, 12000},
              8, 0, 3000, QM__PRISM_WALKABLE);
    box(&s, 10400, 6450, 500, 5450, 3000, 6000, 0);
    prepare(&s);
    prepare_links(&s, &(qm__link_rules){.jump_most = 2500, .jumps = true});
    const int32_t roof = qm__level_at(s.levels, 3000);
    reach_from(&s, (qm__spot){12540, 6220, roof}, 9000, NULL, true);
    /* 2500 to the arc around the corner at (10000, 6000), which turns by the angle with a sine of 0.28; then 2500 along
     * the rim, and a jump of 2500, 2000 along the slot and 1500 across */
    const double arc = 500 * 0.2837941092083279;
    assert_near(qm__reach_cost(s.reach, (qm__spot){10000, 5500, roof}), 2500 + arc, 0.1);
    assert_near(qm__reach_cost(s.reach, (qm__spot){5500, 7000, roof}), 7500 + arc, 0.5);
    finish(&s);
}

/* Where drops cost nothing it pays to drop along a wall and climb it again: as far along as a drop goes, ways bend on
 * top of it. */
static void test_climb_behind_a_drop(void **state) {
    (void)state;
    scene s;
    begin(&s, 20000, 20000);
    box(&s, 5000, 2000, 5000, 4000, 0, 1500, QM__PRISM_WALKABLE);
    prepare(&s);
    prepare_links(&s, &(qm__link_rules){.jump_most = 3000, .climbs = true, .drops = true});
    s.pricing = price_risk;
    reach_from(&s, (qm__spot){5000, 2000, 1}, 4000, NULL, true);
    const double rest = 4000 - qm__root(3000.0 * 3000 - 500.0 * 500);
    assert_near(qm__reach_cost(s.reach, (qm__spot){9000, 2500, 1}), 1500 + qm__root(rest * rest + 500.0 * 500), 5);
    finish(&s);
}

/* Two storeys whose edges are in one line are stepped up in that line alone, at any place of it: every one of the many
 * places along it sees the rim behind, and what leads on from the foot of that rim is more than is spread at once. */
static void test_drop_behind_a_stair_in_one_line(void **state) {
    (void)state;
    scene s;
    begin(&s, 14000, 14000);
    s.walker.radius = 250, s.walker.step = s.walker.free_step = 1000;
    box(&s, 10000, 6500, 2000, 500, 0, 1000, QM__PRISM_WALKABLE);
    add_prism(&s, (int32_t[]){10000, 6500, 13000, 6500, 10500, 7500}, 3, 1500, 2000, QM__PRISM_WALKABLE);
    box(&s, 2500, 4500, 1500, 1000, 0, 1500, 0);
    box(&s, 7500, 10000, 1500, 3000, 0, 500, QM__PRISM_WALKABLE);
    box(&s, 11000, 10000, 500, 2000, 0, 1000, QM__PRISM_WALKABLE);
    box(&s, 10000, 9000, 1000, 2000, 2500, 3000, QM__PRISM_WALKABLE);
    box(&s, 5500, 6500, 3000, 1000, 0, 1000, QM__PRISM_WALKABLE);
    prepare(&s);
    prepare_links(&s, &(qm__link_rules){.drops = true, .drop_to_foot = true});
    s.pricing = price_risk;
    reach_from(&s, (qm__spot){13000, 6000, 0}, 12000, NULL, true);
    /* up at the nearer end of the lower storey, on to the tip of the upper one, down for nothing, and straight on */
    const double up = qm__root(1000.0 * 1000 + 500.0 * 500), tip = qm__root(1500.0 * 1500 + 1000.0 * 1000);
    const double x = 10500 - 250 * 2 / qm__root(5), y = 7500 + 250 / qm__root(5);
    assert_near(qm__reach_cost(s.reach, (qm__spot){5250, 11000, 0}),
                up + tip + qm__root((x - 5250) * (x - 5250) + (11000 - y) * (11000 - y)), 0.5);
    finish(&s);
}

/* A crate's edge at one radius before a slab: whoever steps onto it right there climbs back over where he came from,
 * wherever along it that is best. With an area to pay for on the slab, its landings are laid one by one. */
static void test_climb_from_an_edge_stepped_onto(void **state) {
    (void)state;
    for (int area = 0; area <= 1; area++) {
        scene s;
        begin(&s, 14000, 14000);
        s.walker.step = s.walker.free_step = 1000;
        box(&s, 5000, 6000, 1500, 3000, 0, 1000, QM__PRISM_WALKABLE);
        box(&s, 7000, 6500, 500, 3000, 2000, 2250, QM__PRISM_WALKABLE);
        if (area) {
            add_area(&s, 7000, 6000, 500, 200);
            s.prices[0] = (qm__area_price){.once = 3000};
        }
        prepare(&s);
        prepare_links(&s, &(qm__link_rules){.climbs = true});
        reach_from(&s, (qm__spot){9000, 12000, 0}, 9000, area ? s.prices : NULL, true);
        /* as if from the far side of the edge: 3000 and 4000 away, the slide left out; 1250 up, 500 onto the slab */
        assert_near(qm__reach_cost(s.reach, (qm__spot){7500, 8000, 2}), 5000 + 1750, area ? 0.5 : 0.01);
        assert_near(qm__reach_cost(s.reach, (qm__spot){7000, 8000, 2}), qm__root(2500.0 * 2500 + 4000.0 * 4000) + 1750,
                    area ? 0.5 : 0.01);
        finish(&s);
    }
}

/* A way around a corner and up a face that begins right at the circle around it, and a jump back from any place of the
 * edge up there. */
static void test_jump_from_beside_a_corner(void **state) {
    (void)state;
    scene s;
    begin(&s, 14000, 14000);
    box(&s, 8500, 3500, 1000, 3000, 0, 1000, QM__PRISM_WALKABLE);
    box(&s, 8000, 5000, 500, 3000, 0, 2000, 0);
    box(&s, 7000, 1500, 500, 2500, 1500, 1750, QM__PRISM_WALKABLE);
    prepare(&s);
    prepare_links(&s, &(qm__link_rules){.jump_most = 3000, .rise_most = 1000, .climbs = true, .jumps = true});
    reach_from(&s, (qm__spot){6000, 9000, 0}, 12000, NULL, true);
    /* to the circle, around it, on to the foot `down` below the corner, 500 and 1000 up, and 1000 sideways in the air
     */
    const double tangent = qm__root(2000.0 * 2000 + 4000.0 * 4000 - 500.0 * 500);
    const double begins = qm__angle_of(-2000, 4000) + qm__angle_of(500, tangent);
    for (int y = 3000; y <= 3800; y += 200) {
        double least = 1e30;
        for (double down = 500; down <= 1500; down += 0.25) {
            const double straight = qm__root(down * down - 500.0 * 500), fall = 5000 - down - y;
            const double around = 1.5 * QM__PI - qm__angle_of(500, straight) - begins;
            least = qm__least(least, tangent + 500 * around + straight + 1500 + qm__root(1e6 + fall * fall));
        }
        assert_near(qm__reach_cost(s.reach, (qm__spot){7500, y, 2}), least, 0.5);
    }
    finish(&s);
}

/* Something hangs over a corner of a block, and climbs go sideways: whoever comes around the corner gets to the first
 * foot that is free only straight along the face. */
static void test_climb_sideways_behind_a_corner(void **state) {
    (void)state;
    scene s;
    begin(&s, 14000, 14000);
    box(&s, 5000, 1000, 6000, 4000, 0, 2000, QM__PRISM_WALKABLE);
    box(&s, 4500, 4600, 8000, 1000, 3000, 3250, 0);
    prepare(&s);
    prepare_links(&s, &(qm__link_rules){.climbs = true, .leeway = 500});
    reach_from(&s, (qm__spot){9500, 8000, 0}, 9000, NULL, true);
    /* to the circle around the corner, around it, and on to where the slab ends by the radius; 500 and 2000 up */
    const double tangent = qm__root(1500.0 * 1500 + 3000.0 * 3000 - 500.0 * 500);
    const double around = 500 * (qm__angle_of(-1500, 3000) - qm__angle_of(500, tangent));
    const double up = tangent + around + 900 + 2500;
    assert_near(qm__reach_cost(s.reach, (qm__spot){11000, 4100, 1}), up, 1);
    assert_near(qm__reach_cost(s.reach, (qm__spot){10500, 3000, 1}), up + qm__root(500.0 * 500 + 1100.0 * 1100), 1);
    finish(&s);
}

/* A wall stands one radius from a rim: the way comes round its corner straight onto the rim, and on along it to where a
 * block is near enough to be jumped to. A figure there is gone round likewise. */
static void test_jump_from_along_a_rim(void **state) {
    (void)state;
    for (int figure = 0; figure <= 1; figure++) {
        scene s;
        begin(&s, 20000, 20000);
        box(&s, 2000, 2000, 16000, 8000, 0, 2000, QM__PRISM_WALKABLE);
        box(&s, 11000, 12000, 1000, 1000, 0, 2000, QM__PRISM_WALKABLE);
        if (figure) {
            s.bodies[s.crowd.count++] =
                (qm__body){.x = 8000, .y = 9000, .z = 2000, .radius = 500, .height = 1500, .manner = QM__BLOCK};
            box(&s, 8000, 2000, 6000, 7000, 2000, 5000, 0);
        } else {
            box(&s, 8000, 5000, 6000, 4500, 2000, 5000, 0);
        }
        prepare(&s);
        prepare_links(&s, &(qm__link_rules){.jump_most = 2500, .jumps = true});
        const int32_t level = qm__level_at(s.levels, 2000);
        reach_from(&s, (qm__spot){figure ? 7000 : 7500, 6000, level}, 14000, NULL, true);
        /* around the corner, along the rim, and a jump of 2.5" slantwise */
        const double round = figure ? 3000 + 500 * QM__PI : 3500 + 250 * QM__PI;
        assert_near(qm__reach_cost(s.reach, (qm__spot){11000, 12000, level}), round + 1500 + 2500, 3);
        finish(&s);
    }
}

/* A gap just as wide as the longest jump, slanting: it is jumped straight over, or askew by as much as rounding lets
 * one: 0.49 longer, and so much sideways. Else all of the far side is seen as if the start lay that much nearer. */
static void test_slanting_gap_of_the_longest_jump(void **state) {
    (void)state;
    for (int turned = 0; turned < 4; turned++) {
        static const int32_t near[8] = {4000, 4000, 5200, 2400, 9200, 5400, 8000, 7000};
        static const int32_t far[8] = {2200, 6400, 6200, 9400, 5000, 11000, 1000, 8000};
        static const double spots[3][2] = {{6600, 4700}, {3600, 8700}, {4400, 9300}};
        qm__spot at[3];
        scene s;
        begin(&s, 14000, 14000);
        for (int i = 0; i < 2; i++) {
            int32_t xy[8];
            for (int k = 0; k < 8; k += 2) {
                const int32_t x = (i ? far : near)[k], y = (i ? far : near)[k + 1];
                xy[k] = turned % 2 ? 14000 - y : x, xy[k + 1] = turned % 2 ? x : y;
                xy[k] = turned / 2 ? 14000 - xy[k] : xy[k], xy[k + 1] = turned / 2 ? 14000 - xy[k + 1] : xy[k + 1];
            }
            add_prism(&s, xy, 4, 0, 2000, QM__PRISM_WALKABLE);
        }
        prepare(&s);
        prepare_links(&s, &(qm__link_rules){.jump_most = 3000, .jumps = true});
        for (int i = 0; i < 3; i++) {
            const double x = turned % 2 ? 14000 - spots[i][1] : spots[i][0], y = turned % 2 ? spots[i][0] : spots[i][1];
            at[i] = (qm__spot){turned / 2 ? 14000 - x : x, turned / 2 ? 14000 - y : y, qm__level_at(s.levels, 2000)};
        }
        reach_from(&s, at[0], 7000, NULL, true);
        const double aside = qm__root(3000.49 * 3000.49 - 3000.0 * 3000);
        assert_near(qm__reach_cost(s.reach, at[1]), 5000, 0.5);
        assert_near(qm__reach_cost(s.reach, at[2]), 3000 + qm__root((1000.0 - aside) * (1000 - aside) + 2000.0 * 2000),
                    0.5);
        finish(&s);
    }
}

/* A jump past a tower, as far to its other side as jumps get: of all flights to that landing the longest one alone is
 * free. It touches the circle around the corner (4500, 6300) at (4100, 6600), in the direction of 3 to 4. */
static void test_longest_jump_past_a_tower(void **state) {
    (void)state;
    scene s;
    begin(&s, 20000, 20000);
    box(&s, 0, 2000, 4600, 3000, 0, 4000, QM__PRISM_WALKABLE | QM__PRISM_SHEER);
    box(&s, 2000, 7400, 8000, 3000, 0, 4000, QM__PRISM_WALKABLE | QM__PRISM_SHEER);
    box(&s, 4500, 6200, 6000, 100, 0, 9000, 0);
    prepare(&s);
    prepare_links(&s, &(qm__link_rules){.jump_most = 3000, .jumps = true});
    reach_from(&s, (qm__spot){1800, 3000, 1}, 12000, NULL, true);
    /* to the rim at (2900, 5000), over the gap to (4700, 7400), and along the other rim */
    assert_near(qm__reach_cost(s.reach, (qm__spot){9000, 7400, 1}),
                qm__root(1100.0 * 1100 + 2000.0 * 2000) + 3000 + 4300, 1);
    finish(&s);
}

/* A pier just as wide as the base and half as long, all of which has to stand on something: there is one place to jump
 * from at its end, and the way there comes to it around the corner that pier and roof make. */
static void test_jump_from_a_single_place(void **state) {
    (void)state;
    scene s;
    begin(&s, 14000, 10000);
    s.walker.whole = true;
    box(&s, 2000, 2000, 4000, 6000, 0, 2000, QM__PRISM_WALKABLE);
    box(&s, 6000, 4500, 500, 1000, 0, 2000, QM__PRISM_WALKABLE);
    box(&s, 8200, 3000, 3000, 4000, 0, 2000, QM__PRISM_WALKABLE);
    prepare(&s);
    prepare_links(&s, &(qm__link_rules){.jump_most = 3000, .jumps = true});
    const int32_t level = qm__level_at(s.levels, 2000);
    reach_from(&s, (qm__spot){3000, 5800, level}, 9000, NULL, true);
    /* to the circle around the corner (6000, 5500), around it to (6000, 5000), and a jump of 2.7" */
    const double tangent = qm__root(3000.0 * 3000 + 300.0 * 300 - 500.0 * 500);
    const double around = 500 * (1.5 * QM__PI - qm__angle_of(-3000, 300) - qm__angle_of(500, tangent));
    assert_near(qm__reach_cost(s.reach, (qm__spot){8700, 5000, level}), tangent + around + 2700, 1);
    assert_near(qm__reach_cost(s.reach, (qm__spot){9700, 5000, level}), tangent + around + 3700, 1);
    finish(&s);
}

/* A tower stands back from the corner of a low block: flights past the corner land freely up to a place, and from there
 * on each has to touch the circle around the tower's corner (5000, 4000). The best lands a little behind that place. */
static void test_drop_just_past_a_tower(void **state) {
    (void)state;
    scene s;
    begin(&s, 14000, 10000);
    box(&s, 1000, 1000, 3000, 4000, 0, 2000, QM__PRISM_WALKABLE);
    box(&s, 4700, 0, 5000, 4000, 0, 1500, 0);
    box(&s, 5000, 0, 300, 4000, 1500, 6000, 0);
    prepare(&s);
    prepare_links(&s, &(qm__link_rules){.jump_most = 3000, .drops = true});
    reach_from(&s, (qm__spot){2500, 1500, qm__level_at(s.levels, 2000)}, 8000, NULL, true);
    double least = 1e9;
    for (double x = 4700; x < 5000; x += 0.5) { /* from (4000, y) to (x, 4500) and on to (8000, 5000) */
        const double before = 5000 - x, steepest = 1000 * before / (250000 - before * before);
        const double straight = 1500 + 3000 * 1500 / (x - 2500), touching = 4500 - (x - 4000) * steepest;
        const double y = straight > touching ? straight : touching;
        const double cost = qm__root(1500 * 1500 + (y - 1500) * (y - 1500)) +
                            qm__root((x - 4000) * (x - 4000) + (4500 - y) * (4500 - y)) +
                            qm__root((8000 - x) * (8000 - x) + 500 * 500);
        least = cost < least ? cost : least;
    }
    assert_near(least, 7033.5, 1);
    assert_near(qm__reach_cost(s.reach, (qm__spot){8000, 5000, 0}), least, 1);
    finish(&s);
}

/* Ground that costs something to come into is flown over, to beside a slab that hangs over the ground: whoever does not
 * want to go under it turns back on the arc around its corner (6500, 5000), each to somewhere else. */
static void test_turning_back_on_an_arc(void **state) {
    (void)state;
    scene s;
    const qm__area_price price = {.entry = 3000};
    begin(&s, 14000, 12000);
    box(&s, 500, 2500, 3000, 2500, 0, 2000, QM__PRISM_WALKABLE);
    box(&s, 6500, 3000, 2000, 2000, 1800, 2000, 0);
    add_area(&s, 3100, 500, 2200, 11000);
    prepare(&s);
    prepare_links(&s, &(qm__link_rules){.jump_most = 3000, .drops = true});
    reach_from(&s, (qm__spot){900, 4040, qm__level_at(s.levels, 2000)}, 8000, &price, true);
    for (int i = 0; i < 8; i++) {
        const qm__xy goal = {6000 + 100 * i, 6300};
        double least = 1e9;
        for (int k = 0; k < 900; k++) { /* the place on the arc, … */
            const qm__turn turn = qm__turn_of_radians(QM__PI / 2 + QM__PI / 2 * k / 900);
            const qm__xy on = {6500 + 500 * turn.cos, 5000 + 500 * turn.sin};
            for (double y = 4000; y <= 5000; y += 2) { /* … and on the rim */
                const qm__xy off = {3500, y};
                const double flight = qm__apart(off, on);
                const double cost = qm__apart((qm__xy){900, 4040}, off) + flight + qm__apart(on, goal);
                least = flight <= 3000 && cost < least ? cost : least;
            }
        }
        assert_near(qm__reach_cost(s.reach, (qm__spot){goal.x, goal.y, 0}), least, 2);
    }
    finish(&s);
}

/* Behind a drop a way leads around the corner (3000, 3000) of ground that costs three times as much by the inch, on
 * along its border, and bends into it only at the end. */
static void test_into_dear_ground_from_its_border(void **state) {
    (void)state;
    scene s;
    const qm__area_price price = {.factor = 3000};
    begin(&s, 12000, 12000);
    box(&s, 5000, 500, 2000, 2000, 0, 2000, QM__PRISM_WALKABLE);
    add_area(&s, 3000, 3000, 4000, 5000);
    prepare(&s);
    prepare_links(&s, &(qm__link_rules){.jump_most = 3000, .drops = true});
    reach_from(&s, (qm__spot){5500, 1500, qm__level_at(s.levels, 2000)}, 8000, &price, true);
    /* the circle is touched with the base to its left, and turned around up to the border at x = 2500 */
    const double tangent = qm__root(2500.0 * 2500 + 1500.0 * 1500 - 500.0 * 500);
    const double around = 500 * (QM__PI + qm__angle_of(2500, -1500) - qm__angle_of(500, tangent));
    for (int depth = 50; depth <= 250; depth += 50) {
        const double cost = tangent + around + 3000 + depth * qm__root(8);
        const double told = qm__reach_cost(s.reach, (qm__spot){2500 + depth, 6000, 0});
        assert_true(told > cost - 5 && told < cost + 100);
    }
    finish(&s);
}

/* Whole units at the foot of a slanting wall rarely lie just where one lands: those that lie nearer to the wall, within
 * the slack, cost the same. */
static void test_whole_units_at_a_slanting_foot(void **state) {
    (void)state;
    scene s;
    begin(&s, 16000, 16000);
    add_prism(&s, (int32_t[]){2000, 2000, 9000, 1100, 10000, 5900, 4000, 8700}, 4, 0, 3000, QM__PRISM_WALKABLE);
    prepare(&s);
    prepare_links(&s, &(qm__link_rules){.jump_most = 3000, .drops = true, .drop_to_foot = true});
    reach_from(&s, (qm__spot){6500, 5000, qm__level_at(s.levels, 3000)}, 6000, NULL, true);
    const qm__xy a = {10000, 5900}, b = {4000, 8700}, u = qm__unit(qm__minus(b, a)), out = {u.y, -u.x};
    const qm__xy image = qm__along((qm__xy){6500, 5000}, out, 500);
    int before = 0;
    for (int i = 0; i < 300; i++) {
        const qm__xy foot = qm__along(qm__along(a, u, 1500 + 10 * i), out, 500);
        const qm__spot spot = {(double)(int)(foot.x + 0.5), (double)(int)(foot.y + 0.5), 0};
        if (qm__passes(s.levels, NULL, spot, QM__CARE, NULL)) {
            const qm__xy at = {spot.x, spot.y};
            before += qm__dot(qm__minus(at, foot), out) < 0;
            assert_near(qm__reach_cost(s.reach, spot), 500 + qm__apart(image, at), 0.6);
        }
    }
    assert_true(before > 30);
    finish(&s);
}

/* A place that costs just the budget is in reach, though nothing is left there; for a hundredth of a unit less it is
 * not. */
static void test_landing_for_all_of_the_budget(void **state) {
    (void)state;
    static const struct {
        qm__link_rules rules;
        qm__spot from, to;
        double cost;
    } cases[] = {
        {{.jump_most = 3000, .jumps = true}, {13000, 12000, 1}, {18000, 12000, 1}, 5000},
        {{.jump_most = 3000, .jumps = true}, {16000, 12000, 1}, {18000, 12000, 1}, 2000},
        {{.jump_most = 3000, .drops = true}, {13000, 12000, 1}, {16500, 12000, 0}, 3500},
        {{.drops = true, .drop_to_foot = true, .jump_most = 3000}, {13000, 12000, 1}, {16500, 12000, 0}, 3500},
        {{.climbs = true}, {8000, 12000, 0}, {10000, 12000, 1}, 5000},
        {{.climbs = true, .leeway = 500}, {8000, 12000, 0}, {10000, 12000, 1}, 5000},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        scene s;
        double nearest;
        begin(&s, 30000, 30000);
        box(&s, 10000, 10000, 6000, 8000, 0, 3000, QM__PRISM_WALKABLE);
        box(&s, 18000, 10000, 6000, 8000, 0, 3000, QM__PRISM_WALKABLE);
        prepare(&s);
        prepare_links(&s, &cases[i].rules);
        reach_from(&s, cases[i].from, cases[i].cost, NULL, true);
        assert_near(qm__reach_cost(s.reach, cases[i].to), cases[i].cost, 1e-6);
        reach_from(&s, cases[i].from, cases[i].cost - 0.01, NULL, true);
        assert_true(qm__reach_cost(s.reach, cases[i].to) < 0);
        assert_false(has(&s.regions, cases[i].to, &nearest));
        finish(&s);
    }
}

/* ----------------------------------------------------------------------------------------------------------- random */

/* Reach with links against routes: no place costs more than the cheapest of them. (Less it may: routes tell when they
 * are not exact, and every place of a reach is checked by tracing.) */
static void run_links(uint32_t first, uint32_t count, const qm__link_rules *rules, double by, tally *t) {
    static qm__route routes[4];
    for (uint32_t seed = first; seed < first + count; seed++) {
        scene s;
        uint64_t at = 5000;
        qm__spot from, spot;
        make_random(&s, seed);
        prepare(&s);
        prepare_links(&s, rules);
        void *const scratch = malloc(qm__route_scratch_size(s.walks, s.links, BODIES));
        const double budget = 3000 + (double)qm__random_below(seed, &at, 5000);
        assert_non_null(scratch);
        if (random_spot(&s, seed, &at, &from)) {
            reach_from(&s, from, budget, NULL, true);
            for (int i = 0; i < 30; i++) {
                if (!random_spot(&s, seed, &at, &spot)) {
                    continue;
                }
                compare_place(&s, budget, spot, t, seed);
                if (i < 10) {
                    const qm__route_ask ask = {
                        {.from = from, .to = spot, .crowd = &s.crowd, .limit = budget}, price_link, NULL};
                    const int found = qm__routes_find(s.walks, s.links, &ask, scratch, routes, 4);
                    const double cost = qm__reach_cost(s.reach, spot), wanted = found > 0 ? routes[0].cost : -1;
                    assert_true(found >= 0);
                    t->costs++, t->reached += cost >= 0;
                    const bool off = wanted >= 0 && wanted < budget - by && (cost < 0 || cost > wanted + by);
                    if (off) {
                        t->first_cost = t->off_costs++ ? t->first_cost : seed;
                    }
                }
            }
        }
        free(scratch);
        finish(&s);
    }
}

static void test_random_climbs(void **state) {
    (void)state;
    tally t = {0};
    run_links(300000, 80, &(qm__link_rules){.climbs = true, .drops = true, .drop_to_foot = true}, 0.1, &t);
    check(&t);
}

/* Jumps and drops to any landing: most are straight on and exact, the others are within the spacing of landings. */
static void test_random_jumps(void **state) {
    (void)state;
    tally t = {0};
    run_links(400000, 8, &(qm__link_rules){.climbs = true, .drops = true, .jumps = true, .jump_most = 2000}, 5, &t);
    assert_true(t.off_places == 0 && t.off_costs * 40 < t.costs && t.reached * 4 > t.costs);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bands_with_links),
        cmocka_unit_test(test_climb),
        cmocka_unit_test(test_landing_behind_a_figure),
        cmocka_unit_test(test_drop_before_a_long_figure),
        cmocka_unit_test(test_drop_beside_a_figure),
        cmocka_unit_test(test_risky_drop_beside_a_friend),
        cmocka_unit_test(test_flight_beside_a_figure_outwards),
        cmocka_unit_test(test_drop_for_nothing),
        cmocka_unit_test(test_drop_past_an_outer_corner),
        cmocka_unit_test(test_drop_from_beside_a_step),
        cmocka_unit_test(test_drop_and_back_onto_a_crate),
        cmocka_unit_test(test_jump_from_around_a_corner),
        cmocka_unit_test(test_climb_behind_a_drop),
        cmocka_unit_test(test_drop_behind_a_stair_in_one_line),
        cmocka_unit_test(test_climb_from_an_edge_stepped_onto),
        cmocka_unit_test(test_jump_from_beside_a_corner),
        cmocka_unit_test(test_climb_sideways_behind_a_corner),
        cmocka_unit_test(test_jump_from_along_a_rim),
        cmocka_unit_test(test_slanting_gap_of_the_longest_jump),
        cmocka_unit_test(test_longest_jump_past_a_tower),
        cmocka_unit_test(test_jump_from_a_single_place),
        cmocka_unit_test(test_drop_just_past_a_tower),
        cmocka_unit_test(test_turning_back_on_an_arc),
        cmocka_unit_test(test_into_dear_ground_from_its_border),
        cmocka_unit_test(test_whole_units_at_a_slanting_foot),
        cmocka_unit_test(test_landing_for_all_of_the_budget),
        cmocka_unit_test(test_random_climbs),
        cmocka_unit_test(test_random_jumps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
