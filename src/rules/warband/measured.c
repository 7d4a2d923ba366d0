/* Reasons in numbers. Of geometry: how high a solid rises that is in the way, how much room it leaves below, how deep a
 * step is. And what of them may not be told while nobody may measure.
 *
 * Geometry only says which solid it is; what may be crossed is a matter of the rules, and whoever is refused has to be
 * told what was measured and what is the most. Heights of terrain are seen by everybody: no rule forbids to measure
 * them.
 *
 * Invariant: only what is told changes here, never whether an order is legal.
 */
#include "rules/warband/declared.h"

#include "space/table/way.h"

static int32_t apart(int32_t a, int32_t b) {
    return a > b ? a - b : b - a;
}

/* Terrain that rises or falls too much for a step from a height. */
static void measure_step(const qm_scenario *s, const qm__obstruction *why, int32_t z, qm_reason *reason) {
    const qm__prism *prism = why->prism >= 0 ? &s->table.prisms[why->prism] : NULL;
    const int32_t step = wb_set(s)->step, top = prism ? prism->top : 0;
    if (why->what == QM__TOO_HIGH && z - top > step) {
        reason->kind = WB_REASON_NO_WAY_DOWN;
        reason->needed = z - top;
        reason->had = step;
    } else if (prism && prism->bottom <= z + step && top - z > step) {
        reason->word = (uint16_t)(why->prism + 1);
        reason->needed = top - z;
        reason->had = step;
    }
}

/* What a base meets first that goes straight where no way leads: if it is terrain that rises or falls too much. */
static void measure_straight(const qm__judging *j, qm_reason *reason) {
    const qm_scenario *s = j->scenario;
    const wb_prepared *prepared = j->prepared;
    const qm__inch_search *search = qm__inch_begin(s, &wb_of(s)->inches, j->state, reason->figure, j->search);
    const qm_place from = prepared->hop_count > 0 ? prepared->hops[prepared->hop_count - 1].to : search->from;
    qm__traced traced;
    if (!search->base) {
        return;
    }
    qm__spot begin = qm__inch_spot(search->base, from);
    if (begin.level < 0 || qm__trace_joined(search->base->levels, &search->crowd, &begin,
                                            (qm__xy){reason->at.x, reason->at.y}, -1, &traced)) {
        return;
    }
    const qm__obstruction *why = &traced.why;
    const bool solid = (why->what == QM__IN_PRISM && !why->railing) || why->what == QM__TOO_HIGH;
    if (solid && (why->prism >= 0 || why->prism == QM__GROUND) && why->level >= 0) {
        measure_step(s, why, qm__level_height(search->base->levels, why->level), reason);
    }
}

static void measure_solid(const wb_settings *set, const qm__prism *prism, int32_t height, qm_reason *reason) {
    const int32_t z = reason->at.z;
    if (prism->bottom > z + set->step && prism->bottom - z < height) {
        reason->kind = WB_REASON_LOW_CEILING;
        reason->needed = height;
        reason->had = prism->bottom - z;
    } else if (prism->bottom <= z + set->step && prism->top - z > set->step) {
        reason->needed = prism->top - z;
        reason->had = set->step;
    }
}

void qm__wb_measure_reason(const qm_scenario *s, qm_reason *reason) {
    const wb_settings *set = wb_set(s);
    const bool solid = reason->word >= 1 && reason->word <= s->table.prism_count;
    const qm__prism *prism = solid ? &s->table.prisms[reason->word - 1] : NULL;
    if (reason->kind == WB_REASON_SOLID && prism && reason->figure != 0) {
        measure_solid(set, prism, wb_value(s, reason->figure, WB_HEIGHT), reason);
    } else if (reason->kind == WB_REASON_TOO_HIGH && reason->word <= s->table.prism_count) {
        const int32_t step = apart(prism ? prism->top : 0, reason->at.z);
        reason->needed = step > set->step ? step : 0;
        reason->had = step > set->step ? set->step : 0;
    }
}

/* What keeps an order from being given is told with where that is, not with how far off. */
static void hide_lengths(qm_verdict *verdict) {
    for (uint16_t i = 0; i < verdict->reason_count; i++) {
        qm_reason *reason = &verdict->reasons[i];
        const wb_reason_mark *mark = &qm__wb_reason_marks[reason->kind];
        if (mark->lengths == WB_HIDDEN_LENGTH) {
            reason->kind = mark->told_as;
            reason->needed = 0;
        }
    }
}

void qm__wb_measure_reasons(qm__judging *j) {
    for (uint16_t i = 0; i < j->verdict->reason_count; i++) {
        if (j->verdict->reasons[i].kind == WB_REASON_NO_WAY && !j->brief) {
            measure_straight(j, &j->verdict->reasons[i]);
        }
        qm__wb_measure_reason(j->scenario, &j->verdict->reasons[i]);
    }
    if (qm__wb_unmeasured(j->scenario, j->state)) {
        hide_lengths(j->verdict);
    }
}
