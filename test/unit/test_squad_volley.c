/* Volleys: the steps and the odds by hand, refusals, and what must grow with what. */
#include "squad/volley_scene.h"

/* -------------------------------------------------------------------------------------------------------- the steps */

static void test_faces(void **unused) {
    (void)unused;
    sq_volley_rules rules = usual;
    sq_batch batch = {.dice = 1, .accuracy = 6, .ap = 1};
    assert_true(qm__sq_die(&rules, &batch, 6, false).hit);
    assert_false(qm__sq_die(&rules, &batch, 7, false).hit);
    batch.accuracy = 12; /* a 10 misses all the same */
    assert_true(qm__sq_die(&rules, &batch, 9, false).hit);
    assert_false(qm__sq_die(&rules, &batch, 10, false).hit);
    batch.accuracy = 0;
    assert_true(qm__sq_die(&rules, &batch, 1, false).hit);
    rules.one_hits = false;
    assert_false(qm__sq_die(&rules, &batch, 1, false).hit);
    assert_false(qm__sq_die(&rules, &batch, 1, false).again);
    add_ability(&batch, SQ_SHOT_REROLL_MISSES, 0, 0);
    assert_true(qm__sq_die(&rules, &batch, 1, false).again);
    assert_false(qm__sq_die(&rules, &batch, 1, true).again); /* once */
}

/* Extra hits on 2 or less and +1 AP on 2 or less: the extra hit does not have it (SQ-22). */
static void test_extra_hits_are_plain(void **unused) {
    (void)unused;
    sq_volley_rules rules = usual;
    sq_batch batch = {.dice = 4, .accuracy = 5, .ap = 1};
    add_ability(&batch, SQ_SHOT_EXTRA_HITS, 2, 1);
    add_ability(&batch, SQ_SHOT_MORE_AP, 2, 1);
    const sq_die die = qm__sq_die(&rules, &batch, 2, false);
    assert_true(die.hit);
    assert_int_equal(die.ap, 2);
    assert_int_equal(die.extra, 1);
    assert_int_equal(qm__sq_die(&rules, &batch, 3, false).ap, 1);
    assert_int_equal(qm__sq_die(&rules, &batch, 3, false).extra, 0);
    const uint8_t faces[4] = {4, 2, 9, 1};
    int16_t aps[8];
    assert_int_equal(qm__sq_hits(&rules, &batch, faces, aps, 8), 5);
    const int16_t in_order[5] = {1, 2, 1, 2, 1};
    assert_memory_equal(aps, in_order, sizeof in_order);
    rules.assignment = SQ_HITS_ALL_FIRST;
    const int16_t sorted[5] = {2, 2, 1, 1, 1};
    assert_int_equal(qm__sq_hits(&rules, &batch, faces, aps, 8), 5);
    assert_memory_equal(aps, sorted, sizeof sorted);
    batch.accuracy = 1; /* a 2 is no hit now, and makes nothing */
    assert_int_equal(qm__sq_hits(&rules, &batch, faces, aps, 8), 2);
}

/* Save 12 against AP 3 with a roll of 10 (SQ-26, SQ-29). */
static void test_save_of_twelve(void **unused) {
    (void)unused;
    const sq_target target = {.wounds = 1, .save = 12};
    const int needed = qm__sq_save_needed(&target, 3, 0);
    assert_int_equal(needed, 9);
    assert_true(qm__sq_saves(&usual, needed, 9));
    assert_false(qm__sq_saves(&usual, needed, 10));
    assert_int_equal(qm__sq_failed_by(&target, needed, 10, false), -2);
    assert_int_equal(qm__sq_failed_by(&target, needed, 10, true), 1);
    assert_int_equal(qm__sq_risk(&usual, &target, 0, needed), 100);
    assert_int_equal(qm__sq_risk(&usual, &target, 0, 12), 100); /* never better than that */
    assert_int_equal(qm__sq_failed_by(&(sq_target){.save = 5}, 4, 7, false), 3);
}

static void test_saves(void **unused) {
    (void)unused;
    sq_volley_rules rules = usual;
    sq_target target = {.wounds = 1, .save = 4};
    assert_int_equal(qm__sq_save_needed(&target, 1, 2), 5);
    assert_int_equal(qm__sq_risk(&rules, &target, 0, 5), 500);
    assert_int_equal(qm__sq_risk(&rules, &target, 2, 5), 400);
    target.save_again = true;
    assert_int_equal(qm__sq_risk(&rules, &target, 2, 5), 200);
    assert_int_equal(qm__sq_risk(&rules, &target, 0, -3), 810); /* a 1 saves */
    assert_true(qm__sq_saves(&rules, -3, 1));
    rules.one_saves = false;
    assert_int_equal(qm__sq_risk(&rules, &target, 0, -3), 1000);
    assert_false(qm__sq_saves(&rules, -3, 1));
    assert_int_equal(qm__sq_cover(2, false, true), 2);
    assert_int_equal(qm__sq_cover(2, true, true), 0);
    assert_int_equal(qm__sq_cover(-1, true, true), -1);
    assert_int_equal(qm__sq_cover(-1, true, false), 0);
}

/* One ability to ignore hits a unit, the best (SQ-25); or each its own. */
static void test_ignore(void **unused) {
    (void)unused;
    sq_volley_rules rules = usual;
    const sq_target_unit unit = {.count = 3,
                                 .models = {{.wounds = 1, .ignore = 2}, {.wounds = 1, .ignore = 5}, {.wounds = 1}}};
    assert_int_equal(qm__sq_ignore(&rules, &unit, 7, 0), 0);
    assert_int_equal(qm__sq_ignore(&rules, &unit, 7, 1), 5);
    assert_int_equal(qm__sq_ignore(&rules, &unit, 5, 0), 2); /* the better one cannot be hit */
    rules.ignore_by_hit = true;
    assert_int_equal(qm__sq_ignore(&rules, &unit, 7, 0), 2);
    assert_int_equal(qm__sq_ignore(&rules, &unit, 7, 2), 0);
}

static void test_who_takes_it(void **unused) {
    (void)unused;
    sq_volley_rules rules = usual;
    sq_stake stakes[SQ_VOLLEY_MODELS] = {{0}};
    stakes[0] = qm__sq_stake(1, 300, NULL);
    stakes[1] = qm__sq_stake(2, 900, NULL); /* cannot be lost by one hit */
    stakes[2] = qm__sq_stake(3, 800, NULL);
    stakes[3] = qm__sq_stake(2, 800, NULL);
    assert_int_equal(qm__sq_takes(&rules, 15, stakes), 2);
    assert_int_equal(qm__sq_takes(&rules, 11, stakes), 3);
    assert_int_equal(qm__sq_takes(&rules, 1, stakes), 0);
    rules.policy = QM_POLICY_FIRST;
    assert_int_equal(qm__sq_takes(&rules, 14, stakes), 1);
    rules.policy = QM_POLICY_LAST;
    assert_int_equal(qm__sq_takes(&rules, 7, stakes), 2);
    rules.policy = QM_POLICY_AUTOMATIC;
    /* A hit upon a hit: half the time the model is dead already. */
    sq_pile pile;
    qm__sq_pile_start(&pile, 1);
    qm__sq_pile_add(&pile, 1, 500);
    const sq_stake second = qm__sq_stake(1, 400, &pile);
    assert_near(second.lost, 0.2, 1e-15);
    assert_near(second.wounded, 0.2, 1e-15);
    assert_int_equal(second.pending, 1);
    stakes[0] = second;
    assert_int_equal(qm__sq_may_take(&rules, 15, stakes), 15);
    rules.assignment = SQ_HITS_SPREAD;
    assert_int_equal(qm__sq_may_take(&rules, 15, stakes), 14);
    assert_int_equal(qm__sq_may_take(&rules, 1, stakes), 1);
}

static void test_unite(void **unused) {
    (void)unused;
    sq_batch batches[4] = {{.valid = 3, .dice = 2, .accuracy = 5},
                           {.valid = 3, .dice = 1, .accuracy = 6},
                           {.valid = 3, .dice = 3, .accuracy = 5},
                           {.valid = 3, .dice = 998, .accuracy = 6}};
    assert_int_equal(qm__sq_batches_unite(batches, NULL, 4), 2);
    assert_int_equal(batches[0].dice, 5);
    assert_int_equal(batches[1].dice, 999);
    batches[2] = batches[1];
    assert_int_equal(qm__sq_batches_unite(batches, NULL, 3), 3); /* more than a batch may hold */
}

/* ----------------------------------------------------------------------------------------------------- odds by hand */

/* Two dice of accuracy 5 at one model with Save 6 and AP 1: each costs a wound with 1/2 × 1/2. */
static void test_two_dice(void **unused) {
    (void)unused;
    scene s;
    scene_start(&s);
    add_unit(&s, 2, (sq_target){.wounds = 1, .save = 6});
    add_batch(&s, true, 0, 2, 5, 1);
    sq_volley_result r = odds(&s);
    assert_near(r.all.hits.chances[2], 0.25, 1e-15);
    assert_near(r.all.models.chances[0], 0.5625, 1e-15);
    assert_near(r.all.models.chances[1], 0.375, 1e-15);
    assert_near(r.all.models.chances[2], 0.0625, 1e-15);
    s.units[0].count = 1; /* the second hit finds nobody */
    r = odds(&s);
    assert_int_equal(r.all.models.count, 2);
    assert_near(r.all.models.chances[1], 0.4375, 1e-15);
    assert_near(r.all.hits.mean, 1, 1e-15);
    s.units[0].models[0].wounds = 2;
    r = odds(&s);
    assert_near(r.all.models.chances[1], 0.0625, 1e-15);
    assert_near(r.all.wounds.mean, 0.5, 1e-15);
}

/* One die, extra hit on 2 and +1 AP on 2, at Save 6, AP 1: its own hit fails 6 of 10 saves, the extra one 5 of 10. */
static void test_extra_hit_odds(void **unused) {
    (void)unused;
    scene s;
    scene_start(&s);
    add_unit(&s, 3, (sq_target){.wounds = 1, .save = 6});
    sq_batch *batch = add_batch(&s, true, 0, 1, 5, 1);
    add_ability(batch, SQ_SHOT_EXTRA_HITS, 2, 1);
    add_ability(batch, SQ_SHOT_MORE_AP, 2, 1);
    for (int assignment = SQ_HITS_ONE_BY_ONE; assignment <= SQ_HITS_SPREAD; assignment++) {
        s.volley.rules.assignment = (uint8_t)assignment;
        const sq_volley_result r = odds(&s);
        assert_near(r.all.hits.chances[2], 0.2, 1e-15);
        assert_near(r.all.unsaved.chances[2], 0.2 * 0.6 * 0.5, 1e-15);
        assert_near(r.all.unsaved.mean, 0.2 * 1.1 + 0.3 * 0.5, 1e-15);
    }
}

/* Two like models with another between them: who is first depends on which of the two has fallen. */
static void test_alike_but_apart(void **unused) {
    (void)unused;
    scene s;
    scene_start(&s);
    add_unit(&s, 3, (sq_target){.wounds = 1, .save = 5});
    s.units[0].models[1].save = 9;
    add_batch(&s, true, 0, 2, 9, 0);
    s.volley.rules.policy = QM_POLICY_FIRST;
    assert_near(odds(&s).all.models.chances[2], 0.9 * 0.5 * 0.9 * 0.1, 1e-15);
    s.volley.rules.policy = QM_POLICY_UNIFORM; /* one of three, then one of the two left */
    assert_near(odds(&s).all.models.chances[2], 0.81 * (2 * 0.5 * 0.6 + 0.1 * 1.0) / 6, 1e-15);
    s.volley.rules.policy = QM_POLICY_AUTOMATIC; /* the well armoured one first */
    assert_near(odds(&s).all.models.chances[2], 0.9 * 0.1 * 0.9 * 0.5, 1e-15);
}

/* All hits on one model, as the reading lets a defender do: at most one is lost, and the saves are thrown all the same.
 */
static void test_piled(void **unused) {
    (void)unused;
    scene s;
    scene_start(&s);
    add_unit(&s, 3, (sq_target){.wounds = 1, .save = 5});
    add_batch(&s, true, 0, 3, 9, 0);
    s.volley.rules.assignment = SQ_HITS_ALL_FIRST;
    sq_volley_result r = odds(&s);
    assert_near(r.all.unsaved.mean, 3 * 0.9 * 0.5, 1e-14);
    assert_near(r.all.models.chances[1], 1 - 0.55 * 0.55 * 0.55, 1e-14);
    assert_near(r.all.models.chances[2], 0, 0);
    s.volley.rules.assignment = SQ_HITS_SPREAD;
    r = odds(&s);
    assert_near(r.all.models.chances[3], 0.45 * 0.45 * 0.45, 1e-14);
    assert_near(r.all.wounds.mean, r.all.unsaved.mean, 1e-14);
}

/* The other unit's one model hides unit 1 from the second group. */
static uint32_t look_past(void *context, uint32_t group, const uint64_t *alive, sq_batch *batches) {
    const scene *s = context;
    if (group == 1 && alive[0] != 0) {
        return 0;
    }
    batches[0] = s->batches[group];
    return 1;
}

static void test_impossible_shots(void **unused) {
    (void)unused;
    scene s;
    scene_start(&s);
    add_unit(&s, 1, (sq_target){.wounds = 1, .save = 5});
    add_unit(&s, 1, (sq_target){.wounds = 1, .save = 2});
    add_batch(&s, true, 0, 1, 5, 0);
    add_batch(&s, true, 1, 1, 5, 0);
    s.groups[1].count = 0;
    s.groups[1].hits_most = 1;
    sq_volley_result r = odds(&s); /* nobody to ask: never possible */
    assert_near(r.units[1].hits.chances[0], 1, 0);
    s.volley.look = look_past;
    for (int end = 0; end < 2; end++) {
        s.volley.rules.recheck_end = end != 0;
        r = odds(&s);
        assert_near(r.units[0].models.chances[1], 0.25, 1e-15);
        assert_near(r.units[1].hits.chances[1], 0.25 * 0.5, 1e-15);
        assert_near(r.units[1].models.chances[1], 0.25 * 0.5 * 0.8, 1e-15);
        assert_near(r.all.models.chances[2], 0.25 * 0.5 * 0.8, 1e-15); /* only ever together */
        assert_near(r.all.hits.chances[2], 0.25 * 0.5, 1e-15);
        assert_int_equal(r.looks, 1);
    }
    /* The impossible shots come first in the order: they wait, and follow. */
    const sq_group swapped = s.groups[0];
    s.groups[0] = s.groups[1];
    s.groups[1] = swapped;
    s.volley.look = NULL;
    r = odds(&s);
    assert_near(r.units[0].models.chances[1], 0.25, 1e-15);
}

/* A group whose target has fallen does not throw. */
static void test_gone(void **unused) {
    (void)unused;
    scene s;
    scene_start(&s);
    add_unit(&s, 1, (sq_target){.wounds = 1, .save = 5});
    add_batch(&s, true, 0, 1, 5, 0);
    add_batch(&s, true, 0, 1, 5, 0);
    sq_volley_result r = odds(&s);
    assert_near(r.all.hits.mean, 0.5 + 0.75 * 0.5, 1e-15);
    s.volley.rules.all_hits_first = true; /* both throw before anybody falls */
    r = odds(&s);
    assert_near(r.all.hits.mean, 1, 1e-15);
    assert_near(r.all.models.chances[1], 0.4375, 1e-15);
}

static uint32_t look_nonsense(void *context, uint32_t group, const uint64_t *alive, sq_batch *batches) {
    const scene *s = context;
    (void)alive;
    batches[0] = s->batches[group];
    batches[0].dice = 700;
    return 1;
}

static void test_refusals(void **unused) {
    (void)unused;
    scene s;
    sq_volley_result r;
    scene_start(&s);
    add_unit(&s, 2, (sq_target){.wounds = 1, .save = 5});
    add_batch(&s, true, 0, 2, 5, 0);
    add_batch(&s, true, 0, 2, 5, 0);
    const size_t size = qm__sq_volley_size(&s.volley, 50);
    void *memory = malloc(size);
    assert_int_equal(qm__sq_volley_odds(&s.volley, 50, memory, size, &r), QM_OK);
    assert_int_equal(qm__sq_volley_odds(&s.volley, 50, memory, size - 1, &r), QM_ERROR_LIMIT);
    assert_int_equal(qm__sq_volley_odds(&s.volley, 2, memory, size, &r), QM_ERROR_LIMIT); /* three positions */
    assert_int_equal(qm__sq_volley_odds(&s.volley, 3, memory, size, &r), QM_OK);
    assert_int_equal(qm__sq_volley_odds(&s.volley, 0, memory, size, &r), QM_ERROR_USAGE);
    assert_int_equal(qm__sq_volley_odds(&s.volley, 65536, memory, size, &r), QM_ERROR_USAGE);
    s.volley.look = look_nonsense;
    const size_t more = qm__sq_volley_size(&s.volley, 50);
    memory = realloc(memory, more);
    assert_int_equal(qm__sq_volley_odds(&s.volley, 50, memory, more, &r), QM_ERROR_USAGE);
    s.volley.look = NULL;
    const scene good = s;
    for (int wrong = 0; wrong < 9; wrong++) {
        s = good;
        s.volley.units = s.units, s.volley.groups = s.groups;
        switch (wrong) {
        case 0:
            s.units[0].count = 65;
            break;
        case 1:
            s.units[0].models[1].ignore = 10;
            break;
        case 2:
            s.units[0].models[1].wounds = 100;
            break;
        case 3:
            s.batches[0].dice = 1000;
            break;
        case 4:
            s.batches[0].abilities[5].what = 9;
            break;
        case 5:
            s.groups[1].unit = 1;
            break;
        case 6:
            s.groups[1].hits_most = 1;
            break;
        case 7:
            s.volley.unit_count = 0;
            break;
        case 8:
            s.batches[0].cover[63] = 120;
            break;
        }
        s.groups[0].batches = s.batches, s.groups[1].batches = s.batches + 1;
        assert_int_equal(qm__sq_volley_size(&s.volley, 50), 0);
        assert_int_equal(qm__sq_volley_odds(&s.volley, 50, memory, more, &r), QM_ERROR_USAGE);
    }
    free(memory);
}

/* --------------------------------------------------------------------------------------------------- what must grow */

/* More AP, more accuracy or less Save never costs the target less. */
static void test_monotone(void **unused) {
    (void)unused;
    for (uint64_t seed = 0; seed < 10; seed++) {
        double before = -1;
        for (int ap = 0; ap < 6; ap++) {
            scene s;
            scene_start(&s);
            sq_target_unit *unit = add_unit(&s, 10, (sq_target){.wounds = 1, .save = (int8_t)(4 + seed)});
            unit->models[3].save = 9, unit->models[4].wounds = 3;
            add_ability(add_batch(&s, true, 0, 20, 6, ap), SQ_SHOT_EXTRA_HITS, (int)seed, 1);
            const double lost = odds(&s).all.models.mean;
            assert_true(lost >= before - 1e-12);
            before = lost;
        }
        before = -1;
        for (int accuracy = 0; accuracy < 12; accuracy++) {
            scene s;
            scene_start(&s);
            add_unit(&s, 10, (sq_target){.wounds = 2, .save = (int8_t)(2 + seed)});
            add_batch(&s, true, 0, 30, accuracy, 1);
            const double lost = odds(&s).all.wounds.mean;
            assert_true(lost >= before - 1e-12);
            before = lost;
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_faces),          cmocka_unit_test(test_extra_hits_are_plain),
        cmocka_unit_test(test_save_of_twelve), cmocka_unit_test(test_saves),
        cmocka_unit_test(test_ignore),         cmocka_unit_test(test_who_takes_it),
        cmocka_unit_test(test_unite),          cmocka_unit_test(test_two_dice),
        cmocka_unit_test(test_extra_hit_odds), cmocka_unit_test(test_alike_but_apart),
        cmocka_unit_test(test_piled),          cmocka_unit_test(test_impossible_shots),
        cmocka_unit_test(test_gone),           cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_monotone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
