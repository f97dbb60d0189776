/* The tools of the generated scenes. A generator places its units about (0,0) in units of length,
 * and describes its walls by a function that tells which points lie inside one. Last it calls
 * generator_enclose, which makes the map. So each generator reads as its description, and each
 * scene can be rotated, shifted off the grid, and drawn in cells of another size.
 *
 * All units have the default profile's radius, 0.5 u, and its top speed, 2 u/s. */
#ifndef SIDLE_COMMAND_GENERATOR_H
#define SIDLE_COMMAND_GENERATOR_H

#include "scene.h"
#include "town_keys.h"

/* u, between the centres of units in a block: one unit fits between two rows with half a radius to
 * spare. A choice; a block at 1 u, where discs touch, could not set out. */
#define BLOCK_SPACING 1.5f

/* Of 2: the sine and cosine of 45 degrees. */
#define HALF_ROOT 0.70710678f

/* Where the walls of a scene are, before any rotation. */
typedef struct scene_walls {
    bool (*inside)(const void *shape, float x, float y); /* NULL: the scene has no walls */
    const void *shape;                                   /* what `inside` gets */
    float half_gap;        /* u, half the width of the gap that the walls leave about an axis */
    bool gap_on_both_axes; /* else about y = 0 alone */
    sidle_terrain terrain; /* the class of the walls' cells */
} scene_walls;

typedef struct generator {
    scene *into;
    uint64_t random; /* state of the random numbers */
    uint32_t seed;   /* 0: every unit stands exactly where the generator places it */
    /* The modifiers behind the scene's name. */
    bool rotated, shifted;
    float cell; /* u, size of a cell; 0: the generator's own */
    scene_walls walls;
    town_keys town; /* what the name of a town says */
} generator;

/* The place of unit k in a block so many abreast: x is how far it stands behind the front row, y
 * how far beside the middle column. */
sidle_vec2 block_place(uint32_t k, uint32_t abreast);

/* How far the last row of a block of n units stands behind the front row. */
float block_depth(uint32_t n, uint32_t abreast);

/* A number from 0 to below 1. */
float generator_random(generator *g);

/* A unit without an order: it may step aside for others. */
void generator_idle(generator *g, sidle_vec2 at);

/* A unit that holds its place for the whole run. */
void generator_stand(generator *g, sidle_vec2 at);

/* A unit that is sent from there to its goal. The pointer is valid until the next unit. */
scene_unit *generator_send(generator *g, sidle_vec2 at, sidle_vec2 goal);

/* Makes the map: large enough for all units, their goals and a margin, with its walls, in cells of
 * that size (u) unless the name asks for others. Units go in straight lines or by `via`. False when
 * the map would be larger than the library allows. */
bool generator_enclose(generator *g, float cell);

#endif
