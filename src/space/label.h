/* The names of cells on a board of columns and rows, of whatever shape the cells are.
 *
 * A name is the column and the row, each counted from 1 and written with two digits (0304: column 3, row 4), with three
 * each on a board with more than 99 columns or rows. Column and row are counted from 0 here, as everywhere inside.
 */
#ifndef QM__SPACE_LABEL_H
#define QM__SPACE_LABEL_H

#include "quickmarch/base.h"

#define QM__LABEL_SIZE 7 /* bytes of the longest name with its zero */

typedef enum qm__label {
    QM__LABEL_GOOD,
    QM__LABEL_MALFORMED, /* not the digits a name on this board has */
    QM__LABEL_OFF_BOARD  /* well written, but there is no such cell */
} qm__label;

/* Digits of a column, and of a row, on a board of this size. */
static inline int qm__label_digits(int columns, int rows) {
    return columns > 99 || rows > 99 ? 3 : 2;
}

/* Writes a name with its zero. */
void qm__label_write(int columns, int rows, int column, int row, char out[QM__LABEL_SIZE]);
/* Reads a name of exactly `length` bytes; column and row are set unless it is malformed (to -1 for the
 * number 0). */
qm__label qm__label_read(int columns, int rows, const char *text, size_t length, int *column, int *row);

#endif
