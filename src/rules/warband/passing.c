/* What lets a unit on foot pass: steps up and down that are crossed freely (WB-07), and allies who can be passed
 * (WB-08) but not ended on (WB-09).
 *
 * Geometry goes over both without a word, and knows but one word for all who are in the way. Here they are cited, once
 * the way is known, and such an ally is named as what it is.
 *
 * Invariant: only what is cited changes here, never whether a leg can be gone or what it costs.
 */
#include "rules/warband/warband.h"

#include "space/table/edges.h"

enum { CLAUSE_STEP = 7 - 1, CLAUSE_PASSING = 8 - 1 };

static qm__xy flat(qm_place at) {
    return (qm__xy){at.x, at.y};
}

/* Whether a straight piece ends on another surface, or leads over one in between that is a step higher at most. */
static bool has_step(const qm_scenario *s, qm_place from, qm_place to) {
    const qm__table *table = &s->table;
    bool found = from.z != to.z;
    for (uint32_t i = 0; i < table->prism_count && !found; i++) {
        const qm__prism *prism = &table->prisms[i];
        qm__edge e;
        if (prism->top <= from.z || prism->top - from.z > wb_set(s)->step) {
            continue;
        }
        for (qm__edges at = qm__edges_of(table, &prism->polygon); qm__edges_next(&at, &e);) {
            found = found || qm__segments_cross(flat(from), flat(to), e.a, e.b);
        }
    }
    return found;
}

/* Whether a straight piece leads over somebody who can be passed. */
static bool passes_ally(const qm__trek *trek, qm_place from, qm_place to) {
    const qm__crowd *crowd = &trek->search->crowd;
    const qm__walker *walker = qm__levels_walker(trek->base->levels);
    for (uint16_t i = 0; i < crowd->count; i++) {
        const qm__body *body = &crowd->bodies[i];
        const double keep = i != crowd->self && body->manner == QM__PASS_ONLY
                                ? qm__body_keep_off(body, to.z, walker->radius, walker->height) - QM__SLACK
                                : 0;
        if (keep > 0 && qm__point_segment_square((qm__xy){body->x, body->y}, flat(from), flat(to)) < keep * keep) {
            return true;
        }
    }
    return false;
}

void qm__wb_name_ally(const qm_scenario *s, const qm__inch_search *search, qm_reason *reason) {
    const uint16_t other = reason->other;
    if (reason->kind == WB_REASON_FIGURE && other != 0 && search->figure != 0 &&
        search->bodies[other - 1].manner == QM__PASS_ONLY && !wb_hostile(s, search->figure, other)) {
        reason->kind = WB_REASON_ENDS_ON_ALLY;
    }
}

void qm__wb_cite_passing(const qm__trek *trek, uint16_t first) {
    const qm_scenario *s = trek->j->scenario;
    const qm_verdict *verdict = trek->j->verdict;
    const bool ethereal = wb_value(s, trek->j->order->actor, WB_ETHEREAL) != 0;
    for (uint16_t i = first > 0 ? first : 1; i < verdict->way_count && !trek->mute && !ethereal; i++) {
        if (has_step(s, verdict->way[i - 1], verdict->way[i])) {
            qm__cite(trek->j, CLAUSE_STEP);
        }
        if (passes_ally(trek, verdict->way[i - 1], verdict->way[i])) {
            qm__cite(trek->j, CLAUSE_PASSING);
        }
    }
}
