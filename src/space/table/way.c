/* Drawn paths, checked piece by piece: whether they can be walked, how long they are, and what is stepped over and met.
 *
 * Every straight piece is traced with the slack. Where levels meet, a piece may begin on any that steps join there.
 * Most paths have no choice, so a path is first walked on the level that each piece ends on. If that leads nowhere, it
 * is walked again on all levels at once: what is carried from point to point is the set of levels that the base can
 * have come to, those that steps join in a place counting as one.
 *
 * Invariant: what is legal here can be walked exactly as it is told. Rejected: to try every choice in turn, which
 * doubles with every joint; and to take back one piece only, which refuses paths that have two joints in a row.
 */
#include "space/table/way_inside.h"

/* Whether other levels can be joined to that of a place there: only on one of its borders, give or take the slack. */
static bool on_border(const qm__levels *levels, qm__spot spot) {
    const qm__level *own = &levels->levels[spot.level];
    const uint32_t cell = qm__raster_cell(&levels->raster, spot.x, spot.y);
    for (uint32_t i = own->borders_in.starts[cell]; i < own->borders_in.starts[cell + 1]; i++) {
        const qm__border *border = &own->borders[own->borders_in.items[i]];
        if (qm__point_segment_square((qm__xy){spot.x, spot.y}, border->a, border->b) <= 4) {
            return true;
        }
    }
    return false;
}

bool qm__trace_joined(const qm__levels *levels, const qm__crowd *crowd, qm__spot *from, qm__xy to, int32_t want,
                      qm__traced *out) {
    if (qm__trace_onto(levels, crowd, *from, to, want, QM__SLACK, out)) {
        return true;
    }
    if (!on_border(levels, *from)) {
        return false;
    }
    const int32_t step = qm__levels_walker(levels)->step, own = from->level;
    for (int turn = -1; turn <= 1; turn += 2) {
        int32_t on = own;
        for (int32_t i = own + turn; i >= 0 && i < levels->count; i += turn) {
            const qm__spot beside = {from->x, from->y, i};
            qm__traced other;
            if ((levels->levels[i].z - levels->levels[on].z) * turn > step) {
                break;
            }
            if (!qm__passes(levels, crowd, beside, QM__SLACK, NULL)) {
                continue;
            }
            on = i;
            if (qm__trace_onto(levels, crowd, beside, to, want, QM__SLACK, &other)) {
                *from = beside;
                *out = other;
                return true;
            }
            if (other.why.part > out->why.part) {
                *out = other;
            }
        }
    }
    return false;
}

/* ---------------------------------------------------------------------------------------------------------- telling */

/* The next of the steps in place that lead from a level to that of a spot. */
static qm__step_told step_in_place(const qm__levels *levels, int32_t from, const qm__spot *to, double part) {
    const qm__walker *walker = qm__levels_walker(levels);
    const int32_t turn = to->level > from ? 1 : -1;
    int32_t next = to->level; /* or the farthest on the way to it */
    while ((levels->levels[next].z - levels->levels[from].z) * turn > walker->step ||
           !qm__passes(levels, NULL, (qm__spot){to->x, to->y, next}, QM__SLACK, NULL)) {
        next -= turn;
    }
    qm__obstruction on;
    qm__passes(levels, NULL, (qm__spot){to->x, to->y, turn > 0 ? next : from}, QM__SLACK, &on);
    return (qm__step_told){.part = part, .from = (int16_t)from, .to = (int16_t)next, .prism = on.prism};
}

static bool is_told(const qm__levels *levels, const qm__step_told *step) {
    const int32_t rise = levels->levels[step->to].z - levels->levels[step->from].z;
    return (rise < 0 ? -rise : rise) > qm__levels_walker(levels)->free_step;
}

/* One more step of a piece; false = there are more than can be told. */
static bool add_step(qm__traced *out, const qm__step_told *step) {
    if (out->step_count == QM__STEPS_MAX) {
        out->clear = false;
        return false;
    }
    out->steps[out->step_count++] = *step;
    return true;
}

static bool add_joint(const qm__levels *levels, qm__traced *out, int32_t from, const qm__spot *to, double part) {
    bool fits = true;
    while (from != to->level && fits) {
        const qm__step_told step = step_in_place(levels, from, to, part);
        fits = !is_told(levels, &step) || add_step(out, &step);
        from = step.to;
    }
    return fits;
}

bool qm__trace_named(const qm__levels *levels, const qm__crowd *crowd, qm__spot from, qm__spot to, qm__traced *out) {
    qm__spot begin = from;
    qm__traced between;
    if (!qm__trace_joined(levels, crowd, &begin, (qm__xy){to.x, to.y}, to.level, &between)) {
        *out = between;
        return false;
    }
    *out = between;
    out->step_count = 0;
    out->level = to.level;
    bool fits = add_joint(levels, out, from.level, &begin, 0);
    for (uint16_t i = 0; i < between.step_count && fits; i++) {
        fits = add_step(out, &between.steps[i]);
    }
    return fits && add_joint(levels, out, between.level, &to, 1);
}

static void tell_step(qm__drawn *out, const qm__step_told *step, uint32_t piece) {
    if (out->step_count < QM__STEPS_MAX) {
        out->steps[out->step_count] = *step;
        out->step_pieces[out->step_count] = piece;
    }
    out->step_count++;
}

/* Steps in place, at the beginning of a piece or at its end. */
static void tell_joint(const qm__levels *levels, qm__drawn *out, int32_t from, const qm__spot *to, double part,
                       uint32_t piece) {
    while (from != to->level) {
        const qm__step_told step = step_in_place(levels, from, to, part);
        if (is_told(levels, &step)) {
            tell_step(out, &step, piece);
        }
        from = step.to;
    }
}

/* A piece that came on the level told so far and was walked from a spot. */
static void tell_piece(const qm__levels *levels, qm__drawn *out, const qm__spot *from, qm__xy to,
                       const qm__traced *traced, uint32_t piece) {
    tell_joint(levels, out, out->level, from, 0, piece);
    for (uint32_t k = 0; k < traced->step_count; k++) {
        tell_step(out, &traced->steps[k], piece);
    }
    out->areas |= traced->areas;
    out->length += qm__apart((qm__xy){from->x, from->y}, to);
    out->level = traced->level;
}

/* A piece that is stopped. */
static void tell_stop(qm__drawn *out, const qm__traced *traced, double length, uint32_t piece) {
    out->piece = piece;
    out->why = traced->why;
    out->length += length * traced->why.part;
    out->level = traced->level;
}

/* Whether the base can end where it has come to, on this level or on one that steps join to it there. */
static bool end_stands(const qm__levels *levels, const qm__crowd *crowd, qm__xy at, uint32_t count, qm__drawn *out) {
    out->piece = count ? count - 1 : 0;
    out->legal = qm__stands(levels, crowd, (qm__spot){at.x, at.y, out->level}, QM__SLACK, &out->why);
    for (int32_t i = 0; i < levels->count && !out->legal; i++) {
        const qm__spot beside = {at.x, at.y, i};
        if (qm__stands(levels, crowd, beside, QM__SLACK, NULL) && qm__steps_join(levels, crowd, at, out->level, i)) {
            tell_joint(levels, out, out->level, &beside, 1, count > 1 ? count - 2 : 0);
            out->why = (qm__obstruction){.what = QM__FREE, .prism = QM__NOTHING, .part = 1, .at = at};
            out->level = i;
            out->legal = true;
        }
    }
    return out->legal;
}

/* ------------------------------------------------------------------------------------------------- all levels at once
 */

#define FOOTINGS_MAX 8

typedef struct path {
    const qm__levels *levels;
    const qm__crowd *crowd;
    qm__spot start;
    const qm__xy *points;
    uint32_t count;
} path;

static qm__xy point_of(const path *p, uint32_t i) {
    return i ? p->points[i] : (qm__xy){p->start.x, p->start.y};
}

/* Where a path can have come to, at one of its points: as much as is told in each case. No two are joined there. */
typedef struct footings {
    uint32_t count;
    bool cut;
    qm__drawn items[FOOTINGS_MAX];
} footings;

static bool has_footing(const path *p, const footings *f, qm__xy at, int32_t level) {
    bool has = false;
    for (uint32_t i = 0; i < f->count && !has; i++) {
        has = f->items[i].level == level || qm__steps_join(p->levels, p->crowd, at, f->items[i].level, level);
    }
    return has;
}

/* Goes on from one footing; `stop` is told of the one that gets farthest on the piece. */
static void go_on(const path *p, const qm__drawn *from, uint32_t piece, int32_t want, footings *next, qm__drawn *stop) {
    const qm__xy at = point_of(p, piece), to = point_of(p, piece + 1);
    qm__spot begin = {at.x, at.y, from->level};
    qm__traced traced;
    if (!qm__trace_joined(p->levels, p->crowd, &begin, to, want, &traced)) {
        if (traced.why.what != QM__FREE && (stop->piece != piece || traced.why.part > stop->why.part)) {
            *stop = *from;
            tell_stop(stop, &traced, qm__apart(at, to), piece);
        }
    } else if (!has_footing(p, next, to, traced.level)) {
        if (next->count == FOOTINGS_MAX) {
            next->cut = true;
            return;
        }
        qm__drawn *told = &next->items[next->count++];
        *told = *from;
        tell_piece(p->levels, told, &begin, to, &traced, piece);
    }
}

/* Goes on from all of them: to where each leads by itself, and to every other level on which the base can be there. */
static void all_go_on(const path *p, const footings *from, uint32_t piece, footings *next, qm__drawn *stop) {
    const qm__xy to = point_of(p, piece + 1);
    next->count = 0;
    next->cut = from->cut;
    for (uint32_t k = 0; k < from->count; k++) {
        go_on(p, &from->items[k], piece, -1, next, stop);
    }
    for (int32_t want = 0; want < p->levels->count; want++) {
        const bool passes = qm__passes(p->levels, p->crowd, (qm__spot){to.x, to.y, want}, QM__SLACK, NULL);
        for (uint32_t k = 0; passes && k < from->count && !has_footing(p, next, to, want); k++) {
            go_on(p, &from->items[k], piece, want, next, stop);
        }
    }
}

/* The whole path; `begun` tells of its start. */
static bool check_all(const path *p, const qm__drawn *begun, qm__drawn *out) {
    footings sets[2];
    sets[0].count = 1;
    sets[0].cut = false;
    sets[0].items[0] = *begun;
    *out = *begun;
    for (uint32_t i = 1; i < p->count; i++) {
        footings *next = &sets[i % 2];
        out->piece = UINT32_MAX;
        all_go_on(p, &sets[(i - 1) % 2], i - 1, next, out);
        if (next->count == 0) {
            out->cut = next->cut;
            return false;
        }
    }
    const footings *last = &sets[(p->count - 1) % 2];
    for (uint32_t k = last->count; k-- > 0;) { /* if none stands, the first is told */
        *out = last->items[k];
        if (end_stands(p->levels, p->crowd, point_of(p, p->count - 1), p->count, out)) {
            return true;
        }
    }
    out->cut = last->cut;
    return false;
}

int qm__levels_there(const qm__levels *levels, const qm__crowd *crowd, qm__xy at, int32_t *out, int max) {
    int count = 0;
    int32_t below = -1;
    for (int32_t i = 0; i < levels->count && count < max; i++) {
        if (qm__passes(levels, crowd, (qm__spot){at.x, at.y, i}, QM__SLACK, NULL)) {
            if (below < 0 || levels->levels[i].z - levels->levels[below].z > levels->walker.step) {
                out[count++] = i;
            }
            below = i;
        }
    }
    return count;
}

bool qm__levels_apart(const qm__levels *levels, const qm__crowd *crowd, qm__xy at) {
    int32_t first[2];
    return qm__levels_there(levels, crowd, at, first, 2) == 2;
}

/* --------------------------------------------------------------------------------------------------------- checking */

/* Tells of a start; false if it leaves no room. */
static bool begin_path(const qm__levels *levels, qm__spot start, qm__drawn *out) {
    out->legal = false;
    out->cut = false;
    out->piece = 0;
    out->length = 0;
    out->level = start.level;
    out->areas = qm__areas_at(levels, start);
    out->step_count = 0;
    out->why = (qm__obstruction){.what = QM__FREE, .prism = QM__NOTHING, .part = 1, .at = {start.x, start.y}};
    if (start.level < 0 || start.level >= qm__level_count(levels)) {
        out->why.what = QM__NO_SURFACE;
        return false;
    }
    if (!qm__passes(levels, NULL, start, QM__SLACK, &out->why)) { /* bodies may have come near since it was there */
        out->why.part = 0;
        return false;
    }
    return true;
}

/* Checks a path again that has been stopped, if it could have been on another level at a point before `stopped`. */
static bool check_again(const path *p, uint32_t stopped, qm__drawn *out) {
    bool choice = false;
    for (uint32_t i = 1; i < stopped && !choice; i++) {
        choice = qm__levels_apart(p->levels, p->crowd, p->points[i]);
    }
    qm__drawn begun;
    return choice && begin_path(p->levels, p->start, &begun) && check_all(p, &begun, out);
}

bool qm__drawn_check(const qm__levels *levels, const qm__crowd *crowd, qm__spot start, const qm__xy *points,
                     uint32_t count, qm__drawn *out) {
    const path whole = {levels, crowd, start, points, count};
    if (!begin_path(levels, start, out)) {
        return false;
    }
    qm__xy at = {start.x, start.y};
    for (uint32_t i = 1; i < count; i++) {
        qm__spot begin = {at.x, at.y, out->level};
        qm__traced traced;
        if (!qm__trace_joined(levels, crowd, &begin, points[i], -1, &traced)) {
            tell_stop(out, &traced, qm__apart(at, points[i]), i - 1);
            return check_again(&whole, i, out);
        }
        tell_piece(levels, out, &begin, points[i], &traced, i - 1);
        at = points[i];
    }
    return end_stands(levels, crowd, at, count, out) || check_again(&whole, count, out);
}
