/* Scenes that are computed: the scoreboard's and further cases of the literature, in any size. */
#ifndef SIDLE_COMMAND_CATALOGUE_H
#define SIDLE_COMMAND_CATALOGUE_H

#include "scene.h"
#include "terminal/complain.h"

/* name: "@door200" and the like, with or without '@'. Behind it "+rot45" turns the whole, "+shift"
 * moves it by part of a cell (where there are no walls), "+cell0.25" draws it in other cells; they
 * check that nothing depends on the grid. Seed 0 places everybody exactly; others move each start
 * by up to 0.02 u and draw other random goals. `into` comes from scene_make. False after a
 * complaint. */
bool scene_generate(const char *name, uint32_t seed, scene *into, complaints *to);

/* Names with what they show, one line each, for help texts. */
const char *const *scene_names(size_t *count);

#endif
