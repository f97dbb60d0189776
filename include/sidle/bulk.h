/* Many units in one call: what they do, into arrays of the host, and orders, paths and guides. */
#ifndef SIDLE_BULK_H
#define SIDLE_BULK_H

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- reading ---- */

/* A column of the host's memory: where its first entry is, and the bytes from one entry to the
 * next. Entries need no alignment. to NULL: this is not read. stride 0: entries lie side by side.
 */
typedef struct sidle_column {
    void *to;
    size_t stride;
} sidle_column;

/* What to read of each unit. All zeros reads nothing. */
typedef struct sidle_columns {
    sidle_column ids;        /* sidle_unit_id; null in a row without a unit */
    sidle_column positions;  /* sidle_vec2, u */
    sidle_column headings;   /* sidle_vec2, of length 1 */
    sidle_column velocities; /* sidle_vec2, u/s, of the drive */
    sidle_column made;       /* sidle_vec2, u/s, made in the last step: as in sidle_unit_state */
    sidle_column decisions;  /* uint8_t, a sidle_decision */
    sidle_column users;      /* uint64_t, of the unit's definition */
    sidle_column places;     /* sidle_vec2, u, where it will rest: as in sidle_unit_state */
} sidle_columns;

/* Reads all living units. The unit with slot s stands in row s - 1, for as long as it lives: a host
 * that keeps its own data by slot reads straight into them. Of a row without a unit only the id is
 * written, which is null. *rows becomes the number of rows that there are, and rows from `capacity`
 * on are left out. Errors: ARGUMENT (a null pointer); then nothing is written. */
SIDLE_API sidle_result sidle_world_read(const sidle_world *world, const sidle_columns *to,
                                        uint32_t capacity, uint32_t *rows);

/* Reads the units of a list, row k for ids[k]. Of a stale id only a null id is written. Errors:
 * ARGUMENT (a null pointer); then nothing is written. */
SIDLE_API sidle_result sidle_units_read(const sidle_world *world, const sidle_unit_id *ids,
                                        uint32_t count, const sidle_columns *to);

/* ---- orders ---- */

/* Each of the calls below does for every unit of a list, in the order of the list, what the call
 * for one unit does. A unit that is refused stays as it was, and the others are served all the
 * same. results[k] (results may be NULL) is what the call for ids[k] would return; the call itself
 * returns the first of them that is not SIDLE_OK, or ARGUMENT for a null pointer, and then nothing
 * is done or written. stride: bytes from one entry to the next; 0: one entry for all units. */

/* sidle_unit_go. */
SIDLE_API sidle_result sidle_units_go(sidle_world *world, const sidle_unit_id *ids, uint32_t count,
                                      const sidle_vec2 *goals, size_t stride,
                                      sidle_result *results);

/* Waypoints without the goal. */
typedef struct sidle_path {
    const sidle_vec2 *waypoints;
    uint32_t count;
} sidle_path;

/* sidle_unit_path. */
SIDLE_API sidle_result sidle_units_path(sidle_world *world, const sidle_unit_id *ids,
                                        uint32_t count, const sidle_path *paths, size_t stride,
                                        sidle_result *results);

/* sidle_unit_guide. */
SIDLE_API sidle_result sidle_units_guide(sidle_world *world, const sidle_unit_id *ids,
                                         uint32_t count, const sidle_vec2 *points, size_t stride,
                                         sidle_result *results);

/* sidle_unit_set_range. */
SIDLE_API sidle_result sidle_units_set_range(sidle_world *world, const sidle_unit_id *ids,
                                             uint32_t count, const sidle_range *ranges,
                                             size_t stride, sidle_result *results);

/* In a flow field: no way leads on from this cell. */
#define SIDLE_FLOW_NONE UINT32_MAX
/* Largest number of cells that a guide looks ahead in a flow field. */
#define SIDLE_FLOW_AHEAD 64

/* A flow field: from each cell of the map the way to one goal. Cells are numbered row by row, cell
 * (x,y) is y * width + x. */
typedef struct sidle_flow {
    const uint32_t *next; /* by cell: the cell to go to next, at most a king's move away; its own
                             number: the goal is here; SIDLE_FLOW_NONE */
    uint32_t ahead;       /* cells to look ahead, 1 .. SIDLE_FLOW_AHEAD; 8 is a good start */
} sidle_flow;

/* Guides the units by a flow field: each to the centre of the farthest cell ahead of it that its
 * disc reaches in a straight line on terrain, at least that of the next cell; from where it sees
 * the cell of the goal, to the goal of its own order. To be called each tick, or each few.
 * Results: those of sidle_unit_guide; ARGUMENT when no way leads on from the cell of the unit, or
 * to a number that is no cell: it keeps the guide that it has. */
SIDLE_API sidle_result sidle_units_flow(sidle_world *world, const sidle_unit_id *ids,
                                        uint32_t count, const sidle_flow *flow,
                                        sidle_result *results);

#ifdef __cplusplus
}
#endif

#endif
