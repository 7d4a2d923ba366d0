/* Order notation, for loaders that have their own places to report. */
#ifndef QM_IO_NOTATION_H
#define QM_IO_NOTATION_H

#include "io/declared.h"

/* Reads an order. On false `at` is the byte where it went wrong and `fault` says what was expected. */
bool qm__order_parse(const qm_scenario *scenario, const char *text, size_t length, qm_order *order, size_t *at,
                     qm_text *fault);
/* Whether a word has a meaning in the family's notation and so cannot name a figure, an item or a side. */
bool qm__order_keyword(const qm_rules_facts *facts, const char *word);

#endif
