/* squad: units of several models on a table with terrain in three dimensions. What its files share.
 *
 * What it declares: clauses.c, settings.def (their words: settings_words.h), tables.c, fields.c, orders.c, texts.c
 * (reasons, events, rolls, choices, terms, from the .def lists), all gathered in family.c, which also sends each order
 * to the file that knows its rules. contradict.c: rows that contradict themselves. setup.c makes a scenario ready. turn.c: rounds, whose turn it is, actions. model.c:
 * models as bodies, distances, who is in whose way, melee. unit.c: coherency. check.c: Initiative checks, Saves,
 * casualties. move.h and its files: moves and charges. edit.c: what the game master does. ask.c, options.c: questions.
 * Shooting: volley.h and its files, what the dice of a shooting unit do; aim.h with aim.c, cover.c, batches.c, who may
 * shoot whom and how well; shoot.h with shoot_judge.c, shoot_play.c, shoot_odds.c, see.c, the order and the questions.
 *
 * A figure is a model. A unit is known by its first figure, whose state also holds what is true of all of it.
 */
#ifndef QM_RULES_SQUAD_H
#define QM_RULES_SQUAD_H

#include "game/inches.h"

/* ------------------------------------------------------------------------------------------------------ settings */

/* settings.def lists every setting as SQ_SETTING(name, type, origin, standard, low, high, words, unit, clauses, text,
 * unoffered); the struct below and the declared table are both made from it. Words: SQ_<SETTING>_<WORD>. */
typedef struct sq_settings {
#define SQ_SETTING(name, type, origin, standard, low, high, words, unit, clauses, text, unoffered) int32_t name;
#include "rules/squad/settings.def"
#undef SQ_SETTING
} sq_settings;

#include "rules/squad/settings_words.h"

/* --------------------------------------------------------------------------------------------------- static data */

/* Tables and their columns, in order. */
enum { SQ_TABLE_TERRAIN, SQ_TABLE_WEAPONS, SQ_TABLE_MOUNTS, SQ_TABLE_COUNT };
enum {
    SQ_TERRAIN_DIFFICULT, /* flag: a check when it is crossed */
    SQ_TERRAIN_ROAD,      /* flag: who begins and ends on it goes farther */
    SQ_TERRAIN_COVER,     /* SQ_COVER_… */
    SQ_TERRAIN_COLUMNS
};
enum { SQ_COVER_NONE, SQ_COVER_SOFT, SQ_COVER_HARD, SQ_COVER_FORTIFIED, SQ_COVER_NEGATIVE };
enum {
    SQ_WEAPON_SHORT, /* lengths; a long range of 0: it is for melee alone */
    SQ_WEAPON_LONG,
    SQ_WEAPON_ATTACKS,
    SQ_WEAPON_AP,
    SQ_WEAPON_INDIRECT,      /* flag: needs no line of sight */
    SQ_WEAPON_EXTRA_ON,      /* a hit that shows this or less … */
    SQ_WEAPON_EXTRA,         /* … makes so many plain hits more; 0 on either: none */
    SQ_WEAPON_PIERCE_ON,     /* a hit that shows this or less … */
    SQ_WEAPON_PIERCE,        /* … has so much more AP */
    SQ_WEAPON_REROLL_MISSES, /* flag: each miss is rolled once more */
    SQ_WEAPON_COLUMNS
};
enum {
    SQ_MOUNT_FORWARD, /* lengths from the middle of the base: towards the front, and to the left of it */
    SQ_MOUNT_LEFT,
    SQ_MOUNT_BARREL,   /* length of the barrel, which points to the middle of the arc it is used in; 0 = it has none */
    SQ_MOUNT_IN_FRONT, /* flags: the arcs in which it can be used */
    SQ_MOUNT_IN_LEFT,
    SQ_MOUNT_IN_RIGHT,
    SQ_MOUNT_IN_REAR,
    SQ_MOUNT_COLUMNS
};
/* Row 1 of weapons and of mounts stands for none. */
enum { SQ_ROW_NONE = 1 };

enum { SQ_SLOTS = 4 }; /* weapons of a model */

/* A model's declared values, in order. */
enum {
    SQ_MOVEMENT,
    SQ_ACCURACY,
    SQ_SAVE,
    SQ_INITIATIVE,
    SQ_WOUNDS,
    SQ_RADIUS, /* of a round base */
    SQ_WIDTH,  /* of a rectangular one, across the facing; 0 = it is round */
    SQ_LENGTH, /* … along the facing; 0 = as its width */
    SQ_HEIGHT,
    SQ_EYES, /* height of its eyes; 0 = its own */
    SQ_FLY,
    SQ_HOVER,
    SQ_AGILE,
    SQ_STRIDER,
    SQ_EXTRA_ON, /* abilities of the model: as those of a weapon */
    SQ_EXTRA,
    SQ_PIERCE_ON,
    SQ_PIERCE,
    SQ_REROLL_MISSES,
    SQ_IGNORE, /* a hit on it is ignored on this or less; 0 = never */
    SQ_REROLL_SAVES,
    SQ_WEAPON,                       /* SQ_SLOTS of them */
    SQ_MOUNT = SQ_WEAPON + SQ_SLOTS, /* … and what each is mounted on */
    SQ_FIGURE_FIELDS = SQ_MOUNT + SQ_SLOTS
};

enum { SQ_LEGS_MAX = QM_LEGS_MAX };
/* Bytes at the beginning of the search memory that are the family's own: a list of options, and behind it what is
 * worked out about shooting. A volley at ten models that are all different and have up to two wounds has 7776 positions,
 * and is reckoned in 20 MB; what is not used is never touched. */
enum { SQ_LIST_SIZE = 1 << 16, SQ_SHOOTING_SIZE = 32 << 20, SQ_OWN_SIZE = SQ_LIST_SIZE + SQ_SHOOTING_SIZE };
/* … of which, while ways are looked for, the end is for a state. */
enum { SQ_ARRIVING_SIZE = 1 << 16 };

/* scenario->compiled */
typedef struct sq_data {
    sq_settings set;
    qm__inches inches;
    uint64_t difficult, roads; /* bits of areas */
    qm__inches around; /* the same, but with round bases around the rectangular ones, for finding their ways */
    size_t crowds_size; /* bytes of search memory behind the family's own for who is in whose way when a unit is placed
                           … */
    size_t muster_size; /* … and behind that for placing it */
} sq_data;

static inline const sq_data *sq_of(const qm_scenario *s) {
    return s->compiled;
}
static inline const sq_settings *sq_set(const qm_scenario *s) {
    return &sq_of(s)->set;
}
static inline int32_t sq_value(const qm_scenario *s, uint16_t figure, int field) {
    return s->figures[figure - 1].values[field];
}
/* The columns of the weapon in a slot of a model, and of what it is mounted on. */
static inline const int32_t *sq_weapon(const qm_scenario *s, uint16_t figure, int slot) {
    return s->rules.tables[SQ_TABLE_WEAPONS].rows[sq_value(s, figure, SQ_WEAPON + slot) - 1].values;
}
static inline const int32_t *sq_mount(const qm_scenario *s, uint16_t figure, int slot) {
    return s->rules.tables[SQ_TABLE_MOUNTS].rows[sq_value(s, figure, SQ_MOUNT + slot) - 1].values;
}
static inline bool sq_round(const qm_scenario *s, uint16_t figure) {
    return sq_value(s, figure, SQ_WIDTH) == 0;
}

/* It goes straight through the air, over terrain and models. */
static inline bool sq_flies(const qm_scenario *s, uint16_t figure) {
    return sq_value(s, figure, SQ_FLY) != 0;
}

/* --------------------------------------------------------------------------------------------------------- state */

/* START: before the first round. ROUND: sides take turns, one unit each; "next" begins the next round. */
enum { SQ_PHASE_START, SQ_PHASE_ROUND, SQ_PHASE_COUNT };

/* A model in play: 32 bytes. */
typedef struct sq_model {
    int32_t x, y, z;
    int32_t left; /* while its unit's move is not over: how far it may go in all, losses taken off */
    uint16_t facing;
    uint8_t lost; /* wounds */
    uint8_t out;  /* 1 = a casualty, off the table */
    uint8_t gone; /* while its unit's move is not over: 1 = has moved and does not move any more */
    uint8_t fell; /* … likewise: 1 = fell before the move was broken off, and may go on */
    /* Of the unit, in its first model, in this round: */
    uint8_t done;    /* 1 = it has had its turn */
    uint8_t actions; /* spent */
    uint8_t moves;
    uint8_t shots;
    uint8_t charged;
    uint8_t zero[5];
} sq_model;
_Static_assert(sizeof(sq_model) == 32, "no padding");

enum { SQ_PRISM_BYTES = (QM__PRISMS_MAX + 7) / 8 + 3, SQ_FLOWN_MAX = 32 };

/* A gap that is leapt over, or an edge that is jumped down from, by what is left and the height that is landed on. */
typedef struct sq_flown {
    int32_t z;
    uint16_t thing; /* the solid, from 1; 0 = the ground */
    uint8_t kind;   /* SQ_HAZARD_LEAP, SQ_HAZARD_DROP; 0 = nothing */
    uint8_t zero;
} sq_flown;
_Static_assert(sizeof(sq_flown) == 8, "no padding");

/* Game-wide. */
typedef struct sq_game {
    uint16_t side;           /* whose turn it is */
    uint16_t active;         /* first model of the unit whose turn it is, once it has acted; 0 = the side may choose */
    uint16_t unfinished;     /* first model of a unit whose move was broken off and is to be ordered anew; 0 = none */
    uint16_t target;         /* … of the unit that it charges; 0 = it moves */
    uint64_t rolled, failed; /* while an order is carried out: bits of its hazards */
    uint64_t areas;          /* of an unfinished move: difficult ground that has been rolled for */
    uint8_t low[SQ_PRISM_BYTES], climbed[SQ_PRISM_BYTES]; /* … and solids, one bit each */
    sq_flown flown[SQ_FLOWN_MAX];                         /* … leaps and jumps down; those behind the last are zero */
} sq_game;
_Static_assert(sizeof(sq_game) == 32 + 2 * SQ_PRISM_BYTES + SQ_FLOWN_MAX * sizeof(sq_flown) &&
                   sizeof(sq_game) % 8 == 0,
               "no padding");

static inline sq_model *sq_at(const qm_scenario *s, const qm_state *st, uint16_t figure) {
    return qm__figure_at(s, st, figure, sizeof(sq_model));
}
static inline sq_game *sq_game_of(const qm_scenario *s, const qm_state *st) {
    return qm__extra(s, st);
}
static inline qm_place sq_place(const sq_model *m) {
    return (qm_place){m->x, m->y, m->z};
}
static inline void sq_put(sq_model *m, qm_place at) {
    m->x = at.x;
    m->y = at.y;
    m->z = at.z;
}
static inline const qm__troop *sq_unit(const qm_scenario *s, uint16_t figure) {
    return &s->units[s->figures[figure - 1].unit - 1];
}
static inline bool sq_hostile(const qm_scenario *s, uint16_t a, uint16_t b) {
    return qm__hostile(s, s->figures[a - 1].side, s->figures[b - 1].side);
}

/* --------------------------------------------------------------------------------------------- orders and legs */

enum {
    SQ_ORDER_NONE,
    SQ_ORDER_MOVE,
    SQ_ORDER_CHARGE, /* charge UNIT, then legs */
    SQ_ORDER_SHOOT,  /* shoot, then legs: with WEAPON at UNIT */
    SQ_ORDER_HOLD,   /* ends its turn, or its unfinished move */
    SQ_ORDER_NEXT,
    SQ_ORDER_PLACE,  /* from here on edits: "place Ann 3,4@2", figure; the place is its only leg */
    SQ_ORDER_SET,    /* "set Ann lost 1": figure, field, value */
    SQ_ORDER_REMOVE, /* "remove Ann": figure */
    SQ_ORDER_COUNT
};
enum {
    SQ_LEG_NONE,
    SQ_LEG_FIGURE, /* whose legs follow */
    SQ_LEG_WALK,
    SQ_LEG_VIA,
    SQ_LEG_FACE,
    SQ_LEG_CLIMB,
    SQ_LEG_LEAP, /* across */
    SQ_LEG_DROP, /* down */
    SQ_LEG_GOAL, /* where those go who are not named: places are found for them */
    SQ_LEG_WITH, /* of shooting: a weapon … */
    SQ_LEG_AT,   /* … and whom it shoots at */
    SQ_LEG_COUNT
};

#include "rules/squad/texts.h"

/* ------------------------------------------------------------------------------------------------------ model.c */

/* A model as it would stand at a place with a facing, in nobody's way; and as it stands. */
qm__body qm__sq_body_at(const qm_scenario *s, uint16_t figure, qm_place at, uint16_t facing);
qm__body qm__sq_body_now(const qm_scenario *s, const qm_state *st, uint16_t figure);
/* How far two bases are apart, as the rules measure it, in units. */
double qm__sq_distance(const qm_scenario *s, const qm__body *a, const qm__body *b);
/* Whether two bases overlap where their models are in each other's way by their heights. */
bool qm__sq_overlap(const qm_scenario *s, const qm__body *a, const qm__body *b);
/* Begins a question about where a model can come to rest: all models are in its way as far as their bases reach, also
 * those of its own unit, and enemies are not kept off. */
qm__inch_search *qm__sq_gather(const qm_scenario *s, const qm_state *st, uint16_t figure, void *memory);
/* Model `i` as it is in the way of `figure`, as qm__inch_facts wants it. Its own unit is not in its way: where all of
 * them end is looked at together. Enemies are kept off by the inch, or as far as they are now where that is nearer. */
void qm__sq_body(const qm_scenario *s, const qm_state *st, uint16_t i, uint16_t figure, qm__body *out);
/* The margin that keeps a model off enemies: what is nearer is within the inch. */
int32_t qm__sq_enemy_margin(const qm_scenario *s);
/* SQ-05: what an enemy keeps a base off by that begins a leg so. One that is nearer already may not come nearer still. */
int32_t qm__sq_margin_against(const qm_scenario *s, const qm__body *here, const qm__body *enemy);
/* An enemy within the inch of a body, and how far it is; those of the unit `except` (its first model) do not count.
 * 0 = none. */
uint16_t qm__sq_near(const qm_scenario *s, const qm_state *st, uint16_t figure, const qm__body *body, uint16_t except,
                     double *distance);
/* The first enemy that a model touches; 0 = none. */
uint16_t qm__sq_touched(const qm_scenario *s, const qm_state *st, uint16_t figure);
/* Whether a unit (by any of its models) is in melee: the first enemy that one of its models touches; 0 = none. */
uint16_t qm__sq_engaged(const qm_scenario *s, const qm_state *st, uint16_t figure);
/* Whether a model is in melee: it touches an enemy, or is near to one of its unit that does. */
bool qm__sq_in_melee(const qm_scenario *s, const qm_state *st, uint16_t figure);

/* ------------------------------------------------------------------------------------------------------- unit.c */

/* How many models of a unit are on the table. */
uint16_t qm__sq_present(const qm_scenario *s, const qm_state *st, const qm__troop *unit);

/* How a unit keeps together. Bodies of the models that are there, in any order. */
typedef struct sq_spacing {
    bool coherent;          /* SQ-02 */
    bool gathered;          /* SQ-03 */
    uint16_t lone, nearest; /* not coherent: a model that is cut off, and the nearest one of the others … */
    double gap;             /* … and how far that is: the largest such gap */
    uint16_t one, other;    /* the two that are farthest apart … */
    double spread;          /* … and how far that is */
} sq_spacing;
/* Ids of the bodies are their figures. */
sq_spacing qm__sq_spacing(const qm_scenario *s, const qm__body *bodies, uint16_t count);
sq_spacing qm__sq_spacing_now(const qm_scenario *s, const qm_state *st, const qm__troop *unit);
/* After casualties of a unit: removes those cut off, where the rules say so (`broken`). Ends the game if it is
 * decided. */
void qm__sq_after_casualties(qm__run *run, uint16_t figure);

/* ------------------------------------------------------------------------------------------------------ check.c */

/* What a die must show at most, with a 1 and a 10 (as set) having their say: 0 to the sides. */
int qm__sq_target(const sq_settings *set, int stat);
/* What most of some models of a unit (bits, counted from its first) have of a stat; the lower of two that are as many. */
int qm__sq_majority(const qm_scenario *s, uint16_t first, int field, uint64_t models);
/* The Initiative of a unit: that of most of its models. */
int qm__sq_initiative(const qm_scenario *s, const qm_state *st, const qm__troop *unit);
/* Announces a check with its term. */
void qm__sq_foresee(qm__judging *j, uint16_t roll, uint16_t figure, uint16_t leg, qm_place at, int stat, uint16_t term);
/* Rolls one; true = passed. */
bool qm__sq_roll(qm__run *run, uint16_t roll, uint16_t figure, int stat);
/* SQ-12: a model makes its Save against a fall, and bears what follows. */
void qm__sq_save(qm__run *run, uint16_t figure);
/* The model loses a wound, and is removed with its last (SQ-27, SQ-28). Whether it was. */
bool qm__sq_wound(qm__run *run, uint16_t figure);
/* Takes a model off the table; why has been told. */
void qm__sq_remove(qm__run *run, uint16_t figure);

/* ------------------------------------------------------------------------------------------------------- turn.c */

/* Refuses whatever is not of this moment: the game has not begun, the unit is gone or has had its turn, it is another
 * one's turn, a broken-off move must be ended first. `shoot` and others that are no move leave an unfinished one to be
 * refused. */
bool qm__sq_judge_now(qm__judging *j, bool moves);
/* Refuses what an action may not be spent on: none is left, or too many of that kind were. */
bool qm__sq_judge_action(qm__judging *j);
/* Spends an action of the acting unit; its turn is over with its last one. Call it when an order has been carried
 * out, after the unit's own notes (moves, shots) have been counted up. */
void qm__sq_spend_action(qm__run *run);
/* After an edit of a model: if its unit cannot act any more, the turn goes on to others. */
void qm__sq_turn_after_edit(qm__run *run, uint16_t figure);
/* mend.c: whether a fall has torn apart the unit whose move was broken off, and those yet to move can mend that: then
 * they have to. `order`: one that does. */
bool qm__sq_has_to_mend(const qm_scenario *s, const qm_state *st, uint16_t first, void *search, qm_order *order);
/* Whether an order of a kind could be given to a unit (by any of its models, casualties too) now, whatever its legs. */
bool qm__sq_unit_may(const qm_scenario *s, const qm_state *st, uint16_t figure, uint16_t order);
/* … and the model is there to take part. */
bool qm__sq_may(const qm_scenario *s, const qm_state *st, uint16_t figure, uint16_t order);
uint16_t qm__sq_actor(const qm_scenario *s, const qm_state *st);
void qm__sq_judge_turn(qm__judging *j); /* hold, next */
void qm__sq_play_turn(qm__run *run);
/* move_play.c: a move that was broken off is over; its action is spent. */
void qm__sq_end_unfinished(qm__run *run);
/* … and nothing of it is kept. */
void qm__sq_forget_unfinished(const qm_scenario *s, qm_state *st);

/* ------------------------------------------------------------------------------------------------- moving, edits */

void qm__sq_judge_move(qm__judging *j);
void qm__sq_play_move(qm__run *run);
void qm__sq_judge_edit(qm__judging *j);
void qm__sq_play_edit(qm__run *run);

/* ------------------------------------------------------------------------------------------------ setup, questions */

/* goal.c: how much search memory placing units takes. */
void qm__sq_goal_sizes(const qm_scenario *s, sq_data *data);
bool qm__sq_rules_fault(const qm__rules *rules, size_t index, qm__rules_fault *out); /* contradict.c */
qm_result qm__sq_compile(qm_scenario *s, const qm__where *where, qm_diagnostics *diagnostics);
qm_result qm__sq_start(const qm_scenario *s, qm_state *st, const qm__where *where, qm_diagnostics *diagnostics);
bool qm__sq_state_good(const qm_scenario *s, const qm_state *st);
size_t qm__sq_search_size(const qm_scenario *s);
uint16_t qm__sq_told(const qm_scenario *s, const qm_state *st, uint16_t figure, qm_told out[QM_TOLD_MAX]);
uint32_t qm__sq_options(const qm_scenario *s, const qm_state *st, uint16_t figure, void *search);
bool qm__sq_option(const qm_scenario *s, const qm_state *st, void *search, uint32_t index, qm_order *order);
bool qm__sq_regions(const qm_scenario *s, const qm_state *st, uint16_t figure, const int32_t *bands,
                    uint32_t band_count, void *search, qm_reach_area *out);
uint16_t qm__sq_left_out(const qm_scenario *s, bool regions);
bool qm__sq_reach_cost(const qm_scenario *s, const qm_state *st, uint16_t figure, qm_place place, void *search,
                       qm_reach_cost *out);
uint32_t qm__sq_plan(const qm_scenario *s, const qm_state *st, uint16_t figure, qm_place goal, void *search,
                     qm_plan_way *ways, uint32_t capacity);
void qm__sq_plan_why(qm__judging *j, qm_place goal, qm_order *tried);
uint32_t qm__sq_links(const qm_scenario *s, const qm_state *st, uint16_t figure, void *search, qm_link *out,
                      uint32_t capacity);
void qm__sq_stand(const qm_scenario *s, const qm_state *st, uint16_t figure, qm_place place, void *search,
                  qm_standing *out);

#endif
