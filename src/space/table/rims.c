/* Rims: the edges of walkable tops, cut where something begins or ends beside them, and how near an edge with a drop
 * is.
 *
 * Invariant: the rims of a top, together with the parts that are buried under other solids, are exactly its edges; no
 * rim is shorter than a unit unless the edge is. What lies beyond is looked at one unit outside of the middle of a
 * stretch: all edges of other solids that pass within a few units have cut the stretch before, so the middle speaks for
 * all of it.
 *
 * Rejected: the boundary of the union of all tops of a height by exact boolean operations. Shared walls are ordinary
 * here, and a stretch that another top covers is told as FLAT instead of being taken away.
 */
#include "space/table/fall.h"
#include "space/table/links_inside.h"

#define BESIDE 1.0   /* units: how far outside (or inside) of an edge one looks */
#define NEAR 4.0     /* edges farther away than this from a stretch cannot matter to it */
#define SHORTEST 1.0 /* units: of a rim, unless its edge is shorter */
#define SAME 1e-6    /* units: cuts that are nearer to each other are one */

typedef struct making {
    const qm__table *table;
    double *parts;
    uint32_t part_count;
    qm__rim *rims; /* NULL: counting alone */
    uint32_t count;
} making;

/* ---------------------------------------------------------------------------------------------------------- cutting */

static void cut_at(making *m, double part) {
    if (part > 0 && part < 1) {
        m->parts[m->part_count++] = part;
    }
}

/* Cuts the edge from a to b where the edge from c to d begins or ends beside it, or crosses it or its parallels. */
static void cut_by(making *m, qm__xy a, qm__xy ab, double length, qm__xy c, qm__xy d) {
    const double side_c = qm__cross(ab, qm__minus(c, a)) / length, side_d = qm__cross(ab, qm__minus(d, a)) / length;
    if ((side_c > NEAR && side_d > NEAR) || (side_c < -NEAR && side_d < -NEAR)) {
        return;
    }
    const double square = length * length;
    const double at_c = qm__dot(ab, qm__minus(c, a)) / square, at_d = qm__dot(ab, qm__minus(d, a)) / square;
    cut_at(m, at_c);
    cut_at(m, at_d);
    const double across = side_c - side_d;
    for (int side = -1; side <= 1 && (across > 1e-9 || across < -1e-9); side++) {
        const double k = (side_c - (double)side * BESIDE) / across;
        if (k >= 0 && k <= 1) {
            cut_at(m, at_c + (at_d - at_c) * k);
        }
    }
}

static void cut_edge(making *m, uint32_t prism, qm__xy a, qm__xy b) {
    const qm__xy ab = qm__minus(b, a);
    const double length = qm__length(ab);
    const qm__table *table = m->table;
    m->part_count = 0;
    for (uint32_t q = 0; q < table->prism_count; q++) {
        const qm__polygon *polygon = &table->prisms[q].polygon;
        if (q == prism || !qm__box_near(&polygon->box, a, b, NEAR)) {
            continue;
        }
        qm__edge e;
        for (qm__edges at = qm__edges_of(table, polygon); qm__edges_next(&at, &e);) {
            cut_by(m, a, ab, length, e.a, e.b);
        }
    }
    const double w = table->width, d = table->depth;
    const qm__xy corners[4] = {{0, 0}, {w, 0}, {w, d}, {0, d}};
    for (int i = 0; i < 4; i++) {
        cut_by(m, a, ab, length, corners[i], corners[(i + 1) % 4]);
    }
    m->parts[m->part_count++] = 1;
    qm__sort_doubles(m->parts, m->part_count);
}

/* ------------------------------------------------------------------------------------------------------- classifying
 */

static bool has(const qm__table *table, const qm__prism *prism, qm__xy p) {
    return qm__polygon_has(table, &prism->polygon, p.x, p.y, QM__SLACK);
}

static bool rises_over(const qm__prism *prism, int32_t z) {
    return prism->bottom <= z && prism->top > z;
}

/* Whether the top is covered just inside of the edge. */
static bool buried(const qm__table *table, uint32_t number, qm__xy inside) {
    const int32_t z = table->prisms[number].top;
    for (uint32_t q = 0; q < table->prism_count; q++) {
        if (q != number && rises_over(&table->prisms[q], z) && has(table, &table->prisms[q], inside)) {
            return true;
        }
    }
    return false;
}

/* What is at `p`, just outside of an edge of a top. */
static void look_beyond(const qm__table *table, uint32_t number, qm__xy p, qm__rim *rim) {
    const int32_t z = table->prisms[number].top;
    if (p.x < -QM__SLACK || p.y < -QM__SLACK || p.x > (double)table->width + QM__SLACK ||
        p.y > (double)table->depth + QM__SLACK) {
        rim->beyond = QM__BEYOND_NOTHING;
        rim->below = QM__NOTHING;
        rim->below_z = 0;
        return;
    }
    rim->beyond = QM__BEYOND_DROP;
    bool walkable = false;
    for (uint32_t q = 0; q < table->prism_count; q++) {
        const qm__prism *prism = &table->prisms[q];
        if (prism->top < z || prism->bottom > z ||
            (q == number ? qm__polygon_side(table, &prism->polygon, p.x, p.y) <= 0 : !has(table, prism, p))) {
            continue;
        }
        const bool better =
            prism->top == z && rim->beyond == QM__BEYOND_FLAT && !walkable && (prism->flags & QM__PRISM_WALKABLE);
        if (rim->beyond == QM__BEYOND_DROP || prism->top > rim->below_z || better) {
            rim->beyond = prism->top > z ? QM__BEYOND_WALL : QM__BEYOND_FLAT;
            rim->below_z = prism->top;
            rim->below = (int32_t)q;
            walkable = prism->flags & QM__PRISM_WALKABLE;
        }
    }
    if (z == 0 && rim->beyond != QM__BEYOND_WALL && !walkable) {
        rim->beyond = QM__BEYOND_FLAT;
        rim->below_z = 0;
        rim->below = QM__GROUND;
    }
    if (rim->beyond == QM__BEYOND_DROP) {
        rim->below = qm__surface_below(table, p.x, p.y, z - 1, &rim->below_z);
    }
}

static bool same_kind(const qm__rim *a, const qm__rim *b) {
    return a->beyond == b->beyond && a->below_z == b->below_z && a->below == b->below;
}

/* ------------------------------------------------------------------------------------------------------------ making
 */

static void write_rim(making *m, const qm__rim *rim) {
    if (m->rims) {
        m->rims[m->count] = *rim;
    }
    m->count++;
}

/* A stretch in the making: `open` while it may still grow. */
typedef struct stretch {
    qm__rim rim;
    double low, high;
    bool open, bare; /* bare: buried, so no rim */
} stretch;

static bool alike(const stretch *a, const stretch *b) {
    return a->bare == b->bare && (a->bare || same_kind(&a->rim, &b->rim));
}

/* What a stretch of an edge is, which nothing cuts. */
static stretch look_beside(const making *m, uint32_t number, const qm__edge *e, double low, double high) {
    const qm__xy ab = qm__minus(e->b, e->a), out = qm__unit((qm__xy){ab.y, -ab.x});
    const qm__xy middle = qm__along(e->a, ab, (low + high) / 2);
    stretch s = {.rim = {.z = m->table->prisms[number].top, .prism = (int32_t)number, .rail = e->rail},
                 .low = low,
                 .high = high,
                 .open = true};
    s.bare = buried(m->table, number, qm__along(middle, out, -BESIDE));
    if (!s.bare) {
        look_beyond(m->table, number, qm__along(middle, out, BESIDE), &s.rim);
    }
    return s;
}

static void finish(making *m, stretch *s, const qm__edge *e) {
    if (s->open && !s->bare) {
        const qm__xy ab = qm__minus(e->b, e->a);
        s->rim.a = s->low > 0 ? qm__along(e->a, ab, s->low) : e->a;
        s->rim.b = s->high < 1 ? qm__along(e->a, ab, s->high) : e->b;
        write_rim(m, &s->rim);
    }
    s->open = false;
}

/* A stretch has come to its end. One that is too short to be told is left: those around it share it, which do not know
 * from where the edge runs. */
static void settle(making *m, stretch *now, stretch *next, const qm__edge *e) {
    if (!next->open || (next->high - next->low) * qm__apart(e->a, e->b) < SHORTEST) {
        return;
    }
    if (now->open && alike(now, next)) {
        now->high = next->high;
        return;
    }
    next->low = now->open ? (now->high + next->low) / 2 : 0;
    now->high = next->low;
    finish(m, now, e);
    *now = *next;
}

static void add_edge(making *m, uint32_t number, const qm__edge *e) {
    const double length = qm__apart(e->a, e->b);
    stretch now = {.open = false}, next = {.open = false};
    double low = 0;
    cut_edge(m, number, e->a, e->b);
    for (uint32_t i = 0; i < m->part_count; i++) {
        const double high = m->parts[i];
        if ((high - low) * length < SAME) { /* cut twice at one place */
            continue;
        }
        const stretch part = look_beside(m, number, e, low, high);
        if (next.open && alike(&next, &part)) {
            next.high = high;
        } else {
            settle(m, &now, &next, e);
            next = part;
        }
        low = high;
    }
    settle(m, &now, &next, e);
    if (!now.open) {
        now = look_beside(m, number, e, 0, 1);
    }
    now.high = 1;
    finish(m, &now, e);
}

static void add_all(making *m) {
    m->count = 0;
    for (uint32_t p = 0; p < m->table->prism_count; p++) {
        const qm__prism *prism = &m->table->prisms[p];
        if (!qm__prism_surface(prism)) {
            continue;
        }
        qm__edge e;
        for (qm__edges at = qm__edges_of(m->table, &prism->polygon); qm__edges_next(&at, &e);) {
            add_edge(m, p, &e);
        }
    }
}

qm_result qm__rims_make(const qm__table *table, qm__arena *arena, qm__rims *out) {
    making m = {.table = table};
    m.parts = qm__arena_array(arena, ((size_t)table->corner_count + 4) * 5 + 2, sizeof *m.parts);
    if (!m.parts) {
        return QM_ERROR_MEMORY;
    }
    add_all(&m);
    qm__rim *rims = qm__arena_array(arena, m.count + 1u, sizeof *rims);
    if (!rims) {
        return QM_ERROR_MEMORY;
    }
    m.rims = rims;
    add_all(&m);
    *out = (qm__rims){rims, m.count};
    return QM_OK;
}

/* --------------------------------------------------------------------------------------------------- the nearest edge
 */

typedef struct looking {
    const qm__table *table;
    const qm__rims *rims;
    qm__xy from;
    int32_t z, drop;
    int32_t rail; /* railings that are higher keep from an edge */
} looking;

static bool falls_off(const looking *l, const qm__rim *rim) {
    return rim->z == l->z && rim->beyond == QM__BEYOND_DROP && rim->rail <= l->rail && l->z - rim->below_z >= l->drop;
}

/* Whether the surface at z goes on at a point: something at that height is there, and nothing stands on it. */
static bool goes_on(const looking *l, qm__xy p) {
    bool on = l->z == 0;
    for (uint32_t q = 0; q < l->table->prism_count; q++) {
        const qm__prism *prism = &l->table->prisms[q];
        if (prism->top < l->z || prism->bottom > l->z || !has(l->table, prism, p)) {
            continue;
        }
        if (prism->top > l->z) {
            if (qm__polygon_has(l->table, &prism->polygon, p.x, p.y, -QM__SLACK)) {
                return false;
            }
            continue;
        }
        on = on || (prism->flags & QM__PRISM_WALKABLE);
    }
    return on;
}

/* The first crossing of an edge that matters beyond a part of the way; 1 when there is none. */
static double next_crossing(const looking *l, qm__xy d, double from) {
    double next = 1;
    for (uint32_t q = 0; q < l->table->prism_count; q++) {
        const qm__prism *prism = &l->table->prisms[q];
        qm__edge e;
        if (prism->top < l->z || prism->bottom > l->z) {
            continue;
        }
        for (qm__edges at = qm__edges_of(l->table, &prism->polygon); qm__edges_next(&at, &e);) {
            const qm__xy ab = qm__minus(e.b, e.a);
            const double across = qm__cross(d, ab);
            const double part = across != 0 ? qm__cross(qm__minus(e.a, l->from), ab) / across : 1;
            if (part > from + 1e-9 && part < next) {
                next = part;
            }
        }
    }
    return next;
}

/* Whether one can go straight to a point over the surface, with no railing between. */
static bool straight_to(const looking *l, qm__xy to) {
    const qm__xy d = qm__minus(to, l->from);
    for (uint32_t i = 0; i < l->rims->count; i++) {
        const qm__rim *rim = &l->rims->items[i];
        if (rim->z == l->z && rim->rail > l->rail && qm__segments_cross(l->from, to, rim->a, rim->b)) {
            return false;
        }
    }
    for (double from = 0; from < 1;) {
        const double next = next_crossing(l, d, from);
        if ((next - from) * qm__length(d) > QM__SLACK && !goes_on(l, qm__along(l->from, d, (from + next) / 2))) {
            return false;
        }
        from = next;
    }
    return true;
}

/* Keeps a point of a rim when it is nearer than the best and can be gone to straight. */
static void try_point(const looking *l, qm__xy p, uint32_t rim, double *best, uint32_t *out) {
    const double distance = qm__apart(l->from, p);
    if (distance < *best && straight_to(l, p)) {
        *best = distance;
        if (out) {
            *out = rim;
        }
    }
}

/* A point of a rim in the line of something that may hide the rest of it: just beside that on either hand. */
static void try_beside(const looking *l, const qm__rim *rim, uint32_t number, qm__xy corner, double *best,
                       uint32_t *out) {
    const qm__xy ab = qm__minus(rim->b, rim->a), d = qm__minus(corner, l->from);
    const double across = qm__cross(d, ab), length = qm__length(ab);
    if (across == 0 || qm__dot(d, d) > *best * *best) {
        return;
    }
    const double part = qm__cross(d, qm__minus(l->from, rim->a)) / across;
    for (int side = -1; side <= 1; side += 2) {
        const double k = part + (double)side * QM__SLACK / length;
        if (k >= 0 && k <= 1) {
            try_point(l, qm__along(rim->a, ab, k), number, best, out);
        }
    }
}

/* A rim whose nearest point cannot be gone to: what can be seen of it begins beside some corner. */
static void try_corners(const looking *l, uint32_t number, double *best, uint32_t *out) {
    for (uint32_t q = 0; q < l->table->prism_count; q++) {
        const qm__prism *prism = &l->table->prisms[q];
        qm__edge e;
        if (prism->top < l->z || prism->bottom > l->z || !qm__box_near(&prism->polygon.box, l->from, l->from, *best)) {
            continue;
        }
        for (qm__edges at = qm__edges_of(l->table, &prism->polygon); qm__edges_next(&at, &e);) {
            try_beside(l, &l->rims->items[number], number, e.a, best, out);
        }
    }
}

/* The point of a rim, if it is one to fall off, that is nearer than the best and can be gone to straight. */
static void try_rim(const looking *l, uint32_t number, double *best, uint32_t *out) {
    const qm__rim *rim = &l->rims->items[number];
    const double before = *best;
    if (!falls_off(l, rim) || qm__point_segment_square(l->from, rim->a, rim->b) > *best * *best) {
        return;
    }
    const double part = qm__nearest_part(rim->a, rim->b, l->from);
    try_point(l, qm__along(rim->a, qm__minus(rim->b, rim->a), part), number, best, out);
    if (*best == before) {
        try_corners(l, number, best, out);
    }
}

double qm__edge_distance(const qm__table *table, const qm__rims *rims, double x, double y, int32_t z, int32_t drop,
                         double limit, uint32_t *out) {
    const looking l = {table, rims, {x, y}, z, drop, 0};
    double best = limit + 1e-9;
    for (uint32_t i = 0; i < rims->count; i++) {
        try_rim(&l, i, &best, out);
    }
    return best < limit + 1e-9 ? best : -1;
}

double qm__rim_distance(const qm__table *table, const qm__rims *rims, uint32_t rim, double x, double y, int32_t z,
                        int32_t drop, int32_t rail, double limit) {
    const looking l = {table, rims, {x, y}, z, drop, rail};
    double best = limit + 1e-9;
    try_rim(&l, rim, &best, NULL);
    return best < limit + 1e-9 ? best : -1;
}
