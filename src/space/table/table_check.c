/* Completing a table: what can be wrong with it, said exactly, and the order that everything after it relies on.
 *
 * All tests are exact: coordinates are whole units of at most 10,000,000, so a cross product of two differences is at
 * most 8 × 10^14 and fits 64 bits. The first fault of every prism, area and ladder is told, so that a person who draws
 * a table sees all of them at once.
 *
 * Every pair of edges of a ring is looked at: rings have at most 500 corners, and a sweep would have to be right for
 * overlapping and touching edges, which are just what is looked for.
 */
#include "base/sort.h"
#include "space/table/table.h"

#include "space/table/plane.h"

/* What is being checked, and where faults go. */
typedef struct check {
    qm__table *table;
    qm__table_error *errors;
    uint32_t capacity, count;
    qm__table_part part;
    uint32_t number;
} check;

/* Notes a fault of the part being checked and returns false. */
static bool fault(check *c, qm__table_error error) {
    error.part = c->part;
    error.number = c->number;
    if (c->count < c->capacity) {
        c->errors[c->count] = error;
    }
    c->count++;
    return false;
}

static bool too_far(int32_t value) {
    return value > QM__COORDINATE_MAX || value < -QM__COORDINATE_MAX;
}

/* ------------------------------------------------------------------------------------------------------------ edges */

typedef struct edge {
    const qm__corner *a, *b;
} edge;

static const qm__corner *ring_corners(const qm__table *table, const qm__polygon *polygon, uint32_t ring,
                                      uint32_t *count) {
    const qm__ring *found = &table->rings[polygon->first_ring + ring];
    *count = found->count;
    return table->corners + found->first;
}

static edge edge_of(const qm__corner *corners, uint32_t count, uint32_t number) {
    return (edge){&corners[number], &corners[number + 1 == count ? 0 : number + 1]};
}

/* Twice the area of the triangle; positive when c lies to the left of the way from a to b. */
static int64_t turn(const qm__corner *a, const qm__corner *b, const qm__corner *c) {
    return ((int64_t)b->x - a->x) * ((int64_t)c->y - a->y) - ((int64_t)b->y - a->y) * ((int64_t)c->x - a->x);
}

/* Of a corner that lies on the edge's line: whether it lies on the edge. */
static bool between(edge e, const qm__corner *c) {
    return (c->x >= e.a->x || c->x >= e.b->x) && (c->x <= e.a->x || c->x <= e.b->x) &&
           (c->y >= e.a->y || c->y >= e.b->y) && (c->y <= e.a->y || c->y <= e.b->y);
}

static bool boxes_apart(edge e, edge f) {
    return (e.a->x < f.a->x && e.a->x < f.b->x && e.b->x < f.a->x && e.b->x < f.b->x) ||
           (e.a->x > f.a->x && e.a->x > f.b->x && e.b->x > f.a->x && e.b->x > f.b->x) ||
           (e.a->y < f.a->y && e.a->y < f.b->y && e.b->y < f.a->y && e.b->y < f.b->y) ||
           (e.a->y > f.a->y && e.a->y > f.b->y && e.b->y > f.a->y && e.b->y > f.b->y);
}

static int32_t nearest_unit(double value) {
    return (int32_t)(value < 0 ? value - 0.5 : value + 0.5);
}

/* Whether two edges have a point in common, and where. */
static bool edges_meet(edge e, edge f, qm__table_error *error) {
    if (boxes_apart(e, f)) {
        return false;
    }
    const int64_t fa = turn(e.a, e.b, f.a), fb = turn(e.a, e.b, f.b), ea = turn(f.a, f.b, e.a),
                  eb = turn(f.a, f.b, e.b);
    const qm__corner *at = fa == 0 && between(e, f.a)   ? f.a
                           : fb == 0 && between(e, f.b) ? f.b
                           : ea == 0 && between(f, e.a) ? e.a
                           : eb == 0 && between(f, e.b) ? e.b
                                                        : NULL;
    if (at) {
        error->x = at->x;
        error->y = at->y;
        return true;
    }
    if ((fa > 0) == (fb > 0) || (ea > 0) == (eb > 0)) {
        return false;
    }
    const double part = (double)ea / (double)(ea - eb);
    error->x = nearest_unit(e.a->x + part * (e.b->x - e.a->x));
    error->y = nearest_unit(e.a->y + part * (e.b->y - e.a->y));
    return true;
}

/* Whether the edge that follows another one leads back over it. */
static bool folds_back(edge e, edge next) {
    const int64_t along = ((int64_t)e.a->x - e.b->x) * ((int64_t)next.b->x - e.b->x) +
                          ((int64_t)e.a->y - e.b->y) * ((int64_t)next.b->y - e.b->y);
    return turn(e.a, e.b, next.b) == 0 && along > 0;
}

/* ------------------------------------------------------------------------------------------------------------ rings */

static bool ring_is_near(check *c, const qm__corner *corners, uint32_t count, uint32_t ring) {
    for (uint32_t i = 0; i < count; i++) {
        if (too_far(corners[i].x) || too_far(corners[i].y) || corners[i].rail < 0 || too_far(corners[i].rail)) {
            return fault(c,
                         (qm__table_error){
                             .fault = QM__TABLE_FAR, .ring = ring, .corner = i, .x = corners[i].x, .y = corners[i].y});
        }
    }
    return true;
}

static bool ring_has_places(check *c, const qm__corner *corners, uint32_t count, uint32_t ring) {
    if (count < 3) {
        return fault(c, (qm__table_error){.fault = QM__TABLE_FEW_CORNERS,
                                          .ring = ring,
                                          .x = count ? corners->x : 0,
                                          .y = count ? corners->y : 0});
    }
    for (uint32_t i = 1; i < count; i++) {
        for (uint32_t j = 0; j < i; j++) {
            if (corners[i].x == corners[j].x && corners[i].y == corners[j].y) {
                return fault(c, (qm__table_error){.fault = QM__TABLE_SAME_CORNER,
                                                  .ring = ring,
                                                  .corner = i,
                                                  .other = j,
                                                  .other_ring = ring,
                                                  .x = corners[i].x,
                                                  .y = corners[i].y});
            }
        }
    }
    return true;
}

/* All corners on one line. (A figure of eight may sum up to no area as well, but there it is the crossing that is
 * wrong.) */
static bool ring_has_area(check *c, const qm__corner *corners, uint32_t count, uint32_t ring) {
    for (uint32_t i = 2; i < count; i++) {
        if (turn(&corners[0], &corners[1], &corners[i]) != 0) {
            return true;
        }
    }
    return fault(c, (qm__table_error){.fault = QM__TABLE_FLAT, .ring = ring, .x = corners->x, .y = corners->y});
}

static bool ring_is_simple(check *c, const qm__corner *corners, uint32_t count, uint32_t ring) {
    qm__table_error error = {.fault = QM__TABLE_CROSSES, .ring = ring, .other_ring = ring};
    for (uint32_t i = 0; i < count; i++) {
        const edge e = edge_of(corners, count, i);
        const uint32_t next = i + 1 == count ? 0 : i + 1;
        if (folds_back(e, edge_of(corners, count, next))) {
            error.corner = i;
            error.other = next;
            error.x = e.b->x;
            error.y = e.b->y;
            return fault(c, error);
        }
        /* Neighbours share a corner; the others must share nothing. */
        for (uint32_t j = i + 2; j < count && !(i == 0 && j == count - 1); j++) {
            if (edges_meet(e, edge_of(corners, count, j), &error)) {
                error.corner = i;
                error.other = j;
                return fault(c, error);
            }
        }
    }
    return true;
}

/* --------------------------------------------------------------------------------------------------------- polygons */

static int ring_side(const qm__table *table, const qm__polygon *polygon, uint32_t ring, const qm__corner *corner) {
    const qm__polygon alone = {.first_ring = polygon->first_ring + ring, .ring_count = 1};
    return qm__polygon_side(table, &alone, corner->x, corner->y);
}

static bool holes_are_inside(check *c, const qm__polygon *polygon) {
    for (uint32_t r = 1; r < polygon->ring_count; r++) {
        uint32_t count;
        const qm__corner *corners = ring_corners(c->table, polygon, r, &count);
        for (uint32_t i = 0; i < count; i++) {
            if (ring_side(c->table, polygon, 0, &corners[i]) < 0) {
                return fault(
                    c,
                    (qm__table_error){
                        .fault = QM__TABLE_HOLE_OUTSIDE, .ring = r, .corner = i, .x = corners[i].x, .y = corners[i].y});
            }
        }
    }
    return true;
}

static bool rings_meet(const check *c, const qm__polygon *polygon, uint32_t r, uint32_t s, qm__table_error *error) {
    uint32_t count, other_count;
    const qm__corner *corners = ring_corners(c->table, polygon, r, &count);
    const qm__corner *others = ring_corners(c->table, polygon, s, &other_count);
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t j = 0; j < other_count; j++) {
            if (edges_meet(edge_of(corners, count, i), edge_of(others, other_count, j), error)) {
                error->corner = i;
                error->other = j;
                return true;
            }
        }
    }
    /* Or one hole lies in another one. */
    error->corner = error->other = 0;
    error->x = corners->x;
    error->y = corners->y;
    return s > 0 && (ring_side(c->table, polygon, s, corners) > 0 || ring_side(c->table, polygon, r, others) > 0);
}

static bool holes_are_apart(check *c, const qm__polygon *polygon) {
    for (uint32_t r = 1; r < polygon->ring_count; r++) {
        for (uint32_t s = 0; s < r; s++) {
            qm__table_error error = {.fault = QM__TABLE_HOLES_MEET, .ring = r, .other_ring = s};
            if (rings_meet(c, polygon, r, s, &error)) {
                return fault(c, error);
            }
        }
    }
    return true;
}

static bool polygon_is_good(check *c, const qm__polygon *polygon) {
    static bool (*const tests[])(check *, const qm__corner *, uint32_t, uint32_t) = {ring_is_near, ring_has_places,
                                                                                     ring_has_area, ring_is_simple};
    for (size_t t = 0; t < sizeof tests / sizeof *tests; t++) {
        for (uint32_t r = 0; r < polygon->ring_count; r++) {
            uint32_t count;
            const qm__corner *corners = ring_corners(c->table, polygon, r, &count);
            if (!tests[t](c, corners, count, r)) {
                return false;
            }
        }
    }
    return holes_are_inside(c, polygon) && holes_are_apart(c, polygon);
}

static bool heights_are_good(check *c, const qm__polygon *polygon, int32_t bottom, int32_t top, bool flat) {
    uint32_t count;
    const qm__corner *corners = ring_corners(c->table, polygon, 0, &count);
    qm__table_error error = {.x = corners->x, .y = corners->y};
    if (too_far(bottom) || too_far(top)) {
        error.fault = QM__TABLE_FAR;
        return fault(c, error);
    }
    if (bottom > top || (bottom == top && !flat)) {
        error.fault = QM__TABLE_HEIGHTS;
        return fault(c, error);
    }
    return true;
}

/* ---------------------------------------------------------------------------------------------------------- ladders */

static bool on_surface(const qm__table *table, int32_t x, int32_t y, int32_t z) {
    int32_t found;
    return qm__surface_below(table, x, y, z, &found) != QM__NOTHING && found == z;
}

/* Whether a solid fills the place at a point and a height; its number in `solid`. */
static bool in_solid(const qm__table *table, int32_t x, int32_t y, int32_t z, uint32_t *solid) {
    for (uint32_t i = 0; i < table->prism_count; i++) {
        const qm__prism *prism = &table->prisms[i];
        if (prism->bottom <= z && prism->top > z && qm__polygon_has(table, &prism->polygon, x, y, -QM__SLACK)) {
            *solid = i;
            return true;
        }
    }
    return false;
}

static bool ladder_is_good(check *c, const qm__ladder *ladder, bool surfaces_known) {
    qm__table_error error = {.x = ladder->foot_x, .y = ladder->foot_y};
    if (too_far(ladder->foot_x) || too_far(ladder->foot_y) || too_far(ladder->foot_z)) {
        error.fault = QM__TABLE_FAR;
    } else if (surfaces_known && !on_surface(c->table, ladder->foot_x, ladder->foot_y, ladder->foot_z)) {
        error.fault = QM__TABLE_LADDER_FOOT;
    }
    if (error.fault) {
        return fault(c, error);
    }
    error = (qm__table_error){.corner = 1, .x = ladder->head_x, .y = ladder->head_y};
    if (too_far(ladder->head_x) || too_far(ladder->head_y) || too_far(ladder->head_z)) {
        error.fault = QM__TABLE_FAR;
    } else if (surfaces_known && !on_surface(c->table, ladder->head_x, ladder->head_y, ladder->head_z)) {
        error.fault = QM__TABLE_LADDER_HEAD;
    } else if (ladder->head_z <= ladder->foot_z) {
        error.fault = QM__TABLE_LADDER_DOWN;
    } else if (surfaces_known && in_solid(c->table, ladder->foot_x, ladder->foot_y, ladder->foot_z, &error.other)) {
        error.fault = QM__TABLE_LADDER_INSIDE;
        error.corner = 0, error.x = ladder->foot_x, error.y = ladder->foot_y;
    } else if (surfaces_known && in_solid(c->table, ladder->head_x, ladder->head_y, ladder->head_z, &error.other)) {
        error.fault = QM__TABLE_LADDER_INSIDE;
    }
    return error.fault ? fault(c, error) : true;
}

/* ------------------------------------------------------------------------------------------------------- completing */

static void turn_around(qm__corner *corners, uint32_t count) {
    /* The first corner stays; then the edge that led to corner i leads from it, and takes its railing along. */
    for (uint32_t i = 1, j = count - 1; i < j; i++, j--) {
        const qm__corner kept = corners[i];
        corners[i] = corners[j];
        corners[j] = kept;
    }
    const int32_t first = corners[0].rail;
    for (uint32_t i = 0; i + 1 < count; i++) {
        corners[i].rail = corners[i + 1].rail;
    }
    corners[count - 1].rail = first;
}

static void orient(qm__table *table, qm__polygon *polygon) {
    for (uint32_t r = 0; r < polygon->ring_count; r++) {
        const qm__ring *ring = &table->rings[polygon->first_ring + r];
        qm__corner *corners = table->corners + ring->first;
        int64_t area = 0;
        for (uint32_t i = 2; i < ring->count; i++) {
            area += turn(&corners[0], &corners[i - 1], &corners[i]);
        }
        if ((area > 0) != (r == 0)) {
            turn_around(corners, ring->count);
        }
    }
}

/* What is known of a polygon beforehand. */
static void find_shape(const qm__table *table, qm__polygon *polygon) {
    uint32_t count;
    const qm__corner *corners = ring_corners(table, polygon, 0, &count);
    qm__box box = {corners->x, corners->y, corners->x, corners->y};
    for (uint32_t i = 1; i < count; i++) {
        box.x0 = corners[i].x < box.x0 ? corners[i].x : box.x0;
        box.y0 = corners[i].y < box.y0 ? corners[i].y : box.y0;
        box.x1 = corners[i].x > box.x1 ? corners[i].x : box.x1;
        box.y1 = corners[i].y > box.y1 ? corners[i].y : box.y1;
    }
    polygon->box = box;
    polygon->railed = false;
    for (uint32_t r = 0; r < polygon->ring_count; r++) {
        const qm__ring *const ring = &table->rings[polygon->first_ring + r];
        for (uint32_t i = 0; i < ring->count && !polygon->railed; i++) {
            polygon->railed = table->corners[ring->first + i].rail > 0;
        }
    }
    polygon->upright = polygon->ring_count == 1 && count == 4;
    for (uint32_t i = 0; i < 4 && polygon->upright; i++) { /* its edges turn by a quarter each time */
        const qm__corner *const a = &corners[i], *const b = &corners[(i + 1) % 4], *const c = &corners[(i + 2) % 4];
        polygon->upright = (a->x == b->x && b->y == c->y) || (a->y == b->y && b->x == c->x);
    }
}

static int by_height(const void *a, const void *b) {
    const int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;
    return (x > y) - (x < y);
}

/* A top at or below the ground is no surface of its own: there the ground is. */
static bool list_heights(qm__table *table, qm__arena *arena) {
    int32_t *heights = qm__arena_array(arena, (size_t)table->prism_count + 1, sizeof *heights);
    if (!heights) {
        return false;
    }
    size_t count = 1;
    for (int i = 0; i < table->prism_count; i++) {
        if ((table->prisms[i].flags & QM__PRISM_WALKABLE) && table->prisms[i].top > 0) {
            heights[count++] = table->prisms[i].top;
        }
    }
    qm__sort(heights, count, sizeof *heights, by_height);
    size_t kept = 1;
    for (size_t i = 1; i < count; i++) {
        if (heights[i] != heights[kept - 1]) {
            heights[kept++] = heights[i];
        }
    }
    table->heights = heights;
    table->height_count = (uint16_t)kept;
    return true;
}

static void complete(qm__table *table, qm__polygon *polygon) {
    orient(table, polygon);
    find_shape(table, polygon);
}

static void check_solids(check *c) {
    qm__table *table = c->table;
    c->part = QM__PART_PRISM;
    for (c->number = 0; c->number < table->prism_count; c->number++) {
        qm__prism *prism = &table->prisms[c->number];
        if (polygon_is_good(c, &prism->polygon) &&
            heights_are_good(c, &prism->polygon, prism->bottom, prism->top, false)) {
            complete(table, &prism->polygon);
        }
    }
}

bool qm__table_finish(qm__table *table, qm__arena *arena, qm__table_error *errors, uint32_t capacity, uint32_t *count) {
    check c = {.table = table, .errors = errors, .capacity = capacity};
    if (table->width < 1000 || table->depth < 1000 || too_far(table->width) || too_far(table->depth)) {
        fault(&c, (qm__table_error){.fault = QM__TABLE_SIZE, .x = table->width, .y = table->depth});
    }
    check_solids(&c);
    const bool solids_good = c.count == 0;
    c.part = QM__PART_AREA;
    for (c.number = 0; c.number < table->area_count; c.number++) {
        qm__area *area = &table->areas[c.number];
        if (polygon_is_good(&c, &area->polygon) &&
            heights_are_good(&c, &area->polygon, area->bottom, area->top, true)) {
            complete(table, &area->polygon);
        }
    }
    c.part = QM__PART_LADDER;
    for (c.number = 0; c.number < table->ladder_count; c.number++) {
        ladder_is_good(&c, &table->ladders[c.number], solids_good);
    }
    *count = c.count;
    return list_heights(table, arena) && c.count == 0;
}
