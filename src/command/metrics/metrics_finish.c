/* Sums the tracks of all units up to the figures of an outcome. */
#include "ascending.h"
#include "metrics_state.h"

#include "support/checked_memory.h"

#include <math.h>
#include <stb_ds.h>
#include <stdlib.h>

/* s, of a free drive to the place where the unit rests: units that share a goal rest about it. */
static double free_drive(const metrics *m, const track *t) {
    float off = hypotf(t->last.x - t->first.x, t->last.y - t->first.y) -
                hypotf(t->goal.x - t->first.x, t->goal.y - t->first.y);
    return fmax((double)((t->length + off) / fmaxf(t->top_speed, 1e-6f)), m->dt);
}

static double stretch_of(const metrics *m, const track *t, double arrived) {
    return (arrived - t->set_out) / free_drive(m, t);
}

/* How far a unit went until it first came within its goal's radius; so far goes the shortest way.
 */
static double travel_of(const metrics *m, const track *t) {
    double shortest = (double)(t->length - t->goal_radius);
    return t->travelled / fmax(shortest, fmax((double)t->top_speed, 1e-6) * m->dt);
}

/* s: the time when the mover came to rest at its goal, or where it was told that it has arrived, as
 * others rest at the goal; below 0: it has not. A unit that rests near its goal and still waits for
 * room has not. A mover that has left the map, or roams from goal to goal, arrived when it reached
 * its goal. */
static double arrival_of(const metrics *m, const track *t, const settling_result *r) {
    if (t->gone || m->scene->roam) return t->reached;
    bool is_there = r->arrived || (t->reached >= 0 && !r->waits);
    return is_there && r->came >= 0 ? fmax(t->reached, r->came) : -1;
}

static uint32_t priority_of(const metrics *m, size_t unit) {
    return m->scene->profiles[m->scene->units[unit].profile].values.priority;
}

/* The mean of the movers with the highest priority; 0 where all have the same. One that has not
 * arrived counts with the time that it has driven. */
static double stretch_of_first(const metrics *m, const settling_result *rest) {
    uint32_t least = UINT32_MAX, most = 0;
    double sum = 0, count = 0;
    for (size_t k = 0; k < arrlenu(m->tracks); k++) {
        if (!has_goal(&m->scene->units[k])) continue;
        uint32_t priority = priority_of(m, k);
        if (priority > most) sum = count = 0;
        most = priority > most ? priority : most;
        least = priority < least ? priority : least;
        if (priority < most || m->tracks[k].set_out < 0) continue;
        double arrived = arrival_of(m, &m->tracks[k], &rest[k]);
        sum += stretch_of(m, &m->tracks[k], arrived < 0 ? m->time : arrived);
        count++;
    }
    return least < most && count > 0 ? sum / count : 0;
}

/* The movers that came within reach of their goals. */
static void finish_reached(const metrics *m, outcome *o) {
    size_t count = 0;
    double travels = 0;
    for (size_t k = 0; k < arrlenu(m->tracks); k++) {
        const track *t = &m->tracks[k];
        o->movers += has_goal(&m->scene->units[k]);
        if (!has_goal(&m->scene->units[k]) || t->reached < 0) continue;
        count++;
        travels += travel_of(m, t);
        o->reached_last = fmax(o->reached_last, t->reached);
    }
    if (count < (size_t)o->movers) o->reached_last = m->time;
    o->reached = o->movers > 0 ? (double)count / o->movers : 1;
    if (count) o->travel = travels / (double)count;
    if (m->first_reached >= 0) o->settling = fmax(m->last_motion - m->first_reached, 0);
}

/* Those of them that rest there. */
static void finish_movers(const metrics *m, const settling_result *rest, outcome *o) {
    double *stretches = NULL, sum = 0;
    o->stretch_first = stretch_of_first(m, rest);
    for (size_t k = 0; k < arrlenu(m->tracks); k++) {
        double arrived = arrival_of(m, &m->tracks[k], &rest[k]);
        if (!has_goal(&m->scene->units[k]) || arrived < 0) continue;
        arrput(stretches, stretch_of(m, &m->tracks[k], arrived));
        sum += arrlast(stretches);
        o->makespan = fmax(o->makespan, arrived);
    }
    size_t count = arrlenu(stretches);
    o->arrived = o->movers > 0 ? (double)count / o->movers : 1;
    if (count < (size_t)o->movers) o->makespan = m->time;
    if (count) {
        qsort(stretches, count, sizeof *stretches, ascending);
        o->stretch_mean = sum / (double)count;
        o->stretch_p95 = stretches[(size_t)ceil(0.95 * (double)count) - 1];
    }
    arrfree(stretches);
}

static void finish_rest(const settling_figures *f, outcome *o) {
    o->settled = f->settled < 0 ? o->seconds : f->settled;
    o->rested = f->ordered ? (double)f->rested / f->ordered : 1;
    o->told = f->ordered ? (double)f->told / f->ordered : 1;
    o->restarts = f->restarts;
    o->gave_way = f->gave_way;
    o->moved_after = f->moved_after_mean;
    o->moved_after_max = f->moved_after_max;
    o->rest_overlap = f->overlap_share;
    o->rest_overlap_max = f->overlap_deepest;
    o->off_course = f->off_course_mean;
    o->off_course_max = f->off_course_max;
    o->clean = f->clean;
}

static void name_unclean(const settling_result *rest, size_t count, outcome *o) {
    for (size_t k = 0; k < count; k++)
        if (rest[k].reason != SETTLING_CLEAN) unclean_add(&o->unclean[rest[k].reason], k);
}

/* The units of a troop: from the first that reaches its place to the last. */
static void finish_troops(const metrics *m, outcome *o) {
    for (uint32_t troop = 1; troop <= arrlenu(m->scene->troops); troop++) {
        double first = -1, last = -1;
        for (size_t k = 0; k < arrlenu(m->tracks); k++) {
            double at = m->tracks[k].reached;
            if (m->scene->units[k].troop != troop || at < 0) continue;
            first = first < 0 ? at : fmin(first, at);
            last = fmax(last, at);
        }
        o->arrival_spread = fmax(o->arrival_spread, last - first);
    }
}

static void finish_bodies(const metrics *m, outcome *o) {
    uint64_t ticks = 0, overlaps = 0, overlaps_open = 0;
    double displaced = 0, standing = 0, aside = 0, idle = 0;
    for (size_t k = 0; k < arrlenu(m->tracks); k++) {
        const track *t = &m->tracks[k];
        ticks += t->ticks;
        overlaps += t->overlaps;
        overlaps_open += t->overlaps_open;
        displaced += (double)t->displaced;
        aside += (double)t->aside;
        bool gives_way = scene_unit_gives_way(m->scene, &m->scene->units[k]);
        idle += gives_way;
        standing += scene_unit_stands(&m->scene->units[k]) && !gives_way;
        o->aside_max = fmax(o->aside_max, (double)t->aside);
        o->away_max = fmax(o->away_max, (double)t->away);
        o->displaced_max = fmax(o->displaced_max, (double)t->displaced);
    }
    if (ticks) o->overlap = (double)overlaps / (double)ticks;
    if (ticks) o->overlap_open = (double)overlaps_open / (double)ticks;
    if (standing > 0) o->displaced_mean = displaced / standing;
    if (idle > 0) o->aside_mean = aside / idle;
}

/* u, from a follower to its leader; -1 when the unit follows none that is alive. */
static double distance_behind(const metrics *m, size_t unit) {
    const track *t = &m->tracks[unit];
    bool follows = m->scene->units[unit].order == SIDLE_ORDER_FOLLOW && t->target >= 0;
    const track *leader = follows ? &m->tracks[t->target] : NULL;
    if (!leader || leader->gone || t->gone) return -1;
    return (double)hypotf(leader->last.x - t->last.x, leader->last.y - t->last.y);
}

/* Share of the places round the unit that no hunter of it touches: as many as discs of the largest
 * hunter fit round it, and no more than it has hunters. */
static double open_places(const metrics *m, size_t unit) {
    const track *prey = &m->tracks[unit];
    double hunters = 0, touching = 0, largest = 0;
    for (size_t k = 0; k < arrlenu(m->tracks); k++) {
        const track *t = &m->tracks[k];
        bool hunts = m->scene->units[k].order == SIDLE_ORDER_PURSUE && t->target == (int64_t)unit;
        if (!hunts || t->gone) continue;
        hunters++;
        largest = fmax(largest, (double)t->radius);
        touching += touches_prey(t, t->last, prey, prey->last);
    }
    if (hunters == 0 || prey->gone) return 0;
    double angle = asin(largest / (largest + (double)prey->radius));
    double places = fmin(floor(acos(-1.0) / angle + 1e-6), hunters);
    return fmax(1 - touching / places, 0);
}

static void finish_orders(const metrics *m, outcome *o) {
    double pursued = 0, caught = 0, followers = 0, behind = 0;
    for (size_t k = 0; k < arrlenu(m->tracks); k++) {
        const track *t = &m->tracks[k];
        double distance = distance_behind(m, k);
        pursued += t->is_pursued;
        caught += t->caught;
        followers += distance >= 0;
        behind += fmax(distance, 0);
        if (t->is_pursued) o->ring_open = fmax(o->ring_open, open_places(m, k));
        o->strayed = fmax(o->strayed, (double)t->strayed);
    }
    if (pursued > 0) o->caught = caught / pursued;
    if (pursued > 0) o->caught_first = m->first_touch >= 0 ? m->first_touch : m->time;
    if (followers > 0) o->behind = behind / followers;
}

static void finish_motion(const metrics *m, outcome *o) {
    double set_out = 0;
    for (size_t k = 0; k < arrlenu(m->tracks); k++)
        set_out += m->tracks[k].set_out >= 0 && !scene_unit_stands(&m->scene->units[k]);
    if (m->way_ticks) o->flips = (double)m->reversals / ((double)m->way_ticks * m->dt);
    if (m->turned_time > 0) o->turning = m->turned / m->turned_time;
    if (m->faced_time > 0) o->facing = m->faced / m->faced_time;
    if (set_out > 0) o->hard_stops = (double)m->hard_stops / set_out;
    for (size_t k = 0; k < arrlenu(m->speeds); k++)
        o->end_speed += m->speeds[k] / (double)arrlenu(m->speeds);
}

void metrics_finish(const metrics *m, outcome *o) {
    *o = (outcome){.units = (double)arrlenu(m->tracks),
                   .seconds = m->time,
                   .ticks = m->samples ? (double)(m->samples - 1) : 0,
                   .overlap_longest = (double)m->longest_overlap * m->dt,
                   .max_penetration = (double)m->deepest,
                   .static_overlaps = (double)m->static_overlaps};
    settling_result *rest = checked_calloc(arrlenu(m->tracks) + 1, sizeof *rest);
    settling_figures figures = settling_finish(m->settling, rest);
    finish_reached(m, o);
    finish_movers(m, rest, o);
    finish_rest(&figures, o);
    name_unclean(rest, arrlenu(m->tracks), o);
    free(rest);
    finish_troops(m, o);
    finish_bodies(m, o);
    finish_orders(m, o);
    finish_motion(m, o);
}

bool metrics_all_are_back(const metrics *m) {
    return settling_finish(m->settling, NULL).away == 0;
}
