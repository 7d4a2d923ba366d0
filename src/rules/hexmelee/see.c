/* What one figure has to do with another, for "see": distance, sight, places, engagement, and the attack it could make
 * now with what it has ready. Everything comes from the functions that judging uses. */
#include "rules/hexmelee/act.h"

/* How a figure would attack with what it has in hand. */
static int mode_of(const qm_scenario *s, const qm_state *st, uint16_t figure, int distance) {
    const int kind = qm__hm_weapon_kind(s, st, hm_body_at(s, st, figure)->ready);
    return kind == HM_WEAPON_MISSILE ? HM_BY_SHOT : kind == HM_WEAPON_THROWN && distance > 1 ? HM_BY_THROW : HM_BY_BLOW;
}

static void see_attack(const qm_scenario *s, const qm_state *st, uint16_t a, uint16_t b, qm_sight *sight) {
    const hm_body *body = hm_body_at(s, st, a), *other = hm_body_at(s, st, b);
    const bool helpless = body->hanging != 0 && hm_of(s)->set.hanging == HM_HANGING_HELPLESS;
    if (!hm_active(body) || helpless || body->climbing != 0 || other->condition == HM_DEAD || !sight->hostile) {
        return;
    }
    const int mode = mode_of(s, st, a, sight->distance);
    hm_attack plan;
    qm__hm_attack_plan(s, st, a, b, mode == HM_BY_BLOW ? qm__hm_striking_item(s, st, a) : body->ready, mode, &plan);
    if (plan.faults != 0) {
        return;
    }
    for (uint16_t i = 0; i < plan.term_count; i++) {
        sight->terms[i] = plan.terms[i];
    }
    sight->term_count = plan.term_count;
    sight->attack_dice = plan.dice;
    sight->attack_chance = qm__hm_attack_chance(&plan);
}

void qm__hm_see(const qm_scenario *s, const qm_state *st, uint16_t a, uint16_t b, void *search, qm_sight *sight) {
    (void)search;
    const hm_body *from = hm_body_at(s, st, a), *to = hm_body_at(s, st, b);
    *sight = (qm_sight){.hostile = a != b && hm_hostile(s, a, b)};
    if (a == b || !hm_present(from) || !hm_present(to)) {
        return;
    }
    hm_line line;
    qm__hm_line_look(s, st, from->hex, to->hex, &line);
    sight->distance = qm__hex_distance(&s->hex, from->hex, to->hex);
    sight->seen = line.block != 0 || line.blocker != 0 ? 0 : line.partly ? 2 : 1;
    sight->blocker = line.blocker;
    sight->block = qm__hm_place(s, line.block);
    sight->in_front = sight->distance == 1 ? qm__hex_in_front(&s->hex, from->hex, from->facing, to->hex)
                                           : qm__hex_in_front_half(&s->hex, from->hex, from->facing, to->hex);
    sight->relation = (uint8_t)qm__hm_attack_side(s, st, a, b);
    sight->engages = hm_engages(s, st, a, b);
    sight->engaged = hm_engages(s, st, b, a);
    see_attack(s, st, a, b, sight);
}
