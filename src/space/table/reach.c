/* Reach: settling every source within a budget, and what a place costs.
 *
 * Invariant: arrivals are sorted by lane and cost, so that the ones of a lane stand together. The cost of a place is
 * the least over all sources that see it: sources are asked in the order of what going by them costs at least (what has
 * been paid there and the straight distance), until none can be better, and only then is a piece traced.
 */
#include "space/table/reach_inside.h"
#include "space/table/routes_inside.h"

#include <string.h>

#define WIDE_SLACK (QM__SLACK - 0.01)

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
           qm__padded(qm__walks_bodies_size(walks, body_count)) + qm__padded(qm__cold_size(walks, body_count)) +
           qm__padded(qm__walk_scratch_size(walks, body_count)) +
           (links ? qm__reach_links_size(grounds, body_count, links) : 0) + 64;
}

double qm__reach_slack(const qm__reach *reach, qm__spot spot) {
    return qm__passes(reach->grounds->levels, reach->ask.crowd, spot, QM__CARE, NULL) ? QM__CARE : WIDE_SLACK;
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

/* Leaves out arrivals at bodies and at the borders of areas: by the inch these are laid out for each isle anew, and
 * those of the start's are the ones that are known. */
static uint32_t keep_terrain(const qm__reach *r, qm__arrival *items, uint32_t count) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (items[i].lane / 2 < r->grounds->walks->span_count) {
            items[kept++] = items[i];
        }
    }
    return kept;
}

bool qm__reach_spread(qm__reach *r, const qm__seed *seeds, uint32_t count) {
    const qm__spread_ask ask = {r->field, seeds, count, r->ask.prices, r->ask.budget};
    uint32_t found;
    if (!qm__walks_spread(&ask, r->search, r->arrivals + r->arrival_count, r->arrival_max - r->arrival_count, &found)) {
        return false;
    }
    if (r->pricing.inch && qm__isle_at(r->grounds->walks, seeds[0].spot) != r->isle) {
        found = keep_terrain(r, r->arrivals + r->arrival_count, found);
    }
    sort_arrivals(r->arrivals + r->arrival_count, found);
    r->arrival_count += found;
    return true;
}

/* The start, with what the areas cost that it stands in. */
static void add_start(qm__reach *r) {
    qm__seed *const seed = &r->seeds[r->seed_count++];
    *seed = (qm__seed){.spot = r->ask.from};
    if (qm__pricing_any(&r->pricing)) {
        seed->areas = qm__areas_at(r->grounds->levels, r->ask.from);
        seed->cost = qm__once_price(&r->pricing, seed->areas);
    }
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
    r->search = qm__block_take(block, qm__walk_scratch_size(walks, body_count));
    r->field = (qm__field){walks, r->ask.crowd, r->ask.bodies};
    if (r->pricing.inch) { /* a search lays out bodies and points of borders itself: the same once more, to know them */
        void *const memory = qm__block_take(block, qm__cold_size(walks, body_count));
        r->isle = qm__isle_at(walks, r->ask.from);
        r->field.bodies =
            memory && r->isle >= 0 ? qm__cold_bodies(walks, r->ask.crowd, &r->pricing, r->isle, memory) : NULL;
        return memory != NULL;
    }
    if (body_count && !r->ask.bodies) {
        const size_t size = qm__walks_bodies_size(walks, body_count);
        void *const memory = qm__block_take(block, size);
        r->field.bodies = memory ? qm__walks_crowd(walks, r->ask.crowd, memory, size) : NULL;
        return r->field.bodies != NULL;
    }
    return r->search != NULL;
}

/* How far links can carry a base in plan beyond what they cost, all taken together. */
static double free_length(const qm__reach_ask *ask) {
    double most = 0;
    for (uint32_t i = 0; ask->links && i < ask->links->count; i++) {
        qm__link_price bands[QM__BANDS_MAX];
        const int count = ask->pricing(ask->context, ask->links, i, bands);
        for (int k = 0; k < count; k++) {
            const double length = qm__least(bands[k].up_to, ask->links->items[i].most);
            most = qm__most(most, length - bands[k].cost - bands[k].per_unit * length);
        }
    }
    return most * QM__CHAIN_MAX;
}

/* A price by the inch makes a reach approximate and slow; where the budget does not get a base into the area it is left out. */
static void leave_out_far(qm__reach *r) {
    const qm__table *const table = qm__levels_table(r->grounds->levels);
    const double reach = r->ask.budget + free_length(&r->ask) + (double)qm__levels_walker(r->grounds->levels)->radius;
    for (uint32_t i = 0; i < table->area_count; i++) {
        const qm__box *const box = &table->areas[i].polygon.box;
        const double dx = qm__most(qm__most(box->x0 - r->ask.from.x, r->ask.from.x - box->x1), 0);
        const double dy = qm__most(qm__most(box->y0 - r->ask.from.y, r->ask.from.y - box->y1), 0);
        r->prices[i] = r->ask.prices[i];
        r->prices[i].factor = dx * dx + dy * dy > reach * reach ? 0 : r->prices[i].factor;
    }
    r->ask.prices = r->prices;
    qm__pricing_make(r->grounds->walks, r->prices, &r->pricing);
}

const qm__reach *qm__reach_make(const qm__grounds *grounds, const qm__reach_ask *ask, void *scratch, size_t size) {
    qm__block block = qm__block_of(scratch, size);
    qm__reach *const r = qm__block_take(&block, sizeof *r);
    if (!r) {
        return NULL;
    }
    *r = (qm__reach){.grounds = grounds, .ask = *ask};
    qm__pricing_make(grounds->walks, ask->prices, &r->pricing);
    if (r->pricing.inch) {
        leave_out_far(r);
    }
    if (!lay_out(r, &block)) {
        return NULL;
    }
    r->slack = qm__reach_slack(r, ask->from);
    add_start(r);
    if (!qm__reach_spread(r, r->seeds, r->seed_count) || (ask->links && !qm__reach_links(r, &block))) {
        return NULL;
    }
    return r;
}

/* --------------------------------------------------------------------------------------------------- cost of a place
 */

static bool turn_before(const qm__reach_turn *a, const qm__reach_turn *b) {
    return a->least < b->least || (a->least == b->least && a->number < b->number);
}

static void sift(qm__reach_turn *heap, uint32_t count, uint32_t at) {
    const qm__reach_turn item = heap[at];
    for (uint32_t child; (child = 2 * at + 1) < count; at = child) {
        child += child + 1 < count && turn_before(&heap[child + 1], &heap[child]);
        if (!turn_before(&heap[child], &item)) {
            break;
        }
        heap[at] = heap[child];
    }
    heap[at] = item;
}

/* All sources that may be near enough, as a heap: arrivals, then images, then seeds. */
static uint32_t gather_turns(const qm__reach *r, qm__xy p, double limit) {
    const uint32_t images = r->arrival_count, seeds = images + r->image_count, all = seeds + r->seed_count;
    uint32_t count = 0;
    for (uint32_t i = 0; i < all; i++) {
        double least;
        if (i < images) {
            least = r->arrivals[i].cost + qm__apart(r->arrivals[i].at, p);
        } else if (i < seeds) {
            qm__xy x;
            least = qm__image_way(&r->images[i - images], p, &x);
        } else {
            const qm__seed *const seed = &r->seeds[i - seeds];
            least = seed->cost + qm__apart((qm__xy){seed->spot.x, seed->spot.y}, p);
        }
        if (least >= 0 && least < limit) {
            r->turns[count++] = (qm__reach_turn){least, i, 0};
        }
    }
    for (uint32_t i = count / 2; i-- > 0;) {
        sift(r->turns, count, i);
    }
    return count;
}

/* Whether a straight piece can be walked and ends on the level of the spot. */
static bool piece_walks(const qm__reach *r, qm__spot from, qm__spot to, double slack) {
    return qm__piece_walkable(r->grounds->levels, r->ask.crowd, from, (qm__xy){to.x, to.y}, to.level, slack);
}

/* What the last straight piece costs. */
static double piece_cost(const qm__reach *r, qm__spot from, qm__spot to, uint64_t met) {
    const qm__xy a = {from.x, from.y}, b = {to.x, to.y};
    return qm__apart(a, b) + (qm__pricing_any(&r->pricing)
                                  ? qm__piece_price(&r->field, &r->pricing, from.level, a, b, UINT64_MAX, &met)
                                  : 0);
}

static double seed_cost(const qm__reach *r, const qm__seed *seed, qm__spot spot, double slack, double best) {
    const double cost = seed->cost + piece_cost(r, seed->spot, spot, seed->areas);
    return cost < best && piece_walks(r, seed->spot, spot, qm__most(slack, r->slack)) ? cost : best;
}

/* Leaving the lane of an arrival by the tangent through a place. */
static double arrival_cost(const qm__reach *r, const qm__arrival *a, qm__spot spot, double slack, double best) {
    const qm__span *const span = qm__field_span(&r->field, a->lane / 2);
    const unsigned side = a->lane & 1;
    const double sign = qm__side_sign(side);
    const qm__xy p = {spot.x, spot.y}, v = qm__minus(p, span->centre);
    const double square = qm__dot(v, v), under = square - span->radius * span->radius;
    const double way = under > 0 ? qm__root(under) : 0;
    if (square < 1e-12) { /* on an anchor that is a point; the middle of a circle is never got to */
        return span->radius <= 0 && a->cost < best && qm__levels_joined(r->grounds->levels, p, a->level, spot.level)
                   ? a->cost
                   : best;
    }
    const double scale = under > 0 ? square : span->radius * qm__root(square), k = sign * span->radius;
    const qm__xy d = {(v.x * way - v.y * k) / scale, (v.y * way + v.x * k) / scale};
    const qm__xy n = {d.y * sign, -d.x * sign};
    double angle;
    if (!qm__span_angle(span, n, &angle)) {
        return best;
    }
    const double turn = qm__lane_turn(span, side, a->angle, angle), most = (a->until - a->angle) * sign;
    double cost = a->cost + span->radius * qm__most(turn, 0);
    if (turn < -1e-7 || turn > most + 1e-7 || cost + way >= best) {
        return best;
    }
    const qm__xy leaves = qm__along(span->centre, n, span->radius);
    const qm__spot from = {leaves.x, leaves.y, a->level};
    uint64_t met = a->areas;
    if (qm__pricing_any(&r->pricing)) {
        cost += qm__arc_price(&r->field, &r->pricing, a->lane, a->angle, angle, &met);
    }
    cost += piece_cost(r, from, spot, met);
    if (cost >= best) {
        return best;
    }
    /* A point can lie where several levels meet: the way back knows best on which of them it is left. */
    return piece_walks(r, from, spot, slack) || (span->radius <= 0 && piece_walks(r, spot, from, slack)) ? cost : best;
}

static double image_cost(const qm__reach *r, const qm__image *image, qm__spot spot, double slack, double best) {
    qm__xy x;
    double cost = qm__image_way(image, (qm__xy){spot.x, spot.y}, &x);
    const qm__spot from = {x.x, x.y, image->fan.level};
    uint64_t met = image->areas;
    if (cost < 0 || cost >= best) {
        return best;
    }
    if (qm__pricing_any(&r->pricing)) {
        cost += qm__piece_price(&r->field, &r->pricing, from.level, x, (qm__xy){spot.x, spot.y}, UINT64_MAX, &met);
    }
    return cost < best && qm__passes(r->grounds->levels, r->ask.crowd, from, QM__SLACK, NULL) &&
                   piece_walks(r, from, spot, slack)
               ? cost
               : best;
}

static double source_cost(const qm__reach *r, uint32_t number, qm__spot spot, double slack, double best) {
    const uint32_t seeds = r->arrival_count + r->image_count;
    if (number < r->arrival_count) {
        return arrival_cost(r, &r->arrivals[number], spot, slack, best);
    }
    return number < seeds ? image_cost(r, &r->images[number - r->arrival_count], spot, slack, best)
                          : seed_cost(r, &r->seeds[number - seeds], spot, slack, best);
}

double qm__reach_cost_below(const qm__reach *r, qm__spot spot, double limit) {
    double best = limit;
    bool found = false;
    uint32_t count = gather_turns(r, (qm__xy){spot.x, spot.y}, limit);
    if (count == 0 || !qm__passes(r->grounds->levels, r->ask.crowd, spot, QM__SLACK, NULL)) {
        return -1;
    }
    const double slack = qm__reach_slack(r, spot);
    while (count > 0 && r->turns[0].least < best) {
        const double cost = source_cost(r, r->turns[0].number, spot, slack, best);
        found = found || cost < best;
        best = cost;
        r->turns[0] = r->turns[--count];
        if (count) {
            sift(r->turns, count, 0);
        }
    }
    return found ? best : -1;
}

double qm__reach_cost(const qm__reach *r, qm__spot spot) {
    return qm__reach_cost_below(r, spot, r->ask.budget + 1e-6);
}
