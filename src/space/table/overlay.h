/* Overlay: the union of polygons, less other polygons, as clean rings.
 *
 * Rings may overlap, touch, share edges, cross each other and themselves; what counts is how often they wind around a
 * point. A point belongs to the result when the rings laid on wind around it more than zero times and those cut out do
 * not wind around it. Coordinates are snapped to a fine grid (QM__OVERLAY_GRID steps to a unit), and on it everything
 * is exact: edges are cut where they cross and the cuts are snapped, until no edge crosses another; so the result lies
 * within a few steps of the true one and is the same on every machine.
 */
#ifndef QM_SPACE_TABLE_OVERLAY_H
#define QM_SPACE_TABLE_OVERLAY_H

#include "space/table/plane.h"

#include <stddef.h>
#include <stdint.h>

#define QM__OVERLAY_GRID 16.0      /* steps to a unit */
#define QM__OVERLAY_FAR 20000000.0 /* units: coordinates beyond this are refused */

typedef struct qm__overlay qm__overlay;

/* A ring of the result: outer rings run counter-clockwise, holes clockwise. */
typedef struct qm__overlay_ring {
    uint32_t first, count; /* points */
    double area;           /* negative for holes */
} qm__overlay_ring;

/* Memory for so many edges after cutting (the same again as there are edges before, and one for every crossing and
 * touching, is enough for ordinary input). */
size_t qm__overlay_size(uint32_t edges);
/* An empty overlay in the caller's memory, aligned to 16; NULL when it does not even hold the smallest one. */
qm__overlay *qm__overlay_begin(void *memory, size_t size);
/* Lays a ring on (counter-clockwise adds, clockwise is a hole), or cuts it out (`cut`). False, now and from then on,
 * when the memory does not suffice or a coordinate is out of range. */
bool qm__overlay_add(qm__overlay *overlay, const qm__xy *points, uint32_t count, bool cut);
/* The result. Rings with less than `width` units of area for each unit of half their length (slivers that thin) are
 * left out. Rings begin with their least point (x, then y) and are sorted by it. They live in the overlay's memory.
 * False when the memory did not suffice. */
bool qm__overlay_solve(qm__overlay *overlay, double width, const qm__overlay_ring **rings, uint32_t *ring_count,
                       const qm__xy **points, uint32_t *point_count);

#endif
