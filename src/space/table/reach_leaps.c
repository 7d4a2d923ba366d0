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

enum { OTHERS = 8 };

typedef struct laying {
    qm__reaching *l;
    const qm__passage *passage;
    const qm__link *link;
    const qm__sighting *from;
    qm__leap leap;
    bool stand;
    bool seen;            /* the source sees the take-off from beside it */
    bool beyond;          /* it lands beside a body, not on its landing's curve */
    double length;        /* of the landing */
    struct stretch *open; /* the last one, which may go on */
} laying;

typedef struct landing {
    bool good;
    double at; /* along the landing's curve */
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

/* Adds what a landing costs besides and tells whether it can be. */
static bool complete(const laying *y, landing *at) {
    at->areas = y->from->areas;
    at->cost += toll(y, at->off, at->on, &at->areas);
    at->good = qm__reaching_can(y->l, y->passage, y->stand, y->beyond, at->off, at->on);
    return at->good;
}

/* The cheapest of some other take-offs, when something is in the way of the best. */
static void try_others(const laying *y, landing *at) {
    landing best = *at;
    for (int i = 0; i <= OTHERS; i++) {
        qm__leap one = y->leap;
        one.a = qm__along(y->leap.a, y->leap.u, y->leap.length * i / OTHERS);
        one.length = 0;
        landing other = {.at = at->at, .on = at->on};
        other.cost = qm__leap_cost(&one, other.on, &other.off);
        if (other.cost >= 0 && (!best.good || other.cost < best.cost) && complete(y, &other) &&
            (!best.good || other.cost < best.cost)) {
            best = other;
        }
    }
    *at = best;
}

/* Whether a take-off would rather lie beyond what the source sees of it: then another source sees that, the one that
 * the sight ends at. A landing's longest leap is kept to, and the take-off's own ends are ends. */
static bool is_cut_off(const laying *y, const landing *at) {
    const qm__xy ends[2] = {y->leap.a, qm__along(y->leap.a, y->leap.u, y->leap.length)};
    const double most = y->leap.most - QM__CARE;
    for (int i = 0; i < 2; i++) {
        if (qm__apart(at->off, ends[i]) < SAME && qm__apart(at->off, y->link->off.a) > QM__SLACK &&
            qm__apart(at->off, y->link->off.b) > QM__SLACK && qm__apart(at->off, at->on) < most) {
            return true;
        }
    }
    return false;
}

static landing land_on(const laying *y, qm__xy on, double at) {
    landing out = {.at = at, .on = on};
    out.cost = qm__leap_cost(&y->leap, out.on, &out.off);
    if (out.cost < 0 || (y->seen && is_cut_off(y, &out))) {
        return out;
    }
    if (!complete(y, &out) && !y->passage->tied && (y->link->some || y->l->reach->ask.crowd)) {
        try_others(y, &out);
    }
    return out;
}

static landing land_at(const laying *y, double at) {
    return land_on(y, qm__curve_point(&y->link->on, y->length > 0 ? at / y->length : 0), at);
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
    int good = 0;
    for (int i = 0; i < 5; i++) {
        good += five[i]->good;
        least = five[i]->good ? qm__least(least, five[i]->cost) : least;
    }
    if (good > 0 && least - length / 8 > y->l->reach->ask.budget) {
        return;
    }
    if (good == 5 && is_steep(five)) {
        put_place(y, a->cost < b->cost ? a : b);
        return;
    }
    if (y->l->failed || (good == 0 && length <= COARSE) || (good == 5 && put_stretch(y, five))) {
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

static double within_turn(double angle) {
    return angle > QM__PI ? angle - 2 * QM__PI : angle;
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
    const qm__xy half = {(a->on.x + b->on.x) / 2, (a->on.y + b->on.y) / 2};
    landing middle = {.on = qm__along(c->centre, n, c->radius)};
    const double costs[3] = {a->cost, qm__leap_cost(&y->leap, half, &middle.off), b->cost};
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

/* Lands on an arc of a circle, or all around it, wherever the base can be. Ways that lead inwards slide along it: only
 * where that begins or ends, and where the places to be end, they bend. */
static void lay_round(const laying *y, const circle *c, double from, double sweep) {
    const bool whole = sweep >= 2 * QM__PI;
    const int count = 2 + (int)(sweep / qm__root(8 * QM__FAN_CHORD / c->radius));
    landing last = {.good = false}, first = last;
    for (int i = 0; i <= count && !y->l->failed; i++) {
        const qm__turn turn = qm__turn_of_radians(within_turn(from + sweep * i / count));
        const landing here =
            whole && i == count ? first : land_on(y, qm__along(c->centre, (qm__xy){turn.cos, turn.sin}, c->radius), 0);
        const bool out = goes_out(c, &here), both = out && goes_out(c, &last);
        first = i == 0 ? here : first;
        if (i > 0 && (both ? !put_arc(y, c, &last, &here) : out != goes_out(c, &last) || last.good != here.good)) {
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

static void lay_all(const laying *y) {
    const landing a = land_at(y, 0);
    if (y->length <= 1e-6) {
        put_place(y, &a);
        return;
    }
    if (y->link->on.radius > 0) {
        const qm__curve *const on = &y->link->on;
        const qm__xy from = qm__minus(on->a, on->centre);
        lay_round(y, &(circle){on->centre, on->radius}, qm__angle_of(from.x, from.y), qm__curve_sweep(on));
        return;
    }
    const landing b = land_at(y, y->length);
    lay(y, &a, &b);
    close_stretch(y);
    put_place(y, &a);
    put_place(y, &b);
}

/* Whether some place of the landing is cheaper than is known; those that are become known. */
static bool is_worth_it(const laying *y, double *known) {
    const double budget = y->l->reach->ask.budget;
    bool worth = false;
    for (int i = 0; i < QM__PLACES_MAX; i++) {
        qm__xy off;
        const double at = y->length * i / (QM__PLACES_MAX - 1);
        const double cost =
            qm__leap_cost(&y->leap, qm__curve_point(&y->link->on, y->length > 0 ? at / y->length : 0), &off);
        if (cost >= 0 && cost <= budget && cost < known[i] - QM__GAIN) {
            const landing here = land_at(y, at);
            worth = true;
            known[i] = here.good ? qm__least(known[i], here.cost) : known[i];
        }
        if (y->length <= 0) {
            break;
        }
    }
    return worth;
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
            lay_round(&y, &(circle){centre, keep + QM__CARE}, 0, 2 * QM__PI);
        }
    }
}

void qm__reaching_leap(qm__reaching *l, const qm__passage *p, const qm__sighting *from) {
    const qm__link *const link = &l->reach->ask.links->items[p->link];
    const bool slides = p->tied || link->kind == QM__LINK_CLIMB;
    stretch open = {.any = false};
    laying y = {.l = l,
                .open = &open,
                .seen = from->seen,
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
        if (band->chance > 0 && y.leap.most >= y.leap.slide && is_worth_it(&y, known)) {
            lay_all(&y);
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
