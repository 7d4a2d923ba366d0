/* What a declaration would come to if everybody else stood still: the way it would lay, the tile it would choose, the
 * checks on its way. Verdicts and questions are made from this; what happens when all move at once is resolve.c's.
 *
 * Invariant: only positions are looked at, and the declaration in question: never what another figure declared, because
 * that is hidden from whoever asks.
 */
#ifndef QM_RULES_TILES_FORESEE_H
#define QM_RULES_TILES_FORESEE_H

#include "rules/tiles/search.h"

/* A way from the figure's own tile, as far as its movement goes. */
typedef struct tl_way {
    uint16_t tiles[TL_WAY_MAX]; /* the tiles entered */
    uint8_t named[TL_WAY_MAX];  /* to which of the declaration's tiles each leads, from 0 */
    uint8_t count;
    uint8_t map;     /* tl_map it was laid on */
    uint8_t failed;  /* if there is none: to which of the declaration's tiles */
    bool cut;        /* its movement ends before the way does */
    uint16_t beyond; /* if it is cut: the first tile that is not paid for */
    bool leaves; /* next to minded foes: one of the first steps it could take leads away as section 8 says; else true */
    uint32_t cost;  /* of the whole way; more than the movement when it is cut */
    uint8_t ending; /* of one that was walked: qm_ending, and by whom and before which tile */
    uint8_t ender;
    uint16_t before;
} tl_way;

/* The search that belongs to a declaration: from where the figure stands, with its movement, on the free map. */
void qm__tl_seek_for(const tl_table *t, const tl_declaration *d, uint16_t figure, tl_seek *seek);
/* Lays the way over the tiles of a declaration (section 2): on the free map, and where that
 * is not affordable there, cut off, on the free, the bold or the bare one. Of equally cheap
 * ways the straightest, then the first in the order of directions. False when there is none on any map. */
bool qm__tl_lay(tl_table *t, const tl_declaration *d, uint16_t figure, tl_way *way);
/* Walks the way that was laid, all others standing still, and shortens it to where the movement would end. */
void qm__tl_walk(const tl_table *t, const tl_declaration *d, uint16_t figure, tl_way *way);
/* The tile that beside, keep or avoid would lead to now (section 4); of equally good ones the one numbered first. */
uint16_t qm__tl_choose(tl_table *t, const tl_declaration *d, uint16_t figure);
/* Whether some tile next to `tile`, on which the figure could end, was found by the last search. */
bool qm__tl_gets_next_to(const tl_table *t, uint16_t figure, uint16_t tile);
/* All hostile figures adjacent to where the figure stands; returns how many. */
size_t qm__tl_foes_around(const tl_table *t, uint16_t figure, uint8_t foes[TL_FOES_MAX]);

/* The mode of the check that entering a tile calls for; TL_MODE_NONE without one. */
static inline int tl_check_at(const qm_scenario *s, uint16_t tile) {
    const tl_ground *ground = tl_ground_at(s, tile);
    return ground->difficulty ? ground->mode : TL_MODE_NONE;
}
/* A figure's chance to pass the check of each mode; 1 for TL_MODE_NONE. */
void qm__tl_chances(const qm_scenario *s, uint16_t figure, double chances[TL_MODE_COUNT]);

/* The chance that every check on a way is passed, and how many they are. */
double qm__tl_way_chance(const qm_scenario *s, uint16_t figure, const tl_way *way, uint16_t *checks);

/* Where a figure could get to now, by the kind of movement that this phase has for it: withdrawing from all foes next
 * to it in the miscellaneous phase, normal movement at any other time; running too as long as its action is unspent. */
typedef struct tl_range {
    tl_declaration d; /* without tiles; d.run: it could run */
    tl_seek seek;     /* d.run: with the movement of a run */
    uint16_t walking; /* movement without running */
} tl_range;

/* Searches it; the figure is taken to ignore nobody. */
void qm__tl_range_open(tl_table *t, uint16_t figure, tl_range *range);
/* What getting to a tile costs, after qm__tl_range_open; more than range->walking: only by running. */
uint16_t qm__tl_range_cost(const tl_table *t, const tl_range *range, uint16_t tile);
/* Whether a node of the last search is the one by which its tile is to be counted: the cheapest, and one of two equals.
 */
bool qm__tl_counts(const tl_table *t, uint32_t node);

/* Whether a declaration of this figure can be accepted now, as far as it alone is concerned: it is present, and has not
 * declared, or what it declared is not known here. */
static inline bool tl_may_declare(const tl_body *body) {
    return tl_present(body) && (!body->declared || body->plan.what == TL_NOTHING);
}

#endif
