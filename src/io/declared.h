/* Values by their declaration: settings, columns of tables, fields of figures and items and of their state.
 *
 * One reader and one writer for all of them, in files, notation, identities and JSON alike.
 */
#ifndef QM_IO_DECLARED_H
#define QM_IO_DECLARED_H

#include "game/family.h"
#include "io/json_write.h"
#include "io/load.h"

typedef struct qm__declared {
    const char *name;
    qm_type type;
    int32_t low, high; /* no range where both are equal */
    const char *words; /* WORD */
    const char *table; /* ROW */
    const char *unit;
} qm__declared;

qm__declared qm__declared_setting(const qm_setting *setting);
qm__declared qm__declared_field(const qm_field *field);

/* Where names are looked up: rows in the rules, figures, items, places and directions in the scenario. Either may be
 * NULL as long as no value of such a type is read or printed. */
typedef struct qm__names {
    const qm__rules *rules;
    const qm_scenario *scenario;
} qm__names;

/* Reads a text such as "0.5", "true", "paid", "2d-1", "0304", "Ada" or "none". False, and why not in `fault` (to be put
 * after the field's name), if it is no value of the type or out of range. */
bool qm__declared_parse(const qm__declared *declared, const qm__names *names, const char *text, size_t length,
                        int32_t *out, qm_text *fault);
/* The same from a file, where a number must be a number, a flag true or false, and all else a string; null is none. */
bool qm__declared_read(const qm__load *load, const qm__declared *declared, const qm__names *names,
                       const qm__value *value, const qm__path *path, int32_t *out);

/* A place on a table, which three fields hold (game/place.h): null or "none" is all zero. As the two above. */
bool qm__place_parse(const qm_scenario *scenario, const char *text, qm_place *out, qm_text *fault);
bool qm__place_value_read(const qm__load *load, const qm_scenario *scenario, const qm__value *value,
                          const qm__path *path, qm_place *out);
void qm__place_value_json(qm__json_writer *writer, const qm_scenario *scenario, qm_place place);
/* What is wrong with a word that is no place of a table. */
void qm__place_fault(const char *text, qm_text *fault);

/* The text that qm__declared_parse reads. */
void qm__declared_print(const qm__declared *declared, const qm__names *names, int32_t value, qm_text *out);
/* The JSON that qm__declared_read reads. */
void qm__declared_json(qm__json_writer *writer, const qm__declared *declared, const qm__names *names, int32_t value);

/* "number", "word", "direction" … */
const char *qm__type_name(qm_type type);
/* The settings of a scenario that differ from the family's defaults, as one object. */
void qm__changed_settings_json(qm__json_writer *writer, const qm_scenario *scenario);

/* The index of the family's table, or -1. */
int qm__table_index(const qm_rules_facts *facts, const char *name);
/* The number of a row from 1, or 0. */
uint16_t qm__row_named(const qm__table_rows *rows, const char *name);

#endif
