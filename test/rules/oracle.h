/* The plain, slow planner: it fills the whole grid that a unit sees, cell by cell, as the algorithm
 * is written down, and chooses from it. It knows the world only through the public API. */
#ifndef SIDLE_TEST_ORACLE_H
#define SIDLE_TEST_ORACLE_H

#include <sidle/sidle.h>

typedef struct oracle_sight {
    bool free; /* nothing on the trace */
    float hit; /* u */
    uint32_t hit_value;
    sidle_unit_id blocker;
    float row; /* u */
    uint32_t ahead, right, left, value;
    float right_at, left_at, at; /* u */
    sidle_decision decision; /* of a unit that is not in a jam: FREE, DETOUR, BLOCKED, or WAIT for
                                "blocked by units" */
} oracle_sight;

/* What the unit would see and choose, were it to look now, on the world as it stands. side is that
 * of its last detour: 1 right, -1 left, 0 none. */
oracle_sight oracle_look(const sidle_world *world, sidle_unit_id id, int side);

#endif
