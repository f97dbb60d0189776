/* From a file that a designer drew to a drawing. */
#ifndef SIDLE_COMMAND_DRAW_H
#define SIDLE_COMMAND_DRAW_H

#include "drawing.h"
#include "terminal/complain.h"

/* Is it a file that is drawn: .tmx, .tmj or .json of Tiled, or a .png whose pixels are cells? */
bool draws(const char *file);

/* False after a complaint; then there is nothing to free. */
bool draw(const char *file, drawing *into, complaints *to);

#endif
