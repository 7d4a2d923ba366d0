/* What a declaration would come to as all stand now: see foresee.h.
 *
 * Ways are laid step by step over what the search marked, exactly as section 2 of docs/rules/tiles-resolution.md says,
 * with the die left out: where it would be thrown, the first in the order of directions is shown. Rejected: showing all
 * ways a die could choose, which is what odds are for.
 */
#include "rules/tiles/foresee.h"
#include "rules/tiles/aim.h"

#include "dice/pools.h"

/* ---------------------------------------------------------------------------------------------------- around a tile */

size_t qm__tl_foes_around(const tl_table *t, uint16_t figure, uint8_t foes[TL_FOES_MAX]) {
    const uint16_t tile = tl_body_at(t->scenario, t->state, figure)->tile;
    size_t count = 0;
    for (int d = 0; d < 8; d++) {
        const uint8_t there = t->who[t->scenario->tile.neighbours[tile][d]];
        if (there && ((unsigned)tl_of(t->scenario)->adjacent[tile] >> d & 1u) &&
            tl_hostile(t->scenario, figure, there)) {
            foes[count++] = there;
        }
    }
    for (size_t i = count; i < TL_FOES_MAX; i++) {
        foes[i] = 0;
    }
    return count;
}

bool qm__tl_gets_next_to(const tl_table *t, uint16_t figure, uint16_t tile) {
    const uint8_t adjacent = tl_of(t->scenario)->adjacent[tile];
    for (int d = 0; d < 8; d++) {
        const uint16_t beside = t->scenario->tile.neighbours[tile][d];
        if (beside && (adjacent >> d & 1u) && tl_ends_on(t, figure, beside) &&
            qm__tl_cost_to(t, beside) != TL_UNREACHED) {
            return true;
        }
    }
    return false;
}

/* ----------------------------------------------------------------------------------------------------------- checks */

/* Each die of the pool is a point from `reflex_point` on, after the shift; a pool without dice passes nothing (TL-04).
 */
void qm__tl_chances(const qm_scenario *s, uint16_t figure, double chances[TL_MODE_COUNT]) {
    const tl_stat *stat = tl_stat_of(s, figure);
    chances[TL_MODE_NONE] = 1.0;
    for (int mode = TL_MODE_CLIMB; mode < TL_MODE_COUNT; mode++) {
        const int difficulty = s->rules.tables[TL_TABLE_MODES].rows[mode - 1].values[TL_MODE_DIFFICULTY];
        uint64_t enough = 0, fewer = 1;
        if (stat->pool[mode] > 0) {
            const int least = tl_of(s)->set.reflex_point - stat->shift[mode];
            qm__pool_weights(stat->pool[mode], 10, qm__pool_hits(10, least), difficulty, &enough, &fewer);
        }
        chances[mode] = (double)enough / (double)(enough + fewer);
    }
}

/* ------------------------------------------------------------------------------------------------------------- ways */

void qm__tl_seek_for(const tl_table *t, const tl_declaration *d, uint16_t figure, tl_seek *seek) {
    const tl_body *body = tl_body_at(t->scenario, t->state, figure);
    *seek = (tl_seek){.figure = figure,
                      .from = body->tile,
                      .limit = (uint16_t)qm__tl_movement(t->scenario, body, figure, d->run != 0),
                      .map = TL_MAP_FREE,
                      .begins = 1,
                      .named = tl_leaves(t->scenario, d)};
}

static bool leads_away(const tl_table *t, const tl_seek *seek, const tl_next *next) {
    if (!tl_watched(t, seek->figure, seek->from)) {
        return true;
    }
    if (!seek->named || qm__tl_held_back(t, seek->figure, seek->from, seek->named, true)) {
        return false;
    }
    for (uint8_t i = 0; i < next->count; i++) {
        if (qm__tl_steps_away(t, seek->figure, seek->from, tl_node_tile(t, next->nodes[i]), seek->named)) {
            return true;
        }
    }
    return false;
}

/* Adds a step if what is left pays for it. */
static void add_step(const tl_table *t, tl_way *way, uint16_t tile, uint8_t cost, uint8_t named, unsigned *left) {
    const unsigned paid = way->cut ? 0 : tl_afford(t->scenario, tile, cost, *left);
    if (paid == 0) {
        way->beyond = way->cut ? way->beyond : tile;
        way->cut = true;
        way->cost += cost;
        return;
    }
    *left -= paid;
    way->cost += paid;
    way->named[way->count] = named;
    way->tiles[way->count++] = tile;
}

/* One piece, from seek->from to seek->end, after its search. Leaves the node it ended on in the seek. */
static void lay_piece(tl_table *t, tl_seek *seek, uint8_t named, tl_way *way, unsigned *left) {
    qm__tl_mark(t, seek, seek->end);
    uint32_t node = tl_node_of(t, seek->from, seek->parity);
    while (tl_node_tile(t, node) != seek->end) {
        tl_next next;
        qm__tl_next(t, seek, node, &next);
        qm__tl_straightest(t, seek->end, &next);
        if (way->count == 0 && seek->begins && !way->cut) {
            way->leaves = leads_away(t, seek, &next);
        }
        node = next.nodes[0];
        add_step(t, way, tl_node_tile(t, node), next.costs[0], named, left);
    }
    seek->from = seek->end;
    seek->parity = (uint8_t)tl_node_parity(t, node);
    seek->begins = 0;
}

/* Either the whole way must be paid for, or it is cut off where the movement ends. */
static bool lay_on(tl_table *t, const tl_declaration *d, tl_seek seek, tl_map map, bool limited, tl_way *way) {
    unsigned left = seek.limit;
    *way = (tl_way){.map = (uint8_t)map, .leaves = true};
    seek.map = (uint8_t)map;
    for (uint8_t i = 0; i < TL_TILES_MAX && d->tiles[i]; i++) {
        seek.end = d->tiles[i];
        seek.limit = limited ? (uint16_t)left : TL_NO_LIMIT;
        qm__tl_search(t, &seek);
        if (qm__tl_cost_to(t, seek.end) == TL_UNREACHED) {
            way->failed = i;
            return false;
        }
        lay_piece(t, &seek, i, way, &left);
    }
    return true;
}

bool qm__tl_lay(tl_table *t, const tl_declaration *d, uint16_t figure, tl_way *way) {
    tl_seek seek;
    qm__tl_seek_for(t, d, figure, &seek);
    return lay_on(t, d, seek, TL_MAP_FREE, true, way) ||
           (qm__tl_free_as_cheap(t, &seek, d) && lay_on(t, d, seek, TL_MAP_FREE, false, way)) ||
           lay_on(t, d, seek, TL_MAP_BOLD, false, way) || lay_on(t, d, seek, TL_MAP_BARE, false, way);
}

/* -------------------------------------------------------------------------------------------------- how far it gets */

/* A figure on its way. */
typedef struct walker {
    const tl_table *t;
    const tl_way *way;
    const uint8_t *named; /* foes it may step away from; NULL: none any more */
    uint16_t figure, at;
    uint8_t done; /* tiles of the way it has entered */
    bool stops_clear;
} walker;

static bool held_by_another(const walker *w, uint16_t tile) {
    return w->t->who[tile] && w->t->who[tile] != w->figure;
}

/* Whether a step over the next `through` tiles is closed (section 4). */
static bool step_closed(const walker *w, uint8_t through) {
    const bool unheld = tl_of(w->t->scenario)->set.meet == TL_MEET_MOVER_STOPS && w->done > 0;
    const uint16_t *ahead = &w->way->tiles[w->done];
    uint16_t from = w->at;
    if (w->named && !unheld && tl_watched(w->t, w->figure, from) &&
        !qm__tl_steps_away(w->t, w->figure, from, ahead[0], w->named)) {
        return true;
    }
    for (uint8_t i = 0; i < through; i++) {
        if (tl_closed(w->t, w->figure, from, ahead[i]) || (i + 1 < through && tl_watched(w->t, w->figure, ahead[i]))) {
            return true;
        }
        from = ahead[i];
    }
    return false;
}

/* How many tiles the next step takes it: more than one past friends; 0: it cannot step. */
static uint8_t step_length(const walker *w) {
    const qm_scenario *s = w->t->scenario;
    const uint16_t *ahead = &w->way->tiles[w->done];
    const int left = w->way->count - w->done;
    uint8_t through = 1;
    while (held_by_another(w, ahead[through - 1])) {
        if (tl_of(s)->set.friends_pass == TL_FRIENDS_PASS_NO || through >= left || tl_check_at(s, ahead[through - 1])) {
            return 0;
        }
        through++;
    }
    const bool lands = through == 1 || !tl_check_at(s, ahead[through - 1]);
    return lands && !step_closed(w, through) ? through : 0;
}

/* Whether what is next to it ends its movement where it is (sections 3 and 8), and how. */
static bool ends_here(walker *w, tl_way *way) {
    if (qm__tl_held_back(w->t, w->figure, w->at, w->named, w->done == 0)) {
        way->ending = QM_ENDS_NEXT_TO;
        way->ender = (uint8_t)qm__tl_watcher(w->t, w->figure, w->at);
        return true;
    }
    if (w->done > 0 && w->named && !tl_watched(w->t, w->figure, w->at)) {
        w->named = NULL;
        way->ending = w->stops_clear ? QM_ENDS_CLEAR : QM_ENDS_THERE;
        return w->stops_clear;
    }
    return false;
}

/* It goes no further because of the next tile: who is there, if anybody. */
static void end_before(const walker *w, tl_way *way) {
    way->ending = QM_ENDS_BEFORE;
    way->before = way->tiles[w->done];
    way->ender = (uint8_t)(held_by_another(w, way->before) ? w->t->who[way->before] : 0);
}

void qm__tl_walk(const tl_table *t, const tl_declaration *d, uint16_t figure, tl_way *way) {
    const tl_settings *set = &tl_of(t->scenario)->set;
    walker w = {.t = t,
                .way = way,
                .named = tl_leaves(t->scenario, d),
                .figure = figure,
                .at = tl_body_at(t->scenario, t->state, figure)->tile};
    w.stops_clear =
        d->what == TL_WITHDRAW && set->withdraw_then == TL_WITHDRAW_THEN_STOPS && tl_watched(t, figure, w.at);
    while ((w.done < way->count || way->cut) && !ends_here(&w, way)) {
        if (w.done == way->count) {
            way->ending = QM_ENDS_SPENT;
            break;
        }
        const uint8_t through = step_length(&w);
        if (through == 0) {
            end_before(&w, way);
            break;
        }
        w.done = (uint8_t)(w.done + through);
        w.at = way->tiles[w.done - 1];
    }
    if (w.done < way->count && way->ending == QM_ENDS_NEXT_TO && held_by_another(&w, way->tiles[w.done])) {
        end_before(&w, way); /* that says more */
    }
    way->count = w.done;
}

/* ------------------------------------------------------------------------------------------- relations and avoiding */

/* What the declaration aims at, as all stand now. */
static void aim_of(tl_aim *aim, const tl_table *t, const tl_declaration *d, uint16_t figure) {
    const qm_scenario *s = t->scenario;
    const tl_aim_kind kind = d->what == TL_AVOID ? TL_AIM_AVOID : d->what == TL_KEEP ? TL_AIM_KEEP : TL_AIM_BESIDE;
    qm__tl_aim_start(aim, t, figure, kind);
    aim->distance = d->distance;
    aim->tile = tl_body_at(s, t->state, kind == TL_AIM_AVOID ? figure : d->other)->tile;
    aim->preferred = kind == TL_AIM_AVOID ? d->tiles : NULL;
    for (size_t i = 0; kind == TL_AIM_AVOID && i < TL_FOES_MAX && d->foes[i]; i++) {
        aim->expected[aim->expected_count++] = tl_body_at(s, t->state, d->foes[i])->tile;
    }
}

uint16_t qm__tl_choose(tl_table *t, const tl_declaration *d, uint16_t figure) {
    tl_aim aim;
    tl_seek seek;
    aim_of(&aim, t, d, figure);
    qm__tl_seek_for(t, d, figure, &seek);
    qm__tl_aim_search(&aim, t, &seek);
    qm__tl_keep_straight(&aim);
    return aim.count > 0 ? aim.ends[0] : seek.from;
}

/* ------------------------------------------------------------------------------------------------------------ range */

double qm__tl_way_chance(const qm_scenario *s, uint16_t figure, const tl_way *way, uint16_t *checks) {
    double chances[TL_MODE_COUNT], chance = 1.0;
    qm__tl_chances(s, figure, chances);
    *checks = 0;
    for (uint8_t i = 0; i < way->count; i++) {
        const int mode = tl_check_at(s, way->tiles[i]);
        chance *= chances[mode];
        *checks = (uint16_t)(*checks + (mode != TL_MODE_NONE));
    }
    return chance;
}

void qm__tl_range_open(tl_table *t, uint16_t figure, tl_range *range) {
    static const uint8_t nobody[TL_FOES_MAX] = {0};
    const tl_settings *set = &tl_of(t->scenario)->set;
    const tl_body *body = tl_body_at(t->scenario, t->state, figure);
    const bool withdraws = t->state->phase == TL_PHASE_MISC;
    *range = (tl_range){.d = {.what = withdraws ? TL_WITHDRAW : TL_MOVE}};
    range->d.run = !body->acted && (!withdraws || set->withdraw_run == TL_WITHDRAW_RUN_YES);
    if (withdraws) {
        qm__tl_foes_around(t, figure, range->d.foes);
    }
    qm__tl_mind(t, figure, nobody);
    qm__tl_seek_for(t, &range->d, figure, &range->seek);
    range->walking = (uint16_t)qm__tl_movement(t->scenario, body, figure, false);
    if (withdraws && !tl_may_withdraw(t->scenario, body)) {
        range->seek.limit = range->walking = 0;
    }
    qm__tl_search(t, &range->seek);
}

/* With last_point = enter impeding ground can take the last of a walk, though a run would get there with more to pay.
 */
static bool walks_in(const tl_table *t, const tl_range *range, uint16_t tile) {
    tl_seek walk = range->seek;
    walk.limit = range->walking;
    for (int d = 0; d < 8; d++) {
        const uint16_t before = t->scenario->tile.neighbours[tile][(d + 4) & 7];
        for (unsigned parity = 0; before && parity <= t->shift; parity++) {
            const uint32_t node = tl_node_of(t, before, parity);
            const uint16_t done = t->nodes[node].cost;
            uint32_t to;
            uint16_t cost;
            bool away;
            if (t->nodes[node].seen == t->epoch && done < walk.limit && qm__tl_goes_on(t, &walk, before, &away) &&
                qm__tl_edge(t, &walk, node, done, d, away, &to, &cost)) {
                return true;
            }
        }
    }
    return false;
}

uint16_t qm__tl_range_cost(const tl_table *t, const tl_range *range, uint16_t tile) {
    const uint16_t cost = qm__tl_cost_to(t, tile);
    const bool enters = tl_of(t->scenario)->set.last_point == TL_LAST_POINT_ENTER && cost > range->walking &&
                        cost != TL_UNREACHED && tl_ground_at(t->scenario, tile)->impeding;
    return enters && walks_in(t, range, tile) ? range->walking : cost;
}

bool qm__tl_counts(const tl_table *t, uint32_t node) {
    if (t->shift == 0) {
        return true;
    }
    const tl_node *one = &t->nodes[node], *twin = &t->nodes[node ^ 1u];
    return twin->seen != t->epoch || one->cost < twin->cost || (one->cost == twin->cost && (node & 1u) == 0);
}
