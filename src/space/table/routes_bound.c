/* Whether links may lead to a goal at all within a limit, looked at from afar: with straight lines for walks, without
 * bodies, and with the cheapest price of each link. A search over links costs many times as much, and most of those for
 * a short cut find none.
 *
 * Isles are what makes this sharp: a ladder that leads up leads nowhere unless something leads down again. Invariant:
 * what is refused here no route could do, because every walk is at least as long as the straight line, and every link
 * costs at least what it is reckoned at.
 *
 * Looked at from both ends, the same tells where in plan such ways stay: with so much to spend between two links,
 * nobody gets out of the ellipse around them.
 */
#include "space/table/links_inside.h"
#include "space/table/walk_inside.h"

#define HOPS_MANY 64 /* with more of them it takes longer to see where ways stay than it saves */

/* A link that may be taken. */
typedef struct qm__hop {
    const qm__link *link;
    int32_t from, to; /* isles, -1 = not known */
    double least;     /* what it costs at least */
    double free;      /* so much farther than its landing it may lead for nothing */
    double at;        /* what it costs at least to be over it; QM__FAR = no way there is known yet */
    double rest;      /* what it costs at least from there to the goal */
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

static qm__curve point(qm__xy at) {
    return (qm__curve){.a = at, .b = at};
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

/* All links that are not too far off, with what it costs at least to walk to them from the start and take them. */
static uint32_t list_hops(const qm__walks *walks, const qm__links *links, const qm__route_goal *goal, hop *hops) {
    const qm__curve start = point((qm__xy){goal->from.x, goal->from.y});
    const int32_t isle = qm__isle_at(walks, goal->from);
    uint32_t count = 0;
    for (uint32_t i = 0; i < links->count; i++) {
        const qm__link *link = &links->items[i];
        const double to_off = qm__curves_apart(&start, &link->off), left = goal->limit + QM__SLACK - to_off;
        double free = 0;
        const double least = left < 0 ? QM__FAR : qm__most(least_cost(links, i, goal, &free), 0);
        if (least > left) {
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
    return count;
}

/* Straight from a landing to a place. */
static double from_landing(const hop *by, const qm__curve *to) {
    return qm__most(qm__curves_apart(&by->link->on, to) - by->free, 0);
}

/* From over a hop to over the next. */
static double between(const hop *by, const hop *next) {
    return may_be_one(by->to, next->from) ? from_landing(by, &next->link->off) + next->least : QM__FAR;
}

/* From over a hop straight to the goal. */
static double to_goal(const qm__walks *walks, const hop *by, const qm__route_goal *goal) {
    const qm__curve end = point(goal->centre);
    return is_goal(walks, by->to, goal) ? qm__most(from_landing(by, &end) - goal->within, 0) : QM__FAR;
}

/* The cheapest that is not done, by what leads to it or (back) by what is left from it. */
static hop *next_of(hop *hops, uint32_t count, bool back) {
    hop *next = NULL;
    for (uint32_t i = 0; i < count; i++) {
        const double own = back ? hops[i].rest : hops[i].at;
        next = !hops[i].done && (!next || own < (back ? next->rest : next->at)) ? &hops[i] : next;
    }
    return next;
}

/* Finds what it costs to be over each. True as soon as one leads to the goal; all of them are looked at when `whole`.
 */
static bool spread(const qm__walks *walks, hop *hops, uint32_t count, const qm__route_goal *goal, bool whole) {
    const double limit = goal->limit + QM__SLACK;
    bool may = false;
    for (hop *by = next_of(hops, count, false); by && by->at <= limit; by = next_of(hops, count, false)) {
        by->done = true;
        may = may || by->at + to_goal(walks, by, goal) <= limit;
        if (may && !whole) {
            return true;
        }
        for (uint32_t i = 0; i < count; i++) {
            hops[i].at = hops[i].done ? hops[i].at : qm__least(hops[i].at, by->at + between(by, &hops[i]));
        }
    }
    return may;
}

/* The same from the goal back. Hops that are too dear either way are left out; how many stay. */
static uint32_t spread_back(const qm__walks *walks, hop *hops, uint32_t count, const qm__route_goal *goal) {
    const double limit = goal->limit + QM__SLACK;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        hops[i].done = hops[i].at > limit;
        hops[i].rest = to_goal(walks, &hops[i], goal);
    }
    for (hop *to = next_of(hops, count, true); to && to->rest <= limit; to = next_of(hops, count, true)) {
        to->done = true;
        for (uint32_t i = 0; i < count; i++) {
            hops[i].rest = hops[i].done ? hops[i].rest : qm__least(hops[i].rest, between(&hops[i], to) + to->rest);
        }
    }
    for (uint32_t i = 0; i < count; i++) {
        if (hops[i].at + hops[i].rest <= limit) {
            hops[kept++] = hops[i];
        }
    }
    return kept;
}

/* ------------------------------------------------------------------------------------------------- where ways stay */

static void frame_add(qm__frame *frame, const qm__curve *curve, double around) {
    const qm__xy a = curve->radius > 0 ? curve->centre : curve->a, b = curve->radius > 0 ? curve->centre : curve->b;
    const double by = around + curve->radius;
    frame->low.x = qm__least(frame->low.x, qm__least(a.x, b.x) - by);
    frame->low.y = qm__least(frame->low.y, qm__least(a.y, b.y) - by);
    frame->high.x = qm__most(frame->high.x, qm__most(a.x, b.x) + by);
    frame->high.y = qm__most(frame->high.y, qm__most(a.y, b.y) + by);
}

/* Walks between somewhere near `a` and somewhere near `b` that are at most so long: the ellipse around two points goes
 * as far beyond them as it is wide, at most. */
static void frame_walk(qm__frame *frame, const qm__curve *a, double near_a, const qm__curve *b, double near_b,
                       double longest) {
    const double apart = qm__most(qm__curves_apart(a, b) - near_a - near_b, 0);
    if (longest >= apart) {
        const double wide = qm__root(longest * longest - apart * apart) / 2;
        frame_add(frame, a, wide + near_a);
        frame_add(frame, b, wide + near_b);
    }
}

static qm__frame frame_of(const hop *hops, uint32_t count, const qm__route_goal *goal) {
    const qm__curve start = point((qm__xy){goal->from.x, goal->from.y}), end = point(goal->centre);
    const double limit = goal->limit + 2 * QM__SLACK;
    qm__frame frame = {start.a, start.a};
    frame_walk(&frame, &start, 0, &end, goal->within, limit);
    for (uint32_t i = 0; i < count; i++) {
        const hop *by = &hops[i];
        frame_walk(&frame, &start, 0, &by->link->off, 0, limit - by->least - by->rest);
        frame_walk(&frame, &by->link->on, by->free, &end, goal->within, limit - by->at);
        for (uint32_t k = 0; k < count; k++) {
            const hop *next = &hops[k];
            frame_walk(&frame, &by->link->on, by->free, &next->link->off, 0, limit - by->at - next->least - next->rest);
        }
    }
    return frame;
}

double qm__route_least(const qm__route_scope *scope, qm__xy at) {
    const qm__curve end = point(at);
    double least = scope->all ? 0 : QM__FAR;
    for (uint32_t i = 0; i < scope->count; i++) {
        least = qm__least(least, scope->hops[i].at + from_landing(&scope->hops[i], &end));
    }
    return least;
}

bool qm__route_may(const qm__walks *walks, const qm__links *links, const qm__route_goal *goal, void *scratch,
                   qm__route_scope *scope) {
    hop *const hops = scratch;
    const uint32_t count = list_hops(walks, links, goal, hops);
    const bool whole = scope && count <= HOPS_MANY;
    const bool may = spread(walks, hops, count, goal, whole);
    if (scope) {
        *scope = (qm__route_scope){.frame = {{-QM__FAR, -QM__FAR}, {QM__FAR, QM__FAR}}, .all = !whole};
    }
    if (may && whole) {
        scope->hops = hops;
        scope->count = spread_back(walks, hops, count, goal);
        scope->frame = frame_of(hops, scope->count, goal);
    }
    return may;
}
