/* Points of a picture, and the signs that a story is drawn with. */
#ifndef QM_IO_DRAW_SIGNS_H
#define QM_IO_DRAW_SIGNS_H

#include "io/draw.h"
#include "space/table/plane.h"

static inline qm__point qm__point_plus(qm__point a, qm__point d, double times) {
    return (qm__point){a.x + d.x * times, a.y + d.y * times};
}

static inline double qm__point_distance(qm__point a, qm__point b) {
    return qm__root((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y));
}

/* A vector of length 1 from a to b; they are apart. */
static inline qm__point qm__point_toward(qm__point a, qm__point b) {
    const double length = qm__point_distance(a, b);
    return (qm__point){(b.x - a.x) / length, (b.y - a.y) / length};
}

void qm__sign_burst(qm__page *page, qm__point at, double radius);
void qm__sign_die(qm__page *page, qm__point at, double half);
void qm__sign_lightning(qm__page *page, qm__point at, double half);
void qm__sign_bar(qm__page *page, qm__point at, qm__point d, double half, double thick);
void qm__sign_head(qm__page *page, qm__point tip, qm__point d, double size, unsigned colour);
void qm__sign_strokes(qm__page *page, const qm__point *points, size_t count, double thick, bool twice, unsigned colour);
void qm__sign_wish(qm__page *page, qm__point from, qm__point to, double thick, unsigned colour);
void qm__sign_target(qm__page *page, qm__point at, double radius, unsigned colour);
void qm__sign_refuge(qm__page *page, qm__point at, double radius, unsigned colour);

#endif
