/* Where ways may have to turn: the places at which borders of surfaces end, cross, or meet what is kept from walls and
 * areas.
 *
 * Invariant: only places are gathered here, more of them than are of use; whether a base can be there and a way bends
 * there is asked when anchors are made of them (walk_anchors.c). Rejected: to look at levels one by one. A way turns
 * where the border of one level meets what is kept on another, so all that steps may join are looked at together.
 */
#include "space/table/walk_points.h"

#define TURNING 50.0 /* units between points along an edge at which ways turn back */
#define SHARP 0.36   /* sine of an angle that feelers can miss: they are 0.1 apart, and some only 2 units long */

/* Whether two lines that meet at a place leave it at a sharp angle: one that ends there does so to one side only. */
static bool meet_sharply(qm__xy at, const qm__xy line[2], const qm__xy other[2]) {
    bool sharp = false;
    for (int i = 0; i < 4 && !sharp; i++) {
        const qm__xy u = qm__minus(line[i / 2], at), v = qm__minus(other[i % 2], at);
        const double far = qm__least(qm__length(u), qm__length(v)), across = qm__cross(qm__unit(u), qm__unit(v));
        sharp = far > QM__POINT_TOUCHES && qm__dot(u, v) > 0 && across < SHARP && across > -SHARP;
    }
    return sharp;
}

static void add_crossing(qm__list *points, const qm__border *border, qm__xy c, qm__xy d, int32_t group) {
    qm__xy at;
    if (qm__border_line(border, c, d, &at)) {
        const bool sharp = meet_sharply(at, (const qm__xy[]){border->a, border->b}, (const qm__xy[]){c, d});
        qm__candidate_add(points, at, group, sharp ? QM__POINT_SHARP : QM__POINT_CROSSING, at);
    }
}

static void add_circle_crossings(qm__list *points, const qm__border *border, qm__xy centre, double radius,
                                 int32_t group) {
    qm__xy at[2];
    const int count = qm__border_circle(border, centre, radius, at);
    const qm__xy along = qm__unit(qm__minus(border->b, border->a));
    const double off = qm__cross(along, qm__minus(centre, border->a)), over = radius - (off < 0 ? -off : off);
    /* Half the chord is the radius times the sine of the angle at which they cross. */
    const bool sharp = over > 2 * QM__CARE && over * (2 * radius - over) < SHARP * SHARP * radius * radius;
    for (int i = 0; i < count; i++) {
        qm__candidate_add(points, at[i], group, sharp ? QM__POINT_SHARP : QM__POINT_CROSSING, centre);
    }
}

static void add_wall_crossings(const qm__walks *walks, qm__list *points, const qm__border *border, const qm__wall *wall,
                               int32_t group) {
    const double r = walks->radius;
    const qm__xy along = qm__unit(qm__minus(wall->b, wall->a)), out = {along.y * r, -along.x * r};
    add_crossing(points, border, qm__plus(wall->a, out), qm__plus(wall->b, out), group);
    if (wall->railing || wall->rim) {
        add_crossing(points, border, qm__minus(wall->a, out), qm__minus(wall->b, out), group);
    }
    if (wall->convex_a) {
        add_circle_crossings(points, border, wall->a, r, group);
    }
    if (wall->convex_b) {
        add_circle_crossings(points, border, wall->b, r, group);
    }
}

/* Where the line that keeps off an area, or the arc around its outer corner, meets a border. */
static void add_area_crossings(const qm__walks *walks, qm__list *points, const qm__border *border, uint32_t area,
                               int32_t group) {
    const qm__table *table = walks->table;
    const qm__polygon *polygon = &table->areas[area].polygon;
    const double r = walks->centre ? 0 : walks->radius;
    const int32_t origin = QM__POINT_ON_AREA + (int32_t)area;
    qm__edges edges = qm__edges_of(table, polygon);
    for (qm__edge e; qm__edges_next(&edges, &e);) {
        if (qm__boxes_apart(border->a, border->b, e.a, e.b, r + 1)) {
            continue;
        }
        const qm__xy along = qm__unit(qm__minus(e.b, e.a)), out = {along.y * r, -along.x * r};
        qm__xy at[2];
        if (qm__border_line(border, qm__plus(e.a, out), qm__plus(e.b, out), at)) {
            qm__candidate_add(points, at[0], group, origin, at[0]);
        }
        for (int count = r > 0 ? qm__border_circle(border, e.a, r, at) : 0; count > 0; count--) {
            qm__candidate_add(points, at[count - 1], group, origin, e.a);
        }
    }
}

/* A way that comes from below a floor and turns back onto it bends anywhere on the floor's edge where that of a surface
 * between lies in one line with it. Points lie there so close that the best of them is within 0.002" of the best place,
 * for ends farther off than three times their distance. */
static void add_turning_points(qm__list *points, const qm__border *floor, const qm__border *between, int32_t group) {
    const qm__xy d = qm__minus(floor->b, floor->a), along = qm__unit(d);
    const qm__xy a = qm__minus(between->a, floor->a), b = qm__minus(between->b, floor->a);
    const double off_a = qm__cross(along, a), off_b = qm__cross(along, b);
    if (off_a > QM__POINT_TOUCHES || off_a < -QM__POINT_TOUCHES || off_b > QM__POINT_TOUCHES ||
        off_b < -QM__POINT_TOUCHES || floor->prism == between->prism) {
        return;
    }
    const double at_a = qm__dot(along, a), at_b = qm__dot(along, b);
    const double low = qm__most(0, qm__least(at_a, at_b)), high = qm__least(qm__length(d), qm__most(at_a, at_b));
    const int count = high > low ? (int)((high - low) / TURNING) + 1 : 0;
    for (int i = 1; i < count; i++) {
        const qm__xy at = qm__along(floor->a, along, low + (high - low) * i / count);
        qm__candidate_add(points, at, group, QM__POINT_ALONG, at);
    }
}

/* Whether a level lies between another one and one below, which only it can join. */
static bool lies_between(const qm__walks *walks, int level, int upper) {
    const int32_t step = qm__levels_walker(walks->levels)->step;
    const int32_t z = qm__level_height(walks->levels, level), top = qm__level_height(walks->levels, upper);
    bool below = false;
    for (int i = 0; i < level && top - z <= step && !below; i++) {
        const int32_t bottom = qm__level_height(walks->levels, i);
        below = z - bottom <= step && top - bottom > step;
    }
    return below;
}

static void add_border_points(const qm__walks *walks, qm__list *points, int level, const qm__border *border,
                              uint32_t index) {
    const int32_t group = walks->group[level];
    qm__candidate_add(points, border->a, group, QM__POINT_DRAWN, border->a);
    qm__candidate_add(points, border->b, group, QM__POINT_DRAWN, border->b);
    for (uint32_t area = 0; area < walks->table->area_count; area++) {
        if (walks->areas >> area & 1) {
            add_area_crossings(walks, points, border, area, group);
        }
    }
    for (int other = 0; other < walks->level_count; other++) {
        if (walks->group[other] != group) {
            continue;
        }
        uint32_t count;
        const qm__border *borders = qm__borders(walks->levels, other, &count);
        for (uint32_t i = other == level ? index + 1 : 0; other >= level && i < count; i++) {
            if (!qm__boxes_apart(border->a, border->b, borders[i].a, borders[i].b, 1)) {
                add_crossing(points, border, borders[i].a, borders[i].b, group);
            }
        }
        const bool between = other < level && lies_between(walks, other, level);
        for (uint32_t i = 0; between && i < count; i++) {
            if (!qm__boxes_apart(border->a, border->b, borders[i].a, borders[i].b, 1)) {
                add_turning_points(points, border, &borders[i], group);
            }
        }
        const qm__wall *walls = qm__walls(walks->levels, other, &count);
        for (uint32_t i = 0; i < count; i++) {
            if (!qm__boxes_apart(border->a, border->b, walls[i].a, walls[i].b, walks->radius + 1)) {
                add_wall_crossings(walks, points, border, &walls[i], group);
            }
        }
    }
}

void qm__gather_points(const qm__walks *walks, qm__list *points) {
    for (int level = 0; level < walks->level_count; level++) {
        uint32_t count;
        const qm__border *borders = qm__borders(walks->levels, level, &count);
        for (uint32_t i = 0; i < count; i++) {
            add_border_points(walks, points, level, &borders[i], i);
        }
    }
}
