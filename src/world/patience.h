/* Patience: how long a unit tries in vain before it does something else. The numbers of its profile
 * for that, `patience`, `wait_time` and `push_time`, are read here alone, so that one idea has one
 * measure. */
#ifndef SIDLE_PATIENCE_H
#define SIDLE_PATIENCE_H

#include "world/unit.h"

/* Times the patience: a unit without progress for so long is stuck. At 1 one unit of maps/doorway
 * and one of maps/bridge do not arrive; at 4 maps/standing_line ends after 37 s instead of 32 s. */
#define STUCK 2

/* Parts of the patience: a moment is one. At 2 a unit in twenty does not arrive in a town of
 * marches, and all units of maps/doorway_two_way set out again after arrival. */
#define MOMENTS 3

/* s: for so long a unit tries one thing: it asks others to step aside, waits for the head of its
 * queue, looks for room in its range. */
static inline float patience_of(const sidle_profile *p) {
    return p->patience;
}

/* s. What has lasted for less may be chance: a gap between two bodies for the end of a jam, or a
 * blocker that comes and goes. */
static inline float moment_of(const sidle_profile *p) {
    return p->patience / MOMENTS;
}

/* s: without progress for so long a unit is stuck. */
static inline float time_until_stuck(const sidle_profile *p) {
    return STUCK * p->patience;
}

/* s: how long a step of the ladder lasts. */
static inline float time_of_step(const sidle_profile *p, sidle_step step) {
    return step == SIDLE_STEP_PUSH ? p->push_time : p->wait_time;
}

/* ---- of a unit that has got no nearer ---- */

/* Has it got no nearer for its patience? */
static inline bool is_out_of_patience(const unit *u, const sidle_profile *p) {
    return u->cold->progress.stalled >= p->patience;
}

/* So many times its patience it has got no nearer. */
static inline float patiences_stalled(const unit *u, const sidle_profile *p) {
    return u->cold->progress.stalled / p->patience;
}

/* Has its patience come to an end, once more, within the time that it has counted since its last
 * look (s)? */
static inline bool loses_patience(const unit *u, const sidle_profile *p, float passed) {
    float now = u->cold->progress.stalled, before = max_float(now - passed, 0);
    return (int32_t)(now / p->patience) != (int32_t)(before / p->patience);
}

/* Is it stuck: has it got no nearer for STUCK times its patience? */
static inline bool is_stalled(const unit *u, const sidle_profile *p) {
    return u->cold->progress.stalled >= time_until_stuck(p);
}

/* Is it stuck for twice that time? It gives up its place, or looks for another one. */
static inline bool is_long_stalled(const unit *u, const sidle_profile *p) {
    return u->cold->progress.stalled >= 2 * time_until_stuck(p);
}

/* Does it still try to come closer to its place than arrival_radius? It does until a look has found
 * it no nearer; one right after another look does not count. */
static inline bool tries_to_land(const unit *u, const sidle_profile *p) {
    return u->cold->progress.stalled <= 0.5f * p->tuning.look_interval;
}

/* Does a push end that has outlived its time? */
static inline bool pushes_in_vain(const unit *u, const sidle_profile *p) {
    return u->cold->progress.stalled >= p->push_time + time_until_stuck(p);
}

#endif
