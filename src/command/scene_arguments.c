/* The options of every subcommand that plays a scene, as rows of a table. */
#include "scene_arguments.h"

#include "examples/thread_pool.h"
#include "scenes/catalogue.h"
#include "terminal/spelling.h"

#include <assert.h>
#include <stb_ds.h>
#include <string.h>

scene_arguments scene_arguments_default(void) {
    return (scene_arguments){.play = {.threads = 1}, .pathfinder = "astar", .habit = "none"};
}

void scene_arguments_free(scene_arguments *a) {
    arrfree(a->load.configs);
    arrfree(a->load.sets);
}

void scene_rows(scene_arguments *a, option_row rows[SCENE_ROWS]) {
    load_options *load = &a->load;
    sim_options *play = &a->play;
    const option_row all[SCENE_ROWS] = {
        {"map", "FILE", "map of a scenario, when the path in it does not exist", OPTION_TEXT,
         &load->map, 0, 0},
        {"units", "N", "takes N problems, spread evenly over the scenario", OPTION_WHOLE,
         &load->units, 1, SIDLE_MAX_UNITS},
        {"congestion", NULL, "the pathfinder leads units round jams", OPTION_FLAG,
         &play->congestion, 0, 0},
        {"pathfinder", "astar|flow", "which reference pathfinder finds the paths (astar)",
         OPTION_TEXT, &a->pathfinder, 0, 0},
        {"cut-corners", "CELLS",
         "paths of A* as of a pathfinder that ignores the radius: each waypoint up to so many\n"
         "cells nearer to the middle between the two points beside it (0)",
         OPTION_NUMBER, &play->cut_corners, 0, SIDLE_MAX_RADIUS_CELLS},
        {"habit", "HABIT",
         "what the host does: none, refresh-fast, refresh, refresh-slow (sends paths each 0.2, 1\n"
         "or 2 s), late (each path by 2 s), orders (repeats them) or silent (one path to each "
         "goal)",
         OPTION_TEXT, &a->habit, 0, 0},
        {"config", "FILE.ini", "profiles from a file; may be given several times", OPTION_LIST,
         &load->configs, 0, 0},
        {"set", "PROFILE.KEY=VALUE", "one parameter; may be given several times", OPTION_LIST,
         &load->sets, 0, 0},
        {"seconds", "S", "time limit, s (the scene's own)", OPTION_NUMBER, &play->seconds, 0.001,
         1e6},
        {"hz", "N", "ticks per second, 4 to 1000 (the scene's, mostly 30)", OPTION_NUMBER,
         &play->hz, 4, 1000},
        {"seed", "N", "seed of generated scenes (0)", OPTION_WHOLE, &load->seed, 0, UINT32_MAX},
        {"threads", "N", "threads that share each step, 1 to 64 (1); they change no bit",
         OPTION_WHOLE, &play->threads, 1, POOL_MOST_THREADS},
    };
    memcpy(rows, all, sizeof all);
}

option_row scene_row(scene_arguments *a, const char *name) {
    option_row rows[SCENE_ROWS];
    int k = 0;
    scene_rows(a, rows);
    while (k < SCENE_ROWS && strcmp(rows[k].name, name) != 0) k++;
    assert(k < SCENE_ROWS);
    return rows[k];
}

void scene_arguments_finish(scene_arguments *a, complaints *to) {
    static const char *const NAMES[] = {"astar", "flow"};
    const char *name = a->pathfinder;
    bool flow = !strcmp(name, "flow");
    a->play.pathfinder = flow ? SIM_FLOW : SIM_ASTAR;
    a->play.seed = a->load.seed;
    a->load.hz = &a->play.hz;
    if (!flow && strcmp(name, "astar"))
        complain(to, "--pathfinder", 0, 0, "found '%s', expected astar or flow%s", name,
                 did_you_mean("", name, strlen(name), NAMES_OF(NAMES, 2)).text);
    const char *habits[SIM_HABIT_COUNT], *habit = a->habit;
    for (int k = 0; k < SIM_HABIT_COUNT; k++) habits[k] = sim_habit_name((sim_habit)k);
    while (a->play.habit < SIM_HABIT_COUNT && strcmp(habits[a->play.habit], habit) != 0)
        a->play.habit++;
    if (a->play.habit == SIM_HABIT_COUNT)
        complain(to, "--habit", 0, 0, "found '%s', expected a habit of the help%s", habit,
                 did_you_mean("", habit, strlen(habit), NAMES_OF(habits, SIM_HABIT_COUNT)).text);
}

void print_scenes(FILE *out) {
    size_t count;
    const char *const *lines = catalogue_lines(&count);
    fputs("\nGenerated scenes (N and G are numbers):\n", out);
    for (size_t k = 0; k < count; k++) fprintf(out, "  %s\n", lines[k]);
}

const char *only_scene(const char *command, int argc, char **argv, int first, complaints *to) {
    if (argc - first != 1)
        complain(to, command, 0, 0, "found %d file names, expected one scene", argc - first);
    return to->count ? NULL : argv[first];
}
