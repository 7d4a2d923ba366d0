/* Whether a volley is in order, and what follows from its input alone: sizes, and models that are as good as each
 * other. */
#include "rules/squad/volley_check.h"

#include <string.h>

static bool number_fits(int number) {
    return number >= -SQ_VOLLEY_NUMBER && number <= SQ_VOLLEY_NUMBER;
}

/* The most hits one die can make; 0 if the batch is not in order. */
static uint32_t die_hits(const sq_batch *batch) {
    uint32_t hits = 1;
    for (size_t i = 0; i < SQ_SHOT_ABILITIES; i++) {
        const sq_shot_ability *ability = &batch->abilities[i];
        if (ability->what > SQ_SHOT_REROLL_MISSES || ability->on > 10 || ability->amount > SQ_VOLLEY_NUMBER ||
            (ability->what == SQ_SHOT_EXTRA_HITS && ability->amount > SQ_SHOT_EXTRA)) {
            return 0;
        }
        hits += ability->what == SQ_SHOT_EXTRA_HITS ? ability->amount : 0;
    }
    for (size_t i = 0; i < SQ_VOLLEY_MODELS; i++) {
        if (!number_fits(batch->cover[i])) {
            return 0;
        }
    }
    return batch->dice <= SQ_VOLLEY_DICE && number_fits(batch->accuracy) && number_fits(batch->ap) ? hits : 0;
}

uint32_t qm__sq_batches_hits(const sq_batch *batches, uint32_t count) {
    uint32_t hits = 0;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t each = die_hits(&batches[i]);
        if (each == 0) {
            return UINT32_MAX;
        }
        hits += each * batches[i].dice;
    }
    return hits;
}

static bool unit_fits(const sq_target_unit *unit) {
    for (uint32_t i = 0; i < unit->count && unit->count <= SQ_VOLLEY_MODELS; i++) {
        const sq_target *model = &unit->models[i];
        if (model->wounds > SQ_VOLLEY_WOUNDS || model->ignore > 9 || !number_fits(model->save)) {
            return false;
        }
    }
    return unit->count <= SQ_VOLLEY_MODELS;
}

static void unit_sizes(const sq_volley *volley, uint32_t unit, sq_volley_sizes *sizes) {
    const sq_target_unit *target = &volley->units[unit];
    for (uint32_t i = 0; i < target->count; i++) {
        sizes->wounds[unit] += target->models[i].wounds;
        sizes->models[unit] += target->models[i].wounds > 0;
        sizes->alive[unit] |= (uint64_t)(target->models[i].wounds > 0) << i;
    }
    sizes->models_most = target->count > sizes->models_most ? target->count : sizes->models_most;
    sizes->unit_hits_most = sizes->hits[unit] > sizes->unit_hits_most ? sizes->hits[unit] : sizes->unit_hits_most;
    sizes->wounds[volley->unit_count] += sizes->wounds[unit];
    sizes->models[volley->unit_count] += sizes->models[unit];
    sizes->hits[volley->unit_count] += sizes->hits[unit];
}

bool qm__sq_volley_check(const sq_volley *volley, sq_volley_sizes *sizes) {
    memset(sizes, 0, sizeof *sizes);
    if (volley == NULL || volley->unit_count == 0 || volley->unit_count > SQ_VOLLEY_UNITS || volley->units == NULL ||
        volley->group_count > SQ_VOLLEY_GROUPS || (volley->groups == NULL && volley->group_count > 0) ||
        volley->rules.assignment > SQ_HITS_SPREAD || volley->rules.policy > QM_POLICY_LAST) {
        return false;
    }
    for (uint32_t i = 0; i < volley->group_count; i++) {
        const sq_group *group = &volley->groups[i];
        if (group->unit >= volley->unit_count || group->count > SQ_VOLLEY_BATCHES ||
            (group->batches == NULL && group->count > 0)) {
            return false;
        }
        const uint32_t hits = qm__sq_batches_hits(group->batches, group->count);
        const uint32_t most = group->hits_most == 0 ? hits : group->hits_most;
        if (hits > most || most > SQ_VOLLEY_HITS - sizes->hits[group->unit]) {
            return false;
        }
        sizes->group_hits[i] = most;
        sizes->hits[group->unit] += most;
    }
    for (uint32_t unit = 0; unit < volley->unit_count; unit++) {
        if (!unit_fits(&volley->units[unit])) {
            return false;
        }
        unit_sizes(volley, unit, sizes);
    }
    return true;
}

/* ----------------------------------------------------------------------------------------------------- models alike */

static bool batch_tells_apart(const sq_batch *batch, uint32_t a, uint32_t b) {
    return (batch->valid >> a & 1) != (batch->valid >> b & 1) || batch->cover[a] != batch->cover[b];
}

static bool alike(const sq_volley *volley, uint32_t unit, uint32_t a, uint32_t b) {
    const sq_target *one = &volley->units[unit].models[a], *other = &volley->units[unit].models[b];
    if (one->wounds != other->wounds || one->save != other->save || one->ignore != other->ignore ||
        one->save_again != other->save_again || (one->wounds != 1 && volley->rules.policy != QM_POLICY_UNIFORM)) {
        return false;
    }
    for (uint32_t i = 0; i < volley->group_count; i++) {
        const sq_group *group = &volley->groups[i];
        for (uint32_t batch = 0; group->unit == unit && batch < group->count; batch++) {
            if (batch_tells_apart(&group->batches[batch], a, b)) {
                return false;
            }
        }
    }
    return true;
}

bool qm__sq_volley_like(const sq_volley *volley, uint32_t unit, uint8_t *like) {
    const bool uniform = volley->rules.policy == QM_POLICY_UNIFORM;
    bool any = false;
    for (uint32_t i = 0; i < volley->units[unit].count; i++) {
        like[i] = (uint8_t)i;
        /* Where roster order has a say, a third model between two like ones would tell them apart. */
        for (uint32_t j = i; j-- > (uniform || i == 0 ? 0 : i - 1) && volley->look == NULL && like[i] == i;) {
            if (alike(volley, unit, j, i)) {
                like[i] = like[j];
                any = true;
            }
        }
    }
    return any;
}
