/* quickmarch pipe: JSON lines in, JSON lines out. What its files share; docs/formats/pipe.md describes the protocol.
 *
 * pipe.c         the loop, the table of requests, answers and errors
 * pipe_table.c   handles: loading, new games, replays, unloading
 * pipe_ask.c     questions: state, judge, odds, reach, plan, options, see, board, rules, validate
 * pipe_turn.c    play, answer, withdraw, undo, modes, log
 *
 * Invariant: a request gets exactly one answer line, and an error changes nothing.
 */
#ifndef QUICKMARCH_CLI_PIPE_H
#define QUICKMARCH_CLI_PIPE_H

#include "common.h"

enum {
    PIPE_PROTOCOL = 1,
    PIPE_LINE_MAX = 1 << 20, /* bytes of a line, without its end */
    PIPE_SCENARIOS_MAX = 64,
    PIPE_GAMES_MAX = 256,
    PIPE_BATCH_MAX = 1000,
    PIPE_EVENTS_MAX = 4096,
    PIPE_OUTCOMES_MAX = 1024,
    PIPE_WAYS_MAX = 16,
    PIPE_TAPE_MAX = QM_TAPE_MAX / 2, /* entries of a given tape: as many as an order can note, two bytes each or more */
    PIPE_ASSUMED_MAX = 250 /* orders played before a question */
};

/* A loaded scenario with its first state. */
typedef struct pipe_scenario {
    qm_scenario *scenario; /* NULL: the handle is free */
    qm_state *start, *view, *spare;
    qm_scratch *scratch;
    unsigned number; /* the handle is "s" and this */
    unsigned games;  /* that use it */
} pipe_scenario;

typedef struct pipe_game {
    qm_game *game;     /* NULL: free */
    pipe_scenario *of; /* NULL: the game came from a log and has its own */
    qm_state *view, *spare;
    qm_dice_mode dice;
    qm_choice_mode choices;
    uint32_t told; /* events of the waiting order that answers have told */
    unsigned number;
} pipe_game;

typedef struct pipe {
    const cli_args *args;
    cli_places places;
    pipe_scenario scenarios[PIPE_SCENARIOS_MAX];
    pipe_game games[PIPE_GAMES_MAX];
    unsigned scenario_number, game_number;
    qm_text line;        /* the request */
    qm_text out;         /* answers, written after each line */
    qm_text work;        /* for whoever needs one */
    qm_diagnostics list; /* of the request in hand */
    qm_event event_items[PIPE_EVENTS_MAX];
    qm_events events;
    qm_outcome outcomes[PIPE_OUTCOMES_MAX];
    qm_plan_way ways[PIPE_WAYS_MAX];
    bool done;
} pipe;

/* One request in hand. Its answer is written into `json`, which is inside the answer's object already. */
typedef struct pipe_request {
    pipe *pipe;
    const qm_json_value *root;
    cli_json *json;
    const char *error; /* kind of error; NULL: none */
    char message[400];
    bool in_batch;
    const char *bound; /* the side that the batch is for; NULL: any */
} pipe_request;

/* What a question is asked of: a game as it stands, or the start of a scenario, as a side may know it. */
typedef struct pipe_target {
    const qm_scenario *scenario;
    const qm_state *state;
    qm_state *spare;
    qm_scratch *scratch;
    uint16_t side;
} pipe_target;

/* pipe.c: refusing, and reading members. Each reader gives false after having refused. */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
bool pipe_refuse(pipe_request *r, const char *kind, const char *format, ...);
bool pipe_refuse_result(pipe_request *r, qm_result result);
/* A string member; NULL where it is absent and optional. */
bool pipe_text(pipe_request *r, const char *key, bool required, const char **out);
bool pipe_int(pipe_request *r, const char *key, int64_t low, int64_t high, int64_t *out); /* absent: left alone */
/* A number of 64 bits, or a string of its digits: not every writer of JSON keeps that many. */
bool pipe_seed(pipe_request *r, const char *key, uint64_t *out);
bool pipe_bool(pipe_request *r, const char *key, bool *out);
/* One of the words of a list, by index; absent: left alone. */
bool pipe_word(pipe_request *r, const char *key, const char *words, int *out);
bool pipe_figure(pipe_request *r, const pipe_target *target, const char *key, bool required, uint16_t *out);

/* pipe_table.c */
pipe_game *pipe_game_of(pipe_request *r);
/* Also plays the orders of "assume" on the copy that the question is asked of. */
bool pipe_target_of(pipe_request *r, pipe_target *target);
/* "measured", which is not for sides. */
bool pipe_measured(pipe_request *r, const pipe_target *target, bool *out);
/* The target, and with "measured" as one has it who measures everything: for what is neither judged nor played. */
bool pipe_measured_target(pipe_request *r, pipe_target *target);
bool pipe_load(pipe_request *r);
bool pipe_unload(pipe_request *r);
bool pipe_new(pipe_request *r);
bool pipe_replay(pipe_request *r);
void pipe_close_all(pipe *p);

/* pipe_ask.c */
bool pipe_state(pipe_request *r);
bool pipe_judge(pipe_request *r);
bool pipe_odds(pipe_request *r);
bool pipe_reach(pipe_request *r);
bool pipe_threat(pipe_request *r);
bool pipe_plan(pipe_request *r);
bool pipe_options(pipe_request *r);
bool pipe_see(pipe_request *r);
bool pipe_board(pipe_request *r);
bool pipe_draw(pipe_request *r);
bool pipe_rules(pipe_request *r);
bool pipe_validate(pipe_request *r);
bool pipe_order(pipe_request *r, const qm_scenario *scenario, qm_order *order);
/* The same from a text: a member of that name, or an element of it. */
bool pipe_order_text(pipe_request *r, const qm_scenario *scenario, const char *text, qm_order *order);

/* pipe_turn.c */
bool pipe_play(pipe_request *r);
bool pipe_answer(pipe_request *r);
bool pipe_withdraw(pipe_request *r);
bool pipe_undo(pipe_request *r);
bool pipe_modes(pipe_request *r);
bool pipe_log(pipe_request *r);
bool pipe_read_modes(pipe_request *r, qm_dice_mode *dice, qm_choice_mode *choices);

#endif
