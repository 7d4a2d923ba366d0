/* Rectangles: where a base that is a turned rectangle can stand, and the nearest place where it can.
 *
 * A rectangle asks levels like a disc does: which solid is tall or low at a height, which railings count and where
 * support ends are the levels' business and the same for both. Levels belong to a walker; of him its height, `step` and
 * `whole` hold for the rectangle too, while his radius means nothing here (any will do: walls are found by the cells
 * that the rectangle covers). So figures on discs and on rectangles of one height share their levels, and a rectangle
 * of another height needs its own.
 *
 * A rectangle is supported when its centre lies on an open surface of the level (not inside a low solid), and with
 * `whole` when no part of it lies beyond the rim of what supports it. It is clear when it stays on the table and keeps
 * off tall solids, railings and the bodies that block; touching is clear.
 *
 * Slack: what keeps off solids, railings and rims is the rectangle that is smaller by the slack on every side. How a
 * wall is cut into edges or solids then changes nothing, as for discs; a corner that points straight at a wall may be
 * in it by the slack's diagonal. No corner may be off the table by more than the slack. Between bodies the slack is one
 * of their gap, so both of them get the same answer.
 *
 * Walking is not asked of rectangles here.
 */
#ifndef QM_SPACE_TABLE_RECT_STAND_H
#define QM_SPACE_TABLE_RECT_STAND_H

#include "space/table/levels.h"

typedef struct qm__rect {
    int32_t width, length; /* across the facing, and along it: 1 to 200,000 units */
    int32_t facing;        /* parts of a turn: where its front looks */
} qm__rect;

/* Whether a rectangle can end with its centre here (bodies of PASS_ONLY count, without their margin). `why` may be
 * NULL. Its reasons come in the order of those for discs, with the level asked about; of several walls or bodies the
 * first one is told. `at` is where the base meets it: OFF_TABLE: the first corner that is off; IN_PRISM and NOT_WHOLE:
 * the point of the wall or rim, as far as it lies under the base, that is nearest to the centre, or the centre when
 * that is inside; BODY: the point of the base nearest to the body's centre; else the centre. */
bool qm__rect_stands(const qm__levels *levels, const qm__crowd *crowd, const qm__rect *rect, qm__spot spot,
                     double slack, qm__obstruction *why);

/* Whether the rectangle lies on the table with its centre there: what slides between two such places stays on it. */
bool qm__rect_on_table(const qm__levels *levels, const qm__rect *rect, qm__xy p, double slack);

/* Whether a body (as it is, whatever its manner) is in the way of a rectangle that is so high, with its centre at p and
 * its base at z. */
bool qm__rect_body_blocks(const qm__rect *rect, qm__xy p, int32_t z, int32_t height, const qm__body *body,
                          double slack);

/* The nearest place of the centre, the facing kept, where the rectangle can stand: as qm__nearest_stand, and exactly as
 * that. All places that are equally near: qm__nearest_places with `rect` set. `scratch_size` of qm__rect_nearest_size.
 */
bool qm__rect_nearest(const qm__levels *levels, const qm__crowd *crowd, const qm__rect *rect, qm__spot spot,
                      int32_t reach_z, double limit, void *scratch, size_t scratch_size, qm__spot *out);
size_t qm__rect_nearest_size(const qm__levels *levels, uint32_t body_count);
/* The nearest whole-unit place to one at which the rectangle stands, when checked: as qm__whole_stand. */
bool qm__rect_whole_stand(const qm__levels *levels, const qm__crowd *crowd, const qm__rect *rect, qm__spot near,
                          qm__spot *out);

#endif
