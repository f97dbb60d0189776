/* Units whose orders are not fulfilled when a run ends: which of them are in range, which wait and
 * for what, and which of those the observer finds given up. */
#ifndef SIDLE_COMMAND_WAITING_H
#define SIDLE_COMMAND_WAITING_H

#include "outcome.h"
#include "scenes/scene.h"

/* Fills these figures of the outcome. ids: by unit of the scene. A run with a unit that is given up
 * is not clean. */
void waiting_sum(const sidle_world *world, const sidle_unit_id *ids, const scene *s, outcome *o);

#endif
