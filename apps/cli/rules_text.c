/* A rulebook for people, in a terminal: clauses by section, settings by origin, tables. What differs from the family's
 * own rules carries a star. */
#include <string.h>

#include "rules.h"

enum { WIDTH = 110 };

static void print_clauses(const cli_args *args, const qm_rules_facts *family, qm_text *out) {
    const char *section = "";
    for (size_t i = 0; i < family->clause_count; i++) {
        const qm_clause *clause = &family->clauses[i];
        if (strcmp(section, clause->section) != 0) {
            section = clause->section;
            qm_text_add_char(out, '\n');
            cli_paint(args, out, CLI_BOLD, section);
            qm_text_add_char(out, '\n');
        }
        qm_text_add(out, "  ");
        cli_paint(args, out, CLI_CITE, clause->id);
        qm_text_addf(out, "  %s\n", clause->title);
        cli_wrap(out, clause->text, 9, WIDTH);
        qm_text_add_char(out, '\n');
    }
}

/* "* landing_hex = free  (standard: paid; one of: paid free; HX-11)" and its sentence. */
static void print_setting(const cli_args *args, const qm_rulebook *rulebook, size_t index, qm_text *out) {
    const qm_setting *setting = &qm_rulebook_family(rulebook)->settings[index];
    const int32_t value = qm_rulebook_setting(rulebook, index);
    const bool differs = value != setting->standard;
    char assignment[120];
    qm_text text = qm_text_over(assignment, sizeof assignment);
    qm_text_addf(&text, "%s = ", setting->name);
    qm_setting_print(setting, value, &text);
    qm_text_add(out, differs ? "* " : "  ");
    cli_paint(args, out, differs ? CLI_CARE : CLI_BOLD, assignment);
    qm_text_add(out, "  (");
    if (differs) {
        qm_text_add(out, "standard: ");
        qm_setting_print(setting, setting->standard, out);
        qm_text_add(out, "; ");
    }
    cli_range_print(setting, out);
    if (*setting->clauses) {
        qm_text_add(out, "; ");
        cli_clause_list(setting->clauses, out);
    }
    qm_text_add(out, ")\n");
    cli_wrap(out, setting->text, 6, WIDTH);
    qm_text_add_char(out, '\n');
    if (setting->unoffered) {
        qm_text_addf(out, "      Not offered yet: %s\n", setting->unoffered);
    }
}

static void print_settings(const cli_args *args, const qm_rulebook *rulebook, qm_text *out) {
    const qm_rules_facts *family = qm_rulebook_family(rulebook);
    for (size_t o = 0; o < CLI_ORIGINS; o++) {
        bool begun = false;
        for (size_t i = 0; i < family->setting_count; i++) {
            if (family->settings[i].origin != cli_origins[o].origin) {
                continue;
            }
            if (!begun) {
                qm_text_add_char(out, '\n');
                cli_paint(args, out, CLI_BOLD, cli_origins[o].title);
                qm_text_addf(out, ". %s\n", cli_origins[o].text);
                begun = true;
            }
            print_setting(args, rulebook, i, out);
        }
    }
}

static size_t cell_width(const qm_rulebook *rulebook, size_t table, uint16_t row, size_t column) {
    char cell[80];
    qm_text text = qm_text_over(cell, sizeof cell);
    cli_cell_print(rulebook, table, row, column, &text);
    return cli_width(cell);
}

static bool cell_differs(const qm_rulebook *rulebook, size_t table, uint16_t row, size_t column) {
    const qm_table *declared = &qm_rulebook_family(rulebook)->tables[table];
    const char *name = qm_rulebook_row_name(rulebook, table, row);
    for (size_t i = 0; i < declared->row_count; i++) {
        if (strcmp(declared->rows[i].name, name) == 0) {
            return declared->rows[i].values[column] != qm_rulebook_row_value(rulebook, table, row, column);
        }
    }
    return true;
}

static void print_row(const qm_rulebook *rulebook, size_t table, uint16_t row, size_t name_width, qm_text *out) {
    const qm_table *declared = &qm_rulebook_family(rulebook)->tables[table];
    const char *name = qm_rulebook_row_name(rulebook, table, row);
    qm_text_addf(out, "  %s", name);
    cli_pad(out, cli_width(name), name_width);
    for (size_t c = 0; c < declared->column_count; c++) {
        size_t width = cli_width(declared->columns[c].name);
        for (uint16_t r = 1; r <= qm_rulebook_rows(rulebook, table); r++) {
            const size_t w = cell_width(rulebook, table, r, c);
            width = w > width ? w : width;
        }
        cli_cell_print(rulebook, table, row, c, out);
        const bool star = cell_differs(rulebook, table, row, c);
        qm_text_add(out, star ? "*" : "");
        if (c + 1 < declared->column_count) {
            cli_pad(out, cell_width(rulebook, table, row, c) + (star ? 1 : 0), width + 3);
        }
    }
    qm_text_add_char(out, '\n');
}

void cli_table_text(const cli_args *args, const qm_rulebook *rulebook, size_t table, qm_text *out) {
    const qm_table *declared = &qm_rulebook_family(rulebook)->tables[table];
    const uint16_t rows = qm_rulebook_rows(rulebook, table);
    size_t name_width = 4;
    for (uint16_t r = 1; r <= rows; r++) {
        const size_t width = cli_width(qm_rulebook_row_name(rulebook, table, r)) + 2;
        name_width = width > name_width ? width : name_width;
    }
    cli_paint(args, out, CLI_BOLD, declared->name);
    qm_text_addf(out, ". %s\n", declared->text);
    for (size_t c = 0; c < declared->column_count; c++) {
        cli_field_text(&declared->columns[c], "", out);
    }
    qm_text_add(out, "\n  ");
    cli_pad(out, 0, name_width);
    for (size_t c = 0; c < declared->column_count; c++) {
        size_t width = cli_width(declared->columns[c].name);
        const size_t title = width;
        for (uint16_t r = 1; r <= rows; r++) {
            const size_t w = cell_width(rulebook, table, r, c);
            width = w > width ? w : width;
        }
        qm_text_add(out, declared->columns[c].name);
        if (c + 1 < declared->column_count) {
            cli_pad(out, title, width + 3);
        }
    }
    qm_text_add_char(out, '\n');
    for (uint16_t r = 1; r <= rows; r++) {
        print_row(rulebook, table, r, name_width, out);
    }
    qm_text_addf(out, "  A rulebook file changes a row, or adds one, under [%s.NAME].\n", declared->name);
}

void cli_rules_text(const cli_args *args, const qm_rulebook *rulebook, qm_text *out) {
    const qm_rules_facts *family = qm_rulebook_family(rulebook);
    qm_text identity = qm_text_growing(NULL);
    cli_paint(args, out, CLI_BOLD, qm_rulebook_title(rulebook));
    if (*qm_rulebook_edition(rulebook)) {
        qm_text_addf(out, ", %s", qm_rulebook_edition(rulebook));
    }
    qm_text_addf(out, " (family %s, rules version %u)\n", family->name, (unsigned)family->rules_version);
    cli_wrap(out, *qm_rulebook_text(rulebook) ? qm_rulebook_text(rulebook) : family->text, 0, WIDTH);
    qm_rulebook_identity(rulebook, &identity);
    qm_text_add(out, "\n\nRules in force: ");
    qm_text_add(out, identity.data ? identity.data : "");
    qm_text_add_char(out, '\n');
    qm_text_free(&identity);
    print_clauses(args, family, out);
    print_settings(args, rulebook, out);
    for (size_t t = 0; t < family->table_count; t++) {
        qm_text_add_char(out, '\n');
        cli_table_text(args, rulebook, t, out);
    }
    cli_fields_text(args, family, out);
    cli_orders_text(args, family, out);
}
