/* How fast tiles is: whole phases of 12 figures resolved, reach, and the odds of a phase with two ties. Prints one line a
 * figure: what was asked for, what was measured (the best of several rounds, as machines are noisy), and whether it holds.
 *
 *   bench_tiles            all workloads, timed
 *   bench_tiles NAME N     one workload, N rounds, nothing timed: for counting instructions under callgrind
 *
 * Boards and declarations are made here: figures and ground are strewn by a generator of this program, so that nothing is chosen
 * to be easy. Declarations are drawn from what the library itself offers, with a share of every kind.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "machine/machine.h"
#include "quickmarch/quickmarch.h"

enum { ROUNDS = 7, PHASES = 64, ON_ONE_BOARD = 8, FIGURES = 12, ODDS_MAX = 4096 };

/* Phases ready to be resolved: states in which all have declared. */
typedef struct field {
    qm_scenario *scenarios[PHASES];
    qm_state *ready[PHASES];
    qm_state *state;
    qm_scratch *scratches[PHASES];
    uint64_t seed;
    qm_verdict verdict;
    qm_place sought[FIGURES]; /* tiles that somebody in this phase has declared */
    uint32_t sought_count;
    uint32_t conflicts, interrupts, moved;
} field;

static uint32_t draw(field *f, uint32_t below) {
    f->seed ^= f->seed << 13;
    f->seed ^= f->seed >> 7;
    f->seed ^= f->seed << 17;
    return (uint32_t)(f->seed >> 33) % below;
}

/* ------------------------------------------------------------------------------------------------ making boards */

/* A board of size × size with some rough ground and blocks, and figures strewn over the middle `spread` columns and rows. */
static qm_scenario *strew(field *f, uint32_t size, uint32_t spread) {
    char taken[64][64] = {{0}};
    qm_text text = qm_text_growing(NULL);
    qm_text_add(&text, "{\"quickmarch\":\"scenario\",\"version\":1,\"title\":\"bench\",\"rules\":\"tiles\","
                       "\"board\":{\"space\":\"tile\",\"legend\":{\"r\":\"rough\",\"b\":\"block\"},\"rows\":[");
    for (uint32_t y = 0; y < size; y++) {
        qm_text_add(&text, y ? ",\"" : "\"");
        for (uint32_t x = 0; x < size; x++) {
            const uint32_t what = draw(f, 20);
            taken[y][x] = what == 0;
            qm_text_add(&text, what == 0 ? "b" : what <= 2 ? "r" : ".");
        }
        qm_text_add(&text, "\"");
    }
    qm_text_add(&text, "]},\"sides\":[\"red\",\"blue\"],\"figures\":[");
    const uint32_t first = (size - spread) / 2;
    for (uint32_t i = 0; i < FIGURES; i++) {
        uint32_t x, y;
        do {
            x = first + draw(f, spread);
            y = first + draw(f, spread);
        } while (taken[y][x]);
        taken[y][x] = 1;
        qm_text_addf(&text, "%s{\"name\":\"F%u\",\"side\":\"%s\",\"at\":\"%02u%02u\"}", i ? "," : "", i + 1,
                     i % 2 ? "red" : "blue", x + 1, y + 1);
    }
    qm_text_add(&text, "]}");
    qm_diagnostics list = qm_diagnostics_make(NULL);
    qm_scenario *scenario = NULL;
    if (qm_scenario_read_text(&scenario, text.data, text.length, "bench", NULL, NULL, NULL, &list) != QM_OK) {
        machine_fail(list.count ? list.items[0].message : "no scenario");
    }
    qm_diagnostics_free(&list);
    qm_text_free(&text);
    return scenario;
}

static void order(field *f, uint32_t n, const char *words) {
    qm_order given;
    qm_played played;
    qm_source source = {.seed = 1, .choices = QM_CHOICES_AUTOMATIC};
    qm_diagnostics list = qm_diagnostics_make(NULL);
    if (qm_order_read(f->scenarios[n], words, strlen(words), &given, &list) != QM_OK ||
        qm_judge(f->scenarios[n], f->ready[n], &given, f->scratches[n], &f->verdict) != QM_OK ||
        qm_play(f->scenarios[n], f->ready[n], f->scratches[n], &source, NULL, &played) != QM_OK) {
        machine_fail(words);
    }
    qm_diagnostics_free(&list);
}

/* A board of its own, or, without one, that of the phase before. */
static void make_ready(field *f, uint32_t n, qm_scenario *scenario) {
    f->scenarios[n] = scenario ? scenario : f->scenarios[n - 1];
    f->ready[n] = malloc(qm_state_size(f->scenarios[n]));
    f->scratches[n] = scenario ? malloc(qm_scratch_size(scenario, ODDS_MAX)) : f->scratches[n - 1];
    if (!f->ready[n] || !f->scratches[n]) {
        machine_fail("out of memory");
    }
    if (scenario) {
        qm_scratch_start(scenario, f->scratches[n], ODDS_MAX);
    }
    qm_state_start(f->scenarios[n], f->ready[n]);
    order(f, n, "next");
}

/* An option of this kind, or any if there is none; for a move, one to a tile that somebody else wants, if it can be had. */
static void offered(field *f, uint32_t n, uint32_t count, const char *wanted, qm_order *given) {
    const qm_rules_facts *facts = qm_scenario_family(f->scenarios[n]);
    for (int tries = 0; tries < 400; tries++) {
        qm_option(f->scenarios[n], f->ready[n], f->scratches[n], draw(f, count), given);
        const bool kind = strcmp(facts->orders[given->kind].name, wanted) == 0;
        bool sought = f->sought_count == 0 || strcmp(wanted, "move") != 0 || tries > 200;
        for (uint32_t i = 0; kind && i < f->sought_count; i++) {
            sought |= f->sought[i].x == given->legs[0].to.x && f->sought[i].y == given->legs[0].to.y;
        }
        if (kind && sought) {
            return;
        }
    }
}

/* One declaration out of what is offered: a share of every kind, moves to each other's tiles, areas of several tiles. */
static void declare(field *f, uint32_t n, uint16_t figure) {
    qm_options_result options;
    if (qm_options(f->scenarios[n], f->ready[n], figure, f->scratches[n], &options) != QM_OK || options.count == 0) {
        machine_fail("no options");
    }
    const char *const kinds[] = {"move", "move", "move", "beside", "keep", "intercept", "avoid"};
    const char *wanted = kinds[draw(f, 7)];
    qm_order given = {0};
    offered(f, n, options.count, wanted, &given);
    wanted = qm_scenario_family(f->scenarios[n])->orders[given.kind].name;
    for (int more = 0; more < 8 && strcmp(wanted, "intercept") == 0; more++) {
        qm_order tile = {0};
        bool fresh = true;
        offered(f, n, options.count, wanted, &tile);
        for (uint16_t i = 0; i < given.leg_count; i++) {
            fresh &= given.legs[i].to.x != tile.legs[0].to.x || given.legs[i].to.y != tile.legs[0].to.y;
        }
        if (fresh && tile.kind == given.kind) {
            given.legs[given.leg_count++] = tile.legs[0];
        }
    }
    if (strcmp(wanted, "move") == 0 && given.leg_count > 0) {
        f->sought[f->sought_count++ % FIGURES] = given.legs[0].to;
        f->sought_count = f->sought_count > FIGURES ? FIGURES : f->sought_count;
    }
    qm_played played;
    qm_source source = {.seed = 1, .choices = QM_CHOICES_AUTOMATIC};
    if (qm_judge(f->scenarios[n], f->ready[n], &given, f->scratches[n], &f->verdict) != QM_OK ||
        qm_play(f->scenarios[n], f->ready[n], f->scratches[n], &source, NULL, &played) != QM_OK) {
        machine_fail("an option was refused");
    }
}

/* What the phases contain, so that nobody measures figures that stand about. */
static void look_into(field *f, uint32_t n) {
    static qm_event room[4096];
    qm_events events = {.items = room, .capacity = 4096};
    qm_played played;
    qm_source source = {.seed = n, .choices = QM_CHOICES_AUTOMATIC};
    memcpy(f->state, f->ready[n], qm_state_size(f->scenarios[n]));
    qm_order resolve;
    qm_order_clear(&resolve, qm_order_kind_named(qm_scenario_family(f->scenarios[n]), "resolve"), 0);
    if (qm_judge(f->scenarios[n], f->state, &resolve, f->scratches[n], &f->verdict) != QM_OK ||
        qm_play(f->scenarios[n], f->state, f->scratches[n], &source, &events, &played) != QM_OK) {
        machine_fail("resolve");
    }
    for (uint32_t i = 0; i < events.count; i++) {
        const char *name = room[i].kind ? qm_scenario_family(f->scenarios[n])->events[room[i].kind].name : "";
        f->conflicts += strcmp(name, "conflict") == 0 || strcmp(name, "pursuit") == 0;
        f->interrupts += strcmp(name, "called") == 0;
        f->moved += strcmp(name, "stepped") == 0;
    }
}

static void prepare(field *f, uint32_t size, uint32_t spread) {
    *f = (field){.seed = 88172645463325252u};
    for (uint32_t n = 0; n < PHASES; n++) {
        make_ready(f, n, n % ON_ONE_BOARD == 0 ? strew(f, size, spread) : NULL);
        f->sought_count = 0;
        for (uint16_t figure = 1; figure <= FIGURES; figure++) {
            declare(f, n, figure);
        }
        f->state = realloc(f->state, qm_state_size(f->scenarios[n]));
        if (!f->state) {
            machine_fail("out of memory");
        }
        look_into(f, n);
    }
}

/* Two pairs that want one tile each with the same movement left: two ties. */
static void prepare_ties(field *f) {
    static const char text[] =
        "{\"quickmarch\":\"scenario\",\"version\":1,\"title\":\"ties\",\"rules\":\"tiles\",\"board\":{\"space\":"
        "\"tile\",\"size\":[20,20]},\"sides\":[\"red\",\"blue\"],\"figures\":["
        "{\"name\":\"A\",\"side\":\"red\",\"at\":\"0202\",\"reflex\":4},{\"name\":\"B\",\"side\":\"blue\",\"at\":\"0802\"},"
        "{\"name\":\"C\",\"side\":\"red\",\"at\":\"0215\"},{\"name\":\"D\",\"side\":\"blue\",\"at\":\"0815\",\"reflex\":5},"
        "{\"name\":\"E\",\"side\":\"red\",\"at\":\"1502\"},{\"name\":\"F\",\"side\":\"blue\",\"at\":\"1515\"}]}";
    *f = (field){.seed = 1};
    qm_diagnostics list = qm_diagnostics_make(NULL);
    qm_scenario *scenario = NULL;
    if (qm_scenario_read_text(&scenario, text, sizeof text - 1, "ties", NULL, NULL, NULL, &list) != QM_OK) {
        machine_fail(list.count ? list.items[0].message : "no scenario");
    }
    make_ready(f, 0, scenario);
    const char *const orders[] = {"A move 0502", "B move 0502", "C move 0515", "D move 0515", "E move 1805", "F avoid 6 from C"};
    for (size_t i = 0; i < sizeof orders / sizeof orders[0]; i++) {
        order(f, 0, orders[i]);
    }
    f->state = malloc(qm_state_size(scenario));
}

static void put_away(field *f) {
    for (uint32_t n = 0; n < PHASES; n++) {
        free(f->ready[n]);
        if (n == 0 || f->scenarios[n] != f->scenarios[n - 1]) {
            free(f->scratches[n]);
            qm_scenario_free(f->scenarios[n]);
        }
    }
    free(f->state);
}

/* ---------------------------------------------------------------------------------------------------- workloads */

static uint32_t resolve(field *f) {
    qm_source source = {.seed = 7, .choices = QM_CHOICES_AUTOMATIC};
    qm_order given;
    qm_order_clear(&given, qm_order_kind_named(qm_scenario_family(f->scenarios[0]), "resolve"), 0);
    for (uint32_t n = 0; n < PHASES; n++) {
        qm_played played;
        memcpy(f->state, f->ready[n], qm_state_size(f->scenarios[n]));
        if (qm_judge(f->scenarios[n], f->state, &given, f->scratches[n], &f->verdict) != QM_OK ||
            qm_play(f->scenarios[n], f->state, f->scratches[n], &source, NULL, &played) != QM_OK) {
            machine_fail("resolve");
        }
    }
    return PHASES;
}

static uint32_t reach_of(field *f) {
    static qm_reach_place places[4096];
    uint32_t asked = 0;
    for (uint32_t n = 0; n < PHASES; n++) {
        for (uint16_t figure = 1; figure <= FIGURES; figure++, asked++) {
            uint32_t count;
            if (qm_reach(f->scenarios[n], f->ready[n], figure, true, f->scratches[n], places, 4096, &count) != QM_OK) {
                machine_fail("reach");
            }
        }
    }
    return asked;
}

static uint32_t odds(field *f) {
    static qm_outcome outcomes[ODDS_MAX];
    qm_order given;
    qm_odds_result result;
    qm_order_clear(&given, qm_order_kind_named(qm_scenario_family(f->scenarios[0]), "resolve"), 0);
    if (qm_judge(f->scenarios[0], f->ready[0], &given, f->scratches[0], &f->verdict) != QM_OK ||
        qm_odds(f->scenarios[0], f->ready[0], f->scratches[0], QM_POLICY_AUTOMATIC, outcomes, ODDS_MAX, &result) != QM_OK ||
        result.count != 4) {
        machine_fail("odds: two ties must give four outcomes");
    }
    return 1;
}

typedef struct workload {
    const char *name, *text;
    double limit; /* microseconds */
    uint32_t size, spread; /* 0: the phase with two ties */
    uint32_t (*run)(field *f);
} workload;

static const workload workloads[] = {
    {"phase", "a phase of 12 figures on 40x40", 50, 40, 20, resolve},
    {"contact", "a phase of 12 figures on 10x10", 100, 10, 10, resolve},
    {"reach", "reach of a figure on 40x40", 10, 40, 40, reach_of},
    {"odds", "odds of a phase with two ties", 500, 0, 0, odds},
};

static void prepare_for(field *f, const workload *w) {
    if (w->size) {
        prepare(f, w->size, w->spread);
    } else {
        prepare_ties(f);
    }
}

static bool measure(const workload *w) {
    static field f;
    double best = 1e9;
    prepare_for(&f, w);
    for (int round = 0; round < ROUNDS; round++) {
        uint32_t units = 0;
        const double start = machine_now();
        for (int again = 0; again < 20; again++) {
            units += w->run(&f);
        }
        const double each = (machine_now() - start) / units * 1e6;
        best = each < best ? each : best;
    }
    printf("%-34s %8.2f us, asked for at most %5.0f: %s\n", w->text, best, w->limit, best <= w->limit ? "holds" : "MISSED");
    if (w->run == resolve) {
        printf("%-34s %8.1f steps, %.1f conflicts, %.1f interrupts\n", "  in each phase on average", (double)f.moved / PHASES,
               (double)f.conflicts / PHASES, (double)f.interrupts / PHASES);
    }
    put_away(&f);
    return best <= w->limit;
}

int main(int argc, char **argv) {
    const size_t count = sizeof workloads / sizeof workloads[0];
    if (argc == 3) {
        for (size_t i = 0; i < count; i++) {
            if (strcmp(workloads[i].name, argv[1]) == 0) {
                static field f;
                uint32_t units = 0;
                prepare_for(&f, &workloads[i]);
                for (long n = strtol(argv[2], NULL, 10); n > 0; n--) {
                    units += workloads[i].run(&f);
                }
                printf("%u\n", units);
                return 0;
            }
        }
        fprintf(stderr, "no such workload\n");
        return 2;
    }
    for (size_t i = 0; i < count; i++) {
        measure(&workloads[i]);
    }
    return 0;
}
