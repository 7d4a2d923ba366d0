/* Bent ways of rectangles: slides one after the other, with the facing kept, around corners of walls and bodies.
 *
 * The places where the middle of a rectangle can bend its way are those at which a corner of the base is at a corner of
 * what it goes around, in whole units and a little off. So a shortest way of slides leads from one of them to the next.
 * Only so many of them are kept, the nearest ones on the level where it begins: a way that is found is one, but not
 * every way is found.
 */
#ifndef QM_SPACE_TABLE_RECT_WAYS_H
#define QM_SPACE_TABLE_RECT_WAYS_H

#include "space/table/slide.h"

enum { QM__RECT_BENDS = 40 };

/* A place to bend at that the rectangle gets to. */
typedef struct qm__rect_bend {
    qm__spot at;
    double cost;    /* of the way there; negative = none is known */
    int32_t before; /* the bend before it; -1 = it begins there */
    bool done;
} qm__rect_bend;

typedef struct qm__rect_ways {
    qm__rect_bend bends[QM__RECT_BENDS];
    uint32_t count;
} qm__rect_ways;

/* All that a rectangle gets to from a place for no more than the limit. */
void qm__rect_ways_make(const qm__levels *levels, const qm__crowd *crowd, const qm__rect *rect, qm__spot from,
                        double limit, qm__rect_ways *out);
/* What the shortest way to a place costs that bends, and its last bend; negative = there is none within the limit.
 * Whether it can end there is not asked. */
double qm__rect_ways_to(const qm__levels *levels, const qm__crowd *crowd, const qm__rect *rect,
                        const qm__rect_ways *ways, qm__spot to, double limit, int32_t *last);

#endif
