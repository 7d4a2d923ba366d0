/* Drawn paths, checked piece by piece: whether they can be walked, how long they are, and what is stepped over and met.
 *
 * Every straight piece is traced with the slack. Where levels meet, a piece may begin on any that steps join there, and
 * if that leads nowhere the piece before it may have ended on another one.
 *
 * Invariant: what is legal here can be walked exactly as it is told. Rejected: to try all levels for all pieces, which
 * grows with every joint, where one piece taken back is enough for a way that the search has found.
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

bool qm__trace_joined(const qm__levels *levels, const qm__crowd *crowd, qm__spot *from, qm__xy to, qm__traced *out) {
    if (qm__trace(levels, crowd, *from, to, QM__SLACK, out)) {
        return true;
    }
    if (!on_border(levels, *from)) {
        return false;
    }
    const int32_t step = qm__levels_walker(levels)->step, z = qm__level_height(levels, from->level);
    for (int i = 0; i < qm__level_count(levels); i++) {
        const int32_t rise = qm__level_height(levels, i) - z;
        const qm__spot beside = {from->x, from->y, i};
        qm__traced other;
        if (i != from->level && rise <= step && rise >= -step && qm__passes(levels, crowd, beside, QM__SLACK, NULL) &&
            qm__trace(levels, crowd, beside, to, QM__SLACK, &other)) {
            *from = beside;
            *out = other;
            return true;
        }
    }
    return false;
}

bool qm__choose_again(const qm__levels *levels, const qm__crowd *crowd, qm__spot from, qm__xy over, qm__xy to,
                      qm__second_choice *out) {
    const int32_t step = qm__levels_walker(levels)->step, z = qm__level_height(levels, from.level);
    for (int i = on_border(levels, from) ? 0 : qm__level_count(levels); i < qm__level_count(levels); i++) {
        const int32_t rise = qm__level_height(levels, i) - z;
        out->from = (qm__spot){from.x, from.y, i};
        if (i == from.level || rise > step || rise < -step || !qm__passes(levels, crowd, out->from, QM__SLACK, NULL) ||
            !qm__trace(levels, crowd, out->from, over, QM__SLACK, &out->first)) {
            continue;
        }
        out->over = (qm__spot){over.x, over.y, out->first.level};
        if (qm__trace_joined(levels, crowd, &out->over, to, &out->second)) {
            return true;
        }
    }
    return false;
}

static void tell_step(qm__drawn *out, const qm__step_told *step, uint32_t piece) {
    if (out->step_count < QM__STEPS_MAX) {
        out->steps[out->step_count] = *step;
        out->step_pieces[out->step_count] = piece;
    }
    out->step_count++;
}

/* A step in place, between two pieces. */
static void tell_joint(const qm__levels *levels, qm__drawn *out, int32_t from, const qm__spot *to, uint32_t piece) {
    const int32_t rise = qm__level_height(levels, to->level) - qm__level_height(levels, from);
    const int32_t told = qm__levels_walker(levels)->free_step;
    if (rise > told || rise < -told) {
        qm__obstruction on;
        qm__passes(levels, NULL, (qm__spot){to->x, to->y, rise > 0 ? to->level : from}, QM__SLACK, &on);
        tell_step(out, &(qm__step_told){.part = 0, .from = (int16_t)from, .to = (int16_t)to->level, .prism = on.prism},
                  piece);
    }
}

static bool end_stands(const qm__levels *levels, const qm__crowd *crowd, qm__spot *at, qm__obstruction *why) {
    if (qm__stands(levels, crowd, *at, QM__SLACK, why)) {
        return true;
    }
    const int32_t step = qm__levels_walker(levels)->step, z = qm__level_height(levels, at->level);
    for (int i = 0; i < qm__level_count(levels); i++) {
        const int32_t rise = qm__level_height(levels, i) - z;
        const qm__spot beside = {at->x, at->y, i};
        if (i != at->level && rise <= step && rise >= -step && qm__stands(levels, crowd, beside, QM__SLACK, NULL)) {
            *at = beside;
            return true;
        }
    }
    return false;
}

/* What has been told when a piece begins. */
typedef struct told_so_far {
    qm__spot at;
    uint32_t step_count;
    uint64_t areas;
} told_so_far;

/* A piece that came on a level `before` and was walked from a spot. */
static void tell_piece(const qm__levels *levels, qm__drawn *out, int32_t before, const qm__spot *from,
                       const qm__traced *traced, uint32_t piece) {
    tell_joint(levels, out, before, from, piece);
    for (uint32_t k = 0; k < traced->step_count; k++) {
        tell_step(out, &traced->steps[k], piece);
    }
    out->areas |= traced->areas;
}

bool qm__drawn_check(const qm__levels *levels, const qm__crowd *crowd, qm__spot start, const qm__xy *points,
                     uint32_t count, qm__drawn *out) {
    qm__spot at = start;
    out->legal = false;
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
    told_so_far last = {at, 0, out->areas};
    for (uint32_t i = 1; i < count; i++) {
        told_so_far now = {at, out->step_count, out->areas};
        const double length = qm__apart((qm__xy){at.x, at.y}, points[i]);
        qm__traced traced;
        qm__second_choice again;
        out->piece = i - 1;
        if (!qm__trace_joined(levels, crowd, &at, points[i], &traced)) {
            if (i < 2 || !qm__choose_again(levels, crowd, last.at, points[i - 1], points[i], &again)) {
                out->why = traced.why;
                out->length += length * traced.why.part;
                out->level = traced.level;
                return false;
            }
            out->step_count = last.step_count;
            out->areas = last.areas;
            tell_piece(levels, out, last.at.level, &again.from, &again.first, i - 2);
            now = (told_so_far){{again.over.x, again.over.y, again.first.level}, out->step_count, out->areas};
            at = again.over;
            traced = again.second;
        }
        tell_piece(levels, out, now.at.level, &at, &traced, i - 1);
        out->length += length;
        last = now;
        at = (qm__spot){points[i].x, points[i].y, traced.level};
    }
    out->piece = count ? count - 1 : 0;
    out->legal = end_stands(levels, crowd, &at, &out->why);
    out->level = at.level;
    return out->legal;
}
