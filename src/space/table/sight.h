/* Sight: how much of a target an eye sees, exactly.
 *
 * The target is the upright rectangle that faces the eye in plan: as wide as the target's base is seen from there, as
 * high as the target, through its centre. What is hidden of it is the union of the shadows that solids (those that
 * cannot be seen through) and bodies throw on it from the eye. What lies behind the eye or beyond the rectangle hides
 * nothing. Along a solid's edge the shadow's border is a straight line on the rectangle, so areas are exact; the upper
 * and lower ends of round bodies are cut into facets so that the area is right to 1e-4 of the rectangle (their sides
 * are exact).
 */
#ifndef QM_SPACE_TABLE_SIGHT_H
#define QM_SPACE_TABLE_SIGHT_H

#include "space/table/body.h"

#define QM__SIGHT_BLOCKERS_MAX 16

typedef struct qm__eye {
    double x, y, z; /* units */
} qm__eye;

/* Something that hides part of the target. */
typedef struct qm__blocker {
    int32_t prism; /* QM__NOTHING = it is a body */
    uint16_t body; /* its index */
    uint16_t zero;
    double hides; /* the fraction of the target that it hides by itself */
} qm__blocker;

typedef struct qm__seen {
    double fraction; /* 0 to 1 of the rectangle's area that is seen */
    /* The hull of what is seen on the rectangle: 0 to 1, from left to right as the eye sees it and from bottom to top;
     * all 0 when nothing is seen. Where a round body's upper or lower end bounds it, right to 0.01. */
    double left, right, bottom, top;
    uint16_t blocker_count, blockers_dropped;
    /* Those that hide most first; of those that hide the same, prisms before bodies and low numbers first. */
    qm__blocker blockers[QM__SIGHT_BLOCKERS_MAX];
} qm__seen;

/* The solids of a table that cannot be seen through, prepared once; the table must outlive it. */
typedef struct qm__sights qm__sights;
qm_result qm__sights_make(const qm__table *table, qm__arena *arena, const qm__sights **out);

/* `bodies` but those numbered skip_a and skip_b (looker and target; UINT16_MAX = none) hide too. Eye above or inside
 * the target in plan: it sees all of it. Fractions within 1e-9 of 0 or 1 are told as 0 or 1. No allocation: working
 * memory of qm__sight_scratch_size bytes, aligned as malloc does; it holds every edge of the table and of so many
 * bodies, so it always suffices. */
size_t qm__sight_scratch_size(const qm__sights *sights, uint32_t body_count);
void qm__sight_find(const qm__sights *sights, qm__eye eye, const qm__body *target, const qm__body *bodies,
                    uint16_t body_count, uint16_t skip_a, uint16_t skip_b, void *scratch, qm__seen *out);
/* fraction >= numerator / denominator, with a slack of 1e-9 so that exactly one third is at least one third. */
bool qm__sight_at_least(const qm__seen *seen, int numerator, int denominator);
/* Whether a straight line in space is free of solids that cannot be seen through; otherwise the first one in the way
 * (`prism` may be NULL). To run along a wall or a top, or to touch a corner, is free; to run where two solids touch is
 * not. */
bool qm__line_free(const qm__sights *sights, qm__eye a, qm__eye b, int32_t *prism);
/* Whether a straight line in space goes through a solid, whatever can be seen through it; to run along it or to touch
 * it does not count. */
bool qm__line_crosses(const qm__table *table, const qm__prism *prism, qm__eye a, qm__eye b);

#endif
