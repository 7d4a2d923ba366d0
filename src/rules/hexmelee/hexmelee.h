/* hexmelee: figures with facing on hexes. The types and functions its files share.
 *
 * What it declares: clauses.c, settings.def, tables.c (armour, weapons, terrain …), orders.c (kinds of order and leg),
 * fields.c, texts.c (reasons, events, rolls, choices, terms, from the .def lists), all gathered in family.c, which also
 * sends each order to the file that knows its rules. setup.c makes a scenario ready. stats.c: MOV, DEX, saving rolls.
 * engage.c: fronts and engagement. turn.c and chase.c: whose turn it is. hurt.c: hits and falls. edit.c: game-master
 * edits. move.c and its kin: movement. act_judge.c, attack.c and their kin: actions.
 */
#ifndef QM_RULES_HEXMELEE_H
#define QM_RULES_HEXMELEE_H

#include "dice/sums.h"
#include "game/family.h"

/* ------------------------------------------------------------------------------------------------------ settings */

/* settings.def lists every setting as HM_SETTING(name, type, origin, standard, low, high, words, unit, clauses, text,
 * unoffered), in one order; the struct below and the declared table are both made from it. Words are compared with the
 * enums that follow each WORD setting, named HM_<SETTING>_<WORD>. */
typedef struct hm_settings {
#define HM_SETTING(name, type, origin, standard, low, high, words, unit, clauses, text, unoffered) int32_t name;
#include "rules/hexmelee/settings.def"
#undef HM_SETTING
} hm_settings;

/* Six-sided dice as a constant, packed like qm_dice_pack does it. */
#define HM_DICE(count, add) ((count) << 18 | 6 << 10 | ((add) + 512))

/* --------------------------------------------------------------------------------------------------- static data */

/* Columns of the tables, in order. */
enum { HM_TABLE_ARMOUR, HM_TABLE_SHIELDS, HM_TABLE_WEAPONS, HM_TABLE_TERRAIN, HM_TABLE_LOADS, HM_TABLE_COUNT };
enum { HM_ARMOUR_MOV, HM_ARMOUR_STOPS, HM_ARMOUR_DEX, HM_ARMOUR_COLUMNS };
enum { HM_SHIELD_STOPS, HM_SHIELD_DEX, HM_SHIELD_COLUMNS };
/* kind: melee, pole, thrown (melee that can be thrown), missile */
enum { HM_WEAPON_KIND, HM_WEAPON_DAMAGE, HM_WEAPON_STR, HM_WEAPON_COLUMNS };
enum { HM_WEAPON_MELEE, HM_WEAPON_POLE, HM_WEAPON_THROWN, HM_WEAPON_MISSILE };
/* what: open, pit, wall, solid (never entered nor jumped: a building, the outside); cost in MOV; dex is added to DEX
 * for one who stands in it; dex_into is added to shots into it; save_dice: dice against DEX for each hex entered or
 * fall (0 = none), crawling is safe; hits_passing and hits_stopping; depth of a pit and height of a wall in
 * centimetres; sight: 1 = blocks sight */
enum {
    HM_TERRAIN_WHAT,
    HM_TERRAIN_COST,
    HM_TERRAIN_DEX,
    HM_TERRAIN_DEX_INTO,
    HM_TERRAIN_SAVE_DICE,
    HM_TERRAIN_HITS_PASSING,
    HM_TERRAIN_HITS_STOPPING,
    HM_TERRAIN_DEPTH,
    HM_TERRAIN_HEIGHT,
    HM_TERRAIN_SIGHT,
    HM_TERRAIN_COLUMNS
};
enum { HM_WHAT_OPEN, HM_WHAT_PIT, HM_WHAT_WALL, HM_WHAT_SOLID };
/* Load bands, lightest first: load below or at `times` x STR: MOV at most `mov_max`, `dex` added to DEX. */
enum { HM_LOAD_TIMES, HM_LOAD_MOV_MAX, HM_LOAD_DEX, HM_LOAD_COLUMNS };

/* A figure's declared values (figure_fields), in order. */
enum { HM_STR, HM_DEX, HM_MOV, HM_ARMOUR, HM_SHIELD, HM_RUNNING, HM_LOAD, HM_FIGURE_FIELDS };
/* An item's declared values. rope: metres, 0 = no rope. */
enum { HM_ITEM_WEAPON, HM_ITEM_ROPE, HM_ITEM_FIELDS };

/* What is prepared for each kind of ground on the board: the columns, unpacked. */
typedef struct hm_ground {
    uint8_t what, cost, save_dice, hits_passing, hits_stopping, sight;
    int8_t dex, dex_into;
    uint16_t depth, height; /* centimetres */
    uint8_t deep;           /* a pit deeper than the limit of two metres (setting deep_pit) */
    uint8_t plain;          /* nothing special at all: open, cost 1, no save, no hits */
} hm_ground;

/* What is prepared for each figure: numbers that no event of play changes. */
typedef struct hm_stat {
    int16_t str, dex; /* as on the sheet */
    int16_t mov;      /* MOV after armour, Running and load (HX-02); the board's conditions come on top */
    int16_t armour_dex, shield_dex, load_dex;
    int16_t stops; /* hits stopped by armour and shield together */
    uint8_t side;
    uint8_t one_hex_only; /* the load allows one hex only */
    uint8_t adjusted;     /* armour, Running or load had a part in its MOV */
} hm_stat;

/* scenario->compiled */
typedef struct hm_data {
    hm_settings set;    /* settings in force */
    hm_stat *stats;     /* stats[figure - 1] */
    hm_ground *grounds; /* by ground number */
    uint64_t row_part;  /* 2 to the 32 by columns, rounded up: dividing a hex's number without dividing */
    bool dear;          /* some ground of the board costs more than one MOV */
    bool burns;         /* some ground of the board does hits to those who pass or stop there */
    uint16_t *pits;     /* per hex index: number of the connected pit or wall it belongs to, 0 = none */
    uint8_t *care;      /* per hex index: 1 = not plain ground; the hex off the board as well */
    uint8_t *edges;     /* per hex index: bit d = the neighbour in direction d is a pit or a wall */
} hm_data;

static inline const hm_data *hm_of(const qm_scenario *scenario) {
    return scenario->compiled;
}
static inline const hm_ground *hm_ground_at(const qm_scenario *scenario, uint16_t hex) {
    return &hm_of(scenario)->grounds[scenario->cells[hex]];
}

/* --------------------------------------------------------------------------------------------------------- state */

enum { HM_PHASE_START = 0, HM_PHASE_MOVE = 1, HM_PHASE_ACT = 2, HM_PHASE_OVER = 3 };
/* START: before the first turn; OVER: all have acted, the turn is over and "next" is due. */

enum { HM_STANDING, HM_KNEELING, HM_SQUATTING, HM_SITTING, HM_PRONE }; /* position */
enum { HM_WELL, HM_UNCONSCIOUS, HM_DEAD, HM_AWAY };  /* condition; AWAY: taken off the board by an edit */
enum { HM_MOVE_DUE, HM_MOVE_DELAYED, HM_MOVE_DONE }; /* move */

enum {                 /* flags, all cleared as a turn begins */
       HM_CRAWLED = 1, /* rear hexes only when attacked (HX-28) */
       HM_GRABBED = 2, /* picked up a weapon on the run: likewise */
       HM_BARRED = 4,  /* no action this turn (HX-24) */
       HM_JUMPED = 8,
       HM_FELL = 16,    /* fell this turn */
       HM_DODGING = 32, /* until the turn ends */
       HM_DEFENDING = 64,
       HM_ASKED = 128,         /* delayed, and asked since the last figure moved */
       HM_ROSE = 256,          /* stood up this turn */
       HM_ROSE_LOW = 512,      /* … from kneeling */
       HM_CHANGED = 1024,      /* changed weapons with standing up (HX-40) */
       HM_ENGAGED_MOVE = 2048, /* was engaged when its chance to move came */
       HM_HELD = 4096,         /* became engaged while it delayed: may turn, not move (delay_engaged) */
       HM_MET = 8192,          /* was engaged when its own move ended (late_engaged) */
       HM_RING_FIRST = 16384   /* goes first in a ring of chases this turn (chase_ring = ask) */
};

/* One figure in play: 48 bytes, no padding. */
typedef struct hm_body {
    uint16_t hex;   /* index on the board; 0 = not there */
    uint8_t facing; /* 0 to 5 */
    uint8_t position;
    uint8_t condition;
    uint8_t move;  /* HM_MOVE_… */
    uint8_t acted; /* its action of the turn is over */
    uint8_t hexes; /* hexes moved this turn (a jump: all it spans and the landing) */
    uint8_t spent; /* MOV spent this turn */
    uint8_t rank;  /* place in the initiative, from 1; 0 = not rolled */
    uint8_t tie;   /* place among equals of eDEX, from 1 */
    int8_t edex;   /* cached: see qm__hm_refresh */
    uint16_t flags;
    uint16_t hits; /* taken and not recovered */
    uint16_t fatigue;
    uint16_t turn_hits; /* taken this turn */
    uint16_t last_hits; /* taken last turn */
    uint16_t ready;     /* item in hand; 0 = bare hands */
    uint16_t snatch;    /* item whose roll is due after the movement (HX-23) */
    uint16_t chasing;   /* figure it pursues; 0 = none */
    uint8_t hanging;    /* 1 + direction of the rim hex it hangs at; 0 = not hanging */
    uint8_t climbed;    /* metres up the rope */
    uint16_t climbing;  /* rim hex it climbs to; 0 = none */
    uint8_t under;      /* order in a shared hex: the higher number came later and lies on top; 0 = alone or first */
    uint8_t zero[15];
} hm_body;
_Static_assert(sizeof(hm_body) == 48, "a figure's state has a fixed size");

/* One item in play: 8 bytes. */
typedef struct hm_thing {
    uint16_t holder; /* figure that has it; 0 = nobody */
    uint16_t hex;    /* where it lies when nobody has it; 0 = gone */
    uint8_t broken;
    uint8_t zero[3];
} hm_thing;

static inline hm_body *hm_body_at(const qm_scenario *s, const qm_state *st, uint16_t figure) {
    return qm__figure_at(s, st, figure, sizeof(hm_body));
}
static inline hm_thing *hm_thing_at(const qm_scenario *s, const qm_state *st, uint16_t item) {
    return qm__item_at(s, st, item, sizeof(hm_thing));
}
static inline const hm_stat *hm_stat_of(const qm_scenario *s, uint16_t figure) {
    return &hm_of(s)->stats[figure - 1];
}
static inline uint16_t hm_side(const qm_scenario *s, uint16_t figure) {
    return hm_of(s)->stats[figure - 1].side;
}
static inline bool hm_hostile(const qm_scenario *s, uint16_t a, uint16_t b) {
    return qm__hostile(s, hm_side(s, a), hm_side(s, b));
}
qm_place qm__hm_place(const qm_scenario *s, uint16_t hex); /* none for 0 */
uint16_t qm__hm_hex(const qm_scenario *s, qm_place place); /* 0 off the board */

/* --------------------------------------------------------------------------------------- stats.c: what a figure is */

/* On the board, conscious, alive. */
static inline bool hm_active(const hm_body *b) {
    return b->condition == HM_WELL && b->hex != 0;
}
/* On the board in any state. */
static inline bool hm_present(const hm_body *b) {
    return b->hex != 0;
}
static inline bool hm_low(const hm_body *b) {
    return b->position >= HM_KNEELING && b->position <= HM_SITTING;
}
/* Lies in its hex: prone, unconscious or dead; others may enter (HX-35). Hanging figures hang, they do not lie. */
static inline bool hm_lies(const hm_body *b) {
    return b->condition != HM_WELL || b->position == HM_PRONE;
}
/* STR left after hits and fatigue. */
int qm__hm_strength_left(const qm_scenario *s, const qm_state *st, uint16_t figure);
/* MOV now (HX-02, HX-03): standing figures; at least 0. Crawling: qm__hm_crawl. */
int qm__hm_mov(const qm_scenario *s, const qm_state *st, uint16_t figure);
int qm__hm_crawl(const qm_scenario *s, const qm_state *st, uint16_t figure); /* HX-04 */
/* The allowance of the figure's next movement: qm__hm_mov, or qm__hm_crawl when it does not stand. */
int qm__hm_allowance(const qm_scenario *s, const qm_state *st, uint16_t figure);
/* Half, rounded up (HX-43). */
static inline int hm_half(int mov) {
    return (mov + 1) / 2;
}
/* DEX (sheet) and eDEX with their terms; terms may be NULL. eDEX: armour, shield, load, ground, wounds. */
int qm__hm_dex(const qm_scenario *s, const qm_state *st, uint16_t figure, qm_term *terms, uint16_t *count);
int qm__hm_edex(const qm_scenario *s, const qm_state *st, uint16_t figure, qm_term *terms, uint16_t *count);
/* DEX or eDEX for a saving roll that the text makes against DEX, by the reading save_dex. */
int qm__hm_save_dex(const qm_scenario *s, const qm_state *st, uint16_t figure, qm_term *terms, uint16_t *count);
/* eDEX as it is kept in the figure's state. */
int8_t qm__hm_edex_kept(const qm_scenario *s, const qm_state *st, uint16_t figure);
/* Writes edex anew after anything it depends on has changed. */
void qm__hm_refresh(const qm_scenario *s, qm_state *st, uint16_t figure);
/* A saving roll of `dice` d6 at or under `target` with the bands of auto_results applied: the highest passing total. */
int qm__hm_save_cut(const qm_scenario *s, int dice, int target);
double qm__hm_save_chance(const qm_scenario *s, int dice, int target);
/* Rolls it: true = passed. */
bool qm__hm_save(qm__run *run, uint16_t roll, uint16_t figure, int dice, int target);
/* Announces it in a verdict; terms are copied. Returns the chance. */
double qm__hm_foresee(qm__judging *j, uint16_t roll, uint16_t leg, uint16_t hex, int dice, int target,
                      const qm_term *terms, uint16_t term_count);

/* -------------------------------------------------------------------------------------- engage.c: fronts and foes */

/* Relative direction of hex `other` (adjacent) as the figure at `hex` facing `facing` sees it: 0 ahead, 1 and 5 front,
 * 2 and 4 side, 3 rear; -1 not adjacent. */
int qm__hm_relative(const qm_scenario *s, uint16_t hex, uint8_t facing, uint16_t other);
/* Whether `a` can engage anybody now (HX-48 and its readings, HX-28 under rear_only = all, hanging). */
bool qm__hm_can_engage(const qm_scenario *s, const qm_state *st, uint16_t a);
/* The facing of a figure in mid-move whose front is all round it (moving_front = any). */
enum { HM_FACING_ANY = 6 };
/* Whether `a` engages `b` if b were in `hex` facing `facing` (use b's own values for the present). HX-29, HX-30. */
bool qm__hm_engages_at(const qm_scenario *s, const qm_state *st, uint16_t a, uint16_t b, uint16_t hex, uint8_t facing);
static inline bool hm_engages(const qm_scenario *s, const qm_state *st, uint16_t a, uint16_t b) {
    const hm_body *body = hm_body_at(s, st, b);
    return qm__hm_engages_at(s, st, a, b, body->hex, body->facing);
}
/* All who engage `figure` if it were there, into `out` (NULL: only count, stops at 1 if `any`). */
int qm__hm_engagers_at(const qm_scenario *s, const qm_state *st, uint16_t figure, uint16_t hex, uint8_t facing,
                       uint16_t *out, int max);
bool qm__hm_engaged(const qm_scenario *s, const qm_state *st, uint16_t figure);
/* Where an attacker stands as the target sees it: 1 front, 2 side, 3 rear (HX-28, HX-31). 0 if not adjacent. */
int qm__hm_attack_side(const qm_scenario *s, const qm_state *st, uint16_t attacker, uint16_t target);
/* The front hexes of a figure that can engage. */
uint32_t qm__hm_threat(const qm_scenario *s, const qm_state *st, uint16_t figure, qm_place *places, uint32_t capacity);
/* The figure that stands or kneels in a hex (0 = none), and the first that lies there. */
uint16_t qm__hm_upright_in(const qm_scenario *s, const qm_state *st, uint16_t hex, uint16_t except);
uint16_t qm__hm_lying_in(const qm_scenario *s, const qm_state *st, uint16_t hex, uint16_t except);

/* --------------------------------------------------------------------------------------------- turn.c: whose turn */

uint16_t qm__hm_actor(const qm_scenario *s, const qm_state *st);
/* Called when a figure's movement is over for now (done or delayed): delayed figures get asked, the phase may end. */
void qm__hm_move_finished(qm__run *run, uint16_t figure);
/* Called when a figure's action is over. */
void qm__hm_act_finished(qm__run *run, uint16_t figure);
/* Called whenever positions, facings or conditions have changed: a delayed figure that became engaged is done (HX-05,
 * HX-45). */
void qm__hm_after_change(qm__run *run);
void qm__hm_judge_next(qm__judging *j);
void qm__hm_play_next(qm__run *run);
void qm__hm_judge_chase(qm__judging *j);
void qm__hm_play_chase(qm__run *run);
/* Proposes a chase: the quarry that `figure` seems to pursue, 0 = none (HX-07). */
uint16_t qm__hm_chase_proposal(const qm_scenario *s, const qm_state *st, uint16_t figure);

/* ----------------------------------------------------------------------------------------- hurt.c: hits and falls */

/* Hits after armour: counts them, tells, and brings on falling over, unconsciousness and death (facts). */
void qm__hm_hurt(qm__run *run, uint16_t figure, int hits);
void qm__hm_tire(qm__run *run, uint16_t figure, int fatigue);
/* Puts a figure down where it is: prone, movement over; tells `event`. */
void qm__hm_fall_over(qm__run *run, uint16_t figure, uint16_t event);
/* Falls `centimetres` (HX-16, HX-17, HX-20): damage, prone. */
void qm__hm_fall_from(qm__run *run, uint16_t figure, int centimetres);
/* How many dice such a fall rolls. */
int qm__hm_fall_dice(const qm_scenario *s, int centimetres);

/* ------------------------------------------------------------------------------------ orders, by the file of code */

/* Kinds of order; orders.c declares them in this order. */
enum {
    HM_ORDER_NONE,
    /* movement phase */
    HM_STILL,
    HM_STEP,
    HM_PACE,
    HM_HALF,
    HM_FULL,
    HM_SHIFT,
    HM_RISE,
    HM_DELAY,
    HM_RESUME,
    HM_WAIT,
    HM_PULL_UP,
    HM_LET_GO,
    HM_CLIMB,
    HM_TURN,
    /* action phase */
    HM_ATTACK,
    HM_SHOOT,
    HM_THROW,
    HM_DODGE,
    HM_DEFEND,
    HM_DROP,
    HM_READY,
    HM_PICK_UP,
    HM_DISENGAGE,
    HM_PASS,
    /* anybody */
    HM_CHASE,
    HM_UNCHASE,
    HM_NEXT,
    /* edits */
    HM_EDIT_PLACE,
    HM_EDIT_SET,
    HM_EDIT_GIVE,
    HM_EDIT_LAY,
    HM_EDIT_REMOVE,
    HM_ORDER_COUNT
};
/* Kinds of leg. walk HEX; jump HEX (the landing); grab ITEM (3 MOV, HX-22); snatch ITEM (roll afterwards, HX-23); face
 * DIR */
enum { HM_LEG_NONE, HM_LEG_WALK, HM_LEG_JUMP, HM_LEG_GRAB, HM_LEG_SNATCH, HM_LEG_FACE, HM_LEG_COUNT };

#include "rules/hexmelee/settings_words.h" /* enums of the words of settings, HM_<SETTING>_<WORD> */
#include "rules/hexmelee/texts.h"          /* enums of reasons, events, rolls, choices and terms, from the .def lists */

void qm__hm_judge_move(qm__judging *j); /* HM_STILL … HM_TURN */
void qm__hm_play_move(qm__run *run);
void qm__hm_judge_act(qm__judging *j); /* HM_ATTACK … HM_PASS */
void qm__hm_play_act(qm__run *run);
void qm__hm_judge_edit(qm__judging *j);
void qm__hm_play_edit(qm__run *run);

size_t qm__hm_search_size(const qm_scenario *s);
uint32_t qm__hm_options(const qm_scenario *s, const qm_state *st, uint16_t figure, void *search);
bool qm__hm_option(const qm_scenario *s, const qm_state *st, void *search, uint32_t index, qm_order *order);
/* the part of options that belongs to the action phase: writes up to `max` whole orders of action, returns their number
 */
uint32_t qm__hm_act_options(const qm_scenario *s, const qm_state *st, uint16_t figure, qm_order *orders, uint32_t max);
uint32_t qm__hm_reach(const qm_scenario *s, const qm_state *st, uint16_t figure, bool risk, void *search,
                      qm_reach_place *places, uint32_t capacity);
uint32_t qm__hm_plan(const qm_scenario *s, const qm_state *st, uint16_t figure, qm_place goal, void *search,
                     qm_plan_way *ways, uint32_t capacity);
void qm__hm_see(const qm_scenario *s, const qm_state *st, uint16_t a, uint16_t b, void *search, qm_sight *sight);

/* Legs of an order, and hexes of its way with the one where it begins. */
enum { HM_LEGS_MAX = 64, HM_WAY_MAX = 64 };
/* Room for what judging prepares for play. */
enum { HM_PREPARED_SIZE = 1024 };
/* Dice in one roll: a wider jump is too wide, more figures roll in several turns. */
#define HM_ROLL_DICE_MAX 16

#endif
