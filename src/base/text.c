/* The text buffer and its small printf.
 *
 * Invariant: after any call `data` is not NULL, data[length] is zero and length < capacity, or capacity is 0 and data
 * is the empty literal. Once something did not fit, nothing more is added: a text with a hole in it would read as
 * something else. vsnprintf was rejected for its locale and because its %f would be an invitation.
 */
#include "base/text.h"

#include "base/arena.h"
#include "base/decimal.h"
#include "base/utf8.h"

#include <string.h>

/* The data of a text that owns nothing. It is never written to, as its capacity is 0. */
static char *nothing(void) {
    static const char empty[1] = "";
    return (char *)(uintptr_t)empty;
}

qm_text qm_text_growing(const qm_allocator *allocator) {
    return (qm_text){.data = nothing(), .allocator = allocator};
}

qm_text qm_text_over(char *array, size_t capacity) {
    if (!array || capacity == 0) {
        return (qm_text){.data = nothing(), .fixed = true};
    }
    array[0] = '\0';
    return (qm_text){.data = array, .capacity = capacity, .fixed = true};
}

void qm_text_free(qm_text *text) {
    if (!text) {
        return;
    }
    if (!text->fixed && text->capacity > 0) {
        qm__resize(text->allocator, text->data, text->capacity, 0);
    }
    *text = qm_text_growing(text->allocator);
}

void qm_text_clear(qm_text *text) {
    text->length = 0;
    text->truncated = false;
    if (text->capacity > 0) {
        text->data[0] = '\0';
    }
}

/* Makes room for `more` bytes and the zero if it can; returns how many of them fit. */
static size_t room_for(qm_text *text, size_t more) {
    const size_t room = text->capacity > text->length ? text->capacity - text->length - 1 : 0;
    if (more <= room) {
        return more;
    }
    if (text->fixed || more > SIZE_MAX / 2 || text->length > SIZE_MAX / 4) {
        return room;
    }
    size_t capacity = text->capacity < 64 ? 64 : text->capacity * 2;
    if (capacity < text->length + more + 1) {
        capacity = text->length + more + 1;
    }
    char *data = qm__resize(text->allocator, text->capacity > 0 ? text->data : NULL, text->capacity, capacity);
    if (!data) {
        return room;
    }
    text->data = data;
    text->capacity = capacity;
    return more;
}

void qm_text_add_bytes(qm_text *text, const char *bytes, size_t length) {
    if (!text->data) {
        text->data = nothing();
    }
    if (text->truncated || length == 0) {
        return;
    }
    const size_t fitting = room_for(text, length);
    if (fitting > 0) {
        memcpy(text->data + text->length, bytes, fitting);
        text->length += fitting;
    }
    if (fitting < length) {
        text->truncated = true;
        text->length = qm__utf8_boundary(text->data, text->length);
    }
    if (text->capacity > 0) {
        text->data[text->length] = '\0';
    }
}

void qm_text_add(qm_text *text, const char *string) {
    qm_text_add_bytes(text, string ? string : "", string ? strlen(string) : 0);
}

void qm_text_add_char(qm_text *text, char character) {
    qm_text_add_bytes(text, &character, 1);
}

/* ------------------------------------------------------------------------------------------------ numbers */

#define NUMBER_CHARS 24

/* Writes the digits at the end of the array and returns where they start. */
static const char *digits_of(uint64_t value, unsigned base, char array[NUMBER_CHARS]) {
    char *at = array + NUMBER_CHARS - 1;
    *at = '\0';
    do {
        *--at = "0123456789abcdef"[value % base];
        value /= base;
    } while (value != 0);
    return at;
}

static uint64_t magnitude(int64_t value) {
    return value < 0 ? UINT64_C(0) - (uint64_t)value : (uint64_t)value;
}

void qm_text_add_int(qm_text *text, int64_t value) {
    char array[NUMBER_CHARS];
    char number[NUMBER_CHARS + 1] = "-";
    const char *digits = digits_of(magnitude(value), 10, array);
    memcpy(number + 1, digits, strlen(digits) + 1);
    qm_text_add(text, value < 0 ? number : number + 1);
}

/* The first digits after the point of a fraction below 1, as a number of `places` digits, rounded half up; exact, as
 * every bit that can matter is in 128 bits of fraction. */
static uint64_t rounded_fraction(double fraction, int places) {
    uint32_t limbs[4];
    for (int i = 0; i < 4; i++) {
        fraction *= 4294967296.0;
        limbs[i] = (uint32_t)fraction;
        fraction -= limbs[i];
    }
    uint64_t number = 0;
    for (int place = 0; place < places; place++) {
        uint64_t carry = 0;
        for (int i = 3; i >= 0; i--) {
            carry += (uint64_t)limbs[i] * 10;
            limbs[i] = (uint32_t)carry;
            carry >>= 32;
        }
        number = number * 10 + carry;
    }
    return number + (limbs[0] >> 31);
}

/* A double of 2^64 or more: its shortest digits, filled up with zeros. */
static void add_huge(qm_text *text, double value) {
    char digits[QM__DOUBLE_DIGITS];
    int point;
    const size_t count = qm__double_digits(value, digits, &point);
    qm_text_add_bytes(text, digits, count);
    for (int i = (int)count; i < point; i++) {
        qm_text_add_char(text, '0');
    }
}

void qm_text_add_decimal(qm_text *text, double value, int places) {
    places = places < 0 ? 0 : places > 9 ? 9 : places;
    const double size = value < 0 ? -value : value;
    if (!(size <= 1.7976931348623157e308)) {
        qm_text_add(text, value != value ? "nan" : value < 0 ? "-inf" : "inf");
        return;
    }
    if (size >= 18446744073709551616.0) {
        qm_text_add(text, value < 0 ? "-" : "");
        add_huge(text, size);
        return;
    }
    uint64_t unit = 1;
    for (int i = 0; i < places; i++) {
        unit *= 10;
    }
    uint64_t integer = (uint64_t)size;
    uint64_t fraction = rounded_fraction(size - (double)integer, places);
    if (fraction >= unit) {
        integer++;
        fraction -= unit;
    }
    if (value < 0 && (integer != 0 || fraction != 0)) {
        qm_text_add_char(text, '-');
    }
    char array[NUMBER_CHARS];
    qm_text_add(text, digits_of(integer, 10, array));
    if (fraction == 0) {
        return;
    }
    /* A leading 1 keeps the zeros after the point; it is skipped when printing. */
    const char *digits = digits_of(unit + fraction, 10, array) + 1;
    size_t count = (size_t)places;
    while (digits[count - 1] == '0') {
        count--;
    }
    qm_text_add_char(text, '.');
    qm_text_add_bytes(text, digits, count);
}

void qm_text_add_percent(qm_text *text, double chance, int places) {
    const double certain = 1 - 1e-12;            /* chances that are one are sums of others */
    const double percent = chance * 100 + 1e-10; /* a half is rounded up, whatever sum it came from */
    double least = 1;
    for (int i = 0; i < places; i++) {
        least /= 10;
    }
    if (chance > 0 && percent < least / 2) {
        qm_text_add_char(text, '<');
        qm_text_add_decimal(text, least, places);
    } else if (chance < certain && percent >= 100 - least / 2) {
        qm_text_add_char(text, '>');
        qm_text_add_decimal(text, 100 - least, places);
    } else {
        qm_text_add_decimal(text, percent, places);
    }
}

/* ----------------------------------------------------------------------------------------------- formats */

typedef enum length_word { LENGTH_INT, LENGTH_LONG, LENGTH_LONG_LONG, LENGTH_SIZE } length_word;

/* One conversion, as %-5.3ld. */
typedef struct conversion {
    bool left, zero, has_precision;
    size_t width, precision;
    length_word length;
    char kind;
} conversion;

/* Wider fields are a mistake; the bound keeps one from filling memory. */
#define WIDTH_MAX ((size_t)4096)

/* The one array of arguments, wrapped so that functions can take from it in turn. */
typedef struct arguments_left {
    va_list list;
} arguments_left;

static size_t read_size(const char **format, arguments_left *arguments) {
    size_t value = 0;
    if (**format == '*') {
        const int given = va_arg(arguments->list, int);
        (*format)++;
        value = given < 0 ? 0 : (size_t)given;
    }
    for (; **format >= '0' && **format <= '9'; (*format)++) {
        if (value <= WIDTH_MAX) {
            value = value * 10 + (size_t)(**format - '0');
        }
    }
    return value < WIDTH_MAX ? value : WIDTH_MAX;
}

static conversion read_conversion(const char **format, arguments_left *arguments) {
    conversion c = {.length = LENGTH_INT};
    for (; **format == '-' || **format == '0'; (*format)++) {
        if (**format == '-') {
            c.left = true;
        } else {
            c.zero = true;
        }
    }
    c.width = read_size(format, arguments);
    if (**format == '.') {
        (*format)++;
        c.has_precision = true;
        c.precision = read_size(format, arguments);
    }
    if (**format == 'z') {
        c.length = LENGTH_SIZE;
        (*format)++;
    }
    for (; **format == 'l' && c.length < LENGTH_LONG_LONG; (*format)++) {
        c.length = c.length == LENGTH_INT ? LENGTH_LONG : LENGTH_LONG_LONG;
    }
    c.kind = **format;
    if (c.kind != '\0') {
        (*format)++;
    }
    return c;
}

static int64_t signed_argument(length_word length, arguments_left *arguments) {
    switch (length) {
    case LENGTH_INT:
        return va_arg(arguments->list, int);
    case LENGTH_LONG:
        return va_arg(arguments->list, long);
    case LENGTH_LONG_LONG:
        return va_arg(arguments->list, long long);
    case LENGTH_SIZE:
        return (int64_t)va_arg(arguments->list, size_t);
    }
    return 0;
}

static uint64_t unsigned_argument(length_word length, arguments_left *arguments) {
    switch (length) {
    case LENGTH_INT:
        return va_arg(arguments->list, unsigned);
    case LENGTH_LONG:
        return va_arg(arguments->list, unsigned long);
    case LENGTH_LONG_LONG:
        return va_arg(arguments->list, unsigned long long);
    case LENGTH_SIZE:
        return va_arg(arguments->list, size_t);
    }
    return 0;
}

static void add_repeated(qm_text *text, char character, size_t count) {
    for (size_t i = 0; i < count; i++) {
        qm_text_add_char(text, character);
    }
}

static void add_padded(qm_text *text, const conversion *c, const char *bytes, size_t length, size_t shown) {
    const size_t padding = c->width > shown ? c->width - shown : 0;
    if (!c->left) {
        add_repeated(text, ' ', padding);
    }
    qm_text_add_bytes(text, bytes, length);
    if (c->left) {
        add_repeated(text, ' ', padding);
    }
}

static void add_number(qm_text *text, const conversion *c, bool negative, uint64_t size) {
    char array[NUMBER_CHARS];
    const char *digits = digits_of(size, c->kind == 'x' ? 16 : 10, array);
    const size_t count = strlen(digits);
    const size_t sign = negative ? 1 : 0;
    size_t zeros = c->has_precision && c->precision > count ? c->precision - count : 0;
    if (c->zero && !c->left && !c->has_precision && c->width > count + sign) {
        zeros = c->width - count - sign;
    }
    const size_t shown = sign + zeros + count;
    const size_t padding = c->width > shown ? c->width - shown : 0;
    add_repeated(text, ' ', c->left ? 0 : padding);
    add_repeated(text, '-', sign);
    add_repeated(text, '0', zeros);
    qm_text_add_bytes(text, digits, count);
    add_repeated(text, ' ', c->left ? padding : 0);
}

/* Width counts code points, as the reader sees columns; precision counts bytes, but never splits a code point. */
static void add_string(qm_text *text, const conversion *c, const char *string) {
    const char *shown = string ? string : "(null)";
    size_t length = 0;
    while ((!c->has_precision || length < c->precision) && shown[length] != '\0') {
        length++;
    }
    if (c->has_precision && length == c->precision && length > 0) {
        length = qm__utf8_boundary(shown, length);
    }
    add_padded(text, c, shown, length, qm__utf8_count(shown, length));
}

/* Returns false for a conversion it does not know: the arguments after it cannot be told apart any more. */
static bool add_conversion(qm_text *text, const conversion *c, arguments_left *arguments) {
    switch (c->kind) {
    case 's':
        add_string(text, c, va_arg(arguments->list, const char *));
        return true;
    case 'c': {
        const char character = (char)va_arg(arguments->list, int);
        add_padded(text, c, &character, 1, 1);
        return true;
    }
    case 'd':
    case 'i': {
        const int64_t value = signed_argument(c->length, arguments);
        add_number(text, c, value < 0, magnitude(value));
        return true;
    }
    case 'u':
    case 'x':
        add_number(text, c, false, unsigned_argument(c->length, arguments));
        return true;
    case '%':
        qm_text_add_char(text, '%');
        return true;
    default:
        qm_text_add(text, "%?");
        return false;
    }
}

void qm__text_addv(qm_text *text, const char *format, va_list arguments) {
    arguments_left left;
    va_copy(left.list, arguments);
    bool going = true;
    while (going && *format != '\0') {
        const char *percent = strchr(format, '%');
        const size_t plain = percent ? (size_t)(percent - format) : strlen(format);
        qm_text_add_bytes(text, format, plain);
        format += plain;
        if (*format == '%') {
            format++;
            const conversion c = read_conversion(&format, &left);
            going = add_conversion(text, &c, &left);
        }
    }
    va_end(left.list);
}

void qm_text_addf(qm_text *text, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    qm__text_addv(text, format, arguments);
    va_end(arguments);
}
