/* UTF-8: is it valid, how many code points, and one code point at a time. */
#ifndef QM_BASE_UTF8_H
#define QM_BASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The bytes of the valid code point at the start of the text (1 to 4), or 0 if the text is empty or starts with none:
 * stray or missing continuation bytes, overlong forms, surrogates, above U+10FFFF. *code may be NULL. */
size_t qm__utf8_decode(const char *text, size_t length, uint32_t *code);
/* Writes a code point, returns its bytes; 0 for a surrogate or a number above U+10FFFF. */
size_t qm__utf8_encode(uint32_t code, char out[4]);
/* How many bytes from the start are valid; equal to length when all is well. */
size_t qm__utf8_valid_length(const char *text, size_t length);
bool qm__utf8_valid(const char *text, size_t length);
/* Code points, for columns: every byte that is not a continuation byte counts, valid or not. */
size_t qm__utf8_count(const char *text, size_t length);

/* The largest cut, at most `length`, that splits no code point of a text cut there: a sequence begun but not finished
 * within the first `length` bytes is left out. Looks at those bytes only. */
size_t qm__utf8_boundary(const char *text, size_t length);

#endif
