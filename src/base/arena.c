/* The arena: a list of blocks, each filled from its start.
 *
 * Invariant: used <= size in every block, and bytes from `used` on are never handed out twice, so zeroing happens once
 * per piece. One block moved by realloc was the alternative; it would move the pointers that loaded data is made of.
 */
#include "base/arena.h"

#include <stdlib.h>
#include <string.h>

#define FIRST_BLOCK ((size_t)4096)
#define LARGEST_BLOCK ((size_t)1 << 18)

struct qm__arena_block {
    qm__arena_block *next;
    size_t size; /* payload bytes after the header */
    size_t used;
};

void *qm__resize(const qm_allocator *allocator, void *block, size_t old_size, size_t new_size) {
    if (allocator) {
        return allocator->resize(allocator->user, block, old_size, new_size);
    }
    if (new_size == 0) {
        free(block);
        return NULL;
    }
    return realloc(block, new_size);
}

void qm__arena_init(qm__arena *arena, const qm_allocator *allocator) {
    *arena = (qm__arena){.allocator = allocator, .next_size = FIRST_BLOCK};
}

static unsigned char *payload_of(qm__arena_block *block) {
    return (unsigned char *)(block + 1);
}

/* Bytes to skip so that the next piece of the block is aligned. Computed from the address, as an allocator on a small
 * machine may align to 8 only. */
static size_t padding_of(qm__arena_block *block) {
    const uintptr_t at = (uintptr_t)(payload_of(block) + block->used);
    return (size_t)(-at & (uintptr_t)(QM__ARENA_ALIGNMENT - 1));
}

static bool fits(qm__arena_block *block, size_t size) {
    const size_t free_bytes = block->size - block->used;
    const size_t padding = padding_of(block);
    return padding <= free_bytes && size <= free_bytes - padding;
}

static qm__arena_block *add_block(qm__arena *arena, size_t size) {
    if (size > SIZE_MAX - sizeof(qm__arena_block) - QM__ARENA_ALIGNMENT) {
        return NULL;
    }
    size_t payload = size + QM__ARENA_ALIGNMENT;
    const bool ordinary = payload <= arena->next_size;
    if (ordinary) {
        payload = arena->next_size;
    }
    qm__arena_block *block = qm__resize(arena->allocator, NULL, 0, sizeof *block + payload);
    if (!block) {
        return NULL;
    }
    if (ordinary && arena->next_size < LARGEST_BLOCK) {
        arena->next_size *= 2;
    }
    *block = (qm__arena_block){.next = arena->blocks, .size = payload};
    arena->total += sizeof *block + payload;
    /* A block made for one large piece goes behind the newest, which may still have room for small ones. */
    if (!ordinary && arena->blocks) {
        block->next = arena->blocks->next;
        arena->blocks->next = block;
    } else {
        arena->blocks = block;
    }
    return block;
}

void *qm__arena_raw(qm__arena *arena, size_t size) {
    qm__arena_block *block = arena->blocks;
    if (!block || !fits(block, size)) {
        block = add_block(arena, size);
    }
    if (!block) {
        arena->failed = true;
        return NULL;
    }
    block->used += padding_of(block);
    void *piece = payload_of(block) + block->used;
    block->used += size;
    return piece;
}

void *qm__arena_alloc(qm__arena *arena, size_t size) {
    void *piece = qm__arena_raw(arena, size);
    if (piece) {
        memset(piece, 0, size);
    }
    return piece;
}

void *qm__arena_array(qm__arena *arena, size_t count, size_t size) {
    if (size != 0 && count > SIZE_MAX / size) {
        arena->failed = true;
        return NULL;
    }
    return qm__arena_alloc(arena, count * size);
}

void *qm__arena_copy(qm__arena *arena, const void *bytes, size_t length) {
    void *piece = qm__arena_alloc(arena, length);
    if (piece && length > 0) {
        memcpy(piece, bytes, length);
    }
    return piece;
}

char *qm__arena_string(qm__arena *arena, const char *string, size_t length) {
    if (length == SIZE_MAX) {
        arena->failed = true;
        return NULL;
    }
    char *piece = qm__arena_alloc(arena, length + 1);
    if (piece && length > 0) {
        memcpy(piece, string, length);
    }
    return piece;
}

void qm__arena_free(qm__arena *arena) {
    qm__arena_block *block = arena->blocks;
    while (block) {
        qm__arena_block *next = block->next;
        qm__resize(arena->allocator, block, sizeof *block + block->size, 0);
        block = next;
    }
    qm__arena_init(arena, arena->allocator);
}
