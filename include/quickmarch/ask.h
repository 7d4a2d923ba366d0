/* Quickmarch: what can be asked of a position before an order is given: options, reach, where a figure can stand, links,
 * plans, sight and threat. Nothing here changes a state; all answers are those that judging the orders would give.
 */
#ifndef QUICKMARCH_ASK_H
#define QUICKMARCH_ASK_H

#include "quickmarch/game.h"

#ifdef __cplusplus
extern "C" {
#endif

/* How many legal orders the actor has. Orders that only differ in the way to the same end count once, by the best way.
 */
typedef struct qm_options_result {
    uint32_t count;
} qm_options_result;

/* Lists the options of the figure (0 = whoever is to act) inside the scratch; then qm_option gives the n-th, from 0. */
QM_API qm_result qm_options(const qm_scenario *scenario, const qm_state *state, uint16_t figure, qm_scratch *scratch,
                            qm_options_result *result);
QM_API qm_result qm_option(const qm_scenario *scenario, const qm_state *state, qm_scratch *scratch, uint32_t index,
                           qm_order *order);

/* A place that can be reached. */
typedef struct qm_reach_place {
    qm_place at;
    int32_t cost;      /* of the cheapest way */
    int32_t sure_cost; /* of the cheapest way without a check or a certain hit; -1 = there is none */
    float chance;      /* of arriving on one's feet by the cheapest way */
    float best_chance; /* by the safest way */
    uint8_t stops;     /* movement ends there (engaged, a body) */
    uint8_t checks;    /* on the cheapest way */
    uint8_t hits;      /* certain on the cheapest way and at its end, at most 255 */
    uint8_t effort;    /* 1 = only by spending the action as well: running */
} qm_reach_place;

/* Where a figure could end its movement now. `risk` false leaves the chances of safest ways out (quicker).
 * QM_ERROR_USAGE on tables, where there is no list of places: see qm_reach_regions. */
QM_API qm_result qm_reach(const qm_scenario *scenario, const qm_state *state, uint16_t figure, bool risk,
                          qm_scratch *scratch, qm_reach_place *places, uint32_t capacity, uint32_t *count);

/* A corner of a region on a table, in 1/1000 inch. */
typedef struct qm_reach_corner {
    int32_t x, y;
} qm_reach_corner;

/* Ways on tables are told apart by their legs that can fail, each with a check: none, one at most, or any number.
 * Several rolls of one leg count once; one that no roll can fail does not count. */
enum { QM_RISK_NONE, QM_RISK_ONE, QM_RISK_ANY, QM_RISKS };

/* One ring of a region on a table: outer rings run counter-clockwise, holes clockwise. */
typedef struct qm_reach_ring {
    int32_t z;             /* the height of the surface */
    int32_t cost;          /* the figure can end anywhere in the region at this cost or less … */
    uint32_t first, count; /* its corners */
    uint32_t hole;         /* 1 = it is a hole */
    uint32_t effort;       /* 1 = some of it only by running */
    uint32_t risk;         /* … with so many checks at most: QM_RISK_ */
} qm_reach_ring;

/* The caller's arrays, and what is asked for. Rings of a lower cost come first, then those with a lower risk: each has
 * what a cheaper one with no more risk has, so what is new in it lies outside of that. */
typedef struct qm_reach_area {
    qm_reach_ring *rings;
    qm_reach_corner *corners;
    uint32_t ring_capacity, corner_capacity;
    uint32_t sure;  /* 1 = only what it can reach without a check */
    uint32_t apart; /* 1 = every cost once for each risk, up to the highest that leads anywhere else */
    uint32_t ring_count, corner_count;
    uint32_t risk; /* the highest of all rings: QM_RISK_ANY unless `sure` or `apart` was asked for */
    uint32_t
        approximate; /* 1 = ground that costs by the inch could be met: a little beyond a border may be in reach too */
    uint32_t untold; /* 1 = its base is rectangular: it can move, and where to is not told as regions */
} qm_reach_area;

/* On tables: the places where a figure could end its movement now, as regions of each surface, once for every cost in
 * `bands` (ascending, 1/1000 inch; none: the figure's whole movement, and where it could run instead, then that of a
 * run). Where ground takes something off the movement, costs of regions are with that. Arcs are flattened to within
 * 0.005".
 * QM_ERROR_LIMIT when the arrays do not suffice, QM_ERROR_USAGE on other spaces. */
QM_API qm_result qm_reach_regions(const qm_scenario *scenario, const qm_state *state, uint16_t figure,
                                  const int32_t *bands, uint32_t band_count, qm_scratch *scratch, qm_reach_area *out);

/* What ending at a place costs by ways of no more than some risk: the cheapest of them, on a move if there is one, else
 * on a run. */
typedef struct qm_reach_way {
    int32_t cost;    /* -1 = there is none */
    uint32_t effort; /* 1 = only by running */
    double chance;   /* that it gets there; -1 = not known, as the search for the way itself met a limit */
} qm_reach_way;

/* What ending at a place costs. */
typedef struct qm_reach_cost {
    int32_t cost;         /* -1 = it cannot end there now */
    uint32_t approximate; /* 1 = ground that costs by the inch could be met: a little less may do */
    uint32_t untold;      /* 1 = no way was found; its base is rectangular, and not every way is looked for */
    uint32_t effort;      /* 1 = only by running */
    uint32_t risk;        /* the lowest QM_RISK_ that costs no more */
    double best_chance;   /* of getting there by the safest way, running or not; -1 = not known, or it cannot */
    qm_reach_way by[QM_RISKS]; /* cost and effort above are those of the last */
} qm_reach_cost;

/* On tables: what ending its movement at a place costs a figure at least, without a check and with some, and how likely
 * it gets there. QM_ERROR_LIMIT when the search met a limit. */
QM_API qm_result qm_reach_cost_at(const qm_scenario *scenario, const qm_state *state, uint16_t figure, qm_place place,
                                  qm_scratch *scratch, qm_reach_cost *out);

/* One way to a goal. */
typedef struct qm_plan_way {
    qm_order order;
    int32_t cost;
    int32_t lost;  /* tables: what ground on the way takes off the movement besides */
    double chance; /* that every check goes well and no certain hit brings the figure down; in squad, where a check that
                      fails can leave enough: that the figure gets there, as the odds of the order have it */
    uint16_t checks;
    uint16_t hits;       /* certain on the way and at its end */
    uint8_t approximate; /* tables: as in a verdict */
    uint8_t cut; /* tables: 1 = the search met a limit, or a way had no places in thousandths of an inch: there may be a
                    better one */
} qm_plan_way;

/* Ways to a goal in one order, from the shortest to the safest; none is longer, riskier and hotter than another and
 * leaves no more movement.
 * QM_ERROR_LIMIT when there are more than `capacity` (*count tells how many), or with a *count of 0 when the search met
 * a limit before it found one. */
QM_API qm_result qm_plan(const qm_scenario *scenario, const qm_state *state, uint16_t figure, qm_place goal,
                         qm_scratch *scratch, qm_plan_way *ways, uint32_t capacity, uint32_t *count);

/* Why qm_plan finds no way to a goal: the reasons are in the verdict, which is that of `tried` if it has legs, the
 * cheapest order that would lead there by the table alone. With no reasons the family does not tell. */
QM_API qm_result qm_plan_why(const qm_scenario *scenario, const qm_state *state, uint16_t figure, qm_place goal,
                             qm_scratch *scratch, qm_order *tried, qm_verdict *verdict);

/* Whether reach, plans, options and links leave something out that the rules forbid to measure before it is declared;
 * `why` tells what. It is the same for every figure in every state, so it tells nothing about any distance. */
QM_API bool qm_left_out(const qm_scenario *scenario, qm_reason *why);
/* The same of regions, which also leave out what they cannot tell: in squad checks on the way at low obstacles and for
 * difficult ground, which qm_reach_cost_at and plans tell. */
QM_API bool qm_regions_left_out(const qm_scenario *scenario, qm_reason *why);

/* Whether a figure can stand at a place of a table. */
typedef struct qm_standing {
    uint16_t stands; /* 1 = it could end there, if it got there */
    uint16_t nearest_count;
    qm_reason why; /* where it cannot: why */
    /* … and the nearest places where it can, by distance in plan: at the height that was asked for, or the one next to
     * it, all that are equally near (8 at most; around a corner there are more); then, if one is nearer, the nearest at
     * another height. */
    qm_place nearest[QM_STANDS_MAX];
} qm_standing;

/* On tables: whether a figure could stand at a place, whatever the way there. A figure that never moves by its family's
 * rules cannot, and that is the reason told. QM_ERROR_USAGE on other spaces. */
QM_API qm_result qm_stand(const qm_scenario *scenario, const qm_state *state, uint16_t figure, qm_place place,
                          qm_scratch *scratch, qm_standing *out);
/* Why a figure cannot stand at a place and where it can, indented lines; nothing if it can, and for NULL. */
QM_API void qm_standing_print(const qm_scenario *scenario, const qm_standing *standing, qm_text *out);

/* A stretch of a surface of a table, from one place to another; ends are the places next to the true ones. */
typedef struct qm_stretch {
    qm_place a, b; /* both the same: a single place */
    int32_t bulge; /* 0 = it is straight; else it is an arc, whose middle is so far to the right of the line's */
} qm_stretch;

typedef enum qm_link_kind { QM_LINK_CLIMB = 1, QM_LINK_LADDER, QM_LINK_JUMP, QM_LINK_DROP } qm_link_kind;

/* A way between places of a table that is not walked, in one direction: all of an edge along which it can be taken is
 * one link, and there is another one back if that can be taken too. */
typedef struct qm_link {
    uint16_t kind;       /* qm_link_kind */
    uint16_t leg;        /* the family's leg that takes it, as in qm_leg */
    uint16_t solid;      /* what is climbed or left, as in qm_solid_name; 0 = nothing but a ladder */
    uint16_t some;       /* 1 = terrain is in the way from some places of the one stretch to some of the other */
    qm_stretch from, to; /* where the middle of the base takes off, and where it lands */
    int32_t rise;        /* how much higher the landing is; negative: lower */
    int32_t least, most; /* length in plan: of the shortest, and of the longest that the rules allow */
    int32_t gap;         /* jumps: no gap that is passed over is narrower, from edge to edge; 0 for others */
    int32_t below;       /* height of what lies right below the edge that is left; climbs, ladders: of the lower end */
    int32_t over; /* climbs from foot to foot over what is too thin to stand on: how much higher its top is than the
                     take-off; 0 for others */
} qm_link;

/* On tables: all links that a figure could take, wherever it is now and whatever it has to spend: whether it gets to
 * one, whose turn it is and who stands in the way is not asked. Those that the rules forbid it are left out, those that
 * it could never pass a check for, and those that nobody may measure before they are declared: that one is told of
 * would tell that it is near enough. None for a figure that is not on the table or never moves. A landing is the first
 * place that a flight comes to on its surface (of an arc around a corner that is seen over other places of it, more is
 * told than flights come to first); a figure may land farther on, as far as the rules allow.
 * QM_ERROR_LIMIT when there are more than `capacity` (*count tells how many), QM_ERROR_USAGE on other spaces. */
QM_API qm_result qm_links(const qm_scenario *scenario, const qm_state *state, uint16_t figure, qm_scratch *scratch,
                          qm_link *links, uint32_t capacity, uint32_t *count);
/* "climb +3\" from 5,8.5 - 9,8.5 to 5,9@3 - 9,9@3, length 0.5\", house": one line without its end. */
QM_API void qm_link_print(const qm_scenario *scenario, const qm_link *link, qm_text *out);

/* Arcs of a figure on a table, as bits. */
enum { QM_ARC_FRONT = 1, QM_ARC_LEFT = 2, QM_ARC_REAR = 4, QM_ARC_RIGHT = 8 };

#define QM_HIDERS_MAX 16

/* Something on a table that hides part of a figure. */
typedef struct qm_hider {
    uint16_t solid; /* as in qm_solid_name; 0 = it is a figure */
    uint16_t figure;
    uint32_t zero;
    double hides; /* the fraction that it would hide by itself; what several hide may overlap */
} qm_hider;

/* What one figure has to do with another. */
typedef struct qm_sight {
    int32_t distance; /* hexes or tiles, or 1/1000 inch; 0 if it is unmeasured */
    uint8_t seen;     /* 0 no, 1 yes, 2 in part */
    uint8_t in_front; /* B lies in A's front */
    uint8_t relation; /* where A stands as B sees it: 0 none, 1 front, 2 side, 3 rear */
    uint8_t engages;  /* A engages B */
    uint8_t engaged;  /* A is engaged by B */
    uint8_t hostile;
    uint16_t blocker; /* a figure in between */
    qm_place block;   /* or a place */
    uint16_t term_count;
    qm_term terms[QM_TERMS_MAX]; /* of an attack by A on B with what it has ready, if it could attack */
    uint8_t attack_dice;
    uint8_t wall;   /* 1 = what blocks is a wall on the edge of that place */
    uint16_t solid; /* tables: the prism that hides most of B, as in qm_solid_name; 0 = none hides any of it */
    uint8_t arcs;   /* tables: the arcs of A in which B's base has a part: QM_ARC_ bits */
    uint8_t unmeasured; /* 1 = the rules forbid to measure this distance now */
    double fraction; /* tables: how much of B is seen, 0 to 1 */
    double attack_chance;
    uint16_t hider_count, hiders_dropped; /* tables: all that hide any of B, those that hide most first */
    uint16_t best;      /* units: the model with the equipment of A, in its unit, that sees most of B; A itself if none
                           sees more. 0 = the family does not tell */
    uint8_t visible;    /* … 1 = enough of B is seen from where that counts; 2 = the players decide */
    uint8_t more_zero;
    double best_fraction; /* … and how much that one sees */
    qm_hider hiders[QM_HIDERS_MAX];
} qm_sight;

QM_API qm_result qm_see(const qm_scenario *scenario, const qm_state *state, uint16_t a, uint16_t b, qm_scratch *scratch,
                        qm_sight *sight);
/* What the weapons of one kind that a unit has could do against another unit. */
typedef struct qm_weapon_sight {
    uint16_t row;                     /* of the family's weapons, from 1: qm_row_name */
    uint16_t near_models, far_models; /* that could shoot: at short range, and beyond it */
    uint16_t near_dice, far_dice;
    uint16_t close_dice;              /* of them at point blank, if cover is lost by that */
    uint16_t other_models;            /* that have it and could not shoot … */
    uint16_t unsighted;               /* … of which so many see too little, */
    uint16_t out_of_arc;              /* or else have nobody in an arc, */
    uint16_t out_of_range;            /* or in range; where a melee forbids it all three are 0 */
    uint16_t targets;                 /* models that could be hit … */
    uint16_t doubtful;                /* … of which only if the players decide that enough of them is seen */
    int32_t nearest;                  /* how far the nearest target is that one of those who could shoot sees */
    uint16_t best, best_of;           /* who of all that have it sees most of a model, and of which; 0 = nobody sees any
                                         of anybody, or the weapon needs no sight */
    double best_fraction;             /* … and how much of it */
    qm_reason why;                    /* nobody could: why not; kind 0 = somebody could */
} qm_weapon_sight;

/* A model of the unit that is looked at. */
typedef struct qm_model_sight {
    uint16_t figure;
    uint16_t best;       /* who sees most of it, whatever it is armed with; 0 = nobody sees any */
    uint16_t seers;      /* how many see enough of it … */
    uint16_t doubters;   /* … and of how many the players decide whether they do */
    uint16_t zero;
    int16_t cover;       /* what terrain adds to its Save against the attacks that could be made at it */
    uint16_t cover_solid, cover_area; /* … and which, counted from 1; 0 and 0 = none */
    int32_t distance;    /* to the nearest model of the unit that looks */
    double fraction;     /* how much `best` sees of it */
    uint16_t hider_count, hiders_dropped; /* all that hide any of it from `best`, or from one who sees none, those that
                                             hide most first */
    qm_hider hiders[QM_HIDERS_MAX];
} qm_model_sight;

#define QM_WEAPONS_SEEN_MAX 32

/* What one unit could shoot at another. */
typedef struct qm_unit_sight {
    uint16_t weapon_count, model_count;
    uint8_t arcs;     /* of the first unit's models in which some of the other is: QM_ARC_ bits */
    uint8_t hostile;
    uint16_t fights;  /* first model of a unit that the other one is in melee with and that is a friend of the first, or the
                         first itself; 0 = none */
    int32_t distance; /* of the nearest two models */
    qm_weapon_sight weapons[QM_WEAPONS_SEEN_MAX]; /* those with a range */
    qm_model_sight models[QM_PARTS_MAX];          /* those that are on the table */
} qm_unit_sight;

/* Where figures act by units that shoot: what unit A (any of its figures) could shoot at unit B. QM_ERROR_USAGE in other
 * families and for one and the same unit. */
QM_API qm_result qm_see_unit(const qm_scenario *scenario, const qm_state *state, uint16_t a, uint16_t b,
                             qm_scratch *scratch, qm_unit_sight *sight);
/* Whether the family of a scenario tells that. */
QM_API bool qm_sees_units(const qm_scenario *scenario);
/* On tables, all that hide any of a figure: "house, wall and Bo are in between"; nothing if there are none. */
QM_API void qm_hiders_print(const qm_scenario *scenario, const qm_hider *hiders, uint16_t count, uint16_t dropped,
                            qm_text *out);
/* The places a figure threatens: its front, or those it could watch as an interceptor; facts->threat says it. */
QM_API qm_result qm_threat(const qm_scenario *scenario, const qm_state *state, uint16_t figure, qm_place *places,
                           uint32_t capacity, uint32_t *count);

#ifdef __cplusplus
}
#endif
#endif
