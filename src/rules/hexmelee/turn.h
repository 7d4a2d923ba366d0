/* What turn.c and chase.c share. */
#ifndef QM_RULES_HEXMELEE_TURN_H
#define QM_RULES_HEXMELEE_TURN_H

#include "rules/hexmelee/hexmelee.h"

/* Place in the initiative; a figure that came after the roll goes behind all others. */
static inline int hm_rank(const hm_body *body) {
    return body->rank != 0 ? body->rank : UINT8_MAX + 1;
}

/* chase.c. Under chase_slot = hold: whether the figure's quarry, or one ahead of it, has still to move. */
bool qm__hm_waits_for_quarry(const qm_scenario *s, const qm_state *st, uint16_t figure);
/* Under chase_slot = pull: the foremost quarry that moves up before the figure, or the figure itself. */
uint16_t qm__hm_foremost(const qm_scenario *s, const qm_state *st, uint16_t figure);
/* As a turn begins: ends chases of those no longer able, and asks who goes first in rings (chase_ring = ask). */
void qm__hm_drop_chases(qm__run *run);
void qm__hm_ask_rings(qm__run *run);
/* As a turn ends: tells what looks like a chase and has not been declared one. */
void qm__hm_propose_chases(qm__run *run);

#endif
