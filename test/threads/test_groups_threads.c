/* Groups of all shapes and orders: the same bits with any number of threads, and with any order of
 * creation where the host gives the ranks. */
#include "examples/thread_pool.h"
#include "support.h"

/* A sanitizer of threads takes twenty times as long, and sees a race at its first chance. */
#ifdef __SANITIZE_THREAD__
enum { TICKS = 40 };
#else
enum { TICKS = 450 };
#endif

/* Enough units for four parts of a step. */
enum { GROUPS = 20, EACH = 45, UNITS = GROUPS * EACH };

typedef struct army {
    sidle_world *world;
    sidle_groups *groups;
    sidle_unit_id ids[UNITS]; /* by rank */
    uint64_t digest;
} army;

static void feed(army *a, const void *bytes, size_t size) {
    const uint8_t *b = bytes;
    for (size_t k = 0; k < size; k++) a->digest = (a->digest ^ b[k]) * 0x100000001b3u;
}

static army army_make(sidle_hooks hooks, bool backwards) {
    army a = {.digest = 1};
    sidle_world_def def = sidle_world_def_default();
    def.width = def.height = 160;
    def.hooks = hooks;
    assert_ok(sidle_world_create(&def, &a.world));
    assert_ok(sidle_groups_create(a.world, &a.groups));
    assert_ok(sidle_world_set_cells(a.world, 78, 0, 4, 74, SIDLE_TERRAIN_VOID));
    assert_ok(sidle_world_set_cells(a.world, 78, 84, 4, 76, SIDLE_TERRAIN_VOID));
    sidle_profile_id kinds[3];
    for (uint32_t k = 0; k < 3; k++) {
        sidle_profile p = sidle_profile_default();
        p.radius = (float[]){0.5f, 0.7f, 0.4f}[k];
        p.top_speed = (float[]){2, 1.6f, 3}[k];
        kinds[k] = profile_in(a.world, &p);
    }
    for (uint32_t n = 0; n < UNITS; n++) {
        uint32_t k = backwards ? UNITS - 1 - n : n, group = k / EACH, place = k % EACH;
        sidle_unit_def unit = sidle_unit_def_default();
        unit.profile = kinds[k % 3];
        unit.rank = k + 1;
        unit.position = (sidle_vec2){6 + 14 * (float)(group % 5) + 1.6f * (float)(place % 7),
                                     6 + 36 * (float)(group / 5) + 1.6f * (float)(place / 7)};
        assert_ok(sidle_unit_create(a.world, &unit, &a.ids[k]));
    }
    return a;
}

/* Each shape, each order; half of the groups cross the gap in the middle. */
static void army_order(army *a) {
    static sidle_vec2 offsets[EACH];
    const sidle_range range = {.most = 4};
    for (uint32_t k = 0; k < EACH; k++)
        offsets[k] = (sidle_vec2){2 * (float)(k % 9) - 8, 2 * (float)(k / 9) - 4};
    for (uint32_t n = 0; n < GROUPS; n++) {
        sidle_formation f = sidle_formation_default();
        f.shape = (sidle_shape)(n % SIDLE_SHAPE_COUNT);
        f.offsets = offsets;
        f.march = n % 9 != 8;
        sidle_unit_id *ids = a->ids + n * EACH;
        sidle_vec2 goal = {n % 2 ? 70.0f : 130.0f, 20 + 6 * (float)n};
        const sidle_vec2 points[] = {goal, {30, 80}}, gap[] = {{76, 79}, {84, 79}};
        sidle_group_id group;
        sidle_result bad =
            n % 4 == 0   ? sidle_group_go(a->groups, ids, EACH, goal, &f, &group)
            : n % 4 == 1 ? sidle_group_patrol(a->groups, ids, EACH, points, 2, &f, &group)
            : n % 4 == 2
                ? sidle_group_approach_point(a->groups, ids, EACH, goal, &range, &f, &group)
                : sidle_group_approach(a->groups, ids, EACH, a->ids[0], &range, &f, &group);
        assert_ok(bad);
        sidle_group_state s;
        assert_ok(sidle_group_get(a->groups, group, &s));
        if (n % 2 == 0 && s.marching) assert_ok(sidle_group_set_path(a->groups, group, gap, 2));
    }
}

/* Units die, leave and join, by rank. */
static void army_change(army *a, int tick) {
    sidle_unit_id one = a->ids[(uint32_t)tick * 7 % UNITS];
    sidle_unit_id other = a->ids[(uint32_t)tick * 11 % UNITS];
    sidle_group_id group = sidle_group_next(a->groups, (sidle_group_id){(uint32_t)tick % 9, 0});
    if (tick % 9 == 1) sidle_group_leave(a->groups, one);
    if (tick % 9 == 4) sidle_group_join(a->groups, group, &other, 1);
    if (tick % 30 == 7 && sidle_unit_valid(a->world, one))
        assert_ok(sidle_unit_destroy(a->world, one));
    if (tick == 200) sidle_group_disband(a->groups, group);
}

/* What does not depend on ids. */
static void army_read(army *a) {
    uint32_t count;
    const sidle_group_event *events = sidle_groups_events(a->groups, &count);
    for (uint32_t k = 0; k < count; k++) feed(a, &events[k], sizeof events[k]);
    for (uint32_t k = 0; k < UNITS; k++) {
        sidle_unit_state s;
        sidle_member_state m;
        if (sidle_unit_get(a->world, a->ids[k], &s)) continue;
        feed(a, &s.position, sizeof s.position);
        if (sidle_group_member(a->groups, a->ids[k], &m)) continue;
        feed(a, &m.group, sizeof m.group);
        feed(a, &m.place, sizeof m.place);
        feed(a, &m.member, sizeof m.member);
    }
}

static uint64_t fought(uint32_t threads, bool backwards, uint64_t *groups_hash) {
    pool *p = pool_make(threads);
    army a = army_make(pool_hooks(p), backwards);
    army_order(&a);
    for (int tick = 0; tick < TICKS; tick++) {
        army_change(&a, tick);
        assert_ok(sidle_groups_update(a.groups, TICK));
        assert_ok(sidle_world_step(a.world, TICK));
        if (tick % 5 == 0) army_read(&a);
    }
    const char *fault = sidle_groups_validate(a.groups);
    if (fault) fail_msg("%s", fault);
    assert_null(sidle_world_validate(a.world));
    *groups_hash = sidle_groups_hash(a.groups) ^ sidle_world_hash(a.world);
    sidle_groups_destroy(a.groups);
    sidle_world_destroy(a.world);
    pool_free(p);
    return a.digest;
}

TEST(the_order_of_creation_changes_no_bit_of_groups) {
    uint64_t of_one, of_other;
    assert_true(fought(1, false, &of_one) == fought(2, true, &of_other));
    assert_true(of_one != of_other); /* the ids are others */
}

TESTS_OF(groups_threads)
