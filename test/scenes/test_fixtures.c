/* Every fixture of maps/ is read, run and held to its own `expect` lines; there is one test for
 * each. What a line cannot say is asked here of what the fixture shows. */
#include "fixtures.h"

#include <dirent.h>
#include <stb_ds.h>
#define STB_IMAGE_IMPLEMENTATION
#define STBI_ONLY_PNG
#include <stb_image.h>
#include <unistd.h>

enum { FIXTURES = 31 }; /* the fewest */

static struct dirent **maps;
static int map_count;

static int is_map(const struct dirent *file) {
    const char *dot = strrchr(file->d_name, '.');
    return dot && !strcmp(dot, ".map");
}

static void holds_what_it_expects(void **state) {
    scene s = fixture(*state);
    assert_true(arrlen(s.expects) >= 3);
    outcome o = run_by(&s, SIM_ASTAR);
    assert_int_equal(outcome_expect(&o, &s, stderr), 0);
    scene_free(&s);
}

TEST(no_fixture_is_missing) {
    assert_true(map_count >= FIXTURES);
}

TEST(walls_are_kept_under_a_flow_field_too) {
    for (int k = 0; k < map_count; k++) {
        const char *name = maps[k]->d_name;
        scene s = fixture(name);
        outcome o = run_by(&s, SIM_FLOW);
        assert_float_equal(o.static_overlaps, 0, 0);
        assert_float_equal(o.displaced_max, 0, 0);
        /* Where goals touch, one unit of forty may find its own one too narrow. */
        float most_missed = strcmp(name, "doorway.map") ? 0 : 0.025f;
        float arrives = strcmp(name, "dead_end.map") ? 1 : 0.5f;
        assert_float_equal(o.arrived, arrives, most_missed + 1e-6f);
        /* Where nobody has a goal, that says nothing. */
        if (o.movers == 0) assert_int_equal(outcome_expect(&o, &s, stderr), 0);
        scene_free(&s);
    }
}

/* A unit of the group, -1 past the last one. */
static int64_t unit_of_group(const scene *s, uint32_t group, int64_t after) {
    for (int64_t k = after + 1; k < arrlen(s->units); k++)
        if (s->units[k].group == group) return k;
    return -1;
}

TEST(a_dying_unit_is_lost_to_its_hunters_only_when_it_dies) {
    scene s = fixture("lost");
    outcome dying = run_by(&s, SIM_ASTAR);
    for (size_t k = 0; k < arrlenu(s.units); k++) s.units[k].dies = 0;
    outcome living = run_by(&s, SIM_ASTAR);
    assert_float_equal(dying.lost, 18, 0);
    assert_float_equal(living.lost, 0, 0);
    assert_float_equal(dying.caught, 1, 0);  /* all three, one after the other */
    assert_float_equal(living.caught, 1, 0); /* the only one that was ever pursued */
    assert_true(living.hash != dying.hash);
    scene_free(&s);
}

/* Nobody of the group is left at the start: who was to follow stands, and nothing is lost. */
TEST(with_nobody_to_follow_a_unit_stands) {
    scene s = fixture("leader");
    int64_t leader = unit_of_group(&s, 1, -1);
    s.units[leader].dies = 1;
    for (int64_t k = -1; (k = unit_of_group(&s, 2, k)) >= 0;) s.units[k].start = 2;
    outcome o = run_by(&s, SIM_ASTAR);
    assert_true(o.lost + o.behind + o.end_speed == 0);
    assert_true(o.seconds < 5); /* nothing more can happen */
    scene_free(&s);
}

TEST(a_unit_that_died_is_in_nobodys_way) {
    scene s = fixture("standing_line");
    double around = run_by(&s, SIM_ASTAR).stretch_mean;
    for (size_t k = 0; k < arrlenu(s.units); k++)
        if (s.units[k].order == SIDLE_ORDER_HOLD) s.units[k].dies = 0.1f;
    outcome o = run_by(&s, SIM_ASTAR);
    assert_float_equal(o.arrived, 1, 0);
    assert_float_equal(o.decisions[SIDLE_DECISION_PUSH], 0, 0);
    assert_true(o.stretch_mean < 1.1 && o.stretch_mean < around - 0.1);
    assert_float_equal(o.overlap, 0, 0.002); /* it walks over the places where they stood */
    scene_free(&s);
}

/* Cells of 0.1 u hold discs of at most 0.4; the default has 0.5, the tank more. */
TEST(a_profile_that_no_unit_uses_need_not_suit_the_map) {
    scene s = scene_make("fine");
    complaints to = {.out = NULL};
    s.cell_size = 0.1f;
    s.width = s.height = 20;
    s.cells = calloc((size_t)s.width * s.height, 1);
    int scout = scene_profile_add(&s, "scout", 5), tank = scene_profile_add(&s, "tank", 4);
    s.profiles[scout].values.radius = 0.2f;
    s.profiles[tank].values.radius = 1;
    assert_true(sim_check(&s, &to)); /* a map alone */
    scene_unit u = {.position = {1, 1}, .profile = (uint32_t)scout};
    arrput(s.units, u);
    assert_true(sim_check(&s, &to));
    assert_float_equal(run_by(&s, SIM_ASTAR).units, 1, 0);
    s.units[0].profile = 0;
    assert_false(sim_check(&s, &to));
    s.units[0].profile = (uint32_t)tank;
    assert_false(sim_check(&s, &to));
    scene_free(&s);
}

TEST(endless_orders_are_played_to_the_end) {
    static const char *const ENDLESS[] = {"chase", "horde", "leader", "meadow", "patrol"};
    for (int k = 0; k < 5; k++) {
        scene s = fixture(ENDLESS[k]);
        s.seconds = 3;
        assert_float_equal(run_by(&s, SIM_ASTAR).seconds, 3, 0.04);
        scene_free(&s);
    }
}

/* Followers at rest may have to go on at any time. */
TEST(a_unit_at_rest_under_an_endless_order_does_not_end_the_run) {
    scene s = fixture("leader");
    s.units[unit_of_group(&s, 1, -1)].order = SIDLE_ORDER_NONE;
    s.seconds = 30;
    outcome o = run_by(&s, SIM_ASTAR);
    assert_float_equal(o.seconds, 30, 0.04);
    assert_float_equal(o.end_speed, 0, 0);
    scene_free(&s);
}

/* The colour in the middle of a unit, as it is painted beside the line of its heading. */
static const uint8_t *colour_at(const uint8_t *pixels, int width, const scene *s, sidle_vec2 at) {
    float scale = (float)width / (float)s->width;
    return pixels + 3 * ((size_t)((at.y + 0.2f) * scale) * (size_t)width + (size_t)(at.x * scale));
}

/* The last prey is painted as one who stands, though others before it are gone. */
TEST(the_dead_are_not_painted_and_take_no_colour_from_the_living) {
    char file[] = "picture_XXXXXX";
    int handle = mkstemp(file), width = 0, height = 0, channels = 0;
    scene s = fixture("lost");
    complaints to = {.out = stderr};
    sim_options options = {.hz = 30};
    outcome o = {0};
    s.units[0].dies = 1;
    picture *paint = picture_make(&s, 400, NULL);
    assert_true(handle >= 0 && sim_run(&s, &options, paint, file, &o, &to));
    uint8_t *pixels = stbi_load(file, &width, &height, &channels, 3);
    assert_non_null(pixels);
    const uint8_t standing[] = {138, 145, 156}, ground[] = {236, 231, 218};
    assert_memory_equal(colour_at(pixels, width, &s, arrlast(s.units).position), standing, 3);
    assert_memory_equal(colour_at(pixels, width, &s, s.units[9].position), ground, 3);
    stbi_image_free(pixels);
    picture_free(paint);
    close(handle);
    unlink(file);
    scene_free(&s);
}

int fixtures_tests(void) {
    map_count = scandir(SIDLE_SOURCE_ROOT "/maps", &maps, is_map, alphasort);
    for (int k = 0; k < map_count; k++)
        list_test(maps[k]->d_name, holds_what_it_expects, maps[k]->d_name);
    return run_listed("fixtures");
}
