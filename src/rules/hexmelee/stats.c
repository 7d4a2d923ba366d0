/* What a figure is right now: MOV, DEX and the numbers of its saving rolls.
 *
 * Invariant: nothing here changes a state except qm__hm_refresh, which keeps the cached eDEX true; whatever changes
 * hits, fatigue, ground or the turn calls it. Rejected: working eDEX out whenever the order of action is asked for,
 * which is on every order.
 */
#include "rules/hexmelee/hexmelee.h"

qm_place qm__hm_place(const qm_scenario *s, uint16_t hex) {
    if (hex == 0) {
        return (qm_place){0};
    }
    const uint32_t row = (uint32_t)((hex - 1u) * hm_of(s)->row_part >> 32);
    return (qm_place){.x = (int32_t)(hex - row * s->hex.columns), .y = (int32_t)row + 1};
}

uint16_t qm__hm_hex(const qm_scenario *s, qm_place place) {
    return qm__hex_at(&s->hex, place.x - 1, place.y - 1);
}

int qm__hm_strength_left(const qm_scenario *s, const qm_state *st, uint16_t figure) {
    const hm_body *body = hm_body_at(s, st, figure);
    return hm_stat_of(s, figure)->str - body->hits - body->fatigue;
}

/* ------------------------------------------------------------------------------------------------------ movement */

int qm__hm_mov(const qm_scenario *s, const qm_state *st, uint16_t figure) {
    (void)st;
    return hm_stat_of(s, figure)->mov;
}

/* HX-04: crawling takes no heed of what lowers MOV until MOV is one or less. */
int qm__hm_crawl(const qm_scenario *s, const qm_state *st, uint16_t figure) {
    const hm_settings *set = &hm_of(s)->set;
    if (qm__hm_mov(s, st, figure) > set->slow_mov) {
        return set->crawl_mov;
    }
    const int slowed = set->crawl_when_slowed == HM_CRAWL_WHEN_SLOWED_ONE ? 1 : 0;
    return set->crawl_mov < slowed ? set->crawl_mov : slowed;
}

/* HX-03: one hex is always possible on foot; a crawler has what HX-04 leaves it. */
int qm__hm_allowance(const qm_scenario *s, const qm_state *st, uint16_t figure) {
    if (hm_body_at(s, st, figure)->position != HM_STANDING) {
        return qm__hm_crawl(s, st, figure);
    }
    const int mov = qm__hm_mov(s, st, figure);
    return mov > 1 ? mov : 1;
}

/* ----------------------------------------------------------------------------------------------------------- DEX */

/* Adds a part to a sum, and to the list of terms if one is wanted. */
static int part(qm_term *terms, uint16_t *count, uint16_t kind, int amount) {
    if (terms) {
        qm__term(terms, count, kind, amount);
    }
    return amount;
}

int qm__hm_dex(const qm_scenario *s, const qm_state *st, uint16_t figure, qm_term *terms, uint16_t *count) {
    (void)st;
    return part(terms, count, HM_TERM_DEX, hm_stat_of(s, figure)->dex);
}

/* Everything that changes DEX: what is worn and carried, the ground, last turn's wounds, and little STR left. */
int qm__hm_edex(const qm_scenario *s, const qm_state *st, uint16_t figure, qm_term *terms, uint16_t *count) {
    const hm_settings *set = &hm_of(s)->set;
    const hm_stat *stat = hm_stat_of(s, figure);
    const hm_body *body = hm_body_at(s, st, figure);
    int dex = qm__hm_dex(s, st, figure, terms, count);
    dex += part(terms, count, HM_TERM_ARMOUR, stat->armour_dex);
    dex += part(terms, count, HM_TERM_SHIELD, stat->shield_dex);
    dex += part(terms, count, HM_TERM_LOAD, stat->load_dex);
    if (body->hex != 0) {
        dex += part(terms, count, HM_TERM_GROUND, hm_ground_at(s, body->hex)->dex);
    }
    if (body->last_hits >= set->wound_hits) {
        dex += part(terms, count, HM_TERM_WOUND, set->wound_dex);
    }
    if (qm__hm_strength_left(s, st, figure) <= set->weak_str) {
        dex += part(terms, count, HM_TERM_WEAK, set->weak_dex);
    }
    return dex;
}

int qm__hm_save_dex(const qm_scenario *s, const qm_state *st, uint16_t figure, qm_term *terms, uint16_t *count) {
    return hm_of(s)->set.save_dex == HM_SAVE_DEX_EFFECTIVE ? qm__hm_edex(s, st, figure, terms, count)
                                                           : qm__hm_dex(s, st, figure, terms, count);
}

int8_t qm__hm_edex_kept(const qm_scenario *s, const qm_state *st, uint16_t figure) {
    const int dex = qm__hm_edex(s, st, figure, NULL, NULL);
    return (int8_t)(dex < -127 ? -127 : dex > 127 ? 127 : dex);
}

void qm__hm_refresh(const qm_scenario *s, qm_state *st, uint16_t figure) {
    hm_body_at(s, st, figure)->edex = qm__hm_edex_kept(s, st, figure);
}

/* -------------------------------------------------------------------------------------------------- saving rolls */

/* Totals that pass and that fail whatever the target. False: there are none for so many dice. */
static bool bands(const hm_settings *set, int dice, int *pass, int *fail) {
    switch (dice) {
    case 2:
        *pass = set->auto_pass_2, *fail = set->auto_fail_2;
        return true;
    case 3:
        *pass = set->auto_pass_3, *fail = set->auto_fail_3;
        return true;
    case 4:
        *pass = set->auto_pass_4, *fail = set->auto_fail_4;
        return true;
    case 5:
        *pass = set->auto_pass_5, *fail = set->auto_fail_5;
        return true;
    case 8:
        *pass = set->auto_pass_8, *fail = set->auto_fail_8;
        return true;
    }
    return false;
}

/* A total that both passes and fails by its band fails. */
int qm__hm_save_cut(const qm_scenario *s, int dice, int target) {
    const hm_settings *set = &hm_of(s)->set;
    int pass, fail;
    if (set->auto_results == HM_AUTO_RESULTS_NONE || !bands(set, dice, &pass, &fail)) {
        return target;
    }
    const int cut = target > pass ? target : pass;
    return cut < fail ? cut : fail - 1;
}

double qm__hm_save_chance(const qm_scenario *s, int dice, int target) {
    if (dice == 0) {
        return 1.0;
    }
    return (double)qm__sum_at_most(dice, qm__hm_save_cut(s, dice, target)) / (double)qm__sum_total(dice);
}

/* A roll of no dice (a setting of 0) is no roll and goes well. */
bool qm__hm_save(qm__run *run, uint16_t roll, uint16_t figure, int dice, int target) {
    if (dice == 0) {
        return true;
    }
    const qm__roll wanted = {.kind = roll,
                             .figure = figure,
                             .dice = (uint8_t)dice,
                             .sides = 6,
                             .shape = QM__UNDER,
                             .cut_count = 1,
                             .cuts = {(int16_t)qm__hm_save_cut(run->scenario, dice, target)},
                             .target = target};
    return qm__roll_take(run, &wanted) == 0;
}

double qm__hm_foresee(qm__judging *j, uint16_t roll, uint16_t leg, uint16_t hex, int dice, int target,
                      const qm_term *terms, uint16_t term_count) {
    if (dice == 0) {
        return 1.0;
    }
    qm_check *check = qm__foresee(j, roll);
    check->leg = leg;
    check->dice = (uint8_t)dice;
    check->sides = 6;
    check->at = qm__hm_place(j->scenario, hex);
    check->target = target;
    check->term_count = term_count < QM_TERMS_MAX ? term_count : QM_TERMS_MAX;
    for (uint16_t i = 0; i < check->term_count; i++) {
        check->terms[i] = terms[i];
    }
    check->chance = qm__hm_save_chance(j->scenario, dice, target);
    j->verdict->chance *= check->chance;
    return check->chance;
}
