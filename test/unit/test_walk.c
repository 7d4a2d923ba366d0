/* Shortest walks on tables put together by hand, against lengths worked out on paper; bodies prepared and cold; areas
 * that cost; and random tables on which every way is checked piece by piece and must be the same length from both ends,
 * after a quarter turn, and with the prisms in another order.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/angle.h"
#include "support/tabletop.h"

#include "space/table/walk_inside.h"

static const qm__walker man = {.radius = 500, .height = 2000, .step = 1000, .free_step = 1000};

typedef struct ground {
    tabletop *top;
    const qm__levels *levels;
    const qm__walks *walks;
    void *scratch;
    qm__way way;
} ground;

enum { BODIES = 24 };

static ground *ready(tabletop *top, const qm__walker *walker, uint64_t areas) {
    ground *g = calloc(1, sizeof *g);
    g->top = top;
    g->levels = tabletop_levels(top, walker);
    assert_non_null(g->levels);
    assert_int_equal(qm__walks_make(g->levels, areas, &top->arena, &g->walks), QM_OK);
    assert_ptr_equal(qm__walks_levels(g->walks), g->levels);
    g->scratch = malloc(qm__walk_scratch_size(g->walks, BODIES));
    return g;
}

static void done(ground *g) {
    free(g->scratch);
    tabletop_free(g->top);
    free(g);
}

static qm__walk_ask between(double x, double y, double to_x, double to_y) {
    return (qm__walk_ask){.from = {x, y, 0}, .to = {to_x, to_y, 0}, .limit = 1e9};
}

/* The cost, or -1. */
static double cost_of(ground *g, const qm__walk_ask *ask) {
    qm__walked walked;
    qm__walk_find(g->walks, ask, g->scratch, &g->way, &walked);
    assert_false(walked.exhausted);
    return walked.found ? walked.cost : -1;
}

static bool near(double a, double b) {
    return a - b < 1e-6 && b - a < 1e-6;
}

/* From p past the circle around c to the same height on the other side: half of it, up to where the arc has turned to
 * n. */
static double half_way(qm__xy p, qm__xy c, double r, double turned) {
    const double far = qm__apart(p, c);
    const double seen =
        qm__angle_of(r, qm__root(far * far - r * r)); /* between the line to the centre and the radius touched */
    const double at = qm__angle_of(p.x - c.x, p.y - c.y);
    double turn = turned - (at + seen);
    return qm__root(far * far - r * r) + r * turn;
}

/* ------------------------------------------------------------------------------------------------------------- terrain
 */

static void a_box_is_walked_around_on_arcs(void **state) {
    (void)state;
    tabletop *top = tabletop_new(20000, 20000);
    tabletop_box(top, 8000, 8000, 12000, 12000, 0, 3000, 0);
    ground *g = ready(top, &man, 0);
    /* From below the middle to above it, around the right side: two corners, each touched and turned to the right side.
     */
    const qm__walk_ask ask = between(10500, 6000, 10500, 14000);
    const double half = half_way((qm__xy){10500, 6000}, (qm__xy){12000, 8000}, 500, 0);
    assert_true(near(cost_of(g, &ask), 2 * half + 4000));
    assert_int_equal(g->way.count, 5);
    assert_true(near(g->way.length, 2 * half + 4000));
    assert_true(g->way.pieces[1].radius == 500 && g->way.pieces[1].sweep > 0);
    assert_true(near(g->way.pieces[2].from.x, 12500) && near(g->way.pieces[2].to.x, 12500));
    done(g);
}

static void where_nothing_is_in_the_way_it_is_straight(void **state) {
    (void)state;
    tabletop *top = tabletop_new(20000, 20000);
    tabletop_box(top, 8000, 8000, 12000, 12000, 0, 3000, 0);
    ground *g = ready(top, &man, 0);
    qm__walk_ask ask = between(1000, 1000, 4000, 5000);
    assert_true(near(cost_of(g, &ask), 5000));
    assert_int_equal(g->way.count, 1);
    ask = between(7500, 2000, 7500, 18000); /* touching the wall all along */
    assert_true(near(cost_of(g, &ask), 16000));
    ask = between(1000, 1000, 1000, 1000);
    assert_true(near(cost_of(g, &ask), 0));
    assert_int_equal(g->way.count, 0);
    done(g);
}

static void a_gap_as_wide_as_the_base_is_passed_and_a_narrower_one_is_not(void **state) {
    (void)state;
    for (int32_t less = 0; less <= 1; less++) {
        tabletop *top = tabletop_new(20000, 20000);
        tabletop_box(top, 0, 8000, 9500, 9000, 0, 3000, 0);
        tabletop_box(top, 10500 - less, 8000, 20000, 9000, 0, 3000, 0);
        ground *g = ready(top, &man, 0);
        const qm__walk_ask ask = between(10000, 5000, 10000, 12000);
        const qm__walk_ask aslant = between(3000, 5000, 16000, 12000);
        assert_int_equal(cost_of(g, &ask) > 0, !less);
        assert_int_equal(cost_of(g, &aslant) > 0, !less);
        done(g);
    }
}

static void boxes_that_share_a_wall_are_one(void **state) {
    (void)state;
    tabletop *top = tabletop_new(20000, 20000);
    tabletop_box(top, 6000, 8000, 10000, 12000, 0, 3000, 0);
    tabletop_box(top, 10000, 8000, 13000, 12000, 0, 3000, 0);
    tabletop_box(top, 8000, 9000, 11000, 12000, 0, 3000, 0);
    ground *g = ready(top, &man, 0);
    tabletop *whole = tabletop_new(20000, 20000);
    tabletop_box(whole, 6000, 8000, 13000, 12000, 0, 3000, 0);
    ground *other = ready(whole, &man, 0);
    for (int32_t x = 2000; x < 18000; x += 1700) {
        const qm__walk_ask ask = between(x, 7000, 19500 - x, 13000);
        assert_true(near(cost_of(g, &ask), cost_of(other, &ask)));
    }
    done(g);
    done(other);
}

static void what_is_shut_in_is_not_found(void **state) {
    (void)state;
    tabletop *top = tabletop_new(20000, 20000);
    tabletop_prism(top, (int32_t[]){5000, 5000, 15000, 5000, 15000, 15000, 5000, 15000}, 4, 0, 3000, 0);
    tabletop_hole(top, (int32_t[]){6000, 6000, 14000, 6000, 14000, 14000, 6000, 14000}, 4);
    ground *g = ready(top, &man, 0);
    qm__walk_ask ask = between(10000, 10000, 1000, 1000);
    assert_true(cost_of(g, &ask) < 0);
    ask = between(7000, 7000, 13000, 13000);
    assert_true(cost_of(g, &ask) > 0);
    ask.to.level = 7;
    assert_true(cost_of(g, &ask) < 0);
    done(g);
}

static void the_limit_counts(void **state) {
    (void)state;
    tabletop *top = tabletop_new(20000, 20000);
    tabletop_box(top, 8000, 8000, 12000, 12000, 0, 3000, 0);
    ground *g = ready(top, &man, 0);
    qm__walk_ask ask = between(10500, 6000, 10500, 14000);
    const double cost = cost_of(g, &ask);
    ask.limit = cost + 1e-6;
    assert_true(near(cost_of(g, &ask), cost));
    ask.limit = cost - 1e-3;
    assert_true(cost_of(g, &ask) < 0);
    ask = between(1000, 1000, 4000, 5000);
    ask.limit = 4999.9;
    assert_true(cost_of(g, &ask) < 0);
    done(g);
}

static void steps_lead_up_and_down(void **state) {
    (void)state;
    for (int32_t more = 0; more <= 1; more++) {
        tabletop *top = tabletop_new(20000, 20000);
        tabletop_box(top, 8000, 0, 12000, 20000, 0, 1000 + more, QM__PRISM_WALKABLE);
        ground *g = ready(top, &man, 0);
        qm__walk_ask ask = between(1000, 10000, 19000, 10000);
        assert_true(more ? cost_of(g, &ask) < 0 : near(cost_of(g, &ask), 18000));
        ask.to = (qm__spot){10000, 10000, 1};
        assert_true(more ? cost_of(g, &ask) < 0 : near(cost_of(g, &ask), 9000));
        done(g);
    }
}

/* What ends at or below the ground is no surface of its own, however deep: the ground is walked over it, beside others
 * that are surfaces. */
static void the_ground_lies_over_cellars(void **state) {
    (void)state;
    static const int32_t tops[] = {0, -1, -500, -1000, -1001, -2000};
    for (size_t i = 0; i < sizeof tops / sizeof tops[0]; i++) {
        tabletop *top = tabletop_new(20000, 20000);
        tabletop_box(top, 8000, 8000, 12000, 12000, -3000, tops[i], QM__PRISM_WALKABLE);
        tabletop_box(top, 12000, 8000, 14000, 12000, -3000, 1000, QM__PRISM_WALKABLE);
        ground *g = ready(top, &man, 0);
        qm__walk_ask ask = between(1000, 10000, 19000, 10000);
        assert_int_equal(qm__level_count(g->levels), 2);
        assert_true(near(cost_of(g, &ask), 18000));
        ask.to = (qm__spot){13000, 10000, 1};
        assert_true(near(cost_of(g, &ask), 12000));
        done(g);
    }
}

/* A low block that cannot be stood on keeps only the centre out: a way bends at its very corner. */
static void low_blocks_are_turned_at_their_corners(void **state) {
    (void)state;
    tabletop *top = tabletop_new(20000, 20000);
    tabletop_box(top, 8000, 8000, 12000, 12000, 0, 600, 0);
    ground *g = ready(top, &man, 0);
    const qm__walk_ask ask = between(10500, 4000, 10500, 16000);
    assert_true(near(cost_of(g, &ask), 2 * qm__root(1500.0 * 1500 + 4000.0 * 4000) + 4000));
    done(g);
}

/* The edge of a platform comes out of what is kept off a wall on the ground by a few units: between the two lies a
 * sliver where the base can be at neither height, and the way up turns at its tip. */
static void slivers_beside_what_is_kept_off_are_turned_at_their_tips(void **state) {
    (void)state;
    for (int32_t out = 1; out <= 12; out++) {
        tabletop *top = tabletop_new(20000, 20000);
        tabletop_box(top, 10000, 8000, 14000, 14000, 0, 1200, 0);
        tabletop_box(top, 9500 + out, 2000, 14000, 14000, 0, 400, QM__PRISM_WALKABLE);
        ground *g = ready(top, &man, 0);
        qm__walk_ask ask = between(8700, 5000, 9700, 11000);
        ask.to.level = qm__level_at(g->levels, 400);
        const double across = 500 - out;
        const qm__xy tip = {9500 + out, 8000 - qm__root(500.0 * 500 - across * across)};
        assert_true(
            near(cost_of(g, &ask), qm__apart(tip, (qm__xy){8700, 5000}) + qm__apart(tip, (qm__xy){9700, 11000})));
        done(g);
    }
}

/* A low block as sharp as a needle, whichever way it points. */
static void needles_are_turned_at_their_tips(void **state) {
    (void)state;
    for (int i = 0; i < 32; i++) {
        const qm__turn turn = qm__turn_of((double)i * QM__PARTS / 32 + (double)QM__PARTS / 128);
        const qm__xy tip = {10000, 10000}, side = {-turn.sin, turn.cos};
        const qm__xy far = qm__along(tip, (qm__xy){turn.cos, turn.sin}, 9000);
        const qm__xy middle = qm__along(tip, (qm__xy){turn.cos, turn.sin}, 2000);
        const qm__xy a = qm__along(far, side, -100), b = qm__along(far, side, 100);
        tabletop *top = tabletop_new(20000, 20000);
        tabletop_prism(top, (int32_t[]){10000, 10000, (int32_t)a.x, (int32_t)a.y, (int32_t)b.x, (int32_t)b.y}, 3, 0,
                       600, 0);
        ground *g = ready(top, &man, 0);
        const qm__xy from = qm__along(middle, side, -1500), to = qm__along(middle, side, 1500);
        const qm__walk_ask ask = between(from.x, from.y, to.x, to.y);
        assert_true(near(cost_of(g, &ask), qm__apart(from, tip) + qm__apart(tip, to)));
        done(g);
    }
}

/* -------------------------------------------------------------------------------------------------------------- bodies
 */

static double cost_among(ground *g, const qm__walk_ask *ask, const qm__crowd *crowd) {
    const size_t size = qm__walks_bodies_size(g->walks, crowd->count);
    void *memory = malloc(size);
    assert_null(qm__walks_crowd(g->walks, crowd, memory, size / 2));
    qm__walk_ask own = *ask;
    own.crowd = crowd;
    own.bodies = NULL;
    const double cold = cost_of(g, &own);
    own.bodies = qm__walks_crowd(g->walks, crowd, memory, size);
    assert_non_null(own.bodies);
    const double prepared = cost_of(g, &own);
    assert_true(near(cold, prepared));
    free(memory);
    return prepared;
}

/* A low wall across a slanting roof, from edge to edge: its end lies on the roof's edge, along which the centre can go.
 */
static void an_edge_is_walked_past_the_end_of_a_low_wall(void **state) {
    (void)state;
    for (int32_t beyond = 0; beyond <= 3; beyond += 3) {
        tabletop *top = tabletop_new(11000, 9500);
        const int32_t roof[8] = {749, 5251, 1949, 3651, 3949, 5151, 2749, 6751};
        const int32_t x = 4 * beyond, y = 3 * beyond;
        const int32_t wall[8] = {1619 - x, 4091 - y, 1859 - x, 3771 - y, 3859 + x, 5271 + y, 3619 + x, 5591 + y};
        tabletop_prism(top, roof, 4, 0, 1500, QM__PRISM_WALKABLE);
        tabletop_prism(top, wall, 4, 1500, 1900, 0);
        ground *g = ready(top, &man, 0);
        const int level = qm__level_at(g->levels, 1500);
        qm__walk_ask ask = between(3949, 5151, 2878, 5765);
        ask.from.level = ask.to.level = level;
        /* 550 along the edge, then past the wall's corner; where the wall juts out over both edges, not at all. */
        const qm__xy corner = {3619, 5591}, goal = {2878, 5765};
        const double cost = cost_of(g, &ask);
        if (beyond) {
            assert_true(cost < 0);
        } else {
            assert_true(near(cost, 550 + qm__apart(corner, goal)));
            qm__spot points[8];
            assert_true(qm__way_points(g->levels, NULL, &g->way, points, 8) >= 3);
        }
        done(g);
    }
}

static void a_figure_is_walked_around(void **state) {
    (void)state;
    tabletop *top = tabletop_new(20000, 20000);
    ground *g = ready(top, &man, 0);
    qm__body body = {.x = 10000, .y = 10000, .radius = 500, .height = 2000, .manner = QM__BLOCK};
    const qm__crowd crowd = {.bodies = &body, .count = 1, .self = UINT16_MAX};
    const qm__walk_ask ask = between(10000, 5000, 10000, 15000);
    assert_true(
        near(cost_among(g, &ask, &crowd), 2 * half_way((qm__xy){10000, 5000}, (qm__xy){10000, 10000}, 1000, 0)));
    body.margin = 1000;
    assert_true(
        near(cost_among(g, &ask, &crowd), 2 * half_way((qm__xy){10000, 5000}, (qm__xy){10000, 10000}, 2000, 0)));
    body.manner = QM__PASS_ONLY;
    assert_true(near(cost_among(g, &ask, &crowd), 10000));
    body.manner = QM__BLOCK;
    const qm__crowd itself = {.bodies = &body, .count = 1, .self = 0};
    assert_true(near(cost_among(g, &ask, &itself), 10000));
    body = (qm__body){.x = 10000, .y = 10000, .width = 4000, .length = 2000, .height = 2000, .manner = QM__BLOCK};
    /* It looks along +x: 2000 long that way, 4000 across. */
    assert_true(
        near(cost_among(g, &ask, &crowd), 2 * half_way((qm__xy){10000, 5000}, (qm__xy){11000, 8000}, 500, 0) + 4000));
    done(g);
}

static void figures_shut_a_gap(void **state) {
    (void)state;
    tabletop *top = tabletop_new(20000, 20000);
    tabletop_box(top, 0, 8000, 8000, 9000, 0, 3000, 0);
    tabletop_box(top, 12000, 8000, 20000, 9000, 0, 3000, 0);
    ground *g = ready(top, &man, 0);
    /* The gap is 4000 wide; a base of 2000 leaves exactly one of 1000 on each side. */
    qm__body body = {.x = 10000, .y = 8500, .radius = 1000, .height = 2000, .manner = QM__BLOCK};
    const qm__crowd crowd = {.bodies = &body, .count = 1, .self = UINT16_MAX};
    const qm__walk_ask ask = between(10000, 5000, 10000, 12000);
    assert_true(cost_among(g, &ask, &crowd) > 7000);
    body.radius = 1002;
    assert_true(cost_among(g, &ask, &crowd) < 0);
    body.z = 2000; /* above its head */
    assert_true(near(cost_among(g, &ask, &crowd), 7000));
    done(g);
}

static void figures_in_contact_leave_no_way_between_them(void **state) {
    (void)state;
    tabletop *top = tabletop_new(20000, 20000);
    ground *g = ready(top, &man, 0);
    qm__body bodies[20];
    for (int i = 0; i < 20; i++) {
        bodies[i] = (qm__body){.x = 500 + 1000 * i, .y = 10000, .radius = 500, .height = 2000, .manner = QM__BLOCK};
    }
    const qm__crowd all = {.bodies = bodies, .count = 20, .self = UINT16_MAX};
    const qm__crowd without_last = {.bodies = bodies, .count = 19, .self = UINT16_MAX};
    const qm__walk_ask ask = between(5000, 8000, 5000, 12000);
    assert_true(cost_among(g, &ask, &all) < 0);
    /* The last one away, the gap at the border is exactly as wide as the base. */
    assert_true(cost_among(g, &ask, &without_last) > 28000);
    done(g);
}

/* Behind so many corners that a search does not go on without asking whether its goal can be got to at all. */
static void figures_around_a_goal_shut_it_in_far_from_the_start(void **state) {
    (void)state;
    tabletop *top = tabletop_new(30000, 30000);
    for (int32_t i = 0; i < 16; i++) {
        const int32_t x = 3000 + 4000 * (i % 4), y = 3000 + 4000 * (i / 4);
        tabletop_box(top, x, y, x + 2500, y + 2500, 0, 3000, 0);
    }
    ground *g = ready(top, &man, 0);
    const qm__turn eighth = qm__turn_of((double)QM__PARTS / 8);
    qm__xy out = {2000, 0};
    qm__body bodies[8];
    for (int i = 0; i < 8; i++) {
        bodies[i] = (qm__body){.x = 25000 + (int32_t)out.x,
                               .y = 25000 + (int32_t)out.y,
                               .radius = 500,
                               .height = 2000,
                               .manner = QM__BLOCK};
        out = (qm__xy){out.x * eighth.cos - out.y * eighth.sin, out.x * eighth.sin + out.y * eighth.cos};
    }
    const qm__walk_ask in = between(1000, 1000, 25000, 25000), away = between(25000, 25000, 1000, 1000);
    qm__crowd crowd = {.bodies = bodies, .count = 8, .self = UINT16_MAX};
    assert_true(cost_among(g, &in, &crowd) < 0 && cost_among(g, &away, &crowd) < 0);
    crowd.count = 7;
    assert_true(cost_among(g, &in, &crowd) > 34000 && near(cost_among(g, &in, &crowd), cost_among(g, &away, &crowd)));
    done(g);
}

/* --------------------------------------------------------------------------------------------------------------- areas
 */

static void an_area_is_crossed_or_led_around_as_it_costs(void **state) {
    (void)state;
    tabletop *top = tabletop_new(20000, 20000);
    tabletop_area(top, 8000, 8000, 12000, 12000);
    ground *g = ready(top, &man, 1);
    qm__area_price price = {.once = 0};
    qm__walk_ask ask = between(10500, 6000, 10500, 14000);
    ask.prices = &price;
    const double around = 2 * half_way((qm__xy){10500, 6000}, (qm__xy){12000, 8000}, 500, 0) + 4000;
    assert_true(near(cost_of(g, &ask), 8000));
    assert_int_equal(g->way.areas, 1);
    price.once = 500;
    assert_true(near(cost_of(g, &ask), 8500));
    price.once = 5000;
    assert_true(near(cost_of(g, &ask), around));
    assert_int_equal(g->way.areas, 0);
    price = (qm__area_price){.entry = 5000};
    assert_true(near(cost_of(g, &ask), around));
    ask.from = (qm__spot){10500, 9000, 0}; /* inside: coming out enters nothing, but once is once */
    assert_true(near(cost_of(g, &ask), 5000));
    price = (qm__area_price){.once = 5000};
    assert_true(near(cost_of(g, &ask), 10000));
    done(g);
}

/* An area on two crates but not on the ground between them: who stays in it turns where their edges cross, although
 * steps lead anywhere. */
static void a_way_that_stays_in_an_area_turns_where_two_crates_meet(void **state) {
    (void)state;
    tabletop *top = tabletop_new(20000, 20000);
    tabletop_box(top, 4000, 8000, 10000, 12000, 0, 500, QM__PRISM_WALKABLE);
    tabletop_box(top, 9000, 4000, 16000, 9000, 0, 450, QM__PRISM_WALKABLE);
    tabletop_area(top, 2000, 2000, 18000, 18000);
    top->areas[0].bottom = 1;
    top->areas[0].top = 10000;
    ground *g = ready(top, &man, 1);
    const qm__area_price price = {.entry = 5000};
    qm__walk_ask ask = between(5000, 8500, 9500, 4500);
    ask.from.level = qm__level_at(g->levels, 500);
    ask.to.level = qm__level_at(g->levels, 450);
    assert_true(near(cost_of(g, &ask), qm__root(4500.0 * 4500 + 4000.0 * 4000)));
    ask.prices = &price;
    assert_true(near(cost_of(g, &ask), qm__root(4000.0 * 4000 + 500.0 * 500) + qm__root(500.0 * 500 + 3500.0 * 3500)));
    const qm__spot from = ask.from;
    ask.from = ask.to;
    ask.to = from;
    assert_true(near(cost_of(g, &ask), qm__root(4000.0 * 4000 + 500.0 * 500) + qm__root(500.0 * 500 + 3500.0 * 3500)));
    done(g);
}

static void an_area_of_the_centre_is_led_around_by_the_centre(void **state) {
    (void)state;
    qm__walker walker = man;
    walker.centre = true;
    tabletop *top = tabletop_new(20000, 20000);
    tabletop_area(top, 8000, 8000, 12000, 12000);
    ground *g = ready(top, &walker, 1);
    const qm__area_price price = {.once = 9000};
    qm__walk_ask ask = between(10500, 4000, 10500, 16000);
    ask.prices = &price;
    assert_true(near(cost_of(g, &ask), 2 * qm__root(1500.0 * 1500 + 4000.0 * 4000) + 4000));
    done(g);
}

/* Between a wall's corner and an area's there is a little less room than the base needs, by less than the slack. Who
 * stands there is not in the area yet, and is led around its corner without coming into it. */
static void who_stands_close_to_an_area_is_led_around_it(void **state) {
    (void)state;
    tabletop *top = tabletop_new(20000, 20000);
    tabletop_box(top, 4000, 4000, 7401, 7200, 0, 3000, 0);
    tabletop_area(top, 8000, 8000, 12000, 12000);
    ground *g = ready(top, &man, 1);
    const qm__area_price price = {.entry = 5000};
    const qm__xy corner = {8000, 8000}, out = qm__unit((qm__xy){-599, -800}); /* the corners are 999.40 apart */
    const qm__xy from = qm__along(corner, out, 499.55);
    qm__walk_ask ask = between(from.x, from.y, 11000, 7400);
    ask.prices = &price;
    const double tangent = qm__root(3000.0 * 3000 + 600.0 * 600 - 500.0 * 500);
    const double turn = qm__angle_of(3000, -600) - qm__angle_of(500, tangent) - qm__angle_of(out.x, out.y);
    const double cost = cost_of(g, &ask);
    assert_true(cost > 0 && cost - (500 * turn + tangent) < 1 && cost - (500 * turn + tangent) > -1);
    assert_int_equal(g->way.areas, 0);
    done(g);
}

/* With nothing else on the table: the straight way can be gone, and is far too dear. */
static void by_the_inch_a_way_leads_around_what_is_dear(void **state) {
    (void)state;
    qm__walker walker = man;
    walker.centre = true;
    tabletop *top = tabletop_new(24000, 18000);
    tabletop_area(top, 8000, 0, 10000, 8000);
    ground *g = ready(top, &walker, 1);
    const qm__area_price price = {.factor = 10000};
    qm__walk_ask ask = between(7500, 1000, 10500, 1000);
    ask.prices = &price;
    const double around = 2 * qm__root(500.0 * 500 + 7000.0 * 7000) + 2000, cost = cost_of(g, &ask);
    assert_true(cost > around - 3 && cost < around * 1.005); /* the slack at the borders */
    done(g);
}

/* Across a band that costs twice as much by the inch a way breaks like light. By symmetry it is told by how far it goes
 * along the band while it crosses it; the best of all such ways is found by trying. */
static double best_across(double outside, double along, double band) {
    double best = 1e9;
    for (double in = 0; in <= along; in += 1) {
        const double out = (along - in) / 2;
        best = qm__least(best, 2 * qm__root(out * out + outside * outside) + 2 * qm__root(in * in + band * band));
    }
    return best;
}

static void by_the_inch_a_way_is_nearly_the_cheapest(void **state) {
    (void)state;
    qm__walker walker = man;
    walker.centre = true;
    tabletop *top = tabletop_new(20000, 20000);
    tabletop_area(top, 0, 8000, 20000, 12000);
    ground *g = ready(top, &walker, 1);
    const qm__area_price price = {.factor = 2000};
    for (int32_t along = 0; along <= 16000; along += 4000) {
        qm__walk_ask ask = between(2000, 4000, 2000 + along, 16000);
        ask.prices = &price;
        qm__walked walked;
        qm__walk_find(g->walks, &ask, g->scratch, &g->way, &walked);
        assert_true(walked.found && walked.approximate && !walked.exhausted);
        /* The band is half a unit narrower on both sides, for the centre. */
        const double best = best_across(4000.5, along, 3999);
        assert_true(walked.cost >= best - 2 && walked.cost <= best * 1.005);
        double told = 0;
        for (uint32_t i = 0; i < g->way.count; i++) {
            told += qm__drawn_price(g->levels, 0, g->way.pieces[i].from, g->way.pieces[i].to, &price.factor);
        }
        assert_true(near(told, walked.cost));
    }
    /* Where the area cannot be met nothing is dearer. */
    qm__walk_ask ask = between(2000, 2000, 18000, 6000);
    ask.prices = &price;
    assert_true(near(cost_of(g, &ask), qm__apart((qm__xy){2000, 2000}, (qm__xy){18000, 6000})));
    done(g);
}

/* ----------------------------------------------------------------------------------------------------------- spreading
 */

static void spreading_settles_what_a_budget_reaches(void **state) {
    (void)state;
    tabletop *top = tabletop_new(20000, 20000);
    tabletop_box(top, 8000, 8000, 12000, 12000, 0, 3000, 0);
    ground *g = ready(top, &man, 0);
    const qm__seed seed = {.spot = {10500, 6000, 0}};
    const qm__spread_ask ask = {.field = {g->walks, NULL, NULL}, .seeds = &seed, .seed_count = 1, .budget = 9000};
    qm__arrival arrivals[64];
    uint32_t count, last = 0;
    assert_true(qm__spread_most(g->walks, 0, 1) >= 4);
    assert_true(qm__walks_spread(&ask, g->scratch, arrivals, 64, &count));
    assert_true(count >= 4);
    for (uint32_t i = 0; i < count; i++) {
        assert_true(arrivals[i].cost <= 9000 && (i == 0 || arrivals[i].cost >= arrivals[i - 1].cost - 1e-6));
        const qm__span *span = &g->walks->spans[arrivals[i].lane / 2];
        assert_true(near(qm__apart(arrivals[i].at, span->centre), 500));
        if (span->centre.x > 10000 && span->centre.y > 10000) {
            last = i;
        }
    }
    /* The way over the far corner to where a tangent leaves it at the top. */
    qm__way *way = &g->way;
    way->count = 0;
    way->length = 0;
    way->cut = false;
    qm__arrival_way(&ask.field, &seed, arrivals, last, arrivals[last].until, (qm__spot){10500, 12500, 0}, way);
    assert_true(way->count >= 4 && !way->cut);
    assert_false(qm__walks_spread(&ask, g->scratch, arrivals, 1, &count));
    done(g);
}

/* -------------------------------------------------------------------------------------------------------------- random
 */

static uint32_t next_random(uint64_t *seed) {
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(*seed >> 33);
}

static int32_t from_to(uint64_t *seed, int32_t low, int32_t high) {
    return low + (int32_t)(next_random(seed) % (uint32_t)(high - low + 1));
}

/* Boxes on a grid of half inches: they touch, share walls and leave gaps exactly as wide as the base. */
static tabletop *random_top(uint64_t seed, bool turned, bool reversed) {
    tabletop *top = tabletop_new(12000, 12000);
    int32_t boxes[6][4];
    const int count = from_to(&seed, 2, 6);
    for (int i = 0; i < count; i++) {
        boxes[i][0] = 500 * from_to(&seed, 0, 20);
        boxes[i][1] = 500 * from_to(&seed, 0, 20);
        boxes[i][2] = boxes[i][0] + 500 * from_to(&seed, 1, 8);
        boxes[i][3] = boxes[i][1] + 500 * from_to(&seed, 1, 8);
    }
    for (int k = 0; k < count; k++) {
        const int32_t *b = boxes[reversed ? count - 1 - k : k];
        if (turned) { /* x, y to 12000 - y, x */
            tabletop_box(top, 12000 - b[3], b[0], 12000 - b[1], b[2], 0, 3000, 0);
        } else {
            tabletop_box(top, b[0], b[1], b[2], b[3], 0, 3000, 0);
        }
    }
    return top;
}

static void check_pieces(const ground *g, const qm__walk_ask *ask) {
    qm__xy at = {ask->from.x, ask->from.y};
    for (uint32_t i = 0; i < g->way.count; i++) {
        const qm__piece *piece = &g->way.pieces[i];
        qm__traced traced;
        assert_true(qm__apart(at, piece->from) < 1e-6);
        if (piece->radius == 0) {
            assert_true(qm__trace(g->levels, ask->crowd, (qm__spot){at.x, at.y, 0}, piece->to, QM__SLACK, &traced));
        }
        for (int k = 0; k <= 20 && piece->radius > 0; k++) {
            const double begin = qm__angle_of(at.x - piece->centre.x, at.y - piece->centre.y);
            const qm__turn turn = qm__turn_of_radians(begin + piece->sweep * k / 20);
            const qm__spot spot = {piece->centre.x + piece->radius * turn.cos,
                                   piece->centre.y + piece->radius * turn.sin, 0};
            assert_true(qm__passes(g->levels, ask->crowd, spot, QM__SLACK, NULL));
        }
        at = piece->to;
    }
    assert_true(qm__apart(at, (qm__xy){ask->to.x, ask->to.y}) < 1e-6);
}

static void random_ways_are_legal_and_the_same_from_everywhere(void **state) {
    (void)state;
    int found = 0, bent = 0;
    for (uint64_t seed = 1; seed <= 150; seed++) {
        ground *g = ready(random_top(seed, false, false), &man, 0),
               *turned = ready(random_top(seed, true, false), &man, 0),
               *reversed = ready(random_top(seed, false, true), &man, 0);
        uint64_t own = seed * 977;
        for (int i = 0; i < 6; i++) {
            qm__walk_ask ask = between(from_to(&own, 500, 11500), from_to(&own, 500, 11500), 500 * from_to(&own, 1, 23),
                                       500 * from_to(&own, 1, 23));
            if (!qm__passes(g->levels, NULL, ask.from, QM__SLACK, NULL) ||
                !qm__passes(g->levels, NULL, ask.to, QM__SLACK, NULL)) {
                continue;
            }
            const qm__walk_ask back = {.from = ask.to, .to = ask.from, .limit = 1e9};
            const qm__walk_ask other = between(12000 - ask.from.y, ask.from.x, 12000 - ask.to.y, ask.to.x);
            const double cost = cost_of(g, &ask);
            if (cost >= 0) {
                check_pieces(g, &ask);
                assert_true(near(g->way.length, cost));
            }
            bent += g->way.count > 1;
            found += cost >= 0;
            assert_true(near(cost, cost_of(g, &back)));
            assert_true(near(cost, cost_of(turned, &other)));
            assert_true(near(cost, cost_of(reversed, &ask)));
        }
        done(g);
        done(turned);
        done(reversed);
    }
    assert_true(found > 200 && bent > 80);
}

static void random_crowds_are_the_same_prepared_and_cold(void **state) {
    (void)state;
    int found = 0;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        ground *g = ready(random_top(seed, false, false), &man, 0);
        uint64_t own = seed * 31;
        qm__body bodies[BODIES];
        qm__crowd crowd = {.bodies = bodies, .count = 0, .self = UINT16_MAX};
        while (crowd.count < 6) {
            qm__body body = {
                .x = 250 * from_to(&own, 2, 46), .y = 250 * from_to(&own, 2, 46), .height = 2000, .manner = QM__BLOCK};
            if (from_to(&own, 0, 2)) {
                body.radius = 250 * from_to(&own, 1, 3);
            } else {
                body.width = 250 * from_to(&own, 1, 5);
                body.length = 250 * from_to(&own, 1, 5);
                body.facing = 4096 * from_to(&own, 0, 15);
            }
            bodies[crowd.count++] = body;
        }
        for (int i = 0; i < 4; i++) {
            qm__walk_ask ask = between(from_to(&own, 500, 11500), from_to(&own, 500, 11500), 250 * from_to(&own, 2, 46),
                                       250 * from_to(&own, 2, 46));
            ask.crowd = &crowd;
            if (qm__passes(g->levels, &crowd, ask.from, QM__SLACK, NULL) &&
                qm__passes(g->levels, &crowd, ask.to, QM__SLACK, NULL) && cost_among(g, &ask, &crowd) >= 0) {
                check_pieces(g, &ask);
                found++;
            }
        }
        done(g);
    }
    assert_true(found > 60);
}

/* Figures stand on whole units: beside a slanting wall or its corner rarely at the exact distance, but by up to half a
 * unit inside. */
static void a_base_that_touches_a_slanting_wall_can_leave(void **state) {
    (void)state;
    tabletop *top = tabletop_new(30000, 30000);
    tabletop_prism(top, (int32_t[]){10000, 10000, 14000, 11234, 12766, 15234, 8766, 14000}, 4, 0, 3000,
                   QM__PRISM_WALKABLE);
    ground *g = ready(top, &man, 0);
    int tried = 0;
    for (int32_t x = 7000; x < 16000; x += 3) {
        for (int32_t y = 9000; y < 16500; y += 7) {
            const qm__spot spot = {x, y, 0};
            if (!qm__stands(g->levels, NULL, spot, QM__SLACK, NULL) ||
                qm__stands(g->levels, NULL, spot, QM__CARE, NULL)) {
                continue;
            }
            tried++;
            const qm__walk_ask away = between(x, y, 25000, 20000), back = between(5000, 5000, x, y);
            qm__spot points[256];
            assert_true(cost_of(g, &away) > 0);
            assert_true(qm__way_points(g->levels, NULL, &g->way, points, 256) > 0);
            assert_true(cost_of(g, &back) > 0);
            assert_true(qm__way_points(g->levels, NULL, &g->way, points, 256) > 0);
        }
    }
    assert_true(tried > 200);
    done(g);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_box_is_walked_around_on_arcs),
        cmocka_unit_test(where_nothing_is_in_the_way_it_is_straight),
        cmocka_unit_test(a_gap_as_wide_as_the_base_is_passed_and_a_narrower_one_is_not),
        cmocka_unit_test(boxes_that_share_a_wall_are_one),
        cmocka_unit_test(what_is_shut_in_is_not_found),
        cmocka_unit_test(the_limit_counts),
        cmocka_unit_test(steps_lead_up_and_down),
        cmocka_unit_test(the_ground_lies_over_cellars),
        cmocka_unit_test(low_blocks_are_turned_at_their_corners),
        cmocka_unit_test(slivers_beside_what_is_kept_off_are_turned_at_their_tips),
        cmocka_unit_test(needles_are_turned_at_their_tips),
        cmocka_unit_test(an_edge_is_walked_past_the_end_of_a_low_wall),
        cmocka_unit_test(a_figure_is_walked_around),
        cmocka_unit_test(figures_shut_a_gap),
        cmocka_unit_test(figures_in_contact_leave_no_way_between_them),
        cmocka_unit_test(figures_around_a_goal_shut_it_in_far_from_the_start),
        cmocka_unit_test(an_area_is_crossed_or_led_around_as_it_costs),
        cmocka_unit_test(a_way_that_stays_in_an_area_turns_where_two_crates_meet),
        cmocka_unit_test(an_area_of_the_centre_is_led_around_by_the_centre),
        cmocka_unit_test(who_stands_close_to_an_area_is_led_around_it),
        cmocka_unit_test(by_the_inch_a_way_leads_around_what_is_dear),
        cmocka_unit_test(by_the_inch_a_way_is_nearly_the_cheapest),
        cmocka_unit_test(a_base_that_touches_a_slanting_wall_can_leave),
        cmocka_unit_test(spreading_settles_what_a_budget_reaches),
        cmocka_unit_test(random_ways_are_legal_and_the_same_from_everywhere),
        cmocka_unit_test(random_crowds_are_the_same_prepared_and_cold),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
