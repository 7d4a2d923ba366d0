/* Units that do not go as others do: flying ones, straight through the air from place to place, and ethereal ones,
 * straight through whatever is in the way.
 *
 * A flight is a straight line in space and costs its length there. It may end in the air while another flight follows,
 * so that walls are flown over in two or three legs. No solid and no figure that blocks may be in the way of the unit's
 * body anywhere on the line. An ethereal unit passes solids and figures, but it does not walk on air: along its line
 * there is always a surface within a step of its height, or a solid around it.
 *
 * Invariant: in the air the spot of a trek has no level, and where the unit is stands in the last hop.
 */
#include "rules/warband/warband.h"

#include "space/table/links_inside.h"

enum { HALVINGS = 24 };

void qm__wb_arrive(qm__trek *trek, qm_place to, double cost) {
    const qm__levels *levels = trek->base->levels;
    const qm__spot spot = qm__inch_spot(trek->base, to);
    if (!trek->spent && qm__units(trek->cost + cost) > trek->allowance) {
        trek->spent = true;
        trek->end = qm__inch_place_of(trek->base, trek->here);
    }
    trek->cost += cost;
    trek->met |= trek->here.level >= 0 ? qm__areas_at(levels, trek->here) : 0;
    trek->met |= spot.level >= 0 ? qm__areas_at(levels, spot) : 0;
    trek->here = spot;
    if (!trek->mute) {
        qm__way_add(trek->j, to);
    }
}

static qm__xy on_line(qm_place from, qm_place to, double part) {
    return qm__along((qm__xy){from.x, from.y}, (qm__xy){(double)to.x - from.x, (double)to.y - from.y}, part);
}

/* Flies straight there, for its length and what the ground costs where it begins and ends. Movement that does not
 * suffice ends on the line, at its height in the air. */
static void fly_straight(qm__trek *trek, qm_place from, qm_place to, double length) {
    const double left = trek->allowance - trek->cost;
    const bool before = trek->spent;
    const double ground = wb_of(trek->j->scenario)->toll ? qm__trek_ground(trek, qm__inch_spot(trek->base, to)) : 0;
    qm__wb_arrive(trek, to, length + ground);
    if (!before && trek->spent) {
        const double part = qm__most(left, 0) / (length + ground);
        const qm__xy at = on_line(from, to, part);
        trek->end = (qm_place){qm__units(at.x), qm__units(at.y), qm__units(from.z + ((double)to.z - from.z) * part)};
    }
}

double qm__wb_ghost_cost(const qm_scenario *s, const qm__inch_base *base, qm__spot from, qm__spot to, uint64_t *paid) {
    const qm__area_price *toll = wb_of(s)->toll;
    return toll ? qm__walk_price(base->walks, toll, from, to, paid)
                : qm__apart((qm__xy){from.x, from.y}, (qm__xy){to.x, to.y});
}

/* The part of a line that an ethereal unit has movement for. */
static double ghost_part(const qm__trek *trek, qm_place from, qm_place to, uint64_t paid, double left) {
    const qm__spot begin = qm__inch_spot(trek->base, from);
    double low = 0, high = 1;
    for (int i = 0; i < HALVINGS; i++) {
        const double middle = (low + high) / 2;
        uint64_t met = paid;
        const qm__spot at = qm__spot_at(on_line(from, to, middle), begin.level);
        const bool goes = qm__wb_ghost_cost(trek->j->scenario, trek->base, begin, at, &met) <= left;
        low = goes ? middle : low;
        high = goes ? high : middle;
    }
    return low;
}

/* Goes straight there through whatever is in the way, for what that costs on foot. Movement that does not suffice ends
 * on the line, on whichever of the two surfaces is there. */
static void haunt_straight(qm__trek *trek, qm_place from, qm_place to) {
    const double left = trek->allowance - trek->cost;
    const bool before = trek->spent;
    const uint64_t paid = trek->paid;
    const double cost =
        qm__wb_ghost_cost(trek->j->scenario, trek->base, trek->here, qm__inch_spot(trek->base, to), &trek->paid);
    qm__wb_arrive(trek, to, cost);
    if (!before && trek->spent) {
        const qm__xy at = on_line(from, to, ghost_part(trek, from, to, paid, left));
        trek->end = (qm_place){qm__units(at.x), qm__units(at.y), from.z};
        trek->end.z = qm__inch_spot(trek->base, trek->end).level < 0 ? to.z : from.z;
    }
}

/* ------------------------------------------------------------------------------------------------------------ flying
 */

/* A line in space. */
typedef struct line {
    qm__xy a, b;
    double z, rise;
} line;

/* The part of a line on which its height is above `low` and below `high`; false when there is none. */
static bool part_between(const line *l, double low, double high, qm__xy *from, qm__xy *to) {
    double first = 0, last = 1;
    if (l->rise == 0) {
        if (l->z <= low || l->z >= high) {
            return false;
        }
    } else {
        const double a = (low - l->z) / l->rise, b = (high - l->z) / l->rise;
        first = qm__most(first, qm__least(a, b));
        last = qm__least(last, qm__most(a, b));
    }
    if (first >= last) {
        return false;
    }
    *from = qm__along(l->a, qm__minus(l->b, l->a), first);
    *to = qm__along(l->a, qm__minus(l->b, l->a), last);
    return true;
}

/* Where a base on its way along a piece of a line first meets a solid. */
static qm_place first_met(const qm__table *one, const qm__walker *walker, const line *l, qm__xy from, qm__xy to) {
    const int32_t any = QM__COORDINATE_MAX;
    double low = 0, high = 1;
    for (int i = 0; i < 24; i++) {
        const double middle = (low + high) / 2;
        const bool free =
            qm__air_free(one, -any, any, from, qm__along(from, qm__minus(to, from), middle), walker->radius, QM__SLACK);
        low = free ? middle : low;
        high = free ? high : middle;
    }
    const qm__xy at = qm__along(from, qm__minus(to, from), high);
    const double part = qm__nearest_part(l->a, l->b, at);
    return (qm_place){qm__units(at.x), qm__units(at.y), qm__units(l->z + l->rise * part)};
}

/* The solid in the way of a body on a line, from 1, and where that is; 0 = none. What is no more than a step above its
 * base is not. */
static uint16_t solid_on(const qm__table *table, const qm__walker *walker, const line *l, qm_place *at) {
    const int32_t any = QM__COORDINATE_MAX;
    for (uint16_t i = 0; i < table->prism_count; i++) {
        const qm__prism *prism = &table->prisms[i];
        qm__prism bare = *prism;
        qm__table one = *table;
        qm__xy from, to;
        bare.polygon.railed = false;
        one.prisms = &bare;
        one.prism_count = 1;
        if (part_between(l, prism->bottom - walker->height, prism->top - walker->step, &from, &to) &&
            !qm__air_free(&one, -any, any, from, to, walker->radius, QM__SLACK)) {
            *at = first_met(&one, walker, l, from, to);
            return (uint16_t)(i + 1);
        }
    }
    return 0;
}

static uint16_t figure_on(const qm__crowd *crowd, const qm__walker *walker, const line *l) {
    for (uint16_t i = 0; i < crowd->count; i++) {
        const qm__body *body = &crowd->bodies[i];
        const double keep = walker->radius + body->radius - QM__SLACK;
        qm__xy from, to;
        if (i != crowd->self && body->manner == QM__BLOCK &&
            part_between(l, body->z - walker->height, body->z + body->height, &from, &to) &&
            qm__point_segment_square((qm__xy){body->x, body->y}, from, to) < keep * keep) {
            return (uint16_t)(i + 1);
        }
    }
    return 0;
}

/* Whether a unit can be at the end of a flight: over the table, or where its base can be. */
static bool end_allowed(qm__trek *trek, qm_place to) {
    const qm__table *table = &trek->j->scenario->table;
    qm__obstruction why;
    if (qm__inch_spot(trek->base, to).level < 0) { /* in the air: the line has been looked at */
        const bool off = to.x < 0 || to.y < 0 || to.z < 0 || to.x > table->width || to.y > table->depth;
        if (off) {
            qm__trek_told(trek, QM__INCH_OFF_TABLE, to);
        }
        return !off;
    }
    if (!qm__inch_can_be(trek->base, &trek->search->crowd, to, false, &why)) {
        qm__trek_no_place(trek, &why, to);
        return false;
    }
    return true;
}

bool qm__wb_judge_flight(qm__trek *trek, qm_place from, qm_place to) {
    const qm_scenario *s = trek->j->scenario;
    const qm__walker *walker = qm__levels_walker(trek->base->levels);
    const line l = {{from.x, from.y}, {to.x, to.y}, from.z, (double)to.z - from.z};
    if (!wb_value(s, trek->j->order->actor, WB_FLYING)) {
        qm__trek_refuse(trek, WB_REASON_FLIES_NOT, to);
        return false;
    }
    qm_place met = to;
    const uint16_t solid = solid_on(&s->table, walker, &l, &met), figure = figure_on(&trek->search->crowd, walker, &l);
    const uint16_t barred = qm__wb_over_barred(s, walker->radius, l.a, l.b);
    if (solid != 0) {
        qm__trek_refuse(trek, WB_REASON_FLIGHT_BLOCKED, met)->word = solid;
        if (!trek->mute && !trek->j->brief && !qm__inch_can_be(trek->base, &trek->search->crowd, to, false, NULL)) {
            trek->j->verdict->stand_count = qm__inch_nearest(trek->search, to, trek->j->verdict->stands);
        }
        return false;
    }
    if (barred != 0) {
        qm__wb_refuse_barred(trek, barred, to);
        return false;
    }
    if (figure != 0) {
        qm__trek_refuse(trek, WB_REASON_FLIGHT_FIGURE, qm__inch_at(&trek->search->crowd.bodies[figure - 1]))->other =
            figure;
        return false;
    }
    if (!end_allowed(trek, to)) {
        return false;
    }
    const double plan = qm__apart(l.a, l.b);
    fly_straight(trek, from, to, qm__length((qm__xy){plan, l.rise}));
    return true;
}

/* ---------------------------------------------------------------------------------------------------------- ethereal
 */

/* Whether a solid carries an ethereal unit at a height: it is around it, or its top is within a step. */
static bool carries(const qm__prism *prism, int32_t low, int32_t high) {
    return prism->bottom <= high && prism->top >= low;
}

/* The first part of a line after another one at which it crosses an edge of a solid that may carry; 1 = none. */
static double next_edge(const qm__table *table, qm__xy a, qm__xy b, int32_t low, int32_t high, double after) {
    double first = 1;
    const qm__xy d = qm__minus(b, a);
    for (uint16_t i = 0; i < table->prism_count; i++) {
        qm__edges edges = qm__edges_of(table, &table->prisms[i].polygon);
        qm__edge edge;
        while (carries(&table->prisms[i], low, high) && qm__edges_next(&edges, &edge)) {
            const qm__xy e = qm__minus(edge.b, edge.a);
            const double across = qm__cross(d, e);
            const double part = across != 0 ? qm__cross(qm__minus(edge.a, a), e) / across : 1;
            first = part > after && part < first ? part : first;
        }
    }
    return first;
}

static bool carried_at(const qm__table *table, qm__xy p, int32_t low, int32_t high) {
    bool found = low <= 0;
    for (uint16_t i = 0; i < table->prism_count && !found; i++) {
        found = carries(&table->prisms[i], low, high) &&
                qm__polygon_has(table, &table->prisms[i].polygon, p.x, p.y, QM__SLACK);
    }
    return found;
}

/* Whether something carries the unit all along; if not, where it would walk on air. */
static bool carried(const qm__table *table, qm__xy a, qm__xy b, int32_t low, int32_t high, qm__xy *air) {
    double part = 0;
    while (part < 1) {
        const double next = next_edge(table, a, b, low, high, part + 1e-9);
        *air = qm__along(a, qm__minus(b, a), (part + next) / 2);
        if (!carried_at(table, *air, low, high)) {
            return false;
        }
        part = next;
    }
    return true;
}

bool qm__wb_judge_ghost(qm__trek *trek, qm_place to) {
    const qm_place from = qm__inch_place_of(trek->base, trek->here);
    const int32_t step = qm__levels_walker(trek->base->levels)->step;
    const int32_t low = (from.z < to.z ? from.z : to.z) - step, high = (from.z > to.z ? from.z : to.z) + step;
    const qm__xy a = {from.x, from.y}, b = {to.x, to.y};
    const int32_t rise = to.z > from.z ? to.z - from.z : from.z - to.z;
    qm__obstruction why;
    qm__xy air;
    if (!qm__inch_can_be(trek->base, &trek->search->crowd, to, false, &why)) {
        qm__trek_no_place(trek, &why, to);
        return false;
    }
    if (rise > step) {
        qm_reason *reason = qm__trek_refuse(trek, WB_REASON_GHOST_HEIGHT, to);
        reason->needed = rise;
        reason->had = step;
        return false;
    }
    if (!carried(&trek->j->scenario->table, a, b, low, high, &air)) {
        qm__trek_told(trek, QM__INCH_NOWHERE, qm__inch_place(trek->base, air, trek->here.level));
        return false;
    }
    trek->met |= qm__areas_along(trek->base->levels, trek->here.level, a, b);
    haunt_straight(trek, from, to);
    return true;
}
