/* The smallest useful program: load a scenario, ask whether a move is legal and what can go wrong, then make it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "quickmarch/quickmarch.h"

int main(void) {
    qm_diagnostics diagnostics = qm_diagnostics_make(NULL);
    qm_scenario *scenario = NULL;
    if (qm_scenario_read_file(&scenario, "scenarios/skirmish.json", NULL, NULL, NULL, &diagnostics) != QM_OK) {
        fprintf(stderr, "cannot load the scenario: %s\n", diagnostics.count ? diagnostics.items[0].message : "");
        return 2;
    }
    qm_game *game = NULL;
    qm_game_new(&game, scenario, 42, NULL);

    const char *orders[] = {"next"};
    qm_text text = qm_text_growing(NULL);
    for (size_t i = 0; i < sizeof orders / sizeof orders[0]; i++) {
        qm_order order;
        qm_verdict verdict;
        qm_event items[64];
        qm_events events = {.items = items, .capacity = 64};
        qm_played played;
        qm_order_read(scenario, orders[i], strlen(orders[i]), &order, &diagnostics);
        qm_game_order(game, &order, &verdict, &events, &played);
        qm_verdict_print(scenario, &order, &verdict, &text);
        for (uint32_t e = 0; e < events.count; e++) {
            qm_event_print(scenario, &events.items[e], &text);
            qm_text_add_char(&text, '\n');
        }
    }
    fputs(text.data, stdout);

    qm_text_free(&text);
    qm_game_free(game);
    qm_scenario_free(scenario);
    qm_diagnostics_free(&diagnostics);
    return 0;
}
