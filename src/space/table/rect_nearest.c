/* The nearest place where a rectangle stands, its facing kept: the curves that bound where its centre can be.
 *
 * A centre is in the way of something when the rectangle around it meets that, so the forbidden set is the sum
 * (Minkowski's) of that thing and the rectangle: a wall gives a hexagon, another rectangle an octagon, a round body a
 * rounded rectangle, and a margin rounds the corners. Every side of such a sum is a side of one of the two shapes,
 * moved to the corner of the other one that lies farthest out; that holds for walls (two corners, two sides) and discs
 * (one corner, no side) alike. The search itself (nearest.c) is the same as for discs.
 *
 * Invariant: the curves cover the whole border of every forbidden set, also where sides of both shapes are parallel
 * and one side of the sum consists of several pieces. Curves inside of a forbidden set do no harm: every place found is
 * asked of qm__rect_stands. Rejected: the border of the union of all sums by exact boolean operations.
 */
#include "space/table/nearest_inside.h"
#include "space/table/rectangle.h"
#include "space/table/way.h"

#define PARALLEL 1e-3 /* units: corners that are farthest out to within this are both taken */
enum { WALL_CURVES = 12, BODY_CURVES = 32 };

/* ------------------------------------------------------------------------------------------------------------- sums */

/* The side from a to b of one shape (its inside lies to the left), at the corners of the other one that are farthest
 * out; grown by `grow`. */
static void side_of_sum(qm__nearest_search *search, qm__xy a, qm__xy b, const qm__xy *other, int count, double grow) {
    const qm__xy way = qm__unit(qm__minus(b, a)), out = {way.y, -way.x};
    double farthest = qm__dot(out, other[0]);
    for (int i = 1; i < count; i++) {
        farthest = qm__most(farthest, qm__dot(out, other[i]));
    }
    for (int i = 0; i < count; i++) {
        if (qm__dot(out, other[i]) < farthest - PARALLEL) {
            continue;
        }
        const qm__xy from = qm__plus(a, other[i]), to = qm__plus(b, other[i]);
        qm__nearest_straight(search, qm__along(from, out, grow), qm__along(to, out, grow));
        if (grow > 0) { /* every corner of the sum begins a side */
            qm__nearest_circle(search, from, grow);
        }
    }
}

/* The border of the sum of the base's rectangle, given by its corners around the origin, and a convex shape of one, two
 * or more corners, counter-clockwise. */
static void border_of_sum(qm__nearest_search *search, const qm__xy base[4], const qm__xy *shape, int count,
                          double grow) {
    for (int i = 0; i < 4; i++) {
        side_of_sum(search, base[i], base[(i + 1) % 4], shape, count, grow);
    }
    for (int i = 0; i < count && count > 1; i++) {
        side_of_sum(search, shape[i], shape[(i + 1) % count], base, 4, grow);
    }
}

/* ----------------------------------------------------------------------------------------------------------- curves */

static void add_bodies(qm__nearest_search *search, const qm__nearest_ask *ask, const qm__xy base[4]) {
    const int32_t z = qm__level_height(ask->levels, ask->spot.level);
    for (uint16_t i = 0; ask->crowd && i < ask->crowd->count; i++) {
        qm__body body;
        const double margin =
            qm__nearest_body(ask, i, &body) ? qm__body_margin(&body, z, qm__levels_walker(ask->levels)->height) : -1;
        if (margin < 0) {
            continue;
        }
        qm__xy corners[4] = {{body.x, body.y}};
        if (body.radius <= 0) {
            qm__body_corners(&body, corners);
        }
        border_of_sum(search, base, corners, body.radius > 0 ? 1 : 4, (double)body.radius + margin);
    }
}

void qm__rect_curves(qm__nearest_search *search, const qm__nearest_ask *ask) {
    const qm__table *table = qm__levels_table(ask->levels);
    const qm__rectangle rectangle =
        qm__rectangle_of((qm__xy){0, 0}, ask->rect->width, ask->rect->length, ask->rect->facing, 0);
    qm__xy base[4], most = {0, 0};
    for (int i = 0; i < 4; i++) {
        base[i] = qm__rectangle_corner(&rectangle, i);
        most = (qm__xy){qm__most(most.x, base[i].x), qm__most(most.y, base[i].y)};
    }
    uint32_t count;
    const qm__wall *walls = qm__walls(ask->levels, ask->spot.level, &count);
    for (uint32_t i = 0; i < count; i++) {
        const qm__xy ends[2] = {walls[i].a, walls[i].b};
        border_of_sum(search, base, ends, 2, 0);
    }
    add_bodies(search, ask, base);
    const double right = table->width - most.x, top = table->depth - most.y;
    const qm__xy corners[4] = {most, {right, most.y}, {right, top}, {most.x, top}};
    for (int i = 0; i < 4; i++) {
        qm__nearest_straight(search, corners[i], corners[(i + 1) % 4]);
    }
}

/* ----------------------------------------------------------------------------------------------------------- asking */

size_t qm__rect_nearest_size(const qm__levels *levels, uint32_t body_count) {
    return qm__nearest_room(levels, body_count, WALL_CURVES, BODY_CURVES);
}

bool qm__rect_nearest(const qm__levels *levels, const qm__crowd *crowd, const qm__rect *rect, qm__spot spot,
                      int32_t reach_z, double limit, void *scratch, size_t scratch_size, qm__spot *out) {
    const qm__nearest_ask ask = {
        .levels = levels, .crowd = crowd, .spot = spot, .limit = limit, .margin = -1, .rect = rect};
    return qm__nearest_on_levels(ask, reach_z, scratch, scratch_size, out);
}

bool qm__rect_whole_stand(const qm__levels *levels, const qm__crowd *crowd, const qm__rect *rect, qm__spot near,
                          qm__spot *out) {
    qm__xy points[QM__WHOLE_NEAR];
    qm__whole_near((qm__xy){near.x, near.y}, points);
    for (int i = 0; i < QM__WHOLE_NEAR; i++) {
        *out = (qm__spot){points[i].x, points[i].y, near.level};
        if (qm__rect_stands(levels, crowd, rect, *out, QM__SLACK, NULL)) {
            return true;
        }
    }
    return false;
}
