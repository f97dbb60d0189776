/* Map fixtures: Moving AI maps with optional lines about who stands where and goes where. */
#ifndef SIDLE_HOST_FIXTURE_H
#define SIDLE_HOST_FIXTURE_H

#include "complain.h"
#include "scene.h"

/* Complains of every error; false when there was one. `into` comes from scene_make. */
bool fixture_read(const char *file, scene *into, complaints *to);

/* The whole of a text file, to be freed; NULL and a complaint when it cannot be read or is none. */
char *text_of(const char *file, complaints *to);

/* Cuts the next line off the text, without its line end; NULL when none is left. */
char *next_line_of(char **text);

#endif
