/* quickmarch play: the command, its loop, and what a line typed at the prompt means.
 *
 * One line at a time, on any terminal; nothing is drawn over. A line is a command of the table below, a number from a
 * list of options, an answer while dice or a choice are wanted, or an order. Rejected: a full screen, which does not
 * work over every connection and cannot be scripted.
 */
#define _DEFAULT_SOURCE
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "play.h"

/* --------------------------------------------------------------------------------------------------------- talking */

void play_say(play *p, const char *text) {
    qm_text_add(&p->out, text);
}

void play_sayf(play *p, const char *format, ...) {
    char buffer[1024];
    va_list list;
    va_start(list, format);
    vsnprintf(buffer, sizeof buffer, format, list);
    va_end(list);
    qm_text_add(&p->out, buffer);
}

void play_paint(play *p, cli_style style, const char *text) {
    cli_paint(p->args, &p->out, style, text);
}

void play_flush(play *p) {
    if (p->out.length > 0) {
        fwrite(p->out.data, 1, p->out.length, stdout);
    }
    fflush(stdout);
    qm_text_clear(&p->out);
}

/* Reads one line of any length; what does not fit is thrown away and *cut set. */
static bool read_line(char *line, size_t size, bool *cut) {
    size_t length = 0;
    int c;
    *cut = false;
    while ((c = getchar()) != EOF && c != '\n') {
        if (length + 1 < size && c != 0) {
            line[length++] = (char)c;
        } else {
            *cut = true;
        }
    }
    while (length > 0 && (line[length - 1] == '\r' || line[length - 1] == ' ' || line[length - 1] == '\t')) {
        length--;
    }
    line[length] = 0;
    return c != EOF || length > 0 || *cut;
}

bool play_read(play *p, const char *prompt) {
    for (;;) {
        bool cut;
        play_paint(p, CLI_BOLD, prompt);
        play_flush(p);
        if (!read_line(p->line, sizeof p->line, &cut)) {
            return false;
        }
        if (p->script) {
            play_sayf(p, "%.300s\n", p->line);
        }
        if (!cut) {
            return true;
        }
        play_sayf(p, "That line is too long, or has a zero in it; at most %d characters.\n", PLAY_LINE_MAX - 1);
    }
}

const qm_state *play_state(const play *p) {
    return qm_game_state(p->game);
}

uint16_t play_actor(const play *p) {
    return qm_state_actor(p->scenario, play_state(p));
}

qm_wanted play_wanted(const play *p) {
    qm_wanted wanted;
    qm_pending(p->scenario, play_state(p), &wanted, NULL, NULL);
    return wanted;
}

/* ------------------------------------------------------------------------------------------------- reading an order */

static bool names_actor_kind(const play *p, const char *text) {
    const qm_rules_facts *family = qm_scenario_family(p->scenario);
    char word[64] = "";
    const size_t length = strcspn(text, " \t");
    memcpy(word, text, length < sizeof word ? length : 0);
    const uint16_t kind = qm_order_kind_named(family, word);
    return kind && (family->orders[kind].flags & QM_ORDER_ACTOR);
}

/* The text with a caret below the place, and the complaint. */
static void point_at(play *p, const char *text, size_t column, const char *message) {
    play_sayf(p, "  %.300s\n  ", text);
    for (size_t i = 1; i < column && i < 300; i++) {
        play_say(p, " ");
    }
    play_paint(p, CLI_WRONG, "^");
    play_sayf(p, " %s\n", message);
}

bool play_order_read(play *p, const char *text, qm_order *order) {
    char whole[PLAY_LINE_MAX + QM_NAME_MAX + 2];
    const uint16_t actor = play_actor(p);
    size_t added = 0;
    if (actor && names_actor_kind(p, text)) {
        added = (size_t)snprintf(whole, sizeof whole, "%s ", qm_actor_name(p->scenario, actor));
    }
    snprintf(whole + added, sizeof whole - added, "%s", text);
    qm_diagnostics_clear(&p->list);
    if (!*text) {
        play_say(p, "An order is missing there, such as one that 'options' lists.\n");
        return false;
    }
    if (qm_order_read(p->scenario, whole, strlen(whole), order, &p->list) == QM_OK) {
        return true;
    }
    const qm_diagnostic *fault = p->list.count > 0 ? &p->list.items[0] : NULL;
    const size_t column = fault && fault->column > added ? fault->column - added : 1;
    point_at(p, text, column, fault ? fault->message : "this is no order");
    play_say(p, "  'options' lists what can be done, 'help' the commands, 'help orders' how orders are written.\n");
    return false;
}

/* --------------------------------------------------------------------------------------------------------- settings */

static void set_dice(play *p, const char *rest) {
    if (strcmp(rest, "type") == 0 || strcmp(rest, "roll") == 0) {
        p->dice = *rest == 't' ? QM_DICE_ASKED : QM_DICE_GENERATED;
        qm_game_modes(p->game, p->dice, QM_CHOICES_ASKED);
    } else if (*rest) {
        play_say(p, "It is 'dice type' or 'dice roll'.\n");
        return;
    }
    play_say(p, p->dice == QM_DICE_ASKED ? "Dice are typed in.\n" : "The program rolls the dice.\n");
}

static void set_confirm(play *p, const char *rest) {
    static const char *const texts[] = {"Orders are carried out at once.",
                                        "Moves with checks ahead are confirmed first.",
                                        "Every order with checks ahead is confirmed first."};
    const int word = qm_words_find("off on all", rest);
    if (word >= 0) {
        p->confirm = (play_confirm)word;
    } else if (*rest) {
        play_say(p, "It is 'confirm on', 'confirm all' or 'confirm off'.\n");
        return;
    }
    play_sayf(p, "%s\n", texts[p->confirm]);
}

static void set_screen(play *p, const char *rest) {
    const int word = qm_words_find("off on", rest);
    if (word < 0) {
        play_say(p, "It is 'screen on' or 'screen off'.\n");
        return;
    }
    p->screen = word == 1;
}

/* --------------------------------------------------------------------------------------------------------- commands */

static void do_quit(play *p) {
    p->done = true;
    if (!play_unsaved(p)) {
        return;
    }
    if (p->script) {
        play_say(p, "The game was not saved.\n");
        return;
    }
    if (!play_read(p, "Save the game first? A file name, Enter to leave without, or 'no' to stay: ")) {
        return;
    }
    if (strcmp(p->line, "no") == 0) {
        p->done = false;
    } else if (*p->line) {
        char name[PLAY_LINE_MAX];
        memcpy(name, p->line, sizeof name);
        p->done = play_save(p, name);
    }
}

static void show_board(play *p, const char *rest) {
    play_look(p);
    play_board(p, NULL, 0, strcmp(rest, "all") == 0);
}

static void take_way(play *p, const char *rest) {
    const unsigned number = *rest >= '1' && *rest <= '9' && !rest[1] ? (unsigned)(*rest - '0') : 0;
    if (number < 1 || number > p->way_count) {
        char cell[PLAY_CELL_MAX];
        play_sayf(p, "There is no such way; 'plan %s' lists them.\n", play_cell_name(p, cell));
        return;
    }
    const qm_order order = p->ways[number - 1].order;
    play_order(p, &order, true);
}

static void give_order(play *p, const char *text) {
    qm_order order;
    bool fine;
    if (play_pick(p, text, &order, &fine)) {
        if (fine) {
            play_order(p, &order, true);
        }
    } else if (play_order_read(p, text, &order)) {
        play_order(p, &order, true);
    } else {
        p->refused = true;
    }
}

static void do_figures(play *p, const char *rest) {
    (void)rest;
    play_look(p);
    play_figures(p);
}

static void do_undo(play *p, const char *rest) {
    play_undo(p, rest, false);
}

static void do_undo_dice(play *p, const char *rest) {
    play_undo(p, rest, true);
}

static void do_save(play *p, const char *rest) {
    play_save(p, rest);
}

static void do_leave(play *p, const char *rest) {
    (void)rest;
    do_quit(p);
}

typedef struct play_command {
    const char *name;
    void (*run)(play *p, const char *rest);
} play_command;

static const play_command commands[] = {
    {"help", play_help},    {"?", play_help},        {"options", play_list}, {"judge", play_judge},
    {"odds", play_odds},    {"reach", play_reach},   {"plan", play_plan},    {"way", take_way},
    {"see", play_see},      {"rules", play_rules},   {"board", show_board},  {"figures", do_figures},
    {"undo", do_undo},      {"undo!", do_undo_dice}, {"dice", set_dice},     {"confirm", set_confirm},
    {"screen", set_screen}, {"save", do_save},       {"order", give_order},  {"quit", do_leave},
    {"exit", do_leave},     {"hand", play_hand_to},  {"log", play_log},      {"assume", play_assume},
    {"rest", play_rest},    {"threat", play_threat}, {"draw", play_draw},    {"auto", play_automatic},
};

static const play_command *command_in(const play *p, const char *line, const char **rest) {
    const size_t length = strcspn(line, " \t");
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        if (strlen(commands[i].name) == length && memcmp(commands[i].name, line, length) == 0 &&
            !qm_actor_named(p->scenario, commands[i].name)) {
            *rest = line + length + strspn(line + length, " \t");
            return &commands[i];
        }
    }
    return NULL;
}

static void empty_line(play *p, const qm_wanted *wanted) {
    if (wanted->what != 0 || qm_state_ended(play_state(p))) {
        play_next_up(p);
        play_say(p, wanted->what == 2 ? "('auto' takes the automatic answer, and so for all that this side is asked until the order is carried out)\n" : "");
    } else if (play_actor(p) == 0) {
        play_advance(p);
    } else if (play_entries(p) && p->entry_count == 1) {
        give_order(p, "1"); /* there is nothing else to do */
    } else {
        play_groups(p);
    }
}

static void do_line(play *p) {
    const char *line = p->line + strspn(p->line, " \t"), *rest;
    const qm_wanted wanted = play_wanted(p);
    if (!*line) {
        empty_line(p, &wanted);
        return;
    }
    if (*line == '#') {
        return;
    }
    const play_command *command = command_in(p, line, &rest);
    char copy[PLAY_LINE_MAX]; /* commands may read further lines */
    snprintf(copy, sizeof copy, "%s", command ? rest : line);
    if (command) {
        command->run(p, copy);
    } else if (wanted.what == 0) {
        give_order(p, copy);
    } else if (!play_answer(p, copy)) {
        p->refused = true;
        play_next_up(p);
    }
}

static const char *prompt_for(const play *p, char out[QM_NAME_MAX + 16]) {
    const qm_wanted wanted = play_wanted(p);
    const uint16_t actor = play_actor(p);
    if (wanted.what != 0) {
        return wanted.what == 1 ? "dice> " : "choice> ";
    }
    if (actor == 0 || qm_state_ended(play_state(p))) {
        return "> ";
    }
    snprintf(out, QM_NAME_MAX + 16, "%s> ", qm_actor_name(p->scenario, actor));
    return out;
}

static void loop(play *p) {
    char prompt[QM_NAME_MAX + 16];
    while (!p->done) {
        play_hands(p);
        const bool more = play_hand_over(p);
        if (more && p->fresh) {
            p->fresh = false;
            play_screen(p);
        }
        if (!more || !play_read(p, prompt_for(p, prompt))) {
            play_say(p, p->script ? "" : "\n");
            p->refused = p->refused || play_wanted(p).what != 0;
            if (play_unsaved(p)) {
                play_say(p, "The input has ended; the game was not saved (--save FILE does that by itself).\n");
            }
            break;
        }
        do_line(p);
    }
    play_autosave(p);
    if (p->save) {
        play_sayf(p, "Saved; go on with: quickmarch play %s\n", p->save);
    }
    play_flush(p);
}

/* ---------------------------------------------------------------------------------------------------------- opening */

/* Which sides sit at the keyboard: all, or those named. */
static bool seat(play *p) {
    const char *name;
    p->people = 0;
    for (size_t n = 0; (name = cli_value_at(p->args, "side", n)) != NULL; n++) {
        const uint16_t side = qm_side_named(p->scenario, name);
        if (side == 0) {
            cli_usage(p->args->command, "there is no side named '%s'; the first is '%s'", name,
                      qm_side_name(p->scenario, 1));
            return false;
        }
        p->people |= 1u << side;
    }
    if (p->people == 0) {
        p->people = UINT32_MAX;
    }
    const uint16_t due = play_due_side(p);
    p->viewer = due != 0 && play_at_keyboard(p, due) ? due : 1;
    while (p->viewer < QM_SIDES_MAX && !play_at_keyboard(p, p->viewer)) {
        p->viewer++;
    }
    return true;
}

static bool uses_utf8(void) {
    static const char *const names[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    for (size_t i = 0; i < 3; i++) {
        const char *value = getenv(names[i]);
        if (value && *value) {
            return strstr(value, "UTF-8") || strstr(value, "utf8") || strstr(value, "UTF8") || strstr(value, "utf-8");
        }
    }
    return false;
}

static bool prepare(play *p, uint64_t seed) {
    p->scenario = p->table.scenario;
    p->game = p->table.game;
    if (!p->game) {
        p->game_owned = true;
        if (qm_game_new(&p->game, p->scenario, seed, NULL) != QM_OK) {
            return false;
        }
    }
    p->view = malloc(qm_state_size(p->scenario));
    p->spare = malloc(qm_state_size(p->scenario));
    p->events = (qm_events){.items = p->event_items, .capacity = PLAY_EVENTS_MAX};
    p->dice =
        cli_has(p->args, "dice") && strcmp(cli_value(p->args, "dice"), "type") == 0 ? QM_DICE_ASKED : QM_DICE_GENERATED;
    p->save = cli_value(p->args, "save");
    p->script = cli_has(p->args, "script");
    p->confirm = p->script ? PLAY_CONFIRM_OFF : PLAY_CONFIRM_MOVES;
    p->ascii = !uses_utf8();
    p->screen = p->fresh = true;
    if (!p->view || !p->spare) {
        return false;
    }
    p->saved_hash = qm_state_hash(p->scenario, play_state(p));
    qm_game_modes(p->game, p->dice, QM_CHOICES_ASKED);
    return true;
}

/* Without a terminal there is nobody to ask: the position, the options, and how to go on. */
static void show_only(play *p) {
    play_screen(p);
    play_examples(p);
    play_say(
        p,
        "\nThis is no terminal, so nothing was asked. To play, start 'quickmarch play' in a terminal; with --script "
        "the\n"
        "commands are read from standard input, one a line: printf 'next\\noptions\\n' | quickmarch play --script\n");
    play_flush(p);
}

static void close_all(play *p) {
    if (p->game_owned) {
        qm_game_free(p->game);
    }
    free(p->view);
    free(p->spare);
    free(p->entries);
    free(p->places);
    qm_text_free(&p->out);
    qm_text_free(&p->news);
    qm_text_free(&p->assumed);
    qm_diagnostics_free(&p->list);
    cli_table_close(&p->table);
    free(p);
}

static int play_with(play *p, const cli_args *args) {
    /* At a table every game has dice of its own; a script is to give the same every time. */
    uint64_t seed = cli_has(args, "script") ? 1 : ((uint64_t)time(NULL) * 31 + (uint64_t)getpid()) % 1000000;
    p->args = args;
    p->out = qm_text_growing(NULL);
    p->news = qm_text_growing(NULL);
    p->assumed = qm_text_growing(NULL);
    p->list = qm_diagnostics_make(NULL);
    const int status = cli_table_open(&p->table, args, args->plain_count > 0 ? args->plain[0] : "skirmish", 0);
    if (status != CLI_YES) {
        return status;
    }
    if (!cli_number(args, "seed", 0, UINT64_MAX, &seed)) {
        return CLI_BAD;
    }
    if (!prepare(p, seed)) {
        return cli_fail(args, p->table.path, QM_ERROR_MEMORY, NULL);
    }
    if (!seat(p)) {
        return CLI_BAD;
    }
    if (p->save && !play_keeps(p, p->save)) {
        return cli_usage(args->command,
                         "the game left %s before entry %u, and saving over it would destroy the rest of the log; "
                         "name another file",
                         p->save, (unsigned)p->table.diverged);
    }
    if (args->json) {
        return p->script
                   ? cli_usage(args->command, "--json shows the position and ends; 'quickmarch pipe' plays in JSON")
                   : play_position(p);
    }
    play_title(p);
    if (!p->script && isatty(STDIN_FILENO) != 1) {
        show_only(p);
    } else {
        play_say(p, "'help' tells what can be typed.\n");
        loop(p);
    }
    /* A person has read what went wrong; a script has only the status. */
    return ferror(stdout) || (p->script && p->unwritten) ? CLI_BAD : p->script && p->refused ? CLI_NO : CLI_YES;
}

int cli_play(int argc, char **argv) {
    cli_args args;
    int status;
    if (!cli_args_read(&args, argc, argv, 0, 1, &status)) {
        return status;
    }
    play *p = calloc(1, sizeof *p);
    if (!p) {
        status = cli_fail(&args, "play", QM_ERROR_MEMORY, NULL);
    } else {
        status = play_with(p, &args);
        close_all(p);
    }
    cli_args_free(&args);
    return status;
}
