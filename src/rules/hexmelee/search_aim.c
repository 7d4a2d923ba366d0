/* Searches for a figure: what it could do now, a search aimed and run for that, and the ways found as legs of an order.
 */
#include "rules/hexmelee/search.h"

bool qm__hm_way_legs(const qm_scenario *s, const hm_search *q, uint16_t label, qm_order *order) {
    uint16_t count = 0;
    for (uint16_t l = label; l != 0 && q->labels[l].parent != 0; l = q->labels[l].parent) {
        count++;
    }
    if (order->leg_count + count > HM_LEGS_MAX - 2) {
        return false;
    }
    order->leg_count = (uint16_t)(order->leg_count + count);
    uint16_t at = order->leg_count;
    for (uint16_t l = label; l != 0 && q->labels[l].parent != 0; l = q->labels[l].parent) {
        const hm_label *step = &q->labels[l];
        order->legs[--at] =
            (qm_leg){.kind = step->flags & HM_LABEL_JUMP ? HM_LEG_JUMP : HM_LEG_WALK, .to = qm__hm_place(s, step->hex)};
    }
    return true;
}

/* ------------------------------------------------------------------------------------------- what a figure can do now
 */

static bool may_rise(const qm_scenario *s, const qm_state *st, uint16_t figure) {
    return hm_of(s)->set.stand_under == HM_STAND_UNDER_YES || qm__hm_on_top(s, st, figure) == 0;
}

int qm__hm_free_kind(const qm_scenario *s, const qm_state *st, uint16_t figure) {
    const hm_body *body = hm_body_at(s, st, figure);
    const hm_settings *set = &hm_of(s)->set;
    const bool moving = st->phase == HM_PHASE_MOVE;
    if (!hm_active(body) || body->hanging || body->climbing || (moving && body->move == HM_MOVE_DONE) ||
        (body->flags & HM_HELD)) {
        return 0;
    }
    const bool delayed = moving && body->move == HM_MOVE_DELAYED;
    if (qm__hm_engaged(s, st, figure)) {
        if (delayed && (set->delay_engaged == HM_DELAY_ENGAGED_OVER || body->hexes > 0)) {
            return 0;
        }
        if (hm_low(body) && !delayed && may_rise(s, st, figure)) {
            return HM_RISE;
        }
        return body->position == HM_STANDING || set->crawl_shift == HM_CRAWL_SHIFT_YES ? HM_SHIFT : 0;
    }
    if (delayed) {
        return HM_RESUME;
    }
    return hm_low(body) && may_rise(s, st, figure) ? HM_RISE : HM_FULL;
}

void qm__hm_search_aim(hm_search *q, const qm_scenario *s, const qm_state *st, uint16_t figure, int kind) {
    hm_mover *m = &q->mover;
    const hm_settings *set = &hm_of(s)->set;
    const int own = hm_stat_of(s, figure)->mov, mov = own > 2 ? own : 2;
    /* No hex is free, so nobody farther off than its MOV and a hex matters, unless jumps get it farther than they cost.
     */
    const bool dear_jumps = set->landing_hex == HM_LANDING_HEX_PAID && set->body_jump_mov >= 2;
    qm__hm_mover_begin(m, s, st, figure, kind, dear_jumps ? mov + 2 : 2 * mov + 4);
    if (kind == HM_RISE && qm__hm_engaged(s, st, figure)) {
        qm__hm_mover_limit(m, HM_SHIFT); /* engaged, it only shifts after standing up (HX-46) */
    }
    qm__hm_search_mark(q, m);
}

hm_search *qm__hm_search_for(const qm_scenario *s, const qm_state *st, uint16_t figure, int kind, void *memory) {
    hm_search *q = qm__hm_search_begin(s, memory);
    q->figure = figure;
    qm__hm_search_aim(q, s, st, figure, kind);
    return q;
}

void qm__hm_search_go(hm_search *q, unsigned flags, uint16_t goal) {
    qm__hm_search_run(q, &q->mover, q->mover.start, flags, goal);
}

unsigned qm__hm_end_facings(const hm_search *q, int kind, uint16_t label) {
    const hm_mover *m = &q->mover;
    const hm_label *end = &q->labels[label];
    uint16_t other;
    if (end->flags & HM_LABEL_WHOLE && kind != HM_FULL) {
        return 0;
    }
    if (!m->shift || end->parent == 0) {
        return 63;
    }
    if (m->d->set.engagement == HM_ENGAGEMENT_THREATENED) {
        return qm__hm_shift_reason(m->s, m->st, m->figure, end->hex, end->direction, &other) == 0 ? 63 : 0;
    }
    unsigned facings = 0;
    for (unsigned d = 0; d < 6; d++) {
        facings |= (qm__hm_shift_reason(m->s, m->st, m->figure, end->hex, (uint8_t)d, &other) == 0 ? 1u : 0u) << d;
    }
    return facings;
}
