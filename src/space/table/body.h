/* Bodies: figures as geometry, and what is measured between them.
 *
 * A body is an upright cylinder on a round base, or an upright box on a turned rectangle, standing at its own height.
 * Distances run from base edge to base edge (a base is the flat disc or rectangle at the body's z) and are exact
 * doubles; whoever compares uses qm__within, so that exactly 8" is within 8".
 */
#ifndef QM_SPACE_TABLE_BODY_H
#define QM_SPACE_TABLE_BODY_H

#include "space/table/plane.h"
#include "space/table/table.h"

/* What a walking base has to do with another figure. */
typedef enum qm__manner {
    QM__PASS = 0,  /* is as if it were not there */
    QM__PASS_ONLY, /* can be passed, but no walk may end overlapping it */
    QM__BLOCK      /* cannot be passed; with `margin` also kept at a distance */
} qm__manner;

typedef struct qm__body {
    double x, y;           /* the centre */
    int32_t z;             /* of its base */
    int32_t radius;        /* a round base; 0 = a rectangle */
    int32_t width, length; /* a rectangle: across the facing, and along it */
    int32_t facing;        /* parts of a turn: where its front looks */
    int32_t height;
    uint8_t manner; /* qm__manner */
    uint8_t column; /* 1 = it blocks whatever the heights; 0 = only where the heights of both figures overlap */
    uint16_t id;    /* for the caller; told when it obstructs */
    uint8_t aloof;  /* 1 = who stops in the midst of a move may not touch it, where a crowd asks for that */
    uint8_t afoot;  /* PASS_ONLY: 1 = it is passed on foot alone: flights keep off it as if it blocked, unless their base
                       is over it where they take off or land, for there it is passed as on foot */
    uint8_t flat;   /* 1 = its margin is measured in plan, whatever the heights */
    int32_t margin; /* BLOCK: no part of a walking base comes nearer than this to its base edge (measured in space,
                       bases at their own heights); touching that distance is allowed. 0 = bases may touch */
    int32_t aloft; /* BLOCK: the same for flights, between the heights of take-off and landing; 0 = they may touch it */
} qm__body;

/* The corners of a rectangular base, counter-clockwise from the front left one. */
void qm__body_corners(const qm__body *body, qm__xy out[4]);

/* In plan from base edge to base edge; negative when they overlap: by how far they would have to be moved apart. */
double qm__body_gap(const qm__body *a, const qm__body *b);
/* The same, 0 for bases that touch or overlap in plan; in space the difference of their heights z counts too. */
double qm__body_distance_plan(const qm__body *a, const qm__body *b);
double qm__body_distance_space(const qm__body *a, const qm__body *b);
/* From a point to the edge of a base, in plan; negative inside. */
double qm__body_point_distance(const qm__body *body, qm__xy point);
/* From a point in space to a prism, 0 inside; from a base to a prism, in plan and in space, 0 where they touch or
 * overlap. */
double qm__prism_point_distance(const qm__table *table, const qm__prism *prism, double x, double y, double z);
double qm__prism_body_distance_plan(const qm__table *table, const qm__prism *prism, const qm__body *body);
double qm__prism_body_distance_space(const qm__table *table, const qm__prism *prism, const qm__body *body);
/* Whether a base is in an area at its height: some part of it (with `centre_only`: its centre) lies inside by more than
 * the slack; touching the border is not being in it. */
bool qm__area_has_body(const qm__table *table, const qm__area *area, const qm__body *body, bool centre_only);

/* distance <= limit, with the slack: exactly at the limit is within. */
static inline bool qm__within(double distance, int32_t limit) {
    return distance <= (double)limit + QM__SLACK;
}
/* In contact: the gap, or the overlap, is at most the slack, and the heights of both overlap. */
bool qm__bodies_touch(const qm__body *a, const qm__body *b);
/* The heights of both overlap (more than touching). */
static inline bool qm__heights_overlap(int32_t z_a, int32_t height_a, int32_t z_b, int32_t height_b) {
    return z_a < z_b + height_b && z_b < z_a + height_a;
}

/* How far apart in plan the edges of a body and of another base must be that is so high and stands at z: the margin,
 * which is measured in space between the bases, so in plan it shrinks with their difference in height (and so that what
 * is nearer by the slack in plan is so in space); that of a flat one does not. 0 = they may touch; -1 = the body is not
 * in the way at that height. The body's manner is for the caller to look at. */
double qm__body_margin(const qm__body *body, int32_t z, int32_t height);
/* The same of what flights keep off it, at the height at which they are nearest to it; at most 0 = nothing. */
double qm__body_aloft(const qm__body *body, int32_t z);
/* How far a walker's centre must stay from the centre of a round body, or from the edges of a rectangular one, when the
 * walker (a round base of that radius, that high) stands at z: the walker's radius, the round body's own, and the
 * margin. 0 = the body is not in the way at that height. */
double qm__body_keep_off(const qm__body *body, int32_t z, int32_t radius, int32_t height);

/* How far from its centre, at most, a body keeps off a base of that radius; and whether a base that moves within a box
 * surely keeps off it at whatever height: quicker than asking how far it has to. */
static inline double qm__body_widest(const qm__body *body, int32_t radius) {
    const int32_t own = body->radius > 0 ? body->radius : body->width / 2 + body->length / 2 + 1;
    return (double)(radius + own + (body->aloft > body->margin ? body->aloft : body->margin));
}
static inline bool qm__body_far(const qm__body *body, qm__xy low, qm__xy high, int32_t radius) {
    const double keep = qm__body_widest(body, radius);
    return high.x < body->x - keep || low.x > body->x + keep || high.y < body->y - keep || low.y > body->y + keep;
}

/* Arcs: what lies in front, left, rear and right of a mount point with a facing. The borders run from the mount, `half`
 * parts to both sides of the facing and of its opposite; 1 to 16384 parts (quarters: 8192; at 16384 there is only front
 * and rear). */
enum { QM__ARC_FRONT = 1, QM__ARC_LEFT = 2, QM__ARC_REAR = 4, QM__ARC_RIGHT = 8 };
/* The arcs, as bits, in which a target's base has a part that is more than the slack from the borders: a base that
 * touches a border counts only on its own side. One that covers the mount counts in all. Never 0: a base that lies
 * wholly within the slack of a border counts wherever it lies at all. */
unsigned qm__arcs_of(qm__xy mount, int32_t facing, int32_t half, const qm__body *target);
/* The half angle of the front, in whole parts, when the borders run from the centre through the corners of a
 * rectangular base: 1 to 16383; for a round base 8192. */
int32_t qm__corner_half(const qm__body *body);

/* A base moves its centre straight to `to` and, both at a constant rate, turns from its facing to another, the short
 * way (of half a turn both ways give the same). The longest way that a point of it travels, and the greatest distance
 * between where one begins and where it ends; of a rectangle these points are corners. Exact but for rounding. A round
 * base has no marked points: they go where its centre goes. */
double qm__turn_travel(const qm__body *body, qm__xy to, int32_t facing);
double qm__turn_displacement(const qm__body *body, qm__xy to, int32_t facing);

#endif
