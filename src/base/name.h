/* Names: comparing them and guessing which one a misspelt word meant. */
#ifndef QM_BASE_NAME_H
#define QM_BASE_NAME_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* Longer words are never suggested and get no suggestion. */
#define QM__NAME_SUGGEST_MAX 63

/* Equal strings; NULL equals only NULL. */
static inline bool qm__same(const char *a, const char *b) {
    return a == b || (a && b && strcmp(a, b) == 0);
}

/* Insertions, deletions, replacements and swaps of neighbours that turn one word into the other (ASCII letters
 * differing only in case count as equal, '-' and '_' too), or limit + 1 if more than limit. */
size_t qm__name_distance(const char *a, const char *b, size_t limit);
/* How far off a word may be to be worth suggesting: a third of its length, at least 1. */
size_t qm__name_limit(const char *word);
/* The entry nearest to the word, the earlier one of equals, or NULL if none is near enough. */
const char *qm__closest(const char *word, const char *const *list, size_t n);

#endif
