/* Outlooks: for each cell of a grid the lanes at which a straight piece from somewhere in the cell may arrive.
 *
 * Invariant: a lane is left out only when no point of the cell can see it: either the cell lies wholly beside the cone
 * of directions from which a tangent can come, or one wall hides the lane's centre from all four corners of the cell.
 * The shadow of a wall is convex, so it then holds the whole cell; and a base that would pass beside the wall's end on
 * its way to the circle would overlap the wall, because the tangent stays within a radius of the line to the centre.
 */
#include "space/table/levels_inside.h"
#include "space/table/walk_inside.h"

#define CELL_SIDE 2000.0 /* units */
#define CELLS_MAX 4096.0 /* of an isle */
#define TRIM 2.0         /* units: ends of walls and walls at the centre itself hide nothing */

/* A wall without its very ends; `hides` 0 = it hides nothing. */
typedef struct screen {
    qm__xy a, ab;
    bool hides;
} screen;

typedef struct making {
    qm__walks *walks;
    const qm__level *level;       /* the lowest of the isle */
    const struct screen *screens; /* by wall of that level */
    qm__list lanes;
} making;

/* ------------------------------------------------------------------------------------------------------------ hiding
 */

/* A wall hides when its solid is tall on every level of the isle: a walk may change levels on its way. */
static bool hides_everywhere(const qm__walks *walks, const qm__wall *wall, int32_t isle) {
    bool tall = !wall->railing && !wall->rim && wall->prism >= 0;
    for (int i = 0; tall && i < walks->level_count; i++) {
        tall = !walks->isle_levels[isle * walks->level_count + i] ||
               (walks->levels->levels[i].roles[wall->prism] & QM__ROLE_TALL);
    }
    return tall;
}

static screen screen_of(const qm__wall *wall, bool firm) {
    const qm__xy along = qm__unit(qm__minus(wall->b, wall->a));
    const qm__xy a = qm__along(wall->a, along, TRIM), ab = qm__minus(qm__along(wall->b, along, -TRIM), a);
    return (screen){a, ab, qm__dot(ab, along) > 0 && firm};
}

static bool hidden_by(const screen *wall, const qm__xy corners[4], qm__xy q) {
    const qm__xy a = wall->a, ab = wall->ab;
    const double side = qm__cross(ab, qm__minus(q, a));
    for (int i = 0; i < 4; i++) {
        const qm__xy pq = qm__minus(q, corners[i]);
        const double other = qm__cross(ab, qm__minus(corners[i], a));
        if (side * other >= 0) {
            return false;
        }
        const double at_a = qm__cross(pq, qm__minus(a, corners[i])), at_b = at_a + qm__cross(pq, ab);
        if (at_a * at_b >= 0) {
            return false;
        }
    }
    return qm__point_segment_square(q, a, qm__plus(a, ab)) > 4 * TRIM * TRIM;
}

static bool hidden(const making *m, const qm__xy corners[4], qm__xy middle, qm__xy q) {
    qm__march march;
    qm__march_start(&march, &m->walks->levels->raster, middle, q);
    do {
        const uint32_t cell = qm__march_cell(&march);
        for (uint32_t i = m->level->walls_in.starts[cell]; i < m->level->walls_in.starts[cell + 1]; i++) {
            const uint32_t wall = m->level->walls_in.items[i];
            if (m->screens[wall].hides && hidden_by(&m->screens[wall], corners, q)) {
                return true;
            }
        }
    } while (qm__march_on(&march));
    return false;
}

/* ------------------------------------------------------------------------------------------------------------- cells
 */

static double size_of(double value) {
    return value < 0 ? -value : value;
}

/* The sides, as bits, on which a span may be arrived at from a square of half side h around a point (see
 * qm__lane_faces). */
static unsigned sides_facing(const qm__span *span, qm__xy middle, double h) {
    if (span->wide) {
        return 3;
    }
    const qm__xy v = qm__minus(middle, span->centre);
    const double low = qm__dot(v, span->low_n), high = qm__dot(v, span->high_n);
    const double wide_low = h * (size_of(span->low_n.x) + size_of(span->low_n.y)) + 1;
    const double wide_high = h * (size_of(span->high_n.x) + size_of(span->high_n.y)) + 1;
    const double r = span->radius;
    const bool cone = qm__cross(span->low_n, v) + wide_low >= 0 && qm__cross(v, span->high_n) + wide_high >= 0;
    return (high - wide_high <= r && (low + wide_low >= r || cone) ? 1u << QM__SIDE_LEFT : 0) |
           (low - wide_low <= r && (high + wide_high >= r || cone) ? 1u << QM__SIDE_RIGHT : 0);
}

static void look_from(making *m, int32_t isle, qm__xy middle, double h) {
    const qm__walks *walks = m->walks;
    const qm__xy corners[4] = {{middle.x - h, middle.y - h},
                               {middle.x + h, middle.y - h},
                               {middle.x + h, middle.y + h},
                               {middle.x - h, middle.y + h}};
    for (uint32_t i = 0; i < walks->span_count; i++) {
        const qm__span *span = &walks->spans[i];
        const unsigned sides = span->isle == isle ? sides_facing(span, middle, h) : 0;
        if (!sides || hidden(m, corners, middle, span->centre)) {
            continue;
        }
        for (unsigned side = 0; side < 2; side++) {
            uint32_t *lane = sides >> side & 1 ? qm__list_add(&m->lanes) : NULL;
            if (lane) {
                *lane = 2 * i + side;
            }
        }
    }
}

/* Over the box of the isle's surfaces. */
static void place_grid(const qm__walks *walks, int32_t isle, qm__outlook *grid) {
    const qm__box *box = &walks->isle_boxes[isle];
    const double width = (double)box->x1 - box->x0 + 2, depth = (double)box->y1 - box->y0 + 2;
    grid->x0 = (double)box->x0 - 1;
    grid->y0 = (double)box->y0 - 1;
    grid->size = qm__most(CELL_SIDE, qm__root(width * depth / CELLS_MAX));
    grid->columns = (int32_t)(width / grid->size) + 1;
    grid->rows = (int32_t)(depth / grid->size) + 1;
}

static bool make_outlook(making *m, int32_t isle, qm__arena *arena) {
    qm__outlook *grid = &m->walks->outlooks[isle];
    place_grid(m->walks, isle, grid);
    const uint32_t count = (uint32_t)grid->columns * (uint32_t)grid->rows;
    grid->first = qm__arena_array(arena, count + 1u, sizeof *grid->first);
    screen *screens = qm__arena_array(arena, m->level->wall_count + 1u, sizeof *screens);
    uint8_t *firm = qm__arena_array(arena, m->level->wall_count + 1u, 1);
    if (!grid->first || !screens || !firm) {
        return false;
    }
    for (uint32_t i = 0; i < m->level->wall_count; i++) {
        firm[i] = hides_everywhere(m->walks, &m->level->walls[i], isle);
        screens[i] = screen_of(&m->level->walls[i], firm[i]);
    }
    m->walks->firm[isle] = (qm__firm){(int32_t)(m->level - m->walks->levels->levels),
                                      m->level->border_count == 0 && m->walks->isle_count == 1, firm};
    m->screens = screens;
    const double h = grid->size / 2;
    for (uint32_t i = 0; i < count; i++) {
        grid->first[i] = m->lanes.count;
        look_from(m, isle,
                  (qm__xy){grid->x0 + (double)(i % (uint32_t)grid->columns) * grid->size + h,
                           grid->y0 + (double)(i / (uint32_t)grid->columns) * grid->size + h},
                  h);
    }
    grid->first[count] = m->lanes.count;
    grid->lanes = qm__list_keep(&m->lanes, arena);
    return grid->lanes != NULL;
}

bool qm__walks_make_outlooks(qm__walks *walks, qm__arena *arena) {
    walks->outlooks = qm__arena_array(arena, (size_t)walks->isle_count + 1, sizeof *walks->outlooks);
    walks->firm = qm__arena_array(arena, (size_t)walks->isle_count + 1, sizeof *walks->firm);
    bool good = walks->outlooks && walks->firm;
    for (int32_t isle = 0; good && isle < walks->isle_count; isle++) {
        int lowest = 0;
        while (!walks->isle_levels[isle * walks->level_count + lowest]) {
            lowest++;
        }
        making m = {
            walks, &walks->levels->levels[lowest], NULL, {.allocator = arena->allocator, .size = sizeof(uint32_t)}};
        good = make_outlook(&m, isle, arena);
        qm__list_free(&m.lanes);
    }
    return good;
}

uint32_t qm__outlook_cell(const qm__outlook *grid, double x, double y) {
    const int32_t column = (int32_t)qm__clamp((x - grid->x0) / grid->size, 0, (double)(grid->columns - 1));
    const int32_t row = (int32_t)qm__clamp((y - grid->y0) / grid->size, 0, (double)(grid->rows - 1));
    return (uint32_t)(row * grid->columns + column);
}

const uint32_t *qm__lanes_seen(const qm__walks *walks, qm__spot spot, uint32_t *count) {
    const int32_t isle = qm__isle_at(walks, spot);
    *count = 0;
    if (isle < 0) {
        return NULL;
    }
    const qm__outlook *grid = &walks->outlooks[isle];
    const uint32_t cell = qm__outlook_cell(grid, spot.x, spot.y);
    *count = grid->first[cell + 1] - grid->first[cell];
    return grid->lanes + grid->first[cell];
}
