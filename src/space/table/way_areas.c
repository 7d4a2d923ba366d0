/* Areas along a way: whether a base is in one, where a straight piece or an arc comes into or out of it, and what a
 * drawn piece costs by the inch.
 *
 * A base is in an area when its centre is, or any part of it, less the slack; so borders are those of the area grown by
 * that reach: parallels of its edges and circles around its corners. Every crossing with one of them is a possible
 * change; what holds between two changes is asked in the middle.
 *
 * Rejected: the grown area as a shape of its own, which has to be made for every radius and merged at inner corners.
 */
#include "space/table/levels_inside.h"
#include "space/table/way.h"

#include "base/angle.h"

bool qm__in_area(const qm__levels *levels, uint32_t area, qm__xy p) {
    const qm__table *table = qm__levels_table(levels);
    const qm__polygon *polygon = &table->areas[area].polygon;
    const double reach = qm__area_reach(levels), around = qm__most(reach, 0);
    return p.x >= (double)polygon->box.x0 - around && p.x <= (double)polygon->box.x1 + around &&
           p.y >= (double)polygon->box.y0 - around && p.y <= (double)polygon->box.y1 + around &&
           qm__polygon_has(table, polygon, p.x, p.y, reach);
}

/* Both crossings of p + t × d with a circle, the lesser first; false = none. */
static bool cross_circle(qm__xy p, qm__xy d, qm__xy centre, double radius, double t[2]) {
    const qm__xy m = qm__minus(p, centre);
    const double a = qm__dot(d, d), b = qm__dot(m, d), under = b * b - a * (qm__dot(m, m) - radius * radius);
    if (under < 0 || a <= 0) {
        return false;
    }
    const double root = qm__root(under);
    t[0] = (-b - root) / a;
    t[1] = (-b + root) / a;
    return true;
}

static double sooner(double value, double after, double end) {
    return value > after && value < end ? value : end;
}

#define NOT_MET 2.0 /* a part beyond every piece */
#define WELL 0.01   /* units: who is no farther inside than this is at the border */
#define BESIDE 0.01 /* units: crossings of an edge's parallel so far beyond the edge still count */

/* How far along an edge, from its corner, the place at a part of a piece lies. */
static double along_edge(qm__xy from, qm__xy d, double part, qm__xy a, qm__xy along) {
    return qm__dot(qm__minus(qm__along(from, d, part), a), along);
}

bool qm__well_in(const qm__levels *levels, uint32_t area, int32_t level, qm__xy p) {
    return levels->levels[level].areas >> area & 1 &&
           qm__polygon_has(levels->table, &levels->table->areas[area].polygon, p.x, p.y, qm__area_reach(levels) - WELL);
}

/* Where a straight piece crosses the border of an area grown by `reach`. */
static double change(const qm__table *table, uint32_t area, double reach, qm__xy from, qm__xy to, double after,
                     double end) {
    const qm__xy d = qm__minus(to, from);
    qm__edges edges = qm__edges_of(table, &table->areas[area].polygon);
    double t[2];
    if (!qm__box_near(&table->areas[area].polygon.box, from, to, qm__most(reach, 0))) {
        return end;
    }
    for (qm__edge e; qm__edges_next(&edges, &e);) {
        const qm__xy ab = qm__minus(e.b, e.a), along = qm__unit(ab), out = {along.y, -along.x};
        const double speed = qm__dot(d, out), rest = reach - qm__dot(qm__minus(from, e.a), out);
        const double part = speed != 0 ? rest / speed : -1;
        if (part > after && part < end) {
            const double beside = along_edge(from, d, part, e.a, along);
            end = beside > -BESIDE && beside < qm__dot(ab, along) + BESIDE ? part : end;
        }
        if (cross_circle(from, d, e.a, reach, t)) {
            end = sooner(t[0], after, sooner(t[1], after, end));
        }
    }
    return end;
}

double qm__area_change(const qm__levels *levels, uint32_t area, qm__xy from, qm__xy to, double after, double end) {
    return change(qm__levels_table(levels), area, qm__area_reach(levels), from, to, after, end);
}

double qm__length_inside(const qm__levels *levels, uint32_t area, qm__xy from, qm__xy to) {
    double inside = 0;
    for (double at = 0; at < 1;) {
        const double next = qm__area_change(levels, area, from, to, at, 1);
        inside += qm__in_area(levels, area, qm__along(from, qm__minus(to, from), (at + next) / 2)) ? next - at : 0;
        at = next;
    }
    return inside * qm__apart(from, to);
}

double qm__well_change(const qm__levels *levels, uint32_t area, qm__xy from, qm__xy to, double after, double end) {
    return change(qm__levels_table(levels), area, qm__area_reach(levels) - WELL, from, to, after, end);
}

double qm__area_met(const qm__levels *levels, int32_t level, uint32_t area, qm__xy from, qm__xy to, double begin,
                    double end) {
    const qm__xy d = qm__minus(to, from);
    const bool there = levels->levels[level].areas >> area & 1;
    double at = begin, next = begin;
    while (there && next < end) {
        next = qm__area_change(levels, area, from, to, at, end);
        if (qm__in_area(levels, area, qm__along(from, d, (at + next) / 2))) {
            return at;
        }
        at = next;
    }
    return there && qm__in_area(levels, area, qm__along(from, d, end)) ? end : NOT_MET;
}

static double sooner_angle(qm__xy v, double after, double end) {
    double angle = qm__angle_of(v.x, v.y);
    while (angle <= after) {
        angle += 2 * QM__PI;
    }
    return angle < end ? angle : end;
}

/* … and an arc. */
static double change_round(const qm__table *table, uint32_t area, double reach, qm__xy centre, double radius,
                           double after, double end) {
    qm__edges edges = qm__edges_of(table, &table->areas[area].polygon);
    double t[2];
    for (qm__edge e; qm__edges_next(&edges, &e);) {
        const qm__xy along = qm__unit(qm__minus(e.b, e.a)), out = {along.y, -along.x};
        const qm__xy m = qm__minus(qm__along(e.a, out, reach), centre);
        if (cross_circle(m, along, (qm__xy){0, 0}, radius, t)) {
            end = sooner_angle(qm__along(m, along, t[0]), after, sooner_angle(qm__along(m, along, t[1]), after, end));
        }
        /* Two circles: both crossings lie as far along the line of the centres, and as far to either side of it. */
        const qm__xy v = qm__minus(e.a, centre);
        const double square = qm__dot(v, v);
        const double part = square > 0 ? (radius * radius + square - reach * reach) / (2 * square) : 2;
        const double rest = square > 0 ? radius * radius / square - part * part : -1;
        if (rest >= 0) {
            const qm__xy middle = {v.x * part, v.y * part}, side = qm__left(v);
            const double off = qm__root(rest);
            end = sooner_angle(qm__along(middle, side, off), after,
                               sooner_angle(qm__along(middle, side, -off), after, end));
        }
    }
    return end;
}

double qm__area_change_round(const qm__levels *levels, uint32_t area, qm__xy centre, double radius, double after,
                             double end) {
    return change_round(qm__levels_table(levels), area, qm__area_reach(levels), centre, radius, after, end);
}

double qm__well_change_round(const qm__levels *levels, uint32_t area, qm__xy centre, double radius, double after,
                             double end) {
    return change_round(qm__levels_table(levels), area, qm__area_reach(levels) - WELL, centre, radius, after, end);
}

double qm__drawn_price(const qm__levels *levels, int level, qm__xy from, qm__xy to, const int32_t *factors) {
    const qm__table *table = qm__levels_table(levels);
    const int32_t z = qm__level_height(levels, level);
    const double length = qm__apart(from, to);
    double price = 0;
    for (double at = 0; at < 1;) {
        double next = 1, factor = 1000;
        for (uint32_t i = 0; i < table->area_count; i++) {
            if (factors[i] > 1000 && table->areas[i].bottom <= z && z <= table->areas[i].top) {
                next = qm__area_change(levels, i, from, to, at, next);
            }
        }
        const qm__xy middle = qm__along(from, qm__minus(to, from), (at + next) / 2);
        for (uint32_t i = 0; i < table->area_count; i++) {
            if (factors[i] > factor && table->areas[i].bottom <= z && z <= table->areas[i].top &&
                qm__in_area(levels, i, middle)) {
                factor = factors[i];
            }
        }
        price += (next - at) * length * (factor / 1000);
        at = next;
    }
    return price;
}

/* ------------------------------------------------------------------------------------------------- which are met */

uint64_t qm__areas_uneven(const qm__levels *levels) {
    uint64_t all = UINT64_MAX, any = 0;
    for (int i = 0; i < levels->count; i++) {
        all &= levels->levels[i].areas;
        any |= levels->levels[i].areas;
    }
    return any & ~all;
}

bool qm__areas_near(const qm__levels *levels, uint64_t areas, qm__xy from, qm__xy to) {
    const double reach = (double)levels->walker.radius;
    bool near = false;
    for (uint64_t left = areas; !near && left; left &= left - 1) {
        near = qm__box_near(&levels->table->areas[__builtin_ctzll(left)].polygon.box, from, to, reach);
    }
    return near;
}

static uint64_t all_areas(const qm__levels *levels) {
    const uint32_t count = levels->table->area_count;
    return count < 64 ? ((uint64_t)1 << count) - 1 : UINT64_MAX;
}

/* The areas of a piece begun on a level; `met` when it cannot be walked from there, or does not lie in fewer. */
static uint64_t fewer_areas(const qm__levels *levels, qm__spot from, qm__xy to, uint64_t met) {
    qm__traced traced;
    return qm__passes(levels, NULL, from, QM__CARE, NULL) && qm__trace(levels, NULL, from, to, QM__CARE, &traced) &&
                   (traced.areas & ~met) == 0
               ? traced.areas
               : met;
}

/* A piece may begin on a border: then the base may step before it goes, and be in fewer areas. */
uint64_t qm__piece_areas(const qm__levels *levels, int32_t level, qm__xy from, qm__xy to) {
    qm__traced traced;
    if (!qm__areas_near(levels, all_areas(levels), from, to)) {
        return 0;
    }
    if (!qm__areas_uneven(levels)) { /* then it does not matter on which levels it goes */
        return qm__areas_along(levels, level, from, to);
    }
    const bool clear = qm__trace(levels, NULL, (qm__spot){from.x, from.y, level}, to, QM__SLACK, &traced);
    uint64_t met = clear ? traced.areas : UINT64_MAX;
    const int32_t z = qm__level_height(levels, level), step = levels->walker.step;
    for (int32_t i = 0; met && i < levels->count; i++) {
        if (levels->levels[i].z >= z - step && levels->levels[i].z <= z + step) {
            met = fewer_areas(levels, (qm__spot){from.x, from.y, i}, to, met);
        }
    }
    return met == UINT64_MAX ? qm__areas_along(levels, level, from, to) : met;
}

double qm__length_met(const qm__levels *levels, uint32_t area, qm__spot from, qm__xy to) {
    const qm__xy begin = {from.x, from.y};
    const double length = qm__length_inside(levels, area, begin, to);
    const bool uneven = length > 0 && (qm__areas_uneven(levels) >> area & 1);
    return uneven && !(qm__piece_areas(levels, from.level, begin, to) >> area & 1) ? 0 : length;
}
