/* A host that calls whatever it likes: for tests that compare whole runs of two worlds. */
#ifndef SIDLE_TEST_STORY_H
#define SIDLE_TEST_STORY_H

#include "support.h"

/* The living unit that follows a slot, or the first one. */
static inline sidle_unit_id story_unit(const sidle_world *world, dice *d) {
    sidle_unit_id id = {roll(d, 200), 0};
    id = sidle_unit_next(world, id);
    return id.slot ? id : sidle_unit_next(world, NOBODY);
}

static inline sidle_vec2 story_point(const sidle_world *world, dice *d) {
    float wide = (float)sidle_world_width(world) * sidle_world_cell_size(world);
    float high = (float)sidle_world_height(world) * sidle_world_cell_size(world);
    return (sidle_vec2){roll_between(d, 0, wide), roll_between(d, 0, high)};
}

static inline sidle_result story_order(sidle_world *world, dice *d) {
    sidle_unit_id id = story_unit(world, d), other = story_unit(world, d);
    sidle_vec2 point = story_point(world, d), more[3] = {point, story_point(world, d), point};
    const sidle_range range = {3, 1, SIDLE_PASS_ALL & ~SIDLE_PASS(SIDLE_TERRAIN_TREES)};
    switch (roll(d, 14)) {
    case 0: return sidle_unit_hold(world, id);
    case 1: return sidle_unit_patrol(world, id, more, 1 + roll(d, 3));
    case 2: return sidle_unit_pursue(world, id, other);
    case 3: return sidle_unit_follow(world, id, other);
    case 4: return sidle_unit_evade(world, id, other);
    case 5: return sidle_unit_flee(world, id, point);
    case 6: return sidle_unit_wander(world, id, point, 5);
    case 7: return sidle_unit_approach(world, id, other, &range);
    case 8: return sidle_unit_approach_point(world, id, point, &range);
    case 9: return sidle_unit_set_path(world, id, more, 3);
    case 10: return sidle_unit_set_guide(world, id, point);
    case 11: return sidle_unit_answer(world, id, SIDLE_STEP_PUSH);
    case 12: return sidle_unit_stop(world, id);
    default: return sidle_unit_go(world, id, point);
    }
}

static inline sidle_result story_profile(sidle_world *world, dice *d) {
    sidle_profile_id id = {roll(d, 9)};
    sidle_profile profile = sidle_profile_default();
    profile.queue = roll(d, 2);
    profile.top_speed = roll_between(d, 1, 4);
    profile.radius = roll_between(d, 0.3f, 0.6f);
    switch (roll(d, 3)) {
    case 0: return sidle_profile_add(world, &profile, &id);
    case 1: return sidle_profile_release(world, id);
    default: return sidle_profile_set(world, id, &profile);
    }
}

static inline sidle_result story_create(sidle_world *world, dice *d) {
    sidle_unit_def def = sidle_unit_def_default();
    def.profile.index = roll(d, 4);
    def.position = story_point(world, d);
    def.team = roll(d, 3);
    def.rank = roll(d, 4) ? 0 : 1 + roll(d, 500);
    def.user = roll(d, 1000);
    sidle_unit_id id;
    return sidle_unit_create(world, &def, &id);
}

static inline sidle_result story_edit(sidle_world *world, dice *d) {
    sidle_unit_id id = story_unit(world, d);
    sidle_vec2 point = story_point(world, d);
    float cell = sidle_world_cell_size(world);
    switch (roll(d, 9)) {
    case 0: return story_create(world, d);
    case 1: return sidle_unit_destroy(world, id);
    case 2: return sidle_unit_stow(world, id, (sidle_pursuers)roll(d, 2));
    case 3: return sidle_unit_unstow(world, id, point);
    case 4: return sidle_unit_teleport(world, id, point);
    case 5: return sidle_unit_set_speed_factor(world, id, 0.5f * (float)roll(d, 4));
    case 6: return sidle_unit_set_ghost(world, id, roll(d, 2));
    case 7: return sidle_world_set_allies(world, roll(d, 3), roll(d, 8));
    default:
        return sidle_world_set_cells(world, (uint32_t)(point.x / cell), (uint32_t)(point.y / cell),
                                     1, 1, roll(d, 2) ? SIDLE_TERRAIN_TREES : SIDLE_TERRAIN_GROUND);
    }
}

/* One call. A host may be refused: the dice say what is asked, and not whether it goes. */
static inline sidle_result story_call(sidle_world *world, dice *d) {
    uint32_t what = roll(d, 12);
    return what == 0  ? story_profile(world, d)
           : what < 5 ? story_edit(world, d)
                      : story_order(world, d);
}

#endif
