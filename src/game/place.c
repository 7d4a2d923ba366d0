/* Places and directions in words: "0304" and "NE" on cells, "12.5,8@3" and "90" on tables.
 *
 * Invariant: whatever is printed reads back as the same place or direction.
 */
#include "game/place.h"

#include <string.h>

#include "base/angle.h"
#include "base/name.h"
#include "game/cells.h"

/* ----------------------------------------------------------------------------------------------------------- fields */

bool qm__places_fit(const qm_rules_facts *facts) {
    bool fit = true;
    for (size_t i = 1; i < facts->order_count; i++) {
        for (size_t a = 0; a < facts->orders[i].argument_count; a++) {
            fit = fit && facts->orders[i].arguments[a].operand != QM_OPERAND_PLACE;
        }
    }
    for (size_t i = 0; i < facts->figure_state_count; i++) {
        fit = fit && facts->figure_state[i].type != QM_TYPE_PLACE;
    }
    for (size_t i = 0; i < facts->item_state_count; i++) {
        fit = fit && facts->item_state[i].type != QM_TYPE_PLACE;
    }
    return fit || facts->space != QM_SPACE_TABLE;
}

int qm__at_field(const qm_rules_facts *facts, const qm_field *fields, size_t count) {
    for (size_t i = 0; facts->space == QM_SPACE_TABLE && i + 2 < count; i++) {
        if (fields[i].type == QM_TYPE_LENGTH && qm__same(fields[i].name, "x") && qm__same(fields[i + 1].name, "y") &&
            qm__same(fields[i + 2].name, "z")) {
            return (int)i;
        }
    }
    return -1;
}

qm_field qm__at_declared(const qm_field *first) {
    qm_field field = *first;
    field.name = "at";
    field.type = QM_TYPE_PLACE;
    return field;
}

qm_place qm__at_get(const void *block, const qm_field *first) {
    return (qm_place){qm__field_get(block, &first[0]), qm__field_get(block, &first[1]),
                      qm__field_get(block, &first[2])};
}

/* ----------------------------------------------------------------------------------------------------------- places */

const char *qm_solid_name(const qm_scenario *scenario, uint16_t solid) {
    return solid >= 1 && solid <= scenario->table.prism_count ? scenario->table.prisms[solid - 1].name : "";
}

const char *qm_area_name(const qm_scenario *scenario, uint16_t area) {
    return area >= 1 && area <= scenario->table.area_count ? scenario->table.areas[area - 1].name : "";
}

static const char *kind_name(const qm_scenario *scenario, uint16_t kind) {
    const qm__table_rows *rows = &scenario->rules.tables[scenario->family->facts->terrain_table];
    return kind >= 1 && kind <= rows->count ? rows->rows[kind - 1].name : "";
}

const char *qm__solid_kind(const qm_scenario *scenario, uint16_t solid) {
    const qm__table *table = &scenario->table;
    return solid >= 1 && solid <= table->prism_count ? kind_name(scenario, table->prisms[solid - 1].kind) : "";
}

const char *qm__zone_kind(const qm_scenario *scenario, uint16_t zone) {
    const qm__table *table = &scenario->table;
    return zone >= 1 && zone <= table->area_count ? kind_name(scenario, table->areas[zone - 1].kind) : "";
}

static bool in_range(int32_t value) {
    return value >= -QM__COORDINATE_MAX && value <= QM__COORDINATE_MAX;
}

bool qm__place_tells(const qm_scenario *scenario, qm_place place) {
    return scenario->family->facts->space != QM_SPACE_TABLE ||
           (in_range(place.x) && in_range(place.y) && in_range(place.z));
}

void qm__inches_print(int32_t length, qm_text *out) {
    qm_text_add_decimal(out, length / 1000.0, 3);
}

static void print_on_table(qm_place place, qm_text *out) {
    qm__inches_print(place.x, out);
    qm_text_add_char(out, ',');
    qm__inches_print(place.y, out);
    if (place.z != 0) {
        qm_text_add_char(out, '@');
        qm__inches_print(place.z, out);
    }
}

void qm_place_print(const qm_scenario *scenario, qm_place place, qm_text *out) {
    switch (scenario->family->facts->space) {
    case QM_SPACE_HEX:
    case QM_SPACE_TILE: {
        char label[QM__CELL_LABEL_SIZE];
        qm__place_label_write(scenario, place, label);
        qm_text_add(out, label);
        return;
    }
    case QM_SPACE_TABLE:
        print_on_table(place, out);
        return;
    case QM_SPACE_NONE:
        qm_text_add_int(out, place.x);
        qm_text_add_char(out, ',');
        qm_text_add_int(out, place.y);
        return;
    }
}

/* A whole number of at most nine digits; returns the bytes read, 0 if there is none. */
static size_t read_number(const char *text, size_t length, int32_t *out) {
    size_t at = 0;
    int32_t value = 0;
    while (at < length && at < 9 && text[at] >= '0' && text[at] <= '9') {
        value = value * 10 + (text[at++] - '0');
    }
    *out = value;
    return at;
}

/* A decimal of at most three places, times 1000; returns the bytes read, 0 if there is none or it is beyond `most`. */
static size_t read_decimal(const char *text, size_t length, int32_t most, int32_t *out) {
    const size_t sign = length > 0 && text[0] == '-';
    int32_t whole = 0;
    size_t at = sign + read_number(text + sign, length - sign, &whole);
    if (at == sign || whole > most / 1000) {
        return 0;
    }
    int32_t value = whole * 1000;
    if (at < length && text[at] == '.') {
        int32_t part = 0;
        const size_t digits = read_number(text + at + 1, length - at - 1, &part);
        if (digits < 1 || digits > 3) {
            return 0;
        }
        value += part * (digits == 1 ? 100 : digits == 2 ? 10 : 1);
        at += digits + 1;
    }
    *out = sign ? -value : value;
    return value <= most ? at : 0;
}

/* "12.5,8", "12.5,8@3" */
static bool read_on_table(const char *text, size_t length, qm_place *out) {
    int32_t *const parts[] = {&out->x, &out->y, &out->z};
    static const char before[] = {'\0', ',', '@'};
    size_t at = 0;
    for (size_t i = 0; i < 3; i++) {
        if (i == 2 && at == length) {
            return true;
        }
        if (i > 0 && (at == length || text[at++] != before[i])) {
            return false;
        }
        const size_t size = read_decimal(text + at, length - at, QM__COORDINATE_MAX, parts[i]);
        if (size == 0) {
            return false;
        }
        at += size;
    }
    return at == length;
}

bool qm_place_read(const qm_scenario *scenario, const char *text, size_t length, qm_place *out) {
    *out = (qm_place){0};
    switch (scenario->family->facts->space) {
    case QM_SPACE_HEX:
    case QM_SPACE_TILE: {
        qm__cell cell;
        const qm__label verdict = qm__cell_label_read(scenario, text, length, &cell);
        *out = qm__cell_place(scenario, cell);
        return verdict == QM__LABEL_GOOD;
    }
    case QM_SPACE_TABLE: {
        qm_place place = {0};
        const bool good = read_on_table(text, length, &place);
        *out = good ? place : *out;
        return good;
    }
    case QM_SPACE_NONE:
        break;
    }
    const size_t first = read_number(text, length, &out->x);
    if (first == 0 || first >= length || text[first] != ',') {
        return false;
    }
    return read_number(text + first + 1, length - first - 1, &out->y) == length - first - 1 && length > first + 1;
}

/* ------------------------------------------------------------------------------------------------------- directions */

int32_t qm__parts_of_degrees(int32_t thousandths) {
    return (int32_t)(((int64_t)thousandths * QM__PARTS + QM__DEGREES_ALL / 2) / QM__DEGREES_ALL % QM__PARTS);
}

int32_t qm__degrees_of(int32_t parts) {
    int32_t degrees = 0;
    for (int32_t unit = 1000; unit > 0; unit /= 10) {
        const int64_t share = (int64_t)QM__PARTS * unit;
        degrees = (int32_t)(((int64_t)parts * QM__DEGREES_ALL + share / 2) / share) * unit;
        if (degrees < QM__DEGREES_ALL && qm__parts_of_degrees(degrees) == parts) {
            break;
        }
    }
    return degrees;
}

int qm__direction_count(const qm_scenario *scenario) {
    return scenario->family->facts->space == QM_SPACE_TABLE ? QM__PARTS : qm__cell_directions(scenario);
}

const char *qm_direction_name(const qm_scenario *scenario, int direction) {
    if (direction < 0 || direction >= qm__cell_directions(scenario)) {
        return "";
    }
    return scenario->family->facts->space == QM_SPACE_TILE ? qm__tile_direction_name(direction)
                                                           : qm__hex_direction_name(scenario->hex.layout, direction);
}

void qm_direction_print(const qm_scenario *scenario, int direction, qm_text *out) {
    if (scenario->family->facts->space != QM_SPACE_TABLE) {
        qm_text_add(out, qm_direction_name(scenario, direction));
    } else if (direction >= 0 && direction < QM__PARTS) {
        qm__inches_print(qm__degrees_of(direction), out); /* thousandths of degrees look like those of inches */
    }
}

int qm_direction_named(const qm_scenario *scenario, const char *text, size_t length) {
    switch (scenario->family->facts->space) {
    case QM_SPACE_HEX:
        return qm__hex_direction_parse(scenario->hex.layout, text, length);
    case QM_SPACE_TILE:
        return qm__tile_direction_parse(text, length);
    case QM_SPACE_TABLE: {
        int32_t degrees = 0;
        const bool good =
            length > 0 && text[0] != '-' && read_decimal(text, length, QM__DEGREES_ALL - 1, &degrees) == length;
        return good ? qm__parts_of_degrees(degrees) : -1;
    }
    case QM_SPACE_NONE:
        break;
    }
    return -1;
}
