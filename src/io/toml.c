/* The reader of the TOML subset.
 *
 * It reads statement by statement (a header, or name = value). Invariant: between statements the scan is at the start
 * of a line. After a wrong header, lines go to a table that hangs nowhere, so that one slip is not reported as many.
 * Values within values recurse, but never deeper than QM__TOML_DEPTH_MAX.
 */
#include "io/toml.h"

#include "io/scan.h"

#include <string.h>

typedef struct reader {
    qm__scan scan;
    qm__value *root;
    qm__value *table; /* where name = value lines go now */
    int depth;        /* of arrays and inline tables being read */
} reader;

typedef struct name {
    const char *text;
    size_t length;
    size_t start; /* offset in the file */
} name;

static bool read_value(reader *r, qm__value **out);

static int peek(const reader *r) {
    return qm__scan_peek(&r->scan, 0);
}

static bool is_digit(int c) {
    return c >= '0' && c <= '9';
}

static bool is_bare(int c) {
    return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '-';
}

static void skip_blanks(reader *r) {
    while (peek(r) == ' ' || peek(r) == '\t') {
        r->scan.at++;
    }
}

static bool at_line_end(const reader *r) {
    return peek(r) < 0 || peek(r) == '\n' || (peek(r) == '\r' && qm__scan_peek(&r->scan, 1) == '\n');
}

/* Skips a comment, if one is next, up to the end of its line. */
static bool skip_comment(reader *r) {
    if (peek(r) != '#') {
        return true;
    }
    for (; !at_line_end(r); r->scan.at++) {
        const int c = peek(r);
        if ((c < 0x20 && c != '\t') || c == 0x7F) {
            qm__scan_error(&r->scan, r->scan.at, "the control character U+%04x is not allowed in a comment",
                           (unsigned)c);
            return false;
        }
    }
    return true;
}

static void skip_line_end(reader *r) {
    if (peek(r) == '\r') {
        r->scan.at++;
    }
    if (peek(r) == '\n') {
        r->scan.at++;
    }
}

/* Blanks, line ends and comments, between the elements of an array. */
static bool skip_space(reader *r) {
    for (;;) {
        skip_blanks(r);
        if (!skip_comment(r)) {
            return false;
        }
        if (peek(r) < 0 || !at_line_end(r)) {
            return true;
        }
        skip_line_end(r);
    }
}

/* -------------------------------------------------------------------------------------------------- names */

static bool read_name(reader *r, name *out) {
    qm__scan *scan = &r->scan;
    *out = (name){.start = scan->at};
    if (peek(r) == '"') {
        return qm__scan_string(scan, QM__ESCAPES_TOML, &out->text, &out->length);
    }
    while (is_bare(peek(r))) {
        scan->at++;
    }
    out->length = scan->at - out->start;
    if (out->length == 0) {
        qm__scan_expected(scan, "a name (letters, digits, '_' and '-', or anything in double quotes)");
        return false;
    }
    out->text = qm__arena_string(scan->arena, scan->text + out->start, out->length);
    return out->text != NULL;
}

/* Puts a value into an object under a name; reports a name that is there already, with both places. */
static bool put(reader *r, qm__value *object, const name *key, qm__value *value) {
    const qm__value *earlier = qm__value_find(object, key->text, key->length);
    if (earlier) {
        qm__scan_error(&r->scan, key->start, "'%.100s' is given twice, first at line %lu, column %lu", key->text,
                       (unsigned long)earlier->key_line, (unsigned long)earlier->key_column);
        return false;
    }
    const qm__place place = qm__scan_place(&r->scan, key->start);
    value->key = key->text;
    value->key_length = key->length;
    value->key_line = place.line;
    value->key_column = place.column;
    return qm__value_insert(r->scan.arena, object, value);
}

static qm__value *new_value(reader *r, qm__kind kind, size_t start) {
    const qm__place place = qm__scan_place(&r->scan, start);
    return qm__value_new(r->scan.arena, kind, place.line, place.column);
}

/* After a name: '=' and a value, put into the object. */
static bool read_assignment(reader *r, qm__value *object, const name *key) {
    qm__value *value = NULL;
    skip_blanks(r);
    if (peek(r) == '.') {
        qm__scan_error(&r->scan, r->scan.at, "expected '=' after the name; dotted names are for [headers] only");
        return false;
    }
    if (peek(r) != '=') {
        qm__scan_expected(&r->scan, "'=' after the name");
        return false;
    }
    r->scan.at++;
    skip_blanks(r);
    return read_value(r, &value) && put(r, object, key, value);
}

/* ------------------------------------------------------------------------------------------------- values */

static bool refuse(reader *r, const char *what) {
    qm__scan_error(&r->scan, r->scan.at, "%s", what);
    return false;
}

static size_t skip_digits(qm__scan *scan) {
    const size_t start = scan->at;
    while (is_digit(qm__scan_peek(scan, 0))) {
        scan->at++;
    }
    return scan->at - start;
}

/* What may not follow a number, said by name. */
static bool check_number_end(reader *r, bool signed_number) {
    const int c = peek(r);
    if (!signed_number && (c == '-' || c == ':')) {
        return refuse(r, "dates and times are not part of this format");
    }
    if (c == '_') {
        return refuse(r, "numbers are written without underscores here");
    }
    if (c == 'e' || c == 'E') {
        return refuse(r, "numbers are written without an exponent here");
    }
    if (is_bare(c) || c == '.') {
        qm__scan_expected(&r->scan, "the end of the number");
        return false;
    }
    return true;
}

static bool read_number(reader *r, qm__value *value) {
    qm__scan *scan = &r->scan;
    const bool is_signed = peek(r) == '+' || peek(r) == '-';
    /* The plus sign is not kept: the text of a number then reads as in JSON. */
    const size_t start = scan->at + (peek(r) == '+' ? 1 : 0);
    scan->at += is_signed ? 1 : 0;
    const size_t first = scan->at;
    const size_t whole = skip_digits(scan);
    if (whole == 0) {
        qm__scan_expected(scan, "a digit after the sign");
        return false;
    }
    if (peek(r) == '.') {
        scan->at++;
        if (skip_digits(scan) == 0) {
            qm__scan_expected(scan, "a digit after the decimal point");
            return false;
        }
    }
    if (!check_number_end(r, is_signed)) {
        return false;
    }
    if (whole > 1 && scan->text[first] == '0') {
        qm__scan_error(scan, first, "a number may not start with a superfluous zero");
        return false;
    }
    value->length = scan->at - start;
    value->text = qm__arena_string(scan->arena, scan->text + start, value->length);
    return value->text != NULL;
}

static bool read_word(reader *r, qm__value *value) {
    qm__scan *scan = &r->scan;
    size_t length = 0;
    while (is_bare(qm__scan_peek(scan, length))) {
        length++;
    }
    const char *word = scan->text + scan->at;
    value->truth = length == 4 && memcmp(word, "true", 4) == 0;
    if (value->truth || (length == 5 && memcmp(word, "false", 5) == 0)) {
        scan->at += length;
        return true;
    }
    qm__scan_expected(scan, "a value (a string in double quotes, a number, true, false, [array] or {table})");
    return false;
}

static bool read_string(reader *r, qm__value *value) {
    if (qm__scan_peek(&r->scan, 1) == '"' && qm__scan_peek(&r->scan, 2) == '"') {
        return refuse(r, "strings over several lines are not part of this format");
    }
    return qm__scan_string(&r->scan, QM__ESCAPES_TOML, &value->text, &value->length);
}

static bool read_array(reader *r, qm__value *array) {
    r->scan.at++;
    for (;;) {
        qm__value *element = NULL;
        if (!skip_space(r)) {
            return false;
        }
        if (peek(r) == ']') {
            break;
        }
        if (peek(r) < 0) {
            qm__scan_expected(&r->scan, "a value or ']' in the array");
            return false;
        }
        if (!read_value(r, &element)) {
            return false;
        }
        qm__value_append(array, element);
        if (!skip_space(r)) {
            return false;
        }
        if (peek(r) == ',') {
            r->scan.at++;
        } else if (peek(r) != ']') {
            qm__scan_expected(&r->scan, "',' or ']' after an array element");
            return false;
        }
    }
    r->scan.at++;
    return true;
}

static bool read_inline_table(reader *r, qm__value *table) {
    table->defined = true;
    table->closed = true;
    r->scan.at++;
    skip_blanks(r);
    if (peek(r) == '}') {
        r->scan.at++;
        return true;
    }
    for (;;) {
        name key;
        skip_blanks(r);
        if (!read_name(r, &key) || !read_assignment(r, table, &key)) {
            return false;
        }
        skip_blanks(r);
        if (peek(r) == '}') {
            r->scan.at++;
            return true;
        }
        if (peek(r) != ',') {
            qm__scan_expected(&r->scan, "',' or '}' on the same line after a member of an inline table");
            return false;
        }
        r->scan.at++;
    }
}

static bool read_nested(reader *r, qm__value *value) {
    if (r->depth == QM__TOML_DEPTH_MAX) {
        qm__scan_error(&r->scan, r->scan.at, "arrays and tables are nested deeper than %d", QM__TOML_DEPTH_MAX);
        return false;
    }
    r->depth++;
    const bool good = value->kind == QM__ARRAY ? read_array(r, value) : read_inline_table(r, value);
    /* On an error the depth stays: recovery looks at it. */
    r->depth -= good ? 1 : 0;
    return good;
}

static qm__kind kind_at(int c) {
    if (c == '"') {
        return QM__STRING;
    }
    if (c == '[') {
        return QM__ARRAY;
    }
    if (c == '{') {
        return QM__OBJECT;
    }
    return c == '+' || c == '-' || is_digit(c) ? QM__NUMBER : QM__BOOL;
}

static bool read_value(reader *r, qm__value **out) {
    if (peek(r) == '\'') {
        return refuse(r, "strings are written in double quotes here");
    }
    const qm__kind kind = kind_at(peek(r));
    qm__value *value = new_value(r, kind, r->scan.at);
    *out = value;
    if (!value) {
        return false;
    }
    switch (kind) {
    case QM__STRING:
        return read_string(r, value);
    case QM__NUMBER:
        return read_number(r, value);
    case QM__ARRAY:
    case QM__OBJECT:
        return read_nested(r, value);
    case QM__NULL:
    case QM__BOOL:
        return read_word(r, value);
    }
    return false;
}

/* --------------------------------------------------------------------------------------------- statements */

/* The table of that name within another, made if it is not there. NULL if the name means something else, which is
 * reported, or memory ran out. */
static qm__value *enter(reader *r, qm__value *table, const name *part) {
    qm__value *found = qm__value_find(table, part->text, part->length);
    if (!found) {
        found = new_value(r, QM__OBJECT, part->start);
        return found && put(r, table, part, found) ? found : NULL;
    }
    if (found->kind != QM__OBJECT || found->closed) {
        qm__scan_error(&r->scan, part->start,
                       "'%.100s' is no table that can be added to; it was given at line %lu, column %lu", part->text,
                       (unsigned long)found->key_line, (unsigned long)found->key_column);
        return NULL;
    }
    return found;
}

static bool define(reader *r, qm__value *table, const name *last) {
    if (table->defined) {
        qm__scan_error(&r->scan, last->start, "the table '%.100s' is given twice, first at line %lu, column %lu",
                       last->text, (unsigned long)table->key_line, (unsigned long)table->key_column);
        return false;
    }
    const qm__place place = qm__scan_place(&r->scan, last->start);
    table->defined = true;
    table->key_line = place.line;
    table->key_column = place.column;
    return true;
}

/* [a.b.c]: enters a, then b, then c, which is what the lines below belong to. */
static bool read_header(reader *r) {
    qm__scan *scan = &r->scan;
    scan->at++;
    if (peek(r) == '[') {
        return refuse(r, "arrays of tables are not part of this format");
    }
    qm__value *table = r->root;
    name part;
    for (int depth = 0;; depth++) {
        if (depth == QM__TOML_DEPTH_MAX) {
            qm__scan_error(scan, scan->at, "a header may have at most %d parts", QM__TOML_DEPTH_MAX);
            return false;
        }
        skip_blanks(r);
        if (!read_name(r, &part)) {
            return false;
        }
        skip_blanks(r);
        table = enter(r, table, &part);
        if (!table) {
            return false;
        }
        if (peek(r) == ']') {
            break;
        }
        if (peek(r) != '.') {
            qm__scan_expected(scan, "'.' or ']' in the header");
            return false;
        }
        scan->at++;
    }
    scan->at++;
    if (!define(r, table, &part)) {
        return false;
    }
    r->table = table;
    return true;
}

static bool read_statement(reader *r) {
    skip_blanks(r);
    if (peek(r) == '[') {
        /* Until the header is known to be good, what follows belongs nowhere. */
        r->table = new_value(r, QM__OBJECT, r->scan.at);
        if (!r->table || !read_header(r)) {
            return false;
        }
    } else if (peek(r) != '#' && !at_line_end(r)) {
        name key;
        if (!read_name(r, &key) || !read_assignment(r, r->table, &key)) {
            return false;
        }
    }
    skip_blanks(r);
    if (!skip_comment(r)) {
        return false;
    }
    if (!at_line_end(r)) {
        qm__scan_expected(&r->scan, "the end of the line");
        return false;
    }
    return true;
}

/* ----------------------------------------------------------------------------------------------- recovery */

static size_t line_after(const qm__scan *scan, size_t at) {
    const char *end = at < scan->length ? memchr(scan->text + at, '\n', scan->length - at) : NULL;
    return end ? (size_t)(end - scan->text) + 1 : scan->length;
}

/* Does a line look like a header or name = value, rather than like the rest of an array? */
static bool looks_like_statement(const qm__scan *scan, size_t at) {
    qm__scan ahead = *scan;
    ahead.at = at;
    if (qm__scan_peek(&ahead, 0) == '[') {
        return is_bare(qm__scan_peek(&ahead, 1)) && !is_digit(qm__scan_peek(&ahead, 1));
    }
    size_t length = 0;
    while (is_bare(qm__scan_peek(&ahead, length))) {
        length++;
    }
    const bool named = length > 0;
    while (qm__scan_peek(&ahead, length) == ' ' || qm__scan_peek(&ahead, length) == '\t') {
        length++;
    }
    return named && qm__scan_peek(&ahead, length) == '=';
}

/* Goes to where the next statement can start, after an error in the one that began at `start`. Within an array that is
 * the next line that looks like a statement, as the rest of the array would otherwise be reported line by line. */
static void recover(reader *r, size_t start) {
    qm__scan *scan = &r->scan;
    size_t next = line_after(scan, scan->at);
    if (r->depth > 0) {
        for (next = line_after(scan, start); next < scan->length; next = line_after(scan, next)) {
            if (line_after(scan, next) > scan->at && looks_like_statement(scan, next)) {
                break;
            }
        }
    }
    r->depth = 0;
    scan->at = next;
}

qm_result qm__toml_read(const char *text, size_t length, const char *file, qm__arena *arena, qm_diagnostics *list,
                        qm__value **out) {
    reader r = {.scan = qm__scan_over(text, length, file, arena, list)};
    *out = NULL;
    if (!qm__scan_check(&r.scan, QM__TOML_SIZE_MAX)) {
        return QM_ERROR_INPUT;
    }
    r.root = qm__value_new(arena, QM__OBJECT, 1, 1);
    r.table = r.root;
    while (r.root && r.scan.at < r.scan.length && !arena->failed) {
        const size_t start = r.scan.at;
        if (read_statement(&r)) {
            skip_line_end(&r);
        } else {
            recover(&r, start);
        }
    }
    if (arena->failed) {
        return QM_ERROR_MEMORY;
    }
    if (r.scan.errors > 0) {
        return QM_ERROR_INPUT;
    }
    r.root->defined = true;
    *out = r.root;
    return QM_OK;
}
