/* Reach: settling every source within a budget.
 *
 * Invariant: arrivals are sorted by lane and cost, so that the ones of a lane stand together. Seeds and images behind
 * links know their isle, so that whoever asks what a place costs (reach_cost.c) leaves out those of others.
 */
#include "space/table/reach_inside.h"

#include <string.h>

#define LEAST_PART 1e-4 /* of a landing: nearer to the place of the least cost it need not be found */
#define MORE 1.0        /* units settled beyond the budget: a landing becomes a source where something is left */

static uint32_t most_arrivals(const qm__grounds *grounds, uint32_t body_count, const qm__links *links) {
    return qm__spread_most(grounds->walks, body_count, 1) * (links ? 4 : 1);
}

size_t qm__reach_scratch_size(const qm__grounds *grounds, uint32_t body_count, const qm__links *links) {
    const qm__walks *const walks = grounds->walks;
    const size_t seeds = qm__reach_most_seeds(links), arrivals = most_arrivals(grounds, body_count, links);
    const size_t images = qm__reach_most_images(links);
    return qm__padded(sizeof(qm__reach)) + qm__padded(seeds * sizeof(qm__seed)) +
           qm__padded(arrivals * sizeof(qm__arrival)) + qm__padded(images * sizeof(qm__image)) +
           qm__padded((seeds + arrivals + images) * sizeof(qm__reach_turn)) +
           qm__padded((size_t)grounds->levels->count * sizeof(uint32_t)) +
           qm__padded(qm__walks_bodies_size(walks, body_count)) + qm__padded(qm__cold_size(walks, body_count)) +
           qm__padded(qm__walk_scratch_size(walks, body_count)) + qm__padded(qm__crowd_cells_size(body_count)) +
           (links ? qm__reach_links_size(grounds, body_count, links) : 0) +
           (links ? qm__padded(QM__RISKS_MAX * sizeof(qm__reach)) : 0) + 64;
}

static bool sorted_before(const qm__arrival *a, const qm__arrival *b) {
    if (a->lane != b->lane) {
        return a->lane < b->lane;
    }
    return a->cost != b->cost ? a->cost < b->cost : a->angle < b->angle;
}

/* By lane and cost. Parents are not told apart after this: only places and costs count from now on. */
static void sort_arrivals(qm__arrival *items, uint32_t count) {
    for (uint32_t gap = count / 2; gap > 0; gap = gap == 2 ? 1 : (uint32_t)((double)gap / 2.2)) {
        for (uint32_t i = gap; i < count; i++) {
            const qm__arrival item = items[i];
            uint32_t at = i;
            for (; at >= gap && sorted_before(&item, &items[at - gap]); at -= gap) {
                items[at] = items[at - gap];
            }
            items[at] = item;
        }
    }
}

/* A search lays out the bodies of its own isle, and points of borders there: gives its lanes the numbers that they have
 * here. Arrivals at points of borders of other isles than the start's are left out: these are not known here. */
static uint32_t rename_lanes(const qm__reach *r, int32_t isle, qm__arrival *items, uint32_t count) {
    const qm__walks_bodies *const known = r->field.bodies;
    const uint32_t terrain = r->grounds->walks->span_count, sides = known ? known->side_first : 0;
    uint32_t first = 0, end, kept = 0;
    while (first < sides && known->spans[first].isle != isle) {
        first++;
    }
    for (end = first; end < sides && known->spans[end].isle == isle; end++) {
    }
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t lane = items[i].lane, span = lane / 2;
        const bool body = span >= terrain && span - terrain < end - first, side = span >= terrain && !body;
        if (!side || isle == r->isle) {
            items[kept] = items[i];
            items[kept++].lane = lane + 2 * (body ? first : side ? sides - (end - first) : 0);
        }
    }
    return kept;
}

bool qm__reach_spread(qm__reach *r, const qm__seed *seeds, uint32_t count) {
    const qm__spread_ask ask = {r->field, seeds, count, r->ask.prices, r->ask.budget, &r->ask.from, r->pricing.strewn};
    uint32_t found;
    if (!qm__walks_spread(&ask, r->search, r->arrivals + r->arrival_count, r->arrival_max - r->arrival_count, &found)) {
        return false;
    }
    if (r->pricing.strewn) {
        found = rename_lanes(r, qm__isle_at(r->grounds->walks, seeds[0].spot), r->arrivals + r->arrival_count, found);
    }
    sort_arrivals(r->arrivals + r->arrival_count, found);
    r->arrival_count += found;
    return true;
}

/* What areas cost. Points along their borders are known on the start's isle alone, and links lead to others: with links
 * they are strewn only where there is no doing without, by the inch. */
static void set_pricing(qm__reach *r) {
    qm__pricing_make(r->grounds->walks, r->ask.prices, &r->pricing);
    r->pricing.strewn = r->pricing.strewn && (!r->ask.links || r->pricing.inch);
}

/* The start, with what the areas cost that it stands in. */
static void add_start(qm__reach *r) {
    qm__seed *const seed = &r->seeds[r->seed_count++];
    *seed = (qm__seed){.spot = r->ask.from, .isle = qm__isle_at(r->grounds->walks, r->ask.from)};
    if (qm__pricing_any(&r->pricing)) {
        seed->areas = qm__areas_at(r->grounds->levels, r->ask.from);
        seed->cost = qm__once_price(&r->pricing, seed->areas);
    }
}

/* Lays out the bodies of all isles that links lead to, and points of borders. A search does that itself, for its own
 * isle: here it is done once more, to know them. False when memory does not suffice. */
static bool lay_shores(qm__reach *r, qm__block *block, uint32_t body_count) {
    const qm__walks *const walks = r->grounds->walks;
    void *const memory = qm__block_take(block, qm__cold_size(walks, body_count));
    r->isle = qm__isle_at(walks, r->ask.from);
    r->pricing.near = &r->ask.from;
    r->pricing.near_count = 1;
    if (!memory || r->isle < 0) {
        return memory != NULL;
    }
    const qm__walks_bodies *const laid =
        qm__cold_bodies(walks, r->ask.crowd, &r->pricing, r->isle, r->ask.links != NULL, memory);
    r->field.bodies = laid;
    return !laid || !laid->full;
}

/* Lays out bodies with their tangents, unless the question brings them along. False when memory does not suffice. */
static bool lay_bodies(qm__reach *r, qm__block *block, uint32_t body_count) {
    if (body_count == 0 || r->ask.bodies) {
        return true;
    }
    const size_t size = qm__walks_bodies_size(r->grounds->walks, body_count);
    void *const memory = qm__block_take(block, size);
    r->field.bodies = memory ? qm__walks_crowd(r->grounds->walks, r->ask.crowd, memory, size) : NULL;
    return r->field.bodies != NULL;
}

/* Takes everything it needs from the block; false when that does not suffice. */
static bool lay_out(qm__reach *r, qm__block *block) {
    const qm__walks *const walks = r->grounds->walks;
    const uint32_t body_count = r->ask.crowd ? r->ask.crowd->count : 0;
    r->seed_max = qm__reach_most_seeds(r->ask.links);
    r->image_max = qm__reach_most_images(r->ask.links);
    r->arrival_max = most_arrivals(r->grounds, body_count, r->ask.links);
    r->seeds = qm__block_take(block, r->seed_max * sizeof *r->seeds);
    r->arrivals = qm__block_take(block, r->arrival_max * sizeof *r->arrivals);
    r->images = qm__block_take(block, r->image_max * sizeof *r->images);
    r->turns = qm__block_take(block, ((size_t)r->seed_max + r->arrival_max + r->image_max) * sizeof *r->turns);
    r->lately = qm__block_take(block, (size_t)r->grounds->levels->count * sizeof *r->lately);
    r->within = r->ask.links ? qm__block_take(block, QM__RISKS_MAX * sizeof *r->within) : NULL;
    r->search = qm__block_take(block, qm__walk_scratch_size(walks, body_count));
    if (body_count) {
        void *const memory = qm__block_take(block, qm__crowd_cells_size(body_count));
        r->crowd = *r->ask.crowd;
        r->crowd.cells = memory ? qm__crowd_cells_make(r->grounds->levels, &r->crowd, memory) : NULL;
        r->ask.crowd = &r->crowd;
    }
    r->field = (qm__field){walks, r->ask.crowd, r->ask.bodies};
    if (!r->search) {
        return false;
    }
    return r->pricing.strewn ? lay_shores(r, block, body_count) : lay_bodies(r, block, body_count);
}

/* Settles everything within the budget; false when memory did not suffice. */
static bool settle(qm__reach *r, qm__block block) {
    if (!lay_out(r, &block)) {
        return false;
    }
    if (qm__isle_at(r->grounds->walks, r->ask.from) < 0 ||
        !qm__passes(r->grounds->levels, NULL, r->ask.from, QM__SLACK, NULL)) {
        return true; /* no base can be there: nothing is in reach */
    }
    r->slack = qm__reach_slack(r, r->ask.from);
    for (int i = 0; i < r->grounds->levels->count; i++) {
        r->lately[i] = 0;
    }
    add_start(r);
    return qm__reach_spread(r, r->seeds, r->seed_count) && (!r->ask.links || qm__reach_links(r, &block));
}

/* How far a place is from where a base is in an area, at least. */
static double apart_from(const qm__reach *r, uint32_t area, qm__xy p) {
    return qm__box_apart(&qm__levels_table(r->grounds->levels)->areas[area].polygon.box, p) -
           (double)qm__levels_walker(r->grounds->levels)->radius;
}

/* What it costs at least to come by an image to where a base is in an area. All ways lead over its landing, along which
 * what getting there and going on from there cost together is convex. */
static double least_through(const qm__reach *r, uint32_t area, const qm__image *image) {
    const qm__fan *const fan = &image->fan;
    double low = 0, high = 1, least = QM__FAR;
    while (high - low > LEAST_PART) {
        double cost[2];
        for (int i = 0; i < 2; i++) {
            const qm__xy x = qm__along(fan->a, qm__minus(fan->b, fan->a), low + (high - low) * (1 + i) / 3);
            cost[i] = qm__apart(fan->centre, x) + apart_from(r, area, x);
            least = qm__least(least, cost[i]);
        }
        if (cost[0] < cost[1]) {
            high -= (high - low) / 3;
        } else {
            low += (high - low) / 3;
        }
    }
    return image->cost - fan->radius - fan->near + least - 2 * LEAST_PART * qm__apart(fan->a, fan->b);
}

/* Whether some source comes so near to an area that it may be met. */
static bool may_meet(const qm__reach *r, uint32_t area) {
    const double budget = r->ask.budget;
    bool near = false;
    for (uint32_t i = 0; i < r->seed_count && !near; i++) {
        const qm__spot *const spot = &r->seeds[i].spot;
        near = r->seeds[i].cost + apart_from(r, area, (qm__xy){spot->x, spot->y}) <= budget;
    }
    for (uint32_t i = 0; i < r->arrival_count && !near; i++) {
        near = r->arrivals[i].cost + apart_from(r, area, r->arrivals[i].at) <= budget;
    }
    for (uint32_t i = 0; i < r->image_count && !near; i++) {
        near = least_through(r, area, &r->images[i]) <= budget;
    }
    return near;
}

static qm__reach begun(const qm__grounds *grounds, const qm__reach_ask *ask) {
    qm__reach r = {.grounds = grounds, .ask = *ask, .most = ask->budget};
    r.ask.budget += ask->links ? MORE : 0;
    return r;
}

/* A price by the inch makes a reach approximate and slow. So it is settled without such prices first, and those of
 * areas that cannot even then be met are left out. */
static bool leave_out_far(qm__reach *r, const qm__reach_ask *ask, qm__block block) {
    const uint32_t count = qm__levels_table(r->grounds->levels)->area_count;
    qm__area_price kept[QM__AREAS_MAX];
    for (uint32_t i = 0; i < count; i++) {
        r->prices[i] = kept[i] = ask->prices[i];
        r->prices[i].factor = 0;
    }
    r->ask.prices = r->prices;
    set_pricing(r);
    if (!settle(r, block)) {
        return false;
    }
    for (uint32_t i = 0; i < count; i++) {
        kept[i].factor = kept[i].factor > 1000 && may_meet(r, i) ? kept[i].factor : 0;
    }
    *r = begun(r->grounds, ask);
    memcpy(r->prices, kept, count * sizeof *kept);
    r->ask.prices = r->prices;
    set_pricing(r);
    return true;
}

const qm__reach *qm__reach_within(const qm__reach *r, uint32_t risks) {
    return risks < r->within_count ? &r->within[risks] : r;
}

uint32_t qm__reach_risks(const qm__reach *r) {
    uint32_t risks = r->within_count;
    for (; risks > 0; risks--) {
        const qm__reach *const fewer = &r->within[risks - 1];
        if (fewer->seed_count != r->seed_count || fewer->arrival_count != r->arrival_count ||
            fewer->image_count != r->image_count) {
            break;
        }
    }
    return risks;
}

const qm__reach *qm__reach_make(const qm__grounds *grounds, const qm__reach_ask *ask, void *scratch, size_t size) {
    qm__block block = qm__block_of(scratch, size);
    qm__reach *const r = qm__block_take(&block, sizeof *r);
    if (!r) {
        return NULL;
    }
    *r = begun(grounds, ask);
    set_pricing(r);
    if (r->pricing.inch && !leave_out_far(r, ask, block)) {
        return NULL;
    }
    return settle(r, block) ? r : NULL;
}

bool qm__reach_approximate(const qm__reach *r) {
    return r->pricing.inch != 0;
}
