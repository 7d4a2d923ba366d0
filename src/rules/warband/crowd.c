/* Who is in whose way, and who touches whom.
 *
 * Invariant: a figure that is off the table is in nobody's way and touches nobody.
 *
 * Rejected: telling engagement from a mark in the state. It is asked for all allies in every question about a move, so
 * it must be quick instead: figures that are too far apart in plan are told by two differences.
 */
#include <stdlib.h>

#include "rules/warband/warband.h"

qm__body qm__wb_body_at(const qm_scenario *s, uint16_t figure, qm_place at) {
    return (qm__body){.x = at.x,
                      .y = at.y,
                      .z = at.z,
                      .radius = wb_value(s, figure, WB_RADIUS),
                      .height = wb_value(s, figure, WB_HEIGHT),
                      .id = figure};
}

bool qm__wb_touches(const qm_scenario *s, const qm_state *st, uint16_t figure, qm_place at, uint16_t other) {
    const wb_unit *u = wb_at(s, st, other);
    const int32_t near = wb_value(s, figure, WB_RADIUS) + wb_value(s, other, WB_RADIUS) + 1; /* more than the slack */
    if (other == figure || !wb_present(u) || abs(at.x - u->x) > near || abs(at.y - u->y) > near) {
        return false;
    }
    const qm__body here = qm__wb_body_at(s, figure, at), there = qm__wb_body_at(s, other, wb_place(u));
    return qm__bodies_touch(&here, &there);
}

/* WB-35. Whether a move may not end in contact with another. */
static bool is_aloof(const qm_scenario *s, const qm_state *st, uint16_t figure, uint16_t other) {
    const int32_t allowed = wb_set(s)->move_contact;
    return allowed != WB_MOVE_CONTACT_YES && wb_hostile(s, figure, other) &&
           !(allowed == WB_MOVE_CONTACT_DOWNED && wb_downed(wb_at(s, st, other)));
}

/* WB-08. An ally that can be passed cannot be ended on (WB-09); nothing stops the ethereal, who cannot end inside
 * others either. */
static qm__manner manner_of(const qm_scenario *s, const qm_state *st, uint16_t i, uint16_t figure) {
    if (figure == 0) {
        return QM__BLOCK;
    }
    if (i == figure) {
        return QM__PASS;
    }
    if (wb_value(s, figure, WB_ETHEREAL)) {
        return QM__PASS_ONLY;
    }
    if (wb_hostile(s, figure, i) ||
        (wb_downed(wb_at(s, st, i)) && wb_set(s)->downed_friends == WB_DOWNED_FRIENDS_BLOCK) ||
        qm__wb_engaged_by(s, st, i, true)) {
        return QM__BLOCK;
    }
    return QM__PASS_ONLY;
}

void qm__wb_body(const qm_scenario *s, const qm_state *st, uint16_t i, uint16_t figure, qm__body *out) {
    const wb_unit *u = wb_at(s, st, i);
    *out = qm__wb_body_at(s, i, wb_place(u));
    if (!wb_present(u)) {
        out->height = 0;
        out->manner = QM__PASS;
        return;
    }
    out->manner = (uint8_t)manner_of(s, st, i, figure);
    out->afoot = figure != 0 && !wb_value(s, figure, WB_ETHEREAL); /* WB-25 asks of allies what it asks of enemies */
    out->aloof = figure != 0 && is_aloof(s, st, figure, i);
    out->column = wb_set(s)->block_height == WB_BLOCK_HEIGHT_COLUMN;
}

uint16_t qm__wb_contact(const qm_scenario *s, const qm_state *st, uint16_t figure, qm_place at) {
    for (uint16_t i = 1; i <= s->figure_count; i++) {
        if (is_aloof(s, st, figure, i) && qm__wb_touches(s, st, figure, at, i)) {
            return i;
        }
    }
    return 0;
}

/* Enemies are as much broader as a unit has to be clear of them. */
static void broaden(const qm_state *st, qm__inch_search *search, const qm_scenario *s, uint16_t target, int32_t by) {
    for (uint16_t i = 1; i <= s->figure_count; i++) {
        search->bodies[i - 1].radius += i != target && is_aloof(s, st, search->figure, i) ? by : 0;
    }
}

uint16_t qm__wb_nearest(const qm_scenario *s, const qm_state *st, qm__inch_search *search, qm_place at, uint16_t target,
                        int32_t clear, qm_place out[QM_STANDS_MAX]) {
    const qm__inch_base *base = search->base;
    uint16_t kept = 0;
    broaden(st, search, s, target, clear);
    const uint16_t count = qm__inch_nearest(search, at, out);
    broaden(st, search, s, target, -clear);
    for (uint16_t i = 0; i < count; i++) {
        if ((qm__areas_at(base->levels, qm__inch_spot(base, out[i])) & wb_of(s)->barred) == 0) {
            out[kept++] = out[i];
        }
    }
    return kept;
}

/* Whether the order was refused for a jump across a gap whose width nobody may know. */
static bool over_unknown_gap(const qm__judging *j, uint16_t leg) {
    return leg >= 1 && leg <= j->order->leg_count && j->order->legs[leg - 1].kind == WB_LEG_JUMP &&
           wb_jumps_unmeasured(wb_set(j->scenario));
}

void qm__wb_offer_stands(qm__judging *j) {
    const qm_scenario *s = j->scenario;
    qm_verdict *verdict = j->verdict;
    const uint16_t kind = j->order->kind;
    if (verdict->reason_count == 0 || kind > WB_ORDER_ENGAGE || j->brief) {
        return;
    }
    const qm_reason *reason = &verdict->reasons[verdict->reason_count - 1];
    if (verdict->stand_count == 0 && reason->kind != WB_REASON_ENDS_IN_CONTACT) {
        return;
    }
    const uint16_t target = kind == WB_ORDER_ENGAGE ? (uint16_t)j->order->arguments[0] : 0;
    qm__inch_search *search = qm__inch_begin(s, &wb_of(s)->inches, j->state, j->order->actor, j->search);
    const bool flight = reason->kind == WB_REASON_FLIGHT_BLOCKED && reason->leg >= 1; /* told where the obstacle is */
    const qm_place at = flight ? j->order->legs[reason->leg - 1].to : reason->at;
    verdict->stand_count = over_unknown_gap(j, reason->leg)
                               ? 0
                               : qm__wb_nearest(s, j->state, search, at, target, WB_NO_CONTACT, verdict->stands);
}
