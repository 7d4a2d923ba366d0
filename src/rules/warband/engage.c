/* Engaging: an enemy and the way to it are named before anything is measured; then it shows how far the unit gets. It
 * comes into contact, falls short and goes a part of the way, or meets an enemy that steps into its path.
 *
 * Invariant: where nobody may measure before (premeasure), a verdict tells nothing of how long the way is. Before every
 * roll and choice the range is in run->vars; where everybody is, is in the state.
 *
 * Rejected: a way that is found anew when the range is known. It was declared; who falls short goes along that one.
 */
#include <string.h>

#include "rules/warband/engage.h"

enum { WHOM };             /* engage FIGURE */
enum { HALF, FULL, LONG }; /* how far it may go: the classes of the roll */
enum {
    ENDLESS = 1000000000, /* no way is too long when it is declared */
    BACK = 100            /* units: who cannot stop where its movement ends stops so much, or twice as much, before */
};

/* -------------------------------------------------------------------------------------------------------- the track */

static bool same(qm_place a, qm_place b) {
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

wb_track qm__wb_track(const wb_prepared *p) {
    wb_track track = {.p = p};
    uint16_t at = 0;
    for (uint16_t h = 0; h < p->hop_count; h++) {
        while (at + 1 < p->way_count && !same(p->way[at], p->hops[h].to)) {
            at++;
        }
        track.ends[h] = at;
    }
    return track;
}

static qm__xy flat(qm_place at) {
    return (qm__xy){at.x, at.y};
}

double qm__wb_track_rate(const wb_track *track, uint16_t hop) {
    double length = 0;
    for (uint16_t i = wb_track_start(track, hop); i < track->ends[hop]; i++) {
        length += qm__apart(flat(track->p->way[i]), flat(track->p->way[i + 1]));
    }
    const double cost = track->p->hops[hop].cost - wb_track_paid(track, hop);
    return length > 0 ? cost / length : 1;
}

qm_place qm__wb_track_place(const qm_scenario *s, uint16_t figure, const wb_track *track, uint16_t from, qm__xy at) {
    const qm__inch_base *base = qm__inch_base_of(&wb_of(s)->inches, figure);
    const qm__spot begin = qm__inch_spot(base, track->p->way[from]);
    int32_t level = begin.level;
    qm__walkable(base->levels, NULL, begin, at, QM__SLACK, &level);
    return qm__inch_place(base, at, level);
}

/* Where a hop on foot has cost so much. */
static qm_place place_after(const qm_scenario *s, uint16_t figure, const wb_track *track, uint16_t hop, double cost) {
    double left = cost / qm__wb_track_rate(track, hop);
    for (uint16_t i = wb_track_start(track, hop); i < track->ends[hop]; i++) {
        const qm__xy a = flat(track->p->way[i]), b = flat(track->p->way[i + 1]);
        const double length = qm__apart(a, b);
        if (left < length) {
            return qm__wb_track_place(s, figure, track, i, qm__along(a, qm__minus(b, a), left / length));
        }
        left -= length;
    }
    return track->p->hops[hop].to;
}

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

/* ------------------------------------------------------------------------------------------- the shortest way there */

/* From where the shortest way comes, as a direction from the target: that of the way to its very place, as if it were
 * not there; where nobody could be there, straight from where the unit is. */
static qm__xy approach(qm__inch_search *search, uint16_t target, double contact) {
    const qm__body *goal = &search->bodies[target - 1];
    const qm__xy centre = {goal->x, goal->y}, from = flat(search->from);
    const qm__walk_ask ask = {.from = qm__inch_spot(search->base, search->from),
                              .to =
                                  qm__inch_spot(search->base, (qm_place){(int32_t)goal->x, (int32_t)goal->y, goal->z}),
                              .crowd = &search->crowd,
                              .limit = ENDLESS};
    qm__xy best = qm__unit(qm__minus(from, centre));
    qm__walked walked = {0};
    qm__obstruction why;
    if (ask.to.level < 0 || !qm__passes(search->base->levels, &search->crowd, ask.to, QM__CARE, &why)) {
        return best;
    }
    qm__walk_find(search->base->walks, &ask, qm__inch_scratch(search), &search->way, &walked);
    bool inside = true; /* up to here the way, followed back from its end, is within contact */
    for (uint32_t i = search->way.count; walked.found && inside && i-- > 0;) {
        const qm__xy back = search->way.pieces[i].from;
        inside = qm__apart(back, centre) < contact;
        best = inside ? best : qm__unit(qm__minus(back, centre));
    }
    return best;
}

/* A place in whole units in contact with the target, beside a point and at a height; false if the unit cannot end
 * there. */
static bool contact_at(const qm_scenario *s, const qm_state *st, const qm__inch_search *search, uint16_t target,
                       qm__xy ideal, int32_t z, qm_place *out) {
    qm__xy near[QM__WHOLE_NEAR];
    qm__whole_near(ideal, near);
    for (int i = 0; i < QM__WHOLE_NEAR; i++) {
        *out = (qm_place){(int32_t)near[i].x, (int32_t)near[i].y, z};
        if (qm__wb_touches(s, st, search->figure, *out, target) &&
            qm__inch_can_be(search->base, &search->crowd, *out, true, NULL)) {
            return true;
        }
    }
    return false;
}

static bool can_walk(qm__inch_search *search, qm_place to) {
    const qm__walk_ask ask = {.from = qm__inch_spot(search->base, search->from),
                              .to = qm__inch_spot(search->base, to),
                              .crowd = &search->crowd,
                              .limit = ENDLESS};
    qm__walked walked;
    qm__walk_find(search->base->walks, &ask, qm__inch_scratch(search), &search->way, &walked);
    return walked.found;
}

/* Judges the walk to a place; false when none leads there, and then nothing is told. Whether the walk is good, in
 * `good`. The walk that is judged is the one that is looked for, except for those who go through walls. */
static bool judge_there(qm__judging *j, qm__inch_search *search, qm_place to, bool *good) {
    const qm_leg leg = {.kind = WB_LEG_WALK, .to = to};
    qm_verdict *verdict = j->verdict;
    const uint16_t before = verdict->reason_count;
    unsigned char head[WB_VERDICT_HEAD];
    if (wb_value(j->scenario, j->order->actor, WB_ETHEREAL) && !can_walk(search, to)) {
        return false;
    }
    memcpy(head, verdict, sizeof head);
    *good = qm__wb_judge_legs(j, &leg, 1, ENDLESS);
    const uint16_t kind = *good || verdict->reason_count == before ? 0 : verdict->reasons[before].kind;
    if (kind != WB_REASON_NO_WAY && (kind != WB_REASON_UNKNOWN || can_walk(search, to))) {
        return true;
    }
    memcpy(verdict, head, sizeof head);
    return false;
}

/* A place of contact that can be walked to, the walk judged: at the target's height, or else at another at which they
 * can touch. */
static bool judge_beside(qm__judging *j, qm__inch_search *search, uint16_t target, qm__xy ideal, bool *good) {
    const qm__levels *levels = search->base->levels;
    for (int level = -1; level < qm__level_count(levels); level++) {
        const int32_t z = level < 0 ? wb_at(j->scenario, j->state, target)->z : qm__level_height(levels, level);
        qm_place to;
        if (contact_at(j->scenario, j->state, search, target, ideal, z, &to) && judge_there(j, search, to, good)) {
            return true;
        }
    }
    return false;
}

/* Judges the shortest way on foot into contact; where its end is taken, one to the next of sixteen directions in which
 * there is one. False when there is none at all. */
static bool judge_contact(qm__judging *j, uint16_t target, bool *good) {
    const qm_scenario *s = j->scenario;
    const qm__xy turn = {0.92387953251128674, 0.38268343236508977}; /* a sixteenth of the circle */
    const double contact = wb_value(s, j->order->actor, WB_RADIUS) + wb_value(s, target, WB_RADIUS);
    qm__inch_search *search = qm__inch_begin(s, &wb_of(s)->inches, j->state, j->order->actor, j->search);
    search->bodies[target - 1].manner = QM__PASS;
    qm__xy left = approach(search, target, contact), right = left;
    search->bodies[target - 1].manner = QM__BLOCK;
    const qm__xy centre = flat(wb_place(wb_at(s, j->state, target)));
    for (int i = 0; i <= 8; i++) {
        if (judge_beside(j, search, target, qm__along(centre, left, contact), good) ||
            (i > 0 && judge_beside(j, search, target, qm__along(centre, right, contact), good))) {
            return true;
        }
        left = (qm__xy){left.x * turn.x - left.y * turn.y, left.x * turn.y + left.y * turn.x};
        right = (qm__xy){right.x * turn.x + right.y * turn.y, right.y * turn.x - right.x * turn.y};
    }
    return false;
}

/* ------------------------------------------------------------------------------------------------------------- order
 */

/* The legs of the order, or the one that leads there. */
static bool judge_way(qm__judging *j, uint16_t target) {
    bool good;
    if (j->order->leg_count > 0) {
        return qm__wb_judge_legs(j, j->order->legs, j->order->leg_count, ENDLESS);
    }
    if (!judge_contact(j, target, &good)) {
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
    const int reach = qm__roll_take(run, &roll);
    qm_event *told = qm__tell(run, WB_EVENT_ENGAGE_RANGE);
    told->other = target;
    told->value = range_of(run->scenario, run->state, figure, reach);
    return reach;
}

/* -------------------------------------------------------------------------------------------------------- falling
 * short */

/* The farthest place on the track that so much movement leads to and where it could end. */
static wb_mark stop_after(qm__run *run, const wb_track *track, double limit) {
    const uint16_t figure = run->order->actor;
    const wb_prepared *p = track->p;
    uint16_t hop = 0;
    while (hop + 1 < p->hop_count && p->hops[hop].cost <= limit) {
        hop++;
    }
    for (;; hop--) {
        const double paid = wb_track_paid(track, hop);
        const double most = p->hops[hop].cost < limit ? p->hops[hop].cost : limit;
        for (double cost = most; cost > paid && wb_on_foot(&p->hops[hop]); cost -= BACK) {
            const qm_place at = place_after(run->scenario, figure, track, hop, cost - paid);
            if (qm__wb_could_stop(run, figure, at)) {
                return (wb_mark){hop, cost, at};
            }
        }
        const qm_place start = p->way[wb_track_start(track, hop)];
        if (hop == 0 || qm__wb_could_stop(run, figure, start)) {
            return (wb_mark){hop, paid, start};
        }
    }
}

/* Difficult areas on a hop on foot, up to so much movement on it; those it began inside do not count until it has left
 * them. */
static uint64_t met_on(const qm__levels *levels, const qm__inch_base *base, const wb_track *track, uint16_t hop,
                       double limit, uint64_t *inside) {
    double left = limit / qm__wb_track_rate(track, hop);
    uint64_t met = 0;
    for (uint16_t i = wb_track_start(track, hop); i < track->ends[hop] && left > 0; i++) {
        const qm__xy a = flat(track->p->way[i]), b = flat(track->p->way[i + 1]);
        const double length = qm__apart(a, b);
        const qm__xy end = left < length ? qm__along(a, qm__minus(b, a), left / length) : b;
        qm__traced traced = {0};
        const bool clear = qm__trace(levels, NULL, qm__inch_spot(base, track->p->way[i]), end, QM__SLACK, &traced);
        met |= traced.areas & ~*inside;
        *inside &= clear ? qm__areas_at(levels, qm__spot_at(end, traced.level)) : 0;
        left -= length;
    }
    return met;
}

/* Whether the track meets difficult ground before so much movement is used. */
static bool meets_difficult(const qm__run *run, const wb_track *track, double limit) {
    const wb_data *data = wb_of(run->scenario);
    const qm__inch_base *base = qm__inch_base_of(&data->inches, run->order->actor);
    const qm__levels *levels = base->levels;
    const wb_prepared *p = track->p;
    const bool free_start = data->set.difficult_start == WB_DIFFICULT_START_FREE;
    uint64_t inside = free_start ? qm__areas_at(levels, qm__inch_spot(base, p->way[0])) : 0, met = 0;
    for (uint16_t h = 0; h < p->hop_count && wb_track_paid(track, h) < limit; h++) {
        if (wb_on_foot(&p->hops[h])) {
            met |= met_on(levels, base, track, h, limit - wb_track_paid(track, h), &inside);
        } else if (p->hops[h].cost <= limit) {
            met |= qm__areas_at(levels, qm__inch_spot(base, p->hops[h].to));
            inside = 0;
        }
    }
    return (met & data->difficult) != 0;
}

/* How far it goes if that does not suffice: less on difficult ground, unless that lies beyond where it stops. */
static int32_t part_range(const qm__run *run, const wb_track *track, int reach) {
    const int32_t part = range_of(run->scenario, run->state, run->order->actor, reach == HALF ? HALF : FULL);
    const int32_t loss = track->p->loss > 0 && meets_difficult(run, track, part) ? track->p->loss : 0;
    return part > loss ? part - loss : 0;
}

/* ------------------------------------------------------------------------------------------------- what may be told */

/* The roll of one that does not see its target, which comes before all others: told as the chance to go so far. */
static void tell_roll(const qm__judging *j, qm_check *check, int reach) {
    const wb_settings *set = wb_set(j->scenario);
    const int32_t least = reach == HALF ? 1 : range_cut(set, reach - 1) + 1;
    check->dice = 1;
    check->sides = (uint8_t)set->engage_die;
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

/* Where nobody may measure before: how far it may go at most, and nothing that hangs on how far that is. */
static void hide_range(qm__judging *j, wb_prepared *p) {
    j->verdict->unmeasured = QM_UNMEASURED_WHOLE;
    j->verdict->cost = 0;
    j->verdict->allowance = qm__wb_allowance(j->scenario, j->state, j->order->actor, WB_ORDER_ENGAGE);
    p->unmeasured = 1;
    for (uint16_t i = 0; i < p->hop_count; i++) {
        p->hops[i].unmeasured = 1;
    }
}

/* It will fall short: the way that is told ends where it does; after a bad roll it goes half as far. */
static void cut_way(qm__judging *j, const wb_prepared *p) {
    qm__run run = {.scenario = j->scenario,
                   .state = (qm_state *)(uintptr_t)j->state, /* which is only looked at */
                   .order = j->order,
                   .prepared = p,
                   .search = j->search};
    const wb_track track = qm__wb_track(p);
    const wb_mark mark = stop_after(&run, &track, part_range(&run, &track, FULL));
    double left = (mark.cost - wb_track_paid(&track, mark.hop)) / qm__wb_track_rate(&track, mark.hop);
    uint16_t at = wb_track_start(&track, mark.hop);
    while (at + 1 < p->way_count && left > qm__apart(flat(p->way[at]), flat(p->way[at + 1]))) {
        left -= qm__apart(flat(p->way[at]), flat(p->way[at + 1]));
        at++;
    }
    j->verdict->ending = QM_ENDS_SPENT;
    j->verdict->way_count = (uint16_t)(at + 1);
    if (!same(p->way[at], mark.at) && at + 1 < QM_WAY_MAX) {
        j->verdict->way[j->verdict->way_count++] = mark.at;
    }
}

/* Where measuring is free: what the way takes, and the roll that suffices for it. */
static void tell_range(qm__judging *j, const wb_prepared *p, bool rolls) {
    qm_verdict *verdict = j->verdict;
    int reach = HALF;
    verdict->cost = p->hop_count ? p->hops[p->hop_count - 1].cost : 0;
    verdict->allowance = range_of(j->scenario, j->state, j->order->actor, LONG) - p->loss;
    while (reach < LONG && range_of(j->scenario, j->state, j->order->actor, reach) - p->loss < verdict->cost) {
        reach++;
    }
    if (rolls) {
        tell_roll(j, &verdict->checks[0], reach);
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
        tell_roll(j, qm__foresee(j, WB_ROLL_ENGAGE), LONG);
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
        if (wb_set(s)->premeasure == WB_PREMEASURE_YES) {
            const qm__body here = qm__wb_body_at(s, j->order->actor, end);
            const qm__body there = qm__wb_body_at(s, target, wb_place(wb_at(s, j->state, target)));
            reason->needed = qm__units(qm__body_distance_space(&here, &there));
        }
    }
    keep_way(j, p);
    if (wb_set(s)->premeasure == WB_PREMEASURE_NO) {
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
    if (!same(wb_place(u), mark->at)) {
        wb_put(u, mark->at);
        qm_event *told = qm__tell(run, WB_EVENT_WALKED);
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

static void fall_short(qm__run *run, const wb_track *track, double limit) {
    const wb_mark mark = stop_after(run, track, limit);
    if (go_to(run, track, &mark)) {
        qm_event *told = qm__tell(run, WB_EVENT_FELL_SHORT);
        told->other = track->p->target;
        told->at = mark.at;
    }
}

void qm__wb_play_engage(qm__run *run) {
    const wb_prepared *p = run->prepared;
    const wb_track track = qm__wb_track(p);
    const uint16_t figure = run->order->actor;
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
    const int32_t part = part_range(run, &track, reach);
    if (p->loss > 0 && (arrives || part < range_of(run->scenario, run->state, figure, reach == HALF ? HALF : FULL))) {
        qm__tell(run, WB_EVENT_MET_DIFFICULT)->value = p->loss;
    }
    wb_step_in step;
    if (intercepted(run, &track, arrives ? needed : part, &step)) {
        meet(run, &track, &step);
    } else if (arrives) {
        arrive(run, &track);
    } else {
        fall_short(run, &track, part);
    }
    run->vars[WB_VAR_RANGE] = 0;
}
