/* Climbs over walls that are too thin to stand on: from foot to foot, straight over the top.
 *
 * A leg "climb" that leads from beside one to beside it on the other side is one climb up and one down: two checks in
 * one hop (or one, over_wall), and who fails either of them is left at the first foot. Links lead over those with
 * parallel faces; a leg may lead over any.
 *
 * Invariant: only a wall whose top has no place to stand on the way is climbed so; any other is climbed in two legs.
 */
#include "rules/warband/leg_judge.h"

#include "space/table/links_inside.h"

enum { CLAUSE_STANDING = 15 - 1 };

/* The check of the way down is made on top of the wall. */
static void tell_second(const wb_taking *t, const qm__over *found) {
    qm_verdict *verdict = t->trek->j->verdict;
    const qm_place to = t->leg->to;
    if (!t->trek->mute && verdict->check_count > 0 && verdict->checks_dropped == 0) {
        verdict->checks[verdict->check_count - 1].at =
            (qm_place){t->from.x + (to.x - t->from.x) / 2, t->from.y + (to.y - t->from.y) / 2, found->top};
    }
}

static bool take_over(wb_taking *t, const qm__over *found) {
    const double heights = (double)(found->top - t->from.z) + (found->top - t->leg->to.z);
    const double sideways = found->sideways, cost = qm__wb_climb_cost(t->set, heights, found->across, sideways);
    const bool free_way = t->set->wall_running == WB_WALL_RUNNING_ON;
    if (found->sheer || t->set->over_wall == WB_OVER_WALL_NO) {
        qm__trek_refuse(t->trek, found->sheer ? WB_REASON_CLIMB_BARRED : WB_REASON_CLIMB_OVER, t->leg->to)->word =
            (uint16_t)(found->prism + 1);
        return false;
    }
    if (!free_way && sideways > t->set->climb_leeway + qm__link_aside(found->face)) {
        return qm__wb_refuse_lengths(t->trek, WB_REASON_SIDEWAYS, t->leg->to, sideways, t->set->climb_leeway);
    }
    if (!qm__wb_could_check(t)) {
        return false;
    }
    qm__wb_foresee_stay(t);
    if (qm__units(t->trek->cost + cost) > t->trek->allowance) {
        return qm__wb_climb_short(t, t->leg->to, cost);
    }
    qm__wb_cite_leeway(t->trek, sideways);
    if (!t->trek->mute) {
        qm__cite(t->trek->j, CLAUSE_STANDING);
    }
    t->hop->check = qm__wb_leg_check(t, WB_CHECK_CLIMB, 0, qm__wb_over_checks(t->set));
    if (qm__wb_over_checks(t->set) > 1) {
        tell_second(t, found);
    }
    qm__wb_arrive(t->trek, t->leg->to, cost + qm__trek_ground(t->trek, qm__inch_spot(t->trek->base, t->leg->to)));
    return qm__wb_add_hop(t);
}

bool qm__wb_judge_over(wb_taking *t, bool *thin) {
    const qm__inch_base *base = t->trek->base;
    qm__over found;
    *thin = qm__inch_can_be(base, &t->trek->search->crowd, t->leg->to, false, NULL) &&
            qm__over_find(base->levels, t->trek->here, qm__inch_spot(base, t->leg->to), &found);
    return *thin && take_over(t, &found);
}
