/* Tiles drawn with characters. Lines are walls and the border of the board; between other tiles there is only room.
 *
 *     +----+----+----+
 *     |↘Ad |0201 0301|
 *     | R  |     gggg|
 *     +    +----+    +
 *     |0102 0202 0302|
 *     |              |
 *     +----+----+----+
 *
 * A part of a board has no line where the board goes on. Rejected: a line round every tile and a heavier one for walls,
 * in which the walls of a large board are hard to find.
 */
#include "io/board_text.h"

/* Whether a line runs on the side of a tile: a wall, or the border of the board. */
static bool lined(const qm__sketch *d, int column, int row, int direction) {
    const qm__tile_board *board = &d->scenario->tile;
    const qm__tile tile = qm__tile_at(board, d->left + column, d->top + row);
    return qm__tile_neighbour(board, tile, direction) == QM__TILE_NONE || qm__tile_wall(board, tile, direction);
}

/* A line is plain where it is a wall and faint at the border, which needs no telling. */
static uint8_t tone_of(const qm__sketch *d, int column, int row, int direction) {
    const qm__tile_board *board = &d->scenario->tile;
    const qm__tile tile = qm__tile_at(board, d->left + column, d->top + row);
    return qm__tile_wall(board, tile, direction) ? QM__TONE_PLAIN : QM__TONE_FRAME;
}

/* The line of characters over a row of tiles, or under the last one. */
static void draw_edges(qm__sketch *d, int row) {
    const int of = row < d->rows ? row : row - 1, direction = row < d->rows ? 0 : 4;
    for (int c = 0; c < d->columns; c++) {
        const bool line = lined(d, c, of, direction);
        qm__sketch_put(d, c * d->pitch, '+', QM__TONE_FRAME);
        for (int i = 1; line && i < d->pitch; i++) {
            qm__sketch_put(d, c * d->pitch + i, '-', tone_of(d, c, of, direction));
        }
    }
    qm__sketch_put(d, d->columns * d->pitch, '+', QM__TONE_FRAME);
}

static void draw_upright(qm__sketch *d, int x, int column, int row, int direction) {
    if (lined(d, column, row, direction)) {
        qm__sketch_put(d, x, '|', tone_of(d, column, row, direction));
    }
}

static void draw_row(qm__sketch *d, int row, bool upper) {
    for (int c = 0; c < d->columns; c++) {
        const int x = c * d->pitch;
        draw_upright(d, x, c, row, 6);
        if (upper) {
            qm__sketch_upper(d, x + 1, qm__sketch_place(d, c, row));
        } else {
            qm__sketch_lower(d, x + 1, qm__sketch_place(d, c, row), ' ');
        }
    }
    draw_upright(d, d->columns * d->pitch, d->columns - 1, row, 2);
}

static int pitch_of(const qm_scenario *scenario) {
    return 2 * qm__label_digits(scenario->tile.columns, scenario->tile.rows) + 1;
}

void qm__sketch_tile_extent(const qm_scenario *scenario, int columns, int rows, int *width, int *height) {
    *width = columns * pitch_of(scenario) + 1;
    *height = 3 * rows + 1;
}

void qm__sketch_tile(qm__sketch *d) {
    d->pitch = pitch_of(d->scenario);
    d->inside = d->pitch - 1;
    const int width = d->columns * d->pitch + 1;
    for (int row = 0; row <= d->rows; row++) {
        draw_edges(d, row);
        qm__sketch_line(d, width);
        for (int part = 0; row < d->rows && part < 2; part++) {
            draw_row(d, row, part == 0);
            qm__sketch_line(d, width);
        }
    }
}
