/* An order that a group gets again, and orders to points near each other. */
#include "group_field.h"
#include "measures.h"

/* Two kinds in rows, the large slow ones in the rear. */
static field two_kinds(uint32_t count) {
    field f = field_of(open_world(140, 70));
    sidle_profile_id slow = kind(&f, 0.7f, 1.8f), fast = kind(&f, 0.45f, 2.6f);
    for (uint32_t k = 0; k < count; k++)
        add(&f, k % 5 ? fast : slow, 12 + 2.2f * (float)(k % 5), 24 + 2 * (float)(k / 5));
    return f;
}

/* The orders that a host can give, by number, some of them in shapes of their own. */
static sidle_group_id give(field *f, uint32_t number, uint32_t units, sidle_vec2 goal) {
    static sidle_vec2 offsets[MOST];
    const sidle_range range = {.most = 5};
    const sidle_vec2 points[] = {goal, {20, 60}, {60, 60}};
    sidle_formation formation = sidle_formation_default();
    sidle_group_id id = {0, 0};
    for (uint32_t k = 0; k < units; k++)
        offsets[k] = (sidle_vec2){2 * (float)(k / 3), 2 * (float)(k % 3)};
    formation.offsets = offsets;
    if (number < 4) formation.shape = SIDLE_SHAPE_WEDGE + (sidle_shape)number;
    formation.keep_places = number == 4;
    if (number == 4) formation.shape = SIDLE_SHAPE_OFFSETS;
    formation.march = number != 5;
    if (number < 7)
        id = go_as(f, 0, units, goal, &formation);
    else if (number == 7)
        assert_ok(sidle_group_patrol(f->groups, f->ids, units, points, 3, &formation, &id));
    else if (number == 8)
        assert_ok(
            sidle_group_approach_point(f->groups, f->ids, units, goal, &range, &formation, &id));
    else
        assert_ok(
            sidle_group_approach(f->groups, f->ids, units, f->ids[units], &range, &formation, &id));
    return id;
}
enum { ORDERS = 10 };

/* From the first tick to the rest of all: both worlds have the same bits. */
TEST(the_same_order_again_changes_nothing) {
    for (uint32_t number = 0; number < ORDERS; number++) {
        field once = two_kinds(22), often = two_kinds(22);
        const sidle_vec2 goal = {38, 40};
        sidle_group_id a = give(&once, number, 21, goal), b = give(&often, number, 21, goal);
        for (uint32_t ticks = 0; ticks < 30 * 30; ticks++) {
            bool lives = sidle_group_valid(often.groups, b) &&
                         !(number == 7 && group_of(&often, b).goal.x != goal.x);
            if (lives && ticks % (1 + 2 * number) == 0) {
                sidle_group_id again = give(&often, number, 21, goal);
                assert_true(again.slot == b.slot && again.generation == b.generation);
            }
            tick(&once), tick(&often);
        }
        assert_int_equal(sidle_group_valid(once.groups, a), sidle_group_valid(often.groups, b));
        assert_true(sidle_groups_hash(once.groups) == sidle_groups_hash(often.groups));
        assert_true(sidle_world_hash(once.world) == sidle_world_hash(often.world));
        field_end(&once), field_end(&often);
    }
}

/* s until the middle of the units is a unit from the goal, with so many clicks a second that miss
 * it by so much. */
static float time_with_clicks(uint32_t count, float clicks, float misses) {
    field f = two_kinds(count);
    const sidle_vec2 goal = {70, 34};
    dice d = {count};
    for (int ticks = 0; ticks < 100 * 30; ticks++) {
        sidle_vec2 middle = {0, 0}, point = goal;
        for (uint32_t k = 0; k < count; k++) {
            sidle_vec2 at = state_of(f.world, f.ids[k]).position;
            middle.x += at.x / (float)count, middle.y += at.y / (float)count;
        }
        if (distance(middle, goal) < 1.5f) {
            field_end(&f);
            return (float)ticks / 30;
        }
        if (!ticks || (clicks > 0 && ticks % (int)(30 / clicks) == 0)) {
            if (ticks) point.x += roll_between(&d, -misses, misses);
            if (ticks) point.y += roll_between(&d, -misses, misses);
            give(&f, 6, count, point);
        }
        tick(&f);
    }
    fail_msg("%u units do not come at %g clicks a second", count, (double)clicks);
    return 0;
}

TEST(clicks_near_one_point_take_a_group_there_as_one_does) {
    const uint32_t counts[] = {10, 20, 35};
    const float rates[] = {1, 3, 7.5f};
    for (int n = 0; n < 3; n++) {
        float once = time_with_clicks(counts[n], 0, 0);
        for (int k = 0; k < 3; k++)
            for (int misses = 1; misses <= 2; misses++)
                assert_true(time_with_clicks(counts[n], rates[k], 0.4f * (float)misses) <
                            1.3f * once);
    }
}

/* A goal that is a little farther on while each goes to its own place: all arrive there. */
TEST(at_the_end_the_places_move_with_the_goal) {
    field f = two_kinds(12);
    sidle_group_id group = give(&f, 6, 12, (sidle_vec2){40, 29});
    while (group_of(&f, group).marching) tick(&f);
    march(&f, 0.5f);
    sidle_group_id again = give(&f, 6, 12, (sidle_vec2){42, 30.5f});
    assert_true(again.slot == group.slot && again.generation == group.generation);
    await(&f, SIDLE_GROUP_EVENT_ARRIVED, group, 30);
    sidle_vec2 middle = {0, 0};
    for (uint32_t k = 0; k < f.count; k++) {
        sidle_vec2 at = state_of(f.world, f.ids[k]).position;
        middle.x += at.x / 12, middle.y += at.y / 12;
    }
    assert_true(distance(middle, (sidle_vec2){42, 30.5f}) < 1);
    field_end(&f);
}

/* A goal behind, other units, another formation, a unit with an order of its own. */
TEST(another_order_makes_a_new_group) {
    const sidle_vec2 goal = {90, 34};
    for (int round = 0; round < 4; round++) {
        field f = two_kinds(20);
        sidle_group_id first = give(&f, 6, 20, goal), next;
        march(&f, 4);
        if (round == 3) assert_ok(sidle_unit_go(f.world, f.ids[3], (sidle_vec2){5, 5}));
        next =
            give(&f, round == 2 ? 0 : 6, round == 1 ? 19 : 20, round ? goal : (sidle_vec2){2, 30});
        assert_true(next.slot != first.slot || next.generation != first.generation);
        march(&f, 0.1f);
        assert_int_equal(group_of(&f, next).count, round == 1 ? 19 : 20);
        assert_int_equal(sidle_group_valid(f.groups, first), round == 1);
        field_end(&f);
    }
}

TESTS_OF(orders_again)
