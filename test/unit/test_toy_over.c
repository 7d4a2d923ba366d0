/* Rolls at or over a number, with one die or the higher or lower of two: weights against every way the dice can fall,
 * and the toy's vaulting through verdicts, answers, tapes, texts, JSON and odds.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "battery/battery.h"
#include "game/drive.h"
#include "quickmarch/io.h"
#include "toy/toy.h"

static qm__roll roll_of(int dice, int sides, int least, int lower) {
    return (qm__roll){.dice = (uint8_t)dice,
                      .sides = (uint8_t)sides,
                      .shape = QM__OVER,
                      .cuts = {(int16_t)least, (int16_t)lower},
                      .target = least};
}

/* What counts, found the long way. */
static int counting(const uint8_t *faces, int dice, int lower) {
    int low = faces[0], high = faces[0];
    for (int i = 1; i < dice; i++) {
        low = faces[i] < low ? faces[i] : low;
        high = faces[i] > high ? faces[i] : high;
    }
    return lower ? low : high;
}

/* Every fall of one and two dice, given on a tape: its class and what is told of it, and the weights of the classes. */
static void check_roll(int dice, int sides, int least, int lower) {
    const qm__roll roll = roll_of(dice, sides, least, lower);
    uint64_t ways[2] = {0, 0};
    for (int first = 1; first <= sides; first++) {
        for (int second = 1; second <= (dice == 2 ? sides : 1); second++) {
            const uint8_t tape[] = {(uint8_t)dice, (uint8_t)first, (uint8_t)second};
            qm_event item;
            qm_events events = {.items = &item, .capacity = 1};
            qm_order order = {0};
            qm__drive drive = {
                .mode = QM__DRIVE_PLAY, .given = tape, .given_length = (uint16_t)(1 + dice), .events = &events};
            qm__run run = {.drive = &drive, .order = &order};
            const int outcome = qm__roll_take(&run, &roll), counts = counting(tape + 1, dice, lower);
            assert_false(drive.bad);
            assert_int_equal(outcome, counts < least);
            assert_int_equal(item.value, counts);
            assert_int_equal(item.needed, least);
            assert_int_equal(item.over, dice == 1 ? QM_OVER_ONE : lower ? QM_OVER_LOWER : QM_OVER_HIGHER);
            ways[outcome]++;
        }
    }
    assert_int_equal(qm__roll_classes(&roll), 2);
    for (uint32_t outcome = 0; outcome < 2; outcome++) {
        uint64_t weight, total;
        assert_true(qm__roll_weight(&roll, outcome, &weight, &total));
        assert_int_equal(weight, ways[outcome]);
        assert_int_equal(total, ways[0] + ways[1]);
    }
}

/* From below every face to above all of them. */
static void test_weights(void **unused) {
    (void)unused;
    const int sides[] = {2, 6, 20};
    for (size_t i = 0; i < sizeof sides / sizeof sides[0]; i++) {
        for (int least = -1; least <= sides[i] + 2; least++) {
            check_roll(1, sides[i], least, 0);
            check_roll(2, sides[i], least, 0);
            check_roll(2, sides[i], least, 1);
        }
    }
    check_roll(2, 100, 37, 0);
    check_roll(2, 100, 100, 1);
    check_roll(2, 100, 101, 0);
}

/* The largest dice there are still have exact weights. */
static void test_largest(void **unused) {
    (void)unused;
    const qm__roll roll = roll_of(2, 255, 255, 1);
    uint64_t weight, total;
    assert_true(qm__roll_weight(&roll, 0, &weight, &total));
    assert_int_equal(weight, 1);
    assert_int_equal(total, 65025);
}

/* ------------------------------------------------------------------------------------------------- through the game */

typedef struct bench {
    qm_scenario *scenario;
    qm_state *state;
    qm_scratch *scratch;
    qm_verdict verdict;
} bench;

static void judge(bench *b, const char *text) {
    qm_diagnostics list = qm_diagnostics_make(NULL);
    qm_order order;
    assert_int_equal(qm_order_read(b->scenario, text, strlen(text), &order, &list), QM_OK);
    qm_diagnostics_free(&list);
    assert_int_equal(qm_judge(b->scenario, b->state, &order, b->scratch, &b->verdict), QM_OK);
    assert_int_equal(b->verdict.judgement, QM_LEGAL);
}

/* Ada as she is said to be, in the first turn. */
static bench open_bench(int agility, const char *state, int bruises) {
    char text[800];
    qm_text out = qm_text_over(text, sizeof text);
    qm_text_addf(&out,
                 "{\"quickmarch\":\"scenario\",\"version\":1,\"title\":\"A fence\",\"rules\":\"stroll\","
                 "\"board\":{\"space\":\"hex\",\"rows\":[\".o.\"],\"legend\":{\".\":\"open\",\"o\":\"stones\"}},"
                 "\"sides\":[{\"name\":\"Red\"},{\"name\":\"Blue\"}],\"figures\":["
                 "{\"name\":\"Ada\",\"side\":\"Red\",\"at\":\"0101\",\"agility\":%d,\"bruises\":%d,\"state\":\"%s\"},"
                 "{\"name\":\"Bo\",\"side\":\"Blue\",\"at\":\"0301\",\"agility\":%d}]}",
                 agility, bruises, state, agility);
    bench b = {.scenario = battery_load_text(text)};
    b.state = battery_state(b.scenario);
    b.scratch = battery_scratch(b.scenario);
    judge(&b, "next");
    qm_source source = {.seed = 1};
    qm_played played;
    assert_int_equal(qm_play(b.scenario, b.state, b.scratch, &source, NULL, &played), QM_OK);
    return b;
}

static void close_bench(bench *b) {
    qm_scenario_free(b->scenario);
    free(b->state);
    free(b->scratch);
}

static void assert_check(const bench *b, const char *text) {
    char array[400];
    qm_text out = qm_text_over(array, sizeof array);
    assert_int_equal(b->verdict.check_count, 1);
    qm_check_print(b->scenario, &b->verdict.checks[0], &out);
    assert_string_equal(array, text);
}

typedef struct fence {
    int agility;
    const char *state;
    int bruises;
    uint8_t dice, faces[2];
    int value, outcome;
    uint64_t numerator, denominator; /* of going over; 0 of 1: surely not, 1 of 1: surely */
    const char *check, *wanted, *event, *likely, *json;
} fence;

static const fence fences[] = {
    {8,
     "up",
     1,
     1,
     {8, 0},
     8,
     0,
     13,
     20,
     "Ada vaults: 1d20, needs 8 or more [8 agility], 65 % (ST-08)",
     "Ada vaults: 1d20, needs 8 or more (ST-08)",
     "Ada vaults: 8, needs 8 or more: over (ST-08)",
     "Ada vaults, needs 8 or more: over (ST-08)",
     "\"target\":8,\"over\":\"die\""},
    {8,
     "up",
     0,
     2,
     {6, 14},
     14,
     0,
     351,
     400,
     "Ada vaults: 2d20, the higher counts, needs 8 or more [8 agility, fresh: the higher of two], 87.8 % (ST-08)",
     "Ada vaults: 2d20, the higher counts, needs 8 or more (ST-08)",
     "Ada vaults: 6 14, the higher counts, needs 8 or more: over (ST-08)",
     "Ada vaults, the higher counts, needs 8 or more: over (ST-08)",
     "\"target\":8,\"over\":\"higher\""},
    {8,
     "muddy",
     1,
     2,
     {14, 6},
     6,
     1,
     169,
     400,
     "Ada vaults: 2d20, the lower counts, needs 8 or more [8 agility, muddy: the lower of two], 42.3 % (ST-08)",
     "Ada vaults: 2d20, the lower counts, needs 8 or more (ST-08)",
     "Ada vaults: 14 6, the lower counts, needs 8 or more: bruised (ST-08)",
     "Ada vaults, the lower counts, needs 8 or more: bruised (ST-08)",
     "\"target\":8,\"over\":\"lower\""},
    {8,
     "muddy",
     0,
     1,
     {7, 0},
     7,
     1,
     13,
     20,
     "Ada vaults: 1d20, needs 8 or more [8 agility, fresh: the higher of two, muddy: the lower of two], 65 % (ST-08)",
     "Ada vaults: 1d20, needs 8 or more (ST-08)",
     "Ada vaults: 7, needs 8 or more: bruised (ST-08)",
     "Ada vaults, needs 8 or more: over (ST-08)",
     "\"target\":8,\"over\":\"die\""},
    {20,
     "up",
     1,
     1,
     {19, 0},
     19,
     1,
     1,
     20,
     "Ada vaults: 1d20, needs 20 [20 agility], 5 % (ST-08)",
     "Ada vaults: 1d20, needs 20 (ST-08)",
     "Ada vaults: 19, needs 20: bruised (ST-08)",
     "Ada vaults, needs 20: bruised (ST-08)",
     "\"target\":20,\"over\":\"die\""},
    {1,
     "up",
     1,
     1,
     {1, 0},
     1,
     0,
     1,
     1,
     "Ada vaults: 1d20, every face will do [1 agility], 100 % (ST-08)",
     "Ada vaults: 1d20, every face will do (ST-08)",
     "Ada vaults: 1, every face will do: over (ST-08)",
     "Ada vaults, every face will do: over (ST-08)",
     "\"target\":1,\"over\":\"die\""},
    {21,
     "up",
     1,
     1,
     {20, 0},
     20,
     1,
     0,
     1,
     "Ada vaults: 1d20, no face will do [21 agility], 0 % (ST-08)",
     "Ada vaults: 1d20, no face will do (ST-08)",
     "Ada vaults: 20, no face will do: bruised (ST-08)",
     "Ada vaults, no face will do: bruised (ST-08)",
     "\"target\":21,\"over\":\"die\""},
};

static void check_odds(bench *b, const fence *f) {
    qm_outcome outcomes[4];
    qm_odds_result result;
    qm_event items[2];
    qm_events events = {.items = items, .capacity = 2};
    assert_int_equal(qm_odds(b->scenario, b->state, b->scratch, QM_POLICY_AUTOMATIC, outcomes, 4, &result), QM_OK);
    assert_int_equal(result.count, f->numerator > 0 && f->numerator < f->denominator ? 2 : 1);
    for (uint32_t i = 0; i < result.count; i++) {
        assert_int_equal(qm_odds_outcome(b->scenario, b->state, b->scratch, &outcomes[i], NULL, &events), QM_OK);
        assert_int_equal(events.count, 1);
        assert_int_equal(outcomes[i].numerator, items[0].outcome == 0 ? f->numerator : f->denominator - f->numerator);
        assert_int_equal(outcomes[i].denominator, f->denominator);
        if (i == 0) {
            char array[400];
            qm_text out = qm_text_over(array, sizeof array);
            qm_event_print(b->scenario, &items[0], &out);
            assert_string_equal(array, f->likely);
        }
    }
}

static void check_asked(bench *b, const fence *f) {
    qm_source source = {.dice = QM_DICE_ASKED};
    qm_played played;
    qm_wanted wanted;
    char array[2000];
    assert_int_equal(qm_play(b->scenario, b->state, b->scratch, &source, NULL, &played), QM_OK);
    assert_int_equal(played, QM_PLAYED_WAITING);
    assert_int_equal(qm_state_check(b->scenario, b->state), QM_OK);
    assert_int_equal(qm_pending(b->scenario, b->state, &wanted, NULL, NULL), QM_OK);
    assert_int_equal(wanted.dice, f->dice);
    assert_int_equal(wanted.over, b->verdict.checks[0].over);
    qm_text out = qm_text_over(array, sizeof array);
    qm_wanted_print(b->scenario, &wanted, &out);
    assert_string_equal(array, f->wanted);
    out = qm_text_over(array, sizeof array);
    qm_wanted_write_json(b->scenario, &wanted, &out);
    assert_non_null(strstr(array, f->json));
    qm_event items[2];
    qm_events events = {.items = items, .capacity = 2};
    assert_int_equal(
        qm_answer(b->scenario, b->state, b->scratch, (const uint8_t[]){21, 21}, f->dice, &source, &events, &played),
        QM_ERROR_DICE);
    assert_int_equal(qm_answer(b->scenario, b->state, b->scratch, f->faces, f->dice, &source, &events, &played), QM_OK);
    assert_int_equal(played, QM_PLAYED_DONE);
    assert_int_equal(events.count, 1);
    assert_int_equal(items[0].value, f->value);
    assert_int_equal(items[0].outcome, f->outcome);
    out = qm_text_over(array, sizeof array);
    qm_event_print(b->scenario, &items[0], &out);
    assert_string_equal(array, f->event);
    out = qm_text_over(array, sizeof array);
    qm_events_write_json(b->scenario, &events, &out);
    assert_non_null(strstr(array, f->json));
}

static void test_fences(void **unused) {
    (void)unused;
    for (size_t i = 0; i < sizeof fences / sizeof fences[0]; i++) {
        const fence *f = &fences[i];
        bench b = open_bench(f->agility, f->state, f->bruises);
        judge(&b, "Ada vault");
        assert_check(&b, f->check);
        const double off = b.verdict.chance - (double)f->numerator / (double)f->denominator;
        assert_true(off < 1e-12 && off > -1e-12);
        char array[4000];
        qm_text json = qm_text_over(array, sizeof array);
        qm_order order;
        qm_order_clear(&order, ST_VAULT, 1);
        qm_verdict_write_json(b.scenario, &order, &b.verdict, &json);
        assert_non_null(strstr(array, f->json));
        check_odds(&b, f);
        check_asked(&b, f);
        assert_int_equal(qm_figure_state(b.scenario, b.state, 1, 3), f->bruises + f->outcome);
        close_bench(&b);
    }
}

/* A verdict may be made in memory that holds another one: nothing of that is told. */
static void test_used_verdict(void **unused) {
    (void)unused;
    bench b = open_bench(11, "up", 0);
    memset(&b.verdict, 0xff, sizeof b.verdict);
    judge(&b, "Ada walk 0201");
    assert_int_equal(b.verdict.checks[0].over, QM_OVER_NOT);
    assert_check(&b, "Ada rolls to stay up on stones at 0201: 3d6 against 11 [11 agility], 62.5 % (ST-02)");
    close_bench(&b);
}

/* A state that says of its roll what there is not is refused. */
static void test_bad_state(void **unused) {
    (void)unused;
    bench b = open_bench(8, "up", 0);
    judge(&b, "Ada vault");
    qm_source source = {.dice = QM_DICE_ASKED};
    qm_played played;
    assert_int_equal(qm_play(b.scenario, b.state, b.scratch, &source, NULL, &played), QM_OK);
    qm__pending *pending = (void *)((unsigned char *)b.state + b.scenario->pending_at);
    assert_int_equal(pending->wanted.over, QM_OVER_HIGHER);
    pending->wanted.over = QM_OVER_EACH + 1;
    assert_int_not_equal(qm_state_check(b.scenario, b.state), QM_OK);
    close_bench(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_weights),      cmocka_unit_test(test_largest),   cmocka_unit_test(test_fences),
        cmocka_unit_test(test_used_verdict), cmocka_unit_test(test_bad_state),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
