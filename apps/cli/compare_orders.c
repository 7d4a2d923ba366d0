/* quickmarch compare --order, --orders: which orders are asked about, and in which positions.
 *
 * Invariant: all rulebooks judge an order in one and the same position, so that only what they say of this order can
 * differ. Orders of the options are asked each by itself, in the position of the scenario after the --after orders,
 * which are played by the first rulebook; orders of a game in the position in which they were given, which the game
 * reached by its own rules and dice. Rejected: a game of its own under every rulebook. After the first check that fails
 * under one and not under the other, it compares different positions, and soon orders that make no sense in them.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compare.h"

/* The orders that are asked about. */
typedef struct asked {
    qm_text file;       /* what --orders names */
    char *lines;        /* a copy of it, cut into lines; or the orders of the game, each ended by a zero */
    const char **texts; /* of all orders */
    size_t *places;     /* of each the line of the file; 0 = it is an option, or of a game */
    size_t count;
    const char *path; /* of the file; NULL if there is none */
    bool game;        /* it is the log of a game */
} asked;

typedef struct bench {
    const comparison *c;
    asked orders;
    cli_table base;                    /* the positions are this table's */
    cli_table tables[CLI_COMPARE_MAX]; /* the same scenario under every rulebook */
    bool fits[CLI_COMPARE_MAX];        /* the position of the base is one of these rules too */
    bool base_open;
    size_t open;
} bench;

bool cli_compare_has_orders(const cli_args *args) {
    return cli_has(args, "order") || cli_has(args, "orders");
}

/* ------------------------------------------------------------------------------------------------------ orders */

static bool make_room(asked *a, size_t more) {
    const char **texts = realloc((void *)a->texts, (a->count + more + 1) * sizeof *texts);
    a->texts = texts ? texts : a->texts;
    size_t *places = realloc(a->places, (a->count + more + 1) * sizeof *places);
    a->places = places ? places : a->places;
    return texts && places;
}

static size_t count_lines(const char *text) {
    size_t count = 1;
    for (; *text; text++) {
        count += *text == '\n';
    }
    return count;
}

/* One order a line; empty lines and those that begin with # are passed over. */
static bool cut_lines(asked *a) {
    a->lines = malloc(a->file.length + 1);
    if (!a->lines || !make_room(a, count_lines(a->file.data ? a->file.data : ""))) {
        return false;
    }
    memcpy(a->lines, a->file.data ? a->file.data : "", a->file.length + 1);
    size_t number = 0;
    for (char *line = a->lines; line;) {
        char *end = strchr(line, '\n'), *first = line + strspn(line, " \t\r");
        if (end) {
            *end = 0;
        }
        for (char *last = first + strlen(first); last > first && strchr(" \t\r", last[-1]); last--) {
            last[-1] = 0;
        }
        number++;
        if (*first && *first != '#') {
            a->texts[a->count] = first;
            a->places[a->count++] = number;
        }
        line = end ? end + 1 : NULL;
    }
    return true;
}

static int read_file(bench *b) {
    const cli_args *args = b->c->args;
    asked *a = &b->orders;
    qm_diagnostics list = qm_diagnostics_make(NULL);
    const qm_result result = cli_read(a->path, &a->file, &list);
    int status = result == QM_OK ? CLI_YES : cli_fail(args, a->path, result, &list);
    qm_diagnostics_free(&list);
    if (status != CLI_YES) {
        return status;
    }
    const char *text = a->file.data ? a->file.data : "";
    const qm_file_kind kind = cli_file_kind(a->path, text, a->file.length);
    a->game = kind == QM_FILE_LOG;
    if (a->game) {
        return CLI_YES;
    }
    const bool text_only = kind == QM_FILE_UNKNOWN || kind == QM_FILE_RULEBOOK; /* one like any other text */
    if (!text_only || text[strspn(text, " \t\r\n")] == '{' || strlen(text) != a->file.length) {
        return cli_usage(args->command, "%s is no list of orders, one a line, and no log of a game", a->path);
    }
    return cut_lines(a) ? CLI_YES : cli_fail(args, a->path, QM_ERROR_MEMORY, NULL);
}

static int read_orders(bench *b) {
    const cli_args *args = b->c->args;
    asked *a = &b->orders;
    const char *text;
    a->file = qm_text_growing(NULL);
    a->path = cli_value(args, "orders");
    for (size_t n = 0; (text = cli_value_at(args, "order", n)) != NULL; n++) {
        if (!make_room(a, 1)) {
            return cli_fail(args, "--order", QM_ERROR_MEMORY, NULL);
        }
        a->texts[a->count] = text;
        a->places[a->count++] = 0;
    }
    const int status = a->path ? read_file(b) : CLI_YES;
    if (status == CLI_YES && !a->game && a->count == 0) {
        return cli_usage(args->command, "there are no orders in %s", a->path);
    }
    return status;
}

/* A game brings its scenario, its orders and its dice along. */
static int check_options(const bench *b) {
    static const char *const strange[] = {"scenario", "order", "after", "dice", "choose", "seed", "side"};
    const cli_args *args = b->c->args;
    const char *scenario = cli_value(args, "scenario");
    for (size_t i = 0; b->orders.game && i < sizeof strange / sizeof strange[0]; i++) {
        if (cli_has(args, strange[i])) {
            return cli_usage(args->command, "%s is the log of a game, which brings its own: --%s does not go with it",
                             b->orders.path, strange[i]);
        }
    }
    if (!b->orders.game && !scenario) {
        return cli_usage(args->command, "--scenario and --order (or --orders) go together");
    }
    if (strcmp(b->orders.game ? b->orders.path : scenario, "-") == 0) {
        return cli_usage(args->command,
                         "a %s is read anew for every rulebook, and standard input can be read only once",
                         b->orders.game ? "log" : "scenario");
    }
    return CLI_YES;
}

/* ------------------------------------------------------------------------------------------------------- positions */

/* The orders of the game in notation, to be read anew under every rulebook. */
static int list_game(bench *b) {
    asked *a = &b->orders;
    const qm_game *game = b->base.game;
    const uint32_t count = qm_game_orders(game);
    qm_text text = qm_text_growing(NULL);
    for (uint32_t i = 0; i < count; i++) {
        qm_order_print(b->base.scenario, qm_game_order_at(game, i), &text);
        qm_text_add_bytes(&text, "", 1);
    }
    a->lines = text.truncated ? NULL : malloc(text.length + 1);
    if (!a->lines || !make_room(a, count)) {
        qm_text_free(&text);
        return cli_fail(b->c->args, a->path, QM_ERROR_MEMORY, NULL);
    }
    memcpy(a->lines, text.data ? text.data : "", text.length + 1);
    qm_text_free(&text);
    const char *at = a->lines;
    for (; a->count < count; a->count++) {
        a->texts[a->count] = at;
        a->places[a->count] = 0;
        at += strlen(at) + 1;
    }
    qm_state_start(b->base.scenario, b->base.state);
    return count > 0 ? CLI_YES : cli_usage(b->c->args->command, "there are no orders in %s", a->path);
}

/* The options of the command are for the base; under the rulebooks only the scenario is wanted. */
static int open_tables(bench *b) {
    const comparison *c = b->c;
    const cli_args plain = {.command = c->args->command, .json = c->args->json};
    const char *name = b->orders.game ? b->orders.path : cli_value(c->args, "scenario");
    b->base_open = true;
    int status = b->orders.game ? cli_table_open(&b->base, &plain, name, 0)
                                : cli_table_open_with(&b->base, c->args, name, c->books[0], false);
    if (status == CLI_YES && !b->orders.game) {
        status = cli_settled(c->args, &b->base);
    }
    for (size_t i = 0; i < c->count && status == CLI_YES; i++) {
        status = cli_table_open_with(&b->tables[i], &plain, name, c->books[i], true);
        b->open++;
    }
    return status == CLI_YES && b->orders.game ? list_game(b) : status;
}

static void carry(bench *b) {
    for (size_t i = 0; i < b->c->count; i++) {
        b->fits[i] =
            qm_state_carry(b->base.scenario, b->base.state, b->tables[i].scenario, b->tables[i].state) == QM_OK;
    }
}

/* Plays the order of the game on the base, with the dice it had. */
static int advance(bench *b, size_t index) {
    cli_table *base = &b->base;
    qm_verdict verdict;
    qm_played played = QM_PLAYED_DONE;
    qm_source source = {.dice = QM_DICE_ASKED, .choices = QM_CHOICES_ASKED};
    source.given = qm_game_tape_at(base->game, (uint32_t)index);
    qm_result result =
        qm_judge(base->scenario, base->state, qm_game_order_at(base->game, (uint32_t)index), base->scratch, &verdict);
    if (result == QM_OK) {
        result = qm_play(base->scenario, base->state, base->scratch, &source, NULL, &played);
    }
    result = result == QM_OK && played != QM_PLAYED_DONE ? QM_ERROR_DICE : result;
    return result == QM_OK ? CLI_YES : cli_fail(b->c->args, b->orders.texts[index], result, NULL);
}

/* ------------------------------------------------------------------------------------------------------------- asking
 */

/* What is wrong with an order of a file is told with its line. */
static int read_order(const bench *b, size_t index, const cli_table *table, qm_order *order) {
    const char *text = b->orders.texts[index];
    if (b->orders.places[index] == 0) {
        return cli_order_read(b->c->args, table, text, order);
    }
    qm_diagnostics list = qm_diagnostics_make(NULL), shown = qm_diagnostics_make(NULL);
    const qm_result result = qm_order_read(table->scenario, text, strlen(text), order, &list);
    for (size_t i = 0; i < list.count; i++) {
        qm_diagnostics_add(&shown, list.items[i].severity, b->orders.path, (uint32_t)b->orders.places[index],
                           list.items[i].column, list.items[i].field, list.items[i].message);
    }
    const int status = result == QM_OK ? CLI_YES : cli_fail(b->c->args, b->orders.path, result, &shown);
    qm_diagnostics_free(&list);
    qm_diagnostics_free(&shown);
    return status;
}

static void count_one(cli_compare_sum *sum, const cli_compared *one) {
    bool lost = false;
    sum->orders++;
    sum->differ += one->differs;
    for (int i = 0; i < CLI_ASPECT_COUNT; i++) {
        sum->by_aspect[i] += one->aspects[i];
    }
    for (size_t i = 0; i < one->books; i++) {
        lost = lost || !one->answers[i].judged;
    }
    sum->lost += lost;
}

/* Of a game only what differs is told, and all of it with --all; JSON always has all. */
static int ask_one(bench *b, size_t index, cli_compared *one, cli_compare_sum *sum, cli_picture *picture) {
    const comparison *c = b->c;
    int status = CLI_YES;
    one->text = b->orders.texts[index];
    one->number = index + 1;
    for (size_t i = 0; i < c->count && status == CLI_YES; i++) {
        one->answers[i].judged = b->fits[i];
        status = b->fits[i] ? read_order(b, index, &b->tables[i], &one->answers[i].order) : CLI_YES;
    }
    if (status == CLI_YES) {
        status = cli_compare_ask(c, b->tables, one);
    }
    if (status != CLI_YES) {
        return status;
    }
    count_one(sum, one);
    if (c->json) {
        cli_compare_write(c, b->tables, one);
    } else if (one->differs || !b->orders.game || cli_has(c->args, "all")) {
        cli_compare_show(c, one, !one->differs && b->orders.game);
    }
    return picture && (one->differs || !b->orders.game) ? cli_picture_add(picture, b->tables, one) : CLI_YES;
}

static bool is_number(const char *text, size_t number) {
    char digits[24];
    qm_text written = qm_text_over(digits, sizeof digits);
    qm_text_addf(&written, "%zu", number);
    return strcmp(text, digits) == 0;
}

/* Whether --only names this order, or nothing. */
static bool wanted(const bench *b, size_t number) {
    const char *text;
    for (size_t n = 0; (text = cli_value_at(b->c->args, "only", n)) != NULL; n++) {
        if (is_number(text, number)) {
            return true;
        }
    }
    return !cli_has(b->c->args, "only");
}

/* Every number of --only must be that of an order. */
static int check_only(const bench *b) {
    const char *text;
    for (size_t n = 0; (text = cli_value_at(b->c->args, "only", n)) != NULL; n++) {
        bool found = false;
        for (size_t i = 1; i <= b->orders.count && !found; i++) {
            found = is_number(text, i);
        }
        if (!found) {
            return cli_usage(b->c->args->command, "--only is the number of an order, from 1 to %zu; not '%s'",
                             b->orders.count, text);
        }
    }
    return CLI_YES;
}

static int ask_all(bench *b, cli_compare_sum *sum, cli_picture *picture) {
    cli_compared *one = calloc(1, sizeof *one);
    int status = one ? CLI_YES : cli_fail(b->c->args, "compare", QM_ERROR_MEMORY, NULL);
    for (size_t i = 0; i < b->orders.count && status == CLI_YES; i++) {
        if (i == 0 || b->orders.game) {
            carry(b);
        }
        status = wanted(b, i + 1) ? ask_one(b, i, one, sum, picture) : CLI_YES;
        cli_compared_clear(one);
        if (status == CLI_YES && b->orders.game) {
            status = advance(b, i);
        }
    }
    free(one);
    return status;
}

static int answer(bench *b) {
    const comparison *c = b->c;
    cli_compare_sum sum = {0};
    int status = read_orders(b);
    if (status == CLI_YES) {
        status = check_options(b);
    }
    if (status == CLI_YES) {
        status = open_tables(b);
    }
    if (status == CLI_YES) {
        status = check_only(b);
    }
    cli_picture *picture = status == CLI_YES ? cli_picture_start(c, &status) : NULL;
    if (status == CLI_YES && c->json) {
        cli_json_text(c->json, b->orders.game ? "log" : "scenario", b->base.path);
        cli_json_open(c->json, "rulebooks", '[');
        for (size_t i = 0; i < c->count; i++) {
            cli_json_text(c->json, NULL, c->names[i]);
        }
        cli_json_close(c->json, ']');
        cli_json_open(c->json, "orders", '[');
    }
    if (status == CLI_YES) {
        status = ask_all(b, &sum, picture);
    }
    if (status == CLI_YES && c->json) {
        cli_json_close(c->json, ']');
        cli_compare_write_sum(c, &sum);
    } else if (status == CLI_YES) {
        cli_compare_show_sum(c, &sum);
    }
    if (status == CLI_YES && picture) {
        status = cli_picture_finish(picture);
    }
    cli_picture_free(picture);
    return status;
}

int cli_compare_orders(const comparison *c) {
    bench *b = calloc(1, sizeof *b);
    if (!b) {
        return cli_fail(c->args, "compare", QM_ERROR_MEMORY, NULL);
    }
    b->c = c;
    const int status = answer(b);
    for (size_t i = 0; i < b->open; i++) {
        cli_table_close(&b->tables[i]);
    }
    if (b->base_open) {
        cli_table_close(&b->base);
    }
    qm_text_free(&b->orders.file);
    free(b->orders.lines);
    free((void *)b->orders.texts);
    free(b->orders.places);
    free(b);
    return status;
}
