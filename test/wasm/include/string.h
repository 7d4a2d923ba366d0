/* For WebAssembly without a C library: what library.c has. */
#ifndef QM_WASM_STRING_H
#define QM_WASM_STRING_H
#include <stddef.h>
void *memcpy(void *restrict to, const void *restrict from, size_t count);
void *memmove(void *to, const void *from, size_t count);
void *memset(void *to, int value, size_t count);
int memcmp(const void *a, const void *b, size_t count);
size_t strlen(const char *string);
#endif
