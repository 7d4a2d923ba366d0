/* quickmarch pipe: what changes a game: orders, answers, taking back; and its log.
 *
 * With a tape an order's dice and choices are asked for, whatever the game's modes are, and the tape answers. When it
 * ends early the order waits; when it does not fit, the request is an error. The order is tried on a copy first, so
 * that a tape either does what it says or leaves no trace, not even in the log.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pipe.h"

bool pipe_read_modes(pipe_request *r, qm_dice_mode *dice, qm_choice_mode *choices) {
    int dice_word = (int)*dice, choice_word = (int)*choices;
    if (!pipe_word(r, "dice", "generated asked", &dice_word) ||
        !pipe_word(r, "choices", "asked automatic random", &choice_word)) {
        return false;
    }
    *dice = (qm_dice_mode)dice_word;
    *choices = (qm_choice_mode)choice_word;
    return true;
}

bool pipe_modes(pipe_request *r) {
    pipe_game *slot = pipe_game_of(r);
    if (!slot || !pipe_read_modes(r, &slot->dice, &slot->choices)) {
        return false;
    }
    qm_game_modes(slot->game, slot->dice, slot->choices);
    return true;
}

/* What the position is now: what is wanted, and the state if "state" asks for it. */
static bool write_position(pipe_request *r) {
    pipe_target target;
    bool whole = false;
    qm_wanted wanted;
    if (!pipe_bool(r, "state", &whole) || !pipe_target_of(r, &target)) {
        return false;
    }
    qm_pending(target.scenario, target.state, &wanted, NULL, NULL);
    cli_json_raw(r->json, "wanted");
    qm_wanted_write_json(target.scenario, &wanted, r->json->out);
    if (whole) {
        cli_json_raw(r->json, "state");
        qm_state_write_json(target.scenario, target.state, r->json->out);
        return true;
    }
    const uint16_t actor = qm_state_actor(target.scenario, target.state);
    cli_json_int(r->json, "turn", qm_state_turn(target.state));
    cli_json_raw(r->json, "actor");
    if (actor) {
        qm_json_write_string(qm_actor_name(target.scenario, actor), r->json->out);
    } else {
        qm_text_add(r->json->out, "null");
    }
    cli_json_bool(r->json, "ended", qm_state_ended(target.state));
    return true;
}

/* The events from a number on: the library gives those of the whole order each time, the ones before are told. */
static void write_played(pipe_request *r, const qm_scenario *scenario, qm_played played, uint32_t from) {
    qm_events events = r->pipe->events;
    from = from < events.count ? from : events.count;
    events.items += from;
    events.count -= from;
    cli_json_text(r->json, "played", played == QM_PLAYED_DONE ? "done" : "waiting");
    cli_json_raw(r->json, "events");
    qm_events_write_json(scenario, &events, r->json->out);
}

/* Members that write_position reads; checked before anything is changed. Gives what the side may know. */
static bool check_position_members(pipe_request *r, const pipe_game *slot, pipe_target *target) {
    bool whole = false;
    return slot && pipe_bool(r, "state", &whole) && pipe_target_of(r, target);
}

/* Whether an order is one that the side may give or take back: its own figures' and those of nobody, such as "next",
 * but no edit; the game master may all. */
static bool is_own(const pipe_target *target, const qm_order *order, bool of_nobody) {
    const unsigned flags = qm_scenario_family(target->scenario)->orders[order->kind].flags;
    if (target->side == 0) {
        return true;
    }
    return order->actor ? qm_figure_side(target->scenario, order->actor) == target->side
                        : of_nobody && !(flags & QM_ORDER_EDIT);
}

static bool refuse_strange(pipe_request *r, const pipe_target *target, const qm_order *order) {
    return order->actor
               ? pipe_refuse(r, "side", "%s is not a figure of %s", qm_actor_name(target->scenario, order->actor),
                             qm_side_name(target->scenario, target->side))
               : pipe_refuse(r, "side", "that is for the game master, and not for %s",
                             qm_side_name(target->scenario, target->side));
}

/* ---------------------------------------------------------------------------------------------------------- answers */

/* The option of a choice that a value names, by number or name; 0 if none. */
static uint8_t option_meant(const qm_scenario *scenario, const qm_wanted *wanted, const qm_json_value *value) {
    int64_t number;
    const char *word = qm_json_string(value);
    if (qm_json_int(value, &number)) {
        return number >= 1 && number <= wanted->option_count ? (uint8_t)number : 0;
    }
    for (uint8_t i = 1; word && i <= wanted->option_count; i++) {
        char name[64];
        qm_text text = qm_text_over(name, sizeof name);
        qm_option_print(scenario, wanted, i, &text);
        if (strcmp(name, word) == 0) {
            return i;
        }
    }
    return 0;
}

/* Faces from an array, as many as the roll wants. */
static bool faces_of(const qm_wanted *wanted, const qm_json_value *list, uint8_t *faces) {
    if (!qm_json_is_array(list) || qm_json_count(list) != wanted->dice) {
        return false;
    }
    for (size_t i = 0; i < wanted->dice; i++) {
        int64_t face;
        if (!qm_json_int(qm_json_at(list, i), &face) || face < 1 || face > wanted->sides) {
            return false;
        }
        faces[i] = (uint8_t)face;
    }
    return true;
}

/* An answer in the form the library takes. */
typedef struct reply {
    uint8_t values[256];
    size_t count;
} reply;

/* The answer to what the state wants: dice (an array), or an option. */
static bool read_reply(pipe_request *r, const qm_scenario *scenario, const qm_state *state, const qm_json_value *dice,
                       const qm_json_value *option, reply *out) {
    qm_wanted wanted;
    qm_pending(scenario, state, &wanted, NULL, NULL);
    out->count = wanted.what == 1 ? wanted.dice : 1;
    if (wanted.what == 0) {
        return pipe_refuse(r, "pending", "nothing is wanted");
    }
    if (wanted.what == 1) {
        if (!dice || !faces_of(&wanted, dice, out->values)) {
            return pipe_refuse(r, "dice",
                               wanted.dice == 1 ? "wanted is %d die of 1 to %d, as an array"
                                                : "wanted are %d dice of 1 to %d, as an array",
                               wanted.dice, wanted.sides);
        }
        return qm_faces_settle(&wanted, out->values) ||
               pipe_refuse(r, "dice", "nobody leads in this round: roll again until one does, and give that round");
    }
    out->values[0] = option ? option_meant(scenario, &wanted, option) : 0;
    return out->values[0] ||
           pipe_refuse(r, "dice", "wanted is a choice: an option by its name, or by its number from 1 to %d",
                       wanted.option_count);
}

static bool give(pipe_request *r, pipe_game *slot, const reply *answer, qm_played *played) {
    const qm_result result = qm_game_answer(slot->game, answer->values, answer->count, &r->pipe->events, played);
    return result == QM_OK || pipe_refuse_result(r, result);
}

bool pipe_answer(pipe_request *r) {
    pipe_game *slot = pipe_game_of(r);
    const qm_json_value *dice = qm_json_get(r->root, "dice"), *option = qm_json_get(r->root, "option");
    qm_played played = QM_PLAYED_DONE;
    pipe_target target;
    qm_wanted wanted;
    if (!check_position_members(r, slot, &target)) {
        return false;
    }
    if (!dice == !option) {
        return pipe_refuse(r, "request", "give \"dice\" or an \"option\", and not both");
    }
    qm_pending(target.scenario, target.state, &wanted, NULL, NULL);
    const bool anybody = wanted.side == 0 && wanted.what != 2; /* a choice of nobody's is the game master's */
    if (target.side && wanted.what != 0 && wanted.side != target.side && !anybody) {
        return pipe_refuse(r, "side", "it is not %s that is asked", qm_side_name(target.scenario, target.side));
    }
    reply answer;
    if (!read_reply(r, target.scenario, target.state, dice, option, &answer) || !give(r, slot, &answer, &played)) {
        return false;
    }
    write_played(r, qm_game_scenario(slot->game), played, slot->told);
    slot->told = r->pipe->events.count;
    return write_position(r);
}

/* ----------------------------------------------------------------------------------------------------------- orders */

/* The n-th answer of a tape: arrays are faces, anything else is an option. */
static bool tape_reply(pipe_request *r, const qm_scenario *scenario, const qm_state *state, const qm_json_value *tape,
                       size_t n, reply *answer) {
    const qm_json_value *entry = qm_json_at(tape, n);
    const bool faces = qm_json_is_array(entry);
    return read_reply(r, scenario, state, faces ? entry : NULL, faces ? NULL : entry, answer);
}

/* Plays the order with its tape on a copy, to find out whether the tape fits. */
static bool rehearse(pipe_request *r, pipe_game *slot, const qm_order *order, const qm_json_value *tape) {
    const qm_scenario *scenario = qm_game_scenario(slot->game);
    qm_scratch *scratch = qm_game_scratch(slot->game);
    qm_source source = {.dice = QM_DICE_ASKED, .choices = QM_CHOICES_ASKED};
    qm_verdict verdict;
    qm_played played = QM_PLAYED_DONE;
    reply answer;
    size_t used = 0;
    memcpy(slot->spare, qm_game_state(slot->game), qm_state_size(scenario));
    qm_result result = qm_judge(scenario, slot->spare, order, scratch, &verdict);
    if (result == QM_OK && !qm_verdict_playable(&verdict)) {
        return true; /* refused all the same, and then the tape does not matter */
    }
    if (result == QM_OK) {
        result = qm_play(scenario, slot->spare, scratch, &source, NULL, &played);
    }
    while (result == QM_OK && used < qm_json_count(tape) && played == QM_PLAYED_WAITING) {
        if (!tape_reply(r, scenario, slot->spare, tape, used++, &answer)) {
            return false;
        }
        result = qm_answer(scenario, slot->spare, scratch, answer.values, answer.count, &source, NULL, &played);
    }
    if (result != QM_OK) {
        return pipe_refuse_result(r, result);
    }
    return used == qm_json_count(tape) ||
           pipe_refuse(r, "dice", "the order takes %zu entries of the tape, which has %zu", used, qm_json_count(tape));
}

/* Feeds a tape that fits to the order. */
static bool feed(pipe_request *r, pipe_game *slot, const qm_json_value *tape, qm_played *played) {
    reply answer;
    for (size_t i = 0; i < qm_json_count(tape); i++) {
        if (!tape_reply(r, qm_game_scenario(slot->game), qm_game_state(slot->game), tape, i, &answer) ||
            !give(r, slot, &answer, played)) {
            return false;
        }
    }
    return true;
}

static void write_verdict(pipe_request *r, const qm_scenario *scenario, const qm_order *order,
                          const qm_verdict *verdict) {
    cli_json_raw(r->json, "verdict");
    qm_verdict_write_json(scenario, order, verdict, r->json->out);
}

/* The verdict a side is shown is that on what it may know; that on the state itself for an order of nobody's which can
 * be carried out, since it reveals. False when there is an error; *go tells whether to play. */
static bool judge_for(pipe_request *r, const pipe_game *slot, const pipe_target *target, const qm_order *order,
                      bool *go) {
    qm_wanted wanted;
    qm_verdict verdict;
    qm_pending(target->scenario, qm_game_state(slot->game), &wanted, NULL, NULL);
    *go = true;
    if (target->side == 0 || wanted.what != 0) {
        return true;
    }
    qm_result result = QM_OK;
    bool reveals = false;
    if (order->actor == 0) {
        result = qm_judge(target->scenario, qm_game_state(slot->game), order, target->scratch, &verdict);
        reveals = result == QM_OK && qm_verdict_playable(&verdict);
    }
    if (!reveals) {
        result = qm_judge(target->scenario, target->state, order, target->scratch, &verdict);
    }
    if (result != QM_OK) {
        return pipe_refuse_result(r, result);
    }
    write_verdict(r, target->scenario, order, &verdict);
    *go = qm_verdict_playable(&verdict);
    return true;
}

static bool play_on(pipe_request *r, pipe_game *slot, const pipe_target *target, const qm_order *order,
                    const qm_json_value *tape, qm_played *played, bool *go) {
    qm_verdict verdict = {0};
    if (!judge_for(r, slot, target, order, go) || !*go) {
        return !*go;
    }
    const qm_result result = qm_game_order(slot->game, order, &verdict, &r->pipe->events, played);
    slot->told = result == QM_OK ? r->pipe->events.count : slot->told;
    if (target->side == 0 && (result == QM_ERROR_ILLEGAL || result == QM_OK)) {
        write_verdict(r, target->scenario, order, &verdict);
        *go = qm_verdict_playable(&verdict);
    }
    if (!*go) {
        return true;
    }
    return result == QM_OK ? !tape || feed(r, slot, tape, played) : pipe_refuse_result(r, result);
}

/* Whether something is hidden from the side now. */
static bool in_the_dark(const pipe_target *target) {
    for (uint16_t i = 1; target->side && i <= qm_figure_count(target->scenario); i++) {
        if (qm_figure_side(target->scenario, i) != target->side && qm_state_hides(target->scenario, target->state, i)) {
            return true;
        }
    }
    return false;
}

/* A tape that does not fit tells what an order would take; for a side in the dark, or one that may not measure before,
 * that would be a question. */
static bool tape_good(pipe_request *r, const pipe_target *target, const qm_order *order, const qm_json_value *tape) {
    qm_verdict verdict;
    if (tape && (!qm_json_is_array(tape) || qm_json_count(tape) > PIPE_TAPE_MAX)) {
        return pipe_refuse(r, "request", "\"tape\" must be an array of at most %d entries", PIPE_TAPE_MAX);
    }
    if (!tape || !target->side) {
        return true;
    }
    if (in_the_dark(target)) {
        return pipe_refuse(r, "side", "while something is hidden from %s it gives no tape; let dice be \"asked\"",
                           qm_side_name(target->scenario, target->side));
    }
    const qm_result result = qm_judge(target->scenario, target->state, order, target->scratch, &verdict);
    if (result != QM_OK) {
        return pipe_refuse_result(r, result);
    }
    return verdict.unmeasured == QM_MEASURED ||
           pipe_refuse(r, "side", "an order that is measured only when it is given takes no tape of %s; let dice be \"asked\"",
                       qm_side_name(target->scenario, target->side));
}

bool pipe_play(pipe_request *r) {
    pipe_game *slot = pipe_game_of(r);
    const qm_json_value *tape = qm_json_get(r->root, "tape");
    pipe_target target;
    qm_order order;
    qm_played played = QM_PLAYED_DONE;
    bool go = false;
    if (!check_position_members(r, slot, &target) || !pipe_order(r, target.scenario, &order) ||
        !tape_good(r, &target, &order, tape)) {
        return false;
    }
    if (!is_own(&target, &order, true)) {
        return refuse_strange(r, &target, &order);
    }
    if (tape && !rehearse(r, slot, &order, tape)) {
        return false;
    }
    if (tape) {
        qm_game_modes(slot->game, QM_DICE_ASKED, QM_CHOICES_ASKED);
    }
    r->pipe->events.count = r->pipe->events.dropped = 0;
    const bool fine = play_on(r, slot, &target, &order, tape, &played, &go);
    if (tape) {
        qm_game_modes(slot->game, slot->dice, slot->choices);
    }
    if (!fine) {
        return false;
    }
    if (go) {
        write_played(r, target.scenario, played, 0);
        slot->told = qm_json_count(tape) > 0 ? r->pipe->events.count : slot->told;
    } else {
        cli_json_text(r->json, "played", "refused");
    }
    return write_position(r);
}

/* ------------------------------------------------------------------------------------------------------ taking back */

bool pipe_withdraw(pipe_request *r) {
    pipe_game *slot = pipe_game_of(r);
    pipe_target target;
    qm_wanted wanted;
    qm_order order;
    if (!check_position_members(r, slot, &target)) {
        return false;
    }
    qm_pending(target.scenario, target.state, &wanted, &order, NULL);
    if (wanted.what == 0) {
        return pipe_refuse(r, "pending", "no order is waiting");
    }
    if (!is_own(&target, &order, false)) {
        return refuse_strange(r, &target, &order);
    }
    if (wanted.measured) {
        return pipe_refuse(r, "pending",
                           "a distance has been told that may not be measured before the order is given: it stands");
    }
    const qm_result result = qm_game_undo(slot->game, 1, false, NULL);
    if (result == QM_ERROR_DICE) {
        return pipe_refuse(r, "dice", "dice have fallen: the order stands");
    }
    return result == QM_OK ? write_position(r) : pipe_refuse_result(r, result);
}

bool pipe_undo(pipe_request *r) {
    pipe_game *slot = pipe_game_of(r);
    int64_t count = 1;
    bool past_dice = false;
    uint32_t undone = 0;
    pipe_target target;
    if (!check_position_members(r, slot, &target) || !pipe_int(r, "count", 1, 1000000, &count) ||
        !pipe_bool(r, "past_dice", &past_dice)) {
        return false;
    }
    const qm_result result = target.side
                                 ? qm_game_take_back(slot->game, target.side, (uint32_t)count, past_dice, &undone)
                                 : qm_game_undo(slot->game, (uint32_t)count, past_dice, &undone);
    if (result == QM_ERROR_ILLEGAL) {
        return pipe_refuse(r, "side",
                           "%s may take back only its own last orders, and none that revealed or measured something",
                           qm_side_name(target.scenario, target.side));
    }
    if (result == QM_ERROR_DICE) {
        return pipe_refuse(r, "dice", "dice have fallen since, or something was revealed or measured; "
                                      "\"past_dice\": true takes that back as well");
    }
    if (result != QM_OK) {
        return pipe_refuse_result(r, result);
    }
    cli_json_int(r->json, "undone", undone);
    return write_position(r);
}

/* -------------------------------------------------------------------------------------------------------------- log */

/* The log may be written with line breaks; an answer is one line, so it is taken apart and written again. */
static bool write_log(pipe_request *r, const qm_text *text) {
    qm_json *document = NULL;
    const qm_result result = qm_json_read(&document, text->data, text->length, "log", NULL, &r->pipe->list);
    if (result == QM_OK) {
        cli_json_raw(r->json, "log");
        qm_json_write(qm_json_root(document), r->json->out);
    }
    qm_json_free(document);
    return result == QM_OK || pipe_refuse_result(r, result);
}

bool pipe_log(pipe_request *r) {
    pipe_game *slot = pipe_game_of(r);
    const char *path;
    pipe_target target;
    if (!slot || !pipe_text(r, "path", false, &path) || !pipe_target_of(r, &target)) {
        return false;
    }
    if (path && target.side) {
        return pipe_refuse(r, "side", "a file is written for the game master alone; for a side leave out the \"path\"");
    }
    if (path) {
        const qm_result result = qm_game_save(slot->game, path, &r->pipe->list);
        return result == QM_OK || pipe_refuse_result(r, result);
    }
    qm_text_clear(&r->pipe->work);
    const qm_result result = qm_game_write_for(slot->game, target.side, &r->pipe->work);
    return result == QM_OK ? write_log(r, &r->pipe->work) : pipe_refuse_result(r, result);
}
