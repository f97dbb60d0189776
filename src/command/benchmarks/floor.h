/* What any crowd costs at the least: units sorted by place, and moved. Nobody looks at anybody. */
#ifndef SIDLE_COMMAND_FLOOR_H
#define SIDLE_COMMAND_FLOOR_H

#include "scenes/scene.h"

typedef struct floor_pass floor_pass;

/* The units of the scene, each on a straight way to its goal; those without an order drift too.
 * NULL without memory. */
floor_pass *floor_make(const scene *played);
void floor_free(floor_pass *f);

void floor_step(floor_pass *f, float dt);

sidle_vec2 floor_position(const floor_pass *f, size_t unit);

#endif
