/* Shores: where a way may bend as it comes into or out of an area that costs by the inch, or stays in one that costs
 * something at each entry.
 *
 * Like light, a cheapest way breaks at such a border, anywhere along it. Points are strewn along the border of each
 * area, as the base's centre sees it, close enough that the cheapest way over them is within half a per cent of the
 * cheapest of all on tables of ordinary size; the search then treats them like corners, and in the end the points of
 * the way found are moved about until nothing gets cheaper. Rejected: solving for the place of every crossing within
 * the search, which is exact but has to be done anew for every sequence of borders.
 */
#include "space/table/levels_inside.h"
#include "space/table/walk_search.h"

#include "base/angle.h"

#include <string.h>

#define TURN (2 * QM__PI)
#define SPACING 300.0 /* units between points; more where all would not fit */
#define OUTER 0.05    /* units: points lie so far outside of the border, and so do ways along it */
#define SAME 0.2      /* units: nearer ones are one */
#define ASIDE 2.0     /* units: so far beside the border it is clear on which side of it a place lies */
#define INNER 0.3     /* units: points of ways that stay inside lie so far from the others, surely inside */

typedef struct strewing {
    const qm__walks *walks;
    const qm__pricing *pricing;
    qm__walks_bodies *b;
    int32_t level, isle;
    uint16_t area;
    double spacing, reach;
    uint32_t left; /* how many more there is room for */
    bool inner;    /* only inner corners */
} strewing;

static void add_point(strewing *s, qm__xy at) {
    const qm__anchor anchor = {.centre = at, .level = s->level, .number = s->area, .kind = QM__ANCHOR_SHORE};
    const qm__spot spot = {at.x, at.y, s->level};
    for (uint32_t i = s->b->side_first; i < s->b->span_count; i++) {
        const qm__xy d = qm__minus(s->b->spans[i].centre, at);
        if (qm__dot(d, d) < SAME * SAME && s->b->spans[i].level == s->level) {
            return;
        }
    }
    if (s->left == 0 || !qm__passes(s->walks->levels, NULL, spot, QM__CARE, NULL) ||
        qm__isle_at(s->walks, spot) != s->isle) {
        return;
    }
    s->left--;
    s->b->sides[s->b->span_count - s->b->side_first] = (qm__shore_side){.end = true};
    s->b->cut_of[s->walks->span_count + s->b->span_count] = (qm__cut_range){0, 0};
    qm__span *span = &s->b->spans[s->b->span_count++];
    qm__span_fill(span, &anchor, UINT32_MAX, 0, TURN);
    span->isle = s->isle;
}

/* The dearest price by the inch at a place, for a unit. */
static double unit_price(const strewing *s, qm__xy at) {
    double factor = 1000;
    for (uint64_t left = s->pricing->inch & s->walks->levels->levels[s->level].areas; left; left &= left - 1) {
        const uint32_t area = (uint32_t)__builtin_ctzll(left);
        const double own = s->pricing->prices[area].factor;
        factor = own > factor && qm__in_area(s->walks->levels, area, at) ? own : factor;
    }
    return factor / 1000;
}

/* One of a row of points along a straight border. */
static void add_in_row(strewing *s, qm__xy at, qm__xy out, double apart, bool end) {
    const uint32_t before = s->b->span_count;
    add_point(s, at);
    if (s->b->span_count > before) {
        s->b->sides[before - s->b->side_first] = (qm__shore_side){out, unit_price(s, qm__along(at, out, -ASIDE)),
                                                                  unit_price(s, qm__along(at, out, ASIDE)), apart, end};
    }
}

/* Where a way bends that stays in an area around an inner corner of it: so far inside that it surely does. */
static void add_inner_corner(strewing *s, qm__xy before, qm__xy a, qm__xy b) {
    const qm__xy along = qm__unit(qm__minus(b, a)), in = qm__unit(qm__minus(a, before));
    const qm__xy out = {along.y + in.y, -along.x - in.x};
    const double lean = 1 + qm__dot(along, in);
    if (qm__cross(in, along) < 0 && lean > 0.01) {
        add_point(s, qm__along(a, out, (s->reach - INNER) / lean));
    }
}

/* Along the parallel of an edge (from a to b) where ways from a place inside come out: straight, and at the angle at
 * which they go on along the border. */
static void strew_near(strewing *s, const qm__spot *near, qm__xy a, qm__xy b, double factor) {
    const qm__xy along = qm__unit(qm__minus(b, a)), v = {near->x - a.x, near->y - a.y};
    const double far = qm__cross(along, v), foot = qm__dot(along, v), length = qm__apart(a, b);
    const double aside = far / qm__root(factor * factor - 1);
    for (int side = -1; side <= 1 && far > 0; side++) {
        const double at = foot + aside * side;
        if (at > 0 && at < length) {
            add_in_row(s, qm__along(a, along, at), (qm__xy){along.y, -along.x}, s->spacing, true);
        }
    }
}

/* The same on the arc around a corner: there the angle at which it comes out is one of the triangle with the corner. */
static void strew_near_corner(strewing *s, const qm__spot *near, qm__xy corner, double factor) {
    const qm__xy v = {near->x - corner.x, near->y - corner.y};
    const double far = qm__length(v), sine = far > 0 ? s->reach / factor / far : 2, own = 1 / factor;
    if (far >= s->reach || sine > 1) {
        return;
    }
    const double turn = qm__angle_of(qm__root(1 - sine * sine), sine) - qm__angle_of(qm__root(1 - own * own), own);
    for (int side = -1; side <= 1; side++) {
        const qm__turn by = qm__turn_of_radians(turn * side);
        const qm__xy d = qm__unit((qm__xy){v.x * by.cos - v.y * by.sin, v.x * by.sin + v.y * by.cos});
        add_point(s, qm__along(corner, d, s->reach));
    }
}

/* Along the parallel of an edge, and around its first corner where that is an outer one. */
static void strew_edge(strewing *s, qm__xy before, qm__xy a, qm__xy b) {
    const qm__xy along = qm__unit(qm__minus(b, a)), in = qm__unit(qm__minus(a, before));
    const qm__xy out = {along.y * s->reach, -along.x * s->reach};
    const double length = qm__apart(a, b);
    const int count = (int)(length / s->spacing) + 1;
    for (int i = 0; i <= count; i++) {
        const qm__xy at = qm__plus(qm__along(a, along, length * i / count), out);
        add_in_row(s, at, (qm__xy){along.y, -along.x}, length / count, i == 0 || i == count);
    }
    for (uint32_t i = 0; i < s->pricing->near_count; i++) {
        if (s->pricing->near[i].level == s->level) {
            strew_near(s, &s->pricing->near[i], qm__plus(a, out), qm__plus(b, out),
                       (double)s->pricing->prices[s->area].factor / 1000);
        }
    }
    for (uint32_t i = 0; i < s->pricing->near_count && s->reach > 0 && qm__cross(in, along) > 0; i++) {
        if (s->pricing->near[i].level == s->level) {
            strew_near_corner(s, &s->pricing->near[i], a, (double)s->pricing->prices[s->area].factor / 1000);
        }
    }
    const double turn = qm__angle_of(qm__dot(in, along), qm__cross(in, along));
    const int arcs = s->reach > 0 && turn > 0 ? (int)(turn * s->reach / s->spacing) : 0;
    for (int i = 1; i <= arcs; i++) {
        const qm__turn by = qm__turn_of_radians(-turn * i / (arcs + 1));
        add_point(s, qm__plus(a, (qm__xy){out.x * by.cos - out.y * by.sin, out.x * by.sin + out.y * by.cos}));
    }
}

/* Calls for every edge; with no strewing only adds up their length. */
static double walk_edges(const qm__table *table, const qm__polygon *polygon, strewing *s) {
    double length = 0;
    for (uint32_t r = 0; r < polygon->ring_count; r++) {
        const qm__ring *ring = &table->rings[polygon->first_ring + r];
        const qm__corner *c = &table->corners[ring->first];
        for (uint32_t i = 0; i < ring->count; i++) {
            const qm__corner *p = &c[(i + ring->count - 1) % ring->count], *n = &c[(i + 1) % ring->count];
            const qm__xy before = {p->x, p->y}, a = {c[i].x, c[i].y}, b = {n->x, n->y};
            length += qm__apart(a, b);
            if (s && s->inner) {
                add_inner_corner(s, before, a, b);
            } else if (s) {
                strew_edge(s, before, a, b);
            }
        }
    }
    return length;
}

/* ----------------------------------------------------------------------------------------------------------- crossings
 */

/* A line or a circle that a way may have to keep to. */
typedef struct curve {
    qm__xy a, b; /* round: a is the centre */
    double radius;
} curve;

static bool line_line(const curve *one, const curve *two, qm__xy out[2]) {
    const qm__xy d = qm__minus(one->b, one->a), e = qm__minus(two->b, two->a), f = qm__minus(two->a, one->a);
    const double bottom = qm__cross(d, e);
    if (bottom < 1e-6 && bottom > -1e-6) {
        return false;
    }
    out[0] = out[1] = qm__along(one->a, d, qm__cross(f, e) / bottom);
    return true;
}

static bool line_circle(const curve *line, const curve *circle, qm__xy out[2]) {
    const qm__xy along = qm__unit(qm__minus(line->b, line->a)), v = qm__minus(circle->a, line->a);
    const double off = qm__cross(along, v), rest = circle->radius * circle->radius - off * off;
    const double at = qm__dot(along, v), by = rest > 0 ? qm__root(rest) : 0;
    out[0] = qm__along(line->a, along, at - by);
    out[1] = qm__along(line->a, along, at + by);
    return rest > -1;
}

static bool circle_circle(const curve *one, const curve *two, qm__xy out[2]) {
    const qm__xy v = qm__minus(two->a, one->a);
    const double square = qm__dot(v, v);
    if (square < 1) {
        return false;
    }
    const double along = (square + one->radius * one->radius - two->radius * two->radius) / (2 * square);
    const double rest = one->radius * one->radius / square - along * along, by = rest > 0 ? qm__root(rest) : 0;
    const qm__xy middle = qm__along(one->a, v, along);
    out[0] = qm__along(middle, qm__left(v), by);
    out[1] = qm__along(middle, qm__left(v), -by);
    return rest > -1e-6;
}

/* Whether a place where the lines of two curves meet lies on this one. */
static bool is_on(const curve *c, qm__xy p) {
    return c->radius > 0 || qm__point_segment_square(p, c->a, c->b) < 0.01;
}

static bool curves_apart(const curve *one, const curve *two) {
    const double by = one->radius + two->radius + 1;
    return qm__most(one->a.x, one->b.x) + by < qm__least(two->a.x, two->b.x) ||
           qm__most(two->a.x, two->b.x) + by < qm__least(one->a.x, one->b.x) ||
           qm__most(one->a.y, one->b.y) + by < qm__least(two->a.y, two->b.y) ||
           qm__most(two->a.y, two->b.y) + by < qm__least(one->a.y, one->b.y);
}

/* Whether a place lies on the border of the area at hand, as a base's centre sees it: just outside. */
static bool on_border(const strewing *s, qm__xy p) {
    const qm__levels *levels = s->walks->levels;
    const qm__polygon *polygon = &s->walks->table->areas[s->area].polygon;
    return !qm__in_area(levels, s->area, p) && qm__polygon_has(s->walks->table, polygon, p.x, p.y, s->reach + 0.2);
}

/* Just inside of a corner of the border: where a way bends that stays in the area. */
static void add_inside(strewing *s, qm__xy p) {
    qm__xy in = {0, 0};
    for (int k = 0; k < 16; k++) {
        const qm__turn turn = qm__turn_of(QM__PARTS / 16 * k);
        const qm__xy look = {p.x + turn.cos, p.y + turn.sin};
        in = qm__in_area(s->walks->levels, s->area, look) ? qm__plus(in, qm__minus(look, p)) : in;
    }
    for (double by = 2 * INNER; by < 4 && qm__dot(in, in) > 1e-3; by *= 2) {
        const qm__xy at = qm__along(p, qm__unit(in), by);
        if (qm__polygon_has(s->walks->table, &s->walks->table->areas[s->area].polygon, at.x, at.y, s->reach - INNER)) {
            add_point(s, at);
            return;
        }
    }
}

static void add_crossings(strewing *s, const curve *own, const curve *other) {
    qm__xy at[2];
    if (curves_apart(own, other)) {
        return;
    }
    const bool meet = own->radius > 0 ? other->radius > 0 ? circle_circle(own, other, at) : line_circle(other, own, at)
                      : other->radius > 0 ? line_circle(own, other, at)
                                          : line_line(own, other, at);
    for (int k = 0; meet && k < 2; k++) {
        if (is_on(own, at[k]) && is_on(other, at[k]) && on_border(s, at[k])) {
            if (s->inner) {
                add_inside(s, at[k]);
            } else {
                add_point(s, at[k]);
            }
        }
    }
}

/* The border of an area, one curve after the other: the parallel of an edge, then the arc around its first corner. */
static bool next_curve(qm__edges *edges, qm__edge *e, bool *arc, double reach, curve *out) {
    *arc = !*arc;
    if (!*arc && reach > 0) {
        *out = (curve){e->a, e->a, reach};
        return true;
    }
    *arc = true;
    if (!qm__edges_next(edges, e)) {
        return false;
    }
    const qm__xy along = qm__unit(qm__minus(e->b, e->a)), by = {along.y * reach, -along.x * reach};
    *out = (curve){qm__plus(e->a, by), qm__plus(e->b, by), 0};
    return true;
}

static void cross_area(strewing *s, const curve *own, uint32_t area) {
    qm__edges edges = qm__edges_of(s->walks->table, &s->walks->table->areas[area].polygon);
    qm__edge e;
    bool arc = false;
    for (curve c; next_curve(&edges, &e, &arc, s->reach, &c);) {
        add_crossings(s, own, &c);
    }
}

/* What a base keeps off walls, and the borders of the table. */
static void cross_walls(strewing *s, const curve *own) {
    const qm__level *level = &s->walks->levels->levels[s->level];
    const double r = s->walks->radius, width = s->walks->table->width - r, depth = s->walks->table->depth - r;
    const curve sides[4] = {{{r, r}, {width, r}, 0},
                            {{width, r}, {width, depth}, 0},
                            {{width, depth}, {r, depth}, 0},
                            {{r, depth}, {r, r}, 0}};
    for (int i = 0; i < 4; i++) {
        add_crossings(s, own, &sides[i]);
    }
    for (uint32_t i = 0; i < level->wall_count; i++) {
        const qm__wall *wall = &level->walls[i];
        if (curves_apart(own, &(curve){wall->a, wall->b, r})) {
            continue;
        }
        const qm__xy along = qm__unit(qm__minus(wall->b, wall->a)), by = {along.y * r, -along.x * r};
        add_crossings(s, own, &(curve){qm__plus(wall->a, by), qm__plus(wall->b, by), 0});
        add_crossings(s, own, &(curve){qm__minus(wall->a, by), qm__minus(wall->b, by), 0});
        add_crossings(s, own, &(curve){wall->a, wall->a, r});
        add_crossings(s, own, &(curve){wall->b, wall->b, r});
    }
}

/* What a base keeps off bodies. A crowd leaves half of the room to the rest. */
static void cross_bodies(strewing *s, const curve *own) {
    const qm__crowd *const crowd = s->b->crowd;
    for (uint16_t i = 0; crowd && i < crowd->count && s->left > QM__SHORES_MAX / 2; i++) {
        const qm__body *const body = &crowd->bodies[i];
        const double keep = qm__keep_at(s->walks, crowd, i, s->level);
        qm__xy corners[4] = {{body->x, body->y}};
        const int count = keep <= 0 ? 0 : body->radius > 0 ? 1 : 4;
        if (count == 4) {
            qm__body_corners(body, corners);
        }
        for (int k = 0; k < count; k++) {
            const qm__xy a = corners[k], b = corners[(k + 1) % count], along = qm__unit(qm__minus(b, a));
            const qm__xy by = {along.y * keep, -along.x * keep};
            add_crossings(s, own, &(curve){a, a, keep});
            if (count == 4) {
                add_crossings(s, own, &(curve){qm__plus(a, by), qm__plus(b, by), 0});
            }
        }
    }
}

/* Where the arcs around corners of the area at hand end, because something is in the way: who has followed one to there
 * turns inwards. The border itself ends a little elsewhere, where no tangent of the arc leads. */
static void strew_arc_ends(strewing *s) {
    for (uint32_t i = 0; i < s->walks->span_count; i++) {
        const qm__span *const span = &s->walks->spans[i];
        if (span->kind == QM__ANCHOR_AREA && span->number == s->area && span->level == s->level && span->radius > 0 &&
            !span->round) {
            const double in = OUTER / span->radius; /* the very end is where it just passes */
            add_point(s, qm__span_place(span, span->low + in));
            add_point(s, qm__span_place(span, span->high - in));
        }
    }
}

/* Where the border of the area at hand turns inwards, or meets what else a way keeps to. Those that stay inside bend
 * only where it meets itself. */
static void strew_crossings(strewing *s) {
    const qm__table *table = s->walks->table;
    qm__edges edges = qm__edges_of(table, &table->areas[s->area].polygon);
    qm__edge e;
    bool arc = false;
    for (curve own; next_curve(&edges, &e, &arc, s->reach, &own);) {
        cross_area(s, &own, s->area);
        for (uint32_t area = 0; area < table->area_count && !s->inner; area++) {
            if (area != s->area && s->pricing->inch >> area & 1) {
                cross_area(s, &own, area);
            }
        }
        if (!s->inner) {
            cross_walls(s, &own);
            cross_bodies(s, &own);
        }
    }
}

/* ----------------------------------------------------------------------------------------------------------- all of it
 */

/* Where a level ends under an area that does not lie on the next one, that is a border of the area too. */
static void strew_ends(strewing *s) {
    const qm__levels *levels = s->walks->levels;
    const qm__level *level = &levels->levels[s->level];
    const bool slow = s->pricing->inch >> s->area & 1;
    for (uint32_t i = 0; i < level->border_count; i++) {
        const qm__xy a = level->borders[i].a, ab = qm__minus(level->borders[i].b, a);
        const int count = slow ? (int)(qm__length(ab) / s->spacing) + 1 : 1;
        for (int k = 0; k <= count; k++) {
            const qm__xy at = qm__along(a, ab, (double)k / count);
            if (qm__in_area(levels, s->area, at)) {
                add_point(s, at);
            }
        }
    }
    /* Two levels that both lie under it make a corner where their ends cross: who stays in it bends there. */
    for (uint32_t i = 0; i < s->walks->place_count && s->pricing->entry >> s->area & 1; i++) {
        if (qm__in_area(levels, s->area, s->walks->places[i])) {
            add_point(s, s->walks->places[i]);
        }
    }
}

/* What there is to strew for the area at hand on the level at hand. */
static void strew_area(strewing *s) {
    const qm__polygon *polygon = &s->walks->table->areas[s->area].polygon;
    const uint64_t bit = (uint64_t)1 << s->area;
    const qm__pricing *pricing = s->pricing;
    if (qm__areas_uneven(s->walks->levels) & (pricing->entry | pricing->inch) & bit) {
        strew_ends(s);
    }
    if (!(s->walks->levels->levels[s->level].areas & bit)) {
        return;
    }
    if (pricing->entry & bit) {
        s->inner = true;
        walk_edges(s->walks->table, polygon, s);
        strew_crossings(s);
    }
    s->inner = false;
    if (pricing->inch & bit) {
        strew_crossings(s);
        strew_arc_ends(s);
        walk_edges(s->walks->table, polygon, s);
    }
}

void qm__cold_shores(const qm__walks *walks, qm__walks_bodies *b, const qm__pricing *pricing, int32_t isle) {
    const qm__table *table = walks->table;
    double length = 0;
    uint32_t corners = 0;
    for (uint32_t area = 0; area < table->area_count; area++) {
        if (pricing->inch >> area & 1) {
            const qm__polygon *polygon = &table->areas[area].polygon;
            length += walk_edges(table, polygon, NULL);
            for (uint32_t r = 0; r < polygon->ring_count; r++) {
                corners += (3 + 3 * pricing->near_count) * table->rings[polygon->first_ring + r].count;
            }
        }
    }
    const double room = corners < QM__SHORES_MAX / 2 ? QM__SHORES_MAX - corners : QM__SHORES_MAX / 2;
    strewing s = {.walks = walks,
                  .pricing = pricing,
                  .b = b,
                  .isle = isle,
                  .spacing = qm__most(SPACING, length / room),
                  .reach = (walks->centre ? 0 : walks->radius) - QM__SLACK + OUTER,
                  .left = QM__SHORES_MAX};
    for (s.level = 0; s.level < walks->level_count; s.level++) {
        for (uint32_t area = 0; area < table->area_count && walks->isle_levels[isle * walks->level_count + s.level];
             area++) {
            s.area = (uint16_t)area;
            strew_area(&s);
        }
    }
}
