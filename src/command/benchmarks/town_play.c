/* A town is played until all have rested for a while, or until its time is over. It has to be done
 * within twice the time that the same town takes with a place of its own for each; that town is
 * played when it is needed. */
#include "town_play.h"

#include "metrics/observer.h"
#include "simulation/scene_world.h"
#include "support/checked_memory.h"
#include "terminal/progress.h"

#include <math.h>
#include <stb_ds.h>
#include <stdio.h>

/* s that all have to rest until the scene is over: who is done, and who only stands; and widths of
 * the largest kind at the top speed of the slowest one, where these are longer. */
static const double REST = 4, STANDS = 20, STANDS_WIDTHS = 5;

/* s, between two looks at whether it is over. */
static const double LOOK = 0.5;

/* Ticks between two looks at who stands in a wall: nobody gets out of one unseen. */
enum { WALLS_EVERY = 8 };

/* On patrol: s, and widths of a unit at its top speed, that a unit may stand. Choices: in a jam
 * before a door each waits its turn, so it is a width for each unit where there are more. */
static const double MAY_STAND = 15, MAY_STAND_WIDTHS = 40;

/* Times the time of the same town with a place for each, and s beyond that. */
static const double LATE = 2, LATE_SLACK = 2;

typedef struct run {
    const town_setting *with;
    scene played;
    sim_options options;
    sim *sim;
    settling *rest;
    settling_sample *samples; /* stb_ds, of this tick */
    size_t units, later;      /* later: of the scene's later orders */
    double last_change;       /* s */
    double stands;            /* s that all have to stand until the scene is over */
    uint32_t *legs;           /* stb_ds, by unit, of its patrol */
    double *stood;            /* stb_ds, by unit: s, the longest that it stood */
    bool *in_walls;           /* stb_ds, by unit */
} run;

static double time_of(const run *r) {
    return (double)sim_ticks(r->sim) / (double)r->options.hz;
}

/* ---- life ---- */

static void end_run(run *r) {
    sim_close(r->sim);
    settling_end(r->rest);
    scene_free(&r->played);
    arrfree(r->samples);
    arrfree(r->legs);
    arrfree(r->stood);
    arrfree(r->in_walls);
}

bool town_set_up(const town_keys *keys, const town_setting *with, scene *played,
                 sim_options *play) {
    char name[TOWN_NAME];
    town_name(keys, name);
    *played = scene_make(name);
    if (!town_make(keys, with ? with->own : NULL, played)) return false;
    *play = (sim_options){.hz = played->hz, .seed = keys->seed, .threads = 1};
    if (with) play->pathfinder = with->pathfinder;
    if (with) play->congestion = with->congestion;
    if (with) play->cut_corners = with->cut_corners;
    if (with) play->habit = with->habit;
    return true;
}

void town_options_text(const town_setting *with, char options[TOWN_OPTIONS]) {
    int length = snprintf(options, TOWN_OPTIONS, "%s%s",
                          with->pathfinder == SIM_FLOW ? " --pathfinder flow" : "",
                          with->congestion ? " --congestion" : "");
    if (with->habit)
        length += snprintf(options + length, TOWN_OPTIONS - (size_t)length, " --habit %s",
                           sim_habit_name(with->habit));
    if (with->cut_corners > 0)
        snprintf(options + length, TOWN_OPTIONS - (size_t)length, " --cut-corners %g",
                 (double)with->cut_corners);
}

static double time_to_stand(const scene *s) {
    float widest = 0, slowest = INFINITY;
    for (size_t k = 0; k < arrlenu(s->units); k++) {
        const sidle_profile *p = &s->profiles[s->units[k].profile].values;
        widest = fmaxf(widest, 2 * p->radius);
        slowest = fminf(slowest, p->top_speed);
    }
    return fmax(STANDS, STANDS_WIDTHS * (double)(widest / slowest));
}

/* False without a complaint: the map has no room. */
static bool begin_run(run *r, const town_keys *keys, const town_setting *with, complaints *to) {
    *r = (run){.with = with};
    if (!town_set_up(keys, with, &r->played, &r->options)) return false;
    r->units = arrlenu(r->played.units);
    r->last_change = (double)scene_last_change(&r->played);
    r->stands = time_to_stand(&r->played);
    r->rest = settling_begin(r->units);
    arrsetlen(r->samples, r->units);
    for (size_t k = 0; k < r->units; k++) {
        arrput(r->legs, 0);
        arrput(r->stood, 0);
        arrput(r->in_walls, false);
    }
    r->sim = sim_open(&r->played, &r->options, to);
    return r->sim != NULL;
}

/* ---- a tick ---- */

/* A unit's state does not show that it got a new order, so the measure is told. */
static void tell_later_orders(run *r, double time) {
    const scene_later *later = r->played.later;
    for (; r->later < arrlenu(later) && (double)later[r->later].time <= time; r->later++) {
        settling_ordered(r->rest, later[r->later].unit);
        if (!later[r->later].order) settling_stopped(r->rest, later[r->later].unit);
    }
}

/* Measures a tick, with two corrections that only the player of the scene can make: of units that
 * were unloaded, and of a unit whose target died. That one already has its next target, so its
 * order is not over. */
static void settle(run *r, double time) {
    settling_read(r->rest, sim_world(r->sim), sim_units(r->sim)->ids, r->samples);
    for (size_t k = 0; k < r->units; k++) {
        settling_sample *now = &r->samples[k];
        const scene_unit *u = &r->played.units[k];
        if (now->word == SETTLING_OVER && u->target_group && !now->idle)
            now->word = SETTLING_NOTHING;
        if (u->unloads > 0 && !u->order) settling_unloaded(now);
    }
    settling_samples(r->rest, r->samples, time);
}

static bool is_point_of(const sidle_vec2 *patrol, sidle_vec2 point) {
    for (size_t k = 0; k < arrlenu(patrol); k++)
        if (patrol[k].x == point.x && patrol[k].y == point.y) return true;
    return false;
}

static void count_legs(run *r) {
    uint32_t count;
    const sidle_event *events = sidle_world_events(sim_world(r->sim), &count);
    for (uint32_t k = 0; k < count; k++) {
        if (events[k].type != SIDLE_EVENT_WAYPOINT) continue;
        size_t unit = sim_units(r->sim)->unit_of[events[k].unit.slot];
        r->legs[unit] += is_point_of(r->played.units[unit].patrol, events[k].point);
    }
}

static void look_for_walls(run *r) {
    const scene_world *on = sim_units(r->sim);
    for (size_t k = 0; k < r->units; k++)
        if (!on->gone[k] &&
            !sidle_world_fits(on->world, scene_world_profile(on, k), on->positions[k]))
            r->in_walls[k] = true;
}

/* s since anybody moved. */
static double quiet_for(run *r, double time) {
    const scene_world *on = sim_units(r->sim);
    double quiet = time;
    for (size_t k = 0; k < r->units; k++) {
        double stood = time - fmax(0, settling_last_move(r->rest, k));
        if (on->gone[k]) continue;
        r->stood[k] = fmax(r->stood[k], stood);
        quiet = fmin(quiet, stood);
    }
    return quiet;
}

/* Does a unit rest under its order, as it gets no nearer to its goal? It may go on by itself. */
static bool any_is_kept(const run *r) {
    const scene_world *on = sim_units(r->sim);
    for (size_t k = 0; k < r->units; k++) {
        sidle_unit_state s;
        if (!on->gone[k] && !sidle_unit_get(on->world, on->ids[k], &s) && observer_is_kept(&s))
            return true;
    }
    return false;
}

/* A clean town ends soon. Any other town goes on until no unit has moved for long, because a unit
 * that gave way may wait before it returns. */
static bool is_over(run *r, double time) {
    double quiet = quiet_for(r, time);
    if (time < r->last_change + REST || quiet < REST) return false;
    if (quiet >= r->stands) return true;
    return !any_is_kept(r) && settling_finish(r->rest, NULL).clean;
}

static bool tick(run *r) {
    if (!sim_tick(r->sim)) return false;
    double time = time_of(r);
    tell_later_orders(r, time - 1 / (double)r->options.hz);
    settle(r, time);
    count_legs(r);
    if (sim_ticks(r->sim) % WALLS_EVERY == 0) look_for_walls(r);
    return true;
}

/* False when a step failed. */
static bool play_until(run *r, double limit) {
    uint64_t every = (uint64_t)fmax(1, LOOK * (double)r->options.hz);
    settle(r, 0);
    while (time_of(r) < limit && !progress_stopped()) {
        if (!tick(r)) return false;
        if (sim_ticks(r->sim) % every == 0 && is_over(r, time_of(r))) break;
    }
    look_for_walls(r);
    return true;
}

/* ---- how long it may take ---- */

/* s: no unit gets to its goal faster than in a straight line. */
static double least_time(const scene *s) {
    double least = 0;
    for (size_t k = 0; k < arrlenu(s->units); k++) {
        const scene_unit *u = &s->units[k];
        if (u->order != SIDLE_ORDER_GO) continue;
        float way = hypotf(u->goal.x - u->position.x, u->goal.y - u->position.y);
        least = fmax(least, (double)(way / s->profiles[u->profile].values.top_speed));
    }
    return least;
}

/* Plays the same town with a place of its own for each. False after a complaint. */
static bool play_with_places(run *r, const run *of, const town_keys *keys, complaints *to) {
    town_keys own = *keys;
    own.own = true;
    return begin_run(r, &own, of->with, to) && play_until(r, (double)of->played.seconds);
}

/* s: when the same town with a place of its own for each is done; below 0: never. False after a
 * complaint. */
static bool time_with_places(const run *of, const town_keys *keys, double *done, complaints *to) {
    run r;
    bool good = play_with_places(&r, of, keys, to);
    *done = good ? settling_finish(r.rest, NULL).done : -1;
    end_run(&r);
    return good;
}

/* Has each unit a place of its own already, or none that it could get to? */
static bool has_own_places(town_task task) {
    return task == TOWN_SCATTER || task == TOWN_SWAP || task == TOWN_GATHER || task == TOWN_IDLE ||
           task == TOWN_CROSSING || task == TOWN_MARCH || task == TOWN_UNREACHABLE;
}

/* Is it late? Only what is clean so far is asked. */
static bool judge_time(const run *r, const town_keys *keys, town_verdict *v, complaints *to) {
    double own, after = v->done - r->last_change;
    v->allowed = (double)r->played.seconds;
    if (keys->own || has_own_places(keys->task) || v->done < 0) return true;
    if (after <= LATE * least_time(&r->played) + LATE_SLACK) return true;
    if (!time_with_places(r, keys, &own, to)) return false;
    if (own >= 0) v->allowed = fmin(v->allowed, r->last_change + LATE * own + LATE_SLACK);
    v->faults[TOWN_LATE] = v->done > v->allowed;
    return true;
}

/* ---- the verdict ---- */

static void blame(town_verdict *v, int fault, size_t unit) {
    v->faults[fault]++;
    if (!v->first) v->first = unit + 1;
}

/* Which units rest or stand though there is a way and room for them. */
static void judge_kept(const run *r, town_verdict *v) {
    const scene_world *on = sim_units(r->sim);
    size_t *waits = NULL;
    for (size_t k = 0; k < r->units; k++) {
        sidle_unit_state s;
        bool alive = !on->gone[k] && !sidle_unit_get(on->world, on->ids[k], &s);
        if (alive && s.under_way && s.order != SIDLE_ORDER_PATROL &&
            s.order != SIDLE_ORDER_FOLLOW && r->played.units[k].order &&
            !settling_moved(r->rest, k))
            arrput(waits, k);
    }
    size_t judged;
    size_t *given_up = observer_given_up(on->world, on->ids, &r->played, waits, &judged);
    for (size_t n = 0; n < arrlenu(given_up); n++) blame(v, TOWN_GIVEN_UP, given_up[n]);
    arrfree(given_up);
    arrfree(waits);
}

/* Do units of the crowd leave by a later order? */
static bool crowd_leaves(const scene *s) {
    for (size_t n = 0; n < arrlenu(s->later); n++)
        if (s->later[n].order != SIDLE_ORDER_NONE) return true;
    return false;
}

/* Which units were told that they are near their goals, and are not. A crowd that some have left
 * has gaps. */
static void judge_arrived(const run *r, town_verdict *v) {
    const scene_world *on = sim_units(r->sim);
    for (size_t k = 0; k < r->units && !crowd_leaves(&r->played); k++) {
        sidle_unit_state s;
        bool near = !on->gone[k] && !sidle_unit_get(on->world, on->ids[k], &s) && s.arrived &&
                    s.arrival == SIDLE_ARRIVAL_NEAR_GOAL;
        if (near && !s.target.slot &&
            observer_stands_apart(on->world, on->ids, r->units, on->ids[k]))
            blame(v, TOWN_APART, k);
    }
}

static void judge_units(const run *r, town_verdict *v) {
    settling_result *results = checked_calloc(r->units + 1, sizeof *results);
    settling_figures f = settling_finish(r->rest, results);
    for (size_t k = 0; k < r->units; k++) {
        if (results[k].judged && results[k].reason) blame(v, (int)results[k].reason, k);
        if (r->in_walls[k]) blame(v, TOWN_IN_WALLS, k);
    }
    v->overlap = f.overlap_deepest;
    v->moved = f.moved_after_max;
    v->done = f.done;
    free(results);
}

/* The most legs that a unit of that profile makes alone. */
static uint32_t legs_alone(const run *alone, uint32_t profile) {
    for (size_t k = 0; k < alone->units; k++)
        if (alone->played.units[k].profile == profile) return alone->legs[k];
    return 0;
}

/* A unit of that profile has to make half of these legs. In a street nobody overtakes, so it need
 * not make more than the slowest kind does alone. */
static uint32_t legs_asked(const run *alone, uint32_t profile) {
    uint32_t least = UINT32_MAX, own = legs_alone(alone, profile);
    for (size_t k = 0; k < alone->units; k++)
        least = alone->legs[k] < least ? alone->legs[k] : least;
    return own / 2 < least ? own : 2 * least;
}

/* s that a unit of that width (s, at its top speed) may stand. */
static double may_stand(const run *r, double width) {
    return fmax(MAY_STAND, fmax(MAY_STAND_WIDTHS, (double)r->units) * width);
}

static bool judge_patrol(const run *r, const town_keys *keys, town_verdict *v, complaints *to) {
    run alone;
    bool good = play_with_places(&alone, r, keys, to);
    for (size_t k = 0; good && k < r->units; k++) {
        const sidle_profile *p = &r->played.profiles[r->played.units[k].profile].values;
        double width = (double)(2 * p->radius / p->top_speed);
        /* The first leg is a part of one: it begins somewhere. */
        if (2 * (r->legs[k] + 1) < legs_asked(&alone, r->played.units[k].profile))
            blame(v, TOWN_FEW_LEGS, k);
        if (r->stood[k] > may_stand(r, width)) blame(v, TOWN_STANDS, k);
    }
    end_run(&alone);
    return good;
}

bool town_play(const town_keys *keys, const town_setting *with, town_verdict *v, complaints *to) {
    run r;
    int before = to->count;
    *v = (town_verdict){.done = -1};
    bool good = begin_run(&r, keys, with, to) && play_until(&r, (double)r.played.seconds);
    if (good) {
        v->units = (uint32_t)r.units;
        v->played = time_of(&r);
        judge_units(&r, v);
        judge_kept(&r, v);
        judge_arrived(&r, v);
        good =
            keys->task == TOWN_PATROL ? judge_patrol(&r, keys, v, to) : judge_time(&r, keys, v, to);
    }
    v->clean = good;
    for (int k = 1; k < TOWN_FAULT_COUNT; k++) v->clean = v->clean && !v->faults[k];
    end_run(&r);
    if (progress_stopped()) *v = (town_verdict){.done = -1};
    return to->count == before;
}

/* ---- in words ---- */

const char *town_fault_text(int fault) {
    static const char *const TEXTS[] = {"late",
                                        "inside a wall",
                                        "stands for long",
                                        "makes under half of its rounds",
                                        "rests, though there is a way and room",
                                        "arrived apart from its crowd"};
    return fault < TOWN_LATE ? settling_reason_text((settling_reason)fault)
                             : TEXTS[fault - TOWN_LATE];
}

void town_verdict_words(const town_verdict *v, char words[TOWN_WORDS]) {
    size_t at = (size_t)snprintf(words, TOWN_WORDS, "of %u:", v->units);
    for (int k = 1; k < TOWN_FAULT_COUNT; k++) {
        if (!v->faults[k] || at >= TOWN_WORDS) continue;
        at += (size_t)snprintf(words + at, TOWN_WORDS - at, " %u %s;", v->faults[k],
                               town_fault_text(k));
    }
    if (v->faults[SETTLING_OVERLAPS] && at < TOWN_WORDS)
        at += (size_t)snprintf(words + at, TOWN_WORDS - at, " overlap %.2f;", v->overlap);
    if (v->faults[SETTLING_MOVED_AFTER] && at < TOWN_WORDS)
        at += (size_t)snprintf(words + at, TOWN_WORDS - at, " by up to %.2f u;", v->moved);
    if (v->faults[TOWN_LATE] && at < TOWN_WORDS)
        at += (size_t)snprintf(words + at, TOWN_WORDS - at, " done at %.1f s, allowed %.1f s;",
                               v->done, v->allowed);
    if (v->first && at < TOWN_WORDS)
        snprintf(words + at, TOWN_WORDS - at, " first: unit %zu", v->first);
}
