/* Inside of sight: the view on the target's rectangle, the edges that throw shadows on it, and the area they leave.
 *
 * The frame: t is the depth in plan along the line from the eye to the target's centre (0 at the eye, 1 at the
 * rectangle), s the distance to the left of that line, and u = s / t where the ray through (t, s) meets the rectangle,
 * 0 in its middle. Heights are above the eye. A point at (t, s) and height z is seen at height z / t on the rectangle.
 * Along a straight edge q = 1 / t is linear in u; that is why every border of a shadow is a straight line.
 */
#ifndef QM_SPACE_TABLE_SIGHT_INSIDE_H
#define QM_SPACE_TABLE_SIGHT_INSIDE_H

#include "space/table/sight.h"

#define QM__FACETS_MAX 64                    /* of a piece of a round body */
#define QM__ROUND_EDGES (4 * QM__FACETS_MAX) /* near and far side, cut at two places by the rectangle's plane */
#define QM__TOUCHING 1e-6                    /* units: no deeper or farther is touching, as far as doubles can tell */
#define QM__SIGHT_SLACK 1e-9                 /* fractions of the target that differ by less are the same */

typedef struct qm__view {
    qm__xy eye;
    double eye_z;
    qm__xy ahead, left; /* t and s of a point in plan: products with it, seen from the eye */
    double distance;    /* of the rectangle */
    double half;        /* half of its width */
    double low, high;   /* its bottom and top above the eye */
} qm__view;

/* What throws shadows as one: a prism or a body, from bottom to top above the eye. */
typedef struct qm__thrower {
    double bottom, top;
} qm__thrower;

/* An edge of a thrower's footprint, cut to the rays that meet the rectangle: q = base + slope × u for u in [from, to].
 */
typedef struct qm__shade_edge {
    double from, to;
    double base, slope;
    double q; /* in the middle of the strip at hand */
    uint32_t thrower;
    bool leaves; /* rays from the eye leave the footprint here; otherwise they enter it */
} qm__shade_edge;

/* A border of a shadow on the rectangle within a strip: y = base + slope × u. */
typedef struct qm__shade_border {
    double base, slope;
    double y;       /* at the place where borders are put in order */
    int32_t change; /* going up: +1 = one shadow more from here, -1 = one less */
} qm__shade_border;

/* Working memory; all arrays hold enough for every edge of the table and the bodies. */
typedef struct qm__shade_work {
    qm__shade_edge *edges;
    double *marks;             /* three for each edge, and two */
    qm__shade_border *borders; /* two for each edge, and two */
    qm__thrower *throwers;
    uint32_t *active;
    uint32_t edge_count, thrower_count;
} qm__shade_work;

/* The smallest upright box around what is seen on the rectangle; empty while from > to. */
typedef struct qm__seen_hull {
    double from, to, low, high;
} qm__seen_hull;

/* A point of the plane as (t, s). */
static inline qm__xy qm__view_point(const qm__view *view, double x, double y) {
    const qm__xy from_eye = {x - view->eye.x, y - view->eye.y};
    return (qm__xy){qm__dot(from_eye, view->ahead), qm__dot(from_eye, view->left)};
}

/* Add the edges of a polygon with the inside to the left, of a rectangle, of a round body (`body->radius` above 0), for
 * the thrower numbered work->thrower_count, whose heights are set. */
void qm__shade_add_polygon(const qm__view *view, qm__shade_work *work, const qm__table *table,
                           const qm__polygon *polygon);
void qm__shade_add_corners(const qm__view *view, qm__shade_work *work, const qm__xy *corners, uint32_t count);
void qm__shade_add_round(const qm__view *view, qm__shade_work *work, const qm__body *body);

/* The area of the rectangle that is seen past the edges from `first` to the last one. They are put in another order. */
double qm__shade_seen(const qm__view *view, qm__shade_work *work, uint32_t first, qm__seen_hull *hull);

#endif
