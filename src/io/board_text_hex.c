/* Hexes drawn with characters, in both layouts.
 *
 *   columns   ____             rows   .' '. .' '.
 *            /↗Ad \____             |↗Ad  |0201 |
 *            \_R__/0201\            |  R  |~~~~~|
 *                 \~~~~/             '. .' '. .'
 */
#include "io/board_text.h"

/* Whether a column (or row) counted from 0 is shoved by half a hex. */
static int shoved(const qm_scenario *scenario, int number) {
    return (scenario->hex.shove == QM__HEX_SHOVE_ODD) == (number % 2 == 0);
}

static void draw_columns(qm__sketch *d) {
    const int width = d->columns * d->pitch + 1;
    for (int y = 0; y <= 2 * d->rows + 1; y++) {
        for (int c = 0; c < d->columns; c++) {
            const int t = y - shoved(d->scenario, d->left + c), x = c * d->pitch, row = t / 2;
            if (t < 0 || row > d->rows || (t % 2 != 0 && row == d->rows)) {
                continue;
            }
            if (t % 2 != 0) {
                qm__sketch_put(d, x, '/', QM__TONE_FRAME);
                qm__sketch_put(d, x + d->pitch, '\\', QM__TONE_FRAME);
                qm__sketch_upper(d, x + 1, qm__sketch_place(d, c, row));
            } else if (row > 0) {
                qm__sketch_put(d, x, '\\', QM__TONE_FRAME);
                qm__sketch_put(d, x + d->pitch, '/', QM__TONE_FRAME);
                qm__sketch_lower(d, x + 1, qm__sketch_place(d, c, row - 1), '_');
            } else {
                for (int i = 1; i <= d->inside; i++) {
                    qm__sketch_put(d, x + i, '_', QM__TONE_FRAME);
                }
            }
        }
        qm__sketch_line(d, width);
    }
}

/* One slope of a roof: up like .-' or down like '-. over the width of half a hex. */
static void draw_slope(qm__sketch *d, int x, int length, bool up) {
    for (int i = 0; i < length; i++) {
        const bool low = up ? i == 0 : i == length - 1, high = up ? i == length - 1 : i == 0;
        qm__sketch_put(d, x + i, high ? '\'' : low ? '.' : '-', QM__TONE_FRAME);
    }
}

static void draw_roofs(qm__sketch *d, int row) {
    const int half = d->pitch / 2;
    for (int side = 0; side < 2; side++) { /* the hexes above the line, then those below it */
        const int r = row - 1 + side;
        if (r < 0 || r >= d->rows) {
            continue;
        }
        for (int c = 0; c < d->columns; c++) {
            const int x = c * d->pitch + half * shoved(d->scenario, d->top + r);
            draw_slope(d, x + 1, half - 1, side == 1);
            draw_slope(d, x + half + 1, half - 1, side == 0);
        }
    }
}

static void draw_rows(qm__sketch *d) {
    const int half = d->pitch / 2, width = d->columns * d->pitch + half + 1;
    for (int r = 0; r <= d->rows; r++) {
        draw_roofs(d, r);
        qm__sketch_line(d, width);
        for (int part = 0; r < d->rows && part < 2; part++) {
            for (int c = 0; c < d->columns; c++) {
                const int x = c * d->pitch + half * shoved(d->scenario, d->top + r);
                qm__sketch_put(d, x, '|', QM__TONE_FRAME);
                qm__sketch_put(d, x + d->pitch, '|', QM__TONE_FRAME);
                if (part == 0) {
                    qm__sketch_upper(d, x + 1, qm__sketch_place(d, c, r));
                } else {
                    qm__sketch_lower(d, x + 1, qm__sketch_place(d, c, r), ' ');
                }
            }
            qm__sketch_line(d, width);
        }
    }
}

/* The label, and in rows one character more, because a roof needs an odd number. */
static int inside_of(const qm_scenario *scenario) {
    return 2 * qm__label_digits(scenario->hex.columns, scenario->hex.rows) + (scenario->hex.layout == QM__HEX_ROWS);
}

void qm__sketch_hex_extent(const qm_scenario *scenario, int columns, int rows, int *width, int *height) {
    const bool in_rows = scenario->hex.layout == QM__HEX_ROWS;
    const int pitch = inside_of(scenario) + 1;
    *width = columns * pitch + 1 + (in_rows ? pitch / 2 : 0);
    *height = in_rows ? 3 * rows + 1 : 2 * rows + 2;
}

void qm__sketch_hex(qm__sketch *d) {
    d->inside = inside_of(d->scenario);
    d->pitch = d->inside + 1;
    if (d->scenario->hex.layout == QM__HEX_ROWS) {
        draw_rows(d);
    } else {
        draw_columns(d);
    }
}
