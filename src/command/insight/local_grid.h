/* The local grid of one unit: the values that its look reads. The library never stores the grid,
 * so it is filled here by the rules that it states: the stamp of each body, terrain, and in the row
 * of the side traces the largest value on the straight way to each cell.
 *
 * A look reads the bodies as its tick began. So the bodies about the unit are taken before the
 * step, and the grid is made after it, along the direction that sidle_unit_why() tells. */
#ifndef SIDLE_COMMAND_LOCAL_GRID_H
#define SIDLE_COMMAND_LOCAL_GRID_H

#include <sidle/sidle.h>

typedef struct seen_body {
    sidle_vec2 position, predicted; /* u, u/s */
    float radius;                   /* u */
    bool spared;                    /* an enemy that counts as a wall */
    uint32_t slot;
} seen_body;

/* What a unit may see in the tick that comes. */
typedef struct surroundings {
    sidle_unit_id unit;
    uint64_t tick; /* of that tick */
    sidle_unit_state self;
    sidle_profile profile;
    seen_body *bodies; /* stb_ds; none that the unit does not look at */
} surroundings;

/* False when the unit is not on the map; then there are no bodies. Gives back the memory of an
 * earlier call; all zeros before the first. */
bool surroundings_take(surroundings *s, const sidle_world *world, sidle_unit_id unit);
void surroundings_free(surroundings *s);

typedef struct local_grid {
    sidle_why why;
    sidle_vec2 right;  /* of length 1 */
    float cell;        /* u */
    int rows, columns; /* ahead, and to one side */
    int side_row;      /* that of the side traces; 0: none were made */
    uint8_t *values;   /* stb_ds: 0 .. SIDLE_VALUE_UNIT, or SIDLE_VALUE_STATIC */
} local_grid;

/* The grid of the last look of the unit; false when it has made none in the tick of the
 * surroundings. Gives back the memory of an earlier call; all zeros before the first. */
bool local_grid_make(local_grid *g, const sidle_world *world, const surroundings *s);

/* The grid of the look that the unit would make now, towards its waypoint. */
bool local_grid_now(local_grid *g, const sidle_world *world, const surroundings *s);
void local_grid_free(local_grid *g);

/* column is below 0 to the left. */
uint8_t local_grid_value(const local_grid *g, int row, int column);
sidle_vec2 local_grid_point(const local_grid *g, int row, int column);

/* Follows one unit through a run and keeps its last look: what it read, and where all stood then.
 * All zeros before the first tick. */
typedef struct last_look {
    surroundings next; /* as the present tick began */
    surroundings then; /* as the tick of the look began */
    local_grid grid;
    bool known;
} last_look;

/* Before and after each tick. */
void last_look_before(last_look *l, const sidle_world *world, sidle_unit_id unit);
void last_look_after(last_look *l, const sidle_world *world);
void last_look_free(last_look *l);

#endif
