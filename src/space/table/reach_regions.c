/* Regions of a reach: the fans of all its sources, laid over each other on every level.
 *
 * Every place of a fan can be reached, so overlaps are harmless; and every place that can be reached lies in the fan of
 * the source that its shortest way leaves last. Areas that cost something are walls to a fan that has not paid for
 * them; where it stopped at one it is spread once more with that area paid for and so much less to walk. What fans do
 * not know of, areas that are come into twice and prices by the inch, single rays are followed for (reach_slow.c).
 *
 * Where ways are told apart by their risks, the sources of the next number are laid over what is there, and only levels
 * that they come to are united anew.
 */
#include "space/table/reach_inside.h"

#include "base/angle.h"
#include "space/table/overlay.h"

#include <string.h>

enum { POINTS_MAX = 32768, OUTLINES_MAX = 8192, EDGES_MAX = 98304, RINGS_MAX = 4096, FANS_MAX = 1024, STOPS_MAX = 256 };
enum { UNITED_AT = 2000 };
#define DEARER 0.999 /* sources that are dearer than their place by more are of no use */
#define INSIDE 0.2   /* units: so far from a point beside a border it is inside */
#define WORTH 0.9    /* of what going along a border costs: a point that is cheaper is better got to in another way */
#define SPECK 16.0   /* units: what is thinner by itself, by the inch, is what chords of an arc have left over */

typedef struct regions_work {
    const qm__reach *reach;
    double cost;
    qm__scene scene;
    qm__fan_work *fan;
    qm__outlines outlines;
    qm__fan *fans; /* to be spread once more */
    uint32_t fan_count;
    qm__fan_stop *stops;
    qm__seams seams;
    qm__seam_ring *parts;
    qm__outlines spare;               /* where outlines are united before there are too many */
    uint32_t most;                    /* points: then it is time */
    uint32_t seeds, arrivals, images; /* so many have been spread */
    uint32_t settled;                 /* so many outlines are the same as in the regions before */
    qm__block block;                  /* what is left of the memory */
} regions_work;

size_t qm__regions_size(const qm__grounds *grounds, uint32_t body_count) {
    uint32_t lines, rounds;
    qm__scene_most(grounds, body_count, &lines, &rounds);
    return qm__padded((size_t)grounds->levels->count * sizeof(qm__fan_level)) +
           qm__padded(lines * sizeof(qm__fan_line)) + qm__padded(rounds * sizeof(qm__fan_round)) +
           qm__padded(qm__fan_work_size()) + 2 * qm__padded(OUTLINES_MAX * sizeof(qm__outline)) +
           qm__padded(FANS_MAX * sizeof(qm__fan)) + qm__padded(STOPS_MAX * sizeof(qm__fan_stop)) +
           2 * qm__padded(POINTS_MAX * sizeof(uint32_t)) + qm__padded(RINGS_MAX * sizeof(qm__seam_ring)) +
           2 * qm__padded(POINTS_MAX * sizeof(qm__xy)) + qm__padded(RINGS_MAX * sizeof(qm__reach_ring)) +
           qm__padded(qm__overlay_size(EDGES_MAX)) + 64;
}

/* How far from the start a ray of some source may lead. */
static double farthest(const qm__reach *r, double cost) {
    const qm__xy start = {r->ask.from.x, r->ask.from.y};
    double far = cost;
    for (uint32_t i = 1; i < r->seed_count; i++) {
        const qm__seed *const seed = &r->seeds[i];
        far = qm__most(far, qm__apart(start, (qm__xy){seed->spot.x, seed->spot.y}) + cost - seed->cost);
    }
    for (uint32_t i = 0; i < r->arrival_count; i++) {
        far = qm__most(far, qm__apart(start, r->arrivals[i].at) + cost - r->arrivals[i].cost);
    }
    for (uint32_t i = 0; i < r->image_count; i++) {
        const qm__fan *const fan = &r->images[i].fan;
        const double least =
            r->images[i].cost - fan->radius + qm__root(qm__point_segment_square(fan->centre, fan->a, fan->b));
        far = qm__most(far, qm__most(qm__apart(start, fan->a), qm__apart(start, fan->b)) + cost - least);
    }
    return far;
}

static bool set_up(regions_work *w, qm__block *block) {
    const qm__reach *const r = w->reach;
    const uint32_t bodies = r->ask.crowd ? r->ask.crowd->count : 0;
    qm__scene *const s = &w->scene;
    *s = (qm__scene){.grounds = r->grounds,
                     .crowd = r->ask.crowd,
                     .areas = r->pricing.once | r->pricing.entry | r->pricing.inch,
                     .centre = {r->ask.from.x, r->ask.from.y},
                     .reach = farthest(r, w->cost)};
    qm__scene_most(r->grounds, bodies, &s->line_max, &s->round_max);
    s->levels = qm__block_take(block, (size_t)r->grounds->levels->count * sizeof *s->levels);
    s->lines = qm__block_take(block, s->line_max * sizeof *s->lines);
    s->rounds = qm__block_take(block, s->round_max * sizeof *s->rounds);
    w->fan = qm__block_take(block, qm__fan_work_size());
    w->outlines.max = OUTLINES_MAX, w->outlines.point_max = POINTS_MAX;
    w->outlines.items = qm__block_take(block, OUTLINES_MAX * sizeof(qm__outline));
    w->outlines.points = qm__block_take(block, POINTS_MAX * sizeof(qm__xy));
    w->fans = qm__block_take(block, FANS_MAX * sizeof *w->fans);
    w->stops = qm__block_take(block, STOPS_MAX * sizeof *w->stops);
    w->seams.corners = qm__block_take(block, POINTS_MAX * sizeof(uint32_t));
    w->seams.sizes = qm__block_take(block, POINTS_MAX * sizeof(uint32_t));
    w->parts = qm__block_take(block, RINGS_MAX * sizeof *w->parts);
    w->spare.max = OUTLINES_MAX, w->spare.point_max = POINTS_MAX;
    w->spare.items = qm__block_take(block, OUTLINES_MAX * sizeof(qm__outline));
    w->most = UNITED_AT;
    w->seams.thin = r->pricing.inch ? SPECK : 1;
    if (!w->spare.items) {
        return false;
    }
    memset(s->levels, 0, (size_t)r->grounds->levels->count * sizeof *s->levels);
    return true;
}

/* -----------------------------------------------------------------------------------------------------------------
 * fans */

/* What has been laid on a level, united. */
static bool unite(const regions_work *w, int level, const qm__overlay_ring **rings, uint32_t *ring_count,
                  const qm__xy **points) {
    qm__overlay *const overlay = qm__overlay_begin(w->block.at, w->block.left);
    uint32_t point_count;
    bool good = overlay != NULL;
    for (uint32_t i = 0; i < w->outlines.count && good; i++) {
        const qm__outline *const o = &w->outlines.items[i];
        good = o->level != level || qm__overlay_add(overlay, w->outlines.points + o->first, o->count, false);
    }
    return good && qm__overlay_solve(overlay, 0.01, rings, ring_count, points, &point_count);
}

/* Unites the outlines that there are: with links and by the inch there are many, and most lie over each other. */
static bool unite_outlines(regions_work *w) {
    qm__outlines *const to = &w->spare;
    to->count = to->point_count = 0;
    for (int level = 0; level < w->reach->grounds->levels->count; level++) {
        const qm__overlay_ring *rings;
        const qm__xy *points;
        uint32_t count;
        if (!unite(w, level, &rings, &count, &points)) {
            return false;
        }
        for (uint32_t i = 0; i < count; i++) {
            if (to->count == to->max || to->point_max - to->point_count < rings[i].count) {
                return false;
            }
            to->items[to->count++] = (qm__outline){level, to->point_count, rings[i].count};
            memcpy(to->points + to->point_count, points + rings[i].first, rings[i].count * sizeof *points);
            to->point_count += rings[i].count;
        }
    }
    memcpy(w->outlines.items, to->items, to->count * sizeof *to->items);
    memcpy(w->outlines.points, to->points, to->point_count * sizeof *to->points);
    w->outlines.count = to->count, w->outlines.point_count = to->point_count;
    w->settled = 0;
    w->most = to->point_count + UNITED_AT;
    return true;
}

/* Makes room for another fan. */
static bool has_room(regions_work *w) {
    return w->outlines.point_count < w->most || unite_outlines(w);
}

/* Whether rays of a fan begin in an area that costs by the inch. */
static bool begins_slow(const qm__reach *r, const qm__fan *fan, const qm__arrival *arrival) {
    const uint64_t inch = r->pricing.inch & r->grounds->levels->levels[fan->level].areas;
    if (arrival && fan->radius > 0) {
        const double sign = qm__side_sign(arrival->lane & 1), first = fan->from - sign * (QM__PI / 2);
        return (qm__arc_areas(&r->field, arrival->lane, first, first + sign * fan->sweep) & inch) != 0;
    }
    const qm__xy looks[3] = {fan->through ? fan->a : fan->centre, fan->b, qm__half_way(fan->a, fan->b)};
    for (uint64_t left = inch; left; left &= left - 1) {
        for (int i = 0; i < (fan->through ? 3 : 1); i++) {
            if (qm__in_area(r->grounds->levels, (uint32_t)__builtin_ctzll(left), looks[i])) {
                return true;
            }
        }
    }
    return false;
}

/* Queues what is left of a fan behind the areas it stopped at; its rays are followed through those that cost by the
 * inch, or that they may come into once more. */
static bool queue_stops(regions_work *w, const qm__fan *fan, const qm__arrival *arrival, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        const qm__fan_stop *const stop = &w->stops[i];
        if (stop->area < 0) {
            continue;
        }
        const uint64_t bit = (uint64_t)1 << stop->area;
        qm__fan again = *fan;
        again.from = stop->from, again.sweep = stop->sweep;
        again.length = fan->length - stop->used;
        if ((w->reach->pricing.inch | w->reach->pricing.twice) & bit) {
            if (!has_room(w) || !qm__reach_slow(w->reach, &again, arrival, &w->outlines)) {
                return false;
            }
            continue;
        }
        again.length -= qm__once_price(&w->reach->pricing, bit & ~fan->met) + qm__entry_price(&w->reach->pricing, bit);
        again.paid |= bit;
        again.met |= bit;
        if (again.length <= 0) {
            continue;
        }
        if (w->fan_count == FANS_MAX) {
            return false;
        }
        w->fans[w->fan_count++] = again;
    }
    return true;
}

static bool spread(regions_work *w, const qm__fan *fan, const qm__arrival *arrival) {
    const uint64_t inch = w->reach->pricing.inch;
    if ((fan->paid & w->reach->pricing.twice) || (inch && begins_slow(w->reach, fan, arrival))) {
        return has_room(w) && qm__reach_slow(w->reach, fan, arrival, &w->outlines);
    }
    w->fans[0] = *fan;
    w->fan_count = 1;
    while (w->fan_count > 0) {
        qm__fan next = w->fans[--w->fan_count];
        if (next.radius > 0) { /* beyond that nothing is left for its rays */
            next.sweep = qm__least(next.sweep, next.length / next.radius);
        }
        qm__fan stopped = next; /* at all areas that cost by the inch, be they paid for otherwise or not */
        uint32_t stops;
        stopped.paid &= ~inch;
        if (!qm__fan_spread(&w->scene, &stopped, w->fan, &w->outlines, w->stops, STOPS_MAX, &stops) ||
            stops > STOPS_MAX || !queue_stops(w, &next, arrival, stops)) {
            return false;
        }
    }
    return true;
}

/* The fans of an arc, one for each part on which it is in the same areas of those that have yet to be paid for. */
static bool spread_arc(regions_work *w, const qm__arrival *a, const qm__fan *fan) {
    qm__arc_parts parts = qm__reach_arc_parts(w->reach, a, fan);
    for (qm__fan part; qm__reach_arc_next(w->reach, &parts, &part);) {
        if (!spread(w, &part, a)) {
            return false;
        }
    }
    return true;
}

/* Whether another arrival comes to a place for less. */
static bool cheaper_there(const qm__reach *r, qm__xy at, double cost) {
    for (uint32_t i = 0; i < r->arrival_count; i++) {
        const qm__xy d = qm__minus(r->arrivals[i].at, at);
        if (qm__dot(d, d) < 1 && r->arrivals[i].cost < cost) {
            return true;
        }
    }
    return false;
}

/* From a point of a border along it, and into the area at the angle at which that is worth while. */
static bool spread_runs(regions_work *w, const qm__fan *fan, const qm__shore_side *side) {
    const qm__reach *const r = w->reach;
    const double sine = side->outer / side->inner;
    bool good = true;
    for (int way = -1; way <= 1 && good && sine < 1; way += 2) {
        const qm__xy along = {-side->out.y * way, side->out.x * way}, p = fan->centre;
        const qm__xy begin = qm__along(p, side->out, -INSIDE), end = qm__along(p, along, side->apart);
        const qm__spot from = {p.x, p.y, fan->level};
        const uint64_t in = qm__areas_at(r->grounds->levels, (qm__spot){begin.x, begin.y, fan->level});
        uint64_t met = UINT64_MAX;
        if (cheaper_there(r, end, w->cost - fan->length + WORTH * side->apart * side->outer) ||
            !qm__piece_walkable(r->grounds->levels, r->ask.crowd, from, end, fan->level, QM__CARE) ||
            qm__piece_price(&r->field, &r->pricing, from, end, fan->level, UINT64_MAX, &met) >
                (side->outer - 1) * side->apart + 1) {
            continue;
        }
        const double cosine = qm__root(1 - sine * sine);
        const qm__border_run run = {.from = {begin.x, begin.y, fan->level},
                                    .along = along,
                                    .d = qm__along((qm__xy){along.x * sine, along.y * sine}, side->out, -cosine),
                                    .length = side->apart,
                                    .unit = side->outer,
                                    .left = fan->length - qm__once_price(&r->pricing, in & ~fan->met) -
                                            qm__entry_price(&r->pricing, in & ~fan->paid),
                                    .met = fan->met | in};
        good = run.left <= 0 || qm__reach_run(r, &run, &w->outlines);
    }
    return good;
}

/* From the arc around a corner of an area that costs by the inch into it, at the angle at which that is worth while. */
static bool spread_inwards(regions_work *w, const qm__fan *fan, const qm__arrival *arrival, uint32_t area) {
    const qm__reach *const r = w->reach;
    const uint64_t bit = (uint64_t)1 << area;
    qm__fan paying = *fan;
    paying.length -= qm__once_price(&r->pricing, bit & ~fan->met) + qm__entry_price(&r->pricing, bit & ~fan->paid);
    paying.met |= bit, paying.paid |= bit;
    return paying.length <= 0 ||
           qm__reach_inwards(r, &paying, arrival, 1000.0 / r->pricing.prices[area].factor, &w->outlines);
}

/* Whether the place of an arrival can be had for less by bending somewhere else. */
static bool is_dear(const qm__reach *r, const qm__arrival *a) {
    const qm__spot at = {a->at.x, a->at.y, a->level};
    return r->pricing.inch && qm__reach_cost_below(r, at, a->cost * DEARER - 1) >= 0;
}

/* The fans of one arrival: one, or several where its arc comes into areas that have to be paid for. */
static bool spread_arrival(regions_work *w, uint32_t number) {
    const qm__reach *const r = w->reach;
    const qm__arrival *const a = &r->arrivals[number];
    qm__fan fan;
    if (!qm__reach_arrival_fan(r, number, w->cost, &fan) || is_dear(r, a)) {
        return true;
    }
    const qm__span *const span = qm__field_span(&r->field, a->lane / 2);
    if (span->kind == QM__ANCHOR_SHORE) {
        const uint32_t shore = a->lane / 2 - r->field.walks->span_count - r->field.bodies->side_first;
        const qm__shore_side *const side = &r->field.bodies->sides[shore];
        const bool good = side->apart <= 0 || spread_runs(w, &fan, side);
        if (!good || !side->end) { /* what else leaves a point within a row, rays that are bent there tell */
            return good;
        }
    }
    if (span->kind == QM__ANCHOR_AREA && span->radius > 0 && r->pricing.inch >> span->number & 1 &&
        !spread_inwards(w, &fan, a, span->number)) {
        return false;
    }
    return span->radius > 0 ? spread_arc(w, a, &fan) : spread(w, &fan, a);
}

/* From a place where the borders of two areas that cost by the inch cross each other: the rays that come past it on
 * either side are bent apart, and what lies between them is got to by way of this place. */
static bool spread_crossing(regions_work *w, qm__xy at, int level) {
    const qm__spot spot = {at.x, at.y, level};
    uint64_t met;
    const double cost = qm__reach_cost_met(w->reach, spot, w->cost, &met);
    const qm__fan fan = qm__reach_seed_fan(w->reach, &(qm__seed){.spot = spot, .cost = cost, .areas = met}, w->cost);
    return cost < 0 || (has_room(w) && qm__reach_slow(w->reach, &fan, NULL, &w->outlines));
}

/* All such places on what an edge of an area and its first corner have of the area's border. */
static bool spread_crossed(regions_work *w, int level, const qm__edge *e, uint32_t other) {
    const qm__levels *const levels = w->reach->grounds->levels;
    const double reach = qm__area_reach(levels);
    const qm__xy before = qm__unit(qm__minus(e->a, e->before)), along = qm__unit(qm__minus(e->b, e->a));
    const qm__xy out = {along.y, -along.x}, from = qm__along(e->a, out, reach), to = qm__along(e->b, out, reach);
    bool good = true;
    for (double part = 0; good && (part = qm__area_change(levels, other, from, to, part, 1)) < 1;) {
        good = spread_crossing(w, qm__along(from, qm__minus(to, from), part), level);
    }
    const double turn = qm__angle_of(qm__dot(before, along), qm__cross(before, along));
    const double last = qm__angle_of(out.x, out.y);
    for (double angle = last - turn; good && turn > 0 && reach > 0;) {
        angle = qm__area_change_round(levels, other, e->a, reach, angle, last);
        if (angle >= last) {
            break;
        }
        const qm__turn t = qm__turn_of_radians(angle);
        good = spread_crossing(w, qm__along(e->a, (qm__xy){t.cos, t.sin}, reach), level);
    }
    return good;
}

/* Between areas that cost nothing for coming in: there it does not matter which of them a way to the place has met. */
static bool spread_crossings(regions_work *w) {
    const qm__levels *const levels = w->reach->grounds->levels;
    const qm__table *const table = qm__levels_table(levels);
    const qm__pricing *const pricing = &w->reach->pricing;
    const uint64_t inch = pricing->inch & ~(pricing->once | pricing->entry);
    bool good = true;
    for (int level = 0; inch && level < levels->count; level++) {
        for (uint64_t left = inch & levels->levels[level].areas; left; left &= left - 1) {
            qm__edges edges = qm__edges_of(table, &table->areas[__builtin_ctzll(left)].polygon);
            for (qm__edge e; good && qm__edges_next(&edges, &e);) {
                for (uint64_t rest = left & (left - 1); good && rest; rest &= rest - 1) {
                    good = spread_crossed(w, level, &e, (uint32_t)__builtin_ctzll(rest));
                }
            }
        }
    }
    return good;
}

/* Spreads from all sources that have not been yet. */
static bool spread_all(regions_work *w) {
    const qm__reach *const r = w->reach;
    bool good = true;
    for (; w->seeds < r->seed_count && good; w->seeds++) {
        const qm__fan fan = qm__reach_seed_fan(r, &r->seeds[w->seeds], w->cost);
        good = fan.length <= 0 || (has_room(w) && spread(w, &fan, NULL));
    }
    for (; w->images < r->image_count && good; w->images++) {
        const qm__image *const image = &r->images[w->images];
        qm__fan fan = image->fan;
        fan.length = w->cost - image->cost;
        fan.met = image->areas;
        good = fan.length <= 0 || (has_room(w) && spread(w, &fan, NULL));
    }
    for (; w->arrivals < r->arrival_count && good; w->arrivals++) {
        good = has_room(w) && spread_arrival(w, w->arrivals);
    }
    return good && spread_crossings(w);
}

/* ------------------------------------------------------------------------------------------------------------ the
 * union */

/* Cuts out a circle or, around a rectangle's corners, a rounded rectangle. */
static bool cut_rounded(qm__overlay *overlay, const qm__xy *corners, int count, double keep) {
    qm__xy points[4 * 66];
    const int chords =
        (int)qm__clamp(2 * QM__PI / qm__root(8 * QM__FAN_CHORD / qm__most(keep, 8 * QM__FAN_CHORD)) / count + 1, 4, 64);
    uint32_t n = 0;
    for (int i = 0; i < count; i++) {
        const qm__xy before = corners[(i + count - 1) % count], out = qm__minus(corners[i], before);
        const double first = count == 1 ? 0 : qm__angle_of(out.y, -out.x);
        for (int k = 0; k <= chords - (count == 1); k++) {
            const double angle = first + 2 * QM__PI / count * k / chords;
            const qm__turn t = qm__turn_of_radians(angle > QM__PI ? angle - 2 * QM__PI : angle);
            points[n++] = qm__along(corners[i], (qm__xy){t.cos, t.sin}, keep);
        }
    }
    return qm__overlay_add(overlay, points, n, true);
}

/* The box of all that is laid on a level. */
typedef struct extent {
    qm__xy low, high;
} extent;

static void widen(extent *box, const qm__xy *points, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        qm__widen(&box->low, &box->high, points[i]);
    }
}

static bool outside(const extent *box, const qm__body *body, double keep) {
    const double around = keep + body->width + body->length;
    return body->x < box->low.x - around || body->x > box->high.x + around || body->y < box->low.y - around ||
           body->y > box->high.y + around;
}

/* Cuts out where the base would end on somebody who can only be passed. */
static bool cut_bodies(const qm__reach *r, qm__overlay *overlay, int level, const extent *box) {
    const qm__crowd *const crowd = r->ask.crowd;
    bool good = true;
    for (uint32_t i = 0; crowd && i < crowd->count && good; i++) {
        const qm__body *const body = &crowd->bodies[i];
        const double keep = i == crowd->self || body->manner != QM__PASS_ONLY
                                ? 0
                                : qm__body_stops(r->grounds->levels, &r->grounds->levels->levels[level], body, true);
        if (keep <= 0 || outside(box, body, keep)) {
            continue;
        }
        qm__xy corners[4] = {{body->x, body->y}};
        if (body->radius <= 0) {
            qm__body_corners(body, corners);
        }
        good = cut_rounded(overlay, corners, body->radius > 0 ? 1 : 4, keep - QM__SLACK);
    }
    return good;
}

typedef struct output {
    qm__reach_ring *rings;
    qm__xy *points;
    uint32_t ring_count, point_count;
} output;

/* Adds a ring, or what it falls into when slits are closed. */
static bool put_ring(const regions_work *w, int level, const qm__xy *points, uint32_t count, output *out) {
    if (out->point_count + count > POINTS_MAX) {
        return false;
    }
    qm__xy *const own = out->points + out->point_count;
    memcpy(own, points, count * sizeof *points);
    const uint32_t parts = qm__seams_close(&w->seams, own, count, w->parts, RINGS_MAX - out->ring_count);
    for (uint32_t i = 0; i < parts && parts != UINT32_MAX; i++) {
        out->rings[out->ring_count++] =
            (qm__reach_ring){level, w->parts[i].hole, out->point_count + w->parts[i].first, w->parts[i].count};
    }
    out->point_count += count;
    return parts != UINT32_MAX;
}

static bool unite_level(const regions_work *w, int level, void *memory, size_t size, output *out) {
    qm__overlay *const overlay = qm__overlay_begin(memory, size);
    extent box = {{1e30, 1e30}, {-1e30, -1e30}};
    bool any = false;
    if (!overlay) {
        return false;
    }
    for (uint32_t i = 0; i < w->outlines.count; i++) {
        const qm__outline *const o = &w->outlines.items[i];
        if (o->level == level) {
            any = true;
            widen(&box, w->outlines.points + o->first, o->count);
            if (!qm__overlay_add(overlay, w->outlines.points + o->first, o->count, false)) {
                return false;
            }
        }
    }
    const qm__overlay_ring *rings;
    const qm__xy *points;
    uint32_t ring_count, point_count;
    if (!any) {
        return true;
    }
    if ((w->reach->ask.may_end && !cut_bodies(w->reach, overlay, level, &box)) ||
        !qm__overlay_solve(overlay, 1, &rings, &ring_count, &points, &point_count)) {
        return false;
    }
    bool good = true;
    for (uint32_t i = 0; i < ring_count && good; i++) {
        good = put_ring(w, level, points + rings[i].first, rings[i].count, out);
    }
    return good;
}

/* Whether something has been laid on a level since the regions before. */
static bool is_new(const regions_work *w, int level) {
    bool found = false;
    for (uint32_t i = w->settled; i < w->outlines.count && !found; i++) {
        found = w->outlines.items[i].level == level;
    }
    return found;
}

/* The rings that regions drawn before have of a level, once more: points are not copied. */
static bool put_again(const qm__regions *before, int level, output *out) {
    for (uint32_t i = 0; i < before->ring_count; i++) {
        if (before->rings[i].level != level) {
            continue;
        }
        if (out->ring_count == RINGS_MAX) {
            return false;
        }
        out->rings[out->ring_count++] = before->rings[i];
    }
    return true;
}

/* The regions of a reach. `before`: those of a part of its sources, which have been spread by now; NULL = of none.
 * False when memory did not suffice. */
static bool draw(regions_work *w, const qm__block *block, output *out, const qm__regions *before, qm__regions *to) {
    const uint32_t first = out->ring_count;
    w->block = *block;
    w->spare.points = out->points + out->point_count;
    w->spare.point_max = POINTS_MAX - out->point_count;
    bool good = spread_all(w);
    for (int level = 0; good && level < w->reach->grounds->levels->count; level++) {
        good = before && !is_new(w, level) ? put_again(before, level, out)
                                           : unite_level(w, level, block->at, block->left, out);
    }
    w->settled = w->outlines.count;
    *to = (qm__regions){out->rings + first, out->points, out->ring_count - first, out->point_count,
                        qm__reach_approximate(w->reach)};
    return good;
}

/* The regions of a reach within 0, 1, … and so on risks, as many as are wanted; of one: all of it. */
static bool draw_all(const qm__reach *reach, double cost, void *memory, size_t size, qm__regions *to, uint32_t count) {
    regions_work w = {.reach = reach, .cost = qm__least(cost, reach->most)};
    qm__block block = qm__block_of(memory, size);
    output out = {.ring_count = 0};
    out.rings = qm__block_take(&block, RINGS_MAX * sizeof *out.rings);
    out.points = qm__block_take(&block, POINTS_MAX * sizeof *out.points);
    bool good = set_up(&w, &block);
    for (uint32_t i = 0; i < count && good; i++) {
        w.reach = i + 1 < count ? qm__reach_within(reach, i) : reach;
        good = draw(&w, &block, &out, i > 0 ? &to[i - 1] : NULL, &to[i]);
    }
    return good;
}

bool qm__reach_regions(const qm__reach *reach, double cost, void *memory, size_t size, qm__regions *out) {
    return draw_all(reach, cost, memory, size, out, 1);
}

bool qm__reach_regions_apart(const qm__reach *reach, double cost, void *memory, size_t size, qm__regions *out) {
    const uint32_t apart = qm__reach_apart(&reach->ask);
    return draw_all(reach, cost, memory, size, out, apart == 0 ? 1 : apart + !reach->ask.risks_limited);
}
