/* The battery of tests that every family passes: see battery.h. */
#include "battery/battery.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/random.h"
#include "game/drive.h"
#include "game/scratch.h"
#include "quickmarch/io.h"

enum { EVENTS_MAX = 256, OUTCOMES_MAX = 4096, SAMPLES = 3000 };

typedef struct table {
    const qm_scenario *scenario;
    qm_state *state, *clone, *other, *saved;
    qm_scratch *scratch, *second;
    uint64_t seed, draw;
    battery_counts *counts;
} table;

qm_state *battery_state(const qm_scenario *scenario) {
    qm_state *state = malloc(qm_state_size(scenario));
    assert_non_null(state);
    assert_int_equal(qm_state_start(scenario, state), QM_OK);
    return state;
}

qm_scratch *battery_scratch(const qm_scenario *scenario) {
    qm_scratch *scratch = malloc(qm_scratch_size(scenario, 0));
    assert_non_null(scratch);
    qm_scratch_start(scenario, scratch, 0);
    return scratch;
}

static void print_diagnostics(const qm_diagnostics *list) {
    for (size_t i = 0; i < list->count; i++) {
        char line[400];
        qm_text text = qm_text_over(line, sizeof line);
        qm_diagnostic_print(&list->items[i], &text);
        print_error("%s\n", line);
    }
}

qm_scenario *battery_load_text(const char *text) {
    qm_diagnostics list = qm_diagnostics_make(NULL);
    qm_scenario *scenario = NULL;
    const qm_result result = qm_scenario_read_text(&scenario, text, strlen(text), "test.json", NULL, NULL, NULL, &list);
    print_diagnostics(&list);
    qm_diagnostics_free(&list);
    assert_int_equal(result, QM_OK);
    return scenario;
}

qm_scenario *battery_load_file(const char *path) {
    qm_diagnostics list = qm_diagnostics_make(NULL);
    qm_scenario *scenario = NULL;
    const qm_result result = qm_scenario_read_file(&scenario, path, NULL, NULL, NULL, &list);
    print_diagnostics(&list);
    qm_diagnostics_free(&list);
    assert_int_equal(result, QM_OK);
    return scenario;
}

static void assert_same(const table *t, const qm_state *a, const qm_state *b) {
    assert_memory_equal(a, b, qm_state_size(t->scenario));
}

static uint32_t draw(table *t, uint32_t n) {
    return qm__random_below(t->seed, &t->draw, n);
}

/* ------------------------------------------------------------------------------------------------------ one order */

static void show_order(const table *t, const qm_order *order, const char *what) {
    char line[600];
    qm_text text = qm_text_over(line, sizeof line);
    qm_order_print(t->scenario, order, &text);
    print_error("%s: '%s' (turn %d, seed %llu)\n", what, line, qm_state_turn(t->state), (unsigned long long)t->seed);
}

static void check_notation(const table *t, const qm_order *order) {
    char line[QM_ORDER_TEXT_MAX];
    qm_text text = qm_text_over(line, sizeof line);
    qm_order_print(t->scenario, order, &text);
    assert_false(text.truncated);
    qm_diagnostics list = qm_diagnostics_make(NULL);
    qm_order back;
    const qm_result result = qm_order_read(t->scenario, line, text.length, &back, &list);
    print_diagnostics(&list);
    qm_diagnostics_free(&list);
    if (result != QM_OK || !qm_order_equal(order, &back)) {
        show_order(t, order, "does not read back");
    }
    assert_int_equal(result, QM_OK);
    assert_true(qm_order_equal(order, &back));
}

/* The order with something wrong about it: the machinery must answer, and change nothing. */
static void check_refusal(table *t, const qm_order *order) {
    qm_order wrong = *order;
    switch (draw(t, 4)) {
    case 0:
        wrong.kind = (uint16_t)(1 + draw(t, (uint32_t)qm_scenario_family(t->scenario)->order_count + 1));
        break;
    case 1:
        wrong.actor = (uint16_t)draw(t, (uint32_t)qm_figure_count(t->scenario) + 2);
        break;
    case 2:
        wrong.leg_count = (uint16_t)draw(t, 6);
        for (uint16_t i = 0; i < wrong.leg_count; i++) {
            wrong.legs[i] = (qm_leg){.kind = (uint16_t)draw(t, 6), .thing = (uint16_t)draw(t, 8),
                                     .to = {(int32_t)draw(t, 20), (int32_t)draw(t, 20), 0}};
        }
        break;
    default:
        wrong.arguments[draw(t, QM_ARGUMENTS_MAX)] = (int32_t)draw(t, 30) - 3;
        break;
    }
    memcpy(t->saved, t->state, qm_state_size(t->scenario));
    qm_verdict verdict;
    const qm_result result = qm_judge(t->scenario, t->state, &wrong, t->second, &verdict);
    assert_true(result == QM_OK || result == QM_ERROR_USAGE);
    assert_same(t, t->state, t->saved);
    if (result == QM_OK && verdict.judgement != QM_LEGAL) {
        t->counts->refused++;
        assert_true(verdict.reason_count > 0);
        qm_source source = {.seed = 1};
        qm_played played;
        assert_int_equal(qm_play(t->scenario, t->state, t->second, &source, NULL, &played), QM_ERROR_ILLEGAL);
        assert_same(t, t->state, t->saved);
    }
}

/* Rolls answered after the end of a tape must come to an end, by the first class and by the last. */
static void check_beyond(table *t) {
    for (int last = 0; last < 2; last++) {
        memcpy(t->other, t->state, qm_state_size(t->scenario));
        qm__drive drive = {.mode = QM__DRIVE_PLAY, .ask_dice = 1, .ask_choices = 1, .beyond_last = (uint8_t)last};
        qm__run_play(t->scenario, t->other, &t->scratch->order, qm__scratch_part(t->scratch, t->scratch->prepared_at), &drive);
        assert_true(drive.beyond <= QM__BEYOND_MAX);
    }
}

/* The same dice and choices, asked for one by one, lead to the same state. */
static void check_asked(table *t, const qm_order *order, const qm_tape *tape, const qm_state *after) {
    qm_verdict verdict;
    memcpy(t->clone, t->saved, qm_state_size(t->scenario));
    assert_int_equal(qm_judge(t->scenario, t->clone, order, t->second, &verdict), QM_OK);
    qm_source source = {.dice = QM_DICE_ASKED, .choices = QM_CHOICES_ASKED};
    qm_played played;
    assert_int_equal(qm_play(t->scenario, t->clone, t->second, &source, NULL, &played), QM_OK);
    for (size_t at = 0; played == QM_PLAYED_WAITING;) {
        assert_int_equal(qm_state_check(t->scenario, t->clone), QM_OK);
        qm_wanted wanted;
        assert_int_equal(qm_pending(t->scenario, t->clone, &wanted, NULL, NULL), QM_OK);
        assert_true(at < tape->length);
        const uint8_t head = tape->bytes[at], count = head & 0x7f;
        assert_int_equal(wanted.what, head & QM_TAPE_CHOICE ? 2 : 1);
        const uint8_t wrong[QM_FACES_MAX + 1] = {0};
        assert_int_equal(qm_answer(t->scenario, t->clone, t->second, wrong, count, &source, NULL, &played), QM_ERROR_DICE);
        assert_int_equal(qm_judge(t->scenario, t->clone, order, t->second, &verdict), QM_OK);
        assert_int_not_equal(verdict.judgement, QM_LEGAL); /* only an answer is legal while it waits */
        assert_int_equal(
            qm_answer(t->scenario, t->clone, t->second, tape->bytes + at + 1, count, &source, NULL, &played), QM_OK);
        at += 1u + count;
    }
    assert_same(t, t->clone, after);
}

/* ----------------------------------------------------------------------------------------------------------- odds */

static void check_sampling(table *t, const qm_outcome *outcomes, uint32_t count) {
    const size_t size = qm_state_size(t->scenario);
    const qm_outcome *likely = &outcomes[0];
    assert_int_equal(qm_odds_outcome(t->scenario, t->state, t->scratch, likely, t->other, NULL), QM_OK);
    const uint64_t wanted = qm_state_hash(t->scenario, t->other);
    uint32_t hits = 0;
    qm_source source = {.choices = QM_CHOICES_AUTOMATIC, .seed = t->seed + 77};
    for (int i = 0; i < SAMPLES; i++) {
        memcpy(t->other, t->state, size);
        qm_played played;
        assert_int_equal(qm_play(t->scenario, t->other, t->scratch, &source, NULL, &played), QM_OK);
        hits += qm_state_hash(t->scenario, t->other) == wanted;
    }
    /* six standard errors, squared to do without a root */
    const double expected = likely->chance * SAMPLES, off = (double)hits - expected;
    const double variance = likely->chance * (1 - likely->chance) * SAMPLES + 1;
    if (off * off > 36 * variance) {
        show_order(t, &t->scratch->order, "odds and sampling disagree");
        print_error("%u outcomes, the likeliest %d of 1000, sampled %u of %d\n", count, (int)(likely->chance * 1000), hits,
                    SAMPLES);
    }
    assert_true(off * off <= 36 * variance);
    t->counts->sampled++;
}

static void check_odds(table *t, bool sample) {
    qm_outcome *outcomes = malloc(OUTCOMES_MAX * sizeof *outcomes);
    assert_non_null(outcomes);
    memcpy(t->saved, t->state, qm_state_size(t->scenario));
    for (qm_policy policy = QM_POLICY_AUTOMATIC; policy <= QM_POLICY_LAST; policy++) {
        qm_odds_result result;
        assert_int_equal(qm_odds(t->scenario, t->state, t->scratch, policy, outcomes, OUTCOMES_MAX, &result), QM_OK);
        if (result.too_many) {
            continue;
        }
        t->counts->odds++;
        double sum = 0;
        for (uint32_t i = 0; i < result.count; i++) {
            sum += outcomes[i].chance;
            assert_true(outcomes[i].chance > 0);
            assert_true(i == 0 || outcomes[i - 1].chance >= outcomes[i].chance);
            if (i < 20) {
                assert_int_equal(qm_odds_outcome(t->scenario, t->state, t->scratch, &outcomes[i], t->other, NULL), QM_OK);
                assert_int_equal(qm_state_check(t->scenario, t->other), QM_OK);
            }
            if (outcomes[i].denominator != 0) {
                const double exact = (double)outcomes[i].numerator / (double)outcomes[i].denominator;
                assert_true(exact - outcomes[i].chance < 1e-12 && outcomes[i].chance - exact < 1e-12);
            }
        }
        assert_true(sum > 1 - 1e-12 && sum < 1 + 1e-12);
        assert_same(t, t->state, t->saved);
        if (sample && policy == QM_POLICY_AUTOMATIC && result.count > 1) {
            check_sampling(t, outcomes, result.count);
        }
    }
    free(outcomes);
}

/* -------------------------------------------------------------------------------------------------------- a game */

/* A legal order, drawn from all options; false when there is none left. */
static bool draw_order(table *t, qm_order *order) {
    qm_options_result options;
    assert_int_equal(qm_options(t->scenario, t->state, 0, t->scratch, &options), QM_OK);
    if (options.count == 0) {
        return false;
    }
    for (int i = 0; i < 6; i++) {
        assert_int_equal(qm_option(t->scenario, t->state, t->scratch, draw(t, options.count), order), QM_OK);
        qm_verdict verdict;
        assert_int_equal(qm_judge(t->scenario, t->state, order, t->second, &verdict), QM_OK);
        if (verdict.judgement != QM_LEGAL) {
            show_order(t, order, "an option is not legal");
            char line[800];
            qm_text text = qm_text_over(line, sizeof line);
            qm_verdict_print(t->scenario, order, &verdict, &text);
            print_error("%s\n", line);
        }
        assert_int_equal(verdict.judgement, QM_LEGAL);
        check_notation(t, order);
        t->counts->options++;
    }
    qm_order beyond;
    assert_int_equal(qm_option(t->scenario, t->state, t->scratch, options.count, &beyond), QM_ERROR_USAGE);
    return true;
}

static bool one_order(table *t, uint32_t number) {
    qm_order order;
    if (!draw_order(t, &order)) {
        return false;
    }
    check_refusal(t, &order);
    qm_verdict verdict;
    assert_int_equal(qm_judge(t->scenario, t->state, &order, t->scratch, &verdict), QM_OK);
    check_beyond(t);
    qm_tape tape;
    qm_source source = {.choices = QM_CHOICES_RANDOM, .seed = t->seed, .index = (uint64_t)number << 32, .record = &tape};
    memcpy(t->saved, t->state, qm_state_size(t->scenario));
    qm_event items[EVENTS_MAX];
    qm_events events = {.items = items, .capacity = EVENTS_MAX};
    qm_played played;
    memcpy(t->clone, t->state, qm_state_size(t->scenario));
    assert_int_equal(qm_play(t->scenario, t->clone, t->scratch, &source, &events, &played), QM_OK);
    assert_int_equal(played, QM_PLAYED_DONE);
    if (qm_state_check(t->scenario, t->clone) != QM_OK) {
        show_order(t, &order, "leaves a malformed state");
    }
    assert_int_equal(qm_state_check(t->scenario, t->clone), QM_OK);
    if (tape.length > 0) {
        t->counts->dice++;
        check_odds(t, t->counts->dice % 16 == 1);
    }
    for (size_t at = 0; at < tape.length; at += 1u + (tape.bytes[at] & 0x7f)) {
        t->counts->choices += (tape.bytes[at] & QM_TAPE_CHOICE) != 0;
    }
    qm_state *after = battery_state(t->scenario);
    memcpy(after, t->clone, qm_state_size(t->scenario));
    memcpy(t->saved, t->state, qm_state_size(t->scenario));
    check_asked(t, &order, &tape, after);
    /* on the original: the prepared order is stale only if the state is another */
    assert_int_equal(qm_judge(t->scenario, t->state, &order, t->scratch, &verdict), QM_OK);
    source = (qm_source){.dice = QM_DICE_ASKED, .given = &tape};
    assert_int_equal(qm_play(t->scenario, t->state, t->scratch, &source, NULL, &played), QM_OK);
    assert_same(t, t->state, after);
    assert_int_equal(qm_play(t->scenario, t->state, t->scratch, &source, NULL, &played), QM_ERROR_STALE);
    free(after);
    t->counts->orders++;
    return true;
}

void battery_play(const qm_scenario *scenario, uint64_t seed, uint32_t orders, battery_counts *counts) {
    table t = {.scenario = scenario,
               .state = battery_state(scenario),
               .clone = battery_state(scenario),
               .other = battery_state(scenario),
               .saved = battery_state(scenario),
               .scratch = battery_scratch(scenario),
               .second = battery_scratch(scenario),
               .seed = seed,
               .counts = counts};
    assert_int_equal(qm_state_check(scenario, t.state), QM_OK);
    for (uint32_t i = 0; i < orders && !qm_state_ended(t.state) && one_order(&t, i); i++) {
    }
    counts->ended += qm_state_ended(t.state);
    free(t.state);
    free(t.clone);
    free(t.other);
    free(t.saved);
    free(t.scratch);
    free(t.second);
}

void battery_projection(const qm_scenario *scenario) {
    const qm_rules_facts *facts = qm_scenario_family(scenario);
    qm_state *state = battery_state(scenario), *twisted = battery_state(scenario);
    qm_state *seen = battery_state(scenario), *seen_twisted = battery_state(scenario);
    for (uint16_t side = 1; side <= qm_side_count(scenario); side++) {
        memcpy(twisted, state, qm_state_size(scenario));
        for (uint16_t i = 1; i <= qm_figure_count(scenario); i++) {
            void *block = qm__figure_at(scenario, twisted, i, scenario->family->figure_state_size);
            for (size_t f = 0; f < facts->figure_state_count; f++) {
                if ((facts->figure_state[f].flags & QM_FIELD_HIDDEN) && qm_figure_side(scenario, i) != side) {
                    qm__field_set(block, &facts->figure_state[f], facts->figure_state[f].high);
                }
            }
        }
        twisted->mark = 12345;
        assert_int_equal(qm_project(scenario, state, side, seen), QM_OK);
        assert_int_equal(qm_project(scenario, twisted, side, seen_twisted), QM_OK);
        assert_memory_equal(seen, seen_twisted, qm_state_size(scenario));
    }
    assert_int_equal(qm_project(scenario, state, (uint16_t)(qm_side_count(scenario) + 1), seen), QM_ERROR_USAGE);
    free(state);
    free(twisted);
    free(seen);
    free(seen_twisted);
}
