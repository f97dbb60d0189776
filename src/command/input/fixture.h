/* Map fixtures: Moving AI maps with optional lines about units, their orders, and expectations. */
#ifndef SIDLE_COMMAND_FIXTURE_H
#define SIDLE_COMMAND_FIXTURE_H

#include "scenes/scene.h"
#include "terminal/complain.h"

/* Complains of every error; false when there was one. `into` comes from scene_make. */
bool fixture_read(const char *file, scene *into, complaints *to);

/* The same of a text that stands for the file; it is changed, and `file` is for messages. */
bool fixture_read_text(const char *file, char *text, scene *into, complaints *to);

#endif
