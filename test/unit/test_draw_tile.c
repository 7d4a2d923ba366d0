/* Pictures of boards of tiles, and of stories: many moves at once, drawn from hand-made events (see pavement.h).
 *
 * `test_draw_tile --update` writes the golden files (test/golden/NAME.svg) anew from what is drawn now; look at
 * them before keeping them.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "battery/battery.h"
#include "quickmarch/io.h"
#include "unit/pavement.h"
#include "unit/picture.h"

/* --------------------------------------------------------------------------------------------------------- golden */

static const char *draw_golden(size_t index, qm_text *out) {
    table *t = pictures[index].make();
    qm_draw_options options = qm_draw_defaults();
    options.width = pictures[index].width;
    options.grey = pictures[index].grey;
    options.reach = pictures[index].reach;
    assert_int_equal(qm__draw_page(&t->scenario, &t->facts, &options, out, NULL, 0, NULL), QM_OK);
    close_table(t);
    return pictures[index].name;
}

static void test_golden(void **unused) {
    (void)unused;
    golden_pictures(PICTURES, draw_golden, false);
}

static void update_golden(void **unused) {
    (void)unused;
    golden_pictures(PICTURES, draw_golden, true);
}

/* -------------------------------------------------------------------------------------------------------- outlines */

static void check_outline(qm__page *page, const int *labels, size_t lines, size_t corners) {
    uint16_t member[64] = {0};
    uint8_t marks[64] = {0}, none[64] = {0};
    for (; *labels; labels++) {
        member[qm__cell_of(page->scenario, place(*labels))] = 1;
    }
    qm_text *layer = &page->layers[page->layer];
    qm_text_clear(layer);
    qm__page_outline(page, member, 1, marks);
    const char *data = layer->data ? layer->data : "";
    assert_int_equal(count_of(data, 'M'), lines);
    assert_int_equal(count_of(data, 'Z'), lines);
    assert_int_equal(count_of(data, 'M') + count_of(data, 'L'), corners);
    assert_memory_equal(marks, none, sizeof marks);
}

/* Four cells meet in a corner: those that only touch there are apart, and a hole has a line of its own. */
static void test_outlines(void **unused) {
    (void)unused;
    table *t = open_table(7, 7, 1, "");
    const qm_draw_options options = qm_draw_defaults();
    qm__page page = {.scenario = &t->scenario,
                     .options = &options,
                     .shape = qm__cell_shape_of(&t->scenario),
                     .cells = 49,
                     .side = 10};
    page.layers[page.layer] = qm_text_growing(NULL);
    check_outline(&page, (const int[]){0}, 0, 0);
    check_outline(&page, (const int[]){303, 0}, 1, 4);
    check_outline(&page, (const int[]){303, 403, 0}, 1, 6);
    check_outline(&page, (const int[]){303, 404, 0}, 2, 8);
    check_outline(&page, (const int[]){403, 304, 0}, 2, 8);
    check_outline(&page, (const int[]){303, 403, 404, 0}, 1, 8);
    check_outline(&page, (const int[]){303, 403, 304, 404, 0}, 1, 8);
    check_outline(&page, (const int[]){303, 403, 503, 304, 504, 305, 405, 505, 0}, 2, 16);
    check_outline(&page, (const int[]){101, 701, 107, 707, 0}, 4, 16);
    qm_text_free(&page.layers[page.layer]);
    close_table(t);
}

/* ------------------------------------------------------------------------------------------------------ the content */

static char *drawn(table *t, const qm_draw_options *options) {
    static qm__page_box boxes[BOXES_MAX];
    size_t count = 0;
    qm_text out = qm_text_growing(NULL);
    assert_int_equal(qm__draw_page(&t->scenario, &t->facts, options, &out, boxes, BOXES_MAX, &count), QM_OK);
    check_xml(out.data);
    check_closed(out.data);
    check_boxes(boxes, count, options->width * 10.0, height_of(out.data));
    return out.data;
}

#define BAR "stroke=\"#a01010\""
#define GHOST "stroke-dasharray=\"5 3\""
#define WISH "stroke-dasharray=\"9 7\""
#define REFUGE "stroke-dasharray=\"3 6\""
#define BURST "fill=\"#ffe89a\""
#define LIGHTNING "fill=\"#ffd21f\""

static void test_court(void **unused) {
    (void)unused;
    table *t = court();
    qm_draw_options options = qm_draw_defaults();
    char *svg = drawn(t, &options);
    assert_int_equal(count_in(svg, "stroke-linecap=\"square\""), 1);
    assert_non_null(strstr(svg, ">wall<"));
    assert_non_null(strstr(svg, ">0907<"));
    assert_null(strstr(svg, ">0908<"));
    assert_null(strstr(svg, GHOST));
    assert_null(strstr(svg, ">told below<"));
    free(svg);
    options.labels = QM_DRAW_LABELS_EDGE;
    svg = drawn(t, &options);
    assert_null(strstr(svg, ">0907<"));
    assert_non_null(strstr(svg, ">09<"));
    assert_null(strstr(svg, ">10<"));
    free(svg);
    close_table(t);
    t = court_reach();
    options.reach = 1;
    svg = drawn(t, &options);
    assert_non_null(strstr(svg, ">Ada: cost 3<"));
    assert_non_null(strstr(svg, ">movement ends there<"));
    assert_int_equal(count_in(svg, "marker-end=\"url(#qm-arrow)\""), 4); /* three steps and the legend */
    free(svg);
    close_table(t);
}

/* The winner is bold, the loser has a bar before it, ways that came to nothing are dashed, and all is told once. */
static void test_one_tile(void **unused) {
    (void)unused;
    table *t = one_tile();
    qm_draw_options options = qm_draw_defaults();
    options.legend = false;
    char *svg = drawn(t, &options);
    assert_non_null(strstr(svg, ">Ada 3 &gt; 1 Brok<"));
    assert_int_equal(count_in(svg, BURST), 1);
    assert_int_equal(count_in(svg, GHOST), 3);
    assert_int_equal(count_in(svg, WISH), 2);
    assert_int_equal(count_in(svg, BAR), 2); /* of two between Ada and Brok one is enough */
    assert_int_equal(count_in(svg, "stroke-width=\"10\" stroke-linejoin=\"round\""),
                     3);                             /* two casings, one bold line */
    assert_int_equal(count_in(svg, ">3</text>"), 2); /* Brok's second step comes in its third beat */
    assert_int_equal(count_in(svg, ">2</text>"), 1);
    assert_non_null(strstr(svg, "Ada (3 left) and Brok (1 left) both want 0403 (PV-03). Ada gets 0403"));
    assert_non_null(strstr(svg, ">Cyrene stops next to Brok (PV-02).<"));
    assert_int_equal(count_in(svg, "stops next to"), 3); /* the other two belong to the conflict */
    assert_null(strstr(svg, ">C</text>"));
    assert_null(strstr(svg, "has arrived"));
    assert_null(strstr(svg, "wants to go"));
    assert_non_null(strstr(svg, "PV-02 Next to a foe"));
    assert_null(strstr(svg, "PV-04"));
    free(svg);
    close_table(t);
}

static void test_stories(void **unused) {
    (void)unused;
    table *t = crossing();
    qm_draw_options options = qm_draw_defaults();
    char *svg = drawn(t, &options);
    assert_non_null(strstr(svg, ">Cyrene 3 = 3 Brok: Cyrene wins<"));
    assert_non_null(strstr(svg, ">Hilde 2 = 2 Gerold: neither<"));
    assert_non_null(strstr(svg, ">even, settled by dice<"));
    assert_int_equal(count_in(svg, REFUGE), 2);
    assert_int_equal(count_in(svg, BURST), 3);
    assert_non_null(strstr(svg, ">Finn stumbles &amp; &lt;curses&gt; (PV-01).<"));
    assert_non_null(strstr(svg, ">\xe2\x80\x93<"));
    assert_null(strstr(svg, "qm-arrow"));
    free(svg);
    close_table(t);
    t = intercept();
    svg = drawn(t, &options);
    assert_int_equal(count_in(svg, LIGHTNING), 2);
    assert_non_null(strstr(svg, ">watched by guards<"));
    assert_int_equal(count_in(svg, "fill=\"url(#qm-threat-a)\" fill-rule"), 1);
    assert_non_null(strstr(svg, ">Ada intercepts Brok at 0302 (PV-05). Brok is halted by Ada (PV-05).<"));
    assert_non_null(strstr(svg, ">Cyrene 1 &gt; 0 Dag<"));
    free(svg);
    close_table(t);
    t = dance();
    svg = drawn(t, &options);
    assert_non_null(strstr(svg, ">Finn 4 &gt; 3 Hilde &gt; 2 Gerold<"));
    assert_null(strstr(svg, ">B<"));
    free(svg);
    close_table(t);
}

/* A conflict that comes up again before it is settled is one; after that it is another. Claims may come one by one. */
static void test_notes(void **unused) {
    (void)unused;
    table *t = open_table(7, 7, 4, "");
    qm_draw_options options = qm_draw_defaults();
    stand(t, 1, 101);
    stand(t, 2, 301);
    stand(t, 3, 203);
    stand(t, 4, 707);
    claim(t, 1, 3, 0, 0, 202);
    claim(t, 2, 2, 0, 0, 202);
    claim(t, 1, 3, 0, 0, 202);
    claim(t, 3, 1, 1, 3, 202);
    tell(t, EV_WON, 1, 0, 202);
    tell(t, EV_STEPPED, 1, 0, 202);
    claim(t, 2, 2, 3, 1, 202);
    tell(t, EV_LOST, 4, 2, 706);
    tell(t, EV_BLOCKED, 3, 0, 202);
    tell(t, EV_BLOCKED, 3, 0, 202);
    tell(t, EV_HALTED, 4, 3, 0);
    tell_story(t);
    char *svg = drawn(t, &options);
    assert_non_null(strstr(svg, ">Ada 3 &gt; 2 Brok &gt; 1 Cyrene<"));
    assert_non_null(strstr(svg, ">Brok 2 &gt; 1 Cyrene<"));
    assert_int_equal(count_in(svg, "Ada (3 left) and"), 1);
    assert_int_equal(count_in(svg, "cannot enter"), 1);
    assert_non_null(strstr(svg, ">E</text>"));
    assert_null(strstr(svg, ">F</text>"));
    free(svg);
    close_table(t);
}

/* What is told before the first beat was declared; of places chosen to keep away the last one counts, and a phase that
 * begins is no part of the story. Beats in which nobody moves have no number. */
static void test_account(void **unused) {
    (void)unused;
    table *t = open_table(9, 5, 2, "");
    qm_draw_options options = qm_draw_defaults();
    options.legend = false;
    options.labels = QM_DRAW_LABELS_NONE;
    stand(t, 1, 103);
    stand(t, 2, 503);
    tell(t, EV_GOAL, 1, 0, 303);
    tell(t, EV_CHOSE, 2, 0, 603);
    tell(t, EV_BEAT, 0, 0, 0)->value = 1;
    tell(t, EV_GOAL, 1, 0, 403);
    tell(t, EV_STEPPED, 1, 0, 203);
    for (int beat = 2; beat < 7; beat++) {
        tell(t, EV_BEAT, 0, 0, 0)->value = beat;
    }
    tell(t, EV_STEPPED, 1, 0, 303);
    tell(t, EV_CHOSE, 2, 0, 703);
    tell(t, EV_BEAT, 0, 0, 0)->value = 7;
    tell(t, EV_PAID, 1, 0, 403);
    tell(t, EV_BEAT, 0, 0, 0)->value = 8;
    tell(t, EV_STEPPED, 2, 0, 603);
    tell(t, EV_STUMBLED, 0, 0, 0);
    tell_story(t);
    char *svg = drawn(t, &options);
    assert_non_null(strstr(svg, "Ada wants to go to 0303 (PV-01)."));
    assert_null(strstr(svg, "Ada wants to go to 0403"));
    assert_null(strstr(svg, "flees to 0603"));
    assert_non_null(strstr(svg, "Brok flees to 0703 (PV-01). Ada begins a slow step (PV-01)."));
    assert_null(strstr(svg, "stumbles"));
    for (int number = 1; number <= 8; number++) {
        char text[24];
        snprintf(text, sizeof text, ">%d</text>", number);
        assert_int_equal(count_in(svg, text), number == 3 || number > 4 ? 0 : 1); /* 3: nobody arrives */
    }
    free(svg);
    close_table(t);
}

/* The winner need not be the one with the most, and who has nothing told is only named. */
static void test_claims(void **unused) {
    (void)unused;
    table *t = open_table(9, 7, 6, "");
    qm_draw_options options = qm_draw_defaults();
    static const int at[] = {102, 302, 702, 902, 105, 305};
    for (int i = 0; i < 6; i++) {
        stand(t, i + 1, at[i]);
    }
    claim(t, 1, 1, 2, 4, 202);
    tell(t, EV_WON, 1, 2, 202);
    claim(t, 3, 2, 4, 2, 802);
    tell(t, EV_LOST, 6, 5, 205);
    tell_story(t);
    char *svg = drawn(t, &options);
    assert_non_null(strstr(svg, ">Brok 4 &gt; 1 Ada: Ada wins<"));
    assert_non_null(strstr(svg, ">Cyrene 2 = 2 Dag<"));
    assert_non_null(strstr(svg, ">Finn, Esmeralda: Esmeralda wins<"));
    free(svg);
    close_table(t);
}

/* Letters end after a to z; what comes then is told without one. */
static void test_many_notes(void **unused) {
    (void)unused;
    table *t = open_table(40, 30, 8, "");
    qm_draw_options options = qm_draw_defaults();
    for (int i = 0; i < 8; i++) {
        stand(t, i + 1, (i * 4 + 2) * 100 + 1 + i);
    }
    for (int i = 0; i < 54; i++) {
        tell(t, EV_BLOCKED, i % 8 + 1, 0, (i % 38 + 1) * 100 + i / 2 + 1);
    }
    tell_story(t);
    char *svg = drawn(t, &options);
    assert_int_equal(count_in(svg, "font-weight=\"bold\">z<"), 1);
    assert_int_equal(count_in(svg, ">\xe2\x80\x93<"), 2);
    free(svg);
    close_table(t);
}

/* ---------------------------------------------------------------------------------------------- any story at all */

/* Events without sense, figures on top of one another: texts keep apart whatever is told. */
static void test_random_stories(void **unused) {
    (void)unused;
    static const int sizes[][2] = {{1, 1}, {5, 5}, {10, 8}, {30, 40}};
    uint32_t seed = 3;
    for (size_t round = 0; round < 160; round++) {
        const int columns = sizes[round % 4][0], rows = sizes[round % 4][1];
        table *t = open_table(columns, rows, 8, "Any story");
        for (int i = 0; i < 8; i++) {
            stand(t, i + 1,
                  (int)(draw_number(&seed, (uint32_t)columns) + 1) * 100 + (int)draw_number(&seed, (uint32_t)rows) + 1);
        }
        const uint32_t count = draw_number(&seed, 120);
        for (uint32_t i = 0; i < count; i++) {
            const int where = draw_number(&seed, 8) == 0 ? 0
                                                         : (int)(draw_number(&seed, (uint32_t)columns) + 1) * 100 +
                                                               (int)draw_number(&seed, (uint32_t)rows) + 1;
            qm_event *event = tell(t, (uint16_t)draw_number(&seed, EV_COUNT), (int)draw_number(&seed, 9),
                                   (int)draw_number(&seed, 9), where);
            event->value = (int32_t)draw_number(&seed, 12);
            event->needed = (int32_t)draw_number(&seed, 5);
            event->roll = 1;
            if (event->kind == EV_STEPPED && (event->figure == 0 || where == 0)) {
                event->figure = 1;
                event->at = place(101);
            }
        }
        tell_story(t);
        qm_draw_options options = qm_draw_defaults();
        options.width = (uint16_t)(QM_DRAW_WIDTH_MIN + draw_number(&seed, 200));
        options.labels = (qm_draw_labels)draw_number(&seed, 4);
        options.legend = round % 3 != 0;
        free(drawn(t, &options));
        close_table(t);
    }
}

/* In grey every colour has three equal parts. */
static void test_grey(void **unused) {
    (void)unused;
    for (size_t i = 0; i < PICTURES; i++) {
        table *t = pictures[i].make();
        qm_draw_options options = qm_draw_defaults();
        options.grey = true;
        char *svg = drawn(t, &options);
        for (const char *c = strstr(svg, "=\"#"); c; c = strstr(c + 1, "=\"#")) {
            assert_memory_equal(c + 3, c + 5, 2);
            assert_memory_equal(c + 3, c + 7, 2);
        }
        free(svg);
        close_table(t);
    }
}

/* ------------------------------------------------------------------------------------------- from an order to a story
 */

typedef struct game {
    qm_scenario *scenario;
    qm_state *state;
    qm_scratch *scratch;
    qm_order order;
} game;

static game open_game(void) {
    game g = {
        .scenario = battery_load_text(
            "{\"quickmarch\":\"scenario\",\"version\":1,\"title\":\"A "
            "race\",\"rules\":\"pave\",\"board\":{\"size\":[6,3]},"
            "\"sides\":[\"guards\",\"thieves\"],\"figures\":[{\"name\":\"Ada\",\"side\":\"guards\",\"at\":\"0102\"},"
            "{\"name\":\"Brok\",\"side\":\"thieves\",\"at\":\"0402\"},"
            "{\"name\":\"Cyrene\",\"side\":\"guards\",\"at\":\"0603\"}]}")};
    g.state = battery_state(g.scenario);
    g.scratch = battery_scratch(g.scenario);
    qm_order_clear(&g.order, PV_RESOLVE, 0);
    return g;
}

static void close_game(game *g) {
    qm_scenario_free(g->scenario);
    free(g->state);
    free(g->scratch);
}

static void test_likely_story(void **unused) {
    (void)unused;
    game g = open_game();
    const qm_scenario *s = g.scenario;
    qm_draw_options options = qm_draw_defaults();
    options.order = &g.order;
    qm_text out = qm_text_growing(NULL);
    assert_int_equal(qm_draw_svg(s, g.state, g.scratch, &options, &out), QM_OK);
    assert_non_null(strstr(out.data, ">Ada 3 = 3 Brok: Ada wins<"));
    assert_non_null(strstr(out.data, ">Shown is the most likely outcome, 66.7 %.<"));
    assert_non_null(strstr(out.data, ">What can happen<"));
    options.outcomes = 0;
    qm_text_clear(&out);
    assert_int_equal(qm_draw_svg(s, g.state, g.scratch, &options, &out), QM_OK);
    assert_non_null(strstr(out.data, ">Ada 3 = 3 Brok: Ada wins<"));
    assert_null(strstr(out.data, "What can happen"));
    assert_null(strstr(out.data, "other outcome"));
    g.state->phase = 1; /* Ada is to walk first */
    qm_text_clear(&out);
    assert_int_equal(qm_draw_svg(s, g.state, g.scratch, &options, &out), QM_OK);
    assert_non_null(strstr(out.data, ">Illegal.<"));
    assert_null(strstr(out.data, ">Ada 3 = 3 Brok"));
    qm_text_free(&out);
    close_game(&g);
}

/* A story of the caller's own is drawn as it is told; one that is not of this scenario is refused. */
static void test_given_story(void **unused) {
    (void)unused;
    game g = open_game();
    const qm_scenario *s = g.scenario;
    qm_state *copy = malloc(qm_state_size(s));
    qm_event list[40];
    qm_events told = {.items = list, .capacity = 40};
    qm_tape tape = {.length = 2, .bytes = {1, 3}};
    qm_source source = {.choices = QM_CHOICES_AUTOMATIC, .given = &tape};
    qm_verdict verdict;
    qm_played played;
    memcpy(copy, g.state, qm_state_size(s));
    assert_int_equal(qm_judge(s, copy, &g.order, g.scratch, &verdict), QM_OK);
    assert_int_equal(qm_play(s, copy, g.scratch, &source, &told, &played), QM_OK);
    qm_draw_options options = qm_draw_defaults();
    options.order = &g.order;
    options.story = &told;
    qm_text out = qm_text_growing(NULL);
    for (uint16_t outcomes = 0; outcomes <= 6; outcomes = (uint16_t)(outcomes + 6)) {
        options.outcomes = outcomes;
        qm_text_clear(&out);
        assert_int_equal(qm_draw_svg(s, g.state, g.scratch, &options, &out), QM_OK);
        assert_non_null(strstr(out.data, ">Ada 3 = 3 Brok: Brok wins<"));
        assert_null(strstr(out.data, "most likely"));
        assert_int_equal(strstr(out.data, "What can happen") != NULL, outcomes > 0);
    }
    options.order = NULL;
    assert_int_equal(qm_draw_svg(s, g.state, g.scratch, &options, &out), QM_ERROR_USAGE);
    options.order = &g.order;
    for (int i = 0; i < 3; i++) {
        const qm_event kept = told.items[0];
        told.items[0].kind = i == 0 ? EV_COUNT : kept.kind;
        told.items[0].figure = i == 1 ? 4 : kept.figure;
        told.items[0].other = i == 2 ? 4 : kept.other;
        assert_int_equal(qm_draw_svg(s, g.state, g.scratch, &options, &out), QM_ERROR_USAGE);
        told.items[0] = kept;
    }
    qm_text_free(&out);
    free(copy);
    close_game(&g);
}

/* Memory that runs out at any moment is an error and no leak. */
static void test_memory_runs_out(void **unused) {
    (void)unused;
    game g = open_game();
    qm_draw_options options = qm_draw_defaults();
    options.order = &g.order;
    starve_picture(g.scenario, g.state, g.scratch, &options);
    close_game(&g);
}

int main(int argc, char **argv) {
    if (argc > 1 && strcmp(argv[1], "--update") == 0) {
        const struct CMUnitTest update[] = {cmocka_unit_test(update_golden)};
        return cmocka_run_group_tests(update, NULL, NULL);
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_outlines),        cmocka_unit_test(test_court),
        cmocka_unit_test(test_one_tile),        cmocka_unit_test(test_stories),
        cmocka_unit_test(test_notes),           cmocka_unit_test(test_account),
        cmocka_unit_test(test_claims),          cmocka_unit_test(test_many_notes),
        cmocka_unit_test(test_random_stories),  cmocka_unit_test(test_grey),
        cmocka_unit_test(test_likely_story),    cmocka_unit_test(test_given_story),
        cmocka_unit_test(test_memory_runs_out), cmocka_unit_test(test_golden),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
