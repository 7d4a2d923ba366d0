/* The tree of values that the JSON and the TOML reader build, with the place of everything.
 *
 * All of it lives in the arena given to the reader. Numbers keep the text they were written as, so decimals are read
 * exactly.
 */
#ifndef QM_IO_VALUE_H
#define QM_IO_VALUE_H

#include "base/arena.h"

typedef enum qm__kind { QM__NULL, QM__BOOL, QM__NUMBER, QM__STRING, QM__ARRAY, QM__OBJECT } qm__kind;

typedef struct qm__value qm__value;

struct qm__value {
    qm__kind kind;
    bool truth;       /* of a boolean */
    bool defined;     /* TOML: the table had its own header, or is inline */
    bool closed;      /* TOML: an inline table, nothing may be added */
    uint32_t line;    /* from 1 */
    uint32_t column;  /* from 1, in code points */
    const char *text; /* string: its bytes, which may contain zeros; number: as written; terminated with a zero */
    size_t length;    /* bytes of text */
    qm__value *first; /* elements or members, in the order of the file, linked by next */
    qm__value *last;
    size_t count;    /* elements or members */
    qm__value *next; /* the next one in the same array or object */
    const char *key; /* of a member of an object, else NULL; terminated with a zero */
    size_t key_length;
    uint32_t key_line;
    uint32_t key_column;
    qm__value **slots; /* index of a large object by hash of the key */
    size_t slot_count;
};

/* Walks elements or members: for (const qm__value *v = object->first; v; v = v->next). */

/* "null", "boolean", "number", "string", "array", "object". */
const char *qm__kind_name(qm__kind kind);

/* The member of that name, or NULL; NULL as well when the value is NULL or no object. */
qm__value *qm__value_get(const qm__value *object, const char *key);
qm__value *qm__value_find(const qm__value *object, const char *key, size_t length);
/* The element at an index from 0, or NULL. Walks; loop over first/next instead of calling it in a loop. */
qm__value *qm__value_at(const qm__value *array, size_t index);

/* A number that is exactly a whole number of int64: 12, -3, 1e3, 2.0, but not 2.5. */
bool qm__value_int(const qm__value *value, int64_t *out);
/* A number times 10^places (0 to 18), exactly: with 3 places 7.25 gives 7250. False when that is no whole number of
 * int64, so when there are more places than that (trailing zeros do not count). */
bool qm__value_decimal(const qm__value *value, int places, int64_t *out);
/* Why qm__value_decimal says no, to put after the field: "must be a number, not a string", "has more than 3 decimal
 * places", "is too large". NULL when it says yes. The text is written into `out` where it varies. */
const char *qm__value_decimal_fault(const qm__value *value, int places, char out[64]);

/* The bytes of a string without zeros in them. Otherwise NULL, and an error at its place is reported. */
const char *qm__value_text(const qm__value *value, const char *file, const char *field, qm_diagnostics *list);

/* For readers: a new value in the arena, and hanging it into its parent. */
qm__value *qm__value_new(qm__arena *arena, qm__kind kind, uint32_t line, uint32_t column);
void qm__value_append(qm__value *array, qm__value *element);
/* Puts in a member whose key is set; the key must not be there yet (qm__value_find). False when memory ran out. */
bool qm__value_insert(qm__arena *arena, qm__value *object, qm__value *member);

#endif
