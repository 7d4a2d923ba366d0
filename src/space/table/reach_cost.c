/* What a place costs in a reach that has been settled.
 *
 * Invariant: the cost of a place is the least over all sources that see it. They are asked in the order of what going
 * by them costs at least (what has been paid there and the straight distance), until none can be better, and only then
 * is a piece traced.
 */
#include "space/table/reach_inside.h"

#define WIDE_SLACK (QM__SLACK - 0.01)
#define ON_BORDER 1e-6 /* radians */

double qm__reach_slack(const qm__reach *reach, qm__spot spot) {
    return qm__passes(reach->grounds->levels, reach->ask.crowd, spot, QM__CARE, NULL) ? QM__CARE : WIDE_SLACK;
}

static bool turn_before(const qm__reach_turn *a, const qm__reach_turn *b) {
    return a->least < b->least || (a->least == b->least && a->source < b->source);
}

static void sift(qm__reach_turn *heap, uint32_t count, uint32_t at) {
    const qm__reach_turn item = heap[at];
    for (uint32_t child; (child = 2 * at + 1) < count; at = child) {
        child += child + 1 < count && turn_before(&heap[child + 1], &heap[child]);
        if (!turn_before(&heap[child], &item)) {
            break;
        }
        heap[at] = heap[child];
    }
    heap[at] = item;
}

enum { ARRIVAL, IMAGE, SEED, KINDS = 4 }; /* of sources, as a turn names them */

#define NONE UINT32_MAX

/* Where a cost is asked for. */
typedef struct goal {
    qm__spot spot;
    double slack;
    int32_t group;   /* of levels: steps lead to no other */
    int32_t isle;    /* -1 = not known */
    uint32_t failed; /* a source that does not lead there with that slack; NONE = not known */
} goal;

static goal goal_at(const qm__reach *r, qm__spot spot) {
    /* Where points are strewn along borders, bodies may be prepared on one isle only: else on all of them. */
    const bool prepared = !r->pricing.strewn && (r->field.bodies || !r->ask.crowd);
    return (goal){.spot = spot,
                  .slack = QM__CARE,
                  .group = r->field.walks->group[spot.level],
                  .isle = prepared ? qm__isle_at(r->field.walks, spot) : -1,
                  .failed = NONE};
}

/* Whether going straight on to a place, from where so much has been paid, is below the limit. */
static inline bool is_within(qm__xy from, double cost, const goal *to, double limit) {
    const qm__xy v = {from.x - to->spot.x, from.y - to->spot.y};
    const double left = limit - cost;
    return left > 0 && qm__dot(v, v) < left * left;
}

/* What a place costs at least by a source; negative when that is not below the limit. */
static inline double least_from(qm__xy from, double cost, const goal *to, double limit) {
    return is_within(from, cost, to, limit) ? cost + qm__apart(from, (qm__xy){to->spot.x, to->spot.y}) : -1;
}

static inline double least_by_arrival(const qm__reach *r, uint32_t i, const goal *to, double limit) {
    const qm__arrival *const arrival = &r->arrivals[i];
    return r->field.walks->group[arrival->level] == to->group ? least_from(arrival->at, arrival->cost, to, limit) : -1;
}

/* No way leads from an isle to another but by links. */
static inline bool is_apart(int32_t isle, const goal *to) {
    return isle >= 0 && to->isle >= 0 && isle != to->isle;
}

static inline double least_by_seed(const qm__reach *r, uint32_t i, const goal *to, double limit) {
    const qm__seed *const seed = &r->seeds[i];
    return r->field.walks->group[seed->spot.level] == to->group && !is_apart(seed->isle, to)
               ? least_from((qm__xy){seed->spot.x, seed->spot.y}, seed->cost, to, limit)
               : -1;
}

static inline double least_by_image(const qm__reach *r, uint32_t i, const goal *to, double limit) {
    const qm__image *const image = &r->images[i];
    qm__xy x;
    if (r->field.walks->group[image->fan.level] != to->group || is_apart(image->isle, to) ||
        !is_within(image->fan.centre, image->cost - image->fan.radius, to, limit)) {
        return -1;
    }
    const double way = qm__image_way(image, (qm__xy){to->spot.x, to->spot.y}, &x);
    return way < limit ? way : -1;
}

/* Adds a source to the heap, unless it is too far. */
static inline void take_turn(const qm__reach *r, uint32_t *count, double least, uint32_t source) {
    if (least >= 0) {
        r->turns[(*count)++] = (qm__reach_turn){least, source, 0};
    }
}

/* All sources that may be near enough, as a heap. */
static uint32_t gather_turns(const qm__reach *r, const goal *to, double limit) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < r->arrival_count; i++) {
        take_turn(r, &count, least_by_arrival(r, i, to, limit), KINDS * i + ARRIVAL);
    }
    for (uint32_t i = 0; i < r->image_count; i++) {
        take_turn(r, &count, least_by_image(r, i, to, limit), KINDS * i + IMAGE);
    }
    for (uint32_t i = 0; i < r->seed_count; i++) {
        take_turn(r, &count, least_by_seed(r, i, to, limit), KINDS * i + SEED);
    }
    for (uint32_t i = count / 2; i-- > 0;) {
        sift(r->turns, count, i);
    }
    return count;
}

/* Whether a straight piece can be walked and ends on the level of the spot. */
static bool piece_walks(const qm__reach *r, int32_t isle, qm__spot from, qm__spot to, double slack) {
    if (isle >= 0) {
        return qm__field_walkable(&r->field, isle, from, (qm__xy){to.x, to.y}, to.level, slack);
    }
    return qm__piece_walkable(r->grounds->levels, r->ask.crowd, from, (qm__xy){to.x, to.y}, to.level, slack);
}

/* The last piece of a way to a place: where it leaves its source, and what has been paid there. */
typedef struct last_piece {
    qm__spot from;
    double cost;
    uint64_t met;
    double slack;
    bool either; /* it may be walked backwards as well: a point can lie where several levels meet, and the way back
                    knows best on which of them it is left */
    bool unsure; /* whether a base can be where it begins is not known */
} last_piece;

static bool seed_piece(const qm__reach *r, const qm__seed *seed, const goal *to, last_piece *out) {
    *out = (last_piece){seed->spot, seed->cost, seed->areas, qm__most(to->slack, r->slack), false, false};
    return true;
}

/* Leaving the lane of an arrival by the tangent through a place. */
static bool arrival_piece(const qm__reach *r, const qm__arrival *a, const goal *to, double best, last_piece *out) {
    const qm__spot spot = to->spot;
    const qm__span *const span = qm__field_span(&r->field, a->lane / 2);
    const unsigned side = a->lane & 1;
    const double sign = qm__side_sign(side);
    const qm__xy p = {spot.x, spot.y}, v = qm__minus(p, span->centre);
    const double square = qm__dot(v, v), under = square - span->radius * span->radius;
    const double way = under > 0 ? qm__root(under) : 0;
    if (is_apart(span->isle, to)) {
        return false;
    }
    if (square < 1e-12) { /* on an anchor that is a point; the middle of a circle is never got to */
        *out = (last_piece){spot, a->cost, a->areas, to->slack, false, false};
        return span->radius <= 0 && qm__levels_joined(r->grounds->levels, p, a->level, spot.level);
    }
    const double scale = under > 0 ? square : span->radius * qm__root(square), k = sign * span->radius;
    const qm__xy d = {(v.x * way - v.y * k) / scale, (v.y * way + v.x * k) / scale};
    const qm__xy n = {d.y * sign, -d.x * sign};
    double angle;
    if (!qm__span_angle(span, n, &angle)) {
        return false;
    }
    const double turn = qm__lane_turn(span, side, a->angle, angle), most = (a->until - a->angle) * sign;
    const double cost = a->cost + span->radius * qm__most(turn, 0);
    if (turn < -1e-7 || turn > most + 1e-7 || cost + way >= best) {
        return false;
    }
    const qm__xy leaves = qm__along(span->centre, n, span->radius);
    *out = (last_piece){{leaves.x, leaves.y, a->level}, cost, a->areas, to->slack, span->radius <= 0, false};
    if (qm__pricing_any(&r->pricing)) {
        out->cost += qm__arc_price(&r->field, &r->pricing, a->lane, a->angle, angle, &out->met);
    }
    return true;
}

static bool image_piece(const qm__reach *r, const qm__image *image, const goal *to, double best, last_piece *out) {
    const qm__xy p = {to->spot.x, to->spot.y};
    qm__xy x;
    const double cost = qm__image_way(image, p, &x);
    if (cost < 0 || cost >= best) {
        return false;
    }
    *out = (last_piece){{x.x, x.y, image->fan.level}, cost - qm__apart(x, p), image->areas, to->slack, false, true};
    if (image->fan.near > 0 && qm__pricing_any(&r->pricing)) { /* areas between the arc and its tangent */
        const uint64_t in = qm__areas_at(r->grounds->levels, out->from);
        out->cost += qm__once_price(&r->pricing, in & ~out->met) + qm__entry_price(&r->pricing, in & ~image->fan.paid);
        out->met |= in;
    }
    return true;
}

static bool source_piece(const qm__reach *r, uint32_t source, const goal *to, double best, last_piece *out) {
    const uint32_t number = source / KINDS;
    return source % KINDS == ARRIVAL ? arrival_piece(r, &r->arrivals[number], to, best, out)
           : source % KINDS == IMAGE ? image_piece(r, &r->images[number], to, best, out)
                                     : seed_piece(r, &r->seeds[number], to, out);
}

/* The arc of a source around a corner of an area that costs by the inch, when a place lies in that area and the arc
 * begins outside of it: the best way in leads along the border. NULL = it is no such source. */
static const qm__span *around_dear(const qm__reach *r, uint32_t source, const goal *to) {
    if (!r->pricing.inch || source % KINDS != ARRIVAL) {
        return NULL;
    }
    const qm__arrival *const a = &r->arrivals[source / KINDS];
    const qm__span *const span = qm__field_span(&r->field, a->lane / 2);
    return span->kind == QM__ANCHOR_AREA && span->radius > 0 && (r->pricing.inch >> span->number & 1) &&
                   qm__in_area(r->grounds->levels, span->number, (qm__xy){to->spot.x, to->spot.y}) &&
                   !qm__in_area(r->grounds->levels, span->number, a->at)
               ? span
               : NULL;
}

/* Such a way leaves the arc where this comes into the area, goes on along the border, and bends where that is best: the
 * first bend. False when it leaves the arc before that. */
static bool leave_at_border(const qm__reach *r, uint32_t source, const qm__span *span, last_piece *last,
                            qm__bends *bends) {
    const qm__arrival *const a = &r->arrivals[source / KINDS];
    const qm__xy in = {last->from.x, last->from.y};
    double low = 0, high, angle;
    if (!qm__in_area(r->grounds->levels, span->number, in) ||
        !qm__span_angle(span, qm__unit(qm__minus(in, span->centre)), &angle)) {
        return false;
    }
    const double sign = qm__side_sign(a->lane & 1);
    high = qm__lane_turn(span, a->lane & 1, a->angle, angle);
    while (high - low > ON_BORDER) {
        const double turn = (low + high) / 2;
        const qm__xy at = qm__span_place(span, a->angle + sign * turn);
        *(qm__in_area(r->grounds->levels, span->number, at) ? &high : &low) = turn;
    }
    const double leaves = a->angle + sign * low;
    const qm__xy out = qm__span_place(span, leaves);
    *bends = (qm__bends){.count = 1, .areas = {span->number}, .at = {out}};
    *last = (last_piece){{out.x, out.y, a->level}, a->cost + span->radius * low, a->areas, last->slack, false, false};
    last->cost += qm__arc_price(&r->field, &r->pricing, a->lane, a->angle, leaves, &last->met); /* of other areas */
    return true;
}

static bool can_begin(const qm__reach *r, const last_piece *last) {
    return !last->unsure || qm__passes(r->grounds->levels, r->ask.crowd, last->from, QM__SLACK, NULL);
}

/* Most pieces cannot be walked, so that comes first. */
static bool last_walks(const qm__reach *r, const last_piece *last, const goal *to) {
    return (piece_walks(r, to->isle, last->from, to->spot, last->slack) ||
            (last->either && piece_walks(r, to->isle, to->spot, last->from, last->slack))) &&
           can_begin(r, last);
}

/* What a place costs, and the areas that are met on the way there. */
typedef struct answer {
    double cost;
    uint64_t met;
} answer;

/* What it costs to go straight on from a source; QM__FAR when there is no such way. Whether it can be walked is only
 * looked at, and `best` brought down, when it costs less than that. What areas take is looked at last, for it is the
 * dearest question; where they cost by the inch the sources are tried again with bends, so there it is told of those
 * too that cannot be walked from. */
static double straight_on(const qm__reach *r, uint32_t source, const goal *to, answer *best) {
    last_piece last;
    if (!source_piece(r, source, to, best->cost, &last)) {
        return QM__FAR;
    }
    const qm__xy a = {last.from.x, last.from.y}, b = {to->spot.x, to->spot.y};
    const double plain = last.cost + qm__apart(a, b);
    double cost = plain;
    const bool walks = !r->pricing.inch && cost < best->cost && last_walks(r, &last, to);
    if (cost < best->cost && (walks || r->pricing.inch) && qm__pricing_any(&r->pricing)) {
        cost += qm__piece_price(&r->field, &r->pricing, last.from, b, to->spot.level, UINT64_MAX, &last.met);
    }
    if (cost < best->cost && (walks || (r->pricing.inch && last_walks(r, &last, to)))) {
        *best = (answer){cost, last.met};
    }
    return around_dear(r, source, to) ? plain : cost; /* straight on it is far dearer than along the border */
}

/* The same, bent at the borders of areas that cost by the inch. */
static void bent_on(const qm__reach *r, uint32_t source, const goal *to, answer *best) {
    last_piece last;
    qm__bends bends;
    const qm__xy b = {to->spot.x, to->spot.y};
    if (!source_piece(r, source, to, best->cost, &last) || !can_begin(r, &last)) {
        return;
    }
    const qm__span *const span = around_dear(r, source, to);
    if (!span || !leave_at_border(r, source, span, &last, &bends)) {
        qm__bends_find(r->grounds->levels, &r->pricing, last.from, b, &bends);
    }
    if (bends.count == 0) {
        return;
    }
    qm__bends_settle(r->grounds->levels, &r->pricing, last.from, b, &bends);
    const double more = qm__bends_cost(&r->field, &r->pricing, last.from, to->spot, last.slack, &bends,
                                       best->cost - last.cost, &last.met);
    if (more >= 0) {
        *best = (answer){last.cost + more, last.met};
    }
}

#define BENT_MAX 16    /* sources that are tried, */
#define BENT_GAIN 1.15 /* those that lead straight on to the place for no more than so many times the least */

/* Tries the sources that have been asked, the cheapest first, with bends. */
static void bend_best(const qm__reach *r, qm__reach_turn *asked, uint32_t count, const goal *to, answer *best) {
    const double most = best->cost * BENT_GAIN;
    for (uint32_t i = 0; i < count && i < BENT_MAX; i++) {
        uint32_t next = i;
        for (uint32_t k = i + 1; k < count; k++) {
            next = turn_before(&asked[k], &asked[next]) ? k : next;
        }
        const qm__reach_turn turn = asked[next];
        asked[next] = asked[i];
        asked[i] = turn;
        if (turn.least > most) {
            break;
        }
        bent_on(r, turn.source, to, best);
    }
}

/* Sets how a goal is walked to; false when no base can be there. */
static bool aim_at(const qm__reach *r, goal *to) {
    to->slack = qm__reach_slack(r, to->spot);
    to->failed = to->slack > QM__CARE ? NONE : to->failed;
    return to->slack <= QM__CARE || qm__passes(r->grounds->levels, r->ask.crowd, to->spot, QM__SLACK, NULL);
}

/* Asks sources in turn, cheap ones first. `any`: until one answers. The cost is negative when it is not below the
 * limit.
 */
static answer ask_turns(const qm__reach *r, const goal *to, uint32_t all, double limit, bool any) {
    answer best = {.cost = limit};
    uint32_t count = all;
    while (count > 0 && r->turns[0].least < best.cost && !(any && best.cost < limit)) {
        const uint32_t source = r->turns[0].source;
        r->turns[0] = r->turns[--count];
        if (count) {
            sift(r->turns, count, 0);
        }
        const double cost = source == to->failed ? QM__FAR : straight_on(r, source, to, &best);
        r->turns[count] = (qm__reach_turn){cost, source, 0}; /* kept behind the heap */
        if (any && best.cost < limit) {
            r->lately[to->spot.level] = source;
        }
    }
    if (r->pricing.inch && !(any && best.cost < limit)) {
        bend_best(r, r->turns + count, all - count, to, &best);
    }
    return best.cost < limit ? best : (answer){.cost = -1};
}

double qm__reach_cost_met(const qm__reach *r, qm__spot spot, double limit, uint64_t *met) {
    goal to = goal_at(r, spot);
    const uint32_t all = gather_turns(r, &to, limit);
    const answer found = all > 0 && aim_at(r, &to) ? ask_turns(r, &to, all, limit, false) : (answer){.cost = -1};
    *met = found.met;
    return found.cost;
}

double qm__reach_cost_below(const qm__reach *r, qm__spot spot, double limit) {
    uint64_t met;
    return qm__reach_cost_met(r, spot, limit, &met);
}

/* What a place costs by the source that has answered last on its level; negative when not below the limit. */
static double ask_lately(const qm__reach *r, const goal *to, double limit) {
    const uint32_t source = r->lately[to->spot.level], number = source / KINDS, kind = source % KINDS;
    answer best = {.cost = limit};
    double least = -1;
    if (kind == ARRIVAL && number < r->arrival_count) {
        least = least_by_arrival(r, number, to, limit);
    } else if (kind == IMAGE && number < r->image_count) {
        least = least_by_image(r, number, to, limit);
    } else if (kind == SEED && number < r->seed_count) {
        least = least_by_seed(r, number, to, limit);
    }
    if (least >= 0) {
        straight_on(r, source, to, &best);
    }
    return best.cost < limit ? best.cost : -1;
}

/* Places that are asked one after the other often lie side by side, so the source that has answered last comes first.
 * Who can walk there with care can be there. */
double qm__reach_some_below(const qm__reach *r, qm__spot spot, double limit) {
    goal to = goal_at(r, spot);
    const double cost = ask_lately(r, &to, limit);
    to.failed = r->lately[spot.level];
    if (cost >= 0) {
        return cost;
    }
    return aim_at(r, &to) ? ask_turns(r, &to, gather_turns(r, &to, limit), limit, true).cost : -1;
}

double qm__reach_cost(const qm__reach *r, qm__spot spot) {
    return qm__reach_cost_below(r, spot, r->most + 1e-6);
}
