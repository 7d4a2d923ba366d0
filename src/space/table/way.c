/* Ways as a person can type them: checking a drawn path, pricing it, and turning straight pieces and arcs into
 * whole-unit points.
 *
 * An arc becomes a few chords. Their corners lie on the tangent polygon of the circle, moved in by part of the slack,
 * so that the path is about as long as the arc and no chord comes nearer to the centre than the slack allows.
 *
 * Invariant: every piece is traced as the check will trace it before its end is written, and the check itself has the
 * last word.
 */
#include "space/table/way.h"
#include "space/table/levels_inside.h"

#include "base/angle.h"

/* ----------------------------------------------------------------------------------------------------------- checking
 */

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

/* Traces a piece; where levels are joined at its beginning, the base may step there first. `from` gets the level it
 * begins on. */
static bool trace_joined(const qm__levels *levels, const qm__crowd *crowd, qm__spot *from, qm__xy to, qm__traced *out) {
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

/* Two pieces, walked anew from another level that is joined to that of `from` there. */
typedef struct second_choice {
    qm__spot from, over; /* where each begins */
    qm__traced first, second;
} second_choice;

/* Where several levels meet, a piece can end on one from which the next cannot be walked, though it could from another:
 * one piece is taken back, and begun on each of the others in turn. */
static bool choose_again(const qm__levels *levels, const qm__crowd *crowd, qm__spot from, qm__xy over, qm__xy to,
                         second_choice *out) {
    const int32_t step = qm__levels_walker(levels)->step, z = qm__level_height(levels, from.level);
    for (int i = on_border(levels, from) ? 0 : qm__level_count(levels); i < qm__level_count(levels); i++) {
        const int32_t rise = qm__level_height(levels, i) - z;
        out->from = (qm__spot){from.x, from.y, i};
        if (i == from.level || rise > step || rise < -step || !qm__passes(levels, crowd, out->from, QM__SLACK, NULL) ||
            !qm__trace(levels, crowd, out->from, over, QM__SLACK, &out->first)) {
            continue;
        }
        out->over = (qm__spot){over.x, over.y, out->first.level};
        if (trace_joined(levels, crowd, &out->over, to, &out->second)) {
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
        second_choice again;
        out->piece = i - 1;
        if (!trace_joined(levels, crowd, &at, points[i], &traced)) {
            if (i < 2 || !choose_again(levels, crowd, last.at, points[i - 1], points[i], &again)) {
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

/* -------------------------------------------------------------------------------------------------------------- areas
 */

bool qm__in_area(const qm__levels *levels, uint32_t area, qm__xy p) {
    const qm__table *table = qm__levels_table(levels);
    const qm__polygon *polygon = &table->areas[area].polygon;
    const double reach = qm__area_reach(levels), around = qm__most(reach, 0);
    return p.x >= (double)polygon->box.x0 - around && p.x <= (double)polygon->box.x1 + around &&
           p.y >= (double)polygon->box.y0 - around && p.y <= (double)polygon->box.y1 + around &&
           qm__polygon_has(table, polygon, p.x, p.y, reach);
}

/* Both crossings of p + t × d with a circle, the lesser first; false = none. */
static bool cross_circle(qm__xy p, qm__xy d, qm__xy centre, double radius, double t[2]) {
    const qm__xy m = qm__minus(p, centre);
    const double a = qm__dot(d, d), b = qm__dot(m, d), under = b * b - a * (qm__dot(m, m) - radius * radius);
    if (under < 0 || a <= 0) {
        return false;
    }
    const double root = qm__root(under);
    t[0] = (-b - root) / a;
    t[1] = (-b + root) / a;
    return true;
}

static double sooner(double value, double after, double end) {
    return value > after && value < end ? value : end;
}

#define BESIDE 0.01 /* units: crossings of an edge's parallel so far beyond the edge still count */

/* How far along an edge, from its corner, the place at a part of a piece lies. */
static double along_edge(qm__xy from, qm__xy d, double part, qm__xy a, qm__xy along) {
    return qm__dot(qm__minus(qm__along(from, d, part), a), along);
}

double qm__area_change(const qm__levels *levels, uint32_t area, qm__xy from, qm__xy to, double after, double end) {
    const qm__table *table = qm__levels_table(levels);
    const double reach = qm__area_reach(levels);
    const qm__xy d = qm__minus(to, from);
    qm__edges edges = qm__edges_of(table, &table->areas[area].polygon);
    double t[2];
    if (!qm__box_near(&table->areas[area].polygon.box, from, to, qm__most(reach, 0))) {
        return end;
    }
    for (qm__edge e; qm__edges_next(&edges, &e);) {
        const qm__xy ab = qm__minus(e.b, e.a), along = qm__unit(ab), out = {along.y, -along.x};
        const double speed = qm__dot(d, out), rest = reach - qm__dot(qm__minus(from, e.a), out);
        const double part = speed != 0 ? rest / speed : -1;
        if (part > after && part < end) {
            const double beside = along_edge(from, d, part, e.a, along);
            end = beside > -BESIDE && beside < qm__dot(ab, along) + BESIDE ? part : end;
        }
        if (cross_circle(from, d, e.a, reach, t)) {
            end = sooner(t[0], after, sooner(t[1], after, end));
        }
    }
    return end;
}

static double sooner_angle(qm__xy v, double after, double end) {
    double angle = qm__angle_of(v.x, v.y);
    while (angle <= after) {
        angle += 2 * QM__PI;
    }
    return angle < end ? angle : end;
}

double qm__area_change_round(const qm__levels *levels, uint32_t area, qm__xy centre, double radius, double after,
                             double end) {
    const qm__table *table = qm__levels_table(levels);
    const double reach = qm__area_reach(levels);
    qm__edges edges = qm__edges_of(table, &table->areas[area].polygon);
    double t[2];
    for (qm__edge e; qm__edges_next(&edges, &e);) {
        const qm__xy along = qm__unit(qm__minus(e.b, e.a)), out = {along.y, -along.x};
        const qm__xy m = qm__minus(qm__along(e.a, out, reach), centre);
        if (cross_circle(m, along, (qm__xy){0, 0}, radius, t)) {
            end = sooner_angle(qm__along(m, along, t[0]), after, sooner_angle(qm__along(m, along, t[1]), after, end));
        }
        /* Two circles: both crossings lie as far along the line of the centres, and as far to either side of it. */
        const qm__xy v = qm__minus(e.a, centre);
        const double square = qm__dot(v, v);
        const double part = square > 0 ? (radius * radius + square - reach * reach) / (2 * square) : 2;
        const double rest = square > 0 ? radius * radius / square - part * part : -1;
        if (rest >= 0) {
            const qm__xy middle = {v.x * part, v.y * part}, side = qm__left(v);
            const double off = qm__root(rest);
            end = sooner_angle(qm__along(middle, side, off), after,
                               sooner_angle(qm__along(middle, side, -off), after, end));
        }
    }
    return end;
}

double qm__drawn_price(const qm__levels *levels, int level, qm__xy from, qm__xy to, const int32_t *factors) {
    const qm__table *table = qm__levels_table(levels);
    const int32_t z = qm__level_height(levels, level);
    const double length = qm__apart(from, to);
    double price = 0;
    for (double at = 0; at < 1;) {
        double next = 1, factor = 1000;
        for (uint32_t i = 0; i < table->area_count; i++) {
            if (factors[i] > 1000 && table->areas[i].bottom <= z && z <= table->areas[i].top) {
                next = qm__area_change(levels, i, from, to, at, next);
            }
        }
        const qm__xy middle = qm__along(from, qm__minus(to, from), (at + next) / 2);
        for (uint32_t i = 0; i < table->area_count; i++) {
            if (factors[i] > factor && table->areas[i].bottom <= z && z <= table->areas[i].top &&
                qm__in_area(levels, i, middle)) {
                factor = factors[i];
            }
        }
        price += (next - at) * length * (factor / 1000);
        at = next;
    }
    return price;
}

/* ------------------------------------------------------------------------------------------------------------- points
 */

#define WINDOW 2 /* units around the ideal corner in which a whole one is looked for */
#define CANDIDATES ((2 * WINDOW + 1) * (2 * WINDOW + 1))
#define CHORD_DEPTH 0.75 /* units between a corner and the middle of a chord, measured from the centre */

#define INSIDE_WORSE 10 /* a unit in an area in which the way does not go is as bad as so many more */
#define LONGER 1.5      /* units: points that are so much longer than the way are drawn in another manner */

/* How arcs are drawn: tried one after the other until all is legal and short; else the shortest is taken. */
typedef struct manner {
    int finer;       /* so many chords for one */
    double moved_in; /* units by which corners lie within the tangent polygon */
} manner;
static const manner manners[] = {{1, 0.3}, {1, 0.15}, {1, 0.42}, {1, 0}, {2, 0.3}, {2, 0.1}, {4, 0.2}, {8, 0.1}};

typedef struct drawing {
    const qm__levels *levels;
    const qm__crowd *crowd;
    qm__spot *out;
    uint32_t count, max;
    bool full;
    qm__spot at;  /* where the path has got to */
    qm__xy ideal; /* … and where it would be there */
    double more;  /* units that it goes in areas in which the way does not go */
} drawing;

static double whole(double value) {
    const double shifted = value + 0.5;
    const double cut = (double)(int64_t)shifted;
    return cut > shifted ? cut - 1 : cut;
}

static bool can_go(const drawing *d, qm__spot from, qm__xy to, int32_t *level) {
    qm__traced traced;
    const bool can = trace_joined(d->levels, d->crowd, &from, to, &traced);
    *level = traced.level;
    return can;
}

static void put(drawing *d, qm__spot spot) {
    if (d->count == d->max) {
        d->full = true;
        return;
    }
    d->out[d->count++] = spot;
    d->at = spot;
}

typedef struct corner {
    qm__xy at;
    double score;
} corner;

/* Whole points around an ideal one, best first. With a radius: by how well they keep their distance from the centre. */
static int corners_near(qm__xy ideal, qm__xy centre, double radius, corner out[CANDIDATES]) {
    const double cx = whole(ideal.x), cy = whole(ideal.y), want = qm__apart(ideal, centre);
    int count = 0;
    for (int y = -WINDOW; y <= WINDOW; y++) {
        for (int x = -WINDOW; x <= WINDOW; x++) {
            const qm__xy p = {cx + x, cy + y};
            const double off = qm__apart(p, ideal), far = radius > 0 ? qm__apart(p, centre) - want : 0;
            const double score = (radius > 0 ? (far < 0 ? -far : far) : 0) + off * (radius > 0 ? 0.05 : 1);
            int at = count++;
            for (; at > 0 && out[at - 1].score > score; at--) {
                out[at] = out[at - 1];
            }
            out[at] = (corner){p, score};
        }
    }
    return count;
}

_Static_assert(CANDIDATES == QM__WHOLE_NEAR, "as told in the header");
void qm__whole_near(qm__xy ideal, qm__xy out[QM__WHOLE_NEAR]) {
    corner near[CANDIDATES];
    corners_near(ideal, ideal, 0, near);
    for (int i = 0; i < QM__WHOLE_NEAR; i++) {
        out[i] = near[i].at;
    }
}

bool qm__whole_stand(const qm__levels *levels, const qm__crowd *crowd, qm__spot near, qm__spot *out) {
    qm__xy points[QM__WHOLE_NEAR];
    qm__whole_near((qm__xy){near.x, near.y}, points);
    for (int i = 0; i < QM__WHOLE_NEAR; i++) {
        *out = (qm__spot){points[i].x, points[i].y, near.level};
        if (qm__stands(levels, crowd, *out, QM__SLACK, NULL)) {
            return true;
        }
    }
    return false;
}

#define AREA_MORE 3.0 /* units: so much farther than the way a path may go in an area that the way is in */

static double length_inside(const qm__levels *levels, uint32_t area, qm__xy from, qm__xy to) {
    double inside = 0;
    for (double at = 0; at < 1;) {
        const double next = qm__area_change(levels, area, from, to, at, 1);
        inside += qm__in_area(levels, area, qm__along(from, qm__minus(to, from), (at + next) / 2)) ? next - at : 0;
        at = next;
    }
    return inside * qm__apart(from, to);
}

/* How much farther the path goes in areas over this corner than over the ideal one: what costs something in the way
 * must not cost more when it is typed in. */
static double more_inside(const drawing *d, qm__xy over, qm__xy ideal, qm__xy next) {
    const qm__table *table = qm__levels_table(d->levels);
    const qm__xy at = {d->at.x, d->at.y};
    const int32_t z = qm__level_height(d->levels, d->at.level), step = qm__levels_walker(d->levels)->step;
    double more = 0;
    for (uint32_t i = 0; i < table->area_count; i++) {
        if (table->areas[i].bottom <= z + step && table->areas[i].top >= z - step) {
            const double in = length_inside(d->levels, i, d->ideal, ideal),
                         out = length_inside(d->levels, i, ideal, next);
            const double own = qm__most(length_inside(d->levels, i, at, over) - in, 0) +
                               qm__most(length_inside(d->levels, i, over, next) - out, 0);
            more += own > (in + out > 0.01 ? AREA_MORE : 1e-6) ? own : 0;
        }
    }
    return more;
}

/* Goes to the best whole point near `ideal` from which the next place can be gone to: the first that lies in no area in
 * which the ideal one does not, else the one with the least of that; the very best when there is none. */
static void put_near(drawing *d, qm__xy ideal, qm__xy centre, double radius, qm__xy next) {
    corner near[CANDIDATES];
    const int count = corners_near(ideal, centre, radius, near);
    qm__spot best = {near[0].at.x, near[0].at.y, d->at.level};
    double least = 1e30;
    for (int i = 0; i < count && least > 0; i++) {
        int32_t level, beyond;
        if (can_go(d, d->at, near[i].at, &level) &&
            can_go(d, (qm__spot){near[i].at.x, near[i].at.y, level}, next, &beyond)) {
            const double more = more_inside(d, near[i].at, ideal, next);
            best = more < least ? (qm__spot){near[i].at.x, near[i].at.y, level} : best;
            least = qm__least(least, more);
        }
    }
    put(d, best);
    d->ideal = ideal;
    d->more += least < 1e30 ? least : 0;
}

static int chords_of(const qm__piece *arc, const manner *how) {
    const double sweep = arc->sweep < 0 ? -arc->sweep : arc->sweep;
    const double each = qm__least(qm__root(8 * CHORD_DEPTH / arc->radius), 0.5) / how->finer;
    return (int)(sweep / each) + 1;
}

/* The corner of the tangent polygon that belongs to a chord. */
static qm__xy arc_corner(const qm__piece *arc, int chord, int chords, const manner *how) {
    const double half = arc->sweep / chords / 2,
                 start = qm__angle_of(arc->from.x - arc->centre.x, arc->from.y - arc->centre.y);
    double angle = start + half * (2 * chord + 1);
    angle += angle > 9 ? -2 * QM__PI : angle < -9 ? 2 * QM__PI : 0;
    const qm__turn turn = qm__turn_of_radians(angle), out = qm__turn_of_radians(half);
    const double reach = qm__most(arc->radius / out.cos - how->moved_in, arc->radius + 0.02);
    return qm__along(arc->centre, (qm__xy){turn.cos, turn.sin}, reach);
}

/* The direction of a piece at its end or its beginning. */
static qm__xy heading(const qm__piece *piece, bool at_end) {
    if (piece->radius <= 0) {
        return qm__unit(qm__minus(piece->to, piece->from));
    }
    const qm__xy out = qm__unit(qm__minus(at_end ? piece->to : piece->from, piece->centre));
    return piece->sweep > 0 ? qm__left(out) : (qm__xy){out.y, -out.x};
}

/* Whether the end of a piece is a corner of its own: between straight pieces, and where an arc is left or begun at an
 * angle. Other arcs bring their corners, and the goal is put last. */
static bool ends_in_corner(const qm__way *way, uint32_t i) {
    if (i + 1 >= way->count) {
        return false;
    }
    const qm__piece *piece = &way->pieces[i], *next = &way->pieces[i + 1];
    return (piece->radius <= 0 && next->radius <= 0) || qm__dot(heading(piece, true), heading(next, false)) < 0.9998;
}

/* The first ideal place on a piece, its beginning left out. */
static qm__xy first_place(const qm__way *way, uint32_t i, const manner *how) {
    const qm__piece *piece = &way->pieces[i];
    if (piece->radius > 0) {
        return arc_corner(piece, 0, chords_of(piece, how), how);
    }
    return i + 1 == way->count || ends_in_corner(way, i) ? piece->to
                                                         : arc_corner(piece + 1, 0, chords_of(piece + 1, how), how);
}

/* Where the path goes when all corners of a piece but its end have been put. */
static qm__xy next_place(const qm__way *way, uint32_t i, const manner *how) {
    return i + 1 == way->count || ends_in_corner(way, i) ? way->pieces[i].to : first_place(way, i + 1, how);
}

static void draw_arc(drawing *d, const qm__way *way, uint32_t i, const manner *how) {
    const qm__piece *arc = &way->pieces[i];
    const int chords = chords_of(arc, how);
    for (int k = 0; k < chords && !d->full; k++) {
        const qm__xy next = k + 1 < chords ? arc_corner(arc, k + 1, chords, how) : next_place(way, i, how);
        put_near(d, arc_corner(arc, k, chords, how), arc->centre, arc->radius, next);
    }
}

static bool draw(drawing *d, const qm__way *way, const manner *how) {
    const qm__piece *first = &way->pieces[0], *last = &way->pieces[way->count - 1];
    const qm__spot start = d->at;
    d->count = 0;
    d->full = false;
    d->more = 0;
    put(d, (qm__spot){whole(first->from.x), whole(first->from.y), start.level});
    d->ideal = first->from;
    for (uint32_t i = 0; i < way->count && !d->full; i++) {
        const qm__piece *piece = &way->pieces[i];
        if (piece->radius > 0) {
            draw_arc(d, way, i, how);
        }
        if (ends_in_corner(way, i) && !d->full) {
            put_near(d, piece->to, piece->to, 0, first_place(way, i + 1, how));
        }
    }
    put(d, (qm__spot){whole(last->to.x), whole(last->to.y), last->level});
    return !d->full;
}

/* Whether the drawn points can be walked one after the other; told levels are put right on the way. */
static bool walks(drawing *d) {
    qm__spot at = d->out[0], last = at;
    for (uint32_t i = 1; i < d->count; i++) {
        const qm__xy to = {d->out[i].x, d->out[i].y};
        int32_t level;
        qm__spot now = at;
        if (!can_go(d, at, to, &level)) {
            second_choice again;
            if (i < 2 || !choose_again(d->levels, d->crowd, last, (qm__xy){at.x, at.y}, to, &again)) {
                return false;
            }
            level = again.second.level;
            now.level = d->out[i - 1].level = again.first.level;
        }
        if (i + 1 < d->count) {
            d->out[i].level = level;
        }
        last = now;
        at = (qm__spot){to.x, to.y, level};
    }
    return true;
}

static double length_of(const drawing *d) {
    double length = 0;
    for (uint32_t i = 1; i < d->count; i++) {
        length += qm__apart((qm__xy){d->out[i - 1].x, d->out[i - 1].y}, (qm__xy){d->out[i].x, d->out[i].y});
    }
    return length;
}

uint32_t qm__way_points(const qm__levels *levels, const qm__crowd *crowd, const qm__way *way, qm__spot *out,
                        uint32_t max) {
    for (uint32_t i = 0; i < way->count; i++) {
        if (way->pieces[i].link >= 0) {
            return 0;
        }
    }
    if (way->cut || max < 2) {
        return 0;
    }
    if (way->count == 0) {
        out[0] = way->from;
        return 1;
    }
    drawing d = {.levels = levels, .crowd = crowd, .out = out, .max = max};
    const size_t count = sizeof manners / sizeof *manners;
    const manner *best = NULL;
    double least = 0;
    for (size_t i = 0; i < count; i++) {
        d.at = way->from;
        if (!draw(&d, way, &manners[i])) { /* the finer ones do not fit either */
            break;
        }
        if (walks(&d)) {
            const double longer = length_of(&d) - way->length, worse = longer + INSIDE_WORSE * d.more;
            if (longer <= LONGER && d.more <= 0) {
                return d.count;
            }
            least = best && least <= worse ? least : worse;
            best = least == worse ? &manners[i] : best;
        }
    }
    if (!best) {
        return 0;
    }
    d.at = way->from;
    draw(&d, way, best);
    walks(&d);
    return d.count;
}
