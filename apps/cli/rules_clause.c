/* One clause: its text, the settings that turn it, what cites it, and the shipped cases that show it. */
#include <string.h>

#include "cases.h"
#include "rules.h"

/* Things that cite a clause, of one group. */
typedef struct citing {
    const cli_args *args;
    const char *id;
    qm_text *out;
    cli_json *json;
    const char *group; /* NULL: its heading is out already */
} citing;

static void begin(citing *c, const char *group) {
    c->group = group;
    if (c->json) {
        cli_json_open(c->json, group, '[');
    }
}

static void end(const citing *c) {
    if (c->json) {
        cli_json_close(c->json, ']');
    }
}

static void cite(citing *c, const char *clauses, const char *name, const char *text) {
    if (!clauses || qm_words_find(clauses, c->id) < 0) {
        return;
    }
    if (c->json) {
        cli_json_open(c->json, NULL, '{');
        cli_json_text(c->json, "name", name);
        cli_json_text(c->json, "text", text);
        cli_json_close(c->json, '}');
        return;
    }
    if (c->group) {
        qm_text_add_char(c->out, '\n');
        cli_paint(c->args, c->out, CLI_BOLD, c->group);
        qm_text_add_char(c->out, '\n');
        c->group = NULL;
    }
    qm_text line = qm_text_growing(NULL);
    qm_text_addf(&line, "%s%s%s", name, *text ? ": " : "", text);
    cli_wrap(c->out, line.data ? line.data : "", 2, 110);
    qm_text_add_char(c->out, '\n');
    qm_text_free(&line);
}

static void cite_settings(citing *c, const qm_rules_facts *family) {
    begin(c, "settings");
    for (size_t i = 0; i < family->setting_count; i++) {
        const qm_setting *setting = &family->settings[i];
        char name[160];
        qm_text text = qm_text_over(name, sizeof name);
        qm_text_add(&text, setting->name);
        if (!c->json) {
            qm_text_add(&text, " = ");
            qm_setting_print(setting, setting->standard, &text);
        }
        cite(c, setting->clauses, name, setting->text);
    }
    end(c);
    begin(c, "tables");
    for (size_t i = 0; i < family->table_count; i++) {
        const qm_table *table = &family->tables[i];
        cite(c, table->clauses, table->name, table->text);
        for (size_t k = 0; k < table->column_count; k++) {
            char name[100];
            qm_text text = qm_text_over(name, sizeof name);
            qm_text_addf(&text, "%s.%s", table->name, table->columns[k].name);
            cite(c, table->columns[k].clauses, name, table->columns[k].text);
        }
    }
    end(c);
}

static void cite_kinds(citing *c, const qm_rules_facts *family) {
    begin(c, "orders");
    for (size_t i = 1; i < family->order_count; i++) {
        cite(c, family->orders[i].clauses, family->orders[i].name, family->orders[i].text);
    }
    end(c);
    begin(c, "legs");
    for (size_t i = 1; i < family->leg_count; i++) {
        cite(c, family->legs[i].clauses, family->legs[i].name, family->legs[i].text);
    }
    end(c);
    begin(c, "rolls");
    for (size_t i = 1; i < family->roll_count; i++) {
        cite(c, family->rolls[i].clauses, family->rolls[i].name, family->rolls[i].text);
    }
    end(c);
    begin(c, "choices");
    for (size_t i = 1; i < family->choice_count; i++) {
        cite(c, family->choices[i].clauses, family->choices[i].name, family->choices[i].text);
    }
    end(c);
    begin(c, "reasons");
    for (size_t i = 1; i < family->reason_count; i++) {
        cite(c, family->reasons[i].clauses, family->reasons[i].name, family->reasons[i].text);
    }
    end(c);
    begin(c, "events");
    for (size_t i = 1; i < family->event_count; i++) {
        cite(c, family->events[i].clauses, family->events[i].name, family->events[i].text);
    }
    end(c);
    begin(c, "terms");
    for (size_t i = 1; i < family->term_count; i++) {
        cite(c, family->terms[i].clauses, family->terms[i].name, "");
    }
    end(c);
}

static void cite_cases(citing *c, const cli_cases *cases, bool outside) {
    begin(c, c->json ? (outside ? "outside" : "cases") : outside ? "cases just outside" : "cases that show it");
    for (size_t i = 0; i < cases->count; i++) {
        const cli_case *item = &cases->items[i];
        if (!cli_case_shows(item, c->id, outside)) {
            continue;
        }
        char name[CLI_PATH_MAX + 100];
        qm_text text = qm_text_over(name, sizeof name);
        cli_case_print(item, &text);
        cite(c, c->id, name, qm_case_text(item->file, item->index));
    }
    end(c);
}

int cli_rules_clause(const cli_args *args, const qm_rules_facts *family, const qm_clause *clause) {
    if (cli_has(args, "markdown") || cli_has(args, "toml") || cli_has(args, "set")) {
        return cli_usage(args->command, "%s is a clause; that option is for a family or a rulebook", clause->id);
    }
    qm_text out = qm_text_growing(NULL);
    cli_json json = {.out = &out};
    citing c = {.args = args, .id = clause->id, .out = &out, .json = args->json ? &json : NULL};
    if (args->json) {
        cli_json_open(&json, NULL, '{');
        cli_json_text(&json, "clause", clause->id);
        cli_json_text(&json, "family", family->name);
        cli_json_text(&json, "section", clause->section);
        cli_json_text(&json, "title", clause->title);
        cli_json_text(&json, "text", clause->text);
    } else {
        cli_paint(args, &out, CLI_CITE, clause->id);
        qm_text_addf(&out, "  %s  (%s, %s)\n", clause->title, family->name, clause->section);
        cli_wrap(&out, clause->text, 2, 110);
        qm_text_add_char(&out, '\n');
    }
    cite_settings(&c, family);
    cite_kinds(&c, family);
    cli_cases cases;
    char shipped[CLI_PATH_MAX];
    cli_places places;
    cli_places_find(&places);
    memset(&cases, 0, sizeof cases);
    if (cli_find_folder(&places, "cases", shipped)) {
        cli_cases_open(&cases, args, NULL, 0, NULL);
    }
    cite_cases(&c, &cases, false);
    cite_cases(&c, &cases, true);
    cli_cases_close(&cases);
    if (args->json) {
        cli_json_close(&json, '}');
        qm_text_add_char(&out, '\n');
    }
    return cli_put(&out, CLI_YES);
}
