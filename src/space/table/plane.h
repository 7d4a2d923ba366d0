/* Points, segments and circles in the plane, in doubles. Small enough to be inlined everywhere; nothing here knows of
 * tables.
 *
 * Only + - × ÷ and the square root are used, so every machine computes the same bits.
 */
#ifndef QM_SPACE_TABLE_PLANE_H
#define QM_SPACE_TABLE_PLANE_H

#include "base/root.h"

#include <stdbool.h>

#define QM__FAR 1e300 /* farther, or dearer, than anything */

typedef struct qm__xy {
    double x, y;
} qm__xy;

static inline double qm__least(double a, double b) {
    return a < b ? a : b;
}
static inline double qm__most(double a, double b) {
    return a > b ? a : b;
}
static inline double qm__clamp(double value, double low, double high) {
    return value < low ? low : value > high ? high : value;
}
static inline qm__xy qm__minus(qm__xy a, qm__xy b) {
    return (qm__xy){a.x - b.x, a.y - b.y};
}
static inline qm__xy qm__plus(qm__xy a, qm__xy b) {
    return (qm__xy){a.x + b.x, a.y + b.y};
}
static inline qm__xy qm__half_way(qm__xy a, qm__xy b) {
    return (qm__xy){(a.x + b.x) / 2, (a.y + b.y) / 2};
}
/* Lets the box from low to high have a point, too. */
static inline void qm__widen(qm__xy *low, qm__xy *high, qm__xy p) {
    *low = (qm__xy){p.x < low->x ? p.x : low->x, p.y < low->y ? p.y : low->y};
    *high = (qm__xy){p.x > high->x ? p.x : high->x, p.y > high->y ? p.y : high->y};
}
/* a + b × k */
static inline qm__xy qm__along(qm__xy a, qm__xy b, double k) {
    return (qm__xy){a.x + b.x * k, a.y + b.y * k};
}
static inline double qm__dot(qm__xy a, qm__xy b) {
    return a.x * b.x + a.y * b.y;
}
/* Positive when b lies to the left of a. */
static inline double qm__cross(qm__xy a, qm__xy b) {
    return a.x * b.y - a.y * b.x;
}
/* A quarter turn to the left. */
static inline qm__xy qm__left(qm__xy a) {
    return (qm__xy){-a.y, a.x};
}
static inline double qm__length(qm__xy a) {
    return qm__root(a.x * a.x + a.y * a.y);
}
static inline double qm__apart(qm__xy a, qm__xy b) {
    return qm__length(qm__minus(a, b));
}
/* The vector of length 1; (1, 0) for one without length. */
static inline qm__xy qm__unit(qm__xy a) {
    const double length = qm__length(a);
    return length > 0 ? (qm__xy){a.x / length, a.y / length} : (qm__xy){1, 0};
}

/* The part of a segment from a to b, 0 to 1, that is nearest to a point; 0 for a segment without length. */
static inline double qm__nearest_part(qm__xy a, qm__xy b, qm__xy p) {
    const qm__xy ab = qm__minus(b, a);
    const double square = qm__dot(ab, ab);
    return square > 0 ? qm__clamp(qm__dot(qm__minus(p, a), ab) / square, 0, 1) : 0;
}
/* The square of the distance of a point from a segment. */
static inline double qm__point_segment_square(qm__xy p, qm__xy a, qm__xy b) {
    const qm__xy d = qm__minus(p, qm__along(a, qm__minus(b, a), qm__nearest_part(a, b, p)));
    return qm__dot(d, d);
}
/* Whether two segments cross each other in the inside of both. */
static inline bool qm__segments_cross(qm__xy a, qm__xy b, qm__xy c, qm__xy d) {
    const qm__xy ab = qm__minus(b, a), cd = qm__minus(d, c);
    const double c_side = qm__cross(ab, qm__minus(c, a)), d_side = qm__cross(ab, qm__minus(d, a));
    const double a_side = qm__cross(cd, qm__minus(a, c)), b_side = qm__cross(cd, qm__minus(b, c));
    return ((c_side > 0 && d_side < 0) || (c_side < 0 && d_side > 0)) &&
           ((a_side > 0 && b_side < 0) || (a_side < 0 && b_side > 0));
}
/* The square of the distance of two segments: 0 when they cross. */
static inline double qm__segments_square(qm__xy a, qm__xy b, qm__xy c, qm__xy d) {
    if (qm__segments_cross(a, b, c, d)) {
        return 0;
    }
    return qm__least(qm__least(qm__point_segment_square(a, c, d), qm__point_segment_square(b, c, d)),
                     qm__least(qm__point_segment_square(c, a, b), qm__point_segment_square(d, a, b)));
}

#endif
