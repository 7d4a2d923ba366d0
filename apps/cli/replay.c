/* quickmarch replay: plays a log again and verifies every recorded state, under its own rules or others. */
#include <string.h>

#include "common.h"

static const char *divergence_name(uint8_t divergence) {
    static const char *const names[] = {"same", "unreadable", "illegal", "dice", "state"};
    return divergence < 5 ? names[divergence] : "unknown";
}

static void print_replay(const cli_args *args, const char *path, const qm_replay *replay, qm_text *out) {
    qm_text_addf(out, "%s: ", path);
    if (replay->divergence == QM_REPLAY_SAME) {
        cli_paint(args, out, CLI_GOOD, "same");
        qm_text_addf(out, ": %u of %u entries replayed%s\n", (unsigned)replay->replayed, (unsigned)replay->entries,
                     replay->other_rules ? " under other rules than it was played by" : "");
        return;
    }
    cli_paint(args, out, CLI_WRONG, "differs");
    qm_text_addf(out, " at entry %u of %u, '%s': %s (%s)%s\n", (unsigned)replay->at, (unsigned)replay->entries,
                 replay->order, replay->text, divergence_name(replay->divergence),
                 replay->other_rules ? "; the rules are not those of the log" : "");
}

static void print_end(const qm_game *game, qm_text *out) {
    const qm_scenario *scenario = qm_game_scenario(game);
    const qm_state *state = qm_game_state(game);
    qm_text_addf(out, "  %s: turn %u, %u orders", qm_scenario_title(scenario), qm_state_turn(state),
                 (unsigned)qm_game_orders(game));
    if (qm_game_edits(game) > 0) {
        qm_text_addf(out, ", dice taken back %u times", (unsigned)qm_game_edits(game));
    }
    if (qm_state_ended(state)) {
        const uint16_t winner = qm_state_winner(state);
        qm_text_addf(out, ", over: %s%s", winner ? qm_side_name(scenario, winner) : "nobody", " won");
    }
    qm_text_add_char(out, '\n');
}

static void write_replay(const char *path, const qm_replay *replay, const qm_game *game, qm_text *out) {
    cli_json json = {.out = out};
    cli_json_open(&json, NULL, '{');
    cli_json_text(&json, "log", path);
    cli_json_text(&json, "divergence", divergence_name(replay->divergence));
    cli_json_int(&json, "entries", replay->entries);
    cli_json_int(&json, "replayed", replay->replayed);
    cli_json_bool(&json, "other_rules", replay->other_rules);
    if (replay->divergence != QM_REPLAY_SAME) {
        cli_json_int(&json, "at", replay->at);
        cli_json_text(&json, "order", replay->order);
        cli_json_text(&json, "text", replay->text);
    }
    if (game) {
        qm_text identity = qm_text_growing(NULL);
        qm_scenario_rules(qm_game_scenario(game), &identity);
        cli_json_text(&json, "rules", identity.data ? identity.data : "");
        qm_text_free(&identity);
        cli_json_raw(&json, "state");
        qm_state_write_json(qm_game_scenario(game), qm_game_state(game), out);
    }
    cli_json_close(&json, '}');
    qm_text_add_char(out, '\n');
}

/* Lists the orders as they were given. */
static void print_orders(const qm_game *game, qm_text *out) {
    for (uint32_t i = 0; i < qm_game_orders(game); i++) {
        qm_text_addf(out, "%5u  ", (unsigned)(i + 1));
        qm_order_print(qm_game_scenario(game), qm_game_order_at(game, i), out);
        qm_text_add_char(out, '\n');
    }
}

static int replay_one(const cli_args *args, const cli_places *places, const qm_rulebook *instead) {
    const char *path = args->plain[0];
    const char *name = strcmp(path, "-") == 0 ? "<stdin>" : path;
    qm_text text = qm_text_growing(NULL), out = qm_text_growing(NULL);
    qm_diagnostics list = qm_diagnostics_make(NULL);
    qm_game *game = NULL;
    qm_replay replay = {0};
    int status;
    qm_result result = cli_read(path, &text, &list);
    if (result == QM_OK) {
        result = qm_game_read_text(&game, text.data ? text.data : "", text.length, name, instead, &places->reader, NULL,
                                   &list, &replay);
    }
    if (result != QM_OK && replay.divergence == QM_REPLAY_SAME) {
        status = cli_fail(args, name, result, &list);
    } else {
        cli_warn(&list);
        if (args->json) {
            write_replay(name, &replay, game, &out);
        } else {
            print_replay(args, name, &replay, &out);
            if (game && cli_has(args, "orders")) {
                print_orders(game, &out);
            }
            if (game) {
                print_end(game, &out);
            }
        }
        status = replay.divergence == QM_REPLAY_SAME ? CLI_YES : CLI_NO;
    }
    status = cli_put(&out, status);
    qm_game_free(game);
    qm_text_free(&text);
    qm_diagnostics_free(&list);
    return status;
}

int cli_replay(int argc, char **argv) {
    cli_args args;
    cli_places places;
    int status;
    if (!cli_args_read(&args, argc, argv, 1, 1, &status)) {
        return status;
    }
    cli_places_find(&places);
    qm_rulebook *instead = NULL;
    if (cli_has(&args, "rules")) {
        instead = cli_rulebook_open(&args, &places, cli_value(&args, "rules"));
        status = instead ? CLI_YES : CLI_BAD;
    } else if (cli_has(&args, "set")) {
        status = cli_usage(args.command, "--set changes the rulebook of --rules; name one");
    }
    if (status == CLI_YES) {
        status = replay_one(&args, &places, instead);
    }
    qm_rulebook_free(instead);
    cli_args_free(&args);
    return status;
}
