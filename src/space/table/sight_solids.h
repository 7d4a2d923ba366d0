/* What is kept of a table for sight and straight lines: the solids that cannot be seen through, with their boxes in
 * doubles, one after the other in memory. */
#ifndef QM_SPACE_TABLE_SIGHT_SOLIDS_H
#define QM_SPACE_TABLE_SIGHT_SOLIDS_H

#include "space/table/sight.h"

typedef struct qm__solid {
    double x0, y0, x1, y1, bottom, top;
    int32_t prism;
} qm__solid;

struct qm__sights {
    const qm__table *table;
    const qm__solid *solids;
    uint32_t count;
    uint32_t corner_count; /* of all of them */
};

#endif
