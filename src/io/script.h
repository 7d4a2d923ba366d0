/* Dice and choices as people write them: playing an order with them. */
#ifndef QM_IO_SCRIPT_H
#define QM_IO_SCRIPT_H

#include "io/load.h"

typedef enum qm__scripted {
    QM__SCRIPT_DONE,    /* the order is played, and nothing is left over */
    QM__SCRIPT_WAITING, /* the order wants more than the script has; the state holds it as pending */
    QM__SCRIPT_BAD      /* what is given does not fit, or something is left over; the state is not to be used */
} qm__scripted;

/* Plays the order that was judged last with dice from a list of groups of faces and choices from a list of names
 * (either may be NULL). `tape` and `events` (may be NULL) get what happened; `fault` says what is wrong, also when the
 * order waits. */
qm__scripted qm__script_play(const qm_scenario *scenario, qm_state *state, qm_scratch *scratch, const qm__value *dice,
                             const qm__value *choices, qm_tape *tape, qm_events *events, qm_text *fault);
/* The names of the choices on a tape, as "a b c", for an order judged on `state`. */
void qm__script_names(const qm_scenario *scenario, qm_state *state, qm_scratch *scratch, const qm_tape *tape,
                      qm_text *out);
/* Whether a tape has dice, or choices, on it. */
bool qm__tape_has(const qm_tape *tape, bool choices);

#endif
