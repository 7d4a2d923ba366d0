/* The shared part of the readers.
 *
 * Invariant: at <= length, and the whole text was checked to be UTF-8 before anything else is read, so the rest may
 * step by bytes. Places are found by moving a mark forward; computing the column from the start of the line each time
 * would be quadratic in a long line.
 */
#include "io/scan.h"

#include "base/utf8.h"

#include <string.h>

qm__scan qm__scan_over(const char *text, size_t length, const char *file, qm__arena *arena, qm_diagnostics *list) {
    return (qm__scan){.text = text ? text : "",
                      .length = length,
                      .file = file ? file : "",
                      .list = list,
                      .arena = arena,
                      .line = 1,
                      .column = 1};
}

bool qm__scan_check(qm__scan *scan, size_t limit) {
    if (scan->length > limit) {
        scan->errors++;
        qm__report(scan->list, QM_SEVERITY_ERROR, scan->file, 0, 0, "", "the text has %zu bytes, the limit is %zu",
                   scan->length, limit);
        return false;
    }
    if (scan->length >= 3 && memcmp(scan->text, "\xEF\xBB\xBF", 3) == 0) {
        qm__scan_error(scan, 0, "the text starts with a byte order mark; save it as UTF-8 without one");
        return false;
    }
    const size_t valid = qm__utf8_valid_length(scan->text, scan->length);
    if (valid < scan->length) {
        /* The place is found with a mark of its own, on the valid part only. */
        qm__scan before = *scan;
        qm__scan_error(&before, valid, "the byte 0x%02x is not valid UTF-8 here",
                       (unsigned)(unsigned char)scan->text[valid]);
        scan->errors = before.errors;
        return false;
    }
    return true;
}

qm__place qm__scan_place(qm__scan *scan, size_t at) {
    if (at < scan->mark) {
        scan->mark = 0;
        scan->line = 1;
        scan->column = 1;
    }
    for (; scan->mark < at; scan->mark++) {
        const unsigned char byte = (unsigned char)scan->text[scan->mark];
        if (byte == '\n') {
            scan->line++;
            scan->column = 1;
        } else if (scan->mark + 1 >= scan->length || ((unsigned char)scan->text[scan->mark + 1] & 0xC0) != 0x80) {
            /* The last byte of a code point: the next one starts a column further on. */
            scan->column++;
        }
    }
    return (qm__place){scan->line, scan->column};
}

void qm__scan_error(qm__scan *scan, size_t at, const char *format, ...) {
    char message[QM__MESSAGE_MAX];
    qm_text text = qm_text_over(message, sizeof message);
    va_list arguments;
    va_start(arguments, format);
    qm__text_addv(&text, format, arguments);
    va_end(arguments);
    const qm__place place = qm__scan_place(scan, at);
    scan->errors++;
    qm_diagnostics_add(scan->list, QM_SEVERITY_ERROR, scan->file, place.line, place.column, "", message);
}

static bool is_word(int c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/* What stands at the next byte, for people: a whole word, one character, or the end. */
static void describe(const qm__scan *scan, qm_text *out) {
    const int c = qm__scan_peek(scan, 0);
    uint32_t code = 0;
    if (c < 0) {
        qm_text_add(out, "the end of the text");
        return;
    }
    if (c == '\r' && qm__scan_peek(scan, 1) != '\n') {
        qm_text_add(out, "a carriage return without a line feed");
        return;
    }
    if (c == '\n' || c == '\r') {
        qm_text_add(out, "the end of the line");
        return;
    }
    size_t size = qm__utf8_decode(scan->text + scan->at, scan->length - scan->at, &code);
    if (code < 0x20 || code == 0x7F) {
        qm_text_addf(out, "the control character U+%04x", (unsigned)code);
        return;
    }
    while (is_word(c) && size < 20 && is_word(qm__scan_peek(scan, size))) {
        size++;
    }
    qm_text_addf(out, "'%.*s'", (int)size, scan->text + scan->at);
}

void qm__scan_expected(qm__scan *scan, const char *wanted) {
    char found[64];
    qm_text text = qm_text_over(found, sizeof found);
    describe(scan, &text);
    qm__scan_error(scan, scan->at, "expected %s, but found %s", wanted, found);
}

/* ------------------------------------------------------------------------------------------------ strings */

static int hex_digit(int c) {
    if (c >= '0' && c <= '9') {
        return c - '0';
    }
    if (c >= 'a' && c <= 'f') {
        return c - 'a' + 10;
    }
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* Reads exactly `count` hexadecimal digits. */
static bool read_hex(qm__scan *scan, int count, uint32_t *out) {
    *out = 0;
    for (int i = 0; i < count; i++) {
        const int digit = hex_digit(qm__scan_peek(scan, 0));
        if (digit < 0) {
            qm__scan_expected(scan,
                              count == 4 ? "four hexadecimal digits after \\u" : "eight hexadecimal digits after \\U");
            return false;
        }
        *out = *out << 4 | (uint32_t)digit;
        scan->at++;
    }
    return true;
}

/* After the digits of a high surrogate: the \u and digits of the low one that must follow. */
static bool read_low_surrogate(qm__scan *scan, size_t start, uint32_t *code) {
    uint32_t low = 0;
    if (qm__scan_peek(scan, 0) != '\\' || qm__scan_peek(scan, 1) != 'u') {
        qm__scan_error(scan, start,
                       "the first half of a surrogate pair must be followed by the second, as \\uD83D\\uDE00");
        return false;
    }
    scan->at += 2;
    if (!read_hex(scan, 4, &low)) {
        return false;
    }
    if (low < 0xDC00 || low > 0xDFFF) {
        qm__scan_error(scan, start,
                       "the first half of a surrogate pair must be followed by the second, as \\uD83D\\uDE00");
        return false;
    }
    *code = 0x10000 + ((*code - 0xD800) << 10) + (low - 0xDC00);
    return true;
}

static bool read_unicode(qm__scan *scan, qm__escapes escapes, size_t start, int digits, uint32_t *code) {
    if (!read_hex(scan, digits, code)) {
        return false;
    }
    if (escapes == QM__ESCAPES_JSON && *code >= 0xD800 && *code <= 0xDBFF) {
        return read_low_surrogate(scan, start, code);
    }
    if ((*code >= 0xD800 && *code <= 0xDFFF) || *code > 0x10FFFF) {
        qm__scan_error(scan, start, "U+%04x is no character of its own", (unsigned)*code);
        return false;
    }
    return true;
}

/* Reads an escape whose backslash is next, into a code point. */
static bool read_escape(qm__scan *scan, qm__escapes escapes, uint32_t *code) {
    static const char letters[] = "\"\\bfnrt/";
    static const char meanings[] = "\"\\\b\f\n\r\t/";
    const size_t start = scan->at;
    const int c = qm__scan_peek(scan, 1);
    if (c < 0) {
        scan->at++;
        qm__scan_expected(scan, "an escape after the backslash");
        return false;
    }
    const char *letter = c > 0 ? strchr(letters, c) : NULL;
    if (letter && (c != '/' || escapes == QM__ESCAPES_JSON)) {
        *code = (unsigned char)meanings[letter - letters];
        scan->at += 2;
        return true;
    }
    if (c == 'u' || (c == 'U' && escapes == QM__ESCAPES_TOML)) {
        scan->at += 2;
        return read_unicode(scan, escapes, start, c == 'u' ? 4 : 8, code);
    }
    scan->at++;
    qm__scan_expected(scan, escapes == QM__ESCAPES_JSON ? "one of \" \\ / b f n r t u after a backslash"
                                                        : "one of \" \\ b f n r t u U after a backslash");
    return false;
}

/* A character that may not stand in a string as it is: all control characters; TOML alone permits the tab. */
static bool is_barred(int c, qm__escapes escapes) {
    if (escapes == QM__ESCAPES_TOML) {
        return (c < 0x20 && c != '\t') || c == 0x7F;
    }
    return c < 0x20;
}

static void report_barred(qm__scan *scan, int c) {
    if (c < 0 || c == '\n' || c == '\r') {
        qm__scan_expected(scan, "the closing quote of the string");
    } else {
        qm__scan_error(scan, scan->at, "the control character U+%04x must be written as an escape", (unsigned)c);
    }
}

/* The bytes up to the closing quote, as written; the decoded string is never longer. */
static size_t written_length(const qm__scan *scan, size_t from) {
    size_t at = from;
    while (at < scan->length && scan->text[at] != '"' && scan->text[at] != '\n') {
        at += scan->text[at] == '\\' && at + 1 < scan->length ? 2 : 1;
    }
    return at - from;
}

bool qm__scan_string(qm__scan *scan, qm__escapes escapes, const char **out, size_t *length) {
    scan->at++;
    const size_t room = written_length(scan, scan->at);
    char *decoded = qm__arena_alloc(scan->arena, room + 1);
    if (!decoded) {
        return false;
    }
    size_t used = 0;
    for (;;) {
        const int c = qm__scan_peek(scan, 0);
        if (c == '"') {
            break;
        }
        if (is_barred(c, escapes)) {
            report_barred(scan, c);
            return false;
        }
        if (c != '\\') {
            decoded[used++] = (char)c;
            scan->at++;
            continue;
        }
        uint32_t code = 0;
        if (!read_escape(scan, escapes, &code)) {
            return false;
        }
        used += qm__utf8_encode(code, decoded + used);
    }
    scan->at++;
    decoded[used] = '\0';
    *out = decoded;
    *length = used;
    return true;
}
