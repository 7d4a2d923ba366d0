/* Models of squad that fly, at random places of a table with walls, a roof, a closed room, friends and enemies: what
 * reach tells of a place is what an order there is judged to be, regions have just the places that can be ended at, and
 * both follow from the rule: near enough as the crow flies, room to stand, nobody's inch.
 */
#include "rules/squad/declared.h"
#include "support/rings.h"
#include "support/table.h"

#include "base/random.h"

enum { RINGS = 4096, CORNERS = 200000 };
static qm_reach_ring rings[RINGS];
static qm_reach_corner corners[CORNERS];

/* clang-format off */
#define FLYERS(rules) \
    "{\"quickmarch\":\"scenario\",\"version\":1,\"title\":\"Flyers\",\"rules\":" rules "," \
    "\"board\":{\"space\":\"table\",\"width\":24,\"depth\":18,\"prisms\":[" \
    "{\"name\":\"wall\",\"box\":[2,8,12,8.5],\"top\":6}," \
    "{\"name\":\"block\",\"box\":[14,3,18,7],\"top\":4}," \
    "{\"name\":\"roof\",\"box\":[14,10,19,15],\"bottom\":3,\"top\":3.5}," \
    "{\"name\":\"north\",\"box\":[3,14,8,14.5],\"top\":3},{\"name\":\"south\",\"box\":[3,10,8,10.5],\"top\":3}," \
    "{\"name\":\"west\",\"box\":[3,10.5,3.5,14],\"top\":3},{\"name\":\"east\",\"box\":[7.5,10.5,8,14],\"top\":3}]," \
    "\"zones\":[{\"name\":\"mud\",\"box\":[8,1,12,7],\"kind\":\"difficult\"}]}," \
    "\"sides\":[\"red\",\"blue\"],\"units\":[" \
    "{\"name\":\"Ada\",\"side\":\"red\",\"radius\":0.5,\"fly\":true,\"at\":[\"6,6\"]}," \
    "{\"name\":\"Brok\",\"side\":\"red\",\"radius\":0.4,\"fly\":true,\"movement\":7,\"at\":[\"13,9\"]}," \
    "{\"name\":\"Cat\",\"side\":\"red\",\"radius\":0.5,\"fly\":true,\"movement\":5,\"at\":[\"16,5@4\"]}," \
    "{\"name\":\"Dan\",\"side\":\"blue\",\"radius\":0.5,\"at\":[\"11,10\"]}," \
    "{\"name\":\"Eve\",\"side\":\"blue\",\"radius\":0.5,\"at\":[\"4,7\"]}," \
    "{\"name\":\"Fay\",\"side\":\"blue\",\"width\":1,\"length\":2,\"at\":[\"16,12\"]}]}"
/* clang-format on */

static table *open_text(const char *scenario) {
    table *t = calloc(1, sizeof *t);
    qm_diagnostics wrong = qm_diagnostics_make(NULL);
    opened(t, qm_scenario_read_text(&t->s, scenario, strlen(scenario), "t.json", NULL, NULL, NULL, &wrong), &wrong);
    GO(t, "next");
    return t;
}

/* How often rings of a height wind around a place; RING_NEAR: it lies near to one of them. */
static int winds(const qm_reach_area *area, qm_place at) {
    int count = 0;
    for (uint32_t r = 0; r < area->ring_count; r++) {
        const int around = area->rings[r].z == at.z ? ring_winds(area, &area->rings[r], at, 12) : 0;
        if (around == RING_NEAR) {
            return RING_NEAR;
        }
        count += around;
    }
    return count;
}

/* The rule itself. */
static bool may_end(const table *t, uint16_t figure, qm_place at, double cost) {
    const qm__body body = qm__sq_body_at(t->s, figure, at, 0);
    qm_standing stands;
    double distance;
    assert_int_equal(qm_stand(t->s, t->st, figure, at, t->scratch, &stands), QM_OK);
    const uint16_t enemy = qm__sq_near(t->s, t->st, figure, &body, 0, &distance);
    return stands.stands && qm__units(cost) <= sq_value(t->s, figure, SQ_MOVEMENT) && enemy == 0;
}

typedef struct seen {
    int good, bad, under, above, unknown;
} seen;

static void agree_at(table *t, const qm_reach_area *area, uint16_t figure, qm_place at, seen *n) {
    const qm_place from = sq_place(sq_at(t->s, t->st, figure));
    const int32_t rise = at.z - from.z;
    const bool counts = sq_set(t->s)->low_height == SQ_LOW_HEIGHT_COUNTS;
    const double cost = qm__apart((qm__xy){from.x, from.y}, (qm__xy){at.x, at.y}) + (counts && rise > 0 ? rise : 0);
    qm_reach_cost told;
    qm_order order;
    qm_order_clear(&order, SQ_ORDER_MOVE, figure);
    order.legs[order.leg_count++] = (qm_leg){.kind = SQ_LEG_FIGURE, .thing = figure};
    order.legs[order.leg_count++] = (qm_leg){.kind = SQ_LEG_WALK, .to = at};
    assert_int_equal(qm_judge(t->s, t->st, &order, t->scratch, &t->v), QM_OK);
    const bool legal = t->v.judgement == QM_LEGAL;
    assert_true(!legal || (t->v.cost == qm__units(cost) && t->v.check_count == 0));
    assert_int_equal(qm_reach_cost_at(t->s, t->st, figure, at, t->scratch, &told), QM_OK);
    const int around = winds(area, at);
    if (legal != may_end(t, figure, at, cost) || told.cost != (legal ? t->v.cost : -1) ||
        (around != RING_NEAR && around != (legal ? 1 : 0))) {
        fail_msg("%s to %d,%d@%d: legal %d, told %d, winds %d", qm_figure_name(t->s, figure), at.x, at.y, at.z, legal,
                 told.cost, around);
    }
    const bool roofed = at.z == 0 && at.x > 14000 && at.x < 19000 && at.y > 10000 && at.y < 15000;
    n->good += legal;
    n->bad += !legal;
    n->under += legal && roofed;
    n->above += legal && at.z > 0;
    n->unknown += around == RING_NEAR;
}

static void places_agree(const char *scenario) {
    enum { PLACES = 2000 };
    static const int32_t heights[] = {0, 2000, 3000, QM__COORDINATE_MAX};
    table *t = open_text(scenario);
    uint64_t index = 0;
    seen n = {0};
    for (uint16_t figure = ADA; figure <= CAT; figure++) {
        qm_reach_area area = {.rings = rings, .corners = corners, .ring_capacity = RINGS, .corner_capacity = CORNERS};
        const qm_place from = sq_place(sq_at(t->s, t->st, figure));
        assert_int_equal(qm_reach_regions(t->s, t->st, figure, NULL, 0, t->scratch, &area), QM_OK);
        for (int i = 0; i < PLACES; i++) {
            const int32_t x = from.x - 8000 + (int32_t)qm__random_below(7, &index, 16000);
            const int32_t y = from.y - 8000 + (int32_t)qm__random_below(7, &index, 16000);
            const int32_t below = heights[qm__random_below(7, &index, sizeof heights / sizeof heights[0])];
            qm_place at = {x, y, 0};
            qm__surface_below(&t->s->table, x, y, below, &at.z);
            agree_at(t, &area, figure, at, &n);
        }
    }
    print_message("  %d can be ended at (%d under a roof, %d higher up), %d cannot; %d beside a border\n", n.good,
                  n.under, n.above, n.bad, n.unknown);
    assert_true(n.good > 500 && n.bad > 500 && n.under > 20 && n.above > 20 && n.unknown < 200);
    end(t);
}

static void test_places(void **unused) {
    (void)unused;
    places_agree(FLYERS("\"squad\""));
}

static void test_heights_that_count(void **unused) {
    (void)unused;
    places_agree(FLYERS("{\"extends\":\"squad\",\"settings\":{\"low_height\":\"counts\"}}"));
}

static void test_whole_bases(void **unused) {
    (void)unused;
    places_agree(FLYERS("{\"extends\":\"squad\",\"settings\":{\"standing\":\"whole\"}}"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_places),
        cmocka_unit_test(test_heights_that_count),
        cmocka_unit_test(test_whole_bases),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
