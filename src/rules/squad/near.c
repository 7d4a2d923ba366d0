/* How near a way comes to enemies (SQ-05).
 *
 * Geometry keeps round bases off enemies on foot, at whatever height. What it does not know is looked at here: whether
 * one who began too near gets nearer still, distances that are measured in plan alone, rectangles, leaps, and
 * ends of those who fly.
 */
#include "rules/squad/move.h"

#include "base/angle.h"
#include "game/place.h"
#include "space/table/slide.h"

enum { CLAUSE_FRIENDS = 4 - 1, CLAUSE_ENEMIES = 5 - 1 };

/* Units. Searches keep off by whole units, and by less than that by the slack; and points of a way around an enemy lie
 * farther off than what is between them. */
#define ROUNDED 1.5
#define BEND 4.0

/* ------------------------------------------------------------------------------------------------------- distances */

double qm__sq_length(const qm_place *points, uint16_t count) {
    double length = 0;
    for (uint16_t i = 1; i < count; i++) {
        length += qm__apart((qm__xy){points[i - 1].x, points[i - 1].y}, (qm__xy){points[i].x, points[i].y});
    }
    return length;
}

/* How near a base comes to another that goes straight from where it is, at all heights between its ends. */
static double slide_distance(const qm_scenario *s, const qm__body *from, qm__xy to, int32_t z, const qm__body *other) {
    const double plan = qm__most(qm__slide_gap(from, to, other), 0);
    if (sq_set(s)->measure == SQ_MEASURE_PLAN) {
        return plan;
    }
    const int32_t low = from->z < z ? from->z : z, high = from->z < z ? z : from->z;
    const int32_t apart = other->z < low ? low - other->z : other->z > high ? other->z - high : 0;
    return qm__length((qm__xy){plan, apart});
}

/* A base that turns where it is, by so many parts of a turn to the left (negative: to the right), as another sees it.
 */
typedef struct turning {
    const qm_scenario *s;
    qm__body body; /* as it faces before */
    const qm__body *other;
    int32_t turn;
    double nearest;
} turning;

static void look_turned(turning *t, int32_t turn) {
    qm__body body = t->body;
    body.facing = (body.facing + turn + QM__PARTS) % QM__PARTS;
    t->nearest = qm__least(t->nearest, qm__sq_distance(t->s, &body, t->other));
}

/* Looks where a corner points in a direction, if it does while the base turns. */
static void look_towards(turning *t, qm__xy corner, qm__xy direction) {
    const double from = qm__parts_of(corner.x, corner.y), to = qm__parts_of(direction.x, direction.y);
    const int32_t left = ((int32_t)(to - from) % QM__PARTS + QM__PARTS) % QM__PARTS;
    const int32_t turn = t->turn < 0 ? left - QM__PARTS : left;
    for (int32_t near = turn - 1; near <= turn + 1; near++) { /* directions are whole parts */
        if (t->turn < 0 ? near >= t->turn && near <= 0 : near >= 0 && near <= t->turn) {
            look_turned(t, near);
        }
    }
}

/* Bases that turn about their middle are nearest to another one at the ends of the turn, or where a corner points at
 * the middle of a round one, at a corner of a rectangle or straight at one of its sides. */
double qm__sq_turn_distance(const qm_scenario *s, const qm__body *body, int32_t turn, const qm__body *other) {
    turning t = {s, *body, other, turn, QM__FAR};
    const qm__xy middle = {body->x, body->y}, away = qm__minus((qm__xy){other->x, other->y}, middle);
    qm__xy corners[4], theirs[4];
    qm__body_corners(body, corners);
    look_turned(&t, 0);
    look_turned(&t, turn);
    if (other->radius == 0) {
        qm__body_corners(other, theirs);
    }
    for (int i = 0; i < 4; i++) {
        const qm__xy corner = qm__minus(corners[i], middle);
        if (other->radius > 0) {
            look_towards(&t, corner, away);
        }
        for (int k = 0; k < 4 && other->radius == 0; k++) {
            look_towards(&t, corner, qm__minus(theirs[k], middle));
            look_towards(&t, corner,
                         qm__minus(theirs[(k + 1) % 4], theirs[k])); /* along one side, straight at another */
        }
    }
    return t.nearest;
}

int32_t qm__sq_turn_by(uint16_t from, uint16_t to) {
    const int32_t left = (to - from + QM__PARTS) % QM__PARTS;
    return left > QM__PARTS / 2 ? left - QM__PARTS : left;
}

/* --------------------------------------------------------------------------------------------------------- judging */

static bool is_kept_off(const sq_going *g, uint16_t enemy) {
    return !sq_at(g->s, g->st, enemy)->out && sq_hostile(g->s, g->figure, enemy) &&
           (!g->target || g->s->figures[enemy - 1].unit != g->s->figures[g->target - 1].unit);
}

/* A friend on the table, of another unit. */
static bool is_friend(const sq_going *g, uint16_t figure) {
    return !sq_hostile(g->s, g->figure, figure) && !sq_at(g->s, g->st, figure)->out &&
           g->s->figures[figure - 1].unit != g->s->figures[g->figure - 1].unit;
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

void qm__sq_begin_leg(sq_going *g) {
    if (sq_flies(g->s, g->figure) || g->set->inside_inch == SQ_INSIDE_INCH_FREE) {
        return;
    }
    g->from = g->here;
    const qm__body here = qm__sq_body_at(g->s, g->figure, g->here, g->facing);
    for (uint16_t i = 1; i <= g->s->figure_count && sq_round(g->s, g->figure); i++) {
        qm__body *kept = &g->trek.search->bodies[i - 1];
        if (is_kept_off(g, i) && kept->margin < qm__sq_enemy_margin(g->s)) { /* the move began inside */
            const qm__body enemy = qm__sq_body_now(g->s, g->st, i);
            kept->margin = qm__sq_margin_against(g->s, &here, &enemy);
        }
    }
}

/* Whether the leg that is judged begins within an enemy's inch: who has left it keeps it on the legs to come. */
static bool is_inside(const sq_going *g, const qm__body *enemy) {
    const qm__body here = qm__sq_body_at(g->s, g->figure, g->from, g->facing);
    return qm__within(qm__sq_distance(g->s, &here, enemy), g->set->enemy_reach);
}

/* Whether a model may come so near to an enemy from `before`. One that was too near when the leg began may not come
 * nearer (inside_inch). */
static bool is_clear(sq_going *g, const qm__body *enemy, qm_place to, double nearest, double before) {
    const int32_t reach = g->set->enemy_reach;
    if (!qm__within(nearest, reach)) {
        return true;
    }
    if (!is_inside(g, enemy)) {
        return refuse_near(g, SQ_REASON_NEAR_ENEMY, enemy->id, to, nearest);
    }
    const qm__body here = qm__sq_body_now(g->s, g->st, g->figure);
    const double began = qm__sq_distance(g->s, &here, enemy);
    const bool away = nearest >= began - ROUNDED && nearest >= before - BEND;
    if (g->set->inside_inch == SQ_INSIDE_INCH_FREE || away) {
        qm__cite(g->j, CLAUSE_ENEMIES); /* it began inside */
        return true;
    }
    return refuse_near(g, SQ_REASON_NEARER, enemy->id, to, nearest);
}

/* A stretch of a straight piece between two steps; `before` is the height at which the model comes to it. */
typedef struct stretch {
    qm__xy from, to;
    int32_t before, z;
} stretch;

/* Cuts a piece where it steps up or down: between its steps the model is at one height, whatever those of its ends are.
 * How many stretches. */
static uint16_t cut_piece(const sq_going *g, qm_place from, qm_place to, stretch out[QM__STEPS_MAX + 1]) {
    const qm__levels *levels = qm__inch_base_of(&sq_of(g->s)->inches, g->figure)->levels;
    const qm__xy begin = {from.x, from.y}, end = {to.x, to.y};
    const qm__spot on = sq_spot(levels, from), off = sq_spot(levels, to);
    qm__traced traced = {0};
    uint16_t count = 1;
    out[0] = (stretch){begin, end, from.z, from.z};
    if (on.level >= 0 && off.level >= 0) {
        qm__trace_named(levels, NULL, on, off, &traced);
    }
    for (uint16_t i = 0; i < traced.step_count && i < QM__STEPS_MAX; i++) {
        const qm__step_told *step = &traced.steps[i];
        const qm__xy at = qm__along(begin, qm__minus(end, begin), step->part);
        out[count - 1].to = at;
        out[count] = (stretch){at, end, out[count - 1].z, qm__level_height(levels, step->to)};
        count++;
    }
    return count;
}

/* How near a stretch comes to an enemy, and how near the model is before it. */
static double stretch_nearest(const sq_going *g, const stretch *part, const qm__body *other, double *before) {
    qm__body here = qm__sq_body_at(g->s, g->figure, (qm_place){0, 0, part->before}, g->facing);
    here.x = part->from.x;
    here.y = part->from.y;
    *before = qm__sq_distance(g->s, &here, other);
    here.z = part->z;
    return slide_distance(g->s, &here, part->to, part->z, other);
}

/* How near a straight piece comes to an enemy, or a place is; `inside`: where it brings the model nearer. */
static double piece_nearest(const sq_going *g, qm_place from, qm_place to, const qm__body *other, bool inside) {
    stretch parts[QM__STEPS_MAX + 1];
    const uint16_t count = cut_piece(g, from, to, parts);
    const bool moves = !qm__place_same(from, to);
    double least = QM__FAR;
    for (uint16_t i = 0; i < count; i++) {
        double before;
        const double nearest = stretch_nearest(g, &parts[i], other, &before);
        least = inside && moves && nearest >= before - 1 ? least : qm__least(least, nearest);
    }
    return least;
}

/* One piece against one enemy. */
static bool piece_clear(sq_going *g, uint16_t enemy, qm_place from, qm_place to) {
    const qm__body other = qm__sq_body_now(g->s, g->st, enemy);
    stretch parts[QM__STEPS_MAX + 1];
    const uint16_t count = cut_piece(g, from, to, parts);
    bool good = true;
    for (uint16_t i = 0; i < count && good; i++) {
        double before;
        const double nearest = stretch_nearest(g, &parts[i], &other, &before);
        good = is_clear(g, &other, to, nearest, before);
    }
    return good;
}

/* SQ-04: notes that a straight piece leads through friends of other units. */
static void note_friends(sq_going *g, qm_place from, qm_place to) {
    const qm__body here = qm__sq_body_at(g->s, g->figure, from, g->facing);
    for (uint16_t i = 1; i <= g->s->figure_count; i++) {
        if (is_friend(g, i) && !is_beside(g, i, from, to)) {
            const qm__body other = qm__sq_body_now(g->s, g->st, i);
            const int32_t low = from.z < to.z ? from.z : to.z, high = from.z < to.z ? to.z : from.z;
            if (qm__slide_hits(&here, (qm__xy){to.x, to.y}, &other) &&
                qm__heights_overlap(low, high - low + here.height, other.z, other.height)) {
                qm__cite(g->j, CLAUSE_FRIENDS);
            }
        }
    }
}

bool qm__sq_judge_near(sq_going *g, const qm_place *points, uint16_t count) {
    bool good = true;
    for (uint16_t i = 1; i < count; i++) {
        note_friends(g, points[i - 1], points[i]);
    }
    for (uint16_t i = 1; i < count && g->set->enemy_reach > 0; i++) {
        for (uint16_t enemy = 1; enemy <= g->s->figure_count && good; enemy++) {
            good = !is_kept_off(g, enemy) || is_beside(g, enemy, points[i - 1], points[i]) ||
                   piece_clear(g, enemy, points[i - 1], points[i]);
        }
    }
    return good;
}

/* Half a turn brings the corners all around, to whichever side. */
bool qm__sq_judge_turning(sq_going *g, uint16_t facing) {
    const qm__body here = qm__sq_body_at(g->s, g->figure, g->here, g->facing);
    const int32_t turn = qm__sq_turn_by(g->facing, facing);
    bool good = true;
    for (uint16_t enemy = 1; enemy <= g->s->figure_count && g->set->enemy_reach > 0 && good; enemy++) {
        if (is_kept_off(g, enemy) && !is_beside(g, enemy, g->here, g->here)) {
            const qm__body other = qm__sq_body_now(g->s, g->st, enemy);
            good = is_clear(g, &other, g->here, qm__sq_turn_distance(g->s, &here, turn, &other),
                            qm__sq_distance(g->s, &here, &other));
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
        const double nearest = slide_distance(g->s, &here, (qm__xy){to.x, to.y}, to.z, &other);
        if (qm__within(nearest, g->set->enemy_reach)) {
            return refuse_near(g, SQ_REASON_LEAP_OVER, enemy, to, nearest);
        }
        if (qm__within(qm__slide_gap(&here, (qm__xy){to.x, to.y}, &other), g->set->enemy_reach)) {
            qm__cite(g->j, CLAUSE_ENEMIES); /* it goes over the enemy's inch */
        }
    }
    return true;
}

/* Words for an enemy whose inch is kept from a way on foot, or from a flight. One that began inside may be free to come
 * nearer, not to go through; and one far above or below can be in the way. */
static void reword_kept_off(sq_going *g, qm_reason *reason, bool flight, qm_place from, qm_place to) {
    const qm__body other = qm__sq_body_now(g->s, g->st, reason->other);
    const qm__body here = qm__sq_body_at(g->s, g->figure, from, g->facing);
    const bool inside = !flight && is_inside(g, &other);
    const double nearest = flight ? slide_distance(g->s, &here, (qm__xy){to.x, to.y}, to.z, &other)
                                  : piece_nearest(g, from, to, &other, inside);
    if ((inside && g->set->inside_inch == SQ_INSIDE_INCH_FREE) || !qm__within(nearest, g->set->enemy_reach)) {
        reason->kind = SQ_REASON_ENEMY;
        return;
    }
    reason->kind = flight ? SQ_REASON_LEAP_OVER : inside ? SQ_REASON_NEARER : SQ_REASON_NEAR_ENEMY;
    reason->at = flight || inside ? to : reason->at; /* a way that comes nearer is named by its end */
    reason->needed = g->set->enemy_reach;
    reason->had = qm__units(nearest);
}

void qm__sq_reword(sq_going *g, uint16_t first, bool flight, qm_place from, qm_place to) {
    qm_verdict *verdict = g->j->verdict;
    for (uint16_t i = first; i < verdict->reason_count; i++) {
        qm_reason *reason = &verdict->reasons[i];
        if (reason->kind != SQ_REASON_FIGURE || !reason->other || !sq_hostile(g->s, g->figure, reason->other)) {
            continue;
        }
        if (!is_kept_off(g, reason->other) || g->set->enemy_reach == 0) { /* it may be touched, not walked over */
            reason->kind = SQ_REASON_ENEMY;
        } else {
            const bool lands = flight && qm__place_same(reason->at, to);
            reword_kept_off(g, reason, flight && !lands, lands ? to : from, to);
        }
    }
}
