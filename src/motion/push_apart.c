/* Push-apart (source: Habr 453506) leads a unit out of the bodies that it passes through. It is
 * one-way: a unit moves only itself, and a standing unit is never moved. It is slower than the
 * drive: at most top speed * push coefficient * dt, with a coefficient below 1. It leads aside and
 * never back, or a unit that squeezes through a gap would never get in. The contributions of the
 * neighbours are summed in whole numbers, so the order in which they are met does not matter. */
#include "motion/push_apart.h"

#include "motion/contact_rules.h"
#include "motion/pass_mode.h"
#include "world/shown.h"
#include "world/spatial_grid.h"

/* Adds what one neighbour contributes. Of two moving units each gives way by half; beside a
 * standing one the unit does all of it. `scale` is the push radius, as a share of the sum of radii.
 */
static void add_push(const sidle_world *world, uint8_t pass_mode, uint32_t k, uint32_t other,
                     float scale, vec_sum *sum) {
    const bodies *c = &world->bodies;
    if (other == k || !on_one_layer(c, k, other)) return;
    sidle_vec2 away = vec_sub(body_position(c, k), body_position(c, other));
    float near = (c->radius[k] + c->radius[other]) * scale, distance2 = vec_dot(away, away);
    if (distance2 >= near * near || !passes_through(world, pass_mode, k, other)) return;
    float depth = (near - sqrtf(distance2)) * (body_stance(c, other) ? 1 : 0.5f);
    sidle_vec2 direction = contact_direction(shown_at(world, k), shown_at(world, other));
    vec_sum_add(sum, vec_scale(direction, depth));
}

sidle_vec2 push_apart(const sidle_world *world, uint32_t k, const sidle_profile *p,
                      uint8_t pass_mode, sidle_vec2 heading, float dt) {
    if (pass_mode == PASS_NONE) return vec(0, 0);
    const bodies *c = &world->bodies;
    vec_sum sum = {0, 0};
    window w = grid_window(c, body_position(c, k), (c->radius[k] + c->largest) * p->push_radius);
    FOR_EACH_BODY (c, w, n) add_push(world, pass_mode, k, n, p->push_radius, &sum);
    sidle_vec2 push = vec_truncate(vec_sum_total(sum),
                                   unit_top_speed(p, unit_at(world, k)) * p->push_coefficient * dt);
    float back = min_float(vec_dot(push, heading), 0); /* <= 0, the part against the heading */
    return vec_sub(push, vec_scale(heading, back));
}
