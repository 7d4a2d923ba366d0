/* quickmarch compare --scenario --order: one order under every rulebook, and how its odds move.
 *
 * Outcomes under different rules are the same when they change the same things in the same words. */
#include <stdlib.h>
#include <string.h>

#include "compare.h"

enum { OUTCOMES_MAX = 4096, TEXTS_MAX = 400 };

/* One way it can end, and its chance under each rulebook. */
typedef struct ending {
    char *what;
    double chance[CLI_COMPARE_MAX];
} ending;

typedef struct comparing {
    const comparison *c;
    ending endings[TEXTS_MAX];
    size_t count;
    bool dropped; /* there were more endings */
    bool rolled;  /* at least one verdict was legal and has odds */
} comparing;

static ending *ending_for(comparing *k, const char *what) {
    for (size_t i = 0; i < k->count; i++) {
        if (strcmp(k->endings[i].what, what) == 0) {
            return &k->endings[i];
        }
    }
    char *copy = k->count < TEXTS_MAX ? malloc(strlen(what) + 1) : NULL;
    if (!copy) {
        k->dropped = true;
        return NULL;
    }
    strcpy(copy, what);
    ending *fresh = &k->endings[k->count++];
    memset(fresh, 0, sizeof *fresh);
    fresh->what = copy;
    return fresh;
}

/* One line for people: lines of the difference joined. */
static void flatten(qm_text *text) {
    while (text->length > 0 && text->data[text->length - 1] == '\n') {
        text->data[--text->length] = 0;
    }
    for (size_t i = 0; i < text->length; i++) {
        if (text->data[i] == '\n') {
            text->data[i] = ';';
        }
    }
}

static void gather(comparing *k, size_t book, const cli_table *table) {
    qm_outcome *outcomes = malloc(OUTCOMES_MAX * sizeof *outcomes);
    qm_state *after = malloc(qm_state_size(table->scenario));
    qm_odds_result found = {0};
    const bool fine = outcomes && after &&
                      qm_odds(table->scenario, table->state, table->scratch, QM_POLICY_AUTOMATIC, outcomes,
                              OUTCOMES_MAX, &found) == QM_OK &&
                      !found.too_many;
    k->dropped = k->dropped || !fine;
    for (uint32_t i = 0; fine && i < found.count; i++) {
        qm_text what = qm_text_growing(NULL);
        if (qm_odds_outcome(table->scenario, table->state, table->scratch, &outcomes[i], after, NULL) == QM_OK) {
            qm_state_difference(table->scenario, table->state, after, &what);
            flatten(&what);
            ending *one = ending_for(k, what.data && what.length > 0 ? what.data : "nothing changes");
            if (one) {
                one->chance[book] += outcomes[i].chance;
            }
        }
        qm_text_free(&what);
    }
    k->rolled = k->rolled || fine;
    free(outcomes);
    free(after);
}

/* The order under one rulebook. */
static int ask(comparing *k, size_t book, const char *scenario, const char *text) {
    const comparison *c = k->c;
    const cli_args *args = c->args;
    cli_table table;
    qm_order order;
    qm_verdict verdict;
    int status = cli_table_open_with(&table, args, scenario, c->books[book]);
    if (status == CLI_YES) {
        status = cli_order_read(args, &table, text, &order);
    }
    if (status == CLI_YES && qm_judge(table.scenario, table.state, &order, table.scratch, &verdict) != QM_OK) {
        status = cli_fail(args, text, QM_ERROR_USAGE, NULL);
    }
    if (status == CLI_YES && c->json) {
        cli_json_open(c->json, NULL, '{');
        cli_json_text(c->json, "rulebook", c->names[book]);
        cli_json_raw(c->json, "verdict");
        qm_verdict_write_json(table.scenario, &order, &verdict, c->out);
        cli_json_close(c->json, '}');
    } else if (status == CLI_YES) {
        qm_text_addf(c->out, "\nUnder %s:\n", c->names[book]);
        cli_verdict_print(args, &table, &order, &verdict, c->out);
    }
    if (status == CLI_YES && qm_verdict_playable(&verdict)) {
        gather(k, book, &table);
    }
    cli_table_close(&table);
    return status;
}

static void print_endings(const comparing *k) {
    const comparison *c = k->c;
    qm_text_add(c->out, "\nHow it can end, under");
    for (size_t b = 0; b < c->count; b++) {
        qm_text_addf(c->out, "%s %s", b > 0 ? "," : "", c->names[b]);
    }
    qm_text_add(c->out, ":\n");
    for (size_t i = 0; i < k->count; i++) {
        for (size_t b = 0; b < c->count; b++) {
            if (k->endings[i].chance[b] > 0) {
                cli_percent(c->out, k->endings[i].chance[b], 10);
            } else {
                qm_text_add(c->out, "         -");
            }
        }
        qm_text_addf(c->out, "  %s\n", k->endings[i].what);
    }
    if (k->dropped) {
        qm_text_add(c->out, "  (there are more than fit here)\n");
    }
}

static void write_endings(const comparing *k) {
    cli_json *json = k->c->json;
    cli_json_open(json, "odds", '[');
    for (size_t i = 0; i < k->count; i++) {
        cli_json_open(json, NULL, '{');
        cli_json_text(json, "what", k->endings[i].what);
        cli_json_open(json, "chances", '[');
        for (size_t b = 0; b < k->c->count; b++) {
            cli_json_number(json, NULL, k->endings[i].chance[b]);
        }
        cli_json_close(json, ']');
        cli_json_close(json, '}');
    }
    cli_json_close(json, ']');
    cli_json_bool(json, "more", k->dropped);
}

int cli_compare_order(const comparison *c, const char *scenario, const char *order) {
    comparing *k = calloc(1, sizeof *k);
    int status = k ? CLI_YES : CLI_BAD;
    if (!k) {
        return status;
    }
    k->c = c;
    if (c->json) {
        cli_json_open(c->json, "order", '{');
        cli_json_open(c->json, "verdicts", '[');
    }
    for (size_t b = 0; b < c->count && status == CLI_YES; b++) {
        status = ask(k, b, scenario, order);
    }
    if (c->json) {
        cli_json_close(c->json, ']');
        write_endings(k);
        cli_json_close(c->json, '}');
    } else if (status == CLI_YES && k->rolled) {
        print_endings(k);
    } else if (status == CLI_YES && k->dropped) {
        qm_text_add(c->out, "\nIt can end in too many ways to list; 'quickmarch odds --sample' counts them.\n");
    }
    for (size_t i = 0; i < k->count; i++) {
        free(k->endings[i].what);
    }
    free(k);
    return status;
}
