/* Our walks beside Detour's, on the same flat table and the same pairs of places, in one run. */
#ifndef QM_BENCH_AGAINST_DETOUR_H
#define QM_BENCH_AGAINST_DETOUR_H

#include "tables/scene.h"

/* Measures and prints: building, questions a second, and how right the ways of both are. */
void against_detour(const scene *boxes);

#endif
