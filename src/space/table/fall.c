/* Falls: where a figure that goes over an edge comes to rest.
 *
 * It lands on the highest surface below, at the nearest place to the take-off, outwards, where its base stands and
 * keeps off everybody; if that surface has none, on the next one down. A surface here is all tops of one height that
 * touch each other, so that a full ledge does not lead to the ledge of another building.
 */
#include "space/table/fall.h"
#include "space/table/links_inside.h"
#include "space/table/nearest.h"

#include <string.h>

#define SEAM 1.0 /* units: tops no farther apart than this are one surface */

enum { SURFACE_WORDS = (QM__PRISMS_MAX + 31) / 32 };

static bool polygons_touch(const qm__table *table, const qm__polygon *p, const qm__polygon *q) {
    const qm__xy low = {q->box.x0, q->box.y0}, high = {q->box.x1, q->box.y1};
    qm__edge e = {0}, f = {0};
    if (!qm__box_near(&p->box, low, high, SEAM)) {
        return false;
    }
    qm__edges first_p = qm__edges_of(table, p), first_q = qm__edges_of(table, q);
    qm__edges_next(&first_p, &e);
    qm__edges_next(&first_q, &f);
    if (qm__polygon_has(table, q, e.a.x, e.a.y, SEAM) || qm__polygon_has(table, p, f.a.x, f.a.y, SEAM)) {
        return true;
    }
    for (qm__edges i = qm__edges_of(table, p); qm__edges_next(&i, &e);) {
        for (qm__edges j = qm__edges_of(table, q); qm__edges_next(&j, &f);) {
            if (qm__segments_square(e.a, e.b, f.a, f.b) <= SEAM * SEAM) {
                return true;
            }
        }
    }
    return false;
}

/* All tops that are one surface with that of a prism. */
static void connected(const qm__table *table, uint32_t prism, uint32_t bits[SURFACE_WORDS]) {
    memset(bits, 0, SURFACE_WORDS * sizeof *bits);
    bits[prism / 32] |= 1u << prism % 32;
    for (bool grown = true; grown;) {
        grown = false;
        for (uint32_t i = 0; i < table->prism_count; i++) {
            const qm__prism *p = &table->prisms[i];
            if ((bits[i / 32] >> i % 32 & 1) || p->top != table->prisms[prism].top ||
                !(p->flags & QM__PRISM_WALKABLE)) {
                continue;
            }
            for (uint32_t j = 0; j < table->prism_count; j++) {
                if ((bits[j / 32] >> j % 32 & 1) && polygons_touch(table, &p->polygon, &table->prisms[j].polygon)) {
                    bits[i / 32] |= 1u << i % 32;
                    grown = true;
                    break;
                }
            }
        }
    }
}

/* 1 + the number of the body nearest to a place among those that are in its way; 0 = none. */
static uint16_t body_at(const qm__nearest_ask *ask, qm__spot place) {
    uint16_t found = 0;
    double least = 0;
    for (uint16_t i = 0; ask->crowd && i < ask->crowd->count; i++) {
        if (qm__nearest_body_blocks(ask, i, (qm__xy){place.x, place.y})) {
            const double distance = qm__body_point_distance(&ask->crowd->bodies[i], (qm__xy){place.x, place.y});
            if (!found || distance < least) {
                found = (uint16_t)(i + 1);
                least = distance;
            }
        }
    }
    return found;
}

size_t qm__fall_scratch_size(const qm__levels *levels, uint32_t body_count) {
    return qm__nearest_size(levels, body_count);
}

/* Looks on one surface. */
static void land_on(qm__nearest_ask *ask, const qm__crowd *crowd, void *scratch, size_t size, qm__fall *out) {
    bool exhausted;
    ask->crowd = NULL;
    int count = qm__nearest_places(ask, scratch, size, out->landings, &out->distance, &exhausted);
    ask->crowd = crowd;
    uint16_t in_the_way = 0;
    for (int i = 0; i < count && !in_the_way; i++) {
        in_the_way = body_at(ask, out->landings[i]);
    }
    if (in_the_way) {
        count = qm__nearest_places(ask, scratch, size, out->landings, &out->distance, &exhausted);
    }
    if (!out->pushed_by) {
        out->pushed_by = in_the_way;
    }
    out->found = count > 0;
    out->equal = (uint32_t)count;
}

void qm__fall_find(const qm__levels *levels, const qm__crowd *crowd, qm__xy from, int32_t from_z, qm__xy outward,
                   int32_t margin, double limit, void *scratch, qm__fall *out) {
    const qm__table *table = qm__levels_table(levels);
    const qm__xy below = qm__along(from, outward, 1);
    const size_t size = qm__fall_scratch_size(levels, crowd ? crowd->count : 0);
    uint32_t surfaces[SURFACE_WORDS];
    int32_t z = from_z;
    memset(out, 0, sizeof *out);
    out->landing.level = -1;
    for (;;) {
        const int surface = qm__surface_below(table, below.x, below.y, z - 1, &z);
        const int level = surface == QM__NOTHING ? -1 : qm__level_at(levels, z);
        if (level < 0) {
            return;
        }
        if (surface >= 0) {
            connected(table, (uint32_t)surface, surfaces);
        }
        qm__nearest_ask ask = {.levels = levels,
                               .spot = {from.x, from.y, level},
                               .limit = limit,
                               .outward = outward,
                               .margin = margin,
                               .surfaces = surface >= 0 ? surfaces : NULL};
        land_on(&ask, crowd, scratch, size, out);
        if (out->found) {
            out->landing = out->landings[0];
            out->height = from_z - z;
            return;
        }
    }
}

/* What is on one side of a direction, up to a sixteenth of a turn to its left (-1: to its right). */
static qm__xy up_to_sixteenth(qm__xy direction, double left) {
    const double cosine = 0.38268343236508977, sine = 0.92387953251128676; /* of three sixteenths of a turn */
    return qm__along((qm__xy){direction.x * cosine, direction.y * cosine}, qm__left(direction), -left * sine);
}

int qm__fall_around(const qm__levels *levels, const qm__crowd *crowd, qm__spot from, qm__xy outward, int32_t margin,
                    double limit, void *scratch, qm__spot out[QM__DIRECTIONS]) {
    const qm__xy below = qm__along((qm__xy){from.x, from.y}, outward, 1);
    const qm__table *table = qm__levels_table(levels);
    const size_t size = qm__fall_scratch_size(levels, crowd ? crowd->count : 0);
    uint32_t surfaces[SURFACE_WORDS];
    int32_t z;
    int count = 0;
    const int surface = qm__surface_below(table, below.x, below.y, qm__level_height(levels, from.level), &z);
    if (surface >= 0) {
        connected(table, (uint32_t)surface, surfaces);
    }
    qm__xy straight = {1, 0};
    for (int i = 0; i < QM__DIRECTIONS; i++) {
        const qm__xy to = i % 2 == 0 ? straight : qm__unit(qm__plus(straight, qm__left(straight)));
        const qm__nearest_ask ask = {.levels = levels,
                                     .crowd = crowd,
                                     .spot = from,
                                     .limit = limit,
                                     .outward = outward,
                                     .sector = {up_to_sixteenth(to, 1), up_to_sixteenth(to, -1)},
                                     .margin = margin,
                                     .surfaces = surface >= 0 ? surfaces : NULL};
        qm__spot places[QM__NEAREST_MAX];
        double distance;
        bool exhausted;
        if (qm__nearest_places(&ask, scratch, size, places, &distance, &exhausted) > 0) {
            out[count++] = places[0];
        }
        straight = i % 2 == 0 ? straight : qm__left(straight);
    }
    return count;
}
