/* Shortest walks that turn where something meets a border between levels: what is kept from a figure, another border,
 * an area that lies on one level alone. The lengths were found by a search that shares nothing with the library (a
 * graph over chords), or worked out on paper; each is asked for with the figures prepared, cold, and from the other
 * end.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/tabletop.h"

#include "space/table/walk.h"

typedef struct box {
    int32_t x0, y0, x1, y1, bottom, top;
    uint16_t flags;
} box;

/* A place by its height. */
typedef struct place {
    double x, y;
    int32_t z;
} place;

typedef struct trial {
    qm__walker walker;
    box boxes[4];
    qm__body body; /* height 0: none */
    place from, to;
    double length;
} trial;

enum { UP = QM__PRISM_WALKABLE };

static tabletop *lay_out(const trial *t) {
    tabletop *top = tabletop_new(20000, 20000);
    for (const box *b = t->boxes; b < t->boxes + 4 && b->top; b++) {
        tabletop_box(top, b->x0, b->y0, b->x1, b->y1, b->bottom, b->top, b->flags);
    }
    return top;
}

static qm__spot spot_of(const qm__levels *levels, place p) {
    const qm__spot spot = {p.x, p.y, qm__level_at(levels, p.z)};
    assert_true(spot.level >= 0);
    return spot;
}

/* Asks once and checks the length of what is found, piece by piece. */
static void ask_once(const qm__walks *walks, const qm__walk_ask *ask, void *scratch, double length) {
    qm__way way;
    qm__walked walked;
    qm__walk_find(walks, ask, scratch, &way, &walked);
    assert_true(walked.found);
    assert_false(walked.exhausted);
    if (walked.cost > length + 0.1 || walked.cost < length - 0.1) {
        fail_msg("%ld thousandths instead of %ld", (long)(walked.cost * 1000), (long)(length * 1000));
    }
    qm__spot points[512];
    qm__xy drawn[512];
    const uint32_t count = qm__way_points(qm__walks_levels(walks), ask->crowd, &way, points, 512);
    assert_true(count >= 2);
    for (uint32_t i = 0; i < count; i++) {
        drawn[i] = (qm__xy){points[i].x, points[i].y};
    }
    qm__drawn checked;
    assert_true(qm__drawn_check(qm__walks_levels(walks), ask->crowd, ask->from, drawn, count, &checked));
    assert_true(checked.length < length + 2);
}

/* Finishes the table, asks in all ways, and frees it. */
static void walk_trial(tabletop *top, const trial *t, const qm__area_price *prices) {
    const qm__levels *levels = tabletop_levels(top, &t->walker);
    const qm__walks *walks;
    assert_non_null(levels);
    assert_int_equal(qm__walks_make(levels, prices ? 1 : 0, &top->arena, &walks), QM_OK);
    const qm__crowd crowd = {.bodies = &t->body, .count = t->body.height ? 1 : 0, .self = UINT16_MAX};
    const size_t size = qm__walks_bodies_size(walks, 1);
    void *scratch = malloc(qm__walk_scratch_size(walks, 1)), *memory = malloc(size);
    const qm__walks_bodies *bodies = qm__walks_crowd(walks, &crowd, memory, size);
    assert_non_null(bodies);
    const qm__spot from = spot_of(levels, t->from), to = spot_of(levels, t->to);
    for (int way = 0; way < 4; way++) {
        const qm__walk_ask ask = {.from = way & 1 ? to : from,
                                  .to = way & 1 ? from : to,
                                  .crowd = &crowd,
                                  .bodies = way & 2 ? bodies : NULL,
                                  .prices = prices,
                                  .limit = 1e9};
        ask_once(walks, &ask, scratch, t->length);
    }
    free(memory);
    free(scratch);
    tabletop_free(top);
}

static void run(const trial *t) {
    walk_trial(lay_out(t), t, NULL);
}

/* ------------------------------------------------------------------------------------------------------------- figures
 */

static void a_figure_in_the_way_below_is_passed_above(void **state) {
    (void)state;
    run(&(trial){.walker = {.radius = 500, .height = 1200, .step = 1000},
                 .boxes = {{4500, 6500, 9500, 10500, 0, 1000, UP}},
                 .body = {.x = 6000, .y = 7000, .radius = 492, .height = 800, .manner = QM__BLOCK},
                 .from = {7177, 4181, 0},
                 .to = {4827, 9531, 1000},
                 /* Over the edge at (6000 + root of 992² - 500², 6500). */
                 .length = 5988.874});
}

static void an_arc_round_a_figure_goes_on_at_another_level(void **state) {
    (void)state;
    run(&(trial){.walker = {.radius = 394, .height = 1900, .step = 500},
                 .boxes = {{10500, 5500, 12000, 7500, 0, 500, UP}},
                 .body = {.x = 12492, .y = 6353, .radius = 492, .height = 800, .manner = QM__BLOCK},
                 .from = {13585, 5081, 0},
                 .to = {6500, 9500, 0},
                 .length = 8408.944});
}

static void a_figure_is_passed_along_the_step_behind_it(void **state) {
    (void)state;
    run(&(trial){.walker = {.radius = 394, .height = 1200, .step = 1000},
                 .boxes = {{8000, 10500, 11000, 12500, 0, 2000, UP}, {8500, 9500, 10500, 10500, 0, 1000, UP}},
                 .body = {.x = 8508, .y = 10266, .radius = 492, .height = 1500, .manner = QM__BLOCK},
                 .from = {8502, 10501, 2000},
                 .to = {10500, 10001, 1000},
                 .length = 2102.642});
}

static void a_corner_counts_when_a_figure_takes_the_ground_before_it(void **state) {
    (void)state;
    trial t = {.walker = {.radius = 1000, .height = 1200, .step = 1000},
               .body = {.x = 16000, .y = 2500, .radius = 1000, .height = 800, .manner = QM__BLOCK},
               .from = {15500, 6000, 0},
               .to = {16334, 3460, 1000}};
    tabletop *top = lay_out(&t);
    tabletop_prism(top, (int32_t[]){13500, 2500, 17500, 2500, 17500, 8500, 13500, 8500}, 4, 0, 1000, UP);
    tabletop_hole(top, (int32_t[]){14500, 3500, 14500, 7500, 16500, 7500, 16500, 3500}, 4);
    /* Over the edge of the hole where what is kept from the figure meets it, then along the edge to its corner. */
    const qm__xy over = {16500, 2500 + qm__root(2000.0 * 2000 - 500.0 * 500)};
    t.length = qm__apart((qm__xy){15500, 6000}, over) + over.y - 3500 +
               qm__apart((qm__xy){16500, 3500}, (qm__xy){16334, 3460});
    walk_trial(top, &t, NULL);
}

static void an_arc_over_an_edge_that_two_boxes_share_is_whole(void **state) {
    (void)state;
    run(&(trial){.walker = {.radius = 787, .height = 1500, .step = 500, .free_step = 500},
                 .boxes = {{10405, 7784, 11310, 9810, 0, 500, UP}, {9500, 7784, 10405, 9810, 0, 500, UP}},
                 .body = {.x = 10727,
                          .y = 7350,
                          .z = 500,
                          .width = 1000,
                          .length = 3000,
                          .facing = 48023,
                          .height = 1500,
                          .manner = QM__BLOCK},
                 .from = {11051, 9810, 500},
                 .to = {6197, 7147, 0},
                 .length = 5594.230});
}

/* ------------------------------------------------------------------------------------------------------------- borders
 */

static void borders_of_three_levels_cross(void **state) {
    (void)state;
    run(&(trial){.walker = {.radius = 630, .height = 1500, .step = 1000},
                 .boxes = {{7500, 7000, 13500, 12500, 0, 1000, UP},
                           {9500, 6000, 12500, 10000, 0, 1800, UP},
                           {12500, 6000, 14000, 10000, 2600, 2800, UP}},
                 .from = {11871, 6235, 1800},
                 .to = {15596, 4239, 0},
                 .length = 5322.316});
}

/* Under the roof the ground has room and the crate beside it has none. The piece leaves the crate where it just comes
 * near the roof. */
static void a_crate_is_left_before_the_roof_stops_the_way(void **state) {
    (void)state;
    run(&(trial){.walker = {.radius = 492, .height = 1900, .step = 1000},
                 .boxes = {{4000, 12000, 8500, 17000, 2000, 2200, UP}, {6000, 11000, 7500, 12500, 0, 1000, UP}},
                 .from = {6100, 9505, 0},
                 .to = {5900, 13505, 0},
                 .length = 4004.997});
}

static void a_way_turns_close_to_the_end_of_the_table(void **state) {
    (void)state;
    run(&(trial){.walker = {.radius = 492, .height = 1200, .step = 1000},
                 .boxes = {{0, 6000, 3500, 9000, 0, 2000, UP}, {500, 4500, 3000, 6000, 0, 1000, UP}},
                 .from = {500, 4460, 0},
                 .to = {492, 6000, 2000},
                 .length = 1548});
}

/* From below the floor to its edge, up the box beside it by two steps, and back onto the floor: as long as if the goal
 * lay mirrored beyond the edge. The place to turn at is no corner of anything. */
static void a_way_turns_back_onto_the_floor_above(void **state) {
    (void)state;
    run(&(trial){.walker = {.radius = 500, .height = 1200, .step = 1000},
                 .boxes = {{12000, 2000, 17000, 9000, 0, 500, UP},
                           {9000, 2000, 12000, 9000, 0, 1500, UP},
                           {12000, 2000, 15000, 9000, 2300, 2500, UP}},
                 .from = {14500, 4000, 500},
                 .to = {12600, 5700, 2500},
                 .length = qm__apart((qm__xy){14500, 4000}, (qm__xy){11400, 5700})});
}

/* Up a crate and onto a floor above its edge, two steps at one place, which is where the way ends. */
static void a_way_ends_where_two_steps_lead_up_at_once(void **state) {
    (void)state;
    run(&(trial){.walker = {.radius = 500, .height = 1500, .step = 1000},
                 .boxes = {{6500, 3000, 8500, 6000, 0, 1000, UP}, {8000, 1500, 11000, 4500, 1500, 1750, UP}},
                 .from = {8000, 1500, 0},
                 .to = {8000, 3000, 1750},
                 .length = 1500});
}

/* --------------------------------------------------------------------------------------------------------------- areas
 */

static void an_area_of_one_level_is_kept_off_where_the_step_is(void **state) {
    (void)state;
    const trial t = {.walker = {.radius = 500, .height = 1500, .step = 1000},
                     .boxes = {{7500, 6500, 9000, 9500, 0, 1000, UP}},
                     .from = {7600, 6600, 1000},
                     .to = {10000, 5500, 0},
                     /* Off the edge beside the area, as far from it as the base reaches. */
                     .length = qm__apart((qm__xy){7600, 6600}, (qm__xy){8500, 6500}) +
                               qm__apart((qm__xy){8500, 6500}, (qm__xy){10000, 5500})};
    tabletop *top = lay_out(&t);
    tabletop_area(top, 3000, 3000, 8000, 9000);
    top->areas[0].bottom = top->areas[0].top = 0;
    walk_trial(top, &t, &(qm__area_price){.once = 1000});
}

/* Two low boxes lie over the area and meet at an inner corner: a way that stays on them bends there, though nothing is
 * in the way. */
static void an_area_is_passed_over_along_the_borders_of_boxes(void **state) {
    (void)state;
    const trial t = {.walker = {.radius = 1000, .height = 1900, .step = 1000, .centre = true},
                     .boxes = {{12710, 7767, 14711, 10075, 0, 950, UP}, {11015, 9888, 13211, 12270, 0, 1000, UP}},
                     .from = {12016, 12270, 1000},
                     .to = {12412, 5599, 0},
                     .length = qm__apart((qm__xy){12016, 12270}, (qm__xy){12710, 9888}) +
                               qm__apart((qm__xy){12710, 9888}, (qm__xy){12817, 7767}) + (7767 - 6401) +
                               qm__apart((qm__xy){12817, 6401}, (qm__xy){12412, 5599})};
    tabletop *top = lay_out(&t);
    tabletop_area(top, 8957, 6401, 12817, 11131);
    walk_trial(top, &t, &(qm__area_price){.once = 6000});
}

/* A way that begins in an area on the ground, at the edge of a box over it, pays for the area and tells it. */
static void an_area_left_at_once_by_a_step_is_told(void **state) {
    (void)state;
    tabletop *top = tabletop_new(20000, 20000);
    tabletop_box(top, 7000, 5000, 9000, 8000, 0, 900, UP);
    tabletop_area(top, 6000, 2000, 11000, 7000);
    const qm__levels *levels = tabletop_levels(top, &(qm__walker){.radius = 500, .height = 1500, .step = 1000});
    const qm__walks *walks;
    assert_non_null(levels);
    assert_int_equal(qm__walks_make(levels, 1, &top->arena, &walks), QM_OK);
    void *scratch = malloc(qm__walk_scratch_size(walks, 0));
    qm__way way;
    qm__walked walked;
    const qm__area_price price = {.once = 6000};
    const qm__walk_ask ask = {.from = {7500, 5000, 0}, .to = {7500, 6000, 1}, .prices = &price, .limit = 1e9};
    qm__walk_find(walks, &ask, scratch, &way, &walked);
    assert_true(walked.found);
    assert_int_equal(qm__units(walked.cost), 7000);
    assert_int_equal(way.areas, 1);
    qm__drawn drawn;
    assert_true(qm__drawn_check(levels, NULL, ask.from, (qm__xy[]){{7500, 5000}, {7500, 6000}}, 2, &drawn));
    assert_int_equal(drawn.areas, way.areas);
    free(scratch);
    tabletop_free(top);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_figure_in_the_way_below_is_passed_above),
        cmocka_unit_test(an_arc_round_a_figure_goes_on_at_another_level),
        cmocka_unit_test(a_figure_is_passed_along_the_step_behind_it),
        cmocka_unit_test(a_corner_counts_when_a_figure_takes_the_ground_before_it),
        cmocka_unit_test(an_arc_over_an_edge_that_two_boxes_share_is_whole),
        cmocka_unit_test(borders_of_three_levels_cross),
        cmocka_unit_test(a_crate_is_left_before_the_roof_stops_the_way),
        cmocka_unit_test(a_way_turns_back_onto_the_floor_above),
        cmocka_unit_test(a_way_ends_where_two_steps_lead_up_at_once),
        cmocka_unit_test(a_way_turns_close_to_the_end_of_the_table),
        cmocka_unit_test(an_area_of_one_level_is_kept_off_where_the_step_is),
        cmocka_unit_test(an_area_is_passed_over_along_the_borders_of_boxes),
        cmocka_unit_test(an_area_left_at_once_by_a_step_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
