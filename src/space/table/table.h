/* The table: free inches in three dimensions. What stands on it, before anybody asks anything.
 *
 * A table is a rectangle of ground at height 0 from (0, 0) to (width, depth), and a list of solids. Every solid is a
 * prism: a polygon, convex or not, with or without holes, from `bottom` to `top`. Floors, walls, bridges, balconies and
 * roofs are all prisms. Solids may touch, share walls and overlap (then they are one body: a union). Ladders join a
 * foot and a head. Zones are areas of a kind that the rules give a meaning.
 *
 * All lengths are whole 1/1000 inch (a unit). One slack holds everywhere: half a unit (QM__SLACK). Two things less than
 * that apart touch, and a base that is less than that inside of a solid is still clear of it.
 *
 * Invariant after qm__table_finish: outer rings run counter-clockwise (x to the right, y up), holes clockwise, so that
 * the solid lies to the left of every edge; no ring crosses or touches itself or another ring of the same polygon.
 *
 * Rejected: a mesh of triangles (degenerate where buildings share walls) and cells of height (not exact).
 */
#ifndef QM_SPACE_TABLE_TABLE_H
#define QM_SPACE_TABLE_TABLE_H

#include "base/arena.h"

#include <stdbool.h>
#include <stdint.h>

#define QM__SLACK 0.5               /* units */
#define QM__COORDINATE_MAX 10000000 /* units: 10,000 inches */
#define QM__PRISMS_MAX 1000
#define QM__CORNERS_MAX 20000    /* of all polygons together */
#define QM__RING_CORNERS_MAX 500 /* of one ring */
#define QM__HOLES_MAX 32         /* of one polygon */
#define QM__LADDERS_MAX 200
#define QM__AREAS_MAX 64 /* zones of a table: one bit each */

/* A corner of a ring, and the edge from it to the next one. */
typedef struct qm__corner {
    int32_t x, y;
    int32_t rail; /* height of the railing on this edge, above the top; 0 = none */
} qm__corner;

typedef struct qm__ring {
    uint32_t first, count; /* in table->corners */
} qm__ring;

typedef struct qm__box {
    int32_t x0, y0, x1, y1;
} qm__box;

/* A polygon: rings[first_ring] is the outer ring, the others are holes. */
typedef struct qm__polygon {
    uint32_t first_ring, ring_count;
    qm__box box;
    bool upright; /* it is its box: what is asked of it has a quicker answer */
    bool railed;  /* some edge has a railing */
} qm__polygon;

enum {
    QM__PRISM_WALKABLE = 1,   /* its top is a surface that figures can stand on */
    QM__PRISM_SHEER = 2,      /* its sides cannot be climbed */
    QM__PRISM_IMPASSABLE = 4, /* no base may overlap it, however low it is */
    QM__PRISM_CLEAR = 8       /* can be seen through */
};

typedef struct qm__prism {
    const char *name;
    qm__polygon polygon;
    int32_t bottom, top; /* bottom < top */
    uint16_t flags;      /* QM__PRISM_… */
    uint16_t kind;       /* for the rules: a row of the family's terrain table; 0 = none */
} qm__prism;
/* Whether its top is a surface of its own: below the ground there is none. */
static inline bool qm__prism_surface(const qm__prism *prism) {
    return (prism->flags & QM__PRISM_WALKABLE) && prism->top >= 0;
}

/* A ladder from a foot to a head above it; both are places on surfaces. */
typedef struct qm__ladder {
    const char *name;
    int32_t foot_x, foot_y, foot_z;
    int32_t head_x, head_y, head_z;
} qm__ladder;

/* An area of a kind: difficult ground, water … It lies on every surface whose height is from bottom to top. */
typedef struct qm__area {
    const char *name;
    qm__polygon polygon;
    int32_t bottom, top; /* bottom <= top */
    uint16_t kind;
    uint16_t made; /* 1 = the rules made it of a solid: files have the solid alone */
} qm__area;

/* Prism numbers: 0 to prism_count - 1. The ground is QM__GROUND, the border of the table QM__BORDER. */
#define QM__GROUND (-1)
#define QM__BORDER (-2)
#define QM__NOTHING (-3)

typedef struct qm__table {
    int32_t width, depth; /* 1 inch to 10,000 inches each */
    qm__corner *corners;
    qm__ring *rings;
    qm__prism *prisms;
    qm__ladder *ladders;
    qm__area *areas;
    uint32_t corner_count, ring_count;
    uint16_t prism_count, ladder_count, area_count;
    uint16_t height_count;
    int32_t *heights; /* of all surfaces, ascending, without repeats; heights[0] is 0: the ground */
} qm__table;

/* What is wrong with a table, in the order in which it is looked for. */
typedef enum qm__table_fault {
    QM__TABLE_GOOD = 0,
    QM__TABLE_SIZE,         /* width or depth out of range */
    QM__TABLE_FAR,          /* a coordinate or height beyond ±10,000 inches */
    QM__TABLE_FEW_CORNERS,  /* a ring with fewer than 3 corners */
    QM__TABLE_SAME_CORNER,  /* two corners of a ring in the same place */
    QM__TABLE_FLAT,         /* a ring without area */
    QM__TABLE_CROSSES,      /* an edge crosses or touches another one of its ring; `other` is that edge's corner */
    QM__TABLE_HOLE_OUTSIDE, /* a hole that is not inside the outer ring */
    QM__TABLE_HOLES_MEET,   /* rings of one polygon that cross or touch, or a hole inside a hole */
    QM__TABLE_HEIGHTS,      /* bottom not below top (areas: above top) */
    QM__TABLE_LADDER_FOOT,  /* the foot touches no surface */
    QM__TABLE_LADDER_HEAD,
    QM__TABLE_LADDER_DOWN,  /* the head is not above the foot */
    QM__TABLE_LADDER_INSIDE /* the foot (corner 0) or the head (1) is inside a solid: `other` is its number */
} qm__table_fault;

typedef enum qm__table_part { QM__PART_TABLE = 0, QM__PART_PRISM, QM__PART_AREA, QM__PART_LADDER } qm__table_part;

/* Where a fault is. */
typedef struct qm__table_error {
    qm__table_fault fault;
    qm__table_part part;
    uint32_t number; /* of the prism, area or ladder */
    uint32_t ring;   /* of its polygon: 0 = outer, then the holes */
    uint32_t corner; /* of the ring, from 0, in the order as given */
    uint32_t other;  /* another corner of the same or (HOLES_MEET) of the other ring; LADDER_INSIDE: the solid */
    uint32_t other_ring;
    int32_t x, y; /* the place, as near as can be told in units */
} qm__table_error;

/* Completes a table whose arrays have been filled: checks it, turns rings the right way (railings stay with their
 * edges), makes boxes and heights. Heights come from the arena. False and the first fault of each part (at most
 * `capacity`, counted in `count`) when something is wrong; QM_ERROR_MEMORY shows as arena->failed. */
bool qm__table_finish(qm__table *table, qm__arena *arena, qm__table_error *errors, uint32_t capacity, uint32_t *count);

/* Where a point lies, in doubles; no slack. 1 inside, 0 on an edge or corner exactly (as far as doubles can tell), -1
 * outside. */
int qm__polygon_side(const qm__table *table, const qm__polygon *polygon, double x, double y);
/* The distance in plan to the nearest edge, 0 on it; the same inside and outside. */
double qm__polygon_edge_distance(const qm__table *table, const qm__polygon *polygon, double x, double y);
/* Whether that is at most `by`: quicker than measuring it. */
bool qm__polygon_edge_within(const qm__table *table, const qm__polygon *polygon, double x, double y, double by);
/* Inside, or outside by at most `by` (with a negative `by`: inside, and at least that far from every edge). */
bool qm__polygon_has(const qm__table *table, const qm__polygon *polygon, double x, double y, double by);

/* The highest surface at or below z whose closed polygon (with slack) has the point: its height in `out_z`, its number
 * returned (a prism, or QM__GROUND; QM__NOTHING off the table). */
int qm__surface_below(const qm__table *table, double x, double y, int32_t z, int32_t *out_z);

#endif
