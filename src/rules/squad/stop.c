/* Models that get less far than they were ordered: where they stop, and where there is room for one whose place is
 * taken.
 *
 * Invariant: a model is never left where it could not stand beside all who stand there now. Models of its unit that are
 * yet to move do not count, since they go away; one that then cannot looks for the nearest free place.
 */
#include "rules/squad/rect.h"
#include "space/table/nearest.h"

enum { BACK = 50 }; /* units: how much farther back it is tried where there is no room */

/* All who stand now, as they are in the way of a model that comes to rest; with `inch`, enemies are kept off too. */
static qm__inch_search *gather(qm__run *run, uint16_t figure, bool inch) {
    const qm_scenario *s = run->scenario;
    qm__inch_search *search = qm__sq_gather(s, run->state, figure, run->search);
    const sq_prepared *p = sq_ordered(run);
    for (uint16_t i = 1; i <= s->figure_count; i++) {
        qm__body *body = &search->bodies[i - 1];
        const bool waits = sq_path_of(p, i) && !sq_at(s, run->state, i)->gone;
        body->manner = body->height == 0 || i == figure || waits ? QM__PASS : QM__BLOCK;
        body->margin = inch && sq_hostile(s, figure, i) ? qm__sq_enemy_margin(s) : 0;
        body->flat = sq_set(s)->measure == SQ_MEASURE_PLAN;
    }
    return search;
}

static bool fits(qm__run *run, const qm__inch_search *search, uint16_t figure, qm_place at, uint16_t facing) {
    if (sq_round(run->scenario, figure)) {
        return qm__inch_can_be(search->base, &search->crowd, at, true, NULL);
    }
    qm__obstruction why;
    return qm__sq_rect_stands(run->scenario, figure, &search->crowd, at, facing, &why);
}

bool qm__sq_free_at(qm__run *run, uint16_t figure, qm_place at) {
    return fits(run, gather(run, figure, false), figure, at, sq_at(run->scenario, run->state, figure)->facing);
}

/* ---------------------------------------------------------------------------------------------------------- turning */

/* A model where its path begins. */
static qm__body began(const qm__run *run, const sq_path *path) {
    const sq_prepared *p = run->prepared;
    const qm_place at = path->hop_count ? p->points[p->hops[path->first_hop].first_point]
                                        : sq_place(sq_at(run->scenario, run->state, path->figure));
    return qm__sq_body_at(run->scenario, path->figure, at, path->began);
}

/* Whether a model keeps off enemies while it turns at a place, but for those it charges. */
static bool turns_clear(const qm__run *run, const sq_path *path, qm_place at, uint16_t facing) {
    const qm_scenario *s = run->scenario;
    const uint16_t target = ((const sq_prepared *)run->prepared)->target;
    const qm__body body = qm__sq_body_at(s, path->figure, at, facing);
    bool clear = true;
    for (uint16_t i = 1; i <= s->figure_count && sq_set(s)->enemy_reach > 0 && clear; i++) {
        const bool charged = target && s->figures[i - 1].unit == s->figures[target - 1].unit;
        if (!charged && !sq_at(s, run->state, i)->out && sq_hostile(s, path->figure, i)) {
            const qm__body other = qm__sq_body_now(s, run->state, i);
            const int32_t turn = qm__sq_turn_by(facing, path->facing);
            clear = !qm__within(qm__sq_turn_distance(s, &body, turn, &other), sq_set(s)->enemy_reach);
        }
    }
    return clear;
}

uint16_t qm__sq_facing_at(qm__run *run, const sq_path *path, qm_place at, uint16_t facing, int32_t left) {
    const qm_scenario *s = run->scenario;
    if (path->cost <= left || sq_round(s, path->figure)) {
        return path->facing;
    }
    const qm__body from = began(run, path);
    const bool turns = sq_set(s)->turning != SQ_TURNING_TRAVEL &&
                       qm__sq_rect_corners(s, &from, at, path->facing, left) &&
                       fits(run, gather(run, path->figure, false), path->figure, at, path->facing) &&
                       turns_clear(run, path, at, facing);
    return turns ? path->facing : facing;
}

/* ---------------------------------------------------------------------------------------------------------- stopping
 */

/* Of places as qm__inch_nearest tells them: how many are at the height of the first, and so equally near. */
static uint16_t equally_near(const qm_place *places, uint16_t count) {
    uint16_t equal = 0;
    while (equal < count && places[equal].z == places[0].z) {
        equal++;
    }
    return equal;
}

/* The nearest places where a model fits, all that are equally near (a rectangle: one of them); how many. */
static uint16_t find_nearest(qm__run *run, qm__inch_search *search, uint16_t figure, qm_place at,
                             qm_place out[QM_STANDS_MAX]) {
    const qm_scenario *s = run->scenario;
    const qm__levels *levels = search->base->levels;
    const qm__body body = qm__sq_body_now(s, run->state, figure);
    const qm__rect rect = {body.width, body.length, body.facing};
    const qm__spot spot = sq_spot(levels, at);
    qm__spot near, whole;
    if (sq_round(s, figure)) {
        return equally_near(out, qm__inch_nearest(search, at, out));
    }
    const bool found = qm__rect_nearest(levels, &search->crowd, &rect, spot, 2 * QM__COORDINATE_MAX,
                                        (double)s->table.width + s->table.depth, qm__inch_scratch(search),
                                        qm__rect_nearest_size(levels, search->crowd.count), &near) &&
                       qm__rect_whole_stand(levels, &search->crowd, &rect, near, &whole);
    if (found) {
        out[0] = qm__inch_place_of(search->base, whole);
    }
    return found;
}

uint16_t qm__sq_nearest_outside(qm__run *run, uint16_t figure, qm_place at, qm_place out[QM_STANDS_MAX]) {
    return find_nearest(run, gather(run, figure, true), figure, at, out);
}

qm_place qm__sq_nearest_free(qm__run *run, uint16_t figure, qm_place at) {
    qm_place out[QM_STANDS_MAX];
    const bool found = qm__sq_nearest_outside(run, figure, at, out) > 0 ||
                       find_nearest(run, gather(run, figure, false), figure, at, out) > 0;
    return found ? out[0] : at;
}

/* How far along a straight piece movement suffices, as a part of it, with the level there; takes it off *left. */
static double part_along(const qm_scenario *s, const qm__levels *levels, qm_place from, qm_place to, double apart,
                         double *left, int32_t *level) {
    const double length = qm__apart((qm__xy){from.x, from.y}, (qm__xy){to.x, to.y});
    const qm__spot begin = sq_spot(levels, from);
    qm__traced traced = {0};
    double gone = 0;
    qm__trace_named(levels, NULL, begin, sq_spot(levels, to), &traced);
    *level = begin.level;
    for (uint16_t i = 0; i < traced.step_count && i < QM__STEPS_MAX; i++) {
        const qm__step_told *step = &traced.steps[i];
        const double way = length * (step->part - gone);
        const int32_t rise = qm__level_height(levels, step->to) - qm__level_height(levels, step->from);
        /* borders are told by the slack behind them: who gets to one that leads down, in whole units, is beneath */
        if (rise < 0 ? way > *left + 2 * QM__SLACK : way >= *left) {
            break;
        }
        *left -= way;
        gone = step->part;
        if (sq_step_cost(s, rise) > qm__most(*left, 0)) { /* it stays before the step */
            *left = 0;
            return apart > 0 ? qm__most(gone - apart / length, 0) : gone;
        }
        *left -= sq_step_cost(s, rise);
        *level = step->to;
    }
    const double way = length * (1 - gone), part = way > *left ? gone + *left / length : 1;
    *left -= way;
    return part;
}

qm_place qm__sq_along(const qm_scenario *s, const qm__levels *levels, const qm_place *points, uint16_t count,
                      double movement, double apart) {
    qm_place at = points[0];
    for (uint16_t i = 1; i < count && movement > 0; i++) {
        const qm__xy from = {points[i - 1].x, points[i - 1].y}, to = {points[i].x, points[i].y};
        int32_t level;
        const double part = part_along(s, levels, points[i - 1], points[i], apart, &movement, &level);
        const qm__xy on = qm__along(from, qm__minus(to, from), part);
        at = (qm_place){qm__units(on.x), qm__units(on.y), qm__level_height(levels, level)};
    }
    return at;
}

/* Whether a model that has come so far through the air can come down there with so much movement in all, on the highest
 * surface that has room for it. */
static bool comes_down(qm__run *run, const qm__inch_search *search, const sq_path *path, uint16_t facing, double length,
                       int32_t most, qm_place *out) {
    const qm_scenario *s = run->scenario;
    const sq_prepared *p = run->prepared;
    const qm__levels *levels = search->base->levels;
    const int32_t from = p->points[p->hops[path->first_hop].first_point].z;
    *out = qm__sq_fly_along(s, p, path, length);
    for (int level = qm__level_count(levels) - 1; level >= 0; level--) {
        out->z = qm__level_height(levels, level);
        if (length + sq_step_cost(s, out->z - from) <= most + QM__SLACK &&
            fits(run, search, path->figure, *out, facing)) {
            return true;
        }
    }
    return false;
}

/* The place where a flight ends that gets less far: outside of the inch of enemies, as its end would have been. */
static qm_place stop_flight(qm__run *run, uint16_t figure, uint16_t facing, int32_t spent) {
    const sq_prepared *p = run->prepared;
    const sq_path *path = sq_path_of(p, figure);
    const qm_place from = p->points[p->hops[path->first_hop].first_point];
    qm__inch_search *search = gather(run, figure, true);
    qm_place at;
    qm__sq_open_target(run->scenario, p->target, search->bodies);
    for (double length = spent; length > 0; length -= BACK) {
        if (comes_down(run, search, path, facing, length, spent, &at)) {
            return at;
        }
    }
    return qm__sq_free_at(run, figure, from) ? from : qm__sq_nearest_free(run, figure, from);
}

qm_place qm__sq_stop_on(qm__run *run, uint16_t figure, const sq_prepared *p, const sq_hop *hop, int32_t spent,
                        int32_t left) {
    const qm_scenario *s = run->scenario;
    if (sq_flies(s, figure)) {
        return stop_flight(run, figure, hop->facing, spent);
    }
    const qm__levels *levels = qm__inch_base_of(&sq_of(s)->inches, figure)->levels;
    const qm_place *points = &p->points[hop->first_point];
    const sq_path *path = sq_path_of(p, figure);
    const qm__body from = began(run, path);
    const qm__inch_search *search = gather(run, figure, false);
    for (double length = spent - hop->before; length > 0; length -= BACK) {
        const qm_place at = qm__sq_along(s, levels, points, hop->point_count, length, 0);
        if (fits(run, search, figure, at, hop->facing) &&
            (sq_round(s, figure) || qm__sq_rect_corners(s, &from, at, hop->facing, left))) {
            return at;
        }
    }
    return fits(run, search, figure, points[0], hop->facing) ? points[0] : qm__sq_nearest_free(run, figure, points[0]);
}
