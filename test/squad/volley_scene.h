/* Volleys for tests: put together piece by piece, and reckoned with sums and means checked. */
#ifndef QM_TEST_SQUAD_VOLLEY_SCENE_H
#define QM_TEST_SQUAD_VOLLEY_SCENE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "rules/squad/volley.h"

static const sq_volley_rules usual = {.one_hits = true, .one_saves = true};

static inline void assert_near(double a, double b, double slack) {
    if (!(a - b <= slack && b - a <= slack)) {
        fail_msg("%.15f is not %.15f", a, b);
    }
}

/* A volley with all it points to. */
typedef struct scene {
    sq_volley volley;
    sq_target_unit units[SQ_VOLLEY_UNITS];
    sq_group groups[SQ_VOLLEY_GROUPS];
    sq_batch batches[64];
    uint32_t batch_count;
} scene;

static inline void scene_start(scene *s) {
    memset(s, 0, sizeof *s);
    s->volley = (sq_volley){.rules = usual, .units = s->units, .groups = s->groups, .context = s};
}

static inline sq_target_unit *add_unit(scene *s, int models, sq_target model) {
    sq_target_unit *unit = &s->units[s->volley.unit_count++];
    unit->count = (uint8_t)models;
    for (int i = 0; i < models; i++) {
        unit->models[i] = model;
    }
    return unit;
}

/* A batch of the group added last, or of a new one. */
static inline sq_batch *add_batch(scene *s, bool new_group, int unit, int dice, int accuracy, int ap) {
    sq_batch *batch = &s->batches[s->batch_count++];
    *batch = (sq_batch){.valid = UINT64_MAX, .dice = (uint16_t)dice, .accuracy = (int8_t)accuracy, .ap = (int8_t)ap};
    if (new_group) {
        s->groups[s->volley.group_count++] = (sq_group){.unit = (uint8_t)unit, .batches = batch};
    }
    s->groups[s->volley.group_count - 1].count++;
    return batch;
}

static inline void add_ability(sq_batch *batch, int what, int on, int amount) {
    size_t i = 0;
    while (batch->abilities[i].what != SQ_SHOT_NONE) {
        i++;
    }
    batch->abilities[i] = (sq_shot_ability){(uint8_t)what, (uint8_t)on, (uint8_t)amount};
}

static inline void check_spread(const sq_spread *spread) {
    double sum = 0, mean = 0;
    for (uint32_t i = 0; i < spread->count; i++) {
        assert_true(spread->chances[i] >= 0);
        sum += spread->chances[i];
        mean += i * spread->chances[i];
    }
    assert_near(sum, 1, 1e-12);
    assert_near(mean, spread->mean, 1e-9);
}

/* The odds, with sums and means checked; the spreads are good until the next call. */
static inline sq_volley_result odds(const scene *s) {
    static _Alignas(16) unsigned char memory[64 << 20];
    sq_volley_result result;
    const size_t size = qm__sq_volley_size(&s->volley, SQ_VOLLEY_STATES);
    assert_in_range(size, 1, sizeof memory);
    memset(memory, 0xA5, size); /* what was there before must not matter */
    assert_int_equal(qm__sq_volley_odds(&s->volley, SQ_VOLLEY_STATES, memory, size, &result), QM_OK);
    for (uint32_t i = 0; i <= s->volley.unit_count; i++) {
        const sq_losses *losses = i < s->volley.unit_count ? &result.units[i] : &result.all;
        check_spread(&losses->hits);
        check_spread(&losses->unsaved);
        check_spread(&losses->wounds);
        check_spread(&losses->models);
    }
    return result;
}

#endif
