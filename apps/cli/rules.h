/* quickmarch rules: what its files share. */
#ifndef QUICKMARCH_CLI_RULES_H
#define QUICKMARCH_CLI_RULES_H

#include "common.h"

/* The groups of settings, in the order they are shown. */
typedef struct cli_origin {
    qm_origin origin;
    const char *title;
    const char *text;
} cli_origin;

#define CLI_ORIGINS 5
extern const cli_origin cli_origins[CLI_ORIGINS];

/* The value of a cell of a table as people write it. */
void cli_cell_print(const qm_rulebook *rulebook, size_t table, uint16_t row, size_t column, qm_text *out);
/* "one of paid free", "0 to 12 hexes" */
void cli_range_print(const qm_setting *setting, qm_text *out);
/* "HX-05, HX-11" */
void cli_clause_list(const char *clauses, qm_text *out);

/* Text that may stand in a table or a paragraph of the page; links to clauses. */
void cli_page_plain(const char *text, qm_text *out);
void cli_page_clauses(const char *clauses, qm_text *out);
/* Fields of figures and items, and how orders are written. */
void cli_field_text(const qm_field *field, const char *marks, qm_text *out);
void cli_fields_text(const cli_args *args, const qm_rules_facts *family, qm_text *out);
void cli_orders_text(const cli_args *args, const qm_rules_facts *family, qm_text *out);
void cli_fields_page(const qm_rules_facts *family, qm_text *out);

/* The rules for people, in a terminal. */
void cli_rules_text(const cli_args *args, const qm_rulebook *rulebook, qm_text *out);
/* A table of it: what its columns mean, and its rows. */
void cli_table_text(const cli_args *args, const qm_rulebook *rulebook, size_t table, qm_text *out);
/* The page for docs/rules. */
void cli_rules_page(const qm_rulebook *rulebook, qm_text *out);
/* One clause with all that cites it and the cases that show it. Gives the exit status. */
int cli_rules_clause(const cli_args *args, const qm_rules_facts *family, const qm_clause *clause);
/* One setting, or the table that has this name or a column of it, of a rulebook or, where that is NULL, of every family
 * that has it. Gives the exit status. */
int cli_rules_setting(const cli_args *args, const cli_places *places, const char *rulebook, const char *word);
bool cli_is_setting(const char *name);          /* or a table, or a column; of any family */
const char *cli_setting_near(const char *word); /* the name of any family that is nearest, or NULL */

#endif
