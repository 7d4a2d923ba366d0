/* Slides: a base goes straight with the facing it has, and what it covers on its way is the hull of where it begins and
 * where it ends.
 *
 * Distances of hulls are those of their edges, unless one contains the other. Touching is no overlap: against walls and
 * bases the base that slides is smaller by a unit on every side.
 */
#ifndef QM_SPACE_TABLE_SLIDE_H
#define QM_SPACE_TABLE_SLIDE_H

#include "space/table/rect_stand.h"

/* How near a base that slides from where it is comes to another in plan; at most 0 = they overlap, by how much is not
 * told. */
double qm__slide_gap(const qm__body *from, qm__xy to, const qm__body *other);
/* Whether it overlaps another base on its way, as seen from above. */
bool qm__slide_hits(const qm__body *from, qm__xy to, const qm__body *other);
/* The first wall of a level that a rectangle meets; NULL = none. */
const qm__wall *qm__slide_wall(const qm__levels *levels, int level, const qm__body *from, qm__xy to);
/* Whether a rectangle gets from one place to another by one slide: its centre like the walker of the levels, which is
 * the smallest that there is, and its base off walls and the bodies that block. Whether it can end there is not asked.
 */
bool qm__rect_slides(const qm__levels *levels, const qm__crowd *crowd, const qm__rect *rect, qm__spot from,
                     qm__spot to);

#endif
