/* Jumping: over pits and walls, over bodies, and what comes of a missed jump.
 *
 * Invariant: a jump is weighed by qm__hm_leap_judge alone, for the judge and for the search. The hexes flown over stand
 * as OVER steps before the jump in the prepared movement, so that a missed one knows where it can end without looking
 * again.
 */
#include "rules/hexmelee/move.h"

#include "rules/hexmelee/act.h"

static bool no_leap(hm_leap *leap, uint16_t reason, uint16_t at, uint16_t other) {
    leap->reason = reason;
    leap->at = at;
    leap->other = other;
    return false;
}

/* Dice for a jump by width; 0 stands for none needed, -1 for too wide (HX-12). */
static int jump_dice(const hm_settings *set, int width) {
    switch (width) {
    case 1:
        return set->jump_dice_1;
    case 2:
        return set->jump_dice_2;
    case 3:
        return set->jump_dice_3;
    }
    const int dice = set->jump_dice_3 + (width - 3) * set->jump_dice_more;
    return set->jump_wider == HM_JUMP_WIDER_NO || dice > HM_ROLL_DICE_MAX ? -1 : dice;
}

static int widest_jump(const hm_settings *set) {
    int width = 3;
    while (width < HM_SPAN_MAX && jump_dice(set, width + 1) >= 0) {
        width++;
    }
    return width;
}

static bool is_obstacle(const hm_mover *m, uint16_t hex) {
    const uint8_t what = hm_ground_at(m->s, hex)->what;
    return what == HM_WHAT_PIT || what == HM_WHAT_WALL;
}

/* What a jump between two hexes goes over first: a pit or wall, then somebody who lies there. */
static int worth_jumping(const hm_mover *m, uint16_t hex) {
    return is_obstacle(m, hex) ? 2 : qm__hm_spot_at(m, hex, 0).body ? 1 : 0;
}

/* The hexes between, along one straight row, or (a reading) those the straight line crosses. False: there is no such
 * line. */
static bool find_span(const hm_mover *m, uint16_t from, uint16_t to, hm_leap *leap) {
    const qm__hex_board *board = &m->s->hex;
    int distance = 0;
    int direction = qm__hex_straight(board, from, to, &distance);
    if (direction < 0 && m->d->set.jump_line == HM_JUMP_LINE_ROW) {
        return false;
    }
    distance = qm__hex_distance(board, from, to);
    leap->width = (uint8_t)(distance < 1 ? 0 : distance - 1 < 255 ? distance - 1 : 255);
    leap->needed = leap->width;
    if (leap->width == 0 || leap->width > HM_SPAN_MAX) {
        return true;
    }
    if (direction >= 0) {
        leap->direction = (uint8_t)direction;
        uint16_t hex = from;
        for (int i = 0; i < leap->width; i++) {
            hex = board->neighbours[hex][direction];
            leap->span[i] = hex;
        }
        return true;
    }
    qm__hex_crossing line[2 * (HM_SPAN_MAX + 1) + 1];
    const size_t met = qm__hex_line(board, from, to, line, sizeof line / sizeof *line);
    for (int i = 0; i < leap->width; i++) {
        /* Where the line runs between two hexes, it goes over the one with something to jump, else the left one. */
        uint16_t pick = 0;
        for (size_t k = 0; k < met; k++) {
            const uint16_t met_hex = line[k].hex;
            if (qm__hex_distance(board, from, met_hex) == i + 1 &&
                (pick == 0 || worth_jumping(m, met_hex) > worth_jumping(m, pick))) {
                pick = met_hex;
            }
        }
        if (pick == 0) {
            return false;
        }
        leap->span[i] = pick;
    }
    const int last = qm__hex_direction_to(board, leap->span[leap->width - 1], to);
    leap->direction = (uint8_t)(last < 0 ? 0 : last);
    return last >= 0;
}

/* Over one body: it costs more, and the roll is that for footing (HX-36). */
static bool over_body(const hm_mover *m, uint16_t from, hm_leap *leap) {
    const hm_settings *set = &m->d->set;
    const uint16_t hex = leap->span[0];
    const hm_spot spot = qm__hm_spot_at(m, hex, 0);
    if (leap->width != 1 || !spot.body || spot.upright || hm_ground_at(m->s, hex)->what != HM_WHAT_OPEN ||
        hm_ground_at(m->s, from)->what == HM_WHAT_PIT) {
        return false;
    }
    leap->body = true;
    leap->other = spot.body;
    leap->dice = (uint8_t)set->body_dice;
    leap->target = (int16_t)qm__hm_mover_dex(m, from);
    leap->cost = (int16_t)set->body_jump_mov;
    return true;
}

static bool over_obstacle(const hm_mover *m, uint16_t from, hm_leap *leap) {
    const hm_settings *set = &m->d->set;
    const int dice = jump_dice(set, leap->width);
    if (dice < 0) {
        leap->had = (int16_t)widest_jump(set);
        return no_leap(leap, HM_REASON_TOO_WIDE, 0, 0);
    }
    for (int i = 0; i < leap->width; i++) {
        const hm_ground *ground = hm_ground_at(m->s, leap->span[i]);
        if (ground->what == HM_WHAT_WALL && set->wall_height_max && ground->height > set->wall_height_max) {
            leap->needed = (int16_t)(ground->height > 32767 ? 32767 : ground->height);
            leap->had = (int16_t)(set->wall_height_max > 32767 ? 32767 : set->wall_height_max);
            return no_leap(leap, HM_REASON_WALL_TOO_HIGH, leap->span[i], 0);
        }
        const hm_spot spot = qm__hm_spot_at(m, leap->span[i], 0);
        if (spot.upright && !(ground->what == HM_WHAT_PIT && ground->deep)) {
            return no_leap(leap, HM_REASON_JUMP_BLOCKED, leap->span[i], spot.upright);
        }
    }
    leap->dice = (uint8_t)dice;
    leap->target = (int16_t)(m->strength + qm__hm_mover_dex(m, from));
    leap->cost = leap->width;
    return true;
}

/* Why a hex of open ground cannot be jumped: nobody lies there, somebody is on top, or there is more to jump. */
static bool no_body_jump(const hm_mover *m, hm_leap *leap, uint16_t hex) {
    const hm_spot spot = qm__hm_spot_at(m, hex, 0);
    if (!spot.body) {
        return no_leap(leap, HM_REASON_NOTHING_TO_JUMP, hex, 0);
    }
    return spot.upright ? no_leap(leap, HM_REASON_JUMP_BLOCKED, hex, spot.upright)
                        : no_leap(leap, HM_REASON_BODY_ALONE, hex, spot.body);
}

static bool find_obstacle(const hm_mover *m, uint16_t from, hm_leap *leap) {
    for (int i = 0; i < leap->width && i < HM_SPAN_MAX; i++) {
        if (!is_obstacle(m, leap->span[i])) {
            return over_body(m, from, leap) || no_body_jump(m, leap, leap->span[i]);
        }
    }
    return over_obstacle(m, from, leap);
}

/* Whether a figure in flight over a hex is engaged there. It is at the level of the rim, however deep the pit below. */
static bool engaged_above(const hm_mover *m, uint16_t hex, int direction) {
    const qm__hex_board *board = &m->s->hex;
    const bool mutual = m->d->set.engagement == HM_ENGAGEMENT_MUTUAL && !m->all_round;
    for (uint16_t i = 0; i < m->near_count; i++) {
        const hm_near *near = &m->near[i];
        const hm_body *body = hm_body_at(m->s, m->st, near->figure);
        if ((near->roles & HM_NEAR_THREAT) && qm__hex_in_front(board, near->hex, body->facing, hex) &&
            (!mutual || qm__hex_in_front(board, hex, direction, near->hex)) &&
            !qm__hm_rim_between(m->s, body, hex, true)) {
            return true;
        }
    }
    return false;
}

bool qm__hm_leap_judge(const hm_mover *m, uint16_t from, uint16_t to, hm_leap *leap) {
    const hm_settings *set = &m->d->set;
    leap->reason = leap->other = leap->at = 0;
    leap->needed = leap->had = 0;
    leap->body = false;
    if (!find_span(m, from, to, leap)) {
        return no_leap(leap, HM_REASON_NOT_A_ROW, to, 0);
    }
    if (leap->width == 0) {
        return no_leap(leap, HM_REASON_NOTHING_TO_JUMP, to, 0);
    }
    if (leap->width > HM_SPAN_MAX) {
        leap->had = (int16_t)widest_jump(set);
        return no_leap(leap, HM_REASON_TOO_WIDE, 0, 0);
    }
    if (hm_ground_at(m->s, from)->what == HM_WHAT_PIT) {
        return no_leap(leap, HM_REASON_JUMP_TAKE_OFF, from, 0);
    }
    if (!find_obstacle(m, from, leap)) {
        return false;
    }
    for (int i = 0; i < leap->width && set->flight_engages == HM_FLIGHT_ENGAGES_YES; i++) {
        if (engaged_above(m, leap->span[i], leap->direction)) {
            return no_leap(leap, HM_REASON_JUMP_ENGAGED, leap->span[i], 0);
        }
    }
    const hm_spot spot = qm__hm_spot_at(m, to, 1u << leap->direction);
    qm__hm_land(m, to, leap->direction, &spot, &leap->landing);
    if (leap->landing.reason) {
        return no_leap(leap, leap->landing.reason, to, leap->landing.other);
    }
    if (!leap->body || set->body_jump_cost == HM_BODY_JUMP_COST_HEX) {
        leap->cost = (int16_t)(leap->cost + leap->landing.cost);
    }
    return true;
}

/* ---------------------------------------------------------------------------------------------------------- judging */

static void foresee_jump(hm_cursor *c, uint16_t from, const hm_leap *leap) {
    qm_term terms[QM_TERMS_MAX];
    uint16_t count = 0;
    if (leap->dice == 0) {
        return;
    }
    if (!leap->body) {
        const int str = hm_stat_of(c->m->s, c->m->figure)->str;
        qm__term(terms, &count, HM_TERM_STR, str);
        qm__term(terms, &count, HM_TERM_STR_LEFT, c->m->strength - str);
    }
    qm__hm_mover_dex_terms(c->m, from, terms, &count);
    qm__hm_foresee(c->j, leap->body ? HM_ROLL_JUMP_BODY : HM_ROLL_JUMP, c->leg, from, leap->dice, leap->target, terms,
                   count);
}

void qm__hm_judge_jump(hm_cursor *c, uint16_t to) {
    const hm_mover *m = c->m;
    hm_leap leap;
    if (m->crawling) {
        qm__hm_refuse_leg(c, HM_REASON_JUMP_DOWN);
    } else if (m->shift) {
        qm__hm_refuse_leg(c, HM_REASON_JUMP_SHIFT);
    } else if (m->slow) {
        qm__hm_refuse_leg(c, HM_REASON_JUMP_SLOW);
    }
    if (c->picked && m->d->set.pickup_jump == HM_PICKUP_JUMP_NO) {
        qm__hm_refuse_leg(c, HM_REASON_JUMP_PICKUP)->item = c->picked;
    }
    if (!qm__hm_leap_judge(m, c->hex, to, &leap)) {
        qm_reason *reason = qm__hm_refuse_leg(c, leap.reason);
        reason->other = leap.other;
        reason->at = qm__hm_place(m->s, leap.at);
        reason->needed = leap.needed;
        reason->had = leap.had;
        return;
    }
    for (int i = 0; i < leap.width; i++) {
        qm__hm_add_step(c, HM_STEP_OVER, leap.span[i], 0);
    }
    foresee_jump(c, c->hex, &leap);
    c->hexes = (int16_t)(c->hexes + leap.width);
    c->facing = leap.direction;
    hm_step *step = qm__hm_add_step(c, leap.body ? HM_STEP_BODY_JUMP : HM_STEP_JUMP, to, leap.cost);
    step->width = leap.width;
    step->checks = leap.landing.checks;
    qm__hm_foresee_footing(c, &leap.landing, to);
    c->jumped = true;
    c->pass = false;
    c->last_cost = leap.landing.cost;
    c->stopped = leap.landing.stops;
    c->engaged = leap.landing.engaged;
}

/* ---------------------------------------------------------------------------------------------------------- playing */

/* Which of the hexes flown over a missed jump ends in (HX-13). */
static uint16_t missed_hex(qm__run *run, const hm_step *over, int width) {
    const qm_scenario *s = run->scenario;
    const uint16_t last = over[width - 1].hex;
    if (width == 1 || (hm_of(s)->set.missed_hex == HM_MISSED_HEX_WALLS && hm_ground_at(s, last)->what == HM_WHAT_PIT)) {
        return last;
    }
    const qm__roll roll = {
        .kind = HM_ROLL_MISSED_HEX, .figure = run->order->actor, .dice = 1, .sides = (uint8_t)width, .shape = QM__PICK};
    const int pick = qm__roll_take(run, &roll);
    return over[pick].hex;
}

static void end_in(qm__run *run, uint16_t hex) {
    const qm_scenario *s = run->scenario;
    const hm_data *d = hm_of(s);
    const uint16_t figure = run->order->actor;
    hm_body *body = hm_body_at(s, run->state, figure);
    const hm_ground *ground = hm_ground_at(s, hex);
    if (ground->what == HM_WHAT_WALL) {
        qm__hm_arrive(run, hex, body->facing);
        if (d->set.missed_wall == HM_MISSED_WALL_PRONE) {
            qm__hm_fall_over(run, figure, HM_EVENT_ON_WALL);
        } else {
            body->move = HM_MOVE_DONE;
            qm__tell(run, HM_EVENT_ON_WALL)->at = qm__hm_place(s, hex);
        }
        return;
    }
    qm__hm_drop_into(run, figure, hex, ground->depth);
}

/* Missed: the far side of a deep pit may be grabbed; only then is it settled where the figure comes down (HX-13 to
 * HX-15). */
static void miss(qm__run *run, const hm_step *step) {
    const qm_scenario *s = run->scenario;
    const hm_data *d = hm_of(s);
    const hm_step *over = step - step->width;
    const uint16_t figure = run->order->actor, last = over[step->width - 1].hex;
    hm_body *body = hm_body_at(s, run->state, figure);
    const hm_ground *ground = hm_ground_at(s, last);
    qm__tell(run, HM_EVENT_MISSED_JUMP)->at = qm__hm_place(s, step->hex);
    if (ground->what == HM_WHAT_PIT && ground->deep &&
        (d->set.grab_dice == 0 || qm__hm_move_save(run, HM_ROLL_GRAB_RIM, body->hex, d->set.grab_dice))) {
        qm__hm_arrive(run, last, step->facing);
        body->under = 0; /* it hangs: whoever is below is not in its way */
        body->hanging = (uint8_t)(1 + qm__hex_direction_to(&s->hex, last, step->hex));
        qm__tell(run, HM_EVENT_GRABBED_RIM)->at = qm__hm_place(s, step->hex);
        qm__hm_try_pull_up(run, figure, false);
        return;
    }
    end_in(run, missed_hex(run, over, step->width));
}

static int play_body_jump(qm__run *run, const hm_step *step) {
    const qm_scenario *s = run->scenario;
    const hm_settings *set = &hm_of(s)->set;
    const uint16_t figure = run->order->actor, from = hm_body_at(s, run->state, figure)->hex;
    const uint16_t over = step[-1].hex, body = qm__hm_lying_in(s, run->state, over, figure);
    if (set->body_dice == 0 || qm__hm_move_save(run, HM_ROLL_JUMP_BODY, from, set->body_dice)) {
        qm__hm_arrive(run, step->hex, step->facing);
        qm_event *event = qm__tell(run, HM_EVENT_JUMPED_BODY);
        event->other = body;
        event->at = qm__hm_place(s, step->hex);
        return HM_WENT_ON;
    }
    qm__hm_arrive(run, set->body_jump_miss == HM_BODY_JUMP_MISS_BODY ? over : step->hex, step->facing);
    qm_event *event = qm__tell(run, HM_EVENT_MISSED_JUMP);
    event->at = qm__hm_place(s, step->hex);
    event->other = body;
    qm__hm_fall_over(run, figure, HM_EVENT_STUMBLED_JUMP);
    return HM_WENT_DOWN;
}

int qm__hm_play_jump(qm__run *run, const hm_step *step) {
    const qm_scenario *s = run->scenario;
    const hm_move_plan *plan = run->prepared;
    const uint16_t figure = run->order->actor;
    hm_body *body = hm_body_at(s, run->state, figure);
    body->flags |= HM_JUMPED;
    body->facing = step->facing;
    if (step->kind == HM_STEP_BODY_JUMP) {
        return play_body_jump(run, step);
    }
    const int dice = jump_dice(&hm_of(s)->set, step->width);
    const int dex = plan->ground_dex ? plan->dex + hm_ground_at(s, body->hex)->dex : plan->dex;
    if (dice <= 0 || qm__hm_save(run, HM_ROLL_JUMP, figure, dice, plan->strength + dex)) {
        qm__hm_arrive(run, step->hex, step->facing);
        qm__tell(run, HM_EVENT_JUMPED)->at = qm__hm_place(s, step->hex);
        return HM_WENT_ON;
    }
    miss(run, step);
    return HM_WENT_DOWN;
}
