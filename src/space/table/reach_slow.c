/* Regions where areas cost something by the inch: outlines drawn in to where the rays of a fan have used up what is
 * left.
 *
 * A ray goes straight on through such an area, only slower, so an outline keeps its shape as seen from the fan: each of
 * its points comes nearer along its own ray, or stays. Ways that bend at the border of the area have sources there. The
 * edges of an outline are cut until the places between are where the chords say, to within half of what chords of arcs
 * are allowed. Rejected: another kind of fan whose rays end on curves; all that crosses outlines would have to know it.
 */
#include "space/table/reach_inside.h"

#include "space/table/way.h"

#include <string.h>

#define STEP 200.0 /* units: the longest stretch of an edge of which only the ends and the middle are looked at */
#define OFF (QM__FAN_CHORD / 2)

enum { DEPTH_MAX = 10 };

typedef struct slowing {
    const qm__reach *reach;
    const qm__fan *fan;
    const qm__arrival *arrival; /* whose arc the rays leave; NULL = none */
    qm__outlines *out;
    uint64_t areas; /* with a price by the inch, on the fan's level */
    bool failed;
} slowing;

/* What turning to a ray costs by the inch, beyond its length. */
static double arc_price(const slowing *s, const qm__source_ray *ray) {
    const qm__reach *const r = s->reach;
    if (!s->arrival || s->fan->radius <= 0) {
        return 0;
    }
    const qm__pricing pricing = {.prices = r->pricing.prices, .inch = r->pricing.inch};
    const qm__span *const span = qm__field_span(&r->field, s->arrival->lane / 2);
    double angle;
    uint64_t met = 0;
    return qm__span_angle(span, qm__unit(qm__minus(ray->start, span->centre)), &angle)
               ? qm__arc_price(&r->field, &pricing, s->arrival->lane, s->arrival->angle, angle, &met)
               : 0;
}

/* The dearest price by the inch at a place, in thousandths; areas that a bit is not set for are not asked. */
static double factor_at(const slowing *s, qm__xy p, uint64_t areas) {
    double factor = 1000;
    for (uint64_t left = areas; left; left &= left - 1) {
        const uint32_t i = (uint32_t)__builtin_ctzll(left);
        const double own = s->reach->pricing.prices[i].factor;
        factor = own > factor && qm__in_area(s->reach->grounds->levels, i, p) ? own : factor;
    }
    return factor;
}

/* Areas with a price by the inch that a piece may come into. */
static uint64_t areas_near(const slowing *s, qm__xy a, qm__xy b) {
    const qm__levels *const levels = s->reach->grounds->levels;
    const double around = (double)levels->walker.radius;
    uint64_t near = 0;
    for (uint64_t left = s->areas; left; left &= left - 1) {
        const uint32_t i = (uint32_t)__builtin_ctzll(left);
        const qm__box *const box = &levels->table->areas[i].polygon.box;
        if (qm__most(a.x, b.x) > (double)box->x0 - around && qm__least(a.x, b.x) < (double)box->x1 + around &&
            qm__most(a.y, b.y) > (double)box->y0 - around && qm__least(a.y, b.y) < (double)box->y1 + around) {
            near |= (uint64_t)1 << i;
        }
    }
    return near;
}

/* How much of a piece can be walked with what is left, 0 to 1. */
static double part_walked(const slowing *s, qm__xy from, qm__xy to, double left) {
    const uint64_t areas = areas_near(s, from, to);
    const double length = qm__apart(from, to);
    for (double at = 0; at < 1;) {
        double next = 1;
        for (uint64_t rest = areas; rest; rest &= rest - 1) {
            next = qm__area_change(s->reach->grounds->levels, (uint32_t)__builtin_ctzll(rest), from, to, at, next);
        }
        const qm__xy middle = qm__along(from, qm__minus(to, from), (at + next) / 2);
        const double price = length * (factor_at(s, middle, areas) / 1000), cost = (next - at) * price;
        if (cost > left + 1e-6) {
            return left > 0 ? at + left / price : at;
        }
        left -= cost;
        at = next;
    }
    return 1;
}

/* Where the ray through a place has used up what is left, or the place itself. */
static qm__xy drawn_in(const slowing *s, qm__xy p) {
    const qm__fan *const fan = s->fan;
    qm__source_ray ray;
    double free_way = 0;
    if (!qm__fan_ray_to(fan, p, &ray) || (fan->through && !qm__ray_passes(&ray, fan->a, fan->b, &free_way))) {
        return p;
    }
    const qm__xy begin = qm__along(ray.start, ray.d, free_way);
    const double turn = fan->radius > 0 ? qm__most(qm__fan_turn_to(fan, ray.d), 0) : 0;
    const double left = fan->length - fan->radius * turn - free_way - arc_price(s, &ray);
    const double part = part_walked(s, begin, p, left);
    return part < 1 ? qm__along(begin, qm__minus(p, begin), part) : p;
}

static void put(slowing *s, qm__xy p) {
    if (s->out->point_count == s->out->point_max) {
        s->failed = true;
        return;
    }
    s->out->points[s->out->point_count++] = p;
}

/* What lies between the ends of an edge, drawn in; the ends are not put. At most DEPTH_MAX deep. */
static void put_between(slowing *s, qm__xy a, qm__xy b, qm__xy a_in, qm__xy b_in, int depth) {
    const qm__xy middle = {(a.x + b.x) / 2, (a.y + b.y) / 2};
    const double length = qm__apart(a, b);
    if (length < OFF || depth == DEPTH_MAX || s->failed) {
        return;
    }
    const qm__xy in = drawn_in(s, middle);
    const bool straight = qm__point_segment_square(in, a_in, b_in) < OFF * OFF;
    if (straight && length < STEP) {
        return;
    }
    put_between(s, a, middle, a_in, in, depth + 1);
    if (!straight) {
        put(s, in);
    }
    put_between(s, middle, b, in, b_in, depth + 1);
}

bool qm__reach_slow(const qm__reach *reach, const qm__fan *fan, const qm__arrival *arrival, qm__outlines *out,
                    uint32_t first) {
    slowing s = {.reach = reach, .fan = fan, .arrival = arrival, .out = out};
    s.areas = reach->pricing.inch & reach->grounds->levels->levels[fan->level].areas;
    const uint32_t old = out->point_count, begin = first < out->count ? out->items[first].first : old;
    for (uint32_t i = first; i < out->count && !s.failed; i++) {
        qm__outline *const item = &out->items[i];
        const uint32_t at = out->point_count;
        const qm__xy start = out->points[item->first], start_in = drawn_in(&s, start);
        qm__xy a = start, a_in = start_in;
        for (uint32_t k = 1; k <= item->count && !s.failed; k++) {
            const qm__xy b = k < item->count ? out->points[item->first + k] : start;
            const qm__xy b_in = k < item->count ? drawn_in(&s, b) : start_in;
            put(&s, a_in);
            put_between(&s, a, b, a_in, b_in, 0);
            a = b, a_in = b_in;
        }
        item->first = at - (old - begin), item->count = out->point_count - at;
    }
    /* The new points take the place of the old ones. */
    memmove(out->points + begin, out->points + old, (out->point_count - old) * sizeof *out->points);
    out->point_count -= old - begin;
    return !s.failed;
}
