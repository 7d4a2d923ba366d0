/* Regions that a unit reaches by moving and by running, on foot, over links and straight, through the air or walls.
 *
 * Invariant: whatever is in a region can be reached; its cost is that of movement used up, what the ground takes
 * included.
 */
#include <string.h>

#include "game/inches_unite.h"
#include "rules/warband/going.h"

/* What is asked for. */
typedef struct banding {
    const int32_t *bands;
    uint32_t count;
    int32_t walk, most; /* how far a move leads, and any order */
} banding;

/* The cost of the i-th band; -1 = it is the same as the one before. */
static int32_t band_cost(const banding *b, uint32_t i) {
    if (b->count == 0) {
        return i == 0 ? b->walk : b->most;
    }
    const int32_t cost = b->bands[i] < b->most ? b->bands[i] : b->most;
    return i > 0 && cost <= b->bands[i - 1] ? -1 : cost;
}

/* The regions of one cost, of which the ground has taken a part. */
static bool add_regions(const qm__inch_search *search, const qm__reach *reach, int32_t cost, int32_t lost, bool effort,
                        void *memory, qm_reach_area *out) {
    const uint32_t first = out->ring_count;
    if (cost < lost) {
        return true;
    }
    const bool good = qm__inch_regions(search, reach, cost - lost, memory, out);
    for (uint32_t i = first; i < out->ring_count; i++) {
        out->rings[i].cost = cost;
        out->rings[i].effort = effort;
    }
    return good;
}

static uint32_t band_count(const banding *b) {
    return b->count ? b->count : b->most > b->walk ? 2 : 1;
}

/* Whether a unit goes other than on foot as well. */
static bool goes_straight(const qm_scenario *s, uint16_t figure) {
    return wb_value(s, figure, WB_FLYING) || wb_value(s, figure, WB_ETHEREAL);
}

/* The same regions once more for all higher risks that are told: what takes no check is in reach with some. */
static bool add_to_risks(uint32_t first, qm_reach_area *out) {
    const uint32_t end = out->ring_count, corner = end > first ? out->rings[first].first : 0;
    const uint32_t corners = out->corner_count - corner;
    for (uint32_t risk = QM_RISK_ONE; risk <= out->risk && out->apart && !out->sure && end > first; risk++) {
        const uint32_t moved = out->corner_count - corner;
        if (end - first > out->ring_capacity - out->ring_count || corners > out->corner_capacity - out->corner_count) {
            return false;
        }
        memcpy(out->corners + out->corner_count, out->corners + corner, corners * sizeof *out->corners);
        for (uint32_t i = first; i < end; i++) {
            qm_reach_ring *ring = &out->rings[out->ring_count++];
            *ring = out->rings[i];
            ring->first += moved;
            ring->risk = risk;
        }
        out->corner_count += corners;
    }
    return true;
}

enum { AT_ONCE = 8 }; /* costs for which the ground is found once */

/* What a unit reaches straight, through the air or through walls. */
static bool add_straight(const qm_scenario *s, qm__inch_search *search, void *own, const wb_going *g, const banding *b,
                         qm_reach_area *out) {
    const uint32_t first = out->ring_count;
    bool good = true;
    for (uint32_t i = 0; i < band_count(b) && good && goes_straight(s, search->figure);) {
        qm_reach_ring kinds[AT_ONCE];
        uint32_t count = 0;
        for (; i < band_count(b) && count < AT_ONCE; i++) {
            const int32_t cost = band_cost(b, i);
            if (cost >= 0) {
                kinds[count++] = (qm_reach_ring){.cost = cost,
                                                 .effort = cost > b->walk,
                                                 .risk = out->apart || out->sure ? QM_RISK_NONE : QM_RISK_ANY};
            }
        }
        for (uint16_t a = 0; a < g->count && good; a++) {
            good = qm__wb_add_straight(s, search, own, g->asks[a].prices, g->lost[a], kinds, count, out);
        }
    }
    return good && add_to_risks(first, out);
}

/* All bands from what is asked for the one that leads farthest: what is cheaper is in its reach too. */
static bool add_bands(const qm_scenario *s, qm__inch_search *search, void *own, const wb_going *g, const banding *b,
                      qm_reach_area *out) {
    unsigned char *rest = NULL;
    for (uint16_t a = 0; a < g->count; a++) {
        qm__inch_ask ask = g->asks[a];
        qm__inch_heed(out, &ask);
        const qm__reach *reach = qm__inch_reach(search, &ask, 0, &rest);
        bool good = reach != NULL;
        for (uint32_t i = 0; i < band_count(b) && good; i++) {
            const int32_t cost = band_cost(b, i);
            good = cost < 0 || add_regions(search, reach, cost, g->lost[a], cost > b->walk, rest, out);
        }
        if (!good) {
            return false;
        }
    }
    qm__inch_regions_end(out);
    const bool alone = g->count < 2 && !goes_straight(s, search->figure);
    return alone || (add_straight(s, search, own, g, b, out) && qm__inch_unite(search, 0, rest, out));
}

bool qm__wb_regions(const qm_scenario *s, const qm_state *st, uint16_t figure, const int32_t *bands,
                    uint32_t count_of_bands, void *search, qm_reach_area *out) {
    const wb_pricing pricing = {.scenario = s, .state = st, .figure = figure};
    qm__inch_search *memory = qm__inch_begin(s, &wb_of(s)->inches, st, figure, search);
    wb_going list[WB_GOINGS_MAX];
    const uint16_t count = qm__wb_goings(&pricing, memory, list);
    if (count == 0) {
        return true;
    }
    const wb_going *farthest = &list[count - 1];
    const banding b = {bands, count_of_bands, list[0].allowance, farthest->allowance};
    return add_bands(s, memory, qm__inch_own(search), farthest, &b, out);
}
