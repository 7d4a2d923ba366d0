/* Forecasts: the call and its refusals, against exact odds, as text, as JSON and as a picture; on the toy family of
 * units (toy/drill.h) and on numbers made by hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "battery/battery.h"
#include "io/forecast.h"
#include "quickmarch/io.h"
#include "unit/picture.h"

#define PARADE                                                                                                         \
    "{\"quickmarch\":\"scenario\",\"version\":1,\"title\":\"Parade\",\"rules\":\"drill\",\"board\":{\"size\":[8,6]},"  \
    "\"sides\":[\"Red\",\"Blue\"],\"units\":[{\"name\":\"Rifles\",\"side\":\"Red\",\"at\":[\"0101\",\"0102\"],"        \
    "\"figures\":[{\"weapon\":\"pistol\"},{}]},{\"name\":\"Blues\",\"side\":\"Blue\",\"count\":3,"                     \
    "\"at\":[\"0701\",\"0702\",\"0703\"]}]}"

typedef struct bench {
    qm_scenario *scenario;
    qm_state *state;
    qm_scratch *scratch;
} bench;

static void judge(const bench *b, const char *text) {
    qm_diagnostics list = qm_diagnostics_make(NULL);
    qm_order order;
    static qm_verdict verdict;
    assert_int_equal(qm_order_read(b->scenario, text, strlen(text), &order, &list), QM_OK);
    assert_int_equal(qm_judge(b->scenario, b->state, &order, b->scratch, &verdict), QM_OK);
    qm_diagnostics_free(&list);
}

static void play_on(const bench *b) {
    qm_source source = {.seed = 1, .choices = QM_CHOICES_AUTOMATIC};
    qm_played played;
    assert_int_equal(qm_play(b->scenario, b->state, b->scratch, &source, NULL, &played), QM_OK);
}

static bench open_text(const char *text) {
    bench b = {.scenario = battery_load_text(text)};
    b.state = battery_state(b.scenario);
    b.scratch = battery_scratch(b.scenario);
    judge(&b, "next");
    play_on(&b);
    return b;
}

static void close_bench(bench *b) {
    qm_scenario_free(b->scenario);
    free(b->state);
    free(b->scratch);
}

static qm_result forecast_of(const bench *b, const char *order, qm_forecast_result *out) {
    judge(b, order);
    return qm_forecast(b->scenario, b->state, b->scratch, QM_POLICY_AUTOMATIC, out);
}

static bool near(double a, double b) {
    return a - b < 1e-12 && b - a < 1e-12;
}

/* --------------------------------------------------------------------------------------------------------- the call */

/* Pistol 1 die of 4, rifle 2 dice of 3: all by hand. */
static void numbers_are_exact(void **unused) {
    (void)unused;
    bench b = open_text(PARADE);
    qm_forecast_result f;
    assert_int_equal(forecast_of(&b, "Rifles volley at Blues", &f), QM_OK);
    assert_int_equal(f.count, 2);
    assert_int_equal(f.policy, QM_POLICY_AUTOMATIC);
    assert_true(f.had_choices);
    const double hits[] = {1 / 12.0, 4 / 12.0, 5 / 12.0, 2 / 12.0};
    assert_string_equal(f.spreads[0].name, "hits");
    assert_int_equal(f.spreads[0].figure, 1);
    assert_int_equal(f.spreads[0].count, 4);
    assert_string_equal(f.spreads[1].name, "figures lost");
    assert_int_equal(f.spreads[1].figure, 3);
    for (int i = 0; i < 4; i++) {
        assert_true(near(f.spreads[0].chances[i], hits[i]));
        assert_true(near(f.spreads[1].chances[i], hits[i]));
    }
    assert_true(near(qm_spread_mean(&f.spreads[0]), 5 / 3.0));
    play_on(&b); /* the order is still prepared */
    close_bench(&b);
}

/* The same as all outcomes one by one. */
static void odds_agree(void **unused) {
    (void)unused;
    bench b = open_text(PARADE);
    qm_forecast_result f;
    double lost[4] = {0};
    static qm_outcome outcomes[256];
    qm_odds_result odds;
    qm_state *after = battery_state(b.scenario);
    judge(&b, "Rifles volley at Blues with rifle");
    assert_int_equal(qm_odds(b.scenario, b.state, b.scratch, QM_POLICY_AUTOMATIC, outcomes, 256, &odds), QM_OK);
    for (uint32_t i = 0; i < odds.count; i++) {
        assert_int_equal(qm_odds_outcome(b.scenario, b.state, b.scratch, &outcomes[i], after, NULL), QM_OK);
        int down = 0;
        for (uint16_t figure = 3; figure <= 5; figure++) {
            down += qm_figure_state(b.scenario, after, figure, 2);
        }
        lost[down] += outcomes[i].chance;
    }
    assert_int_equal(forecast_of(&b, "Rifles volley at Blues with rifle", &f), QM_OK);
    for (int i = 0; i < 4; i++) {
        assert_true(near(f.spreads[1].chances[i], lost[i]));
    }
    free(after);
    close_bench(&b);
}

static void refusals(void **unused) {
    (void)unused;
    bench b = open_text(PARADE);
    qm_forecast_result f;
    assert_int_equal(forecast_of(&b, "Rifles rest", &f), QM_OK);
    assert_int_equal(f.count, 0);
    assert_int_equal(forecast_of(&b, "Blues rest", &f), QM_ERROR_ILLEGAL);
    judge(&b, "Rifles rest");
    assert_int_equal(qm_forecast(b.scenario, b.state, b.scratch, QM_POLICY_AUTOMATIC, NULL), QM_ERROR_USAGE);
    assert_int_equal(qm_forecast(b.scenario, b.state, NULL, QM_POLICY_AUTOMATIC, &f), QM_ERROR_USAGE);
    assert_int_equal(qm_forecast(b.scenario, b.state, b.scratch, (qm_policy)9, &f), QM_ERROR_USAGE);
    play_on(&b);
    assert_int_equal(qm_forecast(b.scenario, b.state, b.scratch, QM_POLICY_FIRST, &f), QM_ERROR_STALE);
    close_bench(&b);
    b = open_text("{\"quickmarch\":\"scenario\",\"version\":1,\"rules\":\"pave\",\"board\":{\"size\":[3,3]},"
                  "\"sides\":[\"Red\"],\"figures\":[{\"name\":\"Ada\",\"at\":\"0101\"}]}");
    assert_int_equal(forecast_of(&b, "Ada walk 0102", &f), QM_ERROR_USAGE);
    close_bench(&b);
}

/* ------------------------------------------------------------------------------------------------------------ sums */

static void sums(void **unused) {
    (void)unused;
    const qm_spread spread = {.name = "n", .low = -1, .count = 3, .chances = (const double[]){0.25, 0.5, 0.25}};
    assert_true(near(qm_spread_mean(&spread), 0));
    assert_true(near(qm_spread_at_least(&spread, INT32_MIN), 1));
    assert_true(near(qm_spread_at_least(&spread, -1), 1));
    assert_true(near(qm_spread_at_least(&spread, 0), 0.75));
    assert_true(near(qm_spread_at_least(&spread, 1), 0.25));
    assert_true(near(qm_spread_at_least(&spread, 2), 0));
    assert_true(near(qm_spread_at_least(&spread, INT32_MAX), 0));
}

/* What is hardly possible at the ends shares a line, what lies between does not. */
static void ends_share_a_line(void **unused) {
    (void)unused;
    const double chances[] = {0.00001, 0.00003, 0.4, 0, 0.59990, 0.00004, 0.00001, 0.00001};
    const qm_spread spread = {.name = "n", .low = 10, .count = 8, .chances = chances};
    static const int32_t rows[][2] = {{10, 11}, {12, 12}, {13, 13}, {14, 14}, {15, 17}};
    uint32_t at = 0, count = 0;
    double sum = 0;
    for (qm__spread_row row; qm__spread_next(&spread, &at, &row); count++) {
        assert_in_range(count, 0, 4);
        assert_int_equal(row.from, rows[count][0]);
        assert_int_equal(row.to, rows[count][1]);
        assert_true(near(row.at_least, qm_spread_at_least(&spread, row.from)));
        sum += row.chance;
    }
    assert_int_equal(count, 5);
    assert_true(near(sum, 1));
}

/* ----------------------------------------------------------------------------------------------------------- faces */

static void charts_in_text(void **unused) {
    (void)unused;
    bench b = open_text(PARADE);
    qm_forecast_result f;
    qm_text out = qm_text_growing(NULL);
    assert_int_equal(forecast_of(&b, "Rifles volley at Blues", &f), QM_OK);
    qm_forecast_print(b.scenario, &f, &out);
    assert_string_equal(out.data, "Rifles: hits, 1.67 on average\n"
                                  "             exactly   at least\n"
                                  "        0      8.3 %    100.0 %  ######\n"
                                  "        1     33.3 %     91.7 %  ########################\n"
                                  "        2     41.7 %     58.3 %  ##############################\n"
                                  "        3     16.7 %     16.7 %  ############\n"
                                  "\n"
                                  "Blues: figures lost, 1.67 on average\n"
                                  "             exactly   at least\n"
                                  "        0      8.3 %    100.0 %  ######\n"
                                  "        1     33.3 %     91.7 %  ########################\n"
                                  "        2     41.7 %     58.3 %  ##############################\n"
                                  "        3     16.7 %     16.7 %  ############\n");
    qm_text_clear(&out);
    f = (qm_forecast_result){.count = 1};
    f.spreads[0] = (qm_spread){.name = "points",
                               .low = -2,
                               .count = 5,
                               .chances = (const double[]){0.00001, 0.00001, 0.1875, 0.81238, 0.0001}};
    qm_forecast_print(b.scenario, &f, &out);
    assert_string_equal(out.data, "points, 0.81 on average\n"
                                  "             exactly   at least\n"
                                  " -2 to -1     <0.1 %    100.0 %\n"
                                  "        0     18.8 %    >99.9 %  #######\n"
                                  "        1     81.2 %     81.2 %  ##############################\n"
                                  "        2     <0.1 %     <0.1 %\n");
    qm_text_free(&out);
    close_bench(&b);
}

static void forecasts_as_json(void **unused) {
    (void)unused;
    bench b = open_text(PARADE);
    qm_forecast_result f;
    qm_text out = qm_text_growing(NULL);
    assert_int_equal(forecast_of(&b, "Rifles volley at Blues with pistol", &f), QM_OK);
    f.count = 1;
    qm_forecast_write_json(b.scenario, &f, &out);
    assert_string_equal(
        out.data, "{\"policy\":\"automatic\",\"had_choices\":true,\"spreads\":[{\"name\":\"hits\",\"unit\":\"Rifles\","
                  "\"low\":0,\"mean\":1.333333333,\"chances\":[0.111111111,0.444444444,0.444444444],"
                  "\"at_least\":[1,0.888888889,0.444444444]}]}");
    qm_text_free(&out);
    close_bench(&b);
}

static void forecasts_are_drawn(void **unused) {
    (void)unused;
    static const uint16_t widths[] = {QM_DRAW_WIDTH_MIN, 148, QM_DRAW_WIDTH_MAX};
    static qm__page_box boxes[BOXES_MAX];
    bench b = open_text(PARADE);
    qm_forecast_result f;
    qm_draw_options options = qm_draw_defaults();
    assert_int_equal(forecast_of(&b, "Rifles volley at Blues", &f), QM_OK);
    for (size_t i = 0; i < 3; i++) {
        qm_text out = qm_text_growing(NULL);
        size_t count = 0;
        options.width = widths[i];
        options.grey = i == 1;
        options.title = i == 1 ? "A <volley>" : NULL;
        assert_int_equal(qm__draw_forecast_page(b.scenario, &f, &options, &out, boxes, BOXES_MAX, &count), QM_OK);
        check_xml(out.data);
        check_closed(out.data);
        check_boxes(boxes, count, options.width * 10.0, height_of(out.data));
        assert_int_equal(count_in(out.data, "<rect"), 8 * 2 + 1); /* with the page itself */
        assert_non_null(strstr(out.data, ">Blues: figures lost"));
        assert_non_null(strstr(out.data, i == 1 ? ">A &lt;volley&gt;<" : ">Parade<"));
        qm_text_free(&out);
    }
    qm_text out = qm_text_growing(NULL);
    options.width = QM_DRAW_WIDTH_MIN - 1;
    assert_int_equal(qm_draw_forecast(b.scenario, &f, &options, &out), QM_ERROR_USAGE);
    options.width = 148;
    f.count = 0;
    assert_int_equal(qm_draw_forecast(b.scenario, &f, &options, &out), QM_ERROR_USAGE);
    assert_int_equal(qm_draw_forecast(b.scenario, NULL, &options, &out), QM_ERROR_USAGE);
    qm_text_free(&out);
    close_bench(&b);
}

/* Memory that runs out at any moment is an error and no leak. */
static void memory_runs_out(void **unused) {
    (void)unused;
    bench b = open_text(PARADE);
    qm_forecast_result f;
    const qm_draw_options options = qm_draw_defaults();
    qm_result result = QM_ERROR_MEMORY;
    assert_int_equal(forecast_of(&b, "Rifles volley at Blues", &f), QM_OK);
    for (size_t allowed = 0; result != QM_OK && allowed < 5000; allowed++) {
        stingy s = {allowed, 0};
        const qm_allocator allocator = {stingy_resize, &s};
        qm_text out = qm_text_growing(&allocator);
        result = qm_draw_forecast(b.scenario, &f, &options, &out);
        qm_text_free(&out);
        assert_int_equal(s.in_use, 0);
    }
    assert_int_equal(result, QM_OK);
    close_bench(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_exact), cmocka_unit_test(odds_agree),
        cmocka_unit_test(refusals),          cmocka_unit_test(sums),
        cmocka_unit_test(ends_share_a_line), cmocka_unit_test(charts_in_text),
        cmocka_unit_test(forecasts_as_json), cmocka_unit_test(forecasts_are_drawn),
        cmocka_unit_test(memory_runs_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
