/* One number over a long run of random tables: what the table's geometry answers, bit for bit. Built twice, for this
 * machine and as WebAssembly without any library; both must give the same number.
 *
 * Asked on every table: standing (discs and rectangles) and why not, nearest places, straight pieces, drawn paths,
 * walks with their pieces and points, zones and their prices, reach and its regions, alone and over links, all links,
 * links asked for by name and in whole units, routes with their pieces, rims, falls, edges, sight, free lines,
 * distances and arcs. Not asked: routes through areas that cost by the inch, which take seconds
 * each. How the tables are made: bits_tables.h.
 */
#include "bits_tables.h"

#include "../support/link_prices.h"
#include "base/angle.h"
#include "base/hash.h"
#include "space/table/nearest.h"
#include "space/table/reach.h"
#include "space/table/sight.h"

#include <stdlib.h>
#include <string.h>

static const qm__walker walker = {.radius = 500, .height = 1800, .step = 1000, .free_step = 0};
static const link_prices chances = {.climb = 0.75, .ladder = 1, .jump = 0.5, .drop = 0.8, .free_gap = 1000};

/* ----------------------------------------------------------------------------------------------------------- noting */

static void note(run *r, double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    r->sum = qm__hash(&bits, sizeof bits, r->sum);
}

static void note_xy(run *r, qm__xy at) {
    note(r, at.x);
    note(r, at.y);
}

static void note_spot(run *r, qm__spot at) {
    note_xy(r, (qm__xy){at.x, at.y});
    note(r, at.level);
}

static void note_bits(run *r, uint64_t bits) {
    r->sum = qm__hash(&bits, sizeof bits, r->sum);
}

static void note_why(run *r, const qm__obstruction *why) {
    note(r, why->what);
    note(r, why->railing);
    note(r, why->body);
    note(r, why->prism);
    note(r, why->level);
    note(r, why->part);
    note_xy(r, why->at);
}

static void note_step(run *r, const qm__step_told *step) {
    note(r, step->part);
    note(r, step->from);
    note(r, step->to);
    note(r, step->prism);
}

static void note_way(run *r, const qm__way *way) {
    note(r, way->cut);
    note(r, way->length);
    note_bits(r, way->areas);
    for (uint32_t i = 0; i < way->count && !way->cut; i++) {
        const qm__piece *piece = &way->pieces[i];
        note_xy(r, piece->from);
        note_xy(r, piece->to);
        note_xy(r, piece->centre);
        note(r, piece->radius);
        note(r, piece->sweep);
        note(r, piece->length);
        note(r, piece->level);
        note(r, piece->link);
    }
}

static void note_curve(run *r, const qm__curve *curve) {
    note_xy(r, curve->a);
    note_xy(r, curve->b);
    note_xy(r, curve->centre);
    note(r, curve->radius);
}

static bool prepare(run *r) {
    const qm__link_rules rules = {.jump_most = 3000,
                                  .rise_most = 1000,
                                  .clearance = pick(r, 2) * 500,
                                  .leeway = pick(r, 4) == 0 ? 400 : 0,
                                  .climbs = true,
                                  .ladders = true,
                                  .jumps = true,
                                  .drops = true,
                                  .drop_to_foot = pick(r, 4) == 0};
    qm__walker who = walker;
    who.whole = pick(r, 6) == 0;
    who.centre = pick(r, 2) == 0;
    return qm__levels_make(&r->table, &who, &r->arena, &r->levels) == QM_OK &&
           qm__walks_make(r->levels, (UINT64_C(1) << r->table.area_count) - 1, &r->arena, &r->walks) == QM_OK &&
           qm__grounds_make(r->walks, &r->arena, &r->grounds) == QM_OK &&
           qm__rims_make(&r->table, &r->arena, &r->rims) == QM_OK &&
           qm__links_make(r->walks, &r->rims, &rules, &r->arena, &r->links) == QM_OK;
}

/* Any place, on any level, or some place where the base can be; false after too many tries. */
static qm__spot any_spot(run *r) {
    return (qm__spot){500 + pick(r, SIDE - 1000), 500 + pick(r, SIDE - 1000), pick(r, qm__level_count(r->levels))};
}

static bool some_spot(run *r, const qm__crowd *crowd, qm__spot *out) {
    for (int i = 0; i < 30; i++) {
        *out = any_spot(r);
        if (qm__passes(r->levels, crowd, *out, QM__SLACK, NULL)) {
            return true;
        }
    }
    return false;
}

/* -------------------------------------------------------------------------------------------- places and distances */

static void ask_stand(run *r) {
    for (int i = 0; i < QUESTIONS * 2; i++) {
        const qm__spot at = any_spot(r);
        const qm__rect rect = {500 + pick(r, 3) * 250, 1000, pick(r, 65536)};
        qm__obstruction why = {0};
        note(r, qm__stands(r->levels, &r->crowd, at, QM__SLACK, &why));
        note_why(r, &why);
        why = (qm__obstruction){0};
        note(r, qm__passes(r->levels, &r->crowd, at, QM__CARE, &why));
        note_why(r, &why);
        why = (qm__obstruction){0};
        note(r, qm__rect_stands(r->levels, &r->crowd, &rect, at, QM__SLACK, &why));
        note_why(r, &why);
        note_bits(r, qm__areas_at(r->levels, at));
    }
}

static void ask_nearest(run *r) {
    const size_t size = qm__nearest_size(r->levels, BODIES), rect_size = qm__rect_nearest_size(r->levels, BODIES);
    void *scratch = malloc(size), *rect_scratch = malloc(rect_size);
    for (int i = 0; i < QUESTIONS; i++) {
        const qm__rect rect = {500 + pick(r, 3) * 250, 1000, pick(r, 65536)};
        const qm__nearest_ask ask = {
            .levels = r->levels, .crowd = &r->crowd, .spot = any_spot(r), .limit = 4000, .margin = -1};
        qm__spot out[QM__NEAREST_MAX] = {{0, 0, -1}};
        double distance = 0;
        bool exhausted = false;
        note(r, qm__nearest_stand(r->levels, &r->crowd, ask.spot, 3000, ask.limit, scratch, size, &out[0]));
        note_spot(r, out[0]);
        const int count = qm__nearest_places(&ask, scratch, size, out, &distance, &exhausted);
        note(r, distance);
        for (int k = 0; k < count; k++) {
            note_spot(r, out[k]);
        }
        out[0] = (qm__spot){0, 0, -1};
        note(r,
             qm__rect_nearest(r->levels, &r->crowd, &rect, ask.spot, 0, ask.limit, rect_scratch, rect_size, &out[0]));
        note_spot(r, out[0]);
        qm__spot whole = {0, 0, -1};
        note(r, out[0].level >= 0 && qm__rect_whole_stand(r->levels, &r->crowd, &rect, out[0], &whole));
        note_spot(r, whole);
    }
    free(rect_scratch);
    free(scratch);
}

static void ask_bodies(run *r) {
    for (int i = 0; i < BODIES; i++) {
        const qm__body *body = &r->bodies[i], *other = &r->bodies[(i + 1) % BODIES];
        const qm__xy at = {pick(r, SIDE), pick(r, SIDE)};
        const qm__prism *prism = &r->prisms[pick(r, r->table.prism_count)];
        note(r, qm__body_gap(body, other));
        note(r, qm__body_distance_space(body, other));
        note(r, qm__body_point_distance(body, at));
        note(r, qm__prism_point_distance(&r->table, prism, at.x, at.y, pick(r, 4000)));
        note(r, qm__prism_body_distance_plan(&r->table, prism, body));
        note(r, qm__prism_body_distance_space(&r->table, prism, body));
        note(r, qm__body_keep_off(body, 0, walker.radius, walker.height));
        note(r, qm__arcs_of(at, pick(r, 65536), qm__corner_half(body), other));
        note(r, qm__turn_travel(body, at, pick(r, 65536)));
        note(r, qm__turn_displacement(body, at, pick(r, 65536)));
        for (int k = 0; k < r->table.area_count; k++) {
            note(r, qm__area_has_body(&r->table, &r->areas[k], body, i % 2));
        }
    }
}

/* ----------------------------------------------------------------------------------------------------------- walks */

static void ask_trace(run *r, const qm__crowd *crowd, qm__spot from, qm__xy to) {
    qm__traced traced = {0};
    qm__trace(r->levels, crowd, from, to, QM__SLACK, &traced);
    note(r, traced.clear);
    note(r, traced.level);
    note_bits(r, traced.areas);
    for (int i = 0; i < traced.step_count && i < QM__STEPS_MAX; i++) {
        note_step(r, &traced.steps[i]);
    }
    note_why(r, &traced.why);
    int32_t factors[AREAS];
    for (int i = 0; i < AREAS; i++) {
        factors[i] = r->prices[i].factor;
    }
    note(r, qm__drawn_price(r->levels, from.level, (qm__xy){from.x, from.y}, to, factors));
    note_bits(r, qm__areas_along(r->levels, from.level, (qm__xy){from.x, from.y}, to));
}

static void ask_drawn(run *r, qm__spot from, qm__spot to) {
    const qm__xy points[] = {{from.x, from.y}, {pick(r, SIDE), pick(r, SIDE)}, {to.x, to.y}};
    qm__drawn drawn = {0};
    note(r, qm__drawn_check(r->levels, &r->crowd, from, points, 3, &drawn));
    note(r, drawn.piece);
    note(r, drawn.length);
    note(r, drawn.level);
    note_bits(r, drawn.areas);
    for (uint32_t i = 0; i < drawn.step_count && i < QM__STEPS_MAX; i++) {
        note_step(r, &drawn.steps[i]);
        note(r, drawn.step_pieces[i]);
    }
    note_why(r, &drawn.why);
}

static void ask_walks(run *r) {
    void *scratch = malloc(qm__walk_scratch_size(r->walks, BODIES));
    for (int i = 0; i < QUESTIONS; i++) {
        qm__walk_ask ask = {.crowd = i % 2 ? &r->crowd : NULL, .prices = i % 3 ? r->prices : NULL, .limit = 1e9};
        if (!some_spot(r, ask.crowd, &ask.from) || !some_spot(r, ask.crowd, &ask.to)) {
            continue;
        }
        ask_trace(r, ask.crowd, ask.from, (qm__xy){ask.to.x, ask.to.y});
        ask_drawn(r, ask.from, ask.to);
        qm__walked walked = {0};
        qm__walk_find(r->walks, &ask, scratch, &r->way, &walked);
        note(r, walked.found ? walked.cost : -1);
        note(r, walked.approximate);
        note(r, walked.exhausted);
        if (!walked.found) {
            continue;
        }
        note_way(r, &r->way);
        const uint32_t count = r->way.cut ? 0 : qm__way_points(r->levels, ask.crowd, &r->way, r->points, POINTS);
        for (uint32_t k = 0; k < count; k++) {
            note_spot(r, r->points[k]);
        }
    }
    free(scratch);
}

static void note_regions(run *r, const qm__reach *reach, double cost) {
    const size_t size = qm__regions_size(r->grounds, BODIES);
    void *memory = malloc(size);
    qm__regions regions = {0};
    const bool good = qm__reach_regions(reach, cost, memory, size, &regions);
    note(r, good);
    note(r, regions.approximate);
    for (uint32_t i = 0; good && i < regions.ring_count; i++) {
        note(r, regions.rings[i].level);
        note(r, regions.rings[i].hole);
        note(r, regions.rings[i].count);
    }
    for (uint32_t i = 0; good && i < regions.point_count; i++) {
        note_xy(r, regions.points[i]);
    }
    free(memory);
}

/* A reach by walking alone, or over links with a smaller budget. */
static void ask_reach(run *r, const qm__links *links, double budget) {
    qm__reach_ask ask = {.budget = budget,
                         .crowd = &r->crowd,
                         .prices = pick(r, 2) ? r->prices : NULL,
                         .links = links,
                         .pricing = link_price,
                         .context = &chances,
                         .may_end = pick(r, 2) == 0};
    if (!some_spot(r, &r->crowd, &ask.from)) {
        return;
    }
    const size_t size = qm__reach_scratch_size(r->grounds, BODIES, links);
    void *scratch = malloc(size);
    const qm__reach *reach = qm__reach_make(r->grounds, &ask, scratch, size);
    note(r, reach != NULL);
    if (reach) {
        note_regions(r, reach, budget);
    }
    for (int i = 0; reach && i < QUESTIONS * 2; i++) {
        qm__spot spot;
        if (some_spot(r, &r->crowd, &spot)) {
            note(r, qm__reach_cost(reach, spot));
        }
    }
    free(scratch);
}

/* ----------------------------------------------------------------------------------------------------------- links */

static void note_links(run *r) {
    note(r, r->links->count);
    for (uint32_t i = 0; i < r->links->count; i++) {
        const qm__link *link = &r->links->items[i];
        note(r, link->kind);
        note(r, link->some);
        note(r, link->from);
        note(r, link->to);
        note_curve(r, &link->off);
        note_curve(r, &link->on);
        note_xy(r, link->out);
        note(r, link->rise);
        note(r, link->prism);
        note(r, link->below_z);
        note(r, link->least);
        note(r, link->most);
        note(r, link->gap);
    }
}

/* A flight from the middle of its take-off to the end of its landing, also as a person asks for it. */
static void ask_links(run *r) {
    for (int i = 0; i < QUESTIONS && r->links->count; i++) {
        const uint32_t number = (uint32_t)pick(r, (int32_t)r->links->count);
        const qm__link *link = &r->links->items[number];
        const qm__xy off = qm__half_way(link->off.a, link->off.b), on = link->on.b;
        const qm__below below = qm__flight_below(r->links, number, off, on);
        qm__link_asked asked = {0};
        note(r, qm__flight_clear(r->links, number, &r->crowd, off, on));
        note(r, below.lowest);
        note(r, below.highest);
        note(r, below.gap);
        note(r, qm__link_ask(r->links, (qm__link_kind)link->kind, &r->crowd, (qm__spot){off.x, off.y, link->from},
                             (qm__spot){on.x + pick(r, 3), on.y, link->to}, &asked));
        note(r, asked.fault);
        note(r, asked.link);
        note(r, asked.distance);
        note(r, asked.beyond);
        note_xy(r, asked.at);
        note_why(r, &asked.why);
    }
}

static void note_route(run *r, const qm__route *route) {
    note(r, route->cost);
    note(r, route->chance);
    note(r, route->exact);
    note(r, route->approximate);
    note_way(r, &route->way);
    for (uint32_t i = 0; i < route->way.count; i++) {
        const qm__piece *piece = &route->way.pieces[i];
        if (piece->link >= 0) {
            qm__spot off = {0, 0, -1}, on = {0, 0, -1};
            note(r, qm__link_whole(r->links, &r->crowd, piece, 3000, true, &off, &on));
            note_spot(r, off);
            note_spot(r, on);
        }
    }
}

static void ask_routes(run *r) {
    qm__route_ask ask = {.walk = {.crowd = &r->crowd, .limit = 12000}, .pricing = link_price, .context = &chances};
    bool inches = false;
    for (int i = 0; i < r->table.area_count; i++) {
        inches = inches || r->prices[i].factor;
    }
    /* Routes through areas that cost by the inch take seconds each: reach over links and walks ask about these. */
    ask.walk.prices = inches ? NULL : r->prices;
    void *scratch = malloc(qm__route_scratch_size(r->walks, r->links, BODIES));
    for (int k = 0; k < QUESTIONS; k++) {
        if (!some_spot(r, &r->crowd, &ask.walk.from) || !some_spot(r, &r->crowd, &ask.walk.to)) {
            continue;
        }
        const int count = qm__routes_find(r->walks, r->links, &ask, scratch, r->routes, ROUTES);
        note(r, count);
        for (int i = 0; i < count && i < ROUTES; i++) {
            note_route(r, &r->routes[i]);
        }
    }
    free(scratch);
}

/* ----------------------------------------------------------------------------------------------------------- falls */

static void note_rims(run *r) {
    note(r, r->rims.count);
    for (uint32_t i = 0; i < r->rims.count; i++) {
        const qm__rim *rim = &r->rims.items[i];
        note_xy(r, rim->a);
        note_xy(r, rim->b);
        note(r, rim->z);
        note(r, rim->prism);
        note(r, rim->rail);
        note(r, rim->beyond);
        note(r, rim->below_z);
        note(r, rim->below);
    }
}

static void note_fall(run *r, const qm__fall *fall) {
    note(r, fall->found);
    note_spot(r, fall->landing);
    note(r, fall->height);
    note(r, fall->distance);
    note(r, fall->pushed_by);
    for (uint32_t i = 0; i < fall->equal; i++) {
        note_spot(r, fall->landings[i]);
    }
}

static void ask_falls(run *r) {
    void *scratch = malloc(qm__fall_scratch_size(r->levels, BODIES));
    for (uint32_t i = 0; i < r->rims.count; i += 3) {
        const qm__rim *rim = &r->rims.items[i];
        const qm__xy ab = qm__minus(rim->b, rim->a), outward = qm__unit((qm__xy){ab.y, -ab.x});
        const qm__xy from = qm__along(rim->a, ab, pick(r, 1001) / 1000.0),
                     inside = qm__along(from, outward, -pick(r, 1500));
        qm__fall fall = {0};
        int32_t z = 0;
        uint32_t edge = 0;
        qm__fall_find(r->levels, &r->crowd, from, rim->z, outward, pick(r, 2) * 1000, 5000, scratch, &fall);
        note_fall(r, &fall);
        note(r, qm__surface_below(&r->table, inside.x, inside.y, rim->z + pick(r, 500), &z));
        note(r, z);
        note(r, qm__edge_distance(&r->table, &r->rims, inside.x, inside.y, rim->z, pick(r, 3000), 4000, &edge));
        note(r, edge);
    }
    free(scratch);
}

/* ----------------------------------------------------------------------------------------------------------- sight */

static void note_seen(run *r, const qm__seen *seen) {
    note(r, seen->fraction);
    note(r, seen->left);
    note(r, seen->right);
    note(r, seen->bottom);
    note(r, seen->top);
    note(r, seen->blockers_dropped);
    for (int i = 0; i < seen->blocker_count; i++) {
        note(r, seen->blockers[i].prism);
        note(r, seen->blockers[i].body);
        note(r, seen->blockers[i].hides);
    }
}

static void ask_sight(run *r) {
    const qm__sights *sights;
    if (qm__sights_make(&r->table, &r->arena, &sights) != QM_OK) {
        return;
    }
    void *scratch = malloc(qm__sight_scratch_size(sights, BODIES));
    for (int i = 0; i < QUESTIONS * 2; i++) {
        const qm__eye eye = {pick(r, SIDE), pick(r, SIDE), pick(r, 5000)},
                      other = {pick(r, SIDE), pick(r, SIDE), pick(r, 5000)};
        qm__seen seen;
        int32_t prism = 0;
        qm__sight_find(sights, eye, &r->bodies[i % BODIES], r->bodies, BODIES, (uint16_t)(i % BODIES), UINT16_MAX,
                       scratch, &seen);
        note_seen(r, &seen);
        note(r, qm__line_free(sights, eye, other, &prism));
        note(r, prism);
    }
    free(scratch);
}

/* All of it; what allocates from the arena comes first, so that the little allocator of WebAssembly can give back. */
static void ask_all(run *r) {
    if (!prepare(r)) {
        note(r, -2);
        return;
    }
    ask_sight(r);
    ask_stand(r);
    ask_nearest(r);
    ask_bodies(r);
    ask_walks(r);
    ask_reach(r, NULL, 6000);
    note_links(r);
    ask_links(r);
    ask_routes(r);
    ask_reach(r, r->links, 4000);
    note_rims(r);
    ask_falls(r);
}

uint64_t bits(uint32_t seed, uint32_t tables);

uint64_t bits(uint32_t seed, uint32_t tables) {
    run *r = malloc(sizeof *r);
    memset(r, 0, sizeof *r);
    for (uint32_t i = 0; i < tables; i++) {
        r->seed = ((uint64_t)seed << 32) + i;
        r->index = 0;
        qm__arena_init(&r->arena, NULL);
        if (make_table(r)) {
            ask_all(r);
        }
        qm__arena_free(&r->arena);
    }
    for (int32_t i = 0; i < 20000; i++) {
        const qm__turn turn = qm__turn_of(pick(r, 65536) + pick(r, 1000) / 1000.0);
        note(r, turn.cos);
        note(r, qm__parts_of(turn.sin, turn.cos));
    }
    const uint64_t sum = r->sum;
    free(r);
    return sum;
}

#ifndef __wasm__
#include <stdio.h>

int main(int argc, char **argv) {
    const unsigned seed = argc > 1 ? (unsigned)atoi(argv[1]) : 1, tables = argc > 2 ? (unsigned)atoi(argv[2]) : 50;
    printf("%llu\n", (unsigned long long)bits(seed, tables));
    return 0;
}
#endif
