/* The hashes.
 *
 * The fast one folds 128-bit products of eight-byte words, four independent lanes over 64 bytes so that the multiplier
 * never waits. Words are read as little-endian whatever the machine. The last bytes are read zero-filled, and the
 * length enters at the end, so "a" and "a\0" differ. A table-driven CRC was rejected: slower, and weak for merging.
 */
#include "base/hash.h"

#define K0 UINT64_C(0x8BB84B93962EACC9)
#define K1 UINT64_C(0x4B33A62ED433D4A3)
#define K2 UINT64_C(0x4D5A2DA51DE1AA47)
#define K3 UINT64_C(0xA0761D6478BD642F)
#define K4 UINT64_C(0xE7037ED1A0B428DB)

uint64_t qm__fold_portable(uint64_t a, uint64_t b) {
    const uint64_t a0 = a & UINT32_MAX, a1 = a >> 32, b0 = b & UINT32_MAX, b1 = b >> 32;
    const uint64_t low = a0 * b0;
    const uint64_t cross = a1 * b0 + (low >> 32);
    const uint64_t middle = a0 * b1 + (cross & UINT32_MAX);
    const uint64_t high = a1 * b1 + (cross >> 32) + (middle >> 32);
    return high ^ (middle << 32 | (low & UINT32_MAX));
}

#ifdef __SIZEOF_INT128__
__extension__ typedef unsigned __int128 wide;

static inline uint64_t fold(uint64_t a, uint64_t b) {
    const wide product = (wide)a * b;
    return (uint64_t)(product >> 64) ^ (uint64_t)product;
}
#else
static inline uint64_t fold(uint64_t a, uint64_t b) {
    return qm__fold_portable(a, b);
}
#endif

uint64_t qm__fold(uint64_t a, uint64_t b) {
    return fold(a, b);
}

static inline uint64_t word_at(const unsigned char *p) {
    return (uint64_t)p[0] | (uint64_t)p[1] << 8 | (uint64_t)p[2] << 16 | (uint64_t)p[3] << 24 | (uint64_t)p[4] << 32 |
           (uint64_t)p[5] << 40 | (uint64_t)p[6] << 48 | (uint64_t)p[7] << 56;
}

static uint64_t last_word(const unsigned char *p, size_t length) {
    uint64_t word = 0;
    for (size_t i = 0; i < length; i++) {
        word |= (uint64_t)p[i] << (8 * i);
    }
    return word;
}

uint64_t qm__hash(const void *bytes, size_t length, uint64_t seed) {
    const unsigned char *p = bytes;
    size_t left = length;
    uint64_t h = fold(seed ^ K0, K1);
    if (left >= 64) {
        uint64_t lane1 = h, lane2 = h, lane3 = h;
        for (; left >= 64; left -= 64, p += 64) {
            h = fold(word_at(p) ^ K1, word_at(p + 8) ^ h);
            lane1 = fold(word_at(p + 16) ^ K2, word_at(p + 24) ^ lane1);
            lane2 = fold(word_at(p + 32) ^ K3, word_at(p + 40) ^ lane2);
            lane3 = fold(word_at(p + 48) ^ K4, word_at(p + 56) ^ lane3);
        }
        h = fold(h ^ K2, lane1 ^ K3) ^ fold(lane2 ^ K4, lane3 ^ K1);
    }
    for (; left >= 16; left -= 16, p += 16) {
        h = fold(word_at(p) ^ K1, word_at(p + 8) ^ h);
    }
    uint64_t a = 0, b = 0;
    if (left >= 8) {
        a = word_at(p);
        b = last_word(p + 8, left - 8);
    } else if (left > 0) {
        a = last_word(p, left);
    }
    h = fold(a ^ K2, b ^ h);
    return fold(h ^ K3, (uint64_t)length ^ K4);
}

uint64_t qm__hash_text(uint64_t hash, const char *text, size_t length) {
    for (size_t i = 0; i < length; i++) {
        hash = (hash ^ (unsigned char)text[i]) * UINT64_C(0x100000001B3);
    }
    return hash;
}
