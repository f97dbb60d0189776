/* The scoreboard's figures, measured from positions alone: nothing here asks the planner. */
#ifndef SIDLE_COMMAND_METRICS_H
#define SIDLE_COMMAND_METRICS_H

#include "outcome.h"
#include "scenes/scene.h"

typedef struct metrics metrics;

/* dt: s between two samples. */
metrics *metrics_make(const scene *s, double dt);
void metrics_free(metrics *m);

/* u, the way that a free drive of this unit takes; without it a straight line by the scene's `via`.
 */
void metrics_lengths(metrics *m, size_t unit, float length);

/* The unit pursues or follows that one from now on. */
void metrics_about(metrics *m, size_t unit, size_t other);

/* The unit was destroyed: what is known of it stays as it is. */
void metrics_gone(metrics *m, size_t unit);

/* The metrics keep their own copy of the cells. */
void metrics_cells_changed(metrics *m, uint32_t x, uint32_t y, uint32_t width, uint32_t height,
                           sidle_terrain terrain);

/* Once before the first step, then after each; by scene unit. A unit's time begins when it has got
 * its order. */
void metrics_sample(metrics *m, const sidle_vec2 *positions, const bool *ordered);

void metrics_finish(const metrics *m, outcome *o);

#endif
