/* Small tables for tests, put together by hand: in whole units, checked and finished. */
#ifndef QM_TEST_TABLETOP_H
#define QM_TEST_TABLETOP_H

#include "space/table/levels.h"

#include <stdlib.h>
#include <string.h>

enum { TABLETOP_PRISMS = 200, TABLETOP_CORNERS = 2000, TABLETOP_AREAS = 8, TABLETOP_LADDERS = 8 };

typedef struct tabletop {
    qm__arena arena;
    qm__table table;
    qm__corner corners[TABLETOP_CORNERS];
    qm__ring rings[TABLETOP_PRISMS * 2];
    qm__prism prisms[TABLETOP_PRISMS];
    qm__area areas[TABLETOP_AREAS];
    qm__ladder ladders[TABLETOP_LADDERS];
} tabletop;

static inline tabletop *tabletop_new(int32_t width, int32_t depth) {
    tabletop *t = calloc(1, sizeof *t);
    qm__arena_init(&t->arena, NULL);
    t->table = (qm__table){.width = width,
                           .depth = depth,
                           .corners = t->corners,
                           .rings = t->rings,
                           .prisms = t->prisms,
                           .areas = t->areas,
                           .ladders = t->ladders};
    return t;
}

static inline void tabletop_free(tabletop *t) {
    qm__arena_free(&t->arena);
    free(t);
}

/* Adds a ring of x, y pairs; the first one of a polygon is its outer ring. */
static inline void tabletop_ring(tabletop *t, const int32_t *xy, uint32_t count) {
    t->rings[t->table.ring_count++] = (qm__ring){t->table.corner_count, count};
    for (uint32_t i = 0; i < count; i++) {
        t->corners[t->table.corner_count++] = (qm__corner){xy[2 * i], xy[2 * i + 1], 0};
    }
}

/* Adds a prism with the corners given; returns its number. Holes may follow by tabletop_hole. */
static inline uint16_t tabletop_prism(tabletop *t, const int32_t *xy, uint32_t count, int32_t bottom, int32_t top,
                                      unsigned flags) {
    qm__prism *prism = &t->prisms[t->table.prism_count];
    *prism = (qm__prism){.name = "prism",
                         .polygon = {.first_ring = t->table.ring_count, .ring_count = 1},
                         .bottom = bottom,
                         .top = top,
                         .flags = (uint16_t)flags};
    tabletop_ring(t, xy, count);
    return t->table.prism_count++;
}

static inline void tabletop_hole(tabletop *t, const int32_t *xy, uint32_t count) {
    tabletop_ring(t, xy, count);
    t->prisms[t->table.prism_count - 1].polygon.ring_count++;
}

static inline uint16_t tabletop_box(tabletop *t, int32_t x0, int32_t y0, int32_t x1, int32_t y1, int32_t bottom,
                                    int32_t top, unsigned flags) {
    return tabletop_prism(t, (int32_t[]){x0, y0, x1, y0, x1, y1, x0, y1}, 4, bottom, top, flags);
}

static inline void tabletop_area(tabletop *t, int32_t x0, int32_t y0, int32_t x1, int32_t y1) {
    t->areas[t->table.area_count++] = (qm__area){
        .name = "area", .polygon = {.first_ring = t->table.ring_count, .ring_count = 1}, .bottom = 0, .top = 0};
    tabletop_ring(t, (int32_t[]){x0, y0, x1, y0, x1, y1, x0, y1}, 4);
}

static inline bool tabletop_finish(tabletop *t) {
    qm__table_error error;
    uint32_t count = 0;
    return qm__table_finish(&t->table, &t->arena, &error, 1, &count);
}

/* Finishes the table and prepares the levels of a walker; NULL when something is wrong. */
static inline const qm__levels *tabletop_levels(tabletop *t, const qm__walker *walker) {
    const qm__levels *levels = NULL;
    return tabletop_finish(t) && qm__levels_make(&t->table, walker, &t->arena, &levels) == QM_OK ? levels : NULL;
}

#endif
