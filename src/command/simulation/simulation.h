/* A run of a scene: the library's world, a player and a pathfinder above it, and what is measured.
 */
#ifndef SIDLE_COMMAND_SIMULATION_H
#define SIDLE_COMMAND_SIMULATION_H

#include "examples/thread_pool.h"
#include "metrics/outcome.h"
#include "path_service.h"
#include "pictures/picture.h"
#include "scenes/scene.h"
#include "terminal/complain.h"

typedef struct sim sim;

/* Called by sim_run before the first tick and after each. It may read the world, draw it, and
 * change profiles; false ends the run. */
typedef bool (*sim_between)(void *context, sim *s);

typedef struct sim_options {
    sim_pathfinder pathfinder;
    bool congestion;             /* the pathfinder leads units round jams, also where the scene
                                    does not say so */
    float cut_corners;           /* cells: the paths ignore as much of the radius */
    sim_habit habit;             /* of the host */
    float seconds;               /* s; 0: the scene's */
    float hz;                    /* ticks per second */
    uint32_t seed;               /* of the random goals of a scene that roams */
    uint32_t threads;            /* that share each step, at most POOL_MOST_THREADS; 0 is 1 */
    const sidle_world_def *from; /* gives the world's allocator and hooks, in place of threads */
    bool progress;               /* prints the time on standard error */
    sim_between between;         /* may be NULL */
    void *context;               /* of between */
} sim_options;

/* Threads that share each step; NULL after a complaint. */
pool *sim_threads(uint32_t count, complaints *to);

/* Can this scene be run? Complains of each unit that does not fit where it is placed, and of each
 * profile in use that the map is too coarse or too fine for. */
bool sim_check(const scene *played, complaints *to);

/* Runs the scene. False, after a complaint, when it could not be run to its end. The picture may be
 * NULL, and the file, too; the picture is written to picture_file after the last tick, and a lost
 * picture is only complained of. */
bool sim_run(const scene *played, const sim_options *options, picture *paint,
             const char *picture_file, outcome *result, complaints *to);

/* The same tick by tick, without an outcome. The scene and the options must outlive it. sim_open
 * returns NULL, and sim_tick false, after a complaint. */
sim *sim_open(const scene *played, const sim_options *options, complaints *to);
bool sim_tick(sim *s);
void sim_close(sim *s);

/* What can be read between two ticks: the world of the run, the ticks made, and the figures so far.
 */
const sidle_world *sim_world(const sim *s);
uint64_t sim_ticks(const sim *s);
void sim_outcome(sim *s, outcome *o);

/* Are all units at rest, with nothing more to come? */
bool sim_is_over(const sim *s);

/* The unit of the world that is this unit of the scene. */
sidle_unit_id sim_unit(const sim *s, size_t unit);

/* Gives the profiles of the scene that is run, and those of its world, the values that the profiles
 * of the same names have in `from`. False after a complaint, and then all is as it was. */
bool sim_retune(sim *s, scene *played, const scene *from, complaints *to);

/* Records the run from here on: sidle_recorder_create. */
sidle_result sim_record(sim *s, const sidle_recorder_def *def, sidle_recorder **recorder);

/* Which unit of the scene is which in the world. */
const scene_world *sim_units(const sim *s);

/* Once before the first tick and once after each, for figures that are true. */
void sim_measure(sim *s);

/* ---- a player's hand ----
 * For a host that changes its scene while it runs. Between two ticks it writes into the scene, and
 * then says what is new. The other fields of the scene stay as they were when the run began. */

/* Units stand at the end of the list. False after a complaint: a unit that does not fit where it is
 * placed counts as gone. */
bool sim_units_added(sim *s);

/* Troops stand at the end of the list: before the orders of their units are told. */
void sim_troops_added(sim *s);

/* These units have other orders, given in the first tick at or after their `start`. */
void sim_orders_changed(sim *s, const uint32_t *units, size_t count);

/* A profile has other values. On an error the world keeps those that it has. */
sidle_result sim_profile_changed(sim *s, uint32_t profile);

/* Destroys the unit. */
void sim_remove(sim *s, uint32_t unit);

/* As sidle_world_set_cells. */
sidle_result sim_set_cells(sim *s, uint32_t x, uint32_t y, uint32_t width, uint32_t height,
                           sidle_terrain terrain);

#endif
