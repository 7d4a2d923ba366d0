/* Shores: where the surface of a level ends, and what a walk finds beyond. Prepared once, for reach.
 *
 * The borders of a level are the outlines of everything that is or covers its surface. Where surfaces meet at the same
 * height, or lie on each other, a border parts nothing. Each border is cut wherever another one meets it, and the
 * places a little to both sides of the middle of each stretch tell what it parts, as in tracing. Between two solids
 * with a crack that is no gap that leaves the mouth of the crack open: shores that end there are joined across it.
 */
#include "space/table/fan.h"

#include "base/sort.h"
#include "space/table/walk_inside.h"

#include <string.h>

#define ASIDE 1.5 /* units: just farther than a crack that is no gap */
#define JUST 0.05 /* units: so far beyond a border another one is not the same */
#define MOUTH 3.0 /* units: that of a crack is less wide, and so is what lies beside the corner of one */
#define SHORT 1.9 /* units: stretches that tell nothing of themselves; less than a fan's point sees around it */

typedef struct making {
    const qm__levels *levels;
    qm__list parts; /* doubles */
    qm__list shores;
    qm__list nexts; /* int32_t */
    uint32_t first; /* shore of the border at hand */
    int level;
} making;

static bool within_step(const qm__levels *levels, int a, int b) {
    const int32_t rise = levels->levels[a].z - levels->levels[b].z;
    return rise <= levels->walker.step && rise >= -levels->walker.step;
}

/* The parts of a segment at which another one meets its line: at its ends if they are near, and where it crosses.
 * Returns how many there are. */
static int meetings(qm__xy a, qm__xy along, double length, qm__xy c, qm__xy d, double parts[3]) {
    const double side_c = qm__cross(along, qm__minus(c, a)), side_d = qm__cross(along, qm__minus(d, a));
    int count = 0;
    if ((side_c > ASIDE && side_d > ASIDE) || (side_c < -ASIDE && side_d < -ASIDE)) {
        return 0;
    }
    const double at_c = qm__dot(along, qm__minus(c, a)) / length, at_d = qm__dot(along, qm__minus(d, a)) / length;
    if (side_c <= ASIDE && side_c >= -ASIDE) {
        parts[count++] = at_c;
    }
    if (side_d <= ASIDE && side_d >= -ASIDE) {
        parts[count++] = at_d;
    }
    if ((side_c > 0) != (side_d > 0)) {
        parts[count++] = at_c + (at_d - at_c) * (side_c / (side_c - side_d));
    }
    return count;
}

static void note(making *m, double part) {
    if (part > 0 && part < 1) {
        double *const item = qm__list_add(&m->parts);
        if (item) {
            *item = part;
        }
    }
}

static void note_meeting(making *m, qm__xy a, qm__xy along, double length, qm__xy c, qm__xy d) {
    double parts[3];
    const int count = meetings(a, along, length, c, d, parts);
    for (int i = 0; i < count; i++) {
        note(m, parts[i]);
    }
}

static void note_meetings(making *m, qm__xy a, qm__xy b) {
    const double length = qm__apart(a, b);
    const qm__xy along = qm__unit(qm__minus(b, a));
    const double width = m->levels->table->width, depth = m->levels->table->depth;
    const qm__xy corners[4] = {{0, 0}, {width, 0}, {width, depth}, {0, depth}};
    m->parts.count = 0;
    for (int i = 0; i < 4; i++) {
        note_meeting(m, a, along, length, corners[i], corners[(i + 1) % 4]);
    }
    for (int i = 0; i < m->levels->count; i++) {
        const qm__level *const level = &m->levels->levels[i];
        if (!within_step(m->levels, i, m->level)) {
            continue;
        }
        for (uint32_t k = 0; k < level->border_count; k++) {
            note_meeting(m, a, along, length, level->borders[k].a, level->borders[k].b);
        }
        for (uint32_t k = 0; k < level->wall_count; k++) {
            note_meeting(m, a, along, length, level->walls[k].a, level->walls[k].b);
        }
    }
    note(m, 1 - 1e-12); /* the end */
    qm__sort_doubles(m->parts.items, m->parts.count);
}

static bool inside_tall(const qm__levels *levels, const qm__level *level, qm__xy p) {
    const uint32_t cell = qm__raster_cell(&levels->raster, p.x, p.y);
    for (uint32_t i = levels->prisms_in.starts[cell]; i < levels->prisms_in.starts[cell + 1]; i++) {
        const uint32_t number = levels->prisms_in.items[i];
        if ((level->roles[number] & QM__ROLE_TALL) &&
            qm__polygon_side(levels->table, &levels->table->prisms[number].polygon, p.x, p.y) > 0) {
            return true;
        }
    }
    return false;
}

/* Whether a walk leads from a place on this level to one just beyond a border, over a third level that has nothing
 * there but its border. Only walls on the border itself count: what is near stops the rays. */
static bool over_border(const making *m, qm__xy here, qm__xy beyond, int other) {
    const qm__levels *const levels = m->levels;
    const double slack = (double)levels->walker.radius - 1;
    int32_t end;
    return (qm__walkable(levels, NULL, (qm__spot){here.x, here.y, m->level}, beyond, slack, &end) && end == other) ||
           (qm__walkable(levels, NULL, (qm__spot){beyond.x, beyond.y, other}, here, slack, &end) && end == m->level);
}

/* The lists of levels are few: each is kept once. Returns where the one stands that was added last. */
static int32_t kept_list(making *m, uint32_t first) {
    const int32_t *const all = m->nexts.items;
    const uint32_t size = m->nexts.count - first;
    for (uint32_t at = 0; at + size <= first; at++) {
        if ((at == 0 || all[at - 1] < 0) && memcmp(all + at, all + first, size * sizeof *all) == 0) {
            m->nexts.count = first;
            return (int32_t)at;
        }
    }
    return (int32_t)first;
}

static void add_next(making *m, int32_t level) {
    int32_t *const item = qm__list_add(&m->nexts);
    if (item) {
        *item = level;
    }
}

/* The levels on which a walk on this one can be beyond a border: one above and one below may be open there. */
static int32_t levels_beyond(making *m, qm__xy here, qm__xy beyond) {
    const qm__levels *const levels = m->levels;
    const uint32_t first = m->nexts.count;
    for (int i = levels->count - 1; i >= 0; i--) {
        const int64_t rise = (int64_t)levels->levels[i].z - levels->levels[m->level].z;
        const int64_t most = 2 * (int64_t)levels->walker.step;
        if (i != m->level && rise <= most && rise >= -most &&
            qm__level_open(levels, &levels->levels[i], beyond, 0, NULL) &&
            !inside_tall(levels, &levels->levels[i], beyond) &&
            (within_step(levels, i, m->level) || over_border(m, here, beyond, i))) {
            add_next(m, i);
        }
    }
    if (m->nexts.count == first) {
        return -1;
    }
    add_next(m, -1);
    return m->nexts.failed ? -1 : kept_list(m, first);
}

/* What a stretch of a border parts. */
typedef struct parting {
    int side;     /* where the level is open: +1 = on the left, -1 = on the right; 0 = it parts nothing */
    int32_t next; /* what lies beyond */
} parting;

/* Whether another border of the level lies between one and what is beyond it: then that one is the shore. What is
 * beyond a crack begins at its far side, and who comes out of the mouth before has not been there. */
static bool is_near_side(const qm__level *level, qm__xy middle, qm__xy beyond) {
    const qm__xy begin = qm__along(middle, qm__minus(beyond, middle), JUST / ASIDE);
    bool found = false;
    for (uint32_t k = 0; k < level->border_count && !found; k++) {
        found = qm__segments_cross(begin, beyond, level->borders[k].a, level->borders[k].b);
    }
    return found;
}

static parting parts_at(making *m, qm__xy middle, qm__xy aside) {
    const qm__level *const level = &m->levels->levels[m->level];
    const qm__xy left = qm__plus(middle, aside), right = qm__minus(middle, aside);
    const bool on_left = qm__level_open(m->levels, level, left, 0, NULL);
    if (on_left == qm__level_open(m->levels, level, right, 0, NULL)) {
        return (parting){0, -1};
    }
    const int32_t next = on_left ? levels_beyond(m, left, right) : levels_beyond(m, right, left);
    return (parting){next >= 0 && is_near_side(level, middle, on_left ? right : left) ? 0 : on_left ? 1 : -1, next};
}

/* Adds a stretch, or makes the one before it longer. */
static void add_shore(making *m, qm__xy a, qm__xy b, parting p) {
    if (p.side == 0) {
        return;
    }
    qm__shore *const all = m->shores.items;
    qm__shore *const last = m->shores.count > m->first ? &all[m->shores.count - 1] : NULL;
    if (last && last->next == p.next && p.side > 0 && last->a.x == a.x && last->a.y == a.y) {
        last->a = b;
    } else if (last && last->next == p.next && p.side < 0 && last->b.x == a.x && last->b.y == a.y) {
        last->b = b;
    } else {
        qm__shore *const item = qm__list_add(&m->shores);
        if (item) {
            *item = p.side > 0 ? (qm__shore){b, a, p.next, 0} : (qm__shore){a, b, p.next, 0};
        }
    }
}

/* The stretches of one border. Short ones are like the one before (the first: like the one after). */
static void add_border(making *m, qm__xy a, qm__xy b) {
    const qm__xy ab = qm__minus(b, a), aside = qm__along((qm__xy){0, 0}, qm__left(qm__unit(ab)), ASIDE);
    const double length = qm__length(ab);
    double begin = 0;
    qm__xy from = a;
    bool known = false;
    parting parts_here = {0, -1};
    m->first = m->shores.count;
    note_meetings(m, a, b);
    const double *const parts = m->parts.items;
    for (uint32_t i = 0; i < m->parts.count && !m->parts.failed; i++) {
        const double end = parts[i];
        const bool last = i + 1 == m->parts.count;
        if ((end - begin) * length > SHORT || (last && !known)) {
            parts_here = parts_at(m, qm__along(a, ab, (begin + end) / 2), aside);
            known = true;
        }
        if (known) {
            const qm__xy to = last ? b : qm__along(a, ab, end);
            add_shore(m, from, to, parts_here);
            from = to;
        }
        begin = end;
    }
}

/* What is near to the end of a shore (or its beginning). */
typedef struct mouth {
    bool closed; /* another shore goes on right there */
    bool near;   /* some end of another one is not far off … */
    qm__xy at;   /* … there: best one at which no shore goes on either */
} mouth;

static bool goes_on(const qm__shore *all, uint32_t count, qm__xy at, bool begins) {
    bool found = false;
    for (uint32_t i = 0; i < count && !found; i++) {
        const qm__xy end = begins ? all[i].a : all[i].b;
        found = end.x == at.x && end.y == at.y;
    }
    return found;
}

static mouth mouth_of(const qm__shore *all, uint32_t count, qm__xy end, bool begins) {
    mouth m = {.closed = goes_on(all, count, end, !begins)};
    double best = 2 * MOUTH;
    for (uint32_t i = 0; i < count && !m.closed; i++) {
        for (int side = 0; side < 2; side++) {
            const qm__xy at = side ? all[i].b : all[i].a;
            const double apart = qm__apart(at, end);
            if (apart <= 0 || apart > MOUTH) {
                continue;
            }
            const double worth = apart + (side != begins || goes_on(all, count, at, begins) ? MOUTH : 0);
            if (worth < best) {
                best = worth;
                m.near = true, m.at = at;
            }
        }
    }
    return m;
}

/* What lies beyond the mouth of a crack: where that is the crack, what is beside it. */
static int32_t beyond_mouth(making *m, qm__xy a, qm__xy b, int32_t beside) {
    const qm__xy aside = qm__along((qm__xy){0, 0}, qm__left(qm__unit(qm__minus(b, a))), ASIDE);
    const qm__xy middle = qm__half_way(a, b), beyond = qm__plus(middle, aside);
    return qm__level_open(m->levels, &m->levels->levels[m->level], beyond, 0, NULL)
               ? beside
               : levels_beyond(m, qm__minus(middle, aside), beyond);
}

/* Joins shores that end, or begin, at the mouth of a crack with what is near. */
static void close_cracks(making *m) {
    const uint32_t count = m->shores.count;
    for (uint32_t i = 0; i < 2 * count && !m->shores.failed; i++) {
        const qm__shore *const all = m->shores.items;
        const qm__shore shore = all[i / 2];
        const bool begins = i % 2;
        const qm__xy end = begins ? shore.a : shore.b;
        const mouth here = mouth_of(all, m->shores.count, end, begins);
        if (here.near) {
            const qm__xy a = begins ? here.at : end, b = begins ? end : here.at;
            const qm__shore joint = {a, b, beyond_mouth(m, a, b, shore.next), 0};
            qm__shore *const item = qm__list_add(&m->shores);
            if (item) {
                *item = joint;
            }
        }
    }
}

static bool make_coast(making *m, qm__coast *out, qm__arena *arena) {
    const qm__level *const level = &m->levels->levels[m->level];
    m->shores.count = 0;
    for (uint32_t i = 0; i < level->border_count; i++) {
        add_border(m, level->borders[i].a, level->borders[i].b);
    }
    close_cracks(m);
    if (m->shores.failed || m->parts.failed || m->nexts.failed) {
        return false;
    }
    out->count = m->shores.count;
    out->shores = m->shores.count ? qm__arena_copy(arena, m->shores.items, m->shores.count * sizeof(qm__shore)) : NULL;
    return !m->shores.count || out->shores;
}

qm_result qm__grounds_make(const qm__walks *walks, qm__arena *arena, const qm__grounds **out) {
    const qm__levels *const levels = qm__walks_levels(walks);
    qm__grounds *const g = qm__arena_alloc(arena, sizeof *g);
    qm__coast *const coasts = qm__arena_array(arena, (size_t)levels->count + 1, sizeof *coasts);
    making m = {.levels = levels,
                .parts = {.allocator = arena->allocator, .size = sizeof(double)},
                .shores = {.allocator = arena->allocator, .size = sizeof(qm__shore)},
                .nexts = {.allocator = arena->allocator, .size = sizeof(int32_t)}};
    const int32_t *nexts = NULL;
    bool good = g && coasts;
    for (m.level = 0; good && m.level < levels->count; m.level++) {
        const qm__level *const level = &levels->levels[m.level];
        good = make_coast(&m, &coasts[m.level], arena);
        g->most_lines += coasts[m.level].count + 2 * level->wall_count + 4;
        g->most_rounds += 2 * level->wall_count;
    }
    qm__list_free(&m.parts);
    qm__list_free(&m.shores);
    if (good && m.nexts.count) {
        nexts = qm__list_keep(&m.nexts, arena);
        good = nexts != NULL;
    }
    qm__list_free(&m.nexts);
    if (!good) {
        return QM_ERROR_MEMORY;
    }
    g->walks = walks, g->levels = levels, g->coasts = coasts, g->nexts = nexts;
    *out = g;
    return QM_OK;
}

/* ------------------------------------------------------------------------------------------------ behind a line */

enum { CUTS_MAX = 256 };

/* Where shores of a level, or of one within a step, meet a line, sorted; -1 when there are more than CUTS_MAX. */
static int cuts_of(const qm__grounds *g, int level, qm__xy a, qm__xy b, double *out) {
    const double length = qm__apart(a, b), low_x = qm__least(a.x, b.x) - ASIDE, low_y = qm__least(a.y, b.y) - ASIDE,
                 high_x = qm__most(a.x, b.x) + ASIDE, high_y = qm__most(a.y, b.y) + ASIDE;
    const qm__xy along = qm__unit(qm__minus(b, a));
    int count = 0;
    for (int i = 0; i < g->levels->count; i++) {
        const uint32_t shores = within_step(g->levels, i, level) ? g->coasts[i].count : 0;
        for (uint32_t k = 0; k < shores; k++) {
            const qm__shore *const s = &g->coasts[i].shores[k];
            double parts[3];
            if ((s->a.x < low_x && s->b.x < low_x) || (s->a.y < low_y && s->b.y < low_y) ||
                (s->a.x > high_x && s->b.x > high_x) || (s->a.y > high_y && s->b.y > high_y)) {
                continue;
            }
            const int found = meetings(a, along, length, s->a, s->b, parts);
            for (int n = 0; n < found; n++) {
                if (parts[n] * length <= SHORT || (1 - parts[n]) * length <= SHORT) {
                    continue;
                }
                if (count == CUTS_MAX) {
                    return -1;
                }
                out[count++] = parts[n];
            }
        }
    }
    qm__sort_doubles(out, (uint32_t)count);
    return count;
}

int qm__grounds_behind(const qm__grounds *g, int level, qm__xy a, qm__xy b, qm__xy back, qm__opening *out, int max) {
    double cuts[CUTS_MAX];
    const qm__xy ab = qm__minus(b, a);
    const double length = qm__length(ab);
    const int cut_count = cuts_of(g, level, a, b, cuts);
    int count = 0;
    double begin = 0;
    for (int i = 0; i <= cut_count; i++) {
        const double end = i < cut_count ? cuts[i] : 1;
        if (i < cut_count && (end - begin) * length <= SHORT) {
            continue;
        }
        const qm__xy behind = qm__along(qm__along(a, ab, (begin + end) / 2), back, ASIDE);
        const bool open = qm__level_open(g->levels, &g->levels->levels[level], behind, 0, NULL);
        for (int k = 0; k < g->levels->count; k++) {
            if (open ? k != level
                     : !within_step(g->levels, k, level) ||
                           !qm__level_open(g->levels, &g->levels->levels[k], behind, 0, NULL)) {
                continue;
            }
            if (count > 0 && out[count - 1].level == k && out[count - 1].to == begin) {
                out[count - 1].to = end;
                continue;
            }
            if (count == max) {
                return -1;
            }
            out[count++] = (qm__opening){begin, end, k};
        }
        begin = end;
    }
    return cut_count < 0 ? -1 : count;
}
