/* Routes for tests: a walker, prices, and asking for routes on a small table. Include after cmocka.h. */
#ifndef QM_TEST_ROUTING_H
#define QM_TEST_ROUTING_H

#include "support/link_prices.h"
#include "support/tabletop.h"

enum { WALKABLE = QM__PRISM_WALKABLE, SHEER = QM__PRISM_WALKABLE | QM__PRISM_SHEER, ROUTES = 8 };

static const qm__walker man = {.radius = 500, .height = 2000, .step = 1000, .free_step = 1000};
static const qm__link_rules all_rules = {
    .jump_most = 3000, .rise_most = 1000, .climbs = true, .ladders = true, .jumps = true, .drops = true};

/* A climb goes well in half of all cases, a ladder always; jumps up to an inch never fail, longer ones do with one in
 * four, drops with one in five. */
static const link_prices ordinary = {.climb = 0.5, .ladder = 1, .jump = 0.75, .drop = 0.8, .free_gap = 1000};

typedef struct asking {
    tabletop *t;
    const qm__walks *walks;
    const qm__links *links;
    const qm__area_price *areas; /* NULL: they cost nothing */
    qm__route *routes;
    int count;
} asking;

static inline void prepare(asking *a, tabletop *t, const qm__link_rules *rules) {
    const qm__levels *levels = tabletop_levels(t, &man);
    qm__rims rims;
    assert_non_null(levels);
    a->t = t;
    a->areas = NULL;
    a->routes = calloc(ROUTES, sizeof *a->routes);
    assert_int_equal(qm__walks_make(levels, UINT64_MAX, &t->arena, &a->walks), QM_OK);
    assert_int_equal(qm__rims_make(&t->table, &t->arena, &rims), QM_OK);
    assert_int_equal(qm__links_make(a->walks, &rims, rules, &t->arena, &a->links), QM_OK);
}

static inline void release(asking *a) {
    free(a->routes);
    tabletop_free(a->t);
}

/* Seen from afar, may links lead there? */
static inline bool may_lead(const asking *a, const link_prices *p, qm__spot from, qm__xy to, int32_t z, double limit) {
    void *scratch = malloc(qm__route_may_size(a->links) + 1);
    const qm__route_goal goal = {
        .from = from, .centre = to, .low = z, .high = z, .limit = limit, .pricing = link_price, .context = p};
    const bool may = qm__route_may(a->walks, a->links, &goal, scratch, NULL);
    free(scratch);
    return may;
}

static inline void check_framed(const qm__frame *frame, qm__xy at) {
    assert_true(at.x >= frame->low.x && at.x <= frame->high.x && at.y >= frame->low.y && at.y <= frame->high.y);
}

/* A route over links that was found must not have been ruled out from afar, nor leave the frame that is told for what
 * it costs; and with bodies that are prepared for that frame alone it is found again. */
static inline void check_from_afar(const asking *a, const qm__route_ask *ask, const link_prices *p, int32_t z,
                                   const qm__route *route, double least) {
    const qm__xy to = {ask->walk.to.x, ask->walk.to.y};
    const qm__route_goal goal = {.from = ask->walk.from,
                                 .centre = to,
                                 .low = z,
                                 .high = z,
                                 .limit = route->cost,
                                 .pricing = link_price,
                                 .context = p};
    void *scratch = malloc(qm__route_may_size(a->links) + 1);
    qm__route_scope scope;
    assert_true(may_lead(a, p, ask->walk.from, to, z, route->cost));
    assert_true(qm__route_may(a->walks, a->links, &goal, scratch, &scope));
    assert_true(qm__route_least(&scope, to) <= route->cost + 1);
    for (uint32_t i = 0; i < route->way.count; i++) {
        check_framed(&scope.frame, route->way.pieces[i].from);
        check_framed(&scope.frame, route->way.pieces[i].to);
    }
    const qm__crowd *crowd = ask->walk.crowd;
    if (crowd && crowd->count) {
        const size_t size = qm__walks_bodies_size(a->walks, crowd->count);
        void *memory = malloc(size), *room = malloc(qm__route_scratch_size(a->walks, a->links, crowd->count));
        qm__route *again = calloc(ROUTES, sizeof *again);
        qm__route_ask framed = *ask;
        framed.walk.bodies = qm__walks_crowd_within(a->walks, crowd, &scope.frame, memory, size);
        framed.walk.limit = route->cost;
        assert_non_null(framed.walk.bodies);
        assert_true(qm__routes_find(a->walks, a->links, &framed, room, again, ROUTES) > 0);
        assert_true(again[0].cost <= least + 1e-6);
        free(again);
        free(room);
        free(memory);
    }
    free(scratch);
}

static inline int find(asking *a, const qm__crowd *crowd, const link_prices *p, double x, double y, int32_t z,
                       double to_x, double to_y, int32_t to_z, double limit) {
    void *scratch = malloc(qm__route_scratch_size(a->walks, a->links, crowd ? crowd->count : 0));
    const qm__route_ask ask = {.walk = {.from = {x, y, qm__level_at(a->links->levels, z)},
                                        .to = {to_x, to_y, qm__level_at(a->links->levels, to_z)},
                                        .crowd = crowd,
                                        .prices = a->areas,
                                        .limit = limit},
                               .pricing = link_price,
                               .context = p};
    a->count = qm__routes_find(a->walks, a->links, &ask, scratch, a->routes, ROUTES);
    free(scratch);
    for (int i = 0; i < a->count && i < ROUTES; i++) {
        bool over = false;
        for (uint32_t n = 0; n < a->routes[i].way.count; n++) {
            over = over || a->routes[i].way.pieces[n].link >= 0;
        }
        if (over) {
            check_from_afar(a, &ask, p, to_z, &a->routes[i], a->routes[0].cost);
        }
    }
    return a->count;
}

#endif
