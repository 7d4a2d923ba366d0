/* Aiming: what a shooting unit has to do with those it might shoot at, and what of that a volley needs. Geometry asked
 * for models of a state and turned into numbers; no dice.
 *
 * Who may shoot whom (SQ-13 to SQ-18). A model sees another if more than a third of it is visible from its eyes, past
 * terrain and other models; a weapon that is fired over everything needs no sight. A weapon reaches a target in its
 * long range, in an arc that it covers; range and arc are measured from base edge to base edge, of a mounted weapon
 * from its barrel or mount. Nobody shoots into a melee of friends.
 *
 * What a shot is worth (SQ-21, SQ-23, SQ-26, SQ-30). Beyond short range Accuracy is less. Cover is that of the model
 * that is hit: of the ground that it is on, or of an obstacle near its unit that most of the attacks at it cross; at
 * point blank it gives nothing.
 *
 * All of it depends on who is alive: one who falls no longer hides those behind, and the nearest target may be another
 * one. So batches are made anew for those who live (qm__sq_batches). What costs most, how much is seen, is found once
 * when the order is judged (qm__sq_sights): a fraction seen can only grow as models fall, so that a pair that sees is
 * done with, and so is one that terrain alone keeps apart; only the pairs in between are looked at again.
 *
 * Rejected: to find everything at each turn of a volley, which makes the odds of a volley a thousand times slower; and
 * to keep what is seen for every set of the living, which there are too many of.
 */
#ifndef QM_RULES_SQUAD_AIM_H
#define QM_RULES_SQUAD_AIM_H

#include "rules/squad/squad.h"
#include "rules/squad/volley.h"

/* ------------------------------------------------------------------------------------------------------- the scene */

/* A solid that can give cover. */
typedef struct sq_obstacle {
    uint16_t prism;
    int8_t cover;
    uint8_t zero;
} sq_obstacle;

/* Everybody where they are, in search memory. Figures are counted from 0 here, as bodies are. */
typedef struct sq_scene {
    const qm_scenario *scenario;
    const qm_state *state;
    void *scratch;                         /* of sight */
    uint16_t shooter;                      /* first model of the unit that looks, whose own models may hide nobody */
    uint16_t target;                       /* first model of the unit looked at, likewise; 0 = none yet */
    qm__body bodies[QM_FIGURES_MAX];       /* as they stand; no height = not on the table */
    qm__body blockers[QM_FIGURES_MAX];     /* the same, as they are in the way of sight */
    sq_obstacle obstacles[QM__PRISMS_MAX]; /* near the unit looked at */
    uint8_t hides[QM_PARTS_MAX][QM_FIGURES_MAX]; /* 1 = a sight in doubt that the players do not grant: by place in the
                                                  * unit of the shooters, and by slot (sq_fire) */
} sq_scene;

/* Sets the scene of a state: the first thing to do in search memory, where it goes behind the list of options. */
sq_scene *qm__sq_scene(const qm_scenario *scenario, const qm_state *state, uint16_t shooter, void *search);
/* Takes the models of a unit off the scene that are not in the mask, and puts back those that are. */
void qm__sq_scene_alive(sq_scene *scene, uint16_t first, uint64_t alive);
/* Says which unit is looked at. */
void qm__sq_scene_target(sq_scene *scene, uint16_t first);
/* The living models of a unit, a bit each. */
uint64_t qm__sq_scene_unit(const sq_scene *scene, uint16_t first);

/* ---------------------------------------------------------------------------------------------------------- sight */

enum {
    SQ_SIGHT_NOT,   /* terrain alone hides it */
    SQ_SIGHT_YES,   /* more than the part needed is seen */
    SQ_SIGHT_DOUBT, /* so near to that part that the players decide */
    SQ_SIGHT_LATER  /* not now, but perhaps when models have fallen */
};
/* What a fraction seen means: NOT, YES or DOUBT. */
uint8_t qm__sq_sight_of(const qm_scenario *scenario, double fraction);
/* How much one model sees of another as the scene is: from its own place, or (`stance`) from that of the best placed
 * equal model of its unit, which is told in `from`. `seen` may be NULL. */
double qm__sq_fraction(sq_scene *scene, uint16_t figure, uint16_t target, uint16_t *from, qm__seen *seen);
/* The same from its own place alone. */
double qm__sq_fraction_from(sq_scene *scene, uint16_t figure, uint16_t target, qm__seen *seen);
/* Where a model's eyes are. */
qm__eye qm__sq_eye(const sq_scene *scene, uint16_t figure);
/* Whether two models have the same equipment. */
bool qm__sq_equal(const qm_scenario *scenario, uint16_t a, uint16_t b);

/* --------------------------------------------------------------------------------------------- range, arcs, melees */

/* The distance between two models as ranges are measured: from base edge to base edge. */
double qm__sq_range(const sq_scene *scene, uint16_t a, uint16_t b);
/* Whether models of two units are in contact: they fight each other. */
bool qm__sq_fight(const sq_scene *scene, uint16_t first_a, uint16_t first_b);
/* The first model of the unit, friendly to the shooters, that a unit fights (SQ-14); 0 = none. */
uint16_t qm__sq_friend_in_melee(const sq_scene *scene, uint16_t shooter, uint16_t target);
/* Half of the width of a model's front arc. */
int32_t qm__sq_arc_half(const qm_scenario *scenario, const qm__body *body);
/* The first model of a unit that one fights; 0 = it is in no melee. */
uint16_t qm__sq_fights_any(const sq_scene *scene, uint16_t first);

/* ---------------------------------------------------------------------------------------------------------- cover */

/* What a kind of terrain (a row, from 1; 0 = none) adds to the Save of those in its cover. */
int qm__sq_cover_of_kind(const qm_scenario *scenario, uint16_t kind);
/* The cover that the ground under a model gives it, and (unless NULL) the number of that area, from 1. */
int qm__sq_ground_cover(const sq_scene *scene, uint16_t figure, uint16_t *area);

/* All solids that can give cover and are near to one of these models of a unit: into the scene. */
uint16_t qm__sq_obstacles(sq_scene *scene, uint16_t first, uint64_t alive);

/* Attacks that come from one point. */
typedef struct sq_line {
    qm__eye from;
    uint32_t attacks;
} sq_line;
/* The cover that a model has of such obstacles against these attacks, and (unless NULL) the number of the solid, from
 * 1. */
int qm__sq_obstacle_cover(const sq_scene *scene, uint16_t obstacles, const sq_line *lines, uint32_t line_count,
                          uint16_t figure, uint16_t *prism);
/* The better of both. `obstacles`: how many the scene has. `from`: where it comes from (unless NULL), a solid or,
 * beyond the number of solids, an area; 0 = nowhere. */
int qm__sq_model_cover(const sq_scene *scene, uint16_t obstacles, const sq_line *lines, uint32_t line_count,
                       uint16_t figure, uint16_t *from);

/* ----------------------------------------------------------------------------------------------------------- guns */

/* Weapons of one kind that one model has on one mount. */
typedef struct sq_gun {
    uint16_t figure;
    uint16_t weapon;  /* row of the weapon */
    uint16_t mount;   /* … and of the mount; SQ_ROW_NONE = it is carried */
    uint16_t attacks; /* dice */
} sq_gun;

enum { SQ_GUNS_MAX = 256 };

/* One declared group: all guns of one weapon, and the unit they shoot at. */
typedef struct sq_shots {
    uint16_t weapon;
    uint16_t target; /* first model */
    uint8_t unit;    /* its place among the targets */
    uint8_t zero;
    uint16_t gun_first, gun_count; /* in the guns of the order */
} sq_shots;

/* A shooting order, prepared. Its targets' models are numbered one after the other: `slot` of a unit and its place. */
typedef struct sq_fire {
    uint16_t shooter; /* first model of the unit */
    uint16_t group_count, gun_count;
    uint16_t unit_count;
    uint16_t units[SQ_VOLLEY_UNITS]; /* first models of the targets */
    uint16_t slots[SQ_VOLLEY_UNITS]; /* where their models begin in `sights` */
    uint64_t alive[SQ_VOLLEY_UNITS]; /* when it is declared */
    uint8_t can[SQ_VOLLEY_GROUPS];   /* 1 = the group can shoot when it is declared */
    sq_shots groups[SQ_VOLLEY_GROUPS];
    sq_gun guns[SQ_GUNS_MAX];
    uint8_t sights[QM_PARTS_MAX][QM_FIGURES_MAX]; /* SQ_SIGHT_ of each model of the unit, by slot */
} sq_fire;

/* Lists the guns of a unit that shoot, each weapon's one after the other, in the order of slots and models. False:
 * there are more than can be reckoned with. */
bool qm__sq_guns(const sq_scene *scene, uint16_t shooter, uint16_t weapon, sq_fire *fire, sq_shots *shots);
/* Finds how much is seen: fills fire->sights for the units it names. */
void qm__sq_sights(sq_scene *scene, sq_fire *fire);

/* What a pair whose sight is LATER or DOUBT comes to now: NOT, YES or DOUBT. `as_declared`: nobody has fallen since. */
uint8_t qm__sq_sight_now(sq_scene *scene, const sq_fire *fire, uint16_t figure, uint32_t unit, uint32_t model,
                         bool as_declared);

/* Why a group cannot shoot, or a gun of it. */
enum {
    SQ_BAR_NONE,
    SQ_BAR_GONE,  /* nobody of the target is left */
    SQ_BAR_MELEE, /* other: the friend */
    SQ_BAR_SELF,  /* the shooters fight it, or fight at all where that bars */
    SQ_BAR_SIGHT, /* nobody is seen */
    SQ_BAR_ARC,
    SQ_BAR_RANGE /* needed: how far the nearest seen is, had: the range */
};
typedef struct sq_bar {
    uint16_t what;
    uint16_t figure; /* SIGHT, ARC, RANGE: the gun's model that comes nearest to shooting */
    uint16_t other;
    uint16_t zero;
    int32_t needed, had;
} sq_bar;

/* What else is found about the batches of a group, for those who tell of it. */
typedef struct sq_aimed {
    uint16_t guns[SQ_VOLLEY_BATCHES];      /* of each batch the gun; when they have been united, the first one */
    uint16_t models[SQ_VOLLEY_BATCHES];    /* of united batches: how many models shoot in each */
    uint8_t far[SQ_VOLLEY_BATCHES];        /* 1 = beyond short range */
    uint8_t bare[SQ_VOLLEY_BATCHES];       /* 1 = point blank takes somebody's cover away */
    uint16_t dice_far, dice_bare;          /* of all of them */
    uint8_t mounted;                       /* 1 = some gun that shoots is mounted … */
    uint8_t several;                       /* … and has the target in more than one arc */
    uint16_t cover_from[SQ_VOLLEY_MODELS]; /* where each model's cover is from: see qm__sq_model_cover */
    double nearest[SQ_VOLLEY_BATCHES];     /* how far the nearest target is that each sees */
    sq_bar bar;                            /* there is none: why not */
    uint64_t unsighted, outside, beyond;   /* models with a gun that sees nobody, has nobody in an arc, in range: bits */
} sq_aimed;

/* What a group can shoot when only those live who are in the masks (one for each target unit): batches for the volley,
 * in the order of the guns, not united. Returns how many. The scene is left with these alive. */
uint32_t qm__sq_batches(sq_scene *scene, const sq_fire *fire, uint32_t group, const uint64_t *alive, sq_batch *batches,
                        sq_aimed *aimed);

#endif
