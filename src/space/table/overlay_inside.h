/* The inside of an overlay: vertices, edges between them, and what the two stages (cutting, telling sides) share.
 *
 * Invariant: an edge runs from its lesser end to its greater one (x, then y), no two edges join the same two ends, and
 * `lay` and `cut` say by how much more the rings of either kind wind around its left side than around its right. Which
 * side of an edge a point is on is exact: 64-bit products of 32-bit differences.
 */
#ifndef QM_SPACE_TABLE_OVERLAY_INSIDE_H
#define QM_SPACE_TABLE_OVERLAY_INSIDE_H

#include "space/table/overlay.h"

typedef struct qm__overlay_edge {
    int32_t from, to; /* vertices; from is the lesser */
    int16_t lay, cut;
} qm__overlay_edge;

/* An edge with its coordinates at hand. */
typedef struct qm__overlay_span {
    int32_t ax, ay, bx, by, low, high; /* ax <= bx; low <= high: of y */
} qm__overlay_span;

typedef struct qm__overlay_split {
    int32_t vertex, next;
    int64_t along; /* the edge: known when its splits are put in order */
} qm__overlay_split;

/* An edge in a cell. */
typedef struct qm__overlay_entry {
    int32_t edge, next; /* the next entry of the cell; -1 = none */
} qm__overlay_entry;

/* How often rings of either kind wind around the left side of an edge. */
typedef struct qm__overlay_sides {
    int16_t lay, cut;
    bool known, used;
} qm__overlay_sides;

struct qm__overlay {
    uint32_t capacity;               /* of edges, vertices and splits alike */
    uint32_t vertex_mask, edge_mask; /* of the part of either hash that is in use: small overlays touch little memory */
    uint32_t vertex_count, edge_count, split_count, entry_count, entry_max;
    bool failed;
    int32_t *x, *y;                   /* of vertices */
    int32_t *vertex_hash, *edge_hash; /* 1 + index; 0 = empty */
    qm__overlay_edge *edges, *old;    /* of this round and of the one before */
    qm__overlay_span *spans;
    qm__overlay_split *splits;
    int32_t *heads; /* of an edge's splits, -1 = none */
    int32_t *cells; /* the last entry of each, -1 = none */
    qm__overlay_entry *entries;
    int32_t *starts, *spokes; /* edges at each vertex, counter-clockwise */
    qm__overlay_sides *left;
    int32_t *stack;
    qm__overlay_ring *rings;
    qm__xy *points;
};

static inline bool qm__overlay_lesser(const qm__overlay *o, int32_t a, int32_t b) {
    return o->x[a] != o->x[b] ? o->x[a] < o->x[b] : o->y[a] < o->y[b];
}

/* Positive when c lies to the left of the line from a to b. */
static inline int64_t qm__overlay_side(int32_t ax, int32_t ay, int32_t bx, int32_t by, int32_t cx, int32_t cy) {
    return ((int64_t)bx - ax) * ((int64_t)cy - ay) - ((int64_t)by - ay) * ((int64_t)cx - ax);
}

/* Cuts edges so that none crosses another; false when the memory does not suffice. */
bool qm__overlay_cut_all(qm__overlay *overlay);

#endif
