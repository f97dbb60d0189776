/* What tests about bodies ask: how deep do those at rest stand in each other, and has anybody moved
 * by a bit? Ids are few enough to compare each with each. */
#ifndef SIDLE_TEST_BODIES_H
#define SIDLE_TEST_BODIES_H

#include "support.h"

enum { BODIES_MOST = 512 };

/* All living units, by ascending slot. */
typedef struct bodies {
    uint32_t count;
    sidle_unit_id ids[BODIES_MOST];
    sidle_unit_state states[BODIES_MOST];
    uint32_t layers[BODIES_MOST];
} bodies;

static inline void bodies_read(const sidle_world *world, bodies *b) {
    b->count = 0;
    for (sidle_unit_id id = sidle_unit_next(world, NOBODY); id.slot;
         id = sidle_unit_next(world, id)) {
        assert_true(b->count < BODIES_MOST);
        sidle_profile p;
        b->ids[b->count] = id;
        b->states[b->count] = state_of(world, id);
        assert_ok(sidle_profile_get(world, b->states[b->count].profile, &p));
        b->layers[b->count++] = p.layer;
    }
}

/* How deep two stand in each other, as a share of the smaller radius; below 0 when they are apart.
 */
static inline double bodies_depth(const sidle_unit_state *a, const sidle_unit_state *b) {
    double dx = (double)a->position.x - (double)b->position.x;
    double dy = (double)a->position.y - (double)b->position.y;
    double both = (double)a->radius + (double)b->radius;
    double smaller = (double)(a->radius < b->radius ? a->radius : b->radius);
    return (both - sqrt(dx * dx + dy * dy)) / smaller;
}

/* More than this share of the smaller radius is an overlap. */
static const double BODIES_OVERLAP = 0.01;

/* Pairs at rest on one layer that overlap; *deepest is the greatest depth among them. */
static inline int bodies_overlaps(const bodies *b, double *deepest) {
    int pairs = 0;
    *deepest = 0;
    for (uint32_t k = 0; k < b->count; k++)
        for (uint32_t n = 0; n < k; n++) {
            if (b->states[k].under_way || b->states[n].under_way) continue;
            if (b->layers[k] != b->layers[n]) continue;
            double depth = bodies_depth(&b->states[k], &b->states[n]);
            if (depth > *deepest) *deepest = depth;
            pairs += depth > BODIES_OVERLAP;
        }
    return pairs;
}

static inline bool same_place(sidle_vec2 a, sidle_vec2 b) {
    return memcmp(&a, &b, sizeof a) == 0;
}

static inline void assert_same_place(const sidle_world *world, sidle_unit_id id,
                                     sidle_vec2 before) {
    sidle_vec2 now = state_of(world, id).position;
    if (!same_place(now, before))
        fail_msg("unit %u stood at %.6f, %.6f and is at %.6f, %.6f", id.slot, (double)before.x,
                 (double)before.y, (double)now.x, (double)now.y);
}

/* Those at rest stand clear of each other now. */
static inline void assert_clear(const sidle_world *world, const char *scene) {
    static bodies b;
    double deepest;
    bodies_read(world, &b);
    int pairs = bodies_overlaps(&b, &deepest);
    if (pairs)
        fail_msg("%s: %d pairs at rest overlap, by up to %.3f of a radius", scene, pairs, deepest);
}

static const float COME_CLEAR = 10; /* s, the most that it may take */

/* After the time given they stand clear of each other, and for 5 s more nobody moves by a bit. */
static inline void assert_come_clear(sidle_world *world, float seconds, const char *scene) {
    static bodies before, after;
    run(world, seconds);
    assert_clear(world, scene);
    bodies_read(world, &before);
    for (int k = 0; k < 150; k++) {
        assert_ok(sidle_world_step(world, TICK));
        bodies_read(world, &after);
        for (uint32_t n = 0; n < after.count; n++)
            if (!same_place(before.states[n].position, after.states[n].position))
                fail_msg("%s: unit %u still moves %g s later", scene, after.ids[n].slot,
                         (double)((float)k * TICK));
    }
}

#endif
