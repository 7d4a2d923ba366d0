/* Bends of a way that no single whole point does: several whole points around them.
 *
 * Where a way bends in a point that two things hold (a border at which one has to step, and what has to be kept off a
 * corner or a figure), the slack leaves little room, and none of the whole points in it may be on a path that is no
 * longer than the way. Two or three of them mostly are: one on this side of the border and one on the other.
 *
 * They are found in rounds: the shortest paths to all points of a window over one of them, then over two, and so on; so
 * that no more points have to be typed than it takes.
 *
 * Invariant: every straight piece of the path is traced before it is kept, and none goes farther in an area than what
 * it replaces.
 */
#include "space/table/way_corners.h"

#include "space/table/way_inside.h"

#define WINDOW 3 /* units around the point that is replaced */
#define SIDE (2 * WINDOW + 1)
#define POINTS (SIDE * SIDE)
#define ROUNDS 4  /* as many points in its place at most */
#define SAME 1e-7 /* units: lengths that differ by less are the same */

typedef struct window {
    const qm__levels *levels;
    const qm__crowd *crowd;
    qm__spot from, to;
    qm__xy first; /* the corner of the window where both coordinates are least */
    double most;  /* only paths shorter than this are looked for */
    struct node {
        double length; /* of the shortest path to it over so many points */
        int32_t level;
        int before;
    } nodes[ROUNDS][POINTS];
} window;

static qm__xy plane_of(qm__spot spot) {
    return (qm__xy){spot.x, spot.y};
}

static qm__xy point_of(const window *w, int i) {
    return (qm__xy){w->first.x + i % SIDE, w->first.y + i / SIDE};
}

static double to_go(const window *w, int i) {
    return qm__apart(point_of(w, i), plane_of(w->to));
}

/* Goes straight to a point of the window, if that is the shortest path to it of this round so far. Not where it begins
 * or ends: no point is told twice. */
static void reach_point(const window *w, qm__spot from, double length, int before, int i, struct node *node) {
    const double piece = qm__apart(plane_of(from), point_of(w, i)), rest = to_go(w, i), whole = length + piece;
    qm__traced traced;
    if (piece <= 0 || rest <= 0 || whole >= node->length || whole + rest >= w->most ||
        !qm__trace_joined(w->levels, w->crowd, &from, point_of(w, i), -1, &traced)) {
        return;
    }
    *node = (struct node){whole, traced.level, before};
}

static void begin_round(window *w, int round) {
    struct node *nodes = w->nodes[round];
    for (int i = 0; i < POINTS; i++) {
        nodes[i].length = QM__FAR;
    }
    for (int i = 0; i < POINTS && round == 0; i++) {
        reach_point(w, w->from, 0, -1, i, &nodes[i]);
    }
    for (int k = 0; k < POINTS && round > 0; k++) {
        const struct node *last = &w->nodes[round - 1][k];
        const qm__spot at = {point_of(w, k).x, point_of(w, k).y, last->level};
        for (int i = 0; i < POINTS && last->length < QM__FAR; i++) {
            reach_point(w, at, last->length, k, i, &nodes[i]);
        }
    }
}

/* Whether a path is better than another one: longer, as long as it is not too long, or else shorter. */
static bool is_better(double length, double other, double enough) {
    return length <= enough ? other > enough || length > other : length < other;
}

/* The point of a round from which one goes on, on the best path; -1 = there is none. Only shorter ones are looked for
 * from then on. */
static int end_round(window *w, int round, double enough) {
    int best = -1;
    for (int i = 0; i < POINTS; i++) {
        const struct node *node = &w->nodes[round][i];
        const double whole = node->length + to_go(w, i);
        qm__spot at = {point_of(w, i).x, point_of(w, i).y, node->level};
        qm__traced traced;
        if (is_better(whole, w->most, enough) &&
            qm__trace_joined(w->levels, w->crowd, &at, plane_of(w->to), w->to.level, &traced)) {
            w->most = whole;
            best = i;
        }
    }
    return best;
}

/* Whether some straight pieces go no farther in areas than others. */
static bool no_more_inside(const qm__levels *levels, const qm__spot *path, int count, const qm__spot *old) {
    for (uint32_t a = 0; a < qm__levels_table(levels)->area_count; a++) {
        double inside = 0;
        for (int i = 1; i < count; i++) {
            inside += qm__length_met(levels, a, path[i - 1], plane_of(path[i]));
        }
        if (inside > qm__length_met(levels, a, old[0], plane_of(old[1])) +
                         qm__length_met(levels, a, old[1], plane_of(old[2])) + 1e-6) {
            return false;
        }
    }
    return true;
}

/* Puts the points of a path over so many of the window in the place of path[k]. */
static bool put_points(const window *w, int round, int last, qm__spot *path, uint32_t *count, uint32_t max,
                       uint32_t k) {
    qm__spot points[ROUNDS + 2];
    const int fresh = round + 1;
    points[0] = w->from;
    points[fresh + 1] = w->to;
    for (int r = round, i = last; r >= 0; r--) {
        points[r + 1] = (qm__spot){point_of(w, i).x, point_of(w, i).y, w->nodes[r][i].level};
        i = w->nodes[r][i].before;
    }
    if (*count + (uint32_t)round > max || !no_more_inside(w->levels, points, fresh + 2, &path[k - 1])) {
        return false;
    }
    for (uint32_t i = *count; i-- > k + 1;) {
        path[i + (uint32_t)round] = path[i];
    }
    for (int r = 0; r < fresh; r++) {
        path[k + (uint32_t)r] = points[r + 1];
    }
    *count += (uint32_t)round;
    return true;
}

/* Goes around a point of the path by others beside it; by how much the path is longer than its way after that.
 * `wholly`: only if it is longer no more. */
static double go_around(window *w, qm__spot *path, uint32_t *count, uint32_t max, uint32_t k, double longer,
                        bool wholly) {
    w->from = path[k - 1];
    w->to = path[k + 1];
    w->first = (qm__xy){path[k].x - WINDOW, path[k].y - WINDOW};
    const double old = qm__apart(plane_of(w->from), plane_of(path[k])) + qm__apart(plane_of(path[k]), plane_of(w->to));
    const double enough = old - longer + SAME;
    int best = -1, best_round = 0;
    w->most = old - SAME;
    for (int round = 0; round < ROUNDS && w->most > enough; round++) {
        begin_round(w, round);
        const int end = end_round(w, round, enough);
        best_round = end >= 0 ? round : best_round;
        best = end >= 0 ? end : best;
    }
    const bool good = best >= 0 && (!wholly || w->most <= enough);
    return good && put_points(w, best_round, best, path, count, max, k) ? longer - (old - w->most) : longer;
}

double qm__corners_cut(const qm__levels *levels, const qm__crowd *crowd, qm__spot *path, uint32_t *count, uint32_t max,
                       double longer) {
    window w = {.levels = levels, .crowd = crowd};
    for (int wholly = 1; wholly >= 0; wholly--) {
        for (uint32_t k = 1; k + 1 < *count && longer > SAME; k++) {
            longer = go_around(&w, path, count, max, k, longer, wholly);
        }
    }
    return longer;
}
