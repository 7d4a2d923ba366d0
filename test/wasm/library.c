/* The few functions of the C library that the geometry uses, for WebAssembly without one. */
#include <stdlib.h>
#include <string.h>

extern unsigned char __heap_base;

static size_t taken;

void *malloc(size_t size) {
    const size_t head = 16, need = (size + head + 15) / 16 * 16;
    const size_t base = ((size_t)&__heap_base + 15) / 16 * 16;
    const size_t end = base + taken + need;
    const size_t have = __builtin_wasm_memory_size(0) * 65536;
    if (end > have && __builtin_wasm_memory_grow(0, (end - have + 65535) / 65536) == (size_t)-1) {
        return NULL;
    }
    size_t *block = (size_t *)(base + taken);
    taken += need;
    block[0] = size;
    return (unsigned char *)block + head;
}

/* Only the newest block is given back; the rest is when `forget` is called between runs. */
void free(void *block) {
    if (!block) {
        return;
    }
    const size_t base = ((size_t)&__heap_base + 15) / 16 * 16, start = (size_t)block - 16;
    const size_t size = ((size_t *)start)[0], need = (size + 16 + 15) / 16 * 16;
    if (start + need == base + taken) {
        taken -= need;
    }
}

void *realloc(void *block, size_t size) {
    void *fresh = malloc(size);
    if (block && fresh) {
        const size_t old = ((size_t *)((size_t)block - 16))[0];
        memcpy(fresh, block, old < size ? old : size);
        free(block);
    }
    return fresh;
}

void forget(void);
void forget(void) {
    taken = 0;
}

void *memcpy(void *restrict to, const void *restrict from, size_t count) {
    unsigned char *t = to;
    const unsigned char *f = from;
    for (size_t i = 0; i < count; i++) {
        t[i] = f[i];
    }
    return to;
}

void *memmove(void *to, const void *from, size_t count) {
    unsigned char *t = to;
    const unsigned char *f = from;
    for (size_t i = 0; i < count; i++) {
        const size_t at = t < f ? i : count - 1 - i;
        t[at] = f[at];
    }
    return to;
}

void *memset(void *to, int value, size_t count) {
    unsigned char *t = to;
    for (size_t i = 0; i < count; i++) {
        t[i] = (unsigned char)value;
    }
    return to;
}

int memcmp(const void *a, const void *b, size_t count) {
    const unsigned char *x = a, *y = b;
    for (size_t i = 0; i < count; i++) {
        if (x[i] != y[i]) {
            return x[i] < y[i] ? -1 : 1;
        }
    }
    return 0;
}

size_t strlen(const char *string) {
    size_t length = 0;
    while (string[length]) {
        length++;
    }
    return length;
}
