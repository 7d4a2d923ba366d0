/* Stepping into the path of one that engages: who can, to where, and where the two are in contact then.
 *
 * An enemy steps straight towards the nearest point of the path, up to that point, as far as it may. It is in the path
 * when the base that comes along it cannot pass: on the ground and on every height, also of a flight so low that it
 * would meet it. Where a climb, a ladder or a jump of the path ends, or where it begins, it steps beside the base that
 * comes from there, for that needs the place itself. If the nearest point does not serve, the next piece of the path is
 * tried. Both places are in whole units, and in contact as these are measured.
 *
 * Rejected: letting a person choose among all points of the path that can be stepped into. The rule asks for a yes or
 * no.
 */
#include "rules/warband/engage.h"

/* Enemies on their feet that are not engaged, nor engaged by this one, and have not stepped in before. Nobody is in the
 * way of one that goes through others. */
static bool may_step_in(const qm__run *run, const wb_track *track, uint16_t figure) {
    const wb_unit *u = wb_at(run->scenario, run->state, figure);
    return figure != track->p->target && wb_present(u) && !wb_downed(u) && !u->intercepted &&
           wb_hostile(run->scenario, run->order->actor, figure) &&
           !wb_value(run->scenario, run->order->actor, WB_ETHEREAL) &&
           qm__wb_engaged_by(run->scenario, run->state, figure, true) == 0;
}

/* ------------------------------------------------------------------------------------------------ points of the path
 */

/* The nearest point of one piece. */
typedef struct point {
    uint16_t hop, piece;
    qm__xy at;
    double part, away;
} point;

/* The nearest point of all pieces but those that were tried: up to `last` away, in the order of the path. */
static bool next_point(const wb_track *track, qm__xy from, double limit, const point *last, point *out) {
    bool found = false;
    for (uint16_t h = 0; h < track->p->hop_count && wb_track_paid(track, h) < limit; h++) {
        for (uint16_t i = wb_track_start(track, h); i < track->ends[h] && wb_goes_along(&track->p->hops[h]); i++) {
            const qm__xy a = wb_flat(track->p->way[i]), b = wb_flat(track->p->way[i + 1]);
            point p = {.hop = h, .piece = i, .part = qm__nearest_part(a, b, from)};
            p.at = qm__along(a, qm__minus(b, a), p.part);
            p.away = qm__apart(from, p.at);
            const bool tried = last && (p.away < last->away || (p.away <= last->away && i <= last->piece));
            if (!tried && (!found || p.away < out->away)) {
                *out = p;
                found = true;
            }
        }
    }
    return found;
}

/* ----------------------------------------------------------------------------------------------------------- contact
 */

/* How much of the way from a to b a point goes before it is `contact` from `centre`; 2 = it never is. */
static double part_before(qm__xy a, qm__xy b, qm__xy centre, double contact) {
    const qm__xy ab = qm__minus(b, a), ca = qm__minus(a, centre);
    const double square = qm__dot(ab, ab), along = qm__dot(ca, ab), beyond = qm__dot(ca, ca) - contact * contact;
    const double root = along * along - square * beyond;
    if (along >= 0 || root < 0) {
        return 2;
    }
    return beyond <= 0 ? 0 : (-along - qm__root(root)) / square;
}

/* Somebody that has stepped in, as it would be in the way of the one that engages. */
static qm__inch_search *with_step(qm__run *run, const wb_step_in *step) {
    const qm_scenario *s = run->scenario;
    qm__inch_search *search = qm__inch_begin(s, &wb_of(s)->inches, run->state, run->order->actor, run->search);
    qm__body *body = &search->bodies[step->figure - 1];
    body->x = step->to.x;
    body->y = step->to.y;
    body->z = step->to.z;
    return search;
}

/* Whether the one that engages can be at a place and is in contact there. */
static bool touches(const qm__inch_search *search, const qm_scenario *s, uint16_t other, qm_place at) {
    const qm__body here = qm__wb_body_at(s, search->figure, at);
    return qm__bodies_touch(&here, &search->bodies[other - 1]) &&
           qm__inch_can_be(search->base, &search->crowd, at, true, NULL);
}

/* The first contact along a hop, if there is one: in a place of whole units beside it. */
static bool meet_on(qm__run *run, const wb_track *track, uint16_t hop, wb_step_in *step) {
    const qm_scenario *s = run->scenario;
    const qm__inch_search *search = with_step(run, step);
    const double contact = wb_value(s, run->order->actor, WB_RADIUS) + wb_value(s, step->figure, WB_RADIUS);
    for (uint16_t i = wb_track_start(track, hop); i < track->ends[hop]; i++) {
        const qm__xy a = wb_flat(track->p->way[i]), b = wb_flat(track->p->way[i + 1]);
        const double part = part_before(a, b, wb_flat(step->to), contact);
        qm__xy near[QM__WHOLE_NEAR];
        if (part > 1) {
            continue;
        }
        qm__whole_near(qm__along(a, qm__minus(b, a), part), near);
        for (int n = 0; n < QM__WHOLE_NEAR; n++) {
            const qm_place at = qm__wb_track_place(track, hop, i, near[n]);
            if (touches(search, s, step->figure, at)) {
                step->contact = (wb_mark){hop, i, qm__wb_track_cost(track, hop, i, part), at};
                return true;
            }
        }
    }
    return false;
}

static bool meet(qm__run *run, const wb_track *track, double limit, wb_step_in *step) {
    for (uint16_t h = 0; h < track->p->hop_count && wb_track_paid(track, h) < limit; h++) {
        if (wb_goes_along(&track->p->hops[h]) && meet_on(run, track, h, step)) {
            return step->contact.cost <= limit;
        }
    }
    return false;
}

/* ------------------------------------------------------------------------------------------------------------- steps
 */

/* Whether somebody can step straight to a point and stand there: where that is. */
static bool can_step(qm__run *run, uint16_t figure, qm__xy at, qm_place *out) {
    const qm_scenario *s = run->scenario;
    const qm__inch_search *search = qm__inch_begin(s, &wb_of(s)->inches, run->state, figure, run->search);
    int32_t level;
    if (!qm__walkable(search->base->levels, &search->crowd, qm__inch_spot(search->base, search->from), at, QM__SLACK,
                      &level)) {
        return false;
    }
    *out = qm__inch_place(search->base, at, level);
    return qm__inch_can_be(search->base, &search->crowd, *out, true, NULL);
}

/* Into the path, as far as it may. */
static bool step_into(qm__run *run, const wb_track *track, const point *p, qm__xy from, double limit, wb_step_in *out) {
    const double reach = wb_set(run->scenario)->intercept_reach;
    const qm__xy to = p->away > reach ? qm__along(from, qm__minus(p->at, from), reach / p->away) : p->at;
    return can_step(run, out->figure, to, &out->to) && meet(run, track, limit, out);
}

/* Beside the base where a hop begins, which would go on into it: that is where they are in contact. */
static bool step_beside(qm__run *run, const wb_track *track, const point *p, qm__xy from, wb_step_in *out) {
    const qm_scenario *s = run->scenario;
    const double contact = wb_value(s, run->order->actor, WB_RADIUS) + wb_value(s, out->figure, WB_RADIUS);
    const qm_place start = track->p->way[p->piece];
    const qm__xy ahead = qm__minus(wb_flat(track->p->way[p->piece + 1]), wb_flat(start));
    const double part = part_before(from, p->at, wb_flat(start), contact);
    qm__xy near[QM__WHOLE_NEAR];
    if (part > 1 || p->piece != wb_track_start(track, p->hop)) {
        return false;
    }
    qm__whole_near(qm__along(from, qm__minus(p->at, from), part), near);
    for (int n = 0; n < QM__WHOLE_NEAR; n++) {
        if (qm__within(qm__apart(from, near[n]), wb_set(s)->intercept_reach) &&
            qm__dot(qm__minus(near[n], wb_flat(start)), ahead) > 0 && can_step(run, out->figure, near[n], &out->to) &&
            touches(with_step(run, out), s, out->figure, start)) {
            out->contact = (wb_mark){p->hop, p->piece, wb_track_paid(track, p->hop), start};
            return true;
        }
    }
    return false;
}

bool qm__wb_can_step_in(qm__run *run, const wb_track *track, uint16_t figure, double limit, wb_step_in *out) {
    const qm_scenario *s = run->scenario;
    const double reach = wb_set(s)->intercept_reach;
    const double contact = wb_value(s, run->order->actor, WB_RADIUS) + wb_value(s, figure, WB_RADIUS);
    const qm__xy from = wb_flat(wb_place(wb_at(s, run->state, figure)));
    point p, last;
    *out = (wb_step_in){.figure = figure};
    if (reach == 0 || !may_step_in(run, track, figure)) {
        return false;
    }
    for (bool more = next_point(track, from, limit, NULL, &p); more && p.away < reach + contact;
         more = next_point(track, from, limit, &last, &p)) {
        if (step_into(run, track, &p, from, limit, out) || step_beside(run, track, &p, from, out)) {
            return true;
        }
        last = p;
    }
    return false;
}
