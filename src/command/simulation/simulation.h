/* A run of a scene: the library's world, a player and a pathfinder above it, and what is measured.
 */
#ifndef SIDLE_COMMAND_SIMULATION_H
#define SIDLE_COMMAND_SIMULATION_H

#include "metrics/outcome.h"
#include "path_service.h"
#include "pictures/picture.h"
#include "scenes/scene.h"
#include "terminal/complain.h"

typedef struct sim_options {
    sim_pathfinder pathfinder;
    bool congestion;             /* the pathfinder leads units round jams, also where the scene
                                    does not say so */
    float seconds;               /* s; 0: the scene's */
    float hz;                    /* ticks per second */
    uint32_t seed;               /* of the random goals of a scene that roams */
    uint32_t threads;            /* that share each step, at most POOL_MOST_THREADS; 0 is 1 */
    const sidle_world_def *from; /* gives the world's allocator and hooks, in place of threads */
    bool progress;               /* prints the time on standard error */
} sim_options;

typedef struct sim sim;

/* Can this scene be run? Complains of each unit that does not fit where it is placed, and of each
 * profile in use that the map is too coarse or too fine for. */
bool sim_check(const scene *played, complaints *to);

/* Runs the scene. False, after a complaint, when it could not be run to its end. The picture may be
 * NULL; it is written to picture_file after the last tick, and a lost picture is only complained
 * of. */
bool sim_run(const scene *played, const sim_options *options, picture *paint,
             const char *picture_file, outcome *result, complaints *to);

/* The same tick by tick, without an outcome. The scene and the options must outlive it. sim_open
 * returns NULL, and sim_tick false, after a complaint. */
sim *sim_open(const scene *played, const sim_options *options, complaints *to);
bool sim_tick(sim *s);
void sim_close(sim *s);

/* The world of the run, to be read between two ticks. */
const sidle_world *sim_world(const sim *s);

#endif
