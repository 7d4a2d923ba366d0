/* quickmarch play: a game at one keyboard. What its files share.
 *
 * play.c          the command, its loop and what a line means
 * play_screen.c   the board, the figures and what is up next
 * play_choose.c   the options of whoever is to act, in groups and numbered
 * play_ask.c      questions before moving: judge, odds, reach, plan, see, rules, draw
 * play_turn.c     orders, dice, choices, undo, saving
 * play_hand.c     the sides that nobody at the keyboard plays
 * play_seat.c     who sits at the screen while something is hidden; what has been ordered; assumptions
 * play_help.c     help, how an order is written, examples, and the position as JSON
 *
 * Invariant: the game changes only through qm_game_… in play_turn.c, so everything that happens is in the log.
 */
#ifndef QUICKMARCH_CLI_PLAY_H
#define QUICKMARCH_CLI_PLAY_H

#include "common.h"
#include "quickmarch/board.h"

enum { PLAY_LINE_MAX = 2500, PLAY_EVENTS_MAX = 4096, PLAY_WAYS_MAX = 8, PLAY_WIDTH = 100 };

/* When to show the risk and ask before an order is carried out. */
typedef enum play_confirm { PLAY_CONFIRM_OFF, PLAY_CONFIRM_MOVES, PLAY_CONFIRM_ALL } play_confirm;

/* A numbered option: where it stands among the options of the library. */
typedef struct play_entry {
    uint32_t option;
    uint16_t kind;
    uint64_t key; /* tells orders apart that differ in more than the last facing */
    qm_place end; /* where it ends, if it goes anywhere */
} play_entry;

typedef struct play {
    const cli_args *args;
    cli_table table;
    qm_game *game;
    bool game_owned;
    const qm_scenario *scenario;
    qm_state *view;  /* what may be shown, as the viewer may know it */
    qm_state *spare; /* working memory for odds and for the program's own sides */
    uint16_t viewer; /* the side that sits at the keyboard */
    uint32_t people; /* bit n: side n is played at the keyboard */
    bool seated;     /* while something is hidden: the viewer has been told that the screen is his */
    bool held;       /* … and keeps it although another side is to act */

    qm_text out;     /* said but not yet written */
    qm_text news;    /* what the last orders did, shown below the board */
    qm_text assumed; /* orders that questions are asked after, one a line */
    qm_diagnostics list;
    char line[PLAY_LINE_MAX];

    bool ascii, script, screen, done, fresh;
    bool shown;     /* the board was shown, and nothing on it has changed since */
    bool unwritten; /* a file that was asked for could not be written */
    bool refused;   /* an order or an answer was, or the input ended while an order waited */
    play_confirm confirm;
    qm_dice_mode dice;
    uint64_t drawn;   /* dice rolled by hand of the program while dice are typed in */
    const char *save; /* NULL: none was named */
    char save_path[CLI_PATH_MAX];
    uint64_t saved_hash; /* of the state last saved, or of the start */

    play_entry *entries;
    uint32_t entry_count, entry_capacity, option_count;
    uint32_t entries_revision;
    bool entries_known;
    qm_reach_place *places; /* where the figure to act can get, with the safest ways; made when first needed */
    uint32_t place_count, places_revision;
    bool places_known;
    qm_plan_way ways[PLAY_WAYS_MAX];
    uint32_t way_count;

    qm_event event_items[PLAY_EVENTS_MAX];
    qm_events events;
    uint32_t told; /* events of the waiting order told already */
    bool automatic; /* choices of this side are answered by themselves until the order is carried out */
    uint16_t automatic_side;
} play;

/* play.c */
void play_say(play *p, const char *text);
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void play_sayf(play *p, const char *format, ...);
void play_paint(play *p, cli_style style, const char *text);
/* Writes out what was said. */
void play_flush(play *p);
/* Shows the prompt and reads a line into p->line; false at the end of input. */
bool play_read(play *p, const char *prompt);
const qm_state *play_state(const play *p);
/* The figure to act, or 0; what an order waits for. */
uint16_t play_actor(const play *p);
qm_wanted play_wanted(const play *p);
/* Reads an order, the actor's name may be left out. Says what is wrong, with a caret below the place. `from` is where
 * the order begins in the line that was typed. */
bool play_order_read(play *p, const char *text, qm_order *order);

/* play_screen.c */
void play_look(play *p); /* the view made anew */
void play_screen(play *p);
int play_width(const play *p); /* of the terminal; 0: it does not matter */
void play_board(play *p, const qm_board_mark *marks, size_t count, bool whole);
void play_figures(play *p);
void play_next_up(play *p);
void play_over(play *p);
void play_title(play *p);

/* play_choose.c */
bool play_entries(play *p);
void play_groups(play *p);
/* What figures could do of their own accord while none has to act. */
void play_free(play *p);
void play_list(play *p, const char *kind);
/* "12" or "12 face NE": the order of that number. False if the line is no number; *fine tells whether there is such an
 * option. */
bool play_pick(play *p, const char *line, qm_order *order, bool *fine);
/* Whether a movement can end with a turn in this family. */
bool play_has_turns(const qm_rules_facts *family);

/* play_ask.c */
void play_judge(play *p, const char *rest);
void play_odds(play *p, const char *rest);
void play_reach(play *p, const char *rest);
void play_threat(play *p, const char *rest);
void play_plan(play *p, const char *rest);
void play_see(play *p, const char *rest);
void play_rules(play *p, const char *rest);
void play_draw(play *p, const char *rest);

/* play_turn.c */
void play_order(play *p, const qm_order *order, bool ask);
/* A line while an order waits; false if it is no answer. */
bool play_answer(play *p, const char *line);
void play_respond(play *p, const uint8_t *values, size_t count);
void play_advance(play *p);
/* The order with which whoever is to act lets it go by; false if he is not of this side, or there is none. It is left
 * judged in p->table.scratch. */
/* How many figures of a side are still to act and could do nothing instead. */
int play_idle_count(play *p, uint16_t side);
bool play_idle(const play *p, const qm_state *state, uint16_t side, qm_order *order);
/* All figures of the side at the screen that are still to act let it go by. */
void play_rest(play *p, const char *rest);
/* Answers a choice as the family would, and what else that side is asked before the order is done or dice are typed. */
void play_automatic(play *p, const char *rest);
/* The kind of order that goes on: the first that is legal now, or else the first; 0 if these rules have none. */
uint16_t play_advance_kind(const play *p);
void play_undo(play *p, const char *rest, bool past_dice);
bool play_save(play *p, const char *rest);
bool play_unsaved(const play *p);
/* Whether saving there destroys nothing: a log that could not be played to its end is not written over. */
bool play_keeps(const play *p, const char *path);
void play_autosave(play *p);

/* play_help.c */
enum { PLAY_CELL_MAX = 8 };
/* What stands for a place where commands are explained: "HEX", "TILE" or "PLACE". */
const char *play_cell_name(const play *p, char out[PLAY_CELL_MAX]);
/* Whether the family has a kind of order with this flag. */
bool play_has_orders(const qm_rules_facts *family, uint8_t flag);
/* What can be typed, or how an order is written. */
void play_help(play *p, const char *rest);
/* A few orders that could be typed: now, or after the next turn has begun. */
void play_examples(play *p);
/* The position and its options as JSON. Gives the exit status. */
int play_position(play *p);

/* play_seat.c */
/* Whether anything is hidden from any side now; whether sides that may not know of each other share the screen. */
bool play_veiled(const play *p);
bool play_secret(const play *p);
bool play_at_keyboard(const play *p, uint16_t side);
/* The side that must act or answer; 0 = none. */
uint16_t play_due_side(const play *p);
/* Whether the viewer may give this order: while something is hidden, only for figures of his own side. */
bool play_own(const play *p, const qm_order *order);
/* Gives the screen to the side that is due, where it must change hands. False at the end of input. */
bool play_hand_over(play *p);
void play_hand_to(play *p, const char *rest);
void play_declared(play *p);
/* Whether one of the last `count` orders is another side's and hidden from the viewer. */
bool play_hidden_among(const play *p, uint32_t count);
void play_log(play *p, const char *rest);
void play_assume(play *p, const char *rest);
/* Plays what is assumed on the view; false after saying why that is no longer possible. */
bool play_suppose(play *p);

/* play_hand.c */
/* Plays for sides that nobody at the keyboard plays until somebody is needed. */
void play_hands(play *p);

#endif
