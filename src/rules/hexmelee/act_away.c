/* Getting away from engagement, under disengage = action: instead of acting, one hex any way.
 *
 * Figures act in the order of eDEX, so foes of higher eDEX have had their blow before it gets away, and those of lower eDEX
 * have none. The hex is weighed by the same qm__hm_enter as any movement. Rejected: a free blow for everybody left behind,
 * which no source has.
 */
#include "rules/hexmelee/act.h"
#include "rules/hexmelee/move.h"

enum { CITE_BURNING = 1 }; /* HX-02, from 0 */

/* ------------------------------------------------------------------------------------------------------- judging */

static void foresee_checks(hm_acting *a, const hm_mover *m, const hm_away *away) {
    qm_term terms[QM_TERMS_MAX];
    uint16_t count = 0;
    const int dex = qm__hm_mover_dex_terms(m, away->to, terms, &count);
    if (away->checks & HM_CHECK_GROUND) {
        qm__hm_foresee(a->judging, HM_ROLL_GROUND, 1, away->to, hm_ground_at(a->s, away->to)->save_dice, dex, terms,
                       count);
    }
    if (away->checks & HM_CHECK_BODY) {
        qm__hm_foresee(a->judging, HM_ROLL_BODY, 1, away->to, a->set->body_dice, dex, terms, count);
    }
}

static void foresee_burning(hm_acting *a, const hm_mover *m, uint16_t to) {
    const int hits = hm_ground_at(a->s, to)->hits_stopping;
    if (hits > 0) {
        a->judging->verdict->hits = hits;
        qm__cite(a->judging, CITE_BURNING);
    }
    if (hm_brings_down(m, hits)) {
        a->judging->verdict->chance = 0.0;
    }
}

/* The hex it wants to get away to, like a step of movement. */
static void judge_hex(hm_acting *a, uint16_t to, int direction) {
    hm_mover mover;
    hm_entry entry;
    hm_away *away = &a->prepared->away;
    qm__hm_mover_begin(&mover, a->s, a->st, a->figure, HM_STEP, 2);
    const hm_spot spot = qm__hm_spot_at(&mover, to, 1u << direction);
    qm__hm_enter(&mover, a->body->hex, to, direction, &spot, false, &entry);
    if (entry.reason != 0 || entry.pass) {
        qm_reason *reason = qm__hm_act_refuse(a, entry.reason != 0 ? entry.reason : HM_REASON_CANNOT_STOP);
        reason->leg = 1;
        reason->other = entry.other;
        reason->at = qm__hm_place(a->s, to);
        return;
    }
    away->to = to;
    away->cost = (uint8_t)entry.cost;
    away->checks = entry.checks;
    if (a->judging) {
        qm__way_add(a->judging, qm__hm_place(a->s, a->body->hex));
        qm__way_add(a->judging, qm__hm_place(a->s, to));
        foresee_checks(a, &mover, away);
        foresee_burning(a, &mover, to);
    }
}

/* One hex, and a facing if wanted; without one it looks the way it went. */
static void judge_legs(hm_acting *a) {
    const qm_order *order = a->order;
    const bool walks = order->leg_count >= 1 && order->legs[0].kind == HM_LEG_WALK;
    const bool turns = order->leg_count == 2 && order->legs[1].kind == HM_LEG_FACE && order->legs[1].thing < 6;
    const uint16_t to = walks ? qm__hm_hex(a->s, order->legs[0].to) : 0;
    const int direction = to == 0 ? QM__HEX_NOWHERE : qm__hex_direction_to(&a->s->hex, a->body->hex, to);
    if (direction < 0 || (order->leg_count > 1 && !turns)) {
        qm__hm_act_refuse(a, HM_REASON_DISENGAGE_LEGS);
        return;
    }
    a->prepared->away.facing = (uint8_t)(turns ? order->legs[1].thing : direction);
    judge_hex(a, to, direction);
}

void qm__hm_judge_away(hm_acting *a) {
    if (a->set->disengage == HM_DISENGAGE_OFF) {
        qm__hm_act_refuse(a, HM_REASON_DISENGAGE_OFF);
        return;
    }
    if (!qm__hm_engaged(a->s, a->st, a->figure)) {
        qm__hm_act_refuse(a, HM_REASON_NOTHING_TO_LEAVE);
    }
    if (a->body->position != HM_STANDING || a->body->hanging != 0) {
        qm__hm_act_refuse(a, HM_REASON_DISENGAGE_DOWN);
    }
    judge_legs(a);
}

/* ------------------------------------------------------------------------------------------------------- playing */

static void roll_for_footing(qm__run *run, uint16_t figure, const hm_away *away) {
    const qm_scenario *s = run->scenario;
    if ((away->checks & HM_CHECK_GROUND) != 0 &&
        !qm__hm_save(run, HM_ROLL_GROUND, figure, hm_ground_at(s, away->to)->save_dice,
                     qm__hm_save_dex(s, run->state, figure, NULL, NULL))) {
        qm__hm_fall_over(run, figure, HM_EVENT_SLIPPED);
        return;
    }
    if ((away->checks & HM_CHECK_BODY) != 0 && !qm__hm_save(run, HM_ROLL_BODY, figure, hm_of(s)->set.body_dice,
                                                            qm__hm_save_dex(s, run->state, figure, NULL, NULL))) {
        qm__hm_fall_over(run, figure, HM_EVENT_STUMBLED);
    }
}

static uint8_t added(uint8_t value, int more) {
    return (uint8_t)(value + more < 250 ? value + more : 250);
}

void qm__hm_play_away(qm__run *run) {
    const hm_act_prepared *prepared = run->prepared;
    const hm_away *away = &prepared->away;
    const uint16_t figure = run->order->actor;
    hm_body *body = hm_body_at(run->scenario, run->state, figure);
    qm__hm_arrive(run, away->to, away->facing);
    body->hexes = added(body->hexes, 1);
    body->spent = added(body->spent, away->cost);
    qm__tell(run, HM_EVENT_GOT_AWAY)->at = qm__hm_place(run->scenario, away->to);
    roll_for_footing(run, figure, away);
    const int hits = hm_ground_at(run->scenario, away->to)->hits_stopping;
    if (hits > 0) {
        qm_event *told = qm__tell(run, HM_EVENT_BURNED);
        told->at = qm__hm_place(run->scenario, away->to);
        told->value = hits;
        qm__hm_hurt(run, figure, hits);
    }
}
