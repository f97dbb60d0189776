/* The floor: what any crowd costs at the least. Units are sorted into buckets and moved, and none
 * of them looks at another. */
#ifndef SIDLE_COMMAND_FLOOR_H
#define SIDLE_COMMAND_FLOOR_H

#include "scenes/scene.h"

typedef struct floor_pass floor_pass;

/* The units of the scene, each on a straight line towards its goal; units without an order drift,
 * too. */
floor_pass *floor_make(const scene *played);
void floor_free(floor_pass *f);

void floor_step(floor_pass *f, float dt);

sidle_vec2 floor_position(const floor_pass *f, size_t unit);

#endif
