/* The memory of a search: how much it takes, and how it is laid out in the scratch of the caller.
 *
 * Invariant: everything is aligned to 16 bytes wherever the scratch begins, and qm__search_size tells at least what
 * qm__search_start takes. Only the states of lanes are cleared; labels are written before they are read.
 */
#include "space/table/walk_search.h"

#include <string.h>

static size_t padded(size_t size) {
    return (size + 15) / 16 * 16;
}

static uint32_t lanes_of(const qm__walks *walks, uint32_t body_count) {
    return 2 * walks->span_count + 2 * qm__body_spans_most(walks, body_count);
}

static uint32_t labels_of(const qm__walks *walks, uint32_t body_count) {
    const uint32_t lanes = lanes_of(walks, body_count);
    /* Shores are many and all see each other. */
    const uint32_t shores = walks->table->area_count ? 96 * QM__SHORES_MAX : 0;
    return 2048 + 2 * walks->tangent_count + 16 * lanes + 512 * body_count + shores;
}

size_t qm__search_size(const qm__walks *walks, uint32_t body_count) {
    const size_t lanes = lanes_of(walks, body_count), labels = labels_of(walks, body_count);
    return padded(lanes * sizeof(qm__lane_state)) + padded(labels * sizeof(qm__walk_label)) +
           padded(labels * sizeof(qm__queued)) + padded(lanes * sizeof(qm__goal_piece)) +
           qm__cold_size(walks, body_count) + 64;
}

static void *take(char **at, size_t size) {
    void *here = *at;
    *at += padded(size);
    return here;
}

void qm__search_start(qm__search *search, const qm__field *field, int32_t isle, const qm__pricing *pricing,
                      void *scratch) {
    const qm__walks *walks = field->walks;
    const uint32_t body_count = field->crowd ? field->crowd->count : 0;
    char *at = scratch;
    at += (16 - (uintptr_t)at % 16) % 16;
    const size_t lanes = lanes_of(walks, body_count), labels = labels_of(walks, body_count);
    *search = (qm__search){.field = *field,
                           .label_capacity = (uint32_t)labels,
                           .isle = isle,
                           .pricing = *pricing,
                           .slack_from = QM__CARE,
                           .slack_to = QM__CARE};
    search->lanes = take(&at, lanes * sizeof(qm__lane_state));
    search->labels = take(&at, labels * sizeof(qm__walk_label));
    search->queue = take(&at, labels * sizeof(qm__queued));
    search->goals = take(&at, lanes * sizeof(qm__goal_piece));
    if ((body_count && !field->bodies) || pricing->strewn) {
        search->field.bodies = search->cold = qm__cold_bodies(walks, field->crowd, pricing, isle, false, at);
        search->exhausted = search->cold && search->cold->full;
    }
    search->lane_count = 2 * (walks->span_count + (search->field.bodies ? search->field.bodies->span_count : 0));
    memset(search->lanes, 0xff, search->lane_count * sizeof *search->lanes);
}
