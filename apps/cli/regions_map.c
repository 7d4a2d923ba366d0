/* The regions that a figure can reach on a table as marks of a plan in characters: each with the least that it takes to
 * end in the middle of that character, on whichever surface. */
#include <stdlib.h>

#include "common.h"

/* Whether a ring goes around a point: it crosses the ray to the right of it an odd number of times. */
static bool ring_has(const qm_reach_area *area, const qm_reach_ring *ring, qm_place at) {
    const qm_reach_corner *corners = area->corners + ring->first;
    bool inside = false;
    for (uint32_t i = 0, before = ring->count - 1; i < ring->count; before = i++) {
        const qm_reach_corner a = corners[before], b = corners[i];
        if ((a.y > at.y) != (b.y > at.y) && at.x < a.x + (double)(b.x - a.x) * (at.y - a.y) / (double)(b.y - a.y)) {
            inside = !inside;
        }
    }
    return inside;
}

/* Whether the region of a ring, with all of its surface, cost and risk, has the point: it is in more of its outer rings
 * than of its holes. */
static bool region_has(const qm_reach_area *area, const qm_reach_ring *of, qm_place at) {
    int around = 0;
    for (uint32_t i = 0; i < area->ring_count; i++) {
        const qm_reach_ring *ring = &area->rings[i];
        if (ring->z == of->z && ring->cost == of->cost && ring->risk == of->risk && ring_has(area, ring, at)) {
            around += ring->hole ? -1 : 1;
        }
    }
    return around > 0;
}

/* The sign of the easiest way to end there; 0 if there is none. */
static char sign_at(const qm_reach_area *area, qm_place at) {
    static const char signs[QM_RISKS] = {[QM_RISK_NONE] = '~', [QM_RISK_ONE] = '?', [QM_RISK_ANY] = '%'};
    uint32_t best = 2 * QM_RISKS;
    for (uint32_t i = 0; i < area->ring_count; i++) {
        const qm_reach_ring *ring = &area->rings[i];
        const uint32_t rank = 2 * (area->risk == QM_RISK_NONE ? 0 : ring->risk) + (ring->effort ? 1 : 0);
        if (rank < best && !ring->hole && ring_has(area, ring, at) && region_has(area, ring, at)) {
            best = rank;
        }
    }
    return best == 1 ? '^' : best < 2 * QM_RISKS ? signs[best / 2] : 0;
}

qm_board_mark *cli_regions_marks(const qm_scenario *scenario, const qm_reach_area *area, int width, size_t *count) {
    qm_place at;
    int columns = 0, rows = 0;
    *count = 0;
    while (qm_board_middle(scenario, width, columns, 0, &at)) {
        columns++;
    }
    while (qm_board_middle(scenario, width, 0, rows, &at)) {
        rows++;
    }
    qm_board_mark *marks = calloc((size_t)columns * (size_t)rows + 1, sizeof *marks);
    for (int i = 0; marks && i < columns * rows; i++) {
        qm_board_middle(scenario, width, i % columns, i / columns, &at);
        const char sign = sign_at(area, at);
        if (sign) {
            marks[(*count)++] = (qm_board_mark){.at = at, .label = {sign}, .warn = sign == '?' || sign == '%'};
        }
    }
    return marks;
}
