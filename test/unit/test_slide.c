/* Rectangles that slide, against standing: one that gets to a place stands, a little smaller, wherever it is on the
 * way; one that does not is, a little larger, somewhere on it in something. And the boundaries, by hand.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/angle.h"
#include "base/random.h"
#include "space/table/slide.h"
#include "support/tabletop.h"

enum { SCENES = 60, SLIDES = 60, SIZE = 24000, STEP = 8 /* units between places that are looked at */ };

static const qm__walker point = {.radius = 1, .height = 2000, .step = 1000, .free_step = 1000};
static const qm__rect cart = {.width = 1000, .length = 3000};

static int32_t below(uint64_t *seed, int32_t n) {
    return (int32_t)qm__random_below(42, seed, (uint32_t)n);
}

static bool slides(const qm__levels *levels, const qm__crowd *crowd, const qm__rect *rect, qm__xy from, qm__xy to) {
    return qm__rect_slides(levels, crowd, rect, qm__spot_at(from, 0), qm__spot_at(to, 0));
}

static void beside_a_wall_it_slides_along_and_away(void **state) {
    (void)state;
    tabletop *t = tabletop_new(SIZE, SIZE);
    tabletop_box(t, 5000, 11000, 15000, 12000, 0, 3000, 0);
    const qm__levels *levels = tabletop_levels(t, &point);
    const qm__xy beside = {10000, 10500};
    assert_true(slides(levels, NULL, &cart, beside, (qm__xy){10000, 6000}));
    assert_true(slides(levels, NULL, &cart, beside, (qm__xy){14000, 10500}));
    assert_true(slides(levels, NULL, &cart, (qm__xy){12000, 5000}, beside));
    assert_false(slides(levels, NULL, &cart, beside, (qm__xy){14000, 10504}));
    assert_false(slides(levels, NULL, &cart, beside, (qm__xy){10000, 13000}));
    /* past its corner: the base touches it, and is in it by four units */
    assert_true(slides(levels, NULL, &cart, (qm__xy){16500, 10000}, (qm__xy){16500, 14000}));
    assert_false(slides(levels, NULL, &cart, (qm__xy){16496, 10000}, (qm__xy){16496, 14000}));
    tabletop_free(t);
}

static void who_blocks_is_kept_off_by_his_margin(void **state) {
    (void)state;
    tabletop *t = tabletop_new(SIZE, SIZE);
    const qm__levels *levels = tabletop_levels(t, &point);
    qm__body body = {.x = 10000, .y = 10000, .radius = 500, .height = 2000, .manner = QM__BLOCK};
    const qm__crowd crowd = {.bodies = &body, .count = 1, .self = UINT16_MAX};
    const qm__xy from = {5000, 11000}, to = {15000, 11000};
    assert_true(slides(levels, &crowd, &cart, from, to)); /* touching */
    assert_false(slides(levels, &crowd, &cart, (qm__xy){5000, 10990}, (qm__xy){15000, 10990}));
    body.margin = 1000;
    assert_false(slides(levels, &crowd, &cart, from, to));
    assert_false(slides(levels, &crowd, &cart, (qm__xy){5000, 11999}, (qm__xy){15000, 11999}));
    assert_true(slides(levels, &crowd, &cart, (qm__xy){5000, 12000}, (qm__xy){15000, 12000}));
    body.manner = QM__PASS_ONLY;
    assert_true(slides(levels, &crowd, &cart, from, to));
    tabletop_free(t);
}

/* ------------------------------------------------------------------------------------------------------ random tables
 */

/* Whether a base, larger by so much on every side, stands all along. */
static bool stands_along(const qm__levels *levels, const qm__crowd *crowd, qm__rect rect, qm__xy from, qm__xy to,
                         int32_t larger) {
    const int32_t count = (int32_t)(qm__apart(from, to) / STEP) + 1;
    bool stands = true;
    rect.width += 2 * larger;
    rect.length += 2 * larger;
    for (int32_t i = 0; i <= count && stands; i++) {
        const qm__xy at = qm__along(from, qm__minus(to, from), (double)i / count);
        stands = qm__rect_stands(levels, crowd, &rect, qm__spot_at(at, 0), QM__SLACK, NULL);
    }
    return stands;
}

static void add_solid(tabletop *t, uint64_t *seed) {
    const int32_t x = 4000 + below(seed, SIZE - 11000), y = 4000 + below(seed, SIZE - 11000);
    const int32_t w = 100 + below(seed, 3000), d = 100 + below(seed, 3000);
    if (below(seed, 2)) {
        tabletop_box(t, x, y, x + w, y + d, 0, 3000, 0);
    } else {
        tabletop_prism(t, (int32_t[]){x, y, x + w, y + d / 2, x + w / 3, y + d}, 3, 0, 3000, 0);
    }
}

static qm__body some_body(uint64_t *seed) {
    qm__body body = {.x = 2000 + below(seed, SIZE - 4000),
                     .y = 2000 + below(seed, SIZE - 4000),
                     .height = 2000,
                     .manner = QM__BLOCK,
                     .margin = below(seed, 3) ? 0 : below(seed, 1500)};
    if (below(seed, 2)) {
        body.radius = 100 + below(seed, 1500);
    } else {
        body.width = 100 + below(seed, 2000);
        body.length = 100 + below(seed, 2000);
        body.facing = below(seed, QM__PARTS);
    }
    return body;
}

static qm__xy some_place(uint64_t *seed) {
    return (qm__xy){2500 + below(seed, SIZE - 5000), 2500 + below(seed, SIZE - 5000)};
}

static void slides_are_those_that_stand_all_along(void **state) {
    (void)state;
    uint64_t seed = 1;
    uint32_t clear = 0, barred = 0;
    for (int n = 0; n < SCENES; n++) {
        tabletop *t = tabletop_new(SIZE, SIZE);
        qm__body bodies[3];
        for (int i = 0; i < 3; i++) {
            add_solid(t, &seed);
            bodies[i] = some_body(&seed);
        }
        const qm__levels *levels = tabletop_levels(t, &point);
        const qm__crowd crowd = {.bodies = bodies, .count = 3, .self = UINT16_MAX};
        for (int i = 0; i < SLIDES && levels; i++) { /* solids that overlap are no table */
            const qm__rect rect = {.width = 200 + below(&seed, 2000),
                                   .length = 200 + below(&seed, 2000),
                                   .facing = below(&seed, QM__PARTS)};
            const qm__xy from = some_place(&seed), to = some_place(&seed);
            if (!qm__rect_stands(levels, &crowd, &rect, qm__spot_at(from, 0), QM__SLACK, NULL)) {
                continue;
            }
            const bool does = slides(levels, &crowd, &rect, from, to);
            assert_true(!does || stands_along(levels, &crowd, rect, from, to, -2));
            assert_true(does || !stands_along(levels, &crowd, rect, from, to, STEP));
            clear += does;
            barred += !does;
        }
        tabletop_free(t);
    }
    assert_true(clear > 300 && barred > 300);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(beside_a_wall_it_slides_along_and_away),
        cmocka_unit_test(who_blocks_is_kept_off_by_his_margin),
        cmocka_unit_test(slides_are_those_that_stand_all_along),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
