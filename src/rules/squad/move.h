/* Moves and charges of units: what judging leaves for play.
 *
 * An order names models and their legs. Each model's legs become a path of hops with their costs; what a path leads
 * over and a check is rolled for is a hazard of the unit, which all models that meet it share. path_judge.c: the legs
 * of one model. fly.c: those of one that flies. cross.c: what a way on foot leads over; known.c: what of that an order
 * given anew may meet. near.c: how near a way comes to enemies. rect.h: rectangular bases. move_judge.c: all models
 * together; goal.c, goal_way.c and goal_charge.c: models for whom places are found; ways.c, detour.c and arrive.c: ways
 * of plans. move_play.c: carried out; short.c, stop.c: models that get less far; fall.c: those who fall; mend.c: units
 * that a fall tears apart.
 */
#ifndef QM_RULES_SQUAD_MOVE_H
#define QM_RULES_SQUAD_MOVE_H

#include "rules/squad/squad.h"

enum { SQ_HOPS_MAX = 2 * QM_LEGS_MAX, SQ_MEETS_MAX = 512, SQ_HAZARDS_MAX = SQ_FLOWN_MAX, SQ_POINTS_MAX = QM_WAYS_MAX };

enum {
    SQ_HAZARD_LOW,    /* an obstacle that is crossed (SQ-07) */
    SQ_HAZARD_GROUND, /* difficult ground, likewise */
    SQ_HAZARD_CLIMB,  /* SQ-09 */
    SQ_HAZARD_LEAP,   /* SQ-10 */
    SQ_HAZARD_DROP    /* SQ-11 */
};

/* Something that is rolled for once, for all models that share it. Its number is that of its bit in sq_game; so many
 * bits higher is the one for the fall of a leap that failed. */
typedef struct sq_hazard {
    uint8_t kind;
    uint8_t rolls;   /* 0 = it was rolled for before the move was broken off, or needs none */
    uint16_t thing;  /* the solid that is crossed, climbed or left, from 1 (0 = the ground); GROUND: the area */
    uint16_t figure; /* who rolls: the first that comes there, for the unit or for itself */
    int16_t stat;
    int32_t z; /* LEAP, DROP: the height that is landed on */
} sq_hazard;

/* A model comes to a hazard. */
typedef struct sq_meet {
    uint16_t hazard;
    uint16_t zero;
    int32_t spent;  /* movement used up before it */
    int32_t across; /* LOW: used up when it is behind the model, or when the model stops on top of it */
    int32_t height; /* LOW: of the step, CLIMB: of the face, DROP: depth */
} sq_meet;

/* A leg as it will be carried out. */
typedef struct sq_hop {
    uint8_t leg; /* SQ_LEG_… */
    uint8_t zero;
    uint16_t first_meet, meet_count;
    uint16_t first_point, point_count; /* its way, from where it begins to where it ends, in straight pieces */
    uint16_t facing;                   /* with which it is gone */
    int32_t before, cost;              /* movement used up when it begins and when it is done, from the beginning */
    int32_t out_x, out_y;              /* LEAP: away from the edge, in thousandths */
    qm_place to;
} sq_hop;

/* What one model does. */
typedef struct sq_path {
    uint16_t figure;
    uint16_t first_hop, hop_count;
    uint16_t began, facing; /* as it faces before and after */
    int32_t allowance;
    int32_t cost; /* with turns */
    qm_place end;
} sq_path;

typedef struct sq_prepared {
    uint16_t path_count, hop_count, meet_count, hazard_count, point_count;
    uint16_t target; /* charge: first model of the unit charged */
    uint16_t zero[2];
    sq_path paths[QM_PARTS_MAX];
    sq_hop hops[SQ_HOPS_MAX];
    sq_meet meets[SQ_MEETS_MAX];
    sq_hazard hazards[SQ_HAZARDS_MAX];
    qm_place points[SQ_POINTS_MAX];
} sq_prepared;
_Static_assert(sizeof(sq_prepared) <= UINT16_MAX, "what is prepared has room");

/* One model's part of an order being judged. */
typedef struct sq_going {
    qm__judging *j; /* as if the order were this model's: reasons are its own */
    const qm_scenario *s;
    const qm_state *st;
    const sq_settings *set;
    sq_prepared *prepared;
    sq_path *path;
    qm__trek trek; /* round bases */
    uint16_t figure;
    uint16_t leg;       /* from 1: in the order */
    uint16_t target;    /* first model of the unit charged; 0 = none */
    uint16_t facing;    /* now */
    bool anew;          /* the move was broken off: nothing new may be met */
    uint16_t end_thing; /* the solid on which the path ends, from 1; 0 = the ground */
    int32_t end_z;
    qm_place from; /* where the leg that is judged begins; the move, where its legs do not matter */
    qm_place here;
    double cost; /* movement used up */
} sq_going;

/* move_judge.c: the legs of a move or charge, whoever's turn it is: plans and options try orders with it. */
void qm__sq_judge_legs(qm__judging *j);
/* What the order that is carried out was judged to do; NULL = it leads nobody anywhere, and ends a move. */
static inline const sq_prepared *sq_ordered(const qm__run *run) {
    const bool moves = run->order->kind == SQ_ORDER_MOVE || run->order->kind == SQ_ORDER_CHARGE;
    return moves ? run->prepared : NULL;
}
/* What a model does in an order; NULL = it is not named. */
static inline const sq_path *sq_path_of(const sq_prepared *p, uint16_t figure) {
    for (uint16_t i = 0; p && i < p->path_count; i++) {
        if (p->paths[i].figure == figure) {
            return &p->paths[i];
        }
    }
    return NULL;
}
/* known.c: notes what a move that is broken off has been rolled for, or may be; and whether an order given anew leads
 * over that (as in sq_hazard). */
void qm__sq_note_hazards(sq_game *game, const sq_prepared *p);
bool qm__sq_is_known(sq_game *game, uint8_t kind, uint16_t thing, int32_t z);
/* … and whether, in such an order, somebody of the unit may get anywhere over links at which nothing is rolled for. */
bool qm__sq_leads_surely(const qm_scenario *s, const qm_state *st, uint16_t first);
/* The roll of a hazard. */
uint16_t qm__sq_roll_of(uint8_t kind);
/* Whose legs are: the player's; found for the model; the same on trial, when nobody asks how far too long a way is. */
typedef enum sq_legs_of { SQ_LEGS_NAMED, SQ_LEGS_FOUND, SQ_LEGS_TRIED } sq_legs_of;
/* path_judge.c: judges legs that are this model's, the first of which has a number from 1 in the order (all of them, if
 * they were found); false after a reason. */
bool qm__sq_judge_path(qm__judging *j, uint16_t figure, const qm_leg *legs, uint16_t count, uint16_t leg, sq_legs_of of,
                       uint16_t target);
/* goal.c: finds places around a goal for all who are not named, the others being where their paths end, and judges the
 * paths there; `leg`: of the goal. False after a reason. */
bool qm__sq_judge_goal(qm__judging *j, qm_place goal, uint16_t leg, uint16_t target);
/* path_judge.c: the unit that is charged (its first model; 0 = none) is walked up to (SQ-05). */
void qm__sq_open_target(const qm_scenario *s, uint16_t target, qm__body *bodies);
/* … and a model that may not move because an enemy is too near (inside_inch): that enemy; 0 = it may. */
uint16_t qm__sq_held_by(const qm_scenario *s, const qm_state *st, uint16_t figure, uint16_t target);
/* … and what a model has that begins where it is; `ends`: where it ends, which is on a road where that is NULL. */
int32_t qm__sq_allowance(const qm_scenario *s, const qm_state *st, uint16_t figure, const qm_place *ends);
/* … and the most that a model may move, wherever it ends. */
int32_t qm__sq_farthest(const qm_scenario *s, const qm_state *st, uint16_t figure, uint16_t target);
/* move_judge.c: whether a unit is so far apart that no move could mend it, as far as distances go; or no move on foot, as
 * far as heights go as well. */
bool qm__sq_is_beyond_mending(const qm__judging *j, uint16_t target, bool on_foot);
/* mend.c: of a move that was broken off, an order for those yet to move that keeps the unit together and takes no
 * check, and what it was judged to do; false = none is found. */
bool qm__sq_find_mending(const qm_scenario *s, const qm_state *st, uint16_t first, void *search, sq_prepared *prepared,
                         qm_order *order);
/* goal_charge.c: the same for a charge that names nobody: one model is brought into contact, the others around it. */
bool qm__sq_judge_rush(qm__judging *j, uint16_t target);
/* goal_way.c: judging on trial, from where judging is. What it comes to can be taken over when it is legal (true), or
 * is forgotten. */
typedef struct sq_trial {
    qm__judging j;
    qm_verdict verdict;
    sq_prepared prepared;
} sq_trial;
void qm__sq_try(sq_trial *trial, const qm__judging *j);
bool qm__sq_take_trial(const sq_trial *trial, qm__judging *j);
/* What ways that are looked for may lead over: no link, those at which no check is rolled for, any. */
typedef enum sq_over { SQ_OVER_NONE, SQ_OVER_SURE, SQ_OVER_ANY } sq_over;
/* Legs that lead a model to a place where it could end, by itself: on foot, or straight if it flies; over links;
 * either. How many; 0 = none were found, and `why` (unless NULL) has the reason against the way on foot. */
enum { SQ_WAY_LEGS = 64 };
uint16_t qm__sq_find_walk(const qm__judging *j, uint16_t figure, qm_place to, uint16_t target, qm_leg legs[SQ_WAY_LEGS],
                          qm_reason *why);
uint16_t qm__sq_find_links(const qm__judging *j, uint16_t figure, qm_place to, uint16_t target, sq_over over,
                           qm_leg legs[SQ_WAY_LEGS]);
uint16_t qm__sq_find_way(const qm__judging *j, uint16_t figure, qm_place to, uint16_t target, sq_over over,
                         qm_leg legs[SQ_WAY_LEGS], qm_reason *why);

/* Whether a link leaps from an edge that is low enough to be stepped down from. */
static inline bool sq_is_low_leap(const qm__links *links, const qm__link *link) {
    return link->kind == QM__LINK_JUMP &&
           qm__level_height(links->levels, link->from) - link->below_z <= qm__levels_walker(links->levels)->step;
}
/* ask.c: what links cost a model, as qm__link_pricing wants it; the context is one of these. Leaps from low edges are
 * no shorter than stepping down and up, which searches know: they are not in these prices, and ways.c tries them. */
typedef struct sq_pricing {
    const qm_scenario *scenario;
    const qm_state *state;
    uint16_t figure;
    bool sure; /* only links at which no check is rolled for */
} sq_pricing;
/* What a link takes of a model's movement at least, from where it is, as the crow flies. */
double qm__sq_link_takes(const sq_model *m, const qm__link *link);
int qm__sq_price(const void *context, const qm__links *links, uint32_t number, qm__link_price out[QM__BANDS_MAX]);
/* ways.c: qm__inch_ways for a plan that is priced so, `memory` being the family's, of which `search` is a part. */
uint32_t qm__sq_ways(qm__inch_search *search, void *memory, const qm__inch_plan *plan, qm_place goal, qm_plan_way *ways,
                     uint32_t capacity);
/* … and the cheapest of these by how many checks it takes; false when a limit was met before any was found. */
bool qm__sq_risks(qm__inch_search *search, void *memory, const qm__inch_plan *plan, qm_place goal,
                  qm_reach_way out[QM_RISKS]);
/* arrive.c: the chance with which a model is at a place after a move that is prepared, as the odds of that order have
 * it; negative = too much can happen. `memory`: for a state; search memory holds nothing afterwards. */
typedef struct sq_arriving {
    const qm_scenario *scenario;
    const qm_state *state;
    const qm_order *order;
    const sq_prepared *prepared;
    void *memory, *search;
    uint16_t figure;
    qm_place goal;
} sq_arriving;
double qm__sq_arrival(const sq_arriving *a);
/* detour.c: ways around what a route meets on foot, low solids and difficult ground. A route is an order of a model's
 * legs alone; its links stay as they are. */
enum { SQ_AROUND_MAX = 8 };
typedef struct sq_around {
    qm__inch_search *search;        /* of the model, as begun for the plan */
    uint64_t difficult;             /* bits of areas */
    double limit;                   /* what legs on foot may come to, each by itself */
    uint16_t count;                 /* what is gone around … */
    uint16_t things[SQ_AROUND_MAX]; /* … a solid, from 1, or SQ_AROUND_AREA with an area, from 1 */
    bool cut;                       /* there was too much to look at: better ways may have been missed */
} sq_around;
enum { SQ_AROUND_AREA = 0x8000 };
/* Adds what the walks of a route meet, as far as there is room. */
void qm__sq_around_met(sq_around *a, const qm_order *route);
/* Writes the same route with walks that meet nothing of that; false = there is none. */
bool qm__sq_around_route(sq_around *a, const qm_order *route, qm_order *out);
/* The next hop, from where the model is; NULL after a reason that there is no room. */
sq_hop *qm__sq_hop_add(sq_going *g, uint8_t leg, qm_place to);
/* Gives a hop its way; false after a reason. */
bool qm__sq_points_add(sq_going *g, sq_hop *hop, const qm_place *points, uint16_t count);
/* Refuses for the model at a place; the reason, to be completed. */
qm_reason *qm__sq_refuse_at(sq_going *g, uint16_t kind, qm_place at);
/* Refuses with two lengths; false, for the caller to return. */
bool qm__sq_refuse_lengths(sq_going *g, uint16_t kind, qm_place at, double needed, double had);
/* How far the movement of a path suffices that costs more than there is: a link is taken whole or not at all. */
qm_place qm__sq_suffices(const sq_going *g);

/* cross.c: notes what the hop, whose points are known, leads over on foot, and adds what that costs to *cost; false
 * after a reason. */
bool qm__sq_note_crossings(sq_going *g, const qm__levels *levels, sq_hop *hop, double *cost);
/* Notes that the hop meets a hazard; NULL after a reason. `thing`, `z`: as in sq_hazard. */
sq_meet *qm__sq_note_meet(sq_going *g, sq_hop *hop, uint8_t kind, uint16_t thing, int32_t z, bool rolls, double spent,
                          qm_place at);

/* fly.c: a leg of a model that flies, straight there; false after a reason. */
bool qm__sq_fly(sq_going *g, qm_place to);
/* … and its end: what heights cost, where movement suffices to, who is too near. False after a reason. */
bool qm__sq_fly_end(sq_going *g);
/* The place to which its movement suffices, with what the height of the surface there costs. */
qm_place qm__sq_fly_suffices(const sq_going *g);
/* The place after such a length in plan on a path through the air, on the highest surface there. */
qm_place qm__sq_fly_along(const qm_scenario *s, const sq_prepared *p, const sq_path *path, double length);

/* near.c: the length in plan of straight pieces. */
double qm__sq_length(const qm_place *points, uint16_t count);
/* Begins a leg where the model is: who has left an enemy's inch keeps it from there on, unless that enemy's does
 * not count in the whole move (inside_inch). Of those who fly only the end matters. */
void qm__sq_begin_leg(sq_going *g);
/* Refuses a way on foot, in straight pieces, that comes too near to an enemy (SQ-05). */
bool qm__sq_judge_near(sq_going *g, const qm_place *points, uint16_t count);
/* The same for a leap or a jump down, which keeps off enemies in space, or only where it lands. */
bool qm__sq_judge_flight(sq_going *g, qm_place from, qm_place to);
/* How near a base comes to another while it turns where it is, by so many parts of a turn to the left; and how many are
 * between two facings, the shorter way. */
double qm__sq_turn_distance(const qm_scenario *s, const qm__body *body, int32_t turn, const qm__body *other);
int32_t qm__sq_turn_by(uint16_t from, uint16_t to);
/* Refuses to turn a base where it is, if that brings it too near to an enemy. */
bool qm__sq_judge_turning(sq_going *g, uint16_t facing);
/* Refuses an end too near to an enemy, of one whose way there does not matter. */
bool qm__sq_judge_landing(sq_going *g);
/* Puts what geometry said about enemies into the words of the rules, of a way on foot or a flight: reasons from `first`
 * on. */
void qm__sq_reword(sq_going *g, uint16_t first, bool flight, qm_place from, qm_place to);

/* What play notes in run->vars: whether it was settled what a unit that is torn apart does; its models on the table when
 * the order was begun; what the model that is moving had used up when its last check failed; bits of its models, counted
 * from the first, that fell and may go on, the higher half behind the lower one. */
enum { SQ_VAR_ASKED, SQ_VAR_PRESENT, SQ_VAR_USED, SQ_VAR_FALLEN, SQ_VAR_FALLEN_HIGH };

/* move_play.c: whether a leap or a jump down that has failed is on a model's way. */
bool qm__sq_is_bound(const qm__run *run, const sq_prepared *p, const sq_path *path);
/* short.c: where one stops whose movement does not suffice: what it uses up, and how that is told. */
typedef struct sq_stop {
    int32_t spent;
    uint16_t event;
} sq_stop;
/* Whether a model that has so much in all stops at an obstacle or a face that it meets; whether it stops elsewhere on a
 * hop. */
bool qm__sq_stops_at(const qm_scenario *s, const sq_prepared *p, const sq_hop *hop, const sq_meet *meet, int32_t left,
                     sq_stop *out);
bool qm__sq_stops_on(const sq_hop *hop, int32_t left, sq_stop *out);
/* Takes off the movement of those yet to move what they may not use up, so that a unit whose order has become too long
 * ends together, and outside of the inch of a unit that it charges in vain. */
void qm__sq_hold_back(qm__run *run, const sq_prepared *p);
/* At the end of a charge that got nobody into contact: takes those of the unit who came within the inch of the unit
 * charged out of it. */
void qm__sq_end_off(qm__run *run, uint16_t target);
/* The same inch for one model that loses movement on its way. */
void qm__sq_stay_off(qm__run *run, const sq_prepared *p, const sq_path *path);

/* What of so much is for the way of a hop: a rectangle that is cut short pays for how it has been turned before, and
 * what a model has used up is not lost again. Negative: it cannot turn for that. */
int32_t qm__sq_left_on(const qm__run *run, const sq_path *path, const sq_hop *hop, int32_t left);
/* stop.c: how far along a hop a model gets that uses up so much of what it has in all, where it can stand; its place.
 */
qm_place qm__sq_stop_on(qm__run *run, uint16_t figure, const sq_prepared *p, const sq_hop *hop, int32_t spent,
                        int32_t left);
/* The place to which so much movement suffices along straight pieces, on the surface that the base is on there; so far
 * apart from a step that is too high for it. */
qm_place qm__sq_along(const qm_scenario *s, const qm__levels *levels, const qm_place *points, uint16_t count,
                      double movement, double apart);
/* A place as one on the levels of a base. */
static inline qm__spot sq_spot(const qm__levels *levels, qm_place at) {
    return (qm__spot){at.x, at.y, qm__level_of(levels, at.x, at.y, at.z)};
}
/* What a step of a way on foot costs beside its length, up or down. */
static inline int32_t sq_step_cost(const qm_scenario *s, int32_t rise) {
    const sq_settings *set = sq_set(s);
    if (rise > 0) {
        return set->low_height == SQ_LOW_HEIGHT_COUNTS ? rise : 0;
    }
    return set->drop_cost == SQ_DROP_COST_COUNTS ? -rise : 0;
}
/* How a model ends that has so much in all and comes to rest with a facing: as ordered, if turning there is possible.
 */
uint16_t qm__sq_facing_at(qm__run *run, const sq_path *path, qm_place at, uint16_t facing, int32_t left);
/* Whether a model can stand at a place beside all who stand now, those of its unit that are yet to move left out;
 * the nearest places where it can, outside of the inch of enemies, all that are equally near, and how many; and one
 * place, outside of that inch if there is one. */
bool qm__sq_free_at(qm__run *run, uint16_t figure, qm_place at);
uint16_t qm__sq_nearest_outside(qm__run *run, uint16_t figure, qm_place at, qm_place out[QM_STANDS_MAX]);
qm_place qm__sq_nearest_free(qm__run *run, uint16_t figure, qm_place at);

/* fall.c: puts a model that came down too near to enemies at the nearest place that is not: a die picks one of several.
 * False = there is none, and it stays. */
bool qm__sq_put_outside(qm__run *run, uint16_t figure);
/* A leap that failed: the model comes down below. How deep it fell. */
int32_t qm__sq_fall(qm__run *run, uint16_t figure, const sq_hop *hop);
/* One who fell and may go on: straight to where hops lead that come next, with so much used up, which is counted on.
 * Whether it gets to the end of them. */
bool qm__sq_walk_on(qm__run *run, uint16_t figure, const sq_hop *hops, uint16_t count, int32_t *spent);

#endif
