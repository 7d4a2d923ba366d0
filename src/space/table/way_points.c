/* Ways as a person can type them: straight pieces and arcs turned into whole-unit points.
 *
 * Arcs become chords between whole points (way_chords.c), no longer than the arc; other bends the nearest whole point
 * that is good.
 *
 * Invariant: every piece is traced as the check will trace it before its end is written, the check itself has the last
 * word, and points that are longer than the way are told only when no others were found, by drawing it in all manners
 * and then by going around each of its points (way_corners.c): a way that takes all that a figure has can be typed.
 */
#include "space/table/way_chords.h"
#include "space/table/way_corners.h"
#include "space/table/way_inside.h"

#include <string.h>

#define WINDOW 2 /* units around the ideal corner in which a whole one is looked for */
#define CANDIDATES ((2 * WINDOW + 1) * (2 * WINDOW + 1))

#define INSIDE_WORSE 10  /* a unit in an area in which the way does not go is as bad as so many more */
#define TANGENT 0.999995 /* cosine, 0.003 radians: an arc is come to at no angle, and needs no corner there */
#define SAME 1e-7        /* units: lengths that differ by less are the same */
#define TRIES 24         /* chords that are looked at, from one point of an arc */

typedef struct drawing {
    const qm__levels *levels;
    const qm__crowd *crowd;
    qm__spot *out;
    uint32_t count, max;
    bool full;
    qm__spot at;  /* where the path has got to */
    qm__xy ideal; /* … and where it would be there */
    double gone;  /* how long it is up to there */
    double more;  /* units that it goes in areas in which the way does not go */
} drawing;

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
    d->gone += d->count > 0 ? qm__apart((qm__xy){d->at.x, d->at.y}, (qm__xy){spot.x, spot.y}) : 0;
    d->count += !again;
    if (!again || d->count > 1) { /* the start stays on its level */
        d->out[d->count - 1] = spot;
    }
    d->at = spot;
}

typedef struct corner {
    qm__xy at;
    double off;
    int number; /* of equals the first in rows comes first */
} corner;

/* The points of a window, roughly from its middle outwards: then few of them have to be moved to be sorted. */
static const struct offset {
    signed char x, y;
} offsets[CANDIDATES] = {{0, 0},  {0, -1}, {-1, 0}, {1, 0},   {0, 1},   {-1, -1}, {1, -1},  {-1, 1}, {1, 1},
                         {0, -2}, {-2, 0}, {2, 0},  {0, 2},   {-1, -2}, {1, -2},  {-2, -1}, {2, -1}, {-2, 1},
                         {2, 1},  {-1, 2}, {1, 2},  {-2, -2}, {2, -2},  {-2, 2},  {2, 2}};
_Static_assert(WINDOW == 2, "these are all of them");

/* Whole points around an ideal one, nearest first. */
static void corners_near(qm__xy ideal, corner out[CANDIDATES]) {
    const double cx = qm__whole(ideal.x), cy = qm__whole(ideal.y);
    for (int i = 0; i < CANDIDATES; i++) {
        const qm__xy p = {cx + offsets[i].x, cy + offsets[i].y};
        const double off = qm__apart(p, ideal);
        const int number = offsets[i].y * (2 * WINDOW + 1) + offsets[i].x;
        int at = i;
        for (; at > 0 && (out[at - 1].off > off || (out[at - 1].off >= off && out[at - 1].number > number)); at--) {
            out[at] = out[at - 1];
        }
        out[at] = (corner){p, off, number};
    }
}

_Static_assert(CANDIDATES == QM__WHOLE_NEAR, "as told in the header");
void qm__whole_near(qm__xy ideal, qm__xy out[QM__WHOLE_NEAR]) {
    corner near[CANDIDATES];
    corners_near(ideal, near);
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

/* How much farther the path goes in areas over this corner than over the ideal one: what costs something in the way
 * must not cost more when it is typed in. */
static double more_inside(const drawing *d, qm__spot over, qm__xy ideal, qm__xy next) {
    const qm__table *table = qm__levels_table(d->levels);
    const qm__spot from = qm__spot_at(d->ideal, d->at.level), bend = qm__spot_at(ideal, over.level);
    const int32_t z = qm__level_height(d->levels, d->at.level), step = qm__levels_walker(d->levels)->step;
    double more = 0;
    for (uint32_t i = 0; i < table->area_count; i++) {
        if (table->areas[i].bottom <= z + step && table->areas[i].top >= z - step) {
            const double in = qm__length_met(d->levels, i, from, ideal), out = qm__length_met(d->levels, i, bend, next);
            const double own = qm__most(qm__length_met(d->levels, i, d->at, (qm__xy){over.x, over.y}) - in, 0) +
                               qm__most(qm__length_met(d->levels, i, over, next) - out, 0);
            more += own > (in + out > 0.01 ? AREA_MORE : 1e-6) ? own : 0;
        }
    }
    return more;
}

/* The best point found so far to go to: one by which the path is not longer than the way, nor in an area in which the
 * way is not; or with the least of that. */
typedef struct choice {
    qm__spot spot;
    qm__xy ideal;
    double worse, more, along; /* more: in areas; along: the arc that is drawn */
    bool any;                  /* there is one */
} choice;

/* Looks at a point from which the next place has to be gone to, by which the path is so much longer than the way;
 * whether no better one has to be looked for. */
static bool consider(const drawing *d, choice one, qm__xy next, double longer, choice *best) {
    int32_t beyond;
    const qm__xy p = {one.spot.x, one.spot.y};
    one.any = true;
    one.worse = 1e30;
    if (!can_go(d, d->at, p, -1, &one.spot.level) || !can_go(d, one.spot, next, -1, &beyond)) {
        one.spot.level = d->at.level; /* levels are chosen anew at the end: perhaps it can be gone to on another */
    } else {
        one.more = more_inside(d, one.spot, one.ideal, next);
        one.worse = INSIDE_WORSE * one.more + qm__most(longer - SAME, 0);
    }
    if (!best->any || one.worse < best->worse) {
        *best = one;
    }
    return one.worse <= 0;
}

static void put_best(drawing *d, const choice *best) {
    put(d, best->spot);
    d->ideal = best->ideal;
    d->more += best->more;
}

/* Goes to the nearest whole point to `ideal`, to which the way is so long, from which the next place can be gone to and
 * the path is not longer than the way; else to the best. */
static void put_near(drawing *d, qm__xy ideal, double due, qm__xy next) {
    corner near[CANDIDATES];
    choice best = {.any = false};
    bool good = false;
    corners_near(ideal, near);
    for (int i = 0; i < CANDIDATES && !good; i++) {
        const qm__xy p = near[i].at;
        const double longer =
            d->gone + qm__apart((qm__xy){d->at.x, d->at.y}, p) + qm__apart(p, next) - due - qm__apart(ideal, next);
        good = consider(d, (choice){.spot = {p.x, p.y, 0}, .ideal = ideal}, next, longer, &best);
    }
    put_best(d, &best);
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

/* Where a straight piece from the end of another one leads; the end itself when it is a corner or an arc begins. */
static qm__xy place_behind(const qm__way *way, uint32_t i) {
    const bool straight = i + 1 < way->count && !ends_in_corner(way, i) && way->pieces[i + 1].radius <= 0;
    return way->pieces[straight ? i + 1 : i].to;
}

static double length_beside(const qm__way *way, uint32_t i) {
    return i < way->count && way->pieces[i].radius <= 0 ? way->pieces[i].length : 0;
}

static qm__arc arc_of(const qm__way *way, uint32_t i) {
    return (qm__arc){.piece = &way->pieces[i],
                     .before = i > 0 ? length_beside(way, i - 1) : 0,
                     .behind = length_beside(way, i + 1),
                     .next = place_behind(way, i)};
}

/* Goes to the best point by an arc that can be gone to from here. False: there is none. */
static bool put_chord(drawing *d, qm__chords *chords, double *along) {
    const qm__xy here = {d->at.x, d->at.y};
    choice best = {.any = false};
    qm__chord chord = {.value = -1e30};
    for (int i = 0; i < TRIES && qm__chord_next(chords, here, *along, &chord); i++) {
        const choice one = {.spot = {chord.to.x, chord.to.y, 0}, .ideal = chord.ideal, .along = chord.along};
        if (consider(d, one, chord.next, 0, &best)) {
            break;
        }
    }
    if (best.any) {
        put_best(d, &best);
        *along = best.along;
    }
    return best.any;
}

static bool draw_arc_so(drawing *d, const qm__arc *arc, uint32_t manner) {
    qm__chords chords;
    double along = -qm__apart((qm__xy){d->at.x, d->at.y}, arc->piece->from);
    qm__chords_begin(&chords, arc, manner);
    while (!d->full && !qm__chords_leave(&chords, (qm__xy){d->at.x, d->at.y}, along)) {
        if (!put_chord(d, &chords, &along)) {
            return false;
        }
    }
    return true;
}

/* Draws an arc in the first manner, from a given one on, in which it can be done. */
static bool draw_arc(drawing *d, const qm__way *way, uint32_t i, uint32_t manner) {
    const drawing before = *d;
    const qm__arc arc = arc_of(way, i);
    for (; manner < QM__CHORD_MANNERS; manner++) {
        *d = before;
        if (draw_arc_so(d, &arc, manner)) {
            return true;
        }
    }
    return false;
}

/* The first ideal place on a piece, its beginning left out. */
static qm__xy first_place(const qm__way *way, uint32_t i) {
    return way->pieces[i].radius > 0 ? qm__arc_ahead(&way->pieces[i], 0) : way->pieces[i].to;
}

/* False when it does not fit, or no points were found by an arc. */
static bool draw(drawing *d, const qm__way *way, uint32_t manner) {
    const qm__piece *first = &way->pieces[0], *last = &way->pieces[way->count - 1];
    bool can = true;
    d->at = way->from;
    d->count = 0;
    d->full = false;
    d->more = d->gone = 0;
    put(d, (qm__spot){qm__whole(first->from.x), qm__whole(first->from.y), way->from.level});
    d->ideal = first->from;
    double due = 0;
    for (uint32_t i = 0; i < way->count && can && !d->full; i++) {
        const qm__piece *piece = &way->pieces[i];
        can = piece->radius <= 0 || draw_arc(d, way, i, manner);
        due += piece->length;
        if (ends_in_corner(way, i) && can && !d->full) {
            put_near(d, piece->to, due, first_place(way, i + 1));
        }
    }
    put(d, (qm__spot){qm__whole(last->to.x), qm__whole(last->to.y), last->level});
    return can && !d->full;
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
    bool several = false;
    for (uint32_t i = 1; i < d->count; i++) {
        const qm__spot *from = &d->out[i - 1], *to = &d->out[i];
        const bool last = i + 1 == d->count;
        int32_t level;
        if (!can_go(d, *from, (qm__xy){to->x, to->y}, last ? to->level : -1, &level)) {
            for (uint32_t k = 1; k < i && !several; k++) {
                several = qm__levels_apart(d->levels, d->crowd, (qm__xy){d->out[k].x, d->out[k].y});
            }
            return several && choose_levels(d);
        }
        d->out[i].level = last ? to->level : level;
    }
    return true;
}

/* By how much a drawn path is longer than its way when corners have been cut. */
static double cut_corners(drawing *d, const qm__way *way) {
    return qm__corners_cut(d->levels, d->crowd, d->out, &d->count, d->max, d->gone - way->length);
}

/* Draws a way of which no manner has found points that are not longer: in the first in which cutting corners helps, or
 * in the best. Returns how many points there are. */
static uint32_t draw_shorter(drawing *d, const qm__way *way, uint32_t best) {
    for (uint32_t i = 0; i < QM__CHORD_MANNERS; i++) {
        if (draw(d, way, i) && walks(d) && d->more <= 0 && cut_corners(d, way) <= SAME) {
            return d->count;
        }
    }
    draw(d, way, best);
    walks(d);
    cut_corners(d, way);
    return d->count;
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
    uint32_t best = QM__CHORD_MANNERS;
    double least = 0;
    for (uint32_t i = 0; i < QM__CHORD_MANNERS; i++) {
        if (draw(&d, way, i) && walks(&d)) {
            const double longer = d.gone - way->length, worse = longer + INSIDE_WORSE * d.more;
            if (longer <= SAME && d.more <= 0) {
                return d.count;
            }
            if (best == QM__CHORD_MANNERS || worse < least) {
                best = i;
                least = worse;
            }
        }
    }
    return best < QM__CHORD_MANNERS ? draw_shorter(&d, way, best) : 0;
}
