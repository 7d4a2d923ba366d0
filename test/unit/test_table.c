/* Tables: every fault is found, with its place; rings are turned the right way; points lie where they lie.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/random.h"
#include "space/table/plane.h"
#include "space/table/table.h"

enum { CORNERS = 600, RINGS = 40, PRISMS = 8 };

/* A table under construction. */
typedef struct bench {
    qm__table table;
    qm__arena arena;
    qm__corner corners[CORNERS];
    qm__ring rings[RINGS];
    qm__prism prisms[PRISMS];
    qm__ladder ladders[2];
    qm__area areas[2];
    qm__table_error errors[8];
    uint32_t count;
} bench;

static bench *open_table(void) {
    bench *b = calloc(1, sizeof *b);
    assert_non_null(b);
    qm__arena_init(&b->arena, NULL);
    b->table = (qm__table){.width = 44000,
                           .depth = 60000,
                           .corners = b->corners,
                           .rings = b->rings,
                           .prisms = b->prisms,
                           .ladders = b->ladders,
                           .areas = b->areas};
    return b;
}

static void close_table(bench *b) {
    qm__arena_free(&b->arena);
    free(b);
}

static void add_ring(bench *b, qm__polygon *polygon, const int32_t *xy, uint32_t count) {
    if (polygon->ring_count == 0) {
        polygon->first_ring = b->table.ring_count;
    }
    polygon->ring_count++;
    b->rings[b->table.ring_count++] = (qm__ring){b->table.corner_count, count};
    for (uint32_t i = 0; i < count; i++) {
        b->corners[b->table.corner_count++] = (qm__corner){.x = xy[2 * i], .y = xy[2 * i + 1]};
    }
}

static qm__prism *add_prism(bench *b, const int32_t *xy, uint32_t count, int32_t bottom, int32_t top) {
    qm__prism *prism = &b->prisms[b->table.prism_count++];
    *prism = (qm__prism){.name = "it", .bottom = bottom, .top = top, .flags = QM__PRISM_WALKABLE};
    add_ring(b, &prism->polygon, xy, count);
    return prism;
}

static bool finish(bench *b) {
    return qm__table_finish(&b->table, &b->arena, b->errors, 8, &b->count);
}

#define RING(...) (const int32_t[]){__VA_ARGS__}, sizeof((const int32_t[]){__VA_ARGS__}) / (2 * sizeof(int32_t))
#define BOX(x0, y0, x1, y1) RING(x0, y0, x1, y0, x1, y1, x0, y1)

static void expect_one(bench *b, qm__table_fault fault, uint32_t corner, uint32_t other, int32_t x, int32_t y) {
    assert_false(finish(b));
    assert_int_equal(b->count, 1);
    assert_int_equal(b->errors[0].fault, fault);
    assert_int_equal(b->errors[0].corner, corner);
    assert_int_equal(b->errors[0].other, other);
    assert_int_equal(b->errors[0].x, x);
    assert_int_equal(b->errors[0].y, y);
}

/* A table with one prism of the given ring has this fault at this corner and place. */
static void refuse_ring(const int32_t *xy, uint32_t count, qm__table_fault fault, uint32_t corner, uint32_t other,
                        int32_t x, int32_t y) {
    bench *b = open_table();
    add_prism(b, BOX(0, 0, 1000, 1000), 0, 1000);
    add_prism(b, xy, count, 0, 3000);
    expect_one(b, fault, corner, other, x, y);
    assert_int_equal(b->errors[0].part, QM__PART_PRISM);
    assert_int_equal(b->errors[0].number, 1);
    assert_int_equal(b->errors[0].ring, 0);
    close_table(b);
}

static void accept_ring(const int32_t *xy, uint32_t count) {
    bench *b = open_table();
    add_prism(b, xy, count, 0, 3000);
    assert_true(finish(b));
    assert_int_equal(b->count, 0);
    close_table(b);
}

/* A prism from 0 to 9000 with holes. */
static bench *with_hole(const int32_t *xy, uint32_t count) {
    bench *b = open_table();
    qm__prism *prism = add_prism(b, BOX(0, 0, 9000, 9000), 0, 3000);
    add_ring(b, &prism->polygon, xy, count);
    return b;
}

/* ----------------------------------------------------------------------------------------------------------- faults */

static void rings_that_are_none_are_refused(void **unused) {
    (void)unused;
    refuse_ring(RING(0, 0, 5, 5), QM__TABLE_FEW_CORNERS, 0, 0, 0, 0);
    refuse_ring(RING(0, 0, 5, 0, 5, 5, 5, 0, 0, 9), QM__TABLE_SAME_CORNER, 3, 1, 5, 0);
    refuse_ring(RING(0, 0, 5, 0, 0, 0), QM__TABLE_SAME_CORNER, 2, 0, 0, 0);
    refuse_ring(RING(1, 1, 2, 2, 5, 5, 9, 9), QM__TABLE_FLAT, 0, 0, 1, 1);
    refuse_ring(RING(0, 0, 10000001, 0, 5, 5), QM__TABLE_FAR, 1, 0, 10000001, 0);
    refuse_ring(RING(0, 0, 5, 0, 5, -10000001), QM__TABLE_FAR, 2, 0, 5, -10000001);
    accept_ring(RING(0, 0, 1, 0, 0, 1));
    accept_ring(RING(-10000000, -10000000, 10000000, -10000000, 10000000, 10000000));
    /* As flat as can be: one unit of area over the whole width. */
    accept_ring(RING(-10000000, -10000000, 9999999, 9999998, 10000000, 9999999));
}

static void rings_that_cross_or_touch_themselves_are_refused(void **unused) {
    (void)unused;
    refuse_ring(RING(0, 0, 2000, 2000, 2000, 0, 0, 2000), QM__TABLE_CROSSES, 0, 2, 1000, 1000); /* no area in sum */
    refuse_ring(RING(0, 0, 4000, 0, 4000, 4000, 2000, -1000, 0, 4000), QM__TABLE_CROSSES, 0, 2, 2400, 0);
    refuse_ring(RING(0, 0, 4000, 0, 4000, 4000, 2000, 0, 0, 4000), QM__TABLE_CROSSES, 0, 2, 2000, 0);
    accept_ring(RING(0, 0, 4000, 0, 4000, 4000, 2000, 1, 0, 4000));
    /* Two edges on the same line that share a stretch, or only an end. */
    refuse_ring(RING(0, 0, 4000, 0, 4000, 2000, 3000, 0, 1000, 0, 0, 2000), QM__TABLE_CROSSES, 0, 2, 3000, 0);
    /* A spike: the edge leads back over the one before it. */
    refuse_ring(RING(0, 0, 4000, 0, 4000, 4000, 4000, 2000, 0, 2000), QM__TABLE_CROSSES, 1, 2, 4000, 4000);
    refuse_ring(RING(2000, 0, 4000, 0, 4000, 4000, 0, 4000, 0, 0, 6000, 0), QM__TABLE_CROSSES, 0, 4, 2000, 0);
    /* Corners in the middle of a straight side are fine. */
    accept_ring(RING(0, 0, 1000, 0, 2000, 0, 4000, 0, 4000, 4000, 0, 4000, 0, 1));
    /* At the far ends of what is allowed nothing is lost to rounding. */
    refuse_ring(RING(-10000000, -10000000, 10000000, 9999999, 10000000, 10000000, 0, -1, -10000000, 1),
                QM__TABLE_CROSSES, 0, 2, 3333333, 3333333);
    accept_ring(RING(-10000000, -10000000, 10000000, 9999999, 10000000, 10000000, 0, 0, -10000000, 1));
}

static void holes_lie_inside_and_apart(void **unused) {
    (void)unused;
    bench *b = with_hole(BOX(1000, 1000, 2000, 9001));
    expect_one(b, QM__TABLE_HOLE_OUTSIDE, 2, 0, 2000, 9001);
    assert_int_equal(b->errors[0].ring, 1);
    close_table(b);
    b = with_hole(BOX(1000, 1000, 2000, 9000));
    expect_one(b, QM__TABLE_HOLES_MEET, 1, 2, 2000, 9000);
    close_table(b);
    b = with_hole(BOX(1000, 1000, 2000, 8999));
    assert_true(finish(b));
    close_table(b);
    /* Two holes that share a corner, and one in the other. */
    b = with_hole(BOX(1000, 1000, 2000, 2000));
    add_ring(b, &b->prisms[0].polygon, BOX(2000, 2000, 3000, 3000));
    assert_false(finish(b));
    assert_int_equal(b->errors[0].fault, QM__TABLE_HOLES_MEET);
    assert_int_equal(b->errors[0].ring, 2);
    assert_int_equal(b->errors[0].other_ring, 1);
    close_table(b);
    b = with_hole(BOX(1000, 1000, 5000, 5000));
    add_ring(b, &b->prisms[0].polygon, BOX(2000, 2000, 3000, 3000));
    assert_false(finish(b));
    assert_int_equal(b->errors[0].fault, QM__TABLE_HOLES_MEET);
    close_table(b);
    b = with_hole(RING(1000, 1000, 2000, 2000, 2000, 1000, 1000, 2000));
    expect_one(b, QM__TABLE_CROSSES, 0, 2, 1500, 1500);
    assert_int_equal(b->errors[0].ring, 1);
    close_table(b);
}

static void heights_are_in_order(void **unused) {
    (void)unused;
    bench *b = open_table();
    add_prism(b, BOX(0, 0, 9000, 9000), 3000, 3000);
    expect_one(b, QM__TABLE_HEIGHTS, 0, 0, 0, 0);
    b->count = 0;
    b->prisms[0].bottom = 2999;
    assert_true(finish(b));
    b->prisms[0].top = 10000001;
    expect_one(b, QM__TABLE_FAR, 0, 0, 0, 0);
    close_table(b);
    b = open_table();
    b->areas[0] = (qm__area){.name = "mud", .bottom = 5, .top = 5};
    b->table.area_count = 1;
    add_ring(b, &b->areas[0].polygon, BOX(0, 0, 9000, 9000));
    assert_true(finish(b));
    b->areas[0].top = 4;
    expect_one(b, QM__TABLE_HEIGHTS, 0, 0, 0, 0);
    assert_int_equal(b->errors[0].part, QM__PART_AREA);
    close_table(b);
}

static void tables_have_a_size(void **unused) {
    (void)unused;
    static const struct {
        int32_t width, depth;
        bool good;
    } sizes[] = {{1000, 1000, true},      {999, 1000, false}, {1000, 999, false},  {10000000, 10000000, true},
                 {10000001, 1000, false}, {0, 60000, false},  {-5000, 5000, false}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        bench *b = open_table();
        b->table.width = sizes[i].width;
        b->table.depth = sizes[i].depth;
        assert_int_equal(finish(b), sizes[i].good);
        assert_int_equal(b->count, sizes[i].good ? 0 : 1);
        assert_true(sizes[i].good || (b->errors[0].fault == QM__TABLE_SIZE && b->errors[0].part == QM__PART_TABLE));
        close_table(b);
    }
}

static qm__table_fault ladder_fault(qm__ladder ladder) {
    bench *b = open_table();
    add_prism(b, BOX(5000, 5000, 9000, 9000), 0, 3000);
    add_prism(b, BOX(9000, 5000, 12000, 9000), 0, 4000)->flags = 0; /* no surface */
    b->ladders[0] = ladder;
    b->table.ladder_count = 1;
    const bool good = finish(b);
    assert_int_equal(good, b->count == 0);
    const qm__table_fault fault = good ? QM__TABLE_GOOD : b->errors[0].fault;
    assert_true(good || b->errors[0].part == QM__PART_LADDER);
    close_table(b);
    return fault;
}

static void ladders_stand_on_surfaces(void **unused) {
    (void)unused;
    assert_int_equal(ladder_fault((qm__ladder){"l", 4000, 6000, 0, 5000, 6000, 3000}), QM__TABLE_GOOD);
    assert_int_equal(ladder_fault((qm__ladder){"l", 4000, 6000, 0, 9000, 9000, 3000}), QM__TABLE_GOOD);
    assert_int_equal(ladder_fault((qm__ladder){"l", 4000, 6000, 0, 4999, 6000, 3000}), QM__TABLE_LADDER_HEAD);
    assert_int_equal(ladder_fault((qm__ladder){"l", 4000, 6000, 0, 5000, 6000, 3001}), QM__TABLE_LADDER_HEAD);
    assert_int_equal(ladder_fault((qm__ladder){"l", 4000, 6000, 0, 10000, 6000, 4000}), QM__TABLE_LADDER_HEAD);
    assert_int_equal(ladder_fault((qm__ladder){"l", 4000, 6000, 1, 5000, 6000, 3000}), QM__TABLE_LADDER_FOOT);
    assert_int_equal(ladder_fault((qm__ladder){"l", -1, 6000, 0, 5000, 6000, 3000}), QM__TABLE_LADDER_FOOT);
    assert_int_equal(ladder_fault((qm__ladder){"l", 6000, 6000, 3000, 4000, 6000, 0}), QM__TABLE_LADDER_DOWN);
    assert_int_equal(ladder_fault((qm__ladder){"l", 4000, 6000, 0, 4000, 6000, 0}), QM__TABLE_LADDER_DOWN);
    assert_int_equal(ladder_fault((qm__ladder){"l", 6000, 6000, 0, 5000, 6000, 3000}), QM__TABLE_LADDER_INSIDE);
    assert_int_equal(ladder_fault((qm__ladder){"l", 5000, 6000, 0, 5000, 6000, 3000}), QM__TABLE_GOOD); /* touches */
    assert_int_equal(ladder_fault((qm__ladder){"l", 5001, 6000, 0, 5000, 6000, 3000}), QM__TABLE_LADDER_INSIDE);
    assert_int_equal(ladder_fault((qm__ladder){"l", 4000, 10000001, 0, 4000, 6000, 0}), QM__TABLE_FAR);
    assert_int_equal(ladder_fault((qm__ladder){"l", 4000, 6000, 0, 4000, 6000, 10000001}), QM__TABLE_FAR);
}

static void every_part_tells_its_first_fault(void **unused) {
    (void)unused;
    bench *b = open_table();
    add_prism(b, RING(0, 0, 5, 5), 3, 0);
    add_prism(b, BOX(0, 0, 500, 500), 0, 100);
    add_prism(b, RING(0, 0, 1, 1, 2, 2), 0, 100);
    b->ladders[0] = (qm__ladder){"l", 1, 1, 7, 1, 1, 9}; /* not asked while surfaces are in doubt */
    b->ladders[1] = (qm__ladder){"m", 1, 1, 7, 1, 1, 7};
    b->table.ladder_count = 2;
    assert_false(finish(b));
    assert_int_equal(b->count, 3);
    assert_int_equal(b->errors[0].fault, QM__TABLE_FEW_CORNERS);
    assert_int_equal(b->errors[1].fault, QM__TABLE_FLAT);
    assert_int_equal(b->errors[1].number, 2);
    assert_int_equal(b->errors[2].fault, QM__TABLE_LADDER_DOWN);
    assert_int_equal(b->errors[2].number, 1);
    /* More faults than there is room for are counted. */
    assert_false(qm__table_finish(&b->table, &b->arena, b->errors, 1, &b->count));
    assert_int_equal(b->count, 3);
    close_table(b);
}

/* ------------------------------------------------------------------------------------------------------- completing */

static int64_t doubled_area(const bench *b, uint32_t ring) {
    const qm__corner *c = b->corners + b->rings[ring].first;
    int64_t sum = 0;
    for (uint32_t i = 0; i < b->rings[ring].count; i++) {
        const qm__corner *next = &c[(i + 1) % b->rings[ring].count];
        sum += (int64_t)c[i].x * next->y - (int64_t)next->x * c[i].y;
    }
    return sum;
}

static void rings_are_turned_with_their_railings(void **unused) {
    (void)unused;
    bench *b = open_table();
    /* Clockwise, with railings 1 to 4 along the left, top, right and bottom side. */
    qm__prism *prism = add_prism(b, RING(0, 0, 0, 9000, 8000, 9000, 8000, 0), 0, 3000);
    for (int i = 0; i < 4; i++) {
        b->corners[i].rail = 1 + i;
    }
    add_ring(b, &prism->polygon, BOX(1000, 1000, 2000, 2000)); /* counter-clockwise: wrong for a hole */
    assert_true(finish(b));
    assert_true(doubled_area(b, 0) > 0);
    assert_true(doubled_area(b, 1) < 0);
    static const qm__corner turned[4] = {{0, 0, 4}, {8000, 0, 3}, {8000, 9000, 2}, {0, 9000, 1}};
    assert_memory_equal(b->corners, turned, sizeof turned);
    assert_int_equal(prism->polygon.box.x1, 8000);
    assert_int_equal(prism->polygon.box.y1, 9000);
    /* Done once more it changes nothing. */
    assert_true(finish(b));
    assert_memory_equal(b->corners, turned, sizeof turned);
    close_table(b);
}

static void heights_are_those_of_surfaces(void **unused) {
    (void)unused;
    bench *b = open_table();
    add_prism(b, BOX(0, 0, 9000, 9000), 0, 6000);
    add_prism(b, BOX(0, 0, 9000, 9000), 0, 3000);
    add_prism(b, BOX(9000, 0, 9900, 9000), 0, 6000);
    add_prism(b, BOX(9000, 0, 9900, 9000), 0, 7000)->flags = 0;
    add_prism(b, BOX(9000, 0, 9900, 9000), -500, 0);
    add_prism(b, BOX(9000, 0, 9900, 9000), -500, -100);
    assert_true(finish(b));
    assert_int_equal(b->table.height_count, 3);
    assert_int_equal(b->table.heights[0], 0);
    assert_int_equal(b->table.heights[1], 3000);
    assert_int_equal(b->table.heights[2], 6000);
    close_table(b);
    b = open_table();
    assert_true(finish(b));
    assert_int_equal(b->table.height_count, 1);
    close_table(b);
}

/* ----------------------------------------------------------------------------------------------------------- points */

static void points_lie_in_polygons(void **unused) {
    (void)unused;
    bench *b = with_hole(BOX(3000, 3000, 6000, 6000));
    assert_true(finish(b));
    const qm__polygon *p = &b->prisms[0].polygon;
    static const struct {
        double x, y;
        int side;
        double distance;
    } points[] = {{1000, 1000, 1, 1000},  {0, 0, 0, 0},         {9000, 4500, 0, 0},        {9001, 4500, -1, 1},
                  {4500, 4500, -1, 1500}, {3000, 4000, 0, 0},   {2999.5, 4000, 1, 0.5},    {3000.5, 4000, -1, 0.5},
                  {-3, -4, -1, 5},        {4500, 3000, 0, 0},   {4500, 9000.25, -1, 0.25}, {6000, 6000, 0, 0},
                  {-500, 9000, -1, 500},  {-500, 3000, -1, 500}};
    for (size_t i = 0; i < sizeof points / sizeof *points; i++) {
        const double x = points[i].x, y = points[i].y, d = points[i].distance;
        assert_int_equal(qm__polygon_side(&b->table, p, x, y), points[i].side);
        assert_true(qm__polygon_edge_distance(&b->table, p, x, y) == d);
        assert_int_equal(qm__polygon_has(&b->table, p, x, y, 0), points[i].side >= 0);
        assert_true(qm__polygon_has(&b->table, p, x, y, d));
        assert_int_equal(qm__polygon_has(&b->table, p, x, y, -d), points[i].side > 0 || d == 0);
        assert_false(qm__polygon_has(&b->table, p, x, y, -d - 0.125));
        assert_int_equal(qm__polygon_has(&b->table, p, x, y, d - 0.125), points[i].side > 0 && d > 0);
    }
    close_table(b);
}

/* Against the definition, on a comb whose teeth share lines: many points on a small grid. */
static bool edge_within(const bench *b, int prism, double x, double y, double by) {
    return qm__polygon_edge_within(&b->table, &b->prisms[prism].polygon, x, y, by);
}

/* A box is asked otherwise than any other polygon: the same box with a fifth corner must answer the same. */
static void boxes_answer_as_any_polygon(void **unused) {
    (void)unused;
    bench *b = open_table();
    add_prism(b, BOX(2000, 3000, 6000, 5000), 0, 1000);
    add_prism(b, RING(2000, 3000, 6000, 3000, 6000, 5000, 4000, 5000, 2000, 5000), 0, 1000);
    assert_true(finish(b));
    assert_true(b->prisms[0].polygon.upright);
    assert_false(b->prisms[1].polygon.upright);
    static const struct {
        double x, y, distance;
    } points[] = {{2700, 4100, 700},  {4000, 4000, 1000}, {5999, 4000, 1},   {2000, 3000, 0},
                  {3000, 5000, 0},    {1000, 4000, 1000}, {4000, 5250, 250}, {6300, 5400, 500},
                  {1400, 2200, 1000}, {6000, 2000, 1000}, {6005, 2988, 13},  {-4000, 4000, 6000}};
    for (int prism = 0; prism < 2; prism++) {
        for (size_t i = 0; i < sizeof points / sizeof *points; i++) {
            const double x = points[i].x, y = points[i].y, distance = points[i].distance;
            assert_true(edge_within(b, prism, x, y, distance));
            assert_true(edge_within(b, prism, x, y, distance + 1));
            assert_false(distance > 0 && edge_within(b, prism, x, y, distance - 0.001));
        }
    }
    for (double x = 1500; x <= 6500; x += 125) {
        for (double y = 2500; y <= 5500; y += 125) {
            assert_int_equal(qm__polygon_side(&b->table, &b->prisms[0].polygon, x, y),
                             qm__polygon_side(&b->table, &b->prisms[1].polygon, x, y));
            for (double by = 0; by <= 1000; by += 125) {
                assert_int_equal(edge_within(b, 0, x, y, by), edge_within(b, 1, x, y, by));
            }
        }
    }
    close_table(b);
}

/* Whichever way round it is given and wherever it begins; but not turned, slanting or with a hole. */
static void only_boxes_are_upright(void **unused) {
    (void)unused;
    bench *b = open_table();
    add_prism(b, RING(0, 0, 0, 500, 900, 500, 900, 0), 0, 1000);
    add_prism(b, RING(900, 500, 0, 500, 0, 0, 900, 0), 0, 1000);
    add_prism(b, RING(500, 0, 1000, 500, 500, 1000, 0, 500), 0, 1000);
    add_prism(b, RING(0, 0, 900, 0, 1000, 500, 100, 500), 0, 1000);
    add_prism(b, RING(0, 0, 900, 0, 900, 499, 0, 500), 0, 1000);
    add_prism(b, RING(0, 0, 900, 0, 0, 500), 0, 1000);
    qm__prism *holed = add_prism(b, BOX(0, 0, 900, 500), 0, 1000);
    add_ring(b, &holed->polygon, BOX(100, 100, 200, 200));
    assert_true(finish(b));
    for (int i = 0; i < b->table.prism_count; i++) {
        assert_int_equal(b->prisms[i].polygon.upright, i < 2);
    }
    assert_true(edge_within(b, 6, 210, 150, 10));
    assert_false(edge_within(b, 6, 210, 150, 9));
    assert_true(edge_within(b, 2, 500, 500, 354)); /* half of 500 √2 */
    assert_false(edge_within(b, 2, 500, 500, 353));
    close_table(b);
}

static void points_of_a_comb(void **unused) {
    (void)unused;
    bench *b = open_table();
    add_prism(b, RING(0, 0, 10, 0, 10, 6, 8, 6, 8, 2, 6, 2, 6, 6, 4, 6, 4, 2, 2, 2, 2, 6, 0, 6), 0, 1000);
    assert_true(finish(b));
    for (int x = -1; x <= 11; x++) {
        for (int y = -1; y <= 7; y++) {
            /* Columns 2 to 4 and 6 to 8 are open above 2. */
            const bool gap = y > 2 && ((x > 2 && x < 4) || (x > 6 && x < 8));
            const bool in = x >= 0 && x <= 10 && y >= 0 && y <= 6 && !gap;
            const bool tooth_side = y >= 2 && x % 2 == 0;
            const bool end = y == 6 || (y == 2 && (x == 3 || x == 7));
            const bool edge = in && (x == 0 || x == 10 || y == 0 || end || tooth_side);
            assert_int_equal(qm__polygon_side(&b->table, &b->prisms[0].polygon, x, y), edge ? 0 : in ? 1 : -1);
        }
    }
    close_table(b);
}

static void the_surface_below_is_the_highest_one(void **unused) {
    (void)unused;
    bench *b = open_table();
    add_prism(b, BOX(5000, 5000, 9000, 9000), 0, 3000);
    add_prism(b, BOX(5000, 5000, 7000, 9000), 5500, 6000); /* an upper floor over half of it */
    add_prism(b, BOX(0, 0, 44000, 60000), 7000, 8000)->flags = 0;
    assert_true(finish(b));
    int32_t z = -1;
    assert_int_equal(qm__surface_below(&b->table, 1000, 1000, 9000, &z), QM__GROUND);
    assert_int_equal(z, 0);
    assert_int_equal(qm__surface_below(&b->table, 6000, 6000, 9000, &z), 1);
    assert_int_equal(z, 6000);
    assert_int_equal(qm__surface_below(&b->table, 6000, 6000, 6000, &z), 1);
    assert_int_equal(qm__surface_below(&b->table, 6000, 6000, 5999, &z), 0);
    assert_int_equal(z, 3000);
    assert_int_equal(qm__surface_below(&b->table, 8000, 6000, 9000, &z), 0);
    assert_int_equal(qm__surface_below(&b->table, 9000.5, 6000, 9000, &z), 0);
    assert_int_equal(qm__surface_below(&b->table, 9000.75, 6000, 9000, &z), QM__GROUND);
    assert_int_equal(qm__surface_below(&b->table, 6000, 6000, 0, &z), QM__GROUND);
    assert_int_equal(z, 0);
    assert_int_equal(qm__surface_below(&b->table, 6000, 6000, -1, &z), QM__NOTHING);
    assert_int_equal(qm__surface_below(&b->table, 44000.5, 60000.5, 0, &z), QM__GROUND);
    assert_int_equal(qm__surface_below(&b->table, 44001, 6000, 0, &z), QM__NOTHING);
    assert_int_equal(qm__surface_below(&b->table, 6000, -1, 0, &z), QM__NOTHING);
    close_table(b);
}

/* -------------------------------------------------------------------------------------------------- random rings */

enum { RANDOM_CORNERS = 7 };

static qm__xy at_corner(const int32_t *xy, uint32_t count, uint32_t i) {
    return (qm__xy){xy[2 * (i % count)], xy[2 * (i % count) + 1]};
}

/* Whether a ring is simple, by the distances of its edges: slowly, and in doubles, which are good enough on a small
 * grid. */
static bool simple(const int32_t *xy, uint32_t count) {
    bool good = true;
    for (uint32_t i = 0; i < count; i++) {
        const qm__xy a = at_corner(xy, count, i), b = at_corner(xy, count, i + 1);
        const qm__xy next = at_corner(xy, count, i + 2), last = at_corner(xy, count, i + count - 1);
        good = good && qm__apart(a, b) > 0.5 && qm__point_segment_square(next, a, b) > 1e-9 &&
               qm__point_segment_square(last, a, b) > 1e-9;
        for (uint32_t j = i + 2; j < i + count - 1; j++) {
            good = good && qm__segments_square(a, b, at_corner(xy, count, j), at_corner(xy, count, j + 1)) > 1e-9;
        }
    }
    return good;
}

static bool finishes(const int32_t *xy, uint32_t count) {
    bench *b = open_table();
    add_prism(b, xy, count, 0, 1000);
    const bool good = finish(b);
    assert_true(good || b->errors[0].fault == QM__TABLE_SAME_CORNER || b->errors[0].fault == QM__TABLE_FLAT ||
                b->errors[0].fault == QM__TABLE_CROSSES);
    assert_true(!good || doubled_area(b, 0) > 0);
    close_table(b);
    return good;
}

/* The verdict agrees with the slow one, wherever the ring lies and however it is turned, mirrored or begun. */
static void random_rings_are_simple_or_not(void **unused) {
    (void)unused;
    uint64_t index = 0;
    uint32_t simple_count = 0, other_count = 0;
    for (int n = 0; n < 4000; n++) {
        int32_t ring[2 * RANDOM_CORNERS], moved[2 * RANDOM_CORNERS], turned[2 * RANDOM_CORNERS];
        const uint32_t count = 3 + qm__random_below(5, &index, RANDOM_CORNERS - 2);
        const uint32_t start = qm__random_below(5, &index, count);
        for (uint32_t i = 0; i < 2 * count; i++) {
            ring[i] = (int32_t)qm__random_below(5, &index, 7);
        }
        for (uint32_t i = 0; i < count; i++) {
            const int32_t x = ring[2 * i], y = ring[2 * i + 1];
            moved[2 * i] = 9999990 - x; /* mirrored, in the farthest corner */
            moved[2 * i + 1] = y - 10000000;
            turned[2 * ((i + start) % count)] = -y;
            turned[2 * ((i + start) % count) + 1] = x;
        }
        const bool expected = simple(ring, count);
        assert_int_equal(finishes(ring, count), expected);
        assert_int_equal(finishes(moved, count), expected);
        assert_int_equal(finishes(turned, count), expected);
        simple_count += expected;
        other_count += !expected;
    }
    assert_true(simple_count > 500 && other_count > 500);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rings_that_are_none_are_refused),
        cmocka_unit_test(rings_that_cross_or_touch_themselves_are_refused),
        cmocka_unit_test(holes_lie_inside_and_apart),
        cmocka_unit_test(heights_are_in_order),
        cmocka_unit_test(tables_have_a_size),
        cmocka_unit_test(ladders_stand_on_surfaces),
        cmocka_unit_test(every_part_tells_its_first_fault),
        cmocka_unit_test(rings_are_turned_with_their_railings),
        cmocka_unit_test(heights_are_those_of_surfaces),
        cmocka_unit_test(points_lie_in_polygons),
        cmocka_unit_test(boxes_answer_as_any_polygon),
        cmocka_unit_test(only_boxes_are_upright),
        cmocka_unit_test(points_of_a_comb),
        cmocka_unit_test(the_surface_below_is_the_highest_one),
        cmocka_unit_test(random_rings_are_simple_or_not),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
