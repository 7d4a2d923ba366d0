/* Heap sort: no recursion, no memory but one item, and never slower than its n log n. */
#include "base/sort.h"

#include <string.h>

/* Lets an item sink to its place in the heap below it. */
static void sink(unsigned char *items, size_t count, size_t size, size_t at, const unsigned char *item,
                 int (*compare)(const void *, const void *)) {
    for (size_t child; (child = 2 * at + 1) < count; at = child) {
        child += child + 1 < count && compare(items + (child + 1) * size, items + child * size) > 0;
        if (compare(items + child * size, item) <= 0) {
            break;
        }
        memcpy(items + at * size, items + child * size, size);
    }
    memcpy(items + at * size, item, size);
}

void qm__sort(void *list, size_t count, size_t size, int (*compare)(const void *, const void *)) {
    unsigned char *const items = list;
    unsigned char item[QM__SORT_SIZE_MAX];
    for (size_t i = count / 2; i-- > 0;) {
        memcpy(item, items + i * size, size);
        sink(items, count, size, i, item, compare);
    }
    for (size_t end = count; end > 1; end--) {
        memcpy(item, items + (end - 1) * size, size);
        memcpy(items + (end - 1) * size, items, size);
        sink(items, end - 1, size, 0, item, compare);
    }
}

/* Shell sort: no recursion and no memory. */
void qm__sort_doubles(double *items, uint32_t count) {
    uint32_t gap = 1;
    while (gap < count / 3) {
        gap = 3 * gap + 1;
    }
    for (; gap > 0; gap /= 3) {
        for (uint32_t i = gap; i < count; i++) {
            const double item = items[i];
            uint32_t j = i;
            for (; j >= gap && items[j - gap] > item; j -= gap) {
                items[j] = items[j - gap];
            }
            items[j] = item;
        }
    }
}
