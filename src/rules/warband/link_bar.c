/* What bars a climb or a jump down between two places that one could be at: a railing at the edge, terrain in the air
 * above the foot, or a top between that can be stood on, where a climb ends first. Geometry has no link there and tells
 * of the next one that it has, which may be at the other side of the house; whoever sees the railing has to be told of
 * that.
 *
 * Invariant: as in barred.c, only what is told changes here.
 */
#include "rules/warband/leg_judge.h"

#include "space/table/links_inside.h"

/* The solid in the air above the foot of a face, up to the head of one at its top. */
static uint16_t solid_above_foot(const wb_taking *t, qm_place *where) {
    const qm__table *table = &t->s->table;
    const qm__walker *walker = qm__levels_walker(t->trek->base->levels);
    const qm_place foot = t->from.z < t->leg->to.z ? t->from : t->leg->to;
    const int32_t top = t->from.z < t->leg->to.z ? t->leg->to.z : t->from.z;
    const qm__xy at = {foot.x, foot.y};
    for (uint32_t i = 0; i < table->prism_count; i++) {
        const qm__table one = qm__table_of_one(table, i);
        if (!qm__air_free(&one, foot.z + walker->step, top + walker->height, at, at, walker->radius, QM__CARE)) {
            *where = foot;
            where->z = table->prisms[i].bottom > foot.z ? table->prisms[i].bottom : foot.z;
            return (uint16_t)(i + 1);
        }
    }
    return 0;
}

/* The next climb of a solid, up from the place or down to it; NULL = there is none. */
static const qm__link *climb_at(const wb_taking *t, qm_place at, bool up, const qm__link *after) {
    const qm__links *links = t->trek->base->links;
    const qm__xy foot = {at.x, at.y};
    for (const qm__link *link = after ? after + 1 : links->items; link < links->items + links->count; link++) {
        const qm__curve *curve = up ? &link->off : &link->on;
        const bool leads = link->kind == QM__LINK_CLIMB && link->over == 0 && (up ? link->rise > 0 : link->rise < 0) &&
                           qm__level_height(links->levels, up ? link->from : link->to) == at.z;
        if (leads && qm__apart(qm__curve_point(curve, qm__curve_nearest(curve, foot)), foot) <= QM__LINK_TOUCH) {
            return link;
        }
    }
    return NULL;
}

/* Whether one climb was asked for where two lead: up onto a solid, and down from it on another side. */
static bool ends_on_top(const wb_taking *t, qm_reason *reason) {
    const qm__link *up = NULL, *down = NULL;
    while (!down && (up = climb_at(t, t->from, true, up)) != NULL) {
        while ((down = climb_at(t, t->leg->to, false, down)) != NULL &&
               (down->prism != up->prism || down->from != up->to)) {
        }
    }
    if (up) {
        const qm__xy top = qm__curve_point(&up->on, qm__curve_nearest(&up->on, (qm__xy){t->from.x, t->from.y}));
        const qm_place at = {qm__units(top.x), qm__units(top.y), qm__level_height(t->trek->base->levels, up->to)};
        const qm_reason told = {.kind = WB_REASON_CLIMB_ENDS_ON, .figure = reason->figure, .leg = reason->leg};
        *reason = told;
        reason->word = (uint16_t)(up->prism + 1);
        reason->at = at;
    }
    return up != NULL;
}

bool qm__wb_railing(const wb_taking *t, qm_reason *reason) {
    qm_place where;
    const uint16_t solid = qm__inch_railing(t->trek->base, t->from, t->leg->to, &where);
    if (solid != 0) {
        const qm_reason told = {.kind = WB_REASON_RAILING, .figure = reason->figure, .leg = reason->leg};
        *reason = told;
        reason->word = solid;
        reason->at = where;
    }
    return solid != 0;
}

void qm__wb_link_bar(const wb_taking *t, qm_reason *reason) {
    const qm__walker *walker = qm__levels_walker(t->trek->base->levels);
    const double apart = qm__apart((qm__xy){t->from.x, t->from.y}, (qm__xy){t->leg->to.x, t->leg->to.y});
    qm_place where;
    if (qm__wb_railing(t, reason) || (t->leg->kind == WB_LEG_CLIMB && ends_on_top(t, reason))) {
        return;
    }
    if (t->from.z == t->leg->to.z ||
        apart > walker->radius + (walker->whole ? walker->radius : 0) + t->set->climb_leeway + QM__LINK_TOUCH) {
        return;
    }
    const uint16_t solid = solid_above_foot(t, &where);
    if (solid != 0) {
        const qm_reason told = {.kind = WB_REASON_LINK_SOLID, .figure = reason->figure, .leg = reason->leg};
        *reason = told;
        reason->word = solid;
        reason->at = where;
    }
}
