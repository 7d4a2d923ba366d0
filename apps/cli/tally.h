/* The numbers of a forecast counted in many plays of an order. */
#ifndef QM_CLI_TALLY_H
#define QM_CLI_TALLY_H

#include "quickmarch/game.h"

typedef struct cli_tally {
    qm_forecast_result forecast; /* count 0 = nothing is counted */
    qm_events events;            /* of one play */
    double *counts[QM_SPREADS_MAX];
    uint32_t limits[QM_SPREADS_MAX];
    uint64_t samples;
} cli_tally;

/* Gets ready to count the numbers that an order has: the one that the last qm_judge left in the scratch. */
void cli_tally_start(cli_tally *tally, const qm_scenario *scenario, const qm_state *state, qm_scratch *scratch,
                     qm_policy policy);
/* More room for the events of a play that had too many, which is to be played again. */
qm_result cli_tally_grow(cli_tally *tally);
/* Counts the play whose events are in it. */
qm_result cli_tally_add(cli_tally *tally, const qm_scenario *scenario);
/* The shares, as a forecast whose chances lie in the tally: once, after all plays. */
const qm_forecast_result *cli_tally_shares(cli_tally *tally);
void cli_tally_free(cli_tally *tally);

#endif
