/* Memory for data that lives as long as what was loaded: a growing arena over the caller's allocator.
 *
 * Everything taken from an arena is freed at once. Blocks never move, so pointers into an arena stay good until it is
 * freed.
 */
#ifndef QM_BASE_ARENA_H
#define QM_BASE_ARENA_H

#include "quickmarch/base.h"

/* Every piece starts at a multiple of this. */
#define QM__ARENA_ALIGNMENT 16

typedef struct qm__arena_block qm__arena_block;

typedef struct qm__arena {
    const qm_allocator *allocator; /* NULL: the C library's */
    qm__arena_block *blocks;       /* newest first */
    size_t next_size;              /* payload size of the next ordinary block */
    size_t total;                  /* bytes asked of the allocator */
    bool failed;                   /* some request was refused; stays set until the arena is freed */
} qm__arena;

void qm__arena_init(qm__arena *arena, const qm_allocator *allocator);
/* Zeroed and aligned to 16; NULL on failure. A size of 0 gives a valid pointer to nothing. */
void *qm__arena_alloc(qm__arena *arena, size_t size);
/* The same, but not zeroed: for large pieces that whoever gets them clears. */
void *qm__arena_raw(qm__arena *arena, size_t size);
/* count elements of the given size, the product checked; NULL on failure. */
void *qm__arena_array(qm__arena *arena, size_t count, size_t size);
void *qm__arena_copy(qm__arena *arena, const void *bytes, size_t length);
/* A copy of `length` bytes with a terminating zero after them. */
char *qm__arena_string(qm__arena *arena, const char *string, size_t length);
/* Frees everything; the arena is empty and usable again. */
void qm__arena_free(qm__arena *arena);

/* The allocator's one function; a NULL allocator is the C library. new_size 0 frees and gives NULL. */
void *qm__resize(const qm_allocator *allocator, void *block, size_t old_size, size_t new_size);

#endif
