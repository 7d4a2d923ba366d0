/* Standing, straight walking and free arcs on tables put together by hand, at the boundaries: touching and one unit
 * inside, a step and one unit more, a gap as wide as the base and less.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/angle.h"
#include "base/random.h"
#include "space/table/levels_inside.h"
#include "support/tabletop.h"

enum { WALKABLE = QM__PRISM_WALKABLE };

static const qm__walker man = {.radius = 500, .height = 2000, .step = 1000, .free_step = 1000};

static bool stands(const qm__levels *levels, int32_t x, int32_t y, int32_t z) {
    return qm__stands(levels, NULL, (qm__spot){x, y, qm__level_at(levels, z)}, QM__SLACK, NULL);
}

static qm__obstruction why_not(const qm__levels *levels, const qm__crowd *crowd, int32_t x, int32_t y, int32_t z) {
    qm__obstruction why;
    assert_false(qm__stands(levels, crowd, (qm__spot){x, y, qm__level_at(levels, z)}, QM__SLACK, &why));
    return why;
}

static qm__traced walk(const qm__levels *levels, const qm__crowd *crowd, int32_t x, int32_t y, int32_t z, int32_t to_x,
                       int32_t to_y) {
    qm__traced traced;
    const qm__spot from = {x, y, qm__level_at(levels, z)};
    int32_t level;
    const bool clear = qm__trace(levels, crowd, from, (qm__xy){to_x, to_y}, QM__SLACK, &traced);
    assert_int_equal(qm__walkable(levels, crowd, from, (qm__xy){to_x, to_y}, QM__SLACK, &level), clear);
    if (clear) {
        assert_int_equal(level, traced.level);
    }
    return traced;
}

/* ------------------------------------------------------------------------------------------------------------ standing
 */

static void touching_is_clear_and_one_unit_inside_is_not(void **state) {
    (void)state;
    tabletop *t = tabletop_new(20000, 20000);
    tabletop_box(t, 8000, 8000, 12000, 12000, 0, 3000, WALKABLE);
    const qm__levels *levels = tabletop_levels(t, &man);
    assert_non_null(levels);
    assert_true(stands(levels, 7500, 10000, 0));
    assert_false(stands(levels, 7501, 10000, 0));
    assert_true(stands(levels, 500, 500, 0));
    assert_false(stands(levels, 499, 500, 0));
    assert_int_equal(why_not(levels, NULL, 499, 500, 0).what, QM__OFF_TABLE);
    assert_int_equal(why_not(levels, NULL, 7501, 10000, 0).what, QM__IN_PRISM);
    assert_int_equal(why_not(levels, NULL, 10000, 10000, 0).what, QM__IN_PRISM);
    /* At the corner: 300, 400 away is exactly 500. */
    assert_true(stands(levels, 7700, 7600, 0));
    assert_false(stands(levels, 7701, 7601, 0));
    /* On top the centre may be at the very edge, not a unit beyond. */
    assert_true(stands(levels, 8000, 10000, 3000));
    assert_false(stands(levels, 7999, 10000, 3000));
    assert_int_equal(why_not(levels, NULL, 7999, 10000, 3000).what, QM__NO_SURFACE);
    assert_int_equal(qm__level_at(levels, 2999), -1);
    tabletop_free(t);
}

static void low_and_tall_depend_on_where_it_stands(void **state) {
    (void)state;
    tabletop *t = tabletop_new(20000, 20000);
    tabletop_box(t, 2000, 2000, 4000, 4000, 0, 1000, WALKABLE); /* a step exactly */
    tabletop_box(t, 4000, 2000, 6000, 4000, 0, 2000, WALKABLE); /* a step above that */
    tabletop_box(t, 10000, 2000, 12000, 4000, 0, 1001, WALKABLE);
    tabletop_box(t, 10000, 8000, 12000, 10000, 0, 500, 0);          /* low, but not to be stood on */
    tabletop_box(t, 2000, 8000, 4000, 10000, 2000, 3000, WALKABLE); /* a floor exactly above its head */
    tabletop_box(t, 5000, 8000, 7000, 10000, 1999, 3000, WALKABLE); /* one unit lower */
    tabletop_box(t, 14000, 14000, 16000, 16000, 0, 300, QM__PRISM_IMPASSABLE);
    const qm__levels *levels = tabletop_levels(t, &man);
    assert_true(stands(levels, 1700, 3000, 0));  /* the disc reaches over the low crate */
    assert_false(stands(levels, 2100, 3000, 0)); /* but its centre is not inside it */
    assert_true(stands(levels, 2100, 3000, 1000));
    assert_true(stands(levels, 3900, 3000, 1000)); /* beside the next step, reaching over it */
    assert_false(stands(levels, 5000, 1600, 0));   /* too high from the ground: keeps off */
    assert_true(stands(levels, 5000, 1500, 0));
    assert_false(stands(levels, 9600, 3000, 0));
    assert_int_equal(why_not(levels, NULL, 11000, 9000, 0).what, QM__ON_PRISM);
    assert_true(stands(levels, 10000, 9000, 0));
    assert_true(stands(levels, 3000, 9000, 0));
    assert_true(stands(levels, 3000, 9000, 3000));
    assert_false(stands(levels, 6000, 9000, 0));
    assert_false(stands(levels, 13700, 15000, 0));
    assert_true(stands(levels, 13500, 15000, 0));
    tabletop_free(t);
}

static void whole_support_keeps_the_disc_over_surfaces(void **state) {
    (void)state;
    tabletop *t = tabletop_new(20000, 20000);
    tabletop_box(t, 4000, 4000, 8000, 8000, 0, 3000, WALKABLE);
    tabletop_box(t, 8000, 4000, 12000, 8000, 0, 3000, WALKABLE);  /* shares a wall */
    tabletop_box(t, 12000, 5000, 14000, 6000, 0, 2500, WALKABLE); /* a step lower */
    qm__walker whole = man;
    whole.whole = true;
    const qm__levels *levels = tabletop_levels(t, &whole);
    assert_true(stands(levels, 4500, 4500, 3000));
    assert_false(stands(levels, 4499, 4500, 3000));
    assert_int_equal(why_not(levels, NULL, 4400, 6000, 3000).what, QM__NOT_WHOLE);
    assert_true(stands(levels, 8000, 6000, 3000));  /* no rim where two roofs meet */
    assert_true(stands(levels, 12000, 5500, 3000)); /* half over the lower one */
    assert_false(stands(levels, 12000, 5600, 3000));
    assert_true(stands(levels, 13000, 5500, 2500));
    assert_true(stands(levels, 3500, 6000, 0));
    tabletop_free(t);
}

static void railings_are_thin_walls(void **state) {
    (void)state;
    tabletop *t = tabletop_new(20000, 20000);
    tabletop_box(t, 4000, 4000, 8000, 8000, 0, 3000, WALKABLE);
    t->corners[0].rail = 1001; /* the edge along y = 4000 */
    t->corners[1].rail = 1000; /* along x = 8000: can be stepped over */
    const qm__levels *levels = tabletop_levels(t, &man);
    assert_false(stands(levels, 6000, 4400, 3000));
    assert_int_equal(why_not(levels, NULL, 6000, 4400, 3000).railing, 1);
    assert_true(stands(levels, 6000, 4500, 3000));
    assert_true(stands(levels, 7900, 6000, 3000));
    tabletop_free(t);
}

/* ------------------------------------------------------------------------------------------------------------- walking
 */

/* Within the slack of an edge a base is on both levels. */
static void what_stops_a_piece_beside_an_edge_is_passed_on_the_other_level(void **state) {
    (void)state;
    tabletop *t = tabletop_new(22000, 12000);
    tabletop_box(t, 16500, 4500, 17000, 7000, 0, 900, WALKABLE);
    t->corners[2].rail = 1200; /* along y = 7000: tall at 900, stepped over at 1800 */
    tabletop_box(t, 17000, 4500, 17500, 7000, 900, 1800, WALKABLE);
    const qm__levels *levels =
        tabletop_levels(t, &(qm__walker){.radius = 492, .height = 1900, .step = 1000, .free_step = 0});
    const qm__traced up = walk(levels, NULL, 16999, 6400, 900, 17000, 6509);
    assert_true(up.clear);
    assert_int_equal(qm__level_height(levels, up.level), 1800);
    assert_int_equal(up.step_count, 1);
    const qm__traced along = walk(levels, NULL, 16999, 6400, 900, 16999, 6509);
    assert_false(along.clear);
    assert_int_equal(along.why.railing, 1);
    tabletop_free(t);
}

/* The upper level has room for the whole base only from y = 12992 on, the railing lets it go to 13008 on the lower one,
 * and no border is met between. */
static void the_level_changes_where_the_piece_is_stopped(void **state) {
    (void)state;
    tabletop *t = tabletop_new(19000, 18000);
    tabletop_box(t, 13000, 12500, 15500, 13500, 0, 900, WALKABLE);
    t->corners[2].rail = 1200; /* along y = 13500 */
    tabletop_box(t, 12500, 13500, 16000, 15500, 0, 1800, WALKABLE);
    tabletop_box(t, 9000, 10000, 13000, 14500, 1600, 1800, WALKABLE);
    const qm__levels *levels = tabletop_levels(
        t, &(qm__walker){.radius = 492, .height = 1500, .step = 1000, .free_step = 1000, .whole = true});
    const qm__traced traced = walk(levels, NULL, 13002, 12580, 900, 12992, 14500);
    assert_true(traced.clear);
    assert_int_equal(qm__level_height(levels, traced.level), 1800);
    tabletop_free(t);
}

static void a_gap_as_wide_as_the_base_can_be_walked(void **state) {
    (void)state;
    for (int narrower = 0; narrower <= 2; narrower++) {
        tabletop *t = tabletop_new(20000, 20000);
        tabletop_box(t, 4000, 4000, 8000, 9000, 0, 3000, WALKABLE);
        tabletop_box(t, 4000, 10000 - narrower, 8000, 14000, 0, 3000, WALKABLE);
        const qm__levels *levels = tabletop_levels(t, &man);
        const qm__traced traced = walk(levels, NULL, 2000, 9500, 0, 10000, 9500);
        assert_int_equal(traced.clear, narrower == 0);
        if (narrower > 0) {
            assert_int_equal(traced.why.what, QM__IN_PRISM);
            assert_int_equal(traced.why.prism, 1);
            assert_true(traced.why.part > 0.18 && traced.why.part < 0.26);
        }
        tabletop_free(t);
    }
}

static void steps_are_walked_and_higher_ones_are_not(void **state) {
    (void)state;
    tabletop *t = tabletop_new(30000, 20000);
    tabletop_box(t, 4000, 4000, 6000, 8000, 0, 1000, WALKABLE);
    tabletop_box(t, 6000, 4000, 8000, 8000, 0, 2000, WALKABLE);
    tabletop_box(t, 8000, 4000, 12000, 8000, 0, 3000, WALKABLE);
    qm__walker told = man;
    told.free_step = 0;
    const qm__levels *levels = tabletop_levels(t, &told);
    const qm__traced up = walk(levels, NULL, 2000, 6000, 0, 10000, 6000);
    assert_true(up.clear);
    assert_int_equal(qm__level_height(levels, up.level), 3000);
    assert_int_equal(up.step_count, 3);
    assert_int_equal(up.steps[0].prism, 0);
    assert_int_equal(up.steps[2].prism, 2);
    assert_true(up.steps[0].part > 0.2499 && up.steps[0].part < 0.2501);
    const qm__traced down = walk(levels, NULL, 10000, 6000, 3000, 2000, 6000);
    assert_true(down.clear);
    assert_int_equal(down.level, 0);
    assert_int_equal(down.steps[0].prism, 2);
    const qm__traced over = walk(levels, NULL, 10000, 6000, 3000, 14000, 6000);
    assert_false(over.clear);
    assert_int_equal(over.why.what, QM__TOO_HIGH);
    assert_int_equal(over.why.prism, QM__GROUND);
    assert_true(over.why.part > 0.4999 && over.why.part < 0.5002);
    const qm__traced wall = walk(levels, NULL, 14000, 6000, 0, 10000, 6000);
    assert_int_equal(wall.why.what, QM__IN_PRISM);
    assert_true(wall.why.at.x > 12498 && wall.why.at.x < 12502);
    tabletop_free(t);
}

static void surfaces_drawn_side_by_side_are_one(void **state) {
    (void)state;
    for (int crack = 0; crack <= 2; crack++) {
        tabletop *t = tabletop_new(30000, 20000);
        tabletop_box(t, 4000, 4000, 8000, 8000, 0, 3000, WALKABLE);
        tabletop_box(t, 8000 + crack, 3000, 12000, 6000, 0, 3000, WALKABLE);
        tabletop_prism(t, (int32_t[]){8000 + crack, 6000, 12000, 6000, 11000, 9000}, 3, 2900, 3000, WALKABLE);
        const qm__levels *levels = tabletop_levels(t, &man);
        assert_int_equal(walk(levels, NULL, 5000, 5000, 3000, 11000, 5000).clear, crack < 2);
        /* Along the shared edges, on them exactly. */
        assert_true(walk(levels, NULL, 8000, 4500, 3000, 8000, 7500).clear);
        assert_true(walk(levels, NULL, 8100, 6000, 3000, 11900, 6000).clear);
        assert_true(walk(levels, NULL, 4000, 4000, 3000, 8000, 4000).clear);
        assert_false(walk(levels, NULL, 4000, 4000, 3000, 8000, 3900).clear);
        assert_int_equal(walk(levels, NULL, 5000, 8000, 3000, 11000, 8000).clear, false);
        tabletop_free(t);
    }
}

/* The slack around a corner is round. A piece past one and over a crack that rises 1 to 3 leaves it 0.4225 of the way
 * along, where 10 s² - 6 s + 1 is a quarter, and comes to that of the other side at a half; 1 to 9, 0.1636 and 0.1667.
 */
static void the_slack_around_a_corner_is_round(void **state) {
    (void)state;
    tabletop *t = tabletop_new(30000, 20000);
    tabletop_box(t, 4000, 4000, 8000, 8000, 0, 3000, WALKABLE);
    tabletop_box(t, 8001, 4000, 12000, 9000, 0, 3000, WALKABLE);
    const qm__levels *levels = tabletop_levels(t, &man);
    assert_false(walk(levels, NULL, 7999, 8000, 3000, 8002, 8001).clear);
    assert_false(walk(levels, NULL, 8002, 8001, 3000, 7999, 8000).clear);
    assert_true(walk(levels, NULL, 7999, 8000, 3000, 8008, 8001).clear);
    assert_true(walk(levels, NULL, 7999, 8000, 3000, 8002, 8000).clear);
    tabletop_free(t);
}

/* Along the edge of a crate a base is on the ground or on the crate; what is a wall from the ground is a step from the
 * crate. */
static void along_a_border_either_level_will_do(void **state) {
    (void)state;
    tabletop *t = tabletop_new(30000, 30000);
    tabletop_box(t, 10000, 10500, 10500, 12000, 0, 500, WALKABLE);
    tabletop_box(t, 10500, 10000, 11500, 12500, 0, 1000, WALKABLE);
    const qm__walker small = {.radius = 394, .height = 1000, .step = 500, .free_step = 500};
    const qm__levels *levels = tabletop_levels(t, &small);
    const qm__traced along = walk(levels, NULL, 10106, 12000, 0, 10500, 12000);
    assert_true(along.clear);
    tabletop_free(t);

    /* The same on the way into the crate, at its very edge. */
    t = tabletop_new(30000, 30000);
    tabletop_box(t, 9500, 10000, 11500, 10500, 0, 1000, WALKABLE);
    tabletop_box(t, 9500, 10500, 11500, 11000, 0, 2000, WALKABLE);
    const qm__walker man_2 = {.radius = 492, .height = 1500, .step = 1000, .free_step = 1000};
    levels = tabletop_levels(t, &man_2);
    assert_true(walk(levels, NULL, 9500, 10008, 0, 10500, 10900).clear);
    tabletop_free(t);
}

/* At a very flat angle a surface is left half a unit beyond its edge, however long that takes. */
static void flat_angles_do_not_walk_on_air(void **state) {
    (void)state;
    tabletop *t = tabletop_new(30000, 30000);
    tabletop_box(t, 6000, 11500, 9000, 15000, 0, 3000, WALKABLE);
    tabletop_box(t, 4500, 14500, 6000, 17500, 0, 2000, WALKABLE);
    const qm__walker man_2 = {.radius = 492, .height = 1200, .step = 1000, .free_step = 1000};
    const qm__levels *levels = tabletop_levels(t, &man_2);
    const qm__traced air = walk(levels, NULL, 6000, 11763, 3000, 5999, 14500);
    assert_false(air.clear);
    assert_true(air.why.at.y > 13120 && air.why.at.y < 13145);
    tabletop_free(t);

    t = tabletop_new(30000, 30000);
    tabletop_box(t, 5500, 7500, 7000, 10000, 0, 400, WALKABLE);
    tabletop_box(t, 7000, 7500, 8500, 10000, 400, 800, WALKABLE);
    tabletop_box(t, 8500, 7000, 11500, 10500, 0, 1200, WALKABLE);
    const qm__walker low = {.radius = 500, .height = 1000, .step = 500, .free_step = 500};
    levels = tabletop_levels(t, &low);
    assert_false(walk(levels, NULL, 7000, 10000, 400, 9511, 10165).clear);
    assert_true(walk(levels, NULL, 6900, 9900, 400, 9511, 9900).clear);
    tabletop_free(t);
}

/* The corner of a low solid is not cut, however short the stretch inside. */
static void corners_of_low_solids_are_not_cut(void **state) {
    (void)state;
    tabletop *t = tabletop_new(20000, 20000);
    tabletop_box(t, 6700, 2513, 7892, 4224, 0, 1000, 0);
    const qm__walker broad = {.radius = 630, .height = 1500, .step = 1000, .free_step = 1000};
    const qm__levels *levels = tabletop_levels(t, &broad);
    int32_t level;
    assert_false(
        qm__walkable(levels, NULL, (qm__spot){5766.020878, 5177.241988, 0}, (qm__xy){7892, 4223}, QM__SLACK, &level));
    assert_true(
        qm__walkable(levels, NULL, (qm__spot){5766.020878, 5177.241988, 0}, (qm__xy){7892, 4224}, QM__SLACK, &level));
    tabletop_free(t);
}

/* Where three surfaces meet, the piece may go on over the one that leads to the end. */
static void at_a_fork_either_way_will_do(void **state) {
    (void)state;
    tabletop *t = tabletop_new(30000, 30000);
    tabletop_box(t, 7500, 7000, 13500, 12500, 0, 1000, WALKABLE);
    tabletop_box(t, 9500, 6000, 12500, 10000, 0, 1800, WALKABLE);
    tabletop_box(t, 12500, 6000, 14000, 10000, 2600, 2800, WALKABLE);
    const qm__walker small = {.radius = 630, .height = 1500, .step = 1000, .free_step = 1000};
    const qm__levels *levels = tabletop_levels(t, &small);
    assert_int_equal(qm__level_height(levels, walk(levels, NULL, 12000, 7500, 1800, 13000, 7500).level), 2800);
    assert_true(walk(levels, NULL, 12500, 7000, 1800, 13130, 7000).clear);
    /* Down to the broad one and to the ground, below the slab; the slab itself leads nowhere. */
    const qm__traced past = walk(levels, NULL, 12000, 7500, 1800, 15000, 7500);
    assert_true(past.clear);
    assert_int_equal(past.level, 0);
    tabletop_free(t);

    /* Two steps down in one place: from the slab to the crate whose edge is there, and on to the ground. */
    t = tabletop_new(30000, 30000);
    tabletop_box(t, 4000, 11000, 8000, 13000, 1500, 1700, WALKABLE);
    tabletop_box(t, 7499, 9000, 8499, 13000, 0, 900, WALKABLE);
    const qm__walker slim = {.radius = 250, .height = 1500, .step = 1000, .free_step = 1000};
    levels = tabletop_levels(t, &slim);
    assert_true(walk(levels, NULL, 7500, 11000, 1700, 7000, 10571).clear);
    tabletop_free(t);
}

/* A floor above that leaves room to stand below, but not on the crate. */
static void a_step_up_needs_room_above(void **state) {
    (void)state;
    tabletop *t = tabletop_new(30000, 30000);
    tabletop_box(t, 0, 0, 10000, 10000, 2500, 3000, WALKABLE);
    tabletop_box(t, 5000, 4000, 6000, 6000, 0, 1000, WALKABLE);
    const qm__walker small = {.radius = 250, .height = 1900, .step = 1000, .free_step = 1000};
    const qm__levels *levels = tabletop_levels(t, &small);
    const qm__traced into = walk(levels, NULL, 4000, 5000, 0, 7000, 5000);
    assert_false(into.clear);
    assert_int_equal(into.why.what, QM__IN_PRISM);
    assert_int_equal(into.why.prism, 0);
    assert_true(into.why.at.x > 4999 && into.why.at.x < 5001);
    tabletop_free(t);
}

static void bodies_block_where_heights_overlap(void **state) {
    (void)state;
    tabletop *t = tabletop_new(20000, 20000);
    tabletop_box(t, 8000, 8000, 12000, 12000, 2000, 3000, WALKABLE);
    const qm__levels *levels = tabletop_levels(t, &man);
    qm__body bodies[2] = {{.x = 10000, .y = 10000, .z = 0, .radius = 500, .height = 1500, .manner = QM__BLOCK},
                          {.x = 10000, .y = 10000, .z = 3000, .radius = 500, .height = 1500, .manner = QM__PASS_ONLY}};
    const qm__crowd crowd = {.bodies = bodies, .count = 2, .self = 9};
    assert_false(walk(levels, &crowd, 7000, 10000, 0, 13000, 10000).clear);
    assert_int_equal(walk(levels, &crowd, 7000, 10000, 0, 13000, 10000).why.what, QM__BODY);
    assert_true(walk(levels, &crowd, 7000, 9000, 0, 13000, 9000).clear);
    assert_false(walk(levels, &crowd, 7000, 9001, 0, 13000, 9001).clear);
    assert_true(walk(levels, &crowd, 8000, 10000, 3000, 12000, 10000).clear);
    assert_int_equal(why_not(levels, &crowd, 10500, 10000, 3000).body, 1);
    assert_true(qm__stands(levels, &crowd, (qm__spot){11000, 10000, 1}, QM__SLACK, NULL));
    bodies[0].margin = 1000;
    assert_false(walk(levels, &crowd, 7000, 8001, 0, 13000, 8001).clear);
    assert_true(walk(levels, &crowd, 7000, 8000, 0, 13000, 8000).clear);
    bodies[0] = (qm__body){
        .x = 10000, .y = 10000, .width = 2000, .length = 4000, .facing = 0, .height = 1500, .manner = QM__BLOCK};
    assert_true(walk(levels, &crowd, 5000, 8500, 0, 15000, 8500).clear);
    assert_false(walk(levels, &crowd, 5000, 8501, 0, 15000, 8501).clear);
    tabletop_free(t);
}

/* Who stops keeps a unit from whom the crowd says, which is no contact; not from the one it is after, nor where it is.
 */
static void who_stops_keeps_apart(void **state) {
    (void)state;
    tabletop *t = tabletop_new(20000, 20000);
    const qm__levels *levels = tabletop_levels(t, &man);
    qm__body bodies[2] = {{.x = 10000, .y = 10000, .radius = 500, .height = 1500, .manner = QM__BLOCK, .aloof = 1},
                          {.x = 10000, .y = 9000, .radius = 500, .height = 1500, .manner = QM__PASS}};
    qm__crowd crowd = {.bodies = bodies, .count = 2, .self = 1};
    const qm__spot touching = {11000, 10000, 0}, clear = {11001, 10000, 0}, own = {10000, 9000, 0};
    assert_true(qm__could_stop(levels, &crowd, touching, QM__SLACK));
    crowd.apart = true;
    assert_false(qm__could_stop(levels, &crowd, touching, QM__SLACK));
    assert_true(qm__stands(levels, &crowd, touching, QM__SLACK, NULL));
    assert_true(qm__can_be(levels, &crowd, touching, QM__SLACK, false));
    assert_true(qm__could_stop(levels, &crowd, clear, QM__SLACK));
    assert_true(qm__could_stop(levels, &crowd, own, QM__SLACK));
    crowd.but = 1;
    assert_true(qm__could_stop(levels, &crowd, touching, QM__SLACK));
    crowd.but = 2;
    bodies[0].z = 2000; /* above it */
    assert_true(qm__could_stop(levels, &crowd, touching, QM__SLACK));
    tabletop_free(t);
}

static void areas_are_met_by_more_than_touching(void **state) {
    (void)state;
    tabletop *t = tabletop_new(20000, 20000);
    tabletop_area(t, 8000, 8000, 12000, 12000);
    tabletop_area(t, 1000, 1000, 2000, 2000);
    qm__walker by_centre = man;
    by_centre.centre = true;
    const qm__levels *levels = tabletop_levels(t, &man);
    assert_int_equal(walk(levels, NULL, 5000, 7500, 0, 15000, 7500).areas, 0);
    assert_int_equal(walk(levels, NULL, 5000, 7501, 0, 15000, 7501).areas, 1);
    assert_int_equal(walk(levels, NULL, 5000, 7000, 0, 7000, 9000).areas, 0);
    assert_int_equal(qm__areas_at(levels, (qm__spot){10000, 10000, 0}), 1);
    assert_int_equal(qm__areas_at(levels, (qm__spot){2499, 1500, 0}), 2);
    const qm__levels *other;
    assert_int_equal(qm__levels_make(&t->table, &by_centre, &t->arena, &other), QM_OK);
    assert_int_equal(walk(other, NULL, 5000, 7999, 0, 15000, 7999).areas, 0);
    assert_int_equal(walk(other, NULL, 5000, 8001, 0, 15000, 8001).areas, 1);
    assert_int_equal(qm__areas_at(other, (qm__spot){8000, 10000, 0}), 0);
    tabletop_free(t);
}

static void what_comes_before_the_end_of_the_table_is_told(void **state) {
    (void)state;
    tabletop *t = tabletop_new(20000, 20000);
    tabletop_box(t, 16000, 4000, 17000, 8000, 0, 3000, WALKABLE);
    const qm__levels *levels = tabletop_levels(t, &man);
    const qm__traced off = walk(levels, NULL, 10000, 10000, 0, 30000, 10000);
    assert_int_equal(off.why.what, QM__OFF_TABLE);
    assert_true(off.why.at.x > 19499 && off.why.at.x < 19501);
    assert_int_equal(walk(levels, NULL, 10000, 5000, 0, 30000, 5000).why.what, QM__IN_PRISM);
    tabletop_free(t);
}

/* ---------------------------------------------------------------------------------------------------------------- arcs
 */

static void arcs_end_at_walls_and_go_on_at_steps(void **state) {
    (void)state;
    tabletop *t = tabletop_new(20000, 20000);
    tabletop_box(t, 8000, 8000, 12000, 12000, 0, 3000, WALKABLE);
    const qm__levels *levels = tabletop_levels(t, &man);
    qm__arc_span spans[8];
    /* Around the corner: from straight down to straight left, and what the slack adds. */
    assert_int_equal(qm__arc_spans(levels, 0, (qm__xy){8000, 8000}, 500, spans, 8), 1);
    assert_true(spans[0].low <= QM__PI && spans[0].low > QM__PI - 0.05);
    assert_true(spans[0].high >= 1.5 * QM__PI && spans[0].high < 1.5 * QM__PI + 0.05);
    assert_int_equal(qm__arc_spans(levels, 0, (qm__xy){4000, 4000}, 1000, spans, 8), 1);
    assert_true(spans[0].high - spans[0].low == 2 * QM__PI);
    tabletop_free(t);

    t = tabletop_new(20000, 20000);
    tabletop_box(t, 8000, 8000, 12000, 12000, 0, 3000, WALKABLE);
    tabletop_box(t, 6000, 6000, 8000, 7900, 0, 800, WALKABLE); /* a crate in front of the corner */
    levels = tabletop_levels(t, &man);
    /* Both ends of the arc are on the ground, the middle is on the crate. */
    assert_int_equal(qm__arc_spans(levels, 0, (qm__xy){8000, 8000}, 500, spans, 8), 2);
    assert_int_equal(spans[0].high_next + spans[1].high_next, 0);
    assert_int_equal(qm__arc_spans(levels, 1, (qm__xy){8000, 8000}, 500, spans, 8), 1);
    assert_int_equal(spans[0].low_next, 0);
    assert_int_equal(spans[0].high_next, 0);
    tabletop_free(t);
}

static void a_walker_out_of_range_is_refused(void **state) {
    (void)state;
    tabletop *t = tabletop_new(20000, 20000);
    assert_true(tabletop_finish(t));
    const qm__levels *levels;
    qm__walker bad = man;
    bad.radius = 0;
    assert_int_equal(qm__levels_make(&t->table, &bad, &t->arena, &levels), QM_ERROR_USAGE);
    bad = man;
    bad.height = bad.step;
    assert_int_equal(qm__levels_make(&t->table, &bad, &t->arena, &levels), QM_ERROR_USAGE);
    tabletop_free(t);
}

/* ---------------------------------------------------------------------------------------------------- cells of a crowd
 */

enum { CROWD = 40 };

/* From a little below 0 to a little beyond a table of that size. */
static int32_t pick(uint64_t *at, int32_t size) {
    return (int32_t)qm__random_below(77, at, (uint32_t)(size + 6000)) - 3000;
}

static void make_crowd(uint64_t *at, qm__body bodies[CROWD]) {
    for (int i = 0; i < CROWD; i++) {
        const bool round = qm__random_below(77, at, 3) > 0;
        const int32_t wide = 300 + (int32_t)qm__random_below(77, at, 3000);
        bodies[i] = (qm__body){.x = pick(at, 20000),
                               .y = pick(at, 12000),
                               .z = qm__random_below(77, at, 4) ? 0 : 3000,
                               .radius = round ? wide / 2 : 0,
                               .width = round ? 0 : wide,
                               .length = round ? 0 : 300 + (int32_t)qm__random_below(77, at, 3000),
                               .facing = (int32_t)qm__random_below(77, at, 65536),
                               .height = (int32_t)qm__random_below(77, at, 3000),
                               .margin = qm__random_below(77, at, 4) ? 0 : 1000,
                               .manner = (uint8_t)qm__random_below(77, at, 3)};
    }
}

/* Whoever asks with the cells is told the same: where a base is, and on straight pieces; also beyond the table. */
static void assert_same(const qm__levels *levels, const qm__crowd *with, const qm__crowd *without, qm__xy p, qm__xy q) {
    const qm__xy low = {qm__least(p.x, q.x), qm__least(p.y, q.y)}, high = {qm__most(p.x, q.x), qm__most(p.y, q.y)};
    assert_int_equal(qm__crowd_near(with, low, high, levels->walker.radius),
                     qm__crowd_near(without, low, high, levels->walker.radius));
    for (int32_t i = 0; i < levels->count; i++) {
        const qm__level *level = &levels->levels[i];
        qm__traced traced[2];
        for (int ending = 0; ending < 2; ending++) {
            assert_int_equal(qm__level_body(levels, level, with, p, q, QM__SLACK, ending),
                             qm__level_body(levels, level, without, p, q, QM__SLACK, ending));
        }
        const qm__spot from = {p.x, p.y, i};
        assert_int_equal(qm__trace(levels, with, from, q, QM__SLACK, &traced[0]),
                         qm__trace(levels, without, from, q, QM__SLACK, &traced[1]));
        assert_int_equal(traced[0].why.what, traced[1].why.what);
        assert_true(traced[0].why.part == traced[1].why.part && traced[0].level == traced[1].level);
        assert_true(traced[0].why.what != QM__BODY || traced[0].why.body == traced[1].why.body);
    }
}

static void cells_of_a_crowd_leave_nobody_out(void **state) {
    (void)state;
    tabletop *t = tabletop_new(20000, 12000);
    tabletop_box(t, 8000, 4000, 12000, 9000, 0, 3000, WALKABLE);
    const qm__levels *levels = tabletop_levels(t, &man);
    qm__body bodies[CROWD];
    void *memory = malloc(qm__crowd_cells_size(CROWD));
    uint64_t at = 0;
    uint32_t blocked = 0;
    assert_true(levels && memory);
    for (int round = 0; round < 20; round++) {
        make_crowd(&at, bodies);
        const qm__crowd without = {
            .bodies = bodies, .count = CROWD, .self = (uint16_t)qm__random_below(77, &at, CROWD + 1)};
        qm__crowd with = without;
        with.cells = qm__crowd_cells_make(levels, &without, memory);
        for (int i = 0; i < 400; i++) {
            const qm__xy p = {pick(&at, 20000), pick(&at, 12000)}, far = {pick(&at, 20000), pick(&at, 12000)};
            const qm__xy near = {p.x + (far.x - p.x) / 32, p.y + (far.y - p.y) / 32};
            assert_same(levels, &with, &without, p, p);
            assert_same(levels, &with, &without, p, near);
            assert_same(levels, &with, &without, p, far);
            const qm__few few = qm__crowd_few(&with, p, p);
            assert_true(few.items && few.count <= CROWD);
            blocked += qm__level_body(levels, &levels->levels[0], &with, p, p, QM__SLACK, true) >= 0;
        }
    }
    assert_true(blocked > 500 && blocked < 7500);
    free(memory);
    tabletop_free(t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(touching_is_clear_and_one_unit_inside_is_not),
        cmocka_unit_test(the_slack_around_a_corner_is_round),
        cmocka_unit_test(low_and_tall_depend_on_where_it_stands),
        cmocka_unit_test(whole_support_keeps_the_disc_over_surfaces),
        cmocka_unit_test(railings_are_thin_walls),
        cmocka_unit_test(what_stops_a_piece_beside_an_edge_is_passed_on_the_other_level),
        cmocka_unit_test(the_level_changes_where_the_piece_is_stopped),
        cmocka_unit_test(a_gap_as_wide_as_the_base_can_be_walked),
        cmocka_unit_test(steps_are_walked_and_higher_ones_are_not),
        cmocka_unit_test(surfaces_drawn_side_by_side_are_one),
        cmocka_unit_test(along_a_border_either_level_will_do),
        cmocka_unit_test(flat_angles_do_not_walk_on_air),
        cmocka_unit_test(corners_of_low_solids_are_not_cut),
        cmocka_unit_test(at_a_fork_either_way_will_do),
        cmocka_unit_test(a_step_up_needs_room_above),
        cmocka_unit_test(bodies_block_where_heights_overlap),
        cmocka_unit_test(who_stops_keeps_apart),
        cmocka_unit_test(areas_are_met_by_more_than_touching),
        cmocka_unit_test(what_comes_before_the_end_of_the_table_is_told),
        cmocka_unit_test(arcs_end_at_walls_and_go_on_at_steps),
        cmocka_unit_test(a_walker_out_of_range_is_refused),
        cmocka_unit_test(cells_of_a_crowd_leave_nobody_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
