/* Quick answers about straight pieces, before any is traced: most pieces that a search looks at are blocked by a wall,
 * or stay on one level from end to end.
 *
 * Invariant: an answer given here is the one that tracing would give; where that is not certain, none is given.
 */
#include "space/table/levels_inside.h"
#include "space/table/walk_search.h"

#define TOUCH 3.0 /* units: a border further off than this changes nothing */

/* Whether a wall of a level is nearer to a piece than the base may be; `counts`: only those that are marked. */
static bool walls_near(const qm__walks *walks, int32_t level, const uint8_t *counts, qm__xy from, qm__xy to,
                       double slack) {
    const qm__level *own = &walks->levels->levels[level];
    const double square = qm__square(walks->radius - slack);
    const qm__xy d = qm__minus(to, from);
    const double far = square * qm__dot(d, d);
    qm__march march;
    qm__march_start(&march, &walks->levels->raster, from, to);
    do {
        const uint32_t cell = qm__march_cell(&march);
        for (uint32_t i = own->walls_in.starts[cell], end = own->walls_in.starts[cell + 1]; i < end; i++) {
            const uint32_t number = own->walls_in.items[i];
            const qm__wall *wall = &own->walls[number];
            const double a = qm__cross(d, qm__minus(wall->a, from)), b = qm__cross(d, qm__minus(wall->b, from));
            /* A wall all on one side and further off than is kept is not in the way. */
            if ((!counts || counts[number]) && !(a * b > 0 && a * a >= far && b * b >= far) &&
                qm__segments_square(from, to, wall->a, wall->b) < square) {
                return true;
            }
        }
    } while (qm__march_on(&march));
    return false;
}

/* A piece that comes near no border stays on its level, and the walls of that level alone decide. */
static bool stays_on_level(const qm__walks *walks, qm__spot from, qm__xy to, int32_t to_level, bool *clear,
                           double slack) {
    const qm__xy p = {from.x, from.y};
    if (from.level != to_level || qm__borders_near(walks->levels, from.level, p, to)) {
        return false;
    }
    *clear = qm__on_table(walks->levels, to, slack) && !walls_near(walks, from.level, NULL, p, to, slack);
    return true;
}

/* The highest surface on the way of a piece that is above a height by no more than a step; else that height. */
static int32_t step_up(const qm__levels *levels, int32_t z, qm__xy from, qm__xy to) {
    const qm__table *table = levels->table;
    int32_t found = z;
    for (uint32_t i = 0; i < table->prism_count; i++) {
        const qm__prism *prism = &table->prisms[i];
        if (prism->top > found && prism->top - z <= levels->walker.step && qm__prism_surface(prism) &&
            qm__box_on_way(&prism->polygon.box, from, to, TOUCH)) {
            found = prism->top;
        }
    }
    return found;
}

/* Whether no steps on the way of a piece lead from the lower of its ends up to the other: all levels that it could
 * change to lie under it somewhere. */
static bool too_steep(const qm__levels *levels, qm__xy from, qm__xy to, int32_t level, int32_t to_level) {
    const int32_t a = levels->levels[level].z, b = levels->levels[to_level].z, step = levels->walker.step;
    const int32_t high = a < b ? b : a;
    int32_t z = a < b ? a : b;
    while (high - z > step) {
        const int32_t next = step_up(levels, z, from, to);
        if (next == z) {
            return true;
        }
        z = next;
    }
    return false;
}

/* Whether a body is in the way on whatever level. */
static bool bodies_firm(const qm__field *field, int32_t isle, qm__xy from, qm__xy to, double slack) {
    const qm__crowd *crowd = field->bodies->crowd;
    const double *keep = field->bodies->keep_least + (size_t)isle * crowd->count;
    const int32_t radius = field->walks->levels->walker.radius;
    const qm__xy low = {qm__least(from.x, to.x), qm__least(from.y, to.y)};
    const qm__xy high = {qm__most(from.x, to.x), qm__most(from.y, to.y)};
    const qm__few few = qm__crowd_few(field->crowd, low, high);
    for (uint32_t k = 0; k < few.count; k++) {
        const uint16_t i = qm__few_at(&few, k);
        if (keep[i] > 0 && !qm__body_far(&crowd->bodies[i], low, high, radius) &&
            qm__body_blocks(&crowd->bodies[i], keep[i], from, to, slack)) {
            return true;
        }
    }
    return false;
}

/* Whether what is kept from each body is the same on all levels: then nothing more is to be asked of them. */
static bool is_even(const qm__field *field, int32_t isle) {
    return !field->crowd || (field->bodies && field->bodies->even[isle]);
}

qm__openness qm__field_glance(const qm__field *field, int32_t isle, qm__spot from, qm__xy to, int32_t to_level,
                              double slack) {
    const qm__xy p = {from.x, from.y};
    const qm__levels *levels = field->walks->levels;
    const qm__firm *firm = &field->walks->firm[isle];
    bool clear;
    if (field->bodies && bodies_firm(field, isle, p, to, slack)) {
        return QM__SHUT;
    }
    if (firm->plain) {
        return QM__NOT_TRACED;
    }
    if (stays_on_level(field->walks, from, to, to_level, &clear, slack)) {
        return clear && (is_even(field, isle) ||
                         qm__level_body(levels, &levels->levels[from.level], field->crowd, p, to, slack, false) < 0)
                   ? QM__OPEN
                   : QM__SHUT;
    }
    return too_steep(levels, p, to, from.level, to_level) ||
                   walls_near(field->walks, firm->level, firm->walls, p, to, slack)
               ? QM__SHUT
               : QM__NOT_TRACED;
}

bool qm__field_walkable(const qm__field *field, int32_t isle, qm__spot from, qm__xy to, int32_t to_level,
                        double slack) {
    const qm__openness open = qm__field_glance(field, isle, from, to, to_level, slack);
    return open == QM__OPEN || (open == QM__NOT_TRACED &&
                                qm__piece_walkable(field->walks->levels, is_even(field, isle) ? NULL : field->crowd,
                                                   from, to, to_level, slack));
}
