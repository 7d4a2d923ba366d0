/* The JSON reader: a loop with its own stack of open arrays and objects, so that depth costs no C stack.
 *
 * Invariant: stack[0 .. depth-1] are the open containers, outermost first; `awaiting` says what may come next in the
 * innermost. A recursive reader reads nicer, but its use of stack would be in the hands of whoever wrote the file.
 */
#include "io/json.h"

#include "io/scan.h"

#include <string.h>

typedef enum awaiting {
    AWAIT_VALUE,         /* a value: at the start, after ':' or after ',' in an array */
    AWAIT_FIRST_ELEMENT, /* a value or ']' */
    AWAIT_FIRST_MEMBER,  /* a name or '}' */
    AWAIT_MEMBER,        /* a name, after ',' */
    AWAIT_SEPARATOR,     /* ',' or the end of the container */
    AWAIT_END            /* nothing but white space */
} awaiting;

typedef struct reader {
    qm__scan scan;
    qm__value *root;
    qm__value *stack[QM__JSON_DEPTH_MAX];
    int depth;
    size_t values;
    awaiting next;
    /* The name read last; NULL if it was given before, so that its value is read but not kept. */
    const char *key;
    size_t key_length;
    qm__place key_place;
} reader;

static void skip_space(qm__scan *scan) {
    for (int c = qm__scan_peek(scan, 0); c == ' ' || c == '\n' || c == '\r' || c == '\t'; c = qm__scan_peek(scan, 0)) {
        scan->at++;
    }
}

static bool is_digit(int c) {
    return c >= '0' && c <= '9';
}

/* ------------------------------------------------------------------------------------------------ scalars */

static bool skip_digits(qm__scan *scan, const char *wanted) {
    if (!is_digit(qm__scan_peek(scan, 0))) {
        qm__scan_expected(scan, wanted);
        return false;
    }
    while (is_digit(qm__scan_peek(scan, 0))) {
        scan->at++;
    }
    return true;
}

static bool skip_number(qm__scan *scan) {
    if (qm__scan_peek(scan, 0) == '-') {
        scan->at++;
    }
    if (qm__scan_peek(scan, 0) == '0' && is_digit(qm__scan_peek(scan, 1))) {
        qm__scan_error(scan, scan->at, "a number may not start with a superfluous zero");
        return false;
    }
    if (!skip_digits(scan, "a digit after '-'")) {
        return false;
    }
    if (qm__scan_peek(scan, 0) == '.') {
        scan->at++;
        if (!skip_digits(scan, "a digit after the decimal point")) {
            return false;
        }
    }
    const int e = qm__scan_peek(scan, 0);
    if (e == 'e' || e == 'E') {
        const int sign = qm__scan_peek(scan, 1);
        scan->at += sign == '+' || sign == '-' ? 2 : 1;
        return skip_digits(scan, "a digit in the exponent");
    }
    return true;
}

static bool read_number(qm__scan *scan, qm__value *value) {
    const size_t start = scan->at;
    if (!skip_number(scan)) {
        return false;
    }
    value->kind = QM__NUMBER;
    value->length = scan->at - start;
    value->text = qm__arena_string(scan->arena, scan->text + start, value->length);
    return value->text != NULL;
}

static bool read_word(qm__scan *scan, qm__value *value) {
    static const struct {
        const char *word;
        qm__kind kind;
        bool truth;
    } words[] = {{"true", QM__BOOL, true}, {"false", QM__BOOL, false}, {"null", QM__NULL, false}};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        const size_t length = strlen(words[i].word);
        if (length <= scan->length - scan->at && memcmp(scan->text + scan->at, words[i].word, length) == 0) {
            value->kind = words[i].kind;
            value->truth = words[i].truth;
            scan->at += length;
            return true;
        }
    }
    qm__scan_expected(scan, "a value");
    return false;
}

/* --------------------------------------------------------------------------------------------- structure */

/* Hangs a value where it belongs; one whose name was given before belongs nowhere. */
static bool attach(reader *r, qm__value *value) {
    if (r->depth == 0) {
        r->root = value;
        return true;
    }
    qm__value *parent = r->stack[r->depth - 1];
    if (parent->kind == QM__ARRAY) {
        qm__value_append(parent, value);
        return true;
    }
    if (!r->key) {
        return true;
    }
    value->key = r->key;
    value->key_length = r->key_length;
    value->key_line = r->key_place.line;
    value->key_column = r->key_place.column;
    return qm__value_insert(r->scan.arena, parent, value);
}

static bool open_container(reader *r, qm__value *value, qm__kind kind) {
    if (r->depth == QM__JSON_DEPTH_MAX) {
        qm__scan_error(&r->scan, r->scan.at, "arrays and objects are nested deeper than %d", QM__JSON_DEPTH_MAX);
        return false;
    }
    r->scan.at++;
    value->kind = kind;
    r->stack[r->depth++] = value;
    r->next = kind == QM__ARRAY ? AWAIT_FIRST_ELEMENT : AWAIT_FIRST_MEMBER;
    return true;
}

static void after_value(reader *r) {
    r->next = r->depth == 0 ? AWAIT_END : AWAIT_SEPARATOR;
}

static void close_container(reader *r) {
    r->scan.at++;
    r->depth--;
    after_value(r);
}

static bool read_value(reader *r) {
    qm__scan *scan = &r->scan;
    const int c = qm__scan_peek(scan, 0);
    if (r->values == QM__JSON_VALUES_MAX) {
        qm__scan_error(scan, scan->at, "the text holds more than %zu values", QM__JSON_VALUES_MAX);
        return false;
    }
    r->values++;
    const qm__place place = qm__scan_place(scan, scan->at);
    qm__value *value = qm__value_new(scan->arena, QM__NULL, place.line, place.column);
    if (!value || !attach(r, value)) {
        return false;
    }
    if (c == '[' || c == '{') {
        return open_container(r, value, c == '[' ? QM__ARRAY : QM__OBJECT);
    }
    after_value(r);
    if (c == '"') {
        value->kind = QM__STRING;
        return qm__scan_string(scan, QM__ESCAPES_JSON, &value->text, &value->length);
    }
    return c == '-' || is_digit(c) ? read_number(scan, value) : read_word(scan, value);
}

static bool read_name(reader *r, const char *wanted) {
    qm__scan *scan = &r->scan;
    if (qm__scan_peek(scan, 0) != '"') {
        qm__scan_expected(scan, wanted);
        return false;
    }
    const size_t start = scan->at;
    r->key_place = qm__scan_place(scan, start);
    if (!qm__scan_string(scan, QM__ESCAPES_JSON, &r->key, &r->key_length)) {
        return false;
    }
    const qm__value *earlier = qm__value_find(r->stack[r->depth - 1], r->key, r->key_length);
    if (earlier) {
        qm__scan_error(scan, start, "'%.100s' is given twice in this object, first at line %lu, column %lu", r->key,
                       (unsigned long)earlier->key_line, (unsigned long)earlier->key_column);
        r->key = NULL;
    }
    skip_space(scan);
    if (qm__scan_peek(scan, 0) != ':') {
        qm__scan_expected(scan, "':' after the name of a member");
        return false;
    }
    scan->at++;
    r->next = AWAIT_VALUE;
    return true;
}

static bool read_separator(reader *r) {
    const bool array = r->stack[r->depth - 1]->kind == QM__ARRAY;
    const int c = qm__scan_peek(&r->scan, 0);
    if (c == ',') {
        r->scan.at++;
        r->next = array ? AWAIT_VALUE : AWAIT_MEMBER;
        return true;
    }
    if (c == (array ? ']' : '}')) {
        close_container(r);
        return true;
    }
    qm__scan_expected(&r->scan, array ? "',' or ']' after an array element" : "',' or '}' after an object member");
    return false;
}

/* Reads the next thing; false when the text is wrong or memory ran out. */
static bool step(reader *r) {
    const int c = qm__scan_peek(&r->scan, 0);
    switch (r->next) {
    case AWAIT_VALUE:
        return read_value(r);
    case AWAIT_FIRST_ELEMENT:
        if (c == ']') {
            close_container(r);
            return true;
        }
        return read_value(r);
    case AWAIT_FIRST_MEMBER:
        if (c == '}') {
            close_container(r);
            return true;
        }
        return read_name(r, "a name in quotes or '}'");
    case AWAIT_MEMBER:
        return read_name(r, "a name in quotes after ','");
    case AWAIT_SEPARATOR:
        return read_separator(r);
    case AWAIT_END:
        qm__scan_expected(&r->scan, "nothing more after the value");
        return false;
    }
    return false;
}

qm_result qm__json_read(const char *text, size_t length, const char *file, qm__arena *arena, qm_diagnostics *list,
                        qm__value **out) {
    reader r = {.scan = qm__scan_over(text, length, file, arena, list), .next = AWAIT_VALUE};
    *out = NULL;
    if (!qm__scan_check(&r.scan, QM__JSON_SIZE_MAX)) {
        return QM_ERROR_INPUT;
    }
    skip_space(&r.scan);
    while (r.next != AWAIT_END || r.scan.at < r.scan.length) {
        if (!step(&r)) {
            return arena->failed ? QM_ERROR_MEMORY : QM_ERROR_INPUT;
        }
        skip_space(&r.scan);
    }
    if (r.scan.errors > 0) {
        return QM_ERROR_INPUT;
    }
    *out = r.root;
    return QM_OK;
}
