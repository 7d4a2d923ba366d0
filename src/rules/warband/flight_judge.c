/* One leg that is a flight: a jump across, or a jump down.
 *
 * A jump across that proves too long, too high or too deep fails by itself or is not made at all (jump_too_far). Where
 * that may be measured before (premeasure), the first is a warning and the second a refusal.
 *
 * Invariant: where distances of jumps across may not be measured, nothing that is told about a jump depends on its
 * length: the same questions are asked, in the same order, of one that is near enough and of one that is not, and only
 * what is prepared for play differs.
 *
 * Rejected: to judge measured jumps that fail by themselves apart from unmeasured ones. Both ask the same of take-off,
 * landing and the air between, so that a rulebook which only changes what may be measured changes nothing else.
 */
#include "rules/warband/leg_judge.h"

#include "space/table/links_inside.h"

enum { CLAUSE_UNMEASURED = 22 - 1, CLAUSE_OVER = 25 - 1 };

/* ------------------------------------------------------------------------------------------------------------ flights
 */

/* The height above which figures may not be jumped over (WB-25). */
static int32_t over_limit(const wb_taking *t) {
    return t->from.z + t->trek->base->links->rules.over;
}

/* Who may not be jumped over: all who rise above the height, and who are at the height of the flight at all; with
 * `none` everybody (WB-25). *over: others are. */
static uint16_t jumped_over(const wb_taking *t, qm_place to, bool none, bool *over) {
    const qm__crowd *crowd = &t->trek->search->crowd;
    const qm__walker *walker = qm__levels_walker(t->trek->base->levels);
    const int32_t rise = to.z > t->from.z ? to.z - t->from.z : 0;
    const qm__flight flight = {{t->from.x, t->from.y}, {to.x, to.y}, t->from.z, to.z};
    for (uint16_t i = 0; i < crowd->count; i++) {
        const qm__body *body = &crowd->bodies[i];
        const double keep = walker->radius + body->radius - QM__SLACK;
        if (i == crowd->self || body->manner == QM__PASS || body->z >= t->from.z + rise + walker->height ||
            qm__point_segment_square((qm__xy){body->x, body->y}, flight.off, flight.on) >= keep * keep) {
            continue;
        }
        const bool bars = body->manner == QM__BLOCK || (body->afoot && !qm__flight_ends_over(walker, body, &flight));
        if (none || (bars && body->z + body->height > over_limit(t))) {
            return (uint16_t)(i + 1);
        }
        *over = true;
    }
    return 0;
}

/* How high the figure rises that is not jumped over, and what is the most. */
static void tell_over_figure(const wb_taking *t, qm_reason *reason) {
    const qm__body *body = &t->trek->search->crowd.bodies[reason->other - 1];
    reason->kind = qm__wb_leg_words(t)->over_figure;
    reason->at = qm__inch_at(body);
    reason->needed = body->z + body->height;
    reason->had = over_limit(t);
}

/* How high a solid rises that is in the way of a flight, with its railings, and what is the most. */
static void tell_over_solid(const wb_taking *t, qm_reason *reason) {
    const qm__table *table = &t->s->table;
    const int32_t low = qm__flight_bar(&t->trek->base->links->rules, qm__levels_walker(t->trek->base->levels),
                                       t->from.z, t->leg->to.z - t->from.z);
    int32_t rail = 0;
    reason->kind = qm__wb_leg_words(t)->over_solid;
    if (reason->word < 1 || reason->word > table->prism_count) {
        return;
    }
    const qm__prism *prism = &table->prisms[reason->word - 1];
    qm__edge e;
    for (qm__edges at = qm__edges_of(table, &prism->polygon); qm__edges_next(&at, &e);) {
        rail = e.rail > rail ? e.rail : rail;
    }
    reason->needed = prism->top > low ? prism->top : prism->top + rail;
    reason->had = low;
}

/* The first solid that bars the flight as it is flown, from 1, and where the base meets it; 0 = none does. */
static uint16_t solid_between(const wb_taking *t, qm_place *where) {
    const qm__table *table = &t->s->table;
    const qm__link_rules *rules = &t->trek->base->links->rules;
    const qm__walker *walker = qm__levels_walker(t->trek->base->levels);
    const qm__flight flight = {{t->from.x, t->from.y}, {t->leg->to.x, t->leg->to.y}, t->from.z, t->leg->to.z};
    uint16_t first = 0;
    double least = 2;
    for (uint32_t i = 0; i < table->prism_count; i++) {
        const qm__table one = qm__table_of_one(table, i);
        const double part =
            qm__flight_passes(rules, walker, &one, &flight) ? 2 : qm__flight_stop(rules, walker, &one, &flight);
        if (part < least) {
            least = part;
            first = (uint16_t)(i + 1);
        }
    }
    const qm__xy at = qm__along(flight.off, qm__minus(flight.on, flight.off), least);
    *where = (qm_place){qm__units(at.x), qm__units(at.y), t->from.z};
    return first;
}

/* Whether terrain that is higher than what lies below is passed over, besides what the flight leaves and lands on. */
static bool passes_over(const wb_taking *t, int32_t below) {
    const qm__table *table = &t->s->table;
    const qm__walker *walker = qm__levels_walker(t->trek->base->levels);
    const qm__xy off = {t->from.x, t->from.y}, on = {t->leg->to.x, t->leg->to.y};
    for (uint32_t i = 0; i < table->prism_count; i++) {
        const qm__prism *prism = &table->prisms[i];
        const qm__table one = qm__table_of_one(table, i);
        if (prism->top > below + walker->step && prism->bottom < t->from.z &&
            !qm__flight_stands_on(table, prism, off, t->from.z, walker->radius) &&
            !qm__flight_stands_on(table, prism, on, t->leg->to.z, walker->radius) &&
            !qm__air_free(&one, below + walker->step, t->from.z, off, on, walker->radius, QM__CARE)) {
            return true;
        }
    }
    return false;
}

/* What a flight may not pass over: figures that are too tall, and whatever is barred. What it does pass over is cited.
 * `below`: what lies below the edge that is left. */
static bool flight_clear(wb_taking *t, int32_t below) {
    const qm_place to = t->leg->to;
    const bool none = t->leg->kind == WB_LEG_JUMP && t->set->across_over == WB_ACROSS_OVER_NO;
    bool over = false;
    const uint16_t figure = jumped_over(t, to, none, &over);
    if (figure != 0) {
        qm_reason *reason = qm__trek_refuse(t->trek, WB_REASON_JUMP_OVER_NOBODY,
                                            qm__inch_at(&t->trek->search->crowd.bodies[figure - 1]));
        reason->other = figure;
        if (!none) {
            tell_over_figure(t, reason);
        }
        return false;
    }
    if (!t->trek->mute && (over || passes_over(t, below))) {
        qm__cite(t->trek->j, CLAUSE_OVER);
    }
    const uint16_t barred = qm__wb_over_barred(t->s, qm__levels_walker(t->trek->base->levels)->radius,
                                               (qm__xy){t->from.x, t->from.y}, (qm__xy){to.x, to.y});
    if (barred != 0) {
        qm__wb_refuse_barred(t->trek, barred, to);
    }
    return barred == 0;
}

/* Drops go straight down: where that leads from here, of several faces the place nearest to the one named. Nothing is
 * told where no drop begins. */
static void tell_foot(const wb_taking *t, qm_reason *reason) {
    const qm__links *links = t->trek->base->links;
    const qm__xy from = {t->from.x, t->from.y}, to = {t->leg->to.x, t->leg->to.y};
    double least = -1;
    for (uint32_t i = 0; i < links->count; i++) {
        const qm__link *link = &links->items[i];
        const qm__xy off = qm__curve_point(&link->off, qm__curve_nearest(&link->off, from));
        if (link->kind != QM__LINK_DROP || qm__level_height(links->levels, link->from) != t->from.z ||
            qm__apart(off, from) > QM__LINK_TOUCH) {
            continue;
        }
        const qm__xy foot = qm__curve_point(&link->on, qm__curve_nearest(&link->on, from));
        const int32_t z = qm__level_height(links->levels, link->to);
        const double away = qm__length((qm__xy){qm__apart(foot, to), (double)z - t->leg->to.z});
        if (least < 0 || away < least) {
            least = away;
            reason->at = (qm_place){qm__units(foot.x), qm__units(foot.y), z};
            reason->kind = WB_REASON_DROP_FOOT;
            reason->needed = qm__units(least);
        }
    }
}

/* Reasons that speak of another flight than the one that was asked for. */
static bool is_elsewhere(uint16_t kind) {
    return kind == WB_REASON_NO_LINK || kind == WB_REASON_TAKE_OFF || kind == WB_REASON_LANDING ||
           kind == WB_REASON_LANDING_AT;
}

/* The link of a flight. What keeps it from leading there is told in the words of the rules, unless it is the landing
 * that is taken. */
static bool ask_flight(wb_taking *t, qm__link_kind kind) {
    qm__trek *trek = t->trek;
    const qm_verdict *verdict = trek->j->verdict;
    const uint16_t before = verdict->reason_count;
    if (qm__wb_ask_link(t, kind)) {
        return true;
    }
    const bool free = qm__inch_can_be(trek->base, &trek->search->crowd, t->leg->to, false, NULL);
    const bool to_foot = trek->base->links->rules.drop_to_foot && kind == QM__LINK_DROP;
    qm_place where;
    const uint16_t solid = free && !to_foot ? solid_between(t, &where) : 0;
    for (uint16_t i = before; i < verdict->reason_count; i++) {
        qm_reason *reason = &trek->j->verdict->reasons[i];
        if (solid != 0 &&
            is_elsewhere(reason->kind)) { /* flights that pass lead there from other places, or elsewhere */
            reason->word = solid;
            reason->at = where;
            tell_over_solid(t, reason);
        } else if (reason->kind == WB_REASON_FIGURE && free) {
            tell_over_figure(t, reason);
        } else if (reason->kind == WB_REASON_SOLID && free) {
            tell_over_solid(t, reason);
        } else if (to_foot && (reason->kind == WB_REASON_LANDING || reason->kind == WB_REASON_SIDEWAYS ||
                               reason->kind == WB_REASON_NO_LINK)) {
            tell_foot(t, reason);
        }
    }
    return false;
}

static double plan_length(const wb_taking *t) {
    return qm__apart((qm__xy){t->from.x, t->from.y}, (qm__xy){t->leg->to.x, t->leg->to.y});
}

/* Movement does not suffice for a flight: it is refused, or fails by itself (jump_short). */
static bool flight_short(wb_taking *t, wb_checked what, double cost) {
    const double left = t->trek->allowance - t->trek->cost;
    if (t->set->jump_short == WB_JUMP_SHORT_FALLS) {
        const wb_check check =
            qm__wb_check(t->s, t->trek->j->state, t->figure, what, t->from.z - t->leg->to.z, NULL, NULL);
        const uint16_t warning = what == WB_CHECK_JUMP ? WB_REASON_SURE_JUMP : WB_REASON_SURE_DROP;
        return qm__wb_fails_itself(t, check, WB_FAILS_SHORT, &(wb_sure_failure){warning, t->leg->to, cost, left});
    }
    return qm__wb_refuse_lengths(t->trek, qm__wb_leg_words(t)->spent, t->leg->to, cost, left);
}

/* ------------------------------------------------------------------------------------------------------------- edges
 */

/* Whether a flight of a figure at this height may go over a rim: a step down is none, and a railing higher than a step
 * keeps from it. */
static bool may_leave(const wb_taking *t, const qm__rim *rim) {
    const int32_t step = qm__levels_walker(t->trek->base->levels)->step;
    return rim->z == t->from.z && rim->beyond == QM__BEYOND_DROP && rim->z - rim->below_z > step && rim->rail <= step;
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
    const qm__xy from = {t->from.x, t->from.y}, way = {t->leg->to.x - t->from.x, t->leg->to.y - t->from.y};
    edges found = {0};
    double best = 0;
    for (uint32_t i = 0; i < inches->rims.count; i++) {
        const qm__rim *rim = &inches->rims.items[i];
        if (!may_leave(t, rim)) {
            continue;
        }
        const qm__xy u = qm__unit(qm__minus(rim->b, rim->a)), out = {u.y, -u.x};
        const double outwards = qm__dot(out, way);
        const double apart = qm__rim_distance(table, &inches->rims, i, from.x, from.y, t->from.z, walker->step + 1,
                                              walker->step, back + 2);
        if (apart < 0 || apart > back + QM__LINK_TOUCH || outwards < -QM__LINK_TOUCH) {
            continue;
        }
        const qm__xy edge = qm__along(rim->a, qm__minus(rim->b, rim->a), qm__nearest_part(rim->a, rim->b, from));
        const int32_t below = qm__below_edge(table, edge, out, way, t->from.z, rim->below_z);
        found.highest = found.any && found.highest > below ? found.highest : below;
        if (!found.any || outwards > best) {
            best = outwards;
            found.outward = out;
            found.below = below;
        }
        found.any = true;
    }
    return found;
}

/* It does not stand at an edge over which the flight could go: tells the railing that is in the way, or else the
 * nearest edge that it could walk to. */
static bool refuse_edge(wb_taking *t) {
    const qm__rims *rims = &t->trek->inches->rims;
    const qm__walker *walker = qm__levels_walker(t->trek->base->levels);
    const qm__xy from = {t->from.x, t->from.y}, way = {t->leg->to.x - t->from.x, t->leg->to.y - t->from.y};
    double least = QM__FAR;
    qm__xy nearest = from;
    for (uint32_t i = 0; i < rims->count; i++) {
        const qm__rim *rim = &rims->items[i];
        const qm__xy left = qm__left(qm__unit(qm__minus(rim->b, rim->a)));
        const qm__xy edge = qm__along(rim->a, qm__minus(rim->b, rim->a), qm__nearest_part(rim->a, rim->b, from));
        const qm__xy stand = qm__along(edge, left, walker->whole ? walker->radius : 0);
        if (may_leave(t, rim) && qm__dot(left, way) < 0 && qm__apart(from, stand) < least &&
            qm__wb_is_walked_to(t, stand)) {
            least = qm__apart(from, stand);
            nearest = stand;
        }
    }
    qm_reason *reason;
    if (least < QM__FAR) {
        const qm_place at = {(int32_t)qm__units(nearest.x), (int32_t)qm__units(nearest.y), t->from.z};
        reason = qm__trek_refuse(t->trek, qm__wb_leg_words(t)->edge, at);
        reason->needed = qm__units(least);
    } else {
        reason = qm__trek_refuse(t->trek, qm__wb_leg_words(t)->no_edge, t->leg->to);
    }
    qm__wb_railing(t, reason);
    return false;
}

/* Refuses with the height of a place, as it was named, and another. */
static bool refuse_heights(qm__trek *trek, uint16_t kind, qm_place at, int32_t other) {
    qm_reason *reason = qm__trek_refuse(trek, kind, at);
    reason->needed = at.z;
    reason->had = other;
    return false;
}

/* ------------------------------------------------------------------------------------------------------- jumps across
 */

/* Whether there is an edge here to jump across from, which it tells, and the landing is not what the jump would fall
 * to.
 */
static bool takes_off(wb_taking *t, edges *out) {
    const edges here = edges_here(t);
    if (!here.any) {
        return refuse_edge(t);
    }
    *out = here;
    return t->leg->to.z > here.below + qm__levels_walker(t->trek->base->levels)->step ||
           refuse_heights(t->trek, WB_REASON_JUMP_IS_DOWN, t->leg->to, here.below);
}

/* What is asked of every jump whose length is not known: an edge to take off from, a place to land that is not what it
 * would fall to, and free air. */
static bool could_be_jumped(wb_taking *t, edges *edge) {
    qm__trek *trek = t->trek;
    const qm_place to = t->leg->to;
    qm__obstruction why;
    if (!qm__inch_can_be(trek->base, &trek->search->crowd, to, false, &why)) {
        qm__trek_no_place(trek, &why, to);
        return false;
    }
    if (!takes_off(t, edge)) {
        return false;
    }
    qm_place where;
    const uint16_t solid = solid_between(t, &where);
    if (solid != 0) {
        qm_reason *reason = qm__trek_refuse(trek, WB_REASON_JUMP_OVER_SOLID, where);
        reason->word = solid;
        tell_over_solid(t, reason);
    }
    return solid == 0;
}

/* What a jump across is found to be when it is measured. */
typedef struct measured {
    double length;       /* as the rules measure it */
    uint8_t fails;       /* WB_FAILS_…; 0 = it can succeed */
    double needed, most; /* … what is too much, and the limit */
} measured;

/* Of a gap alone as wide as can be judged from here: landings that are farther off are told as far as they are. */
static measured measure(const wb_taking *t) {
    const qm__inch_base *base = t->trek->base;
    const int32_t rise = t->leg->to.z - t->from.z;
    const double plan = plan_length(t);
    const bool near = qm__units(plan) <= base->links->rules.jump_most;
    const double gap = near ? qm__gap_below(base->levels, t->from.z, t->leg->to.z, (qm__xy){t->from.x, t->from.y},
                                            (qm__xy){t->leg->to.x, t->leg->to.y})
                            : plan;
    measured m = {.length = qm__wb_jump_length(t->set, plan, gap, rise)};
    int32_t most;
    if (qm__wb_jump_high(t->set, rise, &most)) {
        const bool narrow = rise > 0 && qm__units(plan) <= t->set->free_gap;
        m.fails = narrow && t->set->narrow_rise == WB_NARROW_RISE_CLIMB_ONLY ? WB_FAILS_NARROW
                  : rise > 0                                                 ? WB_FAILS_HIGH
                                                                             : WB_FAILS_DEEP;
        m.needed = rise > 0 ? rise : -rise;
        m.most = most;
    } else if (qm__units(m.length) > t->set->jump_most) {
        m.fails = WB_FAILS_LONG;
        m.needed = m.length;
        m.most = t->set->jump_most;
    }
    return m;
}

/* Across to something lower, where that is no jump across at all (across_down). */
static bool is_level(wb_taking *t) {
    const int32_t depth = t->from.z - t->leg->to.z;
    return t->set->across_down != WB_ACROSS_DOWN_STEP || depth <= t->set->step ||
           qm__wb_refuse_lengths(t->trek, WB_REASON_JUMP_DEPTH, t->leg->to, depth, t->set->step);
}

/* Whether nothing is left for a jump by what is known before measuring, and it may be tried all the same (jump_short).
 */
static bool none_left(const wb_taking *t) {
    return t->set->jump_short == WB_JUMP_SHORT_FALLS && t->set->jump_cost == WB_JUMP_COST_COUNTS &&
           qm__units(t->trek->cost) >= t->trek->allowance && plan_length(t) > 0;
}

/* A jump whose length nothing tells before play (WB-22). */
static bool take_hidden(wb_taking *t, qm__xy outward, const measured *m) {
    qm__trek *trek = t->trek;
    if (none_left(t)) {
        const wb_check sure = qm__wb_check(t->s, trek->j->state, t->figure, WB_CHECK_JUMP, 0, NULL, NULL);
        qm__wb_foresee_fall_over(t, outward);
        return qm__wb_fails_itself(t, sure, WB_FAILS_SHORT,
                                   &(wb_sure_failure){WB_REASON_SURE_NONE_LEFT, t->leg->to, 0, 0});
    }
    wb_check check = qm__wb_leg_check(t, WB_CHECK_JUMP, 0, 1);
    check.fails = m->fails;
    check.free = !m->fails && qm__units(m->length) <= t->set->free_gap;
    if (!trek->mute) {
        qm__cite(trek->j, CLAUSE_UNMEASURED);
        trek->j->verdict->unmeasured = QM_UNMEASURED_PART;
        trek->j->verdict->unmeasured_legs[(trek->leg - 1) / 32] |= 1u << (trek->leg - 1) % 32;
    }
    t->hop->check = check;
    t->hop->hidden = 1;
    t->hop->unmade = m->fails == WB_FAILS_NARROW || (m->fails && t->set->jump_too_far == WB_JUMP_TOO_FAR_REFUSED);
    t->prepared->unmeasured = 1;
    t->hop->length = qm__units(m->length);
    qm__wb_foresee_fall_over(t, outward);
    t->prepared->hidden += t->set->jump_cost == WB_JUMP_COST_COUNTS ? qm__units(plan_length(t)) : 0;
    qm__wb_arrive(trek, t->leg->to, qm__trek_ground(trek, qm__inch_spot(trek->base, t->leg->to)));
    return qm__wb_add_hop(t);
}

/* What is asked of a jump whatever its length is: all but that, and movement. */
static bool could_be_declared(wb_taking *t, edges *edge) {
    return could_be_jumped(t, edge) && is_level(t) && flight_clear(t, edge->below) && qm__wb_could_check(t);
}

/* A measured jump that cannot succeed: refused, or to be tried with a warning (jump_too_far). */
static bool jump_too_far(wb_taking *t, const measured *m) {
    static const struct words {
        uint16_t refused, warning;
    } words[] = {[WB_FAILS_LONG] = {WB_REASON_JUMP_LONG, WB_REASON_SURE_LONG},
                 [WB_FAILS_HIGH] = {WB_REASON_JUMP_RISE, WB_REASON_SURE_RISE},
                 [WB_FAILS_DEEP] = {WB_REASON_JUMP_DEPTH, WB_REASON_SURE_DEPTH},
                 [WB_FAILS_NARROW] = {WB_REASON_JUMP_RISE, 0}};
    edges edge;
    if (m->fails == WB_FAILS_NARROW || t->set->jump_too_far == WB_JUMP_TOO_FAR_REFUSED) {
        return qm__wb_refuse_lengths(t->trek, words[m->fails].refused, t->leg->to, m->needed, m->most);
    }
    if (!could_be_declared(t, &edge)) {
        return false;
    }
    t->hop->length = qm__units(m->length);
    qm__wb_foresee_fall_over(t, edge.outward);
    const wb_check check = qm__wb_check(t->s, t->trek->j->state, t->figure, WB_CHECK_JUMP, 0, NULL, NULL);
    return qm__wb_fails_itself(t, check, m->fails,
                               &(wb_sure_failure){words[m->fails].warning, t->leg->to, m->needed, m->most});
}

bool qm__wb_judge_jump(wb_taking *t) {
    const measured m = measure(t);
    edges edge;
    if (wb_jumps_unmeasured(t->set)) {
        return could_be_declared(t, &edge) && take_hidden(t, edge.outward, &m);
    }
    if (m.fails) {
        return is_level(t) && jump_too_far(t, &m);
    }
    if (!is_level(t) || !takes_off(t, &edge) || !ask_flight(t, QM__LINK_JUMP) || !flight_clear(t, edge.below)) {
        return false;
    }
    const double cost = qm__wb_link_cost(t->s, &t->trek->base->links->items[t->link.link], t->link.length);
    const bool checks = qm__units(m.length) > t->set->free_gap;
    if (checks || wb_free_jump_stops(t->s) ? !qm__wb_could_check(t) : !qm__wb_could_pass(t)) {
        return false;
    }
    t->hop->length = qm__units(m.length);
    qm__wb_foresee_fall_over(t, t->trek->base->links->items[t->link.link].out);
    if (qm__units(t->trek->cost + cost) > t->trek->allowance) {
        return flight_short(t, WB_CHECK_JUMP, cost);
    }
    if (checks) {
        t->hop->check = qm__wb_leg_check(t, WB_CHECK_JUMP, 0, 1);
    }
    return qm__wb_take(t, cost);
}

/* --------------------------------------------------------------------------------------------------------- jumps down
 */

/* Whether a jump down that does not go straight to the foot begins at an edge, may be measured, and is near enough.
 * What lies across a gap is not jumped down to, however near it is: how far that is, nothing tells, at the edge or
 * before it. */
static bool drop_near(wb_taking *t, int32_t most) {
    const edges here = edges_here(t);
    const qm_place to = t->leg->to;
    if (!here.any) {
        return refuse_edge(t);
    }
    if (to.z > here.highest + qm__levels_walker(t->trek->base->levels)->step) {
        int32_t limit;
        const int32_t depth = t->from.z - to.z;
        const bool deep = (t->set->across_down == WB_ACROSS_DOWN_STEP && depth > t->set->step) ||
                          qm__wb_jump_high(t->set, -depth, &limit);
        return refuse_heights(t->trek, deep ? WB_REASON_DROP_ACROSS_DEEP : WB_REASON_DROP_IS_ACROSS, to, here.highest);
    }
    if (qm__units(plan_length(t)) <= most) {
        return true;
    }
    if (wb_jumps_unmeasured(t->set)) { /* that it is too far is all that is needed */
        qm__trek_refuse(t->trek, WB_REASON_DROP_FAR, to)->had = most;
        return false;
    }
    return qm__wb_refuse_lengths(t->trek, WB_REASON_DROP_LONG, to, plan_length(t), most);
}

bool qm__wb_judge_drop(wb_taking *t) {
    const qm_place to = t->leg->to;
    const int32_t depth = t->from.z - to.z, most = qm__wb_drop_most(t->set);
    if (depth <= t->set->step) {
        return refuse_heights(t->trek, WB_REASON_DROP_NOT_DOWN, to, t->from.z);
    }
    if (t->set->land_on == WB_LAND_ON_GROUND && to.z != 0) {
        int32_t z;
        const int prism = qm__surface_below(&t->s->table, to.x, to.y, to.z, &z);
        qm__trek_refuse(t->trek, WB_REASON_DROP_GROUND, to)->word = (uint16_t)(prism >= 0 ? prism + 1 : 0);
        return false;
    }
    if ((most > 0 && !drop_near(t, most)) || !ask_flight(t, QM__LINK_DROP) || !flight_clear(t, to.z) ||
        !qm__wb_could_check(t)) {
        return false;
    }
    const double cost = qm__wb_link_cost(t->s, &t->trek->base->links->items[t->link.link], t->link.length);
    qm__wb_foresee_fall_at(t);
    if (qm__units(t->trek->cost + cost) > t->trek->allowance) {
        return flight_short(t, WB_CHECK_DROP, cost);
    }
    t->hop->check = qm__wb_leg_check(t, WB_CHECK_DROP, depth, 1);
    return qm__wb_take(t, cost);
}
