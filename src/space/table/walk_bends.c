/* Bends: where ways break at the borders of areas that cost by the inch, like light.
 *
 * A piece that crosses such borders gets a joint at each of them, and every joint is slid along its border to where
 * the way between its neighbours is cheapest: along a straight border that is the one place where the derivative is 0,
 * found by halving; around a corner it is found again on the tangent until it stays. Several joints take turns; all of
 * it is convex as long as borders are straight.
 *
 * Invariant: what is told is the price of the bent pieces as they are, each of them walked; a joint that slid to a bad
 * place makes a way dear, never wrong.
 */
#include "space/table/levels_inside.h"
#include "space/table/walk_search.h"

#define OUTER 0.05    /* units: joints lie so far outside of the border */
#define ON_BORDER 1.0 /* units: what is no farther from a border lies on it */
#define STILL 0.05    /* units: a joint that moves less has settled */
#define TURNS 12      /* at most, for each joint */

/* A place on the border of an area, as a base's centre sees it. */
typedef struct border_place {
    qm__xy at, out; /* out: of length 1, away from the area */
    bool round;     /* on the arc around a corner */
} border_place;

static border_place border_near(const qm__levels *levels, uint32_t area, qm__xy p) {
    const qm__table *table = levels->table;
    const qm__polygon *polygon = &table->areas[area].polygon;
    qm__edges edges = qm__edges_of(table, polygon);
    double least = 1e300, part = 0;
    qm__xy foot = p, normal = {1, 0};
    for (qm__edge e; qm__edges_next(&edges, &e);) {
        const double t = qm__nearest_part(e.a, e.b, p);
        const qm__xy near = qm__along(e.a, qm__minus(e.b, e.a), t), d = qm__minus(p, near);
        const double square = qm__dot(d, d);
        if (square < least) {
            const qm__xy along = qm__unit(qm__minus(e.b, e.a));
            least = square, part = t, foot = near, normal = (qm__xy){along.y, -along.x};
        }
    }
    const bool corner = (part <= 0 || part >= 1) && least > 1e-6 && !levels->walker.centre &&
                        qm__polygon_side(table, polygon, p.x, p.y) <= 0;
    const qm__xy out = corner ? qm__unit(qm__minus(p, foot)) : normal;
    return (border_place){qm__along(foot, out, qm__area_reach(levels) + OUTER), out, corner};
}

/* Where, on a straight line through `at`, the way from a to b costs least by the unit before and after it. */
static double cheapest_along(qm__xy at, qm__xy along, qm__xy a, qm__xy b, double before, double after) {
    const qm__xy va = qm__minus(a, at), vb = qm__minus(b, at);
    const double ta = qm__dot(va, along), tb = qm__dot(vb, along);
    const double ha = qm__cross(along, va), hb = qm__cross(along, vb);
    double low = qm__least(ta, tb), high = qm__most(ta, tb);
    while (high - low > STILL / 4) {
        const double t = (low + high) / 2, da = t - ta, db = t - tb;
        const double slope = before * da / qm__most(qm__root(da * da + ha * ha), 1e-9) +
                             after * db / qm__most(qm__root(db * db + hb * hb), 1e-9);
        *(slope > 0 ? &high : &low) = t;
    }
    return (low + high) / 2;
}

qm__xy qm__bend_slide(const qm__levels *levels, uint32_t area, qm__xy at, qm__xy a, qm__xy b, double before,
                      double after) {
    border_place here = border_near(levels, area, at);
    for (int i = 0; i < TURNS; i++) {
        const qm__xy along = qm__left(here.out);
        double by = cheapest_along(here.at, along, a, b, before, after);
        if (here.round) { /* a tangent tells only what is near */
            by = qm__clamp(by, -qm__area_reach(levels) / 2, qm__area_reach(levels) / 2);
        }
        const border_place next = border_near(levels, area, qm__along(here.at, along, by));
        const double moved = qm__apart(here.at, next.at);
        here = next;
        if (moved < STILL) {
            break;
        }
    }
    return here.at;
}

bool qm__border_out(const qm__levels *levels, uint32_t area, qm__xy p, qm__xy *out) {
    const border_place near = border_near(levels, area, p);
    *out = near.out;
    return qm__apart(near.at, p) < ON_BORDER;
}

int32_t qm__bend_area(const qm__levels *levels, const qm__pricing *pricing, qm__xy p) {
    for (uint64_t left = pricing->inch; left; left &= left - 1) {
        const uint32_t area = (uint32_t)__builtin_ctzll(left);
        if (qm__apart(border_near(levels, area, p).at, p) < ON_BORDER) {
            return (int32_t)area;
        }
    }
    return -1;
}

double qm__inch_price(const qm__levels *levels, const qm__pricing *pricing, int32_t level, qm__xy from, qm__xy to) {
    int32_t factors[QM__AREAS_MAX];
    for (uint32_t i = 0; i < levels->table->area_count; i++) {
        factors[i] = pricing->prices[i].factor;
    }
    return qm__drawn_price(levels, level, from, to, factors);
}

/* What a unit of a piece costs. */
static double weight_of(const qm__levels *levels, const qm__pricing *pricing, int32_t level, qm__xy from, qm__xy to) {
    const double length = qm__apart(from, to);
    return length > 1e-3 ? qm__inch_price(levels, pricing, level, from, to) / length : 1;
}

/* The areas with a price by the inch in which a place lies. */
static uint64_t inch_areas(const qm__levels *levels, uint64_t areas, qm__xy p) {
    uint64_t in = 0;
    for (uint64_t left = areas; left; left &= left - 1) {
        const uint32_t area = (uint32_t)__builtin_ctzll(left);
        in |= (uint64_t)qm__in_area(levels, area, p) << area;
    }
    return in;
}

void qm__bends_find(const qm__levels *levels, const qm__pricing *pricing, qm__spot from, qm__xy to, qm__bends *out) {
    const qm__xy a = {from.x, from.y}, d = qm__minus(to, a);
    const uint64_t areas = pricing->inch;
    uint64_t in = 0;
    bool first = true;
    out->count = 0;
    for (double at = 0; at < 1 && out->count < QM__BENDS_MAX;) {
        double next = 1;
        for (uint64_t left = areas; left; left &= left - 1) {
            next = qm__area_change(levels, (uint32_t)__builtin_ctzll(left), a, to, at, next);
        }
        const uint64_t now = inch_areas(levels, areas, qm__along(a, d, (at + next) / 2));
        if (!first && now != in) {
            out->areas[out->count] = (uint16_t)__builtin_ctzll(now ^ in);
            out->at[out->count++] = qm__along(a, d, at);
        }
        in = now;
        first = false;
        at = next;
    }
}

void qm__bends_settle(const qm__levels *levels, const qm__pricing *pricing, qm__spot from, qm__xy to,
                      qm__bends *bends) {
    const qm__xy a = {from.x, from.y};
    double moved = 1e9;
    for (int i = 0; i < TURNS && moved > STILL; i++) {
        moved = 0;
        for (uint32_t k = 0; k < bends->count; k++) {
            const qm__xy before = k ? bends->at[k - 1] : a, after = k + 1 < bends->count ? bends->at[k + 1] : to;
            const qm__xy at = bends->at[k];
            bends->at[k] = qm__bend_slide(levels, bends->areas[k], at, before, after,
                                          weight_of(levels, pricing, from.level, before, at),
                                          weight_of(levels, pricing, from.level, at, after));
            moved = qm__most(moved, qm__apart(at, bends->at[k]));
        }
        moved = bends->count < 2 && i > 0 ? 0 : moved;
    }
}

double qm__bends_cost(const qm__field *field, const qm__pricing *pricing, qm__spot from, qm__spot to, double slack,
                      const qm__bends *bends, double limit, uint64_t *met) {
    const qm__levels *levels = field->walks->levels;
    double cost = 0;
    for (uint32_t k = 0; k <= bends->count; k++) {
        const bool last = k == bends->count;
        const qm__xy next = last ? (qm__xy){to.x, to.y} : bends->at[k];
        int32_t level = to.level;
        if (last ? !qm__piece_walkable(levels, field->crowd, from, next, level, slack)
                 : !qm__walkable(levels, field->crowd, from, next, slack, &level)) {
            return -1;
        }
        cost += qm__apart((qm__xy){from.x, from.y}, next) +
                qm__piece_price(field, pricing, from, next, level, UINT64_MAX, met);
        if (cost >= limit) {
            return -1;
        }
        from = (qm__spot){next.x, next.y, level};
    }
    return cost;
}
