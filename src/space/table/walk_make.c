/* Preparing the walks of a terrain: the frame, the lists that grow on the way, and the small geometry of spans.
 *
 * Invariant: everything kept is sorted by geometry (level, x, y, radius, angle), so that the order in which prisms were
 * written shows in no result.
 */
#include "space/table/levels_inside.h"
#include "space/table/walk_inside.h"

#include "base/angle.h"

#include <string.h>

#define TURN (2 * QM__PI)

/* ------------------------------------------------------------------------------------------------------------- lists
 */

void *qm__list_add(qm__list *list) {
    if (list->failed) {
        return NULL;
    }
    if (list->count == list->capacity) {
        const uint32_t more = list->capacity ? list->capacity * 2 : 64;
        void *items = more > UINT32_MAX / 2
                          ? NULL
                          : qm__resize(list->allocator, list->items, list->capacity * list->size, more * list->size);
        if (!items) {
            list->failed = true;
            return NULL;
        }
        list->items = items;
        list->capacity = more;
    }
    return (char *)list->items + list->size * list->count++;
}

void *qm__list_keep(qm__list *list, qm__arena *arena) {
    void *copy = list->failed ? NULL : qm__arena_array(arena, list->count + 1u, list->size);
    if (copy && list->count) {
        memcpy(copy, list->items, list->count * list->size);
    }
    qm__list_free(list);
    return copy;
}

void qm__list_free(qm__list *list) {
    if (list->items) {
        qm__resize(list->allocator, list->items, list->capacity * list->size, 0);
    }
    list->items = NULL;
    list->count = list->capacity = 0;
}

/* ------------------------------------------------------------------------------------------------------------- spans
 */

static qm__xy direction_of(double angle) {
    const qm__turn turn = qm__turn_of_radians(angle >= TURN ? angle - TURN : angle);
    return (qm__xy){turn.cos, turn.sin};
}

void qm__span_fill(qm__span *span, const qm__anchor *anchor, uint32_t number, double low, double high) {
    *span = (qm__span){.centre = anchor->centre,
                       .radius = anchor->radius,
                       .low = low,
                       .high = high,
                       .low_n = direction_of(low),
                       .high_n = direction_of(high),
                       .level = anchor->level,
                       .anchor = number,
                       .wide = high - low >= QM__PI - 1e-6,
                       .round = high - low >= TURN - 1e-9,
                       .kind = anchor->kind,
                       .number = anchor->number};
}

bool qm__span_angle(const qm__span *span, qm__xy n, double *angle) {
    double a = qm__angle_of(n.x, n.y);
    if (a < 0) {
        a += TURN;
    }
    if (a < span->low - 1e-5) {
        a += TURN;
    }
    if (a > span->high + 1e-5) {
        /* A direction just below a low end near 0 has its angle near a full turn. */
        a -= TURN;
        if (a < span->low - 1e-5) {
            return false;
        }
    }
    *angle = qm__clamp(a, span->low, span->high);
    return true;
}

qm__xy qm__span_place(const qm__span *span, double angle) {
    return span->radius > 0 ? qm__along(span->centre, direction_of(angle), span->radius) : span->centre;
}

double qm__lane_turn(const qm__span *span, unsigned side, double from, double to) {
    const double turn = side == QM__SIDE_LEFT ? to - from : from - to;
    return turn < 0 && span->round ? turn + TURN : turn;
}

bool qm__levels_joined(const qm__levels *levels, qm__xy at, int32_t from, int32_t to) {
    if (from == to) {
        return true;
    }
    const int32_t rise = qm__level_height(levels, to) - qm__level_height(levels, from);
    const int32_t step = qm__levels_walker(levels)->step;
    return rise <= step && rise >= -step && qm__passes(levels, NULL, (qm__spot){at.x, at.y, to}, QM__CARE, NULL);
}

/* Tries a piece from every other level that is joined to that of `from` there. */
static bool walkable_beside(const qm__levels *levels, const qm__crowd *crowd, qm__spot from, qm__xy to,
                            int32_t to_level, double slack) {
    const int32_t step = qm__levels_walker(levels)->step, z = qm__level_height(levels, from.level);
    const int count = qm__level_count(levels);
    const qm__xy at = {from.x, from.y};
    int low = from.level;
    if (!qm__borders_near(levels, from.level, at, at)) {
        return false;
    }
    while (low > 0 && qm__level_height(levels, low - 1) >= z - step) {
        low--;
    }
    for (int i = low; i < count && qm__level_height(levels, i) <= z + step; i++) {
        int32_t end;
        /* Passing asks that as well, but last, after all walls: most levels have nothing here, and are told so at once.
         */
        if (i != from.level && qm__level_open(levels, &levels->levels[i], at, QM__SLACK, NULL) &&
            qm__passes(levels, crowd, (qm__spot){from.x, from.y, i}, slack, NULL) &&
            qm__walkable(levels, crowd, (qm__spot){from.x, from.y, i}, to, slack, &end) &&
            (to_level < 0 || qm__levels_joined(levels, to, end, to_level))) {
            return true;
        }
    }
    return false;
}

bool qm__piece_walkable(const qm__levels *levels, const qm__crowd *crowd, qm__spot from, qm__xy to, int32_t to_level,
                        double slack) {
    int32_t end;
    if (qm__walkable(levels, crowd, from, to, slack, &end)) {
        if (to_level < 0 || qm__levels_joined(levels, to, end, to_level) ||
            qm__walkable_onto(levels, crowd, from, qm__spot_at(to, to_level), slack)) { /* over another of its forks */
            return true;
        }
    }
    return qm__level_count(levels) > 1 &&
           (walkable_beside(levels, crowd, from, to, to_level, slack) ||
            (to_level >= 0 && walkable_beside(levels, crowd, (qm__spot){to.x, to.y, to_level}, (qm__xy){from.x, from.y},
                                              from.level, slack)));
}

/* ------------------------------------------------------------------------------------------------------------ making
 */

/* Levels whose heights lie so close that steps may lead from one to the other belong together. */
static bool make_groups(qm__walks *walks, qm__arena *arena) {
    walks->level_count = qm__level_count(walks->levels);
    walks->group = qm__arena_array(arena, (size_t)walks->level_count + 1, sizeof *walks->group);
    if (!walks->group) {
        return false;
    }
    const int32_t step = qm__levels_walker(walks->levels)->step;
    for (int i = 1; i < walks->level_count; i++) {
        const int32_t rise = qm__level_height(walks->levels, i) - qm__level_height(walks->levels, i - 1);
        walks->group[i] = walks->group[i - 1] + (rise > step);
    }
    walks->group_count = walks->level_count ? walks->group[walks->level_count - 1] + 1 : 0;
    return true;
}

qm_result qm__walks_make(const qm__levels *levels, uint64_t areas, qm__arena *arena, const qm__walks **out) {
    qm__walks *walks = qm__arena_alloc(arena, sizeof *walks);
    if (!walks) {
        return QM_ERROR_MEMORY;
    }
    const qm__table *table = qm__levels_table(levels);
    walks->levels = levels;
    walks->table = table;
    walks->radius = (double)qm__levels_walker(levels)->radius;
    walks->areas = table->area_count < 64 ? areas & (((uint64_t)1 << table->area_count) - 1) : areas;
    walks->centre = qm__levels_walker(levels)->centre;
    /* Outlooks tell which walls are firm, and tangents ask for that. */
    if (!make_groups(walks, arena) || !qm__walks_make_isles(walks, arena) || !qm__walks_make_anchors(walks, arena) ||
        !qm__walks_make_outlooks(walks, arena) || !qm__walks_make_tangents(walks, arena) ||
        !qm__walks_make_areas(walks, arena)) {
        return QM_ERROR_MEMORY;
    }
    *out = walks;
    return QM_OK;
}

const qm__levels *qm__walks_levels(const qm__walks *walks) {
    return walks->levels;
}
