/* Answers questions about volleys for the oracle in test_squad_volley_oracle.py: whole numbers in, whole numbers out.
 *
 * In, separated by white space, as often as wanted: STATES, the nine rules of sq_volley_rules in order, LOOK (1 = who
 * can shoot depends on who lives), the number of units, for each of them the number of models and for each of these
 * WOUNDS SAVE IGNORE AGAIN; the number of groups, for each of them UNIT, the number of batches, and for each of these
 * DICE ACCURACY AP, six abilities (WHAT ON AMOUNT), for each model of the target unit VALID COVER, and for each unit
 * BARRED NEEDED (masks of models). A batch can be shot as long as nobody barred lives and, for each unit with some
 * needed, one of these does. Out, a line for each volley: the result (0 = good) and then, for each unit and in all, the
 * chances of hits, unsaved hits, wounds and models, each led by how many follow; chances are whole numbers of 10^-15.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rules/squad/volley.h"

typedef struct condition {
    uint64_t barred[SQ_VOLLEY_UNITS], needed[SQ_VOLLEY_UNITS];
} condition;

typedef struct scene {
    sq_volley volley;
    sq_target_unit units[SQ_VOLLEY_UNITS];
    sq_group groups[SQ_VOLLEY_GROUPS];
    sq_batch batches[SQ_VOLLEY_GROUPS][SQ_VOLLEY_BATCHES];  /* all there can be */
    sq_batch declared[SQ_VOLLEY_GROUPS][SQ_VOLLEY_BATCHES]; /* those that can be shot at the start */
    condition conditions[SQ_VOLLEY_GROUPS][SQ_VOLLEY_BATCHES];
    uint32_t counts[SQ_VOLLEY_GROUPS];
} scene;

static int32_t number(void) {
    int32_t value;
    if (scanf("%" SCNd32, &value) != 1) {
        fputs("volley_driver: a number is missing\n", stderr);
        exit(2);
    }
    return value;
}

static uint32_t count_up_to(uint32_t most) {
    const int32_t value = number();
    if (value < 0 || (uint32_t)value > most) {
        fputs("volley_driver: too many\n", stderr);
        exit(2);
    }
    return (uint32_t)value;
}

static uint32_t look(void *context, uint32_t group, const uint64_t *alive, sq_batch *batches) {
    const scene *all = context;
    uint32_t count = 0;
    for (uint32_t i = 0; i < all->counts[group]; i++) {
        const condition *when = &all->conditions[group][i];
        bool can = true;
        for (uint32_t unit = 0; unit < all->volley.unit_count; unit++) {
            can &= (alive[unit] & when->barred[unit]) == 0;
            can &= when->needed[unit] == 0 || (alive[unit] & when->needed[unit]) != 0;
        }
        if (can) {
            batches[count++] = all->batches[group][i];
        }
    }
    return count;
}

static void read_units(scene *all) {
    all->volley.unit_count = (uint8_t)count_up_to(SQ_VOLLEY_UNITS);
    for (uint32_t i = 0; i < all->volley.unit_count; i++) {
        all->units[i].count = (uint8_t)count_up_to(SQ_VOLLEY_MODELS);
        for (uint32_t j = 0; j < all->units[i].count; j++) {
            sq_target *model = &all->units[i].models[j];
            model->wounds = (uint8_t)number();
            model->save = (int8_t)number();
            model->ignore = (uint8_t)number();
            model->save_again = number() != 0;
        }
    }
}

static void read_batch(const scene *all, uint32_t target, sq_batch *batch, condition *when) {
    batch->dice = (uint16_t)number();
    batch->accuracy = (int8_t)number();
    batch->ap = (int8_t)number();
    for (int i = 0; i < SQ_SHOT_ABILITIES; i++) {
        batch->abilities[i].what = (uint8_t)number();
        batch->abilities[i].on = (uint8_t)number();
        batch->abilities[i].amount = (uint8_t)number();
    }
    for (uint32_t i = 0; i < all->units[target].count; i++) {
        batch->valid |= (uint64_t)(number() != 0) << i;
        batch->cover[i] = (int8_t)number();
    }
    for (uint32_t i = 0; i < all->volley.unit_count; i++) {
        when->barred[i] = (uint64_t)number();
        when->needed[i] = (uint64_t)number();
    }
}

static void read_scene(scene *all) {
    sq_volley_rules *rules = &all->volley.rules;
    rules->assignment = (uint8_t)number();
    rules->policy = (uint8_t)number();
    rules->all_hits_first = number() != 0;
    rules->as_declared = number() != 0;
    rules->recheck_end = number() != 0;
    rules->by_shooter = number() != 0;
    rules->ignore_by_hit = number() != 0;
    rules->one_hits = number() != 0;
    rules->one_saves = number() != 0;
    const bool looks = number() != 0;
    read_units(all);
    all->volley.group_count = (uint8_t)count_up_to(SQ_VOLLEY_GROUPS);
    for (uint32_t i = 0; i < all->volley.group_count; i++) {
        all->groups[i].unit = (uint8_t)count_up_to(all->volley.unit_count - 1u);
        all->counts[i] = count_up_to(SQ_VOLLEY_BATCHES);
        for (uint32_t j = 0; j < all->counts[i]; j++) {
            read_batch(all, all->groups[i].unit, &all->batches[i][j], &all->conditions[i][j]);
        }
    }
    all->volley.units = all->units;
    all->volley.groups = all->groups;
    all->volley.look = looks ? look : NULL;
    all->volley.context = all;
}

/* What each group can shoot at the start, and how many hits it can make with all it might ever shoot. */
static void declare(scene *all) {
    uint64_t alive[SQ_VOLLEY_UNITS] = {0};
    for (uint32_t i = 0; i < all->volley.unit_count; i++) {
        for (uint32_t j = 0; j < all->units[i].count; j++) {
            alive[i] |= (uint64_t)(all->units[i].models[j].wounds > 0) << j;
        }
    }
    for (uint32_t i = 0; i < all->volley.group_count; i++) {
        uint32_t most = 0;
        for (uint32_t j = 0; j < all->counts[i]; j++) {
            uint32_t each = 1;
            for (int k = 0; k < SQ_SHOT_ABILITIES; k++) {
                const sq_shot_ability *ability = &all->batches[i][j].abilities[k];
                each += ability->what == SQ_SHOT_EXTRA_HITS ? ability->amount : 0;
            }
            most += each * all->batches[i][j].dice;
        }
        all->groups[i].count = (uint8_t)look(all, i, alive, all->declared[i]);
        all->groups[i].batches = all->declared[i];
        all->groups[i].hits_most = (uint16_t)most;
    }
}

static void print_spread(const sq_spread *spread) {
    printf(" %" PRIu32, spread->count);
    for (uint32_t i = 0; i < spread->count; i++) {
        printf(" %" PRId64, (int64_t)(spread->chances[i] * 1e15 + 0.5));
    }
}

static void print_losses(const sq_losses *losses) {
    print_spread(&losses->hits);
    print_spread(&losses->unsaved);
    print_spread(&losses->wounds);
    print_spread(&losses->models);
}

int main(void) {
    scene *all = malloc(sizeof *all);
    uint32_t states;
    while (all != NULL && scanf("%" SCNu32, &states) == 1) {
        memset(all, 0, sizeof *all);
        read_scene(all);
        declare(all);
        const size_t size = qm__sq_volley_size(&all->volley, states);
        void *memory = malloc(size > 0 ? size : 1);
        sq_volley_result result;
        const qm_result how = qm__sq_volley_odds(&all->volley, states, memory, size, &result);
        printf("%d", (int)how);
        for (uint32_t i = 0; how == QM_OK && i < all->volley.unit_count; i++) {
            print_losses(&result.units[i]);
        }
        if (how == QM_OK) {
            print_losses(&result.all);
        }
        putchar('\n');
        free(memory);
    }
    free(all);
    return 0;
}
