#include <stdio.h>
#include <string.h>

#include <quickmarch/quickmarch.h>

int main(void) {
    qm_diagnostics problems = qm_diagnostics_make(NULL);
    qm_scenario *scenario = NULL;
    qm_game *game = NULL;
    if (qm_scenario_read_file(&scenario, "scenarios/chase.json", NULL, NULL, NULL, &problems) != QM_OK ||
        qm_game_new(&game, scenario, 1, NULL) != QM_OK) {
        return 2;
    }
    const char *orders[] = {"next", "Finn full 0703", "Finn full 0603 jump 0803 1103 jump 1403"};
    for (int i = 0; i < 3; i++) {
        char words[2000];
        qm_text text = qm_text_over(words, sizeof words);
        qm_order order;
        qm_verdict verdict;
        qm_played played;
        qm_order_read(scenario, orders[i], strlen(orders[i]), &order, &problems);
        qm_game_order(game, &order, &verdict, NULL, &played);
        qm_verdict_print(scenario, &order, &verdict, &text);
        printf("%s: %s", orders[i], words);
    }
    qm_game_free(game);
    qm_scenario_free(scenario);
    qm_diagnostics_free(&problems);
    return 0;
}
