/* Enemies that a unit may not pass through are as solid as walls. Contact alone would let a crowd
 * press its first rank into them: pressure from behind and pressure from the front are both
 * corrections, and meet halfway. So a shift towards an enemy has a bound of its own, which holds
 * whatever presses. Before an enemy that stands, the shift ends where both bodies touch. Of two
 * enemies under way each keeps to its half of the room between them, so that both bounds together
 * keep them apart; both measure from the positions at which the tick began.
 *
 * A shift that breaks a bound is cut by the worst offence first, a few times over. If that does not
 * end all offences, the body stays where it is, which never offends. */
#include "motion/enemies.h"

#include "base/measures.h"
#include "motion/contact_rules.h"
#include "motion/neighbour_lists.h"
#include "world/shown.h"
#include "world/spatial_grid.h"

/* Cuts: a shift takes so many before the body stays where it is. Few bodies touch more enemies. */
enum { OFFENCES_TAKEN = 4 };

/* Of the sum of radii: a smaller offence is none. It is above the rounding of a shift. At .002
 * units come through a gap between enemies that is too narrow for them (test_enemies.c). */
static const float OFFENCE_LEAST = 1e-4f;

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
    sidle_vec2 to = vec_sub(body_position(c, other), body_position(c, k));
    float distance = vec_length(to), radii = c->radius[k] + c->radius[other];
    if (distance <= OFFENCE_LEAST * radii) return (offence){.depth = 0};
    bool stands = world->motions[other].stance;
    float room = max_float(distance - radii, 0) * (stands ? 1 : 0.5f);
    sidle_vec2 towards = vec_scale(to, 1 / distance);
    float depth = vec_dot(shift, towards) - room;
    if (stands && leads_past(shift, to, radii)) return (offence){.depth = 0};
    if (depth <= OFFENCE_LEAST * radii) return (offence){.depth = 0};
    return (offence){depth, towards, shown_at(world, other)};
}

/* u^2: a shift offends against no body whose centre is farther away. Of the room between both, a
 * body that is under way takes half. */
static float farthest_offended2(float radii, float length) {
    float farthest = (radii + 2 * length) * ROUNDING_MARGIN;
    return farthest * farthest;
}

/* Keeps the deeper one of the offence and that against the other body; of equal ones that against
 * the unit of lower rank. */
static void meet_enemy(const sidle_world *world, uint32_t k, uint32_t other, sidle_vec2 shift,
                       offence *worst) {
    const bodies *c = &world->bodies;
    sidle_vec2 to = vec_sub(body_position(c, other), body_position(c, k));
    float radii = c->radius[k] + c->radius[other];
    if (vec_dot(to, to) > farthest_offended2(radii, vec_length(shift))) return;
    if (!is_solid_enemy(world, k, other) || !on_one_layer(c, k, other)) return;
    offence o = offence_against(world, k, other, shift);
    if (o.depth > worst->depth ||
        (o.depth > 0 && o.depth == worst->depth && unit_before(o.enemy, worst->enemy)))
        *worst = o;
}

/* The deepest offence of the shift. The list of the body holds all that it may touch in this tick;
 * for a body without a list the grid is searched. */
static offence worst_offence(const sidle_world *world, uint32_t k, sidle_vec2 shift) {
    const bodies *c = &world->bodies;
    offence worst = {.depth = 0};
    uint32_t count = world->neighbour_lists[k].count;
    if (count < STOOD) {
        const int16_t *list = neighbours_of(world, k);
        for (uint32_t n = 0; n < count; n++)
            meet_enemy(world, k, listed(part_begin(k), list[n]), shift, &worst);
        return worst;
    }
    window w =
        grid_window(c, body_position(c, k), c->radius[k] + c->largest + vec_length(shift) * 2);
    FOR_EACH_BODY (c, w, other) meet_enemy(world, k, other, shift, &worst);
    return worst;
}

sidle_vec2 enemies_hold(const sidle_world *world, uint32_t k, sidle_vec2 shift) {
    for (int taken = 0; taken < OFFENCES_TAKEN; taken++) {
        offence o = worst_offence(world, k, shift);
        if (o.depth == 0) return shift;
        shift = vec_sub(shift, vec_scale(o.towards, o.depth));
    }
    return worst_offence(world, k, shift).depth == 0 ? shift : vec(0, 0);
}
