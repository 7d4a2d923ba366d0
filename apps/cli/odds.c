/* quickmarch odds: every way an order can end, exactly; or, as a request of its own, by sampling with an error bar.
 *
 * Invariant: the two are never mixed. Exact odds that would have too many outcomes say so and give nothing; sampled
 * ones carry the number of samples, the seed and the error of each share.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common.h"
#include "quickmarch/draw.h"
#include "tally.h"

enum { SAMPLE_MAX = 10000000, KINDS_MAX = 4096, SHOWN_STANDARD = 30 };

typedef struct asking {
    const cli_args *args;
    cli_table *table;
    qm_order order;
    qm_verdict verdict;
    qm_policy policy;
    uint64_t shown;   /* outcomes printed at most; 0 = all */
    bool measured;    /* asked by one who may measure everything */
    qm_text chart;    /* the forecast, in text or JSON; empty where the order has none */
    bool chart_chose; /* choices were answered for it */
} asking;

static bool read_policy(const cli_args *args, qm_policy *out) {
    const char *word = cli_value(args, "policy");
    *out = QM_POLICY_AUTOMATIC;
    for (int i = QM_POLICY_AUTOMATIC; word && i <= QM_POLICY_LAST; i++) {
        if (strcmp(qm_policy_name((qm_policy)i), word) == 0) {
            *out = (qm_policy)i;
            return true;
        }
    }
    return word == NULL || cli_usage(args->command, "unknown policy '%s'", word) == CLI_YES;
}

/* Changes on one line, those of several figures separated by semicolons. */
static void print_change(const cli_table *table, const qm_state *after, size_t indent, qm_text *out) {
    qm_text change = qm_text_growing(NULL);
    qm_state_difference(table->scenario, table->state, after, &change);
    const char *text = change.data ? change.data : "";
    bool first = true;
    while (*text) {
        const size_t length = strcspn(text, "\n");
        if (length > 0) {
            if (!first) {
                qm_text_add_char(out, '\n');
                cli_pad(out, 0, indent);
            }
            qm_text_add_bytes(out, text, length);
            first = false;
        }
        text += length + (text[length] == '\n');
    }
    if (first) {
        qm_text_add(out, "nothing that shows changes");
    }
    qm_text_add_char(out, '\n');
    qm_text_free(&change);
}

/* ------------------------------------------------------------------------------------------------------- forecast */

/* The charts as an SVG file; CLI_YES, or the status after a complaint. */
static int draw_chart(const asking *a, const qm_forecast_result *forecast, const char *path) {
    qm_draw_options options = qm_draw_defaults();
    qm_text title = qm_text_growing(NULL), svg = qm_text_growing(NULL);
    qm_diagnostics list = qm_diagnostics_make(NULL);
    qm_order_print(a->table->scenario, &a->order, &title);
    options.title = title.data;
    qm_result result = qm_draw_forecast(a->table->scenario, forecast, &options, &svg);
    int status = CLI_YES;
    if (result == QM_OK && strcmp(path, "-") == 0) {
        status = cli_put(&svg, CLI_YES);
        svg = qm_text_growing(NULL);
    } else if (result == QM_OK) {
        result = qm_file_write(path, svg.data, svg.length, &list);
    }
    status = result == QM_OK ? status : cli_fail(a->args, path, result, &list);
    qm_diagnostics_free(&list);
    qm_text_free(&title);
    qm_text_free(&svg);
    return status;
}

/* Finds the forecast of the order, for people or programs, and draws it if that was asked for. */
static int find_forecast(asking *a) {
    qm_forecast_result forecast = {0};
    const char *path = cli_value(a->args, "output");
    const qm_result result = qm_forecast(a->table->scenario, a->table->state, a->table->scratch, a->policy, &forecast);
    if (result != QM_OK && result != QM_ERROR_USAGE) {
        return cli_fail(a->args, a->args->plain[1], result, NULL);
    }
    if (forecast.too_many && path) {
        return cli_usage(a->args->command, "'%s' can go too many ways to be forecast exactly, and drawn",
                         a->args->plain[1]);
    }
    if (forecast.count == 0) {
        return path ? cli_usage(a->args->command, "'%s' has no forecast that could be drawn", a->args->plain[1])
                    : CLI_YES;
    }
    if (a->args->json) {
        qm_forecast_write_json(a->table->scenario, &forecast, &a->chart);
    } else {
        qm_forecast_print(a->table->scenario, &forecast, &a->chart);
    }
    a->chart_chose = forecast.had_choices;
    return path ? draw_chart(a, &forecast, path) : CLI_YES;
}

/* ---------------------------------------------------------------------------------------------------------- exact */

/* The verdict, and the forecast where there is one. */
static void print_before(const asking *a, qm_text *out) {
    cli_verdict_print(a->args, a->table, &a->order, &a->verdict, out);
    if (a->chart.length > 0) {
        qm_text_addf(out, "\n%s", a->chart.data);
    }
}

/* The forecast and the outcomes answer by the same policy: it is told once for both. */
static void tell_policy(const asking *a, qm_text *out) {
    qm_text_addf(out, "choices answered by the policy '%s'", qm_policy_name(a->policy));
}

enum { FRACTION_MAX = 10000, CHANGE_COLUMN = 24 };

static void print_outcome(const asking *a, const qm_outcome *outcome, qm_state *after, qm_text *out) {
    char fraction[48] = "";
    qm_text text = qm_text_over(fraction, sizeof fraction);
    if (outcome->denominator > 1 && outcome->denominator <= FRACTION_MAX) {
        qm_text_addf(&text, "%llu/%llu", (unsigned long long)outcome->numerator,
                     (unsigned long long)outcome->denominator);
    }
    cli_percent(out, outcome->chance, 9);
    qm_text_addf(out, "  %s", fraction);
    cli_pad(out, 11 + strlen(fraction), CHANGE_COLUMN);
    if (qm_odds_outcome(a->table->scenario, a->table->state, a->table->scratch, outcome, after, NULL) == QM_OK) {
        print_change(a->table, after, CHANGE_COLUMN, out);
    } else {
        qm_text_add_char(out, '\n');
    }
}

static void print_exact(const asking *a, const qm_outcome *outcomes, const qm_odds_result *result, qm_state *after,
                        qm_text *out) {
    print_before(a, out);
    qm_text_addf(out, "\n%u outcome%s, %u roll%s walked", (unsigned)result->count, result->count == 1 ? "" : "s",
                 (unsigned)result->nodes, result->nodes == 1 ? "" : "s");
    if (result->had_choices || a->chart_chose) {
        qm_text_add(out, ", ");
        tell_policy(a, out);
    }
    qm_text_add(out, result->supposed ? cli_supposing : "");
    qm_text_add(out, "\n\n");
    const size_t before = out->length;
    cli_ends_print(a->table->scenario, a->table->state, a->table->scratch, result->count, out);
    qm_text_add(out, out->length > before ? "\n" : "");
    double rest = 0;
    uint32_t left = 0;
    for (uint32_t i = 0; i < result->count; i++) {
        if (a->shown == 0 || i < a->shown) {
            print_outcome(a, &outcomes[i], after, out);
        } else {
            rest += outcomes[i].chance;
            left++;
        }
    }
    if (left > 0) {
        cli_percent(out, rest, 9);
        qm_text_addf(out, "  and %u more (--all shows them)\n", (unsigned)left);
    }
}

/* Of too many outcomes the forecast is told all the same. */
static int only_forecast(const asking *a, bool faces) {
    qm_text out = qm_text_growing(NULL);
    if (a->args->json) {
        qm_text_add(&out, "{\"verdict\":");
        qm_verdict_write_json(a->table->scenario, &a->order, &a->verdict, &out);
        qm_text_addf(
            &out,
            ",\"forecast\":%s,\"odds\":{\"policy\":\"%s\",\"too_many\":true,\"because\":\"%s\",\"outcomes\":[]}}\n",
            a->chart.data, qm_policy_name(a->policy), faces ? "faces" : "limit");
    } else {
        print_before(a, &out);
        qm_text_add_char(&out, '\n');
        if (a->chart_chose) {
            tell_policy(a, &out);
            qm_text_add(&out, "; ");
        }
        qm_text_addf(&out, "its outcomes one by one are too many%s\n",
                     faces ? "; --sample N plays it N times" : ": raise --limit, or ask for --sample N");
    }
    return cli_put(&out, cli_judgement_status(a->verdict.judgement));
}

/* No roll was walked: the first one has as many outcomes as its dice have faces, and no limit would do. */
static int too_many(const asking *a, const qm_odds_result *found) {
    const bool faces = found->nodes == 0;
    if (a->chart.length > 0) {
        return only_forecast(a, faces);
    }
    if (a->args->json) {
        qm_text out = qm_text_growing(NULL);
        qm_text_addf(&out, "{\"policy\":\"%s\",\"too_many\":true,\"because\":\"%s\",\"outcomes\":[]}\n",
                     qm_policy_name(a->policy), faces ? "faces" : "limit");
        cli_put(&out, CLI_BAD);
    }
    if (faces) {
        return cli_usage(a->args->command,
                         "'%s' rolls dice of which every face counts, so its odds are not told; "
                         "--sample N plays it N times instead",
                         a->args->plain[1]);
    }
    return cli_usage(a->args->command, "more than %u outcomes: raise --limit, or ask for --sample N",
                     (unsigned)(a->table->leaves ? a->table->leaves : KINDS_MAX));
}

static void write_exact(const asking *a, const qm_outcome *outcomes, const qm_odds_result *result, qm_state *after,
                        qm_text *out) {
    cli_json json = {.out = out};
    cli_json_open(&json, NULL, '{');
    cli_json_raw(&json, "verdict");
    qm_verdict_write_json(a->table->scenario, &a->order, &a->verdict, out);
    if (a->chart.length > 0) {
        cli_json_raw(&json, "forecast");
        qm_text_add(out, a->chart.data);
    }
    cli_json_raw(&json, "odds");
    qm_odds_write_json(a->table->scenario, a->table->state, a->table->scratch, outcomes, result, after, out);
    cli_json_close(&json, '}');
    qm_text_add_char(out, '\n');
}

static int exact(const asking *a) {
    const uint32_t capacity = a->table->leaves ? a->table->leaves : KINDS_MAX;
    qm_outcome *outcomes = malloc(capacity * sizeof *outcomes);
    qm_state *after = malloc(qm_state_size(a->table->scenario));
    qm_odds_result found = {0};
    qm_result result = outcomes && after ? QM_OK : QM_ERROR_MEMORY;
    if (result == QM_OK) {
        result = (a->measured ? qm_odds_measured : qm_odds)(a->table->scenario, a->table->state, a->table->scratch,
                                                            a->policy, outcomes, capacity, &found);
    }
    int status;
    if (found.too_many) {
        status = too_many(a, &found);
    } else if (result != QM_OK) {
        status = cli_fail(a->args, a->args->plain[1], result, NULL);
    } else {
        qm_text out = qm_text_growing(NULL);
        if (a->args->json) {
            write_exact(a, outcomes, &found, after, &out);
        } else {
            print_exact(a, outcomes, &found, after, &out);
        }
        status = cli_put(&out, cli_judgement_status(a->verdict.judgement));
    }
    free(outcomes);
    free(after);
    return status;
}

/* --------------------------------------------------------------------------------------------------------- sampled */

typedef struct kind {
    uint64_t hash;
    uint64_t count;
    qm_state *state;
} kind;

typedef struct sampling {
    const asking *a;
    uint64_t samples, seed;
    kind *kinds;
    size_t kind_count;
    uint64_t other; /* samples that ended in kinds beyond the limit */
    qm_state *work;
    cli_tally tally;
} sampling;

/* Plays the order once on a copy; the events go to the tally, as far as there is room. */
static qm_result sample_once(sampling *s, qm_source *source) {
    const cli_table *table = s->a->table;
    qm_events *events = s->tally.forecast.count > 0 ? &s->tally.events : NULL;
    qm_verdict verdict;
    qm_played played = QM_PLAYED_DONE;
    memcpy(s->work, table->state, qm_state_size(table->scenario));
    qm_result result = qm_judge(table->scenario, s->work, &s->a->order, table->scratch, &verdict);
    if (result == QM_OK) {
        s->tally.events.count = s->tally.events.dropped = 0;
        result = qm_play(table->scenario, s->work, table->scratch, source, events, &played);
    }
    while (result == QM_OK && played == QM_PLAYED_WAITING) {
        qm_wanted wanted;
        qm_pending(table->scenario, s->work, &wanted, NULL, NULL);
        const uint8_t option = s->a->policy == QM_POLICY_LAST ? wanted.option_count : 1;
        s->tally.events.count = s->tally.events.dropped = 0;
        result = qm_answer(table->scenario, s->work, table->scratch, &option, 1, source, events, &played);
    }
    return result;
}

/* The same with all its events: once more with the same dice where there was no room for them. */
static qm_result sample_counted(sampling *s, qm_source *source) {
    const qm_source before = *source;
    qm_result result = sample_once(s, source);
    while (result == QM_OK && s->tally.events.dropped > 0) {
        *source = before;
        result = cli_tally_grow(&s->tally);
        result = result == QM_OK ? sample_once(s, source) : result;
    }
    return result == QM_OK ? cli_tally_add(&s->tally, s->a->table->scenario) : result;
}

static qm_result note(sampling *s) {
    const cli_table *table = s->a->table;
    const uint64_t hash = qm_state_hash(table->scenario, s->work);
    for (size_t i = 0; i < s->kind_count; i++) {
        if (s->kinds[i].hash == hash) {
            s->kinds[i].count++;
            return QM_OK;
        }
    }
    if (s->kind_count == KINDS_MAX) {
        s->other++;
        return QM_OK;
    }
    qm_state *copy = malloc(qm_state_size(table->scenario));
    if (!copy) {
        return QM_ERROR_MEMORY;
    }
    memcpy(copy, s->work, qm_state_size(table->scenario));
    s->kinds[s->kind_count++] = (kind){hash, 1, copy};
    return QM_OK;
}

static int by_count(const void *a, const void *b) {
    const kind *x = a, *y = b;
    if (x->count != y->count) {
        return x->count < y->count ? 1 : -1;
    }
    return x->hash < y->hash ? -1 : x->hash > y->hash;
}

static void print_sampled(sampling *s, qm_text *out) {
    const asking *a = s->a;
    cli_verdict_print(a->args, a->table, &a->order, &a->verdict, out);
    if (s->tally.forecast.count > 0) {
        qm_text_add_char(out, '\n');
        qm_forecast_print(a->table->scenario, cli_tally_shares(&s->tally), out);
    }
    qm_text_addf(out, "\n%llu samples with seed %llu, ", (unsigned long long)s->samples, (unsigned long long)s->seed);
    tell_policy(a, out);
    qm_text_add(out, "; shares with their 95 % error\n\n");
    for (size_t i = 0; i < s->kind_count && (a->shown == 0 || i < a->shown); i++) {
        const double share = (double)s->kinds[i].count / (double)s->samples;
        cli_percent(out, share, 9);
        qm_text_add(out, " ± ");
        const size_t before = out->length;
        cli_percent(out, qm_sample_error(share, s->samples), 0);
        cli_pad(out, 12 + out->length - before, CHANGE_COLUMN);
        print_change(a->table, s->kinds[i].state, CHANGE_COLUMN, out);
    }
    if (a->shown != 0 && s->kind_count > a->shown) {
        qm_text_addf(out, "and %zu more (--all shows them)\n", s->kind_count - (size_t)a->shown);
    }
}

static void write_sampled(sampling *s, qm_text *out) {
    const asking *a = s->a;
    cli_json json = {.out = out};
    cli_json_open(&json, NULL, '{');
    cli_json_raw(&json, "verdict");
    qm_verdict_write_json(a->table->scenario, &a->order, &a->verdict, out);
    cli_json_open(&json, "sampled", '{');
    cli_json_int(&json, "samples", (int64_t)s->samples);
    cli_json_raw(&json, "seed");
    qm_text_addf(out, "%llu", (unsigned long long)s->seed);
    cli_json_text(&json, "policy", qm_policy_name(a->policy));
    cli_json_int(&json, "other", (int64_t)s->other);
    if (s->tally.forecast.count > 0) {
        cli_json_raw(&json, "forecast");
        qm_forecast_write_json(a->table->scenario, cli_tally_shares(&s->tally), out);
    }
    cli_json_open(&json, "outcomes", '[');
    for (size_t i = 0; i < s->kind_count; i++) {
        const double share = (double)s->kinds[i].count / (double)s->samples;
        qm_text change = qm_text_growing(NULL);
        qm_state_difference(a->table->scenario, a->table->state, s->kinds[i].state, &change);
        cli_json_open(&json, NULL, '{');
        cli_json_int(&json, "count", (int64_t)s->kinds[i].count);
        cli_json_number(&json, "share", share);
        cli_json_number(&json, "error", qm_sample_error(share, s->samples));
        cli_json_text(&json, "what", change.data ? change.data : "");
        cli_json_close(&json, '}');
        qm_text_free(&change);
    }
    cli_json_close(&json, ']');
    cli_json_close(&json, '}');
    cli_json_close(&json, '}');
    qm_text_add_char(out, '\n');
}

static int sample(const asking *a, uint64_t samples, uint64_t seed) {
    sampling s = {.a = a, .samples = samples, .seed = seed};
    s.kinds = calloc(KINDS_MAX, sizeof *s.kinds);
    s.work = malloc(qm_state_size(a->table->scenario));
    qm_result result = s.kinds && s.work ? QM_OK : QM_ERROR_MEMORY;
    cli_tally_start(&s.tally, a->table->scenario, a->table->state, a->table->scratch, a->policy);
    const bool asks = a->policy == QM_POLICY_FIRST || a->policy == QM_POLICY_LAST;
    qm_source source = {.dice = QM_DICE_GENERATED, .seed = seed};
    source.choices = (uint8_t)(asks                             ? QM_CHOICES_ASKED
                               : a->policy == QM_POLICY_UNIFORM ? QM_CHOICES_RANDOM
                                                                : QM_CHOICES_AUTOMATIC);
    for (uint64_t i = 0; i < samples && result == QM_OK; i++) {
        result = sample_counted(&s, &source);
        if (result == QM_OK) {
            result = note(&s);
        }
    }
    int status;
    if (result != QM_OK) {
        status = cli_fail(a->args, a->args->plain[1], result, NULL);
    } else {
        qm_text out = qm_text_growing(NULL);
        qsort(s.kinds, s.kind_count, sizeof *s.kinds, by_count);
        if (a->args->json) {
            write_sampled(&s, &out);
        } else {
            print_sampled(&s, &out);
        }
        status = cli_put(&out, cli_judgement_status(a->verdict.judgement));
    }
    for (size_t i = 0; s.kinds && i < s.kind_count; i++) {
        free(s.kinds[i].state);
    }
    free(s.kinds);
    free(s.work);
    cli_tally_free(&s.tally);
    return status;
}

/* --------------------------------------------------------------------------------------------------------- command */

static int refused(const asking *a) {
    qm_text out = qm_text_growing(NULL);
    if (a->args->json) {
        qm_text_add(&out, "{\"verdict\":");
        qm_verdict_write_json(a->table->scenario, &a->order, &a->verdict, &out);
        qm_text_add(&out, "}\n");
    } else {
        cli_verdict_print(a->args, a->table, &a->order, &a->verdict, &out);
    }
    return cli_put(&out, cli_judgement_status(a->verdict.judgement));
}

static int ask(asking *a) {
    uint64_t samples = 0, seed = 1;
    const cli_args *args = a->args;
    if (cli_has(args, "sample") && cli_has(args, "output")) {
        return cli_usage(args->command, "-o draws what is exact, and --sample is not");
    }
    if (!cli_number(args, "sample", 1, SAMPLE_MAX, &samples) || !cli_number(args, "seed", 0, UINT64_MAX, &seed) ||
        !read_policy(args, &a->policy)) {
        return CLI_BAD;
    }
    a->shown = cli_has(args, "all") ? 0 : SHOWN_STANDARD;
    int status = cli_measure(args, a->table, &a->measured);
    if (status == CLI_YES) {
        status = cli_settled(args, a->table);
    }
    if (status == CLI_YES) {
        status = cli_order_read(args, a->table, args->plain[1], &a->order);
    }
    if (status != CLI_YES) {
        return status;
    }
    const qm_result result = (a->measured ? qm_judge_measured : qm_judge)(a->table->scenario, a->table->state,
                                                                          &a->order, a->table->scratch, &a->verdict);
    if (result != QM_OK) {
        return cli_fail(args, args->plain[1], result, NULL);
    }
    if (!qm_verdict_playable(&a->verdict)) {
        return refused(a);
    }
    if (samples > 0 && a->verdict.unmeasured && !a->measured) {
        return cli_usage(args->command, "--sample plays the order, which measures what may not be measured before it "
                                        "is given: a game master adds --measured");
    }
    if (samples > 0) {
        return sample(a, samples, seed);
    }
    status = find_forecast(a);
    const char *path = cli_value(args, "output");
    return status != CLI_YES || (path && strcmp(path, "-") == 0) ? status : exact(a);
}

int cli_odds(int argc, char **argv) {
    cli_args args;
    cli_table table;
    int status;
    uint64_t limit = 0;
    if (!cli_args_read(&args, argc, argv, 2, 2, &status)) {
        return status;
    }
    if (!cli_number(&args, "limit", 1, 1000000, &limit)) {
        cli_args_free(&args);
        return CLI_BAD;
    }
    status = cli_table_open(&table, &args, args.plain[0], (uint32_t)limit);
    if (status == CLI_YES) {
        asking a = {.args = &args, .table = &table, .chart = qm_text_growing(NULL)};
        status = ask(&a);
        qm_text_free(&a.chart);
    }
    cli_table_close(&table);
    cli_args_free(&args);
    return status;
}
