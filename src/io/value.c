/* The tree of values.
 *
 * Children are a linked list in the order of the file; an object of more than a few members also has a hash index, kept
 * at most half full, so that a file with a hundred thousand members is read in linear time. The index is seeded with
 * the object's address: nothing depends on its order, and a prepared file cannot know it. Sorting on closing was the
 * alternative, but the TOML reader must look up members while objects are still open.
 */
#include "io/value.h"

#include "base/hash.h"
#include "base/text.h"

#include <string.h>

#define UNINDEXED_MAX 8

const char *qm__kind_name(qm__kind kind) {
    switch (kind) {
    case QM__NULL:
        return "null";
    case QM__BOOL:
        return "boolean";
    case QM__NUMBER:
        return "number";
    case QM__STRING:
        return "string";
    case QM__ARRAY:
        return "array";
    case QM__OBJECT:
        return "object";
    }
    return "value";
}

qm__value *qm__value_new(qm__arena *arena, qm__kind kind, uint32_t line, uint32_t column) {
    qm__value *value = qm__arena_alloc(arena, sizeof *value);
    if (value) {
        value->kind = kind;
        value->line = line;
        value->column = column;
        value->text = "";
    }
    return value;
}

void qm__value_append(qm__value *array, qm__value *element) {
    if (array->last) {
        array->last->next = element;
    } else {
        array->first = element;
    }
    array->last = element;
    array->count++;
}

static bool has_key(const qm__value *member, const char *key, size_t length) {
    return member->key_length == length && memcmp(member->key, key, length) == 0;
}

/* The slot of the key, or the free one where it would go. */
static qm__value **slot_of(const qm__value *object, const char *key, size_t length) {
    const size_t mask = object->slot_count - 1;
    size_t at = (size_t)qm__hash(key, length, (uint64_t)(uintptr_t)object) & mask;
    while (object->slots[at] && !has_key(object->slots[at], key, length)) {
        at = (at + 1) & mask;
    }
    return &object->slots[at];
}

static bool grow_index(qm__arena *arena, qm__value *object) {
    const size_t count = object->slot_count == 0 ? (size_t)4 * UNINDEXED_MAX : object->slot_count * 2;
    qm__value **slots = qm__arena_array(arena, count, sizeof *slots);
    if (!slots) {
        return false;
    }
    object->slots = slots;
    object->slot_count = count;
    for (qm__value *member = object->first; member; member = member->next) {
        *slot_of(object, member->key, member->key_length) = member;
    }
    return true;
}

bool qm__value_insert(qm__arena *arena, qm__value *object, qm__value *member) {
    if (object->count >= UNINDEXED_MAX && object->count * 2 >= object->slot_count && !grow_index(arena, object)) {
        return false;
    }
    if (object->slots) {
        *slot_of(object, member->key, member->key_length) = member;
    }
    qm__value_append(object, member);
    return true;
}

qm__value *qm__value_find(const qm__value *object, const char *key, size_t length) {
    if (!object || object->kind != QM__OBJECT) {
        return NULL;
    }
    if (object->slots) {
        return *slot_of(object, key, length);
    }
    for (qm__value *member = object->first; member; member = member->next) {
        if (has_key(member, key, length)) {
            return member;
        }
    }
    return NULL;
}

qm__value *qm__value_get(const qm__value *object, const char *key) {
    return qm__value_find(object, key, strlen(key));
}

qm__value *qm__value_at(const qm__value *array, size_t index) {
    if (!array || array->kind != QM__ARRAY || index >= array->count) {
        return NULL;
    }
    qm__value *element = array->first;
    for (size_t i = 0; i < index; i++) {
        element = element->next;
    }
    return element;
}

/* ------------------------------------------------------------------------------------------------ numbers */

typedef enum fit { FIT_OK, FIT_PLACES, FIT_RANGE } fit;

/* A number as written, taken apart; the point may stand among the digits and is skipped when they are read. */
typedef struct lexeme {
    bool negative;
    const char *digits; /* first significant digit */
    size_t significant; /* digits from there up to the last one that is not 0; 0 for zero */
    int64_t exponent;   /* of the last significant digit */
} lexeme;

/* Larger exponents than any text of the permitted size could make up for; they only say "too large" or "too small". */
#define EXPONENT_MAX INT64_C(1000000000)

static int64_t read_exponent(const char *at) {
    const bool negative = *at == '-';
    int64_t exponent = 0;
    for (at += *at == '-' || *at == '+' ? 1 : 0; *at >= '0' && *at <= '9'; at++) {
        if (exponent < EXPONENT_MAX) {
            exponent = exponent * 10 + (*at - '0');
        }
    }
    return negative ? -exponent : exponent;
}

static lexeme take_apart(const char *text) {
    lexeme number = {.negative = *text == '-'};
    int64_t after_point = 0;
    size_t seen = 0, trailing = 0;
    bool point = false;
    const char *at = text + (number.negative ? 1 : 0);
    for (; (*at >= '0' && *at <= '9') || *at == '.'; at++) {
        if (*at == '.') {
            point = true;
            continue;
        }
        after_point += point ? 1 : 0;
        if (*at != '0' || number.digits) {
            number.digits = number.digits ? number.digits : at;
            seen++;
            trailing = *at == '0' ? trailing + 1 : 0;
        }
    }
    number.significant = seen - trailing;
    number.exponent = (int64_t)trailing - after_point;
    if (*at == 'e' || *at == 'E') {
        number.exponent += read_exponent(at + 1);
    }
    return number;
}

static fit scale(const char *text, int places, int64_t *out) {
    const lexeme number = take_apart(text);
    *out = 0;
    if (number.significant == 0) {
        return FIT_OK;
    }
    const int64_t power = number.exponent + places;
    if (power < 0) {
        return FIT_PLACES;
    }
    if (number.significant > 19 || power > 19) {
        return FIT_RANGE;
    }
    const uint64_t limit = (uint64_t)INT64_MAX + (number.negative ? 1 : 0);
    uint64_t value = 0;
    size_t left = number.significant + (size_t)power;
    for (const char *at = number.digits; left > 0; left--) {
        uint64_t digit = 0;
        if (left > (size_t)power) {
            at += *at == '.' ? 1 : 0;
            digit = (uint64_t)(*at++ - '0');
        }
        if (value > (limit - digit) / 10) {
            return FIT_RANGE;
        }
        value = value * 10 + digit;
    }
    *out = number.negative ? (int64_t)(UINT64_C(0) - value) : (int64_t)value;
    return FIT_OK;
}

bool qm__value_decimal(const qm__value *value, int places, int64_t *out) {
    int64_t scaled;
    if (!value || value->kind != QM__NUMBER || scale(value->text, places, &scaled) != FIT_OK) {
        return false;
    }
    *out = scaled;
    return true;
}

bool qm__value_int(const qm__value *value, int64_t *out) {
    return qm__value_decimal(value, 0, out);
}

const char *qm__value_decimal_fault(const qm__value *value, int places, char out[64]) {
    qm_text text = qm_text_over(out, 64);
    if (!value || value->kind != QM__NUMBER) {
        qm_text_addf(&text, "must be a number, not %s", value ? qm__kind_name(value->kind) : "nothing");
        return out;
    }
    int64_t scaled;
    switch (scale(value->text, places, &scaled)) {
    case FIT_OK:
        return NULL;
    case FIT_PLACES:
        if (places == 0) {
            return "must be a whole number";
        }
        qm_text_addf(&text, "has more than %d decimal places", places);
        return out;
    case FIT_RANGE:
        return "is too large";
    }
    return NULL;
}

const char *qm__value_text(const qm__value *value, const char *file, const char *field, qm_diagnostics *list) {
    if (!value) {
        qm__report(list, QM_SEVERITY_ERROR, file, 0, 0, field, "must be a string, but is missing");
        return NULL;
    }
    if (value->kind != QM__STRING) {
        qm__report(list, QM_SEVERITY_ERROR, file, value->line, value->column, field, "must be a string, not %s",
                   qm__kind_name(value->kind));
        return NULL;
    }
    if (memchr(value->text, '\0', value->length)) {
        qm__report(list, QM_SEVERITY_ERROR, file, value->line, value->column, field,
                   "the string contains the character U+0000, which is not allowed here");
        return NULL;
    }
    return value->text;
}
