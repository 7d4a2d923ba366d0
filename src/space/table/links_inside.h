/* What rims, links, routes and reaches share: tracks with the events along them, and whether the air is free.
 */
#ifndef QM_SPACE_TABLE_LINKS_INSIDE_H
#define QM_SPACE_TABLE_LINKS_INSIDE_H

#include "base/sort.h"
#include "space/table/edges.h"
#include "space/table/links.h"

#define QM__CHAIN_MAX 8 /* links taken one after the other; more are not looked for, and routes say so with `exact` */

/* -------------------------------------------------------------------------------------------------------- the air */

/* A solid (or railing) of a prism reaches into the open interval. */
static inline bool qm__range_meets(int32_t bottom, int32_t top, int32_t low, int32_t high) {
    return top > low && bottom < high;
}
/* A railing that reaches into the interval although its solid does not. */
static inline bool qm__rail_meets(const qm__prism *prism, int32_t rail, int32_t low, int32_t high) {
    return rail > 0 && qm__range_meets(prism->top, prism->top + rail, low, high);
}

/* What is near to a box and rises into an open interval of heights, from low to high: solids, one after the other. */
typedef struct qm__air {
    const qm__table *table;
    int32_t low, high;
    qm__xy a, b; /* corners of the box */
    double by;   /* how near */
    uint32_t next;
    const qm__prism *prism;
    bool solid; /* it rises into the heights itself; otherwise only railings of it may */
} qm__air;
/* False after the last one. */
static inline bool qm__air_next(qm__air *air) {
    while (air->next < air->table->prism_count) {
        const qm__prism *const prism = &air->table->prisms[air->next++];
        if (prism->bottom >= air->high || !qm__box_near(&prism->polygon.box, air->a, air->b, air->by)) {
            continue;
        }
        air->solid = qm__range_meets(prism->bottom, prism->top, air->low, air->high);
        if (air->solid || prism->polygon.railed) {
            air->prism = prism;
            return true;
        }
    }
    return false;
}
/* Whether an edge of it is in the way: all of a solid are, of others those with a railing. */
static inline bool qm__air_has(const qm__air *air, const qm__edge *edge) {
    return air->solid || qm__rail_meets(air->prism, edge->rail, air->low, air->high);
}

/* Whether a disc that moves straight from one point to another meets no solid and no railing whose heights meet the
 * open interval from low to high. */
bool qm__air_free(const qm__table *table, int32_t low, int32_t high, qm__xy from, qm__xy to, double radius,
                  double slack);
/* The same for a disc that may be anywhere in the convex hull of some points (at most QM__HULL_MAX). */
bool qm__air_free_hull(const qm__table *table, int32_t low, int32_t high, const qm__xy *points, int count,
                       double radius);

/* A table with one of its solids alone. */
static inline qm__table qm__table_of_one(const qm__table *table, uint32_t prism) {
    qm__table one = *table;
    one.prisms = &table->prisms[prism];
    one.prism_count = 1;
    return one;
}

#define QM__HULL_MAX 12 /* points */
/* The convex hull of points, counter-clockwise; returns how many. */
int qm__hull_of(const qm__xy *points, int count, qm__xy out[2 * QM__HULL_MAX]);
/* Whether a point lies inside a hull by at least as much. */
bool qm__hull_has(const qm__xy *hull, int count, qm__xy p, double by);
/* Corners of a convex polygon around a curve: at most 6. */
int qm__curve_around(const qm__curve *curve, qm__xy out[6]);

/* ---------------------------------------------------------------------------------------------------------- tracks */

/* A line or a circle along which something is asked. The parameter runs from 0 to `length`: units, or radians on a
 * circle. */
typedef struct qm__track {
    qm__xy o, u; /* the beginning and the direction of length 1; circle: the centre and where it begins */
    double length;
    double radius; /* 0 = a line */
} qm__track;

qm__xy qm__track_point(const qm__track *track, double s);
static inline qm__track qm__track_line(qm__xy a, qm__xy b) {
    return (qm__track){a, qm__unit(qm__minus(b, a)), qm__apart(a, b), 0};
}
/* The part of a track as a curve. */
qm__curve qm__track_curve(const qm__track *track, double low, double high);

/* Where something can change along a track, and what holds there: cell 2 n is the n-th event itself, cell 2 n + 1 the
 * open stretch after it. */
typedef struct qm__events {
    double *items;  /* sorted and without repeats after qm__events_ask */
    uint8_t *cells; /* 2 × max */
    uint32_t count, max;
    bool lost; /* there was no room: nothing may be told */
} qm__events;

void qm__events_start(qm__events *events);
void qm__events_add(qm__events *events, const qm__track *track, double s);
/* Where the track comes to a distance from a segment, passes nearest to its ends, or (distance 0) crosses it. */
void qm__events_around(qm__events *events, const qm__track *track, qm__xy a, qm__xy b, double distance);
void qm__events_circle(qm__events *events, const qm__track *track, qm__xy centre, double radius);

/* Answers bits for a place on the track. */
typedef unsigned qm__track_test(const void *context, qm__xy p, double s);
void qm__events_ask(qm__events *events, const qm__track *track, qm__track_test *test, const void *context);
/* The next run of cells from *cell on in which all bits of `need` are set, as a stretch; false when there is none left.
 */
bool qm__events_run(const qm__events *events, unsigned need, uint32_t *cell, double *low, double *high);

/* ---------------------------------------------------------------------------------------------------------- curves */

/* How far an arc turns, radians; 0 for straight ones. */
double qm__curve_sweep(const qm__curve *curve);
/* The length of a curve. */
double qm__curve_length(const qm__curve *curve);
/* The place at a part of it, 0 to 1. */
qm__xy qm__curve_point(const qm__curve *curve, double part);
/* The part that is nearest to a point. */
double qm__curve_nearest(const qm__curve *curve, qm__xy p);
qm__curve qm__curve_cut(const qm__curve *curve, double low, double high);
/* A lower bound of the distance of two curves. */
double qm__curves_apart(const qm__curve *a, const qm__curve *b);

/* ----------------------------------------------------------------------------------------------- parts (links_parts.c)
 */

/* What bodies leave of a curve. */
typedef struct qm__cutting {
    const qm__links *links;
    const qm__crowd *crowd;
    const qm__link *link;
    bool stand; /* both ends must be places where the base could stop */
    bool tied;
    bool terrain; /* the curve may lead to where the base cannot be even without bodies */
    int level;
    qm__xy shift; /* tied: from the take-off to the landing */
} qm__cutting;
/* How far the walker's centre keeps off a body on a level; 0 = it is not in the way of this link. */
double qm__cutting_keep_off(const qm__cutting *c, uint16_t body, int level);
/* How many events there may be along a curve; `terrain`: with `terrain` some curves are cut. */
uint32_t qm__parts_most_events(uint32_t body_count, bool terrain);
#define QM__PARTS_MAX 64
/* Whether a link's landing follows from its take-off: climbs without leeway, ladders, drops straight down; and where
 * to, straight in or out (of flights: nothing). */
bool qm__link_tied(const qm__links *links, const qm__link *link);
qm__xy qm__link_shift(const qm__links *links, const qm__link *link);
/* The parts of a curve, 0 to 1, that bodies leave (tied: of the take-off, the landing and the air between); returns how
 * many. When there are more, events->lost says so. */
int qm__free_parts(const qm__cutting *c, qm__events *events, const qm__curve *curve, double parts[QM__PARTS_MAX][2]);

/* The nearest place to a point where a link can be taken, as far as bodies leave its curves, and the nearest landing to
 * that: ends of `piece`. A flight for which these are the same, or nearly so, is taken in the middle of both instead.
 * `stop`: the base could stop at both. False when there is none; whether the air between is free is left to ask, unless
 * it is tied. */
bool qm__link_nearest(const qm__links *links, uint32_t link, const qm__crowd *crowd, qm__xy from, bool stop,
                      qm__events *events, qm__piece *out);

/* ------------------------------------------------------------------------------------------------------ making links
 */

/* A straight stretch of rims in one line: what is climbed, or jumped from. */
typedef struct qm__face {
    qm__xy a, b;   /* the surface lies to the left */
    qm__xy u, out; /* along and outwards, length 1 */
    double length;
    int32_t z, below_z;
    int32_t prism; /* of its first rim */
} qm__face;

typedef struct qm__linking {
    const qm__levels *levels;
    const qm__table *table;
    const qm__walker *walker;
    const qm__rims *rims;
    const qm__link_rules *rules;
    qm__arena *arena;
    qm__events events;
    qm__link *items;
    uint32_t count, max;
    bool failed;
    double radius;
} qm__linking;

void qm__link_add(qm__linking *linking, const qm__link *link);
/* The prism whose rim is the part of a face at a length along it. */
int32_t qm__rim_prism(const qm__rims *rims, const qm__face *face, double s);
/* The faces of all rims with a drop of more than a step; `alike`: only stretches above the same height are one face. */
uint32_t qm__faces_make(const qm__linking *linking, bool alike, qm__face *out);
/* The line of the centre at the top of a face: on the rim, or with whole support one radius inside. */
static inline qm__track qm__face_top(const qm__linking *linking, const qm__face *face) {
    const double back = linking->walker->whole ? -linking->radius : 0;
    return (qm__track){qm__along(face->a, face->out, back), face->u, face->length, 0};
}
void qm__link_climbs(qm__linking *linking, const qm__face *faces, uint32_t count);
void qm__link_overs(qm__linking *linking);
/* Whether any surface of a level can be under a line. */
bool qm__level_possible(const qm__linking *linking, int level, qm__xy a, qm__xy b);

/* What is asked along a face that is climbed: whether the base can be at the foot and at the top, and whether the way
 * between is free. */
enum { QM__CLIMB_WAY = 1, QM__CLIMB_FOOT = 2, QM__CLIMB_TOP = 4 };
typedef void qm__climb_add(const void *context, double foot_low, double foot_high, double top_low, double top_high);
/* Adds all stretches of feet with the stretches of tops that they lead to: within one where the way is free, no farther
 * along than the leeway. */
void qm__climbs_join(const qm__events *events, double leeway, qm__climb_add *add, const void *context);
void qm__link_flights(qm__linking *linking, const qm__face *faces, uint32_t count);

/* Whether a body, from which so much is kept, takes some of a link's landings: then one may land beside it. */
static inline bool qm__link_beside(const qm__link *link, qm__xy centre, double keep) {
    return qm__apart(qm__curve_point(&link->on, qm__curve_nearest(&link->on, centre)), centre) < keep;
}

/* The same of any body: a rectangle keeps as much off its edges. */
bool qm__body_beside(const qm__link *link, const qm__body *body, double keep);

/* Whether a body is in the way of a flight; terrain is not asked about. */
bool qm__flight_meets(const qm__links *links, uint32_t link, const qm__body *body, qm__xy off, qm__xy on);
/* As qm__flight_clear; `beyond`: the landing is not one of the link's own, so terrain is asked about in any case, and
 * the column that one comes down in as well. */
bool qm__flight_free(const qm__links *links, uint32_t link, const qm__crowd *crowd, qm__xy off, qm__xy on, bool beyond);

/* Flights between a place (of the take-off or the landing) and a curve (of the other): the next part of it, 0 to 1,
 * after `part` on one hand (+1 or -1) whose flight just touches a corner or a figure that is in the way of others;
 * outside of 0 to 1 when there is none. Other things may be in the way of that one. */
double qm__flight_touch(const qm__links *links, uint32_t link, const qm__crowd *crowd, qm__xy place,
                        const qm__curve *curve, double part, int hand, bool beyond);

/* Lengths of flights are rounded to a unit before they are compared, so what holds up to a length holds for those that
 * are longer by less than half a unit: across a gap of just that width one flies slantwise by as much as this lets one.
 */
#define QM__LENGTH_SLACK (QM__SLACK - 0.01)

#define QM__OUTWARDS 1.0 /* units: flights that go outwards by less than this go along the rim, and are none */
/* Whether a flight leads outwards over the rim that it leaves. */
static inline bool qm__flight_outwards(const qm__link *link, qm__xy off, qm__xy on) {
    return qm__dot(qm__minus(on, off), link->out) >= QM__OUTWARDS;
}

/* Whether a flight of a link crosses anything: a jump that is supported all the way does not. Where the rim that is
 * left meets in plan what is landed on, as in the corner of a hole, a place is on both: nobody jumps from it to itself,
 * nor along either of their edges. */
bool qm__flight_crosses(const qm__links *links, uint32_t link, qm__xy off, qm__xy on);

/* Whether who leaves a rim and lands at a height jumps across: it is higher than what lies below the rim, by more than
 * a step unless low landings count too. Else it jumps down. */
static inline bool qm__jumps_across(const qm__link_rules *rules, const qm__walker *walker, int32_t below_z,
                                    int32_t on_z) {
    return on_z > below_z + (rules->jump_low ? 0 : walker->step);
}

/* The height of what lies right below a flight that leaves an edge of a surface at z: beside a point of the edge,
 * outwards and on the hand to which the flight goes, as where rims meet another thing lies below each; just between two
 * of them it is the higher one. Where the surface itself goes on there: `known`. */
int32_t qm__below_edge(const qm__table *table, qm__xy edge, qm__xy out, qm__xy way, int32_t z, int32_t known);

/* The heights in which things are in the way of a flight wherever they are: an open interval. */
void qm__flight_heights(const qm__link_rules *rules, const qm__walker *walker, int32_t off_z, int32_t rise,
                        int32_t *low, int32_t *high);
/* The height above which things that stand between bar a flight: lower than that where low ones do (`low_bars`). */
int32_t qm__flight_bar(const qm__link_rules *rules, const qm__walker *walker, int32_t off_z, int32_t rise);

/* A flight between two places, whether a link leads there or not. */
typedef struct qm__flight {
    qm__xy off, on;
    int32_t off_z, on_z;
} qm__flight;
/* Whether a flight is free of the terrain of a table; the column that one comes down in is not asked about. */
bool qm__flight_passes(const qm__link_rules *rules, const qm__walker *walker, const qm__table *table,
                       const qm__flight *flight);
/* Whether a body that can be passed is passed as on foot where a flight takes off or lands: the base is over it there,
 * and both are at one height. */
bool qm__flight_ends_over(const qm__walker *walker, const qm__body *body, const qm__flight *flight);
/* Where a flight that one solid stops, alone on a table, first meets what bars it: as a part of its line. */
double qm__flight_stop(const qm__link_rules *rules, const qm__walker *walker, const qm__table *one,
                       const qm__flight *flight);
/* Whether terrain is of the height of a place of a flight, and the base touches it there: it takes off from it, or
 * lands on it. */
bool qm__flight_stands_on(const qm__table *table, const qm__prism *prism, qm__xy at, int32_t z, double radius);
/* Whether a solid is as high as the landing and can be stood on: a flight may pass over it however low it takes off. */
static inline bool qm__is_landed_on(const qm__prism *prism, int32_t on_z) {
    return prism->top == on_z && (prism->flags & QM__PRISM_WALKABLE) != 0;
}

/* Where the line from `from` along `d` next meets the line of an edge of a polygon, as a part of it: behind `part`, and
 * no farther than `next`. */
static inline double qm__next_crossing(const qm__table *table, const qm__polygon *polygon, qm__xy from, qm__xy d,
                                       double part, double next) {
    qm__edge e;
    for (qm__edges at = qm__edges_of(table, polygon); qm__edges_next(&at, &e);) {
        const qm__xy ab = qm__minus(e.b, e.a);
        const double across = qm__cross(d, ab);
        const double crossed = across != 0 ? qm__cross(qm__minus(e.a, from), ab) / across : 1;
        next = crossed > part + 1e-9 && crossed < next ? crossed : next;
    }
    return next;
}

#endif
