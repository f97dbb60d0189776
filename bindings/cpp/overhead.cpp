/* The program of ../overhead.c in C++. */
#include "sidle.hpp"

#include <cstdio>
#include <cstdlib>
#include <ctime>

constexpr int SIDE = 100, UNITS = SIDE * SIDE, EXTENT = 320;

int main(int argc, char **argv) {
    int ticks = argc > 1 ? std::atoi(argv[1]) : 300;
    sidle::WorldDef def = sidle_world_def_default();
    def.width = def.height = EXTENT;
    auto world = sidle::World::create(def);
    for (int k = 0; k < UNITS; k++) {
        sidle::UnitDef unit = sidle_unit_def_default();
        unit.position = {10 + 3 * static_cast<float>(k % SIDE),
                         10 + 3 * static_cast<float>(k / SIDE)};
        auto id = world->create_unit(unit);
        if (!world->go(*id, {EXTENT - unit.position.x, EXTENT - unit.position.y})) return 1;
    }
    std::vector<sidle::Vec2> positions(UNITS);
    double sum = 0;
    std::clock_t begin = std::clock();
    for (int tick = 0; tick < ticks; tick++) {
        if (!world->step(1 / 30.0f) || !world->read(sidle::Columns().positions(positions)))
            return 1;
        for (sidle::Vec2 p : positions) sum += static_cast<double>(p.x) + static_cast<double>(p.y);
    }
    double ns = 1e9 * static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
    std::printf("C++: %.0f ns a unit and tick, sum %.3f\n", ns / UNITS / ticks, sum);
    return 0;
}
