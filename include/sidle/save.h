/* Saving and loading a world, and its hashes: docs/saving.md shows how. debug.h compares worlds. */
#ifndef SIDLE_SAVE_H
#define SIDLE_SAVE_H

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- saving and loading ---- */

/* Writes the whole state of the world into the host's buffer: ids, orders, paths, decisions,
 * terrain, profiles, and events. *needed becomes the number of bytes; a call with size 0 only asks
 * for it. The bytes are the same on every machine and with any number of threads; docs/snapshot.md
 * describes them. Errors: ARGUMENT; BUFFER (size is less than *needed; the content of the buffer is
 * undefined). */
SIDLE_API sidle_result sidle_world_save(const sidle_world *world, void *buffer, size_t size,
                                        size_t *needed);

/* Replaces the state of the world by the saved one. From there it goes on to the same bits as the
 * saved world, ids included. It keeps its own allocator and hooks. Pointers to events become
 * invalid. Errors: ARGUMENT; SNAPSHOT (no snapshot, or a damaged or cut one); VERSION (saved by
 * another version of the library); MEMORY. Then the world is unchanged. */
SIDLE_API sidle_result sidle_world_load(sidle_world *world, const void *buffer, size_t size);

/* Copies the state of one world into another, like saving and loading, for example to simulate
 * ahead. Memory comes from the allocator of `to`. Errors: ARGUMENT (also when both are the same
 * world), MEMORY. */
SIDLE_API sidle_result sidle_world_copy(sidle_world *to, const sidle_world *from);

/* ---- comparing two worlds ---- */

/* Within so many ticks sidle_world_quick_hash covers every field of every unit. */
#define SIDLE_QUICK_TURNS 16

/* A hash for each tick of a large crowd, at two fifths of the cost of sidle_world_hash. It covers
 * the terrain, the position and motion of all units, and all other fields of every 16th unit in
 * turn. It tells two worlds apart as soon as a unit moves differently, and within SIDLE_QUICK_TURNS
 * ticks in any case. A profile counts through its units. */
SIDLE_API uint64_t sidle_world_quick_hash(const sidle_world *world);

/* A hash of all fields of one unit on which the future depends; the same on every machine. 0: the
 * id is stale. */
SIDLE_API uint64_t sidle_unit_hash(const sidle_world *world, sidle_unit_id id);

#ifdef __cplusplus
}
#endif

#endif
