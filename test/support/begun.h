/* A game just begun, for tests of files and pictures: any family's scenario with its state and scratch. */
#ifndef QM_TEST_BEGUN_H
#define QM_TEST_BEGUN_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "quickmarch/io.h"

typedef struct table {
    qm_scenario *scenario;
    qm_state *state;
    qm_scratch *scratch;
} table;

/* Begins a game of a scenario, which is freed with the table. */
static inline table begin_table(qm_scenario *scenario) {
    table t = {.scenario = scenario,
               .state = malloc(qm_state_size(scenario)),
               .scratch = malloc(qm_scratch_size(scenario, 0))};
    assert_int_equal(qm_state_start(t.scenario, t.state), QM_OK);
    qm_scratch_start(t.scenario, t.scratch, 0);
    return t;
}

static inline void close_table(table *t) {
    qm_scenario_free(t->scenario);
    free(t->state);
    free(t->scratch);
}

static inline qm_order read_order(const table *t, const char *text) {
    qm_order order;
    qm_diagnostics wrong = qm_diagnostics_make(NULL);
    assert_int_equal(qm_order_read(t->scenario, text, strlen(text), &order, &wrong), QM_OK);
    qm_diagnostics_free(&wrong);
    return order;
}

#endif
