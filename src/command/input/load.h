/* From the name of a file or of a generated scene to the scene. */
#ifndef SIDLE_COMMAND_LOAD_H
#define SIDLE_COMMAND_LOAD_H

#include "scenes/scene.h"
#include "terminal/complain.h"

/* What the user said beside the name. Lists are stb_ds arrays of the user's own strings. */
typedef struct load_options {
    const char *map;      /* --map, for scenarios */
    unsigned units;       /* --units, for scenarios; 0: all problems */
    uint32_t seed;        /* --seed, for generated scenes */
    const char **configs; /* --config */
    const char **sets;    /* --set */
    float *hz; /* NULL, or the ticks per second of the run: where that is 0 it becomes what the
                  scene suggests */
} load_options;

/* A fixture sets its own profiles first, then come the configs, then the single settings. Complains
 * of every error; false when there was one, and then the scene is freed. */
bool load_scene(const char *name, const load_options *options, scene *out, complaints *to);

/* Only the configs and single settings of the options. */
bool load_configure(scene *into, const load_options *options, complaints *to);

#endif
