/* How a group falls in that sets out in disorder: on the way, and without standing. */
#include "group_field.h"

/* Two kinds, large slow units among small fast ones, strewn over a square about this point. */
static field strewn(uint32_t count, uint32_t every, float side, uint64_t seed) {
    field f = field_of(open_world(160, 80));
    sidle_profile_id small = kind(&f, 0.4f, 3.2f), large = kind(&f, 0.9f, 1.6f);
    dice d = {seed};
    for (uint32_t k = 0; k < count; k++) {
        const sidle_filter clear = {0};
        sidle_profile_id profile = k % every ? small : large;
        sidle_vec2 at = {30 + roll_between(&d, -0.5f, 0.5f) * side,
                         40 + roll_between(&d, -0.5f, 0.5f) * side};
        assert_ok(sidle_world_nearest_fit(f.world, profile, at, 20, &clear, &at));
        add(&f, profile, at.x, at.y);
    }
    return f;
}

static float middle_x(const field *f) {
    float sum = 0;
    for (uint32_t k = 0; k < f->count; k++) sum += state_of(f->world, f->ids[k]).position.x;
    return sum / (float)f->count;
}

/* s until the middle of the units is at x. */
static float time_to(field *f, float x, float seconds) {
    for (int ticks = 0; ticks < (int)(seconds * 30); ticks++) {
        if (middle_x(f) >= x) return (float)ticks / 30;
        tick(f);
    }
    fail_msg("%u units are at %g after %g s", f->count, (double)middle_x(f), (double)seconds);
    return 0;
}

/* Straight, the slowest unit drives 8 u in 5 s. */
TEST(a_march_of_two_kinds_sets_out_at_once) {
    for (uint32_t round = 0; round < 8; round++) {
        uint32_t count = 15 + 10 * (round / 2);
        field f = strewn(count, 4 + round % 3, 6 + (float)round, 40 + round);
        sidle_formation formation = sidle_formation_default();
        formation.shape = round % 2 ? SIDLE_SHAPE_DISC : SIDLE_SHAPE_BOX;
        float from = middle_x(&f);
        go_as(&f, 0, count, (sidle_vec2){from + 70, 40}, &formation);
        time_to(&f, from + 8, 10);
        field_end(&f);
    }
}

/* All the same it forms before half of its way, and arrives not long after its slowest unit would
 * alone, which needs 44 s. */
TEST(it_falls_in_on_the_way_and_arrives_in_time) {
    for (uint32_t round = 0; round < 4; round++) {
        field f = strewn(14 + 5 * round, 5, 9, 7 + round);
        float from = middle_x(&f);
        sidle_group_id group = go_all(&f, from + 70, 40);
        float formed = await(&f, SIDLE_GROUP_EVENT_FORMED, group, 30);
        assert_true(middle_x(&f) < from + 35);
        await(&f, SIDLE_GROUP_EVENT_ARRIVED, group, 44 * 1.28f - formed);
        field_end(&f);
    }
}

/* One that is ahead of its place lets the others catch up, and drives on before them: so nobody
 * behind it has to stop. */
TEST(a_unit_ahead_of_its_place_does_not_stop) {
    field f = field_of(open_world(96, 48));
    sidle_profile_id profile = kind(&f, 0.6f, 2.4f);
    add_box(&f, profile, 12, 3, 10, 20, 1.8f);
    add(&f, profile, 21, 24);
    sidle_group_id group = go_all(&f, 80, 23);
    march(&f, 2);
    for (int ticks = 0; ticks < 15 * 30; ticks++) {
        sidle_vec2 v = state_of(f.world, f.ids[12]).velocity;
        assert_true(sqrtf(v.x * v.x + v.y * v.y) >= 0.3f * group_of(&f, group).speed);
        tick(&f);
    }
    assert_true(group_of(&f, group).formed);
    field_end(&f);
}

TESTS_OF(falling_in)
