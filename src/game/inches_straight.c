/* Ground for those who go straight: see inches_straight.h.
 *
 * Invariant: what is laid can be stood on.
 */
#include "game/inches_straight.h"

#include <string.h>

/* One question. */
typedef struct laying {
    const qm__inch_search *search;
    const qm__straight *ask;
    qm__straight_spots *found;
    double budget;
} laying;

/* A place to begin at, if the figure can stand there and it is not closed. */
static void add_spot(const laying *l, qm__spot spot) {
    const qm__levels *levels = l->search->base->levels;
    const qm__xy at = {spot.x, spot.y}, from = {l->search->from.x, l->search->from.y};
    if (qm__apart(at, from) > l->budget || !qm__stands(levels, &l->search->crowd, spot, QM__SLACK, NULL) ||
        (qm__areas_at(levels, spot) & l->ask->closed)) {
        return;
    }
    l->found->full = l->found->full || l->found->count == QM__STRAIGHT_SPOTS;
    if (!l->found->full) {
        l->found->spots[l->found->count++] = spot;
    }
}

static void find_spots(const laying *l) {
    const qm__inch_base *base = l->search->base;
    const qm_place from = l->search->from;
    const int levels = qm__level_count(base->levels);
    double step = 1000;
    l->found->count = 0;
    l->found->full = false;
    for (uint32_t i = 0; i < base->links->count; i++) {
        const qm__link *link = &base->links->items[i];
        const qm__xy on = qm__half_way(link->on.a, link->on.b);
        add_spot(l, (qm__spot){on.x, on.y, link->to});
    }
    while ((2 * l->budget / step + 1) * (2 * l->budget / step + 1) * levels > QM__STRAIGHT_SPOTS / 2) {
        step *= 1.25;
    }
    for (double y = from.y - l->budget; y <= from.y + l->budget; y += step) {
        for (double x = from.x - l->budget; x <= from.x + l->budget; x += step) {
            for (int level = 0; level < levels; level++) {
                add_spot(l, (qm__spot){x, y, level});
            }
        }
    }
}

/* Adds all ground that is joined to the places, reach by reach. */
static bool lay_ground(const laying *l, qm__inch_search *search, const qm_reach_ring *kind, qm_reach_area *out,
                       unsigned char **rest) {
    qm__straight_spots *a = l->found;
    const qm_reach_area asked = *out;
    bool good = true;
    out->apart = out->sure = 0;
    while (good && a->count > 0) {
        const uint32_t first = out->ring_count;
        const double budget = 2 * l->budget + 2000;
        const qm__reach *reach = qm__inch_ground(search, a->spots[0], l->ask->prices, budget, rest);
        uint32_t left = 0;
        good = reach && qm__inch_regions(search, reach, (int32_t)budget, *rest, out);
        for (uint32_t i = 1; i < a->count && good; i++) {
            if (qm__reach_cost(reach, a->spots[i]) < 0) {
                a->spots[left++] = a->spots[i];
            }
        }
        a->count = left;
        for (uint32_t i = first; i < out->ring_count; i++) {
            out->rings[i].cost = kind->cost;
            out->rings[i].effort = kind->effort;
            out->rings[i].risk = kind->risk;
        }
    }
    out->apart = asked.apart;
    out->sure = asked.sure;
    out->risk = asked.risk;
    return good;
}

/* The same ground once more for a lower cost: what leads less far is cut from it too. */
static bool copy_ground(uint32_t first, uint32_t end, const qm_reach_ring *kind, qm_reach_area *out) {
    for (uint32_t i = first; i < end; i++) {
        const uint32_t count = out->rings[i].count;
        if (out->ring_count == out->ring_capacity || count > out->corner_capacity - out->corner_count) {
            return false;
        }
        qm_reach_ring *ring = &out->rings[out->ring_count++];
        *ring = out->rings[i];
        memcpy(out->corners + out->corner_count, out->corners + ring->first, count * sizeof *out->corners);
        ring->first = out->corner_count;
        ring->cost = kind->cost;
        ring->effort = kind->effort;
        ring->risk = kind->risk;
        out->corner_count += count;
    }
    return true;
}

bool qm__inch_lay_straight(qm__inch_search *search, const qm__straight *ask, qm__straight_spots *spots,
                           unsigned char **rest, qm_reach_area *out) {
    const laying l = {search, ask, spots, qm__straight_budget(ask)};
    const uint32_t first = out->ring_count;
    *rest = NULL;
    if (l.budget <= 0) {
        return true;
    }
    find_spots(&l);
    bool good = !spots->full && lay_ground(&l, search, &ask->kinds[ask->count - 1], out, rest);
    const uint32_t end = out->ring_count;
    for (uint32_t i = 0; i + 1 < ask->count && good; i++) {
        good = ask->kinds[i].cost <= ask->lost || copy_ground(first, end, &ask->kinds[i], out);
    }
    *rest = end > first ? *rest : NULL;
    return good;
}

bool qm__inch_cut_outside(qm__overlay *overlay, const qm__table *table, qm__xy *outline, uint32_t count) {
    const double x = (double)table->width + 1000, y = (double)table->depth + 1000;
    const qm__xy all[] = {{-1000, -1000}, {x, -1000}, {x, y}, {-1000, y}};
    for (uint32_t i = 0; i < count / 2; i++) {
        const qm__xy point = outline[i];
        outline[i] = outline[count - 1 - i];
        outline[count - 1 - i] = point;
    }
    return qm__overlay_add(overlay, all, 4, true) && (count == 0 || qm__overlay_add(overlay, outline, count, true));
}
