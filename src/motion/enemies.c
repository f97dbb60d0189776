/* Enemies that a unit may not pass through are as solid as walls. Contact alone would let a crowd
 * press its first rank into them: pressure from behind and pressure from the front are both
 * corrections, and meet halfway. So a step towards an enemy has a bound of its own, which holds
 * whatever presses. Before an enemy that stands, the step ends where both bodies touch. Of two
 * enemies under way each keeps to its half of the room between them, so that both bounds together
 * keep them apart; both measure from the places at which the tick began.
 *
 * A step that breaks a bound is cut by the worst offence first, a few times over. If that does not
 * end all offences, the body stays where it is, which never offends. */
#include "motion/enemies.h"

#include "world/spatial_grid.h"

/* Cuts of a step before the body stays in its place. A choice: few bodies touch more enemies. */
enum { OFFENCES_TAKEN = 4 };

/* Of the sum of radii: a smaller offence is none. A choice, above the rounding of a step. */
static const float OFFENCE_LEAST = 1e-4f;

typedef struct offence {
    float depth;        /* u, >= 0: how far the step leads beyond the bound; 0: no offence */
    sidle_vec2 towards; /* the enemy, length 1 */
    const unit *enemy;
} offence;

static offence offence_against(const sidle_world *world, uint32_t k, uint32_t other,
                               sidle_vec2 step) {
    const bodies *c = &world->bodies;
    sidle_vec2 to = vec_sub(body_place(c, other), body_place(c, k));
    float distance = vec_length(to), radii = c->radius[k] + c->radius[other];
    if (distance <= OFFENCE_LEAST * radii) return (offence){.depth = 0};
    float room = max_float(distance - radii, 0) * (body_stance(c, other) ? 1 : 0.5f);
    sidle_vec2 towards = vec_scale(to, 1 / distance);
    float depth = vec_dot(step, towards) - room;
    if (depth <= OFFENCE_LEAST * radii) return (offence){.depth = 0};
    return (offence){depth, towards, unit_at(world, other)};
}

/* The deepest offence of the step; of equal ones that against the unit of lower rank. */
static offence worst_offence(const sidle_world *world, uint32_t k, sidle_vec2 step) {
    const bodies *c = &world->bodies;
    const sidle_profile *p = profile_of(world, unit_at(world, k));
    offence worst = {.depth = 0};
    window w = grid_window(c, body_place(c, k), c->radius[k] + c->largest + vec_length(step) * 2);
    FOR_EACH_BODY (c, w, other) {
        if (!is_spared_enemy(c, p, k, other) || !on_one_layer(c, k, other)) continue;
        offence o = offence_against(world, k, other, step);
        if (o.depth > worst.depth ||
            (o.depth > 0 && o.depth == worst.depth && unit_before(o.enemy, worst.enemy)))
            worst = o;
    }
    return worst;
}

sidle_vec2 enemies_hold(const sidle_world *world, uint32_t k, sidle_vec2 step) {
    for (int taken = 0; taken < OFFENCES_TAKEN; taken++) {
        offence o = worst_offence(world, k, step);
        if (o.depth == 0) return step;
        step = vec_sub(step, vec_scale(o.towards, o.depth));
    }
    return worst_offence(world, k, step).depth == 0 ? step : vec(0, 0);
}
