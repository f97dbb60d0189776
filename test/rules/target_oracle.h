/* Orders that move their goal, as their rules are written down: where a unit that pursues, follows,
 * evades, flees or approaches goes in a tick, when it rests, sets out again, and tells of it. */
#ifndef SIDLE_TEST_TARGET_ORACLE_H
#define SIDLE_TEST_TARGET_ORACLE_H

#include "internals.h"
#include "plain_vec.h"

/* How often each rule came up. */
typedef struct target_tally {
    uint32_t pursues, rests, sets_out, caught, mutual, follows, clears, flees, safe, approaches,
        backs_off, keeps_up, waits, asks, leads, refuges, back_ways, leaves, no_room;
} target_tally;

typedef struct target_scene {
    const sidle_world *world;
    const inside_aim *before; /* all units, before orders say where to go */
    float dt;                 /* s */
} target_scene;

/* Rounding alone does not move a point by so much. */
static inline bool target_is_off(sidle_vec2 a, sidle_vec2 b) {
    return apart(a, b) > 1e-3;
}

/* What the order of unit k makes of it in this tick. */
void target_oracle(const target_scene *scene, int k, inside_aim *u, target_tally *tally);

/* The point in view with the highest score, a tenth more than that of the present place at least.
 * Of two that are alike rounding may take either. */
bool target_oracle_is_refuge(const target_scene *scene, int k, const inside_aim *u,
                             sidle_vec2 found);

/* The first of the sixteen points just inside the range, from the one straight back on, to which it
 * can drive; where it is if there is none. */
sidle_vec2 target_oracle_back(const target_scene *scene, int k, const inside_aim *u);

#endif
