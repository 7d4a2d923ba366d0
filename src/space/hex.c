/* Hex boards: making them, labels, rings, lines and drawing coordinates. See hex.h for the conventions.
 *
 * Invariant: off the board there is still a lattice. Rings and lines walk it in axial coordinates and leave out what is
 * not on the board at the very end, so that a ragged border never bends them.
 *
 * Lines are exact. The usual way (sample the line at every step and round) was rejected: it needs a nudge for points on
 * an edge, is not the same backwards, and misses hexes that the line clips.
 */
#include "space/hex.h"

#include <string.h>

#define SQRT3 1.7320508075688772

const qm__hex_axial qm__hex_steps[2][6] = {
    [QM__HEX_COLUMNS] = {{0, -1}, {1, -1}, {1, 0}, {0, 1}, {-1, 1}, {-1, 0}},
    [QM__HEX_ROWS] = {{1, -1}, {1, 0}, {0, 1}, {-1, 1}, {-1, 0}, {0, -1}},
};

const int8_t qm__hex_step_direction[2][3][3] = {
    [QM__HEX_COLUMNS] = {{QM__HEX_NOWHERE, 5, 4}, {0, QM__HEX_NOWHERE, 3}, {1, 2, QM__HEX_NOWHERE}},
    [QM__HEX_ROWS] = {{QM__HEX_NOWHERE, 4, 3}, {5, QM__HEX_NOWHERE, 2}, {0, 1, QM__HEX_NOWHERE}},
};

static const char direction_names[2][6][3] = {
    [QM__HEX_COLUMNS] = {"N", "NE", "SE", "S", "SW", "NW"},
    [QM__HEX_ROWS] = {"NE", "E", "SE", "SW", "W", "NW"},
};

/* ------------------------------------------------------------------------------------------------ making a board */

/* 1 if the column (or row) with this number from 0 is shoved; people count from 1, so number 0 is odd. */
static int shoved(qm__hex_shove shove, int number) {
    return (number & 1) == (shove == QM__HEX_SHOVE_ODD ? 0 : 1);
}

/* How far the straight edge of the board has moved along the slanted axial axis at this column (or row): half the
 * number, rounded the way the shove wants it. */
static int slant(qm__hex_shove shove, int number) {
    return (shove == QM__HEX_SHOVE_ODD ? number + 1 : number) / 2;
}

static qm__hex_axial axial_of(const qm__hex_board *board, int column, int row) {
    if (board->layout == QM__HEX_COLUMNS) {
        return (qm__hex_axial){(int16_t)column, (int16_t)(row - slant(board->shove, column))};
    }
    return (qm__hex_axial){(int16_t)(column - slant(board->shove, row)), (int16_t)row};
}

qm__hex qm__hex_at_axial(const qm__hex_board *board, int q, int r) {
    if (board->layout == QM__HEX_COLUMNS) {
        return q < 0 || q >= board->columns ? QM__HEX_NONE : qm__hex_at(board, q, r + slant(board->shove, q));
    }
    return r < 0 || r >= board->rows ? QM__HEX_NONE : qm__hex_at(board, q + slant(board->shove, r), r);
}

static bool side_in_range(int side) {
    return side >= 1 && side <= QM__HEX_SIDE_MAX;
}

size_t qm__hex_board_size(int columns, int rows) {
    if (!side_in_range(columns) || !side_in_range(rows)) {
        return 0;
    }
    return ((size_t)columns * (size_t)rows + 1) * (sizeof(qm__hex_axial) + sizeof(qm__hex[6]));
}

qm_result qm__hex_board_init(qm__hex_board *board, int columns, int rows, qm__hex_layout layout, qm__hex_shove shove,
                             void *memory, size_t size) {
    const size_t needed = qm__hex_board_size(columns, rows);
    if (!board || !memory || needed == 0 || (layout != QM__HEX_COLUMNS && layout != QM__HEX_ROWS) ||
        (shove != QM__HEX_SHOVE_ODD && shove != QM__HEX_SHOVE_EVEN)) {
        return QM_ERROR_USAGE;
    }
    if (size < needed) {
        return QM_ERROR_LIMIT;
    }
    const size_t entries = (size_t)columns * (size_t)rows + 1;
    qm__hex_axial *axial = memory;
    qm__hex(*neighbours)[6] = (qm__hex(*)[6])(void *)(axial + entries);
    memset(memory, 0, needed);
    *board = (qm__hex_board){
        .columns = (uint16_t)columns,
        .rows = (uint16_t)rows,
        .hex_count = (uint16_t)(entries - 1),
        .layout = layout,
        .shove = shove,
        .axial = axial,
        .neighbours = (const qm__hex(*)[6])neighbours,
    };
    for (size_t hex = 1; hex < entries; hex++) {
        axial[hex] = axial_of(board, qm__hex_column(board, (qm__hex)hex), qm__hex_row(board, (qm__hex)hex));
        for (int d = 0; d < 6; d++) {
            const qm__hex_axial step = qm__hex_steps[layout][d];
            neighbours[hex][d] = qm__hex_at_axial(board, axial[hex].q + step.q, axial[hex].r + step.r);
        }
    }
    return QM_OK;
}

/* -------------------------------------------------------------------------------------------------------- names */

void qm__hex_label(const qm__hex_board *board, qm__hex hex, char out[QM__HEX_LABEL_SIZE]) {
    if (hex == QM__HEX_NONE) {
        memcpy(out, "-", 2);
        return;
    }
    qm__label_write(board->columns, board->rows, qm__hex_column(board, hex), qm__hex_row(board, hex), out);
}

qm__label qm__hex_parse(const qm__hex_board *board, const char *text, size_t length, qm__hex *hex) {
    int column = -1, row = -1;
    const qm__label verdict = qm__label_read(board->columns, board->rows, text, length, &column, &row);
    *hex = qm__hex_at(board, column, row);
    return verdict;
}

const char *qm__hex_direction_name(qm__hex_layout layout, int direction) {
    return direction < 0 || direction > 5 ? "-" : direction_names[layout][direction];
}

int qm__hex_direction_parse(qm__hex_layout layout, const char *text, size_t length) {
    for (int d = 0; d < 6; d++) {
        const char *name = direction_names[layout][d];
        if (strlen(name) == length && memcmp(name, text, length) == 0) {
            return d;
        }
    }
    return QM__HEX_NOWHERE;
}

/* ------------------------------------------------------------------------------------------- bearings and rings */

qm__hex_bearing qm__hex_nearest_directions(const qm__hex_board *board, qm__hex a, qm__hex b) {
    const int dq = board->axial[b].q - board->axial[a].q, dr = board->axial[b].r - board->axial[a].r;
    qm__hex_bearing bearing = {0, {QM__HEX_NOWHERE, QM__HEX_NOWHERE}};
    int best = 0; /* the nearest one is less than 90 degrees off */
    for (int d = 0; d < 6; d++) {
        const qm__hex_axial step = qm__hex_steps[board->layout][d];
        const int along = qm__hex_dot2(step.q, step.r, dq, dr);
        if (along > best) {
            best = along;
            bearing = (qm__hex_bearing){1, {d, QM__HEX_NOWHERE}};
        } else if (along == best && best > 0) {
            bearing.direction[1] = d;
            bearing.count = 2;
        }
    }
    if (bearing.count == 2 && bearing.direction[0] == 0 && bearing.direction[1] == 5) {
        bearing = (qm__hex_bearing){2, {5, 0}};
    }
    return bearing;
}

size_t qm__hex_ring(const qm__hex_board *board, qm__hex centre, int radius, qm__hex *out, size_t max) {
    size_t count = 0;
    if (radius <= 0 || radius > 2 * QM__HEX_SIDE_MAX) {
        if (radius == 0 && max > 0) {
            out[0] = centre;
        }
        return radius == 0 ? 1 : 0;
    }
    const qm__hex_axial *steps = qm__hex_steps[board->layout];
    int q = board->axial[centre].q + radius * steps[0].q, r = board->axial[centre].r + radius * steps[0].r;
    for (int side = 0; side < 6; side++) {
        const qm__hex_axial step = steps[(side + 2) % 6];
        for (int i = 0; i < radius; i++, q += step.q, r += step.r) {
            const qm__hex hex = qm__hex_at_axial(board, q, r);
            if (hex != QM__HEX_NONE) {
                if (count < max) {
                    out[count] = hex;
                }
                count++;
            }
        }
    }
    return count;
}

/* -------------------------------------------------------------------------------------------------------- lines */

/* A line being walked: from the origin along (dq, dr), in axial coordinates relative to its first hex. */
typedef struct walk {
    const qm__hex_board *board;
    qm__hex_axial origin;
    int dq, dr;
    qm__hex_crossing *out;
    size_t count, max;
} walk;

static void meet(walk *line, int q, int r, qm__hex_meeting meeting) {
    const qm__hex hex = qm__hex_at_axial(line->board, line->origin.q + q, line->origin.r + r);
    if (hex == QM__HEX_NONE) {
        return;
    }
    if (line->count < line->max) {
        line->out[line->count] = (qm__hex_crossing){hex, meeting};
    }
    line->count++;
}

/* On which side of the line corner i of the hex (q, r) lies: positive to the right, 0 on it. Corners are sums of two
 * steps divided by three, so three times everything stays in integers. */
static int corner_side(const walk *line, int q, int r, int i) {
    const qm__hex_axial *steps = qm__hex_steps[line->board->layout];
    const qm__hex_axial s = steps[i], t = steps[(i + 1) % 6];
    return line->dq * (3 * r + s.r + t.r) - line->dr * (3 * q + s.q + t.q);
}

/* The direction in which the line leaves the hex (q, r) that it runs through: across the edge whose left corner lies on
 * its left and whose right corner on its right. Or it leaves exactly through a corner: behind that, between the two
 * other hexes which meet there, runs an edge straight away from the hex, and the line goes on to the side of that edge
 * it bears to. */
static int way_out(const walk *line, int q, int r) {
    const qm__hex_axial *steps = qm__hex_steps[line->board->layout];
    for (int d = 0; d < 6; d++) {
        const int next = (d + 1) % 6, before = (d + 5) % 6;
        const qm__hex_axial s = steps[d], t = steps[next];
        const int left = corner_side(line, q, r, before), right = corner_side(line, q, r, d);
        if (left < 0 && right > 0) {
            return d;
        }
        if (right == 0 && qm__hex_dot2(s.q + t.q, s.r + t.r, line->dq, line->dr) > 0) {
            const int third_edge = line->dq * (s.r + t.r) - line->dr * (s.q + t.q);
            return third_edge > 0 ? d : next;
        }
    }
    return QM__HEX_NOWHERE;
}

/* The line leaves its first hex through a corner and runs on along the edge behind it, to the next hex straight ahead,
 * and so on: through one hex, between two, through one. `d` and d+1 are the directions of the pair. */
static void walk_along_edges(walk *line, int d, int times) {
    const qm__hex_axial left = qm__hex_steps[line->board->layout][d];
    const qm__hex_axial right = qm__hex_steps[line->board->layout][(d + 1) % 6];
    int q = 0, r = 0;
    meet(line, q, r, QM__HEX_THROUGH);
    for (int i = 0; i < times; i++) {
        meet(line, q + left.q, r + left.r, QM__HEX_EDGE_ON_LEFT);
        meet(line, q + right.q, r + right.r, QM__HEX_EDGE_ON_RIGHT);
        q += left.q + right.q;
        r += left.r + right.r;
        meet(line, q, r, QM__HEX_THROUGH);
    }
}

size_t qm__hex_line(const qm__hex_board *board, qm__hex a, qm__hex b, qm__hex_crossing *out, size_t max) {
    const qm__hex_axial from = board->axial[a], to = board->axial[b];
    walk line = {board, from, to.q - from.q, to.r - from.r, out, 0, max};
    const qm__hex_bearing bearing = qm__hex_nearest_directions(board, a, b);
    if (bearing.count == 2) {
        walk_along_edges(&line, bearing.direction[0], qm__hex_distance(board, a, b) / 2);
        return line.count;
    }
    int q = 0, r = 0;
    meet(&line, q, r, QM__HEX_THROUGH);
    while (q != line.dq || r != line.dr) {
        const int d = way_out(&line, q, r);
        if (d == QM__HEX_NOWHERE) {
            break; /* cannot be: a line leaves every hex but its last */
        }
        q += qm__hex_steps[board->layout][d].q;
        r += qm__hex_steps[board->layout][d].r;
        meet(&line, q, r, QM__HEX_THROUGH);
    }
    return line.count;
}

/* ------------------------------------------------------------------------------------------------------ drawing */

qm__hex_point qm__hex_centre(const qm__hex_board *board, qm__hex hex) {
    const int column = qm__hex_column(board, hex), row = qm__hex_row(board, hex);
    if (board->layout == QM__HEX_COLUMNS) {
        return (qm__hex_point){1.0 + 1.5 * column, SQRT3 * 0.5 * (1 + 2 * row + shoved(board->shove, column))};
    }
    return (qm__hex_point){SQRT3 * 0.5 * (1 + 2 * column + shoved(board->shove, row)), 1.0 + 1.5 * row};
}

void qm__hex_corners(const qm__hex_board *board, qm__hex hex, qm__hex_point out[6]) {
    static const qm__hex_point around[2][6] = {
        [QM__HEX_COLUMNS] = {{0.5, -0.5 * SQRT3}, {1, 0}, {0.5, 0.5 * SQRT3}, {-0.5, 0.5 * SQRT3}, {-1, 0},
                             {-0.5, -0.5 * SQRT3}},
        [QM__HEX_ROWS] = {{0.5 * SQRT3, -0.5}, {0.5 * SQRT3, 0.5}, {0, 1}, {-0.5 * SQRT3, 0.5}, {-0.5 * SQRT3, -0.5},
                          {0, -1}},
    };
    const qm__hex_point centre = qm__hex_centre(board, hex);
    for (int i = 0; i < 6; i++) {
        out[i] = (qm__hex_point){centre.x + around[board->layout][i].x, centre.y + around[board->layout][i].y};
    }
}

qm__hex_point qm__hex_extent(const qm__hex_board *board) {
    const int across = board->layout == QM__HEX_COLUMNS ? board->columns : board->rows;
    const int along = board->layout == QM__HEX_COLUMNS ? board->rows : board->columns;
    const int half_more = across > 1 || shoved(board->shove, 0);
    const double stacked = 0.5 + 1.5 * across, lined_up = SQRT3 * 0.5 * (2 * along + half_more);
    return board->layout == QM__HEX_COLUMNS ? (qm__hex_point){stacked, lined_up} : (qm__hex_point){lined_up, stacked};
}
