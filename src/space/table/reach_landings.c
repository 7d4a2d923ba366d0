/* Landing at one place: the best take-off for it, what it costs with all that areas take, and whether it can be.
 *
 * Costs are convex along a take-off. Where something is in the way of the best one, the next to either side that is
 * free is looked for: first of some places, then back towards the best until the price is right.
 *
 * Invariant: a landing that is told as good can be walked to, taken off for and stood or passed at.
 */
#include "space/table/reach_leaps_inside.h"

#define SAME 1e-3   /* units */
#define HARDLY 0.05 /* units for each unit that a take-off is moved */
#define NEXT 2.0    /* units: so far on something else may be seen */
#define CLOSE 0.05  /* units: how near to the price of the first flight that is free it is enough to come */

enum { OTHERS = 8, HALVINGS = 20 };

double qm__landing_toll(const qm__reaching *l, const qm__link *link, qm__xy off, qm__xy on, uint64_t paid,
                        uint64_t *met) {
    const qm__reach *const r = l->reach;
    if (!l->scene.areas) {
        return 0;
    }
    const uint64_t inside = qm__areas_at(r->grounds->levels, (qm__spot){on.x, on.y, link->to});
    const uint64_t before = qm__areas_at(r->grounds->levels, (qm__spot){off.x, off.y, link->from});
    const double price = qm__once_price(&r->pricing, inside & ~*met);
    *met |= inside;
    return price + qm__entry_price(&r->pricing, inside & ~(before & paid));
}

static bool can_land(const qm__laying *y, qm__xy on) {
    const qm__reach *const r = y->l->reach;
    return qm__can_be(r->grounds->levels, r->ask.crowd, qm__spot_at(on, y->link->to), QM__CARE, y->stand);
}

/* Adds what a landing costs besides and tells whether it can be taken off for. */
static bool complete(const qm__laying *y, qm__touchdown *at) {
    const qm__reach *const r = y->l->reach;
    at->areas = y->from->areas;
    at->toll = qm__landing_toll(y->l, y->link, at->off, at->on, y->from->fan->paid, &at->areas);
    at->cost += at->toll;
    at->good = (!y->beyond || qm__flight_outwards(y->link, at->off, at->on)) &&
               qm__can_be(r->grounds->levels, r->ask.crowd, qm__spot_at(at->off, y->link->from), QM__CARE, y->stand) &&
               qm__flight_free(r->ask.links, y->passage->link, r->ask.crowd, at->off, at->on, y->beyond);
    return at->good;
}

double qm__landing_cost(const qm__laying *y, qm__xy off, qm__xy on) {
    qm__leap one = y->leap;
    one.a = off;
    one.length = 0;
    return qm__leap_cost(&one, on, &off);
}

/* A landing from one place of the take-off, as a part of it; the landing itself can be. */
static qm__touchdown land_from(const qm__laying *y, const qm__touchdown *at, double part) {
    qm__touchdown other = {.asked = true, .other = true, .at = at->at, .on = at->on};
    other.off = qm__along(y->leap.a, y->leap.u, y->leap.length * part);
    other.cost = qm__landing_cost(y, other.off, other.on);
    if (other.cost >= 0) {
        complete(y, &other);
    }
    return other;
}

/* The farthest take-off from which a flight is not too long, between one that is not and one that is. */
static double farthest(const qm__laying *y, const qm__touchdown *at, double good, double bad) {
    for (int i = 0; i < HALVINGS; i++) {
        const double middle = (good + bad) / 2;
        const qm__xy off = qm__along(y->leap.a, y->leap.u, y->leap.length * middle);
        *(qm__landing_cost(y, off, at->on) >= 0 ? &good : &bad) = middle;
    }
    return good;
}

/* The cheapest other take-off, when something is in the way of the best: costs grow to both sides of that, so on either
 * side the first of some places that can be is looked for, and from there back to where it ends. The last one is as far
 * away as a flight may be long: at the end of what can be landed on it is the only one. */
static void try_others(const qm__laying *y, qm__touchdown *at) {
    const double best = y->leap.length > 0 ? qm__dot(qm__minus(at->off, y->leap.a), y->leap.u) / y->leap.length : 0;
    const double most = y->l->reach->ask.budget;
    qm__touchdown found = *at;
    for (int way = -1; way <= 1 && y->leap.length > 0; way += 2) {
        const double all = way < 0 ? best : 1 - best;
        double bad = best, good = best;
        qm__touchdown last = *at, here = *at;
        for (int i = 1; i <= OTHERS && !here.good && all > 0; i++) {
            last = here, bad = good;
            good = best + way * all * i / OTHERS;
            here = land_from(y, at, good);
            if (here.cost < 0) {
                good = farthest(y, at, bad, good);
                here = land_from(y, at, good);
                break;
            }
            if (last.cost > (found.good ? found.cost : most)) {
                break;
            }
        }
        for (int i = 0; i < HALVINGS && here.good && here.cost - last.cost > CLOSE; i++) {
            const qm__touchdown middle = land_from(y, at, (good + bad) / 2);
            *(middle.good ? &here : &last) = middle;
            *(middle.good ? &good : &bad) = (good + bad) / 2;
        }
        if (here.good && (!found.good || here.cost < found.cost)) {
            found = here;
        }
    }
    *at = found;
}

/* Whether a take-off would rather lie beyond what the source sees of it: then another source sees that, the one that
 * the sight ends at. A landing's longest leap is kept to. Where hardly anything would be gained beyond, it stays: the
 * source there may think the same of this side. */
static bool is_cut_off(const qm__laying *y, const qm__touchdown *at) {
    const qm__xy ends[2] = {y->leap.a, qm__along(y->leap.a, y->leap.u, y->leap.length)};
    for (int i = 0; i < 2; i++) {
        if (y->goes_on[i] && qm__apart(at->off, ends[i]) < SAME &&
            qm__apart(at->off, at->on) < y->leap.most - QM__CARE &&
            qm__leap_slope(&y->leap, at->off, at->on) * (i ? -1 : 1) > HARDLY) {
            return true;
        }
    }
    return false;
}

bool qm__takeoff_goes_on(const qm__laying *y, qm__xy end, double way) {
    const qm__reach *const r = y->l->reach;
    const qm__spot next = qm__spot_at(qm__along(end, y->leap.u, way * NEXT), y->link->from);
    const uint64_t unpaid = y->l->scene.areas & ~y->from->fan->paid;
    return qm__apart(end, y->link->off.a) > QM__SLACK && qm__apart(end, y->link->off.b) > QM__SLACK &&
           qm__passes(r->grounds->levels, r->ask.crowd, next, QM__CARE, NULL) &&
           !(unpaid && (qm__areas_at(r->grounds->levels, next) & unpaid));
}

bool qm__takeoff_barred(const qm__laying *y) {
    const qm__reach *const r = y->l->reach;
    const double bulge = y->on.radius;
    qm__xy low = y->leap.a, high = low;
    qm__widen(&low, &high, qm__along(y->leap.a, y->leap.u, y->leap.length));
    qm__widen(&low, &high, y->on.a);
    qm__widen(&low, &high, y->on.b);
    low = (qm__xy){low.x - bulge, low.y - bulge};
    high = (qm__xy){high.x + bulge, high.y + bulge};
    return y->link->some || qm__crowd_near(r->ask.crowd, low, high, r->grounds->levels->walker.radius);
}

/* Whether something is in the way of a flight: then its best take-off is not where costs are least. */
static bool is_barred(const qm__laying *y, const qm__touchdown *at) {
    const qm__reach *const r = y->l->reach;
    return y->barred && !qm__flight_free(r->ask.links, y->passage->link, r->ask.crowd, at->off, at->on, y->beyond);
}

/* Whether the best take-off for a landing is left to another source. */
static bool is_left(const qm__laying *y, const qm__touchdown *at) {
    return is_cut_off(y, at) && !is_barred(y, at);
}

/* What is left to know of a landing that has been aimed at. `gains`: at its cost so far it is known to. */
static void settle_landing(const qm__laying *y, qm__touchdown *at, bool gains) {
    const qm__reach *const r = y->l->reach;
    at->asked = true;
    if (!can_land(y, at->on) || complete(y, at) || y->passage->tied || !(y->link->some || r->ask.crowd)) {
        return;
    }
    at->idle = !(gains && at->toll <= 0) && !qm__reaching_gains(r, at->on, y->link->to, at->cost);
    if (!at->idle) {
        try_others(y, at);
    }
}

qm__touchdown qm__land_on(const qm__laying *y, qm__xy on, double at) {
    qm__touchdown out = {.at = at, .on = on};
    out.cost = qm__leap_cost(&y->leap, on, &out.off);
    out.idle = out.cost < 0;
    if (!out.idle && !is_left(y, &out)) {
        settle_landing(y, &out, false);
    }
    return out;
}

qm__touchdown qm__land_at(const qm__laying *y, double at) {
    const double part = y->length > 0 ? at / y->length : 0, place = part * (QM__PLACES_MAX - 1);
    const int nearest = (int)(place + 0.5);
    if (y->found && y->found[nearest].asked && place - nearest < 1e-9 && nearest - place < 1e-9) {
        return y->found[nearest];
    }
    return qm__land_on(y, qm__curve_point(&y->on, part), at);
}

bool qm__landing_gains(const qm__laying *y, qm__touchdown *at, double *known) {
    const qm__reach *const r = y->l->reach;
    const double most = qm__least(*known - QM__GAIN, r->ask.budget);
    if (qm__leap_bound(&y->leap, at->on) > most) {
        return false;
    }
    at->cost = qm__leap_cost(&y->leap, at->on, &at->off);
    if (at->cost < 0 || at->cost > most || is_left(y, at)) {
        return false;
    }
    const double now = qm__reach_some_below(r, qm__spot_at(at->on, y->link->to), at->cost + QM__GAIN);
    if (now >= 0) {
        *known = qm__least(*known, now);
        return false;
    }
    settle_landing(y, at, true);
    *known = at->good ? qm__least(*known, at->cost) : *known;
    return true;
}
