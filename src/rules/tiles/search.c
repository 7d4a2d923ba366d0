/* Ways over the board of tiles, by cost: see search.h.
 *
 * A search is Dijkstra's with a ring of buckets, because every step costs between 1 and 16. What is allowed is asked in one
 * place, `edge`, by the search going forward and by marking going back, so that a marked way is always one the search walked.
 * Rejected: keeping all predecessors while searching, which costs memory for ways that nobody asks for.
 */
#include "rules/tiles/search.h"

#include <string.h>

enum { BUCKETS = 32, COST_MAX = 16 };
_Static_assert(BUCKETS > COST_MAX, "a ring of buckets holds every cost at once");

static size_t padded(size_t size) {
    return (size + 15) & ~(size_t)15;
}

static uint8_t shift_of(const qm_scenario *s) {
    return tl_of(s)->set.diagonals == TL_DIAGONALS_ALTERNATE;
}

static size_t node_count(const qm_scenario *s) {
    return ((size_t)s->tile.tile_count + 1) << shift_of(s);
}

uint32_t qm__tl_clash_capacity(const qm_scenario *s) {
    const uint32_t count = s->figure_count;
    const bool pairs = tl_of(s)->set.tempo == TL_TEMPO_EXTENT; /* then any two may be in each other's way */
    return 2 * count + 1 + (pairs ? count * count / 2 : 0);
}

size_t qm__tl_table_size(const qm_scenario *s) {
    const size_t nodes = node_count(s);
    return padded(sizeof(uint32_t)) + 2 * padded((size_t)s->tile.tile_count + 1) + padded(nodes * sizeof(tl_node)) +
           padded(nodes * sizeof(uint32_t)) + padded(((size_t)s->figure_count + 1) * sizeof(tl_minds)) +
           padded((size_t)qm__tl_clash_capacity(s) * TL_CLASH_SIZE) + TL_REST_SIZE;
}

static void *take(unsigned char **memory, size_t size) {
    unsigned char *part = *memory;
    *memory += padded(size);
    return part;
}

void qm__tl_mind(tl_table *t, uint16_t figure, const uint8_t *ignored) {
    tl_minds *minds = &t->minds[figure];
    memcpy(minds->bits, tl_stat_of(t->scenario, figure)->hostile, sizeof minds->bits);
    for (size_t i = 0; i < TL_FOES_MAX && ignored[i]; i++) {
        minds->bits[ignored[i] >> 6] &= ~((uint64_t)1 << (ignored[i] & 63u));
    }
}

/* Adds to the crowd of a tile and of those around it. */
static void crowd_by(tl_table *t, uint16_t tile, uint8_t amount) {
    const qm__tile *around = t->scenario->tile.neighbours[tile];
    t->crowd[tile] = (uint8_t)(t->crowd[tile] + amount);
    for (int d = 0; d < 8; d++) {
        t->crowd[around[d]] = (uint8_t)(t->crowd[around[d]] + amount);
    }
}

void qm__tl_put(tl_table *t, uint16_t tile, uint16_t figure) {
    t->who[tile] = (uint8_t)figure;
    crowd_by(t, tile, 1);
}

void qm__tl_lift(tl_table *t, uint16_t tile) {
    if (t->who[tile]) {
        t->who[tile] = 0;
        crowd_by(t, tile, 255); /* one less */
    }
}

void qm__tl_table_open(tl_table *t, const qm_scenario *s, const qm_state *st, void *search) {
    unsigned char *memory = search;
    const size_t nodes = node_count(s);
    t->scenario = s;
    t->state = st;
    t->shift = shift_of(s);
    t->head = take(&memory, sizeof(uint32_t));
    t->who = take(&memory, (size_t)s->tile.tile_count + 1);
    t->crowd = take(&memory, (size_t)s->tile.tile_count + 1);
    t->nodes = take(&memory, nodes * sizeof(tl_node));
    t->found = take(&memory, nodes * sizeof(uint32_t));
    t->minds = take(&memory, ((size_t)s->figure_count + 1) * sizeof(tl_minds));
    t->clashes = take(&memory, (size_t)qm__tl_clash_capacity(s) * TL_CLASH_SIZE);
    t->rest = memory;
    t->found_count = 0;
    t->epoch = t->mark = *t->head;
    for (uint16_t f = 1; f <= s->figure_count; f++) {
        const tl_body *body = tl_body_at(s, st, f);
        if (tl_present(body)) {
            qm__tl_put(t, body->tile, f);
        }
        qm__tl_mind(t, f, body->plan.ignored);
    }
}

void qm__tl_table_close(tl_table *t) {
    const qm_scenario *s = t->scenario;
    for (uint16_t f = 1; f <= s->figure_count; f++) {
        qm__tl_lift(t, tl_body_at(s, t->state, f)->tile);
    }
}

/* ------------------------------------------------------------------------------------------------ one tile, one step */

/* Whether nobody stands around a tile: then nobody watches it. */
static bool deserted(const tl_table *t, uint16_t tile) {
    return t->crowd && t->crowd[tile] == 0;
}

uint16_t qm__tl_watcher(const tl_table *t, uint16_t figure, uint16_t tile) {
    if (deserted(t, tile)) {
        return 0;
    }
    const tl_minds *minds = &t->minds[figure];
    const qm__tile *around = t->scenario->tile.neighbours[tile];
    const uint8_t adjacent = tl_of(t->scenario)->adjacent[tile];
    for (int d = 0; d < 8; d++) {
        const uint8_t there = t->who[around[d]];
        if (there && ((unsigned)adjacent >> d & 1u) && tl_minds_him(minds, there)) {
            return there;
        }
    }
    return 0;
}

bool qm__tl_open(const tl_table *t, uint16_t figure, uint16_t from, int direction, tl_map map) {
    const tl_data *data = tl_of(t->scenario);
    if (((unsigned)data->steps[from] >> direction & 1u) == 0) {
        return false;
    }
    if (!qm__tile_diagonal(direction)) {
        return true;
    }
    const qm__tile *around = t->scenario->tile.neighbours[from];
    int blocked = 0;
    for (int side = 0; side < 2; side++) {
        const int over = (direction + (side == 0 ? 7 : 1)) & 7;
        const uint8_t there = map == TL_MAP_BARE ? 0 : t->who[around[over]];
        const bool wall = ((unsigned)data->closed[from] >> (side == 0 ? direction - 1 : direction) & 1u) != 0;
        blocked += wall || (there && tl_minds_him(&t->minds[figure], there));
    }
    return tl_corner_open(&data->set, blocked);
}

bool qm__tl_held_back(const tl_table *t, uint16_t figure, uint16_t tile, const uint8_t *named, bool beginning) {
    if (deserted(t, tile)) {
        return false;
    }
    const qm__tile *around = t->scenario->tile.neighbours[tile];
    bool some = false, all = true, watched = false;
    for (int d = 0; d < 8; d++) {
        const uint8_t there = t->who[around[d]];
        if (there && ((unsigned)tl_of(t->scenario)->adjacent[tile] >> d & 1u) && tl_minds_him(&t->minds[figure], there)) {
            const bool named_here = named && tl_lists(named, there);
            watched = true;
            some = some || named_here;
            all = all && named_here;
        }
    }
    return watched && !(beginning ? some : all);
}

bool qm__tl_steps_away(const tl_table *t, uint16_t figure, uint16_t from, uint16_t to, const uint8_t *named) {
    const tl_data *data = tl_of(t->scenario);
    const qm__tile_board *board = &t->scenario->tile;
    const bool straight = data->set.directly_away == TL_DIRECTLY_AWAY_STRAIGHT;
    const bool whole = data->set.withdraw_partial == TL_WITHDRAW_PARTIAL_NO;
    bool some = false, opposite = false;
    for (int d = 0; d < 8; d++) {
        const uint16_t tile = board->neighbours[from][d];
        const uint8_t there = t->who[tile];
        if (!there || ((unsigned)data->adjacent[from] >> d & 1u) == 0 || !tl_minds_him(&t->minds[figure], there)) {
            continue;
        }
        const bool named_here = named && tl_lists(named, there);
        if (!named_here && !whole) {
            continue;
        }
        some = some || named_here;
        opposite = opposite || board->neighbours[from][(d + 4) & 7] == to;
        const int now = tl_distance(t->scenario, tile, from), then = tl_distance(t->scenario, tile, to);
        if (straight ? then < now : then <= now) {
            return false;
        }
    }
    return some && (!straight || opposite);
}

/* --------------------------------------------------------------------------------------------------------- searching */

/* Whether a figure that came to a tile may go on from there at all. */
bool qm__tl_goes_on(const tl_table *t, const tl_seek *seek, uint16_t tile, bool *away) {
    *away = false;
    if (seek->map != TL_MAP_FREE || (seek->unheld && tile == seek->from)) {
        return true;
    }
    if (!tl_watched(t, seek->figure, tile)) {
        return true;
    }
    if (!seek->named || qm__tl_held_back(t, seek->figure, tile, seek->named, seek->begins && tile == seek->from)) {
        return false;
    }
    *away = true;
    return true;
}

/* Whether somebody who stands on a tile closes it. */
static bool closes(const tl_table *t, const tl_seek *seek, uint16_t tile) {
    const uint8_t there = t->who[tile];
    if (tile == seek->barred) {
        return true;
    }
    if (!there || there == seek->figure || seek->map == TL_MAP_BARE) {
        return false;
    }
    if (tl_hostile(t->scenario, seek->figure, there)) {
        return true;
    }
    return tl_of(t->scenario)->set.friends_pass == TL_FRIENDS_PASS_NO && tile != seek->end;
}

bool qm__tl_edge(const tl_table *t, const tl_seek *seek, uint32_t node, uint16_t done, int direction, bool away,
                 uint32_t *to, uint16_t *cost) {
    const qm_scenario *s = t->scenario;
    const uint16_t from = tl_node_tile(t, node);
    if (((unsigned)tl_of(s)->steps[from] >> direction & 1u) == 0) {
        return false;
    }
    const uint16_t tile = s->tile.neighbours[from][direction];
    if (closes(t, seek, tile) || !qm__tl_open(t, seek->figure, from, direction, (tl_map)seek->map) ||
        (away && !qm__tl_steps_away(t, seek->figure, from, tile, seek->named))) {
        return false;
    }
    const unsigned parity = tl_node_parity(t, node), diagonal = (unsigned)qm__tile_diagonal(direction);
    const unsigned full = tl_cost(s, seek->figure, tile) + (t->shift & parity & diagonal);
    const unsigned paid = tl_afford(s, tile, full, seek->limit - (unsigned)done);
    if (paid == 0) {
        return false;
    }
    *to = tl_node_of(t, tile, parity ^ diagonal);
    *cost = (uint16_t)(done + paid);
    return true;
}

typedef struct ring {
    uint32_t heads[BUCKETS]; /* the first node of each bucket; 0 = none */
    uint32_t queued;
} ring;

static void enqueue(tl_table *t, ring *r, uint32_t node, uint16_t cost) {
    tl_node *n = &t->nodes[node];
    uint32_t *head = &r->heads[cost % BUCKETS];
    n->cost = cost;
    n->next = *head;
    n->back = 0;
    if (*head) {
        t->nodes[*head].back = node;
    }
    *head = node;
    r->queued++;
}

static void dequeue(tl_table *t, ring *r, uint32_t node) {
    const tl_node *n = &t->nodes[node];
    if (n->back) {
        t->nodes[n->back].next = n->next;
    } else {
        r->heads[n->cost % BUCKETS] = n->next;
    }
    if (n->next) {
        t->nodes[n->next].back = n->back;
    }
    r->queued--;
}

/* The same for the first of its bucket. */
static inline void pop(tl_table *t, ring *r, uint32_t node) {
    const tl_node *n = &t->nodes[node];
    r->heads[n->cost % BUCKETS] = n->next;
    t->nodes[n->next].back = 0; /* node 0 is nobody's, and may be written to */
    r->queued--;
}

/* Notes that a node can be had at a cost. */
static inline void relax(tl_table *t, ring *r, uint32_t to, uint16_t cost) {
    tl_node *n = &t->nodes[to];
    if (n->seen == t->epoch) {
        if (cost >= n->cost) {
            return;
        }
        dequeue(t, r, to);
    }
    n->seen = t->epoch;
    enqueue(t, r, to, cost);
}

/* Where nobody else is near, a step is a matter of the ground alone; most are of this kind, and they must be quick. */
static inline bool edge_alone(const tl_table *t, const tl_seek *seek, uint32_t node, unsigned d, uint32_t *to, uint16_t *cost) {
    const qm_scenario *s = t->scenario;
    const tl_data *data = tl_of(s);
    const uint16_t from = tl_node_tile(t, node), tile = s->tile.neighbours[from][d];
    const unsigned done = t->nodes[node].cost, parity = tl_node_parity(t, node);
    if (((unsigned)data->open[from] >> d & 1u) == 0 || tile == seek->barred || done >= seek->limit) {
        return false;
    }
    const unsigned full = tl_cost(s, seek->figure, tile) + (t->shift & parity & d);
    const unsigned paid = tl_afford(s, tile, full, seek->limit - done);
    *to = tl_node_of(t, tile, parity ^ d);
    *cost = (uint16_t)(done + paid);
    return paid > 0;
}

/* Whether what is sought cannot be had by way of this node within `bound`, even over open ground. Where a last step may be taken
 * with less left than it costs, a diagonal that counts two can be had for one. */
static bool leads_nowhere(const tl_table *t, const tl_seek *seek, uint32_t node, unsigned bound) {
    if (seek->end) {
        const unsigned spared = t->shift && tl_of(t->scenario)->set.last_point == TL_LAST_POINT_ENTER;
        const int distance = tl_distance(t->scenario, tl_node_tile(t, node), seek->end);
        return t->nodes[node].cost + (unsigned)distance > bound + spared;
    }
    return seek->hopeless && seek->hopeless(seek->context, node);
}

static void expand(tl_table *t, const tl_seek *seek, ring *r, uint32_t node, unsigned bound) {
    bool away;
    if (leads_nowhere(t, seek, node, bound)) {
        return;
    }
    if (t->crowd[tl_node_tile(t, node)] == 0) {
        for (unsigned d = 0; d < 8; d++) {
            uint32_t to;
            uint16_t cost;
            if (edge_alone(t, seek, node, d, &to, &cost)) {
                relax(t, r, to, cost);
            }
        }
        return;
    }
    if (t->nodes[node].cost >= seek->limit || !qm__tl_goes_on(t, seek, tl_node_tile(t, node), &away)) {
        return;
    }
    for (int d = 0; d < 8; d++) {
        uint32_t to;
        uint16_t cost;
        if (!qm__tl_edge(t, seek, node, t->nodes[node].cost, d, away, &to, &cost)) {
            continue;
        }
        relax(t, r, to, cost);
    }
}

/* A new epoch; before they run out, everything ever seen or marked is forgotten. The margin is for marking this search. */
static void next_epoch(tl_table *t) {
    enum { MARGIN = 1 << 16 };
    if (*t->head > UINT32_MAX - MARGIN) {
        memset(t->nodes, 0, node_count(t->scenario) * sizeof(tl_node));
        *t->head = 0;
    }
    t->epoch = ++*t->head;
}

static void search_within(tl_table *t, const tl_seek *seek, unsigned bound) {
    ring r = {.queued = 0};
    next_epoch(t);
    t->found_count = 0;
    const uint32_t start = tl_node_of(t, seek->from, seek->parity & 1u);
    const uint16_t own = tl_body_at(t->scenario, t->state, seek->figure)->tile;
    const bool stands = t->who[own] == seek->figure;
    if (stands) { /* a figure is no crowd to itself */
        crowd_by(t, own, 255);
    }
    t->nodes[start].seen = t->epoch;
    enqueue(t, &r, start, 0);
    bool enough = false;
    for (uint32_t cost = 0; r.queued > 0 && !enough; cost++) {
        for (uint32_t node; (node = r.heads[cost % BUCKETS]) != 0;) {
            pop(t, &r, node);
            t->found[t->found_count++] = node;
            enough |= seek->enough ? seek->enough(seek->context, node) : tl_node_tile(t, node) == seek->end;
            if (!enough) { /* whatever lies beyond costs more */
                expand(t, seek, &r, node, bound);
            }
        }
    }
    if (stands) {
        crowd_by(t, own, 1);
    }
    /* What was only queued was not found: the search ended before its turn. */
    for (size_t b = 0; b < BUCKETS && r.queued > 0; b++) {
        for (uint32_t node; (node = r.heads[b]) != 0;) {
            dequeue(t, &r, node);
            t->nodes[node].seen = 0;
        }
    }
}

/* Most ends can be had as cheaply as if nothing stood in between, or nearly so, and then there is little to look at. */
void qm__tl_search(tl_table *t, const tl_seek *seek) {
    const unsigned straight = seek->end ? (unsigned)tl_distance(t->scenario, seek->from, seek->end) : seek->limit;
    for (unsigned more = 0; more < 2 && straight + more < seek->limit; more++) {
        search_within(t, seek, straight + more);
        if (qm__tl_cost_to(t, seek->end) <= straight + more) {
            return;
        }
    }
    search_within(t, seek, seek->limit);
}

uint16_t qm__tl_cost_to(const tl_table *t, uint16_t tile) {
    uint16_t best = TL_UNREACHED;
    for (unsigned parity = 0; parity <= t->shift; parity++) {
        const tl_node *n = &t->nodes[tl_node_of(t, tile, parity)];
        if (n->seen == t->epoch && n->cost < best) {
            best = n->cost;
        }
    }
    return best;
}

bool qm__tl_free_as_cheap(tl_table *t, const tl_seek *from, const tl_declaration *plan) {
    tl_seek seek = *from;
    if (plan->tiles[1] != 0) {
        return false;
    }
    seek.end = plan->tiles[0];
    seek.limit = TL_NO_LIMIT;
    seek.map = TL_MAP_FREE;
    qm__tl_search(t, &seek);
    const uint16_t free = qm__tl_cost_to(t, seek.end);
    seek.map = TL_MAP_BOLD;
    qm__tl_search(t, &seek);
    return free != TL_UNREACHED && free <= qm__tl_cost_to(t, seek.end);
}

/* ----------------------------------------------------------------------------------------------------- cheapest ways */

/* The step that the search took from a node in a direction, if it could. */
static bool step_of(const tl_table *t, const tl_seek *seek, uint32_t node, int d, uint32_t *to, uint16_t *cost) {
    bool away;
    if (t->crowd[tl_node_tile(t, node)] == 0) {
        return edge_alone(t, seek, node, (unsigned)d, to, cost);
    }
    return qm__tl_goes_on(t, seek, tl_node_tile(t, node), &away) &&
           qm__tl_edge(t, seek, node, t->nodes[node].cost, d, away, to, cost);
}

/* Marks the nodes from which one step of a cheapest way leads to this one. */
static void mark_before(tl_table *t, const tl_seek *seek, uint32_t node) {
    const uint16_t tile = tl_node_tile(t, node);
    for (int d = 0; d < 8; d++) {
        const uint16_t before = t->scenario->tile.neighbours[tile][(d + 4) & 7];
        if (before == 0) {
            continue;
        }
        for (unsigned parity = 0; parity <= t->shift; parity++) {
            const uint32_t from = tl_node_of(t, before, parity);
            tl_node *n = &t->nodes[from];
            uint32_t to;
            uint16_t cost;
            if (n->seen == t->epoch && n->marked != t->mark && n->cost < t->nodes[node].cost &&
                n->cost + COST_MAX >= t->nodes[node].cost && step_of(t, seek, from, d, &to, &cost) && to == node &&
                cost == t->nodes[node].cost) {
                n->marked = t->mark;
            }
        }
    }
}

void qm__tl_mark(tl_table *t, const tl_seek *seek, uint16_t tile) {
    const uint16_t best = qm__tl_cost_to(t, tile);
    t->mark = ++*t->head;
    for (unsigned parity = 0; parity <= t->shift; parity++) {
        tl_node *n = &t->nodes[tl_node_of(t, tile, parity)];
        if (n->seen == t->epoch && n->cost == best) {
            n->marked = t->mark;
        }
    }
    for (uint32_t i = t->found_count; i > 0; i--) {
        const uint32_t node = t->found[i - 1];
        if (t->nodes[node].marked == t->mark) {
            mark_before(t, seek, node);
        }
    }
}

void qm__tl_next(const tl_table *t, const tl_seek *seek, uint32_t node, tl_next *next) {
    next->count = 0;
    for (int d = 0; d < 8; d++) {
        uint32_t to;
        uint16_t cost;
        const uint16_t tile = t->scenario->tile.neighbours[tl_node_tile(t, node)][d];
        bool marked = false; /* looked at first, because it is cheap and mostly says no */
        for (unsigned parity = 0; tile && parity <= t->shift; parity++) {
            marked |= t->nodes[tl_node_of(t, tile, parity)].marked == t->mark;
        }
        if (marked && step_of(t, seek, node, d, &to, &cost) && t->nodes[to].seen == t->epoch &&
            t->nodes[to].marked == t->mark && t->nodes[to].cost == cost) {
            next->costs[next->count] = (uint8_t)(cost - t->nodes[node].cost);
            next->nodes[next->count++] = to;
        }
    }
}

void qm__tl_straightest(const tl_table *t, uint16_t towards, tl_next *next) {
    if (tl_of(t->scenario)->set.straight != TL_STRAIGHT_FIRST) {
        return;
    }
    int nearest = INT32_MAX;
    uint8_t kept = 0;
    for (uint8_t i = 0; i < next->count; i++) {
        const int square = qm__tile_square(&t->scenario->tile, tl_node_tile(t, next->nodes[i]), towards);
        if (square < nearest) {
            nearest = square;
            kept = 0;
        }
        if (square == nearest) {
            next->nodes[kept] = next->nodes[i];
            next->costs[kept++] = next->costs[i];
        }
    }
    next->count = kept;
}
