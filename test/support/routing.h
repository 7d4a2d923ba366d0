/* Routes for tests: a walker, prices, and asking for routes on a small table. Include after cmocka.h. */
#ifndef QM_TEST_ROUTING_H
#define QM_TEST_ROUTING_H

#include "space/table/links.h"
#include "support/tabletop.h"

enum { WALKABLE = QM__PRISM_WALKABLE, SHEER = QM__PRISM_WALKABLE | QM__PRISM_SHEER, ROUTES = 8 };

static const qm__walker man = {.radius = 500, .height = 2000, .step = 1000, .free_step = 1000};
static const qm__link_rules all_rules = {
    .jump_most = 3000, .rise_most = 1000, .climbs = true, .ladders = true, .jumps = true, .drops = true};

/* Prices: a climb costs its height, the slide and what it goes sideways, and goes well in half of all cases; a ladder
 * costs its height; jumps and drops cost their length, jumps up to an inch never fail, longer ones do with one in four,
 * drops with one in five. */
typedef struct prices {
    double climb, ladder, jump, drop; /* chances; 0 = not allowed */
} prices;

static inline int price(const void *context, const qm__links *links, uint32_t number, qm__link_price out[QM__BANDS_MAX]) {
    const prices *p = context;
    const qm__link *link = &links->items[number];
    const double height = link->rise < 0 ? -link->rise : link->rise;
    switch ((qm__link_kind)link->kind) {
    case QM__LINK_CLIMB:
        out[0] = (qm__link_price){.up_to = link->most, .cost = height, .per_unit = 1, .chance = p->climb};
        return 1;
    case QM__LINK_LADDER:
        out[0] = (qm__link_price){.up_to = link->most, .cost = height, .per_unit = 0, .chance = p->ladder};
        return 1;
    case QM__LINK_JUMP:
        out[0] = (qm__link_price){.up_to = 1000, .per_unit = 1, .chance = p->jump > 0 ? 1 : 0};
        out[1] = (qm__link_price){.up_to = 3000, .per_unit = 1, .chance = p->jump};
        return 2;
    case QM__LINK_DROP:
        out[0] = (qm__link_price){.up_to = link->most, .per_unit = 1, .chance = p->drop};
        return 1;
    }
    return 0;
}

static const prices ordinary = {0.5, 1, 0.75, 0.8};

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

static inline int find(asking *a, const qm__crowd *crowd, const prices *p, double x, double y, int32_t z, double to_x,
                double to_y, int32_t to_z, double limit) {
    void *scratch = malloc(qm__route_scratch_size(a->walks, a->links, crowd ? crowd->count : 0));
    const qm__route_ask ask = {.walk = {.from = {x, y, qm__level_at(a->links->levels, z)},
                                        .to = {to_x, to_y, qm__level_at(a->links->levels, to_z)},
                                        .crowd = crowd,
                                        .prices = a->areas,
                                        .limit = limit},
                               .pricing = price,
                               .context = p};
    a->count = qm__routes_find(a->walks, a->links, &ask, scratch, a->routes, ROUTES);
    free(scratch);
    return a->count;
}

#endif
