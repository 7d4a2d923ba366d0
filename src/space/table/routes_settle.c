/* Settling a chain: the best take-offs and landings together with the true shortest walks between them.
 *
 * First everything is solved as if every walk were straight: nothing can be better, so when all of them can be walked
 * it is the answer. Otherwise walking and solving take turns, with the bends of the true walks, until nothing is
 * gained; from several beginnings, as a walk may lead around a thing on either hand. A flight that something stands in
 * the way of is led past it.
 *
 * Invariant: what is kept as best has been walked in full, and every flight of it asked.
 */
#include "base/angle.h"
#include "space/table/routes_inside.h"

#include <string.h>

#define GAIN 1e-4    /* units: less than this is no gain */
#define OVER 1e-5    /* units: a flight may be so much too long, by rounding */
#define LOOSE 4000.0 /* units: what is tried first may cost so much more than the limit, as it will get better */
enum {
    ROUNDS_MAX = 24,  /* of walking and solving in turn */
    NARROWED_MAX = 5, /* searches between two solutions */
    NARROWING = 18,   /* steps of one */
    DIRECTIONS = 48   /* in which a flight is moved to get past something */
};

/* ----------------------------------------------------------------------------------------------------------- walking
 */

/* The bend at one end of a way with several pieces: that end's straight piece leads to it. */
static qm__bend bend_of(const qm__way *way, bool first, double *straight) {
    const uint32_t end = first ? 0 : way->count - 1, next = first ? 1 : way->count - 2;
    const qm__piece *piece = &way->pieces[end], *arc = piece->radius > 0 ? piece : &way->pieces[next];
    *straight = piece->radius > 0 ? 0 : piece->length;
    const qm__xy at = piece->radius > 0 ? (first ? piece->from : piece->to) : (first ? piece->to : piece->from);
    if (arc->radius > 0) {
        return (qm__bend){arc->centre, arc->radius, arc->sweep < 0 ? -1 : 1, at};
    }
    return (qm__bend){at, 0, 1, at};
}

double qm__hike_walk(qm__hiking *h, qm__spot from, qm__spot to, double limit, uint64_t *areas, qm__hike *hike) {
    qm__walk_ask ask = h->walk;
    qm__walked walked;
    ask.from = from;
    ask.to = to;
    ask.limit = limit;
    if (h->prices) {
        for (uint32_t i = 0; i < qm__levels_table(h->levels)->area_count; i++) {
            h->prices[i].once = *areas >> i & 1 ? 0 : h->ask->walk.prices[i].once;
        }
        ask.prices = h->prices;
    }
    qm__walk_find(h->walks, &ask, h->walk_scratch, h->way, &walked);
    h->exhausted = h->exhausted || walked.exhausted;
    if (!walked.found || h->way->cut) {
        h->exact = h->exact && !(walked.found && h->way->cut);
        return -1;
    }
    h->exact = h->exact && !walked.approximate;
    if (h->prices) {
        h->exact = h->exact && !(*areas && h->way->areas);
        *areas |= h->way->areas;
    }
    double first = h->way->length, last = 0;
    hike->direct = h->way->count <= 1;
    for (uint32_t i = 0; !hike->direct && i < h->way->count; i++) { /* pieces in one line, cut by a change of level */
        hike->direct = h->way->count == i + 1;
        if (h->way->pieces[i].radius > 0) {
            break;
        }
    }
    if (h->way->count > 1 && !hike->direct) {
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
    double cost = qm__legs_cost(chain);
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

static bool flight_clear(const qm__hiking *h, uint32_t port, const qm__leg *leg) {
    const qm__port *p = &h->ports->items[port];
    return qm__leg_plan(leg) <= leg->slide + leg->most + OVER &&
           qm__flight_free(h->links, p->link, h->walk.crowd, leg->a, leg->b, p->beyond);
}

static bool flights_clear(const qm__hiking *h, const qm__chain *chain, const uint32_t *ports) {
    for (int i = 0; i < chain->count; i++) {
        if (!flight_clear(h, ports[i], &chain->legs[i])) {
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

/* Looks for a better place between two solutions: where a walk changes from bending to straight the two ways of seeing
 * it take turns, and the best lies where it just touches the corner. */
static void narrow(qm__hiking *h, const qm__chain *a, const qm__chain *b, const uint32_t *ports, double limit,
                   qm__settled *best) {
    const double golden = 0.6180339887498949;
    qm__chain x = *a, y = *a;
    double low = 0, high = 1, p = 1 - golden, q = golden;
    between(&x, a, b, p);
    between(&y, a, b, q);
    double at_p = try_chain(h, &x, ports, limit, best), at_q = try_chain(h, &y, ports, limit, best);
    for (int i = 0; i < NARROWING; i++) {
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
        if (!qm__chain_solve(chain)) {
            return;
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

/* A flight of a chain that has to lead past something. */
typedef struct flight {
    qm__hiking *h;
    const uint32_t *ports;
    int leg;
    qm__leg whole;   /* with its whole curves */
    qm__chain chain; /* with that leg held at one place: the best so far */
    double cost;     /* of it, the hikes being as they are; QM__FAR: none yet */
} flight;

/* Holds the flight at a place of both curves and solves for the rest; keeps it when it is clear and better. */
static bool try_flight(flight *f, double s, double t) {
    qm__chain next = f->chain;
    qm__leg *leg = &next.legs[f->leg];
    *leg = f->whole;
    leg->s = qm__clamp(s, 0, leg->off_length);
    leg->t = qm__clamp(t, 0, leg->on_length);
    qm__legs_place(&next);
    if (!flight_clear(f->h, f->ports[f->leg], leg)) {
        return false;
    }
    leg->off = (qm__curve){.a = leg->a, .b = leg->a};
    leg->on = (qm__curve){.a = leg->b, .b = leg->b};
    leg->off_length = leg->on_length = 0;
    s = leg->s;
    t = leg->t;
    leg->s = leg->t = 0;
    if (!qm__chain_solve(&next)) {
        return false;
    }
    const double cost = qm__chain_cost(&next);
    if (cost >= f->cost - 1e-6) {
        return false;
    }
    f->chain = next;
    f->cost = cost;
    f->whole.s = s;
    f->whole.t = t;
    f->whole.a = next.legs[f->leg].a;
    f->whole.b = next.legs[f->leg].b;
    return true;
}

/* How the cost grows with the take-off and with the landing, the rest of the chain being as it is (which is at its
 * best, so its moving along changes nothing at first). */
static qm__xy slope_of(const flight *f) {
    enum { OFF, ON };
    double cost[2];
    qm__chain chain = f->chain;
    for (int end = OFF; end <= ON; end++) {
        chain.legs[f->leg] = f->whole;
        *(end == OFF ? &chain.legs[f->leg].s : &chain.legs[f->leg].t) += 0.01;
        qm__legs_place(&chain);
        cost[end] = qm__chain_cost(&chain) - f->cost;
    }
    return (qm__xy){cost[OFF], cost[ON]};
}

/* Moves the flight about, by steps that grow smaller, in many directions of take-off and landing: the places that are
 * clear end at a slant to both, and the best one lies at that end. Directions in which the cost does not fall at first
 * are left out. */
static void move_flight(flight *f) {
    for (double step = qm__most(f->whole.off_length, f->whole.on_length) / 8; step > 0.3;) {
        bool gained = false;
        const qm__xy slope = slope_of(f);
        for (int i = 0; i < DIRECTIONS && !gained; i++) {
            const qm__turn turn = qm__turn_of((double)i * QM__PARTS / DIRECTIONS);
            gained = turn.cos * slope.x + turn.sin * slope.y < 0 &&
                     try_flight(f, f->whole.s + turn.cos * step, f->whole.t + turn.sin * step);
        }
        step = gained ? step : step / 2;
    }
}

/* Leads flights that are not clear past what is in their way: begins with the best of some places all along both
 * curves. */
static void sidestep(qm__hiking *h, const qm__chain *from, const uint32_t *ports, double limit, qm__settled *best) {
    enum { SAMPLES = 6, TURNS = 3 };
    if (qm__chain_cost(from) > qm__least(best->cost, limit)) {
        return; /* it costs too much even without leading past anything */
    }
    for (int i = 0; i < from->count; i++) {
        const qm__leg *leg = &from->legs[i];
        flight f = {h, ports, i, *leg, *from, QM__FAR};
        if (leg->tied || flight_clear(h, ports[i], leg)) {
            continue;
        }
        for (int k = 0; k < (SAMPLES + 1) * (SAMPLES + 1); k++) {
            try_flight(&f, leg->off_length * (k % (SAMPLES + 1)) / SAMPLES,
                       leg->on_length * (k / (SAMPLES + 1)) / SAMPLES);
        }
        double cost = QM__FAR;
        for (int turn = 0; turn < TURNS && f.cost < QM__FAR;
             turn++) { /* with the bends of the walks as they turn out to be */
            move_flight(&f);
            qm__chain whole = f.chain;
            whole.legs[i] = f.whole;
            const double next = try_chain(h, &whole, ports, limit, best);
            if (next > cost - GAIN) {
                break;
            }
            cost = next;
            memcpy(f.chain.hikes, whole.hikes, sizeof whole.hikes);
            f.cost = qm__chain_cost(&f.chain);
        }
    }
}

/* Whether a curve of a chain is an arc: then it may have several solutions that are best nearby. */
static bool any_arc(const qm__chain *chain) {
    for (int i = 0; i < chain->count; i++) {
        if (chain->legs[i].off.radius > 0 || chain->legs[i].on.radius > 0) {
            return true;
        }
    }
    return false;
}

/* Begins again with one link taken elsewhere: at both ends and the middle of its take-off; of its landing too, if that
 * is an arc. */
static void begin_elsewhere(qm__hiking *h, const qm__chain *relaxed, int number, const uint32_t *ports, double limit,
                            qm__settled *best) {
    for (int place = 0; place < 6; place++) {
        qm__chain other = best->cost < QM__FAR ? best->chain : *relaxed;
        qm__leg *leg = &other.legs[number];
        const double part = (double)(place % 3) / 2;
        if (place < 3) {
            leg->s = leg->off_length * part;
            leg->t = leg->tied ? leg->s : leg->t;
        } else if (leg->on.radius > 0) {
            leg->t = leg->on_length * part;
            leg->s = leg->off_length * qm__curve_nearest(&leg->off, qm__curve_point(&leg->on, part));
        } else {
            return;
        }
        qm__legs_place(&other);
        refine(h, &other, ports, limit, best);
    }
}

void qm__chain_settle(qm__hiking *h, qm__chain *chain, const uint32_t *ports, double limit, qm__settled *best) {
    if (!qm__chain_solve(chain)) {
        return;
    }
    const double first = try_chain(h, chain, ports, limit, best);
    if (first < QM__FAR && all_direct(chain) && best->cost < QM__FAR && !any_arc(chain)) {
        return; /* it was solved as if all walks were straight, and they are: nothing can be better */
    }
    const qm__chain relaxed = *chain;
    refine(h, chain, ports, limit, best);
    sidestep(h, chain, ports, limit, best);
    if (best->cost >= QM__FAR) {
        sidestep(h, &relaxed, ports, limit, best);
    }
    for (int leg = 0; leg < relaxed.count; leg++) {
        begin_elsewhere(h, &relaxed, leg, ports, limit, best);
    }
}
