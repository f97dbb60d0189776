/* The lattice of points (nodes) that a path may run through, for one radius and one mask of
 * passable classes.
 *
 * When the unit is an odd number of cells wide (rounded up), the nodes are the centres of cells;
 * when it is an even number wide, they are their corners. So a corridor of two cells lets a unit
 * through that is nearly two cells wide. Whether the disc fits at a node is asked of the world
 * once, and then remembered.
 *
 * A profile that is not of one speed on all terrain has its cells weighed: the cells of the class
 * on which it is fastest cost what they do for others, and slower ones as much more as they take
 * longer. */
#ifndef SIDLE_PATHFINDING_LATTICE_H
#define SIDLE_PATHFINDING_LATTICE_H

#include <sidle/sidle.h>

/* Costs are whole numbers, in thousandths of a cell, so that ties are the same on every machine.
 * The largest one stands for a path through two million cells; a longer path counts as none. */
enum { COST_STRAIGHT = 1000, COST_DIAGONAL = 1414, COST_MOST = 2000000000 };

enum { LATTICE_DIRECTIONS = 8 };

typedef struct lattice {
    const sidle_world *world;
    sidle_profile_id profile;
    float radius; /* u */
    uint32_t passable;
    float cell, origin; /* u; node (0,0) lies at origin,origin */
    int32_t width, height;
    uint8_t *open; /* by node: 0 not asked yet, 1 the disc does not fit, 2 it fits */
    bool weighs;   /* the cells do not all cost the same */
    float speed[SIDLE_TERRAIN_COUNT]; /* of the profile, by class */
    float fastest;                    /* the largest of those that it may enter */
} lattice;

/* Where the node lies, u. */
sidle_vec2 lattice_point(const lattice *l, int32_t node);

/* Does the disc fit at the node in that column and row? */
bool lattice_open(lattice *l, int32_t x, int32_t y);

/* The node one step away in a direction (0 to 7; even ones are straight); -1 when the disc does not
 * fit there or on the way. */
int32_t lattice_step(lattice *l, int32_t node, int direction, int32_t *cost);

/* The access nodes of a point: nodes about it that the disc reaches in a straight line, the nearest
 * ring first. A search begins and ends at them. Returns how many there are. */
enum { LATTICE_ACCESS_NODES = 16 };
int lattice_access_nodes(lattice *l, sidle_vec2 point, int32_t access[LATTICE_ACCESS_NODES]);

/* The node nearest to the point where the disc fits, in sight or not; -1: there is none. */
int32_t lattice_nearest(lattice *l, sidle_vec2 point);

/* The cost of the straight line between two points, on whatever terrain it runs. */
int32_t lattice_line_cost(const lattice *l, sidle_vec2 from, sidle_vec2 to);

/* Can the disc drive straight from one point to the other, and does that cost no more than another
 * way (within 1 %)? `cost` is that of the other way; it is not asked for where no cell is weighed.
 */
bool lattice_line_serves(const lattice *l, sidle_vec2 from, sidle_vec2 to, int32_t cost);

/* u that the unit would drive at its top speed in the time that the cost stands for. */
float lattice_length(const lattice *l, int32_t cost);

/* The cost of the straight line between a point and a node. */
int32_t lattice_cost(const lattice *l, sidle_vec2 point, int32_t node);

/* ---- lists of lattices ---- */

/* The index of the lattice for the profile in a list, a stb_ds array; it is added when it is not
 * there yet. Profiles of the same radius, mask and speeds on terrain share one. False when the
 * world has no such profile. */
bool lattices_find(lattice **list, const sidle_world *world, sidle_profile_id profile,
                   size_t *index);

/* The cells of the rectangle changed: the world is asked again about the nodes near it. */
void lattices_terrain_changed(lattice *list, uint32_t x, uint32_t y, uint32_t width,
                              uint32_t height);
void lattices_free(lattice **list);

/* A list of its own that knows the same. */
lattice *lattices_copy(const lattice *list);

#endif
