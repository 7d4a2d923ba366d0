/* Which of the tiles that a figure could end on it likes best, where it has not declared one: beside somebody, at a distance,
 * away from some, or as near as it can still get (section 4 of docs/rules/tiles-resolution.md).
 *
 * An aim is put to a search as what is `enough` (search.h): it looks at every node as it is found, keeps the best ends, and ends
 * the search when nothing can be better. Nodes come in order of cost, so of equally good ends the cheapest come first.
 */
#ifndef QM_RULES_TILES_AIM_H
#define QM_RULES_TILES_AIM_H

#include "rules/tiles/search.h"

typedef enum tl_aim_kind {
    TL_AIM_BESIDE,
    TL_AIM_KEEP,
    TL_AIM_AVOID,
    TL_AIM_NEAR_TILE,     /* next best: on a tile, or near it */
    TL_AIM_NEAR_FUGITIVE, /* next best: near a figure, but not as near as it wanted */
    TL_AIM_PREY           /* beside, or nothing */
} tl_aim_kind;

typedef struct tl_aim {
    const tl_table *table;
    uint16_t figure;
    tl_aim_kind kind;
    uint16_t tile;     /* that everything is measured to; avoid: where the figure stands */
    int distance;
    bool beside;       /* NEAR_FUGITIVE: it wanted to be beside it */
    uint16_t expected[TL_FOES_MAX]; /* avoid: where the foes are expected */
    unsigned expected_count;
    const uint16_t *preferred; /* avoid: TL_TILES_MAX tiles in the owner's order, 0 ends them */
    int hope;          /* ends that fall shorter than this are not looked for; INT_MAX: all are */
    unsigned limit;    /* movement left */
    uint16_t measured; /* the tile measured last, and its room or distance: a node is looked at twice in a row */
    int measure;
    /* what was found */
    int best;
    unsigned best_cost, best_rank, count;
    uint16_t ends[256];
} tl_aim;

/* An aim of this kind with nothing found; the caller sets what it is measured by. */
void qm__tl_aim_start(tl_aim *aim, const tl_table *table, uint16_t figure, tl_aim_kind kind);
/* How far from what is wanted an end would be; negative: not wanted at all. */
int qm__tl_shortfall(tl_aim *aim, uint16_t tile);
/* Searches by the aim: `seek` says from where, with how much, on which map. Afterwards the aim has its best ends, and the table
 * every cheapest way to them. */
void qm__tl_aim_search(tl_aim *aim, tl_table *t, tl_seek *seek);
/* Keeps the straightest towards what it is measured to, if straightness counts, in the order of their numbers: so a die that is
 * typed in means the same to everybody. */
void qm__tl_keep_straight(tl_aim *aim);
/* The distance from a tile to the nearest of the places where foes are expected. */
int qm__tl_room(const tl_aim *aim, uint16_t tile);

#endif
