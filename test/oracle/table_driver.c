/* The table's geometry on a line protocol, for the oracles in Python: reads a table, a walker and other figures, then
 * answers questions about standing, drawn paths, shortest walks, reach and falls. One question a line, one answer a
 * line.
 *
 * Invariant: every number that comes in or goes out is a whole number (places in thousandths of a unit, answers in
 * millionths), so that no text of a fraction is ever read or written and both sides mean the same double.
 *
 * Rejected: asking through the program's own commands; they round to what a person wants to see.
 */
#include "base/angle.h"
#include "space/table/reach.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BODIES_MAX 64
#define POINTS_MAX 4096
#define LIMITS_MAX 4

typedef struct driver {
    qm__arena arena; /* of the table and all that is prepared from it */
    qm__table table;
    qm__rims rims;
    const qm__levels *levels;
    const qm__walks *walks;
    const qm__grounds *grounds;
    qm__body bodies[BODIES_MAX];
    qm__crowd crowd;
    qm__area_price prices[QM__AREAS_MAX];
    bool priced;
    void *bodies_memory, *walk_scratch, *reach_scratch;
    const qm__walks_bodies *prepared;
    const qm__reach *reach;
    qm__way way;
    qm__spot points[POINTS_MAX];
    qm__xy drawn[POINTS_MAX];
} driver;

static void fail(const char *what) {
    fprintf(stderr, "table_driver: %s\n", what);
    exit(2);
}

static void *claim(size_t size) {
    void *memory = malloc(size ? size : 1);
    if (!memory) {
        fail("no memory");
    }
    return memory;
}

static int64_t number(void) {
    int64_t value = 0;
    if (scanf("%" SCNd64, &value) != 1) {
        fail("a number was expected");
    }
    return value;
}

static int32_t whole(void) {
    return (int32_t)number();
}

static uint32_t count_of(uint32_t most) {
    const int64_t value = number();
    if (value < 0 || value > (int64_t)most) {
        fail("too many");
    }
    return (uint32_t)value;
}

/* A coordinate: thousandths of a unit. */
static double place(void) {
    return (double)number() / 1000.0;
}

static qm__xy point(void) {
    const double x = place();
    return (qm__xy){x, place()};
}

/* A place: a point, and the height of its level. */
static qm__spot spot(const driver *d) {
    const qm__xy at = point();
    return (qm__spot){at.x, at.y, qm__level_at(d->levels, whole())};
}

/* In millionths. */
static void tell(double value) {
    printf(" %" PRId64, (int64_t)(value * 1e6 + (value < 0 ? -0.5 : 0.5)));
}

static void tell_why(const qm__obstruction *why) {
    printf(" %d %d %d %" PRId32, why->what, why->railing, why->body, why->prism);
    tell(why->part);
    tell(why->at.x);
    tell(why->at.y);
}

/* ---------------------------------------------------------------------------------- the table and who is on it */

static void read_polygon(qm__table *table, qm__polygon *polygon, bool rails) {
    polygon->first_ring = table->ring_count;
    polygon->ring_count = count_of(1 + QM__HOLES_MAX);
    for (uint32_t r = 0; r < polygon->ring_count; r++) {
        qm__ring *ring = &table->rings[table->ring_count++];
        ring->first = table->corner_count;
        ring->count = count_of(QM__RING_CORNERS_MAX);
        for (uint32_t c = 0; c < ring->count; c++) {
            qm__corner *corner = &table->corners[table->corner_count++];
            corner->x = whole();
            corner->y = whole();
            corner->rail = rails ? whole() : 0;
        }
    }
}

static void forget_reach(driver *d) {
    free(d->reach_scratch);
    d->reach_scratch = NULL;
    d->reach = NULL;
}

static void forget_walker(driver *d) {
    forget_reach(d);
    free(d->walk_scratch);
    free(d->bodies_memory);
    d->walk_scratch = d->bodies_memory = NULL;
    d->prepared = NULL;
}

static void read_table(driver *d) {
    forget_walker(d);
    qm__arena_free(&d->arena);
    qm__table *table = &d->table;
    *table = (qm__table){.width = whole(), .depth = 0};
    table->depth = whole();
    table->prism_count = (uint16_t)count_of(QM__PRISMS_MAX);
    table->area_count = (uint16_t)count_of(QM__AREAS_MAX);
    table->corners = qm__arena_array(&d->arena, QM__CORNERS_MAX, sizeof *table->corners);
    table->rings = qm__arena_array(&d->arena, QM__CORNERS_MAX / 3, sizeof *table->rings);
    table->prisms = qm__arena_array(&d->arena, table->prism_count, sizeof *table->prisms);
    table->areas = qm__arena_array(&d->arena, table->area_count, sizeof *table->areas);
    for (uint16_t p = 0; p < table->prism_count; p++) {
        qm__prism *prism = &table->prisms[p];
        prism->name = "prism";
        prism->flags = (uint16_t)whole();
        prism->bottom = whole();
        prism->top = whole();
        read_polygon(table, &prism->polygon, true);
    }
    for (uint16_t a = 0; a < table->area_count; a++) {
        qm__area *area = &table->areas[a];
        area->name = "area";
        area->bottom = whole();
        area->top = whole();
        read_polygon(table, &area->polygon, false);
    }
    qm__table_error error = {0};
    uint32_t errors = 0;
    const bool good =
        qm__table_finish(table, &d->arena, &error, 1, &errors) && qm__rims_make(table, &d->arena, &d->rims) == QM_OK;
    printf("table %d %d\n", good, good ? 0 : (int)error.fault);
}

static void read_walker(driver *d) {
    forget_walker(d);
    qm__walker walker = {.radius = whole()};
    walker.height = whole();
    walker.step = whole();
    walker.free_step = whole();
    walker.whole = number() != 0;
    walker.centre = number() != 0;
    const uint64_t areas = (uint64_t)number();
    const bool good = qm__levels_make(&d->table, &walker, &d->arena, &d->levels) == QM_OK &&
                      qm__walks_make(d->levels, areas, &d->arena, &d->walks) == QM_OK &&
                      qm__grounds_make(d->walks, &d->arena, &d->grounds) == QM_OK;
    printf("walker %d\n", good);
}

static void read_crowd(driver *d) {
    forget_walker(d);
    const uint32_t count = count_of(BODIES_MAX);
    d->crowd = (qm__crowd){.bodies = d->bodies, .count = (uint16_t)count, .self = (uint16_t)number()};
    for (uint32_t b = 0; b < count; b++) {
        qm__body *body = &d->bodies[b];
        const qm__xy at = point();
        *body = (qm__body){.x = at.x, .y = at.y, .z = whole(), .id = (uint16_t)b};
        body->radius = whole();
        body->width = whole();
        body->length = whole();
        body->facing = whole();
        body->height = whole();
        body->manner = (uint8_t)number();
        body->column = (uint8_t)number();
        body->margin = whole();
    }
    printf("crowd 1\n");
}

static void read_prices(driver *d) {
    forget_reach(d);
    const uint32_t count = count_of(QM__AREAS_MAX);
    d->priced = count > 0;
    for (uint32_t a = 0; a < count; a++) {
        qm__area_price *price = &d->prices[a];
        price->once = whole();
        price->entry = whole();
        price->factor = whole();
    }
    printf("prices 1\n");
}

/* -------------------------------------------------------------------------------------------------- the questions */

static void ask_stand(driver *d) {
    const qm__spot at = spot(d);
    const double slack = place();
    qm__obstruction why = {0};
    printf("stand %" PRId32 " %d", at.level, qm__stands(d->levels, &d->crowd, at, slack, &why));
    tell_why(&why);
    why = (qm__obstruction){0};
    printf(" %d", qm__passes(d->levels, &d->crowd, at, slack, &why));
    tell_why(&why);
    printf("\n");
}

static void ask_trace(driver *d) {
    const qm__spot from = spot(d);
    const qm__xy to = point();
    const double slack = place();
    qm__traced traced = {0};
    int32_t level = -1;
    const bool clear = qm__trace(d->levels, &d->crowd, from, to, slack, &traced);
    const bool quick = qm__walkable(d->levels, &d->crowd, from, to, slack, &level);
    printf("trace %d %" PRId32 " %d %" PRId32 " %" PRIu64 " %d", clear, traced.level, quick, level, traced.areas,
           traced.step_count);
    tell_why(&traced.why);
    printf("\n");
}

/* A drawn path, judged: whether it is legal. */
static bool read_drawn(driver *d, qm__drawn *drawn) {
    const qm__spot start = spot(d);
    const uint32_t count = count_of(POINTS_MAX);
    for (uint32_t i = 0; i < count; i++) {
        d->drawn[i] = point();
    }
    return qm__drawn_check(d->levels, &d->crowd, start, d->drawn, count, drawn);
}

static void ask_path(driver *d) {
    qm__drawn drawn = {0};
    const bool legal = read_drawn(d, &drawn);
    printf("path %d %" PRIu32 " %" PRId32 " %" PRIu64, legal, drawn.piece, drawn.level, drawn.areas);
    tell(drawn.length);
    tell_why(&drawn.why);
    printf("\n");
}

static void tell_way(driver *d) {
    const qm__way *way = &d->way;
    printf(" %" PRIu64, way->areas);
    tell(way->length);
    printf(" %d %" PRIu32, way->cut, way->count);
    for (uint32_t p = 0; p < way->count && !way->cut; p++) {
        const qm__piece *piece = &way->pieces[p];
        const double told[] = {piece->from.x,   piece->from.y, piece->to.x,  piece->to.y,  piece->centre.x,
                               piece->centre.y, piece->radius, piece->sweep, piece->length};
        for (size_t i = 0; i < sizeof told / sizeof *told; i++) {
            tell(told[i]);
        }
        printf(" %" PRId32, piece->level);
    }
    const uint32_t count = way->cut ? 0 : qm__way_points(d->levels, &d->crowd, way, d->points, POINTS_MAX);
    printf(" %" PRIu32, count);
    for (uint32_t i = 0; i < count; i++) {
        tell(d->points[i].x);
        tell(d->points[i].y);
        printf(" %" PRId32, d->points[i].level);
    }
}

static void ask_walk(driver *d) {
    const bool cold = number() != 0;
    const qm__spot from = spot(d), to = spot(d);
    const double limit = place();
    if (!d->walk_scratch) {
        d->walk_scratch = claim(qm__walk_scratch_size(d->walks, d->crowd.count));
    }
    if (!cold && !d->prepared) {
        const size_t size = qm__walks_bodies_size(d->walks, d->crowd.count);
        d->bodies_memory = claim(size);
        d->prepared = qm__walks_crowd(d->walks, &d->crowd, d->bodies_memory, size);
    }
    const qm__walk_ask ask = {.from = from,
                              .to = to,
                              .crowd = &d->crowd,
                              .bodies = cold ? NULL : d->prepared,
                              .prices = d->priced ? d->prices : NULL,
                              .limit = limit};
    qm__walked walked = {0};
    d->way = (qm__way){0};
    qm__walk_find(d->walks, &ask, d->walk_scratch, &d->way, &walked);
    printf("walk %d %d %d", walked.found, walked.approximate, walked.exhausted);
    tell(walked.cost);
    if (walked.found) {
        tell_way(d);
    }
    printf("\n");
}

static void ask_reach(driver *d) {
    forget_reach(d);
    qm__reach_ask ask = {.from = spot(d), .crowd = &d->crowd, .bodies = NULL, .prices = d->priced ? d->prices : NULL};
    ask.budget = place();
    ask.may_end = number() != 0;
    const size_t size = qm__reach_scratch_size(d->grounds, d->crowd.count, NULL);
    d->reach_scratch = claim(size);
    d->reach = qm__reach_make(d->grounds, &ask, d->reach_scratch, size);
    printf("reach %d\n", d->reach != NULL);
}

static void ask_cost(driver *d) {
    const qm__spot at = spot(d);
    printf("cost");
    tell(d->reach ? qm__reach_cost(d->reach, at) : -2);
    printf("\n");
}

static void ask_nearest(driver *d) {
    const qm__spot at = spot(d);
    const int32_t reach_z = whole();
    const double limit = place();
    const size_t size = qm__nearest_size(d->levels, d->crowd.count);
    void *scratch = claim(size);
    qm__spot out = {0, 0, -1};
    printf("nearest %d", qm__nearest_stand(d->levels, &d->crowd, at, reach_z, limit, scratch, size, &out));
    tell(out.x);
    tell(out.y);
    printf(" %" PRId32 "\n", out.level);
    free(scratch);
}

/* -------------------------------------------------------------------------------------------- what areas cost */

/* The factors of all areas, a level, and a straight piece: what the piece costs, and the areas that it meets. */
static void ask_price(driver *d) {
    int32_t factors[QM__AREAS_MAX] = {0};
    for (uint32_t a = 0; a < d->table.area_count; a++) {
        factors[a] = whole();
    }
    const qm__spot from = spot(d);
    const qm__xy start = {from.x, from.y}, to = point();
    printf("price");
    tell(qm__drawn_price(d->levels, from.level, start, to, factors));
    printf(" %" PRIu64 " %" PRIu64 "\n", qm__areas_at(d->levels, from),
           qm__areas_along(d->levels, from.level, start, to));
}

/* An area and a straight piece, or a circle (around the first point, with a radius): its stretches, each with its end
 * and whether the base is in the area there. */
static void ask_spans(driver *d) {
    const uint32_t area = count_of(d->table.area_count);
    const qm__xy from = point(), to = point();
    const double radius = place();
    const double end = radius > 0 ? 6.2831853 : 1;
    printf("spans");
    for (double at = 0; at < end;) {
        const double next = radius > 0 ? qm__area_change_round(d->levels, area, from, radius, at, end)
                                       : qm__area_change(d->levels, area, from, to, at, end);
        const double middle = (at + next) / 2;
        const qm__turn turn = qm__turn_of_radians(middle);
        const qm__xy look = radius > 0 ? (qm__xy){from.x + radius * turn.cos, from.y + radius * turn.sin}
                                       : (qm__xy){from.x + (to.x - from.x) * middle, from.y + (to.y - from.y) * middle};
        tell(next);
        printf(" %d", qm__in_area(d->levels, area, look));
        if (next <= at) {
            fail("an area changes where it has changed already");
        }
        at = next;
    }
    printf("\n");
}

/* A drawn path: its changes of level, each with its piece, the part of it, both heights and the solid. */
static void ask_steps(driver *d) {
    qm__drawn drawn = {0};
    const bool legal = read_drawn(d, &drawn);
    printf("steps %d %" PRIu32, legal, drawn.step_count);
    for (uint32_t i = 0; i < drawn.step_count && i < QM__STEPS_MAX; i++) {
        const qm__step_told *step = &drawn.steps[i];
        printf(" %" PRIu32, drawn.step_pieces[i]);
        tell(step->part);
        printf(" %" PRId32 " %" PRId32 " %" PRId32, qm__level_height(d->levels, step->from),
               qm__level_height(d->levels, step->to), step->prism);
    }
    printf("\n");
}

/* Whether the regions of the reach say that they are approximate. */
static void ask_nearly(driver *d) {
    const double cost = place();
    const size_t size = qm__regions_size(d->grounds, d->crowd.count);
    void *memory = claim(size);
    qm__regions regions = {0};
    const bool good = d->reach && qm__reach_regions(d->reach, cost, memory, size, &regions);
    printf("nearly %d %d\n", good, regions.approximate);
    free(memory);
}

/* ------------------------------------------------------------------------------------ regions against costs */

/* Whether a place is in regions, by counting crossings to its right on its level, and how far from their border it is;
 * negative: there is none on its level. */
typedef struct held {
    bool within;
    double apart;
} held;

static held held_by(const qm__regions *regions, qm__spot at) {
    const qm__xy here = {at.x, at.y};
    double square = -1;
    bool within = false;
    for (uint32_t r = 0; r < regions->ring_count; r++) {
        const qm__reach_ring *ring = &regions->rings[r];
        const qm__xy *points = regions->points + ring->first;
        for (uint32_t i = 0; ring->level == at.level && i < ring->count; i++) {
            const qm__xy a = points[i], b = points[i + 1 < ring->count ? i + 1 : 0];
            const double one = qm__point_segment_square(here, a, b);
            square = square < 0 || one < square ? one : square;
            if ((a.y > at.y) != (b.y > at.y) && at.x < a.x + (at.y - a.y) * (b.x - a.x) / (b.y - a.y)) {
                within = !within;
            }
        }
    }
    return (held){within, square < 0 ? -1 : qm__root(square)};
}

/* Places on both sides of some pieces of the border, so far off, in whole thousandths: at most two for each. */
static uint32_t beside_border(const qm__regions *regions, uint32_t most, double off, qm__spot *out) {
    const uint32_t stride = regions->point_count / (most ? most : 1) + 1;
    uint32_t count = 0, at = 0;
    for (uint32_t r = 0; r < regions->ring_count; r++) {
        const qm__reach_ring *ring = &regions->rings[r];
        for (uint32_t i = 0; i < ring->count; i++) {
            const qm__xy a = regions->points[ring->first + i], b = regions->points[ring->first + (i + 1) % ring->count];
            const double length = qm__root((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y));
            if (at++ % stride != 0 || length < 1e-3) {
                continue;
            }
            const qm__xy across = {(b.y - a.y) / length * off, (a.x - b.x) / length * off};
            for (int side = -1; side <= 1; side += 2) {
                const double x = (a.x + b.x) / 2 + side * across.x, y = (a.y + b.y) / 2 + side * across.y;
                out[count++] =
                    (qm__spot){(double)(int64_t)(x * 1000) / 1000, (double)(int64_t)(y * 1000) / 1000, ring->level};
            }
        }
    }
    return count;
}

/* Costs, how many places beside the border of each to add and how far off, and places. Of each place it tells where it
 * is, what it costs in the reach, and of the regions of each cost whether it is within and how far from their border.
 */
static void ask_compare(driver *d) {
    const uint32_t limits = count_of(LIMITS_MAX);
    qm__regions regions[LIMITS_MAX] = {0};
    void *memory[LIMITS_MAX] = {0};
    bool good = d->reach != NULL;
    const size_t size = qm__regions_size(d->grounds, d->crowd.count);
    for (uint32_t k = 0; k < limits; k++) {
        const double limit = place();
        memory[k] = claim(size);
        good = good && qm__reach_regions(d->reach, limit, memory[k], size, &regions[k]);
    }
    const uint32_t most = count_of(POINTS_MAX / (4 * LIMITS_MAX));
    const double off = place();
    uint32_t count = count_of(POINTS_MAX / 2);
    for (uint32_t i = 0; i < count; i++) {
        d->points[i] = spot(d);
    }
    for (uint32_t k = 0; good && k < limits; k++) {
        count += beside_border(&regions[k], most, off, d->points + count);
    }
    printf("compare %d %" PRIu32, good, count);
    for (uint32_t i = 0; good && i < count; i++) {
        const qm__spot at = d->points[i];
        tell(at.x);
        tell(at.y);
        printf(" %" PRId32, at.level);
        tell(qm__reach_cost(d->reach, at));
        for (uint32_t k = 0; k < limits; k++) {
            const held found = held_by(&regions[k], at);
            printf(" %d", found.within);
            tell(found.apart);
        }
    }
    printf("\n");
    for (uint32_t k = 0; k < limits; k++) {
        free(memory[k]);
    }
}

/* ---------------------------------------------------------------------------------------------------------- falls */

/* A point and a height: the highest surface at or below it. */
static void ask_below(driver *d) {
    const qm__xy at = point();
    int32_t z = 0;
    const int surface = qm__surface_below(&d->table, at.x, at.y, whole(), &z);
    printf("below %d %" PRId32 "\n", surface, z);
}

/* A take-off with its height, a direction of any length (none: straight down), a margin and a limit: the height of the
 * landing, how deep it is, who was in the way, how far it is, and all landings. */
static void ask_fall(driver *d) {
    const qm__xy from = point();
    const int32_t z = whole();
    const qm__xy way = point(), outward = way.x != 0 || way.y != 0 ? qm__unit(way) : way;
    const int32_t margin = whole();
    void *scratch = claim(qm__fall_scratch_size(d->levels, d->crowd.count));
    qm__fall fall = {0};
    qm__fall_find(d->levels, &d->crowd, from, z, outward, margin, place(), scratch, &fall);
    const int32_t landing = fall.found ? qm__level_height(d->levels, fall.landing.level) : -1;
    printf("fall %d %" PRId32 " %" PRId32 " %d", fall.found, landing, fall.height, fall.pushed_by);
    tell(fall.distance);
    printf(" %" PRIu32, fall.equal);
    for (uint32_t i = 0; i < fall.equal; i++) {
        tell(fall.landings[i].x);
        tell(fall.landings[i].y);
    }
    printf("\n");
    free(scratch);
}

/* A point of a surface with its height, a drop and a limit: how far the nearest edge with that drop is. */
static void ask_edge(driver *d) {
    const qm__xy at = point();
    const int32_t z = whole(), drop = whole();
    printf("edge");
    tell(qm__edge_distance(&d->table, &d->rims, at.x, at.y, z, drop, place(), NULL));
    printf("\n");
}

int main(void) {
    static const struct {
        const char *name;
        void (*answer)(driver *);
    } commands[] = {{"table", read_table}, {"walker", read_walker}, {"crowd", read_crowd},    {"prices", read_prices},
                    {"stand", ask_stand},  {"trace", ask_trace},    {"path", ask_path},       {"walk", ask_walk},
                    {"reach", ask_reach},  {"cost", ask_cost},      {"nearest", ask_nearest}, {"price", ask_price},
                    {"spans", ask_spans},  {"steps", ask_steps},    {"nearly", ask_nearly},   {"compare", ask_compare},
                    {"below", ask_below},  {"fall", ask_fall},      {"edge", ask_edge}};
    driver *d = claim(sizeof *d);
    memset(d, 0, sizeof *d);
    qm__arena_init(&d->arena, NULL);
    char word[16];
    while (scanf("%15s", word) == 1) {
        size_t c = 0;
        while (c < sizeof commands / sizeof *commands && strcmp(commands[c].name, word) != 0) {
            c++;
        }
        if (c == sizeof commands / sizeof *commands) {
            fail("a question was expected");
        }
        commands[c].answer(d);
        fflush(stdout);
    }
    forget_walker(d);
    qm__arena_free(&d->arena);
    free(d);
    return 0;
}
