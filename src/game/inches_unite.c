/* Regions that overlap made one.
 *
 * Invariant: of all rings of one height, cost and risk none crosses another, outer ones run counter-clockwise and holes
 * clockwise, as from a single reach; so whoever draws them by counting borders is right.
 *
 * Rejected: to let rings overlap and leave it to those who draw. Bands are drawn as what they have beyond cheaper ones,
 * and a place that two rings have would be a hole.
 */
#include "game/inches_unite.h"

#include <string.h>

#define SLIVER 5 /* units: what is thinner lies between two arcs that were flattened in different ways */

typedef struct uniting {
    qm_reach_area *out;
    uint32_t first, end; /* rings to be united */
    qm__xy *points;      /* of one of them */
    void *memory;
    size_t size;
    qm__inch_cut *cut; /* NULL = nothing is cut out */
    const void *context;
} uniting;

static bool before(const qm_reach_ring *a, const qm_reach_ring *b) {
    if (a->cost != b->cost) {
        return a->cost < b->cost;
    }
    return a->effort != b->effort ? a->effort < b->effort : a->risk != b->risk ? a->risk < b->risk : a->z < b->z;
}

/* The first kind of ring after another one (NULL: of all); NULL = there are no more. */
static const qm_reach_ring *next_kind(const uniting *u, const qm_reach_ring *after) {
    const qm_reach_ring *best = NULL;
    for (uint32_t i = u->first; i < u->end; i++) {
        const qm_reach_ring *ring = &u->out->rings[i];
        if ((!after || before(after, ring)) && (!best || before(ring, best))) {
            best = ring;
        }
    }
    return best;
}

static bool lay_on(const uniting *u, qm__overlay *overlay, const qm_reach_ring *ring) {
    for (uint32_t i = 0; i < ring->count; i++) {
        const qm_reach_corner *corner = &u->out->corners[ring->first + i];
        u->points[i] = (qm__xy){corner->x, corner->y};
    }
    return qm__overlay_add(overlay, u->points, ring->count, false);
}

static bool put_ring(const uniting *u, const qm_reach_ring *kind, const qm__xy *points, uint32_t count, bool hole) {
    qm_reach_area *out = u->out;
    if (out->ring_count == out->ring_capacity || count > out->corner_capacity - out->corner_count) {
        return false;
    }
    qm_reach_ring *ring = &out->rings[out->ring_count++];
    *ring = *kind;
    ring->first = out->corner_count;
    ring->count = count;
    ring->hole = hole;
    for (uint32_t i = 0; i < count; i++) {
        out->corners[out->corner_count++] = (qm_reach_corner){qm__units(points[i].x), qm__units(points[i].y)};
    }
    return true;
}

/* All rings of a kind as one region, behind all others. */
static bool unite_kind(const uniting *u, const qm_reach_ring *kind) {
    const qm__overlay_ring *rings;
    const qm__xy *points;
    uint32_t ring_count, point_count;
    qm__overlay *overlay = qm__overlay_begin(u->memory, u->size);
    bool good = overlay != NULL;
    for (uint32_t i = u->first; i < u->end && good; i++) {
        const qm_reach_ring *ring = &u->out->rings[i];
        good = before(ring, kind) || before(kind, ring) || lay_on(u, overlay, ring);
    }
    good = good && (!u->cut || u->cut(u->context, kind, overlay));
    if (!good || !qm__overlay_solve(overlay, SLIVER, &rings, &ring_count, &points, &point_count)) {
        return false;
    }
    for (uint32_t i = 0; i < ring_count && good; i++) {
        good = put_ring(u, kind, points + rings[i].first, rings[i].count, rings[i].area < 0);
    }
    return good;
}

/* Puts what is new in the place of what is old. */
static void replace(const uniting *u, uint32_t corners, uint32_t old_corners) {
    qm_reach_area *out = u->out;
    const uint32_t ring_count = out->ring_count - u->end, corner_count = out->corner_count - old_corners;
    memmove(out->rings + u->first, out->rings + u->end, ring_count * sizeof *out->rings);
    memmove(out->corners + corners, out->corners + old_corners, corner_count * sizeof *out->corners);
    out->ring_count = u->first + ring_count;
    out->corner_count = corners + corner_count;
    for (uint32_t i = u->first; i < out->ring_count; i++) {
        out->rings[i].first -= old_corners - corners;
    }
}

bool qm__inch_clip(const qm__inch_search *search, uint32_t first, qm__inch_cut *cut, const void *context, void *memory,
                   qm_reach_area *out) {
    const size_t size = qm__regions_size(search->base->grounds, search->crowd.count);
    const uint32_t corners = out->corner_count;
    uniting u = {.out = out, .first = first, .end = out->ring_count, .points = memory, .cut = cut, .context = context};
    size_t longest = 0;
    for (uint32_t i = first; i < u.end; i++) {
        longest = out->rings[i].count > longest ? out->rings[i].count : longest;
    }
    const size_t taken = longest * sizeof *u.points; /* a multiple of 16 */
    if (first == u.end || taken >= size) {
        return first == u.end;
    }
    u.memory = (unsigned char *)memory + taken;
    u.size = size - taken;
    const uint32_t old_first = out->rings[first].first;
    qm_reach_ring kind;
    const qm_reach_ring *next = next_kind(&u, NULL);
    for (; next; next = next_kind(&u, &kind)) {
        kind = *next;
        if (!unite_kind(&u, &kind)) {
            return false;
        }
    }
    replace(&u, old_first, corners);
    return true;
}

bool qm__inch_unite(const qm__inch_search *search, uint32_t first, void *memory, qm_reach_area *out) {
    return qm__inch_clip(search, first, NULL, NULL, memory, out);
}
