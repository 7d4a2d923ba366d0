/* Links on tables put together by hand: climbs, ladders, jumps and drops, along whole edges and at their boundaries. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "space/table/links.h"
#include "support/tabletop.h"

enum { WALKABLE = QM__PRISM_WALKABLE, SHEER = QM__PRISM_WALKABLE | QM__PRISM_SHEER };

static const qm__walker man = {.radius = 500, .height = 2000, .step = 1000, .free_step = 1000};
static const qm__link_rules all_rules = {
    .jump_most = 3000, .rise_most = 1000, .climbs = true, .ladders = true, .jumps = true, .drops = true};
static const qm__link_rules climbs_only = {.climbs = true, .ladders = true};
static const qm__link_rules overs_too = {.climbs = true, .overs = true};
static const qm__link_rules jumps_only = {.jump_most = 3000, .rise_most = 1000, .jumps = true};
static const qm__link_rules drops_only = {.jump_most = 3000, .drops = true};

static const qm__links *links_for(tabletop *t, const qm__walker *walker, const qm__link_rules *rules) {
    const qm__levels *levels = tabletop_levels(t, walker);
    const qm__walks *walks = NULL;
    qm__rims rims;
    const qm__links *links = NULL;
    assert_non_null(levels);
    assert_int_equal(qm__walks_make(levels, 0, &t->arena, &walks), QM_OK);
    assert_int_equal(qm__rims_make(&t->table, &t->arena, &rims), QM_OK);
    assert_int_equal(qm__links_make(walks, &rims, rules, &t->arena, &links), QM_OK);
    return links;
}

static const qm__links *links_of(tabletop *t, const qm__link_rules *rules) {
    return links_for(t, &man, rules);
}

static bool near(double a, double b) {
    return a - b < 1e-3 && b - a < 1e-3;
}

static bool at(qm__xy p, double x, double y) {
    return near(p.x, x) && near(p.y, y);
}

/* How many links of a kind lead from one height to another; the last of them in `out`. */
static int count(const qm__links *links, qm__link_kind kind, int32_t from_z, int32_t to_z, const qm__link **out) {
    int n = 0;
    for (uint32_t i = 0; i < links->count; i++) {
        const qm__link *link = &links->items[i];
        if (link->kind == kind && qm__level_height(links->levels, link->from) == from_z &&
            qm__level_height(links->levels, link->to) == to_z) {
            n++;
            if (out) {
                *out = link;
            }
        }
    }
    return n;
}

/* The link of a kind whose take-off curve has a point. */
static const qm__link *link_at(const qm__links *links, qm__link_kind kind, int32_t from_z, int32_t to_z, double x,
                               double y) {
    for (uint32_t i = 0; i < links->count; i++) {
        const qm__link *link = &links->items[i];
        if (link->kind == kind && qm__level_height(links->levels, link->from) == from_z &&
            qm__level_height(links->levels, link->to) == to_z &&
            qm__point_segment_square((qm__xy){x, y}, link->off.a, link->off.b) < 0.01) {
            return link;
        }
    }
    return NULL;
}

/* ------------------------------------------------------------------------------------------------------------- climbs
 */

static void a_box_is_climbed_on_four_faces_up_and_down(void **state) {
    (void)state;
    tabletop *t = tabletop_new(20000, 20000);
    tabletop_box(t, 5000, 5000, 9000, 8000, 0, 3000, WALKABLE);
    const qm__links *links = links_of(t, &climbs_only);
    assert_int_equal(links->count, 8);
    const qm__link *up = link_at(links, QM__LINK_CLIMB, 0, 3000, 7000, 4500);
    assert_non_null(up);
    assert_true(at(up->off.a, 5000, 4500) && at(up->off.b, 9000, 4500));
    assert_true(at(up->on.a, 5000, 5000) && at(up->on.b, 9000, 5000));
    assert_int_equal(up->rise, 3000);
    assert_true(near(up->least, 500) && near(up->most, 500));
    const qm__link *down = link_at(links, QM__LINK_CLIMB, 3000, 0, 7000, 5000);
    assert_non_null(down);
    assert_int_equal(down->rise, -3000);
    assert_true(at(down->on.a, 5000, 4500));
    tabletop_free(t);
}

static void a_step_is_not_climbed_and_a_unit_more_is(void **state) {
    (void)state;
    tabletop *t = tabletop_new(20000, 20000);
    tabletop_box(t, 2000, 2000, 4000, 4000, 0, 1000, WALKABLE);
    tabletop_box(t, 8000, 2000, 10000, 4000, 0, 1001, WALKABLE);
    tabletop_box(t, 14000, 2000, 16000, 4000, 0, 3000, SHEER);
    tabletop_box(t, 14000, 8000, 16000, 10000, 0, 3000, 0); /* nothing to stand on above */
    const qm__links *links = links_of(t, &climbs_only);
    assert_int_equal(count(links, QM__LINK_CLIMB, 0, 1000, NULL), 0);
    assert_int_equal(count(links, QM__LINK_CLIMB, 0, 1001, NULL), 4);
    assert_int_equal(count(links, QM__LINK_CLIMB, 0, 3000, NULL), 0);
    tabletop_free(t);
}

static void a_balcony_above_cuts_the_face(void **state) {
    (void)state;
    tabletop *t = tabletop_new(20000, 20000);
    tabletop_box(t, 4000, 5000, 14000, 8000, 0, 5000, WALKABLE);
    tabletop_box(t, 8000, 4000, 10000, 5000, 3000, 3200, WALKABLE); /* a balcony on the lower face */
    const qm__links *links = links_of(t, &climbs_only);
    const qm__link *left = link_at(links, QM__LINK_CLIMB, 0, 5000, 5000, 4500);
    const qm__link *right = link_at(links, QM__LINK_CLIMB, 0, 5000, 12000, 4500);
    assert_non_null(left);
    assert_non_null(right);
    assert_true(at(left->off.a, 4000, 4500) && at(left->off.b, 7500, 4500)); /* half an inch from the balcony */
    assert_true(at(right->off.a, 10500, 4500) && at(right->off.b, 14000, 4500));
    assert_null(link_at(links, QM__LINK_CLIMB, 0, 5000, 9000, 4500));
    /* From the balcony up: its floor is an inch deep, the foot half an inch from the wall. */
    const qm__link *up = link_at(links, QM__LINK_CLIMB, 3200, 5000, 9000, 4500);
    assert_non_null(up);
    assert_true(at(up->off.a, 8000, 4500) && at(up->off.b, 10000, 4500));
    /* The balcony itself is a slab over nothing: no face leads up to it. */
    assert_int_equal(count(links, QM__LINK_CLIMB, 0, 3200, NULL), 0);
    tabletop_free(t);
}

static void flush_storeys_are_one_face_and_set_back_ones_are_not(void **state) {
    (void)state;
    tabletop *t = tabletop_new(30000, 20000);
    tabletop_box(t, 4000, 5000, 8000, 8000, 0, 3000, WALKABLE);
    tabletop_box(t, 4000, 5000, 8000, 8000, 3000, 6000, WALKABLE);
    tabletop_box(t, 14000, 5000, 18000, 8000, 0, 3000, WALKABLE);
    tabletop_box(t, 14000, 6000, 18000, 8000, 3000, 6000, WALKABLE); /* set back by an inch on the lower side */
    tabletop_box(t, 24000, 5000, 28000, 8000, 0, 3000, SHEER);       /* the lower storey is smooth */
    tabletop_box(t, 24000, 5000, 28000, 8000, 3000, 6000, WALKABLE);
    const qm__links *links = links_of(t, &climbs_only);
    assert_non_null(link_at(links, QM__LINK_CLIMB, 0, 6000, 6000, 4500));
    assert_int_equal(link_at(links, QM__LINK_CLIMB, 0, 6000, 6000, 4500)->prism, 1);
    assert_null(link_at(links, QM__LINK_CLIMB, 0, 3000, 6000, 4500)); /* buried under the upper one */
    assert_null(link_at(links, QM__LINK_CLIMB, 0, 6000, 16000, 4500));
    assert_non_null(link_at(links, QM__LINK_CLIMB, 0, 3000, 16000, 4500));
    assert_non_null(link_at(links, QM__LINK_CLIMB, 3000, 6000, 16000, 5500));
    assert_non_null(link_at(links, QM__LINK_CLIMB, 0, 6000, 16000, 8500)); /* the other side is flush */
    assert_null(link_at(links, QM__LINK_CLIMB, 0, 6000, 26000, 4500));
    tabletop_free(t);
}

static void a_row_of_houses_is_one_face(void **state) {
    (void)state;
    tabletop *t = tabletop_new(20000, 20000);
    tabletop_box(t, 4000, 5000, 8000, 8000, 0, 3000, WALKABLE);
    tabletop_box(t, 8000, 5000, 12000, 9000, 0, 3000, WALKABLE);
    const qm__links *links = links_of(t, &climbs_only);
    const qm__link *up = link_at(links, QM__LINK_CLIMB, 0, 3000, 6000, 4500);
    assert_true(at(up->off.a, 4000, 4500) && at(up->off.b, 12000, 4500));
    /* On the other side the second one stands out, and takes half an inch of the first one's foot. */
    up = link_at(links, QM__LINK_CLIMB, 0, 3000, 6000, 8500);
    assert_true(at(up->off.a, 7500, 8500) && at(up->off.b, 4000, 8500));
    tabletop_free(t);
}

static void railings_and_things_on_top_close_the_edge(void **state) {
    (void)state;
    tabletop *t = tabletop_new(20000, 20000);
    tabletop_box(t, 4000, 4000, 8000, 8000, 0, 3000, WALKABLE);
    t->corners[0].rail = 1001;                              /* y = 4000: higher than a step */
    t->corners[1].rail = 1000;                              /* x = 8000: a step */
    tabletop_box(t, 5000, 7800, 6000, 8000, 3000, 5000, 0); /* a chimney at the upper edge */
    const qm__links *links = links_of(t, &climbs_only);
    assert_null(link_at(links, QM__LINK_CLIMB, 0, 3000, 6000, 3500));
    const qm__link *right = link_at(links, QM__LINK_CLIMB, 0, 3000, 8500, 6000);
    assert_non_null(right); /* stepping over the low railing; the high one keeps half an inch free */
    assert_true(at(right->on.a, 8000, 4500) && at(right->on.b, 8000, 8000));
    const qm__link *left = link_at(links, QM__LINK_CLIMB, 0, 3000, 4300, 8500);
    assert_non_null(left);
    assert_true(near(left->off.a.x, 4500) && near(left->off.b.x, 4000)); /* half an inch from the chimney */
    tabletop_free(t);
}

static void leeway_joins_a_foot_and_a_top_beside_each_other(void **state) {
    (void)state;
    tabletop *t = tabletop_new(20000, 20000);
    tabletop_box(t, 4000, 4000, 12000, 8000, 0, 3000, WALKABLE);
    tabletop_box(t, 4000, 3400, 7000, 4000, 0, 1500,
                 0); /* a crate at the foot, no place to stand: x up to 7500 is taken */
    tabletop_box(t, 8000, 4000, 12000, 4400, 3000, 5000, 0); /* a parapet above: x from 7500 on is taken */
    qm__link_rules rules = climbs_only;
    const qm__links *links = links_of(t, &rules);
    const qm__link *up = link_at(links, QM__LINK_CLIMB, 0, 3000, 7500, 3500);
    assert_non_null(up); /* at exactly one place */
    assert_true(near(up->off.a.x, 7500) && near(up->off.b.x, 7500));
    rules.leeway = 1000;
    const qm__walker *walker = qm__levels_walker(links->levels);
    const qm__walks *walks = NULL;
    qm__rims rims;
    assert_int_equal(qm__walks_make(links->levels, 0, &t->arena, &walks), QM_OK);
    assert_int_equal(qm__rims_make(&t->table, &t->arena, &rims), QM_OK);
    assert_int_equal(qm__links_make(walks, &rims, &rules, &t->arena, &links), QM_OK);
    assert_int_equal(walker->radius, 500);
    /* The crate is in the column too, so climbing begins at 7500; the parapet stops the slide, so it ends there. */
    up = link_at(links, QM__LINK_CLIMB, 0, 3000, 7500, 3500);
    assert_non_null(up);
    assert_true(near(up->most, 1500));
    const qm__link *free_face = link_at(links, QM__LINK_CLIMB, 0, 3000, 3500, 6000);
    assert_non_null(free_face);
    assert_true(near(free_face->least, 500) && near(free_face->most, 1500));
    tabletop_free(t);
}

static void feet_reach_farther_than_tops_by_the_leeway(void **state) {
    (void)state;
    qm__link_rules rules = climbs_only;
    rules.leeway = 400;
    tabletop *t = tabletop_new(20000, 20000);
    tabletop_box(t, 5000, 5000, 9000, 8000, 0, 3000, WALKABLE);
    tabletop_box(t, 5000, 5000, 7000, 5600, 3000, 3900, 0); /* low, on the edge and flush with it */
    /* A railing on the left half of the edge: the base keeps half an inch from it. */
    tabletop_prism(t, (int32_t[]){12000, 5000, 14000, 5000, 16000, 5000, 16000, 8000, 12000, 8000}, 5, 0, 3000,
                   WALKABLE);
    t->corners[t->table.corner_count - 5].rail = 1001;
    const qm__links *links = links_of(t, &rules);
    const qm__link *up = link_at(links, QM__LINK_CLIMB, 0, 3000, 8000, 4500);
    assert_non_null(up);
    assert_true(at(up->off.a, 6600, 4500) && at(up->off.b, 9000, 4500));
    assert_true(at(up->on.a, 7000, 5000) && at(up->on.b, 9000, 5000));
    up = link_at(links, QM__LINK_CLIMB, 0, 3000, 15000, 4500);
    assert_non_null(up);
    assert_true(at(up->off.a, 14100, 4500) && at(up->off.b, 16000, 4500));
    assert_true(at(up->on.a, 14500, 5000) && at(up->on.b, 16000, 5000));
    const qm__link *down = link_at(links, QM__LINK_CLIMB, 3000, 0, 15000, 5000);
    assert_non_null(down);
    assert_true(at(down->on.a, 14100, 4500) && at(down->on.b, 16000, 4500));
    tabletop_free(t);
}

static void a_face_is_climbed_up_to_a_sharp_corner(void **state) {
    (void)state;
    tabletop *t = tabletop_new(20000, 20000);
    /* A wedge: 0.06 thick for each unit along, so one unit at 16.667 from its point. */
    tabletop_prism(t, (int32_t[]){5000, 5000, 9000, 5000, 9000, 5240}, 3, 0, 3000, WALKABLE);
    const qm__links *links = links_of(t, &climbs_only);
    const qm__link *up = link_at(links, QM__LINK_CLIMB, 0, 3000, 7000, 4500);
    assert_non_null(up);
    assert_true(up->on.a.x > 4999 && up->on.a.x < 5017 && near(up->on.b.x, 9000));
    tabletop_free(t);
}

static void with_whole_support_the_top_is_a_radius_inside(void **state) {
    (void)state;
    const qm__walker whole = {.radius = 500, .height = 2000, .step = 1000, .free_step = 1000, .whole = true};
    tabletop *t = tabletop_new(20000, 20000);
    tabletop_box(t, 5000, 5000, 9000, 8000, 0, 3000, WALKABLE);
    tabletop_box(t, 12000, 5000, 12900, 8000, 0, 3000, WALKABLE); /* too thin for the whole base */
    const qm__links *links = links_for(t, &whole, &climbs_only);
    const qm__link *up = link_at(links, QM__LINK_CLIMB, 0, 3000, 7000, 4500);
    assert_non_null(up);
    assert_true(near(up->on.a.y, 5500) && near(up->on.a.x, 5500) && near(up->on.b.x, 8500));
    assert_true(near(up->least, 1000));
    assert_int_equal(links->count, 8);
    tabletop_free(t);
}

/* A balcony whose edge goes off the wall by one unit in four thousand: the base at the foot stands on it as far as the
 * slack of searches holds, a quarter of a unit, though nowhere without it. */
static void a_drop_leads_down_as_far_as_the_slack_holds(void **state) {
    (void)state;
    const qm__walker whole = {.radius = 500, .height = 2000, .step = 500, .free_step = 500, .whole = true};
    const qm__link_rules rules = {.jump_most = 3000, .drops = true, .drop_to_foot = true};
    tabletop *t = tabletop_new(20000, 20000);
    tabletop_box(t, 5000, 2000, 9000, 9000, 0, 4000, WALKABLE);
    tabletop_prism(t, (int32_t[]){2500, 3000, 5000, 3000, 4999, 7000, 2500, 7000}, 4, 900, 1000, WALKABLE);
    const qm__links *links = links_for(t, &whole, &rules);
    const qm__link *down = link_at(links, QM__LINK_DROP, 4000, 1000, 5500, 3700);
    assert_non_null(down);
    const double low = qm__least(down->on.a.y, down->on.b.y), high = qm__most(down->on.a.y, down->on.b.y);
    assert_true(near(down->on.a.x, 4500) && near(down->off.a.x, 5500));
    assert_true(low > 3499 && low < 3501 && high > 3990 && high < 4010);
    tabletop_free(t);
}

/* ---------------------------------------------------------------------------------------------------- over thin walls
 */

/* How many links lead over something. */
static int overs(const qm__links *links) {
    int n = 0;
    for (uint32_t i = 0; i < links->count; i++) {
        n += links->items[i].over > 0;
    }
    return n;
}

static void a_fence_is_climbed_over_from_foot_to_foot(void **state) {
    (void)state;
    tabletop *t = tabletop_new(20000, 20000);
    tabletop_box(t, 12000, 5000, 12200, 8000, 0, 2000, 0);
    const qm__link_rules aside = {.climbs = true, .overs = true, .leeway = 1000};
    const qm__links *links = links_of(t, &overs_too);
    const qm__link *east = link_at(links, QM__LINK_CLIMB, 0, 0, 11500, 6000);
    assert_non_null(east);
    assert_true(at(east->off.a, 11500, 8000) && at(east->off.b, 11500, 5000));
    assert_true(at(east->on.a, 12700, 8000) && at(east->on.b, 12700, 5000));
    assert_true(near(east->least, 1200) && near(east->most, 1200) && at(east->out, -1, 0));
    assert_int_equal(east->over, 2000);
    assert_int_equal(east->rise, 0);
    assert_non_null(link_at(links, QM__LINK_CLIMB, 0, 0, 12700, 6000));
    assert_non_null(link_at(links, QM__LINK_CLIMB, 0, 0, 12100, 4500)); /* and all along it */
    assert_int_equal(overs(links), 4);
    links = links_of(t, &aside);
    assert_true(near(link_at(links, QM__LINK_CLIMB, 0, 0, 11500, 6000)->most, 2200));
    assert_int_equal(overs(links_of(t, &climbs_only)), 0);
    tabletop_free(t);
}

/* A wall from 12" to 12.2" and from 5" to 8", as high as that, and how many links lead over it. */
static int overs_of_wall(const qm__walker *walker, int32_t thick, int32_t bottom, int32_t top, unsigned flags) {
    tabletop *t = tabletop_new(20000, 20000);
    tabletop_box(t, 12000, 5000, 12000 + thick, 8000, bottom, top, flags);
    const int n = overs(links_for(t, walker, &overs_too));
    tabletop_free(t);
    return n;
}

static void only_what_cannot_be_stood_on_is_climbed_over(void **state) {
    (void)state;
    const qm__walker whole = {.radius = 500, .height = 2000, .step = 1000, .free_step = 1000, .whole = true};
    assert_int_equal(overs_of_wall(&man, 200, 0, 1001, 0), 4);
    assert_int_equal(overs_of_wall(&man, 200, 0, 1000, 0), 0); /* a step */
    assert_int_equal(overs_of_wall(&man, 200, 0, 2000, WALKABLE), 0);
    assert_int_equal(overs_of_wall(&man, 200, 0, 2000, QM__PRISM_SHEER), 0);
    assert_int_equal(overs_of_wall(&man, 200, 1000, 2000, 0), 4);
    assert_int_equal(overs_of_wall(&man, 200, 1001, 2000, 0), 0); /* it hangs too high to be climbed */
    assert_int_equal(overs_of_wall(&whole, 999, 0, 2000, WALKABLE), 4);
    assert_int_equal(overs_of_wall(&whole, 1000, 0, 2000, WALKABLE), 0);
}

static void what_is_in_the_way_over_a_wall_cuts_it(void **state) {
    (void)state;
    tabletop *t = tabletop_new(20000, 20000);
    tabletop_box(t, 12000, 2000, 12200, 12000, 0, 2000, 0);
    tabletop_box(t, 12000, 5000, 12200, 6000, 2000, 3000, 0); /* something on its top */
    tabletop_box(t, 11000, 9000, 12000, 9500, 1800, 1900, 0); /* a beam over the one foot */
    const qm__links *links = links_of(t, &overs_too);
    const qm__link *first = link_at(links, QM__LINK_CLIMB, 0, 0, 11500, 3000);
    const qm__link *second = link_at(links, QM__LINK_CLIMB, 0, 0, 11500, 7500);
    const qm__link *third = link_at(links, QM__LINK_CLIMB, 0, 0, 11500, 11000);
    assert_non_null(first);
    assert_non_null(second);
    assert_non_null(third);
    assert_true(near(first->off.a.y, 4500) && near(first->off.b.y, 2000));
    assert_true(near(second->off.a.y, 8500) && near(second->off.b.y, 6500));
    assert_true(near(third->off.a.y, 12000) && near(third->off.b.y, 10000));
    tabletop_free(t);
}

static void feet_beside_a_wall_may_be_at_different_heights(void **state) {
    (void)state;
    tabletop *t = tabletop_new(20000, 20000);
    tabletop_box(t, 12000, 5000, 12200, 8000, 0, 2000, 0);
    tabletop_box(t, 12200, 5000, 15000, 8000, 0, 1500, WALKABLE); /* from here it is no more than a step */
    assert_int_equal(overs(links_of(t, &overs_too)), 2);          /* along it alone */
    t->prisms[1].top = 600;
    t->table.heights = NULL;
    const qm__links *links = links_of(t, &overs_too);
    const qm__link *up = link_at(links, QM__LINK_CLIMB, 0, 600, 11500, 6000);
    const qm__link *down = link_at(links, QM__LINK_CLIMB, 600, 0, 12700, 6000);
    assert_non_null(up);
    assert_non_null(down);
    assert_true(up->over == 2000 && up->rise == 600 && down->over == 1400 && down->rise == -600);
    tabletop_free(t);
}

static void faces_are_parallel_but_for_rounding(void **state) {
    (void)state;
    for (int32_t off = 0; off <= 8; off += off < 4 ? 2 : 4) {
        tabletop *t = tabletop_new(20000, 20000);
        tabletop_prism(t, (int32_t[]){5000, 5000, 8000, 9000, 7840 + off, 9120, 4840, 5120}, 4, 0, 2000, 0);
        assert_int_equal(overs(links_of(t, &overs_too)), off <= 2 ? 4 : off <= 4 ? 2 : 0); /* its ends are short */
        tabletop_free(t);
    }
}

/* A ring of walls: each is climbed over by itself (and all along it), and nobody climbs over the yard. */
static void a_yard_is_not_climbed_over(void **state) {
    (void)state;
    tabletop *t = tabletop_new(20000, 20000);
    tabletop_prism(t, (int32_t[]){5000, 5000, 9000, 5000, 9000, 9000, 5000, 9000}, 4, 0, 2000, 0);
    tabletop_hole(t, (int32_t[]){5200, 5200, 8800, 5200, 8800, 8800, 5200, 8800}, 4);
    const qm__links *links = links_of(t, &overs_too);
    assert_int_equal(overs(links), 16);
    for (uint32_t i = 0; i < links->count; i++) {
        const qm__link *link = &links->items[i];
        assert_true(near(link->least, 1200) || qm__apart(link->off.a, link->off.b) <= 200);
    }
    tabletop_free(t);
}

/* ------------------------------------------------------------------------------------------------------------- ladders
 */

static void a_ladder_needs_room_at_both_ends(void **state) {
    (void)state;
    tabletop *t = tabletop_new(20000, 20000);
    tabletop_box(t, 5000, 5000, 9000, 8000, 0, 3000, SHEER);
    t->ladders[t->table.ladder_count++] = (qm__ladder){"good", 7000, 4500, 0, 7000, 5500, 3000};
    t->ladders[t->table.ladder_count++] = (qm__ladder){"in the wall", 7000, 4501, 0, 7000, 5500, 3000};
    const qm__links *links = links_of(t, &climbs_only);
    assert_int_equal(links->count, 2);
    const qm__link *up = NULL;
    assert_int_equal(count(links, QM__LINK_LADDER, 0, 3000, &up), 1);
    assert_int_equal(up->prism, 0);
    assert_int_equal(up->rise, 3000);
    assert_true(near(up->least, 1000) && at(up->off.a, 7000, 4500) && at(up->on.a, 7000, 5500));
    assert_int_equal(count(links, QM__LINK_LADDER, 3000, 0, NULL), 1);
    tabletop_free(t);
}

/* --------------------------------------------------------------------------------------------------------------- jumps
 */

static void gaps_up_to_the_longest_jump_are_links(void **state) {
    (void)state;
    for (int32_t more = 0; more <= 1; more++) {
        tabletop *t = tabletop_new(20000, 20000);
        tabletop_box(t, 2000, 2000, 6000, 6000, 0, 4000, WALKABLE);
        tabletop_box(t, 9000 + more, 2000, 12000, 8000, 0, 4000, WALKABLE);
        const qm__links *links = links_of(t, &jumps_only);
        const qm__link *across = link_at(links, QM__LINK_JUMP, 4000, 4000, 6000, 4000);
        if (more) {
            assert_null(across);
        } else {
            assert_non_null(across);
            assert_true(near(across->least, 3000) && near(across->most, 3000) && near(across->gap, 3000));
            assert_int_equal(across->below_z, 0);
            assert_int_equal(across->rise, 0);
            assert_int_equal(across->some, 0);
            assert_true(at(across->off.a, 6000, 2000) && at(across->off.b, 6000, 6000));
        }
        tabletop_free(t);
    }
}

/* Before the far roof lies a ledge a step lower, on which one could land; where somebody tall enough for the ledge, but
 * not for the roof, stands beside it, one lands on the roof. */
static void a_ledge_that_is_too_narrow_is_passed_over(void **state) {
    (void)state;
    const qm__walker small_steps = {.radius = 500, .height = 1600, .step = 500, .free_step = 500};
    tabletop *t = tabletop_new(20000, 20000);
    tabletop_box(t, 2000, 2000, 6000, 10000, 0, 2300, SHEER);
    tabletop_box(t, 8000, 2000, 12000, 10000, 0, 2300, SHEER);
    tabletop_box(t, 7500, 2000, 8000, 10000, 1800, 2000, WALKABLE);
    tabletop_box(t, 8150, 5000, 9000, 6000, 2300, 2700, 0);
    const qm__links *links = links_for(t, &small_steps, &jumps_only);
    /* It is 150 beyond the edge, so at the edge half an inch from its corner is 477 to either side. */
    bool found = false;
    for (uint32_t i = 0; i < links->count; i++) {
        const qm__link *link = &links->items[i];
        if (qm__level_height(links->levels, link->to) == 2300 && near(link->on.a.x, 8000) && near(link->on.b.x, 8000) &&
            near(link->off.a.x, 6000)) {
            const double low = link->on.a.y < link->on.b.y ? link->on.a.y : link->on.b.y;
            const double high = link->on.a.y < link->on.b.y ? link->on.b.y : link->on.a.y;
            found = true;
            assert_true(low > 4522 && low < 4524.5 && high > 6475.5 && high < 6478);
        }
    }
    assert_true(found);
    tabletop_free(t);
}

/* From rims above different heights one lands on different levels first. */
static void what_is_only_a_step_down_is_no_landing(void **state) {
    (void)state;
    const qm__walker small_steps = {.radius = 500, .height = 1600, .step = 500, .free_step = 0};
    for (int32_t below = 0; below <= 500; below += 500) {
        tabletop *t = tabletop_new(20000, 20000);
        tabletop_box(t, 2000, 2000, 6000, 10000, 0, 1500, SHEER);
        tabletop_box(t, 8000, 2000, 12000, 10000, 0, 1500, SHEER);
        tabletop_box(t, 7000, 2000, 8000, 10000, 0, 1000, SHEER);
        if (below) {
            tabletop_box(t, 6000, 2000, 7000, 10000, 0, below, SHEER);
        }
        qm__link_rules rules = jumps_only;
        rules.drops = true;
        const qm__links *links = links_for(t, &small_steps, &rules);
        /* Above 0 the ledge at 1000 is jumped to; above 500 it is neither a jump, nor a drop of more than a step. */
        assert_int_equal(link_at(links, QM__LINK_JUMP, 1500, 1000, 6000, 6000) != NULL, below == 0);
        assert_int_equal(link_at(links, QM__LINK_JUMP, 1500, 1500, 6000, 6000) != NULL, below == 500);
        tabletop_free(t);
    }
}

static void drops_to_the_foot_pass_over_what_is_within_the_clearance(void **state) {
    (void)state;
    const qm__walker no_steps = {.radius = 315, .height = 1600, .step = 0};
    for (int32_t clearance = 500; clearance <= 501; clearance++) {
        tabletop *t = tabletop_new(20000, 20000);
        tabletop_box(t, 2100, 1600, 4300, 3700, 0, 2600, SHEER);
        tabletop_box(t, 1900, 4000, 2000, 7400, 700, 3101, 0); /* 501 above the edge, beside its end */
        const qm__link_rules rules = {.jump_most = 3000, .clearance = clearance, .drops = true, .drop_to_foot = true};
        const qm__links *links = links_for(t, &no_steps, &rules);
        const qm__link *down = link_at(links, QM__LINK_DROP, 2600, 0, 2100, 3000);
        assert_non_null(down);
        const double end = down->off.a.y > down->off.b.y ? down->off.a.y : down->off.b.y;
        /* The corner (2000, 4000) keeps the slide off, up to y = 3685; the top and the foot are far enough from it. */
        assert_true(near(end, clearance == 500 ? 3685 : 3700));
        tabletop_free(t);
    }
}

static void a_gap_that_narrows_to_nothing_is_jumped_up_to_its_point(void **state) {
    (void)state;
    const qm__walker man_on_flat = {.radius = 500, .height = 2000, .step = 0};
    tabletop *t = tabletop_new(20000, 20000);
    tabletop_box(t, 2000, 2000, 6000, 10000, 0, 4000, SHEER);
    /* Touches the first roof at (6000, 4000) and leaves it by 0.3 for each unit: from 4004 on the gap is a crack. */
    tabletop_prism(t, (int32_t[]){6000, 4000, 9000, 4000, 9000, 10000, 7800, 10000}, 4, 0, 4000, SHEER);
    const qm__links *links = links_for(t, &man_on_flat, &jumps_only);
    const qm__link *back = link_at(links, QM__LINK_JUMP, 4000, 4000, 6030, 4100);
    assert_non_null(back);
    /* One unit before the landing there is no roof yet from y = 4003.333 on. */
    assert_true(back->on.a.y < 4004 || back->on.b.y < 4004);
    assert_true(back->out.x < 0);
    tabletop_free(t);
}

static void a_take_off_at_a_corner_names_the_solid_that_is_left(void **state) {
    (void)state;
    const qm__walker whole = {.radius = 500, .height = 2000, .step = 1000, .whole = true};
    tabletop *t = tabletop_new(20000, 20000);
    /* A balcony on a roof: at (8000, 4000) the rims of both meet. */
    tabletop_box(t, 8000, 4000, 9000, 6000, 3800, 4000, SHEER);
    tabletop_box(t, 4000, 3500, 8000, 6500, 0, 4000, SHEER);
    const qm__links *links = links_for(t, &whole, &drops_only);
    const qm__link *off = link_at(links, QM__LINK_DROP, 4000, 0, 7500, 4000);
    assert_non_null(off);
    for (uint32_t i = 0; i < links->count; i++) {
        const qm__link *link = &links->items[i];
        if (at(link->off.a, 7500, 4000) && at(link->off.b, 7500, 4000)) {
            assert_int_equal(link->prism, 1);
            assert_true(at(link->out, 1, 0));
        }
    }
    tabletop_free(t);
}

static void a_landing_may_be_an_inch_higher_and_much_lower(void **state) {
    (void)state;
    tabletop *t = tabletop_new(30000, 20000);
    tabletop_box(t, 2000, 2000, 6000, 6000, 0, 4000, WALKABLE);
    tabletop_box(t, 8000, 2000, 10000, 6000, 0, 5000, WALKABLE);
    tabletop_box(t, 2000, 8000, 6000, 10000, 0, 5001, WALKABLE);
    tabletop_box(t, 2000, -0, 6000, 1000, 0, 2500, WALKABLE);
    const qm__links *links = links_of(t, &jumps_only);
    assert_non_null(link_at(links, QM__LINK_JUMP, 4000, 5000, 6000, 4000));
    assert_null(link_at(links, QM__LINK_JUMP, 4000, 5001, 4000, 6000));
    assert_non_null(link_at(links, QM__LINK_JUMP, 5001, 4000, 4000, 8000));
    assert_non_null(link_at(links, QM__LINK_JUMP, 4000, 2500, 4000, 2000)); /* still far above what is between */
    assert_int_equal(count(links, QM__LINK_JUMP, 4000, 0, NULL), 0);
    tabletop_free(t);
}

static void something_tall_between_stops_flights(void **state) {
    (void)state;
    tabletop *t = tabletop_new(20000, 20000);
    tabletop_box(t, 2000, 2000, 6000, 8000, 0, 4000, WALKABLE);
    tabletop_box(t, 8000, 2000, 12000, 8000, 0, 4000, WALKABLE);
    tabletop_box(t, 6900, 4500, 7100, 5500, 0, 5001, 0); /* higher than a step above the take-off */
    const qm__links *links = links_of(t, &jumps_only);
    const qm__link *across = link_at(links, QM__LINK_JUMP, 4000, 4000, 6000, 3000);
    assert_non_null(across);
    assert_int_equal(across->some, 1);
    const uint32_t number = (uint32_t)(across - links->items);
    assert_false(qm__flight_clear(links, number, NULL, (qm__xy){6000, 5000}, (qm__xy){8000, 5000}));
    assert_false(qm__flight_clear(links, number, NULL, (qm__xy){6000, 4001}, (qm__xy){8000, 4001}));
    assert_true(qm__flight_clear(links, number, NULL, (qm__xy){6000, 4000}, (qm__xy){8000, 4000}));
    assert_true(qm__flight_clear(links, number, NULL, (qm__xy){6000, 6000}, (qm__xy){8000, 6000}));
    const qm__body figure = {.x = 7000, .y = 7000, .z = 3000, .radius = 500, .height = 2001, .manner = QM__BLOCK};
    const qm__crowd crowd = {.bodies = &figure, .count = 1, .self = 1};
    assert_false(qm__flight_clear(links, number, &crowd, (qm__xy){6000, 7000}, (qm__xy){8000, 7000}));
    qm__body lower = figure;
    lower.height = 2000;
    const qm__crowd low_crowd = {.bodies = &lower, .count = 1, .self = 1};
    assert_true(qm__flight_clear(links, number, &low_crowd, (qm__xy){6000, 7000}, (qm__xy){8000, 7000}));
    tabletop_free(t);
}

/* Two floors in an L, all of the base upon them: a jump over the corner between them lands on the arc around it,
 * whichever way the table lies. The corner of the second floor is 0.43 units off the slanting edge of the first, so
 * what is kept off ends at one place and goes on at another. */
static void a_corner_that_does_not_quite_fit_is_landed_around(void **state) {
    (void)state;
    static const int32_t one[] = {2000, 2000, 6000, 2000, 6006, 9000, 2000, 9000};
    static const int32_t two[] = {6003, 5000, 10000, 5000, 10000, 9000, 6006, 9000};
    for (int image = 0; image < 4; image++) {
        int32_t corners[2][8];
        for (int i = 0; i < 8; i++) { /* mirrored, turned, or both */
            const int from = image & 2 ? i ^ 1 : i, mirror = (image & 1) && i % 2 == 0;
            corners[0][i] = mirror ? 20000 - one[from] : one[from];
            corners[1][i] = mirror ? 20000 - two[from] : two[from];
        }
        tabletop *t = tabletop_new(20000, 20000);
        tabletop_prism(t, corners[0], 4, 0, 3000, WALKABLE);
        tabletop_prism(t, corners[1], 4, 0, 2600, WALKABLE);
        const qm__walker whole = {.radius = 500, .height = 2000, .step = 500, .whole = true};
        const qm__links *links = links_for(t, &whole, &jumps_only);
        int found = 0;
        for (uint32_t i = 0; i < links->count; i++) {
            const qm__curve *const on = &links->items[i].on;
            const double x = image & 2 ? 5000 : 6003, y = image & 2 ? 6003 : 5000;
            found += on->radius > 0 && qm__apart(on->centre, (qm__xy){image & 1 ? 20000 - x : x, y}) < 1 &&
                     qm__apart(on->a, on->b) > 700;
        }
        assert_int_equal(found, 2); /* from the rims to both sides of it */
        tabletop_free(t);
    }
}

static void a_wall_at_the_landing_moves_it_inwards(void **state) {
    (void)state;
    tabletop *t = tabletop_new(20000, 20000);
    tabletop_box(t, 2000, 2000, 6000, 6000, 0, 5000, WALKABLE);
    tabletop_box(t, 7000, 2000, 11000, 6000, 0, 3500, WALKABLE);
    tabletop_box(t, 7000, 2000, 7200, 6000, 3500, 5000,
                 0); /* a parapet on the near edge, no higher than the take-off */
    const qm__links *links = links_of(t, &jumps_only);
    const qm__link *across = NULL;
    assert_true(count(links, QM__LINK_JUMP, 5000, 3500, &across) >= 1);
    across = link_at(links, QM__LINK_JUMP, 5000, 3500, 6000, 4000);
    assert_non_null(across);
    assert_true(near(across->on.a.x, 7700)); /* half an inch behind the parapet */
    assert_true(near(across->least, 1700));
    assert_true(near(across->gap, 1000));
    tabletop_free(t);
}

/* --------------------------------------------------------------------------------------------------------------- drops
 */

static void a_drop_lands_at_the_foot_or_beyond_something(void **state) {
    (void)state;
    tabletop *t = tabletop_new(20000, 20000);
    tabletop_box(t, 2000, 2000, 6000, 6000, 0, 4000, WALKABLE);
    tabletop_box(t, 6000, 4000, 6800, 6000, 0, 2000, 0); /* a crate at half of the face, not to be stood on */
    const qm__links *links = links_of(t, &drops_only);
    bool foot = false, beyond = false;
    for (uint32_t i = 0; i < links->count; i++) {
        const qm__link *link = &links->items[i];
        assert_int_equal(link->kind, QM__LINK_DROP);
        assert_int_equal(link->rise, -4000);
        if (near(link->off.a.x, 6000) && near(link->off.b.x, 6000) && near(link->on.a.x, link->on.b.x)) {
            foot = foot || (near(link->on.a.x, 6500) && near(qm__most(link->on.a.y, link->on.b.y), 3500));
            beyond = beyond || (near(link->on.a.x, 7300) && near(link->least, 1300));
        }
    }
    assert_true(foot);
    assert_true(beyond);
    tabletop_free(t);
}

/* Around the corner of a box, up to a slab beside it that is landed on instead; a kerb farther away, 60 aside for 1000,
 * does not matter, though something might change 30 units before the slab. */
static void a_landing_around_a_corner_ends_at_a_slab(void **state) {
    (void)state;
    tabletop *t = tabletop_new(20000, 20000);
    tabletop_box(t, 5500, 5500, 9000, 9000, 0, 4000, WALKABLE);
    tabletop_box(t, 5000, 5000, 9000, 9000, 0, 2000, WALKABLE);
    tabletop_box(t, 3000, 5000, 5000, 9000, 0, 1000, WALKABLE);
    tabletop_box(t, 3900, 4840, 4000, 4940, 0, 400, 0);
    const qm__links *links = links_of(t, &drops_only);
    int found = 0;
    for (uint32_t i = 0; i < links->count; i++) {
        const qm__curve *const on = &links->items[i].on;
        if (links->items[i].rise == -4000 && on->radius > 0 && at(on->centre, 5000, 5000)) {
            assert_true(at(on->a, 4500, 5000) && at(on->b, 5000, 4500));
            found++;
        }
    }
    assert_int_equal(found, 2); /* from both rims */
    tabletop_free(t);
}

static void straight_drops_are_tied_to_their_foot(void **state) {
    (void)state;
    tabletop *t = tabletop_new(20000, 20000);
    tabletop_box(t, 2000, 2000, 6000, 6000, 2000, 4000, SHEER); /* a floor in the air: no face is needed to drop */
    qm__link_rules rules = drops_only;
    rules.drop_to_foot = true;
    const qm__links *links = links_of(t, &rules);
    assert_int_equal(links->count, 4);
    for (uint32_t i = 0; i < links->count; i++) {
        assert_int_equal(links->items[i].kind, QM__LINK_DROP);
        assert_true(near(links->items[i].least, 500) && near(links->items[i].most, 500));
    }
    tabletop_free(t);
}

static void rules_out_of_range_are_refused(void **state) {
    (void)state;
    tabletop *t = tabletop_new(20000, 20000);
    const qm__levels *levels = tabletop_levels(t, &man);
    const qm__walks *walks = NULL;
    const qm__links *links = NULL;
    qm__rims rims;
    assert_int_equal(qm__walks_make(levels, 0, &t->arena, &walks), QM_OK);
    assert_int_equal(qm__rims_make(&t->table, &t->arena, &rims), QM_OK);
    qm__link_rules rules = all_rules;
    assert_int_equal(qm__links_make(walks, &rims, &rules, &t->arena, &links), QM_OK);
    assert_int_equal(links->count, 0);
    rules.leeway = -1;
    assert_int_equal(qm__links_make(walks, &rims, &rules, &t->arena, &links), QM_ERROR_USAGE);
    tabletop_free(t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_box_is_climbed_on_four_faces_up_and_down),
        cmocka_unit_test(a_step_is_not_climbed_and_a_unit_more_is),
        cmocka_unit_test(a_balcony_above_cuts_the_face),
        cmocka_unit_test(flush_storeys_are_one_face_and_set_back_ones_are_not),
        cmocka_unit_test(a_row_of_houses_is_one_face),
        cmocka_unit_test(railings_and_things_on_top_close_the_edge),
        cmocka_unit_test(leeway_joins_a_foot_and_a_top_beside_each_other),
        cmocka_unit_test(feet_reach_farther_than_tops_by_the_leeway),
        cmocka_unit_test(a_face_is_climbed_up_to_a_sharp_corner),
        cmocka_unit_test(with_whole_support_the_top_is_a_radius_inside),
        cmocka_unit_test(a_drop_leads_down_as_far_as_the_slack_holds),
        cmocka_unit_test(a_fence_is_climbed_over_from_foot_to_foot),
        cmocka_unit_test(only_what_cannot_be_stood_on_is_climbed_over),
        cmocka_unit_test(what_is_in_the_way_over_a_wall_cuts_it),
        cmocka_unit_test(feet_beside_a_wall_may_be_at_different_heights),
        cmocka_unit_test(faces_are_parallel_but_for_rounding),
        cmocka_unit_test(a_yard_is_not_climbed_over),
        cmocka_unit_test(a_ladder_needs_room_at_both_ends),
        cmocka_unit_test(gaps_up_to_the_longest_jump_are_links),
        cmocka_unit_test(a_ledge_that_is_too_narrow_is_passed_over),
        cmocka_unit_test(what_is_only_a_step_down_is_no_landing),
        cmocka_unit_test(drops_to_the_foot_pass_over_what_is_within_the_clearance),
        cmocka_unit_test(a_gap_that_narrows_to_nothing_is_jumped_up_to_its_point),
        cmocka_unit_test(a_take_off_at_a_corner_names_the_solid_that_is_left),
        cmocka_unit_test(a_landing_may_be_an_inch_higher_and_much_lower),
        cmocka_unit_test(something_tall_between_stops_flights),
        cmocka_unit_test(a_corner_that_does_not_quite_fit_is_landed_around),
        cmocka_unit_test(a_wall_at_the_landing_moves_it_inwards),
        cmocka_unit_test(a_drop_lands_at_the_foot_or_beyond_something),
        cmocka_unit_test(a_landing_around_a_corner_ends_at_a_slab),
        cmocka_unit_test(straight_drops_are_tied_to_their_foot),
        cmocka_unit_test(rules_out_of_range_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
