/* Moves and charges of a unit, judged: who is named, each one's legs, and what holds for all of them together.
 *
 * Invariant: models that are not named stay where they are, and count for coherency and room like all others.
 */
#include <stddef.h>
#include <string.h>

#include "rules/squad/move.h"

enum { CLAUSE_COHERENCY = 2 - 1, CLAUSE_SPREAD = 3 - 1, CLAUSE_FRIENDS = 4 - 1, CLAUSE_ENEMIES = 5 - 1 };

/* --------------------------------------------------------------------------------------------------------- the legs */

/* Whether a model may be named here. */
static bool may_name(qm__judging *j, uint16_t figure, uint16_t leg) {
    const qm_scenario *s = j->scenario;
    const sq_prepared *p = j->prepared;
    const sq_model *m = sq_at(s, j->state, figure);
    uint16_t wrong = 0;
    if (s->figures[figure - 1].unit != s->figures[j->order->actor - 1].unit) {
        qm_reason *reason = qm__refuse(j, SQ_REASON_STRANGER);
        reason->other = figure;
        reason->leg = leg;
        return false;
    }
    if (m->out) {
        wrong = SQ_REASON_MODEL_OUT;
    } else if (m->gone) {
        wrong = SQ_REASON_ALREADY_GONE;
    }
    for (uint16_t i = 0; i < p->path_count; i++) {
        wrong = p->paths[i].figure == figure ? SQ_REASON_TWICE : wrong;
    }
    if (wrong) {
        qm_reason *reason = qm__refuse(j, wrong);
        reason->figure = figure;
        reason->leg = leg;
    }
    return wrong == 0;
}

/* What is said of shooting has no place to go to. */
static bool is_all_moving(qm__judging *j) {
    for (uint16_t i = 0; i < j->order->leg_count; i++) {
        if (j->order->legs[i].kind == SQ_LEG_WITH || j->order->legs[i].kind == SQ_LEG_AT) {
            qm__refuse(j, SQ_REASON_MOVE_LEG)->leg = (uint16_t)(i + 1);
            return false;
        }
    }
    return true;
}

/* A leg that stands where a model's name should. */
static uint16_t nobody_for(uint16_t leg) {
    return leg == SQ_LEG_GOAL ? SQ_REASON_TWO_GOALS : leg == SQ_LEG_FACE ? SQ_REASON_FACES_NOBODY : SQ_REASON_NOBODY;
}

/* Who is named stays where it is only beside a goal that others go to. */
static bool says_something(qm__judging *j, uint16_t leg, uint16_t count) {
    bool good = count > 0;
    for (uint16_t i = 0; i < j->order->leg_count && !good; i++) {
        good = j->order->legs[i].kind == SQ_LEG_GOAL;
    }
    if (!good) {
        qm_reason *reason = qm__refuse(j, SQ_REASON_NAMED_ALONE);
        reason->figure = j->order->legs[leg].thing;
        reason->leg = (uint16_t)(leg + 1);
    }
    return good;
}

/* Judges each model's legs; all of them, so that every fault is told. */
static bool judge_legs(qm__judging *j, uint16_t target) {
    const qm_order *order = j->order;
    uint16_t goal = 0; /* the leg */
    bool good = true;
    if (order->leg_count == 0 && order->kind == SQ_ORDER_CHARGE) {
        return qm__sq_judge_rush(j, target);
    }
    if (order->leg_count == 0) {
        qm__refuse(j, SQ_REASON_NO_LEG);
        return false;
    }
    if (!is_all_moving(j)) {
        return false;
    }
    for (uint16_t i = 0; i < order->leg_count;) {
        uint16_t end = (uint16_t)(i + 1);
        if (order->legs[i].kind == SQ_LEG_GOAL && !goal) {
            goal = ++i;
            continue;
        }
        if (order->legs[i].kind != SQ_LEG_FIGURE) {
            qm_reason *reason = qm__refuse(j, nobody_for(order->legs[i].kind));
            reason->leg = (uint16_t)(i + 1);
            reason->at = order->legs[i].to;
            return false;
        }
        while (end < order->leg_count && order->legs[end].kind != SQ_LEG_FIGURE &&
               order->legs[end].kind != SQ_LEG_GOAL) {
            end++;
        }
        if (!may_name(j, order->legs[i].thing, (uint16_t)(i + 1)) ||
            !says_something(j, i, (uint16_t)(end - i - 1)) ||
            !qm__sq_judge_path(j, order->legs[i].thing, &order->legs[i + 1], (uint16_t)(end - i - 1), (uint16_t)(i + 2),
                               SQ_LEGS_NAMED, target)) {
            good = false;
        }
        i = end;
    }
    return good && goal ? qm__sq_judge_goal(j, order->legs[goal - 1].to, goal, target) : good;
}

/* The verdict's own numbers are those of whoever has the least left. */
static void tell_least(qm_verdict *verdict) {
    verdict->unit = 2;
    for (uint16_t i = 0; i < verdict->part_count; i++) {
        const qm_part *part = &verdict->parts[i];
        if (i == 0 || part->allowance - part->cost < verdict->allowance - verdict->cost) {
            verdict->cost = part->cost;
            verdict->allowance = part->allowance;
        }
    }
}

/* --------------------------------------------------------------------------------------------------------- the ends */

/* Where the models of the unit would be. */
static uint16_t find_ends(const qm__judging *j, qm__body out[QM_PARTS_MAX]) {
    const qm_scenario *s = j->scenario;
    const sq_prepared *p = j->prepared;
    const qm__troop *unit = sq_unit(s, j->order->actor);
    uint16_t count = 0;
    for (uint16_t i = unit->first; i < unit->first + unit->count; i++) {
        if (!sq_at(s, j->state, i)->out) {
            out[count] = qm__sq_body_now(s, j->state, i);
            for (uint16_t k = 0; k < p->path_count; k++) {
                if (p->paths[k].figure == i) {
                    out[count] = qm__sq_body_at(s, i, p->paths[k].end, p->paths[k].facing);
                }
            }
            count++;
        }
    }
    return count;
}

/* SQ-04: no two of the unit on one place. Others are looked at with each path. */
static bool judge_room(qm__judging *j, const qm__body *ends, uint16_t count) {
    bool good = true;
    for (uint16_t a = 0; a < count; a++) {
        for (uint16_t b = (uint16_t)(a + 1); b < count; b++) {
            if (qm__sq_overlap(j->scenario, &ends[a], &ends[b])) {
                qm_reason *reason = qm__refuse(j, SQ_REASON_ENDS_ON);
                reason->figure = ends[a].id;
                reason->other = ends[b].id;
                reason->at = qm__inch_at(&ends[b]);
                good = false;
            }
        }
    }
    return good;
}

static void refuse_spacing(qm__judging *j, const sq_spacing *spacing) {
    if (!spacing->coherent) {
        qm_reason *reason = qm__refuse(j, SQ_REASON_NOT_COHERENT);
        reason->figure = spacing->lone;
        reason->other = spacing->nearest;
        reason->needed = qm__units(spacing->gap);
        reason->had = sq_set(j->scenario)->coherency_reach;
    }
    if (!spacing->gathered) {
        qm_reason *reason = qm__refuse(j, SQ_REASON_SPREAD);
        reason->figure = spacing->one;
        reason->other = spacing->other;
        reason->needed = qm__units(spacing->spread);
        reason->had = sq_set(j->scenario)->spread_most;
    }
}

/* A unit that is apart: where its models are, and how far each may move. */
typedef struct parted {
    const qm_scenario *s;
    uint16_t count;
    qm__body bodies[QM_PARTS_MAX];
    int32_t farthest[QM_PARTS_MAX];
    int32_t low[QM_PARTS_MAX], high[QM_PARTS_MAX]; /* between which heights each may end */
} parted;

/* Whether two models could end so near to each other, if both went straight to meet. */
static bool could_meet(const parted *p, uint16_t a, uint16_t b, int32_t limit) {
    const double apart = qm__sq_distance(p->s, &p->bodies[a], &p->bodies[b]);
    const int32_t above = p->low[a] > p->low[b] ? p->low[a] - p->high[b] : p->low[b] - p->high[a];
    return apart - p->farthest[a] - p->farthest[b] <= limit + QM__SLACK &&
           (above <= limit || sq_set(p->s)->measure == SQ_MEASURE_PLAN);
}

/* Whether those who could meet the first one, those who could meet these, and so on, are all. */
static bool could_chain(const parted *p, int32_t reach) {
    uint16_t joined[QM_PARTS_MAX] = {0}, count = p->count ? 1 : 0; /* the first one is */
    bool is[QM_PARTS_MAX] = {true};
    for (uint16_t i = 0; i < count; i++) {
        for (uint16_t k = 0; k < p->count; k++) {
            if (!is[k] && could_meet(p, joined[i], k, reach)) {
                is[k] = true;
                joined[count++] = k;
            }
        }
    }
    return count == p->count;
}

/* Whether everybody could meet another one. */
static bool could_pair(const parted *p, int32_t reach) {
    bool all = true;
    for (uint16_t i = 0; i < p->count && all; i++) {
        all = p->count == 1;
        for (uint16_t k = 0; k < p->count && !all; k++) {
            all = k != i && could_meet(p, i, k, reach);
        }
    }
    return all;
}

static bool could_gather(const parted *p, int32_t most) {
    bool all = true;
    for (uint16_t i = 0; i < p->count; i++) {
        for (uint16_t k = 0; k < i && all; k++) {
            all = could_meet(p, i, k, most);
        }
    }
    return all;
}

/* Between which heights a model can end on foot, as far as the terrain goes. */
static void find_heights(const parted *p, const sq_model *m, uint16_t figure, int32_t *low, int32_t *high) {
    const qm__inch_base *base = qm__inch_base_of(&sq_of(p->s)->inches, figure);
    if (m->gone) {
        *low = *high = m->z;
    } else if (sq_round(p->s, figure) && !sq_flies(p->s, figure) && base->walks) {
        qm__walks_heights(base->walks, sq_spot(base->levels, sq_place(m)), low, high);
    }
}

bool qm__sq_is_beyond_mending(const qm__judging *j, uint16_t target, bool on_foot) {
    const qm_scenario *s = j->scenario;
    const sq_settings *set = sq_set(s);
    const qm__troop *unit = sq_unit(s, j->order->actor);
    parted p = {.s = s};
    for (uint16_t i = unit->first; i < unit->first + unit->count; i++) {
        if (!sq_at(s, j->state, i)->out) {
            p.bodies[p.count] = qm__sq_body_now(s, j->state, i);
            p.low[p.count] = -QM__COORDINATE_MAX;
            p.high[p.count] = QM__COORDINATE_MAX;
            if (on_foot) {
                find_heights(&p, sq_at(s, j->state, i), i, &p.low[p.count], &p.high[p.count]);
            }
            p.farthest[p.count++] = qm__sq_farthest(s, j->state, i, target);
        }
    }
    const bool coherent = set->coherency == SQ_COHERENCY_EACH ? could_pair(&p, set->coherency_reach)
                                                              : could_chain(&p, set->coherency_reach);
    return !coherent || !could_gather(&p, set->spread_most);
}

/* SQ-02, SQ-03; a unit that is apart already must mend that, or come nearer to it. */
static void judge_spacing(qm__judging *j, uint16_t target, const qm__body *ends, uint16_t count) {
    const sq_spacing then = qm__sq_spacing(j->scenario, ends, count);
    qm__cite(j, CLAUSE_COHERENCY);
    qm__cite(j, CLAUSE_SPREAD);
    if (then.coherent && then.gathered) {
        return;
    }
    if (!qm__sq_is_beyond_mending(j, target, false)) {
        refuse_spacing(j, &then);
        return;
    }
    const sq_spacing now = qm__sq_spacing_now(j->scenario, j->state, sq_unit(j->scenario, j->order->actor));
    const double before = now.coherent ? now.spread : now.gap, after = now.coherent ? then.spread : then.gap;
    if (sq_set(j->scenario)->unmendable == SQ_UNMENDABLE_STAND) {
        qm__refuse(j, SQ_REASON_CANNOT_MEND);
    } else if (qm__units(after) >= qm__units(before)) {
        qm_reason *reason = qm__refuse(j, SQ_REASON_GAP_NOT_LESS);
        reason->figure = now.coherent ? now.one : now.lone;
        reason->other = now.coherent ? now.other : now.nearest;
        reason->needed = qm__units(after);
        reason->had = qm__units(before);
    }
}

/* ---------------------------------------------------------------------------------------------------------- charges */

static bool judge_target(qm__judging *j, uint16_t target) {
    const qm_scenario *s = j->scenario;
    const uint16_t first = j->order->actor;
    const sq_game *game = sq_game_of(s, j->state);
    const uint16_t engaged = game->unfinished ? 0 : qm__sq_engaged(s, j->state, first);
    uint16_t wrong = 0;
    if (game->unfinished && game->target != target) {
        wrong = SQ_REASON_CHARGE_OTHER;
    } else if (!sq_hostile(s, first, target)) {
        wrong = SQ_REASON_CHARGE_FRIEND;
    } else if (qm__sq_present(s, j->state, sq_unit(s, target)) == 0) {
        wrong = SQ_REASON_CHARGE_GONE;
    } else if (engaged) {
        wrong = SQ_REASON_CHARGE_ENGAGED;
    }
    if (wrong) {
        qm__refuse(j, wrong)->other = wrong == SQ_REASON_CHARGE_ENGAGED ? engaged : target;
    }
    return wrong == 0;
}

/* A charge ends in contact. */
static void judge_contact(qm__judging *j, uint16_t target, const qm__body *ends, uint16_t count) {
    const qm_scenario *s = j->scenario;
    const qm__troop *unit = sq_unit(s, target);
    double least = QM__FAR;
    uint16_t nearest = 0, other = 0;
    for (uint16_t i = unit->first; i < unit->first + unit->count; i++) {
        for (uint16_t k = 0; k < count && !sq_at(s, j->state, i)->out; k++) {
            const qm__body enemy = qm__sq_body_now(s, j->state, i);
            const double apart = qm__body_distance_space(&ends[k], &enemy);
            if (qm__bodies_touch(&ends[k], &enemy)) {
                qm__cite(j, CLAUSE_ENEMIES);
                return;
            }
            if (apart < least) {
                least = apart;
                nearest = ends[k].id;
                other = i;
            }
        }
    }
    qm_reason *reason = qm__refuse(j, SQ_REASON_NO_CONTACT);
    reason->figure = nearest;
    reason->other = other;
    reason->needed = qm__units(least);
}

/* ------------------------------------------------------------------------------------------------------------ orders
 */

void qm__sq_judge_legs(qm__judging *j) {
    sq_prepared *p = j->prepared;
    const uint16_t unfinished = sq_game_of(j->scenario, j->state)->target;
    const uint16_t target = j->order->kind == SQ_ORDER_CHARGE ? (uint16_t)j->order->arguments[0] : 0;
    qm__body ends[QM_PARTS_MAX];
    memset(p, 0, offsetof(sq_prepared, paths)); /* lists are read as far as they are counted */
    p->target = target ? target : unfinished;
    if (target && !judge_target(j, target)) {
        return;
    }
    const bool good = judge_legs(j, target);
    tell_least(j->verdict);
    if (!good) {
        return;
    }
    const uint16_t count = find_ends(j, ends);
    if (judge_room(j, ends, count)) {
        judge_spacing(j, target, ends, count);
    }
    if (target) {
        judge_contact(j, target, ends, count);
    }
}

/* A charge that was broken off goes on as a charge of the same unit, or as a move, which keeps off it like any other.
 */
void qm__sq_judge_move(qm__judging *j) {
    if (qm__sq_judge_now(j, true) && qm__sq_judge_action(j)) {
        qm__sq_judge_legs(j);
    }
}
