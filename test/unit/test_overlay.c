/* Overlays against winding numbers counted ring by ring: thousands of soups of random polygons, most of them degenerate
 * (shared edges, the same polygon twice, corners on edges, spikes), and exact areas of rectangles. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/random.h"
#include "space/table/overlay.h"

enum { RINGS_MAX = 64, CORNERS_MAX = 40, MEMORY_EDGES = 60000 };

typedef struct soup {
    qm__xy points[RINGS_MAX][CORNERS_MAX];
    uint32_t counts[RINGS_MAX];
    bool cut[RINGS_MAX];
    uint32_t count;
} soup;

typedef struct answer {
    const qm__overlay_ring *rings;
    const qm__xy *points;
    uint32_t ring_count, point_count;
} answer;

static void *memory;

static int set_up(void **state) {
    (void)state;
    memory = malloc(qm__overlay_size(MEMORY_EDGES));
    return memory ? 0 : -1;
}

static int tear_down(void **state) {
    (void)state;
    free(memory);
    return 0;
}

static bool solve(const soup *s, double width, answer *out) {
    qm__overlay *const overlay = qm__overlay_begin(memory, qm__overlay_size(MEMORY_EDGES));
    assert_non_null(overlay);
    for (uint32_t i = 0; i < s->count; i++) {
        if (!qm__overlay_add(overlay, s->points[i], s->counts[i], s->cut[i])) {
            return false;
        }
    }
    return qm__overlay_solve(overlay, width, &out->rings, &out->ring_count, &out->points, &out->point_count);
}

/* How often a ring winds around a point; the square of the distance to its nearest edge goes to `nearest`. */
static int winding(const qm__xy *ring, uint32_t count, qm__xy p, double *nearest) {
    int sum = 0;
    for (uint32_t i = 0; i < count; i++) {
        const qm__xy a = ring[i], b = ring[(i + 1) % count];
        *nearest = qm__least(*nearest, qm__point_segment_square(p, a, b));
        if ((a.y <= p.y) != (b.y <= p.y)) {
            const double on = qm__cross(qm__minus(b, a), qm__minus(p, a));
            sum += a.y <= p.y ? on > 0 : -(on < 0);
        }
    }
    return sum;
}

static bool in_soup(const soup *s, qm__xy p, double *nearest) {
    int lay = 0, cut = 0;
    *nearest = 1e30;
    for (uint32_t i = 0; i < s->count; i++) {
        const int turns = winding(s->points[i], s->counts[i], p, nearest);
        lay += s->cut[i] ? 0 : turns, cut += s->cut[i] ? turns : 0;
    }
    return lay > 0 && cut <= 0;
}

static int in_answer(const answer *a, qm__xy p) {
    int sum = 0;
    double nearest = 1e30;
    for (uint32_t i = 0; i < a->ring_count; i++) {
        sum += winding(a->points + a->rings[i].first, a->rings[i].count, p, &nearest);
    }
    return sum;
}

/* No two edges of the answer cross in their insides. */
static void check_crossings(const answer *a) {
    for (uint32_t i = 0; i < a->ring_count; i++) {
        const qm__xy *const p = a->points + a->rings[i].first;
        const uint32_t n = a->rings[i].count;
        assert_true(n >= 3);
        assert_true(i == 0 || a->points[a->rings[i - 1].first].x <= p[0].x);
        for (uint32_t j = i; j < a->ring_count; j++) {
            const qm__xy *const q = a->points + a->rings[j].first;
            const uint32_t m = a->rings[j].count;
            for (uint32_t k = 0; k < n; k++) {
                for (uint32_t l = 0; l < m; l++) {
                    /* dropped points may move an edge by an eighth of a unit: a crossing deeper than that is a fault */
                    const qm__xy b = p[(k + 1) % n], d = q[(l + 1) % m];
                    if (qm__segments_cross(p[k], b, q[l], d)) {
                        const double depth = qm__least(
                            qm__least(qm__point_segment_square(p[k], q[l], d), qm__point_segment_square(b, q[l], d)),
                            qm__least(qm__point_segment_square(q[l], p[k], b), qm__point_segment_square(d, p[k], b)));
                        assert_true(depth < 0.3 * 0.3);
                    }
                }
            }
        }
    }
}

static double between(uint64_t seed, uint64_t *at, int32_t low, int32_t high) {
    return low + (double)qm__random_below(seed, at, (uint32_t)(high - low + 1));
}

/* A polygon around a centre, counter-clockwise; the corners lie on directions of a coarse circle, so it is simple. */
static void star(uint64_t seed, uint64_t *at, soup *s, double reach, bool whole) {
    static const qm__xy round[16] = {{1, 0},      {.92, .38},  {.71, .71},  {.38, .92},   {0, 1},       {-.38, .92},
                                     {-.71, .71}, {-.92, .38}, {-1, 0},     {-.92, -.38}, {-.71, -.71}, {-.38, -.92},
                                     {0, -1},     {.38, -.92}, {.71, -.71}, {.92, -.38}};
    const qm__xy centre = {between(seed, at, 0, 1000), between(seed, at, 0, 1000)};
    qm__xy *const p = s->points[s->count];
    uint32_t n = 0;
    for (int i = 0; i < 16; i++) {
        if (qm__random_below(seed, at, 3)) {
            const double r = reach * between(seed, at, 1, 10) / 10;
            p[n] = qm__along(centre, round[i], r);
            if (whole) {
                p[n] = (qm__xy){(double)(int)p[n].x, (double)(int)p[n].y};
            }
            n++;
        }
    }
    s->counts[s->count++] = n;
}

/* A rectangle on a coarse grid: shared edges are the rule. */
static void block(uint64_t seed, uint64_t *at, soup *s) {
    const double x = between(seed, at, 0, 9) * 100, y = between(seed, at, 0, 9) * 100;
    const double w = between(seed, at, 1, 3) * 100, h = between(seed, at, 1, 3) * 100;
    const qm__xy corners[4] = {{x, y}, {x + w, y}, {x + w, y + h}, {x, y + h}};
    memcpy(s->points[s->count], corners, sizeof corners);
    s->counts[s->count++] = 4;
}

/* A ring as it comes: it may cross itself, turn back on itself, and be without area. */
static void scribble(uint64_t seed, uint64_t *at, soup *s) {
    const uint32_t n = 3 + qm__random_below(seed, at, 6);
    for (uint32_t i = 0; i < n; i++) {
        s->points[s->count][i] = (qm__xy){between(seed, at, 0, 20) * 50, between(seed, at, 0, 20) * 50};
    }
    s->counts[s->count++] = n;
}

static void again(uint64_t seed, uint64_t *at, soup *s) {
    const uint32_t of = qm__random_below(seed, at, s->count);
    memcpy(s->points[s->count], s->points[of], sizeof s->points[of]);
    s->counts[s->count] = s->counts[of];
    s->count++;
}

static void make_soup(uint64_t seed, soup *s) {
    uint64_t at = 0;
    const uint32_t count = 1 + qm__random_below(seed, &at, 24), kind = qm__random_below(seed, &at, 6);
    memset(s, 0, sizeof *s);
    while (s->count < count) {
        const uint32_t what = kind < 4 ? kind : qm__random_below(seed, &at, 5);
        if (what == 0) {
            star(seed, &at, s, 300, false);
        } else if (what == 1) {
            star(seed, &at, s, 200, true);
        } else if (what == 2) {
            block(seed, &at, s);
        } else if (what == 3) {
            scribble(seed, &at, s);
        } else if (s->count) {
            again(seed, &at, s);
        }
        if (s->count) {
            s->cut[s->count - 1] = kind == 5 && qm__random_below(seed, &at, 3) == 0;
        }
    }
}

static void test_soups(void **state) {
    (void)state;
    uint32_t asked = 0, inside = 0;
    for (uint64_t seed = 0; seed < 6000; seed++) {
        soup s;
        answer a;
        uint64_t at = 0;
        make_soup(seed, &s);
        assert_true(solve(&s, 0, &a));
        if (seed % 8 == 0) {
            check_crossings(&a);
        }
        for (int i = 0; i < 60; i++) {
            const qm__xy p = {between(seed + 77777, &at, -2000, 14000) / 10,
                              between(seed + 77777, &at, -2000, 14000) / 10};
            double nearest;
            const bool wanted = in_soup(&s, p, &nearest);
            if (nearest > 0.4 * 0.4) {
                const int got = in_answer(&a, p);
                if (got != (int)wanted) {
                    fail_msg("seed %d", (int)seed);
                }
                asked++, inside += wanted;
            }
        }
    }
    assert_true(asked > 300000 && inside > 20000);
}

static double area_of(const answer *a) {
    double sum = 0;
    for (uint32_t i = 0; i < a->ring_count; i++) {
        sum += a->rings[i].area;
    }
    return sum;
}

/* Rectangles of whole cells: the area is that of the cells covered, exactly. */
static void test_areas(void **state) {
    (void)state;
    for (uint64_t seed = 0; seed < 2000; seed++) {
        soup s = {.count = 0};
        answer a;
        uint64_t at = 0;
        const uint32_t count = 1 + qm__random_below(seed, &at, 40);
        while (s.count < count) {
            block(seed, &at, &s);
            s.cut[s.count - 1] = qm__random_below(seed, &at, 4) == 0;
        }
        double wanted = 0, nearest;
        for (int cell = 0; cell < 13 * 13; cell++) {
            wanted += in_soup(&s, (qm__xy){cell % 13 * 100 + 50, cell / 13 * 100 + 50}, &nearest) ? 10000 : 0;
        }
        assert_true(solve(&s, 0, &a));
        assert_true(area_of(&a) == wanted);
        check_crossings(&a);
    }
}

/* A union and what it leaves of a frame around it fill the frame. */
static void test_parts_make_the_whole(void **state) {
    (void)state;
    for (uint64_t seed = 0; seed < 1500; seed++) {
        soup s;
        answer a;
        make_soup(seed * 6 + 1, &s);
        memset(s.cut, 0, sizeof s.cut);
        assert_true(solve(&s, 0, &a));
        const double covered = area_of(&a);
        memset(s.cut, 1, sizeof s.cut);
        const qm__xy frame[4] = {{-500, -500}, {1500, -500}, {1500, 1500}, {-500, 1500}};
        memcpy(s.points[s.count], frame, sizeof frame);
        s.counts[s.count] = 4;
        s.cut[s.count++] = false;
        assert_true(solve(&s, 0, &a));
        const double off = covered + area_of(&a) - 2000.0 * 2000.0;
        assert_true(off < 1e-3 && off > -1e-3);
    }
}

static void test_hand_made(void **state) {
    (void)state;
    soup s = {.points = {{{0, 0}, {10, 0}, {10, 10}, {0, 10}}, {{10, 0}, {20, 0}, {20, 10}, {10, 10}}},
              .counts = {4, 4},
              .count = 2};
    answer a;
    assert_true(solve(&s, 1, &a)); /* side by side: one ring of four corners (those on straight lines go) */
    assert_int_equal(a.ring_count, 1);
    assert_int_equal(a.rings[0].count, 4);
    assert_true(a.rings[0].area == 200 && a.points[0].x == 0 && a.points[0].y == 0);
    s.cut[1] = true;
    assert_true(solve(&s, 1, &a)); /* cutting out a neighbour takes nothing away */
    assert_true(a.ring_count == 1 && a.rings[0].area == 100);
    memcpy(s.points[1], s.points[0], sizeof s.points[0]);
    assert_true(solve(&s, 1, &a)); /* cutting itself out leaves nothing */
    assert_int_equal(a.ring_count, 0);
    const qm__xy hole[4] = {{2, 2}, {2, 8}, {8, 8}, {8, 2}};
    memcpy(s.points[1], hole, sizeof hole);
    s.cut[1] = false;
    assert_true(solve(&s, 1, &a)); /* a clockwise ring is a hole */
    assert_int_equal(a.ring_count, 2);
    assert_true(a.rings[0].area == 100 && a.rings[1].area == -36);
    s.count = 0;
    assert_true(solve(&s, 1, &a)); /* nothing */
    assert_int_equal(a.ring_count, 0);
}

/* Slivers go, and what is just wide enough stays. */
static void test_slivers(void **state) {
    (void)state;
    soup s = {.points = {{{0, 0}, {1000, 0}, {1000, 0.9}, {0, 0.9}}}, .counts = {4}, .count = 1};
    answer a;
    assert_true(solve(&s, 1, &a));
    assert_int_equal(a.ring_count, 0);
    s.points[0][2].y = s.points[0][3].y = 1.1;
    assert_true(solve(&s, 1, &a));
    assert_int_equal(a.ring_count, 1);
}

static void test_refusals(void **state) {
    (void)state;
    char few[64];
    assert_null(qm__overlay_begin(few, sizeof few));
    assert_null(qm__overlay_begin(NULL, 1 << 20));
    soup s = {.points = {{{0, 0}, {1e9, 0}, {0, 10}}}, .counts = {3}, .count = 1};
    answer a;
    assert_false(solve(&s, 1, &a));                /* too far */
    s.points[0][1].x = 0.0 / (a.ring_count * 0.0); /* not a number */
    assert_false(solve(&s, 1, &a));
    /* more crossings than the memory holds: told, not cut short */
    qm__overlay *const small = qm__overlay_begin(memory, qm__overlay_size(64));
    for (int i = 0; i < 14; i++) {
        const qm__xy flat[4] = {{0, i * 20}, {400, i * 20}, {400, i * 20 + 10}, {0, i * 20 + 10}};
        const qm__xy upright[4] = {{i * 20, 0}, {i * 20 + 10, 0}, {i * 20 + 10, 400}, {i * 20, 400}};
        if (!qm__overlay_add(small, i % 2 ? flat : upright, 4, false)) {
            break;
        }
    }
    assert_false(qm__overlay_solve(small, 1, &a.rings, &a.ring_count, &a.points, &a.point_count));
    assert_int_equal(a.ring_count, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_hand_made), cmocka_unit_test(test_slivers), cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_areas),     cmocka_unit_test(test_soups),   cmocka_unit_test(test_parts_make_the_whole),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
