/* The geometry of hex boards.
 *
 * A board has columns and rows of hexes in one of two layouts:
 *   columns  flat-top hexes standing in columns; every other column is shoved down by half a hex;
 *            directions 0 to 5: N NE SE S SW NW
 *   rows     pointy-top hexes lying in rows; every other row is shoved right by half a hex;
 *            directions 0 to 5: NE E SE SW W NW
 * Directions run clockwise, y grows downwards. Corner i of a hex lies between directions i and i+1.
 *
 * A hex is a number from 1, row by row; 0 is none, or off the board. People name it by column and row, each counted
 * from 1 and written with two digits (0304: column 3, row 4), with three each on a board with more than 99 columns or
 * rows. The shove goes by these numbers too: `odd` shoves the columns (rows) 1, 3, 5, …, `even` 2, 4, 6, ….
 *
 * Invariant: both layouts are the same lattice of axial coordinates (q, r), where direction 0 of the one is direction 5
 * of the other; all reckoning is done there in integers and is exact. Rejected: working in columns and rows, which
 * needs four cases in every function.
 *
 * Functions that take hexes require them on the board (1 to hex_count) unless they say otherwise.
 */
#ifndef QM__SPACE_HEX_H
#define QM__SPACE_HEX_H

#include "space/label.h"

#define QM__HEX_SIDE_MAX 200 /* columns, and rows */
#define QM__HEX_NONE 0
#define QM__HEX_NOWHERE (-1) /* no direction */
#define QM__HEX_LABEL_SIZE QM__LABEL_SIZE

typedef uint16_t qm__hex;

typedef enum qm__hex_layout { QM__HEX_COLUMNS, QM__HEX_ROWS } qm__hex_layout;
typedef enum qm__hex_shove { QM__HEX_SHOVE_ODD, QM__HEX_SHOVE_EVEN } qm__hex_shove;

typedef struct qm__hex_axial {
    int16_t q, r;
} qm__hex_axial;

/* A board; read-only once made. The two tables live in the caller's memory. */
typedef struct qm__hex_board {
    uint16_t columns, rows;
    uint16_t hex_count; /* columns × rows */
    qm__hex_layout layout;
    qm__hex_shove shove;
    const qm__hex_axial *axial;     /* by hex; entry 0 unused */
    const qm__hex (*neighbours)[6]; /* by hex and direction; the neighbours of 0 are 0 */
} qm__hex_board;

/* Bytes of memory a board's tables need; 0 if a side is 0 or above QM__HEX_SIDE_MAX. */
size_t qm__hex_board_size(int columns, int rows);
/* Makes a board. `memory` is aligned for uint16_t and lives as long as the board. QM_ERROR_USAGE for a wrong size,
 * layout or shove, QM_ERROR_LIMIT if there is too little memory. */
qm_result qm__hex_board_init(qm__hex_board *board, int columns, int rows, qm__hex_layout layout, qm__hex_shove shove,
                             void *memory, size_t size);

/* ---------------------------------------------------------------------------------------------- names, places */

/* The hex at a column and row counted from 0, or none. */
static inline qm__hex qm__hex_at(const qm__hex_board *board, int column, int row) {
    if (column < 0 || column >= board->columns || row < 0 || row >= board->rows) {
        return QM__HEX_NONE;
    }
    return (qm__hex)(row * board->columns + column + 1);
}

/* Column and row of a hex, counted from 0. */
static inline int qm__hex_column(const qm__hex_board *board, qm__hex hex) {
    return (hex - 1) % board->columns;
}
static inline int qm__hex_row(const qm__hex_board *board, qm__hex hex) {
    return (hex - 1) / board->columns;
}

/* The hex with these axial coordinates, or none. */
qm__hex qm__hex_at_axial(const qm__hex_board *board, int q, int r);

/* Writes the label of a hex, with its zero; none becomes "-". */
void qm__hex_label(const qm__hex_board *board, qm__hex hex, char out[QM__HEX_LABEL_SIZE]);
/* Reads a label of exactly `length` bytes; `hex` becomes none unless it is good. */
qm__label qm__hex_parse(const qm__hex_board *board, const char *text, size_t length, qm__hex *hex);

/* The name of a direction of 0 to 5 ("NE"), and back from exactly `length` bytes, or QM__HEX_NOWHERE. */
const char *qm__hex_direction_name(qm__hex_layout layout, int direction);
int qm__hex_direction_parse(qm__hex_layout layout, const char *text, size_t length);

/* ---------------------------------------------------------------------------------------- steps and distances */

/* The step of a direction in axial coordinates: [layout][direction]. */
extern const qm__hex_axial qm__hex_steps[2][6];
/* The direction of a step: [layout][dq + 1][dr + 1], QM__HEX_NOWHERE where that is none. */
extern const int8_t qm__hex_step_direction[2][3][3];

/* The neighbour in a direction of 0 to 5, or none. The neighbours of none are none. */
static inline qm__hex qm__hex_neighbour(const qm__hex_board *board, qm__hex hex, int direction) {
    return board->neighbours[hex][direction];
}

/* A direction turned clockwise by a number of hex sides, -6 or more. */
static inline int qm__hex_turn(int direction, int sides) {
    return (direction + sides + 6) % 6;
}

static inline int qm__hex_absolute(int value) {
    return value < 0 ? -value : value;
}

static inline int qm__hex_sign(int value) {
    return (value > 0) - (value < 0);
}

/* Steps from a to b on an empty board without border. */
static inline int qm__hex_distance(const qm__hex_board *board, qm__hex a, qm__hex b) {
    const int dq = board->axial[b].q - board->axial[a].q, dr = board->axial[b].r - board->axial[a].r;
    return (qm__hex_absolute(dq) + qm__hex_absolute(dr) + qm__hex_absolute(dq + dr)) / 2;
}

/* The direction in which b lies from a on one straight row of hexes, or nowhere (for a itself as well). Where it is a
 * direction, `distance` (may be NULL) becomes the steps to b. */
static inline int qm__hex_straight(const qm__hex_board *board, qm__hex a, qm__hex b, int *distance) {
    const int dq = board->axial[b].q - board->axial[a].q, dr = board->axial[b].r - board->axial[a].r;
    if ((dq != 0 && dr != 0 && dq + dr != 0) || a == b) {
        return QM__HEX_NOWHERE;
    }
    if (distance) {
        *distance = qm__hex_absolute(dq != 0 ? dq : dr);
    }
    return qm__hex_step_direction[board->layout][qm__hex_sign(dq) + 1][qm__hex_sign(dr) + 1];
}

/* The direction of an adjacent hex, or nowhere if b is not adjacent to a. */
static inline int qm__hex_direction_to(const qm__hex_board *board, qm__hex a, qm__hex b) {
    const int dq = board->axial[b].q - board->axial[a].q, dr = board->axial[b].r - board->axial[a].r;
    if (dq < -1 || dq > 1 || dr < -1 || dr > 1) {
        return QM__HEX_NOWHERE;
    }
    return qm__hex_step_direction[board->layout][dq + 1][dr + 1];
}

/* Twice the scalar product of two axial vectors, where a step has length 1. */
static inline int qm__hex_dot2(int q1, int r1, int q2, int r2) {
    return 2 * q1 * q2 + 2 * r1 * r2 + q1 * r2 + r1 * q2;
}

/* ---------------------------------------------------------------------------------------------------- facing */

/* On which side of someone at `at` who faces `facing` an adjacent hex lies: 0 straight ahead, 1 and 5 the other two
 * front hexes, 2 and 4 the side hexes, 3 the rear hex (clockwise); nowhere if it is not adjacent. */
static inline int qm__hex_side_of(const qm__hex_board *board, qm__hex at, int facing, qm__hex other) {
    const int direction = qm__hex_direction_to(board, at, other);
    return direction < 0 ? QM__HEX_NOWHERE : qm__hex_turn(direction, -facing);
}

/* Whether `other` is one of the three front hexes. */
static inline bool qm__hex_in_front(const qm__hex_board *board, qm__hex at, int facing, qm__hex other) {
    const int side = qm__hex_side_of(board, at, facing, other);
    return side == 0 || side == 1 || side == 5;
}

/* Whether the centre of `other` lies in the half of the board that the three front hexes open: at most 90 degrees off
 * the facing, the border included. The hex itself counts as inside. */
static inline bool qm__hex_in_front_half(const qm__hex_board *board, qm__hex at, int facing, qm__hex other) {
    const qm__hex_axial step = qm__hex_steps[board->layout][facing];
    const qm__hex_axial from = board->axial[at], to = board->axial[other];
    return qm__hex_dot2(step.q, step.r, to.q - from.q, to.r - from.r) >= 0;
}

/* The direction nearest to the bearing from a to b. Two of them where the bearing runs exactly between; `direction[1]`
 * is then the next one clockwise. None from a hex to itself. */
typedef struct qm__hex_bearing {
    int count; /* 0, 1 or 2 */
    int direction[2];
} qm__hex_bearing;
qm__hex_bearing qm__hex_nearest_directions(const qm__hex_board *board, qm__hex a, qm__hex b);

/* --------------------------------------------------------------------------------------------- rings and lines */

/* The hexes of the board exactly `radius` (from 0) steps from the centre, clockwise from the one in direction 0. Writes
 * at most `max` and returns how many there are. */
size_t qm__hex_ring(const qm__hex_board *board, qm__hex centre, int radius, qm__hex *out, size_t max);

/* How a line meets a hex. */
typedef enum qm__hex_meeting {
    QM__HEX_THROUGH,       /* it runs through the inside */
    QM__HEX_EDGE_ON_LEFT,  /* it runs along an edge, and the hex is on its left */
    QM__HEX_EDGE_ON_RIGHT  /* the same on its right */
} qm__hex_meeting;

typedef struct qm__hex_crossing {
    qm__hex hex;
    qm__hex_meeting meeting;
} qm__hex_crossing;

/* Every hex of the board that the straight line between the centres of a and b meets, in order, a and b included: those
 * it runs through, and where it runs exactly along an edge both hexes of that edge, the left one first. A hex touched
 * only in a corner is not met. Hexes off the board are left out, also from a pair. From b to a comes the same list
 * backwards, with left and right exchanged. Writes at most `max` and returns how many there are: never more than
 * 2 × distance + 1. */
size_t qm__hex_line(const qm__hex_board *board, qm__hex a, qm__hex b, qm__hex_crossing *out, size_t max);

/* --------------------------------------------------------------------------------------------------- drawing */

/* A point of the plane; the unit is the length of a hex side, the board's upper left is (0, 0), y grows downwards. */
typedef struct qm__hex_point {
    double x, y;
} qm__hex_point;

qm__hex_point qm__hex_centre(const qm__hex_board *board, qm__hex hex);
/* Corner i lies between directions i and i+1, so the edge towards direction i runs from corner i-1 to corner i. */
void qm__hex_corners(const qm__hex_board *board, qm__hex hex, qm__hex_point out[6]);
/* Width and height of the whole board. */
qm__hex_point qm__hex_extent(const qm__hex_board *board);

#endif
