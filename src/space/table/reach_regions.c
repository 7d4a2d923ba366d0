/* Regions of a reach: the fans of all its sources, laid over each other on every level.
 *
 * Every place of a fan can be reached, so overlaps are harmless; and every place that can be reached lies in the fan of
 * the source that its shortest way leaves last. Areas that cost something are walls to a fan that has not paid for
 * them; where it stopped at one it is spread once more with that area paid for and so much less to walk.
 */
#include "space/table/reach_inside.h"

#include "base/angle.h"
#include "space/table/overlay.h"

#include <string.h>

enum { POINTS_MAX = 32768, OUTLINES_MAX = 8192, EDGES_MAX = 65536, RINGS_MAX = 4096, FANS_MAX = 1024, STOPS_MAX = 256 };
enum { SHORES_USED = 64 };
#define SPECK 16.0 /* units: what is thinner by itself, by the inch, is what chords of an arc have left over */

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
    /* Of the arrivals at borders and at corners of areas that cost by the inch, one in so many is used; 0 = none. */
    uint32_t shore_step, corner_step, shore_count, corner_count;
    qm__seam_ring *parts;
} regions_work;

size_t qm__regions_size(const qm__grounds *grounds, uint32_t body_count, const qm__links *links) {
    uint32_t lines, rounds;
    (void)links;
    qm__scene_most(grounds, body_count, &lines, &rounds);
    return qm__padded((size_t)grounds->levels->count * sizeof(qm__fan_level)) +
           qm__padded(lines * sizeof(qm__fan_line)) + qm__padded(rounds * sizeof(qm__fan_round)) +
           qm__padded(qm__fan_work_size()) + qm__padded(OUTLINES_MAX * sizeof(qm__outline)) +
           qm__padded(FANS_MAX * sizeof(qm__fan)) + qm__padded(STOPS_MAX * sizeof(qm__fan_stop)) +
           2 * qm__padded(POINTS_MAX * sizeof(uint32_t)) + qm__padded(RINGS_MAX * sizeof(qm__seam_ring)) +
           2 * qm__padded(POINTS_MAX * sizeof(qm__xy)) + qm__padded(RINGS_MAX * sizeof(qm__reach_ring)) +
           qm__padded(qm__overlay_size(EDGES_MAX)) + 64;
}

static bool set_up(regions_work *w, qm__block *block) {
    const qm__reach *const r = w->reach;
    const uint32_t bodies = r->ask.crowd ? r->ask.crowd->count : 0;
    qm__scene *const s = &w->scene;
    *s = (qm__scene){.grounds = r->grounds,
                     .crowd = r->ask.crowd,
                     .areas = r->pricing.once | r->pricing.entry,
                     .centre = {r->ask.from.x, r->ask.from.y},
                     .reach = r->ask.links ? 1e9 : w->cost};
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
    w->seams.thin = r->pricing.inch ? SPECK : 1;
    if (!w->parts) {
        return false;
    }
    memset(s->levels, 0, (size_t)r->grounds->levels->count * sizeof *s->levels);
    return true;
}

/* -----------------------------------------------------------------------------------------------------------------
 * fans */

/* Queues what is left of a fan behind the areas it stopped at. */
static bool queue_stops(regions_work *w, const qm__fan *fan, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        const qm__fan_stop *const stop = &w->stops[i];
        if (stop->area < 0) {
            continue;
        }
        const qm__area_price *const price = &w->reach->ask.prices[stop->area];
        qm__fan again = *fan;
        again.from = stop->from, again.sweep = stop->sweep;
        again.length = fan->length - stop->used - price->once - price->entry;
        again.paid |= (uint64_t)1 << stop->area;
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
    w->fans[0] = *fan;
    w->fan_count = 1;
    while (w->fan_count > 0) {
        const qm__fan next = w->fans[--w->fan_count];
        const uint32_t first = w->outlines.count;
        uint32_t stops;
        if (!qm__fan_spread(&w->scene, &next, w->fan, &w->outlines, w->stops, STOPS_MAX, &stops) || stops > STOPS_MAX ||
            !queue_stops(w, &next, stops) ||
            (w->reach->pricing.inch && !qm__reach_slow(w->reach, &next, arrival, &w->outlines, first))) {
            return false;
        }
    }
    return true;
}

/* The angle, at most `turn` on from an arrival, up to which it comes into none of `areas`. */
static double clear_turn(const regions_work *w, const qm__arrival *a, double from, double turn, uint64_t areas) {
    const double sign = qm__side_sign(a->lane & 1);
    if (!(qm__arc_areas(&w->reach->field, a->lane, a->angle + sign * from, a->angle + sign * turn) & areas)) {
        return turn;
    }
    double low = from, high = turn;
    for (int i = 0; i < 40; i++) {
        const double middle = (low + high) / 2;
        if (qm__arc_areas(&w->reach->field, a->lane, a->angle + sign * from, a->angle + sign * middle) & areas) {
            high = middle;
        } else {
            low = middle;
        }
    }
    return low;
}

/* What coming into areas from outside costs each time. */
static double entry_price(const qm__reach *r, uint64_t met) {
    double price = 0;
    for (uint64_t left = met & r->pricing.entry; left; left &= left - 1) {
        price += r->ask.prices[__builtin_ctzll(left)].entry;
    }
    return price;
}

static bool left_out(regions_work *w, const qm__span *span) {
    const bool shore = span->kind == QM__ANCHOR_SHORE;
    if (!shore && !(span->kind == QM__ANCHOR_AREA && w->reach->pricing.inch >> span->number & 1)) {
        return false;
    }
    const uint32_t step = shore ? w->shore_step : w->corner_step;
    return step == 0 || (shore ? w->shore_count++ : w->corner_count++) % step != 0;
}

/* The fans of one arrival: one, or several where its arc comes into areas that have to be paid for. */
static bool spread_arrival(regions_work *w, uint32_t number) {
    const qm__reach *const r = w->reach;
    const qm__arrival *const a = &r->arrivals[number];
    const double sign = qm__side_sign(a->lane & 1);
    qm__fan fan;
    if (!qm__reach_arrival_fan(r, number, w->cost, &fan)) {
        return true;
    }
    if (r->pricing.inch && left_out(w, qm__field_span(&r->field, a->lane / 2))) {
        return true;
    }
    const double turn = fan.sweep;
    for (double from = 0; fan.length > 0;) {
        const uint64_t unpaid = w->scene.areas & ~fan.paid;
        const double to = unpaid ? clear_turn(w, a, from, turn, unpaid) : turn;
        fan.sweep = to - from;
        if (!spread(w, &fan, a)) {
            return false;
        }
        if (to >= turn) {
            break;
        }
        const uint64_t all = qm__arc_areas(&r->field, a->lane, a->angle + sign * from, a->angle + sign * (to + 1e-9));
        const uint64_t met = all & unpaid ? all & unpaid : unpaid;
        fan.length -= fan.radius * (to - from) + qm__once_price(&r->pricing, met) + entry_price(r, met);
        fan.from += sign * (to - from);
        fan.paid |= met;
        from = to;
    }
    return true;
}

static bool spread_all(regions_work *w) {
    const qm__reach *const r = w->reach;
    bool good = true;
    for (uint32_t i = 0; i < r->seed_count && good; i++) {
        const qm__fan fan = qm__reach_seed_fan(r, &r->seeds[i], w->cost);
        good = fan.length <= 0 || spread(w, &fan, NULL);
    }
    for (uint32_t i = 0; i < r->image_count && good; i++) {
        qm__fan fan = r->images[i].fan;
        fan.length = w->cost - r->images[i].cost;
        good = fan.length <= 0 || spread(w, &fan, NULL);
    }
    for (uint32_t i = 0; i < r->arrival_count && good; i++) {
        good = spread_arrival(w, i);
    }
    return good;
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
        box->low = (qm__xy){qm__least(box->low.x, points[i].x), qm__least(box->low.y, points[i].y)};
        box->high = (qm__xy){qm__most(box->high.x, points[i].x), qm__most(box->high.y, points[i].y)};
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

/* Arrivals at borders of areas that cost by the inch. */
static uint32_t count_shores(const qm__reach *r) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < r->arrival_count; i++) {
        count += qm__field_span(&r->field, r->arrivals[i].lane / 2)->kind == QM__ANCHOR_SHORE;
    }
    return count;
}

/* Everything, from the beginning. False when memory did not suffice. */
static bool draw(regions_work *w, const qm__block *block, output *out) {
    w->outlines.count = w->outlines.point_count = w->shore_count = w->corner_count = 0;
    out->ring_count = out->point_count = 0;
    bool good = spread_all(w);
    for (int level = 0; good && level < w->reach->grounds->levels->count; level++) {
        good = unite_level(w, level, block->at, block->left, out);
    }
    return good;
}

bool qm__reach_regions(const qm__reach *reach, double cost, void *memory, size_t size, qm__regions *out) {
    regions_work w = {.reach = reach, .cost = qm__least(cost, reach->ask.budget)};
    qm__block block = qm__block_of(memory, size);
    output o = {.ring_count = 0};
    o.rings = qm__block_take(&block, RINGS_MAX * sizeof *o.rings);
    o.points = qm__block_take(&block, POINTS_MAX * sizeof *o.points);
    if (!set_up(&w, &block)) {
        return false;
    }
    const uint32_t shores = reach->pricing.inch ? count_shores(reach) : 0;
    w.shore_step = 1 + shores / SHORES_USED, w.corner_step = 1;
    while (!draw(&w, &block, &o)) { /* by the inch it need not be exact: with fewer sources it may fit */
        if (shores == 0 || w.shore_step == 0) {
            return false;
        }
        w.shore_step = w.shore_step * 4 < shores ? w.shore_step * 4 : 0;
        w.corner_step = w.shore_step ? w.corner_step * 2 : 0;
    }
    *out = (qm__regions){o.rings, o.points, o.ring_count, o.point_count, reach->pricing.inch != 0};
    return true;
}
