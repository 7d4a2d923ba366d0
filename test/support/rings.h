/* Rings of a reach: how often one winds around a place. */
#ifndef QM_TEST_RINGS_H
#define QM_TEST_RINGS_H

#include "quickmarch/ask.h"
#include "space/table/plane.h"

enum { RING_NEAR = -1000 }; /* the place lies nearer to the ring than was asked for: neither in nor out */

/* How often a ring winds around a place, or RING_NEAR. */
static inline int ring_winds(const qm_reach_area *area, const qm_reach_ring *ring, qm_place at, double near) {
    int count = 0;
    for (uint32_t i = 0; i < ring->count; i++) {
        const qm_reach_corner *a = &area->corners[ring->first + i];
        const qm_reach_corner *b = &area->corners[ring->first + (i + 1) % ring->count];
        const qm__xy p = {at.x, at.y}, from = {a->x, a->y}, to = {b->x, b->y};
        if (qm__point_segment_square(p, from, to) < near * near) {
            return RING_NEAR;
        }
        if ((a->y > at.y) != (b->y > at.y)) {
            const double x = a->x + (double)(at.y - a->y) / (b->y - a->y) * (b->x - a->x);
            count += x > at.x ? (b->y > a->y ? 1 : -1) : 0;
        }
    }
    return count;
}

#endif
