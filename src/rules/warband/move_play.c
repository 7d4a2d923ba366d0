/* Moves and runs carried out: hop by hop, with checks, what failures do, and what is left of the movement.
 *
 * Everything about a hop was found when the order was judged; here dice are rolled. What a hidden jump comes to is
 * known only now, so what follows it is paid for now, as far as the movement goes.
 *
 * Invariant: before every roll the hop and the number of the check are in run->vars. A unit is never left where it
 * could not stop.
 */
#include "rules/warband/warband.h"

static qm_event *tell_at(qm__run *run, uint16_t kind, uint16_t figure, qm_place at) {
    qm_event *told = qm__tell(run, kind);
    told->figure = figure;
    told->at = at;
    return told;
}

/* -------------------------------------------------------------------------------------------- how far movement goes */

static bool on_foot(const wb_hop *hop) {
    return hop->leg == WB_LEG_WALK || hop->leg == WB_LEG_VIA || hop->leg == WB_LEG_FLY;
}

bool qm__wb_could_stop(qm__run *run, uint16_t figure, qm_place at) {
    const qm__inches *inches = &wb_of(run->scenario)->inches;
    const qm__inch_search *search = qm__inch_begin(run->scenario, inches, run->state, figure, run->search);
    return qm__inch_can_be(qm__inch_base_of(inches, figure), &search->crowd, at, true, NULL) &&
           qm__wb_contact(run->scenario, run->state, figure, at) == 0;
}

/* Before an order is given, whatever is not measured is supposed to suffice. */
static bool supposed(qm__run *run, const wb_hop *hop) {
    return hop->unmeasured && qm__supposes(run);
}

/* How many hops there is movement for. One that fails by itself needs none; of walks that would have to be broken off
 * where the unit cannot stop, none is begun, nor a climb whose last face it does not suffice for (WB-16). */
static uint16_t paid_hops(qm__run *run, uint16_t figure, const wb_prepared *p) {
    uint16_t count = 0;
    if (p->unmeasured && qm__supposes(run)) {
        return p->hop_count;
    }
    while (count < p->hop_count && (p->hops[count].check.fails || p->hops[count].cost <= p->allowance)) {
        count++;
    }
    while (count < p->hop_count && p->hops[count].within) {
        count--;
    }
    while (count < p->hop_count && count > 0 && on_foot(&p->hops[count - 1]) &&
           !qm__wb_could_stop(run, figure, p->hops[count - 1].to)) {
        count--;
    }
    return count;
}

/* ---------------------------------------------------------------------------------------------------------- checks */

static uint16_t roll_of(const wb_hop *hop) {
    switch (hop->leg) {
    case WB_LEG_CLIMB:
        return WB_ROLL_CLIMB;
    case WB_LEG_LADDER:
        return WB_ROLL_LADDER;
    case WB_LEG_JUMP:
        return WB_ROLL_JUMP;
    default:
        return WB_ROLL_DROP;
    }
}

/* WB-22: tells what was measured, and what comes of it without a roll. */
static void tell_measured(qm__run *run, uint16_t figure, const wb_hop *hop) {
    static const uint16_t events[] = {[0] = WB_EVENT_JUMP_MEASURED,
                                      [WB_FAILS_LONG] = WB_EVENT_JUMP_TOO_LONG,
                                      [WB_FAILS_HIGH] = WB_EVENT_JUMP_TOO_HIGH,
                                      [WB_FAILS_DEEP] = WB_EVENT_JUMP_TOO_DEEP,
                                      [WB_FAILS_SHORT] = WB_EVENT_JUMP_TOO_SHORT,
                                      [WB_FAILS_NARROW] = WB_EVENT_JUMP_TOO_NARROW};
    const int32_t rise = hop->to.z - wb_at(run->scenario, run->state, figure)->z;
    if (hop->leg != WB_LEG_CLIMB && (hop->hidden ? !supposed(run, hop) : hop->check.fails != 0)) {
        if (hop->hidden) {
            qm__measure(run);
        }
        qm_event *told = qm__tell(run, events[hop->check.fails]);
        told->figure = figure;
        told->at = wb_place(wb_at(run->scenario, run->state, figure));
        told->value = hop->check.fails == WB_FAILS_HIGH   ? rise
                      : hop->check.fails == WB_FAILS_DEEP ? -rise
                                                          : hop->length;
    }
}

static bool goes_well(qm__run *run, uint16_t figure, const wb_hop *hop) {
    const bool open = hop->hidden && supposed(run, hop); /* what measuring would show does not count */
    wb_check check = hop->check;
    check.fails = open ? 0 : check.fails;
    check.count = check.free && !open ? 0 : check.count;
    bool well = check.fails == 0;
    for (int i = 0; i < check.count && well; i++) {
        run->vars[WB_VAR_CHECK] = i;
        well = qm__wb_roll(run, figure, roll_of(hop), &check);
    }
    run->vars[WB_VAR_CHECK] = 0;
    return well;
}

/* -------------------------------------------------------------------------------------------------------- failures */

/* WB-14: it is where it began; over a thin wall, where it began to climb that. So is one that may not jump at all. */
static void fail_in_place(qm__run *run, uint16_t figure, const wb_hop *hop) {
    wb_unit *u = wb_at(run->scenario, run->state, figure);
    if (hop->fall_count > 0 && hop->leg != WB_LEG_JUMP) {
        wb_put(u, hop->falls[0]);
    }
    const uint16_t event = hop->leg == WB_LEG_JUMP     ? WB_EVENT_JUMP_NOT_MADE
                           : hop->leg == WB_LEG_LADDER ? WB_EVENT_LADDER_FAILED
                           : hop->check.fails          ? WB_EVENT_CLIMB_OUT_OF_REACH
                                                       : WB_EVENT_CLIMB_FAILED;
    tell_at(run, event, figure, wb_place(u));
}

/* Whether it can go on: unhurt, where the next leg begins, not in the middle of a climb, and the rules let it. */
static bool fail_and_fall(qm__run *run, uint16_t figure, const wb_hop *hop) {
    const wb_unit *u = wb_at(run->scenario, run->state, figure);
    const uint16_t event = hop->leg == WB_LEG_CLIMB  ? WB_EVENT_CLIMB_SLIPPED
                           : hop->leg == WB_LEG_JUMP ? WB_EVENT_JUMP_FAILED
                                                     : WB_EVENT_DROP_FAILED;
    qm__tell(run, event)->figure = figure;
    const bool hurt = qm__wb_fall(run, figure, hop);
    return !hurt && !hop->goes_on && wb_set(run->scenario)->fall_ends_move == WB_FALL_ENDS_MOVE_UNHURT_GOES_ON &&
           u->x == hop->to.x && u->y == hop->to.y && u->z == hop->to.z;
}

/* ------------------------------------------------------------------------------------------------------------ hops */

static void arrive(qm__run *run, uint16_t figure, const wb_hop *hop) {
    static const uint16_t events[WB_LEG_COUNT] = {
        [WB_LEG_WALK] = WB_EVENT_WALKED,     [WB_LEG_VIA] = WB_EVENT_WALKED,  [WB_LEG_CLIMB] = WB_EVENT_CLIMBED,
        [WB_LEG_LADDER] = WB_EVENT_LADDERED, [WB_LEG_JUMP] = WB_EVENT_JUMPED, [WB_LEG_DROP] = WB_EVENT_DROPPED,
        [WB_LEG_FLY] = WB_EVENT_FLEW};
    wb_put(wb_at(run->scenario, run->state, figure), hop->to);
    tell_at(run, events[hop->leg], figure, hop->to)->value = supposed(run, hop) ? QM__UNMEASURED : hop->cost;
}

bool qm__wb_play_hop(qm__run *run, uint16_t figure, const wb_hop *hop) {
    tell_measured(run, figure, hop);
    if (goes_well(run, figure, hop)) {
        arrive(run, figure, hop);
        return true;
    }
    if (hop->fail == WB_FAIL_FALLS && (!hop->unmade || supposed(run, hop))) {
        return fail_and_fall(run, figure, hop);
    }
    fail_in_place(run, figure, hop);
    return false;
}

bool qm__wb_play_hops(qm__run *run, uint16_t figure, const wb_prepared *p) {
    const wb_unit *u = wb_at(run->scenario, run->state, figure);
    const uint16_t paid = paid_hops(run, figure, p);
    for (uint16_t i = 0; i < paid; i++) {
        run->vars[WB_VAR_HOP] = i + 1;
        if (!qm__wb_play_hop(run, figure, &p->hops[i])) {
            if ((i + 1 < p->hop_count || i + 1 < run->order->leg_count) && wb_present(u)) {
                qm__tell(run, WB_EVENT_LAPSED)->figure = figure;
            }
            run->vars[WB_VAR_HOP] = 0;
            return false;
        }
    }
    run->vars[WB_VAR_HOP] = 0;
    if (paid < p->hop_count) {
        qm__measure(run);
        tell_at(run, WB_EVENT_MOVE_SPENT, figure, wb_place(u));
    }
    return paid == p->hop_count;
}

/* ------------------------------------------------------------------------------------------------------------ orders
 */

/* WB-12: what the run rules out or makes harder later in the turn. */
static void tell_after_run(qm__run *run, uint16_t figure) {
    const wb_settings *set = wb_set(run->scenario);
    if (set->run_shooting == WB_RUN_SHOOTING_BARRED) {
        qm__tell(run, WB_EVENT_NO_SHOOTING)->figure = figure;
    }
    if (wb_value(run->scenario, figure, WB_CASTER) && set->run_casting > 0) {
        qm_event *told = qm__tell(run, WB_EVENT_CASTING_HARDER);
        told->figure = figure;
        told->value = set->run_casting;
    }
}

void qm__wb_play_move(qm__run *run) {
    const wb_prepared *p = run->prepared;
    const uint16_t figure = run->order->actor;
    wb_unit *u = wb_at(run->scenario, run->state, figure);
    u->moved = 1;
    u->ran = p->run;
    if (p->run) {
        qm__tell(run, WB_EVENT_RUNS);
        tell_after_run(run, figure);
    }
    if (p->loss > 0) {
        qm__tell(run, WB_EVENT_MET_DIFFICULT)->value = p->loss;
    }
    if (qm__wb_play_hops(run, figure, p)) {
        tell_at(run, WB_EVENT_ENDED, figure, wb_place(u));
    }
}
