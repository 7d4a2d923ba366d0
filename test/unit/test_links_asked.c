/* Links as a person types them: what is good, what is wrong with the others, and whole-unit ends for links on oblique
 * tables. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/random.h"
#include "space/table/links_inside.h"
#include "support/tabletop.h"

enum { WALKABLE = QM__PRISM_WALKABLE };

static const qm__walker man = {.radius = 500, .height = 2000, .step = 1000, .free_step = 1000};
static const qm__link_rules ordinary = {
    .jump_most = 3000, .rise_most = 1000, .climbs = true, .ladders = true, .jumps = true, .drops = true};

typedef struct fixture {
    tabletop *t;
    const qm__levels *levels;
    const qm__walks *walks;
    const qm__links *links;
} fixture;

static fixture prepare(tabletop *t, const qm__walker *walker, const qm__link_rules *rules) {
    fixture f = {.t = t, .levels = tabletop_levels(t, walker)};
    qm__rims rims;
    assert_non_null(f.levels);
    assert_int_equal(qm__walks_make(f.levels, 0, &t->arena, &f.walks), QM_OK);
    assert_int_equal(qm__rims_make(&t->table, &t->arena, &rims), QM_OK);
    assert_int_equal(qm__links_make(f.walks, &rims, rules, &t->arena, &f.links), QM_OK);
    return f;
}

static qm__spot spot(const fixture *f, double x, double y, int32_t z) {
    return (qm__spot){x, y, qm__level_at(f->levels, z)};
}

static qm__link_fault ask(const fixture *f, qm__link_kind kind, const qm__crowd *crowd, qm__spot from, qm__spot to,
                          qm__link_asked *out) {
    qm__link_asked asked;
    const bool good = qm__link_ask(f->links, kind, crowd, from, to, &asked);
    assert_int_equal(good, asked.fault == QM__LINK_GOOD);
    if (out) {
        *out = asked;
    }
    return (qm__link_fault)asked.fault;
}

static bool near(double a, double b) {
    return a - b < 1e-3 && b - a < 1e-3;
}

/* Two houses three inches apart, the second with a chimney. */
static fixture street(const qm__link_rules *rules) {
    tabletop *t = tabletop_new(40000, 30000);
    tabletop_box(t, 10000, 10000, 16000, 18000, 0, 3000, WALKABLE);
    tabletop_box(t, 19000, 10000, 25000, 18000, 0, 3000, WALKABLE);
    tabletop_box(t, 17000, 15000, 18000, 16000, 0, 5000, 0);
    t->ladders[t->table.ladder_count++] =
        (qm__ladder){.name = "l", .foot_x = 13000, .foot_y = 9500, .head_x = 13000, .head_y = 10000, .head_z = 3000};
    return prepare(t, &man, rules);
}

static void climbs_begin_and_end_beside_the_face(void **state) {
    (void)state;
    fixture f = street(&ordinary);
    qm__link_asked a;
    assert_int_equal(ask(&f, QM__LINK_CLIMB, NULL, spot(&f, 11000, 9500, 0), spot(&f, 11000, 10000, 3000), &a),
                     QM__LINK_GOOD);
    assert_int_equal(f.links->items[a.link].rise, 3000);
    assert_int_equal(ask(&f, QM__LINK_CLIMB, NULL, spot(&f, 11000, 10000, 3000), spot(&f, 11000, 9500, 0), &a),
                     QM__LINK_GOOD);
    assert_int_equal(f.links->items[a.link].rise, -3000);
    /* A unit beside is as good, more is not; sideways along a face that is parallel to an axis not even that. */
    assert_int_equal(ask(&f, QM__LINK_CLIMB, NULL, spot(&f, 11000, 9499, 0), spot(&f, 11000, 10001, 3000), NULL),
                     QM__LINK_GOOD);
    assert_int_equal(ask(&f, QM__LINK_CLIMB, NULL, spot(&f, 11000, 9498, 0), spot(&f, 11000, 10000, 3000), &a),
                     QM__LINK_NO_START);
    assert_true(near(a.distance, 2) && near(a.at.x, 11000) && near(a.at.y, 9500));
    assert_int_equal(ask(&f, QM__LINK_CLIMB, NULL, spot(&f, 11000, 9500, 0), spot(&f, 11000, 10002, 3000), &a),
                     QM__LINK_NO_END);
    assert_true(near(a.distance, 2) && near(a.at.y, 10000));
    assert_int_equal(ask(&f, QM__LINK_CLIMB, NULL, spot(&f, 11000, 9500, 0), spot(&f, 11001, 10000, 3000), &a),
                     QM__LINK_SIDEWAYS);
    assert_true(near(a.distance, 1));
    assert_int_equal(ask(&f, QM__LINK_CLIMB, NULL, spot(&f, 11000, 9500, 0), spot(&f, 12000, 9500, 0), NULL),
                     QM__LINK_NO_KIND);
    tabletop_free(f.t);
}

static void leeway_is_kept(void **state) {
    (void)state;
    qm__link_rules rules = ordinary;
    rules.leeway = 500;
    fixture f = street(&rules);
    qm__link_asked a;
    assert_int_equal(ask(&f, QM__LINK_CLIMB, NULL, spot(&f, 11000, 9500, 0), spot(&f, 11500, 10000, 3000), NULL),
                     QM__LINK_GOOD);
    assert_int_equal(ask(&f, QM__LINK_CLIMB, NULL, spot(&f, 11000, 9500, 0), spot(&f, 10500, 10000, 3000), NULL),
                     QM__LINK_GOOD);
    assert_int_equal(ask(&f, QM__LINK_CLIMB, NULL, spot(&f, 11000, 9500, 0), spot(&f, 11501, 10000, 3000), &a),
                     QM__LINK_SIDEWAYS);
    assert_true(near(a.distance, 501));
    tabletop_free(f.t);
}

static void ladders_have_two_ends(void **state) {
    (void)state;
    fixture f = street(&ordinary);
    qm__link_asked a;
    assert_int_equal(ask(&f, QM__LINK_LADDER, NULL, spot(&f, 13000, 9500, 0), spot(&f, 13000, 10000, 3000), NULL),
                     QM__LINK_GOOD);
    assert_int_equal(ask(&f, QM__LINK_LADDER, NULL, spot(&f, 13000, 10000, 3000), spot(&f, 13000, 9500, 0), NULL),
                     QM__LINK_GOOD);
    assert_int_equal(ask(&f, QM__LINK_LADDER, NULL, spot(&f, 12000, 9500, 0), spot(&f, 12000, 10000, 3000), &a),
                     QM__LINK_NO_START);
    assert_true(near(a.distance, 1000) && near(a.at.x, 13000));
    assert_int_equal(ask(&f, QM__LINK_LADDER, NULL, spot(&f, 13000, 9500, 0), spot(&f, 14000, 10000, 3000), &a),
                     QM__LINK_NO_END);
    tabletop_free(f.t);
}

static void jumps_say_what_stops_them(void **state) {
    (void)state;
    fixture f = street(&ordinary);
    qm__link_asked a;
    const qm__body bodies[] = {
        {.x = 17500, .y = 12000, .z = 0, .radius = 500, .height = 6000, .manner = QM__BLOCK}, /* a giant in the street
                                                                                               */
        {.x = 17500, .y = 13200, .z = 0, .radius = 500, .height = 2000, .manner = QM__BLOCK}  /* who is jumped over */
    };
    const qm__crowd crowd = {.bodies = bodies, .count = 2, .self = 2};
    assert_int_equal(ask(&f, QM__LINK_JUMP, NULL, spot(&f, 16000, 12000, 3000), spot(&f, 19000, 12000, 3000), NULL),
                     QM__LINK_GOOD);
    assert_int_equal(ask(&f, QM__LINK_JUMP, NULL, spot(&f, 15999, 12000, 3000), spot(&f, 19000, 12000, 3000), &a),
                     QM__LINK_LONG);
    assert_true(near(a.distance, 3001));
    assert_int_equal(ask(&f, QM__LINK_JUMP, NULL, spot(&f, 16000, 12000, 3000), spot(&f, 19000, 12060, 3000), &a),
                     QM__LINK_LONG);
    assert_int_equal(ask(&f, QM__LINK_JUMP, &crowd, spot(&f, 16000, 12000, 3000), spot(&f, 19000, 12000, 3000), &a),
                     QM__LINK_STOPPED);
    assert_int_equal(a.why.what, QM__BODY);
    assert_int_equal(a.why.body, 0);
    assert_true(a.why.at.x > 16400 && a.why.at.x < 16600); /* its edge an inch away from the centre, less the radius */
    assert_int_equal(ask(&f, QM__LINK_JUMP, &crowd, spot(&f, 16000, 13200, 3000), spot(&f, 19000, 13200, 3000), NULL),
                     QM__LINK_GOOD);
    assert_int_equal(ask(&f, QM__LINK_JUMP, NULL, spot(&f, 16000, 15500, 3000), spot(&f, 19000, 15500, 3000), &a),
                     QM__LINK_STOPPED);
    assert_int_equal(a.why.what, QM__IN_PRISM);
    assert_int_equal(a.why.prism, 2);
    assert_true(a.why.at.x > 16499 && a.why.at.x < 16502);
    /* Half an inch beside the chimney there is just room; a unit less and there is none. */
    assert_int_equal(ask(&f, QM__LINK_JUMP, NULL, spot(&f, 16000, 14500, 3000), spot(&f, 19000, 14500, 3000), NULL),
                     QM__LINK_GOOD);
    assert_int_equal(ask(&f, QM__LINK_JUMP, NULL, spot(&f, 16000, 14501, 3000), spot(&f, 19000, 14501, 3000), NULL),
                     QM__LINK_STOPPED);
    tabletop_free(f.t);
}

static void landings_beside_a_body(void **state) {
    (void)state;
    qm__link_rules rules = ordinary;
    rules.jump_most = 4000;
    fixture f = street(&rules);
    const qm__body body = {.x = 19500, .y = 12000, .z = 3000, .radius = 500, .height = 2000, .manner = QM__BLOCK};
    const qm__crowd crowd = {.bodies = &body, .count = 1, .self = 1};
    qm__link_asked a;
    /* Right beside him counts as a landing of the link; anything else is a spot behind its landings. */
    const qm__spot from = spot(&f, 16000, 13000, 3000), on = spot(&f, 19500, 13000, 3000);
    assert_int_equal(ask(&f, QM__LINK_JUMP, &crowd, from, on, &a), QM__LINK_GOOD);
    assert_true(a.beyond == 0);
    assert_int_equal(ask(&f, QM__LINK_JUMP, NULL, from, on, &a), QM__LINK_GOOD);
    assert_true(near(a.beyond, 500));
    /* A unit nearer he is in the way of the flight. */
    assert_int_equal(ask(&f, QM__LINK_JUMP, &crowd, from, spot(&f, 19500, 12998, 3000), &a), QM__LINK_STOPPED);
    assert_int_equal(a.why.what, QM__BODY);
    tabletop_free(f.t);
}

/* ------------------------------------------------------------------------------------------------------- chosen spots
 */

static void jumps_go_to_chosen_spots(void **state) {
    (void)state;
    qm__link_rules rules = ordinary;
    rules.jump_most = 5000;
    fixture f = street(&rules);
    const qm__spot off = spot(&f, 16000, 12000, 3000);
    qm__link_asked a;
    assert_int_equal(ask(&f, QM__LINK_JUMP, NULL, off, spot(&f, 20000, 12000, 3000), &a), QM__LINK_GOOD);
    assert_true(near(a.beyond, 1000) && near(a.distance, 4000));
    assert_true(near(f.links->items[a.link].on.a.x, 19000) && near(f.links->items[a.link].gap, 3000));
    /* As long as a jump may be, and a unit more. */
    assert_int_equal(ask(&f, QM__LINK_JUMP, NULL, off, spot(&f, 21000, 12000, 3000), NULL), QM__LINK_GOOD);
    assert_int_equal(ask(&f, QM__LINK_JUMP, NULL, off, spot(&f, 20000, 15000, 3000), NULL),
                     QM__LINK_GOOD); /* 3, 4, 5 */
    assert_int_equal(ask(&f, QM__LINK_JUMP, NULL, off, spot(&f, 21001, 12000, 3000), &a), QM__LINK_LONG);
    assert_true(near(a.distance, 5001));
    /* Not before the edge, not from inland, not beside where it lands. */
    assert_int_equal(ask(&f, QM__LINK_JUMP, NULL, off, spot(&f, 18998, 12000, 3000), &a), QM__LINK_NO_END);
    assert_int_equal(ask(&f, QM__LINK_JUMP, NULL, spot(&f, 15998, 12000, 3000), spot(&f, 20000, 12000, 3000), &a),
                     QM__LINK_NO_START);
    tabletop_free(f.t);
}

static void chosen_spots_must_be_free(void **state) {
    (void)state;
    tabletop *t = tabletop_new(40000, 30000);
    tabletop_box(t, 10000, 10000, 16000, 18000, 0, 3000, WALKABLE);
    tabletop_box(t, 18000, 10000, 25000, 18000, 0, 3000, WALKABLE);
    tabletop_box(t, 20000, 11000, 21000, 12000, 3000, 3900, 0); /* low: a flight passes over it */
    tabletop_box(t, 20000, 14000, 21000, 15000, 3000, 4001, 0); /* a unit too high */
    tabletop_box(t, 20000, 17000, 21000, 18000, 0, 2999, 0);
    qm__link_rules rules = ordinary;
    rules.jump_most = 6000;
    fixture f = prepare(t, &man, &rules);
    qm__link_asked a;
    const qm__spot low = spot(&f, 16000, 11500, 3000), high = spot(&f, 16000, 14500, 3000);
    /* Over the low one, but not onto it: nobody can be there on this level. */
    assert_int_equal(ask(&f, QM__LINK_JUMP, NULL, low, spot(&f, 21001, 11500, 3000), NULL), QM__LINK_GOOD);
    assert_int_equal(ask(&f, QM__LINK_JUMP, NULL, low, spot(&f, 20500, 11500, 3000), &a), QM__LINK_STOPPED);
    assert_int_equal(a.why.what, QM__ON_PRISM);
    assert_int_equal(a.why.prism, 2);
    assert_true(a.why.part == 1);
    /* Before the high one, as near as it can stand; not in it, nor behind it. */
    assert_int_equal(ask(&f, QM__LINK_JUMP, NULL, high, spot(&f, 19500, 14500, 3000), NULL), QM__LINK_GOOD);
    for (int32_t x = 19501; x <= 22000; x = x == 19501 ? 20500 : x + 1500) {
        assert_int_equal(ask(&f, QM__LINK_JUMP, NULL, high, spot(&f, x, 14500, 3000), &a), QM__LINK_STOPPED);
        assert_int_equal(a.why.what, QM__IN_PRISM);
        assert_int_equal(a.why.prism, 3);
    }
    /* Somebody on the spot. */
    const qm__body body = {.x = 19000, .y = 16000, .z = 3000, .radius = 500, .height = 900, .manner = QM__BLOCK};
    const qm__crowd crowd = {.bodies = &body, .count = 1, .self = 1};
    const qm__spot off = spot(&f, 16000, 16000, 3000);
    assert_int_equal(ask(&f, QM__LINK_JUMP, &crowd, off, spot(&f, 19100, 16000, 3000), &a), QM__LINK_STOPPED);
    assert_int_equal(a.why.what, QM__BODY);
    assert_int_equal(ask(&f, QM__LINK_JUMP, &crowd, off, spot(&f, 20000, 16000, 3000), NULL), QM__LINK_GOOD);
    tabletop_free(f.t);
}

static void the_roof_behind_the_next_is_jumped_to(void **state) {
    (void)state;
    tabletop *t = tabletop_new(40000, 30000);
    tabletop_box(t, 10000, 10000, 16000, 18000, 0, 3000, WALKABLE);
    tabletop_box(t, 17500, 10000, 18500, 18000, 0, 3000, WALKABLE);
    tabletop_box(t, 20000, 10000, 25000, 18000, 0, 3000, WALKABLE);
    qm__link_rules rules = ordinary;
    rules.jump_most = 6000;
    fixture f = prepare(t, &man, &rules);
    qm__link_asked a;
    /* The link is the one whose landings are passed last. */
    assert_int_equal(ask(&f, QM__LINK_JUMP, NULL, spot(&f, 16000, 14000, 3000), spot(&f, 21000, 14000, 3000), &a),
                     QM__LINK_GOOD);
    assert_true(near(a.beyond, 1000) && near(f.links->items[a.link].on.a.x, 20000));
    assert_true(near(f.links->items[a.link].gap, 4000));
    assert_int_equal(ask(&f, QM__LINK_JUMP, NULL, spot(&f, 16000, 14000, 3000), spot(&f, 18000, 14000, 3000), &a),
                     QM__LINK_GOOD);
    assert_true(near(a.beyond, 500) && near(f.links->items[a.link].gap, 1500));
    /* In the gap between there is no such level. */
    assert_int_equal(ask(&f, QM__LINK_JUMP, NULL, spot(&f, 16000, 14000, 3000), spot(&f, 19000, 14000, 3000), &a),
                     QM__LINK_STOPPED);
    assert_int_equal(a.why.what, QM__NO_SURFACE);
    tabletop_free(f.t);
}

static void drops_go_to_chosen_spots(void **state) {
    (void)state;
    fixture f = street(&ordinary);
    const qm__spot off = spot(&f, 12000, 10000, 3000);
    qm__link_asked a;
    assert_int_equal(ask(&f, QM__LINK_DROP, NULL, off, spot(&f, 12000, 9500, 0), &a), QM__LINK_GOOD);
    assert_true(a.beyond == 0);
    assert_int_equal(ask(&f, QM__LINK_DROP, NULL, off, spot(&f, 13800, 7600, 0), &a), QM__LINK_GOOD); /* 18, 24, 30 */
    assert_true(near(a.distance, 3000));
    assert_int_equal(ask(&f, QM__LINK_DROP, NULL, off, spot(&f, 13800, 7599, 0), &a), QM__LINK_LONG);
    assert_int_equal(ask(&f, QM__LINK_DROP, NULL, off, spot(&f, 12000, 9502, 0), &a), QM__LINK_NO_END);
    /* Around a corner that one comes down beside. */
    assert_int_equal(ask(&f, QM__LINK_DROP, NULL, spot(&f, 16000, 10000, 3000), spot(&f, 16600, 9200, 0), NULL),
                     QM__LINK_GOOD);
    tabletop_free(f.t);
}

static void nobody_drops_under_a_ceiling(void **state) {
    (void)state;
    tabletop *t = tabletop_new(40000, 30000);
    tabletop_box(t, 10000, 10000, 16000, 18000, 0, 3000, WALKABLE);
    tabletop_box(t, 18000, 10000, 25000, 18000, 2500, 3000, 0);
    fixture f = prepare(t, &man, &ordinary);
    qm__link_asked a;
    const qm__spot off = spot(&f, 16000, 14000, 3000);
    assert_int_equal(ask(&f, QM__LINK_DROP, NULL, off, spot(&f, 17500, 14000, 0), &a), QM__LINK_GOOD);
    assert_int_equal(ask(&f, QM__LINK_DROP, NULL, off, spot(&f, 17501, 14000, 0), &a), QM__LINK_STOPPED);
    assert_int_equal(a.why.prism, 1);
    assert_int_equal(ask(&f, QM__LINK_DROP, NULL, off, spot(&f, 19000, 14000, 0), &a), QM__LINK_STOPPED);
    tabletop_free(f.t);
}

static void drops_end_at_the_foot(void **state) {
    (void)state;
    qm__link_rules rules = ordinary;
    rules.drop_to_foot = true;
    fixture f = street(&rules);
    qm__link_asked a;
    assert_int_equal(ask(&f, QM__LINK_DROP, NULL, spot(&f, 12000, 10000, 3000), spot(&f, 12000, 9500, 0), NULL),
                     QM__LINK_GOOD);
    assert_int_equal(ask(&f, QM__LINK_DROP, NULL, spot(&f, 12000, 10000, 3000), spot(&f, 12002, 9500, 0), &a),
                     QM__LINK_SIDEWAYS);
    assert_int_equal(ask(&f, QM__LINK_DROP, NULL, spot(&f, 12000, 10000, 3000), spot(&f, 12000, 9000, 0), &a),
                     QM__LINK_NO_END); /* no spot is chosen */
    /* A giant beside the foot is in the way over the edge. */
    const qm__body giant = {.x = 12900, .y = 9500, .radius = 500, .height = 5000, .manner = QM__BLOCK};
    const qm__crowd crowd = {.bodies = &giant, .count = 1, .self = 1};
    assert_int_equal(ask(&f, QM__LINK_DROP, &crowd, spot(&f, 12000, 10000, 3000), spot(&f, 12000, 9500, 0), &a),
                     QM__LINK_STOPPED);
    assert_int_equal(a.why.what, QM__BODY);
    assert_int_equal(ask(&f, QM__LINK_DROP, &crowd, spot(&f, 11900, 10000, 3000), spot(&f, 11900, 9500, 0), NULL),
                     QM__LINK_GOOD);
    assert_int_equal(ask(&f, QM__LINK_DROP, NULL, spot(&f, 12000, 9500, 0), spot(&f, 12000, 10000, 3000), NULL),
                     QM__LINK_NO_KIND);
    tabletop_free(f.t);
}

/* --------------------------------------------------------------------------------------------------- what lies below
 */

static void what_lies_below_a_flight_is_told(void **state) {
    (void)state;
    tabletop *t = tabletop_new(30000, 20000);
    tabletop_box(t, 2000, 2000, 6000, 10000, 0, 4000, WALKABLE);
    tabletop_box(t, 9000, 2000, 12000, 10000, 0, 4000, WALKABLE);
    tabletop_box(t, 7000, 4000, 8000, 6000, 0, 2500, WALKABLE); /* in the middle of the gap */
    tabletop_box(t, 7000, 7000, 8000, 8000, 0, 3500, 0);        /* nobody can be on it: it is no surface */
    qm__link_rules rules = ordinary;
    rules.jump_most = 5000;
    fixture f = prepare(t, &man, &rules);
    const struct {
        double from_y, to_x, to_y;
        int32_t lowest, highest;
        double gap;
    } flights[] = {
        {3000, 9000, 3000, 0, 0, 3000},     /* beside the block */
        {3999, 9000, 3999, 0, 0, 3000},     /* a unit beside */
        {4001, 9000, 4001, 0, 2500, 3000},  /* over its rim */
        {5000, 9000, 5000, 0, 2500, 3000},  /* over its middle */
        {5000, 11000, 5000, 0, 2500, 3000}, /* the far roof itself is not below */
        {3000, 10000, 6000, 0, 2500, 3750}, /* aslant: three quarters of 5000 */
        {7500, 9000, 7500, 0, 0, 3000},
    };
    for (size_t i = 0; i < sizeof flights / sizeof *flights; i++) {
        const qm__spot off = spot(&f, 6000, flights[i].from_y, 4000);
        const qm__spot on = spot(&f, flights[i].to_x, flights[i].to_y, 4000);
        qm__link_asked a;
        assert_int_equal(ask(&f, QM__LINK_JUMP, NULL, off, on, &a), QM__LINK_GOOD);
        assert_int_equal(f.links->items[a.link].below_z, 0); /* right below the rim */
        const qm__below below = qm__flight_below(f.links, a.link, (qm__xy){off.x, off.y}, (qm__xy){on.x, on.y});
        assert_int_equal(below.lowest, flights[i].lowest);
        assert_int_equal(below.highest, flights[i].highest);
        assert_true(near(below.gap, flights[i].gap));
        /* Typed a unit inland, the roof that is left is still not below. */
        assert_int_equal(qm__flight_below(f.links, a.link, (qm__xy){off.x - 1, off.y}, (qm__xy){on.x, on.y}).highest,
                         flights[i].highest);
    }
    tabletop_free(f.t);
}

static void below_a_drop_are_ledges_and_then_its_landing(void **state) {
    (void)state;
    tabletop *t = tabletop_new(30000, 20000);
    tabletop_box(t, 2000, 2000, 6000, 10000, 0, 5000, WALKABLE);
    tabletop_box(t, 6000, 6000, 6800, 10000, 2000, 3000, WALKABLE); /* a ledge */
    fixture f = prepare(t, &man, &ordinary);
    qm__link_asked a;
    assert_int_equal(ask(&f, QM__LINK_DROP, NULL, spot(&f, 6000, 4000, 5000), spot(&f, 6900, 4000, 0), &a),
                     QM__LINK_GOOD);
    const qm__below plain = qm__flight_below(f.links, a.link, (qm__xy){6000, 4000}, (qm__xy){6900, 4000});
    assert_true(plain.lowest == 0 && plain.highest == 0 && plain.gap == 0);
    assert_int_equal(ask(&f, QM__LINK_DROP, NULL, spot(&f, 6000, 5500, 5000), spot(&f, 7300, 7000, 0), &a),
                     QM__LINK_GOOD);
    const qm__below ledge = qm__flight_below(f.links, a.link, (qm__xy){6000, 5500}, (qm__xy){7300, 7000});
    assert_true(ledge.lowest == 0 && ledge.highest == 3000);
    tabletop_free(f.t);
}

/* With whole support one takes off a radius inside of the edge; the gap begins at the edge. */
static void gaps_of_whole_bases_are_between_the_edges(void **state) {
    (void)state;
    qm__walker walker = man;
    walker.whole = true;
    tabletop *t = tabletop_new(30000, 20000);
    tabletop_box(t, 2000, 2000, 6000, 10000, 0, 4000, WALKABLE);
    tabletop_box(t, 7500, 2000, 12000, 10000, 0, 4000, WALKABLE);
    fixture f = prepare(t, &walker, &ordinary);
    qm__link_asked a;
    assert_int_equal(ask(&f, QM__LINK_JUMP, NULL, spot(&f, 5500, 5000, 4000), spot(&f, 8000, 5000, 4000), &a),
                     QM__LINK_GOOD);
    assert_true(near(f.links->items[a.link].gap, 1500) && near(f.links->items[a.link].least, 2500));
    const qm__below below = qm__flight_below(f.links, a.link, (qm__xy){5500, 5000}, (qm__xy){8000, 5000});
    assert_true(near(below.gap, 1500) && below.lowest == 0 && below.highest == 0);
    tabletop_free(f.t);
}

/* -------------------------------------------------------------------------------------------------------- whole units
 */

static int32_t draw(uint64_t seed, uint64_t *n, int32_t low, int32_t high) {
    return low + (int32_t)qm__random_below(seed, n, (uint32_t)(high - low + 1));
}

/* Five blocks with oblique sides, close together: often nearer than an inch, or overlapping. */
static tabletop *oblique_table(uint64_t seed, uint64_t *n) {
    tabletop *t = tabletop_new(24000, 24000);
    for (int i = 0; i < 5; i++) {
        const int32_t x = draw(seed, n, 5000, 18000), y = draw(seed, n, 5000, 18000);
        const int32_t xy[8] = {x - draw(seed, n, 1500, 3500), y - draw(seed, n, 0, 1500),    x + draw(seed, n, 0, 1500),
                               y - draw(seed, n, 1500, 3500), x + draw(seed, n, 1500, 3500), y + draw(seed, n, 0, 1500),
                               x - draw(seed, n, 0, 1500),    y + draw(seed, n, 1500, 3500)};
        tabletop_prism(t, xy, 4, 0, draw(seed, n, 3, 7) * 500, WALKABLE);
    }
    return t;
}

typedef struct tally {
    uint32_t pieces, flights, longest; /* longest: as long as a flight may be, within a unit */
    uint32_t lost, lost_longest;       /* without whole ends */
    uint32_t lost_ends;                /* … where the rim ends, and a flight over the next one is of another kind */
    uint32_t off_curve;                /* ends of curves at which the base stands only with more slack */
} tally;

static void try_piece(const fixture *f, uint32_t number, const qm__piece *piece, tally *sum) {
    const qm__link *link = &f->links->items[number];
    const bool flight = link->kind == QM__LINK_JUMP || (link->kind == QM__LINK_DROP && !f->links->rules.drop_to_foot);
    const bool longest = flight && piece->length > 2999;
    qm__spot off, on;
    off = (qm__spot){piece->from.x, piece->from.y, link->from};
    on = (qm__spot){piece->to.x, piece->to.y, link->to};
    if (!qm__stands(f->levels, NULL, off, QM__CARE, NULL) || !qm__stands(f->levels, NULL, on, QM__CARE, NULL)) {
        sum->off_curve++;
        return;
    }
    if (flight && (piece->length > 3000 || !qm__flight_crosses(f->links, number, piece->from, piece->to) ||
                   !qm__flight_clear(f->links, number, NULL, piece->from, piece->to))) {
        return;
    }
    sum->pieces++;
    sum->flights += flight;
    sum->longest += longest;
    if (!qm__link_whole(f->links, NULL, piece, flight ? 3000 : 1e9, true, &off, &on)) {
        const bool end = qm__apart(piece->from, link->off.a) < 1 || qm__apart(piece->from, link->off.b) < 1;
        sum->lost += !longest && !(flight && end);
        sum->lost_ends += !longest && flight && end;
        sum->lost_longest += longest;
        return;
    }
    assert_true(off.x == (double)(int32_t)off.x && on.y == (double)(int32_t)on.y);
    assert_int_equal(ask(f, (qm__link_kind)link->kind, NULL, off, on, NULL), QM__LINK_GOOD);
    assert_true(qm__apart((qm__xy){off.x, off.y}, piece->from) < 3 && qm__apart((qm__xy){on.x, on.y}, piece->to) < 3);
    assert_true(qm__stands(f->levels, NULL, off, QM__SLACK, NULL) && qm__stands(f->levels, NULL, on, QM__SLACK, NULL));
}

/* Wherever a link is taken it can be typed. */
static void links_have_whole_ends(void **state) {
    (void)state;
    tally sum = {0};
    for (uint64_t seed = 1; seed <= 40; seed++) {
        uint64_t n = 0;
        qm__link_rules rules = ordinary;
        qm__walker walker = man;
        rules.leeway = seed % 3 == 0 ? 700 : 0;
        rules.drop_to_foot = seed % 2 == 0;
        walker.whole = seed % 4 == 0;
        fixture f = prepare(oblique_table(seed, &n), &walker, &rules);
        for (uint32_t i = 0; i < f.links->count; i++) {
            const qm__link *link = &f.links->items[i];
            for (int k = 0; k <= 10; k++) {
                qm__piece piece = {.link = (int32_t)i, .from = qm__curve_point(&link->off, k / 10.0)};
                piece.to = qm__curve_point(&link->on, qm__curve_nearest(&link->on, piece.from));
                piece.length = qm__apart(piece.from, piece.to);
                try_piece(&f, i, &piece, &sum);
            }
        }
        tabletop_free(f.t);
    }
    print_message("%u places of links, %u of flights (%u of the longest); %u, %u at ends and %u of the longest without "
                  "whole ends; "
                  "%u off\n",
                  sum.pieces, sum.flights, sum.longest, sum.lost, sum.lost_ends, sum.lost_longest, sum.off_curve);
    assert_true(sum.pieces > 10000 && sum.flights > 3000);
    assert_int_equal(sum.lost, 0);
    assert_true(sum.lost_ends * 1000 < sum.flights);
    assert_true(sum.off_curve * 100 < sum.pieces);
}

/* A flight that leaves a step beside it by 140 in 2995 is over its slack, half a unit, for 10.7 of its length: not for
 * as long again, up to the line of an edge that lies elsewhere. */
static void gaps_end_where_the_slack_does(void **state) {
    (void)state;
    tabletop *t = tabletop_new(20000, 20000);
    tabletop_box(t, 2018, 1648, 5092, 4067, 0, 2400, WALKABLE);
    tabletop_box(t, 2019, 4067, 5093, 6435, 0, 1500, WALKABLE);
    const fixture f = prepare(t, &man, &ordinary);
    const qm__xy off = {2098.1825, 4067}, on = {1958.596, 7062};
    const double length = qm__apart(off, on), gap = (off.x - 2018.5) / (off.x - on.x) * length;
    const double told = qm__gap_below(f.levels, 2400, 0, off, on);
    assert_true(told > gap - 1 && told < gap + 1);
    tabletop_free(t);
}

/* The foot of a climb lies beside an area as near as searches go, a quarter of a unit nearer than the radius: 499.494
 * from a corner that is 16 below it. From 499 the base would be in the area by 0.744, so 500 is taken, which is as
 * good. */
static void whole_ends_keep_out_of_areas(void **state) {
    (void)state;
    tabletop *t = tabletop_new(40000, 30000);
    tabletop_box(t, 10000, 14000, 16000, 18000, 0, 3000, WALKABLE);
    tabletop_area(t, 8000, 10000, 12000, 13484);
    const fixture f = prepare(t, &man, &ordinary);
    uint32_t tried = 0;
    for (uint32_t i = 0; i < f.links->count; i++) {
        const qm__link *link = &f.links->items[i];
        qm__piece piece = {.link = (int32_t)i, .from = {12499.4938, 13500}, .to = {12499.4938, 14000}, .length = 500};
        qm__spot off, on;
        if (link->kind != QM__LINK_CLIMB || link->rise < 0 || link->out.y > -0.5) {
            continue;
        }
        assert_true(qm__areas_at(f.levels, spot(&f, 12499.4938, 13500, 0)) == 0);
        assert_true(qm__areas_at(f.levels, spot(&f, 12499, 13500, 0)) != 0);
        assert_true(qm__link_whole(f.links, NULL, &piece, 1e9, true, &off, &on));
        assert_true(off.x == 12500 && off.y == 13500 && on.y == 14000);
        piece.from.x = piece.to.x = 11000.4; /* in it anyway, the nearest will do */
        assert_true(qm__link_whole(f.links, NULL, &piece, 1e9, true, &off, &on));
        assert_true(off.x == 11000 && on.x == 11000);
        tried++;
    }
    assert_int_equal(tried, 1);
    tabletop_free(t);
}

/* A wall of some height between two houses as high as each other, or before a lower one. */
static qm__link_fault over_wall(int32_t height, uint8_t flags, const qm__link_rules *rules, int32_t landing,
                                qm__link_asked *out) {
    tabletop *t = tabletop_new(40000, 30000);
    tabletop_box(t, 10000, 10000, 16000, 18000, 0, 3000, WALKABLE);
    tabletop_box(t, 18000, 10000, 25000, 18000, 0, landing, WALKABLE);
    tabletop_box(t, 16900, 5000, 17100, 25000, 0, height, flags);
    const fixture f = prepare(t, &man, rules);
    const qm__link_fault fault =
        ask(&f, QM__LINK_JUMP, NULL, spot(&f, 16000, 14000, 3000), spot(&f, 18000, 14000, landing), out);
    tabletop_free(t);
    return fault;
}

static void low_walls_bar_where_they_do(void **state) {
    (void)state;
    qm__link_rules rules = ordinary;
    qm__link_asked a;
    assert_int_equal(over_wall(4000, 0, &rules, 3000, NULL), QM__LINK_GOOD);
    rules.low_bars = true;
    assert_int_equal(over_wall(3000, 0, &rules, 3000, NULL), QM__LINK_GOOD);
    assert_int_not_equal(over_wall(3001, 0, &rules, 3000, &a), QM__LINK_GOOD);
    assert_int_not_equal(over_wall(4000, 0, &rules, 3000, NULL), QM__LINK_GOOD);
    /* The landing itself may be higher; a wall before it may not, unless one could land on it. */
    assert_int_equal(over_wall(3000, 0, &rules, 4000, NULL), QM__LINK_GOOD);
    assert_int_not_equal(over_wall(4000, 0, &rules, 4000, NULL), QM__LINK_GOOD);
    assert_int_equal(over_wall(4000, WALKABLE, &rules, 4000, NULL), QM__LINK_GOOD);
    rules.clearance = 1;
    assert_int_equal(over_wall(3001, 0, &rules, 3000, NULL), QM__LINK_GOOD);
    assert_int_not_equal(over_wall(3002, 0, &rules, 3000, NULL), QM__LINK_GOOD);
}

static void tall_bodies_bar_where_they_do(void **state) {
    (void)state;
    for (int32_t over = -500; over <= 1000; over += 500) {
        for (int32_t more = 0; more <= 1; more++) {
            qm__link_rules rules = ordinary;
            qm__body body = {
                .x = 17500, .y = 12000, .z = 0, .radius = 500, .height = 3000 + over + more, .manner = QM__BLOCK};
            const qm__crowd crowd = {.bodies = &body, .count = 1, .self = 1};
            fixture f = street(&rules);
            const qm__spot from = spot(&f, 16000, 12000, 3000), to = spot(&f, 19000, 12000, 3000);
            assert_int_equal(ask(&f, QM__LINK_JUMP, &crowd, from, to, NULL) == QM__LINK_GOOD, body.height <= 4000);
            tabletop_free(f.t);
            rules.tall_bodies_bar = true;
            rules.over = over;
            f = street(&rules);
            assert_int_equal(ask(&f, QM__LINK_JUMP, &crowd, from, to, NULL) == QM__LINK_GOOD, more == 0);
            tabletop_free(f.t);
        }
    }
}

/* A body half an inch below the flight, which is kept an inch off in space, or in plan. */
static void bodies_are_kept_off_in_flight(void **state) {
    (void)state;
    for (uint8_t flat = 0; flat <= 1; flat++) {
        const int32_t keep = flat ? 2001 : 1867; /* 1 + the root of 1.0005 squared less 0.5 squared */
        for (int32_t more = -2; more <= 1; more += 3) {
            qm__link_rules rules = ordinary;
            qm__body body = {.x = 17500,
                             .y = 12000 - keep - more,
                             .z = 2500,
                             .radius = 500,
                             .height = 400,
                             .manner = QM__BLOCK,
                             .flat = flat};
            const qm__crowd crowd = {.bodies = &body, .count = 1, .self = 1};
            const fixture f = street(&rules);
            const qm__spot from = spot(&f, 16000, 12000, 3000), to = spot(&f, 19000, 12000, 3000);
            assert_int_equal(ask(&f, QM__LINK_JUMP, &crowd, from, to, NULL), QM__LINK_GOOD);
            body.aloft = 1001;
            assert_int_equal(ask(&f, QM__LINK_JUMP, &crowd, from, to, NULL) == QM__LINK_GOOD, more > 0);
            tabletop_free(f.t);
        }
    }
}

/* What a link says of all its flights holds of each one. */
static void links_without_some_have_only_free_flights(void **state) {
    (void)state;
    uint32_t flights = 0, barred = 0;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        uint64_t n = 0;
        qm__link_rules rules = ordinary;
        qm__walker walker = man;
        rules.low_bars = true;
        walker.whole = seed % 4 == 0;
        tabletop *t = oblique_table(seed, &n);
        for (uint32_t i = 0; i < t->table.corner_count; i++) {
            t->corners[i].rail = draw(seed, &n, 0, 3) == 0 ? draw(seed, &n, 1, 2) * 500 : 0;
        }
        const fixture f = prepare(t, &walker, &rules);
        for (uint32_t i = 0; i < f.links->count; i++) {
            const qm__link *link = &f.links->items[i];
            const int32_t off_z = qm__level_height(f.levels, link->from);
            for (int k = 0; k < 25 && (link->kind == QM__LINK_JUMP || link->kind == QM__LINK_DROP); k++) {
                const qm__flight flight = {qm__curve_point(&link->off, k % 5 / 4.0),
                                           qm__curve_point(&link->on, k / 5 / 4.0), off_z, off_z + link->rise};
                const bool passes = qm__flight_passes(&rules, &walker, &t->table, &flight);
                assert_true(passes || link->some);
                flights++;
                barred += !passes;
            }
        }
        tabletop_free(t);
    }
    print_message("%u flights, %u barred\n", flights, barred);
    assert_true(flights > 10000 && barred > 500);
}

static void whole_places_stand(void **state) {
    (void)state;
    fixture f = street(&ordinary);
    qm__spot out;
    assert_true(qm__whole_stand(f.levels, NULL, spot(&f, 11000.4, 9500.2, 0), &out));
    assert_true(out.x == 11000 && out.y == 9500);
    assert_true(qm__whole_stand(f.levels, NULL, spot(&f, 11000, 9501.4, 0), &out)); /* in the wall: out of it again */
    assert_true(out.x == 11000 && out.y == 9500);
    assert_false(qm__whole_stand(f.levels, NULL, spot(&f, 11000, 9600, 0), &out));
    tabletop_free(f.t);
}

/* In the corner of a notch two rims meet: it is on both, but nobody jumps from it to itself, nor along either of them.
 */
static void flights_cross_something(void **state) {
    (void)state;
    tabletop *t = tabletop_new(20000, 20000);
    tabletop_prism(t, (int32_t[]){2000, 2000, 6000, 2000, 6000, 4000, 5000, 4000, 5000, 7000, 2000, 7000}, 6, 0, 2000,
                   WALKABLE);
    fixture f = prepare(t, &man, &ordinary);
    const qm__spot corner = spot(&f, 5000, 4000, 2000);
    assert_int_equal(ask(&f, QM__LINK_JUMP, NULL, corner, corner, NULL), QM__LINK_NOWHERE);
    assert_int_equal(ask(&f, QM__LINK_JUMP, NULL, corner, spot(&f, 5000, 4500, 2000), NULL), QM__LINK_NOWHERE);
    assert_int_equal(ask(&f, QM__LINK_JUMP, NULL, spot(&f, 5500, 4000, 2000), corner, NULL), QM__LINK_NOWHERE);
    assert_int_equal(ask(&f, QM__LINK_JUMP, NULL, spot(&f, 5500, 4000, 2000), spot(&f, 5000, 4500, 2000), NULL),
                     QM__LINK_GOOD);
    assert_int_equal(ask(&f, QM__LINK_JUMP, NULL, spot(&f, 5002, 4000, 2000), spot(&f, 5000, 4002, 2000), NULL),
                     QM__LINK_GOOD);
    /* Nor is it where the jump from one to the other would be nearest. */
    double items[64];
    uint8_t cells[128];
    int jumps = 0;
    for (uint32_t i = 0; i < f.links->count; i++) {
        const qm__link *const link = &f.links->items[i];
        qm__events events = {.items = items, .cells = cells, .max = 64};
        qm__piece piece;
        if (link->kind == QM__LINK_JUMP &&
            qm__link_nearest(f.links, i, NULL, (qm__xy){4900, 3900}, true, &events, &piece)) {
            assert_true(qm__flight_crosses(f.links, i, piece.from, piece.to));
            jumps++;
        }
    }
    assert_true(jumps >= 2);
    tabletop_free(t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(climbs_begin_and_end_beside_the_face),
        cmocka_unit_test(leeway_is_kept),
        cmocka_unit_test(ladders_have_two_ends),
        cmocka_unit_test(jumps_say_what_stops_them),
        cmocka_unit_test(landings_beside_a_body),
        cmocka_unit_test(flights_cross_something),
        cmocka_unit_test(jumps_go_to_chosen_spots),
        cmocka_unit_test(chosen_spots_must_be_free),
        cmocka_unit_test(the_roof_behind_the_next_is_jumped_to),
        cmocka_unit_test(drops_go_to_chosen_spots),
        cmocka_unit_test(nobody_drops_under_a_ceiling),
        cmocka_unit_test(drops_end_at_the_foot),
        cmocka_unit_test(what_lies_below_a_flight_is_told),
        cmocka_unit_test(below_a_drop_are_ledges_and_then_its_landing),
        cmocka_unit_test(gaps_of_whole_bases_are_between_the_edges),
        cmocka_unit_test(links_have_whole_ends),
        cmocka_unit_test(whole_ends_keep_out_of_areas),
        cmocka_unit_test(gaps_end_where_the_slack_does),
        cmocka_unit_test(low_walls_bar_where_they_do),
        cmocka_unit_test(tall_bodies_bar_where_they_do),
        cmocka_unit_test(bodies_are_kept_off_in_flight),
        cmocka_unit_test(links_without_some_have_only_free_flights),
        cmocka_unit_test(whole_places_stand),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
