/* The nearest places where a base stands, all that are equally near: what qm__nearest_stand, qm__rect_nearest and falls
 * have in common.
 */
#ifndef QM_SPACE_TABLE_NEAREST_H
#define QM_SPACE_TABLE_NEAREST_H

#include "space/table/rect_stand.h"

#define QM__NEAREST_MAX 8

typedef struct qm__nearest_ask {
    const qm__levels *levels;
    const qm__crowd *crowd; /* NULL = nobody */
    qm__spot spot;          /* near which, and on which level */
    double limit;           /* units in plan */
    qm__xy outward;         /* length 1: only places on this side of the spot; (0, 0) = all round */
    qm__xy sector[2];       /* the same: only places on these two sides as well */
    int32_t margin; /* 0 or more: every body that is not PASS, and whose height overlaps the base's, blocks and is
                       kept off by this much in plan; -1: as the bodies say */
    const uint32_t *surfaces; /* NULL = any; a bit for each prism: only on their tops */
    const qm__rect *rect;     /* the base is this rectangle; NULL = it is the disc of the levels' walker */
} qm__nearest_ask;

/* Writes the nearest places, by angle from +x as seen from the spot, and returns how many there are (0 to 8). Places
 * are equally near when their distances differ by at most half a unit; `distance` is the least. 0 and *exhausted when
 * the scratch (qm__nearest_size, for a rectangle qm__rect_nearest_size) did not suffice. */
int qm__nearest_places(const qm__nearest_ask *ask, void *scratch, size_t scratch_size, qm__spot out[QM__NEAREST_MAX],
                       double *distance, bool *exhausted);

/* Whether a body is in the way of a base at a spot, by the manner of the ask. */
bool qm__nearest_body_blocks(const qm__nearest_ask *ask, uint16_t body, qm__xy at);

#endif
