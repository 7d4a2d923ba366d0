/* Units placed by themselves, on a thousand tables on which that is possible because it was done first: terrain, then a
 * formation at its end, then enemies and friends around it, then places from which each figure gets there for what it
 * has. All that is found is judged by test/support/mustering.h. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/amount.h"
#include "support/mustering.h"

enum { SCENES = 1000, SIDE = 26000 };

typedef enum sort {
    OPEN,     /* few boxes */
    TOWN,     /* many, with gaps as wide as a base */
    FLOORS,   /* a floor above the ground, with stairs */
    ENEMIES,  /* many near the end, 1" kept from each */
    CORRIDOR, /* walls as near as a base is wide, or nearly */
    CROWDED,  /* a courtyard full of friends, who may be passed */
    LINKS,    /* platforms to climb, jump and drop off */
    MIXED,    /* a leader on a larger base and a leash */
    PAIRS,    /* everybody near somebody, measured in plan */
    ZONES,    /* ground that costs something */
    RECTS,    /* rectangles among round bases */
    PACKED,   /* a closed room that is nearly full */
    KINDS
} sort;

static const char *const kind_names[KINDS] = {"open",  "town",  "floors", "enemies", "corridor",   "crowded",
                                              "links", "mixed", "pairs",  "zones",   "rectangles", "packed"};

typedef struct maker {
    muster_scene m;
    uint64_t seed, at;
    sort kind;
    uint16_t count;
    qm_place ends[UNIT];
    uint32_t tight; /* figures that have hardly more than they need */
} maker;

static int32_t drawn(maker *g, int32_t low, int32_t high) {
    return low + (int32_t)qm__random_below(g->seed, &g->at, (uint32_t)(high - low + 1));
}

static bool one_in(maker *g, int32_t n) {
    return drawn(g, 1, n) == 1;
}

/* ------------------------------------------------------------------------------------------------------------ terrain
 */

static void strew_boxes(maker *g, int count, int32_t grid, int32_t most) {
    for (int i = 0; i < count; i++) {
        const int32_t w = drawn(g, 2, most) * grid, d = drawn(g, 2, most) * grid;
        const int32_t x = drawn(g, 0, (SIDE - w) / grid) * grid, y = drawn(g, 0, (SIDE - d) / grid) * grid;
        const bool crate = one_in(g, 4);
        box(&g->m.s, x, y, w, d, 0, crate ? 500 : drawn(g, 2, 8) * 500, crate ? QM__PRISM_WALKABLE : 0);
    }
}

static void build_floor(maker *g) {
    const int32_t x = drawn(g, 4, 8) * 1000, y = drawn(g, 4, 8) * 1000;
    box(&g->m.s, x, y, 9000, 7000, 2700, 3000, QM__PRISM_WALKABLE);
    for (int32_t i = 0; i < 5; i++) {
        box(&g->m.s, x - 5000 + i * 1000, y + 1000, 1000, 2000, 0, (i + 1) * 500, QM__PRISM_WALKABLE);
    }
    box(&g->m.s, x + 4000, y + 3000, 500, 4000, 3000, 6000, 0); /* a wall above */
    box(&g->m.s, x + 6000, y, 500, 5000, 0, 2700, 0);           /* … and one below */
    strew_boxes(g, 2, 500, 5);
}

/* Two walls, one of them with a bend. */
static void build_corridor(maker *g) {
    static const int32_t more[] = {0, 0, 1, 100, 300, 800};
    const int32_t width = 1000 + more[drawn(g, 0, 5)], x = drawn(g, 5, 9) * 1000, y = drawn(g, 6, 12) * 1000;
    box(&g->m.s, x, y - 1000, 10000, 1000, 0, 4000, 0);
    box(&g->m.s, x, y + width, 10000 - width - 1000, 1000, 0, 4000, 0);
    box(&g->m.s, x + 10000, y - 1000, 1000, 7000, 0, 4000, 0);
    box(&g->m.s, x + 10000 - width - 1000, y + width, 1000, 5000, 0, 4000, 0);
    strew_boxes(g, 2, 500, 4);
}

static void build_courtyard(maker *g) {
    const int32_t x = 9000, y = 9000, w = drawn(g, 10, 14) * 500, d = drawn(g, 8, 12) * 500;
    const int32_t door = drawn(g, 2, 6) * 500 + 1000;
    box(&g->m.s, x - 500, y - 500, w + 1000, 500, 0, 4000, 0);
    box(&g->m.s, x - 500, y, 500, d, 0, 4000, 0);
    box(&g->m.s, x + w, y, 500, d, 0, 4000, 0);
    box(&g->m.s, x - 500, y + d, door, 500, 0, 4000, 0);
    box(&g->m.s, x - 500 + door + 1500, y + d, w + 1000 - door - 1500, 500, 0, 4000, 0);
}

static void build_room(maker *g) {
    const int32_t x = 9000, y = 9000, w = drawn(g, 8, 10) * 500, d = drawn(g, 8, 10) * 500;
    box(&g->m.s, x - 500, y - 500, w + 1000, 500, 0, 4000, 0);
    box(&g->m.s, x - 500, y + d, w + 1000, 500, 0, 4000, 0);
    box(&g->m.s, x - 500, y, 500, d, 0, 4000, 0);
    box(&g->m.s, x + w, y, 500, d, 0, 4000, 0);
}

static void build_platforms(maker *g) {
    for (int32_t i = 0; i < 3; i++) {
        const int32_t x = 5000 + i * 6000 + drawn(g, 0, 2) * 500, y = drawn(g, 6, 14) * 1000;
        box(&g->m.s, x, y, drawn(g, 3, 5) * 1000, drawn(g, 3, 6) * 1000, 0, drawn(g, 2, 6) * 500, QM__PRISM_WALKABLE);
    }
    strew_boxes(g, 2, 500, 5);
}

static void build(maker *g) {
    static const qm__link_rules rules = {
        .jump_most = 3000, .rise_most = 500, .climbs = true, .ladders = true, .jumps = true, .drops = true};
    muster_begin(&g->m, SIDE, SIDE);
    switch (g->kind) {
    case FLOORS:
        build_floor(g);
        break;
    case CORRIDOR:
        build_corridor(g);
        break;
    case CROWDED:
        build_courtyard(g);
        break;
    case LINKS:
        build_platforms(g);
        break;
    case PACKED:
        build_room(g);
        break;
    case TOWN:
        strew_boxes(g, drawn(g, 12, 24), 500, 9);
        break;
    case ZONES:
        strew_boxes(g, 4, 500, 7);
        for (int i = 0; i < 3; i++) {
            add_area(&g->m.s, drawn(g, 4, 16) * 1000, drawn(g, 4, 16) * 1000, drawn(g, 2, 6) * 1000,
                     drawn(g, 2, 6) * 1000);
            *(one_in(g, 2) ? &g->m.s.prices[i].once : &g->m.s.prices[i].entry) = drawn(g, 1, 4) * 500;
        }
        break;
    case OPEN:
    case ENEMIES:
    case MIXED:
    case PAIRS:
    case RECTS:
    case KINDS:
        strew_boxes(g, drawn(g, 1, 8), 500, 7);
        break;
    }
    muster_prepare(&g->m, g->kind == MIXED ? 800 : g->kind == RECTS ? 1119 : 0, g->kind == LINKS ? &rules : NULL);
}

/* ---------------------------------------------------------------------------------------------------------- formation
 */

/* Figures without places: what they are and have. */
static void enlist(maker *g) {
    muster_scene *m = &g->m;
    static const int32_t nears[] = {0, 0, 500, 1000};
    g->count = (uint16_t)(g->kind == RECTS ? drawn(g, 3, 6) : g->kind == PACKED || one_in(g, 3) ? 10 : drawn(g, 2, 14));
    const int32_t allowance = drawn(g, 8, 16) * 500;
    for (uint16_t i = 0; i < g->count; i++) {
        const bool second = m->base_count > 1 && (g->kind == RECTS ? i % 2 == 0 : i == 0);
        qm__muster_figure *f = muster_figure(m, second, (qm_place){0, 0, 0}, allowance);
        if (g->kind == RECTS && second) {
            f->width = 1000;
            f->length = 2000;
            f->facing = drawn(g, 0, 65535);
        }
        f->ask.prices = g->kind == ZONES ? m->s.prices : NULL;
    }
    if (g->kind == MIXED) {
        m->ask.leader = 1;
        m->ask.leash = 4000;
    }
    if (g->kind == PAIRS) {
        m->ask.bond = QM__MUSTER_EACH;
        m->ask.plan = true;
    }
    m->ask.spread = one_in(g, 4) ? -1 : m->ask.spread;
    m->ask.near = nears[drawn(g, 0, 3)];
}

/* A place at or below a height, or at any (-1), where a figure stands clear of the first ones. */
static bool stands_clear(const maker *g, uint16_t i, qm_place at, const qm_place *others, uint16_t count) {
    bool good = judge_stands(&g->m, i, at);
    for (uint16_t k = 0; k < count && good; k++) {
        good = judge_clear(&g->m, i, at, k, others[k]);
    }
    return good;
}

static int32_t some_height(maker *g) {
    return qm__level_height(g->m.s.levels, drawn(g, 0, qm__level_count(g->m.s.levels) - 1));
}

/* In the corridor and the courtyard the formation begins inside. */
static qm_place anchor(maker *g) {
    if (g->kind == CROWDED || g->kind == PACKED) {
        return (qm_place){drawn(g, 9500, 13000), drawn(g, 9500, 12000), 0};
    }
    if (g->kind == CORRIDOR) {
        const qm__prism *wall = &g->m.s.t->prisms[0];
        return (qm_place){wall->polygon.box.x0 + drawn(g, 1, 9) * 1000, wall->polygon.box.y1 + 500, 0};
    }
    return (qm_place){drawn(g, 4000, SIDE - 4000), drawn(g, 4000, SIDE - 4000), some_height(g)};
}

/* Whether the first figures keep what must hold between any two. */
static bool pairs_hold(const maker *g, uint16_t count) {
    const qm__muster_ask *ask = &g->m.ask;
    bool good = true;
    for (uint16_t k = 0; k + 1 < count; k++) {
        const double apart = judge_apart(&g->m, (uint16_t)(count - 1), g->ends[count - 1], k, g->ends[k]);
        good &= ask->spread < 0 || apart <= ask->spread;
        good &= ask->leash < 0 || k + 1 != ask->leader || apart <= ask->leash;
    }
    return good;
}

/* Grows a formation: each next to one that is there, at most a link away. */
static bool form(maker *g) {
    uint16_t count = 0;
    for (int tries = 0; tries < 4000 && count < g->count; tries++) {
        qm_place at = anchor(g);
        if (count > 0) {
            const qm_place near = g->ends[drawn(g, 0, count - 1)];
            const bool along = g->kind == CORRIDOR && one_in(g, 2); /* right in line */
            at = (qm_place){near.x + drawn(g, -3000, 3000), near.y + (along ? 0 : drawn(g, -3000, 3000)),
                            one_in(g, 3) ? some_height(g) : near.z};
            if (judge_apart(&g->m, count, at, 0, g->ends[0]) > 1e8) {
                continue;
            }
        }
        if (!stands_clear(g, count, at, g->ends, count)) {
            continue;
        }
        g->ends[count] = at;
        bool joined = count == 0;
        for (uint16_t k = 0; k < count; k++) {
            joined |= judge_apart(&g->m, count, at, k, g->ends[k]) <= g->m.ask.link;
        }
        count = (uint16_t)(count + (joined && pairs_hold(g, (uint16_t)(count + 1))));
    }
    return count == g->count;
}

/* Others around the end, so that all of it still stands. */
static void surround(maker *g) {
    const int enemies = g->kind == ENEMIES ? drawn(g, 8, 14) : g->kind == PACKED ? 0 : drawn(g, 0, 4);
    const int friends = g->kind == CROWDED ? drawn(g, 6, 10) : drawn(g, 0, 3);
    for (int i = 0; i < enemies + friends; i++) {
        const bool enemy = i < enemies;
        for (int tries = 0; tries < 40; tries++) {
            const qm_place near = g->ends[drawn(g, 0, g->count - 1)];
            const int32_t far = enemy ? 4000 : 2500;
            const qm_place at = {near.x + drawn(g, -far, far), near.y + drawn(g, -far, far), near.z};
            bool good = judge_stands(&g->m, g->kind == RECTS ? 1 : (uint16_t)(g->count - 1), at);
            muster_other(&g->m, at.x, at.y, at.z, enemy ? QM__BLOCK : QM__PASS_ONLY, enemy ? 1001 : 0);
            for (uint16_t k = 0; k < g->count && good; k++) {
                good = judge_stands(&g->m, k, g->ends[k]);
            }
            if (good) {
                break;
            }
            g->m.s.crowd.count--;
        }
    }
}

/* Places to begin at: the whole unit elsewhere, or each for itself. */
static bool set_out(maker *g) {
    muster_scene *m = &g->m;
    const bool together = !one_in(g, 3);
    qm_place starts[UNIT];
    int32_t allowance = m->figures[0].ask.allowance;
    for (int shifts = 0; shifts < 12; shifts++) {
        const int32_t x = drawn(g, -allowance, allowance), y = drawn(g, -allowance, allowance);
        uint16_t i = 0;
        for (int tries = 0; tries < 40 * g->count && i < g->count; tries++) {
            const qm_place end = g->ends[i];
            const int32_t stray = together ? 500 + tries * 20 : 0;
            const qm_place at = {end.x + (together ? x + drawn(g, -stray, stray) : drawn(g, -allowance, allowance)),
                                 end.y + (together ? y + drawn(g, -stray, stray) : drawn(g, -allowance, allowance)),
                                 one_in(g, 2) ? some_height(g) : end.z};
            if (stands_clear(g, i, at, starts, i)) {
                const int32_t cost = judge_cost(m, i, at, end);
                if (cost >= 0 && cost <= allowance) {
                    m->figures[i].from = starts[i] = at;
                    m->found.costs[i++] = cost;
                }
            }
        }
        if (i == g->count) {
            return true;
        }
    }
    return false;
}

/* Some have hardly what they need. */
static void tighten(maker *g) {
    for (uint16_t i = 0; i < g->count; i++) {
        const int32_t cost = g->m.found.costs[i];
        if (cost > 2000 && one_in(g, 10)) {
            g->m.figures[i].ask.allowance = cost + drawn(g, 0, 300);
            g->tight++;
        }
    }
}

static void set_goal(maker *g) {
    const qm_place end = g->ends[drawn(g, 0, g->count - 1)];
    const int32_t off = g->m.ask.near * 7 / 10;
    g->m.ask.goal = (qm_place){end.x + drawn(g, -off, off), end.y + drawn(g, -off, off), end.z};
}

/* Whether a scene came about; then its own solution has been judged. */
static bool make_scene(maker *g, sort kind, uint64_t seed) {
    memset(g, 0, sizeof *g);
    g->kind = kind;
    g->seed = seed;
    build(g);
    enlist(g);
    if (!form(g)) {
        return false;
    }
    surround(g);
    if (!set_out(g)) {
        return false;
    }
    tighten(g);
    set_goal(g);
    memcpy(g->m.found.places, g->ends, sizeof g->ends);
    for (uint16_t i = 0; i < g->count; i++) {
        g->m.found.order[i] = (uint16_t)(i + 1);
    }
    g->m.found.in_turn = judge_order(&g->m, &g->m.found);
    assert_string_equal(judge(&g->m), "");
    return true;
}

/* --------------------------------------------------------------------------------------------------------------- tests
 */

typedef struct counts {
    uint32_t made, placed, figures, tight, in_turn;
    uint32_t fixed, adjusted; /* asked for again with one fixed at its end, and placed */
    uint32_t again;           /* placed among the places known, with less to spend for one */
} counts;

static void print_failure(const maker *g, uint64_t seed) {
    const qm__muster *f = &g->m.found;
    printf("  not placed: %s, seed %llu, %u figures: what %u, figure %u, other %u, count %u, needed %d, had %d, gap %d "
           "of %d\n",
           kind_names[g->kind], (unsigned long long)seed, g->count, f->what, f->figure, f->other, f->count, f->needed,
           f->had, f->gap, f->most);
}

/* Places it and has it judged; false when no placing was found. */
static bool place(maker *g, uint64_t seed) {
    if (!muster_find(&g->m)) {
        print_failure(g, seed);
        return false;
    }
    const char *wrong = judge(&g->m);
    if (*wrong) {
        fail_msg("%s, seed %llu: %s", kind_names[g->kind], (unsigned long long)seed, wrong);
    }
    return true;
}

/* Gives the one that went farthest less than it took, and asks among the places known: who is placed then is placed
 * well. Searches the formation has no use for know no other places. */
static bool place_again(maker *g, uint64_t seed) {
    const qm__muster first = g->m.found;
    uint16_t most = 0;
    for (uint16_t i = 1; i < g->count; i++) {
        most = first.costs[i] > first.costs[most] && !g->m.figures[i].fixed ? i : most;
    }
    const int32_t had = g->m.figures[most].ask.allowance;
    g->m.figures[most].ask.allowance = first.costs[most] - 1;
    const bool again = first.costs[most] > 0 && muster_again(&g->m);
    const char *wrong = again ? judge(&g->m) : "";
    if (*wrong) {
        fail_msg("%s, seed %llu, again: %s", kind_names[g->kind], (unsigned long long)seed, wrong);
    }
    assert_true(!again || g->m.found.costs[most] < first.costs[most]);
    g->m.figures[most].ask.allowance = had;
    g->m.found = first;
    return again;
}

static void test_scenes(void **state) {
    (void)state;
    static maker g;
    const uint32_t scenes = amount_of(SCENES, SCENES);
    counts all = {0}, by[KINDS] = {{0}};
    for (uint64_t seed = 1; all.made < scenes; seed++) {
        const sort kind = (sort)(seed % KINDS);
        if (make_scene(&g, kind, seed)) {
            counts *t = &by[kind];
            t->made++;
            all.made++;
            t->figures += g.count;
            t->tight += g.tight;
            const bool placed = place(&g, seed);
            t->placed += placed;
            all.placed += placed;
            t->in_turn += placed && g.m.found.in_turn;
            all.again += placed && place_again(&g, seed);
            if (seed / KINDS % 2) {
                const uint16_t i = (uint16_t)(seed / 2 % g.count);
                g.m.figures[i].fixed = true;
                g.m.figures[i].to = g.ends[i];
                t->adjusted += place(&g, seed);
                t->fixed++;
            }
        }
        muster_finish(&g.m);
    }
    for (int k = 0; k < KINDS; k++) {
        printf(
            "%-10s %4u scenes, %4u placed (%4u can be moved one by one), %2u of %2u with one fixed; %5u figures, %3u "
            "with hardly what they need\n",
            kind_names[k], by[k].made, by[k].placed, by[k].in_turn, by[k].adjusted, by[k].fixed, by[k].figures,
            by[k].tight);
        all.fixed += by[k].fixed;
        all.adjusted += by[k].adjusted;
        assert_enough(by[k].made >= 40);
    }
    printf("%u of %u scenes placed, %u of %u with one fixed, %u again with less\n", all.placed, all.made, all.adjusted,
           all.fixed, all.again);
    assert_true(all.again >= 100);
    assert_true(all.placed * 100 >= all.made * 99);
    assert_true(all.adjusted * 100 >= all.fixed * 99);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_scenes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
