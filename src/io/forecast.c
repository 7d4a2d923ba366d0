/* Forecasts for people and programs: charts in text, and JSON. The picture is in draw_forecast.c. */
#include "io/forecast.h"

#include <string.h>

#include "io/json_face.h"

#define HARDLY 0.0005 /* what the values at an end that share a line have between them, at most */
enum { BAR = 30, COLUMN = 11, VALUES = 9, ERROR = 10 };

/* ------------------------------------------------------------------------------------------------------------- rows */

/* How many values at the low end, or at the high one, are hardly possible together. */
static uint32_t tail(const qm_spread *spread, bool high) {
    double sum = 0;
    uint32_t count = 0;
    while (count < spread->count) {
        sum += spread->chances[high ? spread->count - 1 - count : count];
        if (sum >= HARDLY) {
            break;
        }
        count++;
    }
    return count;
}

bool qm__spread_next(const qm_spread *spread, uint32_t *index, qm__spread_row *row) {
    const uint32_t first = *index, below = tail(spread, false), above = spread->count - tail(spread, true);
    if (first >= spread->count) {
        return false;
    }
    uint32_t last = first;
    if (first < below) {
        last = below - 1;
    } else if (first >= above) {
        last = spread->count - 1;
    }
    *row = (qm__spread_row){.from = spread->low + (int32_t)first,
                            .to = spread->low + (int32_t)last,
                            .at_least = qm_spread_at_least(spread, spread->low + (int32_t)first)};
    for (uint32_t i = first; i <= last; i++) {
        row->chance += spread->chances[i];
    }
    *index = last + 1;
    return true;
}

void qm__spread_title(const qm_scenario *scenario, const qm_spread *spread, qm_text *out) {
    if (spread->figure) {
        qm_text_addf(out, "%s: ", qm_actor_name(scenario, spread->figure));
    }
    qm_text_addf(out, "%s, ", spread->name);
    qm_text_add_decimal(out, qm_spread_mean(spread), 2);
    qm_text_add(out, " on average");
}

void qm__spread_values(const qm__spread_row *row, qm_text *out) {
    qm_text_add_int(out, row->from);
    if (row->to != row->from) {
        qm_text_addf(out, " to %d", (int)row->to);
    }
}

void qm__spread_percent(double chance, qm_text *out) {
    const size_t before = out->length;
    qm_text_add_percent(out, chance, 1);
    qm_text_add(out, strchr(out->data + before, '.') ? " %" : ".0 %");
}

/* ------------------------------------------------------------------------------------------------------------- text */

static void add_right(const char *text, size_t length, size_t width, qm_text *out) {
    for (size_t i = length; i < width; i++) {
        qm_text_add_char(out, ' ');
    }
    qm_text_add_bytes(out, text, length);
}

static void print_row(const qm__spread_row *row, double most, uint64_t samples, qm_text *out) {
    char array[64];
    qm_text text = qm_text_over(array, sizeof array);
    qm__spread_values(row, &text);
    add_right(array, text.length, VALUES, out);
    const double chances[] = {row->chance, row->at_least};
    for (size_t i = 0; i < 2; i++) {
        text = qm_text_over(array, sizeof array);
        qm__spread_percent(chances[i], &text);
        add_right(array, text.length, COLUMN, out);
    }
    if (samples > 0) {
        text = qm_text_over(array, sizeof array);
        qm_text_add(&text, "± ");
        qm__spread_percent(qm_sample_error(row->at_least, samples), &text);
        add_right(array, text.length, ERROR + 1, out); /* the sign has two bytes */
    }
    const int bar = (int)(row->chance / most * BAR + 0.5);
    qm_text_add(out, bar > 0 ? "  " : "");
    for (int i = 0; i < bar; i++) {
        qm_text_add_char(out, '#');
    }
    qm_text_add_char(out, '\n');
}

static void print_spread(const qm_scenario *scenario, const qm_spread *spread, uint64_t samples, qm_text *out) {
    qm__spread_row row;
    double most = 0;
    qm__spread_title(scenario, spread, out);
    qm_text_add_char(out, '\n');
    add_right("", 0, VALUES, out);
    add_right("exactly", 7, COLUMN, out);
    add_right("at least", 8, COLUMN, out);
    qm_text_add_char(out, '\n');
    for (uint32_t i = 0; i < spread->count; i++) {
        most = spread->chances[i] > most ? spread->chances[i] : most;
    }
    for (uint32_t at = 0; qm__spread_next(spread, &at, &row);) {
        print_row(&row, most, samples, out);
    }
}

void qm_forecast_print(const qm_scenario *scenario, const qm_forecast_result *forecast, qm_text *out) {
    if (forecast->too_many) {
        qm_text_addf(out,
                     "%s and what follows come about in too many ways to be forecast exactly; sampling counts them\n",
                     forecast->spreads[0].name);
        return;
    }
    for (uint32_t i = 0; i < forecast->count; i++) {
        qm_text_add(out, i > 0 ? "\n" : "");
        print_spread(scenario, &forecast->spreads[i], forecast->samples, out);
    }
}

/* ------------------------------------------------------------------------------------------------------------- JSON */

/* Their errors, where the chances are shares of samples. */
static void errors_json(qm__json_writer *w, const qm_spread *spread, uint64_t samples) {
    qm__json_key(w, "error");
    qm__json_array_begin(w);
    for (uint32_t i = 0; i < spread->count; i++) {
        qm__json_decimal(w, qm_sample_error(spread->chances[i], samples), 9);
    }
    qm__json_array_end(w);
    qm__json_key(w, "at_least_error");
    qm__json_array_begin(w);
    for (uint32_t i = 0; i < spread->count; i++) {
        qm__json_decimal(w, qm_sample_error(qm_spread_at_least(spread, spread->low + (int32_t)i), samples), 9);
    }
    qm__json_array_end(w);
}

static void spread_json(qm__json_writer *w, const qm_scenario *s, const qm_spread *spread, uint64_t samples) {
    qm__json_object_begin(w);
    qm__json_member(w, "name", spread->name);
    if (spread->figure) {
        qm__json_member(w, qm_figure_unit(s, spread->figure) ? "unit" : "figure", qm_actor_name(s, spread->figure));
    }
    qm__json_member_int(w, "low", spread->low);
    qm__chance_member(w, "mean", qm_spread_mean(spread));
    qm__json_key(w, "chances");
    qm__json_array_begin(w);
    for (uint32_t i = 0; i < spread->count; i++) {
        qm__json_decimal(w, spread->chances[i], 9);
    }
    qm__json_array_end(w);
    qm__json_key(w, "at_least");
    qm__json_array_begin(w);
    for (uint32_t i = 0; i < spread->count; i++) {
        qm__json_decimal(w, qm_spread_at_least(spread, spread->low + (int32_t)i), 9);
    }
    qm__json_array_end(w);
    if (samples > 0) {
        errors_json(w, spread, samples);
    }
    qm__json_object_end(w);
}

void qm_forecast_write_json(const qm_scenario *scenario, const qm_forecast_result *forecast, qm_text *out) {
    qm__json_writer w = qm__json_write_to(out, false);
    qm__json_object_begin(&w);
    qm__json_member(&w, "policy", qm_policy_name((qm_policy)forecast->policy));
    qm__json_member_bool(&w, "had_choices", forecast->had_choices);
    if (forecast->too_many) {
        qm__json_member_bool(&w, "too_many", true);
    }
    qm__json_key(&w, "spreads");
    qm__json_array_begin(&w);
    for (uint32_t i = 0; i < forecast->count && !forecast->too_many; i++) {
        spread_json(&w, scenario, &forecast->spreads[i], forecast->samples);
    }
    qm__json_array_end(&w);
    qm__json_object_end(&w);
}
