/* Ways through difficult ground as orders: walks that are judged as going around it, because that leaves more movement,
 * are written with every bend of the shorter way through it.
 *
 * Invariant: an order that is drawn so has the same links as the one that it was made from. Rejected: an order of its
 * own kind for the way through, which nobody could type.
 */
#include "game/place.h"
#include "rules/warband/warband.h"

/* Adds what leads to the end of a hop: the places of the way up to it, or the leg as it was. How many places of the way
 * are behind it. */
static uint16_t add_hop(const qm_verdict *verdict, uint16_t at, const wb_hop *hop, bool drawn, qm_order *out) {
    const bool stays = qm__place_same(verdict->way[at - 1], hop->to);
    bool there = stays;
    for (; !there && at < verdict->way_count; at++) {
        there = qm__place_same(verdict->way[at], hop->to);
        if (drawn && out->leg_count < WB_LEGS_MAX) {
            out->legs[out->leg_count++] = (qm_leg){.kind = WB_LEG_VIA, .to = verdict->way[at]};
        }
    }
    if ((!drawn || stays) && out->leg_count < WB_LEGS_MAX) {
        out->legs[out->leg_count++] = (qm_leg){.kind = hop->leg, .to = hop->to};
    }
    return at;
}

bool qm__wb_drawn_through(const qm_scenario *s, const qm_state *st, const qm_order *order, void *search,
                          qm_order *out) {
    qm_verdict verdict;
    wb_prepared prepared;
    qm__judging j = qm__wb_trial(s, st, order, search, &verdict, &prepared);
    uint32_t met;
    uint16_t at = 1;
    if (!qm__wb_judge_through(&j, qm__wb_allowance(s, st, order->actor, order->kind), &met) ||
        verdict.way_dropped > 0) {
        return false;
    }
    qm_order_clear(out, order->kind, order->actor);
    for (uint16_t i = 0; i < prepared.hop_count; i++) {
        const wb_hop *hop = &prepared.hops[i];
        const bool drawn = hop->leg == WB_LEG_WALK && i < 32 && (met >> i & 1u) != 0;
        at = add_hop(&verdict, at, hop, drawn, out);
    }
    return out->leg_count < WB_LEGS_MAX;
}
