/* A program with a decimal comma in its locale uses the library: nothing that is read or printed may follow the locale.
 * The locale is one that is installed, or one made by localedef in a folder of its own; without either the test is
 * skipped. */
#define _DEFAULT_SOURCE /* mkdtemp, setenv */
#include <locale.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "quickmarch/quickmarch.h"

static bool has_comma(const char *name) {
    return setlocale(LC_ALL, name) && strcmp(localeconv()->decimal_point, ",") == 0;
}

static bool made(char *folder) {
    char command[200];
    if (!mkdtemp(folder)) {
        return false;
    }
    snprintf(command, sizeof command, "localedef -i de_DE -f UTF-8 %s/de_DE.UTF-8 >/dev/null 2>&1", folder);
    return system(command) != -1 && setenv("LOCPATH", folder, 1) == 0 && has_comma("de_DE.UTF-8");
}

static int with_comma(void **state) {
    static const char *const names[] = {"de_DE.UTF-8", "de_DE.utf8",  "fr_FR.UTF-8",
                                        "fr_FR.utf8",  "es_ES.UTF-8", "de_DE"};
    static char folder[] = "/tmp/locale-XXXXXX";
    *state = NULL;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (has_comma(names[i])) {
            *state = folder;
            return 0;
        }
    }
    *state = made(folder) ? folder : NULL;
    if (folder[strlen(folder) - 1] != 'X') {
        char command[100];
        snprintf(command, sizeof command, "rm -r %s", folder);
        if (system(command) != 0) {
            print_message("%s was not removed\n", folder);
        }
    }
    return 0;
}

static void need_comma(void **state) {
    if (!*state) {
        print_message("skipped: no locale with a decimal comma is installed, and localedef cannot make one\n");
        skip();
    }
    char number[16];
    snprintf(number, sizeof number, "%.1f", 0.5);
    assert_string_equal(number, "0,5"); /* the locale is really in force */
}

static void test_decimals(void **state) {
    need_comma(state);
    char array[64];
    qm_text text = qm_text_over(array, sizeof array);
    qm_text_add_decimal(&text, 0.694830247, 9);
    qm_text_add(&text, " ");
    qm_text_add_decimal(&text, 1234567.5, 1);
    assert_string_equal(array, "0.694830247 1234567.5");
}

static void test_json(void **state) {
    need_comma(state);
    static const char good[] = "{\"a\": 1.25, \"b\": [0.5, -3.75]}", bad[] = "{\"a\": 1,25}";
    qm_diagnostics list = qm_diagnostics_make(NULL);
    qm_json *document = NULL;
    assert_int_equal(qm_json_read(&document, good, sizeof good - 1, "good", NULL, &list), QM_OK);
    qm_text text = qm_text_growing(NULL);
    qm_json_write(qm_json_root(document), &text);
    assert_string_equal(text.data, "{\"a\":1.25,\"b\":[0.5,-3.75]}");
    qm_json_free(document);
    qm_text_free(&text);
    assert_int_not_equal(qm_json_read(&document, bad, sizeof bad - 1, "bad", NULL, &list), QM_OK);
    qm_diagnostics_free(&list);
}

/* A scenario with odds: loaded, judged, written, and read back. */
static void test_scenario(void **state) {
    need_comma(state);
    qm_diagnostics list = qm_diagnostics_make(NULL);
    qm_scenario *scenario = NULL, *back = NULL;
    assert_int_equal(qm_scenario_read_file(&scenario, "test/golden/duel.json", NULL, NULL, NULL, &list), QM_OK);
    qm_state *position = malloc(qm_state_size(scenario));
    qm_scratch *scratch = malloc(qm_scratch_size(scenario, 64));
    assert_true(position && scratch);
    assert_int_equal(qm_state_start(scenario, position), QM_OK);
    qm_scratch_start(scenario, scratch, 64);
    static const char next[] = "next", jump[] = "Ada full jump 0501";
    qm_order order;
    qm_verdict verdict;
    qm_played played;
    /* Ada is to move: the dice of the initiative are hers and Bo's. */
    assert_int_equal(qm_order_read(scenario, next, sizeof next - 1, &order, &list), QM_OK);
    uint64_t seed = 0;
    qm_state *start = malloc(qm_state_size(scenario));
    assert_non_null(start);
    memcpy(start, position, qm_state_size(scenario));
    do {
        memcpy(position, start, qm_state_size(scenario));
        qm_source source = {.choices = QM_CHOICES_RANDOM, .seed = ++seed};
        assert_int_equal(qm_judge(scenario, position, &order, scratch, &verdict), QM_OK);
        assert_int_equal(qm_play(scenario, position, scratch, &source, NULL, &played), QM_OK);
    } while (qm_state_actor(scenario, position) != qm_figure_named(scenario, "Ada"));
    free(start);
    assert_int_equal(qm_order_read(scenario, jump, sizeof jump - 1, &order, &list), QM_OK);
    assert_int_equal(qm_judge(scenario, position, &order, scratch, &verdict), QM_OK);
    qm_text text = qm_text_growing(NULL);
    qm_verdict_write_json(scenario, &order, &verdict, &text);
    assert_non_null(strstr(text.data, "\"chance\":0.902006173"));
    qm_text_clear(&text);
    qm_scenario_write_json(scenario, &text);
    assert_int_equal(qm_scenario_read_text(&back, text.data, text.length, "back", NULL, NULL, NULL, &list), QM_OK);
    assert_true(qm_scenario_hash(back) == qm_scenario_hash(scenario));
    qm_text_free(&text);
    qm_scenario_free(back);
    qm_scenario_free(scenario);
    free(position);
    free(scratch);
    qm_diagnostics_free(&list);
}

/* A phase in which all move at once: odds, and the chance of a check, in words and as JSON. */
static void test_tiles(void **state) {
    need_comma(state);
    static const char *const orders[] = {"next", "Nan move 1205", "Una move 1005", "Pia avoid 4 from Rolf", "Odo stay",
                                         "Rolf beside Una", "Sven intercept 0606", "Kara move 1304", "Jory stay"};
    qm_diagnostics list = qm_diagnostics_make(NULL);
    qm_scenario *scenario = NULL;
    qm_game *game = NULL;
    assert_int_equal(qm_scenario_read_file(&scenario, "scenarios/tiles-pass.json", NULL, NULL, NULL, &list), QM_OK);
    assert_int_equal(qm_game_new(&game, scenario, 1, NULL), QM_OK);
    qm_text text = qm_text_growing(NULL);
    for (size_t i = 0; i < sizeof orders / sizeof orders[0]; i++) {
        qm_order order;
        qm_verdict verdict;
        qm_played played;
        assert_int_equal(qm_order_read(scenario, orders[i], strlen(orders[i]), &order, &list), QM_OK);
        assert_int_equal(qm_game_order(game, &order, &verdict, NULL, &played), QM_OK);
        qm_verdict_write_json(scenario, &order, &verdict, &text);
        qm_verdict_print(scenario, &order, &verdict, &text);
    }
    assert_non_null(strstr(text.data, "\"chance\":0.9375,")); /* of four d10 one shows six or more */
    assert_non_null(strstr(text.data, "93.8 %"));
    qm_text_free(&text);
    qm_game_free(game);
    qm_scenario_free(scenario);
    qm_diagnostics_free(&list);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_decimals),
        cmocka_unit_test(test_json),
        cmocka_unit_test(test_scenario),
        cmocka_unit_test(test_tiles),
    };
    return cmocka_run_group_tests_name("locale", tests, with_comma, NULL);
}
