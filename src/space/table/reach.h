/* Reach: every place where a base can end with a budget, as regions, and what it costs at any point.
 *
 * The cost of a place is a minimum over *cones*: a source (the start, a point of an arc around an anchor, the end of a
 * link), what has been paid there, and what it sees. Computing a reach settles all sources within the budget; the
 * regions are the union of what they see, cut at the budget, on every level.
 */
#ifndef QM_SPACE_TABLE_REACH_H
#define QM_SPACE_TABLE_REACH_H

#include "space/table/links.h"

/* What reach needs of the terrain besides the walks: where surfaces end and what is beyond. Memory from the arena. */
typedef struct qm__grounds qm__grounds;
qm_result qm__grounds_make(const qm__walks *walks, qm__arena *arena, const qm__grounds **out);

typedef struct qm__reach_ask {
    qm__spot from;
    double budget; /* units */
    const qm__crowd *crowd;
    const qm__walks_bodies *bodies; /* prepared, or NULL */
    const qm__area_price *prices;   /* NULL = nothing costs anything; by the inch: see `approximate` */
    const qm__links *links;         /* NULL: walking alone */
    qm__link_pricing *pricing;
    const void *context;
    bool may_end; /* regions leave out where the base may not end (bodies of PASS_ONLY) */
    /* Ways are told apart by how many of their links can fail (chance below 1): those with 0, 1, … up to one less than
     * `risks_apart`, and all others; see qm__reach_within. 0 = not at all; more than 9 count as 9,
     * as no way has more than 8 links. */
    uint8_t risks_apart;
    bool risks_limited; /* ways with `risks_apart` or more of them are left out (0: none is) */
} qm__reach_ask;

typedef struct qm__reach qm__reach; /* lives in the caller's scratch */
size_t qm__reach_scratch_size(const qm__grounds *grounds, uint32_t body_count, const qm__links *links);
/* NULL when the scratch did not suffice. From a place where no base can be, nothing is in reach. */
const qm__reach *qm__reach_make(const qm__grounds *grounds, const qm__reach_ask *ask, void *scratch, size_t size);

/* The same reach by ways with at most so many links that can fail. With as many as `risks_apart` or more it is the
 * whole reach. Lives in the same scratch. */
const qm__reach *qm__reach_within(const qm__reach *reach, uint32_t risks);
/* How many of them lead anywhere else than fewer do, or cheaper: at most `risks_apart`, which stands for all others. */
uint32_t qm__reach_risks(const qm__reach *reach);

/* The cheapest cost of a place where the base can stand; negative = out of reach. Uses the reach's own scratch. */
double qm__reach_cost(const qm__reach *reach, qm__spot spot);
/* Whether an area with a price by the inch may be met, so that costs are not exact: see qm__regions. */
bool qm__reach_approximate(const qm__reach *reach);

/* A ring of a region: outer rings counter-clockwise, holes clockwise. Arcs are flattened to within 0.005". */
typedef struct qm__reach_ring {
    int32_t level;
    bool hole;
    uint32_t first, count; /* points */
} qm__reach_ring;
typedef struct qm__regions {
    const qm__reach_ring *rings;
    const qm__xy *points;
    uint32_t ring_count, point_count;
    bool approximate; /* an area with a price by the inch may be met: borders are those of costs within 0.5 %, for the
                         most part. Behind links costs can be higher by more: where something costs by the inch, these
                         are taken at places up to 0.25" apart (or a 24th of a landing, if that is more), not anywhere,
                         and not to places beside bodies */
} qm__regions;
/* Regions of places whose cost is at most `cost` (at most the budget), on all levels. False when memory did not
 * suffice. */
bool qm__reach_regions(const qm__reach *reach, double cost, void *memory, size_t size, qm__regions *out);
/* The same by ways with no risk, with at most one, … and last with all that the reach has, together: much quicker than
 * one by one. Writes as many as the ask told apart, and one more unless it limited them. The points are those of all.
 */
bool qm__reach_regions_apart(const qm__reach *reach, double cost, void *memory, size_t size, qm__regions *out);
size_t qm__regions_size(const qm__grounds *grounds, uint32_t body_count);

#endif
