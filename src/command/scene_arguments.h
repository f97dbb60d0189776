/* The arguments that all subcommands share which play a scene: how it is loaded and how it runs. */
#ifndef SIDLE_COMMAND_SCENE_ARGUMENTS_H
#define SIDLE_COMMAND_SCENE_ARGUMENTS_H

#include "input/load.h"
#include "simulation/simulation.h"
#include "terminal/options.h"

enum { SCENE_ROWS = 12 };

typedef struct scene_arguments {
    load_options load;
    sim_options play;
    const char *pathfinder, *habit;
} scene_arguments;

/* 30 ticks a second, one thread, A*. */
scene_arguments scene_arguments_default(void);
void scene_arguments_free(scene_arguments *a);

/* The rows of an option table that fill the arguments. */
void scene_rows(scene_arguments *a, option_row rows[SCENE_ROWS]);

/* The one of that name. */
option_row scene_row(scene_arguments *a, const char *name);

/* Once the options are read: what the rows alone cannot check. Complains. */
void scene_arguments_finish(scene_arguments *a, complaints *to);

/* Below the options: the generated scenes. */
void print_scenes(FILE *out);

/* The one file name that the arguments have to name; NULL after a complaint. */
const char *only_scene(const char *command, int argc, char **argv, int first, complaints *to);

#endif
