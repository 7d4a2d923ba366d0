/* Questions about where a unit can get: regions, what a place costs, ways to a goal; and standing and sight.
 *
 * All are about the move that a unit may make now: it is its side's move phase and nothing bars it. A unit that may run
 * is told what a run adds. Difficult ground takes so much off the whole movement as soon as any is met (WB-31), so each
 * is asked twice: through everything with so much less, and around all of it with the whole. The cost of a place is
 * that of the one that leaves more movement, as when a move there is judged; regions of a cost are those of movement
 * used up, what the ground takes included.
 *
 * Units that fly, and ethereal ones, can get anywhere that walking leads to and farther: straight through the air, over
 * what is in the way, or straight through walls (fly_ways.c, fly_reach.c).
 *
 * Invariant: every way that is offered has been judged, and whatever is in a region can be reached. Where enemies keep
 * a unit from running anywhere on its way, regions of a run are told only if no enemy can come into it; for a place its
 * ways are judged, and where all are barred it is not known whether there are others.
 *
 * Rejected: jumps whose length nobody may measure. That one is offered would tell it (price.c leaves them out).
 */
#include <string.h>

#include "game/inches_unite.h"
#include "game/place.h"
#include "rules/warband/fly_ways.h"

/* ------------------------------------------------------------------------------------------------------ how it goes */

enum { ASKS_MAX = 2, GOINGS_MAX = 2 };

/* One kind of order, and what is asked to know how far it leads. */
typedef struct going {
    uint16_t order;
    uint16_t count; /* of asks: through difficult ground first, then around it */
    int32_t allowance;
    int32_t lost[ASKS_MAX]; /* what the ground takes off it */
    qm__inch_ask asks[ASKS_MAX];
} going;

static bool may_go(const qm_scenario *s, const qm_state *st, uint16_t figure, uint16_t order) {
    qm_reason bars[WB_BARS_MAX];
    return !st->ended && st->phase == WB_PHASE_MOVE && wb_present(wb_at(s, st, figure)) &&
           s->figures[figure - 1].side == wb_game_of(s, st)->side && qm__wb_bars(s, st, figure, order, bars) == 0 &&
           qm__wb_allowance(s, st, figure, order) > 0;
}

/* Whether no leg leads farther in plan than it costs. */
static bool all_paid(const wb_settings *set) {
    return set->jump_cost == WB_JUMP_COST_COUNTS && set->jump_down_horizontal == WB_JUMP_DOWN_HORIZONTAL_COSTS &&
           set->climb_slide == WB_CLIMB_SLIDE_COUNTS && set->leeway_cost == WB_LEEWAY_COST_PAID;
}

/* Whether so much movement may lead into difficult ground. */
static bool could_meet(const qm_scenario *s, const qm__inch_search *search, int32_t allowance) {
    const int32_t far = allowance + wb_value(s, search->figure, WB_RADIUS);
    const qm_place from = search->from;
    bool meets = !all_paid(wb_set(s));
    for (uint16_t i = 0; i < s->table.area_count && !meets; i++) {
        const qm__box *box = &s->table.areas[i].polygon.box;
        meets = (wb_of(s)->difficult >> i & 1u) && from.x >= box->x0 - far && from.x <= box->x1 + far &&
                from.y >= box->y0 - far && from.y <= box->y1 + far;
    }
    return meets;
}

static void add_ask(going *g, const wb_pricing *pricing, const qm__area_price *prices, int32_t lost) {
    g->lost[g->count] = lost;
    g->asks[g->count++] = (qm__inch_ask){.prices = prices,
                                         .pricing = qm__wb_price,
                                         .context = pricing,
                                         .allowance = g->allowance - lost,
                                         .apart = wb_stops_apart(pricing->scenario)};
}

static going going_by(const wb_pricing *pricing, const qm__inch_search *search, uint16_t order) {
    const qm_scenario *s = pricing->scenario;
    const wb_data *data = wb_of(s);
    going g = {.order = order, .allowance = qm__wb_allowance(s, pricing->state, pricing->figure, order)};
    if (!data->closed) {
        add_ask(&g, pricing, data->loss, 0);
        return g;
    }
    const uint64_t inside = qm__areas_at(search->base->levels, qm__inch_spot(search->base, search->from));
    const bool met = data->set.difficult_start == WB_DIFFICULT_START_COUNTS && (inside & data->difficult) != 0;
    if (met || could_meet(s, search, g.allowance)) {
        add_ask(&g, pricing, data->loss,
                data->set.difficult_loss < g.allowance ? data->set.difficult_loss : g.allowance);
    }
    if (!met) {
        add_ask(&g, pricing, data->closed, 0);
    }
    return g;
}

/* Whether no enemy can be so near to a run, anywhere on its way, that it keeps it from running (WB-10). */
static bool run_unhindered(const qm_scenario *s, const qm_state *st, uint16_t figure, int32_t allowance) {
    const wb_settings *set = wb_set(s);
    const qm__body here = qm__wb_body_at(s, figure, wb_place(wb_at(s, st, figure)));
    if (!all_paid(set) && set->run_bar == WB_RUN_BAR_PATH) {
        return false;
    }
    for (uint16_t i = 1; i <= s->figure_count && set->run_enemy > 0 && set->run_bar == WB_RUN_BAR_PATH; i++) {
        const wb_unit *unit = wb_at(s, st, i);
        const bool counts = set->run_bar_downed == WB_RUN_BAR_DOWNED_COUNTS || !wb_downed(unit);
        const qm__body there = qm__wb_body_at(s, i, wb_place(unit));
        if (wb_present(unit) && counts && wb_hostile(s, figure, i) &&
            qm__body_distance_plan(&here, &there) <= (double)set->run_enemy + allowance) {
            return false;
        }
    }
    return true;
}

/* By moving, and by running where that leads farther and can be told without trying every way; how many. */
static uint16_t find_goings(const wb_pricing *pricing, const qm__inch_search *search, going out[GOINGS_MAX]) {
    const qm_scenario *s = pricing->scenario;
    const qm_state *st = pricing->state;
    const uint16_t figure = pricing->figure;
    if (!search->base || !may_go(s, st, figure, WB_ORDER_MOVE)) {
        return 0;
    }
    out[0] = going_by(pricing, search, WB_ORDER_MOVE);
    const int32_t run = qm__wb_allowance(s, st, figure, WB_ORDER_RUN);
    if (run <= out[0].allowance || !may_go(s, st, figure, WB_ORDER_RUN) || !run_unhindered(s, st, figure, run)) {
        return 1;
    }
    out[1] = going_by(pricing, search, WB_ORDER_RUN);
    return 2;
}

/* ---------------------------------------------------------------------------------------------------------- regions */

/* What is asked for. */
typedef struct banding {
    const int32_t *bands;
    uint32_t count;
    int32_t walk, most; /* how far a move leads, and any order */
} banding;

/* The cost of the i-th band; -1 = it is the same as the one before. */
static int32_t band_cost(const banding *b, uint32_t i) {
    if (b->count == 0) {
        return i == 0 ? b->walk : b->most;
    }
    const int32_t cost = b->bands[i] < b->most ? b->bands[i] : b->most;
    return i > 0 && cost <= b->bands[i - 1] ? -1 : cost;
}

/* The regions of one cost, of which the ground has taken a part. */
static bool add_regions(const qm__inch_search *search, const qm__reach *reach, int32_t cost, int32_t lost, bool effort,
                        void *memory, qm_reach_area *out) {
    const uint32_t first = out->ring_count;
    if (cost < lost) {
        return true;
    }
    const bool good = qm__inch_regions(search, reach, cost - lost, memory, out);
    for (uint32_t i = first; i < out->ring_count; i++) {
        out->rings[i].cost = cost;
        out->rings[i].effort = effort;
    }
    return good;
}

static uint32_t band_count(const banding *b) {
    return b->count ? b->count : b->most > b->walk ? 2 : 1;
}

/* Whether a unit goes other than on foot as well. */
static bool goes_straight(const qm_scenario *s, uint16_t figure) {
    return wb_value(s, figure, WB_FLYING) || wb_value(s, figure, WB_ETHEREAL);
}

/* The same regions once more for all higher risks that are told: what takes no check is in reach with some. */
static bool add_to_risks(uint32_t first, qm_reach_area *out) {
    const uint32_t end = out->ring_count, corner = end > first ? out->rings[first].first : 0;
    const uint32_t corners = out->corner_count - corner;
    for (uint32_t risk = QM_RISK_ONE; risk <= out->risk && out->apart && !out->sure && end > first; risk++) {
        const uint32_t moved = out->corner_count - corner;
        if (end - first > out->ring_capacity - out->ring_count || corners > out->corner_capacity - out->corner_count) {
            return false;
        }
        memcpy(out->corners + out->corner_count, out->corners + corner, corners * sizeof *out->corners);
        for (uint32_t i = first; i < end; i++) {
            qm_reach_ring *ring = &out->rings[out->ring_count++];
            *ring = out->rings[i];
            ring->first += moved;
            ring->risk = risk;
        }
        out->corner_count += corners;
    }
    return true;
}

enum { AT_ONCE = 8 }; /* costs for which the ground is found once */

/* What a unit reaches straight, through the air or through walls. */
static bool add_straight(const qm_scenario *s, qm__inch_search *search, void *own, const going *g, const banding *b,
                         qm_reach_area *out) {
    const uint32_t first = out->ring_count;
    bool good = true;
    for (uint32_t i = 0; i < band_count(b) && good && goes_straight(s, search->figure);) {
        qm_reach_ring kinds[AT_ONCE];
        uint32_t count = 0;
        for (; i < band_count(b) && count < AT_ONCE; i++) {
            const int32_t cost = band_cost(b, i);
            if (cost >= 0) {
                kinds[count++] = (qm_reach_ring){.cost = cost,
                                                 .effort = cost > b->walk,
                                                 .risk = out->apart || out->sure ? QM_RISK_NONE : QM_RISK_ANY};
            }
        }
        for (uint16_t a = 0; a < g->count && good; a++) {
            good = qm__wb_add_straight(s, search, own, g->asks[a].prices, g->lost[a], kinds, count, out);
        }
    }
    return good && add_to_risks(first, out);
}

/* All bands from what is asked for the one that leads farthest: what is cheaper is in its reach too. */
static bool add_bands(const qm_scenario *s, qm__inch_search *search, void *own, const going *g, const banding *b,
                      qm_reach_area *out) {
    unsigned char *rest = NULL;
    for (uint16_t a = 0; a < g->count; a++) {
        qm__inch_ask ask = g->asks[a];
        qm__inch_heed(out, &ask);
        const qm__reach *reach = qm__inch_reach(search, &ask, 0, &rest);
        bool good = reach != NULL;
        for (uint32_t i = 0; i < band_count(b) && good; i++) {
            const int32_t cost = band_cost(b, i);
            good = cost < 0 || add_regions(search, reach, cost, g->lost[a], cost > b->walk, rest, out);
        }
        if (!good) {
            return false;
        }
    }
    qm__inch_regions_end(out);
    const bool alone = g->count < 2 && !goes_straight(s, search->figure);
    return alone || (add_straight(s, search, own, g, b, out) && qm__inch_unite(search, 0, rest, out));
}

bool qm__wb_regions(const qm_scenario *s, const qm_state *st, uint16_t figure, const int32_t *bands,
                    uint32_t count_of_bands, void *search, qm_reach_area *out) {
    const wb_pricing pricing = {.scenario = s, .state = st, .figure = figure};
    qm__inch_search *memory = qm__inch_begin(s, &wb_of(s)->inches, st, figure, search);
    going list[GOINGS_MAX];
    const uint16_t count = find_goings(&pricing, memory, list);
    if (count == 0) {
        return true;
    }
    const going *farthest = &list[count - 1];
    const banding b = {bands, count_of_bands, list[0].allowance, farthest->allowance};
    return add_bands(s, memory, qm__inch_own(search), farthest, &b, out);
}

/* ------------------------------------------------------------------------------------------------------ trying ways */

/* What orders are judged with. */
typedef struct judged_with {
    const qm_scenario *scenario;
    const qm_state *state;
    void *search;
    wb_doubts *doubts; /* what judging shows about prices */
    bool through; /* an order that is judged as going around difficult ground is meant to go through it, if it can */
} judged_with;

/* The chance that all legs are gone: those who fall may go on (WB-23, WB-27), so that it can be more than that of
 * passing every check. */
static double chance_to_arrive(const judged_with *with, uint16_t figure, const wb_prepared *p) {
    double chance = 1;
    for (uint16_t i = 0; i < p->hop_count; i++) {
        const double pass = qm__wb_chance(&p->hops[i].check);
        chance *= pass < 1 ? pass + (1 - pass) * qm__wb_goes_on(with->scenario, with->state, figure, &p->hops[i]) : 1;
    }
    return chance;
}

/* Notes links of a way whose prices took it that who falls there goes on if it is not hurt, and it does not: for
 * somebody or a ledge beside its landing, or because a climb goes on. */
static void note_doubts(const judged_with *with, uint16_t figure, const wb_prepared *p) {
    const qm_scenario *s = with->scenario;
    const qm__inch_search *search = qm__inch_begin(s, &wb_of(s)->inches, with->state, figure, with->search);
    qm_place from = search->from;
    for (uint16_t i = 0; i < p->hop_count && wb_set(s)->fall_ends_move == WB_FALL_ENDS_MOVE_UNHURT_GOES_ON; i++) {
        const wb_hop *hop = &p->hops[i];
        const double pass = qm__wb_chance(&hop->check);
        const bool falls = hop->fail == WB_FAIL_FALLS && hop->leg != WB_LEG_JUMP && pass > 0 && pass < 1;
        const qm__link_kind kind = hop->leg == WB_LEG_CLIMB ? QM__LINK_CLIMB : QM__LINK_DROP;
        qm__link_asked asked;
        if (falls && qm__wb_goes_on(s, with->state, figure, hop) < qm__wb_unhurt(s, from.z - hop->to.z) &&
            qm__link_ask(search->base->links, kind, &search->crowd, qm__inch_spot(search->base, from),
                         qm__inch_spot(search->base, hop->to), &asked)) {
            const qm__link *link = &search->base->links->items[asked.link];
            bool known = false;
            for (uint16_t k = 0; k < with->doubts->count && !known; k++) {
                known = with->doubts->links[k] == link;
            }
            with->doubts->any = true;
            if (!known && with->doubts->count < WB_DOUBTS_MAX) {
                with->doubts->links[with->doubts->count++] = link;
            }
        }
        from = hop->to;
    }
}

/* Judges an order; whether it may be given and can go well. */
static bool judge_way(const judged_with *with, const qm_order *order, bool *around, qm_plan_way *out) {
    qm_verdict verdict;
    wb_prepared prepared;
    qm__judging j = qm__wb_trial(with->scenario, with->state, order, with->search, &verdict, &prepared);
    qm__wb_judge_way(&j);
    *around = prepared.around != 0;
    *out = (qm_plan_way){.order = *order,
                         .cost = verdict.cost,
                         .lost = prepared.loss,
                         .chance = chance_to_arrive(with, order->actor, &prepared),
                         .checks = (uint16_t)(verdict.check_count + verdict.checks_dropped),
                         .approximate = (uint8_t)verdict.approximate};
    if (verdict.judgement != QM_LEGAL || verdict.chance <= 0) {
        return false;
    }
    note_doubts(with, order->actor, &prepared);
    return true;
}

/* A way that is bound to fail is none. */
static bool try_way(const void *context, const qm_order *order, qm_plan_way *out) {
    const judged_with *with = context;
    bool around, other;
    qm_plan_way through;
    qm_order drawn;
    const bool good = judge_way(with, order, &around, out);
    if (with->through && around && qm__wb_drawn_through(with->scenario, with->state, order, with->search, &drawn) &&
        judge_way(with, &drawn, &other, &through)) {
        *out = through;
        return true;
    }
    return good;
}

/* How much movement a way uses up: what reach tells is of the one that leaves most. */
static int32_t used_by(const qm_plan_way *way) {
    return way->cost + way->lost;
}

/* A way through the air, over what is in the way if it must be. The memory is begun again for judging. */
static bool try_flight(const judged_with *with, qm__inch_search *memory, qm_order *order, qm_place goal,
                       qm_plan_way *out) {
    order->legs[order->leg_count++] = (qm_leg){.kind = WB_LEG_FLY, .to = goal};
    if (try_way(with, order, out)) {
        return true;
    }
    order->leg_count = 0;
    return qm__wb_fly_to(with->scenario, memory, goal, order) && order->leg_count > 1 && try_way(with, order, out);
}

/* A straight way, for those who can take it where others must walk around: through the air, or through walls. Of one
 * who can do both that which leaves more movement. */
static bool try_straight(const judged_with *with, qm__inch_search *memory, uint16_t kind, qm_place goal,
                         qm_plan_way *out) {
    const qm_scenario *s = with->scenario;
    const uint16_t figure = memory->figure;
    qm_plan_way through;
    qm_order order, walk;
    qm_order_clear(&order, kind, figure);
    qm_order_clear(&walk, kind, figure);
    walk.legs[walk.leg_count++] = (qm_leg){.kind = WB_LEG_WALK, .to = goal};
    const bool walks = wb_value(s, figure, WB_ETHEREAL) && try_way(with, &walk, &through);
    const bool flies = wb_value(s, figure, WB_FLYING) && try_flight(with, memory, &order, goal, out);
    if (walks && (!flies || used_by(&through) <= used_by(out))) {
        *out = through;
    }
    return walks || flies;
}

/* Whether a unit's move may not end at a place, however it gets there: for touching an enemy (WB-35), though it may
 * stay where it is, or on barred ground (WB-07). */
static bool may_not_end(const qm_scenario *s, const qm_state *st, uint16_t figure, qm_place place) {
    return !qm__place_same(place, wb_place(wb_at(s, st, figure))) &&
           (qm__wb_contact(s, st, figure, place) != 0 || qm__wb_in_barred(s, figure, place).kind != 0);
}

/* ------------------------------------------------------------------------------------------------------------ costs */

/* What is known of the costs of a place by risk, and by which asks. */
typedef struct costing {
    qm_reach_cost *out;
    going goings[GOINGS_MAX];
    uint16_t count;
    uint8_t going[QM_RISKS], ask[QM_RISKS];
} costing;

/* The costs of a place on foot and over links by one kind of order: of the candidate that leaves more movement, as
 * judging chooses. What another kind has found is left. */
static bool cost_by(qm__inch_search *search, costing *c, uint8_t number, qm_place place) {
    const going *g = &c->goings[number];
    int32_t used[QM_RISKS] = {0};
    for (uint8_t a = 0; a < g->count; a++) {
        qm_reach_cost one;
        if (!qm__inch_cost(search, &g->asks[a], place, &one)) {
            return false;
        }
        c->out->approximate |= one.approximate;
        for (uint32_t i = 0; i < QM_RISKS; i++) {
            qm_reach_way *way = &c->out->by[i];
            const bool other = way->cost >= 0 && c->going[i] != number;
            if (!other && one.by[i].cost >= 0 && (way->cost < 0 || one.by[i].cost + g->lost[a] < used[i])) {
                *way = one.by[i];
                way->effort = g->order == WB_ORDER_RUN;
                used[i] = way->cost + g->lost[a];
                c->going[i] = number;
                c->ask[i] = a;
            }
        }
    }
    return true;
}

/* A way without a check, which is one of any risk. */
static void heed_sure_way(costing *c, uint8_t number, int32_t cost) {
    for (uint32_t i = 0; i < QM_RISKS; i++) {
        qm_reach_way *way = &c->out->by[i];
        if (way->cost < 0 || (c->going[i] == number && cost < way->cost)) {
            *way = (qm_reach_way){cost, c->goings[number].order == WB_ORDER_RUN, 1};
            c->going[i] = number;
        }
    }
}

/* ------------------------------------------------------------------------------------------------------------ plans */

enum { KEPT_MAX = 2 * QM__INCH_WAYS };

/* Ways found, in the family's own memory: those by moving, then those by running that are safer than all of them. */
typedef struct plan_list {
    uint32_t count;
    uint32_t first; /* of the kind of order in question */
    uint32_t cut;   /* there may be a better one */
    uint32_t zero;
    qm_plan_way kept[KEPT_MAX];
    qm_plan_way found[QM__INCH_WAYS]; /* of one ask */
} plan_list;
_Static_assert(sizeof(plan_list) <= WB_OWN_SIZE, "plans have room");

/* Whether a way makes another needless: it is no longer, uses up no more and is no riskier. */
static bool beats(const qm_plan_way *a, const qm_plan_way *b) {
    return a->cost <= b->cost && used_by(a) <= used_by(b) && a->chance >= b->chance;
}

/* Keeps a way unless another of the same order beats it; those that it beats go. The shortest first. */
static void keep(plan_list *list, const qm_plan_way *way) {
    uint32_t at = list->first, to = list->first;
    for (uint32_t i = list->first; i < list->count; i++) {
        if (beats(&list->kept[i], way)) {
            return;
        }
    }
    for (uint32_t i = list->first; i < list->count; i++) {
        if (!beats(way, &list->kept[i])) {
            at += list->kept[i].cost < way->cost;
            list->kept[to++] = list->kept[i];
        }
    }
    list->count = to;
    if (list->count == KEPT_MAX) {
        list->cut = 1;
        return;
    }
    memmove(&list->kept[at + 1], &list->kept[at], (list->count - at) * sizeof *list->kept);
    list->kept[at] = *way;
    list->count++;
}

/* The chance of the safest that is kept; `least` if there is none that is safer. */
static double safest_kept(const plan_list *list, double least) {
    for (uint32_t i = list->first; i < list->count; i++) {
        least = list->kept[i].chance > least ? list->kept[i].chance : least;
    }
    return least;
}

static qm__inch_plan plan_of(const judged_with *with, const going *g, uint16_t ask) {
    return (qm__inch_plan){.ask = g->asks[ask],
                           .order = g->order,
                           .stand = wb_set(with->scenario)->occupied_top == WB_OCCUPIED_TOP_NO,
                           .try = try_way,
                           .judge = with};
}

/* Ways of one ask whose chance is more than `least`, those that are kept. */
static void keep_ways(const judged_with *with, qm__inch_search *memory, const going *g, uint16_t ask, qm_place goal,
                      double least, plan_list *list) {
    judged_with own = *with;
    own.through = g->lost[ask] > 0;
    const qm__inch_plan plan = plan_of(&own, g, ask);
    const uint32_t found = qm__inch_ways(memory, &plan, goal, list->found, QM__INCH_WAYS);
    list->cut |= found == QM__TOO_MANY;
    for (uint32_t i = 0; i < found && found != QM__TOO_MANY; i++) {
        list->cut |= list->found[i].cut;
        if (list->found[i].chance > least) {
            keep(list, &list->found[i]);
        }
    }
}

/* All ways by one kind of order whose chance is more than `least`. Where a way proves less safe than its links were
 * priced, one that is safer in truth may have been given up for it: then again, with what is known now. A link has one
 * price for all of its landings, so one elsewhere along it, where the unit would go on, may still be missed: that is
 * told. */
static void find_ways(const judged_with *with, qm__inch_search *memory, const going *g, qm_place goal, double least,
                      plan_list *list) {
    enum { ROUNDS = 4 };
    judged_with own = *with;
    qm_plan_way straight;
    list->first = list->count;
    for (uint16_t a = 0; a < g->count; a++) {
        uint16_t known = UINT16_MAX;
        for (int round = 0; round < ROUNDS && with->doubts->count != known; round++) {
            known = with->doubts->count;
            keep_ways(with, memory, g, a, goal, least, list);
        }
    }
    list->cut |= with->doubts->any;
    for (uint16_t a = 0; a < g->count; a++) {
        own.through = g->lost[a] > 0;
        if (try_straight(&own, memory, g->order, goal, &straight) && straight.chance > least) {
            keep(list, &straight);
        }
    }
}

/* ---------------------------------------------------------------------------------------------- costs of ways judged
 */

/* How many legs of a way can go wrong, however often is rolled for one; to go on after a fall is no less wrong. */
static uint32_t risk_of(const judged_with *with, const qm_plan_way *way) {
    qm_verdict verdict;
    wb_prepared prepared;
    qm__judging j = qm__wb_trial(with->scenario, with->state, &way->order, with->search, &verdict, &prepared);
    uint32_t risk = QM_RISK_NONE;
    qm__wb_judge_way(&j);
    for (uint16_t i = 0; i < prepared.hop_count && risk < QM_RISK_ANY; i++) {
        risk += qm__wb_chance(&prepared.hops[i].check) < 1;
    }
    return risk;
}

/* The costs of a place by runs that enemies may stop: those of the cheapest ways, where no move leads there. */
static bool cost_of_ways(const judged_with *with, qm__inch_search *memory, const going *run, qm_place place,
                         qm_reach_cost *out) {
    plan_list *list = qm__inch_own(with->search);
    int32_t used[QM_RISKS] = {0};
    list->count = list->cut = 0;
    find_ways(with, memory, run, place, 0, list);
    for (uint32_t i = 0; i < list->count; i++) {
        const qm_plan_way *way = &list->kept[i];
        for (uint32_t k = risk_of(with, way); k < QM_RISKS; k++) {
            if (out->by[k].cost < 0 || used_by(way) < used[k]) {
                out->approximate |= way->approximate;
                out->by[k] = (qm_reach_way){way->cost, 1, way->chance};
                used[k] = used_by(way);
            }
        }
    }
    return list->count > 0 || !list->cut;
}

/* What can fail is told as it is judged: what it costs in whole units, and its chance. */
static void judge_risks(const judged_with *with, qm__inch_search *memory, costing *c, qm_place place) {
    qm_reach_way *by = c->out->by;
    for (uint32_t i = 1; i < QM_RISKS; i++) {
        const bool same = by[i].cost == by[i - 1].cost && by[i].effort == by[i - 1].effort;
        qm_reach_way ways[QM_RISKS];
        if (same || by[i].cost < 0 || by[i].chance >= 0) {
            continue;
        }
        const qm__inch_plan plan = plan_of(with, &c->goings[c->going[i]], c->ask[i]);
        const bool all = qm__inch_risks(memory, &plan, place, ways);
        ways[i].effort = by[i].effort;
        by[i] = ways[i].cost >= 0 || all ? ways[i] : by[i];
    }
}

/* The chance of the safest way, whatever it costs. */
static double safest(const judged_with *with, qm__inch_search *memory, const going *goings, uint16_t count,
                     qm_place place) {
    plan_list *list = qm__inch_own(with->search);
    double chance = -1;
    list->count = list->cut = 0;
    for (uint16_t i = 0; i < count; i++) {
        find_ways(with, memory, &goings[i], place, chance, list);
        chance = safest_kept(list, chance);
    }
    return chance;
}

bool qm__wb_reach_cost(const qm_scenario *s, const qm_state *st, uint16_t figure, qm_place place, void *search,
                       qm_reach_cost *out) {
    wb_doubts doubts = {.count = 0};
    const wb_pricing pricing = {.scenario = s, .state = st, .figure = figure, .doubts = &doubts};
    const judged_with with = {s, st, search, &doubts, false};
    qm__inch_search *memory = qm__inch_begin(s, &wb_of(s)->inches, st, figure, search);
    costing c = {.out = out};
    c.count = find_goings(&pricing, memory, c.goings);
    if (c.count == 0 || may_not_end(s, st, figure, place)) {
        return true;
    }
    for (uint8_t i = 0; i < c.count && out->by[QM_RISK_NONE].cost < 0; i++) {
        qm_plan_way way;
        if (!cost_by(memory, &c, i, place)) {
            return false;
        }
        if (try_straight(&with, memory, c.goings[i].order, place, &way)) {
            heed_sure_way(&c, i, way.cost);
        }
    }
    judge_risks(&with, memory, &c, place);
    bool known = true;
    if (c.count == 1 && out->by[QM_RISK_NONE].cost < 0 && may_go(s, st, figure, WB_ORDER_RUN)) {
        c.goings[c.count++] = going_by(&pricing, memory, WB_ORDER_RUN);
        known = cost_of_ways(&with, memory, &c.goings[1], place, out);
    }
    qm__inch_cost_end(out);
    if (out->cost >= 0 && out->best_chance < 1) {
        const double best = safest(&with, memory, c.goings, c.count, place);
        out->best_chance = best > out->best_chance ? best : out->best_chance;
    }
    return known || out->cost >= 0;
}

/* Where it is already. */
static uint32_t plan_to_stay(uint16_t figure, qm_plan_way *ways, uint32_t capacity) {
    if (capacity > 0) {
        ways[0] = (qm_plan_way){.chance = 1};
        qm_order_clear(&ways[0].order, WB_ORDER_STAY, figure);
    }
    return 1;
}

/* Whether a place is known to be out of reach, though a search for ways to it met a limit: reach has others. */
static bool is_out_of_reach(const qm_scenario *s, const qm_state *st, uint16_t figure, qm_place place, void *search) {
    qm_reach_cost found = QM__NO_COST;
    return qm__wb_reach_cost(s, st, figure, place, search, &found) && found.cost < 0 && !found.approximate;
}

uint32_t qm__wb_plan(const qm_scenario *s, const qm_state *st, uint16_t figure, qm_place goal, void *search,
                     qm_plan_way *ways, uint32_t capacity) {
    wb_doubts doubts = {.count = 0};
    const wb_pricing pricing = {.scenario = s, .state = st, .figure = figure, .doubts = &doubts};
    const judged_with with = {s, st, search, &doubts, false};
    qm__inch_search *memory = qm__inch_begin(s, &wb_of(s)->inches, st, figure, search);
    plan_list *list = qm__inch_own(search);
    if (!memory->base || !may_go(s, st, figure, WB_ORDER_MOVE) || may_not_end(s, st, figure, goal)) {
        return 0;
    }
    if (qm__place_same(goal, memory->from)) {
        return plan_to_stay(figure, ways, capacity);
    }
    list->count = list->cut = 0;
    const going move = going_by(&pricing, memory, WB_ORDER_MOVE);
    find_ways(&with, memory, &move, goal, 0, list);
    const double best = safest_kept(list, 0);
    if (best < 1 && may_go(s, st, figure, WB_ORDER_RUN)) {
        const going run = going_by(&pricing, memory, WB_ORDER_RUN);
        find_ways(&with, memory, &run, goal, best, list);
    }
    for (uint32_t i = 0; i < list->count && i < capacity; i++) {
        ways[i] = list->kept[i];
        ways[i].cut = list->cut != 0;
    }
    if (list->count > 0 || !list->cut) {
        return list->count;
    }
    return is_out_of_reach(s, st, figure, goal, search) ? 0 : QM__TOO_MANY;
}

/* ----------------------------------------------------------------------------------------------- standing and sight */

void qm__wb_stand(const qm_scenario *s, const qm_state *st, uint16_t figure, qm_place place, void *search,
                  qm_standing *out) {
    const wb_data *data = wb_of(s);
    qm__inch_stand(s, &data->inches, st, figure, place, search, out);
    if (!out->stands) {
        qm__inch_search *memory = qm__inch_begin(s, &data->inches, st, figure, search);
        qm__wb_name_solid(s, &out->why);
        qm__wb_name_ally(s, memory, &out->why);
        qm__wb_measure_reason(s, &out->why);
        if (wb_present(wb_at(s, st, figure))) { /* it would move there; one that is put there may touch anybody */
            out->nearest_count =
                memory->base ? qm__wb_nearest(s, st, memory, place, 0, WB_NO_CONTACT, out->nearest) : 0;
        }
        return;
    }
    const qm_reason barred = qm__wb_in_barred(s, figure, place);
    if (barred.kind != 0) {
        out->stands = 0;
        out->why = barred;
    }
}

/* Prices leave out what nobody may measure before. */
uint32_t qm__wb_links(const qm_scenario *s, const qm_state *st, uint16_t figure, void *search, qm_link *out,
                      uint32_t capacity) {
    const wb_pricing pricing = {.scenario = s, .state = st, .figure = figure};
    return wb_present(wb_at(s, st, figure)) ? qm__inch_links(qm__inch_begin(s, &wb_of(s)->inches, st, figure, search),
                                                             qm__wb_price, &pricing, out, capacity)
                                            : 0;
}

uint16_t qm__wb_left_out(const qm_scenario *s, bool regions) {
    (void)regions;
    const wb_settings *set = wb_set(s);
    return wb_jumps_unmeasured(set) && set->jump_most > 0 ? WB_REASON_PLAN_UNMEASURED : 0;
}

bool qm__wb_unmeasured(const qm_scenario *s, const qm_state *st) {
    return wb_engaging_unmeasured(wb_set(s)) && st->phase != WB_PHASE_MOVE && st->phase != WB_PHASE_SHOOT;
}

/* Nobody has a front. */
void qm__wb_see(const qm_scenario *s, const qm_state *st, uint16_t a, uint16_t b, void *search, qm_sight *sight) {
    const wb_unit *from = wb_at(s, st, a), *to = wb_at(s, st, b);
    sight->hostile = wb_hostile(s, a, b);
    if (!wb_present(from) || !wb_present(to)) {
        return;
    }
    qm__inch_see(s, &wb_of(s)->inches, st, a, b, search, sight);
    if (sight->hostile && qm__wb_unmeasured(s, st)) {
        sight->unmeasured = 1;
        sight->distance = 0;
    }
    sight->arcs = sight->in_front = sight->relation = 0;
    sight->engages = sight->engaged = sight->hostile && qm__wb_touches(s, st, a, wb_place(from), b);
}
