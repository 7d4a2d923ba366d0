/* The search over walks and links with some areas paid for: chains of links, grown best first.
 *
 * Chains are grown by what they cost at least, estimated as if every walk were straight, and settled (routes_settle.c)
 * for what they truly cost. A chain is given up when a route found already costs no more than it must and is no less
 * likely, when it takes a detour (routes_detours.c), or when wherever it lands plain walking, or another chain with a
 * walk after it, costs no more; of a landing on which others are better in places it keeps the rest.
 *
 * Invariant: a label that is given up is one without which all routes can still be found, or `exact` is false: when a
 * limit was met of links in a chain, of labels, or of walks. Rejected: points sampled on the curves as nodes of one
 * graph; the answers would be as coarse as the samples.
 */
#include "space/table/routes_search.h"
#include "space/table/walk_inside.h"

#define SAME 5e-3 /* units: what two routes differ by no more is no difference */
enum { TRIMS_MAX = 4, RIVALS_MAX = 6, ROOMS_AFTER = 2000, ROOMS_AFTER_NOTHING = 200 };

/* -------------------------------------------------------------------------------------------------------------- heap
 */

static bool sooner(const qm__routing *s, uint32_t a, uint32_t b) {
    const qm__route_label *x = &s->labels[a], *y = &s->labels[b];
    if (x->bound != y->bound) {
        return x->bound < y->bound;
    }
    return x->chance != y->chance ? x->chance > y->chance : a < b;
}

static void heap_push(qm__routing *s, uint32_t item) {
    uint32_t at = s->heap_count++;
    for (; at > 0 && sooner(s, item, s->heap[(at - 1) / 2]); at = (at - 1) / 2) {
        s->heap[at] = s->heap[(at - 1) / 2];
    }
    s->heap[at] = item;
}

static uint32_t heap_pop(qm__routing *s) {
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
static double ceiling(const qm__routing *s, double chance) {
    double most = s->hiking.walk.limit + 1e-6;
    for (int i = 0; i < s->found_count; i++) {
        if (s->found[i].chance >= chance - 1e-12) {
            most = qm__least(most, s->found[i].cost - SAME);
        }
    }
    return most;
}

void qm__routes_keep(qm__routing *s, const qm__found *item) {
    if (item->cost > ceiling(s, item->chance)) {
        return;
    }
    int kept = 0;
    for (int i = 0; i < s->found_count; i++) {
        const qm__found *old = &s->found[i];
        if (!(item->cost <= old->cost + SAME && item->chance >= old->chance - 1e-12)) {
            s->found[kept++] = *old;
        }
    }
    s->found_count = kept;
    if (kept == QM__FOUND_MAX) {
        s->hiking.exact = false;
        return;
    }
    s->found[s->found_count++] = *item;
}

/* ------------------------------------------------------------------------------------------------------------- chains
 */

/* The link of a label, with as much of its landing as is left of it. */
static qm__leg leg_of(const qm__routing *s, const qm__route_label *l) {
    qm__leg leg = s->ports.items[l->port].leg;
    if (l->low > 0 || l->high < 1) {
        leg.on = qm__curve_cut(&leg.on, l->low, l->high);
        leg.on_length *= l->high - l->low;
        if (leg.tied) {
            leg.off = qm__curve_cut(&leg.off, l->low, l->high);
            leg.off_length *= l->high - l->low;
        }
    }
    return leg;
}

static void chain_of(const qm__routing *s, uint32_t number, qm__chain *chain, uint32_t *ports) {
    const qm__route_label *l = &s->labels[number];
    chain->start = (qm__xy){s->hiking.ask->walk.from.x, s->hiking.ask->walk.from.y};
    chain->goal = (qm__xy){s->hiking.ask->walk.to.x, s->hiking.ask->walk.to.y};
    chain->count = l->depth;
    chain->toll = 1;
    for (uint32_t at = number; s->labels[at].depth > 0; at = s->labels[at].parent) {
        const int i = s->labels[at].depth - 1;
        ports[i] = s->labels[at].port;
        chain->legs[i] = leg_of(s, &s->labels[at]);
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

/* The chance that a chain goes well when it goes on by a port. */
static double chance_by(const qm__routing *s, const qm__route_label *l, uint32_t number) {
    const qm__port *port = &s->ports.items[number];
    const bool joined = port->joins != 0 && l->depth > 0 && s->ports.items[l->port].joins == port->joins;
    return joined ? l->chance : l->chance * port->chance;
}

/* The chance of a chain for comparing it with another one that lands on the same level: what it goes on by may join the
 * last link of that one, and not its own. */
static double chance_like(const qm__routing *s, const qm__route_label *l, const qm__route_label *other) {
    const qm__port *port = &s->ports.items[other->port];
    const bool alike = port->joins == 0 || (l->depth > 0 && s->ports.items[l->port].joins == port->joins);
    return alike ? l->chance : l->chance * port->chance;
}

/* The least bound of a successor of a label that comes after (bound, port); QM__NO_LABEL if there is none. */
static uint32_t next_port(const qm__routing *s, uint32_t parent, double after, uint32_t after_port, double *out_cost,
                          double *out_bound) {
    const qm__route_label *l = &s->labels[parent];
    const qm__spot from = s->hiking.ask->walk.from;
    const qm__curve start = {.a = {from.x, from.y}, .b = {from.x, from.y}};
    const qm__curve on = l->depth ? leg_of(s, l).on : start;
    const int32_t isle = l->depth ? s->ports.items[l->port].to_isle : s->from_isle;
    uint32_t best = QM__NO_LABEL;
    for (uint32_t i = 0; i < s->ports.count; i++) {
        const qm__port *port = &s->ports.items[i];
        if (port->shut || !same_isle(port->from_isle, isle)) {
            continue;
        }
        const double cost = l->cost + qm__curves_apart(&on, &port->leg.off) + port->least;
        const double bound = cost + port->ahead;
        if ((bound > after || (bound == after && i > after_port)) && (best == QM__NO_LABEL || bound < *out_bound)) {
            if (bound > ceiling(s, chance_by(s, l, i))) {
                continue;
            }
            best = i;
            *out_cost = cost;
            *out_bound = bound;
        }
    }
    return best;
}

/* Whether a label goes on by a port only to get to where walking gets as well. */
static bool detours(const qm__routing *s, uint32_t parent, uint32_t port) {
    uint32_t ports[QM__CHAIN_MAX + 1];
    const int count = s->labels[parent].depth + 1;
    ports[count - 1] = port;
    for (uint32_t at = parent; s->labels[at].depth > 0; at = s->labels[at].parent) {
        ports[s->labels[at].depth - 1] = s->labels[at].port;
    }
    return qm__chain_detours(&s->hiking, ports, count);
}

/* Queues the next chain that grows from a label. */
static void grow(qm__routing *s, uint32_t parent, double after, uint32_t after_port) {
    double cost = 0, bound = 0;
    const qm__route_label *from = &s->labels[parent];
    uint32_t port;
    while ((port = next_port(s, parent, after, after_port, &cost, &bound)) != QM__NO_LABEL &&
           detours(s, parent, port)) {
        after = bound;
        after_port = port;
    }
    if (port == QM__NO_LABEL) {
        return;
    }
    const uint32_t number = s->spare != QM__NO_LABEL ? s->spare : s->label_count;
    if (from->depth == QM__CHAIN_MAX || number == QM__LABELS_MAX) {
        s->hiking.exact = false;
        return;
    }
    qm__route_label *l = &s->labels[number];
    if (number == s->spare) {
        s->spare = l->next;
    } else {
        s->label_count++;
    }
    *l = *from;
    l->cost = cost;
    l->order = bound;
    l->bound = qm__most(bound, from->bound);
    l->chance = chance_by(s, from, port);
    l->parent = parent;
    l->port = port;
    l->estimated = l->evaluated = false;
    l->low = 0;
    l->high = 1;
    l->depth = (uint16_t)(from->depth + 1);
    const qm__leg *leg = &s->ports.items[port].leg;
    const qm__xy last = from->depth ? from->landing : (qm__xy){s->hiking.ask->walk.from.x, s->hiking.ask->walk.from.y};
    const double off = qm__curve_nearest(&leg->off, last);
    const double on = qm__curve_nearest(&leg->on, qm__curve_point(&leg->off, off));
    l->s[from->depth] = off * leg->off_length;
    l->t[from->depth] = leg->tied ? off * leg->off_length : on * leg->on_length;
    heap_push(s, number);
}

static double farthest_on(const qm__curve *curve, qm__xy p) {
    if (curve->radius > 0) {
        return qm__apart(p, curve->centre) + curve->radius;
    }
    return qm__most(qm__apart(p, curve->a), qm__apart(p, curve->b));
}

/* Takes off a label's landing what walking from where another one lands gets to for no more: of others that may do
 * that, some that do it with the most to spare. False when nothing is left. */
static bool trim(qm__routing *s, uint32_t number) {
    qm__route_label *l = &s->labels[number];
    const qm__port *port = &s->ports.items[l->port];
    const qm__curve on = leg_of(s, l).on;
    uint32_t best[RIVALS_MAX];
    double spare[RIVALS_MAX];
    int count = 0;
    for (uint32_t at = s->level_labels[port->to]; at != QM__NO_LABEL; at = s->labels[at].next) {
        const qm__route_label *other = &s->labels[at];
        const double within = l->cost - other->cost;
        if (within <= 0 || chance_like(s, other, l) < l->chance - 1e-12 ||
            !same_isle(port->to_isle, at ? s->ports.items[other->port].to_isle : s->from_isle)) {
            continue;
        }
        const double more = within - farthest_on(&on, other->landing);
        if (more + qm__curve_length(&on) < 0 || (count == RIVALS_MAX && more <= spare[count - 1])) {
            continue;
        }
        int n = count < RIVALS_MAX ? count++ : count - 1;
        for (; n > 0 && more > spare[n - 1]; n--) {
            spare[n] = spare[n - 1];
            best[n] = best[n - 1];
        }
        spare[n] = more;
        best[n] = at;
    }
    for (int n = 0; n < count; n++) {
        const qm__route_label *other = &s->labels[best[n]];
        if (!qm__landing_trim(&s->hiking, &port->leg.on, port->to, other->landing, l->cost - other->cost, &l->low,
                              &l->high)) {
            return false;
        }
    }
    return true;
}

/* Whether wherever a label lands can be had for no more by plain walking. */
static bool walked_to(qm__routing *s, const qm__route_label *l) {
    const qm__port *port = &s->ports.items[l->port];
    const qm__leg leg = leg_of(s, l);
    const double spread = farthest_on(&leg.on, l->landing);
    qm__hike hike;
    uint64_t areas = 0;
    return same_isle(port->to_isle, s->from_isle) && l->cost > spread + s->hiking.paid &&
           qm__hike_walk(&s->hiking, s->hiking.ask->walk.from, qm__spot_at(l->landing, port->to),
                         l->cost - spread - s->hiking.paid, &areas, &hike) >= 0 &&
           !areas;
}

/* Where a label is of use still, given what it costs. False when it is nowhere. */
static bool keep_part(qm__routing *s, uint32_t number, bool *cut) {
    qm__route_label *l = &s->labels[number];
    const double low = l->low, high = l->high;
    if (!trim(s, number)) {
        return false;
    }
    *cut = l->low != low || l->high != high;
    if (*cut) { /* what is left is another curve: places along it count from its beginning */
        const qm__leg *leg = &s->ports.items[l->port].leg;
        const double length = leg->on_length, begin = (l->low - low) * length, end = (l->high - low) * length;
        const int last = l->depth - 1;
        l->t[last] = qm__clamp(l->t[last], begin, end) - begin;
        l->s[last] = leg->tied ? l->t[last] : l->s[last];
    }
    return true;
}

/* What a chain costs at least, up to its landing and all in all, as if every walk were straight. False when that is too
 * much already, or there are better ones wherever it lands. */
static bool estimate(qm__routing *s, uint32_t number) {
    qm__route_label *l = &s->labels[number];
    uint32_t ports[QM__CHAIN_MAX];
    qm__chain chain;
    bool cut = true;
    for (int round = 0; round < TRIMS_MAX && cut; round++) {
        chain_of(s, number, &chain, ports);
        chain.to_goal = true;
        chain.toll = s->ports.rate;
        l->bound = qm__most(l->bound, s->hiking.paid + qm__chain_floor(&chain));
        if (l->bound > ceiling(s, l->chance)) {
            return false;
        }
        chain.to_goal = false;
        l->cost = qm__most(l->cost, s->hiking.paid + qm__chain_floor(&chain));
        if (!keep_part(s, number, &cut)) {
            return false;
        }
    }
    return true;
}

/* The best places of a chain up to its landing. False when there are none below the ceiling. */
static bool land(qm__routing *s, uint32_t number) {
    qm__route_label *l = &s->labels[number];
    uint32_t ports[QM__CHAIN_MAX];
    qm__chain chain;
    qm__settled best = {.cost = QM__FAR};
    const double most = ceiling(s, l->chance);
    chain_of(s, number, &chain, ports);
    chain.to_goal = false;
    qm__chain_settle(&s->hiking, &chain, ports, most, &best);
    if (best.cost > most) {
        return false;
    }
    l->cost = best.cost;
    l->bound = qm__most(l->bound, best.cost + s->ports.items[l->port].ahead);
    for (int i = 0; i < best.chain.count; i++) {
        l->s[i] = best.chain.legs[i].s;
        l->t[i] = best.chain.legs[i].t;
    }
    l->landing = best.chain.legs[best.chain.count - 1].b;
    return true;
}

/* Finds out what a chain truly costs up to its landing, and where on it it is of use. False when it leads nowhere. */
static bool evaluate(qm__routing *s, uint32_t number) {
    qm__route_label *l = &s->labels[number];
    bool cut = true;
    for (int round = 0; round < TRIMS_MAX && cut; round++) {
        if (!land(s, number) || !keep_part(s, number, &cut)) {
            return false;
        }
    }
    if ((cut && !land(s, number)) || walked_to(s, l)) {
        return false;
    }
    const int32_t level = s->ports.items[l->port].to;
    l->evaluated = true;
    l->next = s->level_labels[level];
    s->level_labels[level] = number;
    return true;
}

/* Prices a route by the lengths of its links: where one turns out to be so short that a band below holds, by that one.
 */
static void price_again(const qm__routing *s, const qm__chain *chain, qm__found *item) {
    for (int i = 0; i < item->count; i++) {
        const qm__port *port = &s->ports.items[item->ports[i]];
        const double plan = qm__leg_plan(&chain->legs[i]);
        const qm__route_ask *ask = s->hiking.ask;
        qm__link_price bands[QM__BANDS_MAX];
        if (port->band == 0) {
            continue;
        }
        ask->pricing(ask->context, s->hiking.links, port->link, bands);
        for (int b = 0; b < port->band; b++) {
            if (bands[b].chance > 0 && plan <= bands[b].up_to + QM__LENGTH_SLACK) {
                const qm__link_price *told = &bands[port->band];
                item->cost += bands[b].cost - told->cost + (bands[b].per_unit - told->per_unit) * plan;
                item->chance *= bands[b].chance / told->chance;
                break;
            }
        }
    }
}

static void finish(qm__routing *s, uint32_t number) {
    const qm__route_label *l = &s->labels[number];
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
    qm__found item = {.cost = best.cost, .chance = l->chance, .bought = s->hiking.bought, .count = best.chain.count};
    for (uint32_t at = number; s->labels[at].depth > 0; at = s->labels[at].parent) {
        const int i = s->labels[at].depth - 1;
        const qm__leg *whole = &s->ports.items[ports[i]].leg, *leg = &best.chain.legs[i];
        item.ports[i] = ports[i];
        item.t[i] = leg->t + s->labels[at].low * whole->on_length;
        item.s[i] = leg->s + (leg->tied ? s->labels[at].low * whole->off_length : 0);
    }
    price_again(s, &best.chain, &item);
    qm__routes_keep(s, &item);
}

/* ------------------------------------------------------------------------------------------------------------- search
 */

/* Estimates a label, or evaluates it if that has been done. False when it leads nowhere. */
static bool know_more(qm__routing *s, uint32_t number) {
    qm__route_label *l = &s->labels[number];
    if (l->estimated) {
        return l->evaluated || evaluate(s, number);
    }
    l->estimated = true;
    return estimate(s, number);
}

/* Grows chains until there are none left, or a limit was met. False when it is time to look for rooms and to begin
 * again. */
static bool search(qm__routing *s) {
    const qm__spot from = s->hiking.ask->walk.from;
    s->labels[0] = (qm__route_label){.cost = s->hiking.paid,
                                     .chance = 1,
                                     .next = QM__NO_LABEL,
                                     .estimated = true,
                                     .evaluated = true,
                                     .landing = {from.x, from.y}};
    s->label_count = 1;
    s->heap_count = 0;
    s->spare = QM__NO_LABEL;
    for (int i = 0; i < qm__level_count(s->hiking.levels); i++) {
        s->level_labels[i] = QM__NO_LABEL;
    }
    s->level_labels[from.level] = 0;
    grow(s, 0, -1, 0);
    while (s->heap_count && !s->hiking.exhausted) {
        if (s->hiking.walk_count > QM__ROUTE_WALKS_MAX) {
            s->hiking.exact = false;
            return true;
        }
        if (s->hiking.walk_count > (s->found_count > 0 ? ROOMS_AFTER : ROOMS_AFTER_NOTHING) && !s->roomed) {
            return false;
        }
        const uint32_t number = heap_pop(s);
        qm__route_label *l = &s->labels[number];
        if (!l->estimated) {
            grow(s, l->parent, l->order, l->port);
        }
        if (l->bound > ceiling(s, l->chance) || !know_more(s, number)) {
            l->next = l->evaluated ? l->next : s->spare;
            s->spare = l->evaluated ? s->spare : number;
        } else if (s->heap_count && l->bound > s->labels[s->heap[0]].bound) {
            heap_push(s, number);
        } else if (l->evaluated) {
            finish(s, number);
            grow(s, number, -1, 0);
        } else {
            heap_push(s, number);
        }
    }
    return true;
}

void qm__routes_run(qm__routing *s) {
    while (!search(s)) {
        s->roomed = true;
        qm__routes_rooms(s);
    }
}
