/* Questions on the toy family's table: options, regions, plans, sight. */
#include "toy/walkers.h"

#include "base/angle.h"
#include "game/place.h"
#include "space/table/links_inside.h"

/* A leg to a place, unless a walk would end where it begins. */
static void add_leg(const ramble_base *base, qm_order *order, uint16_t kind, qm__spot to, qm_place start) {
    const qm_place here = order->leg_count ? order->legs[order->leg_count - 1].to : start;
    const qm_place place = ramble_rounded(base, (qm__xy){to.x, to.y}, to.level);
    if (kind != RB_LEG_WALK || !qm__place_same(here, place)) {
        order->legs[order->leg_count++] = (qm_leg){.kind = kind, .to = place};
    }
}

/* ---------------------------------------------------------------------------------------------------------- options */

/* A straight walk in one of eight directions, as far as it may go or half of that; false if it cannot be ended there.
 */
static bool straight_walk(const qm_scenario *s, const qm_state *st, ramble_search *search, uint32_t number,
                          qm_order *order) {
    const uint16_t figure = search->figure;
    const ramble_base *base = ramble_base_of(s, figure);
    if (!base) {
        return false;
    }
    const qm_place from = ramble_place(ramble_at(s, st, figure));
    const int32_t facing = (int32_t)(number / 2) * (QM__PARTS / 8);
    /* A little less than all, so that rounding the end takes no more than there is. */
    const double length = (ramble_value(s, figure, RB_MOVE) - 2) / (number % 2 ? 2.0 : 1.0);
    const qm__turn turn = qm__turn_of(facing);
    const qm__xy to = {(double)qm__units(from.x + turn.cos * length), (double)qm__units(from.y + turn.sin * length)};
    qm__traced traced;
    if (length < 1 || to.x < 1 || to.y < 1 ||
        !qm__trace(base->levels, &search->crowd, ramble_spot(base, from), to, QM__SLACK, &traced)) {
        return false;
    }
    const qm__spot end = {to.x, to.y, traced.level};
    if (!qm__stands(base->levels, &search->crowd, end, QM__SLACK, NULL) || (traced.areas && ramble_of(s)->prices)) {
        return false;
    }
    qm_order_clear(order, RB_WALK, figure);
    order->leg_count = 2;
    order->legs[0] = (qm_leg){.kind = RB_LEG_VIA,
                              .to = {(int32_t)to.x, (int32_t)to.y, qm__level_height(base->levels, traced.level)}};
    order->legs[1] = (qm_leg){.kind = RB_LEG_FACE, .thing = (uint16_t)facing};
    return true;
}

/* The nearest way onto a link, and off it at the nearest place; false if it cannot be done. */
static bool over_link(const qm_scenario *s, const qm_state *st, ramble_search *search, uint32_t number,
                      qm_plan_way *out) {
    const uint16_t figure = search->figure;
    const ramble_base *base = ramble_base_of(s, figure);
    const qm__link *link = &base->links->items[number];
    const qm_place from = ramble_place(ramble_at(s, st, figure));
    qm__piece piece = {.link = (int32_t)number};
    piece.from = qm__curve_point(&link->off, qm__curve_nearest(&link->off, (qm__xy){from.x, from.y}));
    piece.to = qm__curve_point(&link->on, qm__curve_nearest(&link->on, piece.from));
    qm_order order;
    qm__spot off, on;
    if (qm__apart(piece.from, (qm__xy){from.x, from.y}) > ramble_value(s, figure, RB_MOVE) ||
        !qm__link_whole(base->links, &search->crowd, &piece, 1e9, true, &off, &on)) {
        return false;
    }
    qm_order_clear(&order, RB_WALK, figure);
    add_leg(base, &order, RB_LEG_WALK, off, from);
    add_leg(base, &order, (uint16_t)(RB_LEG_CLIMB + link->kind - QM__LINK_CLIMB), on, from);
    return ramble_way(s, st, &order, search, out);
}

/* The n-th option: staying, then straight walks, then links; or the next turn. */
bool ramble_option(const qm_scenario *s, const qm_state *st, void *search, uint32_t index, qm_order *order) {
    ramble_search *memory = (void *)(((uintptr_t)search + 15) / 16 * 16);
    const uint16_t figure = memory->figure;
    qm_plan_way way;
    qm_order_clear(order, figure ? RB_PASS : RB_NEXT, figure);
    for (uint32_t i = 0; index > 0 && figure && i < 16; i++) {
        index -= straight_walk(s, st, memory, i, order) ? 1 : 0;
    }
    if (index > 0 && index <= memory->option_count && over_link(s, st, memory, memory->options[index - 1], &way)) {
        *order = way.order;
        return true;
    }
    return index == 0;
}

uint32_t ramble_options(const qm_scenario *s, const qm_state *st, uint16_t figure, void *search) {
    qm_order order;
    qm_plan_way way;
    uint32_t count = 0;
    ramble_search *memory = ramble_begin(s, st, figure, search);
    const ramble_base *base = figure ? ramble_base_of(s, figure) : NULL;
    memory->figure = figure;
    memory->option_count = 0;
    if (figure != ramble_actor(s, st)) {
        return 0;
    }
    for (uint32_t i = 0; base && i < base->links->count; i++) {
        if (over_link(s, st, memory, i, &way)) {
            if (memory->option_count == RB_OPTIONS_MAX) {
                return QM__TOO_MANY;
            }
            memory->options[memory->option_count++] = i;
        }
    }
    while (ramble_option(s, st, search, count, &order)) {
        count++;
    }
    return count;
}

/* ------------------------------------------------------------------------------------------------------------ reach */

static bool copy_regions(const ramble_base *base, const qm__regions *regions, int32_t cost, qm_reach_area *out) {
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

/* All that a figure can reach with a budget; `rest` is the memory behind it. NULL when there was not enough. */
static const qm__reach *make_reach(const qm_scenario *s, const qm_state *st, uint16_t figure, double budget,
                                   ramble_search *memory, const ramble_pricing *pricing, unsigned char **rest) {
    const ramble_base *base = ramble_base_of(s, figure);
    const size_t size = (qm__reach_scratch_size(base->grounds, s->figure_count, base->links) + 15) / 16 * 16;
    unsigned char *scratch = ramble_scratch(memory);
    const qm__reach_ask ask = {.from = ramble_spot(base, ramble_place(ramble_at(s, st, figure))),
                               .budget = budget,
                               .crowd = &memory->crowd,
                               .prices = ramble_of(s)->prices,
                               .links = base->links,
                               .pricing = ramble_price,
                               .context = pricing,
                               .may_end = true};
    *rest = scratch + size;
    return qm__reach_make(base->grounds, &ask, scratch, size);
}

bool ramble_regions(const qm_scenario *s, const qm_state *st, uint16_t figure, const int32_t *bands,
                    uint32_t band_count, void *search, qm_reach_area *out) {
    const ramble_base *base = ramble_base_of(s, figure);
    const int32_t move = ramble_value(s, figure, RB_MOVE);
    const ramble_pricing pricing = {s, figure};
    unsigned char *rest;
    if (!base) {
        return true; /* it goes nowhere */
    }
    const qm__reach *reach = make_reach(s, st, figure, move, ramble_begin(s, st, figure, search), &pricing, &rest);
    bool good = reach != NULL;
    for (uint32_t i = 0; i < (band_count ? band_count : 1) && good; i++) {
        const int32_t cost = band_count && bands[i] < move ? bands[i] : move;
        qm__regions regions;
        good = qm__reach_regions(reach, cost, rest, qm__regions_size(base->grounds, s->figure_count), &regions) &&
               copy_regions(base, &regions, cost, out);
        out->approximate |= good && regions.approximate;
    }
    return good;
}

/* Whether a figure could end at a place, if it could get there. */
static bool could_end(const qm_scenario *s, uint16_t figure, qm_place place, const ramble_search *memory,
                      qm__spot *out) {
    const ramble_base *base = ramble_base_of(s, figure);
    *out = (qm__spot){.level = -1};
    if (base) {
        *out = ramble_spot(base, place);
    }
    return out->level >= 0 && qm__stands(base->levels, &memory->crowd, *out, QM__SLACK, NULL);
}

bool ramble_cost(const qm_scenario *s, const qm_state *st, uint16_t figure, qm_place place, void *search,
                 qm_reach_cost *out) {
    const ramble_pricing pricing = {s, figure};
    ramble_search *memory = ramble_begin(s, st, figure, search);
    unsigned char *rest;
    qm__spot to;
    if (!could_end(s, figure, place, memory, &to)) {
        return true;
    }
    /* A cost is rounded once, at the end: as a walk that is judged, so is this. */
    const int32_t move = ramble_value(s, figure, RB_MOVE);
    const qm__reach *reach = make_reach(s, st, figure, move + QM__SLACK, memory, &pricing, &rest);
    if (!reach) {
        return false;
    }
    const double cost = qm__reach_cost(reach, to);
    *out = (qm_reach_cost){.cost = cost < 0 || qm__units(cost) > move ? -1 : qm__units(cost),
                           .approximate = qm__reach_approximate(reach)};
    return true;
}

/* ------------------------------------------------------------------------------------------------------------ plans */

/* A route as an order: walks and links in turn, all ends in whole units. False when there are none for one of its
 * links. */
static bool route_order(const qm_scenario *s, const ramble_search *memory, const qm__route *route, uint16_t figure,
                        qm_place start, qm_place goal, qm_order *order) {
    const ramble_base *base = ramble_base_of(s, figure);
    const ramble_pricing pricing = {s, figure};
    qm_order_clear(order, RB_WALK, figure);
    for (uint32_t i = 0; i < route->way.count; i++) {
        const qm__piece *piece = &route->way.pieces[i];
        qm__link_price bands[QM__BANDS_MAX];
        qm__spot off, on;
        if (piece->link < 0) {
            continue;
        }
        const int count = ramble_price(&pricing, base->links, (uint32_t)piece->link, bands);
        const bool jump = base->links->items[piece->link].kind == QM__LINK_JUMP;
        const double most = jump ? ramble_band(bands, count, piece->length)->up_to : 1e9;
        if (!qm__link_whole(base->links, &memory->crowd, piece, most, true, &off, &on)) {
            return false;
        }
        add_leg(base, order, RB_LEG_WALK, off, start);
        add_leg(base, order, (uint16_t)(RB_LEG_CLIMB + base->links->items[piece->link].kind - QM__LINK_CLIMB), on,
                start);
    }
    const bool stays = order->leg_count == 0 && qm__place_same(start, goal);
    add_leg(base, order, stays ? RB_LEG_VIA : RB_LEG_WALK, ramble_spot(base, goal), start);
    return true;
}

/* Ways come cheapest first; whole units may have made one as dear as the next. */
static uint32_t keep_way(qm_plan_way ways[RB_WAYS], uint32_t count, const qm_plan_way *way) {
    if (count > 0 && way->chance <= ways[count - 1].chance) {
        return count;
    }
    count -= count > 0 && way->cost <= ways[count - 1].cost;
    ways[count] = *way;
    return count + 1;
}

/* The routes found, as orders; how many. Of what is left out because no whole units are near enough the others say that
 * there may be a better one; `lost` tells it too. */
static uint32_t make_ways(const qm_scenario *s, const qm_state *st, uint16_t figure, qm_place goal,
                          ramble_search *memory, uint32_t found, qm_plan_way kept[RB_WAYS], bool *lost) {
    const qm_place start = ramble_place(ramble_at(s, st, figure));
    uint32_t count = 0;
    bool cut = false;
    *lost = false;
    for (uint32_t i = 0; i < found; i++) {
        const qm__route *route = &memory->routes[i];
        qm_plan_way way;
        qm_order order;
        cut = cut || !route->exact;
        if (!route_order(s, memory, route, figure, start, goal, &order)) {
            *lost = true;
        } else if (ramble_way(s, st, &order, memory, &way)) {
            way.approximate |= route->approximate;
            count = keep_way(kept, count, &way);
        } else { /* out of reach by less than a unit, which rounding took */
            *lost = *lost || way.cost <= ramble_value(s, figure, RB_MOVE);
        }
    }
    for (uint32_t i = 0; i < count; i++) {
        kept[i].cut = cut || *lost;
    }
    return count;
}

uint32_t ramble_plan(const qm_scenario *s, const qm_state *st, uint16_t figure, qm_place goal, void *search,
                     qm_plan_way *ways, uint32_t capacity) {
    const ramble_base *base = ramble_base_of(s, figure);
    const ramble_pricing pricing = {s, figure};
    ramble_search *memory = ramble_begin(s, st, figure, search);
    qm_plan_way kept[RB_WAYS];
    bool lost;
    qm__spot to;
    if (!could_end(s, figure, goal, memory, &to)) {
        return 0;
    }
    const qm_place start = ramble_place(ramble_at(s, st, figure));
    const qm__route_ask ask = {.walk = {.from = ramble_spot(base, start),
                                        .to = to,
                                        .crowd = &memory->crowd,
                                        .prices = ramble_of(s)->prices,
                                        .limit = ramble_value(s, figure, RB_MOVE) + QM__SLACK},
                               .pricing = ramble_price,
                               .context = &pricing};
    const int found = qm__routes_find(base->walks, base->links, &ask, ramble_scratch(memory), memory->routes, RB_WAYS);
    if (found < 0 || found > RB_WAYS || (found == 0 && !memory->routes[0].exact)) {
        return QM__TOO_MANY;
    }
    const uint32_t kept_count = make_ways(s, st, figure, goal, memory, (uint32_t)found, kept, &lost);
    for (uint32_t i = 0; i < kept_count && i < capacity; i++) {
        ways[i] = kept[i];
    }
    return kept_count == 0 && lost ? QM__TOO_MANY : kept_count;
}

/* ------------------------------------------------------------------------------------------------------------ sight */

_Static_assert((int)QM_ARC_FRONT == QM__ARC_FRONT && (int)QM_ARC_LEFT == QM__ARC_LEFT &&
                   (int)QM_ARC_REAR == QM__ARC_REAR && (int)QM_ARC_RIGHT == QM__ARC_RIGHT &&
                   QM_HIDERS_MAX == QM__SIGHT_BLOCKERS_MAX,
               "told as they are found");

static void tell_hiders(const qm__seen *seen, qm_sight *sight) {
    sight->hider_count = seen->blocker_count;
    sight->hiders_dropped = seen->blockers_dropped;
    for (uint16_t i = 0; i < seen->blocker_count; i++) {
        const qm__blocker *blocker = &seen->blockers[i];
        sight->hiders[i].hides = blocker->hides;
        if (blocker->prism >= 0) {
            sight->hiders[i].solid = (uint16_t)(blocker->prism + 1);
        } else {
            sight->hiders[i].figure = (uint16_t)(blocker->body + 1);
        }
    }
    sight->solid = sight->hiders[0].solid;
    sight->blocker = sight->hiders[0].figure;
}

/* The quarters around `from` in which `to` has a part. */
static unsigned arcs(const qm__body *from, const qm__body *to) {
    return qm__arcs_of((qm__xy){from->x, from->y}, from->facing, QM__PARTS / 8, to);
}

void ramble_see(const qm_scenario *s, const qm_state *st, uint16_t a, uint16_t b, void *search, qm_sight *sight) {
    ramble_search *memory = ramble_begin(s, st, 0, search);
    const qm__body *from = &memory->bodies[a - 1], *to = &memory->bodies[b - 1];
    const qm__eye eye = {from->x, from->y, from->z + from->height};
    qm__seen seen;
    qm__sight_find(ramble_of(s)->sights, eye, to, memory->bodies, s->figure_count, (uint16_t)(a - 1), (uint16_t)(b - 1),
                   ramble_scratch(memory), &seen);
    sight->distance = qm__units(qm__body_distance_space(from, to));
    sight->fraction = seen.fraction;
    sight->seen = seen.fraction <= 0 ? 0 : seen.fraction >= 1 ? 1 : 2;
    sight->arcs = (uint8_t)arcs(from, to);
    sight->in_front = (sight->arcs & QM__ARC_FRONT) != 0;
    const unsigned back = arcs(to, from);
    sight->relation = back & QM__ARC_FRONT ? 1 : back & (QM__ARC_LEFT | QM__ARC_RIGHT) ? 2 : 3;
    sight->hostile = qm__hostile(s, s->figures[a - 1].side, s->figures[b - 1].side);
    tell_hiders(&seen, sight);
}
