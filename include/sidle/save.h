/* Saving and loading a world, and telling two worlds apart: docs/saving.md shows how. */
#ifndef SIDLE_SAVE_H
#define SIDLE_SAVE_H

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- what a unit keeps ---- */

/* The hash of all that decides the future of one unit and belongs to it alone; the same on every
 * machine. 0: the id is stale. */
SIDLE_API uint64_t sidle_unit_hash(const sidle_world *world, sidle_unit_id id);

#ifdef __cplusplus
}
#endif

#endif
