/* Barred terrain in words: which ground or solid it is that nobody enters, crosses or climbs, and of which kind.
 *
 * Geometry says that a solid is in the way, or that no way leads somewhere, as it says of any wall. That a hedge of
 * half an inch stops everybody is a matter of its kind in the rulebook, and whoever is refused has to be told that.
 *
 * Invariant: only what is told changes here, never whether an order is legal. It is done once an order has been judged,
 * when rule code has no more use for the reasons as geometry gave them.
 */
#include "rules/warband/warband.h"

/* By its kind: a scenario may call single solids impassable, and such a one is in the way as it is. */
static bool is_barred(const qm_scenario *s, uint16_t solid) {
    const uint16_t kind = solid >= 1 && solid <= s->table.prism_count ? s->table.prisms[solid - 1].kind : 0;
    return kind != 0 && s->rules.tables[WB_TABLE_TERRAIN].rows[kind - 1].values[WB_TERRAIN_BARRED] != 0;
}

void qm__wb_refuse_barred(qm__trek *trek, uint16_t barred, qm_place at) {
    const bool ground = (barred & WB_BARRED_AREA) != 0;
    qm__trek_refuse(trek, ground ? WB_REASON_BARRED_GROUND : WB_REASON_BARRED_SOLID, at)->word =
        (uint16_t)(barred & ~WB_BARRED_AREA);
}

uint16_t qm__wb_first_area(uint64_t areas) {
    uint16_t first = 0;
    while (areas != 0 && (areas >> first & 1u) == 0) {
        first++;
    }
    return areas != 0 ? (uint16_t)(WB_BARRED_AREA | (first + 1)) : 0;
}

qm_reason qm__wb_in_barred(const qm_scenario *s, uint16_t figure, qm_place place) {
    const wb_data *data = wb_of(s);
    const qm__inch_base *base = qm__inch_base_of(&data->inches, figure);
    const qm__spot spot = base ? qm__inch_spot(base, place) : (qm__spot){.level = -1};
    const uint64_t in = spot.level >= 0 ? qm__areas_at(base->levels, spot) & data->barred : 0;
    const uint16_t word = (uint16_t)(qm__wb_first_area(in) & ~WB_BARRED_AREA);
    return (qm_reason){.kind = in != 0 ? WB_REASON_BARRED_GROUND : 0, .figure = figure, .word = word, .at = place};
}

void qm__wb_name_solid(const qm_scenario *s, qm_reason *reason) {
    switch (reason->kind) {
    case WB_REASON_SOLID:
    case WB_REASON_ON_SOLID:
    case WB_REASON_NO_SURFACE:
    case WB_REASON_TOO_HIGH:
    case WB_REASON_SHEER:
    case WB_REASON_CLIMB_BARRED:
    case WB_REASON_FLIGHT_BLOCKED:
    case WB_REASON_JUMP_OVER_SOLID:
    case WB_REASON_DROP_OVER_SOLID:
        if (is_barred(s, reason->word)) {
            reason->kind = WB_REASON_BARRED_SOLID;
        }
        return;
    default:
        return;
    }
}

/* No way leads there: the barred solid on the straight line, if there is one. Barred ground has ways that are too dear,
 * and is told where they are judged. */
static void name_between(const qm__judging *j, qm_reason *reason, qm_place from, qm_place to) {
    const double radius = wb_value(j->scenario, j->order->actor, WB_RADIUS);
    const uint16_t barred = qm__wb_over_barred(j->scenario, radius, (qm__xy){from.x, from.y}, (qm__xy){to.x, to.y});
    if (barred != 0 && (barred & WB_BARRED_AREA) == 0) {
        reason->kind = reason->kind == WB_REASON_NO_WAY ? WB_REASON_NO_WAY_SOLID : WB_REASON_ENGAGE_NO_WAY_SOLID;
        reason->word = barred;
    }
}

void qm__wb_name_barred(qm__judging *j) {
    const wb_data *data = wb_of(j->scenario);
    const wb_prepared *prepared = j->prepared;
    for (uint16_t i = 0; i < j->verdict->reason_count && data->bars_any; i++) {
        qm_reason *reason = &j->verdict->reasons[i];
        if (reason->kind == WB_REASON_ENGAGE_NO_WAY) {
            name_between(j, reason, wb_place(wb_at(j->scenario, j->state, reason->figure)),
                         wb_place(wb_at(j->scenario, j->state, reason->other)));
        } else if (reason->kind == WB_REASON_NO_WAY) {
            const uint16_t before = prepared->hop_count;
            name_between(j, reason,
                         before > 0 ? prepared->hops[before - 1].to
                                    : wb_place(wb_at(j->scenario, j->state, reason->figure)),
                         reason->at);
        } else {
            qm__wb_name_solid(j->scenario, reason);
        }
    }
}
