/* Saving and loading a world, and comparing two worlds: docs/saving.md shows how. */
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

/* The type of a field: how to read its bits. */
typedef enum sidle_field_type {
    SIDLE_FIELD_WHOLE,  /* a whole number, 0 or more */
    SIDLE_FIELD_SIGNED, /* one of 8 bits with a sign */
    SIDLE_FIELD_PAIR,   /* two of 16 bits with a sign, the first in the low bits */
    SIDLE_FIELD_FLOAT,  /* the bits of a float */
    SIDLE_FIELD_DOUBLE, /* the bits of a double */
    SIDLE_FIELD_POINT,  /* those of two floats, x in the low half */
    SIDLE_FIELD_UNIT    /* a sidle_unit_id, its slot in the low half */
} sidle_field_type;

/* One field of the state, of a unit or of the world itself. */
typedef struct sidle_field {
    const char
        *group; /* "", "order", "path", "patrol", "terrain", "profile", "free slot", "group" */
    const char *name; /* as in docs/snapshot.md, or of a parameter */
    uint32_t index;   /* of the point, the cell, the profile, the free slot or the group; else 0 */
    sidle_field_type type;
    uint64_t bits;
} sidle_field;

/* Reads the fields of a living unit that are in use, in a fixed order. Writes at most `capacity` of
 * them, and returns their number; 0: the id is stale. */
SIDLE_API uint32_t sidle_unit_fields(const sidle_world *world, sidle_unit_id id,
                                     sidle_field *fields, uint32_t capacity);

/* The first field in which two worlds differ. */
typedef struct sidle_difference {
    sidle_unit_id unit; /* the unit that differs; null: a field of the world itself */
    sidle_field a,
        b; /* the field in each world; "lives" if the unit is alive in one of them only */
} sidle_difference;

/* Do two worlds differ in anything on which the future depends? Finds first a unit that is alive in
 * one of them only, then fields of the world, then fields of units by ascending slot. False also
 * for a null pointer. */
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
