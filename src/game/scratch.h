/* The inside of a scratch: one block of the caller's memory, cut up once.
 *
 *     head | prepared order | search memory | copy of a state | two more for odds | nodes and table of odds
 *
 * Invariant: a prepared order is used only with the state it was judged on (same mark and revision).
 */
#ifndef QM_GAME_SCRATCH_H
#define QM_GAME_SCRATCH_H

#include "game/family.h"

struct qm_scratch {
    uint64_t scenario;   /* hash of the scenario it was cut for */
    uint64_t mark;       /* of the state judged */
    uint32_t revision;
    uint8_t prepared;    /* an order is prepared */
    uint8_t judgement;   /* what it was judged; QM_LEGAL also where it asks on the way and can be played */
    uint8_t zero[2];
    uint32_t leaves;     /* limit of nodes in odds */
    uint32_t table_size; /* slots of the table of odds, a power of two */
    uint32_t node_count; /* of the last odds */
    uint8_t odds_policy, odds_suppose;
    uint8_t more_zero[2];
    uint32_t prepared_at, search_at, state_at, odds_state_at, nodes_at, table_at;
    qm_order order;
    qm_tape tape;        /* what a run took */
    qm_verdict verdict;  /* for re-judging a pending order */
};

static inline void *qm__scratch_part(const qm_scratch *scratch, uint32_t at) {
    return (unsigned char *)(uintptr_t)scratch + at;
}

/* Judges without looking at `pending`: for playing on an order that waits. */
void qm__judge_again(const qm_scenario *scenario, const qm_state *state, const qm_order *order, qm_scratch *scratch,
                     qm_verdict *verdict);
/* Whether the order prepared in the scratch can be played on this state: it is of this scenario, nothing waits, it was judged on
 * this very state, and found legal. */
qm_result qm__prepared_fits(const qm_scenario *scenario, const qm_state *state, const qm_scratch *scratch);
/* Whether the head of a state fits the scenario, and the scratch too. */
static inline bool qm__fits(const qm_scenario *scenario, const qm_state *state) {
    return state->layout == QM__STATE_LAYOUT && state->scenario == scenario->hash && state->size == scenario->state_size;
}

#endif
