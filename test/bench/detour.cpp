/* Detour Crowd on a navmesh that Recast builds from the scene's cells: avoidance quality low or
 * high as its own demonstration has them, separation weight 2, acceleration 8 as sidle's default
 * profile has. */
#include "peer.h"

#include <stb_ds.h>

#include <recastnavigation/DetourCrowd.h>
#include <recastnavigation/DetourNavMeshBuilder.h>
#include <recastnavigation/Recast.h>
#include <stdexcept>
#include <vector>

namespace {

enum class quality { low, high };

void need(bool good, const char *what) {
    if (!good) throw std::runtime_error(what);
}

/* ---- the navmesh ---- */

bool blocked(const scene &s, int x, int y) {
    return !(s.profiles[0].values.passable >> s.cells[size_t(y) * s.width + size_t(x)] & 1u);
}

/* Each run of free cells of a row as two triangles. */
void rasterize(rcContext *context, const scene &s, rcHeightfield &field) {
    for (int y = 0; y < int(s.height); y++)
        for (int x = 0; x < int(s.width); x++) {
            if (blocked(s, x, y)) continue;
            int end = x;
            while (end < int(s.width) && !blocked(s, end, y)) end++;
            float x0 = float(x) * s.cell_size, x1 = float(end) * s.cell_size;
            float z0 = float(y) * s.cell_size, z1 = float(y + 1) * s.cell_size;
            const float a[3] = {x0, 0, z0}, b[3] = {x1, 0, z0}, c[3] = {x1, 0, z1},
                        d[3] = {x0, 0, z1};
            rcRasterizeTriangle(context, a, c, b, RC_WALKABLE_AREA, field, 1);
            rcRasterizeTriangle(context, a, d, c, RC_WALKABLE_AREA, field, 1);
            x = end;
        }
}

dtNavMesh *build_mesh(const scene &s, float radius) {
    rcContext context(false);
    float wide = float(s.width) * s.cell_size, high = float(s.height) * s.cell_size;
    const float cell = 0.25f, low[3] = {0, -1, 0}, top[3] = {wide, 3, high};
    int columns, rows;
    rcCalcGridSize(low, top, cell, &columns, &rows);
    rcHeightfield *field = rcAllocHeightfield();
    need(rcCreateHeightfield(&context, *field, columns, rows, low, top, cell, 0.2f), "heightfield");
    rasterize(&context, s, *field);
    rcCompactHeightfield *compact = rcAllocCompactHeightfield();
    need(rcBuildCompactHeightfield(&context, 10, 4, *field, *compact), "compact heightfield");
    rcFreeHeightField(field);
    need(rcErodeWalkableArea(&context, int(radius / cell + 0.99f), *compact), "erosion");
    need(rcBuildRegionsMonotone(&context, *compact, 0, 8, 20), "regions");
    rcContourSet *contours = rcAllocContourSet();
    need(rcBuildContours(&context, *compact, 1.3f, 0, *contours), "contours");
    rcPolyMesh *mesh = rcAllocPolyMesh();
    need(rcBuildPolyMesh(&context, *contours, 6, *mesh), "polygons");
    rcFreeContourSet(contours);
    rcFreeCompactHeightfield(compact);
    for (int k = 0; k < mesh->npolys; k++) mesh->flags[k] = 1;

    dtNavMeshCreateParams p = {};
    p.verts = mesh->verts;
    p.vertCount = mesh->nverts;
    p.polys = mesh->polys;
    p.polyAreas = mesh->areas;
    p.polyFlags = mesh->flags;
    p.polyCount = mesh->npolys;
    p.nvp = mesh->nvp;
    p.walkableHeight = 2;
    p.walkableRadius = radius;
    p.walkableClimb = 0.9f;
    rcVcopy(p.bmin, mesh->bmin);
    rcVcopy(p.bmax, mesh->bmax);
    p.cs = cell;
    p.ch = 0.2f;
    p.buildBvTree = true;
    unsigned char *data = nullptr;
    int size = 0;
    need(dtCreateNavMeshData(&p, &data, &size), "navmesh data");
    rcFreePolyMesh(mesh);
    dtNavMesh *navmesh = dtAllocNavMesh();
    need(dtStatusSucceed(navmesh->init(data, size, DT_TILE_FREE_DATA)), "navmesh");
    return navmesh;
}

/* ---- the crowd ---- */

class detour : public peer {
    dtNavMesh *mesh;
    dtCrowd *crowd;

  public:
    detour(const scene &s, quality avoidance) : mesh(build_mesh(s, s.profiles[0].values.radius)) {
        size_t count = arrlenu(s.units);
        crowd = dtAllocCrowd();
        float widest = 0;
        for (size_t k = 0; k < count; k++)
            widest = std::max(widest, s.profiles[s.units[k].profile].values.radius);
        need(crowd->init(int(count), widest, mesh), "crowd");
        bool high = avoidance == quality::high;
        dtObstacleAvoidanceParams sampling = *crowd->getObstacleAvoidanceParams(0);
        sampling.velBias = 0.5f;
        sampling.adaptiveDivs = high ? 7 : 5;
        sampling.adaptiveRings = high ? 3 : 2;
        sampling.adaptiveDepth = high ? 3 : 1;
        crowd->setObstacleAvoidanceParams(0, &sampling);
        for (size_t k = 0; k < count; k++) add(s, s.units[k]);
    }

    ~detour() override {
        dtFreeCrowd(crowd);
        dtFreeNavMesh(mesh);
    }

    void target(size_t unit, sidle_vec2 point) override {
        const float at[3] = {point.x, 0, point.y}, reach[3] = {2, 4, 2};
        float nearest[3];
        dtPolyRef poly = 0;
        dtQueryFilter filter;
        crowd->getNavMeshQuery()->findNearestPoly(at, reach, &filter, &poly, nearest);
        if (poly) crowd->requestMoveTarget(int(unit), poly, nearest);
    }

    void step(float dt) override { crowd->update(dt, nullptr); }

    sidle_vec2 position(size_t unit) const override {
        const float *p = crowd->getAgent(int(unit))->npos;
        return {p[0], p[2]};
    }

    sidle_vec2 velocity(size_t unit) const override {
        const float *v = crowd->getAgent(int(unit))->vel;
        return {v[0], v[2]};
    }

  private:
    void add(const scene &s, const scene_unit &u) {
        const sidle_profile &profile = s.profiles[u.profile].values;
        dtCrowdAgentParams p = {};
        p.radius = profile.radius;
        p.height = 2;
        p.maxAcceleration = profile.acceleration;
        p.maxSpeed = profile.top_speed;
        p.collisionQueryRange = 12 * profile.radius;
        p.pathOptimizationRange = 30 * profile.radius;
        p.separationWeight = 2;
        p.obstacleAvoidanceType = 0;
        p.updateFlags = DT_CROWD_ANTICIPATE_TURNS | DT_CROWD_OBSTACLE_AVOIDANCE |
                        DT_CROWD_SEPARATION | DT_CROWD_OPTIMIZE_VIS | DT_CROWD_OPTIMIZE_TOPO;
        const float at[3] = {u.position.x, 0, u.position.y};
        need(crowd->addAgent(at, &p) >= 0, "agent");
    }
};

} // namespace

std::unique_ptr<peer> make_detour(const scene &played) {
    return std::unique_ptr<peer>(new detour(played, quality::high));
}

std::unique_ptr<peer> make_detour_low(const scene &played) {
    return std::unique_ptr<peer>(new detour(played, quality::low));
}
