/* Edges and what is below: rims of surfaces, falls, and how near an edge is.
 *
 * A *rim* is a stretch of an edge of a walkable top (a surface ends there), together with what is on the other side of
 * it. Rims are found along whole edges: an edge is cut wherever another solid or surface begins or ends beside it.
 */
#ifndef QM_SPACE_TABLE_FALL_H
#define QM_SPACE_TABLE_FALL_H

#include "space/table/levels.h"

typedef enum qm__beyond {
    QM__BEYOND_DROP = 0, /* the highest surface beyond is lower */
    QM__BEYOND_FLAT,     /* a surface at the same height goes on */
    QM__BEYOND_WALL,     /* a solid rises there: `prism`, up to `z` */
    QM__BEYOND_NOTHING   /* the table ends */
} qm__beyond;

typedef struct qm__rim {
    qm__xy a, b;    /* the surface lies to the left */
    int32_t z;      /* of the surface */
    int32_t prism;  /* whose top it is */
    int32_t rail;   /* height of a railing; 0 = none */
    uint8_t beyond; /* qm__beyond */
    uint8_t zero[3];
    int32_t below_z; /* DROP: the highest surface beyond; WALL: the top of what rises */
    int32_t below;   /* … a prism, or QM__GROUND */
} qm__rim;

/* The rims of a table, made once. Sorted by prism and edge. */
typedef struct qm__rims {
    const qm__rim *items;
    uint32_t count;
} qm__rims;
qm_result qm__rims_make(const qm__table *table, qm__arena *arena, qm__rims *out);

/* The distance in plan from a point on a surface at z to the nearest rim of that surface (or of one connected to it
 * within the same height) with a drop of at least `drop` beyond and no railing, at a point of it that can be gone to
 * straight over the surface, past no railing; its number in `out`, which may be NULL. A negative answer: there is none
 * within `limit`. Ends count. */
double qm__edge_distance(const qm__table *table, const qm__rims *rims, double x, double y, int32_t z, int32_t drop,
                         double limit, uint32_t *out);
/* The same to one rim alone; railings up to a height of `rail` count for none. */
double qm__rim_distance(const qm__table *table, const qm__rims *rims, uint32_t rim, double x, double y, int32_t z,
                        int32_t drop, int32_t rail, double limit);

/* Where a figure that goes over an edge at `from` (on or beyond the rim, direction `outward` of length 1; no direction:
 * straight down) comes to rest: on the highest surface below, at the nearest place to the take-off, outwards, where its
 * base stands clear of solids and touches no body of the crowd (each kept off by `margin` units more than contact). */
typedef struct qm__fall {
    bool found;
    qm__spot landing;
    int32_t height;  /* that it fell, in units */
    double distance; /* in plan from the take-off */
    uint32_t equal;  /* how many places are equally near (0 to 8); `landings` has them all, by angle from +x */
    qm__spot landings[8];
    uint16_t pushed_by; /* 1 + index of the body that was in the way of the first place; 0 = none */
} qm__fall;
size_t qm__fall_scratch_size(const qm__levels *levels, uint32_t body_count);
void qm__fall_find(const qm__levels *levels, const qm__crowd *crowd, qm__xy from, int32_t from_z, qm__xy outward,
                   int32_t margin, double limit, void *scratch, qm__fall *out);
/* The nearest such places in eight directions from the take-off, on a level where a fall came to rest: +x, between +x
 * and +y, +y and so on, each a sixteenth of a turn to either side; those that there are within the limit, in this
 * order. How many. */
enum { QM__DIRECTIONS = 8 };
int qm__fall_around(const qm__levels *levels, const qm__crowd *crowd, qm__spot from, qm__xy outward, int32_t margin,
                    double limit, void *scratch, qm__spot out[QM__DIRECTIONS]);

#endif
