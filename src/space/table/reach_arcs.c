/* Leaps in a reach that land on arcs: around corners, and beside bodies.
 *
 * Arcs are cut up and halved as straight landings are (see reach_leaps.c), and each piece becomes an image that is seen
 * through its tangent or its chord. Where a base that lands on an arc can go on changes along it: outwards, inwards
 * below something that hangs over the ground, or neither way.
 *
 * Invariant: on a piece that becomes an image ways go on alike, and its apparent source is off by less than twice
 * QM__LEAP_OFF at both ends and in the middle. Where they do not, the places at which that changes become sources.
 *
 * Rejected: to land on chords. Between a chord and its arc no base can be.
 */
#include "space/table/reach_leaps_inside.h"

#include "base/angle.h"

#define REST 64.0    /* units: what an arc has left beside a change of its ways is laid when it is longer */
#define ARC_LAP 0.02 /* so much of their length images on arcs overlap besides */
#define SLIDE 0.5    /* units: how near to the best place it is enough to come */
#define INSIDE 5.0   /* units: so far inside of an arc one looks whether ways lead on there */

/* An angle of at most two turns and a half. */
static double within_turn(double angle) {
    return angle > 3 * QM__PI ? angle - 4 * QM__PI : angle > QM__PI ? angle - 2 * QM__PI : angle;
}

/* Where a base that lands at a place of a circle goes straight on: 1 = outwards; -1 = inwards, where it can be there
 * (below something that hangs over the ground, or in the place of a body that may be passed); 0 = neither. */
static int leads_on(const qm__laying *y, const qm__circle *c, const qm__touchdown *at) {
    const qm__reach *const r = y->l->reach;
    const qm__xy out = qm__minus(at->on, c->centre);
    if (!at->good || qm__dot(qm__minus(at->on, at->off), out) > 0) {
        return at->good;
    }
    const qm__spot inside = qm__spot_at(qm__along(at->on, out, -INSIDE / c->radius), y->link->to);
    return qm__passes(r->grounds->levels, r->ask.crowd, inside, QM__CARE, NULL) ? -1 : 0;
}

/* The same of ways: a flight that costs less than its length may be worth while where one turns back outwards. */
static int goes_on(const qm__laying *y, const qm__circle *c, const qm__touchdown *at) {
    const int on = leads_on(y, c, at);
    return on == 0 && at->good && y->leap.per_unit < 1 ? 1 : on;
}

/* The direction in which a ray from a source turns back at a place of a circle. */
static qm__xy turned_at(const qm__circle *c, qm__xy source, qm__xy on) {
    const qm__xy in = qm__unit(qm__minus(on, source)), n = qm__unit(qm__minus(on, c->centre));
    return qm__along(in, n, -2 * qm__dot(in, n));
}

static qm__xy place_on(const qm__circle *c, double angle) {
    const qm__turn turn = qm__turn_of_radians(within_turn(angle));
    return qm__along(c->centre, (qm__xy){turn.cos, turn.sin}, c->radius);
}

/* Rays of a source that come to an arc from outside and turn back there lead apart, as from a convex mirror: the image
 * of the source, seen through the tangent, is where those at both ends seem to come from. Halves the arc as often as it
 * takes. `seen`: the image that goes on inwards. */
static void put_turned(const qm__laying *y, const qm__circle *c, const qm__image *seen, double from, double to,
                       const qm__touchdown *middle) {
    const qm__xy source = seen->fan.centre, a = place_on(c, from), b = place_on(c, to),
                 m = place_on(c, (from + to) / 2);
    const qm__xy u = turned_at(c, source, a), v = turned_at(c, source, b), n = qm__unit(qm__minus(m, c->centre));
    const double apart = qm__cross(u, v);
    if (apart <= 0 || qm__dot(u, n) <= 0 || qm__dot(v, n) <= 0) {
        return;
    }
    qm__image image = {.fan = {.centre = qm__along(a, u, qm__cross(qm__minus(b, a), v) / apart)}};
    image.cost = seen->cost + qm__apart(source, m) - qm__apart(image.fan.centre, m);
    const double off_a = image.cost + qm__apart(image.fan.centre, a) - seen->cost - qm__apart(source, a);
    const double off_b = image.cost + qm__apart(image.fan.centre, b) - seen->cost - qm__apart(source, b);
    if (qm__most(qm__most(off_a, -off_a), qm__most(off_b, -off_b)) > QM__LEAP_OFF &&
        (to - from) * c->radius > QM__LEAP_SHORT) {
        put_turned(y, c, seen, from, (from + to) / 2, middle);
        put_turned(y, c, seen, (from + to) / 2, to, middle);
        return;
    }
    const double h = qm__dot(n, m);
    qm__xy ends[2] = {a, b};
    for (int i = 0; i < 2; i++) {
        ends[i] = qm__along(ends[i], i ? v : u, (h - qm__dot(n, ends[i])) / qm__dot(n, i ? v : u));
    }
    const qm__xy along = qm__unit(qm__minus(ends[1], ends[0]));
    image.fan.near = h - qm__dot(n, qm__half_way(a, b)) + QM__CARE;
    qm__landing_see(y, &image, qm__along(ends[0], along, -QM__LEAP_LAP), qm__along(ends[1], along, QM__LEAP_LAP),
                    middle);
    qm__reaching_keep(y->l, &image, -2 * QM__LEAP_OFF);
}

/* The image behind an arc of a circle, counter-clockwise from a to b: seen through its tangent where it is flown to
 * from within, through its chord where from outside. False when no point looks like its source. */
static bool put_arc(const qm__laying *y, const qm__circle *c, const qm__touchdown *a, const qm__touchdown *middle,
                    const qm__touchdown *b, bool outwards) {
    const qm__xy n = qm__unit(qm__minus(middle->on, c->centre)), half = qm__half_way(a->on, b->on);
    const double h = qm__dot(n, middle->on);
    qm__xy off = qm__half_way(a->off, b->off);
    const double between = a->other || b->other ? qm__landing_cost(y, off, half) : qm__leap_cost(&y->leap, half, &off);
    const qm__touchdown *const right = outwards ? a : b, *const left = outwards ? b : a;
    const double costs[3] = {right->cost - a->toll, between, left->cost - a->toll};
    qm__image image = {.cost = 0};
    const bool turns = a->other != b->other && qm__apart(a->on, b->on) > REST; /* three places do not tell */
    if (between < 0 || turns || a->toll != b->toll ||
        !qm__apparent_source(right->on, left->on, costs, &image.fan.centre, &image.cost)) {
        return false;
    }
    double foot;
    image.cost += a->toll;
    const double off_by = image.cost + qm__apart(image.fan.centre, middle->on) - middle->cost;
    if (off_by > 2 * QM__LEAP_OFF || off_by < -2 * QM__LEAP_OFF ||
        qm__source_close(image.fan.centre, a->on, b->on, &foot)) {
        return false;
    }
    qm__xy ends[2] = {a->on, b->on};
    for (int i = 0; i < 2 && outwards; i++) {
        const qm__xy d = qm__minus(ends[i], image.fan.centre);
        ends[i] = qm__along(image.fan.centre, d, (h - qm__dot(n, image.fan.centre)) / qm__dot(n, d));
    }
    const qm__xy u = qm__unit(qm__minus(ends[1], ends[0]));
    const double lap =
        QM__LEAP_LAP + ARC_LAP * qm__apart(ends[0], ends[1]); /* sources of neighbours are not quite the same */
    const bool joint = y->open->round && y->open->b.at == a->at;
    const double back = joint ? qm__landing_joint(y, y->open->source, image.fan.centre, u, a) : 0;
    image.fan.near = h - qm__dot(n, half) + QM__CARE;
    ends[0] = qm__along(ends[0], u, a->at > y->open->from + 1e-9 ? -qm__most(lap, back) : image.fan.near);
    ends[1] = qm__along(ends[1], u, b->at < y->open->to - 1e-9 ? lap : -image.fan.near);
    *y->open =
        (qm__stretch){.round = true, .source = image.fan.centre, .b = *b, .from = y->open->from, .to = y->open->to};
    if (outwards) {
        qm__landing_keep(y, &image, ends[0], ends[1], middle, 2 * QM__LEAP_OFF);
        return true;
    }
    qm__landing_see(y, &image, ends[1], ends[0], middle);
    if (qm__reaching_keep(y->l, &image, 2 * QM__LEAP_OFF) &&
        qm__reaching_turns_back(y->l->reach, &image.fan, qm__minus(middle->on, middle->off))) {
        put_turned(y, c, &image, a->at, b->at, middle);
    }
    return true;
}

static qm__touchdown land_round(const qm__laying *y, const qm__circle *c, double angle) {
    return qm__land_on(y, place_on(c, angle), angle);
}

/* Whether ways go on alike from two places of a circle. */
static bool are_alike(const qm__laying *y, const qm__circle *c, const qm__touchdown *a, const qm__touchdown *b) {
    return a->good == b->good && a->areas == b->areas && goes_on(y, c, a) == goes_on(y, c, b);
}

static void lay_arc(const qm__laying *y, const qm__circle *c, const qm__touchdown *a, const qm__touchdown *b);

/* Makes images of a short arc on which ways go on alike, halving it as often as it takes. */
static void lay_alike(const qm__laying *y, const qm__circle *c, const qm__touchdown *a, const qm__touchdown *b) {
    const qm__touchdown middle = land_round(y, c, (a->at + b->at) / 2);
    if (are_alike(y, c, a, &middle) && put_arc(y, c, a, &middle, b, goes_on(y, c, a) > 0)) {
        return;
    }
    if ((b->at - a->at) * c->radius > QM__LEAP_SHORT && !y->l->failed) {
        lay_arc(y, c, a, &middle);
        lay_arc(y, c, &middle, b);
        return;
    }
    qm__landing_put(y, a);
    qm__landing_put(y, b);
    const double more = a->cost - b->cost, length = (b->at - a->at) * c->radius;
    const bool steep = y->leap.per_unit < 1 && (more > length || -more > length); /* as where flights get too long */
    for (int i = 1; i <= 3 && steep; i++) {
        const qm__touchdown between = land_round(y, c, a->at + (b->at - a->at) * i / 4);
        qm__landing_put(y, &between);
    }
}

/* The same for any: where that changes ways bend, and up to there they go on alike. */
static void lay_arc(const qm__laying *y, const qm__circle *c, const qm__touchdown *a, const qm__touchdown *b) {
    qm__touchdown last = *a, next = *b;
    if (are_alike(y, c, a, b)) {
        if (goes_on(y, c, a)) {
            lay_alike(y, c, a, b);
        }
        return;
    }
    while ((next.at - last.at) * c->radius > QM__LEAP_OFF) {
        const qm__touchdown middle = land_round(y, c, (last.at + next.at) / 2);
        *(are_alike(y, c, a, &middle) ? &last : &next) = middle;
    }
    const double from = y->open->from, to = y->open->to;
    y->open->to = last.at;
    if (goes_on(y, c, a) && (last.at - a->at) * c->radius > REST) {
        lay_alike(y, c, a, &last);
    }
    y->open->from = next.at, y->open->to = to;
    qm__landing_put(y, &last);
    qm__landing_put(y, &next);
    if (are_alike(y, c, &next, b) && goes_on(y, c, b) && (b->at - next.at) * c->radius > REST) {
        lay_alike(y, c, &next, b);
    }
    y->open->from = from;
}

/* What comes to a place by sliding on in one direction from a landing, less what all such pay. */
static double slide_cost(const qm__circle *c, const qm__touchdown *at, double way) {
    return at->good ? at->cost - way * c->radius * at->at : QM__FAR;
}

/* Ways that go neither outwards nor inwards slide along the arc. Where landings farther on cost more than sliding there
 * (the longest leap is not longer), the best to begin with lies between: looked for around the best of three, or beside
 * an end of the arc, which then is the middle one as well. */
static void lay_slide(const qm__laying *y, const qm__circle *c, const qm__touchdown *a, const qm__touchdown *middle,
                      const qm__touchdown *b) {
    const bool begins = a->at >= middle->at, ends = b->at <= middle->at;
    if (!middle->good || leads_on(y, c, middle) != 0) {
        return;
    }
    for (int way = begins ? 1 : -1; way <= (ends ? -1 : 1) && !y->l->failed; way += 2) {
        qm__touchdown low = *a, best = *middle, high = *b;
        if ((!begins && slide_cost(c, &best, way) >= slide_cost(c, &low, way)) ||
            (!ends && slide_cost(c, &best, way) >= slide_cost(c, &high, way))) {
            continue;
        }
        while ((high.at - low.at) * c->radius > SLIDE) { /* the longer side is cut */
            const bool before = best.at - low.at > high.at - best.at;
            const qm__touchdown next = land_round(y, c, ((before ? low.at : high.at) + best.at) / 2);
            if (slide_cost(c, &next, way) < slide_cost(c, &best, way)) {
                *(before ? &high : &low) = best;
                best = next;
            } else {
                *(before ? &low : &high) = next;
            }
        }
        qm__landing_put(y, &best);
    }
}

void qm__lay_round(const qm__laying *y, const qm__circle *c, double from, double sweep) {
    const bool whole = sweep >= 2 * QM__PI;
    const int count = 2 + (int)(sweep / qm__root(8 * QM__FAN_CHORD / c->radius));
    qm__touchdown last = {.good = false}, first = last, second = last, before = last;
    y->open->round = false;
    y->open->from = whole ? -QM__FAR : from, y->open->to = whole ? QM__FAR : from + sweep;
    for (int i = 0; i <= count && !y->l->failed; i++) {
        qm__touchdown here = whole && i == count ? first : land_round(y, c, from + sweep * i / count);
        here.at = from + sweep * i / count;
        first = i == 0 ? here : first;
        second = i == 1 ? here : second;
        if (i > 0) {
            lay_arc(y, c, &last, &here);
        }
        if (i > 1) {
            lay_slide(y, c, &before, &last, &here);
        }
        before = last, last = here;
    }
    if (whole) {
        second.at += sweep;
        lay_slide(y, c, &before, &last, &second);
        return;
    }
    qm__landing_put(y, &first);
    qm__landing_put(y, &last);
    if (y->leap.per_unit < 1) { /* then the slack may lead a flight on beside the end for less than sliding there */
        lay_slide(y, c, &first, &first, &second);
        lay_slide(y, c, &before, &last, &last);
    }
}

void qm__lay_around(const qm__laying *y, const qm__circle *c, double *known) {
    const double each = 2 * QM__PI / QM__BESIDE_MAX;
    uint32_t gains = 0;
    for (int i = 0; i < QM__BESIDE_MAX; i++) {
        const qm__turn turn = qm__turn_of_radians(within_turn(each * i));
        qm__touchdown at = {.on = qm__along(c->centre, (qm__xy){turn.cos, turn.sin}, c->radius)};
        gains |= (uint32_t)qm__landing_gains(y, &at, &known[i]) << i;
    }
    const uint32_t all = ((uint32_t)1 << QM__BESIDE_MAX) - 1,
                   parts = (gains | gains >> 1 | gains << (QM__BESIDE_MAX - 1)) & all;
    if (parts == all) {
        qm__lay_round(y, c, 0, 2 * QM__PI);
        return;
    }
    int first = 0;
    while (parts >> first & 1) {
        first++;
    }
    for (int i = 1, count; i < QM__BESIDE_MAX; i += count) {
        const int at = (first + i) % QM__BESIDE_MAX;
        count = 0;
        while (parts >> (at + count) % QM__BESIDE_MAX & 1) {
            count++;
        }
        if (count > 0) {
            qm__lay_round(y, c, each * at, each * count);
        }
        count += count == 0;
    }
}
