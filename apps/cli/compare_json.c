/* quickmarch compare --json: orders under every rulebook for programs. The members are described in
 * docs/formats/answers.md, with a schema in docs/formats/compare.schema.json. */
#include "compare.h"

static void write_verdicts(const comparison *c, const cli_table *tables, const cli_compared *one) {
    cli_json *json = c->json;
    cli_json_open(json, "verdicts", '[');
    for (size_t b = 0; b < c->count; b++) {
        const cli_answer *answer = &one->answers[b];
        cli_json_open(json, NULL, '{');
        cli_json_text(json, "rulebook", c->names[b]);
        cli_json_raw(json, "verdict");
        if (answer->judged) {
            qm_verdict_write_json(tables[b].scenario, &answer->order, &answer->verdict, c->out);
        } else {
            qm_text_add(c->out, "null");
        }
        cli_json_raw(json, "sum");
        if (answer->played && !answer->forecast) {
            qm_text_add_decimal(c->out, answer->sum, 9);
        } else {
            qm_text_add(c->out, "null");
        }
        if (answer->too_many) {
            cli_json_bool(json, "too_many", true);
            cli_json_text(json, "because", answer->faces ? "faces" : "limit");
        }
        if (answer->supposed) {
            cli_json_bool(json, "supposed", true);
        }
        if (answer->had_choices) {
            cli_json_text(json, "policy", qm_policy_name(QM_POLICY_AUTOMATIC));
        }
        cli_json_close(json, '}');
    }
    cli_json_close(json, ']');
}

static void write_fraction(const comparison *c, const cli_ending *ending, size_t book) {
    cli_json_raw(c->json, NULL);
    if (ending->denominator[book] > 0) {
        qm_text_addf(c->out, "\"%llu/%llu\"", (unsigned long long)ending->numerator[book],
                     (unsigned long long)ending->denominator[book]);
    } else {
        qm_text_add(c->out, "null");
    }
}

/* Under a rulebook that has no odds of it the chances are null. */
static void write_odds(const comparison *c, const cli_compared *one) {
    cli_json *json = c->json;
    cli_json_open(json, "odds", '[');
    for (size_t i = 0; i < one->ending_count; i++) {
        const cli_ending *ending = &one->endings[i];
        cli_json_open(json, NULL, '{');
        cli_json_text(json, "what", ending->what);
        cli_json_bool(json, "differs", ending->differs);
        cli_json_open(json, "chances", '[');
        for (size_t b = 0; b < c->count; b++) {
            if (one->answers[b].played) {
                cli_json_number(json, NULL, ending->chance[b]);
            } else {
                cli_json_raw(json, NULL);
                qm_text_add(c->out, "null");
            }
        }
        cli_json_close(json, ']');
        cli_json_open(json, "fractions", '[');
        for (size_t b = 0; b < c->count; b++) {
            write_fraction(c, ending, b);
        }
        cli_json_close(json, ']');
        cli_json_close(json, '}');
    }
    cli_json_close(json, ']');
}

void cli_compare_write(const comparison *c, const cli_table *tables, const cli_compared *one) {
    cli_json *json = c->json;
    cli_json_open(json, NULL, '{');
    cli_json_int(json, "number", (int64_t)one->number);
    cli_json_text(json, "order", one->text);
    cli_json_open(json, "differs", '[');
    for (int i = 0; i < CLI_ASPECT_COUNT; i++) {
        if (one->aspects[i]) {
            cli_json_text(json, NULL, cli_aspect_name((cli_aspect)i));
        }
    }
    cli_json_close(json, ']');
    write_verdicts(c, tables, one);
    write_odds(c, one);
    cli_json_close(json, '}');
}

void cli_compare_write_sum(const comparison *c, const cli_compare_sum *sum) {
    cli_json *json = c->json;
    cli_json_open(json, "summary", '{');
    cli_json_int(json, "orders", (int64_t)sum->orders);
    cli_json_int(json, "differ", (int64_t)sum->differ);
    cli_json_int(json, "no_such_position", (int64_t)sum->lost);
    for (int i = 0; i < CLI_ASPECT_COUNT; i++) {
        cli_json_int(json, cli_aspect_name((cli_aspect)i), (int64_t)sum->by_aspect[i]);
    }
    cli_json_close(json, '}');
}
