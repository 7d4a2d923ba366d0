/* The constant tables that family.c puts together into what squad declares. */
#ifndef QM_RULES_SQUAD_DECLARED_H
#define QM_RULES_SQUAD_DECLARED_H

#include "rules/squad/squad.h"

enum { SQ_CLAUSE_COUNT = 30 };
extern const qm_clause qm__sq_clauses[SQ_CLAUSE_COUNT]; /* SQ-01 is entry 0 */

extern const qm_table qm__sq_tables[SQ_TABLE_COUNT];
extern const qm_order_kind qm__sq_orders[SQ_ORDER_COUNT];
extern const uint32_t qm__sq_order_legs[SQ_ORDER_COUNT];
extern const qm_leg_kind qm__sq_legs[SQ_LEG_COUNT];
extern const qm_reason_kind qm__sq_reasons[SQ_REASON_COUNT];
extern const qm_event_kind qm__sq_events[SQ_EVENT_COUNT];
extern const qm_roll_kind qm__sq_rolls[SQ_ROLL_COUNT];
extern const qm_choice_kind qm__sq_choices[SQ_CHOICE_COUNT];
extern const qm_term_kind qm__sq_terms[SQ_TERM_COUNT];
extern const qm_told_kind qm__sq_told_kinds[SQ_TOLD_COUNT];

extern const qm_field qm__sq_figure_fields[SQ_FIGURE_FIELDS];
enum { SQ_FIGURE_STATE_COUNT = 13 };
extern const qm_field qm__sq_figure_state[SQ_FIGURE_STATE_COUNT];

#endif
