/* Generated scenes: what they promise before anybody moves, and that a run goes on to its end. */
#include "fixtures.h"
#include "measures.h"
#include "scenes/catalogue.h"

#include <stb_ds.h>

static float least_distance(const scene *s) {
    float least = 1e9f;
    for (size_t a = 0; a < arrlenu(s->units); a++)
        for (size_t b = a + 1; b < arrlenu(s->units); b++)
            least = fminf(least, distance(s->units[a].position, s->units[b].position));
    return least;
}

/* Asked of the library, with everybody put where the scene sends him. */
static bool everybody_could_stand_at_the_goal(const scene *s) {
    scene there = *s;
    there.units = NULL;
    for (size_t k = 0; k < arrlenu(s->units); k++) {
        scene_unit u = s->units[k];
        if (u.order) u.position = u.goal;
        arrput(there.units, u);
    }
    complaints to = {.out = stderr};
    bool good = sim_check(&there, &to);
    arrfree(there.units);
    return good;
}

typedef struct start {
    const char *name;
    size_t units;
} start;

/* Nobody overlaps, the scene can be run, and so can it with everybody at the goal. */
static void assert_good_starts(const start *scenes, size_t count) {
    for (size_t k = 0; k < count; k++)
        for (uint32_t seed = 0; seed < 2; seed++) {
            scene s = generated(scenes[k].name, seed);
            complaints to = {.out = stderr};
            assert_int_equal(arrlenu(s.units), scenes[k].units);
            assert_true(least_distance(&s) >= 0.999f);
            assert_true(sim_check(&s, &to));
            assert_true(everybody_could_stand_at_the_goal(&s));
            scene_free(&s);
        }
}

TEST(scenes_start_without_overlap_and_can_be_run) {
    static const start SCENES[] = {
        {"@circle2", 2},         {"@circle100", 100},  {"@circle1000", 1000},
        {"@blocks100", 200},     {"@blocks400", 800},  {"@through0.6", 300},
        {"@through1.6", 300},    {"@door200", 200},    {"@door_two_way100", 200},
        {"@point200", 200},      {"@scale1000", 1000}, {"@dense500", 500},
        {"@standing500", 500},   {"@near500", 500},    {"@resting500", 500},
        {"@battle50", 100},      {"@blocks7", 14},     {"@door1", 1},
        {"@oncoming", 2},        {"@overtake", 2},     {"@squeeze3", 3},
        {"@four_way", 4},        {"@hallway100", 200}, {"@hallway_four_way100", 400},
        {"@bottleneck100", 100}, {"@forest100", 100},  {"@exits2_100", 100},
        {"@exits4_100", 100},    {"@single_file1", 2}, {"@single_file20", 40},
        {"@merge", 80},          {"@mixed", 56},       {"@column", 30},
        {"@corner", 200}};
    assert_good_starts(SCENES, sizeof SCENES / sizeof SCENES[0]);
}

TEST(turned_and_shifted_scenes_start_without_overlap_and_can_be_run) {
    static const start SCENES[] = {
        {"circle30+rot45", 30},    {"@blocks20+shift", 40},    {"@blocks20+rot45+shift+cell2", 40},
        {"@door30+rot45", 30},     {"@door30+cell0.25", 30},   {"@exits4_100+rot45", 100},
        {"@forest100+rot45", 100}, {"@scale100+cell0.5", 100}, {"@single_file5+rot45", 10},
        {"@merge+rot45", 80},      {"@mixed+rot45+shift", 56}, {"@column+cell0.25", 30},
        {"@corner+rot45", 200}};
    assert_good_starts(SCENES, sizeof SCENES / sizeof SCENES[0]);
}

TEST(a_seed_gives_one_scene_and_another_seed_another) {
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

TEST(a_turned_scene_has_the_same_distances) {
    static const char *const PAIRS[][2] = {{"@blocks20", "@blocks20+rot45"},
                                           {"@door20", "@door20+rot45"},
                                           {"@circle7", "@circle7+shift"},
                                           {"@exits4_50", "@exits4_50+cell0.25"}};
    for (size_t pair = 0; pair < 4; pair++) {
        scene a = generated(PAIRS[pair][0], 0), b = generated(PAIRS[pair][1], 0);
        int moved = 0;
        for (size_t k = 0; k < arrlenu(a.units); k++) {
            const scene_unit *u = &a.units[k], *v = &b.units[k];
            assert_float_equal(distance(u->position, a.units[0].goal),
                               distance(v->position, b.units[0].goal), 1e-4f);
            assert_float_equal(distance(u->goal, a.units[0].goal),
                               distance(v->goal, b.units[0].goal), 1e-4f);
            moved += u->position.x != v->position.x || u->position.y != v->position.y;
        }
        assert_true(moved > 0);
        scene_free(&a);
        scene_free(&b);
    }
}

TEST(every_name_of_the_list_is_a_scene) {
    size_t count;
    const char *const *names = catalogue_lines(&count);
    assert_int_equal(count, 36); /* 35 scenes and the line on modifiers */
    for (size_t k = 0; k + 1 < count; k++) {
        char name[64];
        snprintf(name, sizeof name, "%.*s", (int)strcspn(names[k], " "), names[k]);
        char *number = name + strlen(name) - 1;
        if (*number == 'N' || *number == 'G') memcpy(number, "5", 2);
        scene s = generated(name, 1);
        assert_true(arrlenu(s.units) > 1);
        scene_free(&s);
    }
}

TEST(unknown_scenes_are_refused) {
    static const char *const BAD[] = {"",
                                      "@",
                                      "@circle",
                                      "@circle1",
                                      "@circle99999999",
                                      "@circlex",
                                      "@door12x",
                                      "@nothing3",
                                      "@circle-5",
                                      "@circlenan",
                                      "@circle 5",
                                      "@circle2.5",
                                      "@circle1e2",
                                      "@circle0x5",
                                      "@through",
                                      "@through.",
                                      "@through0.5.5",
                                      "@oncoming2",
                                      "@exits3_20",
                                      "@exits2_",
                                      "@circle5+",
                                      "@circle5+rot",
                                      "@circle5+rot45x",
                                      "@circle5+cell",
                                      "@circle5+cell0",
                                      "@circle5+cell0.1",
                                      "@circle5+cell9",
                                      "@circle5rot45",
                                      "+rot45",
                                      "@door9+shift",
                                      "@door9+cell1",
                                      "@door9+cell0.3",
                                      "@single_file",
                                      "@single_file0",
                                      "@merge40",
                                      "@corner+shift",
                                      "@scale9+rot45",
                                      "@dense9+shift"};
    for (size_t k = 0; k < sizeof BAD / sizeof BAD[0]; k++) {
        scene s = scene_make(BAD[k]);
        complaints to = {.out = NULL};
        assert_false(scene_generate(BAD[k], 0, &s, &to));
        assert_int_equal(to.count, 1);
        scene_free(&s);
    }
}

/* Some of them wait for seconds before they return. */
TEST(a_run_goes_on_until_units_that_gave_way_are_back) {
    for (uint32_t seed = 1; seed <= 12; seed++) {
        scene s = generated("merge", seed);
        outcome o = run_by(&s, SIM_ASTAR);
        if (o.restarts > 0) fail_msg("seed %u: %g are not back", seed, o.restarts);
        scene_free(&s);
    }
}

TESTS_OF(scenes)
