/* Saving and loading a world, and telling two worlds apart: docs/saving.md shows how. */
#ifndef SIDLE_SAVE_H
#define SIDLE_SAVE_H

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- saving and loading ---- */

/* Writes all that the world keeps into the host's buffer: ids, orders, paths, what units think, the
 * terrain, profiles, events that are still to be told, and those of the last step. *needed becomes
 * the number of bytes; a call with size 0 only asks for it. The bytes are the same on every
 * machine, and do not depend on threads; docs/snapshot.md describes them. Errors: ARGUMENT; BUFFER
 * (size is less than *needed; what the buffer holds then means nothing). */
SIDLE_API sidle_result sidle_world_save(const sidle_world *world, void *buffer, size_t size,
                                        size_t *needed);

/* Makes the world what it was when the bytes were saved, whatever it was before: it goes on to the
 * same bits as if it had never stopped, ids included. It keeps its allocator and its hooks, which
 * need not be those of the world that was saved. Pointers to events are stale. Errors: ARGUMENT;
 * SNAPSHOT (other bytes, damaged, or cut); VERSION (another version of the library keeps other
 * fields); MEMORY. Then the world is as it was. */
SIDLE_API sidle_result sidle_world_load(sidle_world *world, const void *buffer, size_t size);

/* Makes the one world what the other one is, as by saving and loading: to look ahead with a copy.
 * Memory comes from the allocator of `to`. Errors: ARGUMENT (also when both are the same), MEMORY.
 */
SIDLE_API sidle_result sidle_world_copy(sidle_world *to, const sidle_world *from);

/* ---- telling two worlds apart ---- */

/* Ticks after which sidle_world_quick_hash has seen all of each unit. */
#define SIDLE_QUICK_TURNS 16

/* A hash for each tick of a large crowd, at two fifths of the cost of sidle_world_hash: of the
 * terrain, of where all units are and how they drive, and of all else of every 16th unit, by turns.
 * Worlds that differ in a unit have different ones as soon as it moves otherwise, and within
 * SIDLE_QUICK_TURNS ticks in any case; profiles are told by the units that have them. */
SIDLE_API uint64_t sidle_world_quick_hash(const sidle_world *world);

/* The hash of all that decides the future of one unit and belongs to it alone; the same on every
 * machine. 0: the id is stale. */
SIDLE_API uint64_t sidle_unit_hash(const sidle_world *world, sidle_unit_id id);

/* How to read the bits of a field. */
typedef enum sidle_field_type {
    SIDLE_FIELD_WHOLE,  /* a whole number, 0 or more */
    SIDLE_FIELD_SIGNED, /* one of 8 bits with a sign */
    SIDLE_FIELD_PAIR,   /* two of 16 bits with a sign, the first in the low bits */
    SIDLE_FIELD_FLOAT,  /* the bits of a float */
    SIDLE_FIELD_DOUBLE, /* the bits of a double */
    SIDLE_FIELD_POINT,  /* those of two floats, x in the low half */
    SIDLE_FIELD_UNIT    /* a sidle_unit_id, its slot in the low half */
} sidle_field_type;

/* One value that decides the future: of a unit, or of the world itself. */
typedef struct sidle_field {
    const char
        *group; /* "", "order", "path", "patrol", "terrain", "profile", "free slot", "group" */
    const char *name; /* as in docs/snapshot.md, or of a parameter */
    uint32_t index;   /* of the point, the cell, the profile, the free slot or the group; else 0 */
    sidle_field_type type;
    uint64_t bits;
} sidle_field;

/* All fields of a living unit that are read at present, in a fixed order. Writes at most `capacity`
 * of them, and returns how many there are; 0: the id is stale. */
SIDLE_API uint32_t sidle_unit_fields(const sidle_world *world, sidle_unit_id id,
                                     sidle_field *fields, uint32_t capacity);

/* The first field in which two worlds differ. */
typedef struct sidle_difference {
    sidle_unit_id unit; /* whose it is; null: the world's own. Slots are compared in their order */
    sidle_field a, b;   /* the field in either world; of a unit that lives in one of them alone, the
                           field "lives" */
} sidle_difference;

/* Do two worlds differ in anything that decides the future? A unit that lives in one of them alone
 * is told first, then the world's own fields, then units by ascending slot. False also for a null
 * pointer. */
SIDLE_API bool sidle_world_differs(const sidle_world *a, const sidle_world *b,
                                   sidle_difference *first);

/* The difference in words: "unit 17: velocity is 1.25,0 in the one and 1.5,0 in the other". Buffer
 * and result as those of sidle_why_text; the words may change with any version. */
SIDLE_API size_t sidle_difference_text(const sidle_difference *difference, char *buffer,
                                       size_t size);

#ifdef __cplusplus
}
#endif

#endif
