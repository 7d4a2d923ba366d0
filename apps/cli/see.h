/* What the files of `quickmarch see` share. */
#ifndef QM_CLI_SEE_H
#define QM_CLI_SEE_H

#include "common.h"

/* ", in front", ", behind it", ", in front and to its left": a base can be in several arcs. */
void cli_print_arcs(uint8_t arcs, qm_text *out);
/* What unit A could shoot at unit B, in text or JSON; nothing when nobody of B is there. */
qm_result cli_see_unit(const cli_args *args, cli_table *table, uint16_t a, uint16_t b, cli_json *json, qm_text *out);
/* The same for each enemy unit that has somebody there. */
qm_result cli_see_units(const cli_args *args, cli_table *table, uint16_t a, qm_text *out);
/* Whether a name is that of a unit that may shoot. */
bool cli_names_unit(const qm_scenario *scenario, const char *name);

#endif
