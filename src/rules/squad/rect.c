/* Rectangular bases: see rect.h.
 *
 * A slide is judged in two parts that geometry knows: the centre's way, which is that of the smallest round base, for
 * surfaces, steps and areas; and the hull that the base covers, against walls of the level and models in the way.
 */
#include "rules/squad/rect.h"

#include "base/angle.h"
#include "space/table/slide.h"

static const qm__levels *levels_of(const qm_scenario *s, uint16_t figure) {
    return qm__inch_base_of(&sq_of(s)->inches, figure)->levels;
}

static qm__rect rect_of(const qm_scenario *s, uint16_t figure, uint16_t facing) {
    const qm__body body = qm__sq_body_at(s, figure, (qm_place){0}, facing);
    return (qm__rect){body.width, body.length, facing};
}

bool qm__sq_rect_stands(const qm_scenario *s, uint16_t figure, const qm__crowd *crowd, qm_place at, uint16_t facing,
                        qm__obstruction *why) {
    const qm__levels *levels = levels_of(s, figure);
    const qm__rect rect = rect_of(s, figure, facing);
    const qm__spot spot = sq_spot(levels, at);
    return qm__rect_stands(levels, crowd, &rect, spot, QM__SLACK, why);
}

/* ---------------------------------------------------------------------------------------------------------- refusing
 */

/* As treks tell what is in the way. */
static bool refuse_stopped(sq_going *g, const qm__obstruction *why, qm_place at) {
    qm__trek trek = {.leg = g->leg,
                     .j = g->j,
                     .inches = &sq_of(g->s)->inches,
                     .base = qm__inch_base_of(&sq_of(g->s)->inches, g->figure)};
    qm__trek_stopped(&trek, why, -1)->at = at;
    return false;
}

void qm__sq_rect_judge_facing(qm__judging *j, uint16_t figure, uint16_t facing) {
    const qm_scenario *s = j->scenario;
    const qm__inch_search *search = qm__sq_gather(s, j->state, figure, j->search);
    const qm_place at = sq_place(sq_at(s, j->state, figure));
    qm__obstruction why;
    if (!sq_round(s, figure) && !qm__sq_rect_stands(s, figure, &search->crowd, at, facing, &why)) {
        qm__trek trek = {.j = j, .inches = &sq_of(s)->inches, .base = qm__inch_base_of(&sq_of(s)->inches, figure)};
        qm_reason *reason = qm__trek_stopped(&trek, &why, -1);
        reason->figure = figure;
        reason->at = at;
    }
}

/* ---------------------------------------------------------------------------------------------------------- sliding */

/* Models that are in the way of the slide: enemies that touch it, and friends that block. */
static uint16_t model_swept(const sq_going *g, const qm__inch_search *search, qm_place from, qm_place to) {
    const qm__body body = qm__sq_body_at(g->s, g->figure, from, g->facing);
    for (uint16_t i = 0; i < g->s->figure_count; i++) {
        const qm__body *other = &search->bodies[i];
        if (other->manner == QM__BLOCK && qm__slide_hits(&body, (qm__xy){to.x, to.y}, other) &&
            qm__heights_overlap(body.z, body.height, other->z, other->height)) {
            return (uint16_t)(i + 1);
        }
    }
    return 0;
}

bool qm__sq_rect_slide(sq_going *g, qm_place to) {
    const qm__levels *levels = levels_of(g->s, g->figure);
    const qm__inch_search *search = qm__inch_begin(g->s, &sq_of(g->s)->inches, g->st, g->figure, g->j->search);
    qm__spot begin = sq_spot(levels, g->here);
    const int32_t level = sq_spot(levels, to).level;
    qm__traced traced;
    qm__obstruction why;
    if (level < 0 || !qm__trace_joined(levels, NULL, &begin, (qm__xy){to.x, to.y}, level, &traced)) {
        why = level < 0 ? (qm__obstruction){.what = QM__NO_SURFACE, .prism = QM__NOTHING} : traced.why;
        return refuse_stopped(g, &why, to);
    }
    const qm__rect rect = rect_of(g->s, g->figure, g->facing);
    if (!qm__rect_on_table(levels, &rect, (qm__xy){g->here.x, g->here.y}, QM__SLACK)) { /* a bend; its end is judged */
        qm__sq_refuse_at(g, SQ_REASON_OFF_TABLE, g->here);
        return false;
    }
    const qm__body body = qm__sq_body_at(g->s, g->figure, g->here, g->facing);
    const qm__wall *here = qm__slide_wall(levels, begin.level, &body, (qm__xy){to.x, to.y});
    const qm__wall *wall = here ? here : qm__slide_wall(levels, level, &body, (qm__xy){to.x, to.y});
    if (wall) {
        qm__sq_refuse_at(g, SQ_REASON_SWEEPS, to)->word =
            (uint16_t)(wall->prism >= 0 ? wall->prism + 1 : g->s->table.prism_count + 1);
        return false;
    }
    const qm_place points[] = {g->here, to};
    if (!qm__sq_judge_near(g, points, 2)) {
        return false;
    }
    const uint16_t other = model_swept(g, search, g->here, to), reasons = g->j->verdict->reason_count;
    if (other) {
        qm__sq_refuse_at(g, SQ_REASON_FIGURE, to)->other = other;
        qm__sq_reword(g, reasons, false, g->here, to);
        return false;
    }
    sq_hop *hop = qm__sq_hop_add(g, SQ_LEG_VIA, to);
    qm__way_add(g->j, to);
    if (!qm__sq_points_add(g, hop, points, 2) || !qm__sq_note_crossings(g, levels, hop, &g->cost)) {
        return false;
    }
    hop->cost = qm__units(g->cost);
    g->here = to;
    return true;
}

bool qm__sq_rect_far(sq_going *g) {
    const int32_t most = g->path->allowance;
    if (qm__units(g->cost) <= most) {
        return true;
    }
    return qm__sq_refuse_lengths(g, SQ_REASON_TOO_FAR, qm__sq_suffices(g), g->cost, most);
}

/* ---------------------------------------------------------------------------------------------------------- turning */

double qm__sq_rect_turn(const qm_scenario *s, uint16_t figure, uint16_t from, uint16_t to) {
    const qm__rect rect = rect_of(s, figure, from);
    const int32_t turn = (to - from + QM__PARTS) % QM__PARTS;
    const double parts = turn > QM__PARTS / 2 ? QM__PARTS - turn : turn;
    const double corner = qm__length((qm__xy){rect.width / 2.0, rect.length / 2.0});
    return sq_set(s)->turning == SQ_TURNING_TRAVEL ? corner * parts * (2 * 3.14159265358979323846 / QM__PARTS) : 0;
}

/* How far the farthest corner ends from where it was. */
static double corner_far(const qm__body *began, qm_place at, uint16_t facing) {
    return qm__turn_displacement(began, (qm__xy){at.x, at.y}, facing);
}

bool qm__sq_rect_corners(const qm_scenario *s, const qm__body *began, qm_place at, uint16_t facing, int32_t left) {
    return sq_set(s)->turning != SQ_TURNING_ENDS || qm__units(corner_far(began, at, facing)) <= left;
}

/* SQ-06. The farthest corner goes round by the turn that is left of all of them in the end. */
bool qm__sq_rect_turned(sq_going *g) {
    const qm__body began = qm__sq_body_now(g->s, g->st, g->figure);
    const double turn = qm__sq_rect_turn(g->s, g->figure, g->path->began, g->facing);
    g->cost += turn;
    if (turn > 0 && qm__units(g->cost) > g->path->allowance) {
        return qm__sq_refuse_lengths(g, SQ_REASON_TOO_FAR_TURN, g->here, g->cost, g->path->allowance);
    }
    if (!qm__sq_rect_corners(g->s, &began, g->here, g->facing, g->path->allowance)) {
        return qm__sq_refuse_lengths(g, SQ_REASON_CORNER_FAR, g->here, corner_far(&began, g->here, g->facing),
                                     g->path->allowance);
    }
    return true;
}

bool qm__sq_rect_end(sq_going *g) {
    qm__inch_search *search = qm__inch_begin(g->s, &sq_of(g->s)->inches, g->st, g->figure, g->j->search);
    const uint16_t reasons = g->j->verdict->reason_count;
    qm__obstruction why;
    qm__sq_open_target(g->s, g->target, search->bodies);
    if (qm__sq_rect_stands(g->s, g->figure, &search->crowd, g->here, g->facing, &why)) {
        return true;
    }
    refuse_stopped(g, &why, g->here);
    qm__sq_reword(g, reasons, false, g->here, g->here);
    return false;
}
