/* What checking a drawn path and drawing a way share: straight pieces between levels that steps join.
 */
#ifndef QM_SPACE_TABLE_WAY_INSIDE_H
#define QM_SPACE_TABLE_WAY_INSIDE_H

#include "space/table/levels_inside.h"
#include "space/table/way.h"

/* Traces a piece; where levels are joined at its beginning, the base may step there first. `from` gets the level it
 * begins on. */
bool qm__trace_joined(const qm__levels *levels, const qm__crowd *crowd, qm__spot *from, qm__xy to, qm__traced *out);

/* Two pieces, walked anew from another level that is joined to that of `from` there. */
typedef struct qm__second_choice {
    qm__spot from, over; /* where each begins */
    qm__traced first, second;
} qm__second_choice;
/* Where several levels meet, a piece can end on one from which the next cannot be walked, though it could from another:
 * one piece is taken back, and begun on each of the others in turn. */
bool qm__choose_again(const qm__levels *levels, const qm__crowd *crowd, qm__spot from, qm__xy over, qm__xy to,
                      qm__second_choice *out);

#endif
