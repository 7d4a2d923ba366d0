/* Shooting: the order, from what is declared to what falls. What its files share.
 *
 * "Rifles shoot at Orks" shoots all weapons at one unit; "Rifles shoot with rifle at Orks with machine_gun at Boars"
 * splits them, in the order in which they are to be rolled. shoot_judge.c reads that and prepares it (sq_fire in
 * aim.h), shoot_play.c rolls, shoot_odds.c forecasts, shoot_list.c tells who shoots; all take batches from batches.c
 * and steps from volley.h, so that what is forecast is what is rolled.
 */
#ifndef QM_RULES_SQUAD_SHOOT_H
#define QM_RULES_SQUAD_SHOOT_H

#include "rules/squad/aim.h"

/* A hit that waits to be given or saved. */
typedef struct sq_hit {
    uint8_t list, batch; /* whose batch made it */
    int16_t ap;
} sq_hit;

enum { SQ_HITS_KEPT = QM_TAPE_MAX / 2 }; /* each of them needs two bytes of tape at the least */

/* The batches of a group that throws. */
typedef struct sq_thrown {
    uint16_t group, count;
    sq_aimed aimed;
    uint64_t valid[SQ_VOLLEY_BATCHES]; /* to whom hits of each batch may be given; 0 = it does not shoot */
    uint64_t any;                      /* living valid targets of all of them */
    sq_batch batches[SQ_VOLLEY_BATCHES];
} sq_thrown;

/* Working memory of shooting, in the search memory behind the list of options. */
typedef struct sq_shooting {
    sq_scene scene; /* first: qm__sq_scene puts it there */
    sq_volley_rules rules;
    sq_target_unit units[SQ_VOLLEY_UNITS];
    /* While an order is played. */
    uint32_t shot, at; /* groups that have shot, and how far the order has been gone through */
    uint32_t hit_count, hit_at;
    uint64_t doubts;   /* a hash of the answers about sights in doubt */
    uint64_t progress; /* … of what the dice of a batch have shown so far that is under way */
    uint64_t then;     /* … of who lived when the hits were thrown */
    sq_hit hits[SQ_HITS_KEPT];
    uint8_t given[SQ_HITS_KEPT];                 /* to which model, from 1 */
    uint8_t asked[QM_PARTS_MAX][QM_FIGURES_MAX]; /* sights in doubt that were asked about */
    sq_pile piles[SQ_VOLLEY_MODELS];
    sq_stake stakes[SQ_VOLLEY_MODELS];
    uint8_t faces[SQ_VOLLEY_DICE];
    sq_thrown thrown[SQ_VOLLEY_GROUPS];
    sq_fire fire; /* of a question: what could be shot */
    /* While one is forecast. */
    sq_group groups[SQ_VOLLEY_GROUPS];
} sq_shooting;

/* Sets out: the scene, the targets as they are, and the readings. */
sq_shooting *qm__sq_shooting(const qm_scenario *scenario, const qm_state *state, const sq_fire *fire, void *search);
/* A batch list of a group for those alive, united. */
void qm__sq_throw(sq_shooting *shooting, const sq_fire *fire, uint32_t group, const uint64_t *alive, sq_thrown *out);
/* The living models of each target. */
void qm__sq_alive_units(const sq_shooting *shooting, const sq_fire *fire, uint64_t *alive);

/* The most hits that one die of a model's weapon can make. */
int32_t qm__sq_die_hits(const qm_scenario *scenario, const int32_t *weapon, uint16_t figure);

/* Why a group cannot shoot, in words. */
qm_reason qm__sq_bar_reason(const sq_fire *fire, const sq_shots *shots, const sq_bar *bar);

void qm__sq_see(const qm_scenario *scenario, const qm_state *state, uint16_t a, uint16_t b, void *search,
                qm_sight *sight);
void qm__sq_see_unit(const qm_scenario *scenario, const qm_state *state, uint16_t a, uint16_t b, void *search,
                     qm_unit_sight *sight);
void qm__sq_judge_shoot(qm__judging *j);
void qm__sq_play_shoot(qm__run *run);
bool qm__sq_forecast(const qm_scenario *scenario, const qm_state *state, const qm_order *order, const void *prepared,
                     qm_policy policy, void *search, qm_forecast_result *out);
void qm__sq_tally(const qm_scenario *scenario, const qm_forecast_result *forecast, const qm_events *events,
                  int32_t *values);
uint32_t qm__sq_list_shots(const qm_scenario *scenario, const qm_state *state, const qm_order *order,
                           const void *prepared, void *search, qm_shot *out, uint32_t capacity);

/* SQ-21, SQ-23, SQ-29: what the number that a batch hits with is made of. */
void qm__sq_hit_terms(const sq_shooting *shooting, const sq_thrown *thrown, uint32_t number, qm_term *terms,
                      uint16_t *count);

#endif
