/* What pictures show: colours of decisions and teams, the part of the map, the size. */
#include "input/fixture.h"
#include "pictures/colours.h"
#include "pictures/picture.h"
#include "simulation/simulation.h"
#include "support.h"

#include <stb_ds.h>

static const char MAP[] = "type octile\nheight 6\nwidth 24\n"
                          "group a goal=6.5,1.5 team=1\n"    /* arrives */
                          "group b goal=20.5,4.5 start=50\n" /* waits for its order */
                          "group c team=5\n"
                          "seconds 9\n"
                          "map\n"
                          "........................\n"
                          "..a.....................\n"
                          "........................\n"
                          "........................\n"
                          "..........b.....c.......\n"
                          "........................\n";

typedef struct shot {
    scene played;
    sim_options options;
    sim *sim;
} shot;

/* The scene after some seconds. */
static void play(shot *s, double seconds) {
    char text[sizeof MAP];
    complaints to = {.out = stderr};
    strcpy(text, MAP);
    s->played = scene_make("shot");
    s->options = (sim_options){.hz = 30};
    assert_true(fixture_read_text("shot", text, &s->played, &to));
    s->sim = sim_open(&s->played, &s->options, &to);
    assert_non_null(s->sim);
    while ((double)sim_ticks(s->sim) < 30 * seconds) assert_true(sim_tick(s->sim));
}

static void end(shot *s) {
    sim_close(s->sim);
    scene_free(&s->played);
}

static bool is(const canvas *c, float x, float y, colour wanted) {
    const uint8_t *at = c->pixels + 3 * ((size_t)y * (size_t)c->width + (size_t)x);
    return at[0] == wanted.r && at[1] == wanted.g && at[2] == wanted.b;
}

TEST(a_unit_has_the_colours_of_its_decision_and_of_its_team) {
    shot s;
    play(&s, 8);
    enum { CELL = 80 }; /* pixels */
    picture *p = picture_make(&s.played, 24 * CELL, NULL);
    const canvas *c = picture_paint(p, sim_world(s.sim));
    sidle_vec2 at = sim_units(s.sim)->positions[0];
    const colour stands = DECISION_COLOURS[SIDLE_DECISION_IDLE];
    float rim = CELL * s.played.profiles[0].values.radius - 2;
    assert_true(is(c, CELL * at.x - 6, CELL * at.y + 8, ARRIVED));
    assert_true(is(c, CELL * at.x, CELL * at.y - rim, TEAM_COLOURS[1]));
    assert_true(is(c, CELL * 10.5f - 6, CELL * 4.5f + 8, stands));
    assert_true(is(c, CELL * 16.5f - 6, CELL * 4.5f + 8, stands));
    picture_free(p);
    end(&s);
}

static size_t pixels_of(const canvas *c, int from, colour wanted) {
    size_t count = 0;
    for (int y = from; y < c->height; y++)
        for (int x = 0; x < c->width; x++) count += is(c, (float)x, (float)y, wanted);
    return count;
}

/* Below the map of 120 rows: signs of all decisions and of a team, and their words. */
static void legend_names_colours(const canvas *c) {
    assert_true(is(c, 0, 120, PAPER));
    for (int k = 0; k < SIDLE_DECISION_COUNT; k++)
        assert_true(pixels_of(c, 120, DECISION_COLOURS[k]) > 10);
    assert_true(pixels_of(c, 120, ARRIVED) > 10);
    assert_true(pixels_of(c, 120, TEAM_COLOURS[5]) > 10); /* no decision has its colour */
    size_t painted = (size_t)(c->width * (c->height - 120)) - pixels_of(c, 120, PAPER);
    assert_true(painted > 1500); /* the signs alone are 700 pixels */
}

/* The map is painted up to its last row; the legend follows. */
TEST(the_legend_stands_below_the_map) {
    shot s;
    play(&s, 0);
    picture *p = picture_make(&s.played, 480, NULL);
    const canvas *c = picture_paint(p, sim_world(s.sim));
    for (int x = 0; x < 480; x++)
        assert_true(is(c, (float)x, 119, TERRAIN_COLOURS[SIDLE_TERRAIN_GROUND]));
    if (canvas_text(NULL, 0, 0, 12, INK, "x") > 0)
        legend_names_colours(c);
    else
        assert_int_equal(c->height, 120);
    picture_free(p);
    end(&s);
}

TEST(a_part_of_the_map_fills_the_picture) {
    shot s;
    play(&s, 0);
    const picture_crop crop = {8, 2, 8, 4};
    picture *p = picture_make(&s.played, 400, &crop); /* 50 pixels a cell */
    const canvas *c = picture_paint(p, sim_world(s.sim));
    assert_int_equal(c->width, 400);
    assert_true(c->height >= 200);
    assert_true(is(c, 50 * 2.5f - 8, 50 * 2.5f + 8, DECISION_COLOURS[SIDLE_DECISION_IDLE]));
    assert_true(is(c, 50 * 7.5f, 50 * 2.5f, TERRAIN_COLOURS[SIDLE_TERRAIN_GROUND]));
    picture_free(p);
    end(&s);
}

TESTS_OF(pictures)
