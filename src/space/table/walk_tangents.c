/* Tangents of the terrain: the straight pieces that lead from one lane to another, found once.
 *
 * Invariant: a tangent is kept exactly when both its ends lie in their spans and the base can walk it with QM__CARE;
 * each has a twin, the same piece walked the other way. Tangents that leave a lane are sorted by the angle at which
 * they leave.
 *
 * Rejected: finding them when they are first needed. A question would change what is prepared, and threads share that.
 */
#include "base/sort.h"
#include "space/table/walk_search.h"

bool qm__lanes_tangent(const qm__span *a, unsigned side_a, const qm__span *b, unsigned side_b, qm__tangent *out,
                       qm__xy *leaves) {
    const double sa = qm__side_sign(side_a), sb = qm__side_sign(side_b);
    qm__xy d;
    if (!qm__tangent_of(a->centre, a->radius, sa, b->centre, b->radius, sb, &d, &out->length)) {
        return false;
    }
    const qm__xy na = {sa * d.y, -sa * d.x}, nb = {sb * d.y, -sb * d.x};
    if (!qm__span_has(a, na) || !qm__span_has(b, nb) || !qm__span_angle(a, na, &out->leave) ||
        !qm__span_angle(b, nb, &out->arrive)) {
        return false;
    }
    *leaves = qm__along(a->centre, na, a->radius);
    out->at = qm__along(b->centre, nb, b->radius);
    if (out->length <= 0) {
        out->length = qm__apart(*leaves, out->at); /* circles that are a little too close to each other */
    }
    return true;
}

typedef struct making {
    qm__walks *walks;
    qm__field field;
    qm__list tangents;
} making;

static void add_pair(making *m, uint32_t a, unsigned side_a, uint32_t b, unsigned side_b) {
    const qm__span *from = &m->walks->spans[a], *to = &m->walks->spans[b];
    qm__tangent there;
    qm__xy leaves;
    if (!qm__lanes_tangent(from, side_a, to, side_b, &there, &leaves) ||
        !qm__field_walkable(&m->field, from->isle, (qm__spot){leaves.x, leaves.y, from->level}, there.at, to->level,
                            QM__CARE)) {
        return;
    }
    there.from = 2 * a + side_a;
    there.to = 2 * b + side_b;
    there.twin = m->tangents.count + 1;
    there.order = 0;
    const qm__tangent back = {.leave = there.arrive,
                              .arrive = there.leave,
                              .length = there.length,
                              .at = leaves,
                              .from = there.to ^ 1,
                              .to = there.from ^ 1,
                              .twin = m->tangents.count};
    qm__tangent *room = qm__list_add(&m->tangents);
    if (room) {
        *room = there;
        room = qm__list_add(&m->tangents);
        if (room) {
            *room = back;
        }
    }
}

/* Whether no tangent at all can leave one span for the circle of another: the line of a tangent that leaves at n passes
 * the other centre at its radius, and the cone of n tells how near a line can come. */
static bool out_of_sight(const qm__span *a, const qm__span *b) {
    if (a->wide) {
        return false;
    }
    const qm__xy v = qm__minus(b->centre, a->centre);
    const double low = qm__dot(v, a->low_n), high = qm__dot(v, a->high_n);
    const double most = a->radius + b->radius + 1, least = a->radius - b->radius - 1;
    return (low > most && high > most) ||
           (low < least && high < least && !(qm__cross(a->low_n, v) > 0 && qm__cross(v, a->high_n) > 0));
}

static int compare_tangents(const void *a, const void *b) {
    const qm__tangent *p = a, *q = b;
    if (p->from != q->from) {
        return p->from < q->from ? -1 : 1;
    }
    if (p->leave != q->leave) {
        return p->leave < q->leave ? -1 : 1;
    }
    return (p->to > q->to) - (p->to < q->to);
}

/* Sorting moves tangents: `order` remembers where each one was, so that twins can be told anew. */
static bool sort_tangents(qm__walks *walks, qm__arena *arena) {
    qm__tangent *all = walks->tangents;
    uint32_t *now = qm__arena_array(arena, walks->tangent_count + 1u, sizeof *now);
    if (!now) {
        return false;
    }
    for (uint32_t i = 0; i < walks->tangent_count; i++) {
        all[i].order = i;
    }
    if (walks->tangent_count) {
        qm__sort(all, walks->tangent_count, sizeof *all, compare_tangents);
    }
    for (uint32_t i = 0; i < walks->tangent_count; i++) {
        now[all[i].order] = i;
    }
    for (uint32_t i = 0; i < walks->tangent_count; i++) {
        all[i].twin = now[all[i].twin];
        qm__span *span = &walks->spans[all[i].from / 2];
        const unsigned side = all[i].from & 1;
        if (span->count[side]++ == 0) {
            span->first[side] = i;
        }
    }
    return true;
}

bool qm__walks_make_tangents(qm__walks *walks, qm__arena *arena) {
    making m = {walks, {walks, NULL, NULL}, {.allocator = arena->allocator, .size = sizeof(qm__tangent)}};
    for (uint32_t a = 0; a < walks->span_count; a++) {
        const qm__span *from = &walks->spans[a];
        for (uint32_t b = a + 1; b < walks->span_count; b++) {
            const qm__span *to = &walks->spans[b];
            if (from->isle != to->isle || from->anchor == to->anchor || out_of_sight(from, to) ||
                out_of_sight(to, from)) {
                continue;
            }
            for (unsigned sides = 0; sides < 4; sides++) {
                add_pair(&m, a, sides & 1, b, sides >> 1);
            }
        }
    }
    walks->tangent_count = m.tangents.count;
    walks->tangents = qm__list_keep(&m.tangents, arena);
    return walks->tangents && sort_tangents(walks, arena);
}
