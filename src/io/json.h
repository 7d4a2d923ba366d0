/* The JSON reader: RFC 8259, strictly.
 *
 * Stricter than the RFC in three places, each of which it leaves open: a name may stand in an object once only, a byte
 * order mark is refused, and so are escapes for half a surrogate pair. U+0000 in a string (as an escape) is accepted
 * here; qm__value_text refuses it.
 */
#ifndef QM_IO_JSON_H
#define QM_IO_JSON_H

#include "io/value.h"

/* Bounds of what is read; each has its own message. */
#define QM__JSON_SIZE_MAX ((size_t)16 << 20)  /* bytes */
#define QM__JSON_DEPTH_MAX 64                 /* arrays and objects within each other */
#define QM__JSON_VALUES_MAX ((size_t)1000000) /* values in all; keeps the memory used below some 150 MB */

/* Reads one text into a tree in the arena. QM_ERROR_INPUT with at least one diagnostic, or QM_ERROR_MEMORY; *out is
 * NULL then. A fault of form ends the reading; names given twice are all reported. `file` is for diagnostics and may be
 * NULL. */
qm_result qm__json_read(const char *text, size_t length, const char *file, qm__arena *arena, qm_diagnostics *list,
                        qm__value **out);

#endif
