/* Detour, a mesh of walkable polygons as computer games use it, behind a face that C can call: the peer that walks are
 * measured against. Lengths are inches. Nothing of the library is used here, and nothing of this is part of it.
 *
 * The mesh is made by Recast as its own demonstration does: cells, distance field, regions, simplified outlines,
 * polygons of at most six corners.
 */
#ifndef QM_BENCH_DETOUR_H
#define QM_BENCH_DETOUR_H

#ifdef __cplusplus
extern "C" {
#endif

/* A flat field from (0, 0) to (width, depth) with convex obstacles of four corners, counter-clockwise. */
typedef struct detour_field {
    float width, depth;
    const float (*boxes)[4][2];
    int box_count;
    float cell, radius;
} detour_field;

typedef struct detour detour;

/* NULL when any step of the building fails. */
detour *detour_make(const detour_field *field);
void detour_free(detour *mesh);
int detour_polygons(const detour *mesh);
/* Whether a point lies on the mesh. */
int detour_stands(const detour *mesh, const float at[2]);
/* The corners of the way, both ends included: how many there are, 0 when there is no way all the way. */
int detour_find(const detour *mesh, const float from[2], const float to[2], float (*out)[2], int max);

#ifdef __cplusplus
}
#endif

#endif
