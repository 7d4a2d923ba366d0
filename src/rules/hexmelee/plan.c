/* Plans: ways to one hex in one order, from the shortest to the safest.
 *
 * A search that settles ways from safe to risky and keeps one only if it is cheaper than all safer ones leaves at the
 * goal just the ways worth choosing from. Each comes back as a whole order that judges legal at the same cost and
 * chance.
 */
#include "rules/hexmelee/search.h"

/* Whether a later label costs no more and is no riskier. */
static bool beaten(const hm_search *q, uint16_t index) {
    const hm_label *one = &q->labels[q->found[index]];
    for (uint16_t i = (uint16_t)(index + 1); i < q->found_count; i++) {
        const hm_label *other = &q->labels[q->found[i]];
        if (other->cost <= one->cost && other->chance >= one->chance) {
            return true;
        }
    }
    return false;
}

static bool write_way(const hm_search *q, int kind, uint16_t number, qm_plan_way *way) {
    const hm_mover *m = &q->mover;
    const hm_label *label = &q->labels[number];
    const unsigned facings = qm__hm_end_facings(q, kind, number);
    if (facings == 0) {
        return false;
    }
    if (kind == HM_FULL) {
        kind = label->parent == 0
                   ? HM_STILL
                   : qm__hm_smallest_kind(m, label->hexes, label->cost, (label->flags & HM_LABEL_WHOLE) != 0);
    }
    qm_order_clear(&way->order, (uint16_t)kind, m->figure);
    if (!qm__hm_way_legs(m->s, q, number, &way->order)) {
        return false;
    }
    unsigned facing = label->parent == 0 ? m->body->facing : label->direction;
    if (!(facings >> facing & 1u)) {
        for (facing = 0; !(facings >> facing & 1u); facing++) {
        }
        way->order.legs[way->order.leg_count++] = (qm_leg){.kind = HM_LEG_FACE, .thing = (uint16_t)facing};
    }
    way->cost = label->cost;
    way->chance = label->chance;
    way->checks = label->checks;
    return true;
}

uint32_t qm__hm_plan(const qm_scenario *s, const qm_state *st, uint16_t figure, qm_place goal, void *search,
                     qm_plan_way *ways, uint32_t capacity) {
    const int kind = qm__hm_free_kind(s, st, figure);
    const uint16_t hex = qm__hm_hex(s, goal);
    if (kind == 0 || hex == 0) {
        return 0;
    }
    hm_search *q = qm__hm_search_for(s, st, figure, kind, search);
    qm__hm_search_go(q, HM_SEARCH_JUMPS | HM_SEARCH_SAFEST, hex);
    uint32_t count = 0;
    for (uint16_t i = q->found_count; i-- > 0 && count < capacity;) {
        if (!beaten(q, i) && write_way(q, kind, q->found[i], &ways[count])) {
            count++;
        }
    }
    return count;
}
