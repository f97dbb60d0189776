/* To look inside: the reasons for a decision, a check of the whole state, the fields in which two
 * worlds differ, and drawing by callbacks. No game needs it to run. */
#ifndef SIDLE_DEBUG_H
#define SIDLE_DEBUG_H

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The last look of a unit: what it read, and what it chose. Offsets are positive to the right of
 * the course to the waypoint. */
typedef struct sidle_why {
    sidle_decision decision;
    uint64_t tick;        /* the step of the look, counted from 0 */
    sidle_vec2 origin;    /* u, where the unit stood when it looked */
    sidle_vec2 direction; /* of length 1, the trace's */
    float reach;        /* u, length of the trace: at most view_distance, and up to the waypoint */
    float hit;          /* u from the origin to the first occupied cell; below 0: none */
    uint32_t hit_value; /* value of that cell; 0 when none */
    float row;          /* u from the origin to the side traces; 0: there were none */
    uint32_t value_ahead;  /* value straight ahead, at the side traces */
    uint32_t value_right;  /* smallest value to the right, ... */
    float offset_right;    /* u, > 0: ... and its offset */
    uint32_t value_left;   /* smallest value to the left, ... */
    float offset_left;     /* u, < 0: ... and its offset */
    uint32_t value;        /* of the point chosen; 0 on a free way */
    float offset;          /* u, of the point chosen */
    sidle_vec2 target;     /* u, the point chosen, or the waypoint */
    sidle_unit_id blocker; /* unit at the first hit; null: terrain, or a free way */
    sidle_step step;       /* step of the ladder; SIDLE_STEP_NONE when units do not block it */
    float step_left;       /* s, left of that step */
} sidle_why;

/* Errors: ARGUMENT, STALE, STOWED; NO_ORDER when the unit has not looked since it was last ordered.
 */
SIDLE_API sidle_result sidle_unit_why(const sidle_world *world, sidle_unit_id id, sidle_why *why);

/* The same in words, for a tooltip: "detours left to 3.2,4.1: 0.31 there, 0.84 ahead; blocked by
 * 17, which waits for 9". Units are named by slot; passability runs from 0 (free) to 1 (a unit's
 * centre). It also describes units that stand, which have no sidle_why. Writes at most size - 1
 * characters and a zero; buffer may be NULL when size is 0. Returns the length of the whole text
 * without the zero; if that is size or more, the text was cut off. Returns 0 for a stale id, a NULL
 * world, or a NULL buffer with a size above 0. The words may change with any version. */
SIDLE_API size_t sidle_why_text(const sidle_world *world, sidle_unit_id id, char *buffer,
                                size_t size);

/* Checks the whole state of a world: ids and slots, ranks, positions and discs, paths, flags, the
 * spatial grid. Returns NULL when all is well, else one sentence about the first fault, which means
 * a defect of the library or overwritten memory. For tests: the cost grows with the square of the
 * number of units. */
SIDLE_API const char *sidle_world_validate(const sidle_world *world);

/* ---- fields of the state ---- */

/* The type of a field: how to read its bits. */
typedef enum sidle_field_type {
    SIDLE_FIELD_WHOLE,  /* a whole number, 0 or more */
    SIDLE_FIELD_SIGNED, /* a whole number of 8 bits with a sign */
    SIDLE_FIELD_PAIR,   /* two whole numbers of 16 bits with a sign, the first in the low bits */
    SIDLE_FIELD_FLOAT,  /* the bits of a float */
    SIDLE_FIELD_DOUBLE, /* the bits of a double */
    SIDLE_FIELD_POINT,  /* the bits of two floats, x in the low half */
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

/* ---- drawing ---- */

/* The meaning of a drawn shape; the host picks colours. */
typedef enum sidle_role {
    SIDLE_ROLE_UNIT,    /* disc of a unit; value is its sidle_decision */
    SIDLE_ROLE_HEADING, /* line from its centre to its rim */
    SIDLE_ROLE_PATH,    /* line to the waypoint and along the path */
    SIDLE_ROLE_TRACE,   /* line of the forward trace */
    SIDLE_ROLE_SIDE,    /* line of the side traces */
    SIDLE_ROLE_TARGET,  /* disc at the point chosen; value is the passability there */
    SIDLE_ROLE_BLOCKER, /* line to the blocker */
    SIDLE_ROLE_PLACE,   /* disc at the place where a unit under way will rest */
    SIDLE_ROLE_COUNT
} sidle_role;

/* Either callback may be NULL. `unit` is the unit that the shape belongs to. */
typedef struct sidle_draw {
    void *context;
    void (*disc)(void *context, sidle_unit_id unit, sidle_role role, sidle_vec2 centre,
                 float radius, uint32_t value);
    void (*line)(void *context, sidle_unit_id unit, sidle_role role, sidle_vec2 from,
                 sidle_vec2 to);
} sidle_draw;

/* Draws every unit on the map by ascending slot. Errors: ARGUMENT. */
SIDLE_API sidle_result sidle_world_draw(const sidle_world *world, const sidle_draw *draw);

#ifdef __cplusplus
}
#endif

#endif
