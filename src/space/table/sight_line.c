/* Straight lines in space past solids. See sight.h.
 *
 * A line is stopped where solids are all around it: where the four lines beside it, moved by a little to the left or
 * right and up or down (an upright line: in plan), are all inside of solids at the same place. So a line may run along
 * a wall, over a top or through a corner point, but not inside of the wall that two solids share, nor through a gap
 * that is no gap.
 *
 * Rejected: asking for the inside of one solid after the other, which lets a line pass between two that touch.
 */
#include "space/table/sight_solids.h"

#define BESIDE 0.25 /* units: half of the slack on either side */

/* A line in space, with points a + d × part for parts from 0 to 1. */
typedef struct ray {
    qm__xy a, d;
    double z, dz;
} ray;

/* The parts of a line at heights strictly inside of a solid; false if there are none. */
static bool parts_in_height(const ray *line, const qm__solid *solid, double *from, double *to) {
    *from = 0;
    *to = 1;
    if (line->dz > 0 || line->dz < 0) {
        const double bottom = (solid->bottom - line->z) / line->dz, top = (solid->top - line->z) / line->dz;
        *from = qm__most(*from, qm__least(bottom, top));
        *to = qm__least(*to, qm__most(bottom, top));
        return *from < *to;
    }
    return line->z > solid->bottom && line->z < solid->top;
}

/* The first part not before `from` at which a line is inside of a polygon in plan; 2 = none. */
static double first_inside(const qm__table *table, const qm__polygon *polygon, const ray *line, double from) {
    double entry = 2;
    int inside = 0;
    for (uint32_t i = 0; i < polygon->ring_count; i++) {
        const qm__ring *ring = &table->rings[polygon->first_ring + i];
        const qm__corner *corners = table->corners + ring->first;
        qm__xy before = {corners[ring->count - 1].x - line->a.x, corners[ring->count - 1].y - line->a.y};
        double before_side = qm__cross(line->d, before);
        for (uint32_t j = 0; j < ring->count; j++) {
            const qm__xy here = {corners[j].x - line->a.x, corners[j].y - line->a.y};
            const double side = qm__cross(line->d, here);
            if ((before_side > 0) != (side > 0)) {
                const qm__xy edge = qm__minus(here, before);
                const double part = qm__cross(before, edge) / qm__cross(line->d, edge);
                if (part > from) {
                    inside += side > 0 ? 1 : -1; /* an edge to the left is left behind: the line comes out */
                    entry = side > 0 ? entry : qm__least(entry, part);
                }
            }
            before = here;
            before_side = side;
        }
    }
    return inside > 0 ? from : entry;
}

/* The same of a line that may be upright. */
static double first_in_plan(const qm__table *table, const qm__polygon *polygon, const ray *line, double from) {
    if (line->d.x > 0 || line->d.x < 0 || line->d.y > 0 || line->d.y < 0) {
        return first_inside(table, polygon, line, from);
    }
    return qm__polygon_side(table, polygon, line->a.x, line->a.y) > 0 ? from : 2;
}

/* The first part not before `from` at which a line is inside of any solid, and which; 2 = none. */
static double first_in_solid(const qm__sights *sights, const ray *line, double from, int32_t *prism) {
    const qm__xy b = qm__plus(line->a, line->d);
    const double x0 = qm__least(line->a.x, b.x), x1 = qm__most(line->a.x, b.x);
    const double y0 = qm__least(line->a.y, b.y), y1 = qm__most(line->a.y, b.y);
    double first = 2;
    for (uint32_t i = 0; i < sights->count; i++) {
        const qm__solid *solid = &sights->solids[i];
        double low, high;
        if (solid->x0 > x1 || solid->x1 < x0 || solid->y0 > y1 || solid->y1 < y0 ||
            !parts_in_height(line, solid, &low, &high) || high <= from || low >= first) {
            continue;
        }
        const qm__polygon *polygon = &sights->table->prisms[solid->prism].polygon;
        const double part = first_in_plan(sights->table, polygon, line, qm__most(low, from));
        if (part < high && part < first) {
            first = part;
            *prism = solid->prism;
        }
    }
    return first;
}

static ray line_beside(qm__eye a, qm__eye b, double leftwards, double upwards) {
    const qm__xy along = {b.x - a.x, b.y - a.y}, start = {a.x, a.y};
    const double length = qm__length(along);
    if (length > 0) {
        const qm__xy left = qm__left(qm__unit(along));
        return (ray){qm__along(start, left, leftwards), along, a.z + upwards, b.z - a.z};
    }
    return (ray){{a.x + leftwards, a.y + upwards}, along, a.z, b.z - a.z};
}

bool qm__line_free(const qm__sights *sights, qm__eye a, qm__eye b, int32_t *prism) {
    double from = 0;
    while (from <= 1) {
        double together = from;
        int32_t met = QM__NOTHING;
        for (int i = 0; i < 4; i++) {
            const ray beside = line_beside(a, b, i & 1 ? BESIDE : -BESIDE, i & 2 ? BESIDE : -BESIDE);
            int32_t solid = QM__NOTHING;
            const double part = first_in_solid(sights, &beside, together, &solid);
            met = i == 0 || part > together || (part <= together && solid < met) ? solid : met;
            together = qm__most(together, part);
        }
        if (together > from) {
            from = together; /* they may be inside there all at once, or not: look again from there */
            continue;
        }
        if (prism) {
            *prism = met;
        }
        return false;
    }
    return true;
}

bool qm__line_crosses(const qm__table *table, const qm__prism *prism, qm__eye a, qm__eye b) {
    const qm__box *box = &prism->polygon.box;
    const qm__solid solid = {box->x0, box->y0, box->x1, box->y1, prism->bottom, prism->top, QM__NOTHING};
    if (qm__most(a.x, b.x) < solid.x0 || qm__least(a.x, b.x) > solid.x1 || qm__most(a.y, b.y) < solid.y0 ||
        qm__least(a.y, b.y) > solid.y1) {
        return false;
    }
    for (int i = 0; i < 4; i++) {
        const ray beside = line_beside(a, b, i & 1 ? BESIDE : -BESIDE, i & 2 ? BESIDE : -BESIDE);
        double low, high;
        if (!parts_in_height(&beside, &solid, &low, &high) ||
            !(first_in_plan(table, &prism->polygon, &beside, low) < high)) {
            return false;
        }
    }
    return true;
}
