/* Flights that have to lead past something: the best take-off and landing of one of them, the rest of its chain moving
 * along.
 *
 * The pairs of take-off and landing that are clear end at a slant to both curves, and the best pair lies on that slant:
 * a flight that just touches a corner or a figure. So one end is moved along its curve, and for each of its places the
 * other end is found exactly: where the chain would like it, or at the nearest clear flights on either hand of that,
 * which all touch something. What is left is a search along one curve.
 *
 * Invariant: a flight that is kept is clear. Rejected: moving both ends in many directions by steps that grow smaller;
 * near the best pair only directions almost along the slant gain anything, and there are never enough of them.
 */
#include "space/table/routes_inside.h"

#define OVER 1e-5      /* units: a flight may be so much too long, by rounding */
#define GAINED 1e-6    /* units */
#define FINEST 0.02    /* units: smaller steps along a curve gain nothing */
#define SAME_PLACE 5.0 /* units */
enum { PLACES = 24 };  /* steps along a whole curve to begin with */

/* A flight of a chain. */
typedef struct flight {
    const qm__hiking *h;
    uint32_t port;
    int leg;
    qm__leg whole;   /* with its whole curves: the best place so far */
    qm__chain chain; /* with that leg held there */
    double cost;     /* of it, the hikes being as they are; QM__FAR: none yet */
} flight;

bool qm__leg_clear(const qm__hiking *h, uint32_t port, const qm__leg *leg) {
    const qm__port *p = &h->ports->items[port];
    if (p->beyond ? !qm__flight_outwards(&h->links->items[p->link], leg->a, leg->b)
                  : !qm__flight_crosses(h->links, p->link, leg->a, leg->b)) {
        return false;
    }
    return qm__leg_plan(leg) <= leg->slide + leg->most + OVER &&
           qm__flight_free(h->links, p->link, h->walk.crowd, leg->a, leg->b, p->beyond);
}

static qm__curve held_curve(qm__xy at) {
    return (qm__curve){.a = at, .b = at};
}

/* The flight with one end (`off`: the take-off) at a length along its curve, and the other end at another. */
static qm__leg leg_at(const flight *f, bool off, double at, double other) {
    qm__leg leg = f->whole;
    leg.s = qm__clamp(off ? at : other, 0, leg.off_length);
    leg.t = qm__clamp(off ? other : at, 0, leg.on_length);
    leg.a = qm__curve_point(&leg.off, leg.off_length > 0 ? leg.s / leg.off_length : 0);
    leg.b = qm__curve_point(&leg.on, leg.on_length > 0 ? leg.t / leg.on_length : 0);
    return leg;
}

/* Holds the flight at a place and solves for the rest; keeps that when it is better. */
static bool keep_at(flight *f, const qm__leg *at) {
    qm__chain next = f->chain;
    qm__leg *leg = &next.legs[f->leg];
    *leg = *at;
    leg->off = held_curve(at->a);
    leg->on = held_curve(at->b);
    leg->off_length = leg->on_length = leg->s = leg->t = 0;
    const double cost = qm__chain_solve(&next) ? qm__chain_cost(&next) : QM__FAR;
    if (cost >= f->cost - GAINED) {
        return false;
    }
    f->chain = next;
    f->cost = cost;
    f->whole = *at;
    return true;
}

/* Where the other end would like to be, whatever is in the way, when one end is held. False when nothing better than
 * what is known can come of it. */
static bool wanted(const flight *f, bool off, double at, double *other) {
    qm__chain chain = f->chain;
    qm__leg *leg = &chain.legs[f->leg];
    *leg = leg_at(f, off, at, off ? f->whole.t : f->whole.s);
    const qm__xy held = off ? leg->a : leg->b;
    const qm__curve *curve = off ? &leg->on : &leg->off;
    if (qm__apart(held, qm__curve_point(curve, qm__curve_nearest(curve, held))) > leg->most + OVER) {
        return false;
    }
    if (off) {
        leg->off = held_curve(held);
        leg->off_length = leg->s = 0;
    } else {
        leg->on = held_curve(held);
        leg->on_length = leg->t = 0;
    }
    if (!qm__chain_solve(&chain) || qm__chain_cost(&chain) >= f->cost - GAINED) {
        return false;
    }
    *other = off ? leg->t : leg->s;
    return true;
}

/* Tries the best flight with one end held; if something is in its way, the next clear one on a hand (+1 or -1). */
static bool try_end(flight *f, bool off, double at, int hand) {
    const double length = off ? f->whole.on_length : f->whole.off_length;
    double other;
    if (!wanted(f, off, at, &other)) {
        return false;
    }
    qm__leg leg = leg_at(f, off, at, other);
    if (qm__leg_clear(f->h, f->port, &leg)) {
        return keep_at(f, &leg);
    }
    const qm__curve curve = off ? leg.on : leg.off;
    const qm__port *port = &f->h->ports->items[f->port];
    double part = length > 0 ? other / length : 2;
    while (part >= 0 && part <= 1) {
        part = qm__flight_touch(f->h->links, port->link, f->h->walk.crowd, off ? leg.a : leg.b, &curve, part, hand,
                                port->beyond);
        const qm__leg past = leg_at(f, off, at, part * length);
        if (part >= 0 && part <= 1 && qm__leg_clear(f->h, f->port, &past)) {
            return keep_at(f, &past);
        }
    }
    return false;
}

/* Moves one end along its curve by steps that grow smaller, the other end following. */
static void slide(flight *f, bool off, int hand) {
    for (double step = (off ? f->whole.off_length : f->whole.on_length) / PLACES / 2; step > FINEST;) {
        const double at = off ? f->whole.s : f->whole.t;
        const bool gained = try_end(f, off, at + step, hand) || try_end(f, off, at - step, hand);
        step = gained ? step : step / 2;
    }
}

/* The best with one end moving and the other one on a hand. */
static void search(flight *f, bool off, int hand) {
    const double length = off ? f->whole.off_length : f->whole.on_length, now = off ? f->whole.s : f->whole.t;
    try_end(f, off, now, hand);
    for (int i = 0; i <= PLACES && length > 0; i++) {
        try_end(f, off, length * i / PLACES, hand);
    }
    if (f->cost < QM__FAR) {
        slide(f, off, hand);
    }
}

/* Moves a flight that is clear where it is. */
static void move_on(flight *f) {
    const qm__leg at = f->whole;
    keep_at(f, &at);
    for (int i = 0; i < 4 && f->cost < QM__FAR; i++) {
        slide(f, i < 2, i % 2 ? 1 : -1);
    }
}

/* Whether two flights have come to the same place. */
static bool same_place(const flight *a, const flight *b) {
    return qm__apart(a->whole.a, b->whole.a) < SAME_PLACE && qm__apart(a->whole.b, b->whole.b) < SAME_PLACE;
}

/* The best place of all, and the best one elsewhere: something may be passed on either hand. */
static void find_two(const flight *begun, flight *best, flight *second) {
    *best = *second = *begun;
    for (int i = 0; i < 4; i++) {
        flight f = *begun;
        search(&f, i < 2, i % 2 ? 1 : -1);
        if (f.cost < best->cost) {
            *second = best->cost < QM__FAR && !same_place(&f, best) ? *best : *second;
            *best = f;
        } else if (f.cost < second->cost && !same_place(&f, best)) {
            *second = f;
        }
    }
}

bool qm__flight_hold(const qm__hiking *h, qm__chain *chain, uint32_t port, int number, qm__leg *leg, qm__holding how) {
    flight best = {h, port, number, *leg, *chain, QM__FAR}, second;
    if (how == QM__HOLD_ON) {
        move_on(&best);
    } else {
        const flight begun = best;
        find_two(&begun, &best, &second);
        best = how == QM__HOLD_SECOND ? second : best;
    }
    *chain = best.chain;
    *leg = best.whole;
    return best.cost < QM__FAR;
}
