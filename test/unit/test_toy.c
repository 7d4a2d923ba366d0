/* The machinery on the toy family: judging, tapes, pending answers, odds by hand, the battery, the end of a game. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "battery/battery.h"
#include "quickmarch/io.h"
#include "toy/toy.h"

static const char meadow[] =
    "{\"quickmarch\":\"scenario\",\"version\":1,\"title\":\"Meadow\",\"rules\":\"stroll\","
    "\"board\":{\"space\":\"hex\",\"rows\":[\".....\",\".sss.\",\"..#..\",\"....s\"],"
    "\"legend\":{\".\":\"open\",\"s\":\"stones\",\"#\":\"hedge\"}},"
    "\"sides\":[{\"name\":\"Red\"},{\"name\":\"Blue\"}],"
    "\"figures\":[{\"name\":\"Ada\",\"side\":\"Red\",\"at\":\"0102\",\"agility\":10},"
    "{\"name\":\"Bo\",\"side\":\"Blue\",\"at\":\"0504\"},{\"name\":\"Cy\",\"side\":\"Blue\",\"at\":\"0501\"}],"
    "\"end\":{\"turns\":6,\"last_standing\":true}}";

typedef struct fixture {
    qm_scenario *scenario;
    qm_state *state;
    qm_scratch *scratch;
} fixture;

static fixture open_meadow(void) {
    fixture f = {.scenario = battery_load_text(meadow)};
    f.state = battery_state(f.scenario);
    f.scratch = battery_scratch(f.scenario);
    return f;
}

static void close_meadow(fixture *f) {
    qm_scenario_free(f->scenario);
    free(f->state);
    free(f->scratch);
}

static qm_verdict judge(fixture *f, const char *text) {
    qm_diagnostics list = qm_diagnostics_make(NULL);
    qm_order order;
    assert_int_equal(qm_order_read(f->scenario, text, strlen(text), &order, &list), QM_OK);
    qm_diagnostics_free(&list);
    qm_verdict verdict;
    assert_int_equal(qm_judge(f->scenario, f->state, &order, f->scratch, &verdict), QM_OK);
    return verdict;
}

static void play(fixture *f, const char *text) {
    assert_int_equal(judge(f, text).judgement, QM_LEGAL);
    qm_source source = {.choices = QM_CHOICES_AUTOMATIC, .seed = 5};
    qm_played played;
    assert_int_equal(qm_play(f->scenario, f->state, f->scratch, &source, NULL, &played), QM_OK);
}

static const char *first_reason(const qm_verdict *verdict) {
    assert_int_equal(verdict->judgement, QM_ILLEGAL);
    return qm_family_named("stroll")->reasons[verdict->reasons[0].kind].name;
}

static void test_refusals(void **unused) {
    (void)unused;
    fixture f = open_meadow();
    qm_verdict v = judge(&f, "Ada walk 0202");
    assert_string_equal(first_reason(&v), "not-its-turn");
    play(&f, "next");
    v = judge(&f, "Ada walk 0402");
    assert_string_equal(first_reason(&v), "not-adjacent");
    v = judge(&f, "Bo walk 0404");
    assert_string_equal(first_reason(&v), "not-its-turn");
    v = judge(&f, "Ada walk 0202 0302 0402 0502 0402 0502");
    assert_int_equal(v.judgement, QM_LEGAL);
    assert_int_equal(v.cost, 6);
    v = judge(&f, "Ada walk 0202 0302 0402 0502 0402 0502 0402");
    assert_string_equal(first_reason(&v), "too-far");
    assert_int_equal(v.reasons[0].needed, 7);
    assert_int_equal(v.reasons[0].had, 6);
    close_meadow(&f);
}

/* Agility 10 on three dice passes 108 of 216 times; two rows of the tumble merge nothing but paths to equal states. */
static void test_odds_by_hand(void **unused) {
    (void)unused;
    fixture f = open_meadow();
    play(&f, "next");
    const qm_verdict v = judge(&f, "Ada walk 0202 0302 0402 0502");
    assert_int_equal(v.check_count, 3);
    assert_true(v.chance > 0.125 - 1e-15 && v.chance < 0.125 + 1e-15);
    qm_outcome outcomes[64];
    qm_odds_result result;
    assert_int_equal(qm_odds(f.scenario, f.state, f.scratch, QM_POLICY_AUTOMATIC, outcomes, 64, &result), QM_OK);
    /* three stones, each with unhurt, muddy, bruised (also the automatic choice), down: 12, and arriving */
    assert_int_equal(result.count, 13);
    assert_true(result.had_choices);
    double arrived = 0, bruised_first = 0;
    for (uint32_t i = 0; i < result.count; i++) {
        assert_int_equal(qm_odds_outcome(f.scenario, f.state, f.scratch, &outcomes[i], f.state, NULL), QM_OK);
        const int32_t at = qm_figure_state(f.scenario, f.state, 1, 0), bruises = qm_figure_state(f.scenario, f.state, 1, 3);
        qm_state_start(f.scenario, f.state);
        play(&f, "next");
        judge(&f, "Ada walk 0202 0302 0402 0502");
        assert_int_equal(qm_odds(f.scenario, f.state, f.scratch, QM_POLICY_AUTOMATIC, outcomes, 64, &result), QM_OK);
        arrived = at == 1 * 5 + 5 ? outcomes[i].chance : arrived;
        if (at == 1 * 5 + 2 && bruises == 1) {
            bruised_first = outcomes[i].chance;
            assert_int_equal(outcomes[i].numerator, 23); /* 1/2 × (16 + 7)/36 */
            assert_int_equal(outcomes[i].denominator, 72);
        }
    }
    assert_true(arrived > 0.125 - 1e-12 && arrived < 0.125 + 1e-12);
    assert_true(bruised_first > 23.0 / 72 - 1e-12 && bruised_first < 23.0 / 72 + 1e-12);
    close_meadow(&f);
}

static void test_pending(void **unused) {
    (void)unused;
    fixture f = open_meadow();
    play(&f, "next");
    judge(&f, "Ada walk 0202 0302");
    qm_source source = {.dice = QM_DICE_ASKED};
    qm_played played;
    assert_int_equal(qm_play(f.scenario, f.state, f.scratch, &source, NULL, &played), QM_OK);
    assert_int_equal(played, QM_PLAYED_WAITING);
    qm_wanted wanted;
    assert_int_equal(qm_pending(f.scenario, f.state, &wanted, NULL, NULL), QM_OK);
    assert_int_equal(wanted.what, 1);
    assert_int_equal(wanted.dice, 3);
    assert_int_equal(wanted.target, 10);
    const uint8_t too_few[] = {6, 6}, too_high[] = {7, 1, 1}, fails[] = {6, 4, 1}, row[] = {5, 4}, bruise[] = {1};
    assert_int_equal(qm_answer(f.scenario, f.state, f.scratch, too_few, 2, &source, NULL, &played), QM_ERROR_DICE);
    assert_int_equal(qm_answer(f.scenario, f.state, f.scratch, too_high, 3, &source, NULL, &played), QM_ERROR_DICE);
    assert_int_equal(qm_play(f.scenario, f.state, f.scratch, &source, NULL, &played), QM_ERROR_PENDING);
    assert_int_equal(qm_answer(f.scenario, f.state, f.scratch, fails, 3, &source, NULL, &played), QM_OK);
    assert_int_equal(played, QM_PLAYED_WAITING);
    assert_int_equal(qm_withdraw(f.scenario, f.state), QM_ERROR_PENDING); /* a die has been thrown */
    assert_int_equal(qm_answer(f.scenario, f.state, f.scratch, row, 2, &source, NULL, &played), QM_OK);
    qm_pending(f.scenario, f.state, &wanted, NULL, NULL);
    assert_int_equal(wanted.what, 2);
    assert_int_equal(wanted.option_count, 2);
    assert_int_equal(wanted.side, 1);
    qm_event items[16];
    qm_events events = {.items = items, .capacity = 16};
    assert_int_equal(qm_answer(f.scenario, f.state, f.scratch, bruise, 1, &source, &events, &played), QM_OK);
    assert_int_equal(played, QM_PLAYED_DONE);
    assert_int_equal(events.count, 4); /* came, roll, tumbled, roll */
    assert_int_equal(qm_figure_state(f.scenario, f.state, 1, 3), 1);
    assert_int_equal(qm_state_actor(f.scenario, f.state), 2);
    close_meadow(&f);
}

static void test_withdraw(void **unused) {
    (void)unused;
    fixture f = open_meadow();
    play(&f, "next");
    qm_state *before = battery_state(f.scenario);
    memcpy(before, f.state, qm_state_size(f.scenario));
    judge(&f, "Ada walk 0202");
    qm_source source = {.dice = QM_DICE_ASKED};
    qm_played played;
    assert_int_equal(qm_play(f.scenario, f.state, f.scratch, &source, NULL, &played), QM_OK);
    assert_int_equal(qm_withdraw(f.scenario, f.state), QM_OK);
    assert_memory_equal(f.state, before, qm_state_size(f.scenario));
    free(before);
    close_meadow(&f);
}

static void test_projection(void **unused) {
    (void)unused;
    fixture f = open_meadow();
    const uint32_t compared = battery_projection(f.scenario);
    print_message("pairs of answers compared: %u\n", compared);
    assert_true(compared >= 100);
    play(&f, "next");
    qm_state *other = battery_state(f.scenario), *seen = battery_state(f.scenario), *also = battery_state(f.scenario);
    memcpy(other, f.state, qm_state_size(f.scenario));
    play(&f, "Bo note 7");
    qm_state *kept = f.state;
    f.state = other;
    play(&f, "Bo note 9");
    qm_project(f.scenario, kept, 1, seen);
    qm_project(f.scenario, other, 1, also);
    assert_memory_equal(seen, also, qm_state_size(f.scenario));
    qm_project(f.scenario, other, 2, also);
    assert_int_equal(qm_figure_state(f.scenario, also, 2, 4), 9);
    qm_order order;
    qm_order_clear(&order, ST_NOTE, 2);
    order.arguments[0] = 9;
    qm_event noted = {.kind = 3};
    qm_events events = {.items = &noted, .capacity = 1, .count = 1};
    qm_verdict verdict = judge(&f, "Bo note 9");
    qm_project_order(f.scenario, f.state, 2, &order, &verdict, &events); /* its own side learns all */
    assert_int_equal(order.arguments[0], 9);
    assert_int_equal(events.count, 1);
    qm_project_order(f.scenario, f.state, 1, &order, &verdict, &events);
    assert_int_equal(order.kind, 0); /* not even what kind of order it is */
    assert_int_equal(order.actor, 2);
    assert_int_equal(order.arguments[0], 0);
    assert_int_equal(events.count, 0);
    assert_int_equal(verdict.judgement, QM_LEGAL);
    free(seen);
    free(also);
    free(other);
    f.state = kept;
    close_meadow(&f);
}

static void test_battery(void **unused) {
    (void)unused;
    fixture f = open_meadow();
    battery_counts counts = {0};
    for (uint64_t seed = 1; seed <= 100; seed++) {
        battery_play(f.scenario, seed, 60, &counts);
    }
    print_message("orders %u, refused %u, dice %u, choices %u, odds %u, sampled %u, ended %u\n", counts.orders, counts.refused,
                  counts.dice, counts.choices, counts.odds, counts.sampled, counts.ended);
    assert_true(counts.orders >= 300 && counts.refused >= 100 && counts.dice >= 30 && counts.choices >= 5);
    assert_true(counts.sampled >= 3 && counts.ended == 100);
    close_meadow(&f);
}

/* A state of another scenario is refused, and so is a scratch. */
static void test_strangers(void **unused) {
    (void)unused;
    fixture f = open_meadow();
    char other_text[sizeof meadow];
    memcpy(other_text, meadow, sizeof meadow);
    *strchr(strstr(other_text, "agility\":10") + 9, '1') = '2'; /* 20 instead of 10 */
    qm_scenario *other = battery_load_text(other_text);
    assert_true(qm_scenario_hash(other) != qm_scenario_hash(f.scenario));
    qm_order order;
    qm_order_clear(&order, ST_NEXT, 0);
    qm_verdict verdict;
    qm_state *strange = battery_state(other);
    assert_int_equal(qm_judge(f.scenario, strange, &order, f.scratch, &verdict), QM_ERROR_STATE);
    assert_int_equal(qm_judge(other, strange, &order, f.scratch, &verdict), QM_ERROR_USAGE);
    assert_int_equal(qm_state_check(f.scenario, strange), QM_ERROR_STATE);
    free(strange);
    qm_scenario_free(other);
    close_meadow(&f);
}

/* A stretch of meadow that a side must hold; the text in the middle says who may and for how long. */
static fixture open_zone(const char *zone, const char *sides) {
    char text[1200];
    qm_text out = qm_text_over(text, sizeof text);
    qm_text_addf(&out, "{\"quickmarch\":\"scenario\",\"version\":1,\"title\":\"Zone\",\"rules\":\"stroll\","
                       "\"board\":{\"space\":\"hex\",\"rows\":[\".....\",\".....\"],\"legend\":{\".\":\"open\"}},"
                       "\"sides\":%s,\"figures\":["
                       "{\"name\":\"Ada\",\"side\":\"Red\",\"at\":\"0101\"},{\"name\":\"Bo\",\"side\":\"Blue\",\"at\":\"0301\"},"
                       "{\"name\":\"Cy\",\"side\":\"Green\",\"at\":\"0501\"}],\"end\":{\"zones\":[%s]}}", sides, zone);
    fixture f = {.scenario = battery_load_text(text)};
    f.state = battery_state(f.scenario);
    f.scratch = battery_scratch(f.scenario);
    return f;
}

static const char three_sides[] = "[{\"name\":\"Red\"},{\"name\":\"Blue\"},{\"name\":\"Green\",\"allies\":[\"Red\"]}]";

static void stay(fixture *f, const char *ada, const char *bo, const char *cy) {
    play(f, "next");
    if (!qm_state_ended(f->state)) {
        play(f, ada);
        play(f, bo);
        play(f, cy);
    }
}

/* Allies hold a zone for each other; an enemy in it breaks the row of turns; a zone for one side is won by no other. */
static void test_zones(void **unused) {
    (void)unused;
    fixture f = open_zone("{\"name\":\"well\",\"places\":[\"0101\",\"0501\"],\"turns\":2}", three_sides);
    stay(&f, "Ada walk 0201", "Bo walk", "Cy walk"); /* green alone */
    stay(&f, "Ada walk 0101", "Bo walk", "Cy walk"); /* its ally is there too, and comes first in the roster */
    assert_false(qm_state_ended(f.state));
    play(&f, "next");
    assert_true(qm_state_ended(f.state));
    assert_int_equal(qm_state_winner(f.state), 1);
    close_meadow(&f);
    f = open_zone("{\"name\":\"well\",\"places\":[\"0501\",\"0401\"],\"turns\":1,\"side\":\"Red\"}", three_sides);
    stay(&f, "Ada walk", "Bo walk", "Cy walk"); /* only the ally of red is in it */
    play(&f, "next");
    assert_false(qm_state_ended(f.state));
    play(&f, "Ada walk 0201");
    play(&f, "Bo walk 0401"); /* an enemy of both */
    play(&f, "Cy walk");
    play(&f, "next");
    assert_false(qm_state_ended(f.state));
    close_meadow(&f);
    f = open_zone("{\"name\":\"well\",\"places\":[\"0101\"],\"turns\":2,\"side\":\"Red\"}", three_sides);
    stay(&f, "Ada walk", "Bo walk", "Cy walk");
    play(&f, "next");
    assert_false(qm_state_ended(f.state)); /* one turn is not two */
    play(&f, "Ada walk");
    play(&f, "Bo walk");
    play(&f, "Cy walk");
    play(&f, "next");
    assert_int_equal(qm_state_winner(f.state), 1);
    close_meadow(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_refusals), cmocka_unit_test(test_odds_by_hand), cmocka_unit_test(test_pending),
        cmocka_unit_test(test_withdraw), cmocka_unit_test(test_projection),   cmocka_unit_test(test_battery),
        cmocka_unit_test(test_strangers), cmocka_unit_test(test_zones),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
