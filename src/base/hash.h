/* Hashes: a fast one over bytes for tables in memory and merging of equal states, and a slow simple one for canonical
 * text. Both give the same number on every machine. Neither withstands an adversary who knows the seed. */
#ifndef QM_BASE_HASH_H
#define QM_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

uint64_t qm__hash(const void *bytes, size_t length, uint64_t seed);

/* Streaming hash of text (64-bit FNV-1a): start with QM__HASH_TEXT_START, feed pieces; how the text is cut does not
 * matter. */
#define QM__HASH_TEXT_START UINT64_C(0xCBF29CE484222325)
uint64_t qm__hash_text(uint64_t hash, const char *text, size_t length);

/* The product of two 64-bit numbers folded to 64 bits: upper half xor lower half. The portable form is the definition;
 * where the compiler has a 128-bit type the other gives the same number faster. */
uint64_t qm__fold_portable(uint64_t a, uint64_t b);
uint64_t qm__fold(uint64_t a, uint64_t b);

#endif
