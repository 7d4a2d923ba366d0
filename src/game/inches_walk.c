/* Treks: moves on a table of inches that are judged leg by leg, with the first thing in the way named, what they cost,
 * and where movement ends that does not suffice.
 *
 * Invariant: what is walked is told in whole units, and those are what was judged. A mute trek changes nothing but
 * itself and the search memory. Rejected: to judge a whole order at once as a route; then the leg at fault could not be
 * named, and a leg that is drawn would not be kept to.
 */
#include "game/inches.h"

/* --------------------------------------------------------------------------------------------------------- refusing */

qm_reason *qm__trek_refuse(qm__trek *trek, uint16_t kind, qm_place at) {
    qm_reason *reason = trek->mute ? &trek->spare : qm__refuse(trek->j, kind);
    reason->leg = trek->leg;
    reason->at = at;
    return reason;
}

qm_reason *qm__trek_told(qm__trek *trek, qm__inch_reason reason, qm_place at) {
    return qm__trek_refuse(trek, trek->inches->facts->reasons[reason], at);
}

static qm__inch_reason reason_for(const qm__obstruction *why) {
    switch ((qm__obstacle)why->what) {
    case QM__FREE:
        break;
    case QM__OFF_TABLE:
        return QM__INCH_OFF_TABLE;
    case QM__NO_SURFACE:
        return why->prism == QM__NOTHING ? QM__INCH_NOWHERE : QM__INCH_NO_SURFACE;
    case QM__IN_PRISM:
        return why->railing ? QM__INCH_RAILING : QM__INCH_SOLID;
    case QM__ON_PRISM:
        return QM__INCH_ON_SOLID;
    case QM__NOT_WHOLE:
        return QM__INCH_NOT_WHOLE;
    case QM__BODY:
        return QM__INCH_FIGURE;
    case QM__TOO_HIGH:
        return QM__INCH_TOO_HIGH;
    }
    return QM__INCH_NO_WAY;
}

static uint16_t solid_word(const qm__table *table, int32_t prism) {
    return (uint16_t)(prism >= 0 ? prism + 1 : prism == QM__BORDER ? table->prism_count + 1 : 0);
}

qm_reason *qm__trek_stopped(qm__trek *trek, const qm__obstruction *why, int32_t level) {
    qm_reason *reason = qm__trek_told(trek, reason_for(why), qm__inch_place(trek->base, why->at, level));
    reason->word = solid_word(qm__levels_table(trek->base->levels), why->prism);
    if (why->what == QM__BODY) {
        reason->other = (uint16_t)(why->body + 1);
    }
    return reason;
}

qm_reason *qm__trek_no_place(qm__trek *trek, const qm__obstruction *why, qm_place place) {
    qm_reason *reason = qm__trek_stopped(trek, why, -1);
    reason->at = place;
    if (!trek->mute && !trek->j->brief) {
        qm_verdict *verdict = trek->j->verdict;
        verdict->stand_count = qm__inch_nearest(trek->search, place, verdict->stands);
    }
    return reason;
}

/* ----------------------------------------------------------------------------------------------------------- prices */

double qm__trek_ground(qm__trek *trek, qm__spot to) {
    const qm__levels *levels = trek->base->levels;
    const uint64_t from = qm__areas_at(levels, trek->here), in = qm__areas_at(levels, to);
    double cost = 0;
    for (uint16_t i = 0; trek->prices && i < trek->j->scenario->table.area_count; i++) {
        cost += ((from | in) & ~trek->paid) >> i & 1 ? trek->prices[i].once : 0;
        cost += (in & ~from) >> i & 1 ? trek->prices[i].entry : 0;
    }
    trek->paid |= from | in;
    return cost;
}

/* What a straight piece costs, with all that areas take; notes in *paid those that have been paid for once. */
static double piece_price(const qm__trek *trek, qm__spot from, qm__spot to, uint64_t *paid) {
    return qm__walk_price(trek->base->walks, trek->prices, from, to, paid);
}

/* The same for a piece to whatever level it leads to, which is told; -1 if it is not free (a way found beside a figure
 * may be so by a hair). */
static double free_price(const qm__trek *trek, qm__spot from, qm__xy to, uint64_t *paid, int32_t *level) {
    qm__traced traced;
    if (!qm__trace_joined(trek->base->levels, &trek->search->crowd, &from, to, -1, &traced)) {
        return -1;
    }
    *level = traced.level;
    return piece_price(trek, from, (qm__spot){to.x, to.y, traced.level}, paid);
}

/* Where a piece that begins with `left` to spend, and costs more, has taken all of it: the last place in whole units to
 * which it suffices. */
static qm_place end_on_piece(const qm__trek *trek, qm__spot here, qm__xy to, uint64_t paid, double left) {
    double low = 0, high = 1;
    qm_place end = qm__inch_place_of(trek->base, here);
    for (int i = 0; i < 24; i++) {
        const double part = (low + high) / 2;
        const qm__xy on = {here.x + (to.x - here.x) * part, here.y + (to.y - here.y) * part};
        const qm_place near = qm__inch_place(trek->base, on, here.level);
        const qm__xy at = {near.x, near.y};
        uint64_t met = paid;
        int32_t level = here.level;
        const double cost = free_price(trek, here, at, &met, &level);
        if (cost >= 0 && cost <= left) {
            low = part;
            end = qm__inch_place(trek->base, at, level);
        } else {
            high = part;
        }
    }
    return end;
}

/* Pays. Where that is more than there is, finds where movement ends on the points from `here` on; `paid`: the areas
 * that had been paid for there. */
static void spend(qm__trek *trek, double cost, const qm__spot *points, uint32_t count, uint64_t paid) {
    double left = trek->allowance - trek->cost;
    trek->cost += cost;
    if (trek->spent || qm__units(trek->cost) <= trek->allowance) {
        return;
    }
    trek->spent = true;
    trek->end = qm__inch_place_of(trek->base, trek->here);
    for (uint32_t i = 1; i < count && left > 0; i++) {
        uint64_t met = paid;
        const qm__xy to = {points[i].x, points[i].y};
        const double price = piece_price(trek, points[i - 1], points[i], &met);
        if (price > left) {
            trek->end = end_on_piece(trek, points[i - 1], to, paid, left);
            return;
        }
        trek->end = qm__inch_place_of(trek->base, points[i]);
        left -= price;
        paid = met;
    }
}

/* ------------------------------------------------------------------------------------------------------------- legs */

static void tell_way(qm__trek *trek, qm_place place) {
    if (!trek->mute) {
        qm__way_add(trek->j, place);
    }
}

/* Goes to the end of a leg on which the base is in some areas; those of both ends count, even when it steps out of them
 * at once. */
static void arrive(qm__trek *trek, qm__spot to, uint64_t areas) {
    const qm__levels *levels = trek->base->levels;
    trek->met |= areas | qm__areas_at(levels, trek->here) | qm__areas_at(levels, to);
    trek->here = to;
}

void qm__trek_begin(qm__trek *trek, qm__judging *judging, const qm__inches *inches) {
    const qm__trek begun = {
        .prices = trek->prices,
        .allowance = trek->allowance,
        .mute = trek->mute,
        .known = trek->known,
        .most = trek->most,
        .j = judging,
        .inches = inches,
        .search = qm__inch_begin(judging->scenario, inches, judging->state, judging->order->actor, judging->search)};
    *trek = begun;
    trek->base = trek->search->base;
    trek->here = qm__inch_spot(trek->base, trek->search->from);
    tell_way(trek, trek->search->from);
}

bool qm__trek_straight(qm__trek *trek, qm_place place) {
    const qm__spot end = qm__inch_spot(trek->base, place);
    const qm__xy to = {place.x, place.y};
    qm__spot begin = trek->here;
    qm__traced traced;
    const bool clear =
        qm__trace_joined(trek->base->levels, &trek->search->crowd, &begin, to, end.level, &traced) && end.level >= 0;
    if (!clear && traced.why.what != QM__FREE) {
        traced.why.at = qm__contact((qm__xy){begin.x, begin.y}, &traced.why);
        qm__trek_stopped(trek, &traced.why, traced.why.level);
        return false;
    }
    if (!clear) {
        qm_reason *reason = qm__trek_told(trek, QM__INCH_HEIGHT, place);
        reason->needed = place.z;
        reason->had = qm__level_height(trek->base->levels, traced.level);
        return false;
    }
    const qm__spot points[] = {begin, end};
    const uint64_t paid = trek->paid;
    spend(trek, piece_price(trek, begin, end, &trek->paid), points, 2, paid);
    arrive(trek, end, traced.areas);
    tell_way(trek, place);
    return true;
}

/* What ground costs from here on: nothing once where that has been paid. */
static const qm__area_price *prices_left(const qm__trek *trek, qm__area_price out[QM__AREAS_MAX]) {
    for (uint16_t i = 0; trek->prices && i < trek->j->scenario->table.area_count; i++) {
        out[i] = trek->prices[i];
        out[i].once = trek->paid >> i & 1 ? 0 : out[i].once;
    }
    return trek->prices ? out : NULL;
}

/* Where there is a way but for figures, tells one who shuts it: the first on the shortest that there would be. */
static void tell_who_shuts(qm__trek *trek, const qm__walk_ask *ask) {
    const qm__levels *levels = trek->base->levels;
    qm__inch_search *search = trek->search;
    qm__walk_ask alone = *ask;
    qm__walked walked;
    alone.crowd = NULL;
    qm__walk_find(trek->base->walks, &alone, qm__inch_scratch(search), &search->way, &walked);
    const uint32_t count =
        walked.found ? qm__way_points(levels, NULL, &search->way, search->points, QM_WAY_MAX) : 0;
    bool told = false;
    for (uint32_t i = 1; i < count && !told; i++) {
        qm__spot begin = search->points[i - 1];
        const qm__xy to = {search->points[i].x, search->points[i].y};
        qm__traced traced;
        told = !qm__trace_joined(levels, &search->crowd, &begin, to, -1, &traced) && traced.why.what == QM__BODY;
        if (told) {
            traced.why.at = qm__contact((qm__xy){begin.x, begin.y}, &traced.why);
            qm__trek_stopped(trek, &traced.why, traced.why.level);
        }
    }
}

/* Finds the cheapest way and its points; how many. 0: there is none, which has been told. */
static uint32_t find_way(qm__trek *trek, qm_place place, qm__walked *walked) {
    qm__inch_search *search = trek->search;
    qm__area_price prices[QM__AREAS_MAX];
    const uint8_t only = trek->known ? trek->known[trek->leg - 1] : 0;
    const qm__walk_ask ask = {.from = trek->here,
                              .to = qm__inch_spot(trek->base, place),
                              .crowd = &search->crowd,
                              .prices = prices_left(trek, prices),
                              .limit = trek->most > 0 ? trek->most - trek->cost : 1e9,
                              .only = only};
    qm__walk_find(trek->base->walks, &ask, qm__inch_scratch(search), &search->way, walked);
    const uint32_t points =
        walked->found ? qm__way_points(trek->base->levels, &search->crowd, &search->way, search->points, QM_WAY_MAX)
                      : 0;
    if (points > 0) {
        return points;
    }
    if (!walked->exhausted && !walked->found) {
        qm__trek_told(trek, QM__INCH_NO_WAY, place);
        if (!trek->mute && !trek->j->brief) {
            tell_who_shuts(trek, &ask);
        }
        return 0;
    }
    trek->unknown = true;
    if (!trek->mute) {
        qm_reason *reason = qm__leave_to_person(trek->j, trek->inches->facts->reasons[QM__INCH_UNKNOWN]);
        reason->leg = trek->leg;
        reason->at = place;
    }
    return 0;
}

/* What a way costs: as it was found, or by its points where these cost more (when it bends where no whole place is near
 * enough, or beside ground that costs by the inch), so that it is not dearer when it is typed. */
static double price_of_way(const qm__trek *trek, double found, const qm__spot *points, uint32_t count) {
    uint64_t paid = trek->paid;
    double cost = 0;
    for (uint32_t i = 1; i < count; i++) {
        cost += piece_price(trek, points[i - 1], points[i], &paid);
    }
    return qm__most(found, cost);
}

bool qm__trek_walk(qm__trek *trek, qm_place place) {
    const qm__spot to = qm__inch_spot(trek->base, place);
    qm__obstruction why;
    qm__walked walked;
    if (!qm__inch_can_be(trek->base, &trek->search->crowd, place, false, &why)) {
        qm__trek_no_place(trek, &why, place);
        return false;
    }
    const uint32_t points = find_way(trek, place, &walked);
    if (points == 0) {
        return false;
    }
    for (uint32_t i = 1; i < points; i++) {
        tell_way(trek, qm__inch_place_of(trek->base, trek->search->points[i]));
    }
    if (points == 1 && to.level != trek->here.level) { /* a step where it is */
        tell_way(trek, place);
    }
    trek->approximate |= walked.approximate;
    if (trek->leg > 0) { /* a way that was found for the figure is no leg of the order */
        trek->searches[trek->leg - 1] = walked.search;
    }
    if (!trek->mute) {
        trek->j->verdict->approximate |= walked.approximate;
    }
    spend(trek, price_of_way(trek, walked.cost, trek->search->points, points), trek->search->points, points,
          trek->paid);
    trek->paid |= trek->search->way.areas;
    arrive(trek, to, trek->search->way.areas);
    return true;
}

void qm__trek_take(qm__trek *trek, const qm__inch_link *link, double cost) {
    const double ground = qm__trek_ground(trek, link->to);
    spend(trek, cost + ground, NULL, 0, trek->paid);
    arrive(trek, link->to, 0);
    tell_way(trek, qm__inch_place_of(trek->base, link->to));
}

bool qm__trek_end(qm__trek *trek) {
    const int32_t cost = qm__units(trek->cost);
    qm__obstruction why;
    const bool stands = qm__stands(trek->base->levels, &trek->search->crowd, trek->here, QM__SLACK, &why);
    if (!stands) {
        qm__trek_no_place(trek, &why, qm__inch_place_of(trek->base, trek->here));
    }
    if (!trek->mute) {
        trek->j->verdict->unit = 2;
        trek->j->verdict->cost = cost;
        trek->j->verdict->allowance = trek->allowance;
    }
    if (cost > trek->allowance) {
        qm_reason *reason = qm__trek_refuse(trek, trek->inches->facts->far, trek->end);
        reason->leg = 0; /* it is the whole that is too much */
        reason->needed = cost;
        reason->had = trek->allowance;
    }
    return stands && cost <= trek->allowance;
}
