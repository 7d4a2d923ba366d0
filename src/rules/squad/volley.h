/* A volley: what the dice of a shooting unit do to the units it shoots at. Dice and wounds only, no geometry: who sees
 * whom, at what range and through what cover has been worked out by the caller and comes in as numbers.
 *
 * Two things live here, made of the same pieces so that they cannot drift apart:
 *  - the steps, for play: what a face of a die means, which model takes a hit, what it must roll to save itself;
 *  - qm__sq_volley_odds, for forecasts: the exact chances of every number of hits, unsaved hits, wounds and models
 * lost.
 *
 * How a volley goes (SQ-19 to SQ-29). A volley is a list of weapon groups in the order in which the shooter wants them;
 * a group is all instances of one weapon and shoots at one unit. It consists of batches: d10 that are thrown by one
 * shooter, or by several for whom everything is the same. Groups shoot one after the other; a group
 *  1. throws all its dice. A face at or under the accuracy is a hit; abilities make more hits of it or raise its AP;
 *  2. has its hits given to models by the defender, each to a living model that was a valid target;
 *  3. sees each hit ignored (an ability of the target), saved (Save - AP + cover), or else cost a wound; at no wounds a
 * model is lost. The order of hits: batch by batch in the order given. Within a batch, where hits are given one by one:
 * die by die, of each die first its own hit and then its extra hits; where all are given before any save: those with
 * the highest AP first. A hit for which no valid model lives any more is lost; it counts as a hit and nothing is rolled
 * for it.
 *
 * Who may shoot. A batch shoots if, when its group throws, one of its valid models lives; a group, if one of its
 * batches does. The group that shoots next is the first in order that has not yet shot and can (`recheck_end`: the
 * groups in order, and then once more those that could not when it was their turn). When none can, the volley is over
 * and what is left is not made. That covers impossible shots that become possible (SQ-20) and targets that are gone or
 * hidden alike. What a group can shoot when others have fallen is told by the caller's `look`; without one the batches
 * stay as declared, less the dead.
 *
 * How it is reckoned. A programme over (wounds left of every model), die by die, that merges equal positions: forty
 * dice against ten models go through a few hundred numbers. Units are reckoned apart when nothing ties them together
 * (no `look`), jointly otherwise. Rejected: the general walk over rolls and choices (it re-runs the whole order for
 * every class of every die), and closed formulas (they end where the defender's choice depends on the wounds that are
 * left).
 */
#ifndef QM_RULES_SQUAD_VOLLEY_H
#define QM_RULES_SQUAD_VOLLEY_H

#include "quickmarch/game.h"

/* ----------------------------------------------------------------------------------------------------------- limits */

/* What lies beyond them is refused with QM_ERROR_USAGE. */
enum {
    SQ_VOLLEY_UNITS = 8,
    SQ_VOLLEY_MODELS = 64, /* of one unit: the bits of a mask */
    SQ_VOLLEY_WOUNDS = 99, /* of one model */
    SQ_VOLLEY_GROUPS = 32,
    SQ_VOLLEY_BATCHES = 64,  /* of one group */
    SQ_VOLLEY_DICE = 999,    /* of one batch */
    SQ_VOLLEY_HITS = 4000,   /* that can be made at one unit */
    SQ_SHOT_ABILITIES = 6,   /* of one batch */
    SQ_SHOT_EXTRA = 9,       /* extra hits of one ability */
    SQ_VOLLEY_NUMBER = 100,  /* accuracy, AP, Save and cover: from minus this to this */
    SQ_VOLLEY_STATES = 2048, /* a usual limit for qm__sq_volley_size */
    SQ_RISK_WHOLE = 1000     /* a risk is a whole number of thousandths */
};

/* ------------------------------------------------------------------------------------------------------------ input */

/* What abilities do to the dice of a batch. Of one kind there may be several: what they add is added up. */
enum {
    SQ_SHOT_NONE,
    SQ_SHOT_EXTRA_HITS, /* a hit with face `on` or less makes `amount` plain hits more; these trigger nothing (SQ-22) */
    SQ_SHOT_MORE_AP,    /* a hit with face `on` or less has `amount` more AP */
    SQ_SHOT_REROLL_MISSES /* every miss is thrown once more */
};
typedef struct sq_shot_ability {
    uint8_t what, on, amount;
} sq_shot_ability;

typedef struct sq_batch {
    uint64_t valid; /* models of the target unit that are valid targets of these shooters */
    uint16_t dice;
    int8_t accuracy;                              /* to roll at or under, all modifiers in it */
    int8_t ap;                                    /* of the weapon's base profile */
    sq_shot_ability abilities[SQ_SHOT_ABILITIES]; /* in any order; unused ones are zero */
    int8_t cover[SQ_VOLLEY_MODELS]; /* what each target model's cover adds to its Save against these shooters:
                                     * see qm__sq_cover for point blank */
} sq_batch;

typedef struct sq_group {
    uint8_t unit;       /* its target */
    uint8_t count;      /* batches that it can shoot when it is declared; 0 = an impossible shot */
    uint16_t hits_most; /* hits it can ever make, whatever `look` tells; 0 = as many as these batches can */
    const sq_batch *batches;
} sq_group;

typedef struct sq_target {
    uint8_t wounds; /* left; 0 = not among the living */
    int8_t save;
    uint8_t ignore;  /* its best ability to ignore a hit: a d10 of this or less, 0 to 9; 0 = none */
    bool save_again; /* a failed save is thrown once more */
} sq_target;

typedef struct sq_target_unit {
    uint8_t count;
    sq_target models[SQ_VOLLEY_MODELS]; /* in roster order */
} sq_target_unit;

/* How the defender gives out hits (SQ-24). */
enum {
    SQ_HITS_ONE_BY_ONE, /* a hit is given, saved and its victim removed before the next */
    SQ_HITS_ALL_FIRST,  /* all are given, then all saved; what falls on a dead model is lost */
    SQ_HITS_SPREAD      /* all first, and evenly: always to one of those that were given the fewest */
};

/* Readings; zero is the default of the rulebook, but for the two flags at the end, which are on there. */
typedef struct sq_volley_rules {
    uint8_t assignment;  /* SQ_HITS_… */
    uint8_t policy;      /* qm_policy: who of those that may take a hit takes it */
    bool all_hits_first; /* all groups that can shoot when they are declared throw before any hit is given; they are
                          * resolved in order, the rest afterwards one by one. Not set: group after group */
    bool as_declared; /* a group that could shoot when declared keeps the batches of then. Not set: what `look` tells */
    bool recheck_end; /* groups that cannot shoot at their turn are looked at once, after all others; not set: after
                         each */
    bool by_shooter; /* a hit goes to a valid target of its own batch; not set: of any batch of the group that shoots */
    bool ignore_by_hit; /* each model uses its own ability to ignore hits; not set: against one group only the best
                         * ability of the living valid models when it throws, and only by models that have it (SQ-25) */
    bool one_hits;      /* a 1 hits whatever the accuracy */
    bool one_saves;     /* a 1 saves whatever the Save */
} sq_volley_rules;

/* What a group can shoot when only these live: a mask for each unit. Writes at most SQ_VOLLEY_BATCHES batches and
 * returns how many; 0 = nothing. A pure function: it is asked once for each group and set of masks, and not for those
 * at the start. */
typedef uint32_t sq_look(void *context, uint32_t group, const uint64_t *alive, sq_batch *batches);

typedef struct sq_volley {
    sq_volley_rules rules;
    uint8_t unit_count, group_count;
    const sq_target_unit *units;
    const sq_group *groups;
    sq_look *look; /* NULL: who can shoot whom does not depend on who has fallen */
    void *context;
} sq_volley;

/* ---------------------------------------------------------------------------------------------- the steps, for play */

/* The part of a cover's bonus that counts: none at point blank (SQ-30); a malus stays there, if it does. */
int qm__sq_cover(int cover, bool close, bool malus_stays);

/* What one face means for a die of a batch. */
typedef struct sq_die {
    bool hit;
    bool again;    /* a miss that may be thrown once more (never when `thrown_again`) */
    int16_t ap;    /* of the hit */
    uint8_t extra; /* plain hits beside it, with the AP of the batch */
} sq_die;
sq_die qm__sq_die(const sq_volley_rules *rules, const sq_batch *batch, int face, bool thrown_again);

/* The AP of every hit of a batch in the order in which the hits are given out, from the faces of its dice, each the
 * last one thrown for its die. Writes at most `capacity`; returns how many hits there are. */
uint32_t qm__sq_hits(const sq_volley_rules *rules, const sq_batch *batch, const uint8_t *faces, int16_t *aps,
                     uint32_t capacity);

/* Which models live, from their wounds. */
uint64_t qm__sq_alive(const uint16_t *wounds, uint32_t count);
/* The models to whom the hits of a batch may be given, among those that live when the group throws; 0: it does not
 * shoot. */
uint64_t qm__sq_valid(const sq_volley_rules *rules, const sq_batch *batches, uint32_t count, uint32_t batch,
                      uint64_t alive);
/* The roll at or under which a model ignores a hit of a group, 0 = none. `valid`: living valid targets of any batch of
 * the group when it throws. */
int qm__sq_ignore(const sq_volley_rules *rules, const sq_target_unit *unit, uint64_t valid, uint32_t model);
/* The roll at or under which a model saves, before a 1 and a 10 have their say: Save - AP + cover. */
int qm__sq_save_needed(const sq_target *target, int ap, int cover);
/* What a die must show at most to hit or save, a 1 and a 10 having had their say: 0 to 9. */
int qm__sq_cut(int needed, bool one_passes);
/* Whether a face saves. */
bool qm__sq_saves(const sq_volley_rules *rules, int needed, int face);
/* By how much a save was failed (SQ-29): the roll less what was needed; on a 10 less the printed Save, or (`by_needed`)
 * again what was needed. */
int qm__sq_failed_by(const sq_target *target, int needed, int face, bool by_needed);
/* The chance, in thousandths and exact, that a hit is neither ignored nor saved. */
int qm__sq_risk(const sq_volley_rules *rules, const sq_target *target, int ignore, int needed);

/* Hits that have been given to one model and not been saved yet: none where hits are given one by one. */
typedef struct sq_pile {
    uint32_t hits;
    double unsaved[SQ_VOLLEY_WOUNDS]; /* chance that so many of them will cost a wound, each number below the model's
                                         wounds */
} sq_pile;
void qm__sq_pile_start(sq_pile *pile, uint32_t wounds);
void qm__sq_pile_add(sq_pile *pile, uint32_t wounds, int risk);

/* What a hit would do to a model. */
typedef struct sq_stake {
    double lost;      /* chance that this very hit takes its last wound */
    double wounded;   /* chance that it takes a wound */
    uint32_t pending; /* hits it was given before and that are not saved yet */
} sq_stake;
/* pile: NULL = empty. */
sq_stake qm__sq_stake(uint32_t wounds, int risk, const sq_pile *pile);
/* Those of `valid` to whom the rules let the next hit be given: all, or those that were given the fewest. */
uint64_t qm__sq_may_take(const sq_volley_rules *rules, uint64_t valid, const sq_stake *stakes);
/* The one of `may` that takes it: QM_POLICY_FIRST, QM_POLICY_LAST in roster order, otherwise the automatic answer: the
 * one least likely to be lost by this very hit, then least likely to be wounded, then the first. It looks at this hit
 * only and not at those that follow. `may` is not empty. */
uint32_t qm__sq_takes(const sq_volley_rules *rules, uint64_t may, const sq_stake *stakes);

/* Batches that differ in nothing but their dice made one, in place; returns how many are left. Fewer batches are
 * faster. `into` (or NULL) tells of each, as they were, which of those left it is in now. */
uint32_t qm__sq_batches_unite(sq_batch *batches, uint16_t *into, uint32_t count);

/* ------------------------------------------------------------------------------------------------------------- odds */

/* chances[n] is the chance of exactly n; they add up to 1 within 1e-12. Lies in the caller's memory. */
typedef struct sq_spread {
    const double *chances;
    uint32_t count; /* 0 to count-1 are possible */
    double mean;
} sq_spread;

typedef struct sq_losses {
    sq_spread hits;    /* all that the dice made, also those that found nobody */
    sq_spread unsaved; /* hits that were given to a model, not ignored and not saved. One by one, these are the wounds;
                        * where all are given first, all saves are thrown, also for a model that dies of another hit */
    sq_spread wounds;  /* lost */
    sq_spread models;  /* lost */
} sq_losses;

typedef struct sq_volley_result {
    sq_losses all;                    /* units taken together */
    sq_losses units[SQ_VOLLEY_UNITS]; /* as many as the volley has */
    uint32_t states;                  /* the most positions that were held at once */
    uint32_t looks;                   /* how often `look` was asked */
} sq_volley_result;

/* How much memory, aligned to 16 bytes, lets a volley be reckoned with up to `states` positions at once of any kind:
 * wounds of units, units together, hits given and not yet saved. 0: the volley itself is not in order. */
size_t qm__sq_volley_size(const sq_volley *volley, uint32_t states);

/* The exact odds. Nothing is allocated and the volley is only read; the spreads stay good as long as the memory is left
 * alone. QM_ERROR_USAGE: something is outside the limits above, or `look` told something that is. QM_ERROR_LIMIT: the
 * memory is smaller than asked for, or there are more positions than `states`; nothing is told then, and sampling is
 * the caller's way out. */
qm_result qm__sq_volley_odds(const sq_volley *volley, uint32_t states, void *memory, size_t size,
                             sq_volley_result *result);

#endif
