/* Units: how their models keep together.
 *
 * Invariant: distances run from base edge to base edge as the setting `measure` has it; exactly the limit is within it.
 */
#include "rules/squad/squad.h"

uint16_t qm__sq_present(const qm_scenario *s, const qm_state *st, const qm__troop *unit) {
    uint16_t count = 0;
    for (uint16_t i = unit->first; i < unit->first + unit->count; i++) {
        count = (uint16_t)(count + !sq_at(s, st, i)->out);
    }
    return count;
}

/* -------------------------------------------------------------------------------------------------------- spacing */

/* Groups of models that the reach of coherency connects: each gets the number of its group's first model. How many are
 * in the group of each is counted too. */
static void find_groups(const qm_scenario *s, const qm__body *bodies, uint16_t count, uint16_t group[QM_PARTS_MAX]) {
    const int32_t reach = sq_set(s)->coherency_reach;
    for (uint16_t i = 0; i < count; i++) {
        group[i] = i;
    }
    for (uint16_t a = 0; a < count; a++) {
        for (uint16_t b = (uint16_t)(a + 1); b < count; b++) {
            if (group[a] == group[b] || !qm__within(qm__sq_distance(s, &bodies[a], &bodies[b]), reach)) {
                continue;
            }
            const uint16_t from = group[a] < group[b] ? group[b] : group[a];
            const uint16_t to = group[a] < group[b] ? group[a] : group[b];
            for (uint16_t i = 0; i < count; i++) {
                group[i] = group[i] == from ? to : group[i];
            }
        }
    }
}

static uint16_t group_size(const uint16_t *group, uint16_t count, uint16_t which) {
    uint16_t size = 0;
    for (uint16_t i = 0; i < count; i++) {
        size = (uint16_t)(size + (group[i] == which));
    }
    return size;
}

/* The nearest model of another group (of any other model, where groups do not count); -1 = there is none. */
static int nearest_other(const qm_scenario *s, const qm__body *bodies, uint16_t count, const uint16_t *group,
                         uint16_t model, double *distance) {
    int nearest = -1;
    for (uint16_t i = 0; i < count; i++) {
        const bool other = group ? group[i] != group[model] : i != model;
        const double apart = other ? qm__sq_distance(s, &bodies[model], &bodies[i]) : 0;
        if (other && (nearest < 0 || apart < *distance)) {
            nearest = i;
            *distance = apart;
        }
    }
    return nearest;
}

/* SQ-02. Of groups the nearest two models count: a gap is told for the group that is farthest off, the smaller one of
 * two. */
static void find_gap(const qm_scenario *s, const qm__body *bodies, uint16_t count, const uint16_t *group,
                     sq_spacing *out) {
    uint16_t best_size = 0;
    for (uint16_t g = 0; g < count; g++) { /* g: the first of its group */
        double gap = 0;
        int lone = -1, nearest = -1;
        for (uint16_t i = g; i < count; i++) {
            double apart = 0;
            const int other = group[i] == g ? nearest_other(s, bodies, count, group, i, &apart) : -1;
            if (other >= 0 && (lone < 0 || apart < gap)) {
                lone = i;
                nearest = other;
                gap = apart;
            }
        }
        const uint16_t size = group_size(group, count, g);
        if (lone >= 0 && (out->lone == 0 || gap > out->gap || (gap == out->gap && size < best_size))) {
            out->lone = bodies[lone].id;
            out->nearest = bodies[nearest].id;
            out->gap = gap;
            best_size = size;
        }
    }
    out->coherent = out->lone == 0;
}

/* SQ-02, read so that every model needs another one near it. */
static void find_lone(const qm_scenario *s, const qm__body *bodies, uint16_t count, sq_spacing *out) {
    for (uint16_t i = 0; i < count; i++) {
        double apart = 0;
        const int other = nearest_other(s, bodies, count, NULL, i, &apart);
        if (other >= 0 && !qm__within(apart, sq_set(s)->coherency_reach) && (out->lone == 0 || apart > out->gap)) {
            out->lone = bodies[i].id;
            out->nearest = bodies[other].id;
            out->gap = apart;
        }
    }
    out->coherent = out->lone == 0;
}

sq_spacing qm__sq_spacing(const qm_scenario *s, const qm__body *bodies, uint16_t count) {
    uint16_t group[QM_PARTS_MAX];
    sq_spacing out = {0};
    if (sq_set(s)->coherency == SQ_COHERENCY_CHAIN) {
        find_groups(s, bodies, count, group);
        find_gap(s, bodies, count, group, &out);
    } else {
        find_lone(s, bodies, count, &out);
    }
    for (uint16_t a = 0; a < count; a++) {
        for (uint16_t b = (uint16_t)(a + 1); b < count; b++) {
            const double apart = qm__sq_distance(s, &bodies[a], &bodies[b]);
            if (out.one == 0 || apart > out.spread) {
                out.one = bodies[a].id;
                out.other = bodies[b].id;
                out.spread = apart;
            }
        }
    }
    out.gathered = qm__within(out.spread, sq_set(s)->spread_most);
    return out;
}

static uint16_t bodies_of(const qm_scenario *s, const qm_state *st, const qm__troop *unit, qm__body out[QM_PARTS_MAX]) {
    uint16_t count = 0;
    for (uint16_t i = unit->first; i < unit->first + unit->count; i++) {
        if (!sq_at(s, st, i)->out) {
            out[count++] = qm__sq_body_now(s, st, i);
        }
    }
    return count;
}

sq_spacing qm__sq_spacing_now(const qm_scenario *s, const qm_state *st, const qm__troop *unit) {
    qm__body bodies[QM_PARTS_MAX];
    const uint16_t count = bodies_of(s, st, unit, bodies);
    return qm__sq_spacing(s, bodies, count);
}

/* ------------------------------------------------------------------------------------------------------- casualties */

/* All but the largest group, of two as large the one with the first model. */
static void remove_smaller(qm__run *run, const qm__troop *unit) {
    qm__body bodies[QM_PARTS_MAX];
    uint16_t group[QM_PARTS_MAX], largest = 0;
    const uint16_t count = bodies_of(run->scenario, run->state, unit, bodies);
    find_groups(run->scenario, bodies, count, group);
    for (uint16_t i = 1; i < count; i++) {
        largest = group_size(group, count, group[i]) > group_size(group, count, group[largest]) ? i : largest;
    }
    for (uint16_t i = 0; i < count; i++) {
        if (group[i] != group[largest]) {
            qm__tell(run, SQ_EVENT_CUT_OFF)->figure = bodies[i].id;
            qm__sq_remove(run, bodies[i].id);
        }
    }
}

void qm__sq_after_casualties(qm__run *run, uint16_t figure) {
    const qm__troop *unit = sq_unit(run->scenario, figure);
    if (qm__sq_present(run->scenario, run->state, unit) == 0) {
        qm__tell(run, SQ_EVENT_UNIT_LOST)->figure = figure;
    } else if (!qm__sq_spacing_now(run->scenario, run->state, unit).coherent) {
        if (sq_set(run->scenario)->broken == SQ_BROKEN_REMOVE_SMALLER) {
            remove_smaller(run, unit);
        } else {
            qm__tell(run, SQ_EVENT_APART)->figure = figure;
        }
    }
    qm__end_if_decided(run);
}
