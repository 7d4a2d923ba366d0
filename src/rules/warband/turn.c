/* The course of a turn: phases, recovery, whose turn is next; and what a unit does without moving: staying, reloading,
 * taking treasure up and putting it down.
 *
 *     start -next-> upkeep -next-> engage -next-> move -next-> shoot -next-> melee -next-> the next side's upkeep
 *
 * Invariant: what is said to hold "this turn" is forgotten for all units when the next turn begins, whoever's it is.
 */
#include "rules/warband/warband.h"

enum { THE_ITEM }; /* take ITEM */

/* ------------------------------------------------------------------------------------------------------ whose turn */

bool qm__wb_judge_now(qm__judging *j, uint8_t phase) {
    const qm_scenario *s = j->scenario;
    const uint16_t figure = j->order->actor;
    if (j->state->phase == WB_PHASE_START) {
        qm__refuse(j, WB_REASON_NOT_BEGUN);
        return false;
    }
    const bool present = wb_present(wb_at(s, j->state, figure));
    const bool turn = s->figures[figure - 1].side == wb_game_of(s, j->state)->side;
    const bool time = phase == WB_PHASE_START || j->state->phase == phase;
    if (!present) {
        qm__refuse(j, WB_REASON_NOT_ON_TABLE);
    }
    if (!turn) {
        qm__refuse(j, WB_REASON_NOT_ITS_TURN);
    }
    if (!time) {
        qm__refuse(j, WB_REASON_WRONG_PHASE)->word = j->state->phase;
    }
    return present && turn && time;
}

static bool has_units(const qm_scenario *s, const qm_state *st, uint16_t side) {
    for (uint16_t f = 1; f <= s->figure_count; f++) {
        if (s->figures[f - 1].side == side && wb_present(wb_at(s, st, f))) {
            return true;
        }
    }
    return false;
}

/* The next one that has units; where none has, simply the next one. */
static uint16_t next_side(const qm_scenario *s, const qm_state *st) {
    const uint16_t now = wb_game_of(s, st)->side;
    for (uint16_t i = 0; i < s->side_count; i++) {
        const uint16_t side = (uint16_t)((now + i) % s->side_count + 1);
        if (has_units(s, st, side)) {
            return side;
        }
    }
    return (uint16_t)(now % s->side_count + 1);
}

/* ------------------------------------------------------------------------------------------------------------ turns */

static void tell_side(qm__run *run, uint16_t kind) {
    qm_event *told = qm__tell(run, kind);
    told->figure = 0;
    told->word = wb_game_of(run->scenario, run->state)->side;
    told->value = run->state->turn;
}

_Static_assert(WB_EVENT_RECOVERED_WELL - WB_EVENT_RECOVERED_DAZED == WB_DAZED - WB_WELL, "one for each, the best last");

static void recover(qm__run *run, uint16_t figure, uint8_t condition) {
    wb_at(run->scenario, run->state, figure)->condition = condition;
    qm__tell(run, (uint16_t)(WB_EVENT_RECOVERED_WELL - condition))->figure = figure;
}

/* Units of the side whose turn it is improve by a step: all of them in upkeep, the staggered when the turn is over. */
static void recover_side(qm__run *run, bool upkeep) {
    const qm_scenario *s = run->scenario;
    const uint16_t side = wb_game_of(s, run->state)->side;
    for (uint16_t f = 1; f <= s->figure_count; f++) {
        const uint8_t condition = qm__wb_condition(s, run->state, f);
        const bool better = upkeep ? condition != WB_WELL && condition != WB_OUT : condition == WB_STAGGERED;
        if (s->figures[f - 1].side == side && better) {
            recover(run, f, (uint8_t)(condition - 1));
        }
    }
}

static void forget_turn(const qm_scenario *s, qm_state *st) {
    for (uint16_t f = 1; f <= s->figure_count; f++) {
        wb_unit *u = wb_at(s, st, f);
        u->engaged = u->moved = u->ran = u->jumped = u->intercepted = 0;
    }
}

static void begin_turn(qm__run *run) {
    qm_state *st = run->state;
    wb_game_of(run->scenario, st)->side = next_side(run->scenario, st);
    forget_turn(run->scenario, st);
    st->turn = (uint16_t)(st->turn < UINT16_MAX ? st->turn + 1 : st->turn);
    st->phase = WB_PHASE_UPKEEP;
    tell_side(run, WB_EVENT_TURN);
    recover_side(run, true);
}

static void end_turn(qm__run *run) {
    recover_side(run, false);
    tell_side(run, WB_EVENT_TURN_OVER);
    qm__end_of_turn(run);
}

_Static_assert(WB_EVENT_MELEE_PHASE - WB_EVENT_ENGAGE_PHASE == WB_PHASE_MELEE - WB_PHASE_ENGAGE, "one for each phase");

static void play_next(qm__run *run) {
    qm_state *st = run->state;
    if (st->phase != WB_PHASE_START && st->phase != WB_PHASE_MELEE) {
        st->phase++;
        qm__tell(run, (uint16_t)(WB_EVENT_ENGAGE_PHASE + st->phase - WB_PHASE_ENGAGE))->figure = 0;
        return;
    }
    if (st->phase == WB_PHASE_MELEE) {
        end_turn(run);
    }
    if (!st->ended) {
        begin_turn(run);
    }
}

/* ------------------------------------------------------------------------------------------------ staying, reloading
 */

static void judge_stay(qm__judging *j) {
    if (qm__wb_judge_now(j, WB_PHASE_MOVE) && wb_at(j->scenario, j->state, j->order->actor)->moved) {
        qm__refuse(j, WB_REASON_ALREADY_MOVED);
    }
}

/* WB-32. */
static void judge_reload(qm__judging *j) {
    const uint16_t figure = j->order->actor;
    if (wb_set(j->scenario)->reload == WB_RELOAD_NONE) {
        qm__refuse(j, WB_REASON_NO_RELOADING);
        return;
    }
    if (!qm__wb_judge_now(j, WB_PHASE_MOVE)) {
        return;
    }
    if (!wb_value(j->scenario, figure, WB_RELOADS)) {
        qm__refuse(j, WB_REASON_NOTHING_TO_RELOAD);
    } else if (!wb_unloaded(j->scenario, wb_at(j->scenario, j->state, figure))) {
        qm__refuse(j, WB_REASON_LOADED);
    }
    qm__wb_judge_may_move(j);
}

/* --------------------------------------------------------------------------------------------------------- treasure */

/* From the edge of a figure's base to a token, in space. */
static double token_distance(const qm_scenario *s, const qm_state *st, uint16_t figure, const wb_token *token) {
    const qm__body body = qm__wb_body_at(s, figure, wb_place(wb_at(s, st, figure)));
    const double plan = qm__most(qm__body_point_distance(&body, (qm__xy){token->x, token->y}), 0);
    return qm__length((qm__xy){plan, (double)token->z - body.z});
}

/* Touching: within its base as seen from above, and no more than a step up or down. */
static void judge_touch(qm__judging *j, uint16_t item) {
    const qm_scenario *s = j->scenario;
    const wb_token *token = wb_token_at(s, j->state, item);
    const wb_unit *u = wb_at(s, j->state, j->order->actor);
    const qm__body body = qm__wb_body_at(s, j->order->actor, wb_place(u));
    const int32_t higher = token->z > u->z ? token->z - u->z : u->z - token->z;
    if (higher > wb_set(s)->step || qm__body_point_distance(&body, (qm__xy){token->x, token->y}) > QM__SLACK) {
        qm_reason *reason = qm__refuse(j, WB_REASON_TAKE_AWAY);
        reason->item = item;
        reason->at = (qm_place){token->x, token->y, token->z};
        reason->needed = qm__units(token_distance(s, j->state, j->order->actor, token));
    }
}

/* No enemy is near it; the nearest is named. Where nobody may measure how far enemies are, it is any of them that
 * are too near. */
static void judge_clear(qm__judging *j, uint16_t item) {
    const qm_scenario *s = j->scenario;
    const bool measured = !qm__wb_unmeasured(s, j->state);
    const wb_token *token = wb_token_at(s, j->state, item);
    uint16_t nearest = 0;
    double least = 0;
    for (uint16_t f = 1; f <= s->figure_count; f++) {
        if (!wb_present(wb_at(s, j->state, f)) || !wb_hostile(s, j->order->actor, f)) {
            continue;
        }
        const double distance = token_distance(s, j->state, f, token);
        if (qm__within(distance, wb_set(s)->treasure_clear) && (nearest == 0 || (measured && distance < least))) {
            nearest = f;
            least = distance;
        }
    }
    if (nearest) {
        qm_reason *reason = qm__refuse(j, WB_REASON_TAKE_ENEMY);
        reason->other = nearest;
        reason->item = item;
        reason->needed = qm__units(least);
        reason->had = wb_set(s)->treasure_clear;
    }
}

static void judge_take(qm__judging *j) {
    const qm_scenario *s = j->scenario;
    const uint16_t item = (uint16_t)j->order->arguments[THE_ITEM], holder = wb_token_at(s, j->state, item)->holder;
    if (!qm__wb_judge_now(j, WB_PHASE_UPKEEP)) {
        return;
    }
    const wb_unit *u = wb_at(s, j->state, j->order->actor);
    if (!wb_carries(s, j->order->actor)) {
        qm__refuse(j, WB_REASON_TAKE_ANIMAL);
    }
    if (wb_downed(u)) {
        qm__refuse(j, WB_REASON_TAKE_DOWNED);
    }
    if (u->treasure) {
        qm__refuse(j, WB_REASON_TAKE_SECOND)->item = u->treasure;
    } else if (holder) {
        qm_reason *reason = qm__refuse(j, WB_REASON_TAKE_HELD);
        reason->item = item;
        reason->other = holder;
    } else {
        judge_touch(j, item);
        judge_clear(j, item);
    }
}

static void judge_leave(qm__judging *j) {
    if (qm__wb_judge_now(j, WB_PHASE_START) && !wb_at(j->scenario, j->state, j->order->actor)->treasure) {
        qm__refuse(j, WB_REASON_LEAVE_NOTHING);
    }
}

static void play_take(qm__run *run) {
    const uint16_t item = (uint16_t)run->order->arguments[THE_ITEM];
    qm__wb_hold(run, run->order->actor, item);
    qm__tell(run, WB_EVENT_TOOK)->item = item;
}

static void play_leave(qm__run *run) {
    wb_unit *u = wb_at(run->scenario, run->state, run->order->actor);
    qm_event *told = qm__tell(run, WB_EVENT_LEFT);
    told->item = u->treasure;
    told->at = wb_place(u);
    qm__wb_lay_down(run, run->order->actor, wb_place(u));
}

void qm__wb_lay_down(qm__run *run, uint16_t figure, qm_place at) {
    wb_unit *u = wb_at(run->scenario, run->state, figure);
    *wb_token_at(run->scenario, run->state, u->treasure) = (wb_token){.x = at.x, .y = at.y, .z = at.z};
    u->treasure = 0;
}

void qm__wb_hold(qm__run *run, uint16_t figure, uint16_t item) {
    *wb_token_at(run->scenario, run->state, item) = (wb_token){.holder = figure};
    wb_at(run->scenario, run->state, figure)->treasure = item;
}

/* ----------------------------------------------------------------------------------------------------------- orders */

void qm__wb_judge_turn(qm__judging *j) {
    switch (j->order->kind) {
    case WB_ORDER_STAY:
        judge_stay(j);
        return;
    case WB_ORDER_RELOAD:
        judge_reload(j);
        return;
    case WB_ORDER_TAKE:
        judge_take(j);
        return;
    case WB_ORDER_LEAVE:
        judge_leave(j);
        return;
    default: /* next: always */
        return;
    }
}

void qm__wb_play_turn(qm__run *run) {
    wb_unit *u = run->order->actor ? wb_at(run->scenario, run->state, run->order->actor) : NULL;
    switch (run->order->kind) {
    case WB_ORDER_STAY:
        u->moved = 1;
        qm__tell(run, WB_EVENT_STAYED);
        return;
    case WB_ORDER_RELOAD:
        u->moved = 1;
        u->unloaded = 0;
        qm__tell(run, WB_EVENT_RELOADED);
        return;
    case WB_ORDER_TAKE:
        play_take(run);
        return;
    case WB_ORDER_LEAVE:
        play_leave(run);
        return;
    default:
        play_next(run);
        return;
    }
}
