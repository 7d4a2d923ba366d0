/* The legs of one model, judged one after the other into hops.
 *
 * Invariant: what is prepared for a leg is what was told about it. A model that is refused leaves a reason of its own,
 * with its name and the leg.
 */
#include <string.h>

#include "rules/squad/rect.h"

enum { CLAUSE_FACING = 6 - 1, CLAUSE_REACH = 8 - 1, CLAUSE_CLIMB = 9 - 1, CLAUSE_LEAP = 10 - 1, CLAUSE_DROP = 11 - 1 };

/* --------------------------------------------------------------------------------------------------------- refusing */

qm_reason *qm__sq_refuse_at(sq_going *g, uint16_t kind, qm_place at) {
    qm_reason *reason = qm__refuse(g->j, kind);
    reason->figure = g->figure;
    reason->leg = g->leg;
    reason->at = at;
    return reason;
}

bool qm__sq_refuse_lengths(sq_going *g, uint16_t kind, qm_place at, double needed, double had) {
    qm_reason *reason = qm__sq_refuse_at(g, kind, at);
    reason->needed = qm__units(needed);
    reason->had = qm__units(had > 0 ? had : 0);
    return false;
}

/* ------------------------------------------------------------------------------------------------------------- hops */

sq_hop *qm__sq_hop_add(sq_going *g, uint8_t leg, qm_place to) {
    sq_prepared *p = g->prepared;
    sq_hop *hop = &p->hops[p->hop_count++]; /* one leg makes one hop; goal.c sees to those it adds */
    *hop = (sq_hop){.leg = leg,
                    .first_meet = p->meet_count,
                    .first_point = p->point_count,
                    .facing = g->facing,
                    .before = qm__units(g->cost),
                    .to = to};
    g->path->hop_count++;
    return hop;
}

bool qm__sq_points_add(sq_going *g, sq_hop *hop, const qm_place *points, uint16_t count) {
    sq_prepared *p = g->prepared;
    if (count > SQ_POINTS_MAX - p->point_count) {
        qm_reason *reason = qm__sq_refuse_at(g, SQ_REASON_TOO_MANY, hop->to);
        reason->needed = p->point_count + count;
        reason->had = SQ_POINTS_MAX;
        return false;
    }
    memcpy(&p->points[p->point_count], points, count * sizeof *points);
    p->point_count = (uint16_t)(p->point_count + count);
    hop->point_count = count;
    return true;
}

/* ---------------------------------------------------------------------------------------------------------- on foot */

static bool walk(sq_going *g, const qm_leg *leg) {
    qm_verdict *verdict = g->j->verdict;
    const uint16_t way = (uint16_t)(verdict->way_count - 1), reasons = verdict->reason_count;
    sq_hop *hop = qm__sq_hop_add(g, (uint8_t)leg->kind, leg->to);
    g->trek.leg = g->leg;
    g->trek.cost = g->cost;
    if (leg->kind == SQ_LEG_VIA ? !qm__trek_straight(&g->trek, leg->to) : !qm__trek_walk(&g->trek, leg->to)) {
        qm__sq_reword(g, reasons, false, leg->kind == SQ_LEG_VIA ? g->here : leg->to, leg->to);
        return false;
    }
    if (verdict->way_dropped > 0) {
        qm_reason *reason = qm__sq_refuse_at(g, SQ_REASON_TOO_MANY, leg->to);
        reason->needed = QM_WAYS_MAX + verdict->way_dropped;
        reason->had = QM_WAYS_MAX;
        return false;
    }
    const qm_place *points = &verdict->way[way];
    const uint16_t count = (uint16_t)(verdict->way_count - way);
    double cost = g->cost;
    if (!qm__sq_judge_near(g, points, count) || !qm__sq_points_add(g, hop, points, count) ||
        !qm__sq_note_crossings(g, g->trek.base->levels, hop, &cost)) {
        return false;
    }
    /* the way found is priced exactly; what its points add up to may be a hair more */
    const double heights = cost - g->cost - qm__sq_length(points, count);
    g->cost = g->trek.cost + (heights > QM__SLACK ? heights : 0);
    hop->cost = qm__units(g->cost);
    return true;
}

/* ------------------------------------------------------------------------------------------------------------ links */

/* Asks for the link of a leg, whose ends the model must be able to stand at. */
static bool ask(sq_going *g, qm__link_kind kind, qm_place to, qm__inch_link *link) {
    const uint16_t reasons = g->j->verdict->reason_count;
    g->trek.leg = g->leg;
    g->trek.cost = g->cost;
    if (qm__trek_ask(&g->trek, kind, to, true, link)) {
        return true;
    }
    const bool flies = kind == QM__LINK_JUMP || kind == QM__LINK_DROP;
    qm__sq_reword(g, reasons, flies, flies ? g->here : to, to);
    return false;
}

/* Pays and goes there. */
static bool take(sq_going *g, sq_hop *hop, const qm__inch_link *link, double cost, uint16_t clause) {
    const qm_place points[] = {g->here, hop->to};
    qm__trek_take(&g->trek, link, cost);
    qm__cite(g->j, clause);
    g->cost = g->trek.cost;
    hop->cost = qm__units(g->cost);
    return qm__sq_points_add(g, hop, points, 2);
}

/* SQ-08 for a low one (climb_from): straight up there on foot, wherever the path ends. */
static bool climb_low(sq_going *g, qm_place to) {
    const uint16_t thing = g->end_thing;
    const int32_t z = g->end_z;
    int32_t top;
    const int solid = qm__surface_below(&g->s->table, to.x, to.y, to.z, &top);
    g->end_thing = (uint16_t)(solid >= 0 ? solid + 1 : 0);
    g->end_z = to.z;
    const bool good = walk(g, &(qm_leg){.kind = SQ_LEG_VIA, .to = to});
    g->end_thing = thing;
    g->end_z = z;
    return good;
}

/* Whether the model gets to where a leg begins: else its way there is too long, whatever comes next (SQ-01). */
static bool gets_here(const sq_going *g) {
    return qm__units(g->cost) <= g->path->allowance;
}

/* SQ-08, SQ-09. */
static bool climb(sq_going *g, qm_place to) {
    const int32_t rise = to.z - g->here.z, height = rise < 0 ? -rise : rise;
    const double left = qm__most(g->path->allowance - g->cost, 0);
    qm__inch_link link;
    if (rise < 0 && g->set->climb_down == SQ_CLIMB_DOWN_JUMP_ONLY) {
        qm__sq_refuse_at(g, SQ_REASON_CLIMB_DOWN, to);
        return false;
    }
    if (g->set->climb_from == SQ_CLIMB_FROM_ANY && rise > 0 && rise <= g->set->low_most) {
        return climb_low(g, to);
    }
    if (!ask(g, QM__LINK_CLIMB, to, &link)) {
        return false;
    }
    const qm__link *face = &g->trek.base->links->items[link.link];
    double needs = height + (g->set->climb_slide == SQ_CLIMB_SLIDE_COUNTS ? link.length : 0);
    const bool by_stat = g->set->climb_reach == SQ_CLIMB_REACH_STAT;
    const double has = by_stat ? sq_value(g->s, g->figure, SQ_MOVEMENT) : left;
    if (gets_here(g) && qm__units(needs) > qm__units(has)) {
        return qm__sq_refuse_lengths(g, rise < 0 ? SQ_REASON_CLIMB_DOWN_SHORT : SQ_REASON_CLIMB_SHORT, to, needs,
                                      has);
    }
    needs = by_stat ? qm__clamp(needs, 0, left) : needs; /* by the stat, the climb takes what is left */
    sq_hop *hop = qm__sq_hop_add(g, SQ_LEG_CLIMB, to);
    sq_meet *meet = qm__sq_note_meet(g, hop, SQ_HAZARD_CLIMB, (uint16_t)(face->prism + 1), 0, true, g->cost, g->here);
    if (!meet) {
        return false;
    }
    meet->height = height;
    qm__cite(g->j, CLAUSE_REACH);
    if (rise < 0) { /* by which it does not jump */
        qm__cite(g->j, CLAUSE_DROP);
    }
    return take(g, hop, &link, needs, CLAUSE_CLIMB);
}

/* SQ-10; landing deeper than one may fall unharmed is a jump down as well (SQ-11). */
static bool leap(sq_going *g, qm_place to) {
    const double length = qm__apart((qm__xy){g->here.x, g->here.y}, (qm__xy){to.x, to.y});
    const int32_t depth = g->here.z - to.z;
    qm__inch_link link;
    if (gets_here(g) && qm__units(g->cost + length) > g->path->allowance) {
        return qm__sq_refuse_lengths(g, SQ_REASON_LEAP_SHORT, to, length, g->path->allowance - g->cost);
    }
    if (!ask(g, QM__LINK_JUMP, to, &link) || !qm__sq_judge_flight(g, g->here, to)) {
        return false;
    }
    const qm__link *edge = &g->trek.base->links->items[link.link];
    const uint16_t thing = (uint16_t)(edge->prism + 1);
    sq_hop *hop = qm__sq_hop_add(g, SQ_LEG_LEAP, to);
    hop->out_x = (int32_t)(edge->out.x * 1000);
    hop->out_y = (int32_t)(edge->out.y * 1000);
    if (!qm__sq_note_meet(g, hop, SQ_HAZARD_LEAP, thing, to.z, true, g->cost, g->here)) {
        return false;
    }
    if (depth > g->set->drop_free) {
        sq_meet *meet = qm__sq_note_meet(g, hop, SQ_HAZARD_DROP, thing, to.z, true, g->cost, g->here);
        if (!meet) {
            return false;
        }
        meet->height = depth;
        qm__cite(g->j, CLAUSE_DROP);
    }
    const bool counts = depth > 0 && g->set->drop_cost == SQ_DROP_COST_COUNTS;
    return take(g, hop, &link, length + (counts ? depth : 0), CLAUSE_LEAP);
}

/* SQ-11. */
static bool drop(sq_going *g, qm_place to) {
    const double length = qm__apart((qm__xy){g->here.x, g->here.y}, (qm__xy){to.x, to.y});
    const int32_t depth = g->here.z - to.z;
    const double needs = length + (g->set->drop_cost == SQ_DROP_COST_COUNTS ? depth : 0);
    qm__inch_link link;
    if (!ask(g, QM__LINK_DROP, to, &link) || !qm__sq_judge_flight(g, g->here, to)) {
        return false;
    }
    sq_hop *hop = qm__sq_hop_add(g, SQ_LEG_DROP, to);
    sq_meet *meet =
        qm__sq_note_meet(g, hop, SQ_HAZARD_DROP, (uint16_t)(g->trek.base->links->items[link.link].prism + 1), to.z,
                         depth > g->set->drop_free, g->cost, g->here);
    if (!meet) {
        return false;
    }
    meet->height = depth;
    return take(g, hop, &link, needs, CLAUSE_DROP);
}

/* ------------------------------------------------------------------------------------------------------------- legs */

static bool take_leg(sq_going *g, const qm_leg *leg) {
    const bool foot = leg->kind == SQ_LEG_WALK || leg->kind == SQ_LEG_VIA;
    if (leg->kind == SQ_LEG_FACE) { /* of those who fly only the end matters */
        const bool passes =
            sq_round(g->s, g->figure) || sq_flies(g->s, g->figure) || qm__sq_judge_turning(g, leg->thing);
        g->facing = leg->thing;
        return passes;
    }
    if (sq_flies(g->s, g->figure)) {
        if (foot) {
            return qm__sq_fly(g, leg->to);
        }
        qm__sq_refuse_at(g, SQ_REASON_FLIES, leg->to);
        return false;
    }
    if (!sq_round(g->s, g->figure)) {
        if (foot) {
            return qm__sq_rect_slide(g, leg->to);
        }
        qm__sq_refuse_at(g, SQ_REASON_RECTANGLE, leg->to);
        return false;
    }
    const bool good = foot                        ? walk(g, leg)
                      : leg->kind == SQ_LEG_CLIMB ? climb(g, leg->to)
                      : leg->kind == SQ_LEG_LEAP  ? leap(g, leg->to)
                                                  : drop(g, leg->to);
    g->here = good ? leg->to : g->here;
    return good;
}

/* Where the last of some legs that have a place ends; where the model is, if none has. */
static qm_place last_place(const sq_going *g, const qm_leg *legs, uint16_t count) {
    qm_place last = sq_place(sq_at(g->s, g->st, g->figure));
    for (uint16_t i = 0; i < count; i++) {
        last = legs[i].kind == SQ_LEG_FACE ? last : legs[i].to;
    }
    return last;
}

/* Whether a base, a disc or the centre of a rectangle, is on a road. */
static bool on_road(const qm_scenario *s, uint16_t figure, qm_place at) {
    const qm__levels *levels = qm__inch_base_of(&sq_of(s)->inches, figure)->levels;
    const qm__spot spot = sq_spot(levels, at);
    return spot.level >= 0 && (qm__areas_at(levels, spot) & sq_of(s)->roads) != 0;
}

int32_t qm__sq_allowance(const qm_scenario *s, const qm_state *st, uint16_t figure, const qm_place *ends) {
    const sq_model *m = sq_at(s, st, figure);
    const int32_t bonus = sq_set(s)->road_bonus;
    const bool road = bonus > 0 && sq_of(s)->roads != 0 && !sq_flies(s, figure) && on_road(s, figure, sq_place(m)) &&
                      (!ends || on_road(s, figure, *ends));
    return sq_game_of(s, st)->unfinished ? m->left : sq_value(s, figure, SQ_MOVEMENT) + (road ? bonus : 0);
}

int32_t qm__sq_farthest(const qm_scenario *s, const qm_state *st, uint16_t figure, uint16_t target) {
    const bool stays = sq_at(s, st, figure)->gone || qm__sq_held_by(s, st, figure, target);
    return stays ? 0 : qm__sq_allowance(s, st, figure, NULL);
}

/* ------------------------------------------------------------------------------------------------------- begin, end */

uint16_t qm__sq_held_by(const qm_scenario *s, const qm_state *st, uint16_t figure, uint16_t target) {
    const qm__body here = qm__sq_body_now(s, st, figure);
    double distance = 0;
    return sq_set(s)->inside_inch == SQ_INSIDE_INCH_NO_MOVE ? qm__sq_near(s, st, figure, &here, target, &distance) : 0;
}

static bool is_held(sq_going *g, qm_place end) {
    const uint16_t enemy = qm__sq_held_by(g->s, g->st, g->figure, g->target);
    const bool moves = end.x != g->here.x || end.y != g->here.y || end.z != g->here.z;
    if (!enemy || !moves) {
        return false;
    }
    qm_reason *reason = qm__sq_refuse_at(g, SQ_REASON_HELD, g->here);
    reason->other = enemy;
    reason->needed = g->set->enemy_reach;
    return true;
}

void qm__sq_open_target(const qm_scenario *s, uint16_t target, qm__body *bodies) {
    for (uint16_t i = 1; i <= s->figure_count && target; i++) {
        if (s->figures[i - 1].unit == s->figures[target - 1].unit) {
            bodies[i - 1].margin = bodies[i - 1].aloft = 0;
        }
    }
}

static void begin(sq_going *g, qm_place end, sq_legs_of of) {
    int32_t z;
    const int solid = qm__surface_below(&g->s->table, end.x, end.y, end.z, &z);
    g->end_thing = (uint16_t)(solid >= 0 ? solid + 1 : 0);
    g->end_z = end.z;
    g->path->allowance = qm__sq_allowance(g->s, g->st, g->figure, &end);
    if (sq_round(g->s, g->figure)) {
        g->trek.allowance = g->path->allowance;
        g->trek.most = of == SQ_LEGS_TRIED ? g->path->allowance + 1 : 0;
        qm__trek_begin(&g->trek, g->j, &sq_of(g->s)->inches);
        qm__sq_open_target(g->s, g->target, g->trek.search->bodies);
    } else {
        qm__way_add(g->j, g->here);
    }
}

/* What of a hop's movement goes into its straight pieces, before or after a climb onto a low obstacle at its end. */
static double on_pieces(const sq_going *g, const sq_hop *hop, int32_t movement) {
    const sq_prepared *p = g->prepared;
    for (uint16_t i = 0; i < hop->meet_count; i++) {
        const sq_meet *meet = &p->meets[hop->first_meet + i];
        if (p->hazards[meet->hazard].kind == SQ_HAZARD_CLIMB) {
            const int32_t begun = meet->spent - hop->before;
            return movement < begun + meet->height ? qm__clamp(movement, 0, begun)
                                                   : movement - meet->height + sq_step_cost(g->s, meet->height);
        }
    }
    return movement;
}

qm_place qm__sq_suffices(const sq_going *g) {
    if (sq_flies(g->s, g->figure)) {
        return qm__sq_fly_suffices(g);
    }
    const sq_hop *hop = &g->prepared->hops[g->path->first_hop];
    while (hop->cost <= g->path->allowance) { /* the last one costs all */
        hop++;
    }
    const qm_place *points = &g->prepared->points[hop->first_point];
    const bool foot = hop->leg == SQ_LEG_WALK || hop->leg == SQ_LEG_VIA;
    const qm__levels *levels = qm__inch_base_of(&sq_of(g->s)->inches, g->figure)->levels;
    const double movement = on_pieces(g, hop, g->path->allowance - hop->before);
    return foot ? qm__sq_along(g->s, levels, points, hop->point_count, movement, QM__SLACK) : points[0];
}

static bool end_path(sq_going *g) {
    const bool round = sq_round(g->s, g->figure);
    const uint16_t reasons = g->j->verdict->reason_count;
    bool good = true;
    if (g->facing != sq_at(g->s, g->st, g->figure)->facing) {
        qm__cite(g->j, CLAUSE_FACING);
    }
    if (sq_flies(g->s, g->figure) && !qm__sq_fly_end(g)) {
        return false;
    }
    if (round) {
        g->trek.cost = g->cost;
        if (qm__units(g->cost) > g->path->allowance) { /* the trek knows nothing of heights */
            g->trek.end = qm__sq_suffices(g);
        }
        good = qm__trek_end(&g->trek);
        qm__sq_reword(g, reasons, false, g->here, g->here);
    } else {
        good = qm__sq_rect_far(g);
        good = qm__sq_rect_turned(g) && qm__sq_rect_end(g) && good;
    }
    return good;
}

/* A solid that is in the way as it is not climbed is so by SQ-08; not where it is low, or for one who flies: those have
 * reasons of their own. */
static void sort_solids(const sq_going *g, uint16_t first) {
    const qm_verdict *verdict = g->j->verdict;
    for (uint16_t i = first; i < verdict->reason_count; i++) {
        qm_reason *reason = &g->j->verdict->reasons[i];
        if (reason->kind == SQ_REASON_SOLID && reason->word && reason->word <= g->s->table.prism_count) {
            const int32_t top = g->s->table.prisms[reason->word - 1].top;
            reason->kind = sq_flies(g->s, g->figure)                ? SQ_REASON_SOLID_FLYING
                           : top - reason->at.z <= g->set->low_most ? SQ_REASON_SOLID_LOW
                                                                    : SQ_REASON_SOLID;
        }
    }
}

bool qm__sq_judge_path(qm__judging *j, uint16_t figure, const qm_leg *legs, uint16_t count, uint16_t leg, sq_legs_of of,
                       uint16_t target) {
    sq_prepared *p = j->prepared;
    const sq_model *m = sq_at(j->scenario, j->state, figure);
    qm_order own; /* the same order as if it were this model's, for reasons to be its own */
    qm__judging mine = *j;
    qm_order_clear(&own, j->order->kind, figure);
    mine.order = &own;
    sq_path *path = &p->paths[p->path_count++];
    *path = (sq_path){.figure = figure, .first_hop = p->hop_count, .began = m->facing};
    sq_going g = {.j = &mine,
                  .s = j->scenario,
                  .st = j->state,
                  .set = sq_set(j->scenario),
                  .prepared = p,
                  .path = path,
                  .figure = figure,
                  .leg = leg,
                  .target = target,
                  .facing = m->facing,
                  .anew = sq_game_of(j->scenario, j->state)->unfinished != 0,
                  .from = sq_place(m),
                  .here = sq_place(m)};
    const qm_place end = last_place(&g, legs, count);
    const uint16_t reasons = j->verdict->reason_count;
    qm__part_add(j, figure);
    begin(&g, end, of);
    bool good = !is_held(&g, end);
    for (uint16_t i = 0; i < count && good; i++) {
        g.leg = (uint16_t)(of == SQ_LEGS_NAMED ? leg + i : leg);
        qm__sq_begin_leg(&g);
        good = take_leg(&g, &legs[i]);
    }
    good = good && end_path(&g);
    sort_solids(&g, reasons);
    path->facing = g.facing;
    path->end = g.here;
    path->cost = qm__units(g.cost);
    qm_part *part = &j->verdict->parts[j->verdict->part_count - 1];
    part->end = g.here;
    part->facing = g.facing == m->facing ? -1 : g.facing;
    part->flags = of == SQ_LEGS_NAMED ? 0 : QM_PART_CHOSEN;
    part->cost = path->cost;
    part->allowance = path->allowance;
    return good;
}
