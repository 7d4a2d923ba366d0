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
#include "quickmarch/session.h"

enum { EVENTS_MAX = 1024, OUTCOMES_MAX = 4096, SAMPLES = 3000, OPTIONS_ALL = 60 };

typedef struct table {
    const qm_scenario *scenario;
    qm_state *state, *clone, *other, *saved;
    qm_scratch *scratch, *second;
    uint64_t seed, draw;
    battery_draw *own; /* NULL = options alone */
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
    if (result == QM_OK && !qm_verdict_playable(&verdict)) {
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
        qm__run_play(t->scenario, t->other, t->scratch, &drive);
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

/* How the figure of an order ends, where the family tells it: all of it adds up. */
static void check_ends(const table *t, uint32_t outcomes) {
    const uint32_t capacity = outcomes * QM_ENDS_MAX;
    qm_odds_place *places = malloc(capacity * sizeof *places);
    qm_odds_ends_result ends;
    double sum = 0;
    assert_non_null(places);
    assert_int_equal(qm_odds_ends(t->scenario, t->state, t->scratch, places, capacity, &ends), QM_OK);
    for (uint16_t kind = 1; kind < ends.count; kind++) {
        const qm_odds_end *end = &ends.ends[kind];
        double there = 0;
        for (uint32_t i = 0; i < end->count; i++) {
            there += places[end->first + i].chance;
        }
        assert_true(end->count == 0 || (there > end->chance - 1e-12 && there < end->chance + 1e-12));
        sum += end->chance;
    }
    assert_true(ends.count == 0 || (sum > 1 - 1e-12 && sum < 1 + 1e-12));
    free(places);
}

static void check_odds(table *t, bool sample) {
    qm_outcome *outcomes = malloc(OUTCOMES_MAX * sizeof *outcomes);
    assert_non_null(outcomes);
    memcpy(t->saved, t->state, qm_state_size(t->scenario));
    for (qm_policy policy = QM_POLICY_AUTOMATIC; policy <= QM_POLICY_LAST; policy++) {
        qm_odds_result result;
        assert_int_equal(qm_odds_measured(t->scenario, t->state, t->scratch, policy, outcomes, OUTCOMES_MAX, &result), QM_OK);
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
        check_ends(t, result.count);
        assert_same(t, t->state, t->saved);
        if (sample && policy == QM_POLICY_AUTOMATIC && result.count > 1) {
            check_sampling(t, outcomes, result.count);
        }
    }
    free(outcomes);
}

/* -------------------------------------------------------------------------------------------------------- a game */

/* One of the options: legal, and the same when it is written and read again. */
static void check_option(table *t, uint32_t index, qm_order *order) {
    qm_verdict verdict;
    assert_int_equal(qm_option(t->scenario, t->state, t->scratch, index, order), QM_OK);
    assert_int_equal(qm_judge(t->scenario, t->state, order, t->second, &verdict), QM_OK);
    if (!qm_verdict_playable(&verdict)) {
        show_order(t, order, "an option is not legal");
        char line[800];
        qm_text text = qm_text_over(line, sizeof line);
        qm_verdict_print(t->scenario, order, &verdict, &text);
        print_error("%s\n", line);
    }
    assert_true(qm_verdict_playable(&verdict));
    check_notation(t, order);
    t->counts->options++;
}

/* Options of those who are not to act now are as good. */
static void check_others_options(table *t) {
    const uint16_t figure = (uint16_t)(1 + draw(t, qm_figure_count(t->scenario)));
    const bool there = qm_in_play(t->scenario, t->state, figure);
    qm_options_result options;
    qm_order order;
    assert_int_equal(qm_options(t->scenario, t->state, figure, t->scratch, &options), there ? QM_OK : QM_ERROR_GONE);
    for (uint32_t i = 0; there && i < options.count && i < OPTIONS_ALL; i++) {
        check_option(t, i, &order);
    }
}

/* A legal order, drawn from all options; false when there is none left. Some of them are looked at, and now and then
 * every one where there are not too many. */
static bool draw_order(table *t, qm_order *order) {
    qm_options_result options;
    const bool all = draw(t, 6) == 0;
    if (all) {
        check_others_options(t);
    }
    assert_int_equal(qm_options(t->scenario, t->state, 0, t->scratch, &options), QM_OK);
    if (options.count == 0) {
        return false;
    }
    for (uint32_t i = 0; all && options.count <= OPTIONS_ALL && i < options.count; i++) {
        check_option(t, i, order);
    }
    for (int i = 0; i < 6; i++) {
        check_option(t, draw(t, options.count), order);
    }
    qm_order beyond;
    assert_int_equal(qm_option(t->scenario, t->state, t->scratch, options.count, &beyond), QM_ERROR_USAGE);
    return true;
}

/* Puts an order that the family's test thought of in the place of the option, where it is legal. */
static void draw_own(table *t, qm_order *order) {
    qm_order other = *order;
    qm_verdict verdict;
    t->own(t->scenario, t->state, t->second, t->seed, &t->draw, &other);
    if (!qm_order_equal(&other, order) && qm_judge(t->scenario, t->state, &other, t->second, &verdict) == QM_OK &&
        qm_verdict_playable(&verdict)) {
        check_notation(t, &other);
        *order = other;
    }
}

static void count_events(const table *t, const qm_events *events) {
    const qm_rules_facts *facts = qm_scenario_family(t->scenario);
    assert_true(facts->event_count <= BATTERY_KINDS_MAX);
    for (uint32_t i = 0; i < events->count; i++) {
        const qm_event *event = &events->items[i];
        t->counts->kinds[event->kind]++;
        t->counts->checks += event->kind == 0 && event->needed != 0;
        t->counts->roles[facts->events[event->kind].role]++;
    }
}

static bool one_order(table *t, uint32_t number) {
    qm_order order;
    if (!draw_order(t, &order)) {
        return false;
    }
    if (t->own) {
        draw_own(t, &order);
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
    count_events(t, &events);
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
    battery_play_by(scenario, seed, orders, NULL, counts);
}

void battery_play_by(const qm_scenario *scenario, uint64_t seed, uint32_t orders, battery_draw *own,
                     battery_counts *counts) {
    table t = {.scenario = scenario,
               .state = battery_state(scenario),
               .clone = battery_state(scenario),
               .other = battery_state(scenario),
               .saved = battery_state(scenario),
               .scratch = battery_scratch(scenario),
               .second = battery_scratch(scenario),
               .seed = seed,
               .own = own,
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

/* ------------------------------------------------------------------------------------------------- what is hidden */

/* Everything hidden from a side turned to another value leaves what the side may know as it was. */
static void check_twisted(const qm_scenario *scenario, const qm_state *state) {
    const qm_rules_facts *facts = qm_scenario_family(scenario);
    qm_state *twisted = battery_state(scenario), *seen = battery_state(scenario), *seen_twisted = battery_state(scenario);
    for (uint16_t side = 1; side <= qm_side_count(scenario); side++) {
        memcpy(twisted, state, qm_state_size(scenario));
        for (uint16_t i = 1; i <= qm_figure_count(scenario); i++) {
            void *block = qm__figure_at(scenario, twisted, i, scenario->family->figure_state_size);
            const bool hides = qm_figure_side(scenario, i) != side && qm_state_hides(scenario, state, i);
            for (size_t f = 0; f < facts->figure_state_count && hides; f++) {
                if (facts->figure_state[f].flags & QM_FIELD_HIDDEN) {
                    qm__field_set(block, &facts->figure_state[f], facts->figure_state[f].high);
                }
            }
        }
        twisted->mark = 12345;
        assert_int_equal(qm_project(scenario, state, side, seen), QM_OK);
        assert_int_equal(qm_project(scenario, twisted, side, seen_twisted), QM_OK);
        assert_memory_equal(seen, seen_twisted, qm_state_size(scenario));
        assert_int_equal(qm_project(scenario, twisted, side, twisted), QM_OK); /* in place as well */
        assert_memory_equal(seen, twisted, qm_state_size(scenario));
    }
    assert_int_equal(qm_project(scenario, state, (uint16_t)(qm_side_count(scenario) + 1), seen), QM_ERROR_USAGE);
    free(twisted);
    free(seen);
    free(seen_twisted);
}

enum { GAME_ORDERS = 40, GAME_SEEDS = 12, ASKED_MAX = 60, REACHED_MAX = 2000 };

static bool is_hidden_kind(const qm_scenario *scenario, const qm_order *order) {
    return (qm_scenario_family(scenario)->orders[order->kind].flags & QM_ORDER_HIDDEN) != 0;
}

static qm_game *open_game(const qm_scenario *scenario, uint64_t seed) {
    qm_game *game;
    assert_int_equal(qm_game_new(&game, scenario, seed, NULL), QM_OK);
    qm_game_modes(game, QM_DICE_GENERATED, QM_CHOICES_AUTOMATIC);
    return game;
}

static qm_result give(qm_game *game, const qm_order *order) {
    qm_verdict verdict;
    qm_played played;
    const qm_result result = qm_game_order(game, order, &verdict, NULL, &played);
    if (result == QM_OK && is_hidden_kind(qm_game_scenario(game), order)) { /* or others would notice */
        assert_int_equal(qm_game_tape_at(game, qm_game_orders(game) - 1)->length, 0);
    }
    return result;
}

/* A random order of a random figure, or of whoever is to act. */
static bool random_order(qm_game *game, uint64_t seed, uint64_t *index, qm_order *order) {
    const qm_scenario *scenario = qm_game_scenario(game);
    const uint32_t figures = qm_figure_count(scenario);
    uint16_t figure = (uint16_t)qm__random_below(seed, index, 2 * figures);
    qm_options_result found = {0};
    figure = figure > figures ? 0 : figure;
    for (int tries = 0; tries < 2 && found.count == 0; tries++, figure = 0) {
        const bool there = figure == 0 || qm_in_play(scenario, qm_game_state(game), figure);
        assert_int_equal(qm_options(scenario, qm_game_state(game), figure, qm_game_scratch(game), &found),
                         there ? QM_OK : QM_ERROR_GONE);
        if (there && found.count > 0) {
            const uint32_t which = qm__random_below(seed, index, found.count);
            assert_int_equal(qm_option(scenario, qm_game_state(game), qm_game_scratch(game), which, order), QM_OK);
        }
    }
    return found.count > 0 && !qm_state_ended(qm_game_state(game));
}

/* Another hidden order of the same figure; false if there is none. */
static bool other_order(qm_game *game, const qm_order *given, uint64_t seed, uint64_t *index, qm_order *other) {
    const qm_scenario *scenario = qm_game_scenario(game);
    qm_options_result found;
    assert_int_equal(qm_options(scenario, qm_game_state(game), given->actor, qm_game_scratch(game), &found), QM_OK);
    const uint32_t first = found.count > 0 ? qm__random_below(seed, index, found.count) : 0;
    for (uint32_t i = 0; i < found.count; i++) {
        qm_option(scenario, qm_game_state(game), qm_game_scratch(game), (first + i) % found.count, other);
        if (is_hidden_kind(scenario, other) && !qm_order_equal(other, given)) {
            return true;
        }
    }
    return false;
}

/* What the side is told of an order when it is judged, and when it has been given. */
static void tell_order(const qm_scenario *scenario, qm_game *game, const qm_state *view, uint16_t side, const qm_order *order,
                       qm_text *out) {
    qm_verdict verdict;
    qm_order shown = *order;
    assert_int_equal(qm_judge(scenario, view, order, qm_game_scratch(game), &verdict), QM_OK);
    qm_verdict_write_json(scenario, order, &verdict, out);
    qm_project_order(scenario, qm_game_state(game), side, &shown, NULL, NULL);
    if (qm_figure_side(scenario, order->actor) != side) { /* which one was given is not the side's to know */
        qm_order_print(scenario, &shown, out);
    }
}

/* All that a side can be told of a game: state, options, verdicts, reach, sights, log. `asked` are orders to ask about. */
static void tell_all(qm_game *game, uint16_t side, const qm_order *asked, size_t count, qm_state *view, qm_text *out) {
    const qm_scenario *scenario = qm_game_scenario(game);
    qm_scratch *scratch = qm_game_scratch(game);
    qm_reach_place *places = malloc(REACHED_MAX * sizeof *places);
    assert_non_null(places);
    qm_text_clear(out);
    assert_int_equal(qm_project(scenario, qm_game_state(game), side, view), QM_OK);
    assert_int_equal(qm_state_check(scenario, view), QM_OK);
    qm_state_write_json(scenario, view, out);
    for (uint16_t figure = 1; figure <= qm_figure_count(scenario); figure++) {
        qm_options_result found;
        uint32_t reached = 0;
        qm_sight sight;
        qm_figure_describe(scenario, view, figure, out);
        if (!qm_in_play(scenario, view, figure)) {
            assert_int_equal(qm_options(scenario, view, figure, scratch, &found), QM_ERROR_GONE);
            continue;
        }
        assert_int_equal(qm_options(scenario, view, figure, scratch, &found), QM_OK);
        qm_options_write_json(scenario, view, figure, scratch, &found, out);
        if (qm_reach(scenario, view, figure, true, scratch, places, REACHED_MAX, &reached) == QM_OK) {
            qm_reach_write_json(scenario, figure, places, reached, out);
        }
        const bool there = qm_in_play(scenario, view, 1);
        assert_int_equal(qm_see(scenario, view, figure, 1, scratch, &sight), there ? QM_OK : QM_ERROR_GONE);
        if (there) {
            qm_sight_write_json(scenario, figure, 1, &sight, out);
        }
    }
    for (size_t i = 0; i < count; i++) {
        tell_order(scenario, game, view, side, &asked[i], out);
    }
    assert_int_equal(qm_game_write_for(game, side, out), QM_OK);
    assert_false(out->truncated);
    free(places);
}

/* Two games that differ in one hidden order of another side. */
typedef struct pair {
    const qm_scenario *scenario;
    qm_game *games[2];
    qm_state *views[2];
    qm_text told[2];
    qm_order asked[ASKED_MAX];
    size_t asked_count;
} pair;

/* The side that gave the order in which the games differ. */
static uint16_t giver(const pair *p) {
    for (uint32_t i = 0; i < qm_game_orders(p->games[0]); i++) {
        const qm_order *order = qm_game_order_at(p->games[0], i);
        if (!qm_order_equal(order, qm_game_order_at(p->games[1], i))) {
            return qm_figure_side(p->scenario, order->actor);
        }
    }
    return 0;
}

static uint32_t compare(pair *p) {
    uint32_t compared = 0;
    const uint16_t own = giver(p);
    assert_true(own != 0);
    for (uint16_t side = 1; side <= qm_side_count(p->scenario); side++) {
        for (int i = 0; i < 2; i++) {
            tell_all(p->games[i], side, p->asked, p->asked_count, p->views[i], &p->told[i]);
        }
        const bool same = memcmp(p->views[0], p->views[1], qm_state_size(p->scenario)) == 0;
        if (side == own) {
            assert_string_not_equal(p->told[0].data, p->told[1].data); /* it knows what it ordered */
        } else {
            assert_true(same);
            assert_string_equal(p->told[0].data, p->told[1].data);
            compared++;
        }
    }
    return compared;
}

/* Each other side can take back what it has declared, in both games alike, and what differs stands. */
static void compare_taking_back(pair *p) {
    const uint16_t own = giver(p);
    for (uint16_t side = 1; side <= qm_side_count(p->scenario); side++) {
        const uint32_t before = qm_game_orders(p->games[0]);
        if (side == own) {
            continue;
        }
        uint32_t undone[2];
        const qm_result result = qm_game_take_back(p->games[0], side, 1, false, &undone[0]);
        assert_int_equal(qm_game_take_back(p->games[1], side, 1, false, &undone[1]), result);
        assert_int_equal(undone[0], undone[1]);
        if (result == QM_OK) {
            assert_int_equal(qm_game_orders(p->games[0]), before - 1);
            compare(p);
        }
    }
}

/* Plays the orders in two games, with another one instead of the n-th in the second, as long as that is hidden. */
static uint32_t compare_games(pair *p, uint64_t seed, const qm_order *orders, uint32_t count, uint32_t at) {
    uint64_t index = (uint64_t)at << 32;
    uint32_t compared = 0;
    qm_order other;
    for (int i = 0; i < 2; i++) {
        p->games[i] = open_game(p->scenario, seed);
        for (uint32_t k = 0; k < at; k++) {
            assert_int_equal(give(p->games[i], &orders[k]), QM_OK);
        }
    }
    if (other_order(p->games[0], &orders[at], seed + 1, &index, &other)) {
        assert_int_equal(give(p->games[0], &orders[at]), QM_OK);
        assert_int_equal(give(p->games[1], &other), QM_OK);
        p->asked[0] = orders[at];
        p->asked[1] = other;
        p->asked_count = 2;
        for (uint32_t k = at + 1; qm_game_hidden_at(p->games[0], at) && qm_game_hidden_at(p->games[1], at); k++) {
            compared += compare(p);
            if (k == count || give(p->games[0], &orders[k]) != QM_OK || give(p->games[1], &orders[k]) != QM_OK) {
                break;
            }
            p->asked[p->asked_count] = orders[k];
            p->asked_count += p->asked_count + 1 < ASKED_MAX ? 1 : 0;
        }
        if (qm_game_hidden_at(p->games[0], at) && qm_game_hidden_at(p->games[1], at)) {
            compare_taking_back(p);
        }
    }
    qm_game_free(p->games[0]);
    qm_game_free(p->games[1]);
    return compared;
}

/* Takes the side's last orders back and gives them again, the last one first. False, and nothing is done, when that would be the
 * same figure twice or something that is not hidden. */
static bool give_anew(qm_game *game, uint16_t side, uint32_t count) {
    const qm_scenario *scenario = qm_game_scenario(game);
    qm_order again[2];
    uint32_t found = 0, undone;
    for (uint32_t i = qm_game_orders(game); i-- > 0 && found < count;) {
        const qm_order *order = qm_game_order_at(game, i);
        if (qm_figure_side(scenario, order->actor) != side) {
            continue;
        }
        if (!qm_game_hidden_at(game, i) || (found > 0 && order->actor == again[0].actor)) {
            return false;
        }
        again[found++] = *order;
    }
    if (found < count) {
        return false;
    }
    assert_int_equal(qm_game_take_back(game, side, count, false, &undone), QM_OK);
    assert_int_equal(undone, count);
    for (uint32_t i = 0; i < count; i++) {
        assert_int_equal(give(game, &again[i]), QM_OK);
    }
    return true;
}

/* What every side but one is told in the two games. */
static uint32_t compare_others(pair *p, uint16_t own, const qm_order *asked, size_t count) {
    uint32_t compared = 0;
    for (uint16_t side = 1; side <= qm_side_count(p->scenario); side++) {
        if (side == own) {
            continue;
        }
        for (int i = 0; i < 2; i++) {
            tell_all(p->games[i], side, asked, count, p->views[i], &p->told[i]);
        }
        assert_string_equal(p->told[0].data, p->told[1].data);
        assert_memory_equal(p->views[0], p->views[1], qm_state_size(p->scenario));
        compared++;
    }
    return compared;
}

/* Plays orders in two games. In the second one the last of them, declarations, are taken back and declared anew, in another order
 * too: nobody else can tell. */
static uint32_t compare_anew(pair *p, uint64_t seed, const qm_order *orders, uint32_t count) {
    const uint16_t own = qm_figure_side(p->scenario, orders[count - 1].actor);
    uint32_t compared = 0;
    for (int i = 0; i < 2; i++) {
        p->games[i] = open_game(p->scenario, seed);
        for (uint32_t k = 0; k < count; k++) {
            assert_int_equal(give(p->games[i], &orders[k]), QM_OK);
        }
    }
    for (uint32_t back = 1; back <= 2 && give_anew(p->games[1], own, back); back++) {
        compared += compare_others(p, own, orders, count < ASKED_MAX ? count : ASKED_MAX);
    }
    qm_game_free(p->games[0]);
    qm_game_free(p->games[1]);
    return compared;
}

uint32_t battery_projection(const qm_scenario *scenario) {
    pair p = {.scenario = scenario};
    qm_order *orders = malloc(GAME_ORDERS * sizeof *orders);
    bool *hidden = malloc(GAME_ORDERS * sizeof *hidden);
    uint32_t compared = 0;
    assert_true(orders && hidden);
    for (int i = 0; i < 2; i++) {
        p.views[i] = battery_state(scenario);
        p.told[i] = qm_text_growing(NULL);
    }
    for (uint64_t seed = 1; seed <= GAME_SEEDS; seed++) {
        qm_game *game = open_game(scenario, seed);
        uint64_t index = 0;
        uint32_t count = 0;
        check_twisted(scenario, qm_game_state(game));
        while (count < GAME_ORDERS && random_order(game, seed, &index, &orders[count]) &&
               give(game, &orders[count]) == QM_OK) {
            hidden[count] = qm_game_hidden_at(game, count);
            check_twisted(scenario, qm_game_state(game));
            count++;
        }
        for (uint32_t k = 0; k < count; k++) {
            compared += hidden[k] ? compare_games(&p, seed, orders, count, k) : 0;
            compared += hidden[k] ? compare_anew(&p, seed, orders, k + 1) : 0;
        }
        qm_game_free(game);
    }
    for (int i = 0; i < 2; i++) {
        free(p.views[i]);
        qm_text_free(&p.told[i]);
    }
    free(orders);
    free(hidden);
    return compared;
}

uint32_t battery_amount(uint32_t count) {
    return amount_of(count, count * 20);
}

uint32_t battery_happened(const qm_scenario *scenario, const battery_counts *counts, const char *event) {
    const qm_rules_facts *facts = qm_scenario_family(scenario);
    size_t kind = 1;
    while (kind < facts->event_count && strcmp(facts->events[kind].name, event) != 0) {
        kind++;
    }
    assert_true(kind < facts->event_count);
    return counts->kinds[kind];
}

void battery_print(const char *name, const battery_counts *c) {
    print_message("%s: orders %u, options judged %u, refused %u, dice %u, choices %u, odds %u, sampled %u, ended %u\n",
                  name, c->orders, c->options, c->refused, c->dice, c->choices, c->odds, c->sampled, c->ended);
}
