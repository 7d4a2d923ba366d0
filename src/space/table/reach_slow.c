/* Regions where areas cost something by the inch: the rays of a fan, bent at the borders of such areas like light.
 *
 * A bundle is rays next to each other: those of a part of a fan, or those that leave a border along which the base
 * walks, at the angle at which that is worth while. Each ray is followed to where its budget is used up or something
 * stops it. Between two rays that come to the same borders everything is reached; where the ray between them is not
 * where the chords say, to within half of what chords of arcs are allowed, or comes to other borders, it is followed
 * too. Between rays that differ, though they are next to each other, only what both have passed is told.
 *
 * Rejected: fans from many points of a border. Between these points what is reached was ragged, and a fan of all
 * directions for each of them cost more than all rays that matter.
 */
#include "space/table/reach_inside.h"

#include "base/angle.h"
#include "space/table/way.h"

#include <string.h>

#define OFF (QM__FAN_CHORD / 2)
#define FIRST_TURN 0.03 /* radians between the rays that are followed in any case */
#define LAST_PART 2e-4  /* radians, or a part of a border: rays that differ are never nearer */
#define APART 16.0      /* units: between rays that are as near as can be and lie farther apart nothing is told */
#define UNEVEN 0.1      /* of the way between two rays, the least part on either side of the one in the middle */
#define FAR_APART 64.0  /* units: ends farther apart than that are not told by one ray between them */
#define INSIDE 0.7      /* units: so far within the circle around a corner of an area it is in the area */
#define HAIR 1e-3       /* units: so far before what stops it a ray is free */
#define BEYOND 0.02     /* units: a border that has been crossed is left behind */

enum { PLACES_MAX = 20, RUN_MAX = 64, DEPTH_MAX = 14 };
enum { ENDED = 1, STOPPED, CUT, CROSSED, UNBENT = 2 }; /* UNBENT: besides CROSSED */

/* A ray that is followed: where it bends or changes its level, and why. */
typedef struct ray {
    uint32_t count;
    qm__xy at[PLACES_MAX];
    int32_t level[PLACES_MAX]; /* on which it goes on */
    int32_t tag[PLACES_MAX];   /* neighbours that are alike have the same */
} ray;

typedef struct bundle {
    const qm__reach *reach;
    qm__levels levels; /* that tell of every change of level */
    qm__outlines *out;
    const qm__fan *fan;
    const qm__arrival *arrival; /* whose arc the rays leave; NULL = none */
    const qm__border_run *run;  /* NULL: rays of the fan */
    double inwards;             /* above 0: those that leave its arc inwards, with this sine to the way out */
    ray last;                   /* of the strip */
    ray whole;                  /* the same, not cut off */
    bool any, failed;
    uint32_t run_count; /* rays of the strip at hand, all alike */
    qm__xy chains[PLACES_MAX][RUN_MAX];
} bundle;

/* -------------------------------------------------------------------------------------------------------------- a ray
 */

static uint64_t priced_areas(const bundle *b) {
    const qm__pricing *const p = &b->reach->pricing;
    return p->once | p->entry | p->inch;
}

static uint64_t areas_here(const bundle *b, int32_t level, qm__xy p) {
    uint64_t in = 0;
    for (uint64_t left = priced_areas(b) & b->levels.levels[level].areas; left; left &= left - 1) {
        const uint32_t area = (uint32_t)__builtin_ctzll(left);
        in |= (uint64_t)qm__in_area(&b->levels, area, p) << area;
    }
    return in;
}

/* What a unit costs in some areas. */
static double unit_price(const bundle *b, uint64_t in) {
    double factor = 1000;
    for (uint64_t left = in & b->reach->pricing.inch; left; left &= left - 1) {
        factor = qm__most(factor, b->reach->pricing.prices[__builtin_ctzll(left)].factor);
    }
    return factor / 1000;
}

static void put_place(ray *r, qm__xy at, int32_t level, int32_t tag) {
    r->at[r->count] = at;
    r->level[r->count] = level;
    r->tag[r->count++] = tag;
}

/* How it goes on behind a border; false = unbent: at that angle none leads out. Then another way is cheaper, out at a
 * steeper one and on along the border; but something may be in the way of that. */
static bool refract(const bundle *b, uint64_t changed, qm__xy at, double before, double after, qm__xy *d) {
    qm__xy out;
    if (before == after || !qm__border_out(&b->levels, (uint32_t)__builtin_ctzll(changed), at, &out)) {
        return true;
    }
    const qm__xy along = qm__left(out);
    const double sine = qm__dot(*d, along) * before / after, away = qm__dot(*d, out);
    if (sine >= 1 || sine <= -1) {
        return false;
    }
    const double rest = qm__root(1 - sine * sine);
    *d = qm__along((qm__xy){along.x * sine, along.y * sine}, out, away > 0 ? rest : -rest);
    return true;
}

/* A ray on its way. */
typedef struct going {
    qm__spot at;
    qm__xy d;
    double left;   /* what may still be paid */
    uint64_t met;  /* areas that have been paid for once and for all */
    uint64_t paid; /* areas of which the next entry has been paid for */
    uint64_t in;
    double unit; /* what a unit costs */
    bool begun;
} going;

/* Comes to a place beyond which it is in other areas. False = it ends there. A ray may begin so near to a border that
 * it is in an area at once: one that has not been paid for it comes into there. */
static bool cross_over(const bundle *b, going *g, uint64_t in, ray *out) {
    const qm__pricing *const pricing = &b->reach->pricing;
    const uint64_t unpaid = in & ((pricing->once & ~g->met) | (pricing->entry & ~g->paid));
    if (!g->begun && unpaid) {
        g->in = in & ~unpaid;
        g->unit = unit_price(b, g->in);
        g->begun = true;
    }
    const uint64_t entered = in & ~g->in, changed = in ^ g->in;
    const double unit = unit_price(b, in);
    if (g->begun) {
        g->left -= qm__once_price(pricing, entered & ~g->met) + qm__entry_price(pricing, entered & ~g->paid);
        g->met |= entered;
        g->paid &= ~changed;
        put_place(out, (qm__xy){g->at.x, g->at.y}, g->at.level, CROSSED + 4 * (int32_t)__builtin_ctzll(changed) + 256);
        if (g->left <= 0) {
            out->tag[out->count - 1] = STOPPED;
            return false;
        }
        if (!refract(b, changed & pricing->inch ? changed & pricing->inch : changed, (qm__xy){g->at.x, g->at.y},
                     g->unit, unit, &g->d)) {
            out->tag[out->count - 1] += UNBENT;
        }
    }
    g->in = in;
    g->unit = unit;
    g->begun = true;
    return true;
}

/* Follows a straight piece as far as it is clear; returns which part of it that is. What a piece met before something
 * stopped it is not told for sure, as several choices of levels may have been tried: what leads there tells. */
static double trace_ray(const bundle *b, qm__spot at, qm__xy d, double way, qm__traced *out) {
    const qm__levels *const levels = &b->levels;
    const qm__crowd *const crowd = b->reach->ask.crowd;
    const qm__xy from = {at.x, at.y};
    if (qm__trace(levels, crowd, at, qm__along(from, d, way), QM__CARE, out)) {
        return 1;
    }
    const double part = out->why.part - HAIR / way;
    qm__traced there;
    if (part > 0 && qm__trace(levels, crowd, at, qm__along(from, d, way * part), QM__CARE, &there)) {
        there.why = out->why;
        *out = there;
        for (uint32_t i = 0; i < out->step_count && i < QM__STEPS_MAX; i++) {
            out->steps[i].part *= part;
        }
        out->clear = false;
    }
    return out->why.part;
}

/* Goes on as far as it is in the same areas. False = it ends. */
static bool go_on(const bundle *b, going *g, double length, ray *out) {
    const qm__xy from = {g->at.x, g->at.y};
    const double most = g->left / g->unit;
    const bool last = length >= most;
    double way = last ? most : length;
    qm__traced traced;
    const double part = trace_ray(b, g->at, g->d, way, &traced);
    const bool clear = traced.clear;
    for (uint32_t i = 0; i < traced.step_count && i < QM__STEPS_MAX && traced.steps[i].part < part; i++) {
        const int32_t next = traced.steps[i].to;
        const double at = traced.steps[i].part * way;
        const qm__xy place = qm__along(from, g->d, at);
        if (out->count + 2 >= PLACES_MAX) {
            put_place(out, place, next, STOPPED);
            return false;
        }
        put_place(out, place, next, 1024 + next);
        if ((b->levels.levels[g->at.level].areas ^ b->levels.levels[next].areas) & priced_areas(b)) {
            g->at = (qm__spot){place.x, place.y, next};
            g->left -= at * g->unit;
            return true;
        }
        g->at.level = next;
    }
    const qm__xy end = qm__along(from, g->d, way * part);
    g->at = (qm__spot){end.x, end.y, clear ? traced.level : g->at.level};
    g->left -= way * part * g->unit;
    if (!clear || last) {
        put_place(out, end, g->at.level, clear ? ENDED : STOPPED);
        return false;
    }
    return true;
}

static void follow(const bundle *b, going *g, ray *out) {
    out->count = 0;
    put_place(out, (qm__xy){g->at.x, g->at.y}, g->at.level, 0);
    while (out->count + 2 < PLACES_MAX) {
        const qm__xy from = {g->at.x, g->at.y}, to = qm__along(from, g->d, g->left);
        double next = 1;
        if (g->left <= 2 * BEYOND) {
            put_place(out, from, g->at.level, ENDED);
            return;
        }
        for (uint64_t rest = priced_areas(b); rest; rest &= rest - 1) {
            next = qm__area_change(&b->levels, (uint32_t)__builtin_ctzll(rest), from, to, BEYOND / g->left, next);
        }
        const uint64_t in = areas_here(b, g->at.level, qm__along(from, g->d, g->left * (next + BEYOND / g->left) / 2));
        if (in != g->in || !g->begun) { /* then it may be bent: how far it goes on has to be looked at anew */
            if (!cross_over(b, g, in, out)) {
                return;
            }
            continue;
        }
        if (!go_on(b, g, next * g->left, out)) {
            return;
        }
    }
    put_place(out, (qm__xy){g->at.x, g->at.y}, g->at.level, STOPPED);
}

/* What turning to a ray costs by the inch, beyond its length. */
static double arc_price(const bundle *b, qm__xy start) {
    const qm__reach *const r = b->reach;
    if (!b->arrival || b->fan->radius <= 0) {
        return 0;
    }
    const qm__pricing pricing = {.prices = r->pricing.prices, .inch = r->pricing.inch};
    const qm__span *const span = qm__field_span(&r->field, b->arrival->lane / 2);
    double angle;
    uint64_t met = 0;
    return qm__span_angle(span, qm__unit(qm__minus(start, span->centre)), &angle)
               ? qm__arc_price(&r->field, &pricing, b->arrival->lane, b->arrival->angle, angle, &met)
               : 0;
}

/* The ray of a fan that has turned by so much. */
static bool fan_ray(const bundle *b, double turned, going *g) {
    const qm__fan *const fan = b->fan;
    double angle = fan->from + fan->turn * turned;
    angle -= angle > 2 * QM__PI ? 2 * QM__PI : angle < -2 * QM__PI ? -2 * QM__PI : 0;
    const qm__turn t = qm__turn_of_radians(angle);
    const qm__xy d = {t.cos, t.sin};
    const double k = fan->turn * fan->radius;
    qm__xy start = {fan->centre.x + d.y * k, fan->centre.y - d.x * k};
    double left = fan->length - fan->radius * turned - arc_price(b, start), free_way = 0;
    if (fan->through) {
        const qm__source_ray line = {.start = start, .d = d, .way = 1e9};
        if (!qm__ray_passes(&line, fan->a, fan->b, &free_way)) {
            return false;
        }
        start = qm__along(start, d, free_way);
        left -= free_way;
    }
    *g = (going){.at = {start.x, start.y, fan->level}, .d = d, .left = left, .met = fan->met, .paid = fan->paid};
    if (b->inwards > 0) {
        const qm__xy out = qm__unit(qm__minus(start, fan->centre));
        start = qm__along(start, out, -INSIDE);
        g->at = (qm__spot){start.x, start.y, fan->level};
        g->d = qm__along((qm__xy){d.x * b->inwards, d.y * b->inwards}, out, -qm__root(1 - b->inwards * b->inwards));
    }
    return left > 0;
}

/* The ray that leaves a border after a part of the run along it. */
static bool run_ray(const bundle *b, double part, going *g) {
    const qm__border_run *const run = b->run;
    const qm__xy at = qm__along((qm__xy){run->from.x, run->from.y}, run->along, run->length * part);
    *g = (going){.at = {at.x, at.y, run->from.level},
                 .d = run->d,
                 .left = run->left - run->length * part * run->unit,
                 .met = run->met,
                 .paid = areas_here(b, run->from.level, at)};
    return g->left > 0;
}

static void follow_at(const bundle *b, double at, ray *out) {
    going g;
    out->count = 0;
    if (b->run ? run_ray(b, at, &g) : fan_ray(b, at, &g)) {
        follow(b, &g, out);
    }
}

/* ------------------------------------------------------------------------------------------------------------- strips
 */

static double twice_area(const qm__xy *points, uint32_t count) {
    double area = 0;
    for (uint32_t i = 0; i < count; i++) {
        area += qm__cross(qm__minus(points[i], points[0]), qm__minus(points[(i + 1) % count], points[0]));
    }
    return area;
}

/* Whether the middle one of three points may be left out. */
static bool straight(qm__xy a, qm__xy b, qm__xy c) {
    return qm__point_segment_square(b, a, c) < 1e-4;
}

/* Tells a polygon; its points are put in order. */
static void put_outline(bundle *b, const qm__xy *points, uint32_t count, int32_t level) {
    qm__outlines *const out = b->out;
    const double area = twice_area(points, count);
    if (area < 1 && area > -1) {
        return;
    }
    if (out->count == out->max || out->point_max - out->point_count < count) {
        b->failed = true;
        return;
    }
    qm__outline *const item = &out->items[out->count++];
    *item = (qm__outline){level, out->point_count, 0};
    for (uint32_t i = 0; i < count; i++) {
        const qm__xy p = points[area > 0 ? i : count - 1 - i];
        qm__xy *const own = out->points + item->first;
        if (item->count > 1 && straight(own[item->count - 2], own[item->count - 1], p)) {
            own[item->count - 1] = p;
        } else if (item->count == 0 || qm__apart(p, own[item->count - 1]) > 0.01) {
            own[item->count++] = p;
        }
    }
    out->point_count += item->count;
}

static void flush(bundle *b) {
    qm__xy points[2 * RUN_MAX];
    for (uint32_t leg = 0; leg + 1 < b->last.count && b->run_count > 1; leg++) {
        for (uint32_t i = 0; i < b->run_count; i++) {
            points[i] = b->chains[leg][i];
            points[2 * b->run_count - 1 - i] = b->chains[leg + 1][i];
        }
        put_outline(b, points, 2 * b->run_count, b->last.level[leg]);
    }
    b->run_count = 0;
}

static void begin_run(bundle *b, const ray *r) {
    for (uint32_t i = 0; i < r->count; i++) {
        b->chains[i][0] = r->at[i];
    }
    b->run_count = 1;
}

/* How many places two rays have alike, from the first on. */
static uint32_t alike(const ray *one, const ray *two) {
    uint32_t i = 0;
    while (i < one->count && i < two->count && one->tag[i] == two->tag[i] && one->level[i] == two->level[i]) {
        i++;
    }
    return i;
}

/* Whether the strip goes on to a ray without turning over. */
static bool same_side(const bundle *b, const ray *r) {
    for (uint32_t leg = 0; leg + 1 < r->count && b->run_count > 1; leg++) {
        const qm__xy *const near = b->chains[leg], *const far = b->chains[leg + 1];
        const uint32_t n = b->run_count;
        const qm__xy before[4] = {near[n - 2], far[n - 2], far[n - 1], near[n - 1]};
        const qm__xy now[4] = {near[n - 1], far[n - 1], r->at[leg + 1], r->at[leg]};
        if (twice_area(before, 4) * twice_area(now, 4) < 0) {
            return false;
        }
    }
    return true;
}

/* Adds a ray that is like the last one to the strip. */
static void go_beside(bundle *b, const ray *r) {
    if (b->run_count == RUN_MAX || !same_side(b, r)) {
        flush(b);
        begin_run(b, &b->last);
    }
    for (uint32_t i = 0; i < r->count; i++) {
        b->chains[i][b->run_count] = r->at[i];
    }
    b->run_count++;
    b->last = *r;
}

static void begin_at(bundle *b, const ray *r) {
    flush(b);
    begin_run(b, r);
    b->last = *r;
}

/* The leg on which two rays cross each other, of those they have alike, and where; UINT32_MAX when there is none. */
static uint32_t crossing(const ray *one, const ray *two, uint32_t same, qm__xy *at) {
    for (uint32_t leg = 0; leg + 1 < same; leg++) {
        const qm__xy p = one->at[leg], q = one->at[leg + 1], u = two->at[leg], v = two->at[leg + 1];
        if (qm__segments_cross(p, q, u, v)) {
            const qm__xy d = qm__minus(q, p), e = qm__minus(v, u);
            *at = qm__along(p, d, qm__cross(qm__minus(u, p), e) / qm__cross(d, e));
            return leg;
        }
    }
    return UINT32_MAX;
}

static ray cut_off(const ray *r, uint32_t count, qm__xy at, int32_t tag) {
    ray cut = *r;
    cut.count = count;
    cut.at[count - 1] = at;
    cut.tag[count - 1] = tag;
    return cut;
}

/* Adds the next ray. Behind a round border rays may cross each other: from there on other ways are cheaper, so that
 * they end. */
static void add_ray(bundle *b, const ray *r) {
    const uint32_t same = b->any ? alike(&b->whole, r) : 0;
    qm__xy at = {0, 0};
    const uint32_t leg = crossing(&b->whole, r, same, &at);
    const bool like = same == r->count && b->any && same == b->whole.count && same > 1;
    if (leg != UINT32_MAX || (!like && same > 1)) {
        /* What both have alike: up to where they cross, or to the last place of that kind. */
        const uint32_t count = leg != UINT32_MAX ? leg + 2 : same;
        const ray before = cut_off(&b->whole, count, leg != UINT32_MAX ? at : b->whole.at[count - 1], CUT);
        const ray now = cut_off(r, count, leg != UINT32_MAX ? at : r->at[count - 1], CUT);
        if (leg == UINT32_MAX || b->last.count != count || b->last.tag[count - 1] != CUT) {
            begin_at(b, &before);
        }
        go_beside(b, &now);
    } else if (like) {
        if (b->last.count != b->whole.count || b->last.tag[b->last.count - 1] == CUT) {
            begin_at(b, &b->whole);
        }
        go_beside(b, r);
    }
    if (leg == UINT32_MAX && !like) {
        begin_at(b, r);
    }
    b->whole = *r;
    b->any = r->count > 0;
}

/* Whether a place lies so near to one of two others that these do not tell of what is between: where rays graze a
 * border the last of them come to it ever farther on. */
static bool is_uneven(qm__xy one, qm__xy middle, qm__xy two) {
    const double part = qm__nearest_part(one, two, middle);
    return (part < UNEVEN || part > 1 - UNEVEN) && qm__apart(one, two) > 4 * APART;
}

/* Whether a ray is where the two beside it say. */
static bool as_expected(const ray *one, const ray *middle, const ray *two) {
    if (alike(one, two) != one->count || one->count != two->count || alike(one, middle) != one->count ||
        middle->count != one->count) {
        return false;
    }
    for (uint32_t i = 0; i < one->count; i++) {
        if (qm__point_segment_square(middle->at[i], one->at[i], two->at[i]) > OFF * OFF ||
            is_uneven(one->at[i], middle->at[i], two->at[i])) {
            return false;
        }
    }
    return true;
}

/* How far apart the ends of two rays are. */
static double ends_apart(const ray *one, const ray *two) {
    return one->count > 0 && two->count > 0 ? qm__apart(one->at[one->count - 1], two->at[two->count - 1]) : 0;
}

/* Whether nothing stands between the ends of two rays that are alike and go as far as they may. The tip of a thing that
 * lies beyond stops neither of them when it comes in between; nor is there a step, onto the thing or off the surface.
 */
static bool is_free_between(const bundle *b, const ray *one, const ray *two) {
    if (one->count == 0 || one->tag[one->count - 1] != ENDED) {
        return true;
    }
    const uint32_t last = one->count - 1;
    const qm__spot from = {one->at[last].x, one->at[last].y, one->level[last]};
    qm__traced traced;
    return qm__trace(&b->levels, b->reach->ask.crowd, from, two->at[last], QM__SLACK, &traced) &&
           traced.step_count == 0;
}

/* Whether the rays between two are where these say, the one in the middle for all of them. Where their ends are far
 * apart that one may be there by chance: the chord crosses the border that stops it, or something stands beside it.
 * Then one is followed on the side on which more is left between them. */
static bool all_expected(const bundle *b, double low, double high, const ray *one, const ray *middle, const ray *two) {
    if (!as_expected(one, middle, two) || !is_free_between(b, one, middle) || !is_free_between(b, middle, two)) {
        return false;
    }
    const double before = ends_apart(one, middle), after = ends_apart(middle, two);
    ray other;
    if (before + after <= FAR_APART) {
        return true;
    }
    follow_at(b, before > after ? (3 * low + high) / 4 : (low + 3 * high) / 4, &other);
    return before > after ? as_expected(one, &other, middle) : as_expected(middle, &other, two);
}

/* Whether two rays lie apart at places that they have alike. Just before a border lets none through rays are bent by
 * any angle, and one may step over another edge of the same surface. */
static bool lie_apart(const ray *one, const ray *two) {
    const uint32_t same = alike(one, two);
    bool apart = false;
    for (uint32_t i = 0; i < same && !apart; i++) {
        apart = qm__apart(one->at[i], two->at[i]) > APART;
    }
    return apart;
}

/* Adds what lies between two rays, the second included. At most DEPTH_MAX deep. */
static void add_between(bundle *b, double low, double high, const ray *one, const ray *two, int depth) {
    const bool like = one->count == two->count && alike(one, two) == one->count;
    ray middle;
    if (depth < DEPTH_MAX && (like || high - low > LAST_PART) && !b->failed) {
        follow_at(b, (low + high) / 2, &middle);
        if (!all_expected(b, low, high, one, &middle, two)) {
            add_between(b, low, (low + high) / 2, one, &middle, depth + 1);
            add_between(b, (low + high) / 2, high, &middle, two, depth + 1);
            return;
        }
    } else if (lie_apart(one, two)) {
        b->any = false; /* it is told as the first of others */
    }
    add_ray(b, two);
}

static bool spread_bundle(bundle *b, double sweep, double step) {
    const int parts = (int)(sweep / step) + 1;
    ray one, two;
    follow_at(b, 0, &one);
    add_ray(b, &one);
    for (int i = 1; i <= parts && !b->failed; i++) {
        follow_at(b, sweep * i / parts, &two);
        add_between(b, sweep * (i - 1) / parts, sweep * i / parts, &one, &two, 0);
        one = two;
    }
    flush(b);
    return !b->failed;
}

static void make_bundle(bundle *b, const qm__reach *reach, qm__outlines *out) {
    b->reach = reach;
    b->levels = *reach->grounds->levels;
    b->levels.walker.free_step = -1;
    b->out = out;
    b->fan = NULL, b->arrival = NULL, b->run = NULL;
    b->any = b->failed = false;
    b->inwards = 0;
    b->run_count = 0;
    b->last.count = b->whole.count = 0;
}

bool qm__reach_slow(const qm__reach *reach, const qm__fan *fan, const qm__arrival *arrival, qm__outlines *out) {
    bundle b;
    make_bundle(&b, reach, out);
    b.fan = fan, b.arrival = arrival;
    return spread_bundle(&b, fan->sweep, FIRST_TURN);
}

bool qm__reach_inwards(const qm__reach *reach, const qm__fan *fan, const qm__arrival *arrival, double sine,
                       qm__outlines *out) {
    bundle b;
    make_bundle(&b, reach, out);
    b.fan = fan, b.arrival = arrival;
    b.inwards = sine;
    return spread_bundle(&b, fan->sweep, FIRST_TURN * 4);
}

bool qm__reach_run(const qm__reach *reach, const qm__border_run *run, qm__outlines *out) {
    bundle b;
    make_bundle(&b, reach, out);
    b.run = run;
    return spread_bundle(&b, 1, 0.5);
}
