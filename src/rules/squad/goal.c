/* A unit is given a goal, and its models are placed around it: each where it can stand and get to, out of the inch of
 * enemies, all of them keeping together. Models that are named in the order are where their own paths end, and the
 * others around them; so a placing is adjusted.
 *
 * Ways are on foot; where the unit cannot be placed so, over climbs, leaps and drops too, which takes longer and is
 * left out of trials, but for those at which nothing is rolled for in a move that was broken off. Those who fly go straight. Rectangles keep their facing, and slide straight, around corners or
 * where the circle around them has room.
 *
 * Invariant: what is found is judged like a path that was named, leg by leg; nothing is believed because it was found.
 * What placing does not know, as heights that count as movement, is learnt from that: a model whose way turns out to be
 * too long, or not to be legal, is placed again with less to spend.
 *
 * Rejected: to give models that begin and end on a road their farther movement. Whether they end on one is known only
 * when they are placed.
 */
#include "rules/squad/move.h"

#include <string.h>

#include "game/inches_muster.h"
#include "game/place.h"

enum { ROUNDS = 8 /* of placing a unit anew */ };

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
    uint16_t crowd_count;
    uint16_t ids[QM_PARTS_MAX];
    bool chosen[QM_PARTS_MAX]; /* a place is looked for */
    qm__crowd crowds[QM_PARTS_MAX];
    sq_pricing prices[QM_PARTS_MAX];
    qm__muster_figure figures[QM_PARTS_MAX];
    qm__body *bodies; /* of crowds, in search memory */
    bool over;        /* on foot they cannot be placed */
    sq_over by;       /* what places are looked for over; but over any link, the last and dearest are left out */
    bool refused;     /* places are found, and all ways there together are refused */
    bool struck[QM_PARTS_MAX]; /* places to which it may not be led have been left out once */
} placing;

/* ---------------------------------------------------------------------------------------------------------- asking */

static bool is_anew(const placing *p) {
    return sq_game_of(p->j->scenario, p->j->state)->unfinished != 0;
}

/* Who is in the way of one model: a crowd that another one has already, if it is the same. The unit that is charged is
 * walked up to. */
static const qm__crowd *crowd_of(placing *p, uint16_t figure) {
    const qm_scenario *s = p->j->scenario;
    qm__body *bodies = p->bodies + (size_t)p->crowd_count * s->figure_count;
    memset(bodies, 0, s->figure_count * sizeof *bodies);
    for (uint16_t i = 1; i <= s->figure_count; i++) {
        qm__sq_body(s, p->j->state, i, figure, &bodies[i - 1]);
    }
    qm__sq_open_target(s, p->target, bodies);
    for (uint16_t i = 0; i < p->crowd_count; i++) {
        if (memcmp(p->crowds[i].bodies, bodies, s->figure_count * sizeof *bodies) == 0) {
            return &p->crowds[i];
        }
    }
    p->crowds[p->crowd_count] = (qm__crowd){.bodies = bodies, .count = s->figure_count, .self = UINT16_MAX};
    return &p->crowds[p->crowd_count++];
}

static void add_model(placing *p, uint16_t figure) {
    const qm_scenario *s = p->j->scenario;
    const sq_model *m = sq_at(s, p->j->state, figure);
    const sq_path *path = sq_path_of(p->j->prepared, figure);
    const bool anew = is_anew(p), round = sq_round(s, figure), flies = sq_flies(s, figure);
    const qm_place from = path ? path->end : sq_place(m);
    const qm__body body = qm__sq_body_at(s, figure, from, path ? path->facing : m->facing);
    const uint16_t n = p->count++;
    p->ids[n] = figure;
    p->chosen[n] = !path && !m->gone && !qm__sq_held_by(s, p->j->state, figure, p->target);
    p->prices[n] = (sq_pricing){s, p->j->state, figure, p->by == SQ_OVER_SURE};
    p->figures[n] = (qm__muster_figure){.base = qm__inch_base_of(&sq_of(s)->around, figure),
                                        .crowd = crowd_of(p, figure),
                                        .from = from,
                                        .fixed = !p->chosen[n],
                                        .to = from,
                                        .ask = {.allowance = anew ? m->left : sq_value(s, figure, SQ_MOVEMENT),
                                                .pricing = !round || flies || p->by == SQ_OVER_NONE ? NULL : qm__sq_price,
                                                .context = &p->prices[n]},
                                        .width = body.width,
                                        .length = round ? 0 : body.length,
                                        .facing = round ? 0 : body.facing,
                                        .slides = round || flies ? NULL : qm__inch_base_of(&sq_of(s)->inches, figure),
                                        .straight = flies};
}

static void *muster_memory(const placing *p) {
    return (unsigned char *)p->bodies + sq_of(p->j->scenario)->crowds_size;
}

/* Places for all. `again`: some have less to spend than when places were found last; those that were looked at then are
 * known, and others are only asked for where these do not suffice. */
static bool find_places(placing *p, bool again, qm__muster *found) {
    const qm_scenario *s = p->j->scenario;
    const sq_settings *set = sq_set(s);
    const qm__muster_ask ask = {.figures = p->figures,
                                .count = p->count,
                                .goal = p->goal,
                                .bond = set->coherency == SQ_COHERENCY_EACH ? QM__MUSTER_EACH : QM__MUSTER_CHAIN,
                                .plan = set->measure == SQ_MEASURE_PLAN,
                                .link = set->coherency_reach,
                                .spread = set->spread_most,
                                .leash = -1,
                                .over = p->over,
                                .brief = p->by != SQ_OVER_ANY};
    void *memory = muster_memory(p);
    const bool all =
        (again && qm__muster_again(&ask, memory, found)) || qm__muster_find(&ask, memory, sq_of(s)->muster_size, found);
    p->over |= all && found->over;
    return all;
}

/* ---------------------------------------------------------------------------------------------------------- telling */

/* What is in the way of standing at the goal. */
static qm_reason *refuse_closed(const placing *p, const qm__muster *found) {
    const qm__obstruction *why = &found->why;
    const bool solid = (why->what == QM__IN_PRISM || why->what == QM__ON_PRISM) && why->prism >= 0;
    const bool nowhere = found->needed < 0;
    qm_reason *reason = qm__refuse(p->j, found->body ? nowhere ? SQ_REASON_GOAL_HELD_FAR : SQ_REASON_GOAL_HELD
                                         : nowhere   ? SQ_REASON_GOAL_NOWHERE
                                         : solid     ? SQ_REASON_GOAL_SOLID
                                                     : SQ_REASON_GOAL_CLOSED);
    reason->other = found->body;
    reason->word = (uint16_t)(solid ? why->prism + 1 : 0);
    reason->needed = found->needed;
    return reason;
}

/* Whether some of the unit are rectangles that go on foot. */
static bool some_slide(const placing *p) {
    bool some = false;
    for (uint16_t i = 0; i < p->count; i++) {
        some |= p->figures[i].slides != NULL;
    }
    return some;
}

static qm_reason *refuse_one(const placing *p, const qm__muster *found) {
    static const uint16_t kinds[] = {
        [QM__MUSTER_STUCK] = SQ_REASON_GOAL_FIXED, [QM__MUSTER_FIXED] = SQ_REASON_GOAL_FIXED,
        [QM__MUSTER_MARGIN] = SQ_REASON_GOAL_NEAR, [QM__MUSTER_BODY] = SQ_REASON_GOAL_TAKEN,
        [QM__MUSTER_ROOM] = SQ_REASON_GOAL_ROOM,   [QM__MUSTER_APART] = SQ_REASON_GOAL_APART};
    /* by whether there is no way, and whether it is one of rectangles, of which not all ways are looked for */
    static const uint16_t far[][2] = {{SQ_REASON_GOAL_FAR, SQ_REASON_GOAL_FAR_RECT},
                                      {SQ_REASON_GOAL_NO_WAY, SQ_REASON_GOAL_NO_WAY_RECT}};
    static const uint16_t cut_off[][2] = {{SQ_REASON_GOAL_SHORT, SQ_REASON_GOAL_SHORT_RECT},
                                          {SQ_REASON_GOAL_CUT_OFF, SQ_REASON_GOAL_CUT_OFF_RECT}};
    const bool lost = found->needed < 0, one = found->figure && p->figures[found->figure - 1].slides;
    const bool rect = found->what == QM__MUSTER_FAR ? some_slide(p) : one;
    qm_reason *reason = qm__refuse(p->j, found->what == QM__MUSTER_FAR     ? far[lost][rect]
                                         : found->what == QM__MUSTER_SHORT ? cut_off[lost][rect]
                                                                           : kinds[found->what]);
    reason->needed = found->needed;
    reason->had = found->had;
    return reason;
}

static void refuse(const placing *p, const qm__muster *found) {
    qm_reason *reason = found->what == QM__MUSTER_LIMIT    ? qm__leave_to_person(p->j, SQ_REASON_UNKNOWN)
                        : found->what == QM__MUSTER_CLOSED ? refuse_closed(p, found)
                                                           : refuse_one(p, found);
    const bool one = found->what == QM__MUSTER_STUCK || found->what == QM__MUSTER_FIXED;
    reason->leg = p->leg;
    reason->at = one && found->figure ? p->figures[found->figure - 1].to : p->goal;
    reason->figure = found->figure ? p->ids[found->figure - 1] : reason->figure;
    if (found->what == QM__MUSTER_MARGIN || found->what == QM__MUSTER_BODY) {
        reason->other = found->body;
        reason->needed = sq_set(p->j->scenario)->enemy_reach;
    } else if (found->what == QM__MUSTER_APART) {
        reason->other = found->other ? p->ids[found->other - 1] : 0;
        reason->kind = found->most == sq_set(p->j->scenario)->coherency_reach ? reason->kind : SQ_REASON_GOAL_SPREAD;
        reason->needed = found->gap;
        reason->had = found->most;
    } else if (found->what == QM__MUSTER_ROOM) {
        reason->needed = p->count;
        reason->had = found->count;
    }
}

/* ---------------------------------------------------------------------------------------------------------- judging */

/* One who is found a place for and gets there by no way that is legal. */
typedef struct failing {
    uint16_t number; /* from 1; 0 = nobody */
    qm_place to;
} failing;

/* Models for whom places and the legs that lead there are found, in the order in which they go. */
typedef struct placed {
    uint16_t count;
    uint16_t leg_count; /* more than SQ_HOPS_MAX: too many, and they are not all told */
    struct {
        uint16_t figure, first, count; /* legs: none for one who stays */
    } models[QM_PARTS_MAX];
    qm_leg legs[SQ_HOPS_MAX];
} placed;

/* Notes the legs of one; of more than there is room for it is known how many they are. */
static void note_legs(placed *out, uint16_t figure, const qm_leg *legs, uint16_t count) {
    if (out->leg_count + count <= SQ_HOPS_MAX) {
        memcpy(out->legs + out->leg_count, legs, count * sizeof *legs);
    }
    out->models[out->count].figure = figure;
    out->models[out->count].first = out->leg_count;
    out->models[out->count++].count = count;
    out->leg_count = (uint16_t)(out->leg_count + count);
}

static bool stays(const placing *p, const qm__muster *found, uint16_t n) {
    return qm__place_same(found->places[n], p->figures[n].from);
}

static bool gets_there(void *of, uint16_t figure, qm_place to) {
    const placing *p = of;
    qm_leg legs[SQ_WAY_LEGS];
    return qm__sq_find_walk(p->j, p->ids[figure], to, p->target, legs, NULL) > 0;
}

/* What is learnt from a way that is not legal. Where it leads over what was not rolled for, so do ways to other places:
 * all that are known are looked at. Else, and where that did not help, the model has less to be placed with: what the
 * way would cost, less what is lacking; an eighth less where something else is wrong with it. */
static void learn_failing(placing *p, uint16_t n, int32_t cost, const qm_reason *why) {
    const bool far = why->kind == SQ_REASON_TOO_FAR || why->kind == SQ_REASON_CLIMB_SHORT;
    const int32_t lacks = far ? why->needed - why->had : cost / 8 + 1;
    if (why->kind == SQ_REASON_NEW_HAZARD) {
        qm__muster_strike(muster_memory(p), n, gets_there, p);
        if (!p->struck[n]) {
            p->struck[n] = true;
            return;
        }
    }
    p->figures[n].ask.allowance = cost > lacks ? cost - lacks : 0;
}

/* Over links too; but in a move that was broken off, which leads over nothing new, these are left to later passes. */
static uint16_t find_way(const placing *p, uint16_t n, qm_place to, qm_leg legs[SQ_WAY_LEGS], qm_reason *why) {
    return qm__sq_find_way(p->j, p->ids[n], to, p->target, is_anew(p) ? p->by : SQ_OVER_ANY, legs, why);
}

/* The ways to the places found, in the order in which nobody is in another's way; those who stay have a part too. Tells
 * the first of the unit who fails; something is learnt of all who do. */
static failing find_failing(placing *p, const qm__muster *found, placed *out) {
    failing first = {0};
    out->count = out->leg_count = 0;
    for (uint16_t k = 0; k < p->count; k++) {
        const uint16_t n = (uint16_t)(found->order[k] - 1);
        qm_leg legs[SQ_WAY_LEGS];
        qm_reason why = {0};
        if (!p->chosen[n]) {
            continue;
        }
        const uint16_t count = stays(p, found, n) ? 0 : find_way(p, n, found->places[n], legs, &why);
        if (stays(p, found, n) || count > 0) {
            note_legs(out, p->ids[n], legs, count);
            continue;
        }
        first = first.number && first.number <= n ? first : (failing){(uint16_t)(n + 1), found->places[n]};
        learn_failing(p, n, found->costs[n], &why);
    }
    return first;
}

static bool judge_placed(const placing *p, qm__judging *j, const placed *there) {
    const uint32_t hops = ((const sq_prepared *)j->prepared)->hop_count + (uint32_t)there->leg_count;
    bool good = true;
    if (hops > SQ_HOPS_MAX) {
        qm_reason *reason = qm__refuse(j, SQ_REASON_TOO_MANY);
        reason->needed = (int32_t)hops;
        reason->had = SQ_HOPS_MAX;
        return false;
    }
    for (uint16_t i = 0; i < there->count; i++) {
        good = qm__sq_judge_path(j, there->models[i].figure, there->legs + there->models[i].first,
                                 there->models[i].count, p->leg, SQ_LEGS_FOUND, p->target) &&
               good;
    }
    return good;
}

/* Whether all get there on foot, as most do: then that is judged with it. */
static bool walk_there(const placing *p, const qm__muster *found) {
    placed on_foot = {0};
    sq_trial trial;
    for (uint16_t k = 0; k < p->count; k++) {
        const uint16_t n = (uint16_t)(found->order[k] - 1);
        const qm_leg leg = {.kind = SQ_LEG_WALK, .to = found->places[n]};
        if (p->chosen[n]) {
            note_legs(&on_foot, p->ids[n], &leg, !stays(p, found, n));
        }
    }
    qm__sq_try(&trial, p->j);
    return judge_placed(p, &trial.j, &on_foot) && qm__sq_take_trial(&trial, p->j);
}

/* Over links nobody is followed farther than twice what he has. So that a goal that is merely far is told as far, it is
 * asked for on foot as well. */
static void refuse_on_foot(placing *p, const qm__muster *found) {
    qm__muster on_foot;
    for (uint16_t n = 0; n < p->count; n++) {
        p->figures[n].ask.pricing = NULL;
    }
    const bool told = find_places(p, false, &on_foot) || on_foot.what != found->what || on_foot.needed < 0;
    refuse(p, told ? found : &on_foot);
}

/* Refuses what the first placing did not know about a way on foot. */
static void refuse_way(const placing *p, const failing *one) {
    const qm_leg leg = {.kind = SQ_LEG_WALK, .to = one->to};
    qm__sq_judge_path(p->j, p->ids[one->number - 1], &leg, 1, p->leg, SQ_LEGS_FOUND, p->target);
}

/* Finds places for all that can be gone to, and judges the ways there. Where none are found `first` is the first who
 * fails, if that is why. */
static bool place(placing *p, sq_over by, qm__muster *found, failing *first) {
    const qm_scenario *s = p->j->scenario;
    const qm__troop *unit = sq_unit(s, p->j->order->actor);
    placed there;
    p->by = by;
    p->count = p->crowd_count = 0;
    *first = (failing){0};
    memset(p->struck, 0, sizeof p->struck);
    for (uint16_t i = unit->first; i < unit->first + unit->count; i++) {
        if (!sq_at(s, p->j->state, i)->out) {
            add_model(p, i);
        }
    }
    int round = 0;
    for (; round < ROUNDS && find_places(p, round > 0, found); round++) {
        if (walk_there(p, found)) {
            return true;
        }
        const failing one = find_failing(p, found, &there);
        if (one.number == 0) {
            p->refused = !judge_placed(p, p->j, &there);
            return true;
        }
        *first = first->number ? *first : one;
    }
    p->over |= round == 0; /* as trials ask for places, on foot */
    return false;
}

/* Whether there is anybody to find a place for. */
static bool some_are_placed(const placing *p) {
    bool some = false;
    for (uint16_t i = 0; i < p->count; i++) {
        some |= p->chosen[i];
    }
    return some;
}

/* What a trial places is placed in the same way in earnest: else an option could be refused. */
bool qm__sq_judge_goal(qm__judging *j, qm_place goal, uint16_t leg, uint16_t target) {
    placing p = {.j = j, .goal = goal, .leg = leg, .target = target};
    failing first;
    qm__muster found;
    if (goal.x < 0 || goal.y < 0 || goal.x > j->scenario->table.width || goal.y > j->scenario->table.depth) {
        qm_reason *reason = qm__refuse(j, SQ_REASON_GOAL_OFF_TABLE); /* a base that is on it covers no such place */
        reason->leg = leg;
        reason->at = goal;
        return false;
    }
    p.bodies = (qm__body *)(void *)((unsigned char *)qm__inch_own(j->search) + SQ_OWN_SIZE);
    const bool surely = qm__sq_leads_surely(j->scenario, j->state, j->order->actor);
    const bool on_foot = !surely || !qm__sq_is_beyond_mending(j, target, true);
    if ((on_foot && place(&p, SQ_OVER_NONE, &found, &first)) || (surely && place(&p, SQ_OVER_SURE, &found, &first)) ||
        (!j->brief && place(&p, SQ_OVER_ANY, &found, &first))) {
        return !p.refused;
    }
    if (!some_are_placed(&p)) {
        qm_reason *reason = qm__refuse(j, SQ_REASON_GOAL_NOBODY);
        reason->leg = leg;
        reason->at = goal;
    } else if (first.number) {
        refuse_way(&p, &first);
    } else if (found.needed < 0 && (found.what == QM__MUSTER_FAR || found.what == QM__MUSTER_SHORT)) {
        refuse_on_foot(&p, &found);
    } else {
        refuse(&p, &found);
    }
    return false;
}
