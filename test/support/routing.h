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
    const bool may = qm__route_may(a->walks, a->links, &goal, scratch);
    free(scratch);
    return may;
}

/* Whatever route is found, it must not have been ruled out from afar. */
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
        assert_true(!over || may_lead(a, p, ask.walk.from, (qm__xy){to_x, to_y}, to_z, a->routes[i].cost));
    }
    return a->count;
}

#endif
