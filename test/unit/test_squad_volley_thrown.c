/* Large volleys against a simulator that throws dice and takes the very steps that play takes: 50,000 volleys for each,
 * a million with QM_TEST_LONG.
 */
#include "squad/volley_scene.h"

#include "base/random.h"
#include "base/root.h"
#include "support/amount.h"

#define MEMBERS(array) (sizeof(array) / sizeof *(array))

/* A large mixed volley. */
static void big_scene(scene *s, uint64_t seed) {
    uint64_t at = 0;
    scene_start(s);
    sq_target_unit *unit = add_unit(s, 10, (sq_target){.wounds = 1, .save = 6});
    for (int i = 0; i < 10; i++) {
        unit->models[i].wounds = (uint8_t)(1 + qm__random_below(seed, &at, 2));
        unit->models[i].save = (int8_t)(4 + qm__random_below(seed, &at, 5));
        unit->models[i].ignore = (uint8_t)(qm__random_below(seed, &at, 3) == 0 ? 2 : 0);
        unit->models[i].save_again = qm__random_below(seed, &at, 4) == 0;
    }
    add_unit(s, 3, (sq_target){.wounds = 2, .save = 7});
    for (int i = 0; i < 6; i++) {
        sq_batch *batch = add_batch(s, i % 2 == 0, i == 2 ? 1 : 0, 6, 4 + (int)qm__random_below(seed, &at, 4),
                                    (int)qm__random_below(seed, &at, 3));
        add_ability(batch, SQ_SHOT_EXTRA_HITS, 2, 1);
        add_ability(batch, SQ_SHOT_MORE_AP, 3, 1);
        if (i == 1) {
            add_ability(batch, SQ_SHOT_REROLL_MISSES, 0, 0);
        }
        for (int m = 0; m < 10; m++) {
            batch->cover[m] = (int8_t)qm__random_below(seed, &at, 3);
            batch->valid ^= (uint64_t)(qm__random_below(seed, &at, 5) == 0) << m;
        }
    }
}

/* -------------------------------------------------------------------------------------------------------- simulator */

typedef struct throwing {
    uint64_t seed, at;
} throwing;

static int d10(throwing *dice) {
    return 1 + (int)qm__random_below(dice->seed, &dice->at, 10);
}

/* Hits given and not saved yet, of one unit. */
typedef struct given {
    sq_pile piles[SQ_VOLLEY_MODELS];
    struct {
        uint32_t model;
        int ignore, needed;
    } hits[500];
    uint32_t count;
} given;

typedef struct game {
    const scene *scene;
    throwing dice;
    uint16_t wounds[SQ_VOLLEY_UNITS][SQ_VOLLEY_MODELS];
    uint32_t hits[SQ_VOLLEY_UNITS], unsaved[SQ_VOLLEY_UNITS];
    given given[SQ_VOLLEY_UNITS];
} game;

/* Whether the hit gets through, die by die. */
static bool gets_through(game *g, const sq_target *target, int ignore, int needed) {
    const sq_volley_rules *rules = &g->scene->volley.rules;
    if (ignore > 0 && d10(&g->dice) <= ignore) {
        return false;
    }
    return !qm__sq_saves(rules, needed, d10(&g->dice)) &&
           (!target->save_again || !qm__sq_saves(rules, needed, d10(&g->dice)));
}

static void one_hit(game *g, uint32_t unit, const sq_batch *batch, uint64_t valid, uint64_t group_valid, int ap) {
    const sq_volley_rules *rules = &g->scene->volley.rules;
    const sq_target_unit *target = &g->scene->units[unit];
    const bool piled = rules->assignment != SQ_HITS_ONE_BY_ONE;
    given *piled_up = &g->given[unit];
    sq_stake stakes[SQ_VOLLEY_MODELS] = {{0}};
    int ignore[SQ_VOLLEY_MODELS], needed[SQ_VOLLEY_MODELS], risk[SQ_VOLLEY_MODELS];
    uint32_t options[SQ_VOLLEY_MODELS], count = 0;
    valid &= qm__sq_alive(g->wounds[unit], target->count);
    if (valid == 0) {
        return;
    }
    for (uint32_t i = 0; i < target->count; i++) {
        if ((valid >> i & 1) != 0) {
            ignore[i] = qm__sq_ignore(rules, target, group_valid, i);
            needed[i] = qm__sq_save_needed(&target->models[i], ap, batch->cover[i]);
            risk[i] = qm__sq_risk(rules, &target->models[i], ignore[i], needed[i]);
            stakes[i] = qm__sq_stake(g->wounds[unit][i], risk[i], piled ? &piled_up->piles[i] : NULL);
        }
    }
    const uint64_t may = qm__sq_may_take(rules, valid, stakes);
    for (uint32_t i = 0; i < target->count; i++) {
        if ((may >> i & 1) != 0) {
            options[count++] = i;
        }
    }
    const uint32_t model = rules->policy == QM_POLICY_UNIFORM
                               ? options[qm__random_below(g->dice.seed, &g->dice.at, count)]
                               : qm__sq_takes(rules, may, stakes);
    if (piled) {
        qm__sq_pile_add(&piled_up->piles[model], g->wounds[unit][model], risk[model]);
        piled_up->hits[piled_up->count].model = model;
        piled_up->hits[piled_up->count].ignore = ignore[model];
        piled_up->hits[piled_up->count++].needed = needed[model];
    } else if (gets_through(g, &target->models[model], ignore[model], needed[model])) {
        g->unsaved[unit]++;
        g->wounds[unit][model]--;
    }
}

static void shoot_group(game *g, uint32_t unit, const sq_batch *batches, uint32_t count, uint64_t alive) {
    const sq_volley_rules *rules = &g->scene->volley.rules;
    uint64_t any = 0;
    for (uint32_t i = 0; i < count; i++) {
        any |= batches[i].valid & alive;
    }
    for (uint32_t i = 0; i < count; i++) {
        const uint64_t valid = qm__sq_valid(rules, batches, count, i, alive);
        uint8_t faces[64];
        int16_t aps[200];
        for (uint32_t die = 0; die < batches[i].dice && valid != 0; die++) {
            faces[die] = (uint8_t)d10(&g->dice);
            if (qm__sq_die(rules, &batches[i], faces[die], false).again) {
                faces[die] = (uint8_t)d10(&g->dice);
            }
        }
        const uint32_t hits = valid == 0 ? 0 : qm__sq_hits(rules, &batches[i], faces, aps, MEMBERS(aps));
        g->hits[unit] += hits;
        for (uint32_t hit = 0; hit < hits; hit++) {
            one_hit(g, unit, &batches[i], valid, any, aps[hit]);
        }
    }
}

static void start_piles(game *g, uint32_t unit) {
    g->given[unit].count = 0;
    for (uint32_t i = 0; i < g->scene->units[unit].count; i++) {
        qm__sq_pile_start(&g->given[unit].piles[i], g->wounds[unit][i]);
    }
}

static void save_piles(game *g, uint32_t unit) {
    given *piled_up = &g->given[unit];
    for (uint32_t i = 0; i < piled_up->count; i++) {
        const uint32_t model = piled_up->hits[i].model;
        if (gets_through(g, &g->scene->units[unit].models[model], piled_up->hits[i].ignore, piled_up->hits[i].needed)) {
            g->unsaved[unit]++;
            g->wounds[unit][model] = (uint16_t)(g->wounds[unit][model] - (g->wounds[unit][model] > 0));
        }
    }
    piled_up->count = 0;
}

static uint64_t alive_of(const game *g, uint32_t unit) {
    return qm__sq_alive(g->wounds[unit], g->scene->units[unit].count);
}

/* What a group can shoot now; 0 = nothing. */
static uint32_t batches_now(const game *g, uint32_t group, sq_batch *batches) {
    const sq_volley *volley = &g->scene->volley;
    uint64_t alive[SQ_VOLLEY_UNITS], start[SQ_VOLLEY_UNITS] = {0}, seen = 0;
    bool as_at_start = volley->look == NULL || (volley->rules.as_declared && volley->groups[group].count > 0),
         same = true;
    for (uint32_t i = 0; i < volley->unit_count; i++) {
        alive[i] = alive_of(g, i);
        for (uint32_t m = 0; m < g->scene->units[i].count; m++) {
            start[i] |= (uint64_t)(g->scene->units[i].models[m].wounds > 0) << m;
        }
        same &= alive[i] == start[i];
    }
    as_at_start |= same;
    uint32_t count = volley->groups[group].count;
    if (as_at_start) {
        memcpy(batches, volley->groups[group].batches, count * sizeof *batches);
    } else {
        count = volley->look(volley->context, group, alive, batches);
    }
    for (uint32_t i = 0; i < count; i++) {
        seen |= batches[i].valid & alive[volley->groups[group].unit];
    }
    return seen == 0 ? 0 : count;
}

/* One volley, thrown (group after group, or all at first; looked at again after each). */
static void throw_volley(game *g) {
    const sq_volley *volley = &g->scene->volley;
    sq_batch batches[SQ_VOLLEY_BATCHES];
    uint32_t shot = 0;
    for (uint32_t unit = 0; volley->rules.all_hits_first && unit < volley->unit_count; unit++) {
        const uint64_t alive = alive_of(g, unit);
        start_piles(g, unit);
        for (uint32_t group = 0; group < volley->group_count; group++) {
            const uint32_t count = volley->groups[group].count;
            if (volley->groups[group].unit == unit && count > 0) {
                shoot_group(g, unit, volley->groups[group].batches, count, alive);
                shot |= UINT32_C(1) << group;
            }
        }
        save_piles(g, unit);
    }
    for (uint32_t group = 0; group < volley->group_count;) {
        const uint32_t unit = volley->groups[group].unit;
        const uint32_t count = (shot >> group & 1) != 0 ? 0 : batches_now(g, group, batches);
        if (count == 0) {
            group++;
            continue;
        }
        start_piles(g, unit);
        shoot_group(g, unit, batches, count, alive_of(g, unit));
        save_piles(g, unit);
        shot |= UINT32_C(1) << group;
        group = 0;
    }
}

/* Each count of a sample lies within 5 sigma (and a little, for the rare ones) of what the chance says. */
static void compare_sample(const uint32_t *counts, const sq_spread *spread, uint32_t volleys) {
    for (uint32_t n = 0; n < spread->count; n++) {
        const double expected = spread->chances[n] * volleys;
        const double sigma = qm__root(expected * (1 - spread->chances[n]) + 1);
        if (counts[n] < expected - 5 * sigma - 3 || counts[n] > expected + 5 * sigma + 3) {
            fail_msg("%u came up %u times instead of %.1f", n, counts[n], expected);
        }
    }
}

enum { COUNTED = 400 };

static void sample(const scene *s, uint64_t seed, uint32_t volleys) {
    static game g;
    static uint32_t counts[SQ_VOLLEY_UNITS + 1][4][COUNTED];
    const sq_volley_result r = odds(s);
    const uint32_t units = s->volley.unit_count;
    memset(counts, 0, sizeof counts);
    g.scene = s;
    g.dice = (throwing){seed, 0};
    for (uint32_t i = 0; i < volleys; i++) {
        uint32_t all[4] = {0};
        memset(g.hits, 0, sizeof g.hits);
        memset(g.unsaved, 0, sizeof g.unsaved);
        for (uint32_t unit = 0; unit < units; unit++) {
            for (uint32_t m = 0; m < s->units[unit].count; m++) {
                g.wounds[unit][m] = s->units[unit].models[m].wounds;
            }
        }
        throw_volley(&g);
        for (uint32_t unit = 0; unit < units; unit++) {
            uint32_t one[4] = {g.hits[unit], g.unsaved[unit], 0, 0};
            for (uint32_t m = 0; m < s->units[unit].count; m++) {
                one[2] += (uint32_t)s->units[unit].models[m].wounds - g.wounds[unit][m];
                one[3] += g.wounds[unit][m] == 0;
            }
            for (int k = 0; k < 4; k++) {
                counts[unit][k][one[k]]++;
                all[k] += one[k];
            }
        }
        for (int k = 0; k < 4; k++) {
            counts[units][k][all[k]]++;
        }
    }
    for (uint32_t unit = 0; unit <= units; unit++) {
        const sq_losses *losses = unit < units ? &r.units[unit] : &r.all;
        compare_sample(counts[unit][0], &losses->hits, volleys);
        compare_sample(counts[unit][1], &losses->unsaved, volleys);
        compare_sample(counts[unit][2], &losses->wounds, volleys);
        compare_sample(counts[unit][3], &losses->models, volleys);
    }
}

static uint32_t sample_size(void) {
    return amount_of(50000, 1000000);
}

/* Forty dice at ten models: plain, with abilities and mixed saves, and by other readings. */
static void test_forty_dice(void **unused) {
    (void)unused;
    scene s;
    scene_start(&s);
    add_unit(&s, 10, (sq_target){.wounds = 1, .save = 7});
    sq_batch *batch = add_batch(&s, true, 0, 40, 6, 2);
    sample(&s, 1, sample_size());
    add_ability(batch, SQ_SHOT_EXTRA_HITS, 2, 1);
    add_ability(batch, SQ_SHOT_MORE_AP, 3, 2);
    for (int i = 0; i < 10; i++) {
        s.units[0].models[i] = (sq_target){.wounds = (uint8_t)(1 + i % 2),
                                           .save = (int8_t)(5 + i % 4),
                                           .ignore = i == 5 ? 3 : 0,
                                           .save_again = i == 7};
    }
    sample(&s, 2, sample_size());
    s.volley.rules.policy = QM_POLICY_LAST;
    sample(&s, 3, sample_size());
}

/* Several groups, batches with their own cover and targets, two units. */
static void test_big_volleys(void **unused) {
    (void)unused;
    for (uint64_t seed = 0; seed < 4; seed++) {
        scene s;
        big_scene(&s, seed);
        s.volley.rules.by_shooter = seed % 2 == 0;
        s.volley.rules.all_hits_first = seed == 1;
        s.volley.rules.ignore_by_hit = seed == 2;
        sample(&s, 10 + seed, sample_size() / 2);
    }
}

/* Models of unit 0 hide those of unit 1 with the same number. */
static uint32_t look_behind(void *context, uint32_t group, const uint64_t *alive, sq_batch *batches) {
    const scene *s = context;
    batches[0] = s->batches[group];
    if (s->groups[group].unit == 1) {
        batches[0].valid &= ~alive[0];
    }
    return batches[0].valid == 0 ? 0 : 1;
}

static void test_big_looks(void **unused) {
    (void)unused;
    for (int as_declared = 0; as_declared < 2; as_declared++) {
        scene s;
        scene_start(&s);
        add_unit(&s, 4, (sq_target){.wounds = 1, .save = 5});
        add_unit(&s, 5, (sq_target){.wounds = 1, .save = 4});
        add_batch(&s, true, 0, 6, 6, 1);
        add_batch(&s, true, 1, 8, 6, 1)->valid = UINT64_C(16);
        add_batch(&s, true, 0, 4, 6, 1);
        add_batch(&s, true, 1, 8, 5, 0);
        s.batches[1].valid = s.batches[3].valid = 31;
        scene declared = s; /* at first only the last model of unit 1 is seen */
        declared.batches[1].valid = declared.batches[3].valid = 16;
        s.groups[1].batches = &declared.batches[1];
        s.groups[3].batches = &declared.batches[3];
        s.volley.look = look_behind;
        s.volley.rules.as_declared = as_declared != 0;
        sample(&s, 20, sample_size());
    }
}

static void test_big_piles(void **unused) {
    (void)unused;
    for (int assignment = SQ_HITS_ALL_FIRST; assignment <= SQ_HITS_SPREAD; assignment++) {
        scene s;
        scene_start(&s);
        add_unit(&s, 6, (sq_target){.wounds = 1, .save = 6});
        s.units[0].models[2].wounds = 3;
        s.units[0].models[4].save = 8;
        sq_batch *batch = add_batch(&s, true, 0, 12, 6, 1);
        add_ability(batch, SQ_SHOT_EXTRA_HITS, 2, 1);
        add_ability(batch, SQ_SHOT_MORE_AP, 1, 1);
        add_batch(&s, true, 0, 6, 5, 2)->valid = 21;
        s.volley.rules.assignment = (uint8_t)assignment;
        sample(&s, 30, sample_size());
        s.volley.rules.all_hits_first = true;
        sample(&s, 31, sample_size());
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_forty_dice),
        cmocka_unit_test(test_big_volleys),
        cmocka_unit_test(test_big_looks),
        cmocka_unit_test(test_big_piles),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
