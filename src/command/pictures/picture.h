/* A PNG of the last frame: terrain, the trail of each unit, where it stands, and by its colour what
 * it decided. */
#ifndef SIDLE_COMMAND_PICTURE_H
#define SIDLE_COMMAND_PICTURE_H

#include "canvas.h"
#include "heat.h"
#include "scenes/scene.h"
#include "terminal/complain.h"

typedef struct picture picture;

/* The part of the map that is painted, in cells. */
typedef struct picture_crop {
    float x, y, width, height;
} picture_crop;

/* size: pixels of the longer side of the map; the legend stands below. crop: NULL for the
 * whole map. */
picture *picture_make(const scene *s, uint32_t size, const picture_crop *crop);
void picture_free(picture *p);

/* After each step, by scene unit: adds to the trails of the units that have got their order. */
void picture_trail(picture *p, const sidle_vec2 *positions, const bool *ordered);

/* The unit was destroyed: its trail ends, and it is not drawn. */
void picture_gone(picture *p, size_t unit);

/* s that the trail of a unit stays in a film. */
enum { PICTURE_TAIL = 2 };

/* Of each trail the latest points alone are painted, a point a tick; 0: all. */
void picture_tail(picture *p, size_t points);

/* A ring about this unit of the scene, from 1 on; 0: none. */
void picture_mark(picture *p, size_t unit);

/* Paints that in place of trails and units; NULL: no longer. */
void picture_heat(picture *p, const heat *h);

/* Good until the next call about the picture. */
const canvas *picture_paint(picture *p, const sidle_world *world);

/* Paints the picture and writes it. False after a complaint. */
bool picture_write(picture *p, const sidle_world *world, const char *file, complaints *to);

#endif
