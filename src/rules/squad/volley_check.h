/* Whether a volley is in order, and what follows from its input alone. */
#ifndef QM_RULES_SQUAD_VOLLEY_CHECK_H
#define QM_RULES_SQUAD_VOLLEY_CHECK_H

#include "rules/squad/volley.h"

/* How large the numbers asked for can get; the last of each, after the units, is in all. */
typedef struct sq_volley_sizes {
    uint32_t hits[SQ_VOLLEY_UNITS + 1], wounds[SQ_VOLLEY_UNITS + 1], models[SQ_VOLLEY_UNITS + 1];
    uint32_t group_hits[SQ_VOLLEY_GROUPS];
    uint32_t unit_hits_most, models_most; /* of any unit */
    uint64_t alive[SQ_VOLLEY_UNITS];      /* when it is declared */
} sq_volley_sizes;

/* False: something is outside the limits. */
bool qm__sq_volley_check(const sq_volley *volley, sq_volley_sizes *sizes);
/* The most hits these batches can make; UINT32_MAX if one is not in order. */
uint32_t qm__sq_batches_hits(const sq_batch *batches, uint32_t count);
/* For each model the first one of its unit that it could change places with at any time without a number asked for
 * changing. Returns whether any has another. Only where nobody asks who lives. Under the policy that all are alike
 * these are all models with the same values, seen alike by all batches; where roster order has a say, only those with
 * one wound that stand side by side in the roster. */
bool qm__sq_volley_like(const sq_volley *volley, uint32_t unit, uint8_t *like);

#endif
