/* Ways for models that are placed: legs that lead one to a place that was found for it.
 *
 * Invariant: legs that are given have been judged as if the player had named them, whatever the others do.
 */
#include "rules/squad/move.h"

#include <stddef.h>
#include <string.h>

#include "space/table/rect_ways.h"

void qm__sq_try(sq_trial *trial, const qm__judging *j) {
    trial->j = *j;
    trial->verdict = *j->verdict;
    trial->prepared = *(const sq_prepared *)j->prepared;
    trial->j.verdict = &trial->verdict;
    trial->j.prepared = &trial->prepared;
    trial->j.brief = true;
}

bool qm__sq_take_trial(const sq_trial *trial, qm__judging *j) {
    if (trial->verdict.judgement != QM_LEGAL) {
        return false;
    }
    *j->verdict = trial->verdict;
    *(sq_prepared *)j->prepared = trial->prepared;
    return true;
}

/* One model on its way. */
typedef struct seeking {
    const qm__judging *j;
    uint16_t figure, target;
} seeking;

static bool is_good(const seeking *k, const qm_leg *legs, uint16_t count, sq_legs_of of, qm_verdict *verdict) {
    sq_prepared prepared;
    memset(&prepared, 0, offsetof(sq_prepared, paths)); /* lists are read as far as they are counted */
    memset(verdict, 0, offsetof(qm_verdict, cited));
    verdict->chance = 1;
    qm__judging trial = *k->j;
    trial.prepared = &prepared;
    trial.verdict = verdict;
    trial.brief = true;
    return qm__sq_judge_path(&trial, k->figure, legs, count, 1, of, k->target) && verdict->judgement == QM_LEGAL;
}

/* ----------------------------------------------------------------------------------------------------- over links */

static bool try_route(const void *context, const qm_order *order, qm_plan_way *out) {
    const seeking *k = context;
    qm_verdict verdict;
    const bool good = is_good(k, order->legs, order->leg_count, SQ_LEGS_FOUND, &verdict);
    out->order = *order;
    out->cost = verdict.parts[0].cost;
    out->chance = verdict.chance;
    out->checks = verdict.check_count;
    return good;
}

static uint16_t go_over(const seeking *k, qm_place to, sq_over over, qm_leg *legs) {
    const qm_scenario *s = k->j->scenario;
    const sq_pricing pricing = {s, k->j->state, k->figure, over == SQ_OVER_SURE};
    const qm__inch_plan plan = {.ask = {.pricing = qm__sq_price,
                                        .context = &pricing,
                                        .allowance = qm__sq_allowance(s, k->j->state, k->figure, &to)},
                                .order = SQ_ORDER_MOVE,
                                .stand = true,
                                .try = try_route,
                                .judge = k};
    qm_plan_way way;
    qm__inch_search *search = qm__inch_begin(s, &sq_of(s)->inches, k->j->state, k->figure, k->j->search);
    qm__sq_open_target(s, k->target, search->bodies);
    const uint32_t count = qm__sq_ways(search, k->j->search, &plan, to, &way, 1);
    if (count == 0 || count == QM__TOO_MANY || way.order.leg_count > SQ_WAY_LEGS) {
        return 0;
    }
    memcpy(legs, way.order.legs, way.order.leg_count * sizeof *legs);
    return way.order.leg_count;
}

/* -------------------------------------------------------------------------------------------------------- rectangles
 */

/* Around corners in slides, as it faces. */
static uint16_t go_bent(const seeking *k, qm_place to, qm_leg *legs, int32_t *cost) {
    const qm_scenario *s = k->j->scenario;
    const qm__body body = qm__sq_body_now(s, k->j->state, k->figure);
    const qm__rect rect = {body.width, body.length, body.facing};
    qm__inch_search *search = qm__inch_begin(s, &sq_of(s)->inches, k->j->state, k->figure, k->j->search);
    qm__sq_open_target(s, k->target, search->bodies);
    const qm__inch_base *base = qm__inch_base_of(&sq_of(s)->inches, k->figure);
    const qm__levels *levels = base->levels;
    const double most = sq_value(s, k->figure, SQ_MOVEMENT);
    qm__rect_ways ways;
    qm_verdict verdict;
    int32_t last = -1;
    uint16_t count = 1;
    qm__rect_ways_make(levels, &search->crowd, &rect, sq_spot(levels, search->from), most, &ways);
    if (qm__rect_ways_to(levels, &search->crowd, &rect, &ways, sq_spot(levels, to), most, &last) < 0) {
        return 0;
    }
    for (int32_t i = last; i >= 0; i = ways.bends[i].before) {
        count++;
    }
    for (int32_t i = last, at = count - 2; i >= 0; i = ways.bends[i].before, at--) {
        legs[at] = (qm_leg){.kind = SQ_LEG_VIA, .to = qm__inch_place_of(base, ways.bends[i].at)};
    }
    legs[count - 1] = (qm_leg){.kind = SQ_LEG_VIA, .to = to};
    const bool good = is_good(k, legs, count, SQ_LEGS_FOUND, &verdict);
    *cost = verdict.parts[0].cost;
    return good ? count : 0;
}

/* Around corners, with the room of the circle around it. */
static uint16_t go_around(const seeking *k, qm_place to, qm_leg *legs, int32_t *cost) {
    qm_order own;
    qm_verdict verdict;
    memset(&verdict, 0, sizeof verdict);
    qm_order_clear(&own, SQ_ORDER_MOVE, k->figure);
    qm__judging trial = *k->j;
    trial.order = &own;
    trial.verdict = &verdict;
    trial.brief = true;
    qm__trek trek = {.allowance = sq_value(k->j->scenario, k->figure, SQ_MOVEMENT), .leg = 1};
    qm__trek_begin(&trek, &trial, &sq_of(k->j->scenario)->around);
    qm__sq_open_target(k->j->scenario, k->target, trek.search->bodies);
    if (!qm__trek_walk(&trek, to) || verdict.way_count > SQ_WAY_LEGS) {
        return 0;
    }
    for (uint16_t i = 1; i < verdict.way_count; i++) {
        legs[i - 1] = (qm_leg){.kind = SQ_LEG_VIA, .to = verdict.way[i]};
    }
    const uint16_t count = (uint16_t)(verdict.way_count - 1);
    const bool good = is_good(k, legs, count, SQ_LEGS_FOUND, &verdict);
    *cost = verdict.parts[0].cost;
    return good ? count : 0;
}

/* The shorter one of both. */
static uint16_t go_by_corners(const seeking *k, qm_place to, qm_leg *legs) {
    qm_leg bends[SQ_WAY_LEGS];
    int32_t around = 0, bent = 0;
    const uint16_t count = go_around(k, to, legs, &around), others = go_bent(k, to, bends, &bent);
    if (others == 0 || (count > 0 && around <= bent)) {
        return count;
    }
    memcpy(legs, bends, others * sizeof *legs);
    return others;
}

uint16_t qm__sq_find_walk(const qm__judging *j, uint16_t figure, qm_place to, uint16_t target, qm_leg legs[SQ_WAY_LEGS],
                          qm_reason *why) {
    const seeking k = {j, figure, target};
    qm_verdict verdict;
    legs[0] = (qm_leg){.kind = SQ_LEG_WALK, .to = to};
    if (is_good(&k, legs, 1, why ? SQ_LEGS_FOUND : SQ_LEGS_TRIED, &verdict)) {
        return 1;
    }
    if (why) {
        *why = verdict.reason_count ? verdict.reasons[0] : (qm_reason){0};
    }
    return sq_round(j->scenario, figure) || sq_flies(j->scenario, figure) ? 0 : go_by_corners(&k, to, legs);
}

uint16_t qm__sq_find_links(const qm__judging *j, uint16_t figure, qm_place to, uint16_t target, sq_over over,
                           qm_leg legs[SQ_WAY_LEGS]) {
    const qm_scenario *s = j->scenario;
    const seeking k = {j, figure, target};
    const bool can = over != SQ_OVER_NONE && sq_round(s, figure) && !sq_flies(s, figure);
    return can ? go_over(&k, to, over, legs) : 0;
}

uint16_t qm__sq_find_way(const qm__judging *j, uint16_t figure, qm_place to, uint16_t target, sq_over over,
                         qm_leg legs[SQ_WAY_LEGS], qm_reason *why) {
    const uint16_t count = qm__sq_find_walk(j, figure, to, target, legs, why);
    return count > 0 ? count : qm__sq_find_links(j, figure, to, target, over, legs);
}
