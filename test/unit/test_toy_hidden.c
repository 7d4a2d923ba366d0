/* What is hidden, on the toy family: whose orders other sides may not know and until when, logs for one side, taking back a
 * declaration behind those of others. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "battery/battery.h"
#include "quickmarch/session.h"
#include "toy/toy.h"

enum { RED = 1, BLUE = 2, GREEN = 3, ADA = 1, BO = 2, CY = 3 };

/* Green is an ally of red, which makes no difference here. Stones at 0202. */
static const char meadow[] =
    "{\"quickmarch\":\"scenario\",\"version\":1,\"title\":\"Meadow\",\"rules\":\"stroll\","
    "\"board\":{\"space\":\"hex\",\"rows\":[\".....\",\".s...\",\".....\"],\"legend\":{\".\":\"open\",\"s\":\"stones\"}},"
    "\"sides\":[{\"name\":\"Red\"},{\"name\":\"Blue\"},{\"name\":\"Green\",\"allies\":[\"Red\"]}],"
    "\"figures\":[{\"name\":\"Ada\",\"side\":\"Red\",\"at\":\"0102\"},{\"name\":\"Bo\",\"side\":\"Blue\",\"at\":\"0503\"},"
    "{\"name\":\"Cy\",\"side\":\"Green\",\"at\":\"0501\"}]}";

typedef struct fixture {
    qm_scenario *scenario;
    qm_game *game;
    qm_state *view;
    qm_text text;
} fixture;

static fixture open_meadow(void) {
    fixture f = {.scenario = battery_load_text(meadow), .text = qm_text_growing(NULL)};
    f.view = battery_state(f.scenario);
    assert_int_equal(qm_game_new(&f.game, f.scenario, 42, NULL), QM_OK);
    qm_game_modes(f.game, QM_DICE_GENERATED, QM_CHOICES_AUTOMATIC);
    return f;
}

static void close_meadow(fixture *f) {
    qm_game_free(f->game);
    qm_text_free(&f->text);
    free(f->view);
    qm_scenario_free(f->scenario);
}

static qm_result order(fixture *f, const char *text) {
    qm_diagnostics list = qm_diagnostics_make(NULL);
    qm_order given;
    qm_verdict verdict;
    qm_played played;
    assert_int_equal(qm_order_read(f->scenario, text, strlen(text), &given, &list), QM_OK);
    qm_diagnostics_free(&list);
    return qm_game_order(f->game, &given, &verdict, NULL, &played);
}

static void play(fixture *f, const char *const *texts) {
    for (; *texts; texts++) {
        assert_int_equal(order(f, *texts), QM_OK);
    }
}

static int32_t note_seen(fixture *f, uint16_t side, uint16_t figure) {
    assert_int_equal(qm_project(f->scenario, qm_game_state(f->game), side, f->view), QM_OK);
    return qm_figure_state(f->scenario, f->view, figure, 4);
}

/* The orders that stand, one a line. */
static const char *standing(fixture *f) {
    qm_text_clear(&f->text);
    for (uint32_t i = 0; i < qm_game_orders(f->game); i++) {
        qm_order_print(f->scenario, qm_game_order_at(f->game, i), &f->text);
        qm_text_add(&f->text, qm_game_hidden_at(f->game, i) ? " (hidden)\n" : "\n");
    }
    return f->text.data;
}

/* The entries of the log for a side. */
static char *entries(fixture *f, uint16_t side) {
    qm_text_clear(&f->text);
    assert_int_equal(qm_game_write_for(f->game, side, &f->text), QM_OK);
    char *begin = strstr(f->text.data, "\"entries\": ["), *end = strstr(f->text.data, "\n  ],");
    assert_true(begin && end);
    *end = 0;
    return begin + strlen("\"entries\": [");
}

/* The log can be read again and leads to the same state, with the same orders hidden. */
static void check_saved(fixture *f) {
    qm_diagnostics list = qm_diagnostics_make(NULL);
    qm_text text = qm_text_growing(NULL), again = qm_text_growing(NULL);
    qm_game *back = NULL;
    assert_int_equal(qm_game_write(f->game, &text), QM_OK);
    assert_int_equal(qm_game_read_text(&back, text.data, text.length, "log", NULL, NULL, NULL, &list, NULL), QM_OK);
    assert_int_equal(list.count, 0);
    assert_int_equal(qm_game_write(back, &again), QM_OK);
    assert_string_equal(text.data, again.data);
    assert_int_equal(qm_game_orders(back), qm_game_orders(f->game));
    for (uint32_t i = 0; i < qm_game_orders(back); i++) {
        assert_int_equal(qm_game_hidden_at(back, i), qm_game_hidden_at(f->game, i));
    }
    qm_game_free(back);
    qm_text_free(&text);
    qm_text_free(&again);
    qm_diagnostics_free(&list);
}

/* Hidden from everybody else, allies too, until all have walked; then seen by all, in the log as well. */
static void test_reveal(void **unused) {
    (void)unused;
    fixture f = open_meadow();
    play(&f, (const char *const[]){"next", "Bo note 7", "Ada walk", "Cy note 3", NULL});
    assert_int_equal(note_seen(&f, BLUE, BO), 7);
    assert_int_equal(note_seen(&f, 0, BO), 7);
    assert_int_equal(note_seen(&f, RED, BO), 0);
    assert_int_equal(note_seen(&f, GREEN, BO), 0);
    assert_int_equal(note_seen(&f, RED, CY), 0);
    assert_true(qm_state_hides(f.scenario, qm_game_state(f.game), BO));
    assert_false(qm_state_hides(f.scenario, qm_game_state(f.game), 0));
    assert_false(qm_state_hides(f.scenario, qm_game_state(f.game), 4));
    assert_string_equal(standing(&f), "next\nBo note 7 (hidden)\nAda walk\nCy note 3 (hidden)\n");
    assert_false(qm_game_hidden_at(f.game, 4)); /* beyond the end */
    assert_string_equal(entries(&f, RED), "\n    {\"order\":\"next\"},\n    {\"order\":\"Ada walk\"},"
                                          "\n    {\"hidden\":\"Bo\"},\n    {\"hidden\":\"Cy\"}");
    assert_non_null(strstr(entries(&f, BLUE), "\"Bo note 7\""));
    assert_null(strstr(entries(&f, BLUE), "\"Cy note 3\""));
    check_saved(&f);
    play(&f, (const char *const[]){"Bo walk", "Cy walk", NULL});
    assert_false(qm_state_hides(f.scenario, qm_game_state(f.game), BO));
    assert_int_equal(note_seen(&f, RED, BO), 7);
    assert_non_null(strstr(entries(&f, RED), "\"Bo note 7\""));
    play(&f, (const char *const[]){"next", "Bo note 9", NULL}); /* the old one stays known */
    assert_non_null(strstr(entries(&f, RED), "\"Bo note 7\""));
    assert_null(strstr(entries(&f, RED), "\"Bo note 9\""));
    assert_int_equal(note_seen(&f, RED, BO), 0);
    check_saved(&f);
    close_meadow(&f);
}

/* A log for a side has nothing from which dice or hidden orders could be told, says what it is, and is refused. */
static void test_log_for_a_side(void **unused) {
    (void)unused;
    fixture f = open_meadow();
    play(&f, (const char *const[]){"next", "Bo note 7", "Ada walk 0202", NULL});
    qm_text text = qm_text_growing(NULL), whole = qm_text_growing(NULL);
    assert_int_equal(qm_game_write_for(f.game, RED, &text), QM_OK);
    assert_non_null(strstr(text.data, "\"projection\": \"Red\""));
    assert_non_null(strstr(text.data, "\"dice\":[[")); /* dice of an open order have been seen */
    assert_null(strstr(text.data, "\"seed\""));
    assert_null(strstr(text.data, "\"drawn\""));
    assert_null(strstr(text.data, "\"state\""));
    qm_diagnostics list = qm_diagnostics_make(NULL);
    qm_game *back;
    assert_int_equal(qm_game_read_text(&back, text.data, text.length, "red.json", NULL, NULL, NULL, &list, NULL),
                     QM_ERROR_INPUT);
    assert_null(back);
    assert_int_equal(list.count, 1);
    assert_string_equal(list.items[0].field, "projection");
    assert_non_null(strstr(list.items[0].message, "what Red may know"));
    assert_true(list.items[0].line > 1);
    qm_diagnostics_free(&list);
    qm_text_clear(&text);
    assert_int_equal(qm_game_write_for(f.game, 0, &text), QM_OK); /* the game master's is the whole one */
    assert_int_equal(qm_game_write(f.game, &whole), QM_OK);
    assert_string_equal(text.data, whole.data);
    assert_int_equal(qm_game_write_for(f.game, 4, &text), QM_ERROR_USAGE);
    qm_text_free(&text);
    qm_text_free(&whole);
    close_meadow(&f);
}

/* A side takes its declaration back from under those of others, without a trace, and these stand. */
static void test_take_back(void **unused) {
    (void)unused;
    fixture f = open_meadow();
    uint32_t undone = 9;
    play(&f, (const char *const[]){"next", "Ada note 1", "Bo note 2", "Ada note 3", "Cy note 4", NULL});
    assert_int_equal(qm_game_take_back(f.game, RED, 1, false, &undone), QM_OK);
    assert_int_equal(undone, 1);
    assert_string_equal(standing(&f), "next\nAda note 1 (hidden)\nBo note 2 (hidden)\nCy note 4 (hidden)\n");
    assert_int_equal(note_seen(&f, 0, ADA), 1);
    assert_int_equal(note_seen(&f, 0, CY), 4);
    check_saved(&f); /* the states noted afterwards are right again */
    assert_int_equal(qm_game_take_back(f.game, RED, 2, false, &undone), QM_ERROR_ILLEGAL); /* it has only one */
    assert_int_equal(undone, 0);
    assert_int_equal(qm_game_take_back(f.game, GREEN, 1, false, NULL), QM_OK); /* the last one */
    assert_string_equal(standing(&f), "next\nAda note 1 (hidden)\nBo note 2 (hidden)\n");
    assert_int_equal(qm_game_take_back(f.game, GREEN, 1, false, NULL), QM_ERROR_ILLEGAL); /* "next" is not its own */
    assert_int_equal(qm_game_take_back(f.game, 0, 1, false, NULL), QM_ERROR_USAGE);
    assert_int_equal(qm_game_take_back(f.game, 4, 1, false, NULL), QM_ERROR_USAGE);
    assert_int_equal(qm_game_take_back(f.game, RED, 0, false, NULL), QM_ERROR_USAGE);
    assert_int_equal(qm_game_edits(f.game), 0);
    check_saved(&f);
    close_meadow(&f);
}

/* What is open is taken back only by whoever did it last; what has been revealed stands. */
static void test_take_back_open(void **unused) {
    (void)unused;
    fixture f = open_meadow();
    play(&f, (const char *const[]){"next", "Ada note 1", "Ada walk", "Bo note 2", NULL});
    assert_int_equal(qm_game_take_back(f.game, RED, 1, false, NULL), QM_ERROR_ILLEGAL); /* Bo may have noted it because of that */
    assert_int_equal(qm_game_take_back(f.game, BLUE, 1, false, NULL), QM_OK);
    assert_int_equal(qm_game_take_back(f.game, RED, 1, false, NULL), QM_OK);
    assert_string_equal(standing(&f), "next\nAda note 1 (hidden)\n");
    play(&f, (const char *const[]){"Ada walk 0202", NULL}); /* with dice */
    assert_int_equal(qm_game_take_back(f.game, RED, 1, false, NULL), QM_ERROR_DICE);
    assert_int_equal(qm_game_take_back(f.game, RED, 1, true, NULL), QM_OK);
    assert_int_equal(qm_game_edits(f.game), 1);
    play(&f, (const char *const[]){"Ada walk", "Bo walk", "Cy note 5", NULL});
    assert_string_equal(standing(&f), "next\nAda note 1 (hidden)\nAda walk\nBo walk\nCy note 5 (hidden)\n");
    play(&f, (const char *const[]){"Cy walk", NULL});
    assert_int_equal(qm_game_take_back(f.game, GREEN, 2, false, NULL), QM_ERROR_ILLEGAL);
    assert_int_equal(qm_game_take_back(f.game, GREEN, 1, false, NULL), QM_ERROR_DICE); /* it made a note known */
    assert_int_equal(qm_game_take_back(f.game, GREEN, 1, true, NULL), QM_OK); /* the walk: hidden again */
    assert_int_equal(qm_game_edits(f.game), 2);
    assert_string_equal(standing(&f), "next\nAda note 1 (hidden)\nAda walk\nBo walk\nCy note 5 (hidden)\n");
    check_saved(&f);
    close_meadow(&f);
}

/* Where dice have been taken back in between, the log stays a log: what stands is written down again behind a mark. */
static void test_take_back_under_a_mark(void **unused) {
    (void)unused;
    fixture f = open_meadow();
    play(&f, (const char *const[]){"next", "Ada note 1", "Bo note 2", "Ada walk 0202", NULL});
    assert_int_equal(qm_game_undo(f.game, 1, true, NULL), QM_OK);
    assert_int_equal(qm_game_take_back(f.game, RED, 1, false, NULL), QM_OK);
    assert_string_equal(standing(&f), "next\nBo note 2 (hidden)\n");
    assert_int_equal(note_seen(&f, 0, ADA), 0);
    assert_int_equal(note_seen(&f, 0, BO), 2);
    assert_int_equal(qm_game_edits(f.game), 2);
    assert_non_null(strstr(entries(&f, BLUE), "{\"undo\":1},\n    {\"undo\":1},\n    {\"order\":\"Bo note 2\"}"));
    assert_null(strstr(entries(&f, RED), "Bo note 2")); /* neither the one taken back nor the one that stands */
    assert_non_null(strstr(entries(&f, RED), "{\"undo\":1},\n    {\"undo\":1},\n    {\"hidden\":\"Bo\"}")); /* its own */
    assert_non_null(strstr(entries(&f, GREEN), "{\"undo\":1},\n    {\"hidden\":\"Bo\"}")); /* the walk with dice */
    check_saved(&f);
    play(&f, (const char *const[]){"Ada note 6", "Ada walk", NULL});
    check_saved(&f);
    close_meadow(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reveal),         cmocka_unit_test(test_log_for_a_side),
        cmocka_unit_test(test_take_back),      cmocka_unit_test(test_take_back_open),
        cmocka_unit_test(test_take_back_under_a_mark),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
