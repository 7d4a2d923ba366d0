/* What families on a table of inches share, as far as the toy family does not use it: trials that tell nothing, areas
 * that were met, links between places that are only passed, figures that can be passed, and falls beside figures. */
#include "support/ramble.h"

/* Two roofs with a ditch between them, mire on the ground, tar on the second roof. Ada and Ann are friends. */
static const char ditch_text[] =
    "{'quickmarch': 'scenario', 'version': 1, 'title': 'Ditch', 'rules': {'extends': 'ramble', 'settings': {\n"
    "  'leeway': 1}}, 'board': {'width': 44, 'depth': 40,\n"
    "  'prisms': [\n"
    "   {'name': 'house', 'box': [10, 10, 16, 18], 'top': 3},\n"
    "   {'name': 'barn', 'box': [19, 10, 25, 18], 'top': 3}],\n"
    "  'ladders': [{'name': 'long ladder', 'foot': [13, 9.5], 'head': [13, 10, 3]}],\n"
    "  'zones': [\n"
    "   {'name': 'mire', 'kind': 'brook', 'box': [2, 2, 6, 6]},\n"
    "   {'name': 'ditch', 'kind': 'brook', 'box': [16, 10, 19, 18]},\n"
    "   {'name': 'tar', 'kind': 'brook', 'box': [19, 10, 20, 13], 'bottom': 3, 'top': 3}]},\n"
    " 'sides': ['red', 'blue'],\n"
    " 'figures': [{'name': 'Ada', 'side': 'red', 'at': '11,8', 'move': 12},\n"
    "  {'name': 'Ann', 'side': 'red', 'at': '13,10@3'},\n"
    "  {'name': 'Bo', 'side': 'blue', 'at': '19,16@3'}], 'end': {'turns': 8}}\n";
enum { ADA = 1, ANN, BO };
enum { MIRE = 1, DITCH = 2, TAR = 4 };

/* Friends can be passed. */
static void friendly_body(const qm_scenario *s, const qm_state *st, uint16_t i, uint16_t figure, qm__body *out) {
    ramble_body(s, st, i, figure, out);
    out->manner = figure && s->figures[i - 1].side == s->figures[figure - 1].side ? QM__PASS_ONLY : QM__BLOCK;
}

/* A trek of Ada's from a place. */
typedef struct journey {
    fixture f;
    qm__inch_facts facts;
    qm__inches inches;
    void *search;
    qm_order order;
    qm_verdict verdict;
    qm__judging j;
    qm__trek trek;
} journey;

static void put(journey *at, uint16_t figure, qm_place place) {
    rambler *r = ramble_at(at->f.scenario, at->f.state, figure);
    r->x = place.x;
    r->y = place.y;
    r->z = place.z;
}

static void begin(journey *at, qm_place from, bool mute) {
    put(at, ADA, from);
    memset(&at->verdict, 0, sizeof at->verdict);
    qm_order_clear(&at->order, RB_WALK, ADA);
    at->j = (qm__judging){.scenario = at->f.scenario,
                          .state = at->f.state,
                          .order = &at->order,
                          .search = at->search,
                          .verdict = &at->verdict};
    at->trek = (qm__trek){.allowance = 12000, .mute = mute};
    qm__trek_begin(&at->trek, &at->j, &at->inches);
    at->trek.leg = 1;
}

static journey *open_journey(void) {
    journey *at = calloc(1, sizeof *at);
    assert_non_null(at);
    at->f = open_text(ditch_text);
    at->inches = *ramble_inches(at->f.scenario);
    at->facts = *at->inches.facts;
    at->facts.body = friendly_body;
    at->inches.facts = &at->facts;
    at->search = calloc(1, at->inches.size);
    assert_non_null(at->search);
    return at;
}

static void close_journey(journey *at) {
    close_it(&at->f);
    free(at->search);
    free(at);
}

/* ------------------------------------------------------------------------------------------------------------ areas */

static void areas_are_met_without_prices(void **unused) {
    (void)unused;
    journey *at = open_journey();
    qm__inch_link link;
    begin(at, (qm_place){4000, 4000, 0}, false);
    assert_int_equal(at->trek.met, 0); /* nothing was done yet */
    assert_true(qm__trek_walk(&at->trek, (qm_place){8000, 4000, 0}));
    assert_int_equal(at->trek.met, MIRE); /* where it begins */
    assert_true(qm__trek_end(&at->trek));
    assert_int_equal(at->verdict.cost, 4000);

    begin(at, (qm_place){8000, 8000, 0}, false);
    assert_true(qm__trek_walk(&at->trek, (qm_place){4000, 6500, 0})); /* the edge of the base touches it */
    assert_int_equal(at->trek.met, 0);
    assert_true(qm__trek_walk(&at->trek, (qm_place){4000, 6498, 0}));
    assert_int_equal(at->trek.met, MIRE);

    begin(at, (qm_place){8000, 4000, 0}, false);
    assert_true(qm__trek_straight(&at->trek, (qm_place){1000, 4000, 0})); /* through it */
    assert_int_equal(at->trek.met, MIRE);
    begin(at, (qm_place){8000, 4000, 0}, false);
    assert_true(qm__trek_straight(&at->trek, (qm_place){7000, 3000, 0}));
    assert_int_equal(at->trek.met, 0);

    begin(at, (qm_place){16000, 12000, 3000}, false); /* over the ditch */
    assert_true(qm__trek_ask(&at->trek, QM__LINK_JUMP, (qm_place){19000, 12000, 3000}, true, &link));
    assert_int_equal(at->trek.met, 0);
    qm__trek_take(&at->trek, &link, link.length);
    assert_int_equal(at->trek.met, TAR); /* where it lands */
    begin(at, (qm_place){19000, 12000, 3000}, false);
    assert_true(qm__trek_ask(&at->trek, QM__LINK_JUMP, (qm_place){16000, 12000, 3000}, true, &link));
    qm__trek_take(&at->trek, &link, link.length);
    assert_int_equal(at->trek.met, TAR); /* where it takes off */
    assert_true(qm__trek_ask(&at->trek, QM__LINK_DROP, (qm_place){16500, 12000, 0}, true, &link));
    qm__trek_take(&at->trek, &link, 0);
    assert_int_equal(at->trek.met, TAR | DITCH);
    close_journey(at);
}

/* ----------------------------------------------------------------------------------------------------------- prices */

/* What ground costs on a journey, and what links do. */
typedef struct priced {
    const journey *at;
    qm__area_price prices[3];
    ramble_pricing links;
} priced;

/* Takes the legs of an order: what they cost, -1 if one cannot be taken. */
static double order_cost(const priced *p, const qm_order *order, qm_verdict *verdict) {
    qm__judging j = p->at->j;
    qm__trek trek = {.allowance = 12000, .prices = p->prices};
    bool good = true;
    memset(verdict, 0, sizeof *verdict);
    j.order = order;
    j.verdict = verdict;
    qm__trek_begin(&trek, &j, &p->at->inches);
    for (uint16_t i = 0; i < order->leg_count && good; i++) {
        const qm_leg *leg = &order->legs[i];
        trek.leg = (uint16_t)(i + 1);
        if (leg->kind == RB_LEG_WALK || leg->kind == RB_LEG_VIA) {
            good = leg->kind == RB_LEG_WALK ? qm__trek_walk(&trek, leg->to) : qm__trek_straight(&trek, leg->to);
            continue;
        }
        const qm__link_kind kind = (qm__link_kind)(leg->kind - RB_LEG_CLIMB + QM__LINK_CLIMB);
        qm__inch_link link;
        qm__link_price bands[QM__BANDS_MAX];
        good = qm__trek_ask(&trek, kind, leg->to, true, &link);
        if (good) {
            const int count = ramble_price(&p->links, trek.base->links, link.link, bands);
            const qm__link_price *band = qm__inch_band(bands, count, link.length);
            qm__trek_take(&trek, &link, band->cost + band->per_unit * link.length);
        }
    }
    qm__trek_end(&trek);
    return good ? trek.cost : -1;
}

static bool try_priced(const void *context, const qm_order *order, qm_plan_way *out) {
    qm_verdict verdict;
    order_cost(context, order, &verdict);
    *out = (qm_plan_way){.order = *order, .cost = verdict.cost, .chance = verdict.judgement == QM_LEGAL};
    return verdict.judgement == QM_LEGAL;
}

/* Once, for coming in, and both. */
static void set_prices(priced *p, int set) {
    for (int i = 0; i < 3; i++) {
        p->prices[i] = (qm__area_price){.once = set & 1 ? 1000 : 0, .entry = set & 2 ? 300 : 0, .factor = 1000};
    }
}

/* The judge, a plan and reach ask the same for links into areas and out of them. */
static void landings_are_paid_for(void **unused) {
    (void)unused;
    static const struct {
        qm_place from, to;
        int32_t cost, once, entry; /* all but areas; how many of them are met, and come into */
    } cases[] = {
        {{15000, 12000, 3000}, {16500, 12000, 0}, 1000, 1, 1},    /* a drop into the ditch */
        {{15000, 12000, 3000}, {17000, 12000, 0}, 1500, 1, 1},    /* … and on in it */
        {{16000, 12000, 3000}, {19000, 12000, 3000}, 3000, 1, 1}, /* a jump into the tar */
        {{16000, 14500, 3000}, {19500, 14500, 3000}, 3500, 0, 0}, /* … and beside it */
        {{19000, 12000, 3000}, {16000, 12000, 3000}, 3000, 1, 0}, /* out of it */
        {{16500, 14000, 0}, {16000, 14000, 3000}, 3000, 1, 0},    /* a climb out of the ditch */
        {{18500, 12000, 0}, {19000, 12000, 3000}, 3000, 2, 1},    /* … and into the tar */
    };
    journey *at = open_journey();
    qm_plan_way *ways = calloc(4, sizeof *ways);
    assert_non_null(ways);
    put(at, ANN, (qm_place){30000, 30000, 0});
    for (int set = 1; set < 4; set++) {
        priced p = {.at = at, .links = {at->f.scenario, ADA}};
        const qm__inch_plan plan = {
            .ask = {.prices = p.prices, .pricing = ramble_price, .context = &p.links, .allowance = 12000},
            .order = RB_WALK,
            .stand = true,
            .try = try_priced,
            .judge = &p};
        set_prices(&p, set);
        for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
            const int32_t cost = cases[i].cost + cases[i].once * p.prices[0].once + cases[i].entry * p.prices[0].entry;
            qm_reach_cost reached;
            begin(at, cases[i].from, true);
            assert_true(qm__inch_cost(at->trek.search, &plan.ask, cases[i].to, &reached));
            const uint32_t count = qm__inch_ways(at->trek.search, &plan, cases[i].to, ways, 4);
            if (reached.cost != cost || count == 0 || ways[0].cost != cost) {
                fail_msg("case %zu, prices %d: %d, reach %d, %u ways, the first %d", i, set, cost, reached.cost, count,
                         ways[0].cost);
            }
        }
    }
    free(ways);
    close_journey(at);
}

static void ground_is_paid_leg_by_leg(void **unused) {
    (void)unused;
    static const struct {
        qm_place from;
        qm_leg legs[4];
        int32_t cost, once, entry;
    } cases[] = {
        {{8000, 4000, 0}, /* straight into the mire, out of it, and in again */
         {{.kind = RB_LEG_VIA, .to = {4000, 4000, 0}},
          {.kind = RB_LEG_VIA, .to = {7000, 4000, 0}},
          {.kind = RB_LEG_VIA, .to = {5000, 4000, 0}}},
         9000,
         1,
         2},
        {{8000, 4000, 0}, /* … and through all of it */
         {{.kind = RB_LEG_VIA, .to = {1000, 4000, 0}}, {.kind = RB_LEG_WALK, .to = {1000, 5000, 0}}},
         8000,
         1,
         1},
        {{16000, 12000, 3000}, /* down, through the ditch, and up into the tar */
         {{.kind = RB_LEG_DROP, .to = {16500, 12000, 0}},
          {.kind = RB_LEG_WALK, .to = {18500, 12000, 0}},
          {.kind = RB_LEG_CLIMB, .to = {19000, 12000, 3000}}},
         5000,
         2,
         2},
        {{16000, 14500, 3000}, /* down, up, and down again */
         {{.kind = RB_LEG_DROP, .to = {16500, 14500, 0}},
          {.kind = RB_LEG_CLIMB, .to = {16000, 14500, 3000}},
          {.kind = RB_LEG_DROP, .to = {16500, 14500, 0}}},
         3000,
         1,
         2},
        {{16500, 17000, 0}, /* what has been paid is not walked around */
         {{.kind = RB_LEG_CLIMB, .to = {16000, 17000, 3000}},
          {.kind = RB_LEG_DROP, .to = {16500, 17000, 0}},
          {.kind = RB_LEG_WALK, .to = {16500, 9000, 0}},
          {.kind = RB_LEG_WALK, .to = {16500, 10000, 0}}},
         12000,
         1,
         2},
    };
    journey *at = open_journey();
    for (int set = 1; set < 4; set++) {
        priced p = {.at = at, .links = {at->f.scenario, ADA}};
        set_prices(&p, set);
        for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
            const int32_t cost = cases[i].cost + cases[i].once * p.prices[0].once + cases[i].entry * p.prices[0].entry;
            qm_verdict verdict;
            qm_order order;
            begin(at, cases[i].from, true);
            qm_order_clear(&order, RB_WALK, ADA);
            while (order.leg_count < 4 && cases[i].legs[order.leg_count].kind) {
                order.legs[order.leg_count] = cases[i].legs[order.leg_count];
                order.leg_count++;
            }
            const double told = order_cost(&p, &order, &verdict);
            if (qm__units(told + 1) != cost + 1) {
                fail_msg("case %zu, prices %d: %d and not %d", i, set, qm__units(told + 1) - 1, cost);
            }
        }
    }
    close_journey(at);
}

/* ----------------------------------------------------------------------------------------------------------- trials */

static void trials_tell_nothing(void **unused) {
    (void)unused;
    journey *at = open_journey();
    qm_verdict empty;
    qm__inch_link link;
    memset(&empty, 0, sizeof empty);
    for (int mute = 0; mute < 2; mute++) {
        begin(at, (qm_place){4000, 8000, 0}, mute);
        assert_true(qm__trek_walk(&at->trek, (qm_place){13000, 9500, 0}));
        assert_true(qm__trek_ask(&at->trek, QM__LINK_LADDER, (qm_place){13000, 10000, 3000}, false, &link));
        qm__trek_take(&at->trek, &link, 3000);
        assert_true(qm__trek_straight(&at->trek, (qm_place){13000, 12000, 3000}));
        assert_false(qm__trek_end(&at->trek)); /* 9.124 + 3 + 2 */
        assert_int_equal(qm__units(at->trek.cost), 14124);
        assert_true(at->trek.spent && at->trek.end.z == 0); /* at the foot, as the ladder is too long by then */
        assert_true(mute || at->verdict.way_count == 4);
        assert_int_equal(at->verdict.judgement, mute ? QM_LEGAL : QM_ILLEGAL);
        assert_int_equal(memcmp(&at->verdict, &empty, sizeof empty) == 0, mute);

        begin(at, (qm_place){8000, 14000, 0}, mute);
        assert_false(qm__trek_walk(&at->trek, (qm_place){9700, 14000, 0})); /* too near to the house */
        assert_false(qm__trek_straight(&at->trek, (qm_place){13000, 14000, 0}));
        assert_false(qm__trek_ask(&at->trek, QM__LINK_CLIMB, (qm_place){10000, 14000, 3000}, true, &link));
        assert_false(at->trek.unknown);
        assert_int_equal(at->verdict.reason_count, mute ? 0 : 3);
        assert_int_equal(at->verdict.stand_count > 0, !mute);
        assert_int_equal(memcmp(&at->verdict, &empty, sizeof empty) == 0, mute);
    }
    close_journey(at);
}

/* ------------------------------------------------------------------------------------------------------------ links */

static void links_tell_their_lengths(void **unused) {
    (void)unused;
    journey *at = open_journey();
    qm__inch_link link;
    begin(at, (qm_place){11000, 9500, 0}, false);
    assert_true(qm__trek_ask(&at->trek, QM__LINK_CLIMB, (qm_place){11750, 10000, 3000}, true, &link));
    assert_int_equal(qm__units(link.sideways), 750);
    assert_int_equal(qm__units(link.length), 1250); /* half an inch onto the edge, and sideways */
    assert_int_equal(link.to.level, qm__level_at(at->trek.base->levels, 3000));
    assert_true(link.below.gap == 0 && link.below.lowest == 0);
    assert_true(at->trek.here.level == 0 && at->trek.cost == 0); /* asking moves nothing */

    begin(at, (qm_place){16000, 12000, 3000}, false);
    assert_true(qm__trek_ask(&at->trek, QM__LINK_JUMP, (qm_place){19000, 12000, 3000}, true, &link));
    assert_int_equal(qm__units(link.length), 3000);
    assert_int_equal(qm__units(link.below.gap), 3000);
    assert_true(link.below.lowest == 0 && link.below.highest == 0 && link.sideways == 0);
    close_journey(at);
}

/* Ann stands at the head of the ladder and can be passed; Bo cannot. */
static void links_lead_past_friends(void **unused) {
    (void)unused;
    journey *at = open_journey();
    qm__inch_link link;
    const qm_place head = {13000, 10000, 3000}, foot = {13000, 9500, 0};
    begin(at, foot, false);
    assert_false(qm__trek_ask(&at->trek, QM__LINK_LADDER, head, true, &link));
    assert_int_equal(at->verdict.reasons[0].kind, RB_REASON_FIGURE);
    assert_int_equal(at->verdict.reasons[0].other, ANN);
    begin(at, foot, false);
    assert_true(qm__trek_ask(&at->trek, QM__LINK_LADDER, head, false, &link));
    assert_int_equal(qm__units(link.length), 500);
    qm__trek_take(&at->trek, &link, 3000);
    assert_false(qm__trek_ask(&at->trek, QM__LINK_LADDER, foot, true, &link)); /* nor back, with a check */
    assert_false(qm__trek_end(&at->trek));                                     /* nor stay there */
    begin(at, foot, false);
    assert_true(qm__trek_ask(&at->trek, QM__LINK_LADDER, head, false, &link));
    qm__trek_take(&at->trek, &link, 3000);
    assert_true(qm__trek_walk(&at->trek, (qm_place){13000, 12000, 3000}));
    assert_true(qm__trek_end(&at->trek));
    assert_int_equal(at->verdict.judgement, QM_LEGAL);
    assert_int_equal(at->verdict.cost, 5000);
    begin(at, (qm_place){16000, 16000, 3000}, false);
    assert_false(qm__trek_ask(&at->trek, QM__LINK_JUMP, (qm_place){19000, 16000, 3000}, false, &link));
    assert_int_equal(at->verdict.reasons[0].other, BO);
    close_journey(at);
}

/* ------------------------------------------------------------------------------------------------------------ plans */

/* On foot and by ladder, in passing. */
static bool try_order(const void *context, const qm_order *order, qm_plan_way *out) {
    const journey *at = context;
    qm_verdict verdict;
    qm__judging j = at->j;
    qm__trek trek = {.allowance = 12000};
    qm__inch_link link;
    bool good = true;
    memset(&verdict, 0, sizeof verdict);
    j.order = order;
    j.verdict = &verdict;
    qm__trek_begin(&trek, &j, &at->inches);
    for (uint16_t i = 0; i < order->leg_count && good; i++) {
        const qm_leg *leg = &order->legs[i];
        trek.leg = (uint16_t)(i + 1);
        if (leg->kind == RB_LEG_WALK) {
            good = qm__trek_walk(&trek, leg->to);
        } else {
            good = leg->kind == RB_LEG_LADDER && qm__trek_ask(&trek, QM__LINK_LADDER, leg->to, false, &link);
            if (good) {
                qm__trek_take(&trek, &link, 3000);
            }
        }
    }
    good = good && qm__trek_end(&trek);
    *out = (qm_plan_way){.order = *order, .cost = verdict.cost, .chance = 1};
    return good;
}

/* Only ladders are taken. */
static int ladders_only(const void *context, const qm__links *links, uint32_t link, qm__link_price out[QM__BANDS_MAX]) {
    return links->items[link].kind == QM__LINK_LADDER ? ramble_price(context, links, link, out) : 0;
}

static void plans_lead_past_friends(void **unused) {
    (void)unused;
    journey *at = open_journey();
    const ramble_pricing pricing = {.scenario = at->f.scenario, .figure = ADA};
    qm__inch_plan plan = {.ask = {.pricing = ladders_only, .context = &pricing, .allowance = 12000},
                          .order = RB_WALK,
                          .try = try_order,
                          .judge = at};
    const qm_place goal = {13000, 12000, 3000};
    qm_plan_way *ways = calloc(4, sizeof *ways);
    qm_reach_cost cost;
    assert_non_null(ways);
    begin(at, (qm_place){13000, 8000, 0}, true);
    qm__inch_search *search = at->trek.search;
    assert_int_equal(qm__inch_ways(search, &plan, goal, ways, 4), 1);
    assert_int_equal(ways[0].cost, 6500);
    assert_int_equal(ways[0].order.leg_count, 3);
    assert_true(qm__inch_cost(search, &plan.ask, goal, &cost));
    assert_int_equal(cost.cost, 6500);
    assert_true(qm__inch_cost(search, &plan.ask, (qm_place){13000, 10500, 3000}, &cost));
    assert_int_equal(cost.cost, -1); /* there is Ann */
    plan.stand = true;
    assert_true(qm__inch_ways(search, &plan, goal, ways, 4) == QM__TOO_MANY); /* the one route there is does not do */
    free(ways);
    close_journey(at);
}

/* ------------------------------------------------------------------------------------------------------------ falls */

static void falls_keep_off_figures(void **unused) {
    (void)unused;
    journey *at = open_journey();
    qm__inch_fall fall;
    begin(at, (qm_place){16000, 14000, 3000}, true);
    qm__inch_search *search = at->trek.search;
    const qm__xy edge = {16000, 14000}, outward = {1, 0};
    qm__inch_fall_from(at->trek.base, &search->crowd, edge, 3000, outward, 0, qm__inch_scratch(search), &fall);
    assert_true(fall.count == 1 && fall.height == 3000 && fall.onto == 0);
    assert_true(fall.places[0].x == 16500 && fall.places[0].y == 14000 && fall.places[0].z == 0);
    put(at, ANN, (qm_place){16500, 14000, 0});
    begin(at, (qm_place){16000, 14000, 3000}, true);
    qm__inch_fall_from(at->trek.base, &search->crowd, edge, 3000, outward, 10, qm__inch_scratch(search), &fall);
    assert_true(fall.count == 2 && fall.onto == ANN);
    for (uint16_t i = 0; i < fall.count; i++) {
        const double away = qm__apart((qm__xy){fall.places[i].x, fall.places[i].y}, (qm__xy){16500, 14000});
        assert_true(away >= 1005 && away <= 1015); /* on both sides of her, and not in contact */
    }
    close_journey(at);
}

/* ------------------------------------------------------------------------------------------------------------ bases */

static void those_alike_share_a_base(void **unused) {
    (void)unused;
    journey *at = open_journey();
    qm_scenario *s = at->f.scenario;
    qm_diagnostics list = qm_diagnostics_make(NULL);
    qm__inches inches;
    qm__inch_mover mover = qm__inch_base_of(&at->inches, ADA)->mover;
    assert_int_equal(qm__inches_make(s, &at->facts, &inches), QM_OK);
    assert_int_equal(qm__inches_add(s, &inches, ADA, &mover), QM_OK);
    assert_int_equal(qm__inches_add(s, &inches, ANN, &mover), QM_OK);
    assert_int_equal(inches.base_count, 1);
    mover.links.ladders = false;
    assert_int_equal(qm__inches_add(s, &inches, ANN, &mover), QM_OK);
    mover.stays = true;
    assert_int_equal(qm__inches_add(s, &inches, BO, &mover), QM_OK);
    assert_int_equal(inches.base_count, 3);
    assert_true(qm__inch_walks(&inches, ANN) && !qm__inch_walks(&inches, BO) && qm__inch_base_of(&inches, BO));
    assert_int_equal(qm__inches_finish(s, &inches, 7, NULL, &list), QM_OK);
    assert_true(inches.own == 16 && inches.size > sizeof(qm__inch_search));
    /* one whose base is round and who stays is told so, and checked as the others are */
    qm_standing standing = {0};
    void *search = calloc(1, inches.size);
    assert_non_null(search);
    qm__inch_stand(s, &inches, at->f.state, BO, (qm_place){30000, 30000, 0}, search, &standing);
    assert_int_equal(standing.why.kind, RB_REASON_NOT_ROUND);
    assert_true(qm__inch_check(s, &inches, at->f.state));
    put(at, BO, (qm_place){9800, 14000, 0});
    assert_false(qm__inch_check(s, &inches, at->f.state));
    free(search);
    qm_diagnostics_free(&list);
    close_journey(at);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(areas_are_met_without_prices), cmocka_unit_test(landings_are_paid_for),
        cmocka_unit_test(ground_is_paid_leg_by_leg),    cmocka_unit_test(trials_tell_nothing),
        cmocka_unit_test(links_tell_their_lengths),     cmocka_unit_test(links_lead_past_friends),
        cmocka_unit_test(plans_lead_past_friends),      cmocka_unit_test(falls_keep_off_figures),
        cmocka_unit_test(those_alike_share_a_base),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
