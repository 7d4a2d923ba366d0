/* What a family must be able to answer and a toy has nothing to say about: no items to look at, nothing to prepare. */
#ifndef QM_TEST_PLAIN_H
#define QM_TEST_PLAIN_H

#include "game/family.h"

static inline void plain_item_look(const qm_scenario *s, const qm_state *st, uint16_t item, qm_look *out) {
    (void)s;
    (void)st;
    (void)item;
    (void)out;
}

static inline qm_result plain_compile(qm_scenario *s, const qm__where *where, qm_diagnostics *diagnostics) {
    (void)s;
    (void)where;
    (void)diagnostics;
    return QM_OK;
}

#endif
