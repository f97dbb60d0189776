/* A PNG of the last frame: terrain, the trail of each unit, where it stands, and by its colour what
 * it decided. */
#ifndef SIDLE_COMMAND_PICTURE_H
#define SIDLE_COMMAND_PICTURE_H

#include "scenes/scene.h"
#include "terminal/complain.h"

typedef struct picture picture;

/* size: pixels of the longer side, nearly. */
picture *picture_make(const scene *s, uint32_t size);
void picture_free(picture *p);

/* After each step, by scene unit: adds to the trails of the units that have got their order. */
void picture_trail(picture *p, const sidle_vec2 *positions, const bool *ordered);

/* The unit was destroyed: its trail ends, and it is not drawn. */
void picture_gone(picture *p, size_t unit);

/* Paints the picture and writes it. False after a complaint. */
bool picture_write(picture *p, const sidle_world *world, const char *file, complaints *to);

#endif
