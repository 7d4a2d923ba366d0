/* The queue of a search: a heap with four branches, the least key on top; of equal keys the label found first. Inline,
 * because a search does little else.
 */
#ifndef QM_SPACE_TABLE_WALK_QUEUE_H
#define QM_SPACE_TABLE_WALK_QUEUE_H

#include "space/table/walk_search.h"

static inline bool qm__queued_before(const qm__queued *a, const qm__queued *b) {
    return a->key < b->key || (a->key == b->key && a->label < b->label);
}

static inline void qm__queue_push(qm__search *s, double key, uint32_t label) {
    const qm__queued item = {key, label, 0};
    uint32_t at = s->queue_count++;
    while (at > 0) {
        const uint32_t up = (at - 1) / 4;
        if (!qm__queued_before(&item, &s->queue[up])) {
            break;
        }
        s->queue[at] = s->queue[up];
        at = up;
    }
    s->queue[at] = item;
}

static inline qm__queued qm__queue_pop(qm__search *s) {
    qm__queued *queue = s->queue;
    const qm__queued top = queue[0], last = queue[--s->queue_count];
    const uint32_t count = s->queue_count;
    uint32_t at = 0;
    for (;;) {
        const uint32_t first = 4 * at + 1, end = first + 4 < count ? first + 4 : count;
        uint32_t best = first;
        if (first >= count) {
            break;
        }
        for (uint32_t i = first + 1; i < end; i++) {
            if (qm__queued_before(&queue[i], &queue[best])) {
                best = i;
            }
        }
        if (!qm__queued_before(&queue[best], &last)) {
            break;
        }
        queue[at] = queue[best];
        at = best;
    }
    queue[at] = last;
    return top;
}

#endif
