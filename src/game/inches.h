/* Figures on a table of inches: what every family that is played on one shares. Bases prepared for a scenario, where a
 * figure can stand, moves leg by leg (on foot, up faces and ladders, over gaps, off edges), where one who falls comes
 * to rest, reach, plans and sight. Geometry is done in space/table; rules are the family's. In between is this:
 * geometry asked for figures of a state, and its answers told in the family's own reasons and legs.
 *
 * A family describes itself by a constant qm__inch_facts, prepares a qm__inches in `compile`, and gives each question
 * as much search memory as that says. A move is judged as a qm__trek: begun, taken leg by leg, and ended. What it costs
 * to take a link, what ground costs and how much movement there is are all the family's to say.
 *
 * Invariant: what is told about a place holds for that place in whole units, which is where a figure would be put.
 *
 * Rejected: a family that is made of settings. What a check is, who may be passed and what a failure does are rules,
 * and rules are code of the family.
 */
#ifndef QM_GAME_INCHES_H
#define QM_GAME_INCHES_H

#include "game/family.h"
#include "space/table/reach.h"
#include "space/table/sight.h"

/* ----------------------------------------------------------------------------------------------- what a family says */

/* Legs that a family may have; its own numbers for them are in the facts. */
typedef enum qm__inch_leg {
    QM__INCH_WALK,  /* the cheapest way on foot to its end */
    QM__INCH_VIA,   /* one straight piece on foot */
    QM__INCH_CLIMB, /* from here on links, in the order of qm__link_kind */
    QM__INCH_LADDER,
    QM__INCH_JUMP,
    QM__INCH_DROP,
    QM__INCH_LEGS
} qm__inch_leg;

/* Reasons that geometry gives. Members of the reason that are set besides `leg` and `at`: see each. */
typedef enum qm__inch_reason {
    QM__INCH_OFF_TABLE,   /* the base would not be on the table */
    QM__INCH_NO_SURFACE,  /* the surface ends there */
    QM__INCH_NOWHERE,     /* there is nothing to stand on */
    QM__INCH_SOLID,       /* word: the solid in the way */
    QM__INCH_RAILING,     /* word: the solid whose railing is in the way */
    QM__INCH_ON_SOLID,    /* word: a solid that cannot be stood on */
    QM__INCH_NOT_WHOLE,   /* word: the solid off which part of the base would hang */
    QM__INCH_FIGURE,      /* other: who is in the way */
    QM__INCH_TOO_HIGH,    /* word: the solid to which the step is too high or too deep */
    QM__INCH_HEIGHT,      /* needed: the height that was named, had: the one it would be at */
    QM__INCH_NO_WAY,      /* no way on foot leads there */
    QM__INCH_UNKNOWN,     /* the search met a limit: left to a person */
    QM__INCH_NO_LINK,     /* no link of that kind leads there */
    QM__INCH_TAKE_OFF,    /* needed: how far it is to where that begins, which is `at` */
    QM__INCH_LANDING,     /* needed: how far off the place named it would end, which is at `at` */
    QM__INCH_SIDEWAYS,    /* needed: how far it would go sideways, had: how far it may */
    QM__INCH_LONG,        /* needed: its length, had: the most */
    QM__INCH_RISE,        /* needed: its rise, had: the most */
    QM__INCH_SHEER,       /* word: the solid that cannot be climbed */
    QM__INCH_NO_LADDER,   /* no ladder leads to that height */
    QM__INCH_LADDER_AWAY, /* needed: how far the nearest ladder is, which is at `at` */
    QM__INCH_REASONS
} qm__inch_reason;

typedef struct qm__inch_facts {
    uint16_t legs[QM__INCH_LEGS];       /* the family's kinds of leg; 0 = it has none such */
    uint16_t reasons[QM__INCH_REASONS]; /* … and of reason */
    uint16_t far;   /* the reason that movement does not suffice: needed, had, and up to where, `at` */
    uint16_t stays; /* the reason that a figure never moves; 0 = all of them do */
    /* Figure `i` where it is, as it is in the way of `figure` (0 = of nobody: as it stands there, for sight and for
     * checking). One that is not on the table has the manner PASS and no height. */
    void (*body)(const qm_scenario *scenario, const qm_state *state, uint16_t i, uint16_t figure, qm__body *out);
} qm__inch_facts;

/* ------------------------------------------------------------------------------------------------------------ bases */

/* How a figure goes about. */
typedef struct qm__inch_mover {
    qm__walker walker; /* one that stays on a rectangle: any radius, and a height above the step */
    qm__link_rules links;
    uint64_t areas; /* bits of those that can cost it something */
    bool stays;     /* it never walks: only levels are made */
} qm__inch_mover;

/* What is prepared for all who go about alike. */
typedef struct qm__inch_base {
    qm__inch_mover mover;
    const qm__levels *levels;
    const qm__walks *walks; /* NULL: it never walks, and has no grounds and no links */
    const qm__grounds *grounds;
    const qm__links *links;
} qm__inch_base;

/* What is prepared for a scenario. */
typedef struct qm__inches {
    const qm__inch_facts *facts;
    qm__inch_base *bases;
    uint16_t base_count;
    uint16_t *base_of; /* by figure, from 0: 1 + its base; 0 = it was given none */
    const qm__sights *sights;
    qm__rims rims;
    size_t own;     /* bytes of search memory that are the family's own, rounded up */
    size_t scratch; /* of the table, rounded up: see qm__inch_scratch */
    size_t ready;   /* for bodies that are kept prepared: see qm__inch_ready */
    size_t size;    /* of all search memory */
} qm__inches;

/* Begins: memory for as many bases as there are figures; rims and sights. */
qm_result qm__inches_make(qm_scenario *scenario, const qm__inch_facts *facts, qm__inches *out);
/* Gives a figure its base: one that was made before for a mover that is the same, or a new one. */
qm_result qm__inches_add(qm_scenario *scenario, qm__inches *inches, uint16_t figure, const qm__inch_mover *mover);
/* Ends: knows how much memory questions need, of which the first `own` bytes are the family's. Reports ladders that
 * nobody can use: without headroom (an error), or too near to something (a warning). */
qm_result qm__inches_finish(const qm_scenario *scenario, qm__inches *inches, size_t own, const qm__where *where,
                            qm_diagnostics *diagnostics);
/* NULL for a figure that was given none. */
static inline const qm__inch_base *qm__inch_base_of(const qm__inches *inches, uint16_t figure) {
    const uint16_t base = inches->base_of[figure - 1];
    return base ? &inches->bases[base - 1] : NULL;
}
/* The same for one that walks; else NULL. */
static inline const qm__inch_base *qm__inch_walks(const qm__inches *inches, uint16_t figure) {
    const qm__inch_base *base = qm__inch_base_of(inches, figure);
    return base && base->walks ? base : NULL;
}

/* -------------------------------------------------------------------------------------------------------- questions */

#define QM__INCH_WAYS 12 /* routes of one plan: there are as many chances as a route may have checks, and one */

/* Working memory of one question: behind the family's own part of the search memory, and before scratch of the table.
 */
typedef struct qm__inch_search {
    const qm__inches *inches;
    const qm__inch_base *base; /* of the figure; NULL = it does not walk, or it is nobody's question */
    uint16_t figure;           /* 0 = nobody's question */
    qm_place from;             /* where it is */
    qm__crowd crowd;           /* all figures, as they are in the way of this one */
    qm__body bodies[QM_FIGURES_MAX];
    qm__way way;
    qm__spot points[QM_WAY_MAX];
    qm__route routes[QM__INCH_WAYS];
} qm__inch_search;

/* The family's own part. */
static inline void *qm__inch_own(void *search) {
    return (void *)(((uintptr_t)search + 15) / 16 * 16);
}
/* Fills everything above `way`. Of one question after the other in the same memory, the way and the routes stay until
 * something is asked that finds new ones. */
qm__inch_search *qm__inch_begin(const qm_scenario *scenario, const qm__inches *inches, const qm_state *state,
                                uint16_t figure, void *search);
/* The scratch behind it. */
void *qm__inch_scratch(qm__inch_search *search);
/* The figures of a search, who are in the way of one that walks, prepared for many searches among them (NULL when they
 * do not fit). They stay until this is asked again: scratch of the table is not theirs. Whoever asks sees to it that
 * nobody moves in between. With a frame (NULL = none), for searches whose limits let no way out of it. */
const qm__walks_bodies *qm__inch_ready(qm__inch_search *search, const qm__frame *frame);
/* Where a body is. */
static inline qm_place qm__inch_at(const qm__body *body) {
    return (qm_place){(int32_t)body->x, (int32_t)body->y, body->z};
}
/* A place as a spot (level -1 where no surface has that height), and back, in whole units. */
qm__spot qm__inch_spot(const qm__inch_base *base, qm_place place);
qm_place qm__inch_place(const qm__inch_base *base, qm__xy at, int32_t level);
static inline qm_place qm__inch_place_of(const qm__inch_base *base, qm__spot spot) {
    return qm__inch_place(base, (qm__xy){spot.x, spot.y}, spot.level);
}

/* --------------------------------------------------------------------------------------------------------- standing */

/* Whether a base can end at a place (`ending` false: pass); why not, unless `why` is NULL: where no surface is open,
 * what is there instead. */
bool qm__inch_can_be(const qm__inch_base *base, const qm__crowd *crowd, qm_place place, bool ending,
                     qm__obstruction *why);
/* The nearest places where the figure of a search, who walks, could stand, as qm_standing tells them; how many. */
uint16_t qm__inch_nearest(qm__inch_search *search, qm_place place, qm_place out[QM_STANDS_MAX]);
/* For a family's `stand`. One that never walks stands nowhere else: facts->stays. */
void qm__inch_stand(const qm_scenario *scenario, const qm__inches *inches, const qm_state *state, uint16_t figure,
                    qm_place place, void *search, qm_standing *out);
/* For `check`: whether all who are on the table stand where they are; rectangles as the rectangles that they are. */
bool qm__inch_check(const qm_scenario *scenario, const qm__inches *inches, const qm_state *state);
/* For `start`: reports those who do not. */
qm_result qm__inch_report_places(const qm_scenario *scenario, const qm__inches *inches, const qm_state *state,
                                 const qm__where *where, qm_diagnostics *diagnostics);
/* Says what is wrong with a member of a figure ("at": where its place is in the file). */
void qm__inch_report(const qm_scenario *scenario, const qm__where *where, uint16_t figure, const char *member,
                     const char *message, qm_diagnostics *diagnostics);
/* The same as a warning: the scenario can be played all the same. */
void qm__inch_warn(const qm_scenario *scenario, const qm__where *where, uint16_t figure, const char *member,
                   const char *message, qm_diagnostics *diagnostics);
/* For an edit that puts a figure, one that walks, at the place of the order's first leg: refuses if it cannot end there.
 */
void qm__inch_judge_put(qm__judging *judging, const qm__inches *inches, uint16_t figure);

/* ------------------------------------------------------------------------------------------------------------ treks */

/* A move that is being judged. The family sets the first part before it begins, and `leg` before each leg. */
typedef struct qm__trek {
    const qm__area_price *prices; /* what ground costs; NULL = nothing. Walks pay for all that they meet, links for
                                     the areas in which they begin and end (once, and for coming in), as in plans and
                                     reach */
    int32_t allowance;            /* units of movement, for telling where it ends */
    bool mute;                    /* nothing is told to the verdict: a trial */
    const uint8_t *known;         /* `searches` of the same legs by other prices: only those are made again */
    double most;                  /* walks that make it dearer are not looked for; 0 = all are */
    uint16_t leg;                 /* from 1: the one being taken */

    qm__judging *j;
    const qm__inches *inches;
    const qm__inch_base *base;
    qm__inch_search *search;
    qm__spot here;
    double cost;      /* length and what ground and links cost */
    uint64_t met;     /* areas that the base has been in, where legs begin and end included; not those flown over */
    uint64_t paid;    /* areas that cost nothing once any more: those walked in, and those at ends of links */
    bool spent;       /* movement does not suffice for all of it … */
    qm_place end;     /* … and ends here */
    bool approximate; /* ground by the inch was met, or could have been */
    bool unknown;     /* a search met a limit: that it cannot be done has not been shown */
    uint8_t searches[QM_LEGS_MAX]; /* by leg: qm__walked.search of its walk; 0 = it had none */
    qm_reason spare;  /* takes what a mute one would tell */
} qm__trek;

/* Begins where the actor of the order is, who walks; a second time from the start again, also with another first part.
 */
void qm__trek_begin(qm__trek *trek, qm__judging *judging, const qm__inches *inches);
/* Takes a leg on foot, the cheapest way or one straight piece; false when it cannot be walked, which has been told. */
bool qm__trek_walk(qm__trek *trek, qm_place to);
bool qm__trek_straight(qm__trek *trek, qm_place to);

/* A link that a leg asks for. */
typedef struct qm__inch_link {
    uint32_t link; /* in base->links */
    qm__spot to;
    double length;   /* in plan, as prices see it: of a climb the slide onto the edge (the link's `least`) and … */
    double sideways; /* … how far it goes along the face, added up; 0 for others */
    qm__below below; /* jumps and drops; all 0 for others */
} qm__inch_link;
/* The solid (+ 1) with a railing higher than a step on an edge at the height of the higher of two places, between them;
 * *where: the railing. 0 = there is none. */
uint16_t qm__inch_railing(const qm__inch_base *base, qm_place from, qm_place to, qm_place *where);
/* Finds the link that a leg asks for, from where the trek is; false when there is none, which has been told. `stand`:
 * the base must be able to end at both ends, else to pass. Pays and moves nothing. */
bool qm__trek_ask(qm__trek *trek, qm__link_kind kind, qm_place to, bool stand, qm__inch_link *out);
/* What the areas cost in which going off the ground from here to `to` begins and ends: once, unless that has been paid,
 * and for coming into them; they are paid for from then on. For what is no link; links pay it when they are taken. */
double qm__trek_ground(qm__trek *trek, qm__spot to);
/* Pays for it and goes there: its own cost, and what the areas cost in which it begins and ends. Those that a flight
 * passes over cost nothing. */
void qm__trek_take(qm__trek *trek, const qm__inch_link *link, double cost);
/* Ends: tells cost and allowance, and refuses where movement does not suffice or the base cannot end. Whether it was
 * good. */
bool qm__trek_end(qm__trek *trek);

/* Refuses: for a reason of the family or one of geometry, at a place; for what is in the way at a level; because the
 * base cannot be at a place, with the nearest ones where it can. The reason told, to be completed. */
qm_reason *qm__trek_refuse(qm__trek *trek, uint16_t kind, qm_place at);
qm_reason *qm__trek_told(qm__trek *trek, qm__inch_reason reason, qm_place at);
qm_reason *qm__trek_stopped(qm__trek *trek, const qm__obstruction *why, int32_t level);
qm_reason *qm__trek_no_place(qm__trek *trek, const qm__obstruction *why, qm_place place);

/* ------------------------------------------------------------------------------------------------------------ falls */

/* Where one who falls comes to rest. */
typedef struct qm__inch_fall {
    uint16_t count; /* of places that are equally near: a die picks one; 0 = there is no room below */
    uint16_t onto;  /* the figure that was in the way of the first place; 0 = none */
    int32_t height; /* that it falls */
    qm_place places[8];
} qm__inch_fall;
/* Straight down from a place at a height, or outwards (length 1). `margin`: how far beyond contact it keeps off all of
 * `crowd`, whatever their manner; coming to whole units may take three of that. */
void qm__inch_fall_from(const qm__inch_base *base, const qm__crowd *crowd, qm__xy from, int32_t z, qm__xy outward,
                        int32_t margin, void *scratch, qm__inch_fall *out);
/* Adds to the places of such a fall those that are nearest in eight directions (qm__fall_around), at most two base
 * widths farther off than the nearest, and at least half a base from all others; as many as there is room for. */
void qm__inch_fall_around(const qm__inch_base *base, const qm__crowd *crowd, qm__xy from, qm__xy outward,
                          int32_t margin, void *scratch, qm__inch_fall *fall);
/* From `at`, where a link is left, over the edge that it leaves (a climb up: that it leads to). */
void qm__inch_fall_off(const qm__inch_base *base, const qm__crowd *crowd, uint32_t link, qm__xy at, int32_t margin,
                       void *scratch, qm__inch_fall *out);

/* ---------------------------------------------------------------------------------------------------------- listing */

/* For a family's `links`: those of the base of a search that its prices allow, by some chance; none without a base. */
uint32_t qm__inch_links(const qm__inch_search *search, qm__link_pricing *pricing, const void *context, qm_link *out,
                        uint32_t capacity);

/* -------------------------------------------------------------------------------------------------- reach and plans */

/* How a question about a whole move is asked. */
typedef struct qm__inch_ask {
    const qm__area_price *prices;
    qm__link_pricing *pricing;      /* NULL: on foot alone; plans have one */
    const void *context;            /* for it */
    const qm__walks_bodies *bodies; /* plans: as qm__inch_ready tells them; NULL: prepared for this question */
    int32_t allowance;
    bool apart;      /* links that can fail begin and end where it touches nobody who is aloof (qm__could_stop) … */
    uint16_t target; /* … but this figure; 0 = none */
    uint8_t risks_apart; /* as in qm__reach_ask: see qm__inch_heed */
    bool risks_limited;
} qm__inch_ask;

/* The crowd of a search for an ask: from whom one keeps apart. */
static inline qm__crowd qm__inch_crowd(const qm__inch_search *search, const qm__inch_ask *ask) {
    qm__crowd crowd = search->crowd;
    crowd.apart = ask->apart;
    crowd.but = ask->target;
    return crowd;
}

/* Sets in an ask how regions that are wanted tell ways apart. */
static inline void qm__inch_heed(const qm_reach_area *area, qm__inch_ask *ask) {
    ask->risks_apart = area->sure ? QM_RISK_ONE : area->apart ? QM_RISK_ANY : 0;
    ask->risks_limited = area->sure != 0;
}

/* All that the figure of a search, who walks, can reach; `rest` is the memory behind it, for regions. NULL when memory
 * did not suffice. `slack` is added to the allowance: QM__SLACK where costs are asked for, which are rounded once. */
const qm__reach *qm__inch_reach(qm__inch_search *search, const qm__inch_ask *ask, double slack, unsigned char **rest);
/* The same from another place where it could stand, on foot alone, for so much. */
const qm__reach *qm__inch_ground(qm__inch_search *search, qm__spot from, const qm__area_price *prices, double budget,
                                 unsigned char **rest);
/* The regions of one cost, added to what is there, of all risks if they are told apart (then the ask has heeded it);
 * false when the caller's arrays or the memory did not suffice. */
bool qm__inch_regions(const qm__inch_search *search, const qm__reach *reach, int32_t cost, void *memory,
                      qm_reach_area *out);
/* Ends a list of regions: leaves out risks that lead nowhere else. */
void qm__inch_regions_end(qm_reach_area *out);
/* The costs of a place by risk, whatever the ask says of that; false when memory did not suffice. Chances are those of
 * ways without a check alone: others must be found first (qm__inch_risks). */
bool qm__inch_cost(qm__inch_search *search, const qm__inch_ask *ask, qm_place place, qm_reach_cost *out);
/* Completes what is known of a place by risk: a way of lower risk is one of a higher one too, and the last is told as
 * that of the place. */
void qm__inch_cost_end(qm_reach_cost *out);

/* The band of prices for a length in plan; the last one for all that are longer. */
const qm__link_price *qm__inch_band(const qm__link_price *bands, int count, double length);
/* Adds legs to an order: to where a link can be taken, as near to a point as can be and at most `most` away from the
 * figure in plan, and over it to the nearest place; at both ends the figure could stop, keeping apart as the ask says.
 * False if there are none. */
bool qm__inch_over(qm__inch_search *search, const qm__inch_ask *ask, uint32_t link, qm__xy near, double most,
                   qm_order *order);
/* Where the figure of a search is. */
static inline qm__xy qm__inch_here(const qm__inch_search *search) {
    return (qm__xy){search->from.x, search->from.y};
}

/* Judges an order made from a route; true when it is legal. Fills `out` in any case, the cost at least. The question's
 * memory may be begun again for it, but the routes stay. */
typedef bool qm__inch_try(const void *context, const qm_order *order, qm_plan_way *out);
/* How routes become orders. */
typedef struct qm__inch_plan {
    qm__inch_ask ask;
    uint16_t order; /* the kind of order */
    bool stand;     /* every link begins and ends where the figure could end; else those that can fail do */
    qm__inch_try *try;
    const void *judge; /* for it */
} qm__inch_plan;
/* Ways of the figure of a search, who walks, to a place: cheapest first, none both dearer and riskier than another. How
 * many there are, of which `capacity` are written; QM__TOO_MANY when a limit was met before any was found. An order has
 * at most 17 legs. */
uint32_t qm__inch_ways(qm__inch_search *search, const qm__inch_plan *plan, qm_place goal, qm_plan_way *ways,
                       uint32_t capacity);
/* The cheapest of these alone, whatever its chance: much sooner found, where little bounds the search. */
uint32_t qm__inch_cheapest(qm__inch_search *search, const qm__inch_plan *plan, qm_place goal, qm_plan_way *way);
/* The chance of the safest of them, which need not be the cheapest of any risk; -1 = there is none. */
double qm__inch_safest(qm__inch_search *search, const qm__inch_plan *plan, qm_place goal);
/* The cheapest way to a place by risk, as it is judged; false when a limit was met, so that there may be others. */
bool qm__inch_risks(qm__inch_search *search, const qm__inch_plan *plan, qm_place goal, qm_reach_way out[QM_RISKS]);

/* ------------------------------------------------------------------------------------------------------------ sight */

/* How much of B is seen from the top of A, what hides it, and their distance in space; arcs and relation by quarters of
 * their facings. Fills all members that geometry knows, and whether they are enemies. */
void qm__inch_see(const qm_scenario *scenario, const qm__inches *inches, const qm_state *state, uint16_t a, uint16_t b,
                  void *search, qm_sight *sight);
/* How much is seen and what hides the rest, where a family has found that itself. */
void qm__inch_tell_seen(const qm__seen *seen, qm_sight *sight);
/* All that hides any of it, those that hide most first. */
void qm__inch_tell_hiders(const qm__seen *seen, qm_hider hiders[QM_HIDERS_MAX]);

#endif
