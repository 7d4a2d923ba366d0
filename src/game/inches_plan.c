/* Plans on a table of inches: routes as orders in whole units, each of them judged before it is offered.
 *
 * Invariant: what is offered is legal, and costs what the judge says. A route for which there are no whole units near
 * enough is left out, and the others say that there may be a better one. Rejected: to offer the route's own cost; it is
 * that of places at which nobody can be put.
 */
#include "game/inches.h"

#include "game/place.h"
#include "space/table/links_inside.h"

const qm__link_price *qm__inch_band(const qm__link_price *bands, int count, double length) {
    int band = 0;
    while (band + 1 < count && qm__units(length) > bands[band].up_to) {
        band++;
    }
    return &bands[band];
}

/* ------------------------------------------------------------------------------------------------------------- legs */

/* A leg to a place, unless a walk would end where it begins. */
static void add_leg(const qm__inch_search *search, qm_order *order, qm__inch_leg kind, qm__spot to) {
    const qm_place here = order->leg_count ? order->legs[order->leg_count - 1].to : search->from;
    const qm_place place = qm__inch_place_of(search->base, to);
    if (kind != QM__INCH_WALK || !qm__place_same(here, place)) {
        order->legs[order->leg_count++] = (qm_leg){.kind = search->inches->facts->legs[kind], .to = place};
    }
}

/* To a link, and over it, between whole units; false when there are none. */
static bool add_link(const qm__inch_search *search, const qm__crowd *crowd, const qm__piece *piece, double most,
                     bool stop, qm_order *order) {
    const qm__links *links = search->base->links;
    qm__spot off, on;
    if (!qm__link_whole(links, crowd, piece, most, stop, &off, &on)) {
        return false;
    }
    add_leg(search, order, QM__INCH_WALK, off);
    add_leg(search, order, (qm__inch_leg)(QM__INCH_CLIMB + links->items[piece->link].kind - QM__LINK_CLIMB), on);
    return true;
}

bool qm__inch_over(qm__inch_search *search, const qm__inch_ask *ask, uint32_t number, qm__xy near, double most,
                   qm_order *order) {
    const qm__links *links = search->base->links;
    const qm__crowd crowd = qm__inch_crowd(search, ask);
    const uint32_t max = qm__parts_most_events(crowd.count, false);
    double *items = qm__inch_scratch(search); /* less than searches over links need */
    qm__events events = {.items = items, .cells = (uint8_t *)(items + max), .max = max};
    qm__piece piece;
    return qm__link_nearest(links, number, &crowd, near, true, &events, &piece) &&
           qm__apart(piece.from, qm__inch_here(search)) <= most && add_link(search, &crowd, &piece, 1e9, true, order);
}

/* ----------------------------------------------------------------------------------------------------------- routes */

/* A route as an order: walks and links in turn, all ends in whole units. False when there are none for one of its
 * links. */
static bool route_order(const qm__inch_search *search, const qm__inch_plan *plan, const qm__route *route, qm_place goal,
                        qm_order *order) {
    const qm__inch_base *base = search->base;
    qm_order_clear(order, plan->order, search->figure);
    for (uint32_t i = 0; i < route->way.count; i++) {
        const qm__piece *piece = &route->way.pieces[i];
        qm__link_price bands[QM__BANDS_MAX];
        if (piece->link < 0) {
            continue;
        }
        const int count = plan->ask.pricing(plan->ask.context, base->links, (uint32_t)piece->link, bands);
        const qm__link_price *band = qm__inch_band(bands, count, piece->length);
        const bool by_length = count > 1 || base->links->items[piece->link].kind == QM__LINK_JUMP;
        const bool stops = qm__price_stops(band);
        const qm__crowd crowd = stops ? qm__inch_crowd(search, &plan->ask) : search->crowd;
        if (!add_link(search, &crowd, piece, by_length ? band->up_to : 1e9, plan->stand || stops, order)) {
            return false;
        }
    }
    const bool stays = order->leg_count == 0 && qm__place_same(search->from, goal);
    add_leg(search, order, stays ? QM__INCH_VIA : QM__INCH_WALK, qm__inch_spot(base, goal));
    return true;
}

/* Ways come cheapest first; whole units may have made one as dear as the next. */
static uint32_t keep_way(qm_plan_way ways[QM__INCH_WAYS], uint32_t count, const qm_plan_way *way) {
    if (count > 0 && way->chance <= ways[count - 1].chance) {
        return count;
    }
    count -= count > 0 && way->cost <= ways[count - 1].cost;
    ways[count] = *way;
    return count + 1;
}

/* The routes found, as orders; how many. Of what is left out because no whole units are near enough the others say that
 * there may be a better one; `lost` tells it too. */
static uint32_t make_ways(const qm__inch_search *search, const qm__inch_plan *plan, qm_place goal, uint32_t found,
                          qm_plan_way kept[QM__INCH_WAYS], bool *lost) {
    uint32_t count = 0;
    bool cut = false;
    *lost = false;
    for (uint32_t i = 0; i < found; i++) {
        const qm__route *route = &search->routes[i];
        qm_plan_way way;
        qm_order order;
        cut = cut || !route->exact;
        if (!route_order(search, plan, route, goal, &order)) {
            *lost = true;
        } else if (plan->try(plan->judge, &order, &way)) {
            way.approximate |= route->approximate;
            count = keep_way(kept, count, &way);
        } else { /* out of reach by less than a unit, which rounding took */
            *lost = *lost || way.cost <= plan->ask.allowance;
        }
    }
    for (uint32_t i = 0; i < count; i++) {
        kept[i].cut = cut || *lost;
    }
    return count;
}

/* Routes to a goal; how many, QM__TOO_MANY when a limit was met before any was found. */
static uint32_t find_routes(qm__inch_search *search, const qm__inch_ask *how, qm_place goal) {
    const qm__inch_base *base = search->base;
    const qm__crowd crowd = qm__inch_crowd(search, how);
    if (!base || !qm__inch_can_be(base, &crowd, goal, true, NULL)) {
        return 0;
    }
    const qm__route_ask ask = {.walk = {.from = qm__inch_spot(base, search->from),
                                        .to = qm__inch_spot(base, goal),
                                        .crowd = &crowd,
                                        .bodies = how->bodies,
                                        .prices = how->prices,
                                        .limit = how->allowance + QM__SLACK},
                               .pricing = how->pricing,
                               .context = how->context};
    const int found =
        qm__routes_find(base->walks, base->links, &ask, qm__inch_scratch(search), search->routes, QM__INCH_WAYS);
    return found < 0 || found > QM__INCH_WAYS || (found == 0 && !search->routes[0].exact) ? QM__TOO_MANY
                                                                                          : (uint32_t)found;
}

uint32_t qm__inch_ways(qm__inch_search *search, const qm__inch_plan *plan, qm_place goal, qm_plan_way *ways,
                       uint32_t capacity) {
    const uint32_t found = find_routes(search, &plan->ask, goal);
    qm_plan_way kept[QM__INCH_WAYS];
    bool lost;
    if (found == QM__TOO_MANY) {
        return found;
    }
    const uint32_t count = make_ways(search, plan, goal, found, kept, &lost);
    for (uint32_t i = 0; i < count && i < capacity; i++) {
        ways[i] = kept[i];
    }
    return count == 0 && lost ? QM__TOO_MANY : count;
}

/* Prices of a family with every chance as good as any: so the cheapest route beats all others, and nothing that is
 * dearer is looked at. */
static int price_sure(const void *context, const qm__links *links, uint32_t link, qm__link_price out[QM__BANDS_MAX]) {
    const qm__inch_ask *ask = context;
    const int count = ask->pricing(ask->context, links, link, out);
    for (int i = 0; i < count; i++) {
        out[i].stops = qm__price_stops(&out[i]);
        out[i].chance = out[i].chance > 0 ? 1 : 0;
    }
    return count;
}

uint32_t qm__inch_cheapest(qm__inch_search *search, const qm__inch_plan *plan, qm_place goal, qm_plan_way *way) {
    qm__inch_plan sure = *plan;
    sure.ask.pricing = price_sure;
    sure.ask.context = &plan->ask;
    return qm__inch_ways(search, &sure, goal, way, 1);
}

/* ------------------------------------------------------------------------------------------------------------ risks */

#define EVEN 0.5

/* Prices of a family with one chance for all that can fail: so the chance of a route tells how many of its links can.
 */
static int price_even(const void *context, const qm__links *links, uint32_t link, qm__link_price out[QM__BANDS_MAX]) {
    const qm__inch_ask *ask = context;
    const int count = ask->pricing(ask->context, links, link, out);
    for (int i = 0; i < count; i++) {
        out[i].chance = out[i].chance > 0 && out[i].chance < 1 ? EVEN : out[i].chance;
    }
    return count;
}

static uint32_t risk_of(const qm__route *route) {
    uint32_t risk = QM_RISK_NONE;
    for (double chance = route->chance; risk < QM_RISK_ANY && chance < 1; chance /= EVEN) {
        risk++;
    }
    return risk;
}

double qm__inch_safest(qm__inch_search *search, const qm__inch_plan *plan, qm_place goal) {
    const uint32_t found = find_routes(search, &plan->ask, goal);
    qm_plan_way kept[QM__INCH_WAYS];
    bool lost;
    const uint32_t count = found != QM__TOO_MANY ? make_ways(search, plan, goal, found, kept, &lost) : 0;
    return count > 0 ? kept[count - 1].chance : -1;
}

bool qm__inch_risks(qm__inch_search *search, const qm__inch_plan *plan, qm_place goal, qm_reach_way out[QM_RISKS]) {
    qm__inch_ask even = plan->ask;
    even.pricing = price_even;
    even.context = &plan->ask;
    const uint32_t found = find_routes(search, &even, goal);
    bool all = found != QM__TOO_MANY;
    for (uint32_t i = 0; i < QM_RISKS; i++) {
        out[i] = (qm_reach_way){.cost = -1, .chance = -1};
    }
    for (uint32_t i = 0; i < found && found != QM__TOO_MANY; i++) { /* cheapest first */
        const qm__route *route = &search->routes[i];
        qm_plan_way way;
        qm_order order;
        all = all && route->exact;
        if (!route_order(search, plan, route, goal, &order)) {
            all = false;
        } else if (plan->try(plan->judge, &order, &way)) {
            for (uint32_t risk = risk_of(route); risk < QM_RISKS; risk++) {
                const bool cheaper = out[risk].cost < 0 || way.cost < out[risk].cost;
                out[risk] = cheaper ? (qm_reach_way){.cost = way.cost, .chance = way.chance} : out[risk];
            }
        } else { /* unless rounding took it out of reach, another that is like it may be legal */
            all = all && way.cost > plan->ask.allowance;
        }
    }
    return all;
}
