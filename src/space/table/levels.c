/* Preparing the levels of a table for a walker: which prism is what at each height, its walls and borders, and a grid
 * to find them quickly.
 *
 * Invariant: a cell of the grid lists every wall that comes within the walker's radius of any of its points, and every
 * border and footprint that meets it, so that whoever walks looks only into the cells on its way. Rejected: a tree of
 * boxes, which needs a stack for each question and was slower on tables of ordinary size.
 */
#include "space/table/levels_inside.h"

#include "base/sort.h"

#include <string.h>

#define CELL_SIDE 1500.0 /* units; larger on tables so big that there would be too many */
#define CELLS_ACROSS_MAX 256

/* ------------------------------------------------------------------------------------------------------- the grid */

static void raster_make(qm__raster *raster, const qm__table *table) {
    const double longer = table->width > table->depth ? table->width : table->depth;
    raster->cell = qm__most(CELL_SIDE, longer / CELLS_ACROSS_MAX);
    raster->inverse = 1 / raster->cell;
    raster->columns = (int)((double)table->width * raster->inverse) + 1;
    raster->rows = (int)((double)table->depth * raster->inverse) + 1;
}

/* A box in units; what lies off the table is moved to its border, so a box off the table altogether meets border cells.
 */
typedef struct span {
    int c0, r0, c1, r1;
} span;

static span cells_of(const qm__raster *raster, double x0, double y0, double x1, double y1) {
    return (span){qm__raster_column(raster, x0), qm__raster_row(raster, y0), qm__raster_column(raster, x1),
                  qm__raster_row(raster, y1)};
}

/* Whether a segment comes within `reach` of a cell; may say yes to a little more. */
static bool near_cell(const qm__raster *raster, int column, int row, qm__xy a, qm__xy b, double reach) {
    const double half = raster->cell / 2;
    const qm__xy middle = {((double)column + 0.5) * raster->cell, ((double)row + 0.5) * raster->cell};
    /* The table ends inside of its border cells, and what lies beyond it was moved there: take those without a look. */
    if (column == 0 || row == 0 || column == raster->columns - 1 || row == raster->rows - 1) {
        return true;
    }
    return qm__point_segment_square(middle, a, b) <= qm__square(reach + half * 1.4143);
}

/* Fills a grid with `count` segments or boxes; two passes, counting and writing. `segment` gives the n-th. */
typedef struct filling {
    const qm__raster *raster;
    double reach;
    bool boxes; /* a and b are corners of a box */
} filling;

static void visit(const filling *f, qm__xy a, qm__xy b, uint32_t item, uint32_t *starts, uint32_t *items) {
    const span s = cells_of(f->raster, qm__least(a.x, b.x) - f->reach, qm__least(a.y, b.y) - f->reach,
                            qm__most(a.x, b.x) + f->reach, qm__most(a.y, b.y) + f->reach);
    for (int row = s.r0; row <= s.r1; row++) {
        for (int column = s.c0; column <= s.c1; column++) {
            if (f->boxes || near_cell(f->raster, column, row, a, b, f->reach)) {
                uint32_t *start = &starts[row * f->raster->columns + column];
                if (items) {
                    items[*start] = item;
                }
                ++*start;
            }
        }
    }
}

typedef void segment_at(const void *list, uint32_t index, qm__xy *a, qm__xy *b);

static bool cells_fill(const filling *f, qm__cells *cells, segment_at *at, const void *list, uint32_t count,
                       qm__arena *arena) {
    const uint32_t n = (uint32_t)(f->raster->columns * f->raster->rows);
    uint32_t *starts = qm__arena_array(arena, n + 1, sizeof *starts);
    if (!starts) {
        return false;
    }
    qm__xy a, b;
    for (uint32_t i = 0; i < count; i++) {
        at(list, i, &a, &b);
        visit(f, a, b, i, starts, NULL);
    }
    uint32_t total = 0;
    for (uint32_t i = 0; i <= n; i++) {
        const uint32_t here = starts[i];
        starts[i] = total;
        total += here;
    }
    uint32_t *items = qm__arena_array(arena, total ? total : 1, sizeof *items);
    if (!items) {
        return false;
    }
    for (uint32_t i = 0; i < count; i++) {
        at(list, i, &a, &b);
        visit(f, a, b, i, starts, items);
    }
    /* Writing moved every start to the end of its cell, which is the start of the next one. */
    memmove(starts + 1, starts, n * sizeof *starts);
    starts[0] = 0;
    *cells = (qm__cells){starts, items};
    return true;
}

static void wall_segment(const void *list, uint32_t index, qm__xy *a, qm__xy *b) {
    const qm__wall *wall = (const qm__wall *)list + index;
    *a = wall->a;
    *b = wall->b;
}
static void border_segment(const void *list, uint32_t index, qm__xy *a, qm__xy *b) {
    const qm__border *border = (const qm__border *)list + index;
    *a = border->a;
    *b = border->b;
}
static void prism_box(const void *list, uint32_t index, qm__xy *a, qm__xy *b) {
    const qm__box *box = &((const qm__prism *)list)[index].polygon.box;
    *a = (qm__xy){box->x0, box->y0};
    *b = (qm__xy){box->x1, box->y1};
}

/* --------------------------------------------------------------------------------------------------- roles, walls */

static uint8_t role_of(const qm__prism *prism, const qm__walker *walker, int32_t z) {
    const uint8_t surface = (prism->flags & QM__PRISM_WALKABLE) && prism->top == z ? QM__ROLE_SURFACE : 0;
    if (prism->top <= z || prism->bottom >= z + walker->height) {
        return surface;
    }
    const bool tall = prism->top > z + walker->step || (prism->flags & QM__PRISM_IMPASSABLE);
    return tall ? QM__ROLE_TALL : QM__ROLE_LOW;
}

static bool railing_blocks(const qm__prism *prism, int32_t rail, const qm__walker *walker, int32_t z) {
    return rail > 0 && prism->top + rail > z + walker->step && prism->top < z + walker->height;
}

static void add_prism_walls(const qm__levels *levels, qm__level *level, uint32_t number, bool count_only) {
    const qm__table *table = levels->table;
    const qm__prism *prism = &table->prisms[number];
    const bool tall = level->roles[number] & QM__ROLE_TALL;
    qm__edges edges = qm__edges_of(table, &prism->polygon);
    for (qm__edge e; qm__edges_next(&edges, &e);) {
        if (!tall && !railing_blocks(prism, e.rail, &levels->walker, level->z)) {
            continue;
        }
        if (!count_only) {
            level->walls[level->wall_count] =
                (qm__wall){.a = e.a,
                           .b = e.b,
                           .prism = (int32_t)number,
                           .railing = !tall,
                           .convex_a = !tall || qm__cross(qm__minus(e.a, e.before), qm__minus(e.b, e.a)) > 0,
                           .convex_b = !tall && !railing_blocks(prism, e.rail_after, &levels->walker, level->z)};
        }
        level->wall_count++;
    }
}

static void add_prism_borders(const qm__levels *levels, qm__level *level, uint32_t number, bool count_only) {
    qm__edges edges = qm__edges_of(levels->table, &levels->table->prisms[number].polygon);
    for (qm__edge e; qm__edges_next(&edges, &e);) {
        if (!count_only) {
            level->borders[level->border_count] = (qm__border){e.a, e.b, (int32_t)number};
        }
        level->border_count++;
    }
}

/* --------------------------------------------------------------------------------------------- rims of whole support
 */

static bool supports(const qm__levels *levels, const qm__level *level, uint32_t number) {
    const qm__prism *prism = &levels->table->prisms[number];
    return (prism->flags & QM__PRISM_WALKABLE) && prism->top <= level->z + levels->walker.step &&
           prism->top >= level->z - levels->walker.step;
}

static bool supported_around(const qm__levels *levels, const qm__level *level, qm__xy p) {
    if (level->z <= levels->walker.step && level->z >= -levels->walker.step) {
        return true; /* the ground, on all of the table */
    }
    const uint32_t cell = qm__raster_cell(&levels->raster, p.x, p.y);
    for (uint32_t i = levels->prisms_in.starts[cell]; i < levels->prisms_in.starts[cell + 1]; i++) {
        const uint32_t number = levels->prisms_in.items[i];
        if (supports(levels, level, number) &&
            qm__polygon_has(levels->table, &levels->table->prisms[number].polygon, p.x, p.y, QM__SLACK)) {
            return true;
        }
    }
    return false;
}

/* Where an edge is met by edges of other surfaces: parts of it, unsorted. Returns how many; at most `max` are written.
 */
static uint32_t meetings(const qm__levels *levels, const qm__level *level, qm__xy a, qm__xy b, double *parts,
                         uint32_t max) {
    uint32_t n = 0;
    const qm__xy ab = qm__minus(b, a);
    const double length = qm__length(ab);
    for (uint32_t p = 0; p < levels->table->prism_count; p++) {
        if (!supports(levels, level, p)) {
            continue;
        }
        qm__edges edges = qm__edges_of(levels->table, &levels->table->prisms[p].polygon);
        for (qm__edge e; qm__edges_next(&edges, &e);) {
            const qm__xy c = qm__minus(e.a, a), d = qm__minus(e.b, a);
            const double side_c = qm__cross(ab, c) / length, side_d = qm__cross(ab, d) / length;
            if ((side_c > 2 && side_d > 2) || (side_c < -2 && side_d < -2)) {
                continue;
            }
            const double at_c = qm__dot(ab, c) / (length * length), at_d = qm__dot(ab, d) / (length * length);
            const double across = side_c - side_d;
            const double found[3] = {at_c, at_d,
                                     across > 1e-9 || across < -1e-9 ? at_c + (at_d - at_c) * side_c / across : at_c};
            for (int k = 0; k < 3; k++) {
                if (found[k] > 0 && found[k] < 1) {
                    if (n < max) {
                        parts[n] = found[k];
                    }
                    n++;
                }
            }
        }
    }
    return n;
}

typedef struct rims {
    qm__levels *levels;
    qm__level *level;
    qm__arena *arena;
    double *parts;
    uint32_t parts_max;
    bool count_only;
} rims;

/* Adds the stretches of one edge beyond which nothing supports. */
static void add_edge_rims(rims *r, uint32_t prism, qm__xy a, qm__xy b) {
    uint32_t n = meetings(r->levels, r->level, a, b, r->parts + 1, r->parts_max - 2);
    r->parts[0] = 0;
    qm__sort_doubles(r->parts + 1, n);
    r->parts[n + 1] = 1;
    const qm__xy ab = qm__minus(b, a), out = qm__unit((qm__xy){ab.y, -ab.x});
    double begin = -1;
    for (uint32_t i = 0; i <= n; i++) {
        const double low = r->parts[i], high = r->parts[i + 1];
        const qm__xy beyond = qm__along(qm__along(a, ab, (low + high) / 2), out, 1);
        const bool open = high > low && !supported_around(r->levels, r->level, beyond);
        if (open && begin < 0) {
            begin = low;
        }
        if (begin >= 0 && (!open || i == n) && (high > low || i == n)) {
            const double end = open ? high : low;
            if (!r->count_only) {
                r->level->walls[r->level->wall_count] = (qm__wall){.a = qm__along(a, ab, end),
                                                                   .b = qm__along(a, ab, begin),
                                                                   .prism = (int32_t)prism,
                                                                   .rim = 1,
                                                                   .convex_a = 1,
                                                                   .convex_b = 1};
            }
            r->level->wall_count++;
            begin = -1;
        }
    }
}

static bool add_rims(rims *r) {
    const qm__table *table = r->levels->table;
    for (uint32_t p = 0; p < table->prism_count; p++) {
        if (!supports(r->levels, r->level, p)) {
            continue;
        }
        qm__edges edges = qm__edges_of(table, &table->prisms[p].polygon);
        for (qm__edge e; qm__edges_next(&edges, &e);) {
            add_edge_rims(r, p, e.a, e.b);
        }
    }
    return true;
}

/* --------------------------------------------------------------------------------------------------------- a level */

static void count_or_add(qm__levels *levels, qm__level *level, rims *r, bool count_only) {
    level->wall_count = level->border_count = 0;
    for (uint32_t p = 0; p < levels->table->prism_count; p++) {
        add_prism_walls(levels, level, p, count_only);
        if (level->roles[p] & (QM__ROLE_SURFACE | QM__ROLE_LOW)) {
            add_prism_borders(levels, level, p, count_only);
        }
    }
    if (levels->walker.whole) {
        r->count_only = count_only;
        add_rims(r);
    }
}

static bool level_make(qm__levels *levels, qm__level *level, int32_t z, rims *r, qm__arena *arena) {
    const qm__table *table = levels->table;
    uint8_t *roles = qm__arena_array(arena, table->prism_count + 1u, 1);
    if (!roles) {
        return false;
    }
    for (uint32_t p = 0; p < table->prism_count; p++) {
        roles[p] = role_of(&table->prisms[p], &levels->walker, z);
    }
    level->z = z;
    level->ground = z == 0;
    level->roles = roles;
    for (uint32_t a = 0; a < table->area_count; a++) {
        level->areas |= (uint64_t)(table->areas[a].bottom <= z && z <= table->areas[a].top) << a;
    }
    r->level = level;
    count_or_add(levels, level, r, true);
    level->walls = qm__arena_array(arena, level->wall_count + 1u, sizeof *level->walls);
    level->borders = qm__arena_array(arena, level->border_count + 1u, sizeof *level->borders);
    if (!level->walls || !level->borders) {
        return false;
    }
    count_or_add(levels, level, r, false);
    const filling near = {&levels->raster, (double)levels->walker.radius + 1, false},
                  touching = {&levels->raster, 3, false};
    return cells_fill(&near, &level->walls_in, wall_segment, level->walls, level->wall_count, arena) &&
           cells_fill(&touching, &level->borders_in, border_segment, level->borders, level->border_count, arena);
}

qm_result qm__levels_make(const qm__table *table, const qm__walker *walker, qm__arena *arena, const qm__levels **out) {
    if (walker->radius < 1 || walker->radius > 100000 || walker->step < 0 || walker->height <= walker->step ||
        walker->height > QM__COORDINATE_MAX || walker->free_step < 0 || walker->free_step > walker->step) {
        return QM_ERROR_USAGE;
    }
    qm__levels *levels = qm__arena_alloc(arena, sizeof *levels);
    if (!levels) {
        return QM_ERROR_MEMORY;
    }
    levels->table = table;
    levels->walker = *walker;
    raster_make(&levels->raster, table);
    const filling boxes = {&levels->raster, 3, true};
    levels->levels = qm__arena_array(arena, table->height_count, sizeof *levels->levels);
    rims r = {.levels = levels, .arena = arena};
    if (walker->whole) { /* every edge can be met by every other one, in three places */
        r.parts_max = table->corner_count * 3 + 2;
        r.parts = qm__arena_array(arena, r.parts_max, sizeof *r.parts);
    }
    if (!levels->levels || (walker->whole && !r.parts) ||
        !cells_fill(&boxes, &levels->prisms_in, prism_box, table->prisms, table->prism_count, arena)) {
        return QM_ERROR_MEMORY;
    }
    levels->count = table->height_count;
    for (int i = 0; i < levels->count; i++) {
        if (!level_make(levels, &levels->levels[i], table->heights[i], &r, arena)) {
            return QM_ERROR_MEMORY;
        }
    }
    *out = levels;
    return QM_OK;
}

/* ------------------------------------------------------------------------------------------------------ what it is */

const qm__table *qm__levels_table(const qm__levels *levels) {
    return levels->table;
}

const qm__walker *qm__levels_walker(const qm__levels *levels) {
    return &levels->walker;
}

int qm__level_count(const qm__levels *levels) {
    return levels->count;
}

int32_t qm__level_height(const qm__levels *levels, int level) {
    return levels->levels[level].z;
}

int qm__level_at(const qm__levels *levels, int32_t z) {
    int low = 0, high = levels->count - 1;
    while (low <= high) {
        const int middle = (low + high) / 2;
        if (levels->levels[middle].z == z) {
            return middle;
        }
        if (levels->levels[middle].z < z) {
            low = middle + 1;
        } else {
            high = middle - 1;
        }
    }
    return -1;
}

const qm__wall *qm__walls(const qm__levels *levels, int level, uint32_t *count) {
    *count = levels->levels[level].wall_count;
    return levels->levels[level].walls;
}

const qm__border *qm__borders(const qm__levels *levels, int level, uint32_t *count) {
    *count = levels->levels[level].border_count;
    return levels->levels[level].borders;
}
