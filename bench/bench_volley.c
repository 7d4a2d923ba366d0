/* How fast the exact odds of a volley are: forty dice against a unit of ten models, from plain to as mixed as it gets,
 * and with the other readings. Dice and wounds only: what a look at the table costs is not in it.
 *
 *   bench_volley      timed      bench_volley WORKLOAD N     N volleys of one kind, for counting instructions */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "machine/machine.h"
#include "rules/squad/volley.h"

typedef struct scene {
    sq_volley volley;
    sq_target_unit units[3];
    sq_group groups[4];
    sq_batch batches[10];
} scene;

static const char *const names[] = {"volley-plain", "volley-able",  "volley-mixed", "volley-own",
                                    "volley-four",  "volley-split", "volley-spread"};
static const char *const texts[] = {
    "40 dice at 10 models, one save each",
    "the same with extra hits, more AP and misses thrown again",
    "the same at 10 models of 2 wounds, four Saves, ignored hits, saves thrown again",
    "the same from 10 shooters of 4 dice, each with its own targets and cover for each model",
    "40 dice with these abilities in 4 groups at 10 models of 1 wound",
    "40 dice with these abilities in 4 groups at 3 units of 10 models",
    "40 plain dice at 10 models, all hits given first and evenly"};
enum { KINDS = sizeof names / sizeof *names };

static void make_able(sq_batch *batch) {
    batch->abilities[0] = (sq_shot_ability){SQ_SHOT_EXTRA_HITS, 2, 1};
    batch->abilities[1] = (sq_shot_ability){SQ_SHOT_MORE_AP, 3, 1};
    batch->abilities[2] = (sq_shot_ability){SQ_SHOT_REROLL_MISSES, 0, 0};
}

static void make(scene *s, int kind) {
    memset(s, 0, sizeof *s);
    s->volley = (sq_volley){.rules = {.one_hits = true, .one_saves = true}, .unit_count = 1, .group_count = 1};
    s->volley.units = s->units;
    s->volley.groups = s->groups;
    for (int i = 0; i < 30; i++) {
        s->units[i / 10].count = 10;
        s->units[i / 10].models[i % 10] = (sq_target){.wounds = 1, .save = 6};
    }
    for (int i = 0; i < 10; i++) {
        s->batches[i] = (sq_batch){.valid = UINT64_MAX, .dice = 40, .accuracy = 6, .ap = 1};
        if (kind >= 1 && kind <= 5) {
            make_able(&s->batches[i]);
        }
        if (kind == 2 || kind == 3) {
            s->units[0].models[i] = (sq_target){
                .wounds = 2, .save = (int8_t)(4 + i % 4), .ignore = (uint8_t)(i % 3), .save_again = i % 2 != 0};
        }
        for (int model = 0; kind == 3 && model < 10; model++) {
            s->batches[i].cover[model] = (int8_t)((i * 7 + model * 5) % 3);
        }
        s->batches[i].valid ^= kind == 3 ? UINT64_C(1) << i : 0;
        s->batches[i].dice = kind == 3 ? 4 : kind == 4 || kind == 5 ? 10 : 40;
    }
    s->groups[0] = (sq_group){.count = kind == 3 ? 10 : 1, .batches = s->batches};
    if (kind == 4 || kind == 5) {
        s->volley.group_count = 4;
        s->volley.unit_count = kind == 5 ? 3 : 1;
        for (int i = 1; i < 4; i++) {
            s->groups[i] = (sq_group){.unit = (uint8_t)(i % s->volley.unit_count), .count = 1, .batches = s->batches};
        }
    }
    s->volley.rules.assignment = kind == 6 ? SQ_HITS_SPREAD : SQ_HITS_ONE_BY_ONE;
}

/* Found by its name where instructions are counted. */
void reckon(const scene *s, void *memory, size_t size, int times, sq_volley_result *result);
void reckon(const scene *s, void *memory, size_t size, int times, sq_volley_result *result) {
    for (int i = 0; i < times; i++) {
        if (qm__sq_volley_odds(&s->volley, SQ_VOLLEY_STATES, memory, size, result) != QM_OK) {
            machine_fail("no odds of a volley");
        }
    }
}

static void measure(int kind, int counted) {
    scene s;
    sq_volley_result result;
    make(&s, kind);
    const size_t size = qm__sq_volley_size(&s.volley, SQ_VOLLEY_STATES);
    void *memory = aligned_alloc(16, size);
    if (memory == NULL) {
        exit(1);
    }
    if (counted > 0) {
        reckon(&s, memory, size, counted, &result);
        printf("%d\n", counted);
        free(memory);
        return;
    }
    double best = 1e9;
    for (int round = 0; round < 9; round++) {
        const double start = machine_now();
        reckon(&s, memory, size, 20, &result);
        const double each = (machine_now() - start) / 20 * 1e6;
        best = each < best ? each : best;
    }
    printf("%-13s %10.1f  asked at most  1000  %-6s µs: %s; %u positions\n", names[kind], best,
           best <= 1000 ? "met" : "MISSED", texts[kind], result.states);
    free(memory);
}

int main(int argc, char **argv) {
    for (int kind = 0; kind < KINDS; kind++) {
        if (argc <= 2 || strcmp(argv[1], names[kind]) == 0) {
            measure(kind, argc > 2 ? atoi(argv[2]) : 0);
        }
    }
    return 0;
}
