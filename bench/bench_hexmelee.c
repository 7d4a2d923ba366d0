/* How fast hexmelee is on the shipped field of 30 × 30 hexes with 20 figures. Prints one line a figure: what was asked for, what
 * was measured (the best of several rounds, as machines are noisy), and whether it holds.
 *
 *   bench_hexmelee            all workloads, timed
 *   bench_hexmelee NAME N     one workload, N rounds, nothing timed: for counting instructions under callgrind
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "machine/machine.h"
#include "quickmarch/quickmarch.h"

enum { ORDERS_MAX = 60000, ROUNDS = 7 };

/* A recorded order with its dice; `fresh` begins a new game. */
typedef struct recorded {
    qm_order order;
    qm_tape tape;
    bool fresh;
} recorded;

typedef struct field {
    qm_scenario *scenario;
    qm_state *state;
    qm_scratch *scratch;
    recorded *orders;
    uint32_t count, moves, attacks;
    uint64_t seed, index;
    qm_verdict verdict;
} field;

static uint64_t random_number(field *f) { /* for choosing orders only; dice come from the library's own generator */
    f->seed ^= f->seed << 13;
    f->seed ^= f->seed >> 7;
    f->seed ^= f->seed << 17;
    return f->seed;
}

static bool load(field *f, const char *path) {
    qm_diagnostics list = qm_diagnostics_make(NULL);
    const bool loaded = qm_scenario_read_file(&f->scenario, path, NULL, NULL, NULL, &list) == QM_OK;
    for (size_t i = 0; i < list.count; i++) {
        fprintf(stderr, "%s:%u:%u: %s\n", list.items[i].file, list.items[i].line, list.items[i].column, list.items[i].message);
    }
    qm_diagnostics_free(&list);
    if (loaded) {
        f->state = malloc(qm_state_size(f->scenario));
        f->scratch = malloc(qm_scratch_size(f->scenario, 0));
        f->orders = malloc(ORDERS_MAX * sizeof *f->orders);
        qm_scratch_start(f->scenario, f->scratch, 0);
        qm_state_start(f->scenario, f->state);
        f->seed = 88172645463325252u;
    }
    return loaded && f->state && f->scratch && f->orders;
}

/* --------------------------------------------------------------------------------------------- recording games */

static const char *kind_name(const field *f, const qm_order *order) {
    return qm_scenario_family(f->scenario)->orders[order->kind].name;
}

static uint32_t hexes_of(const field *f, const qm_order *order) {
    uint32_t hexes = 0;
    for (uint16_t i = 0; i < order->leg_count; i++) {
        const char *leg = qm_scenario_family(f->scenario)->legs[order->legs[i].kind].name;
        hexes += strcmp(leg, "walk") == 0;
    }
    return hexes;
}

static bool is_attack(const field *f, const qm_order *order) {
    const char *name = kind_name(f, order);
    return strcmp(name, "attack") == 0 || strcmp(name, "shoot") == 0 || strcmp(name, "throw") == 0;
}

/* How near the end of a way lies to the nearest enemy: players go where the fight is. */
static int32_t nearness(const field *f, const qm_order *order) {
    qm_look look;
    qm_place end = {0};
    for (uint16_t i = 0; i < order->leg_count; i++) {
        end = order->legs[i].to.x ? order->legs[i].to : end;
    }
    int32_t best = 1000;
    for (uint16_t i = 1; i <= qm_figure_count(f->scenario); i++) {
        qm_figure_look(f->scenario, f->state, i, &look);
        if (qm_sides_hostile(f->scenario, qm_figure_side(f->scenario, order->actor), look.side) &&
            look.posture != QM_POSTURE_DEAD && look.at.x) {
            const int32_t dx = look.at.x - end.x, dy = look.at.y - end.y;
            const int32_t d = dx * dx + dy * dy;
            best = d < best ? d : best;
        }
    }
    return best;
}

/* Attacks before anything else; otherwise a move of three or more hexes that ends beside an enemy with an attack still open, or
 * else a full one away from enemies. */
static int32_t worth(const field *f, const qm_order *order) {
    if (is_attack(f, order)) {
        return 2000;
    }
    const uint32_t hexes = hexes_of(f, order);
    const int32_t near = nearness(f, order);
    const bool half = strcmp(kind_name(f, order), "half") == 0, full = strcmp(kind_name(f, order), "full") == 0;
    return hexes < 3 ? 0 : half && near <= 2 ? 1500 : full ? 1000 + near : 500 - near;
}

static bool choose(field *f, qm_order *order) {
    qm_options_result options;
    if (qm_options(f->scenario, f->state, 0, f->scratch, &options) != QM_OK || options.count == 0) {
        return false;
    }
    int32_t best = -1;
    for (int i = 0; i < 300; i++) {
        qm_order tried;
        qm_option(f->scenario, f->state, f->scratch, (uint32_t)(random_number(f) % options.count), &tried);
        const int32_t value = worth(f, &tried);
        if (value > best) {
            best = value;
            *order = tried;
        }
    }
    return true;
}

/* Games of one turn from the start, over and over, so that moves stay long and fights dense: later on most are engaged. */
static void record(field *f, uint32_t wanted, uint16_t turns) {
    qm_source source = {.choices = QM_CHOICES_AUTOMATIC, .seed = 9};
    bool fresh = true;
    qm_state_start(f->scenario, f->state);
    while (f->count < wanted) {
        recorded *r = &f->orders[f->count];
        if (qm_state_ended(f->state) || qm_state_turn(f->state) > turns || !choose(f, &r->order)) {
            qm_state_start(f->scenario, f->state);
            fresh = true;
            continue;
        }
        qm_played played;
        source.record = &r->tape;
        if (qm_judge(f->scenario, f->state, &r->order, f->scratch, &f->verdict) != QM_OK ||
            qm_play(f->scenario, f->state, f->scratch, &source, NULL, &played) != QM_OK) {
            fprintf(stderr, "recording failed: an option was refused\n");
            exit(1);
        }
        r->fresh = fresh;
        fresh = false;
        f->moves += hexes_of(f, &r->order) >= 3;
        f->attacks += is_attack(f, &r->order);
        f->count++;
    }
}

/* --------------------------------------------------------------------------------------------------- workloads */

static uint32_t replay(field *f) {
    qm_source source = {.dice = QM_DICE_ASKED, .choices = QM_CHOICES_ASKED};
    for (uint32_t i = 0; i < f->count; i++) {
        const recorded *r = &f->orders[i];
        if (r->fresh) {
            qm_state_start(f->scenario, f->state);
        }
        source.given = &r->tape;
        qm_played played;
        if (qm_judge(f->scenario, f->state, &r->order, f->scratch, &f->verdict) != QM_OK ||
            qm_play(f->scenario, f->state, f->scratch, &source, NULL, &played) != QM_OK || played != QM_PLAYED_DONE) {
            fprintf(stderr, "order %u does not replay\n", i);
            exit(1);
        }
    }
    return f->count;
}

/* Judging alone, on the states where the orders were given. */
static uint32_t judge_alone(field *f) {
    qm_source source = {.dice = QM_DICE_ASKED, .choices = QM_CHOICES_ASKED};
    uint32_t judged = 0;
    for (uint32_t i = 0; i < f->count && i < 200; i++) {
        const recorded *r = &f->orders[i];
        if (r->fresh) {
            qm_state_start(f->scenario, f->state);
        }
        for (int again = 0; again < 100; again++, judged++) {
            qm_judge(f->scenario, f->state, &r->order, f->scratch, &f->verdict);
        }
        source.given = &r->tape;
        qm_played played;
        qm_play(f->scenario, f->state, f->scratch, &source, NULL, &played);
    }
    return judged;
}

/* Choosing uniformly from all options, judging and playing. */
static uint32_t random_play(field *f) {
    qm_source source = {.choices = QM_CHOICES_AUTOMATIC, .seed = 11};
    qm_state_start(f->scenario, f->state);
    uint32_t played_orders = 0;
    for (; played_orders < 20000; played_orders++) {
        qm_options_result options;
        qm_order order;
        qm_played played;
        qm_options(f->scenario, f->state, 0, f->scratch, &options);
        if (options.count == 0) {
            qm_state_start(f->scenario, f->state);
            continue;
        }
        qm_option(f->scenario, f->state, f->scratch, (uint32_t)(random_number(f) % options.count), &order);
        qm_judge(f->scenario, f->state, &order, f->scratch, &f->verdict);
        qm_play(f->scenario, f->state, f->scratch, &source, NULL, &played);
    }
    return played_orders;
}

/* The figure with MOV 10 that stands where it can go farthest. */
__attribute__((noinline)) static uint32_t reach_of(field *f, bool risk) {
    static qm_reach_place places[2000];
    uint32_t asked = 0, total = 0;
    qm_state_start(f->scenario, f->state);
    qm_order next;
    qm_played played;
    qm_source source = {.choices = QM_CHOICES_AUTOMATIC, .seed = 3};
    qm_order_clear(&next, qm_order_kind_named(qm_scenario_family(f->scenario), "next"), 0);
    qm_judge(f->scenario, f->state, &next, f->scratch, &f->verdict);
    qm_play(f->scenario, f->state, f->scratch, &source, NULL, &played);
    const uint16_t figure = qm_figure_named(f->scenario, "Cora"); /* no armour, no Running: MOV 10 */
    for (; asked < 2000; asked++) {
        uint32_t count = 0;
        qm_reach(f->scenario, f->state, figure, risk, f->scratch, places, 2000, &count);
        total += count;
    }
    return total > 0 ? asked : 0;
}

static uint32_t reach(field *f) {
    return reach_of(f, false);
}

static uint32_t reach_risk(field *f) {
    return reach_of(f, true);
}

/* ---------------------------------------------------------------------------------------------------- printing */

typedef struct workload {
    const char *name, *what;
    uint32_t (*run)(field *);
    double asked;   /* units a second (rate) or µs each */
    bool rate;
} workload;

static const workload workloads[] = {
    {"replay", "orders judged and played with recorded dice, a second", replay, 1e6, true},
    {"random", "orders chosen from all options, judged and played, a second", random_play, 6e4, true},
    {"judge", "µs to judge an order", judge_alone, 1.0, false},
    {"reach", "µs for the reach of MOV 10", reach, 10.0, false},
    {"reach-risk", "µs for the reach of MOV 10 with risk", reach_risk, 12.0, false},
};
enum { WORKLOADS = sizeof workloads / sizeof workloads[0] };

static void measure(field *f, const workload *w) {
    double best = 1e9;
    for (int round = 0; round < ROUNDS; round++) {
        const double start = machine_now();
        const uint32_t units = w->run(f);
        const double each = (machine_now() - start) / units;
        best = each < best ? each : best;
    }
    const double value = w->rate ? 1 / best : best * 1e6;
    const bool met = w->rate ? value >= w->asked : value <= w->asked;
    printf("%-11s %12.3f  asked %s %-9.0f  %-6s  %s\n", w->name, value, w->rate ? "at least" : "at most ", w->asked,
           met ? "met" : "MISSED", w->what);
}

int main(int argc, char **argv) {
    field f = {0};
    if (!load(&f, QM_SOURCE_DIR "/scenarios/benchmark.json")) {
        return 2;
    }
    record(&f, argc > 2 ? 2000 : 20000, 1);
    if (argc > 2) {
        for (size_t i = 0; i < WORKLOADS; i++) {
            uint32_t units = 0;
            for (int round = atoi(argv[2]); round > 0 && strcmp(workloads[i].name, argv[1]) == 0; round--) {
                units += workloads[i].run(&f);
            }
            if (units > 0) {
                printf("%u\n", units);
            }
        }
    } else {
        printf("hexmelee on 30 x 30 hexes with 20 figures; best of %d rounds\n", ROUNDS);
        printf("recorded: %u orders, %.1f %% moves of three or more hexes, %.1f %% attacks\n", f.count,
               100.0 * f.moves / f.count, 100.0 * f.attacks / f.count);
        printf("state: %zu bytes (asked: at most 4096)\n", qm_state_size(f.scenario));
        for (size_t i = 0; i < WORKLOADS; i++) {
            measure(&f, &workloads[i]);
        }
    }
    free(f.state);
    free(f.scratch);
    free(f.orders);
    qm_scenario_free(f.scenario);
    return 0;
}
