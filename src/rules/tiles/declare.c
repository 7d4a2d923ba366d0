/* Declarations: judged as all stand now, and written down in secret.
 *
 * An order is first read into a tl_declaration (legs.c), every leg that does not fit refused by itself; then what its
 * kind asks for is looked at. A legal verdict shows what the declaration would come to if nobody else moved: how far it
 * would get on its way and why no further, what the whole way costs (more than the allowance when that is what ends
 * it), and the checks up to there. Playing only writes the declaration down.
 *
 * Invariant: nothing here looks at what another figure declared, so a verdict gives nothing away. That is why `held =
 * refuse` refuses every tile that somebody holds now: whether that one will stay is not known. Rejected: refusing only
 * tiles of one's own side's figures that declared to stay, which would make the verdict depend on the order of
 * declaring.
 */
#include <string.h>

#include "rules/tiles/declare.h"

/* ------------------------------------------------------------------------------------------- whether it may declare */

static bool special(uint16_t kind) {
    return kind == TL_ORDER_INTERCEPT || kind == TL_ORDER_AVOID;
}

/* All declare in the movement phase; intercept and avoid with them, or announced before (TL-11); withdrawing belongs to
 * the miscellaneous phase (TL-19). */
static void judge_phase(tl_declaring *c) {
    switch (c->j->state->phase) {
    case TL_PHASE_START:
        qm__refuse(c->j, TL_REASON_NOT_BEGUN);
        return;
    case TL_PHASE_ANNOUNCE:
        if (!special(c->kind)) {
            qm__refuse(c->j, c->kind == TL_ORDER_WITHDRAW ? TL_REASON_WRONG_PHASE : TL_REASON_SPECIAL_EARLY);
        }
        return;
    case TL_PHASE_DECLARE:
        if (c->kind == TL_ORDER_WITHDRAW) {
            qm__refuse(c->j, TL_REASON_WRONG_PHASE);
        } else if (special(c->kind) && c->set->declare_special == TL_DECLARE_SPECIAL_FIRST) {
            qm__refuse(c->j, TL_REASON_SPECIAL_LATE);
        }
        return;
    case TL_PHASE_MISC:
        if (c->kind == TL_ORDER_WITHDRAW || c->kind == TL_ORDER_STAY) {
            return;
        }
        break;
    default:
        break;
    }
    qm__refuse(c->j, TL_REASON_WRONG_PHASE);
}

/* What was announced before the others declared stands (TL-11). */
static bool announced(const tl_declaring *c) {
    return c->set->declare_special == TL_DECLARE_SPECIAL_FIRST && c->j->state->phase == TL_PHASE_DECLARE &&
           (c->body->plan.what == TL_INTERCEPT || c->body->plan.what == TL_AVOID);
}

/* A declaration that is not known here (its content is blank in a projection) may be assumed anew. */
static void judge_declared(tl_declaring *c) {
    if (c->body->declared && c->body->plan.what != TL_NOTHING) {
        qm__refuse(c->j, announced(c) ? TL_REASON_ANNOUNCED : TL_REASON_ALREADY_DECLARED);
    }
}

static bool judge_presence(tl_declaring *c) {
    if (c->body->tile == 0) {
        qm__refuse(c->j, TL_REASON_NOT_ON_BOARD);
    } else if (c->body->condition == TL_DOWN) {
        qm__refuse(c->j, TL_REASON_DOWN);
    }
    return tl_present(c->body);
}

/* ------------------------------------------------------------------------------------------------ what would happen */

/* TL-02, 03, 05, 06, 08, 21 */
enum { CLAUSE_RUN = 1, CLAUSE_IMPEDING, CLAUSE_LABEL = 4, CLAUSE_STOP, CLAUSE_IGNORE = 7, CLAUSE_ONE_TO_A_TILE = 20 };

static void show_check(tl_declaring *c, uint16_t leg, uint16_t tile, int mode, double chance) {
    const tl_stat *stat = tl_stat_of(c->s, c->figure);
    const int own = c->s->figures[c->figure - 1].values[TL_CLIMB + mode - TL_MODE_CLIMB];
    qm_check *check = qm__foresee(c->j, (uint16_t)(TL_ROLL_CLIMB + mode - TL_MODE_CLIMB));
    check->leg = leg;
    check->dice = stat->pool[mode];
    check->sides = 10;
    check->at = qm__tl_place(c->s, tile);
    check->target = tl_ground_at(c->s, tile)->difficulty;
    qm__term(check->terms, &check->term_count, TL_TERM_POOL, own);
    qm__term(check->terms, &check->term_count, TL_TERM_LABEL, stat->pool[mode] - own);
    qm__term(check->terms, &check->term_count, TL_TERM_ARMOUR, stat->shift[mode]);
    check->chance = chance;
    c->j->verdict->chance *= chance;
}

/* The clauses that a tile's cost rests on: impeding ground, and a movement label that changes it. */
static void cite_ground(tl_declaring *c, uint16_t tile) {
    const tl_ground *ground = tl_ground_at(c->s, tile);
    if (ground->impeding) {
        qm__cite(c->j, CLAUSE_IMPEDING);
    } else if (tl_stat_of(c->s, c->figure)->label[ground->mode] != 0) {
        qm__cite(c->j, CLAUSE_LABEL);
    }
}

/* Why it would end where it does: what stops it is part of the answer. */
static void show_ending(tl_declaring *c, const tl_way *way) {
    qm_verdict *v = c->j->verdict;
    v->ending = way->ending;
    v->ender = way->ender;
    v->before = qm__tl_place(c->s, way->before);
    switch ((qm_ending)way->ending) {
    case QM_ENDS_THERE:
        return;
    case QM_ENDS_SPENT:
        cite_ground(c, way->beyond);
        return;
    case QM_ENDS_BEFORE:
        if (way->ender) {
            qm__cite(c->j, CLAUSE_ONE_TO_A_TILE);
        }
        if (!way->ender || tl_hostile(c->s, c->figure, way->ender) || tl_watched(&c->table, c->figure, way->before)) {
            qm__cite(c->j, CLAUSE_STOP); /* a friend cannot be passed where foes would stop it */
        }
        return;
    case QM_ENDS_NEXT_TO:
    case QM_ENDS_CLEAR:
        qm__cite(c->j, CLAUSE_STOP);
        return;
    }
}

/* The way and its checks. `legs`: the tiles were named by legs. */
static void show_way(tl_declaring *c, const tl_way *way, bool legs) {
    double chances[TL_MODE_COUNT];
    qm__tl_chances(c->s, c->figure, chances);
    qm__way_add(c->j, qm__tl_place(c->s, c->body->tile));
    for (uint8_t i = 0; i < way->count; i++) {
        const uint16_t tile = way->tiles[i];
        const int mode = tl_check_at(c->s, tile);
        qm__way_add(c->j, qm__tl_place(c->s, tile));
        if (mode != TL_MODE_NONE) {
            show_check(c, legs ? c->tile_legs[way->named[i]] : 0, tile, mode, chances[mode]);
        }
        cite_ground(c, tile);
    }
    c->j->verdict->cost = (int32_t)way->cost;
    show_ending(c, way);
}

static void show_movement(tl_declaring *c) {
    c->j->verdict->unit = 1;
    c->j->verdict->allowance = qm__tl_movement(c->s, c->body, c->figure, c->d.run != 0);
    if (c->d.run) {
        qm__cite(c->j, CLAUSE_RUN);
    }
}

/* ------------------------------------------------------------------------------------------- ways of declared tiles */

static uint16_t last_tile(const tl_declaring *c) {
    return c->d.tiles[c->tiles - 1];
}

static void judge_tiles(tl_declaring *c) {
    if (c->tiles == 0) {
        qm__refuse(c->j, TL_REASON_NO_TILE);
    } else if (c->tiles > 1 && c->set->path == TL_PATH_CHEAPEST) {
        qm__refuse(c->j, TL_REASON_WAY_GIVEN);
    } else if (c->tiles > TL_TILES_MAX) {
        tl_refuse_number(c, TL_REASON_WAY_TOO_LONG, c->tiles, TL_TILES_MAX);
    }
}

/* unreachable = refuse: only where it could get to as all stand now (TL-09). */
static void judge_reached(tl_declaring *c, const tl_way *way) {
    const int movement = qm__tl_movement(c->s, c->body, c->figure, c->d.run != 0);
    if (c->set->unreachable != TL_UNREACHABLE_REFUSE || (way->map == TL_MAP_FREE && !way->cut)) {
        return;
    }
    qm_reason *r =
        tl_refuse_at(c, way->cut ? TL_REASON_UNREACHABLE : TL_REASON_CUT_OFF, c->tile_legs[c->tiles - 1], last_tile(c));
    r->needed = (int32_t)way->cost;
    r->had = movement;
}

static void judge_held(tl_declaring *c) {
    const uint8_t there = c->table.who[last_tile(c)];
    if (c->set->held == TL_HELD_REFUSE && there && there != c->figure) {
        tl_refuse_at(c, TL_REASON_HELD, c->tile_legs[c->tiles - 1], last_tile(c))->other = there;
    }
}

/* Move and withdraw: there must be a way at least where nobody stood. Withdrawing from next to foes begins with a step
 * away from those it names (TL-20). */
static void judge_way(tl_declaring *c) {
    tl_way way;
    if (!qm__tl_lay(&c->table, &c->d, c->figure, &way)) {
        tl_refuse_at(c, TL_REASON_NO_WAY, c->tile_legs[way.failed], c->d.tiles[way.failed]);
        return;
    }
    judge_reached(c, &way);
    judge_held(c);
    if (c->d.what == TL_WITHDRAW && !way.leaves) {
        tl_refuse_at(c, TL_REASON_NOT_AWAY, c->tile_legs[0], way.count > 0 ? way.tiles[0] : c->d.tiles[0]);
    }
    if (tl_fine(c)) {
        qm__tl_walk(&c->table, &c->d, c->figure, &way);
        show_movement(c);
        show_way(c, &way, true);
    }
}

/* ------------------------------------------------------------------------------------------- relations and avoiding */

/* How far from the other figure, or from the nearest of those it avoids, it would end. */
static void show_distance(tl_declaring *c) {
    const qm_verdict *v = c->j->verdict;
    const uint16_t end = qm__tl_tile(c->s, v->way[v->way_count - 1]);
    const bool avoids = c->d.what == TL_AVOID;
    int nearest = INT32_MAX;
    for (size_t i = 0; i < (avoids ? TL_FOES_MAX : 1) && (!avoids || c->d.foes[i]); i++) {
        const uint16_t other = avoids ? c->d.foes[i] : c->d.other;
        const int distance = tl_distance(c->s, end, tl_body_at(c->s, c->j->state, other)->tile);
        if (distance < nearest) {
            nearest = distance;
            c->j->verdict->nearest = other;
            c->j->verdict->distance = distance;
        }
    }
}

static void show_chosen(tl_declaring *c) {
    tl_declaration there = c->d;
    tl_way way = {.count = 0};
    memset(there.tiles, 0, sizeof there.tiles);
    there.tiles[0] = qm__tl_choose(&c->table, &c->d, c->figure);
    if (there.tiles[0] != c->body->tile) {
        qm__tl_lay(&c->table, &there, c->figure, &way);
    }
    show_movement(c);
    show_way(c, &way, false);
    show_distance(c);
}

static void judge_distance(tl_declaring *c, int32_t distance) {
    if (distance < 1 || distance > c->set->avoid_max) {
        tl_refuse_number(c, c->kind == TL_ORDER_KEEP ? TL_REASON_KEEP_RANGE : TL_REASON_AVOID_RANGE, distance,
                         c->set->avoid_max);
        return;
    }
    c->d.distance = (uint8_t)distance;
}

/* beside FIGURE, keep NUMBER from FIGURE (TL-10) */
static void judge_relation(tl_declaring *c) {
    const bool keep = c->kind == TL_ORDER_KEEP;
    const uint16_t other = (uint16_t)c->j->order->arguments[keep ? 1 : 0];
    if (keep) {
        judge_distance(c, c->j->order->arguments[0]);
    }
    c->d.other = other;
    if (other == c->figure) {
        tl_refuse_other(c, TL_REASON_SELF, 0, other);
    } else if (!tl_present(tl_body_at(c->s, c->j->state, other))) {
        tl_refuse_other(c, TL_REASON_GONE, 0, other);
    }
}

static void judge_avoid(tl_declaring *c) {
    judge_distance(c, c->j->order->arguments[0]);
    if (c->foes == 0) {
        qm__refuse(c->j, TL_REASON_NO_FOES);
    }
    if (c->tiles > TL_TILES_MAX) {
        tl_refuse_number(c, TL_REASON_TOO_MANY_TILES, c->tiles, TL_TILES_MAX);
    }
}

/* -------------------------------------------------------------------------------------------------------- intercept */

static void judge_area(tl_declaring *c) {
    if (c->tiles == 0) {
        qm__refuse(c->j, TL_REASON_NO_AREA);
    } else if (c->tiles > c->set->area_max) {
        tl_refuse_number(c, TL_REASON_AREA_TOO_LARGE, c->tiles, c->set->area_max);
    }
}

/* Next to each tile of the area, or to one of them, it can get with its movement (TL-12). */
static void judge_area_reach(tl_declaring *c) {
    tl_seek seek;
    uint16_t missed = 0;
    qm__tl_seek_for(&c->table, &c->d, c->figure, &seek);
    qm__tl_search(&c->table, &seek);
    for (uint16_t i = 0; i < c->tiles; i++) {
        if (qm__tl_gets_next_to(&c->table, c->figure, c->d.tiles[i])) {
            continue;
        }
        missed++;
        if (c->set->area_reach == TL_AREA_REACH_EVERY) {
            tl_refuse_at(c, TL_REASON_AREA_OUT_OF_REACH, c->tile_legs[i], c->d.tiles[i]);
        }
    }
    if (c->set->area_reach == TL_AREA_REACH_SOME && missed == c->tiles) {
        tl_refuse_at(c, TL_REASON_AREA_OUT_OF_REACH, c->tile_legs[0], c->d.tiles[0]);
    }
}

static void judge_intercept(tl_declaring *c) {
    const uint16_t watcher = qm__tl_watcher(&c->table, c->figure, c->body->tile);
    if (watcher) {
        tl_refuse_other(c, TL_REASON_NEXT_TO_FOE, 0, watcher);
    }
    if (tl_fine(c)) {
        judge_area_reach(c);
    }
    if (tl_fine(c)) {
        show_movement(c);
    }
}

/* --------------------------------------------------------------------------------------------------------- withdraw */

static void judge_withdraw(tl_declaring *c) {
    if (tl_has_moved(c->s, c->body)) {
        qm__refuse(c->j, TL_REASON_HAS_MOVED);
    }
    if (c->body->special) {
        qm__refuse(c->j, TL_REASON_HAS_SPECIAL);
    }
    for (uint16_t i = 0; i < c->foes && i < TL_FOES_MAX; i++) {
        const tl_body *foe = tl_body_at(c->s, c->j->state, c->d.foes[i]);
        if (tl_hostile(c->s, c->figure, c->d.foes[i]) && tl_present(foe) &&
            !qm__tl_adjacent(c->s, c->body->tile, foe->tile)) {
            tl_refuse_other(c, TL_REASON_NOT_ADJACENT, 0, c->d.foes[i]);
        }
    }
}

/* -------------------------------------------------------------------------------------------------------- the order */

/* What needs no board. */
static void judge_content(tl_declaring *c) {
    switch (c->kind) {
    case TL_ORDER_MOVE:
        judge_tiles(c);
        return;
    case TL_ORDER_BESIDE:
    case TL_ORDER_KEEP:
        judge_relation(c);
        return;
    case TL_ORDER_INTERCEPT:
        judge_area(c);
        return;
    case TL_ORDER_AVOID:
        judge_avoid(c);
        return;
    case TL_ORDER_STAND:
        if (c->body->condition != TL_PRONE) {
            qm__refuse(c->j, TL_REASON_NOT_PRONE);
        }
        return;
    case TL_ORDER_WITHDRAW:
        judge_tiles(c);
        judge_withdraw(c);
        return;
    default:
        return;
    }
}

static void judge_on_board(tl_declaring *c) {
    qm__tl_table_open(&c->table, c->s, c->j->state, c->j->search);
    qm__tl_mind(&c->table, c->figure, c->d.ignored);
    switch (c->kind) {
    case TL_ORDER_MOVE:
    case TL_ORDER_WITHDRAW:
        judge_way(c);
        break;
    case TL_ORDER_BESIDE:
    case TL_ORDER_KEEP:
    case TL_ORDER_AVOID:
        show_chosen(c);
        break;
    case TL_ORDER_INTERCEPT:
        judge_intercept(c);
        break;
    default:
        break;
    }
    qm__tl_table_close(&c->table);
}

void qm__tl_judge_declare(qm__judging *j) {
    const uint16_t figure = j->order->actor;
    tl_declaring c = {.j = j,
                      .s = j->scenario,
                      .set = &tl_of(j->scenario)->set,
                      .body = tl_body_at(j->scenario, j->state, figure),
                      .figure = figure,
                      .kind = j->order->kind};
    c.d.what = tl_declared_by(c.kind);
    judge_phase(&c);
    if (!judge_presence(&c)) {
        return;
    }
    judge_declared(&c);
    qm__tl_read_legs(&c);
    judge_content(&c);
    if (tl_fine(&c)) {
        judge_on_board(&c);
    }
    if (tl_fine(&c) && c.ignored > 0) {
        qm__cite(j, CLAUSE_IGNORE);
    }
    memcpy(j->prepared, &c.d, sizeof c.d);
}
_Static_assert(sizeof(tl_declaration) <= TL_PREPARED_SIZE, "a declaration is what is prepared");

void qm__tl_play_declare(qm__run *run) {
    tl_body *body = tl_body_at(run->scenario, run->state, run->order->actor);
    memcpy(&body->plan, run->prepared, sizeof body->plan);
    body->declared = 1;
    qm__tell(run, TL_EVENT_DECLARED);
}
