/* Many units in one call: reading their state into arrays of the host, and giving orders, paths and
 * guides. */
#ifndef SIDLE_BULK_H
#define SIDLE_BULK_H

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- reading ---- */

/* A column of an array of the host: a pointer to the first entry, and the bytes from one entry to
 * the next. Entries need no alignment. to NULL: the column is not read. stride 0: the entries are
 * packed.
 */
typedef struct sidle_column {
    void *to;
    size_t stride;
} sidle_column;

/* The columns to read. All zeros reads nothing. */
typedef struct sidle_columns {
    sidle_column ids;        /* sidle_unit_id; null in a row without a unit */
    sidle_column positions;  /* sidle_vec2, u */
    sidle_column headings;   /* sidle_vec2, of length 1 */
    sidle_column velocities; /* sidle_vec2, u/s, of the drive */
    sidle_column made;       /* sidle_vec2, u/s, sidle_unit_state.made_velocity */
    sidle_column decisions;  /* uint8_t, a sidle_decision */
    sidle_column users;      /* uint64_t, of the unit's definition */
    sidle_column places;     /* sidle_vec2, u, sidle_unit_state.place */
} sidle_columns;

/* Reads all living units. The unit in slot s is read into row s - 1, as long as it lives. In a row
 * without a unit only the id is written, as the null id. *rows becomes the number of rows; rows
 * from `capacity` on are left out. Errors: ARGUMENT (a null pointer); then nothing is written. */
SIDLE_API sidle_result sidle_world_read(const sidle_world *world, const sidle_columns *to,
                                        uint32_t capacity, uint32_t *rows);

/* Reads the units of a list, ids[k] into row k. For a stale id only the null id is written. Errors:
 * ARGUMENT (a null pointer); then nothing is written. */
SIDLE_API sidle_result sidle_units_read(const sidle_world *world, const sidle_unit_id *ids,
                                        uint32_t count, const sidle_columns *to);

/* ---- orders ---- */

/* Each call below makes the call for one unit for every unit of a list, in order. A unit that is
 * refused is left unchanged; the others get their order all the same. results[k] (results may be
 * NULL) becomes the result for ids[k]. The call returns the first result that is not SIDLE_OK. For
 * a null pointer it returns ARGUMENT and does nothing. stride: bytes from one entry to the next; 0:
 * one entry for all units. */

/* sidle_unit_go. */
SIDLE_API sidle_result sidle_units_go(sidle_world *world, const sidle_unit_id *ids, uint32_t count,
                                      const sidle_vec2 *goals, size_t stride,
                                      sidle_result *results);

/* Waypoints without the goal. */
typedef struct sidle_path {
    const sidle_vec2 *waypoints;
    uint32_t count;
} sidle_path;

/* sidle_unit_set_path. */
SIDLE_API sidle_result sidle_units_set_path(sidle_world *world, const sidle_unit_id *ids,
                                            uint32_t count, const sidle_path *paths, size_t stride,
                                            sidle_result *results);

/* sidle_unit_set_guide. */
SIDLE_API sidle_result sidle_units_set_guide(sidle_world *world, const sidle_unit_id *ids,
                                             uint32_t count, const sidle_vec2 *points,
                                             size_t stride, sidle_result *results);

/* sidle_unit_set_range. */
SIDLE_API sidle_result sidle_units_set_range(sidle_world *world, const sidle_unit_id *ids,
                                             uint32_t count, const sidle_range *ranges,
                                             size_t stride, sidle_result *results);

/* In a flow field: there is no way from this cell to the goal. */
#define SIDLE_FLOW_NONE UINT32_MAX
/* Largest number of cells that a guide looks ahead in a flow field. */
#define SIDLE_FLOW_AHEAD 64

/* A flow field: the next cell on the way to one goal, for each cell of the map. Cells are numbered
 * row by row: cell (x,y) is y * width + x. */
typedef struct sidle_flow {
    const uint32_t *next; /* for each cell the next one, among its eight neighbours; its own number:
                             the goal is here; or SIDLE_FLOW_NONE */
    uint32_t ahead;       /* cells to look ahead, 1 .. SIDLE_FLOW_AHEAD; 8 is a good start */
} sidle_flow;

/* Guides the units by a flow field. Each unit is guided to the centre of the farthest cell ahead
 * that its disc reaches in a straight line, or at least of the next cell; once the cell of the goal
 * is in sight, to the goal of its own order. Call this each tick, or every few ticks. Results:
 * those of sidle_unit_set_guide; ARGUMENT when the cell of the unit leads nowhere, or to a number
 * that is no cell: then the unit keeps its guide. */
SIDLE_API sidle_result sidle_units_set_flow(sidle_world *world, const sidle_unit_id *ids,
                                            uint32_t count, const sidle_flow *flow,
                                            sidle_result *results);

#ifdef __cplusplus
}
#endif

#endif
