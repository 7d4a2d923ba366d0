/* How fast exact odds are: a chain of three 3d6 checks where each failure leads to a table of five rows, on the toy family with
 * twenty figures (test/toy/), so that no rule but the dice is measured.
 *
 *   bench_odds        timed        bench_odds odds N     N walks, for counting instructions */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "machine/machine.h"
#include "quickmarch/quickmarch.h"

/* Twenty strollers on a meadow; the first has three stones before it. */
static qm_scenario *meadow(void) {
    qm_text text = qm_text_growing(NULL);
    qm_text_add(&text, "{\"quickmarch\":\"scenario\",\"version\":1,\"title\":\"Stones\",\"rules\":\"stroll\",\"board\":{"
                       "\"space\":\"hex\",\"rows\":[\".sss......\",\"..........\",\"..........\"],\"legend\":{\".\":\"open\","
                       "\"s\":\"stones\"}},\"sides\":[{\"name\":\"Red\"}],\"figures\":[");
    for (int i = 0; i < 20; i++) {
        const int column = i == 0 ? 1 : (i - 1) % 10 + 1, row = i == 0 ? 1 : (i - 1) / 10 + 2;
        qm_text_addf(&text, "%s{\"name\":\"S%d\",\"side\":\"Red\",\"agility\":10,\"at\":\"%02d%02d\"}", i ? "," : "", i, column,
                     row);
    }
    qm_text_add(&text, "]}");
    qm_diagnostics list = qm_diagnostics_make(NULL);
    qm_scenario *scenario = NULL;
    qm_scenario_read_text(&scenario, text.data, text.length, "meadow", NULL, NULL, NULL, &list);
    for (size_t i = 0; i < list.count; i++) {
        fprintf(stderr, "%u:%u: %s: %s\n", list.items[i].line, list.items[i].column, list.items[i].field,
                list.items[i].message);
    }
    qm_diagnostics_free(&list);
    qm_text_free(&text);
    return scenario;
}

static void do_order(const qm_scenario *scenario, qm_state *state, qm_scratch *scratch, const char *text, bool play) {
    qm_diagnostics list = qm_diagnostics_make(NULL);
    qm_order order;
    qm_verdict verdict;
    qm_source source = {.choices = QM_CHOICES_AUTOMATIC};
    qm_played played;
    if (qm_order_read(scenario, text, strlen(text), &order, &list) != QM_OK ||
        qm_judge(scenario, state, &order, scratch, &verdict) != QM_OK || verdict.judgement != QM_LEGAL ||
        (play && qm_play(scenario, state, scratch, &source, NULL, &played) != QM_OK)) {
        fprintf(stderr, "'%s' is refused\n", text);
        exit(1);
    }
    qm_diagnostics_free(&list);
}

/* A function of its own, so that instructions can be counted in it alone. */
__attribute__((noinline)) static void odds(const qm_scenario *scenario, const qm_state *state, qm_scratch *scratch,
                                           qm_outcome *outcomes, qm_odds_result *result, int walks) {
    for (int i = 0; i < walks; i++) {
        qm_odds(scenario, state, scratch, QM_POLICY_AUTOMATIC, outcomes, 64, result);
    }
}

int main(int argc, char **argv) {
    qm_scenario *scenario = meadow();
    if (!scenario) {
        return 2;
    }
    qm_state *state = malloc(qm_state_size(scenario));
    qm_scratch *scratch = malloc(qm_scratch_size(scenario, 0));
    qm_state_start(scenario, state);
    qm_scratch_start(scenario, scratch, 0);
    do_order(scenario, state, scratch, "next", true);
    do_order(scenario, state, scratch, "S0 walk 0201 0301 0401 0501", false);
    qm_outcome outcomes[64];
    qm_odds_result result = {0};
    const int rounds = argc > 2 ? 1 : 9, walks = argc > 2 ? atoi(argv[2]) : 20000;
    double best = 1e9;
    for (int round = 0; round < rounds; round++) {
        const double start = machine_now();
        odds(scenario, state, scratch, outcomes, &result, walks);
        const double each = (machine_now() - start) / walks * 1e6;
        best = each < best ? each : best;
    }
    if (argc > 2) {
        printf("%d\n", walks);
    } else {
        /* every row of a table and the arrival is a leaf of the tree before equal ends are merged */
        const int leaves = 3 * 5 + 1;
        printf("odds of three 3d6 checks, each failure on a table of five rows; 20 figures, state of %zu bytes\n",
               qm_state_size(scenario));
        printf("odds        %12.3f  asked at most  15         %-6s  µs for all %u outcomes\n", best, best <= 15 ? "met" : "MISSED",
               result.count);
        printf("odds-leaf   %12.3f  asked at most  1          %-6s  µs a leaf of %d\n", best / leaves,
               best / leaves <= 1 ? "met" : "MISSED", leaves);
    }
    free(state);
    free(scratch);
    qm_scenario_free(scenario);
    return 0;
}
