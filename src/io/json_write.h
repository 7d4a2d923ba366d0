/* The JSON writer: into a text, commas and indentation done here. What it writes is always valid JSON if the calls
 * nest. */
#ifndef QM_IO_JSON_WRITE_H
#define QM_IO_JSON_WRITE_H

#include "quickmarch/base.h"

/* Arrays and objects within each other. */
#define QM__JSON_WRITE_DEPTH_MAX 64

typedef struct qm__json_writer {
    qm_text *out;
    bool pretty;    /* two spaces of indentation; otherwise no space at all */
    bool after_key; /* a name was written, its value comes next */
    bool misused;   /* nested too deep, or more ends than beginnings: the text is not to be used */
    int depth;
    uint64_t has_items; /* bit d: something was written at depth d + 1 */
} qm__json_writer;

qm__json_writer qm__json_write_to(qm_text *out, bool pretty);

void qm__json_object_begin(qm__json_writer *writer);
void qm__json_object_end(qm__json_writer *writer);
void qm__json_array_begin(qm__json_writer *writer);
void qm__json_array_end(qm__json_writer *writer);
/* The name of a member; its value must follow. */
void qm__json_key(qm__json_writer *writer, const char *key);
/* Escaped as needed; bytes that are not UTF-8 become U+FFFD. A NULL string is written as null. */
void qm__json_string(qm__json_writer *writer, const char *string);
void qm__json_bytes(qm__json_writer *writer, const char *bytes, size_t length);
void qm__json_int(qm__json_writer *writer, int64_t value);
/* Rounded to places (0 to 9), as qm_text_add_decimal. */
void qm__json_decimal(qm__json_writer *writer, double value, int places);
/* The shortest form that reads back as the same double. Infinities and NaN, which JSON lacks, are written as null. */
void qm__json_double(qm__json_writer *writer, double value);
void qm__json_bool(qm__json_writer *writer, bool value);
void qm__json_null(qm__json_writer *writer);

/* A member of an object: its name and its value. */
void qm__json_member(qm__json_writer *writer, const char *key, const char *string);
void qm__json_member_int(qm__json_writer *writer, const char *key, int64_t value);
void qm__json_member_bool(qm__json_writer *writer, const char *key, bool value);

#endif
