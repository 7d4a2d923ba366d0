/* Shores: where a way may bend as it comes into or out of an area that costs by the inch.
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

#define TURN (2 * QM__PI)
#define SPACING 400.0 /* units between points; more where all would not fit */

typedef struct strewing {
    const qm__walks *walks;
    qm__walks_bodies *b;
    int32_t level, isle;
    uint16_t area;
    double spacing, reach;
    uint32_t left; /* how many more there is room for */
} strewing;

static void add_point(strewing *s, qm__xy at) {
    const qm__anchor anchor = {.centre = at, .level = s->level, .number = s->area, .kind = QM__ANCHOR_SHORE};
    const qm__spot spot = {at.x, at.y, s->level};
    if (s->left == 0 || !qm__passes(s->walks->levels, NULL, spot, QM__CARE, NULL) ||
        qm__isle_at(s->walks, spot) != s->isle) {
        return;
    }
    s->left--;
    s->b->cut_of[s->walks->span_count + s->b->span_count] = (qm__cut_range){0, 0};
    qm__span *span = &s->b->spans[s->b->span_count++];
    qm__span_fill(span, &anchor, UINT32_MAX, 0, TURN);
    span->isle = s->isle;
}

/* Along the parallel of an edge, and around its first corner where that is an outer one. */
static void strew_edge(strewing *s, qm__xy before, qm__xy a, qm__xy b) {
    const qm__xy along = qm__unit(qm__minus(b, a)), in = qm__unit(qm__minus(a, before));
    const qm__xy out = {along.y * s->reach, -along.x * s->reach};
    const double length = qm__apart(a, b);
    const int count = (int)(length / s->spacing) + 1;
    for (int i = 0; i <= count; i++) {
        add_point(s, qm__plus(qm__along(a, along, length * i / count), out));
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
            if (s) {
                strew_edge(s, before, a, b);
            }
        }
    }
    return length;
}

void qm__cold_shores(const qm__walks *walks, qm__walks_bodies *b, const qm__pricing *pricing, int32_t isle) {
    const qm__table *table = walks->table;
    double length = 0;
    uint32_t corners = 0;
    for (uint32_t area = 0; area < table->area_count; area++) {
        if (pricing->inch >> area & 1) {
            length += walk_edges(table, &table->areas[area].polygon, NULL);
            for (uint32_t r = 0; r < table->areas[area].polygon.ring_count; r++) {
                corners += 3 * table->rings[table->areas[area].polygon.first_ring + r].count;
            }
        }
    }
    const double room = corners < QM__SHORES_MAX / 2 ? QM__SHORES_MAX - corners : QM__SHORES_MAX / 2;
    strewing s = {.walks = walks,
                  .b = b,
                  .isle = isle,
                  .spacing = qm__most(SPACING, length / room),
                  .reach = walks->centre ? -QM__SLACK : walks->radius - QM__SLACK,
                  .left = QM__SHORES_MAX};
    for (int32_t level = 0; level < walks->level_count; level++) {
        for (uint32_t area = 0; area < table->area_count && walks->isle_levels[isle * walks->level_count + level];
             area++) {
            if ((pricing->inch & walks->levels->levels[level].areas) >> area & 1) {
                s.level = level;
                s.area = (uint16_t)area;
                walk_edges(table, &table->areas[area].polygon, &s);
            }
        }
    }
}

/* ---------------------------------------------------------------------------------------------------------- settling
 */

#define FIRST_MOVE SPACING
#define LAST_MOVE 2.0
#define ROUNDS 6 /* at most, with moves of one length */

typedef struct settling {
    const qm__levels *levels;
    const qm__crowd *crowd;
    const int32_t *factors;
    qm__way *way;
} settling;

/* What two pieces cost that meet at a point; negative when they cannot be walked. */
static double cost_over(const settling *s, uint32_t i, int32_t level, qm__xy at) {
    const qm__piece *in = &s->way->pieces[i], *out = &s->way->pieces[i + 1];
    return qm__drawn_price(s->levels, level, in->from, at, s->factors) +
           qm__drawn_price(s->levels, in->level, at, out->to, s->factors);
}

static bool can_meet(const settling *s, uint32_t i, int32_t level, qm__xy at) {
    const qm__piece *in = &s->way->pieces[i], *out = &s->way->pieces[i + 1];
    return qm__piece_walkable(s->levels, s->crowd, (qm__spot){in->from.x, in->from.y, level}, at, in->level,
                              QM__CARE) &&
           qm__piece_walkable(s->levels, s->crowd, (qm__spot){at.x, at.y, in->level}, out->to, out->level, QM__CARE);
}

/* Moves the point between piece i and the next one to the best of eight places around it; how much that saves. */
static double move_joint(const settling *s, uint32_t i, int32_t level, double by) {
    qm__piece *in = &s->way->pieces[i], *out = &s->way->pieces[i + 1];
    double now = cost_over(s, i, level, in->to), saved = 0;
    const qm__xy from = in->to;
    for (int k = 0; k < 8; k++) {
        const qm__turn turn = qm__turn_of(QM__PARTS / 8 * k);
        const qm__xy at = {from.x + turn.cos * by, from.y + turn.sin * by};
        const double then = cost_over(s, i, level, at);
        if (then < now - 1e-6 && can_meet(s, i, level, at)) {
            saved += now - then;
            now = then;
            in->to = out->from = at;
        }
    }
    return saved;
}

double qm__shores_settle(const qm__walks *walks, const qm__crowd *crowd, const qm__pricing *pricing, qm__way *way) {
    int32_t factors[QM__AREAS_MAX];
    double saved = 0;
    for (uint32_t i = 0; i < walks->table->area_count; i++) {
        factors[i] = pricing->prices[i].factor;
    }
    const settling s = {walks->levels, crowd, factors, way};
    for (double by = FIRST_MOVE; by >= LAST_MOVE; by /= 2) {
        double last = 1;
        for (int round = 0; round < ROUNDS && last > 0; round++) {
            last = 0;
            for (uint32_t i = 0; i + 1 < way->count; i++) {
                const int32_t level = i ? way->pieces[i - 1].level : way->from.level;
                if (way->pieces[i].radius == 0 && way->pieces[i + 1].radius == 0) {
                    last += move_joint(&s, i, level, by);
                }
            }
            saved += last;
        }
    }
    way->length = 0;
    for (uint32_t i = 0; i < way->count; i++) {
        qm__piece *piece = &way->pieces[i];
        piece->length = piece->radius > 0 ? piece->length : qm__apart(piece->from, piece->to);
        way->length += piece->length;
    }
    return saved;
}
