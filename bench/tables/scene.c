#include "tables/scene.h"

#include <stdio.h>
#include <stdlib.h>

#include "machine/machine.h"
#include "quickmarch/quickmarch.h"
#include "toy/walkers.h"

const qm__walker scene_walker = {.radius = 500, .height = 1500, .step = 1000, .free_step = 1000, .whole = false};

static void *take(scene *s, size_t count, size_t size) {
    void *memory = qm__arena_array(&s->arena, count, size);
    if (!memory) {
        machine_fail("out of memory");
    }
    return memory;
}

/* -------------------------------------------------------------------------------------------------------- reading */

static qm_scenario *scenario_of(const char *path) {
    qm_diagnostics list = qm_diagnostics_make(NULL);
    qm_scenario *scenario = NULL;
    const bool good = qm_scenario_read_file(&scenario, path, NULL, NULL, NULL, &list) == QM_OK;
    for (size_t i = 0; i < list.count; i++) {
        fprintf(stderr, "%s:%u:%u: %s: %s\n", list.items[i].file, list.items[i].line, list.items[i].column,
                list.items[i].field, list.items[i].message);
    }
    qm_diagnostics_free(&list);
    if (!good) {
        machine_fail("the table cannot be read");
    }
    return scenario;
}

void scene_read(scene *out, const char *path) {
    *out = (scene){.scenario = scenario_of(path)};
    qm__arena_init(&out->arena, NULL);
    out->table = out->scenario->table;
    out->body_count = out->scenario->figure_count;
    out->bodies = take(out, out->body_count, sizeof *out->bodies);
    qm_state *state = take(out, 1, qm_state_size(out->scenario));
    qm_state_start(out->scenario, state);
    for (uint16_t i = 0; i < out->body_count; i++) {
        ramble_body(out->scenario, state, (uint16_t)(i + 1), 0, &out->bodies[i]);
    }
}

/* -------------------------------------------------------------------------------------------------- prices of links */

/* Rules in the manner of a skirmish game: short jumps are free of danger, longer ones and deep drops are not. */
const qm__link_rules scene_link_rules = {
    .jump_most = 4000, .rise_most = 1000, .climbs = true, .ladders = true, .jumps = true, .drops = true};

int scene_price(const void *context, const qm__links *links, uint32_t number, qm__link_price out[QM__BANDS_MAX]) {
    (void)context;
    const qm__link *link = &links->items[number];
    const double height = link->rise < 0 ? -link->rise : link->rise;
    switch ((qm__link_kind)link->kind) {
    case QM__LINK_CLIMB:
    case QM__LINK_LADDER:
        out[0] = (qm__link_price){.up_to = link->most, .cost = height, .chance = 1};
        return 1;
    case QM__LINK_JUMP:
        out[0] = (qm__link_price){.up_to = 1000, .per_unit = 1, .chance = 1};
        out[1] = (qm__link_price){.up_to = qm__most(link->most, 4000), .per_unit = 1, .chance = 5.0 / 6};
        return 2;
    case QM__LINK_DROP:
        out[0] = (qm__link_price){.up_to = link->most, .per_unit = 1, .chance = height <= 2000 ? 1 : 2.0 / 3};
        return 1;
    }
    return 0;
}

/* ------------------------------------------------------------------------------------------------- laying, strewing */

static qm__polygon moved(const qm__polygon *polygon, uint32_t rings) {
    return (qm__polygon){.first_ring = polygon->first_ring + rings, .ring_count = polygon->ring_count};
}

/* Adds a copy at (dx, dy) to a table with room for it. */
static void lay_one(scene *s, const scene *one, int32_t dx, int32_t dy) {
    const qm__table *from = &one->table;
    qm__table *to = &s->table;
    const uint32_t rings = to->ring_count, corners = to->corner_count;
    for (uint32_t i = 0; i < from->corner_count; i++) {
        to->corners[to->corner_count++] =
            (qm__corner){from->corners[i].x + dx, from->corners[i].y + dy, from->corners[i].rail};
    }
    for (uint32_t i = 0; i < from->ring_count; i++) {
        to->rings[to->ring_count++] = (qm__ring){from->rings[i].first + corners, from->rings[i].count};
    }
    for (uint16_t i = 0; i < from->prism_count; i++) {
        qm__prism *prism = &to->prisms[to->prism_count++];
        *prism = from->prisms[i];
        prism->polygon = moved(&from->prisms[i].polygon, rings);
    }
    for (uint16_t i = 0; i < from->area_count; i++) {
        qm__area *area = &to->areas[to->area_count++];
        *area = from->areas[i];
        area->polygon = moved(&from->areas[i].polygon, rings);
    }
    for (uint16_t i = 0; i < from->ladder_count; i++) {
        const qm__ladder *l = &from->ladders[i];
        to->ladders[to->ladder_count++] =
            (qm__ladder){l->name, l->foot_x + dx, l->foot_y + dy, l->foot_z, l->head_x + dx, l->head_y + dy, l->head_z};
    }
    for (uint16_t i = 0; i < one->body_count; i++) {
        qm__body *body = &s->bodies[s->body_count++];
        *body = one->bodies[i];
        body->x += dx;
        body->y += dy;
    }
}

void scene_lay(scene *out, const scene *one, int columns, int rows) {
    const size_t copies = (size_t)(columns * rows);
    *out = (scene){0};
    qm__arena_init(&out->arena, NULL);
    out->table = (qm__table){.width = one->table.width * columns, .depth = one->table.depth * rows};
    out->table.corners = take(out, copies * one->table.corner_count, sizeof *out->table.corners);
    out->table.rings = take(out, copies * one->table.ring_count, sizeof *out->table.rings);
    out->table.prisms = take(out, copies * one->table.prism_count, sizeof *out->table.prisms);
    out->table.ladders = take(out, copies * one->table.ladder_count, sizeof *out->table.ladders);
    out->table.areas = take(out, copies * one->table.area_count, sizeof *out->table.areas);
    out->bodies = take(out, copies * one->body_count, sizeof *out->bodies);
    for (int i = 0; i < columns * rows; i++) {
        lay_one(out, one, i % columns * one->table.width, i / columns * one->table.depth);
    }
    uint32_t count = 0;
    if (!qm__table_finish(&out->table, &out->arena, NULL, 0, &count)) {
        machine_fail("tables do not fit side by side");
    }
}

void scene_free(scene *s) {
    qm__arena_free(&s->arena);
    qm_scenario_free(s->scenario);
}

uint32_t scene_draw(uint64_t *seed, uint32_t below) {
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    return (uint32_t)(*seed >> 33) % below;
}

qm__spot scene_spot(const qm__levels *levels, const qm__crowd *crowd, uint64_t *seed) {
    const qm__table *table = qm__levels_table(levels);
    for (;;) {
        const double x = scene_draw(seed, (uint32_t)table->width), y = scene_draw(seed, (uint32_t)table->depth);
        qm__spot standing[64];
        uint32_t count = 0;
        for (int level = 0; level < qm__level_count(levels) && count < 64; level++) {
            standing[count] = (qm__spot){x, y, level};
            count += qm__stands(levels, crowd, standing[count], QM__CARE, NULL);
        }
        if (count > 0) {
            return standing[scene_draw(seed, count)];
        }
    }
}

void scene_prepare(const scene *s, qm__arena *arena, const qm__levels **levels, const qm__walks **walks) {
    qm__arena_init(arena, NULL);
    if (qm__levels_make(&s->table, &scene_walker, arena, levels) != QM_OK ||
        qm__walks_make(*levels, 0, arena, walks) != QM_OK) {
        machine_fail("preparing walks failed");
    }
}

bool scene_way_legal(const qm__levels *levels, const qm__crowd *crowd, qm__spot from, const qm__way *way,
                     double *length) {
    enum { POINTS_MAX = 4096 };
    static qm__spot spots[POINTS_MAX];
    static qm__xy points[POINTS_MAX];
    qm__drawn drawn;
    const uint32_t count = way->cut ? 0 : qm__way_points(levels, crowd, way, spots, POINTS_MAX);
    for (uint32_t i = 0; i < count; i++) {
        points[i] = (qm__xy){spots[i].x, spots[i].y};
    }
    if (count == 0 || !qm__drawn_check(levels, crowd, from, points, count, &drawn)) {
        return false;
    }
    *length = drawn.length;
    return true;
}
