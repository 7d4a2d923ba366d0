/* A game in progress: orders, answers, undo.
 *
 * The list of entries is the truth and the state follows from it: undo takes entries away and plays the rest again,
 * which costs a microsecond an order. Keeping a copy of the state for every order was the alternative; it is quicker to
 * undo and four kilobytes an order larger.
 *
 * Invariant: playing the standing entries from the start with their tapes gives the current state (but for an order
 * that waits).
 */
#include <string.h>

#include "io/game.h"

/* -------------------------------------------------------------------------------------------------- making, freeing */

static void *take(const qm_game *game, size_t size) {
    return qm__resize(qm__game_allocator(game), NULL, 0, size);
}

static void give_back(const qm_game *game, void *block, size_t size) {
    if (block) {
        qm__resize(qm__game_allocator(game), block, size, 0);
    }
}

qm_result qm_game_new(qm_game **out, const qm_scenario *scenario, uint64_t seed, const qm_allocator *allocator) {
    *out = NULL;
    if (!scenario) {
        return QM_ERROR_USAGE;
    }
    qm_game *game = qm__resize(allocator, NULL, 0, sizeof *game);
    if (!game) {
        return QM_ERROR_MEMORY;
    }
    memset(game, 0, sizeof *game);
    if (allocator) {
        game->allocator = *allocator;
    }
    qm__arena_init(&game->arena, qm__game_allocator(game));
    game->scenario = scenario;
    game->seed = seed;
    game->state = take(game, qm_state_size(scenario));
    game->before = take(game, qm_state_size(scenario));
    game->scratch_size = qm_scratch_size(scenario, 0);
    game->scratch = take(game, game->scratch_size);
    if (!game->state || !game->before || !game->scratch) {
        qm_game_free(game);
        return QM_ERROR_MEMORY;
    }
    qm_state_start(scenario, game->state);
    qm_state_start(scenario, game->before);
    qm_scratch_start(scenario, game->scratch, 0);
    *out = game;
    return QM_OK;
}

void qm_game_free(qm_game *game) {
    if (!game) {
        return;
    }
    const size_t size = qm_state_size(game->scenario);
    give_back(game, game->state, size);
    give_back(game, game->before, size);
    give_back(game, game->scratch, game->scratch_size);
    give_back(game, game->entries, game->entry_max * sizeof *game->entries);
    give_back(game, game->live, game->entry_max * sizeof *game->live);
    qm__arena_free(&game->arena);
    qm_scenario_free(game->owned);
    const qm_allocator allocator = game->allocator;
    qm__resize(allocator.resize ? &allocator : NULL, game, sizeof *game, 0);
}

void qm_game_modes(qm_game *game, qm_dice_mode dice, qm_choice_mode choices) {
    game->dice = (uint8_t)dice;
    game->choices = (uint8_t)choices;
}

const qm_scenario *qm_game_scenario(const qm_game *game) {
    return game->scenario;
}

const qm_state *qm_game_state(const qm_game *game) {
    return game->state;
}

qm_scratch *qm_game_scratch(qm_game *game) {
    return game->scratch;
}

uint64_t qm_game_seed(const qm_game *game) {
    return game->seed;
}

uint32_t qm_game_orders(const qm_game *game) {
    return game->live_count;
}

const qm_order *qm_game_order_at(const qm_game *game, uint32_t index) {
    return index < game->live_count ? &game->entries[game->live[index]].order : NULL;
}

const qm_tape *qm_game_tape_at(const qm_game *game, uint32_t index) {
    return index < game->live_count ? &game->entries[game->live[index]].tape : NULL;
}

uint32_t qm_game_edits(const qm_game *game) {
    return game->edits;
}

/* --------------------------------------------------------------------------------------------------------- entries */

static bool make_room(qm_game *game, uint32_t more) {
    if (game->entry_max - game->entry_count >= more) {
        return true;
    }
    const uint32_t doubled = game->entry_max == 0 ? 64 : game->entry_max * 2;
    const uint32_t max = doubled > game->entry_count + more ? doubled : game->entry_count + more;
    if (max < game->entry_max) {
        return false;
    }
    const qm_allocator *allocator = qm__game_allocator(game);
    uint32_t *live = qm__resize(allocator, NULL, 0, max * sizeof *live);
    qm__entry *entries =
        live ? qm__resize(allocator, game->entries, game->entry_max * sizeof *entries, max * sizeof *entries) : NULL;
    if (!entries) {
        give_back(game, live, max * sizeof *live);
        return false;
    }
    if (game->live_count > 0) {
        memcpy(live, game->live, game->live_count * sizeof *live);
    }
    give_back(game, game->live, game->entry_max * sizeof *live);
    game->entries = entries;
    game->live = live;
    game->entry_max = max;
    return true;
}

qm__entry *qm__game_append(qm_game *game) {
    if (!make_room(game, 1)) {
        return NULL;
    }
    qm__entry *entry = &game->entries[game->entry_count];
    memset(entry, 0, sizeof *entry);
    entry->choices = "";
    game->live[game->live_count++] = game->entry_count++;
    return entry;
}

qm_result qm__game_mark(qm_game *game, uint32_t count) {
    if (!make_room(game, 1)) {
        return QM_ERROR_MEMORY;
    }
    qm__entry *entry = &game->entries[game->entry_count++];
    memset(entry, 0, sizeof *entry);
    entry->choices = "";
    entry->undo = count;
    game->live_count -= count;
    game->edits++;
    return QM_OK;
}

void qm__game_veil(qm_game *game, uint32_t count) {
    const qm_rules_facts *facts = qm_scenario_family(game->scenario);
    uint32_t first = count;
    bool revealed = false;
    game->hidden_from = game->hidden_from < count - 1 ? game->hidden_from : count - 1;
    for (uint32_t i = count; i-- > game->hidden_from;) {
        qm__entry *entry = &game->entries[game->live[i]];
        const bool kind = (facts->orders[entry->order.kind].flags & QM_ORDER_HIDDEN) != 0;
        const bool before = i == count - 1 ? kind : entry->hidden;
        entry->hidden = before && qm_state_hides(game->scenario, game->state, entry->order.actor);
        revealed = revealed || (i < count - 1 && before && !entry->hidden);
        first = entry->hidden ? i : first;
    }
    game->entries[game->live[count - 1]].revealed = revealed;
    game->hidden_from = first;
}

void qm__game_measured(qm_game *game, uint32_t count) {
    game->entries[game->live[count - 1]].measured =
        game->measures || (qm_state_unmeasured(game->scenario, game->before) &&
                           !qm_state_unmeasured(game->scenario, game->state));
}

bool qm_game_hidden_at(const qm_game *game, uint32_t index) {
    return index < game->live_count && game->entries[game->live[index]].hidden;
}

/* Names of the choices on a tape, found by playing the order again on the state before it. */
static const char *choice_names(qm_game *game, const qm_order *order, const qm_tape *tape) {
    if (!qm__tape_has(tape, true)) {
        return "";
    }
    qm_text text = qm_text_growing(qm__game_allocator(game));
    const size_t size = qm_state_size(game->scenario);
    qm_state *copy = take(game, size);
    qm_verdict verdict;
    if (copy) {
        memcpy(copy, game->before, size);
        if (qm_judge(game->scenario, copy, order, game->scratch, &verdict) == QM_OK && qm_verdict_playable(&verdict)) {
            qm__script_names(game->scenario, copy, game->scratch, tape, &text);
        }
        give_back(game, copy, size);
    }
    const char *kept = qm__arena_string(&game->arena, text.data ? text.data : "", text.length);
    qm_text_free(&text);
    return kept ? kept : "";
}

/* The order came to its end: writes it down. */
static qm_result write_down(qm_game *game, const qm_order *order, const qm_tape *tape) {
    qm__entry *entry = qm__game_append(game);
    if (!entry) {
        memcpy(game->state, game->before, qm_state_size(game->scenario));
        return QM_ERROR_MEMORY;
    }
    entry->order = *order;
    entry->tape = *tape;
    entry->state = qm_state_hash(game->scenario, game->state);
    entry->choices = choice_names(game, order, tape);
    qm__game_veil(game, game->live_count);
    qm__game_measured(game, game->live_count);
    return QM_OK;
}

/* --------------------------------------------------------------------------------------------------- orders, answers
 */

static qm_source source_of(const qm_game *game, qm_tape *record) {
    return (qm_source){
        .dice = game->dice, .choices = game->choices, .seed = game->seed, .index = game->index, .record = record};
}

qm_result qm_game_order(qm_game *game, const qm_order *order, qm_verdict *verdict, qm_events *events,
                        qm_played *played) {
    qm_wanted wanted;
    if (!game || !order || !verdict || !played) {
        return QM_ERROR_USAGE;
    }
    qm_result result = qm_pending(game->scenario, game->state, &wanted, NULL, NULL);
    if (result == QM_OK && wanted.what != 0) {
        return QM_ERROR_PENDING;
    }
    if (result == QM_OK) {
        result = qm_judge(game->scenario, game->state, order, game->scratch, verdict);
    }
    if (result != QM_OK || !qm_verdict_playable(verdict)) {
        return result != QM_OK ? result : QM_ERROR_ILLEGAL;
    }
    qm_tape tape = {0};
    qm_source source = source_of(game, &tape);
    game->measures = verdict->unmeasured != QM_MEASURED;
    memcpy(game->before, game->state, qm_state_size(game->scenario));
    result = qm_play(game->scenario, game->state, game->scratch, &source, events, played);
    if (result != QM_OK) {
        memcpy(game->state, game->before, qm_state_size(game->scenario));
        return result;
    }
    game->index = source.index;
    return *played == QM_PLAYED_DONE ? write_down(game, order, &tape) : QM_OK;
}

qm_result qm_game_answer(qm_game *game, const uint8_t *values, size_t count, qm_events *events, qm_played *played) {
    qm_wanted wanted;
    qm_order order;
    if (!game || !values || !played) {
        return QM_ERROR_USAGE;
    }
    qm_result result = qm_pending(game->scenario, game->state, &wanted, &order, NULL);
    if (result != QM_OK || wanted.what == 0) {
        return result != QM_OK ? result : QM_ERROR_USAGE;
    }
    qm_tape tape = {0};
    qm_source source = source_of(game, &tape);
    result = qm_answer(game->scenario, game->state, game->scratch, values, count, &source, events, played);
    if (result != QM_OK) {
        return result;
    }
    game->index = source.index;
    return *played == QM_PLAYED_DONE ? write_down(game, &order, &tape) : QM_OK;
}

/* ------------------------------------------------------------------------------------------------------------ undo */

qm_result qm__game_rebuild(qm_game *game) {
    qm_result result = qm_state_start(game->scenario, game->state);
    game->hidden_from = 0;
    for (uint32_t i = 0; result == QM_OK && i < game->live_count; i++) {
        qm__entry *entry = &game->entries[game->live[i]];
        qm_verdict verdict;
        qm_played played = QM_PLAYED_DONE;
        qm_source source = {.dice = QM_DICE_ASKED, .choices = QM_CHOICES_ASKED, .given = &entry->tape};
        memcpy(game->before, game->state, qm_state_size(game->scenario));
        result = qm_judge(game->scenario, game->state, &entry->order, game->scratch, &verdict);
        if (result == QM_OK && !qm_verdict_playable(&verdict)) {
            result = QM_ERROR_STATE;
        }
        if (result == QM_OK) {
            result = qm_play(game->scenario, game->state, game->scratch, &source, NULL, &played);
        }
        if (result == QM_OK && played != QM_PLAYED_DONE) {
            result = QM_ERROR_STATE;
        }
        if (result == QM_OK) {
            entry->state = qm_state_hash(game->scenario, game->state);
            qm__game_veil(game, i + 1);
            game->measures = verdict.unmeasured != QM_MEASURED;
            qm__game_measured(game, i + 1);
        }
    }
    return result;
}

/* Whether the last `count` standing orders are the last entries of the log, with no mark among or after them. */
static bool at_tail(const qm_game *game, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        if (game->live[game->live_count - 1 - i] != game->entry_count - 1 - i) {
            return false;
        }
    }
    return true;
}

/* Writes an order down that waits and has taken dice, or measured something, so that taking it back leaves a trace. */
static qm_result write_waiting(qm_game *game, const qm_order *order, const qm_tape *tape) {
    qm__entry *entry = qm__game_append(game);
    if (!entry) {
        return QM_ERROR_MEMORY;
    }
    entry->order = *order;
    entry->tape = *tape;
    entry->waiting = true;
    entry->choices = choice_names(game, order, tape);
    qm__game_veil(game, game->live_count);
    return QM_OK;
}

qm_result qm_game_undo(qm_game *game, uint32_t count, bool past_dice, uint32_t *undone) {
    qm_wanted wanted;
    qm_order order;
    qm_tape tape = {0};
    qm_result result = qm_pending(game->scenario, game->state, &wanted, &order, &tape);
    if (result != QM_OK) {
        return result;
    }
    const uint32_t waiting = wanted.what != 0 ? 1 : 0;
    const uint32_t standing = count < game->live_count + waiting ? count : game->live_count + waiting;
    const uint32_t done = standing - (standing > 0 ? waiting : 0);
    const bool waiting_dice = standing > 0 && waiting && (qm__tape_has(&tape, false) || wanted.measured);
    bool dice = waiting_dice;
    for (uint32_t i = 0; i < done; i++) {
        const qm__entry *entry = &game->entries[game->live[game->live_count - 1 - i]];
        dice = dice || entry->revealed || entry->measured || qm__tape_has(&entry->tape, false);
    }
    if (undone) {
        *undone = 0;
    }
    if (standing == 0) {
        return QM_OK;
    }
    if (dice && !past_dice) {
        return QM_ERROR_DICE;
    }
    if (!dice && at_tail(game, done)) {
        game->entry_count -= done;
        game->live_count -= done;
    } else {
        if (waiting_dice) {
            result = write_waiting(game, &order, &tape);
        }
        if (result == QM_OK) {
            result = qm__game_mark(game, done + (waiting_dice ? 1u : 0u));
        }
    }
    if (result == QM_OK) {
        result = qm__game_rebuild(game);
    }
    if (result == QM_OK && undone) {
        *undone = standing;
    }
    return result;
}

/* ------------------------------------------------------------------------------------------------- undo for one side
 */

static bool others_hide(const qm_game *game, uint16_t side) {
    bool hide = false;
    for (uint32_t i = 0; i < game->live_count && !hide; i++) {
        const qm__entry *entry = &game->entries[game->live[i]];
        hide = entry->hidden && qm_figure_side(game->scenario, entry->order.actor) != side;
    }
    return hide;
}

/* How far back the last `count` orders of a side reach, in standing orders; 0 if it may not take them back. Behind a
 * declaration that is still hidden others may have declared; everything else must be the last thing that was done while
 * nobody else hides anything (when that was declared, or declared anew, must not show), and what has been revealed
 * or measured stands. */
static uint32_t reach_back(const qm_game *game, uint16_t side, uint32_t count, uint32_t *kept) {
    const qm_rules_facts *facts = qm_scenario_family(game->scenario);
    const bool hidden = others_hide(game, side);
    uint32_t at = game->live_count, taken = 0;
    *kept = 0;
    while (taken < count && at > 0) {
        const qm__entry *entry = &game->entries[game->live[--at]];
        const bool own = qm_figure_side(game->scenario, entry->order.actor) == side;
        const bool declared = (facts->orders[entry->order.kind].flags & QM_ORDER_HIDDEN) != 0;
        if (!entry->hidden && (!own || declared || hidden || entry->measured)) {
            return 0;
        }
        taken += own ? 1 : 0;
        *kept += own ? 0 : 1;
    }
    return taken == count ? game->live_count - at : 0;
}

static bool took_dice(const qm_game *game, uint16_t side, uint32_t from) {
    bool dice = false;
    for (uint32_t i = from; i < game->live_count && !dice; i++) {
        const qm__entry *entry = &game->entries[game->live[i]];
        dice = qm_figure_side(game->scenario, entry->order.actor) == side && qm__tape_has(&entry->tape, false);
    }
    return dice;
}

/* Leaves the side's own out of the standing orders from `from` on. The others are written down again at `at`, where
 * that is not 0: the states noted with the old ones are still right where those were taken back. */
static void leave_out(qm_game *game, uint16_t side, uint32_t from, uint32_t at) {
    uint32_t left = from;
    for (uint32_t i = from; i < game->live_count; i++) {
        uint32_t entry = game->live[i];
        if (qm_figure_side(game->scenario, game->entries[entry].order.actor) == side) {
            continue;
        }
        if (at != 0) {
            game->entries[at] = game->entries[entry];
            entry = at++;
        }
        game->live[left++] = entry;
    }
    game->live_count = left;
}

/* Takes the side's orders among the last `count` out of the middle. Where the log has a mark among or behind them, they
 * are all taken back by another mark, and those that stay are written down again. */
static qm_result take_out(qm_game *game, uint16_t side, uint32_t count) {
    const uint32_t live = game->live_count, from = live - count;
    const bool tail = at_tail(game, count);
    uint32_t *aside = make_room(game, count + 1) ? take(game, count * sizeof *aside) : NULL;
    if (!aside) {
        return QM_ERROR_MEMORY;
    }
    memcpy(aside, game->live + from, count * sizeof *aside);
    leave_out(game, side, from, tail ? 0 : game->entry_count + 1);
    const qm_result result = qm__game_rebuild(game);
    if (result != QM_OK) { /* one that should stay cannot be played without: then all stays */
        memcpy(game->live + from, aside, count * sizeof *aside);
        game->live_count = live;
        qm__game_rebuild(game);
    } else if (tail) {
        game->entry_count -= count;
        for (uint32_t i = from; i < game->live_count; i++) {
            game->entries[game->entry_count] = game->entries[game->live[i]];
            game->live[i] = game->entry_count++;
        }
    } else {
        game->entries[game->entry_count] = (qm__entry){.undo = count, .choices = ""};
        game->entry_count += 1 + game->live_count - from;
        game->edits++;
    }
    give_back(game, aside, count * sizeof *aside);
    return result;
}

qm_result qm_game_take_back(qm_game *game, uint16_t side, uint32_t count, bool past_dice, uint32_t *undone) {
    qm_wanted wanted;
    qm_order order;
    uint32_t kept = 0;
    if (undone) {
        *undone = 0;
    }
    if (side < 1 || side > qm_side_count(game->scenario) || count < 1) {
        return QM_ERROR_USAGE;
    }
    qm_result result = qm_pending(game->scenario, game->state, &wanted, &order, NULL);
    if (result != QM_OK) {
        return result;
    }
    if (wanted.what != 0) { /* it is the last thing that was done */
        const bool own = count == 1 && qm_figure_side(game->scenario, order.actor) == side && !wanted.measured;
        return own ? qm_game_undo(game, 1, past_dice, undone) : QM_ERROR_ILLEGAL;
    }
    const uint32_t back = reach_back(game, side, count, &kept);
    if (back == 0) {
        return QM_ERROR_ILLEGAL;
    }
    if (kept == 0) {
        return qm_game_undo(game, count, past_dice, undone);
    }
    /* dice are taken back in the order they fell, or not at all */
    result = took_dice(game, side, game->live_count - back) ? QM_ERROR_DICE : take_out(game, side, back);
    if (result == QM_OK && undone) {
        *undone = count;
    }
    return result;
}
