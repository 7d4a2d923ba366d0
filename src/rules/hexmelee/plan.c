/* Plans: ways to one hex in one order, from the shortest to the safest.
 *
 * A search that settles ways from safe to risky and keeps one only if it is cheaper than all safer ones leaves at the
 * goal just the ways worth choosing from. Each comes back as a whole order that judges legal at the same cost and
 * chance.
 */
#include "rules/hexmelee/search.h"

static bool as_good(const hm_mover *m, const hm_label *a, const hm_label *b) {
    return a->cost <= b->cost && a->hits <= b->hits && qm__hm_end_chance(m, a) >= qm__hm_end_chance(m, b);
}

/* Whether another label costs no more, burns no more and is no riskier; of equals the first is kept. */
static bool beaten(const hm_search *q, uint16_t index) {
    const hm_label *one = &q->labels[q->found[index]];
    for (uint16_t i = 0; i < q->found_count; i++) {
        const hm_label *other = &q->labels[q->found[i]];
        if (i != index && as_good(&q->mover, other, one) && (i < index || !as_good(&q->mover, one, other))) {
            return true;
        }
    }
    return false;
}

/* Drops what is beaten and puts the rest in order of cost, of equal cost the safer first. */
static void sort_out(hm_search *q) {
    uint16_t kept = 0;
    for (uint16_t i = 0; i < q->found_count; i++) {
        q->heap[kept] = q->found[i]; /* free by now */
        kept = (uint16_t)(kept + !beaten(q, i));
    }
    q->found_count = 0;
    for (uint16_t i = 0; i < kept; i++) {
        const uint16_t number = q->heap[i];
        const hm_label *label = &q->labels[number];
        uint16_t at = q->found_count++;
        for (; at > 0; at--) {
            const hm_label *before = &q->labels[q->found[at - 1]];
            if (before->cost < label->cost || (before->cost == label->cost &&
                                                 qm__hm_end_chance(&q->mover, before) >=
                                                     qm__hm_end_chance(&q->mover, label))) {
                break;
            }
            q->found[at] = q->found[at - 1];
        }
        q->found[at] = number;
    }
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
    way->chance = qm__hm_end_chance(m, label);
    way->checks = label->checks;
    way->hits = (uint16_t)(m->d->burns ? qm__hm_end_hits(m, label) : 0);
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
    sort_out(q);
    uint32_t count = 0;
    for (uint16_t i = 0; i < q->found_count && count < capacity; i++) {
        if (write_way(q, kind, q->found[i], &ways[count])) {
            count++;
        }
    }
    return count;
}
