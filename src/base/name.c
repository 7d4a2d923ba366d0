/* Edit distance for "did you mean", over three rows of fixed size: no allocation, and long words are simply not
 * compared. Suggesting by common prefix was the alternative; it misses the usual slip, two letters swapped near the
 * start. */
#include "base/name.h"

#include <stdint.h>

static unsigned char folded(char c) {
    if (c >= 'A' && c <= 'Z') {
        return (unsigned char)(c - 'A' + 'a');
    }
    return c == '-' ? (unsigned char)'_' : (unsigned char)c;
}

static uint8_t least(uint8_t a, uint8_t b) {
    return a < b ? a : b;
}

size_t qm__name_distance(const char *a, const char *b, size_t limit) {
    const size_t n = strlen(a), m = strlen(b);
    if (n > QM__NAME_SUGGEST_MAX || m > QM__NAME_SUGGEST_MAX) {
        return limit + 1;
    }
    uint8_t rows[3][QM__NAME_SUGGEST_MAX + 1];
    uint8_t *before = rows[0], *last = rows[1], *row = rows[2];
    for (size_t j = 0; j <= m; j++) {
        before[j] = last[j] = (uint8_t)j;
    }
    for (size_t i = 1; i <= n; i++) {
        row[0] = (uint8_t)i;
        for (size_t j = 1; j <= m; j++) {
            const bool equal = folded(a[i - 1]) == folded(b[j - 1]);
            uint8_t best = (uint8_t)(last[j - 1] + (equal ? 0 : 1));
            best = least(best, (uint8_t)(least(last[j], row[j - 1]) + 1));
            if (i > 1 && j > 1 && folded(a[i - 1]) == folded(b[j - 2]) && folded(a[i - 2]) == folded(b[j - 1])) {
                best = least(best, (uint8_t)(before[j - 2] + 1));
            }
            row[j] = best;
        }
        uint8_t *spare = before;
        before = last;
        last = row;
        row = spare;
    }
    return last[m] <= limit ? last[m] : limit + 1;
}

size_t qm__name_limit(const char *word) {
    const size_t third = strlen(word) / 3;
    return third < 1 ? 1 : third;
}

const char *qm__closest(const char *word, const char *const *list, size_t n) {
    const char *found = NULL;
    size_t limit = qm__name_limit(word);
    for (size_t i = 0; i < n; i++) {
        const size_t distance = qm__name_distance(word, list[i], limit);
        /* A distance as long as the word means that nothing of it is left. */
        if (distance <= limit && distance < strlen(word)) {
            found = list[i];
            if (distance == 0) {
                break;
            }
            limit = distance - 1;
        }
    }
    return found;
}
