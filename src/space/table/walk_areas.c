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

void qm__pricing_make(const qm__walks *walks, const qm__area_price *prices, qm__pricing *out) {
    *out = (qm__pricing){.prices = prices};
    for (uint32_t i = 0; prices && i < walks->table->area_count; i++) {
        out->once |= (uint64_t)(prices[i].once > 0) << i;
        out->entry |= (uint64_t)(prices[i].entry > 0) << i;
        out->inch |= (uint64_t)(prices[i].factor > 1000) << i;
    }
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

static uint32_t entries(const qm__levels *levels, uint32_t area, qm__xy from, qm__xy to) {
    uint32_t count = 0;
    bool inside = qm__in_area(levels, area, from);
    for (double at = 0; at < 1;) {
        const double next = qm__area_change(levels, area, from, to, at + JUST, 1);
        const bool now = qm__in_area(levels, area, qm__along(from, qm__minus(to, from), (at + next) / 2));
        count += now && !inside;
        inside = now;
        at = next;
    }
    return count;
}

static double inch_price(const qm__levels *levels, const qm__pricing *pricing, int32_t level, qm__xy from, qm__xy to) {
    int32_t factors[QM__AREAS_MAX];
    for (uint32_t i = 0; i < levels->table->area_count; i++) {
        factors[i] = pricing->prices[i].factor;
    }
    return qm__drawn_price(levels, level, from, to, factors) - qm__apart(from, to);
}

/* Whether any area comes near a piece: most pieces are far from all of them. */
static bool areas_near(const qm__levels *levels, qm__xy from, qm__xy to) {
    const double reach = (double)levels->walker.radius;
    bool near = false;
    for (uint32_t i = 0; !near && i < levels->table->area_count; i++) {
        const qm__box *box = &levels->table->areas[i].polygon.box;
        near = qm__most(from.x, to.x) > (double)box->x0 - reach && qm__least(from.x, to.x) < (double)box->x1 + reach &&
               qm__most(from.y, to.y) > (double)box->y0 - reach && qm__least(from.y, to.y) < (double)box->y1 + reach;
    }
    return near;
}

/* The areas of a piece begun on a level; `met` when it cannot be walked from there, or does not lie in fewer. */
static uint64_t fewer_areas(const qm__levels *levels, qm__spot from, qm__xy to, uint64_t met) {
    qm__traced traced;
    return qm__passes(levels, NULL, from, QM__CARE, NULL) && qm__trace(levels, NULL, from, to, QM__CARE, &traced) &&
                   (traced.areas & ~met) == 0
               ? traced.areas
               : met;
}

/* A piece may begin on a border: then the base may step before it goes, and be in fewer areas. */
uint64_t qm__piece_areas(const qm__levels *levels, int32_t level, qm__xy from, qm__xy to) {
    qm__traced traced;
    if (!areas_near(levels, from, to)) {
        return 0;
    }
    const bool clear = qm__trace(levels, NULL, (qm__spot){from.x, from.y, level}, to, QM__SLACK, &traced);
    uint64_t met = clear ? traced.areas : UINT64_MAX;
    const int32_t z = qm__level_height(levels, level), step = levels->walker.step;
    for (int32_t i = 0; met && i < levels->count; i++) {
        if (levels->levels[i].z >= z - step && levels->levels[i].z <= z + step) {
            met = fewer_areas(levels, (qm__spot){from.x, from.y, i}, to, met);
        }
    }
    return met == UINT64_MAX ? qm__areas_along(levels, level, from, to) : met;
}

double qm__piece_price(const qm__field *field, const qm__pricing *pricing, int32_t level, qm__xy from, qm__xy to,
                       uint64_t areas, uint64_t *met) {
    const qm__levels *levels = field->walks->levels;
    if (areas == UINT64_MAX) {
        /* By the inch there are so many pieces that what is exact with one level has to do. */
        areas = pricing->inch ? qm__areas_along(levels, level, from, to) : qm__piece_areas(levels, level, from, to);
    }
    double price = qm__once_price(pricing, areas & ~*met);
    for (uint64_t left = areas & pricing->entry; left; left &= left - 1) {
        const uint32_t area = (uint32_t)__builtin_ctzll(left);
        price += (double)pricing->prices[area].entry * entries(levels, area, from, to);
    }
    if (areas & pricing->inch) {
        price += inch_price(levels, pricing, level, from, to);
    }
    *met |= areas;
    return price;
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
    double length; /* of what lies inside */
} round_stay;

static round_stay stay_of(const qm__levels *levels, const arc *a, uint32_t area) {
    round_stay stay = {false, 0, 0};
    bool before = arc_in(levels, a, area, a->low);
    stay.met = before || arc_in(levels, a, area, a->high);
    for (double at = a->low; at < a->high && a->span->radius > 0;) {
        const double next = qm__area_change_round(levels, area, a->span->centre, a->span->radius, at + JUST, a->high);
        const bool now = arc_in(levels, a, area, (at + next) / 2);
        stay.met = stay.met || now;
        stay.entries += a->left ? now && !before : before && !now;
        stay.length += now ? (next - at) * a->span->radius : 0;
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

double qm__arc_price(const qm__field *field, const qm__pricing *pricing, uint32_t lane, double from, double to,
                     uint64_t *met) {
    const qm__walks *walks = field->walks;
    const arc a = arc_of(field, lane, from, to);
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
        price += pricing->inch & bit ? stay.length * (pricing->prices[area].factor - 1000) / 1000 : 0;
        *met |= bit;
    }
    return price;
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

void qm__bodies_areas(const qm__walks *walks, qm__walks_bodies *bodies) {
    const qm__field field = {walks, bodies->crowd, bodies};
    for (uint32_t i = 0; bodies->tangent_areas && i < bodies->tangent_count; i++) {
        const qm__tangent *t = &bodies->tangents[i];
        if (t->twin > i) {
            bodies->tangent_areas[i] = bodies->tangent_areas[t->twin] = qm__piece_areas(
                walks->levels, qm__field_span(&field, t->from / 2)->level, bodies->tangents[t->twin].at, t->at);
        }
    }
}
