/* Map fixtures: Moving AI maps with optional lines about who stands where and goes where. */
#ifndef SIDLE_HOST_FIXTURE_H
#define SIDLE_HOST_FIXTURE_H

#include "complain.h"
#include "scene.h"

/* Complains of every error; false when there was one. `into` comes from scene_make. */
bool fixture_read(const char *file, scene *into, complaints *to);

#endif
