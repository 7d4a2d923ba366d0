/* Picking up a weapon on the run: for sure and for MOV, or by a roll after the movement (HX-22 to HX-24).
 *
 * What is picked up goes into an empty hand; a figure that has something in hand slings it. The roll of a snatch is
 * made where the movement ends or breaks off, against eDEX as it is there; a figure that has fallen on the way has lost
 * it.
 */
#include "rules/hexmelee/move.h"

int qm__hm_grab_cost(const hm_mover *m, int entered) {
    const hm_settings *set = &m->d->set;
    if (set->pickup_cost == HM_PICKUP_COST_EXTRA) {
        return set->pickup_mov;
    }
    return set->pickup_mov > entered ? set->pickup_mov - entered : 0;
}

/* eDEX as it will be in a hex. */
static int edex_in(const hm_mover *m, uint16_t hex, qm_term *terms, uint16_t *count) {
    const int change = hm_ground_at(m->s, hex)->dex - hm_ground_at(m->s, m->start)->dex;
    const int here = qm__hm_edex(m->s, m->st, m->figure, terms, count);
    qm__term(terms, count, HM_TERM_GROUND, change);
    return here + change;
}

void qm__hm_judge_snatch(hm_cursor *c, bool engaged) {
    const hm_settings *set = &c->m->d->set;
    qm_term terms[QM_TERMS_MAX];
    uint16_t count = 0;
    if (c->snatch_leg == 0) {
        return;
    }
    if (engaged && set->pickup_engaged == HM_PICKUP_ENGAGED_NO) {
        qm_reason *reason = qm__hm_refuse_leg(c, HM_REASON_SNATCH_LOST);
        reason->leg = c->snatch_leg;
        reason->item = c->picked;
        return;
    }
    const int target = edex_in(c->m, c->hex, terms, &count);
    qm__hm_foresee(c->j, HM_ROLL_SNATCH, c->snatch_leg, c->hex, set->snatch_dice, target, terms, count);
}

void qm__hm_judge_pickup(hm_cursor *c, const qm_leg *leg) {
    const qm_scenario *s = c->m->s;
    const uint16_t item = leg->thing;
    if (item < 1 || item > s->item_count) {
        qm__hm_refuse_leg(c, HM_REASON_UNKNOWN_ITEM);
        return;
    }
    const hm_thing *thing = hm_thing_at(s, c->m->st, item);
    if (thing->holder != 0 || thing->hex != c->hex) {
        qm__hm_refuse_leg(c, HM_REASON_ITEM_ELSEWHERE)->item = item;
    }
    if (c->engaged || c->m->shift) {
        qm__hm_refuse_leg(c, HM_REASON_PICKUP_ENGAGED)->item = item;
    }
    if (c->picked || c->m->body->flags & HM_GRABBED) {
        qm__hm_refuse_leg(c, HM_REASON_PICKUP_TWICE)->item = c->picked ? c->picked : item;
    }
    if (c->jumped && c->m->d->set.pickup_jump == HM_PICKUP_JUMP_NO) {
        qm__hm_refuse_leg(c, HM_REASON_JUMP_PICKUP)->item = item;
    }
    c->picked = item;
    if (leg->kind == HM_LEG_GRAB) {
        const int cost = qm__hm_grab_cost(c->m, c->last_cost);
        if (c->m->slow && cost > c->m->allowance) { /* the hex that HX-03 gives is a hex, not MOV to spend */
            qm_reason *reason = qm__hm_refuse_leg(c, HM_REASON_TOO_FAR);
            reason->needed = cost;
            reason->had = c->m->allowance;
        }
        qm__hm_add_step(c, HM_STEP_GRAB, item, cost);
        return;
    }
    qm__hm_add_step(c, HM_STEP_SNATCH, item, 0);
    c->snatch_leg = c->leg;
}

/* ---------------------------------------------------------------------------------------------------------- playing */

static void take_up(qm__run *run, uint16_t item, uint16_t event) {
    const uint16_t figure = run->order->actor;
    hm_body *body = hm_body_at(run->scenario, run->state, figure);
    hm_thing *thing = hm_thing_at(run->scenario, run->state, item);
    thing->holder = figure;
    thing->hex = 0;
    if (body->ready == 0 && !thing->broken) { /* what is broken is of no use in the hand */
        body->ready = item;
    }
    qm__tell(run, event)->item = item;
}

void qm__hm_play_pickup(qm__run *run, const hm_step *step) {
    hm_body *body = hm_body_at(run->scenario, run->state, run->order->actor);
    body->flags |= HM_GRABBED;
    if (step->kind == HM_STEP_SNATCH) {
        body->flags |= HM_BARRED;
        body->snatch = step->hex;
        return;
    }
    if (hm_of(run->scenario)->set.pickup_bars == HM_PICKUP_BARS_BOTH) {
        body->flags |= HM_BARRED;
    }
    const int spent = body->spent + step->cost;
    body->spent = (uint8_t)(spent < HM_COUNT_MAX ? spent : HM_COUNT_MAX);
    take_up(run, step->hex, HM_EVENT_PICKED_UP);
}

void qm__hm_play_snatch_roll(qm__run *run) {
    const qm_scenario *s = run->scenario;
    const hm_settings *set = &hm_of(s)->set;
    const uint16_t figure = run->order->actor;
    hm_body *body = hm_body_at(s, run->state, figure);
    const uint16_t item = body->snatch;
    if (item == 0) {
        return;
    }
    body->snatch = 0;
    const hm_move_plan *plan = run->prepared;
    const bool fallen = !hm_active(body) || body->hanging || (body->position == HM_PRONE && !plan->crawling);
    const bool lost = set->pickup_engaged == HM_PICKUP_ENGAGED_NO && qm__hm_engaged(s, run->state, figure);
    if (!fallen && !lost &&
        qm__hm_save(run, HM_ROLL_SNATCH, figure, set->snatch_dice, qm__hm_edex(s, run->state, figure, NULL, NULL))) {
        take_up(run, item, HM_EVENT_SNATCHED);
        return;
    }
    qm__tell(run, HM_EVENT_NOT_SNATCHED)->item = item;
}
