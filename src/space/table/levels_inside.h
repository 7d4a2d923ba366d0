/* The inside of levels: what stand, trace and arcs share. See levels.h for the meaning. */
#ifndef QM_SPACE_TABLE_LEVELS_INSIDE_H
#define QM_SPACE_TABLE_LEVELS_INSIDE_H

#include "space/table/edges.h"
#include "space/table/levels.h"

/* Items by the square cells of a grid over the table. */
typedef struct qm__cells {
    uint32_t *starts; /* columns × rows + 1: where the items of a cell begin */
    uint32_t *items;
} qm__cells;

typedef struct qm__raster {
    double cell, inverse; /* the side of a cell and 1 / side */
    int columns, rows;
} qm__raster;

/* What a prism is at a level. */
enum { QM__ROLE_SURFACE = 1, QM__ROLE_TALL = 2, QM__ROLE_LOW = 4 };

typedef struct qm__level {
    int32_t z;
    bool ground;          /* the ground is a surface of this level */
    const uint8_t *roles; /* of every prism */
    qm__wall *walls;
    qm__border *borders;
    uint32_t wall_count, border_count;
    qm__cells walls_in;   /* those that come within radius of a cell */
    qm__cells borders_in; /* those that meet a cell */
    uint64_t areas;       /* that lie on this level */
} qm__level;

struct qm__levels {
    const qm__table *table;
    qm__walker walker;
    qm__raster raster;
    qm__cells prisms_in; /* by the boxes of their footprints */
    qm__level *levels;
    int count;
};

static inline int qm__raster_column(const qm__raster *raster, double x) {
    const int column = (int)(x * raster->inverse);
    return x < 0 ? 0 : column >= raster->columns ? raster->columns - 1 : column;
}
static inline int qm__raster_row(const qm__raster *raster, double y) {
    const int row = (int)(y * raster->inverse);
    return y < 0 ? 0 : row >= raster->rows ? raster->rows - 1 : row;
}
static inline uint32_t qm__raster_cell(const qm__raster *raster, double x, double y) {
    return (uint32_t)(qm__raster_row(raster, y) * raster->columns + qm__raster_column(raster, x));
}

/* The cells that a straight piece passes, in order. */
typedef struct qm__march {
    const qm__raster *raster;
    int column, row, last_column, last_row;
    int step_x, step_y;
    double next_x, next_y, each_x, each_y; /* parts of the piece */
} qm__march;

/* An infinite part: no further line of the grid is crossed. */
#define QM__NEVER 1e300

static inline void qm__march_start(qm__march *m, const qm__raster *raster, qm__xy from, qm__xy to) {
    const double dx = to.x - from.x, dy = to.y - from.y;
    *m = (qm__march){.raster = raster,
                     .column = qm__raster_column(raster, from.x),
                     .row = qm__raster_row(raster, from.y),
                     .last_column = qm__raster_column(raster, to.x),
                     .last_row = qm__raster_row(raster, to.y),
                     .step_x = dx < 0 ? -1 : 1,
                     .step_y = dy < 0 ? -1 : 1,
                     .next_x = QM__NEVER,
                     .next_y = QM__NEVER};
    if (m->column != m->last_column) {
        m->each_x = raster->cell / (dx < 0 ? -dx : dx);
        m->next_x = ((double)(m->column + (dx > 0)) * raster->cell - from.x) / dx;
    }
    if (m->row != m->last_row) {
        m->each_y = raster->cell / (dy < 0 ? -dy : dy);
        m->next_y = ((double)(m->row + (dy > 0)) * raster->cell - from.y) / dy;
    }
}
static inline uint32_t qm__march_cell(const qm__march *m) {
    return (uint32_t)(m->row * m->raster->columns + m->column);
}
/* The part of the piece at which it leaves the present cell. */
static inline double qm__march_leaves(const qm__march *m) {
    return qm__least(m->next_x, m->next_y);
}
/* Goes on to the next cell; false at the last one. Never leaves the rectangle between the first and the last cell. */
static inline bool qm__march_on(qm__march *m) {
    if (m->next_x <= m->next_y) {
        if (m->next_x >= QM__NEVER) {
            return false;
        }
        m->column += m->step_x;
        m->next_x = m->column == m->last_column ? QM__NEVER : m->next_x + m->each_x;
    } else {
        m->row += m->step_y;
        m->next_y = m->row == m->last_row ? QM__NEVER : m->next_y + m->each_y;
    }
    return true;
}

static inline double qm__square(double a) {
    return a * a;
}

/* Whether a surface of this level is open at a point: it is supported there, and no low solid lies over it. `lies_on`
 * gets the surface (a prism or QM__GROUND) or, when closed, the low solid or QM__NOTHING; may be NULL. */
bool qm__level_open(const qm__levels *levels, const qm__level *level, qm__xy p, double slack, int32_t *lies_on);
/* Whether a point is inside of a tall solid: `prism`. */
bool qm__level_inside_tall(const qm__levels *levels, const qm__level *level, qm__xy p, int32_t *prism);
/* Whether a disc here overlaps no wall of the level, the centre being outside of all tall solids (asked only with
 * `inside`). */
bool qm__level_clear(const qm__levels *levels, const qm__level *level, qm__xy p, double slack, bool inside,
                     qm__obstruction *why);
/* Whether the disc stays on the table. */
static inline bool qm__on_table(const qm__levels *levels, qm__xy p, double slack) {
    const double keep = (double)levels->walker.radius - slack;
    return p.x >= keep && p.y >= keep && p.x <= (double)levels->table->width - keep &&
           p.y <= (double)levels->table->depth - keep;
}
/* How far a disc's centre keeps off a body at a level (from its centre, a rectangle: from its edges); 0 = it is not in
 * the way. `ending`: bodies that can only be passed count too. */
static inline double qm__body_stops(const qm__levels *levels, const qm__level *level, const qm__body *body,
                                    bool ending) {
    return body->manner == QM__BLOCK || (body->manner == QM__PASS_ONLY && ending)
               ? qm__body_keep_off(body, level->z, levels->walker.radius, levels->walker.height)
               : 0;
}
/* How much farther a base keeps off a body where it stops: a unit, so that with the slack it does not touch. */
static inline double qm__crowd_apart(const qm__crowd *crowd, uint16_t number) {
    return crowd->apart && crowd->bodies[number].aloof && number + 1 != crowd->but ? 1 : 0;
}
/* Whether a base on a level keeps apart from whom the crowd says, or is where the crowd's walker is already. */
bool qm__level_apart(const qm__levels *levels, const qm__level *level, const qm__crowd *crowd, qm__xy p, double slack);
#define QM__CROWD_ACROSS 16 /* cells from side to side */

struct qm__crowd_cells {
    double by_x, by_y; /* cells to a unit */
    const uint16_t *items;
    uint32_t starts[QM__CROWD_ACROSS * QM__CROWD_ACROSS + 1]; /* of the bodies of a cell */
};

static inline int qm__crowd_cell_at(double value, double by) {
    const double at = value * by;
    return at < 0 ? 0 : at >= QM__CROWD_ACROSS ? QM__CROWD_ACROSS - 1 : (int)at;
}
/* Some bodies of a crowd, in its order. */
typedef struct qm__few {
    const uint16_t *items; /* NULL = all */
    uint32_t count;
} qm__few;
static inline uint16_t qm__few_at(const qm__few *few, uint32_t i) {
    return few->items ? few->items[i] : (uint16_t)i;
}
/* Those that may be in the way of a base whose centre moves within a box: all, unless the box lies in one cell. */
static inline qm__few qm__crowd_few(const qm__crowd *crowd, qm__xy low, qm__xy high) {
    const qm__crowd_cells *const cells = crowd ? crowd->cells : NULL;
    if (!cells) {
        return (qm__few){NULL, crowd ? crowd->count : 0};
    }
    const int column = qm__crowd_cell_at(low.x, cells->by_x), row = qm__crowd_cell_at(low.y, cells->by_y);
    if (qm__crowd_cell_at(high.x, cells->by_x) != column || qm__crowd_cell_at(high.y, cells->by_y) != row) {
        return (qm__few){NULL, crowd->count};
    }
    const uint32_t *const start = &cells->starts[row * QM__CROWD_ACROSS + column];
    return (qm__few){cells->items + start[0], start[1] - start[0]};
}
/* Whether a body may be in the way of a base of that radius (the one the cells are made for) that moves within a box,
 * at whatever height. */
static inline bool qm__crowd_near(const qm__crowd *crowd, qm__xy low, qm__xy high, int32_t radius) {
    const qm__few few = qm__crowd_few(crowd, low, high);
    for (uint32_t k = 0; k < few.count; k++) {
        const uint16_t i = qm__few_at(&few, k);
        if (i != crowd->self && !qm__body_far(&crowd->bodies[i], low, high, radius)) {
            return true;
        }
    }
    return false;
}
/* Whether a body that is kept off so far is in the way of a centre moving from p to q (p = q: standing). */
bool qm__body_blocks(const qm__body *body, double keep, qm__xy p, qm__xy q, double slack);
/* The first body that is in the way of such a move on a level; -1 = none. */
int32_t qm__level_body(const qm__levels *levels, const qm__level *level, const qm__crowd *crowd, qm__xy p, qm__xy q,
                       double slack, bool ending);

/* Whether a straight piece (from = to: a place) comes near a border of a level: where none is, levels do not meet. */
bool qm__borders_near(const qm__levels *levels, int32_t level, qm__xy from, qm__xy to);
/* Whether a base that passes at a point on one level can step to another there, over levels between them on which it
 * passes too. */
bool qm__steps_join(const qm__levels *levels, const qm__crowd *crowd, qm__xy at, int32_t from, int32_t to);
/* qm__trace that has to end on the level `want` (-1 = any) or on one that steps join to it there. Not clear with
 * QM__FREE as the reason: the end can be got to, but only on out->level. */
bool qm__trace_onto(const qm__levels *levels, const qm__crowd *crowd, qm__spot from, qm__xy to, int32_t want,
                    double slack, qm__traced *out);

/* How far beyond the edges of an area a centre is in it; negative: how far inside it must be. A hair more than the
 * slack is left out, so that who leaves a level by all of the slack does not come into an area that begins where the
 * level ends. */
static inline double qm__area_reach(const qm__levels *levels) {
    return (levels->walker.centre ? 0 : (double)levels->walker.radius) - QM__SLACK - 1e-7;
}

#endif
