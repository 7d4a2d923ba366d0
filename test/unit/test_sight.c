/* Sight on the table: fractions found by hand, and what must not change them.
 *
 * Most tests look from (10000, 2000, 1000) along +y at a figure 10000 units away, 1200 wide and 2000 high, standing at
 * 0. The depth t of a place with this y is (y - 2000) / 10000, and what is at height z there is seen at 1000 + (z -
 * 1000) / t.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "space/table/sight.h"

enum { PRISMS = 40, CORNERS = 400, BODIES = 8, TALL = 9000 };

typedef struct scene {
    qm__table table;
    qm__arena arena;
    qm__corner corners[CORNERS];
    qm__ring rings[2 * PRISMS];
    qm__prism prisms[PRISMS];
    qm__body bodies[BODIES];
    uint16_t body_count;
    const qm__sights *sights;
    qm__eye eye;
    qm__body target;
} scene;

static void begin(scene *s) {
    memset(s, 0, sizeof *s);
    s->table =
        (qm__table){.width = 44000, .depth = 60000, .corners = s->corners, .rings = s->rings, .prisms = s->prisms};
    s->eye = (qm__eye){10000, 2000, 1000};
    s->target = (qm__body){.x = 10000, .y = 12000, .radius = 600, .height = 2000};
    qm__arena_init(&s->arena, NULL);
}

static void add_ring(scene *s, const int32_t *xy, uint32_t count) {
    s->prisms[s->table.prism_count - 1].polygon.ring_count++;
    s->rings[s->table.ring_count++] = (qm__ring){s->table.corner_count, count};
    for (uint32_t i = 0; i < count; i++) {
        s->corners[s->table.corner_count++] = (qm__corner){.x = xy[2 * i], .y = xy[2 * i + 1]};
    }
}

static void add_polygon(scene *s, const int32_t *xy, uint32_t count, int32_t bottom, int32_t top) {
    s->prisms[s->table.prism_count++] =
        (qm__prism){.name = "it", .polygon = {.first_ring = s->table.ring_count}, .bottom = bottom, .top = top};
    add_ring(s, xy, count);
}

static void add_box(scene *s, int32_t x0, int32_t y0, int32_t x1, int32_t y1, int32_t bottom, int32_t top) {
    add_polygon(s, (const int32_t[]){x0, y0, x1, y0, x1, y1, x0, y1}, 4, bottom, top);
}

static qm__body *add_body(scene *s, double x, double y, int32_t radius, int32_t height) {
    qm__body *body = &s->bodies[s->body_count++];
    *body = (qm__body){.x = x, .y = y, .radius = radius, .height = height};
    return body;
}

static void prepare(scene *s) {
    qm__table_error error;
    uint32_t count = 0;
    assert_true(qm__table_finish(&s->table, &s->arena, &error, 1, &count));
    assert_int_equal(qm__sights_make(&s->table, &s->arena, &s->sights), QM_OK);
}

/* Looks, with just the memory that is asked for, and ends the scene. */
static qm__seen seen_skipping(scene *s, uint16_t skip_a, uint16_t skip_b) {
    qm__seen seen;
    prepare(s);
    void *scratch = malloc(qm__sight_scratch_size(s->sights, s->body_count));
    assert_non_null(scratch);
    qm__sight_find(s->sights, s->eye, &s->target, s->bodies, s->body_count, skip_a, skip_b, scratch, &seen);
    free(scratch);
    qm__arena_free(&s->arena);
    return seen;
}

static qm__seen seen_of(scene *s) {
    return seen_skipping(s, UINT16_MAX, UINT16_MAX);
}

static void assert_near(double value, double expected, double by) {
    if (!(value - expected <= by && expected - value <= by)) {
        print_error("%.12f is not %.12f\n", value, expected);
        fail();
    }
}

static void assert_seen(scene *s, double fraction) {
    const qm__seen seen = seen_of(s);
    assert_near(seen.fraction, fraction, 1e-12);
}

/* ------------------------------------------------------------------------------------------------------- walls */

static void test_nothing_between(void **state) {
    (void)state;
    scene s;
    begin(&s);
    add_box(&s, 5000, 13000, 15000, 14000, 0, TALL);  /* beyond */
    add_box(&s, 5000, 0, 15000, 1900, 0, TALL);       /* behind the eye */
    add_box(&s, 11000, 3000, 12000, 11000, 0, TALL);  /* beside */
    add_box(&s, 5000, 6000, 15000, 7000, 4000, TALL); /* above */
    add_box(&s, 5000, 6000, 15000, 7000, 0, 400);     /* below: seen at -200 */
    add_box(&s, 5000, 6000, 15000, 7000, 0, TALL);    /* glass */
    s.prisms[5].flags = QM__PRISM_CLEAR;
    const qm__seen seen = seen_of(&s);
    assert_true(seen.fraction == 1 && seen.left == 0 && seen.right == 1 && seen.bottom == 0 && seen.top == 1);
    assert_int_equal(seen.blocker_count, 0);
}

static void test_half_hidden(void **state) {
    (void)state;
    scene s;
    begin(&s);
    add_box(&s, 5000, 7000, 10000, 7500, 0, TALL);
    const qm__seen seen = seen_of(&s);
    assert_near(seen.fraction, 0.5, 1e-12);
    assert_near(seen.left, 0.5, 1e-12); /* the left half is hidden */
    assert_near(seen.right, 1, 1e-12);
    assert_true(seen.bottom == 0 && seen.top == 1);
    assert_int_equal(seen.blocker_count, 1);
    assert_int_equal(seen.blockers[0].prism, 0);
    assert_near(seen.blockers[0].hides, 0.5, 1e-12);
}

static void test_all_hidden(void **state) {
    (void)state;
    scene s;
    begin(&s);
    add_box(&s, 9000, 7000, 11000, 7500, 0, TALL);
    add_box(&s, 5000, 5000, 10000, 5500, 0, TALL);
    const qm__seen seen = seen_of(&s);
    assert_true(seen.fraction == 0 && seen.left == 0 && seen.right == 0 && seen.bottom == 0 && seen.top == 0);
    assert_int_equal(seen.blocker_count, 2);
    assert_near(seen.blockers[0].hides, 1, 1e-12);
    assert_near(seen.blockers[1].hides, 0.5, 1e-12);
    assert_false(qm__sight_at_least(&seen, 1, 1000));
    assert_true(qm__sight_at_least(&seen, 0, 1));
}

/* Up to x = 10100 at half the distance two thirds are hidden, and one unit more is too much. */
static void test_one_third(void **state) {
    (void)state;
    scene s;
    begin(&s);
    add_box(&s, 5000, 7000, 10100, 7500, 0, TALL);
    qm__seen seen = seen_of(&s);
    assert_near(seen.fraction, 1.0 / 3, 1e-12);
    assert_true(qm__sight_at_least(&seen, 1, 3));
    begin(&s);
    add_box(&s, 5000, 7000, 10101, 7500, 0, TALL);
    seen = seen_of(&s);
    assert_near(seen.fraction, 398.0 / 1200, 1e-12);
    assert_false(qm__sight_at_least(&seen, 1, 3));
    assert_true(qm__sight_at_least(&seen, 33, 100));
}

static void test_two_that_overlap(void **state) {
    (void)state;
    scene s;
    begin(&s);
    add_box(&s, 5000, 7000, 10000, 7500, 0, TALL); /* the left half */
    add_box(&s, 9900, 4500, 10050, 4600, 0, TALL); /* from -400 to 200 */
    const qm__seen seen = seen_of(&s);
    assert_near(seen.fraction, 1.0 / 3, 1e-12);
    assert_true(qm__sight_at_least(&seen, 1, 3));
    assert_int_equal(seen.blocker_count, 2);
    assert_near(seen.blockers[0].hides, 0.5, 1e-12); /* the same: by number */
    assert_near(seen.blockers[1].hides, 0.5, 1e-12);
    assert_int_equal(seen.blockers[0].prism, 0);
    assert_int_equal(seen.blockers[1].prism, 1);
}

/* A slanted border: a ridge seen at 0 on the right and at the middle on the left takes a quarter; a second one,
 * mirrored, takes a quarter more, less what both hide. */
static void test_slanted(void **state) {
    (void)state;
    scene s;
    begin(&s);
    /* Far rims at z = 500: seen at 1000 - 500 / t. The ridge runs from t = 1 on the left to t = 0.5 on the right. */
    add_polygon(&s, (const int32_t[]){9400, 12000, 9400, 4000, 10300, 4000, 10300, 7000}, 4, 0, 500);
    assert_seen(&s, 1 - 0.5 * 500 / 2000);
    begin(&s);
    add_polygon(&s, (const int32_t[]){9400, 12000, 9400, 4000, 10300, 4000, 10300, 7000}, 4, 0, 500);
    add_polygon(&s, (const int32_t[]){10600, 12000, 10600, 4000, 9700, 4000, 9700, 7000}, 4, 0, 500);
    assert_seen(&s, 1 - 0.75 * 500 / 2000);
}

/* Between four solids an opening: 400 wide (the far jambs count) and 500 high, seen from 800 to 1300. */
static void test_window(void **state) {
    (void)state;
    scene s;
    begin(&s);
    add_box(&s, 5000, 6000, 9900, 7000, 0, TALL);
    add_box(&s, 10100, 6000, 15000, 7000, 0, TALL);
    add_box(&s, 9900, 6000, 10100, 7000, 0, 900);
    add_box(&s, 9900, 6000, 10100, 7000, 1150, TALL);
    const qm__seen seen = seen_of(&s);
    assert_near(seen.fraction, 400.0 * 500 / (1200.0 * 2000), 1e-12);
    assert_near(seen.left, 400.0 / 1200, 1e-12);
    assert_near(seen.right, 800.0 / 1200, 1e-12);
    assert_near(seen.bottom, 800.0 / 2000, 1e-12);
    assert_near(seen.top, 1300.0 / 2000, 1e-12);
    assert_int_equal(seen.blocker_count, 4);
}

static void test_low_walls(void **state) {
    (void)state;
    scene s;
    begin(&s);
    add_box(&s, 5000, 7000, 15000, 8000, 0, 500); /* the far rim: 1000 - 500 / 0.6 */
    assert_seen(&s, 11.0 / 12);
    begin(&s);
    add_box(&s, 5000, 7000, 15000, 8000, 0, 1250); /* the near rim: 1000 + 250 / 0.5 */
    assert_seen(&s, 0.25);
    begin(&s);
    add_box(&s, 5000, 7000, 15000, 8000, 0, 1500);
    assert_seen(&s, 0);
    begin(&s);
    add_box(&s, 5000, 7000, 15000, 8000, 0, 1000); /* the eye in the plane of its top */
    assert_seen(&s, 0.5);
    begin(&s);
    add_box(&s, 5000, 7000, 15000, 8000, 1000, TALL); /* … of its bottom */
    assert_seen(&s, 0.5);
}

/* A looker on a roof sees what is below its rim only from close to the rim. */
static void test_from_a_roof(void **state) {
    (void)state;
    static const struct {
        int32_t rim;
        double fraction;
    } roofs[] = {{4000, 1}, {4500, 1}, {5000, 2.0 / 3}, {6000, 0.25}, {7000, 0}, {8000, 0}};
    for (size_t i = 0; i < sizeof roofs / sizeof *roofs; i++) {
        scene s;
        begin(&s);
        s.eye.z = 4000;
        add_box(&s, 5000, 0, 15000, roofs[i].rim, 0, 3000);
        assert_seen(&s, roofs[i].fraction);
    }
    scene s;
    begin(&s); /* lying on the roof, the eye exactly in its plane: the horizon is its rim */
    s.eye.z = 1500;
    add_box(&s, 5000, 0, 15000, 8000, 0, 1500);
    assert_seen(&s, 0.25);
}

/* The target stands on a slab that begins before it: its rim hides the feet from below. */
static void test_slab(void **state) {
    (void)state;
    scene s;
    begin(&s);
    s.target.z = 2200;
    add_box(&s, 5000, 11000, 15000, 13000, 2000, 2200); /* up to 1000 + 1200 / 0.9 */
    assert_seen(&s, 14.0 / 15);
    begin(&s); /* inside of a solid up to its middle */
    add_box(&s, 5000, 11000, 15000, 13000, 0, 1000);
    assert_seen(&s, 0.5);
    begin(&s); /* eye and target in one solid */
    add_box(&s, 5000, 0, 15000, 20000, 0, TALL);
    assert_seen(&s, 0);
}

static void test_eye_in_a_wall_plane(void **state) {
    (void)state;
    scene s;
    begin(&s);
    add_box(&s, 10000, 5000, 10500, 8000, 0, TALL);
    assert_seen(&s, 0.5);
    begin(&s); /* both sides share the plane that is looked along */
    add_box(&s, 10000, 5000, 10500, 8000, 0, TALL);
    add_box(&s, 9500, 4000, 10000, 8000, 0, TALL);
    assert_seen(&s, 0);
    begin(&s); /* the eye on the wall itself, looking along it, away from it, and into it */
    add_box(&s, 10000, 1000, 10500, 8000, 0, TALL);
    assert_seen(&s, 0.5);
    begin(&s);
    add_box(&s, 9000, 1000, 11000, 2000, 0, TALL);
    assert_seen(&s, 1);
    begin(&s);
    add_box(&s, 9000, 2000, 11000, 2500, 0, TALL);
    assert_seen(&s, 0);
    begin(&s); /* on a corner */
    add_box(&s, 10000, 2000, 11000, 2500, 0, TALL);
    assert_seen(&s, 0.5);
}

static void test_shared_walls(void **state) {
    (void)state;
    scene s;
    begin(&s);
    add_polygon(&s, (const int32_t[]){9013, 6011, 10107, 6977, 9911, 7213, 8817, 6247}, 4, 0, 1100);
    const qm__seen whole = seen_of(&s);
    assert_true(whole.fraction > 0.1 && whole.fraction < 0.9);
    begin(&s); /* the same in three pieces that share walls, with a fourth inside of them */
    add_polygon(&s, (const int32_t[]){9013, 6011, 10107, 6977, 8817, 6247}, 3, 0, 1100);
    add_polygon(&s, (const int32_t[]){10107, 6977, 9911, 7213, 8817, 6247}, 3, 0, 600);
    add_polygon(&s, (const int32_t[]){10107, 6977, 9911, 7213, 8817, 6247}, 3, 600, 1100);
    add_box(&s, 9500, 6500, 9600, 6700, 0, 1100);
    const qm__seen pieces = seen_of(&s);
    assert_near(pieces.fraction, whole.fraction, 1e-12);
    assert_near(pieces.left, whole.left, 1e-9);
    assert_near(pieces.bottom, whole.bottom, 1e-9);
}

/* A court: a ring of walls with a hole; from within one looks at the far wall, from outside at the near one as well. */
static void test_holes(void **state) {
    (void)state;
    static const int32_t outer[] = {8000, 1000, 12000, 1000, 12000, 8000, 8000, 8000};
    static const int32_t hole[] = {9000, 1500, 11000, 1500, 11000, 7000, 9000, 7000};
    scene s;
    begin(&s);
    add_polygon(&s, outer, 4, 0, 700); /* the far rim: 1000 - 300 / 0.6 */
    add_ring(&s, hole, 4);
    assert_seen(&s, 0.75);
    begin(&s);
    add_polygon(&s, outer, 4, 0, 1300); /* the near rim of the far wall: 1000 + 300 / 0.5 */
    add_ring(&s, hole, 4);
    assert_seen(&s, 0.2);
    begin(&s);
    add_polygon(&s, outer, 4, 0, TALL);
    add_ring(&s, (const int32_t[]){9000, 1500, 11000, 1500, 11000, 7900, 9000, 7900}, 4);
    assert_seen(&s, 0);
}

/* A U whose open side is turned to the eye: two arms and a low bar. */
static void test_not_convex(void **state) {
    (void)state;
    static const int32_t u[] = {9000,  5000, 9900,  5000, 9900,  7000, 10100, 7000,
                                10100, 5000, 11000, 5000, 11000, 8000, 9000,  8000};
    scene s;
    begin(&s);
    add_polygon(&s, u, 8, 0, 1250);
    /* Seen over the bar: 500, to 200 on either side. From there to 100 / 0.3 the rim of an arm rises; over its front
     * 500 / 3 are seen. */
    const double bar = 400.0 * 500, sides = 2 * (400.0 / 3) * (1000.0 / 3), fronts = 2 * (800.0 / 3) * (500.0 / 3);
    assert_seen(&s, (bar + sides + fronts) / (1200.0 * 2000));
}

/* ------------------------------------------------------------------------------------------------------ bodies */

/* How much a round body hides, in ten thousand columns of true rays; `t` is the depth of its centre, straight ahead. */
static double hidden_by_columns(double t, double radius, double bottom, double top) {
    const int columns = 10000;
    double hidden = 0;
    for (int i = 0; i < columns; i++) {
        const double u = 1200 * ((i + 0.5) / columns - 0.5), a = 1e8 + u * u, b = 1e8 * t;
        const double root = b * b - a * (1e8 * t * t - radius * radius);
        if (root > 0) {
            const double near = a / (b - qm__root(root)), far = a / (b + qm__root(root));
            const double low = bottom < 1000 ? (bottom - 1000) * near : (bottom - 1000) * far;
            const double high = top > 1000 ? (top - 1000) * near : (top - 1000) * far;
            hidden += qm__most(0, qm__least(high, 1000) - qm__most(low, -1000)) / 2000;
        }
    }
    return hidden / columns;
}

static void test_round_body(void **state) {
    (void)state;
    static const int32_t heights[] = {300, 600, 800, 1000, 1100, 1500};
    scene s;
    begin(&s); /* the sides are exact */
    add_body(&s, 10000, 7000, 200, TALL);
    const double tangent = 10000 * 200 / qm__root(5000.0 * 5000 - 200 * 200);
    assert_seen(&s, 1 - 2 * tangent / 1200);
    for (size_t i = 0; i < sizeof heights / sizeof *heights; i++) {
        for (int32_t radius = 100; radius <= 4000; radius += 300) {
            begin(&s);
            add_body(&s, 10000, 7000, radius, heights[i]);
            const qm__seen seen = seen_of(&s);
            assert_near(seen.fraction, 1 - hidden_by_columns(0.5, radius, 0, heights[i]), 1e-4);
            begin(&s); /* flying above the eye */
            add_body(&s, 10000, 7000, radius, heights[i])->z = 1100;
            const qm__seen above = seen_of(&s);
            assert_near(above.fraction, 1 - hidden_by_columns(0.5, radius, 1100, 1100 + heights[i]), 1e-4);
        }
    }
}

/* A round body in the target's plane is cut in two by it, and one that the eye touches hides what lies on its side. */
static void test_round_body_cut(void **state) {
    (void)state;
    scene s;
    begin(&s);
    add_body(&s, 9000, 12000, 1000, TALL); /* its nearest part is beside the line to the centre */
    const qm__seen beside = seen_of(&s);
    assert_near(beside.fraction, 0.5, 1e-9);
    begin(&s); /* a tenth of its radius before the plane */
    add_body(&s, 10000, 12900, 1000, TALL);
    assert_seen(&s, 1 - 2 * qm__root(1000.0 * 1000 - 900 * 900) / 1200);
    begin(&s); /* touching the plane from beyond */
    add_body(&s, 10000, 13000, 1000, TALL);
    assert_seen(&s, 1);
    begin(&s);
    add_body(&s, 11000, 2000, 1000, TALL);
    const qm__seen touched = seen_of(&s);
    assert_near(touched.fraction, 0.5, 1e-4);
    begin(&s);
    add_body(&s, 10000, 3000, 1000, TALL);
    assert_seen(&s, 0);
    begin(&s);
    add_body(&s, 10000, 1000, 1000, TALL);
    assert_seen(&s, 1);
    begin(&s); /* the eye inside of it, above it, and with its top in the eye's plane */
    add_body(&s, 10100, 2000, 1000, TALL);
    assert_seen(&s, 0);
    begin(&s);
    add_body(&s, 10100, 2000, 1000, 900);
    assert_seen(&s, 1);
    begin(&s);
    add_body(&s, 10100, 2000, 1000, 1000);
    assert_seen(&s, 0.5);
}

static void test_rectangle_body(void **state) {
    (void)state;
    scene s;
    begin(&s); /* its front is 400 wide, at 0.45 of the distance */
    *add_body(&s, 10000, 7000, 0, TALL) =
        (qm__body){.x = 10000, .y = 7000, .width = 400, .length = 1000, .facing = 16384, .height = TALL};
    assert_seen(&s, 7.0 / 27);
    begin(&s); /* turned by a quarter: 1000 wide, at 0.48: all of it */
    *add_body(&s, 10000, 7000, 0, TALL) =
        (qm__body){.x = 10000, .y = 7000, .width = 400, .length = 1000, .facing = 32768, .height = TALL};
    assert_seen(&s, 0);
}

/* A rectangle is as wide as it looks: 600 from the front, 800 from the side, and over the corner as its diagonal. */
static void test_rectangle_target(void **state) {
    (void)state;
    static const struct {
        int32_t facing;
        double width;
    } turned[] = {{16384, 600}, {-16384, 600}, {0, 800}, {8192, 989.949493661167}, {40960, 989.949493661167}};
    for (size_t i = 0; i < sizeof turned / sizeof *turned; i++) {
        scene s;
        begin(&s);
        s.target =
            (qm__body){.x = 10000, .y = 12000, .width = 600, .length = 800, .facing = turned[i].facing, .height = 2000};
        add_box(&s, 5000, 7000, 10075, 8000, 0, TALL); /* up to 150 right of the middle */
        const qm__seen seen = seen_of(&s);
        assert_near(seen.fraction, (turned[i].width / 2 - 150) / turned[i].width, 1e-9);
    }
}

static void test_who_is_skipped(void **state) {
    (void)state;
    scene s;
    begin(&s);
    add_body(&s, 10000, 2000, 500, 1500);  /* the looker itself */
    add_body(&s, 10000, 12000, 600, 2000); /* the target itself */
    add_body(&s, 10500, 7000, 500, TALL);
    const qm__seen seen = seen_skipping(&s, 0, 1);
    assert_near(seen.fraction, 0.5, 1e-12);
    assert_int_equal(seen.blocker_count, 1);
    assert_int_equal(seen.blockers[0].prism, QM__NOTHING);
    assert_int_equal(seen.blockers[0].body, 2);
    begin(&s);
    add_body(&s, 10000, 2000, 500, 1500);
    assert_seen(&s, 0); /* not skipped, it is in the way */
}

static void test_eye_over_the_target(void **state) {
    (void)state;
    scene s;
    begin(&s);
    add_box(&s, 5000, 5000, 15000, 15000, 3000, 3200);
    s.eye = (qm__eye){10300, 12300, 9000};
    assert_seen(&s, 1);
    begin(&s);
    add_box(&s, 5000, 5000, 15000, 15000, 3000, 3200);
    s.eye = (qm__eye){10000, 11000, 9000};
    assert_seen(&s, 0);
}

/* ---------------------------------------------------------------------------------------------------- blockers */

static void test_many_blockers(void **state) {
    (void)state;
    scene s;
    begin(&s); /* eighteen that hide all, one that hides half and comes before them, and a body that hides all */
    add_box(&s, 5000, 4000, 10000, 4100, 0, TALL);
    for (int32_t i = 0; i < 18; i++) {
        add_box(&s, 5000, 5000 + 200 * i, 15000, 5100 + 200 * i, 0, TALL);
    }
    add_body(&s, 10000, 9500, 1000, TALL);
    const qm__seen seen = seen_of(&s);
    assert_true(seen.fraction == 0);
    assert_int_equal(seen.blocker_count, QM__SIGHT_BLOCKERS_MAX);
    assert_int_equal(seen.blockers_dropped, 20 - QM__SIGHT_BLOCKERS_MAX);
    for (int i = 0; i < QM__SIGHT_BLOCKERS_MAX; i++) {
        assert_int_equal(seen.blockers[i].prism, i + 1);
        assert_near(seen.blockers[i].hides, 1, 1e-12);
    }
    begin(&s); /* most first: 1/4, 1/2, and a body in the middle between them */
    add_box(&s, 9000, 6900, 9850, 7000, 0, TALL);
    add_box(&s, 10000, 7000, 10900, 7100, 0, TALL);
    *add_body(&s, 0, 0, 0, 0) =
        (qm__body){.x = 9750, .y = 7050, .width = 500, .length = 100, .facing = 16384, .height = 1500};
    const qm__seen three = seen_of(&s);
    assert_true(three.fraction == 0);
    assert_int_equal(three.blocker_count, 3);
    assert_int_equal(three.blockers[0].prism, 1); /* as much as the body */
    assert_int_equal(three.blockers[1].body, 0);
    assert_int_equal(three.blockers[1].prism, QM__NOTHING);
    assert_int_equal(three.blockers[2].prism, 0);
    assert_near(three.blockers[2].hides, 0.25, 1e-12);
}

/* --------------------------------------------------------------------------------------------------- invariance */

typedef struct change {
    bool mirror;
    int quarters;
    int32_t x, y;
    bool backwards; /* prisms in the opposite order */
} change;

static void turn(const change *by, double *x, double *y) {
    if (by->mirror) {
        *x = -*x;
    }
    for (int i = 0; i < by->quarters; i++) {
        const double old = *x;
        *x = -*y;
        *y = old;
    }
    *x += by->x;
    *y += by->y;
}

/* A crowded scene, told otherwise. */
static qm__seen seen_changed(const change *by) {
    static const int32_t shapes[][8] = {{9013, 6011, 10107, 6977, 9911, 7213, 8817, 6247},
                                        {10107, 6977, 11007, 6400, 11500, 7400, 9911, 7213},
                                        {9700, 4000, 10200, 4100, 10100, 4300, 9600, 4200},
                                        {9000, 9000, 9800, 9000, 9800, 9500, 9000, 9500},
                                        {9800, 9000, 9900, 9000, 9900, 9500, 9800, 9500}};
    static const int32_t tops[] = {1100, 1050, 700, 1200, 1600};
    scene s;
    begin(&s);
    for (int i = 0; i < 5; i++) {
        const int number = by->backwards ? 4 - i : i;
        int32_t corners[8];
        for (int j = 0; j < 4; j++) {
            double x = shapes[number][2 * j], y = shapes[number][2 * j + 1];
            turn(by, &x, &y);
            corners[2 * j] = (int32_t)x;
            corners[2 * j + 1] = (int32_t)y;
        }
        add_polygon(&s, corners, 4, 0, tops[number]);
    }
    add_body(&s, 10300, 8200, 400, 900);
    *add_body(&s, 0, 0, 0, 0) =
        (qm__body){.x = 10350, .y = 10000, .width = 300, .length = 700, .facing = 3000, .height = 1400};
    for (int i = 0; i < 2; i++) {
        const int32_t facing = by->mirror ? 32768 - s.bodies[i].facing : s.bodies[i].facing;
        turn(by, &s.bodies[i].x, &s.bodies[i].y);
        s.bodies[i].facing = (facing + 16384 * by->quarters) % 65536;
    }
    turn(by, &s.eye.x, &s.eye.y);
    turn(by, &s.target.x, &s.target.y);
    return seen_of(&s);
}

static void test_invariance(void **state) {
    (void)state;
    const qm__seen plain = seen_changed(&(change){0});
    assert_true(plain.fraction > 0.1 && plain.fraction < 0.9);
    assert_int_equal(plain.blocker_count, 6);
    for (int i = 0; i < 32; i++) {
        const change by = {i & 1, i >> 1 & 3, i & 8 ? 700123 : 0, i & 8 ? -50021 : 0, i & 16};
        const qm__seen seen = seen_changed(&by);
        assert_near(seen.fraction, plain.fraction, 1e-11);
        assert_near(by.mirror ? 1 - seen.right : seen.left, plain.left, 1e-9);
        assert_near(seen.bottom, plain.bottom, 1e-9);
        assert_near(seen.top, plain.top, 1e-9);
        assert_int_equal(seen.blocker_count, plain.blocker_count);
        for (int j = 0; j < plain.blocker_count; j++) {
            assert_near(seen.blockers[j].hides, plain.blockers[j].hides, 1e-11);
        }
    }
}

/* ------------------------------------------------------------------------------------------------------- lines */

static int32_t stopped_by(const scene *s, qm__eye a, qm__eye b) {
    int32_t prism = QM__GROUND, backwards = QM__GROUND;
    const bool is_free = qm__line_free(s->sights, a, b, &prism);
    assert_int_equal(qm__line_free(s->sights, b, a, &backwards), is_free);
    assert_int_equal(qm__line_free(s->sights, a, b, NULL), is_free);
    return is_free ? QM__NOTHING : prism;
}

static void test_lines(void **state) {
    (void)state;
    scene s;
    begin(&s);
    add_box(&s, 1000, 1000, 2000, 2000, 0, 1000);
    add_box(&s, 2000, 1000, 3000, 2000, 0, 1000);    /* shares a wall with it */
    add_box(&s, 1000, 1000, 3000, 2000, 1000, 2000); /* on top of both */
    add_box(&s, 5000, 1000, 6000, 2000, 0, 1000);
    add_box(&s, 6000, 2000, 7000, 3000, 0, 1000); /* touches it in a corner */
    add_box(&s, 9000, 1000, 9900, 2000, 0, TALL);
    s.prisms[5].flags = QM__PRISM_CLEAR;
    prepare(&s);
    assert_int_equal(stopped_by(&s, (qm__eye){0, 1500, 500}, (qm__eye){9500, 1500, 500}), 0);
    assert_int_equal(stopped_by(&s, (qm__eye){9500, 1500, 500}, (qm__eye){0, 1500, 500}), 3);
    assert_int_equal(stopped_by(&s, (qm__eye){4000, 1500, 500}, (qm__eye){4900, 1500, 500}), QM__NOTHING);
    /* Along walls and over tops; not in the walls that solids share. */
    assert_int_equal(stopped_by(&s, (qm__eye){0, 1000, 500}, (qm__eye){9500, 1000, 500}), QM__NOTHING);
    assert_int_equal(stopped_by(&s, (qm__eye){0, 1500, 2000}, (qm__eye){9500, 1500, 2000}), QM__NOTHING);
    assert_int_equal(stopped_by(&s, (qm__eye){4000, 1500, 1000}, (qm__eye){9500, 1500, 1000}), QM__NOTHING);
    assert_int_equal(stopped_by(&s, (qm__eye){2000, 0, 500}, (qm__eye){2000, 5000, 500}), 0);
    assert_int_equal(stopped_by(&s, (qm__eye){0, 1500, 1000}, (qm__eye){4000, 1500, 1000}), 0);
    assert_int_equal(stopped_by(&s, (qm__eye){2000, 0, 1000}, (qm__eye){2000, 5000, 1000}), 0);
    /* To touch a corner is free, but there is no gap between two that touch. */
    assert_int_equal(stopped_by(&s, (qm__eye){500, 1500, 500}, (qm__eye){1500, 2500, 500}), QM__NOTHING);
    assert_int_equal(stopped_by(&s, (qm__eye){5000, 3000, 500}, (qm__eye){7000, 1000, 500}), 3);
    assert_int_equal(stopped_by(&s, (qm__eye){4500, 500, 500}, (qm__eye){7500, 3500, 500}), 3);
    /* Upright, slanting, through glass, and beginning inside. */
    assert_int_equal(stopped_by(&s, (qm__eye){1500, 1500, 3000}, (qm__eye){1500, 1500, 2000}), QM__NOTHING);
    assert_int_equal(stopped_by(&s, (qm__eye){1500, 1500, 3000}, (qm__eye){1500, 1500, 1990}), 2);
    assert_int_equal(stopped_by(&s, (qm__eye){2000, 1500, 900}, (qm__eye){2000, 1500, 0}), 0);
    assert_int_equal(stopped_by(&s, (qm__eye){4000, 1500, 2000}, (qm__eye){6000, 1500, 0}), 3);
    assert_int_equal(stopped_by(&s, (qm__eye){4000, 1500, 3001}, (qm__eye){6000, 1500, 1001}), QM__NOTHING);
    assert_int_equal(stopped_by(&s, (qm__eye){8000, 1500, 500}, (qm__eye){12000, 1500, 500}), QM__NOTHING);
    assert_int_equal(stopped_by(&s, (qm__eye){5500, 1500, 500}, (qm__eye){5500, 5000, 500}), 3);
    assert_int_equal(stopped_by(&s, (qm__eye){5500, 1500, 1000}, (qm__eye){5500, 1500, 1000}), QM__NOTHING);
    qm__arena_free(&s.arena);
}

/* Whether a line crosses the first solid, from either end. */
static bool crosses(const scene *s, qm__eye a, qm__eye b) {
    const bool does = qm__line_crosses(&s->table, &s->table.prisms[0], a, b);
    assert_int_equal(qm__line_crosses(&s->table, &s->table.prisms[0], b, a), does);
    return does;
}

static void test_crossing(void **state) {
    (void)state;
    scene s;
    begin(&s);
    add_box(&s, 1000, 1000, 2000, 3000, 0, 1000);
    s.prisms[0].flags = QM__PRISM_CLEAR; /* that it can be seen through makes no difference */
    prepare(&s);
    assert_true(crosses(&s, (qm__eye){0, 2000, 500}, (qm__eye){4000, 2000, 500}));
    assert_true(crosses(&s, (qm__eye){0, 2000, 1500}, (qm__eye){4000, 2000, 0})); /* down through its back */
    assert_true(crosses(&s, (qm__eye){0, 2000, 500}, (qm__eye){1002, 2000, 500}));
    assert_false(crosses(&s, (qm__eye){0, 2000, 500}, (qm__eye){1000, 2000, 500})); /* up to its face */
    assert_false(crosses(&s, (qm__eye){0, 2000, 3001}, (qm__eye){3000, 2000, 1})); /* just over its far edge */
    assert_true(crosses(&s, (qm__eye){0, 2000, 2998}, (qm__eye){3000, 2000, -2}));
    assert_false(crosses(&s, (qm__eye){0, 2000, 1000}, (qm__eye){4000, 2000, 1000})); /* over its top */
    assert_false(crosses(&s, (qm__eye){1000, 0, 500}, (qm__eye){1000, 4000, 500}));   /* along its side */
    assert_false(crosses(&s, (qm__eye){0, 2000, 500}, (qm__eye){2000, 4000, 500}));   /* through its corner */
    assert_true(crosses(&s, (qm__eye){0, 1998, 500}, (qm__eye){2000, 3998, 500}));
    assert_true(crosses(&s, (qm__eye){1500, 2000, 3000}, (qm__eye){1500, 2000, 900})); /* upright */
    assert_false(crosses(&s, (qm__eye){1500, 2000, 3000}, (qm__eye){1500, 2000, 1000}));
    assert_false(crosses(&s, (qm__eye){500, 2000, 3000}, (qm__eye){500, 2000, 0}));
    qm__arena_free(&s.arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nothing_between),
        cmocka_unit_test(test_half_hidden),
        cmocka_unit_test(test_all_hidden),
        cmocka_unit_test(test_one_third),
        cmocka_unit_test(test_two_that_overlap),
        cmocka_unit_test(test_slanted),
        cmocka_unit_test(test_window),
        cmocka_unit_test(test_low_walls),
        cmocka_unit_test(test_from_a_roof),
        cmocka_unit_test(test_slab),
        cmocka_unit_test(test_eye_in_a_wall_plane),
        cmocka_unit_test(test_shared_walls),
        cmocka_unit_test(test_holes),
        cmocka_unit_test(test_not_convex),
        cmocka_unit_test(test_round_body),
        cmocka_unit_test(test_round_body_cut),
        cmocka_unit_test(test_rectangle_body),
        cmocka_unit_test(test_rectangle_target),
        cmocka_unit_test(test_who_is_skipped),
        cmocka_unit_test(test_eye_over_the_target),
        cmocka_unit_test(test_many_blockers),
        cmocka_unit_test(test_invariance),
        cmocka_unit_test(test_lines), cmocka_unit_test(test_crossing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
