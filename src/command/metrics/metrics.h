/* The scoreboard's figures, measured from positions and headings, so that any library can be
 * measured in the same way. What a library tells its host is used for the figures of coming to rest
 * alone (settling.h), where there is one. */
#ifndef SIDLE_COMMAND_METRICS_H
#define SIDLE_COMMAND_METRICS_H

#include "outcome.h"
#include "scenes/scene.h"

typedef struct metrics metrics;

/* dt: s between two samples. The scene must outlive them. */
metrics *metrics_make(const scene *s, double dt);
void metrics_free(metrics *m);

/* Metrics of the same scene that have seen the same; and makes these such. */
metrics *metrics_copy(const metrics *m);
void metrics_take(metrics *m, const metrics *from);

/* u, the length of a free drive of the unit to its goal. Without this call it is that of straight
 * lines along the scene's `via`. */
void metrics_length(metrics *m, size_t unit, float length);

/* The unit has this place in a formation: it has arrived there, and not at the goal of the scene.
 */
void metrics_place(metrics *m, size_t unit, sidle_vec2 place);

/* The unit gets another order, to go or to stop: what it was told before is void. */
void metrics_ordered_again(metrics *m, size_t unit, bool to_stop);

/* The unit pursues or follows the target from now on. */
void metrics_target(metrics *m, size_t unit, size_t target);

/* The unit was destroyed: its figures stay as they are. */
void metrics_gone(metrics *m, size_t unit);

/* Units were added at the end of the scene's list; each begins where it stands now. */
void metrics_units_added(metrics *m);

/* The units have got other orders in the scene: their time begins anew when these are given. What
 * was summed so far stays. */
void metrics_orders_changed(metrics *m, const uint32_t *units, size_t count);

/* The values of a profile changed. */
void metrics_profile_changed(metrics *m, uint32_t profile);

/* The cells changed: the metrics keep a copy of their own. */
void metrics_cells_changed(metrics *m, uint32_t x, uint32_t y, uint32_t width, uint32_t height,
                           sidle_terrain terrain);

/* Reads the state and the events of all units, by scene unit. Call it before the metrics_sample of
 * the same tick. If it is never called, a unit counts as told once it has reached its goal and
 * rests. */
void metrics_read(metrics *m, const sidle_world *world, const sidle_unit_id *ids);

/* Once before the first step, then after each; by scene unit. A unit's time begins when it has got
 * its order. headings: of any length but 0; NULL when nobody knows them, then nothing faces. */
void metrics_sample(metrics *m, const sidle_vec2 *positions, const sidle_vec2 *headings,
                    const bool *ordered);

/* Fills the outcome, all but what the host alone knows (decisions, replans, the cost, the hash). */
void metrics_finish(const metrics *m, outcome *o);

/* Has each unit returned that gave way after its arrival? */
bool metrics_all_are_back(const metrics *m);

#endif
