/* Pits: hanging at the rim, pulling up, letting go, falling in, and climbing out by a rope.
 *
 * A figure that hangs or climbs is in the hex of the pit below it; `hanging` or `climbing` says where it is bound.
 * Invariant: at most one of the two is set, and `climbed` is set only with `climbing`. Tries in one turn are bounded by
 * STR and by TRIES_MAX, so that no loop is driven by dice.
 */
#include "rules/hexmelee/move.h"

enum { TRIES_MAX = 30 };

/* A hex of the same pit without a figure, as near as can be; the hex itself if there is none. */
static uint16_t nearest_free(const qm_scenario *s, const qm_state *st, uint16_t figure, uint16_t hex) {
    const hm_data *d = hm_of(s);
    uint16_t ring[6 * 8];
    for (int radius = 0; radius <= 8; radius++) {
        const size_t count = qm__hex_ring(&s->hex, hex, radius, ring, sizeof ring / sizeof *ring);
        for (size_t i = 0; i < count && i < sizeof ring / sizeof *ring; i++) {
            if (d->pits[ring[i]] == d->pits[hex] && hm_ground_at(s, ring[i])->what == HM_WHAT_PIT &&
                !qm__hm_upright_in(s, st, ring[i], figure) && !qm__hm_lying_in(s, st, ring[i], figure)) {
                return ring[i];
            }
        }
    }
    return hex;
}

void qm__hm_drop_into(qm__run *run, uint16_t figure, uint16_t hex, int centimetres) {
    const qm_scenario *s = run->scenario;
    if (hm_of(s)->set.pit_landing == HM_PIT_LANDING_NEAREST_FREE) {
        hex = nearest_free(s, run->state, figure, hex);
    }
    qm__hm_come_down(run, figure, hex, hm_body_at(s, run->state, figure)->facing);
    qm_event *event = qm__tell(run, HM_EVENT_IN_PIT);
    event->figure = figure;
    event->at = qm__hm_place(s, hex);
    qm__hm_fall_from(run, figure, centimetres);
}

/* ---------------------------------------------------------------------------------------------------------- pulling up
 */

/* The price of a failed pull: a hit or fatigue, as the figure's player says or as a reading has it (HX-15). */
static void pay(qm__run *run, uint16_t figure) {
    const qm_scenario *s = run->scenario;
    const hm_settings *set = &hm_of(s)->set;
    bool hit = set->pull_up_cost == HM_PULL_UP_COST_HIT;
    if (set->pull_up_price == 0) {
        return;
    }
    if (set->pull_up_cost == HM_PULL_UP_COST_CHOICE) {
        const qm__choice choice = {
            .kind = HM_CHOICE_PULL_UP_COST, .figure = figure, .side = hm_side(s, figure), .count = 2, .automatic = 1};
        hit = qm__choose(run, &choice) == 0;
    }
    if (hit) {
        qm_event *event = qm__tell(run, HM_EVENT_PULL_PAID);
        event->figure = figure;
        event->value = set->pull_up_price;
        qm__hm_hurt(run, figure, set->pull_up_price);
    } else {
        qm__hm_tire(run, figure, set->pull_up_price);
    }
}

static void get_up(qm__run *run, uint16_t figure, uint16_t rim) {
    static const uint8_t positions[] = {
        [HM_PULLED_UP_PRONE] = HM_PRONE, [HM_PULLED_UP_KNEELING] = HM_KNEELING, [HM_PULLED_UP_STANDING] = HM_STANDING};
    hm_body *body = hm_body_at(run->scenario, run->state, figure);
    body->position = positions[hm_of(run->scenario)->set.pulled_up];
    body->hanging = 0;
    body->move = HM_MOVE_DONE;
    qm__hm_arrive(run, rim, body->facing);
    qm__tell(run, HM_EVENT_PULLED_UP)->at = qm__hm_place(run->scenario, rim);
}

/* HX-15: it may try; whoever gave the order to pull up has said so for the first time. */
static bool wants_to_try(qm__run *run, uint16_t figure) {
    const qm__choice choice = {
        .kind = HM_CHOICE_PULL_UP, .figure = figure, .side = hm_side(run->scenario, figure), .count = 2};
    return qm__choose(run, &choice) == 0; /* the automatic answer is to try */
}

void qm__hm_try_pull_up(qm__run *run, uint16_t figure, bool ordered) {
    const qm_scenario *s = run->scenario;
    const hm_settings *set = &hm_of(s)->set;
    const hm_body *body = hm_body_at(s, run->state, figure);
    const uint16_t rim = hm_rim(s, body);
    const int tries = set->pull_up_tries == HM_PULL_UP_TRIES_AT_ONCE ? TRIES_MAX : 1;
    for (int i = 0; i < tries && body->hanging && !qm__hm_upright_in(s, run->state, rim, figure); i++) {
        if (!(ordered && i == 0) && !wants_to_try(run, figure)) {
            break;
        }
        if (qm__hm_save(run, HM_ROLL_PULL_UP, figure, set->pull_up_dice, qm__hm_strength_left(s, run->state, figure))) {
            get_up(run, figure, rim);
            return;
        }
        pay(run, figure);
    }
    if (body->hanging) {
        qm__tell(run, HM_EVENT_HANGS_ON)->at = qm__hm_place(s, rim);
    }
}

void qm__hm_judge_pull_up(qm__judging *j) {
    const qm_scenario *s = j->scenario;
    const uint16_t figure = j->order->actor;
    const hm_body *body = hm_body_at(s, j->state, figure);
    if (!body->hanging) {
        qm__refuse(j, HM_REASON_NOT_HANGING);
        return;
    }
    const uint16_t rim = hm_rim(s, body), other = qm__hm_upright_in(s, j->state, rim, figure);
    if (other) {
        qm_reason *reason = qm__refuse(j, HM_REASON_RIM_TAKEN);
        reason->other = other;
        reason->at = qm__hm_place(s, rim);
    }
    qm_term terms[QM_TERMS_MAX];
    uint16_t count = 0;
    const int str = hm_stat_of(s, figure)->str, left = qm__hm_strength_left(s, j->state, figure);
    qm__term(terms, &count, HM_TERM_STR, str);
    qm__term(terms, &count, HM_TERM_STR_LEFT, left - str);
    qm__hm_foresee(j, HM_ROLL_PULL_UP, 0, rim, hm_of(s)->set.pull_up_dice, left, terms, count);
    qm__way_add(j, qm__hm_place(s, body->hex));
    qm__way_add(j, qm__hm_place(s, rim));
}

void qm__hm_play_pull_up(qm__run *run) {
    qm__hm_try_pull_up(run, run->order->actor, true);
}

/* ---------------------------------------------------------------------------------------------------------- letting go
 */

void qm__hm_judge_let_go(qm__judging *j) {
    const hm_body *body = hm_body_at(j->scenario, j->state, j->order->actor);
    if (!body->hanging && !body->climbing) {
        qm__refuse(j, HM_REASON_NOT_HANGING);
    }
}

void qm__hm_play_let_go(qm__run *run) {
    const qm_scenario *s = run->scenario;
    hm_body *body = hm_body_at(s, run->state, run->order->actor);
    const int depth = hm_ground_at(s, body->hex)->depth;
    const int height = body->hanging || body->climbed * 100 > depth ? depth : body->climbed * 100;
    body->hanging = 0;
    body->climbing = 0;
    body->climbed = 0;
    qm__tell(run, HM_EVENT_LET_GO);
    qm__hm_drop_into(run, run->order->actor, body->hex, height);
}

/* --------------------------------------------------------------------------------------------------------------- ropes
 */

/* A climb counts at most HM_COUNT_MAX metres: what is deeper is climbed as if it were that deep. */
int qm__hm_climb_metres(const qm_scenario *s, uint16_t hex) {
    const int metres = (hm_ground_at(s, hex)->depth + 99) / 100;
    return metres < HM_COUNT_MAX ? metres : HM_COUNT_MAX;
}

bool qm__hm_is_rim(const qm_scenario *s, uint16_t hex, uint16_t rim) {
    return rim != 0 && hm_ground_at(s, rim)->what == HM_WHAT_OPEN && qm__hex_direction_to(&s->hex, hex, rim) >= 0;
}

/* One item: is it a rope that is long enough, and where it must be? Held by the climber itself or by a friend anywhere at the rim
 * of its hex; a reading wants a friend that holds it (HX-18). */
static bool rope_serves(const qm_scenario *s, const qm_state *st, uint16_t figure, uint16_t hex, uint16_t item) {
    const hm_thing *thing = hm_thing_at(s, st, item);
    const bool any = hm_of(s)->set.rope == HM_ROPE_ANY;
    if (thing->broken || s->items[item - 1].values[HM_ITEM_ROPE] < qm__hm_climb_metres(s, hex)) {
        return false;
    }
    if (thing->holder == 0 || thing->holder == figure) {
        return thing->holder != 0 && any;
    }
    const hm_body *holder = hm_body_at(s, st, thing->holder);
    return hm_active(holder) && !holder->hanging && !holder->climbing && !hm_hostile(s, figure, thing->holder) &&
           qm__hm_is_rim(s, hex, holder->hex);
}

bool qm__hm_rope_for(const qm_scenario *s, const qm_state *st, uint16_t figure, uint16_t hex, uint16_t rim) {
    if (!qm__hm_is_rim(s, hex, rim)) {
        return false;
    }
    for (uint16_t item = 1; item <= s->item_count; item++) {
        if (rope_serves(s, st, figure, hex, item)) {
            return true;
        }
    }
    return false;
}

/* Reasons that concern the rope and the rim it leads to. */
static void judge_rope(qm__judging *j, const hm_body *body, uint16_t rim) {
    const qm_scenario *s = j->scenario;
    const uint16_t figure = j->order->actor;
    const int metres = qm__hm_climb_metres(s, body->hex);
    if (!qm__hm_is_rim(s, body->hex, rim)) {
        qm__refuse(j, HM_REASON_NOT_THE_RIM)->at = qm__hm_place(s, rim);
        return;
    }
    if (body->climbing && body->climbing != rim) {
        qm__refuse(j, HM_REASON_OTHER_RIM)->at = qm__hm_place(s, body->climbing);
    }
    if (!qm__hm_rope_for(s, j->state, figure, body->hex, rim)) {
        qm_reason *reason = qm__refuse(j, HM_REASON_NO_ROPE);
        reason->at = qm__hm_place(s, rim);
        reason->needed = metres;
    }
    const uint16_t other = qm__hm_upright_in(s, j->state, rim, figure);
    if (other && body->climbed + hm_of(s)->set.climb_metres >= metres) {
        qm_reason *reason = qm__refuse(j, HM_REASON_RIM_TAKEN);
        reason->other = other;
        reason->at = qm__hm_place(s, rim);
    }
}

void qm__hm_judge_climb(qm__judging *j) {
    const qm_scenario *s = j->scenario;
    const hm_body *body = hm_body_at(s, j->state, j->order->actor);
    const int32_t packed = j->order->arguments[0];
    const hm_ground *ground = hm_ground_at(s, body->hex);
    hm_move_plan *plan = j->prepared;
    plan->step_count = 0;
    plan->rim = qm__hm_hex(s, (qm_place){.x = packed & 0xffff, .y = packed >> 16 & 0xffff});
    if (ground->what != HM_WHAT_PIT || !ground->deep) {
        qm__refuse(j, HM_REASON_NOT_IN_DEEP_PIT);
        return;
    }
    if (body->hanging) {
        qm__refuse(j, HM_REASON_HANGS);
    } else if (body->position != HM_STANDING) {
        qm__refuse(j, HM_REASON_CLIMB_STANDING);
    }
    if (plan->rim == 0) {
        qm__refuse(j, HM_REASON_OFF_BOARD);
        return;
    }
    judge_rope(j, body, plan->rim);
}

/* One metre a turn, part of a metre counted whole; it is the movement of the turn (HX-18). */
void qm__hm_play_climb(qm__run *run) {
    const qm_scenario *s = run->scenario;
    const hm_move_plan *plan = run->prepared;
    hm_body *body = hm_body_at(s, run->state, run->order->actor);
    const int metres = qm__hm_climb_metres(s, body->hex), up = body->climbed + hm_of(s)->set.climb_metres;
    const int mov = qm__hm_mov(s, run->state, run->order->actor);
    body->spent = (uint8_t)(mov < 1 ? 1 : mov > HM_COUNT_MAX ? HM_COUNT_MAX : mov);
    if (up < metres) {
        body->climbing = plan->rim;
        body->climbed = (uint8_t)up;
        body->under = 0;
        qm__tell(run, HM_EVENT_CLIMBED)->value = body->climbed;
        return;
    }
    body->climbing = 0;
    body->climbed = 0;
    qm__hm_arrive(run, plan->rim, (uint8_t)qm__hex_direction_to(&s->hex, body->hex, plan->rim));
    body->hexes = 1;
    qm__tell(run, HM_EVENT_CLIMBED_OUT)->at = qm__hm_place(s, plan->rim);
}
