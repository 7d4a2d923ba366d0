/* Links on the toy family's table: judging a leg that climbs, takes a ladder, jumps or drops, what it costs, and falls.
 */
#include "toy/walkers.h"

#include "space/table/links_inside.h"

/* ----------------------------------------------------------------------------------------------------------- prices */

int ramble_price(const void *context, const qm__links *links, uint32_t number, qm__link_price out[QM__BANDS_MAX]) {
    const ramble_pricing *p = context;
    const int32_t *settings = p->scenario->rules.settings;
    const qm__link *link = &links->items[number];
    const double height = link->rise < 0 ? -link->rise : link->rise;
    const double chance = (double)ramble_value(p->scenario, p->figure, RB_AGILITY) / RB_DIE;
    int count = 0;
    switch ((qm__link_kind)link->kind) {
    case QM__LINK_CLIMB:
        out[count++] =
            (qm__link_price){.up_to = link->most, .cost = height * settings[RB_CLIMB] / 1000, .chance = chance};
        break;
    case QM__LINK_LADDER:
        out[count++] = (qm__link_price){.up_to = link->most, .cost = height * settings[RB_LADDER] / 1000, .chance = 1};
        break;
    case QM__LINK_JUMP:
        if (settings[RB_HOP] > 0) {
            out[count++] = (qm__link_price){.up_to = settings[RB_HOP], .per_unit = 1, .chance = 1};
        }
        if (settings[RB_HOP] < settings[RB_JUMP]) {
            out[count++] = (qm__link_price){.up_to = settings[RB_JUMP], .per_unit = 1, .chance = chance};
        }
        break;
    case QM__LINK_DROP:
        out[count++] = (qm__link_price){.up_to = link->most, .chance = chance};
        break;
    }
    return count;
}

const qm__link_price *ramble_band(const qm__link_price *bands, int count, double length) {
    int band = 0;
    while (band + 1 < count && qm__units(length) > bands[band].up_to) {
        band++;
    }
    return &bands[band];
}

/* ---------------------------------------------------------------------------------------------------------- judging */

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

static void refuse_numbers(ramble_walk *w, uint16_t kind, qm_place at, double needed, double had) {
    qm_reason *reason = ramble_refuse_at(w, kind, at);
    reason->needed = qm__units(needed);
    reason->had = qm__units(had);
}

/* Says why there is no link. */
static void refuse_link(ramble_walk *w, qm__link_kind kind, qm_place from, qm_place to, const qm__link_asked *asked) {
    const qm__links *links = w->base->links;
    const qm__table *table = &w->j->scenario->table;
    const int32_t sheer = kind == QM__LINK_CLIMB && asked->fault <= QM__LINK_NO_END
                              ? sheer_solid(table, from, to, w->base->walker.step)
                              : -1;
    if (sheer >= 0) {
        ramble_refuse_at(w, RB_REASON_SHEER, to)->word = (uint16_t)(sheer + 1);
        return;
    }
    switch ((qm__link_fault)asked->fault) {
    case QM__LINK_NO_KIND:
        ramble_refuse_at(w, kind == QM__LINK_LADDER ? RB_REASON_NO_LADDER : RB_REASON_NO_LINK, to);
        break;
    case QM__LINK_NO_START:
        refuse_numbers(w, kind == QM__LINK_LADDER ? RB_REASON_LADDER_AWAY : RB_REASON_TAKE_OFF,
                       ramble_rounded(w->base, asked->at, w->here.level), asked->distance, 0);
        break;
    case QM__LINK_NO_END:
        refuse_numbers(w, RB_REASON_LANDING, ramble_rounded(w->base, asked->at, links->items[asked->link].to),
                       asked->distance, 0);
        break;
    case QM__LINK_SIDEWAYS:
        refuse_numbers(w, RB_REASON_SIDEWAYS, to, asked->distance, kind == QM__LINK_CLIMB ? links->rules.leeway : 0);
        break;
    case QM__LINK_LONG:
        refuse_numbers(w, RB_REASON_LONG, to, asked->distance, links->rules.jump_most);
        break;
    case QM__LINK_STOPPED:
        ramble_refuse(w, &asked->why, w->here.level);
        break;
    case QM__LINK_GOOD:
        break;
    }
}

/* What can be said about a flight without looking for a link: it is too long, or lands too high. */
static bool flight_fits(ramble_walk *w, qm_place from, qm_place to) {
    const qm__link_rules *rules = &w->base->links->rules;
    const double length = qm__apart((qm__xy){from.x, from.y}, (qm__xy){to.x, to.y});
    if (qm__units(length) > rules->jump_most) {
        refuse_numbers(w, RB_REASON_LONG, to, length, rules->jump_most);
        return false;
    }
    if (to.z - from.z > rules->rise_most) {
        refuse_numbers(w, RB_REASON_RISE, to, to.z - from.z, rules->rise_most);
        return false;
    }
    return true;
}

/* The base must stand at both ends, whether it can fail or not. */
static bool ends_stand(ramble_walk *w, qm_place place) {
    qm__obstruction why;
    if (!ramble_can_be(w->base, &w->search->crowd, place, true, &why)) {
        ramble_refuse_place(w, &why, place);
        return false;
    }
    if (!qm__stands(w->base->levels, &w->search->crowd, w->here, QM__SLACK, &why)) {
        ramble_refuse(w, &why, w->here.level);
        return false;
    }
    return true;
}

static void take_link(ramble_walk *w, const qm_leg *leg, uint32_t link, double length) {
    const qm_scenario *s = w->j->scenario;
    const uint16_t figure = w->j->order->actor;
    const ramble_pricing pricing = {s, figure};
    qm__link_price bands[QM__BANDS_MAX];
    const int count = ramble_price(&pricing, w->base->links, link, bands);
    const qm__link_price *band = ramble_band(bands, count, length);
    ramble_prepared *prepared = w->j->prepared;
    qm__cite(w->j, (uint16_t)(RB_CLAUSE_LINKS + w->base->links->items[link].kind - QM__LINK_CLIMB));
    prepared->links[w->leg - 1] = link + 1;
    prepared->checks[w->leg - 1] = band->chance < 1;
    ramble_spend(w, band->cost + band->per_unit * length);
    w->cost += band->cost + band->per_unit * length;
    if (band->chance < 1) {
        qm_check *check = qm__foresee(w->j, (uint16_t)w->base->links->items[link].kind);
        check->dice = 1;
        check->sides = RB_DIE;
        check->at = leg->to;
        check->leg = w->leg;
        check->target = ramble_value(s, figure, RB_AGILITY);
        qm__term(check->terms, &check->term_count, 1, check->target);
        check->chance = band->chance;
        w->j->verdict->chance *= band->chance;
    }
}

bool ramble_go_link(ramble_walk *w, const qm_leg *leg) {
    const qm__link_kind kind = (qm__link_kind)(leg->kind - RB_LEG_CLIMB + QM__LINK_CLIMB);
    const qm_place from = ramble_rounded(w->base, (qm__xy){w->here.x, w->here.y}, w->here.level);
    const qm__spot to = ramble_spot(w->base, leg->to);
    const bool flight = kind == QM__LINK_JUMP || (kind == QM__LINK_DROP && !w->base->links->rules.drop_to_foot);
    qm__link_asked asked;
    if ((flight && !flight_fits(w, from, leg->to)) || !ends_stand(w, leg->to)) {
        return false;
    }
    if (!qm__link_ask(w->base->links, kind, &w->search->crowd, w->here, to, &asked)) {
        refuse_link(w, kind, from, leg->to, &asked);
        return false;
    }
    take_link(w, leg, asked.link, qm__apart((qm__xy){w->here.x, w->here.y}, (qm__xy){to.x, to.y}));
    w->here = to;
    qm__way_add(w->j, leg->to);
    return true;
}

/* ------------------------------------------------------------------------------------------------------------ falls */

/* Over which edge one falls who fails: its place and the way outwards. */
static qm__xy edge_of(const ramble_base *base, const qm__link *link, qm__xy here, qm__xy *outward) {
    const bool up = link->kind == QM__LINK_CLIMB && link->rise > 0;
    const qm__curve *top = up ? &link->on : &link->off, *other = up ? &link->off : &link->on;
    const qm__xy beside = qm__curve_point(top, qm__curve_nearest(top, here));
    const qm__xy away = qm__minus(qm__curve_point(other, qm__curve_nearest(other, beside)), beside);
    const qm__xy along = qm__minus(top->b, top->a);
    *outward = qm__unit(away);
    if (qm__length(along) > 0) { /* square to the edge */
        const qm__xy left = qm__left(qm__unit(along));
        *outward = qm__dot(left, away) < 0 ? (qm__xy){-left.x, -left.y} : left;
    }
    return qm__along(beside, *outward, base->walker.whole ? base->walker.radius : 0);
}

bool ramble_fall(const qm_scenario *s, const qm_state *st, uint16_t figure, uint32_t number, void *search,
                 qm_place *out) {
    const ramble_base *base = ramble_base_of(s, figure);
    const qm__link *link = &base->links->items[number];
    const rambler *r = ramble_at(s, st, figure);
    ramble_search *memory = ramble_begin(s, st, 0, search); /* one who falls keeps off nobody by more than contact */
    const int32_t top =
        qm__level_height(base->levels, link->rise > 0 && link->kind == QM__LINK_CLIMB ? link->to : link->from);
    qm__xy outward;
    const qm__xy from = edge_of(base, link, (qm__xy){r->x, r->y}, &outward);
    qm__fall fall;
    qm__spot whole;
    memory->crowd.self = (uint16_t)(figure - 1);
    qm__fall_find(base->levels, &memory->crowd, from, top, outward, 0, (double)s->table.width + s->table.depth,
                  ramble_scratch(memory), &fall);
    if (!fall.found || !qm__whole_stand(base->levels, &memory->crowd, fall.landing, &whole)) {
        return false;
    }
    *out = ramble_rounded(base, (qm__xy){whole.x, whole.y}, whole.level);
    return true;
}
