/* quickmarch check --coverage: which clauses the cases show.
 *
 * A clause is covered when one passing case that names it has a verdict or event asserted that cites it, and another
 * case names it as just outside. Merely naming a clause counts for nothing.
 */
#include <stdlib.h>
#include <string.h>

#include "cases.h"

/* What each case says about each clause. */
enum { NAMED = 1, BITES = 2, OUTSIDE = 4 };

typedef struct covering {
    const cli_args *args;
    const cli_cases *cases;
    const qm_rules_facts *family;
    uint8_t (*marks)[QM_CASE_CLAUSES_MAX]; /* by case */
    const qm_rules_facts **families;       /* of each case; NULL if it did not pass */
    size_t missing;
} covering;

static bool run_all(covering *c) {
    qm_case_result *result = malloc(sizeof *result);
    c->marks = calloc(c->cases->count, sizeof *c->marks);
    c->families = calloc(c->cases->count, sizeof *c->families);
    for (size_t i = 0; result && c->marks && c->families && i < c->cases->count; i++) {
        if (qm_case_run(c->cases->items[i].file, c->cases->items[i].index, NULL, result) == QM_OK && result->passed) {
            c->families[i] = result->family;
            for (size_t k = 0; k < QM_CASE_CLAUSES_MAX; k++) {
                c->marks[i][k] = (uint8_t)((result->claimed[k] ? NAMED : 0) |
                                           (result->claimed[k] && result->asserted[k] ? BITES : 0) |
                                           (result->outside[k] ? OUTSIDE : 0));
            }
        }
        qm_case_result_free(result);
    }
    const bool fine = result && c->marks && c->families;
    free(result);
    return fine;
}

static size_t count_marked(const covering *c, size_t clause, uint8_t mark) {
    size_t count = 0;
    for (size_t i = 0; i < c->cases->count; i++) {
        count += c->families[i] == c->family && (c->marks[i][clause] & mark) != 0;
    }
    return count;
}

static void print_names(const covering *c, size_t clause, uint8_t mark, const char *title, qm_text *out) {
    if (count_marked(c, clause, mark) == 0) {
        return;
    }
    qm_text names = qm_text_growing(NULL);
    qm_text_addf(&names, "%s:", title);
    for (size_t i = 0; i < c->cases->count; i++) {
        if (c->families[i] == c->family && (c->marks[i][clause] & mark)) {
            qm_text_addf(&names, " %s", cli_case_name(&c->cases->items[i]));
        }
    }
    cli_wrap(out, names.data ? names.data : "", 8, 110);
    qm_text_add_char(out, '\n');
    qm_text_free(&names);
}

static void print_clause(covering *c, size_t clause, qm_text *out) {
    const size_t bites = count_marked(c, clause, BITES), outside = count_marked(c, clause, OUTSIDE);
    const bool covered = bites > 0 && outside > 0;
    qm_text_add(out, "  ");
    cli_paint(c->args, out, covered ? CLI_GOOD : CLI_WRONG, c->family->clauses[clause].id);
    qm_text_addf(out, "  %s: bites in %zu, outside in %zu", c->family->clauses[clause].title, bites, outside);
    if (!covered) {
        c->missing++;
        qm_text_addf(out, "  NOT COVERED:%s%s", bites == 0 ? " no case where it bites" : "",
                     outside == 0 ? " no case just outside" : "");
        if (bites == 0 && count_marked(c, clause, NAMED) > 0) {
            qm_text_add(out, " (named, but no asserted verdict or event cites it)");
        }
    }
    qm_text_add_char(out, '\n');
    if (cli_has(c->args, "verbose")) {
        print_names(c, clause, BITES, "bites", out);
        print_names(c, clause, OUTSIDE, "outside", out);
    }
}

static void print_family(covering *c, qm_text *out) {
    cli_paint(c->args, out, CLI_BOLD, c->family->name);
    qm_text_add_char(out, '\n');
    const size_t before = c->missing;
    for (size_t k = 0; k < c->family->clause_count && k < QM_CASE_CLAUSES_MAX; k++) {
        print_clause(c, k, out);
    }
    qm_text_addf(out, "coverage: %zu of %u clauses covered\n", c->family->clause_count - (c->missing - before),
                 c->family->clause_count);
}

static void write_names(const covering *c, size_t clause, uint8_t mark, const char *key, cli_json *json) {
    cli_json_open(json, key, '[');
    for (size_t i = 0; i < c->cases->count; i++) {
        if (c->families[i] == c->family && (c->marks[i][clause] & mark)) {
            cli_json_text(json, NULL, cli_case_name(&c->cases->items[i]));
        }
    }
    cli_json_close(json, ']');
}

static void write_family(covering *c, cli_json *json) {
    cli_json_open(json, NULL, '{');
    cli_json_text(json, "family", c->family->name);
    cli_json_open(json, "clauses", '[');
    for (size_t k = 0; k < c->family->clause_count && k < QM_CASE_CLAUSES_MAX; k++) {
        const bool covered = count_marked(c, k, BITES) > 0 && count_marked(c, k, OUTSIDE) > 0;
        c->missing += !covered;
        cli_json_open(json, NULL, '{');
        cli_json_text(json, "clause", c->family->clauses[k].id);
        cli_json_bool(json, "covered", covered);
        write_names(c, k, BITES, "bites", json);
        write_names(c, k, OUTSIDE, "outside", json);
        cli_json_close(json, '}');
    }
    cli_json_close(json, ']');
    cli_json_close(json, '}');
}

/* Families that no case belongs to are not asked about. */
static bool has_cases(const covering *c) {
    for (size_t i = 0; i < c->cases->count; i++) {
        if (c->families[i] == c->family) {
            return true;
        }
    }
    return false;
}

static int report(covering *c) {
    qm_text out = qm_text_growing(NULL);
    cli_json json = {.out = &out};
    if (c->args->json) {
        cli_json_open(&json, NULL, '[');
    }
    for (size_t f = 0; f < qm_family_count(); f++) {
        c->family = qm_family_at(f);
        if (has_cases(c) && c->args->json) {
            write_family(c, &json);
        } else if (has_cases(c)) {
            print_family(c, &out);
        }
    }
    if (c->args->json) {
        cli_json_close(&json, ']');
        qm_text_add_char(&out, '\n');
    }
    return cli_put(&out, c->missing > 0 ? CLI_NO : CLI_YES);
}

int cli_coverage(const cli_args *args, const cli_cases *cases) {
    covering c = {.args = args, .cases = cases};
    const int status = run_all(&c) ? report(&c) : CLI_BAD;
    free(c.marks);
    free((void *)c.families);
    return status;
}
