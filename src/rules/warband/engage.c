/* Engaging: an enemy and the way to it are named before anything is measured; then it shows how far the unit gets. It
 * comes into contact, falls short and goes a part of the way, or meets an enemy that steps into its path.
 *
 * Invariant: where nobody may measure before (premeasure), a verdict tells nothing of how long the way is. Before every
 * roll and choice the range is in run->vars; where everybody is, is in the state.
 *
 * Rejected: a way that is found anew when the range is known. It was declared; who falls short goes along that one.
 */
#include <string.h>

#include "game/place.h"
#include "rules/warband/engage.h"

enum { WHOM };             /* engage FIGURE */
enum { HALF, FULL, LONG }; /* how far it may go: the classes of the roll */

/* ----------------------------------------------------------------------------------------------------------- judging
 */

static void judge_whom(qm__judging *j, uint16_t target) {
    const qm_scenario *s = j->scenario;
    const uint16_t figure = j->order->actor;
    uint16_t kind = 0;
    if (target == figure) {
        kind = WB_REASON_ENGAGE_SELF;
    } else if (!wb_hostile(s, figure, target)) {
        kind = WB_REASON_ENGAGE_FRIEND;
    } else if (!wb_present(wb_at(s, j->state, target))) {
        kind = WB_REASON_ENGAGE_GONE;
    } else if (qm__wb_touches(s, j->state, figure, wb_place(wb_at(s, j->state, figure)), target)) {
        kind = WB_REASON_ENGAGE_TOUCHES;
    }
    if (kind) {
        qm__refuse(j, kind)->other = target;
    }
}

/* Whether a figure would see another. */
static bool sees(const qm_scenario *s, const qm_state *st, uint16_t figure, uint16_t target, void *search) {
    qm_sight sight = {0};
    qm__inch_see(s, &wb_of(s)->inches, st, figure, target, search, &sight);
    return sight.fraction > 0;
}

/* ------------------------------------------------------------------------------------------------------------- order
 */

/* The legs of the order, or the one that leads there. */
static bool judge_way(qm__judging *j, uint16_t target) {
    bool good;
    if (j->order->leg_count > 0) {
        return qm__wb_judge_legs(j, j->order->legs, j->order->leg_count, WB_ENDLESS);
    }
    if (!qm__wb_judge_contact(j, target, &good)) {
        qm__refuse(j, WB_REASON_ENGAGE_NO_WAY)->other = target;
        return false;
    }
    return good;
}

/* ------------------------------------------------------------------------------------------------------------ range */

/* How far it may go; and how far it goes if that does not suffice. */
static int32_t range_of(const qm_scenario *s, const qm_state *st, uint16_t figure, int reach) {
    const int32_t move = qm__wb_move(s, st, figure);
    return reach == HALF ? (move + 1) / 2 : reach == FULL ? move : qm__wb_allowance(s, st, figure, WB_ORDER_ENGAGE);
}

/* The highest face of a class of the roll; the cuts ascend whatever the settings say. */
static int32_t range_cut(const wb_settings *set, int reach) {
    return reach == HALF || set->engage_full < set->engage_half ? set->engage_half : set->engage_full;
}

/* What the classes of the roll lead to: those that a face of the die is of. */
static uint16_t ranges(const qm_scenario *s, const qm_state *st, uint16_t figure, qm_check_class out[LONG + 1]) {
    const wb_settings *set = wb_set(s);
    uint16_t count = 0;
    for (int reach = HALF; reach <= LONG; reach++) {
        const int32_t from = reach == HALF ? 1 : range_cut(set, reach - 1) + 1;
        const int32_t last = reach == LONG ? set->engage_die : range_cut(set, reach);
        const int32_t to = last < set->engage_die ? last : set->engage_die;
        if (from <= to) {
            out[count++] = (qm_check_class){.outcome = (uint16_t)reach,
                                            .from = (uint16_t)from,
                                            .to = (uint16_t)to,
                                            .length = range_of(s, st, figure, reach),
                                            .chance = (double)(to - from + 1) / set->engage_die};
        }
    }
    return count;
}

static void tell_numbers(qm__run *run, uint16_t target) {
    qm_check_class list[LONG + 1];
    const uint16_t count = ranges(run->scenario, run->state, run->order->actor, list);
    for (uint16_t i = 0; i < count; i++) {
        qm_event *told = qm__tell(run, WB_EVENT_MAY_GO);
        told->other = target;
        told->word = list[i].from;
        told->needed = list[i].to > list[i].from ? list[i].to : 0;
        told->value = list[i].length;
    }
}

/* Rolls where it does not see whom it engages. */
static int roll_range(qm__run *run, uint16_t target) {
    const wb_settings *set = wb_set(run->scenario);
    const uint16_t figure = run->order->actor;
    if (sees(run->scenario, run->state, figure, target, run->search)) {
        return LONG;
    }
    const qm__roll roll = {.kind = WB_ROLL_ENGAGE,
                           .figure = figure,
                           .other = target,
                           .dice = 1,
                           .sides = (uint8_t)set->engage_die,
                           .shape = QM__BANDS,
                           .cut_count = 2,
                           .cuts = {(int16_t)range_cut(set, HALF), (int16_t)range_cut(set, FULL)}};
    tell_numbers(run, target);
    const int reach = qm__roll_take(run, &roll);
    qm_event *told = qm__tell(run, WB_EVENT_ENGAGE_RANGE);
    told->other = target;
    told->value = range_of(run->scenario, run->state, figure, reach);
    return reach;
}

/* --------------------------------------------------------------------------------------------------- falling short */

/* How far it goes if that does not suffice. Difficult ground that would leave less than leads up to it is not entered:
 * the unit stops at its border (WB-31). */
typedef struct part {
    double limit;
    bool dry; /* it does not come into difficult ground */
} part;

static part part_range(const qm_scenario *s, const qm_state *st, const wb_track *track, int reach) {
    const double whole = range_of(s, st, track->figure, reach == HALF ? HALF : FULL);
    const double border = qm__wb_track_border(track), left = qm__most(whole - track->p->loss, 0);
    if (border > left) {
        return (part){qm__least(border, whole), track->p->loss > 0};
    }
    return (part){left, false};
}

/* ------------------------------------------------------------------------------------------------- what may be told */

/* The roll of one that does not see its target, which comes before all others: how far it goes with which face. */
static void foresee_roll(qm__judging *j) {
    qm_check *check = qm__foresee(j, WB_ROLL_ENGAGE);
    check->dice = 1;
    check->sides = (uint8_t)wb_set(j->scenario)->engage_die;
    check->over = QM_OVER_CLASS;
    check->class_count = ranges(j->scenario, j->state, j->order->actor, check->classes);
}

/* Where it is known how far it has to go: the chance of that. `reach` beyond the last class: no face leads there. */
static void tell_needed(const qm__judging *j, qm_check *check, int reach) {
    const wb_settings *set = wb_set(j->scenario);
    const int32_t least = reach == HALF ? 1 : reach <= LONG ? range_cut(set, reach - 1) + 1 : set->engage_die + 1;
    check->over = QM_OVER_ONE;
    check->target = least;
    check->chance = least > set->engage_die ? 0 : (double)(set->engage_die - least + 1) / set->engage_die;
}

/* The way as it is told is the one that is gone, or gone in part. */
static void keep_way(const qm__judging *j, wb_prepared *p) {
    p->way_count = j->verdict->way_count;
    for (uint16_t i = 0; i < p->way_count; i++) {
        p->way[i] = j->verdict->way[i];
    }
}

/* Where nobody may measure before: how far it may go at most by the way that it takes, and nothing that hangs on how far
 * that is. */
static void hide_range(qm__judging *j, wb_prepared *p) {
    const int32_t most = range_of(j->scenario, j->state, j->order->actor, LONG);
    j->verdict->unmeasured = QM_UNMEASURED_WHOLE;
    j->verdict->cost = 0;
    j->verdict->allowance = most > p->loss ? most - p->loss : 0;
    p->unmeasured = 1;
    for (uint16_t i = 0; i < p->hop_count; i++) {
        p->hops[i].unmeasured = 1;
    }
}

/* Of the checks that were foreseen only those of hops before this one come up. */
static void cut_checks(qm_verdict *verdict, uint16_t hop) {
    uint16_t kept = 0;
    for (uint16_t i = 0; i < verdict->check_count; i++) {
        if (verdict->checks[i].leg <= hop) {
            verdict->checks[kept++] = verdict->checks[i];
        }
    }
    verdict->checks_dropped = kept < verdict->check_count ? 0 : verdict->checks_dropped;
    verdict->check_count = kept;
}

/* It will fall short: the way that is told ends where it does; after a bad roll it goes half as far. */
static void cut_way(qm__judging *j, const wb_prepared *p) {
    qm__run run = {.scenario = j->scenario,
                   .state = (qm_state *)(uintptr_t)j->state, /* which is only looked at */
                   .order = j->order,
                   .prepared = p,
                   .search = j->search};
    wb_track track;
    qm__wb_track(j->scenario, j->order->actor, p, &track);
    const part far = part_range(j->scenario, j->state, &track, FULL);
    const wb_mark mark = qm__wb_track_stop(&run, &track, far.limit, far.dry);
    cut_checks(j->verdict, mark.hop);
    j->verdict->ending = QM_ENDS_SPENT;
    j->verdict->way_count = (uint16_t)(mark.piece + 1);
    if (!qm__place_same(p->way[mark.piece], mark.at) && mark.piece + 1 < QM_WAY_MAX) {
        j->verdict->way[j->verdict->way_count++] = mark.at;
    }
}

/* Where measuring is free: what the way takes, and the roll that suffices for it. */
static void tell_range(qm__judging *j, const wb_prepared *p, bool rolls) {
    qm_verdict *verdict = j->verdict;
    int reach = HALF;
    verdict->cost = p->hop_count ? p->hops[p->hop_count - 1].cost : 0;
    verdict->allowance = range_of(j->scenario, j->state, j->order->actor, LONG) - p->loss;
    while (reach <= LONG && range_of(j->scenario, j->state, j->order->actor, reach) - p->loss < verdict->cost) {
        reach++;
    }
    if (rolls) {
        tell_needed(j, &verdict->checks[0], reach);
    }
    if (verdict->cost > verdict->allowance) {
        verdict->chance = 0;
        cut_way(j, p);
    }
}

void qm__wb_judge_engage(qm__judging *j) {
    const qm_scenario *s = j->scenario;
    const uint16_t target = (uint16_t)j->order->arguments[WHOM];
    wb_prepared *p = j->prepared;
    if (!qm__wb_judge_now(j, WB_PHASE_ENGAGE)) {
        return;
    }
    qm__wb_judge_may_engage(j);
    judge_whom(j, target);
    if (j->order->leg_count > WB_LEGS_MAX) {
        qm_reason *reason = qm__refuse(j, WB_REASON_TOO_MANY_LEGS);
        reason->needed = j->order->leg_count;
        reason->had = WB_LEGS_MAX;
    }
    if (j->verdict->judgement != QM_LEGAL) {
        return;
    }
    const bool rolls = !sees(s, j->state, j->order->actor, target, j->search);
    if (rolls) {
        foresee_roll(j);
    }
    memset(p, 0, sizeof *p);
    p->target = target;
    if (!judge_way(j, target)) {
        return;
    }
    const qm_place end = p->hop_count ? p->hops[p->hop_count - 1].to : wb_place(wb_at(s, j->state, j->order->actor));
    if (!qm__wb_touches(s, j->state, j->order->actor, end, target)) {
        qm_reason *reason = qm__refuse(j, WB_REASON_ENGAGE_NO_CONTACT);
        reason->other = target;
        reason->at = end;
        const qm__body here = qm__wb_body_at(s, j->order->actor, end);
        const qm__body there = qm__wb_body_at(s, target, wb_place(wb_at(s, j->state, target)));
        reason->needed = qm__units(qm__body_distance_space(&here, &there));
    }
    keep_way(j, p);
    if (wb_engaging_unmeasured(wb_set(s)) || p->unmeasured) { /* of the way, or of a jump on it */
        hide_range(j, p);
    } else if (j->verdict->judgement == QM_LEGAL) {
        tell_range(j, p, rolls);
    }
    j->verdict->chance *= rolls ? j->verdict->checks[0].chance : 1;
}

/* ----------------------------------------------------------------------------------------------------------- playing
 */

/* Goes along the track to a mark: hops before it, and a part of its own. False when it was stopped on the way. */
static bool go_to(qm__run *run, const wb_track *track, const wb_mark *mark) {
    const uint16_t figure = run->order->actor;
    wb_unit *u = wb_at(run->scenario, run->state, figure);
    for (uint16_t h = 0; h < mark->hop; h++) {
        run->vars[WB_VAR_HOP] = h + 1;
        if (!qm__wb_play_hop(run, figure, &track->p->hops[h])) {
            return false;
        }
    }
    if (!qm__place_same(wb_place(u), mark->at)) {
        wb_put(u, mark->at);
        const bool flies = track->p->hops[mark->hop].leg == WB_LEG_FLY;
        qm_event *told = qm__tell(run, flies ? WB_EVENT_FLEW : WB_EVENT_WALKED);
        told->at = mark->at;
        told->value = qm__units(mark->cost);
    }
    return true;
}

static void tell_contact(qm__run *run, uint16_t other) {
    wb_unit *u = wb_at(run->scenario, run->state, run->order->actor);
    qm_event *told = qm__tell(run, WB_EVENT_CONTACT);
    told->other = other;
    told->at = wb_place(u);
    u->engaged = WB_ENGAGED_CAME;
}

/* Of those who can step in, the one that would be met next after `last` (figure 0: first of all). */
static bool next_to_ask(qm__run *run, const wb_track *track, double limit, wb_step_in *last) {
    const wb_step_in before = *last;
    bool found = false;
    for (uint16_t f = 1; f <= run->scenario->figure_count; f++) {
        wb_step_in can;
        if (!qm__wb_can_step_in(run, track, f, limit, &can)) {
            continue;
        }
        const bool asked = before.figure != 0 && (can.contact.cost < before.contact.cost ||
                                                  (can.contact.cost == before.contact.cost && f <= before.figure));
        if (!asked && (!found || can.contact.cost < last->contact.cost)) {
            *last = can;
            found = true;
        }
    }
    return found;
}

/* Asks those who can step in, as they would be met on the way; the one that does, in `out`. */
static bool intercepted(qm__run *run, const wb_track *track, double limit, wb_step_in *out) {
    *out = (wb_step_in){0};
    while (next_to_ask(run, track, limit, out)) {
        const qm__choice choice = {.kind = WB_CHOICE_INTERCEPT,
                                   .figure = out->figure,
                                   .side = run->scenario->figures[out->figure - 1].side,
                                   .other = run->order->actor,
                                   .count = 2,
                                   .automatic = 1};
        run->vars[WB_VAR_SIDE] = out->figure;
        if (qm__choose(run, &choice) == 0) {
            return true;
        }
    }
    run->vars[WB_VAR_SIDE] = 0;
    return false;
}

/* The one that stepped in is the one contacted. */
static void meet(qm__run *run, const wb_track *track, const wb_step_in *step) {
    wb_unit *other = wb_at(run->scenario, run->state, step->figure);
    wb_put(other, step->to);
    other->intercepted = 1;
    qm_event *told = qm__tell(run, WB_EVENT_INTERCEPTED);
    told->figure = step->figure;
    told->other = run->order->actor;
    told->at = step->to;
    if (go_to(run, track, &step->contact)) {
        tell_contact(run, step->figure);
    }
}

static void arrive(qm__run *run, const wb_track *track) {
    const wb_prepared *p = track->p;
    const uint16_t figure = run->order->actor;
    if (!qm__wb_play_hops(run, figure, p)) {
        return;
    }
    tell_contact(run, p->target);
    if (p->hop_count > 0 && p->hops[p->hop_count - 1].leg == WB_LEG_DROP) {
        wb_at(run->scenario, run->state, figure)->jumped = 1;
        qm__tell(run, WB_EVENT_JUMP_ATTACK)->other = p->target;
    }
}

static void fall_short(qm__run *run, const wb_track *track, const wb_mark *mark) {
    if (go_to(run, track, mark)) {
        qm_event *told = qm__tell(run, WB_EVENT_FELL_SHORT);
        told->other = track->p->target;
        told->at = mark->at;
    }
}

/* What ground takes is told by one that comes into it. */
static void tell_difficult(qm__run *run, const wb_track *track, double used) {
    if (used > qm__wb_track_border(track)) {
        qm__tell(run, WB_EVENT_MET_DIFFICULT)->value = track->p->loss;
    }
}

void qm__wb_play_engage(qm__run *run) {
    const wb_prepared *p = run->prepared;
    const uint16_t figure = run->order->actor;
    wb_track track;
    qm__wb_track(run->scenario, figure, p, &track);
    wb_at(run->scenario, run->state, figure)->engaged = WB_ENGAGED_TRIED;
    qm__tell(run, WB_EVENT_ENGAGES)->other = p->target;
    if (p->unmeasured && qm__supposes(run)) {
        arrive(run, &track);
        return;
    }
    const int reach = roll_range(run, p->target);
    run->vars[WB_VAR_RANGE] = 1 + reach;
    if (p->unmeasured) {
        qm__measure(run); /* who is asked to step in, and where it ends, hang on how far it is */
    }
    const int32_t needed = p->hop_count ? p->hops[p->hop_count - 1].cost : 0;
    const bool arrives = needed <= range_of(run->scenario, run->state, figure, reach) - p->loss;
    const part far = part_range(run->scenario, run->state, &track, reach);
    wb_step_in step;
    if (intercepted(run, &track, arrives ? needed : far.limit, &step)) {
        tell_difficult(run, &track, step.contact.cost);
        meet(run, &track, &step);
    } else if (arrives) {
        tell_difficult(run, &track, needed);
        arrive(run, &track);
    } else {
        const wb_mark mark = qm__wb_track_stop(run, &track, far.limit, far.dry);
        tell_difficult(run, &track, far.dry ? 0 : mark.cost);
        fall_short(run, &track, &mark);
    }
    run->vars[WB_VAR_RANGE] = 0;
}
