/* Regions that overlap made one: for a figure that can go in several ways, each with a reach of its own. */
#ifndef QM_GAME_INCHES_UNITE_H
#define QM_GAME_INCHES_UNITE_H

#include "game/inches.h"
#include "space/table/overlay.h"

/* Unites the rings from `first` on that have the same height, cost, effort and risk; they are sorted by cost, risk and
 * height. `memory` is that of qm__inch_regions. While it works there are both the old and the new ones: false when the
 * caller's arrays or the memory did not suffice. */
bool qm__inch_unite(const qm__inch_search *search, uint32_t first, void *memory, qm_reach_area *out);
/* The same, and cuts something out of each kind of ring: `cut` adds to the overlay, with its fourth argument true;
 * false when it could not. */
typedef bool qm__inch_cut(const void *context, const qm_reach_ring *kind, qm__overlay *overlay);
bool qm__inch_clip(const qm__inch_search *search, uint32_t first, qm__inch_cut *cut, const void *context, void *memory,
                   qm_reach_area *out);

#endif
