/* How calm a unit looks on its way: how much its direction of travel and its heading change, how
 * far it goes, and how often it stops dead. A unit is looked at about ten times a second, at any
 * rate of ticks, as an eye would: what happens between two ticks is not seen. */
#include "metrics_state.h"

#include <math.h>

/* s between two marks, the places from which directions are taken; rounded to whole ticks. A choice
 * of the scoreboard: 3 ticks at 30 Hz, 2 at 20 Hz, 6 at 60 Hz. */
static const double MARK = 0.1;

/* Share of top speed that both stretches beside a mark must exceed, for their angle to count as a
 * turn of the direction of travel: a unit that creeps may turn for good reasons. A choice. */
static const double CREEP = 0.1;

/* A hard stop: the speed falls from over FAST to under STILL, as shares of top speed, within
 * STOP. A choice: a unit with the default profile takes about as long to brake. */
static const double FAST = 0.5, STILL = 0.1, STOP = 0.3;

static uint32_t ticks_in(const metrics *m, double seconds) {
    return (uint32_t)fmax(1, floor(seconds / m->dt + 0.5));
}

void metrics_prepare_motion(metrics *m) {
    m->mark_ticks = ticks_in(m, MARK);
    m->stop_ticks = ticks_in(m, STOP);
}

/* rad, 0 to pi. */
static double angle_between(sidle_vec2 a, sidle_vec2 b) {
    double ax = (double)a.x, ay = (double)a.y, bx = (double)b.x, by = (double)b.y;
    return fabs(atan2(ax * by - ay * bx, ax * bx + ay * by));
}

static double length_of(sidle_vec2 v) {
    return hypot((double)v.x, (double)v.y);
}

/* The unit is at a mark; the two stretches between three marks make an angle. */
static void take_mark(metrics *m, track *t, sidle_vec2 now, const sidle_vec2 *heading) {
    motion *w = &t->motion;
    double time = m->mark_ticks * m->dt, creep = CREEP * (double)t->top_speed * time;
    sidle_vec2 stretch = {now.x - w->place.x, now.y - w->place.y};
    if (w->marks >= 2 && length_of(stretch) > creep && length_of(w->stretch) > creep) {
        m->turned += angle_between(w->stretch, stretch);
        m->turned_time += time;
    }
    if (w->marks >= 1 && heading) {
        m->faced += angle_between(w->heading, *heading);
        m->faced_time += time;
    }
    if (heading) w->heading = *heading;
    w->stretch = stretch;
    w->place = now;
    w->marks++;
    w->ticks = 0;
}

static void sample_stop(metrics *m, track *t, double speed) {
    motion *w = &t->motion;
    if (speed > FAST * (double)t->top_speed)
        w->fast_left = m->stop_ticks;
    else if (w->fast_left > 0) {
        w->fast_left--;
        if (speed >= STILL * (double)t->top_speed) return;
        m->hard_stops++;
        w->fast_left = 0;
    }
}

void metrics_sample_motion(metrics *m, track *t, sidle_vec2 now, const sidle_vec2 *heading) {
    motion *w = &t->motion;
    sidle_vec2 step = {now.x - t->last.x, now.y - t->last.y};
    sample_stop(m, t, length_of(step) / m->dt);
    if (w->marks == 0 || ++w->ticks == m->mark_ticks) take_mark(m, t, now, heading);
}
