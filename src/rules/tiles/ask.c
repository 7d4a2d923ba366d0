/* Where a figure could get to, and by which ways: reach and plans.
 *
 * Reach gives every tile on which the figure could end now, as all stand: by normal movement, and, as long as its
 * action of the turn is unspent, by running; a cost above its normal movement says that it takes a run. In the
 * miscellaneous phase it is the reach of withdrawing from all foes next to it. Chances matter only where ground that
 * calls for a check lies within reach:
 *   - the chance of the cheapest way is that of the way a verdict shows. A pass over the search (least and most likely
 * of all cheapest ways) settles it where they agree; only where they differ the way itself is laid;
 *   - safest ways are found layer by layer: for each cost the best chance to stand on a tile having paid just that.
 *
 * Invariant: nothing here looks at declarations, so no answer gives one away.
 * Rejected: labels of cost and chance kept in one search, which would make every reach pay for rare ground.
 */
#include "rules/tiles/foresee.h"
#include "rules/tiles/near.h"

size_t qm__tl_search_size(const qm_scenario *s) {
    return qm__tl_table_size(s);
}

/* ----------------------------------------------------------------------------------------- chances of cheapest ways */

/* Of all cheapest ways to a node: the least and the most likely, the fewest and the most checks. */
typedef struct risk {
    float low, high;
    uint8_t few, many;
    uint8_t zero[2];
} risk;
_Static_assert(TL_NEAR_NODES * sizeof(risk) <= TL_REST_SIZE, "notes of one pass fit the memory beyond the table");

static const risk no_risk = {1.0f, 1.0f, 0, 0, {0, 0}}, unknown_risk = {2.0f, -1.0f, UINT8_MAX, 0, {0, 0}};

static void join(risk *to, const risk *with, float chance, bool check) {
    const float low = with->low * chance, high = with->high * chance;
    const uint8_t few = (uint8_t)(with->few + check), many = (uint8_t)(with->many + check);
    to->low = low < to->low ? low : to->low;
    to->high = high > to->high ? high : to->high;
    to->few = few < to->few ? few : to->few;
    to->many = many > to->many ? many : to->many;
}

typedef struct asking {
    tl_table *t;
    const qm_scenario *s;
    const tl_range *range;
    tl_near near;
    float chances[TL_MODE_COUNT];
    risk *risks; /* NULL: no check lies within reach */
} asking;

static bool checks_within_reach(const tl_table *t) {
    const tl_data *data = tl_of(t->scenario);
    bool some = false;
    for (uint16_t g = 0; g < t->scenario->ground_count; g++) {
        some = some || data->grounds[g].difficulty > 0;
    }
    for (uint32_t i = 0; some && i < t->found_count; i++) {
        if (tl_check_at(t->scenario, tl_node_tile(t, t->found[i])) != TL_MODE_NONE) {
            return true;
        }
    }
    return false;
}

static void spread_risk(asking *a, uint32_t node) {
    const tl_table *t = a->t;
    const risk from = a->risks[tl_near_index(t, &a->near, node)];
    bool away;
    if (!qm__tl_goes_on(t, &a->range->seek, tl_node_tile(t, node), &away)) {
        return;
    }
    for (int d = 0; d < 8; d++) {
        uint32_t to;
        uint16_t cost;
        if (qm__tl_edge(t, &a->range->seek, node, t->nodes[node].cost, d, away, &to, &cost) &&
            t->nodes[to].seen == t->epoch && t->nodes[to].cost == cost) {
            const int mode = tl_check_at(a->s, tl_node_tile(t, to));
            join(&a->risks[tl_near_index(t, &a->near, to)], &from, a->chances[mode], mode != TL_MODE_NONE);
        }
    }
}

/* Every step costs something, so nodes in order of cost have all before them done. */
static void find_risks(asking *a) {
    tl_table *t = a->t;
    if (!checks_within_reach(t)) {
        return;
    }
    a->risks = t->rest;
    for (uint32_t i = 0; i < t->found_count; i++) {
        a->risks[tl_near_index(t, &a->near, t->found[i])] = i == 0 ? no_risk : unknown_risk;
    }
    for (uint32_t i = 0; i < t->found_count; i++) {
        spread_risk(a, t->found[i]);
    }
}

static risk risk_of(const asking *a, uint32_t node) {
    const tl_table *t = a->t;
    risk r = a->risks[tl_near_index(t, &a->near, node)];
    if (t->shift && t->nodes[node ^ 1u].seen == t->epoch && t->nodes[node ^ 1u].cost == t->nodes[node].cost) {
        join(&r, &a->risks[tl_near_index(t, &a->near, node ^ 1u)], 1.0f, false);
    }
    return r;
}

/* ------------------------------------------------------------------------------------------------------ safest ways */

/* chance[cost * nodes + index]: the best chance to be there having paid just that; less than 0 = cannot be. */
typedef struct layers {
    const tl_table *t;
    const tl_seek *seek;
    const float *chances;
    tl_near near;
    uint32_t nodes;
    float *chance;
    uint16_t *sure; /* by index: bit c = it can be there for c without any check */
} layers;
_Static_assert(TL_NEAR_NODES *((TL_MOVEMENT_MAX + 1) * sizeof(float) + sizeof(uint16_t)) <= TL_REST_SIZE,
               "layers fit the memory beyond the table");

static void layer_step(layers *l, uint32_t index, uint32_t node, uint16_t cost) {
    const float had = l->chance[cost * l->nodes + index];
    bool away;
    if (!qm__tl_goes_on(l->t, l->seek, tl_node_tile(l->t, node), &away)) {
        return;
    }
    for (int d = 0; d < 8; d++) {
        uint32_t to;
        uint16_t paid;
        if (!qm__tl_edge(l->t, l->seek, node, cost, d, away, &to, &paid)) {
            continue;
        }
        const uint32_t at = tl_near_index(l->t, &l->near, to);
        const int mode = tl_check_at(l->t->scenario, tl_node_tile(l->t, to));
        float *best = &l->chance[paid * l->nodes + at];
        const float chance = had * l->chances[mode];
        *best = chance > *best ? chance : *best;
        if (mode == TL_MODE_NONE && ((unsigned)l->sure[index] >> cost & 1u)) {
            l->sure[at] = (uint16_t)(l->sure[at] | 1u << paid);
        }
    }
}

static void find_layers(layers *l, tl_table *t, const tl_seek *seek, const float *chances) {
    *l = (layers){
        .t = t, .seek = seek, .chances = chances, .near = tl_near_of(t->scenario, seek->from, seek->limit, t->shift)};
    l->nodes = tl_near_count(&l->near);
    l->chance = t->rest;
    l->sure = (uint16_t *)(void *)(l->chance + (seek->limit + 1u) * l->nodes);
    for (uint32_t i = 0; i < (seek->limit + 1u) * l->nodes; i++) {
        l->chance[i] = -1.0f;
    }
    for (uint32_t i = 0; i < l->nodes; i++) {
        l->sure[i] = 0;
    }
    const uint32_t start = tl_near_index(t, &l->near, tl_node_of(t, seek->from, seek->parity));
    l->chance[start] = 1.0f;
    l->sure[start] = 1;
    for (uint16_t cost = 0; cost < seek->limit; cost++) {
        for (uint32_t i = 0; i < l->nodes; i++) {
            if (l->chance[cost * l->nodes + i] >= 0.0f) {
                layer_step(l, i, tl_near_node(t, &l->near, i), cost);
            }
        }
    }
}

/* The search of a range walked, or run. With last_point = enter each has ways in that the other has not. */
static tl_seek limited(const tl_range *range, bool runs) {
    tl_seek seek = range->seek;
    seek.limit = runs ? seek.limit : range->walking;
    return seek;
}

static void add_safest(const layers *l, uint16_t tile, qm_reach_place *place) {
    for (unsigned parity = 0; parity <= l->t->shift && tl_near_holds(l->t, &l->near, tile); parity++) {
        const uint32_t index = tl_near_index(l->t, &l->near, tl_node_of(l->t, tile, parity));
        for (uint16_t cost = 0; cost <= l->seek->limit; cost++) {
            const float chance = l->chance[cost * l->nodes + index];
            place->best_chance = chance > place->best_chance ? chance : place->best_chance;
            if (((unsigned)l->sure[index] >> cost & 1u) && (place->sure_cost < 0 || cost < place->sure_cost)) {
                place->sure_cost = cost;
            }
        }
    }
}

/* ------------------------------------------------------------------------------------------------------------ reach */

enum { UNSETTLED = 2 }; /* in qm_reach_place.effort while the list is made: the way must be laid to know its chance */

/* Whether impeding ground may take the last of a walk: a run, which was searched, has other ways in for as much. */
static bool takes_the_last(const asking *a, uint16_t tile, uint16_t cost) {
    return tl_of(a->s)->set.last_point == TL_LAST_POINT_ENTER && cost == a->range->walking &&
           tl_ground_at(a->s, tile)->impeding;
}

static void write_place(const asking *a, uint32_t node, qm_reach_place *place) {
    const tl_table *t = a->t;
    const uint16_t tile = tl_node_tile(t, node);
    const uint16_t cost = qm__tl_range_cost(t, a->range, tile);
    *place =
        (qm_reach_place){.at = {.x = qm__tile_column(&a->s->tile, tile) + 1, .y = qm__tile_row(&a->s->tile, tile) + 1},
                         .cost = cost,
                         .sure_cost = cost,
                         .chance = 1.0f,
                         .best_chance = 1.0f,
                         .stops = tl_watched(t, a->range->seek.figure, tile),
                         .effort = cost > a->range->walking};
    if (!a->risks) {
        return;
    }
    const risk r = risk_of(a, node);
    place->chance = place->best_chance = r.low;
    place->checks = r.few;
    place->sure_cost = r.many == 0 ? cost : -1;
    place->effort |= r.low < r.high || r.few < r.many || takes_the_last(a, tile, cost) ? UNSETTLED : 0;
}

/* The chance of the way that a verdict would show. */
static void settle_place(const asking *a, qm_reach_place *place) {
    tl_declaration d = a->range->d;
    tl_way way;
    d.tiles[0] = qm__tl_tile(a->s, place->at);
    d.run = place->effort = place->cost > a->range->walking;
    if (qm__tl_lay(a->t, &d, a->range->seek.figure, &way)) {
        uint16_t checks;
        place->chance = place->best_chance = (float)qm__tl_way_chance(a->s, a->range->seek.figure, &way, &checks);
        place->checks = (uint8_t)checks;
        place->sure_cost = checks == 0 ? place->cost : -1;
    }
}

static uint32_t list_places(asking *a, qm_reach_place *places, uint32_t capacity) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < a->t->found_count; i++) {
        const uint32_t node = a->t->found[i];
        if (!tl_ends_on(a->t, a->range->seek.figure, tl_node_tile(a->t, node)) || !qm__tl_counts(a->t, node)) {
            continue;
        }
        if (count < capacity) {
            write_place(a, node, &places[count]);
        }
        count++;
    }
    return count;
}

static void set_chances(const qm_scenario *s, uint16_t figure, float chances[TL_MODE_COUNT]) {
    double exact[TL_MODE_COUNT];
    qm__tl_chances(s, figure, exact);
    for (int mode = 0; mode < TL_MODE_COUNT; mode++) {
        chances[mode] = (float)exact[mode];
    }
}

uint32_t qm__tl_reach(const qm_scenario *s, const qm_state *st, uint16_t figure, bool risky, void *search,
                      qm_reach_place *places, uint32_t capacity) {
    tl_table t;
    tl_range range;
    if (!tl_present(tl_body_at(s, st, figure))) {
        return 0;
    }
    qm__tl_table_open(&t, s, st, search);
    qm__tl_range_open(&t, figure, &range);
    asking a = {.t = &t, .s = s, .range = &range, .near = tl_near_of(s, range.seek.from, range.seek.limit, t.shift)};
    set_chances(s, figure, a.chances);
    find_risks(&a);
    const uint32_t count = list_places(&a, places, capacity), written = count < capacity ? count : capacity;
    for (uint32_t i = 0; a.risks && i < written; i++) {
        if (places[i].effort & UNSETTLED) {
            settle_place(&a, &places[i]);
        }
    }
    for (int runs = 0; a.risks && risky && runs <= range.d.run; runs++) {
        layers l;
        const tl_seek seek = limited(&range, runs != 0);
        find_layers(&l, &t, &seek, a.chances);
        for (uint32_t i = 0; i < written; i++) {
            add_safest(&l, qm__tl_tile(s, places[i].at), &places[i]);
        }
    }
    qm__tl_table_close(&t);
    return count;
}

/* ------------------------------------------------------------------------------------------------------------ plans */

/* Lays the way of a declaration and writes it as a plan; false if that is not the way meant. */
static bool plan_way(const asking *a, const tl_declaration *d, qm_plan_way *way) {
    tl_way laid;
    if (!qm__tl_lay(a->t, d, a->range->seek.figure, &laid) || laid.map != TL_MAP_FREE || laid.cut) {
        return false;
    }
    qm__tl_order_of(a->s, a->range->seek.figure, d, &way->order);
    way->cost = (int32_t)laid.cost;
    way->chance = qm__tl_way_chance(a->s, a->range->seek.figure, &laid, &way->checks);
    way->hits = 0;
    return true;
}

/* The node before one on a best way that has paid `cost` there, and what it had paid. */
static uint32_t node_before(const layers *l, uint32_t node, uint16_t *cost) {
    const tl_table *t = l->t;
    const uint16_t tile = tl_node_tile(t, node);
    const float wanted = l->chance[*cost * l->nodes + tl_near_index(t, &l->near, node)];
    const float chance = l->chances[tl_check_at(t->scenario, tile)];
    for (uint16_t paid = 0; paid < *cost; paid++) {
        for (int d = 0; d < 8; d++) {
            const uint16_t before = t->scenario->tile.neighbours[tile][(d + 4) & 7];
            for (unsigned parity = 0; before && tl_near_holds(t, &l->near, before) && parity <= t->shift; parity++) {
                const uint32_t from = tl_node_of(t, before, parity);
                uint32_t to;
                uint16_t then;
                bool away;
                const float had = l->chance[paid * l->nodes + tl_near_index(t, &l->near, from)];
                if (had >= 0.0f && had * chance == wanted && qm__tl_goes_on(t, l->seek, before, &away) &&
                    qm__tl_edge(t, l->seek, from, paid, d, away, &to, &then) && to == node && then == *cost) {
                    *cost = paid;
                    return from;
                }
            }
        }
    }
    return 0;
}

/* Names every tile of the best way to the goal that costs just so much; false if they are more than can be named. */
static bool name_way(const layers *l, uint32_t node, uint16_t cost, tl_declaration *d) {
    uint16_t back[TL_TILES_MAX];
    uint8_t count = 0;
    while (cost > 0 && node) {
        if (count == TL_TILES_MAX) {
            return false;
        }
        back[count++] = tl_node_tile(l->t, node);
        node = node_before(l, node, &cost);
    }
    for (uint8_t i = 0; i < count; i++) {
        d->tiles[i] = back[count - 1 - i];
    }
    return node != 0;
}

/* The node of the goal with the best chance for just this cost; 0 = none. */
static uint32_t best_at(const layers *l, uint16_t goal, uint16_t cost, float *chance) {
    uint32_t best = 0;
    *chance = -1.0f;
    for (unsigned parity = 0; parity <= l->t->shift; parity++) {
        const uint32_t node = tl_node_of(l->t, goal, parity);
        const float here = l->chance[cost * l->nodes + tl_near_index(l->t, &l->near, node)];
        if (here > *chance) {
            *chance = here;
            best = node;
        }
    }
    return best;
}

typedef struct plans {
    qm_plan_way *ways;
    uint32_t count, capacity;
} plans;

/* A way that is likelier than all before it; it takes the place of one that costs no less. */
static void add_plan(plans *p, const qm_plan_way *way) {
    if (p->count > 0 && p->ways[p->count - 1].chance >= way->chance) {
        return;
    }
    if (p->count > 0 && p->ways[p->count - 1].cost >= way->cost) {
        p->count--;
    }
    if (p->count < p->capacity) {
        p->ways[p->count++] = *way;
    }
}

/* Ways around the checks of the cheapest one, each named tile by tile. Laying them searches anew; the layers stay as
 * they are. */
static void plan_safer(asking *a, uint16_t goal, bool runs, plans *p, float *best) {
    layers l;
    const tl_seek seek = limited(a->range, runs);
    find_layers(&l, a->t, &seek, a->chances);
    if (!tl_near_holds(a->t, &l.near, goal)) {
        return;
    }
    for (uint16_t cost = (uint16_t)(runs ? a->range->walking + 1 : 1); cost <= seek.limit; cost++) {
        float chance;
        const uint32_t node = best_at(&l, goal, cost, &chance);
        tl_declaration d = a->range->d;
        qm_plan_way way;
        if (!node || chance <= *best) {
            continue;
        }
        *best = chance;
        d.run = runs;
        if (name_way(&l, node, cost, &d) && plan_way(a, &d, &way)) {
            add_plan(p, &way);
        }
    }
}

uint32_t qm__tl_plan(const qm_scenario *s, const qm_state *st, uint16_t figure, qm_place goal, void *search,
                     qm_plan_way *ways, uint32_t capacity) {
    const tl_body *body = tl_body_at(s, st, figure);
    const uint16_t tile = qm__tl_tile(s, goal);
    tl_table t;
    tl_range range;
    plans p = {.ways = ways, .capacity = capacity};
    qm_plan_way way;
    if (!tl_present(body) || tile == 0 || capacity == 0) {
        return 0;
    }
    if (tile == body->tile) {
        ways[0] = (qm_plan_way){.chance = 1.0};
        qm_order_clear(&ways[0].order, TL_ORDER_STAY, figure);
        return 1;
    }
    qm__tl_table_open(&t, s, st, search);
    qm__tl_range_open(&t, figure, &range);
    const uint16_t cost = qm__tl_range_cost(&t, &range, tile);
    asking a = {.t = &t, .s = s, .range = &range};
    if (cost != TL_UNREACHED && tl_ends_on(&t, figure, tile)) {
        tl_declaration d = range.d;
        d.tiles[0] = tile;
        d.run = cost > range.walking;
        set_chances(s, figure, a.chances);
        if (plan_way(&a, &d, &way)) {
            add_plan(&p, &way);
            if (way.checks > 0 && tl_of(s)->set.path == TL_PATH_DECLARED) {
                float best = -1.0f;
                plan_safer(&a, tile, false, &p, &best);
                if (range.d.run) {
                    plan_safer(&a, tile, true, &p, &best);
                }
            }
        }
    }
    qm__tl_table_close(&t);
    return p.count;
}
