/* One number over a long run of random tables: every answer of the table's geometry, bit for bit. Built twice, for this machine
 * and as WebAssembly without any library; both must give the same number.
 */
#include "base/angle.h"
#include "base/hash.h"
#include "base/random.h"
#include "space/table/links.h"
#include "space/table/reach.h"
#include "space/table/sight.h"

#include <stdlib.h>
#include <string.h>

enum { SIDE = 16000, PRISMS = 10, BODIES = 5, QUESTIONS = 12 };

typedef struct run {
    uint64_t seed, index, sum;
    qm__arena arena;
    qm__table table;
    qm__corner corners[PRISMS * 8];
    qm__ring rings[PRISMS * 2];
    qm__prism prisms[PRISMS];
    qm__area areas[1];
    qm__body bodies[BODIES];
} run;

static int32_t pick(run *r, int32_t n) {
    return (int32_t)qm__random_below(r->seed, &r->index, (uint32_t)n);
}

static void note(run *r, double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    r->sum = qm__hash(&bits, sizeof bits, r->sum);
}

static void add_ring(run *r, const int32_t (*xy)[2], uint32_t count) {
    r->rings[r->table.ring_count++] = (qm__ring){r->table.corner_count, count};
    for (uint32_t i = 0; i < count; i++) {
        r->corners[r->table.corner_count++] = (qm__corner){xy[i][0], xy[i][1], 0};
    }
}

/* A box along the axes or a turned one, on the half-inch grid or off it. */
static void add_prism(run *r) {
    const int32_t unit = pick(r, 2) ? 500 : 1, steps = unit == 500 ? 26 : 13000;
    const int32_t x = 1500 + pick(r, steps) * unit, y = 1500 + pick(r, steps) * unit;
    const int32_t w = 500 + pick(r, 7) * 500, d = 500 + pick(r, 7) * 500, level = pick(r, 3);
    const int32_t lean = pick(r, 3) == 0 ? pick(r, 1500) : 0;
    const int32_t ring[4][2] = {{x, y}, {x + w, y + lean}, {x + w - lean, y + d + lean}, {x - lean, y + d}};
    static const int32_t tops[] = {800, 1000, 2500, 3000};
    const int32_t bottom = level == 2 ? 2800 : 0, top = level == 2 ? 3000 : tops[pick(r, 4)];
    qm__prism *prism = &r->prisms[r->table.prism_count++];
    *prism = (qm__prism){.name = "prism",
                         .polygon = {r->table.ring_count, 1, {0, 0, 0, 0}},
                         .bottom = bottom,
                         .top = top,
                         .flags = pick(r, 4) ? QM__PRISM_WALKABLE : 0};
    add_ring(r, ring, 4);
}

static bool make_table(run *r) {
    r->table = (qm__table){.width = SIDE, .depth = SIDE, .corners = r->corners, .rings = r->rings, .prisms = r->prisms,
                           .areas = r->areas};
    const int n = 1 + pick(r, PRISMS);
    for (int i = 0; i < n; i++) {
        add_prism(r);
    }
    for (int i = 0; i < BODIES; i++) {
        r->bodies[i] = (qm__body){.x = 1000 + pick(r, 14000),
                                  .y = 1000 + pick(r, 14000),
                                  .radius = 400 + pick(r, 3) * 100,
                                  .height = 1800,
                                  .manner = (uint8_t)pick(r, 3),
                                  .margin = pick(r, 2) * 1000};
    }
    qm__table_error error;
    uint32_t count;
    return qm__table_finish(&r->table, &r->arena, &error, 1, &count);
}

/* Some place where the base can be; false after too many tries. */
static bool some_spot(run *r, const qm__levels *levels, const qm__crowd *crowd, qm__spot *out) {
    for (int i = 0; i < 30; i++) {
        *out = (qm__spot){500 + pick(r, SIDE - 1000), 500 + pick(r, SIDE - 1000), pick(r, qm__level_count(levels))};
        if (qm__passes(levels, crowd, *out, QM__SLACK, NULL)) {
            return true;
        }
    }
    return false;
}

static void ask_walks(run *r, const qm__walks *walks, const qm__crowd *crowd, void *scratch) {
    const qm__levels *levels = qm__walks_levels(walks);
    for (int i = 0; i < QUESTIONS; i++) {
        qm__walk_ask ask = {.crowd = i % 2 ? crowd : NULL, .limit = 1e9};
        if (!some_spot(r, levels, ask.crowd, &ask.from) || !some_spot(r, levels, ask.crowd, &ask.to)) {
            continue;
        }
        qm__traced traced;
        qm__trace(levels, ask.crowd, ask.from, (qm__xy){ask.to.x, ask.to.y}, QM__SLACK, &traced);
        note(r, traced.why.part);
        qm__walked walked;
        qm__walk_find(walks, &ask, scratch, NULL, &walked);
        note(r, walked.found ? walked.cost : -1);
    }
}

static void ask_reach(run *r, const qm__walks *walks, const qm__crowd *crowd) {
    qm__reach_ask ask = {.budget = 6000, .crowd = crowd};
    const qm__grounds *grounds;
    if (qm__grounds_make(walks, &r->arena, &grounds) != QM_OK) {
        note(r, -3);
        return;
    }
    const size_t size = qm__reach_scratch_size(grounds, BODIES, NULL), regions_size = qm__regions_size(grounds, BODIES);
    void *scratch = malloc(size), *memory = malloc(regions_size);
    qm__regions regions;
    if (some_spot(r, qm__walks_levels(walks), crowd, &ask.from)) {
        const qm__reach *reach = qm__reach_make(grounds, &ask, scratch, size);
        if (reach && qm__reach_regions(reach, ask.budget, memory, regions_size, &regions)) {
            for (uint32_t i = 0; i < regions.point_count; i++) {
                note(r, regions.points[i].x);
                note(r, regions.points[i].y);
            }
        }
        for (int i = 0; reach && i < QUESTIONS; i++) {
            qm__spot spot;
            if (some_spot(r, qm__walks_levels(walks), crowd, &spot)) {
                note(r, qm__reach_cost(reach, spot));
            }
        }
    }
    free(scratch);
    free(memory);
}

static void ask_sight(run *r) {
    const qm__sights *sights;
    if (qm__sights_make(&r->table, &r->arena, &sights) != QM_OK) {
        return;
    }
    void *scratch = malloc(qm__sight_scratch_size(sights, BODIES));
    for (int i = 0; i < QUESTIONS; i++) {
        const qm__eye eye = {pick(r, SIDE), pick(r, SIDE), pick(r, 5000)};
        qm__seen seen;
        qm__sight_find(sights, eye, &r->bodies[i % BODIES], r->bodies, BODIES, (uint16_t)(i % BODIES), UINT16_MAX, scratch, &seen);
        note(r, seen.fraction);
    }
    free(scratch);
}

static void ask_all(run *r) {
    static const qm__walker walker = {.radius = 500, .height = 1800, .step = 1000, .free_step = 1000};
    const qm__levels *levels;
    const qm__walks *walks;
    const qm__crowd crowd = {r->bodies, BODIES, UINT16_MAX};
    if (qm__levels_make(&r->table, &walker, &r->arena, &levels) != QM_OK ||
        qm__walks_make(levels, 0, &r->arena, &walks) != QM_OK) {
        note(r, -2);
        return;
    }
    void *scratch = malloc(qm__walk_scratch_size(walks, BODIES));
    ask_walks(r, walks, &crowd, scratch);
    free(scratch);
    ask_reach(r, walks, &crowd);
    ask_sight(r);
}

uint64_t bits(uint32_t seed, uint32_t tables);

uint64_t bits(uint32_t seed, uint32_t tables) {
    run *r = malloc(sizeof *r);
    memset(r, 0, sizeof *r);
    for (uint32_t i = 0; i < tables; i++) {
        r->seed = ((uint64_t)seed << 32) + i;
        r->index = 0;
        qm__arena_init(&r->arena, NULL);
        if (make_table(r)) {
            ask_all(r);
        }
        qm__arena_free(&r->arena);
    }
    for (int32_t i = 0; i < 20000; i++) {
        const qm__turn turn = qm__turn_of(pick(r, 65536) + pick(r, 1000) / 1000.0);
        note(r, turn.cos);
        note(r, qm__parts_of(turn.sin, turn.cos));
    }
    const uint64_t sum = r->sum;
    free(r);
    return sum;
}

#ifndef __wasm__
#include <stdio.h>

int main(int argc, char **argv) {
    const unsigned seed = argc > 1 ? (unsigned)atoi(argv[1]) : 1, tables = argc > 2 ? (unsigned)atoi(argv[2]) : 50;
    printf("%llu\n", (unsigned long long)bits(seed, tables));
    return 0;
}
#endif
