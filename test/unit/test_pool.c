/* Pools and contests of pools: weights against every way the dice can fall, dice drawn against the weights, and both
 * through tapes, answers, texts and odds on the toy family.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/divisor.h"
#include "battery/battery.h"
#include "dice/pools.h"
#include "game/drive.h"
#include "quickmarch/io.h"
#include "quickmarch/session.h"
#include "toy/toy.h"

/* ------------------------------------------------------------------------------------------------- every way to fall
 */

/* The next faces in order; false after the last. */
static bool next_faces(uint8_t *faces, int dice, int sides) {
    for (int i = 0; i < dice; i++) {
        if (faces[i] < sides) {
            faces[i]++;
            return true;
        }
        faces[i] = 1;
    }
    return false;
}

static void test_pool_weights(void **unused) {
    (void)unused;
    for (int dice = 0; dice <= 5; dice++) {
        for (int least = 0; least <= 8; least++) {
            for (int needed = -1; needed <= dice + 1; needed++) {
                uint64_t ways[2] = {0, 0}, enough, fewer;
                uint8_t faces[5] = {1, 1, 1, 1, 1};
                do {
                    ways[qm__pool_points(faces, (size_t)dice, least) < needed]++;
                } while (next_faces(faces, dice, 6));
                const uint64_t divisor = qm__common_divisor(ways[0], ways[1]);
                assert_true(qm__pool_weights(dice, 6, qm__pool_hits(6, least), needed, &enough, &fewer));
                assert_int_equal(enough, ways[0] / divisor);
                assert_int_equal(fewer, ways[1] / divisor);
            }
        }
    }
}

/* Sixteen ten-sided dice are exact whatever counts; what does not fit is rounded, close, and told. */
static void test_pool_limits(void **unused) {
    (void)unused;
    uint64_t enough, fewer;
    assert_true(qm__pool_weights(16, 10, 3, 1, &enough, &fewer));
    assert_int_equal(fewer, UINT64_C(33232930569601)); /* 7 to the 16 */
    assert_int_equal(enough + fewer, UINT64_C(10000000000000000));
    assert_true(qm__pool_weights(62, 10, 5, 62, &enough, &fewer));
    assert_int_equal(enough, 1);
    assert_false(qm__pool_weights(64, 10, 5, 32, &enough, &fewer));
    const double half = (double)enough / (double)(enough + fewer); /* 1/2 and half of the middle term */
    assert_true(half > 0.549673376 && half < 0.549673378);
    assert_false(qm__pool_weights(16, 20, 1, 16, &enough, &fewer)); /* 20 to the minus 16 */
    assert_int_equal(enough, 1);                                    /* rare, not impossible */
    assert_false(qm__pool_weights(16, 20, 1, 17, &enough, &fewer));
    assert_int_equal(enough, 0);
}

typedef struct contest_case {
    int count, sides;
    int dice[QM__CONTEST_MAX], least[QM__CONTEST_MAX];
} contest_case;

static const contest_case contests[] = {
    {2, 6, {1, 1}, {4, 4}},
    {2, 6, {3, 2}, {4, 5}},
    {2, 10, {3, 2}, {6, 8}},
    {2, 6, {3, 0}, {5, 5}},
    {2, 6, {2, 3}, {1, 5}}, /* one makes 2 points always */
    {2, 6, {2, 3}, {7, 5}}, /* one never makes any */
    {3, 6, {2, 2, 2}, {4, 4, 4}},
    {3, 6, {1, 2, 3}, {2, 4, 6}},
    {3, 6, {2, 2, 3}, {1, 1, 4}}, /* two level for certain: only the third can win */
    {3, 4, {2, 1, 3}, {-3, 9, 3}},
    {4, 4, {1, 2, 1, 2}, {2, 3, 4, 3}},
    {4, 6, {1, 1, 1, 1}, {3, 3, 4, 5}},
    {8, 2, {1, 1, 1, 1, 1, 1, 1, 1}, {2, 2, 2, 2, 2, 2, 2, 2}},
    /* nobody can ever lead alone */
    {2, 6, {0, 0}, {4, 4}},
    {2, 6, {2, 3}, {7, 9}},
    {2, 6, {2, 2}, {1, 0}},
    {3, 6, {2, 2, 2}, {1, 1, 4}},
    {3, 6, {2, 2, 2}, {1, 1, 7}},
};

static qm__contest contest_of(const contest_case *given) {
    qm__contest contest = {.count = (uint8_t)given->count, .sides = (uint8_t)given->sides};
    for (int i = 0; i < given->count; i++) {
        contest.dice[i] = (uint8_t)given->dice[i];
        contest.hits[i] = qm__pool_hits(given->sides, given->least[i]);
    }
    return contest;
}

/* Who leads, counted without any of the code under test; -1 = nobody. */
static int leader(const contest_case *given, const uint8_t *faces) {
    int points[QM__CONTEST_MAX] = {0};
    for (int i = 0; i < given->count; i++) {
        for (int die = 0; die < given->dice[i]; die++) {
            points[i] += *faces++ >= given->least[i];
        }
    }
    for (int i = 0; i < given->count; i++) {
        int beaten = 0;
        for (int k = 0; k < given->count; k++) {
            beaten += k != i && points[i] > points[k];
        }
        if (beaten == given->count - 1) {
            return i;
        }
    }
    return -1;
}

static void test_contest_weights(void **unused) {
    (void)unused;
    for (size_t n = 0; n < sizeof contests / sizeof contests[0]; n++) {
        const qm__contest contest = contest_of(&contests[n]);
        uint8_t faces[QM_FACES_MAX];
        memset(faces, 1, sizeof faces);
        int dice = 0;
        uint64_t ways[QM__CONTEST_MAX] = {0}, weights[QM__CONTEST_MAX], all_ways = 0, all_weights = 0;
        for (int i = 0; i < contest.count; i++) {
            dice += contest.dice[i];
        }
        do {
            const int winner = leader(&contests[n], faces);
            int most;
            assert_int_equal(qm__contest_winner(&contest, faces, &most), winner);
            if (winner >= 0) {
                ways[winner]++;
                all_ways++;
            }
        } while (next_faces(faces, dice, contest.sides));
        assert_true(qm__contest_weights(&contest, weights));
        assert_int_equal(qm__contest_open(&contest), all_ways > 0);
        for (int i = 0; i < contest.count; i++) {
            all_weights += weights[i];
        }
        for (int i = 0; i < contest.count; i++) {
            assert_int_equal(weights[i] * all_ways, ways[i] * all_weights); /* as fractions, exactly */
            if (weights[i] > 0) {
                int most;
                qm__contest_example(&contest, i, faces);
                assert_int_equal(leader(&contests[n], faces), i);
                assert_int_equal(qm__contest_winner(&contest, faces, &most), i);
            }
        }
    }
}

/* Three pools of eight ten-sided dice with thresholds that do not reduce: rounded, and still right. */
static void test_contest_rounded(void **unused) {
    (void)unused;
    const contest_case same = {3, 10, {8, 8, 8}, {8, 8, 8}};
    const qm__contest contest = contest_of(&same);
    uint64_t weights[QM__CONTEST_MAX];
    assert_false(qm__contest_weights(&contest, weights));
    assert_int_equal(weights[0], weights[1]);
    assert_int_equal(weights[0], weights[2]);
    /* Without points the third pool takes nothing away but the rounds the others level: same as two alone. */
    const contest_case two = {2, 10, {8, 8}, {8, 4}}, three = {3, 10, {8, 8, 8}, {8, 4, 11}};
    const qm__contest a = contest_of(&two), b = contest_of(&three);
    uint64_t of_two[QM__CONTEST_MAX], of_three[QM__CONTEST_MAX];
    assert_true(qm__contest_weights(&a, of_two));
    assert_true(qm__contest_weights(&b, of_three)); /* a pool that never makes a point has one way only */
    assert_memory_equal(of_two, of_three, sizeof of_two);
}

/* --------------------------------------------------------------------------------------------------- dice drawn */

typedef struct bench {
    qm_scenario *scenario;
    qm_state *state;
    qm_scratch *scratch;
} bench;

/* Agility sets the dice: foraging takes a half, racing a third. The first two are up or muddy, the third is muddy. */
static bench open_in(const char *state, int ada, int bo, int cy) {
    char text[1200];
    qm_text out = qm_text_over(text, sizeof text);
    qm_text_addf(&out,
                 "{\"quickmarch\":\"scenario\",\"version\":1,\"title\":\"Herbs\",\"rules\":\"stroll\","
                 "\"board\":{\"space\":\"hex\",\"rows\":[\".....\",\".....\"],\"legend\":{\".\":\"open\"}},"
                 "\"sides\":[{\"name\":\"Red\"},{\"name\":\"Blue\"}],\"figures\":["
                 "{\"name\":\"Ada\",\"side\":\"Red\",\"at\":\"0101\",\"agility\":%d,\"bruises\":1,\"state\":\"%s\"},"
                 "{\"name\":\"Bo\",\"side\":\"Blue\",\"at\":\"0301\",\"agility\":%d,\"state\":\"%s\"},"
                 "{\"name\":\"Cy\",\"side\":\"Blue\",\"at\":\"0501\",\"agility\":%d,\"state\":\"muddy\"}]}",
                 ada, state, bo, state, cy);
    bench b = {.scenario = battery_load_text(text)};
    b.state = battery_state(b.scenario);
    b.scratch = battery_scratch(b.scenario);
    return b;
}

static bench open_bench(int ada, int bo, int cy) {
    return open_in("up", ada, bo, cy);
}

static void close_bench(bench *b) {
    qm_scenario_free(b->scenario);
    free(b->state);
    free(b->scratch);
}

static int take(qm__drive *drive, const contest_case *given, uint8_t *faces) {
    qm__duel duel = {.count = (uint8_t)given->count, .sides = (uint8_t)given->sides};
    for (int i = 0; i < given->count; i++) {
        duel.dice[i] = (uint8_t)given->dice[i];
        duel.least[i] = (int8_t)given->least[i];
    }
    qm__run run = {.drive = drive};
    const int winner = qm__duel_take(&run, &duel);
    memcpy(faces, run.faces, sizeof run.faces);
    return winner;
}

/* Winners drawn as often as their weights say, within five standard errors; what is recorded is a round they win. */
static void test_drawn(void **unused) {
    (void)unused;
    enum { DRAWN = 20000 };
    for (size_t n = 0; n < sizeof contests / sizeof contests[0]; n++) {
        const contest_case *given = &contests[n];
        const qm__contest contest = contest_of(given);
        uint64_t weights[QM__CONTEST_MAX], all = 0;
        uint32_t won[QM__CONTEST_MAX] = {0};
        qm__contest_weights(&contest, weights);
        for (int i = 0; i < contest.count; i++) {
            weights[i] = qm__contest_open(&contest) ? weights[i] : 1; /* else one die picks, all alike */
            all += weights[i];
        }
        qm__drive drive = {.mode = QM__DRIVE_PLAY, .seed = 11};
        for (int i = 0; i < DRAWN; i++) {
            uint8_t faces[QM_FACES_MAX];
            const int winner = take(&drive, given, faces);
            assert_true(winner >= 0 && winner < contest.count);
            assert_int_equal(qm__contest_open(&contest) ? leader(given, faces) : faces[0] - 1, winner);
            won[winner]++;
        }
        for (int i = 0; i < contest.count; i++) {
            const double chance = (double)weights[i] / (double)all, off = won[i] - chance * DRAWN;
            assert_true(off * off <= 25 * DRAWN * chance * (1 - chance));
        }
    }
}

/* A round that decides once in a hundred million: the winner is known, and there is an end to the rolling. With two
 * that rare, each is drawn by its chance. */
static void test_drawn_rarely(void **unused) {
    (void)unused;
    const contest_case rare = {3, 10, {7, 7, 8}, {1, 1, 10}}, two = {4, 10, {7, 7, 8, 8}, {1, 1, 10, 9}};
    uint8_t faces[QM_FACES_MAX];
    qm__drive drive = {.mode = QM__DRIVE_PLAY, .seed = 3};
    assert_int_equal(take(&drive, &rare, faces), 2);
    assert_int_equal(leader(&rare, faces), 2);
    const qm__contest contest = contest_of(&two);
    uint64_t weights[QM__CONTEST_MAX];
    qm__contest_weights(&contest, weights);
    assert_int_equal(weights[0] + weights[1], 0);
    int won = 0;
    for (int i = 0; i < 2000; i++) {
        const int winner = take(&drive, &two, faces);
        assert_int_equal(leader(&two, faces), winner);
        won += winner == 2;
    }
    const double chance = (double)weights[2] / (double)(weights[2] + weights[3]), off = won - 2000 * chance;
    assert_true(off * off <= 25 * (2000 * chance + 1));
}

/* ------------------------------------------------------------------------------------------------- through the game */

static void judge(bench *b, const char *text) {
    qm_diagnostics list = qm_diagnostics_make(NULL);
    qm_order order;
    assert_int_equal(qm_order_read(b->scenario, text, strlen(text), &order, &list), QM_OK);
    qm_diagnostics_free(&list);
    qm_verdict verdict;
    assert_int_equal(qm_judge(b->scenario, b->state, &order, b->scratch, &verdict), QM_OK);
    assert_int_equal(verdict.judgement, QM_LEGAL);
}

static void begin(bench *b) {
    judge(b, "next");
    qm_source source = {.seed = 1};
    qm_played played;
    assert_int_equal(qm_play(b->scenario, b->state, b->scratch, &source, NULL, &played), QM_OK);
}

static qm_wanted ask(bench *b, const char *order) {
    judge(b, order);
    qm_source source = {.dice = QM_DICE_ASKED};
    qm_played played;
    assert_int_equal(qm_play(b->scenario, b->state, b->scratch, &source, NULL, &played), QM_OK);
    assert_int_equal(played, QM_PLAYED_WAITING);
    assert_int_equal(qm_state_check(b->scenario, b->state), QM_OK);
    qm_wanted wanted;
    assert_int_equal(qm_pending(b->scenario, b->state, &wanted, NULL, NULL), QM_OK);
    return wanted;
}

static void assert_wanted(const bench *b, const qm_wanted *wanted, const char *text) {
    char array[1000];
    qm_text out = qm_text_over(array, sizeof array);
    qm_wanted_print(b->scenario, wanted, &out);
    assert_string_equal(array, text);
}

static void assert_event(const bench *b, const qm_event *event, const char *text) {
    char array[1000];
    qm_text out = qm_text_over(array, sizeof array);
    qm_event_print(b->scenario, event, &out);
    assert_string_equal(array, text);
}

static qm_event answer(bench *b, const uint8_t *faces, size_t count) {
    qm_event items[4];
    qm_events events = {.items = items, .capacity = 4};
    qm_source source = {.dice = QM_DICE_ASKED};
    qm_played played;
    assert_int_equal(qm_answer(b->scenario, b->state, b->scratch, faces, count, &source, &events, &played), QM_OK);
    assert_int_equal(played, QM_PLAYED_DONE);
    assert_int_equal(events.count, 1);
    return items[0];
}

static void assert_refused(bench *b, const uint8_t *faces, size_t count) {
    const size_t size = qm_state_size(b->scenario);
    qm_state *kept = battery_state(b->scenario);
    memcpy(kept, b->state, size);
    qm_source source = {.dice = QM_DICE_ASKED};
    qm_played played;
    assert_int_equal(qm_answer(b->scenario, b->state, b->scratch, faces, count, &source, NULL, &played), QM_ERROR_DICE);
    assert_memory_equal(kept, b->state, size);
    free(kept);
}

static void test_pool_asked(void **unused) {
    (void)unused;
    bench b = open_bench(7, 9, 9);
    begin(&b);
    const qm_wanted wanted = ask(&b, "Ada forage");
    assert_int_equal(wanted.dice, 3);
    assert_int_equal(wanted.sides, 10);
    assert_int_equal(wanted.target, 2);
    assert_int_equal(wanted.side, 1);
    assert_int_equal(wanted.pool_count, 1);
    assert_int_equal(wanted.pools.least[0], 7);
    assert_wanted(&b, &wanted, "Ada forages: 3d10, 7 or more is a point, against 2 (ST-06)");
    const uint8_t faces[] = {7, 6, 10};
    assert_true(qm_faces_settle(&wanted, faces));
    assert_refused(&b, faces, 2);
    assert_refused(&b, (const uint8_t[]){7, 6, 11}, 3);
    const qm_event event = answer(&b, faces, 3);
    assert_int_equal(event.value, 2);
    assert_int_equal(event.outcome, 0);
    assert_event(&b, &event, "Ada forages: 7 6 10, 2 points of 7 or more, against 2: herbs (ST-06)");
    assert_int_equal(qm_figure_state(b.scenario, b.state, 1, 3), 0); /* the bruise is gone */
    close_bench(&b);
}

/* No dice: nothing is rolled, asked, told or put on the tape, and it fails. */
static void test_pool_without_dice(void **unused) {
    (void)unused;
    bench b = open_bench(1, 9, 9);
    begin(&b);
    judge(&b, "Ada forage");
    qm_tape tape;
    qm_event items[4];
    qm_events events = {.items = items, .capacity = 4};
    qm_source source = {.dice = QM_DICE_ASKED, .record = &tape};
    qm_played played;
    assert_int_equal(qm_play(b.scenario, b.state, b.scratch, &source, &events, &played), QM_OK);
    assert_int_equal(played, QM_PLAYED_DONE);
    assert_int_equal(tape.length, 0);
    assert_int_equal(events.count, 0);
    assert_int_equal(qm_figure_state(b.scenario, b.state, 1, 3), 2);
    close_bench(&b);
}

static void test_duel_asked(void **unused) {
    (void)unused;
    bench b = open_bench(12, 6, 9); /* Ada 4 - 1 dice, Bo 2, Cy 3 from 8 on */
    begin(&b);
    const qm_wanted wanted = ask(&b, "Ada race");
    assert_int_equal(wanted.dice, 8);
    assert_int_equal(wanted.pool_count, 3);
    assert_int_equal(wanted.figure, 1);
    assert_int_equal(wanted.other, 2);
    assert_int_equal(wanted.side, 0);
    assert_wanted(
        &b, &wanted,
        "Ada, Bo and Cy race: Ada 3d10 (6 or more), Bo 2d10 (6 or more), Cy 3d10 (8 or more); in brackets what is a "
        "point; roll again until one leads, and give that round (ST-07)");
    const uint8_t level[] = {6, 6, 1, 7, 7, 1, 2, 3}, won[] = {5, 5, 10, 6, 1, 8, 9, 7};
    assert_false(qm_faces_settle(&wanted, level));
    assert_true(qm_faces_settle(&wanted, won));
    assert_refused(&b, level, 8);
    assert_refused(&b, won, 7);
    char array[2000];
    qm_text json = qm_text_over(array, sizeof array);
    qm_wanted_write_json(b.scenario, &wanted, &json);
    assert_non_null(strstr(array, "\"pools\":[{\"figure\":\"Ada\",\"dice\":3,\"least\":6},{\"figure\":\"Bo\","));
    const qm_event event = answer(&b, won, 8);
    assert_int_equal(event.outcome, 2);
    assert_int_equal(event.value, 2);
    assert_event(&b, &event,
                 "Ada, Bo and Cy race: Ada 5 5 10 (1 point), Bo 6 1 (1 point), Cy 8 9 7 (2 points): Cy wins (ST-07)");
    const qm_events events = {.items = (qm_event[]){event}, .capacity = 1, .count = 1};
    json = qm_text_over(array, sizeof array);
    qm_events_write_json(b.scenario, &events, &json);
    assert_non_null(strstr(array, "{\"figure\":\"Bo\",\"dice\":2,\"least\":6,\"faces\":[6,1],\"points\":1}"));
    assert_non_null(strstr(array, "\"winner\":\"Cy\""));
    assert_int_equal(qm_figure_state(b.scenario, b.state, 3, 2), 0);
    assert_int_equal(qm_figure_state(b.scenario, b.state, 1, 2), 1);
    close_bench(&b);
}

/* Nobody has dice: one die picks among them. */
static void test_duel_drawn(void **unused) {
    (void)unused;
    bench b = open_bench(2, 2, 1);
    begin(&b);
    const qm_wanted wanted = ask(&b, "Ada race");
    assert_int_equal(wanted.dice, 1);
    assert_int_equal(wanted.sides, 3);
    assert_wanted(&b, &wanted, "Ada, Bo and Cy race: none can lead, 1d3 picks one in this order (ST-07)");
    const uint8_t second = 2, fourth = 4;
    assert_refused(&b, &fourth, 1);
    const qm_event event = answer(&b, &second, 1);
    assert_event(&b, &event, "Ada, Bo and Cy race: none can lead, one is drawn: Bo wins (ST-07)");
    close_bench(&b);
}

/* What was drawn is asked for again, given again, and leads to the same state; a round that decides nothing is refused
 * on a tape, and the state stays. */
static void test_duel_tape(void **unused) {
    (void)unused;
    bench b = open_bench(12, 12, 12);
    begin(&b);
    const size_t size = qm_state_size(b.scenario);
    qm_state *start = battery_state(b.scenario), *after = battery_state(b.scenario);
    memcpy(start, b.state, size);
    for (uint64_t seed = 0; seed < 200; seed++) {
        qm_tape tape;
        qm_played played;
        qm_source source = {.seed = seed, .record = &tape};
        memcpy(b.state, start, size);
        judge(&b, "Ada race");
        assert_int_equal(qm_play(b.scenario, b.state, b.scratch, &source, NULL, &played), QM_OK);
        memcpy(after, b.state, size);
        assert_int_equal(tape.length, 1 + 3 + 4 + 4);
        assert_int_equal(tape.bytes[0], 11);
        memcpy(b.state, start, size);
        ask(&b, "Ada race");
        answer(&b, tape.bytes + 1, 11);
        assert_memory_equal(b.state, after, size);
        memcpy(b.state, start, size);
        judge(&b, "Ada race");
        source = (qm_source){.dice = QM_DICE_ASKED, .given = &tape};
        assert_int_equal(qm_play(b.scenario, b.state, b.scratch, &source, NULL, &played), QM_OK);
        assert_memory_equal(b.state, after, size);
    }
    qm_tape level = {.length = 12, .bytes = {11, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}};
    qm_played played;
    qm_source source = {.given = &level};
    memcpy(b.state, start, size);
    judge(&b, "Ada race");
    assert_int_equal(qm_play(b.scenario, b.state, b.scratch, &source, NULL, &played), QM_ERROR_DICE);
    assert_memory_equal(b.state, start, size);
    free(start);
    free(after);
    close_bench(&b);
}

static qm_result read_log(const char *text, qm_replay *replay) {
    qm_diagnostics list = qm_diagnostics_make(NULL);
    qm_game *game = NULL;
    const qm_result result = qm_game_read_text(&game, text, strlen(text), "test.json", NULL, NULL, NULL, &list, replay);
    qm_diagnostics_free(&list);
    qm_game_free(game);
    return result;
}

/* A log has the deciding round and plays again; with a round that decides nothing in its place it says what is wrong.
 */
static void test_log(void **unused) {
    (void)unused;
    bench b = open_bench(12, 12, 12);
    qm_game *game;
    assert_int_equal(qm_game_new(&game, b.scenario, 4, NULL), QM_OK);
    const uint16_t kinds[] = {ST_NEXT, ST_RACE}, actors[] = {0, 1};
    for (size_t i = 0; i < 2; i++) {
        qm_order order;
        qm_verdict verdict;
        qm_played played;
        qm_order_clear(&order, kinds[i], actors[i]);
        assert_int_equal(qm_game_order(game, &order, &verdict, NULL, &played), QM_OK);
    }
    qm_text log = qm_text_growing(NULL);
    assert_int_equal(qm_game_write(game, &log), QM_OK);
    qm_replay replay;
    assert_int_equal(read_log(log.data, &replay), QM_OK);
    assert_int_equal(replay.replayed, 2);
    char *dice = strstr(strstr(log.data, "race"), "[[");
    assert_non_null(dice);
    for (char *c = dice; *c && strncmp(c, "]]", 2) != 0; c++) {
        if (*c >= '0' && *c <= '9') {
            *c = '1';
            for (; c[1] >= '0' && c[1] <= '9'; c++) {
                c[1] = ' ';
            }
        }
    }
    assert_int_equal(read_log(log.data, &replay), QM_ERROR_INPUT);
    assert_int_equal(replay.divergence, QM_REPLAY_DICE);
    assert_non_null(strstr(replay.text, "nobody leads"));
    qm_text_free(&log);
    qm_game_free(game);
    close_bench(&b);
}

/* By hand: 1 die each from 6 on decides 1/2 of the time, evenly; and the text of an outcome names the winner without
 * faces. */
static void test_odds(void **unused) {
    (void)unused;
    bench b = open_bench(6, 3, 2); /* Ada 2 - 1 dice, Bo 1, Cy none */
    begin(&b);
    judge(&b, "Ada race");
    qm_outcome outcomes[8];
    qm_odds_result result;
    assert_int_equal(qm_odds(b.scenario, b.state, b.scratch, QM_POLICY_AUTOMATIC, outcomes, 8, &result), QM_OK);
    assert_int_equal(result.count, 2);
    assert_int_equal(result.nodes, 1);
    for (uint32_t i = 0; i < 2; i++) {
        assert_int_equal(outcomes[i].numerator, 1);
        assert_int_equal(outcomes[i].denominator, 2);
    }
    qm_event items[4];
    qm_events events = {.items = items, .capacity = 4};
    assert_int_equal(qm_odds_outcome(b.scenario, b.state, b.scratch, &outcomes[1], NULL, &events), QM_OK);
    assert_int_equal(events.count, 1);
    assert_event(&b, &items[0], "Ada, Bo and Cy race: Bo wins (ST-07)");
    judge(&b, "Ada forage");
    assert_int_equal(qm_odds(b.scenario, b.state, b.scratch, QM_POLICY_AUTOMATIC, outcomes, 8, &result), QM_OK);
    assert_int_equal(result.count, 2);
    assert_int_equal(outcomes[0].numerator, 81); /* fewer than 2 of 3 dice with 2/5 each: (27 + 54)/125 */
    assert_int_equal(outcomes[0].denominator, 125);
    close_bench(&b);
}

/* Eight dice of each for three: exact while the dice of two are plain halves, chances without fractions when all are
 * muddy. Both add up. */
static void test_odds_rounded(void **unused) {
    (void)unused;
    for (int muddy = 0; muddy < 2; muddy++) {
        bench b = open_in(muddy ? "muddy" : "up", 40, 40, 40);
        begin(&b);
        judge(&b, "Ada race");
        qm_outcome outcomes[8];
        qm_odds_result result;
        assert_int_equal(qm_odds(b.scenario, b.state, b.scratch, QM_POLICY_AUTOMATIC, outcomes, 8, &result), QM_OK);
        assert_int_equal(result.count, 3);
        assert_true(result.sum > 1 - 1e-12 && result.sum < 1 + 1e-12);
        for (uint32_t i = 0; i < 3; i++) {
            assert_int_equal(outcomes[i].denominator == 0, muddy);
            assert_int_equal(outcomes[i].numerator == 0, muddy);
            assert_true(!muddy || (outcomes[i].chance > 1.0 / 3 - 1e-12 && outcomes[i].chance < 1.0 / 3 + 1e-12));
        }
        close_bench(&b);
    }
}

/* The battery: tapes, answers, odds and sampling of whole games with foraging and racing among the options. */
static void test_battery(void **unused) {
    (void)unused;
    bench b = open_bench(13, 9, 10);
    battery_counts counts = {0};
    for (uint64_t seed = 1; seed <= 10; seed++) {
        battery_play(b.scenario, seed, 60, &counts);
    }
    assert_true(counts.dice >= 50 && counts.sampled >= 3);
    close_bench(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pool_weights),
        cmocka_unit_test(test_pool_limits),
        cmocka_unit_test(test_contest_weights),
        cmocka_unit_test(test_contest_rounded),
        cmocka_unit_test(test_drawn),
        cmocka_unit_test(test_drawn_rarely),
        cmocka_unit_test(test_pool_asked),
        cmocka_unit_test(test_pool_without_dice),
        cmocka_unit_test(test_duel_asked),
        cmocka_unit_test(test_duel_drawn),
        cmocka_unit_test(test_duel_tape),
        cmocka_unit_test(test_log),
        cmocka_unit_test(test_odds),
        cmocka_unit_test(test_odds_rounded),
        cmocka_unit_test(test_battery),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
