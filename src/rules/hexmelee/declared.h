/* The constant tables that family.c puts together into what hexmelee declares. */
#ifndef QM_RULES_HEXMELEE_DECLARED_H
#define QM_RULES_HEXMELEE_DECLARED_H

#include "rules/hexmelee/hexmelee.h"

enum { HM_CLAUSE_COUNT = 48 };
extern const qm_clause qm__hm_clauses[HM_CLAUSE_COUNT]; /* HX-01 is entry 0 */

extern const qm_table qm__hm_tables[HM_TABLE_COUNT];
extern const qm_order_kind qm__hm_orders[HM_ORDER_COUNT];
extern const qm_leg_kind qm__hm_legs[HM_LEG_COUNT];
extern const qm_reason_kind qm__hm_reasons[HM_REASON_COUNT];
extern const qm_event_kind qm__hm_events[HM_EVENT_COUNT];
extern const qm_roll_kind qm__hm_rolls[HM_ROLL_COUNT];
extern const qm_choice_kind qm__hm_choices[HM_CHOICE_COUNT];
extern const qm_term_kind qm__hm_terms[HM_TERM_COUNT];

extern const qm_field qm__hm_figure_fields[HM_FIGURE_FIELDS];
extern const qm_field qm__hm_item_fields[HM_ITEM_FIELDS];
enum { HM_FIGURE_STATE_COUNT = 23, HM_ITEM_STATE_COUNT = 3 };
extern const qm_field qm__hm_figure_state[HM_FIGURE_STATE_COUNT];
extern const qm_field qm__hm_item_state[HM_ITEM_STATE_COUNT];

/* setup.c */
qm_result qm__hm_compile(qm_scenario *s, const qm__where *where, qm_diagnostics *diagnostics);
qm_result qm__hm_start(const qm_scenario *s, qm_state *st, const qm__where *where, qm_diagnostics *diagnostics);
bool qm__hm_check(const qm_scenario *s, const qm_state *st);

/* setup.c: the condition of a figure by its place and by the STR it has left, as a game begins and after an edit. */
void qm__hm_settle(const qm_scenario *s, qm_state *st, uint16_t figure);

#endif
