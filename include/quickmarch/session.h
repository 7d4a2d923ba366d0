/* Quickmarch: a game in progress, with its log.
 *
 * A qm_game is a scenario, the current state and the list of what was done: enough to save, resume, undo and replay. It
 * is for tables where people play; a bot that tries thousands of orders uses qm_judge and qm_play on its own states
 * instead.
 *
 *   qm_game *game;
 *   qm_game_new(&game, scenario, 42, NULL);
 *   qm_game_order(game, &order, &verdict, &events, &played);      judge, play, write down
 *   while (played == QM_PLAYED_WAITING) { … qm_game_answer(game, faces, count, &events, &played); }
 *   qm_game_undo(game, 1, false, &undone);
 *   qm_game_save(game, "game.json", &diagnostics);
 *
 * The log is the save format, the replay format and the bug report: docs/formats/log.md.
 */
#ifndef QUICKMARCH_SESSION_H
#define QUICKMARCH_SESSION_H

#include "quickmarch/io.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct qm_game qm_game;

/* A game at its start. The scenario must live as long as the game and stays the caller's. Dice are generated from the
 * seed and choices asked, until qm_game_modes says otherwise. */
QM_API qm_result qm_game_new(qm_game **out, const qm_scenario *scenario, uint64_t seed, const qm_allocator *allocator);
QM_API void qm_game_free(qm_game *game);
/* Where dice and choices come from, from the next order on. */
QM_API void qm_game_modes(qm_game *game, qm_dice_mode dice, qm_choice_mode choices);

QM_API const qm_scenario *qm_game_scenario(const qm_game *game);
QM_API const qm_state *qm_game_state(const qm_game *game);
/* Working memory that belongs to the game, for questions about its state (judge, odds, reach …) between orders. */
QM_API qm_scratch *qm_game_scratch(qm_game *game);
QM_API uint64_t qm_game_seed(const qm_game *game);

/* Judges and plays an order. QM_ERROR_ILLEGAL when the verdict is not legal: nothing has changed then and the verdict
 * says why. QM_ERROR_PENDING while another order waits. `events` may be NULL. */
QM_API qm_result qm_game_order(qm_game *game, const qm_order *order, qm_verdict *verdict, qm_events *events,
                               qm_played *played);
/* Answers what the waiting order wants: faces for a roll, one option (from 1) for a choice. */
QM_API qm_result qm_game_answer(qm_game *game, const uint8_t *values, size_t count, qm_events *events,
                                qm_played *played);

/* Takes back the last `count` orders (a waiting one counts). Up to the last die, or to the last order that made hidden
 * ones or a distance known that could not be measured before, this is free and leaves no trace. Such an order is taken
 * back only with `past_dice` (else QM_ERROR_DICE, and nothing is taken back); that is an edit: it stays in the log, and
 * the dice that come next are new ones. `undone`
 * (may be NULL) tells how many orders were taken back. */
QM_API qm_result qm_game_undo(qm_game *game, uint32_t count, bool past_dice, uint32_t *undone);
/* The same for one side, which may take back only what its own figures did: its last `count` orders, if nothing was
 * done since but what other sides have declared and is still hidden; that stays. While there is such, only
 * declarations of its own can be taken back. A declaration that has been revealed stands, and so does an order that
 * measured what may not be measured before it is given. QM_ERROR_ILLEGAL when the side may not; nothing has changed then. */
QM_API qm_result qm_game_take_back(qm_game *game, uint16_t side, uint32_t count, bool past_dice, uint32_t *undone);

/* The orders that stand, from 0: those taken back are not among them, nor is one that still waits. */
QM_API uint32_t qm_game_orders(const qm_game *game);
QM_API const qm_order *qm_game_order_at(const qm_game *game, uint32_t index); /* NULL beyond the end */
QM_API const qm_tape *qm_game_tape_at(const qm_game *game, uint32_t index);
/* Whether a standing order is hidden from the other sides, as a declaration is until it is revealed. */
QM_API bool qm_game_hidden_at(const qm_game *game, uint32_t index);
/* How many times dice have been taken back. */
QM_API uint32_t qm_game_edits(const qm_game *game);

/* --------------------------------------------------------------------------------------------------------- logs */

/* The log as JSON, with the scenario in it. */
QM_API qm_result qm_game_write(const qm_game *game, qm_text *out);
/* The log as a side may know it: of other sides' orders that are still hidden only whose they are, behind all else;
 * without seed and states, from which dice and hidden orders could be told. It cannot be played again. Side 0: the
 * whole log. */
QM_API qm_result qm_game_write_for(const qm_game *game, uint16_t side, qm_text *out);
/* The whole log into a file, all of it or nothing. */
QM_API qm_result qm_game_save(const qm_game *game, const char *path, qm_diagnostics *diagnostics);

/* How a replay parted from what was recorded. */
typedef enum qm_divergence {
    QM_REPLAY_SAME = 0,
    QM_REPLAY_UNREADABLE, /* the order cannot be read in this scenario */
    QM_REPLAY_ILLEGAL,    /* the order is illegal now */
    QM_REPLAY_DICE,       /* other dice or choices are wanted than were recorded */
    QM_REPLAY_STATE       /* it leads to another state */
} qm_divergence;

typedef struct qm_replay {
    uint32_t entries;   /* in the log */
    uint32_t replayed;  /* without a difference */
    uint32_t at;        /* the entry of the first difference, from 1; 0 = none */
    uint8_t divergence; /* qm_divergence */
    bool other_rules;   /* the rules in force are not those of the log */
    char order[QM_ORDER_TEXT_MAX + 1]; /* the order of that entry */
    char text[512];     /* the difference, in words */
} qm_replay;

/* Reads a log and plays it again, checking every recorded state. With `instead` (NULL: the log's own rules) it is
 * played under other rules. *game is the game as it stood at the end, ready to go on. At a difference `replay` (may be
 * NULL) names the first one. Under the log's own rules that is QM_ERROR_INPUT and no game: the log is damaged. Under
 * other rules, or when the library has another version of the rules than the log (a warning tells so), it is QM_OK and
 * the game as it stood before that entry. */
QM_API qm_result qm_game_read_text(qm_game **game, const char *text, size_t length, const char *name,
                                   const qm_rulebook *instead, const qm_reader *reader, const qm_allocator *allocator,
                                   qm_diagnostics *diagnostics, qm_replay *replay);
QM_API qm_result qm_game_read_file(qm_game **game, const char *path, const qm_rulebook *instead,
                                   const qm_reader *reader, const qm_allocator *allocator, qm_diagnostics *diagnostics,
                                   qm_replay *replay);

#ifdef __cplusplus
}
#endif
#endif
