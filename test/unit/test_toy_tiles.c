/* Everything outside a family on a board of tiles: reading and its faults, writing out, hashes, places and directions
 * in the notation, the battery; on the toy family that walks on tiles. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "battery/battery.h"
#include "game/cells.h"
#include "quickmarch/board.h"
#include "quickmarch/io.h"
#include "toy/pavers.h"

#define FIGURES                                                                                                        \
    "\"sides\":[\"Red\",\"Blue\"],\"figures\":[{\"name\":\"Ada\",\"side\":\"Red\",\"at\":\"0101\",\"facing\":\"SE\"}," \
    "{\"name\":\"Bo\",\"side\":\"Blue\",\"at\":\"0403\",\"facing\":\"n\"}]"
#define HEAD "{\"quickmarch\":\"scenario\",\"version\":1,\"title\":\"Yard\",\"rules\":\"pave\","
#define BOARD(more) HEAD "\"board\":{\"space\":\"tile\"," more "}," FIGURES "}"

static const char yard[] =
    HEAD "\"board\":{\"space\":\"tile\",\"rows\":[\"....\",\".gg.\",\"....\"],\"legend\":{\"g\":\"gravel\"},"
         "\"ground\":[{\"terrain\":\"gravel\",\"at\":[\"0401\"]}],"
         "\"walls\":[{\"at\":[\"0101\",\"0102\"],\"side\":\"E\"},{\"at\":[\"0203\"],\"side\":\"n\"},"
         "{\"at\":[\"0201\"],\"side\":\"W\"}]}," FIGURES ","
         "\"end\":{\"turns\":6,\"zones\":[{\"name\":\"gate\",\"places\":[\"0402\",\"0403\"],\"turns\":2}]}}";

typedef struct fixture {
    qm_scenario *scenario;
    qm_state *state;
    qm_scratch *scratch;
} fixture;

static fixture open_text(const char *text) {
    fixture f = {.scenario = battery_load_text(text)};
    f.state = battery_state(f.scenario);
    f.scratch = battery_scratch(f.scenario);
    return f;
}

static void close_it(fixture *f) {
    qm_scenario_free(f->scenario);
    free(f->state);
    free(f->scratch);
}

/* ------------------------------------------------------------------------------------------------------- reading */

static void the_board_is_read(void **unused) {
    (void)unused;
    qm_scenario *s = battery_load_text(yard);
    assert_int_equal(qm__cell_count(s), 12);
    assert_int_equal(qm__cell_columns(s), 4);
    assert_int_equal(qm__cell_rows(s), 3);
    assert_int_equal(qm__cell_directions(s), 8);
    assert_string_equal(qm__cell_word(s), "tile");
    assert_string_equal(qm__cell_words(s), "tiles");
    static const char *const gravel[] = {"0202", "0302", "0401"};
    int count = 0;
    for (uint32_t cell = 1; cell <= 12; cell++) {
        count += s->grounds[s->cells[cell]].values[0];
    }
    assert_int_equal(count, 3);
    for (size_t i = 0; i < 3; i++) {
        qm__cell cell;
        assert_int_equal(qm__cell_label_read(s, gravel[i], 4, &cell), QM__LABEL_GOOD);
        assert_int_equal(s->grounds[s->cells[cell]].values[0], 1);
    }
    /* 0101|0201 twice, 0102|0202, 0202/0203 */
    static const uint8_t walls[13] = {0, 2, 8, 0, 0, 2, 8 + 4, 0, 0, 0, 1, 0, 0};
    assert_memory_equal(s->tile.walls, walls, 13);
    assert_int_equal(s->zones[0].places[1].x, 4);
    assert_int_equal(s->zones[0].places[1].y, 3);
    qm_scenario_free(s);
}

static void cells_and_places_are_one(void **unused) {
    (void)unused;
    qm_scenario *s = battery_load_text(yard);
    for (qm__cell cell = 1; cell <= 12; cell++) {
        assert_int_equal(qm__cell_of(s, qm__cell_place(s, cell)), cell);
    }
    assert_int_equal(qm__cell_place(s, 0).x, 0);
    static const qm_place off[] = {{0, 0, 0}, {5, 1, 0}, {1, 4, 0}, {-1, 1, 0}, {INT32_MIN, 1, 0}, {1, INT32_MAX, 0}};
    for (size_t i = 0; i < sizeof off / sizeof *off; i++) {
        assert_int_equal(qm__cell_of(s, off[i]), 0);
    }
    qm_scenario_free(s);
}

/* What a wrong board is told. */
static void faults_say_what_is_wrong(void **unused) {
    (void)unused;
    static const struct {
        const char *text, *field, *message;
    } wrong[] = {
        {BOARD("\"rows\":[\"....\",\"...\",\"....\"]"), "board.rows[1]", "has 3 tiles, the first row has 4"},
        {BOARD("\"rows\":[\"....\",\"..x.\",\"....\"]"), "board.rows[1]", "the character 'x' is not in the legend"},
        {BOARD("\"size\":[201,3]"), "board.size", "the board has 201 columns; it must have 1 to 200"},
        {BOARD("\"size\":[4,3],\"shove\":\"odd\""), "board.shove", "unknown name"},
        {HEAD "\"board\":{\"space\":\"hex\",\"size\":[4,3]}," FIGURES "}", "board.space", "tile"},
        {BOARD("\"size\":[4,3],\"walls\":{}"), "board.walls", "array"},
        {BOARD("\"size\":[4,3],\"walls\":[7]"), "board.walls[0]", "object"},
        {BOARD("\"size\":[4,3],\"walls\":[{\"at\":[\"0202\"]}]"), "board.walls[0].side", "missing"},
        {BOARD("\"size\":[4,3],\"walls\":[{\"side\":\"N\"}]"), "board.walls[0].at", "missing"},
        {BOARD("\"size\":[4,3],\"walls\":[{\"at\":[\"0202\"],\"side\":\"NE\"}]"), "board.walls[0].side",
         "\"NE\" is no side of a tile: write N, E, S or W"},
        {BOARD("\"size\":[4,3],\"walls\":[{\"at\":[\"0202\"],\"side\":\"up\"}]"), "board.walls[0].side",
         "\"up\" is no side of a tile: write N, E, S or W"},
        {BOARD("\"size\":[4,3],\"walls\":[{\"at\":[\"0202\",\"0501\"],\"side\":\"N\"}]"), "board.walls[0].at[1]",
         "0501 is off the board, which has 4 columns and 3 rows"},
        {BOARD("\"size\":[4,3],\"walls\":[{\"at\":[\"22\"],\"side\":\"N\"}]"), "board.walls[0].at[0]",
         "\"22\" is no place: write column and row with two digits each, as 0304"},
        {BOARD("\"size\":[4,3],\"walls\":[{\"at\":[\"0201\"],\"side\":\"N\"}]"), "board.walls[0].at[0]",
         "0201 has the border of the board on its side N: a wall stands between two tiles"},
        {BOARD("\"size\":[4,3],\"walls\":[{\"at\":[\"0202\"],\"side\":\"N\",\"high\":1}]"), "board.walls[0].high",
         "unknown name"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        qm_diagnostics list = qm_diagnostics_make(NULL);
        qm_scenario *scenario = NULL;
        const qm_result result = qm_scenario_read_text(&scenario, wrong[i].text, strlen(wrong[i].text), "yard.json",
                                                       NULL, NULL, NULL, &list);
        assert_int_equal(result, QM_ERROR_INPUT);
        assert_null(scenario);
        assert_true(list.errors == 1 || strstr(wrong[i].text, "201")); /* without a board no figure has a place */
        if (strcmp(list.items[0].field, wrong[i].field) != 0 || !strstr(list.items[0].message, wrong[i].message)) {
            fail_msg("%zu: %s: %s", i, list.items[0].field, list.items[0].message);
        }
        assert_int_equal(list.items[0].line, 1);
        assert_true(list.items[0].column > 1);
        qm_diagnostics_free(&list);
    }
}

/* ------------------------------------------------------------------------------------------------------- writing */

static void the_board_is_written_out(void **unused) {
    (void)unused;
    qm_scenario *s = battery_load_text(yard);
    qm_text text = qm_text_growing(NULL), again = qm_text_growing(NULL);
    qm_scenario_write_json(s, &text);
    assert_non_null(strstr(text.data, "\"space\":\"tile\",\"rows\":[\"...a\",\".gg.\",\"....\"]"));
    assert_non_null(strstr(text.data, "\"walls\":[{\"at\":[\"0101\",\"0102\"],\"side\":\"E\"},"
                                      "{\"at\":[\"0202\"],\"side\":\"S\"}]"));
    assert_null(strstr(text.data, "orientation"));
    qm_scenario *back = battery_load_text(text.data);
    assert_true(qm_scenario_hash(back) == qm_scenario_hash(s));
    qm_scenario_write_json(back, &again);
    assert_string_equal(again.data, text.data);
    qm_text_free(&text);
    qm_text_free(&again);
    qm_scenario_free(back);
    qm_scenario_free(s);
}

static void walls_are_part_of_the_hash(void **unused) {
    (void)unused;
    static const char *const texts[] = {
        BOARD("\"size\":[4,3]"), BOARD("\"size\":[4,3],\"walls\":[{\"at\":[\"0202\"],\"side\":\"E\"}]"),
        BOARD("\"size\":[4,3],\"walls\":[{\"at\":[\"0202\"],\"side\":\"S\"}]"),
        BOARD("\"size\":[4,3],\"walls\":[{\"at\":[\"0302\"],\"side\":\"W\"}]"), /* the same as the second */
    };
    uint64_t hashes[4];
    for (size_t i = 0; i < 4; i++) {
        qm_scenario *s = battery_load_text(texts[i]);
        hashes[i] = qm_scenario_hash(s);
        qm_scenario_free(s);
    }
    assert_true(hashes[0] != hashes[1] && hashes[0] != hashes[2] && hashes[1] != hashes[2]);
    assert_true(hashes[1] == hashes[3]);
}

/* -------------------------------------------------------------------------------------------------------- playing */

static qm_judgement judged(fixture *f, const char *text, const char *reason) {
    qm_diagnostics list = qm_diagnostics_make(NULL);
    qm_order order;
    qm_verdict verdict;
    assert_int_equal(qm_order_read(f->scenario, text, strlen(text), &order, &list), QM_OK);
    qm_diagnostics_free(&list);
    assert_int_equal(qm_judge(f->scenario, f->state, &order, f->scratch, &verdict), QM_OK);
    if (verdict.judgement == QM_ILLEGAL) {
        assert_string_equal(qm_scenario_family(f->scenario)->reasons[verdict.reasons[0].kind].name, reason);
    }
    return verdict.judgement;
}

static void play(fixture *f, const char *text) {
    assert_int_equal(judged(f, text, ""), QM_LEGAL);
    qm_source source = {.choices = QM_CHOICES_AUTOMATIC, .seed = 5};
    qm_played played;
    assert_int_equal(qm_play(f->scenario, f->state, f->scratch, &source, NULL, &played), QM_OK);
    assert_int_equal(qm_state_check(f->scenario, f->state), QM_OK);
}

static void walls_bar_the_way(void **unused) {
    (void)unused;
    fixture f = open_text(yard);
    play(&f, "next");
    assert_int_equal(judged(&f, "Ada walk 0201", "barred"), QM_ILLEGAL);
    assert_int_equal(judged(&f, "Ada walk 0202", "barred"), QM_ILLEGAL); /* both ways round the corner are closed */
    assert_int_equal(judged(&f, "Ada walk 0103", "not-adjacent"), QM_ILLEGAL);
    assert_int_equal(judged(&f, "Ada walk 0102 0103 0203 0303 0302", "too-far"), QM_ILLEGAL);
    assert_int_equal(judged(&f, "Ada walk 0102 0103 0203 0302", ""), QM_LEGAL); /* round the end of the wall */
    play(&f, "Ada walk 0102 0103 0203 0303");
    qm_look look;
    qm_figure_look(f.scenario, f.state, 1, &look);
    assert_int_equal(look.at.x, 3);
    assert_int_equal(look.at.y, 3);
    assert_string_equal(qm_direction_name(f.scenario, look.facing), "E");
    play(&f, "Bo turn NW");
    qm_figure_look(f.scenario, f.state, 2, &look);
    assert_int_equal(look.facing, 7);
    close_it(&f);
}

/* Two tiles between the first two, and nothing in the way. */
static void a_race_needs_its_tiles(void **unused) {
    (void)unused;
#define RACERS(second)                                                                                                 \
    "\"sides\":[\"Red\",\"Blue\"],\"figures\":[{\"name\":\"Ada\",\"side\":\"Red\",\"at\":\"0102\"},"                   \
    "{\"name\":\"Bo\",\"side\":\"Blue\",\"at\":\"" second "\"},{\"name\":\"Cy\",\"side\":\"Blue\",\"at\":\"0203\"}]}"
#define TRACK(more, second) HEAD "\"board\":{\"size\":[5,3]" more "}," RACERS(second)
    static const struct {
        const char *text;
        qm_judgement judgement;
    } races[] = {{TRACK("", "0402"), QM_LEGAL},
                 {TRACK("", "0302"), QM_ILLEGAL},
                 {TRACK("", "0502"), QM_ILLEGAL},
                 {TRACK("", "0403"), QM_ILLEGAL},
                 {TRACK(",\"walls\":[{\"at\":[\"0202\"],\"side\":\"E\"}]", "0402"), QM_ILLEGAL},
                 {TRACK(",\"walls\":[{\"at\":[\"0202\"],\"side\":\"S\"}]", "0402"), QM_LEGAL}};
    for (size_t i = 0; i < sizeof races / sizeof *races; i++) {
        fixture f = open_text(races[i].text);
        assert_int_equal(judged(&f, "resolve", "no-race"), races[i].judgement);
        if (races[i].judgement == QM_LEGAL) {
            play(&f, "resolve");
            assert_int_equal(judged(&f, "resolve", "no-race"), QM_ILLEGAL);
            play(&f, "next");
            assert_int_equal(judged(&f, "resolve", "not-its-turn"), QM_ILLEGAL);
        }
        close_it(&f);
    }
}

static void the_notation_knows_tiles(void **unused) {
    (void)unused;
    fixture f = open_text(yard);
    static const struct {
        const char *text, *message;
    } wrong[] = {{"Ada walk 0501", "0501 is off the board, which has 4 columns and 3 rows"},
                 {"Ada walk 7", "\"7\" is no place: write column and row with two digits each"},
                 {"Bo turn Q", "it has N, NE, E, SE, S, SW, W and NW"}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        qm_diagnostics list = qm_diagnostics_make(NULL);
        qm_order order;
        assert_int_equal(qm_order_read(f.scenario, wrong[i].text, strlen(wrong[i].text), &order, &list),
                         QM_ERROR_INPUT);
        if (!strstr(list.items[0].message, wrong[i].message)) {
            fail_msg("%s", list.items[0].message);
        }
        qm_diagnostics_free(&list);
    }
    char array[80];
    qm_text grammar = qm_text_over(array, sizeof array);
    qm_leg_grammar(qm_scenario_family(f.scenario), 1, &grammar);
    assert_string_equal(array, "TILE");
    qm_order order;
    qm_verdict verdict;
    qm_order_clear(&order, PV_TURN, 1);
    order.arguments[0] = 7;
    assert_int_equal(qm_judge(f.scenario, f.state, &order, f.scratch, &verdict), QM_OK);
    order.arguments[0] = 8;
    assert_int_equal(qm_judge(f.scenario, f.state, &order, f.scratch, &verdict), QM_ERROR_USAGE);
    assert_string_equal(qm_direction_name(f.scenario, 8), "");
    assert_string_equal(qm_direction_name(f.scenario, -1), "");
    close_it(&f);
}

static void the_battery_passes(void **unused) {
    (void)unused;
    qm_scenario *s = battery_load_text(yard);
    battery_counts counts = {0};
    for (uint64_t seed = 1; seed <= 10; seed++) {
        battery_play(s, seed, 40, &counts);
    }
    battery_projection(s);
    assert_true(counts.orders > 100 && counts.options > 500 && counts.ended > 5);
    qm_scenario_free(s);
}

/* ---------------------------------------------------------------------------------------------- the board as text */

static void expect_board(const qm_scenario *scenario, const qm_state *state, const qm_board_options *options,
                         const char *expected) {
    qm_text out = qm_text_growing(NULL);
    assert_int_equal(qm_board_print(scenario, state, options, &out), QM_OK);
    assert_string_equal(out.data, expected);
    qm_text_free(&out);
}

static void walls_are_lines(void **unused) {
    (void)unused;
    fixture f = open_text(yard);
    expect_board(f.scenario, f.state, NULL,
                 "+----+----+----+----+\n"
                 "|↘Ad |0201 0301 0401|\n"
                 "| R  |          gggg|\n"
                 "+    +    +    +    +\n"
                 "|0102|0202 0302 0402|\n"
                 "|    |gggg gggg    *|\n"
                 "+    +----+    +    +\n"
                 "|0103 0203 0303 ↑Bo |\n"
                 "|                B *|\n"
                 "+----+----+----+----+\n");
    int columns, rows, width, height;
    qm_board_size(f.scenario, &columns, &rows);
    assert_int_equal(columns, 4);
    assert_int_equal(rows, 3);
    qm_board_extent(f.scenario, columns, rows, &width, &height);
    assert_int_equal(width, 21);
    assert_int_equal(height, 10);
    qm_board_extent(f.scenario, 10, 10, &width, &height);
    assert_true(width <= 80);
    close_it(&f);
}

/* Where the board goes on there is no line; marks of four characters fit. */
static void a_part_with_marks(void **unused) {
    (void)unused;
    fixture f = open_text(yard);
    const qm_board_mark marks[] = {{{2, 2, 0}, "12?!", true}, {{3, 2, 0}, "2", false}, {{2, 1, 0}, "7", false}};
    const qm_board_options options = {
        .ascii = true, .marks = marks, .mark_count = 3, .from = {2, 2, 0}, .to = {4, 3, 0}};
    expect_board(f.scenario, f.state, &options,
                 "+    +    +    +\n"
                 "|12?! 2    0402|\n"
                 "|gggg gggg    *|\n"
                 "+----+    +    +\n"
                 " 0203 0303 8Bo |\n"
                 "            B *|\n"
                 "+----+----+----+\n");
    const qm_board_options off = {.from = {2, 2, 0}, .to = {5, 3, 0}};
    qm_text out = qm_text_growing(NULL);
    assert_int_equal(qm_board_print(f.scenario, f.state, &off, &out), QM_ERROR_USAGE);
    qm_text_free(&out);
    close_it(&f);
}

static void the_legend_speaks_of_tiles(void **unused) {
    (void)unused;
    fixture f = open_text(yard);
    qm_text out = qm_text_growing(NULL), colored = qm_text_growing(NULL);
    const qm_board_options options = {.legend = true}, color = {.legend = true, .color = true};
    assert_int_equal(qm_board_print(f.scenario, f.state, &options, &out), QM_OK);
    assert_non_null(strstr(out.data, "sides: R Red  B Blue; arrow facing;"));
    assert_non_null(
        strstr(out.data, "& several in the tile\nlines between tiles: walls\nground: g gravel (gravel true)\n"));
    assert_non_null(strstr(out.data, "zone (*): gate, to be held for 2 turns\n"));
    assert_int_equal(qm_board_print(f.scenario, f.state, &color, &colored), QM_OK);
    qm_text stripped = qm_text_growing(NULL);
    for (const char *c = colored.data; *c; c++) {
        if (*c == '\033') {
            c += strcspn(c, "m");
        } else {
            qm_text_add_char(&stripped, *c);
        }
    }
    assert_string_equal(stripped.data, out.data);
    qm_text_free(&out);
    qm_text_free(&colored);
    qm_text_free(&stripped);
    close_it(&f);
}

static void the_largest_board_is_drawn(void **unused) {
    (void)unused;
    fixture f = open_text(HEAD "\"board\":{\"size\":[200,200]},\"sides\":[\"Red\"],\"figures\":[{\"name\":\"Ada\","
                               "\"side\":\"Red\",\"at\":\"200200\"}]}");
    qm_text out = qm_text_growing(NULL);
    int width, height, lines = 0;
    assert_int_equal(qm_board_print(f.scenario, f.state, NULL, &out), QM_OK);
    qm_board_extent(f.scenario, 200, 200, &width, &height);
    for (const char *c = out.data; *c; c++) {
        lines += *c == '\n';
    }
    assert_int_equal(lines, height);
    assert_int_equal(strcspn(out.data, "\n"), width);
    assert_non_null(strstr(out.data, "|001001 002001 "));
    assert_non_null(strstr(out.data, " ↑Ad   |\n"));
    qm_text_free(&out);
    close_it(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_board_is_read),          cmocka_unit_test(cells_and_places_are_one),
        cmocka_unit_test(faults_say_what_is_wrong),   cmocka_unit_test(the_board_is_written_out),
        cmocka_unit_test(walls_are_part_of_the_hash), cmocka_unit_test(walls_bar_the_way),
        cmocka_unit_test(a_race_needs_its_tiles),     cmocka_unit_test(the_notation_knows_tiles),
        cmocka_unit_test(the_battery_passes),         cmocka_unit_test(walls_are_lines),
        cmocka_unit_test(a_part_with_marks),          cmocka_unit_test(the_legend_speaks_of_tiles),
        cmocka_unit_test(the_largest_board_is_drawn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
