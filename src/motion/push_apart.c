/* Push-apart (source: Habr 453506) is one-way and slower than the drive: a unit moves only itself,
 * by at most top speed * coefficient * dt, out of the bodies that it passes through; one that
 * stands is never moved. It leads aside and never back, or a unit that squeezes through would never
 * get in. What the neighbours contribute is summed in whole numbers, so the sum does not depend on
 * the order in which they are met. */
#include "motion/push_apart.h"

#include "motion/contact_rules.h"
#include "motion/push_through.h"
#include "world/spatial_grid.h"

/* Each of two moving units gives way by half, alone beside a standing one by all. */
static void add_push(const sidle_world *world, uint8_t pass_mode, uint32_t k, uint32_t other,
                     float radii, vec_sum *sum) {
    const bodies *c = &world->bodies;
    if (other == k || !on_one_layer(c, k, other)) return;
    sidle_vec2 away = vec_sub(body_place(c, k), body_place(c, other));
    float reach = (c->radius[k] + c->radius[other]) * radii, distance2 = vec_dot(away, away);
    if (distance2 >= reach * reach || !passes_through(world, pass_mode, k, other)) return;
    float depth = (reach - sqrtf(distance2)) * (body_stance(c, other) ? 1 : 0.5f);
    sidle_vec2 way = contact_direction(unit_at(world, k), unit_at(world, other));
    vec_sum_add(sum, vec_scale(way, depth));
}

sidle_vec2 push_apart(const sidle_world *world, uint32_t k, const sidle_profile *p,
                      uint8_t pass_mode, sidle_vec2 heading, float dt) {
    if (pass_mode == PASS_NONE) return vec(0, 0);
    const bodies *c = &world->bodies;
    vec_sum sum = {0, 0};
    window w = grid_window(c, body_place(c, k), (c->radius[k] + c->largest) * p->push_radius);
    for (int32_t row = w.y0; row <= w.y1; row++)
        for (uint32_t n = grid_row_first(c, w, row); n < grid_row_end(c, w, row); n++)
            add_push(world, pass_mode, k, n, p->push_radius, &sum);
    sidle_vec2 push = vec_truncate(vec_sum_total(sum), p->top_speed * p->push_coefficient * dt);
    float back = min_float(vec_dot(push, heading), 0);
    return vec_sub(push, vec_scale(heading, back));
}
