/* Climbs over walls that are too thin to stand on: from foot to foot, straight over the top.
 *
 * The table has no links over such walls, as there is nothing to stand on at their tops. A leg "climb" that leads from
 * beside one to beside it on the other side is one climb up and one down: two checks in one hop (or one, over_wall),
 * and who fails either of them is left at the first foot.
 *
 * Invariant: only a wall whose top has no place to stand on the way is climbed so; any other is climbed in two legs.
 */
#include "rules/warband/leg_judge.h"

#include "space/table/links_inside.h"

enum { CLAUSE_STANDING = 15 - 1 };

#define THIN 1.0 /* units: a line as the air of the table sees it, which knows discs alone */

/* What is between two feet. */
typedef struct wall {
    uint16_t prism; /* from 1: the highest solid; 0 = none */
    bool touches_from, touches_to;
    bool sheer;
    int32_t top;
    double way;  /* to where the solid beside `from` begins */
    qm__xy face; /* along the face there */
} wall;

static bool beside(const qm__table *table, const qm__prism *prism, qm__xy p, double radius) {
    const double apart = qm__polygon_edge_distance(table, &prism->polygon, p.x, p.y) - radius;
    return apart <= QM__LINK_TOUCH && apart >= -QM__LINK_TOUCH;
}

/* How far the line is free of a solid. */
static double way_to(const qm__table *one, int32_t low, int32_t high, qm__xy from, qm__xy to) {
    double least = 0, most = 1;
    for (int i = 0; i < 40; i++) {
        const double middle = (least + most) / 2;
        if (qm__air_free(one, low, high, from, qm__along(from, qm__minus(to, from), middle), THIN, 0)) {
            least = middle;
        } else {
            most = middle;
        }
    }
    return least * qm__apart(from, to) + THIN;
}

/* Along the face of a solid that a line comes to first; of one that only grazes it, beside that line. */
static qm__xy first_face(const qm__table *table, const qm__prism *prism, qm__xy from, qm__xy to) {
    const qm__xy way = qm__minus(to, from);
    qm__xy face = {0, 0};
    double least = QM__FAR;
    qm__edge e;
    for (qm__edges at = qm__edges_of(table, &prism->polygon); qm__edges_next(&at, &e);) {
        const qm__xy along = qm__minus(e.b, e.a);
        const double across = qm__cross(way, along);
        const double part = across != 0 ? qm__cross(qm__minus(e.a, from), along) / across : 0;
        const double rank =
            qm__segments_cross(from, to, e.a, e.b) ? part : 1 + qm__root(qm__segments_square(from, to, e.a, e.b));
        if (rank < least) {
            least = rank;
            face = along;
        }
    }
    return face;
}

static wall find_wall(const wb_taking *t, qm__xy from, qm__xy to) {
    const qm__table *table = &t->s->table;
    const qm__walker *walker = qm__levels_walker(t->trek->base->levels);
    const int32_t low = (t->from.z > t->leg->to.z ? t->from.z : t->leg->to.z) + walker->step;
    const int32_t high = low + QM__COORDINATE_MAX;
    wall found = {0};
    for (uint16_t i = 0; i < table->prism_count; i++) {
        const qm__prism *prism = &table->prisms[i];
        const qm__table one = qm__table_of_one(table, i);
        if (prism->top <= low || prism->bottom > low || qm__air_free(&one, low, high, from, to, THIN, 0)) {
            continue;
        }
        found.sheer = found.sheer || (prism->flags & QM__PRISM_SHEER) != 0;
        found.touches_to = found.touches_to || beside(table, prism, to, walker->radius);
        if (beside(table, prism, from, walker->radius)) {
            found.touches_from = true;
            found.way = way_to(&one, low, high, from, to);
            found.face = first_face(table, prism, from, to);
        }
        if (found.prism == 0 || prism->top > found.top) {
            found.prism = (uint16_t)(i + 1);
            found.top = prism->top;
        }
    }
    return found;
}

/* Whether a base finds a place on the wall's top along the line: as far as its ends and its middle tell. */
static bool has_room(const wb_taking *t, const wall *found, qm__xy from, qm__xy to) {
    const double length = qm__apart(from, to), first = found->way / length;
    const qm__crowd nobody = {0};
    bool room = false;
    for (int i = 0; i <= 2 && !room; i++) {
        const double part = first + (1 - 2 * first) * i / 2;
        const qm__xy p = qm__along(from, qm__minus(to, from), part);
        const qm_place place = {qm__units(p.x), qm__units(p.y), found->top};
        room = qm__inch_can_be(t->trek->base, &nobody, place, false, NULL);
    }
    return room;
}

/* Up, over and down (WB-13), and how far it goes sideways (WB-17). */
static double over_cost(const wb_taking *t, const wall *found, double length, double sideways) {
    const bool slide = t->set->climb_slide == WB_CLIMB_SLIDE_COUNTS;
    const bool aside = t->set->leeway_cost == WB_LEEWAY_COST_PAID;
    const double heights = (double)(found->top - t->from.z) + (found->top - t->leg->to.z);
    return heights + (slide ? length : 0) + (slide == aside ? 0 : aside ? sideways : -sideways);
}

static bool take_over(wb_taking *t, const wall *found, double length, double sideways) {
    const double cost = over_cost(t, found, length, sideways);
    const bool free_way = t->set->wall_running == WB_WALL_RUNNING_ON;
    if (found->sheer || t->set->over_wall == WB_OVER_WALL_NO) {
        qm__trek_refuse(t->trek, found->sheer ? WB_REASON_CLIMB_BARRED : WB_REASON_CLIMB_OVER, t->leg->to)->word =
            found->prism;
        return false;
    }
    if (!free_way && sideways > t->set->climb_leeway + qm__link_aside(found->face)) {
        return qm__wb_refuse_lengths(t->trek, WB_REASON_SIDEWAYS, t->leg->to, sideways, t->set->climb_leeway);
    }
    if (!qm__wb_could_check(t)) {
        return false;
    }
    qm__wb_foresee_stay(t);
    if (qm__units(t->trek->cost + cost) > t->trek->allowance) {
        return qm__wb_climb_short(t, t->leg->to, cost);
    }
    qm__wb_cite_leeway(t->trek, sideways);
    if (!t->trek->mute) {
        qm__cite(t->trek->j, CLAUSE_STANDING);
    }
    const uint8_t checks = t->set->over_wall == WB_OVER_WALL_ONE_CHECK ? 1 : 2;
    t->hop->check = qm__wb_leg_check(t, WB_CHECK_CLIMB, 0, checks);
    qm__wb_arrive(t->trek, t->leg->to, cost + qm__trek_ground(t->trek, qm__inch_spot(t->trek->base, t->leg->to)));
    return qm__wb_add_hop(t);
}

bool qm__wb_judge_over(wb_taking *t, bool *thin) {
    const qm__walker *walker = qm__levels_walker(t->trek->base->levels);
    const qm__xy from = {t->from.x, t->from.y}, to = {t->leg->to.x, t->leg->to.y};
    const double length = qm__apart(from, to);
    *thin = false;
    if (!qm__inch_can_be(t->trek->base, &t->trek->search->crowd, t->leg->to, false, NULL)) {
        return false;
    }
    const wall found = find_wall(t, from, to);
    if (found.prism == 0 || !found.touches_from || !found.touches_to || has_room(t, &found, from, to) ||
        !qm__air_free(&t->s->table, found.top, found.top + walker->height, from, to, walker->radius, QM__CARE)) {
        return false;
    }
    const double sideways = qm__dot(qm__minus(to, from), qm__unit(found.face));
    *thin = true;
    return take_over(t, &found, length, sideways < 0 ? -sideways : sideways);
}
