/* Moves and runs: an order's legs judged one after the other, what difficult ground takes, and where the move ends.
 *
 * Difficult ground takes so much off the whole movement as soon as any is met (WB-31), so the cheapest way of one leg
 * depends on all the others. There are just two candidates: every leg by the shortest way, with the smaller allowance
 * if difficult ground is met, or every leg around all of it. The one that leaves more movement is told; of an order
 * that neither makes legal, the first.
 *
 * Invariant: a verdict tells one candidate alone, and what is prepared is what was told.
 *
 * Rejected: prices for difficult ground that are paid once by a leg. A second leg would pay them again or would have to
 * know of the first, and costs would not be those that people measure.
 */
#include <string.h>

#include "rules/warband/warband.h"

#include "space/table/links_inside.h"

enum {
    CLAUSE_DIFFICULT = 31 - 1,
    CLAUSE_RUN = 11 - 1,
    ROUNDING = 2 /* units: what is no more than this dearer may still be told as the same */
};

/* One way of going the legs. */
typedef struct trial {
    qm__trek trek;
    bool good;     /* all legs could be gone */
    uint64_t met;  /* areas of difficult ground, as it counts */
    uint32_t legs; /* … by which of the first legs, as bits */
} trial;

/* -------------------------------------------------------------------------------------------------------------- legs
 */

static qm_place place_now(const qm__trek *trek, const wb_prepared *prepared) {
    return prepared->hop_count > 0 ? prepared->hops[prepared->hop_count - 1].to : trek->search->from;
}

static bool walk_as_others(qm__trek *trek, const qm_leg *leg) {
    return leg->kind == WB_LEG_VIA ? qm__trek_straight(trek, leg->to) : qm__trek_walk(trek, leg->to);
}

/* Whether an ethereal unit goes to a place as others do: where no straight way leads through what is between, as up
 * from step to step or around where nothing would carry it, and around difficult ground where that leaves more
 * movement. */
static bool goes_as_others(const qm__trek *trek, const qm_leg *leg) {
    const wb_data *data = wb_of(trek->j->scenario);
    const uint64_t difficult = data->closed || data->toll ? data->difficult : 0;
    qm__trek straight = *trek, around = *trek;
    straight.mute = around.mute = true;
    straight.met = 0;
    if (!qm__wb_judge_ghost(&straight, leg->to)) {
        return walk_as_others(&around, leg);
    }
    if (leg->kind == WB_LEG_VIA || (straight.met & difficult) == 0 || (data->closed && trek->prices != data->closed) ||
        !qm__trek_walk(&around, leg->to)) {
        return false;
    }
    return data->closed || around.cost < straight.cost;
}

static bool on_foot(qm__trek *trek, const qm_leg *leg) {
    const bool ethereal = wb_value(trek->j->scenario, trek->j->order->actor, WB_ETHEREAL) != 0;
    return ethereal && !goes_as_others(trek, leg) ? qm__wb_judge_ghost(trek, leg->to) : walk_as_others(trek, leg);
}

static bool take_leg(qm__trek *trek, const qm_leg *leg, wb_prepared *prepared, wb_ascent *ascent) {
    const qm_place from = place_now(trek, prepared);
    if (trek->here.level < 0 && leg->kind != WB_LEG_FLY) { /* in the air */
        qm__trek_refuse(trek, WB_REASON_ENDS_NOWHERE, from);
        return false;
    }
    if (leg->kind != WB_LEG_WALK && leg->kind != WB_LEG_VIA && leg->kind != WB_LEG_FLY) {
        return qm__wb_judge_link(trek, leg, prepared, ascent);
    }
    const uint16_t places = trek->j->verdict->way_count;
    if (leg->kind == WB_LEG_FLY ? !qm__wb_judge_flight(trek, from, leg->to) : !on_foot(trek, leg)) {
        return false;
    }
    if (leg->kind != WB_LEG_FLY) {
        qm__wb_cite_passing(trek, places);
    }
    prepared->hops[prepared->hop_count++] = (wb_hop){.leg = (uint8_t)leg->kind,
                                                     .unmeasured = prepared->unmeasured,
                                                     .cost = qm__units(trek->cost) + prepared->hidden,
                                                     .to = leg->to};
    return true;
}

static uint64_t areas_here(const qm__trek *trek) {
    return trek->here.level < 0 ? 0 : qm__areas_at(trek->base->levels, trek->here);
}

/* Whether difficult ground that a leg meets takes something: by the inch only on foot. */
static bool costs_ground(const wb_settings *set, const qm_leg *leg) {
    return set->difficult_once != WB_DIFFICULT_ONCE_PER_INCH || leg->kind == WB_LEG_WALK || leg->kind == WB_LEG_VIA;
}

/* A leg that fails by itself, and says so: nothing follows. */
static bool is_over(const wb_prepared *prepared) {
    const wb_hop *last = prepared->hop_count > 0 ? &prepared->hops[prepared->hop_count - 1] : NULL;
    return last && last->check.fails && !last->hidden;
}

/* `like`: an earlier trial of the same legs, where one that proves dearer than `most` is of no use; NULL = there is
 * none. */
static void try_legs(qm__judging *j, const qm_leg *legs, uint16_t count, const qm__area_price *prices,
                     int32_t allowance, const trial *like, double most, bool mute, trial *out) {
    const wb_data *data = wb_of(j->scenario);
    wb_prepared *prepared = j->prepared;
    qm__trek *trek = &out->trek;
    wb_ascent ascent;
    *out = (trial){.trek = {.prices = prices,
                            .allowance = allowance,
                            .mute = mute,
                            .known = like ? like->trek.searches : NULL,
                            .most = most},
                   .good = true};
    prepared->hop_count = 0;
    prepared->hidden = 0;
    prepared->unmeasured = 0;
    qm__trek_begin(trek, j, &data->inches);
    const uint64_t barred = data->barred & ~areas_here(trek);
    uint64_t inside = data->set.difficult_start == WB_DIFFICULT_START_FREE ? areas_here(trek) : 0;
    for (uint16_t i = 0; i < count && out->good && !is_over(prepared); i++) {
        trek->leg = (uint16_t)(i + 1);
        trek->met = 0;
        out->good = take_leg(trek, &legs[i], prepared, &ascent);
        const uint64_t met = costs_ground(&data->set, &legs[i]) ? trek->met & data->difficult & ~inside : 0;
        out->met |= met;
        out->legs |= met && i < 32 ? (uint32_t)1 << i : 0;
        inside &= areas_here(trek);
        if (out->good && (trek->met & barred) != 0) {
            qm__wb_refuse_barred(trek, qm__wb_first_area(trek->met & barred), legs[i].to);
            out->good = false;
        }
    }
}

/* --------------------------------------------------------------------------------------------------------------- end
 */

/* The reason for too little movement where the ground took some of it. */
static uint16_t after_difficult(uint16_t kind) {
    switch (kind) {
    case WB_REASON_TOO_FAR:
        return WB_REASON_TOO_FAR_DIFFICULT;
    case WB_REASON_TOO_FAR_RUN:
        return WB_REASON_TOO_FAR_RUN_DIFFICULT;
    case WB_REASON_CLIMB_TOO_FAR:
        return WB_REASON_CLIMB_TOO_FAR_DIFFICULT;
    case WB_REASON_LADDER_SHORT:
        return WB_REASON_LADDER_SHORT_DIFFICULT;
    case WB_REASON_JUMP_SHORT:
        return WB_REASON_JUMP_SHORT_DIFFICULT;
    case WB_REASON_JUMP_NONE_LEFT:
        return WB_REASON_JUMP_NONE_LEFT_DIFFICULT;
    case WB_REASON_DROP_SHORT:
        return WB_REASON_DROP_SHORT_DIFFICULT;
    default:
        return kind;
    }
}

/* Says what geometry found in the words of the rules: who is ended on, that it runs, and what the ground took. */
static void reword(qm__trek *trek, uint16_t from, int32_t loss) {
    qm_verdict *verdict = trek->j->verdict;
    for (uint16_t i = from; i < verdict->reason_count; i++) {
        qm_reason *reason = &verdict->reasons[i];
        qm__wb_name_ally(trek->j->scenario, trek->search, reason);
        if (reason->kind == WB_REASON_TOO_FAR && trek->j->order->kind == WB_ORDER_RUN) {
            reason->kind = WB_REASON_TOO_FAR_RUN;
        }
        reason->kind = loss > 0 ? after_difficult(reason->kind) : reason->kind;
    }
}

/* Difficult ground that is paid for by the area or by the inch is part of what the legs cost: it is cited, and where
 * too little is left, named with its price. */
static void tell_ground(const trial *t, uint16_t from) {
    const wb_settings *set = wb_set(t->trek.j->scenario);
    const bool area = set->difficult_once == WB_DIFFICULT_ONCE_PER_AREA;
    qm_verdict *verdict = t->trek.j->verdict;
    const int32_t price = area ? set->difficult_loss : set->difficult_factor;
    const int32_t nothing = area ? 0 : WB_FACTOR_ONE;
    if (t->met == 0 || set->difficult_once == WB_DIFFICULT_ONCE_YES || price == nothing) {
        return;
    }
    qm__cite(t->trek.j, CLAUSE_DIFFICULT);
    for (uint16_t i = from; i < verdict->reason_count; i++) {
        qm_reason *reason = &verdict->reasons[i];
        const bool runs = reason->kind == WB_REASON_TOO_FAR_RUN;
        if (reason->kind == WB_REASON_TOO_FAR || runs) {
            reason->kind = area ? (runs ? WB_REASON_TOO_FAR_RUN_AREA : WB_REASON_TOO_FAR_AREA)
                                : (runs ? WB_REASON_TOO_FAR_RUN_INCH : WB_REASON_TOO_FAR_INCH);
            reason->word = (uint16_t)(qm__wb_first_area(t->met) & ~WB_BARRED_AREA);
            reason->value = price;
        } else {
            reason->kind = after_difficult(reason->kind);
        }
    }
}

/* A hidden jump for which movement does not suffice fails by itself, where that is so (jump_short). */
static void note_short(const qm__trek *trek, wb_prepared *prepared) {
    const bool falls = wb_set(trek->j->scenario)->jump_short == WB_JUMP_SHORT_FALLS;
    for (uint16_t i = 0; i < prepared->hop_count && falls; i++) {
        wb_hop *hop = &prepared->hops[i];
        if (hop->hidden && !hop->check.fails && hop->cost > prepared->allowance) {
            hop->check.fails = WB_FAILS_SHORT;
        }
    }
}

/* What the legs take at the least, by what is known before anything is measured: a jump whose length counts takes
 * something, however short it is. */
static int32_t least_cost(const qm__trek *trek, const wb_prepared *prepared) {
    int32_t cost = qm__units(trek->cost);
    qm_place from = trek->search->from;
    for (uint16_t i = 0; i < prepared->hop_count; i++) {
        const wb_hop *hop = &prepared->hops[i];
        const bool counts = wb_set(trek->j->scenario)->jump_cost == WB_JUMP_COST_COUNTS;
        cost += hop->hidden && counts && (hop->to.x != from.x || hop->to.y != from.y);
        from = hop->to;
    }
    return cost;
}

/* The legs leave nothing for a jump that nobody has measured. That is refused as a measured one would be: it tells
 * nothing about how long the jump is. */
static bool refuse_jump(qm__trek *trek, const wb_prepared *prepared) {
    uint16_t last = prepared->hop_count;
    while (last > 1 && !prepared->hops[last - 1].hidden) {
        last--;
    }
    qm__trek_refuse(trek, WB_REASON_JUMP_NONE_LEFT, prepared->hops[last - 1].to)->leg = last;
    return false;
}

/* Ends a trial whose legs were good; `loss` is what the ground takes off its allowance. */
static bool end_trial(trial *t, int32_t allowance, int32_t loss) {
    qm__trek *trek = &t->trek;
    wb_prepared *prepared = trek->j->prepared;
    const uint16_t reasons = trek->j->verdict->reason_count;
    trek->allowance = allowance - loss;
    prepared->cost = qm__units(trek->cost);
    prepared->allowance = trek->allowance;
    prepared->loss = loss;
    note_short(trek, prepared);
    if (trek->here.level < 0) {
        qm__trek_refuse(trek, WB_REASON_ENDS_NOWHERE, place_now(trek, prepared));
        return false;
    }
    const bool ends = qm__trek_end(trek);
    const bool good = ends && (least_cost(trek, prepared) <= trek->allowance || refuse_jump(trek, prepared));
    if (!trek->mute) {
        reword(trek, reasons, loss);
        if (loss > 0) {
            qm__cite(trek->j, CLAUSE_DIFFICULT);
        }
    }
    return good;
}

/* ----------------------------------------------------------------------------------------------------- two candidates
 */

static bool has_walk(const qm_leg *legs, uint16_t count) {
    bool found = false;
    for (uint16_t i = 0; i < count; i++) {
        found = found || legs[i].kind == WB_LEG_WALK;
    }
    return found;
}

/* Whether the order begins or a leg ends in difficult ground, as it counts: then no way leads around it. Legs from the
 * first one that may fail by itself on are not looked at: they may never be gone. */
static bool must_meet(const qm__judging *j, const qm__trek *trek, const qm_leg *legs, uint16_t count) {
    const wb_data *data = wb_of(j->scenario);
    const qm__levels *levels = trek->base->levels;
    const uint64_t begun = qm__areas_at(levels, qm__inch_spot(trek->base, trek->search->from));
    const bool free = data->set.difficult_start == WB_DIFFICULT_START_FREE;
    uint64_t met = free ? 0 : begun;
    for (uint16_t i = 0; i < count && (legs[i].kind == WB_LEG_WALK || legs[i].kind == WB_LEG_VIA); i++) {
        const qm__spot to = qm__inch_spot(trek->base, legs[i].to);
        met |= to.level < 0 ? 0 : qm__areas_at(levels, to) & ~(free ? begun : 0);
    }
    return (met & data->difficult) != 0;
}

/* Whether the legs can be gone around all difficult ground so that more movement is left than after `through`, which
 * was `good` or not; tried in `around`. */
static bool try_around(qm__judging *j, const qm_leg *legs, uint16_t count, int32_t allowance, const trial *through,
                       bool good, trial *around) {
    const qm__area_price *closed = wb_of(j->scenario)->closed;
    const double left = through->trek.allowance - through->trek.cost;
    const double most = good ? qm__least(allowance, allowance - left) : allowance;
    if (!closed || !has_walk(legs, count) || must_meet(j, &through->trek, legs, count)) {
        return false;
    }
    try_legs(j, legs, count, closed, allowance, through, most + ROUNDING, true, around);
    return around->good && !around->met && end_trial(around, allowance, 0) &&
           (!good || allowance - around->trek.cost > left);
}

bool qm__wb_judge_legs(qm__judging *j, const qm_leg *legs, uint16_t count, int32_t allowance) {
    const wb_data *data = wb_of(j->scenario);
    const int32_t loss = data->set.difficult_loss < allowance ? data->set.difficult_loss : allowance;
    const bool once = data->difficult != 0 && data->set.difficult_once == WB_DIFFICULT_ONCE_YES && loss > 0;
    unsigned char head[WB_VERDICT_HEAD];
    trial t, around;
    memcpy(head, j->verdict, sizeof head);
    ((wb_prepared *)j->prepared)->around = 0;
    const uint16_t told = j->verdict->reason_count;
    try_legs(j, legs, count, data->loss, allowance, NULL, 0, false, &t);
    if (!t.good || !once || !t.met) {
        const bool ends = t.good && end_trial(&t, allowance, 0);
        tell_ground(&t, told);
        return ends;
    }
    if (least_cost(&t.trek, j->prepared) > allowance - loss) { /* what is left on the way is less: again */
        memcpy(j->verdict, head, sizeof head);
        const uint16_t reasons = j->verdict->reason_count;
        try_legs(j, legs, count, data->loss, allowance - loss, NULL, 0, false, &t);
        reword(&t.trek, reasons, t.good ? 0 : loss);
    }
    const bool good = t.good && end_trial(&t, allowance, loss);
    const wb_prepared kept = *(const wb_prepared *)j->prepared;
    if (!try_around(j, legs, count, allowance, &t, good, &around)) {
        memcpy(j->prepared, &kept, sizeof kept);
        return good;
    }
    memcpy(j->verdict, head, sizeof head);
    try_legs(j, legs, count, data->closed, allowance, &around, around.trek.cost + ROUNDING, false, &t);
    ((wb_prepared *)j->prepared)->around = 1;
    return t.good && end_trial(&t, allowance, 0);
}

bool qm__wb_judge_through(qm__judging *j, int32_t allowance, uint32_t *met) {
    const qm_order *order = j->order;
    const wb_data *data = wb_of(j->scenario);
    const int32_t loss = data->set.difficult_loss < allowance ? data->set.difficult_loss : allowance;
    trial t;
    try_legs(j, order->legs, order->leg_count, data->loss, allowance - loss, NULL, 0, false, &t);
    *met = t.legs;
    return t.good && end_trial(&t, allowance, loss);
}

/* ------------------------------------------------------------------------------------------------------------- orders
 */

qm__judging qm__wb_trial(const qm_scenario *s, const qm_state *st, const qm_order *order, void *search,
                         qm_verdict *verdict, wb_prepared *prepared) {
    memset(verdict, 0, sizeof *verdict);
    wb_forget(prepared);
    verdict->chance = 1;
    return (qm__judging){.scenario = s,
                         .state = st,
                         .order = order,
                         .prepared = prepared,
                         .search = search,
                         .verdict = verdict,
                         .brief = true};
}

/* How near a piece of the way comes to a body, in space, from base edge to base edge, at the nearest height of it. */
static double piece_distance(const qm__body *body, double radius, qm_place from, qm_place to) {
    const double plan =
        qm__root(qm__point_segment_square((qm__xy){body->x, body->y}, (qm__xy){from.x, from.y}, (qm__xy){to.x, to.y})) -
        radius - body->radius;
    const int32_t low = from.z < to.z ? from.z : to.z, high = from.z < to.z ? to.z : from.z;
    const int32_t apart = body->z < low ? low - body->z : body->z > high ? body->z - high : 0;
    return qm__length((qm__xy){qm__most(plan, 0), apart});
}

/* Enemies that a run comes too near to, where they bar all of it and not just its beginning (WB-10). */
static void judge_run_path(qm__judging *j, uint16_t enemy) {
    const qm_scenario *s = j->scenario;
    const wb_settings *set = wb_set(s);
    const qm_verdict *verdict = j->verdict;
    const double radius = wb_value(s, j->order->actor, WB_RADIUS);
    const qm__body body = qm__wb_body_at(s, enemy, wb_place(wb_at(s, j->state, enemy)));
    for (uint16_t i = 1; i < verdict->way_count; i++) {
        const double distance = piece_distance(&body, radius, verdict->way[i - 1], verdict->way[i]);
        if (qm__within(distance, set->run_enemy)) {
            qm_reason *reason = qm__refuse(j, WB_REASON_RUN_ENEMY_PATH);
            reason->other = enemy;
            reason->at = verdict->way[i];
            reason->needed = set->run_enemy;
            reason->had = qm__units(distance);
            return;
        }
    }
}

static void judge_run(qm__judging *j) {
    const qm_scenario *s = j->scenario;
    const wb_settings *set = wb_set(s);
    qm__cite(j, CLAUSE_RUN);
    for (uint16_t i = 1; i <= s->figure_count && set->run_enemy > 0 && set->run_bar == WB_RUN_BAR_PATH; i++) {
        const wb_unit *unit = wb_at(s, j->state, i);
        const bool counts = set->run_bar_downed == WB_RUN_BAR_DOWNED_COUNTS || !wb_downed(unit);
        if (wb_present(unit) && counts && wb_hostile(s, j->order->actor, i)) {
            judge_run_path(j, i);
        }
    }
}

/* Where the order ends if all goes well: a leg that fails by itself ends where it begins. */
static qm_place last_place(const qm__judging *j) {
    const wb_prepared *prepared = j->prepared;
    const uint16_t count = (uint16_t)(prepared->hop_count - is_over(prepared));
    return count > 0 ? prepared->hops[count - 1].to : wb_place(wb_at(j->scenario, j->state, j->order->actor));
}

void qm__wb_judge_way(qm__judging *j) {
    const qm_scenario *s = j->scenario;
    const qm_order *order = j->order;
    const uint16_t figure = order->actor;
    const qm_place from = wb_place(wb_at(s, j->state, figure));
    const int32_t allowance = qm__wb_allowance(s, j->state, figure, order->kind);
    wb_prepared *prepared = j->prepared;
    unsigned char head[WB_VERDICT_HEAD];
    memcpy(head, j->verdict, sizeof head);
    prepared->run = order->kind == WB_ORDER_RUN;
    const bool good =
        qm__wb_judge_legs(j, order->legs, order->leg_count, allowance) || qm__wb_stop_late(j, allowance, head);
    qm__wb_tell_slowed(j);
    if (!good) {
        return;
    }
    const qm_place end = last_place(j);
    const bool stays = end.x == from.x && end.y == from.y && end.z == from.z;
    const uint16_t enemy = stays ? 0 : qm__wb_contact(s, j->state, figure, end);
    if (stays && prepared->cost == 0 && !is_over(prepared)) {
        qm__refuse(j, WB_REASON_SAME_PLACE)->at = end;
    }
    if (enemy != 0) {
        qm_reason *reason = qm__refuse(j, WB_REASON_ENDS_IN_CONTACT);
        reason->leg = prepared->hop_count;
        reason->other = enemy;
        reason->at = end;
    }
    if (prepared->run) {
        judge_run(j);
    }
}

static void judge_as(qm__judging *j) {
    const qm_order *order = j->order;
    qm__wb_judge_may_move(j);
    if (order->kind == WB_ORDER_RUN) {
        qm__wb_judge_may_run(j);
    }
    if (order->leg_count == 0) {
        qm__refuse(j, WB_REASON_NO_LEG);
    } else if (order->leg_count > WB_LEGS_MAX) {
        qm_reason *reason = qm__refuse(j, WB_REASON_TOO_MANY_LEGS);
        reason->needed = order->leg_count;
        reason->had = WB_LEGS_MAX;
    }
    if (j->verdict->reason_count == 0) {
        qm__wb_judge_way(j);
    }
}

/* What alone keeps a move from going on as a run. */
static void tell_run_bars(qm__judging *j, const qm_verdict *running) {
    bool alone = running->reason_count > 0;
    for (uint16_t i = 0; i < running->reason_count; i++) {
        const uint16_t kind = running->reasons[i].kind;
        alone = alone && kind >= WB_REASON_RUN_UNDEAD && kind <= WB_REASON_RUN_TREASURE;
    }
    for (uint16_t i = 0; alone && i < running->reason_count; i++) {
        *qm__refuse(j, running->reasons[i].kind) = running->reasons[i];
    }
}

/* Whether an order is refused for too little movement alone, which may be told with what took some of it. */
static bool only_short(const qm_verdict *verdict) {
    bool alone = verdict->reason_count > 0;
    for (uint16_t i = 0; alone && i < verdict->reason_count; i++) {
        const uint16_t kind = verdict->reasons[i].kind;
        alone = qm__wb_is_short(kind) || (kind >= WB_REASON_SLOW_STAGGERED && kind <= WB_REASON_SLOW_STUNNED);
    }
    return alone;
}

/* Where a run may be declared at any time, a move that is refused goes on as one if that is legal. What is too far for
 * both is told of the run, which gets farther. */
static void judge_move_or_run(qm__judging *j) {
    const qm_verdict begun = *j->verdict;
    judge_as(j);
    if (j->verdict->judgement != QM_ILLEGAL) {
        return;
    }
    wb_prepared prepared;
    qm_verdict verdict;
    qm_order order = *j->order;
    order.kind = WB_ORDER_RUN;
    qm__judging running = qm__wb_trial(j->scenario, j->state, &order, j->search, &verdict, &prepared);
    verdict = begun;
    judge_as(&running);
    if (verdict.judgement == QM_LEGAL || (only_short(j->verdict) && only_short(&verdict))) {
        *j->verdict = verdict;
        *(wb_prepared *)j->prepared = prepared;
    } else {
        tell_run_bars(j, &verdict);
    }
}

void qm__wb_judge_move(qm__judging *j) {
    const bool any_time = wb_set(j->scenario)->run_declared == WB_RUN_DECLARED_ANY_TIME;
    wb_forget(j->prepared);
    if (!qm__wb_judge_now(j, WB_PHASE_MOVE)) {
        return;
    }
    if (any_time && j->order->kind == WB_ORDER_MOVE) {
        judge_move_or_run(j);
    } else {
        judge_as(j);
    }
}
