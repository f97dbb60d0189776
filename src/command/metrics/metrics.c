/* Samples the units after each tick. Only a unit with a goal can arrive; a unit with any other
 * order is on its way until it is gone.
 *
 * A position that is no number counts as an overlap with a wall, and for nothing else. */
#include "metrics_state.h"

#include "support/checked_memory.h"
#include "support/copy_array.h"

#include <math.h>
#include <stb_ds.h>
#include <stdlib.h>
#include <string.h>

/* Penetration that counts as overlap, as a share of the unit's radius. A choice of the scoreboard:
 * less is not seen in a game. */
static const float OVERLAP = 0.1f;

/* Share of top speed below which a change of direction is no reversal: a unit that creeps may turn
 * for good reasons, and it is not seen. A choice. */
static const float REVERSAL_SPEED = 0.01f;

/* The buckets a side at most, so that the table of a large map has 16 MB at most. A choice. */
enum { MOST_BUCKETS = 2048 };

static float free_length(const scene_unit *u) {
    sidle_vec2 at = u->position;
    float length = 0;
    for (size_t k = 0; k <= arrlenu(u->via); k++) {
        sidle_vec2 next = k < arrlenu(u->via) ? u->via[k] : u->goal;
        length += hypotf(next.x - at.x, next.y - at.y);
        at = next;
    }
    return length;
}

/* ---- life ---- */

static track track_of(const scene *s, const scene_unit *u) {
    const sidle_profile *p = &s->profiles[u->profile].values;
    return (track){.first = u->position,
                   .last = u->position,
                   .goal = u->goal,
                   .radius = p->radius,
                   .top_speed = p->top_speed,
                   .passable = p->passable,
                   .layer = p->layer,
                   .length = has_goal(u) ? free_length(u) : 0,
                   .set_out = -1,
                   .reached = -1,
                   .target = -1};
}

/* A bucket is as wide as the widest unit, so that those in touch lie in buckets side by side. */
static void set_buckets(metrics *m) {
    const scene *s = m->scene;
    float wide = (float)s->width * s->cell_size, high = (float)s->height * s->cell_size;
    float widest = 0.1f;
    for (size_t k = 0; k < arrlenu(m->tracks); k++) widest = fmaxf(widest, 2 * m->tracks[k].radius);
    m->bucket = fmaxf(widest, fmaxf(wide, high) / MOST_BUCKETS);
    m->columns = 1 + (int32_t)(wide / m->bucket);
    m->rows = 1 + (int32_t)(high / m->bucket);
    arrsetlen(m->buckets, (size_t)m->columns * (size_t)m->rows + 1);
    arrsetlen(m->sorted, arrlenu(m->tracks));
}

metrics *metrics_make(const scene *s, double dt) {
    metrics *m = checked_calloc(1, sizeof *m);
    size_t cells = (size_t)s->width * s->height;
    m->scene = s;
    m->dt = dt;
    m->first_reached = m->first_touch = -1;
    m->settling = settling_begin(0);
    m->cells = checked_malloc(cells);
    memcpy(m->cells, s->cells, cells);
    metrics_units_added(m);
    metrics_prepare_motion(m);
    return m;
}

void metrics_free(metrics *m) {
    if (!m) return;
    free(m->cells);
    settling_end(m->settling);
    arrfree(m->states);
    arrfree(m->tracks);
    arrfree(m->buckets);
    arrfree(m->sorted);
    arrfree(m->speeds);
    free(m);
}

void metrics_take(metrics *m, const metrics *from) {
    metrics before = *m;
    *m = *from;
    m->cells = before.cells;
    m->tracks = before.tracks;
    m->buckets = before.buckets;
    m->sorted = before.sorted;
    m->speeds = before.speeds;
    m->settling = before.settling;
    m->states = before.states;
    memcpy(m->cells, from->cells, (size_t)m->scene->width * m->scene->height);
    copy_array(m->tracks, from->tracks);
    copy_array(m->buckets, from->buckets);
    copy_array(m->sorted, from->sorted);
    copy_array(m->speeds, from->speeds);
    copy_array(m->states, from->states);
    settling_take(m->settling, from->settling);
}

metrics *metrics_copy(const metrics *m) {
    metrics *copy = checked_calloc(1, sizeof *copy);
    copy->settling = settling_begin(0);
    copy->cells = checked_malloc((size_t)m->scene->width * m->scene->height);
    metrics_take(copy, m);
    return copy;
}

void metrics_length(metrics *m, size_t unit, float length) {
    /* A unit that roams gets further orders; only the drive to its first goal is timed. */
    if (m->tracks[unit].reached < 0) m->tracks[unit].length = length;
}

void metrics_place(metrics *m, size_t unit, sidle_vec2 place) {
    track *t = &m->tracks[unit];
    t->goal = place;
    if (t->reached < 0) t->length = hypotf(place.x - t->first.x, place.y - t->first.y);
}

void metrics_ordered_again(metrics *m, size_t unit, bool to_stop) {
    settling_ordered(m->settling, unit);
    if (to_stop) settling_stopped(m->settling, unit);
}

void metrics_target(metrics *m, size_t unit, size_t other) {
    m->tracks[unit].target = (int64_t)other;
    m->tracks[unit].target_since = m->time;
    if (m->scene->units[unit].order == SIDLE_ORDER_PURSUE) m->tracks[other].is_pursued = true;
}

void metrics_gone(metrics *m, size_t unit) {
    m->tracks[unit].gone = true;
    m->tracks[unit].step = (sidle_vec2){0, 0};
}

void metrics_units_added(metrics *m) {
    for (size_t k = arrlenu(m->tracks); k < arrlenu(m->scene->units); k++)
        arrput(m->tracks, track_of(m->scene, &m->scene->units[k]));
    settling_grow(m->settling, arrlenu(m->tracks));
    arrsetlen(m->states, arrlenu(m->tracks));
    set_buckets(m);
    metrics_set_goal_radii(m->scene, m->tracks);
}

void metrics_orders_changed(metrics *m, const uint32_t *units, size_t count) {
    for (size_t k = 0; k < count; k++) {
        track *t = &m->tracks[units[k]];
        settling_ordered(m->settling, units[k]);
        t->first = t->last; /* where one that stands from now on belongs */
        t->set_out = t->reached = -1;
        t->travelled = 0;
        t->was_inside = false;
        t->target = -1;
        const scene_unit *u = &m->scene->units[units[k]];
        t->goal = u->goal;
        t->length = has_goal(u) ? hypotf(u->goal.x - t->last.x, u->goal.y - t->last.y) : 0;
    }
    metrics_set_goal_radii(m->scene, m->tracks);
}

void metrics_profile_changed(metrics *m, uint32_t profile) {
    const sidle_profile *p = &m->scene->profiles[profile].values;
    for (size_t k = 0; k < arrlenu(m->tracks); k++) {
        if (m->scene->units[k].profile != profile) continue;
        m->tracks[k].radius = p->radius;
        m->tracks[k].top_speed = p->top_speed;
        m->tracks[k].passable = p->passable;
        m->tracks[k].layer = p->layer;
    }
    set_buckets(m);
    metrics_set_goal_radii(m->scene, m->tracks);
}

void metrics_cells_changed(metrics *m, uint32_t x, uint32_t y, uint32_t width, uint32_t height,
                           sidle_terrain terrain) {
    for (uint32_t row = y; row < y + height; row++)
        memset(m->cells + (size_t)row * m->scene->width + x, (int)terrain, width);
}

/* ---- samples ---- */

static void sample_drive(metrics *m, const scene_unit *u, track *t, sidle_vec2 now,
                         const sidle_vec2 *heading) {
    sidle_vec2 step = {now.x - t->last.x, now.y - t->last.y};
    if (t->set_out >= 0 && t->reached < 0) {
        float slow = REVERSAL_SPEED * t->top_speed * (float)m->dt,
              dot = step.x * t->step.x + step.y * t->step.y;
        bool fast = hypotf(step.x, step.y) > slow && hypotf(t->step.x, t->step.y) > slow;
        m->reversals += fast && dot < 0;
        m->way_ticks++;
        t->travelled += (double)hypotf(step.x, step.y);
        if (has_goal(u) && hypotf(t->goal.x - now.x, t->goal.y - now.y) <= t->goal_radius)
            t->reached = m->time;
        /* To stop where it wants to be is no hard stop. */
        if (t->reached < 0) metrics_sample_motion(m, t, now, heading);
    }
    if (t->reached >= 0 && m->first_reached < 0) m->first_reached = m->time;
    if (has_goal(u) && (step.x != 0 || step.y != 0)) m->last_motion = m->time;
    t->step = step;
}

static void sample_overlap(metrics *m, size_t k, const sidle_vec2 *positions) {
    track *t = &m->tracks[k];
    body_overlap e = metrics_overlap_of(m, positions, k);
    bool overlaps = e.deepest > OVERLAP * t->radius;
    m->deepest = fmaxf(m->deepest, e.deepest);
    t->overlaps += overlaps;
    t->overlaps_now = overlaps ? t->overlaps_now + 1 : 0;
    if (t->overlaps_now > m->longest_overlap) m->longest_overlap = t->overlaps_now;
    t->overlaps_open += overlaps && !e.with_standing;
    t->ticks++;
}

static void sample_unit(metrics *m, size_t k, const sidle_vec2 *positions,
                        const sidle_vec2 *heading) {
    const scene_unit *u = &m->scene->units[k];
    track *t = &m->tracks[k];
    sidle_vec2 now = positions[k];
    if (t->gone) return;
    if (!isfinite(now.x) || !isfinite(now.y)) {
        m->static_overlaps++;
        t->step = (sidle_vec2){0, 0};
        t->motion = (motion){0};
        return;
    }
    m->static_overlaps += metrics_overlaps_terrain(m, t, now);
    if (scene_unit_gives_way(m->scene, u)) {
        t->away = hypotf(now.x - t->first.x, now.y - t->first.y);
        t->aside = fmaxf(t->aside, t->away);
    } else if (scene_unit_stands(u))
        t->displaced = fmaxf(t->displaced, hypotf(now.x - t->first.x, now.y - t->first.y));
    else {
        sample_drive(m, u, t, now, heading);
        if (t->set_out >= 0) sample_overlap(m, k, positions);
    }
    t->last = now;
}

static void sample_hunt(metrics *m, const track *hunter, const sidle_vec2 *positions) {
    track *prey = &m->tracks[hunter->target];
    if (hunter->gone || prey->gone || prey->caught) return;
    sidle_vec2 at = positions[hunter - m->tracks], to = positions[hunter->target];
    if (!touches_prey(hunter, at, prey, to)) return;
    prey->caught = true;
    if (m->first_touch < 0) m->first_touch = m->time - hunter->target_since;
}

static void sample_stray(const scene_unit *u, track *t, sidle_vec2 now) {
    float outside = hypotf(now.x - u->goal.x, now.y - u->goal.y) - u->range;
    t->was_inside = t->was_inside || (t->set_out >= 0 && outside <= 0);
    if (t->was_inside) t->strayed = fmaxf(t->strayed, outside);
}

/* Figures of orders without a goal. */
static void sample_order(metrics *m, size_t k, const sidle_vec2 *positions) {
    const scene_unit *u = &m->scene->units[k];
    track *t = &m->tracks[k];
    if (u->order == SIDLE_ORDER_PURSUE && t->target >= 0) sample_hunt(m, t, positions);
    if (u->order == SIDLE_ORDER_WANDER && !t->gone) sample_stray(u, t, positions[k]);
}

static void sample_speed(metrics *m) {
    double sum = 0;
    size_t movers = 0, second = (size_t)fmax(1, 1 / m->dt + 0.5);
    for (size_t k = 0; k < arrlenu(m->tracks); k++) {
        if (scene_unit_stands(&m->scene->units[k]) || m->tracks[k].gone) continue;
        sum += (double)hypotf(m->tracks[k].step.x, m->tracks[k].step.y) / m->dt;
        movers++;
    }
    double mean = movers ? sum / (double)movers : 0;
    if (arrlenu(m->speeds) < second)
        arrput(m->speeds, mean);
    else
        m->speeds[m->ring++ % second] = mean;
}

static settling_duty duty_of(const scene_unit *u, bool ordered) {
    if (!ordered || scene_unit_stands(u)) return SETTLING_IDLE;
    bool endless = u->order == SIDLE_ORDER_PATROL || u->order == SIDLE_ORDER_WANDER ||
                   u->order == SIDLE_ORDER_EVADE;
    if (u->order == SIDLE_ORDER_FOLLOW) return SETTLING_FOLLOW;
    return endless ? SETTLING_ENDLESS : SETTLING_ENDS;
}

/* Of a library that tells nothing: a unit is done once it has reached its goal and rests. */
static void guess_state(metrics *m, size_t k, sidle_vec2 position, const sidle_vec2 *heading,
                        bool ordered) {
    const track *t = &m->tracks[k];
    m->states[k] = (settling_sample){.position = position,
                                     .radius = t->radius,
                                     .layer = t->layer,
                                     .duty = duty_of(&m->scene->units[k], ordered),
                                     .word = t->reached >= 0 ? SETTLING_OVER : SETTLING_NOTHING,
                                     .target = -1,
                                     .idle = t->reached >= 0 || !ordered};
    if (heading) m->states[k].heading = *heading;
}

void metrics_read(metrics *m, const sidle_world *world, const sidle_unit_id *ids) {
    settling_read(m->settling, world, ids, m->states);
    m->read = true;
}

/* Units of a formation face where that does: no course is known of them. Where units get one goal
 * after the other nobody has to rest. */
static void sample_settling(metrics *m, const sidle_vec2 *positions, const sidle_vec2 *headings,
                            const bool *ordered) {
    for (size_t k = 0; k < arrlenu(m->tracks); k++) {
        if (!m->read) guess_state(m, k, positions[k], headings ? &headings[k] : NULL, ordered[k]);
        m->states[k].absent = m->states[k].absent || m->tracks[k].gone;
        if (m->scene->roam) m->states[k].duty = SETTLING_ENDLESS;
        if (m->scene->units[k].troop) m->states[k].heading = (sidle_vec2){0, 0};
        if (m->scene->units[k].unloads > 0 && !m->scene->units[k].order)
            settling_unloaded(&m->states[k]);
    }
    settling_samples(m->settling, m->states, m->time);
    m->read = false;
}

void metrics_sample(metrics *m, const sidle_vec2 *positions, const sidle_vec2 *headings,
                    const bool *ordered) {
    m->time = (double)m->samples * m->dt;
    if (m->samples++ == 0) {
        sample_settling(m, positions, headings, ordered);
        return;
    }
    for (size_t k = 0; k < arrlenu(m->tracks); k++)
        if (ordered[k] && m->tracks[k].set_out < 0) m->tracks[k].set_out = m->time - m->dt;
    metrics_sort(m, positions);
    for (size_t k = 0; k < arrlenu(m->tracks); k++)
        sample_unit(m, k, positions, headings ? &headings[k] : NULL);
    for (size_t k = 0; k < arrlenu(m->tracks); k++) sample_order(m, k, positions);
    sample_speed(m);
    sample_settling(m, positions, headings, ordered);
}
