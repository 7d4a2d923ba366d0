/* Standing on a rectangle: whether such a base can be at a place, and if not, why.
 *
 * Everything is asked of levels, in the order in which discs ask; only "does the base meet this wall" differs, and that
 * is a segment cut by a box in the box's own frame.
 *
 * Invariant: the answer does not depend on the order of prisms or cells: of the walls under the base the one with the
 * least number is told, whichever cell shows it first. Rejected: asking the table prism by prism. Railings, low solids
 * and rims of support would be written a second time, and every question would look at every solid.
 */
#include "space/table/rect_stand.h"

#include "space/table/levels_inside.h"
#include "space/table/rectangle.h"

#define HAIR 1e-6 /* units, beyond the slack: bases of odd width are by exactly the slack in or off things */

static bool refuse(qm__obstruction *why, qm__obstacle what, int32_t prism, int32_t level, qm__xy at) {
    if (why) {
        *why = (qm__obstruction){.what = (uint8_t)what, .prism = prism, .level = level, .at = at};
    }
    return false;
}

/* ---------------------------------------------------------------------------------------------------------- terrain */

static bool on_table(const qm__table *table, const qm__rectangle *base, double slack, qm__xy *off) {
    const double by = slack + HAIR;
    for (int i = 0; i < 4; i++) {
        *off = qm__plus(base->centre, qm__rectangle_corner(base, i));
        if (off->x < -by || off->y < -by || off->x > (double)table->width + by || off->y > (double)table->depth + by) {
            return false;
        }
    }
    return true;
}

bool qm__rect_on_table(const qm__levels *levels, const qm__rect *rect, qm__xy p, double slack) {
    const qm__rectangle base = qm__rectangle_of(p, rect->width, rect->length, rect->facing, 0);
    qm__xy off;
    return on_table(levels->table, &base, slack, &off);
}

/* Whether a segment has a part in a rectangle; `at` gets the point of that part nearest to the centre. */
static bool meets(const qm__rectangle *box, qm__xy a, qm__xy b, qm__xy *at) {
    double from, to;
    if (!qm__frame_cut(box, qm__in_frame(box, qm__minus(a, box->centre)), qm__in_frame(box, qm__minus(b, box->centre)),
                       &from, &to)) {
        return false;
    }
    *at = qm__along(a, qm__minus(b, a), qm__clamp(qm__nearest_part(a, b, box->centre), from, to));
    return true;
}

/* The first wall of a level that meets a rectangle; NULL = none. */
static const qm__wall *wall_met(const qm__levels *levels, const qm__level *level, const qm__rectangle *box,
                                qm__xy *at) {
    const qm__raster *raster = &levels->raster;
    const qm__xy p = qm__rectangle_corner(box, 0), q = qm__rectangle_corner(box, 1);
    const double x = qm__most(qm__most(p.x, -p.x), qm__most(q.x, -q.x));
    const double y = qm__most(qm__most(p.y, -p.y), qm__most(q.y, -q.y));
    const int last_column = qm__raster_column(raster, box->centre.x + x);
    const int last_row = qm__raster_row(raster, box->centre.y + y);
    uint32_t first = level->wall_count;
    for (int row = qm__raster_row(raster, box->centre.y - y); row <= last_row; row++) {
        for (int column = qm__raster_column(raster, box->centre.x - x); column <= last_column; column++) {
            const uint32_t cell = (uint32_t)(row * raster->columns + column);
            for (uint32_t i = level->walls_in.starts[cell]; i < level->walls_in.starts[cell + 1]; i++) {
                const uint32_t number = level->walls_in.items[i];
                if (number < first && meets(box, level->walls[number].a, level->walls[number].b, at)) {
                    first = number;
                }
            }
        }
    }
    return first < level->wall_count ? &level->walls[first] : NULL;
}

static bool clear_of_walls(const qm__levels *levels, const qm__rectangle *base, int32_t number, double slack,
                           qm__obstruction *why) {
    const qm__level *level = &levels->levels[number];
    const qm__xy p = base->centre;
    qm__rectangle inner = *base;
    inner.half_length = qm__most(inner.half_length - slack - HAIR, 0);
    inner.half_width = qm__most(inner.half_width - slack - HAIR, 0);
    qm__xy at = p;
    int32_t prism;
    if (qm__level_inside_tall(levels, level, p, &prism)) {
        return refuse(why, QM__IN_PRISM, prism, number, p);
    }
    const qm__wall *wall = wall_met(levels, level, &inner, &at);
    if (!wall) {
        return true;
    }
    refuse(why, wall->rim ? QM__NOT_WHOLE : QM__IN_PRISM, wall->prism, number, at);
    if (why) {
        why->railing = wall->railing;
    }
    return false;
}

/* ----------------------------------------------------------------------------------------------------------- bodies */

bool qm__rect_body_blocks(const qm__rect *rect, qm__xy p, int32_t z, int32_t height, const qm__body *body,
                          double slack) {
    const double margin = qm__body_margin(body, z, height);
    /* However both are turned, neither reaches farther than half its width and length together. */
    const double far = margin + body->radius + 0.5 * ((double)rect->width + rect->length + body->width + body->length);
    if (margin < 0 || p.x > body->x + far || p.x < body->x - far || p.y > body->y + far || p.y < body->y - far) {
        return false;
    }
    const qm__body self = {.x = p.x, .y = p.y, .width = rect->width, .length = rect->length, .facing = rect->facing};
    return qm__body_gap(&self, body) < margin - slack - HAIR;
}

/* The point of a base that is nearest to another place. */
static qm__xy nearest_point(const qm__rectangle *base, qm__xy to) {
    const qm__xy way = qm__in_frame(base, qm__minus(to, base->centre));
    return qm__plus(base->centre,
                    qm__from_frame(base, (qm__xy){qm__clamp(way.x, -base->half_length, base->half_length),
                                                  qm__clamp(way.y, -base->half_width, base->half_width)}));
}

static bool free_of_bodies(const qm__levels *levels, const qm__crowd *crowd, const qm__rect *rect,
                           const qm__rectangle *base, int32_t number, double slack, qm__obstruction *why) {
    for (uint16_t i = 0; crowd && i < crowd->count; i++) {
        qm__body body = crowd->bodies[i];
        if (i == crowd->self || body.manner == QM__PASS) {
            continue;
        }
        body.margin = body.manner == QM__BLOCK ? body.margin : 0;
        if (qm__rect_body_blocks(rect, base->centre, levels->levels[number].z, levels->walker.height, &body, slack)) {
            refuse(why, QM__BODY, QM__NOTHING, number, nearest_point(base, (qm__xy){body.x, body.y}));
            if (why) {
                why->body = i;
            }
            return false;
        }
    }
    return true;
}

/* --------------------------------------------------------------------------------------------------------- standing */

bool qm__rect_stands(const qm__levels *levels, const qm__crowd *crowd, const qm__rect *rect, qm__spot spot,
                     double slack, qm__obstruction *why) {
    const qm__xy p = {spot.x, spot.y};
    if (spot.level < 0 || spot.level >= levels->count) {
        return refuse(why, QM__NO_SURFACE, QM__NOTHING, -1, p);
    }
    const qm__rectangle base = qm__rectangle_of(p, rect->width, rect->length, rect->facing, 0);
    int32_t on;
    qm__xy off = p;
    if (!on_table(levels->table, &base, slack, &off)) {
        return refuse(why, QM__OFF_TABLE, QM__BORDER, spot.level, off);
    }
    if (!clear_of_walls(levels, &base, spot.level, slack, why)) {
        return false;
    }
    if (!qm__level_open(levels, &levels->levels[spot.level], p, QM__SLACK + HAIR, &on)) {
        return refuse(why, on >= 0 ? QM__ON_PRISM : QM__NO_SURFACE, on, spot.level, p);
    }
    if (why) {
        *why = (qm__obstruction){.what = QM__FREE, .prism = on, .level = spot.level, .part = 1, .at = p};
    }
    return free_of_bodies(levels, crowd, rect, &base, spot.level, slack, why);
}
