/* Generated scenes: what they promise before anybody moves, and that the scoreboard's run to their
 * end. */
#include "scenes.h"
#include "sim.h"
#include "support.h"

#include <math.h>
#include <stb_ds.h>

static scene generated(const char *name, uint32_t seed) {
    scene s = scene_make(name);
    complaints to = {.out = stderr};
    assert_true(scene_generate(name, seed, &s, &to));
    return s;
}

static float least_distance(const scene *s) {
    float least = 1e9f;
    for (size_t a = 0; a < arrlenu(s->units); a++)
        for (size_t b = a + 1; b < arrlenu(s->units); b++) {
            sidle_vec2 p = s->units[a].position, q = s->units[b].position;
            least = fminf(least, hypotf(p.x - q.x, p.y - q.y));
        }
    return least;
}

static void scenes_start_without_overlap_and_can_be_run(void **state) {
    (void)state;
    static const struct {
        const char *name;
        size_t units;
    } SCENES[] = {{"@circle2", 2},      {"@circle100", 100},  {"@circle1000", 1000},
                  {"@blocks100", 200},  {"@blocks400", 800},  {"@through0.6", 300},
                  {"@through1.6", 300}, {"@door200", 200},    {"@door_two_way100", 200},
                  {"@point200", 200},   {"@scale1000", 1000}, {"@dense500", 500},
                  {"@blocks7", 14},     {"@door1", 1}};
    for (size_t k = 0; k < sizeof SCENES / sizeof SCENES[0]; k++)
        for (uint32_t seed = 0; seed < 2; seed++) {
            scene s = generated(SCENES[k].name, seed);
            complaints to = {.out = stderr};
            assert_int_equal(arrlenu(s.units), SCENES[k].units);
            assert_true(least_distance(&s) >= 0.999f);
            assert_true(sim_check(&s, &to));
            scene_free(&s);
        }
}

static void a_seed_gives_one_scene_and_another_seed_another(void **state) {
    (void)state;
    scene a = generated("@blocks100", 3), b = generated("@blocks100", 3),
          c = generated("@blocks100", 4);
    int differ = 0;
    for (size_t k = 0; k < arrlenu(a.units); k++) {
        assert_memory_equal(&a.units[k].position, &b.units[k].position, sizeof(sidle_vec2));
        differ += a.units[k].position.x != c.units[k].position.x;
    }
    assert_true(differ > 150);
    scene_free(&a);
    scene_free(&b);
    scene_free(&c);
}

static void the_door_is_two_and_a_half_wide(void **state) {
    (void)state;
    scene s = generated("@door20", 0);
    uint32_t open = 0, walls = 0;
    sidle_vec2 before = s.units[0].via[0], behind = s.units[0].via[1];
    uint32_t column = (uint32_t)((before.x + behind.x) / 2 / s.cell_size);
    for (uint32_t y = 0; y < s.height; y++) {
        open += s.cells[(size_t)y * s.width + column] == SIDLE_GROUND;
        walls += s.cells[(size_t)y * s.width + column] == SIDLE_VOID;
    }
    assert_float_equal((float)open * s.cell_size, 2.5f, 1e-6f);
    assert_true(walls > 40);
    assert_float_equal(behind.x - before.x, 5, 1e-5f); /* 1.5 + 2 + 1.5 */
    scene_free(&s);
}

static void unknown_scenes_are_refused(void **state) {
    (void)state;
    static const char *const BAD[] = {"@",         "@circle",  "@circle1",  "@circle99999999",
                                      "@circlex",  "@door12x", "@nothing3", "@circle-5",
                                      "@circlenan"};
    for (size_t k = 0; k < sizeof BAD / sizeof BAD[0]; k++) {
        scene s = scene_make(BAD[k]);
        complaints to = {.out = NULL};
        assert_false(scene_generate(BAD[k], 0, &s, &to));
        assert_int_equal(to.count, 1);
        scene_free(&s);
    }
}

/* ---- the scoreboard ---- */

static outcome played(const char *name) {
    scene s = generated(name, 0);
    complaints to = {.out = stderr};
    sim_options options = {.hz = 30};
    outcome o = {0};
    assert_true(sim_run(&s, &options, NULL, NULL, &o, &to));
    assert_float_equal(o.arrived, 1, 0);
    assert_float_equal(o.static_overlaps, 0, 0);
    assert_float_equal(o.displaced_max, 0, 0);
    assert_float_equal(o.end_speed, 0, 0);
    scene_free(&s);
    return o;
}

#define SCOREBOARD(test, name, stretch)                                                            \
    static void test(void **state) {                                                               \
        (void)state;                                                                               \
        assert_true(played(name).stretch_mean <= (stretch));                                       \
    }

SCOREBOARD(everybody_crosses_the_circle, "@circle100", 1.40)
SCOREBOARD(two_blocks_pass_through_each_other, "@blocks100", 1.30)
SCOREBOARD(a_standing_block_is_crossed_and_not_moved, "@through0.6", 1.45)
SCOREBOARD(a_loose_standing_block_is_crossed_and_not_moved, "@through1.6", 1.08)
SCOREBOARD(two_hundred_go_through_a_door, "@door200", 1.60)
SCOREBOARD(a_hundred_from_each_side_go_through_a_door, "@door_two_way100", 1.90)

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scenes_start_without_overlap_and_can_be_run),
        cmocka_unit_test(a_seed_gives_one_scene_and_another_seed_another),
        cmocka_unit_test(the_door_is_two_and_a_half_wide),
        cmocka_unit_test(unknown_scenes_are_refused),
        cmocka_unit_test(everybody_crosses_the_circle),
        cmocka_unit_test(two_blocks_pass_through_each_other),
        cmocka_unit_test(a_standing_block_is_crossed_and_not_moved),
        cmocka_unit_test(a_loose_standing_block_is_crossed_and_not_moved),
        cmocka_unit_test(two_hundred_go_through_a_door),
        cmocka_unit_test(a_hundred_from_each_side_go_through_a_door),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
