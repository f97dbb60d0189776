/* Sums the tracks of all units up to the figures of an outcome. */
#include "ascending.h"
#include "metrics_state.h"

#include <math.h>
#include <stb_ds.h>
#include <stdlib.h>

static double stretch_of(const metrics *m, const track *t) {
    float straight = (t->length - t->goal_radius) / fmaxf(t->top_speed, 1e-6f);
    return (t->arrived - t->set_out) / fmax((double)straight, m->dt);
}

/* The unit has arrived where it first came within its goal's radius; so far goes the shortest way.
 */
static double travel_of(const metrics *m, const track *t) {
    double shortest = (double)(t->length - t->goal_radius);
    return t->travelled / fmax(shortest, fmax((double)t->top_speed, 1e-6) * m->dt);
}

static uint32_t priority_of(const metrics *m, size_t unit) {
    return m->scene->profiles[m->scene->units[unit].profile].values.priority;
}

/* The mean of the movers with the highest priority; 0 where all have the same. One that has not
 * arrived counts with the time that it has driven. */
static double stretch_of_first(const metrics *m) {
    uint32_t least = UINT32_MAX, most = 0;
    double sum = 0, count = 0;
    for (size_t k = 0; k < arrlenu(m->tracks); k++) {
        if (!has_goal(&m->scene->units[k])) continue;
        uint32_t priority = priority_of(m, k);
        if (priority > most) sum = count = 0;
        most = priority > most ? priority : most;
        least = priority < least ? priority : least;
        if (priority < most || m->tracks[k].set_out < 0) continue;
        track t = m->tracks[k];
        if (t.arrived < 0) t.arrived = m->time;
        sum += stretch_of(m, &t);
        count++;
    }
    return least < most && count > 0 ? sum / count : 0;
}

static void finish_movers(const metrics *m, outcome *o) {
    double *stretches = NULL, sum = 0, travels = 0;
    o->makespan = 0;
    o->stretch_first = stretch_of_first(m);
    for (size_t k = 0; k < arrlenu(m->tracks); k++) {
        const track *t = &m->tracks[k];
        if (!has_goal(&m->scene->units[k])) continue;
        o->movers++;
        if (t->arrived < 0) continue;
        arrput(stretches, stretch_of(m, t));
        sum += arrlast(stretches);
        travels += travel_of(m, t);
        o->makespan = fmax(o->makespan, t->arrived);
    }
    size_t count = arrlenu(stretches);
    o->arrived = o->movers > 0 ? (double)count / o->movers : 1;
    if (count < (size_t)o->movers) o->makespan = m->time;
    if (m->first_arrival >= 0) o->settling = fmax(m->last_motion - m->first_arrival, 0);
    if (count) {
        qsort(stretches, count, sizeof *stretches, ascending);
        o->stretch_mean = sum / (double)count;
        o->travel = travels / (double)count;
        o->stretch_p95 = stretches[(size_t)ceil(0.95 * (double)count) - 1];
    }
    arrfree(stretches);
}

/* The units of a troop: from the first arrival to the last. */
static void finish_troops(const metrics *m, outcome *o) {
    for (uint32_t troop = 1; troop <= arrlenu(m->scene->troops); troop++) {
        double first = -1, last = -1;
        for (size_t k = 0; k < arrlenu(m->tracks); k++) {
            double at = m->tracks[k].arrived;
            if (m->scene->units[k].troop != troop || at < 0) continue;
            first = first < 0 ? at : fmin(first, at);
            last = fmax(last, at);
        }
        o->arrival_spread = fmax(o->arrival_spread, last - first);
    }
}

static void finish_bodies(const metrics *m, outcome *o) {
    uint64_t ticks = 0, overlaps = 0, overlaps_open = 0;
    double displaced = 0, standing = 0;
    for (size_t k = 0; k < arrlenu(m->tracks); k++) {
        const track *t = &m->tracks[k];
        ticks += t->ticks;
        overlaps += t->overlaps;
        overlaps_open += t->overlaps_open;
        displaced += (double)t->displaced;
        standing += scene_unit_stands(&m->scene->units[k]) &&
                    !scene_unit_gives_way(m->scene, &m->scene->units[k]);
        o->away_max = fmax(o->away_max, (double)t->away);
        o->displaced_max = fmax(o->displaced_max, (double)t->displaced);
    }
    if (ticks) o->overlap = (double)overlaps / (double)ticks;
    if (ticks) o->overlap_open = (double)overlaps_open / (double)ticks;
    if (standing > 0) o->displaced_mean = displaced / standing;
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
    finish_movers(m, o);
    finish_troops(m, o);
    finish_bodies(m, o);
    finish_orders(m, o);
    finish_motion(m, o);
}
