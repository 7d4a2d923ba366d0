/* The search over lanes: see walk_search.h.
 *
 * Invariant: a label is taken from the queue only after every one that could make it useless and costs less, because
 * the key is what has been paid and the straight distance to the goal, which never overstates the rest. Ties are broken
 * by the order in which labels are found, and that follows the geometry of the table, not the order in which it was
 * written.
 *
 * Rejected: remembering a best cost for each tangent. There are twenty times as many tangents as lanes, and clearing
 * that memory would cost more than the whole search on a small table.
 */
#include "space/table/walk_search.h"
#include "space/table/walk_queue.h"

/* ------------------------------------------------------------------------------------------------------------- labels
 */

static double rest_of(const qm__search *s, qm__xy at) {
    return s->goal ? qm__apart(at, (qm__xy){s->goal->x, s->goal->y}) : 0;
}

static qm__walk_label *new_label(qm__search *s, uint32_t *number) {
    if (s->label_count == s->label_capacity) {
        s->exhausted = true;
        return NULL;
    }
    *number = s->label_count++;
    return &s->labels[*number];
}

static double until_of(const qm__span *span, unsigned side, double angle) {
    if (span->round) {
        return side == QM__SIDE_LEFT ? angle + 2 * QM__PI : angle - 2 * QM__PI;
    }
    return side == QM__SIDE_LEFT ? span->high : span->low;
}

/* Whether label a makes b useless. */
static bool beats(const qm__search *s, const qm__span *span, const qm__walk_label *a, const qm__walk_label *b) {
    const double turn = qm__turn_to(span, b->lane & 1, a->angle, b->angle, a->until);
    if (turn < 0) {
        return false;
    }
    double cost = a->cost + span->radius * turn;
    if (qm__pricing_any(&s->pricing)) {
        uint64_t met = a->areas;
        cost += qm__arc_price(&s->field, &s->pricing, a->lane, a->angle, b->angle, &met);
        cost += qm__once_price(&s->pricing, b->areas & ~met);
    }
    return cost <= b->cost + 1e-9;
}

/* Compares a label with those of its lane; false = it is useless. Those that it makes useless are taken out. */
static bool enter(qm__search *s, const qm__span *span, uint32_t number) {
    qm__walk_label *label = &s->labels[number];
    uint32_t *link = &s->lanes[label->lane].first;
    for (uint32_t i = *link; i != QM__NO_LABEL; i = s->labels[i].next) {
        if (beats(s, span, &s->labels[i], label)) {
            return false;
        }
    }
    while (*link != QM__NO_LABEL) {
        qm__walk_label *other = &s->labels[*link];
        if (beats(s, span, label, other)) {
            other->dead = 1;
            *link = other->next;
        } else {
            link = &other->next;
        }
    }
    label->next = s->lanes[label->lane].first;
    s->lanes[label->lane].first = number;
    return true;
}

/* How far the label can go round; false = bodies are in its place. */
static bool find_until(qm__search *s, const qm__span *span, qm__walk_label *label) {
    if (!s->field.bodies) {
        label->until = until_of(span, label->lane & 1, label->angle);
        return true;
    }
    return qm__lane_until(&s->field, label->lane, label->angle, &label->until);
}

qm__spot qm__piece_begin(const qm__search *s, const qm__walk_label *label) {
    if (label->parent == QM__NO_LABEL) {
        return s->seeds[label->seed].spot;
    }
    const qm__span *span = qm__field_span(&s->field, s->labels[label->parent].lane / 2);
    const qm__xy at = qm__span_place(span, label->leave);
    return (qm__spot){at.x, at.y, span->level};
}

/* What areas cost on a straight piece. On the way to a goal those that cost nothing are of no interest, and a piece
 * that is far from all others is not looked at more closely; where a spreading search has been is told of all. */
static double more_of(const qm__search *s, qm__spot from, qm__xy to, int32_t level, uint64_t areas, uint64_t *met) {
    return s->goal && !qm__priced_near(s->field.walks->levels, &s->pricing, (qm__xy){from.x, from.y}, to)
               ? 0
               : qm__piece_price(&s->field, &s->pricing, from, to, level, areas, met);
}

/* -------------------------------------------------------------------------------------------------------------- seeds
 */

/* Where a straight piece from a place arrives at a lane: n and its length. From an anchor that is that very point, on
 * another level, a step leads to it: from there it may be left in all its directions. */
static inline bool piece_to(const qm__span *span, unsigned side, qm__spot from, qm__xy *n, double *length) {
    const double sign = qm__side_sign(side);
    const qm__xy p = {from.x, from.y};
    qm__xy d;
    if (qm__tangent_of(p, 0, 1, span->centre, span->radius, sign, &d, length)) {
        *n = (qm__xy){sign * d.y, -sign * d.x};
        return true;
    }
    *n = side == QM__SIDE_LEFT ? span->low_n : span->high_n;
    *length = 0;
    return span->radius <= 0 && span->level != from.level;
}

/* The same for a place inside the circle around a corner of an area, by no more than the slack: it is not in the area
 * yet. A way around the corner goes straight on to the circle from there; going outwards it could meet a wall. */
static void go_out(const qm__span *span, unsigned side, qm__xy p, qm__xy *n, double *length) {
    const qm__xy v = qm__minus(p, span->centre);
    const double apart = qm__length(v);
    if (span->kind == QM__ANCHOR_AREA && span->radius > 0) {
        *length = qm__root(qm__most(0, span->radius * span->radius - apart * apart));
        *n = qm__unit(qm__along(v, qm__left(v), qm__side_sign(side) * *length / apart));
    }
}

static bool lane_counts(const qm__search *s, const qm__span *span) {
    return span->kind != QM__ANCHOR_AREA ||
           ((s->pricing.once | s->pricing.entry | s->pricing.inch) >> span->number & 1);
}

/* Whether a way would come to the circle around a corner of an area within that area: it never has to bend there. */
static bool comes_inside(const qm__search *s, const qm__span *span, qm__xy at) {
    return span->kind == QM__ANCHOR_AREA && span->radius > 0 && qm__in_area(s->field.walks->levels, span->number, at);
}

static inline void seed_lane(qm__search *s, uint32_t seed, uint32_t lane, qm__xy p) {
    const qm__span *span = qm__field_span(&s->field, lane / 2);
    qm__xy n;
    double length;
    if (!qm__lane_faces(span, lane & 1, p, 2 * QM__SLACK) || !lane_counts(s, span) ||
        !piece_to(span, lane & 1, s->seeds[seed].spot, &n, &length)) {
        return;
    }
    if (length <= 0) {
        go_out(span, lane & 1, p, &n, &length);
    }
    const qm__xy at = qm__along(span->centre, n, span->radius);
    const double cost = s->seeds[seed].cost + length, key = cost + rest_of(s, at);
    uint32_t number;
    qm__walk_label *label = key <= s->limit && !comes_inside(s, span, at) ? new_label(s, &number) : NULL;
    if (label) {
        *label = (qm__walk_label){.cost = cost,
                                  .at = at,
                                  .lane = lane,
                                  .parent = QM__NO_LABEL,
                                  .next = QM__NO_LABEL,
                                  .seed = seed,
                                  .check = QM__CHECK_SEED};
        qm__queue_push(s, key, number);
    }
}

void qm__search_seed(qm__search *s, uint32_t seed) {
    const qm__seed *from = &s->seeds[seed];
    const qm__xy p = {from->spot.x, from->spot.y};
    uint32_t count;
    const uint32_t *lanes = qm__lanes_seen(s->field.walks, from->spot, &count);
    for (uint32_t i = 0; i < count; i++) {
        seed_lane(s, seed, lanes[i], p);
    }
    for (uint32_t i = 2 * s->field.walks->span_count; i < s->lane_count; i++) {
        const qm__span *span = qm__field_span(&s->field, i / 2);
        if (span->isle == s->isle && !qm__lane_idle(span, i)) {
            seed_lane(s, seed, i, p);
        }
    }
}

/* --------------------------------------------------------------------------------------------------------------- goal
 */

/* A piece from the goal to a lane, walked the other way, leads to the goal from the lane of the other side. */
static inline void aim_lane(qm__search *s, uint32_t lane, qm__xy p) {
    const qm__span *span = qm__field_span(&s->field, lane / 2);
    if (qm__lane_faces(span, lane & 1, p, 2 * QM__SLACK) && lane_counts(s, span)) {
        s->goals[s->goal_count].known = s->goals[s->goal_count].traced = 0;
        s->lanes[lane ^ 1].goal = s->goal_count++;
    }
}

void qm__search_aim(qm__search *s, const qm__spot *goal) {
    const qm__xy p = {goal->x, goal->y};
    uint32_t count;
    const uint32_t *lanes = qm__lanes_seen(s->field.walks, *goal, &count);
    s->goal = goal;
    for (uint32_t i = 0; i < count; i++) {
        aim_lane(s, lanes[i], p);
    }
    for (uint32_t i = 2 * s->field.walks->span_count; i < s->lane_count; i++) {
        const qm__span *span = qm__field_span(&s->field, i / 2);
        if (span->isle == s->isle && !qm__lane_idle(span, i ^ 1)) {
            aim_lane(s, i, p);
        }
    }
}

/* Where a straight piece from a place arrives at a lane, as a direction from its centre; false when there is none. */
static bool arrival_at(const qm__span *span, unsigned side, qm__spot from, qm__xy *n) {
    double length;
    if (!piece_to(span, side, from, n, &length)) {
        return false;
    }
    if (length <= 0) {
        go_out(span, side, (qm__xy){from.x, from.y}, n, &length);
    }
    return true;
}

/* A direction as an angle of a span. Places up to the slack inside of walls have tangents a little beyond its ends. */
static bool near_angle(const qm__span *span, qm__xy n, double *angle) {
    if (qm__span_angle(span, n, angle)) {
        return true;
    }
    const bool low = qm__dot(n, span->low_n) > qm__dot(n, span->high_n);
    *angle = low ? span->low : span->high;
    return qm__dot(n, low ? span->low_n : span->high_n) > 0.98;
}

/* Where the piece to the goal leaves a lane; found when it is first needed. */
static bool find_goal_piece(const qm__search *s, qm__goal_piece *piece, const qm__span *span, uint32_t lane) {
    const qm__xy p = {s->goal->x, s->goal->y};
    qm__xy n;
    piece->known = 1;
    if (!arrival_at(span, (lane ^ 1) & 1, *s->goal, &n) || !near_angle(span, n, &piece->angle)) {
        piece->traced = 2;
        return false;
    }
    piece->length = qm__apart(qm__span_place(span, piece->angle), p);
    return true;
}

static void queue_goal(qm__search *s, uint32_t from, const qm__span *span) {
    const qm__walk_label *label = &s->labels[from];
    qm__goal_piece *piece = &s->goals[s->lanes[label->lane].goal];
    if (piece->traced == 2) {
        return;
    }
    if (!piece->known && !find_goal_piece(s, piece, span, label->lane)) {
        return;
    }
    const double turn = qm__turn_to(span, label->lane & 1, label->angle, piece->angle, label->until);
    if (turn < 0) {
        return;
    }
    const double plain = label->cost + span->radius * turn + piece->length;
    uint64_t met = label->areas;
    double more = 0;
    if (qm__pricing_any(&s->pricing)) {
        const qm__xy leaves = qm__span_place(span, piece->angle), to = {s->goal->x, s->goal->y};
        more = qm__arc_price(&s->field, &s->pricing, label->lane, label->angle, piece->angle, &met);
        more += more_of(s, (qm__spot){leaves.x, leaves.y, span->level}, to, s->goal->level, UINT64_MAX, &met);
    }
    uint32_t number;
    qm__walk_label *goal = plain + more <= s->limit ? new_label(s, &number) : NULL;
    if (goal) {
        *goal = (qm__walk_label){.cost = plain + more,
                                 .leave = piece->angle,
                                 .at = {s->goal->x, s->goal->y},
                                 .areas = met,
                                 .lane = QM__GOAL_LANE,
                                 .parent = from,
                                 .seed = s->labels[from].seed,
                                 .check = QM__CHECK_PIECE};
        qm__queue_push(s, plain + more, number);
    }
}

/* ----------------------------------------------------------------------------------------------------------- expanding
 */

/* Whether a point at which ways turn freely has been got to for no more than this, areas that were paid for counted.
 * There are many such points and all see each other: most of what leads to them is dropped here, not priced first. */
static bool too_late(const qm__search *s, const qm__span *span, uint32_t lane, double cost, uint64_t met) {
    for (uint32_t i = qm__turns_freely(span) ? s->lanes[lane].first : QM__NO_LABEL; i != QM__NO_LABEL;
         i = s->labels[i].next) {
        const qm__walk_label *other = &s->labels[i];
        if (other->cost + qm__once_price(&s->pricing, met & ~other->areas) <= cost) {
            return true;
        }
    }
    return false;
}

/* Whether a tangent can be walked among bodies. */
static bool lets_through(const qm__search *s, const qm__leaving *l) {
    if (l->open && *l->open == QM__NOT_TRACED) {
        qm__bodies_trace(&s->field, l->tangent, l->own);
    }
    return !l->open || *l->open == QM__OPEN;
}

void qm__queue_tangent(qm__search *s, const qm__leaving *l) {
    const qm__tangent *t = l->tangent;
    const qm__walk_label *from = &s->labels[l->from];
    double cost = from->cost + l->span->radius * l->turn + t->length;
    double key = cost + rest_of(s, t->at);
    if (key > s->limit || (l->open && *l->open == QM__SHUT)) {
        return;
    }
    const qm__span *span = qm__field_span(&s->field, t->to / 2);
    uint64_t met = from->areas;
    if ((span->kind == QM__ANCHOR_AREA && (!lane_counts(s, span) || comes_inside(s, span, t->at))) ||
        too_late(s, span, t->to, cost, met) || !lets_through(s, l)) {
        return;
    }
    if (qm__pricing_any(&s->pricing)) {
        const qm__xy leaves = qm__span_place(l->span, t->leave);
        const double more = qm__arc_price(&s->field, &s->pricing, from->lane, from->angle, t->leave, &met) +
                            more_of(s, (qm__spot){leaves.x, leaves.y, l->span->level}, t->at, span->level,
                                    l->areas ? *l->areas : 0, &met);
        cost += more;
        key += more;
    }
    uint32_t number;
    qm__walk_label *label = key <= s->limit ? new_label(s, &number) : NULL;
    if (!label) {
        return;
    }
    *label = (qm__walk_label){.cost = cost,
                              .angle = t->arrive,
                              .leave = t->leave,
                              .at = t->at,
                              .areas = met,
                              .lane = t->to,
                              .parent = l->from,
                              .next = QM__NO_LABEL,
                              .seed = s->labels[l->from].seed,
                              .check = l->check};
    if (l->check == QM__CHECK_NOTHING && !(find_until(s, span, label) && enter(s, span, number))) {
        s->label_count--;
        return;
    }
    qm__queue_push(s, key, number);
}

/* All tangents of a list, sorted by where they leave, that can be got to by going on round. */
static void queue_list(qm__search *s, uint32_t from, const qm__tangent *list, const uint64_t *areas, uint32_t count,
                       uint8_t *open, bool own) {
    const qm__walk_label *label = &s->labels[from];
    const uint32_t lane = label->lane;
    qm__leaving l = {.from = from, .span = qm__field_span(&s->field, lane / 2), .own = own};
    l.check = s->cold ? QM__CHECK_BODIES : QM__CHECK_NOTHING;
    const double angle = label->angle, until = label->until;
    uint32_t low = 0, high = count;
    if (!l.span->round && (lane & 1) == QM__SIDE_LEFT) {
        while (high > low && list[high - 1].leave > until + QM__BEHIND) {
            high--;
        }
        for (low = high; low > 0 && list[low - 1].leave >= angle - QM__BEHIND; low--) {
        }
    } else if (!l.span->round) {
        while (low < high && list[low].leave < until - QM__BEHIND) {
            low++;
        }
        for (high = low; high < count && list[high].leave <= angle + QM__BEHIND; high++) {
        }
    }
    for (uint32_t i = low; i < high; i++) {
        l.turn = qm__turn_to(l.span, lane & 1, angle, list[i].leave, until);
        if (l.turn >= 0) {
            l.tangent = &list[i];
            l.open = open ? &open[i] : NULL;
            l.areas = areas ? &areas[i] : NULL;
            qm__queue_tangent(s, &l);
        }
    }
}

static void expand(qm__search *s, uint32_t number, const qm__span *span) {
    const qm__walks *walks = s->field.walks;
    const qm__walks_bodies *bodies = s->field.bodies;
    const uint32_t lane = s->labels[number].lane;
    const unsigned side = lane & 1;
    if (s->lanes[lane].goal != QM__NO_LABEL) {
        queue_goal(s, number, span);
    }
    if (lane < 2 * walks->span_count) {
        const uint32_t first = span->first[side];
        queue_list(s, number, walks->tangents + first, walks->tangent_areas ? walks->tangent_areas + first : NULL,
                   span->count[side], bodies && bodies->open ? bodies->open + first : NULL, false);
    }
    if (s->cold) {
        qm__queue_cold(s, number);
    } else if (bodies) {
        const bool own = lane >= 2 * walks->span_count;
        const uint32_t first = own ? span->first[side] : bodies->extra_first[lane];
        const uint32_t count = own ? span->count[side] : bodies->extra_first[lane + 1] - first;
        queue_list(s, number, bodies->tangents + first, bodies->tangent_areas ? bodies->tangent_areas + first : NULL,
                   count, bodies->own_open + first, true);
    }
}

/* -------------------------------------------------------------------------------------------------------------- taking
 */

static bool walk_piece(const qm__search *s, qm__spot from, qm__xy to, int32_t level, double slack) {
    return qm__field_walkable(&s->field, s->isle, from, to, level, slack);
}

static bool take_goal(qm__search *s, const qm__walk_label *label) {
    qm__goal_piece *piece = &s->goals[s->lanes[s->labels[label->parent].lane].goal];
    if (piece->traced == 0) {
        piece->traced = walk_piece(s, qm__piece_begin(s, label), label->at, s->goal->level, s->slack_to) ? 1 : 2;
    }
    return piece->traced == 1;
}

/* Finds the angle at which a piece from a seed arrives, and what it costs. */
static bool settle_seed(qm__search *s, qm__walk_label *label, const qm__span *span) {
    const qm__seed *seed = &s->seeds[label->seed];
    const qm__xy p = {seed->spot.x, seed->spot.y};
    qm__xy n;
    if (!arrival_at(span, label->lane & 1, seed->spot, &n) || !near_angle(span, n, &label->angle)) {
        return false;
    }
    label->at = qm__span_place(span, label->angle);
    label->cost = seed->cost + qm__apart(p, label->at);
    if (!walk_piece(s, seed->spot, label->at, span->level, s->slack_from)) {
        return false;
    }
    label->areas = seed->areas;
    if (qm__pricing_any(&s->pricing)) {
        label->cost += more_of(s, seed->spot, label->at, span->level, UINT64_MAX, &label->areas);
    }
    return true;
}

/* Looks at what has yet to be looked at; false = the label is of no use. `again`: it costs more than was thought, so
 * that it has to wait for its turn. */
static bool settle(qm__search *s, uint32_t number, const qm__span *span) {
    qm__walk_label *label = &s->labels[number];
    if (label->check == QM__CHECK_NOTHING) {
        return true;
    }
    if (label->check == QM__CHECK_SEED) {
        if (!settle_seed(s, label, span)) {
            return false;
        }
    } else {
        const qm__spot from = qm__piece_begin(s, label);
        if (label->check == QM__CHECK_PIECE
                ? !walk_piece(s, from, label->at, span->level, QM__CARE)
                : qm__bodies_block(&s->field, s->isle, from.level, span->level, (qm__xy){from.x, from.y}, label->at)) {
            return false;
        }
    }
    if (s->cold) {
        qm__cold_cuts(s->field.walks, s->cold, label->lane / 2);
        s->exhausted = s->exhausted || s->cold->full;
    }
    label->check = QM__CHECK_NOTHING;
    return find_until(s, span, label) && enter(s, span, number);
}

uint32_t qm__search_next(qm__search *s) {
    while (s->queue_count && !s->exhausted) {
        const qm__queued top = qm__queue_pop(s);
        qm__walk_label *label = &s->labels[top.label];
        if (label->dead) {
            continue;
        }
        if (label->lane == QM__GOAL_LANE) {
            if (take_goal(s, label)) {
                return top.label;
            }
            continue;
        }
        const qm__span *span = qm__field_span(&s->field, label->lane / 2);
        const uint8_t check = label->check;
        if (!settle(s, top.label, span)) {
            continue;
        }
        /* What areas cost on a piece from a seed is known only now. */
        const double key = check == QM__CHECK_SEED ? label->cost + rest_of(s, label->at) : top.key;
        if (key > top.key + 1e-6) {
            if (key <= s->limit) {
                qm__queue_push(s, key, top.label);
            }
            continue;
        }
        expand(s, top.label, span);
        return top.label;
    }
    return QM__NO_LABEL;
}
