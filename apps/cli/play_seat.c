/* quickmarch play: who sits at the screen while something is hidden.
 *
 * People at one keyboard share one screen. While declarations are hidden it belongs to one side at a time: it is
 * cleared before another side comes to it, and shows only what that side may know. Once all is revealed everybody looks
 * again. Rejected: a password for each side; people who share a table can look away.
 *
 * Invariant: what was said to one side is written out, and cleared away, before another side is the viewer.
 */
#define _DEFAULT_SOURCE
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "play.h"

bool play_veiled(const play *p) {
    for (uint16_t i = 1; i <= qm_figure_count(p->scenario); i++) {
        if (qm_state_hides(p->scenario, play_state(p), i)) {
            return true;
        }
    }
    return false;
}

bool play_at_keyboard(const play *p, uint16_t side) {
    return p->people >> side & 1u;
}

/* Somebody is to declare, or has. */
static bool declaring(const play *p) {
    for (uint32_t i = 0; i < qm_game_orders(p->game); i++) {
        if (qm_game_hidden_at(p->game, i)) {
            return true;
        }
    }
    return play_due_side(p) != 0;
}

/* Whether the screen must change hands: something is hidden or going to be, and more than one side looks at it. */
bool play_secret(const play *p) {
    int sides = 0;
    for (uint16_t side = 1; side <= qm_side_count(p->scenario); side++) {
        sides += play_at_keyboard(p, side) ? 1 : 0;
    }
    return sides > 1 && play_veiled(p) && declaring(p);
}

uint16_t play_due_side(const play *p) {
    const qm_wanted wanted = play_wanted(p);
    return wanted.what != 0 ? wanted.side : qm_figure_side(p->scenario, play_actor(p));
}

bool play_own(const play *p, const qm_order *order) {
    return order->actor == 0 || !play_veiled(p) || qm_figure_side(p->scenario, order->actor) == p->viewer;
}

/* ------------------------------------------------------------------------------------------------------ handing over
 */

/* The screen and what has scrolled off it; where it is no terminal, a line. */
static void clear_screen(play *p) {
    if (!p->script && isatty(STDOUT_FILENO) == 1) {
        play_say(p, "\033[H\033[2J\033[3J");
    } else {
        play_say(p, "----------------------------------------------------------------\n");
    }
}

/* Whoever leaves reads what came of the last order, and may think again. False at the end of input; *stays if he does.
 */
static bool leave(play *p, uint16_t next, bool *stays) {
    char prompt[QM_NAME_MAX + 100];
    *stays = false;
    if (p->news.length > 0) {
        play_say(p, p->news.data);
        qm_text_clear(&p->news);
    }
    play_declared(p);
    snprintf(prompt, sizeof prompt,
             "Enter: clear the screen for %s ('undo' takes back your last order): ", qm_side_name(p->scenario, next));
    while (!p->script) {
        if (!play_read(p, prompt)) {
            return false;
        }
        if (!*p->line) {
            break;
        }
        if (strcmp(p->line, "undo") == 0) {
            play_undo(p, "", false);
            *stays = play_due_side(p) == p->viewer;
            if (*stays) {
                return true;
            }
        } else {
            play_say(p, "(only Enter or 'undo' here)\n");
        }
    }
    clear_screen(p);
    return true;
}

static bool sit_down(play *p, uint16_t side) {
    char prompt[QM_NAME_MAX + 50];
    snprintf(prompt, sizeof prompt, "Hand over to %s; press Enter ", qm_side_name(p->scenario, side));
    if (p->script) {
        play_sayf(p, "%s is at the screen.\n", qm_side_name(p->scenario, side));
    }
    for (bool taken = p->script; !taken;) { /* what is typed here was meant for the screen before, or the one to come */
        if (!play_read(p, prompt)) {
            return false;
        }
        taken = !*p->line;
        play_say(p, taken ? "" : "(only Enter here; type it again after taking the seat)\n");
    }
    p->viewer = side;
    p->seated = p->fresh = true;
    p->entries_known = p->places_known = p->shown = false;
    p->way_count = 0;
    qm_text_clear(&p->assumed);
    return true;
}

static bool change_seats(play *p, uint16_t side) {
    bool stays = false;
    if (p->seated && !leave(p, side, &stays)) {
        return false;
    }
    return stays || sit_down(p, side);
}

bool play_hand_over(play *p) {
    if (!play_secret(p)) {
        p->seated = p->held = false;
        return true;
    }
    const uint16_t due = play_due_side(p);
    const uint16_t side = due != 0 && play_at_keyboard(p, due) ? due : p->viewer;
    if (p->seated && (p->held || side == p->viewer)) {
        return true;
    }
    return change_seats(p, side);
}

void play_hand_to(play *p, const char *rest) {
    const uint16_t side = *rest ? qm_side_named(p->scenario, rest) : play_due_side(p);
    if (!play_secret(p)) {
        play_say(p, "Nothing is hidden from anybody here now.\n");
    } else if (side == 0 || !play_at_keyboard(p, side)) {
        play_sayf(p, "There is no side '%.60s' at this keyboard.\n", rest);
    } else if (side != p->viewer) {
        p->held = change_seats(p, side) && side != play_due_side(p);
    }
}

/* ---------------------------------------------------------------------------------------------- what has been ordered
 */

/* "declared: Ada stay; Bo move 0304": what the viewer's side has ordered and others do not know yet. */
void play_declared(play *p) {
    bool any = false;
    for (uint32_t i = 0; i < qm_game_orders(p->game); i++) {
        const qm_order *order = qm_game_order_at(p->game, i);
        if (qm_game_hidden_at(p->game, i) && qm_figure_side(p->scenario, order->actor) == p->viewer) {
            play_say(p, any ? "; " : "declared: ");
            qm_order_print(p->scenario, order, &p->out);
            any = true;
        }
    }
    play_say(p, any ? "\n" : "");
}

/* Whether a standing order is another side's and hidden. */
static bool hidden_here(const play *p, uint32_t index) {
    return qm_game_hidden_at(p->game, index) &&
           qm_figure_side(p->scenario, qm_game_order_at(p->game, index)->actor) != p->viewer;
}

static bool hides_here(const play *p, uint16_t figure) {
    bool hides = false;
    for (uint32_t i = 0; i < qm_game_orders(p->game) && !hides; i++) {
        hides = hidden_here(p, i) && qm_game_order_at(p->game, i)->actor == figure;
    }
    return hides;
}

bool play_hidden_among(const play *p, uint32_t count) {
    const uint32_t orders = qm_game_orders(p->game), first = count < orders ? orders - count : 0;
    bool hidden = false;
    for (uint32_t i = first; i < orders && !hidden; i++) {
        hidden = hidden_here(p, i);
    }
    return hidden;
}

/* As in the log of a game for a side: what is hidden comes last, in the order of figures, since it must not show when
 * it was declared. */
void play_log(play *p, const char *rest) {
    (void)rest;
    unsigned number = 0;
    play_look(p);
    for (uint32_t i = 0; i < qm_game_orders(p->game); i++) {
        if (!hidden_here(p, i)) {
            play_sayf(p, "  %3u  ", ++number);
            qm_order_print(p->scenario, qm_game_order_at(p->game, i), &p->out);
            play_say(p, "\n");
        }
    }
    for (uint16_t i = 1; i <= qm_figure_count(p->scenario); i++) {
        if (hides_here(p, i)) {
            play_sayf(p, "  %3u  %s: hidden\n", ++number, qm_figure_name(p->scenario, i));
        }
    }
    if (qm_game_orders(p->game) == 0) {
        play_say(p, "Nothing has been ordered yet.\n");
    }
}

/* --------------------------------------------------------------------------------------------------------- assumptions
 */

/* Plays an order on the view. */
static bool assume(play *p, const char *text) {
    qm_order order;
    qm_verdict verdict;
    qm_played played = QM_PLAYED_DONE;
    qm_source source = {.dice = QM_DICE_ASKED, .choices = QM_CHOICES_AUTOMATIC};
    qm_scratch *scratch = qm_game_scratch(p->game);
    const bool unmeasured = qm_state_unmeasured(p->scenario, p->view);
    if (!play_order_read(p, text, &order)) {
        return false;
    }
    qm_result result = qm_judge(p->scenario, p->view, &order, scratch, &verdict);
    if (result == QM_OK && !qm_verdict_playable(&verdict)) {
        qm_verdict_print(p->scenario, &order, &verdict, &p->out);
        return false;
    }
    if (result == QM_OK && verdict.unmeasured != QM_MEASURED) {
        play_say(p, "It is measured only when it is given, and cannot be assumed.\n");
        return false;
    }
    if (result == QM_OK) {
        result = qm_play(p->scenario, p->view, scratch, &source, NULL, &played);
    }
    if (result == QM_OK && unmeasured && played == QM_PLAYED_DONE && !qm_state_unmeasured(p->scenario, p->view)) {
        play_say(p, "After that one may measure, and before it not: it cannot be assumed.\n");
        return false;
    }
    if (result != QM_OK || played != QM_PLAYED_DONE) {
        play_sayf(p, "%s\n", result != QM_OK ? qm_result_text(result) : "It takes dice and cannot be assumed.");
        return false;
    }
    return true;
}

bool play_suppose(play *p) {
    const char *at = p->assumed.length > 0 ? p->assumed.data : "";
    while (*at) {
        char text[PLAY_LINE_MAX];
        const size_t length = strcspn(at, "\n");
        snprintf(text, sizeof text, "%.*s", (int)length, at);
        if (!assume(p, text)) {
            play_look(p);
            play_sayf(p, "'%.200s' can no longer be assumed; nothing is assumed from here on.\n", text);
            qm_text_clear(&p->assumed);
            return false;
        }
        at += length + 1;
    }
    return true;
}

void play_assume(play *p, const char *rest) {
    if (strcmp(rest, "nothing") == 0) {
        qm_text_clear(&p->assumed);
    } else if (*rest) {
        const bool refused = p->refused;
        play_look(p);
        if (play_wanted(p).what == 0 && play_suppose(p) && assume(p, rest)) {
            qm_text_addf(&p->assumed, "%s\n", rest);
        }
        p->refused = refused;
    }
    play_look(p);
    play_say(p,
             p->assumed.length > 0 ? "Questions are asked as if these had been ordered:\n" : "Nothing is assumed.\n");
    play_say(p, p->assumed.length > 0 ? p->assumed.data : "");
}
