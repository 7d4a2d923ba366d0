/* Rectangles standing on random tables, against a slow check that is written in another way: polygons are clipped and
 * measured by their area, bodies are parted by projections and point distances, whole support is sampled. Where the
 * slow check itself hangs by a hundredth of a unit nothing is asked. Turning, mirroring and reordering a table must
 * change nothing, and no sample nearer than the nearest place may stand.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/angle.h"
#include "base/random.h"
#include "space/table/nearest.h"
#include "support/tabletop.h"

enum { SOLIDS_MAX = 8, RING_MAX = 6, BODIES_MAX = 4, SIZE = 24000, DEGREES_90 = QM__PARTS / 4 };

typedef struct solid {
    int32_t xy[2 * RING_MAX], rails[RING_MAX], hole[8];
    uint32_t count;
    bool has_hole;
    int32_t bottom, top;
    unsigned flags;
} solid;

typedef struct scene {
    solid solids[SOLIDS_MAX];
    int solid_count;
    qm__body bodies[BODIES_MAX];
    uint16_t body_count;
    qm__walker walker;
    qm__rect rect;
} scene;

static uint32_t below(uint64_t *seed, uint32_t n) {
    return qm__random_below(4711, seed, n);
}

static int32_t pick(uint64_t *seed, const int32_t *from, uint32_t count) {
    return from[below(seed, count)];
}
#define PICK(seed, ...) pick(seed, (int32_t[]){__VA_ARGS__}, sizeof((int32_t[]){__VA_ARGS__}) / sizeof(int32_t))

/* Half of all coordinates lie on a grid, so that things touch. */
static int32_t coordinate(uint64_t *seed, int32_t most) {
    return below(seed, 2) ? (int32_t)below(seed, (uint32_t)most / 1000 + 1) * 1000
                          : (int32_t)below(seed, (uint32_t)most + 1);
}

static void make_solid(uint64_t *seed, solid *s) {
    const int32_t x = coordinate(seed, SIZE - 9000), y = coordinate(seed, SIZE - 9000);
    const int32_t w = 1000 + coordinate(seed, 8000), d = 1000 + coordinate(seed, 8000);
    *s = (solid){.bottom = PICK(seed, 0, 0, 0, 500, 2000), .flags = below(seed, 8)};
    s->top = s->bottom + PICK(seed, 300, 1000, 1000, 1500, 3000);
    const uint32_t shape = below(seed, 5);
    if (shape == 0) { /* an L */
        const int32_t xy[12] = {x, y, x + w, y, x + w, y + d / 2, x + w / 2, y + d / 2, x + w / 2, y + d, x, y + d};
        memcpy(s->xy, xy, sizeof xy);
        s->count = 6;
    } else if (shape == 1) {
        const int32_t xy[6] = {x, y, x + w, y + d / 3, x + w / 4, y + d};
        memcpy(s->xy, xy, sizeof xy);
        s->count = 3;
    } else if (shape == 2) { /* on its corner */
        const int32_t xy[8] = {x + w / 2, y, x + w, y + d / 2, x + w / 2, y + d, x, y + d / 2};
        memcpy(s->xy, xy, sizeof xy);
        s->count = 4;
    } else {
        const int32_t xy[8] = {x, y, x + w, y, x + w, y + d, x, y + d};
        const int32_t hole[8] = {x + w / 5,     y + d / 5,     x + w - w / 5, y + d / 5,
                                 x + w - w / 5, y + d - d / 5, x + w / 5,     y + d - d / 5};
        memcpy(s->xy, xy, sizeof xy);
        memcpy(s->hole, hole, sizeof hole);
        s->count = 4;
        s->has_hole = shape == 4;
    }
    for (uint32_t i = 0; i < s->count; i++) {
        s->rails[i] = below(seed, 6) ? 0 : PICK(seed, 500, 1000, 1500);
    }
}

static int32_t some_facing(uint64_t *seed) {
    return below(seed, 3) ? PICK(seed, 0, 5461, 8192, 16384, 10923, 24576, 40960, -16384)
                          : (int32_t)below(seed, QM__PARTS);
}

static void make_scene(uint64_t *seed, scene *s) {
    memset(s, 0, sizeof *s);
    s->solid_count = 1 + (int)below(seed, SOLIDS_MAX);
    for (int i = 0; i < s->solid_count; i++) {
        make_solid(seed, &s->solids[i]);
    }
    s->walker = (qm__walker){.radius = PICK(seed, 1, 500, 3000),
                             .height = PICK(seed, 1500, 2000),
                             .step = PICK(seed, 0, 500, 1000),
                             .whole = below(seed, 3) == 0};
    s->rect = (qm__rect){PICK(seed, 500, 1000, 2000, 1501), PICK(seed, 1000, 2000, 3000, 4001), some_facing(seed)};
    s->body_count = (uint16_t)below(seed, BODIES_MAX + 1);
    for (int i = 0; i < s->body_count; i++) {
        const bool round = below(seed, 2);
        s->bodies[i] = (qm__body){.x = coordinate(seed, SIZE),
                                  .y = coordinate(seed, SIZE),
                                  .z = PICK(seed, 0, 0, 1000, 2500),
                                  .radius = round ? 500 : 0,
                                  .width = round ? 0 : 1000,
                                  .length = round ? 0 : 2000,
                                  .facing = some_facing(seed),
                                  .height = 2000,
                                  .manner = (uint8_t)below(seed, 3),
                                  .column = below(seed, 8) == 0,
                                  .margin = PICK(seed, 0, 0, 1000)};
    }
}

/* The scene on a table; mirrored first, then turned by quarters, its solids in reverse order. */
typedef struct change {
    bool mirror, reverse;
    int quarters;
} change;

static void changed(change c, double *x, double *y) {
    *x = c.mirror ? SIZE - *x : *x;
    for (int i = 0; i < c.quarters; i++) {
        const double old = *x;
        *x = SIZE - *y;
        *y = old;
    }
}

static int32_t changed_facing(change c, int32_t facing) {
    return (c.mirror ? QM__PARTS / 2 - facing : facing) + c.quarters * DEGREES_90;
}

static void changed_ring(change c, const int32_t *xy, uint32_t count, int32_t *out) {
    for (uint32_t i = 0; i < count; i++) {
        double x = xy[2 * i], y = xy[2 * i + 1];
        changed(c, &x, &y);
        out[2 * i] = (int32_t)x;
        out[2 * i + 1] = (int32_t)y;
    }
}

typedef struct laid {
    tabletop *t;
    const qm__levels *levels;
    qm__body bodies[BODIES_MAX];
    qm__crowd crowd;
    qm__rect rect;
} laid;

static bool lay(const scene *s, change c, laid *out) {
    tabletop *t = tabletop_new(SIZE, SIZE);
    for (int k = 0; k < s->solid_count; k++) {
        const solid *it = &s->solids[c.reverse ? s->solid_count - 1 - k : k];
        int32_t xy[2 * RING_MAX];
        changed_ring(c, it->xy, it->count, xy);
        tabletop_prism(t, xy, it->count, it->bottom, it->top, it->flags);
        for (uint32_t i = 0; i < it->count; i++) {
            t->corners[t->table.corner_count - it->count + i].rail = it->rails[i];
        }
        if (it->has_hole) {
            changed_ring(c, it->hole, 4, xy);
            tabletop_hole(t, xy, 4);
        }
    }
    *out = (laid){.t = t, .levels = tabletop_levels(t, &s->walker), .rect = s->rect};
    out->rect.facing = changed_facing(c, s->rect.facing);
    for (int i = 0; i < s->body_count; i++) {
        out->bodies[i] = s->bodies[i];
        changed(c, &out->bodies[i].x, &out->bodies[i].y);
        out->bodies[i].facing = changed_facing(c, s->bodies[i].facing);
    }
    out->crowd = (qm__crowd){.bodies = out->bodies, .count = s->body_count, .self = s->body_count};
    return out->levels != NULL;
}

/* ---------------------------------------------------------------------------------------------------- the slow check
 */

static void corners_of(const qm__rect *rect, qm__xy p, double inset, qm__xy out[4]) {
    const qm__turn turn = qm__turn_of(rect->facing);
    const double l = rect->length / 2.0 - inset, w = rect->width / 2.0 - inset;
    const double signs[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
    for (int i = 0; i < 4; i++) {
        const double ahead = signs[i][0] * l, left = signs[i][1] * w;
        out[i] = (qm__xy){p.x + ahead * turn.cos - left * turn.sin, p.y + ahead * turn.sin + left * turn.cos};
    }
}

/* Keeps what lies to the left of a line. */
static int clip(const qm__xy *in, int count, qm__xy a, qm__xy b, qm__xy *out) {
    int n = 0;
    for (int i = 0; i < count; i++) {
        const qm__xy p = in[i], q = in[(i + 1) % count];
        const double at_p = qm__cross(qm__minus(b, a), qm__minus(p, a)),
                     at_q = qm__cross(qm__minus(b, a), qm__minus(q, a));
        if (at_p >= 0) {
            out[n++] = p;
        }
        if ((at_p > 0 && at_q < 0) || (at_p < 0 && at_q > 0)) {
            out[n++] = qm__along(p, qm__minus(q, p), at_p / (at_p - at_q));
        }
    }
    return n;
}

static double area_in(const qm__xy *ring, int count, const qm__xy box[4]) {
    qm__xy one[64], other[64];
    memcpy(one, ring, (size_t)count * sizeof *one);
    for (int i = 0; i < 4; i++) {
        count = clip(one, count, box[i], box[(i + 1) % 4], other);
        memcpy(one, other, (size_t)count * sizeof *one);
    }
    double twice = 0;
    for (int i = 1; i + 1 < count; i++) {
        twice += qm__cross(qm__minus(one[i], one[0]), qm__minus(one[i + 1], one[0]));
    }
    return twice < 0 ? -twice / 2 : twice / 2;
}

/* The area of a solid's footprint that lies in a box. */
static double overlap(const solid *s, const qm__xy box[4]) {
    qm__xy ring[RING_MAX];
    for (uint32_t i = 0; i < s->count; i++) {
        ring[i] = (qm__xy){s->xy[2 * i], s->xy[2 * i + 1]};
    }
    double area = area_in(ring, (int)s->count, box);
    for (int i = 0; i < 4; i++) {
        ring[i] = (qm__xy){s->hole[2 * i], s->hole[2 * i + 1]};
    }
    return s->has_hole ? area - area_in(ring, 4, box) : area;
}

static bool in_box(qm__xy p, const qm__xy box[4]) {
    bool in = true;
    for (int i = 0; i < 4; i++) {
        in = in && qm__cross(qm__minus(box[(i + 1) % 4], box[i]), qm__minus(p, box[i])) > 0;
    }
    return in;
}

static bool railing_met(const solid *s, const qm__walker *w, int32_t z, const qm__xy box[4]) {
    for (uint32_t i = 0; i < s->count; i++) {
        const uint32_t n = (i + 1) % s->count;
        if (s->rails[i] == 0 || s->top + s->rails[i] <= z + w->step || s->top >= z + w->height) {
            continue;
        }
        const qm__xy a = {s->xy[2 * i], s->xy[2 * i + 1]}, b = {s->xy[2 * n], s->xy[2 * n + 1]};
        for (int k = 0; k <= 200; k++) { /* samples, and crossings of sides */
            if (in_box(qm__along(a, qm__minus(b, a), k / 200.0), box)) {
                return true;
            }
        }
        for (int k = 0; k < 4; k++) {
            if (qm__segments_cross(a, b, box[k], box[(k + 1) % 4])) {
                return true;
            }
        }
    }
    return false;
}

/* By how far two convex shapes are apart; negative by the least overlap of their projections. */
static double parted(const qm__xy a[4], const qm__xy b[4]) {
    double most = -1e300, least = 1e300;
    for (int side = 0; side < 8; side++) {
        const qm__xy *of = side < 4 ? a : b, *to = side < 4 ? b : a;
        const qm__xy along = qm__unit(qm__minus(of[(side + 1) % 4], of[side % 4])), out = {along.y, -along.x};
        double nearest = 1e300;
        for (int i = 0; i < 4; i++) {
            nearest = qm__least(nearest, qm__dot(out, qm__minus(to[i], of[side % 4])));
        }
        most = qm__most(most, nearest);
        for (int i = 0; i < 4; i++) {
            least = qm__least(least, qm__segments_square(of[side % 4], of[(side + 1) % 4], to[i], to[(i + 1) % 4]));
        }
    }
    return most > 0 ? qm__root(least) : most;
}

static double disc_apart(const qm__xy box[4], qm__xy p, double radius) {
    double least = 1e300;
    for (int i = 0; i < 4; i++) {
        least = qm__least(least, qm__root(qm__point_segment_square(p, box[i], box[(i + 1) % 4])));
    }
    return (in_box(p, box) ? -least : least) - radius;
}

static bool body_blocks(const scene *s, const qm__body *b, qm__xy p, int32_t z, double slack) {
    qm__xy box[4], other[4];
    const qm__rect shape = {b->width, b->length, b->facing};
    corners_of(&s->rect, p, 0, box);
    corners_of(&shape, (qm__xy){b->x, b->y}, 0, other);
    const double gap = b->radius ? disc_apart(box, (qm__xy){b->x, b->y}, b->radius) : parted(box, other);
    const double rise = z - b->z, margin = b->manner == QM__BLOCK ? b->margin : 0;
    const bool overlaps = b->column || (z < b->z + b->height && b->z < z + s->walker.height);
    const double plan = margin * margin - rise * rise;
    return b->manner != QM__PASS && ((overlaps && gap < -slack) || (plan > 0 && gap < qm__root(plan) - slack));
}

static bool footprint_has(const laid *l, int solid_number, qm__xy p, double by) {
    return qm__polygon_has(&l->t->table, &l->t->prisms[solid_number].polygon, p.x, p.y, by);
}

static bool near_edge(const laid *l, int solid_number, qm__xy p, double by) {
    return qm__polygon_edge_distance(&l->t->table, &l->t->prisms[solid_number].polygon, p.x, p.y) <= by;
}

/* 1 yes, 0 no, -1 cannot tell: the centre lies on an edge that matters. */
static int slow_support(const scene *s, const laid *l, qm__xy p, int32_t z) {
    bool supported = z == 0;
    for (int i = 0; i < s->solid_count; i++) {
        const solid *it = &s->solids[i];
        const bool low = it->top > z && it->bottom < z + s->walker.height,
                   top = it->top == z && (it->flags & QM__PRISM_WALKABLE);
        if ((low || top) && near_edge(l, i, p, 1.5)) {
            return -1;
        }
        if (low && footprint_has(l, i, p, 0)) {
            return 0; /* inside a low solid, or a tall one */
        }
        supported = supported || (top && footprint_has(l, i, p, 0));
    }
    return supported;
}

static bool held(const scene *s, const laid *l, qm__xy p, int32_t z, double by) {
    bool on = z <= s->walker.step;
    for (int i = 0; i < s->solid_count; i++) {
        const solid *it = &s->solids[i];
        on = on || ((it->flags & QM__PRISM_WALKABLE) && it->top <= z + s->walker.step &&
                    it->top >= z - s->walker.step && footprint_has(l, i, p, by));
    }
    return on;
}

/* Whether a sample of the base is without support, by more than any crack. */
static bool hangs_over(const scene *s, const laid *l, qm__xy p, int32_t z) {
    qm__xy box[4];
    corners_of(&s->rect, p, 1, box);
    for (int i = 0; i <= 20; i++) {
        for (int k = 0; k <= 20; k++) {
            const qm__xy left = qm__along(box[0], qm__minus(box[3], box[0]), i / 20.0),
                         right = qm__along(box[1], qm__minus(box[2], box[1]), i / 20.0);
            if (!held(s, l, qm__along(left, qm__minus(right, left), k / 20.0), z, 2)) {
                return true;
            }
        }
    }
    return false;
}

/* Whether solids, railings, bodies or the border of the table are in the way. */
static bool slow_clear(const scene *s, qm__xy p, int32_t z, double slack) {
    qm__xy box[4];
    corners_of(&s->rect, p, 0, box);
    for (int i = 0; i < 4; i++) {
        if (qm__least(box[i].x, box[i].y) < -slack || qm__most(box[i].x, box[i].y) > SIZE + slack) {
            return false;
        }
    }
    corners_of(&s->rect, p, slack, box);
    for (int i = 0; i < s->solid_count; i++) {
        const solid *it = &s->solids[i];
        const bool tall =
            it->bottom < z + s->walker.height && it->top > z + (it->flags & QM__PRISM_IMPASSABLE ? 0 : s->walker.step);
        if ((tall && overlap(it, box) > 1e-4) || railing_met(it, &s->walker, z, box)) {
            return false;
        }
    }
    for (int i = 0; i < s->body_count; i++) {
        if (body_blocks(s, &s->bodies[i], p, z, slack)) {
            return false;
        }
    }
    return true;
}

/* ------------------------------------------------------------------------------------------------------------ tests */

typedef struct counts {
    int yes, no, unsure, nearest, ties, none;
    int reasons[QM__TOO_HIGH + 1], railings;
} counts;

/* A place: anywhere, or with a side or corner of the base at a corner of a solid. */
static qm__xy some_place(uint64_t *seed, const scene *s) {
    const qm__xy p = {coordinate(seed, SIZE), coordinate(seed, SIZE)};
    if (below(seed, 2)) {
        return p;
    }
    qm__xy box[4];
    const solid *it = &s->solids[below(seed, (uint32_t)s->solid_count)];
    const uint32_t corner = below(seed, it->count), side = below(seed, 4);
    corners_of(&s->rect, (qm__xy){0, 0}, 0, box);
    const qm__xy at = below(seed, 2) ? box[side] : qm__along(box[side], qm__minus(box[(side + 1) % 4], box[side]), 0.4);
    const double hair = below(seed, 2) ? 0 : (double)below(seed, 5) - 2;
    return (qm__xy){it->xy[2 * corner] - at.x + hair, it->xy[2 * corner + 1] - at.y};
}

/* What is told to be in the way is so, and where it is told the base is. */
static void check_reason(const scene *s, const laid *l, qm__xy p, int32_t z, const qm__obstruction *why) {
    qm__xy box[4];
    bool without = false;
    corners_of(&s->rect, p, -1e-3, box);
    assert_true(in_box(why->at, box));
    corners_of(&s->rect, p, QM__SLACK - 0.01, box);
    switch ((qm__obstacle)why->what) {
    case QM__IN_PRISM:
        assert_true(why->railing ? railing_met(&s->solids[why->prism], &s->walker, z, box)
                                 : overlap(&s->solids[why->prism], box) > 0);
        break;
    case QM__ON_PRISM:
        assert_true(footprint_has(l, why->prism, p, 0));
        break;
    case QM__BODY:
        assert_true(body_blocks(s, &s->bodies[why->body], p, z, QM__SLACK - 0.01));
        break;
    case QM__OFF_TABLE:
        assert_true(why->at.x < 0 || why->at.y < 0 || why->at.x > SIZE || why->at.y > SIZE);
        break;
    case QM__NOT_WHOLE: /* close to the place something is without support */
        for (int k = 0; k < 64; k++) {
            const qm__turn turn = qm__turn_of(k * 1024);
            without = without || !held(s, l, (qm__xy){why->at.x + 1.5 * turn.cos, why->at.y + 1.5 * turn.sin}, z, 0);
        }
        assert_true(without && s->walker.whole);
        break;
    case QM__NO_SURFACE:
        assert_int_not_equal(slow_support(s, l, p, z), 1);
        break;
    case QM__FREE:
    case QM__TOO_HIGH:
        fail();
    }
}

static void compare_standing(const scene *s, const laid *l, qm__spot spot, counts *n) {
    const qm__xy p = {spot.x, spot.y};
    const int32_t z = qm__level_height(l->levels, spot.level);
    qm__obstruction why;
    const bool fast = qm__rect_stands(l->levels, &l->crowd, &l->rect, spot, QM__SLACK, &why);
    const int support = slow_support(s, l, p, z);
    const bool tight = slow_clear(s, p, z, QM__SLACK - 0.01), loose = slow_clear(s, p, z, QM__SLACK + 0.01);
    assert_int_equal(why.level, spot.level);
    n->reasons[why.what]++;
    n->railings += why.railing;
    if (!fast) {
        check_reason(s, l, p, z, &why);
    }
    if (support < 0 || tight != loose) {
        n->unsure++;
        return;
    }
    if (fast || why.what != QM__NOT_WHOLE) {
        assert_int_equal(fast, support && tight);
    }
    assert_false(fast && s->walker.whole && hangs_over(s, l, p, z));
    n->yes += fast;
    n->no += !fast;
}

static void random_places(void **state) {
    (void)state;
    counts n = {0};
    uint64_t seed = 0;
    for (int i = 0; i < 3000; i++) {
        scene s;
        laid l;
        make_scene(&seed, &s);
        assert_true(lay(&s, (change){false, false, 0}, &l));
        for (int k = 0; k < 24; k++) {
            const qm__xy p = some_place(&seed, &s);
            compare_standing(&s, &l, (qm__spot){p.x, p.y, (int32_t)below(&seed, (uint32_t)qm__level_count(l.levels))},
                             &n);
        }
        tabletop_free(l.t);
    }
    print_message("%d stand, %d do not, %d too close to tell; %d railings\n", n.yes, n.no, n.unsure, n.railings);
    assert_true(n.yes > 5000 && n.no > 5000 && n.unsure < 2000 && n.railings > 500);
    for (int what = QM__OFF_TABLE; what < QM__TOO_HIGH; what++) {
        print_message("reason %d: %d\n", what, n.reasons[what]);
        assert_true(n.reasons[what] > 300);
    }
}

static bool places(const laid *l, qm__spot spot, qm__spot out[QM__NEAREST_MAX], int *count, double *distance) {
    static _Alignas(16) char scratch[1 << 20];
    bool exhausted;
    const qm__nearest_ask ask = {
        .levels = l->levels, .crowd = &l->crowd, .spot = spot, .limit = 12000, .margin = -1, .rect = &l->rect};
    const size_t size = qm__rect_nearest_size(l->levels, l->crowd.count);
    assert_true(size <= sizeof scratch);
    *count = qm__nearest_places(&ask, scratch, size, out, distance, &exhausted);
    assert_false(exhausted);
    return *count > 0;
}

/* Whether a sample stands without making use of any slack; that of surfaces is tried out, all round. */
static bool stands_firmly(const laid *l, qm__spot at) {
    if (!qm__rect_stands(l->levels, &l->crowd, &l->rect, at, 0, NULL)) {
        return false;
    }
    bool firm = true;
    for (int k = 0; k < 16; k++) {
        const qm__turn turn = qm__turn_of(k * 4096);
        firm = firm && qm__level_of(l->levels, at.x + 0.6 * turn.cos, at.y + 0.6 * turn.sin,
                                    qm__level_height(l->levels, at.level)) == at.level;
    }
    return firm;
}

/* No place stands that is nearer by more than a unit or two, on circles around the spot. */
static void nothing_nearer(const laid *l, qm__spot spot, double distance) {
    static const double parts[] = {0.02, 0.1, 0.25, 0.4, 0.55, 0.7, 0.8, 0.88, 0.94, 0.98};
    for (int ring = 0; ring < 13; ring++) {
        const double r = ring < 10 ? parts[ring] * distance : distance - (ring == 10 ? 1.5 : ring == 11 ? 4 : 15);
        const int around = ring < 5 ? 120 : 360;
        for (int k = 0; k < around && r > 0 && r <= distance - 1.5; k++) {
            const qm__turn turn = qm__turn_of((double)k * QM__PARTS / around);
            const qm__spot at = {spot.x + r * turn.cos, spot.y + r * turn.sin, spot.level};
            if (stands_firmly(l, at)) {
                print_message("%f, %f stands at %f, nearer than %f\n", at.x, at.y, r, distance);
                fail();
            }
        }
    }
}

enum { VARIANTS = 4 };
static const change variants[VARIANTS] = {{false, false, 0}, {false, false, 1}, {true, true, 0}, {false, true, 3}};

/* The nearest places stand, nothing nearer does, and every variant of the table says the same. */
static void compare_nearest(const laid l[VARIANTS], qm__spot spot, counts *n) {
    qm__spot found[QM__NEAREST_MAX];
    int count;
    double distance = 12000, distance_there;
    const bool stands = qm__rect_stands(l->levels, &l->crowd, &l->rect, spot, QM__SLACK, NULL);
    const bool any = places(l, spot, found, &count, &distance);
    for (int f = 0; f < count; f++) {
        assert_true(qm__rect_stands(l->levels, &l->crowd, &l->rect, found[f], QM__SLACK, NULL));
        assert_true(qm__apart((qm__xy){spot.x, spot.y}, (qm__xy){found[f].x, found[f].y}) <= distance + QM__SLACK);
    }
    nothing_nearer(l, spot, distance);
    n->nearest += any && distance > 0;
    n->ties += count > 1;
    n->none += !any;
    for (int v = 1; v < VARIANTS; v++) {
        qm__spot there = spot;
        changed(variants[v], &there.x, &there.y);
        assert_int_equal(qm__rect_stands(l[v].levels, &l[v].crowd, &l[v].rect, there, QM__SLACK, NULL), stands);
        assert_int_equal(places(&l[v], there, found, &count, &distance_there), any);
        assert_true(!any || (distance - distance_there < 1e-6 && distance_there - distance < 1e-6));
    }
}

static void random_nearest(void **state) {
    (void)state;
    counts n = {0};
    uint64_t seed = 1000000000;
    for (int i = 0; i < 1500; i++) {
        scene s;
        laid l[VARIANTS];
        make_scene(&seed, &s);
        for (int v = 0; v < VARIANTS; v++) {
            assert_true(lay(&s, variants[v], &l[v]));
        }
        for (int k = 0; k < 4; k++) {
            const qm__xy p = some_place(&seed, &s);
            compare_nearest(l, (qm__spot){p.x, p.y, (int32_t)below(&seed, (uint32_t)qm__level_count(l->levels))}, &n);
        }
        for (int v = 0; v < VARIANTS; v++) {
            tabletop_free(l[v].t);
        }
    }
    print_message("%d away, %d with ties, %d nowhere\n", n.nearest, n.ties, n.none);
    assert_true(n.nearest > 1000 && n.ties > 20 && n.none > 5);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_places),
        cmocka_unit_test(random_nearest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
