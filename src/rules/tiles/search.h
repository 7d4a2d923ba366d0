/* Ways over the board of tiles: the three maps of docs/rules/tiles-resolution.md, searched by cost.
 *
 * One qm__tl_table lives in the search memory (qm__tl_table_at) and tells who stands where; open it before asking, close it
 * after, because between questions the memory is kept clean so that nobody has to clear 40,000 tiles. A search belongs to one
 * figure and one moment; the next search on the same table overwrites it.
 *
 * Invariant: a node is a tile and the parity of diagonal steps taken (always 0 unless every second diagonal counts two), and
 * nodes are found in order of cost. Ties between ways are never settled here: `lay` tells which next tiles lie on a cheapest
 * way, and the caller throws the die.
 */
#ifndef QM_RULES_TILES_SEARCH_H
#define QM_RULES_TILES_SEARCH_H

#include "rules/tiles/tiles.h"

#define TL_NO_LIMIT 0xffffu
#define TL_UNREACHED 0xffffu

typedef enum tl_map { TL_MAP_FREE, TL_MAP_BOLD, TL_MAP_BARE } tl_map;

/* Which foes a figure minds, by figure. */
typedef struct tl_minds {
    uint64_t bits[4];
} tl_minds;

static inline bool tl_minds_him(const tl_minds *minds, uint16_t figure) {
    return (minds->bits[figure >> 6] >> (figure & 63u) & 1u) != 0;
}

typedef struct tl_table {
    const qm_scenario *scenario;
    const qm_state *state;
    uint8_t *who;         /* by tile: the figure there, 0 = none; changed by qm__tl_put and qm__tl_lift alone */
    uint8_t *crowd;       /* by tile: how many figures stand on it and the eight around it */
    struct tl_node *nodes; /* by tl_node_of(tile, parity) */
    uint32_t *found;      /* nodes of the last search, in order of cost */
    uint32_t found_count;
    uint32_t epoch;       /* of the last search */
    uint32_t mark;        /* of the last marking: epochs too */
    uint8_t shift;        /* 1 when nodes have a parity */
    tl_minds *minds;      /* minds[figure]: whom it minds, as qm__tl_table_open and qm__tl_mind set it */
    void *clashes;        /* memory for the conflicts of one beat: see resolve.h */
    void *rest;           /* memory beyond, for lists of options: TL_REST_SIZE bytes */
    uint32_t *head;       /* what must outlive one opening: the last epoch */
} tl_table;

/* One node of a search. */
typedef struct tl_node {
    uint32_t seen;       /* epoch of the search that found it; cost means something then */
    uint32_t marked;     /* epoch of the marking on a cheapest way of which it lies */
    uint32_t next, back; /* in the queue */
    uint16_t cost;
    uint16_t zero;
} tl_node;

static inline uint32_t tl_node_of(const tl_table *t, uint16_t tile, unsigned parity) {
    return (uint32_t)tile << t->shift | (parity & t->shift);
}
static inline uint16_t tl_node_tile(const tl_table *t, uint32_t node) {
    return (uint16_t)(node >> t->shift);
}
static inline unsigned tl_node_parity(const tl_table *t, uint32_t node) {
    return node & t->shift;
}

enum { TL_REST_SIZE = 1 << 17 };

/* How many conflicts one beat can have, and bytes of each. */
uint32_t qm__tl_clash_capacity(const qm_scenario *s);
enum { TL_CLASH_SIZE = 128 };

size_t qm__tl_table_size(const qm_scenario *s);
/* Opens the table in search memory: notes who stands where and whom each figure minds by what it declared to ignore. */
void qm__tl_table_open(tl_table *t, const qm_scenario *s, const qm_state *st, void *search);
void qm__tl_table_close(tl_table *t);
/* A figure comes to a tile, or leaves it. */
void qm__tl_put(tl_table *t, uint16_t tile, uint16_t figure);
void qm__tl_lift(tl_table *t, uint16_t tile);
/* Sets whom a figure minds: all hostile ones but those in `ignored` (0 ends the list, at most TL_FOES_MAX). */
void qm__tl_mind(tl_table *t, uint16_t figure, const uint8_t *ignored);

/* The first minded foe of the figure that stands adjacent to the tile, in the order of directions; 0 = the tile is not watched. */
uint16_t qm__tl_watcher(const tl_table *t, uint16_t figure, uint16_t tile);
static inline bool tl_watched(const tl_table *t, uint16_t figure, uint16_t tile) {
    return qm__tl_watcher(t, figure, tile) != 0;
}
/* Whether the step from a tile in a direction is open to the figure on this map (walls, barred ground, corners; not who holds
 * the tile it leads to). */
bool qm__tl_open(const tl_table *t, uint16_t figure, uint16_t from, int direction, tl_map map);
/* Whether one step of a way is closed, from `from` to `tile` beside it, as all stand now: a foe is there, or it is not open. */
static inline bool tl_closed(const tl_table *t, uint16_t figure, uint16_t from, uint16_t tile) {
    const uint8_t there = t->who[tile];
    return (there && tl_hostile(t->scenario, figure, there)) ||
           !qm__tl_open(t, figure, from, qm__tile_direction_to(&t->scenario->tile, from, tile), TL_MAP_FREE);
}
/* Whether a figure at `from`, next to minded foes, may step to `to` as a step away from the foes in `named` (section 8), as far as
 * directions go. */
bool qm__tl_steps_away(const tl_table *t, uint16_t figure, uint16_t from, uint16_t to, const uint8_t *named);
/* Whether minded foes next to `tile` hold a figure there that may step away from those it names: with `beginning`, unless one of
 * them is named; else, unless all of them are. */
bool qm__tl_held_back(const tl_table *t, uint16_t figure, uint16_t tile, const uint8_t *named, bool beginning);

/* Whether a list of at most TL_FOES_MAX figures, which 0 ends, has this one. */
static inline bool tl_lists(const uint8_t *list, uint16_t figure) {
    for (size_t i = 0; i < TL_FOES_MAX && list[i]; i++) {
        if (list[i] == figure) {
            return true;
        }
    }
    return false;
}
/* The foes that a declaration lets its figure step away from (section 8), or NULL. */
static inline const uint8_t *tl_leaves(const qm_scenario *s, const tl_declaration *d) {
    const bool away = d->what == TL_WITHDRAW ||
                      (d->what == TL_AVOID && tl_of(s)->set.avoid_adjacent == TL_AVOID_ADJACENT_AWAY);
    return away && d->foes[0] ? d->foes : NULL;
}
/* What a step onto a tile takes that costs so much, with so much left; 0: it is not affordable. */
static inline unsigned tl_afford(const qm_scenario *s, uint16_t tile, unsigned cost, unsigned left) {
    if (cost <= left) {
        return cost;
    }
    const bool enters = tl_of(s)->set.last_point == TL_LAST_POINT_ENTER && tl_ground_at(s, tile)->impeding;
    return enters ? left : 0;
}

/* A question: from where, with how much movement, on which map. */
typedef struct tl_seek {
    uint16_t figure, from;
    uint16_t limit;       /* movement left, or TL_NO_LIMIT */
    uint8_t parity;       /* of the diagonal steps taken before */
    uint8_t map;          /* tl_map */
    uint8_t begins;       /* `from` is where its movement begins: there not every foe next to it need be named */
    uint8_t unheld;       /* foes next to `from` do not keep it from stepping on */
    const uint8_t *named; /* foes it may step away from; NULL: none */
    uint16_t barred;      /* a tile that is closed to it (one it lost); 0: none */
    uint16_t end;         /* searches only until this tile is found; 0: everything within the limit. It may be held by a friend. */
    /* If set: asked of every node as it is found, whether it is as good as can be; then nothing that costs more is searched. */
    bool (*enough)(void *context, uint32_t node);
    /* If set: whether nothing worth having lies beyond a node. */
    bool (*hopeless)(void *context, uint32_t node);
    void *context;
} tl_seek;

/* Whether a figure that came to a tile may go on from there; `away`: only by steps away. */
bool qm__tl_goes_on(const tl_table *t, const tl_seek *seek, uint16_t tile, bool *away);
/* The step from a node in a direction, `done` having been paid before: whether it can be taken, the node it leads to and what
 * has been paid then. Needs nothing of the table but who stands where and whom they mind. */
bool qm__tl_edge(const tl_table *t, const tl_seek *seek, uint32_t node, uint16_t done, int direction, bool away,
                 uint32_t *to, uint16_t *cost);

/* Finds all nodes within the limit; with an end, those over which a cheapest way to it may lead. */
void qm__tl_search(tl_table *t, const tl_seek *seek);
/* The cost of getting to a tile (of the last search), or TL_UNREACHED. */
uint16_t qm__tl_cost_to(const tl_table *t, uint16_t tile);
/* Whether the figure could end on a tile found: nobody else stands there. */
static inline bool tl_ends_on(const tl_table *t, uint16_t figure, uint16_t tile) {
    return t->who[tile] == 0 || t->who[tile] == figure;
}

/* Whether the one tile that a declaration names, too far away for one movement, can be had as cheaply on the free map as on the
 * bold one (section 2). Searches anew. */
bool qm__tl_free_as_cheap(tl_table *t, const tl_seek *from, const tl_declaration *plan);

/* Marks all cheapest ways of the last search to a tile found. */
void qm__tl_mark(tl_table *t, const tl_seek *seek, uint16_t tile);
/* The next nodes on a marked way from a node, in the order of directions, and what the step to each costs. */
typedef struct tl_next {
    uint8_t count;
    uint8_t costs[8];
    uint32_t nodes[8];
} tl_next;
void qm__tl_next(const tl_table *t, const tl_seek *seek, uint32_t node, tl_next *next);
/* Keeps of these the straightest towards a tile, if straightness counts. */
void qm__tl_straightest(const tl_table *t, uint16_t towards, tl_next *next);

#endif
