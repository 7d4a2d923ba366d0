/* quickmarch reach, plan and options: where a figure can go, by which ways, and what it may do. */
#include <stdlib.h>
#include <string.h>

#include "common.h"
#include "quickmarch/board.h"

enum { PLACES_MAX = 200 * 200, WAYS_MAX = 64 };

/* Opens the table of a question and asks it. */
static int run(int argc, char **argv, size_t least, size_t most, int (*question)(const cli_args *, cli_table *)) {
    cli_args args;
    cli_table table;
    int status;
    if (!cli_args_read(&args, argc, argv, least, most, &status)) {
        return status;
    }
    status = cli_table_open(&table, &args, args.plain[0], 0);
    if (status == CLI_YES) {
        status = cli_settled(&args, &table);
    }
    if (status == CLI_YES) {
        status = cli_measure(&args, &table, NULL);
    }
    if (status == CLI_YES) {
        status = question(&args, &table);
    }
    cli_table_close(&table);
    cli_args_free(&args);
    return status;
}

static void heading(const cli_args *args, const cli_table *table, uint16_t figure, const char *after, qm_text *out) {
    cli_paint(args, out, CLI_BOLD, qm_figure_name(table->scenario, figure));
    qm_text_addf(out, "%s", after);
}

/* ------------------------------------------------------------------------------------------------------------ reach */

/* "0304   3    91.7 %  1 check, without: cost 5  running  stops there" */
static void print_place(const cli_table *table, const qm_reach_place *place, qm_text *out) {
    const size_t start = out->length;
    qm_text_add(out, "  ");
    qm_place_print(table->scenario, place->at, out);
    cli_pad(out, out->length - start, 11);
    const size_t cost = out->length;
    cli_cost(out, table->scenario, place->cost);
    cli_pad(out, out->length - cost, 5);
    cli_percent(out, (double)place->chance, 9);
    if (place->best_chance > place->chance) {
        qm_text_add(out, "  safest ");
        cli_percent(out, (double)place->best_chance, 0);
    }
    if (place->checks > 0) {
        qm_text_addf(out, "  %u check%s", place->checks, place->checks == 1 ? "" : "s");
        if (place->sure_cost >= 0) {
            qm_text_add(out, ", without: cost ");
            cli_cost(out, table->scenario, place->sure_cost);
        }
    }
    if (place->hits > 0) {
        qm_text_addf(out, "  burns: %u hit%s", place->hits, place->hits == 1 ? "" : "s");
    }
    qm_text_add(out, place->effort ? "  running" : "");
    qm_text_add(out, place->stops ? "  stops there\n" : "\n");
}

static void print_reach_map(const cli_args *args, const cli_table *table, const qm_reach_place *places, uint32_t count,
                            qm_text *out) {
    qm_board_mark *marks = calloc(count ? count : 1, sizeof *marks);
    bool effort = false;
    if (!marks) {
        out->truncated = true;
        return;
    }
    for (uint32_t i = 0; i < count; i++) {
        qm_text label = qm_text_over(marks[i].label, sizeof marks[i].label);
        marks[i].at = places[i].at;
        marks[i].warn = places[i].checks > 0;
        qm_text_add_int(&label, places[i].cost);
        qm_text_add(&label, places[i].effort ? "r" : "");
        qm_text_add(&label, places[i].checks > 0 ? "?" : places[i].stops ? "." : "");
        effort = effort || places[i].effort;
    }
    const qm_board_options options = {
        .color = args->color, .ascii = cli_has(args, "ascii"), .legend = true, .marks = marks, .mark_count = count};
    if (qm_board_print(table->scenario, table->state, &options, out) == QM_OK) {
        qm_text_addf(out,
                     "\nA number is the cost of getting there; %s? a check lies on the way, . movement ends there.\n",
                     effort ? "r only at a run, which spends the action, " : "");
    }
    free(marks);
}

static void print_threat_map(const cli_args *args, const cli_table *table, const qm_place *places, uint32_t count,
                             qm_text *out) {
    qm_board_mark *marks = calloc(count, sizeof *marks);
    if (!marks) {
        out->truncated = true;
        return;
    }
    for (uint32_t i = 0; i < count; i++) {
        marks[i] = (qm_board_mark){.at = places[i], .label = CLI_THREAT_MARK};
    }
    const qm_board_options options = {
        .color = args->color, .ascii = cli_has(args, "ascii"), .legend = true, .marks = marks, .mark_count = count};
    qm_board_print(table->scenario, table->state, &options, out);
    free(marks);
}

static void print_reach(const cli_args *args, const cli_table *table, uint16_t figure, const qm_reach_place *places,
                        uint32_t count, qm_text *out) {
    const char *at = cli_value(args, "at");
    if (count == 0) {
        heading(args, table, figure, "", out);
        qm_text_addf(out, at ? " cannot end its movement at %s now.\n" : " can get nowhere now.\n", at);
        return;
    }
    heading(args, table, figure, "", out);
    qm_text_addf(out, " can get to %u place%s.\n", (unsigned)count, count == 1 ? "" : "s");
    if (cli_has(args, "map")) {
        qm_text_add_char(out, '\n');
        print_reach_map(args, table, places, count, out);
        return;
    }
    qm_text_add(out, "  place    cost   chance\n");
    for (uint32_t i = 0; i < count; i++) {
        print_place(table, &places[i], out);
    }
}

static int by_cost(const void *a, const void *b) {
    const qm_reach_place *x = a, *y = b;
    if (x->cost != y->cost) {
        return x->cost < y->cost ? -1 : 1;
    }
    if (x->at.x != y->at.x) {
        return x->at.x < y->at.x ? -1 : 1;
    }
    return x->at.y < y->at.y ? -1 : x->at.y > y->at.y;
}

uint32_t cli_only_at(qm_reach_place *places, uint32_t count, qm_place at) {
    for (uint32_t i = 0; i < count; i++) {
        if (places[i].at.x == at.x && places[i].at.y == at.y) {
            places[0] = places[i];
            return 1;
        }
    }
    return 0;
}

const char *cli_threat_words(const qm_scenario *scenario) {
    const char *words = qm_scenario_family(scenario)->threat;
    return words ? words : "threatens";
}

static void print_threat(const cli_args *args, const cli_table *table, uint16_t figure, const qm_place *places,
                         uint32_t count, qm_text *out) {
    const qm_space space = qm_scenario_family(table->scenario)->space;
    heading(args, table, figure, "", out);
    qm_text_addf(out, ": %u %s it %s\n", (unsigned)count, count == 1 ? qm_cell_word(space) : qm_cell_words(space),
                 cli_threat_words(table->scenario));
    if (count == 0) {
        return;
    }
    if (cli_has(args, "map")) {
        qm_text_add_char(out, '\n');
        print_threat_map(args, table, places, count, out);
        return;
    }
    qm_text list = qm_text_growing(NULL);
    for (uint32_t i = 0; i < count; i++) {
        qm_text_add(&list, i > 0 ? " " : "");
        qm_place_print(table->scenario, places[i], &list);
    }
    cli_wrap(out, list.data ? list.data : "", 2, 100);
    qm_text_add_char(out, '\n');
    qm_text_free(&list);
}

static int ask_threat(const cli_args *args, cli_table *table, uint16_t figure) {
    uint32_t count = 0;
    qm_place *places = malloc(PLACES_MAX * sizeof *places);
    const qm_result result =
        places ? qm_threat(table->scenario, table->state, figure, places, PLACES_MAX, &count) : QM_ERROR_MEMORY;
    if (result != QM_OK) {
        free(places);
        return cli_fail(args, args->plain[1], result, NULL);
    }
    qm_text out = qm_text_growing(NULL);
    if (args->json) {
        qm_threat_write_json(table->scenario, figure, places, count, &out);
        qm_text_add_char(&out, '\n');
    } else {
        print_threat(args, table, figure, places, count, &out);
    }
    free(places);
    return cli_put(&out, CLI_YES);
}

static int ask_reach(const cli_args *args, cli_table *table) {
    const uint16_t figure = cli_figure(args, table, args->plain[1]);
    if (!figure) {
        return CLI_BAD;
    }
    if (cli_has(args, "threat")) {
        return ask_threat(args, table, figure);
    }
    if (cli_has(args, "links")) {
        return cli_links_ask(args, table, figure);
    }
    const char *at = cli_value(args, "at");
    qm_place place;
    if (at && !qm_place_read(table->scenario, at, strlen(at), &place)) {
        return cli_usage(args->command, "'%s' is no place of %s", at, table->path);
    }
    if (qm_scenario_family(table->scenario)->space == QM_SPACE_TABLE) {
        return at ? cli_cost_ask(args, table, figure, place) : cli_regions_ask(args, table, figure);
    }
    uint32_t count = 0;
    qm_reach_place *places = malloc(PLACES_MAX * sizeof *places);
    const qm_result result =
        places ? qm_reach(table->scenario, table->state, figure, true, table->scratch, places, PLACES_MAX, &count)
               : QM_ERROR_MEMORY;
    if (result != QM_OK) {
        free(places);
        return cli_fail(args, args->plain[1], result, NULL);
    }
    qsort(places, count, sizeof *places, by_cost);
    if (at) {
        count = cli_only_at(places, count, place);
    }
    qm_text out = qm_text_growing(NULL);
    if (args->json) {
        qm_reach_write_json(table->scenario, figure, places, count, &out);
        qm_text_add_char(&out, '\n');
    } else {
        print_reach(args, table, figure, places, count, &out);
    }
    free(places);
    return cli_put(&out, CLI_YES);
}

int cli_reach(int argc, char **argv) {
    return run(argc, argv, 2, 2, ask_reach);
}

/* ------------------------------------------------------------------------------------------------------------- plan */

/* A figure that is not on move is answered all the same. */
static const char *out_of_turn(const cli_table *table, uint16_t figure) {
    return qm_state_actor(table->scenario, table->state) == figure ? "" : " if its turn came now";
}

static void print_plan(const cli_args *args, const cli_table *table, uint16_t figure, qm_place at,
                       const qm_plan_way *ways, uint32_t count, const qm_standing *standing, qm_text *out) {
    const char *goal = args->plain[2];
    if (count == 0) {
        qm_text why = qm_text_growing(NULL);
        const bool told =
            qm_plan_why_print(table->scenario, table->state, table->scratch, figure, at, standing, &why);
        heading(args, table, figure, "", out);
        qm_text_addf(out, " has no way to %s in one order%s.\n", goal, told ? "" : out_of_turn(table, figure));
        qm_text_add(out, why.data ? why.data : "");
        qm_text_free(&why);
        cli_left_out_note(table->scenario, out);
        return;
    }
    qm_verdict verdict;
    const bool now = qm_judge(table->scenario, table->state, &ways[0].order, table->scratch, &verdict) == QM_OK &&
                     verdict.judgement == QM_LEGAL;
    heading(args, table, figure, "", out);
    qm_text_addf(out, " has %u way%s to %s%s, from the shortest to the safest:\n", (unsigned)count,
                 count == 1 ? "" : "s", goal, now ? "" : out_of_turn(table, figure));
    for (uint32_t i = 0; i < count; i++) {
        qm_text_add(out, "  cost ");
        const size_t cost = out->length;
        cli_cost(out, table->scenario, ways[i].cost);
        if (qm_scenario_family(table->scenario)->space == QM_SPACE_TABLE) { /* so that chances stand in a column */
            cli_pad(out, out->length - cost, 7);
        }
        cli_percent(out, ways[i].chance, 10);
        qm_text_addf(out, "  %u check%s  ", ways[i].checks, ways[i].checks == 1 ? " " : "s");
        if (ways[i].hits > 0) {
            qm_text_addf(out, "%u hit%s  ", ways[i].hits, ways[i].hits == 1 ? " " : "s");
        }
        if (ways[i].lost > 0) {
            cli_cost(out, table->scenario, ways[i].lost);
            qm_text_add(out, " lost to ground  ");
        }
        qm_order_print(table->scenario, &ways[i].order, out);
        qm_text_add_char(out, '\n');
        qm_risks_print(table->scenario, table->state, &ways[i].order, table->scratch, out);
    }
    cli_ways_note(ways, count, out);
    cli_left_out_note(table->scenario, out);
}

static int ask_plan(const cli_args *args, cli_table *table) {
    const uint16_t figure = cli_figure(args, table, args->plain[1]);
    qm_place goal;
    if (!figure) {
        return CLI_BAD;
    }
    if (!qm_place_read(table->scenario, args->plain[2], strlen(args->plain[2]), &goal)) {
        return cli_usage(args->command, "'%s' is no place of %s", args->plain[2], table->path);
    }
    uint32_t count = 0;
    qm_plan_way *ways = calloc(WAYS_MAX, sizeof *ways);
    const qm_result result =
        ways ? qm_plan(table->scenario, table->state, figure, goal, table->scratch, ways, WAYS_MAX, &count)
             : QM_ERROR_MEMORY;
    if (result != QM_OK) {
        qm_diagnostics list = qm_diagnostics_make(NULL);
        if (result == QM_ERROR_LIMIT && count == 0) {
            qm_diagnostics_add(&list, QM_SEVERITY_ERROR, "", 0, 0, "goal", CLI_NO_WAY_KNOWN);
        }
        const int status = cli_fail(args, args->plain[2], result, list.count > 0 ? &list : NULL);
        qm_diagnostics_free(&list);
        free(ways);
        return status;
    }
    qm_text out = qm_text_growing(NULL);
    qm_standing standing;
    const bool told =
        count == 0 && qm_stand(table->scenario, table->state, figure, goal, table->scratch, &standing) == QM_OK;
    if (args->json) {
        qm_plan_write_json(table->scenario, table->state, table->scratch, figure, goal, ways, count,
                           told ? &standing : NULL, &out);
        qm_text_add_char(&out, '\n');
    } else {
        print_plan(args, table, figure, goal, ways, count, told ? &standing : NULL, &out);
    }
    free(ways);
    return cli_put(&out, count > 0 ? CLI_YES : CLI_NO);
}

int cli_plan(int argc, char **argv) {
    return run(argc, argv, 3, 3, ask_plan);
}

/* ---------------------------------------------------------------------------------------------------------- options */

static void print_options(const cli_table *table, const qm_options_result *options, qm_text *out) {
    for (uint32_t i = 0; i < options->count; i++) {
        qm_order order;
        if (qm_option(table->scenario, table->state, table->scratch, i, &order) == QM_OK) {
            qm_order_print(table->scenario, &order, out);
            qm_text_add_char(out, '\n');
        }
    }
}

static int ask_options(const cli_args *args, cli_table *table) {
    uint16_t figure = 0;
    if (args->plain_count > 1 && (figure = cli_figure(args, table, args->plain[1])) == 0) {
        return CLI_BAD;
    }
    qm_options_result options = {0};
    const qm_result result = qm_options(table->scenario, table->state, figure, table->scratch, &options);
    if (result != QM_OK) {
        return cli_fail(args, table->path, result, NULL);
    }
    qm_text out = qm_text_growing(NULL);
    const char *name = qm_actor_name(table->scenario, figure ? figure : qm_state_actor(table->scenario, table->state));
    if (cli_has(args, "count") && args->json) {
        cli_json json = {.out = &out};
        cli_json_open(&json, NULL, '{');
        cli_json_text(&json, "figure", name);
        cli_json_int(&json, "count", options.count);
        cli_json_close(&json, '}');
        qm_text_add_char(&out, '\n');
    } else if (cli_has(args, "count")) {
        qm_text_addf(&out, "%u\n", (unsigned)options.count);
    } else if (args->json) {
        qm_options_write_json(table->scenario, table->state, figure, table->scratch, &options, &out);
        qm_text_add_char(&out, '\n');
    } else {
        print_options(table, &options, &out);
    }
    return cli_put(&out, CLI_YES);
}

int cli_options(int argc, char **argv) {
    return run(argc, argv, 1, 2, ask_options);
}
