/* Reach: where a figure could end its movement, by the cheapest, the surest and the safest way.
 *
 * A figure on its knees is taken to stand up first (it gets farther so), an engaged one to shift. Out of the movement
 * phase the answer is what it could do if its chance came now. Costs and chances are those the judge finds for the same
 * way.
 */
#include "rules/hexmelee/search.h"

/* `inverse`: 2^32 divided by the columns, rounded up, which saves two divisions a place and is exact for any board. */
static void write_place(const hm_search *q, uint16_t hex, uint64_t inverse, qm_reach_place *place) {
    const uint32_t index = hex - 1u, row = (uint32_t)(index * inverse >> 32), column = index - row * q->s->hex.columns;
    const hm_cell *cell = &q->cells[hex];
    const hm_label *last = &q->labels[cell->last];
    place->at = (qm_place){.x = (int32_t)column + 1, .y = (int32_t)row + 1};
    place->cost = place->sure_cost = last->cost;
    place->chance = place->best_chance = 1.0f;
    place->stops = (last->flags & HM_LABEL_STOPPED) != 0;
    place->checks = last->checks;
    place->hits = place->effort = 0;
    if (last->checks == 0 && last->hits == 0 && (!cell->care || q->grounds[q->codes[hex]].hits_stopping == 0)) {
        return; /* the cheapest way is a sure one: there is nothing to weigh */
    }
    const hm_mover *m = &q->mover;
    const hm_label *first = &q->labels[cell->first];
    const double chance = qm__hm_end_chance(m, last), best = qm__hm_end_chance(m, first);
    const int hits = qm__hm_end_hits(m, last);
    place->sure_cost = first->checks == 0 && qm__hm_end_hits(m, first) == 0 ? first->cost : -1;
    place->chance = (float)chance;
    place->best_chance = (float)(best > chance ? best : chance);
    place->hits = (uint8_t)(hits < UINT8_MAX ? hits : UINT8_MAX);
}

static uint32_t stay(const qm_scenario *s, const qm_state *st, uint16_t figure, qm_reach_place *places,
                     uint32_t capacity) {
    const hm_body *body = hm_body_at(s, st, figure);
    if (!hm_active(body)) {
        return 0;
    }
    if (capacity > 0) {
        places[0] = (qm_reach_place){.at = qm__hm_place(s, body->hex), .chance = 1.0f, .best_chance = 1.0f};
    }
    return 1;
}

uint32_t qm__hm_reach(const qm_scenario *s, const qm_state *st, uint16_t figure, bool risk, void *search,
                      qm_reach_place *places, uint32_t capacity) {
    const int kind = qm__hm_free_kind(s, st, figure);
    if (kind == 0) {
        return stay(s, st, figure, places, capacity);
    }
    hm_search *q = qm__hm_search_for(s, st, figure, kind, search);
    qm__hm_search_go(q, HM_SEARCH_JUMPS | (risk ? HM_SEARCH_SAFEST : 0), 0);
    uint32_t count = 0;
    const bool all = kind == HM_FULL;
    const uint64_t inverse = (((uint64_t)1 << 32) + s->hex.columns - 1) / s->hex.columns;
    for (uint16_t i = 0; i < q->found_count; i++) {
        const uint16_t hex = q->found[i];
        if (!all && !qm__hm_end_facings(q, kind, q->cells[hex].first)) {
            continue;
        }
        if (count < capacity) {
            write_place(q, hex, inverse, &places[count]);
        }
        count++;
    }
    return q->full ? QM__TOO_MANY : count;
}
