/* The search over walks and links: all routes that no other one beats in both cost and chance.
 *
 * A route is a chain of links with walks between them. Chains are grown best first by what they cost at least, and
 * settled (routes_settle.c) for what they truly cost. A chain is given up when a route found already costs no more than
 * it must and is no less likely, when plain walking to wherever it lands costs no more, or when another chain over the
 * same last link does.
 *
 * Invariant: every route told has been walked in full, each flight asked. `exact` is false when a limit was met: of
 * links in a chain, of chains, of ports, or when areas with a price once paid are met in several walks of one route.
 * Rejected: points sampled on the curves as nodes of one graph; the answers would be as coarse as the samples.
 */
#include "space/table/routes_inside.h"
#include "space/table/walk_inside.h"

#include <string.h>

#define NOBODY UINT32_MAX
enum { LABELS_MAX = 8192, FOUND_MAX = 64 };

/* A chain: the label it was grown from, and one port more. */
typedef struct label {
    double cost;  /* up to the landing: at least that (not yet evaluated), or exactly */
    double bound; /* of any route that goes on from here */
    double order; /* the same as found from the port alone: tells the next sibling */
    double chance;
    uint32_t parent, port;
    uint32_t next; /* evaluated: of the same port */
    uint16_t depth;
    bool evaluated;
    double s[QM__CHAIN_MAX], t[QM__CHAIN_MAX];
    qm__xy landing;
} label;

typedef struct found {
    double cost, chance;
    uint32_t label; /* NOBODY: walking alone */
    double s[QM__CHAIN_MAX], t[QM__CHAIN_MAX];
} found;

typedef struct search {
    qm__hiking hiking;
    qm__ports ports;
    uint32_t *port_labels; /* evaluated ones by port */
    label *labels;
    uint32_t *heap;
    uint32_t label_count, heap_count;
    found found[FOUND_MAX];
    int found_count;
    int32_t from_isle, to_isle;
} search;

/* -------------------------------------------------------------------------------------------------------------- heap
 */

static bool sooner(const search *s, uint32_t a, uint32_t b) {
    const label *x = &s->labels[a], *y = &s->labels[b];
    if (x->bound != y->bound) {
        return x->bound < y->bound;
    }
    return x->chance != y->chance ? x->chance > y->chance : a < b;
}

static void heap_push(search *s, uint32_t item) {
    uint32_t at = s->heap_count++;
    for (; at > 0 && sooner(s, item, s->heap[(at - 1) / 2]); at = (at - 1) / 2) {
        s->heap[at] = s->heap[(at - 1) / 2];
    }
    s->heap[at] = item;
}

static uint32_t heap_pop(search *s) {
    const uint32_t top = s->heap[0], last = s->heap[--s->heap_count];
    uint32_t at = 0;
    for (uint32_t child; (child = 2 * at + 1) < s->heap_count; at = child) {
        child += child + 1 < s->heap_count && sooner(s, s->heap[child + 1], s->heap[child]);
        if (!sooner(s, s->heap[child], last)) {
            break;
        }
        s->heap[at] = s->heap[child];
    }
    s->heap[at] = last;
    return top;
}

/* ------------------------------------------------------------------------------------------------------------ pareto
 */

/* What a route with this chance must stay below. */
static double ceiling(const search *s, double chance) {
    double most = s->hiking.walk.limit + 1e-6;
    for (int i = 0; i < s->found_count; i++) {
        if (s->found[i].chance >= chance - 1e-12) {
            most = qm__least(most, s->found[i].cost - 1e-6);
        }
    }
    return most;
}

static void keep_found(search *s, const found *item) {
    if (item->cost > ceiling(s, item->chance)) {
        return;
    }
    int kept = 0;
    for (int i = 0; i < s->found_count; i++) {
        const found *old = &s->found[i];
        if (!(item->cost <= old->cost + 1e-6 && item->chance >= old->chance - 1e-12)) {
            s->found[kept++] = *old;
        }
    }
    s->found_count = kept;
    if (kept == FOUND_MAX) {
        s->hiking.exact = false;
        return;
    }
    s->found[s->found_count++] = *item;
}

/* ------------------------------------------------------------------------------------------------------------- chains
 */

static void chain_of(const search *s, uint32_t number, qm__chain *chain, uint32_t *ports) {
    const label *l = &s->labels[number];
    chain->start = (qm__xy){s->hiking.ask->walk.from.x, s->hiking.ask->walk.from.y};
    chain->goal = (qm__xy){s->hiking.ask->walk.to.x, s->hiking.ask->walk.to.y};
    chain->count = l->depth;
    for (uint32_t at = number; s->labels[at].depth > 0; at = s->labels[at].parent) {
        const int i = s->labels[at].depth - 1;
        ports[i] = s->labels[at].port;
        chain->legs[i] = s->ports.items[ports[i]].leg;
    }
    for (int i = 0; i < chain->count; i++) {
        chain->legs[i].s = l->s[i];
        chain->legs[i].t = l->t[i];
    }
    for (int i = 0; i <= chain->count; i++) {
        chain->hikes[i] = (qm__hike){.direct = true};
    }
    qm__legs_place(chain);
}

/* ------------------------------------------------------------------------------------------------------------- labels
 */

static bool same_isle(int32_t a, int32_t b) {
    return a == b || a < 0 || b < 0;
}

/* The least bound of a successor of a label that comes after (bound, port); NOBODY if there is none. */
static uint32_t next_port(const search *s, uint32_t parent, double after, uint32_t after_port, double *out_cost,
                          double *out_bound) {
    const label *l = &s->labels[parent];
    const qm__spot from = s->hiking.ask->walk.from;
    const qm__curve start = {.a = {from.x, from.y}, .b = {from.x, from.y}};
    const qm__curve *on = l->depth ? &s->ports.items[l->port].leg.on : &start;
    const int32_t isle = l->depth ? s->ports.items[l->port].to_isle : s->from_isle;
    uint32_t best = NOBODY;
    for (uint32_t i = 0; i < s->ports.count; i++) {
        const qm__port *port = &s->ports.items[i];
        if (!same_isle(port->from_isle, isle)) {
            continue;
        }
        const double cost = l->cost + qm__curves_apart(on, &port->leg.off) + port->least;
        const double bound = cost + s->ports.rate * port->to_goal;
        if ((bound > after || (bound == after && i > after_port)) && (best == NOBODY || bound < *out_bound)) {
            if (bound > ceiling(s, l->chance * port->chance)) {
                continue;
            }
            best = i;
            *out_cost = cost;
            *out_bound = bound;
        }
    }
    return best;
}

/* Queues the next chain that grows from a label. */
static void grow(search *s, uint32_t parent, double after, uint32_t after_port) {
    double cost = 0, bound = 0;
    const label *from = &s->labels[parent];
    const uint32_t port = next_port(s, parent, after, after_port, &cost, &bound);
    if (port == NOBODY) {
        return;
    }
    if (from->depth == QM__CHAIN_MAX || s->label_count == LABELS_MAX) {
        s->hiking.exact = false;
        return;
    }
    label *l = &s->labels[s->label_count];
    *l = *from;
    l->cost = cost;
    l->order = bound;
    l->bound = qm__most(bound, from->bound);
    l->chance = from->chance * s->ports.items[port].chance;
    l->parent = parent;
    l->port = port;
    l->evaluated = false;
    l->depth = (uint16_t)(from->depth + 1);
    const qm__leg *leg = &s->ports.items[port].leg;
    const qm__xy last = from->depth ? from->landing : (qm__xy){s->hiking.ask->walk.from.x, s->hiking.ask->walk.from.y};
    const double off = qm__curve_nearest(&leg->off, last);
    const double on = qm__curve_nearest(&leg->on, qm__curve_point(&leg->off, off));
    l->s[from->depth] = off * leg->off_length;
    l->t[from->depth] = leg->tied ? off * leg->off_length : on * leg->on_length;
    heap_push(s, s->label_count++);
}

static double farthest_on(const qm__curve *curve, qm__xy p) {
    if (curve->radius > 0) {
        return qm__apart(p, curve->centre) + curve->radius;
    }
    return qm__most(qm__apart(p, curve->a), qm__apart(p, curve->b));
}

/* Whether wherever a label lands can be had for no more by plain walking, or by another label of the same port. */
static bool beaten(search *s, uint32_t number) {
    label *l = &s->labels[number];
    const qm__port *port = &s->ports.items[l->port];
    const double spread = farthest_on(&port->leg.on, l->landing);
    for (uint32_t at = s->port_labels[l->port]; at != NOBODY; at = s->labels[at].next) {
        const label *other = &s->labels[at];
        if (other->chance >= l->chance - 1e-12 && other->cost + farthest_on(&port->leg.on, other->landing) <= l->cost) {
            return true;
        }
    }
    if (same_isle(port->to_isle, s->from_isle) && l->cost > spread) {
        qm__hike hike;
        uint64_t areas = 0;
        if (qm__hike_walk(&s->hiking, s->hiking.ask->walk.from, qm__spot_at(l->landing, port->to), l->cost - spread,
                          &areas, &hike) >= 0 &&
            !areas) {
            return true;
        }
    }
    l->next = s->port_labels[l->port];
    s->port_labels[l->port] = number;
    return false;
}

/* Finds out what a chain truly costs up to its landing. False when it leads nowhere. */
static bool evaluate(search *s, uint32_t number) {
    label *l = &s->labels[number];
    const qm__port *port = &s->ports.items[l->port];
    uint32_t ports[QM__CHAIN_MAX];
    qm__chain chain;
    qm__settled best = {.cost = QM__FAR};
    chain_of(s, number, &chain, ports);
    chain.to_goal = false;
    const double most = ceiling(s, l->chance);
    qm__chain_settle(&s->hiking, &chain, ports, most, &best);
    if (best.cost > most) {
        return false;
    }
    l->evaluated = true;
    l->cost = best.cost;
    l->bound = qm__most(l->bound, best.cost + s->ports.rate * port->to_goal);
    for (int i = 0; i < best.chain.count; i++) {
        l->s[i] = best.chain.legs[i].s;
        l->t[i] = best.chain.legs[i].t;
    }
    l->landing = best.chain.legs[best.chain.count - 1].b;
    return !beaten(s, number);
}

static void finish(search *s, uint32_t number) {
    const label *l = &s->labels[number];
    uint32_t ports[QM__CHAIN_MAX];
    qm__chain chain;
    qm__settled best = {.cost = QM__FAR};
    chain_of(s, number, &chain, ports);
    if (!same_isle(s->ports.items[l->port].to_isle, s->to_isle)) {
        return;
    }
    chain.to_goal = true;
    qm__chain_settle(&s->hiking, &chain, ports, ceiling(s, l->chance), &best);
    if (best.cost >= QM__FAR) {
        return;
    }
    found item = {best.cost, l->chance, number, {0}, {0}};
    for (int i = 0; i < best.chain.count; i++) {
        item.s[i] = best.chain.legs[i].s;
        item.t[i] = best.chain.legs[i].t;
    }
    keep_found(s, &item);
}

/* ------------------------------------------------------------------------------------------------------------- search
 */

static void run(search *s) {
    s->labels[0] = (label){.chance = 1, .evaluated = true, .bound = 0};
    s->label_count = 1;
    grow(s, 0, -1, 0);
    while (s->heap_count && !s->hiking.exhausted) {
        const uint32_t number = heap_pop(s);
        label *l = &s->labels[number];
        if (!l->evaluated) {
            grow(s, l->parent, l->order, l->port);
            if (l->bound > ceiling(s, l->chance) || !evaluate(s, number)) {
                continue;
            }
            if (s->heap_count && l->bound > s->labels[s->heap[0]].bound) {
                heap_push(s, number);
                continue;
            }
        }
        if (l->bound <= ceiling(s, l->chance)) {
            finish(s, number);
            grow(s, number, -1, 0);
        }
    }
}

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

static void tell(search *s, const found *item, qm__route *out) {
    uint32_t ports[QM__CHAIN_MAX];
    qm__chain chain = {.count = 0};
    uint64_t areas = 0;
    qm__spot at = s->hiking.ask->walk.from;
    if (item->label != NOBODY) {
        chain_of(s, item->label, &chain, ports);
        for (int i = 0; i < chain.count; i++) {
            chain.legs[i].s = item->s[i];
            chain.legs[i].t = item->t[i];
        }
        qm__legs_place(&chain);
    }
    out->cost = item->cost;
    out->chance = item->chance;
    out->exact = s->hiking.exact;
    out->way.count = 0;
    out->way.cut = false;
    out->way.length = 0;
    out->way.areas = 0;
    for (int i = 0; i <= chain.count; i++) {
        const qm__leg *leg = &chain.legs[i];
        const qm__spot to =
            i < chain.count ? qm__spot_at(leg->a, s->ports.items[ports[i]].from) : s->hiking.ask->walk.to;
        qm__hike hike;
        if (qm__hike_walk(&s->hiking, at, to, item->cost + 1, &areas, &hike) > 0) {
            append(&out->way, s->hiking.way->pieces, s->hiking.way->count);
            out->way.length += s->hiking.way->length;
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
static void sort_found(search *s) {
    for (int i = 1; i < s->found_count; i++) {
        const found item = s->found[i];
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
    size_t search, ports, port_labels, events, cells, labels, heap, way, prices, walk, bodies, bodies_size, all;
    uint32_t port_max, event_max;
} layout;

static size_t take(size_t *all, size_t size) {
    const size_t at = *all;
    *all += (size + 15) / 16 * 16;
    return at;
}

static layout layout_of(const qm__walks *walks, const qm__links *links, uint32_t body_count) {
    layout l = {.port_max = links->count * 2 + 1024, .event_max = body_count * 48 + 64};
    l.search = take(&l.all, sizeof(search));
    l.ports = take(&l.all, l.port_max * sizeof(qm__port));
    l.port_labels = take(&l.all, l.port_max * sizeof(uint32_t));
    l.events = take(&l.all, l.event_max * sizeof(double));
    l.cells = take(&l.all, 2 * (size_t)l.event_max);
    l.labels = take(&l.all, LABELS_MAX * sizeof(label));
    l.heap = take(&l.all, LABELS_MAX * sizeof(uint32_t));
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

static search *start(const qm__walks *walks, const qm__links *links, const qm__route_ask *ask, unsigned char *memory) {
    const qm__crowd *crowd = ask->walk.crowd;
    const layout l = layout_of(walks, links, crowd ? crowd->count : 0);
    search *s = (search *)(void *)(memory + l.search);
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
    s->ports.events =
        (qm__events){.items = (double *)(void *)(memory + l.events), .cells = memory + l.cells, .max = l.event_max};
    s->port_labels = (uint32_t *)(void *)(memory + l.port_labels);
    s->labels = (label *)(void *)(memory + l.labels);
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

int qm__routes_find(const qm__walks *walks, const qm__links *links, const qm__route_ask *ask, void *scratch,
                    qm__route *out, int max) {
    search *s = start(walks, links, ask, scratch);
    qm__hike hike;
    uint64_t areas = 0;
    const double walked = qm__hike_walk(&s->hiking, ask->walk.from, ask->walk.to, ask->walk.limit, &areas, &hike);
    if (walked >= 0) {
        const found item = {walked, 1, NOBODY, {0}, {0}};
        keep_found(s, &item);
    }
    qm__ports_find(&s->ports, links, ask);
    s->from_isle = qm__isle_at(walks, ask->walk.from);
    s->to_isle = qm__isle_at(walks, ask->walk.to);
    for (uint32_t i = 0; i < s->ports.count; i++) {
        qm__port *port = &s->ports.items[i];
        s->port_labels[i] = NOBODY;
        port->from_isle = qm__isle_at(walks, qm__spot_at(qm__curve_point(&port->leg.off, 0.5), port->from));
        port->to_isle = qm__isle_at(walks, qm__spot_at(qm__curve_point(&port->leg.on, 0.5), port->to));
    }
    s->hiking.exact = s->hiking.exact && !s->ports.lost && !s->ports.events.lost;
    run(s);
    if (s->hiking.exhausted) {
        return -1;
    }
    sort_found(s);
    for (int i = 0; i < s->found_count && i < max; i++) {
        tell(s, &s->found[i], &out[i]);
    }
    return s->found_count;
}
