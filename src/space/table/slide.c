/* Slides: see slide.h. */
#include "space/table/slide.h"

#include "space/table/way.h"

/* ---------------------------------------------------------------------------------------------------------- covering
 */

/* What a base covers: segments, with a width around them. */
typedef struct cover {
    qm__xy a[12], b[12];
    int count;
    double around;
} cover;

static void add_segment(cover *c, qm__xy a, qm__xy b) {
    c->a[c->count] = a;
    c->b[c->count++] = b;
}

static cover cover_of(const qm__body *from, qm__xy to) {
    cover c = {.around = from->radius};
    if (from->radius > 0) {
        add_segment(&c, (qm__xy){from->x, from->y}, to);
        return c;
    }
    const qm__xy shift = qm__minus(to, (qm__xy){from->x, from->y});
    qm__xy corners[4];
    qm__body_corners(from, corners);
    for (int i = 0; i < 4; i++) {
        const qm__xy next = corners[(i + 1) % 4];
        add_segment(&c, corners[i], next);
        if (shift.x != 0 || shift.y != 0) {
            add_segment(&c, qm__plus(corners[i], shift), qm__plus(next, shift));
            add_segment(&c, corners[i], qm__plus(corners[i], shift));
        }
    }
    return c;
}

/* Whether a point lies in what a base covers: inside where it begins or ends, or in between. */
static bool covers(const qm__body *from, qm__xy to, qm__xy point) {
    qm__body there = *from;
    there.x = to.x;
    there.y = to.y;
    if (qm__body_point_distance(from, point) <= 0 || qm__body_point_distance(&there, point) <= 0) {
        return true;
    }
    /* in between: the point, moved back along the slide, comes into the base */
    const qm__xy shift = qm__minus(to, (qm__xy){from->x, from->y});
    const qm__xy back = qm__minus(point, shift);
    const cover base = cover_of(from, (qm__xy){from->x, from->y});
    bool inside = false;
    for (int i = 0; i < base.count && from->radius == 0; i++) {
        inside = inside || qm__segments_cross(back, point, base.a[i], base.b[i]);
    }
    return inside;
}

static qm__body smaller(const qm__body *body) {
    qm__body out = *body;
    out.radius -= out.radius > 1 ? 1 : 0;
    out.width -= out.width > 2 ? 2 : 0;
    out.length -= out.length > 2 ? 2 : 0;
    return out;
}

/* ------------------------------------------------------------------------------------------------------------ bodies
 */

double qm__slide_gap(const qm__body *from, qm__xy to, const qm__body *other) {
    const qm__xy centre = {other->x, other->y};
    const cover mine = cover_of(from, to), theirs = cover_of(other, centre);
    double square = QM__FAR;
    for (int i = 0; i < mine.count; i++) {
        for (int k = 0; k < theirs.count; k++) {
            square = qm__least(square, qm__segments_square(mine.a[i], mine.b[i], theirs.a[k], theirs.b[k]));
        }
    }
    const bool over = covers(from, to, centre) || qm__body_point_distance(other, (qm__xy){from->x, from->y}) <= 0;
    return over ? -1 : qm__root(square) - mine.around - theirs.around;
}

bool qm__slide_hits(const qm__body *from, qm__xy to, const qm__body *other) {
    const qm__body inner = smaller(from);
    return qm__slide_gap(&inner, to, other) <= 0;
}

/* Whether a body keeps a base off its slide, at the height of it that is nearest to the body's. */
static bool body_blocks(const qm__body *from, qm__xy to, int32_t to_z, const qm__body *other) {
    const int32_t low = from->z < to_z ? from->z : to_z, high = from->z < to_z ? to_z : from->z;
    const double margin = qm__body_margin(other,
                                          other->z < low    ? low
                                          : other->z > high ? high
                                                            : other->z,
                                          from->height);
    const qm__xy least = {qm__least(from->x, to.x), qm__least(from->y, to.y)};
    const qm__xy most = {qm__most(from->x, to.x), qm__most(from->y, to.y)};
    if (margin < 0 || qm__body_far(other, least, most, from->width / 2 + from->length / 2 + 2)) {
        return false;
    }
    return margin > 0 ? qm__slide_gap(from, to, other) < margin - QM__CARE : qm__slide_hits(from, to, other);
}

/* ------------------------------------------------------------------------------------------------------------- walls
 */

/* Whether a base comes over a part of a segment. */
static bool meets(const qm__body *from, qm__xy to, const cover *mine, qm__xy a, qm__xy b) {
    bool meets = covers(from, to, a) || covers(from, to, b);
    for (int i = 0; i < mine->count && !meets; i++) {
        meets = qm__segments_cross(mine->a[i], mine->b[i], a, b);
    }
    return meets;
}

/* The box of a hull, which most walls are beside. */
typedef struct hull_box {
    qm__xy low, high;
} hull_box;

static hull_box box_of(const cover *c) {
    hull_box box = {c->a[0], c->a[0]};
    for (int i = 0; i < c->count; i++) {
        const qm__xy a = c->a[i], b = c->b[i];
        box.low = (qm__xy){qm__least(box.low.x, qm__least(a.x, b.x)), qm__least(box.low.y, qm__least(a.y, b.y))};
        box.high = (qm__xy){qm__most(box.high.x, qm__most(a.x, b.x)), qm__most(box.high.y, qm__most(a.y, b.y))};
    }
    return box;
}

static bool is_beside(const hull_box *box, const qm__wall *wall) {
    return (wall->a.x < box->low.x && wall->b.x < box->low.x) || (wall->a.x > box->high.x && wall->b.x > box->high.x) ||
           (wall->a.y < box->low.y && wall->b.y < box->low.y) || (wall->a.y > box->high.y && wall->b.y > box->high.y);
}

const qm__wall *qm__slide_wall(const qm__levels *levels, int level, const qm__body *from, qm__xy to) {
    const qm__body inner = smaller(from);
    const cover mine = cover_of(&inner, to);
    const hull_box box = box_of(&mine);
    uint32_t count;
    const qm__wall *walls = qm__walls(levels, level, &count);
    for (uint32_t i = 0; i < count; i++) {
        if (!is_beside(&box, &walls[i]) && meets(&inner, to, &mine, walls[i].a, walls[i].b)) {
            return &walls[i];
        }
    }
    return NULL;
}

/* -------------------------------------------------------------------------------------------------------- rectangles
 */

bool qm__rect_slides(const qm__levels *levels, const qm__crowd *crowd, const qm__rect *rect, qm__spot from,
                     qm__spot to) {
    const qm__xy end = {to.x, to.y};
    qm__traced traced;
    if (from.level < 0 || to.level < 0 || !qm__rect_on_table(levels, rect, end, QM__SLACK)) {
        return false;
    }
    const qm__body body = {.x = from.x,
                           .y = from.y,
                           .z = qm__level_height(levels, from.level),
                           .width = rect->width,
                           .length = rect->length,
                           .facing = rect->facing,
                           .height = qm__levels_walker(levels)->height};
    bool clear = qm__trace_joined(levels, NULL, &from, end, to.level, &traced) &&
                 !qm__slide_wall(levels, from.level, &body, end) &&
                 (from.level == to.level || !qm__slide_wall(levels, to.level, &body, end));
    for (uint16_t i = 0; crowd && i < crowd->count && clear; i++) {
        clear = i == crowd->self || crowd->bodies[i].manner != QM__BLOCK ||
                !body_blocks(&body, end, qm__level_height(levels, to.level), &crowd->bodies[i]);
    }
    return clear;
}
