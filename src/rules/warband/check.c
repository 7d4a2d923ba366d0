/* Agility checks: a die that must show the stat or more, with all that changes what is needed and how many dice there
 * are.
 *
 * Invariant: the terms of a check add up to what the die must show; those without an amount say why a second die is
 * rolled, also where advantage and disadvantage leave neither, or why there are several checks.
 *
 * Rejected: natural results as classes of their own. A die that fails or passes whatever is needed is the same as
 * needing at least, or at most, that number.
 */
#include "rules/warband/warband.h"

enum { INCHES_A_CHECK = 2000 }; /* drop_checks: per_2_inches */

/* A check that is being put together. */
typedef struct making {
    int needed;
    int for_it, against_it; /* advantages, disadvantages */
    qm_term *terms;         /* NULL = nobody wants to know */
    uint16_t *count;
} making;

static void add(making *m, uint16_t term, int amount) {
    m->needed += amount;
    if (m->terms) {
        qm__term(m->terms, m->count, term, amount);
    }
}

static void lean(making *m, uint16_t term, int *kind, bool holds) {
    *kind += holds;
    if (holds && m->terms) {
        qm__term_word(m->terms, m->count, term);
    }
}

/* 1, 0 or -1. */
static int8_t edge_of(const making *m, int32_t stack) {
    if (stack == WB_ADV_STACK_CANCEL && m->for_it > 0 && m->against_it > 0) {
        return 0;
    }
    return (int8_t)((m->for_it > m->against_it) - (m->for_it < m->against_it));
}

/* WB-13: natural results. Failing comes before passing where they meet. */
static void heed_natural(const wb_settings *set, making *m) {
    if (set->natural_pass > 0 && m->needed > set->natural_pass) {
        add(m, WB_TERM_NATURAL_PASS, set->natural_pass - m->needed);
    }
    if (m->needed <= set->natural_fail) {
        add(m, WB_TERM_NATURAL_FAIL, set->natural_fail + 1 - m->needed);
    }
}

static uint8_t checks_of(const wb_settings *set, wb_checked what, int32_t height) {
    const int32_t each =
        what == WB_CHECK_DROP && set->drop_checks == WB_DROP_CHECKS_PER_2_INCHES ? height / INCHES_A_CHECK : 1;
    return (uint8_t)(each < 1 ? 1 : each > UINT8_MAX ? UINT8_MAX : each);
}

wb_check qm__wb_check(const qm_scenario *s, const qm_state *st, uint16_t figure, wb_checked what, int32_t height,
                      qm_term *terms, uint16_t *term_count) {
    const wb_settings *set = wb_set(s);
    const bool high = what == WB_CHECK_DROP && set->drop_high > 0 && height >= set->drop_high;
    making m = {.terms = terms, .count = term_count};
    add(&m, WB_TERM_AGILITY, wb_value(s, figure, WB_AGILITY));
    add(&m, WB_TERM_PENALTY, high ? set->drop_penalty : 0);
    heed_natural(set, &m);
    if (terms && checks_of(set, what, height) > 1) {
        qm__term_word(terms, term_count, WB_TERM_EACH);
    }
    lean(&m, WB_TERM_AGILE, &m.for_it, wb_value(s, figure, WB_AGILE) != 0);
    lean(&m, WB_TERM_CLAWS, &m.for_it, what == WB_CHECK_CLIMB && wb_value(s, figure, WB_CLAWS) != 0);
    lean(&m, WB_TERM_STAGGERED, &m.against_it,
         what != WB_CHECK_LEDGE && wb_at(s, st, figure)->condition == WB_STAGGERED);
    lean(&m, WB_TERM_HIGH, &m.against_it, high && set->drop_penalty == 0);
    return (wb_check){.count = checks_of(set, what, height),
                      .sides = (uint8_t)set->check_die,
                      .least = (uint8_t)m.needed, /* declared limits keep it from 1 to 120 */
                      .edge = edge_of(&m, set->adv_stack)};
}

/* Of one roll: the higher die falls short when both do, the lower one suffices when both do. */
static double chance_once(const wb_check *check) {
    const int sides = check->sides, less = check->least <= sides ? check->least - 1 : sides;
    if (check->edge == 0) {
        return (double)(sides - less) / sides;
    }
    const int pass = check->edge > 0 ? sides * sides - less * less : (sides - less) * (sides - less);
    return (double)pass / (sides * sides);
}

double qm__wb_chance(const wb_check *check) {
    double all = check->fails ? 0 : 1;
    for (uint8_t i = 0; i < check->count && !check->fails; i++) {
        all *= chance_once(check);
    }
    return all;
}

void qm__wb_foresee(qm__judging *j, uint16_t leg, uint16_t roll, qm_place at, const wb_check *check,
                    const qm_term *terms, uint16_t term_count) {
    for (uint8_t n = 0; n < check->count; n++) {
        qm_check *told = qm__foresee(j, roll);
        told->leg = leg;
        told->at = at;
        told->dice = check->edge ? 2 : 1;
        told->sides = check->sides;
        told->target = check->least;
        told->over = check->edge == 0 ? QM_OVER_ONE : check->edge > 0 ? QM_OVER_HIGHER : QM_OVER_LOWER;
        told->chance = check->fails ? 0 : chance_once(check);
        for (uint16_t i = 0; i < term_count; i++) {
            told->terms[i] = terms[i];
        }
        told->term_count = term_count;
    }
    j->verdict->chance *= qm__wb_chance(check);
}

bool qm__wb_roll(qm__run *run, uint16_t figure, uint16_t roll, const wb_check *check) {
    if (check->fails) {
        return false;
    }
    /* Before the roll it has come to where the leg begins, and the state has it there. */
    const qm__roll dice = {.kind = roll,
                           .figure = figure,
                           .dice = check->edge ? 2 : 1,
                           .sides = check->sides,
                           .shape = QM__OVER,
                           .cuts = {check->least, check->edge < 0},
                           .target = check->least};
    const qm__roll_aside aside = {.at = wb_place(wb_at(run->scenario, run->state, figure))};
    return qm__roll_take_telling(run, &dice, &aside) == 0;
}
