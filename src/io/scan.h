/* What the JSON and the TOML reader share: a position in a text, places for messages, strings with escapes. */
#ifndef QM_IO_SCAN_H
#define QM_IO_SCAN_H

#include "base/arena.h"
#include "base/text.h"

typedef struct qm__scan {
    const char *text;
    size_t length;
    size_t at; /* the next byte to read */
    const char *file;
    qm_diagnostics *list;
    qm__arena *arena;
    size_t errors; /* reported by this scan */
    /* Line and column of the byte at `mark`; both only move forward, so finding every place costs one pass in total. */
    size_t mark;
    uint32_t line;
    uint32_t column;
} qm__scan;

typedef struct qm__place {
    uint32_t line;
    uint32_t column;
} qm__place;

/* Which escapes a string may have. JSON: \" \\ \/ \b \f \n \r \t \uXXXX with surrogate pairs. TOML: the same without
 * \/, no surrogates, and \UXXXXXXXX. */
typedef enum qm__escapes { QM__ESCAPES_JSON, QM__ESCAPES_TOML } qm__escapes;

qm__scan qm__scan_over(const char *text, size_t length, const char *file, qm__arena *arena, qm_diagnostics *list);
/* Reports a text that is too long, starts with a byte order mark or is not UTF-8. False if so. */
bool qm__scan_check(qm__scan *scan, size_t limit);

/* The byte `ahead` of the next one, or -1 past the end. */
static inline int qm__scan_peek(const qm__scan *scan, size_t ahead) {
    return ahead < scan->length - scan->at ? (unsigned char)scan->text[scan->at + ahead] : -1;
}

/* Line and column of an offset. Cheap for offsets that grow. */
qm__place qm__scan_place(qm__scan *scan, size_t at);
/* Reports an error at an offset. */
QM__FORMAT(3, 4) void qm__scan_error(qm__scan *scan, size_t at, const char *format, ...);
/* Reports "expected WANTED, but found …" at the next byte. */
void qm__scan_expected(qm__scan *scan, const char *wanted);

/* Reads a string whose opening quote is next. On false either an error was reported or the arena failed. */
bool qm__scan_string(qm__scan *scan, qm__escapes escapes, const char **out, size_t *length);

#endif
