/* Members that only answers about tables have. */
#ifndef QM_IO_JSON_TABLE_H
#define QM_IO_JSON_TABLE_H

#include "io/declared.h"

/* "stands": places where a figure can stand; nothing if there are none. */
void qm__stands_member(qm__json_writer *w, const qm_scenario *scenario, const qm_place *places, uint16_t count);
/* "why" and "stands" of a figure that cannot stand at a place; nothing if it can, and for NULL. */
void qm__standing_members(qm__json_writer *w, const qm_scenario *scenario, const qm_standing *standing);
/* "left_out": what the answer has nothing of, as the rules forbid to measure it (qm_left_out), or as regions cannot tell
 * it (qm_regions_left_out); or nothing. */
void qm__left_out_member(qm__json_writer *w, const qm_scenario *scenario, bool regions);
/* "reasons" and "tried" where there is no way to a goal: what qm_plan_why tells; nothing if it tells nothing. */
void qm__why_members(qm__json_writer *w, const qm_scenario *scenario, const qm_state *state, qm_scratch *scratch,
                     uint16_t figure, qm_place goal);
/* "arcs": names of the arcs in a set of QM_ARC_ bits. */
void qm__arcs_member(qm__json_writer *w, uint8_t arcs);
/* "hiders" and, if some were left out, "hiders_dropped". */
void qm__hiders_member(qm__json_writer *w, const qm_scenario *scenario, const qm_hider *hiders, uint16_t count,
                       uint16_t dropped);
/* "arcs", "fraction", "solid" and "hiders"; of models of units also "visible", "best" and "best_fraction". */
void qm__table_sight_members(qm__json_writer *w, const qm_scenario *scenario, const qm_sight *sight);

#endif
