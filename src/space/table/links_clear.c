/* Single flights: whether the air between two places is free of terrain and of bodies, and what lies below.
 *
 * A flight is a disc that moves straight in plan, in the heights from a step (or the clearance) above the take-off up
 * to the head of who flies. Links are made of whole families of flights (links_flights.c); here one of them is asked
 * about, where not all of its link are clear, or where bodies stand.
 *
 * Invariant: the same heights and the same slack as for families, so that a link all of whose flights are clear has no
 * flight that is not, but for bodies.
 */
#include "space/table/levels_inside.h"
#include "space/table/links_inside.h"
#include "space/table/walk_inside.h"

#define TOUCH 1e-3  /* units: a flight that touches something keeps so much more than it must */
#define BESIDE 1.0  /* units: how far outside of an edge one looks for what lies below … */
#define ASIDE 0.6   /* … and how far along it: what is within the slack of a solid counts to it */
#define AT_EDGE 2.0 /* units: so near to an edge a flight may begin or end without leading over what is there */
#define FINE 1.0    /* units of a flight: a stretch so short has one surface below */
#define INSIDE 0.01 /* of a stretch: so far within its ends these are looked at */

/* ------------------------------------------------------------------------------------------------------------ the air
 */

void qm__flight_heights(const qm__link_rules *rules, const qm__walker *walker, int32_t off_z, int32_t rise,
                        int32_t *low, int32_t *high) {
    int32_t over = rules->clearance > walker->step ? rules->clearance : walker->step;
    over = rise > over ? rise : over;
    *low = off_z + over;
    *high = off_z + (rise > 0 ? rise : 0) + walker->height;
}

int32_t qm__flight_bar(const qm__link_rules *rules, const qm__walker *walker, int32_t off_z, int32_t rise) {
    int32_t low, high;
    qm__flight_heights(rules, walker, off_z, rise, &low, &high);
    return rules->low_bars ? off_z + rules->clearance : low;
}

bool qm__flight_stands_on(const qm__table *table, const qm__prism *prism, qm__xy at, int32_t z, double radius) {
    return prism->top == z && qm__polygon_has(table, &prism->polygon, at.x, at.y, radius + QM__LINK_TOUCH);
}

/* Whether the line of a flight leads over a solid; where it begins or ends at its edge it does not. */
static bool leads_over(const qm__table *one, int32_t low, int32_t high, const qm__flight *f) {
    const double length = qm__apart(f->off, f->on);
    const qm__xy u = qm__unit(qm__minus(f->on, f->off));
    return length > 2 * AT_EDGE &&
           !qm__air_free(one, low, high, qm__along(f->off, u, AT_EDGE), qm__along(f->on, u, -AT_EDGE), AT_EDGE / 2, 0);
}

/* Whether a solid, or a railing of it, that is at most a step higher than the take-off bars a flight. What the base is
 * over where it takes off or lands it may be over, as whoever stands there; but not go over to the other side. */
static bool low_thing_bars(const qm__table *one, int32_t low, int32_t high, const qm__walker *walker,
                           const qm__flight *f) {
    const qm__prism *prism = one->prisms;
    const double radius = walker->radius;
    if (qm__air_free(one, low, high, f->off, f->on, radius, QM__CARE)) {
        return false;
    }
    if (prism->top > low) {
        const bool below_base = !qm__air_free(one, low, high, f->off, f->off, radius, QM__CARE) ||
                                !qm__air_free(one, low, high, f->on, f->on, radius, QM__CARE);
        return !qm__is_landed_on(prism, f->on_z) && (!below_base || leads_over(one, low, high, f));
    }
    if (!qm__flight_stands_on(one, prism, f->off, f->off_z, radius) &&
        !qm__flight_stands_on(one, prism, f->on, f->on_z, radius)) {
        return true;
    }
    return !qm__air_free(one, prism->top + walker->step, high, f->off, f->on, radius, QM__CARE);
}

bool qm__flight_passes(const qm__link_rules *rules, const qm__walker *walker, const qm__table *table,
                       const qm__flight *f) {
    const int32_t rise = f->on_z - f->off_z, bar = qm__flight_bar(rules, walker, f->off_z, rise);
    int32_t low, high;
    qm__flight_heights(rules, walker, f->off_z, rise, &low, &high);
    if (!qm__air_free(table, low, high, f->off, f->on, walker->radius, QM__CARE)) {
        return false;
    }
    for (uint32_t i = 0; bar < low && i < table->prism_count; i++) {
        const qm__prism *prism = &table->prisms[i];
        if (prism->top > low || (prism->top <= bar && !prism->polygon.railed) ||
            !qm__box_near(&prism->polygon.box, f->off, f->on, walker->radius)) {
            continue;
        }
        const qm__table one = qm__table_of_one(table, i);
        if (low_thing_bars(&one, bar, low, walker, f)) {
            return false;
        }
    }
    return true;
}

double qm__flight_stop(const qm__link_rules *rules, const qm__walker *walker, const qm__table *one,
                       const qm__flight *f) {
    const int32_t rise = f->on_z - f->off_z, bar = qm__flight_bar(rules, walker, f->off_z, rise);
    const qm__xy way = qm__minus(f->on, f->off);
    int32_t low, high;
    double free = 0, met = 1;
    qm__flight_heights(rules, walker, f->off_z, rise, &low, &high);
    for (int i = 0; i < 40; i++) {
        const double middle = (free + met) / 2;
        if (qm__air_free(one, bar, high, f->off, qm__along(f->off, way, middle), walker->radius, QM__CARE)) {
            free = middle;
        } else {
            met = middle;
        }
    }
    return met;
}

static int32_t body_bar(const qm__link_rules *rules, int32_t off_z, int32_t low) {
    return rules->tall_bodies_bar ? off_z + rules->over : low;
}

/* How far in plan a flight of a link has to keep off a body besides the radii of both; negative: it is not in the way.
 * Its margin counts at the height, between those of the two ends, that is nearest to its own. */
static double body_room(const qm__links *links, const qm__link *link, const qm__body *body) {
    const qm__walker *walker = qm__levels_walker(links->levels);
    const int32_t off_z = qm__level_height(links->levels, link->from), on_z = off_z + link->rise;
    int32_t low, high;
    if (body->manner != QM__BLOCK && !(body->manner == QM__PASS_ONLY && body->afoot)) {
        return -1;
    }
    const int32_t z = (int32_t)qm__clamp(body->z, off_z < on_z ? off_z : on_z, off_z < on_z ? on_z : off_z);
    const double aloft = qm__body_aloft(body, z);
    if (aloft > 0) {
        return aloft;
    }
    qm__flight_heights(&links->rules, walker, off_z, link->rise, &low, &high);
    return qm__range_meets(body->z, body->z + body->height, body_bar(&links->rules, off_z, low), high) ? 0 : -1;
}

bool qm__flight_ends_over(const qm__walker *walker, const qm__body *body, const qm__flight *f) {
    const double off = qm__body_keep_off(body, f->off_z, walker->radius, walker->height);
    const double on = qm__body_keep_off(body, f->on_z, walker->radius, walker->height);
    return body->manner == QM__PASS_ONLY && ((off > 0 && qm__body_blocks(body, off, f->off, f->off, QM__CARE)) ||
                                             (on > 0 && qm__body_blocks(body, on, f->on, f->on, QM__CARE)));
}

/* Whether a body is in the way of a flight. */
static bool body_stops(const qm__links *links, const qm__link *link, const qm__body *body, qm__xy from, qm__xy to) {
    const double radius = qm__levels_walker(links->levels)->radius, room = body_room(links, link, body);
    const int32_t off_z = qm__level_height(links->levels, link->from);
    const qm__flight flight = {from, to, off_z, off_z + link->rise};
    if (room < 0 || qm__flight_ends_over(qm__levels_walker(links->levels), body, &flight)) {
        return false;
    }
    if (body->radius > 0) {
        const double keep = radius + body->radius + room - QM__CARE;
        return qm__point_segment_square((qm__xy){body->x, body->y}, from, to) < keep * keep;
    }
    qm__xy corners[4];
    const double keep = radius + room - QM__CARE;
    qm__body_corners(body, corners);
    for (int i = 0; i < 4; i++) {
        if (qm__segments_square(from, to, corners[i], corners[(i + 1) % 4]) < keep * keep) {
            return true;
        }
    }
    return qm__body_point_distance(body, from) < 0;
}

bool qm__flight_meets(const qm__links *links, uint32_t number, const qm__body *body, qm__xy off, qm__xy on) {
    const qm__link *link = &links->items[number];
    return (link->kind == QM__LINK_JUMP || link->kind == QM__LINK_DROP) && body_stops(links, link, body, off, on);
}

bool qm__flight_free(const qm__links *links, uint32_t number, const qm__crowd *crowd, qm__xy off, qm__xy on,
                     bool beyond) {
    const qm__link *link = &links->items[number];
    const qm__table *table = qm__levels_table(links->levels);
    const qm__walker *walker = qm__levels_walker(links->levels);
    if (link->kind != QM__LINK_JUMP && link->kind != QM__LINK_DROP) {
        return true;
    }
    const int32_t off_z = qm__level_height(links->levels, link->from);
    const qm__flight flight = {off, on, off_z, off_z + link->rise};
    if ((link->some || beyond) && !qm__flight_passes(&links->rules, walker, table, &flight)) {
        return false;
    }
    if (beyond && link->rise < 0) {
        int32_t low, high;
        const int32_t foot = qm__level_height(links->levels, link->to) + walker->step;
        qm__flight_heights(&links->rules, walker, off_z, link->rise, &low, &high);
        if (!qm__air_free(table, foot, high, on, on, walker->radius, QM__CARE)) {
            return false;
        }
    }
    qm__xy least = off, most = off;
    qm__widen(&least, &most, on);
    const qm__few few = qm__crowd_few(crowd, least, most);
    for (uint32_t k = 0; k < few.count; k++) {
        const uint16_t i = qm__few_at(&few, k);
        const qm__body *body = &crowd->bodies[i];
        if (i != crowd->self && !qm__body_far(body, least, most, walker->radius) &&
            body_stops(links, link, body, off, on)) {
            return false;
        }
    }
    return true;
}

bool qm__flight_clear(const qm__links *links, uint32_t number, const qm__crowd *crowd, qm__xy off, qm__xy on) {
    return qm__flight_free(links, number, crowd, off, on, false);
}

/* ------------------------------------------------------------------------------------------------ just past something
 */

/* Flights between a place and a curve: the next one that touches something. */
typedef struct touching {
    qm__xy place;
    const qm__curve *curve;
    double part, hand;
    double next;
    qm__xy least, most; /* all of these flights are in between */
} touching;

static void touch_at(touching *t, double part) {
    if (part >= 0 && part <= 1 && (part - t->part) * t->hand > 1e-9 && (t->next - part) * t->hand > 0) {
        t->next = part;
    }
}

/* Where a line from the place meets the curve. */
static void touch_along(touching *t, qm__xy d) {
    const qm__curve *c = t->curve;
    if (c->radius <= 0) {
        const qm__xy ab = qm__minus(c->b, c->a), v = qm__minus(c->a, t->place);
        const double across = qm__cross(d, ab);
        if (across != 0 && qm__cross(v, ab) / across > 0) {
            touch_at(t, qm__cross(v, d) / across);
        }
        return;
    }
    const qm__xy v = qm__minus(c->centre, t->place);
    const double along = qm__dot(v, d), off = qm__cross(d, v), rest = c->radius * c->radius - off * off;
    if (rest < -0.01 * c->radius) {
        return;
    }
    const double half = rest > 0 ? qm__root(rest) : 0; /* it may just touch the arc: a landing beside the body itself */
    for (int side = -1; side <= 1; side += 2) {
        const qm__xy p = qm__along(t->place, d, along + side * half);
        const double part = qm__curve_nearest(c, p);
        if (along + side * half > 0 && qm__apart(qm__curve_point(c, part), p) < QM__CARE) {
            touch_at(t, part);
        }
    }
}

static void touch_circle(touching *t, qm__xy centre, double radius) {
    for (int side = -1; side <= 1; side += 2) {
        qm__xy d;
        double length;
        if (qm__tangent_of(t->place, 0, 1, centre, radius, side, &d, &length)) {
            touch_along(t, d);
        }
    }
}

/* Where the curve itself meets a circle. */
static void touch_ring(touching *t, qm__xy centre, double radius) {
    const qm__curve *c = t->curve;
    const bool arc = c->radius > 0;
    const qm__xy v = qm__minus(centre, arc ? c->centre : c->a), u = qm__unit(arc ? v : qm__minus(c->b, c->a));
    const double apart = qm__length(v);
    if (arc && apart <= 0) {
        return;
    }
    /* `along` u and `aside` of it: the two points are half a chord to either side of there. */
    const double along = arc ? (apart * apart + c->radius * c->radius - radius * radius) / (2 * apart) : qm__dot(v, u);
    const double aside = arc ? along : qm__cross(u, v), round = arc ? c->radius : radius;
    const double half = round * round > aside * aside ? qm__root(round * round - aside * aside) : -1;
    for (int side = -1; side <= 1 && half >= 0; side += 2) {
        const qm__xy p = arc ? qm__along(qm__along(c->centre, u, along), qm__left(u), side * half)
                             : qm__along(c->a, u, along + side * half);
        const double part = qm__curve_nearest(c, p);
        if (qm__apart(qm__curve_point(c, part), p) < QM__CARE) {
            touch_at(t, part);
        }
    }
}

/* Where ends of the flights begin to be over a body that is passed there as on foot. */
static void touch_ends(touching *t, const qm__walker *walker, const qm__body *body, int32_t off_z, int32_t on_z) {
    const int32_t heights[2] = {off_z, on_z};
    for (int i = 0; i < 2 && body->manner == QM__PASS_ONLY && body->radius > 0; i++) {
        const double keep = qm__body_keep_off(body, heights[i], walker->radius, walker->height);
        if (keep > 0) {
            touch_ring(t, (qm__xy){body->x, body->y}, keep - QM__CARE - TOUCH);
        }
    }
}

static void touch_terrain(touching *t, const qm__table *table, int32_t low, int32_t high, double radius) {
    for (qm__air air = {table, low, high, t->least, t->most, radius, 0, NULL, false}; qm__air_next(&air);) {
        qm__edge e;
        for (qm__edges at = qm__edges_of(table, &air.prism->polygon); qm__edges_next(&at, &e);) {
            if (qm__air_has(&air, &e)) {
                touch_circle(t, e.a, radius);
                if (!air.solid) { /* the edge after it may have no railing */
                    touch_circle(t, e.b, radius);
                }
            }
        }
    }
}

double qm__flight_touch(const qm__links *links, uint32_t number, const qm__crowd *crowd, qm__xy place,
                        const qm__curve *curve, double part, int hand, bool beyond) {
    const qm__link *link = &links->items[number];
    const qm__walker *walker = qm__levels_walker(links->levels);
    const double radius = walker->radius - QM__CARE + TOUCH;
    touching t = {place, curve, part, hand, hand > 0 ? 2 : -1, place, place};
    qm__xy points[6];
    for (int i = qm__curve_around(curve, points) - 1; i >= 0; i--) {
        qm__widen(&t.least, &t.most, points[i]);
    }
    const int32_t off_z = qm__level_height(links->levels, link->from);
    int32_t low, high;
    qm__flight_heights(&links->rules, walker, off_z, link->rise, &low, &high);
    if (link->some || beyond) {
        touch_terrain(&t, qm__levels_table(links->levels), qm__flight_bar(&links->rules, walker, off_z, link->rise),
                      high, radius);
    }
    const qm__few few = qm__crowd_few(crowd, t.least, t.most);
    for (uint32_t k = 0; k < few.count; k++) {
        const uint16_t i = qm__few_at(&few, k);
        const qm__body *body = &crowd->bodies[i];
        const bool far = i == crowd->self || qm__body_far(body, t.least, t.most, walker->radius + 1);
        const double room = far ? -1 : body_room(links, link, body);
        if (room < 0) {
            continue;
        }
        touch_ends(&t, walker, body, off_z, off_z + link->rise);
        if (body->radius > 0) {
            touch_circle(&t, (qm__xy){body->x, body->y}, radius + body->radius + room);
            continue;
        }
        qm__xy corners[4];
        qm__body_corners(body, corners);
        for (int corner = 0; corner < 4; corner++) {
            touch_circle(&t, corners[corner], radius + room);
        }
    }
    return t.next;
}

bool qm__body_beside(const qm__link *link, const qm__body *body, double keep) {
    const qm__xy centre = {body->x, body->y};
    if (body->radius > 0 || qm__link_beside(link, centre, keep)) {
        return qm__link_beside(link, centre, keep);
    }
    qm__xy corners[4];
    qm__body_corners(body, corners);
    for (int i = 0; i < 4; i++) {
        if (qm__link_beside(link, corners[i], keep) ||
            (link->on.radius <= 0 &&
             qm__segments_square(link->on.a, link->on.b, corners[i], corners[(i + 1) % 4]) < keep * keep)) {
            return true;
        }
    }
    return false;
}

/* --------------------------------------------------------------------------------------------------- what lies below
 */

int32_t qm__below_edge(const qm__table *table, qm__xy edge, qm__xy out, qm__xy way, int32_t z, int32_t known) {
    const qm__xy along = qm__left(out);
    const double aside = qm__dot(way, along);
    const int hand = (aside > QM__LINK_TOUCH) - (aside < -QM__LINK_TOUCH);
    const qm__xy p = qm__along(qm__along(edge, out, BESIDE), along, hand * ASIDE);
    int32_t below, here;
    if (qm__surface_below(table, p.x, p.y, z - 1, &below) == QM__NOTHING ||
        (qm__surface_below(table, p.x, p.y, z, &here) != QM__NOTHING && here == z)) {
        return known;
    }
    return below;
}

/* The first part of a line, beyond one, at which an edge of a walkable top is crossed; 1 when there is none. */
static double next_edge(const qm__table *table, int32_t z, qm__xy from, qm__xy d, double part) {
    double next = 1;
    for (uint32_t i = 0; i < table->prism_count; i++) {
        const qm__prism *prism = &table->prisms[i];
        if (!(prism->flags & QM__PRISM_WALKABLE) || prism->top > z ||
            !qm__box_near(&prism->polygon.box, from, qm__plus(from, d), 0)) {
            continue;
        }
        next = qm__next_crossing(table, &prism->polygon, from, d, part, next);
    }
    return next;
}

/* The end of a stretch, or a place before it up to which one surface is below: where a line runs beside an edge for
 * long, the slack of what is there ends somewhere between. */
static double alike_until(const qm__table *table, int32_t z, qm__xy from, qm__xy d, double part, double next) {
    const double length = qm__length(d);
    while ((next - part) * length > FINE) {
        const double in = (next - part) * INSIDE;
        const qm__xy a = qm__along(from, d, part + in), b = qm__along(from, d, next - in);
        int32_t first, last;
        const int one = qm__surface_below(table, a.x, a.y, z, &first),
                  other = qm__surface_below(table, b.x, b.y, z, &last);
        if ((one == QM__NOTHING) == (other == QM__NOTHING) && first == last) {
            break;
        }
        next = (part + next) / 2;
    }
    return next;
}

/* What lies below a flight between two heights. */
static qm__below below_flight(const qm__levels *levels, int32_t from, int32_t to, qm__xy off, qm__xy on) {
    const qm__table *table = qm__levels_table(levels);
    const bool whole = qm__levels_walker(levels)->whole; /* else it takes off right on the rim */
    const int32_t z = from > to ? from : to;
    const qm__xy d = qm__minus(on, off);
    const double length = qm__length(d);
    qm__below found = {to, to, 0}, all = {INT32_MAX, INT32_MIN, 0}; /* found: while it is not over its landing yet */
    double begin = 0, next;
    bool left = false; /* the surface that it takes off from lies behind */
    for (double part = 0; part < 1; part = next) {
        next = alike_until(table, z, off, d, part, next_edge(table, z, off, d, part));
        const qm__xy middle = qm__along(off, d, (part + next) / 2);
        int32_t below;
        if ((next - part) * length <= QM__SLACK ||
            qm__surface_below(table, middle.x, middle.y, z, &below) == QM__NOTHING) {
            continue;
        }
        if (!left && below == from) {
            begin = whole ? next : 0;
            continue;
        }
        left = true;
        all.lowest = below < all.lowest ? below : all.lowest;
        all.highest = below > all.highest ? below : all.highest;
        if (below != to) {
            found = all;
            found.gap = (next - begin) * length;
        }
    }
    return found;
}

qm__below qm__flight_below(const qm__links *links, uint32_t number, qm__xy off, qm__xy on) {
    const qm__link *link = &links->items[number];
    const int32_t to = qm__level_height(links->levels, link->to);
    return below_flight(links->levels, to - link->rise, to, off, on);
}

bool qm__flight_crosses(const qm__links *links, uint32_t number, qm__xy off, qm__xy on) {
    const qm__link *link = &links->items[number];
    const qm__xy along = qm__minus(link->on.b, link->on.a);
    const double aside = qm__cross(along, qm__minus(off, link->on.a));
    const bool apart = link->on.radius > 0 || aside * aside >= qm__dot(along, along) * (QM__OUTWARDS * QM__OUTWARDS);
    if (link->kind != QM__LINK_JUMP || (apart && qm__flight_outwards(link, off, on))) {
        return true; /* quicker: it leaves its rim, and comes to its landing from before it */
    }
    return qm__flight_below(links, number, off, on).gap > QM__SLACK;
}

double qm__gap_below(const qm__levels *levels, int32_t from, int32_t to, qm__xy off, qm__xy on) {
    return below_flight(levels, from, to, off, on).gap;
}
