/* A leap that failed: the model comes down on what lies below the gap (SQ-10).
 *
 * One who may go on afterwards goes straight to the places it was ordered to, at the height at which it now is, as long
 * as that can be done: what it had to climb or leap after the gap is out of its reach.
 *
 * Invariant: it comes to rest where its base stands, touching nobody, and outside of the inch of enemies where the
 * rules say so. Where there is no room below it stays where it took off.
 */
#include "rules/squad/move.h"

enum { CLEAR = 4 }; /* units beyond contact: coming to whole units takes three of them at most */

/* Of several places that are equally near, a die picks one. */
static qm_place pick(qm__run *run, uint16_t figure, const qm__inch_fall *fall) {
    if (fall->count <= 1) {
        return fall->places[0];
    }
    const qm__roll roll = {
        .kind = SQ_ROLL_LANDING, .figure = figure, .dice = 1, .sides = (uint8_t)fall->count, .shape = QM__PICK};
    return fall->places[qm__roll_take(run, &roll)];
}

/* ------------------------------------------------------------------------------------------------------- going on */

/* Whether a model can go straight to a place from where it is, over nothing that would be rolled for, and end there. */
static bool can_go(qm__run *run, uint16_t figure, qm_place to) {
    const qm_scenario *s = run->scenario;
    const qm__inch_search *search = qm__inch_begin(s, &sq_of(s)->inches, run->state, figure, run->search);
    const qm__levels *levels = search->base->levels;
    const qm__spot from = qm__inch_spot(search->base, search->from), end = qm__inch_spot(search->base, to);
    qm__traced traced;
    return end.level == from.level && qm__inch_can_be(search->base, &search->crowd, to, true, NULL) &&
           qm__trace_named(levels, &search->crowd, from, end, &traced) &&
           traced.step_count == 0 && (traced.areas & sq_of(s)->difficult) == 0 && qm__sq_free_at(run, figure, to);
}

void qm__sq_walk_on(qm__run *run, uint16_t figure, const sq_hop *hops, uint16_t count, int32_t spent) {
    sq_model *m = sq_at(run->scenario, run->state, figure);
    for (uint16_t i = 0; i < count && (hops[i].leg == SQ_LEG_WALK || hops[i].leg == SQ_LEG_VIA); i++) {
        const qm_place to = {hops[i].to.x, hops[i].to.y, m->z};
        const double length = qm__apart((qm__xy){m->x, m->y}, (qm__xy){to.x, to.y});
        if (spent + qm__units(length) > m->left || !can_go(run, figure, to)) {
            return;
        }
        spent += qm__units(length);
        sq_put(m, to);
        qm_event *told = qm__tell(run, SQ_EVENT_WALKED);
        told->figure = figure;
        told->at = to;
        told->value = spent;
    }
}

/* --------------------------------------------------------------------------------------------------------- falling */

int32_t qm__sq_fall(qm__run *run, uint16_t figure, const sq_hop *hop) {
    const qm_scenario *s = run->scenario;
    sq_model *m = sq_at(s, run->state, figure);
    qm__inch_search *search = qm__sq_gather(s, run->state, figure, run->search);
    qm__inch_fall fall;
    qm__inch_fall_from(search->base, &search->crowd, (qm__xy){m->x, m->y}, m->z,
                       qm__unit((qm__xy){hop->out_x, hop->out_y}), CLEAR, qm__inch_scratch(search), &fall);
    if (fall.count == 0) {
        qm_event *told = qm__tell(run, SQ_EVENT_NO_ROOM);
        told->figure = figure;
        told->at = sq_place(m);
        return 0;
    }
    const int32_t from = m->z;
    qm_place at = pick(run, figure, &fall);
    const qm__body body = qm__sq_body_at(s, figure, at, m->facing);
    double distance;
    if (sq_set(s)->fall_inch == SQ_FALL_INCH_OUTSIDE && qm__sq_near(s, run->state, figure, &body, 0, &distance)) {
        at = qm__sq_nearest_free(run, figure, at);
    }
    sq_put(m, at);
    qm_event *told = qm__tell(run, SQ_EVENT_FELL);
    told->figure = figure;
    told->at = at;
    told->value = from - at.z;
    if (fall.onto) {
        qm_event *onto = qm__tell(run, SQ_EVENT_FELL_ON);
        onto->figure = figure;
        onto->other = fall.onto;
        if (sq_set(s)->fall_on_hurts == SQ_FALL_ON_HURTS_SAVE) {
            qm__sq_save(run, fall.onto);
        }
    }
    return from - at.z;
}
