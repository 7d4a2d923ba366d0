/* Recorded games for benchmarks: orders with their dice, played again one after the other as replaying a log does. */
#ifndef QM_BENCH_GAMES_H
#define QM_BENCH_GAMES_H

#include "quickmarch/quickmarch.h"

/* A recorded order with its dice and the state it leads to; `fresh` begins a new game. */
typedef struct recorded {
    const qm_scenario *scenario;
    qm_scratch *scratch;
    qm_order order;
    qm_tape tape;
    uint64_t after;
    bool fresh;
} recorded;

typedef struct games {
    recorded *orders;
    uint32_t count, capacity;
    qm_state *state; /* large enough for all of them */
} games;

/* Room for so many orders; more than that end the program. */
games games_room(uint32_t capacity);

/* The next order to be recorded. */
recorded *games_next(games *g);

/* The games that are shipped as tests (test/golden/logs/FAMILY-NAME.json), in memory; what reading all of it takes is
 * told. */
games games_shipped(const char *family, const char *const *names, size_t count, qm_verdict *verdict);

/* Judges and plays order `n` with its dice; the orders before it have been replayed. It must lead to the recorded
 * state. */
void games_replay(games *g, uint32_t n, qm_verdict *verdict);

/* Prints where files are faulty. */
void games_tell_faults(const qm_diagnostics *diagnostics);

#endif
