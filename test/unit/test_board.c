/* The board as text: both layouts and shoves, figures, postures, items, ground, zones, marks, parts of a board, tags.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "quickmarch/board.h"
#include "quickmarch/io.h"

static qm_scenario *load(const char *text) {
    qm_scenario *scenario = NULL;
    qm_diagnostics list = qm_diagnostics_make(NULL);
    const qm_result result = qm_scenario_read_text(&scenario, text, strlen(text), "test", NULL, NULL, NULL, &list);
    for (size_t i = 0; i < list.count; i++) {
        print_message("%s: %s\n", list.items[i].field, list.items[i].message);
    }
    qm_diagnostics_free(&list);
    assert_int_equal(result, QM_OK);
    return scenario;
}

static qm_state *start(const qm_scenario *scenario) {
    qm_state *state = malloc(qm_state_size(scenario));
    assert_non_null(state);
    assert_int_equal(qm_state_start(scenario, state), QM_OK);
    return state;
}

static void expect_board(const qm_scenario *scenario, const qm_board_options *options, const char *wanted) {
    qm_state *state = start(scenario);
    qm_text out = qm_text_growing(NULL);
    assert_int_equal(qm_board_print(scenario, state, options, &out), QM_OK);
    assert_string_equal(out.data, wanted);
    qm_text_free(&out);
    free(state);
}

/* clang-format off */
#define HEAD "{\"quickmarch\":\"scenario\",\"version\":1,\"rules\":\"hexmelee\",\"sides\":[\"Red\",\"Rats\"],"
#define FIGURE(name, side, at, facing, more) \
    "{\"name\":\"" name "\",\"side\":\"" side "\",\"str\":10,\"dex\":10,\"at\":\"" at "\",\"facing\":\"" facing "\"" more "}"

static const char columns_text[] = HEAD
    "\"board\":{\"space\":\"hex\",\"rows\":[\"..s.\",\".o..\"],"
    "\"legend\":{\"s\":\"slippery\",\"o\":{\"terrain\":\"pit\",\"depth\":500}}},"
    "\"figures\":[" FIGURE("Ada", "Red", "0101", "NE", "") ","
    FIGURE("Adam", "Rats", "0401", "S", ",\"position\":\"prone\"") "],"
    "\"items\":[{\"name\":\"mace\",\"weapon\":\"mace\",\"at\":\"0302\"}],"
    "\"end\":{\"zones\":[{\"name\":\"gate\",\"places\":[\"0402\"],\"turns\":2}]}}";
/* clang-format on */

static void columns_are_drawn(void **unused) {
    (void)unused;
    qm_scenario *scenario = load(columns_text);
    expect_board(scenario, NULL,
                 " ____      ____\n"
                 "/↗Ad \\____/0301\\____\n"
                 "\\_R__/0201\\ssss/↓Aap\\\n"
                 "/0102\\____/0302\\_A__/\n"
                 "\\____/0202\\__!_/0402\\\n"
                 "     \\oooo/    \\___*/\n");
    qm_scenario_free(scenario);
}

static void digits_stand_for_arrows(void **unused) {
    (void)unused;
    qm_scenario *scenario = load(columns_text);
    const qm_board_options options = {.ascii = true, .from = {1, 1, 0}, .to = {1, 1, 0}};
    expect_board(scenario, &options,
                 " ____\n"
                 "/9Ad \\\n"
                 "\\_R__/\n"
                 "\n");
    qm_scenario_free(scenario);
}

static void a_part_is_drawn_as_in_the_whole(void **unused) {
    (void)unused;
    qm_scenario *scenario = load(columns_text);
    const qm_board_options options = {.from = {2, 2, 0}, .to = {3, 2, 0}};
    expect_board(scenario, &options,
                 "      ____\n"
                 " ____/0302\\\n"
                 "/0202\\__!_/\n"
                 "\\oooo/\n");
    qm_scenario_free(scenario);
}

static void the_odd_columns_can_be_shoved(void **unused) {
    (void)unused;
    qm_scenario *scenario =
        load(HEAD "\"board\":{\"space\":\"hex\",\"shove\":\"odd\",\"size\":[2,1]},\"figures\":[" FIGURE(
            "Ada", "Red", "0201", "SW", "") "]}");
    expect_board(scenario, NULL,
                 "      ____\n"
                 " ____/↙Ad \\\n"
                 "/0101\\_R__/\n"
                 "\\____/\n");
    qm_scenario_free(scenario);
}

static void rows_are_drawn(void **unused) {
    (void)unused;
    qm_scenario *scenario =
        load(HEAD "\"board\":{\"space\":\"hex\",\"orientation\":\"rows\",\"rows\":[\".o\",\"..\"],\"legend\":{\"o\":"
                  "\"pit\"}},\"figures\":[" FIGURE("Ada", "Red", "0101", "E", ",\"position\":\"kneeling\"") "," FIGURE(
                      "Bo", "Rats", "0202", "W", "") "]}");
    expect_board(scenario, NULL,
                 " .' '. .' '.\n"
                 "|→Adk |0201 |\n"
                 "| R   |ooooo|\n"
                 " '. .' '. .' '.\n"
                 "   |0102 |←Bo  |\n"
                 "   |     | A   |\n"
                 "    '. .' '. .'\n");
    qm_scenario_free(scenario);
}

static void marks_take_the_place_of_numbers(void **unused) {
    (void)unused;
    qm_scenario *scenario = load(columns_text);
    const qm_board_mark marks[] = {{{2, 2, 0}, "7?!", true}, {{1, 1, 0}, "no", false}, {{3, 1, 0}, "1234", false}};
    const qm_board_options options = {.marks = marks, .mark_count = 3};
    expect_board(scenario, &options,
                 " ____      ____\n"
                 "/↗Ad \\____/1234\\____\n"
                 "\\_R__/0201\\ssss/↓Aap\\\n"
                 "/0102\\____/0302\\_A__/\n"
                 "\\____/7?! \\__!_/0402\\\n"
                 "     \\oooo/    \\___*/\n");
    qm_scenario_free(scenario);
}

static void the_legend_tells_all(void **unused) {
    (void)unused;
    qm_scenario *scenario = load(columns_text);
    qm_state *state = start(scenario);
    qm_text out = qm_text_growing(NULL);
    const qm_board_options options = {.legend = true};
    assert_int_equal(qm_board_print(scenario, state, &options, &out), QM_OK);
    assert_non_null(strstr(out.data, "sides: R Red  A Rats;"));
    assert_non_null(strstr(out.data, "ground: s slippery (save_dice 3); o pit (depth 500 cm)\n"));
    assert_non_null(strstr(out.data, "on the ground (!): mace at 0302\n"));
    assert_non_null(strstr(out.data, "zone (*): gate, to be held for 2 turns\n"));
    qm_text_free(&out);
    free(state);
    qm_scenario_free(scenario);
}

/* Colour adds escape sequences and nothing else, and each line ends plain. */
static void colour_is_only_added(void **unused) {
    (void)unused;
    qm_scenario *scenario = load(columns_text);
    qm_state *state = start(scenario);
    qm_text plain = qm_text_growing(NULL), colored = qm_text_growing(NULL), stripped = qm_text_growing(NULL);
    const qm_board_options options = {.color = true};
    assert_int_equal(qm_board_print(scenario, state, NULL, &plain), QM_OK);
    assert_int_equal(qm_board_print(scenario, state, &options, &colored), QM_OK);
    const char *last = "";
    for (const char *c = colored.data; *c; c++) {
        if (*c == '\033') {
            last = c;
            c += strcspn(c, "m");
        } else {
            qm_text_add_char(&stripped, *c);
            assert_true(*c != '\n' || strncmp(last, "\033[0m", 4) == 0);
        }
    }
    assert_string_equal(stripped.data, plain.data);
    assert_non_null(strstr(colored.data, "\033[0;1;31m"));
    qm_text_free(&plain);
    qm_text_free(&colored);
    qm_text_free(&stripped);
    free(state);
    qm_scenario_free(scenario);
}

/* A hundred figures whose names all begin alike: every tag is another one, two characters long. */
static void tags_are_unique(void **unused) {
    (void)unused;
    qm_text text = qm_text_growing(NULL);
    qm_text_add(&text, HEAD "\"board\":{\"space\":\"hex\",\"size\":[10,10]},\"figures\":[");
    for (int i = 0; i < 100; i++) {
        qm_text_addf(&text,
                     "%s{\"name\":\"A%03d\",\"side\":\"Red\",\"str\":9,\"dex\":9,\"at\":\"%02d%02d\",\"facing\":\"N\"}",
                     i > 0 ? "," : "", i, i % 10 + 1, i / 10 + 1);
    }
    qm_text_add(&text, "]}");
    qm_scenario *scenario = load(text.data);
    char tags[100][QM_TAG_SIZE];
    for (uint16_t i = 0; i < 100; i++) {
        qm_figure_tag(scenario, (uint16_t)(i + 1), tags[i]);
        assert_int_equal(strlen(tags[i]), 2);
        for (uint16_t k = 0; k < i; k++) {
            assert_string_not_equal(tags[i], tags[k]);
        }
    }
    assert_string_equal(tags[0], "A0");
    char none[QM_TAG_SIZE] = "xx";
    qm_figure_tag(scenario, 101, none);
    assert_string_equal(none, "");
    qm_figure_tag(scenario, 0, none);
    assert_string_equal(none, "");
    assert_int_equal(qm_side_mark(scenario, 1), 'R');
    assert_int_equal(qm_side_mark(scenario, 2), 'A');
    assert_int_equal(qm_side_mark(scenario, 3), 0);
    qm_scenario_free(scenario);
    qm_text_free(&text);
}

static void the_extent_is_that_of_the_drawing(void **unused) {
    (void)unused;
    qm_scenario *scenario = load(columns_text);
    int columns, rows, width, height;
    qm_board_size(scenario, &columns, &rows);
    assert_int_equal(columns, 4);
    assert_int_equal(rows, 2);
    qm_board_extent(scenario, columns, rows, &width, &height);
    assert_int_equal(width, 21);
    assert_int_equal(height, 6);
    qm_board_extent(scenario, 0, 5, &width, &height);
    assert_int_equal(width, 0);
    assert_int_equal(height, 0);
    qm_scenario_free(scenario);
}

static void the_largest_board_fits(void **unused) {
    (void)unused;
    qm_scenario *scenario =
        load(HEAD "\"board\":{\"space\":\"hex\",\"orientation\":\"rows\",\"size\":[200,200]},\"figures\":[" FIGURE(
            "Ada", "Red", "200200", "E", "") "]}");
    qm_state *state = start(scenario);
    qm_text out = qm_text_growing(NULL);
    assert_int_equal(qm_board_print(scenario, state, NULL, &out), QM_OK);
    int width, height, lines = 0;
    qm_board_extent(scenario, 200, 200, &width, &height);
    for (const char *c = out.data; *c; c++) {
        lines += *c == '\n';
    }
    assert_int_equal(lines, height);
    assert_non_null(strstr(out.data, "|001001 |"));
    assert_non_null(strstr(out.data, "|→Ad"));
    qm_text_free(&out);
    free(state);
    qm_scenario_free(scenario);
}

/* clang-format off */
static const char table_text[] =
    "{\"quickmarch\":\"scenario\",\"version\":1,\"rules\":\"warband\",\"sides\":[\"Red\",\"Blue\"],"
    "\"board\":{\"space\":\"table\",\"width\":12,\"depth\":8,\"prisms\":["
    "{\"name\":\"house\",\"box\":[2,4,5,7],\"bottom\":2,\"top\":2.5},"
    "{\"name\":\"wall\",\"box\":[6.9,1,7,5],\"top\":3,\"walkable\":false},"
    "{\"name\":\"crate\",\"box\":[0,0,2,1],\"top\":0.5}],"
    "\"ladders\":[{\"name\":\"steps\",\"foot\":[5.75,6],\"head\":[4.5,6,2.5]}],"
    "\"zones\":[{\"name\":\"bog\",\"box\":[8,0,12,2],\"kind\":\"difficult\"},"
    "{\"name\":\"roof\",\"box\":[2,4,5,7],\"bottom\":2.5}]},"
    "\"figures\":[{\"name\":\"Ada\",\"side\":\"Red\",\"move\":6,\"agility\":10,\"at\":\"3.5,5.5\"},"
    "{\"name\":\"Bea\",\"side\":\"Red\",\"move\":6,\"agility\":10,\"at\":\"3.5,5.5@2.5\"},"
    "{\"name\":\"Cai\",\"side\":\"Blue\",\"move\":6,\"agility\":10,\"radius\":1.2,\"at\":\"9.5,5\"}],"
    "\"items\":[{\"name\":\"Gold\",\"at\":\"10.25,1.5\"}],"
    "\"end\":{\"zones\":[{\"name\":\"roof\",\"area\":\"roof\",\"turns\":2}]}}";
/* clang-format on */

/* The wall is a tenth of an inch thick and drawn all the same; Ada stands below Bea. */
static void a_table_is_a_plan(void **unused) {
    (void)unused;
    qm_scenario *scenario = load(table_text);
    const qm_board_mark marks[] = {{{500, 7500, 0}, "~", false}, {{3500, 5500, 0}, "?", true}};
    const qm_board_options options = {.legend = true, .marks = marks, .mark_count = 2};
    expect_board(scenario, &options,
                 "     0         5         10\n"
                 "    +------------------------+\n"
                 "    | ~                      |\n"
                 "    |    3*3*3*              |\n"
                 "   5|    *RBe*3.=     BBBB   |\n"
                 "    |    3*3*3*   ##  BCaB   |\n"
                 "    |             ##         |\n"
                 "    |             ##         |\n"
                 "    |             ## dddd!ddd|\n"
                 "   0|1111      .     dddddddd|\n"
                 "    +------------------------+\n"
                 "sides: R Red  B Blue; a character is 0.5\" wide and 1\" high\n"
                 "digits: how high a solid is, in inches rounded up; # nobody can stand on it; = foot of a ladder\n"
                 "ground: d difficult\n"
                 "behind another: Ad Ada\n"
                 "on the ground (!): Gold at 10.25,1.5\n"
                 "zone (*): roof, to be held for 2 turns\n");
    qm_scenario_free(scenario);
}

static void a_table_fits_the_line(void **unused) {
    (void)unused;
    qm_scenario *scenario = load(table_text);
    const qm_board_options narrow = {.width = 20};
    qm_place at;
    expect_board(scenario, &narrow,
                 "     0    5    10\n"
                 "    +------------+\n"
                 "    |  *3*       |\n"
                 "   5|  RBe=##BCa |\n"
                 "    |      ##    |\n"
                 "   0|111  .##dd!d|\n"
                 "    +------------+\n");
    assert_true(qm_board_middle(scenario, 20, 11, 0, &at));
    assert_int_equal(at.x, 11500);
    assert_int_equal(at.y, 7000);
    assert_false(qm_board_middle(scenario, 20, 12, 0, &at));
    assert_false(qm_board_middle(scenario, 20, 0, 4, &at));
    assert_true(qm_board_middle(scenario, 0, 23, 7, &at));
    assert_int_equal(at.x, 11750);
    assert_int_equal(at.y, 500);
    assert_false(qm_board_middle(scenario, 0, -1, 0, &at));
    qm_scenario_free(scenario);
    scenario = load(columns_text);
    assert_false(qm_board_middle(scenario, 0, 0, 0, &at));
    qm_scenario_free(scenario);
}

static void a_part_of_a_table_is_refused(void **unused) {
    (void)unused;
    qm_scenario *scenario = load(table_text);
    qm_state *state = start(scenario);
    qm_text out = qm_text_growing(NULL);
    const qm_board_options part = {.from = {1, 1, 0}, .to = {5000, 5000, 0}};
    assert_int_equal(qm_board_print(scenario, state, &part, &out), QM_ERROR_USAGE);
    assert_int_equal(out.length, 0);
    qm_text_free(&out);
    free(state);
    qm_scenario_free(scenario);
}

static void wrong_parts_are_refused(void **unused) {
    (void)unused;
    qm_scenario *scenario = load(columns_text);
    qm_state *state = start(scenario);
    qm_text out = qm_text_growing(NULL);
    const qm_board_options parts[] = {{.from = {1, 1, 0}, .to = {5, 2, 0}},
                                      {.from = {2, 2, 0}, .to = {1, 2, 0}},
                                      {.from = {0, 1, 0}, .to = {1, 1, 0}},
                                      {.from = {1, 1, 0}, .to = {1, 3, 0}},
                                      {.from = {1, 2, 0}, .to = {1, 1, 0}}};
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        assert_int_equal(qm_board_print(scenario, state, &parts[i], &out), QM_ERROR_USAGE);
    }
    assert_int_equal(out.length, 0);
    assert_int_equal(qm_board_print(NULL, state, NULL, &out), QM_ERROR_USAGE);
    assert_int_equal(qm_board_print(scenario, NULL, NULL, &out), QM_ERROR_USAGE);
    assert_int_equal(qm_board_print(scenario, state, NULL, NULL), QM_ERROR_USAGE);
    qm_text_free(&out);
    free(state);
    qm_scenario_free(scenario);
}

/* Patches have signs of their own, the same ground the same one, and no side has the mark of a ground. */
static void patches_are_told_apart(void **unused) {
    (void)unused;
    static const char text[] =
        HEAD "\"board\":{\"size\":[4,2],\"legend\":{\"R\":\"wall\"},\"ground\":[{\"terrain\":\"slippery\",\"at\":["
             "\"0301\"]},"
             "{\"terrain\":\"pit\",\"at\":[\"0202\"]},{\"terrain\":\"solid\",\"at\":[\"0401\"]},"
             "{\"terrain\":\"slippery\",\"at\":[\"0302\"]},{\"terrain\":\"wall\",\"at\":[\"0402\"]}]},"
             "\"figures\":[" FIGURE("Ada", "Red", "0101", "NE", "") "," FIGURE("Bo", "Rats", "0201", "S", "") "]}";
    qm_scenario *scenario = load(text);
    const qm_board_options options = {.legend = true};
    qm_state *state = start(scenario);
    qm_text out = qm_text_growing(NULL);
    assert_int_equal(qm_board_print(scenario, state, &options, &out), QM_OK);
    static const char *const wanted[] = {
        "ssss", "pppp", "oooo", "RRRR", "s slippery", "p pit", "o solid", "R wall", "sides: E Red  A Rats"};
    for (size_t i = 0; i < sizeof wanted / sizeof wanted[0]; i++) {
        if (!strstr(out.data, wanted[i])) {
            fail_msg("'%s' is missing in:\n%s", wanted[i], out.data);
        }
    }
    const char *first = strstr(out.data, "s slippery");
    assert_null(strstr(first + 1, "s slippery")); /* told once */
    assert_null(strchr(out.data, '#'));
    qm_text_free(&out);
    free(state);
    qm_scenario_free(scenario);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(columns_are_drawn),
        cmocka_unit_test(digits_stand_for_arrows),
        cmocka_unit_test(a_part_is_drawn_as_in_the_whole),
        cmocka_unit_test(the_odd_columns_can_be_shoved),
        cmocka_unit_test(rows_are_drawn),
        cmocka_unit_test(marks_take_the_place_of_numbers),
        cmocka_unit_test(the_legend_tells_all),
        cmocka_unit_test(colour_is_only_added),
        cmocka_unit_test(tags_are_unique),
        cmocka_unit_test(the_extent_is_that_of_the_drawing),
        cmocka_unit_test(the_largest_board_fits),
        cmocka_unit_test(a_table_is_a_plan),
        cmocka_unit_test(a_table_fits_the_line),
        cmocka_unit_test(a_part_of_a_table_is_refused),
        cmocka_unit_test(wrong_parts_are_refused),
        cmocka_unit_test(patches_are_told_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
