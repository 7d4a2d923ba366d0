/* Judging movement: every order of the movement phase, leg by leg.
 *
 * A cursor goes along the legs and gathers the steps for play, the checks ahead and every reason against the order;
 * limits are compared once at the end, with the whole length of the way. What is common to all orders (whose turn it
 * is) has been judged before. Rejected: stopping at the first reason, which makes people mend an order one mistake at a
 * time.
 */
#include "rules/hexmelee/move.h"

#include "rules/hexmelee/act.h"
#include "rules/hexmelee/search.h"

enum {
    CITE_ADJUSTED = 1,
    CITE_STOP = 4,
    CITE_CHASE = 6,
    CITE_THUMB = 8,
    CITE_JUMP_COST = 10,
    CITE_JUMP = 11,
    CITE_CLIMB_OUT = 17,
    CITE_DURING = 20,
    CITE_GRAB = 21,
    CITE_SNATCH = 22,
    CITE_BARS = 23,
    CITE_FACE = 24,
    CITE_SLOW = 2,
    CITE_CRAWL = 3,
    CITE_THROUGH = 33,
    CITE_BODY = 34,
    CITE_OVER_BODY = 35,
    CITE_RISE = 38,
    CITE_RISE_LOW = 39,
    CITE_RISE_ENGAGED = 45,
    CITE_FALLEN = 47
}; /* HX-05 and so on, from 0 */

qm_reason *qm__hm_refuse_leg(hm_cursor *c, uint16_t reason) {
    qm_reason *slot = qm__refuse(c->j, reason);
    slot->leg = c->leg;
    slot->at = qm__hm_place(c->m->s, c->hex);
    return slot;
}

hm_step *qm__hm_add_step(hm_cursor *c, int kind, uint16_t hex, int cost) {
    hm_move_plan *plan = c->plan;
    if (plan->step_count == HM_STEPS_MAX) {
        qm__hm_refuse_leg(c, HM_REASON_WAY_TOO_LONG);
        plan->step_count--;
    }
    hm_step *step = &plan->steps[plan->step_count++];
    *step = (hm_step){.hex = hex,
                      .kind = (uint8_t)kind,
                      .facing = c->facing,
                      .cost = (uint8_t)(cost < 255 ? cost : 255),
                      .leg = (uint8_t)c->leg};
    c->spent = (int16_t)(c->spent + cost);
    if (kind == HM_STEP_WALK || kind == HM_STEP_JUMP || kind == HM_STEP_BODY_JUMP) {
        if (c->m->d->burns && !c->fresh) { /* it goes on from ground that it entered */
            c->hurt = (int16_t)(c->hurt + hm_ground_at(c->m->s, c->hex)->hits_passing);
        }
        c->hex = hex;
        c->hexes++;
        c->fresh = false;
    }
    if (kind < HM_STEP_GRAB) {
        qm__way_add(c->j, qm__hm_place(c->m->s, hex));
    }
    return step;
}

/* ------------------------------------------------------------------------------------------------------------- walking
 */

void qm__hm_foresee_footing(hm_cursor *c, const hm_entry *entry, uint16_t hex) {
    const hm_mover *m = c->m;
    const uint8_t dice[2] = {hm_ground_at(m->s, hex)->save_dice, (uint8_t)m->d->set.body_dice};
    const uint16_t rolls[2] = {HM_ROLL_GROUND, HM_ROLL_BODY};
    for (int i = 0; i < 2; i++) {
        if (entry->checks >> i & 1) {
            qm_term terms[QM_TERMS_MAX];
            uint16_t count = 0;
            const int target = qm__hm_mover_dex_terms(m, hex, terms, &count);
            qm__hm_foresee(c->j, rolls[i], c->leg, hex, dice[i], target, terms, count);
        }
    }
}

static void walk_one(hm_cursor *c, uint16_t to, int direction) {
    const hm_spot spot = qm__hm_spot_at(c->m, to, 1u << direction);
    hm_entry entry;
    qm__hm_enter(c->m, c->hex, to, direction, &spot, c->fresh && !c->m->moved, &entry);
    if (!entry.reason && entry.whole_turn && c->j->order->kind != HM_FULL) {
        entry.reason = HM_REASON_WHOLE_TURN;
    }
    if (!entry.reason && c->m->shift && spot.body && c->m->d->set.shift_body == HM_SHIFT_BODY_NO) {
        entry.reason = HM_REASON_SHIFT_BODY;
    }
    if (entry.reason) {
        qm_reason *reason = qm__hm_refuse_leg(c, entry.reason);
        reason->at = qm__hm_place(c->m->s, to);
        reason->other = entry.other;
    }
    c->facing = (uint8_t)direction;
    hm_step *step = qm__hm_add_step(c, HM_STEP_WALK, to, entry.cost);
    step->checks = entry.checks;
    qm__hm_foresee_footing(c, &entry, to);
    c->last_cost = entry.cost;
    c->adjusted = c->adjusted || hm_ground_at(c->m->s, to)->cost != 1;
    c->stopped = entry.stops;
    c->engaged = entry.engaged;
    c->pass = entry.pass && !entry.reason;
    if (spot.body && !entry.reason) {
        qm__cite(c->j, CITE_BODY);
    }
    if (c->pass) {
        qm__cite(c->j, CITE_THROUGH);
    }
    if (entry.whole_turn && !entry.reason) {
        qm__cite(c->j, CITE_CLIMB_OUT);
    }
}

/* The best way to a hex farther off: fewest checks, then fewest hits of burning ground, then least MOV, within `mov`.
 * 0 = there is none. */
static uint16_t find_route(hm_cursor *c, hm_search *q, uint16_t to, int mov, int hexes) {
    hm_mover *m = c->m;
    const int16_t mov_max = m->mov_max, hexes_max = m->hexes_max;
    const bool moved = m->moved;
    m->mov_max = (int16_t)(mov > 0 ? mov : 0); /* what went before may be too far already */
    m->hexes_max = (int16_t)(hexes > 0 ? hexes : 0);
    m->moved = moved || !c->fresh;
    qm__hm_search_mark(q, m);
    qm__hm_search_run(q, m, c->hex, 0, 0);
    m->mov_max = mov_max;
    m->hexes_max = hexes_max;
    m->moved = moved;
    return hm_cell_at(q, to)->first;
}

/* Why nobody could step into this hex, whatever the way there: a wall, a pit, a figure in it. 0 = the hex is not the
 * matter. */
static uint16_t why_closed(const hm_cursor *c, uint16_t to, uint16_t *other) {
    const hm_data *d = c->m->d;
    const hm_ground *ground = hm_ground_at(c->m->s, to);
    if (ground->what == HM_WHAT_SOLID) {
        return HM_REASON_SOLID;
    }
    if (ground->what == HM_WHAT_WALL && d->set.wall_walk == HM_WALL_WALK_NO) {
        return HM_REASON_WALL;
    }
    if (ground->what == HM_WHAT_PIT && ground->deep && d->pits[to] != d->pits[c->hex]) {
        return HM_REASON_DEEP_PIT;
    }
    const hm_spot spot = qm__hm_spot_at(c->m, to, 0);
    *other = spot.upright;
    if (spot.upright && spot.upright_friend && d->set.through_friends == HM_THROUGH_FRIENDS_YES) {
        return HM_REASON_CANNOT_STOP;
    }
    return spot.upright ? HM_REASON_HEX_TAKEN : 0;
}

/* Goes the best way to a hex farther off; false if there is none, and so nowhere to go on from. */
static bool route(hm_cursor *c, uint16_t to) {
    hm_mover *m = c->m;
    hm_search *q = qm__hm_search_begin(m->s, c->j->search);
    uint16_t label = find_route(c, q, to, m->mov_max - c->spent, m->hexes_max - c->hexes);
    if (label == 0) { /* once more without limits, to say how far it is */
        label = find_route(c, q, to, HM_COST_MAX, HM_WAY_MAX - 2);
    }
    if (label == 0) {
        uint16_t other = 0;
        uint16_t closed = why_closed(c, to, &other);
        if (!closed) {
            m->near_count = 0; /* would there be a way if nobody stood in it? The order is refused in any case */
            closed = find_route(c, q, to, HM_COST_MAX, HM_WAY_MAX - 2) ? HM_REASON_WAY_BARRED : HM_REASON_NO_WAY;
        }
        qm_reason *reason = qm__hm_refuse_leg(c, closed);
        reason->at = qm__hm_place(m->s, to);
        reason->other = other;
        return false;
    }
    uint16_t way[HM_WAY_MAX];
    int count = 0;
    for (uint16_t l = label; q->labels[l].parent != 0 && count < HM_WAY_MAX; l = q->labels[l].parent) {
        way[count++] = l;
    }
    while (count-- > 0) {
        const hm_label *step = &q->labels[way[count]];
        walk_one(c, step->hex, step->direction);
    }
    return true;
}

/* Under stop_when = engaging: the enemy it got into its front where it stops, if nobody engages it there. */
static uint16_t engages_there(const hm_cursor *c) {
    const hm_mover *m = c->m;
    uint8_t facing = c->facing; /* as it came; it may have turned since */
    for (uint16_t i = c->plan->step_count; i-- > 0;) {
        if (c->plan->steps[i].kind != HM_STEP_FACE && c->plan->steps[i].hex == c->hex) {
            facing = c->plan->steps[i].facing;
            break;
        }
    }
    const uint8_t front = m->all_round ? HM_FACING_ANY : facing;
    if (!c->engaged || !m->fronts || qm__hm_engagers_at(m->s, m->st, m->figure, c->hex, front, NULL, 1)) {
        return 0;
    }
    for (uint16_t i = 0; i < m->near_count; i++) {
        if (qm__hex_distance(&m->s->hex, m->near[i].hex, c->hex) == 1 &&
            qm__hm_near_stops(m, &m->near[i], c->hex, facing)) {
            return m->near[i].figure;
        }
    }
    return 0;
}

static bool refuse_stopped(hm_cursor *c) {
    if (!c->stopped) {
        return false;
    }
    const uint16_t foe = engages_there(c);
    if (foe) {
        qm__hm_refuse_leg(c, HM_REASON_STOPPED_ENGAGING)->other = foe;
        return true;
    }
    const bool whole =
        !c->engaged && c->plan->step_count > 0 && qm__hm_lying_in(c->m->s, c->m->st, c->hex, c->m->figure) == 0;
    qm__hm_refuse_leg(c, c->engaged ? HM_REASON_STOPPED_ENGAGED
                         : whole    ? HM_REASON_WHOLE_TURN
                                    : HM_REASON_STOPPED_BODY);
    return true;
}

static bool judge_place_leg(hm_cursor *c, const qm_leg *leg) {
    const qm_scenario *s = c->m->s;
    const uint16_t to = qm__hm_hex(s, leg->to);
    if (to == 0) {
        qm__hm_refuse_leg(c, HM_REASON_OFF_BOARD)->at = leg->to;
        return true;
    }
    if (to == c->hex) {
        qm__hm_refuse_leg(c, HM_REASON_SAME_HEX);
        return true;
    }
    if (refuse_stopped(c)) {
        return false;
    }
    if (leg->kind == HM_LEG_JUMP) {
        qm__hm_judge_jump(c, to);
        return true;
    }
    const int direction = qm__hex_direction_to(&s->hex, c->hex, to);
    if (direction < 0) {
        return route(c, to);
    }
    walk_one(c, to, direction);
    return true;
}

static void judge_face(hm_cursor *c, const qm_leg *leg) {
    if (leg->thing > 5) {
        qm__hm_refuse_leg(c, HM_REASON_BAD_DIRECTION);
        return;
    }
    c->facing = (uint8_t)leg->thing;
    qm__hm_add_step(c, HM_STEP_FACE, c->hex, 0);
    qm__cite(c->j, CITE_FACE);
}

/* ------------------------------------------------------------------------------------------------------ whole
 * movements */

/* The legs in turn. `walking`: whether it may leave its hex; `otherwise` is the reason if it wants to. */
static void judge_legs(hm_cursor *c, bool walking, uint16_t otherwise) {
    const qm_order *order = c->j->order;
    for (uint16_t i = 0; i < order->leg_count && i < HM_LEGS_MAX; i++) {
        const qm_leg *leg = &order->legs[i];
        c->leg = (uint16_t)(i + 1);
        if (leg->kind == HM_LEG_FACE) {
            judge_face(c, leg);
        } else if (!walking) {
            qm__hm_refuse_leg(c, otherwise);
            break;
        } else if (leg->kind == HM_LEG_WALK || leg->kind == HM_LEG_JUMP) {
            if (!judge_place_leg(c, leg)) {
                break;
            }
        } else if (leg->kind == HM_LEG_GRAB || leg->kind == HM_LEG_SNATCH) {
            qm__hm_judge_pickup(c, leg);
        } else {
            qm__hm_refuse_leg(c, HM_REASON_BAD_LEG);
        }
    }
    c->leg = 0;
}

/* A refused limit is that of the kind of movement chosen. */
static void cite_kind(hm_cursor *c) {
    static const uint16_t by_kind[] = {[HM_STEP] = 40,  [HM_PACE] = 41, [HM_HALF] = 42,  [HM_FULL] = 43,
                                       [HM_SHIFT] = 46, [HM_RISE] = 39, [HM_DELAY] = 44, [HM_RESUME] = 44};
    const uint16_t kind = c->j->order->kind;
    if (kind < sizeof by_kind / sizeof by_kind[0] && by_kind[kind]) {
        qm__cite(c->j, by_kind[kind]);
    }
}

static void judge_limits(hm_cursor *c) {
    const hm_mover *m = c->m;
    if (m->body->flags & HM_HELD) { /* it may not move on at all, which has been said */
        return;
    }
    if (c->hexes > 0 && m->crawling && m->allowance == 0) {
        qm__hm_refuse_leg(c, HM_REASON_NO_CRAWLING);
        return;
    }
    if (c->hexes > m->hexes_max || c->spent > m->mov_max) {
        cite_kind(c);
    }
    if (c->hexes > m->hexes_max) {
        qm_reason *reason = qm__hm_refuse_leg(c, m->slow ? HM_REASON_SLOW : HM_REASON_TOO_MANY_HEXES);
        reason->needed = c->hexes;
        reason->had = m->hexes_max;
    }
    if (c->spent > m->mov_max) {
        const bool delays = c->j->order->kind == HM_DELAY || c->j->order->kind == HM_RESUME;
        qm_reason *reason = qm__hm_refuse_leg(c, delays ? HM_REASON_DELAY_TOO_FAR : HM_REASON_TOO_FAR);
        reason->needed = c->spent;
        reason->had = m->mov_max;
    }
    if (c->pass && c->hexes > 0) {
        qm__hm_refuse_leg(c, HM_REASON_CANNOT_STOP)->other = qm__hm_upright_in(m->s, m->st, c->hex, m->figure);
    }
}

static void cite_all(hm_cursor *c) {
    static const uint16_t by_step[][3] = {[HM_STEP_JUMP] = {CITE_JUMP, CITE_JUMP_COST, CITE_DURING},
                                          [HM_STEP_BODY_JUMP] = {CITE_OVER_BODY, CITE_DURING, 0},
                                          [HM_STEP_GRAB] = {CITE_GRAB, CITE_BARS, 0},
                                          [HM_STEP_SNATCH] = {CITE_SNATCH, CITE_BARS, 0}};
    for (uint16_t i = 0; i < c->plan->step_count; i++) {
        const uint8_t kind = c->plan->steps[i].kind;
        if (kind < HM_STEP_JUMP || kind > HM_STEP_SNATCH) {
            continue;
        }
        for (int k = 0; k < 3 && by_step[kind][k]; k++) {
            qm__cite(c->j, by_step[kind][k]);
        }
    }
    if (c->engaged) {
        qm__cite(c->j, CITE_STOP);
    }
    if (c->hexes > 0 && (c->m->crawling || c->m->slow)) {
        qm__cite(c->j, c->m->crawling ? CITE_CRAWL : CITE_SLOW);
    }
    if (c->hexes > 0 && (c->adjusted || (!c->m->crawling && hm_stat_of(c->m->s, c->m->figure)->adjusted))) {
        qm__cite(c->j, CITE_ADJUSTED);
    }
}

/* Burning ground does its hits without a roll: they are told beforehand, and what they would do (HX-02). */
static void foresee_burning(hm_cursor *c) {
    const hm_mover *m = c->m;
    int hits = c->hurt;
    if (!m->body->hanging && !m->body->climbing && (!m->resumes || c->hexes > 0)) {
        hits += hm_ground_at(m->s, c->hex)->hits_stopping;
    }
    if (hits == 0) {
        return;
    }
    c->j->verdict->hits = hits;
    qm__cite(c->j, CITE_ADJUSTED);
    if (hm_brings_down(m, hits)) {
        c->j->verdict->chance = 0.0;
    }
}

static void finish(hm_cursor *c) {
    const hm_mover *m = c->m;
    judge_limits(c);
    if (m->shift && c->hexes > 0) {
        uint16_t other = 0;
        const uint16_t reason = qm__hm_shift_reason(m->s, m->st, m->figure, c->hex, c->facing, &other);
        if (reason) {
            qm__hm_refuse_leg(c, reason)->other = other;
        }
    }
    qm__hm_judge_snatch(c, c->engaged && engages_there(c) == 0);
    if (m->d->burns) {
        foresee_burning(c);
    }
    cite_all(c);
    c->plan->dex = m->dex;
    c->plan->strength = m->strength;
    c->plan->ground_dex = m->ground_dex;
    c->plan->crawling = m->crawling;
    c->plan->facing = c->facing;
    c->plan->engaged = c->engaged;
    c->plan->engages = engages_there(c);
    qm_verdict *verdict = c->j->verdict;
    verdict->unit = 1;
    if (c->plan->whole) { /* standing up from lying is the whole movement */
        verdict->cost = verdict->allowance = c->plan->whole;
        return;
    }
    verdict->cost = c->spent;
    verdict->allowance = m->slow && m->mov_max > m->allowance ? (m->allowance > 0 ? m->allowance : 1) : m->mov_max;
}

uint16_t qm__hm_shift_reason(const qm_scenario *s, const qm_state *st, uint16_t figure, uint16_t hex, uint8_t facing,
                             uint16_t *other) {
    const hm_body *body = hm_body_at(s, st, figure);
    uint16_t before[QM_FIGURES_MAX], after[QM_FIGURES_MAX];
    const int old = qm__hm_engagers_at(s, st, figure, body->hex, body->facing, before, QM_FIGURES_MAX);
    const int now = qm__hm_engagers_at(s, st, figure, hex, facing, after, QM_FIGURES_MAX);
    int same = 0; /* both lists are in the order of the roster */
    for (int i = 0, k = 0; i < old; i++, k++) {
        while (k < now && after[k] < before[i]) {
            k++;
        }
        if (k == now || after[k] != before[i]) {
            *other = before[i];
            return HM_REASON_SHIFT_LOSES;
        }
        same++;
    }
    if (now == same || hm_of(s)->set.shift_new_foes == HM_SHIFT_NEW_FOES_AT_LEAST) {
        return 0;
    }
    for (int k = 0; k < now; k++) {
        bool known = false;
        for (int i = 0; i < old; i++) {
            known = known || before[i] == after[k];
        }
        if (!known) {
            *other = after[k];
        }
    }
    return HM_REASON_SHIFT_GAINS;
}

/* ------------------------------------------------------------------------------------------------------- kinds of
 * order */

static bool has_walking(const qm_order *order) {
    for (uint16_t i = 0; i < order->leg_count; i++) {
        if (order->legs[i].kind != HM_LEG_FACE) {
            return true;
        }
    }
    return false;
}

/* How far from its hex the order takes the figure: others farther off do not matter. */
static int order_radius(const qm_scenario *s, const qm_order *order, uint16_t start) {
    int radius = 0;
    uint16_t at = start;
    for (uint16_t i = 0; i < order->leg_count; i++) {
        const uint16_t to = order->legs[i].kind <= HM_LEG_JUMP ? qm__hm_hex(s, order->legs[i].to) : 0;
        if (to == 0) {
            continue;
        }
        const int distance = qm__hex_distance(&s->hex, start, to);
        radius = distance > radius ? distance : radius;
        if (order->legs[i].kind == HM_LEG_WALK && qm__hex_distance(&s->hex, at, to) > 1) {
            return 2 * QM__HEX_SIDE_MAX; /* it will be routed, by any way */
        }
        at = to;
    }
    return radius + 2;
}

static uint16_t first_engager(const qm_scenario *s, const qm_state *st, uint16_t figure) {
    const hm_body *body = hm_body_at(s, st, figure);
    uint16_t other = 0;
    qm__hm_engagers_at(s, st, figure, body->hex, body->facing, &other, 1);
    return other;
}

uint16_t qm__hm_pursuer_of(const qm_scenario *s, const qm_state *st, uint16_t figure) {
    for (uint16_t f = 1; f <= s->figure_count; f++) {
        const hm_body *body = hm_body_at(s, st, f);
        if (body->chasing == figure && hm_active(body)) {
            return f;
        }
    }
    return 0;
}

static void judge_delay(qm__judging *j) {
    const hm_settings *set = &hm_of(j->scenario)->set;
    if (!set->delay) {
        qm__refuse(j, HM_REASON_NO_DELAY);
    }
    const uint16_t pursuer = qm__hm_pursuer_of(j->scenario, j->state, j->order->actor);
    if (pursuer) {
        qm__cite(j, CITE_CHASE); /* breaking off counts as having moved first, unless it is barred */
    }
    if (pursuer && set->chase_delay == HM_CHASE_DELAY_BARRED) {
        qm__refuse(j, HM_REASON_DELAY_QUARRY)->other = pursuer;
    }
}

/* Which list the figure chooses from (HX-37), and what goes before any movement. */
static void judge_list(qm__judging *j, const hm_body *body, uint16_t engager) {
    const hm_settings *set = &hm_of(j->scenario)->set;
    const uint16_t kind = j->order->kind;
    const bool delayed = body->move == HM_MOVE_DELAYED;
    const bool late_shift = kind == HM_SHIFT && set->delay_engaged == HM_DELAY_ENGAGED_SHIFT && body->hexes == 0;
    if (delayed && kind != HM_RESUME && !late_shift) {
        qm__refuse(j, HM_REASON_DELAYED);
    } else if (!delayed && kind == HM_RESUME) {
        qm__refuse(j, HM_REASON_NOT_DELAYED);
    }
    if (engager && body->position == HM_PRONE) { /* fallen it is engaged all the same */
        qm__cite(j, CITE_THUMB);
        qm__cite(j, CITE_FALLEN);
    }
    const bool free_kind =
        (kind >= HM_STEP && kind <= HM_FULL) || kind == HM_DELAY || (kind == HM_RESUME && has_walking(j->order));
    if (engager && free_kind) {
        qm__refuse(j, HM_REASON_ENGAGED)->other = engager;
    }
    if (kind == HM_SHIFT && !engager) {
        qm__refuse(j, HM_REASON_NOT_ENGAGED);
    }
    if (kind == HM_SHIFT && body->position != HM_STANDING && set->crawl_shift == HM_CRAWL_SHIFT_NO) {
        qm__refuse(j, HM_REASON_SHIFT_DOWN);
    }
    if (kind == HM_DELAY) {
        judge_delay(j);
    }
}

/* Changing weapons as one stands up (HX-40, HX-46). */
static void judge_change(hm_cursor *c, int32_t item) {
    const qm_scenario *s = c->m->s;
    if (item < 1 || item > s->item_count) {
        qm__hm_refuse_leg(c, HM_REASON_UNKNOWN_ITEM);
        return;
    }
    const hm_thing *thing = hm_thing_at(s, c->m->st, (uint16_t)item);
    c->plan->item = (uint16_t)item;
    if (thing->holder != c->m->figure) {
        qm__hm_refuse_leg(c, HM_REASON_NOT_HELD)->item = (uint16_t)item;
    } else if (c->m->body->ready == item) {
        qm__hm_refuse_leg(c, HM_REASON_READY_ALREADY)->item = (uint16_t)item;
    } else if (thing->broken) {
        qm__hm_refuse_leg(c, HM_REASON_ITEM_BROKEN)->item = (uint16_t)item;
    } else if (qm__hm_weapon_kind(s, c->m->st, (uint16_t)item) < 0) {
        qm__hm_refuse_leg(c, HM_REASON_NO_WEAPON)->item = (uint16_t)item;
    }
}

uint16_t qm__hm_on_top(const qm_scenario *s, const qm_state *st, uint16_t figure) {
    const hm_body *body = hm_body_at(s, st, figure);
    for (uint16_t f = 1; f <= s->figure_count; f++) {
        const hm_body *other = hm_body_at(s, st, f);
        if (f == figure || other->hex != body->hex || other->hanging) {
            continue;
        }
        if (other->under > body->under || (!hm_lies(other) && !other->climbing)) { /* two do not stand in one hex */
            return f;
        }
    }
    return 0;
}

static void judge_rise(hm_cursor *c, bool engaged) {
    hm_mover *m = c->m;
    const qm_order *order = c->j->order;
    const hm_body *body = m->body;
    const int32_t item = order->arguments[0];
    if (body->position == HM_STANDING) {
        qm__hm_refuse_leg(c, HM_REASON_STANDS);
    }
    const uint16_t top = m->d->set.stand_under == HM_STAND_UNDER_NO ? qm__hm_on_top(m->s, m->st, m->figure) : 0;
    if (top) {
        qm__hm_refuse_leg(c, HM_REASON_LIES_UNDER)->other = top;
    }
    if (body->position != HM_STANDING) {
        qm__cite(c->j, body->position == HM_PRONE ? CITE_RISE : engaged ? CITE_RISE_ENGAGED : CITE_RISE_LOW);
    }
    if (body->position == HM_PRONE) {
        if (item) {
            qm__hm_refuse_leg(c, HM_REASON_RISE_TAKES_ALL);
        }
        c->plan->whole = (uint8_t)(m->allowance < 1 ? 1 : m->allowance > HM_COUNT_MAX ? HM_COUNT_MAX : m->allowance);
        judge_legs(c, false, HM_REASON_RISE_TAKES_ALL);
        return;
    }
    if (item) {
        judge_change(c, item);
    }
    if (engaged) {
        qm__hm_mover_limit(m, HM_SHIFT);
    }
    judge_legs(c, item == 0, HM_REASON_RISE_OR_CHANGE);
}

static void judge_walk(qm__judging *j) {
    const qm_scenario *s = j->scenario;
    const qm_order *order = j->order;
    const uint16_t figure = order->actor;
    const hm_body *body = hm_body_at(s, j->state, figure);
    hm_move_plan *plan = j->prepared;
    plan->step_count = 0;
    plan->item = plan->rim = 0;
    plan->whole = plan->was_engaged = 0;
    if ((body->hanging || body->climbing) && (order->kind != HM_STILL || has_walking(order))) {
        qm__refuse(j, body->hanging ? HM_REASON_HANGS : HM_REASON_ON_ROPE);
        return;
    }
    const uint16_t engager = first_engager(s, j->state, figure);
    plan->was_engaged = engager != 0;
    judge_list(j, body, engager);
    hm_mover m;
    qm__hm_mover_begin(&m, s, j->state, figure, order->kind, order_radius(s, order, body->hex));
    hm_cursor c = {.j = j, .m = &m, .plan = plan, .hex = body->hex, .facing = body->facing, .fresh = true};
    qm__way_add(j, qm__hm_place(s, body->hex));
    if (order->kind == HM_RISE) {
        judge_rise(&c, engager != 0);
    } else {
        judge_legs(&c, order->kind != HM_STILL, HM_REASON_BAD_LEG);
    }
    finish(&c);
}

static void judge_wait(qm__judging *j) {
    const hm_body *body = hm_body_at(j->scenario, j->state, j->order->actor);
    if (body->move != HM_MOVE_DELAYED) {
        qm__refuse(j, HM_REASON_NOT_DELAYED);
    } else if (j->state->phase == HM_PHASE_ACT && (body->flags & HM_ASKED)) { /* it is to act: nobody to wait for */
        qm__refuse(j, HM_REASON_TO_ACT_NOW);
    }
}

/* A reading lets a figure turn at any time in the phase, outside its own move (HX-25). */
static void judge_turn(qm__judging *j) {
    const hm_body *body = hm_body_at(j->scenario, j->state, j->order->actor);
    const int32_t direction = j->order->arguments[0];
    if (hm_of(j->scenario)->set.turn_when == HM_TURN_WHEN_OWN_MOVE) {
        qm__refuse(j, HM_REASON_TURN_OWN_MOVE);
    }
    if (direction < 0 || direction > 5) {
        qm__refuse(j, HM_REASON_BAD_DIRECTION);
    } else if (direction == body->facing) {
        qm__refuse(j, HM_REASON_FACES_ALREADY);
    }
    if (body->hanging) {
        qm__refuse(j, HM_REASON_HANGS);
    }
}

void qm__hm_judge_move(qm__judging *j) {
    switch (j->order->kind) {
    case HM_PULL_UP:
        qm__hm_judge_pull_up(j);
        return;
    case HM_LET_GO:
        qm__hm_judge_let_go(j);
        return;
    case HM_CLIMB:
        qm__hm_judge_climb(j);
        return;
    case HM_WAIT:
        judge_wait(j);
        return;
    case HM_TURN:
        judge_turn(j);
        return;
    }
    judge_walk(j);
}
