/* The lines of a chart: the values of a spread, those hardly possible at its ends drawn together. */
#ifndef QM_IO_FORECAST_H
#define QM_IO_FORECAST_H

#include "quickmarch/game.h"

/* Values of a spread that share a line. */
typedef struct qm__spread_row {
    int32_t from, to;
    double chance;   /* of one of them */
    double at_least; /* of `from` or more */
} qm__spread_row;

/* The row that begins at an index from 0 on, which then is that of the next; false at the end. */
bool qm__spread_next(const qm_spread *spread, uint32_t *index, qm__spread_row *row);
/* "Blues: hits, 2.2 on average" */
void qm__spread_title(const qm_scenario *scenario, const qm_spread *spread, qm_text *out);
/* "3", "4 to 9" */
void qm__spread_values(const qm__spread_row *row, qm_text *out);
/* "12.5 %", always with one place, so that they stand in line. */
void qm__spread_percent(double chance, qm_text *out);

#endif
