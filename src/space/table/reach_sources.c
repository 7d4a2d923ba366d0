/* The sources of a reach as fans: what a seed, an arrival and the image of a source behind a link send out. */
#include "space/table/reach_inside.h"

#include "base/angle.h"

#define ON_ARC 1e-3 /* units²: a place on the arc itself is left at once; it may seem to be inside by a hair */
#define BACK                                                                                                           \
    2e-4 /* radians: fans of points begin a little early, so that they overlap with what the point is seen from */
#define JUST 1e-9  /* radians: what changes no later changes at once */
#define BEFORE 1.0 /* units: places on a landing, in whole units beside a slanting wall, can lie so far before it */

/* Areas at which a source's rays do not stop: those paid for once and for all, and, of those that cost something each
 * time, the ones it is in, which it does not enter. */
uint64_t qm__reach_paid(const qm__reach *r, uint64_t met, qm__spot at) {
    const uint64_t entry = r->pricing.entry;
    return (met & r->pricing.once & ~entry) | (entry ? qm__areas_at(r->grounds->levels, at) & entry : 0);
}

qm__fan qm__reach_seed_fan(const qm__reach *r, const qm__seed *seed, double budget) {
    return (qm__fan){.centre = {seed->spot.x, seed->spot.y},
                     .turn = 1,
                     .sweep = 2 * QM__PI,
                     .length = budget - seed->cost,
                     .level = seed->spot.level,
                     .paid = qm__reach_paid(r, seed->areas, seed->spot),
                     .met = seed->areas};
}

/* Whether two arrivals have paid for the same areas once and for all. */
static bool paid_alike(const qm__reach *r, const qm__arrival *a, const qm__arrival *b) {
    return ((a->areas ^ b->areas) & r->pricing.once) == 0;
}

/* How far an arrival is worth following: to where another one of its lane, that has paid for as much, is no dearer. */
static double useful_turn(const qm__reach *r, uint32_t number, double turn) {
    const qm__arrival *const a = &r->arrivals[number];
    const qm__span *const span = qm__field_span(&r->field, a->lane / 2);
    for (int way = -1; way <= 1; way += 2) { /* those before it, then those after it */
        for (uint32_t i = number + (uint32_t)way; i < r->arrival_count && r->arrivals[i].lane == a->lane;
             i += (uint32_t)way) {
            const qm__arrival *const b = &r->arrivals[i];
            const double between = qm__lane_turn(span, a->lane & 1, a->angle, b->angle);
            if (paid_alike(r, a, b) && between > 0 && between < turn && b->cost <= a->cost + span->radius * between) {
                turn = between;
            }
        }
    }
    return turn;
}

/* Whether no arrival at the same place has paid for as much and costs less. */
static bool is_cheapest(const qm__reach *r, uint32_t number) {
    const qm__arrival *const a = &r->arrivals[number];
    for (uint32_t i = number; i-- > 0 && r->arrivals[i].lane == a->lane;) {
        if (paid_alike(r, &r->arrivals[i], a)) {
            return false;
        }
    }
    return true;
}

bool qm__reach_arrival_fan(const qm__reach *r, uint32_t number, double budget, qm__fan *out) {
    const qm__arrival *const a = &r->arrivals[number];
    const qm__span *const span = qm__field_span(&r->field, a->lane / 2);
    const double sign = qm__side_sign(a->lane & 1), length = budget - a->cost;
    const bool freely = qm__turns_freely(span);
    double turn = (a->until - a->angle) * sign;
    if (length <= 0 || (freely && !is_cheapest(r, number))) {
        return false;
    }
    if (freely) {
        turn = 2 * QM__PI;
    } else {
        turn = span->radius > 0 ? qm__least(turn, length / span->radius) : qm__least(turn, QM__PI);
        turn = useful_turn(r, number, qm__least(turn, 2 * QM__PI));
    }
    const double back = span->radius > 0 || freely ? 0 : BACK;
    *out = (qm__fan){.centre = span->centre,
                     .radius = span->radius,
                     .turn = sign,
                     .from = a->angle + sign * (QM__PI / 2 - back),
                     .sweep = turn + 2 * back,
                     .length = length,
                     .level = a->level,
                     .paid = qm__reach_paid(r, a->areas, (qm__spot){a->at.x, a->at.y, a->level}),
                     .met = a->areas};
    return true;
}

/* Where the arc of an arrival next comes into one of some areas, or out of it, after turning by `from`; at most `turn`.
 */
static double next_change(const qm__reach *r, const qm__arrival *a, double from, double turn, uint64_t areas) {
    const qm__levels *const levels = r->grounds->levels;
    const qm__span *const span = qm__field_span(&r->field, a->lane / 2);
    for (uint64_t left = areas; left; left &= left - 1) {
        const uint32_t area = (uint32_t)__builtin_ctzll(left);
        if ((a->lane & 1) == QM__SIDE_LEFT) {
            turn = qm__area_change_round(levels, area, span->centre, span->radius, a->angle + from + JUST,
                                         a->angle + turn) -
                   a->angle;
            continue;
        }
        const double end = a->angle - from - JUST; /* the last one before it */
        for (double at = a->angle - turn; at < end;) {
            turn = a->angle - at;
            at = qm__area_change_round(levels, area, span->centre, span->radius, at + JUST, end);
        }
    }
    return turn;
}

/* Those of some areas in which the arc of an arrival is after turning. */
static uint64_t areas_on_arc(const qm__reach *r, const qm__arrival *a, double turn, uint64_t areas) {
    const qm__span *const span = qm__field_span(&r->field, a->lane / 2);
    double angle = a->angle + qm__side_sign(a->lane & 1) * turn;
    angle -= angle >= 2 * QM__PI ? 2 * QM__PI : angle < 0 ? -2 * QM__PI : 0;
    const qm__xy at = qm__span_place(span, angle);
    uint64_t in = 0;
    for (uint64_t left = areas; left; left &= left - 1) {
        const uint32_t area = (uint32_t)__builtin_ctzll(left);
        in |= (uint64_t)qm__in_area(r->grounds->levels, area, at) << area;
    }
    return in;
}

/* Areas that cost something for coming into them, and that an arc of this span may come into. */
static uint64_t areas_near(const qm__reach *r, const qm__span *span) {
    const qm__table *const table = qm__levels_table(r->grounds->levels);
    const double near = span->radius + (double)qm__levels_walker(r->grounds->levels)->radius;
    uint64_t about = 0;
    for (uint64_t left = (r->pricing.once | r->pricing.entry) & r->grounds->levels->levels[span->level].areas; left;
         left &= left - 1) {
        const uint32_t area = (uint32_t)__builtin_ctzll(left);
        about |= (uint64_t)(qm__box_apart(&table->areas[area].polygon.box, span->centre) < near) << area;
    }
    return about;
}

/* How far an arc that has turned by `from` is in the same ones of some areas: these, and the turn at which that ends.
 */
static double same_areas(const qm__reach *r, const qm__arrival *a, double from, double turn, uint64_t asked,
                         uint64_t *in) {
    double to = next_change(r, a, from, turn, asked);
    *in = areas_on_arc(r, a, (from + to) / 2, asked);
    while (to < turn - JUST) {
        const double next = next_change(r, a, to, turn, asked);
        if (areas_on_arc(r, a, (to + next) / 2, asked) != *in) {
            return to;
        }
        to = next;
    }
    return turn;
}

qm__arc_parts qm__reach_arc_parts(const qm__reach *r, const qm__arrival *a, const qm__fan *fan) {
    return (qm__arc_parts){.arrival = a,
                           .left = *fan,
                           .turn = fan->sweep,
                           .about = areas_near(r, qm__field_span(&r->field, a->lane / 2)),
                           .before = UINT64_MAX}; /* what the first part is in has been entered before */
}

bool qm__reach_arc_next(const qm__reach *r, qm__arc_parts *parts, qm__fan *out) {
    const qm__arrival *const a = parts->arrival;
    const uint64_t entry = r->pricing.entry;
    qm__fan *const fan = &parts->left;
    uint64_t in;
    if (parts->at >= parts->turn || fan->length <= 0) {
        return false;
    }
    const double to = same_areas(r, a, parts->at, parts->turn, parts->about & (entry | ~fan->met), &in);
    const double part = to - parts->at;
    fan->length -= qm__once_price(&r->pricing, in & ~fan->met) + qm__entry_price(&r->pricing, in & ~parts->before);
    fan->met |= in;
    fan->paid = (fan->met & r->pricing.once & ~entry) | (in & entry);
    fan->sweep = part;
    *out = *fan;
    fan->length -= fan->radius * part;
    fan->from += qm__side_sign(a->lane & 1) * part;
    parts->before = in;
    parts->at = to;
    return out->length > 0;
}

bool qm__fan_ray_to(const qm__fan *fan, qm__xy place, qm__source_ray *out) {
    const qm__xy v = qm__minus(place, fan->centre);
    const double square = qm__dot(v, v), under = square - fan->radius * fan->radius;
    if (square < 1e-12 || under < -ON_ARC) {
        return false;
    }
    const double way = under > 0 ? qm__root(under) : 0, k = fan->turn * fan->radius;
    const qm__xy d = {(v.x * way - v.y * k) / square, (v.y * way + v.x * k) / square};
    *out = (qm__source_ray){.start = {fan->centre.x + d.y * k, fan->centre.y - d.x * k}, .d = d, .way = way};
    return true;
}

double qm__fan_turn_to(const qm__fan *fan, qm__xy d) {
    const double full = 2 * QM__PI, turn = fan->turn * (qm__angle_of(d.x, d.y) - fan->from);
    const double rest = turn - full * (double)(int)(turn / full);
    return rest < -1e-6 ? rest + full : rest;
}

bool qm__ray_passes(const qm__source_ray *ray, qm__xy a, qm__xy b, double *way) {
    const qm__xy ab = qm__minus(b, a), to = qm__minus(a, ray->start);
    const double speed = qm__cross(ray->d, ab);
    if (speed < 1e-9 && speed > -1e-9) {
        return false;
    }
    const double part = qm__cross(to, ray->d) / speed;
    *way = qm__cross(to, ab) / speed;
    return part >= -1e-9 && part <= 1 + 1e-9 && *way >= -1e-6 && *way <= ray->way + 1e-6;
}

/* Whether the ray of a fan without a radius passes its landing by more than a unit: quicker than asking where. */
static bool misses(const qm__fan *fan, qm__xy place) {
    const qm__xy v = qm__minus(place, fan->centre);
    const double a = qm__cross(qm__minus(fan->a, fan->centre), v), b = qm__cross(qm__minus(fan->b, fan->centre), v);
    const double square = qm__dot(v, v);
    return fan->radius <= 0 && a * b > 0 && a * a > square && b * b > square;
}

double qm__image_way(const qm__image *image, qm__xy place, qm__xy *x) {
    const qm__fan *const fan = &image->fan;
    qm__source_ray ray;
    double passes;
    if (misses(fan, place) || !qm__fan_ray_to(fan, place, &ray)) {
        return -1;
    }
    const double near = qm__most(fan->near, BEFORE);
    ray.way += near;
    if (!qm__ray_passes(&ray, fan->a, fan->b, &passes)) {
        return -1;
    }
    ray.way -= near;
    *x = qm__along(ray.start, ray.d, qm__least(passes, ray.way));
    const double turn = fan->radius > 0 ? qm__fan_turn_to(fan, ray.d) : 0;
    const double way = image->cost + fan->radius * qm__most(turn, 0) + ray.way;
    return turn <= fan->sweep + 1e-6 ? qm__most(way, 0) : -1; /* apparent sources are a little off */
}
