/* From a scene back to what a designer would have drawn. */
#ifndef SIDLE_COMMAND_DRAWING_OF_H
#define SIDLE_COMMAND_DRAWING_OF_H

#include "scenes/scene.h"
#include "terminal/complain.h"
#include "tiled/drawing.h"

/* Units with one order become a group; false after a complaint, when there are more groups than
 * letters. */
bool drawing_of(const scene *s, drawing *into, complaints *to);

#endif
