/* The cells of a board, whatever their shape: hexes and tiles are both numbered from 1, row by row, named by column and
 * row, and have a ground. Everything outside a family's rules and a picture's outlines goes through here and does not
 * ask which space it has before it. On a space without cells there are none, and every name is malformed.
 */
#ifndef QM_GAME_CELLS_H
#define QM_GAME_CELLS_H

#include "game/family.h"

#define QM__CELL_LABEL_SIZE QM__LABEL_SIZE
#define QM__CELL_SIDE_MAX 200 /* columns, and rows */

typedef uint16_t qm__cell;

/* Whether a space has cells. */
bool qm__has_cells(qm_space space);

uint32_t qm__cell_count(const qm_scenario *scenario);
int qm__cell_columns(const qm_scenario *scenario);
int qm__cell_rows(const qm_scenario *scenario);
/* What people call a cell, and many of them. */
static inline const char *qm__cell_word(const qm_scenario *scenario) {
    return qm_cell_word(scenario->family->facts->space);
}
static inline const char *qm__cell_words(const qm_scenario *scenario) {
    return qm_cell_words(scenario->family->facts->space);
}
/* 6 or 8 directions; 0 without cells. */
int qm__cell_directions(const qm_scenario *scenario);

/* Column and row counted from 0; 0 off the board. */
qm__cell qm__cell_at(const qm_scenario *scenario, int column, int row);
/* 0 for a place that is no cell of the board; all zero for cell 0. */
qm__cell qm__cell_of(const qm_scenario *scenario, qm_place place);
qm_place qm__cell_place(const qm_scenario *scenario, qm__cell cell);

/* Writes the name of a cell, with its zero; that of cell 0 is "-". */
void qm__cell_label_write(const qm_scenario *scenario, qm__cell cell, char out[QM__CELL_LABEL_SIZE]);
/* The same for a place; one off the board has a name too where the family judges such places, as far as there are digits for
 * it, and else "-". */
void qm__place_label_write(const qm_scenario *scenario, qm_place place, char out[QM__CELL_LABEL_SIZE]);
/* Reads a name such as these that no cell of the board has. False: it is malformed, or a cell's, or the family does not judge
 * places off the board. */
bool qm__place_beyond_read(const qm_scenario *scenario, const char *text, size_t length, qm_place *out);
/* Reads a name of exactly `length` bytes; `out` becomes 0 unless it is good. */
qm__label qm__cell_label_read(const qm_scenario *scenario, const char *text, size_t length, qm__cell *out);

#endif
