/* UTF-8 by the table of well-formed sequences: the second byte's range depends on the first, later bytes are 80 to BF.
 * The alternative, decoding first and testing for overlong forms afterwards, is easier to get wrong. */
#include "base/utf8.h"

typedef struct lead {
    unsigned char first, last; /* range of lead bytes */
    unsigned char size;
    unsigned char low, high; /* range of the second byte */
} lead;

static const lead leads[] = {
    {0xC2, 0xDF, 2, 0x80, 0xBF}, {0xE0, 0xE0, 3, 0xA0, 0xBF}, {0xE1, 0xEC, 3, 0x80, 0xBF}, {0xED, 0xED, 3, 0x80, 0x9F},
    {0xEE, 0xEF, 3, 0x80, 0xBF}, {0xF0, 0xF0, 4, 0x90, 0xBF}, {0xF1, 0xF3, 4, 0x80, 0xBF}, {0xF4, 0xF4, 4, 0x80, 0x8F},
};

static const lead *lead_of(unsigned char byte) {
    for (size_t i = 0; i < sizeof leads / sizeof leads[0]; i++) {
        if (byte >= leads[i].first && byte <= leads[i].last) {
            return &leads[i];
        }
    }
    return NULL;
}

size_t qm__utf8_decode(const char *text, size_t length, uint32_t *code) {
    uint32_t ignored;
    uint32_t *out = code ? code : &ignored;
    if (length == 0) {
        return 0;
    }
    const unsigned char *p = (const unsigned char *)text;
    if (p[0] < 0x80) {
        *out = p[0];
        return 1;
    }
    const lead *kind = lead_of(p[0]);
    if (!kind || length < kind->size || p[1] < kind->low || p[1] > kind->high) {
        return 0;
    }
    uint32_t value = p[0] & (0x7FU >> kind->size);
    for (size_t i = 1; i < kind->size; i++) {
        if ((p[i] & 0xC0) != 0x80) {
            return 0;
        }
        value = value << 6 | (p[i] & 0x3FU);
    }
    *out = value;
    return kind->size;
}

size_t qm__utf8_encode(uint32_t code, char out[4]) {
    if (code < 0x80) {
        out[0] = (char)code;
        return 1;
    }
    if (code < 0x800) {
        out[0] = (char)(0xC0 | code >> 6);
        out[1] = (char)(0x80 | (code & 0x3F));
        return 2;
    }
    if (code > 0x10FFFF || (code >= 0xD800 && code <= 0xDFFF)) {
        return 0;
    }
    size_t n = 0;
    if (code < 0x10000) {
        out[n++] = (char)(0xE0 | code >> 12);
    } else {
        out[n++] = (char)(0xF0 | code >> 18);
        out[n++] = (char)(0x80 | (code >> 12 & 0x3F));
    }
    out[n++] = (char)(0x80 | (code >> 6 & 0x3F));
    out[n++] = (char)(0x80 | (code & 0x3F));
    return n;
}

size_t qm__utf8_valid_length(const char *text, size_t length) {
    size_t at = 0;
    while (at < length) {
        const size_t size = qm__utf8_decode(text + at, length - at, NULL);
        if (size == 0) {
            break;
        }
        at += size;
    }
    return at;
}

bool qm__utf8_valid(const char *text, size_t length) {
    return qm__utf8_valid_length(text, length) == length;
}

size_t qm__utf8_count(const char *text, size_t length) {
    size_t count = 0;
    for (size_t i = 0; i < length; i++) {
        count += ((unsigned char)text[i] & 0xC0) != 0x80;
    }
    return count;
}

size_t qm__utf8_boundary(const char *text, size_t length) {
    size_t start = length;
    while (start > 0 && length - start < 3 && ((unsigned char)text[start - 1] & 0xC0) == 0x80) {
        start--;
    }
    if (start == 0) {
        return length;
    }
    const lead *kind = lead_of((unsigned char)text[start - 1]);
    return kind && start - 1 + kind->size > length ? start - 1 : length;
}
