/* How fast the table is: walks, reach, sight and drawn paths on the two tables of bench/tables/, and walks beside those
 * of Detour where that is installed. Prints one line a figure: what was asked for, what was measured, and whether it
 * holds.
 *
 *   bench_table            all workloads, timed
 *   bench_table NAME N     one workload, N rounds, nothing timed: for counting instructions under callgrind
 *
 * Places and pairs are strewn by a generator of this program over everything that can be stood on, so that nothing is
 * chosen to be easy. Every way found is checked piece by piece outside of the time that is measured.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "machine/machine.h"
#include "space/table/reach.h"
#include "space/table/sight.h"
#include "tables/scene.h"
#ifdef QM_PEER_DETOUR
#include "peers/against_detour.h"
#endif

enum { ROUNDS = 7, PAIRS = 1000, PATHS = 200, PIECES = 6, FIGURES_MAX = 96 };

typedef struct pair {
    qm__spot from, to;
} pair;

/* A table with everything prepared on it. */
typedef struct field {
    scene scene;
    qm__arena arena;
    const qm__levels *levels;
    const qm__walks *walks;
    const qm__grounds *grounds;
    qm__rims rims;
    const qm__links *links;
    const qm__sights *sights;
    qm__crowd all; /* in the way of somebody who is none of them */
    const qm__walks_bodies *all_ready;
    qm__crowd others[FIGURES_MAX]; /* in the way of each figure: all but itself */
    const qm__walks_bodies *others_ready[FIGURES_MAX];
    size_t bodies_size, reach_size, regions_size;
    void *bodies_room, *walk_scratch, *reach_scratch, *regions_room, *sight_scratch;
    pair joined[PAIRS], parted[PAIRS]; /* with a way between them, and without one */
    uint32_t joined_count, parted_count;
    qm__spot starts[PATHS];
    qm__xy paths[PATHS][PIECES + 1];
    const qm__reach *reach; /* of the first figure, for asking what places cost */
    qm__spot places[PAIRS];
    double more_time; /* milliseconds that preparing all but walks has taken */
    double sum;       /* of answers, so that nothing is left out as unused */
} field;

/* ------------------------------------------------------------------------------------------------- preparing a field
 */

static void prepare_bodies(field *f) {
    const uint16_t count = f->scene.body_count;
    f->bodies_size = qm__walks_bodies_size(f->walks, count);
    f->bodies_room = machine_room(f->bodies_size);
    f->all = (qm__crowd){.bodies = f->scene.bodies, .count = count, .self = count};
    f->all_ready = qm__walks_crowd(f->walks, &f->all, machine_room(f->bodies_size), f->bodies_size);
    for (uint16_t i = 0; i < count && i < FIGURES_MAX; i++) {
        f->others[i] = (qm__crowd){.bodies = f->scene.bodies, .count = count, .self = i};
        f->others_ready[i] = qm__walks_crowd(f->walks, &f->others[i], machine_room(f->bodies_size), f->bodies_size);
        const qm__body *b = &f->scene.bodies[i];
        const qm__spot spot = {b->x, b->y, qm__level_at(f->levels, b->z)};
        if (!f->others_ready[i] || !qm__stands(f->levels, &f->others[i], spot, QM__CARE, NULL)) {
            machine_fail("a figure does not stand");
        }
    }
}

/* What is prepared once for a table and a base besides walks. */
static void prepare_more(field *f) {
    if (qm__grounds_make(f->walks, &f->arena, &f->grounds) != QM_OK ||
        qm__rims_make(&f->scene.table, &f->arena, &f->rims) != QM_OK ||
        qm__links_make(f->walks, &f->rims, &scene_link_rules, &f->arena, &f->links) != QM_OK ||
        qm__sights_make(&f->scene.table, &f->arena, &f->sights) != QM_OK) {
        machine_fail("preparing reach, links and sight failed");
    }
}

static void prepare(field *f, const scene *s) {
    memset(f, 0, sizeof *f);
    f->scene = *s;
    scene_prepare(s, &f->arena, &f->levels, &f->walks);
    const double start = machine_now();
    prepare_more(f);
    f->more_time = (machine_now() - start) * 1e3;
    f->walk_scratch = machine_room(qm__walk_scratch_size(f->walks, s->body_count));
    f->reach_size = qm__reach_scratch_size(f->grounds, s->body_count, f->links);
    f->reach_scratch = machine_room(f->reach_size);
    f->regions_size = qm__regions_size(f->grounds, s->body_count);
    f->regions_room = machine_room(f->regions_size);
    f->sight_scratch = machine_room(qm__sight_scratch_size(f->sights, s->body_count));
    prepare_bodies(f);
}

static void walk(field *f, const pair *p, const qm__walks_bodies *ready, qm__way *way, qm__walked *out) {
    const qm__walk_ask ask = {.from = p->from, .to = p->to, .crowd = &f->all, .bodies = ready, .limit = 1e9};
    qm__walk_find(f->walks, &ask, f->walk_scratch, way, out);
}

/* Pairs of places, sorted by whether one can walk from one to the other. */
static void strew_pairs(field *f) {
    uint64_t seed = 88172645463325252u;
    for (int tries = 0; tries < 4 * PAIRS && f->joined_count < PAIRS; tries++) {
        qm__walked walked;
        const pair p = {scene_spot(f->levels, &f->all, &seed), scene_spot(f->levels, &f->all, &seed)};
        walk(f, &p, f->all_ready, NULL, &walked);
        if (walked.exhausted) {
            machine_fail("the scratch of walks does not suffice");
        }
        if (walked.found) {
            f->joined[f->joined_count++] = p;
        } else if (f->parted_count < PAIRS) {
            f->parted[f->parted_count++] = p;
        }
    }
}

/* Paths as a person draws them: six pieces of half an inch to three inches, all of them free. */
static void strew_paths(field *f) {
    uint64_t seed = 362436069;
    for (uint32_t n = 0; n < PATHS; n++) {
        uint32_t count = 0, tries = 0;
        qm__spot at = {0};
        while (count <= PIECES) {
            if (count == 0 || tries++ > 200) {
                at = f->starts[n] = scene_spot(f->levels, &f->all, &seed);
                f->paths[n][0] = (qm__xy){at.x, at.y};
                count = 1;
                tries = 0;
            }
            const double x = (int)scene_draw(&seed, 6001) - 3000, y = (int)scene_draw(&seed, 6001) - 3000;
            const qm__xy to = {at.x + x, at.y + y};
            int32_t level;
            if (x * x + y * y < 250000 || x * x + y * y > 9e6 ||
                !qm__walkable(f->levels, &f->all, at, to, QM__CARE, &level) ||
                !qm__stands(f->levels, &f->all, (qm__spot){to.x, to.y, level}, QM__CARE, NULL)) {
                continue;
            }
            at = (qm__spot){to.x, to.y, level};
            f->paths[n][count++] = to;
        }
    }
}

static void strew_places(field *f) {
    uint64_t seed = 521288629;
    for (uint32_t n = 0; n < PAIRS;) {
        const qm__spot spot = scene_spot(f->levels, &f->others[0], &seed);
        const double x = spot.x - f->scene.bodies[0].x, y = spot.y - f->scene.bodies[0].y;
        if (x * x + y * y <= 11e3 * 11e3) {
            f->places[n++] = spot;
        }
    }
}

/* -------------------------------------------------------------------------------------------------------- workloads */

static const qm__reach *reach_of(field *f, uint32_t figure, double budget, bool links) {
    const qm__body *b = &f->scene.bodies[figure];
    const qm__reach_ask ask = {.from = {b->x, b->y, qm__level_at(f->levels, b->z)},
                               .budget = budget,
                               .crowd = &f->others[figure],
                               .bodies = f->others_ready[figure],
                               .links = links ? f->links : NULL,
                               .pricing = links ? scene_price : NULL,
                               .may_end = true};
    const qm__reach *reach = qm__reach_make(f->grounds, &ask, f->reach_scratch, f->reach_size);
    if (!reach) {
        machine_fail("the scratch of reach does not suffice");
    }
    return reach;
}

/* Reach as it is shown: all regions with it. */
static void ask_reach(field *f, uint32_t n, double budget, bool links) {
    qm__regions regions;
    const qm__reach *reach = reach_of(f, n % f->scene.body_count, budget, links);
    if (!qm__reach_regions(reach, budget, f->regions_room, f->regions_size, &regions)) {
        machine_fail("the memory of regions does not suffice");
    }
    f->sum += regions.point_count;
}

static void ask_walk(field *f, uint32_t n) {
    static qm__way way;
    qm__walked walked;
    walk(f, &f->joined[n % f->joined_count], f->all_ready, &way, &walked);
    f->sum += walked.cost;
}

static void ask_empty(field *f, uint32_t n) {
    static qm__way way;
    qm__walked walked;
    const pair *p = &f->joined[n % f->joined_count];
    qm__walk_find(f->walks, &(qm__walk_ask){.from = p->from, .to = p->to, .limit = 1e9}, f->walk_scratch, &way,
                  &walked);
    f->sum += walked.cost;
}

static void ask_cold(field *f, uint32_t n) {
    static qm__way way;
    qm__walked walked;
    walk(f, &f->joined[n % f->joined_count], NULL, &way, &walked);
    f->sum += walked.cost;
}

static void ask_nowhere(field *f, uint32_t n) {
    qm__walked walked;
    walk(f, &f->parted[n % f->parted_count], f->all_ready, NULL, &walked);
    f->sum += walked.found;
}

static void ask_bodies(field *f, uint32_t n) {
    (void)n;
    f->sum += qm__walks_crowd(f->walks, &f->all, f->bodies_room, f->bodies_size) != NULL;
}

static void ask_reach_short(field *f, uint32_t n) {
    ask_reach(f, n, 6000, false);
}

static void ask_reach_long(field *f, uint32_t n) {
    ask_reach(f, n, 10500, false);
}

static void ask_reach_short_links(field *f, uint32_t n) {
    ask_reach(f, n, 6000, true);
}

static void ask_reach_long_links(field *f, uint32_t n) {
    ask_reach(f, n, 10500, true);
}

static void ask_cost(field *f, uint32_t n) {
    f->sum += qm__reach_cost(f->reach, f->places[n]);
}

static void ask_sight(field *f, uint32_t n) {
    qm__seen seen;
    const uint16_t count = f->scene.body_count;
    const uint16_t a = (uint16_t)(n % count), b = (uint16_t)((a + 1 + n / count % (count - 1u)) % count);
    const qm__body *from = &f->scene.bodies[a];
    const qm__eye eye = {from->x, from->y, from->z + from->height};
    qm__sight_find(f->sights, eye, &f->scene.bodies[b], f->scene.bodies, count, a, b, f->sight_scratch, &seen);
    f->sum += seen.fraction;
}

static void ask_drawn(field *f, uint32_t n) {
    qm__drawn drawn;
    if (!qm__drawn_check(f->levels, &f->all, f->starts[n], f->paths[n], PIECES + 1, &drawn)) {
        machine_fail("a drawn path is refused");
    }
    f->sum += drawn.length;
}

typedef enum which { BOXES, STREETS, TABLES } which;
typedef enum how { MEAN, MEDIAN } how;

typedef struct workload {
    const char *name, *text;
    which table;
    how how;        /* what is compared with the limit: the mean of all questions, or the median of single ones */
    double limit;   /* microseconds; 0 = told only */
    uint32_t count; /* questions in a round */
    void (*ask)(field *f, uint32_t n);
} workload;

static const workload workloads[] = {
    {"walk", "a walk among boxes", BOXES, MEAN, 0, PAIRS, ask_walk},
    {"empty", "a walk through empty streets", STREETS, MEAN, 0, PAIRS, ask_empty},
    {"bodies", "24 figures prepared", STREETS, MEDIAN, 3000, 20, ask_bodies},
    {"figures", "a walk through streets, 24 figures", STREETS, MEAN, 20, PAIRS, ask_walk},
    {"cold", "the same, nothing prepared", STREETS, MEAN, 150, 200, ask_cold},
    {"nowhere", "the same, where there is no way", STREETS, MEAN, 0, PAIRS, ask_nowhere},
    {"reach-6", "reach of 6\"", STREETS, MEDIAN, 300, 24, ask_reach_short},
    {"reach-10", "reach of 10.5\"", STREETS, MEDIAN, 300, 24, ask_reach_long},
    {"links-6", "reach of 6\" with links", STREETS, MEDIAN, 2000, 24, ask_reach_short_links},
    {"links-10", "reach of 10.5\" with links", STREETS, MEDIAN, 2000, 24, ask_reach_long_links},
    {"cost", "cost at a point of 10.5\" with links", STREETS, MEAN, 5, PAIRS, ask_cost},
    {"sight", "sight of a figure", STREETS, MEAN, 10, 552, ask_sight},
    {"drawn", "a drawn path of 6 pieces", STREETS, MEAN, 3, PATHS, ask_drawn},
};
enum { WORKLOADS = sizeof workloads / sizeof workloads[0] };

/* The reach that ask_cost asks is made anew, because other questions use the same scratch. */
static void begin(field *f, const workload *w) {
    if (w->ask == ask_cost) {
        f->reach = reach_of(f, 0, 10500, true);
    }
}

/* -------------------------------------------------------------------------------------------------------- measuring */

typedef struct measured {
    double mean, median,
        most; /* microseconds; each the best of several rounds, question by question for the last two */
} measured;

/* What reading the clock twice takes, in microseconds. */
static double clock_time(void) {
    double least = 1e9;
    for (int n = 0; n < 1000; n++) {
        const double start = machine_now();
        least = qm__least(least, (machine_now() - start) * 1e6);
    }
    return least;
}

/* Whole rounds without a clock inside for the mean; then single questions, less what the clock takes. */
static measured measure(field *f, const workload *w) {
    static double each[PAIRS];
    measured out = {1e9, 0, 0};
    const double clock = clock_time();
    begin(f, w);
    const size_t before = machine_allocations();
    for (int round = 0; round < ROUNDS; round++) {
        const double start = machine_now();
        for (uint32_t n = 0; n < w->count; n++) {
            w->ask(f, n);
        }
        out.mean = qm__least(out.mean, (machine_now() - start) / w->count * 1e6);
    }
    for (int round = 0; round < 3; round++) {
        for (uint32_t n = 0; n < w->count; n++) {
            const double start = machine_now();
            w->ask(f, n);
            const double took = (machine_now() - start) * 1e6 - clock;
            each[n] = round == 0 ? took : qm__least(each[n], took);
        }
    }
    if (machine_allocations() != before) {
        machine_fail("a question has allocated memory");
    }
    out.median = machine_median(each, w->count);
    out.most = each[w->count - 1];
    return out;
}

static void tell(field *f, const workload *w) {
    const measured m = measure(f, w);
    const double value = w->how == MEAN ? m.mean : m.median;
    printf("%-36s %8.2f us", w->text, value);
    if (w->limit > 0) {
        printf(", asked for at most %5.0f: %s", w->limit, value <= w->limit ? "holds" : "MISSED");
    }
    printf(" (%s; %s %.2f, slowest %.2f)\n", w->how == MEAN ? "mean" : "median", w->how == MEAN ? "median" : "mean",
           w->how == MEAN ? m.median : m.mean, m.most);
}

/* Every way must be legal as the points that are typed in, and no longer than it says. */
static void check_ways(field *f, const char *where) {
    static qm__way way;
    uint32_t illegal = 0;
    double excess = 0;
    for (uint32_t n = 0; n < f->joined_count; n++) {
        qm__walked walked;
        double typed;
        walk(f, &f->joined[n], n % 2 ? f->all_ready : NULL, &way, &walked);
        if (walked.found && scene_way_legal(f->levels, &f->all, f->joined[n].from, &way, &typed)) {
            excess = qm__most(excess, typed - walked.cost);
        } else {
            illegal++;
        }
    }
    printf("%-36s %8u of %u, asked for none: %s (typed in, the longest is %.4f\" over)\n", where, illegal,
           f->joined_count, illegal == 0 ? "holds" : "MISSED", excess / 1000);
}

/* ----------------------------------------------------------------------------------------------------------- growth */

static double prepare_time(const scene *s) {
    double each[5];
    for (int round = 0; round < 5; round++) {
        qm__arena arena;
        const qm__levels *levels;
        const qm__walks *walks;
        const double start = machine_now();
        scene_prepare(s, &arena, &levels, &walks);
        each[round] = (machine_now() - start) * 1e3;
        qm__arena_free(&arena);
    }
    return machine_median(each, 5);
}

static const workload *named(const char *name) {
    for (size_t i = 0; i < WORKLOADS; i++) {
        if (strcmp(workloads[i].name, name) == 0) {
            return &workloads[i];
        }
    }
    return NULL;
}

static void make(field *f, const scene *s) {
    prepare(f, s);
    strew_pairs(f);
    if (s->body_count > 0) {
        strew_paths(f);
        strew_places(f);
    }
}

static void put_away(field *f) {
    for (uint16_t i = 0; i < f->scene.body_count; i++) {
        free((void *)f->others_ready[i]);
    }
    free((void *)f->all_ready);
    void *const rooms[] = {f->bodies_room, f->walk_scratch, f->reach_scratch, f->regions_room, f->sight_scratch};
    for (size_t i = 0; i < sizeof rooms / sizeof rooms[0]; i++) {
        free(rooms[i]);
    }
    qm__arena_free(&f->arena);
}

/* The same tables once, twice and four times, side by side. */
static void grow(const scene tables[TABLES]) {
    static field f;
    for (int copies = 1; copies <= 4; copies *= 2) {
        scene larger[TABLES];
        for (int t = 0; t < TABLES; t++) {
            scene_lay(&larger[t], &tables[t], copies > 1 ? 2 : 1, copies > 2 ? 2 : 1);
        }
        printf("%3u prisms: boxes prepared in %.1f ms", larger[BOXES].table.prism_count, prepare_time(&larger[BOXES]));
        make(&f, &larger[BOXES]);
        printf(", a walk %.2f us; ", measure(&f, named("walk")).mean);
        put_away(&f);
        make(&f, &larger[STREETS]);
        printf("streets in %.1f ms, %u figures in %.2f ms, a walk %.2f us, reach of 6\" %.0f us, sight %.2f us\n",
               prepare_time(&larger[STREETS]), f.scene.body_count, measure(&f, named("bodies")).median / 1e3,
               measure(&f, named("figures")).mean, measure(&f, named("reach-6")).median,
               measure(&f, named("sight")).mean);
        put_away(&f);
        for (int t = 0; t < TABLES; t++) {
            scene_free(&larger[t]);
        }
    }
}

/* -------------------------------------------------------------------------------------------------------------- all */

static int count_one(const scene tables[TABLES], const char *name, long rounds) {
    static field f;
    const workload *w = named(name);
    if (!w) {
        fprintf(stderr, "no such workload\n");
        return 2;
    }
    make(&f, &tables[w->table]);
    begin(&f, w);
    for (long round = 0; round < rounds; round++) {
        for (uint32_t n = 0; n < w->count; n++) {
            w->ask(&f, n);
        }
    }
    printf("%ld\n", rounds * (long)w->count);
    return 0;
}

static void tell_preparing(const scene *s, const char *text) {
    const double took = prepare_time(s);
    printf("%-36s %8.2f ms, asked for at most    30: %s\n", text, took, took <= 30 ? "holds" : "MISSED");
}

int main(int argc, char **argv) {
    static field fields[TABLES];
    scene tables[TABLES];
    scene_read(&tables[BOXES], QM_SOURCE_DIR "/bench/tables/boxes.json");
    tables[BOXES].body_count = 0; /* terrain alone */
    scene_read(&tables[STREETS], QM_SOURCE_DIR "/bench/tables/streets.json");
    if (argc == 3) {
        return count_one(tables, argv[1], strtol(argv[2], NULL, 10));
    }
    tell_preparing(&tables[BOXES], "a base prepared among boxes");
    tell_preparing(&tables[STREETS], "a base prepared in streets");
#ifdef QM_PEER_DETOUR
    against_detour(&tables[BOXES]);
#else
    printf("Detour is not here (Debian package librecast-dev): walks are not compared\n");
#endif
    for (int t = 0; t < TABLES; t++) {
        make(&fields[t], &tables[t]);
        printf("%-36s %8.2f ms, with %u links\n",
               t == BOXES ? "reach, links, sight among boxes" : "reach, links, sight in streets", fields[t].more_time,
               fields[t].links->count);
        printf("%-36s %8zu KB for a walk, %zu for figures, %zu for a reach, %zu for its regions, %zu for sight\n",
               "  memory", qm__walk_scratch_size(fields[t].walks, tables[t].body_count) / 1024,
               fields[t].bodies_size / 1024, fields[t].reach_size / 1024, fields[t].regions_size / 1024,
               qm__sight_scratch_size(fields[t].sights, tables[t].body_count) / 1024);
        check_ways(&fields[t], t == BOXES ? "illegal ways among boxes" : "illegal ways in streets");
    }
    for (size_t i = 0; i < WORKLOADS; i++) {
        tell(&fields[workloads[i].table], &workloads[i]);
    }
    printf("no question above has allocated memory\n");
    grow(tables);
    return 0;
}
