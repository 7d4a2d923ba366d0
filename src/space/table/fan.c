/* Fans: windows of at most a quarter turn one after the other, the levels they step to, and points on a shore, from
 * which every sector has a level of its own.
 *
 * Rejected: marching single rays. Between two rays anything may hide; here every direction is accounted for.
 */
#include "space/table/fan_inside.h"

#include "base/sort.h"

#define QUARTER (QM__PI / 2)
#define EDGE_ON 1e-8   /* radians between a ray and a line */
#define BESIDE 0.31    /* of a sector: a direction beside its middle, out of a crack that this may lead along */
#define CRACK 50       /* times as far off a crack is looked at once more */
#define WIDEST 1.01    /* units: a crack that is no gap is no wider */
#define ON_CIRCLE 1e-9 /* of a shore: an end so near to a circle is on it */

enum { SECTORS_MAX = 256, OPENINGS_MAX = 256 };

size_t qm__fan_work_size(void) {
    return sizeof(qm__fan_work);
}

/* -----------------------------------------------------------------------------------------------------------------
 * fans */

/* The direction of a ray that is turned from the first one by an angle. */
static qm__turn direction_at(const qm__fan *fan, double angle) {
    const double direction = fan->from + fan->turn * angle, full = 2 * QM__PI;
    return qm__turn_of_radians(direction - full * (double)(int)(direction / full));
}

static qm__fan_frame frame_of(const qm__fan *fan, double angle) {
    const qm__turn t = direction_at(fan, angle);
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
static void spread_level(qm__scene *scene, qm__fan_work *w, const qm__fan *fan, double from, double sweep, int level) {
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
static void spread_jobs(qm__scene *scene, qm__fan_work *w, const qm__fan *fan) {
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

/* --------------------------------------------------------------------------------------------- starting on a shore */

/* Whether a walk may step from one level to another, or over a third that only their borders share. */
static bool near_levels(const qm__levels *levels, int a, int b) {
    const int64_t rise = (int64_t)levels->levels[a].z - levels->levels[b].z, most = 2 * (int64_t)levels->walker.step;
    return rise <= most && rise >= -most;
}

/* The parts at which a segment crosses the circle around a point within which shores do not count; false when it keeps
 * out of it. */
static bool comes_near(qm__xy centre, qm__xy a, qm__xy b, double parts[2]) {
    const double r = QM__FAN_AROUND;
    if ((a.x < centre.x - r && b.x < centre.x - r) || (a.x > centre.x + r && b.x > centre.x + r) ||
        (a.y < centre.y - r && b.y < centre.y - r) || (a.y > centre.y + r && b.y > centre.y + r)) {
        return false;
    }
    const qm__xy v = qm__minus(a, centre), ab = qm__minus(b, a);
    const double square = qm__dot(ab, ab), along = -qm__dot(v, ab);
    const double under = along * along - square * (qm__dot(v, v) - r * r);
    if (under <= 0 || square <= 0) {
        return false;
    }
    parts[0] = (along - qm__root(under)) / square, parts[1] = (along + qm__root(under)) / square;
    return parts[0] < 1 && parts[1] > 0;
}

/* Angles, from a fan's first ray, at which shores near its point come out of the circle around it; -1 = none is near.
 * More than there is room for would be a star of surfaces: the work has failed. */
static int sectors_of(const qm__scene *scene, qm__fan_work *w, const qm__fan *fan, double *out) {
    const qm__grounds *const g = scene->grounds;
    int count = -1;
    w->off = 0;
    for (int i = 0; i < g->levels->count; i++) {
        const uint32_t shores = near_levels(g->levels, i, fan->level) ? g->coasts[i].count : 0;
        for (uint32_t k = 0; k < shores; k++) {
            const qm__shore *const s = &g->coasts[i].shores[k];
            double parts[2];
            if (!comes_near(fan->centre, s->a, s->b, parts)) {
                continue;
            }
            count = count < 0 ? 0 : count;
            w->off = qm__most(w->off, qm__root(qm__point_segment_square(fan->centre, s->a, s->b)));
            for (int end = 0; end < 2; end++) {
                if (parts[end] < -ON_CIRCLE || parts[end] > 1 + ON_CIRCLE) {
                    continue;
                }
                if (count == SECTORS_MAX - 1) {
                    w->failed = true;
                    return -1;
                }
                const qm__xy d = qm__minus(qm__along(s->a, qm__minus(s->b, s->a), parts[end]), fan->centre);
                const double angle = fan->turn * (qm__angle_of(d.x, d.y) - fan->from), full = 2 * QM__PI;
                out[count++] = angle - full * (double)(int)(angle / full) + (angle < 0 ? full : 0);
            }
        }
    }
    return count;
}

/* Whether walls and bodies leave room on a level at a fan's point. */
static bool has_room(const qm__scene *scene, const qm__fan *fan, int number, double slack) {
    const qm__levels *const levels = scene->grounds->levels;
    const qm__level *const level = &levels->levels[number];
    return qm__level_clear(levels, level, fan->centre, slack, false, NULL) &&
           qm__level_body(levels, level, scene->crowd, fan->centre, fan->centre, slack, false) < 0;
}

/* Whether a base can step to a level at a fan's point: with no more slack than it needs on its own, but for as much as
 * the shores around it are away. What keeps levels apart may be as thin as the slack. */
static bool can_step(const qm__scene *scene, const qm__fan *fan, int level, double off) {
    const double slack = has_room(scene, fan, fan->level, QM__CARE) ? QM__CARE : QM__SLACK;
    return has_room(scene, fan, level, slack + off);
}

/* Whether a walk that leaves a fan's point is on a level where it comes out of the circle around it. Where several
 * levels meet, the way back may know of a choice that the way there has not made. Asked with as much more slack. */
static bool leads_out(const qm__scene *scene, const qm__fan *fan, qm__xy p, int level, double off) {
    const qm__levels *const levels = scene->grounds->levels;
    const qm__spot here = {fan->centre.x, fan->centre.y, fan->level}, there = {p.x, p.y, level};
    const double slack = QM__SLACK + QM__FAN_AROUND;
    int32_t end;
    if (!near_levels(levels, level, fan->level) || !qm__passes(levels, scene->crowd, there, slack, NULL)) {
        return false; /* a walk takes for granted that a base can be where it begins */
    }
    if (level == fan->level) {
        return true;
    }
    if (!can_step(scene, fan, level, off)) {
        return false;
    }
    if (qm__walkable(levels, scene->crowd, here, p, slack, &end) && end == level) {
        return true;
    }
    if (!qm__walkable(levels, scene->crowd, there, fan->centre, slack, &end)) {
        return false;
    }
    const int32_t rise = levels->levels[end].z - levels->levels[fan->level].z;
    return (rise <= levels->walker.step && rise >= -levels->walker.step) ||
           qm__steps_join(levels, scene->crowd, fan->centre, fan->level, end); /* several steps in one place */
}

/* A sector of a fan on one level. */
static void spread_sector(qm__scene *scene, qm__fan_work *w, const qm__fan *fan, double from, double to, int level) {
    /* At a border of an area it is not in it yet, and its line stops those rays that lead into it. */
    const qm__spot here = {fan->centre.x, fan->centre.y, level};
    const uint64_t met = scene->areas ? qm__areas_at(scene->grounds->levels, here) : 0;
    const uint64_t unpaid = met & scene->areas & ~fan->paid;
    if (!unpaid) {
        spread_level(scene, w, fan, from, to - from, level);
        spread_jobs(scene, w, fan);
        return;
    }
    if (w->stop_count < w->stop_max) { /* the step itself leads into an area */
        w->stops[w->stop_count] =
            (qm__fan_stop){.from = fan->from + fan->turn * from, .sweep = to - from, .area = __builtin_ctzll(unpaid)};
    }
    w->stop_count++;
}

/* Whether a level is open so far from the point of a fan, in two directions. */
static bool is_open(const qm__levels *levels, int level, const qm__fan *fan, const double directions[2], double far,
                    double slack) {
    bool open = true;
    for (int i = 0; i < 2 && open; i++) {
        const qm__turn t = direction_at(fan, directions[i]);
        const qm__xy at = qm__along(fan->centre, (qm__xy){t.cos, t.sin}, far);
        open = qm__level_open(levels, &levels->levels[level], at, slack, NULL);
    }
    return open;
}

/* Whether a level is open beyond a crack that a fan's point is at or in: there what is beside the crack is open. What
 * is narrow near the point and grows wide is no crack, but the tip of a thing that nobody can stand on; nor is a gap
 * that a walk does not lead over. */
static bool is_over_crack(const qm__scene *scene, const qm__fan *fan, const double directions[2], int level) {
    const qm__levels *const levels = scene->grounds->levels;
    const qm__spot here = {fan->centre.x, fan->centre.y, fan->level};
    const qm__turn t = direction_at(fan, directions[0]);
    const qm__xy there = qm__along(fan->centre, (qm__xy){t.cos, t.sin}, QM__FAN_AROUND);
    int32_t end;
    return is_open(levels, level, fan, directions, QM__FAN_AROUND, WIDEST) &&
           is_open(levels, level, fan, directions, CRACK * QM__FAN_AROUND, QM__SLACK) &&
           (level != fan->level ||
            (qm__walkable(levels, scene->crowd, here, there, QM__SLACK + QM__FAN_AROUND, &end) && end == level));
}

/* All levels on which a sector can be left. Between two shores everything is alike, so what is open is asked there
 * (`between`), which may lie outside of the fan: in two directions, one of which may be a line without width that a
 * base can be on. Where none is, there may be a crack. */
static void spread_levels(qm__scene *scene, qm__fan_work *w, const qm__fan *fan, double from, double to,
                          const double between[2]) {
    const qm__levels *const levels = scene->grounds->levels;
    const qm__turn t = direction_at(fan, (from + to) / 2);
    const qm__xy p = qm__along(fan->centre, (qm__xy){t.cos, t.sin}, QM__FAN_AROUND);
    bool open = false;
    for (int tries = 0; tries < 2 && !open; tries++) {
        for (int i = levels->count - 1; i >= 0; i--) {
            const bool ground =
                tries ? is_over_crack(scene, fan, between, i) : is_open(levels, i, fan, between, QM__FAN_AROUND, 0);
            if (ground && leads_out(scene, fan, p, i, w->off)) {
                open = true;
                spread_sector(scene, w, fan, from, to, i);
            }
        }
    }
}

/* Two directions between the shores on both sides of a sector, the middle and one beside it; they may be turned on to
 * from the fan's last ray, or back. */
static void find_between(const double *angles, int count, double from, double to, double out[2]) {
    const double full = 2 * QM__PI;
    double low = count ? angles[count - 1] - full : from, high = count ? angles[0] + full : to;
    for (int i = 0; i < count; i++) {
        low = angles[i] <= from + 1e-9 ? angles[i] : low;
        high = angles[i] >= to - 1e-9 && angles[i] < high ? angles[i] : high;
    }
    out[0] = (low + high) / 2;
    out[1] = low + (high - low) * BESIDE;
}

/* A fan from a point near shores: every sector between them has its own levels. */
static void spread_sectors(qm__scene *scene, qm__fan_work *w, const qm__fan *fan, double *angles, int count) {
    qm__sort_doubles(angles, (uint32_t)count);
    double from = 0;
    for (int i = 0; i <= count && from < fan->sweep && !w->failed; i++) {
        const double to = i < count ? qm__least(angles[i], fan->sweep) : fan->sweep;
        if (to - from > 1e-7) {
            double between[2];
            find_between(angles, count, from, to, between);
            spread_levels(scene, w, fan, from, to, between);
        }
        from = qm__most(from, to);
    }
}

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
    spread_jobs(scene, w, fan);
}

/* Whether there is ground around the point of a fan that no shore is near to. Along the edge of a surface that a low
 * solid covers there is none: a base can be on the very line, and nothing is parted by it. Nor is there in a crack.
 * Asked without slack, which would find the line again, and in three directions of which a crack takes one at most, so
 * what is so in two is so around it. */
static bool has_ground(const qm__scene *scene, const qm__fan *fan) {
    static const qm__xy aside[3] = {{0.28, 0.96}, {-0.82, 0.57}, {-0.80, -0.60}};
    const qm__levels *const levels = scene->grounds->levels;
    int open = 0;
    for (int i = 0; i < 3 && open < 2 && i < open + 2; i++) {
        const qm__xy at = qm__along(fan->centre, aside[i], QM__FAN_AROUND);
        open += qm__level_open(levels, &levels->levels[fan->level], at, 0, NULL);
    }
    return open == 2;
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
        double angles[SECTORS_MAX];
        const int sectors = w->point && !fan->through ? sectors_of(scene, w, fan, angles) : -1;
        if (fan->through) {
            spread_through(scene, w, fan);
        } else if (sectors >= 0) {
            spread_sectors(scene, w, fan, angles, sectors);
        } else if (!w->point || has_ground(scene, fan)) {
            spread_level(scene, w, fan, 0, fan->sweep, fan->level);
            spread_jobs(scene, w, fan);
        }
    }
    *count = w->stop_count;
    return !w->failed && !scene->failed;
}
