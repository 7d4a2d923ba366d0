/* Reach for tests: a small table with a walker and figures on it, what is in reach there, the regions looked at place
 * by place, and random tables with shared walls, exact gaps and crates to step onto. Include after cmocka.h. */
#ifndef QM_TEST_REACHING_H
#define QM_TEST_REACHING_H

#include "base/random.h"
#include "space/table/reach.h"
#include "support/tabletop.h"

enum { BODIES = 24 };

typedef struct scene {
    tabletop *t;
    qm__area_price prices[TABLETOP_AREAS];
    qm__walker walker;
    const qm__levels *levels;
    const qm__walks *walks;
    const qm__grounds *grounds;
    const qm__links *links; /* NULL: nobody climbs or jumps */
    qm__link_pricing *pricing;
    qm__body bodies[BODIES];
    qm__crowd crowd;
    void *scratch, *memory, *walk_scratch;
    size_t scratch_size, memory_size;
    const qm__reach *reach;
    qm__regions regions;
} scene;

static inline void begin(scene *s, int32_t width, int32_t depth) {
    memset(s, 0, sizeof *s);
    s->t = tabletop_new(width, depth);
    s->walker = (qm__walker){.radius = 500, .height = 1500, .step = 500, .free_step = 500};
    s->crowd = (qm__crowd){.bodies = s->bodies, .count = 0, .self = UINT16_MAX};
}

static inline void add_prism(scene *s, const int32_t *xy, uint32_t count, int32_t bottom, int32_t top, unsigned flags) {
    assert_true(s->t->table.corner_count + count <= TABLETOP_CORNERS);
    assert_true(s->t->table.prism_count < TABLETOP_PRISMS);
    tabletop_prism(s->t, xy, count, bottom, top, flags);
}

static inline void box(scene *s, int32_t x, int32_t y, int32_t w, int32_t h, int32_t bottom, int32_t top,
                       unsigned flags) {
    add_prism(s, (int32_t[]){x, y, x + w, y, x + w, y + h, x, y + h}, 4, bottom, top, flags);
}

static inline void add_area(scene *s, int32_t x, int32_t y, int32_t w, int32_t h) {
    assert_true(s->t->table.area_count < TABLETOP_AREAS);
    tabletop_area(s->t, x, y, x + w, y + h);
}

/* Memory for a reach over what is prepared by now. */
static inline void make_room(scene *s) {
    free(s->scratch);
    free(s->memory);
    s->scratch_size = qm__reach_scratch_size(s->grounds, BODIES, s->links);
    s->memory_size = qm__regions_size(s->grounds, BODIES);
    s->scratch = malloc(s->scratch_size);
    s->memory = malloc(s->memory_size);
    assert_true(s->scratch && s->memory);
}

static inline void prepare(scene *s) {
    s->levels = tabletop_levels(s->t, &s->walker);
    assert_non_null(s->levels);
    assert_int_equal(qm__walks_make(s->levels, UINT64_MAX, &s->t->arena, &s->walks), QM_OK);
    assert_int_equal(qm__grounds_make(s->walks, &s->t->arena, &s->grounds), QM_OK);
    s->walk_scratch = malloc(qm__walk_scratch_size(s->walks, BODIES));
    assert_non_null(s->walk_scratch);
    make_room(s);
}

/* What links cost in these tests: what is walked and climbed, a drop for nothing but its length. */
static inline int price_link(const void *context, const qm__links *links, uint32_t number,
                             qm__link_price out[QM__BANDS_MAX]) {
    const qm__link *const link = &links->items[number];
    const bool climbs = link->kind == QM__LINK_CLIMB || link->kind == QM__LINK_LADDER;
    (void)context;
    out[0] = (qm__link_price){.up_to = 1e9, .cost = climbs ? (double)abs(link->rise) : 0, .per_unit = 1, .chance = 1};
    return 1;
}

/* Prepares links as well; after `prepare`. */
static inline void prepare_links(scene *s, const qm__link_rules *rules) {
    qm__rims rims;
    assert_int_equal(qm__rims_make(&s->t->table, &s->t->arena, &rims), QM_OK);
    assert_int_equal(qm__links_make(s->walks, &rims, rules, &s->t->arena, &s->links), QM_OK);
    s->pricing = price_link;
    make_room(s);
}

static inline void finish(scene *s) {
    free(s->scratch);
    free(s->memory);
    free(s->walk_scratch);
    tabletop_free(s->t);
}

/* No hole is thinner than 6 units. */
static inline void assert_no_slivers(const qm__regions *regions) {
    for (uint32_t i = 0; i < regions->ring_count; i++) {
        const qm__reach_ring *const ring = &regions->rings[i];
        const qm__xy *const p = regions->points + ring->first;
        double area = 0, length = 0;
        for (uint32_t k = 0; k < ring->count; k++) {
            const qm__xy a = p[k], b = p[(k + 1) % ring->count];
            area += qm__cross(qm__minus(a, p[0]), qm__minus(b, p[0])) / 2;
            length += qm__apart(a, b);
        }
        assert_true(!ring->hole || -area * 2 > 5.99 * length);
    }
}

static inline void reach_from(scene *s, qm__spot from, double budget, const qm__area_price *prices, bool may_end) {
    const qm__reach_ask ask = {.from = from,
                               .budget = budget,
                               .crowd = s->crowd.count ? &s->crowd : NULL,
                               .prices = prices,
                               .links = s->links,
                               .pricing = s->pricing,
                               .may_end = may_end};
    s->reach = qm__reach_make(s->grounds, &ask, s->scratch, s->scratch_size);
    assert_non_null(s->reach);
    assert_true(qm__reach_regions(s->reach, budget, s->memory, s->memory_size, &s->regions));
    assert_no_slivers(&s->regions);
}

/* Whether regions have a place; the square of the distance to the nearest ring of the level goes to `nearest`. */
static inline bool has(const qm__regions *regions, qm__spot spot, double *nearest) {
    const qm__xy p = {spot.x, spot.y};
    int sum = 0;
    *nearest = 1e30;
    for (uint32_t i = 0; i < regions->ring_count; i++) {
        const qm__reach_ring *const ring = &regions->rings[i];
        for (uint32_t k = 0; ring->level == spot.level && k < ring->count; k++) {
            const qm__xy a = regions->points[ring->first + k], b = regions->points[ring->first + (k + 1) % ring->count];
            *nearest = qm__least(*nearest, qm__point_segment_square(p, a, b));
            if ((a.y <= p.y) != (b.y <= p.y)) {
                const double on = qm__cross(qm__minus(b, a), qm__minus(p, a));
                sum += a.y <= p.y ? on > 0 : -(on < 0);
            }
        }
    }
    return sum > 0;
}

static inline void assert_near(double a, double b, double by) {
    if (!(a - b <= by && b - a <= by)) {
        fail_msg("%d.%03d is not %d.%03d", (int)a, (int)(a * 1000) % 1000, (int)b, (int)(b * 1000) % 1000);
    }
}

/* Compares regions up to a cost with what places cost, on a raster of the whole ground; what is nearer than 12 units to
 * the limit decides nothing. */
static inline void assert_agree(const scene *s, const qm__regions *regions, double cost) {
    for (int32_t x = 600; x < s->t->table.width - 500; x += 193) {
        for (int32_t y = 600; y < s->t->table.depth - 500; y += 197) {
            const qm__spot spot = {x, y, 0};
            const double told = qm__reach_cost(s->reach, spot);
            double nearest;
            const bool inside = has(regions, spot, &nearest);
            if (nearest < 12 * 12) {
                continue;
            }
            assert_false(told >= 0 && told < cost - 12 && !inside);
            assert_false((told < 0 || told > cost + 12) && inside);
        }
    }
}

/* ----------------------------------------------------------------------------------------------------------- random */

static inline int32_t pick(uint64_t seed, uint64_t *at, int32_t low, int32_t high, int32_t grid) {
    return low + (int32_t)qm__random_below(seed, at, (uint32_t)((high - low) / grid + 1)) * grid;
}

/* A table of 12 inches with prisms that like to share walls, leave exact gaps and stand on each other. */
static inline void make_random(scene *s, uint64_t seed) {
    uint64_t at = 0;
    static const int32_t tops[] = {400, 500, 900, 1000, 3000, 3000};
    begin(s, 12000, 12000);
    const int32_t count = 1 + (int32_t)qm__random_below(seed, &at, 8),
                  grid = qm__random_below(seed, &at, 3) ? 500 : 137;
    for (int32_t i = 0; i < count; i++) {
        const int32_t x = pick(seed, &at, 0, 10000, grid), y = pick(seed, &at, 0, 10000, grid);
        const int32_t w = pick(seed, &at, 500, 4000, grid), h = pick(seed, &at, 500, 4000, grid);
        const int32_t top = tops[qm__random_below(seed, &at, 6)];
        const uint16_t flags = qm__random_below(seed, &at, 4) ? QM__PRISM_WALKABLE : 0;
        const uint32_t shape = qm__random_below(seed, &at, 5);
        if (shape < 3) {
            const int32_t bottom = qm__random_below(seed, &at, 5) ? 0 : top - 100;
            box(s, x, y, w, h, bottom, top, flags);
        } else if (shape == 3) { /* an L */
            const int32_t xy[] = {x, y, x + w, y, x + w, y + h / 2, x + w / 2, y + h / 2, x + w / 2, y + h, x, y + h};
            add_prism(s, xy, 6, 0, top, flags);
        } else { /* a slanted one */
            add_prism(s, (int32_t[]){x, y, x + w, y + h / 3, x + w / 3, y + h}, 3, 0, top, flags);
        }
    }
    s->walker.radius = qm__random_below(seed, &at, 2) ? 500 : pick(seed, &at, 200, 700, 50);
    s->walker.whole = qm__random_below(seed, &at, 5) == 0;
}

/* Figures on the ground, wherever they may be. */
static inline void add_crowd(scene *s, uint64_t seed) {
    uint64_t at = 1000;
    const uint32_t count = qm__random_below(seed, &at, 6);
    for (uint32_t i = 0; i < count; i++) {
        const int32_t x = pick(seed, &at, 500, 11500, 250), y = pick(seed, &at, 500, 11500, 250);
        s->bodies[s->crowd.count++] =
            (qm__body){.x = x,
                       .y = y,
                       .radius = 500,
                       .height = 1500,
                       .manner = (uint8_t)(qm__random_below(seed, &at, 3) ? QM__BLOCK : QM__PASS_ONLY)};
    }
}

/* Areas on the ground that cost something, once or each time. */
static inline void add_areas(scene *s, uint64_t seed) {
    uint64_t at = 2000;
    const uint32_t count = 1 + qm__random_below(seed, &at, 3);
    for (uint32_t i = 0; i < count; i++) {
        add_area(s, pick(seed, &at, 0, 10000, 250), pick(seed, &at, 0, 10000, 250), pick(seed, &at, 500, 4000, 250),
                 pick(seed, &at, 500, 4000, 250));
        const int32_t price = pick(seed, &at, 250, 2500, 250);
        *(qm__random_below(seed, &at, 3) ? &s->prices[i].once : &s->prices[i].entry) = price;
    }
    s->walker.centre = qm__random_below(seed, &at, 3) == 0;
}

static inline bool random_spot(scene *s, uint64_t seed, uint64_t *at, qm__spot *out) {
    for (int tries = 0; tries < 60; tries++) {
        *out = (qm__spot){(double)pick(seed, at, 0, 12000, 1), (double)pick(seed, at, 0, 12000, 1),
                          (int32_t)qm__random_below(seed, at, (uint32_t)qm__level_count(s->levels))};
        if (qm__passes(s->levels, &s->crowd, *out, QM__CARE, NULL)) {
            return true;
        }
    }
    return false;
}

/* How many places were looked at and how many differ: their costs, and whether the regions have them. */
typedef struct tally {
    uint32_t costs, reached, places, inside, off_costs, off_places, first_cost, first_place;
} tally;

/* Regions have what costs no more than the budget and where the base can end, outside of a band along their borders. */
static inline void compare_place(scene *s, double budget, qm__spot spot, tally *t, uint32_t seed) {
    double nearest;
    const bool inside = has(&s->regions, spot, &nearest);
    if (nearest < 36) {
        return;
    }
    const double cost = qm__reach_cost(s->reach, spot);
    const bool wanted = cost >= 0 && cost <= budget && qm__stands(s->levels, &s->crowd, spot, QM__CARE, NULL);
    t->places++, t->inside += inside;
    if (inside != wanted) {
        t->first_place = t->off_places++ ? t->first_place : seed;
    }
}

/* One place in five thousand may disagree: where a step or a passage is exactly as wide as the base, the last half unit
 * of slack decides, and tracing from one end need not see it as tracing from the other does. */
static inline void check(const tally *t) {
    if (t->off_costs * 2000 > t->costs || t->off_places * 5000 > t->places) {
        fail_msg("%u of %u costs (first: seed %u), %u of %u places (first: seed %u)", t->off_costs, t->costs,
                 t->first_cost, t->off_places, t->places, t->first_place);
    }
    assert_true(t->reached * 4 > t->costs && t->inside * 4 > t->places);
}

#endif
