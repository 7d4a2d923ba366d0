/* A rulebook as a page of Markdown: docs/rules/FAMILY.md is the output of `quickmarch rules --markdown FAMILY`. */
#include <string.h>

#include "rules.h"

/* Text that may stand in a table or a paragraph. */
void cli_page_plain(const char *text, qm_text *out) {
    for (const char *c = text; *c; c++) {
        if (*c == '|' || *c == '*' || *c == '<' || *c == '`') {
            qm_text_add_char(out, '\\');
        }
        qm_text_add_char(out, *c == '\n' ? ' ' : *c);
    }
}

static char small(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

/* "[HX-05](#hx-05), …": every clause has an anchor of its own. */
void cli_page_clauses(const char *clauses, qm_text *out) {
    char id[32];
    for (size_t n = 0; clauses && qm_words_at(clauses, n, id, sizeof id) > 0; n++) {
        qm_text_addf(out, "%s[%s](#", n > 0 ? ", " : "", id);
        for (const char *c = id; *c; c++) {
            qm_text_add_char(out, small(*c));
        }
        qm_text_add_char(out, ')');
    }
}

static void add_anchor(const char *id, qm_text *out) {
    qm_text_add(out, "<a id=\"");
    for (const char *c = id; *c; c++) {
        qm_text_add_char(out, small(*c));
    }
    qm_text_add(out, "\"></a>");
}

static void page_clauses(const qm_rules_facts *family, qm_text *out) {
    const char *section = "";
    qm_text_add(out, "## Clauses\n");
    for (size_t i = 0; i < family->clause_count; i++) {
        const qm_clause *clause = &family->clauses[i];
        if (strcmp(section, clause->section) != 0) {
            section = clause->section;
            qm_text_addf(out, "\n### %s\n\n| clause | what | in our words |\n| --- | --- | --- |\n", section);
        }
        qm_text_add(out, "| ");
        add_anchor(clause->id, out);
        qm_text_addf(out, "%s | ", clause->id);
        cli_page_plain(clause->title, out);
        qm_text_add(out, " | ");
        cli_page_plain(clause->text, out);
        qm_text_add(out, " |\n");
    }
}

static void page_setting(const qm_rulebook *rulebook, size_t index, qm_text *out) {
    const qm_setting *setting = &qm_rulebook_family(rulebook)->settings[index];
    const int32_t value = qm_rulebook_setting(rulebook, index);
    qm_text_addf(out, "| `%s` | ", setting->name);
    qm_text_add(out, value != setting->standard ? "**" : "");
    qm_setting_print(setting, value, out);
    qm_text_add(out, value != setting->standard ? "**" : "");
    qm_text_add(out, " | ");
    cli_range_print(setting, out);
    qm_text_add(out, " | ");
    cli_page_clauses(setting->clauses, out);
    qm_text_add(out, " | ");
    cli_page_plain(setting->text, out);
    if (setting->unoffered) {
        qm_text_add(out, " Not offered yet: ");
        cli_page_plain(setting->unoffered, out);
        qm_text_add_char(out, '.');
    }
    qm_text_add(out, " |\n");
}

static void page_settings(const qm_rulebook *rulebook, qm_text *out) {
    const qm_rules_facts *family = qm_rulebook_family(rulebook);
    qm_text_add(out, "\n## Settings\n");
    for (size_t o = 0; o < CLI_ORIGINS; o++) {
        bool begun = false;
        for (size_t i = 0; i < family->setting_count; i++) {
            if (family->settings[i].origin != cli_origins[o].origin) {
                continue;
            }
            if (!begun) {
                qm_text_addf(out,
                             "\n### %s\n\n%s\n\n| setting | value | range | clauses | meaning |\n"
                             "| --- | --- | --- | --- | --- |\n",
                             cli_origins[o].title, cli_origins[o].text);
                begun = true;
            }
            page_setting(rulebook, i, out);
        }
    }
}

static void page_table(const qm_rulebook *rulebook, size_t table, qm_text *out) {
    const qm_table *declared = &qm_rulebook_family(rulebook)->tables[table];
    qm_text_addf(out, "\n### %s\n\n", declared->name);
    cli_page_plain(declared->text, out);
    qm_text_add(out, "\n\n");
    for (size_t c = 0; c < declared->column_count; c++) {
        const qm_field *field = &declared->columns[c];
        qm_text_addf(out, "- `%s`%s%s%s: ", field->name, field->unit && *field->unit ? " (" : "",
                     field->unit ? field->unit : "", field->unit && *field->unit ? ")" : "");
        cli_page_plain(field->text, out);
        if (field->clauses && *field->clauses) {
            qm_text_add(out, " (");
            cli_page_clauses(field->clauses, out);
            qm_text_add_char(out, ')');
        }
        qm_text_add_char(out, '\n');
    }
    qm_text_add(out, "\n| row |");
    for (size_t c = 0; c < declared->column_count; c++) {
        qm_text_addf(out, " %s |", declared->columns[c].name);
    }
    qm_text_add(out, "\n| --- |");
    for (size_t c = 0; c < declared->column_count; c++) {
        qm_text_add(out, " --- |");
    }
    for (uint16_t row = 1; row <= qm_rulebook_rows(rulebook, table); row++) {
        qm_text_addf(out, "\n| %s |", qm_rulebook_row_name(rulebook, table, row));
        for (size_t c = 0; c < declared->column_count; c++) {
            qm_text_add_char(out, ' ');
            cli_cell_print(rulebook, table, row, c, out);
            qm_text_add(out, " |");
        }
    }
    qm_text_add_char(out, '\n');
}

static void page_kind(const char *name, const char *text, const char *clauses, qm_text *out) {
    qm_text_addf(out, "| `%s` | ", name);
    cli_page_plain(text, out);
    qm_text_add(out, " | ");
    cli_page_clauses(clauses, out);
    qm_text_add(out, " |\n");
}

static void page_title(const char *title, const char *text, qm_text *out) {
    qm_text_addf(out, "\n## %s\n\n%s\n\n| name | text | clauses |\n| --- | --- | --- |\n", title, text);
}

/* A pipe would end the cell, even within a code span. */
static void page_grammar(const char *grammar, const char *text, const char *clauses, qm_text *out) {
    qm_text_add(out, "| `");
    for (const char *c = grammar; *c; c++) {
        qm_text_addf(out, "%s%c", *c == '|' ? "\\" : "", *c);
    }
    qm_text_add(out, "` | ");
    cli_page_plain(text, out);
    qm_text_add(out, " | ");
    cli_page_clauses(clauses, out);
    qm_text_add(out, " |\n");
}

static void page_orders(const qm_rules_facts *family, qm_text *out) {
    char grammar[200];
    page_title("Orders",
               "What a player or the game master may write. Capitals stand for names and values, `[ ]` for what may be "
               "left out, `|` for a choice of words, `{LEG}` for any number of legs.",
               out);
    for (uint16_t i = 1; i < family->order_count; i++) {
        qm_text line = qm_text_over(grammar, sizeof grammar);
        qm_order_grammar(family, i, &line);
        page_grammar(grammar, family->orders[i].text, family->orders[i].clauses, out);
    }
    page_title("Legs", "The parts of a movement.", out);
    for (uint16_t i = 1; i < family->leg_count; i++) {
        qm_text line = qm_text_over(grammar, sizeof grammar);
        qm_leg_grammar(family, i, &line);
        page_grammar(grammar, family->legs[i].text, family->legs[i].clauses, out);
    }
    page_title("Rolls", "What dice decide.", out);
    for (size_t i = 1; i < family->roll_count; i++) {
        page_kind(family->rolls[i].name, family->rolls[i].text, family->rolls[i].clauses, out);
    }
    page_title("Choices", "What a side is asked in the middle of an order.", out);
    for (size_t i = 1; i < family->choice_count; i++) {
        page_kind(family->choices[i].name, family->choices[i].text, family->choices[i].clauses, out);
    }
}

static void page_ends(const qm_rules_facts *family, qm_text *out) {
    if (family->end_count > 1) {
        page_title("How orders end", "What the odds of an order are summed up by, for the figure that acts.", out);
    }
    for (size_t i = 1; i < family->end_count; i++) {
        page_kind(family->ends[i].name, family->ends[i].text, "", out);
    }
}

static void page_told(const qm_rules_facts *family, qm_text *out) {
    if (family->told_count > 1) {
        page_title("Told of figures",
                   "What follows from a position and phases to come hang on. Programs find it in the state, as `told`.",
                   out);
    }
    for (size_t i = 1; i < family->told_count; i++) {
        page_kind(family->told[i].name, family->told[i].text, family->told[i].clauses, out);
    }
}

static void page_answers(const qm_rules_facts *family, qm_text *out) {
    page_title("Reasons", "Why an order is refused, or left to a person.", out);
    for (size_t i = 1; i < family->reason_count; i++) {
        page_kind(family->reasons[i].name, family->reasons[i].text, family->reasons[i].clauses, out);
    }
    page_title("Events", "What can happen.", out);
    for (size_t i = 1; i < family->event_count; i++) {
        page_kind(family->events[i].name, family->events[i].text, family->events[i].clauses, out);
    }
}

void cli_rules_page(const qm_rulebook *rulebook, qm_text *out) {
    const qm_rules_facts *family = qm_rulebook_family(rulebook);
    qm_text_addf(out, "<!-- Made by: quickmarch rules --markdown %s -->\n", family->name);
    qm_text_addf(out, "# %s\n\n", qm_rulebook_title(rulebook));
    cli_page_plain(*qm_rulebook_text(rulebook) ? qm_rulebook_text(rulebook) : family->text, out);
    qm_text_addf(out, "\n\nFamily `%s`, rules version %u. This page is generated from what the family declares.\n\n",
                 family->name, (unsigned)family->rules_version);
    page_clauses(family, out);
    page_settings(rulebook, out);
    qm_text_add(out, "\n## Tables\n");
    for (size_t t = 0; t < family->table_count; t++) {
        page_table(rulebook, t, out);
    }
    cli_fields_page(family, out);
    page_told(family, out);
    page_ends(family, out);
    page_orders(family, out);
    page_answers(family, out);
}
