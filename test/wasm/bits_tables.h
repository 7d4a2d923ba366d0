/* Random tables for bits.c: solids with holes, railings and floors above the ground, ladders, zones with prices, round
 * and rectangular figures. A table is made from its seed alone.
 */
#ifndef QM_TEST_WASM_BITS_TABLES_H
#define QM_TEST_WASM_BITS_TABLES_H

#include "base/random.h"
#include "space/table/reach.h"

enum { SIDE = 16000, PRISMS = 10, BODIES = 5, AREAS = 3, LADDERS = 2, QUESTIONS = 6, ROUTES = 8, POINTS = 256 };

typedef struct run {
    uint64_t seed, index, sum;
    qm__arena arena;
    qm__table table;
    qm__corner corners[(PRISMS + AREAS) * 8];
    qm__ring rings[(PRISMS + AREAS) * 2];
    qm__prism prisms[PRISMS];
    qm__area areas[AREAS];
    qm__area_price prices[AREAS];
    qm__ladder ladders[LADDERS];
    qm__body bodies[BODIES];
    qm__crowd crowd;
    const qm__levels *levels;
    const qm__walks *walks;
    const qm__grounds *grounds;
    const qm__links *links;
    qm__rims rims;
    qm__way way;
    qm__route routes[ROUTES];
    qm__spot points[POINTS];
} run;

static int32_t pick(run *r, int32_t n) {
    return (int32_t)qm__random_below(r->seed, &r->index, (uint32_t)n);
}

static void add_ring(run *r, const int32_t (*xy)[2], uint32_t count, bool rails) {
    static const int32_t heights[] = {0, 0, 0, 0, 0, 300, 1200};
    r->rings[r->table.ring_count++] = (qm__ring){r->table.corner_count, count};
    for (uint32_t i = 0; i < count; i++) {
        r->corners[r->table.corner_count++] = (qm__corner){xy[i][0], xy[i][1], rails ? heights[pick(r, 7)] : 0};
    }
}

/* A box along the axes or a turned one, on the half-inch grid or off it, with a yard in it or without. */
static qm__polygon add_box(run *r, bool rails) {
    const int32_t unit = pick(r, 2) ? 500 : 1, steps = unit == 500 ? 24 : 12000;
    const int32_t x = 1500 + pick(r, steps) * unit, y = 1500 + pick(r, steps) * unit;
    const int32_t w = 500 + pick(r, 7) * 500, d = 500 + pick(r, 7) * 500;
    const int32_t lean = pick(r, 3) == 0 ? pick(r, 1500) : 0;
    const int32_t ring[4][2] = {{x, y}, {x + w, y + lean}, {x + w - lean, y + d + lean}, {x - lean, y + d}};
    const bool yard = lean == 0 && w > 1500 && d > 1500 && pick(r, 2);
    const qm__polygon polygon = {r->table.ring_count, yard ? 2 : 1, {0, 0, 0, 0}};
    add_ring(r, ring, 4, rails);
    if (yard) {
        const int32_t t = 300 + pick(r, 3) * 200, x1 = x + w - t, y1 = y + d - t;
        const int32_t hole[4][2] = {{x + t, y + t}, {x1, y + t}, {x1, y1}, {x + t, y1}};
        add_ring(r, hole, 4, rails);
    }
    return polygon;
}

static void add_prism(run *r) {
    static const int32_t tops[] = {800, 1000, 2500, 3000};
    const bool floor = pick(r, 3) == 0;
    const uint16_t flags = pick(r, 4) ? QM__PRISM_WALKABLE : pick(r, 4) ? 0 : QM__PRISM_IMPASSABLE;
    qm__prism *prism = &r->prisms[r->table.prism_count++];
    *prism = (qm__prism){
        .name = "prism",
        .bottom = floor ? 2800 : 0,
        .top = floor ? 3000 : tops[pick(r, 4)],
        .flags = (uint16_t)(flags | (pick(r, 4) ? 0 : QM__PRISM_SHEER) | (pick(r, 8) ? 0 : QM__PRISM_CLEAR))};
    prism->polygon = add_box(r, pick(r, 3) == 0);
}

static void add_areas(run *r) {
    for (int n = pick(r, AREAS + 1); n > 0; n--) {
        r->areas[r->table.area_count] = (qm__area){.name = "area", .bottom = 0, .top = pick(r, 2) * 3000};
        r->areas[r->table.area_count].polygon = add_box(r, false);
        r->prices[r->table.area_count] =
            (qm__area_price){.once = pick(r, 2) * 700, .entry = pick(r, 2) * 300, .factor = pick(r, 5) == 0 ? 2000 : 0};
        r->table.area_count++;
    }
}

/* From the ground beside an edge of a top to the top. Where that cannot be, the table is made anew without ladders. */
static void add_ladders(run *r) {
    for (int i = 0; i < r->table.prism_count && r->table.ladder_count < LADDERS; i++) {
        const qm__prism *prism = &r->prisms[i];
        const qm__corner *a = &r->corners[r->rings[prism->polygon.first_ring].first];
        if (prism->bottom == 0 && (prism->flags & QM__PRISM_WALKABLE) && a[0].y == a[1].y && pick(r, 3)) {
            const int32_t x = (a[0].x + a[1].x) / 2;
            r->ladders[r->table.ladder_count++] = (qm__ladder){"ladder", x, a[0].y - 500, 0, x, a[0].y, prism->top};
        }
    }
}

static void add_bodies(run *r) {
    for (int i = 0; i < BODIES; i++) {
        qm__body *body = &r->bodies[i];
        *body = (qm__body){.x = 1000 + pick(r, 14000),
                           .y = 1000 + pick(r, 14000),
                           .z = pick(r, 4) ? 0 : 3000,
                           .facing = pick(r, 65536),
                           .height = 1800,
                           .manner = (uint8_t)pick(r, 3),
                           .margin = pick(r, 2) * 1000};
        if (pick(r, 3)) {
            body->radius = 400 + pick(r, 3) * 100;
        } else {
            body->width = 500 + pick(r, 3) * 250;
            body->length = 1000 + pick(r, 3) * 500;
        }
    }
    r->crowd = (qm__crowd){.bodies = r->bodies, .count = BODIES, .self = UINT16_MAX};
}

static bool finish(run *r) {
    qm__table_error error = {0};
    uint32_t count = 0;
    return qm__table_finish(&r->table, &r->arena, &error, 1, &count);
}

static bool make_table(run *r) {
    r->table = (qm__table){.width = SIDE,
                           .depth = SIDE,
                           .corners = r->corners,
                           .rings = r->rings,
                           .prisms = r->prisms,
                           .areas = r->areas,
                           .ladders = r->ladders};
    for (int n = 1 + pick(r, PRISMS); n > 0; n--) {
        add_prism(r);
    }
    add_areas(r);
    add_ladders(r);
    add_bodies(r);
    if (finish(r)) {
        return true;
    }
    r->table.ladder_count = 0;
    return finish(r);
}

#endif
