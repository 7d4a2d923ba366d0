/* Drawn paths: checked piece by piece, priced in areas, and made of ways, in whole units. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/angle.h"
#include "support/tabletop.h"

#include "space/table/walk.h"

static const qm__walker man = {.radius = 500, .height = 2000, .step = 1000, .free_step = 500};

static bool near(double a, double b) {
    return a - b < 1e-6 && b - a < 1e-6;
}

/* ------------------------------------------------------------------------------------------------------------ checking
 */

static void a_legal_path_has_its_length(void **state) {
    (void)state;
    tabletop *top = tabletop_new(20000, 20000);
    tabletop_box(top, 8000, 8000, 12000, 12000, 0, 3000, 0);
    const qm__levels *levels = tabletop_levels(top, &man);
    const qm__xy points[] = {{7500, 7000}, {7500, 13000}, {10500, 17000}};
    qm__drawn drawn;
    assert_true(qm__drawn_check(levels, NULL, (qm__spot){7500, 7000, 0}, points, 3, &drawn));
    assert_true(drawn.legal && near(drawn.length, 11000));
    assert_int_equal(drawn.step_count, 0);
    assert_int_equal(drawn.why.what, QM__FREE);
    /* Standing still is a path too. */
    assert_true(qm__drawn_check(levels, NULL, (qm__spot){7500, 7000, 0}, points, 1, &drawn));
    assert_true(near(drawn.length, 0));
    assert_false(qm__drawn_check(levels, NULL, (qm__spot){7500, 7000, -1}, points, 1, &drawn));
    tabletop_free(top);
}

static void the_first_obstruction_is_named(void **state) {
    (void)state;
    tabletop *top = tabletop_new(20000, 20000);
    tabletop_box(top, 8000, 8000, 12000, 12000, 0, 3000, 0);
    const qm__levels *levels = tabletop_levels(top, &man);
    const qm__xy points[] = {{2000, 10000}, {5000, 10000}, {15000, 10000}, {15000, 30000}};
    qm__drawn drawn;
    assert_false(qm__drawn_check(levels, NULL, (qm__spot){2000, 10000, 0}, points, 4, &drawn));
    assert_false(drawn.legal);
    assert_int_equal(drawn.piece, 1);
    assert_int_equal(drawn.why.what, QM__IN_PRISM);
    assert_int_equal(drawn.why.prism, 0);
    /* The base comes within the slack of the wall before it is stopped. */
    assert_true(drawn.length > 5499 && drawn.length < 5501);
    assert_true(drawn.why.at.x > 7499 && drawn.why.at.x < 7501);
    tabletop_free(top);
}

/* A path that begins where no base can be is refused before its first piece. */
static void a_start_off_the_table_or_in_a_solid_is_refused(void **state) {
    (void)state;
    tabletop *top = tabletop_new(20000, 20000);
    tabletop_box(top, 8000, 8000, 12000, 12000, 0, 3000, 0);
    const qm__levels *levels = tabletop_levels(top, &man);
    const struct {
        qm__spot from;
        int what;
    } cases[] = {{{400, 5000, 0}, QM__OFF_TABLE}, {{10000, 10000, 0}, QM__IN_PRISM}, {{7600, 10000, 0}, QM__IN_PRISM}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const qm__xy points[] = {{cases[i].from.x, cases[i].from.y}, {5000, 5000}};
        qm__drawn drawn;
        assert_false(qm__drawn_check(levels, NULL, cases[i].from, points, 2, &drawn));
        assert_false(drawn.legal);
        assert_int_equal(drawn.piece, 0);
        assert_int_equal(drawn.why.what, cases[i].what);
        assert_true(near(drawn.length, 0));
    }
    tabletop_free(top);
}

static void where_it_ends_must_be_free_of_figures(void **state) {
    (void)state;
    tabletop *top = tabletop_new(20000, 20000);
    const qm__levels *levels = tabletop_levels(top, &man);
    const qm__body body = {.x = 10000, .y = 10000, .radius = 500, .height = 2000, .manner = QM__PASS_ONLY};
    const qm__crowd crowd = {.bodies = &body, .count = 1, .self = UINT16_MAX};
    const qm__xy through[] = {{5000, 10000}, {15000, 10000}}, onto[] = {{5000, 10000}, {9001, 10000}, {9500, 10000}};
    qm__drawn drawn;
    assert_true(qm__drawn_check(levels, &crowd, (qm__spot){5000, 10000, 0}, through, 2, &drawn));
    assert_false(qm__drawn_check(levels, &crowd, (qm__spot){5000, 10000, 0}, onto, 3, &drawn));
    assert_int_equal(drawn.piece, 2);
    assert_int_equal(drawn.why.what, QM__BODY);
    assert_int_equal(drawn.why.body, 0);
    assert_true(near(drawn.length, 4500));
    assert_false(qm__drawn_check(levels, &crowd, (qm__spot){5000, 10000, 0}, onto, 2, &drawn));
    tabletop_free(top);
}

static void steps_are_told_with_their_piece(void **state) {
    (void)state;
    tabletop *top = tabletop_new(20000, 20000);
    tabletop_box(top, 8000, 5000, 12000, 15000, 0, 800, QM__PRISM_WALKABLE);
    const qm__levels *levels = tabletop_levels(top, &man);
    const qm__xy points[] = {{2000, 10000}, {6000, 10000}, {10000, 10000}, {18000, 10000}};
    qm__drawn drawn;
    assert_true(qm__drawn_check(levels, NULL, (qm__spot){2000, 10000, 0}, points, 4, &drawn));
    assert_int_equal(drawn.step_count, 2);
    assert_int_equal(drawn.step_pieces[0], 1);
    assert_int_equal(drawn.step_pieces[1], 2);
    assert_int_equal(drawn.steps[0].to, 1);
    assert_int_equal(drawn.steps[1].to, 0);
    assert_int_equal(drawn.level, 0);
    assert_true(qm__drawn_check(levels, NULL, (qm__spot){2000, 10000, 0}, points, 3, &drawn));
    assert_int_equal(drawn.level, 1);
    tabletop_free(top);
}

/* A stair of an inch, and behind it a floor of two inches under which a low walker passes: from the stair a straight
 * piece goes on over either. A wall stands on the ground, and a lower one on the floor nearer to the stair. */
static const qm__walker low = {.radius = 500, .height = 1500, .step = 1000, .free_step = 500};

static const qm__levels *stair_and_floor(tabletop *top) {
    tabletop_box(top, 5000, 5000, 6000, 15000, 0, 1000, QM__PRISM_WALKABLE);
    tabletop_box(top, 6000, 5000, 12000, 15000, 1900, 2000, QM__PRISM_WALKABLE);
    tabletop_box(top, 8000, 12000, 9000, 12500, 2000, 4000, 0);
    tabletop_box(top, 8000, 17000, 9000, 18000, 0, 3000, 0);
    return tabletop_levels(top, &low);
}

static void any_choice_of_levels_will_do(void **state) {
    (void)state;
    tabletop *top = tabletop_new(20000, 20000);
    const qm__levels *levels = stair_and_floor(top);
    const qm__spot start = {2000, 8000, 0};
    const qm__xy out[] = {{2000, 8000}, {8000, 8000}, {8000, 4000}},
                 over[] = {{2000, 8000}, {8000, 8000}, {12500, 8000}};
    const qm__xy far[] = {{2000, 8000}, {8000, 8000}, {10000, 8000}, {10000, 6000}, {10000, 4000}};
    qm__drawn drawn;
    /* Off the floor it is too high; from the ground below it is not, and that choice lies one or more pieces back. */
    assert_true(qm__drawn_check(levels, NULL, start, out, 3, &drawn));
    assert_true(near(drawn.length, 10000) && drawn.level == 0 && drawn.step_count == 2 && !drawn.cut);
    assert_true(drawn.steps[0].to == 1 && drawn.steps[1].to == 0 && drawn.step_pieces[1] == 0);
    assert_true(qm__drawn_check(levels, NULL, start, over, 3, &drawn));
    assert_true(qm__drawn_check(levels, NULL, start, far, 5, &drawn));
    assert_true(near(drawn.length, 12000) && drawn.level == 0);
    /* Somebody is where it would end above: then it ends below. */
    const qm__body body = {.x = 8000, .y = 8500, .z = 2000, .radius = 500, .height = 1500, .manner = QM__PASS_ONLY};
    const qm__crowd crowd = {.bodies = &body, .count = 1, .self = UINT16_MAX};
    assert_true(qm__drawn_check(levels, NULL, start, out, 2, &drawn) && drawn.level == 2);
    assert_true(qm__drawn_check(levels, &crowd, start, out, 2, &drawn) && drawn.level == 0);
    tabletop_free(top);
}

static void of_all_choices_the_farthest_stop_is_told(void **state) {
    (void)state;
    tabletop *top = tabletop_new(20000, 20000);
    const qm__levels *levels = stair_and_floor(top);
    const qm__xy points[] = {{2000, 8000}, {8500, 8000}, {8500, 19000}};
    qm__drawn drawn;
    assert_false(qm__drawn_check(levels, NULL, (qm__spot){2000, 8000, 0}, points, 3, &drawn));
    assert_int_equal(drawn.piece, 1);
    assert_int_equal(drawn.why.what, QM__IN_PRISM);
    assert_int_equal(drawn.why.prism, 3);
    assert_true(drawn.why.at.y > 16499 && drawn.why.at.y < 16501);
    assert_true(drawn.length > 6500 + 8499 && drawn.length < 6500 + 8501);
    tabletop_free(top);
}

/* A piece between places whose heights are named, in the middle of surfaces and on their edges. */
static void pieces_end_on_the_level_that_is_named(void **state) {
    (void)state;
    tabletop *top = tabletop_new(20000, 20000);
    const qm__levels *levels = stair_and_floor(top);
    const struct {
        qm__spot from;
        qm__xy to;
        int32_t want, begins, ends;
    } cases[] = {
        {{2000, 8000, 0}, {8000, 8000}, -1, 0, 2},  {{2000, 8000, 0}, {8000, 8000}, 2, 0, 2},
        {{2000, 8000, 0}, {8000, 8000}, 0, 0, 0},   {{2000, 8000, 0}, {8000, 8000}, 1, 0, -1},
        {{2000, 8000, 0}, {5000, 8000}, 1, 0, 0},   {{5500, 8000, 1}, {5000, 8000}, 0, 1, 1},
        {{5500, 8000, 1}, {6000, 8000}, 0, 1, 1},   {{5500, 8000, 1}, {6000, 8000}, 2, 1, 1},
        {{6000, 8000, 0}, {11000, 8000}, 0, 0, 0},  {{6000, 8000, 0}, {11000, 8000}, 2, 1, 2},
        {{6000, 8000, 2}, {11000, 8000}, 0, 1, 0},  {{5000, 8000, 0}, {5000, 9000}, 1, 0, 0},
        {{11000, 8000, 2}, {8000, 8000}, 0, 2, -1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        qm__spot from = cases[i].from;
        qm__traced traced;
        assert_int_equal(qm__trace_joined(levels, NULL, &from, cases[i].to, cases[i].want, &traced),
                         cases[i].ends >= 0);
        assert_int_equal(traced.why.what, QM__FREE);
        assert_int_equal(from.level, cases[i].begins);
        if (cases[i].ends >= 0) {
            assert_int_equal(traced.level, cases[i].ends);
        }
    }
    tabletop_free(top);
}

/* Every step of such a piece is told once, wherever it is made. */
static void steps_are_told_where_a_piece_begins_and_ends(void **state) {
    (void)state;
    static const qm__walker heeding = {.radius = 500, .height = 1500, .step = 1000, .free_step = 0};
    tabletop *top = tabletop_new(20000, 20000);
    tabletop_box(top, 5000, 5000, 6000, 15000, 0, 1000, QM__PRISM_WALKABLE);
    tabletop_box(top, 6000, 5000, 12000, 15000, 0, 2000, QM__PRISM_WALKABLE);
    const qm__levels *levels = tabletop_levels(top, &heeding);
    const struct {
        qm__spot from, to;
        uint16_t count;
        double first, last; /* parts */
    } cases[] = {
        {{2000, 8000, 0}, {5000, 8000, 0}, 0, 0, 0},        {{2000, 8000, 0}, {5000, 8000, 1}, 1, 1, 1},
        {{5000, 8000, 1}, {5500, 8000, 1}, 0, 0, 0},        {{5000, 8000, 0}, {5500, 8000, 1}, 1, 0, 0},
        {{5000, 8000, 1}, {3000, 8000, 0}, 1, 0, 0},        {{5000, 8000, 0}, {5000, 8000, 1}, 1, 1, 1},
        {{5000, 8000, 1}, {6000, 8000, 2}, 1, 1, 1},        {{5000, 8000, 0}, {6000, 8000, 2}, 2, 0, 1},
        {{6000, 8000, 2}, {5000, 8000, 0}, 2, 0, 1},        {{6000, 8000, 2}, {5000, 8000, 1}, 1, 0, 0},
        {{2000, 8000, 0}, {8000, 8000, 2}, 2, 0.5, 2. / 3},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        qm__traced traced;
        assert_true(qm__trace_named(levels, NULL, cases[i].from, cases[i].to, &traced));
        assert_int_equal(traced.level, cases[i].to.level);
        assert_int_equal(traced.step_count, cases[i].count);
        if (traced.step_count > 0) {
            const qm__step_told *first = &traced.steps[0], *last = &traced.steps[traced.step_count - 1];
            /* a border on the way is met by the slack beyond it */
            assert_true(first->part >= cases[i].first && first->part < cases[i].first + 0.002);
            assert_true(last->part >= cases[i].last && last->part < cases[i].last + 0.002);
            assert_int_equal(first->from, cases[i].from.level);
            assert_int_equal(last->to, cases[i].to.level);
            assert_int_equal(last->prism, (last->from > last->to ? last->from : last->to) - 1);
        }
    }
    tabletop_free(top);
}

/* ------------------------------------------------------------------------------------------------------------- pricing
 */

static void areas_cost_by_the_inch(void **state) {
    (void)state;
    qm__walker walker = man;
    walker.centre = true;
    tabletop *top = tabletop_new(20000, 20000);
    tabletop_area(top, 8000, 5000, 12000, 15000);
    tabletop_area(top, 10000, 5000, 14000, 15000);
    const qm__levels *levels = tabletop_levels(top, &walker);
    const qm__xy a = {2000, 10000}, b = {18000, 10000};
    /* The centre is in an area from half a unit inside on. */
    assert_true(near(qm__drawn_price(levels, 0, a, b, (int32_t[]){1000, 1000}), 16000));
    assert_true(near(qm__drawn_price(levels, 0, a, b, (int32_t[]){2000, 0}), 16000 + 3999));
    /* Where both lie the dearer counts: 2 up to 10000.5, 3 from there to 13999.5. */
    assert_true(near(qm__drawn_price(levels, 0, a, b, (int32_t[]){2000, 3000}), 16000 + 2000 + 2 * 3999));
    assert_true(near(qm__drawn_price(levels, 0, b, a, (int32_t[]){2000, 3000}), 16000 + 2000 + 2 * 3999));
    assert_true(near(qm__drawn_price(levels, 0, a, (qm__xy){2000, 12000}, (int32_t[]){2000, 3000}), 2000));
    tabletop_free(top);
}

static void a_base_is_in_an_area_when_any_part_is(void **state) {
    (void)state;
    tabletop *top = tabletop_new(20000, 20000);
    tabletop_area(top, 8000, 5000, 12000, 15000);
    const qm__levels *levels = tabletop_levels(top, &man);
    /* From 7500.5 to 12499.5. */
    assert_true(near(qm__drawn_price(levels, 0, (qm__xy){2000, 10000}, (qm__xy){18000, 10000}, (int32_t[]){1500}),
                     16000 + 4999.0 / 2));
    assert_true(qm__in_area(levels, 0, (qm__xy){7501, 10000}));
    assert_false(qm__in_area(levels, 0, (qm__xy){7500, 10000}));
    /* Past the corner, on the line 45 degrees to it. */
    assert_false(qm__in_area(levels, 0, (qm__xy){7646, 4646}));
    assert_true(qm__in_area(levels, 0, (qm__xy){7648, 4648}));
    tabletop_free(top);
}

static void areas_are_met_where_the_base_first_touches_them(void **state) {
    (void)state;
    tabletop *top = tabletop_new(20000, 20000);
    tabletop_area(top, 8000, 5000, 12000, 15000);
    const qm__levels *levels = tabletop_levels(top, &man);
    const qm__xy a = {2000, 10000}, b = {18000, 10000}, beside = {2000, 19000};
    /* From 7500.5 to 12499.5, as above. */
    assert_true(near(qm__area_met(levels, 0, 0, a, b, 0, 1) * 16000, 5500.5));
    assert_true(near(qm__area_met(levels, 0, 0, b, a, 0, 1) * 16000, 5500.5));
    assert_true(near(qm__area_met(levels, 0, 0, a, b, 0.5, 1), 0.5));
    assert_true(qm__area_met(levels, 0, 0, a, b, 0, 0.34) > 1);
    assert_true(qm__area_met(levels, 0, 0, a, b, 0.66, 1) > 1);
    assert_true(qm__area_met(levels, 0, 0, a, beside, 0, 1) > 1);
    assert_true(near(qm__area_met(levels, 0, 0, (qm__xy){9000, 9000}, (qm__xy){9000, 9000}, 1, 1), 1));
    tabletop_free(top);
}

/* -------------------------------------------------------------------------------------------------------------- points
 */

static void find(const qm__levels *levels, qm__arena *arena, const qm__crowd *crowd, qm__spot from, qm__spot to,
                 qm__way *way) {
    const qm__walks *walks;
    assert_int_equal(qm__walks_make(levels, 0, arena, &walks), QM_OK);
    void *scratch = malloc(qm__walk_scratch_size(walks, crowd ? crowd->count : 0));
    qm__walked walked;
    qm__walk_find(walks, &(qm__walk_ask){.from = from, .to = to, .crowd = crowd, .limit = 1e9}, scratch, way, &walked);
    assert_true(walked.found);
    free(scratch);
}

/* The points of a way are whole, legal, and not longer than the way. */
static uint32_t check_points(const qm__levels *levels, const qm__crowd *crowd, const qm__way *way) {
    qm__spot spots[400];
    qm__xy points[400];
    qm__drawn drawn;
    const uint32_t count = qm__way_points(levels, crowd, way, spots, 400);
    assert_true(count >= 1);
    for (uint32_t i = 0; i < count; i++) {
        assert_true(spots[i].x == (double)(int64_t)spots[i].x && spots[i].y == (double)(int64_t)spots[i].y);
        points[i] = (qm__xy){spots[i].x, spots[i].y};
    }
    assert_true(qm__drawn_check(levels, crowd, way->from, points, count, &drawn));
    assert_true(drawn.length <= way->length + 1e-6);
    assert_true(drawn.length > way->length - 1);
    if (count > 1) {
        assert_int_equal(qm__way_points(levels, crowd, way, spots, count / 2), 0);
    }
    return count;
}

static void ways_become_points_that_are_legal(void **state) {
    (void)state;
    static qm__way way;
    tabletop *top = tabletop_new(20000, 20000);
    tabletop_box(top, 8000, 8000, 12000, 12000, 0, 3000, 0);
    tabletop_prism(top, (int32_t[]){3000, 3011, 6007, 4000, 5000, 7013, 2500, 6000}, 4, 0, 3000, 0);
    const qm__levels *levels = tabletop_levels(top, &man);
    find(levels, &top->arena, NULL, (qm__spot){10500, 6000, 0}, (qm__spot){10500, 14000, 0}, &way);
    assert_true(check_points(levels, NULL, &way) > 10);
    find(levels, &top->arena, NULL, (qm__spot){2000, 2000, 0}, (qm__spot){7000, 8000, 0}, &way);
    check_points(levels, NULL, &way);
    find(levels, &top->arena, NULL, (qm__spot){1000, 1000, 0}, (qm__spot){1000, 5000, 0}, &way);
    assert_int_equal(check_points(levels, NULL, &way), 2);
    find(levels, &top->arena, NULL, (qm__spot){1000, 1000, 0}, (qm__spot){1000, 1000, 0}, &way);
    assert_int_equal(check_points(levels, NULL, &way), 1);
    way.cut = true;
    assert_int_equal(qm__way_points(levels, NULL, &way, &(qm__spot){0}, 1), 0);
    tabletop_free(top);
}

/* Around the corner of a wall to a place on the edge of a step, exactly where the arc ends: on the level asked for. */
static void points_end_on_the_level_of_the_goal(void **state) {
    (void)state;
    static qm__way way;
    const qm__walker small = {.radius = 250, .height = 1500, .step = 1000, .free_step = 1000};
    tabletop *top = tabletop_new(14000, 14000);
    tabletop_box(top, 8000, 8000, 9500, 10000, 0, 500, QM__PRISM_WALKABLE);
    tabletop_box(top, 8000, 9500, 9500, 11500, 0, 2000, QM__PRISM_WALKABLE);
    const qm__levels *levels = tabletop_levels(top, &small);
    for (int32_t level = 0; level < 2; level++) {
        qm__spot spots[64];
        find(levels, &top->arena, NULL, (qm__spot){1500, 9750, 0}, (qm__spot){8000, 9250, level}, &way);
        assert_true(way.count > 0);
        assert_int_equal(way.pieces[way.count - 1].level, level);
        const uint32_t count = qm__way_points(levels, NULL, &way, spots, 64);
        assert_true(count > 1);
        assert_int_equal(spots[count - 1].level, level);
    }
    tabletop_free(top);
}

/* Beside a slanting wall a way ends with a bend of less than a unit: no point is told twice. */
static void points_are_told_once(void **state) {
    (void)state;
    static qm__way way;
    const qm__walker walker = {.radius = 500, .height = 1500, .step = 500, .free_step = 500};
    tabletop *top = tabletop_new(14000, 14000);
    tabletop_prism(top, (int32_t[]){2500, 2500, 4000, 2500, 2500, 3000}, 3, 0, 1000, QM__PRISM_WALKABLE);
    const qm__levels *levels = tabletop_levels(top, &walker);
    qm__spot spots[8];
    find(levels, &top->arena, NULL, (qm__spot){7500, 11000, 0}, (qm__spot){3408, 3224, 0}, &way);
    assert_int_equal(way.count, 2);
    assert_int_equal(qm__way_points(levels, NULL, &way, spots, 8), 2);
    assert_true(spots[1].x == 3408 && spots[1].y == 3224);
    tabletop_free(top);
}

static void points_keep_off_figures_too(void **state) {
    (void)state;
    static qm__way way;
    tabletop *top = tabletop_new(20000, 20000);
    tabletop_box(top, 0, 8000, 8000, 9000, 0, 3000, 0);
    tabletop_box(top, 12000, 8000, 20000, 9000, 0, 3000, 0);
    const qm__levels *levels = tabletop_levels(top, &man);
    /* A gap exactly as wide as the base is left on each side. */
    const qm__body body = {.x = 10000, .y = 8500, .radius = 1000, .height = 2000, .manner = QM__BLOCK};
    const qm__crowd crowd = {.bodies = &body, .count = 1, .self = UINT16_MAX};
    find(levels, &top->arena, &crowd, (qm__spot){10000, 5000, 0}, (qm__spot){10000, 12000, 0}, &way);
    check_points(levels, &crowd, &way);
    tabletop_free(top);
}

/* At a border where a step leads up or down, right beside what has to be kept off, a way bends between whole units: no
 * single whole point does, several do. */
static void points_go_around_bends_at_borders(void **state) {
    (void)state;
    static qm__way way;
    const qm__walker wide = {.radius = 787, .height = 1200, .step = 1000},
                     small = {.radius = 492, .height = 1500, .step = 1000};
    tabletop *top = tabletop_new(15000, 16000);
    tabletop_box(top, 2567, 1647, 3594, 3249, 0, 1500, 0);
    tabletop_box(top, 473, 93, 3986, 4740, 0, 1000, QM__PRISM_WALKABLE);
    const qm__levels *levels = tabletop_levels(top, &wide);
    find(levels, &top->arena, NULL, (qm__spot){4382, 3249, 0}, (qm__spot){3817, 2797, 1}, &way);
    check_points(levels, NULL, &way);
    tabletop_free(top);
    top = tabletop_new(14000, 21000);
    tabletop_box(top, 2000, 8000, 3000, 9000, 0, 950, QM__PRISM_WALKABLE);
    levels = tabletop_levels(top, &small);
    const qm__body body = {.x = 3492, .y = 8790, .radius = 492, .height = 800, .manner = QM__BLOCK};
    const qm__crowd crowd = {.bodies = &body, .count = 1, .self = UINT16_MAX};
    find(levels, &top->arena, &crowd, (qm__spot){9223, 10414, 0}, (qm__spot){3000, 8000, 1}, &way);
    check_points(levels, &crowd, &way);
    tabletop_free(top);
}

/* A way whose bend at the border of one area has been moved comes to the arc around another at a small angle. Typed in,
 * it must not come into that area before its end. */
static void points_stay_out_of_an_area_that_is_led_around(void **state) {
    (void)state;
    static qm__way way;
    const qm__walker walker = {.radius = 492, .height = 1900, .step = 1000, .free_step = 1000};
    const qm__area_price prices[2] = {{.once = 2000, .entry = 6000, .factor = 3000}, {.entry = 6000, .factor = 10000}};
    tabletop *top = tabletop_new(13000, 14000);
    tabletop_area(top, 3399, 9140, 5911, 11668);
    tabletop_area(top, 5911, 5654, 9397, 9140);
    const qm__levels *levels = tabletop_levels(top, &walker);
    const qm__walks *walks;
    assert_int_equal(qm__walks_make(levels, 3, &top->arena, &walks), QM_OK);
    void *scratch = malloc(qm__walk_scratch_size(walks, 0));
    const qm__walk_ask ask = {.from = {5178, 10128, 0}, .to = {9887, 9140, 0}, .prices = prices, .limit = 1e6};
    qm__walked walked;
    qm__walk_find(walks, &ask, scratch, &way, &walked);
    assert_true(walked.found && way.count > 2);
    qm__spot points[64];
    const uint32_t count = qm__way_points(levels, NULL, &way, points, 64);
    assert_true(count > 4);
    uint32_t changes = 0;
    for (uint32_t i = 1; i < count; i++) {
        const qm__xy from = {points[i - 1].x, points[i - 1].y}, to = {points[i].x, points[i].y};
        for (double part = 0; (part = qm__area_change(levels, 1, from, to, part, 1)) < 1;) {
            changes++;
        }
    }
    assert_int_equal(changes, 1);
    assert_true(qm__in_area(levels, 1, (qm__xy){9887, 9140}));
    free(scratch);
    tabletop_free(top);
}

/* A low solid lies over the border of an area, and the way steps onto it where it has just come by the area's corner,
 * between whole units. Over the solid a way may lead over all of the area, and on the ground not a unit into it. */
static void points_stay_out_of_an_area_that_begins_under_a_step(void **state) {
    (void)state;
    static qm__way way;
    const qm__walker walker = {.radius = 500, .height = 1900, .step = 1000, .free_step = 1000};
    const qm__area_price closed = {.once = 1000000};
    tabletop *top = tabletop_new(20000, 20000);
    tabletop_box(top, 9500, 2000, 12500, 3000, 0, 500, QM__PRISM_WALKABLE);
    tabletop_area(top, 10000, 1900, 11000, 2900);
    const qm__levels *levels = tabletop_levels(top, &walker);
    const qm__walks *walks;
    assert_int_equal(qm__walks_make(levels, 1, &top->arena, &walks), QM_OK);
    void *scratch = malloc(qm__walk_scratch_size(walks, 0));
    const qm__walk_ask ask = {.from = {10890, 6000, 0}, .to = {10890, 2200, 1}, .prices = &closed, .limit = 1e6};
    qm__walked walked;
    qm__walk_find(walks, &ask, scratch, &way, &walked);
    assert_true(walked.found && walked.cost < 4060); /* 599.9 and 3000, then 599.9 and 800 */
    qm__spot points[8];
    assert_int_equal(qm__way_points(levels, NULL, &way, points, 8), 3);
    uint64_t met = 0;
    for (uint32_t i = 1; i < 3; i++) {
        qm__walk_price(walks, &closed, points[i - 1], points[i], &met);
    }
    assert_int_equal(met, 0);
    free(scratch);
    tabletop_free(top);
}

static void units_are_rounded_once(void **state) {
    (void)state;
    assert_int_equal(qm__units(0), 0);
    assert_int_equal(qm__units(0.49), 0);
    assert_int_equal(qm__units(0.5), 1);
    assert_int_equal(qm__units(7999.5001), 8000);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_legal_path_has_its_length),
        cmocka_unit_test(the_first_obstruction_is_named),
        cmocka_unit_test(a_start_off_the_table_or_in_a_solid_is_refused),
        cmocka_unit_test(where_it_ends_must_be_free_of_figures),
        cmocka_unit_test(steps_are_told_with_their_piece),
        cmocka_unit_test(any_choice_of_levels_will_do),
        cmocka_unit_test(of_all_choices_the_farthest_stop_is_told),
        cmocka_unit_test(pieces_end_on_the_level_that_is_named),
        cmocka_unit_test(steps_are_told_where_a_piece_begins_and_ends),
        cmocka_unit_test(areas_cost_by_the_inch),
        cmocka_unit_test(a_base_is_in_an_area_when_any_part_is),
        cmocka_unit_test(areas_are_met_where_the_base_first_touches_them),
        cmocka_unit_test(ways_become_points_that_are_legal),
        cmocka_unit_test(points_end_on_the_level_of_the_goal),
        cmocka_unit_test(points_are_told_once),
        cmocka_unit_test(points_keep_off_figures_too),
        cmocka_unit_test(points_go_around_bends_at_borders),
        cmocka_unit_test(points_stay_out_of_an_area_that_is_led_around),
        cmocka_unit_test(points_stay_out_of_an_area_that_begins_under_a_step),
        cmocka_unit_test(units_are_rounded_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
