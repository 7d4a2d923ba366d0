/* A leap that failed: the model comes down on what lies below the gap (SQ-10).
 *
 * One who may go on afterwards goes straight to the places it was ordered to, at the height at which it now is, as long
 * as that can be done: what it had to climb or leap after the gap is out of its reach. Where that leaves a part of its
 * way, its side may give it another (move_play.c).
 *
 * Invariant: it comes to rest where its base stands, touching nobody, and outside of the inch of enemies where the
 * rules say so. Where there is no room below it stays where it took off.
 */
#include "rules/squad/move.h"

enum { CLEAR = 4 }; /* units beyond contact: coming to whole units takes three of them at most */

/* Of several places that are equally near, a die picks one. */
static qm_place pick(qm__run *run, uint16_t figure, const qm_place *places, uint16_t count) {
    if (count <= 1) {
        return places[0];
    }
    const qm__roll roll = {
        .kind = SQ_ROLL_LANDING, .figure = figure, .dice = 1, .sides = (uint8_t)count, .shape = QM__PICK};
    return places[qm__roll_take(run, &roll)];
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

bool qm__sq_walk_on(qm__run *run, uint16_t figure, const sq_hop *hops, uint16_t count, int32_t *spent) {
    sq_model *m = sq_at(run->scenario, run->state, figure);
    for (uint16_t i = 0; i < count; i++) {
        const qm_place to = {hops[i].to.x, hops[i].to.y, m->z};
        const int32_t length = qm__units(qm__apart((qm__xy){m->x, m->y}, (qm__xy){to.x, to.y}));
        const bool foot = hops[i].leg == SQ_LEG_WALK || hops[i].leg == SQ_LEG_VIA;
        if (!foot || *spent + length > m->left || !can_go(run, figure, to)) {
            return false;
        }
        *spent += length;
        sq_put(m, to);
        qm_event *told = qm__tell(run, SQ_EVENT_WALKED);
        told->figure = figure;
        told->at = to;
        told->value = *spent;
    }
    return true;
}

/* --------------------------------------------------------------------------------------------------------- falling */

bool qm__sq_put_outside(qm__run *run, uint16_t figure) {
    sq_model *m = sq_at(run->scenario, run->state, figure);
    qm_place places[QM_STANDS_MAX];
    const uint16_t count = qm__sq_nearest_outside(run, figure, sq_place(m), places);
    if (count > 0) {
        sq_put(m, pick(run, figure, places, count));
    }
    return count > 0;
}

/* The places where a model comes down that goes over the edge of a hop. To touch somebody there is to be clear of them:
 * only who overlaps has fallen onto anybody, and comes to rest beside, touching nobody. */
static qm__inch_fall find_fall(qm__run *run, uint16_t figure, const sq_hop *hop) {
    const sq_model *m = sq_at(run->scenario, run->state, figure);
    qm__inch_search *search = qm__sq_gather(run->scenario, run->state, figure, run->search);
    const qm__xy from = {m->x, m->y}, outward = qm__unit((qm__xy){hop->out_x, hop->out_y});
    qm__inch_fall fall;
    qm__inch_fall_from(search->base, &search->crowd, from, m->z, outward, 0, qm__inch_scratch(search), &fall);
    if (fall.count == 0 || fall.onto) {
        qm__inch_fall_from(search->base, &search->crowd, from, m->z, outward, CLEAR, qm__inch_scratch(search), &fall);
    }
    return fall;
}

/* SQ-05: who would come to rest too near to an enemy. The enemy; 0 = nobody was. */
static uint16_t leave_enemy(qm__run *run, uint16_t figure) {
    const qm_scenario *s = run->scenario;
    const qm__body body = qm__sq_body_now(s, run->state, figure);
    double distance;
    const uint16_t enemy =
        sq_set(s)->fall_inch == SQ_FALL_INCH_OUTSIDE ? qm__sq_near(s, run->state, figure, &body, 0, &distance) : 0;
    return enemy && qm__sq_put_outside(run, figure) ? enemy : 0;
}

static void tell_by(qm__run *run, uint16_t event, uint16_t figure, uint16_t other) {
    qm_event *told = qm__tell(run, event);
    told->figure = figure;
    told->other = other;
}

int32_t qm__sq_fall(qm__run *run, uint16_t figure, const sq_hop *hop) {
    sq_model *m = sq_at(run->scenario, run->state, figure);
    const qm__inch_fall fall = find_fall(run, figure, hop);
    const int32_t from = m->z;
    if (fall.count == 0) {
        qm_event *told = qm__tell(run, SQ_EVENT_NO_ROOM);
        told->figure = figure;
        told->at = sq_place(m);
        return 0;
    }
    sq_put(m, pick(run, figure, fall.places, fall.count));
    const uint16_t enemy = leave_enemy(run, figure);
    qm_event *told = qm__tell(run, SQ_EVENT_FELL);
    told->figure = figure;
    told->at = sq_place(m);
    told->value = from - m->z;
    if (fall.onto) {
        tell_by(run, SQ_EVENT_FELL_ON, figure, fall.onto);
    }
    if (enemy) {
        tell_by(run, SQ_EVENT_FELL_NEAR, figure, enemy);
    }
    if (fall.onto && sq_set(run->scenario)->fall_on_hurts == SQ_FALL_ON_HURTS_SAVE) {
        qm__sq_save(run, fall.onto);
    }
    return from - m->z;
}
