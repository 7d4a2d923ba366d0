/* Quickmarch: the board as text.
 *
 * For terminals, logs and mails: the hexes or tiles drawn with characters, each figure with a short tag, an arrow for
 * its facing and a mark for its side, ground by its sign, walls as lines, items on the ground, and a legend. A table is
 * drawn as a plan: heights of solids as digits, zones by letters, tags where figures stand. Colour is an addition,
 * never the only sign of anything.
 */
#ifndef QUICKMARCH_BOARD_H
#define QUICKMARCH_BOARD_H

#include "quickmarch/game.h"

#ifdef __cplusplus
extern "C" {
#endif

#define QM_TAG_SIZE 3   /* bytes of a figure's tag with its zero */
#define QM_LABEL_SIZE 5 /* bytes of a mark's label with its zero */

/* Something to show in a hex or tile instead of its number, or at a place of a table, such as what it costs to get
 * there. */
typedef struct qm_board_mark {
    qm_place at;
    char label[QM_LABEL_SIZE];
    bool warn; /* drawn as a warning: a way with a risk */
} qm_board_mark;

typedef struct qm_board_options {
    bool color;  /* with the escape sequences of terminals */
    bool ascii;  /* facing by the digits of a keypad (8 up, 9 up and right …) instead of arrows */
    bool legend; /* what the signs mean, below the board */
    const qm_board_mark *marks;
    size_t mark_count;
    qm_place from, to; /* the part to draw, both corners included; from all zero: the whole board (tables: always) */
    int width;         /* tables: at most so many characters in a line; 0: at most 240 */
} qm_board_options;

/* Draws the board. `options` may be NULL: plain, whole, without legend. QM_ERROR_USAGE when the part lies off
 * the board, or is one of a table. */
QM_API qm_result qm_board_print(const qm_scenario *scenario, const qm_state *state, const qm_board_options *options,
                                qm_text *out);
/* The tag of a figure on such a board: two characters that no other figure of the scenario has; "" beyond the end. */
QM_API void qm_figure_tag(const qm_scenario *scenario, uint16_t figure, char out[QM_TAG_SIZE]);
/* The mark of a side on such a board: one character that no other side has; 0 beyond the end. */
QM_API char qm_side_mark(const qm_scenario *scenario, uint16_t side);
/* How many characters wide and lines high the drawing of so many columns and rows is, without legend. Zero both on a
 * table, which is drawn to fit. */
QM_API void qm_board_extent(const qm_scenario *scenario, int columns, int rows, int *width, int *height);
/* Columns and rows of the board; zero both where the space has none. */
QM_API void qm_board_size(const qm_scenario *scenario, int *columns, int *rows);
/* Tables: the place in the middle of a character, by its column and row of the plan from 0, when a line has at most
 * `width` characters. False beyond the end, and where there is no table. */
QM_API bool qm_board_middle(const qm_scenario *scenario, int width, int column, int row, qm_place *out);

#ifdef __cplusplus
}
#endif
#endif
