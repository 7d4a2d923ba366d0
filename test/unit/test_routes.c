/* Routes over walks and links on tables put together by hand, with costs that can be found on paper. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/angle.h"
#include "space/table/routes_search.h"
#include "support/routing.h"

static bool near(double a, double b) {
    return a - b < 1e-3 && b - a < 1e-3;
}

static bool about(double a, double b, double by) {
    return a - b < by && b - a < by;
}

static double hypot_of(double a, double b) {
    return qm__root(a * a + b * b);
}

/* A route hangs together: each piece begins where the last one ended, on its level if it is a link, and its chance is
 * that of the bands in which the lengths of its links lie. */
static void check_way(const asking *a, const qm__route *route) {
    const qm__way *way = &route->way;
    double chance = 1;
    for (uint32_t i = 0; i < way->count; i++) {
        const qm__piece *piece = &way->pieces[i];
        qm__link_price bands[QM__BANDS_MAX];
        const int count = piece->link < 0 ? 0 : link_price(&ordinary, a->links, (uint32_t)piece->link, bands);
        int band = 0;
        while (band + 1 < count && qm__units(piece->length) > bands[band].up_to) {
            band++;
        }
        chance *= count ? bands[band].chance : 1;
    }
    assert_true(near(route->chance, chance));
    for (uint32_t i = 1; i < way->count; i++) {
        assert_true(qm__apart(way->pieces[i].from, way->pieces[i - 1].to) < 1e-6);
    }
    for (uint32_t i = 0; i < way->count; i++) {
        const int32_t link = way->pieces[i].link;
        assert_true(link < (int32_t)a->links->count);
        assert_true(link < 0 || i == 0 || a->links->items[link].from == way->pieces[i - 1].level);
    }
}

/* -------------------------------------------------------------------------------------------------------------- climbs
 */

static void a_tower_is_climbed_or_the_ladder_taken(void **state) {
    (void)state;
    tabletop *t = tabletop_new(30000, 20000);
    tabletop_box(t, 10000, 5000, 14000, 9000, 0, 3000, WALKABLE);
    t->ladders[t->table.ladder_count++] = (qm__ladder){"ladder", 12000, 9500, 0, 12000, 8500, 3000};
    asking a;
    prepare(&a, t, &all_rules);
    /* Straight at the near face: 3.5" of walking, half an inch of slide, 3" up, then 1" on. */
    assert_int_equal(find(&a, NULL, &ordinary, 6000, 7000, 0, 11000, 7000, 3000, 90000), 2);
    assert_true(near(a.routes[0].cost, 3500 + 500 + 3000 + 1000));
    assert_true(near(a.routes[0].chance, 0.5));
    assert_true(a.routes[0].exact);
    assert_int_equal(a.routes[0].way.count, 3);
    assert_true(a.routes[0].way.pieces[1].link >= 0);
    /* By the ladder without a check: around the corner (10000, 9000) by an arc of half an inch. */
    assert_true(near(a.routes[1].chance, 1));
    assert_true(a.routes[1].cost > a.routes[0].cost + 1000);
    link_prices no_ladder = ordinary;
    no_ladder.ladder = 0;
    assert_int_equal(find(&a, NULL, &no_ladder, 6000, 7000, 0, 11000, 7000, 3000, 90000), 1);
    const link_prices nothing = {.free_gap = ordinary.free_gap};
    assert_int_equal(find(&a, NULL, &nothing, 6000, 7000, 0, 11000, 7000, 3000, 90000), 0);
    assert_int_equal(find(&a, NULL, &ordinary, 6000, 7000, 0, 11000, 7000, 3000, 7999), 0);
    assert_int_equal(find(&a, NULL, &ordinary, 6000, 7000, 0, 11000, 7000, 3000, 8000), 1);
    release(&a);
}

/* From afar: the roof is four inches away at least; and over a roof from which nothing leads on, nothing is shorter. */
static void links_that_lead_nowhere_are_ruled_out_from_afar(void **state) {
    (void)state;
    tabletop *t = tabletop_new(30000, 20000);
    tabletop_box(t, 10000, 5000, 14000, 9000, 0, 3000, SHEER);
    t->ladders[t->table.ladder_count++] = (qm__ladder){"ladder", 12000, 9500, 0, 12000, 8500, 3000};
    asking a;
    prepare(&a, t, &all_rules);
    const link_prices ladders = {.ladder = 1};
    const qm__spot from = {12000, 12000, qm__level_at(a.links->levels, 0)};
    assert_int_equal(find(&a, NULL, &ladders, 12000, 12000, 0, 12000, 7000, 3000, 90000), 1);
    assert_true(may_lead(&a, &ladders, from, (qm__xy){12000, 7000}, 3000, a.routes[0].cost));
    assert_false(may_lead(&a, &ladders, from, (qm__xy){12000, 7000}, 3000, 3999));
    assert_false(may_lead(&a, &ladders, from, (qm__xy){12000, 3000}, 0, 12000)); /* nothing leads down there */
    const link_prices drops = {.ladder = 1, .drop = 1};
    assert_true(may_lead(&a, &drops, from, (qm__xy){12000, 3000}, 0, 12000));
    const link_prices none = {0};
    assert_false(may_lead(&a, &none, from, (qm__xy){12000, 7000}, 3000, 90000));
    release(&a);
}

static void a_climb_bends_the_way_at_no_point(void **state) {
    (void)state;
    tabletop *t = tabletop_new(30000, 20000);
    tabletop_box(t, 10000, 3000, 20000, 17000, 0, 3000, WALKABLE);
    asking a;
    prepare(&a, t, &all_rules);
    /* The slide goes straight in, so the way is that to a goal moved out by half an inch: 7.5" by 4". */
    assert_int_equal(find(&a, NULL, &ordinary, 5000, 6000, 0, 13000, 10000, 3000, 90000), 1);
    assert_true(near(a.routes[0].cost, hypot_of(7500, 4000) + 500 + 3000));
    check_way(&a, &a.routes[0]);
    release(&a);
}

static void a_thin_wall_is_climbed_up_and_down_or_walked_around(void **state) {
    (void)state;
    tabletop *t = tabletop_new(30000, 20000);
    tabletop_box(t, 10000, 0, 10200, 18000, 0, 2000, WALKABLE);
    asking a;
    prepare(&a, t, &(qm__link_rules){.climbs = true});
    assert_int_equal(find(&a, NULL, &ordinary, 8000, 5000, 0, 12200, 5400, 0, 90000), 2);
    /* Up, 0.2" across, down: the slides of half an inch both ways are straight. */
    assert_true(near(a.routes[0].cost, hypot_of(3200, 400) + 2 * 500 + 2 * 2000));
    assert_true(near(a.routes[0].chance, 0.25));
    assert_int_equal(a.routes[0].way.count, 5);
    assert_true(near(a.routes[1].chance, 1));
    assert_int_equal(a.routes[1].way.pieces[0].link, -1);
    check_way(&a, &a.routes[0]);
    release(&a);
}

static void leeway_is_used_up_to_its_limit(void **state) {
    (void)state;
    tabletop *t = tabletop_new(30000, 20000);
    tabletop_box(t, 10000, 3000, 20000, 17000, 0, 3000, WALKABLE);
    qm__link_rules rules = {.climbs = true};
    rules.leeway = 1000;
    asking a;
    prepare(&a, t, &rules);
    /* Paid sideways by the inch it is no better than walking on at an angle: never used. */
    assert_int_equal(find(&a, NULL, &ordinary, 5000, 6000, 0, 13000, 10000, 3000, 90000), 1);
    assert_true(near(a.routes[0].cost, hypot_of(7500, 4000) + 500 + 3000));
    release(&a);
}

/* --------------------------------------------------------------------------------------------------------------- jumps
 */

static void two_roofs(tabletop *t, int32_t gap) {
    tabletop_box(t, 2000, 2000, 8000, 12000, 0, 4000, SHEER);
    tabletop_box(t, 8000 + gap, 2000, 16000, 12000, 0, 4000, SHEER);
}

static void a_gap_of_exactly_the_longest_jump(void **state) {
    (void)state;
    for (int32_t gap = 2999; gap <= 3001; gap++) {
        tabletop *t = tabletop_new(20000, 20000);
        two_roofs(t, gap);
        asking a;
        prepare(&a, t, &all_rules);
        find(&a, NULL, &ordinary, 7000, 6000, 4000, 9000 + gap, 6000, 4000, 90000);
        assert_int_equal(a.count, gap <= 3000 ? 1 : 0);
        if (a.count) {
            assert_true(near(a.routes[0].cost, gap + 2000));
            assert_true(near(a.routes[0].chance, 0.75));
        }
        release(&a);
    }
}

/* What is no longer than a length when it is rounded may be longer by nearly half a unit: so far sideways may a flight
 * go over a gap. */
#define ROUNDED 0.49
static double sideways(double gap, double longest) {
    return qm__root((longest + ROUNDED) * (longest + ROUNDED) - gap * gap);
}

static void an_oblique_way_over_a_gap_keeps_to_the_band(void **state) {
    (void)state;
    tabletop *t = tabletop_new(20000, 20000);
    two_roofs(t, 1000);
    asking a;
    prepare(&a, t, &all_rules);
    /* Straight it would be 3" by 3": over the gap 1" by 1", longer than an inch. With a check it is straight; without
     * one the jump is straight across, but for what rounding lets it: 1" of jump, and the rest of 2" by 3". */
    assert_int_equal(find(&a, NULL, &ordinary, 7000, 5000, 4000, 10000, 8000, 4000, 90000), 2);
    assert_true(near(a.routes[0].cost, hypot_of(3000, 3000)));
    assert_true(near(a.routes[0].chance, 0.75));
    assert_true(about(a.routes[1].cost, 1000 + ROUNDED + hypot_of(2000, 3000 - sideways(1000, 1000)), 0.1));
    assert_true(near(a.routes[1].chance, 1));
    assert_true(a.routes[0].exact && a.routes[1].exact);
    check_way(&a, &a.routes[1]);
    release(&a);
}

/* A landing on an arc and a flight of no more than an inch: the best take-off and landing use all of that. */
static void the_longest_flight_to_an_arc_is_used_up(void **state) {
    (void)state;
    const qm__turn first = qm__turn_of_radians(-0.65), last = qm__turn_of_radians(-0.13);
    const qm__xy centre = {4535, 827};
    qm__chain chain = {.start = {2455, 3227}, .goal = {5299, 1067}, .to_goal = true, .toll = 1, .count = 1};
    qm__leg *const leg = &chain.legs[0];
    leg->off = (qm__curve){.a = {3980, 596}, .b = {2634, 3827}};
    leg->on = (qm__curve){qm__along(centre, (qm__xy){first.cos, first.sin}, 500),
                          qm__along(centre, (qm__xy){last.cos, last.sin}, 500), centre, 500};
    leg->off_length = qm__curve_length(&leg->off);
    leg->on_length = qm__curve_length(&leg->on);
    leg->per_unit = 1;
    leg->most = 1000;
    chain.hikes[0].direct = chain.hikes[1].direct = true;
    assert_true(qm__chain_begin(&chain));
    double least = 1e9;
    for (int i = 0; i <= 1000; i++) {
        for (int k = 0; k <= 1000; k++) {
            const qm__xy off = qm__curve_point(&leg->off, 0.05 * i / 1000), on = qm__curve_point(&leg->on, k / 1000.0);
            const double flight = qm__apart(off, on);
            const double cost = qm__apart(chain.start, off) + flight + qm__apart(on, chain.goal);
            least = flight <= 1000 && cost < least ? cost : least;
        }
    }
    assert_true(qm__leg_plan(leg) < 1000.001);
    assert_true(qm__chain_cost(&chain) < least + 0.1);
}

/* A roof with a yard in it, 4" by 1.5". */
static void yard(tabletop *t) {
    tabletop_box(t, 2000, 2000, 10000, 10000, 0, 4000, SHEER);
    tabletop_hole(t, (int32_t[]){4000, 5000, 8000, 5000, 8000, 6500, 4000, 6500}, 4);
}

static void a_yard_is_jumped_straight_across_or_twice_over_its_corners(void **state) {
    (void)state;
    tabletop *t = tabletop_new(20000, 20000);
    yard(t);
    asking a;
    prepare(&a, t, &(qm__link_rules){.jump_most = 3000, .jumps = true});
    assert_int_equal(find(&a, NULL, &ordinary, 6000, 3000, 4000, 6000, 8500, 4000, 90000), 2);
    assert_true(a.routes[0].exact);
    assert_true(near(a.routes[0].cost, 5500));
    assert_true(near(a.routes[0].chance, 0.75));
    /* Straight to the middle of its short side and back: each jump is 0.927" long, less than an inch. */
    assert_true(about(a.routes[1].cost, 2 * hypot_of(2000, 2750), 0.1));
    assert_true(near(a.routes[1].chance, 1));
    check_way(&a, &a.routes[0]);
    check_way(&a, &a.routes[1]);
    release(&a);
}

static void a_walk_that_turns_at_a_point_is_not_straight(void **state) {
    (void)state;
    tabletop *t = tabletop_new(20000, 20000);
    two_roofs(t, 2000);
    tabletop_box(t, 4000, 2000, 5000, 6000, 4000, 4900, 0); /* low: the centre goes right around its corners */
    asking a;
    prepare(&a, t, &all_rules);
    assert_int_equal(find(&a, NULL, &ordinary, 3000, 4000, 4000, 11000, 4000, 4000, 90000), 1);
    assert_true(a.routes[0].exact);
    assert_true(about(a.routes[0].cost, hypot_of(1000, 2000) + 1000 + hypot_of(6000, 2000), 0.1));
    check_way(&a, &a.routes[0]);
    release(&a);
}

static void a_flight_leaves_outwards(void **state) {
    (void)state;
    tabletop *t = tabletop_new(20000, 20000);
    yard(t);
    asking a;
    prepare(&a, t, &all_rules);
    /* He takes the far side's rim from (6886, 6500) to the corner (8000, 6500) and a little more. */
    const qm__body enemy = {.x = 7600, .y = 7200, .z = 4000, .radius = 500, .height = 900, .manner = QM__BLOCK};
    const qm__crowd crowd = {.bodies = &enemy, .count = 1, .self = 1};
    const int level = qm__level_at(a.links->levels, 4000);
    const qm__spot from = {8000, 6000, level}, over = {6800, 6600, level}, inland = {8400, 5900, level};
    qm__link_asked asked;
    assert_true(qm__link_ask(a.links, QM__LINK_JUMP, &crowd, from, over, &asked));
    assert_false(qm__link_ask(a.links, QM__LINK_JUMP, &crowd, from, inland, &asked));
    /* Nor does a route go inland by a jump: over the rim there is nothing but the yard. */
    const int count = find(&a, &crowd, &ordinary, 8500, 5000, 4000, 8600, 8400, 4000, 90000);
    assert_true(count > 0);
    for (int i = 0; i < count; i++) {
        for (uint32_t k = 0; k < a.routes[i].way.count; k++) {
            const qm__piece *piece = &a.routes[i].way.pieces[k];
            if (piece->link >= 0) {
                assert_true(qm__dot(qm__minus(piece->to, piece->from), a.links->items[piece->link].out) > 0);
            }
        }
        check_way(&a, &a.routes[i]);
    }
    release(&a);
}

static void a_band_wider_than_the_gap_is_used_at_an_angle(void **state) {
    (void)state;
    tabletop *t = tabletop_new(20000, 20000);
    two_roofs(t, 800);
    asking a;
    prepare(&a, t, &all_rules);
    assert_int_equal(find(&a, NULL, &ordinary, 7000, 5000, 4000, 9800, 9000, 4000, 90000), 2);
    /* An inch long over 0.8" goes 0.6" sideways, 0.601" with what rounding lets it; the rest is 1" before and 1" after,
     * 3.4" sideways in all. */
    assert_true(near(a.routes[0].cost, hypot_of(2800, 4000)));
    assert_true(about(a.routes[1].cost, 1000 + ROUNDED + hypot_of(2000, 4000 - sideways(800, 1000)), 0.1));
    release(&a);
}

static void figures_at_the_landing_are_kept_off(void **state) {
    (void)state;
    tabletop *t = tabletop_new(20000, 20000);
    two_roofs(t, 1000);
    asking a;
    prepare(&a, t, &all_rules);
    const qm__body enemy = {.x = 9000, .y = 6000, .z = 4000, .radius = 500, .height = 2000, .manner = QM__BLOCK};
    const qm__crowd crowd = {.bodies = &enemy, .count = 1, .self = 1};
    assert_true(find(&a, &crowd, &ordinary, 7000, 6000, 4000, 11000, 6000, 4000, 90000) >= 1);
    assert_true(a.routes[0].cost > 4000 + 10);
    for (int i = 0; i < a.count; i++) {
        for (uint32_t k = 0; k < a.routes[i].way.count; k++) {
            const qm__piece *piece = &a.routes[i].way.pieces[k];
            if (piece->link >= 0) {
                assert_true(qm__apart(piece->to, (qm__xy){9000, 6000}) > 999.5);
                assert_true(qm__root(qm__point_segment_square((qm__xy){9000, 6000}, piece->from, piece->to)) > 999.5);
            }
        }
    }
    /* One who can be passed is no place to end a jump that can fail, but one that cannot fail may pass him. */
    qm__body ally = enemy;
    ally.manner = QM__PASS_ONLY;
    const qm__crowd friends = {.bodies = &ally, .count = 1, .self = 1};
    assert_true(find(&a, &friends, &ordinary, 7000, 6000, 4000, 11000, 6000, 4000, 90000) >= 1);
    assert_true(near(a.routes[0].cost, 4000));
    assert_true(near(a.routes[0].chance, 1));
    release(&a);
}

static void a_tall_thing_in_the_gap_is_passed_beside(void **state) {
    (void)state;
    tabletop *t = tabletop_new(20000, 20000);
    two_roofs(t, 2000);
    tabletop_box(t, 8900, 6500, 9100, 7500, 0, 9000, 0);
    asking a;
    prepare(&a, t, &all_rules);
    assert_int_equal(find(&a, NULL, &ordinary, 7000, 6800, 4000, 11000, 6800, 4000, 90000), 1);
    /* Straight across just below the thing (half an inch from both of its corners, less a quarter of a unit), down to
     * that and up again. */
    assert_true(about(a.routes[0].cost, 2000 + 2 * hypot_of(1000, 799.75), 0.1));
    assert_false(near(a.routes[0].cost, 4000));
    check_way(&a, &a.routes[0]);
    release(&a);
}

/* --------------------------------------------------------------------------------------------------------------- drops
 */

static void a_drop_saves_a_long_way(void **state) {
    (void)state;
    tabletop *t = tabletop_new(20000, 20000);
    tabletop_box(t, 2000, 2000, 8000, 12000, 0, 4000, SHEER);
    asking a;
    prepare(&a, t, &all_rules);
    assert_int_equal(find(&a, NULL, &ordinary, 7000, 6000, 4000, 11000, 9000, 0, 90000), 1);
    assert_true(near(a.routes[0].cost, 5000)); /* straight, over the edge and on */
    assert_true(near(a.routes[0].chance, 0.8));
    assert_int_equal(find(&a, NULL, &ordinary, 11000, 9000, 0, 7000, 6000, 4000, 90000), 0);
    release(&a);
}

static void walking_alone_is_a_route(void **state) {
    (void)state;
    tabletop *t = tabletop_new(20000, 20000);
    tabletop_box(t, 2000, 2000, 8000, 12000, 0, 4000, WALKABLE);
    asking a;
    prepare(&a, t, &all_rules);
    assert_int_equal(find(&a, NULL, &ordinary, 9000, 6000, 0, 12000, 10000, 0, 90000), 1);
    assert_true(near(a.routes[0].cost, 5000));
    assert_true(near(a.routes[0].chance, 1));
    assert_int_equal(a.routes[0].way.count, 1);
    assert_int_equal(find(&a, NULL, &ordinary, 9000, 6000, 0, 12000, 10000, 0, 4999), 0);
    release(&a);
}

/* --------------------------------------------------------------------------------------------------------------- areas
 */

static void an_area_is_paid_for_once_although_each_walk_would_go_around(void **state) {
    (void)state;
    tabletop *t = tabletop_new(40000, 20000);
    tabletop_box(t, 19900, 0, 20100, 20000, 0, 2000, WALKABLE);
    /* An area in the shape of a U: it lies in the way on both sides of the wall. */
    const int32_t xy[16] = {12000, 500,  28000, 500,  28000, 11500, 24000, 11500,
                            24000, 1000, 16000, 1000, 16000, 11500, 12000, 11500};
    t->areas[t->table.area_count++] =
        (qm__area){.name = "yard", .polygon = {.first_ring = t->table.ring_count, .ring_count = 1}};
    tabletop_ring(t, xy, 8);
    asking a;
    prepare(&a, t, &(qm__link_rules){.climbs = true});
    const double straight = 20000 + 2 * 2000;
    const qm__area_price free = {.once = 0}, cheap = {.once = 1500}, dear = {.once = 2500};
    a.areas = &free;
    assert_int_equal(find(&a, NULL, &ordinary, 10000, 10000, 0, 30000, 10000, 0, 90000), 1);
    assert_true(near(a.routes[0].cost, straight));
    /* Going around costs each walk less than the area does, and both together more. */
    a.areas = &cheap;
    assert_int_equal(find(&a, NULL, &ordinary, 10000, 10000, 0, 30000, 10000, 0, 90000), 1);
    assert_true(near(a.routes[0].cost, straight + 1500));
    assert_true(a.routes[0].exact);
    assert_int_equal(a.routes[0].way.areas, 1);
    check_way(&a, &a.routes[0]);
    a.areas = &dear;
    assert_int_equal(find(&a, NULL, &ordinary, 10000, 10000, 0, 30000, 10000, 0, 90000), 1);
    assert_true(a.routes[0].cost > straight + 1700 && a.routes[0].cost < straight + 1900);
    assert_true(a.routes[0].exact);
    assert_int_equal(a.routes[0].way.areas, 0);
    check_way(&a, &a.routes[0]);
    release(&a);
}

/* Over a gap as wide as the longest jump one gets straight across, or hardly askew; where, is up to what is walked. */
static void a_jump_is_taken_where_less_is_walked_in_a_dear_area(void **state) {
    (void)state;
    tabletop *t = tabletop_new(20000, 20000);
    tabletop_box(t, 2000, 2000, 6000, 10000, 0, 4000, SHEER);
    tabletop_box(t, 9000, 2000, 13000, 10000, 0, 4000, SHEER);
    tabletop_area(t, 8000, 1000, 14000, 11000);
    t->areas[0].top = 4000;
    asking a;
    prepare(&a, t, &all_rules);
    const qm__area_price plain = {.factor = 1000}, dear = {.factor = 3000};
    a.areas = &plain;
    assert_int_equal(find(&a, NULL, &ordinary, 5000, 3000, 4000, 10000, 9000, 4000, 90000), 1);
    assert_true(about(a.routes[0].cost, 3000 + ROUNDED + hypot_of(2000, 6000 - sideways(3000, 3000)), 0.1));
    /* The sines of both angles are as three to one where it is cheapest: at y = 8652. */
    a.areas = &dear;
    assert_int_equal(find(&a, NULL, &ordinary, 5000, 3000, 4000, 10000, 9000, 4000, 90000), 1);
    const double least = 3000 + hypot_of(1000, 5652.5) + 3 * hypot_of(1000, 347.5);
    assert_true(a.routes[0].cost > least - sideways(3000, 3000) && a.routes[0].cost < least * 1.005 - 50);
    assert_true(a.routes[0].approximate);
    check_way(&a, &a.routes[0]);
    release(&a);
}

static void a_link_that_lands_in_an_area_pays_for_coming_in(void **state) {
    (void)state;
    for (int above = 0; above < 3; above++) { /* the area is on the ground; as high as the roof; and under it too */
        tabletop *t = tabletop_new(20000, 20000);
        tabletop_box(t, 2000, 2000, 8000, 12000, 0, 4000, SHEER);
        tabletop_area(t, above < 2 ? 8600 : 7500, 0, 20000, 20000);
        t->areas[0].top = above ? 4000 : 0;
        asking a;
        prepare(&a, t, &all_rules);
        const qm__area_price entry = {.entry = 700};
        a.areas = &entry;
        /* The base lands at x = 8500 and is in the area by 0.4"; on the rim it is in the third one already, having come
         * into it on the way there. */
        assert_int_equal(find(&a, NULL, &ordinary, 6000, 6000, 4000, 11000, 6000, 0, 90000), 1);
        assert_true(near(a.routes[0].cost, 5000 + 700));
        assert_true(a.routes[0].exact);
        check_way(&a, &a.routes[0]);
        /* From a place within it nothing is paid. */
        assert_int_equal(find(&a, NULL, &ordinary, 7800, 6000, 4000, 11000, 6000, 0, 90000), 1);
        assert_true(near(a.routes[0].cost, 3200 + (above < 2 ? 700 : 0)));
        release(&a);
    }
}

/* The rim crosses the border of the area at a sharp angle, at (8000.5, 7002.5): take-offs a little farther along it are
 * a hair inside. Who walks there has only come to the border, and pays when landing. */
static void coming_in_at_a_border_is_paid_on_one_side_of_a_link(void **state) {
    (void)state;
    tabletop *t = tabletop_new(20000, 20000);
    tabletop_prism(t, (int32_t[]){2000, 2000, 7000, 2000, 9000, 12000, 2000, 12000}, 4, 0, 4000, SHEER);
    tabletop_area(t, 8500, 0, 20000, 20000);
    t->areas[0].top = 4000;
    asking a;
    prepare(&a, t, &all_rules);
    const qm__area_price entry = {.entry = 700};
    a.areas = &entry;
    assert_int_equal(find(&a, NULL, &ordinary, 6000, 6000, 4000, 11000, 6000, 0, 90000), 1);
    assert_true(near(a.routes[0].cost, 5000 + 700)); /* by way of the border it would be 5398 */
    assert_true(a.routes[0].exact);
    check_way(&a, &a.routes[0]);
    release(&a);
}

static void a_climb_is_taken_beside_an_area_where_that_is_cheaper(void **state) {
    (void)state;
    tabletop *t = tabletop_new(30000, 20000);
    tabletop_box(t, 5000, 10000, 25000, 18000, 0, 3000, WALKABLE);
    tabletop_area(t, 12000, 7000, 30000, 10000); /* before all of the face right of x = 12000 */
    asking a;
    prepare(&a, t, &(qm__link_rules){.climbs = true});
    /* Straight in is 8" of plan and 3" up. Beside the area the foot is at x = 11500, half an inch from it: around its
     * corner (a tangent of 2179.449 from a place 2236.068 away, an arc of 0.68916), 2.5" on, and back to the side. */
    const double beside = 2179.449 + 0.68916 * 500 + 2500 + 500 + 3000 + hypot_of(1500, 3000);
    const qm__area_price cheap = {.once = 500}, dear = {.once = 5000};
    a.areas = &cheap;
    assert_int_equal(find(&a, NULL, &ordinary, 13000, 5000, 0, 13000, 13000, 3000, 90000), 1);
    assert_true(near(a.routes[0].cost, 8000 + 3000 + 500));
    a.areas = &dear;
    assert_int_equal(find(&a, NULL, &ordinary, 13000, 5000, 0, 13000, 13000, 3000, 90000), 1);
    assert_true(a.routes[0].exact);
    assert_true(about(a.routes[0].cost, beside, 1.5)); /* touching by half a unit is not being in it */
    assert_int_equal(a.routes[0].way.areas, 0);
    check_way(&a, &a.routes[0]);
    release(&a);
}

/* One ladder ends at a corner of the upper block, which stands on the rim of the lower one; the next begins right
 * there, a step below. */
static void a_step_between_two_links_is_told(void **state) {
    (void)state;
    tabletop *t = tabletop_new(20000, 20000);
    tabletop_box(t, 7000, 2000, 9000, 6000, 0, 1100, SHEER);
    tabletop_box(t, 7000, 2000, 8000, 6000, 1100, 1500, SHEER);
    tabletop_box(t, 7000, 7000, 9000, 9000, 0, 3000, SHEER);
    t->ladders[t->table.ladder_count++] = (qm__ladder){"lower", 6500, 5800, 0, 8000, 6000, 1500};
    t->ladders[t->table.ladder_count++] = (qm__ladder){"upper", 8000, 6000, 1100, 8000, 7000, 3000};
    asking a;
    prepare(&a, t, &(qm__link_rules){.ladders = true});
    assert_int_equal(find(&a, NULL, &ordinary, 5500, 5800, 0, 8000, 8000, 3000, 90000), 1);
    check_way(&a, &a.routes[0]);
    const qm__piece *pieces = a.routes[0].way.pieces;
    assert_int_equal(a.routes[0].way.count, 5);
    assert_true(pieces[1].link >= 0 && pieces[2].link < 0 && pieces[3].link >= 0);
    assert_int_equal(qm__level_height(a.links->levels, pieces[1].level), 1500);
    assert_int_equal(qm__level_height(a.links->levels, pieces[2].level), 1100);
    assert_true(near(pieces[2].length, 0));
    assert_true(near(a.routes[0].way.length, 2000));
    release(&a);
}

/* -------------------------------------------------------------------------------------------------------------- limits
 */

/* Roofs in a row with gaps that cannot fail. */
static void row_of_roofs(tabletop *t, int count) {
    for (int i = 0; i < count; i++) {
        tabletop_box(t, 2000 + 2000 * i, 2000, 3000 + 2000 * i, 6000, 0, 4000, SHEER);
    }
}

static void more_links_than_are_looked_for_are_told(void **state) {
    (void)state;
    for (int links = 7; links <= 9; links++) {
        tabletop *t = tabletop_new(40000, 10000);
        row_of_roofs(t, links + 1);
        asking a;
        prepare(&a, t, &(qm__link_rules){.jump_most = 1500, .jumps = true});
        find(&a, NULL, &ordinary, 2500, 4000, 4000, 2500 + 2000 * links, 4000, 4000, 90000);
        assert_int_equal(a.count, links <= 8 ? 1 : 0);
        assert_int_equal(a.routes[0].exact, links <= 8);
        if (a.count) {
            assert_true(near(a.routes[0].cost, 2000 * links));
            assert_true(near(a.routes[0].chance, 1));
        }
        release(&a);
    }
}

static void a_search_that_would_take_too_long_says_so(void **state) {
    (void)state;
    tabletop *t = tabletop_new(20000, 20000);
    for (int i = 0; i < 16; i++) { /* slanting roofs of four heights, close together */
        const int32_t x = 2000 + i % 4 * 3400, y = 2000 + i / 4 * 3400;
        const int32_t xy[8] = {x + 300, y, x + 2500, y + 300, x + 2200, y + 2500, x, y + 2200};
        tabletop_prism(t, xy, 4, 0, 2500 + 500 * ((i % 4 * 7 + i / 4 * 3) % 4), WALKABLE);
    }
    asking a;
    prepare(&a, t, &all_rules);
    find(&a, NULL, &ordinary, 3250, 3250, 2500, 13450, 13450, 3500, 90000);
    assert_true(a.count >= 0);
    assert_false(a.routes[0].exact);
    for (int i = 0; i < a.count; i++) {
        check_way(&a, &a.routes[i]);
    }
    find(&a, NULL, &ordinary, 3250, 3250, 2500, 6650, 3250, 4000, 9000); /* to the next but one height it ends */
    assert_true(a.count > 0 && a.routes[0].exact);
    release(&a);
}

/* A goal that closed ground shuts in is known to have no way after few walks, however many roofs there are to climb. */
static void closed_ground_around_a_goal_ends_the_search_soon(void **state) {
    (void)state;
    tabletop *t = tabletop_new(40000, 20000);
    for (int i = 0; i < 8; i++) {
        const int32_t x = 2000 + i % 4 * 4500, y = 2000 + i / 4 * 4500;
        tabletop_box(t, x, y, x + 3000, y + 3000, 0, 2500 + 500 * (i % 3), WALKABLE);
    }
    tabletop_area(t, 28000, 6000, 36000, 7000);
    tabletop_area(t, 28000, 13000, 36000, 14000);
    tabletop_area(t, 28000, 6000, 29000, 14000);
    tabletop_area(t, 35000, 6000, 36000, 14000);
    const qm__area_price closed = {.entry = 1000000};
    asking a;
    prepare(&a, t, &all_rules);
    void *scratch = malloc(qm__route_scratch_size(a.walks, a.links, 0));
    const qm__route_ask ask = {.walk = {.from = {1000, 1000, qm__level_at(a.links->levels, 0)},
                                        .to = {32000, 10000, qm__level_at(a.links->levels, 0)},
                                        .prices = (const qm__area_price[]){closed, closed, closed, closed},
                                        .limit = 999999},
                               .pricing = link_price,
                               .context = &ordinary};
    assert_int_equal(qm__routes_find(a.walks, a.links, &ask, scratch, a.routes, ROUTES), 0);
    const qm__routing *s = scratch; /* it lies at the beginning */
    assert_true(s->hiking.exact);
    assert_true(s->hiking.walk_count < 2000);
    free(scratch);
    release(&a);
}

/* Where two rims meet at a corner a jump of no length leads from one to the other and back, over and over. Beside a
 * zone that costs something, on the roofs alone, such chains must not take all the walks that a question is granted. */
static void jumping_to_and_fro_at_a_corner_does_not_use_up_the_search(void **state) {
    (void)state;
    tabletop *t = tabletop_new(24000, 18000);
    tabletop_box(t, 3000, 9000, 9000, 15000, 0, 3000, WALKABLE);
    tabletop_box(t, 9000, 11000, 15000, 13500, 2750, 3000, SHEER);
    tabletop_box(t, 15000, 9000, 22000, 16000, 0, 3000, WALKABLE);
    tabletop_hole(t, (int32_t[]){19000, 10000, 21000, 10000, 21000, 12000, 19000, 12000}, 4);
    tabletop_area(t, 6500, 13000, 9500, 17000);
    t->areas[0].bottom = t->areas[0].top = 3000;
    asking a;
    prepare(&a, t, &all_rules);
    a.areas = &(qm__area_price){.once = 1000};
    const qm__body body = {.x = 12000, .y = 12250, .z = 3000, .radius = 500, .height = 2000, .manner = QM__BLOCK};
    const qm__crowd crowd = {.bodies = &body, .count = 1, .self = UINT16_MAX};
    assert_int_equal(find(&a, &crowd, &ordinary, 8500, 5500, 0, 20000, 11000, 0, 40000), 1);
    /* To the near corner of the right roof, up, and straight on into the yard. */
    assert_true(near(a.routes[0].cost, hypot_of(6000, 3500) + 500 + 3000 + hypot_of(5000, 2000)));
    assert_true(a.routes[0].exact);
    check_way(&a, &a.routes[0]);
    release(&a);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_tower_is_climbed_or_the_ladder_taken),
        cmocka_unit_test(links_that_lead_nowhere_are_ruled_out_from_afar),
        cmocka_unit_test(a_climb_bends_the_way_at_no_point),
        cmocka_unit_test(a_thin_wall_is_climbed_up_and_down_or_walked_around),
        cmocka_unit_test(leeway_is_used_up_to_its_limit),
        cmocka_unit_test(a_gap_of_exactly_the_longest_jump),
        cmocka_unit_test(an_oblique_way_over_a_gap_keeps_to_the_band),
        cmocka_unit_test(the_longest_flight_to_an_arc_is_used_up),
        cmocka_unit_test(a_band_wider_than_the_gap_is_used_at_an_angle),
        cmocka_unit_test(a_yard_is_jumped_straight_across_or_twice_over_its_corners),
        cmocka_unit_test(a_walk_that_turns_at_a_point_is_not_straight),
        cmocka_unit_test(a_flight_leaves_outwards),
        cmocka_unit_test(a_jump_is_taken_where_less_is_walked_in_a_dear_area),
        cmocka_unit_test(a_link_that_lands_in_an_area_pays_for_coming_in),
        cmocka_unit_test(coming_in_at_a_border_is_paid_on_one_side_of_a_link),
        cmocka_unit_test(a_climb_is_taken_beside_an_area_where_that_is_cheaper),
        cmocka_unit_test(a_step_between_two_links_is_told),
        cmocka_unit_test(figures_at_the_landing_are_kept_off),
        cmocka_unit_test(a_tall_thing_in_the_gap_is_passed_beside),
        cmocka_unit_test(a_drop_saves_a_long_way),
        cmocka_unit_test(walking_alone_is_a_route),
        cmocka_unit_test(an_area_is_paid_for_once_although_each_walk_would_go_around),
        cmocka_unit_test(more_links_than_are_looked_for_are_told),
        cmocka_unit_test(jumping_to_and_fro_at_a_corner_does_not_use_up_the_search),
        cmocka_unit_test(a_search_that_would_take_too_long_says_so),
        cmocka_unit_test(closed_ground_around_a_goal_ends_the_search_soon),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
