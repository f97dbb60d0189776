/* What a game engine does around the library, in the small: it gives orders when their time has
 * come, finds paths, puts buildings up, steps the world and reads the events. All of it goes
 * through the public interface. sim_tick is the table of contents. */
#include "metrics/ascending.h"
#include "metrics/observer.h"
#include "metrics/waiting.h"
#include "simulation_state.h"
#include "support/checked_memory.h"

#include <math.h>
#include <stb_ds.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* s that the run goes on after the last unit has come to rest, so that `end_speed`, the mean over
 * the last second, is about units at rest. */
static const double REST = 1.1;

/* s that the run goes on while a unit that gave way has not returned, or one waits under its order:
 * it may go on by itself. */
static const double STANDS = 20;

void sim_close(sim *s) {
    if (!s) return;
    troop_service_free(s->troops);
    path_service_free(s->paths);
    order_giver_free(&s->orders);
    metrics_free(s->metrics);
    scene_world_free(&s->on);
    pool_free(s->pool);
    arrfree(s->step_us);
    free(s);
}

bool sim_check(const scene *played, complaints *to) {
    scene_world s;
    bool good = scene_world_build(&s, played, NULL, to);
    scene_world_free(&s);
    return good;
}

/* ---- time passes ---- */

sidle_result sim_set_cells(sim *s, uint32_t x, uint32_t y, uint32_t width, uint32_t height,
                           sidle_terrain terrain) {
    sidle_result result = checked(sidle_world_set_cells(s->on.world, x, y, width, height, terrain));
    if (result) return result;
    metrics_cells_changed(s->metrics, x, y, width, height, terrain);
    path_service_terrain_changed(s->paths, x, y, width, height);
    return SIDLE_OK;
}

/* The first tick at or after the time of the edit. */
static uint64_t tick_of_edit(const sim *s, size_t edit) {
    return (uint64_t)ceil((double)s->on.scene->edits[edit].time * (double)s->options->hz);
}

static uint64_t ticks_late(const outcome_edit *e) {
    return e->made > e->asked ? e->made - e->asked : 0;
}

static void make_edits(sim *s, double time) {
    const scene_edit *edits = s->on.scene->edits;
    for (; s->edits_done < arrlenu(edits) && (double)edits[s->edits_done].time <= time;
         s->edits_done++) {
        const scene_edit *e = &edits[s->edits_done];
        if (sim_set_cells(s, e->x, e->y, e->width, e->height, e->terrain))
            return; /* refused while a unit stands there: tried again in the next tick */
        outcome_edit made = {(uint32_t)s->edits_done, tick_of_edit(s, s->edits_done), s->tick};
        if (ticks_late(&made) > ticks_late(&s->late_edit)) s->late_edit = made;
    }
}

static bool pursues(const sim *s, sidle_unit_id id) {
    sidle_unit_state state;
    return !sidle_unit_get(s->on.world, id, &state) && state.order == SIDLE_ORDER_PURSUE;
}

/* The hunter has caught whom it pursues. */
static bool is_catch(const sim *s, const sidle_event *e) {
    return e->type == SIDLE_EVENT_IN_RANGE && e->other.slot && pursues(s, e->unit);
}

static void read_events(sim *s) {
    uint32_t count;
    const sidle_event *events = sidle_world_events(s->on.world, &count);
    for (uint32_t k = 0; k < count; k++) {
        size_t unit = s->on.unit_of[events[k].unit.slot];
        if (events[k].type == SIDLE_EVENT_PATH_WANTED) path_service_request(s->paths, unit);
        if (events[k].type == SIDLE_EVENT_TARGET_LOST) order_giver_target_lost(&s->orders, unit);
        if (is_catch(s, &events[k]))
            order_giver_caught(&s->orders, s->on.unit_of[events[k].other.slot]);
    }
    if (s->on.scene->roam) order_giver_roam(&s->orders);
}

/* Has the unit come to the end of its order? Patrols, wandering and orders about other units never
 * end. A unit that has no path to its goal, and is blocked, has given up. */
static bool is_done(const sim *s, size_t unit, const sidle_unit_state *state) {
    if (!s->on.ordered[unit]) return false;
    if (observer_is_kept(state)) return true;
    if (state->order == SIDLE_ORDER_GO)
        return path_service_unreachable(s->paths, unit) &&
               state->decision == SIDLE_DECISION_BLOCKED;
    return state->order == SIDLE_ORDER_NONE || state->order == SIDLE_ORDER_HOLD;
}

/* Reads the units' positions and decisions. True when each unit is done and none has moved. */
static bool observe(sim *s) {
    scene_world *on = &s->on;
    bool done = true;
    for (size_t k = 0; k < arrlenu(on->ids); k++) {
        sidle_unit_state state;
        if (on->gone[k] || sidle_unit_get(on->world, on->ids[k], &state)) continue;
        sidle_vec2 before = on->positions[k];
        on->positions[k] = state.position;
        on->headings[k] = state.heading;
        bool rests = state.position.x == before.x && state.position.y == before.y;
        if (!on->scene->units[k].order) {
            done = done && rests && !state.under_way;
            continue;
        }
        if (on->ordered[k]) s->decisions[state.decision]++;
        if (!rests || !is_done(s, k, &state)) done = false;
    }
    return done;
}

/* All units are at rest, and neither an order nor a death nor an edit is to come. */
static bool all_is_over(sim *s) {
    bool done = observe(s);
    const scene *played = s->on.scene;
    return done && !played->roam && s->edits_done == arrlenu(played->edits) &&
           !order_giver_is_pending(&s->orders);
}

/* The clock that a step is timed by. One thread: processor time, which other programs on the
 * machine do not add to. Several threads: the time that passes, as a game waits for the last of
 * them; the sum of their processor times would not tell that. */
static double microseconds(const sim *s) {
    struct timespec now;
    clock_gettime(s->options->threads > 1 ? CLOCK_MONOTONIC : CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec * 1e6 + (double)now.tv_nsec * 1e-3;
}

static bool step(sim *s, float dt) {
    double begin = microseconds(s);
    sidle_result result = checked(sidle_world_step(s->on.world, dt));
    arrput(s->step_us, microseconds(s) - begin);
    if (result)
        complain(s->to, s->on.scene->name, 0, 0, "a step failed: %s", sidle_result_text(result));
    return result == SIDLE_OK;
}

/* An edit that still waits counts as made now. */
static void sum_edits(const sim *s, outcome *o) {
    double hz = (double)s->options->hz, time = ((double)s->tick - 1) / hz;
    const scene_edit *edits = s->on.scene->edits;
    o->late_edit = s->late_edit;
    o->edits = (double)s->edits_done;
    o->edit_wait = (double)ticks_late(&s->late_edit) / hz;
    for (size_t k = s->edits_done; k < arrlenu(edits) && (double)edits[k].time <= time; k++) {
        outcome_edit open = {(uint32_t)k, tick_of_edit(s, k), s->tick};
        o->edits++;
        o->edits_open++;
        if ((double)ticks_late(&open) / hz <= o->edit_wait) continue;
        o->edit_wait = (double)ticks_late(&open) / hz;
        open.made = 0;
        o->late_edit = open;
    }
}

static void sum_up(sim *s, outcome *o) {
    metrics_finish(s->metrics, o);
    if (!s->on.scene->roam) waiting_sum(s->on.world, s->on.ids, s->on.scene, o);
    sum_edits(s, o);
    for (int k = 0; k < SIDLE_DECISION_COUNT; k++) o->decisions[k] = (double)s->decisions[k];
    troop_service_sum(s->troops, o);
    o->replans = path_service_replans(s->paths);
    o->lost = s->orders.lost;
    o->skipped = s->on.scene->skipped;
    o->hash = sidle_world_hash(s->on.world);
    size_t ticks = arrlenu(s->step_us), units = arrlenu(s->on.ids);
    for (size_t k = 0; k < units; k++)
        o->unreachable += !s->on.gone[k] && path_service_unreachable(s->paths, k);
    if (!ticks || !units) return;
    qsort(s->step_us, ticks, sizeof *s->step_us, ascending);
    o->us_per_unit_tick = s->step_us[ticks / 2] / (double)units;
}

bool sim_tick(sim *s) {
    double hz = (double)s->options->hz, time = (double)s->tick / hz;
    make_edits(s, time);
    order_giver_tick(&s->orders, time);
    troop_service_tick(s->troops, 1 / hz);
    path_service_tick(s->paths);
    if (!step(s, (float)(1 / hz))) return false;
    read_events(s);
    s->over = all_is_over(s);
    s->tick++;
    return true;
}

static bool between(sim *s) {
    return !s->options->between || s->options->between(s->options->context, s);
}

/* Does a unit rest under its order, as it gets no nearer to its goal? */
static bool any_waits(const sim *s) {
    for (size_t k = 0; k < arrlenu(s->on.ids); k++) {
        sidle_unit_state state;
        if (s->on.gone[k] || sidle_unit_get(s->on.world, s->on.ids[k], &state)) continue;
        if (observer_is_kept(&state)) return true;
    }
    return false;
}

/* Has the run come to its end, all units having been at rest for so many ticks? */
static bool has_ended(const sim *s, uint64_t rest, double hz) {
    if ((double)rest < REST * hz) return false;
    return (double)rest >= STANDS * hz || (metrics_all_are_back(s->metrics) && !any_waits(s));
}

static bool live(sim *s, picture *paint) {
    double hz = (double)s->options->hz, limit = (double)s->options->seconds;
    if (limit <= 0) limit = (double)s->on.scene->seconds;
    uint64_t last = (uint64_t)(limit * hz + 0.5), rest = 0;
    sim_measure(s);
    bool goes_on = between(s);
    while (goes_on && s->tick < last && !has_ended(s, rest, hz)) {
        if (s->options->progress && s->tick % (uint64_t)hz == 0)
            fprintf(stderr, "\r%6.0f of %.0f s", (double)s->tick / hz, limit);
        if (!sim_tick(s)) return false;
        sim_measure(s);
        if (paint) picture_trail(paint, s->on.positions, s->on.ordered);
        rest = s->over ? rest + 1 : 0;
        goes_on = between(s);
    }
    if (s->options->progress) fprintf(stderr, "\r%30s\r", "");
    return true;
}

/* ---- a player's hand ---- */

void sim_measure(sim *s) {
    metrics_read(s->metrics, s->on.world, s->on.ids);
    metrics_sample(s->metrics, s->on.positions, s->on.headings, s->on.ordered);
}

sidle_result sim_record(sim *s, const sidle_recorder_def *def, sidle_recorder **recorder) {
    return checked(sidle_recorder_create(s->on.world, def, recorder));
}

const scene_world *sim_units(const sim *s) {
    return &s->on;
}

bool sim_units_added(sim *s) {
    size_t before = arrlenu(s->on.ids);
    bool good = scene_world_add_units(&s->on, s->to);
    metrics_units_added(s->metrics);
    path_service_scene_changed(s->paths);
    for (size_t k = before; k < arrlenu(s->on.ids); k++)
        if (s->on.gone[k]) metrics_gone(s->metrics, k);
    return good;
}

void sim_troops_added(sim *s) {
    troop_service_troops_added(s->troops);
}

void sim_orders_changed(sim *s, const uint32_t *units, size_t count) {
    for (size_t k = 0; k < count; k++) s->on.ordered[units[k]] = false;
    metrics_orders_changed(s->metrics, units, count);
    path_service_scene_changed(s->paths);
}

/* A profile that no unit uses is no profile of the world. */
sidle_result sim_profile_changed(sim *s, uint32_t profile) {
    const sidle_profile *values = &s->on.scene->profiles[profile].values;
    bool used = profile < arrlenu(s->on.used) && s->on.used[profile];
    sidle_result result =
        used ? checked(sidle_profile_set(s->on.world, s->on.profiles[profile], values)) : SIDLE_OK;
    if (result) return result;
    metrics_profile_changed(s->metrics, profile);
    path_service_profiles_changed(s->paths);
    path_service_scene_changed(s->paths);
    return SIDLE_OK;
}

void sim_remove(sim *s, uint32_t unit) {
    if (sidle_unit_destroy(s->on.world, s->on.ids[unit])) return;
    s->on.gone[unit] = true;
    metrics_gone(s->metrics, unit);
}

/* ---- from beginning to end ---- */

pool *sim_threads(uint32_t count, complaints *to) {
    pool *p = pool_make(count);
    if (!p && count <= 1) out_of_memory();
    if (!p) complain_of_machine(to, "--threads", "the system has no %u threads to give", count);
    return p;
}

static bool build(sim *s, const scene *played) {
    sidle_world_def from = sidle_world_def_default();
    if (s->options->from) return scene_world_build(&s->on, played, s->options->from, s->to);
    s->pool = sim_threads(s->options->threads, s->to);
    if (!s->pool) return false;
    from.hooks = pool_hooks(s->pool);
    return scene_world_build(&s->on, played, &from, s->to);
}

static sim *open_painted(const scene *played, const sim_options *options, picture *paint,
                         complaints *to) {
    sim *s = checked_calloc(1, sizeof *s);
    *s = (sim){.options = options, .to = to};
    if (!build(s, played)) {
        sim_close(s);
        return NULL;
    }
    s->paths = path_service_make(&s->on, options->pathfinder,
                                 options->congestion || played->congestion, options->cut_corners);
    path_service_set_habit(s->paths, options->habit, options->hz);
    s->metrics = metrics_make(played, 1 / (double)options->hz);
    s->troops = troop_service_make(&s->on, s->paths, s->metrics);
    s->orders = (order_giver){.on = &s->on,
                              .paths = s->paths,
                              .troops = s->troops,
                              .metrics = s->metrics,
                              .paint = paint,
                              .random = options->seed};
    return s;
}

sim *sim_open(const scene *played, const sim_options *options, complaints *to) {
    return open_painted(played, options, NULL, to);
}

bool sim_run(const scene *played, const sim_options *options, picture *paint,
             const char *picture_file, outcome *result, complaints *to) {
    sim *s = open_painted(played, options, paint, to);
    bool good = s && live(s, paint);
    if (good) sum_up(s, result);
    if (good && paint && picture_file) picture_write(paint, s->on.world, picture_file, to);
    sim_close(s);
    return good;
}

const sidle_world *sim_world(const sim *s) {
    return s->on.world;
}

uint64_t sim_ticks(const sim *s) {
    return s->tick;
}

void sim_outcome(sim *s, outcome *o) {
    *o = (outcome){0};
    sum_up(s, o);
}

bool sim_is_over(const sim *s) {
    return s->over;
}

sidle_unit_id sim_unit(const sim *s, size_t unit) {
    return s->on.ids[unit];
}

/* ---- other values of profiles ---- */

/* False: the world refuses the values, and the profile keeps those that it has. */
static bool retune_profile(sim *s, scene *played, size_t profile, const sidle_profile *values,
                           complaints *to) {
    scene_profile *p = &played->profiles[profile];
    sidle_profile before = p->values;
    p->values = *values;
    sidle_result result = sim_profile_changed(s, (uint32_t)profile);
    if (!result) return true;
    p->values = before;
    complain(to, played->name, 0, 0, "profile '%s' keeps its values: %s", p->name,
             sidle_result_text(result));
    return false;
}

bool sim_retune(sim *s, scene *played, const scene *from, complaints *to) {
    sidle_profile *before = NULL;
    bool good = true;
    for (size_t k = 0; good && k < arrlenu(played->profiles); k++) {
        const char *name = played->profiles[k].name;
        int found = scene_profile_find(from, name, strlen(name));
        const sidle_profile *now = &played->profiles[k].values;
        arrput(before, *now);
        if (found >= 0 && memcmp(&from->profiles[found].values, now, sizeof *now))
            good = retune_profile(s, played, k, &from->profiles[found].values, to);
    }
    /* Each of these fitted before, and no unit has moved since. */
    for (size_t k = arrlenu(before); !good && k > 0; k--)
        retune_profile(s, played, k - 1, &before[k - 1], &(complaints){0});
    arrfree(before);
    return good;
}
