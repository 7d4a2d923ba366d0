/* Reach by how many links on the way can fail: cases whose answers are reckoned by hand, and random tables, on which
 * the most risks must answer as if they were not told apart, none as if links that can fail had been left out, and
 * those between as the routes with as many. Every link that can fail has one chance in two, so the chance of a route
 * tells how many it has.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/angle.h"
#include "support/reaching.h"

enum { APART = 3 }; /* none, one, two, and more */

/* What can fail: climbs of more than `climb`, drops of more than `drop`, jumps over more than 1". Ladders never do. */
typedef struct risks {
    int32_t climb, drop;
    bool left_out; /* what can fail may not be taken */
} risks;

static int price_risks(const void *context, const qm__links *links, uint32_t number,
                       qm__link_price out[QM__BANDS_MAX]) {
    const risks *const which = context;
    const qm__link *const link = &links->items[number];
    const int32_t height = abs(link->rise);
    const double risk = which->left_out ? 0 : 0.5;
    price_link(NULL, links, number, out);
    out[0].chance =
        (link->kind == QM__LINK_CLIMB && height > which->climb) || (link->kind == QM__LINK_DROP && height > which->drop)
            ? risk
            : 1;
    if (link->kind != QM__LINK_JUMP) {
        return 1;
    }
    out[1] = out[0];
    out[0].up_to = 1000, out[1].chance = risk;
    return 2;
}

/* A reach in memory of its own, at the beginning of the scratch. */
static const qm__reach *reach_apart(const scene *s, qm__spot from, double budget, const risks *which, uint8_t apart,
                                    bool limited, void *scratch) {
    const qm__reach_ask ask = {.from = from,
                               .budget = budget,
                               .crowd = s->crowd.count ? &s->crowd : NULL,
                               .links = s->links,
                               .pricing = price_risks,
                               .context = which,
                               .may_end = true,
                               .risks_apart = apart,
                               .risks_limited = limited};
    const qm__reach *const reach = qm__reach_make(s->grounds, &ask, scratch, s->scratch_size);
    assert_non_null(reach);
    return reach;
}

static double cost_within(const qm__reach *reach, uint32_t most, qm__spot spot) {
    return qm__reach_cost(qm__reach_within(reach, most), spot);
}

/* -------------------------------------------------------------------------------------------------------- hand-made */

static const risks all_climbs = {.climb = 0, .drop = 0};

/* A tower on a block: one climb, and another one. */
static void begin_tower(scene *s) {
    begin(s, 30000, 30000);
    box(s, 12000, 12000, 6000, 6000, 0, 2000, QM__PRISM_WALKABLE);
    box(s, 12000, 14000, 6000, 4000, 2000, 4000, QM__PRISM_WALKABLE);
}

static void test_roofs_behind_climbs(void **state) {
    (void)state;
    scene s;
    qm__regions regions[APART + 1];
    double nearest;
    begin_tower(&s);
    prepare(&s);
    prepare_links(&s, &(qm__link_rules){.climbs = true});
    const qm__spot from = {15000, 10500, 0}, edge = {15000, 12000, 1}, roof = {15500, 13000, 1},
                   top = {15000, 15000, 2};
    const qm__reach *const reach = reach_apart(&s, from, 9000, &all_climbs, APART, false, s.scratch);
    /* 1000 to the foot, 500 onto the edge, 2000 up; 1500 on to the next foot, and the same again */
    const double up = 2500 + qm__root(500.0 * 500 + 2000.0 * 2000);
    assert_near(cost_within(reach, 0, (qm__spot){15000, 9000, 0}), 1500, 0.01);
    assert_true(cost_within(reach, 0, edge) < 0 && cost_within(reach, 0, roof) < 0 && cost_within(reach, 0, top) < 0);
    assert_near(cost_within(reach, 1, edge), 3500, 0.01);
    assert_near(cost_within(reach, 1, roof), up, 0.01);
    assert_true(cost_within(reach, 1, top) < 0);
    for (uint32_t most = 2; most <= 12; most++) { /* more than are told apart: all of it */
        assert_near(cost_within(reach, most, roof), up, 0.01);
        assert_near(cost_within(reach, most, top), 8500, 0.01);
    }
    assert_near(qm__reach_cost(reach, top), 8500, 0.01);
    assert_true(qm__reach_regions_apart(reach, 9000, s.memory, s.memory_size, regions));
    for (int most = 0; most <= APART; most++) {
        assert_no_slivers(&regions[most]);
        assert_true(has(&regions[most], (qm__spot){15000, 9000, 0}, &nearest));
        assert_true(has(&regions[most], roof, &nearest) == (most >= 1));
        assert_true(has(&regions[most], (qm__spot){15000, 15490, 2}, &nearest) == (most >= 2));
        assert_false(has(&regions[most], (qm__spot){15000, 15510, 2}, &nearest));
        qm__regions alone;
        void *const memory = malloc(s.memory_size);
        assert_true(memory &&
                    qm__reach_regions(qm__reach_within(reach, (uint32_t)most), 9000, memory, s.memory_size, &alone));
        assert_int_equal(alone.ring_count, regions[most].ring_count);
        free(memory);
    }
    finish(&s);
}

/* A limit leaves out what is beyond it, and answers like the same part of a reach without one. */
static void test_limits(void **state) {
    (void)state;
    scene s;
    begin_tower(&s);
    prepare(&s);
    prepare_links(&s, &(qm__link_rules){.climbs = true});
    const qm__spot from = {15000, 10500, 0}, roof = {15500, 13000, 1}, top = {15000, 15000, 2};
    for (uint8_t apart = 0; apart <= 4; apart++) {
        const bool none = apart == 0; /* then nothing is limited */
        qm__regions regions[5];
        double nearest;
        const qm__reach *const reach = reach_apart(&s, from, 9000, &all_climbs, apart, true, s.scratch);
        assert_true((qm__reach_cost(reach, roof) >= 0) == (none || apart >= 2));
        assert_true((qm__reach_cost(reach, top) >= 0) == (none || apart >= 3));
        assert_true(cost_within(reach, 9, top) == qm__reach_cost(reach, top));
        assert_true(qm__reach_regions_apart(reach, 9000, s.memory, s.memory_size, regions));
        const qm__regions *const last = &regions[none ? 0 : apart - 1];
        assert_true(has(last, (qm__spot){15000, 15400, 2}, &nearest) == (none || apart >= 3));
    }
    /* more than can be told apart */
    const qm__reach *const reach = reach_apart(&s, from, 9000, &all_climbs, 255, true, s.scratch);
    assert_true(cost_within(reach, 0, roof) < 0);
    assert_near(qm__reach_cost(reach, top), 8500, 0.01);
    /* without links nothing fails */
    s.links = NULL;
    const qm__reach *const walking = reach_apart(&s, from, 9000, &all_climbs, 2, true, s.scratch);
    assert_near(cost_within(walking, 0, (qm__spot){15000, 9000, 0}), 1500, 0.01);
    assert_ptr_equal(qm__reach_within(walking, 0), walking);
    /* nowhere to be */
    assert_true(cost_within(reach_apart(&s, (qm__spot){100, 100, 0}, 9000, &all_climbs, 2, false, s.scratch), 0, from) <
                0);
    finish(&s);
}

/* What costs just as much as there is to spend. */
static void test_exactly_at_the_budget(void **state) {
    (void)state;
    scene s;
    qm__regions regions[2];
    double nearest;
    begin_tower(&s);
    prepare(&s);
    prepare_links(&s, &(qm__link_rules){.climbs = true});
    const qm__spot from = {15000, 10500, 0}, roof = {15000, 12500, 1}, top = {15000, 14500, 2};
    assert_near(qm__reach_cost(reach_apart(&s, from, 4000, &all_climbs, 2, true, s.scratch), roof), 4000, 1e-6);
    assert_true(qm__reach_cost(reach_apart(&s, from, 3999, &all_climbs, 2, true, s.scratch), roof) < 0);
    assert_near(qm__reach_cost(reach_apart(&s, from, 8000, &all_climbs, 3, true, s.scratch), top), 8000, 1e-6);
    assert_true(qm__reach_cost(reach_apart(&s, from, 7999, &all_climbs, 3, true, s.scratch), top) < 0);
    assert_true(qm__reach_cost(reach_apart(&s, from, 8000, &all_climbs, 2, true, s.scratch), top) < 0);
    const qm__reach *const reach = reach_apart(&s, from, 6000, &all_climbs, 1, false, s.scratch);
    assert_true(qm__reach_regions_apart(reach, 4500, s.memory, s.memory_size, regions));
    assert_false(has(&regions[0], (qm__spot){15000, 12100, 1}, &nearest));
    assert_true(has(&regions[1], (qm__spot){15000, 12990, 1}, &nearest));
    assert_false(has(&regions[1], (qm__spot){15000, 13010, 1}, &nearest));
    finish(&s);
}

/* A ladder on the far side, all the way around: without a risk that is the way, with one it is up the face. */
static void test_ladder_beside_a_climb(void **state) {
    (void)state;
    scene s;
    begin(&s, 30000, 30000);
    box(&s, 12000, 12000, 6000, 6000, 0, 2000, QM__PRISM_WALKABLE);
    s.t->ladders[s.t->table.ladder_count++] = (qm__ladder){
        .name = "ladder", .foot_x = 11500, .foot_y = 15000, .head_x = 12000, .head_y = 15000, .head_z = 2000};
    prepare(&s);
    prepare_links(&s, &(qm__link_rules){.climbs = true, .ladders = true});
    const qm__spot from = {15000, 10500, 0}, near = {15000, 12500, 1}, far = {12100, 15000, 1};
    const qm__reach *const reach = reach_apart(&s, from, 14000, &all_climbs, APART, false, s.scratch);
    /* to the circle around the corner, around it, along the face, up, and back over the roof */
    const double tangent = qm__root(3000.0 * 3000 + 1500.0 * 1500 - 500.0 * 500);
    const double around = QM__PI - qm__angle_of(3000, 1500) - qm__angle_of(500, tangent);
    const double head = tangent + 500 * around + 3000 + 2500;
    assert_near(cost_within(reach, 0, far), head + 100, 0.1);
    assert_near(cost_within(reach, 0, near), head + qm__root(3000.0 * 3000 + 2500.0 * 2500), 0.1);
    for (uint32_t most = 1; most <= APART; most++) {
        assert_near(cost_within(reach, most, near), 4000, 0.01);
        assert_near(cost_within(reach, most, far), 2500 + qm__root(2900.0 * 2900 + 4000.0 * 4000), 0.1);
    }
    /* with less to spend the ladder leads to a part of what the climb leads to */
    const qm__reach *const less = reach_apart(&s, from, head + 1000, &all_climbs, 2, true, s.scratch);
    assert_true(cost_within(less, 0, near) < 0 && cost_within(less, 1, near) > 0);
    assert_near(cost_within(less, 0, far), head + 100, 0.1);
    finish(&s);
}

/* Platforms with gaps of 1", 1.5" and 2.5": the first is safe, but only straight across. */
static void test_jumps_in_bands(void **state) {
    (void)state;
    scene s;
    begin(&s, 20000, 12000);
    box(&s, 2000, 2000, 2000, 8000, 0, 3000, QM__PRISM_WALKABLE);
    box(&s, 5000, 2000, 2000, 8000, 0, 3000, QM__PRISM_WALKABLE);
    box(&s, 8500, 2000, 2000, 8000, 0, 3000, QM__PRISM_WALKABLE);
    box(&s, 13000, 2000, 2000, 8000, 0, 3000, QM__PRISM_WALKABLE);
    prepare(&s);
    prepare_links(&s, &(qm__link_rules){.jump_most = 3000, .jumps = true});
    const qm__spot from = {3500, 5000, 1}, across = {5500, 5000, 1}, aslant = {5500, 7000, 1}, third = {9000, 5000, 1},
                   fourth = {13500, 5000, 1};
    const qm__reach *const reach = reach_apart(&s, from, 11000, &all_climbs, APART, false, s.scratch);
    assert_near(cost_within(reach, 0, across), 2000, 0.5);
    const double aside = 2000 - qm__root(1000.49 * 1000.49 - 1000.0 * 1000); /* less what rounding lets one go askew */
    assert_near(cost_within(reach, 0, aslant), 1000 + qm__root(1000.0 * 1000 + aside * aside), 0.5);
    assert_true(cost_within(reach, 0, third) < 0);
    assert_near(cost_within(reach, 1, aslant), qm__root(2000.0 * 2000 + 2000.0 * 2000), 0.5);
    assert_near(cost_within(reach, 1, third), 5500, 0.5);
    assert_true(cost_within(reach, 1, fourth) < 0);
    assert_near(cost_within(reach, 2, fourth), 10000, 0.5);
    finish(&s);
}

/* ----------------------------------------------------------------------------------------------------------- random */

/* Towers that can be climbed and jumped from. */
static void make_towers(scene *s, uint64_t seed) {
    static const int32_t tops[] = {900, 1000, 1500, 2000, 2000, 3000};
    uint64_t at = 0;
    begin(s, 12000, 12000);
    const uint32_t count = 5 + qm__random_below(seed, &at, 8);
    const int32_t grid = qm__random_below(seed, &at, 3) ? 500 : 137;
    for (uint32_t i = 0; i < count; i++) {
        const int32_t x = pick(seed, &at, 0, 9500, grid), y = pick(seed, &at, 0, 9500, grid);
        const int32_t w = pick(seed, &at, 1000, 3000, grid), h = pick(seed, &at, 1000, 3000, grid);
        const int32_t top = tops[qm__random_below(seed, &at, 6)];
        if (qm__random_below(seed, &at, 5)) {
            box(s, x, y, w, h, 0, top, QM__PRISM_WALKABLE);
        } else {
            add_prism(s, (int32_t[]){x, y, x + w, y + h / 3, x + w / 3, y + h}, 3, 0, top, QM__PRISM_WALKABLE);
        }
    }
    s->walker.radius = qm__random_below(seed, &at, 2) ? 500 : pick(seed, &at, 200, 600, 50);
    add_crowd(s, seed);
}

typedef struct asked {
    qm__spot from;
    double budget, by;
    risks which;
    const qm__reach *any, *apart, *limited, *sure; /* not told apart; told; at most one; without what can fail */
    qm__regions regions[APART + 1];
    void *memory[3], *routes;
} asked;

static bool differ(const asked *a, double one, double two) {
    const bool low = one >= 0 && one < a->budget - a->by, high = two >= 0 && two < a->budget - a->by;
    return (low && (two < 0 || two > one + a->by)) || (high && (one < 0 || one > two + a->by));
}

/* No place costs more than by the cheapest route with as many risks. (Less it may, by a little: routes are not found
 * through every bend at the end of a band.) */
static void compare_routes(const scene *s, const asked *a, qm__spot spot, tally *t, uint32_t seed) {
    static qm__route routes[8];
    const qm__route_ask ask = {
        {.from = a->from, .to = spot, .crowd = &s->crowd, .limit = a->budget}, price_risks, &a->which};
    const int found = qm__routes_find(s->walks, s->links, &ask, a->routes, routes, 8);
    assert_in_range(found, 0, 8);
    double chance = 1;
    for (uint32_t most = 0; most <= 2; most++, chance /= 2) {
        int first = 0;
        while (first < found && routes[first].chance < chance - 1e-9) {
            first++;
        }
        const double cost = cost_within(a->apart, most, spot), wanted = first < found ? routes[first].cost : -1;
        t->costs++, t->reached += wanted >= 0;
        if (wanted >= 0 && wanted < a->budget - a->by && (cost < 0 || cost > wanted + a->by)) {
            t->first_cost = t->off_costs++ ? t->first_cost : seed;
        }
        assert_false(found > 0 && routes[0].exact && cost >= 0 && wanted >= 0 && cost < wanted - 30);
    }
}

static void compare_risks(const scene *s, const asked *a, qm__spot spot, tally *t, uint32_t seed) {
    double last = -1, nearest;
    for (uint32_t most = 0; most <= APART; most++) {
        const double cost = cost_within(a->apart, most, spot);
        assert_true(last < 0 || (cost >= 0 && cost <= last));
        last = cost;
        const bool inside = has(&a->regions[most], spot, &nearest);
        if (nearest >= 36) {
            t->places++, t->inside += inside;
            t->off_places += inside != (cost >= 0 && qm__stands(s->levels, &s->crowd, spot, QM__CARE, NULL));
        }
    }
    assert_true(qm__reach_cost(a->sure, spot) == cost_within(a->apart, 0, spot));
    assert_true(cost_within(a->limited, 0, spot) == cost_within(a->apart, 0, spot));
    assert_true(qm__reach_cost(a->limited, spot) == cost_within(a->apart, 1, spot));
    if (differ(a, qm__reach_cost(a->any, spot), qm__reach_cost(a->apart, spot))) {
        fail_msg("seed %u: told apart it costs something else", seed);
    }
}

static void run_risks(uint32_t first, uint32_t count, const qm__link_rules *rules, double by, tally *t) {
    for (uint32_t seed = first; seed < first + count; seed++) {
        scene s;
        uint64_t at = 5000;
        qm__spot spot;
        asked a = {.by = by, .which = {.climb = seed % 2 ? 1500 : 0, .drop = seed % 4 < 2 ? 1000 : 2000}};
        make_towers(&s, seed);
        prepare(&s);
        prepare_links(&s, rules);
        a.budget = 5000 + (double)qm__random_below(seed, &at, 6000);
        a.routes = malloc(qm__route_scratch_size(s.walks, s.links, BODIES));
        for (int i = 0; i < 3; i++) {
            a.memory[i] = malloc(s.scratch_size);
            assert_non_null(a.memory[i]);
        }
        if (random_spot(&s, seed, &at, &a.from)) {
            risks none = a.which;
            none.left_out = true;
            a.any = reach_apart(&s, a.from, a.budget, &a.which, 0, false, a.memory[0]);
            a.apart = reach_apart(&s, a.from, a.budget, &a.which, APART, false, a.memory[1]);
            a.limited = reach_apart(&s, a.from, a.budget, &a.which, 2, true, a.memory[2]);
            a.sure = reach_apart(&s, a.from, a.budget, &none, 0, false, s.scratch);
            assert_true(qm__reach_regions_apart(a.apart, a.budget, s.memory, s.memory_size, a.regions));
            for (int i = 0; i < 30 && random_spot(&s, seed, &at, &spot); i++) {
                compare_risks(&s, &a, spot, t, seed);
                if (i < 4) {
                    compare_routes(&s, &a, spot, t, seed);
                }
            }
        }
        for (int i = 0; i < 3; i++) {
            free(a.memory[i]);
        }
        free(a.routes);
        finish(&s);
    }
}

static void test_random_climbs(void **state) {
    (void)state;
    tally t = {0};
    run_risks(610000, 60, &(qm__link_rules){.climbs = true, .drops = true, .drop_to_foot = true}, 0.5, &t);
    check(&t);
}

static void test_random_jumps(void **state) {
    (void)state;
    tally t = {0};
    run_risks(620000, 12,
              &(qm__link_rules){.climbs = true, .drops = true, .jumps = true, .jump_most = 2500, .rise_most = 1000}, 5,
              &t);
    assert_true(t.off_places == 0 && t.off_costs * 40 < t.costs && t.reached * 4 > t.costs);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_roofs_behind_climbs),   cmocka_unit_test(test_limits),
        cmocka_unit_test(test_exactly_at_the_budget), cmocka_unit_test(test_ladder_beside_a_climb),
        cmocka_unit_test(test_jumps_in_bands),        cmocka_unit_test(test_random_climbs),
        cmocka_unit_test(test_random_jumps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
