/* The inside of a game in progress, shared by session.c (playing, undo) and log.c (writing, reading). */
#ifndef QM_IO_GAME_H
#define QM_IO_GAME_H

#include "io/script.h"
#include "quickmarch/session.h"

/* Something in the log: an order with its tape, or a mark that the last `undo` orders were taken back. */
typedef struct qm__entry {
    uint32_t undo; /* 0 for an order */
    bool waiting;  /* the order was taken back before it came to its end */
    bool revealed; /* it made known what was hidden: taking it back is like taking dice back */
    bool measured; /* it made known a distance that could not be measured before: likewise, and no side takes it back */
    bool hidden;   /* other sides may not know it: its kind is a hidden one, and no state since has revealed it */
    qm_order order;
    qm_tape tape;
    const char *choices; /* names of the choices on the tape, "a b c" */
    uint64_t state;      /* hash afterwards */
} qm__entry;

struct qm_game {
    qm_allocator allocator;
    qm__arena arena; /* names of choices */
    const qm_scenario *scenario;
    qm_scenario *owned;       /* the scenario, if it came with the log */
    qm_state *state, *before; /* before: as it was when the order that waits, or came last, was given */
    qm_scratch *scratch;
    size_t scratch_size;
    uint64_t seed, index; /* of the generator; the index never goes back */
    uint8_t dice, choices;
    bool measures; /* the order that waits, or came last, is one whose verdict leaves something unmeasured */
    qm__entry *entries;
    uint32_t entry_count, entry_max;
    uint32_t *live; /* entries that stand, in order */
    uint32_t live_count;
    uint32_t hidden_from; /* no standing order before this one is hidden */
    uint32_t edits;
};

static inline const qm_allocator *qm__game_allocator(const qm_game *game) {
    return game->allocator.resize ? &game->allocator : NULL;
}

/* Adds an entry and counts it among those that stand; NULL when memory ran out. */
qm__entry *qm__game_append(qm_game *game);
/* Adds a mark that the last `count` standing orders are taken back. */
qm_result qm__game_mark(qm_game *game, uint32_t count);
/* Notes after the first `count` standing orders, with the state as it is then, which of them are hidden. */
void qm__game_veil(qm_game *game, uint32_t count);
/* Notes the same of what the last of them measured; the states before and after it are at hand, and `measures` is its. */
void qm__game_measured(qm_game *game, uint32_t count);
/* Plays the standing orders again from the start, and notes the state after each. */
qm_result qm__game_rebuild(qm_game *game);

#endif
