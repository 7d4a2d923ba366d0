/* Single flights: whether the air between two places is free of terrain and of bodies.
 *
 * A flight is a disc that moves straight in plan, in the heights from a step (or the clearance) above the take-off up
 * to the head of who flies. Links are made of whole families of flights (links_flights.c); here one of them is asked
 * about, where not all of its link are clear, or where bodies stand.
 *
 * Invariant: the same heights and the same slack as for families, so that a link all of whose flights are clear has no
 * flight that is not, but for bodies.
 */
#include "space/table/links_inside.h"

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
