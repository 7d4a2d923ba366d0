/* Leaps in a reach: landing at one place (reach_landings.c), and laying whole landings (reach_leaps.c; arcs:
 * reach_arcs.c). */
#ifndef QM_SPACE_TABLE_REACH_LEAPS_INSIDE_H
#define QM_SPACE_TABLE_REACH_LEAPS_INSIDE_H

#include "space/table/leap.h"
#include "space/table/reach_links_inside.h"

typedef struct qm__laying {
    qm__reaching *l;
    const qm__passage *passage;
    const qm__link *link;
    const qm__sighting *from;
    qm__leap leap;
    bool stand;
    bool goes_on[2];          /* another source sees what lies beyond the beginning, and the end, of what is seen */
    bool barred;              /* something may be in the way of flights to what it sees */
    bool beyond;              /* it lands beside a body, not on its landing's curve */
    qm__curve on;             /* where it lands */
    double length;            /* … and how long that is */
    struct qm__stretch *open; /* the last one, which may go on */
    const struct qm__touchdown *found; /* at QM__PLACES_MAX places, those that have been asked for; or NULL */
} qm__laying;

typedef struct qm__touchdown {
    bool asked; /* all else is known */
    bool good;
    bool idle;   /* not good, and nothing would be gained by it */
    bool other;  /* something is in the way of its best take-off */
    double at;   /* along the landing's curve */
    double cost; /* all told */
    double toll; /* … of it what areas cost */
    qm__xy off, on;
    uint64_t areas; /* met so far */
} qm__touchdown;

/* A stretch of a landing and its apparent source. */
typedef struct qm__stretch {
    bool any;
    qm__xy source;
    double cost;
    qm__touchdown a, b, middle;
    double lap;      /* by which its image begins before a, within the landing */
    bool round;      /* of an arc: the last image is that of `source` and ends at `b` */
    double from, to; /* … its ends: nothing is landed on beyond, the surface may end there. Ways go on from these */
} qm__stretch;

/* A circle that is landed on. */
typedef struct qm__circle {
    qm__xy centre;
    double radius;
} qm__circle;

/* Landing at a place, `at` along the curve, from its best take-off, or the best that nothing is in the way of. */
qm__touchdown qm__land_on(const qm__laying *y, qm__xy on, double at);
/* The same so far along the curve. */
qm__touchdown qm__land_at(const qm__laying *y, double at);
/* What landing at a place costs when it is taken off at one. */
double qm__landing_cost(const qm__laying *y, qm__xy off, qm__xy on);
/* Whether a take-off goes on beyond an end of what is seen of it (`way`: 1 or -1 along it): it does not where it ends
 * itself, where no base can be, nor where an area has to be paid for. */
bool qm__takeoff_goes_on(const qm__laying *y, qm__xy end, double way);
/* Whether something may be in the way of flights from what is seen of a take-off to the landing: a body that stands in
 * the box around both. */
bool qm__takeoff_barred(const qm__laying *y);
/* Whether landing at a place costs less than is known of it; what there is to know becomes known. */
bool qm__landing_gains(const qm__laying *y, qm__touchdown *at, double *known);

#define QM__LEAP_LAP 0.5    /* units by which images that go on into each other overlap */
#define QM__LEAP_SHORT 16.0 /* units: a shorter stretch is not halved any more */

/* A place that can be landed on becomes a source, when it gains something (by no more than an image that passes there:
 * ways bend at it). */
void qm__landing_put(const qm__laying *y, const qm__touchdown *at);
/* Makes an image of a source, seen through a line from a to b (to its left), behind a landing. */
void qm__landing_see(const qm__laying *y, qm__image *image, qm__xy a, qm__xy b, const qm__touchdown *middle);
/* The same, and keeps it. */
void qm__landing_keep(const qm__laying *y, qm__image *image, qm__xy a, qm__xy b, const qm__touchdown *middle,
                      double gain);
/* Where the rays of two images lead apart at a joint of theirs, neither sees what lies between: ways go there from the
 * joint. A thin image is kept that sees it, with its source just behind. Where they hardly do, it is enough that both
 * go on a little beyond the joint: returns how far. */
double qm__landing_joint(const qm__laying *y, qm__xy before, qm__xy after, qm__xy along, const qm__touchdown *joint);
/* Whether a source lies so near to a stretch, before its inside, that what places between the five cost is not told by
 * these; `foot`: before which one, along it. */
bool qm__source_close(qm__xy source, qm__xy a, qm__xy b, double *foot);
/* Lands on an arc of a circle, or all around it, wherever the base can be. Ways that lead inwards slide along it: only
 * where that begins or ends, and where the places to be end, they bend. */
void qm__lay_round(const qm__laying *y, const qm__circle *c, double from, double sweep);
/* Lands around a body, where that gains something; `known`: what QM__BESIDE_MAX places around it are known to cost. */
void qm__lay_around(const qm__laying *y, const qm__circle *c, double *known);

#endif
