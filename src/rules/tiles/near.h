/* Nodes near a figure: the square of tiles that its movement cannot leave, numbered from 0, so that arrays over it have
 * a fixed size whatever the board's.
 */
#ifndef QM_RULES_TILES_NEAR_H
#define QM_RULES_TILES_NEAR_H

#include "rules/tiles/search.h"

typedef struct tl_near {
    int left, top, side;
    unsigned shift;
} tl_near;

enum { TL_NEAR_SIDE = 2 * TL_MOVEMENT_MAX + 1, TL_NEAR_NODES = 2 * TL_NEAR_SIDE * TL_NEAR_SIDE };

static inline tl_near tl_near_of(const qm_scenario *s, uint16_t tile, int radius, unsigned shift) {
    return (tl_near){.left = qm__tile_column(&s->tile, tile) - radius,
                     .top = qm__tile_row(&s->tile, tile) - radius,
                     .side = 2 * radius + 1,
                     .shift = shift};
}

static inline uint32_t tl_near_index(const tl_table *t, const tl_near *n, uint32_t node) {
    const uint16_t tile = tl_node_tile(t, node);
    const int column = qm__tile_column(&t->scenario->tile, tile) - n->left;
    const int row = qm__tile_row(&t->scenario->tile, tile) - n->top;
    return (uint32_t)(row * n->side + column) << n->shift | tl_node_parity(t, node);
}

static inline uint32_t tl_near_count(const tl_near *n) {
    return (uint32_t)(n->side * n->side) << n->shift;
}

/* The node of an index, or 0 off the board. */
static inline uint32_t tl_near_node(const tl_table *t, const tl_near *n, uint32_t index) {
    const int at = (int)(index >> n->shift);
    const uint16_t tile = qm__tile_at(&t->scenario->tile, n->left + at % n->side, n->top + at / n->side);
    return tile ? tl_node_of(t, tile, index & n->shift) : 0;
}

static inline bool tl_near_holds(const tl_table *t, const tl_near *n, uint16_t tile) {
    const int column = qm__tile_column(&t->scenario->tile, tile) - n->left;
    const int row = qm__tile_row(&t->scenario->tile, tile) - n->top;
    return column >= 0 && row >= 0 && column < n->side && row < n->side;
}

#endif
