/* Reach of units that do not go as others do: all ground where they can stand, cut to what a straight way leads to.
 *
 * Ground is found by walking: a reach from one place has all that is joined to it, and a grid of places, with those
 * where links land, tells where the next one must begin. It is cut by an outline around the unit on each surface: of a
 * flight as far as it leads in each of many directions, those beside corners and figures among them; of an ethereal
 * unit a circle, less what is behind areas that it may not meet.
 *
 * Invariant: what is told can be reached. What hangs over a surface is cut out there for those who fly: they come from
 * above.
 */
#include <string.h>

#include "rules/warband/fly_ways.h"

#include "game/inches_unite.h"
#include "space/table/edges.h"
#include "space/table/links_inside.h"

enum {
    EVENLY = 360, /* directions besides those beside corners: 18" away a chord is 0.0007" off its arc */
    TURNS_MAX = WB_TURNS_MAX,
    SPOTS_MAX = 4096
};
#define BESIDE 0.05 /* parts of a turn: to both sides of a direction in which something begins or ends */

/* In the family's own memory. */
typedef struct around {
    uint32_t turn_count, spot_count;
    bool full; /* there was more than it holds */
    double turns[TURNS_MAX];
    qm__xy outline[TURNS_MAX + 4];
    union {
        qm__spot spots[SPOTS_MAX]; /* of a grid; those that a reach has are taken off */
        wb_rays rays;              /* when all ground has been found */
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
    const uint64_t areas = c->flies ? wb_of(c->s)->barred : c->closed;
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

/* Cuts out all but what an outline has; the outline runs counter-clockwise and is turned. */
static bool cut_outside(qm__overlay *overlay, const qm__table *table, qm__xy *outline, uint32_t count) {
    const double x = (double)table->width + 1000, y = (double)table->depth + 1000;
    const qm__xy all[] = {{-1000, -1000}, {x, -1000}, {x, y}, {-1000, y}};
    for (uint32_t i = 0; i < count / 2; i++) {
        const qm__xy point = outline[i];
        outline[i] = outline[count - 1 - i];
        outline[count - 1 - i] = point;
    }
    return qm__overlay_add(overlay, all, 4, true) && (count == 0 || qm__overlay_add(overlay, outline, count, true));
}

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
    return good && cut_outside(overlay, &c->s->table, c->a->outline, c->a->turn_count);
}

/* A leg of an ethereal unit leads over a step of height at most. On the ground something carries it everywhere; higher
 * up regions are those of walking. */
static bool cut_circle(qm__overlay *overlay, const cutting *c, int32_t z, double budget) {
    const qm_place from = c->search->from;
    const int32_t step = qm__levels_walker(c->search->base->levels)->step, rise = z > from.z ? z - from.z : from.z - z;
    const bool carried = rise <= step && (from.z < z ? from.z : z) <= step;
    if (carried) {
        qm__wb_clear_outline(c->s, c->search, c->a->turns, c->a->turn_count, c->closed, budget, c->a->outline);
    }
    return cut_outside(overlay, &c->s->table, c->a->outline, carried ? c->a->turn_count : 0);
}

static bool cut_kind(const void *context, const qm_reach_ring *kind, qm__overlay *overlay) {
    const cutting *c = context;
    const double budget = kind->cost - c->lost;
    return c->flies ? cut_flight(overlay, c, kind->z, budget) : cut_circle(overlay, c, kind->z, budget);
}

/* ------------------------------------------------------------------------------------------------------------ ground
 */

/* A place to begin at, if the unit can stand there and prices do not close it. */
static void add_spot(const cutting *c, qm__spot spot) {
    const qm__levels *levels = c->search->base->levels;
    const qm__xy at = {spot.x, spot.y}, from = {c->search->from.x, c->search->from.y};
    if (qm__apart(at, from) > c->budget || !qm__stands(levels, &c->search->crowd, spot, QM__SLACK, NULL) ||
        (qm__areas_at(levels, spot) & c->closed)) {
        return;
    }
    c->a->full = c->a->full || c->a->spot_count == SPOTS_MAX;
    if (!c->a->full) {
        c->a->spots[c->a->spot_count++] = spot;
    }
}

static void find_spots(const cutting *c) {
    const qm__inch_base *base = c->search->base;
    const qm_place from = c->search->from;
    const int levels = qm__level_count(base->levels);
    double step = 1000;
    c->a->spot_count = 0;
    for (uint32_t i = 0; i < base->links->count; i++) {
        const qm__link *link = &base->links->items[i];
        const qm__xy on = qm__half_way(link->on.a, link->on.b);
        add_spot(c, (qm__spot){on.x, on.y, link->to});
    }
    while ((2 * c->budget / step + 1) * (2 * c->budget / step + 1) * levels > SPOTS_MAX / 2) {
        step *= 1.25;
    }
    for (double y = from.y - c->budget; y <= from.y + c->budget; y += step) {
        for (double x = from.x - c->budget; x <= from.x + c->budget; x += step) {
            for (int level = 0; level < levels; level++) {
                add_spot(c, (qm__spot){x, y, level});
            }
        }
    }
}

/* Adds all ground that is joined to the places, reach by reach. */
static bool lay_ground(const cutting *c, qm__inch_search *search, const qm__area_price *prices,
                       const qm_reach_ring *kind, qm_reach_area *out, unsigned char **rest) {
    around *a = c->a;
    const qm_reach_area asked = *out;
    bool good = true;
    out->apart = out->sure = 0;
    while (good && a->spot_count > 0) {
        const uint32_t first = out->ring_count;
        const double budget = 2 * c->budget + 2000;
        const qm__reach *reach = qm__inch_ground(search, a->spots[0], prices, budget, rest);
        uint32_t left = 0;
        good = reach && qm__inch_regions(search, reach, (int32_t)budget, *rest, out);
        for (uint32_t i = 1; i < a->spot_count && good; i++) {
            if (qm__reach_cost(reach, a->spots[i]) < 0) {
                a->spots[left++] = a->spots[i];
            }
        }
        a->spot_count = left;
        for (uint32_t i = first; i < out->ring_count; i++) {
            out->rings[i].cost = kind->cost;
            out->rings[i].effort = kind->effort;
            out->rings[i].risk = kind->risk;
        }
    }
    out->apart = asked.apart;
    out->sure = asked.sure;
    out->risk = asked.risk;
    return good;
}

/* The same ground once more for a lower cost: what leads less far is cut from it too. */
static bool copy_ground(uint32_t first, uint32_t end, const qm_reach_ring *kind, qm_reach_area *out) {
    for (uint32_t i = first; i < end; i++) {
        const uint32_t count = out->rings[i].count;
        if (out->ring_count == out->ring_capacity || count > out->corner_capacity - out->corner_count) {
            return false;
        }
        qm_reach_ring *ring = &out->rings[out->ring_count++];
        *ring = out->rings[i];
        memcpy(out->corners + out->corner_count, out->corners + ring->first, count * sizeof *out->corners);
        ring->first = out->corner_count;
        ring->cost = kind->cost;
        ring->effort = kind->effort;
        ring->risk = kind->risk;
        out->corner_count += count;
    }
    return true;
}

bool qm__wb_add_straight(const qm_scenario *s, qm__inch_search *search, void *own, const qm__area_price *prices,
                         int32_t lost, const qm_reach_ring *kinds, uint32_t count, qm_reach_area *out) {
    const wb_data *data = wb_of(s);
    const uint64_t difficult = prices && prices == data->closed ? data->difficult : 0;
    const cutting c = {.s = s,
                       .search = search,
                       .a = own,
                       .budget = count > 0 ? kinds[count - 1].cost - lost : 0,
                       .lost = lost,
                       .closed = data->barred | difficult,
                       .flies = wb_value(s, search->figure, WB_FLYING) != 0};
    const uint32_t first = out->ring_count;
    unsigned char *rest = NULL;
    if (c.budget <= 0 || (!c.flies && !wb_value(s, search->figure, WB_ETHEREAL))) {
        return true;
    }
    c.a->full = false;
    find_turns(&c);
    find_spots(&c);
    bool good = !c.a->full && lay_ground(&c, search, prices, &kinds[count - 1], out, &rest);
    const uint32_t end = out->ring_count;
    if (good && c.flies) {
        qm__wb_fly_look(s, search, c.a->turns, c.a->turn_count, c.budget, &c.a->rays);
    }
    for (uint32_t i = 0; i + 1 < count && good; i++) {
        good = kinds[i].cost <= lost || copy_ground(first, end, &kinds[i], out);
    }
    return good && (end == first || qm__inch_clip(search, first, cut_kind, &c, rest, out));
}
