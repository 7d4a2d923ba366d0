/* Movement, inside: what judging, playing and searching share.
 *
 * A mover is one figure with all that one movement needs to know: its allowance, its limits, the figures near it. Every
 * hex entered and every jump is weighed by the same two functions, qm__hm_enter and hm_leap, whether an order is judged
 * or ways are searched, so that an option listed is an option that judges legal at the same cost. Rejected: a search
 * with its own rules of passage, which drifts from the judge.
 */
#ifndef QM_RULES_HEXMELEE_MOVE_H
#define QM_RULES_HEXMELEE_MOVE_H

#include "rules/hexmelee/hexmelee.h"

typedef struct hm_search hm_search;

/* ------------------------------------------------------------------------------------------------------- the mover */

enum { HM_NEAR_UPRIGHT = 1, HM_NEAR_BODY = 2, HM_NEAR_FRIEND = 4, HM_NEAR_THREAT = 8, HM_NEAR_FOE = 16 };

/* Another figure that may matter on the way. */
typedef struct hm_near {
    uint16_t figure, hex;
    uint16_t roles; /* HM_NEAR_… */
} hm_near;

typedef struct hm_mover {
    const qm_scenario *s;
    const qm_state *st;
    const hm_data *d;
    const hm_body *body;
    const hm_search *marks; /* figures marked on cells, or NULL: scan `near` */
    uint16_t figure, start;
    uint16_t near_count;
    int16_t allowance;          /* MOV or crawling MOV, before limits of the kind of move */
    int16_t hexes_max, mov_max; /* left for this order */
    int16_t dex, strength;      /* numbers of saving rolls; DEX without the ground when ground_dex */
    int16_t down_at;            /* so many hits on the way bring it down; known where the board burns */
    bool ground_dex;            /* saving rolls are made against eDEX, which the ground changes */
    bool crawling, slow, shift;
    bool moved;     /* has moved this turn before this order */
    bool resumes;   /* goes on with a delayed movement */
    bool jumps;     /* may jump at all */
    bool by_entry;  /* whether a hex stops it depends on the way it is entered */
    bool all_round; /* mutual engagement, with all hexes as the mover's front */
    bool fronts;    /* stops where it gets an enemy into its own front */
    hm_near near[QM_FIGURES_MAX];
} hm_mover;

/* Prepares a mover for an order of this kind. Figures farther than `radius` from its hex are left out. */
void qm__hm_mover_begin(hm_mover *m, const qm_scenario *s, const qm_state *st, uint16_t figure, int kind, int radius);
/* Changes its limits to those of another kind of move. */
void qm__hm_mover_limit(hm_mover *m, int kind);
/* The target of a saving roll against DEX made in `hex`, and its terms. */
int qm__hm_mover_dex(const hm_mover *m, uint16_t hex);
int qm__hm_mover_dex_terms(const hm_mover *m, uint16_t hex, qm_term *terms, uint16_t *count);
/* Whether so many hits that nothing can avert kill the mover, knock it out or make it fall. */
static inline bool hm_brings_down(const hm_mover *m, int hits) {
    return hits > 0 && hits >= m->down_at;
}
/* The most hexes and MOV that a kind of move allows out of an allowance. */
void qm__hm_kind_limits(const hm_mover *m, int kind, int *hexes, int *mov);
/* The smallest kind of free move that covers so many hexes and so much MOV. */
int qm__hm_smallest_kind(const hm_mover *m, int hexes, int mov, bool whole_turn);

/* What stands in the way in a hex. */
typedef struct hm_spot {
    uint16_t upright, body; /* figures there; 0 = none */
    uint8_t upright_friend;
    uint8_t engaged; /* bit d: entered in direction d, the mover is engaged there and stops */
} hm_spot;

/* `directions`: for which ways of entering (bits) engagement is wanted; others may come out as 0. */
hm_spot qm__hm_spot_at(const hm_mover *m, uint16_t hex, unsigned directions);
/* Whether the mover stops in `hex`, entered in `direction`, because of this one figure (HX-05). */
bool qm__hm_near_stops(const hm_mover *m, const hm_near *near, uint16_t hex, int direction);

enum { HM_CHECK_GROUND = 1, HM_CHECK_BODY = 2 };

/* What entering a hex comes to. */
typedef struct hm_entry {
    uint16_t reason; /* why not; 0 = it may */
    uint16_t other;  /* the figure concerned */
    int16_t cost;
    uint8_t checks;  /* HM_CHECK_… on arrival */
    bool stops;      /* movement is over there */
    bool engaged;    /* … because it is engaged */
    bool pass;       /* it cannot stop there */
    bool whole_turn; /* climbing out of a shallow pit that takes the whole movement */
} hm_entry;

void qm__hm_enter(const hm_mover *m, uint16_t from, uint16_t to, int direction, const hm_spot *spot, bool fresh,
                  hm_entry *entry);
/* The same for a hex arrived at by a jump, which comes from above. */
void qm__hm_land(const hm_mover *m, uint16_t to, int direction, const hm_spot *spot, hm_entry *entry);

/* ------------------------------------------------------------------------------------------------------------ jumps */

enum { HM_SPAN_MAX = 16 };

typedef struct hm_leap {
    uint16_t reason, other, at; /* why not, whom and where it concerns */
    int16_t needed, had;
    uint8_t width, dice, direction;
    bool body;    /* over a body (HX-36) */
    int16_t cost; /* landing included */
    int16_t target;
    uint16_t span[HM_SPAN_MAX]; /* hexes flown over */
    hm_entry landing;
} hm_leap;

/* Weighs a jump; true = it may. */
bool qm__hm_leap_judge(const hm_mover *m, uint16_t from, uint16_t to, hm_leap *leap);

/* --------------------------------------------------------------------------------------------------------- prepared */

enum { HM_STEP_WALK = 1, HM_STEP_OVER, HM_STEP_JUMP, HM_STEP_BODY_JUMP, HM_STEP_GRAB, HM_STEP_SNATCH, HM_STEP_FACE };

/* One thing done on the way. */
typedef struct hm_step {
    uint16_t hex; /* GRAB, SNATCH: the item */
    uint8_t kind;
    uint8_t facing; /* after it */
    uint8_t cost;
    uint8_t leg;
    uint8_t checks; /* HM_CHECK_… */
    uint8_t width;  /* JUMP, BODY_JUMP: how many OVER steps before it belong to it */
} hm_step;

enum { HM_STEPS_MAX = 112, HM_COUNT_MAX = 127 }; /* COUNT: of hexes, MOV and metres kept in a figure's state */

/* A judged movement, ready to be carried out. */
typedef struct hm_move_plan {
    uint16_t step_count;
    int16_t dex, strength; /* as in hm_mover */
    uint16_t item;         /* RISE: the weapon taken in hand */
    uint16_t rim;          /* CLIMB: where to */
    uint16_t engages;      /* … or because it engages this figure (stop_when) */
    uint8_t ground_dex;
    uint8_t crawling;
    uint8_t facing;      /* at the end, if all goes well */
    uint8_t whole;       /* MOV counted as spent for standing up */
    uint8_t engaged;     /* stops at the end because it is engaged there */
    uint8_t was_engaged; /* when its chance to move came */
    hm_step steps[HM_STEPS_MAX];
} hm_move_plan;
_Static_assert(sizeof(hm_move_plan) <= HM_PREPARED_SIZE, "a prepared movement fits its place");

/* ------------------------------------------------------------------------------------- move_judge.c, pickup.c, pit.c
 */

/* Where judging stands on the way. */
typedef struct hm_cursor {
    qm__judging *j;
    hm_mover *m;
    hm_move_plan *plan;
    uint16_t hex;
    uint8_t facing;
    int16_t spent, hexes; /* in this order */
    int16_t last_cost;    /* of entering the hex it is in */
    uint16_t leg;         /* from 1 */
    uint16_t picked;      /* item picked up on the run */
    uint16_t snatch_leg;  /* the leg that wants a roll for it after the movement; 0 = none */
    int16_t hurt;         /* hits of the burning ground it has passed through */
    bool jumped, engaged, stopped, pass, fresh;
    bool adjusted; /* ground that costs more or less than a hex was entered */
} hm_cursor;

qm_reason *qm__hm_refuse_leg(hm_cursor *c, uint16_t reason);
hm_step *qm__hm_add_step(hm_cursor *c, int kind, uint16_t hex, int cost);
/* Announces the rolls for footing where it arrives. */
void qm__hm_foresee_footing(hm_cursor *c, const hm_entry *entry, uint16_t hex);
/* Who is on top of the figure in its hex, or on its feet there; and who pursues it. 0 = nobody. */
uint16_t qm__hm_on_top(const qm_scenario *s, const qm_state *st, uint16_t figure);
uint16_t qm__hm_pursuer_of(const qm_scenario *s, const qm_state *st, uint16_t figure);
void qm__hm_judge_pickup(hm_cursor *c, const qm_leg *leg);
/* Announces the roll of a snatch, once it is known where the movement ends and whether it is engaged there. */
void qm__hm_judge_snatch(hm_cursor *c, bool engaged);
void qm__hm_judge_jump(hm_cursor *c, uint16_t to);
void qm__hm_judge_pull_up(qm__judging *j);
void qm__hm_judge_let_go(qm__judging *j);
void qm__hm_judge_climb(qm__judging *j);

/* play */
enum { HM_WENT_ON, HM_WENT_DOWN }; /* DOWN: movement is over */
/* Puts the acting figure into a hex, on top of whoever is there; eDEX follows the ground. */
void qm__hm_arrive(qm__run *run, uint16_t hex, uint8_t facing);
/* The same for a figure that need not be the one whose order it is. */
void qm__hm_come_down(qm__run *run, uint16_t figure, uint16_t hex, uint8_t facing);
int qm__hm_play_jump(qm__run *run, const hm_step *step);
void qm__hm_play_pickup(qm__run *run, const hm_step *step);
void qm__hm_play_snatch_roll(qm__run *run);
void qm__hm_play_pull_up(qm__run *run);
void qm__hm_play_let_go(qm__run *run);
void qm__hm_play_climb(qm__run *run);
/* Saving roll of a move against DEX in a hex; true = passed. */
bool qm__hm_move_save(qm__run *run, uint16_t roll, uint16_t hex, int dice);

/* pit.c: comes down in a hex of a pit, by the reading pit_landing, from so many centimetres. */
void qm__hm_drop_into(qm__run *run, uint16_t figure, uint16_t hex, int centimetres);
/* A figure's tries to pull itself up at its rim, each with its price; `ordered`: the first is not asked about. */
void qm__hm_try_pull_up(qm__run *run, uint16_t figure, bool ordered);
/* The hex at the rim it hangs at; 0 = it does not hang. */
static inline uint16_t hm_rim(const qm_scenario *s, const hm_body *body) {
    return body->hanging ? s->hex.neighbours[body->hex][body->hanging - 1] : 0;
}
/* Whether there is a rope for climbing from `hex` to `rim`, for `figure`. */
bool qm__hm_rope_for(const qm_scenario *s, const qm_state *st, uint16_t figure, uint16_t hex, uint16_t rim);
/* Metres of rope needed out of a pit, the last part counted whole. */
int qm__hm_climb_metres(const qm_scenario *s, uint16_t hex);
/* Whether `rim` is a hex a rope out of the pit at `hex` could lead to. */
bool qm__hm_is_rim(const qm_scenario *s, uint16_t hex, uint16_t rim);
/* pickup.c: how much a grab costs in a hex that was entered for `entered`. */
int qm__hm_grab_cost(const hm_mover *m, int entered);

#endif
