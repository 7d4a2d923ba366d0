/* Reach on a table of inches: the regions in which a figure can end, and what a place costs.
 *
 * Invariant: a cost that is told is rounded once, as that of a walk that is judged. A reach lives in the scratch of the
 * search until something else is asked there; regions are made in the memory behind it, one cost after the other.
 */
#include "game/inches.h"

static size_t reach_size(const qm__inch_search *search) {
    const qm__inch_base *base = search->base;
    return (qm__reach_scratch_size(base->grounds, search->crowd.count, base->links) + 15) / 16 * 16;
}

const qm__reach *qm__inch_reach(qm__inch_search *search, const qm__inch_ask *ask, double slack, unsigned char **rest) {
    const qm__inch_base *base = search->base;
    const size_t size = reach_size(search);
    unsigned char *scratch = qm__inch_scratch(search);
    const qm__reach_ask whole = {.from = qm__inch_spot(base, search->from),
                                 .budget = ask->allowance + slack,
                                 .crowd = &search->crowd,
                                 .prices = ask->prices,
                                 .links = ask->pricing ? base->links : NULL,
                                 .pricing = ask->pricing,
                                 .context = ask->context,
                                 .may_end = true};
    *rest = scratch + size;
    return qm__reach_make(base->grounds, &whole, scratch, size);
}

static bool copy_regions(const qm__inch_base *base, const qm__regions *regions, int32_t cost, qm_reach_area *out) {
    if (regions->ring_count > out->ring_capacity - out->ring_count ||
        regions->point_count > out->corner_capacity - out->corner_count) {
        return false;
    }
    for (uint32_t i = 0; i < regions->ring_count; i++) {
        const qm__reach_ring *ring = &regions->rings[i];
        out->rings[out->ring_count++] = (qm_reach_ring){.z = qm__level_height(base->levels, ring->level),
                                                        .cost = cost,
                                                        .first = out->corner_count,
                                                        .count = ring->count,
                                                        .hole = ring->hole};
        for (uint32_t p = 0; p < ring->count; p++) {
            const qm__xy *point = &regions->points[ring->first + p];
            out->corners[out->corner_count++] = (qm_reach_corner){qm__units(point->x), qm__units(point->y)};
        }
    }
    return true;
}

bool qm__inch_regions(const qm__inch_search *search, const qm__reach *reach, int32_t cost, void *memory,
                      qm_reach_area *out) {
    const size_t size = qm__regions_size(search->base->grounds, search->crowd.count);
    qm__regions regions;
    if (!qm__reach_regions(reach, cost, memory, size, &regions) || !copy_regions(search->base, &regions, cost, out)) {
        return false;
    }
    out->approximate |= regions.approximate;
    return true;
}

bool qm__inch_cost(qm__inch_search *search, const qm__inch_ask *ask, qm_place place, qm_reach_cost *out) {
    unsigned char *rest;
    *out = (qm_reach_cost){.cost = -1};
    if (!search->base || !qm__inch_can_be(search->base, &search->crowd, place, true, NULL)) {
        return true;
    }
    const qm__reach *reach = qm__inch_reach(search, ask, QM__SLACK, &rest);
    if (!reach) {
        return false;
    }
    const double cost = qm__reach_cost(reach, qm__inch_spot(search->base, place));
    *out = (qm_reach_cost){.cost = cost < 0 || qm__units(cost) > ask->allowance ? -1 : qm__units(cost),
                           .approximate = qm__reach_approximate(reach)};
    return true;
}
