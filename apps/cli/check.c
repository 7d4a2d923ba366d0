/* quickmarch check: runs worked cases and says of each that fails everything that does not match. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cases.h"

typedef struct checking {
    const cli_args *args;
    const cli_cases *cases;
    const qm_rulebook *instead;
    qm_case_result *result;
    qm_text out;
    cli_json json;
    size_t passed, failed;
} checking;

/* The lines of a text, indented. */
static void print_lines(const char *text, qm_text *out) {
    while (text && *text) {
        const size_t length = strcspn(text, "\n");
        qm_text_add(out, "    ");
        qm_text_add_bytes(out, text, length);
        qm_text_add_char(out, '\n');
        text += length + (text[length] == '\n');
    }
}

static void print_failed(checking *c, const cli_case *item) {
    qm_text_addf(&c->out, "%s:%u: ", cli_case_file(item), (unsigned)cli_case_line(item));
    cli_paint(c->args, &c->out, CLI_WRONG, "FAILED");
    qm_text_addf(&c->out, " %s\n", cli_case_name(item));
    print_lines(c->result->mismatches.data, &c->out);
}

static void print_passed(checking *c, const cli_case *item) {
    qm_text_addf(&c->out, "%s:%u: ", cli_case_file(item), (unsigned)cli_case_line(item));
    cli_paint(c->args, &c->out, CLI_GOOD, "passed");
    qm_text_addf(&c->out, " %s\n", cli_case_name(item));
}

static void write_mismatches(cli_json *json, const char *text) {
    cli_json_open(json, "mismatches", '[');
    while (text && *text) {
        const size_t length = strcspn(text, "\n");
        qm_text line = qm_text_growing(NULL);
        qm_text_add_bytes(&line, text, length);
        cli_json_text(json, NULL, line.data ? line.data : "");
        qm_text_free(&line);
        text += length + (text[length] == '\n');
    }
    cli_json_close(json, ']');
}

static void write_one(checking *c, const cli_case *item) {
    cli_json_open(&c->json, NULL, '{');
    cli_json_text(&c->json, "file", cli_case_file(item));
    cli_json_int(&c->json, "line", cli_case_line(item));
    cli_json_text(&c->json, "case", cli_case_name(item));
    cli_json_bool(&c->json, "passed", c->result->passed);
    write_mismatches(&c->json, c->result->mismatches.data);
    cli_json_close(&c->json, '}');
}

static int run_one(checking *c, const cli_case *item) {
    const qm_result result = qm_case_run(item->file, item->index, c->instead, c->result);
    if (result != QM_OK) {
        fprintf(stderr, "%s:%u: error: %s: %s\n", cli_case_file(item), (unsigned)cli_case_line(item),
                cli_case_name(item), qm_result_text(result));
        qm_case_result_free(c->result);
        return CLI_BAD;
    }
    c->passed += c->result->passed;
    c->failed += !c->result->passed;
    if (c->args->json) {
        write_one(c, item);
    } else if (!c->result->passed) {
        print_failed(c, item);
    } else if (cli_has(c->args, "verbose")) {
        print_passed(c, item);
    }
    qm_case_result_free(c->result);
    return CLI_YES;
}

static int run_all(checking *c) {
    int status = CLI_YES;
    c->out = qm_text_growing(NULL);
    c->json = (cli_json){.out = &c->out};
    if (c->args->json) {
        cli_json_open(&c->json, NULL, '{');
        cli_json_open(&c->json, "cases", '[');
    }
    for (size_t i = 0; i < c->cases->count; i++) {
        const int one = run_one(c, &c->cases->items[i]);
        status = one == CLI_YES ? status : one;
    }
    if (c->args->json) {
        cli_json_close(&c->json, ']');
        cli_json_int(&c->json, "passed", (int64_t)c->passed);
        cli_json_int(&c->json, "failed", (int64_t)c->failed);
        cli_json_close(&c->json, '}');
        qm_text_add_char(&c->out, '\n');
    } else {
        qm_text_addf(&c->out, "cases: %zu passed, %zu failed\n", c->passed, c->failed);
    }
    status = cli_put(&c->out, status);
    return status == CLI_YES && c->failed > 0 ? CLI_NO : status;
}

/* What is asked of the cases that were read. */
static int ask(const cli_args *args, const cli_cases *cases) {
    if (cases->count == 0) {
        return cli_usage(args->command, "no case to run%s", cli_has(args, "filter") ? ": the filter fits none" : "");
    }
    if (cli_has(args, "coverage")) {
        return cli_coverage(args, cases);
    }
    if (cli_has(args, "flip")) {
        return cli_flip(args, cases);
    }
    checking c = {.args = args, .cases = cases};
    qm_rulebook *instead = NULL;
    if (cli_has(args, "rules") || cli_has(args, "set")) {
        if (!cli_has(args, "rules")) {
            return cli_usage(args->command, "--set changes the rulebook of --rules; name one");
        }
        instead = cli_rulebook_open(args, &cases->places, cli_value(args, "rules"));
        if (!instead) {
            return CLI_BAD;
        }
    }
    c.instead = instead;
    c.result = malloc(sizeof *c.result);
    const int status = c.result ? run_all(&c) : CLI_BAD;
    free(c.result);
    qm_rulebook_free(instead);
    return status;
}

int cli_check(int argc, char **argv) {
    cli_args args;
    cli_cases cases;
    int status;
    if (!cli_args_read(&args, argc, argv, 0, SIZE_MAX, &status)) {
        return status;
    }
    status = cli_cases_open(&cases, &args, args.plain, args.plain_count, cli_value(&args, "filter"));
    if (cases.count > 0 || status == CLI_YES) {
        const int asked = ask(&args, &cases);
        status = status == CLI_YES ? asked : status;
    }
    cli_cases_close(&cases);
    cli_args_free(&args);
    return status;
}
