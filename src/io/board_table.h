/* The table of a scenario: what its reader, its messages and its writer share. */
#ifndef QM_IO_BOARD_TABLE_H
#define QM_IO_BOARD_TABLE_H

#include "io/json_write.h"
#include "io/making.h"

#define QM__RAIL_STANDARD 1000 /* units: what "true" means as the height of a railing */

/* The words of a file for the parts that were made of them: entry n stands for prism, area or ladder n. */
typedef struct qm__table_source {
    const qm__value **entries;
    size_t *indexes; /* in the list of the file */
} qm__table_source;

/* A table in the making. */
typedef struct qm__table_draft {
    qm__making *making;
    qm__table *table;
    qm__table_source prisms, areas, ladders;
    bool broken; /* some part could not be read, so what stands on what is not known */
} qm__table_draft;

/* Reports what qm__table_finish has found, at the corner or member that is wrong. */
void qm__table_faults(const qm__table_draft *draft, const qm__table_error *errors, uint32_t count);
/* The object "board". */
void qm__board_table_json(const qm_scenario *scenario, qm__json_writer *writer);

#endif
