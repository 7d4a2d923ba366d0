/* The cells of a board: see cells.h. The one place outside rules and pictures that knows which spaces have cells.
 *
 * Rejected: a table of functions for each space, which would be six one-line functions twice over; a board of either
 * kind has columns and rows, and the rest follows from these.
 */
#include "game/cells.h"

#include <string.h>

_Static_assert(QM__CELL_SIDE_MAX == QM__HEX_SIDE_MAX && QM__CELL_SIDE_MAX == QM__TILE_SIDE_MAX, "boards end alike");

const char *qm_cell_word(qm_space space) {
    switch (space) {
    case QM_SPACE_HEX:
        return "hex";
    case QM_SPACE_TILE:
        return "tile";
    case QM_SPACE_NONE:
    case QM_SPACE_TABLE:
        break;
    }
    return "place";
}

const char *qm_cell_words(qm_space space) {
    switch (space) {
    case QM_SPACE_HEX:
        return "hexes";
    case QM_SPACE_TILE:
        return "tiles";
    case QM_SPACE_NONE:
    case QM_SPACE_TABLE:
        break;
    }
    return "places";
}

bool qm__has_cells(qm_space space) {
    return space == QM_SPACE_HEX || space == QM_SPACE_TILE;
}

int qm__cell_columns(const qm_scenario *scenario) {
    return scenario->family->facts->space == QM_SPACE_TILE ? scenario->tile.columns : scenario->hex.columns;
}

int qm__cell_rows(const qm_scenario *scenario) {
    return scenario->family->facts->space == QM_SPACE_TILE ? scenario->tile.rows : scenario->hex.rows;
}

uint32_t qm__cell_count(const qm_scenario *scenario) {
    return (uint32_t)qm__cell_columns(scenario) * (uint32_t)qm__cell_rows(scenario);
}

int qm__cell_directions(const qm_scenario *scenario) {
    switch (scenario->family->facts->space) {
    case QM_SPACE_HEX:
        return 6;
    case QM_SPACE_TILE:
        return 8;
    case QM_SPACE_NONE:
    case QM_SPACE_TABLE:
        break;
    }
    return 0;
}

qm__cell qm__cell_at(const qm_scenario *scenario, int column, int row) {
    const int columns = qm__cell_columns(scenario), rows = qm__cell_rows(scenario);
    const bool there = column >= 0 && row >= 0 && column < columns && row < rows;
    return there ? (qm__cell)(row * columns + column + 1) : 0;
}

qm__cell qm__cell_of(const qm_scenario *scenario, qm_place place) {
    return place.x < 1 || place.y < 1 ? 0 : qm__cell_at(scenario, place.x - 1, place.y - 1);
}

qm_place qm__cell_place(const qm_scenario *scenario, qm__cell cell) {
    const int columns = qm__cell_columns(scenario);
    return cell ? (qm_place){(cell - 1) % columns + 1, (cell - 1) / columns + 1, 0} : (qm_place){0};
}

/* Whether a place that is no cell has a name such as the cells of this board have. */
static bool named_beyond(const qm_scenario *scenario, qm_place place) {
    const int most = qm__label_digits(qm__cell_columns(scenario), qm__cell_rows(scenario)) > 2 ? 999 : 99;
    return scenario->family->facts->judges_places && place.x >= 1 && place.y >= 1 && place.x <= most && place.y <= most;
}

void qm__place_label_write(const qm_scenario *scenario, qm_place place, char out[QM__CELL_LABEL_SIZE]) {
    if (qm__cell_of(scenario, place) == 0 && named_beyond(scenario, place)) {
        qm__label_write(qm__cell_columns(scenario), qm__cell_rows(scenario), place.x - 1, place.y - 1, out);
        return;
    }
    qm__cell_label_write(scenario, qm__cell_of(scenario, place), out);
}

bool qm__place_beyond_read(const qm_scenario *scenario, const char *text, size_t length, qm_place *out) {
    int column = -1, row = -1;
    *out = (qm_place){0};
    if (!qm__has_cells(scenario->family->facts->space) ||
        qm__label_read(qm__cell_columns(scenario), qm__cell_rows(scenario), text, length, &column, &row) !=
            QM__LABEL_OFF_BOARD) {
        return false;
    }
    *out = (qm_place){column + 1, row + 1, 0};
    return named_beyond(scenario, *out);
}

void qm__cell_label_write(const qm_scenario *scenario, qm__cell cell, char out[QM__CELL_LABEL_SIZE]) {
    if (cell == 0) {
        memcpy(out, "-", 2);
        return;
    }
    const qm_place place = qm__cell_place(scenario, cell);
    qm__label_write(qm__cell_columns(scenario), qm__cell_rows(scenario), place.x - 1, place.y - 1, out);
}

qm__label qm__cell_label_read(const qm_scenario *scenario, const char *text, size_t length, qm__cell *out) {
    int column = -1, row = -1;
    const qm__label verdict =
        qm__has_cells(scenario->family->facts->space)
            ? qm__label_read(qm__cell_columns(scenario), qm__cell_rows(scenario), text, length, &column, &row)
            : QM__LABEL_MALFORMED;
    *out = qm__cell_at(scenario, column, row);
    return verdict;
}
