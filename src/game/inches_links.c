/* Links on a table of inches: the climb, ladder, jump or drop that a leg asks for, why there is none, all that there
 * are, and where one who fails comes to rest.
 *
 * Invariant: a link is asked for between the very places that are typed, from where the base can be to where it can be.
 * What it costs and whether it can fail is not known here.
 */
#include "game/inches.h"

#include "space/table/links_inside.h"

/* --------------------------------------------------------------------------------------------------------- refusing */

/* The solid whose side cannot be climbed, beside the higher of two ends; -1 = none. */
static int32_t sheer_solid(const qm__table *table, qm_place a, qm_place b, int32_t step) {
    const qm_place high = a.z > b.z ? a : b;
    const int32_t low = (a.z > b.z ? b.z : a.z) + step;
    for (uint32_t i = 0; i < table->prism_count; i++) {
        const qm__prism *prism = &table->prisms[i];
        if ((prism->flags & QM__PRISM_SHEER) && prism->top > low && prism->bottom < high.z &&
            qm__polygon_has(table, &prism->polygon, high.x, high.y, QM__LINK_TOUCH)) {
            return (int32_t)i;
        }
    }
    return -1;
}

static void refuse_numbers(qm__trek *trek, qm__inch_reason kind, qm_place at, double needed, double had) {
    qm_reason *reason = qm__trek_told(trek, kind, at);
    reason->needed = qm__units(needed);
    reason->had = qm__units(had);
}

uint16_t qm__inch_railing(const qm__inch_base *base, qm_place from, qm_place to, qm_place *where) {
    const qm__table *table = qm__levels_table(base->levels);
    const qm__xy off = {from.x, from.y}, on = {to.x, to.y};
    const int32_t z = from.z > to.z ? from.z : to.z;
    for (uint16_t i = 0; i < table->prism_count && from.z != to.z; i++) {
        const qm__prism *prism = &table->prisms[i];
        qm__edge e;
        for (qm__edges at = qm__edges_of(table, &prism->polygon); prism->top == z && qm__edges_next(&at, &e);) {
            const qm__xy edge = qm__minus(e.b, e.a), way = qm__minus(on, off);
            if (e.rail > base->mover.walker.step && qm__segments_cross(off, on, e.a, e.b)) {
                const double part = qm__cross(qm__minus(e.a, off), edge) / qm__cross(way, edge);
                const qm__xy p = qm__along(off, way, part);
                *where = (qm_place){qm__units(p.x), qm__units(p.y), z};
                return (uint16_t)(i + 1);
            }
        }
    }
    return 0;
}

/* Tells a railing at the edge, which whoever asks for a link can see: what geometry knows is the next link that there
 * is, which may be at the other side of the house. */
static bool tells_railing(qm__trek *trek, qm__link_kind kind, qm_place from, qm_place to) {
    qm_place where;
    const uint16_t solid = kind != QM__LINK_LADDER ? qm__inch_railing(trek->base, from, to, &where) : 0;
    if (solid != 0) {
        qm__trek_told(trek, QM__INCH_RAILING, where)->word = solid;
    }
    return solid != 0;
}

/* Says why there is no link. */
static void refuse_link(qm__trek *trek, qm__link_kind kind, qm_place from, qm_place to, const qm__link_asked *asked) {
    const qm__inch_base *base = trek->base;
    const qm__links *links = base->links;
    const bool ladder = kind == QM__LINK_LADDER;
    const int32_t sheer = kind == QM__LINK_CLIMB && asked->fault <= QM__LINK_NO_END
                              ? sheer_solid(qm__levels_table(base->levels), from, to, base->mover.walker.step)
                              : -1;
    if (sheer >= 0) {
        qm__trek_told(trek, QM__INCH_SHEER, to)->word = (uint16_t)(sheer + 1);
        return;
    }
    if (asked->fault <= QM__LINK_NO_END && tells_railing(trek, kind, from, to)) {
        return;
    }
    switch ((qm__link_fault)asked->fault) {
    case QM__LINK_NO_KIND:
    case QM__LINK_NOWHERE:
        qm__trek_told(trek, ladder ? QM__INCH_NO_LADDER : QM__INCH_NO_LINK, to);
        break;
    case QM__LINK_NO_START:
        refuse_numbers(trek, ladder ? QM__INCH_LADDER_AWAY : QM__INCH_TAKE_OFF,
                       qm__inch_place(base, asked->at, trek->here.level), asked->distance, 0);
        break;
    case QM__LINK_NO_END:
        refuse_numbers(trek, QM__INCH_LANDING, qm__inch_place(base, asked->at, links->items[asked->link].to),
                       asked->distance, 0);
        break;
    case QM__LINK_SIDEWAYS:
        refuse_numbers(trek, QM__INCH_SIDEWAYS, to, asked->distance, kind == QM__LINK_CLIMB ? links->rules.leeway : 0);
        break;
    case QM__LINK_LONG:
        refuse_numbers(trek, QM__INCH_LONG, to, asked->distance, links->rules.jump_most);
        break;
    case QM__LINK_STOPPED:
        qm__trek_stopped(trek, &asked->why, trek->here.level);
        break;
    case QM__LINK_GOOD:
        break;
    }
}

/* ----------------------------------------------------------------------------------------------------------- asking */

/* What can be said about a flight without looking for a link: it is too long, or lands too high. */
static bool flight_fits(qm__trek *trek, qm_place from, qm_place to) {
    const qm__link_rules *rules = &trek->base->links->rules;
    const double length = qm__apart((qm__xy){from.x, from.y}, (qm__xy){to.x, to.y});
    if (qm__units(length) > rules->jump_most) {
        refuse_numbers(trek, QM__INCH_LONG, to, length, rules->jump_most);
        return false;
    }
    if (to.z - from.z > rules->rise_most) {
        refuse_numbers(trek, QM__INCH_RISE, to, to.z - from.z, rules->rise_most);
        return false;
    }
    return true;
}

/* Whether the base can be at both ends. */
static bool ends_fit(qm__trek *trek, qm_place place, bool stand) {
    const qm__crowd *crowd = &trek->search->crowd;
    qm__obstruction why;
    if (!qm__inch_can_be(trek->base, crowd, place, stand, &why)) {
        qm__trek_no_place(trek, &why, place);
        return false;
    }
    if (stand && !qm__stands(trek->base->levels, crowd, trek->here, QM__SLACK, &why)) {
        qm__trek_stopped(trek, &why, trek->here.level);
        return false;
    }
    return true; /* in passing it is where it is */
}

bool qm__trek_ask(qm__trek *trek, qm__link_kind kind, qm_place place, bool stand, qm__inch_link *out) {
    const qm__links *links = trek->base->links;
    const qm_place from = qm__inch_place_of(trek->base, trek->here);
    const qm__spot to = qm__inch_spot(trek->base, place);
    const qm__xy off = {trek->here.x, trek->here.y}, on = {to.x, to.y};
    const bool flight = kind == QM__LINK_JUMP || (kind == QM__LINK_DROP && !links->rules.drop_to_foot);
    qm__link_asked asked;
    if ((flight && !flight_fits(trek, from, place)) || !ends_fit(trek, place, stand)) {
        return false;
    }
    if (!qm__link_ask(links, kind, &trek->search->crowd, trek->here, to, &asked)) {
        refuse_link(trek, kind, from, place, &asked);
        return false;
    }
    *out = (qm__inch_link){.link = asked.link, .to = to, .length = qm__apart(off, on)};
    if (kind == QM__LINK_CLIMB) {
        out->sideways = asked.sideways;
        out->length = links->items[asked.link].least + asked.sideways;
    } else if (kind != QM__LINK_LADDER) {
        out->below = qm__flight_below(links, asked.link, off, on);
    }
    return true;
}

/* ---------------------------------------------------------------------------------------------------------- listing */

_Static_assert((int)QM_LINK_CLIMB == QM__LINK_CLIMB && (int)QM_LINK_LADDER == QM__LINK_LADDER &&
                   (int)QM_LINK_JUMP == QM__LINK_JUMP && (int)QM_LINK_DROP == QM__LINK_DROP,
               "kinds are told as the table has them");

/* The longest in plan that may be taken; negative: none may. */
static double longest(const qm__links *links, uint32_t number, qm__link_pricing *pricing, const void *context) {
    const qm__link *link = &links->items[number];
    qm__link_price bands[QM__BANDS_MAX];
    const int count = pricing(context, links, number, bands);
    double most = -1;
    for (int i = 0; i < count; i++) {
        if (bands[i].chance > 0 && link->least <= bands[i].up_to) {
            most = bands[i].up_to < link->most ? bands[i].up_to : link->most;
        }
    }
    return most;
}

/* Arcs run from a to b to the left, so they are to the right of the line between them. */
static qm_stretch stretch_of(const qm__inch_base *base, const qm__curve *curve, int32_t level) {
    const qm__xy middle = {(curve->a.x + curve->b.x) / 2, (curve->a.y + curve->b.y) / 2};
    return (qm_stretch){.a = qm__inch_place(base, curve->a, level),
                        .b = qm__inch_place(base, curve->b, level),
                        .bulge = curve->radius > 0 ? qm__units(qm__apart(qm__curve_point(curve, 0.5), middle)) : 0};
}

static qm_link link_of(const qm__inch_search *search, uint32_t number, double most) {
    const qm__link *link = &search->base->links->items[number];
    const bool ladder = link->kind == QM__LINK_LADDER, climb = link->kind == QM__LINK_CLIMB;
    const qm_stretch from = stretch_of(search->base, &link->off, link->from);
    const qm_stretch to = stretch_of(search->base, &link->on, link->to);
    const int32_t lower = from.a.z < to.a.z ? from.a.z : to.a.z;
    return (qm_link){.kind = link->kind,
                     .leg = search->inches->facts->legs[QM__INCH_CLIMB + link->kind - QM__LINK_CLIMB],
                     .solid = (uint16_t)(ladder ? 0 : link->prism + 1),
                     .some = link->some,
                     .from = from,
                     .to = to,
                     .rise = link->rise,
                     .least = qm__units(link->least),
                     .most = qm__units(most),
                     .gap = link->kind == QM__LINK_JUMP ? qm__units(link->gap) : 0,
                     .below = ladder || climb ? lower : link->below_z,
                     .over = link->over};
}

uint32_t qm__inch_links(const qm__inch_search *search, qm__link_pricing *pricing, const void *context, qm_link *out,
                        uint32_t capacity) {
    const qm__links *links = search->base ? search->base->links : NULL;
    uint32_t count = 0;
    for (uint32_t i = 0; links && i < links->count; i++) {
        const double most = longest(links, i, pricing, context);
        if (most >= 0) {
            if (count < capacity) {
                out[count] = link_of(search, i, most);
            }
            count++;
        }
    }
    return count;
}

/* ------------------------------------------------------------------------------------------------------------ falls */

void qm__inch_fall_from(const qm__inch_base *base, const qm__crowd *crowd, qm__xy from, int32_t z, qm__xy outward,
                        int32_t margin, void *scratch, qm__inch_fall *out) {
    const qm__table *table = qm__levels_table(base->levels);
    qm__fall fall;
    qm__fall_find(base->levels, crowd, from, z, outward, margin, (double)table->width + table->depth, scratch, &fall);
    *out = (qm__inch_fall){.height = fall.height, .onto = fall.pushed_by};
    for (uint32_t i = 0; fall.found && i < fall.equal; i++) {
        qm__spot whole;
        if (qm__whole_stand(base->levels, crowd, fall.landings[i], &whole)) {
            out->places[out->count++] = qm__inch_place_of(base, whole);
        }
    }
}

static bool is_near(const qm__inch_fall *fall, qm_place at, double radius) {
    bool near = false;
    for (uint16_t i = 0; i < fall->count && !near; i++) {
        const qm_place other = fall->places[i];
        near = qm__apart((qm__xy){at.x, at.y}, (qm__xy){other.x, other.y}) < radius;
    }
    return near;
}

void qm__inch_fall_around(const qm__inch_base *base, const qm__crowd *crowd, qm__xy from, qm__xy outward,
                          int32_t margin, void *scratch, qm__inch_fall *fall) {
    const double radius = base->mover.walker.radius;
    const uint16_t most = sizeof fall->places / sizeof fall->places[0];
    qm__spot around[QM__DIRECTIONS];
    if (fall->count == 0) {
        return;
    }
    const qm__spot nearest = qm__inch_spot(base, fall->places[0]);
    const double limit = qm__apart(from, (qm__xy){nearest.x, nearest.y}) + 4 * radius;
    const int count =
        qm__fall_around(base->levels, crowd, qm__spot_at(from, nearest.level), outward, margin, limit, scratch, around);
    for (int i = 0; i < count && fall->count < most; i++) {
        qm__spot whole;
        if (qm__whole_stand(base->levels, crowd, around[i], &whole) &&
            !is_near(fall, qm__inch_place_of(base, whole), radius)) {
            fall->places[fall->count++] = qm__inch_place_of(base, whole);
        }
    }
}

void qm__inch_fall_off(const qm__inch_base *base, const qm__crowd *crowd, uint32_t number, qm__xy at, int32_t margin,
                       void *scratch, qm__inch_fall *out) {
    const qm__link *link = &base->links->items[number];
    const qm__walker *walker = &base->mover.walker;
    const bool up = link->kind == QM__LINK_CLIMB && link->rise > 0;
    const qm__curve *top = up ? &link->on : &link->off, *other = up ? &link->off : &link->on;
    const qm__xy beside = qm__curve_point(top, qm__curve_nearest(top, at));
    const qm__xy away = qm__minus(qm__curve_point(other, qm__curve_nearest(other, beside)), beside);
    /* square to the edge; a ladder has none. Beside an inner corner the way to the landing can lead along it. */
    const qm__xy outward = qm__length(link->out) > 0 ? link->out : qm__unit(away);
    qm__inch_fall_from(base, crowd, qm__along(beside, outward, walker->whole ? walker->radius : 0),
                       qm__level_height(base->levels, up ? link->to : link->from), outward, margin, scratch, out);
}
