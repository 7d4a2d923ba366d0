#include "machine/games.h"

#include <stdio.h>

#include "machine/machine.h"

enum { SHIPPED = 2000 };

games games_room(uint32_t capacity) {
    return (games){.orders = machine_room(capacity * sizeof(recorded)), .capacity = capacity};
}

recorded *games_next(games *g) {
    if (g->count == g->capacity) {
        machine_fail("too many recorded orders");
    }
    return &g->orders[g->count++];
}

void games_tell_faults(const qm_diagnostics *diagnostics) {
    for (size_t i = 0; i < diagnostics->count; i++) {
        const qm_diagnostic *one = &diagnostics->items[i];
        fprintf(stderr, "%s:%u:%u: %s\n", one->file, one->line, one->column, one->message);
    }
}

static qm_game *read_log(const char *text, size_t length) {
    qm_diagnostics faults = qm_diagnostics_make(NULL);
    qm_game *game;
    if (qm_game_read_text(&game, text, length, "log", NULL, NULL, NULL, &faults, NULL) != QM_OK) {
        games_tell_faults(&faults);
        machine_fail("a log does not replay");
    }
    qm_diagnostics_free(&faults);
    return game;
}

static void step(games *g, uint32_t n, qm_verdict *verdict) {
    recorded *r = &g->orders[n];
    qm_source source = {.dice = QM_DICE_ASKED, .choices = QM_CHOICES_ASKED, .given = &r->tape};
    qm_played played;
    if (r->fresh) {
        qm_state_start(r->scenario, g->state);
    }
    if (qm_judge(r->scenario, g->state, &r->order, r->scratch, verdict) != QM_OK ||
        qm_play(r->scenario, g->state, r->scratch, &source, NULL, &played) != QM_OK || played != QM_PLAYED_DONE) {
        machine_fail("an order does not replay");
    }
}

void games_replay(games *g, uint32_t n, qm_verdict *verdict) {
    step(g, n, verdict);
    if (qm_state_hash(g->orders[n].scenario, g->state) != g->orders[n].after) {
        machine_fail("an order leads to another state");
    }
}

games games_shipped(const char *family, const char *const *names, size_t count, qm_verdict *verdict) {
    games g = games_room(SHIPPED);
    size_t state_size = 0;
    double whole = 0;
    for (size_t i = 0; i < count; i++) {
        char path[1024];
        qm_text text = qm_text_growing(NULL);
        snprintf(path, sizeof path, "%s/test/golden/logs/%s-%s.json", QM_SOURCE_DIR, family, names[i]);
        if (qm_file_read(path, NULL, &text, NULL) != QM_OK) {
            machine_fail("a log cannot be read");
        }
        const double start = machine_now();
        qm_game *game = read_log(text.data, text.length); /* lives on: orders are of its scenario */
        whole += machine_now() - start;
        for (uint32_t n = 0; n < qm_game_orders(game); n++) {
            recorded *r = games_next(&g);
            *r = (recorded){.scenario = qm_game_scenario(game), .scratch = qm_game_scratch(game), .fresh = n == 0};
            r->order = *qm_game_order_at(game, n);
            r->tape = *qm_game_tape_at(game, n);
        }
        const size_t size = qm_state_size(qm_game_scenario(game));
        state_size = size > state_size ? size : state_size;
        qm_text_free(&text);
    }
    g.state = machine_room(state_size);
    for (uint32_t n = 0; n < g.count; n++) {
        step(&g, n, verdict);
        g.orders[n].after = qm_state_hash(g.orders[n].scenario, g.state);
    }
    printf("%zu shipped logs of %u orders read, their tables prepared, and replayed in %.0f ms\n", count, g.count,
           whole * 1e3);
    return g;
}
