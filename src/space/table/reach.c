/* Reach: settling every source within a budget, and what a place costs.
 *
 * Invariant: arrivals are sorted by lane and cost, so that the ones of a lane stand together. The cost of a place is
 * the least over all sources that see it: sources are asked in the order of what going by them costs at least (what has
 * been paid there and the straight distance), until none can be better, and only then is a piece traced.
 */
#include "space/table/reach_inside.h"

#include <string.h>

#define NEVER 1e30 /* a cost */
#define WIDE_SLACK (QM__SLACK - 0.01)
#define LEAST_PART 1e-4 /* of a landing: nearer to the place of the least cost it need not be found */

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
    r->search = qm__block_take(block, qm__walk_scratch_size(walks, body_count));
    if (body_count) {
        void *const memory = qm__block_take(block, qm__crowd_cells_size(body_count));
        r->crowd = *r->ask.crowd;
        r->crowd.cells = memory ? qm__crowd_cells_make(r->grounds->levels, &r->crowd, memory) : NULL;
        r->ask.crowd = &r->crowd;
    }
    r->field = (qm__field){walks, r->ask.crowd, r->ask.bodies};
    if (r->pricing
            .strewn) { /* a search lays out bodies and points of borders itself: the same once more, to know them */
        void *const memory = qm__block_take(block, qm__cold_size(walks, body_count));
        r->isle = qm__isle_at(walks, r->ask.from);
        r->pricing.near = &r->ask.from;
        r->pricing.near_count = 1;
        if (memory && r->isle >= 0) {
            r->field.bodies = (r->ask.links ? qm__cold_everywhere : qm__cold_bodies)(walks, r->ask.crowd, &r->pricing,
                                                                                     r->isle, memory);
        }
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
    double low = 0, high = 1, least = 1e30;
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
    *r = (qm__reach){.grounds = r->grounds, .ask = *ask};
    memcpy(r->prices, kept, count * sizeof *kept);
    r->ask.prices = r->prices;
    set_pricing(r);
    return true;
}

const qm__reach *qm__reach_make(const qm__grounds *grounds, const qm__reach_ask *ask, void *scratch, size_t size) {
    qm__block block = qm__block_of(scratch, size);
    qm__reach *const r = qm__block_take(&block, sizeof *r);
    if (!r) {
        return NULL;
    }
    *r = (qm__reach){.grounds = grounds, .ask = *ask};
    set_pricing(r);
    if (r->pricing.inch && !leave_out_far(r, ask, block)) {
        return NULL;
    }
    return settle(r, block) ? r : NULL;
}

/* --------------------------------------------------------------------------------------------------- cost of a place
 */

static bool turn_before(const qm__reach_turn *a, const qm__reach_turn *b) {
    return a->least < b->least || (a->least == b->least && a->source < b->source);
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

enum { ARRIVAL, IMAGE, SEED, KINDS = 4 }; /* of sources, as a turn names them */

#define NONE UINT32_MAX

/* Where a cost is asked for. */
typedef struct goal {
    qm__spot spot;
    double slack;
    int32_t group;   /* of levels: steps lead to no other */
    int32_t isle;    /* -1 = not known */
    uint32_t failed; /* a source that does not lead there with that slack; NONE = not known */
} goal;

static goal goal_at(const qm__reach *r, qm__spot spot) {
    const bool plain = !r->pricing.inch && !r->pricing.entry; /* then all bodies are prepared, or none */
    const bool prepared = plain && (r->field.bodies || !r->ask.crowd);
    return (goal){.spot = spot,
                  .slack = QM__CARE,
                  .group = r->field.walks->group[spot.level],
                  .isle = prepared ? qm__isle_at(r->field.walks, spot) : -1,
                  .failed = NONE};
}

/* What a place costs at least by a source; negative when that is not below the limit. */
static inline double least_from(qm__xy from, double cost, const goal *to, double limit) {
    const qm__xy v = {from.x - to->spot.x, from.y - to->spot.y};
    const double square = qm__dot(v, v), left = limit - cost;
    return left > 0 && square < left * left ? cost + qm__root(square) : -1;
}

static inline double least_by_arrival(const qm__reach *r, uint32_t i, const goal *to, double limit) {
    const qm__arrival *const arrival = &r->arrivals[i];
    return r->field.walks->group[arrival->level] == to->group ? least_from(arrival->at, arrival->cost, to, limit) : -1;
}

/* No way leads from an isle to another but by links. */
static inline bool is_apart(int32_t isle, const goal *to) {
    return isle >= 0 && to->isle >= 0 && isle != to->isle;
}

static inline double least_by_seed(const qm__reach *r, uint32_t i, const goal *to, double limit) {
    const qm__seed *const seed = &r->seeds[i];
    return r->field.walks->group[seed->spot.level] == to->group && !is_apart(seed->isle, to)
               ? least_from((qm__xy){seed->spot.x, seed->spot.y}, seed->cost, to, limit)
               : -1;
}

static inline double least_by_image(const qm__reach *r, uint32_t i, const goal *to, double limit) {
    const qm__image *const image = &r->images[i];
    qm__xy x;
    if (r->field.walks->group[image->fan.level] != to->group || is_apart(image->isle, to) ||
        least_from(image->fan.centre, image->cost - image->fan.radius, to, limit) == -1) {
        return -1;
    }
    const double way = qm__image_way(image, (qm__xy){to->spot.x, to->spot.y}, &x);
    return way < limit ? way : -1;
}

/* Adds a source to the heap, unless it is too far. */
static inline void take_turn(const qm__reach *r, uint32_t *count, double least, uint32_t source) {
    if (least >= 0) {
        r->turns[(*count)++] = (qm__reach_turn){least, source, 0};
    }
}

/* All sources that may be near enough, as a heap. */
static uint32_t gather_turns(const qm__reach *r, const goal *to, double limit) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < r->arrival_count; i++) {
        take_turn(r, &count, least_by_arrival(r, i, to, limit), KINDS * i + ARRIVAL);
    }
    for (uint32_t i = 0; i < r->image_count; i++) {
        take_turn(r, &count, least_by_image(r, i, to, limit), KINDS * i + IMAGE);
    }
    for (uint32_t i = 0; i < r->seed_count; i++) {
        take_turn(r, &count, least_by_seed(r, i, to, limit), KINDS * i + SEED);
    }
    for (uint32_t i = count / 2; i-- > 0;) {
        sift(r->turns, count, i);
    }
    return count;
}

/* Whether a straight piece can be walked and ends on the level of the spot. */
static bool piece_walks(const qm__reach *r, int32_t isle, qm__spot from, qm__spot to, double slack) {
    if (isle >= 0) {
        return qm__field_walkable(&r->field, isle, from, (qm__xy){to.x, to.y}, to.level, slack);
    }
    return qm__piece_walkable(r->grounds->levels, r->ask.crowd, from, (qm__xy){to.x, to.y}, to.level, slack);
}

/* The last piece of a way to a place: where it leaves its source, and what has been paid there. */
typedef struct last_piece {
    qm__spot from;
    double cost;
    uint64_t met;
    double slack;
    bool either; /* it may be walked backwards as well: a point can lie where several levels meet, and the way back
                    knows best on which of them it is left */
    bool unsure; /* whether a base can be where it begins is not known */
} last_piece;

static bool seed_piece(const qm__reach *r, const qm__seed *seed, const goal *to, last_piece *out) {
    *out = (last_piece){seed->spot, seed->cost, seed->areas, qm__most(to->slack, r->slack), false, false};
    return true;
}

/* Leaving the lane of an arrival by the tangent through a place. */
static bool arrival_piece(const qm__reach *r, const qm__arrival *a, const goal *to, double best, last_piece *out) {
    const qm__spot spot = to->spot;
    const qm__span *const span = qm__field_span(&r->field, a->lane / 2);
    const unsigned side = a->lane & 1;
    const double sign = qm__side_sign(side);
    const qm__xy p = {spot.x, spot.y}, v = qm__minus(p, span->centre);
    const double square = qm__dot(v, v), under = square - span->radius * span->radius;
    const double way = under > 0 ? qm__root(under) : 0;
    if (is_apart(span->isle, to)) {
        return false;
    }
    if (square < 1e-12) { /* on an anchor that is a point; the middle of a circle is never got to */
        *out = (last_piece){spot, a->cost, a->areas, to->slack, false, false};
        return span->radius <= 0 && qm__levels_joined(r->grounds->levels, p, a->level, spot.level);
    }
    const double scale = under > 0 ? square : span->radius * qm__root(square), k = sign * span->radius;
    const qm__xy d = {(v.x * way - v.y * k) / scale, (v.y * way + v.x * k) / scale};
    const qm__xy n = {d.y * sign, -d.x * sign};
    double angle;
    if (!qm__span_angle(span, n, &angle)) {
        return false;
    }
    const double turn = qm__lane_turn(span, side, a->angle, angle), most = (a->until - a->angle) * sign;
    const double cost = a->cost + span->radius * qm__most(turn, 0);
    if (turn < -1e-7 || turn > most + 1e-7 || cost + way >= best) {
        return false;
    }
    const qm__xy leaves = qm__along(span->centre, n, span->radius);
    *out = (last_piece){{leaves.x, leaves.y, a->level}, cost, a->areas, to->slack, span->radius <= 0, false};
    if (qm__pricing_any(&r->pricing)) {
        out->cost += qm__arc_price(&r->field, &r->pricing, a->lane, a->angle, angle, &out->met);
    }
    return true;
}

static bool image_piece(const qm__reach *r, const qm__image *image, const goal *to, double best, last_piece *out) {
    const qm__xy p = {to->spot.x, to->spot.y};
    qm__xy x;
    const double cost = qm__image_way(image, p, &x);
    if (cost < 0 || cost >= best) {
        return false;
    }
    *out = (last_piece){{x.x, x.y, image->fan.level}, cost - qm__apart(x, p), image->areas, to->slack, false, true};
    if (image->fan.near > 0 && qm__pricing_any(&r->pricing)) { /* areas between the arc and its tangent */
        const uint64_t in = qm__areas_at(r->grounds->levels, out->from);
        out->cost += qm__once_price(&r->pricing, in & ~out->met) + qm__entry_price(&r->pricing, in & ~image->fan.paid);
        out->met |= in;
    }
    return true;
}

static bool source_piece(const qm__reach *r, uint32_t source, const goal *to, double best, last_piece *out) {
    const uint32_t number = source / KINDS;
    return source % KINDS == ARRIVAL ? arrival_piece(r, &r->arrivals[number], to, best, out)
           : source % KINDS == IMAGE ? image_piece(r, &r->images[number], to, best, out)
                                     : seed_piece(r, &r->seeds[number], to, out);
}

static bool can_begin(const qm__reach *r, const last_piece *last) {
    return !last->unsure || qm__passes(r->grounds->levels, r->ask.crowd, last->from, QM__SLACK, NULL);
}

/* Most pieces cannot be walked, so that comes first. */
static bool last_walks(const qm__reach *r, const last_piece *last, const goal *to) {
    return (piece_walks(r, to->isle, last->from, to->spot, last->slack) ||
            (last->either && piece_walks(r, to->isle, to->spot, last->from, last->slack))) &&
           can_begin(r, last);
}

/* What a place costs, and the areas that are met on the way there. */
typedef struct answer {
    double cost;
    uint64_t met;
} answer;

/* What it costs to go straight on from a source; NEVER when there is no such way. Whether it can be walked is only
 * looked at, and `best` brought down, when it costs less than that. */
static double straight_on(const qm__reach *r, uint32_t source, const goal *to, answer *best) {
    last_piece last;
    if (!source_piece(r, source, to, best->cost, &last)) {
        return NEVER;
    }
    const qm__xy a = {last.from.x, last.from.y}, b = {to->spot.x, to->spot.y};
    double cost = last.cost + qm__apart(a, b);
    if (cost < best->cost && qm__pricing_any(&r->pricing)) {
        cost += qm__piece_price(&r->field, &r->pricing, last.from, b, to->spot.level, UINT64_MAX, &last.met);
    }
    if (cost < best->cost && last_walks(r, &last, to)) {
        *best = (answer){cost, last.met};
    }
    return cost;
}

/* The same, bent at the borders of areas that cost by the inch. */
static void bent_on(const qm__reach *r, uint32_t source, const goal *to, answer *best) {
    last_piece last;
    qm__bends bends;
    const qm__xy b = {to->spot.x, to->spot.y};
    if (!source_piece(r, source, to, best->cost, &last) || !can_begin(r, &last)) {
        return;
    }
    qm__bends_find(r->grounds->levels, &r->pricing, last.from, b, &bends);
    if (bends.count == 0) {
        return;
    }
    qm__bends_settle(r->grounds->levels, &r->pricing, last.from, b, &bends);
    const double more = qm__bends_cost(&r->field, &r->pricing, last.from, to->spot, last.slack, &bends,
                                       best->cost - last.cost, &last.met);
    if (more >= 0) {
        *best = (answer){last.cost + more, last.met};
    }
}

#define BENT_MAX 16    /* sources that are tried, */
#define BENT_GAIN 1.15 /* those that lead straight on to the place for no more than so many times the least */

/* Tries the sources that have been asked, the cheapest first, with bends. */
static void bend_best(const qm__reach *r, qm__reach_turn *asked, uint32_t count, const goal *to, answer *best) {
    const double most = best->cost * BENT_GAIN;
    for (uint32_t i = 0; i < count && i < BENT_MAX; i++) {
        uint32_t next = i;
        for (uint32_t k = i + 1; k < count; k++) {
            next = turn_before(&asked[k], &asked[next]) ? k : next;
        }
        const qm__reach_turn turn = asked[next];
        asked[next] = asked[i];
        asked[i] = turn;
        if (turn.least > most) {
            break;
        }
        bent_on(r, turn.source, to, best);
    }
}

/* Sets how a goal is walked to; false when no base can be there. */
static bool aim_at(const qm__reach *r, goal *to) {
    to->slack = qm__reach_slack(r, to->spot);
    to->failed = to->slack > QM__CARE ? NONE : to->failed;
    return to->slack <= QM__CARE || qm__passes(r->grounds->levels, r->ask.crowd, to->spot, QM__SLACK, NULL);
}

/* Asks sources in turn, cheap ones first. `any`: until one answers. The cost is negative when it is not below the
 * limit.
 */
static answer ask_turns(const qm__reach *r, const goal *to, uint32_t all, double limit, bool any) {
    answer best = {.cost = limit};
    uint32_t count = all;
    while (count > 0 && r->turns[0].least < best.cost && !(any && best.cost < limit)) {
        const uint32_t source = r->turns[0].source;
        r->turns[0] = r->turns[--count];
        if (count) {
            sift(r->turns, count, 0);
        }
        const double cost = source == to->failed ? NEVER : straight_on(r, source, to, &best);
        r->turns[count] = (qm__reach_turn){cost, source, 0}; /* kept behind the heap */
        if (any && best.cost < limit) {
            r->lately[to->spot.level] = source;
        }
    }
    if (r->pricing.inch && !(any && best.cost < limit)) {
        bend_best(r, r->turns + count, all - count, to, &best);
    }
    return best.cost < limit ? best : (answer){.cost = -1};
}

double qm__reach_cost_met(const qm__reach *r, qm__spot spot, double limit, uint64_t *met) {
    goal to = goal_at(r, spot);
    const uint32_t all = gather_turns(r, &to, limit);
    const answer found = all > 0 && aim_at(r, &to) ? ask_turns(r, &to, all, limit, false) : (answer){.cost = -1};
    *met = found.met;
    return found.cost;
}

double qm__reach_cost_below(const qm__reach *r, qm__spot spot, double limit) {
    uint64_t met;
    return qm__reach_cost_met(r, spot, limit, &met);
}

/* What a place costs by the source that has answered last on its level; negative when not below the limit. */
static double ask_lately(const qm__reach *r, const goal *to, double limit) {
    const uint32_t source = r->lately[to->spot.level], number = source / KINDS, kind = source % KINDS;
    answer best = {.cost = limit};
    double least = -1;
    if (kind == ARRIVAL && number < r->arrival_count) {
        least = least_by_arrival(r, number, to, limit);
    } else if (kind == IMAGE && number < r->image_count) {
        least = least_by_image(r, number, to, limit);
    } else if (kind == SEED && number < r->seed_count) {
        least = least_by_seed(r, number, to, limit);
    }
    if (least >= 0) {
        straight_on(r, source, to, &best);
    }
    return best.cost < limit ? best.cost : -1;
}

/* Places that are asked one after the other often lie side by side, so the source that has answered last comes first.
 * Who can walk there with care can be there. */
double qm__reach_some_below(const qm__reach *r, qm__spot spot, double limit) {
    goal to = goal_at(r, spot);
    const double cost = ask_lately(r, &to, limit);
    to.failed = r->lately[spot.level];
    if (cost >= 0) {
        return cost;
    }
    return aim_at(r, &to) ? ask_turns(r, &to, gather_turns(r, &to, limit), limit, true).cost : -1;
}

double qm__reach_cost(const qm__reach *r, qm__spot spot) {
    return qm__reach_cost_below(r, spot, r->ask.budget + 1e-6);
}

bool qm__reach_approximate(const qm__reach *r) {
    return r->pricing.inch != 0;
}
