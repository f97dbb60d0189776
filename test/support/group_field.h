/* What the tests of groups share: a world with a table of groups and a list of units. */
#ifndef SIDLE_TEST_GROUP_FIELD_H
#define SIDLE_TEST_GROUP_FIELD_H

#include "support.h"

enum { MOST = 256 };

/* A world with a table of groups and a list of units. */
typedef struct field {
    sidle_world *world;
    sidle_groups *groups;
    sidle_unit_id ids[MOST];
    uint32_t count;
} field;

static inline field field_of(sidle_world *world) {
    field f = {.world = world};
    assert_ok(sidle_groups_create(world, &f.groups));
    return f;
}

static inline void field_end(field *f) {
    assert_null(sidle_world_validate(f->world));
    sidle_groups_destroy(f->groups);
    sidle_world_destroy(f->world);
}

static inline void add(field *f, sidle_profile_id profile, float x, float y) {
    assert_true(f->count < MOST);
    f->ids[f->count++] = unit_of(f->world, profile, x, y);
}

static inline sidle_profile_id kind(field *f, float radius, float speed) {
    sidle_profile p = sidle_profile_default();
    p.radius = radius;
    p.top_speed = speed;
    return profile_in(f->world, &p);
}

/* A box of units of one kind, `columns` to a row, the first at this point. */
static inline void add_box(field *f, sidle_profile_id profile, uint32_t count, uint32_t columns,
                           float x, float y, float pitch) {
    for (uint32_t k = 0; k < count; k++)
        add(f, profile, x + (float)(k % columns) * pitch, y + (float)(k / columns) * pitch);
}

static inline void tick(field *f) {
    assert_ok(sidle_groups_update(f->groups, TICK));
    assert_ok(sidle_world_step(f->world, TICK));
}

static inline void march(field *f, float seconds) {
    for (int k = 0; k < (int)(seconds * 30); k++) tick(f);
}

/* The units from `first` on go there, so many of them. */
static inline sidle_group_id go_as(field *f, uint32_t first, uint32_t units, sidle_vec2 goal,
                                   const sidle_formation *formation) {
    sidle_group_id group;
    assert_ok(sidle_group_go(f->groups, f->ids + first, units, goal, formation, &group));
    return group;
}

static inline sidle_group_id go_some(field *f, uint32_t first, uint32_t units, float x, float y) {
    const sidle_formation formation = sidle_formation_default();
    return go_as(f, first, units, (sidle_vec2){x, y}, &formation);
}

static inline sidle_group_id go_all(field *f, float x, float y) {
    return go_some(f, 0, f->count, x, y);
}

static inline void places_at(const field *f, float x, float y, const sidle_formation *formation,
                             sidle_vec2 *places) {
    const sidle_vec2 goal = {x, y};
    assert_ok(sidle_group_places(f->groups, f->ids, f->count, goal, formation, places));
}

static inline bool told(const field *f, sidle_group_event_type type, sidle_group_id group) {
    uint32_t count;
    const sidle_group_event *e = sidle_groups_events(f->groups, &count);
    for (uint32_t k = 0; k < count; k++)
        if (e[k].type == type && e[k].group.slot == group.slot &&
            e[k].group.generation == group.generation)
            return true;
    return false;
}

/* Seconds until the event; fails when it does not come in time. */
static inline float await(field *f, sidle_group_event_type type, sidle_group_id group,
                          float seconds) {
    for (int k = 0; k < (int)(seconds * 30); k++) {
        tick(f);
        if (told(f, type, group)) return (float)k / 30;
    }
    fail_msg("event %d did not come within %g s", (int)type, (double)seconds);
    return 0;
}

static inline sidle_group_state group_of(const field *f, sidle_group_id group) {
    sidle_group_state s;
    assert_ok(sidle_group_get(f->groups, group, &s));
    return s;
}

static inline sidle_member member_of(const field *f, sidle_unit_id unit) {
    sidle_member_state s;
    assert_ok(sidle_group_member(f->groups, unit, &s));
    return s.member;
}

#endif
