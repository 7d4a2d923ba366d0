/* Walks: the shortest way of a base between two places, exactly.
 *
 * Every shortest way is made of straight pieces and of arcs around *anchors*: the circle of the walker's radius around
 * a convex corner of a wall, the circle that keeps off a body, and points (circles of no radius) where a border of a
 * surface turns or meets a wall's parallel. Between anchors it runs along common tangents. All anchors and tangents of
 * the terrain are prepared once (qm__walks_make); bodies come in for one state (qm__walks_crowd) or, cold, for a single
 * question.
 *
 * Exactness: lengths are those of the true optimum within 0.002" (in practice within 1e-6 where no slack is used);
 * every way is legal when checked with qm__drawn_check after qm__way_points.
 *
 * Costs: an area can cost something once, however often it is entered (also when the way begins in it), or every time
 * it is entered; and something by the inch. The first two are exact. With a price by the inch the way offered is within
 * 0.5 % of the cheapest and `approximate` is set.
 */
#ifndef QM_SPACE_TABLE_WALK_H
#define QM_SPACE_TABLE_WALK_H

#include "space/table/way.h"

/* What areas cost, by their number. All zero: nothing. */
typedef struct qm__area_price {
    int32_t once;   /* units, once for the whole way */
    int32_t entry;  /* units, each time the base comes into it from outside */
    int32_t factor; /* by the inch: thousandths, 1000 or 0 = nothing extra; at most 10000 */
} qm__area_price;

typedef struct qm__walks qm__walks;

/* Prepares anchors and tangents of the terrain, with those around the areas in `areas` (bits) so that ways can lead
 * around them. Memory from the arena. */
qm_result qm__walks_make(const qm__levels *levels, uint64_t areas, qm__arena *arena, const qm__walks **out);
const qm__levels *qm__walks_levels(const qm__walks *walks);
/* Whether it is known that no walk leads from one place to another, bodies and lengths left out of account. */
bool qm__walks_part(const qm__walks *walks, qm__spot from, qm__spot to);
/* The heights of the lowest and the highest surface to which steps may lead from a place, bodies and lengths left out of
 * account; false = nothing is known of it. */
bool qm__walks_heights(const qm__walks *walks, qm__spot from, int32_t *low, int32_t *high);

/* Bodies of one state, prepared in the caller's memory. */
typedef struct qm__walks_bodies qm__walks_bodies;
size_t qm__walks_bodies_size(const qm__walks *walks, uint32_t body_count);
/* The crowd must outlive it. NULL when the memory does not suffice. */
const qm__walks_bodies *qm__walks_crowd(const qm__walks *walks, const qm__crowd *crowd, void *memory, size_t size);
/* A rectangle in plan. */
typedef struct qm__frame {
    qm__xy low, high;
} qm__frame;
/* The same for searches whose limits let no way out of a frame (NULL = none): ways beyond it are not looked for. */
const qm__walks_bodies *qm__walks_crowd_within(const qm__walks *walks, const qm__crowd *crowd, const qm__frame *frame,
                                               void *memory, size_t size);

typedef struct qm__walk_ask {
    qm__spot from, to;              /* both must pass; `to` need not be one where the base may end */
    const qm__crowd *crowd;         /* who is in the way; NULL = nobody */
    const qm__walks_bodies *bodies; /* that crowd prepared; NULL: done cold, on the way */
    const qm__area_price *prices;   /* one for each area of the table; NULL = nothing costs anything */
    double limit;                   /* the most it may cost, in units */
    uint8_t only;                   /* the one search to make, 0 = all that it takes: see qm__walked */
} qm__walk_ask;

typedef struct qm__walked {
    bool found;
    bool approximate; /* an area with a price by the inch was met, or could have been */
    bool exhausted;   /* the scratch did not suffice: nothing is known */
    uint8_t search;   /* which found it: the first, or 2 or 3 where a place is less clear than that one asks for; by
                         other prices it is the same one, if nothing is too dear */
    double cost;      /* length in plan and what areas cost */
} qm__walked;

size_t qm__walk_scratch_size(const qm__walks *walks, uint32_t body_count);
/* `way` may be NULL when only the cost is wanted. No allocation. */
void qm__walk_find(const qm__walks *walks, const qm__walk_ask *ask, void *scratch, qm__way *way, qm__walked *out);
/* What a straight piece that can be walked costs, as it does in ways that are found: its length and what areas cost.
 * Those in `met` have been paid for once; the ones that the base is in, where it begins included, are added. */
double qm__walk_price(const qm__walks *walks, const qm__area_price *prices, qm__spot from, qm__spot to, uint64_t *met);

#endif
