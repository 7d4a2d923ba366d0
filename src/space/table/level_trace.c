/* Walking a straight piece: through one level or, by steps, through several.
 *
 * On one level a piece is clear when it keeps its distance from every wall and body. Where it meets borders of surfaces
 * or of low solids it is cut, and the middle of each stretch decides whether the level is still open there or the walk
 * goes on at another one within step. Looking at the middles, rather than counting borders crossed, is what makes
 * shared edges, T-junctions and pieces that run along an edge ordinary. A crack of up to a unit is no gap, because the
 * slack of both surfaces bridges it.
 */
#include "space/table/levels_inside.h"

#define SLIVER 0.05   /* units: what rounding may leave between the slack of one surface and that of the next */
#define CRACK 1.0     /* units: the widest gap that is none */
#define CHANGES_MAX 8 /* of level in one place: more would go round in circles */
#define BEYOND 1.5    /* units: where to look what lies beyond a border */
#define NOT_MET 2.0   /* a part beyond every piece */
#define BESIDE 2.0    /* units: no farther from a border a piece can be on both of its levels */
#define NEAR 3.0      /* units: so far before a border that it meets, a piece may have to change its level */
#define TOUCH 3.0     /* units: a border further off than this changes nothing */
#define AHEAD 1e-6    /* units: borders nearer than this have been met already */

typedef struct line {
    const qm__levels *levels;
    const qm__crowd *crowd;
    qm__xy from, to, d;
    double slack, length;
    int32_t want; /* the level to end on, or one that steps join to it there; -1 = any */
    bool joined;  /* a border that it begins on counts as met: it may step right there */
} line;

static qm__xy at_part(const line *l, double part) {
    return part >= 1 ? l->to : qm__along(l->from, l->d, part);
}

/* ------------------------------------------------------------------------------------------------ walls and bodies */

/* Whether a wall comes nearer to a piece than `keep` (its square is given). */
static bool wall_near(const qm__wall *wall, qm__xy p, qm__xy q, qm__xy d, double dd, double square) {
    const double side_a = qm__cross(d, qm__minus(wall->a, p)), side_b = qm__cross(d, qm__minus(wall->b, p));
    if (((side_a > 0 && side_b > 0) || (side_a < 0 && side_b < 0)) && side_a * side_a >= square * dd &&
        side_b * side_b >= square * dd) {
        return false; /* all of it is far enough to one side of the line */
    }
    return qm__segments_square(p, q, wall->a, wall->b) < square;
}

static bool walls_clear(const qm__levels *levels, const qm__level *level, qm__xy p, qm__xy q, double slack) {
    const double square = qm__square((double)levels->walker.radius - slack);
    const qm__xy d = qm__minus(q, p);
    const double dd = qm__dot(d, d);
    qm__march march;
    qm__march_start(&march, &levels->raster, p, q);
    do {
        const uint32_t cell = qm__march_cell(&march);
        for (uint32_t i = level->walls_in.starts[cell], end = level->walls_in.starts[cell + 1]; i < end; i++) {
            if (wall_near(&level->walls[level->walls_in.items[i]], p, q, d, dd, square)) {
                return false;
            }
        }
    } while (qm__march_on(&march));
    return true;
}

static bool stretch_clear(const line *l, const qm__level *level, double begin, double end) {
    const qm__xy p = at_part(l, begin), q = at_part(l, end);
    return walls_clear(l->levels, level, p, q, l->slack) &&
           qm__level_body(l->levels, level, l->crowd, p, q, l->slack, false) < 0;
}

/* -------------------------------------------------------------------------------------------- the first obstruction */

/* The least part of p + part × d, 0 to 1, at which a circle is entered; above 1 = never. */
static double enters_circle(qm__xy p, qm__xy d, qm__xy centre, double radius) {
    const qm__xy m = qm__minus(p, centre);
    const double a = qm__dot(d, d), b = qm__dot(m, d), c = qm__dot(m, m) - radius * radius;
    if (c < 0) {
        return 0;
    }
    const double under = b * b - a * c;
    return b < 0 && under > 0 && a > 0 ? (-b - qm__root(under)) / a : 2;
}

/* The same for the points within `keep` of a segment. */
static double enters_near(qm__xy p, qm__xy d, qm__xy a, qm__xy b, double keep) {
    if (qm__point_segment_square(p, a, b) < keep * keep) {
        return 0;
    }
    double first = qm__least(enters_circle(p, d, a, keep), enters_circle(p, d, b, keep));
    const qm__xy ab = qm__minus(b, a), along = qm__unit(ab), across = qm__left(along);
    const double speed = qm__dot(d, across), side = qm__dot(qm__minus(p, a), across);
    if (speed != 0) {
        const double part = ((side > 0 ? keep : -keep) - side) / speed;
        const double at = qm__dot(qm__minus(qm__along(p, d, part), a), along);
        if (part >= 0 && at >= 0 && at <= qm__length(ab)) {
            first = qm__least(first, part);
        }
    }
    return first;
}

static double enters_body(const qm__body *body, double keep, qm__xy p, qm__xy d) {
    if (body->radius > 0) {
        return enters_circle(p, d, (qm__xy){body->x, body->y}, keep);
    }
    if (qm__body_point_distance(body, p) < 0) {
        return 0;
    }
    qm__xy corners[4];
    double first = 2;
    qm__body_corners(body, corners);
    for (int i = 0; i < 4; i++) {
        first = qm__least(first, enters_near(p, d, corners[i], corners[(i + 1) % 4], keep));
    }
    return first;
}

/* What a stretch that is not clear runs into first; `part` counts on the whole piece. */
static void find_first(const line *l, const qm__level *level, double begin, double end, qm__obstruction *why) {
    const qm__xy p = at_part(l, begin), d = qm__minus(at_part(l, end), p);
    const qm__xy q = at_part(l, end);
    const double keep = (double)l->levels->walker.radius - l->slack, dd = qm__dot(d, d);
    double first = 2;
    for (uint32_t i = 0; i < level->wall_count; i++) {
        const qm__wall *wall = &level->walls[i];
        if (!wall_near(wall, p, q, d, dd, keep * keep)) {
            continue;
        }
        const double part = enters_near(p, d, wall->a, wall->b, keep);
        if (part < first) {
            first = part;
            *why = (qm__obstruction){
                .what = wall->rim ? QM__NOT_WHOLE : QM__IN_PRISM, .railing = wall->railing, .prism = wall->prism};
        }
    }
    for (uint16_t i = 0; l->crowd && i < l->crowd->count; i++) {
        const double off = i == l->crowd->self ? 0 : qm__body_stops(l->levels, level, &l->crowd->bodies[i], false);
        const double part = off > 0 ? enters_body(&l->crowd->bodies[i], off - l->slack, p, d) : 2;
        if (part < first) {
            first = part;
            *why = (qm__obstruction){.what = QM__BODY, .body = i, .prism = QM__NOTHING};
        }
    }
    why->part = begin + (end - begin) * qm__least(first, 1);
    why->at = at_part(l, why->part);
    why->level = (int32_t)(level - l->levels->levels);
}

/* How far a piece that ends with its disc off the table stays on it. */
static double stays_on_table(const line *l) {
    const qm__table *table = l->levels->table;
    const double keep = (double)l->levels->walker.radius - l->slack;
    const double low[2] = {keep, keep}, high[2] = {(double)table->width - keep, (double)table->depth - keep};
    const double from[2] = {l->from.x, l->from.y}, to[2] = {l->to.x, l->to.y};
    double part = 1;
    for (int i = 0; i < 2; i++) {
        const double limit = to[i] > high[i] ? high[i] : low[i];
        if (to[i] > high[i] || to[i] < low[i]) {
            part = qm__least(part, to[i] == from[i] ? 0 : qm__clamp((limit - from[i]) / (to[i] - from[i]), 0, 1));
        }
    }
    return part;
}

/* --------------------------------------------------------------------------------------------------------- borders */

/* Where the slack around the end of a border, which is passed so far to the side, is entered or left. */
static double meets_end(const line *l, double at, double side, double after, double least) {
    const double half = qm__root(qm__most(QM__SLACK * QM__SLACK - side * side, 0)) / l->length;
    const double parts[2] = {at - half, at + half};
    for (int i = 0; i < 2; i++) {
        least = half > 0 && parts[i] > after && parts[i] < least ? parts[i] : least;
    }
    return least;
}

/* The parts above `after` at which a border is met: where its line is crossed, where the slack beside it is entered or
 * left (a piece can leave a surface at a very flat angle), and where its ends are passed nearby. Returns the least, or
 * `least` if that is less; `along` is set when the piece runs along the border. */
static double meets(const line *l, const qm__border *border, double after, double least, bool *along) {
    const double cross_a = qm__cross(l->d, qm__minus(border->a, l->from));
    const double cross_b = qm__cross(l->d, qm__minus(border->b, l->from)), crack = CRACK * l->length;
    if ((cross_a > crack && cross_b > crack) || (cross_a < -crack && cross_b < -crack)) {
        return least; /* most of them */
    }
    const double side_a = cross_a / l->length, side_b = cross_b / l->length;
    const double square = l->length * l->length;
    const bool on_a = side_a >= -CRACK && side_a <= CRACK, on_b = side_b >= -CRACK && side_b <= CRACK;
    const double at_a = qm__dot(l->d, qm__minus(border->a, l->from)) / square;
    const double at_b = qm__dot(l->d, qm__minus(border->b, l->from)) / square;
    *along = *along || (on_a && on_b);
    const double low = qm__least(at_a, at_b) - CRACK / l->length, high = qm__most(at_a, at_b) + CRACK / l->length;
    const double across = side_a - side_b;
    const double crossing = across != 0 ? at_a + (at_b - at_a) * (side_a / across) : -1;
    const double beside =
        across != 0 ? QM__SLACK * qm__apart(border->a, border->b) / ((across > 0 ? across : -across) * l->length) : 0;
    const double parts[5] = {on_a ? at_a : -1, on_b ? at_b : -1, crossing, crossing - beside, crossing + beside};
    for (int i = 0; i < 5; i++) {
        if (parts[i] > after && parts[i] < least && parts[i] >= low && parts[i] <= high) {
            least = parts[i];
        }
    }
    least = on_a ? meets_end(l, at_a, side_a, after, least) : least;
    return on_b ? meets_end(l, at_b, side_b, after, least) : least;
}

/* The next part above `after` at which a border of the level is met; 1 = none. */
static double next_border(const line *l, const qm__level *level, double after, bool *along) {
    const qm__xy p = at_part(l, after);
    double least = 1;
    qm__march march;
    qm__march_start(&march, &l->levels->raster, p, l->to);
    after += AHEAD / l->length;
    do {
        const uint32_t cell = qm__march_cell(&march);
        for (uint32_t i = level->borders_in.starts[cell]; i < level->borders_in.starts[cell + 1]; i++) {
            least = meets(l, &level->borders[level->borders_in.items[i]], after, least, along);
        }
        /* What the march counts are parts of the rest of the piece. */
        if (least < 1 && least <= after + (1 - after) * qm__march_leaves(&march)) {
            break;
        }
    } while (qm__march_on(&march));
    return least;
}

bool qm__borders_near(const qm__levels *levels, int32_t level, qm__xy from, qm__xy to) {
    const qm__level *own = &levels->levels[level];
    const qm__xy d = qm__minus(to, from);
    const double far = TOUCH * TOUCH * qm__dot(d, d);
    qm__march march;
    qm__march_start(&march, &levels->raster, from, to);
    do {
        const uint32_t cell = qm__march_cell(&march);
        for (uint32_t i = own->borders_in.starts[cell], end = own->borders_in.starts[cell + 1]; i < end; i++) {
            const qm__border *border = &own->borders[own->borders_in.items[i]];
            const double a = qm__cross(d, qm__minus(border->a, from)), b = qm__cross(d, qm__minus(border->b, from));
            if (!(a * b > 0 && a * a >= far && b * b >= far) &&
                qm__segments_square(from, to, border->a, border->b) <= TOUCH * TOUCH) {
                return true;
            }
        }
    } while (qm__march_on(&march));
    return false;
}

/* Whether a level goes on in another one between two places, at the second of which it is not open: around corners the
 * first need not be where it ends, which is then looked for. */
static bool goes_on_in(const qm__levels *levels, const qm__level *level, const qm__level *other, qm__xy at,
                       qm__xy beyond) {
    if (qm__level_open(levels, other, at, QM__SLACK, NULL)) {
        return true;
    }
    if (!qm__level_open(levels, other, at, QM__SLACK + CRACK, NULL)) {
        return false;
    }
    const qm__xy d = qm__minus(beyond, at);
    double in = 0, out = 1;
    while ((out - in) * BEYOND > SLIVER / 4) {
        const double part = (in + out) / 2;
        *(qm__level_open(levels, level, qm__along(at, d, part), QM__SLACK, NULL) ? &in : &out) = part;
    }
    return qm__level_open(levels, other, qm__along(at, d, in), QM__SLACK + SLIVER, NULL);
}

/* Whether another level within step is open at `beyond` and reaches to `at`. */
static bool leads_to(const line *l, int level, int other, qm__xy at, qm__xy beyond) {
    const qm__level *const levels = l->levels->levels;
    const int32_t rise = levels[other].z - levels[level].z, step = l->levels->walker.step;
    return other != level && rise <= step && rise >= -step &&
           qm__level_open(l->levels, &levels[other], beyond, QM__SLACK, NULL) &&
           goes_on_in(l->levels, &levels[level], &levels[other], at, beyond);
}

/* The levels within step of one: they go up in height, so these are one after the other. */
typedef struct within {
    int low, high;
} within;

static within levels_within(const line *l, int level) {
    const qm__level *const levels = l->levels->levels;
    const int32_t step = l->levels->walker.step;
    within w = {level, level};
    while (w.low > 0 && levels[level].z - levels[w.low - 1].z <= step) {
        w.low--;
    }
    while (w.high + 1 < l->levels->count && levels[w.high + 1].z - levels[level].z <= step) {
        w.high++;
    }
    return w;
}

/* The highest such level, -1 = none; `fork` is set when there are several. */
static int level_beyond(const line *l, int level, qm__xy at, qm__xy beyond, bool *fork) {
    const within w = levels_within(l, level);
    int found = -1;
    for (int i = w.high; i >= w.low; i--) {
        if (leads_to(l, level, i, at, beyond)) {
            *fork = *fork || found >= 0;
            found = found >= 0 ? found : i;
        }
    }
    return found;
}

/* Why nothing goes on beyond a border. */
static void find_end(const line *l, int level, double part, qm__xy middle, qm__obstruction *why) {
    const qm__levels *levels = l->levels;
    const int32_t z = levels->levels[level].z;
    int32_t on, below_z;
    *why = (qm__obstruction){.part = part, .at = at_part(l, part), .level = level};
    qm__level_open(levels, &levels->levels[level], middle, QM__SLACK, &on);
    if (on >= 0) {
        why->what = QM__ON_PRISM;
        why->prism = on;
        return;
    }
    const int below = qm__surface_below(levels->table, middle.x, middle.y, z, &below_z);
    if (below != QM__NOTHING && z - below_z > levels->walker.step) {
        why->what = QM__TOO_HIGH;
        why->prism = below;
        return;
    }
    qm__level_open(levels, &levels->levels[level], why->at, QM__SLACK + CRACK, &on);
    why->what = QM__NO_SURFACE;
    why->prism = on;
}

/* ------------------------------------------------------------------------------------------------------------ tracing
 */

typedef struct tracing {
    const line *line;
    int level;
    double begin;             /* where this level began */
    double met;               /* the first border met since then; above 1 = none */
    qm__traced *out;          /* may be NULL */
    qm__obstruction farthest; /* of the tries so far, the one that got farthest */
    bool again; /* another choice of levels could do better: it met a fork, or was stopped after it had met a border */
} tracing;

/* How far the present level lets a piece go from where it began there. */
static double stops_at(const tracing *t) {
    const line *l = t->line;
    qm__obstruction why;
    find_first(l, &l->levels->levels[t->level], t->begin, 1, &why);
    return qm__most(t->begin, why.part - AHEAD / l->length);
}

/* Whether what stops a piece does so beside a border. Within the slack of one a piece stays on the level that it has,
 * and at a flat angle that is a long way; what is in the way there need not be in the way on the other level. */
static bool stopped_at_border(const tracing *t) {
    const qm__levels *levels = t->line->levels;
    const qm__level *level = &levels->levels[t->level];
    const qm__xy p = at_part(t->line, stops_at(t));
    const int first = qm__raster_column(&levels->raster, p.x - BESIDE);
    const int last = qm__raster_column(&levels->raster, p.x + BESIDE);
    const int top = qm__raster_row(&levels->raster, p.y + BESIDE);
    for (int row = qm__raster_row(&levels->raster, p.y - BESIDE); row <= top; row++) {
        const uint32_t cell = (uint32_t)(row * levels->raster.columns);
        for (uint32_t i = level->borders_in.starts[cell + (uint32_t)first];
             i < level->borders_in.starts[cell + (uint32_t)last + 1]; i++) {
            const qm__border *border = &level->borders[level->borders_in.items[i]];
            if (qm__point_segment_square(p, border->a, border->b) <= BESIDE * BESIDE) {
                return true;
            }
        }
    }
    return false;
}

/* Ends the stretch on the present level; false = something is in the way on it. */
static bool finish_stretch(tracing *t, double end) {
    const qm__level *level = &t->line->levels->levels[t->level];
    if (!stretch_clear(t->line, level, t->begin, end)) {
        const double before = qm__most(t->begin, qm__least(t->met, end - NEAR / t->line->length));
        t->again =
            t->again || (t->met <= end && stretch_clear(t->line, level, t->begin, before) && stopped_at_border(t));
        if (t->out) {
            find_first(t->line, level, t->begin, end, &t->out->why);
        }
        return false;
    }
    if (t->out && level->areas) {
        t->out->areas |= qm__areas_along(t->line->levels, t->level, at_part(t->line, t->begin), at_part(t->line, end));
    }
    return true;
}

static bool tell_step(tracing *t, int to, double part, qm__xy middle) {
    const qm__levels *levels = t->line->levels;
    const int32_t rise = levels->levels[to].z - levels->levels[t->level].z;
    if (!t->out || (rise <= levels->walker.free_step && rise >= -levels->walker.free_step)) {
        return true;
    }
    if (t->out->step_count == QM__STEPS_MAX) {
        find_end(t->line, t->level, part, middle, &t->out->why);
        return false;
    }
    int32_t prism;
    const int upper = rise > 0 ? to : t->level;
    qm__level_open(levels, &levels->levels[upper], at_part(t->line, part), QM__SLACK + CRACK, &prism);
    t->out->steps[t->out->step_count++] =
        (qm__step_told){.part = part, .from = (int16_t)t->level, .to = (int16_t)to, .prism = prism};
    return true;
}

/* Makes sure that the walk goes on between the borders met at `part` and at `next`; changes the level where it must.
 * Another level has borders of its own in between: what counts is which one lies just beyond. */
static bool go_on(tracing *t, double part, double next) {
    const line *l = t->line;
    const double middle = (part + next) / 2;
    if (qm__level_open(l->levels, &l->levels->levels[t->level], at_part(l, middle), QM__SLACK, NULL)) {
        return true;
    }
    const qm__xy beyond = at_part(l, qm__least(middle, part + BEYOND / l->length));
    const int level = level_beyond(l, t->level, at_part(l, part), beyond, &t->again);
    if (!finish_stretch(t, part)) {
        return false;
    }
    if (level < 0) {
        bool fork = false;
        t->again = t->again || level_beyond(l, t->level, at_part(l, part), at_part(l, part), &fork) >= 0;
        if (t->out) {
            find_end(l, t->level, part, beyond, &t->out->why);
        }
        return false;
    }
    /* The new level may have solids there that are farther from every wall than walls are looked for. */
    qm__obstruction why;
    if (!qm__level_clear(l->levels, &l->levels->levels[level], at_part(l, part), l->slack, true, &why)) {
        if (t->out) {
            t->out->why = why;
            t->out->why.part = part;
        }
        return false;
    }
    if (!tell_step(t, level, part, beyond)) {
        return false;
    }
    t->level = level;
    t->begin = part;
    t->met = NOT_MET;
    return true;
}

/* Whether a low solid lies over the middle of a stretch: that counts, however short the stretch is. */
static bool covered(const tracing *t, double at, double next) {
    const line *l = t->line;
    int32_t on;
    return !qm__level_open(l->levels, &l->levels->levels[t->level], at_part(l, (at + next) / 2), QM__SLACK, &on) &&
           on >= 0;
}

/* From a part on. */
static bool trace_borders(tracing *t, double at) {
    const line *l = t->line;
    double looked = at; /* up to where has been looked */
    int changes = 0;    /* of level in one place */
    while (at < 1 && l->length > 0) {
        const double next = next_border(l, &l->levels->levels[t->level], at, &t->again);
        if ((next - looked) * l->length > SLIVER || covered(t, at, next)) {
            const int level = t->level;
            if (!go_on(t, at, next)) {
                return false;
            }
            if (t->level != level && ++changes == CHANGES_MAX) {
                if (t->out) {
                    find_end(l, t->level, at, at_part(l, (at + next) / 2), &t->out->why);
                }
                return false;
            }
            if (t->level != level) {
                continue; /* on a new level other borders count */
            }
            looked = next;
            changes = 0;
        }
        t->met = t->met > 1 && next < 1 ? next : t->met;
        at = next;
    }
    return l->length <= 0 || go_on(t, qm__most(0, 1 - SLIVER / l->length), 1 + SLIVER / l->length);
}

/* Whether a piece may end on a level. */
static bool may_end_on(const line *l, int level) {
    return l->want < 0 || level == l->want || qm__steps_join(l->levels, l->crowd, l->to, level, l->want);
}

static bool run_from(const line *l, int from, double begin, int came, int tries, int32_t *level, qm__traced *out);

/* Goes on over another level from a part of the piece on, if it leads there. */
static bool try_level(tracing *t, int other, double at, qm__xy beyond, int tries, int32_t *level) {
    const line *l = t->line;
    const qm__xy here = at_part(l, at);
    if (!(leads_to(l, t->level, other, here, beyond) || leads_to(l, t->level, other, here, here)) ||
        !qm__level_clear(l->levels, &l->levels->levels[other], here, l->slack, true, NULL)) {
        return false;
    }
    tracing over = *t;
    const uint64_t areas = t->out ? t->out->areas : 0;
    const uint16_t steps = t->out ? t->out->step_count : 0;
    if (finish_stretch(&over, at) && tell_step(&over, other, at, beyond) &&
        run_from(l, other, at, t->level, tries - 1, level, t->out)) {
        return true;
    }
    if (t->out) {
        t->farthest = t->out->why.part > t->farthest.part ? t->out->why : t->farthest;
        t->out->areas = areas;
        t->out->step_count = steps;
    }
    return false;
}

/* Near a border a piece is on both levels, and what stops it on one need not stop it on the other; and where three
 * surfaces meet it can go on over either of two, or over the second at once to the third. Tries each level to which it
 * could change at each border it meets, and at the last place to which its own level lets it go; but not back at once
 * to the one it came from. */
static bool change_over(tracing *t, int came, int tries, int32_t *level) {
    const line *l = t->line;
    const qm__levels *levels = l->levels;
    const double back = t->begin + BESIDE / l->length;
    double stop = stretch_clear(l, &levels->levels[t->level], t->begin, 1) ? 1 : stops_at(t);
    for (double at = t->begin; at < 1;) {
        const double next = next_border(l, &levels->levels[t->level], at, &t->again);
        const bool looks = (next - at) * l->length > SLIVER || covered(t, at, next);
        const qm__xy beyond = at_part(l, qm__least((at + next) / 2, at + BEYOND / l->length));
        const within w = levels_within(l, t->level);
        for (int i = w.low; i <= w.high; i++) {
            if ((i != came || at > back) && try_level(t, i, at, beyond, tries, level)) {
                return true;
            }
        }
        const int before = t->level;
        if (at >= stop || (looks && !go_on(t, at, next))) {
            return false;
        }
        if (t->level == before) {
            at = qm__least(next, stop);
        } else {
            at = next_border(l, &levels->levels[t->level], at, &t->again);
            stop = stretch_clear(l, &levels->levels[t->level], t->begin, 1) ? 1 : stops_at(t);
        }
    }
    return false;
}

/* Walks the rest of a piece from a part on, to which it `came` on another level (-1: on this one); `tries` more times
 * it may change over along a border. */
static bool run_from(const line *l, int from, double begin, int came, int tries, int32_t *level, qm__traced *out) {
    tracing t = {.line = l, .level = from, .begin = begin, .met = NOT_MET, .out = out};
    const uint64_t areas = out ? out->areas : 0;
    const uint16_t steps = out ? out->step_count : 0;
    if (l->levels->levels[from].border_count == 0 || trace_borders(&t, begin)) {
        if (finish_stretch(&t, 1)) {
            *level = t.level;
            if (may_end_on(l, t.level)) {
                return true;
            }
            if (out) {
                out->why = (qm__obstruction){.what = QM__FREE, .part = 1, .at = l->to, .prism = QM__NOTHING};
            }
        }
    }
    const qm__xy here = at_part(l, begin);
    if ((!t.again && !(l->joined && qm__borders_near(l->levels, from, here, here))) || tries == 0) {
        return false;
    }
    if (out) { /* what was told of the first try does not count */
        out->areas = areas;
        out->step_count = steps;
    }
    tracing again = {.line = l, .level = from, .begin = begin, .met = NOT_MET, .out = out};
    if (out) {
        again.farthest = out->why;
    }
    if (change_over(&again, came, tries, level)) {
        if (out) {
            out->why = (qm__obstruction){.what = QM__FREE, .part = 1, .at = l->to, .prism = QM__NOTHING};
        }
        return true;
    }
    if (out) {
        out->why = again.farthest;
    }
    return false;
}

#define TRIES 3

static bool run(const line *l, int32_t from, int32_t *level, qm__traced *out) {
    return run_from(l, from, 0, -1, TRIES, level, out);
}

/* A piece that would leave the table: something else may come before its border. */
static void find_table_end(const line *l, int32_t from, qm__traced *out) {
    const double part = stays_on_table(l);
    line inside = *l;
    inside.want = -1;
    inside.to = qm__along(l->from, l->d, part);
    inside.d = qm__minus(inside.to, l->from);
    inside.length = l->length * part;
    int32_t level;
    if (run(&inside, from, &level, out)) {
        out->why = (qm__obstruction){
            .what = QM__OFF_TABLE, .prism = QM__BORDER, .level = level, .part = part, .at = inside.to};
    } else {
        out->why.part *= part;
    }
    for (uint32_t i = 0; i < out->step_count && i < QM__STEPS_MAX; i++) {
        out->steps[i].part *= part;
    }
}

static line line_of(const qm__levels *levels, const qm__crowd *crowd, qm__spot from, qm__xy to, double slack) {
    const qm__xy p = {from.x, from.y}, d = qm__minus(to, p);
    return (line){levels, crowd, p, to, d, slack, qm__length(d), -1, false};
}

bool qm__trace_onto(const qm__levels *levels, const qm__crowd *crowd, qm__spot from, qm__xy to, int32_t want,
                    double slack, qm__traced *out) {
    out->areas = 0;
    out->step_count = 0;
    out->why = (qm__obstruction){.what = QM__FREE, .part = 1, .at = to, .prism = QM__NOTHING};
    out->level = from.level;
    line l = line_of(levels, crowd, from, to, slack);
    const bool on_table = qm__on_table(levels, to, slack);
    l.want = want;
    if (!on_table) {
        find_table_end(&l, from.level, out);
    }
    out->clear = on_table && run(&l, from.level, &out->level, out);
    return out->clear;
}

bool qm__trace(const qm__levels *levels, const qm__crowd *crowd, qm__spot from, qm__xy to, double slack,
               qm__traced *out) {
    return qm__trace_onto(levels, crowd, from, to, -1, slack, out);
}

bool qm__walkable(const qm__levels *levels, const qm__crowd *crowd, qm__spot from, qm__xy to, double slack,
                  int32_t *level) {
    const line l = line_of(levels, crowd, from, to, slack);
    *level = from.level;
    return qm__on_table(levels, to, slack) && run(&l, from.level, level, NULL);
}

bool qm__walkable_onto(const qm__levels *levels, const qm__crowd *crowd, qm__spot from, qm__spot to, double slack) {
    line l = line_of(levels, crowd, from, (qm__xy){to.x, to.y}, slack);
    int32_t level = from.level;
    l.want = to.level;
    l.joined = true;
    return qm__on_table(levels, l.to, slack) && run(&l, from.level, &level, NULL);
}
