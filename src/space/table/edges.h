/* Edges of a polygon, one after the other over all its rings; and how far its box is. */
#ifndef QM_SPACE_TABLE_EDGES_H
#define QM_SPACE_TABLE_EDGES_H

#include "space/table/plane.h"
#include "space/table/table.h"

/* From a to b, with the corners around them; the polygon lies to the left. */
typedef struct qm__edge {
    qm__xy a, b;
    int32_t rail; /* on this edge … */
    int32_t rail_after;
    qm__xy before, after;
} qm__edge;

typedef struct qm__edges {
    const qm__table *table;
    const qm__polygon *polygon;
    uint32_t ring, index;
} qm__edges;

static inline qm__edges qm__edges_of(const qm__table *table, const qm__polygon *polygon) {
    return (qm__edges){table, polygon, 0, 0};
}

static inline qm__xy qm__corner_xy(const qm__corner *corner) {
    return (qm__xy){corner->x, corner->y};
}

/* False after the last one. */
static inline bool qm__edges_next(qm__edges *at, qm__edge *out) {
    if (at->ring >= at->polygon->ring_count) {
        return false;
    }
    const qm__ring *const ring = &at->table->rings[at->polygon->first_ring + at->ring];
    const qm__corner *const corners = &at->table->corners[ring->first];
    const uint32_t n = ring->count, i = at->index, next = i + 1 < n ? i + 1 : 0;
    *out = (qm__edge){.a = qm__corner_xy(&corners[i]),
                      .b = qm__corner_xy(&corners[next]),
                      .rail = corners[i].rail,
                      .rail_after = corners[next].rail,
                      .before = qm__corner_xy(&corners[i ? i - 1 : n - 1]),
                      .after = qm__corner_xy(&corners[next + 1 < n ? next + 1 : 0])};
    at->index = next;
    at->ring += next == 0;
    return true;
}

/* Whether a box comes within `by` of the box of a segment. */
static inline bool qm__box_near(const qm__box *box, qm__xy a, qm__xy b, double by) {
    return qm__most(a.x, b.x) >= (double)box->x0 - by && qm__least(a.x, b.x) <= (double)box->x1 + by &&
           qm__most(a.y, b.y) >= (double)box->y0 - by && qm__least(a.y, b.y) <= (double)box->y1 + by;
}

/* Whether a box, widened by `by` to all sides, meets a segment. */
static inline bool qm__box_on_way(const qm__box *box, qm__xy a, qm__xy b, double by) {
    if (!qm__box_near(box, a, b, by)) {
        return false;
    }
    const qm__xy d = qm__minus(b, a), middle = {((double)box->x0 + box->x1) / 2, ((double)box->y0 + box->y1) / 2};
    const double half_x = ((double)box->x1 - box->x0) / 2 + by, half_y = ((double)box->y1 - box->y0) / 2 + by;
    const double side = qm__cross(d, qm__minus(middle, a));
    const double most = (d.x < 0 ? -d.x : d.x) * half_y + (d.y < 0 ? -d.y : d.y) * half_x;
    return side <= most && side >= -most;
}

/* How far a place is from a box, at least; 0 within it. */
static inline double qm__box_apart(const qm__box *box, qm__xy p) {
    const double dx = qm__most(qm__most(box->x0 - p.x, p.x - box->x1), 0);
    const double dy = qm__most(qm__most(box->y0 - p.y, p.y - box->y1), 0);
    return qm__root(dx * dx + dy * dy);
}

#endif
