/* Detour instead of Detour Crowd: Recast builds a navmesh of a map, Detour finds the paths, and
 * sidle moves the units in place of dtCrowd. Then dtCrowd itself plays the same on the same mesh,
 * and both are measured alike.
 *
 *   detour_host MAP [UNITS [SEED]]
 *
 * MAP is a Moving AI map, or a fixture of this project, of which only the terrain is read. Four
 * groups start about four places; the first two change places with each other, and so do the other
 * two. The status is 0 when all units that sidle moved came to their goals. */
#include <recastnavigation/DetourCrowd.h>
#include <recastnavigation/DetourNavMeshBuilder.h>
#include <recastnavigation/DetourNavMeshQuery.h>
#include <recastnavigation/Recast.h>
#include <sidle/sidle.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

const float RADIUS = 0.5f, SPEED = 4, ACCELERATION = 16; /* of all units, in both libraries */
const float TICK = 1.0f / 30, SECONDS = 600;
const int CORNERS = 256, POLYGONS = 4096;

void need(bool good, const char *what) {
    if (!good) throw std::runtime_error(what);
}

float apart(sidle_vec2 a, sidle_vec2 b) {
    return std::hypot(a.x - b.x, a.y - b.y);
}

/* ---- the map ---- */

struct ground {
    int width, height;
    std::vector<uint8_t> cells; /* sidle_terrain */

    bool blocked(int x, int y) const {
        return cells[size_t(y * width + x)] != SIDLE_TERRAIN_GROUND;
    }
};

ground read_map(const char *file) {
    ground g = {0, 0, {}};
    std::ifstream in(file);
    std::string line;
    while (std::getline(in, line) && line.compare(0, 3, "map")) {
        if (!line.compare(0, 7, "height ")) g.height = std::atoi(line.c_str() + 7);
        if (!line.compare(0, 6, "width ")) g.width = std::atoi(line.c_str() + 6);
    }
    need(g.width > 0 && g.height > 0 && g.width <= 4096 && g.height <= 4096, "no map in the file");
    for (int y = 0; y < g.height; y++) {
        need(bool(std::getline(in, line)) && int(line.size()) >= g.width, "the map is cut off");
        for (int x = 0; x < g.width; x++)
            g.cells.push_back(std::string("@OTW").find(line[size_t(x)]) == std::string::npos
                                  ? SIDLE_TERRAIN_GROUND
                                  : SIDLE_TERRAIN_VOID);
    }
    return g;
}

/* ---- Recast: from the map to the navmesh ---- */

const float VOXEL = 0.25f, VOXEL_HEIGHT = 0.2f;

struct navmesh {
    ground walkable; /* what Recast found walkable, as our cells of 1 u */
    dtNavMesh *mesh = nullptr;
    dtNavMeshQuery *query = nullptr;
    dtQueryFilter filter;

    navmesh() = default;
    navmesh(const navmesh &) = delete;
    navmesh &operator=(const navmesh &) = delete;
    ~navmesh() {
        dtFreeNavMeshQuery(query);
        dtFreeNavMesh(mesh);
    }
};

/* The floor, one quad for each run of free cells in a row. A game has triangles here. */
void rasterize(rcContext *context, const ground &g, rcHeightfield &field) {
    for (int y = 0; y < g.height; y++)
        for (int x = 0; x < g.width; x++) {
            int end = x;
            while (end < g.width && !g.blocked(end, y)) end++;
            if (end == x) continue;
            const float a[] = {float(x), 0, float(y)}, b[] = {float(end), 0, float(y)},
                        c[] = {float(end), 0, float(y + 1)}, d[] = {float(x), 0, float(y + 1)};
            rcRasterizeTriangle(context, a, c, b, RC_WALKABLE_AREA, field, 1);
            rcRasterizeTriangle(context, a, d, c, RC_WALKABLE_AREA, field, 1);
            x = end;
        }
}

/* A cell is ground when all of it is walkable. To be asked before Recast draws the walls in by the
 * radius of an agent: sidle keeps each unit's own radius from the walls. */
ground walkable_area(const rcCompactHeightfield &field, const ground &like) {
    ground g = {like.width, like.height,
                std::vector<uint8_t>(like.cells.size(), SIDLE_TERRAIN_GROUND)};
    const int fine = int(1 / VOXEL);
    for (int y = 0; y < g.height * fine; y++)
        for (int x = 0; x < g.width * fine; x++) {
            const rcCompactCell &column = field.cells[y * field.width + x];
            bool walkable = column.count && field.areas[column.index] == RC_WALKABLE_AREA;
            if (!walkable) g.cells[size_t(y / fine * g.width + x / fine)] = SIDLE_TERRAIN_VOID;
        }
    return g;
}

void make_navmesh(const rcPolyMesh &from, navmesh &into) {
    dtNavMeshCreateParams p = {};
    p.verts = from.verts;
    p.vertCount = from.nverts;
    p.polys = from.polys;
    p.polyAreas = from.areas;
    p.polyFlags = from.flags;
    p.polyCount = from.npolys;
    p.nvp = from.nvp;
    p.walkableHeight = 2;
    p.walkableRadius = RADIUS;
    p.walkableClimb = 0.9f;
    rcVcopy(p.bmin, from.bmin);
    rcVcopy(p.bmax, from.bmax);
    p.cs = VOXEL;
    p.ch = VOXEL_HEIGHT;
    p.buildBvTree = true;
    unsigned char *data = nullptr;
    int size = 0;
    need(dtCreateNavMeshData(&p, &data, &size), "navmesh data");
    into.mesh = dtAllocNavMesh();
    need(dtStatusSucceed(into.mesh->init(data, size, DT_TILE_FREE_DATA)), "navmesh");
    into.query = dtAllocNavMeshQuery();
    need(dtStatusSucceed(into.query->init(into.mesh, POLYGONS)), "query");
}

void build(const ground &g, navmesh &into) {
    rcContext context(false);
    const float low[] = {0, -1, 0}, high[] = {float(g.width), 3, float(g.height)};
    int columns, rows;
    rcCalcGridSize(low, high, VOXEL, &columns, &rows);
    rcHeightfield *field = rcAllocHeightfield();
    need(rcCreateHeightfield(&context, *field, columns, rows, low, high, VOXEL, VOXEL_HEIGHT),
         "heightfield");
    rasterize(&context, g, *field);
    rcCompactHeightfield *compact = rcAllocCompactHeightfield();
    need(rcBuildCompactHeightfield(&context, 10, 4, *field, *compact), "compact heightfield");
    rcFreeHeightField(field);
    into.walkable = walkable_area(*compact, g);
    need(rcErodeWalkableArea(&context, int(RADIUS / VOXEL + 0.99f), *compact), "erosion");
    need(rcBuildRegionsMonotone(&context, *compact, 0, 8, 20), "regions");
    rcContourSet *contours = rcAllocContourSet();
    need(rcBuildContours(&context, *compact, 1.3f, 0, *contours), "contours");
    rcPolyMesh *polygons = rcAllocPolyMesh();
    need(rcBuildPolyMesh(&context, *contours, 6, *polygons), "polygons");
    rcFreeContourSet(contours);
    rcFreeCompactHeightfield(compact);
    for (int k = 0; k < polygons->npolys; k++) polygons->flags[k] = 1;
    make_navmesh(*polygons, into);
    rcFreePolyMesh(polygons);
}

/* ---- Detour: a path on the navmesh ---- */

dtPolyRef nearest_polygon(const navmesh &n, sidle_vec2 point, float nearest[3]) {
    const float at[] = {point.x, 0, point.y}, reach[] = {2, 4, 2};
    dtPolyRef polygon = 0;
    n.query->findNearestPoly(at, reach, &n.filter, &polygon, nearest);
    return polygon;
}

/* The corners of the path without its ends; false: there is none. */
bool find_path(const navmesh &n, sidle_vec2 from, sidle_vec2 to, std::vector<sidle_vec2> &path) {
    float a[3], b[3], corners[3 * CORNERS];
    dtPolyRef start = nearest_polygon(n, from, a), end = nearest_polygon(n, to, b);
    static dtPolyRef corridor[POLYGONS];
    int length = 0, count = 0;
    path.clear();
    if (!start || !end) return false;
    n.query->findPath(start, end, a, b, &n.filter, corridor, &length, POLYGONS);
    if (!length || corridor[length - 1] != end) return false;
    n.query->findStraightPath(a, b, corridor, length, corners, nullptr, nullptr, &count, CORNERS);
    for (int k = 1; k + 1 < count; k++) path.push_back({corners[3 * k], corners[3 * k + 2]});
    return true;
}

/* ---- who goes where ---- */

struct trip {
    sidle_vec2 from, to;
};

/* Free places about a cell, no two side by side, in the order in which a flood reaches them. */
std::vector<sidle_vec2> places_about(const ground &g, int cell, size_t count) {
    std::vector<int> line(1, cell);
    std::vector<char> seen(g.cells.size());
    std::vector<sidle_vec2> found;
    seen[size_t(cell)] = 1;
    for (size_t k = 0; k < line.size() && found.size() < count; k++) {
        int x = line[k] % g.width, y = line[k] / g.width;
        if ((x + y) % 2 == 0) found.push_back({float(x) + 0.5f, float(y) + 0.5f});
        static const int DX[] = {1, -1, 0, 0}, DY[] = {0, 0, 1, -1};
        for (int side = 0; side < 4; side++) {
            int to_x = x + DX[side], to_y = y + DY[side], to = to_y * g.width + to_x;
            if (to_x < 0 || to_y < 0 || to_x >= g.width || to_y >= g.height) continue;
            if (g.blocked(to_x, to_y) || seen[size_t(to)]) continue;
            seen[size_t(to)] = 1;
            line.push_back(to);
        }
    }
    return found;
}

/* Four places that are joined by paths, as far apart as a few tries find them. */
std::vector<int> four_places(const navmesh &n, uint64_t random) {
    const ground &g = n.walkable;
    std::vector<int> best;
    std::vector<sidle_vec2> path;
    float farthest = 0;
    for (int attempt = 0; attempt < 200; attempt++) {
        std::vector<int> cells;
        std::vector<sidle_vec2> points;
        for (int k = 0; k < 4; k++) {
            random = random * 6364136223846793005u + 1442695040888963407u;
            cells.push_back(int((random >> 33) % g.cells.size()));
            int x = cells.back() % g.width, y = cells.back() / g.width;
            points.push_back({float(x) + 0.5f, float(y) + 0.5f});
        }
        bool joined = true;
        for (int k = 0; k < 4; k++)
            joined = joined && g.cells[size_t(cells[size_t(k)])] == SIDLE_TERRAIN_GROUND &&
                     find_path(n, points[0], points[size_t(k)], path);
        float far = std::min(apart(points[0], points[1]), apart(points[2], points[3]));
        if (joined && far > farthest) farthest = far, best = cells;
    }
    need(!best.empty(), "no four places of the map are joined");
    return best;
}

std::vector<trip> make_trips(const navmesh &n, size_t units, uint64_t seed) {
    std::vector<int> places = four_places(n, seed);
    std::vector<sidle_vec2> about[4];
    std::vector<trip> trips;
    for (int k = 0; k < 4; k++)
        about[k] = places_about(n.walkable, places[size_t(k)], units / 4 + 1);
    for (size_t k = 0; k < units; k++) {
        const std::vector<sidle_vec2> &from = about[k % 4], &to = about[(k % 4) ^ 1];
        need(k / 4 < from.size() && k / 4 < to.size(), "the map has no room for so many units");
        trips.push_back({from[k / 4], to[k / 4]});
    }
    return trips;
}

/* ---- the two that move units ---- */

class mover {
  public:
    virtual ~mover() {}
    virtual void step() = 0;
    virtual sidle_vec2 position(size_t unit) const = 0;
};

/* sidle: a path for each order, and another one for each unit that asks. */
class by_sidle : public mover {
    const navmesh &mesh;
    sidle_world *world = nullptr;
    std::vector<sidle_unit_id> ids;
    std::vector<sidle_vec2> positions;

  public:
    by_sidle(const navmesh &n, const std::vector<trip> &trips) : mesh(n), positions(trips.size()) {
        sidle_world_def def = sidle_world_def_default();
        def.width = uint32_t(n.walkable.width);
        def.height = uint32_t(n.walkable.height);
        def.cells = n.walkable.cells.data();
        need(!sidle_world_create(&def, &world), "world");
        sidle_profile profile = sidle_profile_default();
        sidle_unit_def unit = sidle_unit_def_default();
        profile.radius = RADIUS;
        profile.top_speed = SPEED;
        profile.acceleration = ACCELERATION;
        need(!sidle_profile_add(world, &profile, &unit.profile), "profile");
        for (const trip &t : trips) {
            sidle_unit_id id;
            unit.position = t.from;
            need(!sidle_unit_create(world, &unit, &id), "unit");
            need(!sidle_unit_go(world, id, t.to), "order");
            ids.push_back(id);
            find_way(id);
        }
    }

    ~by_sidle() override { sidle_world_destroy(world); }

    void step() override {
        uint32_t count;
        need(!sidle_world_step(world, TICK), "step");
        const sidle_event *events = sidle_world_events(world, &count);
        for (uint32_t k = 0; k < count; k++)
            if (events[k].type == SIDLE_EVENT_PATH_WANTED) find_way(events[k].unit);
        sidle_columns to = {};
        to.positions.to = positions.data();
        sidle_units_read(world, ids.data(), uint32_t(ids.size()), &to);
    }

    sidle_vec2 position(size_t unit) const override { return positions[unit]; }

  private:
    void find_way(sidle_unit_id id) {
        std::vector<sidle_vec2> path;
        sidle_unit_state state;
        if (!sidle_unit_get(world, id, &state) && find_path(mesh, state.position, state.goal, path))
            sidle_unit_set_path(world, id, path.data(), uint32_t(path.size()));
    }
};

/* dtCrowd, with the settings of its own demonstration for the best quality. */
class by_crowd : public mover {
    dtCrowd *crowd;

  public:
    by_crowd(const navmesh &n, const std::vector<trip> &trips) : crowd(dtAllocCrowd()) {
        need(crowd->init(int(trips.size()), RADIUS, n.mesh), "crowd");
        dtObstacleAvoidanceParams sampling = *crowd->getObstacleAvoidanceParams(0);
        sampling.velBias = 0.5f;
        sampling.adaptiveDivs = 7;
        sampling.adaptiveRings = 3;
        sampling.adaptiveDepth = 3;
        crowd->setObstacleAvoidanceParams(0, &sampling);
        dtCrowdAgentParams p = {};
        p.radius = RADIUS;
        p.height = 2;
        p.maxAcceleration = ACCELERATION;
        p.maxSpeed = SPEED;
        p.collisionQueryRange = 12 * RADIUS;
        p.pathOptimizationRange = 30 * RADIUS;
        p.separationWeight = 2;
        p.updateFlags = DT_CROWD_ANTICIPATE_TURNS | DT_CROWD_OBSTACLE_AVOIDANCE |
                        DT_CROWD_SEPARATION | DT_CROWD_OPTIMIZE_VIS | DT_CROWD_OPTIMIZE_TOPO;
        for (const trip &t : trips) {
            const float at[] = {t.from.x, 0, t.from.y};
            float goal[3];
            int agent = crowd->addAgent(at, &p);
            dtPolyRef polygon = nearest_polygon(n, t.to, goal);
            need(agent >= 0 && polygon, "agent");
            crowd->requestMoveTarget(agent, polygon, goal);
        }
    }

    ~by_crowd() override { dtFreeCrowd(crowd); }

    void step() override { crowd->update(TICK, nullptr); }

    sidle_vec2 position(size_t unit) const override {
        const float *at = crowd->getAgent(int(unit))->npos;
        return {at[0], at[2]};
    }
};

/* ---- measuring ---- */

struct figures {
    size_t arrived = 0;
    double time = 0;                     /* s, sum over those that arrived */
    double overlapping = 0, samples = 0; /* units in ticks */
    double turned = 0, moved = 0;        /* radians; s on the way */
    double processor = 0;                /* s */
    float deepest = 0;                   /* u */
    int ticks = 0;
};

double seconds_of_processor() {
    timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return double(now.tv_sec) + double(now.tv_nsec) * 1e-9;
}

void measure_overlap(const std::vector<sidle_vec2> &at, figures &f) {
    for (size_t k = 0; k < at.size(); k++) {
        float deepest = 0;
        for (size_t other = 0; other < at.size(); other++)
            if (other != k) deepest = std::max(deepest, 2 * RADIUS - apart(at[k], at[other]));
        f.overlapping += deepest > 0.05f;
        f.deepest = std::max(f.deepest, deepest);
        f.samples += 1;
    }
}

void measure_turning(sidle_vec2 before, sidle_vec2 now, figures &f) {
    float cross = before.x * now.y - before.y * now.x, dot = before.x * now.x + before.y * now.y;
    float slow = 0.1f * SPEED * TICK;
    if (std::hypot(before.x, before.y) < slow || std::hypot(now.x, now.y) < slow) return;
    f.turned += std::fabs(std::atan2(cross, dot));
    f.moved += TICK;
}

/* A unit has arrived when it is within 1 u of its goal. */
figures play(mover &by, const std::vector<trip> &trips) {
    figures f;
    std::vector<sidle_vec2> at, shift(trips.size(), {0, 0});
    std::vector<char> there(trips.size());
    for (const trip &t : trips) at.push_back(t.from);
    for (; f.arrived < trips.size() && float(f.ticks) * TICK < SECONDS; f.ticks++) {
        double begin = seconds_of_processor();
        by.step();
        f.processor += seconds_of_processor() - begin;
        for (size_t k = 0; k < trips.size(); k++) {
            sidle_vec2 now = by.position(k), moved = {now.x - at[k].x, now.y - at[k].y};
            if (!there[k]) measure_turning(shift[k], moved, f);
            shift[k] = moved;
            at[k] = now;
            if (there[k] || apart(now, trips[k].to) > 1) continue;
            there[k] = 1;
            f.arrived++;
            f.time += double(f.ticks + 1) * double(TICK);
        }
        measure_overlap(at, f);
    }
    return f;
}

void print(const char *name, const figures &f, size_t units) {
    std::printf("%-8s %4zu of %zu arrived, after %6.1f s on average; the run took %.1f s\n", name,
                f.arrived, units, f.arrived ? f.time / double(f.arrived) : 0,
                double(f.ticks) * double(TICK));
    std::printf("%-8s overlap in %.2f %% of the time, at most %.2f u; turns %.2f rad/s; %.1f us a "
                "tick\n",
                "", 100 * f.overlapping / f.samples, double(f.deepest), f.turned / f.moved,
                1e6 * f.processor / f.ticks);
}

int run(const char *map, size_t units, uint64_t seed) {
    navmesh mesh;
    build(read_map(map), mesh);
    std::vector<trip> trips = make_trips(mesh, units, seed);
    std::unique_ptr<mover> ours(new by_sidle(mesh, trips));
    figures sidle = play(*ours, trips);
    print("sidle", sidle, units);
    std::unique_ptr<mover> theirs(new by_crowd(mesh, trips));
    print("dtCrowd", play(*theirs, trips), units);
    return sidle.arrived == units ? 0 : 1;
}

} // namespace

int main(int argc, char **argv) {
    if (argc < 2 || argc > 4) {
        std::fprintf(stderr, "usage: detour_host MAP [UNITS [SEED]]\n");
        return 2;
    }
    try {
        int units = argc > 2 ? std::atoi(argv[2]) : 100;
        need(units >= 4 && units <= 2000, "UNITS is a number from 4 to 2000");
        return run(argv[1], size_t(units), argc > 3 ? std::strtoull(argv[3], nullptr, 10) : 1);
    } catch (const std::exception &e) {
        std::fprintf(stderr, "%s: %s\n", argv[1], e.what());
        return 2;
    }
}
