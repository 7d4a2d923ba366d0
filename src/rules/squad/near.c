/* How near a way comes to enemies (SQ-05).
 *
 * Geometry keeps round bases off enemies on foot, at whatever height. What it does not know is looked at here: whether
 * one who began too near gets nearer still, distances that are measured in plan alone, rectangles, leaps, and
 * ends of those who fly.
 *
 * A base that slides straight covers the hull of where it begins and where it ends. Distances of hulls are those of
 * their edges, unless one contains the other.
 */
#include "rules/squad/move.h"

/* ------------------------------------------------------------------------------------------------------- distances */

double qm__sq_length(const qm_place *points, uint16_t count) {
    double length = 0;
    for (uint16_t i = 1; i < count; i++) {
        length += qm__apart((qm__xy){points[i - 1].x, points[i - 1].y}, (qm__xy){points[i].x, points[i].y});
    }
    return length;
}

/* What a base covers: segments, with a width around them. */
typedef struct cover {
    qm__xy a[12], b[12];
    int count;
    double around;
} cover;

static void add_segment(cover *c, qm__xy a, qm__xy b) {
    c->a[c->count] = a;
    c->b[c->count++] = b;
}

static cover cover_of(const qm__body *from, qm__xy to) {
    cover c = {.around = from->radius};
    if (from->radius > 0) {
        add_segment(&c, (qm__xy){from->x, from->y}, to);
        return c;
    }
    const qm__xy shift = qm__minus(to, (qm__xy){from->x, from->y});
    qm__xy corners[4];
    qm__body_corners(from, corners);
    for (int i = 0; i < 4; i++) {
        const qm__xy next = corners[(i + 1) % 4];
        add_segment(&c, corners[i], next);
        if (shift.x != 0 || shift.y != 0) {
            add_segment(&c, qm__plus(corners[i], shift), qm__plus(next, shift));
            add_segment(&c, corners[i], qm__plus(corners[i], shift));
        }
    }
    return c;
}

/* Whether a point lies in what a base covers: inside where it begins or ends, or in between. */
static bool covers(const qm__body *from, qm__xy to, qm__xy point) {
    qm__body there = *from;
    there.x = to.x;
    there.y = to.y;
    if (qm__body_point_distance(from, point) <= 0 || qm__body_point_distance(&there, point) <= 0) {
        return true;
    }
    /* in between: the point, moved back along the slide, comes into the base */
    const qm__xy shift = qm__minus(to, (qm__xy){from->x, from->y});
    const qm__xy back = qm__minus(point, shift);
    const cover base = cover_of(from, (qm__xy){from->x, from->y});
    bool inside = false;
    for (int i = 0; i < base.count && from->radius == 0; i++) {
        inside = inside || qm__segments_cross(back, point, base.a[i], base.b[i]);
    }
    return inside;
}

bool qm__sq_slide_meets(const qm__body *from, qm_place to, qm__xy a, qm__xy b) {
    const qm__xy end = {to.x, to.y};
    const cover mine = cover_of(from, end);
    bool meets = covers(from, end, a) || covers(from, end, b);
    for (int i = 0; i < mine.count && !meets; i++) {
        meets = qm__segments_cross(mine.a[i], mine.b[i], a, b);
    }
    return meets;
}

/* In plan; negative is not told. */
static double slide_gap(const qm__body *from, qm__xy end, const qm__body *other) {
    const qm__xy centre = {other->x, other->y};
    const cover mine = cover_of(from, end), theirs = cover_of(other, centre);
    double square = QM__FAR;
    for (int i = 0; i < mine.count; i++) {
        for (int k = 0; k < theirs.count; k++) {
            square = qm__least(square, qm__segments_square(mine.a[i], mine.b[i], theirs.a[k], theirs.b[k]));
        }
    }
    const bool over = covers(from, end, centre) || qm__body_point_distance(other, (qm__xy){from->x, from->y}) <= 0;
    return over ? -1 : qm__root(square) - mine.around - theirs.around;
}

bool qm__sq_slide_hits(const qm__body *from, qm_place to, const qm__body *other) {
    qm__body smaller = *from; /* touching is no overlap */
    smaller.radius -= smaller.radius > 1 ? 1 : 0;
    smaller.width -= smaller.width > 2 ? 2 : 0;
    smaller.length -= smaller.length > 2 ? 2 : 0;
    return slide_gap(&smaller, (qm__xy){to.x, to.y}, other) <= 0;
}

double qm__sq_slide_distance(const qm_scenario *s, const qm__body *from, qm_place to, const qm__body *other) {
    const double plan = qm__most(slide_gap(from, (qm__xy){to.x, to.y}, other), 0);
    if (sq_set(s)->measure == SQ_MEASURE_PLAN) {
        return plan;
    }
    const int32_t low = from->z < to.z ? from->z : to.z, high = from->z < to.z ? to.z : from->z;
    const int32_t apart = other->z < low ? low - other->z : other->z > high ? other->z - high : 0;
    return qm__length((qm__xy){plan, apart});
}

/* --------------------------------------------------------------------------------------------------------- judging */

static bool is_kept_off(const sq_going *g, uint16_t enemy) {
    return !sq_at(g->s, g->st, enemy)->out && sq_hostile(g->s, g->figure, enemy) &&
           (!g->target || g->s->figures[enemy - 1].unit != g->s->figures[g->target - 1].unit);
}

static bool refuse_near(sq_going *g, uint16_t kind, uint16_t enemy, qm_place at, double distance) {
    qm_reason *reason = qm__sq_refuse_at(g, kind, at);
    reason->other = enemy;
    reason->needed = g->set->enemy_reach;
    reason->had = qm__units(distance);
    return false;
}

/* No part of a base is farther from its middle than this. */
static int64_t extent(const qm_scenario *s, uint16_t figure) {
    return (int64_t)sq_value(s, figure, SQ_RADIUS) + sq_value(s, figure, SQ_WIDTH) + sq_value(s, figure, SQ_LENGTH);
}

/* Whether an enemy is so far beside a piece, by one coordinate alone, that nobody on it comes near: so most pairs cost
 * next to nothing. */
static bool is_beside(const sq_going *g, uint16_t enemy, qm_place from, qm_place to) {
    const sq_model *there = sq_at(g->s, g->st, enemy);
    const int64_t off = (int64_t)g->set->enemy_reach + extent(g->s, g->figure) + extent(g->s, enemy) + 2;
    return (there->x < from.x - off && there->x < to.x - off) || (there->x > from.x + off && there->x > to.x + off) ||
           (there->y < from.y - off && there->y < to.y - off) || (there->y > from.y + off && there->y > to.y + off);
}

/* Whether a model may come so near to an enemy from `before`. One that was too near when the move began may not come
 * nearer (inside_inch). */
static bool is_clear(sq_going *g, const qm__body *enemy, qm_place to, double nearest, double before) {
    const int32_t reach = g->set->enemy_reach;
    const qm__body began = qm__sq_body_now(g->s, g->st, g->figure);
    if (!qm__within(nearest, reach)) {
        return true;
    }
    if (!qm__within(qm__sq_distance(g->s, &began, enemy), reach)) {
        return refuse_near(g, SQ_REASON_NEAR_ENEMY, enemy->id, to, nearest);
    }
    if (g->set->inside_inch == SQ_INSIDE_INCH_FREE || nearest >= before - 1) {
        return true;
    }
    return refuse_near(g, SQ_REASON_NEARER, enemy->id, to, nearest);
}

/* One piece against one enemy. */
static bool piece_clear(sq_going *g, uint16_t enemy, qm_place from, qm_place to) {
    const qm__body other = qm__sq_body_now(g->s, g->st, enemy);
    const qm__body here = qm__sq_body_at(g->s, g->figure, from, g->facing);
    return is_clear(g, &other, to, qm__sq_slide_distance(g->s, &here, to, &other),
                    qm__sq_distance(g->s, &here, &other));
}

bool qm__sq_judge_near(sq_going *g, const qm_place *points, uint16_t count) {
    bool good = true;
    for (uint16_t i = 1; i < count && g->set->enemy_reach > 0; i++) {
        for (uint16_t enemy = 1; enemy <= g->s->figure_count && good; enemy++) {
            good = !is_kept_off(g, enemy) || is_beside(g, enemy, points[i - 1], points[i]) ||
                   piece_clear(g, enemy, points[i - 1], points[i]);
        }
    }
    return good;
}

bool qm__sq_judge_landing(sq_going *g) {
    const qm__body began = qm__sq_body_now(g->s, g->st, g->figure);
    const qm__body end = qm__sq_body_at(g->s, g->figure, g->here, g->facing);
    bool good = true;
    for (uint16_t enemy = 1; enemy <= g->s->figure_count && g->set->enemy_reach > 0 && good; enemy++) {
        if (is_kept_off(g, enemy) && !is_beside(g, enemy, g->here, g->here)) {
            const qm__body other = qm__sq_body_now(g->s, g->st, enemy);
            good = is_clear(g, &other, g->here, qm__sq_distance(g->s, &end, &other),
                            qm__sq_distance(g->s, &began, &other));
        }
    }
    return good;
}

bool qm__sq_judge_flight(sq_going *g, qm_place from, qm_place to) {
    const bool landing = g->set->flight_inch == SQ_FLIGHT_INCH_LANDING_ONLY;
    for (uint16_t enemy = 1; enemy <= g->s->figure_count && g->set->enemy_reach > 0; enemy++) {
        if (!is_kept_off(g, enemy) || is_beside(g, enemy, landing ? to : from, to)) {
            continue;
        }
        const qm__body here = qm__sq_body_at(g->s, g->figure, landing ? to : from, g->facing);
        const qm__body other = qm__sq_body_now(g->s, g->st, enemy);
        const double nearest = qm__sq_slide_distance(g->s, &here, to, &other);
        if (qm__within(nearest, g->set->enemy_reach)) {
            return refuse_near(g, SQ_REASON_LEAP_OVER, enemy, to, nearest);
        }
    }
    return true;
}

void qm__sq_reword(sq_going *g, uint16_t first, qm_place from, qm_place to) {
    qm_verdict *verdict = g->j->verdict;
    for (uint16_t i = first; i < verdict->reason_count; i++) {
        qm_reason *reason = &verdict->reasons[i];
        if (reason->kind != SQ_REASON_FIGURE || !reason->other || !sq_hostile(g->s, g->figure, reason->other)) {
            continue;
        }
        if (!is_kept_off(g, reason->other) || g->set->enemy_reach == 0) { /* it may be touched, not walked over */
            reason->kind = SQ_REASON_ENEMY;
            continue;
        }
        const qm__body other = qm__sq_body_now(g->s, g->st, reason->other);
        const qm__body here = qm__sq_body_at(g->s, g->figure, from, g->facing);
        const qm__body began = qm__sq_body_now(g->s, g->st, g->figure);
        const bool inside = qm__within(qm__sq_distance(g->s, &began, &other), g->set->enemy_reach);
        reason->kind = inside ? SQ_REASON_NEARER : SQ_REASON_NEAR_ENEMY;
        reason->needed = g->set->enemy_reach;
        reason->had = qm__units(qm__sq_slide_distance(g->s, &here, to, &other));
    }
}
