/* A scene comes to life: a world, its units, a pathfinder above them, and what is measured. */
#ifndef SIDLE_COMMAND_SIMULATION_H
#define SIDLE_COMMAND_SIMULATION_H

#include "metrics/outcome.h"
#include "path_service.h"
#include "pictures/picture.h"
#include "scenes/scene.h"
#include "terminal/complain.h"

typedef struct sim_options {
    sim_pathfinder pathfinder;
    float seconds;               /* s; 0: the scene's */
    float hz;                    /* ticks per second */
    uint32_t seed;               /* of the random goals of a scene that roams */
    uint32_t threads;            /* that share each step, at most POOL_MOST_THREADS; 0 is 1 */
    const sidle_world_def *from; /* whose allocator and hooks the world gets, in place of threads */
    bool progress;               /* on stderr */
} sim_options;

typedef struct sim sim;

/* Could this scene be run? Complains of each unit that does not fit where it is placed, and of each
 * profile that the map is too coarse or too fine for. */
bool sim_check(const scene *played, complaints *to);

/* Runs the scene. False, after a complaint, when it could not be played to its end. picture may be
 * NULL; it is written to picture_file after the last tick, and a complaint tells when it is lost.
 */
bool sim_run(const scene *played, const sim_options *options, picture *paint,
             const char *picture_file, outcome *result, complaints *to);

/* The same tick by tick, without measuring what becomes of it. The scene and the options must
 * outlive it. NULL, or false, after a complaint. */
sim *sim_open(const scene *played, const sim_options *options, complaints *to);
bool sim_tick(sim *s);
void sim_close(sim *s);

#endif
