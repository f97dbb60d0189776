/* From the name of a generated scene to the scene: "@door200", "@circle100+rot45". */
#ifndef SIDLE_COMMAND_GENERATE_H
#define SIDLE_COMMAND_GENERATE_H

#include "scene.h"
#include "terminal/complain.h"

/* The name is a name of the catalogue with its number, with or without '@'. Modifiers may follow:
 * "+rot45" rotates the scene, "+shift" moves it by part of a cell (where there are no walls),
 * "+cell0.25" draws it in cells of another size; they check that nothing depends on the grid. Seed
 * 0 places each unit exactly; any other moves each start by up to 0.02 u and draws other random
 * goals. `into` comes from scene_make. False after a complaint. */
bool scene_generate(const char *name, uint32_t seed, scene *into, complaints *to);

#endif
