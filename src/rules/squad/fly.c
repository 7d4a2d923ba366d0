/* Models that fly: straight through the air from point to point, over terrain and models whatever their height.
 *
 * Only the end of a flight is looked at: there the model stands as any other does, outside of the inch of enemies. The
 * points in between are anywhere over the table, and their heights do not matter: the move costs its length in plan,
 * and of heights, where these count, the one between its two ends.
 *
 * Invariant: what a flight passes changes nothing. A place under a roof is an end like any other.
 *
 * Rejected: lines in space that keep off solids. The trait ignores terrain, and a line that has to go over a wall would
 * not.
 */
#include "rules/squad/move.h"

bool qm__sq_fly(sq_going *g, qm_place to) {
    const qm__table *table = &g->s->table;
    const qm_place points[] = {g->here, to};
    if (to.x < 0 || to.y < 0 || to.x > table->width || to.y > table->depth) {
        qm__sq_refuse_at(g, SQ_REASON_OFF_TABLE, to);
        return false;
    }
    sq_hop *hop = qm__sq_hop_add(g, SQ_LEG_VIA, to);
    if (!qm__sq_points_add(g, hop, points, 2)) {
        return false;
    }
    qm__way_add(g->j, to);
    g->cost += qm__sq_length(points, 2);
    hop->cost = qm__units(g->cost);
    g->here = to;
    return true;
}

qm_place qm__sq_fly_along(const qm_scenario *s, const sq_prepared *p, const sq_path *path, double length) {
    enum { ABOVE_ALL = QM__COORDINATE_MAX };
    qm_place at = p->points[p->hops[path->first_hop].first_point];
    for (uint16_t i = 0; i < path->hop_count && length > 0; i++) {
        const qm_place *points = &p->points[p->hops[path->first_hop + i].first_point];
        const qm__xy from = {points[0].x, points[0].y}, to = {points[1].x, points[1].y};
        const double piece = qm__apart(from, to);
        const qm__xy on = qm__along(from, qm__minus(to, from), length < piece ? length / piece : 1);
        at = (qm_place){qm__units(on.x), qm__units(on.y), 0};
        qm__surface_below(&s->table, on.x, on.y, ABOVE_ALL, &at.z);
        length -= piece;
    }
    return at;
}

qm_place qm__sq_fly_suffices(const sq_going *g) {
    enum { BACK = 10 };
    const int32_t from = sq_at(g->s, g->st, g->figure)->z, most = g->path->allowance;
    qm_place at = qm__sq_fly_along(g->s, g->prepared, g->path, most);
    for (int32_t length = most; length > 0 && length + sq_step_cost(g->s, at.z - from) > most; length -= BACK) {
        at = qm__sq_fly_along(g->s, g->prepared, g->path, length - BACK);
    }
    return at;
}

bool qm__sq_fly_end(sq_going *g) {
    if (g->path->hop_count == 0) {
        return true;
    }
    g->cost += sq_step_cost(g->s, g->here.z - sq_at(g->s, g->st, g->figure)->z);
    g->prepared->hops[g->path->first_hop + g->path->hop_count - 1].cost = qm__units(g->cost);
    if (!qm__sq_judge_landing(g)) {
        return false;
    }
    if (!sq_round(g->s, g->figure)) {
        return true;
    }
    qm__obstruction why;
    g->trek.leg = g->leg;
    g->trek.here = qm__inch_spot(g->trek.base, g->here);
    if (g->trek.here.level < 0) {
        qm__inch_can_be(g->trek.base, &g->trek.search->crowd, g->here, true, &why);
        qm__trek_no_place(&g->trek, &why, g->here);
        return false;
    }
    return true;
}
