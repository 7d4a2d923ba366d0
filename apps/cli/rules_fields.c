/* Fields and orders of a family: what a scenario may say of a figure or an item, what changes in play, and how orders
 * are written; in a terminal and on the page. */
#include "rules.h"

enum { WIDTH = 110 };

typedef struct field_list {
    const char *title, *text;
    const qm_field *fields;
    size_t count;
    bool state;
} field_list;

enum { LISTS = 4 };

static void lists_of(const qm_rules_facts *family, field_list lists[LISTS]) {
    lists[0] = (field_list){"Fields of figures", "What an entry of a scenario or roster says of a figure.",
                            family->figure_fields, family->figure_field_count, false};
    lists[1] = (field_list){"State of figures",
                            "What changes in play. A scenario may give the fields marked \"start\", the edit `set` "
                            "those marked \"edit\".",
                            family->figure_state, family->figure_state_count, true};
    lists[2] = (field_list){"Fields of items", "What an entry says of an item.", family->item_fields,
                            family->item_field_count, false};
    lists[3] = (field_list){"State of items", "What changes of an item in play.", family->item_state,
                            family->item_state_count, true};
}

/* "required", "start, edit" or nothing. */
static const char *field_marks(const qm_field *field, bool state) {
    if (!state) {
        return field->flags & QM_FIELD_REQUIRED ? "required" : "";
    }
    const bool start = field->flags & QM_FIELD_START, edit = field->flags & QM_FIELD_EDIT;
    return start && edit ? "start, edit" : start ? "start" : edit ? "edit" : "";
}

void cli_field_text(const qm_field *field, const char *marks, qm_text *out) {
    qm_text_addf(out, "  %s", field->name);
    cli_pad(out, cli_width(field->name), 12);
    qm_field_grammar(field, out);
    qm_text_addf(out, "%s%s%s\n", *marks ? " (" : "", marks, *marks ? ")" : "");
    cli_wrap(out, field->text, 14, WIDTH);
    qm_text_add_char(out, '\n');
}

void cli_fields_text(const cli_args *args, const qm_rules_facts *family, qm_text *out) {
    field_list lists[LISTS];
    lists_of(family, lists);
    for (size_t n = 0; n < LISTS; n++) {
        if (lists[n].count == 0) {
            continue;
        }
        qm_text_add_char(out, '\n');
        cli_paint(args, out, CLI_BOLD, lists[n].title);
        qm_text_addf(out, ". %s\n", lists[n].text);
        for (size_t i = 0; i < lists[n].count; i++) {
            cli_field_text(&lists[n].fields[i], field_marks(&lists[n].fields[i], lists[n].state), out);
        }
    }
}

static void print_kind(const char *grammar, const char *text, const char *clauses, qm_text *out) {
    qm_text_addf(out, "  %s\n", grammar);
    qm_text line = qm_text_growing(NULL);
    qm_text_add(&line, text);
    if (*clauses) {
        qm_text_add(&line, " (");
        cli_clause_list(clauses, &line);
        qm_text_add_char(&line, ')');
    }
    cli_wrap(out, line.data ? line.data : "", 6, WIDTH);
    qm_text_add_char(out, '\n');
    qm_text_free(&line);
}

void cli_orders_text(const cli_args *args, const qm_rules_facts *family, qm_text *out) {
    char grammar[200];
    qm_text_add_char(out, '\n');
    cli_paint(args, out, CLI_BOLD, "Orders");
    qm_text_add(out, ". Capitals stand for names and values, [ ] for what may be left out, | for a choice, {LEG} for "
                     "any number of legs.\n");
    for (uint16_t i = 1; i < family->order_count; i++) {
        qm_text text = qm_text_over(grammar, sizeof grammar);
        qm_order_grammar(family, i, &text);
        print_kind(grammar, family->orders[i].text, family->orders[i].clauses, out);
    }
    if (family->leg_count > 1) {
        qm_text_add_char(out, '\n');
        cli_paint(args, out, CLI_BOLD, "Legs");
        qm_text_add(out, ". The parts of a movement.\n");
    }
    for (uint16_t i = 1; i < family->leg_count; i++) {
        qm_text text = qm_text_over(grammar, sizeof grammar);
        qm_leg_grammar(family, i, &text);
        print_kind(grammar, family->legs[i].text, family->legs[i].clauses, out);
    }
}

void cli_fields_page(const qm_rules_facts *family, qm_text *out) {
    field_list lists[LISTS];
    lists_of(family, lists);
    for (size_t n = 0; n < LISTS; n++) {
        if (lists[n].count == 0) {
            continue;
        }
        qm_text_addf(out,
                     "\n## %s\n\n%s\n\n| field | values | %s | meaning | clauses |\n| --- | --- | --- | --- | --- |\n",
                     lists[n].title, lists[n].text, lists[n].state ? "given by" : "needed");
        for (size_t i = 0; i < lists[n].count; i++) {
            const qm_field *field = &lists[n].fields[i];
            qm_text values = qm_text_growing(NULL);
            qm_field_grammar(field, &values);
            qm_text_addf(out, "| `%s` | ", field->name);
            cli_page_plain(values.data ? values.data : "", out);
            qm_text_free(&values);
            qm_text_addf(out, " | %s | ", field_marks(field, lists[n].state));
            cli_page_plain(field->text, out);
            qm_text_add(out, " | ");
            cli_page_clauses(field->clauses, out);
            qm_text_add(out, " |\n");
        }
    }
}
