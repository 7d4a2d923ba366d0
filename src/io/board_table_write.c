/* The board of a scenario on a table, written out.
 *
 * Invariant: read back it has the same hash. Corners come as they are held (outlines counter-clockwise, holes
 * clockwise), so railings stay with their edges; what is as usual is left out.
 */
#include "io/board_table.h"

static void write_inches(qm__json_writer *w, int32_t length) {
    qm__json_decimal(w, length / 1000.0, 3);
}

static void member_inches(qm__json_writer *w, const char *key, int32_t length) {
    qm__json_key(w, key);
    write_inches(w, length);
}

static void write_ring(const qm__table *table, const qm__ring *ring, qm__json_writer *w) {
    qm__json_array_begin(w);
    for (uint32_t i = 0; i < ring->count; i++) {
        const qm__corner *corner = &table->corners[ring->first + i];
        qm__json_array_begin(w);
        write_inches(w, corner->x);
        write_inches(w, corner->y);
        qm__json_array_end(w);
    }
    qm__json_array_end(w);
}

static void write_polygon(const qm__table *table, const qm__polygon *polygon, qm__json_writer *w) {
    const qm__ring *rings = table->rings + polygon->first_ring;
    qm__json_key(w, "at");
    write_ring(table, &rings[0], w);
    if (polygon->ring_count > 1) {
        qm__json_key(w, "holes");
        qm__json_array_begin(w);
        for (uint32_t r = 1; r < polygon->ring_count; r++) {
            write_ring(table, &rings[r], w);
        }
        qm__json_array_end(w);
    }
}

static void write_kind(const qm_scenario *s, uint16_t kind, qm__json_writer *w) {
    const qm_rules_facts *facts = s->family->facts;
    if (kind != 0) {
        qm__json_member(w, "kind", s->rules.tables[facts->terrain_table].rows[kind - 1].name);
    }
}

/* A railing all around as one number, others edge by edge. */
static void write_rails(const qm__table *table, const qm__polygon *polygon, qm__json_writer *w) {
    const qm__ring *outline = &table->rings[polygon->first_ring];
    const int32_t first = table->corners[outline->first].rail;
    bool any = false, same = true;
    for (uint32_t r = 0; r < polygon->ring_count; r++) {
        const qm__ring *ring = &table->rings[polygon->first_ring + r];
        for (uint32_t i = 0; i < ring->count; i++) {
            any = any || table->corners[ring->first + i].rail != 0;
            same = same && table->corners[ring->first + i].rail == first;
        }
    }
    if (!any) {
        return;
    }
    if (same) {
        member_inches(w, "rail", first);
        return;
    }
    qm__json_key(w, "rails");
    qm__json_array_begin(w);
    for (uint32_t i = 0; i < outline->count; i++) {
        write_inches(w, table->corners[outline->first + i].rail);
    }
    qm__json_array_end(w);
}

static void write_prism(const qm_scenario *s, const qm__prism *prism, qm__json_writer *w) {
    qm__json_object_begin(w);
    qm__json_member(w, "name", prism->name);
    write_polygon(&s->table, &prism->polygon, w);
    if (prism->bottom != 0) {
        member_inches(w, "bottom", prism->bottom);
    }
    member_inches(w, "top", prism->top);
    if (!(prism->flags & QM__PRISM_WALKABLE)) {
        qm__json_member_bool(w, "walkable", false);
    }
    if (prism->flags & QM__PRISM_SHEER) {
        qm__json_member_bool(w, "climbable", false);
    }
    if (prism->flags & QM__PRISM_CLEAR) {
        qm__json_member(w, "sight", "clear");
    }
    if (prism->flags & QM__PRISM_IMPASSABLE) {
        qm__json_member_bool(w, "impassable", true);
    }
    write_rails(&s->table, &prism->polygon, w);
    write_kind(s, prism->kind, w);
    qm__json_object_end(w);
}

static void write_end(qm__json_writer *w, const char *key, int32_t x, int32_t y, int32_t z) {
    qm__json_key(w, key);
    qm__json_array_begin(w);
    write_inches(w, x);
    write_inches(w, y);
    write_inches(w, z);
    qm__json_array_end(w);
}

static void write_ladder(const qm__ladder *ladder, qm__json_writer *w) {
    qm__json_object_begin(w);
    qm__json_member(w, "name", ladder->name);
    write_end(w, "foot", ladder->foot_x, ladder->foot_y, ladder->foot_z);
    write_end(w, "head", ladder->head_x, ladder->head_y, ladder->head_z);
    qm__json_object_end(w);
}

static void write_area(const qm_scenario *s, const qm__area *area, qm__json_writer *w) {
    qm__json_object_begin(w);
    qm__json_member(w, "name", area->name);
    write_polygon(&s->table, &area->polygon, w);
    member_inches(w, "bottom", area->bottom);
    member_inches(w, "top", area->top);
    write_kind(s, area->kind, w);
    qm__json_object_end(w);
}

void qm__board_table_json(const qm_scenario *s, qm__json_writer *w) {
    const qm__table *table = &s->table;
    qm__json_object_begin(w);
    qm__json_member(w, "space", "table");
    member_inches(w, "width", table->width);
    member_inches(w, "depth", table->depth);
    qm__json_key(w, "prisms");
    qm__json_array_begin(w);
    for (size_t i = 0; i < table->prism_count; i++) {
        write_prism(s, &table->prisms[i], w);
    }
    qm__json_array_end(w);
    qm__json_key(w, "ladders");
    qm__json_array_begin(w);
    for (size_t i = 0; i < table->ladder_count; i++) {
        write_ladder(&table->ladders[i], w);
    }
    qm__json_array_end(w);
    qm__json_key(w, "zones");
    qm__json_array_begin(w);
    for (size_t i = 0; i < table->area_count; i++) {
        if (table->areas[i].made) {
            continue;
        }
        write_area(s, &table->areas[i], w);
    }
    qm__json_array_end(w);
    qm__json_object_end(w);
}
