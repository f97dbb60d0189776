/* What an engine does around sidle, in the small: give orders when their time has come, find paths,
 * answer requests for new ones, put buildings up, and read the events. Everything here goes through
 * the public API. */
#include "sim.h"

#include "metrics.h"
#include "path/astar.h"
#include "path/flow.h"

#include <math.h>
#include <stb_ds.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

/* Searches a tick may make for units that ask for another path; the rest wait their turn. */
enum { SEARCHES_A_TICK = 8 };

/* u, how far from a unit that asks others count as a jam in its way. */
static const float JAM_RANGE = 40;

/* s, how long the run goes on after the last unit has come to rest. */
static const double REST = 1.1;

typedef struct sim {
    const scene *scene;
    const sim_options *options;
    complaints *to;
    sidle_world *world;
    sidle_profile_id *profiles; /* by scene profile */
    sidle_unit_id *ids;         /* by scene unit */
    sidle_vec2 *positions;
    bool *ordered;     /* has got its order */
    bool *unreachable; /* the pathfinder found no way */
    bool *asks;        /* waits for another path */
    uint32_t *unit_of; /* scene unit by slot */
    astar *astar;
    flow *flow;
    metrics *metrics;
    path_jam *jams;
    sidle_vec2 *waypoints;
    bool needs_paths;
    size_t edits_done, next_asker;
    uint64_t random;
    uint32_t replans;
    uint64_t decisions[SIDLE_DECISION_COUNT];
    float *step_us; /* of each tick */
} sim;

/* ---- building the world ---- */

static bool add_profiles(sim *s) {
    bool good = true;
    for (size_t k = 0; k < arrlenu(s->scene->profiles); k++) {
        const scene_profile *p = &s->scene->profiles[k];
        sidle_profile_id id = {0};
        sidle_result result = k == 0 ? sidle_profile_set(s->world, id, &p->values)
                                     : sidle_profile_add(s->world, &p->values, &id);
        if (result) {
            complain(s->to, s->scene->name, 0, 0,
                     "profile '%s' does not suit this map: found radius %g u, expected at most %g "
                     "cells of %g u (%s)",
                     p->name, (double)p->values.radius, (double)SIDLE_MAX_RADIUS_CELLS,
                     (double)s->scene->cell_size, sidle_result_text(result));
            good = false;
        }
        arrput(s->profiles, id);
    }
    return good;
}

static bool add_units(sim *s) {
    bool good = true;
    for (size_t k = 0; k < arrlenu(s->scene->units); k++) {
        const scene_unit *from = &s->scene->units[k];
        sidle_unit_def def = sidle_unit_def_default();
        sidle_unit_id id = {0, 0};
        def.profile = s->profiles[from->profile];
        def.position = from->position;
        def.team = from->team;
        if (from->mover) {
            sidle_vec2 to = arrlenu(from->via) ? from->via[0] : from->goal;
            sidle_vec2 heading = {to.x - def.position.x, to.y - def.position.y};
            if (fabsf(heading.x) + fabsf(heading.y) > 1e-3f) def.heading = heading;
        }
        sidle_result result = sidle_unit_create(s->world, &def, &id);
        if (result) {
            complain(s->to, s->scene->name, from->line, from->column,
                     "found a unit of radius %g u at %g,%g, expected it to fit there: %s",
                     (double)s->scene->profiles[from->profile].values.radius,
                     (double)from->position.x, (double)from->position.y, sidle_result_text(result));
            good = false;
        }
        arrput(s->ids, id);
        arrput(s->positions, from->position);
        arrput(s->ordered, false);
        arrput(s->unreachable, false);
        arrput(s->asks, false);
        while (arrlenu(s->unit_of) <= id.slot) arrput(s->unit_of, 0);
        s->unit_of[id.slot] = (uint32_t)k;
    }
    return good;
}

static bool build(sim *s, const scene *played, complaints *to) {
    s->scene = played;
    s->needs_paths = scene_needs_paths(played);
    s->to = to;
    sidle_world_def def = sidle_world_def_default();
    def.width = played->width;
    def.height = played->height;
    def.cell_size = played->cell_size;
    def.cells = played->cells;
    sidle_result result = sidle_world_create(&def, &s->world);
    if (result) {
        complain(to, played->name, 0, 0, "the world cannot be made: %s", sidle_result_text(result));
        return false;
    }
    return add_profiles(s) && add_units(s);
}

static void tear_down(sim *s) {
    astar_free(s->astar);
    flow_free(s->flow);
    metrics_free(s->metrics);
    sidle_world_destroy(s->world);
    arrfree(s->profiles);
    arrfree(s->ids);
    arrfree(s->positions);
    arrfree(s->ordered);
    arrfree(s->unreachable);
    arrfree(s->asks);
    arrfree(s->unit_of);
    arrfree(s->jams);
    arrfree(s->waypoints);
    arrfree(s->step_us);
}

bool sim_check(const scene *played, complaints *to) {
    sim s = {0};
    bool good = build(&s, played, to);
    tear_down(&s);
    return good;
}

/* ---- paths ---- */

static sidle_profile_id profile_of(const sim *s, size_t unit) {
    return s->profiles[s->scene->units[unit].profile];
}

static bool by_flow(const sim *s, size_t unit) {
    return s->options->pathfinder == SIM_FLOW && !arrlenu(s->scene->units[unit].via) &&
           s->needs_paths;
}

static bool by_astar(const sim *s, size_t unit) {
    return !by_flow(s, unit) && !arrlenu(s->scene->units[unit].via) && s->needs_paths;
}

/* Everybody near who does not get on. */
static void collect_jams(sim *s, size_t asker) {
    arrsetlen(s->jams, 0);
    for (size_t k = 0; k < arrlenu(s->ids); k++) {
        if (k == asker) continue;
        sidle_unit_state state;
        sidle_unit_get(s->world, s->ids[k], &state);
        float dx = state.position.x - s->positions[asker].x;
        float dy = state.position.y - s->positions[asker].y;
        float top = s->scene->profiles[s->scene->units[k].profile].values.top_speed;
        float speed =
            sqrtf(state.velocity.x * state.velocity.x + state.velocity.y * state.velocity.y);
        if (dx * dx + dy * dy > JAM_RANGE * JAM_RANGE || speed > 0.25f * top) continue;
        path_jam jam = {state.position, state.radius};
        arrput(s->jams, jam);
    }
}

static bool find_path(sim *s, size_t unit, sidle_vec2 goal, bool around_jams) {
    arrsetlen(s->jams, 0);
    if (around_jams) collect_jams(s, unit);
    return astar_find(s->astar, profile_of(s, unit), s->positions[unit], goal, s->jams,
                      arrlenu(s->jams), &s->waypoints);
}

static void send_along(sim *s, size_t unit) {
    sidle_unit_path(s->world, s->ids[unit], s->waypoints, (uint32_t)arrlenu(s->waypoints));
}

static sidle_vec2 goal_of(const sim *s, size_t unit) {
    sidle_unit_state state = {.goal = s->scene->units[unit].goal};
    sidle_unit_get(s->world, s->ids[unit], &state);
    return state.goal;
}

static void give_order(sim *s, size_t unit, sidle_vec2 goal) {
    const scene_unit *from = &s->scene->units[unit];
    if (sidle_unit_go(s->world, s->ids[unit], goal)) return;
    s->ordered[unit] = true;
    s->unreachable[unit] = false;
    if (arrlenu(from->via)) {
        sidle_unit_path(s->world, s->ids[unit], from->via, (uint32_t)arrlenu(from->via));
    } else if (by_astar(s, unit)) {
        s->unreachable[unit] = !find_path(s, unit, goal, false);
        if (s->unreachable[unit]) return;
        send_along(s, unit);
        metrics_lengths(s->metrics, unit,
                        path_length(s->positions[unit], s->waypoints, arrlenu(s->waypoints), goal));
    } else if (by_flow(s, unit)) {
        float length = flow_length(s->flow, profile_of(s, unit), goal, s->positions[unit]);
        s->unreachable[unit] = length < 0;
        if (length > 0) metrics_lengths(s->metrics, unit, length);
    }
}

static void answer_asker(sim *s, size_t unit) {
    s->asks[unit] = false;
    sidle_unit_state state;
    if (sidle_unit_get(s->world, s->ids[unit], &state) || !state.under_way) return;
    s->replans++;
    s->unreachable[unit] = !find_path(s, unit, state.goal, state.decision != SIDLE_BLOCKED);
    if (!s->unreachable[unit]) send_along(s, unit);
}

/* Askers get their turn one after the other, a few each tick. */
static void answer_askers(sim *s) {
    size_t count = arrlenu(s->ids), left = SEARCHES_A_TICK;
    for (size_t k = 0; k < count && left; k++) {
        size_t unit = (s->next_asker + k) % count;
        if (!s->asks[unit]) continue;
        answer_asker(s, unit);
        if (--left == 0) s->next_asker = (unit + 1) % count;
    }
}

static void guide_by_flow(sim *s) {
    if (s->options->pathfinder != SIM_FLOW) return;
    for (size_t k = 0; k < arrlenu(s->ids); k++) {
        if (!s->ordered[k] || !by_flow(s, k)) continue;
        sidle_vec2 waypoint;
        s->unreachable[k] =
            !flow_guide(s->flow, profile_of(s, k), goal_of(s, k), s->positions[k], &waypoint);
        if (!s->unreachable[k]) sidle_unit_guide(s->world, s->ids[k], waypoint);
    }
}

/* ---- time passes ---- */

static void make_edits(sim *s, double time) {
    const scene_edit *edits = s->scene->edits;
    for (; s->edits_done < arrlenu(edits) && (double)edits[s->edits_done].time <= time;
         s->edits_done++) {
        const scene_edit *e = &edits[s->edits_done];
        if (sidle_world_set_cells(s->world, e->x, e->y, e->width, e->height, e->terrain))
            return; /* somebody stands there: the builders wait */
        metrics_cells_changed(s->metrics, e->x, e->y, e->width, e->height, e->terrain);
        astar_terrain_changed(s->astar, e->x, e->y, e->width, e->height);
        flow_terrain_changed(s->flow, e->x, e->y, e->width, e->height);
        for (size_t k = 0; k < arrlenu(s->ids); k++)
            if (s->unreachable[k]) s->asks[k] = by_astar(s, k);
    }
}

static void give_orders(sim *s, double time) {
    for (size_t k = 0; k < arrlenu(s->ids); k++) {
        const scene_unit *from = &s->scene->units[k];
        if (from->mover && !s->ordered[k] && (double)from->start <= time)
            give_order(s, k, from->goal);
    }
}

static float random_share(sim *s) {
    s->random = s->random * 6364136223846793005u + 1442695040888963407u;
    return (float)(s->random >> 40) / 16777216.0f;
}

static void roam_on(sim *s, size_t unit) {
    const scene *on = s->scene;
    float margin = on->profiles[on->units[unit].profile].values.radius;
    float wide = (float)on->width * on->cell_size - 2 * margin;
    float high = (float)on->height * on->cell_size - 2 * margin;
    sidle_vec2 goal = {margin + wide * random_share(s), margin + high * random_share(s)};
    give_order(s, unit, goal);
}

static void read_events(sim *s) {
    uint32_t count;
    const sidle_event *events = sidle_world_events(s->world, &count);
    for (uint32_t k = 0; k < count; k++) {
        size_t unit = s->unit_of[events[k].unit.slot];
        if (events[k].type == SIDLE_EVENT_REPLAN_WANTED && by_astar(s, unit)) s->asks[unit] = true;
    }
    if (!s->scene->roam) return;
    for (size_t k = 0; k < arrlenu(s->ids); k++) {
        sidle_unit_state state;
        if (s->scene->units[k].mover && !sidle_unit_get(s->world, s->ids[k], &state) &&
            !state.under_way)
            roam_on(s, k);
    }
}

/* Positions, what everybody decided; true when all is done: those who could arrive have, and nobody
 * moves. */
static bool observe(sim *s) {
    bool done = !s->scene->roam && s->edits_done == arrlenu(s->scene->edits);
    for (size_t k = 0; k < arrlenu(s->ids); k++) {
        sidle_unit_state state;
        sidle_unit_get(s->world, s->ids[k], &state);
        sidle_vec2 before = s->positions[k];
        s->positions[k] = state.position;
        if (!s->scene->units[k].mover) continue;
        if (s->ordered[k]) s->decisions[state.decision]++;
        bool rests = state.position.x == before.x && state.position.y == before.y;
        bool given_up = s->unreachable[k] && state.decision == SIDLE_BLOCKED;
        if (!s->ordered[k] || (state.under_way && !given_up) || !rests) done = false;
    }
    metrics_sample(s->metrics, s->positions, s->ordered);
    return done;
}

static double microseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec * 1e6 + (double)now.tv_nsec * 1e-3;
}

static bool step(sim *s, float dt) {
    double begin = microseconds();
    sidle_result result = sidle_world_step(s->world, dt);
    arrput(s->step_us, (float)(microseconds() - begin));
    if (result)
        complain(s->to, s->scene->name, 0, 0, "a step failed: %s", sidle_result_text(result));
    return result == SIDLE_OK;
}

static int by_size(const void *a, const void *b) {
    float x = *(const float *)a, y = *(const float *)b;
    return x < y ? -1 : x > y;
}

static void sum_up(sim *s, outcome *o) {
    metrics_finish(s->metrics, o);
    for (int k = 0; k < SIDLE_DECISION_COUNT; k++) o->decisions[k] = (double)s->decisions[k];
    o->replans = s->replans;
    o->hash = sidle_world_hash(s->world);
    o->unreachable = 0;
    for (size_t k = 0; k < arrlenu(s->ids); k++) o->unreachable += s->unreachable[k];
    size_t ticks = arrlenu(s->step_us), units = arrlenu(s->ids);
    if (!ticks || !units) return;
    qsort(s->step_us, ticks, sizeof *s->step_us, by_size);
    o->us_per_unit_tick = (double)s->step_us[ticks / 2] / (double)units;
}

static bool live(sim *s, picture *paint) {
    double hz = (double)s->options->hz, limit = (double)s->options->seconds;
    if (limit <= 0) limit = (double)s->scene->seconds;
    uint64_t last = (uint64_t)(limit * hz + 0.5), rest = 0;
    metrics_sample(s->metrics, s->positions, s->ordered);
    for (uint64_t tick = 0; tick < last; tick++) {
        double time = (double)tick / hz;
        make_edits(s, time);
        give_orders(s, time);
        answer_askers(s);
        guide_by_flow(s);
        if (!step(s, (float)(1 / hz))) return false;
        read_events(s);
        rest = observe(s) ? rest + 1 : 0;
        if (paint) picture_trail(paint, s->positions, s->ordered);
        if (s->options->progress && tick % (uint64_t)hz == 0)
            fprintf(stderr, "\r%6.0f of %.0f s", time, limit);
        if ((double)rest >= REST * hz) break;
    }
    if (s->options->progress) fprintf(stderr, "\r%30s\r", "");
    return true;
}

bool sim_run(const scene *played, const sim_options *options, picture *paint,
             const char *picture_file, outcome *result, complaints *to) {
    sim s = {.options = options, .random = options->seed};
    bool good = build(&s, played, to);
    if (good) {
        s.astar = astar_make(s.world);
        s.flow = flow_make(s.world);
        s.metrics = metrics_make(played, 1 / (double)options->hz);
        good = live(&s, paint);
    }
    if (good) sum_up(&s, result);
    if (good && paint && !picture_write(paint, s.world, picture_file)) {
        complain(to, picture_file, 0, 0, "the picture cannot be written");
        good = false;
    }
    tear_down(&s);
    return good;
}
