/* Fronts and engagement: who has whom in front, who engages whom, who is in a hex.
 *
 * Invariant: engagement is never stored; it is worked out from places, facings and positions whenever it is asked for,
 * so it cannot be out of date. What makes that cheap is that figures more than a hex away are passed over by two
 * subtractions.
 */
#include "rules/hexmelee/act.h"

int qm__hm_relative(const qm_scenario *s, uint16_t hex, uint8_t facing, uint16_t other) {
    return qm__hex_side_of(&s->hex, hex, facing, other);
}

static bool is_front(int relative) {
    return relative == 0 || relative == 1 || relative == 5;
}

/* False only where two hexes are neither the same nor adjacent: the numbers of neighbours differ by a row and one at
 * most. Most pairs of figures are sorted out by this one comparison. */
static inline bool may_be_close(const qm__hex_board *board, uint16_t a, uint16_t b) {
    const int row = board->columns + 1;
    return (unsigned)(a - b + row) <= (unsigned)(2 * row);
}

/* With engager = armed: a melee weapon is in its hand, and whole. */
static bool armed(const qm_scenario *s, const qm_state *st, const hm_body *body) {
    const int kind = qm__hm_weapon_kind(s, st, body->ready);
    return kind >= 0 && kind != HM_WEAPON_MISSILE;
}

/* HX-48: the dead, the fallen and those gone engage nobody; neither does one who hangs at a rim. */
bool qm__hm_can_engage(const qm_scenario *s, const qm_state *st, uint16_t a) {
    const hm_settings *set = &hm_of(s)->set;
    const hm_body *body = hm_body_at(s, st, a);
    if (!hm_active(body) || body->position == HM_PRONE || body->hanging) {
        return false;
    }
    if (body->position != HM_STANDING && set->kneeling_engages == HM_KNEELING_ENGAGES_NO) {
        return false;
    }
    if (set->rear_only == HM_REAR_ONLY_ALL && (body->flags & (HM_CRAWLED | HM_GRABBED))) {
        return false;
    }
    return set->engager == HM_ENGAGER_ANY || armed(s, st, body);
}

/* Whether b, if it were there, can be engaged at all. */
static bool can_be_engaged(const qm_scenario *s, const hm_body *b) {
    return b->condition == HM_WELL &&
           (b->position != HM_PRONE || hm_of(s)->set.fallen_engaged == HM_FALLEN_ENGAGED_YES);
}

/* HX-29: a has b in its front; under mutual also the other way round. HX-30: only enemies. */
bool qm__hm_engages_at(const qm_scenario *s, const qm_state *st, uint16_t a, uint16_t b, uint16_t hex, uint8_t facing) {
    const hm_settings *set = &hm_of(s)->set;
    const hm_body *from = hm_body_at(s, st, a), *to = hm_body_at(s, st, b);
    if (hex == 0 || from->hex == 0 || !may_be_close(&s->hex, from->hex, hex) || !hm_hostile(s, a, b) ||
        !can_be_engaged(s, to) || !qm__hm_can_engage(s, st, a)) {
        return false;
    }
    if (from->hex == hex) {
        return set->same_hex == HM_SAME_HEX_ENGAGED;
    }
    if (!is_front(qm__hm_relative(s, from->hex, from->facing, hex))) {
        return false;
    }
    if (set->engagement == HM_ENGAGEMENT_MUTUAL && facing != HM_FACING_ANY &&
        !is_front(qm__hm_relative(s, hex, facing, from->hex))) {
        return false;
    }
    return !qm__hm_rim_between(s, from, hex, to->hanging && to->hex == hex);
}

int qm__hm_engagers_at(const qm_scenario *s, const qm_state *st, uint16_t figure, uint16_t hex, uint8_t facing,
                       uint16_t *out, int max) {
    int count = 0;
    if (hex == 0 || !can_be_engaged(s, hm_body_at(s, st, figure))) {
        return 0;
    }
    const hm_body *body = hm_body_at(s, st, 1);
    for (uint16_t a = 1; a <= s->figure_count && count < max; a++, body++) {
        if (body->hex == 0 || !may_be_close(&s->hex, body->hex, hex) ||
            !qm__hm_engages_at(s, st, a, figure, hex, facing)) {
            continue;
        }
        if (out) {
            out[count] = a;
        }
        count++;
    }
    return count;
}

bool qm__hm_engaged(const qm_scenario *s, const qm_state *st, uint16_t figure) {
    const hm_body *body = hm_body_at(s, st, figure);
    return qm__hm_engagers_at(s, st, figure, body->hex, body->facing, NULL, 1) != 0;
}

/* HX-28, HX-31: where an attack comes from. One who crawled or grabbed has only rear hexes, one who hangs helpless too.
 */
int qm__hm_attack_side(const qm_scenario *s, const qm_state *st, uint16_t attacker, uint16_t target) {
    const hm_body *from = hm_body_at(s, st, attacker), *to = hm_body_at(s, st, target);
    if (from->hex == 0 || to->hex == 0) {
        return 0;
    }
    const int relative = qm__hm_relative(s, to->hex, to->facing, from->hex);
    if (relative < 0) {
        return 0;
    }
    if ((to->flags & (HM_CRAWLED | HM_GRABBED)) || (to->hanging && hm_of(s)->set.hanging == HM_HANGING_HELPLESS)) {
        return 3;
    }
    return is_front(relative) ? 1 : relative == 3 ? 3 : 2;
}

/* ------------------------------------------------------------------------------------------------ who is in a hex */

uint16_t qm__hm_upright_in(const qm_scenario *s, const qm_state *st, uint16_t hex, uint16_t except) {
    const hm_body *body = hm_body_at(s, st, 1);
    for (uint16_t a = 1; a <= s->figure_count; a++, body++) {
        if (body->hex == hex && a != except && !body->hanging && !hm_lies(body)) {
            return a;
        }
    }
    return 0;
}

uint16_t qm__hm_lying_in(const qm_scenario *s, const qm_state *st, uint16_t hex, uint16_t except) {
    const hm_body *body = hm_body_at(s, st, 1);
    for (uint16_t a = 1; a <= s->figure_count; a++, body++) {
        if (body->hex == hex && a != except && !body->hanging && hm_lies(body)) {
            return a;
        }
    }
    return 0;
}

uint32_t qm__hm_threat(const qm_scenario *s, const qm_state *st, uint16_t figure, qm_place *places, uint32_t capacity) {
    const hm_body *body = hm_body_at(s, st, figure);
    uint32_t count = 0;
    for (int turn = -1; turn <= 1 && qm__hm_can_engage(s, st, figure); turn++) {
        const uint16_t hex = qm__hex_neighbour(&s->hex, body->hex, qm__hex_turn(body->facing, turn));
        if (hex != 0 && hm_ground_at(s, hex)->what != HM_WHAT_SOLID && !qm__hm_rim_between(s, body, hex, false)) {
            if (count < capacity) {
                places[count] = qm__hm_place(s, hex);
            }
            count++;
        }
    }
    return count;
}
