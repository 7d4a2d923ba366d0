/* Answers that only tables have, as JSON: the regions that a figure can reach. */
#include "io/declared.h"

static void inches(qm__json_writer *w, int32_t length) {
    qm__json_decimal(w, length / 1000.0, 3);
}

static void ring_object(qm__json_writer *w, const qm_reach_ring *ring, const qm_reach_corner *corners) {
    qm__json_object_begin(w);
    qm__json_key(w, "height");
    inches(w, ring->z);
    qm__json_key(w, "cost");
    inches(w, ring->cost);
    qm__json_member_bool(w, "hole", ring->hole != 0);
    qm__json_key(w, "at");
    qm__json_array_begin(w);
    for (uint32_t i = 0; i < ring->count; i++) {
        qm__json_array_begin(w);
        inches(w, corners[ring->first + i].x);
        inches(w, corners[ring->first + i].y);
        qm__json_array_end(w);
    }
    qm__json_array_end(w);
    qm__json_object_end(w);
}

void qm_reach_area_write_json(const qm_scenario *scenario, uint16_t figure, const qm_reach_area *area, qm_text *out) {
    qm__json_writer w = qm__json_write_to(out, false);
    qm__json_object_begin(&w);
    qm__json_member(&w, "figure", qm_figure_name(scenario, figure));
    qm__json_key(&w, "regions");
    qm__json_array_begin(&w);
    for (uint32_t i = 0; i < area->ring_count; i++) {
        ring_object(&w, &area->rings[i], area->corners);
    }
    qm__json_array_end(&w);
    if (area->approximate) {
        qm__json_member_bool(&w, "approximate", true);
    }
    qm__json_object_end(&w);
}
