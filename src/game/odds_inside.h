/* A walk of odds from inside: its nodes, which stay in the scratch until it is used for something else, and what
 * odds.c and odds_ends.c share.
 *
 * Invariant: the chances of all LEAF nodes add up to 1, and where the family tells how orders end so do those of all END
 * nodes: the same outcomes, told apart by how and where the figure ends and by nothing else.
 */
#ifndef QM_GAME_ODDS_INSIDE_H
#define QM_GAME_ODDS_INSIDE_H

#include "game/drive.h"
#include "game/scratch.h"

enum { QM__NODE_ROLL, QM__NODE_LEAF, QM__NODE_END };

typedef struct qm__node {
    uint64_t key;
    double chance;
    uint64_t numerator, denominator; /* 0 of 0 once it does not fit */
    uint32_t parent;  /* node before, counted from 1; 0 = the start */
    uint32_t paths;
    uint16_t depth;
    uint8_t outcome;  /* class taken at the parent */
    uint8_t what;     /* QM__NODE_ */
    union {
        qm__roll roll; /* ROLL */
        qm__end end;   /* END */
    };
} qm__node;
_Static_assert(sizeof(qm__node) <= 80, "the scratch reserves room for nodes");

/* a/b + c/d into a and b; 0 of 0 when it does not fit. */
void qm__fraction_plus(uint64_t *a, uint64_t *b, uint64_t c, uint64_t d);
/* Reduces what has a denominator. */
void qm__fraction_reduce(uint64_t *a, uint64_t *b);

#endif
