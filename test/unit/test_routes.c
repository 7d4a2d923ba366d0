/* Routes over walks and links on tables put together by hand, with costs that can be found on paper. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "space/table/links.h"
#include "support/tabletop.h"

enum { WALKABLE = QM__PRISM_WALKABLE, SHEER = QM__PRISM_WALKABLE | QM__PRISM_SHEER, ROUTES = 8 };

static const qm__walker man = {.radius = 500, .height = 2000, .step = 1000, .free_step = 1000};
static const qm__link_rules all_rules = {
    .jump_most = 3000, .rise_most = 1000, .climbs = true, .ladders = true, .jumps = true, .drops = true};

/* Prices: a climb costs its height, the slide and what it goes sideways, and goes well in half of all cases; a ladder
 * costs its height; jumps and drops cost their length, jumps up to an inch never fail, longer ones do with one in four,
 * drops with one in five. */
typedef struct prices {
    double climb, ladder, jump, drop; /* chances; 0 = not allowed */
} prices;

static int price(const void *context, const qm__links *links, uint32_t number, qm__link_price out[QM__BANDS_MAX]) {
    const prices *p = context;
    const qm__link *link = &links->items[number];
    const double height = link->rise < 0 ? -link->rise : link->rise;
    switch ((qm__link_kind)link->kind) {
    case QM__LINK_CLIMB:
        out[0] = (qm__link_price){.up_to = link->most, .cost = height, .per_unit = 1, .chance = p->climb};
        return 1;
    case QM__LINK_LADDER:
        out[0] = (qm__link_price){.up_to = link->most, .cost = height, .per_unit = 0, .chance = p->ladder};
        return 1;
    case QM__LINK_JUMP:
        out[0] = (qm__link_price){.up_to = 1000, .per_unit = 1, .chance = p->jump > 0 ? 1 : 0};
        out[1] = (qm__link_price){.up_to = 3000, .per_unit = 1, .chance = p->jump};
        return 2;
    case QM__LINK_DROP:
        out[0] = (qm__link_price){.up_to = link->most, .per_unit = 1, .chance = p->drop};
        return 1;
    }
    return 0;
}

static const prices ordinary = {0.5, 1, 0.75, 0.8};

typedef struct asking {
    tabletop *t;
    const qm__walks *walks;
    const qm__links *links;
    qm__route *routes;
    int count;
} asking;

static void prepare(asking *a, tabletop *t, const qm__link_rules *rules) {
    const qm__levels *levels = tabletop_levels(t, &man);
    qm__rims rims;
    assert_non_null(levels);
    a->t = t;
    a->routes = calloc(ROUTES, sizeof *a->routes);
    assert_int_equal(qm__walks_make(levels, 0, &t->arena, &a->walks), QM_OK);
    assert_int_equal(qm__rims_make(&t->table, &t->arena, &rims), QM_OK);
    assert_int_equal(qm__links_make(a->walks, &rims, rules, &t->arena, &a->links), QM_OK);
}

static void release(asking *a) {
    free(a->routes);
    tabletop_free(a->t);
}

static int find(asking *a, const qm__crowd *crowd, const prices *p, double x, double y, int32_t z, double to_x,
                double to_y, int32_t to_z, double limit) {
    void *scratch = malloc(qm__route_scratch_size(a->walks, a->links, crowd ? crowd->count : 0));
    const qm__route_ask ask = {.walk = {.from = {x, y, qm__level_at(a->links->levels, z)},
                                        .to = {to_x, to_y, qm__level_at(a->links->levels, to_z)},
                                        .crowd = crowd,
                                        .limit = limit},
                               .pricing = price,
                               .context = p};
    a->count = qm__routes_find(a->walks, a->links, &ask, scratch, a->routes, ROUTES);
    free(scratch);
    return a->count;
}

static bool near(double a, double b) {
    return a - b < 1e-3 && b - a < 1e-3;
}

static bool about(double a, double b, double by) {
    return a - b < by && b - a < by;
}

static double hypot_of(double a, double b) {
    return qm__root(a * a + b * b);
}

/* A route hangs together: each piece begins where the last one ended. */
static void check_way(const asking *a, const qm__route *route) {
    const qm__way *way = &route->way;
    for (uint32_t i = 1; i < way->count; i++) {
        assert_true(qm__apart(way->pieces[i].from, way->pieces[i - 1].to) < 1e-6);
    }
    for (uint32_t i = 0; i < way->count; i++) {
        assert_true(way->pieces[i].link < (int32_t)a->links->count);
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
    const prices no_ladder = {0.5, 0, 0.75, 0.8};
    assert_int_equal(find(&a, NULL, &no_ladder, 6000, 7000, 0, 11000, 7000, 3000, 90000), 1);
    const prices nothing = {0, 0, 0, 0};
    assert_int_equal(find(&a, NULL, &nothing, 6000, 7000, 0, 11000, 7000, 3000, 90000), 0);
    assert_int_equal(find(&a, NULL, &ordinary, 6000, 7000, 0, 11000, 7000, 3000, 7999), 0);
    assert_int_equal(find(&a, NULL, &ordinary, 6000, 7000, 0, 11000, 7000, 3000, 8000), 1);
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

static void an_oblique_way_over_a_gap_keeps_to_the_band(void **state) {
    (void)state;
    tabletop *t = tabletop_new(20000, 20000);
    two_roofs(t, 1000);
    asking a;
    prepare(&a, t, &all_rules);
    /* Straight it would be 3" by 3": over the gap 1" by 1", longer than an inch. With a check it is straight; without
     * one the jump is straight across, anywhere: 1" of jump, and two pieces of 1" by 1.5". */
    assert_int_equal(find(&a, NULL, &ordinary, 7000, 5000, 4000, 10000, 8000, 4000, 90000), 2);
    assert_true(near(a.routes[0].cost, hypot_of(3000, 3000)));
    assert_true(near(a.routes[0].chance, 0.75));
    assert_true(about(a.routes[1].cost, 1000 + hypot_of(2000, 3000), 0.1));
    assert_true(near(a.routes[1].chance, 1));
    assert_true(a.routes[0].exact && a.routes[1].exact);
    check_way(&a, &a.routes[1]);
    release(&a);
}

static void a_band_wider_than_the_gap_is_used_at_an_angle(void **state) {
    (void)state;
    tabletop *t = tabletop_new(20000, 20000);
    two_roofs(t, 800);
    asking a;
    prepare(&a, t, &all_rules);
    assert_int_equal(find(&a, NULL, &ordinary, 7000, 5000, 4000, 9800, 9000, 4000, 90000), 2);
    /* An inch long over 0.8" goes 0.6" sideways; the rest is 1" before and 1" after, 3.4" sideways in all. */
    assert_true(near(a.routes[0].cost, hypot_of(2800, 4000)));
    assert_true(about(a.routes[1].cost, 1000 + hypot_of(2000, 3400), 0.1));
    release(&a);
}

static void figures_at_the_landing_are_kept_off(void **state) {
    (void)state;
    tabletop *t = tabletop_new(20000, 20000);
    two_roofs(t, 1000);
    asking a;
    prepare(&a, t, &all_rules);
    const qm__body enemy = {.x = 9000, .y = 6000, .z = 4000, .radius = 500, .height = 2000, .manner = QM__BLOCK};
    const qm__crowd crowd = {&enemy, 1, 1};
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
    const qm__crowd friends = {&ally, 1, 1};
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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_tower_is_climbed_or_the_ladder_taken),
        cmocka_unit_test(a_climb_bends_the_way_at_no_point),
        cmocka_unit_test(a_thin_wall_is_climbed_up_and_down_or_walked_around),
        cmocka_unit_test(leeway_is_used_up_to_its_limit),
        cmocka_unit_test(a_gap_of_exactly_the_longest_jump),
        cmocka_unit_test(an_oblique_way_over_a_gap_keeps_to_the_band),
        cmocka_unit_test(a_band_wider_than_the_gap_is_used_at_an_angle),
        cmocka_unit_test(figures_at_the_landing_are_kept_off),
        cmocka_unit_test(a_tall_thing_in_the_gap_is_passed_beside),
        cmocka_unit_test(a_drop_saves_a_long_way),
        cmocka_unit_test(walking_alone_is_a_route),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
