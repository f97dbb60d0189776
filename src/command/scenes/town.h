/* Random towns: a map, kinds of units and orders that all come of a seed. Nobody chose them, so
 * that what holds in a thousand of them holds in a game.
 *
 * A town is drawn in radii of its largest unit, so that streets, doors and crowds fit together
 * whatever the length of that radius is. */
#ifndef SIDLE_COMMAND_TOWN_H
#define SIDLE_COMMAND_TOWN_H

#include "scene.h"
#include "town_keys.h"

/* Where the discs of the largest units fit, and how far it is from one point to all others. Nodes
 * are centres of cells, or corners where a unit is an even number of cells wide. */
typedef struct town_ground {
    sidle_world *world;     /* the map without units */
    uint32_t width, height; /* nodes */
    float origin, cell;     /* u; node (0,0) lies at origin,origin */
    uint8_t *open;   /* stb_ds, by node: which steps are possible; 0: the disc does not fit */
    uint32_t *way;   /* stb_ds, by node: from the source, in fifths of a cell; UINT32_MAX: none */
    uint32_t *order; /* stb_ds: the nodes that can be reached, by ascending way */
} town_ground;

/* A disc that is taken. */
typedef struct town_disc {
    sidle_vec2 at;
    float radius;
} town_disc;

/* Units that were placed together: those of the scene from `first` on. */
typedef struct squad {
    size_t first, count;
} squad;

typedef struct town {
    scene *into;
    const scene *own; /* NULL, or what was brought in place of random kinds and maps */
    uint64_t random;
    town_keys keys;
    uint32_t units;  /* wanted */
    uint32_t kinds;  /* the first profiles of the scene */
    float radius;    /* u, of the largest kind */
    float slowest;   /* u/s, the top speed of the slowest kind */
    float ratio;     /* cells in that radius */
    uint32_t side;   /* cells, of the map */
    float narrowest; /* radii, the width of the narrowest passage that was drawn */
    town_ground ground;
    town_disc *taken; /* stb_ds */
} town;

/* A number from 0 to below 1, one between two others, a whole number below `count`, and true with
 * that chance. */
float town_share(town *t);
float town_between(town *t, float low, float high);
uint32_t town_pick(town *t, uint32_t count);
bool town_chance(town *t, float chance);

/* To a whole number of parts of 1. A fixture holds seven digits of a number: those of few binary
 * digits survive `sidle convert`, and the fixture plays to the same bits. */
float town_rounded(float number, float parts);

/* u: how long so many units are one behind the other, side by side where the narrowest passage of
 * the town has more than one lane. */
float town_file(const town *t, size_t count);

/* ---- town_profiles.c ---- */

/* Draws the kinds of units and the ticks in a second. */
void town_make_profiles(town *t);

/* ---- town_map.c ---- */

/* Cells in so many radii, rounded up; 1 at least. */
uint32_t town_cells(const town *t, float radii);

/* Sets a rectangle of cells to a class, as far as it lies on the map. */
void town_fill(town *t, int32_t x, int32_t y, int32_t width, int32_t height, sidle_terrain class);

/* Draws the map of that kind into the scene. */
void town_draw(town *t, town_map kind);

/* A room with walls of one cell about a point, `inner` radii wide inside, with a door `door` radii
 * wide; 0: it has none. */
void town_draw_room(town *t, sidle_vec2 about, float inner, float door);

/* ---- town_ground.c ---- */

/* Reads the map: to be called when it is drawn, and again when it has changed. */
void town_survey(town *t);
void town_ground_free(town_ground *g);

/* A body of that radius stands there: no disc fits where it would overlap it. The next survey opens
 * the ground again. */
void town_close(town *t, sidle_vec2 at, float radius);

/* Measures the way from there to all nodes. False: the disc does not fit there. */
bool town_look_from(town *t, sidle_vec2 from);

/* Looks from a point of the largest ground that hangs together; returns how many nodes it has. */
size_t town_look_from_largest(town *t);

/* The point of node number k of the order. */
sidle_vec2 town_point(const town *t, size_t k);

/* A random point that can be reached; share: from and to how far away among all nodes, 0 .. 1. */
sidle_vec2 town_random_point(town *t, float from, float to);

/* u, the way to the point from where the town was looked at; below 0: there is none. */
float town_way(const town *t, sidle_vec2 point);

/* The point on the way there that is such a share of it away from its beginning. */
sidle_vec2 town_on_the_way(const town *t, sidle_vec2 there, float share);

/* The free place that is the nearest by way from where the town was looked at: it keeps `spread`
 * times the sum of both radii from all discs that are taken, and is taken then. *from: the number
 * in the order where the search begins, and ended. False: none is left. */
bool town_take_place(town *t, float radius, float spread, size_t *from, sidle_vec2 *place);

/* The same for that point alone. */
bool town_take(town *t, sidle_vec2 at, float radius, float spread);

/* ---- town_squads.c ---- */

/* Adds a unit of that kind, without an order. */
scene_unit *town_add(town *t, sidle_vec2 at, uint32_t kind);

/* Places units of random kinds about the point, as near to it as they fit. Fewer where there is no
 * more room. */
squad town_muster(town *t, sidle_vec2 about, uint32_t count, float spread);

/* In one crowd, in two, or all over the map; looks from the middle of the first crowd. */
squad town_muster_army(town *t, uint32_t count);

/* All to one point. */
void town_send(town *t, squad who, sidle_vec2 goal);

/* Each to a place of its own, as near to the point as they fit. */
void town_send_apart(town *t, squad who, sidle_vec2 about, float spread);

/* Each to a place of its own somewhere. */
void town_send_anywhere(town *t, squad who);

/* Units that hold with `clear` radii of free ground about them, as far from the others as can be;
 * each is a group of its own when `apart`, and all have one otherwise. They belong to team 2. */
squad town_targets(town *t, uint32_t count, float clear, bool apart);

/* ---- town_tasks.c ---- */

/* Places the units and gives the orders of the task. */
void town_set_task(town *t);

#endif
