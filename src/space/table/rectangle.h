/* A turned rectangle in doubles, and its own frame: there it is a box around the origin, so that what is asked of it
 * needs no edges and no angles. The first coordinate of the frame runs forwards, the second one to the left.
 */
#ifndef QM_SPACE_TABLE_RECTANGLE_H
#define QM_SPACE_TABLE_RECTANGLE_H

#include "base/angle.h"
#include "space/table/plane.h"

#include <stdint.h>

/* `front` (length 1) and the direction to its left are its axes. */
typedef struct qm__rectangle {
    qm__xy centre, front;
    double half_length, half_width;
} qm__rectangle;

/* Width across the facing and length along it; smaller by `inset` on every side (0 at the least). */
static inline qm__rectangle qm__rectangle_of(qm__xy centre, int32_t width, int32_t length, int32_t facing,
                                             double inset) {
    const qm__turn turn = qm__turn_of(facing);
    return (qm__rectangle){
        centre, {turn.cos, turn.sin}, qm__most(0.5 * length - inset, 0), qm__most(0.5 * width - inset, 0)};
}
/* A vector in the frame. */
static inline qm__xy qm__in_frame(const qm__rectangle *box, qm__xy vector) {
    return (qm__xy){qm__dot(box->front, vector), qm__cross(box->front, vector)};
}
/* A vector of the frame in the plane. */
static inline qm__xy qm__from_frame(const qm__rectangle *box, qm__xy vector) {
    return qm__along((qm__xy){box->front.x * vector.x, box->front.y * vector.x}, qm__left(box->front), vector.y);
}
/* The corner number i, counter-clockwise from the front left one, as a vector from the centre. */
static inline qm__xy qm__rectangle_corner(const qm__rectangle *box, int i) {
    const qm__xy along = {box->front.x * box->half_length, box->front.y * box->half_length};
    const qm__xy across = {-box->front.y * box->half_width, box->front.x * box->half_width};
    const qm__xy ahead = i == 0 || i == 3 ? along : (qm__xy){-along.x, -along.y};
    return i < 2 ? qm__plus(ahead, across) : qm__minus(ahead, across);
}

/* The part of a segment, given in the frame, that lies in the closed box: what is between each pair of opposite sides
 * is cut out. False when nothing remains. */
static inline bool qm__frame_cut(const qm__rectangle *box, qm__xy a, qm__xy b, double *from, double *to) {
    const double starts[2] = {a.x, a.y}, ways[2] = {b.x - a.x, b.y - a.y};
    const double halves[2] = {box->half_length, box->half_width};
    *from = 0;
    *to = 1;
    for (int axis = 0; axis < 2; axis++) {
        if (ways[axis] == 0) {
            if (starts[axis] > halves[axis] || starts[axis] < -halves[axis]) {
                return false;
            }
            continue;
        }
        const double one = (-halves[axis] - starts[axis]) / ways[axis],
                     other = (halves[axis] - starts[axis]) / ways[axis];
        *from = qm__most(*from, qm__least(one, other));
        *to = qm__least(*to, qm__most(one, other));
    }
    return *from <= *to;
}

#endif
