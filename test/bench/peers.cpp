/* The scoreboard side by side: sidle, RVO2 when it was built in, and Detour Crowd, one after the
 * other on each row, in one process.
 *
 *   sidle-peers [--seeds N] [--json] [ROW ...]
 *   sidle-peers --towns [--scenes N] [--seed S] [--units N] [TASK ...]
 *   sidle-peers --scale [--threads N] [--peers N] [--json] [N ...]
 *
 * --scale is that of `sidle bench`, with their times beside it; --threads is sidle's alone, and
 * --peers 1 leaves out Detour Crowd, which takes longest.
 *
 * Peers get the waypoints of the scene, or the goal; a waypoint counts as passed within 1.5 u. */
#include "peer.h"
#include "towns.h"

extern "C" {
#include "benchmarks/scale.h"
#include "benchmarks/scoreboard.h"
#include "examples/thread_pool.h"
#include "metrics/metrics.h"
#include "terminal/options.h"
#include "terminal/output.h"
}

#include <stb_ds.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <exception>
#include <time.h>
#include <vector>

namespace {

const float PASSED = 1.5f; /* u */
const float THERE = 1.0f;  /* u, from the goal */

/* Peers have no heading: their units face where they go, as a game would draw them, and keep facing
 * there while they are slower than this share of their top speed. */
const float FACES = 0.1f;

/* s, how long it goes on after the last one has come. */
const double REST = 10;

/* Detour Crowd gives no result for more in a reasonable time. */
const size_t MOST_FOR_DETOUR = 20000;

const entrant ENTRANTS[] = {{"sidle", nullptr},
#ifdef WITH_RVO2
                            {"RVO2", make_rvo2},
#endif
                            {"Detour", make_detour}};

double nanoseconds(clockid_t clock) {
    timespec now;
    clock_gettime(clock, &now);
    return double(now.tv_sec) * 1e9 + double(now.tv_nsec);
}

float distance(sidle_vec2 a, sidle_vec2 b) {
    return std::hypot(a.x - b.x, a.y - b.y);
}

/* One run of a peer: hands out waypoints, and tells when all have come. */
class run {
    const scene &s;
    peer &p;
    std::vector<sidle_vec2> positions, headings, goals;
    std::vector<size_t> next;
    std::vector<char> ordered, came;
    uint64_t random;
    float goal_radius = THERE;
    bool all_came = false;

  public:
    run(const scene &played, peer &by, uint32_t seed) : s(played), p(by), random(seed) {
        size_t count = arrlenu(s.units);
        next.resize(count);
        came.resize(count);
        float area = 0;
        bool shared = count > 1;
        for (size_t k = 0; k < count; k++) {
            const scene_unit &u = s.units[k];
            positions.push_back(u.position);
            goals.push_back(u.goal);
            headings.push_back({1, 0});
            ordered.push_back(u.order != SIDLE_ORDER_NONE);
            float radius = s.profiles[u.profile].values.radius;
            area += radius * radius;
            shared =
                shared && u.order != SIDLE_ORDER_NONE && distance(u.goal, s.units[0].goal) < 1e-3f;
            if (u.order != SIDLE_ORDER_NONE) p.target(k, waypoint(k));
        }
        if (shared) goal_radius = std::sqrt(area / 0.7f) + THERE;
    }

    /* ns that its step took by that clock; what is done for it beside that does not count. */
    double tick(float dt, clockid_t clock) {
        double begin = nanoseconds(clock);
        p.step(dt);
        double took = nanoseconds(clock) - begin;
        all_came = advance();
        return took;
    }

    outcome play() {
        const double dt = 1.0 / SCORE_HZ;
        metrics *m = metrics_make(&s, dt);
        std::vector<double> costs;
        sample(m);
        double rest = 0;
        for (double time = 0; time < double(s.seconds) && rest < REST; time += dt) {
            costs.push_back(tick(float(dt), CLOCK_PROCESS_CPUTIME_ID));
            rest = all_came ? rest + dt : 0;
            sample(m);
        }
        outcome o = {};
        metrics_finish(m, &o);
        metrics_free(m);
        std::nth_element(costs.begin(), costs.begin() + long(costs.size() / 2), costs.end());
        o.us_per_unit_tick = costs[costs.size() / 2] / 1000 / double(positions.size());
        return o;
    }

  private:
    sidle_vec2 waypoint(size_t k) const {
        return next[k] < arrlenu(s.units[k].via) ? s.units[k].via[next[k]] : goals[k];
    }

    void face(size_t k) {
        sidle_vec2 v = p.velocity(k);
        float top_speed = s.profiles[s.units[k].profile].values.top_speed;
        if (std::hypot(v.x, v.y) > FACES * top_speed) headings[k] = v;
    }

    /* True when all have come. */
    bool advance() {
        bool all = !s.roam;
        for (size_t k = 0; k < positions.size(); k++) {
            positions[k] = p.position(k);
            face(k);
            if (s.units[k].order == SIDLE_ORDER_NONE) continue;
            bool passed = false;
            while (next[k] < arrlenu(s.units[k].via) &&
                   distance(positions[k], waypoint(k)) < PASSED) {
                next[k]++;
                passed = true;
            }
            bool there = distance(positions[k], goals[k]) < goal_radius;
            if (there && s.roam) {
                goals[k] = scene_roam_goal(&s, k, positions[k], &random);
                passed = true;
            }
            came[k] = came[k] || there;
            all = all && came[k];
            if (passed) p.target(k, waypoint(k));
        }
        return all;
    }

    void sample(metrics *m) {
        metrics_sample(m, positions.data(), headings.data(),
                       reinterpret_cast<const bool *>(ordered.data()));
    }
};

bool play_peer(const scene *played, uint32_t seed, outcome *result, void *context, complaints *to) {
    try {
        std::unique_ptr<peer> by = reinterpret_cast<peer_maker>(context)(*played);
        *result = run(*played, *by, seed).play();
        return true;
    } catch (const std::exception &e) {
        complain(to, played->name, 0, 0, "the peer failed: %s", e.what());
        return false;
    }
}

/* ---- the time of a tick ---- */

struct timed_run {
    std::unique_ptr<peer> by;
    run played;

    timed_run(const scene &s, peer_maker make) : by(make(s)), played(s, *by, 1) {}
};

template <peer_maker make> void *begin_timed(const scene *played, complaints *to) {
    try {
        return new timed_run(*played, make);
    } catch (const std::exception &e) {
        complain(to, played->name, 0, 0, "the peer failed: %s", e.what());
        return nullptr;
    }
}

double tick_timed(void *at, float dt) {
    return static_cast<timed_run *>(at)->played.tick(dt, CLOCK_THREAD_CPUTIME_ID);
}

void end_timed(void *at) {
    delete static_cast<timed_run *>(at);
}

const scale_peer TIMED[] = {
#ifdef WITH_RVO2
    {"RVO2", 0, begin_timed<make_rvo2>, tick_timed, end_timed},
#endif
    {"Detour low", MOST_FOR_DETOUR, begin_timed<make_detour_low>, tick_timed, end_timed},
    {"Detour high", MOST_FOR_DETOUR, begin_timed<make_detour>, tick_timed, end_timed},
};

int measure(int argc, char **argv) {
    complaints to = {stderr, 0, 0};
    scale_options o = {};
    int k = 2;
    o.threads = 1;
    o.peers = TIMED;
    uint32_t all = sizeof TIMED / sizeof *TIMED, peers = all;
    for (; k < argc && argv[k][0] == '-'; k++) {
        bool valued = k + 1 < argc;
        if (!std::strcmp(argv[k], "--json"))
            o.json = true;
        else if (valued && !std::strcmp(argv[k], "--threads"))
            option_whole(&to, "--threads", argv[++k], 1, POOL_MOST_THREADS, &o.threads);
        else if (valued && !std::strcmp(argv[k], "--peers"))
            option_whole(&to, "--peers", argv[++k], 0, all, &peers);
        else
            complain(&to, argv[k], 0, 0, "found no such option, or no value behind it");
    }
    o.peer_count = peers;
    o.scenes = argv + k;
    o.scene_count = size_t(argc - k);
    if (!to.count) scale_report(&o, &to);
    return status_of(&to);
}

/* ---- the scoreboard ---- */

/* Does that library play this row? */
bool suits(const score_row &row, peer_maker make) {
    const char *digits = row.scene + std::strcspn(row.scene, "0123456789");
    return make != make_detour || row.part != SCORE_SCALE ||
           std::strtoul(digits, nullptr, 10) <= MOST_FOR_DETOUR;
}

/* A line of the table; with a list, an object of that instead. */
void print_outcome(json_t *list, const score_row &row, const char *by, const outcome &mean) {
    if (!list) return score_line(stdout, &row, by, &mean);
    json_t *json = outcome_json(&mean, row.scene);
    json_object_del(json, "hash"); /* the mean of several runs has none */
    json_object_set_new(json, "by", json_string(by));
    json_array_append_new(list, json);
}

/* False after a complaint. */
bool play_row(const score_row &row, uint32_t seeds, json_t *list, complaints *to) {
    for (const entrant &e : ENTRANTS) {
        outcome mean = {};
        if (!suits(row, e.make)) continue;
        score_player player = e.make ? play_peer : score_by_sidle;
        if (!score_play(&row, 1, seeds, player, reinterpret_cast<void *>(e.make), &mean, to))
            return false;
        print_outcome(list, row, e.name, mean);
    }
    return true;
}

int play(int argc, char **argv) {
    uint32_t seeds = 1;
    int first = 1;
    json_t *list = nullptr;
    complaints to = {stderr, 0, 0};
    for (; first < argc && argv[first][0] == '-'; first++)
        if (!std::strcmp(argv[first], "--json") && !list)
            list = json_array();
        else if (!std::strcmp(argv[first], "--seeds") && first + 1 < argc)
            option_whole(&to, "--seeds", argv[++first], 1, 1000, &seeds);
        else
            complain(&to, argv[first], 0, 0, "found no such option, or no value behind it");
    for (int k = first; k < argc; k++)
        if (!score_row_named(argv[k])) complain(&to, argv[k], 0, 0, "found no such row");
    if (to.count) return status_of(&to);
    size_t count;
    const score_row *rows = score_rows(&count);
    if (!list) score_head(stdout, true);
    for (size_t k = 0; k < count; k++) {
        bool wanted = argc == first && rows[k].part != SCORE_TURNED;
        for (int a = first; a < argc; a++) wanted = wanted || score_row_named(argv[a]) == &rows[k];
        if (wanted && !play_row(rows[k], seeds, list, &to)) break;
        if (output_lost()) break;
    }
    if (list && !to.count) output_json(nullptr, list, JSON_INDENT(2) | JSON_REAL_PRECISION(9), &to);
    return status_of(&to);
}

/* ---- random towns ---- */

int play_towns(int argc, char **argv) {
    return towns_play(argc - 2, argv + 2, ENTRANTS, sizeof ENTRANTS / sizeof *ENTRANTS);
}

} // namespace

int main(int argc, char **argv) {
    bool scale = argc > 1 && !std::strcmp(argv[1], "--scale");
    bool towns = argc > 1 && !std::strcmp(argv[1], "--towns");
    output_begin();
    return output_end(scale   ? measure(argc, argv)
                      : towns ? play_towns(argc, argv)
                              : play(argc, argv));
}
