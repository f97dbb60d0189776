/* The search for the head of a queue against its plain form, for crowds of units of any size before
 * a door: the search reads four bodies at a time and drops most of them by a filter, the plain form
 * asks about each body. */
#include "internals.h"
#include "support.h"

enum { CROWD = 60, SCENES = 12 };

typedef struct witness {
    sidle_world *world;
    float size; /* of a unit, as a multiple of the built-in profile's */
    uint32_t asked, heads, differ;
} witness;

/* From a few radii on to far beyond the crowd. */
static void compare(witness *w) {
    static const float WITHIN[] = {1.5f, 3, 8, 40};
    uint32_t count = inside_body_count(w->world);
    for (uint32_t k = 0; k < count; k++)
        for (size_t n = 0; n < sizeof WITHIN / sizeof *WITHIN; n++) {
            sidle_unit_id found = inside_head_of_queue(w->world, k, WITHIN[n] * w->size);
            sidle_unit_id plain = inside_plain_head_of_queue(w->world, k, WITHIN[n] * w->size);
            w->asked++;
            w->heads += plain.generation != 0;
            w->differ += found.slot != plain.slot || found.generation != plain.generation;
        }
}

static void watch(void *context, sidle_phase phase) {
    witness *w = context;
    if (phase == inside_look_begin && sidle_world_tick(w->world) % 10 == 9) compare(w);
}

/* The built-in profile, with lengths and speeds times the size. */
static sidle_profile_id profile_of_size(sidle_world *world, float size) {
    sidle_profile p = sidle_profile_default();
    float *lengths[] = {&p.radius,
                        &p.top_speed,
                        &p.acceleration,
                        &p.view_distance,
                        &p.tuning.look_cell,
                        &p.tuning.waypoint_radius,
                        &p.tuning.arrival_radius,
                        &p.tuning.side_reach,
                        &p.tuning.side_bias};
    for (size_t k = 0; k < sizeof lengths / sizeof *lengths; k++) *lengths[k] *= size;
    return profile_in(world, &p);
}

static void play(float size, uint64_t seed, witness *w) {
    dice d = {seed};
    sidle_world_def def = sidle_world_def_default();
    def.width = 120;
    def.height = 80;
    def.cell_size = 0.5f * size;
    def.hooks.context = w;
    def.hooks.phase = watch;
    assert_ok(sidle_world_create(&def, &w->world));
    w->size = size;
    assert_ok(sidle_world_set_cells(w->world, 60, 0, 4, 37, SIDLE_TERRAIN_TREES));
    assert_ok(sidle_world_set_cells(w->world, 60, 42, 4, 38, SIDLE_TERRAIN_TREES));
    sidle_profile_id profile = profile_of_size(w->world, size);
    for (uint32_t k = 0; k < CROWD; k++) {
        float x = 12 + 1.5f * (float)(k / 10), y = 19.75f + 1.5f * ((float)(k % 10) - 4.5f);
        x += roll_between(&d, -0.1f, 0.1f);
        sidle_unit_id id = unit_of(w->world, profile, x * size, y * size);
        sidle_vec2 goal = {roll_between(&d, 45, 58) * size, roll_between(&d, 3, 36) * size};
        sidle_vec2 path[] = {{28.5f * size, 19.75f * size}, {33.5f * size, 19.75f * size}};
        assert_ok(sidle_unit_go(w->world, id, goal));
        assert_ok(sidle_unit_set_path(w->world, id, path, 2));
    }
    for (int tick = 0; tick < 400; tick++) assert_ok(sidle_world_step(w->world, TICK));
    sidle_world_destroy(w->world);
}

static void the_head_of_a_queue_is_that_of_the_plain_search(void **state) {
    (void)state;
    static const float SIZES[] = {0.125f, 0.25f, 1, 4};
    witness w = {.asked = 0};
    for (uint64_t scene = 0; scene < SCENES; scene++) play(SIZES[scene % 4], 1 + scene, &w);
    print_message("%u of %u asked have to let another go first\n", w.heads, w.asked);
    assert_true(w.heads > 10000);
    assert_int_equal(w.differ, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_head_of_a_queue_is_that_of_the_plain_search),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
