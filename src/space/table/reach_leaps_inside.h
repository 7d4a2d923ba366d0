/* Leaps in a reach: landing at one place (reach_landings.c), and laying whole landings (reach_leaps.c). */
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

#endif
