/* The geometry of boards of square tiles.
 *
 * A board has columns and rows of tiles, and walls on the edges between them. Directions 0 to 7 run clockwise: N NE E
 * SE S SW W NW; y grows downwards; the odd directions are the diagonals.
 *
 * A tile is a number from 1, row by row; 0 is none, or off the board. People name it by column and row, as
 * label.h says (0304: column 3, row 4).
 *
 * Three ways to count: a diagonal step counts as one; there are no diagonal steps; every second diagonal counts as two.
 * The way of counting is an argument wherever it matters, because it is a rule and not a property of the board.
 *
 * Invariant: a wall lies on an edge, so it is kept with both tiles of that edge; the outer border of the board has
 * none. Rejected: walls as thin tiles of their own, which would double the board and make every distance wrong.
 *
 * Functions that take tiles require them on the board (1 to tile_count) unless they say otherwise.
 */
#ifndef QM__SPACE_TILE_H
#define QM__SPACE_TILE_H

#include "space/label.h"

#define QM__TILE_SIDE_MAX 200 /* columns, and rows */
#define QM__TILE_NONE 0
#define QM__TILE_NOWHERE (-1) /* no direction */
#define QM__TILE_LABEL_SIZE QM__LABEL_SIZE

typedef uint16_t qm__tile;

/* How tiles are counted. */
typedef enum qm__tile_count {
    QM__TILE_DIAGONAL_ONE, /* eight neighbours, a diagonal step counts as one */
    QM__TILE_ORTHOGONAL,   /* four neighbours */
    QM__TILE_ALTERNATE     /* eight neighbours, every second diagonal step counts as two */
} qm__tile_count;

/* A board; read-only once made. The tables live in the caller's memory. */
typedef struct qm__tile_board {
    uint16_t columns, rows;
    uint16_t tile_count;             /* columns × rows */
    const qm__tile (*neighbours)[8]; /* by tile and direction, walls or not; the neighbours of 0 are 0 */
    const uint8_t (*at)[2];          /* by tile: column and row from 0; entry 0 unused */
    uint8_t *walls; /* by tile: bit d/2 is set when there is a wall on its edge towards direction d = 0, 2, 4 or 6 */
} qm__tile_board;

/* Bytes of memory a board's tables need; 0 if a side is 0 or above QM__TILE_SIDE_MAX. */
size_t qm__tile_board_size(int columns, int rows);
/* Makes a board without walls. `memory` is aligned for uint16_t and lives as long as the board. QM_ERROR_USAGE for a
 * side out of range, QM_ERROR_LIMIT if there is too little memory. */
qm_result qm__tile_board_init(qm__tile_board *board, int columns, int rows, void *memory, size_t size);
/* Puts a wall on the edge between a tile and its neighbour in direction 0, 2, 4 or 6; false at the board's border. */
bool qm__tile_wall_set(qm__tile_board *board, qm__tile tile, int direction);

/* ------------------------------------------------------------------------------------------ places and their names */

static inline int qm__tile_column(const qm__tile_board *board, qm__tile tile) {
    return board->at[tile][0];
}
static inline int qm__tile_row(const qm__tile_board *board, qm__tile tile) {
    return board->at[tile][1];
}
/* The tile in a column and row counted from 0, or none off the board. */
static inline qm__tile qm__tile_at(const qm__tile_board *board, int column, int row) {
    return column >= 0 && row >= 0 && column < board->columns && row < board->rows
               ? (qm__tile)(row * board->columns + column + 1)
               : QM__TILE_NONE;
}

/* Writes the label of a tile, with its zero; none becomes "-". */
void qm__tile_label_write(const qm__tile_board *board, qm__tile tile, char out[QM__TILE_LABEL_SIZE]);
/* Reads a label of exactly `length` bytes; `out` becomes none unless it is good. */
qm__label qm__tile_label_read(const qm__tile_board *board, const char *text, size_t length, qm__tile *out);

/* The name of a direction of 0 to 7 ("NE"), and back from exactly `length` bytes in any case, or QM__TILE_NOWHERE. */
const char *qm__tile_direction_name(int direction);
int qm__tile_direction_parse(const char *text, size_t length);

/* ----------------------------------------------------------------------------------------- steps and distances */

/* The neighbour in a direction of 0 to 7, or none. */
static inline qm__tile qm__tile_neighbour(const qm__tile_board *board, qm__tile tile, int direction) {
    return board->neighbours[tile][direction];
}
static inline bool qm__tile_diagonal(int direction) {
    return (direction & 1) != 0;
}
/* Whether there is a wall on the edge towards direction 0, 2, 4 or 6. */
static inline bool qm__tile_wall(const qm__tile_board *board, qm__tile tile, int direction) {
    return ((unsigned)board->walls[tile] >> (direction / 2) & 1u) != 0;
}

static inline int qm__tile_absolute(int value) {
    return value < 0 ? -value : value;
}

/* Tiles from a to b on an empty board: the larger of the two differences; their sum; or the larger and half the
 * smaller. */
static inline int qm__tile_distance(const qm__tile_board *board, qm__tile_count count, qm__tile a, qm__tile b) {
    const int dx = qm__tile_absolute(board->at[a][0] - board->at[b][0]);
    const int dy = qm__tile_absolute(board->at[a][1] - board->at[b][1]);
    const int larger = dx > dy ? dx : dy, smaller = dx > dy ? dy : dx;
    switch (count) {
    case QM__TILE_DIAGONAL_ONE:
        return larger;
    case QM__TILE_ORTHOGONAL:
        return larger + smaller;
    case QM__TILE_ALTERNATE:
        return larger + smaller / 2;
    }
    return 0;
}

/* The square of the distance between the middles of two tiles, in tiles. */
static inline int qm__tile_square(const qm__tile_board *board, qm__tile a, qm__tile b) {
    const int dx = board->at[a][0] - board->at[b][0], dy = board->at[a][1] - board->at[b][1];
    return dx * dx + dy * dy;
}

/* The direction of one of the eight tiles around a, or nowhere. */
int qm__tile_direction_to(const qm__tile_board *board, qm__tile a, qm__tile b);

/* The two tiles that a diagonal step passes between, which share an edge with both its ends: out[0] lies in the row of
 * `from` (and the column of the end), out[1] in the column of `from` (and the row of the end). The end must be on the
 * board; then both of them are. */
void qm__tile_corners(const qm__tile_board *board, qm__tile from, int direction, qm__tile out[2]);

/* Which ways round the corner of a diagonal step are closed by walls: closed[i] when one of the two edges crossed by
 * going over tile i of qm__tile_corners has a wall. A straight step has one edge, and both are closed when that has a
 * wall. Returns how many are closed. The end of the step must be on the board. */
int qm__tile_walls_beside(const qm__tile_board *board, qm__tile from, int direction, bool closed[2]);

/* ------------------------------------------------------------------------------------------------ lines and areas */

/* Every tile that the straight line between the middles of a and b runs through, in order, a and b included; where it
 * runs exactly through a corner, neither of the tiles beside it is listed. From b to a comes the same list backwards.
 * Writes at most `max` and returns how many there are: never more than the differences of columns and of rows together,
 * and one. */
size_t qm__tile_line(const qm__tile_board *board, qm__tile a, qm__tile b, qm__tile *out, size_t max);

/* The tiles of the board at exactly the distance `radius` (from 0) by that way of counting, in the order of their
 * numbers. Writes at most `max` and returns how many there are. */
size_t qm__tile_ring(const qm__tile_board *board, qm__tile_count count, qm__tile centre, int radius, qm__tile *out,
                     size_t max);

/* ------------------------------------------------------------------------------------------------------ drawing */

/* The unit is the side of a tile; the board's upper left is (0, 0), y grows downwards. The middle of a tile is at
 * (column + 0.5, row + 0.5). */

#endif
