/* Single flights: whether the air between two places is free of terrain and of bodies, and what lies below.
 *
 * A flight is a disc that moves straight in plan, in the heights from a step (or the clearance) above the take-off up
 * to the head of who flies. Links are made of whole families of flights (links_flights.c); here one of them is asked
 * about, where not all of its link are clear, or where bodies stand.
 *
 * Invariant: the same heights and the same slack as for families, so that a link all of whose flights are clear has no
 * flight that is not, but for bodies.
 */
#include "space/table/links_inside.h"

/* ------------------------------------------------------------------------------------------------------------ the air
 */

void qm__flight_heights(const qm__link_rules *rules, const qm__walker *walker, int32_t off_z, int32_t rise,
                        int32_t *low, int32_t *high) {
    int32_t over = rules->clearance > walker->step ? rules->clearance : walker->step;
    over = rise > over ? rise : over;
    *low = off_z + over;
    *high = off_z + (rise > 0 ? rise : 0) + walker->height;
}

/* Whether a body rises into the heights and is in the way of a disc that flies. */
static bool body_stops(const qm__body *body, int32_t low, int32_t high, qm__xy from, qm__xy to, double radius) {
    if (body->manner != QM__BLOCK || !qm__range_meets(body->z, body->z + body->height, low, high)) {
        return false;
    }
    if (body->radius > 0) {
        const double keep = radius + body->radius - QM__CARE;
        return qm__point_segment_square((qm__xy){body->x, body->y}, from, to) < keep * keep;
    }
    qm__xy corners[4];
    const double keep = radius - QM__CARE;
    qm__body_corners(body, corners);
    for (int i = 0; i < 4; i++) {
        if (qm__segments_square(from, to, corners[i], corners[(i + 1) % 4]) < keep * keep) {
            return true;
        }
    }
    return qm__body_point_distance(body, from) < 0;
}

bool qm__flight_free(const qm__links *links, uint32_t number, const qm__crowd *crowd, qm__xy off, qm__xy on,
                     bool beyond) {
    const qm__link *link = &links->items[number];
    const qm__table *table = qm__levels_table(links->levels);
    const qm__walker *walker = qm__levels_walker(links->levels);
    const double radius = walker->radius;
    if (link->kind != QM__LINK_JUMP && link->kind != QM__LINK_DROP) {
        return true;
    }
    int32_t low, high;
    qm__flight_heights(&links->rules, walker, qm__level_height(links->levels, link->from), link->rise, &low, &high);
    if ((link->some || beyond) && !qm__air_free(table, low, high, off, on, radius, QM__CARE)) {
        return false;
    }
    if (beyond && link->rise < 0) {
        const int32_t foot = qm__level_height(links->levels, link->to) + walker->step;
        if (!qm__air_free(table, foot, high, on, on, radius, QM__CARE)) {
            return false;
        }
    }
    for (uint16_t i = 0; crowd && i < crowd->count; i++) {
        if (i != crowd->self && body_stops(&crowd->bodies[i], low, high, off, on, radius)) {
            return false;
        }
    }
    return true;
}

bool qm__flight_clear(const qm__links *links, uint32_t number, const qm__crowd *crowd, qm__xy off, qm__xy on) {
    return qm__flight_free(links, number, crowd, off, on, false);
}

/* --------------------------------------------------------------------------------------------------- what lies below
 */

/* The first part of a line, beyond one, at which an edge of a walkable top is crossed; 1 when there is none. */
static double next_edge(const qm__table *table, int32_t z, qm__xy from, qm__xy d, double part) {
    double next = 1;
    for (uint32_t i = 0; i < table->prism_count; i++) {
        const qm__prism *prism = &table->prisms[i];
        qm__edge e;
        if (!(prism->flags & QM__PRISM_WALKABLE) || prism->top > z ||
            !qm__box_near(&prism->polygon.box, from, qm__plus(from, d), 0)) {
            continue;
        }
        for (qm__edges at = qm__edges_of(table, &prism->polygon); qm__edges_next(&at, &e);) {
            const qm__xy ab = qm__minus(e.b, e.a);
            const double across = qm__cross(d, ab);
            const double crossed = across != 0 ? qm__cross(qm__minus(e.a, from), ab) / across : 1;
            next = crossed > part + 1e-9 && crossed < next ? crossed : next;
        }
    }
    return next;
}

qm__below qm__flight_below(const qm__links *links, uint32_t number, qm__xy off, qm__xy on) {
    const qm__link *link = &links->items[number];
    const qm__table *table = qm__levels_table(links->levels);
    const bool whole = qm__levels_walker(links->levels)->whole; /* else it takes off right on the rim */
    const int32_t to = qm__level_height(links->levels, link->to), z = to - (link->rise < 0 ? link->rise : 0);
    const qm__xy d = qm__minus(on, off);
    const double length = qm__length(d);
    qm__below found = {to, to, 0}, all = {INT32_MAX, INT32_MIN, 0}; /* found: while it is not over its landing yet */
    double begin = 0, next;
    bool left = false; /* the surface that it takes off from lies behind */
    for (double part = 0; part < 1; part = next) {
        next = next_edge(table, z, off, d, part);
        const qm__xy middle = qm__along(off, d, (part + next) / 2);
        int32_t below;
        if ((next - part) * length <= QM__SLACK ||
            qm__surface_below(table, middle.x, middle.y, z, &below) == QM__NOTHING) {
            continue;
        }
        if (!left && below == to - link->rise) {
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
