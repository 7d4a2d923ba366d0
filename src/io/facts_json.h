/* What a family declares of its figures, items and orders, as members of a JSON object that is being written. */
#ifndef QM_IO_FACTS_JSON_H
#define QM_IO_FACTS_JSON_H

#include "game/scenario.h"
#include "io/json_write.h"

void qm__facts_json(qm__json_writer *writer, const qm__rules *rules);
/* "columns":[…] of a table of the rules, each as fields of figures are. */
void qm__columns_json(qm__json_writer *writer, const qm__rules *rules, size_t table);

#endif
