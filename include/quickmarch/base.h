/* Quickmarch: results, memory, text and diagnostics.
 *
 * Everything else in the library stands on these few types. Nothing here knows a game.
 *
 * Conventions, for every header:
 *  - A function that can fail returns qm_result; zero (QM_OK) is success. An *illegal order* is not a failure: it is an
 *    answer, found in the verdict.
 *  - Functions never print and never abort. Diagnostics are collected, with file, line, column and field.
 *  - Ids are one-field structs or small integers counted from 1; zero means "none".
 *  - After a scenario has been loaded, judging, playing, odds, reach and options allocate nothing.
 */
#ifndef QUICKMARCH_BASE_H
#define QUICKMARCH_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(_WIN32)
#define QM_API
#elif defined(__GNUC__)
#define QM_API __attribute__((visibility("default")))
#else
#define QM_API
#endif

#define QM_VERSION_MAJOR 0
#define QM_VERSION_MINOR 1
#define QM_VERSION_PATCH 0
#define QM_VERSION "0.1.0"

/* The version of the library that is linked, as "major.minor.patch". */
QM_API const char *qm_version(void);

/* What became of a call. */
typedef enum qm_result {
    QM_OK = 0,
    QM_ERROR_MEMORY,  /* the allocator refused */
    QM_ERROR_INPUT,   /* a file or text is wrong; the diagnostics say where and why */
    QM_ERROR_FILE,    /* a file could not be read or written; the diagnostics name it */
    QM_ERROR_STATE,   /* the state belongs to another scenario, layout or version */
    QM_ERROR_STALE,   /* the prepared order was judged on another state */
    QM_ERROR_ILLEGAL, /* the order in the scratch was judged illegal and cannot be played */
    QM_ERROR_PENDING, /* an order waits for an answer; only an answer may be played */
    QM_ERROR_DICE,    /* the dice or the choice given do not fit what is wanted */
    QM_ERROR_LIMIT,   /* a stated limit or a caller's buffer was too small */
    QM_ERROR_USAGE,   /* the call makes no sense (a null argument, an id out of range) */
    QM_ERROR_GONE     /* a question about a figure that is out of play */
} qm_result;

/* The stable name of a result, such as "input". Never NULL. */
QM_API const char *qm_result_name(qm_result result);
/* One sentence for people about a result. Never NULL. */
QM_API const char *qm_result_text(qm_result result);

/* ------------------------------------------------------------------------------------------------ memory */

/* The caller's allocator, one function as in Lua: new_size 0 frees, block NULL allocates. It must return memory aligned for
 * any type, or NULL on failure (the old block then stays valid). A NULL allocator anywhere means the C library's. */
typedef struct qm_allocator {
    void *(*resize)(void *user, void *block, size_t old_size, size_t new_size);
    void *user;
} qm_allocator;

/* -------------------------------------------------------------------------------------------------- text */

/* A text buffer. With an allocator it grows; over a fixed array it keeps what fits and sets `truncated`.
 * `data` is always terminated with a zero byte once anything was written or the buffer was made by a qm_text_ function. */
typedef struct qm_text {
    char *data;
    size_t length;   /* bytes, without the terminating zero */
    size_t capacity; /* bytes, with the terminating zero */
    const qm_allocator *allocator; /* NULL together with `fixed` false: the C library's */
    bool fixed;      /* data is the caller's array and never grows */
    bool truncated;  /* something did not fit or memory ran out */
} qm_text;

/* An empty, growing text. Free with qm_text_free. */
QM_API qm_text qm_text_growing(const qm_allocator *allocator);
/* A text over the caller's array. */
QM_API qm_text qm_text_over(char *array, size_t capacity);
QM_API void qm_text_free(qm_text *text);
QM_API void qm_text_clear(qm_text *text);
QM_API void qm_text_add(qm_text *text, const char *string);
QM_API void qm_text_add_bytes(qm_text *text, const char *bytes, size_t length);
QM_API void qm_text_add_char(qm_text *text, char character);
QM_API void qm_text_add_int(qm_text *text, int64_t value);
/* A decimal with at most `places` places (0 to 9), rounded half away from zero, trailing zeros dropped, always with a point
 * as the decimal mark whatever the locale. */
QM_API void qm_text_add_decimal(qm_text *text, double value, int places);
/* A chance (0 to 1) in percent, without the sign, with at most `places` places. What only comes near to 0 or 100 is told as
 * "<0.1" or ">99.9": nothing reads as impossible or certain that is not. */
QM_API void qm_text_add_percent(qm_text *text, double chance, int places);
/* A small printf: %s %c %d %i %u %x with l, ll and z, %% and widths and precisions for strings and integers; no floating
 * point (use qm_text_add_decimal), so that no locale can leak in. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
QM_API void qm_text_addf(qm_text *text, const char *format, ...);

/* ------------------------------------------------------------------------------------------- diagnostics */

typedef enum qm_severity { QM_SEVERITY_ERROR, QM_SEVERITY_WARNING } qm_severity;

/* One thing wrong with an input. Strings belong to the list that holds it. */
typedef struct qm_diagnostic {
    qm_severity severity;
    const char *file;    /* as the caller named it; "" for text from memory without a name */
    uint32_t line;       /* from 1; 0 where there is no place */
    uint32_t column;     /* from 1, in characters (code points), not bytes */
    const char *field;   /* path of the field, as figures[2].at; "" if none */
    const char *message; /* what is wrong and what was expected, one sentence, no final newline */
} qm_diagnostic;

/* A list of diagnostics. Loading reports everything it finds, up to QM_DIAGNOSTICS_MAX; `dropped` counts the rest. */
#define QM_DIAGNOSTICS_MAX 100
typedef struct qm_diagnostics {
    qm_diagnostic *items;
    size_t count;
    size_t errors;  /* how many of all reported are errors (dropped ones included) */
    size_t dropped; /* found beyond the limit and not kept */
    size_t capacity;
    const qm_allocator *allocator;
} qm_diagnostics;

QM_API qm_diagnostics qm_diagnostics_make(const qm_allocator *allocator);
QM_API void qm_diagnostics_free(qm_diagnostics *list);
QM_API void qm_diagnostics_clear(qm_diagnostics *list);
/* Adds one; file, field and message are copied. Returns false when memory ran out or the limit was reached. */
QM_API bool qm_diagnostics_add(qm_diagnostics *list, qm_severity severity, const char *file, uint32_t line, uint32_t column,
                               const char *field, const char *message);
/* "file:12:7: error: figures[2].at: …" */
QM_API void qm_diagnostic_print(const qm_diagnostic *diagnostic, qm_text *out);

#ifdef __cplusplus
}
#endif
#endif
