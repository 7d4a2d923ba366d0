/* quickmarch compare: what changes between rulebooks: settings, and the answers to worked cases; orders are in
 * compare_orders.c.
 *
 * The first rulebook is what the others are compared with. A case is run under each of them in place of its own; what
 * the case itself settles stays settled, so only what the rulebooks say can differ.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compare.h"
#include "rules.h"

enum { SHOWN_MAX = 20 };

/* How the answers to the cases move. */
typedef struct moved {
    size_t cases, differ, verdicts, costs, chances, states;
} moved;

/* … and those of the cases that show a clause, by the clause's index. */
typedef struct tally {
    moved all, by_clause[QM_CASE_CLAUSES_MAX];
} tally;

/* --------------------------------------------------------------------------------------------------------- settings */

static void show_difference(const comparison *c, const char *name, const char *from, const char *to) {
    if (c->json) {
        cli_json_open(c->json, NULL, '{');
        cli_json_text(c->json, "name", name);
        cli_json_text(c->json, "from", from);
        cli_json_text(c->json, "to", to);
        cli_json_close(c->json, '}');
    } else {
        qm_text_addf(c->out, "  %s: %s → %s\n", name, from, to);
    }
}

static size_t compare_settings(const comparison *c, size_t other) {
    const qm_rules_facts *family = qm_rulebook_family(c->books[0]);
    size_t count = 0;
    for (size_t i = 0; i < family->setting_count; i++) {
        const int32_t a = qm_rulebook_setting(c->books[0], i), b = qm_rulebook_setting(c->books[other], i);
        if (a != b) {
            char from[64], to[64];
            qm_text left = qm_text_over(from, sizeof from), right = qm_text_over(to, sizeof to);
            qm_setting_print(&family->settings[i], a, &left);
            qm_setting_print(&family->settings[i], b, &right);
            show_difference(c, family->settings[i].name, from, to);
            count++;
        }
    }
    return count;
}

static uint16_t row_named(const qm_rulebook *rulebook, size_t table, const char *name) {
    for (uint16_t row = 1; row <= qm_rulebook_rows(rulebook, table); row++) {
        if (strcmp(qm_rulebook_row_name(rulebook, table, row), name) == 0) {
            return row;
        }
    }
    return 0;
}

/* The columns of one row of the other rulebook; a row that the first has not got is new as a whole. */
static size_t compare_row(const comparison *c, size_t other, size_t table, uint16_t row) {
    const qm_table *declared = &qm_rulebook_family(c->books[0])->tables[table];
    const char *name = qm_rulebook_row_name(c->books[other], table, row);
    const uint16_t first = row_named(c->books[0], table, name);
    size_t count = 0;
    for (size_t k = 0; k < declared->column_count; k++) {
        char from[64] = "(no such row)", to[64], full[120];
        qm_text left = qm_text_over(from, sizeof from), right = qm_text_over(to, sizeof to),
                title = qm_text_over(full, sizeof full);
        if (first) {
            cli_cell_print(c->books[0], table, first, k, &left);
        } else {
            qm_text_add(&left, "(no such row)");
        }
        cli_cell_print(c->books[other], table, row, k, &right);
        qm_text_addf(&title, "%s.%s.%s", declared->name, name, declared->columns[k].name);
        if (strcmp(from, to) != 0) {
            show_difference(c, full, from, to);
            count++;
        }
    }
    return count;
}

static size_t compare_tables(const comparison *c, size_t other) {
    const qm_rules_facts *family = qm_rulebook_family(c->books[0]);
    size_t count = 0;
    for (size_t t = 0; t < family->table_count; t++) {
        for (uint16_t row = 1; row <= qm_rulebook_rows(c->books[other], t); row++) {
            count += compare_row(c, other, t, row);
        }
        for (uint16_t row = 1; row <= qm_rulebook_rows(c->books[0], t); row++) {
            const char *name = qm_rulebook_row_name(c->books[0], t, row);
            if (!row_named(c->books[other], t, name)) {
                char full[120];
                qm_text title = qm_text_over(full, sizeof full);
                qm_text_addf(&title, "%s.%s", family->tables[t].name, name);
                show_difference(c, full, "a row", "(no such row)");
                count++;
            }
        }
    }
    return count;
}

/* ------------------------------------------------------------------------------------------------------------ cases */

const char *cli_judgement_name(uint16_t judgement) {
    return judgement == QM_LEGAL ? "legal" : judgement == QM_ILLEGAL ? "illegal" : "left to a person";
}

static bool in_inches(const comparison *c) {
    return qm_rulebook_family(c->books[0])->space == QM_SPACE_TABLE;
}

static void say_cost(const comparison *c, int32_t cost) {
    if (in_inches(c)) {
        qm_text_add_decimal(c->out, cost / 1000.0, 3);
        qm_text_add_char(c->out, '"');
    } else {
        qm_text_add_int(c->out, cost);
    }
}

static void print_answer(const comparison *c, const qm_case_answer *a, const qm_case_answer *b) {
    qm_text *out = c->out;
    bool said = false;
    qm_text_addf(out, "    '%s':", a->order);
    if (a->judgement != b->judgement) {
        qm_text_addf(out, " %s → ", cli_judgement_name(a->judgement));
        cli_paint(c->args, out, CLI_CARE, cli_judgement_name(b->judgement));
        said = true;
    }
    if (a->cost != b->cost) {
        qm_text_addf(out, "%s cost ", said ? "," : "");
        say_cost(c, a->cost);
        qm_text_add(out, " → ");
        say_cost(c, b->cost);
        said = true;
    }
    if (a->chance != b->chance) {
        qm_text_addf(out, "%s chance ", said ? "," : "");
        cli_percent(out, a->chance, 0);
        qm_text_add(out, " → ");
        cli_percent(out, b->chance, 0);
        said = true;
    }
    if (a->state != b->state) {
        qm_text_addf(out, "%s leads elsewhere", said ? "," : "");
        said = true;
    }
    qm_text_add(out, said ? "\n" : " reasons, checks or odds differ\n");
}

static void write_answer(const comparison *c, const qm_case_answer *a, const qm_case_answer *b) {
    cli_json *json = c->json;
    cli_json_open(json, NULL, '{');
    cli_json_text(json, "order", a->order);
    cli_json_open(json, "verdict", '[');
    cli_json_text(json, NULL, cli_judgement_name(a->judgement));
    cli_json_text(json, NULL, cli_judgement_name(b->judgement));
    cli_json_close(json, ']');
    cli_json_open(json, "cost", '[');
    cli_json_number(json, NULL, in_inches(c) ? a->cost / 1000.0 : a->cost);
    cli_json_number(json, NULL, in_inches(c) ? b->cost / 1000.0 : b->cost);
    cli_json_close(json, ']');
    cli_json_open(json, "chance", '[');
    cli_json_number(json, NULL, a->chance);
    cli_json_number(json, NULL, b->chance);
    cli_json_close(json, ']');
    cli_json_bool(json, "same_state", a->state == b->state);
    cli_json_close(json, '}');
}

static void compare_answers(const comparison *c, const qm_case_result *a, const qm_case_result *b, moved *m) {
    const uint32_t count = a->answer_count < b->answer_count ? a->answer_count : b->answer_count;
    for (uint32_t i = 0; i < count; i++) {
        const qm_case_answer *x = &a->answers[i], *y = &b->answers[i];
        if (x->fingerprint == y->fingerprint) {
            continue;
        }
        m->verdicts += x->judgement != y->judgement;
        m->costs += x->cost != y->cost;
        m->chances += x->chance != y->chance;
        m->states += x->state != y->state;
        if (c->json) {
            write_answer(c, x, y);
        } else {
            print_answer(c, x, y);
        }
    }
    if (a->answer_count != b->answer_count && !c->json) {
        qm_text_addf(c->out, "    goes on for %u orders → %u\n", (unsigned)a->answer_count, (unsigned)b->answer_count);
    }
}

/* Adds what moved in one case to every clause the case shows. */
static void count_clauses(tally *t, const qm_case_result *result, const moved *one) {
    for (size_t i = 0; i < QM_CASE_CLAUSES_MAX; i++) {
        if (result->claimed[i]) {
            moved *m = &t->by_clause[i];
            m->cases++;
            m->differ++;
            m->verdicts += one->verdicts;
            m->costs += one->costs;
            m->chances += one->chances;
            m->states += one->states;
        }
    }
    t->all.differ++;
    t->all.verdicts += one->verdicts;
    t->all.costs += one->costs;
    t->all.chances += one->chances;
    t->all.states += one->states;
}

static void show_case(const comparison *c, const cli_case *item, const qm_case_result results[2], moved *one) {
    if (c->json) {
        cli_json_open(c->json, NULL, '{');
        cli_json_text(c->json, "file", cli_case_file(item));
        cli_json_text(c->json, "case", cli_case_name(item));
        cli_json_bool(c->json, "passed_before", results[0].passed);
        cli_json_bool(c->json, "passes", results[1].passed);
        cli_json_open(c->json, "answers", '[');
    } else {
        qm_text_add(c->out, "  ");
        cli_case_print(item, c->out);
        qm_text_add(c->out, results[0].passed && !results[1].passed ? ": no longer holds\n" : "\n");
    }
    compare_answers(c, &results[0], &results[1], one);
    if (c->json) {
        cli_json_close(c->json, ']');
        cli_json_close(c->json, '}');
    }
}

static void compare_case(const comparison *c, size_t other, const cli_case *item, qm_case_result results[2], tally *t) {
    const bool ran = qm_case_run(item->file, item->index, c->books[0], &results[0]) == QM_OK;
    const bool both = ran && qm_case_run(item->file, item->index, c->books[other], &results[1]) == QM_OK;
    if (both && results[0].family && results[1].family) {
        t->all.cases++;
        if (cli_case_fingerprint(&results[0]) != cli_case_fingerprint(&results[1])) {
            const size_t before = c->out->length;
            moved one = {0};
            show_case(c, item, results, &one);
            count_clauses(t, &results[0], &one);
            if (!c->json && t->all.differ > SHOWN_MAX && !cli_has(c->args, "all")) {
                c->out->length = before;
                c->out->data[before] = 0;
            }
        }
    }
    qm_case_result_free(&results[0]);
    if (ran) {
        qm_case_result_free(&results[1]);
    }
}

static void write_counts(const comparison *c, const moved *m) {
    cli_json_int(c->json, "differ", (int64_t)m->differ);
    cli_json_int(c->json, "verdicts", (int64_t)m->verdicts);
    cli_json_int(c->json, "costs", (int64_t)m->costs);
    cli_json_int(c->json, "chances", (int64_t)m->chances);
    cli_json_int(c->json, "states", (int64_t)m->states);
}

static void write_tally(const comparison *c, const tally *t) {
    const qm_rules_facts *family = qm_rulebook_family(c->books[0]);
    cli_json_open(c->json, "clauses", '[');
    for (size_t i = 0; i < family->clause_count && i < QM_CASE_CLAUSES_MAX; i++) {
        if (t->by_clause[i].differ > 0) {
            cli_json_open(c->json, NULL, '{');
            cli_json_text(c->json, "clause", family->clauses[i].id);
            write_counts(c, &t->by_clause[i]);
            cli_json_close(c->json, '}');
        }
    }
    cli_json_close(c->json, ']');
    cli_json_open(c->json, "summary", '{');
    cli_json_int(c->json, "cases", (int64_t)t->all.cases);
    write_counts(c, &t->all);
    cli_json_close(c->json, '}');
}

/* A line for every clause that a case which differs shows, then the list. */
static void print_tally(const comparison *c, const tally *t, const qm_text *list) {
    const qm_rules_facts *family = qm_rulebook_family(c->books[0]);
    if (t->all.differ > 0) {
        qm_text_add(c->out, "\nWhat moves in the worked cases, by the clauses they show:\n");
    }
    for (size_t i = 0; i < family->clause_count && i < QM_CASE_CLAUSES_MAX; i++) {
        const moved *m = &t->by_clause[i];
        if (m->differ > 0) {
            qm_text_add(c->out, "  ");
            cli_paint(c->args, c->out, CLI_CITE, family->clauses[i].id);
            qm_text_addf(c->out, ": %zu %s; verdicts flip: %zu, costs: %zu, chances: %zu, results: %zu\n", m->differ,
                         m->differ == 1 ? "case" : "cases", m->verdicts, m->costs, m->chances, m->states);
        }
    }
    qm_text_add(c->out, "\nWorked cases that come out otherwise:\n");
    qm_text_add(c->out, list->data ? list->data : "");
    if (t->all.differ > SHOWN_MAX && !cli_has(c->args, "all")) {
        qm_text_addf(c->out, "  and %zu more (--all shows them)\n", t->all.differ - SHOWN_MAX);
    }
    qm_text_addf(c->out, "%s%zu of %zu cases differ: %zu verdicts flip, %zu costs, %zu chances and %zu results move\n",
                 t->all.differ == 0 ? "  none\n" : "", t->all.differ, t->all.cases, t->all.verdicts, t->all.costs,
                 t->all.chances, t->all.states);
}

static int compare_cases(const comparison *c, size_t other, const cli_cases *cases) {
    qm_case_result *results = calloc(2, sizeof *results);
    tally *t = calloc(1, sizeof *t);
    if (!results || !t) {
        free(results);
        free(t);
        fputs("quickmarch: out of memory\n", stderr);
        return CLI_BAD;
    }
    qm_text list = qm_text_growing(NULL); /* comes after the summary, which is known last */
    comparison listing = *c;
    if (c->json) {
        cli_json_open(c->json, "cases", '[');
    } else {
        listing.out = &list;
    }
    for (size_t i = 0; i < cases->count; i++) {
        compare_case(&listing, other, &cases->items[i], results, t);
    }
    if (c->json) {
        cli_json_close(c->json, ']');
        write_tally(c, t);
    } else {
        print_tally(c, t, &list);
    }
    qm_text_free(&list);
    free(results);
    free(t);
    return CLI_YES;
}

/* ---------------------------------------------------------------------------------------------------------- command */

/* A copy of the first one, changed by --set, as the last. */
static int open_changed(comparison *c) {
    if (!cli_has(c->args, "set")) {
        return c->count > 1 ? CLI_YES : cli_usage(c->args->command, "name a second rulebook, or a change with --set");
    }
    if (c->count == CLI_COMPARE_MAX || qm_rulebook_copy(&c->books[c->count], c->books[0], NULL) != QM_OK) {
        return cli_usage(c->args->command, "at most %d rulebooks are compared", CLI_COMPARE_MAX);
    }
    c->names[c->count] = "with --set";
    return cli_apply_sets(c->args, c->books[c->count++]) ? CLI_YES : CLI_BAD;
}

static int open_books(comparison *c) {
    /* the --set options are for the copy, not for these */
    const cli_args plain = {.command = c->args->command, .json = c->args->json};
    for (; c->count < c->args->plain_count; c->count++) {
        c->names[c->count] = c->args->plain[c->count];
        c->books[c->count] = cli_rulebook_open(&plain, &c->places, c->names[c->count]);
        if (!c->books[c->count]) {
            return CLI_BAD;
        }
        if (qm_rulebook_family(c->books[c->count]) != qm_rulebook_family(c->books[0])) {
            const int status = cli_usage(c->args->command, "%s is of the family %s and %s of %s", c->names[0],
                                         qm_rulebook_family(c->books[0])->name, c->names[c->count],
                                         qm_rulebook_family(c->books[c->count])->name);
            c->count++;
            return status;
        }
    }
    return open_changed(c);
}

/* Where orders are asked about, the settings are only counted: there are many between editions. */
static size_t count_settings(const comparison *c, size_t other) {
    qm_text unseen = qm_text_growing(NULL);
    comparison counting = *c;
    counting.out = &unseen;
    const size_t count = compare_settings(&counting, other) + compare_tables(&counting, other);
    qm_text_free(&unseen);
    return count;
}

static void print_pair(const comparison *c, size_t other) {
    cli_paint(c->args, c->out, CLI_BOLD, c->names[0]);
    qm_text_add(c->out, " → ");
    cli_paint(c->args, c->out, CLI_BOLD, c->names[other]);
}

static int compare_pair(const comparison *c, size_t other, const cli_cases *cases) {
    if (!c->json && !cases) {
        const size_t settings = count_settings(c, other);
        print_pair(c, other);
        qm_text_addf(c->out, ": %zu setting%s differ%s\n", settings, settings == 1 ? "" : "s",
                     settings == 1 ? "s" : "");
        return CLI_YES;
    }
    if (c->json) {
        cli_json_open(c->json, NULL, '{');
        cli_json_text(c->json, "from", c->names[0]);
        cli_json_text(c->json, "to", c->names[other]);
        cli_json_open(c->json, "settings", '[');
    } else {
        qm_text_add(c->out, other > 1 ? "\n" : "");
        print_pair(c, other);
        qm_text_add(c->out, "\n\nSettings that differ:\n");
    }
    const size_t count = compare_settings(c, other) + compare_tables(c, other);
    if (c->json) {
        cli_json_close(c->json, ']');
    } else if (count == 0) {
        qm_text_add(c->out, "  none\n");
    }
    const int status = cases ? compare_cases(c, other, cases) : CLI_YES;
    if (c->json) {
        cli_json_close(c->json, '}');
    }
    return status;
}

/* Without folders and without the ending of rulebook files. */
static void short_name(const char *name, char out[CLI_COMPARE_NAME]) {
    const char *slash = strrchr(name, '/');
    name = slash && slash[1] ? slash + 1 : name;
    const size_t length = strlen(name);
    const bool ending = length > 5 && strcmp(name + length - 5, ".toml") == 0;
    qm_text text = qm_text_over(out, CLI_COMPARE_NAME);
    qm_text_add_bytes(&text, name, ending ? length - 5 : length);
}

void cli_compare_name(const comparison *c, size_t book, char out[CLI_COMPARE_NAME]) {
    char other[CLI_COMPARE_NAME];
    short_name(c->names[book], out);
    for (size_t i = 0; i < c->count; i++) {
        short_name(c->names[i], other);
        if (i != book && strcmp(other, out) == 0) {
            qm_text text = qm_text_over(out, CLI_COMPARE_NAME);
            qm_text_add(&text, c->names[book]);
        }
    }
}

static int compare_all(comparison *c, const cli_cases *cases) {
    int status = CLI_YES;
    if (c->json) {
        cli_json_open(c->json, NULL, '{');
        cli_json_open(c->json, "pairs", '[');
    }
    for (size_t i = 1; i < c->count && status == CLI_YES; i++) {
        status = compare_pair(c, i, cases);
    }
    if (c->json) {
        cli_json_close(c->json, ']');
    }
    if (status == CLI_YES && cli_compare_has_orders(c->args)) {
        status = cli_compare_orders(c);
    }
    if (c->json) {
        cli_json_close(c->json, '}');
        qm_text_add_char(c->out, '\n');
    }
    return status;
}

/* Options that mean nothing without orders, or beside another. */
static int check_options(const cli_args *args) {
    static const char *const with_orders[] = {"scenario", "only",   "output", "width", "grey",    "after",
                                              "dice",     "choose", "seed",   "side",  "measured"};
    for (size_t i = 0; i < sizeof with_orders / sizeof with_orders[0] && !cli_compare_has_orders(args); i++) {
        if (cli_has(args, with_orders[i])) {
            return cli_usage(args->command, "--%s and --order (or --orders) go together", with_orders[i]);
        }
    }
    bool measured;
    return cli_measure(args, NULL, &measured);
}

/* Cases are compared when named, or when no order is asked about. */
static int compare(comparison *c) {
    const cli_args *args = c->args;
    const char *named = cli_value(args, "cases");
    int status = check_options(args);
    if (status == CLI_YES) {
        status = open_books(c);
    }
    cli_cases cases;
    memset(&cases, 0, sizeof cases);
    const bool wanted = named || !cli_compare_has_orders(args);
    if (status == CLI_YES && wanted) {
        status = cli_cases_open(&cases, args, &named, named ? 1 : 0, NULL);
    }
    qm_text out = qm_text_growing(NULL);
    cli_json json = {.out = &out};
    c->out = &out;
    c->json = args->json ? &json : NULL;
    if (status == CLI_YES) {
        status = compare_all(c, wanted ? &cases : NULL);
    }
    if (status == CLI_YES) {
        status = cli_put(&out, status);
    } else {
        qm_text_free(&out);
    }
    cli_cases_close(&cases);
    for (size_t i = 0; i < c->count; i++) {
        qm_rulebook_free(c->books[i]);
    }
    return status;
}

int cli_compare(int argc, char **argv) {
    cli_args args;
    int status;
    if (!cli_args_read(&args, argc, argv, 1, CLI_COMPARE_MAX, &status)) {
        return status;
    }
    comparison c = {.args = &args};
    cli_places_find(&c.places);
    status = compare(&c);
    cli_args_free(&args);
    return status;
}
