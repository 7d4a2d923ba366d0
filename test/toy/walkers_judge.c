/* Judging on the toy family's table: leg by leg, with the first thing in the way named. */
#include "toy/walkers.h"

#include <string.h>

static uint16_t solid_word(const qm__table *table, int32_t prism) {
    return (uint16_t)(prism >= 0 ? prism + 1 : prism == QM__BORDER ? table->prism_count + 1 : 0);
}

qm_place ramble_rounded(const ramble_base *base, qm__xy at, int32_t level) {
    const double x = at.x < 0 ? at.x - 0.5 : at.x + 0.5, y = at.y < 0 ? at.y - 0.5 : at.y + 0.5;
    return (qm_place){(int32_t)x, (int32_t)y, level < 0 ? 0 : qm__level_height(base->levels, level)};
}

/* Refuses for what is in the way. */
void ramble_refuse(ramble_walk *w, const qm__obstruction *why, int32_t level) {
    static const uint16_t kinds[] = {[QM__FREE] = RB_REASON_NO_WAY,           [QM__OFF_TABLE] = RB_REASON_OFF_TABLE,
                                     [QM__NO_SURFACE] = RB_REASON_NO_SURFACE, [QM__IN_PRISM] = RB_REASON_SOLID,
                                     [QM__ON_PRISM] = RB_REASON_ON_SOLID,     [QM__NOT_WHOLE] = RB_REASON_NOT_WHOLE,
                                     [QM__BODY] = RB_REASON_FIGURE,           [QM__TOO_HIGH] = RB_REASON_TOO_HIGH};
    const bool railing = why->what == QM__IN_PRISM && why->railing;
    const bool nowhere = why->what == QM__NO_SURFACE && why->prism == QM__NOTHING;
    qm_reason *reason = qm__refuse(w->j, railing ? RB_REASON_RAILING : nowhere ? RB_REASON_NOWHERE : kinds[why->what]);
    reason->leg = w->leg;
    reason->at = ramble_rounded(w->base, why->at, level);
    reason->word = solid_word(&w->j->scenario->table, why->prism);
    if (why->what == QM__BODY) {
        reason->other = (uint16_t)(why->body + 1);
    }
}

qm_reason *ramble_refuse_at(ramble_walk *w, uint16_t kind, qm_place at) {
    qm_reason *reason = qm__refuse(w->j, kind);
    reason->leg = w->leg;
    reason->at = at;
    return reason;
}

void ramble_refuse_place(ramble_walk *w, const qm__obstruction *why, qm_place place) {
    qm_verdict *verdict = w->j->verdict;
    ramble_refuse(w, why, -1);
    verdict->reasons[verdict->reason_count - 1].at = place;
    verdict->stand_count = ramble_nearest(w->j->scenario, w->base, w->search, place, verdict->stands);
}

/* ----------------------------------------------------------------------------------------------------------- prices */

/* What areas that were not met before cost once; notes them in *paid. */
static double once_price(const ramble_walk *w, uint64_t areas, uint64_t *paid) {
    const qm__area_price *prices = ramble_of(w->j->scenario)->prices;
    double cost = 0;
    for (uint16_t i = 0; prices && i < w->j->scenario->table.area_count; i++) {
        const uint64_t bit = (uint64_t)1 << i;
        if ((areas & bit) && prices[i].once > 0) {
            cost += *paid & bit ? 0 : prices[i].once;
            *paid |= bit;
        }
    }
    return cost;
}

/* What a straight piece costs by its length and by the inch. */
static double piece_price(const ramble_walk *w, qm__spot here, qm__xy to) {
    const qm__area_price *prices = ramble_of(w->j->scenario)->prices;
    const qm__xy from = {here.x, here.y};
    int32_t factors[QM__AREAS_MAX];
    if (!prices) {
        return qm__apart(from, to);
    }
    for (uint16_t i = 0; i < w->j->scenario->table.area_count; i++) {
        factors[i] = prices[i].factor > 1000 ? prices[i].factor : 1000;
    }
    return qm__drawn_price(w->base->levels, here.level, from, to, factors);
}

/* All that a straight piece costs; -1 if it is not free (a way found beside a figure may be so by a hair). */
static double whole_price(const ramble_walk *w, qm__spot here, qm__xy to, uint64_t *paid, int32_t *level) {
    qm__traced traced;
    if (!qm__trace_joined(w->base->levels, &w->search->crowd, &here, to, -1, &traced)) {
        return -1;
    }
    *level = traced.level;
    return piece_price(w, here, to) + once_price(w, traced.areas, paid);
}

/* Where a piece that begins with `left` to spend, and costs more, has taken all of it. */
static qm_place end_on_piece(const ramble_walk *w, qm__spot here, qm__xy to, uint64_t paid, double left) {
    double low = 0, high = 1;
    qm_place end = ramble_rounded(w->base, (qm__xy){here.x, here.y}, here.level);
    for (int i = 0; i < 24; i++) {
        const double part = (low + high) / 2;
        const qm__xy at = {here.x + (to.x - here.x) * part, here.y + (to.y - here.y) * part};
        uint64_t met = paid;
        int32_t level = here.level;
        const double cost = whole_price(w, here, at, &met, &level);
        if (cost >= 0 && cost <= left) {
            low = part;
            end = ramble_rounded(w->base, at, level);
        } else {
            high = part;
        }
    }
    return end;
}

/* Finds where movement ends on the points from `here` on; nothing to do while it suffices for `cost`. */
static void find_end(ramble_walk *w, double cost, const qm__spot *points, uint32_t count, uint64_t paid) {
    const int32_t move = ramble_value(w->j->scenario, w->j->order->actor, RB_MOVE);
    double left = move - w->cost;
    if (w->spent || qm__units(w->cost + cost) <= move) {
        return;
    }
    w->spent = true;
    w->end = ramble_rounded(w->base, (qm__xy){w->here.x, w->here.y}, w->here.level);
    for (uint32_t i = 1; i < count && left > 0; i++) {
        uint64_t met = paid;
        int32_t level = points[i].level;
        const qm__xy to = {points[i].x, points[i].y};
        const double whole = whole_price(w, points[i - 1], to, &met, &level);
        const double price = whole < 0 ? piece_price(w, points[i - 1], to) : whole;
        if (price > left) {
            w->end = end_on_piece(w, points[i - 1], to, paid, left);
            return;
        }
        w->end = ramble_rounded(w->base, to, points[i].level);
        left -= price;
        paid = met;
    }
}

void ramble_spend(ramble_walk *w, double cost) {
    find_end(w, cost, NULL, 0, w->paid);
}

/* ------------------------------------------------------------------------------------------------------------- legs */

/* One straight piece, which ends at the height that is named. */
static bool go_straight(ramble_walk *w, qm_place place) {
    const qm__spot end = ramble_spot(w->base, place);
    const qm__xy to = {place.x, place.y};
    qm__spot begin = w->here;
    qm__traced traced;
    const bool clear =
        qm__trace_joined(w->base->levels, &w->search->crowd, &begin, to, end.level, &traced) && end.level >= 0;
    if (!clear && traced.why.what != QM__FREE) {
        traced.why.at = qm__contact((qm__xy){begin.x, begin.y}, &traced.why);
        ramble_refuse(w, &traced.why, traced.why.level);
        return false;
    }
    if (!clear) {
        qm_reason *reason = ramble_refuse_at(w, RB_REASON_HEIGHT, place);
        reason->needed = place.z;
        reason->had = qm__level_height(w->base->levels, traced.level);
        return false;
    }
    const qm__spot points[] = {begin, end};
    const uint64_t paid = w->paid;
    const double cost = piece_price(w, begin, to) + once_price(w, traced.areas, &w->paid);
    find_end(w, cost, points, 2, paid);
    w->cost += cost;
    w->here = end;
    qm__way_add(w->j, place);
    return true;
}

/* The shortest way. */
static bool go_shortest(ramble_walk *w, qm_place place) {
    const qm__spot to = ramble_spot(w->base, place);
    qm__obstruction why;
    if (!ramble_can_be(w->base, &w->search->crowd, place, false, &why)) {
        ramble_refuse_place(w, &why, place);
        return false;
    }
    const qm__walk_ask ask = {.from = w->here,
                              .to = to,
                              .crowd = &w->search->crowd,
                              .prices = ramble_of(w->j->scenario)->prices,
                              .limit = 1e9};
    qm__walked walked;
    qm__walk_find(w->base->walks, &ask, ramble_scratch(w->search), &w->search->way, &walked);
    const uint32_t points = walked.found ? qm__way_points(w->base->levels, &w->search->crowd, &w->search->way,
                                                          w->search->points, QM_WAY_MAX)
                                         : 0;
    if (points == 0) {
        const bool unknown = walked.exhausted || walked.found;
        qm_reason *reason = unknown ? qm__leave_to_person(w->j, RB_REASON_UNKNOWN) : qm__refuse(w->j, RB_REASON_NO_WAY);
        reason->leg = w->leg;
        reason->at = place;
        return false;
    }
    for (uint32_t i = 1; i < points; i++) {
        const qm__spot *point = &w->search->points[i];
        qm__way_add(w->j, ramble_rounded(w->base, (qm__xy){point->x, point->y}, point->level));
    }
    if (points == 1 && to.level != w->here.level) { /* a step where it is */
        qm__way_add(w->j, place);
    }
    w->j->verdict->approximate |= walked.approximate;
    /* The way's own cost has every area that it meets; those that were met before are not paid again. */
    uint64_t paid = w->paid, none = 0;
    const double again = once_price(w, w->search->way.areas, &none) - once_price(w, w->search->way.areas, &paid);
    find_end(w, walked.cost - again, w->search->points, points, w->paid);
    w->cost += walked.cost - again;
    w->paid = paid;
    w->here = to;
    return true;
}

static void end_walk(ramble_walk *w) {
    const qm_scenario *s = w->j->scenario;
    const uint16_t figure = w->j->order->actor;
    qm__obstruction why;
    if (!qm__stands(w->base->levels, &w->search->crowd, w->here, QM__SLACK, &why)) {
        ramble_refuse_place(w, &why, ramble_rounded(w->base, (qm__xy){w->here.x, w->here.y}, w->here.level));
    }
    const int32_t cost = qm__units(w->cost), move = ramble_value(s, figure, RB_MOVE);
    w->j->verdict->unit = 2;
    w->j->verdict->cost = cost;
    w->j->verdict->allowance = move;
    ((ramble_prepared *)w->j->prepared)->cost = cost;
    if (cost > move) {
        qm_reason *reason = qm__refuse(w->j, RB_REASON_FAR);
        reason->needed = cost;
        reason->had = move;
        reason->at = w->end;
    }
}

void ramble_judge_walk(qm__judging *j) {
    const ramble_base *base = ramble_base_of(j->scenario, j->order->actor);
    const qm_place from = ramble_place(ramble_at(j->scenario, j->state, j->order->actor));
    ramble_walk w = {.j = j,
                     .base = base,
                     .search = ramble_begin(j->scenario, j->state, j->order->actor, j->search),
                     .here = ramble_spot(base, from)};
    qm__way_add(j, from);
    for (uint16_t i = 0; i < j->order->leg_count; i++) {
        const qm_leg *leg = &j->order->legs[i];
        w.leg = (uint16_t)(i + 1);
        if ((leg->kind == RB_LEG_VIA && !go_straight(&w, leg->to)) ||
            (leg->kind == RB_LEG_WALK && !go_shortest(&w, leg->to)) ||
            (leg->kind >= RB_LEG_CLIMB && leg->kind <= RB_LEG_DROP && !ramble_go_link(&w, leg))) {
            return;
        }
    }
    end_walk(&w);
}

bool ramble_way(const qm_scenario *s, const qm_state *st, const qm_order *order, void *search, qm_plan_way *out) {
    qm_verdict verdict;
    ramble_prepared prepared = {0};
    qm__judging j = {
        .scenario = s, .state = st, .order = order, .prepared = &prepared, .search = search, .verdict = &verdict};
    memset(&verdict, 0, sizeof verdict);
    verdict.chance = 1;
    ramble_judge_walk(&j);
    *out = (qm_plan_way){.order = *order,
                         .cost = verdict.cost,
                         .chance = verdict.chance,
                         .checks = verdict.check_count,
                         .approximate = (uint8_t)verdict.approximate};
    return verdict.judgement == QM_LEGAL;
}

/* An edit: anywhere the base stands. */
static void judge_place(qm__judging *j, const ramble_base *base) {
    ramble_walk w = {
        .j = j, .base = base, .search = ramble_begin(j->scenario, j->state, j->order->actor, j->search), .leg = 1};
    const qm_leg *leg = &j->order->legs[0];
    if (j->order->leg_count == 0 || leg->kind == RB_LEG_FACE) {
        qm__refuse(j, RB_REASON_NO_LEG);
        return;
    }
    qm__obstruction why;
    if (!ramble_can_be(base, &w.search->crowd, leg->to, true, &why)) {
        ramble_refuse_place(&w, &why, leg->to);
    }
}

void ramble_judge(qm__judging *j) {
    const uint16_t figure = j->order->actor;
    const ramble_base *base = figure ? ramble_base_of(j->scenario, figure) : NULL;
    memset(j->prepared, 0, sizeof(ramble_prepared));
    if (j->order->kind != RB_PLACE && figure != ramble_actor(j->scenario, j->state)) {
        qm__refuse(j, RB_REASON_TURN);
    } else if ((j->order->kind == RB_WALK || j->order->kind == RB_PLACE) && !base) {
        qm__refuse(j, RB_REASON_NOT_ROUND);
    } else if (j->order->kind == RB_WALK) {
        ramble_judge_walk(j);
    } else if (j->order->kind == RB_PLACE) {
        judge_place(j, base);
    }
}
