/* Pictures: well-formed, without overlapping texts, stable, and equal to the golden ones.
 *
 * `test_draw --update` writes the golden files (test/golden/NAME.svg) anew from what is drawn now; look at them before
 * keeping them.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "game/scenario.h"
#include "io/draw.h"
#include "quickmarch/io.h"
#include "support/begun.h"
#include "unit/picture.h"

static table open_table(const char *name) {
    char path[1024];
    snprintf(path, sizeof path, "%s/data/draw/%s", QM_TEST_DATA, name);
    qm_diagnostics wrong = qm_diagnostics_make(NULL);
    qm_scenario *scenario = NULL;
    if (qm_scenario_read_file(&scenario, path, NULL, NULL, NULL, &wrong) != QM_OK) {
        fail_msg("%s: %s", path, wrong.count ? wrong.items[0].message : "cannot be read");
    }
    qm_diagnostics_free(&wrong);
    return begin_table(scenario);
}

/* Plays an order with dice from a seed. */
static void play(table *t, const char *text, uint64_t seed) {
    const qm_order order = read_order(t, text);
    qm_verdict verdict;
    qm_source source = {.choices = QM_CHOICES_AUTOMATIC, .seed = seed};
    qm_played played;
    assert_int_equal(qm_judge(t->scenario, t->state, &order, t->scratch, &verdict), QM_OK);
    assert_int_equal(qm_play(t->scenario, t->state, t->scratch, &source, NULL, &played), QM_OK);
}

/* --------------------------------------------------------------------------------------------------- many pictures */

static void check_picture(const table *t, const qm_draw_options *options) {
    static qm__page_box boxes[BOXES_MAX];
    size_t count = 0;
    qm_text out = qm_text_growing(NULL);
    assert_int_equal(qm__draw_svg(t->scenario, t->state, t->scratch, options, &out, boxes, BOXES_MAX, &count), QM_OK);
    check_xml(out.data);
    check_closed(out.data);
    check_boxes(boxes, count, options->width * 10.0, height_of(out.data));
    qm_text_free(&out);
}

static void test_every_combination(void **unused) {
    (void)unused;
    static const char *const files[] = {"yard.json", "rows.json", "crowd.json", "ledge.json"};
    static const uint16_t widths[] = {QM_DRAW_WIDTH_MIN, 105, 148, 420};
    for (size_t file = 0; file < 4; file++) {
        table t = open_table(files[file]);
        play(&t, "next", 7);
        for (size_t i = 0; i < 4 * 4 * 4; i++) {
            qm_draw_options options = qm_draw_defaults();
            options.width = widths[i % 4];
            options.labels = (qm_draw_labels)(i / 4 % 4);
            options.reach = i / 16 % 2 ? qm_state_actor(t.scenario, t.state) : 0;
            options.threat = i / 32 ? QM_DRAW_EVERYONE : 0;
            options.grey = i % 3 == 0;
            options.legend = i % 5 != 0;
            check_picture(&t, &options);
        }
        close_table(&t);
    }
}

/* -------------------------------------------------------------------------------------------------- any facts at all
 */

static qm_place random_place(const qm_scenario *s, uint32_t *seed) {
    return (qm_place){(int32_t)draw_number(seed, s->hex.columns) + 1, (int32_t)draw_number(seed, s->hex.rows) + 1, 0};
}

/* Figures on top of one another, costs and chances everywhere, a way that leaps about: nothing may overlap whatever the
 * facts. */
static void random_facts(const table *t, uint32_t *seed, qm_look *figures, uint8_t *hanging, qm_look *items,
                         qm_reach_place *reach, qm_verdict *verdict, qm__draw_facts *facts) {
    const qm_scenario *s = t->scenario;
    for (uint16_t i = 0; i < s->figure_count; i++) {
        hanging[i] = (uint8_t)(draw_number(seed, 2) ? draw_number(seed, 7) : 0);
        figures[i] = (qm_look){.at = random_place(s, seed),
                               .facing = (int16_t)((int)draw_number(seed, 7) - 1),
                               .posture = (uint8_t)draw_number(seed, 6),
                               .side = (uint8_t)s->figures[i].side};
        if (i > 0 && draw_number(seed, 3) == 0) {
            figures[i].at = figures[i - 1].at;
        }
    }
    for (uint16_t i = 0; i < s->item_count; i++) {
        items[i] = (qm_look){.at = figures[draw_number(seed, s->figure_count)].at, .posture = QM_POSTURE_STANDING};
    }
    for (unsigned hex = 1; hex <= s->hex.hex_count; hex++) {
        const int32_t cost = (int32_t)draw_number(seed, 30);
        reach[hex - 1] = (qm_reach_place){
            .at = {qm__hex_column(&s->hex, (qm__hex)hex) + 1, qm__hex_row(&s->hex, (qm__hex)hex) + 1, 0},
            .cost = cost,
            .sure_cost = draw_number(seed, 2) ? cost : -1,
            .chance = (float)draw_number(seed, 1001) / 1000.0f,
            .stops = (uint8_t)draw_number(seed, 2)};
    }
    *verdict = (qm_verdict){
        .judgement = (uint16_t)draw_number(seed, 3), .way_count = 20, .check_count = QM_CHECKS_MAX, .unit = 1};
    for (size_t i = 0; i < 20; i++) {
        verdict->way[i] = random_place(s, seed);
    }
    for (size_t i = 0; i < QM_CHECKS_MAX; i++) {
        verdict->checks[i] = (qm_check){.roll = 1,
                                        .figure = 1,
                                        .dice = 3,
                                        .sides = 6,
                                        .target = 11,
                                        .chance = 0.5,
                                        .at = verdict->way[draw_number(seed, 20)]};
    }
    facts->figures = figures;
    facts->hanging = hanging;
    facts->items = items;
    facts->reach = reach;
    facts->reach_count = s->hex.hex_count;
    facts->verdict = verdict;
}

static void test_random_facts(void **unused) {
    (void)unused;
    static qm__page_box boxes[BOXES_MAX];
    static const char *const files[] = {"yard.json", "rows.json", "crowd.json", "ledge.json"};
    uint32_t seed = 20;
    for (size_t file = 0; file < 4; file++) {
        table t = open_table(files[file]);
        qm_look *figures = calloc(t.scenario->figure_count, sizeof *figures),
                *items = calloc(t.scenario->item_count + 1u, sizeof *items);
        uint8_t *hanging = calloc(t.scenario->figure_count, sizeof *hanging);
        qm_reach_place *reach = calloc(t.scenario->hex.hex_count, sizeof *reach);
        qm_verdict *verdict = calloc(1, sizeof *verdict);
        qm_order order;
        qm_order_clear(&order, 1, 1);
        for (int round = 0; round < 60; round++) {
            qm__draw_facts facts = {.order = &order, .order_text = "an order", .more_outcomes = 3, .more_chance = 1};
            random_facts(&t, &seed, figures, hanging, items, reach, verdict, &facts);
            qm_draw_options options = qm_draw_defaults();
            options.reach = 1;
            options.width = (uint16_t)(QM_DRAW_WIDTH_MIN + draw_number(&seed, 300));
            options.labels = (qm_draw_labels)draw_number(&seed, 4);
            qm_text out = qm_text_growing(NULL);
            size_t count = 0;
            assert_int_equal(qm__draw_page(t.scenario, &facts, &options, &out, boxes, BOXES_MAX, &count), QM_OK);
            check_xml(out.data);
            check_closed(out.data);
            check_boxes(boxes, count, options.width * 10.0, height_of(out.data));
            qm_text_free(&out);
        }
        free(figures);
        free(hanging);
        free(items);
        free(reach);
        free(verdict);
        close_table(&t);
    }
}

/* -------------------------------------------------------------------------------------------------------- refusals */

static void test_refusals(void **unused) {
    (void)unused;
    table t = open_table("rows.json");
    qm_text out = qm_text_growing(NULL);
    qm_draw_options options = qm_draw_defaults();
    assert_int_equal(options.width, 148);
    assert_true(options.legend);
    assert_int_equal(qm_draw_svg(NULL, t.state, t.scratch, &options, &out), QM_ERROR_USAGE);
    assert_int_equal(qm_draw_svg(t.scenario, NULL, t.scratch, &options, &out), QM_ERROR_USAGE);
    assert_int_equal(qm_draw_svg(t.scenario, t.state, NULL, &options, &out), QM_ERROR_USAGE);
    assert_int_equal(qm_draw_svg(t.scenario, t.state, t.scratch, NULL, &out), QM_ERROR_USAGE);
    assert_int_equal(qm_draw_svg(t.scenario, t.state, t.scratch, &options, NULL), QM_ERROR_USAGE);
    static const struct {
        uint16_t width, reach, threat;
        int labels;
        qm_result result;
    } cases[] = {
        {QM_DRAW_WIDTH_MIN - 1, 0, 0, 0, QM_ERROR_USAGE},
        {QM_DRAW_WIDTH_MIN, 0, 0, 0, QM_OK},
        {QM_DRAW_WIDTH_MAX, 0, 0, 0, QM_OK},
        {QM_DRAW_WIDTH_MAX + 1, 0, 0, 0, QM_ERROR_USAGE},
        {148, 9, 0, 0, QM_ERROR_USAGE},
        {148, 0, 8, 0, QM_OK},
        {148, 0, 9, 0, QM_ERROR_USAGE},
        {148, 0, QM_DRAW_EVERYONE, 0, QM_OK},
        {148, 0, 0, 4, QM_ERROR_USAGE},
        {148, 0, 0, 3, QM_OK},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        options = qm_draw_defaults();
        options.width = cases[i].width;
        options.reach = cases[i].reach;
        options.threat = cases[i].threat;
        options.labels = (qm_draw_labels)cases[i].labels;
        qm_text_clear(&out);
        assert_int_equal(qm_draw_svg(t.scenario, t.state, t.scratch, &options, &out), cases[i].result);
        assert_int_equal(out.length > 0, cases[i].result == QM_OK);
    }
    char small[100];
    qm_text fixed = qm_text_over(small, sizeof small);
    options = qm_draw_defaults();
    assert_int_equal(qm_draw_svg(t.scenario, t.state, t.scratch, &options, &fixed), QM_ERROR_MEMORY);
    qm_text_free(&out);
    close_table(&t);
}

/* Memory that runs out at any moment is an error and no leak. */
static void test_memory_runs_out(void **unused) {
    (void)unused;
    table t = open_table("yard.json");
    play(&t, "next", 7);
    const qm_order order = read_order(&t, "Maximilian full 0701 jump 0705");
    qm_draw_options options = qm_draw_defaults();
    options.reach = qm_state_actor(t.scenario, t.state);
    options.threat = QM_DRAW_EVERYONE;
    options.order = &order;
    starve_picture(t.scenario, t.state, t.scratch, &options);
    close_table(&t);
}

/* ------------------------------------------------------------------------------------------------------------ texts */

static void test_escaping(void **unused) {
    (void)unused;
    table t = open_table("rows.json");
    qm_draw_options options = qm_draw_defaults();
    options.title = "<b> & \"q\" 'a' \x01\xff\xc3\xa9 \xef\xbf\xbe";
    qm_text out = qm_text_growing(NULL);
    assert_int_equal(qm_draw_svg(t.scenario, t.state, t.scratch, &options, &out), QM_OK);
    assert_non_null(strstr(
        out.data, "<title>&lt;b&gt; &amp; &quot;q&quot; 'a' \xef\xbf\xbd\xef\xbf\xbd\xc3\xa9 \xef\xbf\xbd</title>"));
    check_xml(out.data);
    qm_text_clear(&out);
    options.title = "";
    assert_int_equal(qm_draw_svg(t.scenario, t.state, t.scratch, &options, &out), QM_OK);
    assert_non_null(strstr(out.data, "<title></title>"));
    qm_text_clear(&out);
    options.title = NULL;
    assert_int_equal(qm_draw_svg(t.scenario, t.state, t.scratch, &options, &out), QM_OK);
    assert_non_null(strstr(out.data, "<title>Rows &lt;of&gt; &quot;hexes&quot; &amp; three sides</title>"));
    qm_text_free(&out);
    close_table(&t);
}

static void test_widths_and_lines(void **unused) {
    (void)unused;
    const qm__type type = {10, false, 0};
    assert_true(qm__text_width("W", 1, 10, false) == 9.9);
    assert_true(qm__text_width("W", 1, 10, true) > qm__text_width("W", 1, 10, false));
    assert_true(qm__text_width("", 0, 10, false) == 0);
    assert_true(qm__text_width("\xc3\xa9", 2, 10, false) > qm__text_width("e", 1, 10, false));
    /* "aaa" is 18.6 wide, "aaa b" 28.2. */
    assert_int_equal(qm__text_line("aaa bbb", 100, type), 7);
    assert_int_equal(qm__text_line("aaa bbb", 28.3, type), 3);
    assert_int_equal(qm__text_line("aaa bbb", 18.7, type), 3);
    assert_int_equal(qm__text_line("aaa bbb", 18.5, type), 2);
    assert_int_equal(qm__text_line("aaa", 1, type), 1);
    assert_int_equal(qm__text_line("\xc3\xa9\xc3\xa9", 1, type), 2);
    assert_int_equal(qm__text_line("a\nb", 100, type), 1);
}

/* ---------------------------------------------------------------------------------------------------------- outline */

static void check_outline(qm__page *page, const uint16_t *member, size_t lines, size_t corners) {
    uint8_t marks[201] = {0};
    qm_text *layer = &page->layers[page->layer];
    qm_text_clear(layer);
    qm__page_outline(page, member, 1, marks);
    const char *data = layer->data ? layer->data : "";
    assert_int_equal(count_of(data, 'M'), lines);
    assert_int_equal(count_of(data, 'Z'), lines);
    assert_int_equal(count_of(data, 'M') + count_of(data, 'L'), corners);
    for (size_t i = 0; i < sizeof marks; i++) {
        assert_int_equal(marks[i], 0);
    }
}

/* An area is one line around all of it: no line between its hexes, one more for each hole. */
static void test_outlines(void **unused) {
    (void)unused;
    static const char *const files[] = {"yard.json", "rows.json"};
    for (size_t file = 0; file < 2; file++) {
        table t = open_table(files[file]);
        const qm__hex_board *board = &t.scenario->hex;
        const qm_draw_options options = qm_draw_defaults();
        qm__page page = {.scenario = t.scenario,
                         .options = &options,
                         .shape = qm__cell_shape_of(t.scenario),
                         .cells = board->hex_count,
                         .side = 10};
        page.layers[page.layer] = qm_text_growing(NULL);
        uint16_t member[201] = {0};
        check_outline(&page, member, 0, 0);
        const qm__hex middle = qm__hex_at(board, 4, 3);
        member[middle] = 1;
        check_outline(&page, member, 1, 6);
        member[qm__hex_neighbour(board, middle, 0)] = 1;
        check_outline(&page, member, 1, 10);
        for (int d = 0; d < 6; d++) {
            member[qm__hex_neighbour(board, middle, d)] = 1;
        }
        check_outline(&page, member, 1, 18);
        member[middle] = 0;
        check_outline(&page, member, 2, 24);
        member[board->hex_count] = 1; /* apart from the rest, in the corner of the board */
        check_outline(&page, member, 3, 30);
        qm_text_free(&page.layers[page.layer]);
        close_table(&t);
    }
}

/* ----------------------------------------------------------------------------------------------------- what is shown
 */

static void test_content(void **unused) {
    (void)unused;
    table t = open_table("yard.json");
    play(&t, "next", 7);
    const qm_order jump = read_order(&t, "Maximilian full 0701 jump 0705");
    const qm_order bad = read_order(&t, "Maximilian full 0803 jump 0504");
    qm_draw_options options = qm_draw_defaults();
    qm_text out = qm_text_growing(NULL);
    assert_int_equal(qm_draw_svg(t.scenario, t.state, t.scratch, &options, &out), QM_OK);
    assert_null(strstr(out.data, "qm-arrow"));
    assert_null(strstr(out.data, "qm-threat"));
    assert_non_null(strstr(out.data, ">pit, 4 m deep<"));
    assert_non_null(strstr(out.data, ">wall, 1.2 m high<"));
    assert_non_null(strstr(out.data, ">\xe2\x88\x92"
                                     "4 m<"));
    assert_non_null(strstr(out.data, ">Maximilian<"));
    assert_non_null(strstr(out.data, ">0101<"));
    options.order = &jump;
    qm_text_clear(&out);
    assert_int_equal(qm_draw_svg(t.scenario, t.state, t.scratch, &options, &out), QM_OK);
    assert_non_null(strstr(out.data, ">Maximilian full 0701 jump 0705<"));
    assert_non_null(strstr(out.data, "stroke-dasharray=\"14 7\" marker-end=\"url(#qm-arrow)\""));
    assert_non_null(strstr(out.data, "8d6 against 23"));
    assert_non_null(strstr(out.data, ">What can happen"));
    assert_non_null(strstr(out.data, "HX-12"));
    options.outcomes = 0;
    qm_text_clear(&out);
    assert_int_equal(qm_draw_svg(t.scenario, t.state, t.scratch, &options, &out), QM_OK);
    assert_null(strstr(out.data, ">What can happen"));
    options.order = &bad;
    options.legend = false;
    options.labels = QM_DRAW_LABELS_NONE;
    qm_text_clear(&out);
    assert_int_equal(qm_draw_svg(t.scenario, t.state, t.scratch, &options, &out), QM_OK);
    assert_non_null(strstr(out.data, ">Illegal.<"));
    assert_null(strstr(out.data, ">pit, 4 m deep<"));
    assert_null(strstr(out.data, ">0101<"));
    qm_text_free(&out);
    close_table(&t);
}

/* Objectives have a border, a name and a line of the legend, whatever stands in them; without any there is no trace. */
static void test_objectives(void **unused) {
    (void)unused;
    table t = open_table("ledge.json"), plain = open_table("yard.json");
    qm_draw_options options = qm_draw_defaults();
    qm_text out = qm_text_growing(NULL);
    assert_int_equal(qm_draw_svg(t.scenario, t.state, t.scratch, &options, &out), QM_OK);
    assert_int_equal(count_in(out.data, "stroke-dasharray=\"16 5 4 5\" d=\"M"), 2);
    assert_int_equal(count_in(out.data, "stroke-dasharray=\"16 5 4 5\"/>"), 2);
    assert_int_equal(count_in(out.data, " fill=\"#ffffff\">gate<"), 1);
    assert_int_equal(count_in(out.data, " fill=\"#ffffff\">cellar &amp; &quot;stairs&quot;<"), 1);
    assert_non_null(strstr(out.data, ">gate: objective of thieves,<"));
    assert_non_null(strstr(out.data, ">held for 1 turn<"));
    assert_non_null(strstr(out.data, ">any side, held for 3 turns<"));
    qm_text_clear(&out);
    options.legend = false;
    assert_int_equal(qm_draw_svg(t.scenario, t.state, t.scratch, &options, &out), QM_OK);
    assert_int_equal(count_in(out.data, "stroke-dasharray=\"16 5 4 5\""), 2);
    assert_null(strstr(out.data, "objective of"));
    qm_text_clear(&out);
    options.legend = true;
    assert_int_equal(qm_draw_svg(plain.scenario, plain.state, plain.scratch, &options, &out), QM_OK);
    assert_null(strstr(out.data, "16 5 4 5"));
    assert_null(strstr(out.data, "objective of"));
    qm_text_free(&out);
    close_table(&t);
    close_table(&plain);
}

/* Three hang in the scenario; in facts of our own nobody does, then one. */
static void test_hanging(void **unused) {
    (void)unused;
    table t = open_table("ledge.json");
    qm_draw_options options = qm_draw_defaults();
    qm_text out = qm_text_growing(NULL);
    assert_int_equal(qm_draw_svg(t.scenario, t.state, t.scratch, &options, &out), QM_OK);
    assert_non_null(strstr(out.data, ">hangs at the rim<"));
    qm_look figures[6];
    for (uint16_t i = 0; i < 6; i++) {
        qm_figure_look(t.scenario, t.state, (uint16_t)(i + 1), &figures[i]);
    }
    const uint8_t east[6] = {1};
    for (int hangs = 0; hangs < 2; hangs++) {
        const qm__draw_facts facts = {.figures = figures, .hanging = hangs ? east : NULL};
        options.legend = hangs == 1;
        qm_text_clear(&out);
        assert_int_equal(qm__draw_page(t.scenario, &facts, &options, &out, NULL, 0, NULL), QM_OK);
        assert_int_equal(strstr(out.data, ">hangs at the rim<") != NULL, hangs);
        /* Two pairs of strokes, on the board and in the legend, each with its casing. */
        assert_int_equal(count_in(out.data, "stroke-linecap=\"round\""), hangs ? 4 : 0);
    }
    qm_text_free(&out);
    close_table(&t);
}

/* A check that no roll fails needs no luck: the hex is not dotted and has no chance written in it. */
static void test_certain_checks(void **unused) {
    (void)unused;
    table t = open_table("rows.json");
    qm_look figures[16], items[16];
    assert_true(t.scenario->figure_count <= 16 && t.scenario->item_count <= 16);
    for (uint16_t i = 0; i < t.scenario->figure_count; i++) {
        qm_figure_look(t.scenario, t.state, (uint16_t)(i + 1), &figures[i]);
    }
    for (uint16_t i = 0; i < t.scenario->item_count; i++) {
        qm_item_look(t.scenario, t.state, (uint16_t)(i + 1), &items[i]);
    }
    static const float chances[] = {1.0f, 0.999f, 0.5f, 0.001f};
    static const char *const texts[] = {NULL, "&gt;99%<", ">50%<", "&lt;1%<"};
    for (size_t i = 0; i < 4; i++) {
        const qm_reach_place place = {.at = {1, 1, 0}, .cost = 3, .sure_cost = -1, .chance = chances[i]};
        const qm__draw_facts facts = {.figures = figures, .items = items, .reach = &place, .reach_count = 1};
        qm_draw_options options = qm_draw_defaults();
        qm_text out = qm_text_growing(NULL);
        options.reach = 1;
        assert_int_equal(qm__draw_page(t.scenario, &facts, &options, &out, NULL, 0, NULL), QM_OK);
        assert_non_null(strstr(out.data, ">3<"));
        assert_int_equal(strstr(out.data, "url(#qm-risk)") != NULL, i > 0);
        assert_true(texts[i] ? strstr(out.data, texts[i]) != NULL : strstr(out.data, "%<") == NULL);
        qm_text_free(&out);
    }
    close_table(&t);
}

/* In grey every colour has three equal parts. */
static void test_grey(void **unused) {
    (void)unused;
    table t = open_table("yard.json");
    qm_draw_options options = qm_draw_defaults();
    options.grey = true;
    options.threat = QM_DRAW_EVERYONE;
    qm_text out = qm_text_growing(NULL);
    assert_int_equal(qm_draw_svg(t.scenario, t.state, t.scratch, &options, &out), QM_OK);
    for (const char *c = strstr(out.data, "=\"#"); c; c = strstr(c + 1, "=\"#")) {
        assert_memory_equal(c + 3, c + 5, 2);
        assert_memory_equal(c + 3, c + 7, 2);
    }
    qm_text_free(&out);
    close_table(&t);
}

/* A board so crowded that some names have no room: they get numbers, and a key. */
static void test_key(void **unused) {
    (void)unused;
    table t = open_table("crowd.json");
    qm_draw_options options = qm_draw_defaults();
    options.width = QM_DRAW_WIDTH_MIN;
    qm_text out = qm_text_growing(NULL);
    assert_int_equal(qm_draw_svg(t.scenario, t.state, t.scratch, &options, &out), QM_OK);
    assert_non_null(strstr(out.data, ">Figures: 1\xc2\xa0"));
    qm_text_free(&out);
    close_table(&t);
}

/* ----------------------------------------------------------------------------------------------------------- golden */

static const struct {
    const char *name, *scenario, *order, *reach;
    uint16_t threat, width;
    bool grey;
} golden[] = {
    {"yard", "yard.json", NULL, NULL, 0, 148, false},
    {"yard-jump", "yard.json", "Maximilian full 0802 0801 0701 jump 0705", NULL, 4, 148, false},
    {"yard-reach-grey", "yard.json", "Maximilian full 0803 0804 0705 0605 0505", "Maximilian", QM_DRAW_EVERYONE, 148,
     true},
    {"rows", "rows.json", NULL, NULL, QM_DRAW_EVERYONE, 148, false},
    {"crowd", "crowd.json", NULL, NULL, 0, 60, false},
    {"ledge", "ledge.json", "Eve full 0306 0406 0506 0606 0706 0805 0904 1004 1103 1202", NULL, 0, 148, false},
    {"ledge-grey", "ledge.json", NULL, "Eve", QM_DRAW_EVERYONE, 105, true},
};

static const char *draw_golden(size_t index, qm_text *out) {
    table t = open_table(golden[index].scenario);
    play(&t, "next", 7);
    qm_draw_options options = qm_draw_defaults();
    qm_order order;
    options.width = golden[index].width;
    options.grey = golden[index].grey;
    options.threat = golden[index].threat;
    options.reach = golden[index].reach ? qm_figure_named(t.scenario, golden[index].reach) : 0;
    if (golden[index].order) {
        order = read_order(&t, golden[index].order);
        options.order = &order;
    }
    assert_int_equal(qm_draw_svg(t.scenario, t.state, t.scratch, &options, out), QM_OK);
    close_table(&t);
    return golden[index].name;
}

static void test_golden(void **unused) {
    (void)unused;
    golden_pictures(sizeof golden / sizeof golden[0], draw_golden, false);
}

static void update_golden(void **unused) {
    (void)unused;
    golden_pictures(sizeof golden / sizeof golden[0], draw_golden, true);
}

int main(int argc, char **argv) {
    if (argc > 1 && strcmp(argv[1], "--update") == 0) {
        const struct CMUnitTest update[] = {cmocka_unit_test(update_golden)};
        return cmocka_run_group_tests(update, NULL, NULL);
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_combination),
        cmocka_unit_test(test_random_facts),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_memory_runs_out),
        cmocka_unit_test(test_escaping),
        cmocka_unit_test(test_widths_and_lines),
        cmocka_unit_test(test_outlines),
        cmocka_unit_test(test_content),
        cmocka_unit_test(test_objectives),
        cmocka_unit_test(test_hanging),
        cmocka_unit_test(test_certain_checks),
        cmocka_unit_test(test_grey),
        cmocka_unit_test(test_key),
        cmocka_unit_test(test_golden),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
