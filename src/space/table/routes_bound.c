/* Whether links may lead to a goal at all within a limit, looked at from afar: with straight lines for walks, without
 * bodies, and with the cheapest price of each link. A search over links costs many times as much, and most of those for
 * a short cut find none.
 *
 * Isles are what makes this sharp: a ladder that leads up leads nowhere unless something leads down again. Invariant:
 * what is refused here no route could do, because every walk is at least as long as the straight line, and every link
 * costs at least what it is reckoned at.
 */
#include "space/table/links_inside.h"
#include "space/table/walk_inside.h"

/* A link that may be taken. */
typedef struct hop {
    const qm__link *link;
    int32_t from, to; /* isles, -1 = not known */
    double least;     /* what it costs at least */
    double free;      /* so much farther than its landing it may lead for nothing */
    double at;        /* what it costs at least to be over it; QM__FAR = no way there is known yet */
    bool done;
} hop;

size_t qm__route_may_size(const qm__links *links) {
    return links->count * sizeof(hop);
}

static bool may_be_one(int32_t a, int32_t b) {
    return a == b || a < 0 || b < 0;
}

static int32_t isle_under(const qm__walks *walks, const qm__curve *curve, int32_t level) {
    return qm__isle_at(walks, qm__spot_at(qm__curve_point(curve, 0.5), level));
}

/* The cheapest that a link can be; QM__FAR when it may not be taken. One who flies beside a body, or to a spot that was
 * chosen, lands beyond the link's own curve. */
static double least_cost(const qm__links *links, uint32_t number, const qm__route_goal *goal, double *free) {
    const bool flies = links->items[number].kind == QM__LINK_JUMP || links->items[number].kind == QM__LINK_DROP;
    qm__link_price bands[QM__BANDS_MAX];
    const int count = goal->pricing(goal->context, links, number, bands);
    double least = QM__FAR;
    *free = 0;
    for (int i = 0; i < count; i++) {
        *free = bands[i].chance > 0 && bands[i].per_unit < 1 && flies ? links->rules.jump_most : *free;
        const double cost = bands[i].cost + qm__least(bands[i].per_unit, 0) * bands[i].up_to +
                            qm__most(bands[i].per_unit, 0) * links->items[number].least;
        least = bands[i].chance > 0 ? qm__least(least, cost) : least;
    }
    return least;
}

/* Whether the goal can be on that isle. */
static bool is_goal(const qm__walks *walks, int32_t isle, const qm__route_goal *goal) {
    if (isle < 0) {
        return true;
    }
    bool at_height = false;
    for (int level = 0; level < walks->level_count && !at_height; level++) {
        const int32_t z = qm__level_height(walks->levels, level);
        at_height = walks->isle_levels[isle * walks->level_count + level] && z >= goal->low && z <= goal->high;
    }
    return at_height && qm__box_apart(&walks->isle_boxes[isle], goal->centre) <= goal->within + walks->radius;
}

bool qm__route_may(const qm__walks *walks, const qm__links *links, const qm__route_goal *goal, void *scratch) {
    hop *const hops = scratch;
    const qm__curve start = {.a = {goal->from.x, goal->from.y}, .b = {goal->from.x, goal->from.y}};
    const qm__curve end = {.a = goal->centre, .b = goal->centre};
    const int32_t isle = qm__isle_at(walks, goal->from);
    uint32_t count = 0;
    for (uint32_t i = 0; i < links->count; i++) {
        const qm__link *link = &links->items[i];
        double free;
        const double least = qm__most(least_cost(links, i, goal, &free), 0);
        const double to_off = qm__curves_apart(&start, &link->off);
        if (to_off + least > goal->limit + QM__SLACK) {
            continue;
        }
        hop *one = &hops[count++];
        *one = (hop){.link = link,
                     .from = isle_under(walks, &link->off, link->from),
                     .to = isle_under(walks, &link->on, link->to),
                     .least = least,
                     .free = free};
        one->at = may_be_one(isle, one->from) ? to_off + least : QM__FAR;
    }
    for (uint32_t round = 0; round < count; round++) {
        uint32_t next = UINT32_MAX;
        for (uint32_t i = 0; i < count; i++) {
            next = !hops[i].done && (next == UINT32_MAX || hops[i].at < hops[next].at) ? i : next;
        }
        hop *by = &hops[next];
        if (by->at > goal->limit + QM__SLACK) { /* QM__FAR too: nothing leads farther */
            return false;
        }
        by->done = true;
        if (is_goal(walks, by->to, goal) &&
            by->at + qm__curves_apart(&by->link->on, &end) - by->free - goal->within <= goal->limit + QM__SLACK) {
            return true;
        }
        for (uint32_t i = 0; i < count; i++) {
            if (!hops[i].done && may_be_one(by->to, hops[i].from)) {
                const double walk = qm__curves_apart(&by->link->on, &hops[i].link->off) - by->free;
                hops[i].at = qm__least(hops[i].at, by->at + qm__most(walk, 0) + hops[i].least);
            }
        }
    }
    return false;
}
