/* The battery: what every family must pass on every scenario, whatever its rules. Each function asserts through cmocka. */
#ifndef QM_TEST_BATTERY_H
#define QM_TEST_BATTERY_H

#include "quickmarch/ask.h"
#include "support/amount.h"

enum { BATTERY_KINDS_MAX = 256 };

/* How much came up in a battery, so that a test can require that the hard things did. */
typedef struct battery_counts {
    uint32_t orders;   /* played */
    uint32_t options;  /* judged */
    uint32_t refused;  /* orders found illegal */
    uint32_t dice;     /* orders that took dice */
    uint32_t choices;  /* orders that took choices */
    uint32_t odds;     /* orders whose odds were walked */
    uint32_t sampled;  /* orders whose odds were compared with sampling */
    uint32_t ended;    /* games that came to their end */
    uint32_t checks;   /* rolls of one figure against a target */
    uint32_t roles[QM_ROLE_COUNT];     /* events of each qm_role */
    uint32_t kinds[BATTERY_KINDS_MAX]; /* events of each kind of the family */
} battery_counts;

/* Plays games of at most `orders` random orders from `seed` and checks on the way:
 *  - a clone behaves like the original; the state is well formed after every order;
 *  - options are legal, and judging and refusing leave the state as it was, bit for bit;
 *  - an order read back from its notation is the same order;
 *  - asked dice and choices lead where generated ones did, and waiting leaves the position alone;
 *  - odds add up to 1, every outcome can be played out, and the sampled frequencies agree;
 *  - what is answered after the end of a tape always comes to an end, by the first and by the last class. */
void battery_play(const qm_scenario *scenario, uint64_t seed, uint32_t orders, battery_counts *counts);
/* The same with orders that no list of options has: `draw` may put one in the place of what was drawn from them, with numbers
 * of its own from `seed` on at `index`. The scratch is its own until it returns. An order that is not legal is left alone. */
typedef void battery_draw(const qm_scenario *scenario, const qm_state *state, qm_scratch *scratch, uint64_t seed,
                          uint64_t *index, qm_order *order);
void battery_play_by(const qm_scenario *scenario, uint64_t seed, uint32_t orders, battery_draw *draw,
                     battery_counts *counts);
/* What is hidden from a side stays hidden: states that differ only in that look the same to it, and so do two games that
 * differ in one hidden order, in every answer that it can get (state, options, verdicts, reach, sights, log) and when it takes
 * back its own declarations, for as long as the family does not reveal it. Hidden orders take no dice. Returns how many pairs
 * of answers were compared, 0 where nothing is hidden. */
uint32_t battery_projection(const qm_scenario *scenario);

/* A count of games or orders as the tests take it (support/amount.h): twenty times as many with QM_TEST_LONG. */
uint32_t battery_amount(uint32_t count);
/* How often an event, named as the family names it, came up. */
uint32_t battery_happened(const qm_scenario *scenario, const battery_counts *counts, const char *event);
/* One line: what was played. */
void battery_print(const char *name, const battery_counts *counts);
/* Memory for one scenario. */
qm_state *battery_state(const qm_scenario *scenario);
qm_scratch *battery_scratch(const qm_scenario *scenario);
/* A scenario from text or file; fails the test with the diagnostics if it does not load. */
qm_scenario *battery_load_text(const char *text);
qm_scenario *battery_load_file(const char *path);

#endif
