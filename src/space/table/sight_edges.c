/* The edges that throw shadows: footprints of solids and bodies, brought into the view's frame. See sight_inside.h.
 *
 * Invariant: a footprint stays a closed line of edges, each corner being one pair of doubles for both of its edges, and
 * edges are kept whether they lie before the rectangle or beyond. So the edges that any ray meets tell by themselves
 * whether the eye is inside, even when it stands on a corner or in the plane of a wall. Rejected: asking whether the
 * eye is inside the polygon, which has no answer on its border.
 *
 * Round bodies become facets. The ends of the visible arc are exact (the tangent points, so the silhouette is exact
 * too); the corners between lie outside of the circle by as much as makes the area under the facets equal to that under
 * the arc.
 */
#include "base/angle.h"
#include "space/table/sight_inside.h"

#define FACETS_LEAST(angle) (2 + (int)(2 * (angle))) /* a facet turns by less than half a radian */

/* The edge from a to b, as (t, s), with the solid to its left. */
static void add_edge(const qm__view *view, qm__shade_work *work, qm__xy a, qm__xy b) {
    if (a.x <= 0 && b.x <= 0) {
        return;
    }
    const double cross = qm__cross(a, b);
    if (!(cross > 0 || cross < 0)) {
        return; /* on a ray: it hides nothing by itself */
    }
    /* Seen from the eye the edge runs to the left or to the right; what is behind the eye is beyond every end. */
    const bool leftwards = cross > 0;
    double from = -view->half, to = view->half;
    const qm__xy right_end = leftwards ? a : b, left_end = leftwards ? b : a;
    if (right_end.x > 0) {
        from = qm__most(from, right_end.y / right_end.x);
    }
    if (left_end.x > 0) {
        to = qm__least(to, left_end.y / left_end.x);
    }
    if (from < to) {
        work->edges[work->edge_count++] = (qm__shade_edge){
            .from = from,
            .to = to,
            .base = (b.y - a.y) / cross,
            .slope = (a.x - b.x) / cross,
            .thrower = work->thrower_count,
            .leaves = leftwards,
        };
    }
}

void qm__shade_add_polygon(const qm__view *view, qm__shade_work *work, const qm__table *table,
                           const qm__polygon *polygon) {
    for (uint32_t i = 0; i < polygon->ring_count; i++) {
        const qm__ring *ring = &table->rings[polygon->first_ring + i];
        const qm__corner *corners = table->corners + ring->first;
        qm__xy before = qm__view_point(view, corners[ring->count - 1].x, corners[ring->count - 1].y);
        for (uint32_t j = 0; j < ring->count; j++) {
            const qm__xy here = qm__view_point(view, corners[j].x, corners[j].y);
            add_edge(view, work, before, here);
            before = here;
        }
    }
}

void qm__shade_add_corners(const qm__view *view, qm__shade_work *work, const qm__xy *corners, uint32_t count) {
    qm__xy before = qm__view_point(view, corners[count - 1].x, corners[count - 1].y);
    for (uint32_t i = 0; i < count; i++) {
        const qm__xy here = qm__view_point(view, corners[i].x, corners[i].y);
        add_edge(view, work, before, here);
        before = here;
    }
}

/* ------------------------------------------------------------------------------------------------- round bodies */

/* A circle seen from the eye, in units along the view (x ahead, y to the left), and what bounds the rays to it. */
typedef struct disc {
    qm__xy centre;
    double radius;
    double power;           /* the square of the distance of the eye, less that of the radius: negative inside */
    qm__xy near[2], far[2]; /* where the outermost rays, right and left, enter and leave it */
} disc;

/* The outermost ray on one side: the border of the view where it meets the disc, else the tangent. `side` -1 = right.
 */
static void bound_disc(const qm__view *view, disc *round, int side) {
    const qm__xy border = qm__unit((qm__xy){view->distance, side * view->half});
    const double along = qm__dot(border, round->centre), across = qm__cross(border, round->centre);
    const double half_chord_square = round->radius * round->radius - across * across;
    const int i = side > 0;
    if (half_chord_square > 0 && (along > 0 || round->power <= 0)) {
        const double half_chord = qm__root(half_chord_square);
        const double far = along + half_chord;
        /* The product of the two is the power: better than a difference when the eye is close to the circle. */
        const double near = round->power > 0 ? round->power / far : 0;
        round->near[i] = (qm__xy){border.x * near, border.y * near};
        round->far[i] = (qm__xy){border.x * far, border.y * far};
        return;
    }
    const double square = qm__dot(round->centre, round->centre);
    const double tangent = qm__root(qm__most(round->power, 0));
    const qm__xy foot = {round->centre.x * round->power / square, round->centre.y * round->power / square};
    round->near[i] = round->far[i] = qm__along(foot, qm__left(round->centre), side * round->radius * tangent / square);
}

/* Whether any ray of the view meets the disc. */
static bool disc_in_view(const qm__view *view, const disc *round) {
    const qm__xy right = qm__unit((qm__xy){view->distance, -view->half}), left = {right.x, -right.y};
    const double from_right = qm__cross(right, round->centre), from_left = -qm__cross(left, round->centre);
    if (round->power <= 0 || (from_right >= 0 && from_left >= 0)) {
        return true;
    }
    return (from_right > -round->radius && from_right < round->radius && qm__dot(right, round->centre) > 0) ||
           (from_left > -round->radius && from_left < round->radius && qm__dot(left, round->centre) > 0);
}

/* How many facets an arc needs. A facet's error is a part of its sagitta in depth, so, seen from the eye, that part of
 * the height at which the border is seen. As corners lie outside of the circle, all but the errors at the ends of what
 * is seen of the arc cancel out: they fall with the third power of the count. */
static int facets_for(const qm__view *view, const qm__shade_work *work, const disc *round, double angle, qm__xy from,
                      qm__xy to) {
    const qm__thrower *heights = &work->throwers[work->thrower_count];
    const double outside = qm__length(round->centre) - round->radius;
    const double nearest = outside > 0 ? outside : qm__least(qm__length(from), qm__length(to));
    const double reach = qm__most(qm__most(view->high, -view->high), qm__most(view->low, -view->low));
    const double top = qm__most(heights->top, -heights->top), bottom = qm__most(heights->bottom, -heights->bottom);
    /* A border nearer than this is seen above or below the rectangle. */
    const double shown = reach > 0 ? view->distance * qm__least(top, bottom) / reach : view->distance;
    const double depth = qm__most(qm__most(nearest, shown), 1e-3);
    const double error = reach * round->radius / (depth * (view->high - view->low)) * angle * angle;
    int count = FACETS_LEAST(angle);
    while (count < QM__FACETS_MAX && error > 2e-4 * count * count * count) {
        count++;
    }
    return count;
}

/* The angle from one point of the circle to another, counter-clockwise, 0 to 2 pi. */
static double angle_between(const disc *round, qm__xy from, qm__xy to) {
    const qm__xy a = qm__minus(from, round->centre), b = qm__minus(to, round->centre);
    const double angle = qm__angle_of(qm__dot(a, b), qm__cross(a, b));
    return angle < -1e-6 ? angle + 2 * QM__PI : qm__most(angle, 0);
}

/* A facet's corner: outside of the circle by a factor, but not on the other side of the rectangle's plane. */
static qm__xy corner_at(const qm__view *view, const disc *round, qm__xy spoke, double factor) {
    const double beyond = round->centre.x + spoke.x - view->distance;
    const qm__xy corner = qm__along(round->centre, spoke, factor);
    if (beyond > -QM__TOUCHING && beyond < QM__TOUCHING) {
        return qm__plus(round->centre, spoke);
    }
    if ((beyond > 0) != (corner.x > view->distance)) {
        return qm__along(round->centre, spoke, (view->distance - round->centre.x) / spoke.x);
    }
    return corner;
}

/* The facets of an arc that does not cross the rectangle's plane, counter-clockwise (with the solid to the left). */
static void add_facets(const qm__view *view, qm__shade_work *work, const disc *round, qm__xy from, qm__xy to) {
    const double angle = angle_between(round, from, to);
    if (angle <= 1e-9) {
        return;
    }
    const qm__xy arm = qm__minus(from, round->centre);
    const qm__turn half = qm__turn_of_radians(0.5 * angle);
    const bool beyond = round->centre.x + arm.x * half.cos - arm.y * half.sin > view->distance + QM__TOUCHING;
    const int count = beyond ? FACETS_LEAST(angle) : facets_for(view, work, round, angle, from, to);
    const qm__turn turn = qm__turn_of_radians(angle / count);
    const double swell = angle / turn.sin; /* (count - 2) × k² + 2 × k = swell makes the areas equal */
    const double k = count == 2 ? 0.5 * swell : (qm__root(1 + (count - 2) * swell) - 1) / (count - 2);
    const double scale = 1 / view->distance;
    qm__xy spoke = arm, before = {from.x * scale, from.y};
    for (int i = 1; i <= count; i++) {
        spoke = (qm__xy){spoke.x * turn.cos - spoke.y * turn.sin, spoke.x * turn.sin + spoke.y * turn.cos};
        const qm__xy corner = i < count ? corner_at(view, round, spoke, k) : to;
        const qm__xy here = {corner.x * scale, corner.y};
        add_edge(view, work, before, here);
        before = here;
    }
}

/* An arc, cut where it crosses the rectangle's plane: there, too, a corner must be exact. */
static void add_arc(const qm__view *view, qm__shade_work *work, const disc *round, qm__xy from, qm__xy to) {
    const double beyond = view->distance - round->centre.x;
    const double half_chord_square = round->radius * round->radius - beyond * beyond;
    if (half_chord_square > 0) {
        const double half_chord = qm__root(half_chord_square), whole = angle_between(round, from, to);
        const qm__xy cuts[2] = {{view->distance, round->centre.y - half_chord},
                                {view->distance, round->centre.y + half_chord}};
        const double parts[2] = {angle_between(round, from, cuts[0]), angle_between(round, from, cuts[1])};
        const int first = parts[1] < parts[0];
        for (int i = 0; i < 2; i++) {
            const int cut = i ^ first;
            if (parts[cut] > 1e-9 && parts[cut] < whole - 1e-9) {
                add_facets(view, work, round, from, cuts[cut]);
                from = cuts[cut];
            }
        }
    }
    add_facets(view, work, round, from, to);
}

void qm__shade_add_round(const qm__view *view, qm__shade_work *work, const qm__body *body) {
    const qm__thrower *heights = &work->throwers[work->thrower_count];
    const qm__xy at = qm__view_point(view, body->x, body->y);
    disc round = {.centre = {at.x * view->distance, at.y}, .radius = body->radius};
    round.power = qm__dot(round.centre, round.centre) - round.radius * round.radius;
    /* An eye on the circle counts as outside by so little that its tangents are as good as one line. */
    const double touching = 4e-12 * round.radius * round.radius;
    if (round.power > -touching && round.power < touching) {
        round.power = touching;
    }
    if (!disc_in_view(view, &round)) {
        return;
    }
    bound_disc(view, &round, -1);
    bound_disc(view, &round, 1);
    const uint32_t first = work->edge_count;
    if (round.power > 0) {
        add_arc(view, work, &round, round.near[1], round.near[0]);
    }
    /* With the eye between bottom and top both borders of the shadow come from the near side. There may be no near
     * side: the eye is inside, or touches. */
    if (work->edge_count == first || heights->bottom > 0 || heights->top < 0) {
        add_arc(view, work, &round, round.far[0], round.far[1]);
    }
}
