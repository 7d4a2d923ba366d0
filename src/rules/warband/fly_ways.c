/* Ways through the air: the shortest one in the upright plane between two places, over whatever is in the way there;
 * and how far one gets in every direction.
 *
 * What is in the way of a straight flight is a list of spans along it: from where to where the base is beside or over a
 * solid or a figure, and between which heights that stops it. A flight that meets some of them goes over these: its
 * corners are those of the upper hull of the two ends and of their upper corners. Flights are not led around things
 * sideways, nor below something that they do not pass below in a straight line.
 *
 * Invariant: what is told is legal, so a little more room is kept than a flight needs; corners are whole units.
 *
 * Rejected: the shortest way through the air in space. Among solids that is a search without a good bound, and hardly
 * shorter: whatever is low enough to be worth a detour is quickly flown over.
 */
#include <string.h>

#include "rules/warband/fly_ways.h"

#include "space/table/edges.h"
#include "space/table/links_inside.h"

#define ROOM 1.5 /* units that are kept off sideways, besides contact: rounding takes less than one */
#define ENDLESS 1e9
#define NEARLY 0.25 /* units: how well it is known how far a way leads */
#define BENT 2.0    /* units: more than an outline with straight sides is off one that bends inwards */

/* ------------------------------------------------------------------------------------------------------------- spans
 */

/* Along a ray, from its beginning: where it is stopped, and between which heights of the base. */
typedef struct span {
    double from, to, low, high;
    bool over; /* it is flown over */
} span;

enum { SPANS_MAX = 96 };

/* A ray in plan and what is along it. */
typedef struct ray {
    qm__xy at, d; /* of length 1 */
    double far;
    uint32_t count;
    bool full; /* there is more than it holds */
    span spans[SPANS_MAX];
} ray;

static void begin_ray(ray *r, qm__xy at, qm__xy d, double far) {
    r->at = at, r->d = d, r->far = far;
    r->count = 0, r->full = false;
}

/* The part of a ray that is near to a point, added to a part; false when it has none. */
static bool near_point(const ray *r, qm__xy p, double keep, double *from, double *to) {
    const qm__xy v = qm__minus(p, r->at);
    const double along = qm__dot(v, r->d), across = qm__cross(r->d, v), square = keep * keep - across * across;
    if (square <= 0) {
        return false;
    }
    const double half = qm__root(square);
    *from = qm__least(*from, along - half);
    *to = qm__most(*to, along + half);
    return true;
}

/* Limits a part of a ray to where a value that grows with it from `start` by `slope` is between two others. */
static void limit(double start, double slope, double low, double high, double *from, double *to) {
    if (slope == 0) {
        *to = start <= low || start >= high ? -ENDLESS : *to;
        return;
    }
    const double a = (low - start) / slope, b = (high - start) / slope;
    *from = qm__most(*from, qm__least(a, b));
    *to = qm__least(*to, qm__most(a, b));
}

/* The same for an edge: near to its ends, or beside it. */
static void near_edge(const ray *r, const qm__edge *edge, double keep, double *from, double *to) {
    const qm__xy e = qm__minus(edge->b, edge->a), v = qm__minus(r->at, edge->a);
    const double length = qm__length(e);
    double first = -ENDLESS, last = ENDLESS;
    near_point(r, edge->a, keep, from, to);
    near_point(r, edge->b, keep, from, to);
    if (length <= 0) {
        return;
    }
    const qm__xy along = qm__unit(e), left = qm__left(along);
    limit(qm__dot(v, along), qm__dot(r->d, along), 0, length, &first, &last);
    limit(qm__dot(v, left), qm__dot(r->d, left), -keep, keep, &first, &last);
    if (first < last) {
        *from = qm__least(*from, first);
        *to = qm__most(*to, last);
    }
}

static void add_span(ray *r, double from, double to, double low, double high) {
    if (to <= 0 || from >= r->far) {
        return;
    }
    if (r->count == SPANS_MAX) {
        r->full = true;
        return;
    }
    r->spans[r->count++] = (span){.from = qm__most(from, 0), .to = to, .low = low, .high = high};
}

static void add_polygon(ray *r, const qm__table *table, const qm__polygon *polygon, double keep, double low,
                        double high) {
    double from = ENDLESS, to = -ENDLESS;
    if (!qm__box_on_way(&polygon->box, r->at, qm__along(r->at, r->d, r->far), keep + ROOM)) {
        return;
    }
    qm__edges edges = qm__edges_of(table, polygon);
    qm__edge edge;
    while (qm__edges_next(&edges, &edge)) {
        near_edge(r, &edge, keep, &from, &to);
    }
    if (from < to) {
        add_span(r, qm__polygon_has(table, polygon, r->at.x, r->at.y, QM__SLACK) ? 0 : from, to, low, high);
    }
}

static bool is_barred(const qm_scenario *s, uint16_t kind) {
    return kind != 0 && s->rules.tables[WB_TABLE_TERRAIN].rows[kind - 1].values[WB_TERRAIN_BARRED] != 0;
}

static void look_along(const qm_scenario *s, const qm__inch_search *search, qm__xy d, double far, ray *r) {
    const qm__table *table = &s->table;
    const qm__walker *walker = qm__levels_walker(search->base->levels);
    const double keep = walker->radius + ROOM;
    begin_ray(r, (qm__xy){search->from.x, search->from.y}, d, far);
    for (uint16_t i = 0; i < table->prism_count; i++) {
        const qm__prism *prism = &table->prisms[i];
        const bool barred = wb_of(s)->bars_any && is_barred(s, prism->kind);
        if (barred || prism->top > walker->step) {
            add_polygon(r, table, &prism->polygon, keep, barred ? -ENDLESS : prism->bottom - walker->height,
                        barred ? ENDLESS : prism->top - walker->step);
        }
    }
    for (uint16_t i = 0; i < table->area_count && wb_of(s)->barred != 0; i++) {
        if (wb_of(s)->barred >> i & 1u) {
            add_polygon(r, table, &table->areas[i].polygon, keep, -ENDLESS, ENDLESS);
        }
    }
    for (uint16_t i = 0; i < search->crowd.count; i++) {
        const qm__body *body = &search->crowd.bodies[i];
        double from = ENDLESS, to = -ENDLESS;
        if (i != search->crowd.self && body->manner == QM__BLOCK &&
            near_point(r, (qm__xy){body->x, body->y}, keep + body->radius, &from, &to)) {
            add_span(r, from, to, body->z - walker->height, (double)body->z + body->height);
        }
    }
}

/* -------------------------------------------------------------------------------------------------------------- hull
 */

enum { CORNERS_MAX = 2 * SPANS_MAX + 2 };

/* A flight in its upright plane: x along the ray, y up. */
typedef struct flight {
    uint32_t count;
    qm__xy corners[CORNERS_MAX];
} flight;

static double height_at(const flight *f, double x) {
    uint32_t i = 1;
    while (i + 1 < f->count && f->corners[i].x < x) {
        i++;
    }
    const qm__xy a = f->corners[i - 1], b = f->corners[i];
    return b.x > a.x ? a.y + (b.y - a.y) * (x - a.x) / (b.x - a.x) : qm__least(a.y, b.y);
}

/* Whether a flight is stopped by a span, as far as the flight goes. */
static bool is_stopped(const flight *f, const span *s) {
    const double end = f->corners[f->count - 1].x, from = s->from, to = qm__least(s->to, end);
    if (from >= end) {
        return false;
    }
    double low = qm__least(height_at(f, from), height_at(f, to));
    double high = qm__most(height_at(f, from), height_at(f, to));
    for (uint32_t i = 0; i < f->count; i++) {
        if (f->corners[i].x > from && f->corners[i].x < to) {
            high = qm__most(high, f->corners[i].y);
        }
    }
    return low < s->high && high > s->low;
}

/* A corner in its place from left to right, then upwards at the beginning and downwards at the end; none that lies
 * below the line between its neighbours stays. */
static void add_corner(flight *f, qm__xy p) {
    while (f->count > 1 && qm__cross(qm__minus(f->corners[f->count - 1], f->corners[f->count - 2]),
                                     qm__minus(p, f->corners[f->count - 1])) >= 0) {
        f->count--;
    }
    f->corners[f->count++] = p;
}

/* The upper hull of both ends and of what is flown over. */
static void make_hull(const ray *r, double z, double end, double end_z, flight *out) {
    qm__xy points[CORNERS_MAX];
    uint32_t count = 0;
    for (uint32_t i = 0; i < r->count; i++) {
        const span *s = &r->spans[i];
        for (int k = 0; k < 2 && s->over; k++) {
            const qm__xy p = {k == 0 ? s->from : qm__least(s->to, end), s->high + 1};
            uint32_t at = count++;
            for (; at > 0 && (points[at - 1].x > p.x || (points[at - 1].x == p.x && points[at - 1].y > p.y)); at--) {
                points[at] = points[at - 1];
            }
            points[at] = p;
        }
    }
    out->count = 1; /* the rest of them stays as it is: flights are tried by the thousand */
    out->corners[0] = (qm__xy){0, z};
    for (uint32_t i = 0; i < count; i++) {
        add_corner(out, points[i]);
    }
    add_corner(out, (qm__xy){end, end_z});
}

/* Whether an end of a flight lies below a span, so that going over it would lead through it. */
static bool is_below(const span *s, double z, double end, double end_z) {
    return (s->from <= 0 && z <= s->low) || (s->to >= end && end_z <= s->low);
}

/* The shortest flight over whatever is in the way; false when there is none. */
static bool fly_over(ray *r, double z, double end, double end_z, flight *out) {
    bool again = true;
    for (uint32_t i = 0; i < r->count; i++) {
        r->spans[i].over = false;
    }
    while (again && !r->full) {
        again = false;
        make_hull(r, z, end, end_z, out);
        for (uint32_t i = 0; i < r->count; i++) {
            span *s = &r->spans[i];
            if (!s->over && is_stopped(out, s)) {
                if (s->high >= ENDLESS || is_below(s, z, end, end_z)) {
                    return false;
                }
                s->over = again = true;
            }
        }
    }
    return !r->full;
}

static double length_of(const flight *f) {
    double length = 0;
    for (uint32_t i = 1; i < f->count; i++) {
        length += qm__apart(f->corners[i - 1], f->corners[i]);
    }
    return length;
}

/* -------------------------------------------------------------------------------------------------------------- ways
 */

bool qm__wb_fly_to(const qm_scenario *s, const qm__inch_search *search, qm_place to, qm_order *order) {
    const qm_place from = search->from;
    const qm__xy d = {(double)to.x - from.x, (double)to.y - from.y};
    const double length = qm__length(d);
    ray r;
    flight f;
    look_along(s, search, length > 0 ? qm__unit(d) : (qm__xy){1, 0}, qm__most(length, 1), &r);
    if (!fly_over(&r, from.z, length, to.z, &f) || f.count > WB_FLIGHTS_MAX + 1) {
        return false;
    }
    for (uint32_t i = 1; i < f.count; i++) {
        const bool last = i + 1 == f.count;
        const qm__xy at = qm__along(r.at, r.d, f.corners[i].x);
        const qm_place place = {qm__units(at.x), qm__units(at.y), qm__units(f.corners[i].y)};
        order->legs[order->leg_count++] = (qm_leg){.kind = WB_LEG_FLY, .to = last ? to : place};
    }
    return true;
}

/* ------------------------------------------------------------------------------------------------------------- reach
 */

/* How far a flight in one direction may end at a height, for so much. Farther is never cheaper: of a flight that ends
 * farther on, what is beyond could be flown straight down. */
static double farthest(ray *r, double z, double end_z, double budget) {
    const double rise = end_z - z, square = budget * budget - rise * rise;
    double low = 0, high = square > 0 ? qm__root(square) : 0;
    flight f;
    if (high <= 0 || (fly_over(r, z, high, end_z, &f) && length_of(&f) <= budget)) {
        return high;
    }
    while (high - low > NEARLY) {
        const double middle = (low + high) / 2;
        if (fly_over(r, z, middle, end_z, &f) && length_of(&f) <= budget) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
}

void qm__wb_clear_outline(const qm_scenario *s, const qm__inch_search *search, const double *turns, uint32_t count,
                          uint64_t areas, double budget, qm__xy *out) {
    const double keep = qm__levels_walker(search->base->levels)->radius + ROOM;
    ray r;
    for (uint32_t i = 0; i < count; i++) {
        const qm__turn turn = qm__turn_of(turns[i]);
        double far = budget;
        begin_ray(&r, (qm__xy){search->from.x, search->from.y}, (qm__xy){turn.cos, turn.sin}, budget);
        for (uint64_t left = areas; left; left &= left - 1) {
            r.count = 0;
            add_polygon(&r, &s->table, &s->table.areas[__builtin_ctzll(left)].polygon, keep, 0, 0);
            far = r.count > 0 ? qm__least(far, r.spans[0].from) : far;
        }
        out[i] = qm__along(r.at, r.d, far);
    }
}

/* A straight way never gets cheaper by going on. */
static double farthest_ghost(const qm_scenario *s, const qm__inch_search *search, qm__spot from, qm__xy d,
                             double budget) {
    double low = 0, high = budget;
    uint64_t paid = 0;
    const qm__xy at = {from.x, from.y};
    if (qm__wb_ghost_cost(s, search->base, from, qm__spot_at(qm__along(at, d, high), from.level), &paid) <= budget) {
        return high;
    }
    while (high - low > NEARLY) {
        const double middle = (low + high) / 2;
        paid = 0;
        if (qm__wb_ghost_cost(s, search->base, from, qm__spot_at(qm__along(at, d, middle), from.level), &paid) <=
            budget) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return qm__most(low - BENT, 0);
}

void qm__wb_toll_outline(const qm_scenario *s, const qm__inch_search *search, const double *turns, uint32_t count,
                         double budget, qm__xy *out) {
    const qm__spot from = qm__inch_spot(search->base, search->from);
    for (uint32_t i = 0; i < count; i++) {
        const qm__turn turn = qm__turn_of(turns[i]);
        const qm__xy d = {turn.cos, turn.sin};
        out[i] = qm__along((qm__xy){from.x, from.y}, d, farthest_ghost(s, search, from, d, budget));
    }
}

void qm__wb_fly_look(const qm_scenario *s, const qm__inch_search *search, const double *turns, uint32_t count,
                     double budget, wb_rays *out) {
    uint32_t used = 0;
    ray r;
    out->count = 0;
    out->first[0] = 0;
    for (uint32_t i = 0; i < count; i++) {
        const qm__turn turn = qm__turn_of(turns[i]);
        look_along(s, search, (qm__xy){turn.cos, turn.sin}, qm__most(budget, 1), &r);
        if (r.full || r.count > WB_KEPT_MAX - used) {
            return;
        }
        for (uint32_t k = 0; k < r.count; k++, used++) {
            const span *one = &r.spans[k];
            const double kept[4] = {one->from, one->to, one->low, one->high};
            memcpy(out->spans[used], kept, sizeof kept);
        }
        out->first[++out->count] = used;
    }
}

/* The same ray as looking along it would find. */
static void recall(const wb_rays *rays, uint32_t number, qm__xy at, qm__xy d, double far, ray *r) {
    begin_ray(r, at, d, far);
    for (uint32_t k = rays->first[number]; k < rays->first[number + 1]; k++) {
        const double *kept = rays->spans[k];
        add_span(r, kept[0], kept[1], kept[2], kept[3]);
    }
}

void qm__wb_fly_outline(const qm_scenario *s, const qm__inch_search *search, const double *turns, uint32_t count,
                        const wb_rays *rays, int32_t z, double budget, qm__xy *out) {
    const qm__xy at = {search->from.x, search->from.y};
    const double far = qm__most(budget, 1);
    ray r;
    for (uint32_t i = 0; i < count; i++) {
        const qm__turn turn = qm__turn_of(turns[i]);
        const qm__xy d = {turn.cos, turn.sin};
        if (i < rays->count) {
            recall(rays, i, at, d, far, &r);
        } else {
            look_along(s, search, d, far, &r);
        }
        out[i] = qm__along(r.at, r.d, farthest(&r, search->from.z, z, budget));
    }
}
