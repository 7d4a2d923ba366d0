/* For WebAssembly without a C library: what library.c has. */
#ifndef QM_WASM_STDLIB_H
#define QM_WASM_STDLIB_H
#include <stddef.h>
void *malloc(size_t size);
void *realloc(void *block, size_t size);
void free(void *block);
#endif
