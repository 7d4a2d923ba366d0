/* Units that cannot be placed, each for one reason that was built into the table: the refusal must name it, with the
 * figure, the body or the solid, and the lengths. Every table is made in many sizes. And what placing keeps to: the
 * formation, the boundaries of what is allowed, and memory that does not suffice. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/mustering.h"

enum { SIZES = 20 };

/* A row of figures half an inch apart. */
static void add_row(muster_scene *m, uint16_t count, int32_t x, int32_t y, int32_t allowance) {
    for (uint16_t i = 0; i < count; i++) {
        muster_figure(m, 0, (qm_place){x + i * 1500, y, 0}, allowance);
    }
}

/* Walls around a room. */
static void add_room(muster_scene *m, int32_t x, int32_t y, int32_t w, int32_t d) {
    box(&m->s, x - 500, y - 500, w + 1000, 500, 0, 9000, 0);
    box(&m->s, x - 500, y + d, w + 1000, 500, 0, 9000, 0);
    box(&m->s, x - 500, y, 500, d, 0, 9000, 0);
    box(&m->s, x + w, y, 500, d, 0, 9000, 0);
}

static void assert_refused(muster_scene *m, qm__muster_what what) {
    const bool placed = muster_find(m);
    if (placed || m->found.what != what) {
        const qm__muster *f = &m->found;
        fail_msg("told %u, not %u: figure %u, other %u, body %u, count %u, needed %d, had %d, gap %d of %d", f->what,
                 what, f->figure, f->other, f->body, f->count, f->needed, f->had, f->gap, f->most);
    }
}

static void assert_placed(muster_scene *m) {
    if (!muster_find(m)) {
        const qm__muster *f = &m->found;
        fail_msg("not placed, told %u: figure %u, other %u, body %u, count %u, needed %d, had %d, gap %d of %d",
                 f->what, f->figure, f->other, f->body, f->count, f->needed, f->had, f->gap, f->most);
    }
    assert_string_equal(judge(m), "");
}

/* ----------------------------------------------------------------------------------------------------------- the goal
 */

/* Too far by an inch and more, over open ground. */
static void test_far(void **state) {
    (void)state;
    for (int32_t k = 0; k < SIZES; k++) {
        muster_scene m;
        muster_begin(&m, 40000, 20000);
        muster_prepare(&m, 0, NULL);
        add_row(&m, 4, 3000, 5000, 6000);
        m.ask.goal = (qm_place){7500 + 8000 + k * 500, 5000, 0};
        assert_refused(&m, QM__MUSTER_FAR);
        assert_int_equal(m.found.count, 4);
        assert_int_equal(m.found.figure, 4);
        /* a base has to cover the goal, so the last half inch need not be walked */
        assert_in_range(m.found.needed, 8000 + k * 500 - 500, 8000 + k * 500);
        assert_int_equal(m.found.had, 6000);
        /* straight on, as far as the foremost can go; and there the unit can be placed */
        assert_memory_equal(&m.found.at, (&(qm_place){13500, 5000, 0}), sizeof m.found.at);
        m.ask.goal = m.found.at;
        assert_placed(&m);
        muster_finish(&m);
    }
}

static void test_no_way(void **state) {
    (void)state;
    for (int32_t k = 0; k < SIZES; k++) {
        muster_scene m;
        muster_begin(&m, 40000, 20000);
        add_room(&m, 9000, 3000, 3000 + k * 200, 4000);
        muster_prepare(&m, 0, NULL);
        add_row(&m, 3, 2000, 5000, 8000);
        m.ask.goal = (qm_place){10000, 5000, 0};
        assert_refused(&m, QM__MUSTER_FAR);
        assert_int_equal(m.found.count, 3);
        assert_int_equal(m.found.needed, -1);
        muster_finish(&m);
    }
}

/* A rectangle with its long side at a wall, where the circle around it has no room: it slides away or, if it does not
 * slide, is stuck there; behind the wall it gets around a corner of it, which takes more. */
static void test_slides(void **state) {
    (void)state;
    for (int32_t k = 0; k < SIZES; k++) {
        muster_scene m;
        muster_begin(&m, 40000, 20000);
        box(&m.s, 5000, 11000, 10000, 1000, 0, 9000, 0);
        muster_prepare(&m, 1600, NULL);
        qm__muster_figure *f = muster_figure(&m, 1, (qm_place){8000 + k * 200, 10500, 0}, 6000);
        f->width = 1000;
        f->length = 3000;
        m.ask.goal = (qm_place){8000 + k * 200, 6000, 0};
        assert_refused(&m, QM__MUSTER_FAR);
        assert_int_equal(m.found.needed, -1);
        f->slides = &m.bases[0];
        assert_true(muster_find(&m));
        assert_memory_equal(&m.found.places[0], &m.ask.goal, sizeof m.ask.goal);
        assert_int_equal(m.found.costs[0], 4500);
        f->ask.allowance = 2000 + k * 10; /* then it is too far, by what the slide takes */
        assert_refused(&m, QM__MUSTER_FAR);
        assert_in_range(m.found.needed, 4000, 4500);
        m.ask.goal.y = 13500;
        f->ask.allowance = 6000;
        assert_refused(&m, QM__MUSTER_FAR);
        assert_in_range(m.found.needed, 9000, 14000);
        muster_finish(&m);
    }
}

/* In the middle of a house. */
static void test_solid(void **state) {
    (void)state;
    for (int32_t k = 0; k < SIZES; k++) {
        muster_scene m;
        muster_begin(&m, 30000, 20000);
        box(&m.s, 20000, 10000, 2000, 2000, 0, 3000, 0);
        box(&m.s, 6000, 3000, 4000 + k * 100, 4000, 0, 3000, 0);
        muster_prepare(&m, 0, NULL);
        add_row(&m, 3, 500, 5000, 8000);
        m.ask.goal = (qm_place){8000, 5000, 0};
        m.ask.near = 1000;
        assert_refused(&m, QM__MUSTER_CLOSED);
        assert_int_equal(m.found.why.what, QM__IN_PRISM);
        assert_int_equal(m.found.why.prism, 1);
        assert_int_equal(m.found.needed, 2000); /* the nearest base touches the wall from outside */
        assert_int_equal(m.found.had, 1000);
        muster_finish(&m);
    }
}

/* Nothing to stand on at that height. */
static void test_no_surface(void **state) {
    (void)state;
    muster_scene m;
    muster_begin(&m, 30000, 20000);
    box(&m.s, 20000, 10000, 2000, 2000, 0, 3000, QM__PRISM_WALKABLE);
    muster_prepare(&m, 0, NULL);
    add_row(&m, 3, 1000, 5000, 8000);
    m.ask.goal = (qm_place){5000, 5000, 3000};
    assert_refused(&m, QM__MUSTER_CLOSED);
    assert_int_equal(m.found.why.what, QM__NO_SURFACE);
    muster_finish(&m);
}

/* Right beside an enemy. */
static void test_enemy_at_goal(void **state) {
    (void)state;
    for (int32_t k = 0; k < SIZES; k++) {
        muster_scene m;
        muster_begin(&m, 30000, 20000);
        muster_prepare(&m, 0, NULL);
        add_row(&m, 3, 3000, 5000, 8000);
        muster_other(&m, 25000, 5000, 0, QM__BLOCK, 1001);
        const uint16_t enemy = muster_other(&m, 9000, 5000 + k * 20, 0, QM__BLOCK, 1001)->id;
        m.ask.goal = (qm_place){9000, 5600, 0};
        m.ask.near = 100;
        assert_refused(&m, QM__MUSTER_CLOSED);
        assert_int_equal(m.found.why.what, QM__BODY);
        assert_int_equal(m.found.body, enemy);
        muster_finish(&m);
    }
}

/* ----------------------------------------------------------------------------------------------------------- the unit
 */

/* A room in which an enemy's margin leaves a strip, too narrow for four close to one another. */
static void test_margin(void **state) {
    (void)state;
    for (int32_t k = 0; k < SIZES; k++) {
        muster_scene m;
        muster_begin(&m, 30000, 20000);
        add_room(&m, 3000, 3000, 4000, 4000);
        muster_prepare(&m, 0, NULL);
        for (int32_t i = 0; i < 4; i++) {
            muster_figure(&m, 0, (qm_place){3500, 3500 + i * 1000, 0}, 6000);
        }
        muster_other(&m, 25000, 15000, 0, QM__BLOCK, 2900);
        const uint16_t enemy = muster_other(&m, 8000, 5000 + k * 10, 0, QM__BLOCK, 2900)->id; /* behind the wall */
        m.ask.goal = (qm_place){3500, 5000, 0};
        m.ask.spread = 500; /* in a square: four bases have that in a strip an inch wider than one alone */
        assert_refused(&m, QM__MUSTER_MARGIN);
        assert_int_equal(m.found.body, enemy);
        assert_int_equal(m.found.needed, 2900);
        assert_true(m.found.had < 2900 && m.found.figure >= 1);
        m.s.bodies[1].margin = 0;
        assert_placed(&m);
        muster_finish(&m);
    }
}

/* A room full of friends, but for where the goal is. */
static void test_friends(void **state) {
    (void)state;
    for (int32_t k = 0; k < SIZES; k++) {
        muster_scene m;
        muster_begin(&m, 30000, 20000);
        add_room(&m, 9000, 3000, 3000, 3000);
        muster_prepare(&m, 0, NULL);
        for (int32_t i = 0; i < 8; i++) {
            const int32_t n = i < 4 ? i : i + 1;
            muster_other(&m, 9500 + n % 3 * 1000, 3500 + n / 3 * 1000, 0, QM__PASS_ONLY, 0);
        }
        muster_figure(&m, 0, (qm_place){10500, 4500, 0}, 6000);
        muster_figure(&m, 0, (qm_place){9500, 3500, 0}, 6000); /* where no friend is either */
        m.s.bodies[0].x = 2000 + k * 100;
        m.ask.goal = (qm_place){10500, 4500, 0};
        m.ask.spread = 0; /* both have to touch */
        assert_refused(&m, QM__MUSTER_BODY);
        assert_in_range(m.found.body, 102, 108);
        m.s.crowd.count = 0;
        assert_placed(&m);
        muster_finish(&m);
    }
}

/* One is too far behind. */
static void test_straggler(void **state) {
    (void)state;
    for (int32_t k = 0; k < SIZES; k++) {
        muster_scene m;
        muster_begin(&m, 40000, 20000);
        muster_prepare(&m, 0, NULL);
        add_row(&m, 4, 18000, 5000, 6000);
        muster_figure(&m, 0, (qm_place){3000, 5000 + k * 100, 0}, 4000);
        m.ask.goal = (qm_place){20000, 5000, 0};
        m.ask.spread = -1;
        m.ask.link = 500;
        assert_refused(&m, QM__MUSTER_SHORT);
        assert_int_equal(m.found.count, 1);
        assert_int_equal(m.found.figure, 5);
        assert_int_equal(m.found.had, 4000);
        assert_true(m.found.needed > 4000 && m.found.gap > 500 && m.found.most == 500);
        /* as near as they come: 13" from it to the goal, less what it walks, four others with their gaps, and bases */
        assert_true(m.found.gap < 9000);
        muster_finish(&m);
    }
}

/* A tower that holds two of four, too high for the others to stay below. */
static void test_room(void **state) {
    (void)state;
    static const qm__link_rules climbs = {.climbs = true, .leeway = 0};
    for (int32_t k = 0; k < SIZES; k++) {
        muster_scene m;
        muster_begin(&m, 30000, 20000);
        box(&m.s, 9000, 4000, 1000 + k * 20, 400, 0, 4000, QM__PRISM_WALKABLE);
        muster_prepare(&m, 0, &climbs);
        for (int32_t i = 0; i < 4; i++) {
            muster_figure(&m, 0, (qm_place){7500 + i * 1200, 3000, 0}, 8000);
        }
        m.ask.goal = (qm_place){9500, 4200, 4000};
        m.ask.near = 1000;
        assert_refused(&m, QM__MUSTER_ROOM);
        assert_int_equal(m.found.count, 2);
        m.ask.count = 2;
        assert_placed(&m);
        muster_finish(&m);
    }
}

/* Two in a room and two outside, with the wall between them. */
static void test_apart(void **state) {
    (void)state;
    for (int32_t k = 0; k < SIZES; k++) {
        muster_scene m;
        muster_begin(&m, 40000, 20000);
        add_room(&m, 9000, 3000, 4000, 4000);
        muster_prepare(&m, 0, NULL);
        muster_figure(&m, 0, (qm_place){9500, 3500, 0}, 6000);
        muster_figure(&m, 0, (qm_place){10500, 3500, 0}, 6000);
        muster_figure(&m, 0, (qm_place){15000 + k * 100, 3500, 0}, 6000);
        muster_figure(&m, 0, (qm_place){16000 + k * 100, 3500, 0}, 6000);
        m.ask.goal = (qm_place){12000, 5000, 0};
        m.ask.link = 400; /* less than the wall is thick */
        assert_refused(&m, QM__MUSTER_APART);
        assert_int_equal(m.found.count, 2);
        assert_int_equal(m.found.most, 400);
        assert_true(m.found.gap >= 500);
        assert_true((m.found.figure <= 2) != (m.found.other <= 2));
        m.ask.link = 500;
        assert_placed(&m);
        muster_finish(&m);
    }
}

static void test_stuck(void **state) {
    (void)state;
    muster_scene m;
    muster_begin(&m, 40000, 20000);
    muster_prepare(&m, 0, NULL);
    add_row(&m, 4, 3000, 5000, 6000);
    const uint16_t enemy = muster_other(&m, 6000, 6900, 0, QM__BLOCK, 1001)->id;
    m.ask.goal = (qm_place){3000, 5000, 0};
    assert_refused(&m, QM__MUSTER_STUCK);
    assert_int_equal(m.found.figure, 3);
    assert_int_equal(m.found.why.what, QM__BODY);
    assert_int_equal(m.found.body, enemy);
    muster_finish(&m);
}

/* ------------------------------------------------------------------------------------------------------- what is kept
 */

/* In the open all keep their places around the one in the middle, to the unit. */
static void test_formation(void **state) {
    (void)state;
    muster_scene m;
    muster_begin(&m, 40000, 30000);
    muster_prepare(&m, 0, NULL);
    add_row(&m, 5, 5000, 5000, 6000);
    muster_figure(&m, 0, (qm_place){8000, 6500, 0}, 6000);
    m.ask.goal = (qm_place){10123, 9001, 0};
    assert_placed(&m);
    for (uint16_t i = 0; i < m.ask.count; i++) {
        const qm_place from = m.figures[i].from;
        assert_int_equal(m.found.places[i].x - from.x, 10123 - 8000);
        assert_int_equal(m.found.places[i].y - from.y, 9001 - m.figures[2].from.y);
    }
    assert_true(m.found.in_turn);
    muster_finish(&m);
}

/* A straight line of figures that must reach as far as it can: exactly as far as is allowed is near enough. */
static void test_boundary(void **state) {
    (void)state;
    for (int32_t more = 0; more <= 1; more++) {
        muster_scene m;
        muster_begin(&m, 40000, 20000);
        add_room(&m, 3000, 3000, 14000, 1000); /* a corridor as wide as a base */
        muster_prepare(&m, 0, NULL);
        muster_figure(&m, 0, (qm_place){3500, 3500, 0}, 0);
        muster_figure(&m, 0, (qm_place){6500 + more, 3500, 0}, 0); /* 2" from the first, and one unit more */
        m.ask.goal = (qm_place){3500, 3500, 0};
        if (more) {
            assert_refused(&m, QM__MUSTER_SHORT);
            assert_int_equal(m.found.gap, 2001);
            assert_int_equal(m.found.most, 2000);
        } else {
            assert_placed(&m);
        }
        muster_finish(&m);
    }
}

/* What a figure has is exactly enough to reach the goal, and then one unit short of that. */
static void test_budget(void **state) {
    (void)state;
    for (int32_t less = 0; less <= 1; less++) {
        muster_scene m;
        muster_begin(&m, 40000, 20000);
        muster_prepare(&m, 0, NULL);
        muster_figure(&m, 0, (qm_place){3000, 5000, 0}, 5500 - less);
        m.ask.goal = (qm_place){9000, 5000, 0}; /* 6": the base covers it from half an inch away */
        if (less) {
            assert_refused(&m, QM__MUSTER_FAR);
            assert_int_equal(m.found.had, 5499);
        } else {
            assert_placed(&m);
        }
        muster_finish(&m);
    }
}

/* Figures who have to pass one another in a corridor do; two cannot end in one place. */
static void test_passing(void **state) {
    (void)state;
    muster_scene m;
    muster_begin(&m, 40000, 20000);
    add_room(&m, 3000, 3000, 9000, 1000);
    muster_prepare(&m, 0, NULL);
    add_row(&m, 3, 3500, 3500, 4000);
    m.figures[0].ask.allowance = 8000;
    m.figures[2].ask.allowance = 0;
    m.ask.goal = (qm_place){9000, 3500, 0};
    m.ask.near = 300;
    assert_placed(&m);
    assert_true(m.found.places[0].x > m.found.places[2].x || m.found.places[1].x > m.found.places[2].x);
    muster_finish(&m);
}

/* One is put by hand: it stays there and the others come along; where it cannot be, that is told. */
static void test_fixed(void **state) {
    (void)state;
    muster_scene m;
    muster_begin(&m, 40000, 30000);
    box(&m.s, 15000, 9000, 4000, 4000, 0, 3000, 0);
    muster_prepare(&m, 0, NULL);
    add_row(&m, 6, 5000, 5000, 6000);
    m.ask.goal = (qm_place){9000, 8000, 0};
    assert_placed(&m);
    qm__muster_figure *first = &m.figures[0];
    first->fixed = true;
    first->to = (qm_place){4000, 10500, 0};
    assert_placed(&m);
    assert_memory_equal(&m.found.places[0], &first->to, sizeof first->to);
    /* on the place of another, who has to give way */
    first->to = (qm_place){9000, 8000, 0};
    assert_placed(&m);
    assert_memory_equal(&m.found.places[0], &first->to, sizeof first->to);
    /* too far: 12" to the right */
    first->to = (qm_place){17000, 5000, 0};
    assert_refused(&m, QM__MUSTER_FIXED);
    assert_int_equal(m.found.figure, 1);
    assert_int_equal(m.found.why.what, QM__FREE);
    assert_int_equal(m.found.needed, 12000);
    assert_int_equal(m.found.had, 6000);
    /* in the house */
    first->to = (qm_place){16000, 10000, 0};
    assert_refused(&m, QM__MUSTER_FIXED);
    assert_int_equal(m.found.why.what, QM__IN_PRISM);
    muster_finish(&m);
}

static void test_limits(void **state) {
    (void)state;
    muster_scene m;
    muster_begin(&m, 40000, 20000);
    muster_prepare(&m, 0, NULL);
    add_row(&m, 3, 3500, 3500, 4000);
    m.ask.goal = (qm_place){5000, 5000, 0};
    assert_false(qm__muster_find(&m.ask, m.memory, 100000, &m.found));
    assert_int_equal(m.found.what, QM__MUSTER_LIMIT);
    m.ask.count = 0;
    assert_false(qm__muster_find(&m.ask, m.memory, m.size, &m.found));
    assert_int_equal(m.found.what, QM__MUSTER_LIMIT);
    m.ask.count = QM__MUSTER_MAX + 1;
    assert_false(qm__muster_find(&m.ask, m.memory, m.size, &m.found));
    assert_int_equal(m.found.what, QM__MUSTER_LIMIT);
    muster_finish(&m);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_far),        cmocka_unit_test(test_no_way),        cmocka_unit_test(test_solid),
        cmocka_unit_test(test_no_surface), cmocka_unit_test(test_enemy_at_goal), cmocka_unit_test(test_margin),
        cmocka_unit_test(test_friends),    cmocka_unit_test(test_straggler),     cmocka_unit_test(test_room),
        cmocka_unit_test(test_apart),      cmocka_unit_test(test_stuck),         cmocka_unit_test(test_formation),
        cmocka_unit_test(test_boundary),   cmocka_unit_test(test_budget),        cmocka_unit_test(test_passing),
        cmocka_unit_test(test_fixed),      cmocka_unit_test(test_limits),        cmocka_unit_test(test_slides),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
