/* Settling a chain: the best take-offs and landings together with the true shortest walks between them.
 *
 * First everything is solved as if every walk were straight: nothing can be better, so when all of them can be walked
 * it is the answer. Otherwise walking and solving take turns, with the bends of the true walks, until nothing is
 * gained; from several beginnings, as a walk may lead around a thing on either hand. A flight that something stands in
 * the way of is led past it (routes_flights.c).
 *
 * Invariant: what is kept as best has been walked in full, and every flight of it asked.
 */
#include "space/table/routes_inside.h"

#include <string.h>

#define GAIN 5e-3    /* units: less than this is no gain */
#define NARROW 0.02  /* units: how near to the best place it is enough to come */
#define EVEN 1e-6    /* units: a way that is longer than the straight line by no more than this is straight */
#define TURN 1e-7    /* of turning: no more than this is no bend */
#define COARSE 10.0  /* units: how near to the best place links are taken where something costs by the inch */
#define LOOSE 4000.0 /* units: what is tried first may cost so much more than the limit, as it will get better */
enum {
    ROUNDS_MAX = 24,  /* of walking and solving in turn */
    NARROWED_MAX = 5, /* searches between two solutions */
    NARROWING = 18,   /* steps of one */
    ALONG = 5         /* places of a curve */
};

/* ----------------------------------------------------------------------------------------------------------- walking
 */

/* Whether one straight piece goes on where another ends, in its line: a way is cut where the level changes. */
static bool goes_on(const qm__piece *a, const qm__piece *b) {
    const qm__xy u = qm__minus(a->to, a->from), v = qm__minus(b->to, b->from);
    const double across = qm__cross(u, v), most = TURN * a->length * b->length;
    return a->radius <= 0 && b->radius <= 0 && across <= most && across >= -most && qm__dot(u, v) >= 0;
}

/* The bend at one end of a way that is not straight: that end's straight pieces lead to it. */
static qm__bend bend_of(const qm__way *way, bool first, double *straight) {
    const int step = first ? 1 : -1, end = first ? (int)way->count - 1 : 0;
    int at = first ? 0 : (int)way->count - 1;
    while (at != end && (first ? goes_on(&way->pieces[at], &way->pieces[at + 1])
                               : goes_on(&way->pieces[at - 1], &way->pieces[at]))) {
        at += step;
    }
    const qm__piece *piece = &way->pieces[at];
    const qm__xy begin = first ? way->pieces[0].from : way->pieces[way->count - 1].to;
    *straight = piece->radius > 0 ? 0 : qm__apart(begin, first ? piece->to : piece->from);
    const qm__xy bend = (piece->radius > 0) == first ? piece->from : piece->to;
    const qm__piece *arc = piece->radius > 0 || at == end ? piece : &way->pieces[at + step];
    if (arc->radius > 0) {
        return (qm__bend){arc->centre, arc->radius, arc->sweep < 0 ? -1 : 1, bend};
    }
    return (qm__bend){bend, 0, 1, bend};
}

double qm__hike_walk(qm__hiking *h, qm__spot from, qm__spot to, double limit, uint64_t *areas, qm__hike *hike) {
    qm__walk_ask ask = h->walk;
    qm__walked walked;
    ask.from = from;
    ask.to = to;
    ask.limit = limit;
    if (h->prices) {
        for (uint32_t i = 0; i < qm__levels_table(h->levels)->area_count; i++) {
            h->prices[i].once = (*areas | h->bought) >> i & 1 ? 0 : h->ask->walk.prices[i].once;
        }
        ask.prices = h->prices;
    }
    h->walk_count++;
    qm__walk_find(h->walks, &ask, h->walk_scratch, h->way, &walked);
    h->exhausted = h->exhausted || walked.exhausted;
    if (!walked.found || h->way->cut) {
        h->exact = h->exact && !(walked.found && h->way->cut);
        return -1;
    }
    h->approximate = h->approximate || walked.approximate;
    if (h->prices) {
        const uint64_t met = h->way->areas & ~h->bought;
        h->exact = h->exact && !(h->greedy && *areas && met);
        *areas |= met;
    }
    double first = h->way->length, last = 0;
    hike->direct = h->way->count == 0 || first <= qm__apart((qm__xy){from.x, from.y}, (qm__xy){to.x, to.y}) + EVEN;
    if (!hike->direct) {
        hike->first = bend_of(h->way, true, &first);
        hike->last = bend_of(h->way, false, &last);
    }
    hike->rest = walked.cost - first - last;
    return walked.cost;
}

/* Walks all hikes of a chain where its links are now; negative when one of them cannot be. */
static double measure(qm__hiking *h, qm__chain *chain, const uint32_t *ports, double limit) {
    uint64_t areas = 0;
    qm__spot at = h->ask->walk.from;
    double cost = h->paid + qm__legs_cost(chain);
    for (int i = 0; i <= chain->count && (i < chain->count || chain->to_goal); i++) {
        const qm__spot to =
            i < chain->count ? qm__spot_at(chain->legs[i].a, h->ports->items[ports[i]].from) : h->ask->walk.to;
        const double length = qm__hike_walk(h, at, to, limit + LOOSE - cost, &areas, &chain->hikes[i]);
        if (length < 0) {
            return -1;
        }
        cost += length;
        if (i < chain->count) {
            at = qm__spot_at(chain->legs[i].b, h->ports->items[ports[i]].to);
        }
    }
    return cost;
}

static bool all_direct(const qm__chain *chain) {
    for (int i = 0; i < chain->count + (chain->to_goal ? 1 : 0); i++) {
        if (!chain->hikes[i].direct) {
            return false;
        }
    }
    return true;
}

static bool flights_clear(const qm__hiking *h, const qm__chain *chain, const uint32_t *ports) {
    for (int i = 0; i < chain->count; i++) {
        if (!qm__leg_clear(h, ports[i], &chain->legs[i])) {
            return false;
        }
    }
    return true;
}

/* Measures a chain as it stands and keeps it when it is better and its flights are clear. Returns its cost, QM__FAR
 * when it cannot be walked. */
static double try_chain(qm__hiking *h, qm__chain *chain, const uint32_t *ports, double limit, qm__settled *best) {
    const double cost = measure(h, chain, ports, limit);
    if (cost < 0) {
        return QM__FAR;
    }
    if (cost < best->cost && flights_clear(h, chain, ports)) {
        best->cost = cost;
        best->chain = *chain;
    }
    return cost;
}

static void between(qm__chain *out, const qm__chain *a, const qm__chain *b, double k) {
    for (int i = 0; i < out->count; i++) {
        out->legs[i].s = a->legs[i].s + (b->legs[i].s - a->legs[i].s) * k;
        out->legs[i].t = a->legs[i].t + (b->legs[i].t - a->legs[i].t) * k;
    }
    qm__legs_place(out);
}

/* How far apart the places of two chains over the same links are, at most. */
static double moved(const qm__chain *a, const qm__chain *b) {
    double most = 0;
    for (int i = 0; i < a->count; i++) {
        const double s = a->legs[i].s - b->legs[i].s, t = a->legs[i].t - b->legs[i].t;
        most = qm__most(most, qm__most(qm__most(s, -s), qm__most(t, -t)));
    }
    return most;
}

/* Looks for a better place between two solutions: where a walk changes from bending to straight the two ways of seeing
 * it take turns, and the best lies where it just touches the corner. */
static void narrow(qm__hiking *h, const qm__chain *a, const qm__chain *b, const uint32_t *ports, double limit,
                   qm__settled *best) {
    const double golden = 0.6180339887498949;
    qm__chain x = *a, y = *a;
    const double span = moved(a, b);
    double low = 0, high = 1, p = 1 - golden, q = golden;
    between(&x, a, b, p);
    between(&y, a, b, q);
    double at_p = try_chain(h, &x, ports, limit, best), at_q = try_chain(h, &y, ports, limit, best);
    for (int i = 0; i < NARROWING && (high - low) * span > NARROW; i++) {
        if (at_p <= at_q) {
            high = q;
            q = p;
            at_q = at_p;
            p = low + (high - low) * (1 - golden);
            between(&x, a, b, p);
            at_p = try_chain(h, &x, ports, limit, best);
        } else {
            low = p;
            p = q;
            at_p = at_q;
            q = low + (high - low) * golden;
            between(&y, a, b, q);
            at_q = try_chain(h, &y, ports, limit, best);
        }
    }
}

/* Walks and solves in turn from where the chain is. */
static void refine(qm__hiking *h, qm__chain *chain, const uint32_t *ports, double limit, qm__settled *best) {
    double cost = try_chain(h, chain, ports, limit, best);
    int narrowed = 0;
    for (int round = 0; round < ROUNDS_MAX && cost < QM__FAR; round++) {
        const qm__chain before = *chain;
        if (!qm__chain_solve(chain) || (best->cost < cost && moved(chain, &best->chain) < NARROW)) {
            return; /* it leads to where another beginning has led before */
        }
        const double next = try_chain(h, chain, ports, limit, best);
        if (next <= cost - GAIN) {
            cost = next;
            continue;
        }
        if (next <= cost + GAIN || next >= QM__FAR || narrowed++ == NARROWED_MAX) {
            return;
        }
        narrow(h, &before, chain, ports, limit, best);
        if (best->cost > cost - GAIN) {
            return;
        }
        *chain = best->chain;
        cost = best->cost;
    }
}

/* -------------------------------------------------------------------------------------------------- flights in the way
 */

/* Leads flights that are not clear past what is in their way, one after the other: each is held where it is best with
 * those before it. Then again, with the bends of the walks as they turn out to be, until nothing is gained. One of
 * them may be led past on the other hand (`other`; -1 = none). Tells which are led past something. */
static unsigned lead_past(qm__hiking *h, const qm__chain *from, int other, const uint32_t *ports, double limit,
                          qm__settled *best) {
    enum { TURNS = 16 };
    qm__chain chain = *from, whole = *from;
    unsigned held = 0;
    double cost = QM__FAR;
    for (int turn = 0; turn < TURNS; turn++) {
        const unsigned before = held;
        for (int i = 0; i < from->count; i++) {
            if (from->legs[i].tied || (!(held >> i & 1) && qm__leg_clear(h, ports[i], &chain.legs[i]))) {
                continue;
            }
            qm__leg leg = held >> i & 1 ? whole.legs[i] : from->legs[i];
            const qm__holding how = held >> i & 1 ? QM__HOLD_ON : i == other ? QM__HOLD_SECOND : QM__HOLD_BEST;
            if (!qm__flight_hold(h, &chain, ports[i], i, &leg, how)) {
                return held;
            }
            whole.legs[i] = leg;
            held |= 1u << i;
        }
        for (int i = 0; i < from->count; i++) {
            if (!(held >> i & 1)) {
                whole.legs[i] = chain.legs[i];
            }
        }
        const double next = held ? try_chain(h, &whole, ports, limit, best) : QM__FAR;
        if (next >= QM__FAR || (held == before && next > cost - GAIN)) {
            break;
        }
        cost = next;
        memcpy(chain.hikes, whole.hikes, sizeof whole.hikes);
    }
    return held;
}

/* Leads flights past what is in their way, each of them on either hand. */
static void sidestep(qm__hiking *h, const qm__chain *from, const uint32_t *ports, double limit, qm__settled *best) {
    if (h->paid + qm__chain_cost(from) > qm__least(best->cost, limit)) {
        return; /* it costs too much even without leading past anything */
    }
    const unsigned held = lead_past(h, from, -1, ports, limit, best);
    for (int i = 0; i < from->count; i++) {
        if (held >> i & 1) {
            lead_past(h, from, i, ports, limit, best);
        }
    }
}

/* Begins again with one link taken elsewhere: at both ends and the middle of its take-off. */
static void begin_elsewhere(qm__hiking *h, const qm__chain *relaxed, int number, const uint32_t *ports, double limit,
                            qm__settled *best) {
    for (int place = 0; place < 3; place++) {
        qm__chain other = best->cost < QM__FAR ? best->chain : *relaxed;
        qm__leg *leg = &other.legs[number];
        leg->s = leg->off_length * place / 2;
        leg->t = leg->tied ? leg->s : leg->t;
        qm__legs_place(&other);
        refine(h, &other, ports, limit, best);
    }
}

/* ------------------------------------------------------------------------------------------------------- by the inch
 */

static bool by_the_inch(const qm__hiking *h) {
    for (uint32_t i = 0; h->prices && i < qm__levels_table(h->levels)->area_count; i++) {
        if (h->prices[i].factor > 1000) {
            return true;
        }
    }
    return false;
}

/* Moves one link of the best chain by as much along its take-off and its landing. */
static void nudge(qm__hiking *h, int number, double s, double t, const uint32_t *ports, double limit,
                  qm__settled *best) {
    qm__chain chain = best->chain;
    qm__leg *leg = &chain.legs[number];
    leg->s = qm__clamp(leg->s + s, 0, leg->off_length);
    leg->t = leg->tied ? leg->s : qm__clamp(leg->t + t, 0, leg->on_length);
    qm__legs_place(&chain);
    if (qm__leg_clear(h, ports[number], leg)) {
        try_chain(h, &chain, ports, limit, best);
    }
}

/* What an area costs by the inch changes with the places of the links, which solving takes as given. So the best chain
 * is moved about, one link after the other, by steps that grow smaller, as far as ways by the inch are exact. */
static void descend(qm__hiking *h, const uint32_t *ports, double limit, qm__settled *best) {
    static const int8_t moves[8][2] = {{1, 1}, {-1, -1}, {1, -1}, {-1, 1}, {1, 0}, {-1, 0}, {0, 1}, {0, -1}};
    for (int number = 0; number < best->chain.count; number++) {
        const qm__leg *leg = &best->chain.legs[number];
        for (double step = qm__most(leg->off_length, leg->on_length) / 4; step > COARSE;) {
            const double before = best->cost;
            for (int i = 0; i < (leg->tied ? 2 : 8) && best->cost > before - GAIN; i++) {
                nudge(h, number, moves[i][0] * step, moves[i][1] * step, ports, limit, best);
            }
            step = best->cost > before - GAIN ? step / 2 : step;
        }
    }
}

/* Whether a chain could be better if all of its walks were straight. */
static bool may_be_better(const qm__hiking *h, const qm__chain *chain, const qm__settled *best) {
    qm__chain straight = *chain;
    for (int i = 0; i <= chain->count; i++) {
        straight.hikes[i] = (qm__hike){.direct = true};
    }
    return h->paid + qm__chain_cost(&straight) < best->cost - GAIN;
}

/* Flying over an area costs nothing of what walking there does, so the best may lie behind worse places: one link after
 * the other is taken at some all along its take-off and its landing. */
static void begin_all_along(qm__hiking *h, const uint32_t *ports, double limit, qm__settled *best) {
    for (int number = 0; number < best->chain.count; number++) {
        for (int i = 0; i < ALONG * ALONG && !best->chain.legs[number].tied; i++) {
            qm__chain chain = best->chain;
            qm__leg *leg = &chain.legs[number];
            leg->s = leg->off_length * (i % ALONG) / (ALONG - 1);
            leg->t = leg->on_length * (i / ALONG) / (ALONG - 1);
            qm__legs_place(&chain);
            if (may_be_better(h, &chain, best) && qm__leg_clear(h, ports[number], leg)) {
                try_chain(h, &chain, ports, limit, best);
            }
        }
    }
}

/* Whether a flight of a chain would be best where it crosses nothing: but for areas it would be of no use. */
static bool crosses_nothing(const qm__hiking *h, const qm__chain *chain, const uint32_t *ports) {
    bool found = false;
    for (int i = 0; i < chain->count && !found; i++) {
        const qm__port *const port = &h->ports->items[ports[i]];
        found = !port->beyond && !qm__flight_crosses(h->links, port->link, chain->legs[i].a, chain->legs[i].b);
    }
    return found;
}

void qm__chain_settle(qm__hiking *h, qm__chain *chain, const uint32_t *ports, double limit, qm__settled *best) {
    if (!qm__chain_begin(chain)) {
        return;
    }
    const double least = h->paid + qm__chain_cost(chain), first = try_chain(h, chain, ports, limit, best);
    if (first < QM__FAR && all_direct(chain) && best->cost < QM__FAR && best->cost <= least + GAIN) {
        return; /* it was solved as if all walks were straight, and they are: nothing can be better */
    }
    const qm__chain relaxed = *chain;
    refine(h, chain, ports, limit, best);
    sidestep(h, chain, ports, limit, best);
    if (best->cost >= QM__FAR) {
        sidestep(h, &relaxed, ports, limit, best);
    }
    for (int leg = 0; leg < relaxed.count && best->cost > least + GAIN; leg++) {
        begin_elsewhere(h, &relaxed, leg, ports, limit, best);
    }
    const bool nowhere = best->cost >= QM__FAR && crosses_nothing(h, &relaxed, ports);
    if ((nowhere || (best->cost < QM__FAR && best->cost > least + COARSE)) && by_the_inch(h)) {
        best->chain = nowhere ? relaxed : best->chain;
        begin_all_along(h, ports, limit, best);
    }
    if (best->cost < QM__FAR && best->cost > least + COARSE && by_the_inch(h)) {
        descend(h, ports, limit, best);
    }
}
