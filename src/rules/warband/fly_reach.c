/* Reach of units that do not go as others do: all ground where they can stand, cut to what a straight way leads to.
 *
 * It is cut by an outline around the unit on each surface: of a flight as far as it leads in each of many directions,
 * those beside corners and figures among them; of an ethereal unit a circle, less what is behind areas that it may not
 * meet.
 *
 * Invariant: what is told can be reached. What hangs over a surface is cut out there for those who fly: they come from
 * above.
 */
#include "rules/warband/fly_ways.h"

#include "game/inches_straight.h"
#include "space/table/edges.h"
#include "space/table/links_inside.h"

enum {
    EVENLY = 360, /* directions besides those beside corners: 18" away a chord is 0.0007" off its arc */
    TURNS_MAX = WB_TURNS_MAX
};
#define BESIDE 0.05 /* parts of a turn: to both sides of a direction in which something begins or ends */

/* In the family's own memory. */
typedef struct around {
    uint32_t turn_count;
    bool full; /* there was more than it holds */
    double turns[TURNS_MAX];
    qm__xy outline[TURNS_MAX + 4];
    union {
        qm__straight_spots spots;
        wb_rays rays; /* when all ground has been found */
    };
} around;
_Static_assert(sizeof(around) <= WB_OWN_SIZE, "it has room");

/* How regions are cut. */
typedef struct cutting {
    const qm_scenario *s;
    const qm__inch_search *search;
    around *a;
    double budget;   /* of the cost that leads farthest */
    int32_t lost;    /* what the ground has taken of every cost */
    uint64_t closed; /* areas that may not be met on the ground */
    bool flies;
    bool tolls; /* one that does not fly pays for difficult ground as it goes */
} cutting;

/* -------------------------------------------------------------------------------------------------------- directions
 */

static void add_turn(around *a, double turn) {
    a->full = a->full || a->turn_count == TURNS_MAX;
    if (!a->full) {
        a->turns[a->turn_count++] = turn < 0 ? turn + QM__PARTS : turn >= QM__PARTS ? turn - QM__PARTS : turn;
    }
}

/* Beside the two directions that touch a circle. */
static void add_tangents(around *a, qm__xy from, qm__xy centre, double radius, double far) {
    const qm__xy v = qm__minus(centre, from);
    const double length = qm__length(v);
    if (length <= radius || length - radius > far) {
        return;
    }
    const double middle = qm__parts_of(v.x, v.y);
    const double half = qm__parts_of(qm__root(length * length - radius * radius), radius);
    for (int side = -1; side <= 1; side += 2) {
        add_turn(a, middle + side * half - BESIDE);
        add_turn(a, middle + side * half + BESIDE);
    }
}

static void sort_turns(around *a) {
    for (uint32_t gap = a->turn_count / 2; gap > 0; gap = gap == 2 ? 1 : (uint32_t)((double)gap / 2.2)) {
        for (uint32_t i = gap; i < a->turn_count; i++) {
            const double turn = a->turns[i];
            uint32_t at = i;
            for (; at >= gap && a->turns[at - gap] > turn; at -= gap) {
                a->turns[at] = a->turns[at - gap];
            }
            a->turns[at] = turn;
        }
    }
}

static void add_corners(around *a, const qm__table *table, const qm__polygon *polygon, qm__xy from, double radius,
                        double far) {
    qm__edges edges = qm__edges_of(table, polygon);
    qm__edge edge;
    while (qm__edges_next(&edges, &edge)) {
        add_tangents(a, from, edge.a, radius, far);
    }
}

/* Beside all that stops a way of the unit. */
static void find_turns(const cutting *c) {
    const qm__table *table = &c->s->table;
    const qm__xy from = {c->search->from.x, c->search->from.y};
    const double radius = qm__levels_walker(c->search->base->levels)->radius;
    const uint64_t areas = c->flies ? wb_of(c->s)->barred : c->closed | (c->tolls ? wb_of(c->s)->difficult : 0);
    c->a->turn_count = 0;
    for (int i = 0; i < EVENLY; i++) {
        add_turn(c->a, (double)QM__PARTS * i / EVENLY);
    }
    for (uint16_t i = 0; i < table->prism_count && c->flies; i++) {
        add_corners(c->a, table, &table->prisms[i].polygon, from, radius, c->budget);
    }
    for (uint16_t i = 0; i < table->area_count; i++) {
        if (areas >> i & 1u) {
            add_corners(c->a, table, &table->areas[i].polygon, from, radius, c->budget);
        }
    }
    for (uint16_t i = 0; i < c->search->crowd.count && c->flies; i++) {
        const qm__body *body = &c->search->crowd.bodies[i];
        if (body->manner == QM__BLOCK) {
            add_tangents(c->a, from, (qm__xy){body->x, body->y}, radius + body->radius, c->budget);
        }
    }
    sort_turns(c->a);
}

/* ----------------------------------------------------------------------------------------------------------- cutting
 */

/* Cuts out where a base would be below an edge, and a little more around its ends. */
static bool cut_edge(qm__overlay *overlay, const qm__edge *edge, double keep) {
    const qm__xy along = qm__unit(qm__minus(edge->b, edge->a)), left = qm__left(along);
    const qm__xy a = qm__along(edge->a, along, -keep), b = qm__along(edge->b, along, keep);
    const qm__xy corners[] = {qm__along(a, left, -keep), qm__along(b, left, -keep), qm__along(b, left, keep),
                              qm__along(a, left, keep)};
    return qm__overlay_add(overlay, corners, 4, true);
}

/* Cuts out what lies below a solid. */
static bool cut_below(qm__overlay *overlay, const cutting *c, const qm__prism *prism) {
    const qm__table *table = &c->s->table;
    const double keep = qm__levels_walker(c->search->base->levels)->radius + 2;
    const qm__ring *ring = &table->rings[prism->polygon.first_ring];
    qm__edges edges = qm__edges_of(table, &prism->polygon);
    qm__edge edge;
    bool good = ring->count <= TURNS_MAX;
    while (good && qm__edges_next(&edges, &edge)) {
        good = cut_edge(overlay, &edge, keep);
    }
    for (uint32_t i = 0; good && i < ring->count; i++) {
        c->a->outline[i] = qm__corner_xy(&table->corners[ring->first + i]);
    }
    return good && qm__overlay_add(overlay, c->a->outline, ring->count, true);
}

static bool cut_flight(qm__overlay *overlay, const cutting *c, int32_t z, double budget) {
    const qm__walker *walker = qm__levels_walker(c->search->base->levels);
    bool good = true;
    for (uint16_t i = 0; i < c->s->table.prism_count && good; i++) {
        const qm__prism *prism = &c->s->table.prisms[i];
        if (prism->bottom - walker->height >= z && prism->top - walker->step > z) {
            good = cut_below(overlay, c, prism);
        }
    }
    qm__wb_fly_outline(c->s, c->search, c->a->turns, c->a->turn_count, &c->a->rays, z, budget, c->a->outline);
    return good && qm__inch_cut_outside(overlay, &c->s->table, c->a->outline, c->a->turn_count);
}

/* A leg of an ethereal unit leads over a step of height at most. On the ground something carries it everywhere; higher
 * up regions are those of walking. */
static bool cut_circle(qm__overlay *overlay, const cutting *c, int32_t z, double budget) {
    const qm_place from = c->search->from;
    const int32_t step = qm__levels_walker(c->search->base->levels)->step, rise = z > from.z ? z - from.z : from.z - z;
    const bool carried = rise <= step && (from.z < z ? from.z : z) <= step;
    if (carried && c->tolls && z == from.z && c->closed == 0) {
        qm__wb_toll_outline(c->s, c->search, c->a->turns, c->a->turn_count, budget, c->a->outline);
    } else if (carried) { /* whatever may cost something is left to walking */
        const uint64_t areas = c->closed | (c->tolls ? wb_of(c->s)->difficult : 0);
        qm__wb_clear_outline(c->s, c->search, c->a->turns, c->a->turn_count, areas, budget, c->a->outline);
    }
    return qm__inch_cut_outside(overlay, &c->s->table, c->a->outline, carried ? c->a->turn_count : 0);
}

static bool cut_kind(const void *context, const qm_reach_ring *kind, qm__overlay *overlay) {
    const cutting *c = context;
    const double budget = qm__most(kind->cost - c->lost, 0);
    return c->flies ? cut_flight(overlay, c, kind->z, budget) : cut_circle(overlay, c, kind->z, budget);
}

/* Adds what can be reached without ending in areas that are closed, which the prices have closed, too; so much is lost
 * before. */
static bool add_part(const qm_scenario *s, qm__inch_search *search, around *a, const qm__straight *ask, bool flies,
                     qm_reach_area *out) {
    const cutting c = {.s = s,
                       .search = search,
                       .a = a,
                       .budget = qm__straight_budget(ask),
                       .lost = ask->lost,
                       .closed = ask->closed,
                       .flies = flies,
                       .tolls = !flies && wb_of(s)->toll};
    const uint32_t first = out->ring_count;
    unsigned char *rest;
    if (c.budget <= 0) {
        return true;
    }
    a->full = false;
    find_turns(&c);
    if (a->full || !qm__inch_lay_straight(search, ask, &a->spots, &rest, out)) {
        return false;
    }
    if (rest && flies) {
        qm__wb_fly_look(s, search, a->turns, a->turn_count, c.budget, &a->rays);
    }
    return !rest || qm__inch_clip(search, first, cut_kind, &c, rest, out);
}

/* The same with these areas closed, of ground that costs nothing on the way. */
static bool add_closed(const qm_scenario *s, qm__inch_search *search, around *a, qm__straight ask, bool flies,
                       qm_reach_area *out) {
    qm__area_price shut[QM__AREAS_MAX] = {{0}};
    for (uint64_t left = ask.closed; left; left &= left - 1) {
        shut[__builtin_ctzll(left)].entry = WB_CLOSED;
    }
    ask.prices = ask.closed ? shut : NULL;
    return add_part(s, search, a, &ask, flies, out);
}

/* One that flies pays for areas by where its flight begins and ends: what is reached outside of all that cost
 * something, and in each of these by itself. Where several lie upon each other, walking alone tells. */
static bool add_flights(const qm_scenario *s, qm__inch_search *search, around *a, qm__straight ask,
                        qm_reach_area *out) {
    const wb_data *data = wb_of(s);
    const qm__inch_base *base = search->base;
    const bool area = data->set.difficult_once == WB_DIFFICULT_ONCE_PER_AREA;
    const uint64_t begun = qm__areas_at(base->levels, qm__inch_spot(base, search->from));
    uint64_t costs = area ? data->difficult : 0;
    for (uint64_t left = costs & begun; left; left &= left - 1) { /* paid for where it begins: then it may end there */
        const uint64_t bit = left & -left;
        const int32_t once = data->toll[__builtin_ctzll(left)].once;
        ask.lost += once;
        costs &= once > 0 ? ~bit : UINT64_MAX;
    }
    ask.closed = data->barred | costs;
    bool good = add_closed(s, search, a, ask, true, out);
    for (uint64_t left = costs; left && good; left &= left - 1) {
        qm__straight into = ask;
        into.lost += data->set.difficult_loss;
        into.closed = ask.closed & ~(left & -left);
        good = add_closed(s, search, a, into, true, out);
    }
    return good;
}

bool qm__wb_add_straight(const qm_scenario *s, qm__inch_search *search, void *own, const qm__area_price *prices,
                         int32_t lost, const qm_reach_ring *kinds, uint32_t count, qm_reach_area *out) {
    const wb_data *data = wb_of(s);
    const bool flies = wb_value(s, search->figure, WB_FLYING), passes = wb_value(s, search->figure, WB_ETHEREAL);
    const uint64_t difficult = prices && prices == data->closed ? data->difficult : 0;
    const qm__straight ask = {
        .prices = prices, .closed = data->barred | difficult, .lost = lost, .kinds = kinds, .count = count};
    if (!data->toll) {
        return (!flies || add_part(s, search, own, &ask, true, out)) &&
               (!passes || add_part(s, search, own, &ask, false, out));
    }
    return (!flies || add_flights(s, search, own, ask, out)) &&
           (!passes || add_closed(s, search, own, ask, false, out));
}
