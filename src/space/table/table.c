/* Where points lie: polygons with holes, and the surface under a point.
 *
 * Corners are whole units of at most 10,000,000, so differences and cross products of points in whole units are exact
 * in doubles: for such points "on the edge" is exact too. Inside is even-odd over all rings, which needs no order of
 * the corners.
 *
 * Rejected: winding numbers (they say the same for rings that do not cross) and a tree over edges (polygons have a
 * handful; what asks often prepares its own grid).
 */
#include "space/table/table.h"

#include "space/table/plane.h"

static qm__xy corner_at(const qm__corner *corner) {
    return (qm__xy){corner->x, corner->y};
}

/* Whether a ray from the point towards +x crosses the edge; *on when the point lies on the edge. */
static bool ray_crosses(qm__xy a, qm__xy b, double x, double y, bool *on) {
    if ((a.y > y && b.y > y) || (a.y < y && b.y < y) || (a.x < x && b.x < x)) {
        return false; /* above, below or behind: most edges */
    }
    const double cross = (b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x);
    if (cross == 0 && x >= qm__least(a.x, b.x) && x <= qm__most(a.x, b.x) && y >= qm__least(a.y, b.y) &&
        y <= qm__most(a.y, b.y)) {
        *on = true;
    }
    if ((a.y <= y) == (b.y <= y)) {
        return false;
    }
    return a.y <= y ? cross > 0 : cross < 0;
}

int qm__polygon_side(const qm__table *table, const qm__polygon *polygon, double x, double y) {
    const qm__box *const box = &polygon->box;
    if (polygon->upright) {
        const bool out = x < box->x0 || x > box->x1 || y < box->y0 || y > box->y1;
        return out ? -1 : x > box->x0 && x < box->x1 && y > box->y0 && y < box->y1;
    }
    bool inside = false, on = false;
    for (uint32_t r = 0; r < polygon->ring_count; r++) {
        const qm__ring *ring = &table->rings[polygon->first_ring + r];
        const qm__corner *corners = table->corners + ring->first;
        for (uint32_t i = 0, before = ring->count - 1; i < ring->count; before = i++) {
            inside ^= ray_crosses(corner_at(&corners[before]), corner_at(&corners[i]), x, y, &on);
        }
    }
    return on ? 0 : inside ? 1 : -1;
}

double qm__polygon_edge_distance(const qm__table *table, const qm__polygon *polygon, double x, double y) {
    const qm__xy point = {x, y};
    double least = -1;
    for (uint32_t r = 0; r < polygon->ring_count; r++) {
        const qm__ring *ring = &table->rings[polygon->first_ring + r];
        const qm__corner *corners = table->corners + ring->first;
        for (uint32_t i = 0, before = ring->count - 1; i < ring->count; before = i++) {
            const double square = qm__point_segment_square(point, corner_at(&corners[before]), corner_at(&corners[i]));
            if (least < 0 || square < least) {
                least = square;
            }
        }
    }
    return qm__root(least);
}

bool qm__polygon_edge_within(const qm__table *table, const qm__polygon *polygon, double x, double y, double by) {
    if (polygon->upright) {
        const qm__box *const box = &polygon->box;
        const double in_x = qm__least(x - box->x0, box->x1 - x), in_y = qm__least(y - box->y0, box->y1 - y);
        const double out_x = qm__most(-in_x, 0), out_y = qm__most(-in_y, 0);
        return in_x > 0 && in_y > 0 ? in_x <= by || in_y <= by : out_x * out_x + out_y * out_y <= by * by;
    }
    for (uint32_t r = 0; r < polygon->ring_count; r++) {
        const qm__ring *ring = &table->rings[polygon->first_ring + r];
        const qm__corner *corners = table->corners + ring->first;
        for (uint32_t i = 0, before = ring->count - 1; i < ring->count; before = i++) {
            const qm__xy a = corner_at(&corners[before]), b = corner_at(&corners[i]);
            const bool far = (a.x > x + by && b.x > x + by) || (a.x < x - by && b.x < x - by) ||
                             (a.y > y + by && b.y > y + by) || (a.y < y - by && b.y < y - by);
            if (!far && qm__point_segment_square((qm__xy){x, y}, a, b) <= by * by) {
                return true;
            }
        }
    }
    return false;
}

bool qm__polygon_has(const qm__table *table, const qm__polygon *polygon, double x, double y, double by) {
    const qm__box *box = &polygon->box;
    if (x < box->x0 - by || x > box->x1 + by || y < box->y0 - by || y > box->y1 + by) {
        return false;
    }
    const int side = qm__polygon_side(table, polygon, x, y);
    if (by >= 0 && side >= 0) {
        return true;
    }
    if (by < 0) {
        return side > 0 && qm__polygon_edge_distance(table, polygon, x, y) >= -by;
    }
    return by > 0 && qm__polygon_edge_within(table, polygon, x, y, by);
}

int qm__surface_below(const qm__table *table, double x, double y, int32_t z, int32_t *out_z) {
    *out_z = 0;
    if (z < 0 || x < -QM__SLACK || y < -QM__SLACK || x > table->width + QM__SLACK || y > table->depth + QM__SLACK) {
        return QM__NOTHING;
    }
    int best = QM__GROUND;
    for (int i = 0; i < table->prism_count; i++) {
        const qm__prism *prism = &table->prisms[i];
        if ((prism->flags & QM__PRISM_WALKABLE) && prism->top <= z && prism->top > *out_z &&
            qm__polygon_has(table, &prism->polygon, x, y, QM__SLACK)) {
            *out_z = prism->top;
            best = i;
        }
    }
    return best;
}
