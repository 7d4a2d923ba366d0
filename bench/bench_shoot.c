/* How fast shooting is: two units of ten models on a table of 44" × 60" with 30 solids between and around them, so that
 * most models are seen in part. What is measured: who sees whom, judging an order to shoot, its forecast, and playing
 * it.
 *
 *   bench_shoot      timed      bench_shoot WORKLOAD N     N rounds of one workload, for counting instructions */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "machine/machine.h"
#include "quickmarch/quickmarch.h"

enum { ROUNDS = 40 };

static const struct {
    const char *name, *text;
    double most; /* milliseconds; 0 = none was asked for */
} workloads[] = {
    {"shoot-sight", "an order of 10 models at 10 judged: 100 lines of sight, ranges, cover", 2},
    {"shoot-see", "what 10 models could shoot at 10, told model by model", 0},
    {"shoot-split", "an order split between two units of 10, judged", 0},
    {"shoot-forecast", "the forecast of the order at one unit", 0},
    {"shoot-forecast-split", "the forecast of the split order", 0},
    {"shoot-play", "the order at one unit played", 0},
};
enum { SIGHT, SEE, SPLIT, FORECAST, FORECAST_SPLIT, PLAY, WORKLOADS };

typedef struct table {
    qm_scenario *scenario;
    qm_state *state, *after;
    qm_scratch *scratch;
    qm_order one, split;
    qm_verdict verdict;
    double sum; /* of answers, so that nothing is left out as unused */
} table;

static void add_units(qm_text *out) {
    static const struct {
        const char *name, *side;
        int x, y, facing;
    } units[] = {{"Rifles", "red", 14, 12, 90}, {"Orks", "blue", 14, 28, 270}, {"Boars", "blue", 26, 26, 270}};
    for (int unit = 0; unit < 3; unit++) {
        qm_text_addf(
            out,
            "%s{\"name\": \"%s\", \"side\": \"%s\", \"facing\": %d, \"weapon\": \"%s\", \"save\": 7, \"figures\": [",
            unit == 0 ? "" : ", ", units[unit].name, units[unit].side, units[unit].facing,
            unit == 0 ? "rifle" : "none");
        for (int i = 0; i < 10; i++) {
            qm_text_addf(out, "%s{\"at\": \"%d.%d,%d.%d\"%s}", i == 0 ? "" : ", ", units[unit].x + i % 5 * 2,
                         i * 3 % 10, units[unit].y + i / 5 * 2, i * 7 % 10,
                         unit == 0 && i % 3 == 0 ? ", \"weapon\": \"machine_gun\"" : "");
        }
        qm_text_add(out, "]}");
    }
}

static void add_solids(qm_text *out) {
    for (int i = 0; i < 30; i++) { /* low walls and crates in rows between the units, houses around */
        const int x = 2 + i % 10 * 4, y = i < 10 ? 17 : i < 20 ? 22 : 40;
        const int wide = 1 + i % 3, top = i < 20 ? 500 + i % 4 * 200 : 3000 + i % 3 * 1000;
        qm_text_addf(out, "%s{\"box\": [%d, %d, %d, %d], \"top\": %d.%03d, \"kind\": \"%s\"}", i == 0 ? "" : ", ", x, y,
                     x + wide, y + 1, top / 1000, top % 1000, i % 2 ? "wall" : "barricade");
    }
}

static qm_order order_of(const table *t, const char *text) {
    qm_order order;
    qm_diagnostics list = qm_diagnostics_make(NULL);
    if (qm_order_read(t->scenario, text, strlen(text), &order, &list) != QM_OK) {
        machine_fail(text);
    }
    qm_diagnostics_free(&list);
    return order;
}

static void judge(table *t, const qm_order *order) {
    if (qm_judge(t->scenario, t->state, order, t->scratch, &t->verdict) != QM_OK || t->verdict.judgement != QM_LEGAL) {
        machine_fail("an order is not legal");
    }
    t->sum += t->verdict.chance;
}

static void play(table *t, qm_state *state, uint64_t seed) {
    qm_source source = {.choices = QM_CHOICES_AUTOMATIC, .seed = seed};
    qm_played played;
    if (qm_play(t->scenario, state, t->scratch, &source, NULL, &played) != QM_OK) {
        machine_fail("an order cannot be played");
    }
}

static void open_table(table *t) {
    qm_text text = qm_text_growing(NULL);
    qm_diagnostics list = qm_diagnostics_make(NULL);
    qm_text_add(&text,
                "{\"quickmarch\": \"scenario\", \"version\": 1, \"rules\": \"squad\", \"sides\": [\"red\", \"blue\"], "
                "\"board\": {\"space\": \"table\", \"width\": 44, \"depth\": 60, \"prisms\": [");
    add_solids(&text);
    qm_text_add(&text, "]}, \"units\": [");
    add_units(&text);
    qm_text_add(&text, "]}");
    if (qm_scenario_read_text(&t->scenario, text.data, text.length, "bench", NULL, NULL, NULL, &list) != QM_OK) {
        machine_fail(list.count > 0 ? list.items[0].message : "the table cannot be read");
    }
    t->state = machine_room(qm_state_size(t->scenario));
    t->after = machine_room(qm_state_size(t->scenario));
    t->scratch = machine_room(qm_scratch_size(t->scenario, 0));
    qm_scratch_start(t->scenario, t->scratch, 0);
    qm_state_start(t->scenario, t->state);
    const qm_order next = order_of(t, "next");
    judge(t, &next);
    play(t, t->state, 1);
    t->one = order_of(t, "Rifles shoot at Orks");
    t->split = order_of(t, "Rifles shoot with rifle at Orks with machine_gun at Boars");
    qm_text_free(&text);
    qm_diagnostics_free(&list);
}

static void forecast(table *t) {
    qm_forecast_result told;
    if (qm_forecast(t->scenario, t->state, t->scratch, QM_POLICY_AUTOMATIC, &told) != QM_OK || told.count < 4) {
        machine_fail("no forecast");
    }
    t->sum += told.spreads[3].chances[0];
}

/* What comes before one round and is not measured. */
static void prepare(table *t, int workload) {
    if (workload >= FORECAST) {
        judge(t, workload == FORECAST_SPLIT ? &t->split : &t->one);
    }
    memcpy(t->after, t->state, qm_state_size(t->scenario));
}

static void run(table *t, int workload, uint64_t round) {
    qm_unit_sight sight;
    switch (workload) {
    case SIGHT:
        judge(t, &t->one);
        break;
    case SEE:
        if (qm_see_unit(t->scenario, t->state, t->one.actor, t->one.legs[0].thing, t->scratch, &sight) != QM_OK) {
            machine_fail("nothing is seen");
        }
        t->sum += sight.models[0].fraction;
        break;
    case SPLIT:
        judge(t, &t->split);
        break;
    case FORECAST:
    case FORECAST_SPLIT:
        forecast(t);
        break;
    default:
        play(t, t->after, round);
    }
}

static void measure(table *t, int workload) {
    double times[ROUNDS];
    const size_t before = machine_allocations();
    for (int round = 0; round < ROUNDS; round++) {
        prepare(t, workload);
        const double start = machine_now();
        run(t, workload, (uint64_t)round);
        times[round] = (machine_now() - start) * 1e3;
    }
    const size_t allocated = machine_allocations() - before;
    const double median = machine_median(times, ROUNDS), most = workloads[workload].most;
    printf("%-21s %8.3f ms  %s", workloads[workload].name, median, workloads[workload].text);
    if (most > 0) {
        printf(", at most %g ms: %s", most, median <= most ? "holds" : "DOES NOT HOLD");
    }
    printf("%s\n", allocated > 0 ? ", ALLOCATES" : "");
}

int main(int argc, char **argv) {
    static table t;
    open_table(&t);
    for (int i = 0; i < WORKLOADS; i++) {
        if (argc == 1) {
            measure(&t, i);
        }
        for (int n = argc > 2 && strcmp(argv[1], workloads[i].name) == 0 ? atoi(argv[2]) : 0; n > 0; n--) {
            prepare(&t, i);
            run(&t, i, (uint64_t)n);
        }
    }
    return t.sum < 0;
}
