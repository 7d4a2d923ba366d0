/* Declarations: judged as all stand now, and written down in secret.
 *
 * An order is first read into a tl_declaration, every leg that does not fit refused by itself; then what its kind asks
 * for is looked at. A legal verdict shows what the declaration would come to if nobody else moved: the way, its cost
 * (more than the allowance when the movement ends on the way), and the checks on it. Playing only writes the
 * declaration down.
 *
 * Invariant: nothing here looks at what another figure declared, so a verdict gives nothing away. That is why `held =
 * refuse` refuses every tile that somebody holds now: whether that one will stay is not known. Rejected: refusing only
 * tiles of one's own side's figures that declared to stay, which would make the verdict depend on the order of
 * declaring.
 */
#include <string.h>

#include "rules/tiles/foresee.h"

/* One order being judged. */
typedef struct declaring {
    qm__judging *j;
    const qm_scenario *s;
    const tl_settings *set;
    const tl_body *body;
    uint16_t figure, kind;
    tl_declaration d;
    uint16_t tile_legs[TL_TILES_MAX]; /* the leg that named each tile, from 1 */
    uint16_t tiles, foes, ignored;    /* how many were named, those beyond the limits too */
    tl_table table;
} declaring;

static bool fine(const declaring *c) {
    return c->j->verdict->judgement == QM_LEGAL;
}

/* The leg is told to programs as such, and to people by its number. */
static qm_reason *refuse_leg(declaring *c, uint16_t reason, uint16_t leg) {
    qm_reason *r = qm__refuse(c->j, reason);
    r->leg = r->word = leg;
    return r;
}

static qm_reason *refuse_at(declaring *c, uint16_t reason, uint16_t leg, uint16_t tile) {
    qm_reason *r = refuse_leg(c, reason, leg);
    r->at = qm__tl_place(c->s, tile);
    return r;
}

static void refuse_other(declaring *c, uint16_t reason, uint16_t leg, uint16_t other) {
    refuse_leg(c, reason, leg)->other = other;
}

static void refuse_number(declaring *c, uint16_t reason, int32_t needed, int32_t had) {
    qm_reason *r = qm__refuse(c->j, reason);
    r->needed = needed;
    r->had = had;
}

/* ------------------------------------------------------------------------------------------- whether it may declare */

static bool special(uint16_t kind) {
    return kind == TL_ORDER_INTERCEPT || kind == TL_ORDER_AVOID;
}

/* All declare in the movement phase; intercept and avoid with them, or announced before (TL-11); withdrawing belongs to
 * the miscellaneous phase (TL-19). */
static void judge_phase(declaring *c) {
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
static bool announced(const declaring *c) {
    return c->set->declare_special == TL_DECLARE_SPECIAL_FIRST && c->j->state->phase == TL_PHASE_DECLARE &&
           (c->body->plan.what == TL_INTERCEPT || c->body->plan.what == TL_AVOID);
}

/* A declaration that is not known here (its content is blank in a projection) may be assumed anew. */
static void judge_declared(declaring *c) {
    if (c->body->declared && c->body->plan.what != TL_NOTHING) {
        qm__refuse(c->j, announced(c) ? TL_REASON_ANNOUNCED : TL_REASON_ALREADY_DECLARED);
    }
}

static bool judge_presence(declaring *c) {
    if (c->body->tile == 0) {
        qm__refuse(c->j, TL_REASON_NOT_ON_BOARD);
    } else if (c->body->condition == TL_DOWN) {
        qm__refuse(c->j, TL_REASON_DOWN);
    }
    return tl_present(c->body);
}

/* ------------------------------------------------------------------------------------------------- reading the legs */

#define LEG(name) (1u << TL_LEG_##name)

/* Legs that belong to an order. Foes are chosen to be ignored in the movement phase (TL-08), so not in withdrawing. */
static unsigned legs_of(uint16_t kind) {
    switch (kind) {
    case TL_ORDER_STAY:
    case TL_ORDER_BESIDE:
    case TL_ORDER_KEEP:
    case TL_ORDER_STAND:
        return LEG(RUN) | LEG(IGNORE);
    case TL_ORDER_MOVE:
        return LEG(TILE) | LEG(RUN) | LEG(IGNORE);
    case TL_ORDER_INTERCEPT:
        return LEG(TILE) | LEG(RUN) | LEG(IGNORE) | LEG(FOR);
    case TL_ORDER_AVOID:
        return LEG(TILE) | LEG(RUN) | LEG(IGNORE) | LEG(FROM);
    case TL_ORDER_WITHDRAW:
        return LEG(TILE) | LEG(RUN) | LEG(AWAY);
    default:
        return 0;
    }
}

static bool may_run(const declaring *c) {
    switch (c->kind) {
    case TL_ORDER_MOVE:
    case TL_ORDER_BESIDE:
    case TL_ORDER_KEEP:
        return true;
    case TL_ORDER_INTERCEPT:
        return c->set->intercept_run == TL_INTERCEPT_RUN_YES;
    case TL_ORDER_AVOID:
        return c->set->avoid_run == TL_AVOID_RUN_YES;
    case TL_ORDER_WITHDRAW:
        return c->set->withdraw_run == TL_WITHDRAW_RUN_YES;
    default:
        return false;
    }
}

/* Running commits the action of the turn, so that must not be spent (TL-02). */
static void read_run(declaring *c, uint16_t leg) {
    if (c->d.run) {
        refuse_leg(c, TL_REASON_TWICE, leg);
        return;
    }
    if (!may_run(c)) {
        qm__refuse(c->j, TL_REASON_RUNS)->leg = leg;
    } else if (c->body->acted) {
        qm__refuse(c->j, TL_REASON_ACTED)->leg = leg;
    }
    c->d.run = 1;
}

/* A foe that is named: after ignore, from, for or away. */
static void read_foe(declaring *c, uint16_t leg, uint16_t foe, uint8_t *list, uint16_t *count) {
    const uint16_t kept = *count < TL_FOES_MAX ? *count : TL_FOES_MAX;
    if (foe == c->figure) {
        refuse_other(c, TL_REASON_SELF, leg, foe);
    } else if (!tl_hostile(c->s, c->figure, foe)) {
        refuse_other(c, TL_REASON_NOT_HOSTILE, leg, foe);
    } else if (!tl_present(tl_body_at(c->s, c->j->state, foe))) {
        refuse_other(c, TL_REASON_GONE, leg, foe);
    } else if (memchr(list, (int)foe, kept)) {
        refuse_other(c, TL_REASON_TWICE, leg, foe);
    }
    if (*count < TL_FOES_MAX) {
        list[*count] = (uint8_t)foe;
    }
    (*count)++;
}

static bool named_before(const declaring *c, uint16_t tile) {
    for (uint16_t i = 0; i < c->tiles && i < TL_TILES_MAX; i++) {
        if (c->d.tiles[i] == tile) {
            return true;
        }
    }
    return false;
}

/* A tile of a way may come again later, but not at once; those of an area or a stated order only once. */
static void read_tile(declaring *c, uint16_t leg, qm_place place) {
    const uint16_t tile = qm__tl_tile(c->s, place);
    const bool way = c->kind == TL_ORDER_MOVE || c->kind == TL_ORDER_WITHDRAW;
    const bool kept = c->tiles < TL_TILES_MAX;
    if (tile == 0) {
        qm__refuse(c->j, TL_REASON_OFF_BOARD)->leg = leg;
    } else if (c->kind != TL_ORDER_INTERCEPT && tl_cost(c->s, c->figure, tile) == 0) {
        refuse_at(c, TL_REASON_BARRED, leg, tile);
    } else if (way && kept && tile == (c->tiles == 0 ? c->body->tile : c->d.tiles[c->tiles - 1])) {
        refuse_at(c, c->tiles == 0 ? TL_REASON_SAME_TILE : TL_REASON_TWICE, leg, tile);
    } else if (!way && named_before(c, tile)) {
        refuse_at(c, TL_REASON_TWICE, leg, tile);
    }
    if (kept) {
        c->d.tiles[c->tiles] = tile;
        c->tile_legs[c->tiles] = leg;
    }
    c->tiles++;
}

static void read_legs(declaring *c) {
    const qm_order *order = c->j->order;
    const unsigned allowed = legs_of(c->kind);
    for (uint16_t i = 0; i < order->leg_count; i++) {
        const qm_leg *leg = &order->legs[i];
        const uint16_t number = (uint16_t)(i + 1);
        if ((allowed >> leg->kind & 1u) == 0) {
            refuse_leg(c, TL_REASON_WRONG_LEG, number);
        } else if (leg->kind == TL_LEG_TILE) {
            read_tile(c, number, leg->to);
        } else if (leg->kind == TL_LEG_RUN) {
            read_run(c, number);
        } else if (leg->kind == TL_LEG_IGNORE) {
            read_foe(c, number, leg->thing, c->d.ignored, &c->ignored);
        } else {
            read_foe(c, number, leg->thing, c->d.foes, &c->foes);
        }
    }
    if (c->ignored > TL_FOES_MAX || c->foes > TL_FOES_MAX) {
        refuse_number(c, TL_REASON_TOO_MANY_FOES, c->ignored > c->foes ? c->ignored : c->foes, TL_FOES_MAX);
    }
}

/* ------------------------------------------------------------------------------------------------ what would happen */

enum { CLAUSE_RUN = 1, CLAUSE_IMPEDING, CLAUSE_LABEL = 4, CLAUSE_STOP, CLAUSE_IGNORE = 7 }; /* TL-02, 03, 05, 06, 08 */

static void show_check(declaring *c, uint16_t leg, uint16_t tile, int mode, double chance) {
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
static void cite_ground(declaring *c, uint16_t tile) {
    const tl_ground *ground = tl_ground_at(c->s, tile);
    if (ground->impeding) {
        qm__cite(c->j, CLAUSE_IMPEDING);
    } else if (tl_stat_of(c->s, c->figure)->label[ground->mode] != 0) {
        qm__cite(c->j, CLAUSE_LABEL);
    }
}

/* The way and its checks. `legs`: the tiles were named by legs. */
static void show_way(declaring *c, const tl_way *way, bool legs) {
    double chances[TL_MODE_COUNT];
    qm__tl_chances(c->s, c->figure, chances);
    qm__way(c->j, qm__tl_place(c->s, c->body->tile));
    for (uint8_t i = 0; i < way->count; i++) {
        const uint16_t tile = way->tiles[i];
        const int mode = tl_check_at(c->s, tile);
        qm__way(c->j, qm__tl_place(c->s, tile));
        if (mode != TL_MODE_NONE) {
            show_check(c, legs ? c->tile_legs[way->named[i]] : 0, tile, mode, chances[mode]);
        }
        cite_ground(c, tile);
        if (i + 1 < way->count && way->map != TL_MAP_FREE && tl_watched(&c->table, c->figure, tile)) {
            qm__cite(c->j, CLAUSE_STOP);
        }
    }
    if (way->map != TL_MAP_FREE && tl_watched(&c->table, c->figure, c->body->tile)) {
        qm__cite(c->j, CLAUSE_STOP);
    }
    if (way->cut) { /* what stops it is part of the answer */
        cite_ground(c, way->beyond);
    }
    c->j->verdict->cost = (int32_t)way->cost;
}

static void show_movement(declaring *c) {
    c->j->verdict->unit = 1;
    c->j->verdict->allowance = qm__tl_movement(c->s, c->body, c->figure, c->d.run != 0);
    if (c->d.run) {
        qm__cite(c->j, CLAUSE_RUN);
    }
}

/* ------------------------------------------------------------------------------------------- ways of declared tiles */

static uint16_t last_tile(const declaring *c) {
    return c->d.tiles[c->tiles - 1];
}

static void judge_tiles(declaring *c) {
    if (c->tiles == 0) {
        qm__refuse(c->j, TL_REASON_NO_TILE);
    } else if (c->tiles > 1 && c->set->path == TL_PATH_CHEAPEST) {
        qm__refuse(c->j, TL_REASON_WAY_GIVEN);
    } else if (c->tiles > TL_TILES_MAX) {
        refuse_number(c, TL_REASON_WAY_TOO_LONG, c->tiles, TL_TILES_MAX);
    }
}

/* unreachable = refuse: only where it could get to as all stand now (TL-09). */
static void judge_reached(declaring *c, const tl_way *way) {
    const int movement = qm__tl_movement(c->s, c->body, c->figure, c->d.run != 0);
    if (c->set->unreachable != TL_UNREACHABLE_REFUSE || way->map == TL_MAP_FREE) {
        return;
    }
    qm_reason *r =
        refuse_at(c, way->cut ? TL_REASON_UNREACHABLE : TL_REASON_CUT_OFF, c->tile_legs[c->tiles - 1], last_tile(c));
    r->needed = (int32_t)way->cost;
    r->had = movement;
}

static void judge_held(declaring *c) {
    const uint8_t there = c->table.who[last_tile(c)];
    if (c->set->held == TL_HELD_REFUSE && there && there != c->figure) {
        refuse_at(c, TL_REASON_HELD, c->tile_legs[c->tiles - 1], last_tile(c))->other = there;
    }
}

/* Move and withdraw: there must be a way at least where nobody stood. Withdrawing from next to foes begins with a step
 * away from those it names (TL-20). */
static void judge_way(declaring *c) {
    tl_way way;
    if (!qm__tl_lay(&c->table, &c->d, c->figure, &way)) {
        refuse_at(c, TL_REASON_NO_WAY, c->tile_legs[way.failed], c->d.tiles[way.failed]);
        return;
    }
    judge_reached(c, &way);
    judge_held(c);
    if (c->d.what == TL_WITHDRAW && !way.leaves) {
        refuse_at(c, TL_REASON_NOT_AWAY, c->tile_legs[0], way.count > 0 ? way.tiles[0] : c->d.tiles[0]);
    }
    if (fine(c)) {
        show_movement(c);
        show_way(c, &way, true);
    }
}

/* ------------------------------------------------------------------------------------------- relations and avoiding */

/* How far from the other figure, or from the nearest of those it avoids, it would end. */
static void show_distance(declaring *c) {
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

static void show_chosen(declaring *c) {
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

static void judge_distance(declaring *c, int32_t distance) {
    if (distance < 1 || distance > c->set->avoid_max) {
        refuse_number(c, TL_REASON_DISTANCE_RANGE, distance, c->set->avoid_max);
        return;
    }
    c->d.distance = (uint8_t)distance;
}

/* beside FIGURE, keep NUMBER from FIGURE (TL-10) */
static void judge_relation(declaring *c) {
    const bool keep = c->kind == TL_ORDER_KEEP;
    const uint16_t other = (uint16_t)c->j->order->arguments[keep ? 1 : 0];
    if (keep) {
        judge_distance(c, c->j->order->arguments[0]);
    }
    c->d.other = other;
    if (other == c->figure) {
        refuse_other(c, TL_REASON_SELF, 0, other);
    } else if (!tl_present(tl_body_at(c->s, c->j->state, other))) {
        refuse_other(c, TL_REASON_GONE, 0, other);
    }
}

static void judge_avoid(declaring *c) {
    judge_distance(c, c->j->order->arguments[0]);
    if (c->foes == 0) {
        qm__refuse(c->j, TL_REASON_NO_FOES);
    }
    if (c->tiles > TL_TILES_MAX) {
        refuse_number(c, TL_REASON_TOO_MANY_TILES, c->tiles, TL_TILES_MAX);
    }
}

/* -------------------------------------------------------------------------------------------------------- intercept */

static void judge_area(declaring *c) {
    if (c->tiles == 0) {
        qm__refuse(c->j, TL_REASON_NO_AREA);
    } else if (c->tiles > c->set->area_max) {
        refuse_number(c, TL_REASON_AREA_TOO_LARGE, c->tiles, c->set->area_max);
    }
}

/* Next to each tile of the area, or to one of them, it can get with its movement (TL-12). */
static void judge_area_reach(declaring *c) {
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
            refuse_at(c, TL_REASON_AREA_OUT_OF_REACH, c->tile_legs[i], c->d.tiles[i]);
        }
    }
    if (c->set->area_reach == TL_AREA_REACH_SOME && missed == c->tiles) {
        refuse_at(c, TL_REASON_AREA_OUT_OF_REACH, c->tile_legs[0], c->d.tiles[0]);
    }
}

static void judge_intercept(declaring *c) {
    const uint16_t watcher = qm__tl_watcher(&c->table, c->figure, c->body->tile);
    if (watcher) {
        refuse_other(c, TL_REASON_NEXT_TO_FOE, 0, watcher);
    }
    if (fine(c)) {
        judge_area_reach(c);
    }
    if (fine(c)) {
        show_movement(c);
    }
}

/* --------------------------------------------------------------------------------------------------------- withdraw */

static void judge_withdraw(declaring *c) {
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
            refuse_other(c, TL_REASON_NOT_ADJACENT, 0, c->d.foes[i]);
        }
    }
}

/* -------------------------------------------------------------------------------------------------------- the order */

/* What needs no board. */
static void judge_content(declaring *c) {
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

static void judge_on_board(declaring *c) {
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
    declaring c = {.j = j,
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
    read_legs(&c);
    judge_content(&c);
    if (fine(&c)) {
        judge_on_board(&c);
    }
    if (fine(&c) && c.ignored > 0) {
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
