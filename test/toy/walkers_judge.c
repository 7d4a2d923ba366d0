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

static void pay_once(ramble_walk *w, uint64_t areas, bool counted) {
    const qm__area_price *prices = ramble_of(w->j->scenario)->prices;
    for (uint16_t i = 0; prices && i < w->j->scenario->table.area_count; i++) {
        const uint64_t bit = (uint64_t)1 << i;
        if ((areas & bit) && prices[i].once > 0) {
            const bool again = (w->paid & bit) != 0;
            w->cost += counted && again ? -prices[i].once : !counted && !again ? prices[i].once : 0;
            w->paid |= bit;
        }
    }
}

/* Beyond its length, what a straight piece costs by the inch. */
static double piece_price(ramble_walk *w, qm__xy to) {
    const qm__area_price *prices = ramble_of(w->j->scenario)->prices;
    const qm__xy from = {w->here.x, w->here.y};
    int32_t factors[QM__AREAS_MAX];
    if (!prices) {
        return qm__apart(from, to);
    }
    for (uint16_t i = 0; i < w->j->scenario->table.area_count; i++) {
        factors[i] = prices[i].factor > 1000 ? prices[i].factor : 1000;
    }
    return qm__drawn_price(w->base->levels, w->here.level, from, to, factors);
}

/* One straight piece. */
static bool go_straight(ramble_walk *w, qm_place place) {
    const qm__xy to = {place.x, place.y};
    qm__traced traced;
    if (!qm__trace(w->base->levels, &w->search->crowd, w->here, to, QM__SLACK, &traced)) {
        traced.why.at = qm__contact((qm__xy){w->here.x, w->here.y}, &traced.why);
        ramble_refuse(w, &traced.why, traced.why.level);
        return false;
    }
    w->cost += piece_price(w, to);
    pay_once(w, traced.areas, false);
    w->here = (qm__spot){to.x, to.y, traced.level};
    const int32_t z = qm__level_height(w->base->levels, traced.level);
    if (z != place.z) {
        qm_reason *reason = ramble_refuse_at(w, RB_REASON_HEIGHT, place);
        reason->needed = place.z;
        reason->had = z;
        return false;
    }
    qm__way_add(w->j, place);
    return true;
}

/* The shortest way. */
static bool go_shortest(ramble_walk *w, qm_place place) {
    const qm__spot to = ramble_spot(w->base, place);
    qm__obstruction why = {.what = QM__NO_SURFACE, .prism = QM__NOTHING, .at = {place.x, place.y}};
    if (to.level < 0 || !qm__passes(w->base->levels, &w->search->crowd, to, QM__SLACK, &why)) {
        ramble_refuse(w, &why, to.level);
        w->j->verdict->reasons[0].at = place;
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
    w->j->verdict->approximate |= walked.approximate;
    w->cost += walked.cost;
    pay_once(w, w->search->way.areas, true);
    w->here = to;
    return true;
}

static void end_walk(ramble_walk *w) {
    const qm_scenario *s = w->j->scenario;
    const uint16_t figure = w->j->order->actor;
    qm__obstruction why;
    if (!qm__stands(w->base->levels, &w->search->crowd, w->here, QM__SLACK, &why)) {
        ramble_refuse(w, &why, w->here.level);
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
    qm__obstruction why = {.what = QM__NO_SURFACE, .prism = QM__NOTHING, .at = {leg->to.x, leg->to.y}};
    w.here = ramble_spot(base, leg->to);
    if (w.here.level < 0 || !qm__stands(base->levels, &w.search->crowd, w.here, QM__SLACK, &why)) {
        ramble_refuse(&w, &why, w.here.level);
        j->verdict->reasons[0].at = leg->to;
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
