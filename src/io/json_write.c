/* The JSON writer.
 *
 * Invariant: before each item the separator it needs is written (comma, line break, indentation), never after one, so
 * there is no trailing comma to take back. Building a tree first was rejected: answers are written straight from the
 * engine's data.
 */
#include "io/json_write.h"

#include "base/decimal.h"
#include "base/utf8.h"

#include <string.h>

qm__json_writer qm__json_write_to(qm_text *out, bool pretty) {
    return (qm__json_writer){.out = out, .pretty = pretty};
}

static void new_line(qm__json_writer *writer) {
    if (!writer->pretty) {
        return;
    }
    qm_text_add_char(writer->out, '\n');
    for (int i = 0; i < writer->depth; i++) {
        qm_text_add(writer->out, "  ");
    }
}

/* What must stand between the item before and the one that comes now. */
static void separate(qm__json_writer *writer) {
    if (writer->after_key) {
        writer->after_key = false;
        return;
    }
    if (writer->depth == 0) {
        return;
    }
    const uint64_t bit = UINT64_C(1) << (writer->depth - 1);
    if (writer->has_items & bit) {
        qm_text_add_char(writer->out, ',');
    }
    writer->has_items |= bit;
    new_line(writer);
}

static void begin(qm__json_writer *writer, char opening) {
    separate(writer);
    if (writer->depth == QM__JSON_WRITE_DEPTH_MAX) {
        writer->misused = true;
        return;
    }
    qm_text_add_char(writer->out, opening);
    writer->has_items &= ~(UINT64_C(1) << writer->depth);
    writer->depth++;
}

static void end(qm__json_writer *writer, char closing) {
    if (writer->depth == 0 || writer->after_key) {
        writer->misused = true;
        return;
    }
    writer->depth--;
    if (writer->has_items >> writer->depth & 1) {
        new_line(writer);
    }
    qm_text_add_char(writer->out, closing);
}

void qm__json_object_begin(qm__json_writer *writer) {
    begin(writer, '{');
}

void qm__json_object_end(qm__json_writer *writer) {
    end(writer, '}');
}

void qm__json_array_begin(qm__json_writer *writer) {
    begin(writer, '[');
}

void qm__json_array_end(qm__json_writer *writer) {
    end(writer, ']');
}

/* ------------------------------------------------------------------------------------------------ strings */

static void add_escape(qm_text *out, unsigned char c) {
    static const char letters[] = "\"\\bfnrt";
    static const char meanings[] = "\"\\\b\f\n\r\t";
    const char *found = c != 0 ? strchr(meanings, c) : NULL;
    if (found) {
        qm_text_add_char(out, '\\');
        qm_text_add_char(out, letters[found - meanings]);
    } else {
        qm_text_addf(out, "\\u%04x", (unsigned)c);
    }
}

/* How many bytes from the start can be written as they are. */
static size_t plain_length(const char *bytes, size_t length) {
    size_t at = 0;
    while (at < length) {
        const unsigned char c = (unsigned char)bytes[at];
        const size_t size = qm__utf8_decode(bytes + at, length - at, NULL);
        if (c < 0x20 || c == '"' || c == '\\' || c == 0x7F || size == 0) {
            break;
        }
        at += size;
    }
    return at;
}

static void add_quoted(qm_text *out, const char *bytes, size_t length) {
    qm_text_add_char(out, '"');
    for (size_t at = 0; at < length;) {
        const size_t plain = plain_length(bytes + at, length - at);
        qm_text_add_bytes(out, bytes + at, plain);
        at += plain;
        if (at < length) {
            const unsigned char c = (unsigned char)bytes[at++];
            if (c < 0x80) {
                add_escape(out, c);
            } else {
                qm_text_add(out, "\xEF\xBF\xBD");
            }
        }
    }
    qm_text_add_char(out, '"');
}

void qm__json_key(qm__json_writer *writer, const char *key) {
    separate(writer);
    add_quoted(writer->out, key, strlen(key));
    qm_text_add(writer->out, writer->pretty ? ": " : ":");
    writer->after_key = true;
}

void qm__json_bytes(qm__json_writer *writer, const char *bytes, size_t length) {
    separate(writer);
    add_quoted(writer->out, bytes, length);
}

void qm__json_string(qm__json_writer *writer, const char *string) {
    if (string) {
        qm__json_bytes(writer, string, strlen(string));
    } else {
        qm__json_null(writer);
    }
}

/* ------------------------------------------------------------------------------------------------ scalars */

void qm__json_int(qm__json_writer *writer, int64_t value) {
    separate(writer);
    qm_text_add_int(writer->out, value);
}

static bool is_finite(double value) {
    return value - value == 0;
}

void qm__json_decimal(qm__json_writer *writer, double value, int places) {
    if (!is_finite(value)) {
        qm__json_null(writer);
        return;
    }
    separate(writer);
    qm_text_add_decimal(writer->out, value, places);
}

static void add_zeros(qm_text *out, int count) {
    for (int i = 0; i < count; i++) {
        qm_text_add_char(out, '0');
    }
}

/* Digits with the point where it belongs: 0.00123, 12.3, 12300; far from one as 1.23e-9. */
static void add_digits(qm_text *out, const char *digits, size_t count, int point) {
    const int n = (int)count;
    if (point > 17 || point < -5) {
        qm_text_add_bytes(out, digits, 1);
        if (n > 1) {
            qm_text_add_char(out, '.');
            qm_text_add_bytes(out, digits + 1, count - 1);
        }
        qm_text_addf(out, "e%d", point - 1);
    } else if (point <= 0) {
        qm_text_add(out, "0.");
        add_zeros(out, -point);
        qm_text_add_bytes(out, digits, count);
    } else if (n <= point) {
        qm_text_add_bytes(out, digits, count);
        add_zeros(out, point - n);
    } else {
        qm_text_add_bytes(out, digits, (size_t)point);
        qm_text_add_char(out, '.');
        qm_text_add_bytes(out, digits + point, count - (size_t)point);
    }
}

void qm__json_double(qm__json_writer *writer, double value) {
    if (!is_finite(value)) {
        qm__json_null(writer);
        return;
    }
    separate(writer);
    if (value == 0) {
        qm_text_add(writer->out, 1 / value < 0 ? "-0.0" : "0");
        return;
    }
    char digits[QM__DOUBLE_DIGITS];
    int point;
    if (value < 0) {
        qm_text_add_char(writer->out, '-');
    }
    const size_t count = qm__double_digits(value < 0 ? -value : value, digits, &point);
    add_digits(writer->out, digits, count, point);
}

void qm__json_bool(qm__json_writer *writer, bool value) {
    separate(writer);
    qm_text_add(writer->out, value ? "true" : "false");
}

void qm__json_null(qm__json_writer *writer) {
    separate(writer);
    qm_text_add(writer->out, "null");
}

void qm__json_member(qm__json_writer *writer, const char *key, const char *string) {
    qm__json_key(writer, key);
    qm__json_string(writer, string);
}

void qm__json_member_int(qm__json_writer *writer, const char *key, int64_t value) {
    qm__json_key(writer, key);
    qm__json_int(writer, value);
}

void qm__json_member_bool(qm__json_writer *writer, const char *key, bool value) {
    qm__json_key(writer, key);
    qm__json_bool(writer, value);
}
