/* One scenario, several threads: each plays the same games with a state and a scratch of its own, and all must agree. Built with
 * the thread sanitizer as well, which would see a scenario that is not read-only. */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "quickmarch/quickmarch.h"

enum { THREADS = 4, ORDERS = 400 };

typedef struct player {
    const qm_scenario *scenario;
    uint64_t hash;
    bool failed;
} player;

/* A game of uniformly chosen orders, then odds and reach at its end. */
static void *play(void *user) {
    player *p = user;
    qm_state *state = malloc(qm_state_size(p->scenario));
    qm_scratch *scratch = malloc(qm_scratch_size(p->scenario, 0));
    qm_reach_place *places = malloc(1000 * sizeof *places);
    qm_outcome *outcomes = malloc(4096 * sizeof *outcomes);
    qm_state_start(p->scenario, state);
    qm_scratch_start(p->scenario, scratch, 0);
    qm_source source = {.choices = QM_CHOICES_RANDOM, .seed = 5};
    for (uint32_t i = 0; i < ORDERS && !p->failed; i++) {
        qm_options_result options;
        qm_order order;
        qm_verdict verdict;
        qm_played played;
        qm_odds_result odds;
        uint32_t count;
        p->failed = qm_options(p->scenario, state, 0, scratch, &options) != QM_OK;
        if (options.count == 0) {
            break;
        }
        p->failed |= qm_option(p->scenario, state, scratch, i * 7919u % options.count, &order) != QM_OK;
        p->failed |= qm_judge(p->scenario, state, &order, scratch, &verdict) != QM_OK;
        if (i % 8 == 0) {
            p->failed |= qm_odds(p->scenario, state, scratch, QM_POLICY_AUTOMATIC, outcomes, 4096, &odds) != QM_OK;
        }
        p->failed |= qm_play(p->scenario, state, scratch, &source, NULL, &played) != QM_OK;
        const uint16_t figure = qm_state_actor(p->scenario, state);
        if (i % 8 == 1 && figure) {
            p->failed |= qm_reach(p->scenario, state, figure, true, scratch, places, 1000, &count) != QM_OK;
        }
    }
    p->hash = qm_state_hash(p->scenario, state);
    free(state);
    free(scratch);
    free(places);
    free(outcomes);
    return NULL;
}

static void share(const char *path) {
    qm_diagnostics list = qm_diagnostics_make(NULL);
    qm_scenario *scenario = NULL;
    assert_int_equal(qm_scenario_read_file(&scenario, path, NULL, NULL, NULL, &list), QM_OK);
    player players[THREADS];
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++) {
        players[i] = (player){.scenario = scenario};
        assert_int_equal(pthread_create(&threads[i], NULL, play, &players[i]), 0);
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
        assert_false(players[i].failed);
        assert_true(players[i].hash == players[0].hash);
    }
    qm_scenario_free(scenario);
    qm_diagnostics_free(&list);
}

static void test_shared_scenario(void **unused) {
    (void)unused;
    share("scenarios/benchmark.json");
    share("scenarios/tiles-pass.json");
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_shared_scenario)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
