/* Each unit has a track: where it was, when it set out and when it first came within its goal's
 * radius. Only who has a goal can arrive; those with any other order are on their way until they
 * are gone. What many units give is summed as it comes; only the stretches are kept one by one.
 *
 * A position that is no number counts as an overlap with a wall and with nothing else. */
#include "metrics.h"

#include "support/checked_memory.h"

#include <math.h>
#include <stb_ds.h>
#include <stdlib.h>
#include <string.h>

/* A goal is reached within this many u, or two radii if that is more. */
static const float GOAL_RADIUS = 1;

/* Many with one goal have reached it inside the disc that they fill at this packing, and
 * GOAL_RADIUS. */
static const float PACKING = 0.7f;

/* Penetration that counts, as a share of the radius. */
static const float OVERLAP = 0.1f;

/* u, that a disc may overlap a cell by: positions are floats. */
static const float WALL_SLACK = 1e-4f;

/* Radii of the hunter, beyond touching, that count as a touch: bodies are solid. */
static const float TOUCH = 0.25f;

/* Share of top speed below which a change of direction is no reversal. */
static const float REVERSAL_SPEED = 0.01f;

typedef struct track {
    sidle_vec2 first, last, step; /* u; step: of the last tick */
    float radius, top_speed;
    uint32_t passable, layer;
    float goal_radius, length; /* u */
    double set_out, arrived;   /* s; < 0: not yet */
    float displaced;           /* u, farthest from the first place */
    uint64_t ticks, overlaps, overlaps_open;
    bool gone;
    int64_t about;   /* whom it pursues or follows, -1: nobody */
    double about_at; /* s, since when */
    bool pursued, caught;
    bool inside;   /* a wanderer that has been in its area */
    float strayed; /* u */
} track;

struct metrics {
    const scene *scene;
    double dt, time;
    uint64_t samples;
    uint8_t *cells;
    track *tracks;     /* stb_ds, by scene unit */
    uint32_t *buckets; /* stb_ds: first unit of each bucket, one past the end */
    uint32_t *sorted;  /* stb_ds: units by bucket */
    int32_t columns, rows;
    float bucket; /* u */
    uint64_t flips, way_ticks, static_overlaps;
    float deepest;
    double first_arrival, last_motion; /* s; first_arrival < 0: none yet */
    double first_touch;                /* s, since the hunter's order; < 0: none yet */
    double *speeds; /* stb_ds, mean of the movers by tick, a ring of the last second */
    size_t ring;
};

static bool has_goal(const scene_unit *u) {
    return u->order == SIDLE_ORDER_GO;
}

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

/* ---- shared goals ---- */

/* A mover by its goal: those of one goal stand next to each other once sorted. */
typedef struct goal_seeker {
    sidle_vec2 goal;
    uint32_t unit;
} goal_seeker;

static int by_goal(const void *a, const void *b) {
    const goal_seeker *p = a, *q = b;
    if (p->goal.x != q->goal.x) return p->goal.x < q->goal.x ? -1 : 1;
    if (p->goal.y != q->goal.y) return p->goal.y < q->goal.y ? -1 : 1;
    return 0;
}

/* Sets the goal radius of the movers from first to last, who share their goal. */
static void set_goal_radius(track *tracks, const goal_seeker *first, const goal_seeker *last) {
    float area = 0;
    for (const goal_seeker *k = first; k < last; k++)
        area += tracks[k->unit].radius * tracks[k->unit].radius;
    for (const goal_seeker *k = first; k < last; k++) {
        track *t = &tracks[k->unit];
        t->goal_radius = last - first > 1 ? sqrtf(area / PACKING) + GOAL_RADIUS
                                          : fmaxf(GOAL_RADIUS, 2 * t->radius);
    }
}

static void find_goal_radii(const scene *s, track *tracks) {
    goal_seeker *seekers = NULL;
    for (uint32_t k = 0; k < arrlenu(s->units); k++) {
        goal_seeker seeker = {s->units[k].goal, k};
        if (has_goal(&s->units[k])) arrput(seekers, seeker);
    }
    size_t count = arrlenu(seekers), first = 0;
    if (count) qsort(seekers, count, sizeof *seekers, by_goal);
    for (size_t k = 1; k <= count; k++) {
        if (k < count && by_goal(&seekers[first], &seekers[k]) == 0) continue;
        set_goal_radius(tracks, seekers + first, seekers + k);
        first = k;
    }
    arrfree(seekers);
}

/* ---- life ---- */

static track track_of(const scene *s, const scene_unit *u) {
    const sidle_profile *p = &s->profiles[u->profile].values;
    return (track){.first = u->position,
                   .last = u->position,
                   .radius = p->radius,
                   .top_speed = p->top_speed,
                   .passable = p->passable,
                   .layer = p->layer,
                   .length = has_goal(u) ? free_length(u) : 0,
                   .set_out = -1,
                   .arrived = -1,
                   .about = -1};
}

metrics *metrics_make(const scene *s, double dt) {
    metrics *m = checked_calloc(1, sizeof *m);
    size_t cells = (size_t)s->width * s->height;
    m->scene = s;
    m->dt = dt;
    m->first_arrival = m->first_touch = -1;
    m->cells = checked_malloc(cells);
    memcpy(m->cells, s->cells, cells);
    float widest = 0.1f;
    for (size_t k = 0; k < arrlenu(s->units); k++) {
        arrput(m->tracks, track_of(s, &s->units[k]));
        widest = fmaxf(widest, 2 * arrlast(m->tracks).radius);
    }
    find_goal_radii(s, m->tracks);
    float wide = (float)s->width * s->cell_size, high = (float)s->height * s->cell_size;
    m->bucket = fmaxf(widest, fmaxf(wide, high) / 2048);
    m->columns = 1 + (int32_t)(wide / m->bucket);
    m->rows = 1 + (int32_t)(high / m->bucket);
    arrsetlen(m->buckets, (size_t)m->columns * (size_t)m->rows + 1);
    arrsetlen(m->sorted, arrlenu(m->tracks));
    return m;
}

void metrics_free(metrics *m) {
    if (!m) return;
    free(m->cells);
    arrfree(m->tracks);
    arrfree(m->buckets);
    arrfree(m->sorted);
    arrfree(m->speeds);
    free(m);
}

void metrics_lengths(metrics *m, size_t unit, float length) {
    /* A unit that roams gets further orders; only the way to its first goal is timed. */
    if (m->tracks[unit].arrived < 0) m->tracks[unit].length = length;
}

void metrics_about(metrics *m, size_t unit, size_t other) {
    m->tracks[unit].about = (int64_t)other;
    m->tracks[unit].about_at = m->time;
    if (m->scene->units[unit].order == SIDLE_ORDER_PURSUE) m->tracks[other].pursued = true;
}

void metrics_gone(metrics *m, size_t unit) {
    m->tracks[unit].gone = true;
    m->tracks[unit].step = (sidle_vec2){0, 0};
}

void metrics_cells_changed(metrics *m, uint32_t x, uint32_t y, uint32_t width, uint32_t height,
                           sidle_terrain terrain) {
    for (uint32_t row = y; row < y + height; row++)
        memset(m->cells + (size_t)row * m->scene->width + x, (int)terrain, width);
}

/* ---- against terrain ---- */

static bool blocked(const metrics *m, const track *t, int32_t x, int32_t y) {
    const scene *s = m->scene;
    /* The disc is on the map: cells beyond its edge are only touched. */
    if (x < 0 || y < 0 || x >= (int32_t)s->width || y >= (int32_t)s->height) return false;
    return !(t->passable >> m->cells[(size_t)y * s->width + (size_t)x] & 1u);
}

static bool overlaps_terrain(const metrics *m, const track *t, sidle_vec2 p) {
    float cell = m->scene->cell_size, reach = t->radius - WALL_SLACK;
    float wide = (float)m->scene->width * cell, high = (float)m->scene->height * cell;
    /* Asked before cells are counted in integers, which far outside would not hold them. */
    if (!(p.x >= reach && wide - p.x >= reach && p.y >= reach && high - p.y >= reach)) return true;
    int32_t x0 = (int32_t)floorf((p.x - reach) / cell), x1 = (int32_t)floorf((p.x + reach) / cell);
    int32_t y0 = (int32_t)floorf((p.y - reach) / cell), y1 = (int32_t)floorf((p.y + reach) / cell);
    for (int32_t y = y0; y <= y1; y++)
        for (int32_t x = x0; x <= x1; x++) {
            if (!blocked(m, t, x, y)) continue;
            float dx = fmaxf(fmaxf((float)x * cell - p.x, p.x - (float)(x + 1) * cell), 0);
            float dy = fmaxf(fmaxf((float)y * cell - p.y, p.y - (float)(y + 1) * cell), 0);
            if (dx * dx + dy * dy < reach * reach) return true;
        }
    return false;
}

/* ---- against each other ---- */

static int32_t clamped(float value, int32_t limit) {
    if (!(value > 0)) return 0;
    return value >= (float)limit ? limit - 1 : (int32_t)value;
}

static uint32_t bucket_of(const metrics *m, sidle_vec2 p) {
    int32_t x = clamped(p.x / m->bucket, m->columns), y = clamped(p.y / m->bucket, m->rows);
    return (uint32_t)(y * m->columns + x);
}

static void sort(metrics *m, const sidle_vec2 *positions) {
    size_t buckets = arrlenu(m->buckets);
    memset(m->buckets, 0, buckets * sizeof *m->buckets);
    for (size_t k = 0; k < arrlenu(m->tracks); k++) m->buckets[bucket_of(m, positions[k])]++;
    for (size_t b = 1; b < buckets; b++) m->buckets[b] += m->buckets[b - 1];
    for (size_t k = arrlenu(m->tracks); k-- > 0;)
        m->sorted[--m->buckets[bucket_of(m, positions[k])]] = (uint32_t)k;
}

/* How deep, u, is the unit inside others of its layer, and does it touch one that only stands? */
typedef struct embrace {
    float deepest;
    bool touches_standing;
} embrace;

static embrace embrace_of(const metrics *m, const sidle_vec2 *positions, size_t unit) {
    const track *t = &m->tracks[unit];
    int32_t x = clamped(positions[unit].x / m->bucket, m->columns);
    int32_t y = clamped(positions[unit].y / m->bucket, m->rows);
    embrace e = {0, false};
    for (int32_t row = y > 0 ? y - 1 : 0; row <= y + 1 && row < m->rows; row++) {
        int32_t first = row * m->columns + (x > 0 ? x - 1 : 0);
        int32_t last = row * m->columns + (x + 1 < m->columns ? x + 1 : x);
        for (uint32_t k = m->buckets[first]; k < m->buckets[last + 1]; k++) {
            uint32_t other = m->sorted[k];
            const track *o = &m->tracks[other];
            if (other == unit || o->gone || o->layer != t->layer) continue;
            float dx = positions[other].x - positions[unit].x;
            float dy = positions[other].y - positions[unit].y;
            float reach = t->radius + o->radius, distance2 = dx * dx + dy * dy;
            if (distance2 >= reach * reach) continue;
            e.deepest = fmaxf(e.deepest, reach - sqrtf(distance2));
            if (scene_unit_stands(&m->scene->units[other])) e.touches_standing = true;
        }
    }
    return e;
}

/* ---- samples ---- */

static void sample_way(metrics *m, const scene_unit *u, track *t, sidle_vec2 now) {
    sidle_vec2 step = {now.x - t->last.x, now.y - t->last.y};
    if (t->set_out >= 0 && t->arrived < 0) {
        float slow = REVERSAL_SPEED * t->top_speed * (float)m->dt,
              dot = step.x * t->step.x + step.y * t->step.y;
        bool fast = hypotf(step.x, step.y) > slow && hypotf(t->step.x, t->step.y) > slow;
        m->flips += fast && dot < 0;
        m->way_ticks++;
        if (has_goal(u) && hypotf(u->goal.x - now.x, u->goal.y - now.y) <= t->goal_radius)
            t->arrived = m->time;
    }
    if (t->arrived >= 0 && m->first_arrival < 0) m->first_arrival = m->time;
    if (has_goal(u) && (step.x != 0 || step.y != 0)) m->last_motion = m->time;
    t->step = step;
}

static void sample_unit(metrics *m, size_t k, const sidle_vec2 *positions) {
    const scene_unit *u = &m->scene->units[k];
    track *t = &m->tracks[k];
    sidle_vec2 now = positions[k];
    if (t->gone) return;
    if (!isfinite(now.x) || !isfinite(now.y)) {
        m->static_overlaps++;
        t->step = (sidle_vec2){0, 0};
        return;
    }
    m->static_overlaps += overlaps_terrain(m, t, now);
    if (!scene_unit_stands(u)) {
        sample_way(m, u, t, now);
        if (t->set_out >= 0) {
            embrace e = embrace_of(m, positions, k);
            bool overlaps = e.deepest > OVERLAP * t->radius;
            m->deepest = fmaxf(m->deepest, e.deepest);
            t->overlaps += overlaps;
            t->overlaps_open += overlaps && !e.touches_standing;
            t->ticks++;
        }
    } else
        t->displaced = fmaxf(t->displaced, hypotf(now.x - t->first.x, now.y - t->first.y));
    t->last = now;
}

static void sample_hunt(metrics *m, const track *hunter, const sidle_vec2 *positions) {
    track *prey = &m->tracks[hunter->about];
    if (hunter->gone || prey->gone || prey->caught) return;
    sidle_vec2 at = positions[hunter - m->tracks], to = positions[hunter->about];
    float gap = hypotf(to.x - at.x, to.y - at.y) - hunter->radius - prey->radius;
    if (!(gap <= TOUCH * hunter->radius)) return;
    prey->caught = true;
    if (m->first_touch < 0) m->first_touch = m->time - hunter->about_at;
}

static void sample_stray(const scene_unit *u, track *t, sidle_vec2 now) {
    float outside = hypotf(now.x - u->goal.x, now.y - u->goal.y) - u->range;
    t->inside = t->inside || (t->set_out >= 0 && outside <= 0);
    if (t->inside) t->strayed = fmaxf(t->strayed, outside);
}

/* What orders without a goal want. */
static void sample_order(metrics *m, size_t k, const sidle_vec2 *positions) {
    const scene_unit *u = &m->scene->units[k];
    track *t = &m->tracks[k];
    if (u->order == SIDLE_ORDER_PURSUE && t->about >= 0) sample_hunt(m, t, positions);
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

void metrics_sample(metrics *m, const sidle_vec2 *positions, const bool *ordered) {
    m->time = (double)m->samples * m->dt;
    if (m->samples++ == 0) return;
    for (size_t k = 0; k < arrlenu(m->tracks); k++)
        if (ordered[k] && m->tracks[k].set_out < 0) m->tracks[k].set_out = m->time - m->dt;
    sort(m, positions);
    for (size_t k = 0; k < arrlenu(m->tracks); k++) sample_unit(m, k, positions);
    for (size_t k = 0; k < arrlenu(m->tracks); k++) sample_order(m, k, positions);
    sample_speed(m);
}

/* ---- the sum ---- */

static int by_size(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static double stretch_of(const metrics *m, const track *t) {
    float straight = (t->length - t->goal_radius) / fmaxf(t->top_speed, 1e-6f);
    return (t->arrived - t->set_out) / fmax((double)straight, m->dt);
}

static void finish_movers(const metrics *m, outcome *o) {
    double *stretches = NULL, sum = 0;
    o->makespan = 0;
    for (size_t k = 0; k < arrlenu(m->tracks); k++) {
        const track *t = &m->tracks[k];
        if (!has_goal(&m->scene->units[k])) continue;
        o->movers++;
        if (t->arrived < 0) continue;
        arrput(stretches, stretch_of(m, t));
        sum += arrlast(stretches);
        o->makespan = fmax(o->makespan, t->arrived);
    }
    size_t count = arrlenu(stretches);
    o->arrived = o->movers > 0 ? (double)count / o->movers : 1;
    if (count < (size_t)o->movers) o->makespan = m->time;
    if (m->first_arrival >= 0) o->settling = fmax(m->last_motion - m->first_arrival, 0);
    if (count) {
        qsort(stretches, count, sizeof *stretches, by_size);
        o->stretch_mean = sum / (double)count;
        o->stretch_p95 = stretches[(size_t)ceil(0.95 * (double)count) - 1];
    }
    arrfree(stretches);
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
        standing += scene_unit_stands(&m->scene->units[k]);
        o->displaced_max = fmax(o->displaced_max, (double)t->displaced);
    }
    if (ticks) o->overlap = (double)overlaps / (double)ticks;
    if (ticks) o->overlap_open = (double)overlaps_open / (double)ticks;
    if (standing > 0) o->displaced_mean = displaced / standing;
}

/* u, -1 when the unit follows nobody who is alive. */
static double distance_behind(const metrics *m, size_t unit) {
    const track *t = &m->tracks[unit];
    bool follows = m->scene->units[unit].order == SIDLE_ORDER_FOLLOW && t->about >= 0;
    const track *leader = follows ? &m->tracks[t->about] : NULL;
    if (!leader || leader->gone || t->gone) return -1;
    return (double)hypotf(leader->last.x - t->last.x, leader->last.y - t->last.y);
}

static void finish_orders(const metrics *m, outcome *o) {
    double pursued = 0, caught = 0, followers = 0, behind = 0;
    for (size_t k = 0; k < arrlenu(m->tracks); k++) {
        const track *t = &m->tracks[k];
        double distance = distance_behind(m, k);
        pursued += t->pursued;
        caught += t->caught;
        followers += distance >= 0;
        behind += fmax(distance, 0);
        o->strayed = fmax(o->strayed, (double)t->strayed);
    }
    if (pursued > 0) o->caught = caught / pursued;
    if (pursued > 0) o->caught_first = m->first_touch >= 0 ? m->first_touch : m->time;
    if (followers > 0) o->behind = behind / followers;
}

void metrics_finish(const metrics *m, outcome *o) {
    *o = (outcome){.units = (double)arrlenu(m->tracks),
                   .seconds = m->time,
                   .ticks = m->samples ? (double)(m->samples - 1) : 0,
                   .max_penetration = (double)m->deepest,
                   .static_overlaps = (double)m->static_overlaps};
    finish_movers(m, o);
    finish_bodies(m, o);
    finish_orders(m, o);
    if (m->way_ticks) o->flips = (double)m->flips / ((double)m->way_ticks * m->dt);
    for (size_t k = 0; k < arrlenu(m->speeds); k++)
        o->end_speed += m->speeds[k] / (double)arrlenu(m->speeds);
}
