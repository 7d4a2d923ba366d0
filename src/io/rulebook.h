/* Rulebooks, for the other loaders. */
#ifndef QM_IO_RULEBOOK_H
#define QM_IO_RULEBOOK_H

#include "io/declared.h"

#define QM__ROWS_MAX 200 /* of one table */

struct qm_rulebook {
    qm_allocator allocator;
    qm__arena arena; /* owns everything below */
    qm__rules rules;
    const char *title, *text, *file;
};

/* A rulebook with a family's defaults: also for families that are not built in. */
qm_result qm__rulebook_of(qm_rulebook **out, const qm__family *family, const qm_allocator *allocator);
/* The rules of a scenario: its member "rules", a name or an object as in a rulebook file. `instead` as for scenarios.
 */
qm_result qm__rulebook_from(qm_rulebook **out, const qm__load *load, const qm__value *rules, const qm__value *parent,
                            const qm_rulebook *instead);
/* Applies an object of settings by name. */
void qm__rulebook_settings(qm_rulebook *rulebook, const qm__load *load, const qm__value *settings,
                           const qm__path *path);
/* Reports settings and cells that contradict each other (rulebook_fault.c): at the later of the two in `settings` or the
 * tables of `object`; where neither is there, at `at`, or not at all if that is NULL. How many were reported. */
size_t qm__rulebook_contradicts(const qm_rulebook *rulebook, const qm__load *load, const qm__value *settings,
                                const qm__value *object, const qm__path *up, const qm__value *at);
/* Copies settings and tables into another arena. */
qm_result qm__rules_copy(qm__rules *out, const qm__rules *rules, qm__arena *arena);
/* The text that identifies rules. */
void qm__rules_identity(const qm__rules *rules, qm_text *out);
/* Makes "name=value" or "table.row.column=value" true; `grow` allows new rows. Says in `fault` why not. */
bool qm__rulebook_assign(qm_rulebook *rulebook, const char *text, size_t length, bool grow, qm_text *fault);

/* The index of a column by name, or -1. */
int qm__column_named(const qm_table *table, const char *name);
/* Adds " (did you mean X?)" when a setting is near, else those that begin with the same word, if there are any. */
void qm__suggest_setting(const qm_rules_facts *facts, const char *name, qm_text *out);
/* Whether there is no such row, and none can be added. */
bool qm__rulebook_fixed(const qm_rulebook *rulebook, size_t table, const char *row);
/* The row, made with standard values if it is new; NULL when memory or the limit does not allow it. */
qm__table_row *qm__rulebook_row(qm_rulebook *rulebook, size_t table, const char *name);

#endif
