/* What checking a drawn path and drawing a way share: straight pieces between levels that steps join.
 */
#ifndef QM_SPACE_TABLE_WAY_INSIDE_H
#define QM_SPACE_TABLE_WAY_INSIDE_H

#include "space/table/levels_inside.h"
#include "space/table/way.h"

/* The levels on which a base can be at a point, ascending: of those that steps join there, the lowest. Returns how many
 * of them are told, at most `max`. */
int qm__levels_there(const qm__levels *levels, const qm__crowd *crowd, qm__xy at, int32_t *out, int max);
/* Whether a base can be at a point on two levels at least that no steps join there: then a path over it has a choice.
 */
bool qm__levels_apart(const qm__levels *levels, const qm__crowd *crowd, qm__xy at);

#endif
