/* Standing: whether a base can be at a place, and if not, why.
 *
 * Invariant: "inside" always means by more than the slack, so that touching is clear, and the closed polygon of a
 * surface reaches the slack beyond its edges, so that surfaces drawn side by side have no crack between them.
 */
#include "space/table/levels_inside.h"
#include "space/table/way.h"

static qm__xy point_of(qm__spot spot) {
    return (qm__xy){spot.x, spot.y};
}

static bool refuse(qm__obstruction *why, qm__obstacle what, int32_t prism, qm__xy at) {
    if (why) {
        *why = (qm__obstruction){.what = (uint8_t)what, .prism = prism, .at = at};
    }
    return false;
}

/* ---------------------------------------------------------------------------------------------------------- support */

/* Whether a point that lies on edges of low solids is inside of them all the same: their union goes on in every
 * direction, as on the seam of two crates that stand side by side. */
static bool inside_seam(const qm__levels *levels, const qm__level *level, qm__xy p) {
    qm__xy around[4] = {{1, 0}, {0.9, 0.4}, {0.75, 0.75}, {0.4, 0.9}}; /* then a quarter turn on */
    for (int k = 0; k < 16; k++) {
        const qm__xy q = qm__plus(p, around[k % 4]);
        around[k % 4] = qm__left(around[k % 4]);
        const uint32_t cell = qm__raster_cell(&levels->raster, q.x, q.y);
        bool inside = false;
        for (uint32_t i = levels->prisms_in.starts[cell]; i < levels->prisms_in.starts[cell + 1] && !inside; i++) {
            const uint32_t number = levels->prisms_in.items[i];
            inside = (level->roles[number] & QM__ROLE_LOW) &&
                     qm__polygon_has(levels->table, &levels->table->prisms[number].polygon, q.x, q.y, 0);
        }
        if (!inside) {
            return false;
        }
    }
    return true;
}

static bool in_box(const qm__box *box, qm__xy p, double slack) {
    return p.x >= box->x0 - slack && p.x <= box->x1 + slack && p.y >= box->y0 - slack && p.y <= box->y1 + slack;
}

bool qm__level_open(const qm__levels *levels, const qm__level *level, qm__xy p, double slack, int32_t *lies_on) {
    const qm__table *table = levels->table;
    bool supported = level->ground && p.x >= -slack && p.y >= -slack && p.x <= (double)table->width + slack &&
                     p.y <= (double)table->depth + slack;
    int32_t on = supported ? QM__GROUND : QM__NOTHING, seam = QM__NOTHING;
    int touched = 0;
    const uint32_t cell = qm__raster_cell(&levels->raster, p.x, p.y);
    for (uint32_t i = levels->prisms_in.starts[cell]; i < levels->prisms_in.starts[cell + 1]; i++) {
        const uint32_t number = levels->prisms_in.items[i];
        const uint8_t role = level->roles[number];
        if (!(role & (QM__ROLE_SURFACE | QM__ROLE_LOW))) {
            continue;
        }
        const qm__polygon *polygon = &table->prisms[number].polygon;
        if (!in_box(&polygon->box, p, slack)) {
            continue;
        }
        const int side = qm__polygon_side(table, polygon, p.x, p.y);
        if ((role & QM__ROLE_SURFACE) && side > 0) {
            supported = true;
            on = (int32_t)number;
            continue;
        }
        if (side > 0) { /* deep in a low solid, or on its edge */
            if (!qm__polygon_edge_within(table, polygon, p.x, p.y, slack + 1e-6)) {
                if (lies_on) {
                    *lies_on = (int32_t)number;
                }
                return false;
            }
        } else if (!qm__polygon_edge_within(table, polygon, p.x, p.y, slack)) {
            continue;
        } else if (role & QM__ROLE_SURFACE) {
            supported = true;
            on = (int32_t)number;
            continue;
        }
        /* The first one that is touched is told when it is the seam that is inside. */
        seam = touched++ == 0 ? (int32_t)number : seam;
    }
    if (touched > 1 && inside_seam(levels, level, p)) {
        on = seam;
        supported = false;
    }
    if (lies_on) {
        *lies_on = on;
    }
    return supported;
}

int qm__level_of(const qm__levels *levels, double x, double y, int32_t z) {
    const int level = qm__level_at(levels, z);
    return level >= 0 && qm__level_open(levels, &levels->levels[level], (qm__xy){x, y}, QM__SLACK, NULL) ? level : -1;
}

/* -------------------------------------------------------------------------------------------------------- clearance */

bool qm__level_inside_tall(const qm__levels *levels, const qm__level *level, qm__xy p, int32_t *prism) {
    const uint32_t cell = qm__raster_cell(&levels->raster, p.x, p.y);
    for (uint32_t i = levels->prisms_in.starts[cell]; i < levels->prisms_in.starts[cell + 1]; i++) {
        const uint32_t number = levels->prisms_in.items[i];
        const qm__polygon *const polygon = &levels->table->prisms[number].polygon;
        if ((level->roles[number] & QM__ROLE_TALL) && in_box(&polygon->box, p, 0) &&
            qm__polygon_side(levels->table, polygon, p.x, p.y) > 0) {
            *prism = (int32_t)number;
            return true;
        }
    }
    return false;
}

bool qm__level_clear(const qm__levels *levels, const qm__level *level, qm__xy p, double slack, bool inside,
                     qm__obstruction *why) {
    int32_t prism;
    if (inside && qm__level_inside_tall(levels, level, p, &prism)) {
        return refuse(why, QM__IN_PRISM, prism, p);
    }
    const uint32_t cell = qm__raster_cell(&levels->raster, p.x, p.y);
    const double keep = qm__square((double)levels->walker.radius - slack);
    for (uint32_t i = level->walls_in.starts[cell]; i < level->walls_in.starts[cell + 1]; i++) {
        const qm__wall *wall = &level->walls[level->walls_in.items[i]];
        if (qm__point_segment_square(p, wall->a, wall->b) < keep) {
            refuse(why, wall->rim ? QM__NOT_WHOLE : QM__IN_PRISM, wall->prism, p);
            if (why) {
                why->railing = wall->railing;
            }
            return false;
        }
    }
    return true;
}

bool qm__body_blocks(const qm__body *body, double keep, qm__xy p, qm__xy q, double slack) {
    const double square = qm__square(keep - slack);
    if (body->radius > 0) {
        return qm__point_segment_square((qm__xy){body->x, body->y}, p, q) < square;
    }
    if (qm__body_point_distance(body, p) < 0) {
        return true;
    }
    qm__xy corners[4];
    qm__body_corners(body, corners);
    for (int i = 0; i < 4; i++) {
        if (qm__segments_square(p, q, corners[i], corners[(i + 1) % 4]) < square) {
            return true;
        }
    }
    return false;
}

int32_t qm__level_body(const qm__levels *levels, const qm__level *level, const qm__crowd *crowd, qm__xy p, qm__xy q,
                       double slack, bool ending) {
    const qm__xy low = {qm__least(p.x, q.x), qm__least(p.y, q.y)}, high = {qm__most(p.x, q.x), qm__most(p.y, q.y)};
    const qm__few few = qm__crowd_few(crowd, low, high);
    for (uint32_t k = 0; k < few.count; k++) {
        const uint16_t i = qm__few_at(&few, k);
        const qm__body *body = &crowd->bodies[i];
        if (qm__body_far(body, low, high, levels->walker.radius)) {
            continue;
        }
        const double keep = i == crowd->self ? 0 : qm__body_stops(levels, level, body, ending);
        if (keep > 0 && qm__body_blocks(body, keep, p, q, slack)) {
            return i;
        }
    }
    return -1;
}

/* --------------------------------------------------------------------------------------------------------- standing */

static bool free_of_bodies(const qm__levels *levels, const qm__level *level, const qm__crowd *crowd, qm__xy p,
                           double slack, bool ending, qm__obstruction *why) {
    const int32_t body = qm__level_body(levels, level, crowd, p, p, slack, ending);
    if (body < 0) {
        return true;
    }
    refuse(why, QM__BODY, QM__NOTHING, p);
    why->body = (uint16_t)body;
    return false;
}

static bool can_be(const qm__levels *levels, const qm__crowd *crowd, qm__spot spot, double slack, bool ending,
                   qm__obstruction *why) {
    const qm__xy p = point_of(spot);
    if (spot.level < 0 || spot.level >= levels->count) {
        return refuse(why, QM__NO_SURFACE, QM__NOTHING, p);
    }
    const qm__level *level = &levels->levels[spot.level];
    int32_t on;
    if (!qm__on_table(levels, p, slack)) {
        return refuse(why, QM__OFF_TABLE, QM__BORDER, p);
    }
    if (!why) { /* what most places of most levels fail by comes first */
        return qm__level_open(levels, level, p, QM__SLACK, &on) &&
               qm__level_clear(levels, level, p, slack, true, NULL) &&
               qm__level_body(levels, level, crowd, p, p, slack, ending) < 0;
    }
    if (!qm__level_clear(levels, level, p, slack, true, why)) {
        return false;
    }
    if (!qm__level_open(levels, level, p, QM__SLACK, &on)) {
        return refuse(why, on >= 0 ? QM__ON_PRISM : QM__NO_SURFACE, on, p);
    }
    *why = (qm__obstruction){.what = QM__FREE, .prism = on, .part = 1, .at = p};
    return free_of_bodies(levels, level, crowd, p, slack, ending, why);
}

bool qm__stands(const qm__levels *levels, const qm__crowd *crowd, qm__spot spot, double slack, qm__obstruction *why) {
    return can_be(levels, crowd, spot, slack, true, why);
}

bool qm__passes(const qm__levels *levels, const qm__crowd *crowd, qm__spot spot, double slack, qm__obstruction *why) {
    return can_be(levels, crowd, spot, slack, false, why);
}

/* Whether a place is where the walker of a crowd is: of places in whole units just that one is so near. */
static bool is_begin(const qm__level *level, const qm__crowd *crowd, qm__xy p) {
    const qm__body *self = crowd->self < crowd->count ? &crowd->bodies[crowd->self] : NULL;
    return self && self->z == level->z && qm__apart(p, (qm__xy){self->x, self->y}) < 1;
}

bool qm__level_apart(const qm__levels *levels, const qm__level *level, const qm__crowd *crowd, qm__xy p, double slack) {
    const qm__xy low = {p.x - 1, p.y - 1}, high = {p.x + 1, p.y + 1};
    const qm__few few = crowd && crowd->apart ? qm__crowd_few(crowd, low, high) : (qm__few){NULL, 0};
    for (uint32_t k = 0; k < few.count; k++) {
        const uint16_t i = qm__few_at(&few, k);
        const qm__body *body = &crowd->bodies[i];
        const double more = qm__crowd_apart(crowd, i);
        if (i == crowd->self || more <= 0 || qm__body_far(body, low, high, levels->walker.radius)) {
            continue;
        }
        const double keep = qm__body_keep_off(body, level->z, levels->walker.radius, levels->walker.height);
        if (keep > 0 && qm__body_blocks(body, keep + more, p, p, slack)) {
            return is_begin(level, crowd, p);
        }
    }
    return true;
}

bool qm__could_stop(const qm__levels *levels, const qm__crowd *crowd, qm__spot spot, double slack) {
    return can_be(levels, crowd, spot, slack, true, NULL) &&
           qm__level_apart(levels, &levels->levels[spot.level], crowd, point_of(spot), slack);
}

bool qm__steps_join(const qm__levels *levels, const qm__crowd *crowd, qm__xy at, int32_t from, int32_t to) {
    const int32_t turn = to > from ? 1 : -1;
    int32_t on = from;
    for (int32_t i = from; i != to;) {
        i += turn;
        if ((levels->levels[i].z - levels->levels[on].z) * turn > levels->walker.step) {
            return false;
        }
        on = qm__passes(levels, crowd, (qm__spot){at.x, at.y, i}, QM__SLACK, NULL) ? i : on;
    }
    return on == to;
}

/* ----------------------------------------------------------------------------------------------------------- easing */

#define EASE_ROUNDS 12
#define EASED 0.01 /* units: a little more than needed */

/* Moves a point straight away from a segment until it is `keep` from it. */
static bool push_off(qm__xy *p, qm__xy a, qm__xy b, double keep) {
    const qm__xy foot = qm__along(a, qm__minus(b, a), qm__nearest_part(a, b, *p));
    const double away = qm__apart(*p, foot);
    if (away >= keep || away <= 0) {
        return false;
    }
    *p = qm__along(foot, qm__minus(*p, foot), (keep + EASED) / away);
    return true;
}

static bool push_off_body(qm__xy *p, const qm__body *body, double keep) {
    if (body->radius > 0) {
        const qm__xy centre = {body->x, body->y};
        return push_off(p, centre, centre, keep);
    }
    qm__xy corners[4];
    bool pushed = false;
    qm__body_corners(body, corners);
    for (int i = 0; i < 4; i++) {
        pushed = push_off(p, corners[i], corners[(i + 1) % 4], keep) || pushed;
    }
    return pushed;
}

/* One round: off every wall, body and border of the table that is nearer than a search allows. */
static bool push_off_all(const qm__levels *levels, const qm__crowd *crowd, const qm__level *level, qm__xy *p) {
    const double keep = (double)levels->walker.radius - QM__CARE;
    const uint32_t cell = qm__raster_cell(&levels->raster, p->x, p->y);
    bool pushed = false;
    for (uint32_t i = level->walls_in.starts[cell]; i < level->walls_in.starts[cell + 1]; i++) {
        const qm__wall *wall = &level->walls[level->walls_in.items[i]];
        pushed = push_off(p, wall->a, wall->b, keep) || pushed;
    }
    for (uint16_t i = 0; crowd && i < crowd->count; i++) {
        const double off = i == crowd->self ? 0 : qm__body_stops(levels, level, &crowd->bodies[i], false);
        pushed = (off > 0 && push_off_body(p, &crowd->bodies[i], off - QM__CARE)) || pushed;
    }
    const qm__xy before = *p;
    p->x = qm__clamp(p->x, keep, (double)levels->table->width - keep);
    p->y = qm__clamp(p->y, keep, (double)levels->table->depth - keep);
    return pushed || p->x != before.x || p->y != before.y;
}

qm__spot qm__eased(const qm__levels *levels, const qm__crowd *crowd, qm__spot spot) {
    if (spot.level < 0 || spot.level >= levels->count || qm__passes(levels, crowd, spot, QM__CARE, NULL)) {
        return spot;
    }
    qm__xy p = point_of(spot);
    for (int i = 0; i < EASE_ROUNDS && push_off_all(levels, crowd, &levels->levels[spot.level], &p); i++) {
    }
    const qm__spot eased = {p.x, p.y, spot.level};
    int32_t level;
    return qm__apart(p, point_of(spot)) <= 1 && qm__passes(levels, crowd, eased, QM__CARE, NULL) &&
                   qm__walkable(levels, crowd, spot, p, QM__SLACK, &level) && level == spot.level
               ? eased
               : spot;
}

/* ------------------------------------------------------------------------------------------------------------ areas */

static bool comes_near(const qm__table *table, const qm__polygon *polygon, qm__xy p, qm__xy q, double reach) {
    qm__edges edges = qm__edges_of(table, polygon);
    for (qm__edge e; qm__edges_next(&edges, &e);) {
        if (qm__segments_square(p, q, e.a, e.b) < qm__square(reach)) {
            return true;
        }
    }
    return false;
}

/* Whether a piece lies in an area somewhere, its ends being outside. */
static bool passes_inside(const qm__levels *levels, uint32_t area, qm__xy p, qm__xy q) {
    for (double from = 0; from < 1;) {
        const double next = qm__area_change(levels, area, p, q, from, 1);
        if (qm__in_area(levels, area, qm__along(p, qm__minus(q, p), (from + next) / 2))) {
            return true;
        }
        from = next;
    }
    return false;
}

/* Whether a straight piece (p = q: a place) comes into an area. */
static bool meets_area(const qm__levels *levels, const qm__area *area, qm__xy p, qm__xy q) {
    const qm__table *table = levels->table;
    const double reach = qm__area_reach(levels);
    if (!qm__box_near(&area->polygon.box, p, q, qm__most(reach, 0))) {
        return false;
    }
    if (qm__polygon_has(table, &area->polygon, p.x, p.y, reach) ||
        qm__polygon_has(table, &area->polygon, q.x, q.y, reach)) {
        return true;
    }
    if (levels->walker.centre) {
        return (p.x != q.x || p.y != q.y) && passes_inside(levels, (uint32_t)(area - table->areas), p, q);
    }
    return comes_near(table, &area->polygon, p, q, reach);
}

uint64_t qm__areas_along(const qm__levels *levels, int level, qm__xy from, qm__xy to) {
    uint64_t met = 0;
    const uint64_t here = levels->levels[level].areas;
    for (uint32_t a = 0; a < levels->table->area_count; a++) {
        if ((here >> a & 1) && meets_area(levels, &levels->table->areas[a], from, to)) {
            met |= (uint64_t)1 << a;
        }
    }
    return met;
}

uint64_t qm__areas_at(const qm__levels *levels, qm__spot spot) {
    return spot.level >= 0 && levels->levels[spot.level].areas
               ? qm__areas_along(levels, spot.level, point_of(spot), point_of(spot))
               : 0;
}
