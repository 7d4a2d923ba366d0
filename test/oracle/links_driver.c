/* Links, routes over walks and links, and reach on a number protocol, for the oracle in Python: reads tables with
 * questions, answers with all links, all routes piece by piece, and what places cost.
 *
 * Everything that comes in is whole (units, places in thousandths of units, chances in thousandths), everything that
 * goes out too (millionths), so both sides mean the same numbers. A case: the table, the walker, the rules of links,
 * prices, figures; the answer is one line with its links. Then questions, each one a number and its arguments.
 */
#include "../support/link_prices.h"
#include "space/table/reach.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PRISMS = 64, CORNERS = 1024, RINGS = 256, LADDERS = 16, AREAS = 8, BODIES = 32, ROUTES = 32 };
enum { ASK_END = 0, ASK_ROUTES, ASK_REACH, ASK_FLIGHT, ASK_LINK, ASK_WHOLE };

typedef struct driver {
    qm__arena arena;
    qm__table table;
    qm__corner corners[CORNERS];
    qm__ring rings[RINGS];
    qm__prism prisms[PRISMS];
    qm__ladder ladders[LADDERS];
    qm__area areas[AREAS];
    qm__area_price area_prices[AREAS];
    qm__body bodies[BODIES];
    qm__crowd crowd;
    const qm__levels *levels;
    const qm__walks *walks;
    const qm__grounds *grounds;
    const qm__links *links;
    link_prices prices;
    qm__route routes[ROUTES]; /* of the last question */
    int route_count;
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

static void tell_xy(qm__xy at) {
    tell(at.x);
    tell(at.y);
}

static qm__polygon read_polygon(driver *d) {
    qm__table *t = &d->table;
    qm__polygon polygon = {.first_ring = t->ring_count, .ring_count = count_of(RINGS - (int)t->ring_count)};
    for (uint32_t r = 0; r < polygon.ring_count; r++) {
        qm__ring *ring = &d->rings[t->ring_count++];
        *ring = (qm__ring){t->corner_count, count_of(CORNERS - (int)t->corner_count)};
        for (uint32_t k = 0; k < ring->count; k++) {
            qm__corner *corner = &d->corners[t->corner_count++];
            corner->x = whole();
            corner->y = whole();
            corner->rail = whole();
        }
    }
    return polygon;
}

static void read_areas(driver *d) {
    d->table.area_count = count_of(AREAS);
    for (int i = 0; i < d->table.area_count; i++) {
        qm__area *area = &d->areas[i];
        *area = (qm__area){.name = "", .bottom = whole()};
        area->top = whole();
        d->area_prices[i] = (qm__area_price){.once = whole()};
        d->area_prices[i].entry = whole();
        d->area_prices[i].factor = whole();
        area->polygon = read_polygon(d);
    }
}

static void read_table(driver *d) {
    qm__table *t = &d->table;
    *t = (qm__table){
        .corners = d->corners, .rings = d->rings, .prisms = d->prisms, .ladders = d->ladders, .areas = d->areas};
    t->width = whole();
    t->depth = whole();
    t->prism_count = count_of(PRISMS);
    for (int i = 0; i < t->prism_count; i++) {
        qm__prism *prism = &d->prisms[i];
        *prism = (qm__prism){.name = "", .bottom = whole()};
        prism->top = whole();
        prism->flags = (uint16_t)whole();
        prism->polygon = read_polygon(d);
    }
    read_areas(d);
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
    d->crowd = (qm__crowd){.bodies = d->bodies, .count = count_of(BODIES), .self = UINT16_MAX};
    for (int i = 0; i < d->crowd.count; i++) {
        qm__body *body = &d->bodies[i];
        *body = (qm__body){.x = whole()};
        body->y = whole();
        body->z = whole();
        body->radius = whole();
        body->width = whole();
        body->length = whole();
        body->facing = whole();
        body->height = whole();
        body->manner = (uint8_t)whole();
        body->margin = whole();
    }
}

static bool prepare(driver *d) {
    qm__table_error error;
    uint32_t errors = 0;
    qm__walker walker = {.radius = whole()};
    walker.height = whole();
    walker.step = whole();
    walker.free_step = whole();
    walker.whole = whole() != 0;
    walker.centre = whole() != 0;
    qm__link_rules rules = {.jump_most = whole(), .climbs = true, .ladders = true, .jumps = true, .drops = true};
    rules.rise_most = whole();
    rules.clearance = whole();
    rules.leeway = whole();
    rules.drop_to_foot = whole() != 0;
    rules.jump_low = whole() != 0;
    d->prices.climb = whole() / 1000.0;
    d->prices.ladder = whole() / 1000.0;
    d->prices.free_gap = whole();
    d->prices.jump = whole() / 1000.0;
    d->prices.drop = whole() / 1000.0;
    d->prices.drop_free = whole() != 0;
    read_bodies(d);
    qm__rims rims;
    return qm__table_finish(&d->table, &d->arena, &error, 1, &errors) &&
           qm__levels_make(&d->table, &walker, &d->arena, &d->levels) == QM_OK &&
           qm__walks_make(d->levels, (UINT64_C(1) << d->table.area_count) - 1, &d->arena, &d->walks) == QM_OK &&
           qm__grounds_make(d->walks, &d->arena, &d->grounds) == QM_OK &&
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
        tell_xy(piece->from);
        tell_xy(piece->to);
        tell_xy(piece->centre);
        tell(piece->radius);
        tell(piece->sweep);
    }
}

/* A place in thousandths of units. */
static qm__xy read_xy(void) {
    const double x = whole() / 1000.0, y = whole() / 1000.0;
    return (qm__xy){x, y};
}

static qm__spot read_spot(const driver *d) {
    const qm__xy at = read_xy();
    return (qm__spot){at.x, at.y, qm__level_at(d->levels, whole())};
}

static void *claim(size_t size) {
    void *memory = malloc(size);
    if (!memory) {
        fprintf(stderr, "links_driver: out of memory\n");
        exit(2);
    }
    return memory;
}

static void answer_routes(driver *d) {
    qm__route_ask ask = {
        .walk = {.crowd = &d->crowd, .prices = d->area_prices}, .pricing = link_price, .context = &d->prices};
    ask.walk.from = read_spot(d);
    ask.walk.to = read_spot(d);
    ask.walk.limit = whole();
    void *scratch = claim(qm__route_scratch_size(d->walks, d->links, d->crowd.count));
    const int count = qm__routes_find(d->walks, d->links, &ask, scratch, d->routes, ROUTES);
    d->route_count = count < ROUTES ? count : ROUTES;
    printf("%d %d", count, count >= 0 && d->routes[0].exact);
    for (int i = 0; i < d->route_count; i++) {
        tell_route(d, &d->routes[i]);
    }
    printf("\n");
    free(scratch);
}

static void tell_regions(const driver *d, const qm__reach *reach, double cost) {
    const size_t size = qm__regions_size(d->grounds, d->crowd.count);
    void *memory = claim(size);
    qm__regions regions = {0};
    const bool good = qm__reach_regions(reach, cost, memory, size, &regions);
    printf(" %d", good ? (int)regions.ring_count : -1);
    for (uint32_t i = 0; good && i < regions.ring_count; i++) {
        const qm__reach_ring *ring = &regions.rings[i];
        printf(" %" PRId32 " %u", qm__level_height(d->levels, ring->level), ring->count);
        for (uint32_t k = 0; k < ring->count; k++) {
            tell_xy(regions.points[ring->first + k]);
        }
    }
    free(memory);
}

/* What places cost, and the regions of all that cost no more than a part of the budget. */
static void answer_reach(driver *d) {
    qm__reach_ask ask = {.from = read_spot(d),
                         .crowd = &d->crowd,
                         .prices = d->area_prices,
                         .links = d->links,
                         .pricing = link_price,
                         .context = &d->prices,
                         .may_end = true};
    ask.budget = whole();
    const double cost = whole();
    const size_t size = qm__reach_scratch_size(d->grounds, d->crowd.count, d->links);
    void *scratch = claim(size);
    const qm__reach *reach = qm__reach_make(d->grounds, &ask, scratch, size);
    printf("%d", reach != NULL);
    for (int n = count_of(10000); n > 0; n--) {
        const qm__spot spot = read_spot(d);
        tell(reach ? qm__reach_cost(reach, spot) : -2);
    }
    if (reach) {
        tell_regions(d, reach, cost);
    }
    printf("\n");
    free(scratch);
}

static void answer_flight(driver *d) {
    const uint32_t link = count_of((int)d->links->count - 1);
    const bool crowded = whole() != 0;
    const qm__xy off = read_xy(), on = read_xy();
    printf("%d\n", qm__flight_clear(d->links, link, crowded ? &d->crowd : NULL, off, on));
}

static void answer_link(driver *d) {
    const qm__link_kind kind = (qm__link_kind)whole();
    const bool crowded = whole() != 0;
    const qm__spot from = read_spot(d), to = read_spot(d);
    qm__link_asked asked = {0};
    const bool good = qm__link_ask(d->links, kind, crowded ? &d->crowd : NULL, from, to, &asked);
    const bool flight = good && (kind == QM__LINK_JUMP || kind == QM__LINK_DROP);
    const qm__below below = flight
                                ? qm__flight_below(d->links, asked.link, (qm__xy){from.x, from.y}, (qm__xy){to.x, to.y})
                                : (qm__below){0};
    printf("%d %d %u", good, asked.fault, asked.link);
    tell(asked.distance);
    printf(" %" PRId32 " %" PRId32, below.lowest, below.highest);
    tell(below.gap);
    printf("\n");
}

/* A link of a route in whole units, no longer than its price holds for: its ends, and whether it is one when asked. */
static void tell_whole(const driver *d, const qm__piece *piece) {
    const uint32_t link = (uint32_t)piece->link;
    const bool jump = d->links->items[link].kind == QM__LINK_JUMP;
    qm__link_price bands[QM__BANDS_MAX] = {0};
    const int count = link_price(&d->prices, d->links, link, bands);
    int band = 0;
    while (band + 1 < count && piece->length > bands[band].up_to + 1e-3) {
        band++;
    }
    qm__spot off = {0}, on = {0};
    qm__link_asked asked = {0};
    const double most = jump ? bands[band].up_to : 1e9;
    const bool found = qm__link_whole(d->links, &d->crowd, piece, most, bands[band].chance < 1, &off, &on);
    const qm__link_kind kind = (qm__link_kind)d->links->items[link].kind;
    const bool good = found && qm__link_ask(d->links, kind, &d->crowd, off, on, &asked);
    printf(" %d %d", found, good);
    tell_xy((qm__xy){off.x, off.y});
    tell_xy((qm__xy){on.x, on.y});
    tell(most);
}

/* The links of the routes of the last question, one after the other. */
static void answer_whole(driver *d) {
    printf("0");
    for (int i = 0; i < d->route_count; i++) {
        const qm__way *way = &d->routes[i].way;
        for (uint32_t k = 0; k < way->count; k++) {
            if (way->pieces[k].link >= 0) {
                tell_whole(d, &way->pieces[k]);
            }
        }
    }
    printf("\n");
}

static void tell_curve(const qm__curve *curve) {
    tell_xy(curve->a);
    tell_xy(curve->b);
    tell_xy(curve->centre);
    tell(curve->radius);
}

static void tell_links(const driver *d) {
    printf("%u", d->links->count);
    for (uint32_t i = 0; i < d->links->count; i++) {
        const qm__link *link = &d->links->items[i];
        printf(" %d %d %" PRId32 " %" PRId32 " %" PRId32 " %" PRId32 " %" PRId32, link->kind, link->some,
               qm__level_height(d->levels, link->from), qm__level_height(d->levels, link->to), link->rise, link->prism,
               link->below_z);
        tell_curve(&link->off);
        tell_curve(&link->on);
        tell(link->least);
        tell(link->most);
        tell(link->gap);
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
    tell_links(d);
    fflush(stdout);
    for (int what = whole(); what != ASK_END; what = whole()) {
        switch (what) {
        case ASK_ROUTES:
            answer_routes(d);
            break;
        case ASK_REACH:
            answer_reach(d);
            break;
        case ASK_FLIGHT:
            answer_flight(d);
            break;
        case ASK_LINK:
            answer_link(d);
            break;
        case ASK_WHOLE:
            answer_whole(d);
            break;
        default:
            fprintf(stderr, "links_driver: no such question\n");
            exit(2);
        }
        fflush(stdout);
    }
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
