/* What every loader needs: where it reads, where faults go, and the path of the field it is at. */
#ifndef QM_IO_LOAD_H
#define QM_IO_LOAD_H

#include "base/arena.h"
#include "base/text.h"
#include "io/value.h"
#include "quickmarch/io.h"

typedef struct qm__load {
    const char *file;        /* as the caller named it */
    const qm_reader *reader; /* may be NULL */
    const qm_allocator *allocator;
    qm__arena *arena; /* for what lives only while loading */
    qm_diagnostics *list;
    const char *about; /* the name of what is being read, which faults begin with; NULL = none */
} qm__load;

/* The path of a field as a chain of steps on the stack: a name, or an index where the name is NULL. A NULL path is the
 * top. */
typedef struct qm__path {
    const struct qm__path *up;
    const char *key;
    size_t index;
} qm__path;

#define QM__FIELD_MAX 200 /* bytes of a printed path; longer ones are cut */

void qm__path_print(const qm__path *path, qm_text *out);

/* Reports an error at a value (NULL: without a place). */
QM__FORMAT(4, 5)
void qm__fault(const qm__load *load, const qm__value *at, const qm__path *path, const char *format, ...);
/* The same at the name of a member. */
QM__FORMAT(4, 5)
void qm__fault_key(const qm__load *load, const qm__value *member, const qm__path *path, const char *format, ...);

/* Reports every member whose name is not in the list, with the nearest name as a suggestion. The list may have NULL
 * entries. */
void qm__check_keys(const qm__load *load, const qm__value *object, const qm__path *path, const char *const *names,
                    size_t count);
/* Whether the value has the kind; reports it if not. A NULL value is reported as missing at `parent`. */
bool qm__expect(const qm__load *load, const qm__value *value, qm__kind kind, const qm__value *parent,
                const qm__path *path);
/* A string member: its text, or `otherwise` when it is absent or wrong (which is reported). */
const char *qm__get_text(const qm__load *load, const qm__value *object, const char *key, const qm__path *up,
                         const char *otherwise);
/* A whole number member between low and high. */
int64_t qm__get_int(const qm__load *load, const qm__value *object, const char *key, const qm__path *up, int64_t low,
                    int64_t high, int64_t otherwise);
bool qm__get_bool(const qm__load *load, const qm__value *object, const char *key, const qm__path *up, bool otherwise);
/* Checks the head {"quickmarch": kind, "version": 1}. */
bool qm__check_head(const qm__load *load, const qm__value *object, const char *kind);

/* Adds " (did you mean X?)" when an entry is near. */
void qm__suggest(qm_text *out, const char *word, const char *const *names, size_t count);
/* "a, b or c" */
void qm__list_names(qm_text *out, const char *const *names, size_t count);
/* A letter, then letters, digits, '_' and '-', at most QM_NAME_MAX bytes. */
bool qm__name_valid(const char *name, size_t length);

/* `name` as seen from the file `from`: beside it, unless it is absolute; "." and ".." are resolved. NULL when memory
 * ran out. */
const char *qm__path_beside(qm__arena *arena, const char *from, const char *name);
/* Reads a file through the load's reader without reporting that it is missing. */
qm_result qm__file_get(const qm_reader *reader, const char *path, size_t limit, qm_text *out);
/* Reads and parses a JSON file into the load's arena, reporting what is wrong. */
qm_result qm__json_file(const qm__load *load, const char *path, qm__value **out);

#endif
