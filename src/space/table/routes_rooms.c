/* Rooms: what can be walked to from where, bodies and all, and ports of which no flight is clear. Both tell a search
 * that does not come to an end soon what it need not try.
 *
 * All of a port's take-off can be walked along, and all of its landing, so one walk to the middle of a curve speaks for
 * the whole of it, and places between which there is a walk make a room. Isles are known from the start and cost
 * nothing, but a railing or a body parts a roof into rooms that are one isle; chains over ports in the wrong room would
 * be settled one by one, and never found to lead anywhere.
 *
 * Ground that is shut, for it costs more to enter than a route may, parts rooms as well; what lies in it or touches it
 * is in no room that is known.
 *
 * Invariant: curves in different rooms have no walk between them. A port without a clear flight among the samples is
 * given up: they are more than settling would begin with. Rejected: rooms for every question; most are answered with
 * fewer walks than that takes.
 */
#include "space/table/routes_search.h"
#include "space/table/walk_inside.h"

#include <string.h>

#define ANYWHERE 1e9 /* units: longer than any walk */
enum { ROOMS_MAX = 64, FLIGHTS_TRIED = 13 };

typedef struct rooms {
    qm__walk_ask ask;                   /* any walk at all */
    qm__area_price shut[QM__AREAS_MAX]; /* what may not be entered; all else costs nothing */
    qm__spot places[ROOMS_MAX];
    int32_t isles[ROOMS_MAX];
    int32_t count;
    int32_t last; /* the one that was found last is tried first */
} rooms;

/* Ground into which no route within the limit leads parts rooms as a wall does. */
static void begin(const qm__hiking *h, rooms *known) {
    const qm__walk_ask *const ask = &h->ask->walk;
    known->ask = h->walk;
    known->ask.prices = NULL;
    known->ask.limit = ANYWHERE;
    known->count = known->last = 0;
    memset(known->shut, 0, sizeof known->shut);
    for (uint32_t i = 0; ask->prices && i < qm__levels_table(h->levels)->area_count; i++) {
        if (ask->prices[i].entry > ask->limit) {
            known->shut[i].entry = 2 * (int32_t)ANYWHERE;
            known->ask.prices = known->shut;
        }
    }
}

static bool walks_to(qm__hiking *h, rooms *known, qm__spot from, qm__spot to) {
    qm__walked walked;
    known->ask.from = from;
    known->ask.to = to;
    h->walk_count++;
    qm__walk_find(h->walks, &known->ask, h->walk_scratch, NULL, &walked);
    h->exhausted = h->exhausted || walked.exhausted;
    return walked.found;
}

/* The room of a place on an isle; -1 when there are too many. */
static int32_t room_at(qm__hiking *h, rooms *known, qm__spot spot, int32_t isle) {
    for (int32_t i = -1; i < known->count; i++) {
        const int32_t room = i < 0 ? known->last : i;
        if (room >= known->count || (i >= 0 && i == known->last) ||
            (isle >= 0 && known->isles[room] >= 0 && isle != known->isles[room])) {
            continue;
        }
        if (walks_to(h, known, known->places[room], spot)) {
            known->last = room;
            return room;
        }
    }
    if (known->count == ROOMS_MAX) {
        return -1;
    }
    known->places[known->count] = spot;
    known->isles[known->count] = isle;
    known->last = known->count;
    return known->count++;
}

static bool meets(const qm__table *table, const qm__polygon *polygon, const qm__curve *curve, double around) {
    const qm__xy middle = qm__curve_point(curve, 0.5);
    if (qm__box_apart(&polygon->box, middle) > around + qm__curve_length(curve) / 2) {
        return false;
    }
    bool meets = qm__polygon_has(table, polygon, middle.x, middle.y, 0);
    qm__edges edges = qm__edges_of(table, polygon);
    for (qm__edge edge; !meets && qm__edges_next(&edges, &edge);) {
        const qm__curve side = {.a = edge.a, .b = edge.b};
        meets = qm__curves_apart(curve, &side) <= around;
    }
    return meets;
}

/* Whether a base on a curve may be in ground that is shut: then its middle does not speak for all of it. */
static bool may_be_shut(const qm__hiking *h, const rooms *known, const qm__curve *curve) {
    const qm__table *const table = qm__levels_table(h->levels);
    const double around = qm__levels_walker(h->levels)->radius + QM__SLACK;
    bool may = false;
    for (uint32_t i = 0; known->ask.prices && i < table->area_count && !may; i++) {
        may = known->shut[i].entry > 0 && meets(table, &table->areas[i].polygon, curve, around);
    }
    return may;
}

/* The room of a curve; -1 when that is not known. */
static int32_t room_of(qm__hiking *h, rooms *known, const qm__curve *curve, int32_t level, int32_t isle) {
    return may_be_shut(h, known, curve) ? -1 : room_at(h, known, qm__spot_at(qm__curve_point(curve, 0.5), level), isle);
}

/* Whether none of many flights of a port is clear. */
static bool all_stopped(const qm__hiking *h, const qm__port *port) {
    const qm__leg *const leg = &port->leg;
    const qm__link *const link = &h->links->items[port->link];
    const bool flies = link->kind == QM__LINK_JUMP || link->kind == QM__LINK_DROP;
    for (int k = 0; flies && !leg->tied && k < FLIGHTS_TRIED * FLIGHTS_TRIED; k++) {
        const double last = FLIGHTS_TRIED - 1;
        const qm__xy off = qm__curve_point(&leg->off, k % FLIGHTS_TRIED / last);
        const qm__xy on = qm__curve_point(&leg->on, k / FLIGHTS_TRIED / last);
        if (qm__flight_free(h->links, port->link, h->walk.crowd, off, on, port->beyond)) {
            return false;
        }
    }
    return flies && !leg->tied;
}

void qm__routes_rooms(qm__routing *s) {
    qm__hiking *const h = &s->hiking;
    const qm__walk_ask *const ask = &h->ask->walk;
    rooms known;
    begin(h, &known);
    const int32_t from = room_at(h, &known, ask->from, s->from_isle), to = room_at(h, &known, ask->to, s->to_isle);
    for (uint32_t i = 0; i < s->ports.count; i++) {
        qm__port *const port = &s->ports.items[i];
        port->shut = all_stopped(h, port);
        if (port->shut) {
            continue;
        }
        port->from_isle = room_of(h, &known, &port->leg.off, port->from, port->from_isle);
        port->to_isle = room_of(h, &known, &port->leg.on, port->to, port->to_isle);
    }
    s->from_isle = from;
    s->to_isle = to;
    qm__ports_ahead(&s->ports, ask->to, to, ask->limit);
}
