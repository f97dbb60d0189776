/* The reference pathfinders: paths respect the radius, cut no corner and are the shortest there
 * are. */
#include "ground.h"
#include "input/fixture.h"
#include "movingai.h"
#include "pathfinding/astar.h"
#include "pathfinding/flow_field.h"

#include <math.h>
#include <stb_ds.h>

/* The disc against all cells at close points of the path, in double. */
static double room_along(const sidle_world *world, sidle_vec2 from, const sidle_vec2 *points,
                         size_t count, sidle_vec2 to) {
    double least = 1e9;
    int width = (int)sidle_world_width(world), height = (int)sidle_world_height(world);
    for (size_t k = 0; k <= count; k++) {
        sidle_vec2 next = k < count ? points[k] : to;
        for (int step = 0; step <= 200; step++) {
            double px = (double)from.x + (double)(next.x - from.x) * step / 200;
            double py = (double)from.y + (double)(next.y - from.y) * step / 200;
            for (int y = -1; y <= height; y++)
                for (int x = -1; x <= width; x++) {
                    if (sidle_world_cell(world, x, y) == SIDLE_TERRAIN_GROUND) continue;
                    double dx = fmax(fmax(x - px, px - (x + 1)), 0);
                    double dy = fmax(fmax(y - py, py - (y + 1)), 0);
                    least = fmin(least, sqrt(dx * dx + dy * dy));
                }
        }
        from = next;
    }
    return least;
}

TEST(a_path_keeps_the_radius_away_from_walls) {
    const float radii[] = {0.4f, 0.5f, 0.9f, 1.5f, 3};
    const sidle_vec2 from = {5, 10.5f}, to = {25, 10.5f};
    for (int k = 0; k < 5; k++) {
        ground g = ground_of(ROOMS, radii[k]);
        assert_true(find(&g, from, to));
        assert_true(arrlenu(g.waypoints) >= 1);
        double room = room_along(g.world, from, g.waypoints, arrlenu(g.waypoints), to);
        assert_true(room >= (double)radii[k] - 1e-4);
        assert_true(length_found(&g, from, to) < 27 + 2 * radii[k]);
        leave(&g);
    }
}

/* A field of swamp between two places, and a way round it. */
static const char *const SWAMP = "..............................\n"
                                 ".....SSSSSSSSSSSSSSSSSSSS.....\n"
                                 ".....SSSSSSSSSSSSSSSSSSSS.....\n"
                                 ".....SSSSSSSSSSSSSSSSSSSS.....\n"
                                 "SSSSSSSSSSSSSSSSSSSSSSSSSSSSSS\n";

static ground slow_ground(const char *picture, float swamp, float road) {
    sidle_profile p = sidle_profile_default();
    p.radius = 0.4f;
    p.terrain_factor[SIDLE_TERRAIN_SWAMP] = swamp;
    p.terrain_factor[SIDLE_TERRAIN_GROUND] = road;
    sidle_world *world = world_of(picture);
    return ground_for(world, profile_in(world, &p));
}

/* u of the way that lie in swamp. */
static float in_swamp(const sidle_world *world, sidle_vec2 from, sidle_vec2 to) {
    enum { SAMPLES = 400 };
    int count = 0;
    for (int k = 0; k < SAMPLES; k++) {
        float share = ((float)k + 0.5f) / SAMPLES;
        count +=
            sidle_world_cell(world, (int32_t)(from.x + share * (to.x - from.x)),
                             (int32_t)(from.y + share * (to.y - from.y))) == SIDLE_TERRAIN_SWAMP;
    }
    return hypotf(to.x - from.x, to.y - from.y) * (float)count / SAMPLES;
}

static float path_in_swamp(const ground *g, sidle_vec2 from, sidle_vec2 to) {
    float sum = 0;
    for (size_t k = 0; k < arrlenu(g->waypoints); from = g->waypoints[k++])
        sum += in_swamp(g->world, from, g->waypoints[k]);
    return sum + in_swamp(g->world, from, to);
}

/* Drives along the guides of the field in small steps. */
static float flow_in_swamp(const ground *g, sidle_vec2 from, sidle_vec2 to) {
    float sum = 0;
    for (int k = 0; k < 1000 && hypotf(to.x - from.x, to.y - from.y) > 0.3f; k++) {
        sidle_vec2 point;
        assert_true(flow_guide(g->flow, g->profile, to, from, &point));
        float way = hypotf(point.x - from.x, point.y - from.y), step = fminf(0.2f, way) / way;
        sidle_vec2 next = {from.x + step * (point.x - from.x), from.y + step * (point.y - from.y)};
        sum += in_swamp(g->world, from, next);
        from = next;
    }
    return sum;
}

TEST(a_slow_field_is_gone_round_when_that_is_faster) {
    const sidle_vec2 from = {2, 3}, to = {28, 3};
    const struct {
        float swamp, road;
        bool round;
    } cases[] = {{1, 1, false}, {0.9f, 1, false}, {0.3f, 1, true}, {1, 3, true}, {3, 1, false}};
    for (int k = 0; k < 5; k++) {
        ground g = slow_ground(SWAMP, cases[k].swamp, cases[k].road);
        assert_true(find(&g, from, to));
        float path = path_in_swamp(&g, from, to), field = flow_in_swamp(&g, from, to);
        if (cases[k].round) {
            assert_true(path < 1 && field < 1);
            assert_true(length_found(&g, from, to) < 28);
        } else
            assert_true(path > 19 && field > 19);
        leave(&g);
    }
}

TEST(the_length_of_a_way_is_that_at_top_speed) {
    ground g = slow_ground("SSSSSSSSSSSSSSSSSSSS\n"
                           "SSSSSSSSSSSSSSSSSSSS\n"
                           "SSSSSSSSSSSSSSSSSSSS\n",
                           0.5f, 2);
    const sidle_vec2 from = {2.5f, 1.5f}, to = {12.5f, 1.5f};
    assert_true(find(&g, from, to));
    assert_true(fabsf(astar_length(g.astar) - 20) < 0.1f);
    assert_true(fabsf(flow_length(g.flow, g.profile, to, from) - 20) < 0.1f);
    assert_ok(sidle_world_set_cells(g.world, 0, 0, 20, 3, SIDLE_TERRAIN_GROUND));
    assert_true(find(&g, from, to));
    assert_true(fabsf(astar_length(g.astar) - 5) < 0.1f);
    flow_terrain_changed(g.flow, 0, 0, 20, 3);
    assert_true(fabsf(flow_length(g.flow, g.profile, to, from) - 5) < 0.1f);
    leave(&g);
}

TEST(corners_are_not_cut) {
    const char *gap = "...#....\n" /* the two walls touch at a corner */
                      "...#....\n"
                      "....#...\n"
                      "....#...\n";
    ground g = ground_of(gap, 0.2f);
    assert_false(find(&g, (sidle_vec2){1.5f, 1.5f}, (sidle_vec2){6.5f, 1.5f}));
    sidle_vec2 point;
    assert_false(
        flow_guide(g.flow, g.profile, (sidle_vec2){6.5f, 1.5f}, (sidle_vec2){1.5f, 1.5f}, &point));
    leave(&g);
}

TEST(an_unreachable_goal_is_reported) {
    ground g = ground_of("......####\n"
                         "......#..#\n"
                         "......#..#\n"
                         "......####\n",
                         0.5f);
    const sidle_vec2 from = {2, 2}, walled_in = {8, 2}, in_wall = {6.5f, 2};
    assert_false(find(&g, from, walled_in));
    assert_false(find(&g, from, in_wall));
    assert_true(flow_length(g.flow, g.profile, walled_in, from) < 0);
    assert_true(flow_length(g.flow, g.profile, in_wall, from) < 0);
    leave(&g);
}

static const char *const TWO_BRIDGES = "..............\n"
                                       "......WW......\n"
                                       "..............\n"
                                       "......WW......\n"
                                       "......WW......\n"
                                       "......WW......\n"
                                       "..............\n"
                                       "......WW......\n";

TEST(a_jam_on_the_near_bridge_leads_over_the_far_one) {
    const sidle_vec2 from = {2, 2.5f}, to = {12, 2.5f};
    ground g = ground_of(TWO_BRIDGES, 0.4f);
    const path_obstacle jams[] = {{{6.5f, 2.5f}, 0.4f, false},
                                  {{7.5f, 2.5f}, 0.4f, false},
                                  {{6.5f, 0.5f}, 0.4f, false},
                                  {{7.5f, 0.5f}, 0.4f, false}};
    assert_true(find(&g, from, to));
    assert_float_equal(length_found(&g, from, to), 10, 0.01f);
    assert_true(astar_find(g.astar, g.profile, from, to, jams, 4, &g.waypoints));
    bool far = false;
    for (size_t k = 0; k < arrlenu(g.waypoints); k++) far = far || g.waypoints[k].y > 6;
    assert_true(far);
    leave(&g);
}

/* The far bridge of this river is thirty cells away. */
static const char *const A_BRIDGE_TOO_FAR = "..............................\n"
                                            "WWWW.WWWWWWWWWWWWWWWWWWWWWWW.W\n"
                                            "..............................\n";

static bool crosses_far_off(const ground *g) {
    for (size_t k = 0; k < arrlenu(g->waypoints); k++)
        if (g->waypoints[k].x > 20) return true;
    return false;
}

TEST(a_solid_body_closes_a_bridge_and_a_jam_does_not) {
    const sidle_vec2 from = {3.5f, 0.5f}, to = {5.5f, 2.5f};
    ground g = ground_of(A_BRIDGE_TOO_FAR, 0.4f);
    const path_obstacle jam = {{4.5f, 1.5f}, 0.4f, false}, solid = {{4.5f, 1.5f}, 0.4f, true};
    const path_obstacle both[] = {solid, {{28.5f, 1.5f}, 0.4f, true}};
    assert_true(astar_find(g.astar, g.profile, from, to, &jam, 1, &g.waypoints));
    assert_false(crosses_far_off(&g));
    assert_true(astar_find(g.astar, g.profile, from, to, &solid, 1, &g.waypoints));
    assert_true(crosses_far_off(&g));
    /* Where both bridges are closed there is a path all the same: bodies may go. */
    assert_true(astar_find(g.astar, g.profile, from, to, both, 2, &g.waypoints));
    assert_false(crosses_far_off(&g));
    leave(&g);
}

/* A door of two cells in a wall, out of sight from both ends: so what was asked is remembered. */
static const char *const A_DOOR = "......#......\n"
                                  "......#......\n"
                                  "......#......\n"
                                  "......#......\n"
                                  ".............\n"
                                  ".............\n"
                                  "......#......\n";

static void tell(ground *g, uint32_t x, uint32_t y, uint32_t width, uint32_t height,
                 sidle_terrain terrain) {
    assert_ok(sidle_world_set_cells(g->world, x, y, width, height, terrain));
    astar_terrain_changed(g->astar, x, y, width, height);
    flow_terrain_changed(g->flow, x, y, width, height);
}

TEST(paths_are_searched_anew_after_a_change) {
    const sidle_vec2 from = {3, 1.2f}, to = {10, 1.2f};
    ground g = ground_of(A_DOOR, 0.9f);
    assert_true(find(&g, from, to));
    float open = flow_length(g.flow, g.profile, to, from);
    assert_true(open > 0);
    tell(&g, 6, 4, 1, 1,
         SIDLE_TERRAIN_VOID); /* one cell left: the disc does not fit beside the new wall */
    assert_false(find(&g, from, to));
    assert_true(flow_length(g.flow, g.profile, to, from) < 0);
    tell(&g, 6, 4, 1, 1, SIDLE_TERRAIN_GROUND);
    assert_true(find(&g, from, to));
    assert_float_equal(flow_length(g.flow, g.profile, to, from), open, 0.001f);
    leave(&g);
}

TEST(both_pathfinders_find_the_same_length) {
    const sidle_vec2 from = {3, 9.3f}, to = {26.6f, 11};
    const float radii[] = {0.4f, 0.9f, 1.5f};
    for (int k = 0; k < 3; k++) {
        ground g = ground_of(ROOMS, radii[k]);
        assert_true(find(&g, from, to));
        float octile = flow_length(g.flow, g.profile, to, from);
        assert_float_equal(octile, astar_length(g.astar), 0.01f);
        float pulled = length_found(&g, from, to);
        assert_true(pulled <= octile + 0.01f && octile < 1.09f * pulled);
        assert_true(arrlenu(g.waypoints) <= 6);
        leave(&g);
    }
}

/* Costs must not overrun the whole numbers, however long the way. */
TEST(a_way_that_winds_through_half_a_million_cells_is_found) {
    enum { SIDE = 1023 };
    uint8_t *cells = calloc(SIDE * SIDE, 1);
    for (int y = 1; y < SIDE; y += 2)
        for (int x = 0; x < SIDE; x++)
            if (x != (y / 2 % 2 ? 0 : SIDE - 1)) cells[y * SIDE + x] = SIDLE_TERRAIN_VOID;
    sidle_world_def def = sidle_world_def_default();
    def.width = def.height = SIDE;
    def.cells = cells;
    ground g = ground_with(world_from(&def), 0.4f);
    free(cells);
    const sidle_vec2 from = {0.5f, 0.5f}, to = {0.5f, SIDE - 0.5f};
    const float length = 512 * 1022 + 1022; /* the rows, and down to the last one */
    assert_true(find(&g, from, to));
    assert_float_equal(astar_length(g.astar), length, 1);
    assert_float_equal(flow_length(g.flow, g.profile, to, from), length, 1);
    leave(&g);
}

static void compare_with_optima(const char *map) {
    char name[64], path[512], line[512];
    if (!movingai_file(map, path)) skip();
    scene loaded = scene_make(map);
    complaints to = {.out = stderr};
    assert_true(fixture_read(path, &loaded, &to));
    sidle_world_def def = sidle_world_def_default();
    def.width = loaded.width;
    def.height = loaded.height;
    def.cells = loaded.cells;
    ground g = ground_with(world_from(&def), 0.4f);
    snprintf(name, sizeof name, "%s.scen", map);
    assert_true(movingai_file(name, path));
    FILE *in = fopen(path, "r");
    int number = 0, compared = 0;
    while (fgets(line, sizeof line, in)) {
        float x, y, goal_x, goal_y, optimum;
        if (sscanf(line, "%*d %*s %*d %*d %f %f %f %f %f", &x, &y, &goal_x, &goal_y, &optimum) != 5)
            continue;
        if (number++ % 25) continue;
        assert_true(
            find(&g, (sidle_vec2){x + 0.5f, y + 0.5f}, (sidle_vec2){goal_x + 0.5f, goal_y + 0.5f}));
        /* A way in sight is not searched for: then its octile length is a lower bound. */
        if (arrlenu(g.waypoints))
            assert_float_equal(astar_length(g.astar), optimum, 0.001f * optimum + 0.01f);
        compared += arrlenu(g.waypoints) > 0;
    }
    fclose(in);
    assert_true(compared > 25);
    leave(&g);
    scene_free(&loaded);
}

TEST(lengths_on_public_maps_are_the_published_optima) {
    compare_with_optima("arena2.map");
    compare_with_optima("brc202d.map");
}

TESTS_OF(path)
