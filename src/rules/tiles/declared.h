/* The constant tables that family.c puts together into what tiles declares. */
#ifndef QM_RULES_TILES_DECLARED_H
#define QM_RULES_TILES_DECLARED_H

#include "rules/tiles/tiles.h"

enum { TL_CLAUSE_COUNT = 21 };
extern const qm_clause qm__tl_clauses[TL_CLAUSE_COUNT]; /* TL-01 is entry 0 */

extern const qm_table qm__tl_tables[TL_TABLE_COUNT];
extern const qm_order_kind qm__tl_orders[TL_ORDER_COUNT];
extern const qm_leg_kind qm__tl_legs[TL_LEG_COUNT];
extern const qm_reason_kind qm__tl_reasons[TL_REASON_COUNT];
extern const qm_event_kind qm__tl_events[TL_EVENT_COUNT];
extern const qm_roll_kind qm__tl_rolls[TL_ROLL_COUNT];
extern const qm_choice_kind qm__tl_choices[TL_CHOICE_COUNT];
extern const qm_term_kind qm__tl_terms[TL_TERM_COUNT];

extern const qm_field qm__tl_figure_fields[TL_FIGURE_FIELDS];
enum {
    TL_STATE_PUBLIC = 9, /* at … called */
    TL_STATE_PLAN = 4 + TL_TILES_MAX + 2 * TL_FOES_MAX,
    TL_FIGURE_STATE_COUNT = TL_STATE_PUBLIC + TL_STATE_PLAN
};
extern const qm_field qm__tl_figure_state[TL_FIGURE_STATE_COUNT];

#endif
