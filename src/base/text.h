/* Text, for the inside: formatting with a va_list, and diagnostics with a format. */
#ifndef QM_BASE_TEXT_H
#define QM_BASE_TEXT_H

#include "quickmarch/base.h"

#include <stdarg.h>

#if defined(__GNUC__)
#define QM__FORMAT(at, first) __attribute__((format(printf, at, first)))
#else
#define QM__FORMAT(at, first)
#endif

/* As qm_text_addf. */
QM__FORMAT(2, 0) void qm__text_addv(qm_text *text, const char *format, va_list arguments);

/* Adds a diagnostic whose message is formatted as by qm_text_addf, cut at QM__MESSAGE_MAX bytes. A NULL list is allowed
 * and keeps nothing. */
#define QM__MESSAGE_MAX 512
QM__FORMAT(7, 8)
bool qm__report(qm_diagnostics *list, qm_severity severity, const char *file, uint32_t line, uint32_t column,
                const char *field, const char *format, ...);
/* Sorts what was added from an index on by file, line and column; what stands at one place keeps its order. */
void qm__diagnostics_sort(qm_diagnostics *list, size_t from);

#endif
