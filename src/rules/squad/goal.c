/* A unit is given a goal, and its models are placed around it: each where it can stand and get to on foot, out of the
 * inch of enemies, all of them keeping together. Models that are named in the order are where their own paths end, and
 * the others around them; so a placing is adjusted.
 *
 * Invariant: what is found is judged like a path that was named, leg by leg; nothing is believed because it was found.
 *
 * Rejected: climbs and leaps for those who are placed. Which of them would fail together, and what the others are to do
 * then, is for the player to say, model by model.
 */
#include "rules/squad/move.h"

#include "game/inches_muster.h"
#include "game/place.h"

void qm__sq_goal_sizes(const qm_scenario *s, sq_data *data) {
    size_t most = 0;
    for (uint16_t i = 0; i < s->unit_count; i++) {
        most = s->units[i].count > most ? s->units[i].count : most;
    }
    data->crowds_size = (most * s->figure_count * sizeof(qm__body) + 15) / 16 * 16;
    data->muster_size = (qm__muster_size(data->inches.bases, data->inches.base_count, s->figure_count) + 15) / 16 * 16;
}

/* A unit that is being placed. */
typedef struct placing {
    qm__judging *j;
    qm_place goal;
    uint16_t leg, target;
    uint16_t count;
    uint16_t ids[QM_PARTS_MAX];
    bool chosen[QM_PARTS_MAX]; /* a place is looked for */
    qm__crowd crowds[QM_PARTS_MAX];
    qm__muster_figure figures[QM_PARTS_MAX];
} placing;

/* ---------------------------------------------------------------------------------------------------------- asking */

/* Who is in the way of one model. The unit that is charged is walked up to. */
static qm__crowd crowd_of(const placing *p, uint16_t figure, qm__body *bodies) {
    const qm_scenario *s = p->j->scenario;
    for (uint16_t i = 1; i <= s->figure_count; i++) {
        qm__sq_body(s, p->j->state, i, figure, &bodies[i - 1]);
        if (p->target && s->figures[i - 1].unit == s->figures[p->target - 1].unit) {
            bodies[i - 1].margin = 0;
        }
    }
    return (qm__crowd){.bodies = bodies, .count = s->figure_count, .self = (uint16_t)(figure - 1)};
}

/* Adds a model; false if it cannot be placed by itself. */
static bool add_model(placing *p, uint16_t figure, qm__body *bodies) {
    const qm_scenario *s = p->j->scenario;
    const sq_model *m = sq_at(s, p->j->state, figure);
    const sq_path *path = sq_path_of(p->j->prepared, figure);
    const bool anew = sq_game_of(s, p->j->state)->unfinished != 0;
    const qm_place from = path ? path->end : sq_place(m);
    if (!sq_round(s, figure)) {
        qm_reason *reason = qm__refuse(p->j, SQ_REASON_GOAL_RECTANGLE);
        reason->figure = figure;
        reason->leg = p->leg;
        return false;
    }
    const uint16_t n = p->count++;
    p->ids[n] = figure;
    p->chosen[n] = !path && !m->gone;
    p->crowds[n] = crowd_of(p, figure, bodies + (size_t)n * s->figure_count);
    p->figures[n] = (qm__muster_figure){.base = qm__inch_base_of(&sq_of(s)->inches, figure),
                                        .crowd = &p->crowds[n],
                                        .from = from,
                                        .fixed = !p->chosen[n],
                                        .to = from,
                                        .ask = {.allowance = anew ? m->left : sq_value(s, figure, SQ_MOVEMENT)}};
    return true;
}

/* ---------------------------------------------------------------------------------------------------------- telling */

static void refuse(const placing *p, const qm__muster *found) {
    static const uint16_t kinds[] = {
        [QM__MUSTER_STUCK] = SQ_REASON_GOAL_FIXED,   [QM__MUSTER_FIXED] = SQ_REASON_GOAL_FIXED,
        [QM__MUSTER_CLOSED] = SQ_REASON_GOAL_CLOSED, [QM__MUSTER_FAR] = SQ_REASON_GOAL_FAR,
        [QM__MUSTER_MARGIN] = SQ_REASON_GOAL_NEAR,   [QM__MUSTER_BODY] = SQ_REASON_GOAL_TAKEN,
        [QM__MUSTER_SHORT] = SQ_REASON_GOAL_SHORT,   [QM__MUSTER_ROOM] = SQ_REASON_GOAL_ROOM,
        [QM__MUSTER_APART] = SQ_REASON_GOAL_APART,   [QM__MUSTER_LIMIT] = SQ_REASON_UNKNOWN};
    const bool no_way = found->what == QM__MUSTER_FAR && found->needed < 0;
    const bool apart = found->what == QM__MUSTER_APART;
    const bool body = found->what == QM__MUSTER_MARGIN || found->what == QM__MUSTER_BODY;
    const bool one = found->what == QM__MUSTER_STUCK || found->what == QM__MUSTER_FIXED;
    qm_reason *reason = found->what == QM__MUSTER_LIMIT
                            ? qm__leave_to_person(p->j, SQ_REASON_UNKNOWN)
                            : qm__refuse(p->j, no_way ? SQ_REASON_GOAL_NO_WAY : kinds[found->what]);
    reason->leg = p->leg;
    reason->figure = found->figure ? p->ids[found->figure - 1] : reason->figure;
    reason->other = body ? found->body : apart && found->other ? p->ids[found->other - 1] : 0;
    reason->at = one && found->figure ? p->figures[found->figure - 1].to : p->goal;
    reason->needed = apart                              ? found->gap
                     : found->what == QM__MUSTER_MARGIN ? sq_set(p->j->scenario)->enemy_reach
                                                        : found->needed;
    reason->had = apart ? found->most : found->had;
}

/* ---------------------------------------------------------------------------------------------------------- judging */

/* The paths to the places found, in the order in which nobody is in another's way. */
static bool judge_placed(const placing *p, const qm__muster *found) {
    bool good = true;
    for (uint16_t k = 0; k < p->count; k++) {
        const uint16_t n = (uint16_t)(found->order[k] - 1);
        const qm_leg leg = {.kind = SQ_LEG_WALK, .to = found->places[n]};
        const bool moves = !qm__place_same(leg.to, p->figures[n].from);
        if (p->chosen[n] && moves) {
            good = qm__sq_judge_path(p->j, p->ids[n], &leg, 1, p->leg, true, p->target) && good;
        }
    }
    return good;
}

bool qm__sq_judge_goal(qm__judging *j, qm_place goal, uint16_t leg, uint16_t target) {
    const qm_scenario *s = j->scenario;
    const sq_settings *set = sq_set(s);
    const qm__troop *unit = sq_unit(s, j->order->actor);
    unsigned char *memory = (unsigned char *)qm__inch_own(j->search) + SQ_OWN_SIZE;
    placing p = {.j = j, .goal = goal, .leg = leg, .target = target};
    qm__muster found;
    for (uint16_t i = unit->first; i < unit->first + unit->count; i++) {
        if (!sq_at(s, j->state, i)->out && !add_model(&p, i, (qm__body *)(void *)memory)) {
            return false;
        }
    }
    const qm__muster_ask ask = {.figures = p.figures,
                                .count = p.count,
                                .goal = goal,
                                .bond = set->coherency == SQ_COHERENCY_EACH ? QM__MUSTER_EACH : QM__MUSTER_CHAIN,
                                .plan = set->measure == SQ_MEASURE_PLAN,
                                .link = set->coherency_reach,
                                .spread = set->spread_most,
                                .leash = -1};
    if (!qm__muster_find(&ask, memory + sq_of(s)->crowds_size, sq_of(s)->muster_size, &found)) {
        refuse(&p, &found);
        return false;
    }
    return judge_placed(&p, &found);
}

/* --------------------------------------------------------------------------------------------------------- charges */

/* The two models of two units that are nearest to each other. */
static bool nearest_pair(const qm_scenario *s, const qm_state *st, const qm__troop *mine, const qm__troop *theirs,
                         qm__body *from, qm__body *to) {
    double least = QM__FAR;
    for (uint16_t a = mine->first; a < mine->first + mine->count; a++) {
        for (uint16_t b = theirs->first; b < theirs->first + theirs->count; b++) {
            const qm__body one = qm__sq_body_now(s, st, a), other = qm__sq_body_now(s, st, b);
            const double apart = qm__body_distance_space(&one, &other);
            if (!sq_at(s, st, a)->out && !sq_at(s, st, b)->out && !sq_at(s, st, a)->gone && apart < least) {
                least = apart;
                *from = one;
                *to = other;
            }
        }
    }
    return least < QM__FAR;
}

/* A place in whole units where the one touches the other, towards which it goes straight; where there is none, beside
 * it. */
static qm_place contact_place(qm__body from, const qm__body *to) {
    const qm__xy way = qm__unit(qm__minus((qm__xy){to->x, to->y}, (qm__xy){from.x, from.y}));
    qm__xy near[QM__WHOLE_NEAR];
    from.z = to->z;
    for (int i = 0; i < 16; i++) { /* beside a rectangle each step gets nearer to its edge */
        const double gap = qm__body_gap(&from, to);
        from.x += way.x * gap;
        from.y += way.y * gap;
    }
    qm__whole_near((qm__xy){from.x, from.y}, near);
    qm__body best = from;
    best.x = near[0].x;
    best.y = near[0].y;
    for (int i = 0; i < QM__WHOLE_NEAR; i++) {
        qm__body here = from;
        here.x = near[i].x;
        here.y = near[i].y;
        if (qm__bodies_touch(&here, to)) {
            best = here;
            break;
        }
    }
    return qm__inch_at(&best);
}

bool qm__sq_judge_rush(qm__judging *j, uint16_t target) {
    const qm_scenario *s = j->scenario;
    qm__body from, to;
    if (!nearest_pair(s, j->state, sq_unit(s, j->order->actor), sq_unit(s, target), &from, &to)) {
        qm__refuse(j, SQ_REASON_NO_LEG);
        return false;
    }
    const qm_leg leg = {.kind = SQ_LEG_WALK, .to = contact_place(from, &to)};
    return qm__sq_judge_path(j, from.id, &leg, 1, 0, true, target) && qm__sq_judge_goal(j, leg.to, 0, target);
}
