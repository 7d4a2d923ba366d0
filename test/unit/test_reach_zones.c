/* Regions of a reach over links: no ground that no base can be on, above all where areas cost something, once or for
 * every entry. In hand-made cases and on random tables, places just inside of the borders are compared with what they
 * cost.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/angle.h"
#include "support/reaching.h"

#define INWARDS 15.0 /* units: so far within a border places are looked at */

/* Places just inside of the rings: beside their corners and the middles of their edges. */
static void compare_rings(scene *s, double budget, tally *t, uint32_t seed) {
    for (uint32_t i = 0; i < s->regions.ring_count; i++) {
        const qm__reach_ring *const ring = &s->regions.rings[i];
        for (uint32_t k = 0; k < ring->count; k++) {
            const qm__xy a = s->regions.points[ring->first + k],
                         b = s->regions.points[ring->first + (k + 1) % ring->count];
            const qm__xy in = qm__left(qm__unit(qm__minus(b, a)));
            const qm__xy at[2] = {qm__along(a, in, INWARDS), qm__along(qm__half_way(a, b), in, INWARDS)};
            for (int n = 0; n < 2 && qm__apart(a, b) > 1; n++) {
                compare_place(s, budget, (qm__spot){at[n].x, at[n].y, ring->level}, t, seed);
            }
        }
    }
}

/* A wall between a landing and a brook: rays that go on behind the brook do not come from beside the wall. */
static void test_wall_before_a_brook(void **state) {
    (void)state;
    for (int entry = 0; entry <= 1; entry++) {
        scene s;
        begin(&s, 30000, 24000);
        box(&s, 6000, 6000, 4000, 4000, 3000, 6000, QM__PRISM_WALKABLE);
        box(&s, 14000, 11500, 8000, 500, 0, 4000, QM__PRISM_WALKABLE);
        add_area(&s, 0, 13000, 30000, 1000);
        *(entry ? &s.prices[0].entry : &s.prices[0].once) = 1000;
        prepare(&s);
        prepare_links(&s, &(qm__link_rules){.jump_most = 3000, .climbs = true, .jumps = true, .drops = true});
        reach_from(&s, (qm__spot){8000, 8000, qm__level_at(s.levels, 6000)}, 12000, s.prices, true);
        tally t = {0};
        double nearest;
        compare_rings(&s, 12000, &t, 0);
        assert_true(t.places > 100 && t.off_places == 0);
        assert_true(has(&s.regions, (qm__spot){13000, 12000, 0}, &nearest));
        assert_false(has(&s.regions, (qm__spot){14500, 11750, 0}, &nearest));
        finish(&s);
    }
}

/* A slit between two walls shows a short piece of a roof's edge. Where one drops from there straight to its foot, half
 * of which lies in a brook, all places cost what the straight line says, and in the brook its price more. */
static void test_drop_from_behind_a_slit_beside_a_brook(void **state) {
    (void)state;
    for (int entry = 0; entry <= 1; entry++) {
        scene s;
        begin(&s, 20000, 20000);
        box(&s, 4000, 4000, 9000, 4000, 0, 3000, QM__PRISM_WALKABLE);
        box(&s, 4000, 6000, 2370, 500, 3000, 6000, 0);
        box(&s, 7430, 6000, 5570, 500, 3000, 6000, 0);
        add_area(&s, 7400, 8000, 9000, 6000); /* the base is in it from 6900.5 on */
        *(entry ? &s.prices[0].entry : &s.prices[0].once) = 700;
        prepare(&s);
        prepare_links(&s, &(qm__link_rules){.jump_most = 3000, .drops = true, .drop_to_foot = true});
        reach_from(&s, (qm__spot){6900, 5000, qm__level_at(s.levels, 3000)}, 7000, s.prices, true);
        const qm__xy image = {6900, 5500};
        for (int32_t x = 6865; x <= 6935; x += 5) {
            for (int32_t y = 8500; y <= 9000; y += 250) {
                const double cost = 500 + qm__apart(image, (qm__xy){x, y}) + (x > 6900 ? 700 : 0);
                assert_near(qm__reach_cost(s.reach, (qm__spot){x, y, 0}), cost, 0.01);
            }
        }
        finish(&s);
    }
}

/* A drop that ends in a brook has to pay for it, wherever it lands. */
static void test_landing_in_a_brook(void **state) {
    (void)state;
    for (int entry = 0; entry <= 1; entry++) {
        scene s;
        begin(&s, 20000, 20000);
        box(&s, 6000, 6000, 4000, 4000, 0, 1500, QM__PRISM_WALKABLE);
        add_area(&s, 6000, 2000, 9000, 3200);
        *(entry ? &s.prices[0].entry : &s.prices[0].once) = 1000;
        prepare(&s);
        prepare_links(&s, &(qm__link_rules){.climbs = true, .drops = true, .drop_to_foot = true});
        const qm__spot from = {9800, 7000, qm__level_at(s.levels, 1500)};
        reach_from(&s, from, 4500, s.prices, true);
        /* past the rim at 6000 straight down, 500 off it, into the brook that is come into at 5700 */
        assert_near(qm__reach_cost(s.reach, (qm__spot){9800, 5000, 0}), 3000, 0.01);
        assert_near(qm__reach_cost(s.reach, (qm__spot){9800, 4000, 0}), 4000, 0.01);
        tally t = {0};
        compare_rings(&s, 4500, &t, 0);
        assert_true(t.places > 50 && t.off_places == 0);
        finish(&s);
    }
}

/* Two roofs with a gap between them, 1500 wide, and a brook whose corner lies in the gap. A jump out of the brook into
 * the same brook pays nothing, one that takes off beside it does, also where it takes off right at its border: on the
 * rim, 300 off the corner, that is 400 before it (less the slack). */
static void test_jump_into_a_brook(void **state) {
    (void)state;
    for (int turned = 0; turned <= 1; turned++) {
        scene s;
        begin(&s, 20000, 20000);
        box(&s, 2000, 2000, turned ? 4000 : 12000, turned ? 12000 : 4000, 0, 3000, QM__PRISM_WALKABLE);
        box(&s, turned ? 7500 : 2000, turned ? 2000 : 7500, turned ? 4500 : 12000, turned ? 12000 : 4500, 0, 3000,
            QM__PRISM_WALKABLE);
        add_area(&s, turned ? 6300 : 8000, turned ? 8000 : 6300, turned ? 13700 : 7000, turned ? 7000 : 13700);
        s.t->areas[0].top = 3000;
        s.prices[0].entry = 1000;
        prepare(&s);
        prepare_links(&s, &(qm__link_rules){.jump_most = 3000, .jumps = true});
        const int32_t roof = qm__level_at(s.levels, 3000);
        /* straight there, 6000 to each side, and once into the brook */
        reach_from(&s, turned ? (qm__spot){4000, 5000, roof} : (qm__spot){5000, 4000, roof}, 11000, s.prices, true);
        assert_near(qm__reach_cost(s.reach, turned ? (qm__spot){10000, 11000, roof} : (qm__spot){11000, 10000, roof}),
                    6000 * qm__root(2) + 1000, 0.3);
        /* from the rim itself: 4000 aside, 3000 over the gap and on */
        reach_from(&s, turned ? (qm__spot){6000, 5000, roof} : (qm__spot){5000, 6000, roof}, 11000, s.prices, true);
        assert_near(qm__reach_cost(s.reach, (qm__spot){9000, 9000, roof}), 5000 + 1000, 0.3);
        /* one who stands in it has paid: straight, 3000 aside and 4000 over the gap */
        reach_from(&s, turned ? (qm__spot){6000, 8000, roof} : (qm__spot){8000, 6000, roof}, 11000, s.prices, true);
        assert_near(qm__reach_cost(s.reach, turned ? (qm__spot){10000, 11000, roof} : (qm__spot){11000, 10000, roof}),
                    5000, 0.3);
        finish(&s);
    }
}

/* A brook across the rim of a roof: who walks along the rim, to jump from it behind the brook, pays for it. */
static void test_rim_through_a_brook(void **state) {
    (void)state;
    scene s;
    begin(&s, 20000, 20000);
    box(&s, 2000, 2000, 12000, 4000, 0, 3000, QM__PRISM_WALKABLE);
    box(&s, 11000, 7500, 3000, 4500, 0, 3000, QM__PRISM_WALKABLE);
    add_area(&s, 7000, 1000, 1000, 5200);
    s.t->areas[0].top = 3000;
    s.prices[0].entry = 1000;
    prepare(&s);
    prepare_links(&s, &(qm__link_rules){.jump_most = 2500, .jumps = true});
    const int32_t roof = qm__level_at(s.levels, 3000);
    reach_from(&s, (qm__spot){5000, 6000, roof}, 11000, s.prices, true);
    /* 4000 along it, to where a jump of 2500 goes 2000 aside and 1500 over the gap, to the corner */
    assert_near(qm__reach_cost(s.reach, (qm__spot){11000, 7500, roof}), 4000 + 2500 + 1000, 0.3);
    finish(&s);
}

/* A drop that ends right at the edge of a slab goes on upon the slab, not under it. */
static void test_landing_at_a_shore(void **state) {
    (void)state;
    scene s;
    begin(&s, 20000, 20000);
    box(&s, 6000, 8000, 4000, 4000, 0, 1500, QM__PRISM_WALKABLE);
    box(&s, 6000, 4000, 3000, 3500, 300, 400, QM__PRISM_WALKABLE);
    prepare(&s);
    prepare_links(&s, &(qm__link_rules){.climbs = true, .drops = true, .drop_to_foot = true});
    reach_from(&s, (qm__spot){8000, 9000, qm__level_at(s.levels, 1500)}, 4000, NULL, true);
    tally t = {0};
    double nearest;
    compare_rings(&s, 4000, &t, 0);
    assert_true(t.places > 50 && t.off_places == 0);
    assert_true(has(&s.regions, (qm__spot){8000, 6500, qm__level_at(s.levels, 400)}, &nearest));
    assert_false(has(&s.regions, (qm__spot){8000, 6500, 0}, &nearest));
    assert_true(has(&s.regions, (qm__spot){9500, 7000, 0}, &nearest));
    finish(&s);
}

/* By the inch, links are taken at places half an inch apart; but around somebody below ways lead as ever. */
static void test_behind_a_figure_by_the_inch(void **state) {
    (void)state;
    static qm__route routes[4];
    scene s;
    begin(&s, 24000, 18000);
    box(&s, 6000, 6000, 4000, 4000, 0, 3000, QM__PRISM_WALKABLE);
    add_area(&s, 14000, 2000, 4000, 3000);
    s.prices[0].factor = 2000;
    s.bodies[0] = (qm__body){.x = 13000, .y = 8000, .radius = 500, .height = 1500, .manner = QM__BLOCK};
    s.crowd.count = 1;
    prepare(&s);
    prepare_links(&s, &(qm__link_rules){.jump_most = 3000, .climbs = true, .jumps = true, .drops = true});
    void *const scratch = malloc(qm__route_scratch_size(s.walks, s.links, BODIES));
    assert_non_null(scratch);
    const qm__spot from = {8000, 8000, qm__level_at(s.levels, 3000)};
    reach_from(&s, from, 10000, s.prices, true);
    assert_true(s.regions.approximate && qm__reach_approximate(s.reach));
    for (int i = 0; i < 12; i++) { /* all around it, the first two right behind */
        const qm__turn t = qm__turn_of_radians(QM__PI / 6 * (i > 6 ? i - 12 : i));
        const double off = i == 0 ? 1000 : 1020;
        const qm__spot to = {13000 + off * t.cos, 8000 + off * t.sin, 0};
        const qm__route_ask ask = {
            {.from = from, .to = to, .crowd = &s.crowd, .prices = s.prices, .limit = 10000}, price_link, NULL};
        assert_true(qm__routes_find(s.walks, s.links, &ask, scratch, routes, 4) > 0);
        assert_near(qm__reach_cost(s.reach, to), routes[0].cost, 40);
        double nearest;
        assert_true(has(&s.regions, to, &nearest) || nearest < 36);
    }
    free(scratch);
    finish(&s);
}

/* Around the corner of ground that is dear by the inch, into which the way leads from its border, it goes through other
 * ground that costs: the arc is paid for there, which a piece from the corner alone would not know. */
static void test_around_dear_ground_in_other_ground(void **state) {
    (void)state;
    scene s;
    begin(&s, 17000, 18000);
    s.walker = (qm__walker){.radius = 630, .height = 1500, .step = 1000};
    add_area(&s, 5500, 5500, 4500, 4500);
    add_area(&s, 10000, 10000, 4500, 4000);
    s.prices[0].factor = 1100;
    s.prices[1].factor = 3000;
    prepare(&s);
    reach_from(&s, (qm__spot){7013, 12508, 0}, 10103, s.prices, true);
    const double told = qm__reach_cost(s.reach, (qm__spot){11742, 10054, 0}); /* a graph along the borders has 8322.9 */
    assert_true(told > 8323 * 0.999 && told < 8323 * 1.005);
    finish(&s);
}

/* Rays that graze a border come to it ever farther on: between the last two of them lies a corner of what they step
 * down from. */
static void test_corner_between_grazing_rays(void **state) {
    (void)state;
    scene s;
    double nearest;
    begin(&s, 11000, 9500);
    box(&s, 1000, 1000, 2000, 3500, 0, 2300, QM__PRISM_WALKABLE);
    box(&s, 500, 3500, 1500, 2500, 0, 2000, QM__PRISM_WALKABLE);
    add_area(&s, 590, 4828, 1597, 3012);
    s.t->areas[0].top = 10000;
    s.prices[0].factor = 3000;
    prepare(&s);
    reach_from(&s, (qm__spot){2758, 2983, qm__level_at(s.levels, 2300)}, 6000, s.prices, true);
    const int low = qm__level_at(s.levels, 2000);
    assert_true(has(&s.regions, (qm__spot){1560, 4600, low}, &nearest));
    assert_true(has(&s.regions, (qm__spot){900, 4400, low}, &nearest));
    for (double x = 1040; x < 2000; x += 40) { /* within the upper one's outline */
        assert_false(has(&s.regions, (qm__spot){x, 4480, low}, &nearest));
        assert_false(has(&s.regions, (qm__spot){x, 4420, low}, &nearest));
    }
    finish(&s);
}

/* Rays that come into where every inch costs at a flat angle end far apart: a shaft between two of them, into which the
 * ray in the middle does not lead, is no ground. */
static void test_shaft_between_grazing_rays(void **state) {
    (void)state;
    scene s;
    double nearest;
    begin(&s, 11000, 9500);
    s.walker = (qm__walker){.radius = 500, .height = 1600, .step = 1000, .free_step = 1000};
    box(&s, 559, 692, 5272, 1790, 0, 3500, QM__PRISM_WALKABLE);
    box(&s, 559, 2482, 2384, 1429, 0, 3500, QM__PRISM_WALKABLE);
    box(&s, 3447, 2482, 2384, 1429, 0, 3500, QM__PRISM_WALKABLE);
    box(&s, 559, 3911, 5272, 1790, 0, 3500, QM__PRISM_WALKABLE);
    box(&s, 1348, 2423, 566, 456, 3500, 6150, 0);
    add_area(&s, 1060, 1384, 3591, 2500);
    s.t->areas[0].top = 10000;
    s.prices[0].factor = 1500;
    prepare(&s);
    const int top = qm__level_at(s.levels, 3500);
    reach_from(&s, (qm__spot){662, 1648, top}, 6000, s.prices, true);
    assert_true(has(&s.regions, (qm__spot){2800, 3700, top}, &nearest));
    for (double x = 2980; x < 3420; x += 20) {
        for (double y = 2520; y < 3880; y += 20) {
            assert_false(has(&s.regions, (qm__spot){x, y, top}, &nearest));
        }
    }
    finish(&s);
}

/* Just before a border lets no ray through they are spread by any angle: some come past somebody, some do not. */
static void test_figure_between_spread_rays(void **state) {
    (void)state;
    scene s;
    begin(&s, 11000, 9500);
    s.walker = (qm__walker){.radius = 630, .height = 1600, .step = 1000, .free_step = 0, .centre = true};
    add_prism(&s, (int32_t[]){3636, 1815, 5468, 3188, 4095, 5019, 2264, 3645}, 4, 0, 2000, QM__PRISM_WALKABLE);
    s.t->areas[s.t->table.area_count++] =
        (qm__area){.name = "brook", .top = 10000, .polygon = {.first_ring = s.t->table.ring_count, .ring_count = 1}};
    tabletop_ring(s.t, (int32_t[]){4381, 2315, 6210, 3686, 5426, 4732, 3597, 3360}, 4);
    add_area(&s, 2016, 2783, 2671, 3759);
    s.t->areas[1].top = 10000;
    s.prices[0].entry = 700;
    s.prices[1].factor = 3000;
    s.bodies[0] = (qm__body){.x = 3944, .y = 4896, .z = 2000, .radius = 315, .height = 2000, .manner = QM__BLOCK};
    s.crowd.count = 1;
    prepare(&s);
    reach_from(&s, (qm__spot){3517, 2058, 1}, 6000, s.prices, true);
    for (int i = 0; i <= 20; i++) { /* just inside of what it keeps off, on the near side */
        const qm__turn t = qm__turn_of_radians(-QM__PI * (0.25 + 0.025 * i));
        double nearest;
        const qm__spot at = {3944 + 933 * t.cos, 4896 + 933 * t.sin, 1};
        assert_true(!has(&s.regions, at, &nearest) || nearest < 36);
    }
    finish(&s);
}

/* Rays through a strip where every inch costs two end 5800 away. There the tip of a crate comes in between two of them,
 * by 30: nobody is on the ground where it is, whichever two they are. */
static void test_tip_between_the_ends_of_rays(void **state) {
    (void)state;
    for (int32_t y = 9800; y <= 10200; y += 10) {
        scene s;
        double nearest;
        begin(&s, 20000, 20000);
        s.walker.centre = true;
        add_prism(&s, (int32_t[]){8770, y, 10770, y - 2000, 10770, y + 2000}, 3, 0, 400, QM__PRISM_WALKABLE);
        add_area(&s, 3500, 2000, 200, 16000);
        s.prices[0].factor = 2000;
        prepare(&s);
        reach_from(&s, (qm__spot){3000, 10000, 0}, 6000, s.prices, true);
        assert_true(has(&s.regions, (qm__spot){8755, y, 0}, &nearest));
        assert_false(has(&s.regions, (qm__spot){8785, y, 0}, &nearest));
        finish(&s);
    }
}

/* Below a wall every inch costs one and a half, up to 100 past it. Who drops to the foot of a roof there cannot come
 * out at the angle at which that would be best, as the wall is in the way: flatter rays lead out straight. The cheapest
 * that is known: 510 along the roof, 500 down to 3500,4900, 1000 below the wall and 64 around its corner, from where
 * the place is 1952 away, 762 of which cost more. */
static void test_out_flatly_by_the_inch(void **state) {
    (void)state;
    scene s;
    double nearest;
    begin(&s, 20000, 20000);
    s.walker.centre = true;
    box(&s, 1000, 2000, 2000, 3200, 0, 3000, QM__PRISM_WALKABLE);
    box(&s, 3000, 5400, 1500, 1100, 0, 6000, 0);
    add_area(&s, 3100, 0, 16900, 5000);
    s.prices[0].factor = 1500;
    prepare(&s);
    prepare_links(&s, &(qm__link_rules){.drops = true, .drop_to_foot = true});
    reach_from(&s, (qm__spot){2500, 4800, qm__level_at(s.levels, 3000)}, 5300, s.prices, true);
    const qm__spot at = {6500, 5150, 0};
    assert_near(qm__reach_cost(s.reach, at), 510 + 500 + 1.5 * 1064 + 1.5 * 762 + 1190, 10);
    assert_true(has(&s.regions, at, &nearest));
    finish(&s);
}

static int price_nothing(const void *context, const qm__links *links, uint32_t number,
                         qm__link_price out[QM__BANDS_MAX]) {
    (void)context, (void)links, (void)number;
    out[0] = (qm__link_price){.up_to = 1e9, .chance = 1};
    return 1;
}

/* What is too far to be met leaves a reach exact, be it near to where a source seems to be behind a link that leads
 * elsewhere. */
static void test_too_far_by_the_inch(void **state) {
    (void)state;
    scene s;
    begin(&s, 20000, 20000);
    box(&s, 6000, 6000, 4000, 8000, 0, 3000, QM__PRISM_WALKABLE);
    add_area(&s, 13000, 0, 3000, 2500);
    s.prices[0].factor = 2000;
    prepare(&s);
    prepare_links(&s, &(qm__link_rules){.drops = true, .drop_to_foot = true});
    s.pricing = price_nothing;
    /* its corner is 3500 and 9500 away, 500 of which are the base's; a drop gains 500 more, to the east alone */
    const qm__spot from = {9500, 12000, qm__level_at(s.levels, 3000)};
    reach_from(&s, from, qm__root(3000.0 * 3000 + 9500.0 * 9500) - 500 - 100, s.prices, true);
    assert_false(qm__reach_approximate(s.reach));
    reach_from(&s, from, qm__root(3000.0 * 3000 + 9500.0 * 9500) - 500 + 100, s.prices, true);
    assert_true(qm__reach_approximate(s.reach));
    finish(&s);
}

/* A dear area that comes to a point near the edge of the table: one goes round the point as far as the edge lets one,
 * and only then through it. */
static void test_past_a_point_by_the_inch(void **state) {
    (void)state;
    scene s;
    begin(&s, 13000, 18000);
    s.walker.radius = 787;
    box(&s, 5500, 0, 7500, 9000, 0, 3000, 0);
    add_area(&s, 1500, 2500, 4000, 4500);
    s.t->corners[4] = (qm__corner){5500, 7000, 0}; /* half of it */
    s.t->corners[6] = (qm__corner){1500, 7000, 0};
    s.t->rings[1].count = 3;
    s.prices[0].factor = 10000;
    prepare(&s);
    reach_from(&s, (qm__spot){3000, 4100, 0}, 30000, s.prices, true);
    /* by 787,6588 to where it begins to cost more, and out again on the other side of the point */
    const double in = qm__root(787.0 * 787 - 713.0 * 713);
    const double most = qm__root(2213.0 * 2213 + 2488.0 * 2488) + (412 - in) + 10 * 2 * in +
                        qm__root(1073.0 * 1073 + (3000 - in) * (3000 - in));
    const double cost = qm__reach_cost(s.reach, (qm__spot){1860, 10000, 0});
    assert_true(cost > 0 && cost < most && cost > most - 100);
    finish(&s);
}

/* Into a dear area beside a figure that is in the way where one would best come in. */
static void test_in_beside_a_figure_by_the_inch(void **state) {
    (void)state;
    scene s;
    begin(&s, 20000, 20000);
    add_area(&s, 9000, 10000, 4000, 3000);
    s.prices[0].factor = 10000;
    s.bodies[0] = (qm__body){.x = 9500, .y = 8610, .radius = 394, .height = 1500, .manner = QM__BLOCK};
    s.crowd.count = 1;
    prepare(&s);
    reach_from(&s, (qm__spot){3000, 9000, 0}, 30000, s.prices, true);
    const double aside = qm__root(894.0 * 894 - 890.0 * 890);
    const double outside = qm__root((6500 - aside) * (6500 - aside) + 500.0 * 500);
    const double inside = qm__root(aside * aside + 250.0 * 250);
    assert_near(qm__reach_cost(s.reach, (qm__spot){9500, 9750, 0}), outside + 10 * inside, 20);
    finish(&s);
}

/* ----------------------------------------------------------------------------------------------------------- random */

static void run_zones(uint32_t first, uint32_t count, const qm__link_rules *rules, bool crowds, tally *t) {
    for (uint32_t seed = first; seed < first + count; seed++) {
        scene s;
        uint64_t at = 5000;
        qm__spot from, spot;
        make_random(&s, seed);
        add_areas(&s, seed);
        if (crowds) {
            add_crowd(&s, seed);
        }
        prepare(&s);
        prepare_links(&s, rules);
        const double budget = 3000 + (double)qm__random_below(seed, &at, 5000);
        if (random_spot(&s, seed, &at, &from)) {
            reach_from(&s, from, budget, s.prices, true);
            compare_rings(&s, budget, t, seed);
            for (int i = 0; i < 30; i++) {
                if (random_spot(&s, seed, &at, &spot)) {
                    compare_place(&s, budget, spot, t, seed);
                }
            }
        }
        finish(&s);
    }
    if (t->off_places * 5000 > t->places) {
        fail_msg("%u of %u places (first: seed %u)", t->off_places, t->places, t->first_place);
    }
}

static void test_random_climbs(void **state) {
    (void)state;
    tally t = {0};
    run_zones(500000, 100, &(qm__link_rules){.climbs = true, .drops = true, .drop_to_foot = true}, false, &t);
}

static void test_random_jumps(void **state) {
    (void)state;
    tally t = {0};
    run_zones(600000, 40, &(qm__link_rules){.climbs = true, .drops = true, .jumps = true, .jump_most = 2000}, false,
              &t);
    run_zones(650000, 40, &(qm__link_rules){.climbs = true, .drops = true, .jumps = true, .jump_most = 2000}, true, &t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_wall_before_a_brook),
        cmocka_unit_test(test_drop_from_behind_a_slit_beside_a_brook),
        cmocka_unit_test(test_landing_in_a_brook),
        cmocka_unit_test(test_jump_into_a_brook),
        cmocka_unit_test(test_rim_through_a_brook),
        cmocka_unit_test(test_landing_at_a_shore),
        cmocka_unit_test(test_behind_a_figure_by_the_inch),
        cmocka_unit_test(test_around_dear_ground_in_other_ground),
        cmocka_unit_test(test_corner_between_grazing_rays),
        cmocka_unit_test(test_shaft_between_grazing_rays),
        cmocka_unit_test(test_figure_between_spread_rays),
        cmocka_unit_test(test_tip_between_the_ends_of_rays),
        cmocka_unit_test(test_out_flatly_by_the_inch),
        cmocka_unit_test(test_too_far_by_the_inch),
        cmocka_unit_test(test_past_a_point_by_the_inch),
        cmocka_unit_test(test_in_beside_a_figure_by_the_inch),
        cmocka_unit_test(test_random_climbs),
        cmocka_unit_test(test_random_jumps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
