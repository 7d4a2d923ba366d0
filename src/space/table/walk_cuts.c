/* What bodies take away: the parts of spans on which a base would overlap one, and the pieces that one is in the way
 * of.
 *
 * Invariant: a cut is made with QM__CARE, like the spans of the terrain, so that a base that touches a body and a
 * corner at the same time still finds its place between them.
 */
#include "space/table/levels_inside.h"
#include "space/table/walk_search.h"

#include "base/angle.h"

#define TURN (2 * QM__PI)
#define HAIR 1e-7    /* radians: the end of a cut, told by another calculation, is no further away */
#define PARTS_MAX 64 /* of a circle, between it and one body or the terrain */

/* ------------------------------------------------------------------------------------------------------------ adding
 */

static void add_cut(qm__walks_bodies *bodies, double low, double high) {
    if (bodies->cut_count == bodies->cut_capacity) {
        bodies->full = true;
        return;
    }
    bodies->cuts[bodies->cut_count++] = (qm__cut){low, high};
}

/* Adds an interval of angles wherever it falls into the span, in the angles of the span. */
static void add_turned(qm__walks_bodies *bodies, const qm__span *span, double low, double high) {
    for (int turns = -2; turns <= 2; turns++) {
        const double by = turns * TURN;
        if (low + by < span->high && high + by > span->low) {
            add_cut(bodies, low + by, high + by);
        }
    }
}

static void add_whole(qm__walks_bodies *bodies, const qm__span *span) {
    add_cut(bodies, span->low - 1, span->high + 1);
}

/* ------------------------------------------------------------------------------------------------- circles and bodies
 */

static void cut_round(qm__walks_bodies *bodies, const qm__span *span, qm__xy centre, double keep) {
    const qm__xy v = qm__minus(centre, span->centre);
    const double square = qm__dot(v, v), r = span->radius;
    if (square >= (r + keep) * (r + keep) || (r > keep && square <= (r - keep) * (r - keep))) {
        return;
    }
    if (r <= 0 || (keep > r && square <= (keep - r) * (keep - r))) {
        add_whole(bodies, span);
        return;
    }
    /* Cosine of half the interval times 2 r d, and from it the half interval itself. */
    const double size = qm__root(square), along = (r * r + square - keep * keep) / (2 * size);
    const double half = qm__angle_of(along, qm__root(qm__most(r * r - along * along, 0)));
    const double middle = qm__angle_of(v.x, v.y);
    add_turned(bodies, span, middle - half, middle + half);
}

typedef struct crossings {
    double angles[PARTS_MAX];
    int count;
} crossings;

static void add_angle(crossings *c, double x, double y) {
    if (c->count < PARTS_MAX) {
        const double angle = qm__angle_of(x, y);
        int at = c->count++;
        for (; at > 0 && c->angles[at - 1] > angle; at--) {
            c->angles[at] = c->angles[at - 1];
        }
        c->angles[at] = angle;
    }
}

/* Where the circle of a span is crossed by another circle, and by a line. */
static void cross_circle(crossings *c, const qm__span *span, qm__xy centre, double keep) {
    const qm__xy v = qm__minus(centre, span->centre);
    const double square = qm__dot(v, v), r = span->radius;
    if (square >= (r + keep) * (r + keep) || square <= (r - keep) * (r - keep) || square <= 0) {
        return;
    }
    const double along = (r * r + square - keep * keep) / (2 * square);
    const double across = qm__root(qm__most(r * r / square - along * along, 0));
    add_angle(c, v.x * along - v.y * across, v.y * along + v.x * across);
    add_angle(c, v.x * along + v.y * across, v.y * along - v.x * across);
}

static void cross_line(crossings *c, const qm__span *span, qm__xy a, qm__xy along) {
    const qm__xy v = qm__minus(a, span->centre);
    const double off = qm__cross(along, v), rest = span->radius * span->radius - off * off;
    if (rest > 0) {
        const double w = qm__root(rest), at = -qm__dot(v, along);
        const qm__xy p = qm__along(v, along, at - w), q = qm__along(v, along, at + w);
        add_angle(c, p.x, p.y);
        add_angle(c, q.x, q.y);
    }
}

static bool near_rectangle(const qm__body *body, qm__xy p, double keep) {
    return qm__body_point_distance(body, p) < keep;
}

static void cut_rectangle(qm__walks_bodies *bodies, const qm__span *span, const qm__body *body, double keep) {
    qm__xy corners[4];
    crossings c = {.count = 0};
    if (span->radius <= 0) {
        if (near_rectangle(body, span->centre, keep)) {
            add_whole(bodies, span);
        }
        return;
    }
    qm__body_corners(body, corners);
    for (int i = 0; i < 4; i++) {
        const qm__xy along = qm__unit(qm__minus(corners[(i + 1) % 4], corners[i]));
        cross_circle(&c, span, corners[i], keep);
        cross_line(&c, span, qm__along(corners[i], (qm__xy){along.y, -along.x}, keep), along);
    }
    if (c.count == 0) {
        if (near_rectangle(body, qm__span_place(span, span->low), keep)) {
            add_whole(bodies, span);
        }
        return;
    }
    for (int i = 0; i < c.count; i++) {
        const double low = c.angles[i], high = i + 1 < c.count ? c.angles[i + 1] : c.angles[0] + TURN;
        const double middle = (low + high) / 2;
        if (high > low && near_rectangle(body, qm__span_place(span, middle < 0 ? middle + TURN : middle), keep)) {
            add_turned(bodies, span, low, high);
        }
    }
}

void qm__cut_by_body(qm__walks_bodies *bodies, const qm__span *span, const qm__body *body, double keep) {
    const double reach = span->radius + keep + (body->radius > 0 ? 0 : (double)body->width + (double)body->length);
    const qm__xy v = {body->x - span->centre.x, body->y - span->centre.y};
    if (keep <= 0 || qm__dot(v, v) > reach * reach) {
        return;
    }
    if (body->radius > 0) {
        cut_round(bodies, span, (qm__xy){body->x, body->y}, keep - QM__CARE);
    } else {
        cut_rectangle(bodies, span, body, keep - QM__CARE);
    }
}

static void sort_arcs(qm__arc_span *arcs, int count) {
    for (int i = 1; i < count; i++) {
        const qm__arc_span arc = arcs[i];
        int at = i;
        for (; at > 0 && arcs[at - 1].low > arc.low; at--) {
            arcs[at] = arcs[at - 1];
        }
        arcs[at] = arc;
    }
}

/* Everything on a body's circle that the terrain does not leave free. */
bool qm__cut_by_terrain(const qm__walks *walks, qm__walks_bodies *bodies, const qm__span *span) {
    qm__arc_span arcs[PARTS_MAX];
    const int count = qm__arc_spans(walks->levels, span->level, span->centre, span->radius, arcs, PARTS_MAX);
    if (count < 0) {
        bodies->full = true;
    }
    if (count <= 0) {
        add_whole(bodies, span);
        return false;
    }
    sort_arcs(arcs, count);
    for (int i = 0; i < count; i++) {
        const double low = arcs[i].high, high = i + 1 < count ? arcs[i + 1].low : arcs[0].low + TURN;
        if (high > low) {
            add_turned(bodies, span, low, high);
        }
    }
    return true;
}

/* ------------------------------------------------------------------------------------------------------------- asking
 */

bool qm__lane_until(const qm__field *field, uint32_t lane, double angle, double *until) {
    const qm__span *span = qm__field_span(field, lane / 2);
    const bool left = (lane & 1) == QM__SIDE_LEFT;
    double stop = span->round ? angle + (left ? TURN : -TURN) : left ? span->high : span->low;
    const qm__cut_range range = field->bodies ? field->bodies->cut_of[lane / 2] : (qm__cut_range){0, 0};
    for (uint32_t i = 0; i < range.count && range.count != QM__CUTS_UNKNOWN; i++) {
        const qm__cut *cut = &field->bodies->cuts[range.first + i];
        for (int turns = span->round ? -1 : 0; turns <= (span->round ? 1 : 0); turns++) {
            const double low = cut->low + turns * TURN, high = cut->high + turns * TURN;
            if (angle > low + HAIR && angle < high - HAIR) {
                return false;
            }
            if (left && low >= angle - HAIR) {
                stop = qm__least(stop, qm__most(low, angle));
            } else if (!left && high <= angle + HAIR) {
                stop = qm__most(stop, qm__least(high, angle));
            }
        }
    }
    *until = stop;
    return true;
}

bool qm__bodies_block(const qm__field *field, int32_t isle, int32_t level_a, int32_t level_b, qm__xy from, qm__xy to) {
    const qm__levels *levels = field->walks->levels;
    const qm__crowd *crowd = field->bodies->crowd;
    const double *keep = field->bodies->keep + (size_t)isle * crowd->count;
    bool near = false;
    for (uint16_t i = 0; !near && i < crowd->count; i++) {
        near = keep[i] > 0 && qm__body_blocks(&crowd->bodies[i], keep[i], from, to, QM__CARE);
    }
    if (!near) {
        return false;
    }
    /* With one level what is kept is the same all along. */
    int levels_there = 0;
    for (int i = 0; i < field->walks->level_count; i++) {
        levels_there += field->walks->isle_levels[isle * field->walks->level_count + i];
    }
    const bool alone = levels_there == 1;
    return alone || !qm__piece_walkable(levels, crowd, (qm__spot){from.x, from.y, level_a}, to, level_b, QM__CARE);
}
