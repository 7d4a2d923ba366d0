/* Choosing an end: see aim.h. Everything here is a comparison; the die is the caller's. */
#include "rules/tiles/aim.h"

#include <limits.h>
#include <string.h>

enum { ENDS_MAX = 255 }; /* as many as a die has sides; no more than 120 tiles can be had at one cost */
enum { FAR = 1000 };     /* more than any distance on a board */

void qm__tl_aim_start(tl_aim *aim, const tl_table *table, uint16_t figure, tl_aim_kind kind) {
    memset(aim, 0, offsetof(tl_aim, ends));
    aim->table = table;
    aim->figure = figure;
    aim->kind = kind;
    aim->best = aim->hope = INT_MAX;
}

int qm__tl_room(const tl_aim *aim, uint16_t tile) {
    int room = INT_MAX;
    for (unsigned i = 0; i < aim->expected_count; i++) {
        const int distance = tl_distance(aim->table->scenario, tile, aim->expected[i]);
        room = distance < room ? distance : room;
    }
    return room;
}

/* Room, or distance to what it is measured to. */
static int measure(tl_aim *aim, uint16_t tile) {
    if (aim->measured != tile) {
        aim->measured = tile;
        aim->measure = aim->kind == TL_AIM_AVOID ? qm__tl_room(aim, tile) : tl_distance(aim->table->scenario, tile, aim->tile);
    }
    return aim->measure;
}

int qm__tl_shortfall(tl_aim *aim, uint16_t tile) {
    const qm_scenario *s = aim->table->scenario;
    if (aim->kind == TL_AIM_AVOID) {
        const int room = measure(aim, tile);
        const bool exact = tl_of(s)->set.avoid_distance == TL_AVOID_DISTANCE_EXACT;
        return (exact ? room == aim->distance : room >= aim->distance) ? 0 : FAR - room;
    }
    const int distance = measure(aim, tile);
    const bool adjacent = distance == 1 && qm__tl_adjacent(s, tile, aim->tile);
    switch (aim->kind) {
    case TL_AIM_BESIDE:
        return adjacent ? 0 : distance > 2 ? distance - 1 : 1;
    case TL_AIM_PREY:
        return adjacent ? 0 : -1;
    case TL_AIM_KEEP:
        return distance > aim->distance ? distance - aim->distance : aim->distance - distance;
    case TL_AIM_NEAR_TILE:
        return distance;
    case TL_AIM_NEAR_FUGITIVE:
        return (aim->beside ? adjacent : distance <= aim->distance) ? -1 : distance;
    case TL_AIM_AVOID:
        break;
    }
    return -1;
}

static unsigned rank_of(const tl_aim *aim, uint16_t tile) {
    unsigned rank = 0;
    while (aim->preferred && rank < TL_TILES_MAX && aim->preferred[rank] != tile) {
        rank++;
    }
    return rank;
}

/* Whether a tile was looked at before, by a node of the other parity that costs no more. */
static bool seen_before(const tl_aim *aim, uint32_t node) {
    const tl_table *t = aim->table;
    const uint16_t tile = tl_node_tile(t, node);
    if (qm__tl_cost_to(t, tile) < t->nodes[node].cost) {
        return true;
    }
    for (unsigned i = 0; i < aim->count; i++) {
        if (aim->ends[i] == tile) {
            return true;
        }
    }
    return false;
}

/* Looks at a node; true: nothing can be better. */
static bool consider(void *context, uint32_t node) {
    tl_aim *aim = context;
    const tl_table *t = aim->table;
    const uint16_t tile = tl_node_tile(t, node);
    if (!tl_ends_on(t, aim->figure, tile) || (t->shift && seen_before(aim, node))) {
        return false;
    }
    const unsigned cost = t->nodes[node].cost;
    const int short_by = qm__tl_shortfall(aim, tile);
    if (short_by < 0 || short_by > aim->best || (short_by == aim->best && cost > aim->best_cost)) {
        return false;
    }
    const unsigned rank = rank_of(aim, tile);
    if (short_by < aim->best || rank < aim->best_rank) {
        aim->best = short_by;
        aim->best_cost = cost;
        aim->best_rank = rank;
        aim->count = 0;
    }
    if (rank == aim->best_rank && aim->count < ENDS_MAX) {
        aim->ends[aim->count++] = tile;
    }
    return short_by == 0;
}

/* The least that an end could fall short by which lies `left` beyond a tile: no step changes a distance by more than it costs. */
static int promise(tl_aim *aim, uint16_t tile, int left) {
    const qm_scenario *s = aim->table->scenario;
    left += 2 * aim->table->shift; /* where every second diagonal counts two, halves are lost at either end */
    switch (aim->kind) {
    case TL_AIM_AVOID: {
        const int room = measure(aim, tile), away = aim->distance - room;
        const bool exact = tl_of(s)->set.avoid_distance == TL_AVOID_DISTANCE_EXACT;
        return away <= left && (!exact || -away <= left) ? 0 : FAR - room - left;
    }
    case TL_AIM_BESIDE:
    case TL_AIM_PREY: {
        const int gap = measure(aim, tile) - 1 - left;
        return gap > 0 ? gap : 0;
    }
    case TL_AIM_KEEP: {
        const int gap = qm__tile_absolute(measure(aim, tile) - aim->distance) - left;
        return gap > 0 ? gap : 0;
    }
    case TL_AIM_NEAR_TILE:
    case TL_AIM_NEAR_FUGITIVE:
        break;
    }
    return 0;
}

static bool hopeless(void *context, uint32_t node) {
    tl_aim *aim = context;
    const int left = (int)aim->limit - aim->table->nodes[node].cost;
    return promise(aim, tl_node_tile(aim->table, node), left) > aim->hope;
}

/* First only what is as good as it could be on open ground is looked for, then what falls short of that by one more, then all. */
void qm__tl_aim_search(tl_aim *aim, tl_table *t, tl_seek *seek) {
    const int most = promise(aim, seek->from, seek->limit);
    seek->enough = consider;
    seek->hopeless = hopeless;
    seek->context = aim;
    aim->limit = seek->limit;
    for (int more = 0; more < 3; more++) {
        aim->hope = more < 2 ? most + more : INT_MAX;
        aim->best = INT_MAX;
        aim->count = 0;
        qm__tl_search(t, seek);
        if (aim->count > 0 && aim->best <= aim->hope) {
            return;
        }
    }
}

void qm__tl_keep_straight(tl_aim *aim) {
    const qm_scenario *s = aim->table->scenario;
    unsigned count = 0;
    int best = INT_MAX;
    for (unsigned i = 0; i < aim->count; i++) {
        const uint16_t tile = aim->ends[i];
        const int square = tl_of(s)->set.straight == TL_STRAIGHT_FIRST ? qm__tile_square(&s->tile, tile, aim->tile) : 0;
        if (square > best) {
            continue;
        }
        count = square < best ? 0 : count;
        best = square;
        unsigned at = count++;
        for (; at > 0 && aim->ends[at - 1] > tile; at--) {
            aim->ends[at] = aim->ends[at - 1];
        }
        aim->ends[at] = tile;
    }
    aim->count = count;
}
