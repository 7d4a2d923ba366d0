/* What one figure has to do with another, and the tiles it could watch as an interceptor, for pictures.
 *
 * Threat is asked without search memory, so it searches on a table of its own, small enough for the stack: every cost
 * in turn over the tiles near the figure. What is a step is asked in the same place as everywhere (qm__tl_edge).
 */
#include "rules/tiles/near.h"

/* ------------------------------------------------------------------------------------------------------------ sight */

/* How a line of sight passes from one tile to the next: 0 not, 1 freely, 2 past one side of a corner. */
static uint8_t line_passes(const qm_scenario *s, uint16_t from, uint16_t to) {
    const int d = qm__tile_direction_to(&s->tile, from, to);
    bool walled[2];
    uint16_t beside[2];
    qm__tile_walls_beside(&s->tile, from, d, walled);
    if (!qm__tile_diagonal(d)) {
        return !walled[0];
    }
    qm__tile_corners(&s->tile, from, d, beside);
    const int blocked =
        (walled[0] || tl_ground_at(s, beside[0])->barred) + (walled[1] || tl_ground_at(s, beside[1])->barred);
    return blocked == 0 ? 1 : blocked == 1 ? 2 : 0;
}

static bool wall_between(const qm_scenario *s, uint16_t from, uint16_t to) {
    bool walled[2];
    qm__tile_walls_beside(&s->tile, from, qm__tile_direction_to(&s->tile, from, to), walled);
    return walled[0] || walled[1];
}

/* Along the straight line between the middles of two tiles; walls and barred ground end it, figures do not. */
static void look_along(const qm_scenario *s, uint16_t a, uint16_t b, qm_sight *sight) {
    uint16_t line[2 * QM__TILE_SIDE_MAX];
    const size_t count = qm__tile_line(&s->tile, a, b, line, sizeof line / sizeof *line);
    sight->seen = 1;
    for (size_t i = 1; i < count; i++) {
        const uint8_t passes = line_passes(s, line[i - 1], line[i]);
        if (passes == 0 || (i + 1 < count && tl_ground_at(s, line[i])->barred)) {
            sight->seen = 0;
            sight->block = qm__tl_place(s, line[i]);
            sight->wall = passes == 0 && wall_between(s, line[i - 1], line[i]);
            return;
        }
        sight->seen = passes == 2 ? 2 : sight->seen;
    }
}

void qm__tl_see(const qm_scenario *s, const qm_state *st, uint16_t a, uint16_t b, void *search, qm_sight *sight) {
    (void)search;
    const tl_body *from = tl_body_at(s, st, a), *to = tl_body_at(s, st, b);
    *sight = (qm_sight){.hostile = a != b && tl_hostile(s, a, b)};
    if (a == b || from->tile == 0 || to->tile == 0) {
        return;
    }
    sight->distance = tl_distance(s, from->tile, to->tile);
    look_along(s, from->tile, to->tile, sight);
    /* Foes next to each other hold each other (TL-06), as long as neither is down. */
    sight->engages = sight->engaged =
        sight->hostile && tl_present(from) && tl_present(to) && qm__tl_adjacent(s, from->tile, to->tile);
}

/* ----------------------------------------------------------------------------------------------------------- threat */

/* A table without search memory: who stands where and whom one figure minds. */
typedef struct pocket {
    tl_table table;
    tl_minds minds[QM_FIGURES_MAX + 1];
    uint8_t who[QM__TILE_SIDE_MAX * QM__TILE_SIDE_MAX + 1];
} pocket;

static void pocket_open(pocket *p, const qm_scenario *s, const qm_state *st, uint16_t figure) {
    static const uint8_t nobody[TL_FOES_MAX] = {0};
    p->table = (tl_table){.scenario = s, .state = st, .who = p->who, .minds = p->minds};
    p->table.shift = tl_of(s)->set.diagonals == TL_DIAGONALS_ALTERNATE;
    for (uint32_t i = 0; i <= s->tile.tile_count; i++) {
        p->who[i] = 0;
    }
    for (uint16_t f = 1; f <= s->figure_count; f++) {
        const tl_body *body = tl_body_at(s, st, f);
        if (tl_present(body)) {
            p->who[body->tile] = (uint8_t)f;
        }
    }
    qm__tl_mind(&p->table, figure, nobody);
}

/* The cheapest cost of every node near the figure: all costs in turn, which is quick enough for so few tiles. */
static void pocket_search(const tl_table *t, const tl_seek *seek, const tl_near *n, uint8_t costs[TL_NEAR_NODES]) {
    const uint32_t count = tl_near_count(n);
    for (uint32_t i = 0; i < count; i++) {
        costs[i] = UINT8_MAX;
    }
    costs[tl_near_index(t, n, tl_node_of(t, seek->from, 0))] = 0;
    for (uint16_t cost = 0; cost < seek->limit; cost++) {
        for (uint32_t i = 0; i < count; i++) {
            bool away;
            const uint32_t node = costs[i] == cost ? tl_near_node(t, n, i) : 0;
            if (!node || !qm__tl_goes_on(t, seek, tl_node_tile(t, node), &away)) {
                continue;
            }
            for (int d = 0; d < 8; d++) {
                uint32_t to;
                uint16_t paid;
                if (qm__tl_edge(t, seek, node, cost, d, away, &to, &paid) && paid < costs[tl_near_index(t, n, to)]) {
                    costs[tl_near_index(t, n, to)] = (uint8_t)paid;
                }
            }
        }
    }
}

/* Whether a tile lies next to one on which the figure could end. */
static bool covers(const tl_table *t, const tl_near *n, const uint8_t *costs, uint16_t figure, uint16_t tile) {
    const qm_scenario *s = t->scenario;
    for (int d = 0; d < 8; d++) {
        const uint16_t beside = s->tile.neighbours[tile][d];
        if (!beside || ((unsigned)tl_of(s)->adjacent[tile] >> d & 1u) == 0 || !tl_near_holds(t, n, beside) ||
            !tl_ends_on(t, figure, beside)) {
            continue;
        }
        for (unsigned parity = 0; parity <= t->shift; parity++) {
            if (costs[tl_near_index(t, n, tl_node_of(t, beside, parity))] != UINT8_MAX) {
                return true;
            }
        }
    }
    return false;
}

/* The tiles that an interceptor could watch (TL-12): next to one it can get to with a normal movement. Barred ground
 * may be named as part of an area, but nobody ever enters it, so it is not told. */
uint32_t qm__tl_threat(const qm_scenario *s, const qm_state *st, uint16_t figure, qm_place *places, uint32_t capacity) {
    const tl_body *body = tl_body_at(s, st, figure);
    const int movement = qm__tl_movement(s, body, figure, false);
    pocket p;
    uint8_t costs[TL_NEAR_NODES];
    uint32_t count = 0;
    if (!tl_present(body)) {
        return 0;
    }
    pocket_open(&p, s, st, figure);
    if (tl_watched(&p.table, figure, body->tile)) {
        return 0;
    }
    const tl_seek seek = {
        .figure = figure, .from = body->tile, .limit = (uint16_t)movement, .map = TL_MAP_FREE, .begins = 1};
    const tl_near n = tl_near_of(s, body->tile, movement, p.table.shift),
                  wide = tl_near_of(s, body->tile, movement + 1, 0);
    pocket_search(&p.table, &seek, &n, costs);
    for (int at = 0; at < wide.side * wide.side; at++) {
        const uint16_t tile = qm__tile_at(&s->tile, wide.left + at % wide.side, wide.top + at / wide.side);
        if (tile == 0 || tl_ground_at(s, tile)->barred || !covers(&p.table, &n, costs, figure, tile)) {
            continue;
        }
        if (count < capacity) {
            places[count] = qm__tl_place(s, tile);
        }
        count++;
    }
    return count;
}
