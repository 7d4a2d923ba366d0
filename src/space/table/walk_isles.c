/* Isles: surfaces that touch each other and whose heights a step joins. No walk leads from one isle to another.
 *
 * Invariant: two places between which a base can walk lie on the same isle; the other way round it need not be so.
 * Telling isles apart is what makes a city quick: whoever walks in the street has nothing to do with corners on the
 * roofs.
 */
#include "space/table/levels_inside.h"
#include "space/table/walk_inside.h"

#define TOUCH 3.0 /* units: surfaces no further apart than this touch, and a little more does no harm */

static bool is_surface(const qm__table *table, uint32_t prism) {
    return qm__prism_surface(&table->prisms[prism]);
}

static bool boxes_touch(const qm__box *a, const qm__box *b) {
    return (double)a->x0 <= (double)b->x1 + TOUCH && (double)b->x0 <= (double)a->x1 + TOUCH &&
           (double)a->y0 <= (double)b->y1 + TOUCH && (double)b->y0 <= (double)a->y1 + TOUCH;
}

static bool polygons_touch(const qm__table *table, const qm__polygon *p, const qm__polygon *q) {
    if (!boxes_touch(&p->box, &q->box)) {
        return false;
    }
    qm__edges of_p = qm__edges_of(table, p);
    for (qm__edge e; qm__edges_next(&of_p, &e);) {
        qm__edges of_q = qm__edges_of(table, q);
        for (qm__edge f; qm__edges_next(&of_q, &f);) {
            if (qm__segments_square(e.a, e.b, f.a, f.b) <= TOUCH * TOUCH) {
                return true;
            }
        }
    }
    /* No edges meet: one lies within the other, or they are apart. */
    const qm__corner *const a = &table->corners[table->rings[p->first_ring].first];
    const qm__corner *const b = &table->corners[table->rings[q->first_ring].first];
    return qm__polygon_has(table, q, a->x, a->y, 0) || qm__polygon_has(table, p, b->x, b->y, 0);
}

static int32_t find(int32_t *parents, int32_t i) {
    while (parents[i] != i) {
        parents[i] = parents[parents[i]];
        i = parents[i];
    }
    return i;
}

static void join(int32_t *parents, int32_t a, int32_t b) {
    const int32_t x = find(parents, a), y = find(parents, b);
    parents[x > y ? x : y] = x < y ? x : y;
}

static void join_all(const qm__walks *walks, int32_t *parents) {
    const qm__table *table = walks->table;
    const int64_t step = qm__levels_walker(walks->levels)->step;
    for (uint32_t i = 0; i < table->prism_count; i++) {
        const int64_t z = table->prisms[i].top;
        if (!is_surface(table, i)) {
            continue;
        }
        if (z <= step && z >= -step) {
            join(parents, 0, (int32_t)i + 1);
        }
        for (uint32_t k = 0; k < i; k++) {
            const int64_t rise = z - table->prisms[k].top;
            if (is_surface(table, k) && rise <= step && rise >= -step &&
                find(parents, (int32_t)i + 1) != find(parents, (int32_t)k + 1) &&
                polygons_touch(table, &table->prisms[i].polygon, &table->prisms[k].polygon)) {
                join(parents, (int32_t)i + 1, (int32_t)k + 1);
            }
        }
    }
}

static void widen(qm__box *box, const qm__box *by) {
    box->x0 = by->x0 < box->x0 ? by->x0 : box->x0;
    box->y0 = by->y0 < box->y0 ? by->y0 : box->y0;
    box->x1 = by->x1 > box->x1 ? by->x1 : box->x1;
    box->y1 = by->y1 > box->y1 ? by->y1 : box->y1;
}

/* Numbers isles by the first surface of each; the ground's is 0. */
static bool number(qm__walks *walks, int32_t *parents, qm__arena *arena) {
    const qm__table *table = walks->table;
    const uint32_t count = table->prism_count + 1u;
    for (uint32_t i = 0; i < count; i++) {
        const bool surface = i == 0 || is_surface(table, i - 1);
        const int32_t first = surface ? find(parents, (int32_t)i) : -1;
        walks->isle_of[i] = first < 0 ? -1 : first == (int32_t)i ? walks->isle_count++ : walks->isle_of[first];
    }
    const size_t isles = (size_t)walks->isle_count;
    walks->isle_levels = qm__arena_array(arena, isles * (size_t)walks->level_count, 1);
    walks->isle_boxes = qm__arena_array(arena, isles, sizeof *walks->isle_boxes);
    if (!walks->isle_levels || !walks->isle_boxes) {
        return false;
    }
    for (size_t i = 0; i < isles; i++) {
        walks->isle_boxes[i] = (qm__box){INT32_MAX, INT32_MAX, INT32_MIN, INT32_MIN};
    }
    for (uint32_t i = 0; i < count; i++) {
        if (walks->isle_of[i] >= 0) {
            const qm__box whole = {0, 0, table->width, table->depth};
            const int level = qm__level_at(walks->levels, i ? table->prisms[i - 1].top : 0);
            walks->isle_levels[walks->isle_of[i] * walks->level_count + level] = 1;
            widen(&walks->isle_boxes[walks->isle_of[i]], i ? &table->prisms[i - 1].polygon.box : &whole);
        }
    }
    return true;
}

bool qm__walks_make_isles(qm__walks *walks, qm__arena *arena) {
    const size_t count = walks->table->prism_count + (size_t)1;
    int32_t *parents = qm__arena_array(arena, count, sizeof *parents);
    walks->isle_of = qm__arena_array(arena, count, sizeof *walks->isle_of);
    if (!parents || !walks->isle_of) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        parents[i] = (int32_t)i;
    }
    join_all(walks, parents);
    return number(walks, parents, arena);
}

int32_t qm__isle_at(const qm__walks *walks, qm__spot spot) {
    const double far = 2.0 * QM__COORDINATE_MAX;
    if (spot.level < 0 || spot.level >= walks->level_count || !(spot.x > -far && spot.x < far) ||
        !(spot.y > -far && spot.y < far)) {
        return -1;
    }
    int32_t on;
    if (walks->isle_count == 1) {
        return 0;
    }
    if (!qm__level_open(walks->levels, &walks->levels->levels[spot.level], (qm__xy){spot.x, spot.y}, 2 * QM__SLACK,
                        &on)) {
        return -1;
    }
    return walks->isle_of[on == QM__GROUND ? 0 : on + 1];
}

bool qm__walks_part(const qm__walks *walks, qm__spot from, qm__spot to) {
    const int32_t here = qm__isle_at(walks, from), there = qm__isle_at(walks, to);
    return here >= 0 && there >= 0 && here != there;
}

bool qm__walks_heights(const qm__walks *walks, qm__spot from, int32_t *low, int32_t *high) {
    const int32_t isle = qm__isle_at(walks, from);
    bool known = false;
    for (int32_t i = 0; isle >= 0 && i < walks->level_count; i++) {
        if (walks->isle_levels[isle * walks->level_count + i]) {
            const int32_t z = qm__level_height(walks->levels, i);
            *low = !known || z < *low ? z : *low;
            *high = !known || z > *high ? z : *high;
            known = true;
        }
    }
    return known;
}
