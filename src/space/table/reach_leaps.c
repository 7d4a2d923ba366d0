/* Leaps in a reach: links that are taken from any place of their take-off to any of their landing.
 *
 * What landing at a place costs is the least, over what a source sees of the take-off, of getting there and leaping.
 * Along a straight landing that is a convex function, and behind the landing ways go on as if they came straight from a
 * point: the *apparent source*, which has the same cost at both ends and in the middle of a stretch. So a stretch of a
 * landing becomes an image like any other. Stretches are halved until the apparent source is off by less than
 * QM__LEAP_OFF everywhere on them; where that never comes about, because landings are in the way of something or the
 * price jumps, their ends become sources themselves. Landings on arcs are cut into short ones, seen through their
 * tangents.
 *
 * Rejected: places on every landing as sources. Near the landing, beside them, everything is too dear.
 */
#include "space/table/leap.h"
#include "space/table/reach_links_inside.h"

#include "base/angle.h"

#define COARSE 400.0 /* units: a shorter stretch, none of whose five places can be landed on, has none */
#define SHORT 16.0   /* units: a shorter stretch is not halved any more */
#define LAP 0.5      /* units by which images that go on into each other overlap */
#define SAME 1e-3    /* units */
#define NEXT 2.0     /* units: so far on something else may be seen */
#define CLOSE 0.05   /* units: how near to the price of the first flight that is free it is enough to come */

enum { OTHERS = 8, HALVINGS = 20 };

typedef struct laying {
    qm__reaching *l;
    const qm__passage *passage;
    const qm__link *link;
    const qm__sighting *from;
    qm__leap leap;
    bool stand;
    bool goes_on[2];             /* another source sees what lies beyond the beginning, and the end, of what is seen */
    bool beyond;                 /* it lands beside a body, not on its landing's curve */
    double length;               /* of the landing */
    struct stretch *open;        /* the last one, which may go on */
    const struct landing *found; /* at QM__PLACES_MAX places, those that have been asked for; or NULL */
} laying;

typedef struct landing {
    bool asked; /* all else is known */
    bool good;
    bool idle;  /* not good, and nothing would be gained by it */
    bool other; /* something is in the way of its best take-off */
    double at;  /* along the landing's curve */
    double cost;
    qm__xy off, on;
    uint64_t areas; /* met so far */
} landing;

/* A stretch of a landing and its apparent source. */
typedef struct stretch {
    bool any;
    qm__xy source;
    double cost;
    landing a, b, middle;
} stretch;

/* What the areas cost in which a link lands: once if they have not been met, and for coming in from outside. */
static double toll(const laying *y, qm__xy off, qm__xy on, uint64_t *met) {
    const qm__reach *const r = y->l->reach;
    if (!y->l->scene.areas) {
        return 0;
    }
    const uint64_t inside = qm__areas_at(r->grounds->levels, (qm__spot){on.x, on.y, y->link->to});
    const uint64_t before = qm__areas_at(r->grounds->levels, (qm__spot){off.x, off.y, y->link->from});
    const double price = qm__once_price(&r->pricing, inside & ~*met);
    *met |= inside;
    return price + qm__entry_price(&r->pricing, inside & ~before);
}

static bool can_land(const laying *y, qm__xy on) {
    const qm__reach *const r = y->l->reach;
    return qm__can_be(r->grounds->levels, r->ask.crowd, qm__spot_at(on, y->link->to), QM__CARE, y->stand);
}

/* Adds what a landing costs besides and tells whether it can be taken off for. */
static bool complete(const laying *y, landing *at) {
    const qm__reach *const r = y->l->reach;
    at->areas = y->from->areas;
    at->cost += toll(y, at->off, at->on, &at->areas);
    at->good = qm__can_be(r->grounds->levels, r->ask.crowd, qm__spot_at(at->off, y->link->from), QM__CARE, y->stand) &&
               qm__flight_free(r->ask.links, y->passage->link, r->ask.crowd, at->off, at->on, y->beyond);
    return at->good;
}

/* What landing at a place costs when it is taken off at one. */
static double cost_from(const laying *y, qm__xy off, qm__xy on) {
    qm__leap one = y->leap;
    one.a = off;
    one.length = 0;
    return qm__leap_cost(&one, on, &off);
}

/* A landing from one place of the take-off, as a part of it; the landing itself can be. */
static landing land_from(const laying *y, const landing *at, double part) {
    landing other = {.asked = true, .other = true, .at = at->at, .on = at->on};
    other.off = qm__along(y->leap.a, y->leap.u, y->leap.length * part);
    other.cost = cost_from(y, other.off, other.on);
    if (other.cost >= 0) {
        complete(y, &other);
    }
    return other;
}

/* The cheapest other take-off, when something is in the way of the best: costs grow to both sides of that, so on either
 * side the first of some places that can be is looked for, and from there back to where it ends. */
static void try_others(const laying *y, landing *at) {
    const double best = y->leap.length > 0 ? qm__dot(qm__minus(at->off, y->leap.a), y->leap.u) / y->leap.length : 0;
    const double most = y->l->reach->ask.budget;
    landing found = *at;
    for (int way = -1; way <= 1 && y->leap.length > 0; way += 2) {
        const double all = way < 0 ? best : 1 - best;
        double bad = best, good = best;
        landing last = *at, here = *at;
        for (int i = 1; i <= OTHERS && !here.good && all > 0; i++) {
            last = here, bad = good;
            good = best + way * all * i / OTHERS;
            here = land_from(y, at, good);
            if (here.cost < 0 || last.cost > (found.good ? found.cost : most)) {
                break;
            }
        }
        for (int i = 0; i < HALVINGS && here.good && here.cost - last.cost > CLOSE; i++) {
            const landing middle = land_from(y, at, (good + bad) / 2);
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
 * the sight ends at. A landing's longest leap is kept to. */
static bool is_cut_off(const laying *y, const landing *at) {
    const qm__xy ends[2] = {y->leap.a, qm__along(y->leap.a, y->leap.u, y->leap.length)};
    for (int i = 0; i < 2; i++) {
        if (y->goes_on[i] && qm__apart(at->off, ends[i]) < SAME &&
            qm__apart(at->off, at->on) < y->leap.most - QM__CARE) {
            return true;
        }
    }
    return false;
}

/* Whether a take-off goes on beyond an end of what is seen of it: it does not where it ends itself, nor where no base
 * can be. */
static bool goes_on(const laying *y, qm__xy end, double way) {
    const qm__reach *const r = y->l->reach;
    const qm__xy next = qm__along(end, y->leap.u, way * NEXT);
    return qm__apart(end, y->link->off.a) > QM__SLACK && qm__apart(end, y->link->off.b) > QM__SLACK &&
           qm__passes(r->grounds->levels, r->ask.crowd, qm__spot_at(next, y->link->from), QM__CARE, NULL);
}

/* The best take-off for a landing, whatever is in the way; false when there is none. */
static bool aim(const laying *y, landing *at) {
    at->cost = qm__leap_cost(&y->leap, at->on, &at->off);
    return at->cost >= 0 && !is_cut_off(y, at);
}

/* What is left to know of a landing that has been aimed at. */
static void settle_landing(const laying *y, landing *at) {
    const qm__reach *const r = y->l->reach;
    at->asked = true;
    if (!can_land(y, at->on) || complete(y, at) || y->passage->tied || !(y->link->some || r->ask.crowd)) {
        return;
    }
    at->idle = !qm__reaching_gains(r, at->on, y->link->to, at->cost);
    if (!at->idle) {
        try_others(y, at);
    }
}

static landing land_on(const laying *y, qm__xy on, double at) {
    landing out = {.at = at, .on = on};
    if (aim(y, &out)) {
        settle_landing(y, &out);
    } else {
        out.idle = out.cost < 0;
    }
    return out;
}

static landing land_at(const laying *y, double at) {
    const double part = y->length > 0 ? at / y->length : 0, place = part * (QM__PLACES_MAX - 1);
    const int nearest = (int)(place + 0.5);
    if (y->found && y->found[nearest].asked && place - nearest < 1e-9 && nearest - place < 1e-9) {
        return y->found[nearest];
    }
    return land_on(y, qm__curve_point(&y->link->on, part), at);
}

/* A place that can be landed on becomes a source, when it gains something (by no more than an image that passes there:
 * ways bend at it). */
static void put_place(const laying *y, const landing *at) {
    if (at->good && qm__reaching_gains(y->l->reach, at->on, y->link->to, at->cost - 2 * QM__GAIN)) {
        qm__reaching_land(y->l,
                          &(qm__seed){.spot = {at->on.x, at->on.y, y->link->to}, .cost = at->cost, .areas = at->areas});
    }
}

/* Keeps the image of a source, seen through a line from a to b (to its left), behind a landing. */
static void keep_image(const laying *y, qm__image *image, qm__xy a, qm__xy b, const landing *middle) {
    qm__fan *const fan = &image->fan;
    const qm__xy from = qm__minus(a, fan->centre), to = qm__minus(b, fan->centre);
    image->areas = middle->areas;
    image->depth = y->from->depth + 1;
    fan->turn = 1;
    fan->from = qm__angle_of(from.x, from.y);
    fan->sweep = qm__angle_of(qm__dot(from, to), qm__cross(from, to));
    fan->level = y->link->to;
    fan->paid = qm__reach_paid(y->l->reach, image->areas, (qm__spot){middle->on.x, middle->on.y, y->link->to});
    fan->through = true;
    fan->a = a, fan->b = b;
    qm__reaching_image(y->l, image, 2 * QM__LEAP_OFF, middle->off, middle->on);
}

/* Keeps the image behind the stretch that is open. */
static void close_stretch(const laying *y) {
    const stretch *const o = y->open;
    if (!o->any) {
        return;
    }
    const bool turned = qm__cross(qm__minus(o->b.on, o->a.on), qm__minus(o->source, o->a.on)) < 0;
    const landing *const a = turned ? &o->b : &o->a, *const b = turned ? &o->a : &o->b;
    const qm__xy u = qm__unit(qm__minus(b->on, a->on));
    qm__image image = {.fan = {.centre = o->source}, .cost = o->cost};
    keep_image(y, &image, qm__along(a->on, u, a->at > 0 && a->at < y->length ? -LAP : 0),
               qm__along(b->on, u, b->at > 0 && b->at < y->length ? LAP : 0), &o->middle);
    y->open->any = false;
}

/* Whether landings cost what a source says that they do. */
static bool come_from(qm__xy source, double cost, const landing *const five[5]) {
    for (int i = 0; i < 5; i++) {
        const double off = cost + qm__apart(source, five[i]->on) - five[i]->cost;
        if (off > QM__LEAP_OFF || off < -QM__LEAP_OFF || five[i]->areas != five[0]->areas) {
            return false;
        }
    }
    return true;
}

/* Opens a stretch, or lets the one before it go on; false when no point looks like its source. */
static bool put_stretch(const laying *y, const landing *const five[5]) {
    stretch *const o = y->open;
    if (o->any && o->b.at == five[0]->at && o->a.areas == five[0]->areas && come_from(o->source, o->cost, five)) {
        o->b = *five[4];
        o->middle = *five[0];
        return true;
    }
    const bool turned = qm__cross(qm__minus(five[4]->on, five[0]->on), qm__minus(five[2]->off, five[0]->on)) < 0;
    const landing *const a = five[turned ? 4 : 0], *const b = five[turned ? 0 : 4];
    const double costs[3] = {a->cost, five[2]->cost, b->cost};
    stretch next = {.any = true, .a = *five[0], .b = *five[4], .middle = *five[2]};
    if (!qm__apparent_source(a->on, b->on, costs, &next.source, &next.cost) ||
        !come_from(next.source, next.cost, five)) {
        return false;
    }
    close_stretch(y);
    *o = next;
    return true;
}

/* Whether landing farther along costs as much more as walking there, or yet more: then only the cheaper end is of use.
 */
static bool is_steep(const landing *const five[5]) {
    const double sign = five[0]->cost < five[4]->cost ? 1 : -1;
    for (int i = 0; i < 4; i++) {
        const double more = (five[i + 1]->cost - five[i]->cost) * sign, way = five[i + 1]->at - five[i]->at;
        if (more < way * (1 - 1e-4) || five[i]->areas != five[i + 1]->areas) {
            return false;
        }
    }
    return true;
}

/* Makes images of a stretch from a to b, halving it as often as it takes. */
static void lay(const laying *y, const landing *a, const landing *b) {
    const double length = b->at - a->at;
    const landing quarter = land_at(y, a->at + length / 4), middle = land_at(y, a->at + length / 2),
                  last = land_at(y, a->at + length * 3 / 4);
    const landing *const five[5] = {a, &quarter, &middle, &last, b};
    double least = QM__FAR;
    int good = 0, idle = 0;
    for (int i = 0; i < 5; i++) {
        good += five[i]->good;
        idle += five[i]->idle;
        least = five[i]->good ? qm__least(least, five[i]->cost) : least;
    }
    if (good > 0 && least - length / 8 > y->l->reach->ask.budget) {
        return;
    }
    if (good == 5 && is_steep(five)) {
        put_place(y, a->cost < b->cost ? a : b);
        return;
    }
    if (y->l->failed || idle == 5 || (good == 0 && length <= COARSE) || (good == 5 && put_stretch(y, five))) {
        return;
    }
    if (length > SHORT) {
        lay(y, a, &middle);
        lay(y, &middle, b);
        return;
    }
    for (int i = 0; i < 5; i++) {
        put_place(y, five[i]);
    }
}

/* An angle of at most two turns and a half. */
static double within_turn(double angle) {
    return angle > 3 * QM__PI ? angle - 4 * QM__PI : angle > QM__PI ? angle - 2 * QM__PI : angle;
}

/* A circle that is landed on. */
typedef struct circle {
    qm__xy centre;
    double radius;
} circle;

/* Whether a base that lands at a place of a circle goes on outwards. */
static bool goes_out(const circle *c, const landing *at) {
    return at->good && qm__dot(qm__minus(at->on, at->off), qm__minus(at->on, c->centre)) > 0;
}

/* The image behind a short arc of a circle, counter-clockwise from a to b, that is flown to from within: seen through
 * its tangent. False when no point looks like its source. */
static bool put_arc(const laying *y, const circle *c, const landing *a, const landing *b) {
    const qm__xy n = qm__unit(qm__minus(qm__plus(a->on, b->on), qm__plus(c->centre, c->centre)));
    const double h = qm__dot(n, c->centre) + c->radius;
    const qm__xy half = qm__half_way(a->on, b->on);
    landing middle = {.on = qm__along(c->centre, n, c->radius), .off = qm__half_way(a->off, b->off)};
    const double between =
        a->other || b->other ? cost_from(y, middle.off, half) : qm__leap_cost(&y->leap, half, &middle.off);
    const double costs[3] = {a->cost, between, b->cost};
    qm__image image = {.cost = 0};
    middle.areas = a->areas;
    if (costs[1] < 0 || a->areas != b->areas ||
        !qm__apparent_source(a->on, b->on, costs, &image.fan.centre, &image.cost)) {
        return false;
    }
    qm__xy ends[2] = {a->on, b->on};
    for (int i = 0; i < 2; i++) {
        const qm__xy d = qm__minus(ends[i], image.fan.centre);
        ends[i] = qm__along(image.fan.centre, d, (h - qm__dot(n, image.fan.centre)) / qm__dot(n, d));
    }
    keep_image(y, &image, ends[0], ends[1], &middle);
    return true;
}

static landing land_round(const laying *y, const circle *c, double angle) {
    const qm__turn turn = qm__turn_of_radians(within_turn(angle));
    return land_on(y, qm__along(c->centre, (qm__xy){turn.cos, turn.sin}, c->radius), angle);
}

/* Whether ways go on alike from two places of a circle. */
static bool are_alike(const circle *c, const landing *a, const landing *b) {
    return a->good == b->good && a->areas == b->areas && goes_out(c, a) == goes_out(c, b);
}

/* Lands where that changes between two places: ways bend there. */
static void put_change(const laying *y, const circle *c, landing a, landing b) {
    while ((b.at - a.at) * c->radius > QM__LEAP_OFF) {
        const landing middle = land_round(y, c, (a.at + b.at) / 2);
        *(are_alike(c, &a, &middle) ? &a : &b) = middle;
    }
    put_place(y, &a);
    put_place(y, &b);
}

/* Lands on an arc of a circle, or all around it, wherever the base can be. Ways that lead inwards slide along it: only
 * where that begins or ends, and where the places to be end, they bend. */
static void lay_round(const laying *y, const circle *c, double from, double sweep) {
    const bool whole = sweep >= 2 * QM__PI;
    const int count = 2 + (int)(sweep / qm__root(8 * QM__FAN_CHORD / c->radius));
    landing last = {.good = false}, first = last;
    for (int i = 0; i <= count && !y->l->failed; i++) {
        landing here = whole && i == count ? first : land_round(y, c, from + sweep * i / count);
        here.at = from + sweep * i / count;
        first = i == 0 ? here : first;
        if (i > 0 && !are_alike(c, &last, &here)) {
            put_change(y, c, last, here);
        } else if (i > 0 && goes_out(c, &here) && !put_arc(y, c, &last, &here)) {
            put_place(y, &last);
            put_place(y, &here);
        }
        last = here;
    }
    if (!whole) {
        put_place(y, &first);
        put_place(y, &last);
    }
}

/* Lands on a part of the landing. */
static void lay_part(const laying *y, double from, double to) {
    const qm__curve *const on = &y->link->on;
    if (on->radius > 0) {
        const qm__xy first = qm__minus(on->a, on->centre);
        const double sweep = qm__curve_sweep(on);
        lay_round(y, &(circle){on->centre, on->radius}, qm__angle_of(first.x, first.y) + sweep * from,
                  sweep * (to - from));
        return;
    }
    const landing a = land_at(y, y->length * from), b = land_at(y, y->length * to);
    lay(y, &a, &b);
    close_stretch(y);
    if (from <= 0) {
        put_place(y, &a);
    }
    if (to >= 1) {
        put_place(y, &b);
    }
}

/* Whether landing at a place costs less than is known of it; what there is to know becomes known. */
static bool gains_at(const laying *y, landing *at, double *known) {
    const qm__reach *const r = y->l->reach;
    if (qm__leap_bound(&y->leap, at->on) > qm__least(*known - QM__GAIN, r->ask.budget) || !aim(y, at) ||
        at->cost > qm__least(*known - QM__GAIN, r->ask.budget)) {
        return false;
    }
    const double now = qm__reach_some_below(r, qm__spot_at(at->on, y->link->to), at->cost + QM__GAIN);
    if (now >= 0) {
        *known = qm__least(*known, now);
        return false;
    }
    settle_landing(y, at);
    *known = at->good ? qm__least(*known, at->cost) : *known;
    return true;
}

/* Whether a base can walk along the whole landing: then what is known of one of its places tells of all. */
static bool is_open(const laying *y) {
    const qm__reach *const r = y->l->reach;
    const qm__curve *const on = &y->link->on;
    return on->radius <= 0 && !qm__pricing_any(&r->pricing) &&
           qm__piece_walkable(r->grounds->levels, r->ask.crowd, qm__spot_at(on->a, y->link->to), on->b, y->link->to,
                              QM__SLACK - 0.01);
}

/* The places of a landing that gain something, as bits. The middle is asked first, then the ends, then what is left. */
static uint32_t find_gains(const laying *y, double *known, landing *found) {
    static const int order[QM__PLACES_MAX] = {6, 0, 12, 3, 9, 1, 11, 5, 7, 2, 10, 4, 8};
    const double each = y->length / (QM__PLACES_MAX - 1);
    uint32_t gains = 0;
    int open = -1; /* not asked yet */
    for (int i = 0; i < QM__PLACES_MAX; i++) {
        const int at = order[i];
        const double before = known[at];
        found[at] = (landing){.at = each * at, .on = qm__curve_point(&y->link->on, (double)at / (QM__PLACES_MAX - 1))};
        if (gains_at(y, &found[at], &known[at])) {
            gains |= (uint32_t)1 << at;
        } else if (known[at] < before) {
            open = open < 0 ? is_open(y) : open;
            for (int k = 0; k < QM__PLACES_MAX && open; k++) {
                known[k] = qm__least(known[k], known[at] + each * (k < at ? at - k : k - at));
            }
        }
    }
    return gains;
}

/* Lands wherever it gains something: between places that do, and up to the next ones to both sides. */
static void lay_all(const laying *from, double *known) {
    enum { LAST = QM__PLACES_MAX - 1 };
    laying y = *from;
    landing found[QM__PLACES_MAX];
    if (y.length <= 1e-6) {
        found[0] = (landing){.on = y.link->on.a};
        if (gains_at(&y, &found[0], known)) {
            put_place(&y, &found[0]);
        }
        return;
    }
    const uint32_t gains = find_gains(&y, known, found), parts = gains | gains >> 1;
    y.found = found;
    for (int i = 0, end; i < LAST; i = end) {
        end = i + 1;
        if (!(parts >> i & 1)) {
            continue;
        }
        for (; end < LAST && parts >> end & 1; end++) {
        }
        lay_part(&y, (double)i / LAST, (double)end / LAST);
    }
}

/* The same around a body. */
static void lay_around(const laying *y, const circle *c, double *known) {
    const double each = 2 * QM__PI / QM__BESIDE_MAX;
    uint32_t gains = 0;
    for (int i = 0; i < QM__BESIDE_MAX; i++) {
        const qm__turn turn = qm__turn_of_radians(within_turn(each * i));
        landing at = {.on = qm__along(c->centre, (qm__xy){turn.cos, turn.sin}, c->radius)};
        gains |= (uint32_t)gains_at(y, &at, &known[i]) << i;
    }
    const uint32_t all = ((uint32_t)1 << QM__BESIDE_MAX) - 1,
                   parts = (gains | gains >> 1 | gains << (QM__BESIDE_MAX - 1)) & all;
    if (parts == all) {
        lay_round(y, c, 0, 2 * QM__PI);
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
            lay_round(y, c, each * at, each * count);
        }
        count += count == 0;
    }
}

/* What places around a body are known to cost. */
static double *known_beside(qm__reaching *l, uint16_t body, int32_t level) {
    double *const known = l->beside + (size_t)body * QM__BESIDE_MAX;
    if (l->beside_level[body] != level) {
        l->beside_level[body] = level;
        for (int i = 0; i < QM__BESIDE_MAX; i++) {
            known[i] = 1e30;
        }
    }
    return known;
}

/* Lands beside bodies that take some of the landing. */
static void lay_beside(const laying *from, double most) {
    const qm__reach *const r = from->l->reach;
    const qm__crowd *const crowd = r->ask.crowd;
    const qm__walker *const walker = &r->grounds->levels->walker;
    const int32_t z = r->grounds->levels->levels[from->link->to].z;
    laying y = *from;
    y.beyond = true;
    y.leap.most = most;
    const qm__xy end = qm__along(y.leap.a, y.leap.u, y.leap.length);
    for (uint16_t i = 0; crowd && i < crowd->count; i++) {
        const qm__body *const body = &crowd->bodies[i];
        const bool blocks = body->manner != QM__PASS && (body->manner != QM__PASS_ONLY || y.stand);
        const qm__xy centre = {body->x, body->y};
        if (i == crowd->self || !blocks || body->radius <= 0) {
            continue;
        }
        const double keep = qm__body_keep_off(body, z, walker->radius, walker->height);
        if (keep > 0 && qm__point_segment_square(centre, y.leap.a, end) < (most + keep) * (most + keep) &&
            qm__link_beside(y.link, centre, keep)) {
            lay_around(&y, &(circle){centre, keep + QM__CARE}, known_beside(y.l, i, y.link->to));
        }
    }
}

void qm__reaching_leap(qm__reaching *l, const qm__passage *p, const qm__sighting *from) {
    const qm__link *const link = &l->reach->ask.links->items[p->link];
    const bool slides = p->tied || link->kind == QM__LINK_CLIMB;
    stretch open = {.any = false};
    laying y = {.l = l,
                .open = &open,
                .passage = p,
                .link = link,
                .from = from,
                .leap = {.fan = from->fan,
                         .cost = from->cost,
                         .a = from->a,
                         .u = qm__unit(qm__minus(link->off.b, link->off.a)),
                         .length = qm__apart(from->a, from->b),
                         .slide = slides ? link->least : 0},
                .length = qm__curve_length(&link->on)};
    if (qm__dot(qm__minus(from->b, from->a), y.leap.u) < 0) {
        y.leap.a = from->b;
    }
    if (from->seen) {
        y.goes_on[0] = goes_on(&y, y.leap.a, -1);
        y.goes_on[1] = goes_on(&y, qm__along(y.leap.a, y.leap.u, y.leap.length), 1);
    }
    for (uint32_t k = 0; k < p->band_count && !l->failed; k++) {
        const qm__link_price *const band = &p->bands[k];
        if (p->tied && link->least > band->up_to + QM__CARE) {
            continue;
        }
        y.leap.fixed = band->cost;
        y.leap.per_unit = band->per_unit;
        y.leap.most = p->tied ? link->least : qm__least(link->most, band->up_to);
        y.stand = band->chance < 1;
        double *const known = l->landed + (size_t)(p - l->passages) * QM__PLACES_MAX;
        if (band->chance > 0 && y.leap.most >= y.leap.slide) {
            lay_all(&y, known);
        }
        if (band->chance > 0 && !slides) {
            const double longest = l->reach->ask.links->rules.jump_most;
            lay_beside(&y, k + 1 < p->band_count ? qm__least(band->up_to, longest) : longest);
        }
        if (p->tied) { /* its length is always the same: the first price that is long enough is its own */
            break;
        }
    }
}
