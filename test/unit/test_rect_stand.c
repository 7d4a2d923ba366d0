/* Rectangles standing, on tables put together by hand, at the boundaries: touching and one unit inside, a step and one
 * unit more, gaps as wide as the base and less; and the nearest places. Random tables: test_rect_scenes.c.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/angle.h"
#include "space/table/nearest.h"
#include "support/tabletop.h"

enum { WALKABLE = QM__PRISM_WALKABLE, DEGREES_90 = QM__PARTS / 4, DEGREES_45 = QM__PARTS / 8 };

static const qm__walker man = {.radius = 500, .height = 2000, .step = 1000, .free_step = 1000};
static const qm__rect cart = {.width = 2000, .length = 4000};

static bool stands_at(const qm__levels *levels, const qm__crowd *crowd, qm__rect rect, double x, double y, int32_t z) {
    return qm__rect_stands(levels, crowd, &rect, (qm__spot){x, y, qm__level_at(levels, z)}, QM__SLACK, NULL);
}

static qm__rect facing(qm__rect rect, int32_t parts) {
    rect.facing = parts;
    return rect;
}

static qm__obstruction why_not(const qm__levels *levels, const qm__crowd *crowd, qm__rect rect, double x, double y,
                               int32_t z) {
    qm__obstruction why;
    assert_false(qm__rect_stands(levels, crowd, &rect, (qm__spot){x, y, qm__level_at(levels, z)}, QM__SLACK, &why));
    return why;
}

static void assert_near(double a, double b, double by) {
    assert_true(a - b <= by && b - a <= by);
}

/* --------------------------------------------------------------------------------------------------------- boundaries
 */

static void touching_a_wall_is_clear_and_one_unit_more_is_not(void **state) {
    (void)state;
    tabletop *t = tabletop_new(40000, 40000);
    tabletop_box(t, 20000, 1000, 30000, 39000, 0, 3000, 0);
    const qm__levels *levels = tabletop_levels(t, &man);
    /* How far the base reaches towards the wall: 2000 cos + 1000 sin of the turn. */
    const struct {
        int32_t parts;
        double reach;
    } turns[] = {{0, 2000},
                 {DEGREES_90, 1000},
                 {2 * DEGREES_90, 2000},
                 {DEGREES_45, 2121.32},
                 {-DEGREES_45, 2121.32},
                 {5461 /* 30 degrees but for 20 seconds */, 2232.05}};
    for (size_t i = 0; i < sizeof turns / sizeof turns[0]; i++) {
        const qm__rect turned = facing(cart, turns[i].parts);
        assert_true(stands_at(levels, NULL, turned, 20000 - turns[i].reach, 20000, 0));
        assert_false(stands_at(levels, NULL, turned, 20001 - turns[i].reach, 20000, 0));
        const qm__obstruction why = why_not(levels, NULL, turned, 20001 - turns[i].reach, 20000, 0);
        assert_int_equal(why.what, QM__IN_PRISM);
        assert_int_equal(why.prism, 0);
        assert_int_equal(why.level, 0);
        assert_near(why.at.x, 20000, 1e-6); /* on the face … */
        assert_true(why.at.y > 17000 && why.at.y < 23000);
    }
    /* … and at its middle when all of the front is in. */
    assert_near(why_not(levels, NULL, cart, 18100, 20000, 0).at.y, 20000, 1e-6);
    assert_int_equal(why_not(levels, NULL, cart, 25000, 20000, 0).what, QM__IN_PRISM);
    assert_near(why_not(levels, NULL, cart, 25000, 20000, 0).at.x, 25000, 0);
    tabletop_free(t);
}

/* A wall along the turned base's own side, and one whose corner points at it. */
static void slanting_walls_and_corners(void **state) {
    (void)state;
    tabletop *t = tabletop_new(40000, 40000);
    tabletop_prism(t, (int32_t[]){20000, 10000, 30000, 20000, 20000, 30000, 10000, 20000}, 4, 0, 3000, 0);
    const qm__levels *levels = tabletop_levels(t, &man);
    const double root = qm__root(0.5);
    const qm__rect along = facing(cart, DEGREES_45);
    /* Beside the lower right face, at 1000 from it by the short side. */
    assert_true(stands_at(levels, NULL, along, 25000 + 1000 * root, 15000 - 1000 * root, 0));
    assert_false(stands_at(levels, NULL, along, 25000 + 999 * root, 15000 - 999 * root, 0));
    assert_true(stands_at(levels, NULL, facing(cart, -DEGREES_45), 25000 + 2000 * root, 15000 - 2000 * root, 0));
    assert_false(stands_at(levels, NULL, facing(cart, -DEGREES_45), 25000 + 1999 * root, 15000 - 1999 * root, 0));
    /* The solid's corner at the long side; and at the very corner of the base. */
    assert_true(stands_at(levels, NULL, cart, 20000, 9000, 0));
    assert_false(stands_at(levels, NULL, cart, 20000, 9001, 0));
    assert_near(why_not(levels, NULL, cart, 20000, 9001, 0).at.y, 10000, 1e-6);
    assert_true(stands_at(levels, NULL, cart, 22000, 9000, 0));
    assert_true(stands_at(levels, NULL, cart, 22002, 9002, 0)); /* slides along the face, its corner on it */
    assert_false(stands_at(levels, NULL, cart, 22001, 9003, 0));
    assert_true(stands_at(levels, NULL, cart, 17999, 9000, 0));
    /* A corner exactly on a slanting face. */
    assert_true(stands_at(levels, NULL, cart, 27000, 14000, 0));
    assert_false(stands_at(levels, NULL, cart, 26998, 14002, 0));
    tabletop_free(t);
}

/* Of two solids under the base the first one is told, on whichever side it is. */
static void the_first_solid_is_told(void **state) {
    (void)state;
    for (int swapped = 0; swapped < 2; swapped++) {
        tabletop *t = tabletop_new(40000, 40000);
        for (int i = 0; i < 2; i++) {
            const int32_t x = i == swapped ? 18100 : 21100;
            tabletop_box(t, x, 19500, x + 800, 20500, 0, 3000, 0);
        }
        const qm__levels *levels = tabletop_levels(t, &man);
        const qm__obstruction why = why_not(levels, NULL, cart, 20000, 20000, 0);
        assert_int_equal(why.prism, 0);
        assert_near(why.at.x, swapped ? 21100 : 18900, 1200);
        tabletop_free(t);
    }
}

static void the_table_ends(void **state) {
    (void)state;
    tabletop *t = tabletop_new(40000, 30000);
    const qm__levels *levels = tabletop_levels(t, &man);
    assert_true(stands_at(levels, NULL, cart, 2000, 1000, 0));
    assert_true(stands_at(levels, NULL, cart, 38000, 29000, 0));
    assert_false(stands_at(levels, NULL, cart, 1999, 1000, 0));
    assert_false(stands_at(levels, NULL, cart, 2000, 29001, 0));
    assert_true(stands_at(levels, NULL, facing(cart, DEGREES_90), 1000, 2000, 0));
    assert_true(stands_at(levels, NULL, facing(cart, DEGREES_45), 2121.3, 2121.3, 0));
    assert_false(stands_at(levels, NULL, facing(cart, DEGREES_45), 2120.3, 2121.3, 0));
    const qm__obstruction why = why_not(levels, NULL, cart, 39000, 28000, 0);
    assert_int_equal(why.what, QM__OFF_TABLE);
    assert_int_equal(why.prism, QM__BORDER);
    assert_near(why.at.x, 41000, 1e-6); /* the front left corner */
    assert_near(why.at.y, 29000, 1e-6);
    assert_int_equal(why_not(levels, NULL, cart, 5000, 5000, 500).what, QM__NO_SURFACE);
    tabletop_free(t);
}

/* --------------------------------------------------------------------------------------------------------- terrain */

static void low_tall_and_impassable_are_those_of_discs(void **state) {
    (void)state;
    tabletop *t = tabletop_new(40000, 40000);
    tabletop_box(t, 10000, 2000, 14000, 6000, 0, 1000, WALKABLE); /* a step exactly */
    tabletop_box(t, 20000, 2000, 24000, 6000, 0, 1001, WALKABLE);
    tabletop_box(t, 10000, 12000, 14000, 16000, 0, 500, 0);     /* low, but not to be stood on */
    tabletop_box(t, 20000, 12000, 24000, 16000, 2000, 3000, 0); /* exactly above its head */
    tabletop_box(t, 30000, 12000, 34000, 16000, 1999, 3000, 0); /* one unit lower */
    tabletop_box(t, 10000, 22000, 14000, 26000, 0, 300, QM__PRISM_IMPASSABLE);
    const qm__levels *levels = tabletop_levels(t, &man);
    assert_true(stands_at(levels, NULL, cart, 9900, 4000, 0)); /* reaches over the low crate */
    assert_int_equal(why_not(levels, NULL, cart, 10100, 4000, 0).what, QM__ON_PRISM);
    assert_true(stands_at(levels, NULL, cart, 10000, 4000, 1000)); /* half over nothing: its centre is what counts */
    assert_int_equal(why_not(levels, NULL, cart, 9999, 4000, 1000).what, QM__NO_SURFACE);
    assert_true(stands_at(levels, NULL, cart, 18000, 4000, 0));
    assert_int_equal(why_not(levels, NULL, cart, 18001, 4000, 0).prism, 1);
    assert_int_equal(why_not(levels, NULL, cart, 12000, 14000, 0).prism, 2);
    assert_true(stands_at(levels, NULL, cart, 22000, 14000, 0));
    assert_int_equal(why_not(levels, NULL, cart, 32000, 14000, 0).what, QM__IN_PRISM);
    assert_true(stands_at(levels, NULL, cart, 8000, 24000, 0));
    assert_int_equal(why_not(levels, NULL, cart, 8001, 24000, 0).what, QM__IN_PRISM);
    tabletop_free(t);
}

static void railings_are_thin_walls(void **state) {
    (void)state;
    tabletop *t = tabletop_new(40000, 40000);
    tabletop_box(t, 10000, 10000, 30000, 30000, 0, 3000, WALKABLE);
    t->corners[0].rail = 1001; /* the edge along y = 10000 */
    t->corners[1].rail = 1000; /* along x = 30000: can be stepped over */
    const qm__levels *levels = tabletop_levels(t, &man);
    assert_true(stands_at(levels, NULL, cart, 20000, 11000, 3000));
    const qm__obstruction why = why_not(levels, NULL, cart, 20000, 10999, 3000);
    assert_int_equal(why.what, QM__IN_PRISM);
    assert_int_equal(why.railing, 1);
    assert_near(why.at.y, 10000, 1e-6);
    assert_true(stands_at(levels, NULL, cart, 30000, 20000, 3000));
    tabletop_free(t);
}

/* In the yard of a ring-shaped building there is room for exactly this base. */
static void a_hole_as_wide_as_the_base(void **state) {
    (void)state;
    for (int32_t narrower = 0; narrower <= 2; narrower++) {
        tabletop *t = tabletop_new(40000, 40000);
        tabletop_box(t, 10000, 10000, 30000, 30000, 0, 3000, WALKABLE);
        tabletop_hole(t, (int32_t[]){18000, 19000, 22000 - narrower, 19000, 22000 - narrower, 21000, 18000, 21000}, 4);
        const qm__levels *levels = tabletop_levels(t, &man);
        assert_int_equal(stands_at(levels, NULL, cart, 20000, 20000, 0), narrower == 0);
        assert_false(stands_at(levels, NULL, facing(cart, DEGREES_90), 20000, 20000, 0));
        /* Halfway between, each side is in by half a unit: that is still touching. */
        assert_int_equal(stands_at(levels, NULL, cart, 19999.5, 20000, 0), narrower <= 1);
        assert_true(stands_at(levels, NULL, cart, 18000, 20000, 3000)); /* its centre at the edge of the roof */
        assert_false(stands_at(levels, NULL, cart, 20000, 20000, 3000));
        tabletop_free(t);
    }
}

static void whole_support(void **state) {
    (void)state;
    tabletop *t = tabletop_new(40000, 40000);
    tabletop_box(t, 10000, 10000, 16000, 16000, 0, 3000, WALKABLE);
    tabletop_box(t, 16000, 10000, 22000, 16000, 0, 3000, WALKABLE); /* shares a wall */
    tabletop_box(t, 22000, 12000, 26000, 14000, 0, 2500, WALKABLE); /* a step lower, as wide as the base */
    tabletop_box(t, 10000, 16001, 22000, 20000, 0, 3000, WALKABLE); /* across a crack of one unit */
    tabletop_box(t, 10000, 20002, 22000, 24000, 0, 3000, WALKABLE); /* and of two */
    qm__walker whole = man;
    whole.whole = true;
    const qm__levels *levels = tabletop_levels(t, &whole);
    assert_true(stands_at(levels, NULL, cart, 12000, 11000, 3000));
    assert_false(stands_at(levels, NULL, cart, 11999, 11000, 3000));
    const qm__obstruction why = why_not(levels, NULL, cart, 12000, 10900, 3000);
    assert_int_equal(why.what, QM__NOT_WHOLE);
    assert_int_equal(why.prism, 0);
    assert_near(why.at.y, 10000, 1e-6);
    assert_true(stands_at(levels, NULL, cart, 16000, 13000, 3000));
    assert_true(stands_at(levels, NULL, cart, 22000, 13000, 3000)); /* half over the lower one */
    assert_false(stands_at(levels, NULL, cart, 22000, 13001, 3000));
    assert_false(stands_at(levels, NULL, facing(cart, 100), 22000, 13000, 3000));
    assert_true(stands_at(levels, NULL, cart, 15000, 16000, 3000));
    assert_int_equal(why_not(levels, NULL, cart, 15000, 20001, 3000).what, QM__NOT_WHOLE);
    assert_int_equal(why_not(levels, NULL, cart, 35000, 35000, 3000).what, QM__NO_SURFACE);
    assert_int_equal(why_not(levels, NULL, cart, 15000, 19500, 3000).what, QM__NOT_WHOLE);
    assert_true(stands_at(levels, NULL, cart, 2000, 1000, 0));
    tabletop_free(t);
}

/* ---------------------------------------------------------------------------------------------------------- figures */

static void figures_and_margins(void **state) {
    (void)state;
    tabletop *t = tabletop_new(40000, 40000);
    tabletop_box(t, 30000, 30000, 40000, 40000, 0, 3000, WALKABLE);
    const qm__levels *levels = tabletop_levels(t, &man);
    qm__body bodies[3] = {{.x = 10000, .y = 10000, .radius = 500, .height = 2000, .manner = QM__BLOCK},
                          {.x = 20000,
                           .y = 20000,
                           .width = 1000,
                           .length = 3000,
                           .facing = DEGREES_45,
                           .height = 2000,
                           .manner = QM__BLOCK},
                          {.x = 35000, .y = 35000, .radius = 500, .height = 2000, .manner = QM__BLOCK}};
    const qm__crowd crowd = {.bodies = bodies, .count = 3, .self = 2};
    assert_true(stands_at(levels, &crowd, cart, 7500, 10000, 0)); /* nose to base */
    assert_false(stands_at(levels, &crowd, cart, 7501, 10000, 0));
    assert_true(stands_at(levels, &crowd, cart, 7700, 8600, 0)); /* the corner 300, 400 away */
    assert_false(stands_at(levels, &crowd, cart, 7701, 8601, 0));
    qm__obstruction why = why_not(levels, &crowd, cart, 7701, 8601, 0);
    assert_int_equal(why.what, QM__BODY);
    assert_int_equal(why.body, 0);
    assert_near(why.at.x, 9701, 1e-6);
    assert_near(why.at.y, 9601, 1e-6);
    /* A margin of 1": flat sides move, corners are rounded. */
    bodies[0].margin = 1000;
    assert_true(stands_at(levels, &crowd, cart, 6500, 10000, 0));
    assert_false(stands_at(levels, &crowd, cart, 6501, 10000, 0));
    assert_true(stands_at(levels, &crowd, cart, 7100, 7800, 0)); /* 900, 1200 from the corner */
    assert_false(stands_at(levels, &crowd, cart, 7101, 7801, 0));
    /* The margin is for those who block. */
    bodies[0].manner = QM__PASS_ONLY;
    assert_true(stands_at(levels, &crowd, cart, 7500, 10000, 0));
    assert_false(stands_at(levels, &crowd, cart, 7501, 10000, 0));
    bodies[0].manner = QM__PASS;
    assert_true(stands_at(levels, &crowd, cart, 10000, 10000, 0));
    /* Rectangles side by side, both turned, and corner to side. */
    const double root = qm__root(0.5);
    assert_true(stands_at(levels, &crowd, facing(cart, DEGREES_45), 20000 - 1500 * root, 20000 + 1500 * root, 0));
    assert_false(stands_at(levels, &crowd, facing(cart, DEGREES_45), 20000 - 1499 * root, 20000 + 1499 * root, 0));
    assert_true(stands_at(levels, &crowd, cart, 20000 + 2000 * root + 2000, 20000, 0));
    assert_false(stands_at(levels, &crowd, cart, 20000 + 2000 * root + 1999, 20000, 0));
    /* Heights that only touch, and oneself. */
    bodies[1].z = 2000;
    assert_true(stands_at(levels, &crowd, cart, 20000, 20000, 0));
    bodies[1].z = 1999;
    why = why_not(levels, &crowd, cart, 20000, 20000, 0);
    assert_int_equal(why.body, 1);
    bodies[1].column = 1;
    bodies[1].z = 9000;
    assert_false(stands_at(levels, &crowd, cart, 20000, 20000, 0));
    assert_true(stands_at(levels, &crowd, cart, 35000, 35000, 3000));
    tabletop_free(t);
}

/* ---------------------------------------------------------------------------------------------------------- nearest */

static int places(const qm__levels *levels, const qm__crowd *crowd, const qm__rect *rect, double x, double y, int32_t z,
                  qm__spot out[QM__NEAREST_MAX], double *distance) {
    const size_t size = qm__rect_nearest_size(levels, crowd ? crowd->count : 0);
    void *scratch = malloc(size);
    const qm__nearest_ask ask = {.levels = levels,
                                 .crowd = crowd,
                                 .spot = {x, y, qm__level_at(levels, z)},
                                 .limit = 60000,
                                 .margin = -1,
                                 .rect = rect};
    bool exhausted;
    const int count = qm__nearest_places(&ask, scratch, size, out, distance, &exhausted);
    assert_false(exhausted);
    free(scratch);
    return count;
}

static bool nearest(const qm__levels *levels, const qm__crowd *crowd, const qm__rect *rect, double x, double y,
                    int32_t z, int32_t reach_z, qm__spot *out) {
    const size_t size = qm__rect_nearest_size(levels, crowd ? crowd->count : 0);
    void *scratch = malloc(size);
    const bool found = qm__rect_nearest(levels, crowd, rect, (qm__spot){x, y, qm__level_at(levels, z)}, reach_z, 60000,
                                        scratch, size, out);
    free(scratch);
    return found;
}

static void the_nearest_place_and_ties(void **state) {
    (void)state;
    tabletop *t = tabletop_new(40000, 40000);
    tabletop_box(t, 15000, 15000, 25000, 25000, 0, 3000, WALKABLE);
    const qm__levels *levels = tabletop_levels(t, &man);
    qm__spot spots[QM__NEAREST_MAX], spot;
    double distance;
    /* Where it stands already. */
    assert_int_equal(places(levels, NULL, &cart, 5000, 5000, 0, spots, &distance), 1);
    assert_near(distance, 0, 0);
    /* From the middle the long sides are nearer: up and down, equally. */
    assert_int_equal(places(levels, NULL, &cart, 20000, 20000, 0, spots, &distance), 2);
    assert_near(distance, 6000, 1e-6);
    assert_near(spots[0].y, 26000, 1e-6);
    assert_near(spots[1].y, 14000, 1e-6);
    /* Turned by an eighth all four sides are, and the place is the same whichever wall is asked first. */
    const qm__rect turned = facing(cart, DEGREES_45);
    assert_int_equal(places(levels, NULL, &turned, 20000, 20000, 0, spots, &distance), 4);
    assert_near(distance, 5000 + 3000 * qm__root(0.5), 1e-6);
    assert_near(spots[0].x, 25000 + 3000 * qm__root(0.5), 1e-6);
    assert_true(nearest(levels, NULL, &turned, 20000, 20000, 0, 0, &spot));
    assert_near(spot.x, spots[0].x, 1e-6);
    /* On the roof it would stand where it is. */
    assert_true(nearest(levels, NULL, &cart, 20000, 20000, 0, 3000, &spot));
    assert_int_equal(spot.level, qm__level_at(levels, 3000));
    /* Off the table it comes back by the shortest way; in a corner by both. */
    assert_true(nearest(levels, NULL, &cart, -500, -700, 0, 0, &spot));
    assert_near(spot.x, 2000, 1e-6);
    assert_near(spot.y, 1000, 1e-6);
    tabletop_free(t);
}

/* Beside a figure of the same facing, whichever that is: one side of the forbidden places is made of a side of each. */
static void the_nearest_place_along_parallel_sides(void **state) {
    (void)state;
    tabletop *t = tabletop_new(40000, 40000);
    const qm__levels *levels = tabletop_levels(t, &man);
    for (int32_t parts = 0; parts < QM__PARTS; parts += 771) {
        const qm__turn turn = qm__turn_of(parts);
        const qm__rect turned = facing(cart, parts);
        const qm__body body = {.x = 20000,
                               .y = 20000,
                               .width = 1000,
                               .length = 3000,
                               .facing = parts,
                               .height = 2000,
                               .manner = QM__BLOCK};
        const qm__crowd crowd = {.bodies = &body, .count = 1, .self = 1};
        for (int side = -1; side <= 1; side += 2) {
            for (int32_t along = -3300; along <= 3300; along += 1100) { /* the corners are at 3500, the sides at 1500 */
                const double left = 1400 * side;
                qm__spot spots[QM__NEAREST_MAX];
                double distance;
                assert_int_equal(places(levels, &crowd, &turned, 20000 + along * turn.cos - left * turn.sin,
                                        20000 + along * turn.sin + left * turn.cos, 0, spots, &distance),
                                 1);
                assert_near(distance, 100, 1e-6);
            }
        }
    }
    tabletop_free(t);
}

/* Gaps exactly as wide as the base, between walls, between figures, and between both. */
static void the_nearest_place_in_gaps(void **state) {
    (void)state;
    for (int32_t narrower = 0; narrower <= 1; narrower++) {
        tabletop *t = tabletop_new(40000, 40000);
        tabletop_box(t, 5000, 5000, 35000, 19000, 0, 3000, 0);
        tabletop_box(t, 5000, 21000 - narrower, 35000, 35000, 0, 3000, 0);
        const qm__levels *levels = tabletop_levels(t, &man);
        qm__spot spot;
        assert_true(nearest(levels, NULL, &cart, 20000, 15000, 0, 0, &spot));
        assert_near(spot.y, narrower ? 4000 : 20000, 1e-6);
        assert_near(spot.x, 20000, 1e-6);
        qm__body bodies[2] = {
            {.x = 18000, .y = 20000, .radius = 800, .height = 2000, .manner = QM__BLOCK, .margin = 200},
            {.x = 25000, .y = 20000, .width = 900, .length = 2000, .height = 2000, .manner = QM__BLOCK}};
        const qm__crowd crowd = {.bodies = bodies, .count = 2, .self = 2};
        if (!narrower) { /* from 19000 to 24000: centres from 21000 to 22000 */
            assert_true(nearest(levels, &crowd, &cart, 20000, 20000, 0, 0, &spot));
            assert_near(spot.x, 21000, 1e-6);
            bodies[1].x = 24000;
            assert_true(nearest(levels, &crowd, &cart, 19000, 20000, 0, 0, &spot));
            assert_near(spot.x, 21000, 1e-6);
            bodies[1].x = 23999;
            assert_true(nearest(levels, &crowd, &cart, 19000, 20000, 0, 0, &spot));
            assert_near(spot.x, 15000, 1e-6);
        }
        tabletop_free(t);
    }
}

static void the_nearest_place_beside_figures(void **state) {
    (void)state;
    tabletop *t = tabletop_new(40000, 40000);
    const qm__levels *levels = tabletop_levels(t, &man);
    qm__body body = {.x = 20000, .y = 20000, .radius = 500, .height = 2000, .manner = QM__BLOCK, .margin = 1000};
    const qm__crowd crowd = {.bodies = &body, .count = 1, .self = 1};
    qm__spot spots[QM__NEAREST_MAX];
    double distance;
    assert_int_equal(places(levels, &crowd, &cart, 20000, 20000, 0, spots, &distance), 2);
    assert_near(distance, 2500, 1e-6);
    /* Beyond its corner: straight outwards on the arc. */
    assert_int_equal(places(levels, &crowd, &cart, 22300, 21400, 0, spots, &distance), 1);
    assert_near(distance, 1000, 1e-6);
    assert_near(spots[0].x, 22000 + 900, 1e-6);
    assert_near(spots[0].y, 21000 + 1200, 1e-6);
    /* A figure on a rectangle of the same facing: sides of both make one. */
    body = (qm__body){.x = 20000, .y = 20000, .width = 1000, .length = 3000, .height = 2000, .manner = QM__BLOCK};
    assert_int_equal(places(levels, &crowd, &cart, 20200, 20100, 0, spots, &distance), 1);
    assert_near(spots[0].x, 20200, 1e-6);
    assert_near(spots[0].y, 21500, 1e-6);
    assert_int_equal(places(levels, &crowd, &cart, 23300, 20100, 0, spots, &distance), 1);
    assert_near(spots[0].x, 23500, 1e-6);
    /* In whole units: beside a slanting side the nearest of them that is clear. */
    const qm__rect turned = facing(cart, 4000);
    qm__spot spot, whole;
    assert_true(nearest(levels, &crowd, &turned, 20300, 20200, 0, 0, &spot));
    assert_true(qm__rect_whole_stand(levels, &crowd, &turned, spot, &whole));
    assert_true(whole.x == (int32_t)whole.x && whole.y == (int32_t)whole.y);
    assert_true(stands_at(levels, &crowd, turned, whole.x, whole.y, 0));
    assert_near(qm__apart((qm__xy){spot.x, spot.y}, (qm__xy){whole.x, whole.y}), 0, 1.5);
    assert_false(qm__rect_whole_stand(levels, &crowd, &turned, (qm__spot){20300, 20200, 0}, &whole));
    /* Too little memory is told, a table too small for the base has no place. */
    const qm__nearest_ask ask = {
        .levels = levels, .crowd = &crowd, .spot = {20000, 20000, 0}, .limit = 60000, .margin = -1, .rect = &cart};
    double few[16];
    bool exhausted;
    assert_int_equal(qm__nearest_places(&ask, few, sizeof few, spots, &distance, &exhausted), 0);
    assert_true(exhausted);
    const qm__rect long_one = {.width = 1000, .length = 40002};
    assert_int_equal(places(levels, &crowd, &long_one, 20000, 20000, 0, spots, &distance), 0);
    tabletop_free(t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(touching_a_wall_is_clear_and_one_unit_more_is_not),
        cmocka_unit_test(slanting_walls_and_corners),
        cmocka_unit_test(the_first_solid_is_told),
        cmocka_unit_test(the_table_ends),
        cmocka_unit_test(low_tall_and_impassable_are_those_of_discs),
        cmocka_unit_test(railings_are_thin_walls),
        cmocka_unit_test(a_hole_as_wide_as_the_base),
        cmocka_unit_test(whole_support),
        cmocka_unit_test(figures_and_margins),
        cmocka_unit_test(the_nearest_place_and_ties),
        cmocka_unit_test(the_nearest_place_along_parallel_sides),
        cmocka_unit_test(the_nearest_place_in_gaps),
        cmocka_unit_test(the_nearest_place_beside_figures),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
