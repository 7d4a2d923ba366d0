/* Links in a reach: those that are taken straight on, as images of whole sources.
 *
 * A base that climbs a face, or drops to its foot, moves by the same vector wherever it does so. Of all ways over the
 * face to a place beyond, the shortest looks straight from the source moved by that vector; so what a source sees of a
 * take-off becomes one new source behind the landing, exactly, however long the face is. Links that are taken from any
 * place of their take-off to any of their landing are leaps (reach_leaps.c).
 *
 * Invariant: a source is kept only if it is cheaper than all before it somewhere on its landing (its ends, its middle
 * or a quarter), so rounds end. Sources behind more than QM__CHAIN_MAX links are not looked for.
 */
#include "space/table/reach_links_inside.h"

#include "base/angle.h"

#define TURNING 5.0 /* units */
#define JOINED 0.01 /* units */
#define ALONG 0.5   /* units */
#define NARROW 1e-3 /* units: what is seen of a take-off and is no longer than that is nothing */

enum { FANS_MAX = 64 };

/* ----------------------------------------------------------------------------------------------------------- new
 * sources */

bool qm__reaching_gains(const qm__reach *r, qm__xy at, int level, double cost) {
    return cost <= r->ask.budget && qm__reach_some_below(r, (qm__spot){at.x, at.y, level}, cost + QM__GAIN) < 0;
}

/* Queues places on an image's landing from which its rays lead to anchors: where they pass it on their way. */
static void queue_anchors(qm__reaching *l, const qm__image *image) {
    const qm__reach *const r = l->reach;
    const qm__fan *const fan = &image->fan;
    const uint32_t spans = r->field.walks->span_count + (r->field.bodies ? r->field.bodies->span_count : 0);
    const int32_t group = r->field.walks->group[fan->level];
    const double left = r->ask.budget - image->cost;
    for (uint32_t i = 0; i < spans && left >= 0; i++) {
        const qm__span *const span = qm__field_span(&r->field, i);
        const qm__xy apart = qm__minus(span->centre, fan->centre);
        if (r->field.walks->group[span->level] != group ||
            qm__dot(apart, apart) > qm__square(left + fan->radius + span->radius)) {
            continue;
        }
        for (unsigned side = 0; side < 2; side++) {
            qm__xy d, x;
            double length;
            const double sign = qm__side_sign(side);
            if (!qm__tangent_of(fan->centre, fan->radius, fan->turn, span->centre, span->radius, sign, &d, &length)) {
                continue;
            }
            const qm__xy at = {span->centre.x + d.y * sign * span->radius, span->centre.y - d.x * sign * span->radius};
            const double cost = qm__image_way(image, at, &x);
            if (cost >= 0 && cost <= r->ask.budget && qm__span_has(span, (qm__xy){d.y * sign, -d.x * sign})) {
                qm__reaching_queue(l, &(qm__seed){.spot = {x.x, x.y, fan->level},
                                                  .cost = cost - qm__apart(x, at),
                                                  .areas = image->areas});
            }
        }
    }
}

/* The isle of a landing, when it lies on one. */
static int32_t isle_along(const qm__reach *r, const qm__fan *fan) {
    const qm__xy middle = qm__along(fan->a, qm__minus(fan->b, fan->a), 0.5);
    const int32_t isle = qm__isle_at(r->grounds->walks, qm__spot_at(middle, fan->level));
    return isle == qm__isle_at(r->grounds->walks, qm__spot_at(fan->a, fan->level)) &&
                   isle == qm__isle_at(r->grounds->walks, qm__spot_at(fan->b, fan->level))
               ? isle
               : -1;
}

bool qm__reaching_keep(qm__reaching *l, const qm__image *image, double gain) {
    qm__reach *const r = l->reach;
    bool better = false;
    for (int i = 0; i <= 4 && !better; i++) {
        const qm__xy at = qm__along(image->fan.a, qm__minus(image->fan.b, image->fan.a), 0.001 + 0.2495 * i);
        qm__xy x;
        const double way = qm__image_way(image, at, &x);
        better = way >= 0 && qm__reaching_gains(r, at, image->fan.level, way + gain - QM__GAIN);
    }
    if (!better) {
        return false;
    }
    if (r->image_count == r->image_max) {
        l->failed = true;
        return false;
    }
    r->images[r->image_count] = *image;
    r->images[r->image_count++].isle = isle_along(r, &image->fan);
    queue_anchors(l, image);
    return true;
}

/* The mirror image: a base that lands under what it came from may turn back, and ways that turn back at a line are
 * straight from the far side of it. */
static void mirror(qm__fan *fan) {
    const qm__xy u = qm__unit(qm__minus(fan->b, fan->a)), v = qm__minus(fan->centre, fan->a);
    fan->centre = qm__along(fan->centre, qm__left(u), -2 * qm__cross(u, v));
    fan->from = 2 * qm__angle_of(u.x, u.y) - fan->from;
    fan->turn = -fan->turn;
}

/* Whether a base passes somewhere along a landing, a little aside of it, on a level. */
static bool passes_aside(const qm__reach *r, const qm__fan *fan, qm__xy aside, int level) {
    const qm__xy along = qm__minus(fan->b, fan->a);
    bool found = false;
    for (int i = 0; i <= 8 && !found; i++) {
        const qm__xy at = qm__plus(qm__along(fan->a, along, 0.01 + 0.1225 * i), aside);
        found = qm__passes(r->grounds->levels, r->ask.crowd, qm__spot_at(at, level), QM__CARE, NULL);
    }
    return found;
}

bool qm__reaching_turns_back(const qm__reach *r, const qm__fan *fan, qm__xy in) {
    const qm__levels *const levels = r->grounds->levels;
    const qm__xy back = qm__along((qm__xy){0, 0}, qm__unit(in), -TURNING);
    const int32_t z = levels->levels[fan->level].z, step = levels->walker.step;
    bool found = qm__length(in) > TURNING && passes_aside(r, fan, back, fan->level);
    for (int i = 0; i < levels->count && !found && qm__length(in) > TURNING; i++) {
        const int32_t rise = levels->levels[i].z - z;
        found = i != fan->level && rise <= step && rise >= -step && qm__borders_near(levels, i, fan->a, fan->b) &&
                qm__borders_near(levels, fan->level, fan->a, fan->b) && passes_aside(r, fan, back, i);
    }
    return found;
}

void qm__reaching_image(qm__reaching *l, qm__image *image, double gain, qm__xy off, qm__xy on) {
    if (qm__reaching_keep(l, image, gain) && qm__reaching_turns_back(l->reach, &image->fan, qm__minus(on, off))) {
        mirror(&image->fan); /* on the landing it costs the same as the one just kept */
        qm__reaching_keep(l, image, -gain);
    }
}

/* Whether the rays of a fan through the middle of its landing lead against a direction. */
static bool leads_against(const qm__fan *fan, qm__xy direction) {
    qm__source_ray ray;
    return qm__fan_ray_to(fan, qm__half_way(fan->a, fan->b), &ray) && qm__dot(ray.d, direction) < 0;
}

/* The image of a fan behind a link it has come to. A link that leads back to where the fan came from, as one up from
 * the edge of a crate that was just stepped onto, turns its rays back. */
static void add_image(qm__reaching *l, const qm__fan *fan, double cost, uint64_t areas, uint32_t depth,
                      const qm__passage *p, const qm__fan_stop *stop) {
    qm__reach *const r = l->reach;
    const qm__link *const link = &r->ask.links->items[p->link];
    qm__image image = {.fan = *fan, .cost = cost + stop->used + p->cost, .areas = areas, .depth = depth + 1};
    image.fan.centre = qm__plus(fan->centre, p->shift);
    image.fan.from = stop->from, image.fan.sweep = stop->sweep;
    image.fan.a = qm__plus(stop->a, p->shift), image.fan.b = qm__plus(stop->b, p->shift);
    image.fan.level = link->to, image.fan.through = true, image.fan.near = 0;
    if (leads_against(&image.fan, p->shift)) {
        mirror(&image.fan);
    }
    const qm__xy off = qm__half_way(stop->a, stop->b), on = qm__plus(off, p->shift);
    if (l->scene.areas) {
        image.cost += qm__landing_toll(l, link, off, on, fan->paid, &image.areas);
        image.fan.paid = qm__reach_paid(r, image.areas, qm__spot_at(on, link->to));
    }
    if (depth >= QM__CHAIN_MAX || qm__apart(stop->a, stop->b) < NARROW ||
        !qm__flight_clear(r->ask.links, p->link, r->ask.crowd, off, on)) {
        return;
    }
    qm__reaching_image(l, &image, QM__GAIN, off, on);
}

/* Takes the links that a fan has come to. Areas that cost something stop it: what is left goes on behind their border,
 * paid for, as another fan. */
typedef struct looking {
    qm__fan fan;
    double cost; /* at its first ray */
    uint64_t areas;
} looking;

/* A ray alone, right at the end of something that stops those beside it, tells nothing. */
static void take_stop(qm__reaching *l, const looking *at, uint32_t depth, const qm__fan_stop *stop) {
    const qm__passage *const p = &l->passages[l->wanted[stop->mark].number];
    if (p->straight) {
        add_image(l, &at->fan, at->cost, at->areas, depth, p, stop);
    } else if (depth < QM__CHAIN_MAX && qm__apart(stop->a, stop->b) >= NARROW) {
        qm__reaching_leap(l, p, &(qm__sighting){&at->fan, at->cost, at->areas, depth, stop->a, stop->b, true});
    }
}

/* Windows and the shortest way to a take-off part what is seen of it: those that are to be leapt from are joined again.
 * What becomes part of another one gets no length. */
static void join_stops(const qm__reaching *l, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        qm__fan_stop *const a = &l->stops[i];
        if (a->area >= 0 || l->passages[l->wanted[a->mark].number].straight) {
            continue;
        }
        for (uint32_t k = 0; k < i; k++) {
            qm__fan_stop *const b = &l->stops[k];
            if (b->area >= 0 || b->mark != a->mark || b->sweep < 0) {
                continue;
            }
            if (qm__apart(a->a, b->b) < JOINED) {
                a->a = b->a, b->sweep = -1;
            } else if (qm__apart(a->b, b->a) < JOINED) {
                a->b = b->b, b->sweep = -1;
            }
        }
    }
}

bool qm__reaching_may_gain(const qm__reaching *l, const qm__passage *p, const qm__fan *fan, double cost) {
    const qm__link *const link = &l->reach->ask.links->items[p->link];
    const int32_t *const group = l->reach->field.walks->group;
    const double *const known = l->landed + (size_t)(p - l->passages) * QM__LANDED_MAX;
    const double left = l->reach->ask.budget - cost - p->least, far = left + fan->radius;
    const qm__xy a = qm__minus(p->a, fan->centre), b = qm__minus(p->b, fan->centre);
    if (group[link->from] != group[fan->level] || left < 0 || (a.x > far && b.x > far) || (a.x < -far && b.x < -far) ||
        (a.y > far && b.y > far) || (a.y < -far && b.y < -far)) {
        return false;
    }
    const double square = qm__point_segment_square(fan->centre, p->a, p->b);
    if (square > far * far) {
        return false;
    }
    const double least = cost + p->least + qm__most(qm__root(square) - fan->radius, 0);
    bool gains = p->straight;
    for (int i = 0; i < QM__PLACES_MAX && !gains; i++) {
        gains = known[i] > least;
    }
    return gains;
}

static void look(qm__reaching *l, qm__fan fan, double cost, uint64_t areas, uint32_t depth) {
    looking stack[FANS_MAX];
    uint32_t left = 1;
    stack[0] = (looking){fan, cost, areas};
    l->scene.mark_count = 0;
    for (uint32_t i = 0; i < l->mark_count; i++) {
        if (qm__reaching_may_gain(l, &l->passages[l->marks[i].number], &fan, cost)) {
            l->wanted[l->scene.mark_count++] = l->marks[i];
        }
    }
    left = l->scene.mark_count > 0;
    while (left > 0 && !l->failed) {
        looking at = stack[--left];
        qm__outlines none = {0};
        uint32_t count;
        at.fan.length = l->reach->ask.budget - at.cost;
        if (at.fan.length <= 0) {
            continue;
        }
        if (!qm__fan_spread(&l->scene, &at.fan, l->fan, &none, l->stops, QM__SIGHTINGS_MAX, &count) ||
            count > QM__SIGHTINGS_MAX) {
            l->failed = true;
            return;
        }
        join_stops(l, count);
        for (uint32_t i = 0; i < count && !l->failed; i++) {
            const qm__fan_stop *const stop = &l->stops[i];
            if (stop->area < 0) {
                if (stop->sweep >= 0) {
                    take_stop(l, &at, depth, stop);
                }
                continue;
            }
            if (left == FANS_MAX) {
                l->failed = true;
                return;
            }
            const qm__area_price *const price = &l->reach->ask.prices[stop->area];
            const bool met = at.areas >> stop->area & 1;
            looking *const next = &stack[left++];
            *next = at;
            next->fan.from = stop->from, next->fan.sweep = stop->sweep;
            next->fan.paid |= (uint64_t)1 << stop->area;
            next->areas |= (uint64_t)1 << stop->area;
            next->cost += stop->used + (met ? 0 : price->once) + price->entry;
        }
    }
}

/* Looks from an arrival. Rays that leave its arc where that is in an area have paid for it. */
static void look_from_arrival(qm__reaching *l, uint32_t number, const qm__fan *fan) {
    const qm__reach *const r = l->reach;
    const qm__arrival arrival = r->arrivals[number];
    if (fan->radius <= 0 || !l->scene.areas) {
        look(l, *fan, arrival.cost, arrival.areas, 0);
        return;
    }
    qm__arc_parts parts = qm__reach_arc_parts(r, &arrival, fan);
    for (qm__fan part; !l->failed && qm__reach_arc_next(r, &parts, &part);) {
        look(l, part, r->ask.budget - part.length, part.met, 0);
    }
}

/* Takes a link whose take-off lies on the landing of an image, where both are. Behind the landing it is not seen. */
static void take_along(qm__reaching *l, const qm__image *image, const qm__passage *p) {
    const qm__link *const link = &l->reach->ask.links->items[p->link];
    const qm__fan *const fan = &image->fan;
    const qm__xy u = qm__unit(qm__minus(fan->b, fan->a));
    const qm__xy from = qm__minus(p->a, fan->a), to = qm__minus(p->b, fan->a);
    const double beside = qm__most(qm__cross(u, from) * qm__cross(u, from), qm__cross(u, to) * qm__cross(u, to));
    if (link->from != fan->level || beside > ALONG * ALONG || !qm__reaching_may_gain(l, p, fan, image->cost)) {
        return;
    }
    const double low = qm__least(qm__dot(u, from), qm__dot(u, to)), high = qm__most(qm__dot(u, from), qm__dot(u, to));
    const qm__xy ends[2] = {qm__along(fan->a, u, qm__most(low, 0)),
                            qm__along(fan->a, u, qm__least(high, qm__apart(fan->a, fan->b)))};
    qm__source_ray rays[2];
    if (qm__dot(qm__minus(ends[1], ends[0]), u) <= 0 || !qm__fan_ray_to(fan, ends[0], &rays[0]) ||
        !qm__fan_ray_to(fan, ends[1], &rays[1])) {
        return;
    }
    const double turns[2] = {qm__fan_turn_to(fan, rays[0].d), qm__fan_turn_to(fan, rays[1].d)};
    const int first = turns[0] > turns[1];
    if (p->straight) {
        const qm__fan_stop stop = {.from = fan->from + fan->turn * turns[first],
                                   .sweep = turns[!first] - turns[first],
                                   .used = fan->radius * turns[first],
                                   .a = ends[first],
                                   .b = ends[!first]};
        add_image(l, fan, image->cost, image->areas, image->depth, p, &stop);
    } else if (image->depth < QM__CHAIN_MAX) {
        qm__reaching_leap(l, p, &(qm__sighting){fan, image->cost, image->areas, image->depth, ends[0], ends[1], true});
    }
}

void qm__reaching_look(qm__reaching *l) {
    const qm__reach *const r = l->reach;
    for (uint32_t i = l->seed_first; i < l->seed_end && !l->failed; i++) {
        look(l, qm__reach_seed_fan(r, &r->seeds[i], r->ask.budget), r->seeds[i].cost, r->seeds[i].areas, 0);
    }
    for (uint32_t i = l->arrival_first; i < l->arrival_end && !l->failed; i++) {
        qm__fan fan;
        if (qm__reach_arrival_fan(r, i, r->ask.budget, &fan)) {
            look_from_arrival(l, i, &fan);
        }
    }
    for (uint32_t i = l->image_first; i < r->image_count && i < l->image_end && !l->failed; i++) {
        const qm__image image = r->images[i];
        if (qm__image_beaten(l->before, &image)) {
            continue;
        }
        look(l, image.fan, image.cost, image.areas, image.depth);
        for (uint32_t k = 0; k < l->passage_count && !l->failed; k++) {
            take_along(l, &image, &l->passages[k]);
        }
    }
}
