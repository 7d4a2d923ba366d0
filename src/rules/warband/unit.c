/* What a unit may do and how far it may go: condition, contact, movement, running and engaging.
 *
 * Invariant: everything here follows from the state as it is; contact is measured and never remembered, so that a unit
 * that is pushed, falls or is removed cannot stay engaged by oversight.
 *
 * Rejected: one number "movement left" in the state. A unit has its move at once, and what it may do is told best by
 * what it has done.
 */
#include "rules/warband/warband.h"

enum { INCH = 1000, CLAUSE_STUNNED = 2 - 1, CLAUSE_DAZED = 3 - 1, CLAUSE_ENGAGED = 4 - 1, CLAUSE_LEAVING = 5 - 1 };

/* ------------------------------------------------------------------------------------------------------- condition */

uint8_t qm__wb_condition(const qm_scenario *s, const qm_state *st, uint16_t figure) {
    const uint8_t condition = wb_at(s, st, figure)->condition;
    const bool eased = wb_value(s, figure, WB_UNDEAD) && wb_set(s)->undead_stunned == WB_UNDEAD_STUNNED_DAZED;
    return condition == WB_STUNNED && eased ? (uint8_t)WB_DAZED : condition;
}

uint16_t qm__wb_engaged_by(const qm_scenario *s, const qm_state *st, uint16_t figure, bool any) {
    const wb_unit *u = wb_at(s, st, figure);
    for (uint16_t i = 1; i <= s->figure_count && wb_present(u); i++) {
        const wb_unit *foe = wb_at(s, st, i);
        if ((any || !wb_downed(foe)) && wb_hostile(s, figure, i) && qm__wb_touches(s, st, figure, wb_place(u), i)) {
            return i;
        }
    }
    return 0;
}

/* -------------------------------------------------------------------------------------------------------- movement */

/* What a condition leaves of a unit's movement: one of the words of stunned_move, which the other two share. */
static int32_t condition_word(const qm_scenario *s, uint8_t condition) {
    const wb_settings *set = wb_set(s);
    switch (condition) {
    case WB_STAGGERED:
        return set->staggered_move;
    case WB_DAZED:
        return set->dazed_move;
    case WB_STUNNED:
        return set->stunned_move;
    case WB_OUT:
        return WB_STUNNED_MOVE_NONE;
    default:
        return WB_STUNNED_MOVE_FULL;
    }
}

_Static_assert((int)WB_STUNNED_MOVE_NONE == (int)WB_DAZED_MOVE_NONE &&
                   (int)WB_STUNNED_MOVE_FULL == (int)WB_DAZED_MOVE_FULL &&
                   (int)WB_STUNNED_MOVE_HALF == (int)WB_DAZED_MOVE_HALF &&
                   (int)WB_STUNNED_MOVE_NONE == (int)WB_STAGGERED_MOVE_NONE &&
                   (int)WB_STUNNED_MOVE_HALF == (int)WB_STAGGERED_MOVE_HALF &&
                   (int)WB_STUNNED_MOVE_FULL == (int)WB_STAGGERED_MOVE_FULL,
               "the same words for every condition");

/* Half, rounded up to whole inches, but never more than there was. */
static int32_t half_of(int32_t length) {
    const int32_t half = (length + 2 * INCH - 1) / (2 * INCH) * INCH;
    return half < length ? half : length;
}

static int32_t least_of(int32_t a, int32_t b) {
    return a < b ? a : b;
}

/* Thousandths of a length, fractions of a unit dropped. */
static int32_t times(int32_t length, int32_t factor) {
    return (int32_t)((int64_t)length * factor / 1000);
}

/* As armour leaves it. */
static int32_t unhurt_move(const qm_scenario *s, uint16_t figure) {
    const int32_t move = wb_value(s, figure, WB_MOVE);
    const int32_t worn = wb_value(s, figure, WB_ARMOURED) ? wb_set(s)->armour_move : 0;
    return move > worn ? move - worn : 0;
}

static bool never_runs(const qm_scenario *s, uint16_t figure) {
    return wb_value(s, figure, WB_UNDEAD) && wb_set(s)->undead_run == WB_UNDEAD_RUN_NO;
}

/* How far an order leads one whose Move is so much. */
static int32_t with_order(const qm_scenario *s, uint16_t figure, uint16_t order, int32_t move) {
    const wb_settings *set = wb_set(s);
    if (order == WB_ORDER_RUN) {
        const int32_t plain = move > 0 ? times(move, set->run_factor) + set->run_bonus : 0;
        const int32_t trained = wb_value(s, figure, WB_RUNNER) ? times(move, set->runner_factor) : 0;
        return trained > plain ? trained : plain;
    }
    return order == WB_ORDER_ENGAGE ? times(move, set->engage_factor) : move;
}

int32_t qm__wb_move(const qm_scenario *s, const qm_state *st, uint16_t figure) {
    return qm__wb_allowance(s, st, figure, WB_ORDER_MOVE);
}

/* An inch is an inch however one goes; a half is taken before or after the order makes more of it. */
int32_t qm__wb_allowance(const qm_scenario *s, const qm_state *st, uint16_t figure, uint16_t order) {
    const int32_t move = unhurt_move(s, figure);
    if (order == WB_ORDER_RUN && never_runs(s, figure)) {
        return 0;
    }
    switch (condition_word(s, qm__wb_condition(s, st, figure))) {
    case WB_STUNNED_MOVE_NONE:
        return 0;
    case WB_STUNNED_MOVE_ONE_INCH:
        return least_of(with_order(s, figure, order, move), INCH);
    case WB_STUNNED_MOVE_HALF:
        return wb_set(s)->stagger_order == WB_STAGGER_ORDER_HALF_FIRST ? with_order(s, figure, order, half_of(move))
                                                                       : half_of(with_order(s, figure, order, move));
    default:
        return with_order(s, figure, order, move);
    }
}

bool qm__wb_is_short(uint16_t kind) {
    switch (kind) {
    case WB_REASON_TOO_FAR:
    case WB_REASON_TOO_FAR_DIFFICULT:
    case WB_REASON_TOO_FAR_RUN:
    case WB_REASON_TOO_FAR_RUN_DIFFICULT:
    case WB_REASON_TOO_FAR_AREA:
    case WB_REASON_TOO_FAR_INCH:
    case WB_REASON_TOO_FAR_RUN_AREA:
    case WB_REASON_TOO_FAR_RUN_INCH:
    case WB_REASON_CLIMB_TOO_FAR:
    case WB_REASON_CLIMB_TOO_FAR_DIFFICULT:
    case WB_REASON_JUMP_SHORT:
    case WB_REASON_JUMP_SHORT_DIFFICULT:
    case WB_REASON_JUMP_NONE_LEFT:
    case WB_REASON_JUMP_NONE_LEFT_DIFFICULT:
    case WB_REASON_DROP_SHORT:
    case WB_REASON_DROP_SHORT_DIFFICULT:
    case WB_REASON_LADDER_SHORT:
    case WB_REASON_LADDER_SHORT_DIFFICULT:
        return true;
    default:
        return false;
    }
}

void qm__wb_tell_slowed(qm__judging *j) {
    const qm_scenario *s = j->scenario;
    const uint16_t figure = j->order->actor;
    const uint8_t condition = qm__wb_condition(s, j->state, figure);
    const int32_t whole = with_order(s, figure, j->order->kind, unhurt_move(s, figure));
    const int32_t left = qm__wb_allowance(s, j->state, figure, j->order->kind);
    bool lacks = false;
    for (uint16_t i = 0; i < j->verdict->reason_count; i++) {
        lacks = lacks || qm__wb_is_short(j->verdict->reasons[i].kind);
    }
    if (left >= whole || condition == WB_WELL) {
        return;
    }
    qm__cite(j, condition == WB_STUNNED ? CLAUSE_STUNNED : CLAUSE_DAZED);
    if (lacks) {
        qm_reason *reason = qm__refuse(j, condition == WB_STUNNED ? WB_REASON_SLOW_STUNNED
                                          : condition == WB_DAZED ? WB_REASON_SLOW_DAZED
                                                                  : WB_REASON_SLOW_STAGGERED);
        reason->needed = whole;
        reason->had = left;
    }
}

/* ---------------------------------------------------------------------------------------------------- who may move */

/* What keeps a unit from something: reasons in the order in which they are told. */
typedef struct bars {
    const qm_scenario *s;
    const qm_state *st;
    uint16_t figure, order;
    uint16_t count;
    qm_reason *items; /* WB_BARS_MAX of them */
} bars;

static qm_reason *bar(bars *b, uint16_t kind) {
    qm_reason *slot = &b->items[b->count++];
    *slot = (qm_reason){.kind = kind, .figure = b->figure};
    return slot;
}

/* Tells what a condition that leaves no movement is. */
static void find_condition(bars *b) {
    const uint8_t counts = qm__wb_condition(b->s, b->st, b->figure);
    if (counts == WB_WELL || condition_word(b->s, counts) != WB_STUNNED_MOVE_NONE) {
        return;
    }
    if (counts != wb_at(b->s, b->st, b->figure)->condition) {
        bar(b, WB_REASON_STUNNED_UNDEAD);
    } else if (counts == WB_OUT) {
        bar(b, WB_REASON_NOT_ON_TABLE);
    } else {
        bar(b, counts == WB_STUNNED ? WB_REASON_STUNNED : counts == WB_DAZED ? WB_REASON_DAZED : WB_REASON_STAGGERED);
    }
}

/* WB-04, WB-05: enemies that stand keep it, and those that do not keep it where they may not be left. */
static void find_contact(bars *b) {
    const wb_settings *set = wb_set(b->s);
    const uint16_t standing = qm__wb_engaged_by(b->s, b->st, b->figure, false);
    if (standing) {
        if (set->engaged_move == WB_ENGAGED_MOVE_NO) {
            bar(b, WB_REASON_ENGAGED)->other = standing;
        }
        return;
    }
    const uint16_t downed = qm__wb_engaged_by(b->s, b->st, b->figure, true);
    if (downed && set->leave_downed == WB_LEAVE_DOWNED_NO) {
        bar(b, WB_REASON_ENGAGED_DOWNED)->other = downed;
    }
}

/* At most five: moved, engaged, condition, contact, no Move. */
static void find_move(bars *b) {
    const wb_settings *set = wb_set(b->s);
    const wb_unit *u = wb_at(b->s, b->st, b->figure);
    if (u->moved) {
        bar(b, WB_REASON_ALREADY_MOVED);
    }
    if (u->engaged == WB_ENGAGED_CAME) {
        bar(b, WB_REASON_HAS_ENGAGED);
    } else if (u->engaged == WB_ENGAGED_TRIED && set->charge_bars == WB_CHARGE_BARS_TRIED) {
        bar(b, WB_REASON_TRIED_TO_ENGAGE);
    }
    find_condition(b);
    if (b->order != WB_ORDER_RELOAD || set->reload_engaged == WB_RELOAD_ENGAGED_NO) {
        find_contact(b);
    }
    if (unhurt_move(b->s, b->figure) == 0) {
        bar(b, WB_REASON_NO_MOVE);
    }
}

/* --------------------------------------------------------------------------------------------------------- running */

uint16_t qm__wb_run_barred(const qm_scenario *s, const qm_state *st, uint16_t figure, qm_place from,
                           int32_t *distance) {
    const wb_settings *set = wb_set(s);
    const qm__body here = qm__wb_body_at(s, figure, from);
    uint16_t nearest = 0;
    double least = 0;
    for (uint16_t i = 1; i <= s->figure_count && set->run_enemy > 0; i++) {
        const wb_unit *foe = wb_at(s, st, i);
        if (!wb_present(foe) || !wb_hostile(s, figure, i) ||
            (wb_downed(foe) && set->run_bar_downed == WB_RUN_BAR_DOWNED_IGNORED)) {
            continue;
        }
        const qm__body there = qm__wb_body_at(s, i, wb_place(foe));
        const double apart = qm__body_distance_space(&here, &there);
        if (qm__within(apart, set->run_enemy) && (nearest == 0 || apart < least)) {
            nearest = i;
            least = apart;
        }
    }
    *distance = least_of(qm__units(least), set->run_enemy);
    return nearest;
}

/* At most three more. */
static void find_run(bars *b) {
    const qm_scenario *s = b->s;
    const wb_unit *u = wb_at(s, b->st, b->figure);
    if (never_runs(s, b->figure)) {
        bar(b, WB_REASON_RUN_UNDEAD);
    }
    if (u->treasure && wb_set(s)->run_token == WB_RUN_TOKEN_BARRED) {
        bar(b, WB_REASON_RUN_TREASURE)->item = u->treasure;
    }
    int32_t distance;
    const uint16_t enemy = qm__wb_run_barred(s, b->st, b->figure, wb_place(u), &distance);
    if (enemy) {
        qm_reason *reason = bar(b, WB_REASON_RUN_ENEMY);
        reason->other = enemy;
        reason->at = wb_place(wb_at(s, b->st, enemy));
        reason->needed = wb_set(s)->run_enemy;
        reason->had = distance;
    }
}

/* -------------------------------------------------------------------------------------------------------- engaging */

/* At most three: tried already, condition or no Move, contact. */
static void find_engage(bars *b) {
    const uint16_t enemy = qm__wb_engaged_by(b->s, b->st, b->figure, false);
    const uint8_t condition = qm__wb_condition(b->s, b->st, b->figure);
    if (wb_at(b->s, b->st, b->figure)->engaged) {
        bar(b, WB_REASON_ENGAGE_TWICE);
    }
    if (condition == WB_STUNNED || condition == WB_DAZED) {
        bar(b, condition == WB_STUNNED ? WB_REASON_ENGAGE_STUNNED : WB_REASON_ENGAGE_DAZED);
    } else if (qm__wb_allowance(b->s, b->st, b->figure, WB_ORDER_ENGAGE) == 0) {
        bar(b, WB_REASON_NO_MOVE);
    }
    if (enemy) {
        bar(b, WB_REASON_ENGAGE_ENGAGED)->other = enemy;
    }
}

uint16_t qm__wb_bars(const qm_scenario *s, const qm_state *st, uint16_t figure, uint16_t order,
                     qm_reason out[WB_BARS_MAX]) {
    bars b = {.s = s, .st = st, .figure = figure, .order = order, .items = out};
    if (order == WB_ORDER_ENGAGE) {
        find_engage(&b);
        return b.count;
    }
    find_move(&b);
    if (order == WB_ORDER_RUN) {
        find_run(&b);
    }
    return b.count;
}

static void judge(qm__judging *j, void (*find)(bars *b)) {
    qm_reason list[WB_BARS_MAX];
    bars b = {.s = j->scenario, .st = j->state, .figure = j->order->actor, .order = j->order->kind, .items = list};
    find(&b);
    for (uint16_t i = 0; i < b.count; i++) {
        *qm__refuse(j, list[i].kind) = list[i];
    }
}

void qm__wb_cite_leaving(qm__judging *j) {
    const uint16_t figure = j->order->actor;
    if (qm__wb_engaged_by(j->scenario, j->state, figure, false)) {
        qm__cite(j, CLAUSE_ENGAGED);
    } else if (qm__wb_engaged_by(j->scenario, j->state, figure, true)) {
        qm__cite(j, CLAUSE_LEAVING);
    }
}

void qm__wb_judge_may_move(qm__judging *j) {
    judge(j, find_move);
    qm__wb_cite_leaving(j);
}

void qm__wb_judge_may_run(qm__judging *j) {
    judge(j, find_run);
}

void qm__wb_judge_may_engage(qm__judging *j) {
    judge(j, find_engage);
    qm__wb_cite_leaving(j);
}
