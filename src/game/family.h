/* What a family implements: its declared facts plus a handful of functions. The rest of the library knows families only
 * through this. A family keeps what changes in the state, what is prepared per order in `prepared`, and what is
 * prepared per scenario in `compiled`; nothing else, so that play is a pure function of scenario, state, order and
 * tape.
 */
#ifndef QM_GAME_FAMILY_H
#define QM_GAME_FAMILY_H

#include "game/scenario.h"

/* ------------------------------------------------------------------------------------------------------- judging */

/* Hands a family all it needs to judge one order. */
typedef struct qm__judging {
    const qm_scenario *scenario;
    const qm_state *state;
    const qm_order *order;
    void *prepared;                   /* prepared_size bytes, filled by the family for play */
    void *search;                     /* search_size bytes of working memory */
    qm_verdict *verdict;              /* starts as legal, empty */
    const struct qm_scratch *scratch; /* for qm__asks_game_master */
    bool brief; /* a trial: of one that is illegal nobody wants to know where it could end instead */
} qm__judging;

/* Adds a reason; the order is illegal (or cannot be judged) from then on. The slot returned has kind and figure (the
 * actor) set and all else zero; beyond the limit it is a spare that is thrown away. */
qm_reason *qm__refuse(qm__judging *judging, uint16_t kind);
/* Adds a warning to an order that may be given and cannot go well, as above; told only where the order is legal. */
qm_reason *qm__warn(qm__judging *judging, uint16_t kind);
qm_reason *qm__leave_to_person(qm__judging *judging, uint16_t kind);
/* The same where play asks the game master through a pending choice: the order can be played all the same. */
qm_reason *qm__leave_to_choice(qm__judging *judging, uint16_t kind);
/* Whether the first thing that carrying out the order would ask for is a choice of the game master. Tries it on a copy
 * of the state, with what the family has prepared; for an order that has no other reason against it. */
bool qm__asks_game_master(const qm__judging *judging);
/* Announces a roll that lies ahead; kind, figure set, all else zero. */
qm_check *qm__foresee(qm__judging *judging, uint16_t roll);
/* Adds a term and its amount to a check. Zero amounts are left out. */
void qm__term(qm_term *terms, uint16_t *count, uint16_t kind, int amount);
/* Adds a term that is no number, such as what a second die is rolled for: it has no amount and is told by its name. */
void qm__term_word(qm_term *terms, uint16_t *count, uint16_t kind);
/* One that adds something on dice of `on` or less. */
void qm__term_ability(qm_term *terms, uint16_t *count, uint16_t kind, uint8_t by, uint8_t on);
/* Notes a clause (index in the family's list) that a legal verdict rests on. Clauses of reasons, checks, terms and of
 * the order's kind are found without this. */
void qm__cite(qm__judging *judging, uint16_t clause);
/* Notes the next place of the way taken; with parts, of the last of them. */
void qm__way_add(qm__judging *judging, qm_place place);
/* Begins what another figure of the unit does; facing -1, all else zero but the figure. Those without a part are not
 * told of: they stay where they are. */
qm_part *qm__part_add(qm__judging *judging, uint16_t figure);

/* ------------------------------------------------------------------------------------------------------- playing */

/* How the dice of a roll become classes. */
typedef enum qm__shape {
    QM__UNDER, /* class 0: total at or under `cuts[0]`, class 1: over */
    QM__BANDS, /* class i: total at or under cuts[i] (ascending, cut_count of them), the last class: over all */
    QM__SUM,   /* class = total - dice: every total by itself */
    QM__PICK,  /* one die of `sides` sides, class = face - 1: one of several, all alike */
    QM__FACES, /* every face by itself: the class is 0 and the faces are in run->faces (no odds when dice > 1); with a
                * cut it is told how many show no more */
    QM__POOL,  /* each die of cuts[1] or more is a point; class 0: cuts[0] points or more, class 1: fewer; no dice: no
                  roll */
    QM__DUEL,  /* pools against each other, again until one has more points than every other: only by qm__duel_take */
    QM__OVER,  /* one die, or two of which the higher (cuts[1] 0) or the lower (1) counts; class 0: that one shows
                  cuts[0] or more, class 1: less. `target` is cuts[0] too */
    QM__COUNT  /* class = how many dice show cuts[0] or less; no dice: no roll. `target` is cuts[0] too */
} qm__shape;

typedef struct qm__roll {
    uint16_t kind;   /* index into the family's rolls */
    uint16_t figure; /* who rolls; 0 = nobody in particular */
    uint16_t other;
    uint8_t dice, sides;
    uint8_t shape;     /* qm__shape */
    uint8_t cut_count; /* BANDS; DUEL: pools */
    int16_t cuts[8];
    uint16_t zero;  /* keeps the layout free of padding: rolls are hashed */
    int32_t target; /* for people: the number to roll */
} qm__roll;

/* What is told of a roll besides; nothing hangs on it, so that odds keep none of it. */
typedef struct qm__roll_aside {
    qm_place at; /* where it is rolled; all 0 = it has no place */
    uint16_t term_count;
    uint16_t of_target;          /* 1 = the terms add up to the target */
    qm_term terms[QM_TERMS_MAX]; /* else what is added to the dice, and the classes of the roll allow for it;
                                    QM_ROLL_TERMS_MAX at most */
} qm__roll_aside;

/* How an order ends for the figure that acts. */
typedef struct qm__end {
    uint16_t kind; /* index into the family's ends; 0 = the order has no such end */
    uint16_t zero; /* keeps the layout free of padding: ends are hashed */
    qm_place at;   /* where it is then; all 0 for kinds that are gone */
} qm__end;

typedef struct qm__choice {
    uint16_t kind;   /* index into the family's choices */
    uint16_t figure; /* whom it concerns */
    uint16_t side;   /* who answers; 0 = the game master */
    uint16_t other;
    uint8_t count;        /* options, at most 16 */
    uint8_t automatic;    /* the family's own answer, from 0 */
    uint16_t options[16]; /* ids of figures or items; fixed options: leave zero */
    const qm_place *places; /* options that are places; NULL = they are none */
    int32_t value;        /* told as {value} */
} qm__choice;

/* A run of play. Rule code sees the state and these calls, nothing of where dice come from.
 *
 * Contract, for merging in odds: whatever later code depends on is in the state (or in `vars`), never only in a local
 * variable that was set by an earlier roll. */
typedef struct qm__run {
    const qm_scenario *scenario;
    qm_state *state;
    const qm_order *order;
    const void *prepared;
    void *search; /* search_size bytes of working memory; holds nothing that is not computed anew in each run */
    uint8_t faces[QM_FACES_MAX]; /* of the last roll; meaningless in an odds walk except after QM__FACES */
    int32_t vars[12];            /* the family's own notes during one order; zero at the start */
    struct qm__drive *drive;     /* where dice, choices and events go */
    const qm__roll_aside *aside; /* of the roll that is being taken, if it has one */
} qm__run;

/* Rolls and returns the class. At most QM_FACES_MAX dice; those of pools have at most 100 sides. */
int qm__roll_take(qm__run *run, const qm__roll *roll);
int qm__roll_take_telling(qm__run *run, const qm__roll *roll, const qm__roll_aside *aside);

#define QM__DUEL_MAX 8      /* figures in one duel */
#define QM__DUEL_DICE_MAX 8 /* dice of each */

/* Opposed pools: each of `count` (2 to 8) figures rolls `dice[i]` (0 to 8) dice of `sides` sides, every face of
 * `least[i]` or more is a point (1 or less: always; sides + 1 or more: never), and the one with more points than every
 * other wins; where the most points are shared, all roll again. One roll on the tape: the faces of the deciding round
 * alone, figure after figure. Where nobody can ever win alone (no dice, or certain equal points at the top) one die of
 * `count` sides picks instead, all alike. Returns the winner, from 0. The text of the kind of roll follows several
 * names ("roll for the ball"). */
typedef struct qm__duel {
    uint16_t kind; /* index into the family's rolls */
    uint8_t count, sides;
    uint16_t figures[QM__DUEL_MAX];
    uint8_t dice[QM__DUEL_MAX];
    int8_t least[QM__DUEL_MAX];
} qm__duel;
int qm__duel_take(qm__run *run, const qm__duel *duel);
/* Asks and returns the option, from 0. */
int qm__choose(qm__run *run, const qm__choice *choice);
/* Whether a distance that may not be measured before the order is given is to be supposed to suffice, because all this is
 * asked before (qm_odds). Asked only where there is such a distance; then events tell lengths as QM__UNMEASURED, and
 * nobody is asked who could interfere. */
bool qm__supposes(qm__run *run);
#define QM__UNMEASURED INT32_MIN
/* Called when play is about to tell such a distance, or what hangs on it: from then on the order is not taken back as if
 * nothing had been learnt. */
void qm__measure(qm__run *run);
/* Tells that something happened; fill the slot. Never NULL. kind, figure (the order's actor) are set, all else zero. */
qm_event *qm__tell(qm__run *run, uint16_t kind);

/* -------------------------------------------------------------------------------------------------------- family */

#define QM__TOO_MANY UINT32_MAX

/* A setting, or with `table` a cell of one. */
typedef struct qm__rules_place {
    const char *table, *row;
    const char *name;
} qm__rules_place;

/* Two of them that contradict each other; without names the row of both is at fault as a whole. */
typedef struct qm__rules_fault {
    qm__rules_place one, other;
    const char *why; /* the end of a sentence */
} qm__rules_fault;

struct qm__family {
    const qm_rules_facts *facts;
    uint16_t figure_state_size; /* bytes of one figure's state, a multiple of 8 */
    uint16_t item_state_size;
    uint16_t extra_size; /* bytes of game-wide state, a multiple of 8 */
    uint16_t prepared_size;
    uint16_t legs_max; /* of a pending order */

    /* What contradicts itself in a rulebook whose values are all in range, one by one from 0; false beyond the last. May
     * be NULL. */
    bool (*rules_fault)(const qm__rules *rules, size_t index, qm__rules_fault *out);
    /* Once for each scenario. compile may take memory from scenario->arena and reports what is wrong with the scenario
     * (a figure in a wall, two in one hex …); `where` locates figures and items. tape_max tells how many bytes one
     * order can take. */
    qm_result (*compile)(qm_scenario *scenario, const qm__where *where, qm_diagnostics *diagnostics);
    /* The compiled data once more, from the arena, as if everything might be measured; NULL: the rules forbid nothing, or
     * memory ran out. No such function: there are no rules of the kind. */
    void *(*measured)(qm_scenario *scenario);
    size_t (*search_size)(const qm_scenario *scenario);
    uint16_t (*tape_max)(const qm_scenario *scenario);
    /* Completes the first state after the fields were set from the file; reports bad combinations (two figures in one
     * hex). */
    qm_result (*start)(const qm_scenario *scenario, qm_state *state, const qm__where *where,
                       qm_diagnostics *diagnostics);
    /* Whether a state keeps the family's invariants. */
    bool (*check)(const qm_scenario *scenario, const qm_state *state);

    uint16_t (*actor)(const qm_scenario *scenario, const qm_state *state);
    void (*judge)(qm__judging *judging);
    void (*play)(qm__run *run);
    /* After a run that was not cut short: how it has ended for the figure of the order, by the state and the run's vars.
     * NULL: the family does not tell. */
    qm__end (*end)(const qm__run *run);

    /* Fills in how likely each value of the numbers is that matter of the order (judged and prepared), with its chances
     * in `search`; false when memory did not suffice: then only which numbers these are. Orders without such numbers
     * leave the count at 0. NULL: there are no forecasts. */
    bool (*forecast)(const qm_scenario *scenario, const qm_state *state, const qm_order *order, const void *prepared,
                     qm_policy policy, void *search, qm_forecast_result *out);
    /* What each of them came to in a play, by its events; the values are 0 before. NULL: the family does not tell. */
    void (*tally)(const qm_scenario *scenario, const qm_forecast_result *forecast, const qm_events *events,
                  int32_t *values);

    /* Who shoots in the order (judged and prepared); how many there are, of which `capacity` are written. NULL: nobody
     * shoots. */
    uint32_t (*shots)(const qm_scenario *scenario, const qm_state *state, const qm_order *order, const void *prepared,
                      void *search, qm_shot *out, uint32_t capacity);

    /* Options: counts them and leaves its list in `search`; then gives the n-th. Options, reach and plan answer
     * QM__TOO_MANY when their memory did not suffice for all there is. */
    uint32_t (*options)(const qm_scenario *scenario, const qm_state *state, uint16_t figure, void *search);
    bool (*option)(const qm_scenario *scenario, const qm_state *state, void *search, uint32_t index, qm_order *order);
    uint32_t (*reach)(const qm_scenario *scenario, const qm_state *state, uint16_t figure, bool risk, void *search,
                      qm_reach_place *places, uint32_t capacity);
    uint32_t (*plan)(const qm_scenario *scenario, const qm_state *state, uint16_t figure, qm_place goal, void *search,
                     qm_plan_way *ways, uint32_t capacity);
    /* Why there is no way: refuses as if an order to get there were judged, whose kind and legs it fills in where there
     * is one that comes nearest to it. The figure is the order's actor, and nothing is prepared. NULL: it is not told. */
    void (*plan_why)(qm__judging *judging, qm_place goal, qm_order *tried);
    /* On tables, instead of `reach`: regions, and the cost of one place, which comes as QM__NO_COST; false when memory
     * did not suffice. */
    bool (*reach_regions)(const qm_scenario *scenario, const qm_state *state, uint16_t figure, const int32_t *bands,
                          uint32_t band_count, void *search, qm_reach_area *out);
    bool (*reach_cost)(const qm_scenario *scenario, const qm_state *state, uint16_t figure, qm_place place,
                       void *search, qm_reach_cost *out);
    /* On tables: whether a figure can stand at a place. */
    void (*stand)(const qm_scenario *scenario, const qm_state *state, uint16_t figure, qm_place place, void *search,
                  qm_standing *out);
    /* On tables: the links that a figure could take; how many there are, of which `capacity` are written. */
    uint32_t (*links)(const qm_scenario *scenario, const qm_state *state, uint16_t figure, void *search, qm_link *out,
                      uint32_t capacity);
    void (*see)(const qm_scenario *scenario, const qm_state *state, uint16_t a, uint16_t b, void *search,
                qm_sight *sight);
    /* For units, by their first figures. NULL: they do not shoot. */
    void (*see_unit)(const qm_scenario *scenario, const qm_state *state, uint16_t a, uint16_t b, void *search,
                     qm_unit_sight *sight);
    /* NULL: there is no such thing. */
    uint32_t (*threat)(const qm_scenario *scenario, const qm_state *state, uint16_t figure, qm_place *places,
                       uint32_t capacity);
    void (*look)(const qm_scenario *scenario, const qm_state *state, uint16_t figure, qm_look *out);
    void (*item_look)(const qm_scenario *scenario, const qm_state *state, uint16_t item, qm_look *out);
    void (*describe)(const qm_scenario *scenario, const qm_state *state, uint16_t figure, qm_text *out);
    /* What is told of a figure, QM_TOLD_MAX at most; how much there is. NULL: nothing. */
    uint16_t (*told)(const qm_scenario *scenario, const qm_state *state, uint16_t figure, qm_told out[QM_TOLD_MAX]);
    /* Whether a figure still fights (end of game, zones). */
    bool (*fights)(const qm_scenario *scenario, const qm_state *state, uint16_t figure);
    /* Whether what this figure keeps hidden (fields and orders marked so) is still hidden from other sides in this
     * state: a declaration is, until all are revealed. NULL: always. */
    bool (*hides)(const qm_scenario *scenario, const qm_state *state, uint16_t figure);
    /* Whether nobody may measure in this state how far enemies are apart. NULL: one always may. */
    bool (*unmeasured)(const qm_scenario *scenario, const qm_state *state);
    /* What reach and plans leave out, because nobody may measure it, or `regions` of reach alone, because they cannot
     * tell it: the kind of a reason, 0 = nothing. By the rules and the terrain alone. NULL: nothing ever. */
    uint16_t (*left_out)(const qm_scenario *scenario, bool regions);
};

/* The cost of a place where a figure cannot end. */
#define QM__NO_COST ((qm_reach_cost){.cost = -1, .best_chance = -1, .by = {{-1, 0, -1}, {-1, 0, -1}, {-1, 0, -1}}})

/* Called by families at the end of each turn: zones, then the turn limit. Sets ended and winner in the state. */
void qm__end_of_turn(qm__run *run);
/* Called by families whenever a figure stops fighting: the last side standing. */
void qm__end_if_decided(qm__run *run);

#endif
