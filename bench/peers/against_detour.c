/* The comparison with Detour. Both are built anew and asked in turns, round by round, so that a slow moment of the
 * machine hits both; what is told is the median of the rounds' ratios.
 *
 * A question is a pair of places on whole units where a base stands for both and between which both find a way. The
 * legality of either's ways is judged by the same checker, Detour's with 0.01" of indulgence.
 */
#include "peers/against_detour.h"

#include <stdio.h>
#include <stdlib.h>

#include "machine/machine.h"
#include "peers/detour.h"
#include "space/table/walk.h"

enum { PAIRS = 2000, BUILDS = 5, ROUNDS = 9, BOXES_MAX = 200, CORNERS_MAX = 256 };

static const float CELL = 0.1f;      /* inches */
static const double INDULGENCE = 10; /* units */
static const double TOLERANCE = 2;   /* units that a way of ours may be over the shortest */

typedef struct match {
    const scene *scene;
    qm__arena arena;
    const qm__levels *levels;
    const qm__walks *walks;
    void *scratch;
    detour *mesh;
    float boxes[BOXES_MAX][4][2];
    qm__spot pairs[PAIRS][2];
    float peer_pairs[PAIRS][2][2];
    uint32_t ours_alone, peers_alone; /* pairs left out: only one of the two finds a way */
    double ours, peers;               /* lengths of all ways, so that nothing is left out as unused */
} match;

/* --------------------------------------------------------------------------------------------------------- building */

static void make_peer(match *m) {
    const detour_field field = {.width = (float)m->scene->table.width / 1000,
                                .depth = (float)m->scene->table.depth / 1000,
                                .boxes = (const float(*)[4][2])m->boxes,
                                .box_count = m->scene->table.prism_count,
                                .cell = CELL,
                                .radius = (float)scene_walker.radius / 1000};
    m->mesh = detour_make(&field);
    if (!m->mesh) {
        machine_fail("Detour's mesh cannot be built");
    }
}

static void take_boxes(match *m) {
    const qm__table *table = &m->scene->table;
    for (uint16_t i = 0; i < table->prism_count; i++) {
        const qm__ring *ring = &table->rings[table->prisms[i].polygon.first_ring];
        if (table->prism_count > BOXES_MAX || ring->count != 4) {
            machine_fail("not a table of boxes");
        }
        for (uint32_t k = 0; k < 4; k++) {
            m->boxes[i][k][0] = (float)table->corners[ring->first + k].x / 1000;
            m->boxes[i][k][1] = (float)table->corners[ring->first + k].y / 1000;
        }
    }
}

static void build_both(match *m) {
    double ours[BUILDS], peers[BUILDS], ratios[BUILDS];
    for (int n = 0; n < BUILDS; n++) {
        const double start = machine_now();
        scene_prepare(m->scene, &m->arena, &m->levels, &m->walks);
        const double half = machine_now();
        make_peer(m);
        const double end = machine_now();
        ours[n] = (half - start) * 1e3;
        peers[n] = (end - half) * 1e3;
        ratios[n] = ours[n] / peers[n];
        if (n + 1 < BUILDS) {
            qm__arena_free(&m->arena);
            detour_free(m->mesh);
        }
    }
    const double ratio = machine_median(ratios, BUILDS);
    printf("%-36s %8.2f of Detour's time, asked for at most 0.33: %s (%.1f ms; Detour %.1f ms, %d polygons)\n",
           "preparing", ratio, ratio <= 1.0 / 3 ? "holds" : "MISSED", machine_median(ours, BUILDS),
           machine_median(peers, BUILDS), detour_polygons(m->mesh));
}

/* ----------------------------------------------------------------------------------------------------------- asking */

static double ask_ours(match *m, uint32_t n, qm__way *way) {
    const qm__walk_ask ask = {.from = m->pairs[n][0], .to = m->pairs[n][1], .limit = 1e9};
    qm__walked walked;
    qm__walk_find(m->walks, &ask, m->scratch, way, &walked);
    return walked.found ? walked.cost : -1;
}

static int ask_peer(match *m, uint32_t n, float (*out)[2]) {
    return detour_find(m->mesh, m->peer_pairs[n][0], m->peer_pairs[n][1], out, CORNERS_MAX);
}

static void strew(match *m) {
    static qm__way way;
    uint64_t seed = 88172645463325252u;
    float corners[CORNERS_MAX][2];
    for (uint32_t n = 0; n < PAIRS;) {
        for (int end = 0; end < 2; end++) {
            do {
                m->pairs[n][end] = scene_spot(m->levels, NULL, &seed);
                m->peer_pairs[n][end][0] = (float)(m->pairs[n][end].x / 1000);
                m->peer_pairs[n][end][1] = (float)(m->pairs[n][end].y / 1000);
            } while (!detour_stands(m->mesh, m->peer_pairs[n][end]));
        }
        const bool ours = ask_ours(m, n, &way) >= 0, peers = ask_peer(m, n, corners) > 0;
        m->ours_alone += ours && !peers;
        m->peers_alone += peers && !ours;
        n += ours && peers;
    }
}

static void ask_both(match *m) {
    static qm__way way;
    double ours[ROUNDS], peers[ROUNDS], ratios[ROUNDS];
    float corners[CORNERS_MAX][2];
    for (int round = 0; round < ROUNDS; round++) {
        const double start = machine_now();
        for (uint32_t n = 0; n < PAIRS; n++) {
            m->ours += ask_ours(m, n, &way);
        }
        const double half = machine_now();
        for (uint32_t n = 0; n < PAIRS; n++) {
            m->peers += ask_peer(m, n, corners);
        }
        const double end = machine_now();
        ours[round] = PAIRS / (half - start);
        peers[round] = PAIRS / (end - half);
        ratios[round] = ours[round] / peers[round];
    }
    const double ratio = machine_median(ratios, ROUNDS);
    printf("%-36s %8.2f x Detour's rate, asked for at least 1.20: %s (%.0f a second; Detour %.0f)\n",
           "walks among boxes", ratio, ratio >= 1.2 ? "holds" : "MISSED", machine_median(ours, ROUNDS),
           machine_median(peers, ROUNDS));
}

/* --------------------------------------------------------------------------------------------------------- rightness
 */

typedef struct tally {
    uint32_t illegal, peers_illegal;
    uint32_t longer; /* ways of ours that are longer than a legal one of Detour's */
    double peers_worst, excess;
} tally;

/* The length of a way of Detour's, and whether it is legal with an indulgence. */
static double judge_peer(const match *m, uint32_t n, float (*corners)[2], int count, double slack, bool *legal) {
    double length = 0;
    qm__spot at = m->pairs[n][0];
    *legal = true;
    for (int i = 1; i < count; i++) {
        const qm__xy to = {(double)corners[i][0] * 1000, (double)corners[i][1] * 1000};
        length += qm__apart((qm__xy){at.x, at.y}, to);
        *legal = *legal && qm__walkable(m->levels, NULL, at, to, slack, &at.level);
        at.x = to.x;
        at.y = to.y;
    }
    return length;
}

static void judge_both(match *m) {
    static qm__way way;
    float corners[CORNERS_MAX][2];
    tally t = {0};
    for (uint32_t n = 0; n < PAIRS; n++) {
        bool legal, strict;
        double typed;
        const double cost = ask_ours(m, n, &way);
        const int count = ask_peer(m, n, corners);
        const double length = judge_peer(m, n, corners, count, INDULGENCE, &legal);
        judge_peer(m, n, corners, count, QM__CARE, &strict);
        if (scene_way_legal(m->levels, NULL, m->pairs[n][0], &way, &typed)) {
            t.excess = qm__most(t.excess, typed - cost);
        } else {
            t.illegal++;
        }
        t.peers_illegal += !legal;
        t.longer += strict && cost > length + TOLERANCE;
        if (cost > 1000) {
            t.peers_worst = qm__most(t.peers_worst, length / cost);
        }
    }
    printf(
        "%-36s %8u of %d, asked for none: %s (typed in, the longest is %.4f\" over; Detour: %u by more than 0.01\")\n",
        "  illegal ways", t.illegal, PAIRS, t.illegal == 0 ? "holds" : "MISSED", t.excess / 1000, t.peers_illegal);
    printf("%-36s %8u of %d, asked for none: %s (Detour's worst way: %.2f times ours)\n",
           "  ways longer than a legal one", t.longer, PAIRS, t.longer == 0 ? "holds" : "MISSED", t.peers_worst);
    printf("%-36s %8u found by us alone, %u by Detour alone\n", "  pairs left out", m->ours_alone, m->peers_alone);
}

void against_detour(const scene *boxes) {
    static match m;
    m = (match){.scene = boxes};
    take_boxes(&m);
    build_both(&m);
    m.scratch = malloc(qm__walk_scratch_size(m.walks, 0));
    if (!m.scratch) {
        machine_fail("out of memory");
    }
    strew(&m);
    ask_both(&m);
    judge_both(&m);
    free(m.scratch);
    detour_free(m.mesh);
    qm__arena_free(&m.arena);
}
