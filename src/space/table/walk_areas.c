/* What areas cost on a way: once, at each entry, by the inch.
 *
 * Invariant: what a piece costs depends only on the piece and on which areas were met before, never on how the search
 * came to it; entries are counted where the base comes in from outside, so a piece that begins inside does not enter.
 */
#include "space/table/levels_inside.h"
#include "space/table/walk_search.h"

#include "base/angle.h"

#define TURN (2 * QM__PI)
#define JUST 1e-9 /* a part or angle: what begins no later than this begins at the end itself */

/* Whether some corner of a polygon is an inner one, so that a way may have to bend to stay in it. */
static bool has_inner_corner(const qm__table *table, const qm__polygon *polygon) {
    qm__edges edges = qm__edges_of(table, polygon);
    for (qm__edge e; qm__edges_next(&edges, &e);) {
        if (qm__cross(qm__minus(e.a, e.before), qm__minus(e.b, e.a)) < 0) {
            return true;
        }
    }
    return false;
}

void qm__pricing_make(const qm__walks *walks, const qm__area_price *prices, qm__pricing *out) {
    *out = (qm__pricing){.prices = prices};
    const uint64_t uneven = prices && walks->table->area_count ? qm__areas_uneven(walks->levels) : 0;
    for (uint32_t i = 0; prices && i < walks->table->area_count; i++) {
        out->once |= (uint64_t)(prices[i].once > 0) << i;
        out->entry |= (uint64_t)(prices[i].entry > 0) << i;
        out->inch |= (uint64_t)(prices[i].factor > 1000) << i;
        out->twice |= (uint64_t)(prices[i].entry > 0 &&
                                 ((uneven >> i & 1) || has_inner_corner(walks->table, &walks->table->areas[i].polygon)))
                      << i;
        out->strewn = out->strewn || prices[i].factor > 1000;
    }
    out->strewn = out->strewn || out->twice;
}

double qm__once_price(const qm__pricing *pricing, uint64_t met) {
    double price = 0;
    for (uint64_t left = met & pricing->once; left; left &= left - 1) {
        price += pricing->prices[__builtin_ctzll(left)].once;
    }
    return price;
}

/* ------------------------------------------------------------------------------------------------------------ pieces
 */

/* The levels of a straight piece: stretch k ends at parts[k] and lies on levels[k]. */
typedef struct layers {
    uint32_t count;
    double parts[QM__STEPS_MAX + 1];
    int32_t levels[QM__STEPS_MAX + 1];
} layers;

static layers layers_of(const qm__levels *levels, int32_t level, qm__xy from, qm__xy to, bool uneven) {
    layers out = {.count = 1, .parts = {1}, .levels = {level}};
    qm__levels telling = *levels; /* … of every change of level */
    telling.walker.free_step = -1;
    qm__traced traced;
    if (!uneven || !qm__trace(&telling, NULL, (qm__spot){from.x, from.y, level}, to, QM__SLACK, &traced)) {
        return out;
    }
    for (uint32_t i = 0; i < traced.step_count; i++) {
        out.parts[i] = traced.steps[i].part;
        out.levels[i + 1] = traced.steps[i].to;
    }
    out.count = traced.step_count + 1u;
    out.parts[traced.step_count] = 1;
    return out;
}

/* How often a base comes into an area on a piece, the step at its end included. Who ends at the border has not come in
 * yet: if the next piece leads inside it counts there. */
static uint32_t entries(const qm__levels *levels, uint32_t area, const layers *l, qm__xy from, qm__xy to,
                        int32_t to_level) {
    uint32_t count = 0, layer = 0;
    bool inside = qm__well_in(levels, area, l->levels[0], from);
    double since = -1; /* where it came in for the last time */
    for (double at = 0; at < 1;) {
        const double next = qm__area_change(levels, area, from, to, at + JUST, l->parts[layer]);
        const bool now = levels->levels[l->levels[layer]].areas >> area & 1 &&
                         qm__in_area(levels, area, qm__along(from, qm__minus(to, from), (at + next) / 2));
        if (next > at) {
            since = now && !inside ? at : since;
            count += now && !inside;
            inside = now;
        }
        layer += next >= l->parts[layer] && layer + 1 < l->count;
        at = next;
    }
    if (inside) {
        const qm__xy middle = qm__along(from, qm__minus(to, from), (since + 1) / 2);
        return count - (since >= 0 && !qm__well_in(levels, area, l->levels[layer], to) &&
                        !qm__well_in(levels, area, l->levels[layer], middle));
    }
    return count + (qm__well_in(levels, area, to_level, to) && !qm__well_in(levels, area, l->levels[layer], to));
}

static double inch_price(const qm__levels *levels, const qm__pricing *pricing, const layers *l, qm__xy from,
                         qm__xy to) {
    const qm__xy d = qm__minus(to, from);
    double price = 0, at = 0;
    for (uint32_t i = 0; i < l->count; i++) {
        if (l->parts[i] > at) {
            price +=
                qm__inch_price(levels, pricing, l->levels[i], qm__along(from, d, at), qm__along(from, d, l->parts[i]));
            at = l->parts[i];
        }
    }
    return price - qm__apart(from, to);
}

bool qm__priced_near(const qm__levels *levels, const qm__pricing *pricing, qm__xy from, qm__xy to) {
    return qm__areas_near(levels, pricing->once | pricing->entry | pricing->inch, from, to);
}

double qm__piece_price(const qm__field *field, const qm__pricing *pricing, qm__spot begin, qm__xy to, int32_t to_level,
                       uint64_t areas, uint64_t *met) {
    const qm__levels *levels = field->walks->levels;
    const qm__xy from = {begin.x, begin.y};
    const uint64_t uneven = qm__areas_uneven(levels) & (pricing->entry | pricing->inch);
    if (areas == UINT64_MAX) {
        areas = qm__piece_areas(levels, begin.level, from, to);
    }
    double price = qm__once_price(pricing, areas & ~*met);
    *met |= areas;
    areas |= uneven & pricing->entry & levels->levels[to_level].areas;
    if (!(areas & (pricing->entry | pricing->inch))) {
        return price;
    }
    const layers l = layers_of(levels, begin.level, from, to, uneven != 0);
    for (uint64_t left = areas & pricing->entry; left; left &= left - 1) {
        const uint32_t area = (uint32_t)__builtin_ctzll(left);
        price += (double)pricing->prices[area].entry * entries(levels, area, &l, from, to, to_level);
    }
    return price + (areas & pricing->inch ? inch_price(levels, pricing, &l, from, to) : 0);
}

double qm__straight_price(const qm__walks *walks, const qm__pricing *pricing, qm__spot from, qm__spot to,
                          uint64_t *met) {
    const qm__xy begin = {from.x, from.y}, end = {to.x, to.y};
    const double length = qm__apart(begin, end);
    if (!qm__pricing_any(pricing)) {
        return length;
    }
    const uint64_t areas = qm__areas_at(walks->levels, from) & ~*met;
    const qm__field field = {.walks = walks};
    *met |= areas;
    return length + qm__once_price(pricing, areas) +
           qm__piece_price(&field, pricing, from, end, to.level, UINT64_MAX, met);
}

double qm__walk_price(const qm__walks *walks, const qm__area_price *prices, qm__spot from, qm__spot to, uint64_t *met) {
    qm__pricing pricing;
    qm__pricing_make(walks, prices, &pricing);
    return qm__straight_price(walks, &pricing, from, to, met);
}

/* -------------------------------------------------------------------------------------------------------------- arcs
 */

/* Going round a lane, in growing angles: `high` is less than a turn beyond `low`. */
typedef struct arc {
    const qm__span *span;
    double low, high;
    bool left; /* it is walked towards `high` */
} arc;

static arc arc_of(const qm__field *field, uint32_t lane, double from, double to) {
    const qm__span *span = qm__field_span(field, lane / 2);
    const bool left = (lane & 1) == QM__SIDE_LEFT;
    const double turn = qm__lane_turn(span, lane & 1, from, to);
    return left ? (arc){span, from, from + turn, true} : (arc){span, from - turn, from, false};
}

static bool arc_in(const qm__levels *levels, const arc *a, uint32_t area, double angle) {
    while (angle >= TURN) {
        angle -= TURN;
    }
    return qm__in_area(levels, area, qm__span_place(a->span, angle < 0 ? angle + TURN : angle));
}

static bool arc_near(const qm__walks *walks, const arc *a, uint32_t area) {
    const qm__box *box = &walks->table->areas[area].polygon.box;
    const double reach = a->span->radius + walks->radius;
    const qm__xy c = a->span->centre;
    return c.x > (double)box->x0 - reach && c.x < (double)box->x1 + reach && c.y > (double)box->y0 - reach &&
           c.y < (double)box->y1 + reach;
}

/* How an arc lies to an area. */
typedef struct round_stay {
    bool met;
    uint32_t entries;
} round_stay;

static round_stay stay_of(const qm__levels *levels, const arc *a, uint32_t area) {
    round_stay stay = {false, 0};
    bool before = arc_in(levels, a, area, a->low);
    stay.met = before || arc_in(levels, a, area, a->high);
    for (double at = a->low; at < a->high && a->span->radius > 0;) {
        const double next = qm__area_change_round(levels, area, a->span->centre, a->span->radius, at + JUST, a->high);
        const bool now = arc_in(levels, a, area, (at + next) / 2);
        stay.met = stay.met || now;
        stay.entries += a->left ? now && !before : before && !now;
        before = now;
        at = next;
    }
    return stay;
}

/* Areas that can be met on an arc. At a point there is none: it may stand for several levels, and what is met there is
 * met on the pieces that end at it. */
static uint64_t areas_round(const qm__walks *walks, const arc *a) {
    return a->span->radius > 0 ? walks->levels->levels[a->span->level].areas : 0;
}

uint64_t qm__arc_areas(const qm__field *field, uint32_t lane, double from, double to) {
    const qm__walks *walks = field->walks;
    const arc a = arc_of(field, lane, from, to);
    uint64_t met = 0;
    for (uint64_t left = areas_round(walks, &a); left; left &= left - 1) {
        const uint32_t area = (uint32_t)__builtin_ctzll(left);
        met |= (uint64_t)(arc_near(walks, &a, area) && stay_of(walks->levels, &a, area).met) << area;
    }
    return met;
}

/* What areas with a price by the inch add on an arc; where they overlap the dearest counts. */
static double inch_round(const qm__levels *levels, const qm__pricing *pricing, const arc *a, uint64_t areas) {
    double price = 0;
    for (double at = a->low; at < a->high;) {
        double next = a->high, factor = 1000;
        for (uint64_t left = areas; left; left &= left - 1) {
            next = qm__area_change_round(levels, (uint32_t)__builtin_ctzll(left), a->span->centre, a->span->radius,
                                         at + JUST, next);
        }
        for (uint64_t left = areas; left; left &= left - 1) {
            const uint32_t area = (uint32_t)__builtin_ctzll(left);
            const double own = pricing->prices[area].factor;
            factor = own > factor && arc_in(levels, a, area, (at + next) / 2) ? own : factor;
        }
        price += (next - at) * a->span->radius * (factor - 1000) / 1000;
        at = next;
    }
    return price;
}

double qm__arc_price(const qm__field *field, const qm__pricing *pricing, uint32_t lane, double from, double to,
                     uint64_t *met) {
    const qm__walks *walks = field->walks;
    const arc a = arc_of(field, lane, from, to);
    uint64_t slow = 0;
    double price = 0;
    for (uint64_t left = areas_round(walks, &a); left; left &= left - 1) {
        const uint32_t area = (uint32_t)__builtin_ctzll(left);
        if (!arc_near(walks, &a, area)) {
            continue;
        }
        const round_stay stay = stay_of(walks->levels, &a, area);
        if (!stay.met) {
            continue;
        }
        const uint64_t bit = (uint64_t)1 << area;
        price += qm__once_price(pricing, bit & ~*met);
        price += pricing->entry & bit ? (double)pricing->prices[area].entry * stay.entries : 0;
        slow |= pricing->inch & bit;
        *met |= bit;
    }
    return slow ? price + inch_round(walks->levels, pricing, &a, slow) : price;
}

/* ---------------------------------------------------------------------------------------------------------- preparing
 */

bool qm__walks_make_areas(qm__walks *walks, qm__arena *arena) {
    if (walks->table->area_count == 0) {
        return true;
    }
    walks->tangent_areas = qm__arena_array(arena, walks->tangent_count + 1u, sizeof *walks->tangent_areas);
    if (!walks->tangent_areas) {
        return false;
    }
    for (uint32_t i = 0; i < walks->tangent_count; i++) {
        const qm__tangent *t = &walks->tangents[i];
        if (t->twin > i) {
            walks->tangent_areas[i] = walks->tangent_areas[t->twin] =
                qm__piece_areas(walks->levels, walks->spans[t->from / 2].level, walks->tangents[t->twin].at, t->at);
        }
    }
    return true;
}
