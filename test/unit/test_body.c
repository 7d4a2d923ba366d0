/* Measuring between bases, prisms and areas: exact boundaries by hand, and random ones against narrowing in on the
 * nearest points of all pairs of edges. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/angle.h"
#include "base/random.h"
#include "support/tabletop.h"

enum { SEED = 77, PAIRS = 4000, PRISM_CASES = 1000 };

static uint64_t next_random = 0;

/* From low to high; whole numbers. */
static int32_t any(int32_t low, int32_t high) {
    return low + (int32_t)qm__random_below(SEED, &next_random, (uint32_t)(high - low + 1));
}

static qm__body round_body(double x, double y, int32_t radius) {
    return (qm__body){.x = x, .y = y, .radius = radius, .height = 1000};
}
static qm__body oblong(double x, double y, int32_t width, int32_t length, int32_t facing) {
    return (qm__body){.x = x, .y = y, .width = width, .length = length, .facing = facing, .height = 1000};
}
static qm__body any_body(int32_t spread) {
    const double x = any(-spread, spread), y = any(-spread, spread);
    if (any(0, 2) == 0) {
        return round_body(x, y, any(1, 2000));
    }
    /* Every other one at an eighth of a turn: parallel edges and corners on edges are not rare. */
    return oblong(x, y, any(1, 4000), any(1, 4000), any(0, 1) ? any(0, 65535) : 8192 * any(0, 7));
}

static void near(double value, double expected, double by) {
    if (!(value <= expected + by && value >= expected - by)) {
        fail_msg("%.9f is not within %g of %.9f", value, by, expected);
    }
}

/* ---------------------------------------------------------------------------------------------- the slow second way */

static qm__xy point_at(qm__xy a, qm__xy b, double part) {
    return (qm__xy){a.x + (b.x - a.x) * part, a.y + (b.y - a.y) * part};
}
static double square_between(qm__xy p, qm__xy q) {
    return (p.x - q.x) * (p.x - q.x) + (p.y - q.y) * (p.y - q.y);
}

/* The least square of the distance of a point from a segment, by thirds: it falls, then rises. */
static double slow_point_segment(qm__xy p, qm__xy a, qm__xy b) {
    double low = 0, high = 1;
    for (int i = 0; i < 36; i++) {
        const double one = low + (high - low) / 3, other = high - (high - low) / 3;
        if (square_between(p, point_at(a, b, one)) < square_between(p, point_at(a, b, other))) {
            high = other;
        } else {
            low = one;
        }
    }
    return square_between(p, point_at(a, b, (low + high) / 2));
}
static double slow_segments(qm__xy a, qm__xy b, qm__xy c, qm__xy d) {
    double low = 0, high = 1;
    for (int i = 0; i < 36; i++) {
        const double one = low + (high - low) / 3, other = high - (high - low) / 3;
        if (slow_point_segment(point_at(a, b, one), c, d) < slow_point_segment(point_at(a, b, other), c, d)) {
            high = other;
        } else {
            low = one;
        }
    }
    return slow_point_segment(point_at(a, b, (low + high) / 2), c, d);
}

static bool slow_inside(const qm__xy corners[4], qm__xy p) {
    for (int i = 0; i < 4; i++) {
        const qm__xy a = corners[i], b = corners[(i + 1) % 4];
        if ((b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x) < 0) {
            return false;
        }
    }
    return true;
}

/* From a segment to a base; 0 inside. */
static double slow_segment_body(const qm__body *body, qm__xy a, qm__xy b) {
    const qm__xy centre = {body->x, body->y};
    if (body->radius > 0) {
        return qm__most(qm__root(slow_point_segment(centre, a, b)) - body->radius, 0);
    }
    qm__xy corners[4];
    qm__body_corners(body, corners);
    if (slow_inside(corners, a) || slow_inside(corners, b)) {
        return 0;
    }
    double least = 1e30;
    for (int i = 0; i < 4; i++) {
        least = qm__least(least, slow_segments(a, b, corners[i], corners[(i + 1) % 4]));
    }
    return qm__root(least);
}

static double slow_distance(const qm__body *a, const qm__body *b) {
    const qm__xy centre = {a->x, a->y}, other = {b->x, b->y};
    if (a->radius > 0) { /* a disc is a centre with its radius: the segment without length */
        return qm__most(slow_segment_body(b, centre, centre) - a->radius, 0);
    }
    qm__xy corners[4];
    qm__body_corners(a, corners);
    double least = slow_inside(corners, other) ? 0 : 1e30;
    for (int i = 0; i < 4; i++) {
        least = qm__least(least, slow_segment_body(b, corners[i], corners[(i + 1) % 4]));
    }
    return least;
}

/* ----------------------------------------------------------------------------------------------------------- by hand
 */

static void corners_begin_front_left(void **state) {
    (void)state;
    qm__xy out[4];
    const qm__body east = oblong(100, 200, 20, 60, 0), north = oblong(100, 200, 20, 60, 16384);
    const double easts[4][2] = {{130, 210}, {70, 210}, {70, 190}, {130, 190}};
    const double norths[4][2] = {{90, 230}, {90, 170}, {110, 170}, {110, 230}};
    qm__body_corners(&east, out);
    for (int i = 0; i < 4; i++) {
        assert_true(out[i].x == easts[i][0] && out[i].y == easts[i][1]);
    }
    qm__body_corners(&north, out);
    for (int i = 0; i < 4; i++) {
        assert_true(out[i].x == norths[i][0] && out[i].y == norths[i][1]);
    }
}

static void discs_measure_exactly(void **state) {
    (void)state;
    const qm__body a = round_body(1000, 1000, 500);
    qm__body b = round_body(1000 + 8000 + 1000, 1000, 500);
    assert_true(qm__body_distance_plan(&a, &b) == 8000);
    assert_true(qm__within(qm__body_distance_plan(&a, &b), 8000));
    assert_false(qm__within(qm__body_distance_plan(&a, &b), 7999));
    b.x += 0.5;
    assert_true(qm__within(qm__body_distance_plan(&a, &b), 8000));
    b.x += 0.5; /* one unit more */
    assert_false(qm__within(qm__body_distance_plan(&a, &b), 8000));
    b = round_body(1000 + 3000, 1000 + 4000, 500); /* 3, 4, 5 */
    assert_true(qm__body_distance_plan(&a, &b) == 4000);
    b.z = 3000;
    assert_true(qm__body_distance_space(&a, &b) == 5000);
    b = round_body(1100, 1000, 500);
    assert_true(qm__body_gap(&a, &b) == -900 && qm__body_distance_plan(&a, &b) == 0);
    b.z = -250;
    assert_true(qm__body_distance_space(&a, &b) == 250);
}

static void touching_has_slack(void **state) {
    (void)state;
    const qm__body a = round_body(0, 0, 500);
    const double gaps[6] = {0, 0.5, -0.5, 0.51, -0.51, 1};
    for (int i = 0; i < 6; i++) {
        const qm__body b = round_body(0, 1000 + gaps[i], 500), c = oblong(750 + gaps[i], 0, 900, 500, 32768);
        assert_true(qm__bodies_touch(&a, &b) == (i < 3));
        assert_true(qm__bodies_touch(&a, &c) == (i < 3) && qm__bodies_touch(&c, &a) == (i < 3));
    }
    qm__body above = round_body(1000, 0, 500);
    above.z = 999;
    assert_true(qm__bodies_touch(&a, &above));
    above.z = 1000; /* its feet at the height of the other's head */
    assert_false(qm__bodies_touch(&a, &above));
}

/* Rectangles side by side, corner on edge and corner on corner, at every angle. */
static void rectangles_touch_at_odd_angles(void **state) {
    (void)state;
    for (int32_t facing = 0; facing < 65536; facing += 997) {
        const qm__turn turn = qm__turn_of(facing);
        const qm__body a = oblong(12345, 6789, 1500, 2500, facing);
        const double extras[4] = {-1, 0, 0.3, 1};
        for (int i = 0; i < 4; i++) {
            const double extra = extras[i], flush = 1250 + 350 + extra;
            const qm__body b = oblong(a.x + flush * turn.cos - 40 * turn.sin, a.y + flush * turn.sin + 40 * turn.cos,
                                      700, 900, facing + 16384);
            near(qm__body_gap(&a, &b), extra, 1e-8);
            assert_true(qm__bodies_touch(&a, &b) == (i == 1 || i == 2));
            /* A square stands with a corner on the front edge, and one with a corner at the front left corner. */
            const double half_diagonal = 500 * qm__root(2);
            const double tip = 1250 + half_diagonal + extra;
            const qm__body c = oblong(a.x + tip * turn.cos, a.y + tip * turn.sin, 1000, 1000, facing + 8192);
            near(qm__body_gap(&a, &c), extra, 1e-8);
            qm__xy corners[4];
            qm__body_corners(&a, corners);
            const qm__turn skew = qm__turn_of(facing + 8192);
            const double off = half_diagonal + extra;
            const qm__body d = oblong(corners[0].x + off * skew.cos, corners[0].y + off * skew.sin, 1000, 1000, facing);
            near(qm__body_gap(&a, &d), extra < 0 ? -qm__root(0.5) : extra, 1e-8);
        }
    }
}

static void points_measure_from_edges(void **state) {
    (void)state;
    const qm__body a = oblong(0, 0, 1000, 2000, 0), b = round_body(0, 0, 500);
    assert_true(qm__body_point_distance(&a, (qm__xy){1300, 900}) == 500);
    assert_true(qm__body_point_distance(&a, (qm__xy){1000, 500}) == 0);
    assert_true(qm__body_point_distance(&a, (qm__xy){0, 0}) == -500);
    assert_true(qm__body_point_distance(&a, (qm__xy){-990, 3}) == -10);
    assert_true(qm__body_point_distance(&b, (qm__xy){300, -400}) == 0);
    assert_true(qm__body_point_distance(&b, (qm__xy){0, 0}) == -500);
}

static void bodies_are_kept_off(void **state) {
    (void)state;
    qm__body body = round_body(0, 0, 500);
    assert_true(qm__body_keep_off(&body, 0, 400, 1500) == 900);
    assert_true(qm__body_keep_off(&body, 999, 400, 1500) == 900);
    assert_true(qm__body_keep_off(&body, 1000, 400, 1500) == 0);
    assert_true(qm__body_keep_off(&body, -1500, 400, 1500) == 0);
    assert_true(qm__body_keep_off(&body, -1499, 400, 1500) == 900);
    body.column = 1;
    assert_true(qm__body_keep_off(&body, 5000, 400, 1500) == 900);
    body.column = 0;
    body.margin = 1000;
    assert_true(qm__body_keep_off(&body, 0, 400, 1500) == 1900);
    /* In space: what is nearer by the slack in plan is nearer by the slack in space. */
    near(qm__body_keep_off(&body, 600, 400, 1500) - QM__SLACK, 900 + qm__root(999.5 * 999.5 - 600 * 600), 1e-9);
    near(qm__body_keep_off(&body, 990, 400, 1500) - QM__SLACK, 900 + qm__root(999.5 * 999.5 - 990 * 990), 1e-9);
    near(qm__body_keep_off(&body, -800, 400, 100) - QM__SLACK, 900 + qm__root(999.5 * 999.5 - 800 * 800), 1e-9);
    assert_true(qm__body_keep_off(&body, -1000, 400, 100) == 0);
    body.radius = 0; /* a rectangle: from the edges */
    assert_true(qm__body_keep_off(&body, 0, 400, 1500) == 1400);
    near(qm__body_keep_off(&body, 600, 400, 1500) - QM__SLACK, 400 + qm__root(999.5 * 999.5 - 600 * 600), 1e-9);
}

/* ---------------------------------------------------------------------------------------------------- prisms, areas */

static void prisms_measure_exactly(void **state) {
    (void)state;
    tabletop *t = tabletop_new(20000, 20000);
    const uint16_t number = tabletop_box(t, 1000, 1000, 5000, 5000, 500, 3000, 0);
    tabletop_hole(t, (int32_t[]){2000, 2000, 4000, 2000, 4000, 4000, 2000, 4000}, 4);
    assert_true(tabletop_finish(t));
    const qm__prism *prism = &t->prisms[number];
    const qm__table *table = &t->table;
    assert_true(qm__prism_point_distance(table, prism, 1500, 1500, 1000) == 0);
    assert_true(qm__prism_point_distance(table, prism, 1500, 1500, 0) == 500);
    assert_true(qm__prism_point_distance(table, prism, 3000, 3000, 1000) == 1000);
    assert_true(qm__prism_point_distance(table, prism, 8000, 3000, 7000) == 5000);
    qm__body disc = round_body(3000, 3000, 999), box = oblong(3000, 3000, 1998, 1998, 0);
    assert_true(qm__prism_body_distance_plan(table, prism, &disc) == 1);
    assert_true(qm__prism_body_distance_plan(table, prism, &box) == 1);
    box.facing = 8192;
    assert_true(qm__prism_body_distance_plan(table, prism, &box) == 0);
    box.x = 5000 + 999 * qm__root(2) + 300;
    near(qm__prism_body_distance_plan(table, prism, &box), 300, 1e-9);
    box.z = 3400;
    near(qm__prism_body_distance_space(table, prism, &box), 500, 1e-9);
    disc = round_body(5000 + 1000 + 800, 3000, 1000);
    assert_true(qm__prism_body_distance_plan(table, prism, &disc) == 800);
    disc.z = -100;
    assert_true(qm__prism_body_distance_space(table, prism, &disc) == 1000);
    const qm__body within = oblong(1500, 1500, 100, 100, 5), around = oblong(3000, 3000, 9000, 9000, 0);
    assert_true(qm__prism_body_distance_plan(table, prism, &within) == 0);
    assert_true(qm__prism_body_distance_plan(table, prism, &around) == 0);
    tabletop_free(t);
}

static void areas_take_what_is_inside(void **state) {
    (void)state;
    tabletop *t = tabletop_new(20000, 20000);
    tabletop_area(t, 2000, 2000, 4000, 4000);
    assert_true(tabletop_finish(t));
    const qm__area *area = &t->areas[0];
    for (int extra = 0; extra <= 1; extra++) { /* touching, and one unit in */
        const qm__body disc = round_body(1500 + extra, 3000, 500), flush = oblong(1500 + extra, 3000, 700, 1000, 0);
        const qm__body tip = oblong(2000 - 707 + extra, 3000, 1000, 1000, 8192),
                       point = round_body(2000 + extra, 3000, 500);
        const qm__body corner = oblong(1500 + extra, 1500 + extra, 1000, 1000, 16384);
        assert_true(qm__area_has_body(&t->table, area, &disc, false) == extra);
        assert_true(qm__area_has_body(&t->table, area, &flush, false) == extra);
        assert_true(qm__area_has_body(&t->table, area, &tip, false) == extra);
        assert_true(qm__area_has_body(&t->table, area, &corner, false) == extra);
        assert_true(qm__area_has_body(&t->table, area, &point, true) == extra);
        assert_false(qm__area_has_body(&t->table, area, &flush, true));
    }
    qm__body over = oblong(3000, 3000, 9000, 9000, 77), high = round_body(3000, 3000, 500);
    assert_true(qm__area_has_body(&t->table, area, &over, false) && qm__area_has_body(&t->table, area, &over, true));
    high.z = 1; /* the area lies at 0 only */
    assert_false(qm__area_has_body(&t->table, area, &high, false));
    t->areas[0].top = 1;
    assert_true(qm__area_has_body(&t->table, area, &high, false));
    tabletop_free(t);
}

/* ------------------------------------------------------------------------------------------------------------ random
 */

static void random_pairs_agree(void **state) {
    (void)state;
    int apart = 0, overlapping = 0, rectangles = 0;
    for (int i = 0; i < PAIRS; i++) {
        const qm__body a = any_body(i % 2 ? 3000 : 600), b = any_body(i % 2 ? 3000 : 600);
        const double gap = qm__body_gap(&a, &b), slow = slow_distance(&a, &b);
        near(qm__most(gap, 0), slow, 1e-3);
        apart += gap > 0;
        overlapping += gap < 0;
        rectangles += a.radius == 0 && b.radius == 0;
    }
    print_message("pairs apart %d, overlapping %d, both rectangles %d\n", apart, overlapping, rectangles);
    assert_true(apart > PAIRS / 5 && overlapping > PAIRS / 5 && rectangles > PAIRS / 5);
}

/* An overlap is the shortest way apart: one direction parts the bases after it, and none does before it. */
static void overlaps_are_shortest_ways_apart(void **state) {
    (void)state;
    int seen = 0;
    for (int i = 0; i < 1000; i++) {
        const qm__body a = any_body(800), b = any_body(800);
        const double gap = qm__body_gap(&a, &b);
        if (gap > -2) {
            continue;
        }
        seen++;
        double best = -1e30;
        qm__body parted = b;
        for (int32_t k = 0; k < 65536; k += 64) {
            const qm__turn turn = qm__turn_of(k);
            qm__body moved = b;
            moved.x += (-gap - 1) * turn.cos;
            moved.y += (-gap - 1) * turn.sin;
            const double left = qm__body_gap(&a, &moved);
            if (left > best) {
                best = left;
                parted.x = b.x + (-gap + 1) * turn.cos;
                parted.y = b.y + (-gap + 1) * turn.sin;
            }
        }
        assert_true(best < -0.99 && best > -1 - 0.01 * -gap);
        if (-gap < 100) {
            assert_true(slow_distance(&a, &parted) > 0.5);
        }
    }
    assert_true(seen > 300);
}

/* Swapping, moving, turning by quarters and mirroring change no bit. */
static void images_measure_the_same(void **state) {
    (void)state;
    for (int i = 0; i < 20000; i++) {
        const qm__body a = any_body(3000), b = any_body(3000);
        const double gap = qm__body_gap(&a, &b);
        assert_true(qm__body_gap(&b, &a) == gap);
        qm__body c = a, d = b;
        c.x += 123456, c.y -= 7654321, d.x += 123456, d.y -= 7654321;
        assert_true(qm__body_gap(&c, &d) == gap);
        c = a, d = b;
        c.x = -a.y, c.y = a.x, d.x = -b.y, d.y = b.x;
        c.facing += 16384, d.facing += 16384;
        assert_true(qm__body_gap(&c, &d) == gap);
        c = a, d = b;
        c.y = -a.y, d.y = -b.y, c.facing = -a.facing, d.facing = -b.facing;
        assert_true(qm__body_gap(&c, &d) == gap);
        c.z = any(-2000, 2000);
        const double plan = qm__body_distance_plan(&c, &d), rise = c.z;
        near(qm__body_distance_space(&c, &d), qm__root(plan * plan + rise * rise), 1e-9);
    }
}

/* A star of n corners around (10000, 10000) with a hole of its shape, seldom convex. */
static void add_star(tabletop *t, int n) {
    int32_t outer[2 * 12], inner[2 * 12];
    for (int i = 0; i < n; i++) {
        const qm__turn turn = qm__turn_of(65536.0 * i / n);
        const double size = any(900, 3000);
        outer[2 * i] = 10000 + (int32_t)(size * turn.cos);
        outer[2 * i + 1] = 10000 + (int32_t)(size * turn.sin);
        inner[2 * i] = 10000 + (int32_t)(0.2 * size * turn.cos);
        inner[2 * i + 1] = 10000 + (int32_t)(0.2 * size * turn.sin);
    }
    tabletop_prism(t, outer, (uint32_t)n, 0, 1000, 0);
    tabletop_hole(t, inner, (uint32_t)n);
}

static double slow_prism_distance(const qm__table *table, const qm__prism *prism, const qm__body *body) {
    double least = qm__polygon_side(table, &prism->polygon, body->x, body->y) >= 0 ? 0 : 1e30;
    for (uint32_t r = 0; least > 0 && r < prism->polygon.ring_count; r++) {
        const qm__ring *ring = &table->rings[prism->polygon.first_ring + r];
        for (uint32_t i = 0; i < ring->count; i++) {
            const qm__corner a = table->corners[ring->first + i],
                             b = table->corners[ring->first + (i + 1) % ring->count];
            least = qm__least(least, slow_segment_body(body, (qm__xy){a.x, a.y}, (qm__xy){b.x, b.y}));
        }
    }
    return least;
}

static void random_prisms_agree(void **state) {
    (void)state;
    int apart = 0, inside = 0, in_hole = 0;
    for (int i = 0; i < PRISM_CASES; i++) {
        tabletop *t = tabletop_new(20000, 20000);
        add_star(t, any(5, 9));
        if (tabletop_finish(t)) {
            qm__body body = any_body(i % 3 ? 3500 : 300);
            body.x += 10000;
            body.y += 10000;
            body.width = i % 3 ? body.width : body.width / 30 + 1;
            body.length = i % 3 ? body.length : body.length / 30 + 1;
            body.radius = i % 3 || !body.radius ? body.radius : body.radius / 30 + 1;
            const double found = qm__prism_body_distance_plan(&t->table, &t->prisms[0], &body);
            near(found, slow_prism_distance(&t->table, &t->prisms[0], &body), 1e-3);
            apart += found > 0;
            inside += found == 0;
            in_hole += found > 0 && i % 3 == 0;
        }
        tabletop_free(t);
    }
    print_message("prisms apart %d, met %d, bases in a hole %d\n", apart, inside, in_hole);
    assert_true(apart > PRISM_CASES / 10 && inside > PRISM_CASES / 10 && in_hole > PRISM_CASES / 50);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(corners_begin_front_left),  cmocka_unit_test(discs_measure_exactly),
        cmocka_unit_test(touching_has_slack),        cmocka_unit_test(rectangles_touch_at_odd_angles),
        cmocka_unit_test(points_measure_from_edges), cmocka_unit_test(bodies_are_kept_off),
        cmocka_unit_test(prisms_measure_exactly),    cmocka_unit_test(areas_take_what_is_inside),
        cmocka_unit_test(random_pairs_agree),        cmocka_unit_test(overlaps_are_shortest_ways_apart),
        cmocka_unit_test(images_measure_the_same),   cmocka_unit_test(random_prisms_agree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
