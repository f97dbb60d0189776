/* What the metrics hold between two samples. Each unit has a track: where it was, when it set out,
 * and when it first came within its goal's radius. What many units give is summed as it comes; only
 * the stretches are kept one by one, for their percentile. */
#ifndef SIDLE_COMMAND_METRICS_STATE_H
#define SIDLE_COMMAND_METRICS_STATE_H

#include "metrics.h"

#include <math.h>

/* What is known of a unit's motion since it set out: see motion.c. */
typedef struct motion {
    uint32_t marks, ticks;     /* marks so far, and ticks since the last one */
    sidle_vec2 place, stretch; /* u: where it was at the last mark, and how it came there */
    sidle_vec2 heading;        /* at the last mark */
    uint32_t fast_left;        /* ticks in which a stop is a hard one */
} motion;

typedef struct track {
    sidle_vec2 first, last; /* u: the first place, and that of the last sample */
    sidle_vec2 step;        /* u, of the last tick */
    sidle_vec2 goal;        /* u */
    float radius, top_speed;
    uint32_t passable, layer;
    float goal_radius;       /* u: within it the goal counts as reached */
    float length;            /* u, of a free drive to the goal */
    double set_out, reached; /* s; below 0: not yet. Reached: first within the goal radius */
    float displaced;         /* u, the farthest from the first place */
    float away, aside;       /* u, from there now and at the farthest, of a unit that gives way */
    uint64_t ticks, overlaps, overlaps_open, overlaps_now; /* now: ticks without a break */
    double travelled;                                      /* u, on its way */
    motion motion;
    bool gone;
    int64_t target;      /* the unit that it pursues or follows; -1: none */
    double target_since; /* s */
    bool is_pursued, caught;
    bool was_inside; /* it wanders, and has been in its area */
    float strayed;   /* u, the farthest outside the area */
} track;

struct metrics {
    const scene *scene;
    double dt, time; /* s */
    settling *settling;
    settling_sample *states; /* stb_ds, by scene unit: for settling */
    bool read;               /* metrics_read has filled the states of this tick */
    uint64_t samples;
    uint8_t *cells;    /* a copy that follows the edits */
    track *tracks;     /* stb_ds, by scene unit */
    uint32_t *buckets; /* stb_ds: where each bucket begins in `sorted`, and the end of the last */
    uint32_t *sorted;  /* stb_ds: units by bucket */
    int32_t columns, rows;
    float bucket; /* u, side of a bucket */
    uint64_t reversals, way_ticks, static_overlaps;
    uint32_t mark_ticks, stop_ticks;      /* ticks between marks, and that a hard stop takes */
    double turned, faced;                 /* rad, of the direction of travel and of the heading */
    double turned_time, faced_time;       /* s, in which they turned so far */
    uint64_t hard_stops, longest_overlap; /* the latter in ticks */
    float deepest;                        /* u, the deepest penetration so far */
    double first_reached, last_motion;    /* s; first_reached below 0: none yet */
    double first_touch;                   /* s, since the hunter's order; below 0: none yet */
    double *speeds; /* stb_ds, mean of the movers by tick: a ring of a second */
    size_t ring;    /* where the ring is written next */
};

/* ---- bodies.c ---- */

/* Sorts the units into buckets, for metrics_overlap_of. */
void metrics_sort(metrics *m, const sidle_vec2 *positions);

/* How deep (u) a unit is inside others of its layer, and whether one of these only stands. */
typedef struct body_overlap {
    float deepest;
    bool with_standing;
} body_overlap;

body_overlap metrics_overlap_of(const metrics *m, const sidle_vec2 *positions, size_t unit);

/* Does the disc overlap a cell that it may not enter, or the edge of the map? */
bool metrics_overlaps_terrain(const metrics *m, const track *t, sidle_vec2 p);

/* ---- motion.c ---- */

void metrics_prepare_motion(metrics *m);

/* For each tick of a unit on its way, the heading may be NULL. */
void metrics_sample_motion(metrics *m, track *t, sidle_vec2 now, const sidle_vec2 *heading);

/* ---- goal_radius.c ---- */

/* Sets the goal radius of each unit that has a goal. */
void metrics_set_goal_radii(const scene *s, track *tracks);

/* Radii of the hunter, beyond contact, that count as a touch: bodies are solid, and a hunter stops
 * before it is in contact. A choice. */
#define TOUCH 0.25f

/* Does the hunter at one point touch its prey at the other? */
static inline bool touches_prey(const track *hunter, sidle_vec2 at, const track *prey,
                                sidle_vec2 to) {
    float gap = hypotf(to.x - at.x, to.y - at.y) - hunter->radius - prey->radius;
    return gap <= TOUCH * hunter->radius;
}

static inline bool has_goal(const scene_unit *u) {
    return u->order == SIDLE_ORDER_GO;
}

#endif
