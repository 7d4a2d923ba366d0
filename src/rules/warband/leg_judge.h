/* A leg that is being judged: what leg_judge.c, flight_judge.c, fail_judge.c and over_judge.c share. */
#ifndef QM_RULES_WARBAND_LEG_JUDGE_H
#define QM_RULES_WARBAND_LEG_JUDGE_H

#include "rules/warband/warband.h"

typedef struct wb_taking {
    qm__trek *trek;
    const qm_leg *leg;
    wb_prepared *prepared;
    wb_ascent *ascent;
    const qm_scenario *s;
    const wb_settings *set;
    uint16_t figure;
    qm_place from;
    qm__inch_link link;
    wb_hop *hop; /* the next one of what is prepared */
} wb_taking;

/* The reasons and the roll of each kind of leg, and its clause (from 0). */
typedef struct wb_leg_words {
    uint16_t roll, start, end, contact, spent, over_figure, over_solid, edge, no_edge;
    uint16_t clause;
} wb_leg_words;
const wb_leg_words *qm__wb_leg_words(const wb_taking *t);

/* Why a leg cannot go well: the warning, the place that it would lead to, what that takes and what there is. */
typedef struct wb_sure_failure {
    uint16_t warning;
    qm_place to;
    double needed, had;
} wb_sure_failure;

/* Refuses with two lengths; false, for the caller to return. */
bool qm__wb_refuse_lengths(qm__trek *trek, uint16_t kind, qm_place at, double needed, double had);
/* Whether a check may be rolled on the leg, by its two ends (check_places); why not has been told. */
bool qm__wb_could_check(wb_taking *t);
/* The check of the leg, so many times what it is by itself; it is announced. */
wb_check qm__wb_leg_check(wb_taking *t, wb_checked what, int32_t height, uint8_t times);
/* A link without a check is taken in passing, unless it must not end on an ally (occupied_top); that has been told. */
bool qm__wb_could_pass(wb_taking *t);
/* Takes a leg of which it may be told that it fails by itself (WB_FAILS_…): it ends where that failure leaves the unit,
 * what follows lapses, and the player is warned. Where it falls to has been foreseen. Always true. */
bool qm__wb_fails_itself(wb_taking *t, wb_check check, uint8_t why, const wb_sure_failure *told_of);
/* Asks for the link of a leg. That it begins or ends somewhere else is told with how far off that is; but not across a
 * gap whose width nobody may know (WB-22). */
bool qm__wb_ask_link(wb_taking *t, qm__link_kind kind);
/* Whether the unit could walk straight from where it is to a place at its height, whoever is in the way. */
bool qm__wb_is_walked_to(const wb_taking *t, qm__xy at);
/* Pays for the link and goes there. Always true. */
bool qm__wb_take(wb_taking *t, double cost);
/* Cites the leeway of a climb that goes sideways (WB-17); wall running, where it goes farther (WB-33). */
void qm__wb_cite_leeway(const qm__trek *trek, double sideways);
/* Counts the hop, which has been filled but for its cost, after the leg has been paid for. Always true. */
bool qm__wb_add_hop(wb_taking *t);
/* Movement does not suffice for a climb: it is refused, or ends where it begins (climb_needs_reach). */
bool qm__wb_climb_short(wb_taking *t, qm_place to, double cost);

/* flight_judge.c: a jump across, and one down. */
bool qm__wb_judge_jump(wb_taking *t);
bool qm__wb_judge_drop(wb_taking *t);

/* fail_judge.c: what becomes of one who fails; nothing is noted of a mute trial.
 * It falls over an edge, to the highest surface below, outwards, or to the ground alone (WB-22, WB-23). */
void qm__wb_foresee_fall_over(wb_taking *t, qm__xy outward);
/* It falls at the spot that was chosen to land on (WB-27), clear of enemies. */
void qm__wb_foresee_fall_at(wb_taking *t);
/* It stays where the leg began; where it could not stop there, at the nearest place where it can (check_places any). */
void qm__wb_foresee_stay(wb_taking *t);

/* link_bar.c: tells, in place of a reason that speaks of another link, what bars the one that was asked for, if
 * something does: a railing (true if it is one), or terrain above the foot. */
bool qm__wb_railing(const wb_taking *t, qm_reason *reason);
void qm__wb_link_bar(const wb_taking *t, qm_reason *reason);

/* over_judge.c: a climb over a wall that is too thin to stand on. `thin`: whether the leg is one; only then the answer,
 * true when it may be taken, means something. */
bool qm__wb_judge_over(wb_taking *t, bool *thin);

#endif
