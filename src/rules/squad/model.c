/* Models as bodies: how far they are apart, who is in whose way, who is in melee.
 *
 * Invariant: a model that is off the table is in nobody's way, near nobody and touches nobody.
 *
 * Rejected: own models that block one another while their unit moves. They move as one, so what counts is where all of
 * them end, which is looked at when all ends are known.
 */
#include "rules/squad/squad.h"

qm__body qm__sq_body_at(const qm_scenario *s, uint16_t figure, qm_place at, uint16_t facing) {
    const int32_t width = sq_value(s, figure, SQ_WIDTH), length = sq_value(s, figure, SQ_LENGTH);
    return (qm__body){.x = at.x,
                      .y = at.y,
                      .z = at.z,
                      .radius = width > 0 ? 0 : sq_value(s, figure, SQ_RADIUS),
                      .width = width,
                      .length = length > 0 ? length : width,
                      .facing = facing,
                      .height = sq_value(s, figure, SQ_HEIGHT),
                      .id = figure};
}

qm__body qm__sq_body_now(const qm_scenario *s, const qm_state *st, uint16_t figure) {
    const sq_model *m = sq_at(s, st, figure);
    return qm__sq_body_at(s, figure, sq_place(m), m->facing);
}

double qm__sq_distance(const qm_scenario *s, const qm__body *a, const qm__body *b) {
    return sq_set(s)->measure == SQ_MEASURE_PLAN ? qm__body_distance_plan(a, b) : qm__body_distance_space(a, b);
}

/* A base needs so much room above it that a low obstacle fits under. */
static int32_t room_of(const qm_scenario *s, const qm__body *body) {
    return body->height > sq_set(s)->low_most ? body->height : sq_set(s)->low_most + 1;
}

qm__inch_search *qm__sq_gather(const qm_scenario *s, const qm_state *st, uint16_t figure, void *memory) {
    qm__inch_search *search = qm__inch_begin(s, &sq_of(s)->inches, st, 0, memory);
    for (uint16_t i = 0; i < s->figure_count; i++) {
        qm__body *body = &search->bodies[i];
        body->height = body->height > 0 ? room_of(s, body) : 0;
    }
    search->crowd.self = (uint16_t)(figure - 1);
    search->base = qm__inch_base_of(&sq_of(s)->inches, figure);
    return search;
}

bool qm__sq_overlap(const qm_scenario *s, const qm__body *a, const qm__body *b) {
    return qm__body_gap(a, b) < -QM__SLACK && (qm__heights_overlap(a->z, room_of(s, a), b->z, b->height) ||
                                               qm__heights_overlap(a->z, a->height, b->z, room_of(s, b)));
}

/* ------------------------------------------------------------------------------------------------ who is in the way */

/* Exactly an inch is within it, so a base stays off by a unit more; where there is no inch bases may touch. */
int32_t qm__sq_enemy_margin(const qm_scenario *s) {
    const int32_t reach = sq_set(s)->enemy_reach;
    return reach > 0 ? reach + 1 : 0;
}

int32_t qm__sq_margin_against(const qm_scenario *s, const qm__body *here, const qm__body *enemy) {
    const double apart = qm__sq_distance(s, here, enemy);
    const int32_t margin = qm__sq_enemy_margin(s);
    if (apart >= margin - QM__SLACK) {
        return margin;
    }
    return sq_set(s)->inside_inch == SQ_INSIDE_INCH_FREE ? 0 : (int32_t)apart;
}

void qm__sq_body(const qm_scenario *s, const qm_state *st, uint16_t i, uint16_t figure, qm__body *out) {
    *out = qm__sq_body_now(s, st, i);
    out->manner = QM__PASS;
    if (sq_at(s, st, i)->out) {
        out->height = 0;
        return;
    }
    if (figure == 0) {
        out->manner = QM__BLOCK;
        return;
    }
    out->height = room_of(s, out);
    if (s->figures[i - 1].unit == s->figures[figure - 1].unit) { /* before anybody moves they are where they are */
        out->manner = st->phase == SQ_PHASE_START && i != figure ? QM__PASS_ONLY : QM__PASS;
        return;
    }
    if (sq_hostile(s, figure, i)) {
        const qm__body here = qm__sq_body_now(s, st, figure), there = qm__sq_body_now(s, st, i);
        out->manner = QM__BLOCK;
        out->margin = qm__sq_margin_against(s, &here, &there);
        out->aloft = sq_set(s)->flight_inch == SQ_FLIGHT_INCH_YES ? qm__sq_enemy_margin(s) : 0;
        out->flat = sq_set(s)->measure == SQ_MEASURE_PLAN;
    } else {
        const bool blocks = sq_set(s)->pass_engaged == SQ_PASS_ENGAGED_NO && qm__sq_in_melee(s, st, i);
        out->manner = blocks ? QM__BLOCK : QM__PASS_ONLY;
    }
}

uint16_t qm__sq_near(const qm_scenario *s, const qm_state *st, uint16_t figure, const qm__body *body, uint16_t except,
                     double *distance) {
    uint16_t nearest = 0;
    for (uint16_t i = 1; i <= s->figure_count && sq_set(s)->enemy_reach > 0; i++) {
        if (sq_at(s, st, i)->out || !sq_hostile(s, figure, i) ||
            (except && s->figures[i - 1].unit == s->figures[except - 1].unit)) {
            continue;
        }
        const qm__body other = qm__sq_body_now(s, st, i);
        const double apart = qm__sq_distance(s, body, &other);
        if (qm__within(apart, sq_set(s)->enemy_reach) && (nearest == 0 || apart < *distance)) {
            nearest = i;
            *distance = apart;
        }
    }
    return nearest;
}

/* ------------------------------------------------------------------------------------------------------------ melee */

uint16_t qm__sq_touched(const qm_scenario *s, const qm_state *st, uint16_t figure) {
    const qm__body here = qm__sq_body_now(s, st, figure);
    for (uint16_t i = 1; i <= s->figure_count && !sq_at(s, st, figure)->out; i++) {
        if (!sq_at(s, st, i)->out && sq_hostile(s, figure, i)) {
            const qm__body other = qm__sq_body_now(s, st, i);
            if (qm__bodies_touch(&here, &other)) {
                return i;
            }
        }
    }
    return 0;
}

uint16_t qm__sq_engaged(const qm_scenario *s, const qm_state *st, uint16_t figure) {
    const qm__troop *unit = sq_unit(s, figure);
    uint16_t enemy = 0;
    for (uint16_t i = 0; i < unit->count && enemy == 0; i++) {
        enemy = qm__sq_touched(s, st, (uint16_t)(unit->first + i));
    }
    return enemy;
}

bool qm__sq_in_melee(const qm_scenario *s, const qm_state *st, uint16_t figure) {
    const qm__troop *unit = sq_unit(s, figure);
    const qm__body here = qm__sq_body_now(s, st, figure);
    bool melee = false;
    for (uint16_t i = unit->first; i < unit->first + unit->count && !melee && !sq_at(s, st, figure)->out; i++) {
        const qm__body mate = qm__sq_body_now(s, st, i);
        melee = qm__sq_touched(s, st, i) != 0 &&
                (i == figure || qm__within(qm__sq_distance(s, &here, &mate), sq_set(s)->melee_reach));
    }
    return melee;
}

/* ------------------------------------------------------------------------------------------------------------- told */

uint16_t qm__sq_told(const qm_scenario *s, const qm_state *st, uint16_t figure, qm_told out[QM_TOLD_MAX]) {
    const qm__troop *unit = sq_unit(s, figure);
    const qm__body here = qm__sq_body_now(s, st, figure);
    const sq_model *first = sq_at(s, st, unit->first);
    uint16_t count = 0;
    if (st->phase == SQ_PHASE_ROUND) {
        const int32_t left = first->done ? 0 : sq_set(s)->actions - first->actions;
        out[count++] = (qm_told){.kind = SQ_TOLD_ACTIONS_LEFT, .value = left};
    }
    out[count++] = (qm_told){.kind = SQ_TOLD_MELEE, .value = qm__sq_in_melee(s, st, figure)};
    const sq_spacing spacing = qm__sq_spacing_now(s, st, unit);
    out[count++] = (qm_told){.kind = SQ_TOLD_COHERENT, .value = spacing.coherent && spacing.gathered};
    for (uint16_t i = 1; i <= s->figure_count; i++) {
        if (!sq_at(s, st, i)->out && sq_hostile(s, figure, i)) {
            const qm__body other = qm__sq_body_now(s, st, i);
            if (qm__bodies_touch(&here, &other)) {
                out[count++] = (qm_told){.kind = SQ_TOLD_TOUCHES, .value = i};
            }
        }
    }
    return count;
}
