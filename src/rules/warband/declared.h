/* The constant tables that family.c puts together into what warband declares. */
#ifndef QM_RULES_WARBAND_DECLARED_H
#define QM_RULES_WARBAND_DECLARED_H

#include "rules/warband/warband.h"

enum { WB_CLAUSE_COUNT = 35 };
extern const qm_clause qm__wb_clauses[WB_CLAUSE_COUNT]; /* WB-01 is entry 0 */

extern const qm_table qm__wb_tables[WB_TABLE_COUNT];
extern const qm_order_kind qm__wb_orders[WB_ORDER_COUNT];
extern const qm_leg_kind qm__wb_legs[WB_LEG_COUNT];
extern const qm_reason_kind qm__wb_reasons[WB_REASON_COUNT];
/* Whether a reason's text has lengths, and whether they may be told while nobody may measure. */
typedef enum wb_lengths { WB_NO_LENGTH, WB_OPEN_LENGTH, WB_HIDDEN_LENGTH } wb_lengths;
typedef struct wb_reason_mark {
    uint16_t lengths; /* wb_lengths */
    uint16_t told_as; /* hidden: the reason that is told instead, without `needed` */
} wb_reason_mark;
extern const wb_reason_mark qm__wb_reason_marks[WB_REASON_COUNT];
extern const qm_event_kind qm__wb_events[WB_EVENT_COUNT];
extern const qm_roll_kind qm__wb_rolls[WB_ROLL_COUNT];
extern const qm_choice_kind qm__wb_choices[WB_CHOICE_COUNT];
extern const qm_term_kind qm__wb_terms[WB_TERM_COUNT];
extern const qm_told_kind qm__wb_told_kinds[WB_TOLD_COUNT];

extern const qm_field qm__wb_figure_fields[WB_FIGURE_FIELDS];
enum { WB_FIGURE_STATE_COUNT = 12, WB_ITEM_STATE_COUNT = 4 };
extern const qm_field qm__wb_figure_state[WB_FIGURE_STATE_COUNT];
extern const qm_field qm__wb_item_state[WB_ITEM_STATE_COUNT];

#endif
