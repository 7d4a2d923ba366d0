/* Moves that come to difficult ground late (difficult_late): more movement is used there than the ground would leave,
 * so the unit ends its move at the border, in place of being refused.
 *
 * The way is judged as if there were movement without end, which tells where its border is; then the legs up to there
 * are judged as an order of their own. So an engage move that falls short and a move stop at the same places.
 *
 * Invariant: what is refused for anything else stays refused as it was told. Trials of plans and options never stop:
 * they look for orders that get to where they lead.
 */
#include <string.h>

#include "game/place.h"
#include "rules/warband/engage.h"

enum {
    CLAUSE_DIFFICULT = 31 - 1,
    HAIR = 1 /* unit: the border of an area lies half a unit inside of it */
};

/* The way with movement without end: whether it could be gone so, and comes to its ground late. */
static bool comes_late(const qm__judging *j, int32_t allowance, wb_prepared *way, wb_track *track) {
    qm_verdict verdict;
    qm__judging trial = qm__wb_trial(j->scenario, j->state, j->order, j->search, &verdict, way);
    if (!qm__wb_judge_legs(&trial, j->order->legs, j->order->leg_count, WB_ENDLESS) || way->unmeasured) {
        return false;
    }
    way->way_count = verdict.way_count;
    memcpy(way->way, verdict.way, verdict.way_count * sizeof *way->way);
    qm__wb_track(j->scenario, j->order->actor, way, track);
    const double border = qm__wb_track_border(track), left = qm__most((double)allowance - way->loss, 0);
    return way->loss > 0 && border > left + HAIR && border <= allowance;
}

/* The legs up to a mark; how many. */
static uint16_t legs_to(const qm_order *order, const wb_prepared *way, const wb_mark *mark, qm_leg out[WB_LEGS_MAX]) {
    uint16_t count = 0;
    while (count < mark->hop) {
        out[count] = order->legs[count];
        count++;
    }
    if (count > 0 && qm__place_same(way->hops[count - 1].to, mark->at)) {
        return count;
    }
    out[count] = order->legs[count];
    out[count].to = mark->at;
    return (uint16_t)(count + 1);
}

bool qm__wb_stop_late(qm__judging *j, int32_t allowance, const unsigned char head[WB_VERDICT_HEAD]) {
    wb_prepared way;
    wb_track track;
    qm_leg legs[WB_LEGS_MAX];
    if (wb_set(j->scenario)->difficult_late != WB_DIFFICULT_LATE_STOPS || j->brief ||
        !comes_late(j, allowance, &way, &track)) {
        return false;
    }
    qm__run run = {.scenario = j->scenario,
                   .state = (qm_state *)(uintptr_t)j->state, /* which is only looked at */
                   .order = j->order,
                   .prepared = &way,
                   .search = j->search};
    const wb_mark mark = qm__wb_track_stop(&run, &track, qm__least(qm__wb_track_border(&track), allowance), true);
    if (qm__place_same(mark.at, way.way[0])) {
        return false;
    }
    const uint8_t runs = ((wb_prepared *)j->prepared)->run;
    memcpy(j->verdict, head, WB_VERDICT_HEAD);
    wb_forget(j->prepared);
    ((wb_prepared *)j->prepared)->run = runs;
    const bool good = qm__wb_judge_legs(j, legs, legs_to(j->order, &way, &mark, legs), allowance);
    j->verdict->ending = QM_ENDS_SPENT;
    qm__cite(j, CLAUSE_DIFFICULT);
    return good;
}
