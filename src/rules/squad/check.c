/* Initiative checks, Saves against falls, wounds and casualties.
 *
 * Invariant: what a die must show at most is from 0 to its sides, with the natural results in it, so that a roll has
 * two classes and no special faces.
 */
#include "rules/squad/squad.h"

int qm__sq_target(const sq_settings *set, int stat) {
    const int most = set->check_fails - 1 < set->check_die ? set->check_fails - 1 : set->check_die;
    const int target = stat < set->check_passes ? set->check_passes : stat;
    return target > most ? most : target < 0 ? 0 : target;
}

int qm__sq_majority(const qm_scenario *s, uint16_t first, int field, uint64_t models) {
    int best = 0, most = 0;
    for (uint16_t i = 0; i < QM_PARTS_MAX && models >> i != 0; i++) {
        int count = 0;
        for (uint16_t k = 0; (models >> i & 1) != 0 && k < QM_PARTS_MAX && models >> k != 0; k++) {
            count += (models >> k & 1) != 0 &&
                     sq_value(s, (uint16_t)(first + k), field) == sq_value(s, (uint16_t)(first + i), field);
        }
        const int here = count > 0 ? sq_value(s, (uint16_t)(first + i), field) : 0;
        if (count > most || (count == most && count > 0 && here < best)) {
            most = count;
            best = here;
        }
    }
    return best;
}

int qm__sq_initiative(const qm_scenario *s, const qm_state *st, const qm__troop *unit) {
    uint64_t models = 0;
    for (uint16_t i = 0; i < unit->count; i++) {
        models |= (uint64_t)!sq_at(s, st, (uint16_t)(unit->first + i))->out << i;
    }
    return qm__sq_majority(s, unit->first, SQ_INITIATIVE, models);
}

/* What of the natural results makes the number that a die must show another than the stat. */
static uint16_t natural_term(const sq_settings *set, int stat, int target) {
    if (target < stat) {
        return set->check_fails > set->check_die ? SQ_TERM_ALL_PASS
               : set->check_fails == 10          ? SQ_TERM_CHECK_FAILS
                                                 : SQ_TERM_HIGH_FAILS;
    }
    return target == 0              ? SQ_TERM_NONE_PASSES
           : set->check_passes == 1 ? SQ_TERM_CHECK_PASSES
                                    : SQ_TERM_LOW_PASSES;
}

void qm__sq_foresee(qm__judging *j, uint16_t roll, uint16_t figure, uint16_t leg, qm_place at, int stat,
                    uint16_t term) {
    const sq_settings *set = sq_set(j->scenario);
    const int target = qm__sq_target(set, stat);
    qm_check *check = qm__foresee(j, roll);
    check->figure = figure;
    check->leg = leg;
    check->at = at;
    check->dice = 1;
    check->sides = (uint8_t)set->check_die;
    check->target = target;
    check->chance = (double)target / set->check_die;
    qm__term(check->terms, &check->term_count, term, stat);
    qm__term(check->terms, &check->term_count,
             natural_term(set, stat, target), target - stat);
    j->verdict->chance *= check->chance;
}

bool qm__sq_roll(qm__run *run, uint16_t roll, uint16_t figure, int stat) {
    const sq_settings *set = sq_set(run->scenario);
    const int target = qm__sq_target(set, stat);
    const qm__roll dice = {.kind = roll,
                           .figure = figure,
                           .dice = 1,
                           .sides = (uint8_t)set->check_die,
                           .shape = QM__UNDER,
                           .cuts = {(int16_t)target},
                           .target = target};
    return qm__roll_take(run, &dice) == 0;
}

/* ----------------------------------------------------------------------------------------------------------- wounds */

void qm__sq_remove(qm__run *run, uint16_t figure) {
    sq_model *m = sq_at(run->scenario, run->state, figure);
    m->x = m->y = m->z = m->left = 0;
    m->out = 1;
    m->gone = m->fell = 0;
}

bool qm__sq_wound(qm__run *run, uint16_t figure) {
    sq_model *m = sq_at(run->scenario, run->state, figure);
    const int32_t wounds = sq_value(run->scenario, figure, SQ_WOUNDS);
    m->lost++;
    if (m->lost < wounds) {
        qm_event *told = qm__tell(run, SQ_EVENT_WOUNDED);
        told->figure = figure;
        told->value = wounds - m->lost;
        return false;
    }
    qm__tell(run, SQ_EVENT_CASUALTY)->figure = figure;
    qm__sq_remove(run, figure);
    return true;
}

/* [fact] a fall has no AP, and no cover helps. A failed Save is rolled once more by those who may. */
void qm__sq_save(qm__run *run, uint16_t figure) {
    const int save = sq_value(run->scenario, figure, SQ_SAVE);
    const bool again = sq_value(run->scenario, figure, SQ_REROLL_SAVES) != 0;
    if (qm__sq_roll(run, SQ_ROLL_SAVE, figure, save) || (again && qm__sq_roll(run, SQ_ROLL_SAVE, figure, save))) {
        qm__tell(run, SQ_EVENT_SAVED)->figure = figure;
    } else {
        qm__sq_wound(run, figure);
    }
}
