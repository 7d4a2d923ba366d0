/* Detours: links that are taken to get to where plain walking gets as well.
 *
 * Where every straight piece between two curves can be walked, a part of a route that leads from the one to the other
 * over links is never better than walking, whichever places of the curves it uses, as long as the links in it do not
 * cost less than the length that they cover. Such chains are given up before anything of them is computed: on roofs
 * close together they would be most of all chains, each a little longer than the last.
 *
 * Invariant: a chain is given up only if one with fewer links costs no more, is no less likely and gets to the same
 * places, for every place it can land at. Rejected: comparing what two chains cost at their best landings, which says
 * little about the rest of a long landing.
 */
#include "space/table/levels_inside.h"
#include "space/table/routes_inside.h"
#include "space/table/walk_search.h"

#define INSIDE 0.5   /* units: edges so near to the border of a hull are on it */
#define TRIMMED 0.05 /* of a landing: less is not worth cutting off */
#define WIDEST 0.1   /* radii: how far a landing that is an arc is off its chord, at most */
#define EVEN 1e-6    /* units: a hull that is no wider is a line */
#define BESIDE 2.0   /* units: how far from a corner one looks whether it is a corner of what can be stood on */

typedef struct hull {
    qm__xy corners[2 * QM__HULL_MAX];
    int count;
    qm__xy least, most;
} hull;

static hull hull_around(const qm__curve *a, const qm__curve *b) {
    qm__xy points[QM__HULL_MAX];
    int count = qm__curve_around(a, points);
    count += qm__curve_around(b, points + count);
    hull h = {.least = points[0], .most = points[0]};
    for (int i = 1; i < count; i++) {
        h.least = (qm__xy){qm__least(h.least.x, points[i].x), qm__least(h.least.y, points[i].y)};
        h.most = (qm__xy){qm__most(h.most.x, points[i].x), qm__most(h.most.y, points[i].y)};
    }
    h.count = qm__hull_of(points, count, h.corners);
    return h;
}

/* Whether a place on an edge of a top that is stood on lies amid others of the same height: all around it the base
 * passes. */
static bool amid_surface(const qm__hiking *h, qm__xy at, int32_t level) {
    for (int dx = -1; dx <= 1; dx++) {
        for (int dy = -1; dy <= 1; dy++) {
            const qm__spot beside = {at.x + dx * BESIDE, at.y + dy * BESIDE, level};
            if (!qm__passes(h->levels, NULL, beside, QM__CARE, NULL)) {
                return false;
            }
        }
    }
    return true;
}

/* The middle of the part of an edge inside a hull; false when no part of it is. */
static bool middle_inside(const hull *area, qm__xy a, qm__xy b, qm__xy *middle) {
    double low = 0, high = 1;
    for (int i = 0; i < area->count; i++) {
        const qm__xy from = area->corners[i], u = qm__unit(qm__minus(area->corners[(i + 1) % area->count], from));
        const double at_a = qm__cross(u, qm__minus(a, from)), at_b = qm__cross(u, qm__minus(b, from));
        if (at_a <= 0 && at_b <= 0) {
            return false;
        }
        if (at_a < 0) {
            low = qm__most(low, at_a / (at_a - at_b));
        } else if (at_b < 0) {
            high = qm__least(high, at_a / (at_a - at_b));
        }
    }
    *middle = qm__along(a, qm__minus(b, a), (low + high) / 2);
    return low < high && qm__hull_has(area->corners, area->count, *middle, INSIDE);
}

/* Whether terrain has no edge inside a hull that matters to who walks there. Corners alone would not do: a yard whose
 * rims are the two curves fills their hull and has all of its corners on the border. */
static bool no_edges(const qm__hiking *h, const hull *area, int32_t level) {
    const qm__table *const table = qm__levels_table(h->levels);
    const qm__walker *const walker = qm__levels_walker(h->levels);
    const int32_t z = qm__level_height(h->levels, level);
    for (uint32_t i = 0; i < table->prism_count; i++) {
        const qm__prism *const prism = &table->prisms[i];
        qm__edge e;
        qm__xy middle;
        if (prism->bottom >= z + walker->height || !qm__box_near(&prism->polygon.box, area->least, area->most, 0)) {
            continue;
        }
        for (qm__edges at = qm__edges_of(table, &prism->polygon); qm__edges_next(&at, &e);) {
            const bool stops = prism->top + e.rail > z;
            if ((qm__hull_has(area->corners, area->count, e.a, INSIDE) && (stops || !amid_surface(h, e.a, level))) ||
                (middle_inside(area, e.a, e.b, &middle) && (stops || !amid_surface(h, middle, level)))) {
                return false;
            }
        }
    }
    return true;
}

/* Whether a base can be in the middle of a hull: all of it may be one hole. */
static bool middle_passes(const qm__hiking *h, const hull *area, int32_t level) {
    qm__xy sum = {0, 0};
    for (int i = 0; i < area->count; i++) {
        sum = qm__plus(sum, area->corners[i]);
    }
    const qm__spot middle = {sum.x / area->count, sum.y / area->count, level};
    return qm__passes(h->levels, h->walk.crowd, middle, QM__CARE, NULL);
}

static bool no_bodies(const qm__hiking *h, const hull *area) {
    const qm__crowd *const crowd = h->walk.crowd;
    for (uint16_t i = 0; crowd && i < crowd->count; i++) {
        const qm__body *const body = &crowd->bodies[i];
        if (i != crowd->self && body->manner != QM__PASS && body->manner != QM__PASS_ONLY &&
            qm__hull_has(area->corners, area->count, (qm__xy){body->x, body->y}, 0)) {
            return false;
        }
    }
    return true;
}

/* The ends of a hull that is no wider than a line; false when it is wider. */
static bool line_of(const hull *area, qm__xy *from, qm__xy *to) {
    *from = *to = area->corners[0];
    for (int i = 1; i < area->count; i++) {
        *to = qm__apart(*from, area->corners[i]) > qm__apart(*from, *to) ? area->corners[i] : *to;
    }
    const qm__xy along = qm__unit(qm__minus(*to, *from));
    for (int i = 1; i < area->count; i++) {
        const double off = qm__cross(along, qm__minus(area->corners[i], *from));
        if (off > EVEN || off < -EVEN) {
            return false;
        }
    }
    return true;
}

/* Whether a straight piece stays on its level: others may not have the areas that it has. */
static bool no_steps(const qm__hiking *h, qm__xy from, qm__xy to, int32_t level) {
    qm__levels telling = *h->levels;
    qm__traced traced;
    telling.walker.free_step = -1; /* every change of level is told */
    return qm__trace(&telling, NULL, qm__spot_at(from, level), to, QM__CARE, &traced) && traced.step_count == 0;
}

/* Whether walking within a hull costs nothing for an area that comes near it: that is only looked into along a line,
 * such as a rim to which a jump leads back. All of it must lie outside, or inside of an area that does not cost by the
 * inch: who is there already has paid. */
static bool costs_nothing(const qm__hiking *h, const hull *lies, int32_t level, uint32_t number) {
    const qm__area_price *const price = &h->ask->walk.prices[number];
    const uint64_t bit = (uint64_t)1 << number;
    qm__xy from, to;
    if ((!price->once || h->bought & bit) && !price->entry && price->factor <= 1000) {
        return true;
    }
    return line_of(lies, &from, &to) && (!(qm__areas_uneven(h->levels) & bit) || no_steps(h, from, to, level)) &&
           qm__area_change(h->levels, number, from, to, 0, 1) >= 1 &&
           (price->factor <= 1000 || !qm__in_area(h->levels, number, qm__along(from, qm__minus(to, from), 0.5)));
}

static bool no_prices(const qm__hiking *h, const hull *area, int32_t level) {
    const qm__table *const table = qm__levels_table(h->levels);
    const double radius = qm__levels_walker(h->levels)->radius;
    for (uint32_t i = 0; h->prices && i < table->area_count; i++) {
        if (qm__box_near(&table->areas[i].polygon.box, area->least, area->most, radius + 1) &&
            !costs_nothing(h, area, level, i)) {
            return false;
        }
    }
    return true;
}

/* Whether every straight piece between places of two curves on a level can be walked and costs its length. It can when
 * all around the hull of both it can, and nothing stands alone inside. */
static bool all_walked(const qm__hiking *h, const qm__curve *a, const qm__curve *b, int32_t level) {
    const hull area = hull_around(a, b);
    for (int i = 0; i < area.count && area.count > 1; i++) {
        const qm__xy from = area.corners[i], to = area.corners[(i + 1) % area.count];
        if (!qm__piece_walkable(h->levels, h->walk.crowd, qm__spot_at(from, level), to, level, QM__CARE)) {
            return false;
        }
    }
    return no_prices(h, &area, level) && no_bodies(h, &area) && no_edges(h, &area, level) &&
           middle_passes(h, &area, level);
}

/* A place that a chain comes to: what has been gained up to there over walking the plan length of its links. */
typedef struct visit {
    qm__curve curve;
    int32_t level, isle;
    double gained;
} visit;

static bool saved(const qm__hiking *h, const visit *from, const visit *to) {
    return from->level == to->level && (from->isle == to->isle || from->isle < 0 || to->isle < 0) &&
           to->gained - from->gained <= 1e-9 && all_walked(h, &from->curve, &to->curve, to->level);
}

/* How much less than its length in plan a port may cost; negative: it always costs more. */
static double gain_of(const qm__port *port) {
    const qm__leg *const leg = &port->leg;
    const double longest = leg->tied ? leg->slide : leg->slide + leg->most;
    const double shortest = leg->tied || leg->slide > 0 ? leg->slide : qm__curves_apart(&leg->off, &leg->on);
    return (1 - leg->per_unit) * (leg->per_unit < 1 ? longest : shortest) - leg->fixed;
}

bool qm__chain_detours(const qm__hiking *h, const uint32_t *ports, int count) {
    visit visits[2 * QM__CHAIN_MAX + 3];
    const qm__spot from = h->ask->walk.from;
    int n = 0;
    visits[n++] = (visit){{.a = {from.x, from.y}, .b = {from.x, from.y}}, from.level, -1, 0};
    for (int i = 0; i < count; i++) {
        const qm__port *const port = &h->ports->items[ports[i]];
        const double gained = visits[n - 1].gained;
        visits[n++] = (visit){port->leg.off, port->from, port->from_isle, gained};
        visits[n++] = (visit){port->leg.on, port->to, port->to_isle, gained + gain_of(port)};
    }
    for (int i = 0; i < n - 1; i++) { /* only the last link is new; from its landing to its own take-off counts too */
        if (saved(h, &visits[i], &visits[n - 1]) || (i < n - 3 && saved(h, &visits[i], &visits[n - 2]))) {
            return true;
        }
    }
    return false;
}

bool qm__landing_trim(const qm__hiking *h, const qm__curve *curve, int32_t level, qm__xy from, double within,
                      double *low, double *high) {
    const double length = qm__curve_length(curve);
    double first = 0, last = 1; /* the part of the curve within that distance */
    if (curve->radius > 0 || length <= 0) {
        if (qm__most(qm__apart(from, curve->a), qm__apart(from, curve->b)) + curve->radius * WIDEST > within) {
            return true;
        }
    } else {
        const qm__xy u = qm__unit(qm__minus(curve->b, curve->a)), v = qm__minus(from, curve->a);
        const double across = qm__cross(u, v), along = qm__dot(u, v), square = within * within - across * across;
        if (square <= 0) {
            return true;
        }
        first = (along - qm__root(square)) / length;
        last = (along + qm__root(square)) / length;
    }
    const double least = qm__most(TRIMMED * (*high - *low), length > 0 ? QM__CARE / length : 0);
    const double begin = qm__most(first, *low), end = qm__least(last, *high);
    if (end < begin || (begin > *low && end < *high) || (end - begin < least && (begin > *low || end < *high))) {
        return true;
    }
    const qm__curve point = {.a = from, .b = from}, part = qm__curve_cut(curve, begin, end);
    if (!all_walked(h, &point, &part, level)) {
        return true;
    }
    if (begin <= *low) {
        *low = end;
    } else {
        *high = begin;
    }
    return *low < *high;
}
