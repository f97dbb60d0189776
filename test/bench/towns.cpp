/* Peers get the waypoints of the reference pathfinder for the disc of each unit, as sidle does in
 * the command, and new ones when they lose sight of the next. A peer tells nothing: its unit has
 * come home once it was within its radius of its place, or in the disc that a crowd fills about a
 * point that all share, and counts as told when it rests there. */
#include "towns.h"

extern "C" {
#include "benchmarks/town_bench.h"
#include "pathfinding/astar.h"
#include "scenes/generate.h"
#include "simulation/scene_world.h"
#include "terminal/options.h"
#include "terminal/output.h"
}

#include <stb_ds.h>

#include <cmath>
#include <cstdio>
#include <cstring>
#include <exception>
#include <vector>

namespace {

/* Tasks whose orders are all to go somewhere. */
const town_task TASKS[] = {TOWN_RALLY, TOWN_SCATTER, TOWN_SWAP, TOWN_GATHER, TOWN_IDLE};

/* s: between two looks for a lost waypoint, and that all have to rest in the end. */
const double LOOK = 0.5, REST = 3;

/* Share of a disc that a crowd about a point covers. */
const float PACKING = 0.7f;

float distance(sidle_vec2 a, sidle_vec2 b) {
    return std::hypot(a.x - b.x, a.y - b.y);
}

/* One town under a peer. */
class town_run {
    const scene &s;
    peer &p;
    scene_world on = {};
    astar *finder = nullptr;
    settling *rest;
    std::vector<settling_sample> samples;
    std::vector<std::vector<sidle_vec2>> ways; /* waypoints that are left, the next one last */
    std::vector<bool> came;
    float crowd = 0; /* u, radius of the disc about a shared point; 0 */

  public:
    town_run(const scene &played, peer &by, complaints *to) : s(played), p(by) {
        size_t count = arrlenu(s.units);
        scene_world_build_map(&on, &s, NULL, to);
        finder = astar_make(on.world);
        rest = settling_begin(count);
        samples.resize(count);
        ways.resize(count);
        came.resize(count);
        set_crowd();
        for (size_t k = 0; k < count; k++)
            if (s.units[k].order) find_way(k);
    }

    ~town_run() {
        settling_end(rest);
        astar_free(finder);
        scene_world_free(&on);
    }

    /* Have all been home? */
    bool all_came() const {
        for (size_t k = 0; k < came.size(); k++)
            if (s.units[k].order && !came[k]) return false;
        return true;
    }

    settling_figures play() {
        const double dt = 1 / double(s.hz);
        uint64_t every = uint64_t(std::max(1.0, LOOK * double(s.hz)));
        double time = 0, quiet = 0;
        for (uint64_t tick = 0; time < double(s.seconds) && quiet < REST; tick++) {
            time = double(tick) * dt;
            if (tick) p.step(float(dt));
            bool still = true;
            for (size_t k = 0; k < samples.size(); k++) sample(k, tick % every == k % every);
            settling_samples(rest, samples.data(), time);
            for (size_t k = 0; k < samples.size(); k++)
                still = still && !samples[k].under_way && !settling_moved(rest, k);
            quiet = still ? quiet + dt : 0;
        }
        return settling_finish(rest, NULL);
    }

  private:
    const sidle_profile &profile(size_t k) const { return s.profiles[s.units[k].profile].values; }

    void set_crowd() {
        float area = 0, widest = 0;
        for (size_t k = 0; k < samples.size(); k++) {
            if (s.units[k].order && distance(s.units[k].goal, s.units[0].goal) > 1e-3f) return;
            area += profile(k).radius * profile(k).radius;
            widest = std::max(widest, profile(k).radius);
        }
        crowd = std::sqrt(area / PACKING) + 2 * widest;
    }

    void find_way(size_t k) {
        sidle_vec2 *found = NULL;
        if (astar_find(finder, scene_world_profile(&on, k), p.position(k), s.units[k].goal, NULL, 0,
                       &found)) {
            ways[k].assign(1, s.units[k].goal);
            for (size_t n = arrlenu(found); n-- > 0;) ways[k].push_back(found[n]);
            p.target(k, ways[k].back());
        }
        arrfree(found);
    }

    bool sees(size_t k, sidle_vec2 point) const {
        return sidle_world_line_fits(on.world, scene_world_profile(&on, k), p.position(k), point);
    }

    void follow_way(size_t k, bool looks) {
        if (ways[k].empty()) return;
        sidle_vec2 at = p.position(k);
        bool near = distance(at, ways[k].back()) < profile(k).tuning.waypoint_radius;
        if (ways[k].size() > 1 && near && sees(k, ways[k][ways[k].size() - 2])) {
            ways[k].pop_back();
            p.target(k, ways[k].back());
        } else if (looks && !sees(k, ways[k].back()))
            find_way(k);
    }

    void sample(size_t k, bool looks) {
        settling_sample &now = samples[k];
        bool goes = s.units[k].order != SIDLE_ORDER_NONE;
        float near = crowd > 0 ? crowd : profile(k).radius;
        now = settling_sample();
        now.position = p.position(k);
        now.radius = profile(k).radius;
        now.target = -1;
        now.duty = goes ? SETTLING_ENDS : SETTLING_IDLE;
        now.idle = !goes;
        if (!goes) return;
        follow_way(k, looks);
        now.under_way = distance(now.position, s.units[k].goal) > near;
        if (!now.under_way) now.word = SETTLING_IN_RANGE;
        came[k] = came[k] || !now.under_way;
    }
};

/* Towns in which all came home, all rest, none rests inside another, and all is clean. */
struct tally {
    uint32_t home, at_rest, apart, clean;
};

void count_peer(const settling_figures &f, bool all_came, tally &t) {
    t.home += all_came;
    t.at_rest += f.rested == f.ordered;
    t.apart += !f.overlapping;
    t.clean += f.clean;
}

bool play_peer(const town_keys &keys, peer_maker make, tally &t, complaints *to) {
    char name[TOWN_NAME];
    town_name(&keys, name);
    scene played = scene_make(name);
    bool good = scene_generate(name, 0, &played, to);
    try {
        if (good) {
            std::unique_ptr<peer> by = make(played);
            town_run run(played, *by, to);
            settling_figures f = run.play();
            count_peer(f, run.all_came(), t);
        }
    } catch (const std::exception &e) {
        complain(to, name, 0, 0, "the peer failed: %s", e.what());
        good = false;
    }
    scene_free(&played);
    return good;
}

bool play_sidle(const town_keys &keys, tally &t, complaints *to) {
    town_verdict v;
    if (!town_play(&keys, nullptr, &v, to)) return false;
    t.home += !v.faults[SETTLING_NOT_TOLD] && !v.faults[SETTLING_UNDER_WAY];
    t.at_rest += !v.faults[SETTLING_MOVES];
    t.apart += v.overlap <= 0.02;
    t.clean += v.clean;
    return true;
}

bool play_task(town_task task, const town_bench_options &o, const entrant &by, complaints *to) {
    tally t = {};
    bool good = true;
    for (uint32_t k = 0; good && k < o.scenes; k++) {
        town_keys keys = town_bench_keys(task, &o, k);
        good = by.make ? play_peer(keys, by.make, t, to) : play_sidle(keys, t, to);
    }
    if (good)
        std::printf("| %s | %s | %u | %u | %u | %u | %u |\n", town_task_name(task), by.name,
                    o.scenes, t.home, t.at_rest, t.apart, t.clean);
    std::fflush(stdout);
    return good;
}

bool is_wanted(town_task task, const town_bench_options &o) {
    for (size_t k = 0; k < o.task_count; k++)
        if (!std::strcmp(o.tasks[k], town_task_name(task))) return true;
    return !o.task_count;
}

bool read_options(int argc, char **argv, town_bench_options &o, complaints *to) {
    int k = 0;
    for (; k + 1 < argc && argv[k][0] == '-'; k += 2) {
        uint32_t *into = !std::strcmp(argv[k], "--scenes")  ? &o.scenes
                         : !std::strcmp(argv[k], "--seed")  ? &o.seed
                         : !std::strcmp(argv[k], "--units") ? &o.units
                                                            : NULL;
        if (into)
            option_whole(to, argv[k], argv[k + 1], 0, UINT32_MAX, into);
        else
            complain(to, argv[k], 0, 0, "found no such option");
    }
    o.tasks = argv + k;
    o.task_count = size_t(argc - k);
    for (size_t n = 0; n < o.task_count; n++) {
        bool known = false;
        for (town_task task : TASKS)
            known = known || !std::strcmp(o.tasks[n], town_task_name(task));
        if (!known) complain(to, o.tasks[n], 0, 0, "found no task that peers can do");
    }
    return !to->count;
}

} // namespace

int towns_play(int argc, char **argv, const entrant *players, size_t count) {
    complaints to = {stderr, 0, 0};
    town_bench_options o = {};
    o.scenes = 16;
    o.seed = 1;
    if (!read_options(argc, argv, o, &to)) return status_of(&to);
    std::printf("| task | by | scenes | all home | all at rest | none inside another | clean |\n"
                "|---|---|---|---|---|---|---|\n");
    for (town_task task : TASKS)
        for (size_t k = 0; k < count; k++)
            if (is_wanted(task, o) && !play_task(task, o, players[k], &to)) return status_of(&to);
    return status_of(&to);
}
