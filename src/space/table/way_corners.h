/* Bends of a way that no single whole point does: several whole points around them.
 */
#ifndef QM_SPACE_TABLE_WAY_CORNERS_H
#define QM_SPACE_TABLE_WAY_CORNERS_H

#include "space/table/way.h"

/* A path of whole points that is longer than its way by so much: goes around one of its points by others beside it,
 * or else around one after the other, until it is longer no more. `count` of at most `max`; levels are those that each
 * is come to on. Returns by how much it is longer now. */
double qm__corners_cut(const qm__levels *levels, const qm__crowd *crowd, qm__spot *path, uint32_t *count, uint32_t max,
                       double longer);

#endif
