/* The inside of the search over walks and links: chains of links and the best places to take them. */
#ifndef QM_SPACE_TABLE_ROUTES_INSIDE_H
#define QM_SPACE_TABLE_ROUTES_INSIDE_H

#include "space/table/links_inside.h"

/* Where a walk first or last bends: a circle, or a point of radius 0. */
typedef struct qm__bend {
    qm__xy centre;
    double radius;
    double side; /* +1 = turning left around it, -1 = right */
    qm__xy at;   /* where it was touched when `rest` was measured */
} qm__bend;

/* A walk between two places that may move a little: either straight, or to the first bend, on, and from the last one.
 */
typedef struct qm__hike {
    bool direct;
    qm__bend first, last;
    double rest; /* what it costs besides the straight pieces at its ends (direct: besides its length) */
} qm__hike;

/* A link in a chain, with the take-off and the landing as lengths along their curves. */
typedef struct qm__leg {
    qm__curve off, on; /* the take-off is straight; the landing turns by no more than a twelfth, if it is an arc */
    double off_length, on_length;
    bool tied;    /* the landing is the same length along as the take-off: climbs without leeway, drops straight down */
    qm__xy shift; /* climbs: the slide, which is no part of what may vary */
    double slide; /* its length */
    double fixed, per_unit;
    double most; /* of the varying part of its length in plan */
    double pull; /* what a unit more costs besides, so that `most` is kept: found by the solver */
    double s, t;
    qm__xy a, b; /* the places */
} qm__leg;

/* From a place over links to a goal (or to wherever the last link lands best). */
typedef struct qm__chain {
    qm__xy start, goal;
    bool to_goal;
    double
        toll; /* what a unit of the walk to the goal costs: 1, or less to find the least of what else may lead there */
    int count;
    qm__leg legs[QM__CHAIN_MAX];
    qm__hike hikes[QM__CHAIN_MAX + 1]; /* hikes[i] leads to legs[i]; the last one to the goal */
} qm__chain;

/* A link in one of its price bands, between parts of its curves that no body takes: what routes are made of. */
typedef struct qm__port {
    qm__leg leg;
    uint32_t link;
    int band;                   /* which of its prices holds */
    int32_t from, to;           /* levels */
    int32_t from_isle, to_isle; /* parts of the table that walks do not leave; -1 = not known */
    bool shut;                  /* none of its flights is clear: it is of no use */
    bool beyond; /* it lands beside a body and not on the link's own curve: nothing is known of the air */
    double chance;
    uint8_t joins; /* as in its price */
    double least;  /* what it costs at least */
    double ahead;  /* what it costs at least from its landing to the goal */
} qm__port;

typedef struct qm__ports {
    qm__port *items;
    uint32_t count, max;
    bool *done;  /* for qm__ports_ahead, one for each */
    bool lost;   /* there were more */
    double rate; /* no link covers a unit in plan for less than this, at most 1 */
    qm__events events;
} qm__ports;

/* Finds the ports for an ask that may be of use within its limit. */
void qm__ports_find(qm__ports *ports, const qm__links *links, const qm__route_ask *ask);
/* Finds what every port costs at least from its landing on: over the others, with straight walks from curve to curve.
 * Of those from which there is nothing within the limit it need not be told right, but it is more than that. */
void qm__ports_ahead(qm__ports *ports, qm__spot goal, int32_t goal_isle, double limit);

/* Finds the lengths along all curves at which the chain is shortest, the hikes being as they are; deterministic, to
 * 1e-6 units or better. False when a link cannot be taken within its limit. */
bool qm__chain_solve(qm__chain *chain);
/* What a chain costs where its links are taken, the hikes being as they are. */
double qm__chain_cost(const qm__chain *chain);
/* The same from several beginnings, as there are two best places on an arc: for chains not solved before. */
bool qm__chain_begin(qm__chain *chain);
/* What a chain costs at least, wherever its links are taken, the hikes being as they are; QM__FAR when they cannot be.
 */
double qm__chain_floor(const qm__chain *chain);
/* What the links of a chain cost where they are taken. */
double qm__legs_cost(const qm__chain *chain);
double qm__leg_plan(const qm__leg *leg);
/* Sets a and b from s and t. */
void qm__legs_place(qm__chain *chain);

/* ------------------------------------------------------------------------------------------------------------ settling
 */

/* What walking and settling need of a question. */
typedef struct qm__hiking {
    const qm__walks *walks;
    const qm__links *links;
    const qm__levels *levels;
    const qm__route_ask *ask;
    qm__walk_ask walk; /* as the ask, with bodies prepared */
    const qm__ports *ports;
    void *walk_scratch;
    qm__way *way;           /* of the last walk */
    qm__area_price *prices; /* NULL when nothing costs anything */
    uint64_t bought;        /* areas paid for at the beginning … */
    double paid;            /* … and their price */
    uint32_t walk_count;    /* so far */
    bool greedy;            /* areas not bought may be paid for by one walk and met by another */
    bool exact, exhausted, approximate;
} qm__hiking;

/* Walks from one place to another; negative when it cannot be done. `areas` met before are not paid again, nor those
 * that are bought, which are not told. */
double qm__hike_walk(qm__hiking *h, qm__spot from, qm__spot to, double limit, uint64_t *areas, qm__hike *hike);

/* Whether a link can be taken where it is: not too long, and the air is free. */
bool qm__leg_clear(const qm__hiking *h, uint32_t port, const qm__leg *leg);
/* Finds the best place for one flight of a chain among those that are clear, and holds it there: `leg` is the whole of
 * it, with its place. False when there is none. */
typedef enum qm__holding {
    QM__HOLD_BEST,
    QM__HOLD_SECOND, /* the best place elsewhere, as where a thing is passed on the other hand */
    QM__HOLD_ON      /* it is held already, and is moved from there */
} qm__holding;
bool qm__flight_hold(const qm__hiking *h, qm__chain *chain, uint32_t port, int number, qm__leg *leg, qm__holding how);

/* Whether a chain over these ports takes links to get to where walking gets as well, wherever it lands; asked about the
 * last one, the others before it being none. */
bool qm__chain_detours(const qm__hiking *h, const uint32_t *ports, int count);

/* Cuts off the part of a landing (from `low` to `high`, 0 to 1) that is no farther than `within` from a place from
 * which all of that part can be walked to straight; only at its ends, and not if it is little. False when nothing is
 * left. */
bool qm__landing_trim(const qm__hiking *h, const qm__curve *curve, int32_t level, qm__xy from, double within,
                      double *low, double *high);

/* The best of the chains tried so far; none: its cost is QM__FAR. */
typedef struct qm__settled {
    double cost;
    qm__chain chain;
} qm__settled;
/* Finds the best places for a chain over these ports; best->cost stays as it was when there are none near the limit. */
void qm__chain_settle(qm__hiking *h, qm__chain *chain, const uint32_t *ports, double limit, qm__settled *best);

#endif
