/* The points that a path may run through, for one radius and one mask of passable classes.
 *
 * A unit that needs an odd number of cells across runs through the centres of cells, one that needs
 * an even number through their corners: so a corridor of two cells lets a unit through that is
 * nearly two cells wide. Whether a disc fits at a node is asked of the world once and then
 * remembered. */
#ifndef SIDLE_PATHFINDING_LATTICE_H
#define SIDLE_PATHFINDING_LATTICE_H

#include <sidle/sidle.h>

/* Costs are whole numbers, so that ties are the same on every machine. In thousandths of a cell
 * they hold a way that winds through two million cells; a longer one counts as none. */
enum { COST_STRAIGHT = 1000, COST_DIAGONAL = 1414, COST_MOST = 2000000000 };

enum { LATTICE_WAYS = 8 };

typedef struct lattice {
    const sidle_world *world;
    sidle_profile_id profile;
    float radius; /* u */
    uint32_t passable;
    float cell, origin; /* u; node (0,0) lies at origin,origin */
    int32_t width, height;
    uint8_t *open; /* by node: 0 not asked yet, 1 closed, 2 open */
} lattice;

/* False when there is no such profile. */
bool lattice_make(lattice *l, const sidle_world *world, sidle_profile_id profile);
void lattice_free(lattice *l);
bool lattice_serves(const lattice *l, const sidle_world *world, sidle_profile_id profile);

/* The rectangle of cells changed: what is near is asked anew. */
void lattice_terrain_changed(lattice *l, uint32_t x, uint32_t y, uint32_t width, uint32_t height);

sidle_vec2 lattice_point(const lattice *l, int32_t node);
bool lattice_open(lattice *l, int32_t x, int32_t y);

/* The node one step along way (0..7, even ones straight), -1 when the step is not allowed. */
int32_t lattice_step(lattice *l, int32_t node, int way, int32_t *cost);

/* Nodes around a point that a straight drive reaches, nearest ring first; returns how many. */
enum { LATTICE_DOORS = 16 };
int lattice_doors(lattice *l, sidle_vec2 point, int32_t doors[LATTICE_DOORS]);

/* The open node nearest to the point, in sight or not; -1 when there is none on the map. */
int32_t lattice_nearest(lattice *l, sidle_vec2 point);

/* Cost of the straight drive between a point and a node. */
int32_t lattice_cost(const lattice *l, sidle_vec2 point, int32_t node);

#endif
