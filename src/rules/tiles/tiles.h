/* tiles: figures on square tiles whose movement is declared in secret and resolved at once. What its files share.
 *
 * What it declares: clauses.c, settings.def (their words: settings_words.h), tables.c, fields.c, orders.c, texts.c (reasons,
 * events, rolls, choices, terms, from the .def lists), all gathered in family.c, which also sends each order to the file that knows
 * its rules. setup.c makes a scenario ready. phase.c: phases and turns. declare.c, legs.c: declarations, judged and written down.
 * search.c: ways over the board. resolve.c and its kin: everybody moves at once, as docs/rules/tiles-resolution.md says.
 * jockey.c, edit.c: what is done at once. ask.c, options.c: questions.
 */
#ifndef QM_RULES_TILES_H
#define QM_RULES_TILES_H

#include "game/family.h"

/* ------------------------------------------------------------------------------------------------------ settings */

/* settings.def lists every setting as TL_SETTING(name, type, origin, standard, low, high, words, unit, clauses, text,
 * unoffered); the struct below and the declared table are both made from it. Words: TL_<SETTING>_<WORD>. */
typedef struct tl_settings {
#define TL_SETTING(name, type, origin, standard, low, high, words, unit, clauses, text, unoffered) int32_t name;
#include "rules/tiles/settings.def"
#undef TL_SETTING
} tl_settings;

#include "rules/tiles/settings_words.h"

/* --------------------------------------------------------------------------------------------------- static data */

/* Tables and their columns, in order. */
enum { TL_TABLE_LABELS, TL_TABLE_MODES, TL_TABLE_ARMOUR, TL_TABLE_TERRAIN, TL_TABLE_COUNT };
/* Labels of movement: base tiles; what is added to the cost of open ground and of each mode; dice added to each mode's pool. */
enum {
    TL_LABEL_MOVEMENT,
    TL_LABEL_OPEN,
    TL_LABEL_CLIMB,
    TL_LABEL_SWIM,
    TL_LABEL_LEAP,
    TL_LABEL_CLIMB_DICE,
    TL_LABEL_SWIM_DICE,
    TL_LABEL_LEAP_DICE,
    TL_LABEL_COLUMNS
};
/* Modes: the rows are climb, swim, leap, in this order; a rulebook may change them and not add to them. */
enum { TL_MODE_NONE, TL_MODE_CLIMB, TL_MODE_SWIM, TL_MODE_LEAP, TL_MODE_COUNT };
enum { TL_MODE_COST, TL_MODE_DIFFICULTY, TL_MODE_COLUMNS };
enum { TL_ARMOUR_SWIM, TL_ARMOUR_COLUMNS }; /* shift of every die of a swimming check */
enum { TL_TERRAIN_COUNTS, TL_TERRAIN_BARRED, TL_TERRAIN_MODE, TL_TERRAIN_COLUMNS };

/* A figure's declared values, in order. movement: 0 = the label's. */
enum {
    TL_LABEL,
    TL_MOVEMENT,
    TL_FLEET,
    TL_REFLEX,
    TL_CLIMB,
    TL_SWIM,
    TL_LEAP,
    TL_ARMOUR,
    TL_FIGURE_FIELDS
};

#define TL_MOVEMENT_MAX 15 /* tiles in one phase, running and all */
#define TL_TILES_MAX 12    /* tiles that a declaration names: a way's, an area's, an order of preference */
#define TL_FOES_MAX 8      /* foes that a declaration names */
#define TL_WAY_MAX 16

/* What is prepared for each figure. */
typedef struct tl_stat {
    uint8_t side;
    uint8_t base;   /* tiles, without fleet */
    uint8_t fleet;  /* 0 or 1 more */
    uint8_t reflex; /* dice */
    uint8_t pool[TL_MODE_COUNT];  /* dice of a mode's check, label and all */
    int8_t shift[TL_MODE_COUNT];  /* of every die */
    int8_t label[TL_MODE_COUNT];  /* what its movement label adds to the cost of each mode; of open ground at TL_MODE_NONE */
    uint64_t hostile[4];          /* bit by figure: of hostile sides */
} tl_stat;

/* What is prepared for each kind of ground. */
typedef struct tl_ground {
    uint8_t barred, counts, mode, impeding;
    uint8_t difficulty; /* of its mode's check; 0 = no check */
} tl_ground;

/* scenario->compiled */
typedef struct tl_data {
    tl_settings set;
    tl_stat *stats;     /* stats[figure - 1] */
    tl_ground *grounds; /* by ground number */
    uint8_t *costs;     /* [(figure - 1) * ground_count + ground]: cost of a step onto it; 0 = barred */
    uint8_t *steps;     /* by tile: bit d = a step in direction d meets no wall, border or barred ground, corners left aside */
    uint8_t *closed;    /* by tile: bit d (any of the eight) = on a diagonal step, the side over the neighbour in direction d …: see below */
    uint8_t *open;      /* by tile: bit d = a step in direction d is open as long as no figure is near: steps and corners */
    uint8_t *adjacent;  /* by tile: bit d = the neighbour in direction d is adjacent to it */
} tl_data;
/* closed: of the diagonal step in direction d (1, 3, 5, 7) the two sides lead over the neighbours in directions d - 1 and d + 1.
 * Bit d - 1 is set when the side over d - 1 is closed by a wall or by barred ground, bit d when the side over d + 1 is. */

/* Whether a diagonal step passes a corner of which so many sides are blocked. */
static inline bool tl_corner_open(const tl_settings *set, int blocked) {
    return set->corners == TL_CORNERS_FREE || (set->corners == TL_CORNERS_ONE_BLOCKED ? blocked < 2 : blocked == 0);
}

static inline const tl_data *tl_of(const qm_scenario *s) {
    return s->compiled;
}
static inline const tl_stat *tl_stat_of(const qm_scenario *s, uint16_t figure) {
    return &tl_of(s)->stats[figure - 1];
}
static inline const tl_ground *tl_ground_at(const qm_scenario *s, uint16_t tile) {
    return &tl_of(s)->grounds[s->cells[tile]];
}
static inline uint8_t tl_cost(const qm_scenario *s, uint16_t figure, uint16_t tile) {
    return tl_of(s)->costs[(size_t)(figure - 1) * s->ground_count + s->cells[tile]];
}
static inline int tl_distance(const qm_scenario *s, uint16_t a, uint16_t b) {
    return qm__tile_distance(&s->tile, (qm__tile_count)tl_of(s)->set.diagonals, a, b);
}
static inline bool tl_hostile(const qm_scenario *s, uint16_t a, uint16_t b) {
    return (tl_stat_of(s, a)->hostile[b >> 6] >> (b & 63u) & 1u) != 0;
}
/* Whether two tiles are adjacent: at distance 1 and not parted by walls. */
bool qm__tl_adjacent(const qm_scenario *s, uint16_t a, uint16_t b);
qm_place qm__tl_place(const qm_scenario *s, uint16_t tile); /* none for 0 */
uint16_t qm__tl_tile(const qm_scenario *s, qm_place place); /* 0 off the board */
static inline qm_place tl_argument_place(const qm_order *order, int index) {
    const uint32_t packed = (uint32_t)order->arguments[index];
    return (qm_place){.x = (int32_t)(packed & 0xffffu), .y = (int32_t)(packed >> 16)};
}
uint16_t qm__tl_argument(const qm_scenario *s, const qm_order *order, int index); /* a place as an argument; 0 off the board */

/* --------------------------------------------------------------------------------------------------------- state */

/* START: before the first turn. ANNOUNCE: intercept and avoid are announced (only under declare_special = first). DECLARE: the
 * movement phase, until `resolve`. MELEE: jockeying. MISC: withdrawing, until `resolve`, or `next` where nobody has declared.
 * OVER: withdrawals are resolved, and the turn is over. "next" leads on from START, ANNOUNCE, MELEE, MISC, OVER. */
enum { TL_PHASE_START, TL_PHASE_ANNOUNCE, TL_PHASE_DECLARE, TL_PHASE_MELEE, TL_PHASE_MISC, TL_PHASE_OVER, TL_PHASE_COUNT };

enum { TL_UP, TL_PRONE, TL_DOWN }; /* condition */

/* What was declared; the words of the state field. */
enum {
    TL_NOTHING,
    TL_STAY,
    TL_MOVE,
    TL_BESIDE,
    TL_KEEP,
    TL_INTERCEPT,
    TL_AVOID,
    TL_STAND,
    TL_WITHDRAW
};

/* A declaration: hidden until it is revealed. 64 bytes less one. */
typedef struct tl_declaration {
    uint16_t other;               /* beside, keep */
    uint16_t tiles[TL_TILES_MAX]; /* move, withdraw: the way, its end last; intercept: the area; avoid: the order of preference */
    uint8_t foes[TL_FOES_MAX];    /* avoid: from whom; intercept: for whom (none: all); withdraw: away from whom */
    uint8_t ignored[TL_FOES_MAX];
    uint8_t what;
    uint8_t run;
    uint8_t distance;             /* keep, avoid */
    uint8_t zero[3];
} tl_declaration;
_Static_assert(sizeof(tl_declaration) == 48, "a declaration has a fixed size");

enum { /* tl_work.flags */
    TL_GOING = 1,     /* else still */
    TL_ALERT = 2,     /* an interceptor that has not been called */
    TL_CALLED = 4,
    TL_BEGUN = 8,     /* the step has been paid for in part, or checked */
    TL_CHECKED = 16,  /* the check for this step was made */
    TL_FAILED = 32,   /* … and failed: stops once it has entered */
    TL_ENTITLED = 64,
    TL_CUT = 128,     /* the laid way does not reach its end */
    TL_LOST = 256,    /* lost once, goes for the next best */
    TL_MOVER = 512,   /* the rest: notes for one beat */
    TL_CLOSED = 1024,
    TL_IN_WAY = 2048,
    TL_CONTENDS = 4096,
    TL_STEPPED = 8192,
    TL_LOSES = 16384,
    TL_DUE = 32768    /* a check is due */
};

/* What the resolution notes of a figure; all zero between orders. */
typedef struct tl_work {
    uint16_t began;      /* where it stood when the phase began */
    uint16_t goal;       /* its declared end, or the end it chose */
    uint16_t before;     /* where it stood before the step of this beat */
    uint16_t first;      /* the tile of the step it chose, kept while it is not taken */
    uint16_t lost;       /* next best: the tile lost; 0 where it lost as a pursuer */
    uint16_t flags;
    uint16_t way[TL_WAY_MAX]; /* tiles ahead, from way_at on */
    uint8_t way_at, way_count;
    uint8_t through;     /* how many tiles of the way the wanted step takes; 0 = wants nothing */
    uint8_t left;
    uint8_t cost;        /* of the wanted step */
    uint8_t paid;
    uint8_t diagonals;   /* taken so far in this movement */
    uint8_t level;       /* 0, or how deep in interrupts it was called */
    uint8_t prey;        /* of a called one */
    uint8_t fugitive;    /* lost as a pursuer to this figure (next best) */
    uint8_t won;         /* conflicts won, and in how many it is, in this settling */
    uint8_t conflicts;
    uint8_t map;         /* on which the way to the goal is laid, when it is laid step by step */
    uint8_t on_through, on_cost; /* the step as it would be if it led on over friends */
    uint8_t clear_stops; /* it withdraws from next to foes and stops once it is clear of them */
    uint8_t cleared;     /* it has been clear of foes after a step and may step away no more */
    uint8_t taken;       /* how many tiles of the way its last step took; 0 = it has not stepped in this movement */
} tl_work;
_Static_assert(sizeof(tl_work) == 62, "no padding");

/* One figure in play. */
typedef struct tl_body {
    uint16_t tile;     /* 0 = not on the board */
    uint8_t condition;
    uint8_t acted;     /* its action of the turn is spent */
    uint8_t declared;  /* it has declared in this phase; everybody sees that */
    uint8_t moved;     /* it left its tile in the movement phase of this turn */
    uint8_t tried;     /* it declared a movement in this turn */
    uint8_t special;   /* it declared intercept or avoid in this turn */
    uint8_t jockeyed;  /* in this turn */
    uint8_t called;    /* as an interceptor in this turn */
    tl_declaration plan;
    tl_work work;
} tl_body;
_Static_assert(sizeof(tl_body) == 120, "no padding");

/* Game-wide notes of the resolution; all zero between orders. */
typedef struct tl_extra {
    uint16_t beat;
    uint8_t level;    /* of interrupts that is moving now */
    uint8_t progress; /* somebody paid or stepped in this beat */
    uint32_t trace;   /* of what dice decided and only local variables hold */
} tl_extra;

static inline tl_body *tl_body_at(const qm_scenario *s, const qm_state *st, uint16_t figure) {
    return qm__figure_at(s, st, figure, sizeof(tl_body));
}
static inline bool tl_present(const tl_body *b) { /* on the board and not down */
    return b->tile != 0 && b->condition != TL_DOWN;
}
/* The end of a declared way: the last of its tiles. */
uint16_t qm__tl_declared_end(const tl_declaration *plan);
/* Movement at the beginning: base, fleet, prone, and half the base when running (TL-01, TL-02). */
int qm__tl_movement(const qm_scenario *s, const tl_body *body, uint16_t figure, bool running);

/* ------------------------------------------------------------------------------------ orders, by the file of code */

enum {
    TL_ORDER_NONE,
    TL_ORDER_STAY,
    TL_ORDER_MOVE,
    TL_ORDER_BESIDE,
    TL_ORDER_KEEP,
    TL_ORDER_INTERCEPT,
    TL_ORDER_AVOID,
    TL_ORDER_STAND,
    TL_ORDER_WITHDRAW,
    TL_ORDER_JOCKEY,
    TL_ORDER_ACT,     /* spends the action of the turn */
    TL_ORDER_RESOLVE,
    TL_ORDER_NEXT,
    TL_EDIT_PLACE,
    TL_EDIT_SET,
    TL_EDIT_REMOVE,
    TL_ORDER_COUNT
};
_Static_assert(TL_ORDER_WITHDRAW - TL_ORDER_STAY == TL_WITHDRAW - TL_STAY, "orders and declarations run side by side");
static inline uint8_t tl_declared_by(uint16_t order) { /* what an order declares, of TL_ORDER_STAY … TL_ORDER_WITHDRAW */
    return (uint8_t)(order - TL_ORDER_STAY + TL_STAY);
}
/* Legs: a tile; run; ignore FIGURE; from FIGURE (avoid); for FIGURE (intercept); away FIGURE (withdraw). */
enum { TL_LEG_NONE, TL_LEG_TILE, TL_LEG_RUN, TL_LEG_IGNORE, TL_LEG_FROM, TL_LEG_FOR, TL_LEG_AWAY, TL_LEG_COUNT };

#include "rules/tiles/texts.h"

/* declare.c: all of TL_ORDER_STAY … TL_ORDER_WITHDRAW */
void qm__tl_judge_declare(qm__judging *j);
void qm__tl_play_declare(qm__run *run);
/* phase.c */
uint16_t qm__tl_actor(const qm_scenario *s, const qm_state *st);
void qm__tl_judge_next(qm__judging *j);
void qm__tl_play_next(qm__run *run);
void qm__tl_judge_resolve(qm__judging *j);
void qm__tl_play_resolve(qm__run *run); /* calls qm__tl_resolve, then goes on to the next phase */
/* TL-19: whether it has moved, by the reading `moved`; and whether it may withdraw, as far as its turn so far goes. */
static inline bool tl_has_moved(const qm_scenario *s, const tl_body *b) {
    return b->moved || (b->tried && tl_of(s)->set.moved == TL_MOVED_DECLARED);
}
static inline bool tl_may_withdraw(const qm_scenario *s, const tl_body *b) {
    return tl_present(b) && !tl_has_moved(s, b) && !b->special;
}
/* resolve.c: everybody moves at once. Leaves positions, acted, moved, called; the work of every figure is zero again. */
void qm__tl_resolve(qm__run *run);
/* jockey.c, edit.c */
void qm__tl_judge_jockey(qm__judging *j); /* and TL_ORDER_ACT */
void qm__tl_play_jockey(qm__run *run);
void qm__tl_judge_edit(qm__judging *j);
void qm__tl_play_edit(qm__run *run);

/* setup.c */
qm_result qm__tl_compile(qm_scenario *s, const qm__where *where, qm_diagnostics *diagnostics);
qm_result qm__tl_start(const qm_scenario *s, qm_state *st, const qm__where *where, qm_diagnostics *diagnostics);
bool qm__tl_check(const qm_scenario *s, const qm_state *st);

/* ask.c and options.c */
size_t qm__tl_search_size(const qm_scenario *s);
/* Writes the order that makes a declaration. */
void qm__tl_order_of(const qm_scenario *s, uint16_t figure, const tl_declaration *d, qm_order *order);
uint32_t qm__tl_options(const qm_scenario *s, const qm_state *st, uint16_t figure, void *search);
bool qm__tl_option(const qm_scenario *s, const qm_state *st, void *search, uint32_t index, qm_order *order);
uint32_t qm__tl_reach(const qm_scenario *s, const qm_state *st, uint16_t figure, bool risk, void *search,
                      qm_reach_place *places, uint32_t capacity);
uint32_t qm__tl_plan(const qm_scenario *s, const qm_state *st, uint16_t figure, qm_place goal, void *search,
                     qm_plan_way *ways, uint32_t capacity);
void qm__tl_see(const qm_scenario *s, const qm_state *st, uint16_t a, uint16_t b, void *search, qm_sight *sight);
uint32_t qm__tl_threat(const qm_scenario *s, const qm_state *st, uint16_t figure, qm_place *places, uint32_t capacity);

enum { TL_PREPARED_SIZE = 128 };

#endif
