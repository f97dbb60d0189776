/* What the calls of groups refuse, and what memory they take. */
#include "group_field.h"
#include "purse.h"

/* ---- what is refused ---- */

typedef struct refusal {
    field *f;
    uint64_t world, groups;
} refusal;

static refusal begin_refusals(field *f) {
    return (refusal){f, sidle_world_hash(f->world), sidle_groups_hash(f->groups)};
}

static void refused(refusal r, sidle_result found, sidle_result expected) {
    assert_string_equal(sidle_result_text(found), sidle_result_text(expected));
    assert_true(sidle_world_hash(r.f->world) == r.world);
    assert_true(sidle_groups_hash(r.f->groups) == r.groups);
}

/* The way from the anchor to the goal, along the path that the host gave. */
TEST(the_way_left_of_a_march_shrinks_as_its_anchor_gets_on) {
    field f = field_of(open_world(64, 64));
    const sidle_vec2 corner = {10, 50};
    add_box(&f, kind(&f, 0.5f, 2), 9, 3, 8, 8, 1.2f);
    sidle_group_id group = go_all(&f, 50, 50);
    assert_ok(sidle_group_set_path(f.groups, group, &corner, 1));
    march(&f, 2);
    sidle_group_state before = group_of(&f, group), now;
    assert_true(before.path_left > 70 && before.path_left < 85);
    for (int k = 0; k < 4; k++, before = now) {
        march(&f, 3);
        now = group_of(&f, group);
        float way = hypotf(now.anchor.x - before.anchor.x, now.anchor.y - before.anchor.y);
        assert_true(way > 1);
        assert_float_equal(before.path_left - now.path_left, way, 0.1 * way);
    }
    field_end(&f);
}

TEST(wrong_formations_are_refused) {
    field f = field_of(open_world(64, 64));
    add_box(&f, kind(&f, 0.5f, 2), 4, 2, 10, 10, 1.5f);
    const sidle_vec2 goal = {40, 40};
    const sidle_formation good = sidle_formation_default();
    refusal r = begin_refusals(&f);
#define REFUSED_WITH(change, result)                                                               \
    do {                                                                                           \
        sidle_formation x = good;                                                                  \
        change;                                                                                    \
        refused(r, sidle_group_go(f.groups, f.ids, 4, goal, &x, NULL), result);                    \
    } while (0)
    REFUSED_WITH(x.cookie = 0, SIDLE_ERROR_DEFINITION);
    REFUSED_WITH(x.gap = -1, SIDLE_ERROR_ARGUMENT);
    REFUSED_WITH(x.gap = SIDLE_MAX_FORMATION_GAP * 1.01f, SIDLE_ERROR_ARGUMENT);
    REFUSED_WITH(x.gap = NAN, SIDLE_ERROR_NOT_FINITE);
    REFUSED_WITH(x.heading.y = INFINITY, SIDLE_ERROR_NOT_FINITE);
    REFUSED_WITH(x.shape = SIDLE_SHAPE_COUNT, SIDLE_ERROR_ARGUMENT);
    REFUSED_WITH(x.columns = SIDLE_MAX_GROUP_UNITS + 1, SIDLE_ERROR_ARGUMENT);
    REFUSED_WITH(x.shape = SIDLE_SHAPE_OFFSETS, SIDLE_ERROR_ARGUMENT);
    const sidle_vec2 near[] = {{0, 0}, {0.9f, 0}, {3, 0}, {6, 0}};
    REFUSED_WITH((x.shape = SIDLE_SHAPE_OFFSETS, x.offsets = near), SIDLE_ERROR_ARGUMENT);
    const sidle_vec2 far[] = {{0, 0}, {2000, 0}, {3, 0}, {6, 0}};
    REFUSED_WITH((x.shape = SIDLE_SHAPE_OFFSETS, x.offsets = far), SIDLE_ERROR_ARGUMENT);
    const sidle_vec2 none[] = {{0, 0}, {NAN, 0}, {3, 0}, {6, 0}};
    REFUSED_WITH((x.shape = SIDLE_SHAPE_OFFSETS, x.offsets = none), SIDLE_ERROR_NOT_FINITE);
    refused(r, sidle_group_go(f.groups, f.ids, 4, goal, NULL, NULL), SIDLE_ERROR_ARGUMENT);
    field_end(&f);
}

TEST(wrong_units_and_goals_are_refused) {
    field f = field_of(open_world(64, 64));
    add_box(&f, kind(&f, 0.5f, 2), 6, 2, 10, 10, 1.5f);
    const sidle_vec2 goal = {40, 40}, outside = {70, 40}, none = {NAN, 0};
    const sidle_formation good = sidle_formation_default();
    const sidle_result bad = SIDLE_ERROR_ARGUMENT, no_number = SIDLE_ERROR_NOT_FINITE;
    const sidle_unit_id twice[] = {f.ids[0], f.ids[1], f.ids[0]};
    sidle_unit_id dead[] = {f.ids[0], f.ids[5]}, away[] = {f.ids[0], f.ids[4]};
    assert_ok(sidle_unit_destroy(f.world, f.ids[5]));
    assert_ok(sidle_unit_stow(f.world, f.ids[4], SIDLE_PURSUERS_LOSE));
    refusal r = begin_refusals(&f);
    refused(r, sidle_group_go(f.groups, twice, 3, goal, &good, NULL), bad);
    refused(r, sidle_group_go(f.groups, dead, 2, goal, &good, NULL), SIDLE_ERROR_STALE);
    refused(r, sidle_group_go(f.groups, away, 2, goal, &good, NULL), SIDLE_ERROR_STOWED);
    refused(r, sidle_group_go(f.groups, f.ids, 0, goal, &good, NULL), bad);
    refused(r, sidle_group_go(f.groups, NULL, 2, goal, &good, NULL), bad);
    refused(r, sidle_group_go(NULL, f.ids, 2, goal, &good, NULL), bad);
    refused(r, sidle_group_go(f.groups, f.ids, 2, outside, &good, NULL), bad);
    refused(r, sidle_group_go(f.groups, f.ids, 2, none, &good, NULL), no_number);
    refused(r, sidle_group_places(f.groups, f.ids, 2, goal, &good, NULL), bad);
    refused(r, sidle_group_patrol(f.groups, f.ids, 2, &goal, 0, &good, NULL), bad);
    refused(r, sidle_group_patrol(f.groups, f.ids, 2, &none, 1, &good, NULL), no_number);
    const sidle_range wide = {.most = 2, .least = 3}, nan = {.most = NAN}, fine = {.most = 3};
    refused(r, sidle_group_approach(f.groups, f.ids, 2, f.ids[2], &wide, &good, NULL), bad);
    refused(r, sidle_group_approach(f.groups, f.ids, 2, f.ids[2], &nan, &good, NULL), no_number);
    refused(r, sidle_group_approach(f.groups, f.ids, 2, f.ids[1], &fine, &good, NULL), bad);
    refused(r, sidle_group_approach(f.groups, f.ids, 2, f.ids[5], &fine, &good, NULL),
            SIDLE_ERROR_STALE);
    refused(r, sidle_group_approach(f.groups, f.ids, 2, f.ids[4], &fine, &good, NULL),
            SIDLE_ERROR_STOWED);
    refused(r, sidle_group_approach_point(f.groups, f.ids, 2, outside, &fine, &good, NULL), bad);
    refused(r, sidle_group_approach_point(f.groups, f.ids, 2, goal, NULL, &good, NULL), bad);
    assert_int_equal(sidle_groups_update(f.groups, 0), bad);
    assert_int_equal(sidle_groups_update(f.groups, NAN), no_number);
    assert_int_equal(sidle_groups_update(NULL, TICK), bad);
    field_end(&f);
}

TEST(calls_about_a_group_are_refused) {
    field f = field_of(open_world(64, 64));
    add_box(&f, kind(&f, 0.5f, 2), 6, 2, 10, 10, 1.5f);
    const sidle_vec2 goal = {40, 40}, outside = {-1, 0};
    const sidle_group_id null = {0, 0};
    static uint32_t nowhere[64 * 64];
    memset(nowhere, 0xff, sizeof nowhere);
    const sidle_flow flow = {nowhere, 8}, no_flow = {NULL, 8};
    sidle_group_id over = go_some(&f, 0, 2, goal.x, goal.y), group;
    sidle_group_state s;
    sidle_member_state m;
    uint32_t count;
    assert_ok(sidle_group_disband(f.groups, over));
    group = go_some(&f, 0, 4, goal.x, goal.y);
    assert_int_equal(group.slot, over.slot);
    refusal r = begin_refusals(&f);
    refused(r, sidle_group_set_path(f.groups, over, &goal, 1), SIDLE_ERROR_STALE);
    refused(r, sidle_group_set_path(f.groups, group, &outside, 1), SIDLE_ERROR_ARGUMENT);
    refused(r, sidle_group_set_path(f.groups, group, NULL, 1), SIDLE_ERROR_ARGUMENT);
    refused(r, sidle_group_set_path(NULL, group, &goal, 1), SIDLE_ERROR_ARGUMENT);
    refused(r, sidle_group_set_flow(f.groups, group, &flow), SIDLE_ERROR_ARGUMENT);
    refused(r, sidle_group_set_flow(f.groups, group, &no_flow), SIDLE_ERROR_ARGUMENT);
    refused(r, sidle_group_set_flow(f.groups, over, &flow), SIDLE_ERROR_STALE);
    refused(r, sidle_group_join(f.groups, over, f.ids + 4, 1), SIDLE_ERROR_STALE);
    refused(r, sidle_group_join(f.groups, group, f.ids + 3, 2), SIDLE_ERROR_ARGUMENT);
    refused(r, sidle_group_join(f.groups, group, NULL, 2), SIDLE_ERROR_ARGUMENT);
    refused(r, sidle_group_leave(f.groups, f.ids[5]), SIDLE_ERROR_NO_ORDER);
    refused(r, sidle_group_leave(f.groups, NOBODY), SIDLE_ERROR_STALE);
    refused(r, sidle_group_disband(f.groups, over), SIDLE_ERROR_STALE);
    refused(r, sidle_group_get(f.groups, over, &s), SIDLE_ERROR_STALE);
    refused(r, sidle_group_get(f.groups, group, NULL), SIDLE_ERROR_ARGUMENT);
    refused(r, sidle_group_units(f.groups, null, NULL, 0, &count), SIDLE_ERROR_STALE);
    refused(r, sidle_group_units(f.groups, group, NULL, 1, &count), SIDLE_ERROR_ARGUMENT);
    refused(r, sidle_group_member(f.groups, f.ids[5], &m), SIDLE_ERROR_NO_ORDER);
    refused(r, sidle_group_member(f.groups, NOBODY, &m), SIDLE_ERROR_STALE);
    assert_ok(sidle_group_units(f.groups, group, NULL, 0, &count));
    assert_int_equal(count, 4);
    assert_int_equal(sidle_group_next(f.groups, null).slot, group.slot);
    assert_int_equal(sidle_group_next(f.groups, group).slot, 0);
    field_end(&f);
}

/* ---- memory, and calls at random ---- */

TEST(updates_take_no_memory) {
    purse c = {0};
    sidle_world_def def = def_with(&c);
    sidle_world *world;
    assert_ok(sidle_world_create(&def, &world));
    field f = field_of(world);
    sidle_unit_id prey = unit_at(f.world, 50, 20);
    add_box(&f, kind(&f, 0.5f, 2), 20, 5, 8, 8, 1.5f);
    sidle_formation formation = sidle_formation_default();
    const sidle_range range = {.most = 3};
    assert_ok(sidle_group_approach(f.groups, f.ids, 10, prey, &range, &formation, NULL));
    sidle_group_id group = go_some(&f, 10, 10, 50, 50);
    assert_ok(sidle_unit_go(f.world, prey, (sidle_vec2){50, 60}));
    tick(&f);
    /* Both groups run side by side for a while: the one that goes is there after 45 s. */
    for (int k = 0; k < 1800; k++) {
        size_t calls = c.calls;
        assert_ok(sidle_groups_update(f.groups, TICK));
        if (k < 100) assert_int_equal(c.calls, calls);
        assert_ok(sidle_world_step(f.world, TICK));
    }
    assert_false(sidle_group_valid(f.groups, group));
    field_end(&f);
    assert_true(c.in_use == 0);
}

TESTS_OF(groups)
