/* Stepping into the path of one that engages: who can, to where, and where the two are in contact then.
 *
 * An enemy steps straight towards the nearest point of the path on foot, up to that point, as far as it may. It is in
 * the path when the base that comes along it cannot pass. Both places are in whole units, and in contact as these are
 * measured.
 *
 * Rejected: letting a person choose among all points of the path that can be stepped into. The rule asks for a yes or
 * no.
 */
#include "rules/warband/engage.h"

static qm__xy flat(qm_place at) {
    return (qm__xy){at.x, at.y};
}

/* Enemies on their feet that are not engaged, nor engaged by this one, and have not stepped in before. */
static bool may_step_in(const qm__run *run, const wb_track *track, uint16_t figure) {
    const wb_unit *u = wb_at(run->scenario, run->state, figure);
    return figure != track->p->target && wb_present(u) && !wb_downed(u) && !u->intercepted &&
           wb_hostile(run->scenario, run->order->actor, figure) &&
           qm__wb_engaged_by(run->scenario, run->state, figure, true) == 0;
}

/* The nearest point of the path on foot, up to so much movement. */
static bool nearest_point(const wb_track *track, qm__xy from, double limit, qm__xy *out) {
    double least = QM__FAR;
    for (uint16_t h = 0; h < track->p->hop_count && wb_track_paid(track, h) < limit; h++) {
        for (uint16_t i = wb_track_start(track, h); i < track->ends[h] && wb_on_foot(&track->p->hops[h]); i++) {
            const qm__xy a = flat(track->p->way[i]), b = flat(track->p->way[i + 1]);
            const qm__xy at = qm__along(a, qm__minus(b, a), qm__nearest_part(a, b, from));
            if (qm__apart(from, at) < least) {
                least = qm__apart(from, at);
                *out = at;
            }
        }
    }
    return least < QM__FAR;
}

/* Where it steps to; false when it cannot go or stand there. */
static bool find_step(qm__run *run, const wb_track *track, uint16_t figure, double limit, qm_place *out) {
    const qm_scenario *s = run->scenario;
    const double reach = wb_set(s)->intercept_reach;
    const qm__inch_search *search = qm__inch_begin(s, &wb_of(s)->inches, run->state, figure, run->search);
    const qm__xy from = flat(search->from);
    qm__xy at;
    int32_t level;
    if (!nearest_point(track, from, limit, &at)) {
        return false;
    }
    const double way = qm__apart(from, at);
    if (way > reach) {
        at = qm__along(from, qm__minus(at, from), reach / way);
    }
    if (!qm__walkable(search->base->levels, &search->crowd, qm__inch_spot(search->base, search->from), at, QM__SLACK,
                      &level)) {
        return false;
    }
    *out = qm__inch_place(search->base, at, level);
    return qm__inch_can_be(search->base, &search->crowd, *out, true, NULL);
}

/* How much of the way from a to b a point goes before it is `contact` from `centre`; 2 = it never is. */
static double part_before(qm__xy a, qm__xy b, qm__xy centre, double contact) {
    const qm__xy ab = qm__minus(b, a), ca = qm__minus(a, centre);
    const double square = qm__dot(ab, ab), along = qm__dot(ca, ab), beyond = qm__dot(ca, ca) - contact * contact;
    if (beyond <= 0) {
        return 0;
    }
    const double root = along * along - square * beyond;
    if (along >= 0 || root < 0) {
        return 2;
    }
    return (-along - qm__root(root)) / square;
}

/* A place in whole units beside a point of the track, in contact with one that has stepped in. */
static bool touch(qm__run *run, const wb_track *track, const wb_step_in *step, uint16_t piece, qm__xy ideal,
                  qm_place *out) {
    const qm_scenario *s = run->scenario;
    const uint16_t figure = run->order->actor;
    qm__inch_search *search = qm__inch_begin(s, &wb_of(s)->inches, run->state, figure, run->search);
    qm__body *body = &search->bodies[step->figure - 1];
    qm__xy near[QM__WHOLE_NEAR];
    body->x = step->to.x;
    body->y = step->to.y;
    body->z = step->to.z;
    qm__whole_near(ideal, near);
    for (int i = 0; i < QM__WHOLE_NEAR; i++) {
        *out = qm__wb_track_place(s, figure, track, piece, near[i]);
        const qm__body here = qm__wb_body_at(s, figure, *out);
        if (qm__bodies_touch(&here, body) && qm__inch_can_be(search->base, &search->crowd, *out, true, NULL)) {
            return true;
        }
    }
    return false;
}

/* The first contact along a hop on foot, if there is one. */
static bool meet_on(qm__run *run, const wb_track *track, uint16_t hop, wb_step_in *step) {
    const qm_scenario *s = run->scenario;
    const double contact = wb_value(s, run->order->actor, WB_RADIUS) + wb_value(s, step->figure, WB_RADIUS);
    const double rate = qm__wb_track_rate(track, hop);
    double before = 0;
    for (uint16_t i = wb_track_start(track, hop); i < track->ends[hop]; i++) {
        const qm__xy a = flat(track->p->way[i]), b = flat(track->p->way[i + 1]);
        const double part = part_before(a, b, flat(step->to), contact);
        if (part <= 1 && touch(run, track, step, i, qm__along(a, qm__minus(b, a), part), &step->contact.at)) {
            step->contact.hop = hop;
            step->contact.cost = wb_track_paid(track, hop) + (before + part * qm__apart(a, b)) * rate;
            return true;
        }
        before += qm__apart(a, b);
    }
    return false;
}

bool qm__wb_can_step_in(qm__run *run, const wb_track *track, uint16_t figure, double limit, wb_step_in *out) {
    *out = (wb_step_in){.figure = figure};
    if (wb_set(run->scenario)->intercept_reach == 0 || !may_step_in(run, track, figure) ||
        !find_step(run, track, figure, limit, &out->to)) {
        return false;
    }
    for (uint16_t h = 0; h < track->p->hop_count && wb_track_paid(track, h) < limit; h++) {
        if (wb_on_foot(&track->p->hops[h]) && meet_on(run, track, h, out)) {
            return out->contact.cost <= limit;
        }
    }
    return false;
}
