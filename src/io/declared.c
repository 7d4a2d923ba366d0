/* Reading and writing of declared values.
 *
 * Invariant: what is printed here is read back to the same value. All values go through their text, so that a file, an
 * order and the identity of rules can never disagree about what "0.5" or "2d-1" means.
 */
#include "io/declared.h"

#include <string.h>

#include "base/name.h"
#include "game/cells.h"
#include "game/place.h"
#include "quickmarch/dice.h"

qm__declared qm__declared_setting(const qm_setting *setting) {
    return (qm__declared){.name = setting->name,
                          .type = setting->type,
                          .low = setting->low,
                          .high = setting->high,
                          .words = setting->words,
                          .unit = setting->unit};
}

qm__declared qm__declared_field(const qm_field *field) {
    return (qm__declared){.name = field->name,
                          .type = field->type,
                          .low = field->low,
                          .high = field->high,
                          .words = field->words,
                          .table = field->table,
                          .unit = field->unit};
}

int qm__table_index(const qm_rules_facts *facts, const char *name) {
    for (int i = 0; i < facts->table_count; i++) {
        if (qm__same(facts->tables[i].name, name)) {
            return i;
        }
    }
    return -1;
}

uint16_t qm__row_named(const qm__table_rows *rows, const char *name) {
    for (uint16_t i = 0; i < rows->count; i++) {
        if (qm__same(rows->rows[i].name, name)) {
            return (uint16_t)(i + 1);
        }
    }
    return 0;
}

static const qm__table_rows *rows_of(const qm__declared *declared, const qm__names *names) {
    if (!names || !names->rules) {
        return NULL;
    }
    const int table = qm__table_index(names->rules->family->facts, declared->table);
    return table < 0 ? NULL : &names->rules->tables[table];
}

/* ------------------------------------------------------------------------------------------------------ numbers */

static int places_of(qm_type type) {
    return type == QM_TYPE_LENGTH || type == QM_TYPE_FACTOR ? 3 : 0;
}

static bool looks_like_number(const char *text) {
    const char *at = text + (*text == '-' ? 1 : 0);
    size_t digits = strspn(at, "0123456789");
    if (digits == 0) {
        return false;
    }
    at += digits;
    if (*at == '.') {
        digits = strspn(at + 1, "0123456789");
        at += digits + 1;
    }
    return digits > 0 && *at == '\0';
}

static void add_number(qm_text *out, qm_type type, int64_t value) {
    if (places_of(type) == 0) {
        qm_text_add_int(out, value);
    } else {
        qm_text_add_decimal(out, (double)value / 1000.0, 3);
    }
}

static bool parse_number(const qm__declared *declared, const char *text, int32_t *out, qm_text *fault) {
    const qm__value value = {.kind = QM__NUMBER, .text = text, .length = strlen(text)};
    int64_t number = 0;
    char space[64];
    const char *wrong = qm__value_decimal_fault(&value, places_of(declared->type), space);
    if (wrong) {
        qm_text_addf(fault, "%s %s", text, wrong);
        return false;
    }
    qm__value_decimal(&value, places_of(declared->type), &number);
    const bool ranged = declared->low < declared->high;
    const int64_t low = ranged ? declared->low : INT32_MIN, high = ranged ? declared->high : INT32_MAX;
    if (number < low || number > high) {
        qm_text_addf(fault, "%s is %s ", text, number < low ? "below" : "above");
        add_number(fault, declared->type, number < low ? low : high);
        qm_text_addf(fault, "%s%s", declared->unit && declared->unit[0] ? " " : "",
                     declared->unit ? declared->unit : "");
        if (ranged) {
            qm_text_add(fault, "; it is ");
            add_number(fault, declared->type, low);
            qm_text_add(fault, " to ");
            add_number(fault, declared->type, high);
        }
        return false;
    }
    *out = (int32_t)number;
    return true;
}

/* --------------------------------------------------------------------------------------------------------- dice */

/* Dice of the plain kind, or a bare number for no dice at all: "2d-1", "1d10+2", "0". */
static bool parse_dice(const char *text, int32_t *out, qm_text *fault) {
    qm_dice_spec spec = {0};
    qm_dice_error error = {0};
    if (looks_like_number(text)) {
        const qm__declared plain = {.type = QM_TYPE_NUMBER, .low = -512, .high = 511};
        int32_t add = 0;
        if (!parse_number(&plain, text, &add, fault)) {
            return false;
        }
        *out = qm_dice_pack(0, 0, add);
        return true;
    }
    if (qm_dice_parse(text, &spec, &error) != QM_OK) {
        qm_text_addf(fault, "\"%s\" is no dice: %s at character %zu", text, error.message, error.at + 1);
        return false;
    }
    if (spec.kind != QM_DICE_SUM || spec.count > 63 || spec.add < -512 || spec.add > 511) {
        qm_text_addf(fault, "\"%s\" is not allowed here: write up to 63 dice and a number from -512 to 511, as 2d6+1",
                     text);
        return false;
    }
    *out = qm_dice_pack(spec.count, spec.sides, (int)spec.add);
    return true;
}

static void print_dice(int32_t value, qm_text *out) {
    int count = 0, sides = 0, add = 0;
    qm_dice_unpack(value, &count, &sides, &add);
    if (count == 0) {
        qm_text_add_int(out, add);
        return;
    }
    qm_text_addf(out, "%dd%d", count, sides == 0 ? 6 : sides);
    if (add != 0) {
        qm_text_addf(out, "%s%d", add > 0 ? "+" : "", add);
    }
}

/* -------------------------------------------------------------------------------------------------------- names */

static void list_words(const char *words, qm_text *out) {
    char word[64];
    for (size_t i = 0; qm_words_at(words, i, word, sizeof word) > 0; i++) {
        char next[64];
        const bool last = qm_words_at(words, i + 1, next, sizeof next) == 0;
        qm_text_add(out, i == 0 ? "" : last ? " or " : ", ");
        qm_text_add(out, word);
    }
}

static bool parse_word(const qm__declared *declared, const char *text, int32_t *out, qm_text *fault) {
    const int index = qm_words_find(declared->words, text);
    if (index < 0) {
        qm_text_addf(fault, "\"%s\" is none of its words; it is ", text);
        list_words(declared->words, fault);
        return false;
    }
    *out = index;
    return true;
}

static bool parse_row(const qm__declared *declared, const qm__names *names, const char *text, int32_t *out,
                      qm_text *fault) {
    const qm__table_rows *rows = rows_of(declared, names);
    *out = rows ? qm__row_named(rows, text) : 0;
    if (*out != 0 || qm__same(text, "none")) {
        return true;
    }
    qm_text_addf(fault, "there is no \"%s\" in the table %s", text, declared->table ? declared->table : "");
    const char *list[256] = {NULL};
    size_t count = 0;
    for (; rows && count < rows->count && count < 256; count++) {
        list[count] = rows->rows[count].name;
    }
    qm__suggest(fault, text, list, count);
    if (count > 0 && count <= 12) {
        qm_text_add(fault, "; it has ");
        qm__list_names(fault, list, count);
    }
    return false;
}

static bool on_table(const qm__names *names) {
    return names && names->scenario && names->scenario->family->facts->space == QM_SPACE_TABLE;
}

static bool parse_place(const qm__names *names, const char *text, int32_t *out, qm_text *fault) {
    *out = 0;
    if (qm__same(text, "none")) {
        return true;
    }
    const int columns = qm__cell_columns(names->scenario), rows = qm__cell_rows(names->scenario);
    qm__cell cell = 0;
    switch (qm__cell_label_read(names->scenario, text, strlen(text), &cell)) {
    case QM__LABEL_GOOD:
        *out = cell;
        return true;
    case QM__LABEL_OFF_BOARD:
        qm_text_addf(fault, "%s is off the board, which has %d columns and %d rows", text, columns, rows);
        return false;
    case QM__LABEL_MALFORMED:
        break;
    }
    const bool wide = qm__label_digits(columns, rows) > 2;
    qm_text_addf(fault, "\"%s\" is no place: write column and row with %s digits each, as %s", text,
                 wide ? "three" : "two", wide ? "003004" : "0304");
    return false;
}

static bool parse_direction(const qm__names *names, const char *text, int32_t *out, qm_text *fault) {
    const int direction = qm_direction_named(names->scenario, text, strlen(text));
    if (direction < 0 && on_table(names)) {
        qm_text_addf(fault,
                     "\"%s\" is no direction: write degrees from 0 to below 360 with at most three decimals; 90 is the "
                     "direction of y",
                     text);
        return false;
    }
    if (direction < 0) {
        qm_text_addf(fault, "\"%s\" is no direction of this board; it has ", text);
        const int count = qm__cell_directions(names->scenario);
        for (int i = 0; i < count; i++) {
            qm_text_addf(fault, "%s%s",
                         i == 0           ? ""
                         : i == count - 1 ? " and "
                                          : ", ",
                         qm_direction_name(names->scenario, i));
        }
        return false;
    }
    *out = direction;
    return true;
}

static bool parse_thing(const qm__declared *declared, const qm__names *names, const char *text, int32_t *out,
                        qm_text *fault) {
    const qm_scenario *scenario = names->scenario;
    const bool figure = declared->type == QM_TYPE_FIGURE;
    *out = figure ? qm_figure_named(scenario, text) : qm_item_named(scenario, text);
    if (*out != 0 || qm__same(text, "none")) {
        return true;
    }
    qm_text_addf(fault, "there is no %s \"%s\"", figure ? "figure" : "item", text);
    if (figure && qm_unit_named(scenario, text) != 0) {
        qm_text_add(fault, ": that is a unit");
        return false;
    }
    const char *list[QM_FIGURES_MAX] = {NULL};
    const uint16_t count = figure ? scenario->figure_count : scenario->item_count;
    for (uint16_t i = 0; i < count && i < QM_FIGURES_MAX; i++) {
        list[i] = figure ? scenario->figures[i].name : scenario->items[i].name;
    }
    qm__suggest(fault, text, list, count < QM_FIGURES_MAX ? count : QM_FIGURES_MAX);
    return false;
}

/* ------------------------------------------------------------------------------------------------------ reading */

static bool parse_text(const qm__declared *declared, const qm__names *names, const char *text, int32_t *out,
                       qm_text *fault) {
    switch (declared->type) {
    case QM_TYPE_NUMBER:
    case QM_TYPE_LENGTH:
    case QM_TYPE_FACTOR:
        if (!looks_like_number(text)) {
            qm_text_addf(fault, "\"%s\" is no number", text);
            return false;
        }
        return parse_number(declared, text, out, fault);
    case QM_TYPE_FLAG:
        if (!qm__same(text, "true") && !qm__same(text, "false")) {
            qm_text_addf(fault, "\"%s\" is neither true nor false", text);
            return false;
        }
        *out = text[0] == 't';
        return true;
    case QM_TYPE_WORD:
        return parse_word(declared, text, out, fault);
    case QM_TYPE_DICE:
        return parse_dice(text, out, fault);
    case QM_TYPE_ROW:
        return parse_row(declared, names, text, out, fault);
    case QM_TYPE_PLACE:
        return parse_place(names, text, out, fault);
    case QM_TYPE_DIRECTION:
        return parse_direction(names, text, out, fault);
    case QM_TYPE_TOWARD:
        if (qm__same(text, "none")) {
            *out = 0;
            return true;
        }
        if (!parse_direction(names, text, out, fault)) {
            return false;
        }
        *out += 1;
        return true;
    case QM_TYPE_FIGURE:
    case QM_TYPE_ITEM:
        return parse_thing(declared, names, text, out, fault);
    }
    return false;
}

bool qm__declared_parse(const qm__declared *declared, const qm__names *names, const char *text, size_t length,
                        int32_t *out, qm_text *fault) {
    char word[128];
    if (length >= sizeof word || memchr(text, '\0', length)) {
        qm_text_addf(fault, "\"%.*s…\" is too long or has a zero byte in it", 20, text);
        return false;
    }
    memcpy(word, text, length);
    word[length] = '\0';
    return parse_text(declared, names, word, out, fault);
}

/* The kind of JSON or TOML value a type is written as. */
static qm__kind kind_of(qm_type type) {
    switch (type) {
    case QM_TYPE_NUMBER:
    case QM_TYPE_LENGTH:
    case QM_TYPE_FACTOR:
        return QM__NUMBER;
    case QM_TYPE_FLAG:
        return QM__BOOL;
    case QM_TYPE_WORD:
    case QM_TYPE_DICE:
    case QM_TYPE_ROW:
    case QM_TYPE_PLACE:
    case QM_TYPE_DIRECTION:
    case QM_TYPE_TOWARD:
    case QM_TYPE_FIGURE:
    case QM_TYPE_ITEM:
        return QM__STRING;
    }
    return QM__STRING;
}

static bool can_be_none(qm_type type) {
    return type == QM_TYPE_ROW || type == QM_TYPE_PLACE || type == QM_TYPE_TOWARD || type == QM_TYPE_FIGURE ||
           type == QM_TYPE_ITEM;
}

bool qm__declared_read(const qm__load *load, const qm__declared *declared, const qm__names *names,
                       const qm__value *value, const qm__path *path, int32_t *out) {
    if (value->kind == QM__NULL && can_be_none(declared->type)) {
        *out = 0;
        return true;
    }
    /* A bare number is good dice too ("damage": 3), and on tables it is a direction. */
    const bool degrees = (declared->type == QM_TYPE_DIRECTION || declared->type == QM_TYPE_TOWARD) && on_table(names);
    const bool bare = (declared->type == QM_TYPE_DICE || degrees) && value->kind == QM__NUMBER;
    const qm__kind kind = degrees ? QM__NUMBER : kind_of(declared->type);
    char message[QM__MESSAGE_MAX];
    qm_text fault = qm_text_over(message, sizeof message);
    if (value->kind != kind && !bare) {
        qm_text_addf(&fault, "must be a %s, not %s", qm__kind_name(kind), qm__kind_name(value->kind));
        if (declared->type == QM_TYPE_WORD) {
            qm_text_add(&fault, ": ");
            list_words(declared->words, &fault);
        }
    } else if (value->kind == QM__BOOL) {
        *out = value->truth;
        return true;
    } else if (value->kind == QM__NUMBER && !bare) {
        if (parse_number(declared, value->text, out, &fault)) {
            return true;
        }
    } else if (qm__declared_parse(declared, names, value->text, value->length, out, &fault)) {
        return true;
    }
    qm__fault(load, value, path, "%s", message);
    return false;
}

void qm__place_fault(const char *text, qm_text *fault) {
    qm_text_addf(fault,
                 "\"%s\" is no place of a table: write x,y or x,y@height in inches within ±10,000 and with at most "
                 "three decimals, as 12.5,8@3",
                 text);
}

bool qm__place_parse(const qm_scenario *scenario, const char *text, qm_place *out, qm_text *fault) {
    *out = (qm_place){0};
    if (qm__same(text, "none") || qm_place_read(scenario, text, strlen(text), out)) {
        return true;
    }
    qm__place_fault(text, fault);
    return false;
}

/* Of a place written like a corner, [12, 8, 3], how it is written: "12,8@3". */
static void print_written_place(const qm__value *list, qm_text *out) {
    const bool fits = list->count == 2 || list->count == 3;
    bool numbers = fits;
    for (const qm__value *one = list->first; one && numbers; one = one->next) {
        numbers = one->kind == QM__NUMBER && strlen(one->text) < 20;
    }
    qm_text_add(out, "a place is a string here: \"");
    if (numbers) {
        qm_text_addf(out, "%s,%s", list->first->text, list->first->next->text);
        qm_text_addf(out, list->count == 3 ? "@%s" : "%s", list->count == 3 ? list->first->next->next->text : "");
    } else {
        qm_text_add(out, "12.5,8@3");
    }
    qm_text_add(out, numbers && list->count == 2 ? "\", or with a height \"12.5,8@3\"" : "\"");
}

bool qm__place_value_read(const qm__load *load, const qm_scenario *scenario, const qm__value *value,
                          const qm__path *path, qm_place *out) {
    char message[QM__MESSAGE_MAX];
    qm_text fault = qm_text_over(message, sizeof message);
    *out = (qm_place){0};
    if (value->kind == QM__NULL) {
        return true;
    }
    if (value->kind == QM__ARRAY && scenario->family->facts->space == QM_SPACE_TABLE) {
        print_written_place(value, &fault);
        qm__fault(load, value, path, "%s", message);
        return false;
    }
    if (!qm__expect(load, value, QM__STRING, NULL, path)) {
        return false;
    }
    if (!qm__place_parse(scenario, value->text, out, &fault)) {
        qm__fault(load, value, path, "%s", message);
        return false;
    }
    return true;
}

/* ------------------------------------------------------------------------------------------------------ writing */

void qm__place_value_json(qm__json_writer *writer, const qm_scenario *scenario, qm_place place) {
    char array[QM__PLACE_TEXT_SIZE];
    qm_text text = qm_text_over(array, sizeof array);
    if (place.x == 0 && place.y == 0 && place.z == 0) {
        qm__json_null(writer);
        return;
    }
    qm_place_print(scenario, place, &text);
    qm__json_string(writer, array);
}

void qm__declared_print(const qm__declared *declared, const qm__names *names, int32_t value, qm_text *out) {
    char word[64];
    switch (declared->type) {
    case QM_TYPE_NUMBER:
    case QM_TYPE_LENGTH:
    case QM_TYPE_FACTOR:
        add_number(out, declared->type, value);
        break;
    case QM_TYPE_FLAG:
        qm_text_add(out, value ? "true" : "false");
        break;
    case QM_TYPE_WORD:
        qm_words_at(declared->words, value < 0 ? SIZE_MAX : (size_t)value, word, sizeof word);
        qm_text_add(out, word);
        break;
    case QM_TYPE_DICE:
        print_dice(value, out);
        break;
    case QM_TYPE_ROW: {
        const qm__table_rows *rows = rows_of(declared, names);
        qm_text_add(out, rows && value >= 1 && value <= rows->count ? rows->rows[value - 1].name : "none");
        break;
    }
    case QM_TYPE_PLACE: {
        char label[QM__CELL_LABEL_SIZE];
        qm__cell_label_write(names->scenario, (qm__cell)value, label);
        qm_text_add(out, value == 0 ? "none" : label);
        break;
    }
    case QM_TYPE_DIRECTION:
        qm_direction_print(names->scenario, value, out);
        break;
    case QM_TYPE_TOWARD:
        if (value == 0) {
            qm_text_add(out, "none");
        } else {
            qm_direction_print(names->scenario, value - 1, out);
        }
        break;
    case QM_TYPE_FIGURE:
        qm_text_add(out, value == 0 ? "none" : qm_figure_name(names->scenario, (uint16_t)value));
        break;
    case QM_TYPE_ITEM:
        qm_text_add(out, value == 0 ? "none" : qm_item_name(names->scenario, (uint16_t)value));
        break;
    }
}

void qm__declared_json(qm__json_writer *writer, const qm__declared *declared, const qm__names *names, int32_t value) {
    char array[160];
    qm_text text = qm_text_over(array, sizeof array);
    switch (kind_of(declared->type)) {
    case QM__NUMBER:
        qm__json_decimal(writer, (double)value / (places_of(declared->type) ? 1000.0 : 1.0), places_of(declared->type));
        break;
    case QM__BOOL:
        qm__json_bool(writer, value != 0);
        break;
    case QM__NULL:
    case QM__STRING:
    case QM__ARRAY:
    case QM__OBJECT:
        if (value == 0 && can_be_none(declared->type)) {
            qm__json_null(writer);
        } else if ((declared->type == QM_TYPE_DIRECTION || declared->type == QM_TYPE_TOWARD) && on_table(names)) {
            const int32_t parts = declared->type == QM_TYPE_TOWARD ? value - 1 : value;
            qm__json_decimal(writer, qm__degrees_of(parts) / 1000.0, 3);
        } else {
            qm__declared_print(declared, names, value, &text);
            qm__json_string(writer, array);
        }
        break;
    }
}

void qm_setting_print(const qm_setting *setting, int32_t value, qm_text *out) {
    const qm__declared declared = qm__declared_setting(setting);
    qm__declared_print(&declared, NULL, value, out);
}

const char *qm__type_name(qm_type type) {
    switch (type) {
    case QM_TYPE_NUMBER:
        return "number";
    case QM_TYPE_LENGTH:
        return "length";
    case QM_TYPE_FACTOR:
        return "factor";
    case QM_TYPE_FLAG:
        return "flag";
    case QM_TYPE_WORD:
        return "word";
    case QM_TYPE_DICE:
        return "dice";
    case QM_TYPE_ROW:
        return "row";
    case QM_TYPE_PLACE:
        return "place";
    case QM_TYPE_DIRECTION:
    case QM_TYPE_TOWARD:
        return "direction";
    case QM_TYPE_FIGURE:
        return "figure";
    case QM_TYPE_ITEM:
        return "item";
    }
    return "";
}

void qm__changed_settings_json(qm__json_writer *writer, const qm_scenario *scenario) {
    const qm_rules_facts *facts = scenario->family->facts;
    const qm__names names = {&scenario->rules, scenario};
    qm__json_object_begin(writer);
    for (size_t i = 0; i < facts->setting_count; i++) {
        if (scenario->rules.settings[i] != facts->settings[i].standard) {
            const qm__declared declared = qm__declared_setting(&facts->settings[i]);
            qm__json_key(writer, declared.name);
            qm__declared_json(writer, &declared, &names, scenario->rules.settings[i]);
        }
    }
    qm__json_object_end(writer);
}
