/* The names of cells: see label.h. */
#include "space/label.h"

static void write_digits(char *out, int digits, int number) {
    for (int i = digits; i-- > 0; number /= 10) {
        out[i] = (char)('0' + number % 10);
    }
}

void qm__label_write(int columns, int rows, int column, int row, char out[QM__LABEL_SIZE]) {
    const int digits = qm__label_digits(columns, rows);
    write_digits(out, digits, column + 1);
    write_digits(out + digits, digits, row + 1);
    out[2 * digits] = '\0';
}

qm__label qm__label_read(int columns, int rows, const char *text, size_t length, int *column, int *row) {
    const size_t digits = (size_t)qm__label_digits(columns, rows);
    int number[2] = {0, 0};
    if (length != 2 * digits) {
        return QM__LABEL_MALFORMED;
    }
    for (size_t i = 0; i < length; i++) {
        if (text[i] < '0' || text[i] > '9') {
            return QM__LABEL_MALFORMED;
        }
        number[i / digits] = number[i / digits] * 10 + (text[i] - '0');
    }
    *column = number[0] - 1;
    *row = number[1] - 1;
    const bool there = *column >= 0 && *column < columns && *row >= 0 && *row < rows;
    return there ? QM__LABEL_GOOD : QM__LABEL_OFF_BOARD;
}
