/* Enemies that a unit may not pass through are as solid as walls. Contact alone would let a crowd
 * press its first rank into them: pressure from behind and pressure from the front are both
 * corrections, and meet halfway. So a shift towards an enemy has a bound of its own, which holds
 * whatever presses. Before an enemy that stands, the shift ends where both bodies touch. Of two
 * enemies under way each keeps to its half of the room between them, so that both bounds together
 * keep them apart; both measure from the positions at which the tick began.
 *
 * A shift that breaks a bound is cut by the worst offence. If that does not end all offences, the
 * body stays where it is, which never offends. */
#include "motion/enemies.h"

#include "world/shown.h"
#include "world/spatial_grid.h"

typedef struct offence {
    float depth;        /* u, >= 0: how far the shift leads beyond the bound; 0: no offence */
    sidle_vec2 towards; /* the enemy, length 1 */
    const shown *enemy;
} offence;

/* Does a shift in this direction lead past a body that stands at `to`, clear of it? */
static bool leads_past(sidle_vec2 shift, sidle_vec2 to, float radii) {
    float across = vec_dot(vec_right(shift), to);
    return across * across >= radii * radii * vec_dot(shift, shift);
}

static offence offence_against(const sidle_world *world, uint32_t k, uint32_t other,
                               sidle_vec2 shift) {
    const bodies *c = &world->bodies;
    sidle_vec2 here = body_position(c, k), to = vec_sub(body_position(c, other), here);
    float distance = vec_length(to), radii = c->radius[k] + c->radius[other];
    float rounding = LAST_PLACE * max_float(here.x, here.y);
    if (distance <= rounding) return (offence){.depth = 0};
    bool stands = world->motions[other].stance;
    float room = max_float(distance - radii, 0) * (stands ? 1 : 0.5f);
    sidle_vec2 towards = vec_scale(to, 1 / distance);
    float depth = vec_dot(shift, towards) - room;
    if (stands && leads_past(shift, to, radii)) return (offence){.depth = 0};
    if (depth <= rounding) return (offence){.depth = 0};
    return (offence){depth, towards, shown_at(world, other)};
}

/* The deepest offence of the shift; of equal ones that against the unit of lower rank. */
static offence worst_offence(const sidle_world *world, uint32_t k, sidle_vec2 shift) {
    const bodies *c = &world->bodies;
    const sidle_profile *p = profile_of(world, unit_at(world, k));
    offence worst = {.depth = 0};
    window w =
        grid_window(c, body_position(c, k), c->radius[k] + c->largest + vec_length(shift) * 2);
    FOR_EACH_BODY (c, w, other) {
        if (!is_spared_enemy(c, p, k, other) || !on_one_layer(c, k, other)) continue;
        offence o = offence_against(world, k, other, shift);
        if (o.depth > worst.depth ||
            (o.depth > 0 && o.depth == worst.depth && unit_before(o.enemy, worst.enemy)))
            worst = o;
    }
    return worst;
}

sidle_vec2 enemies_hold(const sidle_world *world, uint32_t k, sidle_vec2 shift) {
    offence o = worst_offence(world, k, shift);
    if (o.depth == 0) return shift;
    shift = vec_sub(shift, vec_scale(o.towards, o.depth));
    return worst_offence(world, k, shift).depth == 0 ? shift : vec(0, 0);
}
