/* An attack worked out: where target and attacker are to each other, what is in the way, the number to hit with its
 * terms, the classes of the roll and the damage.
 *
 * Invariant: qm__hm_attack_plan reads the state and changes nothing; its terms add up to the number to hit. Faults are
 * collected, not returned at the first one, because a player wants to hear all that is wrong. Rejected: one function
 * for the verdict and another for the roll, which is how previews come to lie.
 */
#include "rules/hexmelee/act.h"

enum { OWN_TERMS = 6 };

/* The attack in the making: the plan and what everything below looks at. */
typedef struct making {
    const qm_scenario *s;
    const qm_state *st;
    const hm_settings *set;
    const hm_body *from, *to;
    hm_attack *plan;
    qm_term own[OWN_TERMS]; /* besides those of eDEX */
    uint16_t own_count;
    int sum; /* of them */
} making;

static void add(making *m, uint16_t kind, int amount) {
    qm__term(m->own, &m->own_count, kind, amount);
    m->sum += amount;
}

/* ------------------------------------------------------------------------------------------------------- weapons */

static const int32_t *weapon_row(const qm_scenario *s, uint16_t item) {
    const int32_t row = item == 0 ? 0 : s->items[item - 1].values[HM_ITEM_WEAPON];
    return row == 0 ? NULL : s->rules.tables[HM_TABLE_WEAPONS].rows[row - 1].values;
}

int qm__hm_weapon_kind(const qm_scenario *s, const qm_state *st, uint16_t item) {
    const int32_t *row = weapon_row(s, item);
    return !row || hm_thing_at(s, st, item)->broken ? -1 : row[HM_WEAPON_KIND];
}

int qm__hm_weapon_str(const qm_scenario *s, uint16_t item) {
    const int32_t *row = weapon_row(s, item);
    return row ? row[HM_WEAPON_STR] : 0;
}

uint16_t qm__hm_striking_item(const qm_scenario *s, const qm_state *st, uint16_t figure) {
    const uint16_t ready = hm_body_at(s, st, figure)->ready;
    const int kind = qm__hm_weapon_kind(s, st, ready);
    return kind < 0 || kind == HM_WEAPON_MISSILE ? 0 : ready;
}

static int32_t bare_hands(const hm_settings *set, int str) {
    return str <= set->bare_str_1   ? set->bare_hands_1
           : str <= set->bare_str_2 ? set->bare_hands_2
           : str <= set->bare_str_3 ? set->bare_hands_3
                                    : set->bare_hands_4;
}

/* Damage, and the STR the weapon needs: too little bars it, or costs DEX (weak_weapon). */
static void weigh_weapon(making *m) {
    const hm_stat *stat = hm_stat_of(m->s, m->plan->attacker);
    const int32_t *row = weapon_row(m->s, m->plan->item);
    int dice, sides, plus;
    qm_dice_unpack(row ? row[HM_WEAPON_DAMAGE] : bare_hands(m->set, stat->str), &dice, &sides, &plus);
    m->plan->damage_dice = (uint8_t)dice;
    m->plan->damage_sides = (uint8_t)(sides == 0 ? 6 : sides);
    m->plan->damage_add = (int16_t)plus;
    m->plan->str_needed = (int16_t)qm__hm_weapon_str(m->s, m->plan->item);
    const int missing = m->plan->str_needed - stat->str;
    if (missing > 0 && m->set->weak_weapon == HM_WEAK_WEAPON_BARRED) {
        m->plan->faults |= HM_FAULT_STRENGTH;
    } else if (missing > 0) {
        add(m, HM_TERM_TOO_HEAVY, missing * m->set->weak_weapon_dex);
    }
}

/* ---------------------------------------------------------------------------------------------------------- pits */

/* The pit a figure is down in; one that hangs at the rim is not. 0 = none. */
static uint16_t pit_of(const qm_scenario *s, uint16_t hex, bool hangs) {
    return hangs || hm_ground_at(s, hex)->what != HM_WHAT_PIT ? 0 : hm_of(s)->pits[hex];
}

/* Over the rim of a pit blows go as far as pit_engagement says; those in the same pit are side by side. */
bool qm__hm_rim_between(const qm_scenario *s, const hm_body *a, uint16_t b_hex, bool b_hangs) {
    const uint16_t pit_a = pit_of(s, a->hex, a->hanging != 0), pit_b = pit_of(s, b_hex, b_hangs);
    if (pit_a == pit_b) {
        return false;
    }
    switch (hm_of(s)->set.pit_engagement) {
    case HM_PIT_ENGAGEMENT_NONE:
        return true;
    case HM_PIT_ENGAGEMENT_ALL:
        return false;
    }
    return (pit_a != 0 && hm_ground_at(s, a->hex)->deep) || (pit_b != 0 && hm_ground_at(s, b_hex)->deep);
}

/* Whether `hex`, where the one is, is beside the other who is in a deep pit, or beside any hex of that pit
 * (pit_adjacent). */
static bool beside_pit(const making *m, uint16_t hex, uint16_t pit) {
    if (m->plan->distance <= 1) {
        return true;
    }
    if (m->set->pit_adjacent == HM_PIT_ADJACENT_FIGURE) {
        return false;
    }
    for (int d = 0; d < 6; d++) {
        const uint16_t next = qm__hex_neighbour(&m->s->hex, hex, d);
        if (next != 0 && hm_of(m->s)->pits[next] == pit) {
            return true;
        }
    }
    return false;
}

/* HX-19: into a deep pit only from beside it, out of one only into hexes of normal level beside it. */
static void look_into_pits(making *m) {
    const uint16_t pit_from = pit_of(m->s, m->from->hex, m->from->hanging != 0);
    const uint16_t pit_to = pit_of(m->s, m->to->hex, m->to->hanging != 0);
    if (pit_from == pit_to) {
        return;
    }
    if (pit_to != 0 && hm_ground_at(m->s, m->to->hex)->deep && !beside_pit(m, m->from->hex, pit_to)) {
        m->plan->faults |= HM_FAULT_INTO_PIT;
    }
    if (pit_from != 0 && hm_ground_at(m->s, m->from->hex)->deep) {
        const bool level = m->to->hanging != 0 || hm_ground_at(m->s, m->to->hex)->what == HM_WHAT_OPEN;
        if (!level || !beside_pit(m, m->to->hex, pit_from)) {
            m->plan->faults |= HM_FAULT_FROM_PIT;
        }
    }
}

/* --------------------------------------------------------------------------------------------- place and position */

bool qm__hm_counts_prone(const qm_scenario *s, const hm_body *body) {
    return hm_lies(body) || (body->hanging != 0 && hm_of(s)->set.hanging == HM_HANGING_PRONE);
}

/* The kneeling and prone terms are for regular weapons (reading `regular`). */
static bool regular(const making *m) {
    return m->plan->mode == HM_BY_BLOW || (m->plan->mode == HM_BY_THROW && m->set->regular == HM_REGULAR_NOT_MISSILE);
}

/* Blows reach the front hexes and one's own; missiles the half of the board before one (missile_arc). */
static void look_ahead(making *m) {
    hm_attack *plan = m->plan;
    if (plan->mode == HM_BY_BLOW) {
        if (plan->distance > 1) {
            plan->faults |= HM_FAULT_REACH;
        } else if (plan->distance == 1 && !qm__hex_in_front(&m->s->hex, m->from->hex, m->from->facing, m->to->hex)) {
            plan->faults |= HM_FAULT_FRONT;
        }
        if (plan->distance <= 1 && qm__hm_rim_between(m->s, m->from, m->to->hex, m->to->hanging != 0)) {
            plan->faults |= HM_FAULT_RIM;
        }
        return;
    }
    if (m->set->missile_arc == HM_MISSILE_ARC_FRONT &&
        !qm__hex_in_front_half(&m->s->hex, m->from->hex, m->from->facing, m->to->hex)) {
        plan->faults |= HM_FAULT_FRONT;
    }
    look_into_pits(m);
    if (plan->distance > 1) {
        qm__hm_line_look(m->s, m->st, m->from->hex, m->to->hex, &plan->line);
        if (plan->line.block != 0 || plan->line.blocker != 0) {
            plan->faults |= HM_FAULT_SIGHT;
        }
    }
}

/* HX-28: one who crawled or picks up a weapon has only rear hexes, and so has one who hangs or lies helpless. */
static bool rear_all_round(const making *m) {
    return (m->to->flags & (HM_CRAWLED | HM_GRABBED)) != 0 ||
           (m->to->hanging != 0 && m->set->hanging == HM_HANGING_HELPLESS) ||
           (m->to->condition != HM_WELL && m->set->helpless_side == HM_HELPLESS_SIDE_REAR);
}

/* Where the attack comes from as the target sees it: 1 front, 2 side, 3 rear, 0 from its own hex. */
static int came_from(const making *m) {
    if (rear_all_round(m)) {
        return 3;
    }
    if (m->plan->distance <= 1) {
        return qm__hm_attack_side(m->s, m->st, m->plan->attacker, m->plan->target);
    }
    const qm__hex_bearing bearing = qm__hex_nearest_directions(&m->s->hex, m->to->hex, m->from->hex);
    return bearing.count == 1 && qm__hex_turn(bearing.direction[0], -m->to->facing) == 3 ? 3 : 1;
}

/* What an attack from the rear is called: from behind, or on one who has nothing but rear, and why it has. */
static uint16_t rear_term(const making *m) {
    if (m->to->hanging != 0 && m->set->hanging == HM_HANGING_HELPLESS) {
        return HM_TERM_AT_HANGING;
    }
    return rear_all_round(m) ? HM_TERM_REAR_ONLY : HM_TERM_REAR;
}

/* HX-31: from the side and from the rear; shots only from the rear, and only under rear_bonus = any. */
static int place_bonus(const making *m, uint16_t *term) {
    const bool blow = m->plan->mode == HM_BY_BLOW;
    if (!blow && m->set->rear_bonus == HM_REAR_BONUS_MELEE) {
        return 0;
    }
    const int side = came_from(m);
    *term = side == 3 ? rear_term(m) : HM_TERM_SIDE;
    return side == 3 ? m->set->rear_bonus_dex : side == 2 && blow ? m->set->side_bonus : 0;
}

/* HX-32, HX-33: at a kneeling and at a prone target. */
static int position_bonus(const making *m, uint16_t *term) {
    if (!regular(m)) {
        return 0;
    }
    if (qm__hm_counts_prone(m->s, m->to)) {
        *term = HM_TERM_AT_PRONE;
        return m->set->prone_bonus;
    }
    *term = HM_TERM_AT_KNEELING;
    return hm_low(m->to) ? m->set->kneel_bonus : 0;
}

static void weigh_target(making *m) {
    uint16_t place_term = HM_TERM_SIDE, position_term = HM_TERM_AT_KNEELING;
    const int place = place_bonus(m, &place_term), position = position_bonus(m, &position_term);
    const bool highest = m->set->position_bonus == HM_POSITION_BONUS_HIGHEST && place != 0 && position != 0;
    if (!highest || place >= position) {
        add(m, place_term, place);
    }
    if (!highest || place < position) {
        add(m, position_term, position);
    }
}

/* HX-32, HX-33: a kneeling attacker loses DEX, a prone one has no attack, with regular weapons. */
static void weigh_attacker(making *m) {
    const bool prone = qm__hm_counts_prone(m->s, m->from);
    if (prone && (regular(m) || (m->plan->mode == HM_BY_SHOT && m->set->prone_shot == HM_PRONE_SHOT_NO))) {
        m->plan->faults |= HM_FAULT_LYING;
    }
    if (!prone && hm_low(m->from) && regular(m)) {
        add(m, HM_TERM_KNEELING, m->set->kneel_penalty);
    }
}

/* Range; and poor light into or through which the attack goes. One who stands in such light has its penalty in eDEX
 * already, so only what is worse than that counts. */
static void weigh_way(making *m) {
    if (m->plan->mode == HM_BY_THROW) {
        add(m, HM_TERM_RANGE, m->plan->distance * m->set->thrown_dex);
    } else if (m->plan->mode == HM_BY_SHOT) {
        add(m, HM_TERM_RANGE, m->plan->distance / m->set->missile_hexes * m->set->missile_dex);
    }
    const hm_ground *here = hm_ground_at(m->s, m->from->hex), *there = hm_ground_at(m->s, m->to->hex);
    const int into = there->dex_into, through = m->plan->line.dex;
    const int worst = into < through ? into : through, had = here->dex_into != 0 ? here->dex : 0;
    if (worst < had) {
        add(m, HM_TERM_POOR_LIGHT, worst - had);
    }
}

/* ------------------------------------------------------------------------------------------------------- the roll */

static int16_t at_least(int value, int16_t low) {
    return value < low ? low : (int16_t)value;
}

/* More dice against one who dodges a missile or wards off a blow; the rows of the results become ascending cuts. */
static void choose_dice(making *m) {
    hm_attack *plan = m->plan;
    const hm_settings *set = m->set;
    const uint16_t guard = plan->mode == HM_BY_BLOW ? HM_DEFENDING : HM_DODGING;
    const bool guarded = (m->to->flags & guard) != 0 && m->to->condition == HM_WELL;
    const int hit_at = guarded ? set->guard_hit_at : set->hit_at, miss_at = guarded ? set->guard_miss_at : set->miss_at;
    const int number = plan->target_number < miss_at ? plan->target_number : miss_at - 1;
    plan->dice = (uint8_t)(guarded ? set->guard_dice : set->attack_dice);
    plan->cuts[HM_TRIPLE] = (int16_t)(guarded ? 0 : set->triple_at);
    plan->cuts[HM_DOUBLE] = at_least(guarded ? 0 : set->double_at, plan->cuts[HM_TRIPLE]);
    plan->cuts[HM_PLAIN] = at_least(number > hit_at ? number : hit_at, plan->cuts[HM_DOUBLE]);
    plan->cuts[HM_MISS] = at_least((guarded ? set->guard_drop_at : set->drop_at) - 1, plan->cuts[HM_PLAIN]);
    plan->cuts[HM_FUMBLE] = at_least((guarded ? set->guard_break_at : set->break_at) - 1, plan->cuts[HM_MISS]);
}

/* The terms of eDEX in full, unless that would be more than a check can hold. */
static void sum_up(making *m) {
    hm_attack *plan = m->plan;
    const int edex = qm__hm_edex(m->s, m->st, plan->attacker, plan->terms, &plan->term_count);
    if (plan->term_count + m->own_count > QM_TERMS_MAX) {
        plan->term_count = 0;
        qm__term(plan->terms, &plan->term_count, HM_TERM_EDEX, edex);
    }
    for (uint16_t i = 0; i < m->own_count; i++) {
        plan->terms[plan->term_count++] = m->own[i];
    }
    plan->target_number = (int16_t)(edex + m->sum);
}

void qm__hm_attack_plan(const qm_scenario *s, const qm_state *st, uint16_t attacker, uint16_t target, uint16_t item,
                        int mode, hm_attack *plan) {
    making m = {.s = s, .st = st, .set = &hm_of(s)->set, .plan = plan};
    m.from = hm_body_at(s, st, attacker);
    m.to = hm_body_at(s, st, target);
    plan->attacker = attacker;
    plan->target = target;
    plan->item = item;
    plan->mode = (uint8_t)mode;
    plan->faults = 0;
    plan->distance = (int16_t)qm__hex_distance(&s->hex, m.from->hex, m.to->hex);
    plan->line = (hm_line){0};
    plan->term_count = 0;
    look_ahead(&m);
    weigh_target(&m);
    weigh_attacker(&m);
    weigh_way(&m);
    weigh_weapon(&m);
    sum_up(&m);
    choose_dice(&m);
}

double qm__hm_attack_chance(const hm_attack *plan) {
    const uint64_t total = qm__sum_total(plan->dice);
    return (double)qm__sum_at_most(plan->dice, plan->cuts[HM_PLAIN]) / (double)total;
}
