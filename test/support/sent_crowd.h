/* A crowd that is sent to one point: who is told what, and how it comes to rest. */
#ifndef SIDLE_TEST_SENT_CROWD_H
#define SIDLE_TEST_SENT_CROWD_H

#include "bodies.h"

typedef struct crowd {
    sidle_world *world;
    sidle_unit_id ids[BODIES_MOST];
    sidle_vec2 told_at[BODIES_MOST]; /* u, where it stood when it was told that it has arrived */
    bool told[BODIES_MOST];
    sidle_arrival arrival[BODIES_MOST];           /* what it was told */
    int count, arrived, why[SIDLE_ARRIVAL_COUNT]; /* units told, by their arrival */
    float tick;                                   /* s, of a step; 0: TICK */
} crowd;

static inline void add(crowd *c, sidle_profile_id profile, float x, float y) {
    assert_true(c->count < BODIES_MOST);
    c->ids[c->count++] = unit_of(c->world, profile, x, y);
}

/* A block, row by row. */
static inline void add_block(crowd *c, int count, int columns, float x, float y, float pitch) {
    for (int k = 0; k < count; k++)
        add(c, (sidle_profile_id){0}, x + pitch * (float)(k % columns),
            y + pitch * (float)(k / columns));
}

/* All from `first` on go there, through these points. */
static inline void send(crowd *c, int first, sidle_vec2 goal, const sidle_vec2 *path,
                        uint32_t points) {
    for (int k = first; k < c->count; k++) {
        assert_ok(sidle_unit_go(c->world, c->ids[k], goal));
        if (points) assert_ok(sidle_unit_set_path(c->world, c->ids[k], path, points));
    }
}

/* They have a new order. */
static inline void forget_events(crowd *c) {
    memset(c->told, 0, sizeof c->told);
    memset(c->why, 0, sizeof c->why);
    c->arrived = 0;
}

/* Nobody is told twice under one order. */
static inline void read_events(crowd *c) {
    uint32_t count;
    const sidle_event *e = sidle_world_events(c->world, &count);
    for (uint32_t n = 0; n < count; n++)
        for (int k = 0; k < c->count && e[n].type == SIDLE_EVENT_ARRIVED; k++) {
            if (c->ids[k].slot != e[n].unit.slot) continue;
            if (c->told[k]) fail_msg("unit %u was told twice that it has arrived", e[n].unit.slot);
            c->told[k] = true;
            c->told_at[k] = e[n].position;
            c->arrival[k] = e[n].arrival;
            c->arrived++;
            c->why[e[n].arrival]++;
        }
}

static inline void step(crowd *c) {
    assert_ok(sidle_world_step(c->world, c->tick > 0 ? c->tick : TICK));
    read_events(c);
    const char *fault = sidle_world_validate(c->world);
    if (fault) fail_msg("%s", fault);
}

static inline int moving(const crowd *c) {
    int count = 0;
    for (int k = 0; k < c->count; k++) {
        sidle_unit_state s = state_of(c->world, c->ids[k]);
        count += (s.under_way && !is_kept(&s)) || s.made_velocity.x != 0 || s.made_velocity.y != 0;
    }
    return count;
}

/* Until nobody has moved for a second. Then none of them overlap, and nobody moves any more. */
static inline float come_to_rest(crowd *c, float most, const char *scene) {
    int still = 0;
    float seconds = 0;
    for (; still < 30; seconds += TICK) {
        step(c);
        still = moving(c) ? 0 : still + 1;
        if (seconds > most)
            fail_msg("%s: %d of %d still move after %g s", scene, moving(c), c->count,
                     (double)seconds);
    }
    assert_come_clear(c->world, 0, scene);
    print_message(
        "%s: %d of %d told after %.0f s; %d at the goal, %d near, %d in range, %d no room\n", scene,
        c->arrived, c->count, (double)seconds, c->why[SIDLE_ARRIVAL_AT_GOAL],
        c->why[SIDLE_ARRIVAL_NEAR_GOAL], c->why[SIDLE_ARRIVAL_IN_RANGE],
        c->why[SIDLE_ARRIVAL_NO_ROOM]);
    return seconds;
}

#endif
