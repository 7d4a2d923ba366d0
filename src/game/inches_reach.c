/* Reach on a table of inches: the regions in which a figure can end, and what a place costs.
 *
 * Invariant: a cost that is told is rounded once, as that of a walk that is judged. A reach lives in the scratch of the
 * search until something else is asked there; regions are made in the memory behind it, one cost after the other.
 */
#include "game/inches.h"

#include <string.h>

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
                                 .may_end = true,
                                 .risks_apart = ask->risks_apart,
                                 .risks_limited = ask->risks_limited};
    *rest = scratch + size;
    search->crowd = qm__inch_crowd(search, ask); /* the reach looks at it as long as it lives */
    return qm__reach_make(base->grounds, &whole, scratch, size);
}

const qm__reach *qm__inch_ground(qm__inch_search *search, qm__spot from, const qm__area_price *prices, double budget,
                                 unsigned char **rest) {
    const size_t size = reach_size(search);
    unsigned char *scratch = qm__inch_scratch(search);
    const qm__reach_ask ask = {
        .from = from, .budget = budget, .crowd = &search->crowd, .prices = prices, .may_end = true};
    *rest = scratch + size;
    return qm__reach_make(search->base->grounds, &ask, scratch, size);
}

static bool copy_regions(const qm__inch_base *base, const qm__regions *regions, int32_t cost, uint32_t risk,
                         qm_reach_area *out) {
    if (regions->ring_count > out->ring_capacity - out->ring_count) {
        return false;
    }
    for (uint32_t i = 0; i < regions->ring_count; i++) {
        const qm__reach_ring *ring = &regions->rings[i];
        if (ring->count > out->corner_capacity - out->corner_count) {
            return false;
        }
        out->rings[out->ring_count++] = (qm_reach_ring){.z = qm__level_height(base->levels, ring->level),
                                                        .cost = cost,
                                                        .first = out->corner_count,
                                                        .count = ring->count,
                                                        .hole = ring->hole,
                                                        .risk = risk};
        for (uint32_t p = 0; p < ring->count; p++) {
            const qm__xy *point = &regions->points[ring->first + p];
            out->corners[out->corner_count++] = (qm_reach_corner){qm__units(point->x), qm__units(point->y)};
        }
    }
    out->approximate |= regions->approximate;
    return true;
}

bool qm__inch_regions(const qm__inch_search *search, const qm__reach *reach, int32_t cost, void *memory,
                      qm_reach_area *out) {
    const size_t size = qm__regions_size(search->base->grounds, search->crowd.count);
    const bool apart = out->apart && !out->sure;
    const uint32_t highest = apart ? qm__reach_risks(reach) : out->sure ? QM_RISK_NONE : QM_RISK_ANY;
    const uint32_t count = apart ? QM_RISKS : 1;
    qm__regions regions[QM_RISKS];
    bool good = apart ? qm__reach_regions_apart(reach, cost, memory, size, regions)
                      : qm__reach_regions(reach, cost, memory, size, regions);
    for (uint32_t i = 0; i < count && good; i++) {
        good = copy_regions(search->base, &regions[i], cost, apart ? i : highest, out);
    }
    out->risk = highest > out->risk ? highest : out->risk;
    return good;
}

void qm__inch_regions_end(qm_reach_area *out) {
    uint32_t rings = 0, corners = 0;
    for (uint32_t i = 0; i < out->ring_count; i++) {
        qm_reach_ring ring = out->rings[i];
        if (ring.risk <= out->risk) {
            memmove(out->corners + corners, out->corners + ring.first, ring.count * sizeof *out->corners);
            ring.first = corners;
            corners += ring.count;
            out->rings[rings++] = ring;
        }
    }
    out->ring_count = rings;
    out->corner_count = corners;
}

bool qm__inch_cost(qm__inch_search *search, const qm__inch_ask *ask, qm_place place, qm_reach_cost *out) {
    qm__inch_ask apart = *ask;
    unsigned char *rest;
    *out = QM__NO_COST;
    if (!search->base || !qm__inch_can_be(search->base, &search->crowd, place, true, NULL)) {
        return true;
    }
    apart.risks_apart = QM_RISK_ANY;
    apart.risks_limited = false;
    const qm__reach *reach = qm__inch_reach(search, &apart, QM__SLACK, &rest);
    if (!reach) {
        return false;
    }
    for (uint32_t i = 0; i < QM_RISKS; i++) {
        const double cost = qm__reach_cost(qm__reach_within(reach, i), qm__inch_spot(search->base, place));
        out->by[i].cost = cost < 0 || qm__units(cost) > ask->allowance ? -1 : qm__units(cost);
        out->by[i].chance = i == QM_RISK_NONE && out->by[i].cost >= 0 ? 1 : -1;
    }
    out->cost = out->by[QM_RISK_ANY].cost;
    out->approximate = qm__reach_approximate(reach);
    return true;
}

/* Moving comes before running, whatever it costs. */
static bool is_better(const qm_reach_way *a, const qm_reach_way *b) {
    return a->cost >= 0 && (b->cost < 0 || a->effort < b->effort || (a->effort == b->effort && a->cost < b->cost));
}

void qm__inch_cost_end(qm_reach_cost *out) {
    out->risk = QM_RISK_NONE;
    for (uint32_t i = 1; i < QM_RISKS; i++) {
        if (is_better(&out->by[i], &out->by[i - 1])) {
            out->risk = i;
        } else {
            out->by[i] = out->by[i - 1];
        }
    }
    out->cost = out->by[QM_RISK_ANY].cost;
    out->effort = out->by[QM_RISK_ANY].effort;
    for (uint32_t i = 0; i < QM_RISKS; i++) {
        out->best_chance = out->by[i].chance > out->best_chance ? out->by[i].chance : out->best_chance;
    }
}
