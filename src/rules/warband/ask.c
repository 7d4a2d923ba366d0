/* Questions about where a unit can get: what a place costs, ways to a goal (regions.c: regions); standing and sight.
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

#include "game/place.h"
#include "rules/warband/going.h"

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
    wb_going goings[WB_GOINGS_MAX];
    uint16_t count;
    uint8_t going[QM_RISKS], ask[QM_RISKS];
} costing;

/* The costs of a place on foot and over links by one kind of order: of the candidate that leaves more movement, as
 * judging chooses. What another kind has found is left. */
static bool cost_by(qm__inch_search *search, costing *c, uint8_t number, qm_place place) {
    const wb_going *g = &c->goings[number];
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

static qm__inch_plan plan_of(const judged_with *with, const wb_going *g, uint16_t ask) {
    return (qm__inch_plan){.ask = g->asks[ask],
                           .order = g->order,
                           .stand = wb_set(with->scenario)->occupied_top == WB_OCCUPIED_TOP_NO,
                           .try = try_way,
                           .judge = with};
}

/* Ways of one ask whose chance is more than `least`, those that are kept. */
static void keep_ways(const judged_with *with, qm__inch_search *memory, const wb_going *g, uint16_t ask, qm_place goal,
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
static void find_ways(const judged_with *with, qm__inch_search *memory, const wb_going *g, qm_place goal, double least,
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
static bool cost_of_ways(const judged_with *with, qm__inch_search *memory, const wb_going *run, qm_place place,
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
static double safest(const judged_with *with, qm__inch_search *memory, const wb_going *goings, uint16_t count,
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
    c.count = qm__wb_goings(&pricing, memory, c.goings);
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
    if (c.count == 1 && out->by[QM_RISK_NONE].cost < 0 && qm__wb_may_go(s, st, figure, WB_ORDER_RUN)) {
        c.goings[c.count++] = qm__wb_going_by(&pricing, memory, WB_ORDER_RUN);
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
    if (!memory->base || !qm__wb_may_go(s, st, figure, WB_ORDER_MOVE) || may_not_end(s, st, figure, goal)) {
        return 0;
    }
    if (qm__place_same(goal, memory->from)) {
        return plan_to_stay(figure, ways, capacity);
    }
    list->count = list->cut = 0;
    const wb_going move = qm__wb_going_by(&pricing, memory, WB_ORDER_MOVE);
    find_ways(&with, memory, &move, goal, 0, list);
    const double best = safest_kept(list, 0);
    if (best < 1 && qm__wb_may_go(s, st, figure, WB_ORDER_RUN)) {
        const wb_going run = qm__wb_going_by(&pricing, memory, WB_ORDER_RUN);
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
