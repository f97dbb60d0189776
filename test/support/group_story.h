/* Groups to which anything may happen: calls of a host at random, the same for the same dice. */
#ifndef SIDLE_GROUP_STORY_H
#define SIDLE_GROUP_STORY_H

#include "group_field.h"

typedef field troops;

static inline troops troops_make(uint32_t count) {
    troops f = field_of(open_world(64, 64));
    assert_ok(sidle_world_set_cells(f.world, 30, 8, 2, 40, SIDLE_TERRAIN_VOID));
    sidle_profile_id kinds[3];
    for (uint32_t k = 0; k < 3; k++) {
        sidle_profile p = sidle_profile_default();
        p.radius = (float[]){0.5f, 0.8f, 0.3f}[k];
        p.top_speed = (float[]){2, 3, 1}[k];
        kinds[k] = profile_in(f.world, &p);
    }
    for (uint32_t k = 0; k < count; k++)
        add(&f, kinds[k % 3], 3 + 2 * (float)(k % 8), 3 + 2 * (float)(k / 8));
    return f;
}

static inline void troops_end(troops *f) {
    const char *fault = sidle_groups_validate(f->groups);
    if (fault) fail_msg("%s", fault);
    field_end(f);
}

static inline void troops_step(troops *f) {
    tick(f);
}

/* One dies, and another one has its slot. */
static inline void troops_kill(troops *f, sidle_unit_id one) {
    for (uint32_t k = 0; k < f->count; k++)
        if (f->ids[k].slot == one.slot) {
            assert_ok(sidle_unit_destroy(f->world, one));
            f->ids[k] = unit_at(f->world, 1, 1);
        }
}

/* A formation of any shape, with offsets that stay good while the list is used. */
static inline sidle_formation troops_formation(dice *d) {
    static sidle_vec2 offsets[12];
    sidle_formation f = sidle_formation_default();
    for (uint32_t k = 0; k < 12; k++)
        offsets[k] = (sidle_vec2){2.5f * (float)(k % 4), 2.5f * (float)(k / 4) - 2};
    f.shape = (sidle_shape)roll(d, SIDLE_SHAPE_COUNT);
    f.offsets = offsets;
    f.keep_places = roll(d, 2);
    f.columns = roll(d, 5);
    f.gap = roll_between(d, 0, 2);
    f.march = roll(d, 4);
    if (roll(d, 2)) f.heading = (sidle_vec2){roll_between(d, -1, 1), 1};
    return f;
}

static inline void troops_order(troops *f, dice *d, uint32_t order) {
    const sidle_vec2 goal = {roll_between(d, 1, 63), roll_between(d, 1, 63)};
    const sidle_vec2 points[] = {goal, {roll_between(d, 1, 63), roll_between(d, 1, 63)}};
    const sidle_range range = {.most = roll_between(d, 0, 8)};
    sidle_formation formation = troops_formation(d);
    uint32_t count = 1 + roll(d, f->count < 12 ? f->count : 12);
    sidle_unit_id *ids = f->ids + roll(d, f->count - count + 1), one = f->ids[roll(d, f->count)];
    sidle_group_id group = sidle_group_next(f->groups, (sidle_group_id){roll(d, 4), 0});
    switch (order) {
    case 0: sidle_group_go(f->groups, ids, count, goal, &formation, NULL); break;
    case 1:
        sidle_group_patrol(f->groups, ids, count, points, 1 + roll(d, 2), &formation, NULL);
        break;
    case 2: sidle_group_approach(f->groups, ids, count, one, &range, &formation, NULL); break;
    case 3:
        sidle_group_approach_point(f->groups, ids, count, goal, &range, &formation, NULL);
        break;
    case 4: sidle_group_join(f->groups, group, ids, count); break;
    default: sidle_group_set_path(f->groups, group, points, roll(d, 3)); break;
    }
}

static inline void troops_call(troops *f, dice *d) {
    uint32_t call = roll(d, 12);
    sidle_unit_id one = f->ids[roll(d, f->count)];
    const sidle_vec2 point = {roll_between(d, 1, 63), roll_between(d, 1, 63)};
    sidle_group_id group = sidle_group_next(f->groups, (sidle_group_id){roll(d, 4), 0});
    switch (call) {
    case 6: roll(d, 2) ? sidle_group_leave(f->groups, one) : sidle_unit_hold(f->world, one); break;
    case 7: roll(d, 4) ? SIDLE_OK : sidle_group_disband(f->groups, group); break;
    case 8: sidle_unit_stow(f->world, one, SIDLE_PURSUERS_WAIT); break;
    case 9: sidle_unit_unstow(f->world, one, point); break;
    case 10:
        sidle_world_set_cells(f->world, roll(d, 60), roll(d, 60), 3, 3,
                              roll(d, 3) ? SIDLE_TERRAIN_GROUND : SIDLE_TERRAIN_VOID);
        break;
    case 11:
        if (roll(d, 2)) sidle_unit_teleport(f->world, one, point);
        if (!roll(d, 3)) troops_kill(f, one);
        break;
    default: troops_order(f, d, call);
    }
}

#endif
