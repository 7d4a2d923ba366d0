/* quickmarch pipe: handles. Scenarios are "s1", "s2" …, games "g1", "g2" …; a number is never used twice, so that a
 * stale handle is an error and not somebody else's game.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "editions.h"
#include "pipe.h"

/* ------------------------------------------------------------------------------------------------------ finding */

/* The number of a handle such as "g12"; 0 if it is none. */
static unsigned handle_number(const char *text, char letter) {
    if (!text || text[0] != letter || strlen(text) > 9 || strspn(text + 1, "0123456789") != strlen(text + 1)) {
        return 0;
    }
    return (unsigned)strtoul(text + 1, NULL, 10);
}

static pipe_scenario *find_scenario(pipe_request *r, const char *handle) {
    const unsigned number = handle_number(handle, 's');
    for (size_t i = 0; number && i < PIPE_SCENARIOS_MAX; i++) {
        if (r->pipe->scenarios[i].scenario && r->pipe->scenarios[i].number == number) {
            return &r->pipe->scenarios[i];
        }
    }
    pipe_refuse(r, "handle", "there is no scenario '%.40s'", handle);
    return NULL;
}

static pipe_game *find_game(pipe_request *r, const char *handle) {
    const unsigned number = handle_number(handle, 'g');
    for (size_t i = 0; number && i < PIPE_GAMES_MAX; i++) {
        if (r->pipe->games[i].game && r->pipe->games[i].number == number) {
            return &r->pipe->games[i];
        }
    }
    pipe_refuse(r, "handle", "there is no game '%.40s'", handle);
    return NULL;
}

pipe_game *pipe_game_of(pipe_request *r) {
    const char *handle;
    return pipe_text(r, "game", true, &handle) ? find_game(r, handle) : NULL;
}

/* The side a question is asked for: 0 = the game master, who sees all. In a batch for a side it is that one. */
static bool side_of(pipe_request *r, const qm_scenario *scenario, uint16_t *side) {
    const char *name;
    *side = 0;
    if (!pipe_text(r, "side", false, &name)) {
        return false;
    }
    if (r->bound && name && strcmp(name, r->bound) != 0) {
        return pipe_refuse(r, "side", "this batch is for %.60s, and not for %.60s", r->bound, name);
    }
    name = r->bound ? r->bound : name;
    *side = name ? qm_side_named(scenario, name) : 0;
    return !name || *side || pipe_refuse(r, "request", "\"side\": there is no side named '%.60s'", name);
}

/* Plays one order on the copy that the question will be asked of. */
static bool assume(pipe_request *r, const pipe_target *target, qm_state *view, const char *text) {
    qm_source source = {.dice = QM_DICE_ASKED, .choices = QM_CHOICES_AUTOMATIC};
    qm_played played = QM_PLAYED_DONE;
    qm_verdict verdict;
    qm_order order;
    if (!pipe_order_text(r, target->scenario, text, &order)) {
        return false;
    }
    if (target->side && (qm_scenario_family(target->scenario)->orders[order.kind].flags & QM_ORDER_EDIT)) {
        return pipe_refuse(r, "side", "\"assume\": '%.80s' is for the game master, and not for %.60s", text,
                           qm_side_name(target->scenario, target->side));
    }
    const bool unmeasured = qm_state_unmeasured(target->scenario, view);
    qm_result result = qm_judge(target->scenario, view, &order, target->scratch, &verdict);
    if (result == QM_OK && !qm_verdict_playable(&verdict)) {
        qm_text_clear(&r->pipe->work);
        if (verdict.reason_count > 0) {
            qm_reason_print(target->scenario, &verdict.reasons[0], &r->pipe->work);
        }
        return pipe_refuse(r, "order", "\"assume\": '%.80s' cannot be played: %.250s", text,
                           r->pipe->work.data ? r->pipe->work.data : "");
    }
    if (result == QM_OK && verdict.unmeasured != QM_MEASURED) {
        return pipe_refuse(r, "order", "\"assume\": '%.80s' is measured only when it is given", text);
    }
    if (result == QM_OK) {
        result = qm_play(target->scenario, view, target->scratch, &source, NULL, &played);
    }
    if (result != QM_OK) {
        return pipe_refuse_result(r, result);
    }
    if (unmeasured && played == QM_PLAYED_DONE && !qm_state_unmeasured(target->scenario, view)) {
        return pipe_refuse(r, "order", "\"assume\": after '%.80s' one may measure, and before it not", text);
    }
    return played == QM_PLAYED_DONE ||
           pipe_refuse(r, "dice", "\"assume\": '%.80s' takes dice; only orders without can be assumed", text);
}

/* The orders of "assume", on a copy and never in the game. */
static bool assume_all(pipe_request *r, const pipe_target *target, qm_state *view) {
    const qm_json_value *list = qm_json_get(r->root, "assume");
    if (list && (!qm_json_is_array(list) || qm_json_count(list) > PIPE_ASSUMED_MAX)) {
        return pipe_refuse(r, "request", "\"assume\" must be an array of at most %d orders", PIPE_ASSUMED_MAX);
    }
    for (size_t i = 0; i < qm_json_count(list); i++) {
        const char *text = qm_json_string(qm_json_at(list, i));
        if (!text) {
            return pipe_refuse(r, "request", "\"assume\" must be an array of orders, each a string");
        }
        if (!assume(r, target, view, text)) {
            return false;
        }
    }
    return true;
}

bool pipe_target_of(pipe_request *r, pipe_target *target) {
    const char *game, *scenario;
    qm_state *view;
    if (!pipe_text(r, "game", false, &game) || !pipe_text(r, "scenario", false, &scenario)) {
        return false;
    }
    if (!game == !scenario) {
        return pipe_refuse(r, "request", "name a \"game\" or a \"scenario\", and not both");
    }
    if (game) {
        pipe_game *slot = find_game(r, game);
        if (!slot) {
            return false;
        }
        *target = (pipe_target){.scenario = qm_game_scenario(slot->game),
                                .state = qm_game_state(slot->game),
                                .spare = slot->spare,
                                .scratch = qm_game_scratch(slot->game)};
        view = slot->view;
    } else {
        pipe_scenario *slot = find_scenario(r, scenario);
        if (!slot) {
            return false;
        }
        *target = (pipe_target){
            .scenario = slot->scenario, .state = slot->start, .spare = slot->spare, .scratch = slot->scratch};
        view = slot->view;
    }
    if (!side_of(r, target->scenario, &target->side)) {
        return false;
    }
    const qm_result result = qm_project(target->scenario, target->state, target->side, view);
    target->state = view;
    return result == QM_OK ? assume_all(r, target, view) : pipe_refuse_result(r, result);
}

bool pipe_measured(pipe_request *r, const pipe_target *target, bool *out) {
    *out = false;
    if (!pipe_bool(r, "measured", out)) {
        return false;
    }
    return !*out || target->side == 0 || pipe_refuse(r, "side", "\"measured\" is for the game master, not for a side");
}

bool pipe_measured_target(pipe_request *r, pipe_target *target) {
    bool measured;
    if (!pipe_target_of(r, target) || !pipe_measured(r, target, &measured)) {
        return false;
    }
    target->scenario = measured ? qm_scenario_measured(target->scenario) : target->scenario;
    return true;
}

/* -------------------------------------------------------------------------------------------------------- loading */

/* Where a file's text comes from: "path", or a value given in the request. */
typedef struct source_text {
    qm_text text;
    char name[CLI_PATH_MAX];
} source_text;

static bool take_text(pipe_request *r, const char *inline_key, const char *folder, source_text *source) {
    const char *path;
    const qm_json_value *value = qm_json_get(r->root, inline_key);
    if (!pipe_text(r, "path", false, &path)) {
        return false;
    }
    if (!path == !value) {
        return pipe_refuse(r, "request", "give a \"path\" or a \"%s\", and not both", inline_key);
    }
    if (value) {
        if (!qm_json_is_object(value)) {
            return pipe_refuse(r, "request", "\"%s\" must be an object, as the file would be", inline_key);
        }
        snprintf(source->name, sizeof source->name, "%s", inline_key);
        qm_json_write(value, &source->text);
        return !source->text.truncated || pipe_refuse_result(r, QM_ERROR_MEMORY);
    }
    cli_find(&r->pipe->places, folder, path, ".json", source->name);
    if (strcmp(source->name, "-") == 0) {
        return pipe_refuse(r, "request", "\"path\": standard input is where requests come from");
    }
    const qm_result result = cli_read(source->name, &source->text, &r->pipe->list);
    return result == QM_OK || pipe_refuse_result(r, result);
}

static bool apply_sets(pipe_request *r, qm_rulebook *rulebook) {
    const qm_json_value *sets = qm_json_get(r->root, "set");
    for (size_t i = 0; i < qm_json_count(sets); i++) {
        const char *assignment = qm_json_string(qm_json_at(sets, i));
        if (!assignment) {
            return pipe_refuse(r, "request", "\"set\" must be an array of strings such as \"landing_hex=free\"");
        }
        qm_diagnostics list = qm_diagnostics_make(NULL);
        const qm_result result = qm_rulebook_set_text(rulebook, assignment, &list);
        for (size_t k = 0; k < list.count; k++) { /* the library cannot know where in the request it stands */
            char field[32];
            snprintf(field, sizeof field, "set[%zu]", i);
            qm_diagnostics_add(&r->pipe->list, list.items[k].severity, "request", 0, 0, field, list.items[k].message);
        }
        qm_diagnostics_free(&list);
        if (result != QM_OK) {
            return pipe_refuse_result(r, result);
        }
    }
    const qm_result result = qm_rulebook_check(rulebook, &r->pipe->list);
    return result == QM_OK || pipe_refuse_result(r, result);
}

/* The rules to use instead of the file's own; *out stays NULL where none are asked for. */
static bool other_rules(pipe_request *r, const qm_scenario *own, qm_rulebook **out) {
    const char *name;
    const qm_json_value *sets = qm_json_get(r->root, "set");
    qm_result result = QM_OK;
    if (!pipe_text(r, "rules", false, &name)) {
        return false;
    }
    if (sets && !qm_json_is_array(sets)) {
        return pipe_refuse(r, "request", "\"set\" must be an array of strings such as \"landing_hex=free\"");
    }
    if (name) {
        result = cli_rulebook_named(&r->pipe->places, name, out, &r->pipe->list);
    } else if (sets) {
        result = qm_scenario_rulebook(own, out, NULL);
    }
    if (result != QM_OK) {
        *out = NULL;
        return pipe_refuse_result(r, result);
    }
    return !*out || apply_sets(r, *out);
}

static void write_names(cli_json *json, const char *key, const qm_scenario *scenario, uint16_t count,
                        const char *(*name)(const qm_scenario *, uint16_t)) {
    cli_json_open(json, key, '[');
    for (uint16_t i = 1; i <= count; i++) {
        cli_json_text(json, NULL, name(scenario, i));
    }
    cli_json_close(json, ']');
}

/* What a program wants to know of a scenario at once. */
static void write_scenario(pipe_request *r, const qm_scenario *scenario) {
    cli_json *json = r->json;
    char hash[20];
    snprintf(hash, sizeof hash, "%016llx", (unsigned long long)qm_scenario_hash(scenario));
    cli_json_text(json, "title", qm_scenario_title(scenario));
    cli_json_text(json, "family", qm_scenario_family(scenario)->name);
    qm_text_clear(&r->pipe->work);
    qm_scenario_rules(scenario, &r->pipe->work);
    cli_json_text(json, "rules", r->pipe->work.data);
    cli_json_text(json, "hash", hash);
    write_names(json, "sides", scenario, qm_side_count(scenario), qm_side_name);
    cli_json_open(json, "figures", '[');
    for (uint16_t i = 1; i <= qm_figure_count(scenario); i++) {
        cli_json_open(json, NULL, '{');
        cli_json_text(json, "name", qm_figure_name(scenario, i));
        cli_json_text(json, "side", qm_side_name(scenario, qm_figure_side(scenario, i)));
        if (qm_figure_unit(scenario, i)) {
            cli_json_text(json, "unit", qm_actor_name(scenario, i));
        }
        cli_json_close(json, '}');
    }
    cli_json_close(json, ']');
    write_names(json, "items", scenario, qm_item_count(scenario), qm_item_name);
}

static void drop_scenario(pipe_scenario *slot) {
    free(slot->start);
    free(slot->view);
    free(slot->spare);
    free(slot->scratch);
    qm_scenario_free(slot->scenario);
    *slot = (pipe_scenario){0};
}

static bool read_scenario(pipe_request *r, pipe_scenario *slot, const source_text *source) {
    qm_rulebook *instead = NULL;
    const char *text = source->text.data ? source->text.data : "";
    qm_result result = qm_scenario_read_text(&slot->scenario, text, source->text.length, source->name, NULL,
                                             &r->pipe->places.reader, NULL, &r->pipe->list);
    if (result != QM_OK) {
        slot->scenario = NULL;
        return pipe_refuse_result(r, result);
    }
    bool fine = other_rules(r, slot->scenario, &instead);
    if (fine && instead) {
        qm_scenario_free(slot->scenario);
        slot->scenario = NULL;
        result = qm_scenario_read_text(&slot->scenario, text, source->text.length, source->name, instead,
                                       &r->pipe->places.reader, NULL, &r->pipe->list);
        slot->scenario = result == QM_OK ? slot->scenario : NULL;
        fine = result == QM_OK || pipe_refuse_result(r, result);
    }
    qm_rulebook_free(instead);
    return fine;
}

static bool make_room(pipe_request *r, pipe_scenario *slot) {
    const size_t size = qm_state_size(slot->scenario);
    slot->start = malloc(size);
    slot->view = malloc(size);
    slot->spare = malloc(size);
    slot->scratch = malloc(qm_scratch_size(slot->scenario, 0));
    if (!slot->start || !slot->view || !slot->spare || !slot->scratch) {
        return pipe_refuse_result(r, QM_ERROR_MEMORY);
    }
    qm_scratch_start(slot->scenario, slot->scratch, 0);
    const qm_result result = qm_state_start(slot->scenario, slot->start);
    return result == QM_OK || pipe_refuse_result(r, result);
}

bool pipe_load(pipe_request *r) {
    pipe_scenario *slot = NULL;
    for (size_t i = 0; !slot && i < PIPE_SCENARIOS_MAX; i++) {
        slot = r->pipe->scenarios[i].scenario ? NULL : &r->pipe->scenarios[i];
    }
    if (!slot) {
        return pipe_refuse(r, "limit", "%d scenarios are loaded, which is the limit; unload one", PIPE_SCENARIOS_MAX);
    }
    source_text source = {.text = qm_text_growing(NULL)};
    const bool fine =
        take_text(r, "scenario", "scenarios", &source) && read_scenario(r, slot, &source) && make_room(r, slot);
    qm_text_free(&source.text);
    if (!fine) {
        drop_scenario(slot);
        return false;
    }
    slot->number = ++r->pipe->scenario_number;
    char handle[16];
    snprintf(handle, sizeof handle, "s%u", slot->number);
    cli_json_text(r->json, "scenario", handle);
    write_scenario(r, slot->scenario);
    return true;
}

/* ---------------------------------------------------------------------------------------------------------- games */

static void drop_game(pipe_game *slot) {
    if (slot->of) {
        slot->of->games--;
    }
    qm_game_free(slot->game);
    free(slot->view);
    free(slot->spare);
    *slot = (pipe_game){0};
}

static pipe_game *free_game(pipe_request *r) {
    for (size_t i = 0; i < PIPE_GAMES_MAX; i++) {
        if (!r->pipe->games[i].game) {
            return &r->pipe->games[i];
        }
    }
    pipe_refuse(r, "limit", "%d games are open, which is the limit; unload one", PIPE_GAMES_MAX);
    return NULL;
}

/* Gives the game in the slot its handle and says it. */
static bool open_game(pipe_request *r, pipe_game *slot) {
    const size_t size = qm_state_size(qm_game_scenario(slot->game));
    slot->told = 0;
    slot->view = malloc(size);
    slot->spare = malloc(size);
    if (!slot->view || !slot->spare) {
        drop_game(slot);
        return pipe_refuse_result(r, QM_ERROR_MEMORY);
    }
    slot->number = ++r->pipe->game_number;
    qm_game_modes(slot->game, slot->dice, slot->choices);
    char handle[16];
    snprintf(handle, sizeof handle, "g%u", slot->number);
    cli_json_text(r->json, "game", handle);
    return true;
}

bool pipe_new(pipe_request *r) {
    const char *handle;
    uint64_t seed = 1;
    qm_dice_mode dice = QM_DICE_GENERATED;
    qm_choice_mode choices = QM_CHOICES_ASKED;
    uint16_t side;
    if (!pipe_text(r, "scenario", true, &handle) || !pipe_seed(r, "seed", &seed) ||
        !pipe_read_modes(r, &dice, &choices)) {
        return false;
    }
    pipe_scenario *scenario = find_scenario(r, handle);
    pipe_game *slot = scenario && side_of(r, scenario->scenario, &side) ? free_game(r) : NULL;
    if (!slot) {
        return false;
    }
    const qm_result result = qm_game_new(&slot->game, scenario->scenario, seed, NULL);
    if (result != QM_OK) {
        slot->game = NULL;
        return pipe_refuse_result(r, result);
    }
    slot->dice = dice;
    slot->choices = choices;
    slot->of = scenario;
    scenario->games++;
    if (!open_game(r, slot)) {
        return false;
    }
    qm_project(scenario->scenario, qm_game_state(slot->game), side, slot->view);
    cli_json_raw(r->json, "state");
    qm_state_write_json(scenario->scenario, slot->view, r->json->out);
    return true;
}

static void write_replay(pipe_request *r, const qm_replay *replay) {
    static const char *const words[] = {"same", "unreadable", "illegal", "dice", "state"};
    cli_json *json = r->json;
    cli_json_open(json, "replay", '{');
    cli_json_int(json, "entries", replay->entries);
    cli_json_int(json, "replayed", replay->replayed);
    cli_json_text(json, "divergence", words[replay->divergence <= QM_REPLAY_STATE ? replay->divergence : 0]);
    cli_json_bool(json, "other_rules", replay->other_rules);
    if (replay->at) {
        cli_json_int(json, "at", replay->at);
        cli_json_text(json, "order", replay->order);
        cli_json_text(json, "text", replay->text);
    }
    cli_json_close(json, '}');
}

/* Reads the log into the slot, under other rules if any are asked for. */
static bool read_log(pipe_request *r, pipe_game *slot, const source_text *source, qm_replay *replay) {
    qm_rulebook *instead = NULL;
    const char *text = source->text.data ? source->text.data : "";
    qm_diagnostics *list = &r->pipe->list;
    qm_result result = qm_game_read_text(&slot->game, text, source->text.length, source->name, NULL,
                                         &r->pipe->places.reader, NULL, list, replay);
    const bool own_fails = result != QM_OK && !qm_json_get(r->root, "rules");
    bool fine = !own_fails || pipe_refuse_result(r, result);
    fine = fine && other_rules(r, slot->game ? qm_game_scenario(slot->game) : NULL, &instead);
    if (fine && instead) {
        qm_game_free(slot->game);
        slot->game = NULL;
        qm_diagnostics_clear(list);
        *replay = (qm_replay){0};
        result = qm_game_read_text(&slot->game, text, source->text.length, source->name, instead,
                                   &r->pipe->places.reader, NULL, list, replay);
        fine = result == QM_OK || pipe_refuse_result(r, result);
    }
    qm_rulebook_free(instead);
    return fine && slot->game;
}

bool pipe_replay(pipe_request *r) {
    bool keep = false;
    qm_dice_mode dice = QM_DICE_GENERATED;
    qm_choice_mode choices = QM_CHOICES_ASKED;
    if (!pipe_bool(r, "keep", &keep) || !pipe_read_modes(r, &dice, &choices)) {
        return false;
    }
    pipe_game *slot = free_game(r);
    if (!slot) {
        return false;
    }
    source_text source = {.text = qm_text_growing(NULL)};
    qm_replay replay = {0};
    bool fine = take_text(r, "log", "scenarios", &source) && read_log(r, slot, &source, &replay);
    qm_text_free(&source.text);
    if (!fine) {
        if (r->error && replay.at) {
            pipe_refuse(r, r->error, "entry %u: %.300s", (unsigned)replay.at, replay.text);
        }
        drop_game(slot);
        return false;
    }
    write_replay(r, &replay);
    write_scenario(r, qm_game_scenario(slot->game));
    cli_json_raw(r->json, "state");
    qm_state_write_json(qm_game_scenario(slot->game), qm_game_state(slot->game), r->json->out);
    slot->dice = dice;
    slot->choices = choices;
    if (keep) {
        return open_game(r, slot);
    }
    drop_game(slot);
    return true;
}

/* ------------------------------------------------------------------------------------------------------- unloading */

bool pipe_unload(pipe_request *r) {
    const char *game, *scenario;
    if (!pipe_text(r, "game", false, &game) || !pipe_text(r, "scenario", false, &scenario)) {
        return false;
    }
    if (!game == !scenario) {
        return pipe_refuse(r, "request", "name a \"game\" or a \"scenario\", and not both");
    }
    if (game) {
        pipe_game *slot = find_game(r, game);
        if (slot) {
            drop_game(slot);
        }
        return slot != NULL;
    }
    pipe_scenario *slot = find_scenario(r, scenario);
    if (slot && slot->games > 0) {
        return pipe_refuse(r, "handle", "scenario '%.40s' has %u games open; unload them first", scenario, slot->games);
    }
    if (slot) {
        drop_scenario(slot);
    }
    return slot != NULL;
}

void pipe_close_all(pipe *p) {
    for (size_t i = 0; i < PIPE_GAMES_MAX; i++) {
        if (p->games[i].game) {
            drop_game(&p->games[i]);
        }
    }
    for (size_t i = 0; i < PIPE_SCENARIOS_MAX; i++) {
        if (p->scenarios[i].scenario) {
            drop_scenario(&p->scenarios[i]);
        }
    }
}
