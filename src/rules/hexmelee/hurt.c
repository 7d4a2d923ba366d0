/* Hits, fatigue and falls, and what they lead to.
 *
 * Invariant: after any call here the condition of the figure fits its STR left, and a figure that is out lies, hangs
 * nowhere and has nothing left to do this turn. A fall can hurt and a hurt can make a figure lose its hold and fall,
 * but only once: the hold is gone before the second fall begins.
 */
#include "rules/hexmelee/move.h"

static void tell_value(qm__run *run, uint16_t event, uint16_t figure, int value) {
    qm_event *told = qm__tell(run, event);
    told->figure = figure;
    told->value = value;
}

static uint16_t count_up(uint16_t number, int more) {
    const int sum = number + more;
    return (uint16_t)(sum > 30000 ? 30000 : sum);
}

/* ------------------------------------------------------------------------------------------------------- out of it */

/* Loses its hold at the rim or on the rope, and falls from there (HX-14, HX-16, HX-18). */
static void lose_hold(qm__run *run, uint16_t figure) {
    hm_body *body = hm_body_at(run->scenario, run->state, figure);
    const int depth = hm_ground_at(run->scenario, body->hex)->depth;
    const int climbed = body->climbed * 100;
    const int height = body->hanging || climbed > depth ? depth : climbed;
    body->hanging = 0;
    body->climbed = 0;
    body->climbing = 0;
    tell_value(run, HM_EVENT_DROPPED_OFF, figure, height);
    qm__hm_drop_into(run, figure, body->hex, height);
}

static void go_out(qm__run *run, uint16_t figure, uint8_t condition) {
    hm_body *body = hm_body_at(run->scenario, run->state, figure);
    body->condition = condition;
    body->position = HM_PRONE;
    body->move = HM_MOVE_DONE;
    body->acted = 1;
    body->snatch = 0;
    body->chasing = 0;
    body->flags = (uint16_t)(body->flags & ~(HM_DODGING | HM_DEFENDING | HM_ASKED));
    tell_value(run, condition == HM_DEAD ? HM_EVENT_DEAD : HM_EVENT_UNCONSCIOUS, figure, 0);
    if (body->hex != 0 && (body->hanging || body->climbed)) {
        lose_hold(run, figure);
    }
    qm__end_if_decided(run);
}

/* What so little STR left means; the reading `death` puts both limits one lower. */
static uint8_t condition_by_strength(const qm_scenario *s, const qm_state *st, uint16_t figure) {
    const hm_settings *set = &hm_of(s)->set;
    const int lower = set->death == HM_DEATH_BELOW ? 1 : 0;
    const int left = qm__hm_strength_left(s, st, figure);
    if (left <= -lower) {
        return HM_DEAD;
    }
    return left <= set->unconscious_str - lower ? HM_UNCONSCIOUS : HM_WELL;
}

/* Brings on what hits and fatigue lead to; `fresh`: some of them are hits of just now. */
static void suffer(qm__run *run, uint16_t figure, bool fresh) {
    const qm_scenario *s = run->scenario;
    hm_body *body = hm_body_at(s, run->state, figure);
    const uint8_t condition = condition_by_strength(s, run->state, figure);
    if (condition > body->condition) {
        go_out(run, figure, condition);
    } else if (fresh && body->condition == HM_WELL && body->turn_hits >= hm_of(s)->set.wound_fall_hits) {
        if (body->hanging || body->climbed) {
            lose_hold(run, figure);
        } else if (body->position != HM_PRONE) {
            qm__hm_fall_over(run, figure, HM_EVENT_FELL_WOUNDED);
        }
    }
    qm__hm_refresh(s, run->state, figure);
}

/* ---------------------------------------------------------------------------------------------------------- hurts */

void qm__hm_hurt(qm__run *run, uint16_t figure, int hits) {
    hm_body *body = hm_body_at(run->scenario, run->state, figure);
    if (body->condition >= HM_DEAD) {
        return;
    }
    if (hits <= 0) {
        tell_value(run, HM_EVENT_UNHURT, figure, 0);
        return;
    }
    body->hits = count_up(body->hits, hits);
    body->turn_hits = count_up(body->turn_hits, hits);
    tell_value(run, HM_EVENT_HURT, figure, hits);
    suffer(run, figure, true);
}

/* HX-15: fatigue counts against STR like hits, but is no wound. */
void qm__hm_tire(qm__run *run, uint16_t figure, int fatigue) {
    hm_body *body = hm_body_at(run->scenario, run->state, figure);
    if (fatigue <= 0 || body->condition >= HM_DEAD) {
        return;
    }
    body->fatigue = count_up(body->fatigue, fatigue);
    tell_value(run, HM_EVENT_TIRED, figure, fatigue);
    suffer(run, figure, false);
}

/* ---------------------------------------------------------------------------------------------------------- falls */

void qm__hm_fall_over(qm__run *run, uint16_t figure, uint16_t event) {
    hm_body *body = hm_body_at(run->scenario, run->state, figure);
    body->position = HM_PRONE;
    body->move = HM_MOVE_DONE;
    body->flags = (uint16_t)((body->flags | HM_FELL) & ~(HM_DODGING | HM_DEFENDING | HM_ASKED));
    if (event != 0) {
        qm_event *told = qm__tell(run, event);
        told->figure = figure;
        told->at = qm__hm_place(run->scenario, body->hex);
    }
}

/* Dice for `parts` of a fall, as HX-16 has them or grown by HX-20. */
static int grown(const hm_settings *set, int parts) {
    switch (set->fall_growth) {
    case HM_FALL_GROWTH_TRIANGULAR:
        return parts * (parts + 1) / 2;
    case HM_FALL_GROWTH_DOUBLING:
        return parts == 0 ? 0 : 1 << (parts - 1);
    }
    return parts;
}

int qm__hm_fall_dice(const qm_scenario *s, int centimetres) {
    const hm_settings *set = &hm_of(s)->set;
    const int part = set->fall_metres * 100;
    int parts = set->fall_rounding == HM_FALL_ROUNDING_STARTED ? (centimetres + part - 1) / part : centimetres / part;
    parts = parts < QM__SUM_DICE_MAX ? parts : QM__SUM_DICE_MAX;
    const int dice = grown(set, parts) * set->fall_dice;
    return dice < QM__SUM_DICE_MAX ? dice : QM__SUM_DICE_MAX;
}

/* The damage of a fall, of which armour stops only so much (HX-17). */
static void fall_damage(qm__run *run, uint16_t figure, int dice) {
    const qm_scenario *s = run->scenario;
    const int limit = hm_of(s)->set.fall_armour, stops = hm_stat_of(s, figure)->stops;
    const int armour = stops < limit ? stops : limit;
    if (dice == 0 || hm_body_at(s, run->state, figure)->condition >= HM_DEAD) {
        return;
    }
    const qm__roll roll = {.kind = HM_ROLL_FALL, .figure = figure, .dice = (uint8_t)dice, .sides = 6, .shape = QM__SUM};
    const int damage = qm__roll_take(run, &roll) + dice;
    const int stopped = damage < armour ? damage : armour;
    if (stopped > 0) {
        tell_value(run, HM_EVENT_ARMOUR_STOPPED, figure, stopped);
    }
    qm__hm_hurt(run, figure, damage - stopped);
}

/* Whoever is in the hex where a figure comes down; it is hurt too under fall_on_hurts = both. */
static void fall_on(qm__run *run, uint16_t figure, int dice) {
    const qm_scenario *s = run->scenario;
    const uint16_t hex = hm_body_at(s, run->state, figure)->hex;
    uint16_t other = qm__hm_upright_in(s, run->state, hex, figure);
    other = other != 0 ? other : qm__hm_lying_in(s, run->state, hex, figure);
    if (other == 0) {
        return;
    }
    qm_event *told = qm__tell(run, HM_EVENT_FELL_ON);
    told->figure = figure;
    told->other = other;
    if (hm_of(s)->set.fall_on_hurts == HM_FALL_ON_HURTS_BOTH) {
        fall_damage(run, other, dice);
    }
}

void qm__hm_fall_from(qm__run *run, uint16_t figure, int centimetres) {
    const int dice = qm__hm_fall_dice(run->scenario, centimetres);
    tell_value(run, HM_EVENT_FELL_DOWN, figure, centimetres);
    if (dice != 0 && hm_of(run->scenario)->set.fall_growth != HM_FALL_GROWTH_LINEAR) {
        tell_value(run, HM_EVENT_FALL_GREW, figure, dice);
    }
    qm__hm_fall_over(run, figure, 0);
    fall_damage(run, figure, dice);
    fall_on(run, figure, dice);
}
