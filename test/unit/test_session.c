/* Games in progress: orders, answers, undo, saving, resuming, replaying under the same and other rules. */
#include "support/duel.h"

#include <stdbool.h>

#include "quickmarch/session.h"

static qm_order order_of(const qm_scenario *s, const char *text) {
    qm_diagnostics list = qm_diagnostics_make(NULL);
    qm_order order;
    const qm_result result = qm_order_read(s, text, strlen(text), &order, &list);
    print_diagnostics(&list);
    assert_int_equal(result, QM_OK);
    qm_diagnostics_free(&list);
    return order;
}

static qm_result give(qm_game *game, const char *text, qm_played *played) {
    const qm_order order = order_of(qm_game_scenario(game), text);
    qm_verdict verdict;
    return qm_game_order(game, &order, &verdict, NULL, played);
}

static void must(qm_game *game, const char *text) {
    qm_played played = QM_PLAYED_WAITING;
    assert_int_equal(give(game, text, &played), QM_OK);
    assert_int_equal(played, QM_PLAYED_DONE);
}

static uint64_t hash_of(const qm_game *game) {
    return qm_state_hash(qm_game_scenario(game), qm_game_state(game));
}

/* Plays the first option of whoever is due, or "next". */
static void go_on(qm_game *game, int orders) {
    const qm_scenario *s = qm_game_scenario(game);
    for (int i = 0; i < orders && !qm_state_ended(qm_game_state(game)); i++) {
        qm_options_result options = {0};
        qm_order order;
        qm_verdict verdict;
        qm_played played;
        assert_int_equal(qm_options(s, qm_game_state(game), 0, qm_game_scratch(game), &options), QM_OK);
        if (options.count == 0) {
            order = order_of(s, "next");
        } else {
            assert_int_equal(
                qm_option(s, qm_game_state(game), qm_game_scratch(game), (uint32_t)(i * 7) % options.count, &order),
                QM_OK);
        }
        assert_int_equal(qm_game_order(game, &order, &verdict, NULL, &played), QM_OK);
        assert_int_equal(played, QM_PLAYED_DONE);
    }
}

static qm_game *new_game(const qm_scenario *s, uint64_t seed) {
    qm_game *game = NULL;
    assert_int_equal(qm_game_new(&game, s, seed, NULL), QM_OK);
    qm_game_modes(game, QM_DICE_GENERATED, QM_CHOICES_AUTOMATIC);
    return game;
}

static qm_result read_log(const char *text, const qm_rulebook *instead, qm_game **out, qm_diagnostics *list,
                          qm_replay *replay) {
    *list = qm_diagnostics_make(NULL);
    return qm_game_read_text(out, text, strlen(text), "log.json", instead, NULL, NULL, list, replay);
}

static void refuses_illegal_orders(void **state) {
    qm_game *game = new_game(*state, 1);
    const uint64_t before = hash_of(game);
    qm_played played;
    assert_int_equal(give(game, "Ada half 0203", &played), QM_ERROR_ILLEGAL);
    assert_true(hash_of(game) == before);
    assert_int_equal(qm_game_orders(game), 0);
    const uint8_t one = 1;
    assert_int_equal(qm_game_answer(game, &one, 1, NULL, &played), QM_ERROR_USAGE);
    qm_game_free(game);
}

static void same_seed_same_game(void **state) {
    qm_game *a = new_game(*state, 7), *b = new_game(*state, 7), *c = new_game(*state, 8);
    go_on(a, 40);
    go_on(b, 40);
    go_on(c, 40);
    assert_true(hash_of(a) == hash_of(b));
    assert_true(hash_of(a) != hash_of(c));
    qm_game_free(a);
    qm_game_free(b);
    qm_game_free(c);
}

static void undo_is_free_up_to_the_last_die(void **state) {
    qm_game *game = new_game(*state, 3);
    must(game, "next");
    const uint64_t begun = hash_of(game);
    const qm_scenario *s = qm_game_scenario(game);
    const char *mover = qm_figure_name(s, qm_state_actor(s, qm_game_state(game)));
    char text[64];
    snprintf(text, sizeof text, "%s still", mover);
    must(game, text);
    assert_true(hash_of(game) != begun);
    uint32_t undone = 9;
    assert_int_equal(qm_game_undo(game, 1, false, &undone), QM_OK);
    assert_int_equal(undone, 1);
    assert_true(hash_of(game) == begun);
    assert_int_equal(qm_game_orders(game), 1);
    assert_int_equal(qm_game_edits(game), 0); /* no trace */
    assert_int_equal(qm_game_undo(game, 1, false, &undone), QM_ERROR_DICE);
    assert_int_equal(undone, 0);
    assert_true(hash_of(game) == begun);
    qm_game_free(game);
}

static void undo_past_a_die_is_an_edit(void **state) {
    qm_game *game = new_game(*state, 3);
    const uint64_t start = hash_of(game);
    must(game, "next");
    const qm_tape first = *qm_game_tape_at(game, 0);
    uint32_t undone = 0, same = 0;
    assert_int_equal(qm_game_undo(game, 5, true, &undone), QM_OK);
    assert_int_equal(undone, 1);
    assert_true(hash_of(game) == start);
    assert_int_equal(qm_game_orders(game), 0);
    assert_int_equal(qm_game_edits(game), 1);
    /* The dice that come next are drawn further on: over several tries they are not always the first ones. */
    for (int i = 0; i < 20; i++) {
        must(game, "next");
        const qm_tape *tape = qm_game_tape_at(game, 0);
        same += tape->length == first.length && memcmp(tape->bytes, first.bytes, first.length) == 0;
        assert_int_equal(qm_game_undo(game, 1, true, NULL), QM_OK);
    }
    assert_true(same < 10);
    /* The log keeps every one, and can be replayed. */
    qm_text text = qm_text_growing(NULL);
    assert_int_equal(qm_game_write(game, &text), QM_OK);
    qm_game *again = NULL;
    qm_diagnostics list;
    qm_replay replay;
    const qm_result result = read_log(text.data, NULL, &again, &list, &replay);
    print_diagnostics(&list);
    assert_int_equal(result, QM_OK);
    assert_int_equal(replay.entries, 42);
    assert_int_equal(qm_game_edits(again), 21);
    assert_true(hash_of(again) == start);
    qm_diagnostics_free(&list);
    qm_game_free(again);
    qm_text_free(&text);
    qm_game_free(game);
}

static void asks_for_dice(void **state) {
    qm_game *game = new_game(*state, 3);
    qm_game_modes(game, QM_DICE_ASKED, QM_CHOICES_ASKED);
    qm_played played = QM_PLAYED_DONE;
    qm_wanted wanted;
    const uint64_t start = hash_of(game);
    assert_int_equal(give(game, "next", &played), QM_OK);
    assert_int_equal(played, QM_PLAYED_WAITING);
    assert_int_equal(give(game, "next", &played), QM_ERROR_PENDING);
    assert_int_equal(qm_pending(*state, qm_game_state(game), &wanted, NULL, NULL), QM_OK);
    assert_int_equal(wanted.what, 1);
    const uint8_t bad[] = {7, 7, 7, 7};
    assert_int_equal(qm_game_answer(game, bad, wanted.dice, NULL, &played), QM_ERROR_DICE);
    /* Nothing rolled yet: taking it back is free. */
    assert_int_equal(qm_game_undo(game, 1, false, NULL), QM_OK);
    assert_true(hash_of(game) == start);
    assert_int_equal(give(game, "next", &played), QM_OK);
    const uint8_t good[] = {6, 2, 3, 4};
    assert_int_equal(qm_game_answer(game, good, wanted.dice, NULL, &played), QM_OK);
    assert_int_equal(played, QM_PLAYED_DONE);
    assert_int_equal(qm_game_orders(game), 1);
    assert_string_equal(qm_figure_name(*state, qm_state_actor(*state, qm_game_state(game))), "Ada");
    qm_game_free(game);
}

/* A game saved while an order waits goes on waiting after it was read. */
static void resumes_a_waiting_order(void **state) {
    qm_game *game = new_game(*state, 3), *again = NULL;
    qm_game_modes(game, QM_DICE_ASKED, QM_CHOICES_ASKED);
    qm_played played = QM_PLAYED_DONE;
    assert_int_equal(give(game, "next", &played), QM_OK);
    assert_int_equal(played, QM_PLAYED_WAITING);
    qm_text text = qm_text_growing(NULL);
    assert_int_equal(qm_game_write(game, &text), QM_OK);
    qm_diagnostics list;
    qm_replay replay;
    const qm_result result = read_log(text.data, NULL, &again, &list, &replay);
    print_diagnostics(&list);
    assert_int_equal(result, QM_OK);
    qm_wanted wanted;
    assert_int_equal(qm_pending(qm_game_scenario(again), qm_game_state(again), &wanted, NULL, NULL), QM_OK);
    assert_int_equal(wanted.what, 1);
    const uint8_t good[] = {6, 2, 3, 4};
    assert_int_equal(qm_game_answer(again, good, wanted.dice, NULL, &played), QM_OK);
    assert_int_equal(played, QM_PLAYED_DONE);
    qm_diagnostics_free(&list);
    qm_text_free(&text);
    qm_game_free(game);
    qm_game_free(again);
}

static void saves_resumes_and_goes_on(void **state) {
    qm_game *game = new_game(*state, 11), *again = NULL;
    go_on(game, 30);
    qm_diagnostics list = qm_diagnostics_make(NULL);
    char path[] = "test_session_log.json";
    assert_int_equal(qm_game_save(game, path, &list), QM_OK);
    qm_replay replay;
    const qm_result result = qm_game_read_file(&again, path, NULL, NULL, NULL, &list, &replay);
    print_diagnostics(&list);
    remove(path);
    assert_int_equal(result, QM_OK);
    assert_int_equal(replay.at, 0);
    assert_int_equal(replay.replayed, replay.entries);
    assert_false(replay.other_rules);
    assert_true(hash_of(game) == hash_of(again));
    qm_game_modes(again, QM_DICE_GENERATED, QM_CHOICES_AUTOMATIC);
    go_on(game, 30);
    go_on(again, 30);
    assert_true(hash_of(game) == hash_of(again)); /* the same dice come */
    assert_int_equal(qm_game_save(game, "no/such/folder/log.json", &list), QM_ERROR_FILE);
    assert_int_equal(list.errors, 1);
    qm_diagnostics_free(&list);
    qm_game_free(game);
    qm_game_free(again);
}

static void notices_damage(void **state) {
    qm_game *game = new_game(*state, 11), *again = NULL;
    must(game, "next");
    qm_text text = qm_text_growing(NULL);
    assert_int_equal(qm_game_write(game, &text), QM_OK);
    const char *recorded = strstr(text.data, "\"state\":\"");
    assert_non_null(recorded);
    qm_diagnostics list;
    qm_replay replay;
    text.data[recorded - text.data + 9] ^= 1; /* one digit of the first hash */
    assert_int_equal(read_log(text.data, NULL, &again, &list, &replay), QM_ERROR_INPUT);
    assert_null(again);
    assert_int_equal(replay.at, 1);
    assert_int_equal(replay.divergence, QM_REPLAY_STATE);
    assert_string_equal(replay.order, "next");
    assert_true(told(&list, 0, "entries[0]", "another state"));
    qm_diagnostics_free(&list);
    text.data[recorded - text.data + 9] ^= 1;
    static const struct {
        const char *part, *instead, *field, *words;
    } mistakes[] = {
        {"\"order\":\"next\"", "\"order\":\"nxet\"", "entries[0]", "neither a figure nor an order"},
        {"\"order\":\"next\"", "\"order\":\"Ada still\"", "entries[0]", "illegal now"},
        {"\"dice\":[", "\"dice\":[[1, 2, 3], ", "entries[0]", "dice"},
        {"\"seed\": \"11\"", "\"seed\": \"eleven\"", "seed", "64 bits"},
    };
    for (size_t i = 0; i < 4; i++) {
        char *bad = with(text.data, mistakes[i].part, mistakes[i].instead);
        assert_int_equal(read_log(bad, NULL, &again, &list, &replay), QM_ERROR_INPUT);
        assert_null(again);
        assert_true(told(&list, 0, mistakes[i].field, mistakes[i].words));
        qm_diagnostics_free(&list);
        free(bad);
    }
    qm_text_free(&text);
    qm_game_free(game);
}

/* A log of another version of the rules is read with a warning, and a difference in it is a second one; a log of
 * another family is refused. */
static void tells_other_versions_and_families(void **state) {
    qm_game *game = new_game(*state, 11), *again = NULL;
    must(game, "next");
    qm_text text = qm_text_growing(NULL);
    assert_int_equal(qm_game_write(game, &text), QM_OK);
    char *version = with(text.data, "\"rules\": \"hexmelee ", "\"rules\": \"hexmelee 99");
    char *family = with(text.data, "\"rules\": \"hexmelee ", "\"rules\": \"chess ");
    char *both = with(version, "\"order\":\"next\"", "\"order\":\"chase Ada Ada\"");
    qm_diagnostics list;
    qm_replay replay;
    assert_int_equal(read_log(version, NULL, &again, &list, &replay), QM_OK);
    assert_true(replay.other_rules);
    assert_int_equal(replay.divergence, QM_REPLAY_SAME);
    assert_int_equal(list.count, 1);
    assert_int_equal(list.items[0].severity, QM_SEVERITY_WARNING);
    assert_string_equal(list.items[0].field, "rules");
    qm_diagnostics_free(&list);
    qm_game_free(again);
    assert_int_equal(read_log(both, NULL, &again, &list, &replay), QM_OK);
    assert_int_equal(replay.divergence, QM_REPLAY_ILLEGAL);
    assert_int_equal(list.errors, 0);
    assert_int_equal(list.count, 2);
    assert_string_equal(list.items[1].field, "entries[0]");
    qm_diagnostics_free(&list);
    qm_game_free(again);
    assert_int_equal(read_log(family, NULL, &again, &list, &replay), QM_ERROR_INPUT);
    assert_null(again);
    assert_int_equal(list.errors, 1);
    assert_string_equal(list.items[0].field, "rules");
    assert_non_null(strstr(list.items[0].message, "chess"));
    qm_diagnostics_free(&list);
    free(version);
    free(family);
    free(both);
    qm_text_free(&text);
    qm_game_free(game);
}

/* Under other rules the first difference is named, and the game stands just before it. */
static void replays_under_other_rules(void **state) {
    (void)state;
    qm_scenario *s = scenario_from(duel_text);
    qm_game *game = new_game(s, 5), *again = NULL;
    must(game, "next");
    must(game, "place Ada 0402 face S");
    qm_text text = qm_text_growing(NULL);
    qm_diagnostics list = qm_diagnostics_make(NULL);
    const uint16_t mover = qm_state_actor(s, qm_game_state(game));
    if (mover == 2) {
        must(game, "Bo still");
    }
    /* A jump over one hex of pit with its landing costs 2, or 1 where landing is free. MOV 1 will not do for the first.
     */
    qm_played played;
    assert_int_equal(give(game, "Ada full jump 0404", &played), QM_OK);
    assert_int_equal(qm_game_write(game, &text), QM_OK);
    qm_rulebook *rules = NULL;
    assert_int_equal(qm_rulebook_named(&rules, "hexmelee", NULL, NULL, &list), QM_OK);
    assert_int_equal(qm_rulebook_set_text(rules, "landing_hex=free", &list), QM_OK);
    qm_diagnostics_free(&list);
    qm_replay replay;
    const qm_result result = read_log(text.data, rules, &again, &list, &replay);
    print_diagnostics(&list);
    assert_int_equal(result, QM_OK);
    assert_true(replay.other_rules);
    assert_int_equal(replay.divergence, QM_REPLAY_STATE); /* less MOV spent */
    assert_int_equal(replay.at, replay.entries);
    assert_string_equal(replay.order, "Ada full jump 0404");
    assert_int_equal(qm_game_orders(again), replay.entries - 1);
    qm_diagnostics_free(&list);
    qm_rulebook_free(rules);
    qm_text_free(&text);
    qm_game_free(again);
    qm_game_free(game);
    qm_scenario_free(s);
}

/* Answers a wish with faces that are all alike, or with an option. */
static qm_played answer(qm_game *game, uint8_t with) {
    qm_wanted wanted;
    uint8_t values[16];
    qm_played played = QM_PLAYED_DONE;
    assert_int_equal(qm_pending(qm_game_scenario(game), qm_game_state(game), &wanted, NULL, NULL), QM_OK);
    memset(values, with, sizeof values);
    assert_int_equal(qm_game_answer(game, values, wanted.what == 1 ? wanted.dice : 1, NULL, &played), QM_OK);
    return played;
}

/* A weak figure misses a jump, grabs the rim and cannot pull itself up: the player chooses what that costs. */
static void choices_are_kept_by_name(void **state) {
    (void)state;
    char *weak = with(duel_text, "\"dex\": 12, \"at\": \"0202\"", "\"str\": 5, \"dex\": 5, \"at\": \"0402\"");
    qm_scenario *s = scenario_from(weak);
    qm_game *game = new_game(s, 1), *again = NULL;
    qm_game_modes(game, QM_DICE_ASKED, QM_CHOICES_ASKED);
    qm_played played;
    assert_int_equal(give(game, "next", &played), QM_OK);
    const uint8_t first[] = {6, 1};
    assert_int_equal(qm_game_answer(game, first, 2, NULL, &played), QM_OK);
    assert_int_equal(give(game, "Ada full jump 0404", &played), QM_OK);
    assert_int_equal(answer(game, 6), QM_PLAYED_WAITING); /* the jump: 12 against 10 */
    assert_int_equal(answer(game, 1), QM_PLAYED_WAITING); /* the grab: 3 against 5 */
    assert_int_equal(answer(game, 1), QM_PLAYED_WAITING); /* to try it */
    assert_int_equal(answer(game, 6), QM_PLAYED_WAITING); /* the pull: 24 against 5 */
    qm_wanted wanted;
    assert_int_equal(qm_pending(s, qm_game_state(game), &wanted, NULL, NULL), QM_OK);
    assert_int_equal(wanted.what, 2);
    /* Saved and read while it waits for the choice. */
    qm_text text = qm_text_growing(NULL);
    qm_diagnostics list;
    qm_replay replay;
    assert_int_equal(qm_game_write(game, &text), QM_OK);
    assert_int_equal(read_log(text.data, NULL, &again, &list, &replay), QM_OK);
    assert_true(hash_of(game) == hash_of(again));
    qm_game_free(again);
    qm_diagnostics_free(&list);
    assert_int_equal(answer(game, 2), QM_PLAYED_DONE);
    assert_int_equal(qm_game_orders(game), 2);
    qm_text_clear(&text);
    assert_int_equal(qm_game_write(game, &text), QM_OK);
    char option[40];
    qm_text name = qm_text_over(option, sizeof option);
    qm_option_print(s, &wanted, 2, &name);
    assert_non_null(strstr(text.data, option));
    const qm_result result = read_log(text.data, NULL, &again, &list, &replay);
    print_diagnostics(&list);
    assert_int_equal(result, QM_OK);
    assert_true(hash_of(game) == hash_of(again));
    qm_text_clear(&text);
    assert_int_equal(qm_game_write(again, &text), QM_OK);
    assert_non_null(strstr(text.data, option)); /* kept through reading and writing */
    qm_game_free(again);
    qm_diagnostics_free(&list);
    /* Taking it back after the dice leaves both in the log. */
    assert_int_equal(qm_game_undo(game, 1, false, NULL), QM_ERROR_DICE);
    assert_int_equal(qm_game_undo(game, 1, true, NULL), QM_OK);
    assert_int_equal(give(game, "Ada full jump 0404", &played), QM_OK);
    assert_int_equal(answer(game, 6), QM_PLAYED_WAITING);
    assert_int_equal(qm_game_undo(game, 1, false, NULL), QM_ERROR_DICE);
    assert_int_equal(qm_game_undo(game, 1, true, NULL), QM_OK); /* in the middle of the order */
    assert_int_equal(qm_game_edits(game), 2);
    qm_text_clear(&text);
    assert_int_equal(qm_game_write(game, &text), QM_OK);
    const qm_result once_more = read_log(text.data, NULL, &again, &list, &replay);
    print_diagnostics(&list);
    assert_int_equal(once_more, QM_OK);
    assert_int_equal(replay.entries, 5);
    assert_int_equal(qm_game_edits(again), 2);
    assert_true(hash_of(game) == hash_of(again));
    qm_game_free(again);
    qm_game_free(game);
    qm_diagnostics_free(&list);
    qm_text_free(&text);
    qm_scenario_free(s);
    free(weak);
}

static int set_up(void **state) {
    *state = scenario_from(duel_text);
    return 0;
}

static int tear_down(void **state) {
    qm_scenario_free(*state);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(refuses_illegal_orders),
        cmocka_unit_test(same_seed_same_game),
        cmocka_unit_test(undo_is_free_up_to_the_last_die),
        cmocka_unit_test(undo_past_a_die_is_an_edit),
        cmocka_unit_test(asks_for_dice),
        cmocka_unit_test(resumes_a_waiting_order),
        cmocka_unit_test(saves_resumes_and_goes_on),
        cmocka_unit_test(notices_damage),
        cmocka_unit_test(tells_other_versions_and_families),
        cmocka_unit_test(replays_under_other_rules),
        cmocka_unit_test(choices_are_kept_by_name),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
