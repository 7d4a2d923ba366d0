/* The reader of rulebook files: a strict subset of TOML, into the same tree as JSON.
 *
 * In it: comments; [table] and [table.sub] headers; name = value lines with bare or quoted names; "basic strings" with
 * escapes; whole and decimal numbers; true and false; arrays, which may span lines and end in a comma; inline tables on
 * one line. Not in it, and refused by name: dates and times, strings in single or triple quotes, arrays of tables,
 * dotted names before
 * '=', numbers with an exponent, underscores or another base, inf and nan.
 */
#ifndef QM_IO_TOML_H
#define QM_IO_TOML_H

#include "io/value.h"

#define QM__TOML_SIZE_MAX ((size_t)1 << 20) /* bytes */
#define QM__TOML_DEPTH_MAX 16               /* arrays and inline tables within each other, and parts of a header */

/* Reads one text into an object in the arena. All errors found are reported: after one, the reading goes on at the next
 * line that can start something. QM_ERROR_INPUT with at least one diagnostic, or QM_ERROR_MEMORY; *out is NULL then. */
qm_result qm__toml_read(const char *text, size_t length, const char *file, qm__arena *arena, qm_diagnostics *list,
                        qm__value **out);

#endif
