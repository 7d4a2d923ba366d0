/* Ways around what a check is rolled for on foot: low obstacles and difficult ground.
 *
 * The shortest walk goes over a low obstacle and through difficult ground, as neither is in the way. A way that meets
 * neither bends at their corners: at those of a solid itself, where a model's centre stays beneath, and on the circles
 * of the base's radius around those of ground. So it is looked for among walks from corner to corner, each the shortest
 * of its kind, that meet nothing of what is to be gone around.
 *
 * Invariant: only corners of what is gone around are bent at, so that the legs written are walks that a judge takes in
 * the same way. Rejected: solids and ground that are closed to a search of the table; which of them are gone around is
 * known only when they have been met, and tables are prepared once. A walk that is not the shortest between two corners
 * is not looked at, so one can be missed where a wall stands close by.
 */
#include "rules/squad/move.h"
#include "space/table/edges.h"

#include "base/angle.h"

enum { NODES = 96, WALKS = 600, LEGS = 64 };

#define ARC_STEP (QM__PI / 8) /* of the circle around a corner of ground, for one bend */

/* A place to bend at. */
typedef struct node {
    qm_place at;
    qm__spot spot;
    double cost; /* up to here; QM__FAR = no way yet */
    uint16_t before;
    bool settled;
} node;

typedef struct searching {
    sq_around *a;
    const qm__table *table;
    const qm__levels *levels;
    uint16_t count;
    uint16_t walks; /* looked for so far */
    int32_t z;      /* ground is looked for up to this height */
    node nodes[NODES];
} searching;

/* ----------------------------------------------------------------------------------------------------------- walks */

/* The points of the shortest walk, in search memory; how many, 0 = there is none. */
static uint32_t find_walk(sq_around *a, qm__spot from, qm__spot to, double limit, bool search, double *length) {
    qm__inch_search *memory = a->search;
    const qm__inch_base *base = memory->base;
    qm__traced traced;
    if (from.level < 0 || to.level < 0) {
        return 0;
    }
    *length = qm__apart((qm__xy){from.x, from.y}, (qm__xy){to.x, to.y});
    if (qm__trace_named(base->levels, &memory->crowd, from, to, &traced)) {
        memory->points[0] = from;
        memory->points[1] = to;
        return 2;
    }
    const qm__walk_ask ask = {.from = from, .to = to, .crowd = &memory->crowd, .limit = limit};
    qm__walked walked = {0};
    if (search) {
        qm__walk_find(base->walks, &ask, qm__inch_scratch(memory), &memory->way, &walked);
    }
    a->cut |= !search || walked.exhausted;
    *length = walked.cost;
    return walked.found ? qm__way_points(base->levels, &memory->crowd, &memory->way, memory->points, QM_WAY_MAX) : 0;
}

static bool is_around(const sq_around *a, uint16_t thing) {
    bool is = false;
    for (uint16_t i = 0; i < a->count; i++) {
        is = is || a->things[i] == thing;
    }
    return is;
}

/* What the walk in search memory meets, one after the other: whether any of it is gone around; or it is added. */
static bool meets(sq_around *a, uint32_t points, bool add) {
    bool any = false;
    for (uint32_t i = 1; i < points; i++) {
        qm__traced traced = {0};
        qm__trace_named(a->search->base->levels, NULL, a->search->points[i - 1], a->search->points[i], &traced);
        uint16_t met[QM__STEPS_MAX + QM__AREAS_MAX], count = 0;
        for (uint16_t k = 0; k < traced.step_count && k < QM__STEPS_MAX; k++) {
            met[count] = (uint16_t)(traced.steps[k].prism + 1);
            count = (uint16_t)(count + (traced.steps[k].prism >= 0));
        }
        for (uint16_t k = 0; k < QM__AREAS_MAX; k++) {
            met[count] = (uint16_t)(SQ_AROUND_AREA | (k + 1));
            count = (uint16_t)(count + ((traced.areas & a->difficult) >> k & 1u));
        }
        for (uint16_t k = 0; k < count; k++) {
            const bool known = is_around(a, met[k]);
            any = any || known;
            if (add && !known && a->count < SQ_AROUND_MAX) {
                a->things[a->count++] = met[k];
            }
        }
    }
    return any;
}

/* ---------------------------------------------------------------------------------------------------------- corners */

/* Unless a base cannot be there, or there is no room for it. */
static void add_node(searching *s, qm_place at) {
    const qm__spot spot = qm__inch_spot(s->a->search->base, at);
    if (spot.level < 0 || !qm__passes(s->levels, &s->a->search->crowd, spot, QM__SLACK, NULL)) {
        return;
    }
    if (s->count == NODES) {
        s->a->cut = true;
        return;
    }
    s->nodes[s->count++] = (node){.at = at, .spot = spot, .cost = QM__FAR};
}

/* The outward normals of the edges before and after a corner; false for one that nothing bends around. */
static bool normals_of(const qm__edge *e, qm__xy *before, qm__xy *after) {
    const qm__xy in = qm__unit(qm__minus(e->a, e->before)), out = qm__unit(qm__minus(e->b, e->a));
    *before = (qm__xy){in.y, -in.x};
    *after = (qm__xy){out.y, -out.x};
    return qm__cross(in, out) > 0;
}

/* The corner itself, on what lies beneath beside it. */
static void add_solid(searching *s, uint16_t solid) {
    enum { BESIDE = 2 };
    const qm__prism *prism = &s->table->prisms[solid];
    qm__edges edges = qm__edges_of(s->table, &prism->polygon);
    for (qm__edge e; qm__edges_next(&edges, &e);) {
        qm__xy before, after;
        if (normals_of(&e, &before, &after)) {
            const qm__xy beside = qm__along(e.a, qm__unit(qm__plus(before, after)), BESIDE);
            qm_place at = {(int32_t)e.a.x, (int32_t)e.a.y, 0};
            if (qm__surface_below(s->table, beside.x, beside.y, prism->top - 1, &at.z) != QM__NOTHING) {
                add_node(s, at);
            }
        }
    }
}

/* Bends around the circle of a corner: the corners of a line around it that touches it, and where ground has straight
 * edges follows those. */
static void add_arc(searching *s, qm__xy corner, qm__xy before, qm__xy after) {
    const double radius = qm__levels_walker(s->levels)->radius + 1.0; /* coming to whole units takes up to 0.71 */
    const double first = qm__angle_of(before.x, before.y);
    double turn = qm__angle_of(after.x, after.y) - first;
    turn += turn < 0 ? 2 * QM__PI : 0;
    const int count = (int)(turn / ARC_STEP) + 1;
    const qm__turn half = qm__turn_of_radians(turn / (2 * count));
    for (int i = 0; i < count; i++) {
        double angle = first + turn * (2 * i + 1) / (2 * count);
        angle += angle < 0 ? 2 * QM__PI : angle >= 2 * QM__PI ? -2 * QM__PI : 0;
        const qm__turn to = qm__turn_of_radians(angle);
        const qm__xy p = qm__along(corner, (qm__xy){to.cos, to.sin}, radius / half.cos);
        qm_place at = {qm__units(p.x), qm__units(p.y), 0};
        if (p.x > 0 && p.y > 0 && qm__surface_below(s->table, at.x, at.y, s->z, &at.z) != QM__NOTHING) {
            add_node(s, at);
        }
    }
}

static void add_area(searching *s, uint16_t area) {
    qm__edges edges = qm__edges_of(s->table, &s->table->areas[area].polygon);
    for (qm__edge e; qm__edges_next(&edges, &e);) {
        qm__xy before, after;
        if (normals_of(&e, &before, &after)) {
            add_arc(s, e.a, before, after);
        }
    }
}

/* -------------------------------------------------------------------------------------------------------- searching */

enum { FROM, GOAL };

static double apart(const node *a, const node *b) {
    return qm__apart((qm__xy){a->spot.x, a->spot.y}, (qm__xy){b->spot.x, b->spot.y});
}

static int nearest_open(const searching *s) {
    int best = -1;
    double least = QM__FAR;
    for (uint16_t i = 0; i < s->count; i++) {
        const double cost = s->nodes[i].cost + apart(&s->nodes[i], &s->nodes[GOAL]);
        if (!s->nodes[i].settled && s->nodes[i].cost < QM__FAR && cost < least) {
            least = cost;
            best = i;
        }
    }
    return best;
}

static void spread_from(searching *s, uint16_t from) {
    const node *here = &s->nodes[from];
    for (uint16_t i = GOAL; i < s->count; i++) {
        node *to = &s->nodes[i];
        const double least = here->cost + apart(here, to);
        double length;
        if (to->settled || least >= to->cost || least + apart(to, &s->nodes[GOAL]) > s->a->limit) {
            continue;
        }
        s->walks++;
        const uint32_t points =
            find_walk(s->a, here->spot, to->spot, s->a->limit - here->cost, s->walks <= WALKS, &length);
        if (points > 0 && here->cost + length < to->cost && !meets(s->a, points, false)) {
            to->cost = here->cost + length;
            to->before = from;
        }
    }
}

/* Walks from a place to another around everything; how many legs, 0 = there are none. */
static uint16_t find_legs(sq_around *a, qm_place from, qm_place to, qm_leg legs[LEGS]) {
    const qm__levels *levels = a->search->base->levels;
    searching s = {
        .a = a, .table = qm__levels_table(levels), .levels = levels, .count = 2, .z = from.z > to.z ? from.z : to.z};
    s.nodes[FROM] = (node){.at = from, .spot = qm__inch_spot(a->search->base, from)};
    s.nodes[GOAL] = (node){.at = to, .spot = qm__inch_spot(a->search->base, to), .cost = QM__FAR};
    for (uint16_t i = 0; i < a->count; i++) {
        const uint16_t thing = a->things[i];
        if (thing & SQ_AROUND_AREA) {
            add_area(&s, (uint16_t)((thing & ~SQ_AROUND_AREA) - 1));
        } else {
            add_solid(&s, (uint16_t)(thing - 1));
        }
    }
    for (int next; !s.nodes[GOAL].settled && (next = nearest_open(&s)) >= 0;) {
        s.nodes[next].settled = true;
        spread_from(&s, (uint16_t)next);
    }
    uint16_t count = 0;
    for (uint16_t i = GOAL; s.nodes[GOAL].settled && i != FROM && count <= LEGS; i = s.nodes[i].before) {
        count++;
    }
    if (count > LEGS) {
        return 0;
    }
    for (uint16_t i = GOAL, at = count; at > 0; i = s.nodes[i].before) {
        legs[--at] = (qm_leg){.kind = SQ_LEG_WALK, .to = s.nodes[i].at};
    }
    return count;
}

/* ----------------------------------------------------------------------------------------------------------- routes */

void qm__sq_around_met(sq_around *a, const qm_order *route) {
    qm_place here = a->search->from;
    for (uint16_t i = 0; i < route->leg_count; i++) {
        double length;
        if (route->legs[i].kind == SQ_LEG_WALK) {
            meets(a,
                  find_walk(a, qm__inch_spot(a->search->base, here), qm__inch_spot(a->search->base, route->legs[i].to),
                            a->limit + QM__SLACK, true, &length),
                  true);
        }
        here = route->legs[i].to;
    }
}

bool qm__sq_around_route(sq_around *a, const qm_order *route, qm_order *out) {
    qm_place here = a->search->from;
    qm_order_clear(out, route->kind, route->actor);
    for (uint16_t i = 0; i < route->leg_count; i++) {
        qm_leg legs[LEGS] = {route->legs[i]};
        const uint16_t count = route->legs[i].kind == SQ_LEG_WALK ? find_legs(a, here, route->legs[i].to, legs) : 1;
        if (count == 0 || out->leg_count + count + 1 > QM_LEGS_MAX) {
            return false;
        }
        for (uint16_t k = 0; k < count; k++) {
            out->legs[out->leg_count++] = legs[k];
        }
        here = route->legs[i].to;
    }
    return true;
}
