/* Moves that are carried out as far as movement suffices: where each model then stops, and how the unit keeps together.
 *
 * Each model goes as far along its own way as it gets. Where that would leave the unit out of coherency (SQ-02, SQ-03),
 * all are held back alike: nobody uses up more than the most with which it ends together. If nobody has moved yet, a
 * unit that was together can at worst stay as it stands. A charge that is too short for contact is none, and its models
 * end outside of the inch of the unit charged (SQ-05).
 *
 * Invariant: what is looked at is what is carried out afterwards, unless a leap or a jump down fails: both stop by
 * qm__sq_stops_at and qm__sq_stops_on.
 *
 * Rejected: looking for the ends that bring most models farthest. A side that wants others can give the order anew.
 */
#include "rules/squad/rect.h"

/* --------------------------------------------------------------------------------------------------------- one model
 */

/* SQ-07: too little is left to get across. */
static int32_t before_obstacle(const qm_scenario *s, const sq_hop *hop, const sq_meet *meet, int32_t left) {
    const bool crosses =
        sq_set(s)->short_cross == SQ_SHORT_CROSS_CROSSES && left >= meet->spent && meet->across <= hop->cost;
    const int32_t before = meet->spent - 1; /* on this side of its edge */
    return crosses ? meet->across + 1 : left < before ? left : before;
}

bool qm__sq_stops_at(const qm_scenario *s, const sq_prepared *p, const sq_hop *hop, const sq_meet *meet, int32_t left,
                     sq_stop *out) {
    const uint8_t kind = p->hazards[meet->hazard].kind;
    if (kind == SQ_HAZARD_LOW && left < (meet->across == INT32_MAX ? meet->spent : meet->across)) {
        *out = (sq_stop){before_obstacle(s, hop, meet, left), SQ_EVENT_STOPPED};
        return true;
    }
    if (kind == SQ_HAZARD_CLIMB && left < (hop->leg == SQ_LEG_CLIMB ? hop->cost : meet->spent + meet->height)) {
        *out = (sq_stop){left < meet->spent ? left : meet->spent - 1, SQ_EVENT_NO_CLIMB};
        return true;
    }
    return false;
}

bool qm__sq_stops_on(const sq_hop *hop, int32_t left, sq_stop *out) {
    const bool foot = hop->leg == SQ_LEG_WALK || hop->leg == SQ_LEG_VIA;
    *out = (sq_stop){foot ? left : hop->before, SQ_EVENT_STOPPED};
    return hop->cost > left;
}

int32_t qm__sq_left_on(const qm__run *run, const sq_path *path, const sq_hop *hop, int32_t left) {
    const qm_scenario *s = run->scenario;
    const bool turns = path->cost > left && !sq_round(s, path->figure);
    const int32_t rest = turns ? left - qm__units(qm__sq_rect_turn(s, path->figure, path->began, hop->facing)) : left;
    const int32_t used = run->vars[SQ_VAR_USED];
    return used > 0 && used > rest ? used : rest;
}

/* Where a model that has so much ends, if its leaps and jumps down go well. */
static qm__body end_of(qm__run *run, const sq_prepared *p, const sq_path *path, int32_t left) {
    const qm_scenario *s = run->scenario;
    const sq_model *m = sq_at(s, run->state, path->figure);
    qm_place at = sq_place(m);
    uint16_t facing = path->began;
    for (uint16_t h = path->first_hop; h < path->first_hop + path->hop_count; h++) {
        const sq_hop *hop = &p->hops[h];
        const int32_t here = qm__sq_left_on(run, path, hop, left);
        sq_stop stop;
        bool stops = false;
        if (here < 0) {
            break;
        }
        facing = hop->facing;
        for (uint16_t i = hop->first_meet; i < hop->first_meet + hop->meet_count && !stops; i++) {
            stops = qm__sq_stops_at(s, p, hop, &p->meets[i], here, &stop);
        }
        if (stops || qm__sq_stops_on(hop, here, &stop)) {
            at = qm__sq_stop_on(run, path->figure, p, hop, stop.spent, left);
            break;
        }
        at = hop->to;
    }
    return qm__sq_body_at(s, path->figure, at, qm__sq_facing_at(run, path, at, facing, left));
}

/* -------------------------------------------------------------------------------------------------------- the charged
 */

/* Whether a body touches a model of a unit; with `inch`: is within the inch of one. */
static bool is_by(const qm__run *run, uint16_t target, const qm__body *body, bool inch) {
    const qm_scenario *s = run->scenario;
    const qm__troop *unit = sq_unit(s, target);
    bool is = false;
    for (uint16_t i = unit->first; i < unit->first + unit->count && !is; i++) {
        const qm__body other = qm__sq_body_now(s, run->state, i);
        is = !sq_at(s, run->state, i)->out &&
             (inch ? sq_set(s)->enemy_reach > 0 && qm__within(qm__sq_distance(s, body, &other), sq_set(s)->enemy_reach)
                   : qm__bodies_touch(body, &other));
    }
    return is;
}

/* ----------------------------------------------------------------------------------------------------------- searching
 */

/* The greatest number up to `top` that is good: from above in steps, and then between the last two; -1 = none. */
static int32_t greatest(int32_t top, bool (*is_good)(void *context, int32_t number), void *context) {
    enum { STEP = 100 };
    int32_t bad = top + 1, good = top;
    while (good >= 0 && !is_good(context, good)) {
        bad = good;
        good = good > STEP || good == 0 ? good - STEP : 0;
    }
    while (good >= 0 && bad - good > 1) {
        const int32_t middle = good + (bad - good) / 2;
        *(is_good(context, middle) ? &good : &bad) = middle;
    }
    return good < 0 ? -1 : good;
}

/* A unit whose ends are looked for. */
typedef struct holding {
    qm__run *run;
    const sq_prepared *p;
    const sq_path *path; /* the model that is kept off the unit charged */
    uint16_t count;
    const sq_path *paths[QM_PARTS_MAX]; /* of all models that are there; NULL = it stays where it is */
    int32_t left[QM_PARTS_MAX];
    qm__body bodies[QM_PARTS_MAX]; /* where they end */
} holding;

static bool is_off(void *context, int32_t left) {
    const holding *h = context;
    const qm__body end = end_of(h->run, h->p, h->path, left);
    return !is_by(h->run, h->p->target, &end, true);
}

/* What keeps a model outside of the inch; one that has been inside from the beginning stays where it is. */
static int32_t left_off(holding *h, const sq_path *path, int32_t left) {
    h->path = path;
    const int32_t most = greatest(left, is_off, h);
    return most < 0 ? 0 : most;
}

/* A charge without contact. */
static void keep_off(holding *h) {
    for (uint16_t i = 0; i < h->count; i++) {
        if (h->paths[i] && is_by(h->run, h->p->target, &h->bodies[i], true)) {
            h->left[i] = left_off(h, h->paths[i], h->left[i]);
            h->bodies[i] = end_of(h->run, h->p, h->paths[i], h->left[i]);
        }
    }
}

/* Where all end if those yet to move use up no more than `most`; whether that is together. */
static bool find_ends(void *context, int32_t most) {
    holding *h = context;
    const qm_scenario *s = h->run->scenario;
    const qm__troop *unit = sq_unit(s, h->run->order->actor);
    bool contact = false;
    h->count = 0;
    for (uint16_t i = unit->first; i < unit->first + unit->count; i++) {
        const sq_model *m = sq_at(s, h->run->state, i);
        const sq_path *path = m->gone ? NULL : sq_path_of(h->p, i);
        const int32_t left = m->left < most ? m->left : most;
        if (!m->out) {
            qm__body *body = &h->bodies[h->count];
            *body = path ? end_of(h->run, h->p, path, left) : qm__sq_body_now(s, h->run->state, i);
            contact = contact || (h->p->target && is_by(h->run, h->p->target, body, false));
            h->paths[h->count] = path;
            h->left[h->count++] = left;
        }
    }
    if (h->p->target && !contact) {
        keep_off(h);
    }
    const sq_spacing spacing = qm__sq_spacing(s, h->bodies, h->count);
    return spacing.coherent && spacing.gathered;
}

void qm__sq_hold_back(qm__run *run, const sq_prepared *p) {
    holding h = {.run = run, .p = p};
    int32_t top = 0;
    for (uint16_t i = 0; i < p->path_count; i++) {
        const sq_model *m = sq_at(run->scenario, run->state, p->paths[i].figure);
        top = !m->gone && !m->out && m->left > top ? m->left : top;
    }
    const int32_t most = greatest(top, find_ends, &h);
    find_ends(&h, most < 0 ? top : most);
    if (most >= 0 && most < top) {
        qm__tell(run, SQ_EVENT_HELD_BACK);
    }
    for (uint16_t i = 0; i < h.count; i++) {
        if (h.paths[i]) {
            sq_at(run->scenario, run->state, h.paths[i]->figure)->left = h.left[i];
        }
    }
}

void qm__sq_stay_off(qm__run *run, const sq_prepared *p, const sq_path *path) {
    holding h = {.run = run, .p = p};
    sq_model *m = sq_at(run->scenario, run->state, path->figure);
    const qm__body end = end_of(run, p, path, m->left);
    const bool vain = p->target && path->cost > m->left && !is_by(run, p->target, &end, false);
    if (vain && is_by(run, p->target, &end, true)) { /* the inch sets it back, also behind where it rolled */
        const int32_t used = run->vars[SQ_VAR_USED];
        run->vars[SQ_VAR_USED] = 0;
        m->left = left_off(&h, path, used > m->left ? used : m->left);
    }
}

/* ------------------------------------------------------------------------------------------------- charges in vain */

/* What a model has used up when it lands from the last leap or jump down that it had the movement for. */
static int32_t landed_at(const sq_prepared *p, const sq_path *path, int32_t left) {
    int32_t landed = 0;
    for (uint16_t i = path->first_hop; i < path->first_hop + path->hop_count; i++) {
        const sq_hop *hop = &p->hops[i];
        landed = (hop->leg == SQ_LEG_LEAP || hop->leg == SQ_LEG_DROP) && hop->cost <= left ? hop->cost : landed;
    }
    return landed;
}

/* Where a model ends outside of the inch on its way, seen from where that began; false = it came down behind that, and
 * no way leads back. */
static bool find_off(qm__run *run, const sq_prepared *p, const sq_path *path, qm__body *out) {
    sq_model *m = sq_at(run->scenario, run->state, path->figure);
    const sq_model now = *m;
    holding h = {.run = run, .p = p};
    if (qm__sq_is_bound(run, p, path)) {
        return false;
    }
    sq_put(m, path->hop_count ? p->points[p->hops[path->first_hop].first_point] : sq_place(m));
    const int32_t most = left_off(&h, path, now.left);
    *out = end_of(run, p, path, most);
    *m = now;
    return most >= landed_at(p, path, now.left);
}

static void end_off(qm__run *run, uint16_t figure, uint16_t target) {
    const sq_prepared *p = sq_ordered(run);
    const sq_path *path = sq_path_of(p, figure);
    sq_model *m = sq_at(run->scenario, run->state, figure);
    qm__body end;
    if (path && find_off(run, p, path, &end)) {
        sq_put(m, qm__inch_at(&end));
        m->facing = (uint16_t)end.facing;
    } else if (!qm__sq_put_outside(run, figure)) {
        return;
    }
    qm_event *told = qm__tell(run, SQ_EVENT_KEPT_OFF);
    told->figure = figure;
    told->other = target;
    told->at = sq_place(m);
}

void qm__sq_end_off(qm__run *run, uint16_t target) {
    const qm_scenario *s = run->scenario;
    const qm__troop *unit = sq_unit(s, run->order->actor);
    const sq_prepared *p = sq_ordered(run);
    for (uint16_t i = unit->first; i < unit->first + unit->count; i++) {
        const sq_path *path = sq_path_of(p, i);
        const sq_model *m = sq_at(s, run->state, i);
        const qm__body body = qm__sq_body_now(s, run->state, i);
        const bool stays = sq_set(s)->fall_inch == SQ_FALL_INCH_AS_FALLEN && path && qm__sq_is_bound(run, p, path);
        if (m->gone && !m->out && !stays && is_by(run, target, &body, true)) {
            end_off(run, i, target);
        }
    }
}
