/* Seeing what a unit thinks: the reasons of one unit, and drawing by callbacks. */
#ifndef SIDLE_DEBUG_H
#define SIDLE_DEBUG_H

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What a unit read at its last look and what it made of it. Offsets across are positive to the
 * right of the way to the waypoint. */
typedef struct sidle_why {
    sidle_decision decision;
    uint64_t tick;        /* of the look; the step that made it was number tick (from 0) */
    sidle_vec2 origin;    /* u, where the unit stood when it looked */
    sidle_vec2 direction; /* of length 1, the trace's */
    float reach;        /* u, length of the trace: view distance or what is left to the waypoint */
    float hit;          /* u from the origin to the first cell that is not free; < 0: none */
    uint32_t hit_value; /* value of that cell; 0 when none */
    float row;          /* u from the origin to the side traces; 0 when none were made */
    uint32_t value_ahead;  /* value straight ahead in the row of the side traces */
    uint32_t value_right;  /* smallest value to the right, and where */
    float offset_right;    /* u, > 0 */
    uint32_t value_left;   /* smallest value to the left, and where */
    float offset_left;     /* u, < 0 */
    uint32_t value;        /* of the point chosen; 0 on a free way */
    float offset;          /* u, of the point chosen */
    sidle_vec2 target;     /* u, the point chosen, or the waypoint */
    sidle_unit_id blocker; /* owner of the value at the first hit; null: terrain, or a free way */
    sidle_step step;       /* rung of the ladder; SIDLE_STEP_NONE when not blocked by units */
    float step_left;       /* s, of that rung */
} sidle_why;

/* Errors: ARGUMENT, STALE, STOWED; NO_ORDER when the unit has not looked since it was last ordered.
 */
SIDLE_API sidle_result sidle_unit_why(const sidle_world *world, sidle_unit_id id, sidle_why *why);

/* The same in words, for a label under the mouse: "detours left to 3.2,4.1: 0.31 there, 0.84 ahead;
 * blocked by 17, which waits for 9". Units are named by their slots; passability is given as 0
 * (free) to 1 (a unit's centre). Also of a unit that stands, which has no sidle_why. Writes at most
 * size - 1 characters and a zero; buffer may be NULL when size is 0. Returns how long the whole
 * text is, without the zero: if that is size or more, the end is cut off. 0: the id is stale, the
 * world NULL, or the buffer NULL while size is not 0; then an empty text is written where one fits.
 * The words may change with any version. */
SIDLE_API size_t sidle_why_text(const sidle_world *world, sidle_unit_id id, char *buffer,
                                size_t size);

/* Checks the whole state of a world: ids and slots, ranks, positions and discs, paths, flags, the
 * spatial grid. Returns NULL when all is well, else one sentence about the first fault that it
 * finds, which is a defect of the library or a host that has overwritten its memory. For tests: the
 * cost grows with the square of the number of units. */
SIDLE_API const char *sidle_world_validate(const sidle_world *world);

/* What a drawn shape stands for; the host picks colours. */
typedef enum sidle_role {
    SIDLE_ROLE_UNIT,    /* disc of a unit; value is its sidle_decision */
    SIDLE_ROLE_HEADING, /* line from its centre to its rim */
    SIDLE_ROLE_PATH,    /* line to the waypoint and along the path */
    SIDLE_ROLE_TRACE,   /* line of the forward trace */
    SIDLE_ROLE_SIDE,    /* line of the side traces */
    SIDLE_ROLE_TARGET,  /* disc at the point chosen; value is what was read there */
    SIDLE_ROLE_BLOCKER, /* line to the blocker */
    SIDLE_ROLE_PLACE,   /* disc of a unit under way on the place that it has, where it will rest */
    SIDLE_ROLE_COUNT
} sidle_role;

/* Either callback may be NULL. `unit` is whose thoughts the shape shows. */
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
