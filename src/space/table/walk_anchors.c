/* Anchors of the terrain: the circles and points around which shortest ways bend, and the spans on which a base's
 * centre can be.
 *
 * Invariant: no place where a shortest way can bend is left out; anchors too many only cost time. A point is kept as an
 * anchor when small steps from it in some directions are blocked and the blocked ones leave more than half a turn free:
 * the span of such a wedge is the cone of its normals, as that of a corner is. Feelers make wedges too narrow by up to
 * one feeler on each side (two beside a lane without width), which makes spans too wide, never too narrow.
 */
#include "base/sort.h"
#include "space/table/levels_inside.h"
#include "space/table/walk_inside.h"

#include "base/angle.h"

#include <string.h>

#define TURN (2 * QM__PI)
#define FEELERS 64         /* directions tried around a point */
#define FEELER_LENGTH 24.0 /* units: long against the slack, short against everything that is drawn */

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

typedef struct candidate {
    qm__xy at;
    int32_t group;
    int32_t origin; /* one of those below */
    qm__xy centre;  /* of the circle on which it lies, if it lies on one */
    bool round;
} candidate;

/* Where a point comes from; those that are kept more easily come first. ON_AREA and more: where what keeps off the area
 * of that number meets a border. */
enum { DRAWN = 0, ON_ARC, CROSSING, ON_AREA };

static void add_candidate(making *m, qm__xy at, int32_t group, int32_t origin, qm__xy centre) {
    candidate *c = qm__list_add(&m->points);
    if (c) {
        *c = (candidate){at, group, origin, centre, centre.x != at.x || centre.y != at.y};
    }
}

static void add_crossing(making *m, const qm__border *border, qm__xy c, qm__xy d, int32_t group) {
    qm__xy at;
    if (qm__border_line(border, c, d, &at)) {
        add_candidate(m, at, group, CROSSING, at);
    }
}

static void add_circle_crossings(making *m, const qm__border *border, qm__xy centre, double radius, int32_t group) {
    qm__xy at[2];
    const int count = qm__border_circle(border, centre, radius, at);
    for (int i = 0; i < count; i++) {
        add_candidate(m, at[i], group, CROSSING, centre);
    }
}

static bool boxes_apart(qm__xy a, qm__xy b, qm__xy c, qm__xy d, double by) {
    return qm__most(a.x, b.x) + by < qm__least(c.x, d.x) || qm__most(c.x, d.x) + by < qm__least(a.x, b.x) ||
           qm__most(a.y, b.y) + by < qm__least(c.y, d.y) || qm__most(c.y, d.y) + by < qm__least(a.y, b.y);
}

static void add_wall_crossings(making *m, const qm__border *border, const qm__wall *wall, int32_t group) {
    const double r = m->walks->radius;
    const qm__xy along = qm__unit(qm__minus(wall->b, wall->a)), out = {along.y * r, -along.x * r};
    add_crossing(m, border, qm__plus(wall->a, out), qm__plus(wall->b, out), group);
    if (wall->railing || wall->rim) {
        add_crossing(m, border, qm__minus(wall->a, out), qm__minus(wall->b, out), group);
    }
    if (wall->convex_a) {
        add_circle_crossings(m, border, wall->a, r, group);
    }
    if (wall->convex_b) {
        add_circle_crossings(m, border, wall->b, r, group);
    }
}

/* Where the line that keeps off an area, or the arc around its outer corner, meets a border. */
static void add_area_crossings(making *m, const qm__border *border, uint32_t area, int32_t group) {
    const qm__table *table = m->walks->table;
    const qm__polygon *polygon = &table->areas[area].polygon;
    const double r = m->walks->centre ? 0 : m->walks->radius;
    const int32_t origin = ON_AREA + (int32_t)area;
    qm__edges edges = qm__edges_of(table, polygon);
    for (qm__edge e; qm__edges_next(&edges, &e);) {
        if (boxes_apart(border->a, border->b, e.a, e.b, r + 1)) {
            continue;
        }
        const qm__xy along = qm__unit(qm__minus(e.b, e.a)), out = {along.y * r, -along.x * r};
        qm__xy at[2];
        if (qm__border_line(border, qm__plus(e.a, out), qm__plus(e.b, out), at)) {
            add_candidate(m, at[0], group, origin, at[0]);
        }
        for (int count = r > 0 ? qm__border_circle(border, e.a, r, at) : 0; count > 0; count--) {
            add_candidate(m, at[count - 1], group, origin, e.a);
        }
    }
}

static void add_border_points(making *m, int level, const qm__border *border, uint32_t index) {
    const int32_t group = m->walks->group[level];
    add_candidate(m, border->a, group, DRAWN, border->a);
    add_candidate(m, border->b, group, DRAWN, border->b);
    for (uint32_t area = 0; area < m->walks->table->area_count; area++) {
        if (m->walks->areas >> area & 1) {
            add_area_crossings(m, border, area, group);
        }
    }
    for (int other = 0; other < m->walks->level_count; other++) {
        if (m->walks->group[other] != group) {
            continue;
        }
        uint32_t count;
        const qm__border *borders = qm__borders(m->walks->levels, other, &count);
        for (uint32_t i = other == level ? index + 1 : 0; other >= level && i < count; i++) {
            if (!boxes_apart(border->a, border->b, borders[i].a, borders[i].b, 1)) {
                add_crossing(m, border, borders[i].a, borders[i].b, group);
            }
        }
        const qm__wall *walls = qm__walls(m->walks->levels, other, &count);
        for (uint32_t i = 0; i < count; i++) {
            if (!boxes_apart(border->a, border->b, walls[i].a, walls[i].b, m->walks->radius + 1)) {
                add_wall_crossings(m, border, &walls[i], group);
            }
        }
    }
}

static int compare_numbers(double a, double b) {
    return (a > b) - (a < b);
}

static int compare_points(const void *a, const void *b) {
    const candidate *p = a, *q = b;
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

static uint64_t feel(const qm__levels *levels, qm__spot spot) {
    uint64_t free = 0;
    for (int i = 0; i < FEELERS; i++) {
        const qm__turn turn = qm__turn_of((double)i * QM__PARTS / FEELERS);
        const qm__xy to = {spot.x + turn.cos * FEELER_LENGTH, spot.y + turn.sin * FEELER_LENGTH};
        free |= (uint64_t)qm__piece_walkable(levels, NULL, spot, to, -1, QM__CARE) << i;
    }
    return free;
}

/* Between two borders in one line, such as a rim and the side of a low solid right on it, is a lane without width,
 * which feelers miss: it frees those beside it. */
static uint64_t feel_lane(const qm__levels *levels, qm__spot spot, qm__xy along, uint64_t free) {
    const double turn = qm__angle_of(along.x, along.y) * FEELERS / TURN;
    const int first = (int)(turn < 0 ? turn + FEELERS : turn) % FEELERS;
    const uint64_t both = UINT64_C(1) << first | UINT64_C(1) << (first + 1) % FEELERS;
    const qm__xy to = qm__along((qm__xy){spot.x, spot.y}, qm__unit(along), FEELER_LENGTH);
    return !(free & both) && qm__piece_walkable(levels, NULL, spot, to, -1, QM__CARE) ? free | both : free;
}

static uint64_t feel_lanes(const making *m, const candidate *c, qm__spot spot, uint64_t free) {
    for (int level = 0; free != UINT64_MAX && level < m->walks->level_count; level++) {
        uint32_t count = 0;
        const qm__border *borders = qm__borders(m->walks->levels, level, &count);
        for (uint32_t i = 0; m->walks->group[level] == c->group && i < count; i++) {
            const qm__xy a = borders[i].a, b = borders[i].b;
            if (boxes_apart(a, b, c->at, c->at, 1e-3) || qm__point_segment_square(c->at, a, b) > 1e-6) {
                continue;
            }
            if (qm__apart(c->at, a) > 1) {
                free = feel_lane(m->walks->levels, spot, qm__minus(a, c->at), free);
            }
            if (qm__apart(c->at, b) > 1) {
                free = feel_lane(m->walks->levels, spot, qm__minus(b, c->at), free);
            }
        }
    }
    return free;
}

static bool passes_at(const making *m, const candidate *c, int level) {
    return m->walks->group[level] == c->group &&
           qm__passes(m->walks->levels, NULL, (qm__spot){c->at.x, c->at.y, level}, QM__CARE, NULL);
}

static void add_point(making *m, const candidate *c, int level) {
    const qm__anchor anchor = {.centre = c->at, .level = level, .kind = QM__ANCHOR_POINT};
    const qm__spot spot = {c->at.x, c->at.y, level};
    const uint64_t free = feel_lanes(m, c, spot, feel(m->walks->levels, spot));
    if (add_wedges(m, &anchor, m->anchors.count, free, c->origin == DRAWN) ||
        (c->origin == ON_ARC && add_bend(m, &anchor, m->anchors.count, qm__minus(c->at, c->centre)))) {
        add_anchor(m, c->at, 0, level, QM__ANCHOR_POINT, 0);
    }
}

/* A point at which a way may turn as it likes. */
static void add_open_point(making *m, const candidate *c, int level, qm__anchor_kind kind, uint16_t number) {
    const qm__anchor anchor = {.centre = c->at, .level = level, .kind = (uint8_t)kind, .number = number};
    qm__span *span = qm__list_add(&m->spans);
    if (span) {
        qm__span_fill(span, &anchor, m->anchors.count, 0, TURN);
        add_anchor(m, c->at, 0, level, kind, number);
    }
}

/* Where an area lies on some of the levels that meet only, a way may turn to one of the others. Where it lies on all of
 * them, the line that keeps off it goes straight on, and the arc around its corner bends on. */
static void add_area_point(making *m, const candidate *c, int low, int high) {
    const uint32_t area = (uint32_t)(c->origin - ON_AREA);
    bool some = false, all = true;
    for (int level = low; level <= high; level++) {
        if (passes_at(m, c, level)) {
            const bool here = m->walks->levels->levels[level].areas >> area & 1;
            some = some || here;
            all = all && here;
        }
    }
    if (some && !all) {
        add_open_point(m, c, low, QM__ANCHOR_AREA, (uint16_t)area);
    } else if (some && low < high && c->round) {
        const qm__anchor anchor = {.centre = c->at, .level = low, .kind = QM__ANCHOR_AREA, .number = (uint16_t)area};
        add_bend(m, &anchor, m->anchors.count, qm__minus(c->at, c->centre));
        add_anchor(m, c->at, 0, low, QM__ANCHOR_AREA, (uint16_t)area);
    }
}

/* Levels from low to high that steps join at a place: one point stands for all, if a single step joins the ends. Else
 * feelers would find free what is free only from some of them. */
static void add_joined(making *m, const candidate *c, int low, int high) {
    const qm__levels *levels = m->walks->levels;
    const int32_t rise = qm__level_height(levels, high) - qm__level_height(levels, low);
    if (c->origin >= ON_AREA) {
        add_area_point(m, c, low, high);
        return;
    }
    qm__xy *place = low < high ? qm__list_add(&m->places) : NULL;
    if (place) {
        *place = c->at;
    }
    if (rise <= qm__levels_walker(levels)->step) {
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
static void add_place(making *m, const candidate *c) {
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
    qm__walks *walks = m->walks;
    for (int level = 0; level < walks->level_count; level++) {
        uint32_t count;
        const qm__border *borders = qm__borders(walks->levels, level, &count);
        for (uint32_t i = 0; i < count; i++) {
            add_border_points(m, level, &borders[i], i);
        }
    }
    candidate *all = m->points.items;
    if (!m->points.failed && m->points.count) {
        qm__sort(all, m->points.count, sizeof *all, compare_points);
    }
    for (uint32_t i = 0; i < m->points.count; i++) {
        bool again = false;
        for (uint32_t k = i;
             k > 0 && !again && all[k - 1].group == all[i].group && all[i].at.x - all[k - 1].at.x < 1e-3; k--) {
            const double dy = all[i].at.y - all[k - 1].at.y;
            again = dy < 1e-3 && dy > -1e-3 &&
                    (all[i].origin < ON_AREA ? all[k - 1].origin <= all[i].origin : all[k - 1].origin == all[i].origin);
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
            add_candidate(m, qm__span_place(span, span->low), m->walks->group[anchor->level], ON_ARC, anchor->centre);
        }
        if (ends && m->arcs[i].high_next >= 0) {
            add_candidate(m, qm__span_place(span, span->high), m->walks->group[anchor->level], ON_ARC, anchor->centre);
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
                .points = {.allocator = arena->allocator, .size = sizeof(candidate)},
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
