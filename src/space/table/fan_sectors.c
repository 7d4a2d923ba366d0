/* Fans from a point near shores: every sector between these has levels of its own.
 *
 * Shores nearer than QM__FAN_AROUND are left behind at once: which level a ray is on where it comes out of that circle
 * decides. Where they go through the point, all rays between two of them are alike, and are asked about together.
 * Where one passes beside the point, the slack decides which of them come over a crack, or around its mouth, and the
 * directions between which they do are found by walking.
 */
#include "space/table/fan_inside.h"

#include "base/sort.h"
#include "space/table/walk_inside.h"

#define BESIDE 0.31    /* of a sector: a direction beside its middle, out of a crack that this may lead along */
#define CRACK 50       /* times as far off a crack is looked at once more */
#define WIDEST 1.01    /* units: a crack that is no gap is no wider */
#define ON_CIRCLE 1e-9 /* of a shore: an end so near to a circle is on it */
#define APART 0.2      /* radians at most between directions that are tried */
#define AT_END 1e-6    /* radians: so far from its end a sector is looked at */
#define FOUND 1e-8     /* radians: a direction is known so well */
#define FARTHER 1.5    /* times: the next place to look at on a ray */
#define HALF 0.7071    /* the cosine of half a quarter turn */

enum { SECTORS_MAX = 256 };

/* Whether a level is open at a place, ahead of it, and half a quarter turn to the left or to the right of that: a crack
 * takes no two of these. Asked without slack, which would find the edge of a surface that a low solid covers. */
static bool is_ground(const qm__levels *levels, int level, qm__xy at, qm__xy ahead) {
    const qm__level *const on = &levels->levels[level];
    const qm__xy left = qm__left(ahead), before = qm__along(at, ahead, QM__FAN_AROUND);
    const qm__xy half = qm__along(at, ahead, HALF * QM__FAN_AROUND);
    return qm__level_open(levels, on, at, 0, NULL) && qm__level_open(levels, on, before, 0, NULL) &&
           (qm__level_open(levels, on, qm__along(half, left, HALF * QM__FAN_AROUND), 0, NULL) ||
            qm__level_open(levels, on, qm__along(half, left, -HALF * QM__FAN_AROUND), 0, NULL));
}

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
        qm__fan_spread_level(scene, w, fan, from, to - from, level);
        qm__fan_spread_jobs(scene, w, fan);
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
        const qm__turn t = qm__fan_direction_at(fan, directions[i]);
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
    const qm__turn t = qm__fan_direction_at(fan, directions[0]);
    const qm__xy there = qm__along(fan->centre, (qm__xy){t.cos, t.sin}, QM__FAN_AROUND);
    int32_t end;
    return is_open(levels, level, fan, directions, QM__FAN_AROUND, WIDEST) &&
           is_open(levels, level, fan, directions, CRACK * QM__FAN_AROUND, QM__SLACK) &&
           (level != fan->level ||
            (qm__walkable(levels, scene->crowd, here, there, QM__SLACK + QM__FAN_AROUND, &end) && end == level));
}

/* ------------------------------------------------------------------------------------------------ beside a shore */

/* Whether a walk leads from a fan's point straight to a place; or back, which may know better on which of the levels
 * that meet at the point it is. */
static bool can_walk(const qm__scene *scene, const qm__fan *fan, qm__xy at, int level) {
    const qm__levels *const levels = scene->grounds->levels;
    const qm__spot here = {fan->centre.x, fan->centre.y, fan->level}, there = {at.x, at.y, level};
    const double slack = has_room(scene, fan, fan->level, QM__CARE) ? QM__CARE : QM__SLACK;
    return qm__passes(levels, scene->crowd, there, slack, NULL) &&
           (qm__piece_walkable(levels, scene->crowd, here, at, level, slack) ||
            qm__piece_walkable(levels, scene->crowd, there, fan->centre, fan->level, slack));
}

/* Whether a ray of a fan is on a level where it first comes to ground. A crack is none; a ray may run along in one for
 * as long as the slack leaves it on anything. */
static bool leads_onto(const qm__scene *scene, const qm__fan *fan, double angle, int level) {
    const qm__levels *const levels = scene->grounds->levels;
    const qm__turn t = qm__fan_direction_at(fan, angle);
    const qm__xy d = {t.cos, t.sin};
    bool on = true, found = false, onto = false;
    for (double far = QM__FAN_AROUND; on && !found && far < fan->length; far *= FARTHER) {
        const qm__xy at = qm__along(fan->centre, d, far);
        on = false;
        for (int i = 0; i < levels->count && !onto; i++) {
            if (!near_levels(levels, i, fan->level) ||
                !qm__level_open(levels, &levels->levels[i], at, QM__SLACK, NULL)) {
                continue;
            }
            on = true;
            if (is_ground(levels, i, at, d) && can_walk(scene, fan, at, i)) {
                found = true, onto = i == level;
            }
        }
    }
    return onto;
}

/* The direction between two at which a ray begins, or ceases, to lead onto a level: it does in just one of them. */
static double find_turn(const qm__scene *scene, const qm__fan *fan, double leads, double misses, int level) {
    while (leads - misses > FOUND || misses - leads > FOUND) {
        const double middle = (leads + misses) / 2;
        *(leads_onto(scene, fan, middle, level) ? &leads : &misses) = middle;
    }
    return leads;
}

/* The rays of a sector that lead onto a level. */
static void spread_walked(qm__scene *scene, qm__fan_work *w, const qm__fan *fan, double from, double to, int level) {
    const int count = 2 + (int)((to - from) / APART);
    double begin = from, last = from;
    bool before = false;
    for (int i = 0; i <= count && !w->failed; i++) {
        const double at = from + qm__clamp((to - from) * i / count, AT_END, to - from - AT_END);
        const bool leads = leads_onto(scene, fan, at, level);
        if (leads && !before) {
            begin = i ? find_turn(scene, fan, at, last, level) : from;
        } else if (!leads && before) {
            spread_sector(scene, w, fan, begin, find_turn(scene, fan, last, at, level), level);
        }
        before = leads, last = at;
    }
    if (before) {
        spread_sector(scene, w, fan, begin, to, level);
    }
}

static void spread_all_walked(qm__scene *scene, qm__fan_work *w, const qm__fan *fan, double from, double to) {
    const qm__levels *const levels = scene->grounds->levels;
    for (int i = levels->count - 1; i >= 0; i--) {
        if (near_levels(levels, i, fan->level)) {
            spread_walked(scene, w, fan, from, to, i);
        }
    }
}

/* All levels on which a sector can be left. Between two shores everything is alike, so what is open is asked there
 * (`between`), which may lie outside of the fan: in two directions, one of which may be a line without width that a
 * base can be on. Where none is, there may be a crack. */
static void spread_levels(qm__scene *scene, qm__fan_work *w, const qm__fan *fan, double from, double to,
                          const double between[2]) {
    const qm__levels *const levels = scene->grounds->levels;
    const qm__turn t = qm__fan_direction_at(fan, (from + to) / 2);
    const qm__xy p = qm__along(fan->centre, (qm__xy){t.cos, t.sin}, QM__FAN_AROUND);
    bool open = w->off > QM__CARE;
    if (open) {
        spread_all_walked(scene, w, fan, from, to);
    }
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

void qm__fan_spread_point(qm__scene *scene, qm__fan_work *w, const qm__fan *fan) {
    double angles[SECTORS_MAX];
    const int count = sectors_of(scene, w, fan, angles);
    if (count >= 0) {
        spread_sectors(scene, w, fan, angles, count);
    } else if (!w->failed && has_ground(scene, fan)) {
        qm__fan_spread_level(scene, w, fan, 0, fan->sweep, fan->level);
        qm__fan_spread_jobs(scene, w, fan);
    } else { /* in a crack what is around it may be another level */
        spread_all_walked(scene, w, fan, 0, fan->sweep);
    }
}
