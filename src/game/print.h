/* Words that the texts of verdicts and of events share. */
#ifndef QM_GAME_PRINT_H
#define QM_GAME_PRINT_H

#include "game/place.h"

/* What can fill the holes of a text. */
typedef struct qm__filling {
    const qm_scenario *scenario;
    uint16_t figure, other, item, word;
    qm_place at;
    int32_t needed, had, value;
} qm__filling;

/* A text of the family with its holes filled. */
void qm__print_filled(const qm__filling *f, const char *text, qm_text *out);
/* What is rolled, of a roll that is made or wanted: its holes are for checks ahead. */
void qm__print_rolled(const qm_scenario *scenario, uint16_t roll, qm_text *out);
void qm__print_clauses(const char *clauses, qm_text *out);                    /* " (HX-12, HX-13)"; nothing for none */
void qm__print_percent(double chance, qm_text *out);                          /* "97.2 %" */
void qm__print_least(int least, int sides, qm_text *out);                     /* "6 or more" */
void qm__print_target(qm_over over, int32_t target, int sides, qm_text *out); /* " against 23", ", needs 8 or more" */
void qm__print_roll_place(const qm_scenario *scenario, qm_place at, qm_text *out); /* " at 0305"; nothing for none */
void qm__print_terms(const qm_rules_facts *facts, const qm_term *terms, size_t count,
                     qm_text *out); /* " [11 DEX, +2 from the side]"; nothing for none */
void qm__print_length(int32_t length, qm_text *out);                               /* 4.5" */

#endif
