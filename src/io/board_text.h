/* A board being drawn as text: what the files of that drawing share.
 *
 * board_text.c leads (tags, marks, glyphs, what is in a cell, the part drawn), board_text_hex.c and board_text_tile.c
 * lay the cells out, board_text_table.c draws a table, board_text_legend.c writes what is below.
 *
 * A cell has two rows of characters: the upper one tells who is there (or the cell's number, or a mark), the lower one
 * the ground, the side of who is there and what lies there.
 */
#ifndef QM_IO_BOARD_TEXT_H
#define QM_IO_BOARD_TEXT_H

#include "game/cells.h"
#include "quickmarch/board.h"

enum { QM__GLYPHS_MAX = QM__CELL_SIDE_MAX * 8 + 16 }; /* of a line */
/* Glyphs: below 128 the character itself, from 128 on the arrow of a compass point, clockwise from north. */
enum { QM__GLYPH_ARROW = 128 };
enum {
    QM__TONE_PLAIN,
    QM__TONE_FRAME,
    QM__TONE_LABEL,
    QM__TONE_GROUND,
    QM__TONE_ITEM,
    QM__TONE_MARK,
    QM__TONE_WARN,
    QM__TONE_BODY,
    QM__TONE_SIDE,
    QM__TONE_ACTOR = QM__TONE_SIDE + QM_SIDES_MAX,
    QM__TONE_COUNT = QM__TONE_ACTOR + QM_SIDES_MAX
};

typedef struct qm__glyph {
    uint8_t sign, tone;
} qm__glyph;

/* How a table is laid out in characters: what one is wide (it is twice as high), how many there are. */
typedef struct qm__sketch_plan {
    int32_t scale, depth;
    int columns, rows;
} qm__sketch_plan;

typedef struct qm__sketch {
    const qm_scenario *scenario;
    const qm_state *state;
    const qm_board_options *options;
    qm_text *out;
    qm_look figures[QM_FIGURES_MAX], items[QM_ITEMS_MAX];
    char tags[QM_FIGURES_MAX][QM_TAG_SIZE];
    char side_marks[QM_SIDES_MAX];
    uint16_t actor;
    int inside, pitch;            /* characters inside a cell, and from one column to the next */
    int left, top, columns, rows; /* the part drawn, from 0 */
    qm__sketch_plan plan;         /* tables */
    char zone_signs[QM__AREAS_MAX];
    qm__glyph line[QM__GLYPHS_MAX];
} qm__sketch;

/* The escape sequence of a tone. */
const char *qm__sketch_tone(uint8_t tone);
/* Puts a character, or a text, into the line being made. */
void qm__sketch_put(qm__sketch *d, int x, char sign, uint8_t tone);
void qm__sketch_text(qm__sketch *d, int x, const char *text, uint8_t tone);
/* Writes the line without blanks at its end, and empties it. */
void qm__sketch_line(qm__sketch *d, int width);

/* The place in a column and row of the part drawn. */
qm_place qm__sketch_place(const qm__sketch *d, int column, int row);
/* The two rows of a cell, from its first character on; `plain` is what ordinary ground is drawn with. */
void qm__sketch_upper(qm__sketch *d, int x, qm_place at);
void qm__sketch_lower(qm__sketch *d, int x, qm_place at, char plain);
/* How a figure is coloured: by its side, and by whether it acts. */
uint8_t qm__sketch_figure_tone(const qm__sketch *d, uint16_t figure);
/* The sign of a posture. */
char qm__sketch_posture(qm_posture posture);
/* Ground drawn without a sign: the first row of the terrain table as it stands there. */
bool qm__sketch_plain(const qm_scenario *scenario, const qm__ground *ground);

/* The layouts: width and height of so many columns and rows, and the drawing. */
void qm__sketch_hex_extent(const qm_scenario *scenario, int columns, int rows, int *width, int *height);
void qm__sketch_hex(qm__sketch *d);
void qm__sketch_tile_extent(const qm_scenario *scenario, int columns, int rows, int *width, int *height);
void qm__sketch_tile(qm__sketch *d);

/* Tables: the layout with at most `width` characters in a line (0: as many as are drawn at most), the middle of a
 * column and of a row, the drawing, whether the tag of a figure is not seen for another's, and what the signs mean. */
qm__sketch_plan qm__sketch_plan_of(const qm_scenario *scenario, int width);
static inline int32_t qm__sketch_x(const qm__sketch_plan *plan, int column) {
    return column * plan->scale + plan->scale / 2;
}
static inline int32_t qm__sketch_y(const qm__sketch_plan *plan, int row) {
    return plan->depth - (2 * row + 1) * plan->scale;
}
void qm__sketch_table(qm__sketch *d);
bool qm__sketch_covered(const qm__sketch *d, uint16_t figure);
void qm__sketch_table_legend(const qm__sketch *d);

void qm__sketch_legend(const qm__sketch *d);

#endif
