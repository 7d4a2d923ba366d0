/* Why a plan finds no way: what bars the unit, why it cannot end at the goal, or what the cheapest way there lacks.
 *
 * The table is asked for ways as if the unit had any amount of movement. The cheapest of them, as an order, is judged
 * like any other, and what it is refused for is the answer: too little movement, a climb that is too high for what is
 * left, a landing that is taken. If running would have done, what keeps the unit from running is told too.
 *
 * Invariant: nothing is told that judging an order would not tell, so no length that nobody may measure is (WB-22).
 *
 * Rejected: to explain from the search for ways. It knows prices and not rules, and a second set of words for the same
 * faults would have to be kept true.
 */
#include <string.h>

#include "game/place.h"
#include "rules/warband/warband.h"

enum { ANY_MOVEMENT = WB_CLOSED - 1 }; /* units: more than any unit has, and not enough for closed ground */

/* The cheapest way that was refused. */
typedef struct refused {
    const qm__judging *j;
    qm_order *order;
    qm_verdict *verdict;
    bool found;
} refused;

/* Judges the legs of an order as they are, whatever else keeps the unit from moving. */
static void judge_legs(const qm__judging *j, const qm_order *order, qm_verdict *verdict) {
    wb_prepared prepared;
    qm__judging own = {.scenario = j->scenario,
                       .state = j->state,
                       .order = order,
                       .prepared = &prepared,
                       .search = j->search,
                       .verdict = verdict};
    memset(verdict, 0, sizeof *verdict);
    wb_forget(&prepared);
    verdict->chance = 1;
    qm__wb_judge_way(&own);
}

static void add_run_bars(const qm__judging *j, qm_verdict *verdict, const qm_reason *bars, uint16_t count) {
    qm__judging own = {.scenario = j->scenario, .state = j->state, .order = j->order, .verdict = verdict};
    for (uint16_t i = 0; i < count; i++) {
        *qm__refuse(&own, bars[i].kind) = bars[i];
    }
}

/* Takes the first way, which is the cheapest: as a run, if the unit may run; else as a move, and if a run would have
 * done, with what keeps it from running. Never accepts one, so that all are shown. */
static bool take_first(const void *context, const qm_order *order, qm_plan_way *out) {
    refused *r = *(refused *const *)context;
    qm_reason bars[WB_BARS_MAX];
    *out = (qm_plan_way){.order = *order, .cost = ANY_MOVEMENT};
    if (r->found) {
        return false;
    }
    const uint16_t count = qm__wb_bars(r->j->scenario, r->j->state, order->actor, WB_ORDER_RUN, bars);
    r->found = true;
    *r->order = *order;
    r->order->kind = WB_ORDER_RUN;
    judge_legs(r->j, r->order, r->verdict);
    if (count > 0) {
        const bool suffices = r->verdict->judgement == QM_LEGAL;
        r->order->kind = WB_ORDER_MOVE;
        judge_legs(r->j, r->order, r->verdict);
        add_run_bars(r->j, r->verdict, bars, suffices ? count : 0);
    }
    return false;
}

/* Terrain that nobody enters or crosses, as a walk there is refused for it. */
static void tell_barred(qm__judging *j, qm_place goal) {
    qm_order walk;
    qm_verdict verdict = {0};
    wb_prepared prepared;
    qm_order_clear(&walk, WB_ORDER_MOVE, j->order->actor);
    walk.legs[walk.leg_count++] = (qm_leg){.kind = WB_LEG_WALK, .to = goal};
    qm__judging own = qm__wb_trial(j->scenario, j->state, &walk, j->search, &verdict, &prepared);
    qm__wb_judge_way(&own);
    qm__wb_name_barred(&own);
    for (uint16_t i = 0; i < verdict.reason_count; i++) {
        const qm_reason *reason = &verdict.reasons[i];
        if (reason->kind == WB_REASON_BARRED_GROUND || reason->kind == WB_REASON_NO_WAY_SOLID) {
            *qm__refuse(j, reason->kind) = *reason;
        }
    }
}

/* No way leads there, however much movement there is. Checks that no die can make are none, which is said. (That jumps
 * which nobody may measure are left out is told with every answer: qm_left_out.) */
static void tell_no_way(qm__judging *j, qm_place goal) {
    static const wb_checked checks[] = {WB_CHECK_CLIMB, WB_CHECK_JUMP, WB_CHECK_DROP};
    const uint16_t figure = j->order->actor;
    qm__refuse(j, WB_REASON_PLAN_NO_WAY)->at = goal;
    tell_barred(j, goal);
    for (size_t i = 0; i < sizeof checks / sizeof checks[0]; i++) {
        const wb_check check = qm__wb_check(j->scenario, j->state, figure, checks[i], 0, NULL, NULL);
        if (qm__wb_chance(&check) <= 0) {
            qm_reason *reason = qm__refuse(j, WB_REASON_PLAN_HOPELESS);
            reason->needed = check.least;
            reason->had = check.sides;
            break;
        }
    }
}

/* Where it cannot stand, on which ground nobody may be, and beside whom it may not end. */
static bool can_end(qm__judging *j, qm_place goal) {
    const qm_scenario *s = j->scenario;
    const uint16_t figure = j->order->actor;
    qm_standing standing = {0};
    qm__inch_stand(s, &wb_of(s)->inches, j->state, figure, goal, j->search, &standing);
    if (!standing.stands) {
        qm__wb_name_ally(s, qm__inch_begin(s, &wb_of(s)->inches, j->state, figure, j->search), &standing.why);
        *qm__refuse(j, standing.why.kind) = standing.why;
        j->verdict->stand_count = standing.nearest_count;
        memcpy(j->verdict->stands, standing.nearest, sizeof standing.nearest);
        qm__wb_offer_stands(j);
        return false;
    }
    const qm_reason barred = qm__wb_in_barred(s, figure, goal);
    const uint16_t enemy = qm__wb_contact(s, j->state, figure, goal);
    if (barred.kind != 0) {
        *qm__refuse(j, barred.kind) = barred;
    }
    if (enemy) {
        qm_reason *reason = qm__refuse(j, WB_REASON_ENDS_IN_CONTACT);
        reason->other = enemy;
        reason->at = goal;
    }
    return enemy == 0 && barred.kind == 0;
}

/* One that flies or goes through walls: straight there; who can do both flies where walls lead it no more. */
static bool try_straight(refused *r, uint16_t figure, qm_place goal) {
    const qm_scenario *s = r->j->scenario;
    const int32_t rise = goal.z - wb_at(s, r->j->state, figure)->z, step = wb_set(s)->step;
    const bool passes = wb_value(s, figure, WB_ETHEREAL) != 0;
    const bool flies = wb_value(s, figure, WB_FLYING) && !(passes && rise <= step && -rise <= step);
    refused *const context = r;
    qm_order order;
    qm_plan_way way;
    if (!flies && !passes) {
        return false;
    }
    qm_order_clear(&order, WB_ORDER_MOVE, figure);
    order.legs[order.leg_count++] = (qm_leg){.kind = flies ? WB_LEG_FLY : WB_LEG_WALK, .to = goal};
    take_first(&context, &order, &way);
    return true;
}

void qm__wb_plan_why(qm__judging *j, qm_place goal, qm_order *tried) {
    const qm_scenario *s = j->scenario;
    const uint16_t figure = j->order->actor;
    const wb_pricing pricing = {.scenario = s, .state = j->state, .figure = figure};
    refused r = {.j = j, .order = tried, .verdict = j->verdict};
    refused *const context = &r;
    qm_plan_way ways[1];
    tried->kind = WB_ORDER_MOVE;
    if (!qm__wb_judge_now(j, WB_PHASE_MOVE)) {
        return;
    }
    qm__wb_judge_may_move(j);
    if (j->verdict->reason_count > 0 || !can_end(j, goal) || try_straight(&r, figure, goal)) {
        return;
    }
    const qm__inch_plan plan = {.ask = {.prices = wb_of(s)->loss,
                                        .pricing = qm__wb_price,
                                        .context = &pricing,
                                        .allowance = ANY_MOVEMENT,
                                        .apart = wb_stops_apart(s)},
                                .order = WB_ORDER_MOVE,
                                .stand = wb_set(s)->occupied_top == WB_OCCUPIED_TOP_NO,
                                .try = take_first,
                                .judge = &context};
    qm__inch_search *memory = qm__inch_begin(s, &wb_of(s)->inches, j->state, figure, j->search);
    const uint32_t found = qm__inch_cheapest(memory, &plan, goal, ways);
    if (!r.found && found == QM__TOO_MANY) {
        qm_reason *reason = qm__refuse(j, WB_REASON_PLAN_NOT_NEAR);
        reason->at = goal;
        reason->had = qm__wb_allowance(s, j->state, figure, WB_ORDER_MOVE);
    } else if (!r.found) {
        tell_no_way(j, goal);
    }
}
