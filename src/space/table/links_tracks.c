/* Tracks: what holds along a line or a circle, found exactly by events.
 *
 * Whatever is asked along a track (does the base stand here, is the air free) can change only where the track comes to
 * a certain distance from an edge or corner, or crosses a border. All such places are collected, sorted, and the
 * question is asked once at each of them and once between each two: no sampling, and a gap that is exactly as wide as
 * the base is found as a run of a single point.
 */
#include "base/angle.h"
#include "space/table/links_inside.h"

#define NEAR_END 0.01   /* part of a stretch, … */
#define LEAST_NEAR 1.0  /* … but so many units of one that is not too short: the slack may reach beyond an event */
#define SAME_EVENT 1e-7 /* units or radians: events closer than this are one */

/* ----------------------------------------------------------------------------------------------------------- the air
 */

bool qm__air_free(const qm__table *table, int32_t low, int32_t high, qm__xy from, qm__xy to, double radius,
                  double slack) {
    const double keep = radius - slack;
    for (qm__air air = {table, low, high, from, to, radius, 0, NULL, false}; qm__air_next(&air);) {
        if (air.solid && qm__polygon_side(table, &air.prism->polygon, from.x, from.y) > 0) {
            return false;
        }
        qm__edge e;
        for (qm__edges at = qm__edges_of(table, &air.prism->polygon); qm__edges_next(&at, &e);) {
            if (qm__air_has(&air, &e) && qm__segments_square(from, to, e.a, e.b) < keep * keep) {
                return false;
            }
        }
    }
    return true;
}

int qm__hull_of(const qm__xy *points, int count, qm__xy out[2 * QM__HULL_MAX]) {
    qm__xy sorted[QM__HULL_MAX];
    for (int i = 0; i < count; i++) {
        int at = i;
        for (; at > 0 &&
               (sorted[at - 1].x > points[i].x || (sorted[at - 1].x == points[i].x && sorted[at - 1].y > points[i].y));
             at--) {
            sorted[at] = sorted[at - 1];
        }
        sorted[at] = points[i];
    }
    int n = 0;
    for (int pass = 0; pass < 2; pass++) {
        const int base = n;
        for (int k = 0; k < count; k++) {
            const qm__xy p = pass ? sorted[count - 1 - k] : sorted[k];
            while (n >= base + 2 && qm__cross(qm__minus(out[n - 1], out[n - 2]), qm__minus(p, out[n - 1])) <= 0) {
                n--;
            }
            out[n++] = p;
        }
        n--; /* the last one begins the other pass */
    }
    return n > 0 ? n : 1;
}

bool qm__hull_has(const qm__xy *hull, int count, qm__xy p, double by) {
    for (int i = 0; i < count; i++) {
        if (qm__cross(qm__unit(qm__minus(hull[(i + 1) % count], hull[i])), qm__minus(p, hull[i])) < by) {
            return false;
        }
    }
    return count > 2;
}

static bool hull_keeps(const qm__xy *hull, int count, qm__xy a, qm__xy b, double keep) {
    if (qm__hull_has(hull, count, a, 0)) {
        return false;
    }
    for (int i = 0; i < count; i++) {
        if (qm__segments_square(hull[i], hull[(i + 1) % count], a, b) < keep * keep) {
            return false;
        }
    }
    return true;
}

bool qm__air_free_hull(const qm__table *table, int32_t low, int32_t high, const qm__xy *points, int count,
                       double radius) {
    qm__xy hull[2 * QM__HULL_MAX], least = points[0], most = points[0];
    const int n = qm__hull_of(points, count, hull);
    for (int i = 1; i < count; i++) {
        qm__widen(&least, &most, points[i]);
    }
    for (qm__air air = {table, low, high, least, most, radius, 0, NULL, false}; qm__air_next(&air);) {
        if (air.solid && qm__polygon_side(table, &air.prism->polygon, points[0].x, points[0].y) > 0) {
            return false;
        }
        qm__edge e;
        for (qm__edges at = qm__edges_of(table, &air.prism->polygon); qm__edges_next(&at, &e);) {
            if (qm__air_has(&air, &e) && !hull_keeps(hull, n, e.a, e.b, radius - QM__CARE)) {
                return false;
            }
        }
    }
    return true;
}

/* ------------------------------------------------------------------------------------------------------------ events
 */

qm__xy qm__track_point(const qm__track *track, double s) {
    if (track->radius <= 0) {
        return qm__along(track->o, track->u, s);
    }
    const qm__turn turn = qm__turn_of_radians(s);
    const qm__xy d = qm__along((qm__xy){track->u.x * turn.cos, track->u.y * turn.cos}, qm__left(track->u), turn.sin);
    return qm__along(track->o, d, track->radius);
}

qm__curve qm__track_curve(const qm__track *track, double low, double high) {
    return (qm__curve){.a = qm__track_point(track, low),
                       .b = qm__track_point(track, high),
                       .centre = track->radius > 0 ? track->o : (qm__xy){0, 0},
                       .radius = high != low ? track->radius : 0};
}

void qm__events_start(qm__events *events) {
    events->count = 0;
}

void qm__events_add(qm__events *events, const qm__track *track, double s) {
    if (!(s > 0 && s < track->length)) {
        return;
    }
    if (events->count + 3 > events->max) { /* room for both ends is kept */
        events->lost = true;
        return;
    }
    events->items[events->count++] = s;
}

/* The parameter of a direction from the centre of a circle. */
static double turn_on(const qm__track *track, qm__xy v) {
    const double angle = qm__angle_of(qm__dot(track->u, v), qm__cross(track->u, v));
    return angle < 0 ? angle + 2 * QM__PI : angle;
}

void qm__events_circle(qm__events *events, const qm__track *track, qm__xy centre, double radius) {
    const qm__xy d = qm__minus(centre, track->o);
    if (track->radius <= 0) {
        const double along = qm__dot(d, track->u), off = qm__cross(track->u, d), rest = radius * radius - off * off;
        qm__events_add(events, track, along);
        if (rest > 0 && radius > 0) {
            qm__events_add(events, track, along - qm__root(rest));
            qm__events_add(events, track, along + qm__root(rest));
        }
        return;
    }
    const double distance = qm__length(d);
    if (distance < 1e-9) {
        return;
    }
    const double middle = turn_on(track, d);
    qm__events_add(events, track, middle);
    const double k =
        (distance * distance + track->radius * track->radius - radius * radius) / (2 * distance * track->radius);
    if (k > -1 && k < 1) {
        const qm__xy u = qm__unit(d), side = qm__left(u);
        const double h = qm__root(1 - k * k);
        qm__events_add(events, track, turn_on(track, (qm__xy){u.x * k + side.x * h, u.y * k + side.y * h}));
        qm__events_add(events, track, turn_on(track, (qm__xy){u.x * k - side.x * h, u.y * k - side.y * h}));
    }
}

/* Where the track crosses the straight piece from a to b (and a unit beyond its ends). */
static void add_crossings(qm__events *events, const qm__track *track, qm__xy a, qm__xy b) {
    const qm__xy v = qm__unit(qm__minus(b, a)), d = qm__minus(a, track->o);
    const double length = qm__apart(a, b);
    if (track->radius <= 0) {
        const double across = qm__cross(track->u, v);
        if (across > 1e-12 || across < -1e-12) {
            const double on = qm__cross(d, track->u) / across;
            if (on > -1 && on < length + 1) {
                qm__events_add(events, track, qm__cross(d, v) / across);
            }
        }
        return;
    }
    const double along = -qm__dot(d, v), off = qm__cross(v, d), rest = track->radius * track->radius - off * off;
    if (rest < -0.01 * track->radius) {
        return;
    }
    const double half =
        rest > 0 ? qm__root(rest) : 0; /* a circle that touches: the parallel of an edge at its own corner */
    for (int side = -1; side <= 1; side += 2) {
        const double on = along + (double)side * half;
        if (on > -1 && on < length + 1) {
            qm__events_add(events, track, turn_on(track, qm__along(d, v, on)));
        }
    }
}

void qm__events_around(qm__events *events, const qm__track *track, qm__xy a, qm__xy b, double distance) {
    if (distance > 0) {
        const qm__xy side = qm__left(qm__unit(qm__minus(b, a)));
        add_crossings(events, track, qm__along(a, side, distance), qm__along(b, side, distance));
        add_crossings(events, track, qm__along(a, side, -distance), qm__along(b, side, -distance));
    } else {
        add_crossings(events, track, a, b);
    }
    qm__events_circle(events, track, a, distance);
    qm__events_circle(events, track, b, distance);
}

/* What holds on all of an open stretch: in its middle and near both ends. Where something holds in truth it does so
 * everywhere between two events; what holds only thanks to the slack may do so in the middle alone. */
static unsigned ask_stretch(const qm__track *track, double low, double high, qm__track_test *test,
                            const void *context) {
    const double length = (high - low) * (track->radius > 0 ? track->radius : 1);
    const double near = length > 4 * LEAST_NEAR ? qm__most(NEAR_END, LEAST_NEAR / length) : NEAR_END;
    unsigned good = ~0u;
    for (int i = 0; i < 3 && good; i++) {
        const double part = i == 0 ? 0.5 : i == 1 ? near : 1 - near, s = low + (high - low) * part;
        good &= test(context, qm__track_point(track, s), s);
    }
    return good;
}

void qm__events_ask(qm__events *events, const qm__track *track, qm__track_test *test, const void *context) {
    events->items[events->count++] = 0;
    events->items[events->count++] = track->length;
    qm__sort_doubles(events->items, events->count);
    uint32_t kept = 1;
    for (uint32_t i = 1; i < events->count; i++) {
        if (events->items[i] - events->items[kept - 1] > SAME_EVENT) {
            events->items[kept++] = events->items[i];
        }
    }
    events->count = kept;
    for (uint32_t i = 0; i < kept; i++) {
        const double s = events->items[i];
        events->cells[2 * i] = (uint8_t)test(context, qm__track_point(track, s), s);
        if (i + 1 < kept) {
            events->cells[2 * i + 1] = (uint8_t)ask_stretch(track, s, events->items[i + 1], test, context);
        }
    }
}

bool qm__events_run(const qm__events *events, unsigned need, uint32_t *cell, double *low, double *high) {
    const uint32_t cells = 2 * events->count - 1;
    uint32_t at = *cell;
    while (at < cells && (events->cells[at] & need) != need) {
        at++;
    }
    if (at >= cells) {
        return false;
    }
    /* An open stretch without its end is told with it: the end is nearer to being good than any slack. */
    *low = events->items[at / 2];
    while (at < cells && (events->cells[at] & need) == need) {
        at++;
    }
    *high = events->items[at / 2]; /* the event that ends the last stretch, or was the last good cell itself */
    *cell = at;
    return true;
}

/* ------------------------------------------------------------------------------------------------------------ curves
 */

double qm__curve_sweep(const qm__curve *curve) {
    if (curve->radius <= 0) {
        return 0;
    }
    const qm__xy a = qm__minus(curve->a, curve->centre), b = qm__minus(curve->b, curve->centre);
    const double angle = qm__angle_of(qm__dot(a, b), qm__cross(a, b));
    return angle < 0 ? angle + 2 * QM__PI : angle;
}

double qm__curve_length(const qm__curve *curve) {
    return curve->radius > 0 ? curve->radius * qm__curve_sweep(curve) : qm__apart(curve->a, curve->b);
}

qm__xy qm__curve_point(const qm__curve *curve, double part) {
    if (curve->radius <= 0) {
        return qm__along(curve->a, qm__minus(curve->b, curve->a), part);
    }
    const qm__track track = {curve->centre, qm__unit(qm__minus(curve->a, curve->centre)), 0, curve->radius};
    return qm__track_point(&track, part * qm__curve_sweep(curve));
}

double qm__curves_apart(const qm__curve *a, const qm__curve *b) {
    const double around = a->radius + b->radius;
    const qm__xy a0 = a->radius > 0 ? a->centre : a->a, a1 = a->radius > 0 ? a->centre : a->b;
    const qm__xy b0 = b->radius > 0 ? b->centre : b->a, b1 = b->radius > 0 ? b->centre : b->b;
    return qm__most(qm__root(qm__segments_square(a0, a1, b0, b1)) - around, 0);
}

double qm__curve_nearest(const qm__curve *curve, qm__xy p) {
    if (curve->radius <= 0) {
        return qm__nearest_part(curve->a, curve->b, p);
    }
    const double sweep = qm__curve_sweep(curve);
    const qm__xy a = qm__minus(curve->a, curve->centre), v = qm__minus(p, curve->centre);
    double angle = qm__angle_of(qm__dot(a, v), qm__cross(a, v));
    angle = angle < 0 ? angle + 2 * QM__PI : angle;
    if (angle <= sweep) {
        return angle / sweep;
    }
    return angle - sweep < 2 * QM__PI - angle ? 1 : 0;
}

qm__curve qm__curve_cut(const qm__curve *curve, double low, double high) {
    return (qm__curve){.a = low > 0 ? qm__curve_point(curve, low) : curve->a,
                       .b = high < 1 ? qm__curve_point(curve, high) : curve->b,
                       .centre = curve->centre,
                       .radius = high > low ? curve->radius : 0};
}

int qm__curve_around(const qm__curve *curve, qm__xy out[6]) {
    out[0] = curve->a, out[1] = curve->b;
    if (curve->radius <= 0) {
        return 2;
    }
    const qm__turn turn = qm__turn_of_radians(qm__curve_sweep(curve) / 8);
    for (int k = 0; k < 4; k++) {
        const qm__xy p = qm__curve_point(curve, 0.125 + 0.25 * k);
        out[2 + k] = qm__along(curve->centre, qm__minus(p, curve->centre), turn.cos > 0.1 ? 1 / turn.cos : 10);
    }
    return 6;
}
