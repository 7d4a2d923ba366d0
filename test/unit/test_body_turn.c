/* Arcs and turning: borders exactly met, against dense points of bases and against adding up thousands of small steps.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/angle.h"
#include "base/random.h"
#include "space/table/body.h"

enum { SEED = 78, TARGETS = 5000, TURNS = 400, STEPS = 4000 };
enum { FRONT = QM__ARC_FRONT, LEFT = QM__ARC_LEFT, REAR = QM__ARC_REAR, RIGHT = QM__ARC_RIGHT };

static const qm__xy origin = {0, 0};
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

static void near(double value, double expected, double by) {
    if (!(value <= expected + by && value >= expected - by)) {
        fail_msg("%.9f is not within %g of %.9f", value, by, expected);
    }
}

/* -------------------------------------------------------------------------------------------------------------- arcs
 */

/* A quarter turn to the left of every arc. */
static unsigned turned_left(unsigned arcs) {
    return (arcs << 1 | arcs >> 3) & 15u;
}
static unsigned mirrored(unsigned arcs) {
    return (arcs & (FRONT | REAR)) | (arcs & LEFT ? RIGHT : 0u) | (arcs & RIGHT ? LEFT : 0u);
}

/* Asks, and asks about all images: moved, turned by quarters, mirrored. */
static unsigned arcs_everywhere(int32_t facing, int32_t half, const qm__body *target) {
    const unsigned found = qm__arcs_of(origin, facing, half, target);
    qm__body image = *target;
    unsigned expected = found;
    for (int i = 0; i < 4; i++) {
        image = (qm__body){.x = -image.y,
                           .y = image.x,
                           .radius = image.radius,
                           .width = image.width,
                           .length = image.length,
                           .facing = image.facing + 16384};
        expected = turned_left(expected);
        if (half == 8192) {
            assert_int_equal(qm__arcs_of(origin, facing, half, &image), expected);
        }
        assert_int_equal(qm__arcs_of(origin, facing + 16384 * (i + 1), half, &image), found);
    }
    image = *target;
    image.y = -image.y;
    image.facing = -image.facing;
    assert_int_equal(qm__arcs_of(origin, -facing, half, &image), mirrored(found));
    image = *target;
    image.x += 54321;
    image.y -= 1234567;
    assert_int_equal(qm__arcs_of((qm__xy){54321, -1234567}, facing + 65536, half, &image), found);
    return found;
}

static void whole_bases_lie_in_one_arc(void **state) {
    (void)state;
    const qm__body ahead = round_body(3000, 0, 500), left = oblong(100, 4000, 700, 900, 333);
    assert_int_equal(arcs_everywhere(0, 8192, &ahead), FRONT);
    assert_int_equal(arcs_everywhere(16384, 8192, &ahead), RIGHT);
    assert_int_equal(arcs_everywhere(32768, 8192, &ahead), REAR);
    assert_int_equal(arcs_everywhere(49152, 8192, &ahead), LEFT);
    assert_int_equal(arcs_everywhere(0, 8192, &left), LEFT);
    assert_int_equal(arcs_everywhere(0, 16384, &left), FRONT | REAR);
    const qm__body over = round_body(300, 100, 500), beside = round_body(500, 0, 500);
    assert_int_equal(arcs_everywhere(0, 8192, &over), FRONT | LEFT | REAR | RIGHT);
    /* The rim runs through the mount: it reaches into both sides, but not behind. */
    assert_int_equal(arcs_everywhere(0, 8192, &beside), FRONT | LEFT | RIGHT);
    const qm__body barely = round_body(499.7, 0, 500), covering = round_body(499, 0, 500);
    assert_int_equal(arcs_everywhere(0, 8192, &barely), FRONT | LEFT | RIGHT);
    assert_int_equal(arcs_everywhere(0, 8192, &covering), FRONT | LEFT | REAR | RIGHT);
}

/* A disc and a square whose edges lie on the border at an eighth of a turn, from in front and then a little over it. */
static void touching_a_border_is_not_crossing_it(void **state) {
    (void)state;
    const double overs[5] = {0, 0.4, -0.4, 0.6, 1};
    for (int i = 0; i < 5; i++) {
        const double off = (500 - overs[i]) * qm__root(2); /* along x from the border */
        const qm__body disc = round_body(3000 + off, 3000, 500), flush = oblong(3000 + off, 3000, 1000, 1000, 8192);
        const unsigned expected = i < 3 ? FRONT : FRONT | LEFT;
        assert_int_equal(arcs_everywhere(0, 8192, &disc), expected);
        assert_int_equal(arcs_everywhere(0, 8192, &flush), expected);
        /* A square with a corner over the border reaches in by as much. */
        const qm__body tip = oblong(4000 - overs[i] * qm__root(2), 3000, 1000, 1000, 0);
        assert_int_equal(arcs_everywhere(0, 8192, &tip), expected);
    }
    const qm__body astride = round_body(3000, 3000, 500), thin = oblong(3000, 3000, 1, 2000, 8192);
    assert_int_equal(arcs_everywhere(0, 8192, &astride), FRONT | LEFT);
    assert_int_equal(arcs_everywhere(0, 8192, &thin), FRONT | LEFT); /* all of it within the slack */
    /* Wide across: a base behind the mount that shows on both sides. */
    const qm__body wide = oblong(-500, 0, 4000, 400, 0);
    assert_int_equal(arcs_everywhere(0, 8192, &wide), LEFT | REAR | RIGHT);
}

/* How deep a point lies in the arc number i: its distance from the nearer border, negative outside. */
static double depth_in(int i, int32_t facing, int32_t half, qm__xy p) {
    const int32_t own = i % 2 == 0 ? half : 16384 - half;
    const qm__turn right = qm__turn_of(facing + 16384 * i - own), left = qm__turn_of(facing + 16384 * i + own);
    return qm__least(right.cos * p.y - right.sin * p.x, left.sin * p.x - left.cos * p.y);
}

/* The deepest of 41 × 41 points of a base. */
static double deepest(int i, int32_t facing, int32_t half, const qm__body *target) {
    const qm__turn turn = qm__turn_of(target->facing);
    double most = -1e30;
    for (int u = -20; u <= 20; u++) {
        for (int v = -20; v <= 20; v++) {
            const qm__turn around = qm__turn_of(v * 65536.0 / 41);
            const double reach = target->radius * (u + 20) / 40.0;
            const double ahead = target->length * u / 40.0, aside = target->width * v / 40.0;
            const qm__xy p = target->radius > 0
                                 ? (qm__xy){target->x + reach * around.cos, target->y + reach * around.sin}
                                 : (qm__xy){target->x + ahead * turn.cos - aside * turn.sin,
                                            target->y + ahead * turn.sin + aside * turn.cos};
            most = qm__most(most, depth_in(i, facing, half, p));
        }
    }
    return most;
}

static void random_arcs_agree(void **state) {
    (void)state;
    int several = 0, close = 0;
    for (int k = 0; k < TARGETS; k++) {
        const int32_t facing = any(0, 65535), half = k % 2 ? 8192 : any(1000, 15384);
        const int32_t spread = k % 3 ? 4000 : 1200;
        const qm__body target =
            any(0, 1) ? round_body(any(-spread, spread), any(-spread, spread), any(5, 1000))
                      : oblong(any(-spread, spread), any(-spread, spread), any(5, 2000), any(5, 2000), any(0, 65535));
        const unsigned found = arcs_everywhere(facing, half, &target);
        const bool covers = qm__body_point_distance(&target, origin) < -QM__SLACK;
        /* No point of a base is farther than this from one of its samples. */
        const double mesh = (target.radius > 0 ? target.radius * 0.11 : (target.length + target.width) * 0.02) + 0.01;
        for (int i = 0; i < 4; i++) {
            const double depth = deepest(i, facing, half, &target);
            if (depth > QM__SLACK + 1e-6) {
                assert_true(found >> i & 1);
            } else if (depth < QM__SLACK - mesh && !covers) {
                assert_false(found >> i & 1);
            } else {
                close++;
            }
        }
        several += found != FRONT && found != LEFT && found != REAR && found != RIGHT;
    }
    print_message("targets in several arcs %d, arcs too close to sample %d\n", several, close);
    assert_true(several > TARGETS / 10 && close < TARGETS);
}

static void corners_make_arcs(void **state) {
    (void)state;
    const qm__body square = oblong(0, 0, 1000, 1000, 0), disc = round_body(0, 0, 500),
                   needle = oblong(0, 0, 1, 90000, 0);
    const qm__body wide = oblong(0, 0, 90000, 1, 0), usual = oblong(0, 0, 1500, 2500, 0);
    assert_int_equal(qm__corner_half(&square), 8192);
    assert_int_equal(qm__corner_half(&disc), 8192);
    assert_int_equal(qm__corner_half(&needle), 1);
    assert_int_equal(qm__corner_half(&wide), 16383);
    assert_int_equal(qm__corner_half(&usual), 5637); /* atan(3/5) = 30.9638 degrees = 5636.8 parts */
}

/* ----------------------------------------------------------------------------------------------------------- turning
 */

/* The longest way and displacement of a corner, by small steps; at the start of each the arm is turned afresh. */
static double slow_travel(const qm__body *body, qm__xy to, int32_t turn, double *displacement) {
    double longest = 0;
    *displacement = 0;
    for (int i = 0; i < 4; i++) {
        const double ahead = (i & 1 ? 0.5 : -0.5) * body->length, aside = (i & 2 ? 0.5 : -0.5) * body->width;
        qm__xy first = {0, 0}, last = {0, 0};
        double length = 0;
        for (int k = 0; k <= STEPS; k++) {
            const double part = (double)k / STEPS;
            const qm__turn now = qm__turn_of(body->facing + turn * part);
            const qm__xy p = {body->x + (to.x - body->x) * part + ahead * now.cos - aside * now.sin,
                              body->y + (to.y - body->y) * part + ahead * now.sin + aside * now.cos};
            length += k ? qm__apart(p, last) : 0;
            first = k ? first : p;
            last = p;
        }
        longest = qm__most(longest, length);
        *displacement = qm__most(*displacement, qm__apart(first, last));
    }
    return longest;
}

static void plain_turns_travel_arcs(void **state) {
    (void)state;
    const qm__body body = oblong(700, -300, 3000, 4000, 100); /* corners at 2500 from the centre */
    const qm__xy here = {700, -300};
    near(qm__turn_travel(&body, here, 100 + 16384), 2500 * QM__PI / 2, 1e-9);
    near(qm__turn_travel(&body, here, 100 - 16384), 2500 * QM__PI / 2, 1e-9);
    near(qm__turn_travel(&body, here, 100 + 32768), 2500 * QM__PI, 1e-9);
    near(qm__turn_travel(&body, here, 100 + 65536 - 1), 2500 * QM__PI / 32768, 1e-9);
    near(qm__turn_displacement(&body, here, 100 + 16384), 2500 * qm__root(2), 1e-9);
    near(qm__turn_displacement(&body, here, 100 + 32768), 5000, 1e-9);
    assert_true(qm__turn_travel(&body, here, 100) == 0 && qm__turn_displacement(&body, here, 100) == 0);
    const qm__xy there = {700 + 3000, -300 + 4000};
    assert_true(qm__turn_travel(&body, there, 100) == 5000);
    assert_true(qm__turn_displacement(&body, there, 100) == 5000);
    const qm__body disc = round_body(700, -300, 500);
    assert_true(qm__turn_travel(&disc, there, 20000) == 5000);
    assert_true(qm__turn_displacement(&disc, there, 20000) == 5000);
}

/* A square that rolls like a wheel for half a turn. Corners trace cycloids: from cusp to crest 4 radii, and over the
 * crest from quarter to quarter 4 √2. */
static void rolling_makes_cycloids(void **state) {
    (void)state;
    const qm__body square = oblong(0, 0, 2000, 2000, 0);
    const double radius = 1000 * qm__root(2), way = QM__PI * radius;
    const qm__turn diagonal = qm__turn_of(8192);
    const qm__xy to = {way * diagonal.cos, way * diagonal.sin};
    near(qm__turn_travel(&square, to, 32768), 4 * qm__root(2) * radius, 1e-6);
    /* Flat and long, its corners almost opposite each other: the longer way is nearly that of a cusp and a crest. */
    const qm__body plank = oblong(0, 0, 2, 2000, 0);
    const double arm = qm__root(1000.0 * 1000 + 1), roll = QM__PI * arm;
    near(qm__turn_travel(&plank, (qm__xy){0, roll}, 32768), 4 * arm, 6);
    double displacement;
    near(qm__turn_travel(&plank, (qm__xy){0, roll}, 32768),
         slow_travel(&plank, (qm__xy){0, roll}, 32768, &displacement), 2e-3);
}

static void random_turns_agree(void **state) {
    (void)state;
    for (int i = 0; i < TURNS; i++) {
        const qm__body body = oblong(any(-500, 500), any(-500, 500), any(1, 4000), any(1, 6000), any(0, 65535));
        const int32_t turn = i % 5 == 0 ? 32768 : i % 5 == 1 ? any(-50, 50) : any(-32767, 32768);
        const double arm = qm__root((double)body.width * body.width + (double)body.length * body.length) / 2;
        qm__xy to = {body.x + any(-6000, 6000), body.y + any(-6000, 6000)};
        if (i % 4 == 0) { /* as fast as the corners turn: cusps */
            const qm__turn along = qm__turn_of(any(0, 65535));
            const double way = arm * (turn < 0 ? -turn : turn) * (QM__PI / 32768);
            to = (qm__xy){body.x + way * along.cos, body.y + way * along.sin};
        }
        double slow_displacement;
        const double slow = slow_travel(&body, to, turn, &slow_displacement);
        const double found = qm__turn_travel(&body, to, body.facing + turn);
        assert_true(found >= slow - 1e-6); /* chords are never longer */
        near(found, slow, 5e-3);
        near(qm__turn_displacement(&body, to, body.facing + turn + 65536), slow_displacement, 1e-7);
        assert_true(found >= slow_displacement - 1e-6);
    }
}

/* Turning everything by quarters, and mirroring it, changes nothing. */
static void images_travel_the_same(void **state) {
    (void)state;
    for (int i = 0; i < 2000; i++) {
        const qm__body body = oblong(any(-500, 500), any(-500, 500), any(1, 4000), any(1, 6000), any(0, 65535));
        const int32_t facing = body.facing + (i % 4 ? any(-32767, 32767) : 32768);
        const qm__xy to = {any(-6000, 6000), any(-6000, 6000)};
        const double travel = qm__turn_travel(&body, to, facing), shift = qm__turn_displacement(&body, to, facing);
        qm__body image = body;
        image.x = -body.y;
        image.y = body.x;
        image.facing += 16384;
        near(qm__turn_travel(&image, (qm__xy){-to.y, to.x}, facing + 16384), travel, 1e-7);
        near(qm__turn_displacement(&image, (qm__xy){-to.y, to.x}, facing + 16384), shift, 1e-7);
        image = body;
        image.y = -body.y;
        image.facing = -body.facing;
        near(qm__turn_travel(&image, (qm__xy){to.x, -to.y}, -facing), travel, 1e-7);
        near(qm__turn_displacement(&image, (qm__xy){to.x, -to.y}, -facing), shift, 1e-7);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whole_bases_lie_in_one_arc), cmocka_unit_test(touching_a_border_is_not_crossing_it),
        cmocka_unit_test(random_arcs_agree),          cmocka_unit_test(corners_make_arcs),
        cmocka_unit_test(plain_turns_travel_arcs),    cmocka_unit_test(rolling_makes_cycloids),
        cmocka_unit_test(random_turns_agree),         cmocka_unit_test(images_travel_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
