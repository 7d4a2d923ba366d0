/* warband: single models on round bases on a table with terrain in three dimensions. What its files share.
 *
 * What it declares: clauses.c, settings.def (their words: settings_words.h), tables.c, fields.c, orders.c, texts.c
 * (reasons, events, rolls, choices, terms, from the .def lists), all gathered in family.c, which also sends each order
 * to the file that knows its rules. setup.c makes a scenario ready. unit.c: how far a unit may go and what it may do,
 * told.c: what is told of that. crowd.c: who is in whose way, passing.c: what is cited of that. check.c: Agility
 * checks. move_judge.c, leg_judge.c, flight_judge.c, fail_judge.c, late_judge.c: moves, judged leg by leg into what
 * will be carried out (wb_hop); move_play.c, fall.c carry it out. engage.c, engage_way.c, engage_track.c, intercept.c:
 * engage moves. turn.c: phases, recovery, treasure, reloading. edit.c: what the game master does. price.c: what links
 * cost, for reach and plans. ask.c, options.c: questions; going.c: how a unit may go, regions.c: where that leads;
 * through.c: ways through difficult ground as orders; fly_ways.c, fly_reach.c: of those who fly or pass through walls;
 * why.c: why there is no way.
 */
#ifndef QM_RULES_WARBAND_H
#define QM_RULES_WARBAND_H

#include <stddef.h>
#include <string.h>

#include "game/inches.h"

/* ------------------------------------------------------------------------------------------------------ settings */

/* settings.def lists every setting as WB_SETTING(name, type, origin, standard, low, high, words, unit, clauses, text,
 * unoffered); the struct below and the declared table are both made from it. Words: WB_<SETTING>_<WORD>. */
typedef struct wb_settings {
#define WB_SETTING(name, type, origin, standard, low, high, words, unit, clauses, text, unoffered) int32_t name;
#include "rules/warband/settings.def"
#undef WB_SETTING
} wb_settings;

#include "rules/warband/settings_words.h"

/* --------------------------------------------------------------------------------------------------- static data */

/* Tables and their columns, in order. */
enum { WB_TABLE_TERRAIN, WB_TABLE_INJURIES, WB_TABLE_COUNT };
/* Kinds of ground and of solids. */
enum {
    WB_TERRAIN_DIFFICULT,  /* flag: WB-31 */
    WB_TERRAIN_BARRED,     /* flag: not through, not over, not climbed */
    WB_TERRAIN_DROWNS,     /* flag: dazed or stunned in it is incapacitated */
    WB_TERRAIN_COVER,      /* flag: told to those who ask; shooting is not of this family */
    WB_TERRAIN_NO_SHOOTING, /* flag: none from in it */
    WB_TERRAIN_COLUMNS
};
/* Injuries: what a roll of `from` or more does, up to the next row. Rows may be changed and added. */
enum { WB_INJURY_FROM, WB_INJURY_RESULT, WB_INJURY_COLUMNS };

/* A unit's condition, better ones first; the words of the state field and of injury results. */
enum { WB_WELL, WB_STAGGERED, WB_DAZED, WB_STUNNED, WB_OUT, WB_CONDITIONS };
#define WB_CONDITION_WORDS "well staggered dazed stunned incapacitated"

/* A figure's declared values, in order; traits are flags. */
enum {
    WB_MOVE,
    WB_AGILITY,
    WB_RADIUS,
    WB_HEIGHT,
    WB_WOUNDS,
    WB_ANIMAL,
    WB_FLYING,
    WB_ETHEREAL,
    WB_MOUNTED,
    WB_AGILE,
    WB_CLAWS,
    WB_RUNNER,
    WB_UNDEAD,
    WB_ARMOURED, /* heavily */
    WB_RELOADS,  /* has a weapon that is reloaded */
    WB_CASTER,
    WB_LARGE,
    WB_FIGURE_FIELDS
};

enum { WB_LEGS_MAX = QM_LEGS_MAX, WB_FACTOR_ONE = 1000 };
/* Bytes at the beginning of the search memory that are the family's own: lists of options, and of ways. */
enum { WB_OWN_SIZE = 1 << 18 };

/* What coming into ground costs that is closed: more than any movement, and little enough to be added up. */
enum { WB_CLOSED = 1000000 };

/* scenario->compiled */
typedef struct wb_data {
    wb_settings set;
    qm__inches inches;
    qm__area_price *loss;   /* what areas cost a unit that walks through them, by area; NULL = nothing costs anything */
    qm__area_price *closed; /* the same with difficult areas closed: ways around them */
    qm__area_price *toll;   /* what difficult areas cost by the area or by the inch, and nothing else; NULL = nothing does */
    uint64_t difficult;     /* bits of areas */
    uint64_t barred;        /* … that nobody may be in */
    bool bars_any;          /* some solid is barred */
    bool declared;          /* jumps across are declared without measuring, even if all is told as measured */
    uint64_t drowns;
    uint8_t injury_count;   /* rows of injuries, sorted by `from` */
    int16_t injury_from[16];
    uint8_t injury_result[16];
} wb_data;

static inline const wb_data *wb_of(const qm_scenario *s) {
    return s->compiled;
}
static inline const wb_settings *wb_set(const qm_scenario *s) {
    return &wb_of(s)->set;
}
static inline int32_t wb_value(const qm_scenario *s, uint16_t figure, int field) {
    return s->figures[figure - 1].values[field];
}

/* Whether nobody may measure a jump across before it is declared; and how far enemies are, before units have engaged. */
static inline bool wb_jumps_unmeasured(const wb_settings *set) {
    return set->premeasure == WB_PREMEASURE_NO || set->premeasure == WB_PREMEASURE_ENGAGING;
}
static inline bool wb_engaging_unmeasured(const wb_settings *set) {
    return set->premeasure == WB_PREMEASURE_NO || set->premeasure == WB_PREMEASURE_JUMPS;
}

/* Whether a jump across without a check must begin and end where one with a check may: where jumps are declared without
 * measuring, which of the two it is would tell its length. */
static inline bool wb_free_jump_stops(const qm_scenario *s) {
    return wb_of(s)->declared && wb_set(s)->check_places == WB_CHECK_PLACES_STOPPABLE;
}

/* Whether a figure may carry treasure. */
static inline bool wb_carries(const qm_scenario *s, uint16_t figure) {
    return !wb_value(s, figure, WB_ANIMAL) || wb_set(s)->animal_treasure == WB_ANIMAL_TREASURE_YES;
}

/* --------------------------------------------------------------------------------------------------------- state */

/* START: before the first turn. In each turn one side acts: UPKEEP (recovery has happened; treasure is picked up), ENGAGE,
 * MOVE, SHOOT (shooting and casting are not of this family: a pause to do them), MELEE (likewise). "next" leads on; after
 * MELEE it is the next side's turn. */
enum { WB_PHASE_START, WB_PHASE_UPKEEP, WB_PHASE_ENGAGE, WB_PHASE_MOVE, WB_PHASE_SHOOT, WB_PHASE_MELEE, WB_PHASE_COUNT };

/* Whether a unit has engaged this turn: not, tried and fell short, came into contact by it. */
enum { WB_ENGAGED_NOT, WB_ENGAGED_TRIED, WB_ENGAGED_CAME };

/* A unit in play: 24 bytes. */
typedef struct wb_unit {
    int32_t x, y, z;
    uint8_t condition;  /* WB_WELL … WB_OUT: out is off the table */
    uint8_t wounds;     /* lost */
    uint8_t engaged;    /* this turn: WB_ENGAGED_… */
    uint8_t moved;      /* this turn: has had its move: moved, ran, reloaded or stayed */
    uint8_t ran;        /* this turn */
    uint8_t jumped;     /* this turn: came into contact by a jump down (attacks at an advantage) */
    uint8_t unloaded;   /* its weapon must be reloaded */
    uint8_t intercepted; /* this turn: has stepped into somebody's path */
    uint16_t treasure;  /* the item it carries */
    uint16_t zero;
} wb_unit;
_Static_assert(sizeof(wb_unit) == 24, "no padding");

/* Treasure: 16 bytes. */
typedef struct wb_token {
    int32_t x, y, z; /* where it lies, while nobody has it */
    uint16_t holder;
    uint16_t zero;
} wb_token;
_Static_assert(sizeof(wb_token) == 16, "no padding");

/* Game-wide. */
typedef struct wb_game {
    uint16_t side; /* whose turn it is */
    uint16_t zero[3];
} wb_game;
_Static_assert(sizeof(wb_game) == 8, "no padding");

static inline wb_unit *wb_at(const qm_scenario *s, const qm_state *st, uint16_t figure) {
    return qm__figure_at(s, st, figure, sizeof(wb_unit));
}
static inline wb_token *wb_token_at(const qm_scenario *s, const qm_state *st, uint16_t item) {
    return qm__item_at(s, st, item, sizeof(wb_token));
}
static inline wb_game *wb_game_of(const qm_scenario *s, const qm_state *st) {
    return qm__extra(s, st);
}
static inline qm_place wb_place(const wb_unit *u) {
    return (qm_place){u->x, u->y, u->z};
}
static inline void wb_put(wb_unit *u, qm_place at) {
    u->x = at.x;
    u->y = at.y;
    u->z = at.z;
}
static inline bool wb_present(const wb_unit *u) {
    return u->condition != WB_OUT;
}
static inline bool wb_downed(const wb_unit *u) {
    return u->condition == WB_DAZED || u->condition == WB_STUNNED;
}
/* Whether its weapon is to be reloaded. Where there is no reloading a mark of it, from a file or a game by other rules, means
 * nothing (WB-32). */
static inline bool wb_unloaded(const qm_scenario *s, const wb_unit *u) {
    return u->unloaded != 0 && wb_set(s)->reload != WB_RELOAD_NONE;
}

/* --------------------------------------------------------------------------------------------- orders and legs */

enum {
    WB_ORDER_NONE,
    WB_ORDER_MOVE,
    WB_ORDER_RUN,
    WB_ORDER_STAY,   /* lets its move go by */
    WB_ORDER_RELOAD,
    WB_ORDER_ENGAGE, /* engage TARGET, then legs; without legs the way is found (engage_way.c) */
    WB_ORDER_TAKE,   /* take ITEM, in upkeep */
    WB_ORDER_LEAVE,  /* leave: puts down what it carries */
    WB_ORDER_NEXT,
    WB_ORDER_PLACE,  /* from here on edits: "place Ada 3,4@2", figure; the place is its only leg */
    WB_ORDER_SET,    /* "set Ada condition dazed": figure, field, value */
    WB_ORDER_GIVE,   /* "give Chest Ada": item, figure */
    WB_ORDER_LAY,    /* "lay Chest 3,4@2": item; the place is its only leg */
    WB_ORDER_REMOVE, /* "remove Ada": figure */
    WB_ORDER_COUNT
};
enum {
    WB_LEG_NONE,
    WB_LEG_WALK,
    WB_LEG_VIA,
    WB_LEG_CLIMB,
    WB_LEG_LADDER,
    WB_LEG_JUMP, /* across */
    WB_LEG_DROP, /* down */
    WB_LEG_FLY,  /* flying units alone: straight through the air */
    WB_LEG_COUNT
};

#include "rules/warband/texts.h"

/* What happens to one who fails a check. */
enum { WB_FAIL_STAYS, WB_FAIL_FALLS };

/* Why a check fails by itself: it proves too long, too high, too deep, longer than the movement left, or narrow where such
 * gaps are not jumped. */
enum { WB_FAILS_LONG = 1, WB_FAILS_HIGH, WB_FAILS_DEEP, WB_FAILS_SHORT, WB_FAILS_NARROW };

/* Checks of one kind: what is rolled, and whether it is decided beforehand. */
typedef struct wb_check {
    uint8_t count;  /* how often; 0 = no check */
    uint8_t sides;
    uint8_t least;  /* what the die must show: the stat with all terms, natural results considered */
    int8_t edge;    /* 1 = at an advantage, -1 = at a disadvantage */
    uint8_t fails;  /* WB_FAILS_…: fails by itself, without a roll; 0 = it does not */
    uint8_t free;   /* 1 = goes well by itself: an unmeasured gap that proves narrow */
    uint8_t zero[2];
} wb_check;

/* A leg as it will be carried out. */
typedef struct wb_hop {
    uint8_t leg;    /* WB_LEG_… */
    uint8_t fail;   /* WB_FAIL_… */
    uint8_t fall_count; /* places to land in a fall, equally near; 0 = none was found: it stays where it is */
    uint8_t hidden; /* 1 = its length is not told before it is carried out (premeasure) */
    uint16_t onto;  /* the figure it would fall on; 0 = none */
    uint8_t unmeasured; /* 1 = nor is its cost: it is hidden, or comes after one that is, or belongs to engaging */
    uint8_t unmade; /* 1 = when it has been measured the unit stays where it is: such a jump is not made */
    int8_t climbs;  /* a climb of one face: 1 = up, -1 = down; 0 = none */
    uint8_t goes_on; /* 1 = a climb of several faces begins with it (climb_steps) … */
    uint8_t within;  /* … 1 = it is a later part of one, a face or a walk between two: nothing is checked for it */
    uint8_t asks;    /* 1 = of the places to land in a fall one is chosen, not picked by a die (fall_crowded) */
    wb_check check;
    int32_t cost;   /* movement used when it has been done, from the beginning */
    int32_t length; /* of a jump across, as it is measured */
    int32_t fall;   /* height of the fall */
    qm_place to;
    qm_place falls[8]; /* WB_FAIL_STAYS with a fall_count of 1: it is back at falls[0] (over a thin wall) */
} wb_hop;

/* An order that moves, ready to be carried out. */
typedef struct wb_prepared {
    int32_t cost, allowance;
    int32_t loss; /* what difficult ground has taken off the allowance */
    int32_t hidden; /* movement of hidden jumps: part of the hops' costs, not of `cost` */
    uint16_t hop_count;
    uint16_t target; /* engage: whom */
    uint8_t run;
    uint8_t unmeasured; /* 1 = some hop is */
    uint16_t way_count; /* engage: the places of the way as it was told, from where the unit is */
    uint32_t around;    /* 1 = its walks lead around difficult ground that shorter ones would meet */
    wb_hop hops[WB_LEGS_MAX];
    qm_place way[QM_WAY_MAX];
} wb_prepared;

/* An order of which nothing is prepared yet. Hops and places beyond their counts mean nothing. */
static inline void wb_forget(wb_prepared *prepared) {
    memset(prepared, 0, offsetof(wb_prepared, hops));
}

/* ------------------------------------------------------------------------------------------------------- unit.c */

/* Whether two figures are of hostile sides. */
static inline bool wb_hostile(const qm_scenario *s, uint16_t a, uint16_t b) {
    return qm__hostile(s, s->figures[a - 1].side, s->figures[b - 1].side);
}
/* The condition that counts for a unit: of the undead, stunned counts as dazed. */
uint8_t qm__wb_condition(const qm_scenario *s, const qm_state *st, uint16_t figure);
/* Whether a figure touches an enemy that is neither stunned nor dazed (`any`: or one that is); the first such, 0 = none. */
uint16_t qm__wb_engaged_by(const qm_scenario *s, const qm_state *st, uint16_t figure, bool any);
/* Its Move as its condition and armour leave it, and how far it may go with a kind of order (move, run, engage), before
 * what ground takes. 0 = not at all. */
int32_t qm__wb_move(const qm_scenario *s, const qm_state *st, uint16_t figure);
int32_t qm__wb_allowance(const qm_scenario *s, const qm_state *st, uint16_t figure, uint16_t order);
/* What a condition leaves of the movement is cited, and told as well where there is too little of it. */
void qm__wb_tell_slowed(qm__judging *j);
/* Whether a reason says that there is too little movement. */
bool qm__wb_is_short(uint16_t kind);
/* The nearest enemy that bars a run from a place, and how far it is (in space, from base edge to base edge); 0 = none. */
uint16_t qm__wb_run_barred(const qm_scenario *s, const qm_state *st, uint16_t figure, qm_place from, int32_t *distance);
/* What keeps a figure from moving, running (both lists), reloading or engaging where it is, told one by one; how many there
 * are. */
enum { WB_BARS_MAX = 8 };
uint16_t qm__wb_bars(const qm_scenario *s, const qm_state *st, uint16_t figure, uint16_t order,
                     qm_reason out[WB_BARS_MAX]);
/* Refuses whatever keeps the figure from moving at all (used by moves, runs and reloading), what keeps it from running
 * besides, and what keeps it from engaging. Turn and phase are not looked at. */
void qm__wb_judge_may_move(qm__judging *j);
void qm__wb_judge_may_run(qm__judging *j);
void qm__wb_judge_may_engage(qm__judging *j);
/* WB-05 is what lets a unit go that touches enemies, none of whom stands; WB-04, where one does (engaged_move). */
void qm__wb_cite_leaving(qm__judging *j);
/* told.c: what is told of a unit for phases to come. */
uint16_t qm__wb_told(const qm_scenario *s, const qm_state *st, uint16_t figure, qm_told out[QM_TOLD_MAX]);

/* ------------------------------------------------------------------------------------------------------ crowd.c */

/* A figure as it would stand at a place, in nobody's way; and whether it would touch another there, that is on the table. */
qm__body qm__wb_body_at(const qm_scenario *s, uint16_t figure, qm_place at);
bool qm__wb_touches(const qm_scenario *s, const qm_state *st, uint16_t figure, qm_place at, uint16_t other);
/* Figure `i` as it is in the way of `figure`, as qm__inch_facts wants it. Enemies block; allies can be passed and not ended
 * on, or block when they are engaged, stunned or dazed. */
void qm__wb_body(const qm_scenario *s, const qm_state *st, uint16_t i, uint16_t figure, qm__body *out);
/* The enemy that a figure would touch at a place where its move may not bring it into contact (WB-35); 0 = none. */
uint16_t qm__wb_contact(const qm_scenario *s, const qm_state *st, uint16_t figure, qm_place at);
/* The nearest places where a move of the figure of a search could end: it stands there, clear of such enemies, but for
 * `target` (0 = of all), and on no ground that is barred; how many. `clear`: units beyond contact at which it is looked for. */
uint16_t qm__wb_nearest(const qm_scenario *s, const qm_state *st, qm__inch_search *search, qm_place at, uint16_t target,
                        int32_t clear, qm_place out[QM_STANDS_MAX]);
/* Of an order that was refused for a place where its figure cannot stand: of the nearest places that geometry offers only
 * those are told where a move could end; none across a gap whose width nobody may know. */
void qm__wb_offer_stands(qm__judging *j);
/* Whether it may not touch them either where a check begins and where it leads (check_places). */
static inline bool wb_stops_apart(const qm_scenario *s) {
    return wb_set(s)->check_places == WB_CHECK_PLACES_STOPPABLE;
}

/* ------------------------------------------------------------------------------------------------------ check.c */

/* What is checked. */
typedef enum wb_checked { WB_CHECK_CLIMB, WB_CHECK_JUMP, WB_CHECK_DROP, WB_CHECK_LEDGE } wb_checked;
/* The check of a figure; `height` of a drop. Terms for people are written when `terms` is given. */
wb_check qm__wb_check(const qm_scenario *s, const qm_state *st, uint16_t figure, wb_checked what, int32_t height,
                      qm_term *terms, uint16_t *term_count);
/* Announces it, once for each roll, with its terms; the chance of the verdict is brought down. */
void qm__wb_foresee(qm__judging *j, uint16_t leg, uint16_t roll, qm_place at, const wb_check *check,
                    const qm_term *terms, uint16_t term_count);
/* The chance that all of it goes well. */
double qm__wb_chance(const wb_check *check);
/* Rolls once; true = it goes well. */
bool qm__wb_roll(qm__run *run, uint16_t figure, uint16_t roll, const wb_check *check);

/* ------------------------------------------------------------------------------------------------------ moving */

/* All of a verdict that comes before its lists: with it put back, nothing has been told since it was put aside. */
#define WB_VERDICT_HEAD offsetof(qm_verdict, cited)
/* What there was before the last climb began that may go on over more faces (climb_steps); one that does, and proves too
 * far, ends there. */
typedef struct wb_ascent {
    qm__trek trek;
    unsigned char head[WB_VERDICT_HEAD];
    const qm_leg *leg;
    uint16_t hop;
} wb_ascent;
/* leg_judge.c: one leg that is a link; false when it is refused. Adds a hop and foresees its check, or warns that it
 * fails by itself. */
bool qm__wb_judge_link(qm__trek *trek, const qm_leg *leg, wb_prepared *prepared, wb_ascent *ascent);
/* passing.c: cites what lets a unit pass on foot along the places of the way that it has been told from this one on. */
void qm__wb_cite_passing(const qm__trek *trek, uint16_t first);
/* Of a reason for the figure of a search: somebody in the way whom it may pass is told as one it cannot end on. */
void qm__wb_name_ally(const qm_scenario *s, const qm__inch_search *search, qm_reason *reason);
/* move_judge.c: an order to move or run. */
void qm__wb_judge_move(qm__judging *j);
/* The same for one that has legs, whoever's turn it is and whatever keeps the unit from moving: plans and options try
 * orders with it. What is prepared must be all 0. */
void qm__wb_judge_way(qm__judging *j);
/* The legs of an order, with so much movement before what ground takes; fills what is prepared, but `run` and `target`
 * (set before: contact with it is no fault of a leg). False when they cannot be gone, which has been told; whether the
 * end is in contact is the caller's to ask. Turn, phase and condition are not looked at. */
bool qm__wb_judge_legs(qm__judging *j, const qm_leg *legs, uint16_t count, int32_t allowance);
/* Judges the legs of an order by the first of these alone; whether that is good, and as bits which of the first 32 meet
 * difficult ground. */
bool qm__wb_judge_through(qm__judging *j, int32_t allowance, uint32_t *met);
/* through.c: an order that is judged as going around difficult ground, with all bends of a shorter way through it, so
 * that it is judged as that; false where that cannot be gone. */
bool qm__wb_drawn_through(const qm_scenario *s, const qm_state *st, const qm_order *order, void *search, qm_order *out);
/* late_judge.c: judges a move that was refused once more, as one that ends at the border of difficult ground
 * (difficult_late); false when it does not: what was told stands unless it has been put back to `head`. */
bool qm__wb_stop_late(qm__judging *j, int32_t allowance, const unsigned char head[WB_VERDICT_HEAD]);
/* What an order is tried with, apart from any verdict that is told: both are cleared, the chance is that of nothing to roll
 * for, and places to stand near by are not looked for. */
qm__judging qm__wb_trial(const qm_scenario *s, const qm_state *st, const qm_order *order, void *search,
                         qm_verdict *verdict, wb_prepared *prepared);
/* fly_judge.c: legs through the air (flying units), and straight through what is in the way (ethereal ones). */
bool qm__wb_judge_flight(qm__trek *trek, qm_place from, qm_place to);
bool qm__wb_judge_ghost(qm__trek *trek, qm_place to);
/* What a straight way of an ethereal unit costs: its length and what difficult ground takes by the area or by the inch;
 * areas in `paid` have been paid for once, those that it meets are added. */
double qm__wb_ghost_cost(const qm_scenario *s, const qm__inch_base *base, qm__spot from, qm__spot to, uint64_t *paid);
/* Goes to a place where the base can be, other than on foot or over a link, and pays. */
void qm__wb_arrive(qm__trek *trek, qm_place to, double cost);
/* move_play.c: carries out what is prepared; false when it was stopped on the way. */
void qm__wb_play_move(qm__run *run);
bool qm__wb_play_hops(qm__run *run, uint16_t figure, const wb_prepared *prepared);
bool qm__wb_play_hop(qm__run *run, uint16_t figure, const wb_hop *hop);
/* Whether a unit could end its move at a place: it stands there, clear of enemies (WB-09, WB-15, WB-35). */
bool qm__wb_could_stop(qm__run *run, uint16_t figure, qm_place at);

/* What play notes in run->vars, so that whatever later code depends on is there before the next roll. */
enum {
    WB_VAR_HOP,    /* 1 + the hop that is being carried out */
    WB_VAR_CHECK,  /* which of its checks */
    WB_VAR_HEIGHT, /* fallen so far, before the injury roll */
    WB_VAR_SIDE,   /* 1 + the side over which it goes */
    WB_VAR_X,      /* where the one who falls took off, while its treasure may have to be put there */
    WB_VAR_Y,
    WB_VAR_Z,
    WB_VAR_RANGE,       /* engaging: 1 + how far it may go */
    WB_VAR_FELL,        /* 1 = the unit of the order has fallen */
    WB_VAR_STRUCK,      /* whom somebody has fallen onto, and who has yet to roll for it; 0 = nobody */
    WB_VAR_STRUCK_FROM, /* from how high */
    WB_VAR_HURT         /* 1 = the one who fell was hurt, while others roll */
};
/* How far beyond contact one who falls is kept off others, in units: coming to whole units takes three of them at most,
 * and it is engaged with nobody (WB-19). A place that is offered is out of contact by as little as can be. */
enum { WB_CLEAR = 4, WB_NO_CONTACT = 1 };
/* fall.c: the fall of a unit that fails at a hop; the injury roll, wounds, ledges, treasure. Whether it was hurt. */
bool qm__wb_fall(qm__run *run, uint16_t figure, const wb_hop *hop);
/* The chance that a fall of so much does nothing to a unit; and that one who fails a leg is unhurt where it leads and goes
 * on from there (fall_ends_move). */
double qm__wb_unhurt(const qm_scenario *s, int32_t height);
double qm__wb_goes_on(const qm_scenario *s, const qm_state *st, uint16_t figure, const wb_hop *hop);
/* The unit has become dazed or stunned other than by a fall: it may go under where it is, and fall beside a ledge. */
void qm__wb_downed(qm__run *run, uint16_t figure);
/* The check that coming to a condition would bring, beside a ledge (WB-34), is announced. */
void qm__wb_foresee_downed(qm__judging *j, uint16_t figure, uint8_t condition);
/* Takes a unit off the table; why has been told. What it carried is left there. */
void qm__wb_remove(qm__run *run, uint16_t figure, qm_place treasure_at);

/* price.c: what links cost a figure, for qm__link_pricing. What is checked on a link, how often and with what chance is
 * qm__wb_check's; who may take it and how far it may go, here and for legs alike: */
bool qm__wb_ladder_check(const qm_scenario *s, uint16_t figure,
                         uint16_t *barred); /* whether it checks on ladders; why it takes none, 0 = it does */
bool qm__wb_climbs(const qm_scenario *s, uint16_t figure); /* whether it climbs at all */
int32_t qm__wb_drop_most(const wb_settings *set); /* how far off a jump down may land; 0 = at the foot alone */
/* Whether a jump across ends higher or lower than it may; by how much at most in `most`. */
bool qm__wb_jump_high(const wb_settings *set, int32_t rise, int32_t *most);
double qm__wb_jump_length(const wb_settings *set, double plan, double gap, int32_t rise); /* as it is measured */
/* Whether a flight of a base passes over a solid or an area that is barred: its number from 1, of areas with
 * WB_BARRED_AREA; 0 = none. */
enum { WB_BARRED_AREA = 0x8000 };
uint16_t qm__wb_over_barred(const qm_scenario *s, double radius, qm__xy off, qm__xy on);
/* barred.c: refuses what is barred, told as above; the first of some areas as it is told there; reasons that speak of a
 * barred solid as if it were any, of one answer and of an order that has been judged, say what it is. */
void qm__wb_refuse_barred(qm__trek *trek, uint16_t barred, qm_place at);
uint16_t qm__wb_first_area(uint64_t areas);
/* That a place is in barred ground, where a unit can neither be put nor end; of kind 0 when it is not. */
qm_reason qm__wb_in_barred(const qm_scenario *s, uint16_t figure, qm_place place);
void qm__wb_name_solid(const qm_scenario *s, qm_reason *reason);
void qm__wb_name_barred(qm__judging *j);
/* measured.c: how much a solid that is in the way has of what; of all reasons of an order, and what of them may not be
 * told (qm__wb_unmeasured). */
void qm__wb_measure_reason(const qm_scenario *s, qm_reason *reason);
void qm__wb_measure_reasons(qm__judging *j);
/* ladder_room.c: of a ladder that leads there, but has no room for the base at its foot, that is told. */
void qm__wb_name_ladder(qm__judging *j);
/* Links of which a judged way has shown that who falls there does not go on, hurt or not (fall_ends_move). */
enum { WB_DOUBTS_MAX = 32 };
typedef struct wb_doubts {
    const qm__link *links[WB_DOUBTS_MAX];
    uint16_t count;
    bool any; /* there are some, listed or not */
} wb_doubts;
typedef struct wb_pricing {
    const qm_scenario *scenario;
    const qm_state *state;
    uint16_t figure;
    const wb_doubts *doubts; /* NULL = none */
} wb_pricing;
int qm__wb_price(const void *context, const qm__links *links, uint32_t link, qm__link_price out[QM__BANDS_MAX]);
/* What one link costs, taken over a length in plan; the same numbers as above. */
double qm__wb_link_cost(const qm_scenario *s, const qm__link *link, double length);
/* … and a climb up, or up and down, of a height; the checks of one over a wall that is too thin to stand on. */
double qm__wb_climb_cost(const wb_settings *set, double height, double slide, double sideways);
uint8_t qm__wb_over_checks(const wb_settings *set);

/* ---------------------------------------------------------------------------------------- engaging, turns, edits */

void qm__wb_judge_engage(qm__judging *j);
void qm__wb_play_engage(qm__run *run);
/* Refuses whatever is not of this moment: the actor is not on the table, or it is not its side's turn, or not that phase
 * (WB_PHASE_START: any). */
bool qm__wb_judge_now(qm__judging *j, uint8_t phase);
void qm__wb_judge_turn(qm__judging *j); /* next, stay, reload, take, leave */
void qm__wb_play_turn(qm__run *run);
/* Treasure: a unit gets it, or what it carries is put down somewhere. */
void qm__wb_hold(qm__run *run, uint16_t figure, uint16_t item);
void qm__wb_lay_down(qm__run *run, uint16_t figure, qm_place at);
void qm__wb_judge_edit(qm__judging *j);
void qm__wb_play_edit(qm__run *run);

/* ------------------------------------------------------------------------------------------------ setup, questions */

bool qm__wb_rules_fault(const qm__rules *rules, size_t index, qm__rules_fault *out); /* contradict.c */
qm_result qm__wb_compile(qm_scenario *s, const qm__where *where, qm_diagnostics *diagnostics);
void *qm__wb_measured(qm_scenario *s); /* the same with all that may not be measured before */
qm_result qm__wb_start(const qm_scenario *s, qm_state *st, const qm__where *where, qm_diagnostics *diagnostics);
bool qm__wb_state_good(const qm_scenario *s, const qm_state *st);
size_t qm__wb_search_size(const qm_scenario *s);
uint16_t qm__wb_actor(const qm_scenario *s, const qm_state *st);
uint32_t qm__wb_options(const qm_scenario *s, const qm_state *st, uint16_t figure, void *search);
bool qm__wb_option(const qm_scenario *s, const qm_state *st, void *search, uint32_t index, qm_order *order);
bool qm__wb_regions(const qm_scenario *s, const qm_state *st, uint16_t figure, const int32_t *bands, uint32_t band_count,
                    void *search, qm_reach_area *out);
bool qm__wb_reach_cost(const qm_scenario *s, const qm_state *st, uint16_t figure, qm_place place, void *search,
                       qm_reach_cost *out);
uint32_t qm__wb_plan(const qm_scenario *s, const qm_state *st, uint16_t figure, qm_place goal, void *search,
                     qm_plan_way *ways, uint32_t capacity);
void qm__wb_plan_why(qm__judging *j, qm_place goal, qm_order *tried); /* why.c */
uint32_t qm__wb_links(const qm_scenario *s, const qm_state *st, uint16_t figure, void *search, qm_link *out,
                      uint32_t capacity);
void qm__wb_stand(const qm_scenario *s, const qm_state *st, uint16_t figure, qm_place place, void *search,
                  qm_standing *out);
/* Whether nobody may measure how far enemies are apart: a unit engages one before it knows that (premeasure). When all
 * have engaged, moves and shots are measured. */
bool qm__wb_unmeasured(const qm_scenario *s, const qm_state *st);
/* Why reach and plans have no jumps across (WB-22); 0 = they have them, or there are none under these rules. */
uint16_t qm__wb_left_out(const qm_scenario *s, bool regions);
void qm__wb_see(const qm_scenario *s, const qm_state *st, uint16_t a, uint16_t b, void *search, qm_sight *sight);

#endif
