/* Fans: windows of at most a quarter turn one after the other, the levels they step to, and what begins behind a line.
 *
 * Rejected: marching single rays. Between two rays anything may hide; here every direction is accounted for.
 */
#include "space/table/fan_inside.h"

#define QUARTER (QM__PI / 2)
#define EDGE_ON 1e-8 /* radians between a ray and a line */

enum { OPENINGS_MAX = 256 };

size_t qm__fan_work_size(void) {
    return sizeof(qm__fan_work);
}

/* -----------------------------------------------------------------------------------------------------------------
 * fans */

/* The direction of a ray that is turned from the first one by an angle. */
qm__turn qm__fan_direction_at(const qm__fan *fan, double angle) {
    const double direction = fan->from + fan->turn * angle, full = 2 * QM__PI;
    return qm__turn_of_radians(direction - full * (double)(int)(direction / full));
}

static qm__fan_frame frame_of(const qm__fan *fan, double angle) {
    const qm__turn t = qm__fan_direction_at(fan, angle);
    return (qm__fan_frame){.origin = fan->centre,
                           .x = {t.cos, t.sin},
                           .y = {-t.sin * fan->turn, t.cos * fan->turn},
                           .radius = fan->radius,
                           .turn = fan->turn,
                           .length = fan->length - fan->radius * angle,
                           .angle = angle};
}

/* Whether a window is of use: when no outline is wanted, only one that marks may be seen in, on whatever level, is. */
static bool is_wanted(const qm__scene *scene, const qm__fan_work *w) {
    const double aside = w->at.radius + 1;
    bool wanted = w->out->points != NULL;
    for (uint32_t i = 0; i < scene->mark_count && !wanted; i++) {
        const qm__xy a = qm__fan_to(&w->at, scene->marks[i].a), b = qm__fan_to(&w->at, scene->marks[i].b);
        wanted = !(qm__cross(w->first.d, a) < -aside && qm__cross(w->first.d, b) < -aside) &&
                 !(qm__cross(w->last.d, a) > aside && qm__cross(w->last.d, b) > aside) &&
                 !qm__fan_segment_far(&w->at, scene->marks[i].a, scene->marks[i].b, 0);
    }
    return wanted;
}

/* Everything that the rays of the window at hand come to. */
static void spread_window(qm__scene *scene, qm__fan_work *w, const qm__fan *fan, int level) {
    if (is_wanted(scene, w)) {
        qm__fan_load(w, scene, level, fan->paid);
        qm__fan_nearest(w);
        qm__fan_put_pieces(w);
        qm__fan_watch(w, scene, level);
    }
}

/* All rays of a fan from one angle to another, on one level, as one outline. */
void qm__fan_spread_level(qm__scene *scene, qm__fan_work *w, const qm__fan *fan, double from, double sweep, int level) {
    const uint32_t first = w->out->point_count;
    const int parts = 1 + (int)(sweep / (QUARTER * 0.9999));
    w->portal = NULL;
    for (int i = 0; i < parts && !w->failed; i++) {
        const qm__turn t = qm__turn_of_radians(sweep / parts);
        w->at = frame_of(fan, from + sweep * i / parts);
        w->first = qm__fan_ray_of((qm__xy){1, 0}), w->last = qm__fan_ray_of((qm__xy){t.cos, t.sin});
        spread_window(scene, w, fan, level);
    }
    if (fan->radius > 0 && w->out->points) { /* back along the arc */
        const qm__turn t = qm__turn_of_radians(sweep);
        w->at = frame_of(fan, from);
        const qm__xy last = qm__fan_start_of(&w->at, (qm__xy){t.cos, t.sin});
        qm__fan_put(w, last);
        qm__fan_put_arc(w, (qm__xy){0, 0}, fan->radius, last, -sweep);
        qm__fan_put(w, qm__fan_start_of(&w->at, (qm__xy){1, 0}));
    } else if (sweep < 2 * QM__PI - 1e-9) {
        qm__fan_put(w, (qm__xy){0, 0});
    }
    qm__fan_finish(w, first, level, fan->turn < 0);
}

/* What goes on at other levels. */
void qm__fan_spread_jobs(qm__scene *scene, qm__fan_work *w, const qm__fan *fan) {
    for (uint32_t i = 0; i < w->job_count && !w->failed; i++) {
        const qm__fan_job j = w->jobs[i];
        const uint32_t first = w->out->point_count;
        w->at = j.at, w->first = j.from, w->last = j.to;
        w->portal = &j;
        spread_window(scene, w, fan, j.level);
        qm__fan_put(w, j.b);
        qm__fan_put(w, j.a);
        qm__fan_finish(w, first, j.level, fan->turn < 0);
    }
    w->job_count = 0;
}

/* ---------------------------------------------------------------------------------------------- behind a line */

/* Rays that get to a line go on behind it; those whose length is used up before do not. Cut where the way to the line
 * is shortest: on either side of that it passes the limit at most once. */
static void go_behind(qm__fan_work *w, const qm__fan_ray *from, const qm__fan_ray *to, const qm__fan_prim *line,
                      int level) {
    const qm__fan_ray foot = qm__fan_ray_of((qm__xy){-line->n.x, -line->n.y});
    const bool cut = qm__fan_in_order(from->d, foot.d, to->d) && foot.key > from->key && foot.key < to->key &&
                     (qm__fan_beyond(w, line, from->d) > 0 || qm__fan_beyond(w, line, to->d) > 0);
    for (int i = 0; i <= cut; i++) {
        qm__fan_ray u = i ? foot : *from, v = cut && !i ? foot : *to;
        if (qm__fan_within(w, line, &u, &v)) {
            qm__fan_add_job(w, &u, &v, line, level);
        }
    }
}

/* The rays through a stretch of the line that a fan begins behind, from one angle to another, on a level: as if it had
 * come there from another one. */
static void spread_stretch(qm__fan_work *w, const qm__fan *fan, double from, double to, qm__xy end_a, qm__xy end_b,
                           int level) {
    const int parts = 1 + (int)((to - from) / (QUARTER * 0.9999));
    for (int i = 0; i < parts && !w->failed; i++) {
        const qm__turn t = qm__turn_of_radians((to - from) / parts);
        const qm__fan_ray first = qm__fan_ray_of((qm__xy){1, 0}), last = qm__fan_ray_of((qm__xy){t.cos, t.sin});
        const uint32_t before = w->job_count;
        w->at = frame_of(fan, from + (to - from) * i / parts);
        const qm__xy a = qm__fan_to(&w->at, end_a), b = qm__fan_to(&w->at, end_b);
        qm__fan_prim line = {.n = qm__unit(qm__left(qm__minus(b, a))), .next = -1};
        line.h = qm__dot(line.n, a);
        if (line.h > 0) {
            line.n = (qm__xy){-line.n.x, -line.n.y}, line.h = -line.h;
        }
        go_behind(w, &first, &last, &line, level);
        if (w->job_count == before) {
            continue;
        }
        for (uint32_t k = before; k < w->job_count; k++) {
            w->jobs[k].landed = true, w->jobs[k].near = qm__most(fan->near, QM__SLACK);
        }
        /* Seen edge-on, an end cannot be found from its ray. Elsewhere the ray tells: it may have been narrowed. */
        if (i == 0 && w->jobs[before].from.key == first.key && qm__dot(line.n, first.d) > -EDGE_ON) {
            w->jobs[before].a = a;
        }
        if (i + 1 == parts && w->jobs[w->job_count - 1].to.key == last.key && qm__dot(line.n, last.d) > -EDGE_ON) {
            w->jobs[w->job_count - 1].b = b;
        }
    }
}

/* How far the ray to a place of its line is turned from a fan's first one. */
static double turned_to(const qm__fan *fan, qm__xy place) {
    const qm__fan_frame f = frame_of(fan, 0);
    return qm__clamp(qm__fan_turned(qm__fan_direction_to(&f, qm__fan_to(&f, place))), 0, fan->sweep);
}

/* A fan that begins behind a line, wherever there is ground: a landing may lie before something that is too low to stop
 * a base and cannot be walked on. */
static void spread_through(qm__scene *scene, qm__fan_work *w, const qm__fan *fan) {
    qm__opening openings[OPENINGS_MAX];
    const qm__xy ab = qm__minus(fan->b, fan->a), left = qm__left(qm__unit(ab));
    const double side = qm__dot(left, qm__minus(fan->centre, fan->a)) < 0 ? 1 : -1;
    const int count = qm__grounds_behind(scene->grounds, fan->level, fan->a, fan->b,
                                         (qm__xy){left.x * side, left.y * side}, openings, OPENINGS_MAX);
    w->failed = w->failed || count < 0;
    for (int i = 0; i < count && !w->failed; i++) {
        const qm__opening *const o = &openings[i];
        const qm__xy a = qm__along(fan->a, ab, o->from), b = qm__along(fan->a, ab, o->to);
        spread_stretch(w, fan, o->from > 0 ? turned_to(fan, a) : 0, o->to < 1 ? turned_to(fan, b) : fan->sweep, a,
                       o->to < 1 ? b : fan->b, o->level);
    }
    qm__fan_spread_jobs(scene, w, fan);
}

bool qm__fan_spread(qm__scene *scene, const qm__fan *fan, qm__fan_work *w, qm__outlines *out, qm__fan_stop *stops,
                    uint32_t max, uint32_t *count) {
    w->failed = false;
    w->job_count = w->stop_count = 0;
    w->out = out, w->fan = fan;
    w->stops = stops, w->stop_max = max;
    w->point = fan->radius <= 0;
    w->nexts = scene->grounds->nexts;
    if (fan->sweep > 1e-9 && fan->length > 0) {
        if (fan->through) {
            spread_through(scene, w, fan);
        } else if (w->point) {
            qm__fan_spread_point(scene, w, fan);
        } else {
            qm__fan_spread_level(scene, w, fan, 0, fan->sweep, fan->level);
            qm__fan_spread_jobs(scene, w, fan);
        }
    }
    *count = w->stop_count;
    return !w->failed && !scene->failed;
}
