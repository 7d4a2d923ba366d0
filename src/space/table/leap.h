/* A leap: a link from what a source sees of a take-off, at one price, and the point that its landings seem to be
 * reached from. Plain geometry; reach_leaps.c makes images of it.
 */
#ifndef QM_SPACE_TABLE_LEAP_H
#define QM_SPACE_TABLE_LEAP_H

#include "space/table/reach_inside.h"

#define QM__LEAP_OFF 0.25         /* units: what is off by no more is right */
#define QM__APPARENT_FAR 200000.0 /* units: no apparent source lies farther away */

typedef struct qm__leap {
    const qm__fan *fan;           /* the source */
    double cost;                  /* at its first ray */
    qm__xy a, u;                  /* what it sees of the take-off: from here in this direction (length 1) … */
    double length;                /* … so far; 0 = one place */
    double fixed, per_unit, most; /* the price: besides its length, for each unit of it, and up to which length */
    double slide; /* climbs: what is fixed of the length, straight onto the edge; they vary sideways. 0 = a flight */
} qm__leap;

/* No landing at a place costs less than this: what it costs to go straight there. */
static inline double qm__leap_bound(const qm__leap *leap, qm__xy on) {
    const double way = qm__most(qm__apart(leap->fan->centre, on) - leap->fan->radius, 0);
    return leap->cost + leap->fixed + (leap->per_unit < 1 ? leap->per_unit : 1) * way;
}
/* What landing at a place costs at least, and from where; negative when it is too far. */
double qm__leap_cost(const qm__leap *leap, qm__xy on, qm__xy *off);
/* How fast the cost of landing at a place grows when the take-off is moved along from where it is. */
double qm__leap_slope(const qm__leap *leap, qm__xy off, qm__xy on);
/* The point on the left of a to b that lies by `costs` less *cost from a, from the middle and from b; false when there
 * is none (costs that are not convex, or that grow faster than the way). */
bool qm__apparent_source(qm__xy a, qm__xy b, const double costs[3], qm__xy *source, double *cost);

#endif
