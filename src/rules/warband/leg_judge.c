/* One leg that is a link: whether it may be taken, what it costs, what is rolled for it. What all kinds share, climbs
 * and ladders; jumps across and down are in flight_judge.c, and where a failure leaves the figure is found in
 * fail_judge.c.
 *
 * Rejected: to let play find out about lengths and falls. Odds play an order thousands of times, and where a fall ends
 * does not depend on dice.
 */
#include <string.h>

#include "rules/warband/leg_judge.h"

#include "space/table/links_inside.h"

static const wb_leg_words told[WB_LEG_COUNT] = {
    [WB_LEG_CLIMB] = {WB_ROLL_CLIMB, WB_REASON_CLIMB_FOOT, WB_REASON_CLIMB_TOP, WB_REASON_ENDS_IN_CONTACT,
                      WB_REASON_CLIMB_TOO_FAR, 0, 0, 0, 0, 13 - 1},
    [WB_LEG_LADDER] = {WB_ROLL_LADDER, WB_REASON_LADDER_FOOT, WB_REASON_LADDER_TOP, WB_REASON_ENDS_IN_CONTACT,
                       WB_REASON_LADDER_SHORT, 0, 0, 0, 0, 28 - 1},
    [WB_LEG_JUMP] = {WB_ROLL_JUMP, WB_REASON_JUMP_TAKE_OFF, WB_REASON_JUMP_LANDING, WB_REASON_JUMP_CONTACT,
                     WB_REASON_JUMP_SHORT, WB_REASON_JUMP_OVER_FIGURE, WB_REASON_JUMP_OVER_SOLID, WB_REASON_JUMP_EDGE,
                     WB_REASON_JUMP_NO_EDGE, 21 - 1},
    [WB_LEG_DROP] = {WB_ROLL_DROP, WB_REASON_DROP_TAKE_OFF, WB_REASON_DROP_LANDING, WB_REASON_DROP_CONTACT,
                     WB_REASON_DROP_SHORT, WB_REASON_DROP_OVER_FIGURE, WB_REASON_DROP_OVER_SOLID, WB_REASON_DROP_EDGE,
                     WB_REASON_DROP_NO_EDGE, 24 - 1},
};

enum { CLAUSE_PASSING = 8 - 1, CLAUSE_LEEWAY = 17 - 1, CLAUSE_WALL_RUNNING = 33 - 1 };

const wb_leg_words *qm__wb_leg_words(const wb_taking *t) {
    return &told[t->leg->kind];
}

static bool same_place(qm_place a, qm_place b) {
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

bool qm__wb_refuse_lengths(qm__trek *trek, uint16_t kind, qm_place at, double needed, double had) {
    qm_reason *reason = qm__trek_refuse(trek, kind, at);
    reason->needed = qm__units(needed);
    reason->had = qm__units(had > 0 ? had : 0);
    return false;
}

/* -------------------------------------------------------------------------------------------------------------- ends
 */

/* Whether the unit could stop at one end of the leg: stands there, and touches no enemy that it may not (WB-09, WB-15,
 * WB-35). */
static bool could_stop(wb_taking *t, qm_place at, uint16_t kind, uint16_t contact_kind) {
    qm__trek *trek = t->trek;
    qm__obstruction why;
    if (!qm__inch_can_be(trek->base, &trek->search->crowd, at, true, &why)) {
        qm_reason *reason = qm__trek_refuse(trek, kind, at);
        reason->other = why.what == QM__BODY ? (uint16_t)(why.body + 1) : 0;
        if (!trek->mute && !trek->j->brief) {
            trek->j->verdict->stand_count = qm__inch_nearest(trek->search, at, trek->j->verdict->stands);
        }
        return false;
    }
    const uint16_t enemy = qm__wb_contact(t->s, trek->j->state, t->figure, at);
    if (enemy != 0 && enemy != t->prepared->target) {
        qm__trek_refuse(trek, contact_kind, at)->other = enemy;
        return false;
    }
    return true;
}

bool qm__wb_could_check(wb_taking *t) {
    if (t->set->check_places == WB_CHECK_PLACES_ANY) {
        return true;
    }
    const wb_leg_words *words = &told[t->leg->kind];
    /* Where it began to move it is already, whomever it touches. */
    return (same_place(t->from, t->trek->search->from) ||
            could_stop(t, t->from, words->start, WB_REASON_ENDS_IN_CONTACT)) &&
           could_stop(t, t->leg->to, words->end, words->contact);
}

/* A link without a check is taken in passing, unless it must not end on an ally. */
bool qm__wb_could_pass(wb_taking *t) {
    qm__obstruction why;
    if (qm__inch_can_be(t->trek->base, &t->trek->search->crowd, t->leg->to, true, &why)) {
        return true;
    }
    if (t->set->occupied_top == WB_OCCUPIED_TOP_PASS) {
        if (!t->trek->mute) {
            qm__cite(t->trek->j, CLAUSE_PASSING);
        }
        return true;
    }
    qm_reason *reason = qm__trek_refuse(t->trek, told[t->leg->kind].end, t->leg->to);
    reason->other = why.what == QM__BODY ? (uint16_t)(why.body + 1) : 0;
    return false;
}

/* ------------------------------------------------------------------------------------------------------------ checks
 */

/* The check of the leg; announced, unless it fails by itself where that may be told. */
wb_check qm__wb_leg_check(wb_taking *t, wb_checked what, int32_t height, uint8_t times) {
    qm_term terms[QM_TERMS_MAX];
    uint16_t count = 0;
    qm__trek *trek = t->trek;
    wb_check check = qm__wb_check(t->s, trek->j->state, t->figure, what, height, terms, &count);
    check.count = (uint8_t)(check.count * times);
    if (!trek->mute) {
        qm__wb_foresee(trek->j, trek->leg, told[t->leg->kind].roll, t->from, &check, terms, count);
    }
    return check;
}

bool qm__wb_fails_itself(wb_taking *t, wb_check check, uint8_t why, const wb_sure_failure *told_of) {
    qm__trek *trek = t->trek;
    t->hop->check = check;
    t->hop->check.fails = why;
    t->hop->cost = qm__units(trek->cost) + t->prepared->hidden;
    t->hop->unmeasured = t->prepared->unmeasured;
    t->prepared->hop_count++;
    if (trek->mute) {
        return true;
    }
    qm__cite(trek->j, told[t->leg->kind].clause);
    trek->j->verdict->chance = 0;
    qm_reason *warning = qm__warn(trek->j, told_of->warning);
    warning->leg = trek->leg;
    warning->at = told_of->to;
    warning->needed = qm__units(told_of->needed);
    warning->had = qm__units(told_of->had > 0 ? told_of->had : 0);
    warning->value = t->hop->fall;
    return true;
}

/* ------------------------------------------------------------------------------------------------------------ taking
 */

void qm__wb_cite_leeway(const qm__trek *trek, double sideways) {
    const wb_settings *set = wb_set(trek->j->scenario);
    if (sideways > QM__SLACK && !trek->mute) {
        const bool runs = set->wall_running == WB_WALL_RUNNING_ON && qm__units(sideways) > set->climb_leeway;
        qm__cite(trek->j, runs ? CLAUSE_WALL_RUNNING : CLAUSE_LEEWAY);
    }
}

bool qm__wb_add_hop(wb_taking *t) {
    qm__trek *trek = t->trek;
    t->hop->cost = qm__units(trek->cost) + t->prepared->hidden;
    t->hop->unmeasured = t->prepared->unmeasured;
    t->prepared->hop_count++;
    if (!trek->mute) {
        qm__cite(trek->j, told[t->leg->kind].clause);
    }
    return true;
}

bool qm__wb_take(wb_taking *t, double cost) {
    qm__trek_take(t->trek, &t->link, cost);
    return qm__wb_add_hop(t);
}

/* ------------------------------------------------------------------------------------------------------- what is asked
 */

bool qm__wb_is_walked_to(const wb_taking *t, qm__xy at) {
    int32_t level;
    return qm__walkable(t->trek->base->levels, NULL, t->trek->here, at, QM__SLACK, &level) &&
           level == t->trek->here.level;
}

bool qm__wb_ask_link(wb_taking *t, qm__link_kind kind) {
    const qm__links *links = t->trek->base->links;
    qm_verdict *verdict = t->trek->j->verdict;
    const uint16_t before = verdict->reason_count;
    if (qm__trek_ask(t->trek, kind, t->leg->to, false, &t->link)) {
        return true;
    }
    for (uint16_t i = before; i < verdict->reason_count; i++) {
        qm_reason *reason = &verdict->reasons[i];
        const bool elsewhere = reason->kind == WB_REASON_TAKE_OFF || reason->kind == WB_REASON_NO_LINK ||
                               reason->kind == WB_REASON_LANDING;
        if (elsewhere && (kind == QM__LINK_CLIMB || (kind == QM__LINK_DROP && links->rules.drop_to_foot))) {
            qm__wb_link_bar(t, reason);
        }
        if (!wb_jumps_unmeasured(t->set)) {
            continue;
        }
        const bool away = reason->kind == WB_REASON_TAKE_OFF || reason->kind == WB_REASON_LADDER_AWAY;
        if (away && !qm__wb_is_walked_to(t, (qm__xy){reason->at.x, reason->at.y})) {
            reason->kind = reason->kind == WB_REASON_TAKE_OFF ? WB_REASON_NO_LINK : WB_REASON_NO_LADDER;
            reason->at = t->leg->to;
            reason->needed = 0;
        } else if (reason->kind == WB_REASON_LANDING && kind != QM__LINK_DROP) {
            reason->kind = WB_REASON_LANDING_AT;
            reason->needed = 0;
        }
    }
    return false;
}

/* ------------------------------------------------------------------------------------------------ climbs and ladders
 */

bool qm__wb_climb_short(wb_taking *t, qm_place to, double cost) {
    if (t->set->climb_needs_reach == WB_CLIMB_NEEDS_REACH_NO) {
        const wb_check check = qm__wb_check(t->s, t->trek->j->state, t->figure, WB_CHECK_CLIMB, 0, NULL, NULL);
        return qm__wb_fails_itself(
            t, check, WB_FAILS_SHORT,
            &(wb_sure_failure){WB_REASON_SURE_CLIMB, to, cost, t->trek->allowance - t->trek->cost});
    }
    return qm__wb_refuse_lengths(t->trek, WB_REASON_CLIMB_TOO_FAR, to, cost, t->trek->allowance - t->trek->cost);
}

/* The solid at whose top a climb would end though it is barred, from 1; 0 = none. */
static uint16_t barred_top(const wb_taking *t) {
    const qm__table *table = &t->s->table;
    const qm_place to = t->leg->to;
    for (uint16_t i = 0; i < table->prism_count && wb_of(t->s)->bars_any; i++) {
        const qm__prism *prism = &table->prisms[i];
        if (prism->top == to.z && (prism->flags & QM__PRISM_IMPASSABLE) != 0 &&
            qm__polygon_has(table, &prism->polygon, to.x, to.y, QM__LINK_TOUCH)) {
            return (uint16_t)(i + 1);
        }
    }
    return 0;
}

/* Where the climb began that goes on with this face (climb_steps): before it, but for walks, the unit has climbed in
 * the same direction. NULL = this is the first. */
static wb_hop *first_face(const wb_taking *t) {
    wb_hop *hops = t->prepared->hops;
    uint16_t last = t->prepared->hop_count;
    while (last > 0 && (hops[last - 1].leg == WB_LEG_WALK || hops[last - 1].leg == WB_LEG_VIA)) {
        last--;
    }
    if (t->set->climb_steps != WB_CLIMB_STEPS_WHOLE || last == 0 || hops[last - 1].climbs != t->hop->climbs) {
        return NULL;
    }
    while (hops[last - 1].within) {
        last--;
    }
    return &hops[last - 1];
}

/* Notes what there was before a climb that is the first of a whole one, perhaps. */
static void note_ascent(const wb_taking *t) {
    wb_ascent *a = t->ascent;
    if (t->set->climb_steps == WB_CLIMB_STEPS_WHOLE) {
        a->trek = *t->trek;
        memcpy(a->head, t->trek->j->verdict, sizeof a->head);
        a->leg = t->leg;
        a->hop = t->prepared->hop_count;
    }
}

/* The climb goes on with this face, and with the walk to it: what is checked at the first is for all of it. */
static void go_on(wb_taking *t, wb_hop *first) {
    qm_verdict *verdict = t->trek->j->verdict;
    if (!first->goes_on && !t->trek->mute && verdict->check_count > 0 && verdict->checks_dropped == 0) {
        qm_check *told_first = &verdict->checks[verdict->check_count - 1];
        qm__term_word(told_first->terms, &told_first->term_count, WB_TERM_WHOLE);
    }
    first->goes_on = 1;
    for (wb_hop *hop = first + 1; hop <= t->hop; hop++) {
        hop->within = 1;
    }
}

/* Movement does not suffice for a later face: nor does it for the climb, which is refused or ends where its first face
 * begins (climb_needs_reach). */
static bool whole_short(wb_taking *t, double cost) {
    const wb_ascent *a = t->ascent;
    if (t->set->climb_needs_reach == WB_CLIMB_NEEDS_REACH_YES) {
        return qm__wb_climb_short(t, t->leg->to, cost);
    }
    const qm_place top = t->leg->to;
    const double all = t->trek->cost + cost - a->trek.cost;
    *t->trek = a->trek;
    memcpy(t->trek->j->verdict, a->head, sizeof a->head);
    t->leg = a->leg;
    t->from = qm__inch_place_of(t->trek->base, t->trek->here);
    t->prepared->hop_count = a->hop;
    t->hop = &t->prepared->hops[a->hop];
    *t->hop = (wb_hop){.leg = (uint8_t)t->leg->kind, .to = t->leg->to};
    qm__wb_foresee_stay(t);
    return qm__wb_climb_short(t, top, all);
}

/* Whether a climb goes sideways over what is barred, which is refused. Straight up or down, it is over what its foot is
 * on, or its top, and these are asked about by themselves. */
static bool aside_barred(const wb_taking *t) {
    const qm_place to = t->leg->to;
    const uint16_t barred = t->link.sideways <= QM__SLACK
                                ? 0
                                : qm__wb_over_barred(t->s, qm__levels_walker(t->trek->base->levels)->radius,
                                                     (qm__xy){t->from.x, t->from.y}, (qm__xy){to.x, to.y});
    if (barred != 0) {
        qm__wb_refuse_barred(t->trek, barred, to);
    }
    return barred != 0;
}

static bool judge_climb(wb_taking *t) {
    bool thin = false;
    const uint16_t barred = barred_top(t);
    if (!qm__wb_climbs(t->s, t->figure)) {
        qm__trek_refuse(t->trek, WB_REASON_CLIMB_MOUNTED, t->leg->to);
        return false;
    }
    if (barred != 0) {
        qm__trek_refuse(t->trek, WB_REASON_CLIMB_BARRED, t->leg->to)->word = barred;
        return false;
    }
    const bool over = qm__wb_judge_over(t, &thin);
    if (thin) {
        return over;
    }
    const int32_t rise = t->leg->to.z - t->from.z;
    if (rise != 0 && rise <= t->set->step && -rise <= t->set->step) {
        qm_reason *reason = qm__trek_refuse(t->trek, WB_REASON_CLIMB_STEP, t->leg->to);
        reason->needed = t->leg->to.z;
        reason->had = t->from.z;
        return false;
    }
    if (!qm__wb_ask_link(t, QM__LINK_CLIMB) || !qm__wb_could_check(t) || aside_barred(t)) {
        return false;
    }
    const qm__link *link = &t->trek->base->links->items[t->link.link];
    const double cost = qm__wb_link_cost(t->s, link, t->link.length);
    t->hop->climbs = link->rise < 0 ? -1 : 1;
    wb_hop *first = first_face(t);
    qm__wb_foresee_stay(t);
    if (qm__units(t->trek->cost + cost) > t->trek->allowance) {
        return first ? whole_short(t, cost) : qm__wb_climb_short(t, t->leg->to, cost);
    }
    qm__wb_cite_leeway(t->trek, t->link.sideways);
    if (first) {
        go_on(t, first);
        return qm__wb_take(t, cost);
    }
    note_ascent(t);
    if (link->rise < 0 && t->set->climb_down_fail == WB_CLIMB_DOWN_FAIL_FALL) {
        qm__wb_foresee_fall_over(t, link->out);
    }
    t->hop->check = qm__wb_leg_check(t, WB_CHECK_CLIMB, 0, 1);
    return qm__wb_take(t, cost);
}

/* Whether a place is on the way along a ladder, between its ends (WB-30). */
static bool part_way(const wb_taking *t) {
    const qm_place to = t->leg->to;
    const double touch = qm__levels_walker(t->trek->base->levels)->radius;
    for (uint16_t i = 0; i < t->s->table.ladder_count; i++) {
        const qm__ladder *ladder = &t->s->table.ladders[i];
        if (to.z > ladder->foot_z && to.z < ladder->head_z &&
            qm__point_segment_square((qm__xy){to.x, to.y}, (qm__xy){ladder->foot_x, ladder->foot_y},
                                     (qm__xy){ladder->head_x, ladder->head_y}) < touch * touch) {
            return true;
        }
    }
    return false;
}

static bool judge_ladder(wb_taking *t) {
    uint16_t barred;
    const bool checks = qm__wb_ladder_check(t->s, t->figure, &barred);
    if (barred != 0) {
        qm__trek_refuse(t->trek, barred, t->leg->to);
        return false;
    }
    if (part_way(t) && !qm__inch_can_be(t->trek->base, &t->trek->search->crowd, t->leg->to, false, NULL)) {
        qm__trek_refuse(t->trek, WB_REASON_LADDER_PART_WAY, t->leg->to);
        return false;
    }
    if (!qm__wb_ask_link(t, QM__LINK_LADDER) || (checks ? !qm__wb_could_check(t) : !qm__wb_could_pass(t))) {
        return false;
    }
    const double cost = qm__wb_link_cost(t->s, &t->trek->base->links->items[t->link.link], t->link.length);
    if (qm__units(t->trek->cost + cost) > t->trek->allowance) {
        return qm__wb_refuse_lengths(t->trek, WB_REASON_LADDER_SHORT, t->leg->to, cost,
                                     t->trek->allowance - t->trek->cost);
    }
    qm__wb_foresee_stay(t);
    if (checks) {
        t->hop->check = qm__wb_leg_check(t, WB_CHECK_CLIMB, 0, 1);
    }
    return qm__wb_take(t, cost);
}

bool qm__wb_judge_link(qm__trek *trek, const qm_leg *leg, wb_prepared *prepared, wb_ascent *ascent) {
    wb_taking t = {.trek = trek,
                   .leg = leg,
                   .prepared = prepared,
                   .ascent = ascent,
                   .s = trek->j->scenario,
                   .set = wb_set(trek->j->scenario),
                   .figure = trek->j->order->actor,
                   .from = qm__inch_place_of(trek->base, trek->here),
                   .hop = &prepared->hops[prepared->hop_count]};
    *t.hop = (wb_hop){.leg = (uint8_t)leg->kind, .to = leg->to};
    switch (leg->kind) {
    case WB_LEG_CLIMB:
        return judge_climb(&t);
    case WB_LEG_LADDER:
        return judge_ladder(&t);
    case WB_LEG_JUMP:
        return qm__wb_judge_jump(&t);
    default:
        return qm__wb_judge_drop(&t);
    }
}
