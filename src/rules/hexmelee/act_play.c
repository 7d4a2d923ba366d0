/* Playing actions. Judging has settled that they are legal and, for an attack, left it worked out in the prepared
 * order.
 *
 * Invariant: what an earlier roll decided and later code still needs is in the state or in run->vars, as the walk of
 * the odds requires: vars[HM_VAR_MULTIPLIER] between the attack roll and the damage.
 */
#include "rules/hexmelee/act.h"

static qm_event *tell_of(qm__run *run, uint16_t event, const hm_attack *plan) {
    qm_event *told = qm__tell(run, event);
    told->figure = plan->attacker;
    told->other = plan->target;
    told->item = plan->item;
    return told;
}

/* ------------------------------------------------------------------------------------------------------- attacks */

/* The weapon leaves the hand and lies in a hex. */
static void let_lie(qm__run *run, uint16_t figure, uint16_t item, uint16_t hex) {
    hm_thing *thing = hm_thing_at(run->scenario, run->state, item);
    hm_body *body = hm_body_at(run->scenario, run->state, figure);
    thing->holder = 0;
    thing->hex = hex;
    if (body->ready == item) {
        body->ready = 0;
    }
}

static void announce(qm__run *run, const hm_attack *plan) {
    static const uint16_t events[] = {
        [HM_BY_BLOW] = HM_EVENT_STRIKES, [HM_BY_THROW] = HM_EVENT_THROWS, [HM_BY_SHOT] = HM_EVENT_SHOOTS};
    tell_of(run, events[plan->mode], plan);
    if (plan->mode == HM_BY_THROW) {
        let_lie(run, plan->attacker, plan->item, hm_body_at(run->scenario, run->state, plan->target)->hex);
    }
}

/* Damage times the multiplier, less what armour and shield stop. */
static void hurt_target(qm__run *run, const hm_attack *plan) {
    int damage = plan->damage_add;
    if (plan->damage_dice > 0) {
        const qm__roll roll = {.kind = HM_ROLL_DAMAGE,
                               .figure = plan->attacker,
                               .other = plan->target,
                               .dice = plan->damage_dice,
                               .sides = plan->damage_sides,
                               .shape = QM__SUM};
        damage += qm__roll_take(run, &roll) + plan->damage_dice;
    }
    damage = damage < 0 ? 0 : damage * run->vars[HM_VAR_MULTIPLIER];
    const int stops = hm_stat_of(run->scenario, plan->target)->stops, stopped = damage < stops ? damage : stops;
    if (stopped > 0 || plan->damage_add != 0 || run->vars[HM_VAR_MULTIPLIER] > 1) { /* the dice alone do not tell */
        qm_event *told = qm__tell(run, stopped > 0 ? HM_EVENT_DAMAGE_STOPPED : HM_EVENT_DAMAGE);
        told->figure = plan->target;
        told->value = damage;
        told->needed = stopped;
    }
    run->vars[HM_VAR_MULTIPLIER] = 0;
    qm__hm_hurt(run, plan->target, damage - stopped);
}

/* A fumble: the weapon falls at the attacker's feet; one that was thrown lies where it flew, and bare hands drop
 * nothing. */
static void drop_weapon(qm__run *run, const hm_attack *plan) {
    if (plan->item != 0 && plan->mode != HM_BY_THROW) {
        let_lie(run, plan->attacker, plan->item, hm_body_at(run->scenario, run->state, plan->attacker)->hex);
        tell_of(run, HM_EVENT_WEAPON_DROPPED, plan);
    }
}

static void break_weapon(qm__run *run, const hm_attack *plan) {
    if (plan->item == 0) {
        return;
    }
    hm_body *body = hm_body_at(run->scenario, run->state, plan->attacker);
    hm_thing_at(run->scenario, run->state, plan->item)->broken = 1;
    if (body->ready == plan->item) {
        body->ready = 0;
    }
    tell_of(run, HM_EVENT_WEAPON_BROKEN, plan);
}

void qm__hm_attack_resolve(qm__run *run, const hm_attack *plan) {
    qm__roll roll = {.kind = HM_ROLL_ATTACK,
                     .figure = plan->attacker,
                     .other = plan->target,
                     .dice = plan->dice,
                     .sides = 6,
                     .shape = QM__BANDS,
                     .cut_count = HM_ATTACK_CLASSES - 1,
                     .target = plan->target_number};
    for (int i = 0; i < HM_ATTACK_CLASSES - 1; i++) {
        roll.cuts[i] = plan->cuts[i];
    }
    announce(run, plan);
    const int result = qm__roll_take(run, &roll);
    if (result <= HM_PLAIN) {
        static const uint16_t events[] = {
            [HM_TRIPLE] = HM_EVENT_HIT_TRIPLE, [HM_DOUBLE] = HM_EVENT_HIT_DOUBLE, [HM_PLAIN] = HM_EVENT_HIT};
        tell_of(run, events[result], plan);
        run->vars[HM_VAR_MULTIPLIER] = result == HM_TRIPLE ? 3 : result == HM_DOUBLE ? 2 : 1;
        hurt_target(run, plan);
        return;
    }
    tell_of(run, HM_EVENT_MISSED, plan);
    if (result == HM_FUMBLE) {
        drop_weapon(run, plan);
    } else if (result == HM_BREAK) {
        break_weapon(run, plan);
    }
}

/* ------------------------------------------------------------------------------------------------- other actions */

static void sink(qm__run *run, hm_body *body, uint8_t position) {
    body->position = position;
    qm__tell(run, position == HM_PRONE ? HM_EVENT_LIES_DOWN : HM_EVENT_KNEELS);
}

/* A weapon readied takes the place of the one in hand, which is slung. */
static void play_ready(qm__run *run, hm_body *body) {
    body->ready = (uint16_t)run->order->arguments[0];
    qm__tell(run, HM_EVENT_READIED)->item = body->ready;
}

/* Empty hands hold what they pick up; full ones sling it. Until the turn is over the figure has only rear hexes
 * (HX-28). */
static void play_pick_up(qm__run *run, hm_body *body) {
    const uint16_t item = (uint16_t)run->order->arguments[0];
    hm_thing *thing = hm_thing_at(run->scenario, run->state, item);
    thing->holder = run->order->actor;
    thing->hex = 0;
    if (body->ready == 0 && qm__hm_weapon_kind(run->scenario, run->state, item) >= 0) {
        body->ready = item;
    }
    body->flags |= HM_GRABBED;
    qm__tell(run, HM_EVENT_TOOK_UP)->item = item;
}

static void play_attack(qm__run *run) {
    const hm_act_prepared *prepared = run->prepared;
    qm__hm_attack_resolve(run, &prepared->attack);
}

static void play_kind(qm__run *run, hm_body *body) {
    const int32_t *arguments = run->order->arguments;
    switch (run->order->kind) {
    case HM_ATTACK:
    case HM_THROW:
        play_attack(run);
        break;
    case HM_SHOOT:
        play_attack(run);
        if (arguments[HM_SHOOT_THEN] != HM_THEN_STAY) {
            sink(run, body, arguments[HM_SHOOT_THEN] == HM_THEN_KNEEL ? HM_KNEELING : HM_PRONE);
        }
        break;
    case HM_DODGE:
        body->flags |= HM_DODGING;
        qm__tell(run, HM_EVENT_DODGES);
        break;
    case HM_DEFEND:
        body->flags |= HM_DEFENDING;
        qm__tell(run, HM_EVENT_DEFENDS);
        break;
    case HM_DROP:
        sink(run, body, arguments[0] == HM_DROP_KNEEL ? HM_KNEELING : HM_PRONE);
        break;
    case HM_READY:
        play_ready(run, body);
        break;
    case HM_PICK_UP:
        play_pick_up(run, body);
        break;
    case HM_DISENGAGE:
        qm__hm_play_away(run);
        break;
    case HM_PASS:
        qm__tell(run, HM_EVENT_PASSED);
        break;
    }
}

void qm__hm_play_act(qm__run *run) {
    hm_body *body = hm_body_at(run->scenario, run->state, run->order->actor);
    play_kind(run, body);
    qm__hm_after_change(run);
    qm__hm_act_finished(run, run->order->actor);
}
