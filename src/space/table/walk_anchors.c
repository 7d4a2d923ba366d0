/* Anchors of the terrain: the circles and points around which shortest ways bend, and the spans on which a base's
 * centre can be.
 *
 * Invariant: no place where a shortest way can bend is left out; anchors too many only cost time. A point is kept as an
 * anchor when small steps from it in some directions are blocked and the blocked ones leave more than half a turn free:
 * the span of such a wedge is the cone of its normals, as that of a corner is. Feelers make wedges too narrow by up to
 * one feeler on each side (two beside a lane without width), which makes spans too wide, never too narrow. Wedges that
 * are narrower than that are not felt: points where lines meet at so sharp an angle are kept as they are.
 */
#include "base/sort.h"
#include "space/table/walk_points.h"

#include "base/angle.h"

#include <string.h>

#define TURN (2 * QM__PI)
#define FEELERS 64         /* directions tried around a point */
#define FEELER_LENGTH 24.0 /* units: long against the slack, short against most of what is drawn */
#define FEELER_LEAST 2.0   /* … and where something is as near as this */
#define NOTCH 1.01         /* units: what is nearer to a point, and farther off than SAME_POINT, is beside it */
#define SAME_POINT 1e-3

#define ARCS_MAX 8192 /* spans of one circle; more are refused like memory that is lacking */
#define BEND 0.05     /* radians to either side, see add_bend */

typedef struct making {
    qm__walks *walks;
    qm__list anchors, spans, points, places;
    qm__arc_span *arcs;
    int arc_max;
} making;

/* ----------------------------------------------------------------------------------------------------------- corners
 */

static void add_anchor(making *m, qm__xy centre, double radius, int level, qm__anchor_kind kind, uint16_t number) {
    qm__anchor *anchor = qm__list_add(&m->anchors);
    if (anchor) {
        *anchor =
            (qm__anchor){.centre = centre, .radius = radius, .level = level, .kind = (uint8_t)kind, .number = number};
    }
}

static void add_corners(making *m, int level) {
    uint32_t count;
    const qm__wall *walls = qm__walls(m->walks->levels, level, &count);
    for (uint32_t i = 0; i < count; i++) {
        if (walls[i].convex_a) {
            add_anchor(m, walls[i].a, m->walks->radius, level, QM__ANCHOR_CORNER, 0);
        }
        if (walls[i].convex_b) {
            add_anchor(m, walls[i].b, m->walks->radius, level, QM__ANCHOR_CORNER, 0);
        }
    }
}

/* Corners of areas: the outer ones are led around; at the inner ones the grown area has a point that ways within it
 * turn at. */
static void add_area_corner(making *m, uint32_t area, qm__xy before, qm__xy at, qm__xy after) {
    const double r = m->walks->centre ? 0 : m->walks->radius;
    const qm__xy in = qm__unit(qm__minus(at, before)), out = qm__unit(qm__minus(after, at));
    const bool outer = qm__cross(in, out) > 0;
    qm__xy place = at;
    if (!outer) {
        const qm__xy middle = qm__plus(in, out);
        const double size = qm__length(middle);
        if (size < 1e-3) {
            return;
        }
        /* Both parallels at r outside meet on the bisector of the outward normals. */
        place = qm__along(at, (qm__xy){middle.y / size, -middle.x / size}, r * 2 / size);
    }
    for (int level = 0; level < m->walks->level_count; level++) {
        const int32_t z = qm__level_height(m->walks->levels, level);
        if (m->walks->table->areas[area].bottom <= z && z <= m->walks->table->areas[area].top) {
            add_anchor(m, place, outer ? r : 0, level, QM__ANCHOR_AREA, (uint16_t)area);
        }
    }
}

static void add_area_corners(making *m, uint32_t area) {
    const qm__table *table = m->walks->table;
    qm__edges edges = qm__edges_of(table, &table->areas[area].polygon);
    for (qm__edge e; qm__edges_next(&edges, &e);) {
        add_area_corner(m, area, e.before, e.a, e.b);
    }
}

/* ------------------------------------------------------------------------------------------------------------ points
 */

static int compare_numbers(double a, double b) {
    return (a > b) - (a < b);
}

static int compare_points(const void *a, const void *b) {
    const qm__candidate *p = a, *q = b;
    const int order = (p->group > q->group) - (p->group < q->group);
    const int by_x = compare_numbers(p->at.x, q->at.x);
    const int by_y = compare_numbers(p->at.y, q->at.y);
    const int by_origin = p->origin - q->origin;
    return order ? order : by_x ? by_x : by_y ? by_y : by_origin ? by_origin : q->round - p->round;
}

/* A span for every blocked wedge around a point that leaves more than half a turn. `free` has a bit for each feeler. */
static bool add_wedges(making *m, const qm__anchor *anchor, uint32_t number, uint64_t free, bool drawn) {
    bool any = false;
    if (free == UINT64_MAX || free == 0) {
        return false;
    }
    for (int begin = 0; begin < FEELERS; begin++) {
        if ((free >> begin & 1) || !(free >> ((begin + FEELERS - 1) % FEELERS) & 1)) {
            continue; /* not the first of its wedge */
        }
        int end = begin;
        while (!(free >> ((end + 1) % FEELERS) & 1)) {
            end++;
        }
        const double width = (double)(end - begin) * TURN / FEELERS;
        /* Where something crosses a straight border, feelers along it are free and all between them blocked. */
        if (end - begin + 1 >= FEELERS / 2 + (drawn ? 0 : -1)) {
            continue;
        }
        double low = (double)end * TURN / FEELERS + QM__PI / 2;
        low -= low >= 2 * TURN ? 2 * TURN : low >= TURN ? TURN : 0;
        qm__span *span = qm__list_add(&m->spans);
        if (span) {
            qm__span_fill(span, anchor, number, low, low + QM__PI - width);
        }
        any = true;
    }
    return any;
}

/* A way along an arc that changes its level: all it can do at the point is to go on. */
static bool add_bend(making *m, const qm__anchor *anchor, uint32_t number, qm__xy out) {
    const double angle = qm__angle_of(out.x, out.y) - BEND;
    qm__span *span = qm__list_add(&m->spans);
    if (span) {
        qm__span_fill(span, anchor, number, angle < 0 ? angle + TURN : angle,
                      (angle < 0 ? angle + TURN : angle) + 2 * BEND);
    }
    return true;
}

static double nearer(double length, double away) {
    const double size = away < 0 ? -away : away;
    return size > QM__POINT_TOUCHES && size < length ? size : length;
}

/* Feelers end before anything that they could run into without its touching the point: it would make the wedge wider
 * than it is there. */
static double feeler_length(const making *m, const qm__candidate *c) {
    const qm__table *table = m->walks->table;
    const double r = m->walks->radius, ends[2] = {(double)table->width - r, (double)table->depth - r};
    double length = nearer(nearer(FEELER_LENGTH, c->at.x - r), c->at.y - r);
    length = nearer(nearer(length, c->at.x - ends[0]), c->at.y - ends[1]);
    for (int level = 0; level < m->walks->level_count; level++) {
        uint32_t count = 0;
        const qm__border *borders = qm__borders(m->walks->levels, level, &count);
        for (uint32_t i = 0; m->walks->group[level] == c->group && i < count; i++) {
            if (!qm__boxes_apart(borders[i].a, borders[i].b, c->at, c->at, length)) {
                length = nearer(length, qm__root(qm__point_segment_square(c->at, borders[i].a, borders[i].b)));
            }
        }
        const qm__wall *walls = qm__walls(m->walks->levels, level, &count);
        for (uint32_t i = 0; m->walks->group[level] == c->group && i < count; i++) {
            if (!qm__boxes_apart(walls[i].a, walls[i].b, c->at, c->at, r + length)) {
                length = nearer(length, qm__root(qm__point_segment_square(c->at, walls[i].a, walls[i].b)) - r);
            }
        }
    }
    return length < FEELER_LENGTH ? qm__most(length - QM__SLACK, FEELER_LEAST) : length;
}

/* Whether a border passes right beside a point, not through it: in a notch of a unit the shortest feelers miss how ways
 * can turn. */
static bool in_notch(const making *m, const qm__candidate *c) {
    bool notch = false;
    for (int level = 0; level < m->walks->level_count && !notch; level++) {
        uint32_t count = 0;
        const qm__border *borders = qm__borders(m->walks->levels, level, &count);
        for (uint32_t i = 0; m->walks->group[level] == c->group && i < count && !notch; i++) {
            const double square = qm__point_segment_square(c->at, borders[i].a, borders[i].b);
            notch = square > SAME_POINT * SAME_POINT && square < NOTCH * NOTCH;
        }
    }
    return notch;
}

static uint64_t feel(const qm__levels *levels, qm__spot spot, double length) {
    uint64_t free = 0;
    for (int i = 0; i < FEELERS; i++) {
        const qm__turn turn = qm__turn_of((double)i * QM__PARTS / FEELERS);
        const qm__xy to = {spot.x + turn.cos * length, spot.y + turn.sin * length};
        free |= (uint64_t)qm__piece_walkable(levels, NULL, spot, to, -1, QM__CARE) << i;
    }
    return free;
}

/* Between two borders in one line, such as a rim and the side of a low solid right on it, is a lane without width,
 * which feelers miss: it frees those beside it. */
static uint64_t feel_lane(const qm__levels *levels, qm__spot spot, qm__xy along, double length, uint64_t free) {
    const double turn = qm__angle_of(along.x, along.y) * FEELERS / TURN;
    const int first = (int)(turn < 0 ? turn + FEELERS : turn) % FEELERS;
    const uint64_t both = UINT64_C(1) << first | UINT64_C(1) << (first + 1) % FEELERS;
    const qm__xy to = qm__along((qm__xy){spot.x, spot.y}, qm__unit(along), length);
    return !(free & both) && qm__piece_walkable(levels, NULL, spot, to, -1, QM__CARE) ? free | both : free;
}

static uint64_t feel_lanes(const making *m, const qm__candidate *c, qm__spot spot, double length, uint64_t free) {
    for (int level = 0; free != UINT64_MAX && level < m->walks->level_count; level++) {
        uint32_t count = 0;
        const qm__border *borders = qm__borders(m->walks->levels, level, &count);
        for (uint32_t i = 0; m->walks->group[level] == c->group && i < count; i++) {
            const qm__xy a = borders[i].a, b = borders[i].b;
            if (qm__boxes_apart(a, b, c->at, c->at, 1e-3) || qm__point_segment_square(c->at, a, b) > 1e-6) {
                continue;
            }
            if (qm__apart(c->at, a) > 1) {
                free = feel_lane(m->walks->levels, spot, qm__minus(a, c->at), length, free);
            }
            if (qm__apart(c->at, b) > 1) {
                free = feel_lane(m->walks->levels, spot, qm__minus(b, c->at), length, free);
            }
        }
    }
    return free;
}

static bool passes_at(const making *m, const qm__candidate *c, int level) {
    return m->walks->group[level] == c->group &&
           qm__passes(m->walks->levels, NULL, (qm__spot){c->at.x, c->at.y, level}, QM__CARE, NULL);
}

/* A point at which a way may turn as it likes. */
static void add_open_point(making *m, const qm__candidate *c, int level, qm__anchor_kind kind, uint16_t number) {
    const qm__anchor anchor = {.centre = c->at, .level = level, .kind = (uint8_t)kind, .number = number};
    qm__span *span = qm__list_add(&m->spans);
    if (span) {
        qm__span_fill(span, &anchor, m->anchors.count, 0, TURN);
        add_anchor(m, c->at, 0, level, kind, number);
    }
}

static void add_point(making *m, const qm__candidate *c, int level) {
    const qm__anchor anchor = {.centre = c->at, .level = level, .kind = QM__ANCHOR_POINT};
    const qm__spot spot = {c->at.x, c->at.y, level};
    uint64_t free = feel(m->walks->levels, spot, FEELER_LENGTH);
    if (free != UINT64_MAX && c->origin == QM__POINT_DRAWN && in_notch(m, c)) {
        add_open_point(m, c, level, QM__ANCHOR_POINT, 0);
        return;
    }
    const double length = free == UINT64_MAX ? FEELER_LENGTH : feeler_length(m, c);
    free = length < FEELER_LENGTH ? feel(m->walks->levels, spot, length) : free;
    free = feel_lanes(m, c, spot, length, free);
    if (add_wedges(m, &anchor, m->anchors.count, free, c->origin == QM__POINT_DRAWN) ||
        (c->origin == QM__POINT_ON_ARC && add_bend(m, &anchor, m->anchors.count, qm__minus(c->at, c->centre)))) {
        add_anchor(m, c->at, 0, level, QM__ANCHOR_POINT, 0);
    }
}

/* The areas that lie on some of the levels that meet at a place, and those that lie on all of them. */
static uint64_t areas_meeting(const making *m, const qm__candidate *c, int low, int high, uint64_t *all) {
    uint64_t some = 0;
    *all = UINT64_MAX;
    for (int level = low; level <= high; level++) {
        if (passes_at(m, c, level)) {
            some |= m->walks->levels->levels[level].areas;
            *all &= m->walks->levels->levels[level].areas;
        }
    }
    return some;
}

/* Where an area lies on some of the levels that meet only, a way may turn to one of the others. Where it lies on all of
 * them, the line that keeps off it goes straight on, and the arc around its corner bends on. */
static void add_area_point(making *m, const qm__candidate *c, int low, int high) {
    const uint32_t area = (uint32_t)(c->origin - QM__POINT_ON_AREA);
    uint64_t all;
    const uint64_t some = areas_meeting(m, c, low, high, &all);
    if ((some & ~all) >> area & 1) {
        add_open_point(m, c, low, QM__ANCHOR_AREA, (uint16_t)area);
    } else if ((some >> area & 1) && low < high && c->round) {
        const qm__anchor anchor = {.centre = c->at, .level = low, .kind = QM__ANCHOR_AREA, .number = (uint16_t)area};
        add_bend(m, &anchor, m->anchors.count, qm__minus(c->at, c->centre));
        add_anchor(m, c->at, 0, low, QM__ANCHOR_AREA, (uint16_t)area);
    }
}

/* A corner of a surface that lies over an area: nothing is in the way there, but a way that stays out of the area bends
 * around it. */
static void add_dry_points(making *m, const qm__candidate *c, int low, int high) {
    uint64_t all;
    const uint64_t some = areas_meeting(m, c, low, high, &all);
    for (uint64_t left = some & ~all & m->walks->areas; left; left &= left - 1) {
        const uint32_t area = (uint32_t)__builtin_ctzll(left);
        if (qm__in_area(m->walks->levels, area, c->at)) {
            add_open_point(m, c, low, QM__ANCHOR_AREA, (uint16_t)area);
        }
    }
}

/* A way that turns back is on the levels between the lowest and the highest for a moment only. */
static void add_turn_back(making *m, const qm__candidate *c, int low, int high) {
    const qm__levels *levels = m->walks->levels;
    const int32_t step = qm__levels_walker(levels)->step, bottom = qm__level_height(levels, low);
    const int32_t top = qm__level_height(levels, high);
    for (int level = low + 1; level < high && top - bottom > step; level++) {
        const int32_t z = qm__level_height(levels, level);
        if (z - bottom <= step && top - z <= step && passes_at(m, c, level)) {
            add_open_point(m, c, level, QM__ANCHOR_POINT, 0);
        }
    }
}

/* Levels from low to high that steps join at a place: one point stands for all, if a single step joins the ends. Else
 * feelers would find free what is free only from some of them. */
static void add_joined(making *m, const qm__candidate *c, int low, int high) {
    const qm__levels *levels = m->walks->levels;
    const int32_t rise = qm__level_height(levels, high) - qm__level_height(levels, low);
    if (c->origin >= QM__POINT_ON_AREA) {
        add_area_point(m, c, low, high);
        return;
    }
    if (c->origin == QM__POINT_ALONG) {
        add_turn_back(m, c, low, high);
        return;
    }
    add_dry_points(m, c, low, high);
    qm__xy *place = low < high ? qm__list_add(&m->places) : NULL;
    if (place) {
        *place = c->at;
    }
    if (rise <= qm__levels_walker(levels)->step && c->origin == QM__POINT_SHARP) {
        add_open_point(m, c, low, QM__ANCHOR_POINT, 0);
    } else if (rise <= qm__levels_walker(levels)->step) {
        add_point(m, c, low);
    } else {
        for (int level = low; level <= high; level++) {
            if (passes_at(m, c, level)) {
                add_open_point(m, c, level, QM__ANCHOR_POINT, 0);
            }
        }
    }
}

/* Points of a place at the levels of its group where the base passes. */
static void add_place(making *m, const qm__candidate *c) {
    const qm__levels *levels = m->walks->levels;
    const int32_t step = qm__levels_walker(levels)->step;
    int low = -1, high = -1;
    for (int level = 0; level < m->walks->level_count; level++) {
        if (!passes_at(m, c, level)) {
            continue;
        }
        if (low >= 0 && qm__level_height(levels, level) - qm__level_height(levels, high) > step) {
            add_joined(m, c, low, high);
            low = -1;
        }
        low = low < 0 ? level : low;
        high = level;
    }
    if (low >= 0) {
        add_joined(m, c, low, high);
    }
}

static void add_points(making *m) {
    qm__gather_points(m->walks, &m->points);
    qm__candidate *all = m->points.items;
    if (!m->points.failed && m->points.count) {
        qm__sort(all, m->points.count, sizeof *all, compare_points);
    }
    for (uint32_t i = 0; i < m->points.count; i++) {
        bool again = false;
        for (uint32_t k = i;
             k > 0 && !again && all[k - 1].group == all[i].group && all[i].at.x - all[k - 1].at.x < 1e-3; k--) {
            const double dy = all[i].at.y - all[k - 1].at.y;
            again = dy < 1e-3 && dy > -1e-3 &&
                    (all[i].origin < QM__POINT_ON_AREA ? all[k - 1].origin <= all[i].origin
                                                       : all[k - 1].origin == all[i].origin);
        }
        if (!again) {
            add_place(m, &all[i]);
        }
    }
}

/* ------------------------------------------------------------------------------------------------------------- spans
 */

/* The free parts of an anchor's circle; ends that go on at another level are points to turn at. */
static bool add_spans(making *m, const qm__anchor *anchor, uint32_t number, bool ends) {
    int count;
    while ((count = qm__arc_spans(m->walks->levels, anchor->level, anchor->centre, anchor->radius, m->arcs,
                                  m->arc_max)) < 0) {
        const int more = m->arc_max * 2;
        void *arcs = more > ARCS_MAX ? NULL
                                     : qm__resize(m->anchors.allocator, m->arcs, (size_t)m->arc_max * sizeof *m->arcs,
                                                  (size_t)more * sizeof *m->arcs);
        if (!arcs) {
            m->spans.failed = true;
            return false;
        }
        m->arcs = arcs;
        m->arc_max = more;
    }
    for (int i = 0; i < count; i++) {
        qm__span *span = qm__list_add(&m->spans);
        if (!span) {
            return false;
        }
        qm__span_fill(span, anchor, number, m->arcs[i].low, m->arcs[i].high);
        if (ends && m->arcs[i].low_next >= 0) {
            qm__candidate_add(&m->points, qm__span_place(span, span->low), m->walks->group[anchor->level],
                              QM__POINT_ON_ARC, anchor->centre);
        }
        if (ends && m->arcs[i].high_next >= 0) {
            qm__candidate_add(&m->points, qm__span_place(span, span->high), m->walks->group[anchor->level],
                              QM__POINT_ON_ARC, anchor->centre);
        }
    }
    return count > 0;
}

static bool add_all_spans(making *m) {
    const uint32_t count = m->anchors.count;
    for (uint32_t i = 0; i < count; i++) {
        const qm__anchor anchor = ((const qm__anchor *)m->anchors.items)[i];
        if (anchor.radius > 0) {
            add_spans(m, &anchor, i, anchor.kind == QM__ANCHOR_CORNER);
        } else if (qm__passes(m->walks->levels, NULL, (qm__spot){anchor.centre.x, anchor.centre.y, anchor.level},
                              QM__CARE, NULL)) {
            qm__span *span = qm__list_add(&m->spans);
            if (span) {
                qm__span_fill(span, &anchor, i, 0, TURN);
            }
        }
    }
    add_points(m);
    return !m->anchors.failed && !m->spans.failed && !m->points.failed;
}

/* ---------------------------------------------------------------------------------------------------------- in order
 */

static int compare_anchors(const void *a, const void *b) {
    const qm__anchor *p = a, *q = b;
    if (p->level != q->level) {
        return p->level < q->level ? -1 : 1;
    }
    const int by_x = compare_numbers(p->centre.x, q->centre.x), by_y = compare_numbers(p->centre.y, q->centre.y);
    if (by_x || by_y) {
        return by_x ? by_x : by_y;
    }
    if (p->kind != q->kind) {
        return p->kind < q->kind ? -1 : 1;
    }
    return (p->number > q->number) - (p->number < q->number);
}

/* Of anchors of walls in the same place one is enough: their spans are those of the place. */
static void drop_doubles(making *m) {
    qm__anchor *all = m->anchors.items;
    uint32_t kept = 0;
    if (m->anchors.count) {
        qm__sort(all, m->anchors.count, sizeof *all, compare_anchors);
    }
    for (uint32_t i = 0; i < m->anchors.count; i++) {
        if (!kept || compare_anchors(&all[kept - 1], &all[i]) != 0) {
            all[kept++] = all[i];
        }
    }
    m->anchors.count = kept;
}

static int compare_spans(const void *a, const void *b) {
    const qm__span *p = a, *q = b;
    if (p->level != q->level) {
        return p->level < q->level ? -1 : 1;
    }
    const int by_x = compare_numbers(p->centre.x, q->centre.x), by_y = compare_numbers(p->centre.y, q->centre.y);
    if (by_x || by_y) {
        return by_x ? by_x : by_y;
    }
    if (p->kind != q->kind) {
        return p->kind < q->kind ? -1 : 1;
    }
    if (p->number != q->number) {
        return p->number < q->number ? -1 : 1;
    }
    return compare_numbers(p->low, q->low);
}

/* Which isle each span lies on; a span that lies on none, by a hair, is of no use. */
static void find_isles(making *m) {
    qm__span *spans = m->spans.items;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < m->spans.count && !m->spans.failed; i++) {
        const qm__xy at = qm__span_place(&spans[i], (spans[i].low + spans[i].high) / 2);
        spans[i].isle = qm__isle_at(m->walks, (qm__spot){at.x, at.y, spans[i].level});
        if (spans[i].isle >= 0) {
            spans[kept++] = spans[i];
        }
    }
    m->spans.count = kept;
}

/* Sorts spans by geometry and makes the anchors that have any anew, in the order of their spans. */
static bool keep_all(making *m, qm__arena *arena) {
    qm__walks *walks = m->walks;
    find_isles(m);
    walks->span_count = m->spans.count;
    walks->spans = qm__list_keep(&m->spans, arena);
    walks->place_count = m->places.count;
    walks->places = qm__list_keep(&m->places, arena);
    walks->anchors = qm__arena_array(arena, walks->span_count + 1u, sizeof *walks->anchors);
    if (!walks->spans || !walks->places || !walks->anchors) {
        return false;
    }
    if (walks->span_count) {
        qm__sort(walks->spans, walks->span_count, sizeof *walks->spans, compare_spans);
    }
    const qm__anchor *all = m->anchors.items;
    uint32_t old = UINT32_MAX;
    for (uint32_t i = 0; i < walks->span_count; i++) {
        if (walks->spans[i].anchor != old) {
            old = walks->spans[i].anchor;
            walks->anchors[walks->anchor_count] = all[old];
            walks->anchors[walks->anchor_count].first_span = i;
            walks->anchor_count++;
        }
        walks->anchors[walks->anchor_count - 1].span_count++;
        walks->spans[i].anchor = walks->anchor_count - 1;
    }
    return true;
}

bool qm__walks_make_anchors(qm__walks *walks, qm__arena *arena) {
    making m = {.walks = walks,
                .anchors = {.allocator = arena->allocator, .size = sizeof(qm__anchor)},
                .spans = {.allocator = arena->allocator, .size = sizeof(qm__span)},
                .points = {.allocator = arena->allocator, .size = sizeof(qm__candidate)},
                .places = {.allocator = arena->allocator, .size = sizeof(qm__xy)},
                .arc_max = 64};
    m.arcs = qm__resize(arena->allocator, NULL, 0, (size_t)m.arc_max * sizeof *m.arcs);
    for (int level = 0; level < walks->level_count; level++) {
        add_corners(&m, level);
    }
    for (uint32_t area = 0; area < walks->table->area_count; area++) {
        if (walks->areas >> area & 1) {
            add_area_corners(&m, area);
        }
    }
    drop_doubles(&m);
    const bool good = m.arcs && add_all_spans(&m) && keep_all(&m, arena);
    if (m.arcs) {
        qm__resize(arena->allocator, m.arcs, (size_t)m.arc_max * sizeof *m.arcs, 0);
    }
    qm__list_free(&m.anchors);
    qm__list_free(&m.spans);
    qm__list_free(&m.points);
    qm__list_free(&m.places);
    return good;
}
