/* Measures one scene: the library, the floor and the peers take turns on it. */
#include "scale.h"

#include "floor.h"
#include "metrics/ascending.h"
#include "scenes/generate.h"
#include "simulation/scene_world.h"
#include "simulation/simulation.h"
#include "support/checked_memory.h"
#include "tick_watch.h"

#include <math.h>
#include <stb_ds.h>
#include <stdlib.h>

/* The library, the floor and the peers take turns in so many rounds, so that other load on the
 * machine meets all of them alike. A choice. */
enum { ROUNDS = 4 };

/* Numbers of ticks. */
typedef struct span {
    uint32_t warm_up, measured;
} span;

/* The memory of the world with its profiles and without its units. */
static size_t bytes_of_map(const scene *played, complaints *to) {
    tick_watch w = {0};
    sidle_world_def def = tick_watch_def(&w, 1);
    scene_world s;
    scene_world_build_map(&s, played, &def, to);
    size_t bytes = w.bytes;
    scene_world_free(&s);
    return bytes;
}

/* ---- samples ---- */

/* What each measured tick took, ns; stb_ds arrays. */
typedef struct samples {
    double *step, *cold, *floor;
    double *phases[SIDLE_PHASE_COUNT], *alone[SIDLE_PHASE_COUNT], *waited[SIDLE_PHASE_COUNT];
    double *peers[SCALE_MOST_PEERS], *peers_cold[SCALE_MOST_PEERS];
} samples;

enum { STRETCHES = 3 };

/* The mean of a stretch of ticks. Some ticks sort the units or make neighbour lists and most do
 * not, so that only a mean shows both. */
static double mean_of(const double *of, size_t stretch) {
    size_t ticks = arrlenu(of) / STRETCHES;
    double sum = 0;
    for (size_t k = 0; k < ticks; k++) sum += of[stretch * ticks + k];
    return ticks ? sum / (double)ticks : 0;
}

/* Other programs share the machine, so that of three stretches the middle one counts. */
static size_t middle_stretch(const double *of) {
    double means[STRETCHES], sorted[STRETCHES];
    for (size_t k = 0; k < STRETCHES; k++) sorted[k] = means[k] = mean_of(of, k);
    qsort(sorted, STRETCHES, sizeof *sorted, ascending);
    size_t found = 0;
    while (means[found] < sorted[STRETCHES / 2] || means[found] > sorted[STRETCHES / 2]) found++;
    return found;
}

/* The cost for each unit and tick, ns. Frees the array. */
static double cost_in(double *of, size_t stretch, size_t units) {
    double mean = mean_of(of, stretch);
    arrfree(of);
    return mean / (double)units;
}

static double cost_for_each(double *of, size_t units) {
    return cost_in(of, middle_stretch(of), units);
}

/* The step and what it consists of are of one stretch, so that they add up. */
static void sum_up(samples *of, scale_row *row) {
    size_t stretch = middle_stretch(of->step);
    row->ns = cost_in(of->step, stretch, row->units);
    for (int k = 0; k < SIDLE_PHASE_COUNT; k++) {
        row->phase_ns[k] = cost_in(of->phases[k], stretch, row->units);
        row->alone_ns[k] = cost_in(of->alone[k], stretch, row->units);
        row->waited_ns[k] = cost_in(of->waited[k], stretch, row->units);
    }
    row->cold_ns = cost_for_each(of->cold, row->units);
    row->floor_ns = cost_for_each(of->floor, row->units);
    for (int k = 0; k < SCALE_MOST_PEERS; k++) {
        row->peer_ns[k] = cost_for_each(of->peers[k], row->units);
        row->peer_cold_ns[k] = cost_for_each(of->peers_cold[k], row->units);
    }
}

/* ---- the library, the floor and the peers on the same scene ---- */

typedef struct contest {
    const scale_options *options;
    const scene *played;
    complaints *to;
    sim_options sim_options;
    sidle_world_def def;
    tick_watch watch;
    sim *sim;
    floor_pass *floor;
    void *peers[SCALE_MOST_PEERS]; /* NULL: the peer does not take part */
} contest;

static bool suits(const scale_peer *peer, const scene *played) {
    return !peer->most_units || arrlenu(played->units) <= peer->most_units;
}

static bool begin(contest *c) {
    const scale_options *o = c->options;
    c->watch.pool = sim_threads(o->threads, c->to);
    if (!c->watch.pool) return false;
    c->def = tick_watch_def(&c->watch, o->threads);
    c->sim_options = (sim_options){.hz = SCALE_HZ, .seed = 1, .from = &c->def};
    c->sim = sim_open(c->played, &c->sim_options, c->to);
    c->floor = floor_make(c->played);
    for (size_t k = 0; k < o->peer_count; k++)
        if (suits(&o->peers[k], c->played)) c->peers[k] = o->peers[k].begin(c->played, c->to);
    return !c->to->count;
}

static void end(contest *c) {
    sim_close(c->sim);
    floor_free(c->floor);
    for (size_t k = 0; k < c->options->peer_count; k++)
        if (c->peers[k]) c->options->peers[k].end(c->peers[k]);
    pool_free(c->watch.pool);
}

static bool play_sidle(contest *c, uint32_t ticks, samples *into) {
    for (uint32_t tick = 0; tick < ticks; tick++) {
        double all = 0;
        if (!sim_tick(c->sim)) return false;
        if (!into) continue;
        for (int k = 0; k < SIDLE_PHASE_COUNT; k++) {
            all += c->watch.spent[k];
            arrput(into->phases[k], c->watch.spent[k]);
            arrput(into->alone[k], c->watch.alone[k]);
            arrput(into->waited[k], c->watch.waited[k]);
        }
        arrput(into->step, all);
    }
    return true;
}

/* What a host does that draws: reads all of each unit into memory of its own. For a large crowd
 * both are larger than the caches, so the tick that follows finds nothing of its own there. */
static void read_all(const sidle_world *world, sidle_unit_state *into) {
    size_t count = 0;
    for (sidle_unit_id id = {0, 0}; (id = sidle_unit_next(world, id)).slot; count++)
        sidle_unit_get(world, id, &into[count]);
}

static void play_floor(contest *c, uint32_t ticks, samples *into) {
    for (uint32_t tick = 0; tick < ticks; tick++) {
        double start = nanoseconds(true);
        floor_step(c->floor, 1.0f / SCALE_HZ);
        double spent = nanoseconds(true) - start;
        if (into) arrput(into->floor, spent);
    }
}

/* ns that one step of a peer took; below 0 after a complaint. */
static double tick_of_peer(contest *c, size_t peer) {
    const scale_peer *p = &c->options->peers[peer];
    double spent = p->tick(c->peers[peer], 1.0f / SCALE_HZ);
    if (spent < 0) complain(c->to, c->played->name, 0, 0, "%s failed", p->name);
    return spent;
}

static bool play_peer(contest *c, size_t peer, uint32_t ticks, samples *into) {
    for (uint32_t tick = 0; c->peers[peer] && tick < ticks; tick++) {
        double spent = tick_of_peer(c, peer);
        if (spent < 0) return false;
        if (into) arrput(into->peers[peer], spent);
    }
    return true;
}

/* into: NULL during the warm-up. */
static bool play(contest *c, uint32_t ticks, samples *into) {
    bool good = play_sidle(c, ticks, into);
    play_floor(c, ticks, into);
    for (size_t k = 0; good && k < c->options->peer_count; k++) good = play_peer(c, k, ticks, into);
    return good;
}

/* The library and the peers after such a host. A tick of a peer ends with a host that reads the
 * places of its units; what this one reads drives them from the caches. */
static bool play_cold(contest *c, uint32_t ticks, samples *into) {
    const sidle_world *world = sim_world(c->sim);
    sidle_unit_state *host = checked_calloc(arrlenu(c->played->units), sizeof *host);
    bool good = true;
    for (uint32_t tick = 0; tick < ticks && good; tick++) {
        double all = 0;
        read_all(world, host);
        good = sim_tick(c->sim);
        for (int k = 0; k < SIDLE_PHASE_COUNT; k++) all += c->watch.spent[k];
        arrput(into->cold, all);
        for (size_t k = 0; good && k < c->options->peer_count; k++) {
            if (!c->peers[k]) continue;
            read_all(world, host);
            double spent = tick_of_peer(c, k);
            good = spent >= 0;
            arrput(into->peers_cold[k], spent);
        }
    }
    free(host);
    return good;
}

/* ---- a row ---- */

static bool all_stand(const scene *played) {
    for (size_t k = 0; k < arrlenu(played->units); k++)
        if (!scene_unit_stands(&played->units[k])) return false;
    return true;
}

/* Units that roam or stand are measured from 1 s on. In a small crowd a tick takes twice as long
 * after ten seconds, as by then units meet in the middle. Other scenes are measured from 20 s on,
 * when the crowds have met. Large crowds take fewer ticks, to end in time: a choice.
 */
static span span_of(const scene *played) {
    size_t units = arrlenu(played->units);
    if (!played->roam && !all_stand(played)) return (span){20 * SCALE_HZ, 40 * SCALE_HZ};
    return (span){SCALE_HZ, SCALE_HZ * (units <= 5000 ? 8 : units <= 20000 ? 4 : 2)};
}

static bool measure(const scene *played, const scale_options *o, scale_row *row, complaints *to) {
    contest c = {.options = o, .played = played, .to = to};
    samples of = {0};
    span ticks = span_of(played);
    size_t cells = (size_t)played->width * played->height;
    size_t map = bytes_of_map(played, to);
    bool good = begin(&c) && play(&c, ticks.warm_up, NULL);
    c.watch.allocations = 0;
    uint32_t turn = ticks.measured / ROUNDS / 2;
    /* In turns, as the crowd changes: what is cold is compared with what is not. */
    for (uint32_t k = 0; good && k < ROUNDS; k++)
        good = play(&c, turn, &of) && play_cold(&c, turn, &of);
    row->cell_bytes = (double)map / (double)cells;
    row->unit_bytes = ((double)c.watch.bytes - (double)map) / (double)row->units;
    row->allocations = (double)c.watch.allocations;
    sum_up(&of, row);
    end(&c);
    return good;
}

/* A number stands for the scene @scaleN, also with modifiers behind it. */
static bool generate(const char *name, scene *into, complaints *to) {
    char full[SCALE_NAME];
    bool number = *name >= '0' && *name <= '9';
    snprintf(full, sizeof full, "%s%s", number ? "scale" : "", name + (*name == '@'));
    *into = scene_make(full);
    return scene_generate(full, 1, into, to);
}

bool scale_knows(const char *name, complaints *to) {
    scene played;
    bool good = generate(name, &played, to);
    scene_free(&played);
    return good;
}

bool scale_measure(const char *name, const scale_options *o, scale_row *row, complaints *to) {
    scene played;
    bool good = generate(name, &played, to);
    *row = (scale_row){.units = arrlenu(played.units)};
    snprintf(row->scene, sizeof row->scene, "%s", played.name);
    good = good && measure(&played, o, row, to);
    scene_free(&played);
    return good;
}
