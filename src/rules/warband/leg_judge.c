/* One leg that climbs, takes a ladder, jumps across or jumps down: whether it may be taken, what it costs, what is
 * rolled for it. Where a failure leaves the figure is found in fail_judge.c.
 *
 * Invariant: where distances of jumps across may not be measured (premeasure), nothing that is told about a jump
 * depends on its length: the same questions are asked, in the same order, of one that is near enough and of one that is
 * not, and only what is prepared for play differs.
 *
 * Rejected: to let play find out about lengths and falls. Odds play an order thousands of times, and where a fall ends
 * does not depend on dice.
 */
#include "rules/warband/leg_judge.h"

#include "space/table/links_inside.h"

/* What is told about each kind of leg. */
static const struct told {
    uint16_t roll, start, end, contact, spent, over_figure, over_solid;
    uint16_t clause; /* from 0 */
} told[WB_LEG_COUNT] = {
    [WB_LEG_CLIMB] = {WB_ROLL_CLIMB, WB_REASON_CLIMB_FOOT, WB_REASON_CLIMB_TOP, WB_REASON_ENDS_IN_CONTACT,
                      WB_REASON_CLIMB_TOO_FAR, 0, 0, 13 - 1},
    [WB_LEG_LADDER] = {WB_ROLL_LADDER, WB_REASON_LADDER_FOOT, WB_REASON_LADDER_TOP, WB_REASON_ENDS_IN_CONTACT,
                       WB_REASON_LADDER_SHORT, 0, 0, 28 - 1},
    [WB_LEG_JUMP] = {WB_ROLL_JUMP, WB_REASON_JUMP_TAKE_OFF, WB_REASON_JUMP_LANDING, WB_REASON_JUMP_CONTACT,
                     WB_REASON_JUMP_SHORT, WB_REASON_JUMP_OVER_FIGURE, WB_REASON_JUMP_OVER_SOLID, 21 - 1},
    [WB_LEG_DROP] = {WB_ROLL_DROP, WB_REASON_DROP_TAKE_OFF, WB_REASON_DROP_LANDING, WB_REASON_DROP_CONTACT,
                     WB_REASON_DROP_SHORT, WB_REASON_DROP_OVER_FIGURE, WB_REASON_DROP_OVER_SOLID, 24 - 1},
};

enum { CLAUSE_LEEWAY = 17 - 1, CLAUSE_UNMEASURED = 22 - 1, CLAUSE_OVER = 25 - 1 };

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
    const struct told *words = &told[t->leg->kind];
    /* Where it began to move it is already, whomever it touches. */
    return (same_place(t->from, t->trek->search->from) ||
            could_stop(t, t->from, words->start, WB_REASON_ENDS_IN_CONTACT)) &&
           could_stop(t, t->leg->to, words->end, words->contact);
}

/* A link without a check is taken in passing, unless it must not end on an ally. */
static bool could_pass(wb_taking *t) {
    qm__obstruction why;
    if (t->set->occupied_top == WB_OCCUPIED_TOP_PASS ||
        qm__inch_can_be(t->trek->base, &t->trek->search->crowd, t->leg->to, true, &why)) {
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
        qm__wb_foresee(trek->j, trek->leg, told[t->leg->kind].roll, t->leg->to, &check, terms, count);
    }
    return check;
}

/* The leg ends where it begins: it cannot go well, and what follows lapses. */
static bool fails_short(wb_taking *t, wb_checked what, int32_t height) {
    qm__trek *trek = t->trek;
    t->hop->check = qm__wb_check(t->s, trek->j->state, t->figure, what, height, NULL, NULL);
    t->hop->check.fails = WB_FAILS_SHORT;
    t->hop->cost = qm__units(trek->cost) + t->prepared->hidden;
    t->hop->unmeasured = t->prepared->unmeasured;
    t->prepared->hop_count++;
    if (!trek->mute) {
        qm__cite(trek->j, told[t->leg->kind].clause);
        trek->j->verdict->chance = 0;
    }
    return true;
}

/* ------------------------------------------------------------------------------------------------------------ taking
 */

void qm__wb_cite_leeway(const qm__trek *trek, double sideways) {
    if (sideways > QM__SLACK && !trek->mute) {
        qm__cite(trek->j, CLAUSE_LEEWAY);
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

/* Pays for the link and goes there. */
static bool take(wb_taking *t, double cost) {
    qm__trek_take(t->trek, &t->link, cost);
    return qm__wb_add_hop(t);
}

/* ------------------------------------------------------------------------------------------------------- what is asked
 */

/* Whether the unit could walk straight from where it is to a place at its height, whoever is in the way. */
static bool is_walked_to(const wb_taking *t, qm__xy at) {
    int32_t level;
    return qm__walkable(t->trek->base->levels, NULL, t->trek->here, at, QM__SLACK, &level) &&
           level == t->trek->here.level;
}

/* Asks for the link of a leg. That it begins or ends somewhere else is told with how far off that is; but not across a
 * gap whose width nobody may know (WB-22). */
static bool ask_link(wb_taking *t, qm__link_kind kind) {
    qm_verdict *verdict = t->trek->j->verdict;
    const uint16_t before = verdict->reason_count;
    if (qm__trek_ask(t->trek, kind, t->leg->to, false, &t->link)) {
        return true;
    }
    for (uint16_t i = before; i < verdict->reason_count && t->set->premeasure == WB_PREMEASURE_NO; i++) {
        qm_reason *reason = &verdict->reasons[i];
        const bool away = reason->kind == WB_REASON_TAKE_OFF || reason->kind == WB_REASON_LADDER_AWAY;
        if (away && !is_walked_to(t, (qm__xy){reason->at.x, reason->at.y})) {
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

/* ------------------------------------------------------------------------------------------------------------ flights
 */

/* Who may not be jumped over: all who rise above the height, and who are at the height of the flight at all; with
 * `none` everybody (WB-25). *over: others are. */
static uint16_t jumped_over(const wb_taking *t, qm_place to, bool none, bool *over) {
    const qm__crowd *crowd = &t->trek->search->crowd;
    const qm__walker *walker = qm__levels_walker(t->trek->base->levels);
    const int32_t head = t->set->over_height == WB_OVER_HEIGHT_HEAD ? walker->height : 0;
    const int32_t rise = to.z > t->from.z ? to.z - t->from.z : 0;
    const int32_t limit = t->from.z + head - t->set->over_clearance;
    for (uint16_t i = 0; i < crowd->count; i++) {
        const qm__body *body = &crowd->bodies[i];
        const double keep = walker->radius + body->radius - QM__SLACK;
        if (i == crowd->self || body->manner == QM__PASS || body->z >= t->from.z + rise + walker->height ||
            qm__point_segment_square((qm__xy){body->x, body->y}, (qm__xy){t->from.x, t->from.y},
                                     (qm__xy){to.x, to.y}) >= keep * keep) {
            continue;
        }
        if (none || (body->manner == QM__BLOCK && body->z + body->height > limit)) {
            return (uint16_t)(i + 1);
        }
        *over = true;
    }
    return 0;
}

/* What a flight may not pass over: figures that are too tall, and whatever is barred. */
static bool flight_clear(wb_taking *t) {
    const qm_place to = t->leg->to;
    const bool none = t->leg->kind == WB_LEG_JUMP && t->set->across_over == WB_ACROSS_OVER_NO;
    bool over = false;
    const uint16_t figure = jumped_over(t, to, none, &over);
    if (figure != 0) {
        qm__trek_refuse(t->trek, told[t->leg->kind].over_figure, to)->other = figure;
        return false;
    }
    if (over && !t->trek->mute) {
        qm__cite(t->trek->j, CLAUSE_OVER);
    }
    const uint16_t barred = qm__wb_over_barred(t->s, qm__levels_walker(t->trek->base->levels)->radius,
                                               (qm__xy){t->from.x, t->from.y}, (qm__xy){to.x, to.y});
    if (barred != 0) {
        qm__wb_refuse_barred(t->trek, barred, to);
    }
    return barred == 0;
}

/* The link of a flight. What keeps it from leading there is told in the words of the rules, unless it is the landing
 * that is taken. */
static bool ask_flight(wb_taking *t, qm__link_kind kind) {
    qm__trek *trek = t->trek;
    const qm_verdict *verdict = trek->j->verdict;
    const uint16_t before = verdict->reason_count;
    if (ask_link(t, kind)) {
        return true;
    }
    const bool free = qm__inch_can_be(trek->base, &trek->search->crowd, t->leg->to, false, NULL);
    for (uint16_t i = before; i < verdict->reason_count; i++) {
        qm_reason *reason = &trek->j->verdict->reasons[i];
        if (reason->kind == WB_REASON_FIGURE && free) {
            reason->kind = told[t->leg->kind].over_figure;
        } else if (reason->kind == WB_REASON_SOLID && free) {
            reason->kind = told[t->leg->kind].over_solid;
        } else if (reason->kind == WB_REASON_LANDING && trek->base->links->rules.drop_to_foot) {
            reason->kind = WB_REASON_DROP_FOOT;
            reason->at = t->leg->to;
        }
    }
    return false;
}

static double plan_length(const wb_taking *t) {
    return qm__apart((qm__xy){t->from.x, t->from.y}, (qm__xy){t->leg->to.x, t->leg->to.y});
}

/* Movement does not suffice for a flight: it is refused, or fails by itself (jump_short). */
static bool flight_short(wb_taking *t, wb_checked what, double cost) {
    if (t->set->jump_short == WB_JUMP_SHORT_FALLS) {
        return fails_short(t, what, t->from.z - t->leg->to.z);
    }
    return qm__wb_refuse_lengths(t->trek, told[t->leg->kind].spent, t->leg->to, cost,
                                 t->trek->allowance - t->trek->cost);
}

/* ------------------------------------------------------------------------------------------------------- jumps across
 */

/* It does not stand at an edge over which the jump could go: tells the nearest that it could walk to. */
static void refuse_edge(wb_taking *t, qm__xy way, double back) {
    const qm__rims *rims = &t->trek->inches->rims;
    const qm__xy from = {t->from.x, t->from.y};
    double least = QM__FAR;
    qm__xy nearest = from;
    for (uint32_t i = 0; i < rims->count; i++) {
        const qm__rim *rim = &rims->items[i];
        const qm__xy left = qm__left(qm__unit(qm__minus(rim->b, rim->a)));
        const qm__xy edge = qm__along(rim->a, qm__minus(rim->b, rim->a), qm__nearest_part(rim->a, rim->b, from));
        const qm__xy stand = qm__along(edge, left, back);
        if (rim->z == t->from.z && rim->beyond == QM__BEYOND_DROP && qm__dot(left, way) < 0 &&
            qm__apart(from, stand) < least && is_walked_to(t, stand)) {
            least = qm__apart(from, stand);
            nearest = stand;
        }
    }
    if (least < QM__FAR) {
        const qm_place at = {(int32_t)qm__units(nearest.x), (int32_t)qm__units(nearest.y), t->from.z};
        qm__trek_refuse(t->trek, WB_REASON_JUMP_EDGE, at)->needed = qm__units(least);
    } else {
        qm__trek_refuse(t->trek, WB_REASON_JUMP_NO_EDGE, t->leg->to);
    }
}

/* The edges over which a flight would leave here: of several, at a corner, the one that is left most squarely, and the
 * highest surface below any of them. */
typedef struct edges {
    bool any;
    qm__xy outward;
    int32_t below, highest;
} edges;

static edges edges_here(const wb_taking *t) {
    const qm__inches *inches = t->trek->inches;
    const qm__walker *walker = qm__levels_walker(t->trek->base->levels);
    const qm__table *table = &t->s->table;
    const double back = walker->whole ? walker->radius : 0;
    const qm__xy way = {t->leg->to.x - t->from.x, t->leg->to.y - t->from.y};
    edges found = {0};
    double best = 0;
    for (uint32_t i = 0; i < inches->rims.count; i++) {
        const qm__rim *rim = &inches->rims.items[i];
        if (rim->z != t->from.z || rim->beyond != QM__BEYOND_DROP) {
            continue;
        }
        const qm__xy left = qm__left(qm__unit(qm__minus(rim->b, rim->a)));
        const double apart =
            qm__rim_distance(table, &inches->rims, i, t->from.x, t->from.y, t->from.z, walker->step + 1, back + 2);
        if (apart < 0 || apart > back + QM__LINK_TOUCH || qm__dot(left, way) >= 0) {
            continue;
        }
        found.highest = found.any && found.highest > rim->below_z ? found.highest : rim->below_z;
        found.any = true;
        if (qm__dot(left, way) < best) {
            best = qm__dot(left, way);
            found.outward = (qm__xy){-left.x, -left.y};
            found.below = rim->below_z;
        }
    }
    return found;
}

/* The edge from which a jump takes off, and which way is outwards; false when there is none here, which is told. */
static bool find_edge(wb_taking *t, qm__xy *outward, int32_t *below) {
    const qm__walker *walker = qm__levels_walker(t->trek->base->levels);
    const edges here = edges_here(t);
    *outward = here.outward;
    *below = here.below;
    if (!here.any) {
        refuse_edge(t, (qm__xy){t->leg->to.x - t->from.x, t->leg->to.y - t->from.y}, walker->whole ? walker->radius : 0);
    }
    return here.any;
}

/* What is asked of every jump whose length is not known: an edge to take off from, a place to land that is not what it
 * would fall to, and free air. */
static bool could_be_jumped(wb_taking *t, qm__xy *outward) {
    qm__trek *trek = t->trek;
    const qm_place to = t->leg->to;
    const qm__walker *walker = qm__levels_walker(trek->base->levels);
    int32_t low, high, below = 0;
    qm__obstruction why;
    if (!qm__inch_can_be(trek->base, &trek->search->crowd, to, false, &why)) {
        qm__trek_no_place(trek, &why, to);
        return false;
    }
    if (!find_edge(t, outward, &below)) {
        return false;
    }
    if (to.z <= below + walker->step) {
        qm__trek_refuse(trek, WB_REASON_JUMP_IS_DOWN, to);
        return false;
    }
    qm__flight_heights(&trek->base->links->rules, walker, t->from.z, to.z - t->from.z, &low, &high);
    if (!qm__air_free(&t->s->table, low, high, (qm__xy){t->from.x, t->from.y}, (qm__xy){to.x, to.y}, walker->radius,
                      QM__CARE)) {
        qm__trek_refuse(trek, WB_REASON_JUMP_OVER_SOLID, to);
        return false;
    }
    return true;
}

/* What can be said of a jump by its ends alone. */
static bool ends_allowed(wb_taking *t, uint8_t *fails) {
    const int32_t rise = t->leg->to.z - t->from.z;
    int32_t most;
    if (t->set->across_down == WB_ACROSS_DOWN_STEP && -rise > t->set->step) {
        return qm__wb_refuse_lengths(t->trek, WB_REASON_JUMP_DEPTH, t->leg->to, -rise, t->set->step);
    }
    if (!qm__wb_jump_high(t->set, rise, &most)) {
        return true;
    }
    if (t->set->premeasure == WB_PREMEASURE_YES) {
        return qm__wb_refuse_lengths(t->trek, rise > 0 ? WB_REASON_JUMP_RISE : WB_REASON_JUMP_DEPTH, t->leg->to,
                                     rise > 0 ? rise : -rise, most);
    }
    const bool narrow = qm__units(plan_length(t)) <= t->set->free_gap;
    const bool climb_only = narrow && rise > 0 && t->set->narrow_rise == WB_NARROW_RISE_CLIMB_ONLY;
    *fails = climb_only ? WB_FAILS_NARROW : rise > 0 ? WB_FAILS_HIGH : WB_FAILS_DEEP;
    return true;
}

/* A jump whose length nothing tells before play (WB-22). */
static bool take_hidden(wb_taking *t, qm__xy outward, double length, uint8_t fails) {
    qm__trek *trek = t->trek;
    wb_check check = qm__wb_leg_check(t, WB_CHECK_JUMP, 0, 1);
    check.fails = fails;
    check.free = !fails && qm__units(length) <= t->set->free_gap;
    if (!trek->mute) {
        qm__cite(trek->j, CLAUSE_UNMEASURED);
        trek->j->verdict->unmeasured = QM_UNMEASURED_PART;
    }
    t->hop->check = check;
    t->hop->hidden = 1;
    t->prepared->unmeasured = 1;
    t->hop->length = qm__units(length);
    qm__wb_foresee_fall_over(t, outward);
    t->prepared->hidden += t->set->jump_cost == WB_JUMP_COST_COUNTS ? qm__units(plan_length(t)) : 0;
    qm__wb_arrive(trek, t->leg->to, qm__trek_ground(trek, qm__inch_spot(trek->base, t->leg->to)));
    return qm__wb_add_hop(t);
}

static bool judge_hidden_jump(wb_taking *t) {
    const int32_t rise = t->leg->to.z - t->from.z;
    double length = qm__wb_jump_length(t->set, plan_length(t), plan_length(t), rise);
    uint8_t fails = 0;
    qm__xy outward;
    if (!could_be_jumped(t, &outward) || !ends_allowed(t, &fails) || !flight_clear(t) || !qm__wb_could_check(t)) {
        return false;
    }
    /* Only a link tells how wide the gap alone is. That there is none must change nothing but that: one too far off has
     * none either. */
    const bool near = qm__units(plan_length(t)) <= t->trek->base->links->rules.jump_most && !fails;
    const bool mute = t->trek->mute;
    t->trek->mute = true;
    const bool linked = near && qm__trek_ask(t->trek, QM__LINK_JUMP, t->leg->to, false, &t->link);
    t->trek->mute = mute;
    if (linked) {
        length = qm__wb_jump_length(t->set, t->link.length, t->link.below.gap, rise);
    }
    if (!fails && qm__units(length) > t->set->jump_most) {
        fails = WB_FAILS_LONG;
    }
    return take_hidden(t, outward, length, fails);
}

static bool judge_jump(wb_taking *t) {
    const int32_t rise = t->leg->to.z - t->from.z;
    uint8_t fails = 0;
    if (t->set->premeasure == WB_PREMEASURE_NO) {
        return judge_hidden_jump(t);
    }
    const double centres = qm__wb_jump_length(t->set, plan_length(t), 0, rise);
    if (t->set->jump_measure == WB_JUMP_MEASURE_CENTRES && qm__units(centres) > t->set->jump_most) {
        return qm__wb_refuse_lengths(t->trek, WB_REASON_JUMP_LONG, t->leg->to, centres, t->set->jump_most);
    }
    if (!ends_allowed(t, &fails) || !ask_flight(t, QM__LINK_JUMP) || !flight_clear(t)) {
        return false;
    }
    const double length = qm__wb_jump_length(t->set, t->link.length, t->link.below.gap, rise);
    const double cost = qm__wb_link_cost(t->s, &t->trek->base->links->items[t->link.link], t->link.length);
    if (qm__units(length) > t->set->jump_most) {
        return qm__wb_refuse_lengths(t->trek, WB_REASON_JUMP_LONG, t->leg->to, length, t->set->jump_most);
    }
    const bool checks = qm__units(length) > t->set->free_gap;
    if (checks ? !qm__wb_could_check(t) : !could_pass(t)) {
        return false;
    }
    t->hop->length = qm__units(length);
    qm__wb_foresee_fall_over(t, t->trek->base->links->items[t->link.link].out);
    if (qm__units(t->trek->cost + cost) > t->trek->allowance) {
        return flight_short(t, WB_CHECK_JUMP, cost);
    }
    if (checks) {
        t->hop->check = qm__wb_leg_check(t, WB_CHECK_JUMP, 0, 1);
    }
    return take(t, cost);
}

/* --------------------------------------------------------------------------------------------------------- jumps down
 */

/* Whether a jump down that does not go straight to the foot may be measured, and is near enough. What lies across a gap
 * is not jumped down to, however near it is: how far that is, nothing tells here. */
static bool drop_near(wb_taking *t, int32_t most) {
    const edges here = edges_here(t);
    const qm_place to = t->leg->to;
    if (here.any && to.z > here.highest + qm__levels_walker(t->trek->base->levels)->step) {
        qm__trek_refuse(t->trek, WB_REASON_DROP_IS_ACROSS, to);
        return false;
    }
    if (!here.any || qm__units(plan_length(t)) <= most) {
        return true;
    }
    if (t->set->premeasure == WB_PREMEASURE_NO) { /* that it is too far is all that is needed */
        qm__trek_refuse(t->trek, WB_REASON_DROP_FAR, to)->had = most;
        return false;
    }
    return qm__wb_refuse_lengths(t->trek, WB_REASON_DROP_LONG, to, plan_length(t), most);
}

static bool judge_drop(wb_taking *t) {
    const qm_place to = t->leg->to;
    const int32_t depth = t->from.z - to.z, most = qm__wb_drop_most(t->set);
    if (depth <= t->set->step) {
        qm__trek_refuse(t->trek, WB_REASON_DROP_NOT_DOWN, to);
        return false;
    }
    if (t->set->land_on == WB_LAND_ON_GROUND && to.z != 0) {
        int32_t z;
        const int prism = qm__surface_below(&t->s->table, to.x, to.y, to.z, &z);
        qm__trek_refuse(t->trek, WB_REASON_DROP_GROUND, to)->word = (uint16_t)(prism >= 0 ? prism + 1 : 0);
        return false;
    }
    if ((most > 0 && !drop_near(t, most)) || !ask_flight(t, QM__LINK_DROP) || !flight_clear(t) || !qm__wb_could_check(t)) {
        return false;
    }
    const double cost = qm__wb_link_cost(t->s, &t->trek->base->links->items[t->link.link], t->link.length);
    qm__wb_foresee_fall_at(t);
    if (qm__units(t->trek->cost + cost) > t->trek->allowance) {
        return flight_short(t, WB_CHECK_DROP, cost);
    }
    t->hop->check = qm__wb_leg_check(t, WB_CHECK_DROP, depth, 1);
    return take(t, cost);
}

/* ------------------------------------------------------------------------------------------------ climbs and ladders
 */

bool qm__wb_climb_short(wb_taking *t, double cost) {
    if (t->set->climb_needs_reach == WB_CLIMB_NEEDS_REACH_NO) {
        return fails_short(t, WB_CHECK_CLIMB, 0);
    }
    return qm__wb_refuse_lengths(t->trek, WB_REASON_CLIMB_TOO_FAR, t->leg->to, cost,
                                 t->trek->allowance - t->trek->cost);
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

static bool judge_climb(wb_taking *t) {
    bool thin = false;
    const uint16_t barred = barred_top(t);
    if (wb_value(t->s, t->figure, WB_MOUNTED)) {
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
    if (!ask_link(t, QM__LINK_CLIMB) || !qm__wb_could_check(t)) {
        return false;
    }
    const qm__link *link = &t->trek->base->links->items[t->link.link];
    const double cost = qm__wb_link_cost(t->s, link, t->link.length);
    qm__wb_foresee_stay(t);
    if (qm__units(t->trek->cost + cost) > t->trek->allowance) {
        return qm__wb_climb_short(t, cost);
    }
    if (link->rise < 0 && t->set->climb_down_fail == WB_CLIMB_DOWN_FAIL_FALL) {
        qm__wb_foresee_fall_over(t, link->out);
    }
    qm__wb_cite_leeway(t->trek, t->link.sideways);
    t->hop->check = qm__wb_leg_check(t, WB_CHECK_CLIMB, 0, 1);
    return take(t, cost);
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
    const bool mounted = wb_value(t->s, t->figure, WB_MOUNTED) != 0;
    bool barred;
    const bool checks = qm__wb_ladder_check(t->s, t->figure, &barred);
    if (barred) {
        const bool rider = mounted && t->set->mounted_ladders == WB_MOUNTED_LADDERS_NO;
        qm__trek_refuse(t->trek, rider ? WB_REASON_LADDER_MOUNTED : WB_REASON_LADDER_ANIMAL, t->leg->to);
        return false;
    }
    if (part_way(t) && !qm__inch_can_be(t->trek->base, &t->trek->search->crowd, t->leg->to, false, NULL)) {
        qm__trek_refuse(t->trek, WB_REASON_LADDER_PART_WAY, t->leg->to);
        return false;
    }
    if (!ask_link(t, QM__LINK_LADDER) || (checks ? !qm__wb_could_check(t) : !could_pass(t))) {
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
    return take(t, cost);
}

bool qm__wb_judge_link(qm__trek *trek, const qm_leg *leg, wb_prepared *prepared) {
    wb_taking t = {.trek = trek,
                   .leg = leg,
                   .prepared = prepared,
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
        return judge_jump(&t);
    default:
        return judge_drop(&t);
    }
}
