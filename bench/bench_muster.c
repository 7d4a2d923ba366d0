/* How fast a unit is placed: ten figures in streets among 24 others, from which enemies (every second one) keep 1".
 * Units are formed at strewn places, 2" at most from one another, with 6" to move, and given goals strewn around them,
 * most of them in reach. Prints what was asked for, what was measured, and whether it holds.
 *
 *   bench_muster            timed
 *   bench_muster NAME N     one workload, N rounds, nothing timed: for counting instructions under callgrind
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "game/inches_muster.h"
#include "machine/machine.h"
#include "tables/scene.h"

enum { FIGURES = 10, UNITS = 60, COUNTED = 10, ROUNDS = 5 };

typedef struct field {
    scene scene;
    qm__arena arena;
    qm__inch_base base;
    qm__rims rims;
    qm__crowd crowd;
    void *memory;
    size_t size;
    qm__muster_figure figures[UNITS][FIGURES];
    qm__muster_ask asks[UNITS];
    uint8_t what[UNITS]; /* how each ended */
    double sum;          /* of answers, so that nothing is left out as unused */
} field;

static void prepare(field *f) {
    scene_read(&f->scene, QM_SOURCE_DIR "/bench/tables/streets.json");
    scene_prepare(&f->scene, &f->arena, &f->base.levels, &f->base.walks);
    if (qm__grounds_make(f->base.walks, &f->arena, &f->base.grounds) != QM_OK ||
        qm__rims_make(&f->scene.table, &f->arena, &f->rims) != QM_OK ||
        qm__links_make(f->base.walks, &f->rims, &scene_link_rules, &f->arena, &f->base.links) != QM_OK) {
        machine_fail("preparing failed");
    }
    f->base.mover.walker = scene_walker;
    for (uint16_t i = 0; i < f->scene.body_count; i++) {
        qm__body *body = &f->scene.bodies[i];
        body->manner = i % 2 ? QM__BLOCK : QM__PASS_ONLY;
        body->margin = i % 2 ? 1001 : 0;
    }
    f->crowd = (qm__crowd){.bodies = f->scene.bodies, .count = f->scene.body_count, .self = UINT16_MAX};
    f->size = qm__muster_size(&f->base, 1, f->scene.body_count);
    f->memory = machine_room(f->size);
}

static qm_place place_of(const field *f, qm__spot spot) {
    const qm__spot whole = {(int32_t)spot.x, (int32_t)spot.y, spot.level};
    return qm__inch_place_of(&f->base, whole);
}

static int32_t strewn(uint64_t *seed, int32_t most) {
    return (int32_t)scene_draw(seed, (uint32_t)(2 * most + 1)) - most;
}

/* Whether a place can be that of the next figure of a unit. */
static bool fits(const field *f, const qm__muster_figure *unit, int count, qm_place at) {
    bool near = count == 0;
    if (!qm__inch_can_be(&f->base, &f->crowd, at, true, NULL)) {
        return false;
    }
    for (int i = 0; i < count; i++) {
        const double x = at.x - unit[i].from.x, y = at.y - unit[i].from.y;
        const double apart = qm__length((qm__xy){x, y});
        if (apart < 2 * scene_walker.radius || apart > 6000 + 2 * scene_walker.radius) {
            return false;
        }
        near |= apart <= 2000 + 2 * scene_walker.radius && at.z == unit[i].from.z;
    }
    return near;
}

/* A unit that holds together, and a goal that its first figure could stand at. */
static void strew_unit(field *f, uint32_t number, uint64_t *seed) {
    qm__muster_figure *unit = f->figures[number];
    qm__muster_ask *ask = &f->asks[number];
    int count = 0;
    for (int tries = 0; count < FIGURES; tries++) {
        if (tries % 500 == 0) {
            count = 0;
        }
        qm_place at = place_of(f, scene_spot(f->base.levels, &f->crowd, seed));
        if (count > 0) {
            const qm_place by = unit[scene_draw(seed, (uint32_t)count)].from;
            at = (qm_place){by.x + strewn(seed, 2500), by.y + strewn(seed, 2500), by.z};
        }
        if (fits(f, unit, count, at)) {
            unit[count++] = (qm__muster_figure){.base = &f->base, .crowd = &f->crowd, .from = at};
        }
    }
    *ask = (qm__muster_ask){.figures = unit, .count = FIGURES, .near = 500, .link = 2000, .spread = 6000, .leash = -1};
    do {
        ask->goal = place_of(f, scene_spot(f->base.levels, &f->crowd, seed));
    } while (qm__length((qm__xy){ask->goal.x - unit[0].from.x, ask->goal.y - unit[0].from.y}) > 4500);
}

static void set_links(field *f, bool links) {
    for (uint32_t u = 0; u < UNITS; u++) {
        for (uint32_t i = 0; i < FIGURES; i++) {
            f->figures[u][i].ask = (qm__inch_ask){.allowance = 6000, .pricing = links ? scene_price : NULL};
        }
    }
}

static void ask_muster(field *f, uint32_t number) {
    static qm__muster found;
    f->sum += qm__muster_find(&f->asks[number], f->memory, f->size, &found);
    f->what[number] = found.what;
}

typedef struct workload {
    const char *name, *text;
    bool links;
    void (*ask)(field *f, uint32_t number);
} workload;

static const workload workloads[] = {{"foot", "10 figures placed on foot", false, ask_muster},
                                     {"links", "10 figures placed, links too", true, ask_muster}};
enum { WORKLOADS = sizeof workloads / sizeof workloads[0] };

/* Times of those that were placed, or of those that were not; the best of several rounds for each. */
static void tell(field *f, const workload *w) {
    double each[UNITS], placed[UNITS], refused[UNITS];
    size_t placed_count = 0, refused_count = 0;
    set_links(f, w->links);
    const size_t before = machine_allocations();
    for (int round = 0; round < ROUNDS; round++) {
        for (uint32_t u = 0; u < UNITS; u++) {
            const double start = machine_now();
            w->ask(f, u);
            const double took = (machine_now() - start) * 1e3;
            each[u] = round == 0 || took < each[u] ? took : each[u];
        }
    }
    if (machine_allocations() != before) {
        machine_fail("a question has allocated memory");
    }
    for (uint32_t u = 0; u < UNITS; u++) {
        if (f->what[u] == QM__MUSTER_PLACED) {
            placed[placed_count++] = each[u];
        } else {
            refused[refused_count++] = each[u];
        }
    }
    const double median = machine_median(placed, placed_count);
    printf("%-36s %8.2f ms, asked for at most     5: %s (median of %zu units; slowest %.2f)\n", w->text, median,
           median <= 5 ? "holds" : "MISSED", placed_count, placed[placed_count - 1]);
    if (refused_count > 0) {
        const double middle = machine_median(refused, refused_count);
        printf("%-36s %8.2f ms (median of %zu; slowest %.2f)\n", "  refused, with what stood in the way", middle,
               refused_count, refused[refused_count - 1]);
    }
}

/* The first units alone: under callgrind all of them take a minute. */
static int count_one(field *f, const workload *w, long rounds) {
    set_links(f, w->links);
    for (long round = 0; round < rounds; round++) {
        for (uint32_t u = 0; u < COUNTED; u++) {
            w->ask(f, u);
        }
    }
    printf("%ld\n", rounds * COUNTED);
    return 0;
}

int main(int argc, char **argv) {
    static field f;
    uint64_t seed = 88172645463325252u;
    prepare(&f);
    for (uint32_t u = 0; u < UNITS; u++) {
        strew_unit(&f, u, &seed);
    }
    for (size_t i = 0; i < WORKLOADS && argc == 3; i++) {
        if (strcmp(argv[1], workloads[i].name) == 0) {
            return count_one(&f, &workloads[i], strtol(argv[2], NULL, 10));
        }
    }
    if (argc > 1) {
        fprintf(stderr, "no such workload\n");
        return 2;
    }
    printf("%-36s %8zu KB\n", "memory for placing a unit", f.size / 1024);
    for (size_t i = 0; i < WORKLOADS; i++) {
        tell(&f, &workloads[i]);
    }
    return 0;
}
