/* Ways as a person can type them: straight pieces and arcs turned into whole-unit points.
 *
 * An arc becomes a few chords. Their corners lie on the tangent polygon of the circle, moved in by part of the slack,
 * so that the path is about as long as the arc and no chord comes nearer to the centre than the slack allows.
 *
 * Invariant: every piece is traced as the check will trace it before its end is written, and the check itself has the
 * last word.
 */
#include "space/table/way_inside.h"

#include "base/angle.h"

#include <string.h>

#define WINDOW 2 /* units around the ideal corner in which a whole one is looked for */
#define CANDIDATES ((2 * WINDOW + 1) * (2 * WINDOW + 1))
#define CHORD_DEPTH 0.75 /* units between a corner and the middle of a chord, measured from the centre */

#define INSIDE_WORSE 10 /* a unit in an area in which the way does not go is as bad as so many more */
#define TANGENT                                                                                                        \
    0.999995       /* cosine, 0.003 radians: an arc is come to at no angle. The first corner of its tangent polygon    \
                      lies on the tangent; from a line at an angle to it, it is gone to nearer to the centre. */
#define LONGER 1.5 /* units: points that are so much longer than the way are drawn in another manner */

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

static bool can_go(const drawing *d, qm__spot from, qm__xy to, int32_t want, int32_t *level) {
    qm__traced traced;
    const bool can = qm__trace_joined(d->levels, d->crowd, &from, to, want, &traced);
    *level = traced.level;
    return can;
}

/* Goes to a point; two bends less than a unit apart can become one. */
static void put(drawing *d, qm__spot spot) {
    const bool again = d->count > 0 && d->out[d->count - 1].x == spot.x && d->out[d->count - 1].y == spot.y;
    if (!again && d->count == d->max) {
        d->full = true;
        return;
    }
    d->count += !again;
    if (!again || d->count > 1) { /* the start stays on its level */
        d->out[d->count - 1] = spot;
    }
    d->at = spot;
}

typedef struct corner {
    qm__xy at;
    double score;
    int number; /* of equals the first in rows comes first */
} corner;

/* The points of a window, roughly from its middle outwards: then few of them have to be moved to be sorted. */
static const struct offset {
    signed char x, y;
} offsets[CANDIDATES] = {{0, 0},  {0, -1}, {-1, 0}, {1, 0},   {0, 1},   {-1, -1}, {1, -1},  {-1, 1}, {1, 1},
                         {0, -2}, {-2, 0}, {2, 0},  {0, 2},   {-1, -2}, {1, -2},  {-2, -1}, {2, -1}, {-2, 1},
                         {2, 1},  {-1, 2}, {1, 2},  {-2, -2}, {2, -2},  {-2, 2},  {2, 2}};
_Static_assert(WINDOW == 2, "these are all of them");

/* Whole points around an ideal one, best first. With a radius: by how well they keep their distance from the centre. */
static int corners_near(qm__xy ideal, qm__xy centre, double radius, corner out[CANDIDATES]) {
    const double cx = whole(ideal.x), cy = whole(ideal.y), want = qm__apart(ideal, centre);
    int count = 0;
    for (int i = 0; i < CANDIDATES; i++) {
        const qm__xy p = {cx + offsets[i].x, cy + offsets[i].y};
        const double off = qm__apart(p, ideal), far = radius > 0 ? qm__apart(p, centre) - want : 0;
        const double score = (radius > 0 ? (far < 0 ? -far : far) : 0) + off * (radius > 0 ? 0.05 : 1);
        const int number = offsets[i].y * (2 * WINDOW + 1) + offsets[i].x;
        int at = count++;
        for (; at > 0 && (out[at - 1].score > score || (out[at - 1].score >= score && out[at - 1].number > number));
             at--) {
            out[at] = out[at - 1];
        }
        out[at] = (corner){p, score, number};
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
        if (can_go(d, d->at, near[i].at, -1, &level) &&
            can_go(d, (qm__spot){near[i].at.x, near[i].at.y, level}, next, -1, &beyond)) {
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
    return (piece->radius <= 0 && next->radius <= 0) || qm__dot(heading(piece, true), heading(next, false)) < TANGENT;
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

/* Whether one can go from a drawn point to the next one, on the levels given. */
static bool leads(const drawing *d, uint32_t i, int32_t from, int32_t to) {
    int32_t level;
    return can_go(d, (qm__spot){d->out[i].x, d->out[i].y, from}, (qm__xy){d->out[i + 1].x, d->out[i + 1].y}, to,
                  &level);
}

#define CHOICES_MAX 31 /* bits of a level */

static int choices_at(const drawing *d, uint32_t i, int32_t out[CHOICES_MAX]) {
    return qm__levels_there(d->levels, d->crowd, (qm__xy){d->out[i].x, d->out[i].y}, out, CHOICES_MAX);
}

/* Finds levels for all points between the first and the last. Backwards, each gets (as bits, instead of its level) the
 * choices from which the end can be walked to; then the first of these that can be walked to is taken. */
static bool choose_levels(drawing *d) {
    const uint32_t last = d->count - 1;
    int32_t here[CHOICES_MAX], next[CHOICES_MAX] = {d->out[last].level};
    int next_count = 1;
    uint32_t good = 1;
    for (uint32_t i = last - 1; i > 0 && good; i--) {
        const int count = choices_at(d, i, here);
        uint32_t bits = 0;
        for (int k = 0; k < count; k++) {
            for (int n = 0; n < next_count && !(bits >> k & 1); n++) {
                bits |= (good >> n & 1) && leads(d, i, here[k], next[n]) ? (uint32_t)1 << k : 0;
            }
        }
        memcpy(next, here, sizeof next);
        next_count = count;
        good = bits;
        d->out[i].level = (int32_t)bits;
    }
    for (uint32_t i = 1; i < last && good; i++) {
        const uint32_t bits = (uint32_t)d->out[i].level;
        const int count = choices_at(d, i, here);
        good = 0;
        for (int k = 0; k < count && !good; k++) {
            good = bits >> k & 1 && leads(d, i - 1, d->out[i - 1].level, here[k]);
            d->out[i].level = here[k];
        }
    }
    return good && leads(d, last - 1, d->out[last - 1].level, d->out[last].level);
}

/* Whether the drawn points can be walked one after the other, on the levels that are told, which are put right on the
 * way. */
static bool walks(drawing *d) {
    bool choice = false;
    for (uint32_t i = 1; i < d->count; i++) {
        const qm__spot *from = &d->out[i - 1], *to = &d->out[i];
        const bool last = i + 1 == d->count;
        int32_t level;
        if (!can_go(d, *from, (qm__xy){to->x, to->y}, last ? to->level : -1, &level)) {
            for (uint32_t k = 1; k < i && !choice; k++) {
                choice = qm__levels_apart(d->levels, d->crowd, (qm__xy){d->out[k].x, d->out[k].y});
            }
            return choice && choose_levels(d);
        }
        d->out[i].level = last ? to->level : level;
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
