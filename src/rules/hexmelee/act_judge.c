/* Judging actions: the rule of thumb (what movement so far and circumstances now leave open), and what each kind of
 * action asks for itself. Phase, turn and ability have been judged before.
 *
 * The same code answers for verdicts, where every reason counts, and for the list of options, where the first one is
 * enough: without a verdict to fill (judging NULL) the reasons go nowhere. Rejected: a second, shorter set of checks
 * for options, which would drift from the first.
 */
#include "rules/hexmelee/act.h"

qm_reason *qm__hm_act_refuse(hm_acting *a, uint16_t reason) {
    a->legal = false;
    return a->judging ? qm__refuse(a->judging, reason) : &a->spare;
}

/* For options: what follows a refusal is of no interest. */
static bool settled(const hm_acting *a) {
    return !a->legal && !a->judging;
}

/* ------------------------------------------------------------------------------------------------- rule of thumb */

/* Engaged by whom: one of them, 0 = disengaged. */
static uint16_t engager_of(const hm_acting *a) {
    uint16_t one = 0;
    return qm__hm_engagers_at(a->s, a->st, a->figure, a->body->hex, a->body->facing, &one, 1) > 0 ? one : 0;
}

/* What ends every action but passing, whatever the distance moved. */
static void judge_bars(hm_acting *a) {
    const uint16_t flags = a->body->flags;
    if ((flags & HM_BARRED) != 0 || ((flags & HM_GRABBED) != 0 && a->set->pickup_bars == HM_PICKUP_BARS_BOTH)) {
        qm__hm_act_refuse(a, HM_REASON_PICKED_UP_RUNNING);
    }
    if ((flags & HM_FELL) != 0 && a->set->fall_action == HM_FALL_ACTION_NONE) {
        qm__hm_act_refuse(a, HM_REASON_FALLEN_NO_ACTION);
    }
    if ((flags & (HM_ROSE | HM_ROSE_LOW)) == HM_ROSE && a->set->stand_then == HM_STAND_THEN_NOTHING) {
        qm__hm_act_refuse(a, HM_REASON_ROSE_NO_ACTION);
    }
    if ((flags & HM_CHANGED) != 0 && a->set->change_then == HM_CHANGE_THEN_NOTHING) {
        qm__hm_act_refuse(a, HM_REASON_CHANGED_NO_ACTION);
    }
    if (a->body->hanging != 0 && a->set->hanging == HM_HANGING_HELPLESS) {
        qm__hm_act_refuse(a, HM_REASON_HANGS_IDLE);
    }
    if (a->body->climbing != 0) {
        qm__hm_act_refuse(a, HM_REASON_ON_ROPE_IDLE);
    }
}

enum { CITE_SLOW = 2, CITE_THUMB = 8, CITE_LISTS = 36, CITE_FALLEN = 47 }; /* HX-03 and so on, from 0 */

static void cite(const hm_acting *a, uint16_t clause) {
    if (a->judging) {
        qm__cite(a->judging, clause);
    }
}

/* Met by a later mover after its own move, in which it was free. */
static bool met_late(const hm_acting *a) {
    return (a->body->flags & (HM_ENGAGED_MOVE | HM_MET)) == 0 && engager_of(a) != 0;
}

/* HX-03: a slow figure has always its one hex and an option. */
static bool slow(const hm_acting *a) {
    return a->body->hexes <= 1 && qm__hm_mov(a->s, a->st, a->figure) <= a->set->slow_mov;
}

/* Under stand_then = act, standing up from lying does not count as movement. */
static bool just_rose(const hm_acting *a) {
    return (a->body->flags & (HM_ROSE | HM_ROSE_LOW)) == HM_ROSE && a->set->stand_then == HM_STAND_THEN_ACT;
}

static void judge_limit(hm_acting *a, int moved, int limit) {
    const bool counts_free = moved > limit && a->set->late_engaged == HM_LATE_ENGAGED_FREE;
    const bool late = moved > 0 && (a->judging || counts_free) && met_late(a);
    if (late) {
        cite(a, CITE_LISTS);
    }
    if (moved <= limit || just_rose(a)) {
        return;
    }
    if (slow(a) && (limit >= 1 || a->set->slow_option == HM_SLOW_OPTION_ANY)) {
        cite(a, CITE_SLOW);
        return;
    }
    if (late && counts_free) {
        return; /* it counts as not having moved */
    }
    qm_reason *reason = qm__hm_act_refuse(a, HM_REASON_MOVED_TOO_FAR);
    reason->needed = limit;
    reason->had = moved;
}

/* Shooting, readying, picking up: so many hexes. */
static void judge_hexes(hm_acting *a, int limit) {
    judge_limit(a, a->set->distance_by == HM_DISTANCE_BY_MOV ? a->body->spent : a->body->hexes, limit);
}

/* Attack, dodge, defend, drop: half of MOV, of the crawling one for those who crawled. A figure of MOV 0 still has its
 * hex. */
static void judge_half(hm_acting *a) {
    const int moved = a->set->distance_by == HM_DISTANCE_BY_HEXES ? a->body->hexes : a->body->spent;
    if (moved == 0) {
        return;
    }
    const bool crawled = (a->body->flags & HM_CRAWLED) != 0;
    const int mov = crawled ? qm__hm_crawl(a->s, a->st, a->figure) : qm__hm_mov(a->s, a->st, a->figure);
    const int limit = (mov + a->set->strike_part - 1) / a->set->strike_part;
    judge_limit(a, moved, limit < 1 ? 1 : limit);
}

static void judge_free(hm_acting *a, int32_t engaged_may, uint16_t reason) {
    const uint16_t by = engaged_may != 0 ? 0 : engager_of(a);
    if (by != 0) {
        qm__hm_act_refuse(a, reason)->other = by;
        if (a->body->position == HM_PRONE) { /* it engages nobody, and yet it is engaged (fallen_engaged) */
            cite(a, CITE_FALLEN);
        }
    }
}

/* ------------------------------------------------------------------------------------------------------- attacks */

static bool judge_target(hm_acting *a, int32_t target) {
    if (target < 1 || target > a->s->figure_count) {
        qm__hm_act_refuse(a, HM_REASON_UNKNOWN_FIGURE);
        return false;
    }
    const uint16_t other = (uint16_t)target;
    const hm_body *body = hm_body_at(a->s, a->st, other);
    if (other == a->figure) {
        qm__hm_act_refuse(a, HM_REASON_TARGET_SELF)->other = other;
    } else if (!hm_present(body)) {
        qm__hm_act_refuse(a, HM_REASON_TARGET_GONE)->other = other;
    } else {
        if (body->condition == HM_DEAD) {
            qm__hm_act_refuse(a, HM_REASON_TARGET_DEAD)->other = other;
        }
        if (!hm_hostile(a->s, a->figure, other)) {
            qm__hm_act_refuse(a, HM_REASON_TARGET_FRIEND)->other = other;
        }
        return true;
    }
    return false;
}

/* An item named in an order is one of the scenario's. */
static bool judge_item(hm_acting *a, int32_t item) {
    if (item < 1 || item > a->s->item_count) {
        qm__hm_act_refuse(a, HM_REASON_UNKNOWN_ITEM);
        return false;
    }
    return true;
}

static bool judge_in_hand(hm_acting *a, int32_t item) {
    if (!judge_item(a, item)) {
        return false;
    }
    if (item != a->body->ready) {
        qm__hm_act_refuse(a, HM_REASON_NOT_READY)->item = (uint16_t)item;
        return false;
    }
    if (hm_thing_at(a->s, a->st, (uint16_t)item)->broken) {
        qm__hm_act_refuse(a, HM_REASON_ITEM_BROKEN)->item = (uint16_t)item;
        return false;
    }
    return true;
}

/* One reason for each fault that qm__hm_attack_plan found. */
static void refuse_faults(hm_acting *a, const hm_attack *plan) {
    static const struct {
        uint16_t fault, reason;
    } list[] = {
        {HM_FAULT_REACH, HM_REASON_OUT_OF_REACH}, {HM_FAULT_FRONT, HM_REASON_NOT_IN_FRONT},
        {HM_FAULT_RIM, HM_REASON_RIM_BETWEEN},    {HM_FAULT_INTO_PIT, HM_REASON_INTO_PIT},
        {HM_FAULT_FROM_PIT, HM_REASON_FROM_PIT},  {HM_FAULT_SIGHT, HM_REASON_SIGHT_BLOCKED},
        {HM_FAULT_LYING, HM_REASON_PRONE_ATTACK}, {HM_FAULT_STRENGTH, HM_REASON_TOO_WEAK},
    };
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        if ((plan->faults & list[i].fault) == 0) {
            continue;
        }
        const bool figure_blocks = list[i].fault == HM_FAULT_SIGHT && plan->line.block == 0;
        const bool shot_lying = list[i].fault == HM_FAULT_LYING && plan->mode == HM_BY_SHOT;
        qm_reason *reason = qm__hm_act_refuse(a, figure_blocks ? HM_REASON_FIGURE_IN_LINE
                                                 : shot_lying  ? HM_REASON_PRONE_SHOT
                                                               : list[i].reason);
        reason->other = figure_blocks ? plan->line.blocker : plan->target;
        if (list[i].fault == HM_FAULT_REACH) {
            reason->needed = 1;
            reason->had = plan->distance;
        } else if (list[i].fault == HM_FAULT_SIGHT) {
            reason->at = qm__hm_place(a->s, plan->line.block);
        } else if (list[i].fault == HM_FAULT_STRENGTH) {
            reason->item = plan->item;
            reason->needed = plan->str_needed;
            reason->had = hm_stat_of(a->s, a->figure)->str;
        }
    }
}

static void foresee_attack(hm_acting *a, const hm_attack *plan) {
    qm_check *check = qm__foresee(a->judging, HM_ROLL_ATTACK);
    check->dice = plan->dice;
    check->sides = 6;
    check->at = qm__hm_place(a->s, hm_body_at(a->s, a->st, plan->target)->hex);
    check->target = plan->target_number;
    check->term_count = plan->term_count;
    for (uint16_t i = 0; i < plan->term_count; i++) {
        check->terms[i] = plan->terms[i];
    }
    check->chance = qm__hm_attack_chance(plan);
    a->judging->verdict->chance *= check->chance;
}

/* The attack itself, once target and weapon are known. */
static void judge_attack_on(hm_acting *a, int32_t target, uint16_t item, int mode) {
    if (!judge_target(a, target) || settled(a)) {
        return;
    }
    hm_attack *plan = &a->prepared->attack;
    qm__hm_attack_plan(a->s, a->st, a->figure, (uint16_t)target, item, mode, plan);
    if (plan->faults != 0) {
        refuse_faults(a, plan);
    }
    if (a->judging && a->legal) {
        foresee_attack(a, plan);
    }
}

static void judge_attack(hm_acting *a) {
    const int32_t named = a->order->arguments[1];
    const uint16_t item = qm__hm_striking_item(a->s, a->st, a->figure);
    judge_half(a);
    if (named != 0 && judge_in_hand(a, named) && named != item) {
        qm__hm_act_refuse(a, HM_REASON_NO_MELEE_WEAPON)->item = (uint16_t)named;
    }
    judge_attack_on(a, a->order->arguments[0], item, HM_BY_BLOW);
}

/* A shot may end in a drop, never in rising (HX-27). */
static void judge_lower(hm_acting *a, int position) {
    if (position <= a->body->position) {
        qm__hm_act_refuse(a, HM_REASON_NOT_LOWER);
    }
}

static void judge_shoot(hm_acting *a) {
    const int32_t named = a->order->arguments[HM_SHOOT_WITH], then = a->order->arguments[HM_SHOOT_THEN];
    judge_hexes(a, a->set->shoot_hexes);
    judge_free(a, a->set->engaged_shot == HM_ENGAGED_SHOT_YES, HM_REASON_ENGAGED_SHOT);
    if (settled(a)) {
        return;
    }
    if (named != 0) {
        judge_in_hand(a, named);
    }
    if (then != HM_THEN_STAY) {
        judge_lower(a, then == HM_THEN_KNEEL ? HM_KNEELING : HM_PRONE);
    }
    if (qm__hm_weapon_kind(a->s, a->st, a->body->ready) != HM_WEAPON_MISSILE) {
        qm__hm_act_refuse(a, HM_REASON_NO_MISSILE_WEAPON)->item = a->body->ready;
        judge_target(a, a->order->arguments[HM_SHOOT_TARGET]);
        return;
    }
    judge_attack_on(a, a->order->arguments[HM_SHOOT_TARGET], a->body->ready, HM_BY_SHOT);
}

static void judge_throw(hm_acting *a) {
    const int32_t item = a->order->arguments[HM_THROW_ITEM];
    judge_half(a);
    if (!judge_in_hand(a, item)) {
        judge_target(a, a->order->arguments[HM_THROW_TARGET]);
        return;
    }
    if (qm__hm_weapon_kind(a->s, a->st, (uint16_t)item) != HM_WEAPON_THROWN) {
        qm__hm_act_refuse(a, HM_REASON_NOT_THROWABLE)->item = (uint16_t)item;
        return;
    }
    judge_attack_on(a, a->order->arguments[HM_THROW_TARGET], (uint16_t)item, HM_BY_THROW);
}

/* ------------------------------------------------------------------------------------------------- other actions */

static void judge_dodge(hm_acting *a) {
    judge_half(a);
    judge_free(a, a->set->engaged_dodge == HM_ENGAGED_DODGE_YES, HM_REASON_ENGAGED_DODGE);
}

static void judge_defend(hm_acting *a) {
    const uint16_t item = qm__hm_striking_item(a->s, a->st, a->figure);
    const int needed = qm__hm_weapon_str(a->s, item), had = hm_stat_of(a->s, a->figure)->str;
    judge_half(a);
    if (item == 0) {
        qm__hm_act_refuse(a, HM_REASON_NOTHING_TO_DEFEND_WITH);
    } else if (needed > had && a->set->weak_weapon == HM_WEAK_WEAPON_BARRED) {
        qm_reason *reason = qm__hm_act_refuse(a, HM_REASON_TOO_WEAK);
        reason->item = item;
        reason->needed = needed;
        reason->had = had;
    }
}

static void judge_drop(hm_acting *a) {
    judge_half(a);
    judge_free(a, a->set->engaged_drop == HM_ENGAGED_DROP_YES, HM_REASON_ENGAGED_DROP);
    judge_lower(a, a->order->arguments[0] == HM_DROP_KNEEL ? HM_KNEELING : HM_PRONE);
}

static void judge_ready(hm_acting *a) {
    const int32_t named = a->order->arguments[0];
    judge_hexes(a, a->set->ready_hexes);
    if (!judge_item(a, named)) {
        return;
    }
    const uint16_t item = (uint16_t)named;
    const hm_thing *thing = hm_thing_at(a->s, a->st, item);
    if (thing->holder != a->figure) {
        qm__hm_act_refuse(a, HM_REASON_NOT_HELD)->item = item;
    } else if (item == a->body->ready) {
        qm__hm_act_refuse(a, HM_REASON_ALREADY_READY)->item = item;
    }
    if (thing->broken) {
        qm__hm_act_refuse(a, HM_REASON_ITEM_BROKEN)->item = item;
    } else if (qm__hm_weapon_kind(a->s, a->st, item) < 0) {
        qm__hm_act_refuse(a, HM_REASON_NO_WEAPON)->item = item;
    }
}

static void judge_pick_up(hm_acting *a) {
    const int32_t named = a->order->arguments[0];
    judge_hexes(a, a->set->ready_hexes);
    if (!judge_item(a, named)) {
        return;
    }
    const uint16_t item = (uint16_t)named;
    const hm_thing *thing = hm_thing_at(a->s, a->st, item);
    const bool here = thing->hex == a->body->hex;
    const bool ahead = thing->hex != 0 && a->set->pick_up_from == HM_PICK_UP_FROM_FRONT &&
                       qm__hex_in_front(&a->s->hex, a->body->hex, a->body->facing, thing->hex);
    if (thing->holder != 0 || thing->hex == 0 || (!here && !ahead)) {
        qm_reason *reason = qm__hm_act_refuse(a, HM_REASON_NOT_LYING_THERE);
        reason->item = item;
        reason->at = qm__hm_place(a->s, thing->hex);
    } else if (qm__hm_rim_between(a->s, a->body, thing->hex, false)) {
        qm__hm_act_refuse(a, HM_REASON_ITEM_BEYOND_RIM)->item = item;
    }
}

/* --------------------------------------------------------------------------------------------------------- whole */

static void judge_kind(hm_acting *a) {
    switch (a->order->kind) {
    case HM_ATTACK:
        judge_attack(a);
        break;
    case HM_SHOOT:
        judge_shoot(a);
        break;
    case HM_THROW:
        judge_throw(a);
        break;
    case HM_DODGE:
        judge_dodge(a);
        break;
    case HM_DEFEND:
        judge_defend(a);
        break;
    case HM_DROP:
        judge_drop(a);
        break;
    case HM_READY:
        judge_ready(a);
        break;
    case HM_PICK_UP:
        judge_pick_up(a);
        break;
    case HM_DISENGAGE:
        judge_half(a);
        qm__hm_judge_away(a);
        break;
    }
}

static void judge_whole(hm_acting *a) {
    a->set = &hm_of(a->s)->set;
    a->figure = a->order->actor;
    a->body = hm_body_at(a->s, a->st, a->figure);
    if (a->order->kind == HM_PASS) {
        return;
    }
    cite(a, CITE_THUMB);
    judge_bars(a);
    if (!settled(a)) {
        judge_kind(a);
    }
}

void qm__hm_judge_act(qm__judging *j) {
    hm_acting a = {
        .s = j->scenario, .st = j->state, .order = j->order, .judging = j, .prepared = j->prepared, .legal = true};
    judge_whole(&a);
}

bool qm__hm_act_allowed(const qm_scenario *s, const qm_state *st, const qm_order *order) {
    hm_act_prepared prepared;
    hm_acting a = {.s = s, .st = st, .order = order, .prepared = &prepared, .legal = true};
    judge_whole(&a);
    return a.legal;
}

/* No kind of action goes farther than these three limits. */
bool qm__hm_idle(const qm_scenario *s, const qm_state *st, uint16_t figure) {
    const hm_settings *set = &hm_of(s)->set;
    hm_acting a = {.s = s, .st = st, .set = set, .body = hm_body_at(s, st, figure), .figure = figure, .legal = true};
    judge_bars(&a);
    if (!a.legal) {
        return true;
    }
    judge_half(&a);
    if (!a.legal) {
        a.legal = true;
        judge_hexes(&a, set->ready_hexes > set->shoot_hexes ? set->ready_hexes : set->shoot_hexes);
    }
    return !a.legal;
}
