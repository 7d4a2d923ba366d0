/* Routes: all ways over walks and links that no other one beats in both cost and chance.
 *
 * The search itself is in routes_labels.c. Here it is begun, for every choice of areas to be paid for once, and its
 * routes are told.
 *
 * Invariant: every route told has been walked in full, each flight asked. `exact` is false when a limit was met: of
 * links in a chain, of chains, of walks, of ports, or of areas with a price once paid.
 */
#include "space/table/routes_search.h"
#include "space/table/walk_inside.h"

#include <string.h>

enum { ONCE_MAX = 4 };

/* ------------------------------------------------------------------------------------------------------------ telling
 */

static void append(qm__way *way, const qm__piece *pieces, uint32_t count) {
    if (way->count + count > QM__PIECES_MAX) {
        way->cut = true;
        return;
    }
    memcpy(&way->pieces[way->count], pieces, count * sizeof *pieces);
    way->count += count;
}

/* Appends what was walked last. Where nothing is but steps made on the spot, a piece without length tells them. */
static void append_walk(const qm__way *walked, qm__spot from, qm__spot to, qm__way *way) {
    const qm__xy at = {to.x, to.y};
    const qm__piece step = {.from = at, .to = at, .level = to.level, .link = -1};
    if (walked->count == 0 && from.level != to.level) {
        append(way, &step, 1);
    } else {
        append(way, walked->pieces, walked->count);
    }
    way->length += walked->length;
}

/* Pays for some areas at the beginning. */
static void buy(qm__routing *s, uint64_t areas) {
    const uint32_t count = qm__levels_table(s->hiking.levels)->area_count;
    s->hiking.bought = areas;
    s->hiking.paid = 0;
    for (uint32_t i = 0; areas && i < count; i++) {
        s->hiking.paid += areas >> i & 1 ? s->hiking.ask->walk.prices[i].once : 0;
    }
}

static void tell(qm__routing *s, const qm__found *item, qm__route *out) {
    uint32_t ports[QM__CHAIN_MAX];
    qm__chain chain = {.count = 0};
    uint64_t areas = 0;
    qm__spot at = s->hiking.ask->walk.from;
    chain.count = item->count;
    for (int i = 0; i < chain.count; i++) {
        ports[i] = item->ports[i];
        chain.legs[i] = s->ports.items[ports[i]].leg;
        chain.legs[i].s = item->s[i];
        chain.legs[i].t = item->t[i];
    }
    qm__legs_place(&chain);
    buy(s, item->bought);
    out->cost = item->cost;
    out->chance = item->chance;
    out->exact = s->hiking.exact;
    out->approximate = s->hiking.approximate;
    out->way.count = 0;
    out->way.cut = false;
    out->way.length = 0;
    out->way.areas = 0;
    for (int i = 0; i <= chain.count; i++) {
        const qm__leg *leg = &chain.legs[i];
        const qm__spot to =
            i < chain.count ? qm__spot_at(leg->a, s->ports.items[ports[i]].from) : s->hiking.ask->walk.to;
        qm__hike hike;
        double walked = qm__hike_walk(&s->hiking, at, to, item->cost + 1, &areas, &hike);
        if (walked < 0) { /* ways by the inch are found otherwise within another limit */
            walked = qm__hike_walk(&s->hiking, at, to, s->hiking.ask->walk.limit, &areas, &hike);
        }
        if (walked >= 0) {
            append_walk(s->hiking.way, at, to, &out->way);
        }
        out->way.areas |= s->hiking.way->areas;
        if (i < chain.count) {
            const qm__port *port = &s->ports.items[ports[i]];
            const qm__piece piece = {.from = leg->a,
                                     .to = leg->b,
                                     .length = qm__apart(leg->a, leg->b),
                                     .level = port->to,
                                     .link = (int32_t)port->link};
            append(&out->way, &piece, 1);
            at = qm__spot_at(leg->b, port->to);
        }
    }
}

/* Cheapest first. */
static void sort_found(qm__routing *s) {
    for (int i = 1; i < s->found_count; i++) {
        const qm__found item = s->found[i];
        int at = i;
        for (; at > 0 && s->found[at - 1].cost > item.cost; at--) {
            s->found[at] = s->found[at - 1];
        }
        s->found[at] = item;
    }
}

/* ------------------------------------------------------------------------------------------------------------ memory
 */

typedef struct layout {
    size_t search, ports, done, level_labels, events, cells, labels, heap, way, prices, walk, bodies, bodies_size, all;
    uint32_t port_max, event_max;
} layout;

static size_t take(size_t *all, size_t size) {
    const size_t at = *all;
    *all += (size + 15) / 16 * 16;
    return at;
}

static layout layout_of(const qm__walks *walks, const qm__links *links, uint32_t body_count) {
    layout l = {.port_max = links->count * 2 + 1024, .event_max = qm__parts_most_events(body_count, true)};
    l.search = take(&l.all, sizeof(qm__routing));
    l.ports = take(&l.all, l.port_max * sizeof(qm__port));
    l.done = take(&l.all, l.port_max * sizeof(bool));
    l.level_labels = take(&l.all, (size_t)qm__level_count(links->levels) * sizeof(uint32_t));
    l.events = take(&l.all, l.event_max * sizeof(double));
    l.cells = take(&l.all, 2 * (size_t)l.event_max);
    l.labels = take(&l.all, QM__LABELS_MAX * sizeof(qm__route_label));
    l.heap = take(&l.all, QM__LABELS_MAX * sizeof(uint32_t));
    l.way = take(&l.all, sizeof(qm__way));
    l.prices = take(&l.all, QM__AREAS_MAX * sizeof(qm__area_price));
    l.walk = take(&l.all, qm__walk_scratch_size(walks, body_count));
    l.bodies_size = body_count ? qm__walks_bodies_size(walks, body_count) : 0;
    l.bodies = take(&l.all, l.bodies_size);
    return l;
}

size_t qm__route_scratch_size(const qm__walks *walks, const qm__links *links, uint32_t body_count) {
    return layout_of(walks, links, body_count).all;
}

static qm__routing *start(const qm__walks *walks, const qm__links *links, const qm__route_ask *ask,
                          unsigned char *memory) {
    const qm__crowd *crowd = ask->walk.crowd;
    const layout l = layout_of(walks, links, crowd ? crowd->count : 0);
    qm__routing *s = (qm__routing *)(void *)(memory + l.search);
    memset(s, 0, sizeof *s);
    s->hiking.walks = walks;
    s->hiking.links = links;
    s->hiking.levels = links->levels;
    s->hiking.ask = ask;
    s->hiking.walk = ask->walk;
    s->hiking.exact = true;
    s->hiking.ports = &s->ports;
    s->ports.items = (qm__port *)(void *)(memory + l.ports);
    s->ports.max = l.port_max;
    s->ports.done = (bool *)(void *)(memory + l.done);
    s->ports.events =
        (qm__events){.items = (double *)(void *)(memory + l.events), .cells = memory + l.cells, .max = l.event_max};
    s->level_labels = (uint32_t *)(void *)(memory + l.level_labels);
    s->labels = (qm__route_label *)(void *)(memory + l.labels);
    s->heap = (uint32_t *)(void *)(memory + l.heap);
    s->hiking.way = (qm__way *)(void *)(memory + l.way);
    s->hiking.walk_scratch = memory + l.walk;
    if (ask->walk.prices) {
        const size_t areas = qm__levels_table(s->hiking.levels)->area_count;
        s->hiking.prices = (qm__area_price *)(void *)(memory + l.prices);
        memcpy(s->hiking.prices, ask->walk.prices, areas * sizeof *s->hiking.prices);
    }
    if (crowd && crowd->count && !s->hiking.walk.bodies) {
        s->hiking.walk.bodies = qm__walks_crowd(walks, crowd, memory + l.bodies, l.bodies_size);
    }
    return s;
}

/* Areas with a price once paid that a route within the limit may meet; more than it can be tried with: UINT32_MAX. */
static uint32_t once_areas(const qm__routing *s, uint32_t out[ONCE_MAX]) {
    const qm__table *table = qm__levels_table(s->hiking.levels);
    const qm__walk_ask *ask = &s->hiking.ask->walk;
    const double radius = qm__levels_walker(s->hiking.levels)->radius;
    uint32_t count = 0;
    for (uint32_t i = 0; s->hiking.prices && i < table->area_count; i++) {
        const double way = qm__box_apart(&table->areas[i].polygon.box, (qm__xy){ask->from.x, ask->from.y}) +
                           qm__box_apart(&table->areas[i].polygon.box, (qm__xy){ask->to.x, ask->to.y}) - 2 * radius;
        if (ask->prices[i].once <= 0 || s->ports.rate * way + ask->prices[i].once > ask->limit) {
            continue;
        }
        if (count == ONCE_MAX) {
            return UINT32_MAX;
        }
        out[count++] = i;
    }
    return count;
}

/* Searches with every choice of areas to be paid for: then each walk by itself is the best for the whole route too.
 * Where there are too many, each is paid for when a walk first likes to, and the routes say so. */
static void run_all(qm__routing *s) {
    uint32_t areas[ONCE_MAX];
    const uint32_t count = once_areas(s, areas);
    s->hiking.greedy = count == UINT32_MAX;
    for (uint32_t set = 0; set < (s->hiking.greedy || s->ports.count == 0 ? 1u : 1u << count); set++) {
        uint64_t bought = 0;
        for (uint32_t i = 0; !s->hiking.greedy && i < count; i++) {
            bought |= (uint64_t)(set >> i & 1) << areas[i];
        }
        buy(s, bought);
        if (s->hiking.paid <= s->hiking.walk.limit) {
            qm__routes_run(s);
        }
    }
}

int qm__routes_find(const qm__walks *walks, const qm__links *links, const qm__route_ask *ask, void *scratch,
                    qm__route *out, int max) {
    qm__routing *s = start(walks, links, ask, scratch);
    qm__hike hike;
    uint64_t areas = 0;
    const double walked = qm__hike_walk(&s->hiking, ask->walk.from, ask->walk.to, ask->walk.limit, &areas, &hike);
    if (walked >= 0) {
        const qm__found item = {.cost = walked, .chance = 1};
        qm__routes_keep(s, &item);
    }
    qm__ports_find(&s->ports, links, ask);
    s->from_isle = qm__isle_at(walks, ask->walk.from);
    s->to_isle = qm__isle_at(walks, ask->walk.to);
    for (uint32_t i = 0; i < s->ports.count; i++) {
        qm__port *port = &s->ports.items[i];
        port->from_isle = qm__isle_at(walks, qm__spot_at(qm__curve_point(&port->leg.off, 0.5), port->from));
        port->to_isle = qm__isle_at(walks, qm__spot_at(qm__curve_point(&port->leg.on, 0.5), port->to));
    }
    qm__ports_ahead(&s->ports, ask->walk.to, s->to_isle, ask->walk.limit);
    s->hiking.exact = s->hiking.exact && !s->ports.lost && !s->ports.events.lost;
    run_all(s);
    if (s->hiking.exhausted) {
        return -1;
    }
    sort_found(s);
    if (s->found_count == 0 && max > 0) {
        out[0].exact = s->hiking.exact;
        out[0].approximate = s->hiking.approximate;
    }
    for (int i = 0; i < s->found_count && i < max; i++) {
        tell(s, &s->found[i], &out[i]);
    }
    return s->found_count;
}
