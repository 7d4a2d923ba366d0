// Builds and asks the mesh: see detour.h. Settings are those of Recast's demonstration, with cells of the size asked
// for.
#include "detour.h"

#include <cmath>
#include <cstring>
#include <memory>
#include <vector>

#include <DetourNavMesh.h>
#include <DetourNavMeshBuilder.h>
#include <DetourNavMeshQuery.h>
#include <Recast.h>

namespace {

const int NODES = 2048, CORNERS = 256;
const float WALKER_HEIGHT = 2, CLIMB = 0.3f;
// Lower than the walker, so that the field inside of a box, below its lid, is too low to stand in.
const float BOX_HEIGHT = 1;

template <class T, void (*FREE)(T *)> struct Freed {
    void operator()(T *item) const {
        FREE(item);
    }
};
template <class T, void (*FREE)(T *)> using Owned = std::unique_ptr<T, Freed<T, FREE>>;

struct Soup {
    std::vector<float> corners;
    std::vector<int> triangles;
    std::vector<unsigned char> areas;

    void quad(const float a[3], const float b[3], const float c[3], const float d[3], unsigned char area) {
        const int first = static_cast<int>(corners.size() / 3);
        for (const float *corner : {a, b, c, d}) {
            corners.insert(corners.end(), corner, corner + 3);
        }
        const int order[6] = {first, first + 1, first + 2, first, first + 2, first + 3};
        triangles.insert(triangles.end(), order, order + 6);
        areas.insert(areas.end(), 2, area);
    }
};

// Height is the second coordinate here.
Soup soup_of(const detour_field &field) {
    Soup soup;
    const float ground[4][3] = {{0, 0, 0}, {0, 0, field.depth}, {field.width, 0, field.depth}, {field.width, 0, 0}};
    soup.quad(ground[0], ground[1], ground[2], ground[3], RC_WALKABLE_AREA);
    for (int i = 0; i < field.box_count; i++) {
        float low[4][3], high[4][3];
        for (int k = 0; k < 4; k++) {
            const float *at = field.boxes[i][k];
            const float bottom[3] = {at[0], 0, at[1]}, top[3] = {at[0], BOX_HEIGHT, at[1]};
            std::memcpy(low[k], bottom, sizeof bottom);
            std::memcpy(high[k], top, sizeof top);
        }
        for (int k = 0; k < 4; k++) {
            soup.quad(low[k], low[(k + 1) % 4], high[(k + 1) % 4], high[k], RC_NULL_AREA);
        }
        soup.quad(high[0], high[3], high[2], high[1], RC_NULL_AREA);
    }
    return soup;
}

rcConfig config_of(const detour_field &field) {
    rcConfig c;
    std::memset(&c, 0, sizeof c);
    c.cs = field.cell;
    c.ch = field.cell;
    c.walkableSlopeAngle = 45;
    c.walkableHeight = static_cast<int>(std::ceil(WALKER_HEIGHT / c.ch));
    c.walkableClimb = static_cast<int>(std::floor(CLIMB / c.ch));
    c.walkableRadius = static_cast<int>(std::ceil(field.radius / c.cs - 1e-4f));
    c.maxEdgeLen = static_cast<int>(12 / c.cs);
    c.maxSimplificationError = 1.3f;
    c.minRegionArea = 8 * 8;
    c.mergeRegionArea = 20 * 20;
    c.maxVertsPerPoly = 6;
    c.detailSampleDist = c.cs * 6;
    c.detailSampleMaxError = c.ch;
    c.bmax[0] = field.width;
    c.bmax[1] = WALKER_HEIGHT;
    c.bmax[2] = field.depth;
    rcCalcGridSize(c.bmin, c.bmax, c.cs, &c.width, &c.height);
    return c;
}

using Solid = Owned<rcHeightfield, rcFreeHeightField>;
using Open = Owned<rcCompactHeightfield, rcFreeCompactHeightfield>;
using Outlines = Owned<rcContourSet, rcFreeContourSet>;
using Polygons = Owned<rcPolyMesh, rcFreePolyMesh>;
using Detail = Owned<rcPolyMeshDetail, rcFreePolyMeshDetail>;

Open cells_of(rcContext &context, const rcConfig &c, const Soup &soup) {
    Solid solid(rcAllocHeightfield());
    Open open(rcAllocCompactHeightfield());
    if (!solid || !open || !rcCreateHeightfield(&context, *solid, c.width, c.height, c.bmin, c.bmax, c.cs, c.ch) ||
        !rcRasterizeTriangles(&context, soup.corners.data(), static_cast<int>(soup.corners.size() / 3),
                              soup.triangles.data(), soup.areas.data(), static_cast<int>(soup.areas.size()), *solid,
                              c.walkableClimb)) {
        return nullptr;
    }
    rcFilterLowHangingWalkableObstacles(&context, c.walkableClimb, *solid);
    rcFilterLedgeSpans(&context, c.walkableHeight, c.walkableClimb, *solid);
    rcFilterWalkableLowHeightSpans(&context, c.walkableHeight, *solid);
    if (!rcBuildCompactHeightfield(&context, c.walkableHeight, c.walkableClimb, *solid, *open) ||
        !rcErodeWalkableArea(&context, c.walkableRadius, *open) || !rcBuildDistanceField(&context, *open) ||
        !rcBuildRegions(&context, *open, 0, c.minRegionArea, c.mergeRegionArea)) {
        return nullptr;
    }
    return open;
}

dtNavMesh *mesh_of(const rcConfig &c, rcPolyMesh &polygons, const rcPolyMeshDetail &detail, float radius) {
    for (int i = 0; i < polygons.npolys; i++) {
        polygons.flags[i] = polygons.areas[i] == RC_WALKABLE_AREA;
    }
    dtNavMeshCreateParams p;
    std::memset(&p, 0, sizeof p);
    p.verts = polygons.verts;
    p.vertCount = polygons.nverts;
    p.polys = polygons.polys;
    p.polyAreas = polygons.areas;
    p.polyFlags = polygons.flags;
    p.polyCount = polygons.npolys;
    p.nvp = polygons.nvp;
    p.detailMeshes = detail.meshes;
    p.detailVerts = detail.verts;
    p.detailVertsCount = detail.nverts;
    p.detailTris = detail.tris;
    p.detailTriCount = detail.ntris;
    p.walkableHeight = WALKER_HEIGHT;
    p.walkableRadius = radius;
    p.walkableClimb = CLIMB;
    rcVcopy(p.bmin, polygons.bmin);
    rcVcopy(p.bmax, polygons.bmax);
    p.cs = c.cs;
    p.ch = c.ch;
    p.buildBvTree = true;
    unsigned char *data = nullptr;
    int size = 0;
    if (!dtCreateNavMeshData(&p, &data, &size)) {
        return nullptr;
    }
    dtNavMesh *mesh = dtAllocNavMesh();
    if (!mesh || dtStatusFailed(mesh->init(data, size, DT_TILE_FREE_DATA))) {
        dtFree(data);
        dtFreeNavMesh(mesh);
        return nullptr;
    }
    return mesh;
}

} // namespace

struct detour {
    Owned<dtNavMesh, dtFreeNavMesh> mesh;
    Owned<dtNavMeshQuery, dtFreeNavMeshQuery> query;
    dtQueryFilter filter;
    int polygons = 0;
};

detour *detour_make(const detour_field *field) {
    const rcConfig c = config_of(*field);
    rcContext context(false);
    const Open open = cells_of(context, c, soup_of(*field));
    Outlines outlines(rcAllocContourSet());
    Polygons polygons(rcAllocPolyMesh());
    Detail detail(rcAllocPolyMeshDetail());
    if (!open || !rcBuildContours(&context, *open, c.maxSimplificationError, c.maxEdgeLen, *outlines) ||
        !rcBuildPolyMesh(&context, *outlines, c.maxVertsPerPoly, *polygons) ||
        !rcBuildPolyMeshDetail(&context, *polygons, *open, c.detailSampleDist, c.detailSampleMaxError, *detail)) {
        return nullptr;
    }
    auto made = std::make_unique<detour>();
    made->mesh.reset(mesh_of(c, *polygons, *detail, field->radius));
    made->query.reset(dtAllocNavMeshQuery());
    made->polygons = polygons->npolys;
    if (!made->mesh || !made->query || dtStatusFailed(made->query->init(made->mesh.get(), NODES))) {
        return nullptr;
    }
    return made.release();
}

void detour_free(detour *mesh) {
    delete mesh;
}

int detour_polygons(const detour *mesh) {
    return mesh->polygons;
}

namespace {

const float EXTENTS[3] = {0.5f, 1, 0.5f};

dtPolyRef nearest(const detour &d, const float at[2], float found[3]) {
    const float centre[3] = {at[0], 0, at[1]};
    dtPolyRef polygon = 0;
    d.query->findNearestPoly(centre, EXTENTS, &d.filter, &polygon, found);
    return polygon;
}

} // namespace

int detour_stands(const detour *mesh, const float at[2]) {
    float found[3];
    return nearest(*mesh, at, found) && std::fabs(found[0] - at[0]) < 1e-4f && std::fabs(found[2] - at[1]) < 1e-4f;
}

int detour_find(const detour *mesh, const float from[2], const float to[2], float (*out)[2], int max) {
    float start[3], end[3], corners[CORNERS * 3];
    dtPolyRef path[CORNERS];
    int steps = 0, count = 0;
    const dtPolyRef first = nearest(*mesh, from, start), last = nearest(*mesh, to, end);
    if (!first || !last) {
        return 0;
    }
    const dtStatus status = mesh->query->findPath(first, last, start, end, &mesh->filter, path, &steps, CORNERS);
    if (!dtStatusSucceed(status) || steps == 0 || path[steps - 1] != last) {
        return 0;
    }
    mesh->query->findStraightPath(start, end, path, steps, corners, nullptr, nullptr, &count,
                                  max < CORNERS ? max : CORNERS);
    for (int i = 0; i < count; i++) {
        out[i][0] = corners[3 * i];
        out[i][1] = corners[3 * i + 2];
    }
    return count;
}
