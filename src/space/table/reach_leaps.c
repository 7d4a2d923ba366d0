/* Leaps in a reach: links that are taken from any place of their take-off to any of their landing.
 *
 * What landing at a place costs is the least, over what a source sees of the take-off, of getting there and leaping.
 * Along a straight landing that is a convex function, and behind the landing ways go on as if they came straight from a
 * point: the *apparent source*, which has the same cost at both ends and in the middle of a stretch. So a stretch of a
 * landing becomes an image like any other. Stretches are halved until the apparent source is off by less than
 * QM__LEAP_OFF everywhere on them; where that never comes about, because landings are in the way of something or the
 * price jumps, their ends become sources themselves. Arcs: see reach_arcs.c.
 *
 * Laying is dear and most landings gain nothing, so places of each landing are asked first (what they are known to cost
 * is kept for the next source), and only what lies around those that gain is laid.
 *
 * Rejected: places on every landing as sources. Near the landing, beside them, everything is too dear.
 */
#include "space/table/reach_leaps_inside.h"

#include "base/angle.h"

#define COARSE 400.0 /* units: a shorter stretch, none of whose five places can be landed on, has none */
#define KINK 0.02    /* radians, or nearly: where rays lead apart by no more, … */
#define KINK_LAP 16  /* … images overlap by at most so many units more */
#define BEND 0.3     /* the same, or a sine: there ways bend as at a corner */
#define THIN 20.0    /* units: how far behind a joint the source of a thin image is */
#define THIN_LAP 0.1 /* units */
#define GOLDEN 0.6180339887498949
#define CHEAPEST 0.05 /* units: how near to the cheapest landing it is enough to come */
#define TOO_FAR 1e15  /* more than any cost */

void qm__landing_put(const qm__laying *y, const qm__touchdown *at) {
    if (at->good && qm__reaching_gains(y->l->reach, at->on, y->link->to, at->cost - 2 * QM__LEAP_OFF)) {
        qm__reaching_land(y->l,
                          &(qm__seed){.spot = {at->on.x, at->on.y, y->link->to}, .cost = at->cost, .areas = at->areas});
    }
}

void qm__landing_see(const qm__laying *y, qm__image *image, qm__xy a, qm__xy b, const qm__touchdown *middle) {
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
}

void qm__landing_keep(const qm__laying *y, qm__image *image, qm__xy a, qm__xy b, const qm__touchdown *middle,
                      double gain) {
    qm__landing_see(y, image, a, b, middle);
    qm__reaching_image(y->l, image, gain, middle->off, middle->on);
}

double qm__landing_joint(const qm__laying *y, qm__xy before, qm__xy after, qm__xy along, const qm__touchdown *joint) {
    const qm__xy from = qm__minus(joint->on, before), to = qm__minus(joint->on, after);
    const qm__xy rays[2] = {qm__unit(from), qm__unit(to)}, middle = qm__unit(qm__plus(rays[0], rays[1]));
    const double gap = qm__dot(along, rays[1]) - qm__dot(along, rays[0]), steep = qm__cross(along, middle);
    if (gap <= KINK) {
        return QM__LEAP_LAP + qm__clamp(gap * qm__most(qm__length(from), qm__length(to)), 0, KINK_LAP);
    }
    if (gap > BEND || (steep < BEND && steep > -BEND)) {
        qm__landing_put(y, joint);
        return QM__LEAP_LAP;
    }
    qm__image image = {.fan = {.centre = qm__along(joint->on, middle, -THIN)}, .cost = joint->cost - THIN};
    qm__xy ends[2];
    for (int i = 0; i < 2; i++) {
        const double way = THIN * steep / qm__cross(along, rays[i]);
        ends[i] = qm__along(qm__along(image.fan.centre, rays[i], way), along, i ? THIN_LAP : -THIN_LAP);
    }
    qm__landing_keep(y, &image, ends[steep > 0], ends[steep < 0], joint, -2 * QM__LEAP_OFF);
    return QM__LEAP_LAP;
}

/* Keeps the image behind the stretch that is open. `lap`: by which it goes on beyond its end, within the landing. */
static void close_stretch(const qm__laying *y, double lap) {
    const qm__stretch *const o = y->open;
    if (!o->any) {
        return;
    }
    const bool turned = qm__cross(qm__minus(o->b.on, o->a.on), qm__minus(o->source, o->a.on)) < 0;
    const qm__touchdown *const a = turned ? &o->b : &o->a, *const b = turned ? &o->a : &o->b;
    const qm__xy u = qm__unit(qm__minus(b->on, a->on));
    qm__image image = {.fan = {.centre = o->source}, .cost = o->cost};
    qm__landing_keep(y, &image, qm__along(a->on, u, a->at > 0 && a->at < y->length ? turned ? -lap : -o->lap : 0),
                     qm__along(b->on, u, b->at > 0 && b->at < y->length ? turned ? o->lap : lap : 0), &o->middle,
                     2 * QM__LEAP_OFF);
    y->open->any = false;
}

/* Whether landings cost what a source says that they do. */
static bool come_from(qm__xy source, double cost, const qm__touchdown *const five[5]) {
    for (int i = 0; i < 5; i++) {
        const double off = cost + qm__apart(source, five[i]->on) - five[i]->cost;
        if (off > QM__LEAP_OFF || off < -QM__LEAP_OFF || five[i]->areas != five[0]->areas) {
            return false;
        }
    }
    return true;
}

bool qm__source_close(qm__xy source, qm__xy a, qm__xy b, double *foot) {
    const qm__xy along = qm__unit(qm__minus(b, a)), v = qm__minus(source, a);
    const double length = qm__apart(a, b), beside = qm__cross(along, v);
    *foot = qm__dot(along, v);
    return *foot > 0 && *foot < length && beside < length / 4 && beside > -length / 4;
}

/* Whether landings cost what a source says, also right before it. */
static bool fits(const qm__laying *y, qm__xy source, double cost, const qm__touchdown *const five[5]) {
    double foot;
    if (!come_from(source, cost, five)) {
        return false;
    }
    if (!qm__source_close(source, five[0]->on, five[4]->on, &foot)) {
        return true;
    }
    const qm__touchdown at = qm__land_at(y, five[0]->at + foot);
    const double off = cost + qm__apart(source, at.on) - at.cost;
    return at.good && off < QM__LEAP_OFF && off > -QM__LEAP_OFF;
}

/* Opens a stretch, or lets the one before it go on; false when no point looks like its source. */
static bool put_stretch(const qm__laying *y, const qm__touchdown *const five[5]) {
    qm__stretch *const o = y->open;
    if (o->any && o->b.at == five[0]->at && o->a.areas == five[0]->areas && fits(y, o->source, o->cost, five)) {
        o->b = *five[4];
        o->middle = *five[0];
        return true;
    }
    const bool turned = qm__cross(qm__minus(five[4]->on, five[0]->on), qm__minus(five[2]->off, five[0]->on)) < 0;
    const qm__touchdown *const a = five[turned ? 4 : 0], *const b = five[turned ? 0 : 4];
    const double costs[3] = {a->cost, five[2]->cost, b->cost};
    qm__stretch next = {.any = true, .a = *five[0], .b = *five[4], .middle = *five[2], .lap = QM__LEAP_LAP};
    if (!qm__apparent_source(a->on, b->on, costs, &next.source, &next.cost) || !fits(y, next.source, next.cost, five)) {
        return false;
    }
    if (o->any && o->b.at == five[0]->at) {
        next.lap = qm__landing_joint(y, o->source, next.source, qm__unit(qm__minus(five[4]->on, five[0]->on)), five[0]);
    }
    close_stretch(y, next.lap);
    *o = next;
    return true;
}

/* Whether landing farther along costs as much more as walking there, or yet more: then only the cheaper end is of use.
 * Between a place that is flown to freely and one where something is in the way costs are not convex, so five places do
 * not tell. */
static bool is_steep(const qm__touchdown *const five[5]) {
    const double sign = five[0]->cost < five[4]->cost ? 1 : -1;
    for (int i = 0; i < 4; i++) {
        const double more = (five[i + 1]->cost - five[i]->cost) * sign, way = five[i + 1]->at - five[i]->at;
        if (more < way * (1 - 1e-4) || five[i]->areas != five[i + 1]->areas ||
            (five[i]->other != five[i + 1]->other && way > QM__LEAP_SHORT)) {
            return false;
        }
    }
    return true;
}

/* Whether an area that may have to be paid for takes a part of a stretch that its five places do not tell of. */
static bool is_crossed(const qm__laying *y, const qm__touchdown *const five[5]) {
    const qm__reach *const r = y->l->reach;
    const qm__levels *const levels = r->grounds->levels;
    const uint64_t unpaid = y->l->scene.areas & ~(y->from->areas & ~r->pricing.entry);
    uint64_t met = unpaid & levels->levels[y->link->to].areas;
    met = met ? met & qm__areas_along(levels, y->link->to, five[0]->on, five[4]->on) : 0;
    uint64_t all = met;
    for (int i = 0; i < 5 && all; i++) {
        all &= qm__areas_at(levels, qm__spot_at(five[i]->on, y->link->to));
    }
    return met != all;
}

/* Where the price of areas changes between two places: both sides of that become sources. */
static void put_border(const qm__laying *y, const qm__touchdown *a, const qm__touchdown *b) {
    qm__touchdown ends[2] = {*a, *b};
    while (ends[1].at - ends[0].at > QM__LEAP_OFF) {
        const qm__touchdown middle = qm__land_at(y, (ends[0].at + ends[1].at) / 2);
        ends[!(middle.areas == a->areas && middle.toll == a->toll)] = middle;
    }
    qm__landing_put(y, &ends[0]);
    qm__landing_put(y, &ends[1]);
}

/* Makes sources of the places of a stretch that is too short to be halved. */
static void put_places(const qm__laying *y, const qm__touchdown *const five[5]) {
    for (int i = 0; i < 5; i++) {
        qm__landing_put(y, five[i]);
        if (i > 0 && five[i]->good && five[i - 1]->good &&
            (five[i]->areas != five[i - 1]->areas || five[i]->toll != five[i - 1]->toll)) {
            put_border(y, five[i - 1], five[i]);
        }
    }
}

/* Makes images of a stretch from a to b, halving it as often as it takes. */
static void lay(const qm__laying *y, const qm__touchdown *a, const qm__touchdown *b) {
    const double length = b->at - a->at;
    const qm__touchdown quarter = qm__land_at(y, a->at + length / 4), middle = qm__land_at(y, a->at + length / 2),
                        last = qm__land_at(y, a->at + length * 3 / 4);
    const qm__touchdown *const five[5] = {a, &quarter, &middle, &last, b};
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
    const bool whole = good == 5 && !is_crossed(y, five);
    if (whole && is_steep(five)) {
        qm__landing_put(y, a->cost < b->cost ? a : b);
        return;
    }
    if (y->l->failed || idle == 5 || (good == 0 && length <= COARSE) || (whole && put_stretch(y, five))) {
        return;
    }
    if (length > QM__LEAP_SHORT) {
        lay(y, a, &middle);
        lay(y, &middle, b);
        return;
    }
    put_places(y, five);
}

/* Lands on a part of the landing. */
static void lay_part(const qm__laying *y, double from, double to) {
    const qm__curve *const on = &y->on;
    if (on->radius > 0) {
        const qm__xy first = qm__minus(on->a, on->centre);
        const double sweep = qm__curve_sweep(on);
        qm__lay_round(y, &(qm__circle){on->centre, on->radius}, qm__angle_of(first.x, first.y) + sweep * from,
                      sweep * (to - from));
        return;
    }
    const qm__touchdown a = qm__land_at(y, y->length * from), b = qm__land_at(y, y->length * to);
    lay(y, &a, &b);
    close_stretch(y, QM__LEAP_LAP);
    if (from <= 0) {
        qm__landing_put(y, &a);
    }
    if (to >= 1) {
        qm__landing_put(y, &b);
    }
}

/* Whether a base can walk along the whole landing: then what is known of one of its places tells of all. */
static bool is_open(const qm__laying *y) {
    const qm__reach *const r = y->l->reach;
    const qm__curve *const on = &y->on;
    return on->radius <= 0 && !qm__pricing_any(&r->pricing) &&
           qm__piece_walkable(r->grounds->levels, r->ask.crowd, qm__spot_at(on->a, y->link->to), on->b, y->link->to,
                              QM__SLACK - 0.01);
}

/* The places of a landing that gain something, as bits. The middle is asked first, then the ends, then what is left. */
static uint32_t find_gains(const qm__laying *y, double *known, qm__touchdown *found) {
    static const int order[QM__PLACES_MAX] = {6, 0, 12, 3, 9, 1, 11, 5, 7, 2, 10, 4, 8};
    const double each = y->length / (QM__PLACES_MAX - 1);
    uint32_t gains = 0;
    int open = -1; /* not asked yet */
    for (int i = 0; i < QM__PLACES_MAX; i++) {
        const int at = order[i];
        const double before = known[at];
        found[at] = (qm__touchdown){.at = each * at, .on = qm__curve_point(&y->on, (double)at / (QM__PLACES_MAX - 1))};
        if (qm__landing_gains(y, &found[at], &known[at])) {
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

/* Where the ray through a part of the take-off, flown on straight, comes to the landing, as a part of that; false when
 * it does not. */
static bool flies_to(const qm__laying *y, double part, double *at) {
    const qm__xy off = qm__along(y->leap.a, y->leap.u, y->leap.length * part);
    qm__source_ray ray;
    if (!qm__fan_ray_to(y->leap.fan, off, &ray)) {
        return false;
    }
    double last = 0;
    for (int i = 0; i < QM__PLACES_MAX; i++) {
        const double here = (double)i / (QM__PLACES_MAX - 1);
        const qm__xy v = qm__minus(qm__curve_point(&y->on, here), off);
        const double side = qm__cross(ray.d, v);
        if (i > 0 && qm__dot(ray.d, v) > 0 && (side < 0) != (last < 0)) {
            *at = here - side / (side - last) / (QM__PLACES_MAX - 1);
            return true;
        }
        last = side;
    }
    return false;
}

/* What is seen of a take-off may be so narrow that it serves only landings between two places: those that rays flown on
 * straight come to. */
static void lay_narrow(const qm__laying *y) {
    double from, middle, to, known = 1e30;
    if (!(y->goes_on[0] || y->goes_on[1]) || !flies_to(y, 0.5, &middle)) {
        return;
    }
    qm__touchdown at = {.at = y->length * middle, .on = qm__curve_point(&y->on, middle)};
    if (!qm__landing_gains(y, &at, &known)) {
        return;
    }
    const double each = 1.0 / (QM__PLACES_MAX - 1);
    from = flies_to(y, 0, &from) ? from : middle - each;
    to = flies_to(y, 1, &to) ? to : middle + each;
    lay_part(y, qm__most(qm__least(from, to), 0), qm__least(qm__most(from, to), 1));
}

/* What landing at a part of the landing costs at least; places that are too far off come after all others, the nearer
 * ones first. */
static double cost_at(const qm__laying *y, double part) {
    const qm__xy on = qm__curve_point(&y->on, part), end = qm__along(y->leap.a, y->leap.u, y->leap.length);
    qm__xy off;
    const double cost = qm__leap_cost(&y->leap, on, &off);
    return cost >= 0 ? cost : TOO_FAR + qm__root(qm__point_segment_square(on, y->leap.a, end));
}

/* The cheapest place of a landing between two parts of it, where costs fall and then rise. */
static double cheapest_between(const qm__laying *y, double low, double high) {
    double parts[2] = {high - GOLDEN * (high - low), low + GOLDEN * (high - low)};
    double costs[2] = {cost_at(y, parts[0]), cost_at(y, parts[1])};
    while ((high - low) * y->length > CHEAPEST) {
        const int from = costs[1] < costs[0]; /* the end that goes */
        *(from ? &low : &high) = parts[!from];
        parts[!from] = parts[from], costs[!from] = costs[from];
        parts[from] = from ? low + GOLDEN * (high - low) : high - GOLDEN * (high - low);
        costs[from] = cost_at(y, parts[from]);
    }
    return (low + high) / 2;
}

/* The budget may end so soon behind a link that it leads only to landings between two of the places that have been
 * looked at, none of which gains anything: to the cheapest one and around it. */
static void lay_last(const qm__laying *y, const double *known, const qm__touchdown *found) {
    const double each = 1.0 / (QM__PLACES_MAX - 1), budget = y->l->reach->ask.budget;
    double bound = QM__FAR, least = QM__FAR, unknown = 1e30;
    int nearest = 0;
    for (int i = 0; i < QM__PLACES_MAX; i++) {
        if (known[i] <= budget) { /* it leads to this one too */
            return;
        }
        bound = qm__least(bound, qm__leap_bound(&y->leap, found[i].on));
    }
    if (bound > budget + y->length * each / 2) {
        return;
    }
    for (int i = 0; i < QM__PLACES_MAX && least > budget; i++) {
        const double cost = cost_at(y, i * each);
        nearest = cost < least ? i : nearest;
        least = qm__least(least, cost);
    }
    if (least <= budget) {
        return;
    }
    const double low = qm__most((nearest - 1) * each, 0), high = qm__least((nearest + 1) * each, 1);
    const double middle = cheapest_between(y, low, high);
    qm__touchdown at = {.at = y->length * middle, .on = qm__curve_point(&y->on, middle)};
    if (qm__landing_gains(y, &at, &unknown)) {
        lay_part(y, low, middle);
        lay_part(y, middle, high);
    }
}

/* Lands wherever it gains something: between places that do, and up to the next ones to both sides. */
static void lay_all(const qm__laying *from, double *known) {
    enum { LAST = QM__PLACES_MAX - 1 };
    qm__laying y = *from;
    qm__touchdown found[QM__PLACES_MAX];
    if (y.length <= 1e-6) {
        found[0] = (qm__touchdown){.on = y.on.a};
        if (qm__landing_gains(&y, &found[0], known)) {
            qm__landing_put(&y, &found[0]);
        }
        return;
    }
    const uint32_t gains = find_gains(&y, known, found), parts = gains | gains >> 1;
    if (gains == 0) {
        lay_narrow(&y);
        lay_last(&y, known, found);
        return;
    }
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

/* Lands around a rectangle: along its sides and around its corners. */
static void lay_rectangle(const qm__laying *from, const qm__body *body, double keep) {
    qm__xy corners[4];
    qm__laying y = *from;
    qm__body_corners(body, corners);
    for (int i = 0; i < 8; i++) {
        const qm__xy a = corners[i / 2], b = corners[(i / 2 + 1) % 4], c = corners[(i / 2 + 2) % 4];
        const qm__xy out = qm__left(qm__unit(qm__minus(a, b))), next = qm__left(qm__unit(qm__minus(b, c)));
        double known[QM__PLACES_MAX];
        for (int k = 0; k < QM__PLACES_MAX; k++) {
            known[k] = 1e30;
        }
        y.on = (qm__curve){.a = qm__along(i % 2 ? b : a, out, keep), .b = qm__along(b, i % 2 ? next : out, keep)};
        if (i % 2) {
            y.on.centre = b, y.on.radius = keep;
        }
        y.length = qm__curve_length(&y.on);
        lay_all(&y, known);
    }
}

/* Lands beside bodies that take some of the landing. */
static void lay_beside(const qm__laying *from, double most) {
    const qm__reach *const r = from->l->reach;
    const qm__crowd *const crowd = r->ask.crowd;
    const qm__walker *const walker = &r->grounds->levels->walker;
    const int32_t z = r->grounds->levels->levels[from->link->to].z;
    qm__laying y = *from;
    y.beyond = true;
    y.barred = y.goes_on[0] || y.goes_on[1];
    y.leap.most = most;
    const qm__xy end = qm__along(y.leap.a, y.leap.u, y.leap.length);
    for (uint16_t i = 0; crowd && i < crowd->count; i++) {
        const qm__body *const body = &crowd->bodies[i];
        const bool blocks = body->manner != QM__PASS && (body->manner != QM__PASS_ONLY || y.stand);
        const qm__xy centre = {body->x, body->y};
        double keep = i == crowd->self || !blocks ? 0 : qm__body_keep_off(body, z, walker->radius, walker->height);
        keep += keep > 0 && y.stand ? qm__crowd_apart(crowd, i) : 0;
        const double around = body->radius > 0 ? keep : keep + ((double)body->width + body->length) / 2;
        if (keep <= 0 || qm__point_segment_square(centre, y.leap.a, end) >= (most + around) * (most + around) ||
            !qm__body_beside(y.link, body, keep)) {
            continue;
        }
        if (body->radius > 0) {
            qm__lay_around(&y, &(qm__circle){centre, keep + QM__CARE}, known_beside(y.l, i, y.link->to));
        } else {
            lay_rectangle(&y, body, keep + QM__CARE);
        }
    }
}

void qm__reaching_leap(qm__reaching *l, const qm__passage *p, const qm__sighting *from) {
    const qm__link *const link = &l->reach->ask.links->items[p->link];
    const bool slides = p->tied || link->kind == QM__LINK_CLIMB;
    qm__stretch open = {.any = false};
    qm__laying y = {.l = l,
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
                    .on = qm__passage_on(p, link)};
    y.length = qm__curve_length(&y.on);
    if (qm__dot(qm__minus(from->b, from->a), y.leap.u) < 0) {
        y.leap.a = from->b;
    }
    if (from->seen) {
        y.goes_on[0] = qm__takeoff_goes_on(&y, y.leap.a, -1);
        y.goes_on[1] = qm__takeoff_goes_on(&y, qm__along(y.leap.a, y.leap.u, y.leap.length), 1);
        y.barred = (y.goes_on[0] || y.goes_on[1]) && !p->tied && qm__takeoff_barred(&y);
    }
    for (uint32_t k = p->band_first; k < p->band_end && !l->failed; k++) {
        const qm__link_price *const band = &p->bands[k];
        if (p->tied && link->least > band->up_to + QM__CARE) {
            continue;
        }
        y.leap.fixed = band->cost;
        y.leap.per_unit = band->per_unit;
        y.leap.most = p->tied ? link->least : qm__least(link->most, band->up_to);
        y.leap.most += slides ? 0 : QM__LENGTH_SLACK;
        y.stand = qm__price_stops(band);
        double *const known = l->landed + (size_t)(p - l->passages) * QM__LANDED_MAX;
        if (band->chance > 0 && y.leap.most >= y.leap.slide) {
            lay_all(&y, known);
        }
        if (band->chance > 0 && !slides) {
            const double longest = l->reach->ask.links->rules.jump_most;
            lay_beside(&y, (k + 1 < p->band_count ? qm__least(band->up_to, longest) : longest) + QM__LENGTH_SLACK);
        }
        if (p->tied) { /* its length is always the same: the first price that is long enough is its own */
            break;
        }
    }
}
