/* The shapes of cells: what pictures know of hexes and tiles, and the only place where they ask which of them a board
 * has.
 *
 * Lengths are in hex sides. A tile is √3 broad, as a hex is from edge to edge; so the middle of a step, the room around
 * a figure and the size of a number are the same on both, and no sign is drawn twice. Rejected: the side of a tile as
 * its unit, which would need every measure of a picture once more.
 */
#include "io/draw.h"

#define SQRT3 1.7320508075688772
#define INNER 0.8660254037844386 /* from the middle of a cell to an edge */

/* -------------------------------------------------------------------------------------------------------- hexes */

static qm__point hex_centre(const qm_scenario *s, qm__cell cell) {
    return qm__hex_centre(&s->hex, cell);
}

static void hex_corners(const qm_scenario *s, qm__cell cell, qm__point out[QM__EDGES_MAX]) {
    qm__hex_corners(&s->hex, cell, out);
}

static qm__point hex_extent(const qm_scenario *s) {
    return qm__hex_extent(&s->hex);
}

static qm__point hex_pitch(const qm_scenario *s) {
    return s->hex.layout == QM__HEX_COLUMNS ? (qm__point){1.5, SQRT3} : (qm__point){SQRT3, 1.5};
}

static qm__cell hex_beside(const qm_scenario *s, qm__cell cell, int edge) {
    return qm__hex_neighbour(&s->hex, cell, edge);
}

static bool hex_walled(const qm_scenario *s, qm__cell cell, int edge) {
    (void)s;
    (void)cell;
    (void)edge;
    return false;
}

static qm__point hex_toward(const qm_scenario *s, qm__cell cell, int direction) {
    qm__point corners[QM__EDGES_MAX];
    qm__hex_corners(&s->hex, cell, corners);
    const qm__point centre = qm__hex_centre(&s->hex, cell), a = corners[qm__hex_turn(direction, -1)],
                    b = corners[direction];
    return (qm__point){((a.x + b.x) / 2 - centre.x) / INNER, ((a.y + b.y) / 2 - centre.y) / INNER};
}

static bool hex_near(const qm_scenario *s, qm__cell a, qm__cell b) {
    return qm__hex_distance(&s->hex, a, b) == 1;
}

static double hex_span(const qm_scenario *s, qm__cell a, qm__cell b) {
    return qm__hex_distance(&s->hex, a, b) * SQRT3;
}

static qm__point hex_label(const qm_scenario *s, double width) {
    (void)width;
    return (qm__point){0, s->hex.layout == QM__HEX_COLUMNS ? -0.69 : -0.66};
}

static const qm__cell_shape hexes = {
    .edges = 6,
    .directions = 6,
    .centre = hex_centre,
    .corners = hex_corners,
    .extent = hex_extent,
    .pitch = hex_pitch,
    .beside = hex_beside,
    .walled = hex_walled,
    .toward = hex_toward,
    .near = hex_near,
    .span = hex_span,
    .label = hex_label,
};

/* -------------------------------------------------------------------------------------------------------- tiles */

static qm__point tile_centre(const qm_scenario *s, qm__cell cell) {
    return (qm__point){(qm__tile_column(&s->tile, cell) + 0.5) * SQRT3, (qm__tile_row(&s->tile, cell) + 0.5) * SQRT3};
}

/* The edges are those to the north, east, south and west: directions 0, 2, 4 and 6. */
static void tile_corners(const qm_scenario *s, qm__cell cell, qm__point out[QM__EDGES_MAX]) {
    static const double around[4][2] = {{INNER, -INNER}, {INNER, INNER}, {-INNER, INNER}, {-INNER, -INNER}};
    const qm__point centre = tile_centre(s, cell);
    for (int i = 0; i < 4; i++) {
        out[i] = (qm__point){centre.x + around[i][0], centre.y + around[i][1]};
    }
}

static qm__point tile_extent(const qm_scenario *s) {
    return (qm__point){s->tile.columns * SQRT3, s->tile.rows * SQRT3};
}

static qm__point tile_pitch(const qm_scenario *s) {
    (void)s;
    return (qm__point){SQRT3, SQRT3};
}

static qm__cell tile_beside(const qm_scenario *s, qm__cell cell, int edge) {
    return qm__tile_neighbour(&s->tile, cell, edge * 2);
}

static bool tile_walled(const qm_scenario *s, qm__cell cell, int edge) {
    return qm__tile_wall(&s->tile, cell, edge * 2);
}

static qm__point tile_toward(const qm_scenario *s, qm__cell cell, int direction) {
    static const qm__point ways[8] = {
        {0, -1}, {0.7071067811865476, -0.7071067811865476}, {1, 0},  {0.7071067811865476, 0.7071067811865476},
        {0, 1},  {-0.7071067811865476, 0.7071067811865476}, {-1, 0}, {-0.7071067811865476, -0.7071067811865476}};
    (void)s;
    (void)cell;
    return ways[direction];
}

static bool tile_near(const qm_scenario *s, qm__cell a, qm__cell b) {
    return qm__tile_distance(&s->tile, QM__TILE_DIAGONAL_ONE, a, b) == 1;
}

static double tile_span(const qm_scenario *s, qm__cell a, qm__cell b) {
    return qm__root(qm__tile_square(&s->tile, a, b)) * SQRT3;
}

/* In the left corner, as on a grid map: the middle of a tile is wanted for more. */
static qm__point tile_label(const qm_scenario *s, double width) {
    (void)s;
    return (qm__point){width / 2 - INNER + 0.05, -0.69};
}

static const qm__cell_shape tiles = {
    .edges = 4,
    .directions = 8,
    .centre = tile_centre,
    .corners = tile_corners,
    .extent = tile_extent,
    .pitch = tile_pitch,
    .beside = tile_beside,
    .walled = tile_walled,
    .toward = tile_toward,
    .near = tile_near,
    .span = tile_span,
    .label = tile_label,
};

const qm__cell_shape *qm__cell_shape_of(const qm_scenario *scenario) {
    switch (qm_scenario_family(scenario)->space) {
    case QM_SPACE_HEX:
        return &hexes;
    case QM_SPACE_TILE:
        return &tiles;
    case QM_SPACE_NONE:
    case QM_SPACE_TABLE:
        break;
    }
    return NULL;
}
