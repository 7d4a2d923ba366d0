/* Measuring between bases, prisms and areas.
 *
 * A rectangle is measured in its own frame, where it is a box around the origin: a point's distance from a box needs no
 * edges and no angles. Everything is taken relative to a centre first, so moving a whole table changes nothing, and
 * asking about (a, b) or about (b, a) gives the same bits.
 *
 * Invariant: a gap is signed, negative by how far two shapes would have to be moved apart to touch; a distance is a gap
 * or 0.
 *
 * Rejected: one routine for all convex shapes (GJK). It iterates to a tolerance; discs and boxes have closed forms.
 */
#include "space/table/body.h"
#include "space/table/edges.h"
#include "space/table/rectangle.h"

static double magnitude(double value) {
    return value < 0 ? -value : value;
}
static qm__xy centre_of(const qm__body *body) {
    return (qm__xy){body->x, body->y};
}
/* The rectangle of a base, smaller by `inset` on every side. */
static qm__rectangle rectangle_of(const qm__body *body, double inset) {
    return qm__rectangle_of(centre_of(body), body->width, body->length, body->facing, inset);
}

void qm__body_corners(const qm__body *body, qm__xy out[4]) {
    const qm__rectangle base = rectangle_of(body, 0);
    for (int i = 0; i < 4; i++) {
        out[i] = qm__plus(base.centre, qm__rectangle_corner(&base, i));
    }
}

/* ---------------------------------------------------------------------------------------------------- base to base */

/* Of a point given in the frame of a box; negative inside. */
static double frame_gap(const qm__rectangle *box, qm__xy p) {
    const double ahead = magnitude(p.x) - box->half_length, aside = magnitude(p.y) - box->half_width;
    if (ahead <= 0 || aside <= 0) {
        return qm__most(ahead, aside);
    }
    return qm__length((qm__xy){ahead, aside});
}
static double point_gap(const qm__rectangle *box, qm__xy from_centre) {
    return frame_gap(box, qm__in_frame(box, from_centre));
}

/* How far two boxes are apart along the two axes of the first one, whichever is more; `apart` runs from centre to
 * centre. */
static double axes_gap(const qm__rectangle *a, const qm__rectangle *b, qm__xy apart) {
    const qm__xy way = qm__in_frame(a, apart), front = qm__in_frame(a, b->front);
    const double along = magnitude(front.x), across = magnitude(front.y);
    const double ahead = magnitude(way.x) - a->half_length - (b->half_length * along + b->half_width * across);
    const double aside = magnitude(way.y) - a->half_width - (b->half_length * across + b->half_width * along);
    return qm__most(ahead, aside);
}

/* Two boxes overlap when no axis of either parts them, and then the axis of the least overlap is the shortest way
 * apart. Otherwise a corner of one of them is at one end of the shortest distance. */
static double boxes_gap(const qm__rectangle *a, const qm__rectangle *b) {
    const qm__xy apart = qm__minus(b->centre, a->centre), back = qm__minus(a->centre, b->centre);
    const double parted = qm__most(axes_gap(a, b, apart), axes_gap(b, a, back));
    if (parted <= 0) {
        return parted;
    }
    double least = point_gap(a, qm__plus(apart, qm__rectangle_corner(b, 0)));
    for (int i = 0; i < 4; i++) {
        least = qm__least(least, point_gap(a, qm__plus(apart, qm__rectangle_corner(b, i))));
        least = qm__least(least, point_gap(b, qm__plus(back, qm__rectangle_corner(a, i))));
    }
    return qm__most(least, parted); /* rounding aside, no corner can be nearer than the axis says */
}

double qm__body_point_distance(const qm__body *body, qm__xy point) {
    const qm__xy from_centre = qm__minus(point, centre_of(body));
    if (body->radius > 0) {
        return qm__length(from_centre) - body->radius;
    }
    const qm__rectangle base = rectangle_of(body, 0);
    return point_gap(&base, from_centre);
}

double qm__body_gap(const qm__body *a, const qm__body *b) {
    if (a->radius > 0 && b->radius > 0) { /* the sum of the radii first: it is exact, so that order does not matter */
        return qm__apart(centre_of(a), centre_of(b)) - ((double)a->radius + b->radius);
    }
    if (a->radius > 0) {
        return qm__body_point_distance(b, centre_of(a)) - a->radius;
    }
    if (b->radius > 0) {
        return qm__body_point_distance(a, centre_of(b)) - b->radius;
    }
    const qm__rectangle first = rectangle_of(a, 0), second = rectangle_of(b, 0);
    return boxes_gap(&first, &second);
}

/* The length of a way of which the parts in plan and in height are known. */
static double slant(double plan, double height) {
    return height == 0 ? plan : plan == 0 ? magnitude(height) : qm__length((qm__xy){plan, height});
}

double qm__body_distance_plan(const qm__body *a, const qm__body *b) {
    return qm__most(qm__body_gap(a, b), 0);
}

double qm__body_distance_space(const qm__body *a, const qm__body *b) {
    return slant(qm__body_distance_plan(a, b), (double)a->z - b->z);
}

bool qm__bodies_touch(const qm__body *a, const qm__body *b) {
    return qm__heights_overlap(a->z, a->height, b->z, b->height) && magnitude(qm__body_gap(a, b)) <= QM__SLACK;
}

/* A margin as it is kept in plan at a height; -1 = there nothing of it is left. */
static double margin_at(const qm__body *body, int32_t margin, int32_t z) {
    const double rise = (double)z - body->z;
    const double least = margin - QM__SLACK; /* in space; what is kept in plan has the slack taken off again */
    if ((rise == 0 || body->flat) && margin > 0) {
        return margin;
    }
    return magnitude(rise) < least ? qm__root(least * least - rise * rise) + QM__SLACK : -1;
}

double qm__body_margin(const qm__body *body, int32_t z, int32_t height) {
    const double margin = margin_at(body, body->margin, z);
    return margin >= 0 ? margin : body->column || qm__heights_overlap(body->z, body->height, z, height) ? 0 : -1;
}

double qm__body_aloft(const qm__body *body, int32_t z) {
    return margin_at(body, body->aloft, z);
}

double qm__body_keep_off(const qm__body *body, int32_t z, int32_t radius, int32_t height) {
    const double margin = qm__body_margin(body, z, height);
    return margin < 0 ? 0 : (double)body->radius + radius + margin;
}

/* ------------------------------------------------------------------------------------------------ prisms and areas */

/* Of a segment from a box; 0 when they meet. */
static double segment_distance(const qm__rectangle *box, qm__xy a, qm__xy b) {
    const qm__xy p = qm__in_frame(box, qm__minus(a, box->centre)), q = qm__in_frame(box, qm__minus(b, box->centre));
    double from, to;
    if (qm__frame_cut(box, p, q, &from, &to)) {
        return 0;
    }
    double square = -1;
    for (int i = 0; i < 4; i++) {
        const qm__xy corner = {i & 1 ? box->half_length : -box->half_length,
                               i & 2 ? box->half_width : -box->half_width};
        const double here = qm__point_segment_square(corner, p, q);
        square = square < 0 ? here : qm__least(square, here);
    }
    return qm__most(qm__least(qm__root(square), qm__least(frame_gap(box, p), frame_gap(box, q))), 0);
}

static double polygon_box_distance(const qm__table *table, const qm__polygon *polygon, const qm__rectangle *box) {
    if (qm__polygon_side(table, polygon, box->centre.x, box->centre.y) >= 0) {
        return 0;
    }
    double least = -1;
    qm__edges edges = qm__edges_of(table, polygon);
    for (qm__edge e; qm__edges_next(&edges, &e);) {
        const double here = segment_distance(box, e.a, e.b);
        least = least < 0 ? here : qm__least(least, here);
    }
    return least;
}

/* Of a point from a polygon, 0 inside. */
static double polygon_distance(const qm__table *table, const qm__polygon *polygon, double x, double y) {
    return qm__polygon_side(table, polygon, x, y) >= 0 ? 0 : qm__polygon_edge_distance(table, polygon, x, y);
}

/* How far a height is above or below a prism; 0 within it. */
static double rise_from(const qm__prism *prism, double z) {
    return qm__most(qm__most(prism->bottom - z, z - prism->top), 0);
}

double qm__prism_point_distance(const qm__table *table, const qm__prism *prism, double x, double y, double z) {
    return slant(polygon_distance(table, &prism->polygon, x, y), rise_from(prism, z));
}

double qm__prism_body_distance_plan(const qm__table *table, const qm__prism *prism, const qm__body *body) {
    if (body->radius > 0) {
        return qm__most(polygon_distance(table, &prism->polygon, body->x, body->y) - body->radius, 0);
    }
    const qm__rectangle base = rectangle_of(body, 0);
    return polygon_box_distance(table, &prism->polygon, &base);
}

double qm__prism_body_distance_space(const qm__table *table, const qm__prism *prism, const qm__body *body) {
    return slant(qm__prism_body_distance_plan(table, prism, body), rise_from(prism, body->z));
}

bool qm__area_has_body(const qm__table *table, const qm__area *area, const qm__body *body, bool centre_only) {
    if (body->z < area->bottom || body->z > area->top) {
        return false;
    }
    if (centre_only || body->radius > 0) {
        const double reach = centre_only ? 0 : body->radius;
        return qm__polygon_has(table, &area->polygon, body->x, body->y, reach - QM__SLACK);
    }
    const qm__rectangle inner = rectangle_of(body, QM__SLACK);
    return polygon_box_distance(table, &area->polygon, &inner) <= 0;
}
