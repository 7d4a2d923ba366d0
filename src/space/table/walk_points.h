/* Places at which ways may have to turn, gathered before anchors are made of them.
 */
#ifndef QM_SPACE_TABLE_WALK_POINTS_H
#define QM_SPACE_TABLE_WALK_POINTS_H

#include "space/table/levels_inside.h"
#include "space/table/walk_inside.h"

#define QM__POINT_TOUCHES 1.0 /* units: what is no farther from a point belongs to it */

/* Where a point comes from; those that are kept more easily come first. */
enum {
    QM__POINT_SHARP = 0, /* the tip of what can be too narrow to be felt: a way turns there as it likes */
    QM__POINT_DRAWN,     /* the end of a border */
    QM__POINT_ON_ARC,    /* where an arc goes on at another level */
    QM__POINT_CROSSING,  /* of borders, or of one and what is kept from a wall */
    QM__POINT_ALONG,     /* anywhere on a border */
    QM__POINT_ON_AREA    /* and more: where what keeps off the area of that number meets a border */
};

typedef struct qm__candidate {
    qm__xy at;
    int32_t group;
    int32_t origin; /* one of those above */
    qm__xy centre;  /* of the circle on which it lies, if it lies on one */
    bool round;
} qm__candidate;

static inline void qm__candidate_add(qm__list *points, qm__xy at, int32_t group, int32_t origin, qm__xy centre) {
    qm__candidate *c = qm__list_add(points);
    if (c) {
        *c = (qm__candidate){at, group, origin, centre, centre.x != at.x || centre.y != at.y};
    }
}

static inline bool qm__boxes_apart(qm__xy a, qm__xy b, qm__xy c, qm__xy d, double by) {
    return qm__most(a.x, b.x) + by < qm__least(c.x, d.x) || qm__most(c.x, d.x) + by < qm__least(a.x, b.x) ||
           qm__most(a.y, b.y) + by < qm__least(c.y, d.y) || qm__most(c.y, d.y) + by < qm__least(a.y, b.y);
}

/* Adds all that borders have. */
void qm__gather_points(const qm__walks *walks, qm__list *points);

#endif
