/* RVO2 (ORCA): neighbour distance 15 radii (7.5 u by default), at most 10 neighbours, time horizon
 * 5 s, 2 s for obstacles; it would like to go straight to the waypoint. */
#include "peer.h"

#include <stb_ds.h>

#include <RVO.h>
#include <algorithm>
#include <cmath>
#include <vector>

namespace {

class rvo2 : public peer {
    RVO::RVOSimulator sim;
    std::vector<RVO::Vector2> targets;
    std::vector<float> speeds;

  public:
    explicit rvo2(const scene &s) {
        add_walls(s);
        for (size_t k = 0; k < arrlenu(s.units); k++) {
            const scene_unit &u = s.units[k];
            const sidle_profile &p = s.profiles[u.profile].values;
            RVO::Vector2 at(u.position.x, u.position.y);
            sim.addAgent(at, 15 * p.radius, 10, 5, 2, p.radius, p.top_speed);
            targets.push_back(at);
            speeds.push_back(p.top_speed);
        }
    }

    void target(size_t unit, sidle_vec2 point) override {
        targets[unit] = RVO::Vector2(point.x, point.y);
    }

    void step(float dt) override {
        sim.setTimeStep(dt);
        for (size_t k = 0; k < targets.size(); k++) {
            RVO::Vector2 to = targets[k] - sim.getAgentPosition(k);
            float distance = RVO::abs(to), speed = std::min(speeds[k], distance / dt);
            sim.setAgentPrefVelocity(k, distance > 0 ? to * (speed / distance) : to);
        }
        sim.doStep();
    }

    sidle_vec2 position(size_t unit) const override {
        const RVO::Vector2 &p = sim.getAgentPosition(unit);
        return {p.x(), p.y()};
    }

    sidle_vec2 velocity(size_t unit) const override {
        const RVO::Vector2 &v = sim.getAgentVelocity(unit);
        return {v.x(), v.y()};
    }

  private:
    static bool blocked(const scene &s, uint32_t x, uint32_t y) {
        uint32_t passable = s.profiles[0].values.passable;
        return !(passable >> s.cells[y * s.width + x] & 1u);
    }

    /* Runs of blocked cells, joined with the same run of the rows above, become rectangles. */
    void add_walls(const scene &s) {
        std::vector<bool> done(size_t(s.width) * s.height);
        for (uint32_t y = 0; y < s.height; y++)
            for (uint32_t x = 0; x < s.width; x++) {
                if (!blocked(s, x, y) || done[y * s.width + x]) continue;
                uint32_t wide = x, high = y;
                while (wide < s.width && blocked(s, wide, y) && !done[y * s.width + wide]) wide++;
                while (high < s.height && full_row(s, done, x, wide, high)) high++;
                for (uint32_t row = y; row < high; row++)
                    std::fill(done.begin() + row * s.width + x, done.begin() + row * s.width + wide,
                              true);
                add_wall(float(x) * s.cell_size, float(y) * s.cell_size, float(wide) * s.cell_size,
                         float(high) * s.cell_size);
            }
        sim.processObstacles();
    }

    static bool full_row(const scene &s, const std::vector<bool> &done, uint32_t from, uint32_t to,
                         uint32_t y) {
        for (uint32_t x = from; x < to; x++)
            if (!blocked(s, x, y) || done[y * s.width + x]) return false;
        return true;
    }

    void add_wall(float x0, float y0, float x1, float y1) {
        sim.addObstacle({RVO::Vector2(x0, y0), RVO::Vector2(x1, y0), RVO::Vector2(x1, y1),
                         RVO::Vector2(x0, y1)});
    }
};

} // namespace

std::unique_ptr<peer> make_rvo2(const scene &played) {
    return std::unique_ptr<peer>(new rvo2(played));
}
