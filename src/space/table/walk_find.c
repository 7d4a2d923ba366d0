/* The shortest walk between two places, and the spreading over all lanes within a budget.
 *
 * Invariant: what is told is a way that can be walked with QM__CARE in every piece (from and to places that are
 * themselves nearer to a wall: with all but a hundredth of the slack), so that it is legal when it is checked.
 */
#include "space/table/walk_search.h"

#include <string.h>

#define WIDE_SLACK (QM__SLACK - 0.01) /* for places that are themselves less clear than QM__CARE */

size_t qm__walk_scratch_size(const qm__walks *walks, uint32_t body_count) {
    return qm__search_size(walks, body_count);
}

/* ---------------------------------------------------------------------------------------------------------- the way */

static void clear_way(qm__way *way, const qm__spot *from) {
    way->count = 0;
    way->cut = false;
    way->length = 0;
    way->areas = 0;
    way->from = *from;
}

static void add_piece(qm__way *way, const qm__piece *piece) {
    if (piece->length < 1e-9) {
        return;
    }
    if (way->count == QM__PIECES_MAX) {
        way->cut = true;
        return;
    }
    way->pieces[way->count++] = *piece;
    way->length += piece->length;
}

static void add_straight(qm__way *way, qm__xy from, qm__xy to, int32_t level) {
    add_piece(way, &(qm__piece){.from = from, .to = to, .length = qm__apart(from, to), .level = level, .link = -1});
}

/* The last piece of a way, which ends on the level of the goal. Where levels meet, the way may have come to the very
 * place on another one; it ends with a step there. */
static void add_last(qm__way *way, uint32_t first, qm__xy from, const qm__spot *to) {
    add_straight(way, from, (qm__xy){to->x, to->y}, to->level);
    if (way->count > first) {
        way->pieces[way->count - 1].level = to->level;
    }
}

static void add_arc(qm__way *way, const qm__span *span, unsigned side, double from, double to) {
    const double turn = qm__lane_turn(span, side, from, to);
    if (span->radius > 0 && turn > 0) {
        add_piece(way, &(qm__piece){.from = qm__span_place(span, from),
                                    .to = qm__span_place(span, to),
                                    .centre = span->centre,
                                    .radius = span->radius,
                                    .sweep = qm__side_sign(side) * turn,
                                    .length = span->radius * turn,
                                    .level = span->level,
                                    .link = -1});
    }
}

/* One arrival of a chain, wherever it is stored. */
typedef struct joint {
    uint32_t lane;
    double angle, leave_before; /* leave_before: on the lane before */
    qm__xy at;
} joint;

/* Adds the straight piece to a joint, and the arc on it up to where it is left. */
static qm__xy add_joint(const qm__field *field, qm__way *way, qm__xy from, const joint *j, double leave) {
    const qm__span *span = qm__field_span(field, j->lane / 2);
    add_straight(way, from, j->at, span->level);
    add_arc(way, span, j->lane & 1, j->angle, leave);
    way->areas |= qm__arc_areas(field, j->lane, j->angle, leave);
    return qm__span_place(span, leave);
}

/* Areas met on the straight pieces from a number on. Those where the way begins count, even when the base steps out of
 * them at once. */
static void add_areas(const qm__walks *walks, qm__way *way, uint32_t first, int32_t level) {
    if (walks->table->area_count && first == 0) {
        way->areas |= qm__areas_at(walks->levels, way->from);
    }
    for (uint32_t i = first; walks->table->area_count && i < way->count; i++) {
        const qm__piece *piece = &way->pieces[i];
        if (piece->radius == 0) {
            way->areas |= qm__piece_areas(walks->levels, level, piece->from, piece->to);
        }
        level = piece->level;
    }
}

/* The chain of a label, last one first, turned round by walking it twice: labels are linked backwards only. */
static void tell_way(const qm__search *s, uint32_t goal, const qm__spot *from, const qm__spot *to, qm__way *way) {
    uint32_t chain[QM__PIECES_MAX], count = 0;
    clear_way(way, from);
    for (uint32_t i = s->labels[goal].parent; i != QM__NO_LABEL; i = s->labels[i].parent) {
        if (count == QM__PIECES_MAX) {
            way->cut = true;
            return;
        }
        chain[count++] = i;
    }
    qm__xy at = {from->x, from->y};
    while (count-- > 0) {
        const qm__walk_label *label = &s->labels[chain[count]];
        const double leave = s->labels[count ? chain[count - 1] : goal].leave;
        at = add_joint(&s->field, way, at, &(joint){label->lane, label->angle, label->leave, label->at}, leave);
    }
    add_last(way, 0, at, to);
    add_areas(s->field.walks, way, 0, from->level);
}

void qm__arrival_way(const qm__field *field, const qm__seed *seeds, const qm__arrival *arrivals, uint32_t arrival,
                     double leave, qm__spot to, qm__way *way) {
    uint32_t chain[QM__PIECES_MAX], count = 0;
    const qm__spot *from = &seeds[arrivals[arrival].seed].spot;
    const uint32_t first = way->count;
    if (first == 0) {
        way->from = *from;
    }
    for (uint32_t i = arrival; i != QM__NO_ARRIVAL; i = arrivals[i].parent) {
        if (count == QM__PIECES_MAX) {
            way->cut = true;
            return;
        }
        chain[count++] = i;
    }
    qm__xy at = {from->x, from->y};
    while (count-- > 0) {
        const qm__arrival *a = &arrivals[chain[count]];
        at = add_joint(field, way, at, &(joint){a->lane, a->angle, a->leave, a->at},
                       count ? arrivals[chain[count - 1]].leave : leave);
    }
    add_last(way, first, at, &to);
    add_areas(field->walks, way, first, from->level);
}

/* ----------------------------------------------------------------------------------------------------------- finding
 */

/* Searches, one after the other: qm__walked.search. */
enum { FIRST = 1, EASED, WIDE };

/* A search among bodies that are not prepared asks whether its goal is shut in when it has taken so many labels and
 * ways have become so much longer than the straight line; and labels of the search for that. */
enum { PATIENCE = 16, BACK_PATIENCE = 64 };
#define FAR_ROUND 2
#define ENDLESS 1e12 /* units: no walk is as long */

typedef enum heading { AHEAD, BACK } heading;

typedef struct finding {
    const qm__walks *walks;
    const qm__walk_ask *ask;
    void *scratch;
    qm__way *way;
    qm__walked *out;
    int32_t isle;
    double slack_from, slack_to;
} finding;

/* Straight to the goal. What it costs, or a negative number when it cannot be walked. */
static double straight_cost(const finding *f, const qm__pricing *pricing, uint64_t *areas) {
    const qm__walk_ask *ask = f->ask;
    const qm__field field = {f->walks, ask->crowd, ask->bodies};
    const double slack = qm__most(f->slack_from, f->slack_to);
    return qm__field_walkable(&field, f->isle, ask->from, (qm__xy){ask->to.x, ask->to.y}, ask->to.level, slack)
               ? qm__straight_price(f->walks, pricing, ask->from, ask->to, areas)
               : -1;
}

static void tell_straight(const finding *f, double cost) {
    f->out->found = true;
    f->out->cost = cost;
    if (f->way) {
        clear_way(f->way, &f->ask->from);
        add_straight(f->way, (qm__xy){f->ask->from.x, f->ask->from.y}, (qm__xy){f->ask->to.x, f->ask->to.y},
                     f->ask->to.level);
        add_areas(f->walks, f->way, 0, f->ask->from.level);
    }
}

/* Whether a search may find anything: to or from a place that is itself less clear it would look at the whole isle for
 * nothing. */
static bool has_clear_ends(const finding *f) {
    const qm__levels *levels = f->walks->levels;
    return qm__passes(levels, f->ask->crowd, f->ask->from, f->slack_from, NULL) &&
           qm__passes(levels, f->ask->crowd, f->ask->to, f->slack_to, NULL);
}

/* Begins a search from the one place to the other, or back. */
static void begin_search(const finding *f, heading to, qm__pricing *pricing, const qm__seed *seed, double limit,
                         qm__search *search) {
    const qm__walk_ask *ask = f->ask;
    const qm__field field = {f->walks, ask->crowd, ask->bodies};
    const qm__spot near[2] = {ask->from, ask->to};
    pricing->near = near;
    pricing->near_count = 2;
    qm__search_start(search, &field, f->isle, pricing, f->scratch);
    search->seeds = seed;
    search->limit = limit;
    search->slack_from = to == AHEAD ? f->slack_from : f->slack_to;
    search->slack_to = to == AHEAD ? f->slack_to : f->slack_from;
    qm__search_aim(search, to == AHEAD ? &ask->to : &ask->from);
    qm__search_seed(search, 0);
}

/* Whether a search that has come to a label is not at its end. */
static bool goes_on(const qm__search *search, uint32_t label) {
    return label != QM__NO_LABEL && search->labels[label].lane != QM__GOAL_LANE;
}

/* The last of at least so many labels of a search, the first that leads so far round. */
static uint32_t take_labels(qm__search *search, uint32_t least, double far) {
    uint32_t label;
    bool more;
    do {
        label = qm__search_next(search);
        least -= least > 0;
        more = goes_on(search, label);
        if (more && least == 0) {
            const qm__walk_label *last = &search->labels[label];
            more = last->cost + qm__apart(last->at, (qm__xy){search->goal->x, search->goal->y}) <= far;
        }
    } while (more);
    return label;
}

/* Whether a search back from the goal soon shows that nothing leads out of where that is: among bodies that stand
 * around it, say, for which the whole rest of the isle would be looked at. */
static bool is_shut_in(const finding *f) {
    qm__pricing nothing = {0};
    const qm__seed seed = {.spot = f->ask->to};
    qm__search search;
    begin_search(f, BACK, &nothing, &seed, ENDLESS, &search);
    return take_labels(&search, BACK_PATIENCE, 0) == QM__NO_LABEL && !search.exhausted;
}

static void find_once(const finding *f) {
    const qm__walk_ask *ask = f->ask;
    qm__pricing pricing;
    uint64_t areas = 0;
    qm__pricing_make(f->walks, ask->prices, &pricing);
    f->out->approximate = pricing.inch != 0;
    const double straight = straight_cost(f, &pricing, &areas);
    const double length = qm__apart((qm__xy){ask->from.x, ask->from.y}, (qm__xy){ask->to.x, ask->to.y});
    if (straight >= 0 && straight <= length + 1e-9) {
        if (straight <= ask->limit) {
            tell_straight(f, straight);
        }
        return;
    }
    if (!has_clear_ends(f)) {
        if (straight >= 0 && straight <= ask->limit) {
            tell_straight(f, straight);
        }
        return;
    }
    qm__seed seed = {.spot = ask->from};
    if (qm__pricing_any(&pricing)) {
        seed.areas = qm__areas_at(f->walks->levels, ask->from);
        seed.cost = qm__once_price(&pricing, seed.areas);
    }
    qm__search search;
    const double limit = straight >= 0 ? qm__least(ask->limit, straight - 1e-9) : ask->limit;
    begin_search(f, AHEAD, &pricing, &seed, limit, &search);
    uint32_t label = take_labels(&search, PATIENCE, search.cold && straight < 0 ? FAR_ROUND * length : ENDLESS);
    if (goes_on(&search, label)) {
        if (is_shut_in(f)) {
            label = QM__NO_LABEL;
            search.exhausted = false;
        } else {
            begin_search(f, AHEAD, &pricing, &seed, limit, &search);
            label = take_labels(&search, PATIENCE, ENDLESS);
        }
    }
    f->out->exhausted = search.exhausted;
    if (label != QM__NO_LABEL) {
        f->out->found = true;
        f->out->cost = search.labels[label].cost;
        if (f->way) {
            tell_way(&search, label, &ask->from, &ask->to, f->way);
        }
    } else if (straight >= 0 && straight <= ask->limit && !search.exhausted) {
        tell_straight(f, straight);
    }
}

/* By the inch: the points of the way are moved to where it is cheapest. */
static void settle_shores(const finding *f) {
    qm__pricing pricing;
    qm__pricing_make(f->walks, f->ask->prices, &pricing);
    if (f->out->found && !f->way->cut) {
        f->out->cost -= qm__shores_settle(f->walks, f->ask->crowd, &pricing, f->way);
    }
}

/* The cost is that of the way as it is told, so one is made even when it is not wanted. */
static void find_by_inch(const finding *f) {
    qm__way own;
    finding with = *f;
    with.way = f->way ? f->way : &own;
    clear_way(with.way, &f->ask->from);
    find_once(&with);
    settle_shores(&with);
}

/* Adds the pieces of less than a unit from the place itself to the one that the way was found from, and likewise at the
 * end. */
static void add_easing(qm__way *way, const qm__walk_ask *ask, const qm__walk_ask *eased) {
    const qm__xy from = {ask->from.x, ask->from.y}, begin = {eased->from.x, eased->from.y};
    const double length = qm__apart(from, begin);
    if (length > 0 && way->count < QM__PIECES_MAX) {
        memmove(way->pieces + 1, way->pieces, way->count * sizeof *way->pieces);
        way->pieces[0] = (qm__piece){.from = from, .to = begin, .length = length, .level = ask->from.level, .link = -1};
        way->count++;
        way->length += length;
    } else {
        way->cut = way->cut || length > 0;
    }
    way->from = ask->from;
    add_straight(way, (qm__xy){eased->to.x, eased->to.y}, (qm__xy){ask->to.x, ask->to.y}, ask->to.level);
}

/* Searches between the nearest places that are clear enough; false = these are the same, or there is no way between
 * them. */
static bool find_eased(finding *f, void (*find)(const finding *)) {
    const qm__walk_ask *const ask = f->ask;
    qm__walk_ask eased = *ask;
    eased.from = qm__eased(f->walks->levels, ask->crowd, ask->from);
    eased.to = qm__eased(f->walks->levels, ask->crowd, ask->to);
    const double more = qm__apart((qm__xy){ask->from.x, ask->from.y}, (qm__xy){eased.from.x, eased.from.y}) +
                        qm__apart((qm__xy){ask->to.x, ask->to.y}, (qm__xy){eased.to.x, eased.to.y});
    if (more <= 0) {
        return false;
    }
    eased.limit -= more;
    f->ask = &eased;
    find(f);
    f->ask = ask;
    if (f->out->found) {
        f->out->cost += more;
        if (f->way && !f->way->cut) {
            add_easing(f->way, ask, &eased);
        }
    }
    return f->out->found;
}

/* Whether a way of that cost could have met an area that costs by the inch; a straight one that costs no more than its
 * length is the cheapest there is. */
static bool could_be_cheaper(const qm__walks *walks, const qm__walk_ask *ask, double cost) {
    const qm__xy from = {ask->from.x, ask->from.y}, to = {ask->to.x, ask->to.y};
    const double around = 2 * (double)qm__levels_walker(walks->levels)->radius;
    qm__pricing pricing;
    qm__pricing_make(walks, ask->prices, &pricing);
    for (uint64_t left = cost > qm__apart(from, to) + 1e-9 ? pricing.inch : 0; left; left &= left - 1) {
        const qm__box *const box = &walks->table->areas[__builtin_ctzll(left)].polygon.box;
        const double x = qm__least(qm__most(from.x, box->x0), box->x1),
                     y = qm__least(qm__most(from.y, box->y0), box->y1);
        const double u = qm__least(qm__most(to.x, box->x0), box->x1), v = qm__least(qm__most(to.y, box->y0), box->y1);
        if (qm__apart(from, (qm__xy){x, y}) + qm__apart(to, (qm__xy){u, v}) <= cost + around) {
            return true;
        }
    }
    return false;
}

static void find_way(const qm__walks *walks, const qm__walk_ask *ask, void *scratch, qm__way *way, qm__walked *out) {
    *out = (qm__walked){.found = false};
    if (way) {
        clear_way(way, &ask->from);
    }
    const int32_t a = ask->from.level, b = ask->to.level;
    if (a < 0 || a >= walks->level_count || b < 0 || b >= walks->level_count) {
        return;
    }
    const int32_t isle = qm__isle_at(walks, ask->from);
    if (isle < 0 || isle != qm__isle_at(walks, ask->to)) {
        return;
    }
    finding f = {walks, ask, scratch, way, out, isle, QM__CARE, QM__CARE};
    qm__pricing pricing;
    qm__pricing_make(walks, ask->prices, &pricing);
    void (*const find)(const finding *) = pricing.inch ? find_by_inch : find_once;
    if (ask->only <= FIRST) {
        find(&f);
        out->search = out->found ? FIRST : 0;
    }
    if (out->found || out->exhausted || ask->only == FIRST) {
        return;
    }
    /* A place may be less clear than searches ask for, and still be one where the base stands. */
    if (ask->only != WIDE && find_eased(&f, find)) {
        out->search = EASED;
        return;
    }
    if (ask->only == EASED) {
        return;
    }
    if (!qm__passes(walks->levels, ask->crowd, ask->from, QM__CARE, NULL)) {
        f.slack_from = WIDE_SLACK;
    }
    if (!qm__passes(walks->levels, ask->crowd, ask->to, QM__CARE, NULL)) {
        f.slack_to = WIDE_SLACK;
    }
    if (f.slack_from > QM__CARE || f.slack_to > QM__CARE) {
        find(&f);
        out->search = out->found ? WIDE : 0;
    }
}

void qm__walk_find(const qm__walks *walks, const qm__walk_ask *ask, void *scratch, qm__way *way, qm__walked *out) {
    find_way(walks, ask, scratch, way, out);
    if (out->approximate) {
        out->approximate = could_be_cheaper(walks, ask, out->found ? out->cost : ask->limit);
    }
}

/* --------------------------------------------------------------------------------------------------------- spreading
 */

uint32_t qm__spread_most(const qm__walks *walks, uint32_t body_count, uint32_t seed_count) {
    /* Every tangent and every piece from a seed at most once; those to bodies are bounded by what fits the search. */
    return walks->tangent_count +
           (2 * walks->span_count + 2 * qm__body_spans_most(walks, body_count)) * (seed_count + 8);
}

/* By how much a label gets cheaper when the points of borders that lead to it are moved to where the way is cheapest: a
 * search comes only to those that were strewn. */
static double bend_gain(const qm__search *s, const qm__walk_label *label) {
    const qm__span *span = qm__field_span(&s->field, label->lane / 2);
    const qm__xy at = qm__span_place(span, label->angle);
    const qm__walk_label *base = label;
    qm__spot from = s->seeds[label->seed].spot;
    double paid = s->seeds[label->seed].cost; /* there */
    qm__bends bends = {.count = 0};
    uint64_t met = s->seeds[label->seed].areas;
    if (span->kind == QM__ANCHOR_SHORE || !s->pricing.inch) {
        return 0;
    }
    while (base->parent != QM__NO_LABEL) {
        const double leave = base->leave;
        base = &s->labels[base->parent];
        const qm__span *before = qm__field_span(&s->field, base->lane / 2);
        if (before->kind != QM__ANCHOR_SHORE || bends.count == QM__BENDS_MAX) {
            const qm__xy place = qm__span_place(before, leave);
            from = (qm__spot){place.x, place.y, before->level};
            met = base->areas;
            paid = base->cost + before->radius * qm__lane_turn(before, base->lane & 1, base->angle, leave) +
                   qm__arc_price(&s->field, &s->pricing, base->lane, base->angle, leave, &met);
            break;
        }
        memmove(bends.at + 1, bends.at, bends.count * sizeof *bends.at);
        memmove(bends.areas + 1, bends.areas, bends.count * sizeof *bends.areas);
        bends.at[0] = before->centre;
        bends.areas[0] = before->number;
        bends.count++;
    }
    if (bends.count == 0) {
        return 0;
    }
    const qm__spot to = {at.x, at.y, span->level};
    uint64_t as_met = met;
    const double same = qm__bends_cost(&s->field, &s->pricing, from, to, QM__CARE, &bends, 1e30, &as_met);
    const double now = qm__least(label->cost - paid, same);
    qm__bends_settle(s->field.walks->levels, &s->pricing, from, at, &bends);
    const double then = qm__bends_cost(&s->field, &s->pricing, from, to, QM__CARE, &bends, now, &met);
    return then >= 0 && (as_met & ~met) == 0 ? now - then : 0;
}

bool qm__walks_spread(const qm__spread_ask *ask, void *scratch, qm__arrival *out, uint32_t max, uint32_t *count) {
    *count = 0;
    if (ask->seed_count == 0) {
        return true;
    }
    qm__search search;
    const int32_t isle = qm__isle_at(ask->field.walks, ask->seeds[0].spot);
    if (isle < 0) {
        return true;
    }
    qm__pricing pricing;
    qm__pricing_make(ask->field.walks, ask->prices, &pricing);
    pricing.near = ask->near;
    pricing.near_count = ask->near != NULL;
    pricing.strewn = pricing.strewn && ask->strewn;
    qm__search_start(&search, &ask->field, isle, &pricing, scratch);
    search.seeds = ask->seeds;
    search.limit = ask->budget;
    for (uint32_t i = 0; i < ask->seed_count; i++) {
        if (qm__isle_at(ask->field.walks, ask->seeds[i].spot) == isle) {
            qm__search_seed(&search, i);
        }
    }
    for (;;) {
        const uint32_t i = qm__search_next(&search);
        if (i == QM__NO_LABEL) {
            return !search.exhausted;
        }
        if (*count == max) {
            return false;
        }
        qm__walk_label *label = &search.labels[i];
        label->told = (*count)++;
        const qm__walk_label *parent = label->parent == QM__NO_LABEL ? NULL : &search.labels[label->parent];
        const double gain = bend_gain(&search, label) + (parent ? parent->cost - out[parent->told].cost : 0);
        out[label->told] = (qm__arrival){.cost = label->cost - gain,
                                         .angle = label->angle,
                                         .until = label->until,
                                         .leave = label->leave,
                                         .at = label->at,
                                         .lane = label->lane,
                                         .parent = parent ? parent->told : QM__NO_ARRIVAL,
                                         .seed = label->seed,
                                         .level = qm__field_span(&search.field, label->lane / 2)->level,
                                         .areas = label->areas};
    }
}
