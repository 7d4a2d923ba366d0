/* quickmarch play: orders carried out, dice and choices answered, undo and saving. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "play.h"

enum { UNDO_MAX = 10000 };

/* ------------------------------------------------------------------------------------------------------ what happened
 */

/* Tells the events since the last time; into the news when the order is over, at once while it waits. */
static void tell_events(play *p, qm_text *out) {
    cli_account(p->scenario, &p->events, p->told, out);
    p->told = p->events.count;
}

static void order_went(play *p, qm_played played) {
    p->entries_known = p->places_known = p->held = false;
    p->way_count = 0;
    if (played == QM_PLAYED_WAITING) {
        if (p->told == 0 && p->news.length > 0) {
            play_say(p, p->news.data);
            qm_text_clear(&p->news);
        }
        tell_events(p, &p->out);
        play_next_up(p);
        return;
    }
    tell_events(p, &p->news);
    p->told = 0;
    p->automatic = false;
    p->fresh = true;
    play_autosave(p);
}

/* ------------------------------------------------------------------------------------------------------------ orders
 */

static bool wants_confirmation(const play *p, const qm_verdict *verdict) {
    if (verdict->check_count == 0 && verdict->hits == 0 && verdict->warning_count == 0) {
        return false;
    }
    return p->confirm == PLAY_CONFIRM_ALL || (p->confirm == PLAY_CONFIRM_MOVES && verdict->unit != 0);
}

/* Shows what lies ahead and asks. */
static bool confirmed(play *p, const qm_order *order, const qm_verdict *verdict) {
    qm_verdict_print(p->scenario, order, verdict, &p->out);
    for (;;) {
        if (!play_read(p, "Go ahead? [Y/n/odds] ")) {
            return false;
        }
        if (!*p->line || strcmp(p->line, "y") == 0 || strcmp(p->line, "Y") == 0 || strcmp(p->line, "yes") == 0) {
            return true;
        }
        if (strcmp(p->line, "odds") != 0) {
            play_say(p, "Not done.\n");
            return false;
        }
        char text[PLAY_LINE_MAX];
        qm_text words = qm_text_over(text, sizeof text);
        qm_order_print(p->scenario, order, &words);
        play_odds(p, text);
    }
}

/* "Ada half 0304: legal (HX-43)", and the cost. */
static void note_verdict(play *p, const qm_order *order, const qm_verdict *verdict) {
    cli_paint(p->args, &p->news, CLI_GOOD, "* ");
    if (order->kind == 0) {
        qm_text_addf(&p->news, "%s has declared; it is hidden\n", qm_actor_name(p->scenario, order->actor));
        return;
    }
    qm_order_print(p->scenario, order, &p->news);
    qm_text_add(&p->news, ": ");
    qm_verdict_print(p->scenario, order, verdict, &p->news);
}

/* While something is hidden the verdict told is that on what the giver may know: p->view, whoever gives the order. An
 * order that is nobody's and can be carried out reveals; then there is nothing to keep back, and nothing to confirm. */
static qm_result judge_for_giver(play *p, const qm_order *order, bool *reveals, qm_verdict *verdict) {
    qm_scratch *scratch = qm_game_scratch(p->game);
    const bool veiled = play_veiled(p);
    qm_result result = QM_OK;
    *reveals = false;
    if (!veiled || order->actor == 0) {
        result = qm_judge(p->scenario, play_state(p), order, scratch, verdict);
        *reveals = veiled && result == QM_OK && qm_verdict_playable(verdict);
    }
    return veiled && !*reveals ? qm_judge(p->scenario, p->view, order, scratch, verdict) : result;
}

/* Going on while figures are still to act gives up what they could do, which is easily done by mistake. */
static void note_skipped(play *p, uint16_t side, int skipped) {
    if (skipped > 0) {
        qm_text_addf(&p->news, "  %d figure%s of %s %s not acted; 'undo' takes it back\n", skipped,
                     skipped == 1 ? "" : "s", qm_side_name(p->scenario, side), skipped == 1 ? "has" : "have");
    }
}

void play_order(play *p, const qm_order *order, bool ask) {
    qm_verdict verdict, carried_out;
    qm_played played = QM_PLAYED_DONE;
    bool reveals;
    if (ask && !play_own(p, order)) {
        play_sayf(p, "%s is not a figure of %s.\n", qm_actor_name(p->scenario, order->actor),
                  qm_side_name(p->scenario, p->viewer));
        p->refused = true;
        return;
    }
    if (ask || order->actor == 0) {
        play_look(p);
    }
    const uint16_t actor = play_actor(p), side = actor ? qm_figure_side(p->scenario, actor) : 0;
    const bool goes_on = (qm_scenario_family(p->scenario)->orders[order->kind].flags & QM_ORDER_ADVANCE) != 0;
    const int skipped = goes_on && actor ? play_idle_count(p, side) : 0;
    qm_result result = judge_for_giver(p, order, &reveals, &verdict);
    if (result == QM_OK && !qm_verdict_playable(&verdict)) {
        qm_verdict_print(p->scenario, order, &verdict, &p->out);
        p->refused = true;
        return;
    }
    if (result == QM_OK && ask && !reveals && wants_confirmation(p, &verdict) && !confirmed(p, order, &verdict)) {
        return;
    }
    if (result == QM_OK) {
        p->told = 0;
        result = qm_game_order(p->game, order, &carried_out, &p->events, &played);
    }
    if (result != QM_OK) {
        play_sayf(p, "%s\n", qm_result_text(result));
        p->refused = true;
        return;
    }
    qm_order shown = *order;
    qm_project_order(p->scenario, play_state(p), p->viewer, &shown, &verdict, &p->events);
    note_verdict(p, &shown, &verdict);
    note_skipped(p, side, skipped);
    if (reveals) {
        qm_text_clear(&p->assumed); /* what was assumed has come out */
    }
    p->shown = p->shown && (qm_scenario_family(p->scenario)->orders[order->kind].flags & QM_ORDER_HIDDEN);
    order_went(p, played);
}

uint16_t play_advance_kind(const play *p) {
    const qm_rules_facts *family = qm_scenario_family(p->scenario);
    uint16_t first = 0;
    for (uint16_t i = 1; i < family->order_count; i++) {
        qm_order order;
        qm_verdict verdict;
        if (!(family->orders[i].flags & QM_ORDER_ADVANCE)) {
            continue;
        }
        first = first ? first : i;
        qm_order_clear(&order, i, 0);
        if (qm_judge(p->scenario, play_state(p), &order, p->table.scratch, &verdict) == QM_OK &&
            qm_verdict_playable(&verdict)) {
            return i;
        }
    }
    return first;
}

void play_advance(play *p) {
    qm_order order;
    play_look(p);
    qm_order_clear(&order, play_advance_kind(p), 0);
    if (order.kind == 0) {
        play_say(p, "These rules have no order that goes on.\n");
    } else {
        play_order(p, &order, false);
    }
}

bool play_idle(const play *p, const qm_state *state, uint16_t side, qm_order *order) {
    const qm_rules_facts *family = qm_scenario_family(p->scenario);
    const uint16_t actor = qm_state_actor(p->scenario, state);
    for (uint16_t i = 1; actor != 0 && qm_figure_side(p->scenario, actor) == side && i < family->order_count; i++) {
        qm_verdict verdict;
        qm_order_clear(order, i, actor);
        if ((family->orders[i].flags & QM_ORDER_IDLE) &&
            qm_judge(p->scenario, state, order, p->table.scratch, &verdict) == QM_OK && qm_verdict_playable(&verdict)) {
            return true;
        }
    }
    return false;
}

void play_rest(play *p, const char *rest) {
    qm_order order;
    play_look(p);
    const uint16_t side = p->viewer;
    const uint32_t before = qm_game_orders(p->game);
    if (*rest) {
        play_say(p, "It is 'rest' alone: it is for all of your side who are still to act.\n");
        return;
    }
    uint32_t given = before;
    while (play_wanted(p).what == 0 && given == qm_game_orders(p->game) && play_idle(p, p->view, side, &order)) {
        play_order(p, &order, true);
        given++;
        play_look(p);
    }
    if (given == before) {
        play_sayf(p, "Nobody of %s could rest now.\n", qm_side_name(p->scenario, side));
    }
}

/* ----------------------------------------------------------------------------------------------------------- answers
 */

/* Gives the automatic answers that 'auto' asked for; between them dice may be typed in. */
static qm_result answer_automatic(play *p, qm_played *played) {
    qm_wanted wanted = play_wanted(p);
    qm_result result = QM_OK;
    while (result == QM_OK && *played == QM_PLAYED_WAITING && p->automatic && wanted.what == 2 &&
           wanted.side == p->automatic_side) {
        result = qm_game_answer(p->game, &wanted.automatic, 1, &p->events, played);
        wanted = play_wanted(p);
    }
    return result;
}

void play_respond(play *p, const uint8_t *values, size_t count) {
    qm_played played = QM_PLAYED_DONE;
    qm_result result = qm_game_answer(p->game, values, count, &p->events, &played);
    result = result == QM_OK ? answer_automatic(p, &played) : result;
    if (result != QM_OK) {
        play_sayf(p, "%s\n", qm_result_text(result));
        return;
    }
    order_went(p, played);
}

/* A face from the seed and a counter of our own (splitmix64): these dice go into the log like typed ones. */
static uint8_t draw_face(play *p, uint8_t sides) {
    uint64_t z =
        qm_game_seed(p->game) + 0x9e3779b97f4a7c15u * (++p->drawn + ((uint64_t)qm_state_revision(play_state(p)) << 20));
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return (uint8_t)(1 + (z ^ (z >> 31)) % sides);
}

/* Again while nobody leads, but not for ever: there are contests that next to no round decides. */
static void draw_faces(play *p, const qm_wanted *wanted, uint8_t *faces) {
    enum { ROUNDS = 10000 };
    for (int round = 0; round == 0 || (round < ROUNDS && !qm_faces_settle(wanted, faces)); round++) {
        for (size_t i = 0; i < wanted->dice; i++) {
            faces[i] = draw_face(p, wanted->sides);
        }
    }
}

/* "3 4 2", "3,4,2", or "342" where no face has two digits. */
static bool read_faces(const char *line, const qm_wanted *wanted, uint8_t *faces) {
    const size_t length = strlen(line);
    const bool joined = wanted->sides < 10 && length == wanted->dice && strspn(line, "0123456789") == length;
    size_t count = 0;
    for (const char *c = line + strspn(line, " ,"); *c; c += strspn(c, " ,")) {
        const size_t digits = joined ? 1 : strspn(c, "0123456789");
        if (digits == 0 || digits > 3 || count == wanted->dice) {
            return false;
        }
        unsigned face = 0;
        for (size_t i = 0; i < digits; i++) {
            face = face * 10 + (unsigned)(*c++ - '0');
        }
        if (face < 1 || face > wanted->sides) {
            return false;
        }
        faces[count++] = (uint8_t)face;
    }
    return count == wanted->dice;
}

static bool answer_roll(play *p, const qm_wanted *wanted, const char *line) {
    uint8_t faces[256];
    if (strcmp(line, "roll") == 0) {
        draw_faces(p, wanted, faces);
    } else if (!read_faces(line, wanted, faces)) {
        if (wanted->dice == 1) {
            play_sayf(p, "'%.60s' does not fit: one face of 1 to %d is needed.\n", line, wanted->sides);
        } else {
            play_sayf(p, "'%.60s' does not fit: %d faces of 1 to %d are needed.\n", line, wanted->dice, wanted->sides);
        }
        return false;
    }
    if (!qm_faces_settle(wanted, faces)) {
        play_say(p, "Nobody leads in this round: roll again until one does, and give that round.\n");
        return false;
    }
    play_respond(p, faces, wanted->dice);
    return true;
}

bool play_answer(play *p, const char *line) {
    const qm_wanted wanted = play_wanted(p);
    if (wanted.what == 1) {
        return answer_roll(p, &wanted, line);
    }
    for (uint8_t i = 1; i <= wanted.option_count; i++) {
        char name[64], number[8];
        qm_text text = qm_text_over(name, sizeof name), digits = qm_text_over(number, sizeof number);
        qm_option_print(p->scenario, &wanted, i, &text);
        qm_text_add_int(&digits, i);
        if (strcmp(line, name) == 0 || strcmp(line, number) == 0) {
            play_respond(p, &i, 1);
            return true;
        }
    }
    play_sayf(p, "'%.60s' is none of the options.\n", line);
    return false;
}

void play_automatic(play *p, const char *rest) {
    const qm_wanted wanted = play_wanted(p);
    qm_played played = QM_PLAYED_WAITING;
    if (*rest || wanted.what != 2) {
        play_say(p, *rest ? "'auto' stands alone.\n" : "Nobody is asked to choose now.\n");
        p->refused = true;
        return;
    }
    p->automatic = true;
    p->automatic_side = wanted.side;
    const qm_result result = answer_automatic(p, &played);
    if (result != QM_OK) {
        play_sayf(p, "%s\n", qm_result_text(result));
        return;
    }
    order_went(p, played);
}

/* -------------------------------------------------------------------------------------------------------------- undo
 */

/* How many orders to take back so that `count` given at the keyboard are among them: what the program has played since
 * goes too, or it would only play it again. */
static uint32_t orders_back(const play *p, uint32_t count) {
    uint32_t at = qm_game_orders(p->game), back = 0, found = 0;
    if (play_wanted(p).what != 0) {
        back = found = 1;
    }
    while (found < count && at > 0) {
        const uint16_t side = qm_figure_side(p->scenario, qm_game_order_at(p->game, --at)->actor);
        found += side == 0 || (p->people >> side & 1u);
        back++;
    }
    return back > count ? back : count;
}

void play_undo(play *p, const char *rest, bool past_dice) {
    const size_t digits = strspn(rest, "0123456789");
    const unsigned long count = !*rest ? 1 : digits < 6 && !rest[digits] ? strtoul(rest, NULL, 10) : 0;
    uint32_t undone = 0;
    if (count < 1 || count > UNDO_MAX) {
        play_say(p, "It is 'undo' or 'undo N' with how many orders to take back.\n");
        return;
    }
    const bool own = play_veiled(p) && !past_dice;
    const uint32_t back = orders_back(p, (uint32_t)count);
    if (!own && play_hidden_among(p, back)) {
        play_say(p, "That would take back what another side has declared and still hides, which only that side may do "
                    "until it is revealed. 'undo' takes back your own declarations.\n");
        return;
    }
    const qm_result result = own ? qm_game_take_back(p->game, p->viewer, (uint32_t)count, false, &undone)
                                 : qm_game_undo(p->game, back, past_dice, &undone);
    if (own && result == QM_ERROR_ILLEGAL) {
        play_say(p,
                 "While something is hidden only your own declarations can be taken back; 'undo!' takes back what was "
                 "done last, up to what another side hides.\n");
        return;
    }
    if (result == QM_ERROR_DICE) {
        const bool revealing = play_has_orders(qm_scenario_family(p->scenario), QM_ORDER_HIDDEN);
        const bool measuring = qm_scenario_family(p->scenario)->space == QM_SPACE_TABLE;
        play_sayf(p, "Dice have fallen%s since: 'undo!' takes %s back all the same, and the next dice are new ones.\n",
                  revealing   ? ", or declarations were revealed,"
                  : measuring ? ", or something was measured,"
                              : "",
                  revealing || measuring ? "that" : "them");
        return;
    }
    if (result != QM_OK || undone == 0) {
        play_sayf(p, "%s\n", result == QM_OK ? "There is nothing to take back." : qm_result_text(result));
        return;
    }
    qm_text_clear(&p->news);
    qm_text_addf(&p->news, "Taken back: %u %s.\n", undone, undone == 1 ? "order" : "orders");
    p->entries_known = p->places_known = p->shown = false;
    p->way_count = p->told = 0;
    p->fresh = true;
    p->held = p->automatic = false;
    play_autosave(p);
}

/* ------------------------------------------------------------------------------------------------------------ saving
 */

bool play_unsaved(const play *p) {
    return !p->save && p->saved_hash != qm_state_hash(p->scenario, play_state(p));
}

bool play_keeps(const play *p, const char *path) {
    return p->table.diverged == 0 || !cli_same_file(path, p->table.path);
}

static bool write_game(play *p, const char *path) {
    if (!play_keeps(p, path)) {
        play_sayf(p,
                  "Not saved: under these rules the game left %s before entry %u, and saving over it would destroy the "
                  "rest of the log. Name another file.\n",
                  path, (unsigned)p->table.diverged);
        p->unwritten = true;
        return false;
    }
    qm_diagnostics_clear(&p->list);
    const qm_result result = qm_game_save(p->game, path, &p->list);
    if (result == QM_OK) {
        p->saved_hash = qm_state_hash(p->scenario, play_state(p));
        return true;
    }
    p->unwritten = true;
    if (p->list.count == 0) {
        play_sayf(p, "%s could not be written: %s\n", path, qm_result_text(result));
    }
    for (size_t i = 0; i < p->list.count; i++) {
        qm_diagnostic_print(&p->list.items[i], &p->out);
        play_say(p, "\n");
    }
    return false;
}

bool play_save(play *p, const char *rest) {
    const char *path = *rest ? rest : p->save_path[0] ? p->save_path : p->save;
    if (!path) {
        play_say(p, "Save to which file? 'save FILE'\n");
        return false;
    }
    if (strlen(path) >= CLI_PATH_MAX) {
        play_say(p, "That name is too long.\n");
        return false;
    }
    if (!write_game(p, path)) {
        return false;
    }
    memmove(p->save_path, path, strlen(path) + 1);
    play_sayf(p, "Saved to %s; 'quickmarch play %s' goes on with it.\n", path, path);
    play_say(p, play_veiled(p) ? "Everything is in the file, what is hidden too.\n" : "");
    return true;
}

void play_autosave(play *p) {
    if (p->save && !write_game(p, p->save)) {
        play_say(p, "Saving by itself is off from here on; 'save FILE' still works.\n");
        p->save = NULL;
    }
}
