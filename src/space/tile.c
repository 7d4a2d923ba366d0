/* Boards of square tiles: making them, walls, names, corners, lines and rings. See tile.h for the conventions.
 *
 * Invariant: everything is reckoned in integers and is exact, so that a line is the same from both ends and in a
 * mirror. Rejected for lines: stepping and rounding, which must break ties where a line runs through a corner and then
 * prefers one hand.
 */
#include "space/tile.h"

#include <string.h>

/* The steps of the eight directions: column, row. */
static const int8_t steps[8][2] = {{0, -1}, {1, -1}, {1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}};

static const char direction_names[8][3] = {"N", "NE", "E", "SE", "S", "SW", "W", "NW"};

/* ------------------------------------------------------------------------------------------------ making a board */

static bool side_in_range(int side) {
    return side >= 1 && side <= QM__TILE_SIDE_MAX;
}

size_t qm__tile_board_size(int columns, int rows) {
    if (!side_in_range(columns) || !side_in_range(rows)) {
        return 0;
    }
    return ((size_t)columns * (size_t)rows + 1) * (sizeof(qm__tile[8]) + sizeof(uint8_t[2]) + sizeof(uint8_t));
}

qm_result qm__tile_board_init(qm__tile_board *board, int columns, int rows, void *memory, size_t size) {
    const size_t needed = qm__tile_board_size(columns, rows);
    if (!board || !memory || needed == 0) {
        return QM_ERROR_USAGE;
    }
    if (size < needed) {
        return QM_ERROR_LIMIT;
    }
    const size_t entries = (size_t)columns * (size_t)rows + 1;
    qm__tile(*neighbours)[8] = memory;
    uint8_t(*at)[2] = (uint8_t(*)[2])(void *)(neighbours + entries);
    memset(memory, 0, needed);
    *board = (qm__tile_board){
        .columns = (uint16_t)columns,
        .rows = (uint16_t)rows,
        .tile_count = (uint16_t)(entries - 1),
        .neighbours = (const qm__tile(*)[8])neighbours,
        .at = (const uint8_t(*)[2])at,
        .walls = (uint8_t *)(at + entries),
    };
    for (size_t tile = 1; tile < entries; tile++) {
        const int column = (int)(tile - 1) % columns, row = (int)(tile - 1) / columns;
        at[tile][0] = (uint8_t)column;
        at[tile][1] = (uint8_t)row;
        for (int d = 0; d < 8; d++) {
            neighbours[tile][d] = qm__tile_at(board, column + steps[d][0], row + steps[d][1]);
        }
    }
    return QM_OK;
}

bool qm__tile_wall_set(qm__tile_board *board, qm__tile tile, int direction) {
    const qm__tile beyond = qm__tile_neighbour(board, tile, direction);
    if (beyond == QM__TILE_NONE) {
        return false;
    }
    board->walls[tile] |= (uint8_t)(1u << direction / 2);
    board->walls[beyond] |= (uint8_t)(1u << (direction + 4) % 8 / 2);
    return true;
}

/* -------------------------------------------------------------------------------------------------------- names */

void qm__tile_label_write(const qm__tile_board *board, qm__tile tile, char out[QM__TILE_LABEL_SIZE]) {
    if (tile == QM__TILE_NONE) {
        memcpy(out, "-", 2);
        return;
    }
    qm__label_write(board->columns, board->rows, qm__tile_column(board, tile), qm__tile_row(board, tile), out);
}

qm__label qm__tile_label_read(const qm__tile_board *board, const char *text, size_t length, qm__tile *out) {
    int column = -1, row = -1;
    const qm__label verdict = qm__label_read(board->columns, board->rows, text, length, &column, &row);
    *out = qm__tile_at(board, column, row);
    return verdict;
}

const char *qm__tile_direction_name(int direction) {
    return direction < 0 || direction > 7 ? "-" : direction_names[direction];
}

static char upper(char c) {
    return c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c;
}

int qm__tile_direction_parse(const char *text, size_t length) {
    if (length < 1 || length > 2) {
        return QM__TILE_NOWHERE;
    }
    const char name[3] = {upper(text[0]), length == 2 ? upper(text[1]) : '\0', '\0'};
    for (int d = 0; d < 8; d++) {
        if (strlen(direction_names[d]) == length && memcmp(direction_names[d], name, length) == 0) {
            return d;
        }
    }
    return QM__TILE_NOWHERE;
}

/* ---------------------------------------------------------------------------------------------- steps and corners */

int qm__tile_direction_to(const qm__tile_board *board, qm__tile a, qm__tile b) {
    static const int8_t of[3][3] = {{7, 0, 1}, {6, QM__TILE_NOWHERE, 2}, {5, 4, 3}}; /* by row, then by column */
    const int dx = qm__tile_column(board, b) - qm__tile_column(board, a);
    const int dy = qm__tile_row(board, b) - qm__tile_row(board, a);
    return dx < -1 || dx > 1 || dy < -1 || dy > 1 ? QM__TILE_NOWHERE : of[dy + 1][dx + 1];
}

/* The two straight directions a diagonal one is made of: first along the row (E or W), then along the column (N or S).
 */
static void parts_of(int direction, int out[2]) {
    out[0] = steps[direction][0] > 0 ? 2 : 6;
    out[1] = steps[direction][1] > 0 ? 4 : 0;
}

void qm__tile_corners(const qm__tile_board *board, qm__tile from, int direction, qm__tile out[2]) {
    int parts[2];
    parts_of(direction, parts);
    out[0] = qm__tile_neighbour(board, from, parts[0]);
    out[1] = qm__tile_neighbour(board, from, parts[1]);
}

int qm__tile_walls_beside(const qm__tile_board *board, qm__tile from, int direction, bool closed[2]) {
    if (!qm__tile_diagonal(direction)) {
        closed[0] = closed[1] = qm__tile_wall(board, from, direction);
    } else {
        int parts[2];
        qm__tile corners[2];
        parts_of(direction, parts);
        qm__tile_corners(board, from, direction, corners);
        for (int i = 0; i < 2; i++) {
            closed[i] = qm__tile_wall(board, from, parts[i]) || qm__tile_wall(board, corners[i], parts[1 - i]);
        }
    }
    return closed[0] + closed[1];
}

/* ------------------------------------------------------------------------------------------------ lines and areas */

/* Measured in half tiles from the middle of a, the line leaves the tile that lies i columns and k rows on through its
 * far upright edge at the share (2i + 1) / 2dx of its way, through its far level edge at (2k + 1) / 2dy; the earlier of
 * the two is crossed, and when both come at once, the corner. */
size_t qm__tile_line(const qm__tile_board *board, qm__tile a, qm__tile b, qm__tile *out, size_t max) {
    int column = qm__tile_column(board, a), row = qm__tile_row(board, a);
    const int right = qm__tile_column(board, b) - column, down = qm__tile_row(board, b) - row;
    const int dx = qm__tile_absolute(right), dy = qm__tile_absolute(down);
    size_t count = 0;
    for (int i = 0, k = 0;;) {
        if (count < max) {
            out[count] = qm__tile_at(board, column, row);
        }
        count++;
        if (i == dx && k == dy) {
            return count;
        }
        const int upright = (2 * i + 1) * dy, level = (2 * k + 1) * dx;
        if (upright <= level) {
            column += right > 0 ? 1 : -1;
            i++;
        }
        if (level <= upright) {
            row += down > 0 ? 1 : -1;
            k++;
        }
    }
}

size_t qm__tile_ring(const qm__tile_board *board, qm__tile_count count, qm__tile centre, int radius, qm__tile *out,
                     size_t max) {
    const int x = qm__tile_column(board, centre), y = qm__tile_row(board, centre);
    const int reach = radius < QM__TILE_SIDE_MAX ? radius : QM__TILE_SIDE_MAX; /* no side is farther away */
    const int left = x > reach ? x - reach : 0, right = x + reach < board->columns ? x + reach : board->columns - 1;
    const int top = y > reach ? y - reach : 0, bottom = y + reach < board->rows ? y + reach : board->rows - 1;
    size_t found = 0;
    for (int row = top; row <= bottom; row++) {
        for (int column = left; column <= right; column++) {
            const qm__tile tile = qm__tile_at(board, column, row);
            if (qm__tile_distance(board, count, centre, tile) == radius) {
                if (found < max) {
                    out[found] = tile;
                }
                found++;
            }
        }
    }
    return found;
}
