/* Routes over walks and links on a number protocol, for the oracle in Python: reads tables with questions, answers with
 * all routes piece by piece.
 *
 * Everything that comes in is whole (units, chances in thousandths), everything that goes out too (millionths), so both
 * sides mean the same numbers. A case: the table, the walker, the rules of links, prices, figures, then questions.
 */
#include "space/table/links.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PRISMS = 64, CORNERS = 1024, LADDERS = 16, BODIES = 32, ROUTES = 16 };

typedef struct prices {
    double climb, ladder, jump, drop; /* chances */
    double free_gap;                  /* jumps up to this never fail */
} prices;

typedef struct driver {
    qm__arena arena;
    qm__table table;
    qm__corner corners[CORNERS];
    qm__ring rings[PRISMS];
    qm__prism prisms[PRISMS];
    qm__ladder ladders[LADDERS];
    qm__body bodies[BODIES];
    qm__crowd crowd;
    const qm__levels *levels;
    const qm__walks *walks;
    const qm__links *links;
    prices prices;
    qm__route routes[ROUTES];
} driver;

static bool number(int64_t *out) {
    return scanf("%" SCNd64, out) == 1;
}

static int32_t whole(void) {
    int64_t value = 0;
    if (!number(&value)) {
        fprintf(stderr, "links_driver: a number was expected\n");
        exit(2);
    }
    return (int32_t)value;
}

static uint16_t count_of(int most) {
    const int32_t value = whole();
    if (value < 0 || value > most) {
        fprintf(stderr, "links_driver: too many\n");
        exit(2);
    }
    return (uint16_t)value;
}

static void tell(double value) {
    printf(" %" PRId64, (int64_t)(value * 1e6 + (value < 0 ? -0.5 : 0.5)));
}

static void read_table(driver *d) {
    qm__table *t = &d->table;
    *t = (qm__table){.corners = d->corners, .rings = d->rings, .prisms = d->prisms, .ladders = d->ladders};
    t->width = whole();
    t->depth = whole();
    t->prism_count = count_of(PRISMS);
    for (int i = 0; i < t->prism_count; i++) {
        qm__prism *prism = &d->prisms[i];
        *prism = (qm__prism){.name = "", .polygon = {.first_ring = t->ring_count, .ring_count = 1}};
        prism->bottom = whole();
        prism->top = whole();
        prism->flags = (uint16_t)whole();
        qm__ring *ring = &d->rings[t->ring_count++];
        *ring = (qm__ring){t->corner_count, count_of(CORNERS - (int)t->corner_count)};
        for (uint32_t k = 0; k < ring->count; k++) {
            qm__corner *corner = &d->corners[t->corner_count++];
            corner->x = whole();
            corner->y = whole();
            corner->rail = whole();
        }
    }
    t->ladder_count = count_of(LADDERS);
    for (int i = 0; i < t->ladder_count; i++) {
        qm__ladder *l = &d->ladders[i];
        l->name = "";
        l->foot_x = whole();
        l->foot_y = whole();
        l->foot_z = whole();
        l->head_x = whole();
        l->head_y = whole();
        l->head_z = whole();
    }
}

static void read_bodies(driver *d) {
    d->crowd = (qm__crowd){d->bodies, count_of(BODIES), UINT16_MAX};
    for (int i = 0; i < d->crowd.count; i++) {
        qm__body *body = &d->bodies[i];
        *body = (qm__body){.x = whole()};
        body->y = whole();
        body->z = whole();
        body->radius = whole();
        body->height = whole();
        body->manner = (uint8_t)whole();
    }
}

/* A climb costs its height and what it goes in plan, a ladder its height, jumps and drops what they go in plan. */
static int price(const void *context, const qm__links *links, uint32_t number_of, qm__link_price out[QM__BANDS_MAX]) {
    const prices *p = context;
    const qm__link *link = &links->items[number_of];
    const double height = link->rise < 0 ? -link->rise : link->rise;
    switch ((qm__link_kind)link->kind) {
    case QM__LINK_CLIMB:
        out[0] = (qm__link_price){.up_to = link->most, .cost = height, .per_unit = 1, .chance = p->climb};
        return 1;
    case QM__LINK_LADDER:
        out[0] = (qm__link_price){.up_to = link->most, .cost = height, .chance = p->ladder};
        return 1;
    case QM__LINK_JUMP:
        out[0] = (qm__link_price){.up_to = p->free_gap, .per_unit = 1, .chance = p->jump > 0 ? 1 : 0};
        out[1] = (qm__link_price){.up_to = link->most, .per_unit = 1, .chance = p->jump};
        return 2;
    case QM__LINK_DROP:
        out[0] = (qm__link_price){.up_to = link->most, .per_unit = 1, .chance = p->drop};
        return 1;
    }
    return 0;
}

static bool prepare(driver *d) {
    qm__table_error error;
    uint32_t errors = 0;
    qm__walker walker = {.radius = whole()};
    walker.height = whole();
    walker.step = walker.free_step = whole();
    qm__link_rules rules = {.jump_most = whole(), .climbs = true, .ladders = true, .jumps = true, .drops = true};
    rules.rise_most = whole();
    rules.clearance = whole();
    rules.leeway = whole();
    d->prices.climb = whole() / 1000.0;
    d->prices.ladder = whole() / 1000.0;
    d->prices.free_gap = whole();
    d->prices.jump = whole() / 1000.0;
    d->prices.drop = whole() / 1000.0;
    read_bodies(d);
    qm__rims rims;
    return qm__table_finish(&d->table, &d->arena, &error, 1, &errors) &&
           qm__levels_make(&d->table, &walker, &d->arena, &d->levels) == QM_OK &&
           qm__walks_make(d->levels, 0, &d->arena, &d->walks) == QM_OK &&
           qm__rims_make(&d->table, &d->arena, &rims) == QM_OK &&
           qm__links_make(d->walks, &rims, &rules, &d->arena, &d->links) == QM_OK;
}

static void tell_route(const driver *d, const qm__route *route) {
    tell(route->cost);
    tell(route->chance);
    printf(" %d %u", route->exact, route->way.count);
    for (uint32_t i = 0; i < route->way.count; i++) {
        const qm__piece *piece = &route->way.pieces[i];
        const int kind = piece->link < 0 ? 0 : d->links->items[piece->link].kind;
        printf(" %d %" PRId32, kind, qm__level_height(d->levels, piece->level));
        tell(piece->from.x);
        tell(piece->from.y);
        tell(piece->to.x);
        tell(piece->to.y);
        tell(piece->centre.x);
        tell(piece->centre.y);
        tell(piece->radius);
        tell(piece->sweep);
    }
}

static qm__spot read_spot(const driver *d) {
    const double x = whole(), y = whole();
    return (qm__spot){x, y, qm__level_at(d->levels, whole())};
}

static void answer(driver *d, void *scratch) {
    qm__route_ask ask = {.walk = {.crowd = &d->crowd}, .pricing = price, .context = &d->prices};
    ask.walk.from = read_spot(d);
    ask.walk.to = read_spot(d);
    ask.walk.limit = whole();
    const int count = qm__routes_find(d->walks, d->links, &ask, scratch, d->routes, ROUTES);
    printf("%d", count);
    for (int i = 0; i < count && i < ROUTES; i++) {
        tell_route(d, &d->routes[i]);
    }
    printf("\n");
}

static void run_case(driver *d) {
    qm__arena_init(&d->arena, NULL);
    read_table(d);
    if (!prepare(d)) {
        fprintf(stderr, "links_driver: a table was refused\n");
        exit(2);
    }
    int kinds[5] = {0}, some = 0;
    for (uint32_t i = 0; i < d->links->count; i++) {
        kinds[d->links->items[i].kind]++;
        some += d->links->items[i].some;
    }
    printf("%d %d %d %d %d\n", kinds[1], kinds[2], kinds[3], kinds[4], some);
    void *scratch = malloc(qm__route_scratch_size(d->walks, d->links, d->crowd.count));
    for (int n = count_of(1000); scratch && n > 0; n--) {
        answer(d, scratch);
    }
    free(scratch);
    fflush(stdout);
    qm__arena_free(&d->arena);
}

int main(void) {
    driver *d = calloc(1, sizeof *d);
    int64_t more;
    while (d && number(&more) && more) {
        run_case(d);
    }
    free(d);
    return 0;
}
