/* quickmarch compare: one order under every rulebook, taken apart into rows that stand side by side, and its odds.
 *
 * Invariant: only the public questions are asked, as judge and odds ask them, and of a verdict only what its own words
 * tell is compared; so nothing comes out here that a rulebook keeps to itself there. A row differs when its words do.
 * Outcomes under different rules are the same when they change the same things in the same words: states of different
 * rulebooks cannot be compared byte for byte.
 */
#include <stdlib.h>
#include <string.h>

#include "compare.h"

enum { OUTCOMES_MAX = 4096 };

const char *cli_aspect_name(cli_aspect aspect) {
    switch (aspect) {
    case CLI_ASPECT_VERDICT:
        return "verdict";
    case CLI_ASPECT_COST:
        return "cost";
    case CLI_ASPECT_END:
        return "end";
    case CLI_ASPECT_HITS:
        return "hits";
    case CLI_ASPECT_CHANCE:
        return "chance";
    case CLI_ASPECT_CHECKS:
        return "checks";
    case CLI_ASPECT_REASONS:
        return "reasons";
    case CLI_ASPECT_WARNINGS:
        return "warnings";
    case CLI_ASPECT_CLAUSES:
        return "clauses";
    case CLI_ASPECT_WAY:
        return "way";
    case CLI_ASPECT_ODDS:
        return "odds";
    case CLI_ASPECT_COUNT:
        break;
    }
    return "";
}

/* ------------------------------------------------------------------------------------------------------------ cells */

static bool is_legal(const cli_answer *answer) {
    return answer->judged && answer->verdict.judgement == QM_LEGAL;
}

static void say_cost(const qm_scenario *scenario, const qm_verdict *verdict, qm_text *out) {
    const char *inches = verdict->unit == 2 ? "\"" : "";
    if (verdict->unmeasured == QM_UNMEASURED_WHOLE) {
        qm_text_add(out, "measured only when done, at most ");
        cli_cost(out, scenario, verdict->allowance);
        qm_text_add(out, inches);
    } else if (verdict->unit != 0) {
        cli_cost(out, scenario, verdict->cost);
        qm_text_addf(out, "%s of ", inches);
        cli_cost(out, scenario, verdict->allowance);
        qm_text_add(out, inches);
        qm_text_add(out, verdict->unmeasured ? " (without what is measured only when done)" : "");
        qm_text_add(out, verdict->approximate ? " (approximate)" : "");
    }
}

static void say_reasons(const qm_scenario *scenario, const qm_verdict *verdict, qm_text *out) {
    for (size_t i = 0; i < verdict->reason_count; i++) {
        qm_text_add(out, i > 0 ? "\n" : "");
        qm_reason_print(scenario, &verdict->reasons[i], out);
    }
    if (verdict->reasons_dropped > 0) {
        qm_text_addf(out, "\nand %u more reasons", (unsigned)verdict->reasons_dropped);
    }
    for (size_t i = 0; i < verdict->stand_count; i++) {
        qm_text_add(out, i > 0                      ? " or "
                         : verdict->stand_count > 1 ? "\nnearest places to stand: "
                                                    : "\nnearest place to stand: ");
        qm_place_print(scenario, verdict->stands[i], out);
    }
}

static void say_warnings(const qm_scenario *scenario, const qm_verdict *verdict, qm_text *out) {
    for (size_t i = 0; i < verdict->warning_count; i++) {
        qm_text_add(out, i > 0 ? "\n" : "");
        qm_reason_print(scenario, &verdict->warnings[i], out);
    }
    if (verdict->warnings_dropped > 0) {
        qm_text_addf(out, "\nand %u more warnings", (unsigned)verdict->warnings_dropped);
    }
}

static void say_clauses(const qm_scenario *scenario, const cli_answer *answer, qm_text *out) {
    uint16_t cited[QM_CASE_CLAUSES_MAX];
    const size_t count = qm_verdict_clauses(scenario, &answer->order, &answer->verdict, cited, QM_CASE_CLAUSES_MAX);
    for (size_t i = 0; i < count && i < QM_CASE_CLAUSES_MAX; i++) {
        qm_text_addf(out, "%s%s", i > 0 ? " " : "", qm_scenario_family(scenario)->clauses[cited[i]].id);
    }
}

static void say_places(const qm_scenario *scenario, const qm_place *way, size_t count, qm_text *out) {
    for (size_t i = 0; i < count && count > 1; i++) {
        qm_text_add(out, i > 0 ? " " : "");
        qm_place_print(scenario, way[i], out);
    }
}

/* Of a unit, figure by figure. */
static void say_way(const qm_scenario *scenario, const qm_verdict *verdict, qm_text *out) {
    for (size_t i = 0; i < verdict->part_count; i++) {
        const qm_part *part = &verdict->parts[i];
        qm_text_addf(out, "%s%s: ", i > 0 ? "\n" : "", qm_figure_name(scenario, part->figure));
        say_places(scenario, verdict->way + part->first, part->count, out);
        qm_text_add(out, part->count > 1 ? "" : "stays");
    }
    if (verdict->part_count == 0) {
        say_places(scenario, verdict->way, verdict->way_count, out);
    }
    if (verdict->way_dropped > 0) {
        qm_text_addf(out, " and %u more", (unsigned)verdict->way_dropped);
    }
}

/* What one rulebook has to say of an aspect; checks and odds have rows of their own. */
static void say(cli_aspect aspect, const qm_scenario *scenario, const cli_answer *answer, qm_text *out) {
    const qm_verdict *verdict = &answer->verdict;
    switch (aspect) {
    case CLI_ASPECT_VERDICT:
        qm_text_add(out, answer->judged ? cli_judgement_name(verdict->judgement) : "no such position");
        return;
    case CLI_ASPECT_COST:
        if (is_legal(answer)) {
            say_cost(scenario, verdict, out);
        }
        return;
    case CLI_ASPECT_END:
        if (is_legal(answer)) {
            qm_verdict_end_print(scenario, verdict, out);
        }
        return;
    case CLI_ASPECT_HITS:
        if (is_legal(answer) && verdict->hits > 0) {
            qm_text_addf(out, "%d on the way%s", (int)verdict->hits,
                         verdict->chance <= 0 ? ", which bring it down" : "");
        }
        return;
    case CLI_ASPECT_CHANCE:
        if (is_legal(answer) && verdict->check_count > 0) {
            cli_percent(out, verdict->chance, 0);
        }
        if (is_legal(answer) && verdict->checks_dropped > 0) {
            qm_text_addf(out, " (with %u checks more)", (unsigned)verdict->checks_dropped);
        }
        return;
    case CLI_ASPECT_REASONS:
        if (answer->judged && !is_legal(answer)) {
            say_reasons(scenario, verdict, out);
        }
        return;
    case CLI_ASPECT_WARNINGS:
        if (is_legal(answer)) {
            say_warnings(scenario, verdict, out);
        }
        return;
    case CLI_ASPECT_CLAUSES:
        if (answer->judged) {
            say_clauses(scenario, answer, out);
        }
        return;
    case CLI_ASPECT_WAY:
        if (is_legal(answer)) {
            say_way(scenario, verdict, out);
        }
        return;
    case CLI_ASPECT_CHECKS:
    case CLI_ASPECT_ODDS:
    case CLI_ASPECT_COUNT:
        return;
    }
}

/* ------------------------------------------------------------------------------------------------------------- rows */

static char *kept(cli_compared *one, qm_text *text) {
    char *copy = text->truncated ? NULL : malloc(text->length + 1);
    if (copy) {
        memcpy(copy, text->data ? text->data : "", text->length + 1);
    }
    one->failed = one->failed || !copy;
    qm_text_clear(text);
    return copy;
}

/* Whether a rulebook has a say in an aspect: what only a legal order has is compared among those under which it is
 * legal, and reasons among those under which it is not. That it is legal or not is a difference in the verdict. */
static bool takes_part(const cli_answer *answer, cli_aspect aspect) {
    if (aspect == CLI_ASPECT_VERDICT || aspect == CLI_ASPECT_CLAUSES) {
        return answer->judged;
    }
    return answer->judged && is_legal(answer) == (aspect != CLI_ASPECT_REASONS);
}

static void finish_row(cli_compared *one, cli_row *row) {
    const char *first = NULL;
    bool any = false;
    for (size_t b = 0; b < one->books; b++) {
        const char *cell = row->cells[b] ? row->cells[b] : "";
        any = any || *cell;
        if (takes_part(&one->answers[b], row->aspect)) {
            row->differs = row->differs || (first && strcmp(first, cell) != 0);
            first = first ? first : cell;
        }
    }
    if (any) {
        one->aspects[row->aspect] = one->aspects[row->aspect] || row->differs;
        one->row_count++;
        return;
    }
    for (size_t b = 0; b < one->books; b++) {
        free(row->cells[b]);
        row->cells[b] = NULL;
    }
}

static void add_row(cli_compared *one, const cli_table *tables, cli_aspect aspect) {
    cli_row *row = &one->rows[one->row_count];
    qm_text text = qm_text_growing(NULL);
    *row = (cli_row){.aspect = aspect};
    for (size_t b = 0; b < one->books; b++) {
        say(aspect, tables[b].scenario, &one->answers[b], &text);
        row->cells[b] = kept(one, &text);
        for (size_t i = 0; i < b && aspect == CLI_ASPECT_CHANCE; i++) { /* also where they read the same */
            row->differs = row->differs || (is_legal(&one->answers[i]) && is_legal(&one->answers[b]) &&
                                            one->answers[i].verdict.chance != one->answers[b].verdict.chance);
        }
    }
    qm_text_free(&text);
    finish_row(one, row);
}

/* The same check: of the same kind for the same leg of the same figure, and not yet in the row under that rulebook. */
static const qm_check *next_alike(const cli_answer *answer, const bool *used, const qm_check *like, size_t *at) {
    for (size_t i = 0; is_legal(answer) && i < answer->verdict.check_count; i++) {
        const qm_check *check = &answer->verdict.checks[i];
        if (!used[i] && check->roll == like->roll && check->leg == like->leg && check->figure == like->figure) {
            *at = i;
            return check;
        }
    }
    return NULL;
}

/* A row for every check that any rulebook asks for. */
static void add_checks(cli_compared *one, const cli_table *tables) {
    bool used[CLI_COMPARE_MAX][QM_CHECKS_MAX] = {{false}};
    qm_text text = qm_text_growing(NULL);
    for (size_t b = 0; b < one->books; b++) {
        for (size_t i = 0; is_legal(&one->answers[b]) && i < one->answers[b].verdict.check_count; i++) {
            if (used[b][i]) {
                continue;
            }
            cli_row *row = &one->rows[one->row_count];
            *row = (cli_row){.aspect = CLI_ASPECT_CHECKS};
            for (size_t other = b; other < one->books; other++) {
                size_t at = 0;
                const qm_check *check =
                    next_alike(&one->answers[other], used[other], &one->answers[b].verdict.checks[i], &at);
                if (check) {
                    used[other][at] = true;
                    qm_check_print(tables[other].scenario, check, &text);
                    row->cells[other] = kept(one, &text);
                }
            }
            finish_row(one, row);
        }
    }
    qm_text_free(&text);
}

/* ------------------------------------------------------------------------------------------------------------- odds */

static uint64_t key_of(const char *words) {
    uint64_t key = 14695981039346656037u;
    for (; *words; words++) {
        key = (key ^ (unsigned char)*words) * 1099511628211u;
    }
    return key;
}

static cli_ending *ending_for(cli_compared *one, const char *what) {
    const uint64_t key = key_of(what);
    for (size_t i = 0; i < one->ending_count; i++) {
        if (one->endings[i].key == key && strcmp(one->endings[i].what, what) == 0) {
            return &one->endings[i];
        }
    }
    if (one->ending_count == one->ending_capacity) {
        const size_t capacity = one->ending_capacity ? one->ending_capacity * 2 : 64;
        cli_ending *more = realloc(one->endings, capacity * sizeof *more);
        if (!more) {
            return NULL;
        }
        one->endings = more;
        one->ending_capacity = capacity;
    }
    char *copy = malloc(strlen(what) + 1);
    if (!copy) {
        return NULL;
    }
    strcpy(copy, what);
    cli_ending *fresh = &one->endings[one->ending_count++];
    *fresh = (cli_ending){.what = copy, .key = key};
    return fresh;
}

static uint64_t common_divisor(uint64_t a, uint64_t b) {
    while (b != 0) {
        const uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* Adds a chance to those of the same words; the fraction is given up where it would not fit. */
static void add_chance(cli_ending *ending, size_t book, const qm_outcome *outcome) {
    uint64_t n = outcome->numerator, d = outcome->denominator;
    if (ending->chance[book] > 0 && ending->denominator[book] > 0 && d > 0) {
        const uint64_t have = ending->denominator[book], shared = common_divisor(have, d);
        const uint64_t left = d / shared, right = have / shared;
        const bool fits = left <= UINT32_MAX && right <= UINT32_MAX && have <= UINT32_MAX && n <= UINT32_MAX;
        n = fits ? ending->numerator[book] * left + n * right : 0;
        d = fits ? have * left : 0;
        const uint64_t most = fits ? common_divisor(n, d) : 1;
        n /= most;
        d /= most;
    } else if (ending->chance[book] > 0) {
        n = d = 0;
    }
    ending->chance[book] += outcome->chance;
    ending->numerator[book] = n;
    ending->denominator[book] = d;
}

/* One line: what changes of several figures is joined. */
static void flatten(qm_text *text) {
    while (text->length > 0 && text->data[text->length - 1] == '\n') {
        text->data[--text->length] = 0;
    }
    for (size_t i = 0; i < text->length; i++) {
        text->data[i] = text->data[i] == '\n' ? ';' : text->data[i];
    }
}

static qm_result gather(cli_compared *one, size_t book, const cli_table *table, const qm_outcome *outcomes,
                        uint32_t count, qm_state *after) {
    qm_text what = qm_text_growing(NULL);
    qm_result result = QM_OK;
    for (uint32_t i = 0; i < count && result == QM_OK; i++) {
        result = qm_odds_outcome(table->scenario, table->state, table->scratch, &outcomes[i], after, NULL);
        if (result == QM_OK) {
            qm_text_clear(&what);
            qm_state_difference(table->scenario, table->state, after, &what);
            flatten(&what);
            cli_ending *ending = what.truncated ? NULL : ending_for(one, what.data ? what.data : "");
            result = ending ? QM_OK : QM_ERROR_MEMORY;
            if (ending) {
                add_chance(ending, book, &outcomes[i]);
            }
        }
    }
    qm_text_free(&what);
    return result;
}

/* The odds of the order that was judged last. */
static qm_result find_odds(cli_compared *one, size_t book, const cli_table *table, bool measured) {
    qm_outcome *outcomes = malloc(OUTCOMES_MAX * sizeof *outcomes);
    qm_state *after = malloc(qm_state_size(table->scenario));
    cli_answer *answer = &one->answers[book];
    qm_odds_result found = {0};
    qm_result result = outcomes && after ? QM_OK : QM_ERROR_MEMORY;
    if (result == QM_OK) {
        result = (measured ? qm_odds_measured : qm_odds)(table->scenario, table->state, table->scratch,
                                                         QM_POLICY_AUTOMATIC, outcomes, OUTCOMES_MAX, &found);
    }
    answer->too_many = found.too_many;
    answer->faces = found.too_many && found.nodes == 0;
    answer->had_choices = found.had_choices;
    answer->supposed = found.supposed;
    if (found.too_many) {
        result = QM_OK;
    } else if (result == QM_OK) {
        result = gather(one, book, table, outcomes, found.count, after);
        answer->played = result == QM_OK;
        answer->sum = found.sum;
    }
    free(outcomes);
    free(after);
    return result;
}

static void clear_endings(cli_compared *one) {
    for (size_t i = 0; i < one->ending_count; i++) {
        free(one->endings[i].what);
    }
    one->ending_count = 0;
}

/* "O: models lost, 3 or more", for every value that is not sure; what is lost, which comes last in a forecast, first.
 */
static qm_result gather_forecast(cli_compared *one, size_t book, const cli_table *table,
                                 const qm_forecast_result *forecast) {
    qm_text what = qm_text_growing(NULL);
    qm_result result = QM_OK;
    for (uint32_t i = forecast->count; i-- > 0;) {
        const qm_spread *spread = &forecast->spreads[i];
        for (uint32_t n = 1; n < spread->count && result == QM_OK; n++) {
            const int32_t value = spread->low + (int32_t)n;
            qm_text_clear(&what);
            if (spread->figure) {
                qm_text_addf(&what, "%s: ", qm_actor_name(table->scenario, spread->figure));
            }
            qm_text_addf(&what, "%s, %d or more", spread->name, (int)value);
            cli_ending *ending = what.truncated ? NULL : ending_for(one, what.data);
            result = ending ? QM_OK : QM_ERROR_MEMORY;
            if (ending) {
                ending->chance[book] = qm_spread_at_least(spread, value);
            }
        }
    }
    qm_text_free(&what);
    return result;
}

/* The forecast under one rulebook, if there is one: gathered, or else only looked for. */
static qm_result find_forecast(const comparison *c, const cli_table *table, cli_compared *one, size_t book, bool gather,
                               bool *has) {
    cli_answer *answer = &one->answers[book];
    qm_forecast_result forecast = {0};
    qm_result result = (cli_has(c->args, "measured") ? qm_judge_measured : qm_judge)(
        table->scenario, table->state, &answer->order, table->scratch, &answer->verdict);
    if (result == QM_OK) {
        *has = qm_forecast(table->scenario, table->state, table->scratch, QM_POLICY_AUTOMATIC, &forecast) == QM_OK &&
               forecast.count > 0 && !forecast.too_many;
    }
    if (result == QM_OK && *has && gather) {
        answer->played = answer->forecast = true;
        answer->had_choices = forecast.had_choices;
        result = gather_forecast(one, book, table, &forecast);
    }
    return result;
}

/* Where under one rulebook there are too many outcomes to list, what the forecast tells is compared under all, if all
 * under which it can be played have one. */
static qm_result find_forecasts(const comparison *c, const cli_table *tables, cli_compared *one) {
    bool all = false;
    for (size_t b = 0; b < one->books; b++) {
        all = all || one->answers[b].too_many;
    }
    qm_result result = QM_OK;
    for (int gather = 0; gather <= 1; gather++) {
        if (gather && all) {
            clear_endings(one);
        }
        for (size_t b = 0; b < one->books && all && result == QM_OK; b++) {
            if (one->answers[b].judged && qm_verdict_playable(&one->answers[b].verdict)) {
                result = find_forecast(c, &tables[b], one, b, gather, &all);
            }
        }
    }
    return result;
}

/* By the first rulebook under which their chances are not the same; then by their words. */
static int by_chance(const void *a, const void *b) {
    const cli_ending *x = a, *y = b;
    for (size_t i = 0; i < CLI_COMPARE_MAX; i++) {
        if (x->chance[i] != y->chance[i]) {
            return x->chance[i] < y->chance[i] ? 1 : -1;
        }
    }
    return strcmp(x->what, y->what);
}

static double apart(double a, double b) {
    return a > b ? a - b : b - a;
}

/* Odds differ where two rulebooks under which it can be played give one ending another chance, or only one has too many
 * outcomes to tell. */
static void finish_odds(cli_compared *one) {
    for (size_t i = 0; i < one->ending_count; i++) {
        cli_ending *ending = &one->endings[i];
        const cli_answer *first = NULL;
        double chance = 0;
        for (size_t b = 0; b < one->books; b++) {
            if (one->answers[b].played) {
                const double same = one->answers[b].forecast ? 1e-9 : 1e-12;
                ending->differs = ending->differs || (first && apart(chance, ending->chance[b]) > same);
                chance = first ? chance : ending->chance[b];
                first = first ? first : &one->answers[b];
            }
        }
        one->aspects[CLI_ASPECT_ODDS] = one->aspects[CLI_ASPECT_ODDS] || ending->differs;
    }
    bool known = false, unknown = false, forecast = false;
    for (size_t b = 0; b < one->books; b++) {
        known = known || one->answers[b].played;
        unknown = unknown || (one->answers[b].too_many && !one->answers[b].forecast);
        forecast = forecast || one->answers[b].forecast;
    }
    one->aspects[CLI_ASPECT_ODDS] = one->aspects[CLI_ASPECT_ODDS] || (known && unknown);
    if (one->ending_count > 1 && !forecast) {
        qsort(one->endings, one->ending_count, sizeof *one->endings, by_chance);
    }
}

/* --------------------------------------------------------------------------------------------------------- question */

static int ask(const comparison *c, cli_table *table, cli_compared *one, size_t book) {
    const bool measured = cli_has(c->args, "measured");
    cli_answer *answer = &one->answers[book];
    qm_result result = (measured ? qm_judge_measured : qm_judge)(table->scenario, table->state, &answer->order,
                                                                 table->scratch, &answer->verdict);
    if (result == QM_OK && qm_verdict_playable(&answer->verdict)) {
        result = find_odds(one, book, table, measured);
    }
    return result == QM_OK ? CLI_YES : cli_fail(c->args, one->text, result, NULL);
}

int cli_compare_ask(const comparison *c, cli_table *tables, cli_compared *one) {
    static const cli_aspect rows[] = {CLI_ASPECT_VERDICT, CLI_ASPECT_REASONS, CLI_ASPECT_WARNINGS, CLI_ASPECT_COST,
                                      CLI_ASPECT_END,     CLI_ASPECT_HITS,    CLI_ASPECT_CHECKS,   CLI_ASPECT_CHANCE,
                                      CLI_ASPECT_CLAUSES, CLI_ASPECT_WAY};
    one->books = c->count;
    for (size_t b = 0; b < c->count; b++) {
        if (one->answers[b].judged && ask(c, &tables[b], one, b) != CLI_YES) {
            return CLI_BAD;
        }
    }
    const qm_result result = find_forecasts(c, tables, one);
    if (result != QM_OK) {
        return cli_fail(c->args, one->text, result, NULL);
    }
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (rows[i] == CLI_ASPECT_CHECKS) {
            add_checks(one, tables);
        } else {
            add_row(one, tables, rows[i]);
        }
    }
    finish_odds(one);
    for (int i = 0; i < CLI_ASPECT_COUNT; i++) {
        one->differs = one->differs || one->aspects[i];
    }
    return one->failed ? cli_fail(c->args, one->text, QM_ERROR_MEMORY, NULL) : CLI_YES;
}

void cli_compared_clear(cli_compared *one) {
    for (size_t i = 0; i < one->row_count; i++) {
        for (size_t b = 0; b < one->books; b++) {
            free(one->rows[i].cells[b]);
        }
    }
    clear_endings(one);
    free(one->endings);
    memset(one, 0, sizeof *one);
}
