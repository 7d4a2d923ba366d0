/* Rims, edges and falls on tables put together by hand, with numbers that can be found on paper. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "space/table/fall.h"
#include "support/tabletop.h"

enum { WALKABLE = QM__PRISM_WALKABLE };

static const qm__walker man = {.radius = 500, .height = 2000, .step = 1000, .free_step = 1000};

static qm__rims rims_of(tabletop *t) {
    qm__rims rims = {NULL, 0};
    assert_true(tabletop_finish(t));
    assert_int_equal(qm__rims_make(&t->table, &t->arena, &rims), QM_OK);
    return rims;
}

static bool near(double a, double b) {
    return a - b < 1e-6 && b - a < 1e-6;
}

/* The rim of a prism over a point; NULL when there is none. */
static const qm__rim *rim_at(const qm__rims *rims, uint16_t prism, double x, double y) {
    for (uint32_t i = 0; i < rims->count; i++) {
        const qm__rim *rim = &rims->items[i];
        if (rim->prism == prism && qm__point_segment_square((qm__xy){x, y}, rim->a, rim->b) < 0.01) {
            return rim;
        }
    }
    return NULL;
}

/* -------------------------------------------------------------------------------------------------------------- rims
 */

static void a_lone_box_has_four_rims(void **state) {
    (void)state;
    tabletop *t = tabletop_new(20000, 20000);
    tabletop_box(t, 5000, 5000, 9000, 8000, 0, 3000, WALKABLE);
    tabletop_box(t, 12000, 5000, 13000, 8000, 0, 3000, 0);
    const qm__rims rims = rims_of(t);
    assert_int_equal(rims.count, 4); /* what is not walkable has none */
    for (uint32_t i = 0; i < rims.count; i++) {
        const qm__rim *rim = &rims.items[i];
        assert_int_equal(rim->beyond, QM__BEYOND_DROP);
        assert_int_equal(rim->z, 3000);
        assert_int_equal(rim->below_z, 0);
        assert_int_equal(rim->below, QM__GROUND);
        assert_int_equal(rim->rail, 0);
        const qm__xy middle = {(rim->a.x + rim->b.x) / 2, (rim->a.y + rim->b.y) / 2};
        const qm__xy left = qm__left(qm__unit(qm__minus(rim->b, rim->a)));
        assert_int_equal(qm__polygon_side(&t->table, &t->table.prisms[0].polygon, middle.x + left.x, middle.y + left.y),
                         1);
    }
    tabletop_free(t);
}

static void an_edge_is_cut_where_others_begin_and_end(void **state) {
    (void)state;
    tabletop *t = tabletop_new(20000, 20000);
    const uint16_t top = tabletop_box(t, 2000, 2000, 12000, 6000, 0, 3000, WALKABLE);
    const uint16_t ledge =
        tabletop_box(t, 3000, 6000, 5000, 7000, 0, 1500, WALKABLE); /* along the upper edge, from the right: */
    const uint16_t flat = tabletop_box(t, 6000, 6000, 8000, 9000, 0, 3000, WALKABLE);
    const uint16_t wall = tabletop_box(t, 8000, 6000, 9000, 9000, 0, 7000, WALKABLE);
    const uint16_t pillar = tabletop_box(t, 10000, 5000, 11000, 7000, 0, 5000, WALKABLE); /* buries part of the edge */
    const qm__rims rims = rims_of(t);
    const qm__rim *rim = rim_at(&rims, top, 4000, 6000);
    assert_non_null(rim);
    assert_int_equal(rim->beyond, QM__BEYOND_DROP);
    assert_int_equal(rim->below, ledge);
    assert_int_equal(rim->below_z, 1500);
    assert_true(near(rim->a.x, 5000) && near(rim->b.x, 3000));
    rim = rim_at(&rims, top, 7000, 6000);
    assert_int_equal(rim->beyond, QM__BEYOND_FLAT);
    assert_int_equal(rim->below, flat);
    assert_true(near(rim->a.x, 8000) && near(rim->b.x, 6000));
    rim = rim_at(&rims, top, 8500, 6000);
    assert_int_equal(rim->beyond, QM__BEYOND_WALL);
    assert_int_equal(rim->below, wall);
    assert_int_equal(rim->below_z, 7000);
    assert_null(rim_at(&rims, top, 10500, 6000));
    rim = rim_at(&rims, top, 9500, 6000);
    assert_int_equal(rim->beyond, QM__BEYOND_DROP);
    assert_true(near(rim->a.x, 10000) && near(rim->b.x, 9000));
    assert_int_equal(rim_at(&rims, pillar, 10500, 5000)->below_z, 3000);
    assert_int_equal(rim_at(&rims, pillar, 10500, 7000)->below_z, 0);
    assert_int_equal(rim_at(&rims, pillar, 10000, 5500)->below, top);
    assert_int_equal(rim_at(&rims, pillar, 10000, 6500)->below, QM__GROUND);
    assert_int_equal(rim_at(&rims, ledge, 4000, 6000)->beyond, QM__BEYOND_WALL);
    tabletop_free(t);
}

static void a_crack_of_a_unit_is_no_gap_and_of_two_is_one(void **state) {
    (void)state;
    tabletop *t = tabletop_new(20000, 20000);
    const uint16_t a = tabletop_box(t, 2000, 2000, 4000, 4000, 0, 3000, WALKABLE);
    tabletop_box(t, 4001, 2000, 6000, 4000, 0, 3000, WALKABLE);
    tabletop_box(t, 2000, 4002, 4000, 6000, 0, 3000, WALKABLE);
    const qm__rims rims = rims_of(t);
    assert_int_equal(rim_at(&rims, a, 4000, 3000)->beyond, QM__BEYOND_FLAT);
    assert_int_equal(rim_at(&rims, a, 3000, 4000)->beyond, QM__BEYOND_DROP);
    tabletop_free(t);
}

/* A corner comes 1.6 out of a slanting wall, as far as its rim is free to a unit within: along the steeper of its
 * edges, which comes to the wall at a sine of 0.947, for (1.6 - 0.321) / 0.947. In a mirror the edges run the other
 * way. */
static void a_corner_that_hardly_comes_out_of_a_wall_has_its_rim_from_either_hand(void **state) {
    (void)state;
    for (int mirrored = 0; mirrored <= 1; mirrored++) {
        const int32_t side = mirrored ? -1 : 1, from = mirrored ? 11000 : 0;
        tabletop *t = tabletop_new(11000, 10000);
        int32_t wall[8] = {2820, 6740, 4560, 4420, 6960, 6220, 5220, 8540};
        int32_t slab[6] = {5928, 5444, 5243, 7532, 3288, 5486};
        for (int i = 0; i < 8; i += 2) {
            wall[i] = from + side * wall[i];
            slab[i % 6] = i < 6 ? from + side * slab[i] : slab[i % 6];
        }
        tabletop_prism(t, wall, 4, 0, 2800, WALKABLE);
        const uint16_t number = tabletop_prism(t, slab, 3, 0, 2300, WALKABLE);
        const qm__rims rims = rims_of(t);
        const qm__rim *const rim = rim_at(&rims, number, from + side * 5927.69, 5444.95);
        assert_non_null(rim);
        assert_int_equal(rim->beyond, QM__BEYOND_DROP);
        const double length = qm__apart(rim->a, rim->b);
        assert_true(length > 1.34 && length < 1.36);
        tabletop_free(t);
    }
}

static void the_table_and_the_ground_end_rims(void **state) {
    (void)state;
    tabletop *t = tabletop_new(10000, 10000);
    const uint16_t box = tabletop_box(t, 0, 2000, 4000, 4000, 0, 3000, WALKABLE);
    const uint16_t slab = tabletop_box(t, 6000, 2000, 8000, 4000, -500, 0, WALKABLE);
    tabletop_box(t, 6000, 6000, 8000, 8000, -500, -100, WALKABLE);
    const qm__rims rims = rims_of(t);
    assert_int_equal(rim_at(&rims, box, 0, 3000)->beyond, QM__BEYOND_NOTHING);
    assert_int_equal(rim_at(&rims, slab, 6000, 3000)->beyond, QM__BEYOND_FLAT);
    assert_int_equal(rim_at(&rims, slab, 6000, 3000)->below, QM__GROUND);
    assert_int_equal(rims.count, 8); /* nothing of what lies under the ground */
    tabletop_free(t);
    t = tabletop_new(10000, 10000);
    const uint16_t across = tabletop_box(t, 2000, 8000, 4000, 14000, 0, 3000, WALKABLE); /* leads off the table */
    const qm__rims cut = rims_of(t);
    assert_int_equal(rim_at(&cut, across, 4000, 9000)->beyond, QM__BEYOND_DROP);
    assert_int_equal(rim_at(&cut, across, 4000, 12000)->beyond, QM__BEYOND_NOTHING);
    assert_true(near(rim_at(&cut, across, 4000, 9000)->b.y, 10000));
    tabletop_free(t);
}

/* ------------------------------------------------------------------------------------------------------------- edges
 */

static void the_nearest_edge_has_a_drop_and_no_railing(void **state) {
    (void)state;
    tabletop *t = tabletop_new(20000, 20000);
    tabletop_box(t, 2000, 2000, 10000, 8000, 0, 3000, WALKABLE);
    t->corners[0].rail = 1000;                                    /* along y = 2000 */
    tabletop_box(t, 10000, 2000, 12000, 8000, 0, 2000, WALKABLE); /* only an inch lower to the right */
    const qm__rims rims = rims_of(t);
    uint32_t which = 99;
    const double left = qm__edge_distance(&t->table, &rims, 4000, 3000, 3000, 2000, 9000, &which);
    assert_true(near(left, 2000)); /* to the left: the railing at 1000 does not count */
    assert_true(near(rims.items[which].a.x, 2000));
    assert_true(near(qm__edge_distance(&t->table, &rims, 8000, 4000, 3000, 1000, 9000, NULL), 2000));
    assert_true(near(qm__edge_distance(&t->table, &rims, 8000, 4000, 3000, 1001, 9000, NULL), 4000));
    assert_true(near(qm__edge_distance(&t->table, &rims, 8000, 4000, 3000, 1001, 4000, NULL), 4000));
    assert_true(qm__edge_distance(&t->table, &rims, 8000, 4000, 3000, 1001, 3999, NULL) < 0);
    assert_true(qm__edge_distance(&t->table, &rims, 8000, 4000, 3000, 3001, 99000, NULL) < 0);
    assert_true(near(qm__edge_distance(&t->table, &rims, 2000, 4000, 3000, 2000, 100, NULL), 0));
    assert_true(qm__edge_distance(&t->table, &rims, 1000, 1000, 0, 1, 9000, NULL) < 0);
    tabletop_free(t);
}

static void an_edge_past_a_corner_is_as_near_as_the_nearest_of_all_corners(void **state) {
    (void)state;
    tabletop *t = tabletop_new(20000, 20000);
    tabletop_box(t, 2000, 2000, 8000, 8000, 0, 3000, WALKABLE);
    tabletop_box(t, 2000, 2000, 5000, 3000, 0, 4500, 0); /* on the left half of the lower edge */
    const qm__rims rims = rims_of(t);
    /* Past its corner (5000, 3000) to (5250, 2000), not to the far corner of the edge; to the left it is 2700. */
    const double past = qm__edge_distance(&t->table, &rims, 4700, 4200, 3000, 2000, 9000, NULL);
    assert_true(past > 2267 && past < 2268.5);
    tabletop_free(t);
}

static void an_edge_behind_a_wall_or_of_another_house_is_not_near(void **state) {
    (void)state;
    tabletop *t = tabletop_new(20000, 20000);
    tabletop_box(t, 2000, 2000, 8000, 8000, 0, 3000, WALKABLE);
    tabletop_box(t, 7500, 2000, 7800, 8000, 3000, 4500, 0);      /* a low wall before the right edge */
    tabletop_box(t, 2000, 8500, 8000, 12000, 0, 3000, WALKABLE); /* across an alley of half an inch */
    for (int i = 0; i < 4; i++) {
        t->corners[i].rail = i == 2 ? 600 : 0; /* the upper edge has a railing */
    }
    const qm__rims rims = rims_of(t);
    /* To the right there is a strip behind the wall; to the top the railing, then the other house: so it is the left or
     * lower edge. */
    assert_true(near(qm__edge_distance(&t->table, &rims, 7000, 7000, 3000, 2000, 99000, NULL), 5000));
    assert_true(near(qm__edge_distance(&t->table, &rims, 7000, 5500, 3000, 2000, 99000, NULL), 3500));
    tabletop_free(t);
}

/* ------------------------------------------------------------------------------------------------------ nearest places
 */

static bool nearest(const qm__levels *levels, const qm__crowd *crowd, double x, double y, int32_t z, double limit,
                    qm__spot *out) {
    const size_t size = qm__nearest_size(levels, crowd ? crowd->count : 0);
    void *scratch = malloc(size);
    const bool found =
        qm__nearest_stand(levels, crowd, (qm__spot){x, y, qm__level_at(levels, z)}, 0, limit, scratch, size, out);
    free(scratch);
    return found;
}

static void the_nearest_place_is_beside_a_wall_a_corner_or_a_figure(void **state) {
    (void)state;
    tabletop *t = tabletop_new(20000, 20000);
    tabletop_box(t, 5000, 5000, 9000, 9000, 0, 3000, WALKABLE);
    const qm__levels *levels = tabletop_levels(t, &man);
    qm__spot at;
    assert_true(nearest(levels, NULL, 3000, 3000, 0, 5000, &at));
    assert_true(near(at.x, 3000) && near(at.y, 3000));
    assert_true(nearest(levels, NULL, 5200, 7000, 0, 5000, &at)); /* inside: out to the left */
    assert_true(near(at.x, 4500) && near(at.y, 7000));
    assert_true(nearest(levels, NULL, 4900, 4900, 0, 5000, &at)); /* at the corner: on its circle */
    assert_true(near(qm__apart((qm__xy){at.x, at.y}, (qm__xy){5000, 5000}), 500) && near(at.x, at.y));
    assert_true(nearest(levels, NULL, -300, 7000, 0, 5000, &at));
    assert_true(near(at.x, 500) && near(at.y, 7000));
    assert_false(nearest(levels, NULL, 7000, 7000, 0, 2499, &at));
    assert_true(nearest(levels, NULL, 7000, 7000, 0, 2500, &at)); /* four equally near: the first by angle from +x */
    assert_true(near(at.x, 9500) && near(at.y, 7000));
    assert_true(nearest(levels, NULL, 4000, 6000, 3000, 1500, &at)); /* on the roof: its border */
    assert_true(near(at.x, 5000) && near(at.y, 6000));
    const qm__body other = {.x = 12000, .y = 12000, .radius = 600, .height = 2000, .manner = QM__BLOCK};
    const qm__crowd crowd = {.bodies = &other, .count = 1, .self = 1};
    assert_true(nearest(levels, &crowd, 12100, 12000, 0, 5000, &at));
    assert_true(near(at.x, 13100) && near(at.y, 12000));
    tabletop_free(t);
}

static void a_slot_exactly_as_wide_as_the_base_is_a_place(void **state) {
    (void)state;
    tabletop *t = tabletop_new(10000, 10000);
    tabletop_box(t, 0, 0, 4000, 10000, 0, 3000, 0);
    tabletop_box(t, 5000, 0, 10000, 10000, 0, 3000, 0);
    const qm__levels *levels = tabletop_levels(t, &man);
    qm__spot at;
    assert_true(nearest(levels, NULL, 4900, 5000, 0, 5000, &at));
    assert_true(near(at.x, 4500) && near(at.y, 5000));
    assert_true(nearest(levels, NULL, 4900, 100, 0, 5000, &at)); /* in the corner of slot and table */
    assert_true(near(at.x, 4500) && near(at.y, 500));
    tabletop_free(t);
}

/* ------------------------------------------------------------------------------------------------------------- falling
 */

static qm__fall fall(const qm__levels *levels, const qm__crowd *crowd, double x, double y, int32_t z, qm__xy outward,
                     int32_t margin) {
    qm__fall out;
    void *scratch = malloc(qm__fall_scratch_size(levels, crowd ? crowd->count : 0));
    qm__fall_find(levels, crowd, (qm__xy){x, y}, z, outward, margin, 6000, scratch, &out);
    free(scratch);
    return out;
}

static void a_fall_ends_at_the_foot(void **state) {
    (void)state;
    tabletop *t = tabletop_new(20000, 20000);
    tabletop_box(t, 5000, 5000, 9000, 9000, 0, 4000, WALKABLE);
    const qm__levels *levels = tabletop_levels(t, &man);
    const qm__fall f = fall(levels, NULL, 9000, 7000, 4000, (qm__xy){1, 0}, 0);
    assert_true(f.found);
    assert_true(near(f.landing.x, 9500) && near(f.landing.y, 7000));
    assert_int_equal(f.landing.level, 0);
    assert_int_equal(f.height, 4000);
    assert_true(near(f.distance, 500));
    assert_int_equal(f.equal, 1);
    assert_int_equal(f.pushed_by, 0);
    tabletop_free(t);
}

static void a_fall_lands_on_the_highest_ledge_and_on_from_a_full_one(void **state) {
    (void)state;
    tabletop *t = tabletop_new(20000, 20000);
    tabletop_box(t, 5000, 5000, 9000, 9000, 0, 6000, WALKABLE);
    tabletop_box(t, 9000, 6000, 10200, 8000, 0, 3000, WALKABLE);  /* a ledge of 1.2 by 2 inches */
    tabletop_box(t, 13000, 6000, 15000, 8000, 0, 3000, WALKABLE); /* another house's roof at the same height */
    const qm__levels *levels = tabletop_levels(t, &man);
    qm__fall f = fall(levels, NULL, 9000, 7000, 6000, (qm__xy){1, 0}, 0);
    assert_true(f.found);
    assert_int_equal(f.height, 3000);
    assert_true(near(f.landing.x, 9500) && near(f.landing.y, 7000));
    const qm__body other = {.x = 9600, .y = 7000, .z = 3000, .radius = 800, .height = 2000, .manner = QM__BLOCK};
    const qm__crowd crowd = {.bodies = &other, .count = 1, .self = 1};
    f = fall(levels, &crowd, 9000, 7000, 6000, (qm__xy){1, 0}, 0);
    assert_true(f.found);
    assert_int_equal(f.height, 6000); /* the ledge is full, so past it to the ground: x = 10200 + 500 */
    assert_int_equal(f.pushed_by, 1);
    assert_int_equal(f.landing.level, 0);
    /* Beside the ledge, below its corner: 500 from the house, 500 from the ledge. */
    assert_int_equal(f.equal, 2);
    assert_true(near(f.landings[0].x, 9500) && near(f.landings[0].y, 8500));
    assert_true(near(f.landings[1].x, 9500) && near(f.landings[1].y, 5500));
    tabletop_free(t);
}

static void a_figure_below_pushes_aside_and_two_sides_are_equal(void **state) {
    (void)state;
    tabletop *t = tabletop_new(20000, 20000);
    tabletop_box(t, 5000, 5000, 9000, 9000, 0, 4000, WALKABLE);
    const qm__levels *levels = tabletop_levels(t, &man);
    const qm__body other = {.x = 9500, .y = 7000, .radius = 500, .height = 2000, .manner = QM__PASS_ONLY};
    const qm__crowd crowd = {.bodies = &other, .count = 1, .self = 1};
    qm__fall f = fall(levels, &crowd, 9000, 7000, 4000, (qm__xy){1, 0}, 0);
    assert_true(f.found);
    assert_int_equal(f.pushed_by, 1);
    assert_int_equal(f.equal, 2); /* along the wall, a base to either side: by angle from +x */
    assert_true(near(f.landings[0].x, 9500) && near(f.landings[0].y, 8000));
    assert_true(near(f.landings[1].x, 9500) && near(f.landings[1].y, 6000));
    assert_true(near(f.distance * f.distance, 500.0 * 500 + 1000.0 * 1000));
    f = fall(levels, &crowd, 9000, 7000, 4000, (qm__xy){1, 0}, 100); /* kept off by a tenth of an inch */
    assert_int_equal(f.equal, 2);
    assert_true(near(f.landings[0].y, 8100));
    f = fall(levels, &crowd, 9000, 6900, 4000, (qm__xy){1, 0}, 0); /* a little to one side: no longer equal */
    assert_int_equal(f.equal, 1);
    assert_true(near(f.landing.y, 6000));
    tabletop_free(t);
}

static void a_fall_never_goes_back_through_the_house(void **state) {
    (void)state;
    tabletop *t = tabletop_new(20000, 20000);
    tabletop_box(t, 5000, 5000, 5200, 9000, 0, 4000, WALKABLE); /* a thin wall: behind it is as near as before it */
    const qm__levels *levels = tabletop_levels(t, &man);
    const qm__fall f = fall(levels, NULL, 5200, 7000, 4000, (qm__xy){1, 0}, 0);
    assert_int_equal(f.equal, 1);
    assert_true(near(f.landing.x, 5700));
    const qm__fall down = fall(levels, NULL, 5100, 7000, 4000, (qm__xy){0, 0}, 0); /* straight down: both sides */
    assert_int_equal(down.equal, 2);
    assert_true(near(down.landings[0].x, 5700) && near(down.landings[1].x, 4500));
    tabletop_free(t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_lone_box_has_four_rims),
        cmocka_unit_test(an_edge_is_cut_where_others_begin_and_end),
        cmocka_unit_test(a_crack_of_a_unit_is_no_gap_and_of_two_is_one),
        cmocka_unit_test(a_corner_that_hardly_comes_out_of_a_wall_has_its_rim_from_either_hand),
        cmocka_unit_test(the_table_and_the_ground_end_rims),
        cmocka_unit_test(the_nearest_edge_has_a_drop_and_no_railing),
        cmocka_unit_test(an_edge_past_a_corner_is_as_near_as_the_nearest_of_all_corners),
        cmocka_unit_test(an_edge_behind_a_wall_or_of_another_house_is_not_near),
        cmocka_unit_test(the_nearest_place_is_beside_a_wall_a_corner_or_a_figure),
        cmocka_unit_test(a_slot_exactly_as_wide_as_the_base_is_a_place),
        cmocka_unit_test(a_fall_ends_at_the_foot),
        cmocka_unit_test(a_fall_lands_on_the_highest_ledge_and_on_from_a_full_one),
        cmocka_unit_test(a_figure_below_pushes_aside_and_two_sides_are_equal),
        cmocka_unit_test(a_fall_never_goes_back_through_the_house),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
