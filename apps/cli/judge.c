/* quickmarch judge: may this be done, what does it cost, what can go wrong, and which clauses say so. */
#include <string.h>

#include "common.h"

/* The first word carries the verdict; the rest is as the library says it. */
static void print_painted(const cli_args *args, const qm_verdict *verdict, const char *text, qm_text *out) {
    char first[120];
    const size_t length = strcspn(text, "(\n");
    qm_text word = qm_text_over(first, sizeof first);
    qm_text_add_bytes(&word, text, length);
    cli_paint(args, out,
              verdict->judgement == QM_LEGAL     ? CLI_GOOD
              : verdict->judgement == QM_ILLEGAL ? CLI_WRONG
                                                 : CLI_CARE,
              first);
    qm_text_add(out, text + length);
}

/* One way, where it is more than from here to there. */
static void print_way(const qm_scenario *scenario, const char *words, const qm_place *way, size_t count, qm_text *out) {
    qm_text_add(out, words);
    for (size_t i = 0; i < count; i++) {
        qm_text_add_char(out, ' ');
        qm_place_print(scenario, way[i], out);
    }
}

static void print_ways(const qm_scenario *scenario, const qm_verdict *verdict, qm_text *out) {
    char words[QM_NAME_MAX + 16];
    bool told = false;
    for (size_t i = 0; i < verdict->part_count; i++) {
        const qm_part *part = &verdict->parts[i];
        if (part->count > 2) {
            qm_text text = qm_text_over(words, sizeof words);
            qm_text_addf(&text, "%s  way of %s:", told ? "\n" : "", qm_figure_name(scenario, part->figure));
            print_way(scenario, words, verdict->way + part->first, part->count, out);
            told = true;
        }
    }
    if (verdict->part_count == 0 && verdict->way_count > 2) {
        print_way(scenario, "  way:", verdict->way, verdict->way_count, out);
        told = true;
    }
    if (told && verdict->way_dropped > 0) {
        qm_text_addf(out, " and %u more", (unsigned)verdict->way_dropped);
    }
    qm_text_add(out, told ? "\n" : "");
}

void cli_verdict_print(const cli_args *args, const cli_table *table, const qm_order *order, const qm_verdict *verdict,
                       qm_text *out) {
    qm_text order_text = qm_text_growing(NULL), words = qm_text_growing(NULL);
    qm_order_print(table->scenario, order, &order_text);
    qm_verdict_print(table->scenario, order, verdict, &words);
    cli_paint(args, out, CLI_BOLD, order_text.data ? order_text.data : "");
    qm_text_add(out, ": ");
    print_painted(args, verdict, words.data ? words.data : "", out);
    if (verdict->judgement == QM_LEGAL) {
        print_ways(table->scenario, verdict, out);
    }
    qm_text_free(&order_text);
    qm_text_free(&words);
}

/* Every clause the verdict rests on, in full. */
static void print_clauses(const cli_args *args, const cli_table *table, const qm_order *order,
                          const qm_verdict *verdict, qm_text *out) {
    uint16_t cited[QM_CASE_CLAUSES_MAX];
    const qm_rules_facts *family = qm_scenario_family(table->scenario);
    const size_t count = qm_verdict_clauses(table->scenario, order, verdict, cited, QM_CASE_CLAUSES_MAX);
    for (size_t i = 0; i < count && i < QM_CASE_CLAUSES_MAX; i++) {
        const qm_clause *clause = &family->clauses[cited[i]];
        qm_text_add_char(out, '\n');
        cli_paint(args, out, CLI_CITE, clause->id);
        qm_text_addf(out, "  %s\n", clause->title);
        cli_wrap(out, clause->text, 4, 100);
        qm_text_add_char(out, '\n');
    }
}

static int judge(const cli_args *args, cli_table *table) {
    qm_order order;
    qm_verdict verdict;
    bool measured;
    int status = cli_measure(args, table, &measured);
    if (status == CLI_YES) {
        status = cli_settled(args, table);
    }
    if (status == CLI_YES) {
        status = cli_order_read(args, table, args->plain[1], &order);
    }
    if (status != CLI_YES) {
        return status;
    }
    const qm_result result = (measured ? qm_judge_measured : qm_judge)(table->scenario, table->state, &order,
                                                                       table->scratch, &verdict);
    if (result != QM_OK) {
        return cli_fail(args, args->plain[1], result, NULL);
    }
    qm_text out = qm_text_growing(NULL);
    if (args->json) {
        qm_verdict_write_json(table->scenario, &order, &verdict, &out);
        qm_text_add_char(&out, '\n');
    } else {
        cli_verdict_print(args, table, &order, &verdict, &out);
        if (cli_has(args, "explain")) {
            print_clauses(args, table, &order, &verdict, &out);
        }
    }
    return cli_put(&out, cli_judgement_status(verdict.judgement));
}

int cli_judge(int argc, char **argv) {
    cli_args args;
    cli_table table;
    int status;
    if (!cli_args_read(&args, argc, argv, 2, 2, &status)) {
        return status;
    }
    status = cli_table_open(&table, &args, args.plain[0], 0);
    if (status == CLI_YES) {
        status = judge(&args, &table);
    }
    cli_table_close(&table);
    cli_args_free(&args);
    return status;
}
